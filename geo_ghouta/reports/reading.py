"""Read reports: files, folders, records and standard input become REPORTS, MARKS and REJECTED."""

from __future__ import annotations

import dataclasses
import datetime as dt
import sys
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import MAX_BYTES, parse_json, read_bytes, sha256_of, shown
from geo_ghouta.reports.days import EXPECTED, read_days
from geo_ghouta.reports.drafts import Draft, Troubles, cleaned, garbled, too_long
from geo_ghouta.reports.formats import foreign_format
from geo_ghouta.reports.gathering import SUFFIXES, Found, gather, named_paths
from geo_ghouta.reports.letters import other_encoding, unread_language
from geo_ghouta.reports.marking import mark_text
from geo_ghouta.reports.matter import front_matter
from geo_ghouta.reports.pages import KEPT_SHARE, read_page
from geo_ghouta.reports.records import column_for, decode_as, json_row, read_records, read_rows
from geo_ghouta.schema import MARKS, REJECTED, REPORTS, Reading

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from geo_ghouta.schema import Source

__all__ = ["SUFFIXES", "Batch", "read_batch", "read_reports"]
_RECORDS = {".jsonl", ".ndjson", ".csv", ".parquet"}
_STDIN = "-"
_BLANK = "\ufeff \t\r\n\x00\u00a0"


@dataclasses.dataclass(frozen=True)
class Batch:
    """Some records of one file, or some documents of one folder, on their way to whoever reads them.

    Parameters
    ----------
    path : str
        File of the records, as it stands in messages and reports.
    lines : tuple of (int, bytes)
        Lines of JSON with their number among the file's lines, from 1.
    rows : tuple of (int, dict)
        Parsed rows with their number.
    documents : tuple of (Found, bytes)
        Whole files.
    sha256 : str
        Of the file that the records come from.
    order : str or None
        Order of day and month that the whole file allows.
    """

    path: str
    lines: tuple[tuple[int, bytes], ...] = ()
    rows: tuple[tuple[int, dict[str, Any]], ...] = ()
    documents: tuple[tuple[Found, bytes], ...] = ()
    sha256: str = ""
    order: str | None = None


def read_reports(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    published: str | dt.date | None = None,
    source: str | None = None,
    stdin: bytes | IO[bytes] | None = None,
    strict: bool = False,
    *,
    day_order: str | None = None,
    encoding: str | None = None,
    limit: int = MAX_BYTES,
) -> Reading:
    """Read reports and keep their text character for character.

    Parameters
    ----------
    paths : path or list of paths
        Files (``.txt`` and ``.md``, with or without front matter, ``.html``, ``.jsonl``, ``.csv``, ``.parquet``),
        folders of them, ``-`` for standard input. A ``reports.csv`` with a column ``file`` is its folder's manifest.
    published : str or date, optional
        Day of publication for reports that no manifest dates. Stated precedence: manifest, this option, front matter
        or record, page metadata. Never today, never a modified date, never guessed.
    source : str, optional
        Outlet, with the same precedence.
    stdin : bytes or binary stream, optional
        What ``-`` means; the process's standard input by default. JSON Lines if its first line is a JSON object with
        a text, else one report.
    strict : bool
        Raise when anything was left out.
    day_order : str, optional
        ``"day_first"`` or ``"month_first"`` for columns that do not decide it.
    encoding : str, optional
        Of text files that are not UTF-8, such as ``windows-1256``.
    limit : int
        Largest file, bytes.

    Returns
    -------
    Reading
        ``reports`` sorted by path and record, ``marks``, and ``rejected`` with errors (left out), warnings and notes.

    Raises
    ------
    UsageError
        For an option that cannot be used.
    InputError
        If ``strict`` and something was left out.

    Examples
    --------
    >>> reading = read_reports(["-"], published="2018-03-24", stdin=b"Ten buses left Arbin on Saturday.")
    >>> reading.reports[["doc_id", "published_basis"]].values.tolist()
    [['stdin', 'option']]
    """
    names = [str(p) for p in named_paths(paths)]
    day = _option_day(published, day_order)
    troubles = Troubles()
    drafts: list[Draft] = []
    if _STDIN in names:
        drafts += _read_stdin(stdin, troubles, day_order, encoding, limit)
    told: dict[str, Found] = {}
    for item in gather([n for n in names if n != _STDIN], troubles, day_order):
        new = _read_file(item, troubles, day_order, encoding, limit)
        for draft in new:
            _apply_manifest(draft, item)
        drafts += new
        told[item.name] = item
    for draft in drafts:
        _apply_options(draft, day, source, troubles)
    reading = _tables(drafts, troubles)
    if strict and troubles.errors:
        first = troubles.errors[0]
        more = f" (and {len(troubles.errors) - 1} more left out)" if len(troubles.errors) > 1 else ""
        where = first["path"] + (f", row {first['row']}" if first["row"] else "")
        message = f"{where}: {first['problem']}{more}; mend it, or read without strict"
        raise InputError(message)
    return reading


