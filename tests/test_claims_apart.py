"""Figures that are not set against one another: other people, other lots, rival voices, copies of one story."""

from __future__ import annotations

from typing import Any

import pytest
from claim_scoring import read_all

from geo_ghouta.claims import check_arithmetic, group_facts
from geo_ghouta.schema import CLAIMS


def row(name: str, value: float, **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "claim_id": name, "report_id": "r", "story_id": "s", "start": 0, "end": 1, "kind": "departure", "unit": "people", "scope": "event",
        "origin": "Alder", "place_basis": "stated", "modality": "happened", "value": value, "low": value, "high": value, "qualifier": "exact",
        "date_basis": "stated", "date_precision": "day", "date_from": "2020-02-11", "date_to": "2020-02-12",
    }  # fmt: skip
    return base | more


UNDATED = {"date_from": None, "date_to": None, "date_basis": "unknown", "date_precision": "unknown"}
NOWHERE = {"origin": None, "place_basis": "unknown"}


def facts(*rows: dict[str, Any]) -> list[str]:
    return group_facts(CLAIMS.table(rows)).tolist()


def found(*rows: dict[str, Any]) -> list[tuple[str, str]]:
    table = check_arithmetic(CLAIMS.table(rows))
    return list(zip(table["check"], table["verdict"], strict=True))


# --- what a figure counts --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("Some 640 children left the town on Monday.", ["children"]),
        ("Some 640 people left the town on Monday.", [None]),
        ("Shells hit the town on Monday, killing five people and wounding fourteen.", [None, "wounded"]),
        ("Two soldiers were killed and 17 wounded in the town on Monday.", [None, "wounded"]),
        ("A second convoy of 31 buses carrying 1,400 people left the town on Monday.", ["second convoy"] * 2),
        ("About 1,400 people left the town in the first convoy on Monday.", ["first convoy"]),
        ("The first convoy waited while 1,400 people left the town on Monday.", [None]),
    ],
)
def test_what_is_counted(text: str, counted: list[str | None]) -> None:
    read = read_all([{"id": "r1", "published": "2020-02-12", "text": text, "places": []}])
    told = read[read["unit"].notna()]["counted"].astype("object")
    assert told.where(told.notna(), None).tolist() == counted


# --- facts -----------------------------------------------------------------------------------------------------------
def test_children_and_wounded_are_other_facts_than_all_and_than_one_another() -> None:
    apart = facts(
        row("a", 360),
        row("b", 47, counted="orphans"),
        row("c", 90, counted="wounded"),
        row("d", 2700, counted="children"),
    )
    assert len(set(apart)) == 4
    assert len(set(facts(row("a", 90, counted="wounded"), row("b", 110, counted="wounded", speaker="UN")))) == 1


def test_parts_of_two_wholes_that_count_other_people_stay_apart() -> None:
    wholes = [row("a", 951, speaker="Red Cross"), row("b", 3000, speaker="UN")]
    parts = [row("c", 108, counted="wounded", part_of="a"), row("d", 360, part_of="b")]
    ids = facts(*wholes, *parts)
    assert ids[2] != ids[3]


def test_a_first_convoy_is_not_set_against_a_day_unless_it_may_be_all_of_it() -> None:
    day, first = row("a", 3000), row("b", 951, counted="first convoy", speaker="Red Cross")
    assert len(set(facts(day, first))) == 2
    assert len(set(facts(row("a", 950, low=950, high=None, qualifier="at_least"), first))) == 1
    assert len(set(facts(first, row("c", 990, counted="first convoy", speaker="UN")))) == 1
    assert len(set(facts(first, row("c", 990, counted="second convoy", speaker="UN")))) == 2


def test_cars_and_ambulances_of_a_day_are_two_facts() -> None:
    assert (
        len(set(facts(row("a", 60, unit="other", counted="car"), row("b", 13, unit="other", counted="ambulance")))) == 2
    )


def test_two_days_told_by_name_are_no_night() -> None:
    both = row("a", 6500, date_to="2020-02-13", date_text="Tuesday and Wednesday")
    night = row("b", 1990, date_to="2020-02-13", date_text="overnight")
    ids = facts(row("c", 2000), both, night)
    assert ids[0] == ids[2] != ids[1]


def test_a_total_since_a_day_is_one_in_all_copies_of_its_story() -> None:
    since = {"scope": "cumulative", "date_text": "since Tuesday", "counted": "children"}
    first = row("a", 700, date_to="2020-02-15", **since)
    copy = row("b", 700, date_to="2020-02-16", report_id="q", **since)
    assert len(set(facts(first, copy))) == 1
    assert len(set(facts(first, copy | {"story_id": "other"}))) == 2
    assert len(set(facts(first, copy | {"value": 900, "low": 900, "high": 900}))) == 2


def test_undated_figures_of_a_place_meet_only_where_they_can_be_one() -> None:
    small = row("a", 1580, **UNDATED)
    more = row("b", 5000, low=5000, high=None, qualifier="at_least", **UNDATED)
    assert len(set(facts(small, more))) == 2
    assert len(set(facts(small, more | {"value": 1500, "low": 1500}))) == 1
    rivals = facts(small | {"speaker": "UN"}, more | {"speaker": "Red Cross"})
    assert len(set(rivals)) == 1


