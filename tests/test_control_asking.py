"""Who held a point on its day: three different answers, edges in metres, and one answer for one or a million points."""

from __future__ import annotations

from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyproj
import pytest
import shapely
from control_fixture import DAYS, box, casefile, feature, places, read, series
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta import control
from geo_ghouta.control import asking
from geo_ghouta.errors import InputError
from geo_ghouta.measure import to_metres, utm_crs
from geo_ghouta.schema import CONTROL, PICTURES, Pictures
from geo_ghouta.schema.bundles import chain

NORTH, SOUTH, FAR, OUTSIDE = (36.33, 33.575), (36.34, 33.52), (36.52, 33.595), (36.60, 33.45)


def points(*spots: tuple[float, float], day: str = "2018-03-04") -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame(
        {"date": pd.to_datetime([day] * len(spots))}, geometry=[shapely.Point(s) for s in spots], crs="EPSG:4326"
    )


def made(rows: list[dict[str, object]], days: list[str]) -> Pictures:
    base = {"status": "assessed", "source": "s", "drawn_by": "d", "precision_m": 200.0}
    dates = [
        {"picture_date": day, "areas": sum(r["valid_from"] == day for r in rows), "path": day, "sha256": "0"}
        for day in days
    ]
    return chain(PICTURES.table(dates), CONTROL.table([{**base, "area_id": f"{n}", **r} for n, r in enumerate(rows)]))


