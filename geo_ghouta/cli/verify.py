"""``geo-ghouta verify``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import CHANGED, DONE, Command, Console


@click.command("verify", cls=Command)
@click.argument("output", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--sources",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    metavar="DIR",
    help="Folder that the sources lie in (default: where the output says, seen from here).",
)
@options.manners
@click.pass_obj
def command(console: Console, output: Path, sources: Path | None) -> None:
    """Read the sources of an output again and fail on one changed byte.

    OUTPUT is a map, an export, a folder of them or a corpus. Each changed report is named with the rows that cite it.

    \b
    Example:
      geo-ghouta verify ghouta.html
    """
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.corpus import is_corpus, verify_corpus
    from geo_ghouta.ledger import verify
    from geo_ghouta.reports import read_reports

    if is_corpus(output):
        faults = verify_corpus(output, sources, also=[bundled_case() / "reports"])
    else:
        faults = verify(output, sources, reader=lambda path: read_reports([path]).reports, also=[bundled_case()])
    for line in faults["detail"]:
        console.warn(line)
    if len(faults):
        console.warn(f"error: {output}: {len(faults)} rows no longer rest on the words they cite")
        console.summarise({"output": str(output), "changed_rows": len(faults), "exit_code": CHANGED})
        sys.exit(CHANGED)
    console.say(f"{output}: every source is unchanged, and every row stands where it says")
    console.summarise({"output": str(output), "changed_rows": 0, "exit_code": DONE})
    sys.exit(DONE)
