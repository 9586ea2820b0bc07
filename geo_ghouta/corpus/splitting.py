"""Sources → batches, streamed: never more than one batch of an input is in memory."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import re
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.corpus.listing import list_sources
from geo_ghouta.corpus.sources import RECORDS, Source, label_of
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown
from geo_ghouta.reports import Batch
from geo_ghouta.reports.days import order_of
from geo_ghouta.reports.drafts import Troubles
from geo_ghouta.reports.formats import foreign_format
from geo_ghouta.reports.gathering import TWICE
from geo_ghouta.reports.records import column_for, csv_rows, json_row, parquet_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST = 10_000_000
"""Bytes of one record or document."""
BATCH_BYTES = 16_000_000
"""Bytes of text at which a batch is closed, however few reports it has."""
_BLOCK = 1 << 20
_DOCUMENTS = "documents"
_TURNED = re.compile(rb'"\s{0,3}:\s{0,3}"\s{0,3}\d{1,2}[/.-]\d{1,2}[/.-]\d{4}')
_FOREIGN = re.compile("[\ud800-\udfff]")
_ONE_A_LINE = "write each report as one line (jq -c '.[]' in.json > out.jsonl)"
_WIDE = {
    "x0x0": "utf-16-le",
    "0x0x": "utf-16-be",
    "x000": "utf-32-le",
    "000x": "utf-32-be",
}
"""Which of the first four bytes are empty in each encoding."""
_Item = tuple[int, Any, int]
_Stamp = tuple[int, ...] | tuple[int, str]


@dataclasses.dataclass
class Intake:
    """Batches of one input that the user named, and what could not be put into any.

    Parameters
    ----------
    name : str
        As the user named it.
    troubles : Troubles
        Records and files that were refused before anyone read them.
    taken : int
        Records and documents put into batches.
    files : int
        Files, members and objects that were read.
    first : str
        Hash of the file of records, as long as there is just one file.
    state : hashlib object
        Hash of the names and hashes of all of them, in the order of reading.
    """

    name: str
    troubles: Troubles = dataclasses.field(default_factory=Troubles)
    taken: int = 0
    files: int = 0
    first: str = ""
    state: Any = dataclasses.field(default_factory=hashlib.sha256)

    @property
    def count(self) -> int:
        """Everything that came in: what was taken and what was refused."""
        return self.taken + len(self.troubles.errors)

    def batches(
        self,
        size: int,
        *,
        order: str | None = None,
        encoding: str | None = None,
        seen: set[Any] | None = None,
        apart: Path | None = None,
    ) -> Iterator[Batch]:
        """Stream the input's batches of at most ``size`` reports; what lies in the folder ``apart`` is no input."""
        documents: list[tuple[Any, bytes]] = []
        weight = 0
        for source in list_sources(self.name, self.troubles, order, set() if seen is None else seen, apart):
            if source.suffix in RECORDS:
                yield from self._records(source, size, order, encoding)
                continue
            try:
                documents.append((source.found, source.whole(LONGEST)))
            except InputError as error:
                self.troubles.add(source.found.name, _said(error, source))
                continue
            self._note(source.found.name, hashlib.sha256(documents[-1][1]).hexdigest())
            weight += len(documents[-1][1])
            if len(documents) >= size or weight >= BATCH_BYTES:
                yield self._taken(Batch(_DOCUMENTS, documents=tuple(documents), order=order), len(documents))
                documents, weight = [], 0
        if documents:
            yield self._taken(Batch(_DOCUMENTS, documents=tuple(documents), order=order), len(documents))
        if not self.files and all(row["severity"] == "note" and row["problem"] != TWICE for row in self.troubles.rows):
            self.troubles.add(label_of(self.name), "no report in it", severity="warning")

    def _taken(self, batch: Batch, count: int) -> Batch:
        self.taken += count
        return batch

    def _note(self, name: str, digest: str) -> None:
        self.files += 1
        self.first = digest if self.files == 1 else ""
        self.state.update(f"{name}\x1f{digest}\x1e".encode("utf-8", "replace"))

    @property
    def digest(self) -> str:
        """SHA-256 of the one file of records that was read, else of the names and hashes of all that was."""
        return self.first or self.state.hexdigest()

    def _still(self, source: Source, stamp: _Stamp, digest: str, length: int) -> _Stamp:
        """Look whether a file holds what it held when its hash was taken; what was added behind that is left out."""
        now = source.stamp()
        if now == stamp:
            return now
        if _digest(source, length) != (digest, length):
            message = (
                f"{source.found.name}: changed while it was read; its records from here on are left out: run the same "
                "command again when it stands still"
            )
            raise InputError(message)
        told = "grew while it was read; what was added is left out"
        name = source.found.name
        if now[0] > length and not any(
            row["path"] == shown(name, 300) and row["problem"] == told for row in self.troubles.rows
        ):
            self.troubles.add(name, told, hint="run the same command again", severity="warning")
        return now

    def _records(self, source: Source, size: int, order: str | None, encoding: str | None) -> Iterator[Batch]:
        name = source.found.name
        before = self.count
        try:
            if told := _foreign(source, encoding):
                self.troubles.add(name, told[0], hint=told[1])
                return
            stamp = source.stamp()
            digest, length = _digest(source)
            self._note(name, digest)
            fixed = _up_to(source, length)
            order = order or order_of(_until_broken(_days(fixed, encoding)))
            with fixed.open() as stream:
                rows = _rows(stream, fixed, self.troubles, encoding)
                lines = source.suffix in {".jsonl", ".ndjson"}
                for part in _parts(rows, size):
                    # Only now: what a batch holds was read between two looks at the same bytes.
                    stamp = self._still(source, stamp, digest, length)
                    held = {"lines" if lines else "rows": part}
                    yield self._taken(Batch(name, sha256=digest, order=order, **held), len(part))  # type: ignore[arg-type]
        except InputError as error:
            self.troubles.add(name, _said(error, source))
        if self.count == before:
            self.troubles.add(name, "no record in it", severity="warning")


