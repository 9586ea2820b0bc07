"""KML placemarks of every folder, read strictly: no document type, no entity, nothing outside the file."""

from __future__ import annotations

import collections
import math
import re
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from geo_ghouta.control.faults import listed
from geo_ghouta.control.geojson import MAX_FILE, MAX_POSITIONS, Layer, read_features
from geo_ghouta.errors import FormatError, LimitError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from geo_ghouta.control.faults import Faults

MAX_DEPTH = 100
_GEOMETRIES = {"Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Model", "Track", "MultiTrack"}
_TEXTS = {"name", "description", "styleUrl", "address", "snippet", "begin", "end", "when"}
_ASIDE = ("NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay")
_NUMBERS = re.compile(r"[-+.\d][-+.\deE]*(?:,[-+.\d][-+.\deE]*){1,2}")

_LOOSE = re.compile(r"\s,|,\s")
_TOKEN = re.compile(r"\S+")


def read_kml(data: bytes, where: str, faults: Faults) -> Layer:
    """Read the bytes of a KML file of areas.

    Every placemark of every folder becomes a feature. Its properties are its name, description, styleUrl, times and
    extended data; ``folder`` is the name of the folder that it stands in, often its date, and ``folders`` all of them
    from the outermost. Links and overlays are not followed, and told.

    Raises
    ------
    FormatError
        If the file is no well-formed KML, or has a document type or entities.
    LimitError
        If it is too large or too deep.

    Examples
    --------
    >>> from geo_ghouta.control.faults import Faults
    >>> ring = "36.3,33.5,0 36.5,33.5,0 36.5,33.6,0 36.3,33.5,0"
    >>> polygon = f"<outerBoundaryIs><LinearRing><coordinates>{ring}</coordinates></LinearRing></outerBoundaryIs>"
    >>> mark = f"<Placemark><name>A</name><Polygon>{polygon}</Polygon></Placemark>"
    >>> text = f"<kml><Folder><name>2018-03-18</name>{mark}</Folder></kml>"
    >>> read_kml(text.encode(), "a.kml", Faults()).features[0].properties
    {'folder': '2018-03-18', 'folders': '2018-03-18', 'name': 'A'}
    """
    if len(data) > MAX_FILE or data.count(b",") > 2 * MAX_POSITIONS:
        message = (
            f"{where}: more than {MAX_FILE // 2**20} MB or {MAX_POSITIONS:,} positions; simplify or split the layer"
        )
        raise LimitError(message)
    if data[:2] == b"PK":
        message = f"{where}: a KMZ archive; unzip it and give the .kml file inside"
        raise FormatError(message)
    reader = _Reader(where)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        message = f"{where}: no well-formed XML ({error}); export the layer again as KML or GeoJSON"
        raise FormatError(message) from None
    if reader.aside:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(reader.aside.items()))
        text = "links and overlays hold no areas of this file; not followed"
        faults.add("linked", "warning", where, None, text, found=told, hint="save what they show as areas of their own")
    if reader.bare:
        text = f"{len(reader.bare)} folders hold no placemark, so they tell nothing: {listed(reader.bare, 20)}"
        faults.add(
            "empty_folder", "note", where, None, text, hint="an empty picture is a GeoJSON file without features"
        )
    if not reader.features:
        # A file of links or empty folders says nothing, least of all that nobody holds anything.
        message = f"{where}: no placemark in it; an empty picture is a GeoJSON file without features"
        raise FormatError(message)
    return read_features(reader.features, where, faults)


class _Folder:
    """A folder or document that is open: its name, and whether anything stood in it."""

    def __init__(self, kind: str) -> None:
        self.kind, self.name, self.filled = kind, "", False


