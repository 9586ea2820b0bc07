"""What stands round a collection: wrapping objects, bare lists, foreign formats, a stated CRS."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.faults import listed
from geo_ghouta.errors import FormatError, InputError, kind_in_words
from geo_ghouta.files import dump_json, parse_json, shown

if TYPE_CHECKING:
    from geo_ghouta.control.faults import Faults

_CRS = re.compile(r"(?:urn:ogc:def:crs:)?([A-Za-z]+):(?:[\d.]*:)?([A-Za-z0-9]+)")
_CRS_PAGE = re.compile(r"https?://(?:www\.)?opengis\.net/def/crs/([A-Za-z]+)/[\d.]+/([A-Za-z0-9]+)")
_GEOMETRIES = {
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
}  # fmt: skip
_AREAS = {"Polygon", "MultiPolygon", "GeometryCollection"}
_KINDS = {"FeatureCollection", "Feature", *_GEOMETRIES}
LAYER = "layer"
"""Property of features that stood in one of several collections: the name of theirs."""
_DEPTH = 4


def unwrap(data: Any, where: str, faults: Faults) -> tuple[dict[str, Any], list[Any]]:
    """Find the members and the features of a collection, whatever stands round it.

    A collection that is a member of an object, or written as text in it, is taken out; of several all are, and each
    feature tells the member's name in the property ``layer``. Of a list of features or collections all are taken.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> from geo_ghouta.control.faults import Faults
    >>> unwrap({"count": 1, "value": {"type": "FeatureCollection", "features": []}}, "x", Faults())
    ({}, [])
    """
    for _ in range(_DEPTH):
        if not isinstance(data, dict) or data.get("type") is not None or _is_esri(data):
            break
        if data.get("features") and isinstance(data["features"], list):
            faults.add("wrapped", "note", where, None, "says no type; its member 'features' read as a collection's")
            data = {**data, "type": "FeatureCollection"}
            break
        held = {key: found for key, value in data.items() if (found := _collection_in(value, where)) is not None}
        if len(held) > 1:
            return _several(held, sorted(set(data) - set(held)), where, faults)
        nested = held or {key: value for key, value in data.items() if isinstance(value, dict | list)}
        if len(nested) != 1:
            break
        key, data = next(iter(nested.items()))
        faults.add("wrapped", "note", where, None, f"the collection was wrapped in {shown(key)!r}; unwrapped")
    if isinstance(data, list) and data:  # an empty list says nothing, least of all that nobody holds anything
        return _listed(data, where, faults)
    kind = kind_of(data)
    if kind == "FeatureCollection" and isinstance(data.get("features"), list):
        return {k: v for k, v in data.items() if k not in {"features", "type"}}, data["features"]
    if kind == "Feature":
        return _own_crs(data), [data]
    if kind in _AREAS:
        return _own_crs(data), [{"type": "Feature", "properties": {}, "geometry": data}]
    found = {"Topology": "TopoJSON", "an object": "JSON of another kind", "FeatureCollection": "no list of features"}
    name = "Esri JSON" if isinstance(data, dict) and _is_esri(data) else found.get(kind, shown(kind))
    message = f"{where}: {name}; expected a GeoJSON FeatureCollection, so export it as that"
    raise FormatError(message)


def _is_esri(data: dict[str, Any]) -> bool:
    return bool({"geometryType", "spatialReference"} & set(data))


def _own_crs(data: dict[str, Any]) -> dict[str, Any]:
    return {"crs": data["crs"]} if "crs" in data else {}


def _collection_in(value: Any, where: str) -> Any:
    """Collection that a member holds, also as text; None if it holds none."""
    if isinstance(value, str) and value.lstrip()[:1] == "{" and '"type"' in value:
        try:
            value = parse_json(value, where)
        except InputError:
            return None
    return value if isinstance(value, dict) and kind_of(value) in _KINDS else None


def _several(held: dict[str, Any], beside: list[str], where: str, faults: Faults) -> tuple[dict[str, Any], list[Any]]:
    features: list[Any] = []
    crs: list[Any] = []
    for key, data in held.items():
        members, mine = unwrap(data, where, faults)
        crs.append(members.get("crs"))
        for feature in mine:
            if isinstance(feature, dict):
                told = feature.get("properties")
                told = told if isinstance(told, dict) else {}
                feature = {**feature, "properties": {**told, LAYER: told.get(LAYER, key)}}
            features.append(feature)
    text = f"{len(held)} collections in it, all read; each feature has its own's name in the property {LAYER!r}"
    more = f"; not read: {listed(beside)}" if beside else ""
    faults.add("wrapped", "note", where, None, text + more, found=listed(list(held)))
    return _one_crs(crs, where), features


def _listed(data: list[Any], where: str, faults: Faults) -> tuple[dict[str, Any], list[Any]]:
    features: list[Any] = []
    crs: list[Any] = []
    whole = 0
    for item in data:
        kind = kind_of(item)
        if kind in _GEOMETRIES - _AREAS:
            features.append({"type": "Feature", "properties": {}, "geometry": item})
        elif kind in _KINDS and kind != "Feature":
            members, mine = unwrap(item, where, faults)
            whole += kind == "FeatureCollection"
            crs.append(members.get("crs"))
            features += mine
        else:
            crs.append(item.get("crs") if kind == "Feature" else None)
            features.append(item)
    text = (
        f"a bare list of {whole} collections; read as one" if whole else "a bare list of features; read as a collection"
    )
    faults.add("bare_list", "note", where, None, text)
    return _one_crs(crs, where), features


def _one_crs(told: list[Any], where: str) -> dict[str, Any]:
    names = {dump_json(crs) for crs in told}
    if len(names) > 1:
        message = f"{where}: its collections state different coordinate systems; give each in a file of its own"
        raise FormatError(message)
    return {"crs": told[0]} if told and told[0] is not None else {}


def kind_of(value: Any) -> str:
    """Type that an object says it is; for what says none, the kind of JSON it is.

    Examples
    --------
    >>> kind_of({"type": "Feature"}), kind_of({"type": []}), kind_of([])
    ('Feature', 'an object', 'a list')
    """
    said = value.get("type") if isinstance(value, dict) else None
    return said if isinstance(said, str) else kind_in_words(value)


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
    properties = properties if isinstance(properties, dict) else {}
    name = properties.get("name", properties.get("href")) if isinstance(member, dict) else member
    code = properties.get("code")
    if name is None and isinstance(code, int | str) and not isinstance(code, bool):
        name = f"EPSG:{code}"  # {"type": "EPSG", "properties": {"code": 32637}}
    words = name.strip() if isinstance(name, str) else ""
    match = _CRS.fullmatch(words) or _CRS_PAGE.fullmatch(words)
    if match is None:
        told = shown(name if isinstance(name, str) else dump_json(member), 80)
        message = f"{where}: crs {told!r} is no name that we know; say --crs EPSG:NUMBER, or reproject it to EPSG:4326"
        raise FormatError(message)
    return f"{match.group(1).upper()}:{match.group(2)}"
