"""What is to be read: files, folders, zips and addresses, each file once, however it was named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.addresses import is_address, plain_path
from geo_ghouta.corpus.sources import AGAIN, Source, is_new, label_of, opener, stamp_of, tell_zip
from geo_ghouta.corpus.stores import list_store
from geo_ghouta.corpus.zips import list_zip
from geo_ghouta.files import shown
from geo_ghouta.reports.drafts import Troubles
from geo_ghouta.reports.gathering import SKIPPED, gather

if TYPE_CHECKING:
    import contextlib
    from collections.abc import Callable, Iterator


def list_sources(
    name: str, troubles: Troubles, order: str | None, seen: set[Any], apart: Path | None = None
) -> Iterator[Source]:
    """List what one input holds, in an order of its own that does not hang on the disk.

    Parameters
    ----------
    name : str
        A path, or an address such as ``s3://bucket/reports.jsonl`` (only what is named so goes to a network).
    troubles : Troubles
        Where what cannot be read is told.
    order : str or None
        Order of day and month in manifests, where the user knows it.
    seen : set
        What earlier inputs hold; it is read once.
    apart : path, optional
        Folder that the corpus itself is written to: what lies in it is no input.
    """
    name = plain_path(name)
    if is_address(name):
        yield from list_store(name, troubles, order, seen)
    elif name.lower().endswith(".zip") and Path(name).is_file():
        path = Path(name)
        if is_new(path.resolve(), seen, path.name, troubles):
            yield from list_zip(path.name, lambda: path.open("rb"), stamp_of(path), troubles, order)
    else:
        yield from _folder(name, troubles, order, seen, None if apart is None else apart.resolve())


def _folder(name: str, troubles: Troubles, order: str | None, seen: set[Any], own: Path | None) -> Iterator[Source]:
    found = Troubles()
    listed = gather([name], found, order)
    _take_over(troubles, found, name, own)
    for item in listed:
        real = item.place.resolve()
        if (own is not None and real.is_relative_to(own)) or not is_new(real, seen, item.name, troubles):
            continue
        try:
            size = item.place.stat().st_size
        except OSError as error:  # the listing may be hours old when its turn comes
            told = f"cannot be read any more ({error.strerror or error})"
            troubles.add(item.name, told, hint=AGAIN)
            continue
        yield Source(item, _opener(item.place), size, stamp_of(item.place))


def _opener(place: Path) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    return opener(shown(place.name), lambda: place.open("rb"))


def _take_over(troubles: Troubles, found: Troubles, name: str, own: Path | None) -> None:
    """Tell what the listing of a folder found, but for what is said of the corpus's own files."""
    root = Path(name).resolve()
    inner = "" if own is None or not own.is_relative_to(root) else f"{shown(own.relative_to(root).as_posix(), 300)}/"
    troubles.tables += found.tables
    others = [row for row in found.rows if not inner or not row["path"].startswith(inner)]
    for row in others:
        if row["path"] == shown(name, 300):
            row["path"] = shown(label_of(name), 300)  # the folders that lead to it are the user's own affair
        if row["problem"] == SKIPPED and row["path"].lower().endswith(".zip"):
            tell_zip(row["path"], troubles)
        else:
            troubles.rows.append(row)
    if len(others) < len(found.rows):
        troubles.add(inner, "the corpus itself; nothing in it is read", severity="note")
