"""Polygons made sound: rings from numbers, repair that is named, the cut at 180 degrees, unions by holder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
import shapely.affinity

from geo_ghouta.measure import area_km2, polygons_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

OVERLAP_KM2 = 1e-4
"""Square kilometres: a smaller overlap (100 m²) is rounding of a shared edge."""
SPECK_DEG2 = 1e-13
"""Square degrees, about 10 square centimetres: a smaller part is gone when it is written with 7 decimals."""
GROUND_OF_HOLE = "taken as ground"
"""What a repair says where a hole lies outside its outer ring."""
DOUBTFUL_PERCENT = 1.0
"""Change of an area by its repair from which the reading of the rings is in doubt, and not only told."""
_LISTED = 4
"""Parts of a ring whose sizes are told one by one."""
_CHANGED = re.compile(r"changed by (\d+\.\d) %")
_PLACE = re.compile(r"\[(-?\d[\d.eE+-]*) (-?\d[\d.eE+-]*)\]")


def areal(geometry: BaseGeometry | None) -> BaseGeometry:
    """Keep the polygons of any geometry: a Polygon, a MultiPolygon, or an empty Polygon.

    Examples
    --------
    >>> import shapely
    >>> areal(shapely.from_wkt("GEOMETRYCOLLECTION (POINT (0 0), POLYGON ((0 0, 1 0, 1 1, 0 0)))")).geom_type
    'Polygon'
    """
    parts, _ = polygons_of(np.array([geometry], dtype=object))
    if not len(parts):
        return shapely.Polygon()
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(list(parts))


def repair(geometry: BaseGeometry) -> tuple[BaseGeometry, str, tuple[float, float] | None]:
    """Make a polygon valid by the "structure" way: outer rings minus holes, collapsed bits dropped.

    The way is named since valid answers differ (a hole that crosses its outer ring: 13 against 14 by "linework").

    Returns
    -------
    tuple
        The repaired area (Polygon, MultiPolygon or empty), what was done in words ("" if nothing), and where.

    Notes
    -----
    The words tell the parts that a ring falls into, what the even-odd reading of the same rings (GEOS "linework")
    encloses, and what the rings measure as they run: of a bow-tie the one loop is taken off the other there.

    Examples
    --------
    >>> import shapely
    >>> bow = shapely.Polygon([(36.3, 33.5), (36.4, 33.6), (36.4, 33.5), (36.3, 33.57)])
    >>> fixed, words, at = repair(bow)
    >>> fixed.geom_type
    'MultiPolygon'
    >>> for part in words.split("; "):
    ...     print(part)
    self-intersection at longitude 36.3412, latitude 33.5412
    repaired by make_valid (structure), 2 parts of 30.30 and 14.85 km², both taken, area now 45.14 km²
    the even-odd reading is the same
    unrepaired it measures 15.45 km²: changed by 65.8 % by the repair, since a loop that runs the other way round is taken off
    """  # noqa: E501
    if geometry.is_valid:
        return geometry, "", None
    reason = shapely.is_valid_reason(geometry)
    place = _PLACE.search(reason)
    at = (float(place.group(1)), float(place.group(2))) if place else None
    fixed = areal(shapely.make_valid(geometry, method="structure", keep_collapsed=False))
    after = area_km2(fixed)
    fault = reason.split("[")[0].strip().lower()
    spot = f" at longitude {at[0]:.4f}, latitude {at[1]:.4f}" if at else ""
    words = f"{fault}{spot}; repaired by make_valid (structure)"
    parts = sorted((area_km2(part) for part in polygons_of(np.array([fixed]))[0]), reverse=True)
    lone = geometry.geom_type == "Polygon"
    if lone and len(parts) > 1:
        sizes = [f"{size:,.2f}" for size in parts[:_LISTED]]
        more = f" and {len(parts) - _LISTED} more" if len(parts) > _LISTED else ""
        listed = ", ".join(sizes) if more else f"{', '.join(sizes[:-1])} and {sizes[-1]}"
        words += f", {len(parts)} parts of {listed} km²{more}, {'both' if len(parts) == 2 else 'all'} taken"
    words += f", area now {after:,.2f} km²; {_against_even_odd(geometry, after)}"
    drawn = area_km2(geometry)
    if abs(drawn - after) >= 0.0005 * after:
        share = 100 * abs(drawn - after) / (max(abs(drawn), after) or 1.0)
        words += f"; unrepaired it measures {drawn:,.2f} km²: changed by {share:.1f} % by the repair"
        if lone and not shapely.get_num_interior_rings(geometry):
            turned = "since a loop that runs the other way round is taken off"
            words += f", {turned if drawn < after else 'since ground that it goes round twice counts twice'}"
    if "hole" in fault:
        shells = [shapely.make_valid(shapely.Polygon(part.exterior)) for part in polygons_of(np.array([geometry]))[0]]
        beyond = area_km2(areal(shapely.difference(fixed, shapely.union_all(shells))))
        if beyond > OVERLAP_KM2:
            words += f"; {beyond:,.2f} km² of it is a hole that lies outside its outer ring, {GROUND_OF_HOLE}"
    return fixed, words, at


def _against_even_odd(geometry: BaseGeometry, after: float) -> str:
    before = area_km2(areal(shapely.make_valid(geometry)))
    change = 100 * abs(after - before) / before if before else 0.0
    if change < 0.05:
        return "the even-odd reading is the same"
    return f"changed by {change:.1f} % against the even-odd reading, {before:,.2f} km²"


def is_doubtful(words: str) -> bool:
    """Whether a repair is more than a trifle: a hole became ground, or unrepaired or by other repairs it measures else.

    Examples
    --------
    >>> is_doubtful("nested shells; area now 2 km², changed by 56.3 %"), is_doubtful("spike; changed by 0.0 %")
    (True, False)
    """
    return GROUND_OF_HOLE in words or any(float(n) >= DOUBTFUL_PERCENT for n in _CHANGED.findall(words))


def without_specks(area: BaseGeometry) -> tuple[BaseGeometry, int]:
    """Leave out the parts that no coordinates of 7 decimals can hold, and say how many.

    Examples
    --------
    >>> import shapely
    >>> without_specks(shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(2, 2, 2 + 1e-8, 2 + 1e-8)]))[1]
    1
    """
    parts = shapely.get_parts(area)
    sound = shapely.area(parts) >= SPECK_DEG2
    if sound.all() or area.is_empty:
        return area, 0
    return areal(shapely.MultiPolygon(list(parts[sound]))), int((~sound).sum())


def closed_area(rings: list[NDArray[np.float64]]) -> BaseGeometry:
    """Build a polygon of closed rings, the outer one counter-clockwise and holes clockwise, as RFC 7946 asks.

    Parameters
    ----------
    rings : list of numpy.ndarray
        (n, 2) arrays, first position equal to the last, the outer ring first.
    """
    turned = [ring[::-1] if is_clockwise(ring) != (number > 0) else ring for number, ring in enumerate(rings)]
    return shapely.Polygon(turned[0], turned[1:])


def is_clockwise(ring: NDArray[np.float64]) -> bool:
    """Whether a ring runs clockwise (by its signed area in degrees)."""
    x, y = ring[:, 0] - ring[0, 0], ring[:, 1] - ring[0, 1]
    return bool(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]) < 0)


def unwrapped(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Follow a ring across 180 degrees: a step of more than 180 degrees is taken the short way round."""
    steps = np.diff(ring[:, 0])
    turns = np.concatenate([[0.0], np.cumsum(np.where(steps > 180, -360.0, np.where(steps < -180, 360.0, 0.0)))])
    return np.column_stack([ring[:, 0] + turns, ring[:, 1]])


