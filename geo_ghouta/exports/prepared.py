"""Make a table ready to be written: checked, sorted, cleaned, geometries in one form."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import ContractError
from geo_ghouta.exports.catalog import Layer, layer_of
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.files import shown
from geo_ghouta.schema import Column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

_UNWRITABLE = re.compile("[\\ud800-\\udfff\\x00]")


@dataclasses.dataclass(frozen=True)
class Prepared:
    """A layer ready to write: columns with their kinds, rows of plain Python values, geometries beside them."""

    layer: Layer
    columns: tuple[Column, ...]
    rows: list[list[Any]]
    shapes: list[BaseGeometry | None]

    @property
    def names(self) -> list[str]:
        """Column names, without the geometry and the derived days."""
        return [c.name for c in self.columns]

    def ids(self) -> list[str]:
        """Stable ids: the contract's key."""
        at = self.names.index(self.layer.contract.key)
        return [row[at] for row in self.rows]

    def spans(self) -> Iterator[tuple[dt.date | None, dt.date | None]]:
        """First and last day included of each row; None where unknown or open."""
        names = self.names
        first = names.index(self.layer.first) if self.layer.first else None
        until = names.index(self.layer.until) if self.layer.until else None
        for row in self.rows:
            begin = row[first] if first is not None else None
            if until is None:
                yield begin, begin
            else:
                end = row[until]
                last = None if end is None else end - dt.timedelta(days=1)
                # A version that was replaced on its own day holds for no day; its day is shown all the same.
                yield begin, begin if last and begin and last < begin else last


def prepare(name: str, table: Any) -> Prepared:
    """Check a table against its layer's contract and turn it into plain values, sorted by id.

    Raises
    ------
    ContractError
        With every fault of the table.
    UsageError
        For an unknown layer.
    """
    layer = layer_of(name)
    frame = layer.contract.check(table)
    shapes = _shapes(frame, layer)
    frame = pd.DataFrame(frame.drop(columns=["geometry"], errors="ignore"))
    columns = [*layer.contract.columns]
    columns += [_extra(frame[c], str(c)) for c in frame.columns if str(c) not in layer.contract.names]
    doubled = sorted({c.name for c in columns} & {layer.start, layer.end}) if layer.first else []
    if doubled:
        message = f"{layer.name}: column {shown(doubled[0])!r} is written from the days; rename the table's own"
        raise ContractError(message)
    values = [_plain(frame[c.name], c) for c in columns]
    rows = [list(row) for row in zip(*values, strict=True)] if len(frame) else []
    key = [c.name for c in columns].index(layer.contract.key)
    order = sorted(range(len(rows)), key=lambda i: rows[i][key])
    return Prepared(layer, tuple(columns), [rows[i] for i in order], [canonical(shapes[i]) for i in order])


def _shapes(frame: Any, layer: Layer) -> list[BaseGeometry | None]:
    if "geometry" not in frame.columns:
        return [None] * len(frame)
    crs = getattr(frame, "crs", None)
    if crs is not None and crs.to_epsg() != 4326:
        message = f"{layer.name}: geometry is in {crs}; expected EPSG:4326 (reproject with to_crs first)"
        raise ContractError(message)
    return [None if g is None or pd.isna(g) else g for g in frame["geometry"]]


def _extra(series: pd.Series[Any], name: str) -> Column:
    """Kind of a column that the contract does not know."""
    kind = "str"
    if pd.api.types.is_bool_dtype(series.dtype):
        kind = "bool"
    elif pd.api.types.is_integer_dtype(series.dtype):
        kind = "int"
    elif pd.api.types.is_float_dtype(series.dtype):
        kind = "float"
    elif pd.api.types.is_datetime64_dtype(series.dtype):
        days = series.dropna()
        kind = "day" if (days == days.dt.normalize()).all() else "str"
    return Column(name, kind, "a column of the user's own")


def _plain(series: pd.Series[Any], column: Column) -> list[Any]:
    missing = series.isna()
    makers: dict[str, Any] = {
        "int": int,
        "float": lambda v: float(v) if abs(float(v)) != float("inf") else None,
        "bool": bool,
        "day": lambda v: pd.Timestamp(v).date(),
    }
    make = makers.get(column.kind, _text)
    return [None if gone else make(value) for value, gone in zip(series, missing, strict=True)]


def _text(value: Any) -> str:
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dict | list | tuple):
        value = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return _UNWRITABLE.sub("\ufffd", str(value))


def finish(layer: Layer, values: dict[str, list[Any]], shapes: list[BaseGeometry | None]) -> Any:
    """Build the contract's table from what a file held: derived days dropped, dtypes and order as written.

    Returns
    -------
    geopandas.GeoDataFrame
        The contract's columns, the file's own further columns behind, ``geometry`` in EPSG:4326.
    """
    import geopandas as gpd

    if layer.first:
        values = {k: v for k, v in values.items() if k not in {layer.start, layer.end}}
    kinds = {c.name: c for c in layer.contract.columns}
    if not shapes:
        # A file without rows need not name its columns.
        values = {**{name: [] for name in kinds}, **values}
    data: dict[str, Any] = {}
    for name, column in values.items():
        if name in kinds:
            data[name] = pd.Series([_typed(v, kinds[name].kind) for v in column], dtype="object")
        else:
            data[name] = _own(column)
    frame = pd.DataFrame(data, index=pd.RangeIndex(len(shapes)))
    geometry = gpd.GeoSeries([canonical(s) for s in shapes], crs="EPSG:4326", index=frame.index)
    return layer.contract.check(gpd.GeoDataFrame(frame, geometry=geometry, crs="EPSG:4326"))


def _own(column: list[Any]) -> pd.Series[Any]:
    found = {type(v) for v in column if v is not None}
    dtype = (
        {str: "str", bool: "boolean", int: "Int64", float: "Float64"}.get(next(iter(found), str))
        if len(found) < 2
        else None
    )
    if found == {dt.date}:
        return pd.to_datetime(pd.Series(column, dtype="object")).astype("datetime64[s]")
    if found == {int, float}:
        dtype = "Float64"
    return pd.Series(column, dtype=dtype or "object")


def _typed(value: Any, kind: str) -> Any:
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124 - NaN is not itself
        return None
    if isinstance(value, str):
        if kind == "str":
            return value
        if kind == "bool":
            return {"true": True, "false": False, "1": True, "0": False}[value.strip().lower()]
        if kind == "int":
            return int(value)
        if kind == "float":
            return float(value)
        return pd.Timestamp(value)
    if kind == "str":
        return str(value)
    if kind == "bool":
        return bool(value)
    return value
