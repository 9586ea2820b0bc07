"""What a file is, by its first bytes: what is no GeoJSON is named, with the way out; lines of features are read."""

from __future__ import annotations

import collections
import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.faults import listed
from geo_ghouta.errors import FormatError
from geo_ghouta.files import decode, parse_json, shown
from geo_ghouta.signatures import ARCHIVES, NAMES, kind_of

if TYPE_CHECKING:
    from pathlib import Path

    from geo_ghouta.control.faults import Faults

_HEAD = 4096
_EXPORT = "export the layer as GeoJSON"
_ASK = "ask for the layer as GeoJSON"
_WAYS = {
    **dict.fromkeys(NAMES, _ASK),
    **dict.fromkeys(ARCHIVES, "unpack it and give the layer inside"),
    **dict.fromkeys(("sqlite", "shapefile", "parquet", "flatgeobuf"), _EXPORT),
    "tiff": "draw or export its areas as GeoJSON",
    "excel": "export its shapes as GeoJSON",
    "empty zip": "give the layer itself",
    "program": "give the layer itself",
    "lfs": "fetch the file itself (git lfs pull)",
}
_NAMES = NAMES | {
    "sqlite": "a GeoPackage or another database",
    "tiff": "a raster",
    "lfs": "a Git LFS pointer and not the layer",
}
_SCRIPT = re.compile(rb"(?:var|let|const|window\.|[A-Za-z_$][\w.$]*\s*[=(])")
_JSON = re.compile(rb'[{\["\xff\xfe\x00]|-?\d|null|true|false|NaN|-?Infinity')
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""How JSON writes half of a character beyond U+FFFF; two make one, one alone is no text."""
_IMPORTED = (".kml", ".kmz", ".geojsonl", ".geojsons", ".geojsonseq", ".ndjson", ".jsonl")
_EXPORTED = (".dxf", ".fgb", ".gdb", ".geoparquet", ".gml", ".gpkg", ".gpx", ".parquet", ".shp", ".topojson", ".zip")
_EMPTY = '{"type": "FeatureCollection", "features": []}'


def head_of(data: bytes) -> bytes:
    """First bytes of a file as one would read them: without a byte order mark, the zeros of UTF-16 and blanks."""
    start = data[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    if start[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        start = start[2:].replace(b"\x00", b"")
    return start.lstrip()


def is_kml(data: bytes) -> bool:
    """Whether a file begins as KML does, whatever its name.

    Examples
    --------
    >>> is_kml(b'<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">'), is_kml(b'{"a": "<kml"}')
    (True, False)
    """
    start = head_of(data)
    return start[:1] == b"<" and re.search(rb"<(?:\w+:)?kml[\s>/]", start) is not None


def tell_passed(path: Path, name: str, suffixes: tuple[str, ...], faults: Faults) -> None:
    """Tell a layer of another format, which its owner takes for a picture; other files are nobody's ground."""
    if path.suffix.lower() not in (*_IMPORTED, *_EXPORTED):
        return
    importing = ".kml" in suffixes
    steps = [] if path.suffix.lower() in _IMPORTED else ["export it as GeoJSON in longitude and latitude"]
    if not importing:
        steps += ["move it out of this folder", "run 'geo-ghouta control import FILE --case DIR'"]
    faults.add(
        "format",
        "error",
        name,
        None,
        "no format that is read here; left out",
        found=path.suffix,
        expected="GeoJSON or KML" if importing else "GeoJSON, YYYY-MM-DD.geojson",
        hint=", ".join(steps),
    )


