"""GeoJSON areas read strictly by ourselves, feature by feature: good ones go on, bad ones are listed.

Never by a driver's sniffing: a ``.geojson`` that holds a virtual-format text must not open another file.
"""

from __future__ import annotations

import collections
import dataclasses
from typing import Any

import numpy as np
import shapely

from geo_ghouta.control import shapes
from geo_ghouta.control.faults import Faults, listed
from geo_ghouta.control.foreign import parse_any
from geo_ghouta.control.rings import BadError, has_corners, in_range, on_earth, ring_of
from geo_ghouta.control.wrapping import kind_of, stated_crs, unwrap
from geo_ghouta.errors import FormatError, LimitError, counted
from geo_ghouta.files import shown
from geo_ghouta.measure import is_degrees, reproject

MAX_FILE = 48 * 1024 * 1024
MAX_POSITIONS = 700_000


@dataclasses.dataclass(frozen=True)
class Feature:
    """One area as read.

    Parameters
    ----------
    number : int
        Position in the file, from 1.
    name : str
        How messages call it.
    feature_id : str or None
        Its ``id``.
    properties : dict
    geometry : shapely geometry
        Valid Polygon or MultiPolygon in degrees.
    """

    number: int
    name: str
    feature_id: str | None
    properties: dict[str, Any]
    geometry: Any


@dataclasses.dataclass(frozen=True)
class Layer:
    """One file as read: the members beside ``features``, its areas, and how many features it holds in all."""

    members: dict[str, Any]
    features: list[Feature]
    given: int


def read_layer(data: bytes, where: str, faults: Faults, crs: str | None = None, *, own: bool = False) -> Layer:
    """Read the bytes of a GeoJSON file of areas.

    Parameters
    ----------
    data : bytes
    where : str
        The file's name for messages.
    faults : Faults
        Takes what is wrong with single features.
    crs : str, optional
        CRS of the numbers, for a file that does not state its own.
    own : bool
        Whether it is a picture of the user's own, in which all features are meant as areas.

    Raises
    ------
    FormatError
        If the file as a whole cannot be used.
    LimitError
        If it is too large or too deep.
    """
    if len(data) > MAX_FILE or data.count(b"[") > MAX_POSITIONS:
        message = (
            f"{where}: more than {MAX_FILE // 2**20} MB or {MAX_POSITIONS:,} positions; simplify or split the layer"
        )
        raise LimitError(message)
    members, raw = unwrap(parse_any(data, where, faults), where, faults)
    stated = _stated(members.get("crs"), crs, where, faults)
    projected = stated is not None and not is_degrees(stated)
    return read_features(raw, where, faults, stated if projected else None, members, own=own)


def _stated(member: Any, asked: str | None, where: str, faults: Faults) -> str | None:
    try:
        return stated_crs(member, where) or asked
    except FormatError as error:
        if asked is None:
            raise
        problem = str(error).removeprefix(f"{where}: ").split(";")[0]
        faults.add("crs", "warning", where, None, f"{problem}; read as {asked}, as --crs says")
        return asked


def read_features(
    raw: list[Any],
    where: str,
    faults: Faults,
    crs: str | None = None,
    members: dict[str, Any] | None = None,
    *,
    own: bool = False,
) -> Layer:
    """Read parsed features; ``crs`` is that of projected numbers, else they are degrees."""
    reader = _Reader(where, faults, crs, own=own)
    features = [made for number, item in enumerate(raw, 1) if (made := reader.feature(number, item)) is not None]
    reader.tell()
    return Layer(members or {}, features, len(raw))


