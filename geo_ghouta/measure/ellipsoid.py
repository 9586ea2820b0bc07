"""Areas, lengths and distances on the ellipsoid."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np
import pyproj
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry


_SHORT = 5e-4
"""Radians of latitude, half an edge of 6 km: up to here the bend is exact to 15 digits."""


@functools.cache
def _geod() -> pyproj.Geod:
    return pyproj.Geod(ellps="WGS84")


def areas_km2(geometries: Sequence[BaseGeometry | None] | NDArray[np.object_]) -> NDArray[np.float64]:
    """Areas in square kilometres on the ellipsoid, many at once.

    An edge is a straight line in longitude and latitude, as in RFC 7946, so areas add up however a line is cut:
    gained minus lost is the difference of two areas to the last digits. For edges under 10 km this differs from
    ``pyproj.Geod`` (whose edges are geodesics) by less than one part in a million.

    Parameters
    ----------
    geometries : sequence of shapely geometry or None
        EPSG:4326. Ring order does not matter; lines and points count 0.

    Returns
    -------
    numpy.ndarray
        One figure a geometry, never negative.

    Notes
    -----
    Line integral of the ellipsoid's area function (Snyder, *Map Projections: a Working Manual*, eq. 3-12) along
    each edge: by its second-order expansion for edges under 6 km of latitude, by five-point Gauss-Legendre quadrature
    for longer ones.

    Examples
    --------
    >>> import shapely
    >>> [round(float(a), 2) for a in areas_km2([shapely.box(36.0, 33.0, 36.1, 33.1), None])]
    [103.59, 0.0]
    """
    given = np.asarray(geometries, dtype=object)
    total = np.zeros(len(given))
    parts, owner = polygons_of(given)
    rings, part = shapely.get_rings(parts, return_index=True)
    if not len(rings):
        return total
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    same = ring[1:] == ring[:-1]
    x, phi = xy[:, 0], np.radians(xy[:, 1])
    step = np.radians(np.diff(x))[same]
    middle, half = ((phi[1:] + phi[:-1]) / 2)[same], ((phi[1:] - phi[:-1]) / 2)[same]
    # Subtracting the value at one latitude changes no closed ring and keeps small areas exact.
    base = _area_function(np.array([phi[0]]))[0]
    # Over a short edge the function is its value in the middle and its bend: one look instead of five.
    mean = _area_function(middle) - base + _area_bend(middle) * half * half / 6
    long = np.flatnonzero(np.abs(half) > _SHORT)
    if len(long):
        nodes, weights = np.polynomial.legendre.leggauss(5)
        m, h = middle[long], half[long]
        mean[long] = sum(w / 2 * (_area_function(m + h * n) - base) for n, w in zip(nodes, weights, strict=True))
    per_ring = np.abs(np.bincount(ring[:-1][same], weights=step * mean, minlength=len(rings)))
    shell = np.ones(len(rings), dtype=bool)
    shell[1:] = part[1:] != part[:-1]
    np.add.at(total, owner[part], np.where(shell, per_ring, -per_ring) / 1e6)
    return np.maximum(total, 0.0)


def _area_function(phi: NDArray[np.float64]) -> NDArray[np.float64]:
    # Area between the equator and latitude phi for one radian of longitude, in square metres.
    geod = _geod()
    e = math.sqrt(geod.es)
    s = np.sin(phi)
    return geod.b**2 / 2 * (s / (1 - geod.es * s * s) + np.arctanh(e * s) / e)


def _area_bend(phi: NDArray[np.float64]) -> NDArray[np.float64]:
    # Second derivative of the area function.
    geod = _geod()
    s = np.sin(phi)
    root = 1 / (1 - geod.es * s * s)
    return geod.b**2 * s * root * root * (4 * geod.es * (1 - s * s) * root - 1)


def polygons_of(geometries: NDArray[np.object_]) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
    """Take every polygon out of geometries of any kind, collections in collections too.

    Returns
    -------
    tuple
        The polygons and, for each, the position of the geometry it came from.

    Examples
    --------
    >>> import shapely
    >>> parts, owner = polygons_of([shapely.Point(0, 0), shapely.MultiPolygon([shapely.box(0, 0, 1, 1)])])
    >>> len(parts), owner.tolist()
    (1, [1])
    """
    parts = np.asarray(geometries, dtype=object)
    owner = np.arange(len(parts), dtype=np.int64)
    while (shapely.get_type_id(parts) > 3).any():
        parts, index = shapely.get_parts(parts, return_index=True)
        owner = owner[index]
    keep = (shapely.get_type_id(parts) == 3) & ~shapely.is_empty(parts)
    return parts[keep], owner[keep]


def area_km2(geometry: BaseGeometry | None) -> float:
    """Area in square kilometres; 0.0 for None, empty, points and lines. See :func:`areas_km2`.

    Parameters
    ----------
    geometry : shapely geometry or None
        EPSG:4326. Ring order does not matter.

    Returns
    -------
    float
        Square kilometres, never negative.

    Examples
    --------
    >>> import shapely
    >>> round(area_km2(shapely.box(36.0, 33.0, 36.1, 33.1)), 2)
    103.59
    """
    return float(areas_km2([geometry])[0])


def length_km(geometry: BaseGeometry | None) -> float:
    """Geodesic length in kilometres; for an area its perimeter, holes included.

    Parameters
    ----------
    geometry : shapely geometry or None
        EPSG:4326.

    Returns
    -------
    float
        Kilometres.

    Examples
    --------
    >>> import shapely
    >>> round(length_km(shapely.LineString([(36.3, 33.5), (36.3, 33.6)])), 3)
    11.091
    """
    return float(lengths_km([geometry])[0])


def _metres(*coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
    # One pair alone goes as numbers: pyproj takes it for a scalar, of which numpy before 2.4 warns.
    one = len(coordinates[0]) == 1
    found = _geod().inv(*(float(c[0]) for c in coordinates) if one else coordinates)[2]
    return np.array(found, dtype=np.float64, ndmin=1)


def lengths_km(geometries: Sequence[BaseGeometry | None] | NDArray[np.object_]) -> NDArray[np.float64]:
    """Geodesic lengths in kilometres, many at once; of areas their perimeters, holes included.

    Parameters
    ----------
    geometries : sequence of shapely geometry or None
        EPSG:4326, lines or areas; points count 0.

    Returns
    -------
    numpy.ndarray
        One figure a geometry.

    Examples
    --------
    >>> import shapely
    >>> lengths_km([shapely.LineString([(36.3, 33.5), (36.3, 33.6)]), None]).round(3).tolist()
    [11.091, 0.0]
    """
    given = np.asarray(geometries, dtype=object)
    areas, area_owner = polygons_of(given)
    rings, ring_owner = shapely.get_rings(areas, return_index=True)
    parts, part_owner = shapely.get_parts(given, return_index=True)
    kinds = shapely.get_type_id(parts)
    lines = (kinds == 1) | (kinds == 2)
    paths = np.concatenate([rings, parts[lines]])
    owner = np.concatenate([area_owner[ring_owner], part_owner[lines]]).astype(np.int64)
    xy, path = shapely.get_coordinates(paths, return_index=True)
    start = np.flatnonzero(path[1:] == path[:-1])
    if not len(start):
        return np.zeros(len(given))
    metres = _metres(xy[start, 0], xy[start, 1], xy[start + 1, 0], xy[start + 1, 1])
    return np.bincount(owner[path[start]], weights=metres, minlength=len(given)) / 1e3


def distance_km(
    lon1: Sequence[float] | NDArray[np.float64] | float,
    lat1: Sequence[float] | NDArray[np.float64] | float,
    lon2: Sequence[float] | NDArray[np.float64] | float,
    lat2: Sequence[float] | NDArray[np.float64] | float,
) -> NDArray[np.float64]:
    """Geodesic distance between points, vectorised, in kilometres.

    Returns
    -------
    numpy.ndarray
        One distance a pair; NaN where a coordinate is missing.

    Examples
    --------
    >>> [round(float(d), 1) for d in distance_km([36.3], [33.5], [36.63], [35.93])]
    [271.3]
    """
    columns = np.broadcast_arrays(*(np.atleast_1d(np.asarray(c, dtype=np.float64)) for c in (lon1, lat1, lon2, lat2)))
    bad = np.isnan(np.stack(columns)).any(axis=0)
    lons1, lats1, lons2, lats2 = (np.where(bad, 0.0, column) for column in columns)
    metres = _metres(lons1, lats1, lons2, lats2)
    metres[bad] = np.nan
    return metres / 1e3


def bounds_of(geometries: Iterable[BaseGeometry | None]) -> tuple[float, float, float, float] | None:
    """(west, south, east, north) in degrees over all geometries, or None if all are empty.

    Examples
    --------
    >>> import shapely
    >>> bounds_of([shapely.Point(1, 2), None, shapely.Point(3, 4)])
    (1.0, 2.0, 3.0, 4.0)
    """
    kept = [g for g in geometries if g is not None and not g.is_empty]
    if not kept:
        return None
    west, south, east, north = shapely.total_bounds(kept)
    return float(west), float(south), float(east), float(north)
