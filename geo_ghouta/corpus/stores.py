"""Addresses: what lies in a store or on the web, listed and read by fsspec, and only where the user names it."""

from __future__ import annotations

import contextlib
import functools
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.corpus.sources import (
    MANIFEST_LIMIT,
    Listing,
    Source,
    StoreError,
    is_new,
    opener,
    public_address,
    without_keys,
)
from geo_ghouta.corpus.zips import list_zip
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown
from geo_ghouta.reports.gathering import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from geo_ghouta.reports.drafts import Troubles


def list_store(address: str, troubles: Troubles, order: str | None, seen: set[Any]) -> Iterator[Source]:
    """List what lies at an address, or below it; parameters as of :func:`geo_ghouta.corpus.listing.list_sources`.

    Raises
    ------
    UsageError
        If the extra for it is not installed.
    InputError
        If the store cannot be asked.
    """
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
        said = shown(without_keys(str(error).replace(address, told)), 120)
        message = f"{told}: cannot be listed ({said}); check the address, its driver and your credentials"
        raise InputError(message) from error
    if not paths:
        troubles.add(told, "nothing there", hint="check the address")
    base = PurePosixPath(root)
    web = address.lower().startswith(("http://", "https://"))
    listing = Listing(troubles)
    if root not in paths and (manifest := (base / MANIFEST).as_posix()) in sizes:
        with contextlib.suppress(InputError), _opener(system, manifest)() as stream:
            listing.read_manifest(MANIFEST, stream.read(MANIFEST_LIMIT), order)
    for path in paths:
        # What follows a question mark on the web is no part of the name, and may be the key of a signed address.
        inner = PurePosixPath(path.partition("?")[0] if web else path)
        inner = PurePosixPath(inner.name) if path == root else inner.relative_to(base)
        name = inner.as_posix()
        if path == root and inner.suffix.lower() == ".zip":
            if is_new((system, path), seen, name, troubles):
                yield from list_zip(
                    name, functools.partial(_open, system, path), _stamp_of(system, path), troubles, order
                )
            continue
        found = listing.found(inner, name)
        if found is not None and is_new((system, path), seen, name, troubles):
            yield Source(found, _opener(system, path), sizes[path], _stamp_of(system, path))
    listing.close()


@contextlib.contextmanager
def _told_plainly() -> Iterator[None]:
    """Each store's library has errors of its own; they are told as those of a file."""
    try:
        yield
    except (FileNotFoundError, PermissionError):
        raise
    except OSError as error:
        raise StoreError(error.strerror or str(error) or type(error).__name__) from error
    except Exception as error:
        raise StoreError(f"{type(error).__name__}: {error}") from error


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


def _open(system: Any, path: str) -> BinaryIO:
    with _told_plainly():
        return _Remote(system.open(path, "rb"))  # type: ignore[return-value]


def _opener(system: Any, path: str) -> Callable[[], contextlib.AbstractContextManager[BinaryIO]]:
    return opener(public_address(path), lambda: contextlib.closing(_open(system, path)))


def _stamp_of(system: Any, path: str) -> Callable[[], tuple[int, str]]:
    def stamp() -> tuple[int, str]:
        try:
            with _told_plainly():
                system.invalidate_cache()
                told = system.info(path)
        except OSError:
            return 0, ""
        return int(told.get("size") or 0), str([told.get(k) for k in ("ETag", "LastModified", "mtime", "created")])

    return stamp
