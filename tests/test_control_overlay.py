"""Comparing areas by the edges that differ: the same ground as an overlay gives, whatever was redrawn."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta.control import overlay
from geo_ghouta.control.overlay import only_in_each


def front(
    corners: int, seed: int, moved: list[tuple[int, int, float]] | None = None, holes: int = 0
) -> shapely.Polygon:
    """A ragged ring; ``moved`` pushes stretches of it in or out."""
    rng = np.random.default_rng(seed)
    around = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    reach = 1 + 0.02 * rng.standard_normal(corners).cumsum() / np.sqrt(corners)
    for start, length, by in moved or []:
        reach[start % corners : start % corners + length] *= 1 + by
    ring = np.column_stack([36 + reach * np.cos(around), 48 + 0.7 * reach * np.sin(around)])
    inner = [shapely.Point(36 + 0.1 * n, 48).buffer(0.03).exterior.coords for n in range(holes)]
    return shapely.Polygon(ring, inner)


def same(found: object, wanted: object) -> bool:
    return bool(shapely.area(shapely.symmetric_difference(found, wanted)) < 1e-9)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(
    st.integers(0, 50),
    st.lists(st.tuples(st.integers(0, 2999), st.integers(1, 200), st.floats(-0.1, 0.1)), max_size=6),
    st.integers(0, 3),
)
def test_what_differs_is_what_an_overlay_says(seed: int, moved: list[tuple[int, int, float]], holes: int) -> None:
    one, other = front(3000, seed, holes=holes), front(3000, seed, moved, holes=max(0, holes - 1))
    if not other.is_valid:
        return
    gone, new = only_in_each(one, other)
    assert same(gone, shapely.difference(one, other))
    assert same(new, shapely.difference(other, one))
    balance = (other.area - one.area) - (new.area - gone.area)
    assert abs(balance) < 1e-9
    assert shapely.is_valid([gone, new]).all()


def test_a_part_that_comes_and_one_that_goes_and_one_inside_a_hole() -> None:
    base, island = front(3000, 1, holes=1), shapely.box(40, 48, 40.1, 48.1)
    one = shapely.MultiPolygon([base, island])
    other = shapely.MultiPolygon([base, shapely.box(41, 48, 41.1, 48.1), shapely.Point(36, 48).buffer(0.01)])
    gone, new = only_in_each(one, other)
    assert gone.equals(island)
    assert len(new.geoms) == 2


def test_ground_given_up_beside_ground_won_is_told_apart() -> None:
    # The two share an edge that runs one way in the one and the other way in the other.
    one = shapely.union(front(3000, 2), shapely.box(40, 48, 41, 49))
    other = shapely.union(front(3000, 2), shapely.box(41, 48, 42, 49))
    gone, new = only_in_each(one, other)
    assert gone.equals(shapely.box(40, 48, 41, 49))
    assert new.equals(shapely.box(41, 48, 42, 49))


def test_turned_rings_are_the_same_drawing() -> None:
    one = front(3000, 3)
    for other in (shapely.reverse(one), shapely.Polygon(np.roll(np.array(one.exterior.coords)[:-1], 100, axis=0))):
        assert all(shape.is_empty for shape in only_in_each(one, other))


def test_two_different_drawings_are_overlaid_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = front(3000, 4), front(3000, 5)
    assert overlay._by_edges(one, other) is None
    assert same(only_in_each(one, other)[0], shapely.difference(one, other))
    monkeypatch.setattr(overlay, "_SURE", -1.0)  # books that do not balance
    assert overlay._by_edges(one, front(3000, 4, [(10, 50, 0.1)])) is None
