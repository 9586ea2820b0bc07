"""GeoJSON by RFC 7946, sequences of it, and JSON lines; written by ourselves, read back strictly.

Foreign members, all of them: at the collection ``name`` (layer), ``case`` (title of the case), ``generator`` and
``bbox``; at the feature ``time`` of OGC JSON-FG (``{"date": …}`` for one day, ``{"interval": [first, last]}`` with
the last day included, ``".."`` for an open end). ``id`` is the contract's key. Properties are the contract's columns
as written there (spans half-open), plus the flat first and last day included.
"""

from __future__ import annotations

import datetime as dt
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from geo_ghouta.errors import FormatError
from geo_ghouta.exports.catalog import Layer
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.exports.shapes import bbox_of
from geo_ghouta.files import dump_json, parse_json, shown

RECORD_MARK = "\x1e"
_DAY_KEYS = ("date", "timestamp")


def generator() -> str:
    """Name and version of the tool, for what it writes."""
    try:
        return f"geo-ghouta {version('geo-ghouta')}"
    except PackageNotFoundError:
        return "geo-ghouta"


def geojson(made: Prepared, case: str = "") -> str:
    """Write a layer as one FeatureCollection, one feature a line."""
    head: dict[str, Any] = {"type": "FeatureCollection", "name": made.layer.name}
    if case:
        head["case"] = case
    head["generator"] = generator()
    box = bbox_of(made.shapes)
    if box is not None:
        head["bbox"] = box
    lines = ",\n".join(dump_json(f) for f in features(made))
    return dump_json(head)[:-1] + ',"features":[' + (f"\n{lines}\n" if lines else "") + "]}\n"


def geojson_lines(made: Prepared, *, marked: bool = False) -> str:
    """Write one feature a line; with the record mark of RFC 8142 before each if ``marked``.

    Without ``time``: GDAL 3.12 takes such a sequence for a single JSON-FG feature and reads its first line only.
    """
    mark = RECORD_MARK if marked else ""
    return "".join(f"{mark}{dump_json(f)}\n" for f in features(made, timed=False))


def features(made: Prepared, *, timed: bool = True) -> list[dict[str, Any]]:
    """Build the features as dictionaries."""
    layer, names = made.layer, made.names
    out = []
    for key, row, shape, span in zip(made.ids(), made.rows, made.shapes, made.spans(), strict=True):
        feature: dict[str, Any] = {"type": "Feature", "id": key}
        if timed and layer.first and span[0] is not None:
            feature["time"] = time_of(*span)
        feature["geometry"] = geometry_of(shape)
        feature["properties"] = properties_of(made, names, row, span)
        out.append(feature)
    return out


def properties_of(
    made: Prepared, names: list[str], row: list[Any], span: tuple[dt.date | None, dt.date | None]
) -> dict[str, Any]:
    """Give the columns of a row as JSON values, with the flat days."""
    values = {n: v.isoformat() if isinstance(v, dt.date) else v for n, v in zip(names, row, strict=True)}
    if made.layer.first:
        for name, day in zip((made.layer.start, made.layer.end), span, strict=True):
            values[name] = None if day is None else day.isoformat()
    return values


def time_of(first: dt.date | None, last: dt.date | None) -> dict[str, Any]:
    """JSON-FG's ``time``: a date, or an interval whose last day is included.

    Examples
    --------
    >>> import datetime
    >>> time_of(datetime.date(2018, 3, 18), None)
    {'interval': ['2018-03-18', '..']}
    """
    if first is not None and first == last:
        return {"date": first.isoformat()}
    return {"interval": [".." if d is None else d.isoformat() for d in (first, last)]}


def geometry_of(shape: BaseGeometry | None) -> dict[str, Any] | None:
    """GeoJSON geometry with plain numbers."""
    if shape is None:
        return None
    if shape.geom_type == "GeometryCollection":
        return {"type": shape.geom_type, "geometries": [geometry_of(part) for part in shapely.get_parts(shape)]}
    return {"type": shape.geom_type, "coordinates": _nested(shape)}


def _nested(shape: BaseGeometry) -> Any:
    if shape.geom_type == "Point":
        return shapely.get_coordinates(shape).tolist()[0]
    if shape.geom_type in {"LineString", "LinearRing"}:
        return shapely.get_coordinates(shape).tolist()
    if shape.geom_type == "Polygon":
        return [_nested(ring) for ring in (shape.exterior, *shape.interiors)]  # type: ignore[attr-defined]
    return [_nested(part) for part in shapely.get_parts(shape)]


def read_geojson(text: str, where: str, layer: Layer) -> Any:
    """Read a collection that we wrote, strictly.

    Raises
    ------
    FormatError
        If it is no FeatureCollection, or a feature is none.
    """
    data = parse_json(text, where)
    if (
        not isinstance(data, dict)
        or data.get("type") != "FeatureCollection"
        or not isinstance(data.get("features"), list)
    ):
        message = f"{where}: no FeatureCollection; expected a layer as geo-ghouta writes it"
        raise FormatError(message)
    return from_features(data["features"], where, layer)


def read_geojson_lines(text: str, where: str, layer: Layer) -> Any:
    """Read one feature a line, with or without record marks."""
    found = [
        parse_json(line.lstrip(RECORD_MARK), f"{where}, line {number}")
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]
    return from_features(found, where, layer)


def from_features(found: list[Any], where: str, layer: Layer) -> Any:
    """Build the layer's table from features."""
    rows, shapes = [], []
    for number, feature in enumerate(found, 1):
        if not isinstance(feature, dict) or not isinstance(feature.get("properties"), dict):
            message = f"{where}: feature {number} is no GeoJSON feature with properties"
            raise FormatError(message)
        rows.append(feature["properties"])
        shapes.append(shape_of(feature.get("geometry"), f"{where}: feature {number}"))
    return finish(layer, columns_of(rows), shapes)


def columns_of(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows to columns, in order of first appearance."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}


def shape_of(geometry: Any, where: str) -> BaseGeometry | None:
    """Build a shape from a GeoJSON geometry; coordinates must be numbers.

    Raises
    ------
    FormatError
        Naming the feature.

    Examples
    --------
    >>> shape_of({"type": "Point", "coordinates": ["36.3", "33.5"]}, "feature 1")
    Traceback (most recent call last):
    geo_ghouta.errors.FormatError: feature 1: coordinate '36.3' is text; write it as a number
    """
    if geometry is None:
        return None
    try:
        if geometry["type"] == "GeometryCollection":
            return shapely.GeometryCollection([shape_of(g, where) for g in geometry["geometries"]])
        _only_numbers(geometry["coordinates"], where)
        shape: BaseGeometry = shapely.geometry.shape(geometry)
    except FormatError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, shapely.errors.ShapelyError) as error:
        message = f"{where}: geometry that cannot be read ({shown(str(error), 60)}); mend or re-export the file"
        raise FormatError(message) from error
    return shape


def _only_numbers(value: Any, where: str) -> None:
    if isinstance(value, list):
        for item in value:
            _only_numbers(item, where)
    elif isinstance(value, str):
        message = f"{where}: coordinate {shown(value, 20)!r} is text; write it as a number"
        raise FormatError(message)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        message = f"{where}: coordinate {value!r} is no number"
        raise FormatError(message)
