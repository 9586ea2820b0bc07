"""Results of batches on the disk: what is done is done, and the next run of the same command goes on from there."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.corpus.extracting import SKETCHES, Part
from geo_ghouta.errors import GhoutaError, InputError, OutputError, UsageError
from geo_ghouta.files import (
    dump_json,
    local_path,
    make_folder,
    read_bytes,
    read_json,
    remove_folder,
    sha256_of,
    shown,
    write_bytes,
    write_text,
)
from geo_ghouta.seals import seal_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo_ghouta.corpus.extracting import Settings

MANIFEST = "manifest.json"
PARTS = "parts"
KIND = "geo-ghouta corpus"
BY_MONTH = ("reports", "places", "claims", "events", "convoys", "facts", "findings")
"""Tables of a corpus, each a folder of months."""
BUILDING = "building"
_OURS = {*BY_MONTH, MANIFEST, PARTS, BUILDING, "rejected.parquet", "summary.json", "prov.json", "map.html"}
_DONE = "done.json"
_KEY = re.compile("[0-9a-f]{24}")
_GONE = "part {}: gone or damaged since it was written; run the same command again"


@dataclasses.dataclass
class Shelf:
    """The folder of a corpus.

    Parameters
    ----------
    folder : pathlib.Path
    told : list of str
        What the user should know: started over, parts taken up again.
    lock : int, optional
        Handle by which this run keeps the folder to itself.
    whole : bool
        Whether the tables of an earlier run stand there, all of them.
    """

    folder: Path
    told: list[str] = dataclasses.field(default_factory=list)
    lock: int | None = None
    whole: bool = False

    def close(self) -> None:
        """Let other runs work in the folder."""
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None

    def has(self, key: str) -> bool:
        """Whether a batch's results are complete and still as they were written."""
        place = self._place(key)
        try:
            done = read_json(place / _DONE)
            return self._counts(key) is not None and done["sha256"] == _digest(
                done["counts"], {name: sha256_of(read_bytes(place / name)) for name in done["bytes"]}
            )
        except (GhoutaError, KeyError, TypeError, AttributeError):
            return False

    def _counts(self, key: str) -> dict[str, int] | None:
        try:
            done = read_json(self._place(key) / _DONE)
            sizes = done["bytes"]
            whole = all((self._place(key) / name).stat().st_size == size for name, size in sizes.items())
            return {str(k): int(v) for k, v in done["counts"].items()} if whole else None
        except (GhoutaError, OSError, KeyError, TypeError, ValueError, AttributeError):
            # Cut short, damaged or never written: the batch is worked on again.
            return None

    def counts(self, key: str) -> dict[str, int]:
        """Counts of a batch that is done."""
        found = self._counts(key)
        if found is None:
            raise OutputError(_GONE.format(key))
        return found

    def put(self, key: str, part: Part, source: tuple[str, str] = ("", "")) -> None:
        """Keep a batch's results, and name and hash of its file; the word that it is done comes last."""
        place = make_folder(self._place(key))
        for name, data in part.blobs.items():
            # Whether they came to lie on the disk, their hash tells the next run.
            write_bytes(place / _file(name), data, lasting=False)
        sizes = {_file(name): len(data) for name, data in part.blobs.items()}
        whole = _digest(part.counts, {_file(name): sha256_of(data) for name, data in part.blobs.items()})
        told = {"counts": part.counts, "bytes": sizes, "sha256": whole, "source": source}
        write_text(place / _DONE, dump_json(told, indent=1))

    def table(self, key: str, name: str, columns: list[str] | None = None) -> Any:
        """Arrow table of a batch."""
        import pyarrow.parquet as pq

        with _damage_told(key):
            return pq.read_table(io.BytesIO(read_bytes(self._place(key) / _file(name))), columns=columns)

    def rows(self, key: str, name: str) -> int:
        """Rows of a batch's table."""
        import pyarrow.parquet as pq

        with _damage_told(key):
            return int(pq.read_metadata(self._place(key) / _file(name)).num_rows)

    def array(self, key: str, name: str) -> Any:
        """Array of a batch."""
        with _damage_told(key):
            return np.load(io.BytesIO(read_bytes(self._place(key) / _file(name))), allow_pickle=False)

    def changed(self, kept: dict[str, tuple[str, str]]) -> list[str]:
        """Files of records of which an earlier run left results that are no longer theirs."""
        now = dict(kept.values())
        found = set()
        for place in (self.folder / PARTS).glob("*"):
            if place.name not in kept and self._counts(place.name) is not None:
                told = read_json(place / _DONE).get("source")
                name, digest = told if isinstance(told, list) and len(told) == 2 else ("", "")
                if digest and now.get(name, digest) != digest:
                    found.add(str(name))
        return sorted(found)

    def sweep(self, kept: list[str]) -> None:
        """Take away the results of batches that are no longer asked for."""
        wanted = set(kept)
        for place in sorted((self.folder / PARTS).glob("*")):
            if place.name not in wanted and _KEY.fullmatch(place.name) and not place.is_symlink():
                remove_folder(place)

    def open_tables(self, settings: Settings) -> None:
        """Say in the manifest that the tables are being replaced; until then those of an earlier run stand whole."""
        if self.whole:
            self.write_manifest(settings, [], [], [], done=False)
            self.whole = False

    def write_manifest(
        self,
        settings: Settings,
        inputs: list[dict[str, Any]],
        parts: list[str],
        outputs: list[dict[str, str]],
        *,
        more: dict[str, Any] | None = None,
        done: bool,
    ) -> None:
        """Write which parameters and inputs the folder is of, which batches make it up, and the hashes of its files."""
        told = {
            "kind": KIND,
            "tool": tool_of(settings),
            "settings": settings.key,
            "parameters": settings.parameters,
            "complete": done,
        }
        made = seal_manifest({**told, **(more or {}), "inputs": inputs, "parts": parts, "outputs": outputs})
        write_text(self.folder / MANIFEST, dump_json(made, indent=1) + "\n")

    def _place(self, key: str) -> Path:
        return self.folder / PARTS / key


