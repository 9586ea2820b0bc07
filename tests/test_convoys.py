"""One departure told in several ways is one convoy, with all that is said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import shapely
from control_fixture import read, series
from routes_fixture import WAY, claim, leg, read_legs

from geo_ghouta import routes
from geo_ghouta.measure import length_km
from geo_ghouta.schema import CLAIMS, PLACES


def place(name: str, kind: str, admin: str | None = None) -> dict[str, Any]:
    return {
        "mention_id": f"r1:{name}", "report_id": "r1", "start": 0, "end": 4, "text": name, "form": "name", "key": name.lower(),
        "resolution": "placed", "place_id": f"t/{name.lower()}", "name": name, "kind": kind, "admin": admin, "match": "exact",
        "geo_precision": "town", "uncertainty_m": 500.0, "geometry": shapely.Point(36.35, 33.57),
    }  # fmt: skip


KNOWN = [
    place("Alder", "district", "Capital, Land"),
    place("Capital", "capital", "Land"),
    place("Birch", "town", "Land"),
]


def told(folder: Path, *claims: dict[str, Any], features: Any = None) -> Any:
    legs, _ = read_legs(folder, *([leg()] if features is None else features))
    return routes.join_convoys(CLAIMS.table(claims), legs, PLACES.table(KNOWN))


def test_every_count_stands_with_its_speaker(tmp_path: Path) -> None:
    convoys = told(
        tmp_path,
        claim("a", speaker="One", buses=30),
        claim("b", speaker="Two", value=1908, low=1908, high=1908),
        claim("c", speaker="Two", value=40, low=40, high=40, unit="buses"),
        claim("d", speaker=None, outlet="Desk", value=1900, low=1900, high=None),
        claim("e", speaker="One", value=413, low=413, high=413, unit="fighters", part_of="a"),
    )
    assert convoys[["people_low", "people_high", "buses_low", "buses_high"]].to_numpy().tolist() == [
        [1500, 1908, 30, 40]
    ]
    assert convoys["people_open"].tolist() == [True]
    by = {row["speaker"]: row for row in json.loads(convoys["by_speaker"].iloc[0])}
    assert {name: (row["people_low"], row["people_high"], row["buses_low"]) for name, row in by.items()} == {
        "Desk": (1900, 1900, None), "One": (1500, 1500, 30), "Two": (1908, 1908, 40),
    }  # fmt: skip
    assert by["One"]["claim_ids"] == ["a", "e"]


def test_what_one_report_counts_side_by_side_is_summed(tmp_path: Path) -> None:
    convoys = told(
        tmp_path,
        claim("a", speaker="One", unit="fighters", value=400, low=400, high=400),
        claim("b", speaker="One", unit="civilians", value=1000, low=1000, high=None),
    )
    assert convoys[["people_low", "people_high", "people_open"]].to_numpy().tolist() == [[1400, 1400, True]]


def test_a_place_named_with_its_city_is_the_place(tmp_path: Path) -> None:
    both = claim("a", origin="Capital|Alder", origin_id="t/capital|t/alder")
    convoys = told(tmp_path, both, claim("b", origin_id="t/alder", value=1600, low=1600, high=1600))
    assert convoys[["convoy_id", "origin_id", "people_high"]].to_numpy().tolist() == [
        ["2018-03-04/Alder", "t/alder", 1600]
    ]


def test_the_city_joins_the_one_convoy_out_of_it(tmp_path: Path) -> None:
    wide = claim("a", origin="Capital", origin_id="t/capital", unit="buses", value=40, low=40, high=40)
    one = told(tmp_path, wide, claim("b", origin_id="t/alder"))
    assert one[["convoy_id", "buses_low", "route_id"]].to_numpy().tolist() == [["2018-03-04/Alder", 40, "r"]]
    counted = told(tmp_path, {**wide, "unit": "people"}, claim("b", origin_id="t/alder"))
    assert counted["convoy_id"].tolist() == ["2018-03-04/Alder", "2018-03-04/Capital"], "two counts may be two convoys"
    apart = told(tmp_path, wide, claim("b", origin="Birch", origin_id="t/birch"))
    assert len(apart) == 2, "the one does not lie in the other"


def test_the_exit_stands_for_where_its_route_begins(tmp_path: Path) -> None:
    gate = [leg(1, WAY[:3], to_place="Gate"), leg(2, WAY[2:], from_place="Gate")]
    convoys = told(tmp_path, claim("a"), claim("b", origin="Gate", value=1600, low=1600, high=1600), features=gate)
    assert convoys[["convoy_id", "crossing", "people_high"]].to_numpy().tolist() == [["2018-03-04/Alder", "Gate", 1600]]


def test_a_night_joins_the_day_that_it_fits(tmp_path: Path) -> None:
    buses = {"unit": "buses", "value": 85, "low": 85, "high": 85}
    night = claim("a", **buses, date_from="2018-03-03", date_to="2018-03-05")
    planned = claim("b", **buses, modality="planned")
    convoys = told(tmp_path, night, planned)
    assert convoys[["convoy_id", "modality", "buses_high"]].to_numpy().tolist() == [
        ["2018-03-04/Alder", "happened", 85]
    ]
    assert len(told(tmp_path, night, {**planned, "value": 20, "low": 20, "high": 20})) == 2, (
        "their counts speak against it"
    )


def test_a_convoy_without_a_route_is_a_row(tmp_path: Path) -> None:
    convoys = told(tmp_path, claim("a", origin="Nowhere", origin_id=None))
    assert convoys["route_id"].isna().all()
    assert convoys.geometry.isna().all()
    assert convoys["people_low"].tolist() == [1500]


def test_names_of_convoys_are_unique(tmp_path: Path) -> None:
    one = claim("a", date_from="2018-03-04", date_to="2018-03-06", value=100, low=100, high=100)
    assert told(tmp_path, one, claim("b"))["convoy_id"].is_unique


def test_who_rode_in_buses_makes_a_convoy_with_them(tmp_path: Path) -> None:
    buses = claim("a", unit="buses", value=7, low=7, high=7, origin=None, origin_id=None)
    riders = claim("b", value=300, low=300, high=300, part_of="a")
    convoys = told(tmp_path, buses, riders)
    assert convoys[["people_low", "people_high", "buses_low", "claim_ids"]].to_numpy().tolist() == [
        [300, 300, 7, "a|b"]
    ]


def test_children_and_a_first_convoy_are_no_count_of_the_day(tmp_path: Path) -> None:
    orphans = claim("a", value=47, low=47, high=47, counted="orphans")
    first = claim("b", value=951, low=951, high=951, buses=20, counted="first convoy")
    assert told(tmp_path, orphans)["people_low"].isna().all()
    assert told(tmp_path, orphans, first)[["people_low", "buses_low"]].to_numpy().tolist() == [[951, 20]]
    assert told(tmp_path, orphans, first, claim("c"))["people_low"].tolist() == [1500]


STOPS = [[36.35, 33.57], [36.42, 33.57], [36.48, 33.6], [36.6, 33.65]]


def stage(number: int, start: str, end: str, **more: Any) -> Any:
    return leg(
        number, STOPS[number - 1 : number + 1], from_place=start, to_place=end, origins="Alder|Birch|Oak", **more
    )


def ways(folder: Path, *features: Any, **more: Any) -> list[Any]:
    stages = features or (stage(1, "Alder", "Oak"), stage(2, "Oak", "Elm"), stage(3, "Elm", "Yew", evidence="inferred"))
    row = told(folder, claim("a", origin_id=None, **more), features=stages).iloc[0]
    if row["geometry"] is None:
        return [row["leg_ids"]]
    ends = [[round(x, 2) for x in row["geometry"].coords[at]] for at in (0, -1)]
    parts = length_km(row["geometry"])
    assert row["length_km"] == pytest.approx(parts)
    return [row["leg_ids"], *ends]


@pytest.mark.parametrize(
    ("origin", "destination", "legs"),
    [
        ("Alder", "Elm", (1, 2)),
        ("Alder", "Yew", (1, 2, 3)),
        ("Alder", "Oak", (1,)),
        ("Oak", "Elm", (2,)),
        ("Oak", None, (2, 3)),  # nobody says where it went: as far as the route is drawn
        ("Alder", "Elm|Yew", (1, 2, 3)),  # one says to Elm, one to Yew: the farthest that is told
        ("Alder", "Nowhere", (1, 2, 3)),
        ("Alder", "Elm|Nowhere", (1, 2)),
        ("Birch", "Elm", (1, 2)),  # the route serves it, and nobody tells where it joins
        ("Oak|Birch", "Elm", (1, 2)),
        ("Oak|Alder", "Elm", (1, 2)),
        ("Oak", "Elm|Alder", (2,)),
        ("Oak", "Alder", ()),  # it went the other way
    ],
)
def test_a_convoy_goes_its_own_legs_of_the_route(
    origin: str, destination: str | None, legs: tuple[int, ...], tmp_path: Path
) -> None:
    found = ways(tmp_path, origin=origin, destination=destination)
    if not legs:
        assert pd.isna(found[0])
        return
    assert found == ["|".join(f"r/{n}" for n in legs), STOPS[legs[0] - 1], STOPS[legs[-1]]]


def test_whose_ground_it_crossed_ends_where_it_went(tmp_path: Path) -> None:
    stages, _ = read_legs(tmp_path, stage(1, "Alder", "Oak"), stage(2, "Oak", "Elm"), stage(3, "Elm", "Yew"))
    rows = [claim("a", origin_id=None, destination="Oak"), claim("b", origin="Oak", origin_id=None, destination="Elm")]
    convoys = routes.join_convoys(CLAIMS.table(rows), stages, PLACES.table(KNOWN), read(tmp_path, series())[0])
    for row in convoys.to_dict("records"):
        assert sum(part["km"] for part in json.loads(row["crossed"])) == pytest.approx(row["length_km"])
    assert convoys["crossed"].nunique() == 2


def test_two_routes_that_share_the_stop_it_went_to_are_one_way(tmp_path: Path) -> None:
    fork = stage(2, "Oak", "Ash", route_id="s")
    ways_ = (stage(1, "Alder", "Oak"), stage(2, "Oak", "Elm"), stage(1, "Alder", "Oak", route_id="s"), fork)
    assert ways(tmp_path, *ways_, destination="Oak")[0] == "r/1"
    assert ways(tmp_path, *ways_, destination="Ash")[0] == "s/1|s/2"
    assert pd.isna(ways(tmp_path, *ways_, destination=None)[0])


# --- a count of convoys, and parts ------------------------------------------------------------------------------------


def gathered(folder: Path, *claims: dict[str, Any], places: Any = KNOWN) -> list[list[Any]]:
    legs, _ = read_legs(folder, leg())
    convoys = routes.join_convoys(CLAIMS.table(claims), legs, PLACES.table(list(places)))
    return convoys[["convoy_id", "claim_ids"]].to_numpy().tolist()


def convoys_counted(claim_id: str, **more: Any) -> dict[str, Any]:
    return claim(claim_id, **{"unit": "other", "value": 9, "low": 9, "high": 9, "counted": "convoy", **more})


def test_a_city_called_like_its_governorate_keeps_its_convoy_together(tmp_path: Path) -> None:
    city = [place("Alder", "city", "Alder")]
    buses = claim("b", unit="buses", value=20, low=20, high=20)
    wounded = claim("c", value=300, low=300, high=300, part_of="a", counted="wounded")
    rows = gathered(tmp_path, claim("a"), buses, wounded, convoys_counted("d"), places=city)
    assert rows == [["2018-03-04/Alder", "a|b|c|d"]]


def test_a_count_of_convoys_is_listed_with_those_that_left(tmp_path: Path) -> None:
    wide = {"origin": "Capital", "origin_id": "t/capital"}
    rows = gathered(tmp_path, claim("a", origin_id="t/alder"), convoys_counted("b", **wide))
    assert rows == [["2018-03-04/Alder", "a|b"]]
    second = place("Juniper", "district", "Capital, Land")
    both = [claim("a"), claim("b", origin="Juniper"), convoys_counted("c", **wide)]
    assert gathered(tmp_path, *both, places=[*KNOWN, second]) == [
        ["2018-03-04/Alder", "a|c"], ["2018-03-04/Juniper", "b|c"],
    ]  # fmt: skip
    days = convoys_counted("b", **wide, date_to="2018-03-06")
    late = {"date_from": "2018-03-05", "date_to": "2018-03-06"}
    assert gathered(tmp_path, claim("a"), days, claim("c", **late)) == [
        ["2018-03-04/Alder", "a|b"], ["2018-03-05/Alder", "b|c"],
    ]  # fmt: skip


def test_a_count_of_convoys_alone_is_the_departure_of_its_day(tmp_path: Path) -> None:
    assert gathered(tmp_path, convoys_counted("a")) == [["2018-03-04/Alder", "a"]]
    other_day = convoys_counted("b", date_from="2018-03-06", date_to="2018-03-07")
    assert len(gathered(tmp_path, claim("a"), other_day)) == 2
    elsewhere = convoys_counted("b", origin="Birch", origin_id="t/birch")
    assert len(gathered(tmp_path, claim("a"), elsewhere)) == 2
    ambulances = {"counted": "ambulance", "origin": "Capital", "origin_id": "t/capital", "modality": "planned"}
    assert told(tmp_path, claim("a"), convoys_counted("b", **ambulances))["modality"].tolist() == ["happened"]


def test_a_count_of_convoys_makes_no_plan_happen_and_no_day_longer(tmp_path: Path) -> None:
    planned = claim("a", modality="planned")
    row = told(tmp_path, planned, convoys_counted("b", date_to="2018-03-06")).iloc[0]
    assert (row["modality"], row["claim_ids"]) == ("planned", "a|b")
    assert (row["date_to"] - row["date_from"]).days == 1


def test_a_part_goes_with_its_whole_whatever_it_names(tmp_path: Path) -> None:
    part = claim("b", value=300, low=300, high=300, part_of="a", origin="Birch", origin_id="t/birch", counted="wounded")
    of_part = claim("c", value=40, low=40, high=40, part_of="b", origin="Cedar", counted="children")
    assert gathered(tmp_path, claim("a"), part, of_part) == [["2018-03-04/Alder", "a|b|c"]]
    assert gathered(tmp_path, part) == [["2018-03-04/Birch", "b"]], "its whole left on no day that is told"
    circle = [claim("a", part_of="b"), claim("b", part_of="a")]
    assert gathered(tmp_path, *circle) == [["2018-03-04/Alder", "a|b"]]
