"""``geo-ghouta export``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import USAGE, Command, Console
from geo_ghouta.cli.street import streets, walk

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

LAYERS = ("control", "pockets", "changes", "places", "events", "convoys", "routes", "claims", "findings", "all")
FORMATS = (
    "geojson",
    "geojsonseq",
    "jsonl",
    "gpkg",
    "parquet",
    "fgb",
    "kml",
    "csv",
    "topojson",
    "pmtiles",
    "acled",
    "ged",
    "lpf",
)


@click.command("export", cls=Command)
@options.reading
@click.option(
    "--layer",
    "names",
    multiple=True,
    type=click.Choice(LAYERS),
    default=("control",),
    show_default=True,
    help="Layer to write; repeatable.",
)
@click.option("--as-of", "days", multiple=True, type=options.Day(), help="Only what holds on this day; repeatable.")
@click.option("--from", "first", type=options.Day(), default=None, help="Only what holds on or after this day.")
@click.option("--to", "last", type=options.Day(), default=None, help="Only what holds on or before this day.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default=None, help="Default: from the file's suffix, else geojson."
)
@click.option(
    "--output",
    "-o",
    default=None,
    metavar="PATH",
    help="File, or folder for several layers (default: stdout for text formats).",
)
@click.option(
    "--to",
    "database",
    default=None,
    metavar="ADDRESS",
    help="PostGIS database to write to instead, postgresql://user@host/name.",
)
@options.quotes
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console,
    /,
    names: tuple[str, ...],
    days: tuple[dt.date, ...],
    first: dt.date | None,
    last: dt.date | None,
    form: str | None,
    output: str | None,
    database: str | None,
    quotes: bool,
    redact: str,
    **kwargs: Any,
) -> None:
    """Write layers as GeoJSON and other forms.

    Without REPORTS the case's own are used.

    \b
    Example:
      geo-ghouta export --layer control --as-of 2018-03-22 -o control.geojson
      geo-ghouta export --layer all -o ghouta.gpkg
    """
    if days and (first or last):
        click.echo("error: --as-of and --from/--to are two ways to choose days; give one of them", err=True)
        sys.exit(USAGE)
    if first and last and last < first:
        click.echo(f"error: --to {last} is before --from {first}; swap them", err=True)
        sys.exit(USAGE)
    from geo_ghouta.outlets import check_target, export, write_database

    target: Path | None = None if database else check_target(output, names, form)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=quotes)
    if database:
        written = write_database(result, database, names)
        code = console.tell_rejected(result.rejected)
        said = ", ".join(f"{count} {name}" for name, count in written.items())
        console.finish({**result.summary, "exported": written}, [], f"wrote {said} to the database")
        sys.exit(code)
    files, counts = export(
        result, target, layer=names, as_of=days, first=first, last=last, format=form, quotes=quotes, told=True
    )
    code = console.tell_rejected(result.rejected)
    said = ", ".join(f"{count} {name}" for name, count in counts.items())
    console.finish({**result.summary, "exported": counts}, files, f"wrote {said}" + (" to" if files else " to stdout"))
    sys.exit(code)
