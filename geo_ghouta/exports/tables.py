"""CSV with inert cells, JSON lines, and the flat rows that the command line prints.

A text cell that a spreadsheet would run as a formula gets an apostrophe before it: text that begins, behind blanks
and invisible characters, with ``=``, ``+``, ``-``, ``@`` (or their full-width forms), or with a tab or line break.
Headers go through the same step. Numbers stay numbers, text that is only a number stays as it is. Reading a file
back takes the apostrophe away.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from typing import Any

import pandas as pd
import shapely

from geo_ghouta.errors import FormatError, UsageError
from geo_ghouta.exports.catalog import Layer
from geo_ghouta.exports.geojson import columns_of, geometry_of, properties_of, shape_of
from geo_ghouta.exports.prepared import Prepared, _plain, finish
from geo_ghouta.files import dump_json, ert, inert, parse_json, shown
from geo_ghouta.schema import CLAIMS, PLACES, Column

_NEEDS_QUOTES = re.compile('[,;\t"\r\n]|^[ ]|[ ]$')

_PLACE_FIRST = ("doc_id", "start", "end", "text", "name", "lat", "lon", "kind", "match", "score", "resolution",
                "geo_precision", "uncertainty_m", "holder")  # fmt: skip
_CLAIM_FIRST = ("doc_id", "start", "end", "kind", "value", "low", "high", "unit", "qualifier", "scope", "modality",
                "actor", "speaker", "origin", "destination", "date_from", "date_to", "date_basis", "story_id",
                "fact_id")  # fmt: skip


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, int):
        return str(value)
    return inert(str(value))


def _quoted(text: str) -> str:
    # Not the csv module's writer: with line feeds as line ends it leaves a lone carriage return unquoted.
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def _csv(header: list[str], rows: list[list[Any]]) -> str:
    lines = [",".join(_quoted(inert(name)) for name in header)]
    lines += [",".join(_quoted(_cell(v)) for v in row) for row in rows]
    return "\n".join(lines) + "\n"


def layer_csv(made: Prepared) -> str:
    """Write a layer as CSV: points as ``lon`` and ``lat``, other shapes as ``wkt``."""
    layer, kinds = made.layer, {s.geom_type for s in made.shapes if s is not None}
    points = kinds <= {"Point"} and layer.contract.geometry in {("Point",), ()}
    header = [*made.names, *([layer.start, layer.end] if layer.first else []), *(["lon", "lat"] if points else ["wkt"])]
    rows = []
    for row, shape, span in zip(made.rows, made.shapes, made.spans(), strict=True):
        where: list[Any] = [None, None] if points else [None]
        if shape is not None:
            where = [shape.x, shape.y] if points else [shapely.to_wkt(shape, rounding_precision=-1)]  # type: ignore[attr-defined]
        rows.append([*row, *(span if layer.first else ()), *where])
    return _csv(header, rows)


def layer_jsonl(made: Prepared) -> str:
    """Write a layer as JSON lines: the flat columns and ``geometry`` as in GeoJSON."""
    lines = []
    for row, shape, span in zip(made.rows, made.shapes, made.spans(), strict=True):
        lines.append(dump_json({**properties_of(made, made.names, row, span), "geometry": geometry_of(shape)}) + "\n")
    return "".join(lines)


def read_csv_layer(text: str, where: str, layer: Layer) -> Any:
    """Read a CSV that we wrote.

    Raises
    ------
    FormatError
        If it has no header, or a row does not fit it.
    """
    before = csv.field_size_limit(len(text) + 1)
    try:
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))
    except csv.Error as error:
        message = f"{where}: not CSV ({error}); write the layer again"
        raise FormatError(message) from error
    finally:
        csv.field_size_limit(before)
    if not rows:
        message = f"{where}: empty; expected a header line"
        raise FormatError(message)
    header = [ert(name) for name in rows[0]]
    bad = next((n for n, row in enumerate(rows[1:], 1) if len(row) != len(header)), None)
    if bad is not None:
        message = f"{where}: row {bad} has {len(rows[bad])} cells, the header {len(header)}"
        raise FormatError(message)
    cells = {name: [ert(row[i]) if row[i] != "" else None for row in rows[1:]] for i, name in enumerate(header)}
    try:
        if "wkt" in cells:
            shapes = [None if w is None else shapely.from_wkt(w) for w in cells.pop("wkt")]
        else:
            lons, lats = cells.pop("lon", [None] * (len(rows) - 1)), cells.pop("lat", [None] * (len(rows) - 1))
            shapes = [
                None if x is None or y is None else shapely.Point(float(x), float(y))
                for x, y in zip(lons, lats, strict=True)
            ]
    except (ValueError, shapely.errors.ShapelyError) as error:
        message = f"{where}: geometry that cannot be read ({shown(str(error), 60)}); write the layer again"
        raise FormatError(message) from error
    return finish(layer, cells, shapes)


def read_jsonl_layer(text: str, where: str, layer: Layer) -> Any:
    """Read JSON lines that we wrote."""
    rows, shapes = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        row = parse_json(line, f"{where}, line {number}")
        if not isinstance(row, dict):
            message = f"{where}: line {number} is no JSON object"
            raise FormatError(message)
        shapes.append(shape_of(row.pop("geometry", None), f"{where}: line {number}"))
        rows.append(row)
    return finish(layer, columns_of(rows), shapes)


def flat_rows(name: str, table: Any, reports: pd.DataFrame, quotes: bool = False) -> pd.DataFrame:
    """Rows of ``places`` or ``claims`` as the command line prints them, one flat table.

    Parameters
    ----------
    name : str
        ``"places"`` or ``"claims"``.
    table : PLACES or CLAIMS
    reports : REPORTS
        For ``doc_id`` and quotes.
    quotes : bool
        Add ``quote``, the words of the report between ``start`` and ``end``.

    Returns
    -------
    pandas.DataFrame
        ``doc_id`` first; ``lat``/``lon`` instead of a geometry; days as in the contract, ``date_to`` half-open.

    Raises
    ------
    UsageError
        For another layer.
    ContractError
        For a table that breaks its contract.
    """
    if name not in {"places", "claims"}:
        message = f"flat rows of {shown(name)!r}: only places and claims have them; use write_layer"
        raise UsageError(message)
    contract, first = (PLACES, _PLACE_FIRST) if name == "places" else (CLAIMS, _CLAIM_FIRST)
    frame = contract.check(table)
    rows = pd.DataFrame(frame.drop(columns=["geometry"], errors="ignore"))
    docs = dict(zip(reports["report_id"], reports["doc_id"], strict=True))
    rows["doc_id"] = rows["report_id"].map(docs).astype("str")
    if "geometry" in frame.columns:
        points = [g if g is not None and not pd.isna(g) and g.geom_type == "Point" else None for g in frame["geometry"]]
        rows["lat"] = pd.array([None if p is None else round(p.y, 7) for p in points], dtype="Float64")
        rows["lon"] = pd.array([None if p is None else round(p.x, 7) for p in points], dtype="Float64")
    rows = rows.drop(columns=["quote"], errors="ignore")
    if quotes:
        texts = dict(zip(reports["report_id"], reports["text"], strict=True))
        spans = zip(rows["report_id"], rows["start"], rows["end"], strict=True)
        rows["quote"] = pd.array([texts[r][s:e] for r, s, e in spans], dtype="str")
    order = [c for c in first if c in rows.columns]
    rows = rows[[*order, *(c for c in rows.columns if c not in order)]]
    return rows.sort_values(["doc_id", "start", "end", contract.key], kind="stable").reset_index(drop=True)


def _columns(rows: pd.DataFrame) -> list[list[Any]]:
    kinds = {c.name: c.kind for contract in (PLACES, CLAIMS) for c in contract.columns}
    kinds |= {"lat": "float", "lon": "float", "doc_id": "str", "quote": "str"}
    out = []
    for name in rows.columns:
        kind = kinds.get(str(name)) or ("float" if pd.api.types.is_numeric_dtype(rows[name].dtype) else "str")
        out.append(_plain(rows[name], Column(str(name), kind, "")))
    return out


def rows_to_csv(rows: pd.DataFrame) -> bytes:
    """Write flat rows as CSV: UTF-8, inert cells, empty for missing.

    Examples
    --------
    >>> rows_to_csv(pd.DataFrame({"doc_id": ["=1+1"], "value": [2.0]}))
    b"doc_id,value\\n'=1+1,2\\n"
    """
    table = _columns(rows)
    return _csv([str(c) for c in rows.columns], [list(r) for r in zip(*table, strict=True)]).encode()


def rows_to_jsonl(rows: pd.DataFrame) -> bytes:
    """Write flat rows as JSON lines: days as text, missing as null.

    Examples
    --------
    >>> rows_to_jsonl(pd.DataFrame({"doc_id": ["a"], "value": [None]}, dtype="object"))
    b'{"doc_id":"a","value":null}\\n'
    """
    names = [str(c) for c in rows.columns]
    lines = []
    for values in zip(*_columns(rows), strict=True):
        made = {n: v.isoformat() if isinstance(v, dt.date) else _whole(v) for n, v in zip(names, values, strict=True)}
        lines.append(dump_json(made) + "\n")
    return "".join(lines).encode()


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value
