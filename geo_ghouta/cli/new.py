"""``geo-ghouta new``."""

from __future__ import annotations

from pathlib import Path

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console


@click.command("new", short_help="Make a new case that maps at once.", cls=Command)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@options.manners
@click.pass_obj
def command(console: Console, folder: Path) -> None:
    """Make a new case that maps at once, to be filled with your own reports and pictures.

    \b
    Example:
      geo-ghouta new mosul && geo-ghouta map --case mosul -o mosul.html
    """
    from geo_ghouta.cases import new_case

    made = new_case(folder)
    console.say(f"made the case {made}: put your reports into {made}/reports and your pictures into {made}/control")
    console.say(f"next: geo-ghouta map --case {made} -o {made.name}.html")
    console.summarise({"case": str(made)})