def batch_key(batch: Batch, settings: str) -> str:
    """Name of a batch's results: the same words and settings give the same name, anything else another.

    Examples
    --------
    >>> one = Batch("a.jsonl", lines=((1, b"{}"),), sha256="0")
    >>> batch_key(one, "x") == batch_key(one, "x"), batch_key(one, "x") == batch_key(one, "y")
    (True, False)
    """
    told: list[Any] = [settings, batch.path, batch.sha256, batch.order]
    numbers = [n for n, _ in (*batch.lines, *batch.rows)]
    told.append([len(numbers), *numbers[:1], *numbers[-1:]])
    for found, data in batch.documents:
        told.append([found.name, hashlib.sha256(data).hexdigest(), sorted(found.told.items()), str(found.day)])
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode("utf-8", "replace")).hexdigest()[:24]


def _said(error: InputError, source: Source) -> str:
    return str(error).removeprefix(f"{source.found.name}: ").removeprefix(f"{shown(source.found.place.name)}: ")


def _parts(rows: Iterator[_Item], size: int) -> Iterator[tuple[tuple[int, Any], ...]]:
    part: list[tuple[int, Any]] = []
    weight = 0
    broken: InputError | None = None
    while True:
        try:
            found = next(rows, None)
        except InputError as error:
            # What came before the place at which the file breaks is read all the same.
            found, broken = None, error
        if found is None:
            break
        part.append(found[:2])
        weight += found[2]
        if len(part) >= size or weight >= BATCH_BYTES:
            yield tuple(part)
            part, weight = [], 0
    if part:
        yield tuple(part)
    if broken is not None:
        raise broken


