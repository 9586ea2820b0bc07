"""Claims: "the town" is the one named before and no wider land; a town "in" a land is where it happens."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, reports_of

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS

KINDS = {"Marj": "region", "Saqba": "town", "Arbin": "town", "Duwair": "village", "Zahra": "neighbourhood"}


def places(text: str) -> list[tuple[object, ...]]:
    """Place of each figure of a text, in order."""
    texts = [{"id": "r1", "published": "2018-03-20", "text": text, "places": list(KINDS)}]
    named = places_of(texts)
    named["kind"] = named["name"].map(KINDS)
    found = find_claims(reports_of(texts), MARKS.empty(), named)
    found = found[found["unit"].notna()]
    return [
        (row["value"], None if pd.isna(row["place"]) else row["place"])
        for row in found[["value", "place"]].to_dict("records")
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Soldiers entered the town of Saqba in the Marj. Nine people were killed in the town.", [(9, "Saqba")]),
        ("Shells on Saqba in Marj killed nine people.", [(9, "Saqba")]),
        ("In Saqba, the largest town of Marj, 900 people are trapped.", [(900, "Saqba")]),
        ("The Marj is cut off. Saqba was shelled on Monday. Some 900 people live in the town.", [(900, "Saqba")]),
        ("Soldiers hold a third of the town of Saqba in Marj; 900 people remain in the town.", [(900, "Saqba")]),
        ("Troops in Marj entered Saqba. In the town, three hospitals were hit.", [(3, "Saqba")]),
        ("Rebels hold Saqba. The town has 12 doctors.", [(12, "Saqba")]),
        ("Rebels hold Saqba. Half of the town was destroyed.", [(50, "Saqba")]),
        ("A convoy left Zahra. The army controls 99 percent of the city.", [(99, None)]),
        ("A convoy left Saqba. The army controls 99 percent of the town.", [(99, "Saqba")]),
    ],
)
def test_the_town_is_the_one_named_before(text, wanted):
    assert [row for row in places(text) if row[0] in {value for value, _ in wanted}] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The Marj was quiet. Nine people were killed in the town.", [(9, None)]),
        ("Saqba lies in Marj, where 900 people live.", [(900, "Marj")]),
        ("Shells on Marj killed nine people.", [(9, "Marj")]),
        ("Since they fled Saqba, in Marj 900 people have been trapped.", [(900, "Marj")]),
        ("In Saqba and Arbin in Marj, 900 people are trapped.", [(900, "Saqba|Arbin")]),
    ],
)
def test_what_is_told_of_the_land_stays_there(text, wanted):
    assert [row for row in places(text) if row[0] in {value for value, _ in wanted}] == wanted


def test_some_villages_of_a_place_are_not_the_place():
    text = "On Sunday 750 people left the two Marj villages. In Arbin nine people were killed."
    texts = [{"id": "r1", "published": "2018-03-20", "text": text, "places": list(KINDS)}]
    found = find_claims(reports_of(texts), MARKS.empty(), places_of(texts))
    assert "Marj" not in list(found["origin"])
    assert list(found["place"].dropna()) == ["Arbin"]
