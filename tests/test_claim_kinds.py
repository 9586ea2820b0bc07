"""Kinds of reading that a first user missed: sites and old cities told of before, governors, "how many"."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, reports_of

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS

KINDS = {
    "Mosul": "city",
    "Homs": "city",
    "Aleppo": "city",
    "Hama": "city",
    "Mariupol": "city",
    "Erbil": "city",
    "Azovstal": "site",
    "Nineveh": "adm1",
    "Khalidiya": "neighbourhood",
}


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    told = [{"id": "r1", "published": "2018-03-26", "text": text, "places": list(KINDS)}]
    places = places_of(told)
    places["kind"] = places["name"].map(KINDS)
    found = find_claims(reports_of(told), MARKS.empty(), places)
    return [
        tuple(None if pd.isna(v) else v for v in row) for row in found[list(columns)].itertuples(index=False, name=None)
    ]


# --- sites and old cities named before ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "Azovstal had been shelled for weeks. Moscow said 771 fighters had laid down their arms at the plant.",
        "The last fighters in Mariupol held Azovstal. On Monday 264 soldiers laid down their weapons at the plant.",
        "Guns fell silent around Azovstal. In Mariupol 40 men surrendered at the steelworks.",
    ],
)
def test_the_plant_is_the_site_named_before(text):
    assert ("prisoners", "Azovstal") in rows(text, "kind", "place")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The Old City of Mosul was quiet on Friday. The United Nations said 900 people were trapped inside the Old City.",
            ("population", None, "Old City of Mosul"),
        ),
        (
            "Mosul's Old City is in ruins. At least 40 civilians were killed in the Old City.",
            ("casualties", None, "Old City of Mosul"),
        ),
        (
            "The Old City of Homs was cut off for two years. On Friday 300 people left the Old City.",
            ("departure", "Old City of Homs", None),
        ),
        (
            "The Old City of Homs was cut off for two years. Some 90 fighters came out of the Old City.",
            ("departure", "Old City of Homs", None),
        ),
        ("Snow fell on Mosul on Friday. Some 900 people were trapped inside the Old City.", ("population", None, None)),
    ],
)
def test_the_old_city_is_that_of_the_city_it_was_named_with(text, wanted):
    assert rows(text, "kind", "origin", "place")[-1] == wanted


# --- what tells who speaks, and questions ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The governor of Nineveh said 62 people had been killed.", None),
        ("The deputy governor of Homs said that three people were wounded.", None),
        ("Homs governor Adam Petri said that five people had been killed.", None),
        ("The mayor of Homs said that five people had been killed.", "Homs"),
        ("The governor of Nineveh said 62 people had been killed in Mosul.", "Mosul"),
    ],
)
def test_a_governor_answers_for_more_than_one_place(text, wanted):
    assert rows(text, "kind", "place") == [("casualties", wanted)]


@pytest.mark.parametrize(
    "text",
    [
        "He did not say how many had been taken to Aleppo.",
        "It was not clear how many civilians had been evacuated from Mosul.",
        "The army would not say how many families had left Homs.",
    ],
)
def test_how_many_left_tells_of_no_departure(text):
    assert rows(text, "kind") == []
