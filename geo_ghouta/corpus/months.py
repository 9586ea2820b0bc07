"""Tables by month: rows go to the file of their month as they come, and a whole folder takes the old one's place."""

from __future__ import annotations

import collections
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.errors import OutputError
from geo_ghouta.files import atomic_stream, make_folder, remove_folder, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

UNKNOWN = "unknown"
"""Month of what has no day."""
ROWS_HELD = 50_000
"""Rows of all months that wait in memory for their file."""
PORTION = 10_000
"""Rows of neighbouring months or shares that are worked on at once."""
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
        Whether the files are read again by this run and then thrown away: packed quickly and not small, and not
        waited for until they lie on the disk.
    """

    def __init__(self, folder: Path, schema: Any, *, rough: bool = False) -> None:
        self.folder = make_folder(folder)
        self.schema = schema
        self._packing: dict[str, Any] = (
            {"compression": "lz4", "use_dictionary": False, "lasting": False} if rough else _SMALL
        )
        self.rows = 0
        self._held: dict[str, list[Any]] = {}
        self._waiting = 0
        self._open: collections.OrderedDict[str, tuple[Any, contextlib.ExitStack]] = collections.OrderedDict()
        self._parts: collections.Counter[str] = collections.Counter()

    def __enter__(self) -> MonthWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            if kind is None:
                self._flush()
                while self._open:
                    self._open.popitem(last=False)[1][1].close()
        finally:
            # After an error what is not finished takes no place.
            given = error or GeneratorExit()
            while self._open:
                with contextlib.suppress(BaseException):
                    self._open.popitem()[1][1].__exit__(type(given), given, None)

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
            writer, stack = self._writer(month)
            try:
                writer.write_table(joined.cast(self.schema))
            except BaseException as error:
                # The file hears of it, so that the error names it.
                self._open.pop(month)
                stack.__exit__(type(error), error, error.__traceback__)
                raise
        self._held, self._waiting = {}, 0

    def _writer(self, month: str) -> tuple[Any, contextlib.ExitStack]:
        if month in self._open:
            self._open.move_to_end(month)
            return self._open[month]
        if len(self._open) >= OPEN_FILES:
            self._open.popitem(last=False)[1][1].close()
        place = make_folder(self.folder / f"month={month}") / f"part-{self._parts[month]}.parquet"
        self._parts[month] += 1
        stack = contextlib.ExitStack()
        self._open[month] = (stack.enter_context(parquet_stream(place, self.schema, **self._packing)), stack)
        return self._open[month]


@contextlib.contextmanager
def parquet_stream(path: Path, schema: Any, *, lasting: bool = True, **packing: Any) -> Iterator[Any]:
    """Give a writer of a Parquet file that takes its place when the block ends without an error."""
    import pyarrow.parquet as pq

    with atomic_stream(path, lasting=lasting) as stream:
        writer = pq.ParquetWriter(stream, schema, **packing)
        try:
            yield writer
            writer.close()
        except BaseException:
            # Left open, it would write once more when it is thrown away: into a closed file, and with a trace.
            writer.is_open = False
            raise


def take_place(new: Path, old: Path) -> None:
    """Put a finished folder where the old one was."""
    remove_folder(old)
    try:
        new.replace(old)
    except OSError as error:
        message = f"{shown(str(old))}: could not be written ({error.strerror or error}); run the same command again"
        raise OutputError(message) from error


def in_portions(folders: list[tuple[str, list[Path]]]) -> Iterator[list[tuple[str, list[Path]]]]:
    """Put neighbours together until they hold ``PORTION`` rows: many small tables take far longer than a large one."""
    import pyarrow.parquet as pq

    portion: list[tuple[str, list[Path]]] = []
    rows = 0
    for name, files in folders:
        portion.append((name, files))
        rows += sum(pq.read_metadata(file).num_rows for file in files)
        if rows >= PORTION:
            yield portion
            portion, rows = [], 0
    if portion:
        yield portion


def month_folders(folder: Path) -> list[tuple[str, list[Path]]]:
    """Months of a written table with their files, in order, "unknown" last."""
    found = [(p.name.removeprefix("month="), sorted(p.glob("*.parquet"))) for p in folder.glob("month=*")]
    return sorted(found, key=lambda item: (item[0] == UNKNOWN, item[0]))