def split_at_180(polygon: BaseGeometry) -> BaseGeometry:
    """Cut an area whose longitudes leave -180..180 there, and bring every part back into the range.

    Examples
    --------
    >>> import shapely
    >>> split_at_180(shapely.box(179, -1, 181, 1)).bounds
    (-180.0, -1.0, 180.0, 1.0)
    """
    west, _, east, _ = polygon.bounds
    if west >= -180 and east <= 180:
        return polygon
    parts: list[Any] = []
    for turn in range(int(np.floor((west + 180) / 360)), int(np.floor((east + 180) / 360)) + 1):
        window = shapely.box(-180 + 360 * turn, -90, 180 + 360 * turn, 90)
        piece = areal(shapely.intersection(polygon, window))
        shifted = shapely.affinity.translate(piece, xoff=-360.0 * turn)
        parts.extend(polygons_of(np.array([shifted], dtype=object))[0])
    return areal(shapely.MultiPolygon(parts)) if parts else shapely.Polygon()


def union(geometries: Iterable[BaseGeometry]) -> BaseGeometry:
    """Unite areas; what is left of lines and points is dropped. One area comes back as it is."""
    given = [g for g in geometries if g is not None and not g.is_empty]
    if len(given) == 1:
        return given[0]
    return areal(shapely.union_all(given)) if given else shapely.Polygon()


def overlaps(shapes: Any) -> list[tuple[int, int, BaseGeometry]]:
    """List the pairs of areas that share ground, with that ground; edges in common are none.

    Examples
    --------
    >>> import shapely
    >>> [(i, j) for i, j, _ in overlaps([shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1), shapely.box(3, 0, 4, 1)])]
    [(0, 1)]
    """
    given = np.asarray(shapes, dtype=object)
    if len(given) < 2:
        return []
    first, second = shapely.STRtree(given).query(given, predicate="intersects")
    near = np.flatnonzero(first < second)
    near = near[~shapely.touches(given[first[near]], given[second[near]])]
    out = []
    for i, j in sorted(zip(first[near].tolist(), second[near].tolist(), strict=True)):
        shared = areal(shapely.intersection(given[i], given[j]))
        if not shared.is_empty:
            out.append((i, j, shared))
    return out


def pieces_by_holder(holders: Iterable[Any], geometries: Iterable[BaseGeometry]) -> dict[str, BaseGeometry]:
    """Cut a picture into areas that do not overlap, each with its holder.

    Ground that several hold in the same picture gets a holder of its own, their ids with ``|`` between.

    Returns
    -------
    dict of str to shapely geometry
        Sorted by holder.

    Examples
    --------
    >>> import shapely
    >>> sorted(pieces_by_holder(["a", "b"], [shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1)]))
    ['a', 'a|b', 'b']
    """
    by_holder: dict[str, list[BaseGeometry]] = {}
    for holder, geometry in zip(holders, geometries, strict=True):
        by_holder.setdefault(str(holder), []).append(geometry)
    out: dict[frozenset[str], BaseGeometry] = {}
    for holder in sorted(by_holder):
        rest = union(by_holder[holder])
        for others, piece in list(out.items()):
            if rest.is_empty or not shapely.intersects(piece, rest):
                continue
            shared = areal(shapely.intersection(piece, rest))
            if shared.is_empty:
                continue
            out[others | {holder}] = union([shared, *([out[others | {holder}]] if others | {holder} in out else [])])
            out[others] = areal(shapely.difference(piece, rest))
            rest = areal(shapely.difference(rest, piece))
        out[frozenset({holder})] = rest
    named = {"|".join(sorted(key)): piece for key, piece in out.items() if not piece.is_empty}
    return dict(sorted(named.items()))