def test_two_voices_on_nowhere_are_no_rivals_at_ten_times_the_figure() -> None:
    told = {"kind": "population", **UNDATED, **NOWHERE}
    city = row("a", 350_000, low=350_000, high=None, qualifier="at_least", speaker="city council", **told)
    cellar = row("b", 1_200, low=None, qualifier="at_most", speaker="officials", **told)
    assert len(set(facts(city, cellar))) == 2
    assert len(set(facts(city, cellar | {"value": 300_000, "high": 300_000}))) == 1


def test_two_voices_far_apart_in_a_report_are_no_rivals_unless_alike() -> None:
    convoy = row("a", 1_600, speaker="state TV", start=700, end=705, **UNDATED)
    region = row(
        "b", 5_000, speaker="army", start=2_400, end=2_405, low=5_000, high=None, qualifier="at_least", **UNDATED
    )
    assert len(set(facts(convoy, region))) == 2
    assert len(set(facts(convoy, region | {"start": 800, "end": 805}))) == 1
    assert len(set(facts(convoy, region | {"value": 1_900, "low": 1_900}))) == 1


# --- arithmetic ------------------------------------------------------------------------------------------------------
def test_people_are_not_summed_against_children() -> None:
    days = [row("a", 4500), row("b", 47, date_from="2020-02-12", date_to="2020-02-13")]
    total = row("c", 2700, scope="cumulative", date_to="2020-02-14")
    assert found(*days, total) == [("sum_of_days", "disagrees")]
    assert found(*days, total | {"counted": "children"}) == []
    assert found(days[0], days[1] | {"counted": "orphans"}, total) == []


def test_rival_tolls_of_one_strike_are_no_days_of_a_sum() -> None:
    dead = {"kind": "casualties", "origin": None, "place": "Alder"}
    rows = [
        row("a", 210, speaker="residents", **dead),
        row("b", 140, speaker="rescuers", date_from="2020-02-18", date_to="2020-02-19", **dead),
        row("c", 130, speaker="governor", scope="cumulative", **UNDATED, **dead),
    ]
    assert found(*rows) == []
    assert found(*(r | {"speaker": "governor"} for r in rows)) == [("sum_of_days", "disagrees")]


def test_two_voices_may_confirm_a_total_but_not_refute_it() -> None:
    days = [row("a", 900, speaker="UN"), row("b", 5200, speaker="UN", date_from="2020-02-12", date_to="2020-02-13")]
    total = row("c", 6100, scope="cumulative", speaker="state media", **UNDATED)
    assert found(*days, total) == [("sum_of_days", "agrees")]
    assert found(*days, total | {"value": 2000}) == []


@pytest.mark.parametrize(("total", "verdict"), [("1,400", "agrees"), ("1,000", "disagrees"), ("4,000", "untestable")])
def test_a_total_of_a_day_runs_up_to_that_day(total, verdict):
    text = f"On Saturday 500 people left Saqba. On Sunday 900 more left, bringing the total to {total}."
    claims = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": ["Saqba"]}])
    assert check_arithmetic(claims)[["check", "verdict"]].values.tolist() == [["sum_of_days", verdict]]


def test_parts_that_share_nobody_are_no_more_than_the_whole() -> None:
    whole = row("a", 800)
    went = [
        row("b", 500, start=40, destination="Elm", part_of="a"),
        row("c", 200, start=60, destination="Oak"),
        row("d", 300, start=80, destination="Ash"),
    ]
    agrees = ("part_of_whole", "agrees")
    assert found(whole, *went) == [("part_of_whole", "disagrees"), agrees]
    assert found(whole | {"value": 1000, "high": 1000}, *went) == [agrees]
    assert found(whole, went[0], went[1] | {"start": 400}, went[2] | {"start": 480}) == [agrees]
    women = [row("b", 500, counted="women", part_of="a"), row("c", 400, counted="wounded", part_of="a")]
    assert found(whole, *women) == [agrees, agrees]  # the same women may be wounded
    sides = [row("b", 500, unit="fighters", part_of="a"), row("c", 400, unit="civilians", part_of="a")]
    assert found(whole, *sides) == [("part_of_whole", "disagrees"), agrees, agrees]


def test_who_rode_in_buses_is_no_part_of_them() -> None:
    buses = row("a", 7, unit="buses")
    assert found(buses, row("b", 300, part_of="a")) == [("people_per_bus", "agrees")]
    assert found(buses, row("b", 3000, part_of="a")) == [("people_per_bus", "disagrees")]
    assert found(row("a", 7, unit="other"), row("b", 300, part_of="a")) == []


def test_copies_of_a_story_give_one_finding() -> None:
    one = row("a", 500, buses=10)
    assert len(found(one, one | {"claim_id": "b", "report_id": "q"})) == 1
    assert len(found(one, one | {"claim_id": "b", "report_id": "q", "story_id": "t"})) == 2
    assert len(found(one, one | {"claim_id": "b"})) == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Four buses and seven ambulances carried 39 people out of Saqba.", []),
        ("Four buses carried 12 wounded out of Saqba.", []),
        ("Four buses carried 12 people out of Saqba.", ["disagrees"]),
    ],
)
def test_the_sick_lie_and_others_ride_in_ambulances(text, wanted):
    claims = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    assert check_arithmetic(claims)["verdict"].tolist() == wanted
