"""Legs of routes and claims of departures for tests, with names that are made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from geo_ghouta import routes

WAY = [[36.35, 33.57], [36.42, 33.57], [36.48, 33.6], [36.52, 33.6], [36.6, 33.65]]


def leg(number: int = 1, line: Any = None, **more: Any) -> dict[str, Any]:
    properties = {
        "route_id": "r", "leg": number, "from_place": "Alder", "to_place": "Elm", "valid_from": "2018-03-02",
        "valid_to": "2018-03-06", "evidence": "stated", "origins": "Alder|Birch", "schematic": False,
    }  # fmt: skip
    properties.update(more)
    return {"type": "Feature", "properties": properties, "geometry": {"type": "LineString", "coordinates": line or WAY}}


def read_legs(folder: Path, *features: Any) -> tuple[Any, pd.DataFrame]:
    path = folder / "routes.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)}))
    return routes.read_routes(path)


def claim(claim_id: str = "c", **more: Any) -> dict[str, Any]:
    row = {
        "claim_id": claim_id, "report_id": "r1", "start": 0, "end": 9, "kind": "departure", "value": 1500, "low": 1500, "high": 1500,
        "unit": "people", "scope": "event", "modality": "happened", "origin": "Alder", "place_basis": "stated",
        "date_from": "2018-03-04", "date_to": "2018-03-05", "date_basis": "stated", "date_precision": "day",
    }  # fmt: skip
    return {**row, **more}
