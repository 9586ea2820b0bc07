"""KML with TimeSpan and styles, written and read by ourselves: longitude first, every folder, no entities."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import shapely

from geo_ghouta.errors import FormatError
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.exports.styles import FALLBACK
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.exports.arrow import Pick

NAMESPACE = "http://www.opengis.net/kml/2.2"
_NO_XML = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]")
_TYPES = {"str": "string", "int": "int", "float": "double", "bool": "bool", "day": "string"}


def kml(layers: Sequence[Prepared], case: str = "", actors: Sequence[Any] = ()) -> bytes:
    """Write layers as folders of one document.

    Spans become ``TimeSpan`` with the last day included; a missing value is left out of ``ExtendedData``.
    """
    root = ET.Element("kml", {"xmlns": NAMESPACE})
    document = ET.SubElement(root, "Document")
    ET.SubElement(document, "name").text = _clean(case or "geo-ghouta")
    colours = {a.id: a.colour or FALLBACK for a in actors}
    for number, colour in enumerate(sorted({*colours.values(), FALLBACK})):
        style = ET.SubElement(document, "Style", {"id": f"c{number}"})
        for tag, alpha in (("IconStyle", "ff"), ("LineStyle", "ff"), ("PolyStyle", "90")):
            part = ET.SubElement(style, tag)
            # KML writes alpha, blue, green, red.
            ET.SubElement(part, "color").text = alpha + colour[5:7].lower() + colour[3:5].lower() + colour[1:3].lower()
    ids = {colour: f"#c{n}" for n, colour in enumerate(sorted({*colours.values(), FALLBACK}))}
    for made in layers:
        schema = ET.SubElement(document, "Schema", {"name": made.layer.name, "id": f"s_{made.layer.name}"})
        for column in made.columns:
            ET.SubElement(
                schema, "SimpleField", {"type": _TYPES.get(column.kind, "string"), "name": _clean(column.name)}
            )
    for made in layers:
        folder = ET.SubElement(document, "Folder")
        ET.SubElement(folder, "name").text = made.layer.name
        names = made.names
        named = next((names.index(n) for n in ("name", "place", "route_name", "kind", "check") if n in names), None)
        coloured = names.index(made.layer.colour) if made.layer.colour else None
        for key, row, shape, span in zip(made.ids(), made.rows, made.shapes, made.spans(), strict=True):
            mark = ET.SubElement(folder, "Placemark")
            title = row[named] if named is not None and row[named] else key
            ET.SubElement(mark, "name").text = _clean(str(title))
            if span[0] is not None:
                _time(mark, *span)
            holder = str(row[coloured]).split("|")[0] if coloured is not None and row[coloured] else ""
            ET.SubElement(mark, "styleUrl").text = ids[colours.get(holder, FALLBACK)]
            data = ET.SubElement(
                ET.SubElement(mark, "ExtendedData"), "SchemaData", {"schemaUrl": f"#s_{made.layer.name}"}
            )
            for column, value in zip(made.columns, row, strict=True):
                if value is not None:
                    ET.SubElement(data, "SimpleData", {"name": _clean(column.name)}).text = _clean(_text(value))
            if shape is not None:
                _geometry(mark, shape)
    ET.indent(root, " ")
    # A bare carriage return would be read back as a line feed.
    body = ET.tostring(root, encoding="unicode").replace("\r", "&#13;")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, dt.date) else repr(value) if isinstance(value, float) else str(value)


def _time(mark: ET.Element, first: dt.date | None, last: dt.date | None) -> None:
    if first == last and first is not None:
        ET.SubElement(ET.SubElement(mark, "TimeStamp"), "when").text = first.isoformat()
        return
    span = ET.SubElement(mark, "TimeSpan")
    for tag, day in (("begin", first), ("end", last)):
        if day is not None:
            ET.SubElement(span, tag).text = day.isoformat()


def _geometry(parent: ET.Element, shape: BaseGeometry) -> None:
    if shape.geom_type == "Point":
        ET.SubElement(ET.SubElement(parent, "Point"), "coordinates").text = _coordinates(shape)
    elif shape.geom_type == "LineString":
        line = ET.SubElement(parent, "LineString")
        ET.SubElement(line, "tessellate").text = "1"
        ET.SubElement(line, "coordinates").text = _coordinates(shape)
    elif shape.geom_type == "Polygon":
        area = ET.SubElement(parent, "Polygon")
        rings = [("outerBoundaryIs", shape.exterior), *(("innerBoundaryIs", r) for r in shape.interiors)]  # type: ignore[attr-defined]
        for tag, ring in rings:
            line = ET.SubElement(ET.SubElement(area, tag), "LinearRing")
            ET.SubElement(line, "coordinates").text = _coordinates(ring)
    else:
        many = ET.SubElement(parent, "MultiGeometry")
        for part in shapely.get_parts(shape):
            _geometry(many, part)


def _coordinates(shape: BaseGeometry) -> str:
    return " ".join(f"{x!r},{y!r}" for x, y in shapely.get_coordinates(shape).tolist())


def read_kml(data: bytes, where: str, wanted: str | None, pick: Pick) -> Any:
    """Read a layer of a KML that we wrote; the folder names the layer.

    Raises
    ------
    FormatError
        If it is no KML, or carries a document type (entities are refused unread).
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        message = f"{where}: carries a document type, which no layer needs; refused"
        raise FormatError(message)
    try:
        root = ET.fromstring(data)  # noqa: S314 - no document type, so no entities
    except ET.ParseError as error:
        message = f"{where}: not XML ({error}); export the layer again"
        raise FormatError(message) from error
    space = f"{{{NAMESPACE}}}"
    folders = {f.findtext(f"{space}name") or "": f for f in root.iter(f"{space}Folder")}
    if wanted is not None and wanted not in folders and len(folders) != 1:
        message = f"{where}: no folder {shown(wanted)!r} (found {', '.join(shown(f, 30) for f in sorted(folders)[:8])})"
        raise FormatError(message)
    name = wanted if wanted in folders else next(iter(folders), "")
    if len(folders) > 1 and wanted is None:
        name = where  # several layers, and nobody says which
    layer = pick(set(), name)
    rows: list[dict[str, Any]] = []
    shapes = []
    folder = folders.get(layer.name) if layer.name in folders else next(iter(folders.values()), root)
    kinds = {f.get("name"): f.get("type") for f in root.iter(f"{space}SimpleField")}
    for mark in folder.iter(f"{space}Placemark") if folder is not None else ():
        values = {d.get("name") or "": d.text or "" for d in mark.iter(f"{space}SimpleData")}
        rows.append({k: _value(v, kinds.get(k)) for k, v in values.items()})
        shapes.append(_read_shape(mark, space, where))
    names = list(dict.fromkeys(k for row in rows for k in row))
    return finish(layer, {n: [row.get(n) for row in rows] for n in names}, shapes)


