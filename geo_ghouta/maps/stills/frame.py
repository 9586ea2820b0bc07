"""From degrees to px of a sheet: web Mercator, as the page has it, in a window that cuts off what lies outside."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.maps.stills.sheet import Box

_EARTH_M = 6_378_137.0
_STEPS = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000)


def mercator(lonlat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Web Mercator in radians, y to the north.

    Examples
    --------
    >>> mercator(np.array([[180.0, 0.0]])).round(4).tolist()
    [[3.1416, 0.0]]
    """
    lat = np.radians(np.clip(lonlat[:, 1], -85, 85))
    return np.column_stack([np.radians(lonlat[:, 0]), np.arcsinh(np.tan(lat))])


@dataclasses.dataclass(frozen=True)
class Frame:
    """Where on the sheet the map lies, and at what scale.

    Parameters
    ----------
    window : Box
        What the map may paint, px.
    origin : tuple of float
        px of the Mercator point (0, 0).
    scale : float
        px for a radian.
    latitude : float
        Of the middle, degrees; the scale bar holds there.
    """

    window: Box
    origin: tuple[float, float]
    scale: float
    latitude: float

    @property
    def metres(self) -> float:
        """Metres on the ground for one px."""
        return _EARTH_M * math.cos(math.radians(self.latitude)) / self.scale

    @property
    def zoom(self) -> float:
        """Zoom of web maps at this scale."""
        return math.log2(2 * math.pi * self.scale / 256)

    def points(self, lonlat: NDArray[np.float64]) -> NDArray[np.float64]:
        """Px of points in degrees, shape (n, 2)."""
        return mercator(lonlat) * (self.scale, -self.scale) + self.origin

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        """Px of one point."""
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def whole(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in px, uncut."""
        return shapely.transform(geometry, self.points)

    def cut(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in px, cut at the window; polygons are mended first where they need it."""
        moved = self.whole(geometry)
        window = shapely.box(*self.window)
        if window.contains_properly(shapely.box(*moved.bounds)) if not moved.is_empty else True:
            return moved
        if moved.geom_type.endswith("Polygon") and not moved.is_valid:
            moved = shapely.make_valid(moved)
        return moved.intersection(window)

    def bar(self, longest: float) -> tuple[float, float]:
        """Length of a scale bar: metres and px, no longer than ``longest`` px."""
        metres = next((m for m in reversed(_STEPS) if m / self.metres <= longest), _STEPS[0])
        return float(metres), metres / self.metres


def fit(bounds: Box, free: Box, window: Box, closest: float = 14.5) -> Frame:
    """Frame in which ``bounds`` (west, south, east, north) fill the free part of a window.

    Examples
    --------
    >>> frame = fit((36.0, 33.0, 36.1, 33.1), (0, 0, 100, 100), (0, 0, 100, 100))
    >>> [round(v) for v in frame.at(36.05, 33.05)]
    [50, 50]
    """
    west, south, east, north = bounds
    corners = mercator(np.array([[west, south], [east, north]]))
    span = np.maximum(corners[1] - corners[0], 1e-7)
    left, top, right, bottom = free
    most = 256 * 2**closest / (2 * math.pi)
    scale = min((right - left) / span[0], (bottom - top) / span[1], most)
    middle = corners.mean(axis=0)
    origin = ((left + right) / 2 - middle[0] * scale, (top + bottom) / 2 + middle[1] * scale)
    return Frame(window, (float(origin[0]), float(origin[1])), float(scale), (south + north) / 2)


def around(geometries: Iterable[BaseGeometry], otherwise: Box, margin: float = 0.04) -> Box:
    """Bounds of geometries with a margin, or ``otherwise`` where there are none.

    Examples
    --------
    >>> around([shapely.box(0, 0, 10, 10)], (1, 2, 3, 4), 0.1)
    (-1.0, -1.0, 11.0, 11.0)
    >>> around([], (1, 2, 3, 4))
    (1, 2, 3, 4)
    """
    found = [g.bounds for g in geometries if g is not None and not g.is_empty]
    if not found:
        return otherwise
    west, south = min(b[0] for b in found), min(b[1] for b in found)
    east, north = max(b[2] for b in found), max(b[3] for b in found)
    dx, dy = (east - west) * margin, (north - south) * margin
    return (west - dx, south - dy, east + dx, north + dy)
