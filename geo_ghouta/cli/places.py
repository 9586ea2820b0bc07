"""``geo-ghouta places``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, tell_unplaced
from geo_ghouta.cli.street import guard, streets, walk
from geo_ghouta.errors import counted

if TYPE_CHECKING:
    from pathlib import Path


@click.command("places", short_help="List every place name of the reports with its spot.", cls=Command)
@options.reading
@options.output(None, "File to write (default: stdout).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "jsonl", "geojson"]),
    default=None,
    help="Default: from the file's suffix, else csv.",
)
@click.option(
    "--unresolved",
    is_flag=True,
    help="Only the names without a spot; as csv a table to fill in for --fixes.",
)
@options.quotes
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console,
    /,
    output: Path | None,
    form: str | None,
    unresolved: bool,
    quotes: bool,
    redact: str,
    **kwargs: Any,
) -> None:
    """List every place name of the reports with its spot, and how it was found.

    \b
    Rows: doc_id, start, end, text, name, lat, lon, kind, match, score, ...
    Example:
      geo-ghouta places my_reports/ --format csv -o places.csv
    """
    from geo_ghouta.outlets import note_sources, rows_format, write_rows

    rows_format(output, form)
    guard(output, kwargs)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=quotes)
    table = result.places
    if unresolved:
        table = table[table["resolution"].isin(["ambiguous", "not_found", "failed", "outside"])]
    files = write_rows(result, "places", table, output, form, quotes=quotes, fixes=unresolved)
    if files:
        files.append(
            note_sources(result, {"places": table}, files[0], asked={"unresolved": True} if unresolved else None)
        )
    tell_unplaced(console, result.places)
    code = console.tell_rejected(result.rejected)
    console.finish(result.summary, files, "wrote" if files else f"wrote {counted(len(table), 'row')} to stdout")
    sys.exit(code)
