"""A page that lists every table with its columns, types and units, made from the contracts.

``python -m geo_ghouta.exports.contract_page`` writes the packaged page again after a change of a contract.
"""

from __future__ import annotations

import importlib.resources
from pathlib import Path

from geo_ghouta.exports.catalog import LAYERS
from geo_ghouta.files import write_text
from geo_ghouta.schema import ALL, Column, Contract

FILE = "TABLES.md"
_KINDS = {
    "str": "text",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "day": "day",
    "object": "any",
}
_HEAD = """# Tables

Made from the contracts in `geo_ghouta/schema/`; a test holds this page to them.

* Geometry is EPSG:4326, longitude first. Days have no clock and no zone. Missing is empty, never 0 and never "".
* Spans in these columns are half-open: `valid_to` and `date_to` name the day after the last one.
* Files of layers also carry flat days with the last day **included**, for the time sliders of QGIS, kepler.gl and
  others: `start` and `end`; in `places` and `claims`, whose `start` and `end` are offsets in the report's text, they
  are called `time_start` and `time_end`. `end` is empty where the span is open.
* GeoJSON follows RFC 7946. Foreign members are `name`, `case` and `generator` of the collection, and `time` of a
  feature (OGC JSON-FG: `{"date": day}`, or `{"interval": [first, last]}` with the last day included and `".."` where
  it is open). Sequences of GeoJSON leave `time` out. Ids are the tables' keys and the same in every run.
* In CSV an apostrophe stands before text that a spreadsheet would run as a formula; numbers stay as they are.
  Points are `lon` and `lat`, other shapes `wkt`.
* A GeoPackage holds one table a layer, and a layer that mixes points, lines and areas as `findings_points`,
  `findings_lines` and `findings_areas`. Its `layer_styles` table gives QGIS the case's colours and time fields.
* PMTiles hold only rows with a geometry, rounded to about a metre; reading joins what the tiles cut.
* `REPORTS` of a corpus, on disk, leave `text` out (and so does every file of layers): the words stay in the sources.
* A redacted output has `[withheld]` where nothing coarser can be told, and ids like `redacted/36.375,33.625` for the
  middle of a grid cell.
"""


def tables_page() -> str:
    """Write the page as Markdown.

    Examples
    --------
    >>> "| `holder` | text, required |" in tables_page()
    True
    """
    names = {layer.contract.name: name for name, layer in LAYERS.items()}
    listed = "\n".join(f"* [{c.name}](#{c.name.lower()}): {c.doc}" for c in ALL)
    return "\n".join([_HEAD, f"{listed}\n", *(_section(contract, names.get(contract.name)) for contract in ALL)])


def _section(contract: Contract, layer: str | None) -> str:
    told = [contract.doc]
    if contract.key:
        told.append(f"Key: `{contract.key}`.")
    if contract.geometry:
        must = "always" if contract.geometry_required else "may be missing"
        told.append(f"Geometry: {' or '.join(contract.geometry)}, {must}.")
    if layer:
        told.append(f"Layer: `{layer}`.")
    lines = [
        f"## {contract.name}",
        "",
        " ".join(told),
        "",
        "| column | type | unit | what it holds |",
        "|---|---|---|---|",
    ]
    lines += [_line(column) for column in contract.columns]
    return "\n".join(lines) + "\n"


def _line(column: Column) -> str:
    kind = _KINDS[column.kind] + (", required" if column.required else "")
    told = column.doc.replace("|", "\\|")
    if column.allowed:
        told += ": " + ", ".join(f"`{word}`" for word in column.allowed)
    return f"| `{column.name}` | {kind} | {column.unit} | {told} |"


def packaged_page() -> str:
    """Read the page that lies in the package."""
    return importlib.resources.files("geo_ghouta.exports").joinpath("schemas", FILE).read_text(encoding="utf-8")


if __name__ == "__main__":
    write_text(Path(__file__).parent / "schemas" / FILE, tables_page())
