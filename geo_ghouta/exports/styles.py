"""Styles inside a GeoPackage, so that QGIS opens it in the case's colours with its time slider set."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from geo_ghouta.exports.shapes import bbox_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from geo_ghouta.exports.prepared import Prepared

FALLBACK = "#8A8A8A"
_STAMP = "2000-01-01T00:00:00.000Z"
"""The clock of every GeoPackage: when it was written is nobody's business, and the same run gives the same content."""

_TABLE = """
CREATE TABLE layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256),
  f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT,
  useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
  update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))
"""


def add_styles(path: Path, tables: Sequence[tuple[str, Prepared, str]], actors: Sequence[Any]) -> None:
    """Add one default style a table to a GeoPackage, in the table ``layer_styles`` that QGIS looks for."""
    colours = {a.id: (a.colour or FALLBACK, a.label) for a in actors}
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute(_TABLE)
        for name, made, kind in tables:
            base.execute(
                "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName,"
                " styleQML, styleSLD, useAsDefault, description, owner, ui, update_time)"
                " VALUES ('', '', ?, 'geom', ?, ?, '', 1, 'colours of the case', '', NULL, ?)",
                (name, name, qml(made, kind, colours), _STAMP),
            )
        base.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id)"
            " VALUES ('layer_styles', 'attributes', 'layer_styles', '', ?, 0)",
            (_STAMP,),
        )
        base.execute("UPDATE gpkg_contents SET last_change = ?", (_STAMP,))
        # GDAL widens the stored extent to single precision; the true one is known here.
        for name, made, _ in tables:
            box = bbox_of(made.shapes)
            if box is not None and box[0] <= box[2]:
                base.execute(
                    "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?",
                    (*box, name),
                )


def qml(made: Prepared, kind: str, colours: dict[str, tuple[str, str]]) -> str:
    """Write a QGIS style: one category a holder, or one symbol, and the time fields."""
    root = ET.Element("qgis", {"version": "3.22", "styleCategories": "Symbology|Temporal"})
    if made.layer.first:
        # Mode 2: start and end from two fields; limit mode 1: the end day is included.
        temporal = {
            "enabled": "1", "mode": "2", "limitMode": "1", "startField": made.layer.start, "endField": made.layer.end,
            "accumulate": "0", "durationField": "", "durationUnit": "days", "fixedDuration": "0", "startExpression": "",
            "endExpression": "",
        }  # fmt: skip
        ET.SubElement(root, "temporal", temporal)
    values = _values(made)
    symbol_kind = "marker" if "Point" in kind else "line" if "Line" in kind else "fill"
    if not values:
        renderer = ET.SubElement(root, "renderer-v2", {"type": "singleSymbol", "symbollevels": "0", "forceraster": "0"})
        symbols = ET.SubElement(renderer, "symbols")
        _symbol(symbols, "0", symbol_kind, FALLBACK)
    else:
        attributes = {"type": "categorizedSymbol", "attr": made.layer.colour, "symbollevels": "0", "forceraster": "0"}
        renderer = ET.SubElement(root, "renderer-v2", attributes)
        categories = ET.SubElement(renderer, "categories")
        symbols = ET.SubElement(renderer, "symbols")
        for number, value in enumerate([*values, ""]):
            colour, label = colours.get(value.split("|")[0], (FALLBACK, value))
            label = " + ".join(colours.get(v, ("", v))[1] for v in value.split("|")) if value else "none told"
            entry = {"value": value, "label": label, "symbol": str(number), "render": "true", "type": "string"}
            ET.SubElement(categories, "category", entry)
            _symbol(symbols, str(number), symbol_kind, colour if value else FALLBACK)
    ET.SubElement(root, "layerGeometryType").text = {"marker": "0", "line": "1", "fill": "2"}[symbol_kind]
    return "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n" + ET.tostring(root, encoding="unicode")


def _values(made: Prepared) -> list[str]:
    if not made.layer.colour:
        return []
    at = made.names.index(made.layer.colour)
    return sorted({row[at] for row in made.rows if row[at]})


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``.

    Examples
    --------
    >>> rgb("#AD7629")
    (173, 118, 41)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _symbol(parent: ET.Element, name: str, kind: str, colour: str) -> None:
    red, green, blue = rgb(colour)
    options = {
        "fill": {"color": f"{red},{green},{blue},150", "outline_color": f"{red},{green},{blue},255",
                 "outline_width": "0.5", "outline_width_unit": "MM", "style": "solid"},
        "line": {"line_color": f"{red},{green},{blue},255", "line_width": "0.8", "line_width_unit": "MM"},
        "marker": {"color": f"{red},{green},{blue},220", "name": "circle", "size": "2.6", "size_unit": "MM",
                   "outline_color": "255,255,255,255"},
    }[kind]  # fmt: skip
    symbol = ET.SubElement(parent, "symbol", {"name": name, "type": kind, "alpha": "1", "clip_to_extent": "1"})
    drawer = {"fill": "SimpleFill", "line": "SimpleLine", "marker": "SimpleMarker"}[kind]
    layer = ET.SubElement(symbol, "layer", {"class": drawer, "enabled": "1", "locked": "0", "pass": "0"})
    held = ET.SubElement(layer, "Option", {"type": "Map"})
    for key, value in options.items():
        ET.SubElement(held, "Option", {"name": key, "type": "QString", "value": value})
