"""How a table contract is written and checked: every fault is gathered, then told at once."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import geopandas as gpd

CRS = "EPSG:4326"
_DTYPES = {
    "str": "str",
    "int": "Int64",
    "float": "Float64",
    "day": "datetime64[s]",
    "bool": "boolean",
    "object": "object",
}
_SHOWN = 3
_ISO_DAY = len("2018-02-18")


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
        >>> two.table([{"a": "x"}])["n"].isna().all()
        np.True_
        """
        rows = list(rows)
        unknown = sorted({k for row in rows for k in row} - set(self.names))
        if unknown:
            message = f"{self.name}: unknown columns {', '.join(unknown)}; the contract has {', '.join(self.names)}"
            raise ContractError(message)
        data: dict[str, Any] = {}
        for column in self.columns:
            # As it is: check() below makes the dtypes, so that every fault of every column is told at once.
            data[column.name] = pd.Series([row.get(column.name) for row in rows], dtype="object")
        frame = pd.DataFrame(data)
        if self.geometry:
            import geopandas as gpd

            shapes = gpd.GeoSeries([row.get("geometry") for row in rows], crs=CRS, index=frame.index)
            frame = gpd.GeoDataFrame(frame, geometry=shapes, crs=CRS)
        return self.check(frame)

    def check(self, frame: pd.DataFrame | gpd.GeoDataFrame) -> Any:
        """Return the table in contract order and dtypes; extra columns are kept behind.

        Raises
        ------
        ContractError
            With every fault: missing columns, wrong types, missing or foreign values, double keys, wrong CRS.
        """
        faults: list[str] = []
        # Gathered first and put together once: a table that is given column after column is copied as often.
        data: dict[str, Any] = {}
        plain = pd.DataFrame(frame)
        for column in self.columns:
            if column.name not in plain.columns:
                if column.required:
                    faults.append(f"column {column.name!r} is missing ({column.doc})")
                    continue
                data[column.name] = _series([None] * len(plain), column, plain.index)
            else:
                try:
                    data[column.name] = _series(plain[column.name], column, plain.index)
                except (TypeError, ValueError) as error:
                    faults.append(f"column {column.name!r}: expected {column.kind} ({error})")
                    continue
            faults += _value_faults(data[column.name], column)
        if self.key in data:
            double = data[self.key][data[self.key].duplicated()].astype("str").tolist()
            if double:
                faults.append(f"column {self.key!r}: not unique: {_some(double)}")
        if self.geometry:
            faults += _geometry_faults(frame, self)
        if faults:
            message = f"{self.name}: {faults[0]}" + (f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else "")
            raise ContractError(message, faults)
        rest = {name: plain[name] for name in plain.columns if name not in self.names}
        if not self.geometry:
            return pd.DataFrame({**data, **rest}, index=plain.index)
        import geopandas as gpd

        shapes = {"geometry": frame["geometry"]}
        return gpd.GeoDataFrame({**data, **shapes, **rest}, index=plain.index, geometry="geometry", crs=frame.crs)


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


def _series(values: Any, column: Column, index: Any = None) -> pd.Series[Any]:
    if column.kind == "day":
        return _days(values, index)
    if column.kind == "object":
        return pd.Series(list(values), index=index, dtype="object")
    series = pd.Series(values, index=index, dtype="object") if not isinstance(values, pd.Series) else values
    return series.astype(column.dtype)  # type: ignore[call-overload,no-any-return]


def _days(values: Any, index: Any) -> pd.Series[Any]:
    """Read days; a column that holds days already, or ISO days only, is not parsed value by value."""
    if not isinstance(values, pd.Series) or not pd.api.types.is_datetime64_dtype(values.dtype):
        given = pd.Series(values, index=index, dtype="object")
        iso = bool(len(given)) and all(v is None or (isinstance(v, str) and len(v) == _ISO_DAY) for v in given)
        values = pd.to_datetime(given, format="%Y-%m-%d" if iso else "mixed" if len(given) else None)
    if getattr(values.dt, "tz", None) is not None:
        message = "days carry no time zone"
        raise ValueError(message)
    days: pd.Series[Any] = values.astype("datetime64[s]").dt.normalize()
    return days


def _some(values: list[str]) -> str:
    return ", ".join(repr(v) for v in values[:_SHOWN]) + (
        f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    )


def _value_faults(series: pd.Series[Any], column: Column) -> list[str]:
    faults = []
    if column.required and series.isna().any():
        rows = [str(i) for i in series.index[series.isna()]]
        faults.append(f"column {column.name!r}: no value in rows {_some(rows)} ({column.doc})")
    if column.allowed:
        foreign = sorted(set(series.dropna().astype("str")) - set(column.allowed))
        if foreign:
            faults.append(f"column {column.name!r}: {_some(foreign)}; expected one of {', '.join(column.allowed)}")
    return faults


def _geometry_faults(frame: Any, contract: Contract) -> list[str]:
    if getattr(frame, "geometry", None) is None or "geometry" not in frame.columns:
        return ["column 'geometry' is missing"]
    if frame.crs is None or frame.crs.to_epsg() != 4326:
        return [f"geometry is in {frame.crs or 'no stated CRS'}; expected EPSG:4326 (reproject with to_crs first)"]
    faults = []
    kinds = set(frame.geometry.dropna().geom_type) - set(contract.geometry)
    if kinds:
        faults.append(f"geometry: {_some(sorted(kinds))}; expected {', '.join(contract.geometry)}")
    if contract.geometry_required and frame.geometry.isna().any():
        faults.append(f"geometry: none in rows {_some([str(i) for i in frame.index[frame.geometry.isna()]])}")
    return faults