class _Reader:
    """Reads the features of one file and counts what is told once for the whole file."""

    def __init__(self, where: str, faults: Faults, crs: str | None, *, own: bool) -> None:
        self.where, self.faults, self.crs = where, faults, crs
        self.start = len(faults.rows)
        self.counts: collections.Counter[str] = collections.Counter()
        self.aside: collections.Counter[str] = collections.Counter()
        self.empty: list[str] = []
        self.elsewhere: set[str] = set()
        self.own = own  # a picture holds areas only: what is none was meant as one; others' layers hold all kinds

    def feature(self, number: int, item: Any) -> Feature | None:
        properties = item.get("properties") if isinstance(item, dict) else None
        properties = properties if isinstance(properties, dict) else {}
        name = f"feature {number}"
        label = properties.get("name")
        if isinstance(label, str) and label.strip():
            name += f" ({shown(label.strip(), 40)})"
        typeless = isinstance(item, dict) and "type" not in item and isinstance(item.get("geometry"), dict)
        self.counts["typeless"] += typeless
        if not isinstance(item, dict) or (item.get("type") != "Feature" and not typeless):
            self._error(
                "not_a_feature", name, "no Feature", kind_of(item), "an object of type Feature", "mend or remove it"
            )
            return None
        if properties.get("derived") in (True, "true"):
            hint = "give the pictures that it was made from"
            self._error(
                "derived", name, "a derived frame is no observed picture; left out", "derived", "drawn ground", hint
            )
            return None
        geometry = item.get("geometry")
        if geometry is None or _is_hollow(geometry):
            self.empty.append(str(number))
            self.elsewhere |= {key for key, value in properties.items() if _looks_drawn(value)}
            return None
        try:
            area = self._area(geometry, name)
        except BadError as bad:
            self._error(bad.args[0], name, *bad.args[1:])
            return None
        if area is None:
            self.counts["no_area"] += 1
            return None
        given = item.get("id", properties.get("id"))
        feature_id = str(given) if isinstance(given, str | int) and not isinstance(given, bool) else None
        return Feature(number, name, feature_id, properties, area)

    def _error(self, check: str, name: str, problem: str, found: object, expected: str, hint: str) -> None:
        self.faults.add(check, "error", self.where, name, problem, found=found, expected=expected, hint=hint)

    def _area(self, geometry: Any, name: str) -> Any:
        polygons = self._polygons(geometry, 0)
        if not polygons:
            return None
        before = self.counts.copy()
        rings = self._sound_parts(polygons, name)
        if self.counts["unclosed"] > before["unclosed"]:
            self.faults.add(
                "open_ring",
                "warning",
                self.where,
                name,
                "a ring's last position is not its first; closed",
                hint="close the ring in the source",
            )
        if self.counts["strings"] > before["strings"]:
            self.faults.add(
                "text_numbers",
                "warning",
                self.where,
                name,
                "coordinates written as text; read as numbers",
                hint="write numbers without quotes",
            )
        self.counts["turned"] += sum(
            shapes.is_clockwise(ring) != (number > 0) for polygon in rings for number, ring in enumerate(polygon)
        )
        made: list[Any] = [shapes.closed_area(polygon) for polygon in rings]
        area = made[0] if len(made) == 1 else shapely.MultiPolygon(made)
        if self.crs is not None and _within_degrees(rings):
            self.counts["degrees"] += 1
        elif self.crs is not None:
            self.counts["reprojected"] += 1
            area = reproject(area, self.crs)
            if not np.isfinite(shapely.get_coordinates(area)).all():
                xy = rings[0][0][0]
                found = f"[{xy[0]:.10g}, {xy[1]:.10g}]"
                raise BadError(
                    "reprojected",
                    "numbers that the stated CRS has no place for",
                    found,
                    self.crs,
                    "is it the right CRS?",
                )
        area, words, at = shapes.repair(area)
        area, specks = shapes.without_specks(area)
        self.counts["specks"] += 0 if area.is_empty else specks
        if area.is_empty:
            raise BadError(
                "invalid_ring",
                f"{words.split(';')[0] or 'an area of a few square centimetres'}; nothing is left of it",
                "no area",
                "a ring that encloses ground",
                "draw it again",
            )
        if words:
            self.counts["repaired"] += 1
            self.faults.add(
                "invalid_ring",
                "warning" if shapes.is_doubtful(words) else "note",
                self.where,
                name,
                words,
                hint="look at it; draw it again if the repair is wrong",
                at=at,
            )
        west, _, east, _ = area.bounds
        if west < -180 or east > 180:
            area = shapes.split_at_180(area)
            if self.counts["beyond"] > before["beyond"]:
                text = f"longitudes up to {max(east, -west):.6g}; brought back by 360 degrees"
                hint = "nothing, if they run from 0 to 360; is the area where it should be?"
                self.faults.add("beyond_180", "warning", self.where, name, text, hint=hint)
            else:
                text, hint = "crosses 180 degrees; cut there", "nothing, if it should cross"
                self.faults.add("crosses_180", "note", self.where, name, text, hint=hint)
        return area

    def _sound_parts(self, polygons: list[Any], name: str) -> list[list[Any]]:
        """Rings of each polygon; a bad one among good ones is left out and told, a lone one is the feature's fault."""
        out, bad = [], []
        for number, polygon in enumerate(polygons, 1):
            try:
                rings = self._rings(polygon, name)
                out.append(in_range(rings, self.counts) if self.crs is None else on_earth(rings, self.crs))
            except BadError as error:
                bad.append((number, error))
        if bad and not out:
            raise bad[0][1]
        for number, fault in bad:
            self._error(fault.args[0], f"{name}, part {number} of {len(polygons)}", *fault.args[1:])
        return out

    def _polygons(self, geometry: Any, depth: int) -> list[Any]:
        kind = kind_of(geometry)
        if kind == "GeometryCollection" and isinstance(geometry.get("geometries"), list) and depth < 8:
            self.counts["collections"] += depth == 0
            return [p for part in geometry["geometries"] for p in self._polygons(part, depth + 1)]
        coordinates = geometry.get("coordinates") if isinstance(geometry, dict) else None
        if kind == "Polygon":
            polygons = [coordinates]
        elif kind == "MultiPolygon":
            polygons = coordinates if isinstance(coordinates, list) else [coordinates]
        elif kind in {"Point", "MultiPoint", "LineString", "MultiLineString"}:
            self.aside[str(kind)] += 1
            self.counts["closed_lines"] += kind == "LineString" and _is_closed(coordinates)
            return []
        else:
            found = kind if isinstance(geometry, dict) else str(geometry)[:40]
            raise BadError(
                "geometry_kind", "no geometry that we know", found, "Polygon or MultiPolygon", "mend or remove it"
            )
        self.counts["hollow"] += sum(polygon == [] for polygon in polygons)
        return [polygon for polygon in polygons if polygon != []]

    def _rings(self, polygon: list[Any], name: str) -> list[Any]:
        if not isinstance(polygon, list) or not polygon or not all(_is_ring(r) for r in polygon):
            raise BadError(
                "nesting",
                "coordinates are not nested as a polygon's",
                str(polygon)[:40],
                "lists of rings of positions",
                "check the geometry's type",
            )
        rings = []
        for number, positions in enumerate(polygon):
            ring = ring_of(positions, self.counts)
            if (ring[0] != ring[-1]).any():
                self.counts["unclosed"] += 1
                ring = np.concatenate([ring, ring[:1]])
            if not has_corners(ring):
                if number:
                    self.faults.add(
                        "hole",
                        "warning",
                        self.where,
                        name,
                        "a hole with fewer than 3 corners; left out",
                        found=len(positions),
                    )
                    continue
                raise BadError(
                    "short_ring",
                    "a ring with fewer than 3 corners",
                    f"{len(positions)} positions",
                    "4 positions or more",
                    "draw it again",
                )
            rings.append(ring)
        return rings

    def tell(self) -> None:
        """Tell what was counted over the whole file, one line a kind."""
        add = self.faults.add
        if self.empty:
            add(
                "no_geometry",
                "error",
                self.where,
                None,
                f"{len(self.empty)} features have no geometry: {listed(self.empty)}",
                found="null",
                expected="Polygon or MultiPolygon",
                hint=f"it may stand in the property {listed(sorted(self.elsewhere))}; put it into 'geometry'"
                if self.elsewhere
                else "draw or remove them",
            )
        if self.counts["reprojected"]:
            text, expected = f"reprojected from {self.crs}", "longitude and latitude"
            add("reprojected", "note", self.where, None, text, found=self.crs, expected=expected)
            self.faults.rows.insert(self.start, self.faults.rows.pop())  # told first: the rest is in degrees
        if self.counts["degrees"]:
            text = f"{counted(self.counts['degrees'], 'area')} in degrees though {self.crs} is said; read as degrees"
            add("crs", "warning", self.where, None, text, found=self.crs, hint="mend the CRS, or say --crs EPSG:4326")
        if self.counts["typeless"]:
            text = f"{self.counts['typeless']} features say no type; read as features"
            add("typeless", "note", self.where, None, text)
        if self.counts["hollow"]:
            add("hollow", "note", self.where, None, f"{self.counts['hollow']} empty parts left out")
        if self.counts["specks"]:
            text = f"{self.counts['specks']} parts of a few square centimetres left out"
            add("specks", "note", self.where, None, text)
        if self.counts["z"]:
            add("heights", "note", self.where, None, f"heights dropped in {self.counts['z']} rings")
        if self.counts["turned"]:
            add(
                "ring_order",
                "note",
                self.where,
                None,
                f"{counted(self.counts['turned'], 'ring')} turned: outer rings counter-clockwise, holes clockwise",
            )
        if self.counts["collections"]:
            add(
                "collections",
                "note",
                self.where,
                None,
                f"areas taken out of {self.counts['collections']} geometry collections",
            )
        if self.aside:
            kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self.aside.items()))
            add(
                "set_aside",
                "error" if self.own and self.counts["no_area"] else "note",
                self.where,
                None,
                f"set aside, being no areas: {kinds}",
                found=kinds,
                expected="areas",
                hint=f"{self.counts['closed_lines']} of them are closed lines: make areas of them if they bound ground"
                if self.counts["closed_lines"]
                else ("draw its ground as an area, or remove it" if self.own else None),
            )


