"""Files of many reports: JSON Lines, CSV and Parquet. Bad rows are told, good rows go on."""

from __future__ import annotations

import collections
import csv
import datetime as dt
import decimal
import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from geo_ghouta.errors import FormatError, InputError, LimitError, kind_in_words
from geo_ghouta.files import decode, parse_json, sha256_of, shown
from geo_ghouta.reports.days import EXPECTED, read_days
from geo_ghouta.reports.drafts import Draft, Troubles, cleaned, too_long
from geo_ghouta.reports.letters import guess_encoding
from geo_ghouta.signatures import is_binary

ALIASES = {
    "doc_id": ("id", "document_id", "article_id", "report_id", "uid"),
    "text": ("body", "content", "article", "full_text", "fulltext", "article_text"),
    "published": ("date", "published_at", "published_on", "publish_date", "published_date", "pub_date",
                  "publication_date", "datepublished", "date_published"),
    "title": ("headline",),
    "url": ("link", "href", "source_url"),
    "source": ("outlet", "publisher", "site", "domain", "source_name"),
}  # fmt: skip
_INFLATION = 20
_SEPARATOR = re.compile(r"sep=([,;|\t])\s*", re.IGNORECASE)
_SAMPLE = 20_000
_Row = tuple[int, dict[str, Any]]


def read_records(
    data: bytes,
    suffix: str,
    path: str,
    troubles: Troubles,
    *,
    order: str | None = None,
    encoding: str | None = None,
) -> list[Draft]:
    """Read the reports of one file of many.

    Parameters
    ----------
    data : bytes
    suffix : str
        ``.jsonl``, ``.ndjson``, ``.csv`` or ``.parquet``.
    path : str
        Shown in messages and kept in the reports.
    troubles : Troubles
        Where bad rows are told; rows count from 1, a header not counted.
    order : str, optional
        See :func:`geo_ghouta.reports.days.read_days`.
    encoding : str, optional
        Of the file, where it is not UTF-8.

    Raises
    ------
    FormatError
        If no row at all can be read.
    """
    readers: dict[str, Callable[[], Iterator[_Row]]] = {
        ".jsonl": lambda: _json_rows(data, path, troubles, encoding),
        ".ndjson": lambda: _json_rows(data, path, troubles, encoding),
        ".csv": lambda: _csv_text_rows(decode_as(data, path, encoding), path, troubles),
        ".parquet": lambda: parquet_rows(io.BytesIO(data), len(data), path),
    }
    return read_rows(readers[suffix](), path, sha256_of(data), troubles, order=order)


def read_rows(
    rows: Iterable[_Row], path: str, digest: str, troubles: Troubles, *, order: str | None = None
) -> list[Draft]:
    """Read reports from rows that are already parsed: fields found under their aliases, bad rows told.

    Parameters
    ----------
    rows : iterable of (int, dict)
        Row number in the file, from 1, and its fields.
    path : str
        Shown in messages and kept in the reports.
    digest : str
        SHA-256 of the whole file.
    troubles : Troubles
        Where bad rows are told.
    order : str, optional
        See :func:`geo_ghouta.reports.days.read_days`; without it these rows alone decide.
    """
    taken: list[tuple[int, dict[str, Any]]] = []
    for number, raw in rows:
        row = _chosen(number, raw, path, troubles)
        if row is not None:
            taken.append((number, row))
    days = read_days([row.get("published") for _, row in taken], order)
    drafts = []
    for (number, row), (day, problem) in zip(taken, days, strict=True):
        if problem:
            ambiguous = "told apart" in problem
            troubles.add(
                path,
                f"published: {problem}",
                row=str(number),
                found=str(row["published"]),
                expected=EXPECTED,
                hint="write it as year-month-day, or state the order of day and month"
                if ambiguous
                else "the report is read without a day",
                severity="error" if ambiguous else "warning",
            )
            if ambiguous:
                continue
        drafts.append(_draft(number, row, day, path, digest))
    return drafts


def decode_as(data: bytes, where: str, encoding: str | None) -> str:
    """Decode as UTF-8 or UTF-16, or as the encoding that the user names; nothing is guessed."""
    if encoding is None:
        try:
            return decode(data, where)
        except FormatError as error:
            if is_binary(data):
                message = f"{where}: not text (binary, or UTF-16 without a byte order mark); save it as UTF-8"
                raise FormatError(message) from error
            raise FormatError(f"{str(error).partition('; ')[0]}; {_way_out(data)}") from error
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        message = f"{where}: not {shown(encoding)} ({error}); name the encoding that the file was saved in"
        raise FormatError(message) from error


def _way_out(data: bytes) -> str:
    """What to do about bytes that are not UTF-8: name what their letters look like, where they look like any."""
    if (code := guess_encoding(data)) and not _mostly_utf8(data):
        return f"save the file as UTF-8, or name its encoding: its letters look like --encoding {code}"
    if _mostly_utf8(data):
        return "nearly all else is: the file is damaged there; save it again as UTF-8"
    return "save the file as UTF-8, or name the encoding that it was saved in with --encoding"


