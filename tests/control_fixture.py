"""A small clean series of control pictures, made up: eight days, two holders side by side, a second pocket apart."""

from __future__ import annotations

import copy
import datetime as dt
import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from geo_ghouta import control
from geo_ghouta.schema import GAZETTEER, Actor, Campaign, CaseFile, Pictures

DAYS = [f"2018-03-0{n}" for n in range(1, 9)]
EXTENT = (36.2, 33.4, 36.7, 33.7)


def casefile(**more: Any) -> CaseFile:
    """Make a case of three actors and one campaign."""
    actors = (
        Actor("north_group", "North Group", aliases=("Northerners",)),
        Actor("south_group", "South Group", aliases=("Southerners",)),
        Actor("government", "Government forces", kind="government", aliases=("the army", "government forces")),
    )
    campaigns = (Campaign("spring", "Spring", dt.date(2018, 3, 1), dt.date(2018, 4, 30)),)
    given: dict[str, Any] = {
        "ground": "government",
        "actors": actors,
        "campaigns": campaigns,
        "until": dt.date(2018, 5, 1),
    }
    given.update(more)
    return CaseFile("Made up", dt.date(2018, 3, 1), dt.date(2018, 4, 30), EXTENT, EXTENT, **given)


def ring(west: float, south: float, east: float, north: float) -> list[list[float]]:
    """Closed counter-clockwise ring of a box."""
    corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return [[round(x, 6), round(y, 6)] for x, y in corners]


def box(*bounds: float) -> dict[str, Any]:
    """Polygon of a box."""
    return {"type": "Polygon", "coordinates": [ring(*bounds)]}


def feature(feature_id: str, holder: str, geometry: Any, **more: Any) -> dict[str, Any]:
    """One area with all its properties."""
    properties = {
        "name": feature_id.title(),
        "holder": holder,
        "status": "assessed",
        "besieged": True,
        "source": "made up",
        "drawn_by": "the tests",
        "precision_m": 200,
    }
    properties.update(more)
    return {"type": "Feature", "id": feature_id, "properties": properties, "geometry": geometry}


def series() -> dict[str, dict[str, Any]]:
    """Files of the clean series by name: the eastern edge of the south goes back a little every day."""
    out = {}
    for number, day in enumerate(DAYS):
        east = 36.45 - 0.002 * number
        out[f"{day}.geojson"] = {
            "type": "FeatureCollection",
            "date": day,
            "features": [
                feature("north", "north_group", box(36.30, 33.55, 36.44, 33.60)),
                feature("south", "south_group", box(36.30, 33.50, east, 33.55)),
                feature("far", "north_group", box(36.50, 33.58, 36.54, 33.61)),
            ],
        }
    return copy.deepcopy(out)


def write(folder: Path, files: dict[str, Any]) -> Path:
    """Write files; text and bytes as they are, everything else as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        raw = data if isinstance(data, bytes) else data.encode() if isinstance(data, str) else json.dumps(data).encode()
        (folder / name).write_bytes(raw)
    return folder


def places() -> gpd.GeoDataFrame:
    """Make five towns: two in the north, one in the south, one in the far pocket, one outside."""
    spots = {
        "Alder": ("city", 36.33, 33.575), "Birch": ("town", 36.41, 33.58), "Cedar": ("town", 36.34, 33.52),
        "Elm": ("village", 36.52, 33.595), "Fir": ("town", 36.60, 33.45),
    }  # fmt: skip
    rows = [
        {
            "place_id": f"t/{name.lower()}", "name": name, "kind": kind, "geo_precision": "town", "uncertainty_m": 100.0,
            "gazetteer": "t", "geometry": shapely.Point(x, y),
        }
        for name, (kind, x, y) in spots.items()
    ]  # fmt: skip
    return GAZETTEER.table(rows)


def read(folder: Path, files: dict[str, Any] | None = None, case: CaseFile | None = None) -> tuple[Pictures, Any]:
    """Write a series (the clean one by default) and read it."""
    return control.read_pictures(write(folder / "control", series() if files is None else files), case or casefile())
