"""How a table contract is written and checked: every fault is gathered, then told at once."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.errors import ContractError, more_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import geopandas as gpd
    from numpy.typing import NDArray

CRS = "EPSG:4326"
_DTYPES = {
    "str": "str",
    "int": "Int64",
    "float": "Float64",
    "day": "datetime64[s]",
    "bool": "boolean",
    "object": "object",
}
_KINDS: dict[str, Any] = {kind: pd.api.types.pandas_dtype(name) for kind, name in _DTYPES.items()}
_SHAPES = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
           "GeometryCollection")  # fmt: skip
"""Kinds of geometry by shapely's numbers."""
_SHOWN = 3
_ISO_DAY = len("2018-02-18")
_FEW = 100
"""Values up to which reading them one by one is the cheapest."""


@dataclasses.dataclass(frozen=True)
class Column:
    """One column of a contract.

    Parameters
    ----------
    name : str
    kind : str
        ``str``, ``int`` (Int64), ``float`` (Float64), ``day`` (midnight, no zone), ``bool`` or ``object``.
    doc : str
        What it holds, with its unit.
    required : bool
        Whether a value may not be missing.
    allowed : tuple of str
        Closed list of values; empty means any.
    unit : str
        Unit of measure for the table's page.
    """

    name: str
    kind: str
    doc: str
    required: bool = False
    allowed: tuple[str, ...] = ()
    unit: str = ""

    @property
    def dtype(self) -> str:
        """The pandas dtype that a checked table has."""
        return _DTYPES[self.kind]


@dataclasses.dataclass(frozen=True)
class Contract:
    """What a table must look like.

    Parameters
    ----------
    name : str
    doc : str
    columns : tuple of Column
    key : str
        Column whose values are unique, "" if there is none.
    geometry : tuple of str
        Allowed geometry types; empty for a plain table. A missing geometry is allowed unless ``geometry_required``.
    """

    name: str
    doc: str
    columns: tuple[Column, ...]
    key: str = ""
    geometry: tuple[str, ...] = ()
    geometry_required: bool = False

    @property
    def names(self) -> list[str]:
        """Column names in order, the geometry last."""
        return [c.name for c in self.columns] + (["geometry"] if self.geometry else [])

    def empty(self) -> Any:
        """Return a table with all columns and no rows."""
        return self.table([])

    def table(self, rows: Iterable[dict[str, Any]]) -> Any:
        """Build a table from dictionaries: missing keys become NA, dtypes and order as the contract says.

        Returns
        -------
        pandas.DataFrame or geopandas.GeoDataFrame
            Checked.

        Examples
        --------
        >>> two = Contract("T", "", (Column("a", "str", ""), Column("n", "int", "")))
        >>> two.table([{"a": "x"}])["n"].isna().tolist()
        [True]
        """
        rows = list(rows)
        told = set[str]().union(*rows)
        return self.of_columns({name: [row.get(name) for row in rows] for name in told}, len(rows))

    def of_columns(self, values: Mapping[str, Any], length: int) -> Any:
        """Build a table from columns of one length, lists or Series: what is left out becomes NA.

        Returns
        -------
        pandas.DataFrame or geopandas.GeoDataFrame
            Checked.

        Examples
        --------
        >>> two = Contract("T", "", (Column("a", "str", ""), Column("n", "int", "")))
        >>> two.of_columns({"a": ["x", "y"]}, 2)["n"].isna().tolist()
        [True, True]
        """
        unknown = sorted(set(values) - set(self.names))
        if unknown:
            message = f"{self.name}: unknown columns {', '.join(unknown)}; the contract has {', '.join(self.names)}"
            raise ContractError(message)
        # As they are: _made() gives the dtypes, so that every fault of every column is told at once.
        told: dict[str, Any] = {c.name: values.get(c.name) for c in self.columns}
        index = pd.RangeIndex(length)
        if not self.geometry:
            return self._made(told, index, {})
        from geopandas.array import from_shapely

        shapes = values.get("geometry")
        return self._made(told, index, {}, from_shapely([None] * length if shapes is None else shapes, crs=CRS))

    def check(self, frame: pd.DataFrame | gpd.GeoDataFrame) -> Any:
        """Return the table in contract order and dtypes; extra columns are kept behind.

        Raises
        ------
        ContractError
            With every fault: missing columns, wrong types, missing or foreign values, double keys, wrong CRS.
        """
        plain = pd.DataFrame(frame)
        values = {c.name: plain[c.name] for c in self.columns if c.name in plain.columns}
        rest = {str(name): plain[name].array for name in plain.columns if name not in self.names}
        shapes = None
        if self.geometry and "geometry" in plain.columns and getattr(frame, "geometry", None) is not None:
            shapes = frame["geometry"].array
        made = self._made(values, plain.index, rest, shapes)
        # A plain contract's table may be drawn all the same: it keeps its points behind its columns.
        name = None if self.geometry else getattr(frame, "active_geometry_name", None)
        if name is None:
            return made
        import geopandas as gpd

        return gpd.GeoDataFrame(made, geometry=name)

    def _made(self, values: dict[str, Any], index: Any, rest: dict[str, Any], shapes: Any = None) -> Any:
        """Give columns their dtypes, gather the faults of all of them, and put the table together."""
        faults: list[str] = []
        # Arrays, put together once: a table that is given column after column is copied as often, and a Series each
        # costs more than all else for the small tables that most are.
        data: dict[str, Any] = {}
        for column in self.columns:
            if column.name not in values:
                if column.required:
                    faults.append(f"column {column.name!r} is missing ({column.doc})")
                    continue
                data[column.name] = _nothing(len(index), column)
            else:
                try:
                    told = values[column.name]
                    data[column.name] = _nothing(len(index), column) if told is None else _array(told, column)
                except (TypeError, ValueError) as error:
                    faults.append(f"column {column.name!r}: expected {column.kind} ({error})")
                    continue
            faults += _value_faults(data[column.name], column, index)
        if self.key in data:
            keys = pd.Series(data[self.key])
            double = keys[keys.duplicated()].astype("str").tolist()
            if double:
                faults.append(f"column {self.key!r}: not unique: {_some(double)}")
        if self.geometry:
            faults += _geometry_faults(shapes, self, index)
        if faults:
            message = f"{self.name}: {faults[0]}" + more_faults(len(faults) - 1)
            raise ContractError(message, faults)
        if not self.geometry:
            return pd.DataFrame({**data, **rest}, index=index)
        import geopandas as gpd

        return gpd.GeoDataFrame(pd.DataFrame({**data, "geometry": shapes, **rest}, index=index))


