"""Make a case of imported pictures: its ``case.toml``, and what an old one would have to say to fit them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from geo_ghouta.control.faults import listed
from geo_ghouta.files import dump_json, make_folder, write_text
from geo_ghouta.measure import bounds_of

if TYPE_CHECKING:
    from pathlib import Path

    from geo_ghouta.schema import CaseFile, Pictures

_MARGIN = 0.05
"""Of the pictures' width and height, left free round them."""


def found_case(pictures: Pictures, folder: Path) -> Path:
    """Write a ``case.toml`` that fits the pictures of an import, so that the folder is a case at once.

    Title from the folder's name, period and extent from the pictures, an actor for every holder: labels, colours and
    campaigns are the user's to add.

    Returns
    -------
    pathlib.Path
        The file written.

    Raises
    ------
    OutputError
        If it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> dates = PICTURES.table([{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}])
    >>> with tempfile.TemporaryDirectory() as home:
    ...     found_case(Pictures(dates, CONTROL.empty()), pathlib.Path(home, "my_case")).read_text().splitlines()[1]
    'title = "my case"'
    """
    make_folder(folder)
    start, end = _period(pictures)
    title = folder.resolve().name.replace("_", " ").replace("-", " ") or "imported control pictures"
    lines = [
        "# Made from imported layers. Correct the title and the actors' labels; layers/README.md tells every word.",
        f"title = {dump_json(title)}",
        f"start = {start}                      # first and last day of the period",
        f"end = {end}",
        f"extent = {_box(pictures)}   # the pictures lie in here: west, south, east, north in degrees",
        'country = ""                            # two letters, for example "SY": names are looked for there first',
    ]
    for holder in _holders(pictures):
        label = holder.replace("_", " ").capitalize()
        lines += ["", "[[actors]]", f"id = {dump_json(holder)}", f"label = {dump_json(label)}"]
    return write_text(folder / "case.toml", "\n".join(lines) + "\n")


def _period(pictures: Pictures) -> tuple[str, str]:
    days = pictures.dates["picture_date"]
    return f"{days.min():%Y-%m-%d}", f"{days.max():%Y-%m-%d}"


def _holders(pictures: Pictures) -> list[str]:
    return sorted(set(pictures.areas["holder"].astype("str")) - {"unknown"})


def _box(pictures: Pictures) -> list[float]:
    west, south, east, north = bounds_of(pictures.areas.geometry) or (-180.0, -90.0, 180.0, 90.0)
    wide, high = max(_MARGIN * (east - west), 0.01), max(_MARGIN * (north - south), 0.01)
    return [
        max(-180.0, math.floor(100 * (west - wide)) / 100),
        max(-90.0, math.floor(100 * (south - high)) / 100),
        min(180.0, math.ceil(100 * (east + wide)) / 100),
        min(90.0, math.ceil(100 * (north + high)) / 100),
    ]


def unfitting(pictures: Pictures, casefile: CaseFile) -> list[str]:
    """List what a case's ``case.toml`` would have to say for these pictures to fit it: lines to write into it.

    Examples
    --------
    >>> import datetime as dt
    >>> from geo_ghouta.schema import CONTROL, PICTURES, CaseFile, Pictures
    >>> case = CaseFile("t", dt.date(2018, 1, 1), dt.date(2018, 4, 1), (36, 33, 37, 34), (36, 33, 37, 34))
    >>> dates = PICTURES.table([{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}])
    >>> unfitting(Pictures(dates, CONTROL.empty()), case)
    ['end = 2018-04-14']
    """
    if not len(pictures.dates):
        return []
    lines = []
    start, end = _period(pictures)
    if pd.Timestamp(start) < pd.Timestamp(casefile.start):
        lines.append(f"start = {start}")
    if pd.Timestamp(end) > pd.Timestamp(casefile.end):
        lines.append(f"end = {end}")
    bounds = bounds_of(pictures.areas.geometry)
    if bounds is not None:
        west, south, east, north = casefile.extent
        if bounds[0] < west or bounds[1] < south or bounds[2] > east or bounds[3] > north:
            lines.append(f"extent = {_box(pictures)}")
    new = [holder for holder in _holders(pictures) if casefile.actor(holder) is None]
    if new:
        lines.append(f"[[actors]] with id {listed([dump_json(holder) for holder in new])} and a label each")
    return lines
