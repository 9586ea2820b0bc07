"""What is to be read: files, folders, zips and addresses, each opened only when its turn comes."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import io
import lzma
import re
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.errors import InputError, LimitError, UsageError
from geo_ghouta.files import MAX_BYTES, shown
from geo_ghouta.reports import SUFFIXES
from geo_ghouta.reports.drafts import Troubles
from geo_ghouta.reports.gathering import MANIFEST, Found, gather, read_manifest, tells_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORDS = frozenset({".jsonl", ".ndjson", ".csv", ".parquet"})
MAX_MEMBERS = 1_000_000
"""Members of a zip that are listed at most."""
MAX_RATIO = 200
"""Times its packed size to which a member of more than ``RATIO_FROM`` bytes may unpack."""
RATIO_FROM = 10_000_000
_MANIFEST_LIMIT = 20_000_000
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_KEYS = re.compile(r"://[^/\s@]*@|\?[^\s'\")>]+")
_DAMAGE = (
    OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError
)  # fmt: skip
"""What a damaged zip or member raises; each packing has an error of its own."""


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


def list_sources(
    name: str, troubles: Troubles, order: str | None, seen: set[Path], apart: Path | None = None
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
    seen : set of path
        Files that earlier inputs hold; they are read once.
    apart : path, optional
        Folder that the corpus itself is written to: what lies in it is no input.
    """
    if is_address(name):
        yield from _remote(name, troubles, order)
    elif name.lower().endswith(".zip") and Path(name).is_file():
        if Path(name).resolve() in seen:
            troubles.add(Path(name).name, "named twice; read once", severity="note")
            return
        seen.add(Path(name).resolve())
        path = Path(name)
        yield from _members(_Archive(path.name, lambda: path.open("rb"), _stamp_of(path)), troubles, order)
    else:
        own = None if apart is None else apart.resolve()
        found = Troubles()
        listed = gather([name], found, order)
        _take_over(troubles, found, name, own)
        for item in listed:
            real = item.place.resolve()
            if own is not None and real.is_relative_to(own):
                continue
            if real in seen:
                troubles.add(item.name, "named twice; read once", severity="note")
                continue
            seen.add(real)
            try:
                size = item.place.stat().st_size
            except OSError as error:  # the listing may be hours old when its turn comes
                told = f"cannot be read any more ({error.strerror or error})"
                troubles.add(item.name, told, hint="run the same command again")
                continue
            yield Source(item, _opener(item.place), size, _stamp_of(item.place))


def _take_over(troubles: Troubles, found: Troubles, name: str, own: Path | None) -> None:
    """Tell what the listing of a folder found, but for what is said of the corpus's own files."""
    root = Path(name).resolve()
    inner = "" if own is None or not own.is_relative_to(root) else f"{shown(own.relative_to(root).as_posix(), 300)}/"
    others = [row for row in found.rows if not inner or not row["path"].startswith(inner)]
    troubles.rows += others
    if len(others) < len(found.rows):
        troubles.add(inner, "the corpus itself; nothing in it is read", severity="note")


def is_address(name: str) -> bool:
    """Whether this is an address and not a path.

    Examples
    --------
    >>> is_address("s3://bucket/reports.jsonl"), is_address("reports.jsonl")
    (True, False)
    """
    return bool(_ADDRESS.match(name))


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


def _without_keys(text: str) -> str:
    """A library's own words without the passwords and queries of the addresses in them."""
    return _KEYS.sub(lambda found: "://" if found[0].startswith(":") else "?…", text)


def _opener(place: Path) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    @contextlib.contextmanager
    def opened() -> Iterator[BinaryIO]:
        try:
            with place.open("rb") as stream:
                yield stream
        except OSError as error:
            message = f"{shown(place.name)}: cannot be read ({error.strerror or error}); check its rights"
            raise InputError(message) from error

    return opened


def _stamp_of(place: Path) -> Callable[[], tuple[int, ...]]:
    def stamp() -> tuple[int, ...]:
        try:
            told = place.stat()
        except OSError:
            return (0,)
        return told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino

    return stamp


def _members(archive: _Archive, troubles: Troubles, order: str | None) -> Iterator[Source]:
    """Members of a zip, which is never unpacked to the disk: no name in it can lead anywhere."""
    try:
        infos = archive.infos()
    except _DAMAGE as error:
        archive.close()
        hint = "run the same command again" if isinstance(error, OSError) else "pack it again"
        troubles.add(archive.name, f"not a zip that can be read ({shown(str(error), 120)})", hint=hint)
        return
    if len(infos) > MAX_MEMBERS:
        archive.close()
        troubles.add(archive.name, f"{len(infos):,} members, more than {MAX_MEMBERS:,}", hint="split it")
        return
    try:
        yield from _listed(archive, infos, troubles, order)
    finally:
        archive.close()


def _listed(archive: _Archive, infos: list[zipfile.ZipInfo], troubles: Troubles, order: str | None) -> Iterator[Source]:
    told, days, manifest = _told(archive, infos, troubles, order)
    names: set[str] = set()
    for info in sorted(infos, key=lambda i: i.filename):
        name = f"{archive.name}/{info.filename}"
        if info.is_dir() or info.filename == manifest:
            continue
        if info.filename in names:
            troubles.add(name, "a second member of that name", hint="pack it again")
            continue
        names.add(info.filename)
        refused, severity = _refusal(info)
        if refused:
            troubles.add(name, refused, severity=severity)
            continue
        inner = info.filename.removeprefix(manifest.removesuffix(MANIFEST))
        found = Found(Path(info.filename), name, told.get(inner, {}), days.get(inner))
        yield Source(found, _member_opener(archive, info), info.file_size, archive.stamp_within)