class _Reader:
    """Takes the parser's calls and makes features like those of GeoJSON."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.path: list[str] = []
        self.words: list[str] = []
        self.folders: list[_Folder] = []
        self.features: list[dict[str, Any]] = []
        self.bare: list[str] = []
        self.aside: collections.Counter[str] = collections.Counter()
        self.mark: dict[str, Any] | None = None
        self.positions = 0
        self.shapes: list[dict[str, Any]] = []
        self.field = ""

    def refuse(self, *_: Any) -> None:
        message = f"{self.where}: has a document type or entities, which can reach other files; remove them"
        raise FormatError(message)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        kind = tag.rsplit(":", 1)[-1]
        if not self.path and kind != "kml":
            message = f"{self.where}: XML of another kind ({shown(tag, 40)!r}); expected KML"
            raise FormatError(message)
        self.path.append(kind)
        if len(self.path) > MAX_DEPTH:
            message = f"{self.where}: elements nested deeper than {MAX_DEPTH}; no map program writes that"
            raise LimitError(message)
        self.words.clear()
        if kind in {"Folder", "Document"}:
            self.folders.append(_Folder(kind))
        elif kind == "Placemark" and self.mark is None:
            for folder in self.folders:
                folder.filled = True
            # A folder may be named behind its placemarks: the names are filled in when it closes.
            self.mark = {"type": "Feature", "properties": {}, "geometry": None, "_in": list(self.folders)}
            if attributes.get("id"):
                self.mark["id"] = attributes["id"]
        elif kind in _ASIDE:
            self.aside[kind] += 1
        elif self.mark is not None and kind in _GEOMETRIES:
            made = {"kind": kind, "parts": [], "outer": [], "inner": []}
            self.shapes.append(made)
        elif kind in {"Data", "SimpleData"}:
            self.field = attributes.get("name", "")

    def text(self, words: str) -> None:
        self.words.append(words)

    def end(self, _tag: str) -> None:
        kind = self.path.pop()
        parent = self.path[-1] if self.path else ""
        words = "".join(self.words).strip()
        self.words.clear()
        if self.mark is not None:
            self._in_mark(kind, parent, words)
        elif kind == "name" and parent in {"Folder", "Document"}:
            self.folders[-1].name = " ".join(words.split())
        elif kind in {"Folder", "Document"}:
            folder = self.folders.pop()
            if folder.kind == "Folder" and not folder.filled and folder.name:
                self.bare.append(folder.name)
        elif not self.path:
            self._name_folders()

    def _in_mark(self, kind: str, parent: str, words: str) -> None:
        assert self.mark is not None
        properties = self.mark["properties"]
        if kind == "Placemark":
            self.features.append(self.mark)
            self.mark, self.shapes = None, []
        elif kind == "coordinates" and self.shapes:
            self.shapes[-1]["positions"] = positions = _positions(words)
            self.positions += len(positions)
            if self.positions > MAX_POSITIONS:
                message = f"{self.where}: more than {MAX_POSITIONS:,} positions; simplify or split the layer"
                raise LimitError(message)
        elif kind in _GEOMETRIES and self.shapes:
            self._close(parent)
        elif words and ((kind == "value" and parent == "Data") or kind == "SimpleData"):
            properties.setdefault(self.field or kind, words)
        elif words and kind in _TEXTS and parent in {"Placemark", "TimeSpan", "TimeStamp"}:
            properties.setdefault(kind, " ".join(words.split()) if kind == "name" else words)

    def _close(self, parent: str) -> None:
        assert self.mark is not None
        shape = self.shapes.pop()
        kind, positions = shape["kind"], shape.get("positions")
        if kind == "LinearRing" and parent in {"outerBoundaryIs", "innerBoundaryIs"} and self.shapes:
            self.shapes[-1]["outer" if parent == "outerBoundaryIs" else "inner"].append(positions)
            return
        made: dict[str, Any]
        if kind == "Polygon":
            made = {"type": "Polygon", "coordinates": [*shape["outer"], *shape["inner"]]}
        elif kind == "MultiGeometry":
            made = {"type": "GeometryCollection", "geometries": shape["parts"]}
        else:
            # What is no area is set aside and counted by the reader of features.
            made = {"type": "Point" if kind in {"Point", "Model"} else "LineString", "coordinates": positions or [0]}
        if self.shapes:
            self.shapes[-1]["parts"].append(made)
        elif self.mark["geometry"] is None:
            self.mark["geometry"] = made

    def _name_folders(self) -> None:
        for feature in self.features:
            names = [folder.name for folder in feature.pop("_in") if folder.kind == "Folder" and folder.name]
            told = {"folder": names[-1], "folders": " / ".join(names)} if names else {}
            feature["properties"] = {**told, **feature["properties"]}


def _positions(words: str) -> Any:
    """Read ``lon,lat[,height]`` tuples; what cannot be read comes back as text, for a message."""
    out = []
    if _LOOSE.search(words):  # blanks round commas: only then the many pieces of a long ring are made twice
        words = ",".join(part.strip() for part in words.split(","))
    for found in _TOKEN.finditer(words):
        token = found.group()
        numbers = token.split(",")
        if _NUMBERS.fullmatch(token) is None:
            return token
        try:
            position = [float(number) for number in numbers]
        except ValueError:
            return token
        if not all(math.isfinite(number) for number in position):
            return token
        out.append(position)
    return out