def read_batch(
    batch: Batch,
    *,
    published: str | dt.date | None = None,
    source: str | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read a batch of a stream as :func:`read_reports` would read it within its file or folder.

    Parameters
    ----------
    batch : Batch
        Lines, rows or documents.
    published, source, encoding : optional
        See :func:`read_reports`.

    Returns
    -------
    Reading
        The same rows; only copies of one record that fall into two batches do not yet know of each other.

    Examples
    --------
    >>> lines = (b'{"text": "Ten buses left Arbin.", "published": "2018-03-24"}', b"{")
    >>> reading = read_batch(Batch("a.jsonl", lines=tuple(enumerate(lines, 7)), sha256="0" * 64))
    >>> reading.reports["doc_id"].tolist(), reading.rejected["row"].tolist()
    (['a.jsonl:7'], ['8'])
    """
    day = _option_day(published, batch.order)
    troubles = Troubles()
    parsed = ((n, json_row(line, n, batch.path, troubles)) for n, line in batch.lines)
    rows = [*batch.rows, *((n, row) for n, row in parsed if row is not None)]
    drafts = read_rows(rows, batch.path, batch.sha256, troubles, order=batch.order)
    for item, data in batch.documents:
        suffix = item.place.suffix.lower()
        if _foreign(data, suffix, item.name, troubles):
            continue
        new = _document(data, suffix, item.name, troubles, encoding)
        for draft in new:
            _apply_manifest(draft, item)
        drafts += new
    for draft in drafts:
        _apply_options(draft, day, source, troubles)
    return _tables(drafts, troubles)


def _option_day(published: str | dt.date | None, order: str | None) -> dt.date | None:
    if order not in {None, "day_first", "month_first"}:
        message = f"day order {order!r}; expected day_first or month_first"
        raise UsageError(message)
    day, problem = read_days([published], order)[0]
    if problem or (published is not None and day is None):
        message = f"published {shown(str(published))!r}: {problem or 'empty'}; expected {EXPECTED}"
        raise UsageError(message)
    return day


def _read_stdin(
    stdin: bytes | IO[bytes] | None, troubles: Troubles, order: str | None, encoding: str | None, limit: int
) -> list[Draft]:
    data = stdin if isinstance(stdin, bytes) else (stdin or sys.stdin.buffer).read(limit + 1)
    if len(data) > limit:
        troubles.add(_STDIN, f"larger than the limit of {limit:,} bytes", hint="split it")
        return []
    if _foreign(data, "", _STDIN, troubles):
        return []
    try:
        text = decode_as(data, "standard input", encoding)
        if _is_json_lines(text):
            return read_records(data, ".jsonl", _STDIN, troubles, order=order, encoding=encoding)
        return _one(text, data, _STDIN, "stdin", troubles)
    except InputError as error:
        troubles.add(_STDIN, str(error))
        return []


def _foreign(data: bytes, suffix: str, path: str, troubles: Troubles) -> bool:
    """Refuse what its first bytes show to be no text, whatever its name: its inner words are no report's."""
    what, way = foreign_format(data, suffix)
    if what:
        named = f", though its name ends in {suffix}" if suffix else ""
        troubles.add(path, f"this is {what}{named}; it is not read", hint=way)
    return bool(what)


def _is_json_lines(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip(" \t\r\ufeff")), "").strip().lstrip("\ufeff")
    if not first.startswith("{"):
        return False
    try:
        row = parse_json(first, "first line")
        return isinstance(row, dict) and column_for("text", list(row)) is not None
    except InputError:
        return False