def _mostly_utf8(data: bytes) -> bool:
    sample = data[:_SAMPLE].decode("utf-8", "replace")
    return 10 * sample.count("\ufffd") < sum(character > "\x7f" for character in sample)


def column_for(field: str, names: list[str]) -> str | None:
    """Find the column of a field: its own name first, else the only alias present.

    Raises
    ------
    FormatError
        If two aliases are there, naming them.

    Examples
    --------
    >>> column_for("published", ["id", "Date"])
    'Date'
    """
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(name.strip().lstrip("\ufeff").lower().replace(" ", "_").replace("-", "_"), name)
    if field in folded:
        return folded[field]
    found = [folded[alias] for alias in ALIASES.get(field, ()) if alias in folded]
    if len(found) > 1:
        message = f"{field} could be column {' or '.join(repr(shown(f)) for f in found)}; name one of them {field!r}"
        raise FormatError(message)
    return found[0] if found else None


def _refuse_doubles(names: list[str], what: str = "columns") -> None:
    """Two of one name: nobody can tell which is meant, and a row would keep the last one without a word."""
    for name, count in collections.Counter(names).items():
        if count > 1 and any(column_for(field, [name]) is not None for field in ALIASES):
            message = f"{count} {what} are called {shown(name, 30)!r}; give each a name of its own"
            raise FormatError(message)


def csv_table(text: str, fields: tuple[str, ...]) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Open a CSV: the header, and numbered rows; comma, semicolon or tab, whichever splits the header best.

    Raises
    ------
    FormatError
        If there is no header.
    """
    return _csv_lines(io.StringIO(text.removeprefix("\ufeff"), newline=""), fields)


def _csv_lines(lines: Iterable[str], fields: tuple[str, ...]) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    rest = iter(lines)
    first = next(rest, "").removeprefix("\ufeff")
    while first and not first.strip():
        first = next(rest, "")
    said = _SEPARATOR.fullmatch(first)  # the line by which Excel tells itself how the rows are parted
    if said:
        first = next(rest, "")
    known = set(fields).union(*(ALIASES.get(f, ()) for f in fields))

    def fit(mark: str) -> int:
        return sum(cell.strip().strip('"').lower() in known for cell in first.split(mark))

    mark = said[1] if said else max(",;\t", key=fit)  # the comma wins a tie, since it stands first
    rows = csv.reader(itertools.chain([first], rest), delimiter=mark, strict=True)
    header = next(rows, None)
    if not header:
        message = "empty; expected a header line with column names"
        raise FormatError(message)
    return header, enumerate((row for row in rows if row), 1)


def _csv_text_rows(text: str, path: str, troubles: Troubles) -> Iterator[_Row]:
    yield from csv_rows(io.StringIO(text, newline=""), path, troubles, longest=len(text) + 1)


def csv_rows(lines: Iterable[str], path: str, troubles: Troubles, *, longest: int) -> Iterator[_Row]:
    """Read the rows of a CSV from its lines; a row that cannot be read is told.

    Raises
    ------
    FormatError
        If there is no header, or no column of texts in it.
    """
    # A report may be longer than the csv module's default of 131,072 characters a cell.
    before = csv.field_size_limit(longest)
    try:
        header, rows = _csv_lines(lines, tuple(ALIASES))
        _refuse_doubles(header)
        if column_for("text", header) is None:
            message = f"no column 'text' (found {', '.join(shown(h, 30) for h in header[:8])}); name the text's column"
            raise FormatError(message)
        reached = 0
        try:
            for number, cells in rows:
                reached = number
                if len(cells) > len(header):
                    troubles.add(
                        path,
                        f"{len(cells)} cells under a header of {len(header)}",
                        row=str(number),
                        hint="put text that holds a separator between double quotes",
                    )
                    continue
                yield number, {k: v for k, v in zip(header, cells, strict=False) if v != ""}
        except csv.Error as error:
            troubles.add(
                path,
                f"CSV broken here ({error}); nothing below can be read",
                row=str(reached + 1),
                hint="close the double quotes of that row",
            )
    finally:
        csv.field_size_limit(before)


def _json_rows(data: bytes, path: str, troubles: Troubles, encoding: str | None) -> Iterator[_Row]:
    number = 0
    for line in decode_as(data, path, encoding).split("\n"):
        if not line.strip().lstrip("\ufeff"):
            continue
        number += 1
        row = json_row(line, number, path, troubles)
        if row is not None:
            yield number, row


def json_row(line: bytes | str, number: int, path: str, troubles: Troubles) -> dict[str, Any] | None:
    """Read one line of JSON Lines; a line that is none is told, and None comes back."""
    twice: list[str] = []

    def made(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        # The last object to be made is the row itself.
        twice[:] = [name for name, _ in members] if len(found) < len(members) else []
        return found

    try:
        row = parse_json(line, f"row {number}", pairs=made)
        _refuse_doubles(twice, "members")
    except InputError as error:
        problem = str(error).removeprefix(f"row {number}: ")
        troubles.add(path, problem, row=str(number), hint="one JSON object a line")
        return None
    if not isinstance(row, dict):
        shown_line = line if isinstance(line, str) else line.decode("utf-8", "replace")
        told = {"found": shown_line, "expected": '{"doc_id": ..., "text": ...}'}
        troubles.add(path, "not a JSON object", row=str(number), **told)
        return None
    return row


def parquet_rows(stream: BinaryIO, length: int, path: str, fields: Iterable[str] = ALIASES) -> Iterator[_Row]:
    """Read the rows of a Parquet file piece by piece.

    Raises
    ------
    FormatError
        If it is none, or has no column of texts.
    LimitError
        If it unpacks to many times its length.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(stream, buffer_size=1 << 20)
        names = list(file.schema_arrow.names)
        size = sum(file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups))
        if size > _INFLATION * max(length, 1_000_000):
            message = f"unpacks to {size:,} bytes, over {_INFLATION} times its size; refused"
            raise LimitError(message)
        _refuse_doubles(names)
        wanted = [c for f in fields if (c := column_for(f, names)) is not None]
        if column_for("text", names) is None:
            message = f"no column 'text' (found {', '.join(shown(n, 30) for n in names[:8])}); name the text's column"
            raise FormatError(message)
        batches = file.iter_batches(batch_size=2048, columns=wanted)
        yield from enumerate(itertools.chain.from_iterable(map(_plain_rows, batches)), 1)
    except (pa.ArrowException, OSError) as error:
        message = f"{path}: not a Parquet file that can be read ({shown(str(error), 80)}); write it again"
        raise FormatError(message) from error