def refuse_foreign(data: bytes, where: str) -> None:
    """Refuse what its first bytes show to be no JSON.

    Raises
    ------
    FormatError
        Naming what it is and what to do.

    Examples
    --------
    >>> refuse_foreign(b"<html><body>404</body></html>", "a.geojson")
    Traceback (most recent call last):
    geo_ghouta.errors.FormatError: a.geojson: a web page; save the layer itself, not the page about it
    """
    kind = kind_of(data)
    what, way = _NAMES.get(kind, ""), _WAYS.get(kind, "")
    start = head_of(data)
    if not start:
        what, way = "an empty file", f"a picture in which nobody holds anything is {_EMPTY}"
    elif start[:1] == b"<" and not what:
        lower = start.lower()
        if b"<ogrvrt" in lower or b"<vrtdataset" in lower:
            what, way = "a virtual format, which names another file", f"not followed; {_EXPORT}"
        elif b"<html" in lower or b"<!doctype html" in lower:
            what, way = "a web page", "save the layer itself, not the page about it"
        else:
            what, way = "XML", _EXPORT
    elif not what and _SCRIPT.match(start) and b"{" in start and not start.startswith((b"true", b"null")):
        what, way = "JavaScript round the layer", "keep only what stands between the outer braces"
    elif start[:2] in {b"//", b"/*"}:
        what, way = "a comment before the layer, which JSON does not have", "remove it"
    elif not what and not _JSON.match(start):
        begun = shown(start.split(b"\n")[0][:24].decode("utf-8", "replace"))
        what, way = f'no layer, it begins with {begun!r}; expected GeoJSON ({{"type": ...), or KML to import', _EXPORT
    if what:
        message = f"{where}: {what}; {way}"
        raise FormatError(message)


def parse_any(data: bytes, where: str, faults: Faults) -> Any:
    """Parse JSON, or lines and sequences of JSON (GeoJSONL, NDJSON, RFC 8142), which come back as a list.

    Raises
    ------
    FormatError, LimitError
        If it is none of these.

    Examples
    --------
    >>> from geo_ghouta.control.faults import Faults
    >>> parse_any(b'{"a": 1}\\n{"a": 2}\\n', "x.geojsonl", Faults())
    [{'a': 1}, {'a': 2}]
    """
    refuse_foreign(data.lstrip(b"\x1e"), where)
    members = _Members()
    try:
        found = parse_json(data, where, pairs=members.once)
    except FormatError:
        found = _lines(data, where, faults, members)
        if found is None:
            raise
    if members.twice:
        text = f"stand twice in one object; the last of each was read: {listed(sorted(members.twice))}"
        hint = "remove one of each: what stood first is lost"
        faults.add("twice", "warning", where, None, f"members that {text}", expected="each member once", hint=hint)
    if _HALF.search(data):
        found, cut = _whole_text(found)
        if cut:
            text = "text with half a character (a lone surrogate), which no file can hold; replaced by U+FFFD"
            faults.add("half_character", "warning", where, None, text, hint="write the text again")
    return found


class _Members:
    """Makes an object of its members, and keeps the names of those that stand twice."""

    def __init__(self) -> None:
        self.twice: set[str] = set()

    def once(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = collections.Counter(name for name, _ in pairs)
            self.twice.update(name for name, number in names.items() if number > 1)
        return made


def _whole_text(value: Any) -> tuple[Any, bool]:
    if isinstance(value, str):
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return whole, whole != value
    if isinstance(value, list):
        items = [_whole_text(item) for item in value]
        return [item for item, _ in items], any(cut for _, cut in items)
    if isinstance(value, dict):
        told = [(_whole_text(key), _whole_text(item)) for key, item in value.items()]
        return {key: item for (key, _), (item, _) in told}, any(a or b for (_, a), (_, b) in told)
    return value, False


def _lines(data: bytes, where: str, faults: Faults, members: _Members) -> list[Any] | None:
    text = decode(data, where).removeprefix("\ufeff")
    marked = text.lstrip(" \t\r\n").startswith("\x1e")
    rows = [(n, row.strip()) for n, row in enumerate(text.split("\x1e" if marked else "\n"), 0 if marked else 1)]
    rows = [(n, row) for n, row in rows if row]
    if not rows or not all(row[0] == "{" for _, row in rows) or (len(rows) < 2 and not marked):
        return None
    made, bad = [], []
    for number, row in rows:
        try:
            made.append(parse_json(row, where, pairs=members.once))
        except FormatError:
            bad.append(number)
    if len(bad) >= len(rows) / 2:
        return None  # one object over many lines that is broken somewhere
    kind = "records of a text sequence" if marked else "lines with an object each"
    faults.add("lines", "note", where, None, f"{len(made)} {kind}; read as one collection")
    for number in bad:
        faults.add("lines", "error", where, f"{'record' if marked else 'line'} {number}", "not JSON; left out",
                   expected="one whole object", hint="was the file cut off?")  # fmt: skip
    return made
