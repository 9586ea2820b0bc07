"""One file, member of a zip or remote object, opened only when its turn comes; and what all three have in common."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.addresses import is_address
from geo_ghouta.errors import InputError, LimitError
from geo_ghouta.files import MAX_BYTES, shown
from geo_ghouta.reports import SUFFIXES
from geo_ghouta.reports.gathering import (
    MANIFEST,
    SKIPPED,
    TWICE,
    Found,
    is_hidden,
    is_report_name,
    read_manifest,
    tell_missing,
    tells_files,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import PurePosixPath

    from geo_ghouta.reports.drafts import Troubles

RECORDS = frozenset({".jsonl", ".ndjson", ".csv", ".parquet"})
MANIFEST_LIMIT = 20_000_000
AGAIN = "run the same command again"
_KEYS = re.compile(r"://[^/\s@]*@|\?[^\s'\")>]+")
_ZIPPED = "a zip inside another input is not opened"
_UNZIP = "name the zip itself; unpack it first if it lies in another zip"


class StoreError(OSError):
    """A store that did not give what was asked of it; each store's library has errors of its own."""


@dataclasses.dataclass(frozen=True)
class Source:
    """One file, member of a zip or remote object.

    Parameters
    ----------
    found : Found
        Name in the output, and what a manifest says of it.
    open : callable
        Gives a binary stream as a context manager; may be called again.
    size : int
        Bytes when unpacked.
    stamp : callable
        Gives the size of what is stored and marks of its state: another stamp means that it may have changed.
    """

    found: Found
    open: Callable[[], contextlib.AbstractContextManager[BinaryIO]]
    size: int
    stamp: Callable[[], tuple[int, ...] | tuple[int, str]]

    @property
    def suffix(self) -> str:
        """Lower-case suffix, which tells the format."""
        return self.found.place.suffix.lower()

    def whole(self, limit: int = MAX_BYTES) -> bytes:
        """Read it whole, up to a limit.

        Raises
        ------
        LimitError
            If it is larger than that, whatever its header says.
        InputError
            If it cannot be read.
        """
        with self.open() as stream:
            data = stream.read(limit + 1)
        if len(data) > limit:
            message = f"{self.found.name}: larger than the limit of {limit:,} bytes; split it"
            raise LimitError(message)
        return data


def is_new(key: object, seen: set[Any], name: str, troubles: Troubles) -> bool:
    """Whether a file, zip or object was not read before; one that was is told, and read once.

    Parameters
    ----------
    key : object
        What it is, however it was named: a path that is resolved, or a store and the path in it.
    seen : set
        Of all inputs.
    name : str
        Its name in the output.
    troubles : Troubles
    """
    if key in seen:
        troubles.add(name, TWICE, severity="note")
        return False
    seen.add(key)
    return True


class Listing:
    """What a manifest says of the files in a zip or below an address, and which of them are no reports.

    The same as in a folder of the disk, which :func:`geo_ghouta.reports.gathering.gather` lists.
    """

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles
        self._told: dict[str, dict[str, str]] = {}
        self._days: dict[str, object] = {}
        self._above, self._met = "", set[str]()
        self.manifest = ""

    def read_manifest(self, name: str, data: bytes, order: str | None) -> None:
        """Take up a manifest, unless it is a file of many reports; it speaks for what lies in its own folder."""
        if tells_files(data):
            self.manifest, self._above = name, name.removesuffix(MANIFEST)
            self._told, self._days = read_manifest(data, self._troubles, order, name=name)

    def found(self, inner: PurePosixPath, name: str) -> Found | None:
        """What is known of a file that is a report; what is none is told, but for programs' own files."""
        if inner.as_posix() == self.manifest or any(is_hidden(part) or part == "__MACOSX" for part in inner.parts):
            return None
        own = inner.as_posix().removeprefix(self._above)
        self._met.add(own)
        if inner.suffix.lower() == ".zip":
            tell_zip(name, self._troubles)
        elif own not in self._told and not is_report_name(inner.name):
            self._troubles.add(name, SKIPPED, expected=", ".join(SUFFIXES), severity="note")
        else:
            return Found(Path(inner), name, self._told.get(own, {}), self._days.get(own))
        return None

    def close(self) -> None:
        """Tell the files that the manifest names and that were not met."""
        tell_missing(set(self._told) - self._met, self._troubles)


def tell_zip(name: str, troubles: Troubles) -> None:
    """Tell a zip that lies in a folder, below an address or in another zip: it is read only where it is named."""
    troubles.add(name, _ZIPPED, hint=_UNZIP, severity="warning")


def failure(error: OSError, what: str = "") -> tuple[str, str]:
    """Tell what happened to a file or object that cannot be read, and what to do.

    Parameters
    ----------
    error : OSError
    what : str
        What it is, before the words of what happened to it.

    Examples
    --------
    >>> failure(FileNotFoundError(2, "No such file"))
    ('gone since it was listed', 'put it back, and run the same command again')
    >>> failure(OSError(5, "Input/output error"), "the zip ")
    ('the zip cannot be read (Input/output error)', 'run the same command again to go on')
    """
    said = shown(without_keys(error.strerror or str(error)), 120)
    if isinstance(error, FileNotFoundError):
        return f"{what}{'is ' if what else ''}gone since it was listed", f"put it back, and {AGAIN}"
    if isinstance(error, PermissionError):
        return f"{what}cannot be read ({said})", "check its rights"
    return f"{what}cannot be read ({said})", f"{AGAIN} to go on"


def opener(
    label: str, opening: Callable[[], contextlib.AbstractContextManager[BinaryIO]]
) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    """Open a file or object when asked, and tell under its label what happened where that fails."""

    @contextlib.contextmanager
    def opened() -> Iterator[BinaryIO]:
        try:
            with opening() as stream:
                yield stream
        except OSError as error:
            told, way = failure(error)
            message = f"{label}: {told}; {way}"
            raise InputError(message) from error

    return opened


def stamp_of(place: Path) -> Callable[[], tuple[int, ...]]:
    """Marks of the state of a file of the disk."""

    def stamp() -> tuple[int, ...]:
        try:
            told = place.stat()
        except OSError:
            return (0,)
        return told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino

    return stamp


def public_address(address: str) -> str:
    """An address as it may be told: without password, and without the query, in which signed addresses carry their key.

    Examples
    --------
    >>> public_address("https://me:word@host/a.jsonl?Signature=x")
    'https://host/a.jsonl?…'
    """
    scheme, mark, rest = address.partition("://")
    plain, asked, _ = rest.partition("?")
    return shown(f"{scheme}{mark}{plain.rpartition('@')[2]}{'?…' if asked else ''}", 300)


def label_of(name: str) -> str:
    """What an input is called where it is told: no folder of the user's, and no key of an address.

    Examples
    --------
    >>> label_of("s3://user:secret@host/a.jsonl"), label_of("/data/mine/texts/")
    ('s3://host/a.jsonl', 'texts')
    """
    return public_address(name) if is_address(name) else Path(name).name or Path(name).resolve().name


def without_keys(text: str) -> str:
    """A library's own words without the passwords and queries of the addresses in them."""
    return _KEYS.sub(lambda found: "://" if found[0].startswith(":") else "?…", text)