def _foreign(source: Source, encoding: str | None) -> tuple[str, str] | None:
    """What a file of records is, where its first bytes show that it holds none that can be read."""
    with source.open() as stream:
        head = stream.read(_BLOCK)
    what, way = foreign_format(head, source.suffix)
    if what:
        return f"this is {what}, though its name ends in {source.suffix}; it is not read", way
    if source.suffix == ".parquet":
        return None
    if encoding is None and (wide := _wide(head)):
        return f"this is {wide}, which is read only where it is named", f"name it with --encoding {wide}"
    first, _, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if source.suffix != ".csv" and (first.startswith(b"[") or first.strip() == b"{") and not _begins_with_record(rest):
        return "this is JSON over many lines or a list, not one report a line; it is not read", _ONE_A_LINE
    return None


def _begins_with_record(data: bytes) -> bool:
    """Whether the next line is a record of its own: then the line before is a bad one among others."""
    line = data.lstrip().partition(b"\n")[0]
    return json_row(line, 2, "", Troubles()) is not None


def _wide(head: bytes) -> str:
    """Encoding of two or four bytes a letter, where the first letters show it; UTF-16 with its mark is read."""
    if head.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ""
    # JSON Lines and CSV begin with letters of ASCII: a bracket, a quote, a column's name.
    empty = "".join("0" if byte == 0 else "x" for byte in head[:4])
    return _WIDE.get(empty, "")


def _digest(source: Source, most: int | None = None) -> tuple[str, int]:
    """SHA-256 of a source, or of as many bytes of it, and how many bytes those were."""
    state, length = hashlib.sha256(), 0
    with source.open() as stream:
        while block := stream.read(_BLOCK if most is None else min(_BLOCK, most - length)):
            state.update(block)
            length += len(block)
    return state.hexdigest(), length


def _up_to(source: Source, length: int) -> Source:
    """The source as long as it was when its hash was taken, whatever is written behind that."""
    if source.suffix == ".parquet":
        return dataclasses.replace(source, size=length)

    @contextlib.contextmanager
    def opened() -> Iterator[BinaryIO]:
        with source.open() as stream:
            yield io.BufferedReader(_Joined(b"", stream, length), _BLOCK)

    return dataclasses.replace(source, open=opened, size=length)


def _rows(stream: BinaryIO, source: Source, troubles: Troubles, encoding: str | None) -> Iterator[_Item]:
    name = source.found.name
    if source.suffix == ".parquet":
        for number, row in parquet_rows(stream, source.size, name):
            yield number, row, _weight(row)
    elif source.suffix == ".csv":
        for number, row in csv_rows(_text_lines(stream, encoding), name, troubles, longest=LONGEST):
            if any(_FOREIGN.search(str(value)) for value in row.values()):
                hint = "save it as UTF-8, or name its encoding (often windows-1256 if Arabic, windows-1251 if Cyrillic)"
                troubles.add(name, f"not {encoding or 'UTF-8'}", row=str(number), hint=hint)
                continue
            yield number, row, _weight(row)
    else:
        for number, line in _numbered(stream, name, troubles, encoding):
            yield number, line, len(line)


def _weight(row: dict[str, Any]) -> int:
    return sum(len(v) for v in row.values() if isinstance(v, str))


def _text_lines(stream: BinaryIO, encoding: str | None) -> Iterator[str]:
    # A byte that is none of the encoding becomes half a surrogate, so that its row can be told and the rest go on.
    head = stream.read(2)
    chosen = encoding or ("utf-16" if head in {b"\xff\xfe", b"\xfe\xff"} else "utf-8")
    joined: Any = io.BufferedReader(_Joined(head, stream), _BLOCK)
    try:
        wrapped = io.TextIOWrapper(joined, encoding=chosen, errors="surrogateescape", newline="")
        while line := wrapped.readline(LONGEST):
            yield line
    except LookupError as error:
        message = f"encoding {shown(chosen)!r} is not known; write it like windows-1256"
        raise InputError(message) from error
    except UnicodeError as error:
        message = f"not {shown(chosen)} from here on ({shown(str(error), 80)}); save the file as UTF-8"
        raise InputError(message) from error


