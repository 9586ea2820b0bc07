"""``geo-ghouta claims``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console
from geo_ghouta.cli.street import guard, streets, walk
from geo_ghouta.errors import counted

if TYPE_CHECKING:
    from pathlib import Path


@click.command("claims", short_help="List who says that how many of whom did what.", cls=Command)
@options.reading
@options.output(None, "File to write (default: stdout).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "jsonl"]),
    default=None,
    help="Default: from the file's suffix; on a terminal a table, else csv.",
)
@options.quotes
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console, /, output: Path | None, form: str | None, quotes: bool, redact: str, **kwargs: Any
) -> None:
    """List what the reports claim: who says that how many of whom did what, where and when.

    \b
    Rows: doc_id, start, end, kind, value, low, high, unit, qualifier, scope, modality, actor, speaker,
    origin, destination, date_from, date_to (the day after the last), date_basis, story_id, fact_id, ...
    Example:
      geo-ghouta claims my_reports/ --format jsonl -o claims.jsonl
    """
    from geo_ghouta.outlets import note_sources, rows_format, show_claims, write_rows

    rows_format(output, form)
    guard(output, kwargs)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=quotes)
    if (output is None or str(output) == "-") and (form == "table" or (form is None and sys.stdout.isatty())):
        show_claims(result, quotes=quotes)
        files: list[Path] = []
    else:
        files = write_rows(result, "claims", result.claims, output, form, quotes=quotes)
        if files:
            files.append(note_sources(result, {"claims": result.claims}, files[0]))
    code = console.tell_rejected(result.rejected)
    console.finish(result.summary, files, "wrote" if files else f"wrote {counted(len(result.claims), 'row')} to stdout")
    sys.exit(code)