def _value(text: str, kind: str | None) -> Any:
    if kind == "int":
        return int(text)
    if kind == "double":
        return float(text)
    return text == "true" if kind == "bool" else text


def _read_shape(parent: ET.Element, space: str, where: str) -> BaseGeometry | None:
    shapes: list[BaseGeometry] = []
    try:
        for child in parent:
            tag = child.tag.removeprefix(space)
            if tag == "Point":
                shapes.append(shapely.Point(_numbers(child.findtext(f"{space}coordinates"))[0]))
            elif tag == "LineString":
                shapes.append(shapely.LineString(_numbers(child.findtext(f"{space}coordinates"))))
            elif tag == "Polygon":
                outer = child.findtext(f"{space}outerBoundaryIs/{space}LinearRing/{space}coordinates")
                inner = child.findall(f"{space}innerBoundaryIs/{space}LinearRing/{space}coordinates")
                shapes.append(shapely.Polygon(_numbers(outer), [_numbers(i.text) for i in inner]))
            elif tag == "MultiGeometry":
                return _many([g for part in child if (g := _read_shape(_wrapped(part), space, where)) is not None])
    except (ValueError, IndexError, shapely.errors.ShapelyError) as error:
        message = f"{where}: geometry that cannot be read ({shown(str(error), 60)}); export the layer again"
        raise FormatError(message) from error
    return shapes[0] if shapes else None


def _wrapped(part: ET.Element) -> ET.Element:
    holder = ET.Element("holder")
    holder.append(part)
    return holder


def _many(parts: list[BaseGeometry]) -> BaseGeometry | None:
    makers: dict[str, Any] = {
        "Point": shapely.MultiPoint,
        "LineString": shapely.MultiLineString,
        "Polygon": shapely.MultiPolygon,
    }
    kinds = {p.geom_type for p in parts}
    if not parts:
        return None
    made: BaseGeometry = makers[kinds.pop()](parts) if len(kinds) == 1 else shapely.GeometryCollection(parts)
    return made


def _numbers(text: str | None) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y, *_ in (pair.split(",") for pair in (text or "").split())]
