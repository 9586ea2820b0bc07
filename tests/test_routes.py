"""Legs read with their faults told; departures joined with routes; the kilometres crossed sum to the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shapely
from control_fixture import casefile, read, series
from hypothesis import given, settings
from hypothesis import strategies as st
from routes_fixture import WAY, claim, leg, read_legs

from geo_ghouta import control, routes
from geo_ghouta.errors import FormatError
from geo_ghouta.measure import cut_line, length_km
from geo_ghouta.schema import CLAIMS, CONVOYS, GAZETTEER, PLACES, ROUTES, read_casefile

# --- reading ----------------------------------------------------------------------------------------------------------


def test_legs_are_measured_and_sorted(tmp_path: Path) -> None:
    legs, rejected = read_legs(tmp_path, leg(2, [[36.6, 33.65], [36.7, 33.7]]), leg(1))
    assert rejected.empty
    assert legs["leg_id"].tolist() == ["r/1", "r/2"]
    assert legs["length_km"].iloc[0] == pytest.approx(length_km(shapely.LineString(WAY)))
    assert ROUTES.check(legs) is not None


def test_a_leg_that_is_not_stated_is_schematic(tmp_path: Path) -> None:
    legs, _ = read_legs(tmp_path, leg(1), leg(2, [WAY[-1], [36.7, 33.7]], evidence="inferred"))
    assert legs["schematic"].tolist() == [False, True]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"leg": "one"}, "no number of a leg"),
        ({"leg": True}, "no number of a leg"),
        ({"evidence": "sure"}, "evidence"),
        ({"evidence": ["stated"]}, "evidence"),
        ({"valid_to": "2018-03-02"}, "no span of days"),
        ({"valid_from": "soon"}, "no span of days"),
        ({"from_place": ""}, "no from_place"),
        ({"route_id": None}, "no route_id"),
    ],
)
def test_a_faulty_leg_is_left_out_and_named(fault: dict[str, Any], words: str, tmp_path: Path) -> None:
    legs, rejected = read_legs(tmp_path, leg(1, **fault), leg(1, route_id="other"))
    assert legs["route_id"].tolist() == ["other"]
    assert rejected["severity"].tolist() == ["error"]
    assert words in rejected["problem"].iloc[0]
    assert rejected["row"].iloc[0] == "feature 1"


@pytest.mark.parametrize(
    "line", [[[36.3, 33.5]], [[36.3, 33.5], [36.3, 33.5]], [["a", 1], [2, 3]], [[36.3, 133.5], [36.4, 133.6]], 5, None]
)
def test_a_line_that_is_none_is_told(line: Any, tmp_path: Path) -> None:
    feature = leg(1)
    feature["geometry"]["coordinates"] = line
    legs, rejected = read_legs(tmp_path, feature)
    assert legs.empty
    assert rejected["severity"].tolist() == ["error"]


def test_a_position_without_a_number_is_called_so(tmp_path: Path) -> None:
    legs, rejected = read_legs(tmp_path, leg(1, [[36.3, None], [36.4, 33.5]]))
    assert legs.empty
    assert "not two numbers" in rejected["problem"].iloc[0]


def test_a_multi_line_of_one_part_is_a_line(tmp_path: Path) -> None:
    one, two = leg(1), leg(2)
    one["geometry"] = {"type": "MultiLineString", "coordinates": [WAY]}
    two["geometry"] = {"type": "MultiLineString", "coordinates": [WAY, WAY]}
    legs, rejected = read_legs(tmp_path, one, two)
    assert legs["leg"].tolist() == [1]
    assert legs["length_km"].iloc[0] == pytest.approx(read_legs(tmp_path, leg(1))[0]["length_km"].iloc[0])
    assert "no LineString" in rejected["problem"].iloc[0]


def test_a_list_of_origins_and_half_a_character_are_read(tmp_path: Path) -> None:
    legs, rejected = read_legs(tmp_path, leg(1, origins=["Alder", "Birch"], note="x\ud800"))
    assert legs["origins"].tolist() == ["Alder|Birch"]
    assert legs["note"].tolist() == ["x\ufffd"]
    assert rejected.empty


def test_gaps_missing_and_double_legs_are_told(tmp_path: Path) -> None:
    legs, rejected = read_legs(
        tmp_path, leg(1), leg(1), leg(2, [[36.7, 33.7], [36.8, 33.7]]), leg(4, [[36.8, 33.7], [36.9, 33.7]])
    )
    assert legs["leg"].tolist() == [1, 2, 4]
    assert rejected["severity"].tolist() == ["error", "warning", "warning"]
    assert "10." in rejected["problem"].iloc[1]
    assert "leg 3 is missing" in rejected["problem"].iloc[2]


@pytest.mark.parametrize("data", [[], {"type": "FeatureCollection"}, {"features": 3}, "x"])
def test_what_is_no_collection_is_refused(data: Any, tmp_path: Path) -> None:
    path = tmp_path / "routes.geojson"
    path.write_text(json.dumps(data))
    with pytest.raises(FormatError, match="FeatureCollection"):
        routes.read_routes(path)


def _listed(*names: str, aliases: str | None = None) -> Any:
    rows = [
        {"place_id": f"case/{n}", "name": n, "aliases": aliases, "gazetteer": "case", "kind": "town", "geo_precision": "town",
         "uncertainty_m": 900.0, "geometry": shapely.Point(36.4, 33.5)}
        for n in names
    ]  # fmt: skip
    return GAZETTEER.table(rows)


def test_places_of_a_route_that_the_list_lacks_are_told_once(tmp_path: Path) -> None:
    legs, _ = read_legs(
        tmp_path, leg(1, from_place="Rashdun", origins="Rashdun|Old Mill"), leg(2, from_place="Rashdun")
    )
    found = routes.unknown_names(
        legs, _listed("Rashideen West", "Rashidden", "Elm", "Alder", "Birch"), "routes.geojson"
    )
    assert found["found"].tolist() == ["Rashdun", "Old Mill"]
    assert found["severity"].tolist() == ["warning", "note"]
    assert "did you mean 'Rashidden'" in found["hint"].iloc[0]
    assert found["row"].tolist() == ["r/1", "r/1"]


def test_a_further_spelling_of_a_listed_place_is_told_with_its_name(tmp_path: Path) -> None:
    legs, _ = read_legs(tmp_path, leg(1, from_place="Wood End", origins=None))
    found = routes.unknown_names(legs, _listed("Alder", "Elm", aliases="Wood End|Glade"), "routes.geojson")
    assert "did you mean" in found["hint"].iloc[0]


def test_listed_places_of_a_route_and_a_case_without_a_list_are_told_of_nothing(tmp_path: Path) -> None:
    legs, _ = read_legs(tmp_path, leg(1))
    assert not len(routes.unknown_names(legs, _listed("Alder", "Birch", "Elm"), "routes.geojson"))
    assert not len(routes.unknown_names(legs, GAZETTEER.empty(), "routes.geojson"))


# --- convoys ----------------------------------------------------------------------------------------------------------


def join(folder: Path, claims: list[dict[str, Any]], *features: Any, **more: Any) -> Any:
    legs, rejected = read_legs(folder, *(features or (leg(1),)))
    assert rejected.empty
    return routes.join_convoys(CLAIMS.table(claims), legs, PLACES.empty(), **more)


def test_counts_of_a_day_stand_between_low_and_high(tmp_path: Path) -> None:
    claims = [
        claim("a", value=1500, low=1500, high=1500, story_id="s1"),
        claim("b", value=2289, low=2289, high=2289, story_id="s2", buses=30),
        claim("c", value=2000, low=2000, high=None, story_id="s2", buses=12),
        claim("d", value=10, low=10, high=10, unit="buses"),
    ]
    convoys = join(tmp_path, claims)
    row = convoys.iloc[0]
    assert len(convoys) == 1
    assert (row["people_low"], row["people_high"], row["people_open"]) == (1500, 2289, True)
    assert (row["buses_low"], row["buses_high"]) == (10, 30)
    assert row["claim_ids"] == "a|b|c|d"
    assert row["stories"] == 3
    assert CONVOYS.check(convoys) is not None


@pytest.mark.parametrize(
    "other",
    [
        {"modality": "denied"},
        {"modality": "proposed"},
        {"modality": "conditional"},
        {"scope": "cumulative"},
        {"origin": None},
        {"date_from": None, "date_to": None},
        {"date_to": "2018-03-12"},
        {"kind": "arrival"},
    ],
)
def test_what_makes_no_convoy(other: dict[str, Any], tmp_path: Path) -> None:
    assert join(tmp_path, [claim(**other)]).empty


def test_a_part_is_not_counted_beside_its_whole(tmp_path: Path) -> None:
    convoys = join(tmp_path, [claim("whole"), claim("part", value=413, low=413, high=413, part_of="whole")])
    assert convoys["people_low"].tolist() == [1500]


def test_fighters_alone_are_no_count_of_people(tmp_path: Path) -> None:
    convoys = join(tmp_path, [claim(unit="fighters")])
    assert convoys["people_low"].isna().all()


def test_happened_wins_over_planned(tmp_path: Path) -> None:
    convoys = join(tmp_path, [claim("a", modality="planned"), claim("b")])
    assert convoys["modality"].tolist() == ["happened"]
    assert join(tmp_path, [claim("a", modality="planned")])["modality"].tolist() == ["planned"]


@pytest.mark.parametrize(
    ("day", "fits"), [("2018-03-01", False), ("2018-03-02", True), ("2018-03-05", True), ("2018-03-06", False)]
)
def test_a_route_answers_for_its_days_half_open(day: str, fits: bool, tmp_path: Path) -> None:
    end = str((pd.Timestamp(day) + pd.Timedelta(days=1)).date())
    convoys = join(tmp_path, [claim(date_from=day, date_to=end)])
    assert convoys["route_id"].notna().tolist() == [fits]


@pytest.mark.parametrize(("origin", "fits"), [("Birch", True), ("alder", True), ("Cedar", False)])
def test_a_route_answers_for_its_origins(origin: str, fits: bool, tmp_path: Path) -> None:
    assert join(tmp_path, [claim(origin=origin)])["route_id"].notna().tolist() == [fits]


def test_of_two_routes_the_one_to_the_destination_is_taken(tmp_path: Path) -> None:
    both = (leg(1, route_id="a", evidence="stated"), leg(1, route_id="b", to_place="Fir", evidence="unknown"))
    assert join(tmp_path, [claim(destination="Fir")], *both)["route_id"].tolist() == ["b"]
    assert join(tmp_path, [claim()], *both)["route_id"].tolist() == ["a"]


def test_of_two_routes_to_two_places_none_is_taken_where_nobody_tells(tmp_path: Path) -> None:
    both = (leg(1, route_id="a"), leg(1, route_id="b", to_place="Fir"))
    untold = join(tmp_path, [claim()], *both)
    assert untold["route_id"].isna().tolist() == [True]
    assert untold.geometry.isna().all()
    assert join(tmp_path, [claim(destination="Elm")], *both)["route_id"].tolist() == ["a"]
    assert join(tmp_path, [claim(destination="Fir")], *both)["route_id"].tolist() == ["b"]
    alike = (leg(1, route_id="b"), leg(1, route_id="a"))
    assert join(tmp_path, [claim()], *alike)["route_id"].tolist() == ["a"], "both lead to one place"


def test_an_origin_that_is_a_control_area_finds_the_route_that_starts_there(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    convoys = join(tmp_path, [claim(origin="North")], leg(1, origins=None), pictures=pictures)
    assert convoys["route_id"].tolist() == ["r"]
    assert join(tmp_path, [claim(origin="Far")], leg(1, origins=None), pictures=pictures)["route_id"].isna().all()


def test_the_way_is_the_legs_in_order(tmp_path: Path) -> None:
    second = leg(2, [WAY[-1], [36.7, 33.7]])
    convoys = join(tmp_path, [claim()], second, leg(1))
    assert list(convoys.geometry.iloc[0].coords) == [tuple(p) for p in [*WAY, [36.7, 33.7]]]
    assert convoys["length_km"].iloc[0] == pytest.approx(length_km(convoys.geometry.iloc[0]))


def test_the_crossing_report_names_holders_in_order_and_sums_to_the_way(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    convoys = join(tmp_path, [claim()], pictures=pictures, extent=(36.2, 33.4, 36.55, 33.7))
    crossed = json.loads(convoys["crossed"].iloc[0])
    assert [(part["holder"], part["answer"]) for part in crossed] == [
        ("north_group", "held"), (None, "nobody"), ("north_group", "held"), (None, "nobody"), (None, "unknown"),
    ]  # fmt: skip
    assert sum(part["km"] for part in crossed) == pytest.approx(convoys["length_km"].iloc[0], rel=1e-6)


def test_crossings_without_a_picture_or_with_an_empty_one(tmp_path: Path) -> None:
    files = {**series(), "2018-03-10.geojson": {"type": "FeatureCollection", "features": []}}
    pictures, _ = read(tmp_path, files)
    line = shapely.LineString(WAY)
    early = routes.find_crossings(line, pictures, "2018-02-01")
    assert [(part["answer"], round(part["km"], 6)) for part in early] == [("no_picture", round(length_km(line), 6))]
    assert [part["answer"] for part in routes.find_crossings(line, pictures, "2018-03-11")] == ["nobody"]


@settings(max_examples=40)
@given(st.integers(0, 2**31))
def test_pieces_of_any_line_sum_to_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    corners = np.column_stack([rng.uniform(36, 37, 6), rng.uniform(33, 34, 6)]).round(rng.integers(1, 5))
    line = shapely.LineString(corners)
    areas = [
        shapely.box(x, y, x + 0.3, y + 0.3)
        for x, y in rng.uniform((36, 33), (36.7, 33.7), (4, 2)).round(rng.integers(1, 5))
    ]
    pieces = cut_line(line, areas)
    assert sum(km for _, _, km in pieces) == pytest.approx(length_km(line), rel=1e-4)
    for piece, inside, _ in pieces:
        first, second = piece.coords[0], piece.coords[1]
        point = shapely.Point((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        far = [abs(shapely.distance(areas[i].boundary, point)) > 1e-9 for i in range(len(areas))]
        assert all(areas[i].covers(point) == (i in inside) for i in range(len(areas)) if far[i])


def test_a_way_out_and_back_is_cut_on_both_passes() -> None:
    line = shapely.LineString([(36.0, 33.5), (36.3, 33.5), (36.0, 33.5)])
    pieces = cut_line(line, [shapely.box(36.1, 33.4, 36.2, 33.6)])
    assert [inside for _, inside, _ in pieces] == [(), (0,), (), (0,), ()]
    assert [round(km) for _, _, km in pieces] == [9, 9, 19, 9, 9]


# --- the bundled case -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled(layers: Path) -> tuple[Any, Any, Any]:
    case = read_casefile(layers / "case.toml")
    legs, rejected = routes.read_routes(layers / "routes.geojson")
    assert rejected["problem"].tolist() == []
    return legs, control.read_pictures(layers / "control", case)[0], case


def test_every_bundled_route_sums_to_its_length(bundled: Any) -> None:
    legs, pictures, case = bundled
    starts = legs[legs["leg"] == 1]
    claims = [
        claim(f"c{n}", origin=row.from_place, date_from=row.valid_from, date_to=row.valid_from + pd.Timedelta(days=1))
        for n, row in enumerate(starts.itertuples())
    ]
    convoys = routes.join_convoys(CLAIMS.table(claims), legs, PLACES.empty(), pictures, extent=case.extent)
    assert convoys["route_id"].notna().all()
    assert {2017, 2018} == set(convoys["date_from"].dt.year)
    for row in convoys.itertuples():
        crossed = json.loads(row.crossed)
        assert sum(part["km"] for part in crossed) == pytest.approx(row.length_km, rel=1e-3)
        assert row.length_km == pytest.approx(length_km(row.geometry), rel=1e-3)


def test_convoys_need_no_pictures_of_the_case_file() -> None:
    nothing = routes.join_convoys(CLAIMS.empty(), ROUTES.empty(), PLACES.empty(), extent=casefile().extent)
    assert nothing.empty


@pytest.mark.parametrize(
    ("status", "answer", "holder"),
    [("contested", "disputed", "north_group"), ("unknown", "unknown", None), ("claimed", "held", "north_group")],
)
def test_ground_in_doubt_is_crossed_as_such(status: str, answer: str, holder: str | None, tmp_path: Path) -> None:
    files = {"2018-03-01.geojson": series()["2018-03-01.geojson"]}
    files["2018-03-01.geojson"]["features"][2]["properties"]["status"] = status
    pictures, _ = read(tmp_path, files)
    crossed = routes.find_crossings(shapely.LineString(WAY), pictures, "2018-03-04")
    assert sum(part["km"] for part in crossed) == pytest.approx(length_km(shapely.LineString(WAY)), rel=1e-3)
    assert (crossed[2]["answer"], crossed[2]["holder"]) == (answer, holder)
