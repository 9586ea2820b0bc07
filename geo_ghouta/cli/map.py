"""``geo-ghouta map``."""

from __future__ import annotations

import dataclasses
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, tell_unplaced
from geo_ghouta.cli.street import guard, streets, tell_far, walk
from geo_ghouta.errors import UsageError, counted

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@click.command("map", short_help="Draw reports and pictures as one HTML map.", cls=Command)
@options.reading
@options.output("ghouta.html", "HTML file to write.")
@click.option("--date", "day", type=options.Day(), default=None, help="Day that the map opens at.")
@click.option(
    "--language", type=click.Choice(["en", "ar"]), default="en", show_default=True, help="Language it opens in."
)
@click.option(
    "--multiples",
    "days",
    multiple=True,
    type=options.Day(),
    metavar="DAY...",
    help="Small maps of these days that print on A4, instead of the one map.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    default="auto",
    show_default=True,
    help="Theme it opens in.",
)
@click.option(
    "--hide",
    "hidden",
    multiple=True,
    type=click.Choice(["areas", "convoys", "events", "claims", "places", "ground"]),
    help="Leave a layer out, data and all; repeatable.",
)
@click.option(
    "--embed", is_flag=True, help="A lean page, and the iframe snippet for your site beside it (.embed.html)."
)
@click.option(
    "--findings", "faults", is_flag=True, help="Mark what 'check --control' finds in the drawing, each where it lies."
)
@click.option("--tiles", default=None, metavar="NAME", help="Online tiles below the map, an xyzservices name.")
@options.quotes
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console,
    /,
    output: Path,
    day: dt.date | None,
    language: str,
    days: tuple[dt.date, ...],
    theme: str,
    hidden: tuple[str, ...],
    embed: bool,
    faults: bool,
    tiles: str | None,
    quotes: bool,
    redact: str,
    **kwargs: Any,
) -> None:
    """Draw reports and control pictures as one HTML map that needs no network.

    Without REPORTS the case's own are mapped.

    \b
    Example:
      geo-ghouta map my_reports/ --published 2018-03-22 -o my_map.html
      geo-ghouta map --multiples 2018-02-18 2018-03-12 2018-03-22 -o six.pdf
    """
    guard(output, kwargs)
    known = (".html", ".htm", ".pdf", ".svg", ".png") if days else (".html", ".htm")
    if output.suffix.lower() not in known:
        message = f"{output}: a map is written as {', '.join(known)}; for data use 'geo-ghouta export'"
        raise UsageError(message)
    if days:
        # An option takes one value; the days behind the first arrive among the reports.
        further = [path for path in kwargs["reports"] if _DAY.fullmatch(str(path)) and not path.exists()]
        kwargs["reports"] = tuple(path for path in kwargs["reports"] if path not in further)
        days = (*days, *(options.Day().convert(str(path), None, None) for path in further))
    from geo_ghouta.ledger import manifest_beside
    from geo_ghouta.outlets import find_tiles, save_embed, save_map, save_multiples

    source = None if tiles is None else find_tiles(tiles)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=quotes)
    if faults:
        from geo_ghouta.outlets import check

        result = dataclasses.replace(result, findings=check(result))
        marked = int((result.findings["claim_id"].isna() & result.findings.geometry.notna()).sum())
        console.say(f"{counted(marked, 'finding')} of the drawing marked; 'check --control' lists them")
    files = []
    console.step("drawing the map", 0, 0)
    if days:
        files.append(save_multiples(result, days, output, language=language))
        files.append(manifest_beside(files[0]))
    else:
        if source is not None:
            console.warn(
                f"tiles: whoever opens this map asks {source['host']} for pictures of the places they look at, "
                "and is known there by their address; without --tiles the map asks nobody"
            )
        looks = {"date": day, "language": language, "theme": theme, "hidden": hidden, "embed": embed, "quotes": quotes}
        files.append(save_map(result, output, say=lambda note: console.say(f"note: {note}"), tiles=source, **looks))
        if embed:
            files.append(save_embed(result, output))
    console.done()
    tell_unplaced(console, result.places)
    code = console.tell_rejected(result.rejected)
    for asked in [("--date", day)] if not days else [("--multiples", d) for d in days]:
        tell_far(console, result, asked[1], asked[0])
    console.finish(result.summary, files, "wrote")
    sys.exit(code)
