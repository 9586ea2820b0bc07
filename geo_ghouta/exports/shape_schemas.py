"""A JSON Schema of each layer's GeoJSON, made from the contracts; the same lies in the package as files.

``python -m geo_ghouta.exports.shape_schemas`` writes the files again after a change of a contract.
"""

from __future__ import annotations

import importlib.resources
from pathlib import Path
from typing import Any

from geo_ghouta.exports.catalog import LAYERS, Layer, layer_of
from geo_ghouta.files import dump_json, parse_json, write_text
from geo_ghouta.schema import Column

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "schemas"
_DAY = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$", "format": "date"}
_TYPES: dict[str, dict[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "day": _DAY,
    "object": {"type": "string"},
}
_POSITION = {
    "type": "array",
    "prefixItems": [
        {"type": "number", "minimum": -180, "maximum": 180},
        {"type": "number", "minimum": -90, "maximum": 90},
    ],
    "minItems": 2,
    "maxItems": 2,
}


def _list(items: dict[str, Any], least: int = 1) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least}


_RING = _list(_POSITION, 4)
_COORDINATES = {
    "Point": _POSITION,
    "MultiPoint": _list(_POSITION),
    "LineString": _list(_POSITION, 2),
    "MultiLineString": _list(_list(_POSITION, 2)),
    "Polygon": _list(_RING),
    "MultiPolygon": _list(_list(_RING)),
}


def json_schema(name: str) -> dict[str, Any]:
    """Build the JSON Schema (draft 2020-12) of a layer as GeoJSON.

    Parameters
    ----------
    name : str
        Layer.

    Returns
    -------
    dict

    Raises
    ------
    UsageError
        For a name that is no layer.

    Examples
    --------
    >>> schema = json_schema("control")
    >>> schema["properties"]["name"]
    {'const': 'control'}
    """
    layer = layer_of(name)
    contract = layer.contract
    properties = {column.name: _value(column) for column in contract.columns}
    for day in (layer.start, layer.end) if layer.first else ():
        kind = "first" if day == layer.start else "last"
        properties[day] = {
            "description": f"{kind} day, the last day included; null where unknown or open",
            "anyOf": [_DAY, {"type": "null"}],
        }
    feature: dict[str, Any] = {
        "type": "object",
        "required": ["type", "id", "geometry", "properties"],
        "properties": {
            "type": {"const": "Feature"},
            "id": {"type": "string"},
            "geometry": _geometry(layer),
            "properties": {"type": "object", "required": list(properties), "properties": properties},
        },
        "additionalProperties": False,
    }
    if layer.first:
        feature["properties"]["time"] = _time()
    return {
        "$schema": DRAFT,
        "title": f"geo-ghouta layer {name}",
        "description": contract.doc,
        "type": "object",
        "required": ["type", "name", "generator", "features"],
        "properties": {
            "type": {"const": "FeatureCollection"},
            "name": {"const": name},
            "case": {"type": "string", "description": "title of the case"},
            "generator": {"type": "string", "pattern": "^geo-ghouta"},
            "bbox": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
            "features": {"type": "array", "items": feature},
        },
        "additionalProperties": False,
    }


def _value(column: Column) -> dict[str, Any]:
    told = column.doc + (f" ({column.unit})" if column.unit and column.unit not in {"1", column.doc} else "")
    kind: dict[str, Any] = {"enum": list(column.allowed)} if column.allowed else dict(_TYPES[column.kind])
    if column.required:
        return {"description": told, **kind}
    return {"description": told, "anyOf": [kind, {"type": "null"}]}


def _geometry(layer: Layer) -> dict[str, Any]:
    allowed = list(layer.contract.geometry) or ["Point"]
    # One area that is cut at 180 degrees becomes several, and one of several parts may be told as one.
    for kind in list(allowed):
        other = f"Multi{kind}" if not kind.startswith("Multi") else kind.removeprefix("Multi")
        if other not in allowed and kind != "Point":
            allowed.append(other)
    options: list[dict[str, Any]] = [
        {
            "type": "object",
            "required": ["type", "coordinates"],
            "properties": {"type": {"const": kind}, "coordinates": _COORDINATES[kind]},
            "additionalProperties": False,
        }
        for kind in allowed
    ]
    if not layer.contract.geometry_required:
        options.append({"type": "null"})
    return {"oneOf": options}


def _time() -> dict[str, Any]:
    ends = {"anyOf": [_DAY, {"const": ".."}]}
    interval = {"type": "array", "prefixItems": [ends, ends], "minItems": 2, "maxItems": 2}
    return {
        "description": "OGC JSON-FG time: a day, or first and last day, both included",
        "oneOf": [
            {"type": "object", "required": ["date"], "properties": {"date": _DAY}, "additionalProperties": False},
            {
                "type": "object",
                "required": ["interval"],
                "properties": {"interval": interval},
                "additionalProperties": False,
            },
        ],
    }


def packaged_schema(name: str) -> dict[str, Any]:
    """Read the JSON Schema of a layer that lies in the package."""
    file = importlib.resources.files("geo_ghouta.exports").joinpath(FOLDER, f"{layer_of(name).name}.schema.json")
    schema: dict[str, Any] = parse_json(file.read_bytes(), f"{name}.schema.json")
    return schema


def write_schemas(folder: Path) -> list[Path]:
    """Write the JSON Schema of every layer into a folder."""
    return [write_text(folder / f"{n}.schema.json", dump_json(json_schema(n), indent=1) + "\n") for n in sorted(LAYERS)]


if __name__ == "__main__":
    write_schemas(Path(__file__).parent / FOLDER)
