"""Which files are meant: files, folders with their manifest, and nothing outside them."""

from __future__ import annotations

import dataclasses
import os
import warnings
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from geo_ghouta.addresses import not_there
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import decode, local_path, read_bytes, shown
from geo_ghouta.reports.days import EXPECTED, read_days
from geo_ghouta.reports.drafts import Troubles, cleaned
from geo_ghouta.reports.records import column_for, csv_table
from geo_ghouta.schema import note_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo_ghouta.schema import Reading

MANIFEST = "reports.csv"
SUFFIXES = (".txt", ".md", ".html", ".htm", ".jsonl", ".ndjson", ".csv", ".parquet")
_FIELDS = ("published", "source", "title", "url", "doc_id")
SKIPPED = "not a report; skipped"
TWICE = "named twice; read once"
_NO_REPORTS = ("readme", "license", "licence", "changelog")
_MANIFEST_LIMIT = 20_000_000


@dataclasses.dataclass(frozen=True)
class Found:
    """A file to read: where it lies, its name in the output, and its row of the manifest."""

    place: Path
    name: str
    told: dict[str, str]
    day: object = None


def named_paths(
    given: Iterable[str | os.PathLike[str]] | str | os.PathLike[str] | None,
) -> list[str | os.PathLike[str]]:
    """List what was named; a lone path is a list of one: its letters are no paths, and "/" would be the whole disk.

    Examples
    --------
    >>> named_paths("a.txt"), named_paths(["a.txt", "b.txt"]), named_paths(None)
    (['a.txt'], ['a.txt', 'b.txt'], [])
    """
    return [given] if isinstance(given, str | os.PathLike) else list(given or [])


def none_read(named: Sequence[str | os.PathLike[str]]) -> str:
    """Say that reports were named and not one could be read.

    Examples
    --------
    >>> none_read(["a.bin"])
    'a.bin: no report could be read; give .txt, .md, .html, .jsonl, .csv or .parquet'
    """
    whom = ", ".join(shown(str(path)) for path in named)
    return f"{whom}: no report could be read; give .txt, .md, .html, .jsonl, .csv or .parquet"


class UnreadWarning(UserWarning):
    """Reports were named and not one could be read: an empty result alone would say nothing of it."""


def warn_unread(named: Sequence[str | os.PathLike[str]], read: Reading) -> None:
    """Warn whoever called the caller where reports were named and not one could be read."""
    if named and not len(read.reports):
        warnings.warn(none_read(named), UnreadWarning, stacklevel=3)


def named_there(
    given: Iterable[str | os.PathLike[str]] | str | os.PathLike[str] | None,
) -> list[str | os.PathLike[str]]:
    """List what was named, as :func:`named_paths` does, if it is there.

    Raises
    ------
    UsageError
        Naming the first file or folder that is not.
    """
    named = named_paths(given)
    for path in named:
        if str(path) != "-" and not os.path.lexists(path):
            raise UsageError(not_there(str(path)))
    return named


def gather(paths: list[str], troubles: Troubles, order: str | None) -> list[Found]:
    """List the files of what was named, each once, in an order that does not hang on the order of naming."""
    found: dict[Path, Found] = {}
    for name in sorted(set(paths)):
        try:
            place = local_path(name)
        except InputError as error:
            troubles.add(name, str(error).partition(": ")[2] or str(error))
            continue
        if place.is_dir():
            new = _folder(place, troubles, order)
        elif place.name.lower() == MANIFEST and place.is_file() and _is_manifest(place):
            new = [f for f in _folder(place.parent, troubles, order) if f.told]
        else:
            new = _single(place, name, troubles, order)
        for item in new:
            known = found.setdefault(item.place.resolve(), item)
            if known is not item:
                troubles.add(item.name, TWICE, severity="note")
    listed = [found[key] for key in sorted(found, key=lambda k: (found[k].name, str(k)))]
    # A name in another encoding than the system's holds half characters, which no table can keep.
    return [dataclasses.replace(f, name=f.name.encode("utf-8", "backslashreplace").decode()) for f in listed]


def _single(place: Path, name: str, troubles: Troubles, order: str | None) -> list[Found]:
    if not place.exists():
        troubles.add(name, "no such file or folder", hint="check the path")
        return []
    if place.suffix.lower() not in SUFFIXES:
        troubles.add(
            name, f"{shown(place.suffix) or 'no suffix'}: not a format that is read", expected=", ".join(SUFFIXES)
        )
        return []
    if not place.is_file():
        troubles.add(name, "not a regular file")
        return []
    # A manifest beside a named file speaks for it too, and for nothing else.
    beside = place.parent / MANIFEST
    rows: dict[str, dict[str, str]] = {}
    days: dict[str, object] = {}
    if beside.is_file() and beside != place and _is_manifest(beside):
        quiet = Troubles()
        rows, days = _manifest(beside, quiet, order)
        if place.name in rows:
            troubles.tables += [dataclasses.replace(table, tells_of=(place.name,)) for table in quiet.tables]
            troubles.add(place.name, f"day, source and title as {MANIFEST} beside it says", severity="note")
    return [Found(place, place.name, rows.get(place.name, {}), days.get(place.name))]


