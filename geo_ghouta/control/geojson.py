"""GeoJSON areas read strictly by ourselves, feature by feature: good ones go on, bad ones are listed.

Never by a driver's sniffing: a ``.geojson`` that holds a virtual-format text must not open another file.
"""

from __future__ import annotations

import collections
import dataclasses
import math
from typing import Any

import numpy as np
import shapely

from geo_ghouta.control import shapes
from geo_ghouta.control.faults import Faults, listed
from geo_ghouta.control.wrapping import kind_of, stated_crs, unwrap
from geo_ghouta.errors import LimitError
from geo_ghouta.files import parse_json, shown
from geo_ghouta.measure import is_degrees, polygons_of, reproject

MAX_FILE = 48 * 1024 * 1024
MAX_POSITIONS = 4_000_000


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


def read_layer(data: bytes, where: str, faults: Faults, crs: str | None = None) -> Layer:
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
    members, raw = unwrap(parse_json(data, where), where, faults)
    stated = stated_crs(members.get("crs"), where) or crs
    projected = stated is not None and not is_degrees(stated)
    if projected:
        faults.add(
            "reprojected",
            "note",
            where,
            None,
            f"reprojected from {stated}",
            found=stated,
            expected="longitude and latitude",
        )
    return read_features(raw, where, faults, stated if projected else None, members)


def read_features(
    raw: list[Any], where: str, faults: Faults, crs: str | None = None, members: dict[str, Any] | None = None
) -> Layer:
    """Read parsed features; ``crs`` is that of projected numbers, else they are degrees."""
    reader = _Reader(where, faults, crs)
    features = [made for number, item in enumerate(raw, 1) if (made := reader.feature(number, item)) is not None]
    reader.tell()
    return Layer(members or {}, features, len(raw))


