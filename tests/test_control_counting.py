"""One meaning of held: assessed or claimed. Contested and unknown ground is told beside it, everywhere the same."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest
import shapely
from control_fixture import casefile, places
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta import control
from geo_ghouta.measure import area_km2
from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, Pictures, read_casefile
from geo_ghouta.schema.bundles import chain
from geo_ghouta.schema.counting import by_status

DAYS = ("2018-03-01", "2018-03-11")
WEST, MIDDLE, EAST = (shapely.box(x, 33.5, x + 0.05, 33.55) for x in (36.30, 36.35, 36.40))


def drawn(*states: list[tuple[str, str, Any]]) -> Pictures:
    """Pictures of holder, status and shape, one a list."""
    rows, dates = [], []
    for day, state in zip(("2018-03-01", "2018-03-11", "2018-03-21"), states, strict=False):
        dates.append({"picture_date": day, "areas": len(state), "path": day, "sha256": "0"})
        rows += [
            {
                "area_id": f"{day}/{n}", "holder": holder, "status": status, "valid_from": day, "source": "s",
                "drawn_by": "d", "precision_m": 200.0, "geometry": shape, "picture_id": day,
            }
            for n, (holder, status, shape) in enumerate(state)
        ]  # fmt: skip
    return chain(PICTURES.table(dates), CONTROL.table(rows))


def totals(pictures: Pictures) -> pd.DataFrame:
    """What each picture holds, by day."""
    names = ["total_km2", "total_contested_km2", "total_unknown_km2", "drawn_km2"]
    return control.areas_over_time(pictures).groupby("picture_date")[names].first()


def books_balance(pictures: Pictures, first: object, second: object) -> None:
    """Check both sums of a pair of pictures, to a thousandth."""
    by_day = totals(pictures)
    before, after = by_day.loc[pd.Timestamp(str(first))], by_day.loc[pd.Timestamp(str(second))]
    changes = control.find_changes(pictures, GAZETTEER.empty(), first, second)
    by_kind = changes.groupby("kind")["area_km2"].sum()
    gained, lost = float(by_kind.get("gained", 0.0)), float(by_kind.get("lost", 0.0))
    slack = 1e-6 * max(before["drawn_km2"], after["drawn_km2"]) + 1e-4
    grown = after["drawn_km2"] - before["drawn_km2"]
    assert gained - lost == pytest.approx(grown, abs=1e-3 * abs(grown) + slack)
    held = after["total_km2"] - before["total_km2"]
    assert float(changes["held_km2"].sum()) == pytest.approx(held, abs=1e-3 * abs(held) + slack)
    apart = after["total_km2"] + after["total_contested_km2"] + after["total_unknown_km2"]
    assert apart + lost == pytest.approx(before["drawn_km2"] + gained, rel=1e-3, abs=slack)


# --- what is counted --------------------------------------------------------------------------------------------------


def test_only_assessed_and_claimed_ground_is_held() -> None:
    pictures = drawn([("a", "assessed", WEST), ("a", "claimed", MIDDLE), ("a", "contested", EAST)])
    row = control.areas_over_time(pictures).iloc[0]
    assert row["area_km2"] == pytest.approx(area_km2(WEST) + area_km2(MIDDLE))
    assert row["contested_km2"] == pytest.approx(area_km2(EAST))
    assert row["unknown_km2"] == 0
    assert row["drawn_km2"] == pytest.approx(row["total_km2"] + row["total_contested_km2"])


def test_the_doubt_wins_where_areas_lie_over_one_another() -> None:
    whole = shapely.box(36.30, 33.5, 36.45, 33.55)
    pictures = drawn(
        [("a", "assessed", whole), ("a", "contested", MIDDLE), ("b", "unknown", shapely.union(MIDDLE, EAST))]
    )
    parted = {kind: part.geometry.to_numpy() for kind, part in by_status(pictures.areas).items()}
    assert area_km2(parted["held"][0]) == pytest.approx(area_km2(WEST), rel=1e-6)
    assert area_km2(parted["contested"][0]) == pytest.approx(area_km2(MIDDLE))
    assert area_km2(parted["unknown"][0]) == pytest.approx(area_km2(EAST), rel=1e-6)
    assert control.areas_over_time(pictures)["drawn_km2"].iloc[0] == pytest.approx(area_km2(whole), rel=1e-6)


def test_ground_of_another_picture_is_not_cut() -> None:
    pictures = drawn([("a", "assessed", WEST)], [("a", "contested", WEST)])
    assert totals(pictures)["total_km2"].tolist() == pytest.approx([area_km2(WEST), 0.0])


# --- pockets ----------------------------------------------------------------------------------------------------------


def test_a_pocket_counts_what_is_held_and_tells_the_rest_beside_it() -> None:
    far = shapely.box(36.60, 33.5, 36.62, 33.52)
    pictures = drawn(
        [("a", "assessed", WEST), ("a", "contested", MIDDLE), ("b", "unknown", EAST), ("b", "contested", far)]
    )
    pockets = control.find_pockets(pictures, casefile(), places())
    assert len(pockets) == 1
    pocket = pockets.iloc[0]
    assert pocket["area_km2"] == pytest.approx(area_km2(WEST))
    assert pocket["contested_km2"] == pytest.approx(area_km2(MIDDLE))
    assert pocket["unknown_km2"] == pytest.approx(area_km2(EAST)), "it hangs together through contested ground"
    assert (pocket["holders"], pocket["statuses"], pocket["share"]) == ("a", "assessed", 1.0)
    apart = totals(pictures)["total_contested_km2"].iloc[0]
    assert apart == pytest.approx(area_km2(MIDDLE) + area_km2(far)), "ground that touches no pocket is told here"


def test_contested_ground_joins_no_pockets_and_goes_to_the_nearest() -> None:
    gap = shapely.box(36.3502, 33.5, 36.40, 33.55)
    pictures = drawn([("a", "assessed", WEST), ("b", "assessed", EAST), ("a", "contested", gap)])
    pockets = control.find_pockets(pictures, casefile(), places()).set_index("holders")
    assert len(pockets) == 2
    assert pockets.loc["b", "contested_km2"] == pytest.approx(area_km2(gap))
    assert pockets.loc["a", "contested_km2"] == 0


def test_towns_in_contested_ground_are_in_no_pocket() -> None:
    north = shapely.box(36.30, 33.55, 36.36, 33.60)
    pictures = drawn([("a", "assessed", shapely.box(36.36, 33.55, 36.44, 33.60)), ("a", "contested", north)])
    assert control.find_pockets(pictures, casefile(), places())["towns"].tolist() == ["Birch"]


def test_pockets_and_areas_agree_in_the_bundled_case(layers: Path) -> None:
    case = read_casefile(layers / "case.toml")
    pictures, _ = control.read_pictures(layers / "control", case)
    pockets = control.find_pockets(pictures, case, GAZETTEER.empty())
    sums = pockets.groupby("picture_date")[["area_km2", "contested_km2", "unknown_km2"]].sum()
    by_day = totals(pictures).reindex(sums.index)
    assert sums["area_km2"].to_numpy(float) == pytest.approx(by_day["total_km2"].to_numpy(float), rel=1e-6)
    assert (sums["contested_km2"] <= by_day["total_contested_km2"] + 1e-6).all()
    assert by_day["total_contested_km2"].max() > 0, "the case draws contested ground, or this tests nothing"
    assert by_day["total_unknown_km2"].max() > 0


# --- who held a place -------------------------------------------------------------------------------------------------


def answers(pictures: Pictures, *points: tuple[float, float]) -> list[list[Any]]:
    asked = gpd.GeoDataFrame(
        {"date": [DAYS[0]] * len(points)}, geometry=[shapely.Point(p) for p in points], crs="EPSG:4326"
    )
    told = control.locate(asked, pictures)[["holder_answer", "holder", "status"]]
    return [[None if pd.isna(value) else value for value in row] for row in told.to_numpy(dtype=object).tolist()]


def test_contested_ground_is_disputed_and_unknown_ground_unknown() -> None:
    pictures = drawn([("a", "claimed", WEST), ("a", "contested", MIDDLE), ("b", "unknown", EAST)])
    assert answers(pictures, (36.32, 33.52), (36.37, 33.52), (36.42, 33.52), (36.5, 33.52)) == [
        ["held", "a", "claimed"],
        ["disputed", "a", "contested"],
        ["unknown", None, "unknown"],
        ["nobody", None, None],
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_the_doubt_wins_for_a_place_in_whatever_order_areas_stand(turned: bool) -> None:
    state = [("a", "assessed", WEST), ("b", "contested", WEST), ("c", "unknown", WEST)]
    pictures = drawn(state[::-1] if turned else state)
    assert answers(pictures, (36.32, 33.52)) == [["disputed", "a|b|c", "contested"]]
    pair = [("a", "assessed", EAST), ("a", "unknown", EAST)]
    assert answers(drawn(pair[::-1] if turned else pair), (36.42, 33.52)) == [["unknown", None, "unknown"]]


# --- changes ----------------------------------------------------------------------------------------------------------


def test_what_becomes_contested_or_unknown_is_unsettled_not_lost() -> None:
    before = [("a", "assessed", WEST), ("a", "assessed", MIDDLE), ("a", "assessed", EAST)]
    pictures = drawn(before, [("a", "contested", WEST), ("b", "unknown", MIDDLE)])
    changes = control.find_changes(pictures, places())
    told = changes.set_index("kind")[["status_before", "status_after"]]
    assert told.loc["lost"].fillna("").tolist() == ["held", ""]
    assert sorted(told.loc["unsettled", "status_after"]) == ["contested", "unknown"]
    assert changes.loc[changes["kind"] == "lost", "area_km2"].sum() == pytest.approx(area_km2(EAST), rel=1e-6)
    assert changes["held_km2"].sum() == pytest.approx(-sum(area_km2(s) for s in (WEST, MIDDLE, EAST)), rel=1e-6)
    books_balance(pictures, *DAYS)


def test_contested_ground_that_is_drawn_no_more_is_told_with_its_status() -> None:
    pictures = drawn([("a", "assessed", WEST), ("a", "contested", EAST)], [("a", "assessed", WEST)])
    change = control.find_changes(pictures, places()).iloc[0]
    assert (change["kind"], change["status_before"], change["held_km2"]) == ("lost", "contested", 0.0)


def test_both_sums_hold_for_every_pair_of_the_bundled_case(layers: Path) -> None:
    pictures, _ = control.read_pictures(layers / "control", read_casefile(layers / "case.toml"))
    for first, second in itertools.combinations(pictures.dates["picture_date"], 2):
        books_balance(pictures, first, second)


def state_of(rng: np.random.Generator) -> list[tuple[str, str, Any]]:
    out = []
    for _ in range(rng.integers(0, 6)):
        around = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(4, 15)))
        reach = rng.uniform(0.02, 0.2, len(around))
        x, y = rng.uniform(36.3, 36.6), rng.uniform(33.4, 33.7)
        ring = np.column_stack([x + reach * np.cos(around), y + reach * np.sin(around)])
        shape = shapely.make_valid(shapely.Polygon(ring), method="structure")
        if shape.geom_type in {"Polygon", "MultiPolygon"} and not shape.is_empty:
            status = str(rng.choice(["assessed", "claimed", "contested", "unknown"], p=[0.4, 0.2, 0.2, 0.2]))
            out.append((str(rng.choice(["a", "b", "c"])), status, shape))
    return out


@settings(max_examples=60)
@given(st.integers(0, 2**31))
def test_both_sums_hold_for_any_two_pictures(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pictures = drawn(state_of(rng), state_of(rng))
    books_balance(pictures, *DAYS)
    pockets = control.find_pockets(pictures, casefile(), GAZETTEER.empty())
    by_day = totals(pictures)
    for day in by_day.index:
        mine = pockets[pockets["picture_date"] == day]
        assert float(mine["area_km2"].sum()) == pytest.approx(by_day.loc[day, "total_km2"], rel=1e-6, abs=1e-4)
        assert float(mine["contested_km2"].sum()) <= by_day.loc[day, "total_contested_km2"] + 1e-4
        assert float(mine["unknown_km2"].sum()) <= by_day.loc[day, "total_unknown_km2"] + 1e-4
