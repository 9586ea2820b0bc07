"""Flat views for metres: UTM zones, a conformal plane, and what is cut or reprojected."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyproj
import shapely

from geo_ghouta.errors import InputError
from geo_ghouta.measure.ellipsoid import bounds_of, length_km, lengths_km

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

WGS84 = "EPSG:4326"


def utm_crs(lon: float, lat: float) -> str:
    """Name of the WGS 84 UTM zone of a point.

    Examples
    --------
    >>> utm_crs(36.4, 33.57)
    'EPSG:32637'
    """
    zone = min(60, max(1, int((lon + 180) // 6) + 1))
    return f"EPSG:{(32600 if lat >= 0 else 32700) + zone}"


@functools.lru_cache(maxsize=64)
def _transformers(crs: str) -> tuple[pyproj.Transformer, pyproj.Transformer]:
    return (
        pyproj.Transformer.from_crs(WGS84, crs, always_xy=True),
        pyproj.Transformer.from_crs(crs, WGS84, always_xy=True),
    )


def _moved(geometry: BaseGeometry, transformer: pyproj.Transformer) -> BaseGeometry:
    def move(xy: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack(transformer.transform(xy[:, 0], xy[:, 1]))

    moved: BaseGeometry = shapely.transform(geometry, move)
    return moved


def to_metres(geometry: BaseGeometry, crs: str | None = None) -> tuple[BaseGeometry, str]:
    """Project a geometry to metres in its UTM zone (or the given one).

    Returns
    -------
    tuple
        The projected geometry and the zone's name, to be handed to :func:`to_degrees`.

    Examples
    --------
    >>> import shapely
    >>> point, zone = to_metres(shapely.Point(36.4, 33.57))
    >>> zone, round(point.x), round(point.y)
    ('EPSG:32637', 258660, 3717509)
    """
    if crs is None:
        centre = geometry.envelope.centroid
        crs = utm_crs(centre.x, centre.y)
    return _moved(geometry, _transformers(crs)[0]), crs


def to_degrees(geometry: BaseGeometry, crs: str) -> BaseGeometry:
    """Bring a geometry from :func:`to_metres` back to EPSG:4326.

    Examples
    --------
    >>> import shapely
    >>> back = to_degrees(*to_metres(shapely.Point(36.4, 33.57)))
    >>> round(back.x, 6), round(back.y, 6)
    (36.4, 33.57)
    """
    return _moved(geometry, _transformers(crs)[1])


def buffer_m(geometry: BaseGeometry, metres: float) -> BaseGeometry:
    """Buffer by metres in the local UTM zone, back in EPSG:4326.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.measure import area_km2
    >>> round(area_km2(buffer_m(shapely.Point(36.4, 33.57), 1000)), 1)
    3.1
    """
    projected, crs = to_metres(geometry)
    return to_degrees(projected.buffer(metres), crs)


@dataclasses.dataclass(frozen=True)
class Plane:
    """A conformal plane in metres about one point (oblique stereographic): for distances to edges.

    Its scale is 1 at the centre and 1.002 at 600 km; :meth:`true_m` takes that out again. Longitudes either
    side of 180 degrees lie beside each other.

    Parameters
    ----------
    lon, lat : float
        Centre in degrees.
    """

    lon: float
    lat: float

    def project(self, lon: NDArray[np.float64], lat: NDArray[np.float64]) -> NDArray[np.float64]:
        """Metres from the centre, an (n, 2) array, of degrees.

        Examples
        --------
        >>> Plane(36.4, 33.57).project(np.array([36.4]), np.array([33.58])).round().tolist()
        [[0.0, 1109.0]]
        """
        return self._moved(lon, lat, "FORWARD")

    def unproject(self, xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Degrees, an (n, 2) array, of metres from the centre."""
        return self._moved(xy[:, 0], xy[:, 1], "INVERSE")

    def _moved(self, x: NDArray[np.float64], y: NDArray[np.float64], direction: str) -> NDArray[np.float64]:
        point = len(x) == 1  # pyproj tries to read an array of one as a number, of which numpy before 2.4 warns
        moved = _stereographic(round(self.lon, 6), round(self.lat, 6)).transform(
            x.item() if point else x, y.item() if point else y, direction=direction
        )
        return np.column_stack(moved)

    def shape(self, geometry: Any) -> Any:
        """One geometry or an array of them, projected."""
        return shapely.transform(geometry, lambda xy: self.project(xy[:, 0], xy[:, 1]))

    def unshape(self, geometry: Any) -> Any:
        """One geometry or an array of them, back in degrees."""
        return shapely.transform(geometry, self.unproject)

    @staticmethod
    def true_m(metres: NDArray[np.float64], xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Correct short distances measured in the plane at ``xy`` for the plane's scale there."""
        scale = 1 + (xy[:, 0] ** 2 + xy[:, 1] ** 2) / (4 * 6_371_000.0**2)
        return np.asarray(metres / scale, dtype=np.float64)


@functools.lru_cache(maxsize=64)
def _stereographic(lon: float, lat: float) -> pyproj.Transformer:
    crs = f"+proj=stere +lat_0={lat} +lon_0={lon} +ellps=WGS84 +units=m +type=crs"
    return pyproj.Transformer.from_crs(WGS84, crs, always_xy=True)


def plane_of(geometries: Iterable[BaseGeometry | None]) -> Plane:
    """Make the plane about the middle of these geometries' box.

    Examples
    --------
    >>> import shapely
    >>> plane_of([shapely.box(36, 33, 37, 34)])
    Plane(lon=36.5, lat=33.5)
    """
    west, south, east, north = bounds_of(geometries) or (0.0, 0.0, 0.0, 0.0)
    # Rounded, so that the pictures of a series share one plane; 5 km off the middle changes no distance.
    middle = 180.0 if east - west > 180 else round((west + east) / 2, 1)  # 180: parts either side of it
    return Plane(middle, round((south + north) / 2, 1))


def gap_m(first: BaseGeometry, second: BaseGeometry) -> float:
    """Shortest distance in metres between two geometries; 0.0 where they touch.

    Examples
    --------
    >>> import shapely
    >>> round(gap_m(shapely.box(36.0, 33, 36.1, 33.1), shapely.box(36.11, 33, 36.2, 33.1)))
    933
    """
    if first.is_empty or second.is_empty:
        return math.nan
    if first.geom_type == second.geom_type == "Point":
        return 1e3 * length_km(shapely.LineString([first.coords[0], second.coords[0]]))
    middle = plane_of([first, second])
    # Whole degrees, so that many pairs share one plane: the line is found in it, its length is the ellipsoid's.
    plane = Plane(round(middle.lon), round(middle.lat))
    return 1e3 * length_km(plane.unshape(shapely.shortest_line(plane.shape(first), plane.shape(second))))


def reproject(geometry: Any, crs: str) -> Any:
    """Bring geometries (one or an array) from a named CRS to EPSG:4326, x = longitude.

    Raises
    ------
    InputError
        If the CRS is not known.

    Examples
    --------
    >>> import shapely
    >>> point = reproject(shapely.Point(258660, 3717509), "EPSG:32637")
    >>> round(point.x, 4), round(point.y, 4)
    (36.4, 33.57)
    """
    try:
        _, transformer = _transformers(crs)
    except pyproj.exceptions.CRSError as error:
        message = f"coordinate system {crs!r} is not known; name it by its EPSG number, like EPSG:32637"
        raise InputError(message) from error
    return shapely.transform(geometry, lambda xy: np.column_stack(transformer.transform(xy[:, 0], xy[:, 1])))


def is_degrees(crs: str) -> bool:
    """Whether a named CRS is longitude and latitude on WGS 84 or so near it that no drawing tells.

    Raises
    ------
    InputError
        If the CRS is not known.

    Examples
    --------
    >>> is_degrees("OGC:CRS84"), is_degrees("EPSG:3857")
    (True, False)
    """
    try:
        return bool(pyproj.CRS.from_user_input(crs).is_geographic)
    except pyproj.exceptions.CRSError as error:
        message = f"coordinate system {crs!r} is not known; name it by its EPSG number, like EPSG:32637"
        raise InputError(message) from error


def cut_line(
    line: BaseGeometry, areas: Sequence[BaseGeometry] | NDArray[np.object_]
) -> list[tuple[BaseGeometry, tuple[int, ...], float]]:
    """Cut a line where it crosses the edges of areas.

    Parameters
    ----------
    line : LineString or MultiLineString
        EPSG:4326.
    areas : sequence of polygons

    Returns
    -------
    list of tuple
        In the line's order: the piece, the positions of the areas it lies in (none: outside all), its length
        in kilometres. Neighbouring pieces in the same areas are one. The lengths sum to the line's length.

    Examples
    --------
    >>> import shapely
    >>> line = shapely.LineString([(36.0, 33.5), (36.3, 33.5)])
    >>> [(inside, round(km, 1)) for _, inside, km in cut_line(line, [shapely.box(36.1, 33.4, 36.2, 33.6)])]
    [((), 9.3), ((0,), 9.3), ((), 9.3)]
    """
    given = np.asarray(areas, dtype=object)
    edges = shapely.boundary(given) if len(given) else given
    # Edge by edge: a line that comes back over itself is cut on every pass.
    pieces = [
        (number, first, last)
        for number, part in enumerate(shapely.get_parts([line]))
        for start, stop in itertools.pairwise(shapely.get_coordinates(part))
        for first, last in itertools.pairwise(_stops(start, stop, edges))
    ]
    if not pieces:
        return []
    ends = np.array([(first, last) for _, first, last in pieces])
    # Measured all at once: a call for each piece costs many times what its length does.
    lengths = lengths_km(np.array(shapely.linestrings(ends), dtype=object)).tolist()
    within = shapely.covers(given[None, :], shapely.points(ends.sum(axis=1) / 2)[:, None])
    found: list[tuple[tuple[int, ...], list[tuple[float, float]], float]] = []
    before = -1
    for (number, first, last), km, covered in zip(pieces, lengths, within, strict=True):
        inside = tuple(np.flatnonzero(covered).tolist())
        if number == before and found[-1][0] == inside:
            found[-1] = (inside, [*found[-1][1], last], found[-1][2] + km)
        else:
            found.append((inside, [first, last], km))
        before = number
    return [(shapely.LineString(positions), inside, km) for inside, positions, km in found]


def _stops(start: NDArray[np.float64], stop: NDArray[np.float64], edges: Any) -> list[tuple[float, float]]:
    segment = shapely.LineString([start, stop])
    shares = {0.0, 1.0}
    for crossing in shapely.intersection(segment, edges) if len(edges) else []:
        for xy in shapely.get_coordinates(crossing):
            shares.add(float(segment.project(shapely.Point(xy), normalized=True)))
    return [(float(x), float(y)) for x, y in (start + (stop - start) * share for share in sorted(shares))]
