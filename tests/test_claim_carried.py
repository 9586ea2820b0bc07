"""What is carried in, back or along, what was held, hurt or shut, and whose men the counted are."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta.claims.telling_apart import tell_apart

PLACES = ("Srebrenica", "Zepa", "Tuzla", "سربرنيتسا", "جيبا")


def read(text: str) -> list[tuple[object, ...]]:
    named = [p for p in PLACES if p in text]
    found = read_all([{"id": "r1", "published": "1995-07-20", "text": text, "places": named}])
    found = found[found["unit"].notna()]
    rows = found[["kind", "value", "unit"]].astype(object).itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in rows]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("By dusk nine buses had taken 410 people to Tuzla.", [("departure", 9, "buses"), ("departure", 410, "people")]),
        ("The monitors listed 812 evacuees in 19 buses.", [("departure", 812, "people"), ("departure", 19, "buses")]),
        (
            "The monitors listed 812 evacuees in 19 buses; the army's figure is 790.",
            [("departure", 812, "people"), ("departure", 19, "buses"), ("departure", 790, "people")],
        ),
        ("So far 640 troops have been flown in on 22 flights.", [("arrival", 640, "fighters"), ("arrival", 22, "other")]),
        ("About 70 patients were flown in helicopters to Tuzla.", [("departure", 70, "people")]),
        ("A second group of 130 people was brought back to Tuzla.", [("arrival", 130, "people")]),
        ("The guards opened the road, letting in only 3 of 14 lorries.", [("arrival", 3, "other"), ("arrival", 14, "other")]),
        ("The gates let aid into Srebrenica and Zepa, two towns that are cut off.", []),
        ("Planes dropped 9,000 rations over Zepa.", [("arrival", 9000, "other")]),
        ("Sixty hostages came out at noon.", [("prisoners", 60, "prisoners")]),
        ("Ninety hostages are unaccounted for.", [("prisoners", 90, "prisoners")]),
        ("The hospital in Tuzla received 27 wounded overnight.", [("casualties", 27, "people")]),
        ("Some 44 women sought medical help.", [("casualties", 44, "people")]),
        ("Nearly 80,000 people were without running water.", [("infrastructure", 80000, "people")]),
        ("Thousands of families became refugees in a week.", [("displacement", None, "other")]),
        ("Eleven schools have opened in Tuzla.", [("infrastructure", 11, "other")]),
        ("The fall of Zepa would free up 3,000 soldiers.", [("other", 3000, "fighters")]),
        ("The number of refugees reached half a million.", [("displacement", 500000, "people")]),
        ("Out of 12 hospitals, five have been hit.", [("infrastructure", 12, "hospitals"), ("infrastructure", 5, "hospitals")]),
        ("Dozens of residents walked into the burned streets.", [("arrival", None, "people")]),
        ("A convoy with 95 people on board crossed from Zepa.", [("departure", 95, "people")]),
    ],
)  # fmt: skip
def test_carried_held_hurt_and_shut(text, wanted):
    assert read(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It said nine more of its soldiers had been killed.", [("casualties", 9, "fighters")]),
        ("It reported 12 civilian deaths.", [("casualties", 12, "civilians")]),
        ("The force has 30 armoured personnel carriers.", [("other", 30, "other")]),
        (
            "They sent 900 soldiers and 40 lorries. By Friday 310 of them had been flown in.",
            [("other", 900, "fighters"), ("other", 40, "other"), ("arrival", 310, "fighters")],
        ),
        (
            "Police held 60 people, among them four editors.",
            [("prisoners", 60, "prisoners"), ("prisoners", 4, "prisoners")],
        ),
    ],
)
def test_whose_the_counted_are(text, wanted):
    assert read(text) == wanted


def test_the_town_that_arabic_reports_mean_is_where_others_left():
    text = "نزح 900 شخص من سربرنيتسا. وقال ناشطون إن 300 شخص غادروا البلدة."
    found = read_all([{"id": "r1", "published": "1995-07-20", "text": text, "places": ["سربرنيتسا"]}])
    assert found["origin"].tolist() == ["سربرنيتسا", "سربرنيتسا"]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("A shell killed four people, wounding more than 30.", "30"),
        ("وأصيب 12 آخرون بجروح.", "12"),
        ("أدى القصف إلى إصابة 40 شخصا.", "40 شخصا"),
    ],
)
def test_the_wounded_are_told_apart_from_the_dead(text, figure):
    start = text.index(figure)
    assert tell_apart(text, start, start + len(figure), "people") == "wounded"
