"""What stands round a collection: wrapping objects, bare lists, foreign formats, a stated CRS."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import FormatError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from geo_ghouta.control.faults import Faults

_CRS = re.compile(r"(?:urn:ogc:def:crs:)?([A-Za-z]+):(?:[\d.]*:)?([A-Za-z0-9]+)")


def unwrap(data: Any, where: str, faults: Faults) -> tuple[dict[str, Any], list[Any]]:
    """Find the members and the features of a collection, whatever stands round it.

    Raises
    ------
    FormatError
        If it is none.
    """
    for _ in range(3):
        if not isinstance(data, dict) or data.get("type") is not None or len(data) != 1:
            break
        # An answer of a web service: the collection is the only member of a wrapping object.
        key, data = next(iter(data.items()))
        faults.add("wrapped", "note", where, None, f"the collection was wrapped in {shown(key)!r}; unwrapped")
    if isinstance(data, list) and data:  # an empty list says nothing, least of all that nobody holds anything
        faults.add("bare_list", "note", where, None, "a bare list of features; read as a collection")
        data = {"type": "FeatureCollection", "features": data}
    kind = kind_of(data)
    if kind == "FeatureCollection" and isinstance(data.get("features"), list):
        return {k: v for k, v in data.items() if k not in {"features", "type"}}, data["features"]
    if kind == "Feature":
        return {}, [data]
    if kind in {"Polygon", "MultiPolygon", "GeometryCollection"}:
        return {}, [{"type": "Feature", "properties": {}, "geometry": data}]
    found = {"Topology": "TopoJSON", "dict": "JSON of another kind"}.get(kind, shown(kind))
    if isinstance(data, dict) and {"geometryType", "spatialReference"} & set(data):
        found = "Esri JSON"
    message = f"{where}: {found}; expected a GeoJSON FeatureCollection, so export it as that"
    raise FormatError(message)


def kind_of(value: Any) -> str:
    """Type that an object says it is; for what says none, the kind of JSON it is.

    Examples
    --------
    >>> kind_of({"type": "Feature"}), kind_of({"type": []}), kind_of([])
    ('Feature', 'dict', 'list')
    """
    said = value.get("type") if isinstance(value, dict) else None
    return said if isinstance(said, str) else type(value).__name__


def stated_crs(member: Any, where: str) -> str | None:
    """Read the obsolete member ``crs``: a name like ``EPSG:32637``, or None.

    Raises
    ------
    FormatError
        If it names nothing that we know.

    Examples
    --------
    >>> stated_crs({"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32637"}}, "x")
    'EPSG:32637'
    """
    if member is None:
        return None
    properties = member.get("properties") if isinstance(member, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else member
    match = _CRS.fullmatch(name.strip()) if isinstance(name, str) else None
    if match is None:
        message = f"{where}: crs {shown(str(name))!r} is no name that we know; reproject the layer to EPSG:4326"
        raise FormatError(message)
    return f"{match.group(1).upper()}:{match.group(2)}"
