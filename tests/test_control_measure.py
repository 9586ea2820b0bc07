"""Measuring that control rests on: areas that add up, lengths of many at once, a plane that tells true metres."""

from __future__ import annotations

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta.errors import InputError
from geo_ghouta.measure import (
    Plane,
    area_km2,
    areas_km2,
    gap_m,
    is_degrees,
    length_km,
    lengths_km,
    plane_of,
    polygons_of,
    reproject,
)

GEOD = pyproj.Geod(ellps="WGS84")


def blob(seed: int) -> shapely.Polygon:
    rng = np.random.default_rng(seed)
    around = np.sort(rng.uniform(0, 2 * np.pi, 25))
    reach = rng.uniform(0.05, 0.3, 25)
    shape = shapely.Polygon(np.column_stack([36.4 + reach * np.cos(around), 33.5 + reach * np.sin(around)]))
    return shape if shape.is_valid else shapely.convex_hull(shape)


@settings(max_examples=50)
@given(st.integers(0, 2**31), st.floats(36.2, 36.6), st.floats(33.3, 33.7))
def test_areas_add_up_however_an_area_is_cut(seed: int, x: float, y: float) -> None:
    shape = blob(seed)
    parts = [
        shapely.intersection(shape, shapely.box(*box))
        for box in ((30, 30, x, y), (x, 30, 40, y), (30, y, x, 40), (x, y, 40, 40))
    ]
    assert areas_km2(parts).sum() == pytest.approx(area_km2(shape), rel=1e-9, abs=1e-9)


@settings(max_examples=50)
@given(st.integers(0, 2**31))
def test_areas_are_those_of_geodesics_for_short_edges(seed: int) -> None:
    shape = shapely.segmentize(blob(seed), 0.01)
    geodesic = abs(GEOD.geometry_area_perimeter(shapely.geometry.polygon.orient(shape))[0]) / 1e6
    assert area_km2(shape) == pytest.approx(geodesic, rel=1e-6)


def test_holes_rings_either_way_and_collections() -> None:
    outer, hole = shapely.box(36, 33, 37, 34), shapely.box(36.4, 33.4, 36.6, 33.6)
    for ring in (hole.exterior.coords, hole.exterior.coords[::-1]):
        assert area_km2(shapely.Polygon(outer.exterior.coords[::-1], [ring])) == pytest.approx(
            area_km2(outer) - area_km2(hole)
        )
    deep = shapely.GeometryCollection([shapely.Point(0, 0), shapely.GeometryCollection([shapely.MultiPolygon([hole])])])
    assert areas_km2([deep, None, shapely.Polygon()]).tolist() == pytest.approx([area_km2(hole), 0.0, 0.0])
    parts, owner = polygons_of(np.array([None, deep, outer], dtype=object))
    assert (len(parts), owner.tolist()) == (2, [1, 2])


def test_lengths_of_many_are_those_of_one() -> None:
    shapes = [
        shapely.LineString([(36, 33), (36.5, 33.4), (37, 34)]),
        shapely.Polygon(shapely.box(36, 33, 37, 34).exterior, [shapely.box(36.4, 33.4, 36.6, 33.6).exterior]),
        None,
        shapely.MultiLineString([[(36, 33), (37, 33)], [(36, 34), (37, 34)]]),
        shapely.MultiPolygon([shapely.box(36, 33, 36.1, 33.1), shapely.box(37, 33, 37.1, 33.1)]),
        shapely.Point(1, 1),
    ]
    assert lengths_km(shapes).tolist() == pytest.approx([length_km(shape) for shape in shapes], rel=1e-12)
    assert lengths_km([]).tolist() == []
    rings = [shapes[1].exterior, *shapes[1].interiors]
    assert length_km(shapes[1]) == pytest.approx(sum(GEOD.geometry_length(ring) for ring in rings) / 1e3), "holes too"


@settings(max_examples=60)
@given(st.floats(-170, 170), st.floats(-70, 70), st.floats(0, 2 * np.pi), st.floats(0.01, 8))
def test_the_plane_tells_true_metres_far_from_its_middle(
    lon: float, lat: float, towards: float, degrees: float
) -> None:
    plane = Plane(lon, lat)
    x, y = lon + degrees * np.cos(towards), np.clip(lat + degrees * np.sin(towards), -80, 80)
    ends = plane.project(np.array([x, x + 0.003]), np.array([y, y + 0.002]))
    flat = float(np.hypot(*(ends[1] - ends[0])))
    true = plane.true_m(np.array([flat]), ends[:1])[0]
    assert true == pytest.approx(GEOD.inv(x, y, x + 0.003, y + 0.002)[2], rel=4e-3)
    back = plane.unproject(ends)
    assert back[0] == pytest.approx([x, y], abs=1e-7)


def test_gaps_and_planes_across_180_degrees() -> None:
    west, east = shapely.box(179.5, -17, 179.9, -16.9), shapely.box(-179.9, -17, -179.5, -16.9)
    assert plane_of([west, east]).lon == 180.0
    assert gap_m(west, east) == pytest.approx(GEOD.inv(179.9, -17, -179.9, -17)[2], rel=1e-3)
    assert gap_m(west, west) == 0.0


def test_a_crs_that_is_not_known_is_told() -> None:
    for ask in (lambda: reproject(shapely.Point(0, 0), "EPSG:999999"), lambda: is_degrees("EPSG:999999")):
        with pytest.raises(InputError, match="EPSG:32637"):
            ask()