def _plain_rows(batch: Any) -> list[dict[str, Any]]:
    try:
        rows: list[dict[str, Any]] = batch.to_pylist()
    except (OverflowError, ValueError, KeyError):
        # One value that Python cannot hold (KeyError: a zone that it does not know): the others are read all the same.
        names = batch.schema.names
        columns = [[_plain_value(value) for value in column] for column in batch.columns]
        rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return rows


def _plain_value(scalar: Any) -> Any:
    """Value of a cell; a time outside of the calendar as its number, text that is no UTF-8 as bytes."""
    try:
        return scalar.as_py()
    except (OverflowError, ValueError, KeyError):
        if hasattr(scalar, "as_buffer"):
            return scalar.as_buffer().to_pybytes()
        return str(getattr(scalar, "value", scalar.type))


def _chosen(number: int, raw: dict[str, Any], path: str, troubles: Troubles) -> dict[str, Any] | None:
    row: dict[str, Any] = {}
    names = list(raw)
    for field in ALIASES:
        try:
            name = column_for(field, names)
        except FormatError as error:
            troubles.add(path, str(error), row=str(number))
            return None
        value = raw.get(name) if name is not None else None
        if value is None or value != value:  # noqa: PLR0124 - NaN differs from itself
            continue
        if field == "text" and not isinstance(value, str):
            troubles.add(path, f"text is {kind_in_words(value)}", row=str(number), expected="text")
            return None
        if field not in {"text", "published"}:
            if isinstance(value, bool) or not isinstance(value, str | int | float | decimal.Decimal):
                troubles.add(path, f"{field} is {kind_in_words(value)}", row=str(number), expected="text")
                return None
            # An id stays as it was given: text untouched, a whole number without a decimal point.
            value = value if isinstance(value, str) else str(value)
        row[field] = value
    if "text" not in row or not row["text"].strip("\ufeff \t\r\n\x00"):
        troubles.add(
            path, "no text" if "text" not in row else "empty text", row=str(number), expected="a report's text"
        )
        return None
    if long := too_long(row["text"]):
        troubles.add(path, long, row=str(number), hint="split it into reports")
        return None
    return _written(number, row, path, troubles)


def _written(number: int, row: dict[str, Any], path: str, troubles: Troubles) -> dict[str, Any]:
    replaced = 0
    for field, value in row.items():
        if isinstance(value, str):
            row[field], count = cleaned(value)
            replaced += count
    if replaced:
        troubles.add(
            path,
            f"{replaced} characters that no file can hold (lone surrogates, NUL) were replaced by U+FFFD",
            row=str(number),
            severity="warning",
        )
    return row


def _draft(number: int, row: dict[str, Any], day: dt.date | None, path: str, digest: str) -> Draft:
    doc_id = row.get("doc_id") or f"{path}:{number}"
    return Draft(
        doc_id=doc_id,
        text=row["text"],
        path=path,
        sha256=digest,
        id_hash=sha256_of(row["text"].encode() + b"\0" + doc_id.encode()),
        basis="record" if day else "unknown",
        record=number,
        published=day,
        source=row.get("source"),
        title=row.get("title"),
        url=row.get("url"),
    )
