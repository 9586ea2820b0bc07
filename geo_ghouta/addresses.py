"""Whether an input is an address or a path of this machine; ``file://`` is only another way to write a path."""

from __future__ import annotations

import os
import re
import urllib.parse
from pathlib import Path

from geo_ghouta.files import shown

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_FILE = re.compile(r"(?:file|local)://(?:localhost(?=/))?", re.IGNORECASE)
_WHOLE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/+")
_DRIVE = re.compile(r"/[A-Za-z]:[/\\]")


def is_address(name: str) -> bool:
    """Whether this is an address and not a path.

    Examples
    --------
    >>> is_address("s3://bucket/reports.jsonl"), is_address("reports.jsonl"), is_address("file:///data/reports.jsonl")
    (True, False, False)
    """
    return bool(_ADDRESS.match(name)) and not _FILE.match(name)


def plain_path(name: str) -> str:
    """The path that a ``file://`` address means, so that everything said of paths holds for it too; others as they are.

    Examples
    --------
    >>> plain_path("file:///data/reports.jsonl"), plain_path("reports.jsonl"), plain_path("s3://bucket/a.jsonl")
    ('/data/reports.jsonl', 'reports.jsonl', 's3://bucket/a.jsonl')
    """
    found = _FILE.match(name)
    if found is None:
        return name
    path = name[found.end() :]
    if os.name == "nt" and _DRIVE.match(path):
        path = path[1:]
    plain = urllib.parse.unquote(path)
    # Tools differ in whether they write a blank as %20 here: the file itself decides. (Path.exists() raises for a name
    # that is too long.)
    return plain if not os.path.exists(path) and os.path.exists(plain) else path  # noqa: PTH110


def local_part(name: str) -> str | None:
    """The path of this machine that an input is read from, also at the end of a chain of addresses; none elsewhere.

    Examples
    --------
    >>> local_part("a.zip"), local_part("zip://a.jsonl::file:///data/a.zip"), local_part("s3://bucket/a.zip")
    ('a.zip', '/data/a.zip', None)
    """
    last = name.rpartition("::")[2] if is_address(name) else name
    return None if is_address(last) else plain_path(last)


def not_there(path: str, what: str = "no such file or folder; check the path") -> str:
    """Say of a named input that it is not there; an address is no file, and nothing is fetched.

    Examples
    --------
    >>> not_there("reports/"), not_there("https:/example.org/a.html")
    ('reports/: no such file or folder; check the path', 'https://example.org/a.html: an address, and nothing is fetched; save it as a file and name that')
    """  # noqa: E501
    address = _WHOLE.match(path)
    if address is None:
        return f"{shown(path) or repr(path)}: {what}"
    # A path has lost the second stroke.
    whole = f"{address[1]}://{path[address.end() :]}"
    return f"{shown(whole)}: an address, and nothing is fetched; save it as a file and name that"


def case_folder(named: str | os.PathLike[str]) -> Path:
    """The folder of a case, also where its ``case.toml`` was named.

    Examples
    --------
    >>> case_folder("mosul").name
    'mosul'
    """
    place = Path(named)
    return place.parent if place.name == "case.toml" and place.is_file() else place


def no_case(place: Path) -> str:
    """Say of what was named as a case that it is no folder."""
    if place.exists():
        return f"{shown(str(place))}: is a file and no case; name the folder that holds case.toml"
    return not_there(str(place), "no such folder; check the path, or make a case with 'geo-ghouta new DIR'")