def test_three_answers_that_are_not_the_same(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    asked = pd.concat(
        [points(NORTH, OUTSIDE), points(NORTH, day="2018-02-01"), points(NORTH, day="2018-05-01")], ignore_index=True
    )
    answers = control.locate(asked, pictures)
    assert answers["holder_answer"].tolist() == ["held", "nobody", "no_picture", "no_picture"]
    assert answers["holder"].fillna("-").tolist() == ["north_group", "-", "-", "-"]
    assert answers["picture_date"].isna().tolist() == [False, False, True, True]
    assert control.locate(points(OUTSIDE), pictures, extent=(36.2, 33.5, 36.5, 33.7))["holder_answer"].tolist() == [
        "unknown"
    ]


def test_unknown_holders_and_missing_days_and_points(tmp_path: Path) -> None:
    files = series()
    files["2018-03-04.geojson"]["features"][0]["properties"]["holder"] = "unknown"
    pictures, _ = read(tmp_path, files)
    asked = points(NORTH, SOUTH, FAR)
    asked.loc[1, "date"] = pd.NaT
    asked.loc[2, "geometry"] = None
    answers = control.locate(asked, pictures)
    assert answers["holder_answer"].tolist() == ["unknown", "not_asked", "not_asked"]
    assert answers["holder"].isna().all()
    assert answers["area_id"].iloc[0] == "2018-03-04/north"


def test_f083_the_answer_names_its_picture_and_its_age(tmp_path: Path) -> None:
    files = {f"{day}.geojson": series()["2018-03-01.geojson"] | {"date": day} for day in ("2018-02-18", "2018-03-18")}
    pictures, _ = read(tmp_path, files)
    answer = control.locate(points(NORTH, day="2018-03-22"), pictures).iloc[0]
    assert answer["picture_date"] == pd.Timestamp("2018-03-18")
    assert answer["picture_age_days"] == 4


def test_f082_ground_that_two_hold_is_disputed() -> None:
    rows = [
        {"holder": "a", "valid_from": "2018-03-18", "geometry": shapely.box(36.3, 33.5, 36.36, 33.56)},
        {"holder": "b", "valid_from": "2018-03-18", "geometry": shapely.box(36.34, 33.5, 36.4, 33.56)},
    ]
    answers = control.locate(points((36.35, 33.52), (36.31, 33.52), day="2018-03-18"), made(rows, ["2018-03-18"]))
    assert answers["holder_answer"].tolist() == ["disputed", "held"]
    assert answers["holder"].tolist() == ["a|b", "a"]
    assert answers["area_id"].iloc[0] == "0|1"


def test_a_shared_edge_has_one_answer_and_is_no_dispute(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    answer = control.locate(points((36.35, 33.55)), pictures).iloc[0]
    assert answer["holder_answer"] == "held"
    assert answer["boundary_m"] == pytest.approx(0, abs=0.5)
    assert answer["near_boundary"]


def test_two_areas_of_one_holder_are_no_dispute() -> None:
    rows = [
        {"holder": "a", "valid_from": "2018-03-18", "geometry": shapely.box(36.3, 33.5, east, 33.56)}
        for east in (36.36, 36.4)
    ]
    answer = control.locate(points((36.35, 33.52), day="2018-03-18"), made(rows, ["2018-03-18"])).iloc[0]
    assert (answer["holder_answer"], answer["holder"]) == ("held", "a")


def test_a_hole_is_nobodys() -> None:
    ring = shapely.Polygon(
        shapely.box(36.3, 33.5, 36.4, 33.6).exterior, [shapely.box(36.34, 33.54, 36.36, 33.56).exterior]
    )
    pictures = made([{"holder": "a", "valid_from": "2018-03-18", "geometry": ring}], ["2018-03-18"])
    answer = control.locate(points((36.35, 33.55), day="2018-03-18"), pictures).iloc[0]
    assert answer["holder_answer"] == "nobody"
    assert answer["boundary_m"] == pytest.approx(927, abs=3)


def test_metres_to_the_edge_are_metres_on_the_ground(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    geod = pyproj.Geod(ellps="WGS84")
    asked = points((36.33, 33.5505), (36.30 - 0.01, 33.57), (36.55, 33.60))
    expected = [
        geod.inv(36.33, 33.5505, 36.33, 33.55)[2],
        geod.inv(36.29, 33.57, 36.30, 33.57)[2],
        geod.inv(36.55, 33.60, 36.54, 33.60)[2],
    ]
    answers = control.locate(asked, pictures)
    assert answers["boundary_m"].tolist() == pytest.approx(expected, rel=1e-3)
    assert answers["near_boundary"].tolist() == [True, False, False]


def test_a_points_own_uncertainty_widens_near(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    asked = points((36.33, 33.555))
    assert control.locate(asked, pictures)["near_boundary"].tolist() == [False]
    assert control.locate(asked.assign(uncertainty_m=1000.0), pictures)["near_boundary"].tolist() == [True]


def test_f080_rows_keep_their_order_and_index(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    asked = points(OUTSIDE, FAR, SOUTH, NORTH)
    asked.index = ["d", "a", "c", "b"]
    asked["date"] = pd.to_datetime(["2018-03-07", "2018-03-01", "2018-03-05", "2018-02-01"])
    answers = control.locate(asked, pictures)
    assert answers.index.tolist() == ["d", "a", "c", "b"]
    assert answers["holder_answer"].tolist() == ["nobody", "held", "held", "no_picture"]
    assert answers["picture_date"].dt.day.fillna(0).tolist() == [7, 1, 5, 0]


def test_f081_points_in_another_crs_are_refused(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    with pytest.raises(InputError, match="EPSG:3857"):
        control.locate(points(NORTH).to_crs(3857), pictures)
    with pytest.raises(InputError, match="no stated CRS"):
        control.locate(points(NORTH).set_crs(None, allow_override=True), pictures)


def test_lines_and_missing_columns_are_refused(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    with pytest.raises(InputError, match="no column 'day'"):
        control.locate(points(NORTH), pictures, day_column="day")
    lines = gpd.GeoDataFrame({"date": ["2018-03-04"]}, geometry=[shapely.LineString([NORTH, SOUTH])], crs="EPSG:4326")
    with pytest.raises(InputError, match="lines or areas"):
        control.locate(lines, pictures)


def test_no_points_and_no_pictures_are_no_error(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    assert control.locate(points(NORTH).iloc[:0], pictures).empty
    nothing = Pictures(PICTURES.empty(), CONTROL.empty())
    assert control.locate(points(NORTH), nothing)["holder_answer"].tolist() == ["no_picture"]


def test_known_on_answers_from_what_was_known(tmp_path: Path) -> None:
    files = series()
    files["2018-03-08.geojson"]["recorded"] = "2018-03-20"
    files["2018-03-08.geojson"]["features"] = []
    pictures, _ = read(tmp_path, files)
    asked = points(NORTH, day="2018-03-09")
    assert control.locate(asked, pictures)["holder_answer"].tolist() == ["nobody"]
    then = control.locate(asked, pictures, known_on="2018-03-19")
    assert then["holder_answer"].tolist() == ["held"]
    assert then["picture_date"].dt.day.tolist() == [7]


@settings(max_examples=15)
@given(st.integers(0, 2**31), st.integers(1, 6))
def test_grouped_answers_equal_one_question_at_a_time(seed: int, days: int) -> None:
    rng = np.random.default_rng(seed)
    rows, names = [], [f"2018-03-{2 * n + 1:02d}" for n in range(days)]
    for day in names:
        for holder in rng.permutation(["a", "b"])[: rng.integers(0, 3)]:
            x, y = rng.uniform(36.3, 36.5), rng.uniform(33.5, 33.6)
            shape = shapely.Point(x, y).buffer(rng.uniform(0.01, 0.08), quad_segs=5)
            rows.append({"holder": holder, "valid_from": day, "geometry": shape})
    pictures = made(rows, names)
    spots = [(rng.uniform(36.2, 36.6), rng.uniform(33.4, 33.7)) for _ in range(12)]
    asked = points(*spots)
    asked["date"] = pd.to_datetime([f"2018-03-{d:02d}" for d in rng.integers(1, 14, 12)])
    together = control.locate(asked, pictures)
    for number in range(len(asked)):
        picture = pictures.on(asked["date"].iloc[number])
        point = asked.geometry.iloc[number]
        holders = sorted(
            {h for h, g in zip(picture.areas["holder"], picture.areas.geometry, strict=True) if g.covers(point)}
        )
        got = together.iloc[number]
        assert (got["holder"] if pd.notna(got["holder"]) else "") == "|".join(holders)
        if len(picture.areas):
            zone = utm_crs(point.x, point.y)
            here = to_metres(point, zone)[0]
            edges = [to_metres(shape.boundary, zone)[0] for shape in picture.areas.geometry]
            expected = min(float(shapely.distance(edge, here)) for edge in edges)
            assert got["boundary_m"] == pytest.approx(expected, rel=2e-3, abs=1.0)


def test_town_histories_and_spans(tmp_path: Path) -> None:
    files = series()
    for day in DAYS[3:6]:
        files[f"{day}.geojson"]["features"] = files[f"{day}.geojson"]["features"][:1]
    pictures, _ = read(tmp_path, files)
    history = control.town_history(shapely.Point(SOUTH), pictures)
    assert history["holder_answer"].tolist() == ["held"] * 3 + ["nobody"] * 3 + ["held"] * 2
    spans = control.held_spans(places(), pictures)
    cedar = spans[spans["name"] == "Cedar"]
    assert cedar["date_from"].dt.day.tolist() == [1, 4, 7]
    assert cedar["date_to"].dt.strftime("%m-%d").tolist() == ["03-04", "03-07", "05-01"]
    assert cedar["pictures"].tolist() == [3, 3, 2]
    alder = spans[spans["name"] == "Alder"]
    assert alder[["holder", "pictures"]].to_numpy().tolist() == [["north_group", 8]]


def test_pockets_have_towns_sizes_neighbours_and_shares(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    pockets = control.find_pockets(pictures, casefile(), places())
    first = pockets[pockets["picture_date"] == "2018-03-01"]
    assert first["pocket_id"].tolist() == ["2018-03-01/1", "2018-03-01/2"]
    assert first["holders"].tolist() == ["south_group|north_group", "north_group"]
    assert first["towns"].tolist() == ["Alder|Birch|Cedar", "Elm"]
    assert first["name"].tolist() == ["Alder", "Far"]
    assert first["share"].sum() == pytest.approx(1.0)
    assert first["base_date"].dt.day.tolist() == [1, 1]
    assert '"gap_km":5.5' in first["neighbours"].iloc[0]
    last = pockets[pockets["picture_date"] == "2018-03-08"]
    assert last["share"].sum() < 1.0


def test_the_grounds_holder_has_no_pockets(tmp_path: Path) -> None:
    files = series()
    files["2018-03-01.geojson"]["features"].append(feature("base", "government", box(36.60, 33.42, 36.65, 33.46)))
    pictures, _ = read(tmp_path, files)
    pockets = control.find_pockets(pictures, casefile(), places())
    assert (pockets["picture_date"] == "2018-03-01").sum() == 2


@pytest.mark.parametrize("digits", [5, 4])
def test_parts_and_towns_survive_rounding(digits: int, tmp_path: Path, layers: Path) -> None:
    from geo_ghouta.schema import read_casefile

    case = read_casefile(layers / "case.toml")
    for pictures, file in ((read(tmp_path)[0], casefile()), (control.read_pictures(layers / "control", case)[0], case)):
        areas = pictures.areas.copy()
        rounded = shapely.transform(areas.geometry.to_numpy(), lambda xy: xy.round(digits))
        areas["geometry"] = shapely.make_valid(rounded, method="structure", keep_collapsed=False)
        before = control.find_pockets(pictures, file, places())
        after = control.find_pockets(Pictures(pictures.dates, areas), file, places())
        assert (
            after[["pocket_id", "name", "holders"]].to_numpy().tolist()
            == before[["pocket_id", "name", "holders"]].to_numpy().tolist()
        )
        assert after["towns"].fillna("").tolist() == before["towns"].fillna("").tolist()
        assert after["area_km2"].to_numpy(float) == pytest.approx(before["area_km2"].to_numpy(float), rel=2e-3)


def test_very_many_edges_are_joined_in_runs_without_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(4)
    rings = [
        shapely.Point(*chance.uniform(0, 100, 2)).buffer(chance.uniform(0.1, 9), quad_segs=int(chance.integers(1, 20)))
        for _ in range(60)
    ]
    xy, ring = shapely.get_coordinates(shapely.get_rings(rings), return_index=True)
    starts = np.flatnonzero(ring[1:] == ring[:-1])
    asked = shapely.points(chance.uniform(-10, 110, (300, 2)))
    told = []
    for many in (len(starts), 10):
        monkeypatch.setattr(asking, "_MANY_EDGES", many)
        lines, first = asking._lines_of(xy, starts)
        (_, near), metres = shapely.STRtree(lines).query_nearest(asked, return_distance=True, all_matches=False)
        told.append((len(lines), metres, ring[first[near]]))
    assert told[1][0] < told[0][0] / 4
    np.testing.assert_allclose(told[0][1], told[1][1], atol=1e-9)
    assert (told[0][2] == told[1][2]).all()
