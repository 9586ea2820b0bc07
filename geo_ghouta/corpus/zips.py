"""Zips, of the disk or of a store: read where they lie and never unpacked to the disk, so no name leads anywhere."""

from __future__ import annotations

import contextlib
import io
import lzma
import re
import stat
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.corpus.sources import AGAIN, MANIFEST_LIMIT, Listing, Source, failure
from geo_ghouta.errors import InputError, LimitError
from geo_ghouta.files import MAX_BYTES, shown
from geo_ghouta.reports.gathering import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from geo_ghouta.reports.drafts import Troubles

MAX_MEMBERS = 1_000_000
"""Members of a zip that are listed at most."""
MAX_RATIO = 200
"""Times its packed size to which a member of more than ``RATIO_FROM`` bytes may unpack."""
RATIO_FROM = 10_000_000
_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGE = (
    OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError
)  # fmt: skip
"""What a damaged zip or member raises; each packing has an error of its own."""


def list_zip(
    name: str,
    opening: Callable[[], BinaryIO],
    stamp: Callable[[], tuple[Any, ...]],
    troubles: Troubles,
    order: str | None,
) -> Iterator[Source]:
    """List the members of a zip.

    Parameters
    ----------
    name : str
        In the output.
    opening : callable
        Opens the zip itself.
    stamp : callable
        Marks of its state.
    troubles, order
        See :func:`geo_ghouta.corpus.listing.list_sources`.
    """
    archive = _Archive(name, opening, stamp)
    try:
        try:
            infos = archive.infos()
        except _DAMAGE as error:
            told, way = archive.fault(error, "not a zip that can be read")
            troubles.add(name, told, hint=way)
            return
        if len(infos) > MAX_MEMBERS:
            troubles.add(name, f"{len(infos):,} members, more than {MAX_MEMBERS:,}", hint="split it")
            return
        yield from _listed(archive, infos, troubles, order)
    finally:
        archive.close()


def _listed(archive: _Archive, infos: list[zipfile.ZipInfo], troubles: Troubles, order: str | None) -> Iterator[Source]:
    listing = Listing(troubles)
    _read_manifest(archive, infos, listing, order)
    names: set[str] = set()
    for info in sorted(infos, key=lambda i: i.filename):
        name = f"{archive.name}/{info.filename}"
        if info.is_dir() or info.filename == listing.manifest:
            continue
        if info.filename in names:
            troubles.add(name, "a second member of that name", hint="pack it again")
            continue
        names.add(info.filename)
        if refused := _astray(info):
            troubles.add(name, refused)
            continue
        found = listing.found(PurePosixPath(info.filename), name)
        if found is None:
            continue
        if refused := _closed(info):
            troubles.add(name, refused)
            continue
        yield Source(found, _opener(archive, info), info.file_size, archive.stamp_within)
    listing.close()


class _Archive:
    """A zip that stays open while its members are read: to open it for each takes as long as to list them all."""

    def __init__(self, name: str, opening: Callable[[], BinaryIO], stamp: Callable[[], tuple[Any, ...]]) -> None:
        self.name = name
        self._opening = opening
        self._stamp = stamp
        self._listed = stamp()
        self._held: tuple[tuple[Any, ...], BinaryIO, zipfile.ZipFile] | None = None

    def infos(self) -> list[zipfile.ZipInfo]:
        """What it lists."""
        return self._opened().infolist()

    def open(self, info: zipfile.ZipInfo) -> Any:
        """Stream of a member."""
        return self._opened().open(info)

    def stamp_within(self) -> tuple[Any, ...]:
        """Marks of its state; the size of a zip says nothing of how long its member is."""
        return (0, *self._stamp())

    def fault(self, error: Exception, damage: str) -> tuple[str, str]:
        """What happened that it, or a member, cannot be read, and what to do: only what is damaged is packed again."""
        # An error of exactly this kind and without a number is no system's: a bzip2 stream tells its damage so.
        if isinstance(error, OSError) and not (type(error) is OSError and error.errno is None):
            return failure(error, "the zip ")
        said = shown(str(error) or type(error).__name__, 120)
        if self._stamp() != self._listed:
            return f"the zip changed since it was listed ({said})", f"{AGAIN} when it stands still"
        return f"{damage} ({said})", "pack it again"

    def _opened(self) -> zipfile.ZipFile:
        """Open it; a zip that has changed meanwhile is opened anew."""
        now = self._stamp()
        if self._held is not None and self._held[0] == now:
            return self._held[2]
        self.close()
        stream = self._opening()
        try:
            self._held = now, stream, zipfile.ZipFile(stream)
        except BaseException:
            stream.close()
            raise
        return self._held[2]

    def close(self) -> None:
        """Let go of the file."""
        if self._held is not None:
            self._held[2].close()
            self._held[1].close()
            self._held = None


def _read_manifest(archive: _Archive, infos: list[zipfile.ZipInfo], listing: Listing, order: str | None) -> None:
    """Read what the manifest of a zipped folder says of its files."""
    nearest = sorted(
        (i for i in infos if PurePosixPath(i.filename).name == MANIFEST and not (_astray(i) or _closed(i))),
        key=lambda i: (i.filename.count("/"), i.filename),
    )
    for info in nearest[:1]:
        if info.file_size > MANIFEST_LIMIT:
            continue
        try:
            with _opener(archive, info)() as stream:
                data = stream.read(MANIFEST_LIMIT)
        except InputError:
            continue  # told where the member itself is read
        listing.read_manifest(info.filename, data, order)


def _astray(info: zipfile.ZipInfo) -> str:
    """Why a member may be no file of this zip."""
    inner = PurePosixPath(info.filename)
    if inner.is_absolute() or ".." in inner.parts or "\\" in info.filename or _DRIVE.match(info.filename):
        return "a name that leads out of the zip"
    if stat.S_IFMT(info.external_attr >> 16) not in {0, stat.S_IFREG}:
        return "a link or a device, not a file"
    return ""


def _closed(info: zipfile.ZipInfo) -> str:
    """Why a member that is a report is not read."""
    if info.flag_bits & 1:
        return "locked with a password; unlock it first"
    if info.file_size > RATIO_FROM and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        return f"unpacks to {info.file_size:,} bytes, over {MAX_RATIO} times its packed size; refused"
    return ""


def _opener(archive: _Archive, info: zipfile.ZipInfo) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    @contextlib.contextmanager
    def opened() -> Iterator[BinaryIO]:
        try:
            with archive.open(info) as stream:
                if info.filename.lower().endswith(".parquet"):
                    # Parquet is read from its end; a packed stream can only be read forwards.
                    data = stream.read(MAX_BYTES + 1)
                    if len(data) > MAX_BYTES:
                        message = f"{shown(info.filename)}: over {MAX_BYTES:,} bytes inside a zip; unpack it first"
                        raise LimitError(message)
                    yield io.BytesIO(data)
                else:
                    yield stream
        except _DAMAGE as error:
            if isinstance(error, InputError):
                raise
            told, way = archive.fault(error, "damaged in the zip")
            message = f"{shown(info.filename)}: {told}; {way}"
            raise InputError(message) from error

    return opened