def _is_ring(value: Any) -> bool:
    # Only the first position is looked at: the others are, when the ring is read.
    if not isinstance(value, list) or not value:
        return isinstance(value, list)
    return isinstance(value[0], list) and not (value[0] and isinstance(value[0][0], list))


def _within_degrees(polygons: list[list[Any]]) -> bool:
    # No area lies within 180 metres (or feet) of the point where a projected system begins to count.
    xy = np.abs(np.concatenate([polygon[0] for polygon in polygons]))
    return bool(xy[:, 0].max() <= 180 and xy[:, 1].max() <= 90)


def _is_closed(line: Any) -> bool:
    return isinstance(line, list) and len(line) > 3 and line[0] == line[-1]


def _looks_drawn(value: Any) -> bool:
    if isinstance(value, str):
        return value.lstrip()[:1] == "{" and '"coordinates"' in value
    return isinstance(value, dict) and bool({"coordinates", "geometries", "features", "geometry"} & set(value))


def _is_hollow(geometry: Any) -> bool:
    """Whether a geometry has no coordinates, as an empty one is written."""
    if not isinstance(geometry, dict) or "geometries" in geometry:
        return False
    told = geometry.get("coordinates")
    return not told or (isinstance(told, list) and geometry.get("type") == "MultiPolygon" and not any(told))
