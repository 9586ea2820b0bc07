"""Who follows whom, who is left, parts with a place and a speaker of their whole, and what only looks like a move."""

from __future__ import annotations

import pytest
from claim_scoring import cells, read_all

PLACES = ("Saqba", "Arbin", "Homs", "Idlib")


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": PLACES}])
    return cells(found[found["unit"].notna()], *columns)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Seven buses left Saqba on Sunday. Five more buses with 350 people followed on Monday.",
            [("departure", 7, "buses"), ("departure", 5, "buses"), ("departure", 350, "people")],
        ),
        (
            "Some 80 percent of the fighters had left Saqba and the remaining 400 would follow, he said.",
            [("departure", 80, "percent"), ("departure", 400, "fighters")],
        ),
        ("Seven buses left Saqba. Some 300 people followed the coffins.", [("departure", 7, "buses"), ("other", 300, "people")]),
        ("Shells killed nine people in Saqba. Two more convoys followed.", [("casualties", 9, "people"), ("other", 2, "other")]),
    ],
)  # fmt: skip
def test_who_follows_goes_where_those_before_went(text, wanted):
    assert rows(text, "kind", "value", "unit") == wanted


def test_the_day_of_those_who_follow_is_their_own():
    told = rows(
        "Seven buses left Saqba on Sunday. Five more buses would follow on Tuesday.", "modality", "origin", "date_from"
    )
    assert [(m, o, str(d)[:10]) for m, o, d in told] == [("happened", "Saqba", "2018-03-25"), ("planned", "Saqba", "2018-03-27")]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A commander put the number of fighters left in the west at 2,000.", [("population", 2000, "happened")]),
        ("A commander put the number of people who left the west at 2,000.", [("departure", 2000, "happened")]),
        ("Some 380,000 people depend on the airlift.", [("other", 380000, "happened")]),
        ("Planes flew 380 people out of Homs in an airlift.", [("departure", 380, "happened")]),
        ("The militia forced 300 people from Saqba, a monitor said.", [("displacement", 300, "happened")]),
        ("The militia forced 300 fighters to surrender in Saqba.", [("prisoners", 300, "happened")]),
        ("Doctors have 250 wounded who cannot walk.", [("casualties", 250, "happened")]),
        ("Some 250 people walked into Arbin.", [("arrival", 250, "happened")]),
        ("The charity has given hot meals to 31,000 people in Homs.", [("other", 31000, "happened")]),
        ("Some 31,000 people live in Homs.", [("population", 31000, "happened")]),
        ("He said 111 men were still being questioned in a school.", [("prisoners", 111, "under_way")]),
        ("The deal includes evacuating 51 wounded from Saqba.", [("departure", 51, "planned")]),
        ("A convoy that was to lead 54 buses out of Homs had to turn back.", [("departure", 54, "planned")]),
        ("A convoy led 54 buses out of Homs.", [("departure", 54, "happened")]),
        ("The army says that 36 of the captives are dead.", [("casualties", 36, "happened")]),
    ],
)
def test_what_a_figure_tells(text, wanted):
    assert rows(text, "kind", "value", "modality") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The army evacuated 6,266 people, including 3,071 from Saqba, to Idlib.",
            [(6266, None, "Idlib"), (3071, "Saqba", "Idlib")],
        ),
        ("About 2,000 people left Homs, including 300 fighters.", [(2000, "Homs", None), (300, "Homs", None)]),
        ("The army evacuated 6,266 people, including 371 children, from Saqba to Idlib.",
         [(6266, "Saqba", "Idlib"), (371, "Saqba", "Idlib")]),
    ],
)  # fmt: skip
def test_the_place_of_a_part_is_not_its_wholes(text, wanted):
    assert rows(text, "value", "origin", "destination") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The governor said that 1,151 people had left Homs. They included 430 children, 320 women and 141 elderly men.",
            [(1151, "governor"), (430, "governor"), (320, "governor"), (141, "governor")],
        ),
        ("The governor said that 1,151 people had left Homs. Another 300 people reached Idlib.", [(1151, "governor"), (300, None)]),
        (
            "About 600,000 people have fled Homs, a quarter of the population, the aid agency said.",
            [(600000, "aid agency"), (25, "aid agency")],
        ),
        ("The army spoke of 2,000 dead. An aid group received 5,000 people, fewer than it expected.", [(2000, "army"), (5000, None)]),
        (
            "Residents were hungry. One of them said eight of his neighbours were shot. Another said 30 families had left.",
            [(8, "residents"), (30, "residents")],
        ),
    ],
)  # fmt: skip
def test_who_says_it(text, wanted):
    assert rows(text, "value", "speaker") == wanted


def test_a_town_held_under_siege_is_not_held():
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": "The army has held Saqba under siege since June 2012.",
                       "places": PLACES}])  # fmt: skip
    assert list(found["kind"]) == ["siege"]
    assert rows("The army has held 13 of the districts under siege.", "kind", "value") == [("siege", 13)]
    assert rows("The army has held 13 of the districts since June 2012.", "kind", "value") == [("holder", 13)]


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Things are getting worse daily, and 300 people left Saqba, the mayor said.", "event"),
        ("Some 300 people leave Saqba daily.", "day"),
        ("A daily average of 300 people left Saqba.", "day"),
    ],
)
def test_what_is_told_of_each_day(text, scope):
    assert rows(text, "scope") == [(scope,)]


def test_those_of_whom_half_are_gone_lived_there():
    told = rows(
        "Half of the region's 120,000 people could be gone by Thursday, an official said.", "value", "kind", "modality"
    )
    assert told == [(50, "departure", "conditional"), (120000, "population", "happened")]


def test_a_rate_without_a_noun_counts_what_was_told_before():
    told = rows("Only 33 trucks entered Homs in May; 500 a day came in before the war.", "kind", "value", "unit")
    assert told == [("arrival", 33, "other"), ("arrival", 500, "other")]


def test_the_number_of_civilians_counts_civilians():
    told = rows(
        "A doctor put the number of civilians killed in the first three days at 1,500.", "kind", "value", "unit"
    )
    assert told == [("casualties", 1500, "civilians")]