def _read_file(item: Found, troubles: Troubles, order: str | None, encoding: str | None, limit: int) -> list[Draft]:
    suffix = item.place.suffix.lower()
    try:
        data = read_bytes(item.place, limit)
        if _foreign(data, suffix, item.name, troubles):
            return []
        if suffix in _RECORDS and data:
            drafts = read_records(data, suffix, item.name, troubles, order=order, encoding=encoding)
            if not drafts:
                troubles.add(item.name, "no report in it could be read", severity="warning")
            return drafts
    except InputError as error:
        troubles.add(item.name, str(error).removeprefix(f"{shown(str(item.place))}: ").removeprefix(f"{item.name}: "))
        return []
    return _document(data, suffix, item.name, troubles, encoding)


def _document(data: bytes, suffix: str, name: str, troubles: Troubles, encoding: str | None) -> list[Draft]:
    """Read one file that is one report."""
    if not data:
        troubles.add(name, "empty file")
        return []
    try:
        if suffix in {".html", ".htm"}:
            return _page(data, name, troubles, encoding)
        drafts = _one(decode_as(data, name, encoding), data, name, name, troubles)
        if drafts and encoding and (better := other_encoding(data, encoding)):
            told = f"its letters make no words as {shown(encoding)}"
            troubles.add(name, told, hint=f"they do as --encoding {better}", severity="warning")
    except InputError as error:
        troubles.add(name, str(error).removeprefix(f"{name}: "))
        return []
    for draft in drafts:
        front_matter(draft, troubles, sure=suffix == ".md")
        if draft.front_end and not draft.text[draft.front_end :].strip(_BLANK):
            troubles.add(name, "no words below its front matter")
            return []
    return drafts


def _one(text: str, data: bytes, path: str, doc_id: str, troubles: Troubles) -> list[Draft]:
    if not text.strip(_BLANK):
        troubles.add(path, "no words in it")
        return []
    if text.count("\0") > 0.2 * len(text):
        troubles.add(path, "not text (binary, or UTF-16 without a byte order mark)", hint="save it as UTF-8")
        return []
    if long := too_long(text):
        troubles.add(path, long, hint="split it into reports")
        return []
    text, replaced = cleaned(text)
    if replaced:
        told = f"{replaced} characters that no file can hold (NUL) were replaced by U+FFFD"
        troubles.add(path, told, severity="warning")
    if wrong := garbled(text):
        troubles.add(path, f"text {wrong}", hint="save it again, or name its encoding", severity="warning")
    digest = sha256_of(data)
    return [Draft(doc_id=doc_id, text=text, path=path, sha256=digest, id_hash=digest)]


def _page(data: bytes, path: str, troubles: Troubles, encoding: str | None) -> list[Draft]:
    page = read_page(data, path, encoding)
    for note in page.notes:
        troubles.add(path, note, severity="note")
    if page.kept < KEPT_SHARE:
        troubles.add(
            path,
            f"{page.kept:.0%} of the visible words kept",
            expected=f"at least {KEPT_SHARE:.0%}",
            hint="compare with the page; save its text as .txt if a part is missing",
            severity="warning",
        )
    drafts = _one(page.text, data, path, path, troubles)
    for draft in drafts:
        draft.published, draft.title, draft.source, draft.url = page.published, page.title, page.source, page.url
        draft.known = page.known
        draft.basis = "page_metadata" if page.published else "unknown"
    return drafts


