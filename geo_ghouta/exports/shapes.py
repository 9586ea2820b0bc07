"""Geometries as RFC 7946 wants them: right-hand rings, 7 decimals, cut at 180 degrees, no third coordinate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

DECIMALS = 7
"""About one centimetre: finer than any drawing."""


def canonical(geometry: BaseGeometry | None) -> BaseGeometry | None:
    """Return a geometry in the one form that every format is written from.

    Cut at 180 degrees, rings by the right-hand rule, rounded to 7 decimals, without a third coordinate; a
    multi-geometry of one part becomes that part. None and empty are None.

    Examples
    --------
    >>> import shapely
    >>> ring = [(-178.2, -16.5), (178.9, -16.1), (178.4, -17.6), (-177.9, -17.8)]
    >>> [round(x) for x in canonical(shapely.Polygon(ring)).bounds[::2]]
    [-180, 180]
    """
    if geometry is None or geometry.is_empty:
        return None
    if geometry.has_z or getattr(geometry, "has_m", False):
        geometry = shapely.force_2d(geometry)
    geometry = _rounded(_cut(geometry))
    parts = [p for p in shapely.get_parts(geometry) if not p.is_empty]
    if len(parts) == 1 and geometry.geom_type != "GeometryCollection":
        geometry = parts[0]
    if geometry.geom_type in {"Polygon", "MultiPolygon"}:
        geometry = _oriented(geometry)
    return geometry


def crosses_180(geometry: BaseGeometry) -> bool:
    """Whether a step between two vertices is longer than half the globe, or a vertex lies beyond 180 degrees."""
    xy, part = shapely.get_coordinates(shapely.get_rings(geometry) if _areal(geometry) else geometry, return_index=True)
    if not len(xy):
        return False
    jumps = (np.abs(np.diff(xy[:, 0])) > 180) & (np.diff(part) == 0)
    west, _, east, _ = geometry.bounds
    return bool((jumps.any() and geometry.geom_type not in {"Point", "MultiPoint"}) or west < -180 or east > 180)


def _areal(geometry: BaseGeometry) -> bool:
    return geometry.geom_type in {"Polygon", "MultiPolygon"}


def _cut(geometry: BaseGeometry) -> BaseGeometry:
    if not crosses_180(geometry):
        return geometry
    if isinstance(geometry, shapely.Point):
        return shapely.Point((geometry.x + 180) % 360 - 180, geometry.y)
    pieces: list[BaseGeometry] = []
    for part in shapely.get_parts(geometry):
        unrolled = _unrolled(part)
        west, _, east, _ = unrolled.bounds
        for turn in range(int(np.floor((west + 180) / 360)), int(np.floor((east + 180) / 360)) + 1):
            window = shapely.box(-180 + 360 * turn, -90, 180 + 360 * turn, 90)
            piece = shapely.intersection(unrolled if unrolled.is_valid else shapely.make_valid(unrolled), window)
            same = [p for p in shapely.get_parts(piece) if shapely.get_dimensions(p) == shapely.get_dimensions(part)]
            pieces += [_shifted(p, -360.0 * turn) for p in same]
    kind: dict[int, Any] = {0: shapely.MultiPoint, 1: shapely.MultiLineString, 2: shapely.MultiPolygon}
    whole: BaseGeometry = kind[int(shapely.get_dimensions(geometry))](pieces)
    return whole


def _shifted(shape: BaseGeometry, degrees: float) -> BaseGeometry:
    moved: BaseGeometry = shapely.transform(shape, lambda xy: xy + np.array([degrees, 0.0]))
    return moved


def _unrolled(part: BaseGeometry) -> BaseGeometry:
    def unroll(xy: Any) -> Any:
        steps = np.diff(xy[:, 0], prepend=xy[:1, 0])
        turns = -np.cumsum(np.where(steps > 180, 1.0, np.where(steps < -180, -1.0, 0.0)))
        return np.column_stack([xy[:, 0] + 360.0 * turns, xy[:, 1]])

    if isinstance(part, shapely.Polygon):
        shell = unroll(shapely.get_coordinates(part.exterior))
        holes = []
        for ring in part.interiors:
            xy = unroll(shapely.get_coordinates(ring))
            # A hole may have been unrolled on another turn than its shell.
            xy[:, 0] += 360.0 * round((shell[:, 0].mean() - xy[:, 0].mean()) / 360.0)
            holes.append(xy)
        return shapely.Polygon(shell, holes)
    if part.geom_type == "LineString":
        return shapely.LineString(unroll(shapely.get_coordinates(part)))
    return part


def _rounded(geometry: BaseGeometry) -> BaseGeometry:
    rounded: BaseGeometry = shapely.transform(geometry, lambda xy: np.round(xy, DECIMALS) + 0.0)
    if not _areal(geometry) or rounded.is_valid or not geometry.is_valid:
        return rounded
    # A part thinner than a centimetre collapsed: snap with valid output instead.
    snapped = shapely.set_precision(geometry, 10.0**-DECIMALS)
    snapped = shapely.transform(snapped, lambda xy: np.round(xy, DECIMALS) + 0.0)
    return rounded if snapped.is_empty else snapped


def _oriented(geometry: BaseGeometry) -> BaseGeometry:
    oriented: BaseGeometry = shapely.orient_polygons(geometry) if hasattr(shapely, "orient_polygons") else geometry
    return oriented


def bbox_of(geometries: list[BaseGeometry | None]) -> list[float] | None:
    """West, south, east, north of all; west is greater than east where the layer lies across 180 degrees.

    Examples
    --------
    >>> import shapely
    >>> bbox_of([shapely.Point(36.4, 33.5), None, shapely.Point(36.3, 33.6)])
    [36.3, 33.5, 36.4, 33.6]
    """
    kept = [g for g in geometries if g is not None and not g.is_empty]
    if not kept:
        return None
    west, south, east, north = (float(n) for n in shapely.total_bounds(kept))
    if west == -180.0 and east == 180.0 and any(g.geom_type.startswith("Multi") for g in kept):
        x = shapely.get_coordinates(kept)[:, 0]
        if not ((x > -90) & (x < 90)).any():
            west, east = float(x[x > 0].min()), float(x[x < 0].max())
    return [west, south, east, north]
