"""``geo-ghouta export``."""

from __future__ import annotations

import dataclasses
import datetime as dt
import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console
from geo_ghouta.cli.street import guard, streets, walk
from geo_ghouta.errors import UsageError, counted

if TYPE_CHECKING:
    from pathlib import Path

    from geo_ghouta.pipeline import Result

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


class DayOrAddress(options.Day):
    """A day, or the address of a database."""

    name = "day or address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Keep an address as it is, read anything else as a day."""
        if str(value).startswith(("postgresql://", "postgres://")):
            return str(value)
        return super().convert(value, param, ctx)


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
@click.option(
    "--to",
    "ends",
    multiple=True,
    type=DayOrAddress(),
    metavar="DAY|ADDRESS",
    help="Only what holds on or before this day; or postgresql://user@host/name: write to this PostGIS database.",
)
@click.option(
    "--between",
    "frames",
    type=click.IntRange(1, 366),
    default=None,
    metavar="N",
    help="Instead of the pictures, N frames derived between each two of them, for a film; marked derived.",
)
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
    ends: tuple[dt.date | str, ...],
    frames: int | None,
    form: str | None,
    output: str | None,
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
    last = next((end for end in ends if isinstance(end, dt.date)), None)
    database = next((end for end in ends if isinstance(end, str)), None)
    if days and (first or last):
        message = "--as-of and --from/--to are two ways to choose days; give one of them"
        raise UsageError(message)
    if first and last and last < first:
        message = f"--to {last} is before --from {first}; swap them"
        raise UsageError(message)
    if frames and (names != ("control",) or database):
        message = "--between makes frames of the control pictures alone; give --layer control and a file"
        raise UsageError(message)
    from geo_ghouta.outlets import check_target, database_schema, export

    target: Path | None = None if database else check_target(output, names, form)
    guard(target, kwargs)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=quotes)
    observed, summary = result.pictures.dates["picture_date"], result.summary
    if frames:
        result = _with_frames(result, frames)
    console.step("writing", 0, 0)
    files, counts = export(
        result,
        database or target,
        layer=names,
        as_of=days,
        first=first,
        last=last,
        format=form,
        quotes=quotes,
        told=True,
    )
    console.done()
    code = console.tell_rejected(result.rejected)
    pictures = result.pictures.dates["picture_date"] if frames else observed
    if frames:
        console.say(
            f"derived between {counted(len(observed), 'picture')}, not observed: {counted(len(pictures), 'frame')}"
        )
    for day in days if not frames else ():
        if len(pictures) and pictures.min().date() > day:
            console.say(f"no picture for {day}: the first is of {pictures.min().date()}")
            continue
        drawn = pictures[pictures <= str(day)].max().date() if len(pictures) else day
        if drawn < day:
            console.say(f"{day}: the picture of {drawn} answers, {counted((day - drawn).days, 'day')} old")
    said = ", ".join(f"{count:,} {_noun(name, count)}" for name, count in counts.items())
    where = (
        " to" if files else f" to the schema {database_schema(result)} of the database" if database else " to stdout"
    )
    console.finish({**summary, "exported": counts}, files, f"wrote {said}" + where)
    sys.exit(code)


def _noun(name: str, count: int) -> str:
    """The name of a layer, with what is said behind it, as the noun of so many rows."""
    layer, blank, more = name.partition(" ")
    return f"{layer.removesuffix('s') if count == 1 else layer}{blank}{more}"


def _with_frames(result: Result, frames: int) -> Result:
    from geo_ghouta.control import frames_between

    made = frames_between(result.pictures, frames)
    case = dataclasses.replace(result.case, pictures=made)
    return dataclasses.replace(
        result, case=case, observed=result.pictures.dates, parameters={**result.parameters, "between": frames}
    )
