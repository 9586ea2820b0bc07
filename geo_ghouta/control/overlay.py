"""What two drawings do not share: by the edges that differ, so that long fronts drawn alike cost nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.control.shapes import areal
from geo_ghouta.measure import polygons_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

LARGE = 2000
"""Corners of two areas together, from which comparing their edges is cheaper than overlaying them."""
_SURE = 1e-9
"""Part of the larger area by which both ways of counting may differ."""


def only_in_each(one: BaseGeometry, other: BaseGeometry) -> tuple[BaseGeometry, BaseGeometry]:
    """Ground of the one that is not the other's, and ground of the other that is not the one's.

    Of two pictures of a series nearly all edges are the same. What is left, edges of only one of them or running the
    other way, bounds every piece that they do not share: each face between those edges lies wholly in one, or is not
    wanted. Where the books do not balance, the areas are overlaid whole.

    Parameters
    ----------
    one, other : shapely Polygon or MultiPolygon
        Valid.

    Examples
    --------
    >>> import shapely
    >>> gone, new = only_in_each(shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1))
    >>> gone.bounds, new.bounds
    ((0.0, 0.0, 1.0, 1.0), (2.0, 0.0, 3.0, 1.0))
    """
    if shapely.get_num_coordinates([one, other]).sum() >= LARGE:
        found = _by_edges(one, other)
        if found is not None:
            return found
    return areal(shapely.difference(one, other)), areal(shapely.difference(other, one))


def _by_edges(one: BaseGeometry, other: BaseGeometry) -> tuple[BaseGeometry, BaseGeometry] | None:
    mine, theirs = _edges(one), _edges(other)
    keys = _keys(mine), _keys(theirs)
    left = np.concatenate([mine[~np.isin(keys[0], keys[1])], theirs[~np.isin(keys[1], keys[0])]])
    if not len(left):
        return shapely.Polygon(), shapely.Polygon()
    if len(left) > (len(mine) + len(theirs)) / 2:
        return None  # two different drawings
    lines: Any = shapely.linestrings(left.reshape(-1, 2, 2))
    faces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
    spots = shapely.point_on_surface(faces)
    shapely.prepare([one, other])
    in_one, in_other = shapely.covers(one, spots), shapely.covers(other, spots)
    gone = areal(shapely.union_all(faces[in_one & ~in_other]))
    new = areal(shapely.union_all(faces[in_other & ~in_one]))
    sizes = shapely.area([one, other, gone, new])
    balanced = abs((sizes[1] - sizes[0]) - (sizes[3] - sizes[2])) <= _SURE * max(sizes[0], sizes[1])
    return (gone, new) if balanced else None


def _edges(shape: BaseGeometry) -> NDArray[np.float64]:
    """Edges as (n, 4) from and to, with the ground on their left."""
    parts, _ = polygons_of(np.array([shape], dtype=object))
    rings, part = shapely.get_rings(parts, return_index=True)
    shell = np.ones(len(rings), dtype=bool)
    shell[1:] = part[1:] != part[:-1]
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    starts = np.flatnonzero(ring[1:] == ring[:-1])
    edges = np.hstack([xy[starts], xy[starts + 1]]) + 0.0  # -0.0 and 0.0 are one place
    turned = (shapely.is_ccw(rings) != shell)[ring[starts]]
    edges[turned] = edges[turned][:, [2, 3, 0, 1]]
    return edges


def _keys(edges: NDArray[np.float64]) -> NDArray[np.uint64]:
    """One number an edge: equal edges have equal numbers, and of a million others hardly one meets it."""
    words = np.ascontiguousarray(edges).view(np.uint64)
    key = np.zeros(len(words), dtype=np.uint64)
    for column in range(4):
        key = (key ^ words[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key
