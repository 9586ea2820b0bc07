"""``geo-ghouta check``."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import DONE, PARTIAL, Command, Console
from geo_ghouta.cli.street import guard, streets, walk
from geo_ghouta.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from geo_ghouta.pipeline import Result


@click.command("check", short_help="Check the case's files, and claims against the drawn areas.", cls=Command)
@options.reading
@click.option("--control", "control_only", is_flag=True, help="Only the control pictures, in full.")
@options.output(None, "File to write the findings to (default: readable lines on stdout).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "jsonl", "geojson"]),
    default=None,
    help="Default: from the file's suffix, else text.",
)
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console, /, control_only: bool, output: Path | None, form: str | None, redact: str, **kwargs: Any
) -> None:
    """Check the case's files, and the reports' claims against the drawn areas and one another.

    A claim that disagrees with the drawing is a result, not an error. Faults in the case's files give exit code 3.

    \b
    Example:
      geo-ghouta check --case mosul
      geo-ghouta check my_reports/ --format csv -o findings.csv
    """
    from geo_ghouta.outlets import check, note_sources, rows_format, show_findings, write_rows

    rows_format(output, form)
    guard(output, kwargs)
    asked = streets(kwargs)
    if control_only:
        asked["derive"] = False
    result = walk(console, **asked)
    # Checked by the full names, told by the coarse ones.
    full = dataclasses.replace(result, findings=check(result, control_only=control_only))
    result = options.redacted(full, redact, quotes=False)
    findings = result.findings
    if output is None and form in {None, "text"}:
        files: list[Path] = []
        show_findings(findings)
    else:
        files = write_rows(result, "findings", findings, output, form)
        if files:
            asked = {"control_only": control_only}
            files.append(note_sources(result, {"findings": findings}, files[0], whole=not control_only, asked=asked))
    rejected = result.rejected if files else _not_shown(result, control_only=control_only)
    code = console.tell_rejected(rejected)
    verdicts = findings["verdict"].astype("str").value_counts()
    faults = int((findings["severity"].astype("str") == "error").sum())
    counts = findings["severity"].astype("str").value_counts()
    drawn = ", ".join(counted(int(counts.get(s, 0)), s) for s in ("error", "warning", "note"))
    last = f"{counted(len(findings), 'finding')}: case's files: {drawn}"
    if not control_only:
        agree, disagree, open_ = (int(verdicts.get(v, 0)) for v in ("agrees", "disagrees", "untestable"))
        last = (
            f"{counted(len(findings), 'finding')}: {int(verdicts.sum())} on claims ({agree} agree, "
            f"{disagree} disagree, {open_} untestable) + {int(counts.sum())} on the case's files ({drawn})"
        )
    console.finish(result.summary, files, f"{last}; wrote" if files else last)
    sys.exit(PARTIAL if faults and code == DONE else code)


def _not_shown(result: Result, *, control_only: bool) -> pd.DataFrame:
    """Rows that reading left out or repaired and that are no findings too: those stand among the findings printed."""
    in_case = result.case.rejected
    if control_only:
        in_case = in_case[in_case["path"].astype("str").str.startswith("control/")]
    columns = ["path", "row", "problem"]
    found = set(in_case[columns].astype("str").itertuples(index=False, name=None))
    keys = result.rejected[columns].astype("str").itertuples(index=False, name=None)
    return result.rejected.iloc[[number for number, key in enumerate(keys) if key not in found]]
