"""Tables by month: rows go to the file of their month as they come, and a whole folder takes the old one's place."""

from __future__ import annotations

import collections
import contextlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.files import atomic_stream, make_folder

if TYPE_CHECKING:
    from types import TracebackType

UNKNOWN = "unknown"
"""Month of what has no day."""
ROWS_HELD = 50_000
"""Rows of all months that wait in memory for their file."""
OPEN_FILES = 48
_SMALL = {"compression": "zstd", "compression_level": 3}


def months_of(days: Any) -> Any:
    """Month of each day, ``YYYY-MM``, or "unknown".

    Parameters
    ----------
    days : pyarrow array of date32

    Examples
    --------
    >>> import datetime as dt, pyarrow as pa
    >>> months_of(pa.array([dt.date(2018, 3, 22), None])).to_pylist()
    ['2018-03', 'unknown']
    """
    import pyarrow.compute as pc

    return pc.fill_null(pc.strftime(days, format="%Y-%m"), UNKNOWN)


def by_month(table: Any, months: Any) -> dict[str, Any]:
    """Part rows by the month of each."""
    import pyarrow.compute as pc

    coded = pc.dictionary_encode(months)
    codes, names = coded.indices.to_numpy(), coded.dictionary.to_pylist()
    if len(names) == 1:
        return {names[0]: table}
    # Rows are picked by their numbers: to filter the whole table once a month takes as many times as long.
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=len(names)))
    rows = np.split(order, ends[:-1]) if names else []
    return {name: table.take(rows[code]) for name, code in sorted(zip(names, range(len(names)), strict=True))}


class MonthWriter:
    """Write one table as ``folder/month=YYYY-MM/part-N.parquet``; use as a context manager.

    Parameters
    ----------
    folder : pathlib.Path
        Must not exist yet.
    schema : pyarrow.Schema
    rough : bool
        Whether the files are read again by this run and then thrown away: packed quickly and not small.
    """

    def __init__(self, folder: Path, schema: Any, *, rough: bool = False) -> None:
        self.folder = make_folder(folder)
        self.schema = schema
        self._packing = {"compression": "lz4", "use_dictionary": False} if rough else _SMALL
        self.rows = 0
        self._held: dict[str, list[Any]] = {}
        self._waiting = 0
        self._open: collections.OrderedDict[str, tuple[Any, contextlib.ExitStack]] = collections.OrderedDict()
        self._parts: collections.Counter[str] = collections.Counter()

    def __enter__(self) -> MonthWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if kind is None:
            self._flush()
        while self._open:
            writer, stack = self._open.popitem(last=False)[1]
            with contextlib.suppress(Exception) if kind is not None else contextlib.nullcontext():
                writer.close()
                stack.close()

    def add(self, table: Any, months: Any) -> None:
        """Add rows, each with its month."""
        self.put(by_month(table, months))

    def put(self, rows: dict[str, Any]) -> None:
        """Add rows that :func:`by_month` has parted."""
        for month, table in rows.items():
            self._held.setdefault(month, []).append(table)
            self._waiting += len(table)
            self.rows += len(table)
        if self._waiting >= ROWS_HELD:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        for month in sorted(self._held):
            joined = pa.concat_tables(self._held[month]).combine_chunks()
            self._writer(month).write_table(joined.cast(self.schema))
        self._held, self._waiting = {}, 0

    def _writer(self, month: str) -> Any:
        import pyarrow.parquet as pq

        if month in self._open:
            self._open.move_to_end(month)
            return self._open[month][0]
        if len(self._open) >= OPEN_FILES:
            old, stack = self._open.popitem(last=False)[1]
            old.close()
            stack.close()
        place = make_folder(self.folder / f"month={month}") / f"part-{self._parts[month]}.parquet"
        self._parts[month] += 1
        stack = contextlib.ExitStack()
        stream = stack.enter_context(atomic_stream(place))
        writer = pq.ParquetWriter(stream, self.schema, **self._packing)
        self._open[month] = (writer, stack)
        return writer


def take_place(new: Path, old: Path) -> None:
    """Put a finished folder where the old one was."""
    if old.is_dir() and not old.is_symlink():
        shutil.rmtree(old)
    new.replace(old)


def month_folders(folder: Path) -> list[tuple[str, list[Path]]]:
    """Months of a written table with their files, in order, "unknown" last."""
    found = [(p.name.removeprefix("month="), sorted(p.glob("*.parquet"))) for p in folder.glob("month=*")]
    return sorted(found, key=lambda item: (item[0] == UNKNOWN, item[0]))
