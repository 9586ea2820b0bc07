"""``geo-ghouta control``: other people's control layers."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console


@click.group("control")
def command() -> None:
    """Work with control pictures."""


@command.command("import", cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--case",
    "case_folder",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Case that gets the pictures; make one with 'geo-ghouta new DIR'.",
)
@click.option(
    "--date", "day", default="filename", show_default=True, metavar="HOW", help="filename, property:NAME, or one day."
)
@click.option(
    "--holder",
    default="constant:unknown",
    show_default=True,
    metavar="HOW",
    help="constant:X, property:NAME, or map:FILE (the table that this command writes).",
)
@click.option("--until", default=None, metavar="HOW", help="property:NAME of the day after an area's last.")
@click.option(
    "--status",
    type=click.Choice(["assessed", "claimed", "contested", "unknown"]),
    default="assessed",
    show_default=True,
    help="Status of every area.",
)
@click.option("--source", default="not told", show_default=True, help="Who the layers come from.")
@click.option("--drawn-by", default="not told", show_default=True, help="Who drew them.")
@click.option("--precision", "precision_m", type=float, default=None, help="How far an edge may be off, in metres.")
@click.option("--crs", default=None, help="CRS of files that state none, like EPSG:32637.")
@click.option(
    "--same-day",
    type=click.Choice(["refuse", "merge"]),
    default="refuse",
    show_default=True,
    help="Different layers of one day.",
)
@click.option("--dissolve", is_flag=True, help="Unite the areas of one holder and day.")
@options.manners
@click.pass_obj
def import_(
    console: Console,
    files: tuple[Path, ...],
    case_folder: Path,
    day: str,
    holder: str,
    until: str | None,
    status: str,
    source: str,
    drawn_by: str,
    precision_m: float | None,
    crs: str | None,
    same_day: str,
    dissolve: bool,
) -> None:
    """Turn GeoJSON or KML layers made by others into pictures of a case, and tell every decision.

    Writes the pictures into DIR/control and the table of holders into DIR/holders.csv: correct its column
    holder and run again with --holder map:DIR/holders.csv.

    \b
    Example:
      geo-ghouta control import layers/*.geojson --case mosul --holder constant:coalition
    """
    from geo_ghouta import control
    from geo_ghouta.schema import read_casefile

    casefile = read_casefile(case_folder / "case.toml") if (case_folder / "case.toml").is_file() else None
    more = {} if precision_m is None else {"precision_m": precision_m}
    pictures, decisions = control.import_layers(
        files, date=day, holder=holder, until=until, status=status, source=source, drawn_by=drawn_by, crs=crs,
        same_day=same_day, dissolve=dissolve, casefile=casefile, **more,
    )  # fmt: skip
    code = console.tell_rejected(decisions)
    written = control.write_pictures(pictures, case_folder / "control")
    control.write_holder_table(control.holder_table(pictures), case_folder / "holders.csv")
    console.say(f"wrote {len(written)} pictures to {case_folder / 'control'} and their holders to holders.csv")
    console.summarise({"pictures": len(written), "areas": len(pictures.areas), "files": [str(p) for p in written]})
    sys.exit(code)