class _Reader:
    """Reads the features of one file and counts what is told once for the whole file."""

    def __init__(self, where: str, faults: Faults, crs: str | None) -> None:
        self.where, self.faults, self.crs = where, faults, crs
        self.counts: collections.Counter[str] = collections.Counter()
        self.aside: collections.Counter[str] = collections.Counter()
        self.empty: list[str] = []

    def feature(self, number: int, item: Any) -> Feature | None:
        properties = item.get("properties") if isinstance(item, dict) else None
        properties = properties if isinstance(properties, dict) else {}
        name = f"feature {number}"
        label = properties.get("name")
        if isinstance(label, str) and label.strip():
            name += f" ({shown(label.strip(), 40)})"
        if not isinstance(item, dict) or item.get("type") != "Feature":
            self._error(
                "not_a_feature", name, "no Feature", kind_of(item), "an object of type Feature", "mend or remove it"
            )
            return None
        geometry = item.get("geometry")
        if geometry is None or (
            isinstance(geometry, dict) and not geometry.get("coordinates") and "geometries" not in geometry
        ):
            self.empty.append(str(number))
            return None
        try:
            area = self._area(geometry, name)
        except _BadError as bad:
            self._error(bad.args[0], name, *bad.args[1:])
            return None
        if area is None:
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
        rings = [self._rings(polygon, name) for polygon in polygons]
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
        if self.crs is None:
            rings = [self._in_range(polygon) for polygon in rings]
        self.counts["turned"] += sum(
            shapes.is_clockwise(ring) != (number > 0) for polygon in rings for number, ring in enumerate(polygon)
        )
        made: list[Any] = [shapes.closed_area(polygon) for polygon in rings]
        area = made[0] if len(made) == 1 else shapely.MultiPolygon(made)
        if self.crs is not None:
            area = reproject(area, self.crs)
            if not np.isfinite(shapely.get_coordinates(area)).all():
                xy = rings[0][0][0]
                found = f"[{xy[0]:.10g}, {xy[1]:.10g}]"
                raise _BadError(
                    "reprojected",
                    "numbers that the stated CRS has no place for",
                    found,
                    self.crs,
                    "is it the right CRS?",
                )
        area, words, at = shapes.repair(area)
        if area.is_empty:
            raise _BadError(
                "invalid_ring",
                f"{words.split(';')[0]}; nothing is left of it",
                "no area",
                "a ring that encloses ground",
                "draw it again",
            )
        if words:
            self.counts["repaired"] += 1
            self.faults.add(
                "invalid_ring",
                "note",
                self.where,
                name,
                words,
                hint="look at it; draw it again if the repair is wrong",
                at=at,
            )
        west, _, east, _ = area.bounds
        if west < -180 or east > 180:
            area = shapes.split_at_180(area)
            self.faults.add(
                "crosses_180",
                "note",
                self.where,
                name,
                "crosses 180 degrees; cut there",
                hint="nothing, if it should cross",
            )
        return area

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
            return []
        else:
            raise _BadError(
                "geometry_kind", "no geometry that we know", kind, "Polygon or MultiPolygon", "mend or remove it"
            )
        if not all(isinstance(p, list) and p and all(_is_ring(r) for r in p) for p in polygons):
            raise _BadError(
                "nesting",
                "coordinates are not nested as a polygon's",
                str(coordinates)[:40],
                "lists of rings of positions",
                "check the geometry's type",
            )
        return polygons

    def _rings(self, polygon: list[Any], name: str) -> list[Any]:
        rings = []
        for number, positions in enumerate(polygon):
            ring = self._ring(positions)
            if (ring[0] != ring[-1]).any():
                self.counts["unclosed"] += 1
                ring = np.concatenate([ring, ring[:1]])
            if len(ring) < 4 or len(np.unique(ring, axis=0)) < 3:
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
                raise _BadError(
                    "short_ring",
                    "a ring with fewer than 3 corners",
                    f"{len(positions)} positions",
                    "4 positions or more",
                    "draw it again",
                )
            rings.append(ring)
        return rings

    def _ring(self, positions: list[Any]) -> Any:
        if not positions:
            raise _BadError("short_ring", "an empty ring", "[]", "4 positions or more", "remove it or draw it again")
        try:
            ring = np.array(positions)
        except ValueError:
            ring = np.empty(0, dtype=object)
        if ring.dtype.kind not in "fiu" or ring.ndim != 2 or ring.shape[1] < 2:
            ring = self._mended(positions)
        if ring.shape[1] > 2:
            self.counts["z"] += 1
        ring = ring[:, :2].astype(np.float64)
        if not np.isfinite(ring).all():
            raise _BadError(
                "position", "a coordinate that is no finite number", "infinite", "degrees", "mend the position"
            )
        return ring

    def _mended(self, positions: list[Any]) -> Any:
        rows = []
        for position in positions:
            pair = position[:2] if isinstance(position, list) else None
            if (
                pair is None
                or len(pair) < 2
                or not all(isinstance(n, int | float | str) and not isinstance(n, bool) for n in pair)
            ):
                raise _BadError(
                    "position",
                    "a position that is not two numbers",
                    str(position),
                    "[longitude, latitude]",
                    "mend the position",
                )
            try:
                rows.append([float(n) for n in pair])
            except (ValueError, OverflowError):
                raise _BadError(
                    "position",
                    "a coordinate that is no number",
                    str(pair),
                    "[longitude, latitude]",
                    "mend the position",
                ) from None
            self.counts["strings"] += any(isinstance(n, str) for n in pair)
            self.counts["z"] += len(position) > 2
        return np.array(rows)

    def _in_range(self, polygon: list[Any]) -> list[Any]:
        xy = np.concatenate(polygon)
        lon, lat = np.abs(xy[:, 0]).max(), np.abs(xy[:, 1]).max()
        shown_pair = f"[{xy[0, 0]:.10g}, {xy[0, 1]:.10g}]"
        if lon > 360 or lat > 360:
            raise _BadError(
                "crs_missing",
                "the numbers cannot be degrees and no CRS is stated",
                shown_pair,
                "longitude and latitude",
                "name the system of the numbers, like --crs EPSG:32637",
            )
        if lat > 90:
            worst = xy[np.abs(xy[:, 1]).argmax()]
            raise _BadError(
                "swapped_axes",
                "latitude beyond 90",
                f"[{worst[0]:.10g}, {worst[1]:.10g}]",
                "[longitude, latitude]",
                "are the axes swapped? GeoJSON has longitude first",
            )
        if lon <= 180 and not any((np.abs(np.diff(ring[:, 0])) > 180).any() for ring in polygon):
            return polygon
        rings = [shapes.unwrapped(ring) for ring in polygon]
        middle = rings[0][:, 0].mean()
        rings = [ring - [360.0 * round((ring[:, 0].mean() - middle) / 360), 0.0] for ring in rings]
        if any(not math.isclose(ring[0, 0], ring[-1, 0], abs_tol=1e-9) for ring in rings):
            raise _BadError(
                "pole",
                "a ring round the pole",
                shown_pair,
                "a ring that does not enclose a pole",
                "cut it at 180 degrees",
            )
        return rings

    def tell(self) -> None:
        """Tell what was counted over the whole file, one line a kind."""
        add = self.faults.add
        if self.empty:
            add(
                "no_geometry",
                "warning",
                self.where,
                None,
                f"{len(self.empty)} features have no geometry: {listed(self.empty)}",
                found="null",
                expected="Polygon or MultiPolygon",
                hint="draw or remove them",
            )
        if self.counts["z"]:
            add("heights", "note", self.where, None, f"heights dropped in {self.counts['z']} rings")
        if self.counts["turned"]:
            add(
                "ring_order",
                "note",
                self.where,
                None,
                f"{self.counts['turned']} rings turned: outer rings counter-clockwise, holes clockwise",
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
                "note",
                self.where,
                None,
                f"set aside, being no areas: {kinds}",
                found=kinds,
                expected="areas",
            )


def _is_ring(value: Any) -> bool:
    # Only the first position is looked at: the others are, when the ring is read.
    if not isinstance(value, list) or not value:
        return isinstance(value, list)
    return isinstance(value[0], list) and not (value[0] and isinstance(value[0][0], list))


class _BadError(Exception):
    """A feature that cannot be used: check, problem, found, expected, hint."""


def parts_of(geometry: Any) -> list[Any]:
    """List the polygons of an area."""
    return list(polygons_of(np.array([geometry], dtype=object))[0])
