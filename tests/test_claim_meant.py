"""Where something lies that does not move: listed places, goals of those who go, and which town "the town" is."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, reports_of

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS

KINDS = {
    "Saqba": "town",
    "Harasta": "town",
    "Zamalka": "town",
    "Barzeh": "neighbourhood",
    "Tishrin": "neighbourhood",
    "Qabun": "neighbourhood",
    "Idlib": "adm1",
    "northern Homs": "region",
}


def rows(text: str, kind: str, *columns: str) -> list[tuple[str | None, ...]]:
    told = [{"id": "r1", "published": "2018-03-26", "text": text, "places": list(KINDS)}]
    places = places_of(told)
    places["kind"] = places["name"].map(KINDS)
    found = find_claims(reports_of(told), MARKS.empty(), places)
    return [
        tuple(None if pd.isna(v) else v for v in row)
        for row in found.loc[found["kind"] == kind, list(columns)].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A convoy left a pocket held by rebels on Sunday and reached Idlib on Monday.", None),
        ("The army holds Saqba and sent 300 people to Idlib.", "Saqba"),
    ],
)
def test_ground_that_is_held_does_not_lie_where_a_convoy_goes(text, wanted):
    assert rows(text, "holder", "place") == [(wanted,)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The final agreement only allowed fighters safe passage to Idlib.", (None, "Idlib")),
        ("The agreement for Saqba allows safe passage to Idlib.", ("Saqba", "Idlib")),
        ("The rebels and the army reached an agreement in Saqba.", ("Saqba", None)),
    ],
)
def test_a_deal_does_not_lie_where_it_lets_people_go(text, wanted):
    assert rows(text, "agreement", "place", "destination") == [wanted]


def test_talks_on_leaving_a_town_are_about_that_town():
    assert rows("Talks on evacuating Saqba stalled on Monday.", "negotiation", "place") == [("Saqba",)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("In the deals for Saqba, Harasta and Zamalka, an agreement to disarm came first.", "Saqba|Harasta|Zamalka"),
        ("In northern Homs, Saqba and Harasta signed an agreement.", "Saqba|Harasta"),
        ("Ten buses came out of Saqba and Harasta, two villages besieged by rebels.", "Saqba|Harasta"),
    ],
)
def test_all_places_of_a_list_are_meant(text, wanted):
    kind = "siege" if "besieged" in text else "agreement"
    assert rows(text, kind, "place")[-1] == (wanted,)


def test_the_district_is_none_of_those_listed_together():
    text = (
        "Ten buses drove out of Qabun on Sunday. The deal is like those of Barzeh and Tishrin. "
        "Government forces had advanced inside the neighbourhood."
    )
    assert rows(text, "advance", "place") == [("Qabun",)]
    alone = text.replace("Barzeh and Tishrin", "Tishrin")
    assert rows(alone, "advance", "place") == [("Tishrin",)]