def check_encoding(encoding: str | None) -> None:
    """Refuse an encoding that no text can be read in, before any work.

    Raises
    ------
    UsageError
        If Python knows none of that name, or it is no encoding of text.

    Examples
    --------
    >>> check_encoding("windows-1256")
    """
    try:
        io.TextIOWrapper(io.BytesIO(b""), encoding=encoding or "utf-8", errors="surrogateescape").read()
    except (LookupError, ValueError) as error:
        message = f"encoding {shown(encoding or '')!r} is not known; write it like windows-1256"
        raise UsageError(message) from error


class _Joined(io.RawIOBase):
    """A stream with the bytes put back that were read to know it, or cut off after so many bytes."""

    def __init__(self, head: bytes, rest: BinaryIO, most: int | None = None) -> None:
        self._head, self._rest, self._left = head, rest, most

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, the head first."""
        wanted = len(buffer) if self._left is None else min(len(buffer), self._left)
        data = self._head or self._rest.read(wanted)
        data, self._head = data[:wanted], data[wanted:]
        if self._left is not None:
            self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)


def _numbered(stream: BinaryIO, name: str, troubles: Troubles, encoding: str | None) -> Iterator[tuple[int, bytes]]:
    number = 0
    for line, whole in _byte_lines(stream, encoding):
        if not line.strip().removeprefix(b"\xef\xbb\xbf"):
            continue
        number += 1
        if not whole:
            told = f"a line of more than {LONGEST:,} bytes"
            troubles.add(name, told, row=str(number), expected="one report a line")
            continue
        yield number, line


def _byte_lines(stream: BinaryIO, encoding: str | None) -> Iterator[tuple[bytes, bool]]:
    """Lines in UTF-8, and whether each is whole; of a line that is too long only its beginning is kept."""
    head = stream.read(2)
    if encoding is not None or head in {b"\xff\xfe", b"\xfe\xff"}:
        lines: Any = _text_lines(_Joined(head, stream), encoding)  # type: ignore[arg-type]
        pieces: Iterator[bytes] = (piece.encode("utf-8", "surrogatepass") for piece in lines)
    else:
        reader = io.BufferedReader(_Joined(head, stream), _BLOCK)
        pieces = iter(lambda: reader.readline(LONGEST), b"")
    for piece in pieces:
        whole = True
        last = piece
        while not last.endswith(b"\n") and len(last) >= LONGEST - 4:
            whole = False
            last = next(pieces, b"")
        yield piece, whole


def _until_broken(days: Iterator[Any]) -> Iterator[Any]:
    # Where a file breaks is told when its records are read.
    with contextlib.suppress(InputError):
        yield from days


def _days(source: Source, encoding: str | None) -> Iterator[Any]:
    """Days of publication as the file writes them, for the order of day and month that it allows."""
    quiet = Troubles()
    with source.open() as stream:
        if source.suffix == ".parquet":
            rows = parquet_rows(stream, source.size, source.found.name, ("published",))
            yield from _published(row for _, row in rows)
        elif source.suffix == ".csv":
            lines = _text_lines(stream, encoding)
            yield from _published(row for _, row in csv_rows(lines, source.found.name, quiet, longest=LONGEST))
        else:
            for number, line in _numbered(stream, source.found.name, quiet, encoding):
                # Only a line that holds a day written the short way can tell anything.
                if _TURNED.search(line):
                    row = json_row(line, number, source.found.name, Troubles())
                    yield from _published([row] if row else [])


def _published(rows: Any) -> Iterator[Any]:
    names: list[str] | None = None
    column: str | None = None
    for row in rows:
        if names != list(row):
            names = list(row)
            try:
                column = column_for("published", names)
            except InputError:
                column = None
        if column is not None:
            yield row.get(column)