def tool_of(settings: Settings) -> dict[str, str]:
    """Name and version of what makes the corpus."""
    return {"name": "geo-ghouta", "version": str(settings.parameters["version"])}


def _lock(folder: Path) -> int | None:
    """Keep the folder to this run; the system lets go of it when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # no such thing on Windows
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        message = f"{shown(str(folder))}: cannot be opened ({error.strerror or error}); check its rights"
        raise OutputError(message) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        message = f"{shown(str(folder))}: another run works in this folder; wait for it, or choose another with -o"
        raise UsageError(message) from error
    except OSError:
        os.close(handle)  # a network disk that knows no locks
        return None
    return handle


@contextlib.contextmanager
def _damage_told(key: str) -> Iterator[None]:
    """Tell a part that went bad while the run goes on; the next run looks at it and works on it again."""
    import pyarrow as pa

    try:
        yield
    except (InputError, OSError, ValueError, EOFError, pa.ArrowException) as error:
        raise OutputError(_GONE.format(key)) from error


def _digest(counts: dict[str, int], hashes: dict[str, str]) -> str:
    return sha256_of(dump_json([counts, sorted(hashes.items())]).encode())


def _file(name: str) -> str:
    return f"{name}.npy" if name in SKETCHES else f"{name}.parquet"


def _only_parts(folder: Path) -> bool:
    """Whether a folder holds nothing but results of batches: one of the user's own may be called so too."""
    try:
        return not folder.is_symlink() and all(_KEY.fullmatch(place.name) for place in folder.iterdir())
    except OSError:
        return False


def open_shelf(folder: Path, settings: Settings) -> Shelf:
    """Open the folder of a corpus, or make it.

    Raises
    ------
    UsageError
        If it holds something else: nothing in it is touched then.
    """
    try:
        local_path(folder)
    except InputError as error:
        message = f"{shown(str(folder))}: only a folder of this machine can be written; choose one with -o"
        raise UsageError(message) from error
    try:
        if folder.exists() and not folder.is_dir():
            message = f"{shown(str(folder))}: a file, not a folder; choose another place with -o"
            raise UsageError(message)
        held = [p.name for p in folder.iterdir() if not p.name.startswith(".")] if folder.is_dir() else []
    except OSError as error:
        message = f"{shown(str(folder))}: cannot be opened ({error.strerror or error}); choose another place with -o"
        raise OutputError(message) from error
    shelf = Shelf(folder)
    old: dict[str, Any] = {}
    if held:
        try:
            old = read_json(folder / MANIFEST)
        except GhoutaError:
            old = {}
        if not isinstance(old, dict) or old.get("kind") != KIND:
            # A disk was full before there was a manifest, or the manifest is damaged: the parts speak for themselves.
            if not (set(held) <= _OURS and PARTS in held and _only_parts(folder / PARTS)):
                message = f"{shown(str(folder))}: is not empty and no corpus of ours; choose a new folder"
                raise UsageError(message)
            old = {}
            if MANIFEST in held:
                shelf.told.append(f"{MANIFEST} was damaged; it is written anew, and whole batches are used")
    make_folder(folder)
    shelf.lock = _lock(folder)
    if old and old.get("settings") != settings.key:
        told, now = old.get("parameters"), settings.parameters
        before = told if isinstance(told, dict) else {}
        changed = [k for k in sorted({*before, *now}) if before.get(k) != now.get(k)]
        shelf.told.append(f"parameters changed ({', '.join(changed)}): starting over, earlier work is not used")
    # A finished corpus stays one, to be read and verified, until its tables are replaced.
    shelf.whole = old.get("complete") is True
    if not shelf.whole:
        shelf.write_manifest(settings, [], [], [], done=False)
    make_folder(folder / PARTS)
    return shelf