def stack(contract: Contract, tables: Iterable[pd.DataFrame]) -> Any:
    """Put tables of one contract under one another; none at all is an empty table.

    Examples
    --------
    >>> two = Contract("T", "", (Column("a", "str", ""),))
    >>> len(stack(two, [two.table([{"a": "x"}]), two.empty(), two.table([{"a": "y"}])]))
    2
    """
    kept = [table for table in tables if len(table)]
    return contract.check(pd.concat(kept, ignore_index=True)) if kept else contract.empty()


def _array(values: Any, column: Column) -> Any:
    """Values of a column, a list or a Series, as an array of the contract's dtype."""
    dtype = _KINDS[column.kind]
    if column.kind == "day":
        return _days(values)
    if isinstance(values, pd.Series) and column.kind != "object":
        return values.array if values.dtype == dtype else values.astype(dtype).array
    plain = _objects(values)
    return plain if column.kind == "object" else pd.array(plain, dtype=dtype)


def _nothing(length: int, column: Column) -> Any:
    """As many missing values: a column that nothing is known of is not read value by value."""
    if column.kind == "day":
        return np.full(length, np.datetime64("NaT", "s"), dtype="datetime64[s]")
    if column.kind == "object" or length < _FEW:
        return _array([None] * length, column)
    return pd.array([None], dtype=_KINDS[column.kind]).repeat(length)


def _objects(values: Any) -> NDArray[Any]:
    # numpy would make numbers or a table of what it is given; here each value stays what it is.
    out = np.empty(len(values), dtype=object)
    out[:] = list(values)
    return out


def _days(values: Any) -> NDArray[Any]:
    """Read days; a column that holds days already, or ISO days only, is not parsed value by value."""
    if not isinstance(values, pd.Series) or not pd.api.types.is_datetime64_dtype(values.dtype):
        given = pd.Series(_objects(values), dtype="object") if not isinstance(values, pd.Series) else values
        if getattr(given.dtype, "tz", None) is None:
            told = [v for v in given if v is not None and v is not pd.NaT]
            if all(type(v) is pd.Timestamp and v.tz is None for v in told):
                days = np.array([v if v is None else v.to_datetime64() for v in given], dtype="datetime64[s]")
                return days.astype("datetime64[D]").astype("datetime64[s]")
            iso = len(told) > 0 and all(isinstance(v, str) and len(v) == _ISO_DAY for v in told)
            given = pd.to_datetime(given, format="%Y-%m-%d" if iso else "mixed")
        values = given
    if getattr(values.dt, "tz", None) is not None:
        message = "days carry no time zone"
        raise ValueError(message)
    return values.to_numpy(dtype="datetime64[D]").astype("datetime64[s]")  # type: ignore[no-any-return]


def _some(values: list[str]) -> str:
    return ", ".join(repr(v) for v in values[:_SHOWN]) + (
        f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    )


def _value_faults(values: Any, column: Column, index: Any) -> list[str]:
    faults = []
    if column.required and (missing := np.asarray(pd.isna(values))).any():
        rows = [str(i) for i in index[missing]]
        faults.append(f"column {column.name!r}: no value in rows {_some(rows)} ({column.doc})")
    if column.allowed:
        told = {str(v) for v in pd.unique(values) if not pd.isna(v)}
        if foreign := sorted(told - set(column.allowed)):
            faults.append(f"column {column.name!r}: {_some(foreign)}; expected one of {', '.join(column.allowed)}")
    return faults


def _geometry_faults(shapes: Any, contract: Contract, index: Any) -> list[str]:
    if shapes is None:
        return ["column 'geometry' is missing"]
    if shapes.crs is None or (shapes.crs != CRS and shapes.crs.to_epsg() != 4326):
        return [f"geometry is in {shapes.crs or 'no stated CRS'}; expected EPSG:4326 (reproject with to_crs first)"]
    faults = []
    found = shapely.get_type_id(np.asarray(shapes, dtype=object))
    kinds = {_SHAPES[code] for code in np.unique(found) if code >= 0} - set(contract.geometry)
    if kinds:
        faults.append(f"geometry: {_some(sorted(kinds))}; expected {', '.join(contract.geometry)}")
    if contract.geometry_required and (found < 0).any():
        faults.append(f"geometry: none in rows {_some([str(i) for i in index[found < 0]])}")
    return faults
