"""``geo-ghouta gazetteer``: add, remove and list place lists."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, size_text
from geo_ghouta.errors import counted


@click.group("gazetteer", short_help="Add place lists for later runs, and say what is there.")
def command() -> None:
    """Add place lists that every later run uses, and say what is known."""


@command.command("add", cls=Command)
@click.argument("file", type=options.Named(dir_okay=False), metavar="FILE")
@click.option("--name", default=None, help="Name of the list (default: the file's); one of that name is replaced.")
@options.manners
@click.pass_obj
def add(console: Console, file: Path, name: str | None) -> None:
    """Add a GeoNames dump (the layout of SY.txt), a CSV or a GeoJSON for every later run.

    \b
    Example:
      geo-ghouta gazetteer add SY.txt
    """
    from geo_ghouta.gazetteer import add_list

    target, places, rejected = add_list(file, name)
    code = console.tell_rejected(rejected)
    console.say(f"added {counted(len(places), 'place')} from {file.name} as list {target.stem!r}")
    console.summarise({"list": target.stem, "places": len(places), "rejected": len(rejected)})
    sys.exit(code)


@command.command("remove", cls=Command)
@click.argument("name")
@options.manners
@click.pass_obj
def remove(console: Console, name: str) -> None:
    """Forget a list that was added.

    \b
    Example:
      geo-ghouta gazetteer remove SY
    """
    from geo_ghouta.gazetteer import remove_list

    remove_list(name)
    console.say(f"removed the list {name!r}")
    console.summarise({"removed": name})


@command.command("info", cls=Command)
@options.manners
@click.pass_obj
def info(console: Console) -> None:
    """List the place lists of this machine: how many places, in what state, where.

    \b
    Example:
      geo-ghouta gazetteer info
    """
    from geo_ghouta.gazetteer import info as tell

    rows = tell().to_dict("records")
    for row in rows:
        size = f", {size_text(int(row['bytes']))}" if row["bytes"] else ""
        click.echo(f"{row['list']}: {row['places']:,} places, {row['state']}{size} {row['path']}".rstrip())
    console.summarise({"lists": {str(row["list"]): int(row["places"]) for row in rows}})
