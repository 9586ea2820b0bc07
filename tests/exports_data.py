"""Tables made for tests of the outlets: one or more rows of every layer, with everything that has gone wrong before."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import shapely

from geo_ghouta.exports import LAYERS
from geo_ghouta.schema import Actor

HOSTILE = (
    '=HYPERLINK("http://x.invalid","a")', "  @SUM(A1:A9)", "\t=2+2", "-5.25", "'=1", "'quoted'", "007", "2018-02-30",
    "حرستا", "A\u202eB\u2066C\u200bD", 'He said "no", then\nleft;', "a\r\nb", "<b>&amp;</b>]]>", "😀", " lead", "trail ",
    "null", "nan", "true", "+963011", "${x} `y` \\1", "\u2028", "NA", "ﷺ",
)  # fmt: skip
"""Text that must come back as it went."""

DAYS = ("1969-12-31", "1900-02-28", "2016-02-29", "2018-03-22", "2018-03-25", "1966-06-05", None)
AREA = shapely.box(36.30, 33.50, 36.40, 33.58)
AREAS = shapely.MultiPolygon(
    [
        shapely.Polygon(
            [(36.1, 33.1), (36.1, 33.2), (36.2, 33.2), (36.2, 33.1)],
            [[(36.14, 33.14), (36.16, 33.14), (36.16, 33.16), (36.14, 33.16)]],
        ),
        shapely.box(36.21, 33.1, 36.25, 33.123456789),
    ]
)
SHAPES: dict[str, list[Any]] = {
    "Polygon": [AREA, AREAS, shapely.box(36.40, 33.50, 36.45, 33.58)],
    "Point": [shapely.Point(36.365, 33.5586), shapely.Point(-70.1234567, -33.4)],
    "LineString": [shapely.LineString([(36.36, 33.56), (36.5, 34.5), (36.63, 35.93)])],
    "MultiLineString": [shapely.MultiLineString([[(36.36, 33.56), (36.5, 34.5)], [(36.6, 35), (36.7, 35.5)]])],
}
ACTORS = (
    Actor("group_a", "Group A", "مجموعة أ", colour="#AD7629"),
    Actor("group_b", "Group <B> & sons", colour="#2F6F8F"),
    Actor("group_c", "Group C"),
)


def value_of(column: Any, row: int) -> Any:
    """A value that the column allows; every second one that may be missing is missing."""
    if column.allowed:
        return column.allowed[row % len(column.allowed)]
    if not column.required and (row + len(column.name)) % 3 == 0:
        return None
    if column.kind == "day":
        day = DAYS[(row + len(column.name)) % len(DAYS)]
        return day if day or not column.required else "2016-02-29"
    if column.kind == "int":
        return row * 7
    if column.kind == "float":
        return (0.1 + row, float(10 ** (row % 12)), 1 / 3, -0.0, 1e-9)[row % 5]
    if column.kind == "bool":
        return row % 2 == 0
    if column.name in {"holder", "holders", "holder_after"}:
        return ("group_a", "group_b|group_a", "group_z")[row % 3]
    return HOSTILE[(row * 5 + len(column.name)) % len(HOSTILE)]


def table_of(name: str, rows: int = 7) -> Any:
    """A table of a layer."""
    contract = LAYERS[name].contract
    made = []
    for number in range(rows):
        row = {c.name: value_of(c, number) for c in contract.columns}
        row[contract.key] = f"{HOSTILE[number % len(HOSTILE)]}#{number:03}"
        if contract.geometry:
            kinds = [k for k in contract.geometry if k in SHAPES]
            shapes = SHAPES[kinds[number % len(kinds)]]
            row["geometry"] = shapes[number % len(shapes)]
            if not contract.geometry_required and number % 3 == 2:
                row["geometry"] = None
        made.append(row)
    return contract.table(made)


def content_of(path: Path) -> Any:
    """Bytes of a file; of a GeoPackage the rows of its tables, since SQLite counts its own changes in the header."""
    if path.suffix != ".gpkg":
        return path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as base:
        names = [n for (n,) in base.execute("select name from sqlite_master where type = 'table' order by name")]
        return {n: base.execute(f'select * from "{n}" order by 1').fetchall() for n in names}
