"""``geo-ghouta picture``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console
from geo_ghouta.cli.street import guard, streets, tell_far, walk

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path


class Size(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments here
    """A size written WIDTHxHEIGHT in CSS px, or a4."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the size or say what was expected."""
        if isinstance(value, tuple) or str(value).lower() == "a4":
            return value if isinstance(value, tuple) else "a4"
        width, by, height = str(value).lower().partition("x")
        good = by and width.isascii() and width.isdigit() and height.isascii() and height.isdigit()
        if not good:
            self.fail(f"{value!r} is no size; write it as 1400x900 or a4", param, ctx)
        return int(width[:6]), int(height[:6])


@click.command("picture", cls=Command)
@options.reading
@options.output("ghouta.png", "File to write: .png, .pdf or .svg.")
@click.option("--date", "day", type=options.Day(), default=None, help="Day shown (default: as the map opens).")
@click.option("--language", type=click.Choice(["en", "ar"]), default="en", show_default=True, help="Language.")
@click.option(
    "--theme", type=click.Choice(["light", "dark", "print"]), default="light", show_default=True, help="Colours."
)
@click.option("--size", type=Size(), default="1400x900", show_default=True, help="WIDTHxHEIGHT in px, or a4.")
@options.redact
@options.manners
@click.pass_obj
def command(
    console: Console,
    /,
    output: Path,
    day: dt.date | None,
    language: str,
    theme: str,
    size: Any,
    redact: str,
    **kwargs: Any,
) -> None:
    """Draw one day as a picture for print, without a browser.

    Without REPORTS the case's own are mapped. PNG and PDF need the extra geo-ghouta[picture].

    \b
    Example:
      geo-ghouta picture --date 2018-03-22 -o map.png
    """
    guard(output, kwargs)
    from geo_ghouta.maps.stills import check_path

    check_path(output)
    result = options.redacted(walk(console, **streets(kwargs)), redact, quotes=False)
    from geo_ghouta.ledger import manifest_beside
    from geo_ghouta.outlets import save_picture

    path = save_picture(result, output, date=day, language=language, theme=theme, size=size)
    code = console.tell_rejected(result.rejected)
    tell_far(console, result, day)
    console.finish(result.summary, [path, manifest_beside(path)], "wrote")
    sys.exit(code)
