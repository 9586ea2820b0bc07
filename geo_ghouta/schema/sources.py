"""Files that a run rests on besides its reports and pictures: what each is, and the hash of its bytes."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from geo_ghouta.errors import InputError
from geo_ghouta.files import home_folder, local_path, sha256_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCE_KINDS = {
    "report_table": "report table",
    "place_list": "place list",
    "added_list": "added place list",
    "fixes": "table of fixes",
    "case_file": "case file",
    "case_places": "the case's place list",
    "routes": "the case's routes",
    "backdrop": "the case's drawn ground",
}
"""Kinds of files that a run rests on besides reports and control pictures, and what each is called."""
WITHHELD = "withheld/"
"""Begins the path of a source whose own name is not told: it is found by its hash."""


@dataclasses.dataclass(frozen=True)
class Source:
    """A file that a run rests on.

    Parameters
    ----------
    kind : str
        One of ``SOURCE_KINDS``.
    path : str
        Its name, for a file of a case from the case's folder on.
    root : str or None
        Folder that it is found in under that path, as the user named it; None where that would tell of the user.
    size : int
        Bytes.
    sha256 : str
        Of those bytes.
    tells_of : tuple of str
        Of a report table: the files that it tells of, and once they are read their reports.
    """

    kind: str
    path: str
    root: str | None
    size: int
    sha256: str
    tells_of: tuple[str, ...] = ()


def file_hash(path: Path) -> tuple[int, str]:
    """Size and SHA-256 of a local file, read in pieces: an output may be larger than what we would hold.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    place = local_path(path)
    try:
        with place.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return stream.tell(), digest
    except OSError as error:
        message = f"{shown(str(place))}: cannot be read ({error.strerror}); check the path and its rights"
        raise InputError(message) from error


def note_file(kind: str, place: Path, path: str | None = None, root: str | os.PathLike[str] | None = None) -> Source:
    """Note a file just before it is read: if it changes meanwhile, ``verify`` tells it.

    Parameters
    ----------
    kind : str
    place : pathlib.Path
        Where it lies.
    path, root : optional
        See :class:`Source`; default its name, and its folder.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    size, digest = file_hash(place)
    return Source(kind, path or place.name, tellable(place.parent if root is None else root), size, digest)


def note_files(kind: str, places: Iterable[str | os.PathLike[str]]) -> list[Source]:
    """Note files; one that cannot be read is left to its reader, who tells it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.csv").write_bytes(b"name,lat,lon")
    ...     (noted,) = note_files("place_list", [f"{folder}/mine.csv", f"{folder}/none.csv"])
    >>> noted.path, noted.root, noted.size
    ('mine.csv', None, 12)
    """
    noted = []
    for place in places:
        with contextlib.suppress(InputError):
            noted.append(note_file(kind, local_path(place)))
    return noted


def note_bytes(kind: str, data: bytes, path: str, root: Path | None, tells_of: Iterable[str] = ()) -> Source:
    """Note what was read already."""
    told = None if root is None else tellable(root)
    return Source(kind, path, told, len(data), sha256_of(data), tuple(sorted(tells_of)))


def tellable(root: str | os.PathLike[str]) -> str | None:
    """Tell a folder as it was named, or None where that would tell where or who the user is.

    Examples
    --------
    >>> tellable("lists"), tellable("/srv/somebody/lists"), tellable("~/lists"), tellable("D:/somebody")
    ('lists', None, None, None)
    """
    text = Path(root).as_posix()
    pure = PurePosixPath(text)
    if pure.is_absolute() or PureWindowsPath(text).is_absolute() or text.startswith("~"):
        return None
    if ".." in pure.parts:
        # The way down from a folder above the user's home would tell their name.
        home = home_folder()
        above = os.path.commonpath([Path().resolve(), Path(os.path.realpath(text))])
        if home is None or not home.is_relative_to(above):
            return text
        return None if any(part != ".." for part in pure.parts) else text
    return None if _enters_home(text) else text


def _enters_home(text: str) -> bool:
    """Whether a path without ".." leads from a folder above the user's home towards it."""
    home, here = home_folder(), Path().resolve()
    if home is None or home == here or not home.is_relative_to(here):
        return False
    return Path(os.path.commonpath([home, os.path.realpath(text)])) != here
