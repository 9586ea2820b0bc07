"""Phrases that no claim holds, the order of days, and movements that get their pocket from who holds it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely
from checks_fixture import CASE, check, claim, drawn_pictures, mentions, report
from control_fixture import box, feature, places, read

from geo_ghouta import checks, control
from geo_ghouta.schema import CLAIMS, GAZETTEER, Pictures


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Pictures:
    return drawn_pictures(tmp_path_factory.mktemp("checks"))


# --- phrases ----------------------------------------------------------------------------------------------------------


def test_a_place_said_to_lie_in_a_pocket(pictures: Pictures) -> None:
    text = "The final pocket, run by North Group and including Alder, is quiet. The enclave includes Cedar too."
    found = check(pictures, text, [])
    inside = found[found["check"] == "place_in_pocket"]
    assert inside["verdict"].tolist() == ["agrees", "disagrees"]
    assert "2 pockets are drawn that day" in inside["detail"].iloc[0]
    assert "in the pocket" in inside["detail"].iloc[0]


@pytest.mark.parametrize(("town", "verdict"), [("Alder", "agrees"), ("Birch", "disagrees"), ("Fir", "untestable")])
def test_the_largest_town(town: str, verdict: str, pictures: Pictures) -> None:
    text = f"People fear for {town}, the largest town there."
    found = check(pictures, text, [])
    row = found[found["check"] == "largest_town"].iloc[0]
    assert row["verdict"] == verdict
    # No claim holds the phrase: the finding itself leads back to its words.
    assert (row["path"], row["feature"]) == ("d", f"from character {text.index('largest')}")


def test_the_largest_town_by_people(pictures: Pictures) -> None:
    rows = places()
    rows["population"] = pd.array([1_000, 90_000, 5_000, 10, 10], dtype="Int64")
    text = "People fear for Alder, the largest town there."
    found = check(pictures, text, [], gazetteer=rows)
    assert found[found["check"] == "largest_town"]["verdict"].tolist() == ["disagrees"]
    assert "90,000" in found["detail"].iloc[0]


def test_towns_of_one_kind_without_numbers_are_untestable(pictures: Pictures) -> None:
    rows = places()
    rows["kind"] = "town"
    found = check(pictures, "People fear for Alder, the biggest town there.", [], gazetteer=rows)
    assert found[found["check"] == "largest_town"]["verdict"].tolist() == ["untestable"]


@pytest.mark.parametrize(
    ("phrase", "verdict"),
    [
        ("The area lies within mortar range of Birch.", "agrees"),
        ("The area lies within sniper range of Birch.", "disagrees"),
        ("The area lies within 5 km of Birch.", "agrees"),
        ("The area lies within 2 miles of Birch.", "disagrees"),
        ("Alder lies within artillery range of Birch.", "agrees"),
        ("Alder lies within sniper range of Birch.", "disagrees"),
    ],
)
def test_distances(phrase: str, verdict: str, pictures: Pictures) -> None:
    found = check(pictures, phrase, [])
    assert found["check"].tolist() == ["distance"]
    assert found["verdict"].tolist() == [verdict], found["detail"].iloc[0]
    assert found["unit"].tolist() == ["km"]


@pytest.mark.parametrize(
    ("phrase", "verdict", "words"),
    [
        ("North Group pushed to within 5 km of Birch.", "agrees", "ground held by North Group"),
        ("The army pushed to within 5 km of Birch.", "untestable", "its outline is not drawn"),
        ("Rebels pushed to within 5 km of Birch.", "agrees", "the nearest ground held"),
        ("Soldiers stand within 5 km of Birch.", "untestable", "does not say"),
        ("Police advanced to within 5 km of Birch.", "untestable", "does not say"),
        ("Near Alder police advanced to within 5 km of Birch.", "untestable", "does not say"),
        ("The army is within mortar range of Birch.", "untestable", "its outline is not drawn"),
    ],
)
def test_the_distance_is_from_the_ground_of_those_who_moved(
    phrase: str, verdict: str, words: str, pictures: Pictures
) -> None:
    found = check(pictures, phrase, [])
    assert found["verdict"].tolist() == [verdict], found["detail"].iloc[0]
    assert words in found["detail"].iloc[0]


def city() -> gpd.GeoDataFrame:
    extra = [
        {"place_id": "t/capital", "name": "Capital", "kind": "capital", "admin": "Land", "uncertainty_m": 5000.0, "geometry": shapely.Point(36.25, 33.5)},
        *(
            {"place_id": f"t/{name.lower()}", "name": name, "kind": "district", "admin": "Capital, Land", "uncertainty_m": 300.0,
             "geometry": shapely.Point(x, y)}
            for name, x, y in (("Westend", 36.34, 33.59), ("Eastend", 36.33, 33.58), ("Harbour", 36.25, 33.45))
        ),
    ]  # fmt: skip
    base = {"geo_precision": "neighbourhood", "gazetteer": "t"}
    return GAZETTEER.check(
        pd.concat([places(), GAZETTEER.table([{**base, **row} for row in extra])], ignore_index=True)
    )


def test_the_last_districts_of_a_city(pictures: Pictures) -> None:
    text = "It wants the last remaining opposition districts in the capital."
    found = check(pictures, text, [], gazetteer=city())
    row = found[found["check"] == "last_held"].iloc[0]
    assert row["verdict"] == "untestable"
    assert "Eastend, Westend" in row["detail"] or "Westend, Eastend" in row["detail"]
    assert "does not name" in row["detail"]
    assert "Harbour" not in row["detail"]
    none = check(pictures, text, [], published="2018-04-21", gazetteer=city())
    assert none[none["check"] == "last_held"]["verdict"].tolist() == ["disagrees"]


def test_an_arrival_at_an_edge(pictures: Pictures) -> None:
    text = "They reached a camp on the edge of the enclave at Fir. Others came to the edge of Alder."
    rows = [
        claim(text, "They reached a camp", "arrival", "far", destination="Fir", destination_id="t/fir", date_from="2018-03-20", date_to="2018-03-21", date_basis="stated"),
        claim(text, "Others came", "arrival", "none", date_from="2018-03-20", date_to="2018-03-21", date_basis="stated"),
    ]  # fmt: skip
    found = check(pictures, text, rows)
    found = found[found["check"] == "at_the_edge"].set_index("claim_id")
    assert found["verdict"].to_dict() == {"far": "disagrees", "none": "untestable"}


# --- order ------------------------------------------------------------------------------------------------------------


def test_what_happened_is_not_dated_after_its_report(pictures: Pictures) -> None:
    text = "Buses left Alder."
    day = {"date_from": "2018-03-25", "date_to": "2018-03-26", "date_basis": "stated"}
    found = check(pictures, text, [claim(text, "Buses left", "departure", origin="Alder", **day)])
    assert found[["check", "verdict", "claimed"]].to_numpy().tolist() == [["date_order", "disagrees", 4.0]]
    planned = check(pictures, text, [claim(text, "Buses left", "departure", origin="Alder", modality="planned", **day)])
    assert planned.empty


@pytest.mark.parametrize(("arrived", "verdict"), [("2018-03-20", "agrees"), ("2018-03-18", "disagrees")])
def test_arrivals_follow_departures(arrived: str, verdict: str, pictures: Pictures) -> None:
    text = "Buses left Alder. They arrived."
    end = str((pd.Timestamp(arrived) + pd.Timedelta(days=1)).date())
    rows = [
        claim(
            text,
            "Buses left",
            "departure",
            "d",
            origin="Alder",
            date_from="2018-03-19",
            date_to="2018-03-20",
            date_basis="stated",
        ),
        claim(
            text, "They arrived", "arrival", "a", origin="Alder", date_from=arrived, date_to=end, date_basis="stated"
        ),
    ]
    found = check(pictures, text, rows)
    assert found[["claim_id", "verdict"]].to_numpy().tolist() == [["a", verdict]]


# --- holdings ---------------------------------------------------------------------------------------------------------


def resolve(pictures: Pictures, **more: Any) -> pd.Series:
    text = "A convoy left the pocket."
    row = claim(text, "A convoy left", "departure", actor="north_group", date_from="2018-03-21", date_to="2018-03-22")
    row.update(more)
    pockets = control.find_pockets(pictures, CASE, places())
    return control.resolve_holdings(CLAIMS.table([row]), pictures, pockets, CASE.actors).iloc[0]


def one_pocket(folder: Path) -> Pictures:
    files = {"2018-03-20.geojson": {"type": "FeatureCollection", "features": [feature("north", "north_group", box(36.30, 33.55, 36.36, 33.60))]},
             "2018-03-22.geojson": {"type": "FeatureCollection", "features": []}}  # fmt: skip
    return read(folder, files)[0]


def test_a_movement_without_a_place_gets_the_pocket_that_its_actor_holds(tmp_path: Path) -> None:
    found = resolve(one_pocket(tmp_path))
    assert (found["origin"], found["place_basis"]) == ("North", "control_picture")
    by_word = resolve(one_pocket(tmp_path), actor=None, actor_text="the Northerners")
    assert by_word["origin"] == "North"


def test_the_day_of_leaving_counts_when_the_pocket_is_empty_by_night(tmp_path: Path) -> None:
    assert resolve(one_pocket(tmp_path), date_from="2018-03-22", date_to="2018-03-23")["origin"] == "North"


@pytest.mark.parametrize(
    "more",
    [
        {"actor": "south_group"},
        {"actor": "government"},
        {"actor": None},
        {"kind": "casualties"},
        {"place_basis": "stated"},
        {"date_from": None, "date_to": None},
        {"date_from": "2018-03-01", "date_to": "2018-04-01"},
        {"date_from": "2018-03-25", "date_to": "2018-03-26"},
    ],
)
def test_anything_less_sure_stays_open(more: dict[str, Any], tmp_path: Path) -> None:
    assert pd.isna(resolve(one_pocket(tmp_path), **more)["origin"])


def test_what_is_to_leave_without_a_day_leaves_the_pocket_of_the_day_of_publication(tmp_path: Path) -> None:
    pictures = one_pocket(tmp_path)
    pockets = control.find_pockets(pictures, CASE, places())
    text = "A spokesman expects 300 people to leave the pocket that the group holds."
    row = claim(text, "300 people", "departure", origin_holder="north_group", date_from=None, date_to=None)
    for modality, published, origin in (
        ("expected", "2018-03-21", "North"),
        ("expected", "2018-03-25", None),
        ("expected", None, None),
        ("happened", "2018-03-21", None),
    ):
        reports = pd.DataFrame({"report_id": [row["report_id"]], "published": pd.to_datetime([published])})
        table = CLAIMS.table([row | {"modality": modality}])
        found = control.resolve_holdings(table, pictures, pockets, CASE.actors, reports).iloc[0]
        assert (None if pd.isna(found["origin"]) else found["origin"]) == origin, (modality, published)
        assert pd.isna(found["date_from"])  # the day of publication is no day of the event


def test_of_two_pockets_none_is_guessed(pictures: Pictures) -> None:
    assert pd.isna(resolve(pictures)["origin"])


def test_copies_of_a_story_are_checked_once(pictures: Pictures) -> None:
    text = "The rebels hold 30 percent of the area."
    rows = [
        claim(text, "30 percent", "territory_share", f"c{n}", unit="percent", value=30, low=30, high=30, story_id=story)
        for n, story in ((1, "s"), (2, "s"), (3, "t"))
    ]
    for number, row in enumerate(rows, 1):
        row["report_id"] = f"r{number}"
    reports = pd.concat(
        [report(text, day, f"r{n}") for n, day in ((1, "2018-03-22"), (2, "2018-03-21"), (3, "2018-03-21"))]
    )
    pockets = control.find_pockets(pictures, CASE, places())
    found = checks.check_claims(CLAIMS.table(rows), pictures, pockets, mentions(text), CASE, reports=reports)
    assert found[found["check"] == "territory_share"]["claim_id"].tolist() == ["c2", "c3"]


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ({"speaker": "commander"}, "untestable"),
        ({}, "untestable"),
        ({"speaker": "North Group officer"}, "disagrees"),
    ],
)
def test_a_share_of_those_who_say_we(told: dict[str, Any], verdict: str, pictures: Pictures) -> None:
    text = "We have taken 3 percent of the valley, he told reporters."
    row = claim(text, "3 percent", "territory_share", unit="percent", value=3, low=3, high=3, **told)
    found = check(pictures, text, [row])
    share = found[found["check"] == "territory_share"].iloc[0]
    assert share["verdict"] == verdict
    assert ("North Group" in share["detail"]) is (verdict == "disagrees")


@pytest.mark.parametrize(
    ("text", "actor", "whose"),
    [
        (
            "The army controls 95 percent of the valley.",
            "government",
            r"by North Group \(84\.4\), South Group \(77\.3\) \(",
        ),
        ("Fighters hold 95 percent of the valley.", None, r"by North Group \(84\.4\), South Group \(77\.3\) \("),
        ("North Group holds 95 percent of what it held.", "north_group", r"held on 2018-03-01 by North Group \("),
    ],
)
def test_a_share_tells_whose_ground_it_is_measured_against(
    text: str, actor: str | None, whose: str, pictures: Pictures
) -> None:
    row = claim(text, "95 percent", "territory_share", unit="percent", value=95, low=95, high=95, actor=actor)
    share = check(pictures, text, [row]).query("check == 'territory_share'").iloc[0]
    assert share["verdict"] != "untestable"
    assert re.search(whose, share["detail"]), share["detail"]
