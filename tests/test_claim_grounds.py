"""Which place is meant: that of a council, where somebody only speaks, "the vast plant", the centre of a town."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, reports_of

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS

KINDS = {
    "Saqba": "town",
    "Misraba": "town",
    "Arbin": "town",
    "Homs": "city",
    "Ankara": "city",
    "Azovstal": "site",
    "Marj": "region",
}


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    told = [{"id": "r1", "published": "2018-03-26", "text": text, "places": list(KINDS)}]
    places = places_of(told)
    places["kind"] = places["name"].map(KINDS)
    found = find_claims(reports_of(told), MARKS.empty(), places)
    return [
        tuple(None if pd.isna(v) else v for v in row) for row in found[list(columns)].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The council of Saqba said 300 people had died in the town.", (None, "Saqba")),
        ("The council of Saqba said that 300 people had left the town.", ("Saqba", None)),
        ("Saqba's council said 300 people had left the town.", ("Saqba", None)),
        ("The council of Saqba said nine had died. Some 300 people left the town on Sunday.", ("Saqba", None)),
        ("The council of Saqba said 300 people had left Misraba.", ("Misraba", None)),
        ("The council of Saqba said 300 people were killed in Misraba.", (None, "Misraba")),
        ("The ministry in Ankara said 300 people had left the town.", (None, None)),
    ],
)
def test_the_town_is_that_of_the_council_that_speaks(text, wanted):
    assert [r[1:] for r in rows(text, "value", "origin", "place") if r[0] == 300] == [wanted]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The minister told reporters in Ankara that 40 people were killed.", None),
        ("An official said in Ankara on Sunday that 40 people were killed.", None),
        ("The minister told reporters in Ankara late on Sunday that 40 people were killed in Saqba.", "Saqba"),
        ("A medic in Saqba said that 40 people were killed.", "Saqba"),
        ("The army said that 40 people were killed in Saqba and that the road was cut.", "Saqba"),
    ],
)
def test_nothing_happens_where_somebody_only_speaks(text, place):
    assert ("casualties", 40, place) in rows(text, "kind", "value", "place")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("had laid down their arms at the plant", "Azovstal"),
        ("had laid down their arms at the vast plant", "Azovstal"),
        ("had laid down their arms at the sprawling, bombed-out steelworks", "Azovstal"),
        ("had laid down their arms at the shell-scarred and besieged plant", "Azovstal"),
        ("had laid down their arms at the chemical plant", None),
        ("had laid down their arms at the nearby plant", None),
    ],
)
def test_what_a_place_is_like_does_not_make_it_another(words, place):
    text = f"Azovstal had been shelled for weeks. Some 771 fighters {words}."
    assert ("prisoners", 771, place) in rows(text, "kind", "value", "place")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Shells fell on Saqba. In the besieged town, 12 people died.", "Saqba"),
        ("Shells fell on Saqba. The embattled town has 12 doctors.", "Saqba"),
        ("Shells fell on Saqba. Some 12 people died in the besieged town of Misraba.", "Misraba"),
        ("Shells fell on Saqba. Some 12 people died in the next town.", None),
    ],
)
def test_the_besieged_town_is_the_town(text, place):
    assert (12, place) in rows(text, "value", "place")


@pytest.mark.parametrize(
    ("where", "goal"),
    [
        ("for the centre of Homs", "Homs"),
        ("for the old quarter of Homs", "Homs"),
        ("for the safety of Homs", "Homs"),
        ("for the city of Homs", "Homs"),
        ("for the mountains of Marj", "Marj"),
        ("for the sake of Homs", None),
        ("for the first time since the fall of Homs", None),
    ],
)
def test_who_is_for_a_part_of_a_place_goes_there(where, goal):
    assert rows(f"Some 300 people left Saqba {where}.", "value", "origin", "destination") == [(300, "Saqba", goal)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Rebels in Saqba hold Misraba and Arbin.", ("holder", "Misraba|Arbin")),
        ("Rebels hold Misraba in Marj.", ("holder", "Misraba")),
        ("Misraba is held by rebels in Saqba.", ("holder", "Misraba")),
        ("Rebels in Saqba captured the town of Misraba.", ("advance", "Misraba")),
        ("Troops in Saqba besieged Misraba on Sunday.", ("siege", "Misraba")),
        ("The army seized Saqba after rebels left Misraba.", ("advance", "Saqba")),
    ],
)
def test_what_is_held_or_taken_is_where_it_lies(text, wanted):
    assert wanted in rows(text, "kind", "place")


def test_forces_from_a_town_force_nobody():
    assert rows("Government forces from Homs killed nine people.", "kind", "value") == [("casualties", 9)]