def _apply_manifest(draft: Draft, item: Found) -> None:
    if draft.record is None and item.told.get("doc_id"):
        draft.doc_id = item.told["doc_id"]
    draft.source = item.told.get("source") or draft.source
    if draft.record is None:
        draft.title = item.told.get("title") or draft.title
        draft.url = item.told.get("url") or draft.url
    if isinstance(item.day, dt.date):
        draft.published, draft.basis = item.day, "manifest"


def _apply_options(draft: Draft, day: dt.date | None, source: str | None, troubles: Troubles) -> None:
    if draft.basis != "manifest" and day is not None:
        if draft.published not in {None, day}:
            troubles.add(
                draft.path,
                f"says that it was published on {draft.published}; the day given for all, {day}, is used",
                row=None if draft.record is None else str(draft.record),
                severity="warning",
            )
        draft.published, draft.basis = day, "option"
    if source and not draft.source:
        draft.source = source
    if draft.published is None:
        draft.basis = "unknown"


def _tables(drafts: list[Draft], troubles: Troubles) -> Reading:
    seen: dict[str, int] = {}
    ids: dict[int, str] = {}
    for draft in sorted(drafts, key=lambda d: (d.doc_id, d.path, d.record or 0)):
        base = "r" + draft.id_hash[:12]
        seen[base] = seen.get(base, 0) + 1
        ids[id(draft)] = base if seen[base] == 1 else f"{base}-{seen[base]}"
    doubles: dict[str, str] = {}
    rows: list[dict[str, Any]] = []
    marks: list[dict[str, Any]] = []
    for draft in sorted(drafts, key=lambda d: (d.path, d.record or 0, d.doc_id, d.sha256)):
        if draft.doc_id in doubles:
            row = None if draft.record is None else str(draft.record)
            told = f"doc_id {shown(draft.doc_id)!r} stands for another report too"
            troubles.add(draft.path, told, row=row, severity="warning")
        doubles[draft.doc_id] = draft.path
        if unread := unread_language(draft.text[draft.front_end :]):
            row = None if draft.record is None else str(draft.record)
            told = f"{unread}; only English and Arabic are read, so its claims and most of its names are missed"
            hint = "add a translation as a report of its own"
            troubles.add(draft.path, told, row=row, hint=hint, severity="warning")
        report_id = ids[id(draft)]
        rows.append(
            {
                "report_id": report_id,
                "doc_id": draft.doc_id,
                "text": draft.text,
                "published": draft.published,
                "published_basis": draft.basis,
                "source": draft.source,
                "title": draft.title,
                "url": draft.url,
                "path": PurePosixPath(draft.path).as_posix(),
                "record": draft.record,
                "sha256": draft.sha256,
                "text_sha256": sha256_of(draft.text.encode()),
            }
        )
        marks += [
            {"report_id": report_id, "start": start, "end": end, "kind": kind}
            for start, end, kind in mark_text(draft.text, draft.title, draft.front_end, draft.known)
        ]
    order = {"error": 0, "warning": 1, "note": 2}
    left = sorted(
        troubles.rows,
        key=lambda r: (r["path"], len(r["row"] or ""), r["row"] or "", order[r["severity"]], r["problem"]),
    )
    return Reading(REPORTS.table(rows), MARKS.table(marks), REJECTED.table(left), _tables_told(troubles, rows))


def _tables_told(troubles: Troubles, rows: list[dict[str, Any]]) -> tuple[Source, ...]:
    """The tables that told of reports, each once, with the reports instead of the files that they tell of."""
    files: dict[Source, set[str]] = {}
    for table in troubles.tables:
        files.setdefault(dataclasses.replace(table, tells_of=()), set()).update(table.tells_of)
    return tuple(
        dataclasses.replace(table, tells_of=tuple(row["report_id"] for row in rows if row["path"] in names))
        for table, names in files.items()
    )