def _folder(folder: Path, troubles: Troubles, order: str | None) -> list[Found]:
    rows: dict[str, dict[str, str]] = {}
    days: dict[str, object] = {}
    manifest = folder / MANIFEST
    has_manifest = manifest.is_file() and _is_manifest(manifest)
    if has_manifest:
        rows, days = _manifest(manifest, troubles, order)
    root = folder.resolve()
    found: list[Found] = []
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and not (Path(above) / f).is_symlink())
        for name in sorted(names):
            place = Path(above) / name
            relative = place.relative_to(folder).as_posix()
            if is_hidden(name) or (has_manifest and relative == MANIFEST):
                continue
            if relative not in rows and not is_report_name(name):
                troubles.add(relative, SKIPPED, expected=", ".join(SUFFIXES), severity="note")
            elif not place.is_file():  # asked first: a link to itself leads nowhere, and cannot be followed
                troubles.add(relative, "not a regular file")
            elif place.is_symlink() and not place.resolve().is_relative_to(root):
                troubles.add(relative, "a link that leads out of the folder", hint="copy the file into the folder")
            else:
                found.append(Found(place, relative, rows.get(relative, {}), days.get(relative)))
    tell_missing(set(rows) - {item.name for item in found}, troubles)
    return found


def is_hidden(name: str) -> bool:
    """Whether a file or folder of this name is passed over without a word: it is a program's own.

    Examples
    --------
    >>> is_hidden(".a.txt"), is_hidden("~$a.txt"), is_hidden("a.txt")
    (True, True, False)
    """
    return name.startswith((".", "~$"))


def is_report_name(name: str) -> bool:
    """Whether a file of this name is taken for a report, when no manifest says so.

    Examples
    --------
    >>> is_report_name("a.TXT"), is_report_name("README.md"), is_report_name("a.pdf")
    (True, False, False)
    """
    pure = PurePosixPath(name)
    return pure.stem.lower() not in _NO_REPORTS and pure.suffix.lower() in SUFFIXES


def tell_missing(names: set[str], troubles: Troubles) -> None:
    """Tell the files that a manifest names and that are not there."""
    for name in sorted(names):
        troubles.add(
            name, f"named in {MANIFEST}, but not in the folder", hint=f"add the file or take its row out of {MANIFEST}"
        )


def _is_manifest(place: Path) -> bool:
    try:
        return tells_files(read_bytes(place, _MANIFEST_LIMIT))
    except InputError:
        return True  # its trouble is told where it is read


def tells_files(data: bytes) -> bool:
    """Whether a ``reports.csv`` tells of the files beside it, and is no file of many reports."""
    try:
        header, _ = csv_table(decode(data, MANIFEST), ("file", *_FIELDS))
    except InputError:
        return True  # its trouble is told where it is read
    names = [h.strip().lower() for h in header]
    return "file" in names or "text" not in names


def _manifest(
    place: Path, troubles: Troubles, order: str | None
) -> tuple[dict[str, dict[str, str]], dict[str, object]]:
    try:
        data = read_bytes(place, _MANIFEST_LIMIT)
    except InputError as error:
        troubles.add(MANIFEST, f"cannot be read ({error})", hint="a CSV with the columns file and published")
        return {}, {}
    return read_manifest(data, troubles, order, root=place.parent)


def read_manifest(
    data: bytes, troubles: Troubles, order: str | None, *, name: str = MANIFEST, root: Path | None = None
) -> tuple[dict[str, dict[str, str]], dict[str, object]]:
    """Read a manifest: what it says of each file, and each file's day of publication; it is noted, with its hash."""
    rows, days = _manifest_rows(data, troubles, order)
    troubles.tables.append(note_bytes("report_table", data, name, root, rows))
    return rows, days


def _manifest_rows(
    data: bytes, troubles: Troubles, order: str | None
) -> tuple[dict[str, dict[str, str]], dict[str, object]]:
    try:
        header, lines = csv_table(decode(data, MANIFEST), ("file", *_FIELDS))
        columns = {f: column_for(f, header) for f in _FIELDS}
        file_column = column_for("file", header)
        if file_column is None:
            troubles.add(
                MANIFEST,
                "no column 'file'",
                found=", ".join(header[:8]),
                expected="file, published, source, title, url",
            )
            return {}, {}
        table = [(number, dict(zip(header, cells, strict=False))) for number, cells in lines]
    except (InputError, ValueError) as error:
        troubles.add(MANIFEST, f"cannot be read ({error})", hint="a CSV with the columns file and published")
        return {}, {}
    except Exception as error:
        if type(error).__name__ != "Error":  # csv.Error
            raise
        troubles.add(MANIFEST, f"CSV broken ({error})", hint="close the double quotes")
        return {}, {}
    rows: dict[str, dict[str, str]] = {}
    days: dict[str, object] = {}
    published = columns["published"]
    read = read_days([row.get(published) if published else None for _, row in table], order)
    for (number, row), (day, problem) in zip(table, read, strict=True):
        name = (row.get(file_column) or "").strip().replace("\\", "/").removeprefix("./")
        if not name:
            troubles.add(MANIFEST, "no file named", row=str(number))
            continue
        if name.startswith("/") or ":" in name or ".." in name.split("/") or "\0" in name:
            troubles.add(
                MANIFEST, "a file outside the folder", row=str(number), found=name, expected="a path below the folder"
            )
            continue
        if name in rows:
            troubles.add(
                MANIFEST, "file named twice; the first row counts", row=str(number), found=name, severity="warning"
            )
            continue
        if problem:
            troubles.add(MANIFEST, f"published: {problem}", row=str(number), found=str(row.get(published or "")),
                         expected=EXPECTED, hint="the manifest gives this file no day", severity="warning")  # fmt: skip
        rows[name] = {f: cleaned(row[c].strip())[0] for f, c in columns.items() if c and (row.get(c) or "").strip()}
        rows[name].setdefault("file", name)
        days[name] = day
    return rows, days
