"""What is doubtful in a place list that can be read: told and used all the same, for only its owner knows better."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from geo_ghouta.files import shown
from geo_ghouta.measure import distance_km
from geo_ghouta.names import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    Box = tuple[float, float, float, float]

_APART_KM = 2.0
_FAR_KM = 50.0
_WIDE = frozenset({"adm1", "adm2", "region", "line", "country", "unknown"})
"""What stands for so much ground that its point may lie anywhere."""
_FAMED = frozenset({"capital", "city"})
"""Kinds of places that reports name from afar: where talks are held, who says something."""


def doubts(
    rows: Sequence[tuple[str, dict[str, Any]]], where: str, area: Box | None = None, *, own: bool = False
) -> list[dict[str, Any]]:
    """Find rows that look like slips: one place at two spots, exchanged coordinates, a spot far off the case.

    Parameters
    ----------
    rows : sequence of (str, dict)
        Where each row stands in the list, and what was read of it (``name``, ``kind``, ``admin``, ``geo_precision``,
        ``geometry``).
    where : str
        Name of the list.
    area : box, optional
        Where the case's places lie: west, south, east, north.
    own : bool
        Whether it is the case's own list. Another list may well be of more land, which is told as a note.

    Returns
    -------
    list of dict
        Rows of REJECTED with severity "warning" or "note".

    Examples
    --------
    >>> from shapely import Point
    >>> row = {"name": "Old Mill", "kind": "village", "admin": None, "geo_precision": "town", "geometry": Point(33, 40)}
    >>> [d["problem"] for d in doubts([("line 2", row)], "places.csv", (39, 32, 42, 34))]
    ['lies in the case only with lon and lat exchanged; used as written']
    """
    return [*_twice(rows, where), *(_misplaced(rows, where, area, own=own) if area is not None else [])]


def _twice(rows: Sequence[tuple[str, dict[str, Any]]], where: str) -> list[dict[str, Any]]:
    like: dict[tuple[str, str, str], list[tuple[str, dict[str, Any]]]] = collections.defaultdict(list)
    for number, row in rows:
        # Another kind or another district tells two places of one name apart.
        like[plain(row["name"]), row["kind"], plain(row["admin"] or "")].append((number, row))
    told = []
    for (first, kept), *others in like.values():
        for number, row in others:
            apart = float(_km(kept["geometry"], row["geometry"]))
            if apart > _APART_KM:
                told.append(
                    {
                        "path": where,
                        "row": f"{number} ({shown(row['name'], 40)}, {apart:,.0f} km from {first})",
                        "problem": "the same name, kind and admin as another place, more than 2 km away",
                        "expected": "one row a place, or admin of each",
                        "hint": "delete the wrong one, or write in column admin what tells them apart",
                        "severity": "warning",
                    }
                )
    return told


def _misplaced(rows: Sequence[tuple[str, dict[str, Any]]], where: str, area: Box, *, own: bool) -> list[dict[str, Any]]:
    west, south, east, north = area
    box = f"west {west:g}, south {south:g}, east {east:g}, north {north:g}"
    told = []
    for number, row in rows:
        lon, lat = row["geometry"].x, row["geometry"].y
        if row["geo_precision"] in _WIDE or row["kind"] == "capital" or (west <= lon <= east and south <= lat <= north):
            continue
        common = {"path": where, "found": f"lon {lon:g}, lat {lat:g}", "expected": box}
        if west <= lat <= east and south <= lon <= north:
            told.append(
                {
                    **common,
                    "row": f"{number} ({shown(row['name'], 40)})",
                    "problem": "lies in the case only with lon and lat exchanged; used as written",
                    "hint": "exchange the two if they are",
                    "severity": "warning",
                }
            )
            continue
        off = float(distance_km(lon, lat, min(max(lon, west), east), min(max(lat, south), north))[0])
        across = float(distance_km(west, south, east, north)[0])
        if off > max(_FAR_KM, across) and row["kind"] not in _FAMED:
            told.append(
                {
                    **common,
                    "row": f"{number} ({shown(row['name'], 40)}, {off:,.0f} km off)",
                    "problem": "lies far outside the case's area",
                    "hint": "correct its coordinates, or widen 'area' in case.toml",
                    "severity": "warning" if own else "note",
                }
            )
    return told


def _km(one: Any, other: Any) -> float:
    return float(distance_km(one.x, one.y, other.x, other.y)[0])
