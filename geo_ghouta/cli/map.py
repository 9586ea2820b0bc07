"""``geo-ghouta map``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, tell_unplaced
from geo_ghouta.cli.street import streets, walk

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path


@click.command("map", cls=Command)
@options.reading
@options.output("ghouta.html", "HTML file to write.")
@click.option("--date", "day", type=options.Day(), default=None, help="Day that the map opens at.")
@click.option(
    "--language", type=click.Choice(["en", "ar"]), default="en", show_default=True, help="Language it opens in."
)
@options.quotes
@options.manners
@click.pass_obj
def command(console: Console, /, output: Path, day: dt.date | None, language: str, quotes: bool, **kwargs: Any) -> None:
    """Draw reports and control pictures as one HTML map that needs no network.

    Without REPORTS the case's own are mapped.

    \b
    Example:
      geo-ghouta map my_reports/ --published 2018-03-22 -o my_map.html
    """
    result = walk(console, **streets(kwargs))
    from geo_ghouta.outlets import save_map

    path = save_map(result, output, date=day, language=language, quotes=quotes)
    tell_unplaced(console, result.places)
    code = console.tell_rejected(result.rejected)
    console.finish(result.summary, [path], "wrote")
    sys.exit(code)
