"""Counts behind a label in lists, parts told behind a whole, and the days that figures of one sentence share."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def read(text: str) -> pd.DataFrame:
    found = read_all([{"id": "r1", "published": "1992-09-11", "text": text, "places": ["Brod", "Odra"]}])
    return found[found["unit"].notna()].reset_index(drop=True)


def shown(text: str) -> list[tuple[str, float, str]]:
    return [(r["kind"], r["value"], r["unit"]) for r in read(text).to_dict("records")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- Evacuees since 4 September: 3,200 (Red Cross figure)", [("departure", 3200, "people")]),
        ("- Wounded evacuated: 42 (incl. 12 children)", [("departure", 42, "people"), ("departure", 12, "people")]),
        ("- People in need: 1.2 million", [("other", 1200000, "people")]),
        ("- Displaced families in Brod: 2,300", [("displacement", 2300, "other")]),
        ("- Lorries that entered via Odra: 63", [("arrival", 63, "other")]),
        ("- Clinics open in the north: 4 of 24", [("infrastructure", 4, "other"), ("infrastructure", 24, "other")]),
        ("- Detained at the bridge on Monday: 45 men", [("prisoners", 45, "prisoners")]),
        ("Killed in Brod - 12", [("casualties", 12, "people")]),
        ("The mayor said: 300 people left Brod.", [("departure", 300, "people")]),
        ("BROD, 8 September - More than 500 people have fled Odra.", [("displacement", 500, "people")]),
        ("Medics: 30 residents killed in Brod.", [("casualties", 30, "people")]),
    ],
)
def test_a_label_tells_what_its_count_counts(text, wanted):
    assert shown(text) == wanted


def test_a_line_of_which_is_a_part_of_the_line_before():
    found = read("- Evacuees since Sunday: 3,200\n- Of whom wounded: 300, including 90 children\n")
    assert found["kind"].tolist() == ["departure"] * 3
    assert found["part_of"].notna().tolist() == [False, True, True]


def test_who_reports_the_deaths_of_a_label_says_so():
    found = read("- Deaths reported by the health ministry since 4 September: 300, of whom 90 children and 50 women")
    assert found["kind"].tolist() == ["casualties"] * 3
    assert found["speaker"].tolist() == ["health ministry"] * 3


def test_people_listed_behind_a_colon_left_as_their_whole_did():
    found = read("The council said 900 people left Brod: 300 men, 400 women and 200 children.")
    assert found["kind"].tolist() == ["departure"] * 4
    assert found["part_of"].notna().tolist() == [False, True, True, True]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The army escorted 300 people back to Brod in nine buses.",
            [("arrival", 300, "people"), ("arrival", 9, "buses")],
        ),
        ("Some 40 patients crossed into Brod.", [("departure", 40, "people")]),
        (
            "Some 264 soldiers, 53 of them badly hurt, were taken to Brod.",
            [("departure", 264, "fighters"), ("departure", 53, "fighters")],
        ),
        ("About 90 wounded and sick people, with their kin, were evacuated.", [("departure", 90, "people")]),
        ("The general put the garrison at 2,000 men.", [("population", 2000, "fighters")]),
        ("More than half of the garrison has come out.", [("departure", 50, "percent")]),
        ("Some 36 people were in a critical condition.", [("casualties", 36, "people")]),
        ("The crew was able to leave behind 60 food parcels.", [("other", 60, "other")]),
        ("Women stepped off five white buses.", [("arrival", 5, "buses")]),
        (
            "Six million people have fled, three million of whom went to Odra.",
            [("displacement", 6e6, "people"), ("displacement", 3e6, "people")],
        ),
        ("Some 150 people spent the night on buses at the border.", [("staging", 150, "people")]),
    ],
)
def test_turns_of_phrase_that_tell_a_kind(text, wanted):
    assert shown(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "A blast on Monday killed 60 people; 100 were missing and 90 hurt.",
        "The army said 1,100 men were screened on Monday and 22 detained.",
        "Of Monday's evacuees, 210 were women and 180 were children.",
    ],
)
def test_figures_of_one_event_share_its_day(text):
    assert {str(d)[:10] for d in read(text)["date_from"]} == {"1992-09-07"}


def test_another_event_has_a_day_of_its_own():
    found = read("A blast on Monday in Brod killed 60 people in one street, while elsewhere shells wounded 12.")
    assert found["date_from"].notna().tolist() == [True, False]


def test_who_were_the_first_to_come_did_so():
    assert read("On Monday 83 women were the first to come out of Brod.")["modality"].tolist() == ["happened"]
