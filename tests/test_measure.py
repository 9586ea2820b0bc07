"""Measuring on the ellipsoid."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import measure

lons = st.floats(-170, 170)
lats = st.floats(-70, 70)


def test_known_area_and_length():
    # One degree of the equator is 111.319 km; the square degree on it 12,308.8 km² (WGS 84).
    assert measure.length_km(shapely.LineString([(0, 0), (1, 0)])) == pytest.approx(111.319, abs=0.001)
    assert measure.area_km2(shapely.box(0, 0, 1, 1)) == pytest.approx(12308.8, rel=1e-4)


def test_ring_order_and_holes_do_not_change_an_area():
    square = shapely.box(36, 33, 36.2, 33.2)
    hole = shapely.box(36.05, 33.05, 36.1, 33.1)
    holed = shapely.Polygon(square.exterior.coords, [hole.exterior.coords])
    turned = shapely.Polygon(list(square.exterior.coords)[::-1], [list(hole.exterior.coords)[::-1]])
    expected = measure.area_km2(square) - measure.area_km2(hole)
    assert measure.area_km2(holed) == pytest.approx(expected)
    assert measure.area_km2(turned) == pytest.approx(expected)


def test_parts_of_any_collection_count_once():
    one, two = shapely.box(0, 0, 0.1, 0.1), shapely.box(1, 0, 1.1, 0.1)
    collection = shapely.GeometryCollection(
        [one, shapely.MultiPolygon([two]), shapely.Point(0, 0), shapely.LineString([(0, 0), (1, 1)])]
    )
    assert measure.area_km2(collection) == pytest.approx(measure.area_km2(one) + measure.area_km2(two))


@pytest.mark.parametrize(
    "nothing", [None, shapely.Polygon(), shapely.Point(1, 1), shapely.LineString([(0, 0), (1, 1)])]
)
def test_what_has_no_area_is_zero(nothing):
    assert measure.area_km2(nothing) == 0.0


def test_missing_coordinates_give_nan_not_a_number():
    assert math.isnan(measure.distance_km([np.nan], [1.0], [1.0], [1.0])[0])
    assert measure.distance_km([36.3, np.nan], [33.5, 1], [36.3, 1], [33.5, 1])[0] == 0.0


@given(lons, lats)
def test_metres_and_back_is_the_same_spot(lon, lat):
    back = measure.to_degrees(*measure.to_metres(shapely.Point(lon, lat)))
    assert (back.x, back.y) == pytest.approx((lon, lat), abs=1e-7)


@given(lons, lats, st.floats(50, 5000))
def test_buffer_has_the_area_of_its_circle(lon, lat, radius):
    # A UTM metre is true to 0.04 % in the middle of a zone and 0.1 % at its edge; 16 segments a quarter cut 0.16 % off.
    area = measure.area_km2(measure.buffer_m(shapely.Point(lon, lat), radius))
    assert area == pytest.approx(math.pi * (radius / 1000) ** 2, rel=0.006)


def test_bounds_ignore_what_is_empty():
    assert measure.bounds_of([None, shapely.Polygon()]) is None
