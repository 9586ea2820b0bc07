"""``geo-ghouta control``: other people's control layers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console
from geo_ghouta.errors import InputError, UsageError, counted
from geo_ghouta.files import shown

if TYPE_CHECKING:
    import pandas as pd

    from geo_ghouta.schema import CaseFile, Pictures

_MANY = 8
"""Files from which their single lines stand in import.csv only."""


@click.group("control")
def command() -> None:
    """Work with control pictures."""


@command.command("import", cls=Command)
@click.argument("files", nargs=-1, required=True, type=options.Named())
@click.option(
    "--case",
    "case_folder",
    required=True,
    type=options.CaseFolder(),
    metavar="DIR",
    help="Case that gets the pictures; a folder without case.toml becomes one that fits them.",
)
@click.option(
    "--date", "day", default="filename", show_default=True, metavar="HOW", help="filename, property:NAME, or one day."
)
@click.option(
    "--day-order",
    type=click.Choice(["day_first", "month_first"]),
    default=None,
    help="Order of 05-03-2018 where no file decides it.",
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
    help="Status of every area; assessed: as whoever drew it judged.",
)
@click.option("--source", default=None, show_default="not told", help="Who the layers come from.")
@click.option("--drawn-by", default=None, show_default="not told", help="Who drew them.")
@click.option("--precision", "precision_m", type=float, default=None, show_default="500, told as assumed",
              help="How far an edge may be off, in metres.")  # fmt: skip
@click.option("--crs", default=None, help="CRS of files that state none, like EPSG:32637.")
@click.option(
    "--same-day",
    type=click.Choice(["refuse", "merge"]),
    default="refuse",
    show_default=True,
    help="Different layers of one day.",
)
@click.option("--dissolve", is_flag=True, help="Unite the areas of one holder and day.")
@click.option("--replace", is_flag=True, help="Replace pictures of the same days that were drawn or changed by hand.")
@options.manners
@click.pass_obj
def import_(
    console: Console,
    files: tuple[Path, ...],
    case_folder: Path,
    day: str,
    day_order: str | None,
    holder: str,
    until: str | None,
    status: str,
    source: str | None,
    drawn_by: str | None,
    precision_m: float | None,
    crs: str | None,
    same_day: str,
    dissolve: bool,
    replace: bool,
) -> None:
    """Turn GeoJSON or KML layers made by others into pictures of a case, and tell every decision.

    Writes the pictures into DIR/control, every decision into DIR/import.csv and the table of holders into
    DIR/holders.csv: correct its column holder and run again with --holder map:DIR/holders.csv. A picture that stands in
    DIR/control is replaced only if it was imported from the same layer and not changed since, or with --replace. A DIR
    that is new gets a case.toml with the pictures' period, extent and holders.

    \b
    Example:
      geo-ghouta control import layers/*.geojson --case mosul --holder constant:coalition
    """
    import pandas as pd

    from geo_ghouta import control
    from geo_ghouta.files import make_folder
    from geo_ghouta.schema import read_casefile

    _guard(files, case_folder)
    known = case_folder / "case.toml"
    casefile = read_casefile(known) if known.is_file() else None
    told = {"source": source, "drawn_by": drawn_by, "precision_m": precision_m}
    more: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
    pictures, decisions = control.import_layers(
        files, date=day, holder=holder, until=until, status=status, crs=crs, same_day=same_day, dissolve=dissolve,
        casefile=casefile, day_first=None if day_order is None else day_order == "day_first", **more,
    )  # fmt: skip
    target = case_folder / "control"
    came = len(pictures.dates)
    if not replace:
        pictures, refused = control.keep_standing(pictures, target)
        decisions = pd.concat([decisions, refused], ignore_index=True) if len(refused) else decisions
    if len(pictures.dates):
        code = console.tell_rejected(_in_short(decisions))
    else:
        console.tell_rejected(_in_short(decisions[decisions["check"] != "series"]))
        named = counted(len(files), "file")
        message = f"{named} named and no picture came of them; nothing was written"
        if came:
            message = f"{named} named, and pictures of all their days stand in the case; nothing was written"
        raise InputError(message)
    make_folder(case_folder)
    before = {path.name for path in target.glob("*.geojson")}
    written = control.write_pictures(pictures, target)
    table, unused = control.keep_holder_table(control.holder_table(pictures), case_folder / "holders.csv")
    control.write_decisions(decisions, case_folder / "import.csv")
    _tell_case(console, pictures, casefile, case_folder, before - {path.name for path in written})
    where = shown(str(case_folder))
    if unused:
        named = ", ".join(shown(word, 60) for word in unused[:3]) + (", …" if len(unused) > 3 else "")
        console.say(f"warning: the holders that {where}/{table.name} gives for {named} were kept there and not used; "
                    f"say --holder map:{where}/{table.name}")  # fmt: skip
    console.say(f"wrote {counted(len(written), 'picture')} to {where}/control; decisions in import.csv, holders in "
                f"{table.name}")  # fmt: skip
    console.summarise({"pictures": len(written), "areas": len(pictures.areas), "decisions": len(decisions)})
    sys.exit(code)


def _guard(files: tuple[Path, ...], case_folder: Path) -> None:
    """Refuse pictures of the case as layers to import: they would be replaced by what the import makes of them."""
    target = (case_folder / "control").resolve()
    for path in files:
        place = path.resolve()
        # A KML there is no picture: it is told as left out, and this is the next step.
        if target == place or (target in place.parents and place.suffix.lower() in {".geojson", ".json"}):
            message = f"{shown(str(path))}: is among the case's own pictures, which the import would replace; give "
            raise UsageError(message + "another --case")


def _in_short(decisions: pd.DataFrame) -> pd.DataFrame:
    """Leave out the line of each file where there are many; all of them stand in import.csv."""
    read = decisions["check"] == "read"
    return decisions[~read] if int(read.sum()) > _MANY else decisions


def _tell_case(console: Console, pictures: Pictures, casefile: CaseFile | None, folder: Path, others: set[str]) -> None:
    from geo_ghouta import control

    if casefile is None:
        control.found_case(pictures, folder)
        console.say(f"made {shown(str(folder))}/case.toml with period, extent and actors of the pictures; correct "
                        "its title and labels")  # fmt: skip
        return
    lines = control.unfitting(pictures, casefile)
    if lines:
        console.say(f"warning: case.toml does not fit the pictures; write into it: {'; '.join(lines)}")
    if others:
        named = ", ".join(shown(name) for name in sorted(others)[:3]) + (", …" if len(others) > 3 else "")
        console.say(f"note: {counted(len(others), 'picture')} of the case stood there before ({named}); remove what is "
                    "not yours")  # fmt: skip