class _Archive:
    """A zip that stays open while its members are read: to open it for each takes as long as to list them all."""

    def __init__(self, name: str, opener: Callable[[], BinaryIO], stamp: Callable[[], tuple[Any, ...]]) -> None:
        self.name = name
        self._opener = opener
        self._stamp = stamp
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

    def _opened(self) -> zipfile.ZipFile:
        """Open it; a zip that has changed meanwhile is opened anew."""
        now = self._stamp()
        if self._held is not None and self._held[0] == now:
            return self._held[2]
        self.close()
        stream = self._opener()
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


def _told(
    archive: _Archive, infos: list[zipfile.ZipInfo], troubles: Troubles, order: str | None
) -> tuple[dict[str, dict[str, str]], dict[str, object], str]:
    """What the manifest of a zipped folder says of its files, and which member it is."""
    nearest = sorted(
        (i for i in infos if PurePosixPath(i.filename).name == MANIFEST and not any(_refusal(i))),
        key=lambda i: (i.filename.count("/"), i.filename),
    )
    for info in nearest[:1]:
        if info.file_size > _MANIFEST_LIMIT:
            continue
        try:
            with _member_opener(archive, info)() as stream:
                data = stream.read(_MANIFEST_LIMIT)
        except InputError:
            continue  # told where the member itself is read
        if tells_files(data):
            return (*read_manifest(data, troubles, order), info.filename)
    return {}, {}, ""


def _refusal(info: zipfile.ZipInfo) -> tuple[str, str]:
    """Why a member is not read, and how bad that is."""
    inner = PurePosixPath(info.filename)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if inner.is_absolute() or ".." in inner.parts or "\\" in info.filename or _DRIVE.match(info.filename):
        return "a name that leads out of the zip", "error"
    if kind not in {0, stat.S_IFREG}:
        return "a link or a device, not a file", "error"
    hidden = any(part.startswith((".", "__MACOSX")) for part in inner.parts)
    if hidden or inner.suffix.lower() not in SUFFIXES or inner.stem.lower() in {"readme", "license", "changelog"}:
        return "not a report; skipped", "note"
    if info.flag_bits & 1:
        return "locked with a password; unlock it first", "error"
    if info.file_size > RATIO_FROM and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        return f"unpacks to {info.file_size:,} bytes, over {MAX_RATIO} times its packed size; refused", "error"
    return "", ""


def _member_opener(
    archive: _Archive, info: zipfile.ZipInfo
) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
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
            message = f"{shown(info.filename)}: damaged in the zip ({shown(str(error), 80)}); pack it again"
            raise InputError(message) from error

    return opened


def _remote(address: str, troubles: Troubles, order: str | None) -> Iterator[Source]:
    told = public_address(address)
    try:
        import fsspec
    except ImportError as error:
        message = f"{told}: an address needs the extra 'cluster'; run pip install 'geo-ghouta[cluster]'"
        raise UsageError(message) from error
    try:
        system, root = fsspec.core.url_to_fs(address)
        paths = [root] if system.isfile(root) else sorted(system.find(root))
        sizes = {path: int(system.size(path) or 0) for path in paths}
    except Exception as error:
        # Each store's library has errors of its own, such as those for missing credentials.
        said = shown(_without_keys(str(error).replace(address, told)), 120)
        message = f"{told}: cannot be listed ({said}); check the address, its driver and your credentials"
        raise InputError(message) from error
    if not paths:
        troubles.add(told, "nothing there", hint="check the address")
    base = PurePosixPath(root)
    web = address.lower().startswith(("http://", "https://"))
    for path in paths:
        # What follows a question mark on the web is no part of the name, and may be the key of a signed address.
        inner = PurePosixPath(path.partition("?")[0] if web else path)
        name = inner.name if path == root else inner.relative_to(base).as_posix()
        if inner.suffix.lower() == ".zip":
            if path != root:
                troubles.add(name, "a zip in a folder is not opened", hint="name the zip itself")
                continue
            archive = _Archive(name, functools.partial(_open_remote, system, path), _remote_stamp(system, path))
            yield from _members(archive, troubles, order)
            continue
        if inner.suffix.lower() not in SUFFIXES:
            troubles.add(name, "not a report; skipped", expected=", ".join(SUFFIXES), severity="note")
            continue
        yield Source(
            Found(Path(name), name, {}), _remote_opener(system, path), sizes[path], _remote_stamp(system, path)
        )


@contextlib.contextmanager
def _told_plainly() -> Iterator[None]:
    """Each store's library has errors of its own; they are told as those of a file."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


class _Remote:
    """A stream from a store."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._stream, name)
        if not callable(found):
            return found

        def called(*arguments: Any) -> Any:
            with _told_plainly():
                return found(*arguments)

        return called


def _open_remote(system: Any, path: str) -> BinaryIO:
    with _told_plainly():
        return _Remote(system.open(path, "rb"))  # type: ignore[return-value]


def _remote_opener(system: Any, path: str) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    @contextlib.contextmanager
    def opened() -> Iterator[BinaryIO]:
        try:
            with contextlib.closing(_open_remote(system, path)) as stream:
                yield stream
        except OSError as error:
            said = shown(_without_keys(str(error)), 120)
            message = f"{public_address(path)}: cannot be read ({said}); run the same command again to go on"
            raise InputError(message) from error

    return opened


def _remote_stamp(system: Any, path: str) -> Callable[[], tuple[int, str]]:
    def stamp() -> tuple[int, str]:
        try:
            with _told_plainly():
                system.invalidate_cache()
                told = system.info(path)
        except OSError:
            return 0, ""
        return int(told.get("size") or 0), str([told.get(k) for k in ("ETag", "LastModified", "mtime", "created")])

    return stamp
