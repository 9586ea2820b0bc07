"""Read the legs of routes, each with its own evidence."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.errors import FormatError
from geo_ghouta.files import read_json, shown
from geo_ghouta.measure import length_km
from geo_ghouta.schema import REJECTED, ROUTES
from geo_ghouta.schema.vocabulary import EVIDENCE

if TYPE_CHECKING:
    import os

    import geopandas as gpd
    import pandas as pd

_TEXT = ("route_name", "from_place", "to_place", "origins", "source", "note")
_NEEDED = ("route_id", "leg", "from_place", "to_place", "valid_from", "valid_to", "evidence")
JOINT_M = 1000.0
"""Metres between the end of one leg and the start of the next that are told as a gap."""


def read_routes(path: str | os.PathLike[str]) -> tuple[gpd.GeoDataFrame, pd.DataFrame]:
    """Read the legs of routes from a GeoJSON file of lines in EPSG:4326.

    Each feature is one leg, with the properties ``route_id``, ``leg`` (1, 2, ...), ``from_place``, ``to_place``,
    ``valid_from`` and ``valid_to`` (the day after the last), ``evidence`` (stated, inferred, unknown), and at will
    ``route_name``, ``origins`` (places, ``|`` between), ``source``, ``note``, ``schematic``. A leg that is not stated
    is schematic whatever the file says.

    Parameters
    ----------
    path : path

    Returns
    -------
    tuple of geopandas.GeoDataFrame and pandas.DataFrame
        ROUTES, in the order of route and leg with ``length_km``, and REJECTED.

    Raises
    ------
    FormatError
        If the file as a whole is no collection of features.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> leg = {"type": "Feature", "properties": {"route_id": "r", "leg": 1, "from_place": "A", "to_place": "B",
    ...        "valid_from": "2018-03-22", "valid_to": "2018-03-24", "evidence": "stated"},
    ...        "geometry": {"type": "LineString", "coordinates": [[36.0, 33.5], [36.1, 33.5]]}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "routes.geojson")
    ...     _ = path.write_text(json.dumps({"type": "FeatureCollection", "features": [leg]}))
    ...     legs, rejected = read_routes(path)
    >>> legs["length_km"].round(2).tolist(), len(rejected)
    ([9.29], 0)
    """
    data = read_json(path)
    where = shown(str(path).replace("\\", "/").rsplit("/", 1)[-1])
    if not isinstance(data, dict) or not isinstance(data.get("features"), list):
        message = f"{where}: no GeoJSON FeatureCollection; export the routes as one"
        raise FormatError(message)
    faults: list[dict[str, Any]] = []
    rows = []
    for number, feature in enumerate(data["features"], 1):
        row = _leg(feature, f"feature {number}", where, faults)
        if row is not None:
            rows.append(row)
    rows.sort(key=lambda row: (row["route_id"], row["leg"]))
    kept: list[dict[str, Any]] = []
    for row in rows:
        last = kept[-1] if kept else None
        if last is not None and last["leg_id"] == row["leg_id"]:
            _fault(
                faults,
                "error",
                where,
                row["leg_id"],
                "this leg stands twice; the second is left out",
                row["leg"],
                "one",
                "number the legs 1, 2, ...",
            )
            continue
        if last is not None and last["route_id"] == row["route_id"]:
            _check_joint(last, row, where, faults)
        kept.append(row)
    table: gpd.GeoDataFrame = ROUTES.table(kept)
    return table, REJECTED.table(faults)


def _fault(
    faults: list[dict[str, Any]],
    severity: str,
    where: str,
    row: str,
    problem: str,
    found: object,
    expected: str,
    hint: str,
) -> None:
    told = None if found is None else shown(str(found), 80)
    faults.append(
        {
            "path": where,
            "row": row,
            "problem": problem,
            "found": told,
            "expected": expected,
            "hint": hint,
            "severity": severity,
        }
    )


def _leg(feature: Any, name: str, where: str, faults: list[dict[str, Any]]) -> dict[str, Any] | None:
    def bad(problem: str, found: object, expected: str, hint: str = "mend it; the leg is left out") -> None:
        _fault(faults, "error", where, name, problem, found, expected, hint)

    properties = feature.get("properties") if isinstance(feature, dict) else None
    if not isinstance(properties, dict):
        bad("no feature with properties", feature, "a GeoJSON Feature")
        return None
    missing = [key for key in _NEEDED if properties.get(key) in (None, "")]
    if missing:
        bad(f"no {', '.join(missing)}", None, "these properties")
        return None
    leg, evidence = properties["leg"], properties["evidence"]
    if isinstance(leg, bool) or not isinstance(leg, int) or leg < 1:
        bad("leg is no number of a leg", leg, "1, 2, ...")
        return None
    if not isinstance(evidence, str) or evidence not in EVIDENCE:
        bad("evidence is none that we know", evidence, ", ".join(EVIDENCE))
        return None
    start, end = _day(properties["valid_from"]), _day(properties["valid_to"])
    if start is None or end is None or end <= start:
        bad(
            "valid_from and valid_to are no span of days",
            f"{properties['valid_from']} to {properties['valid_to']}",
            "two days like 2018-03-22, valid_to the day after the last",
        )
        return None
    line = _line(feature.get("geometry"), bad)
    if line is None:
        return None
    schematic = properties.get("schematic")
    text = {key: _text(properties[key]) for key in _TEXT if properties.get(key) not in (None, "", [])}
    route_id = _text(properties["route_id"])
    return {
        **text,
        "leg_id": f"{route_id}/{leg}",
        "route_id": route_id,
        "leg": leg,
        "valid_from": start,
        "valid_to": end,
        "evidence": evidence,
        "length_km": length_km(line),
        "schematic": bool(schematic) or evidence != "stated",
        "geometry": line,
    }


def _text(value: Any) -> str:
    # A list of names is written with | between; half a character (a lone surrogate) cannot be kept.
    told = "|".join(map(str, value)) if isinstance(value, list) else str(value)
    return told.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _day(value: Any) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        return None


def _line(geometry: Any, bad: Any) -> Any:
    parts = geometry.get("coordinates") if isinstance(geometry, dict) else None
    if isinstance(parts, list) and len(parts) == 1 and geometry.get("type") == "MultiLineString":
        geometry = {"type": "LineString", "coordinates": parts[0]}  # so desktop map programs write every line
    if not isinstance(geometry, dict) or geometry.get("type") != "LineString":
        bad("no LineString", geometry.get("type") if isinstance(geometry, dict) else geometry, "one line a leg")
        return None
    try:
        xy = np.array([position[:2] for position in geometry["coordinates"]], dtype=np.float64)
    except (KeyError, TypeError, ValueError):
        bad(
            "coordinates are no list of positions", str(geometry.get("coordinates"))[:60], "[longitude, latitude] pairs"
        )
        return None
    if not np.isfinite(xy).all():
        bad("a position that is not two numbers", str(geometry["coordinates"])[:60], "[longitude, latitude] pairs")
        return None
    if xy.ndim != 2 or len(np.unique(xy, axis=0)) < 2:
        bad("a line of fewer than two different positions", len(xy), "two or more")
        return None
    if np.abs(xy[:, 1]).max() > 90 or np.abs(xy[:, 0]).max() > 180:
        bad(
            "positions that are no longitude and latitude",
            f"{xy[0].tolist()}",
            "degrees, longitude first",
            "are the axes swapped, or the numbers in another coordinate system?",
        )
        return None
    return shapely.LineString(xy)


def _check_joint(last: dict[str, Any], row: dict[str, Any], where: str, faults: list[dict[str, Any]]) -> None:
    gap = 1e3 * length_km(shapely.LineString([last["geometry"].coords[-1], row["geometry"].coords[0]]))
    if row["leg"] != last["leg"] + 1:
        _fault(
            faults,
            "warning",
            where,
            row["leg_id"],
            f"leg {last['leg'] + 1} is missing before it",
            row["leg"],
            str(last["leg"] + 1),
            "number the legs without a gap",
        )
    elif gap > JOINT_M:
        _fault(
            faults,
            "warning",
            where,
            row["leg_id"],
            f"starts {gap / 1e3:,.1f} km from where the leg before it ends",
            f"{gap:.0f} m",
            "the same place",
            "draw the legs end to end; does a line run backwards?",
        )
