"""Clashes in one picture: overlaps, gaps and slivers between areas side by side, parts too close to tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.control.faults import listed
from geo_ghouta.control.shapes import OVERLAP_KM2, areal, overlaps
from geo_ghouta.measure import Plane, areas_km2, plane_of, polygons_of

if TYPE_CHECKING:
    import geopandas as gpd

SLIVER_M2 = 1000.0
"""Square metres: smaller holes between areas come from coordinates of 4 decimals (11 m)."""
THIN_M = 2.0
"""Metres: slots and holes that are thinner on average come from rounding too."""
LONG_EDGE = 0.02
GAP_M = 100.0
"""Metres: a gap between two areas that is narrower (or finer than the drawing's precision) is none on the ground."""


def find_clashes(areas: gpd.GeoDataFrame, picture: Any, found: Any) -> None:
    """Add the clashes of one picture's areas to the findings."""
    shapes = areas.geometry.to_numpy()
    if len(shapes) > 1:
        _overlaps(areas, shapes, picture, found)
    parts, owner = polygons_of(shapes)
    plane = plane_of(parts)
    # Long edges are cut first, so that they stay straight in longitude and latitude.
    flat = plane.shape(shapely.segmentize(parts, LONG_EDGE))
    precision = areas["precision_m"].to_numpy(dtype=np.float64, na_value=GAP_M)[owner]
    names = areas["area_id"].to_numpy(dtype=object)[owner]
    if len(parts) > 1:
        _slots(flat, names, precision, plane, picture, found)
    # Parts of one valid area do not overlap: they are their own union.
    drawn = shapely.MultiPolygon(list(flat)) if len(shapes) == 1 else areal(shapely.union_all(flat))
    _holes(drawn, flat, names, min(GAP_M, float(precision.min())), plane, picture, found)


def _overlaps(areas: gpd.GeoDataFrame, shapes: Any, picture: Any, found: Any) -> None:
    for i, j, shared in overlaps(shapes):
        km2 = float(areas_km2([shared])[0])
        if km2 <= OVERLAP_KM2:
            continue
        one, two = areas.iloc[i], areas.iloc[j]
        same = one["holder"] == two["holder"]
        whole = km2 / float(areas_km2([shapes[i], shapes[j]]).min())
        how = "the same ground" if whole > 0.999 else f"{km2:,.3f} km² of the same ground"
        found.add(
            "double_area" if same else "overlap",
            "warning",
            f"{one['area_id']} ({one['holder']}) and {two['area_id']} ({two['holder']}) both hold {how}",
            picture=picture,
            feature=one["area_id"],
            geometry=shared,
            measured=km2,
            unit="km²",
            hint="remove one of the two" if same else "draw the edge once; a place inside is answered as disputed",
        )


def _slots(flat: Any, names: Any, precision: Any, plane: Plane, picture: Any, found: Any) -> None:
    reach = max(GAP_M, float(precision.max()))
    first, second = shapely.STRtree(flat).query(flat, predicate="dwithin", distance=reach)
    for i, j in sorted({(min(i, j), max(i, j)) for i, j in zip(first, second, strict=True) if i != j}):
        gap = float(shapely.distance(flat[i], flat[j]))
        fine = min(float(precision[i]), float(precision[j]))
        limit = min(GAP_M, fine)
        which = f"{names[i]} and {names[j]}" if names[i] != names[j] else f"two parts of {names[i]}"
        if gap == 0:
            slot = _open_slot(flat[i], flat[j], flat, limit)
            if slot is not None:
                _tell_sliver(slot, which, names[i], limit, plane, picture, found)
            continue
        if gap >= fine and gap >= limit:
            continue
        line = plane.unshape(shapely.shortest_line(flat[i], flat[j]))
        if gap < limit:
            hint = "let both share one edge, or leave a gap that the drawing can tell"
            text = f"{gap:.1f} m between {which}: narrower than {limit:.0f} m, no gap that a drawing can tell"
            found.add(
                "gap",
                "warning",
                text,
                picture=picture,
                feature=names[i],
                geometry=line,
                measured=gap,
                unit="m",
                hint=hint,
            )
        else:
            hint = "whether these are two parts or one is for a source to say, not for the drawing"
            text = f"{gap:.0f} m between {which}, less than the drawing's precision of {fine:.0f} m"
            found.add(
                "close_parts",
                "note",
                text,
                picture=picture,
                feature=names[i],
                geometry=line,
                measured=gap,
                unit="m",
                hint=hint,
            )


def _open_slot(one: Any, two: Any, flat: Any, limit: float) -> Any:
    # What closing both by half the limit would fill, and nobody holds. Where two edges part at an angle the fill is
    # a wedge, on average half the limit wide: that is no fault. A slot between edges meant as one is much thinner.
    near = shapely.intersection(one.buffer(limit, quad_segs=2), two.buffer(limit, quad_segs=2))
    both = shapely.union(shapely.intersection(one, near), shapely.intersection(two, near))
    fill = both.buffer(limit / 2, quad_segs=4).buffer(-limit / 2, quad_segs=4)
    left = areal(shapely.difference(fill, shapely.union_all(shapely.intersection(flat, near.buffer(limit)))))
    thin = [
        part
        for part in shapely.get_parts(left)
        if part.length / 2 > 2 * limit and THIN_M < _width(part) < limit / 5 and part.area > SLIVER_M2
    ]
    return max(thin, key=lambda part: part.area) if thin else None


def _width(shape: Any) -> float:
    return float(2 * shape.area / shape.length)


def _holes(drawn: Any, flat: Any, names: Any, limit: float, plane: Plane, picture: Any, found: Any) -> None:
    for part in shapely.get_parts(drawn):
        for ring in part.interiors:
            hole = shapely.Polygon(ring)
            if hole.area > SLIVER_M2 and THIN_M < _width(hole) < limit / 2:
                around = sorted(set(names[shapely.dwithin(flat, hole, 0.01)]))
                which = listed(around) if len(around) > 1 else f"edges of {around[0] if around else 'one area'}"
                _tell_sliver(hole, which, around[0] if around else None, limit, plane, picture, found)


def _tell_sliver(shape: Any, which: str, feature: Any, limit: float, plane: Plane, picture: Any, found: Any) -> None:
    ground = plane.unshape(shape)
    km2 = float(areas_km2([ground])[0])
    found.add(
        "sliver",
        "warning",
        f"{1e6 * km2:,.0f} m² between {which} that nobody holds, narrower than {limit:.0f} m",
        picture=picture,
        feature=feature,
        geometry=ground,
        measured=km2,
        unit="km²",
        hint="let the areas share one edge",
    )
