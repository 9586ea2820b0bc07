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
        ("- Food rations delivered: 20,000", [("arrival", 20000, "other")]),
        (
            "- Houses destroyed: 5,600, damaged: 12,300",
            [("infrastructure", 5600, "other"), ("infrastructure", 12300, "other")],
        ),
        ("- Patients treated: 310; operations: 45", [("casualties", 310, "people"), ("other", 45, "other")]),
        ("- New displacements (1-5 September): 22,000", [("displacement", 22000, "people")]),
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


def test_a_count_since_an_event_has_its_own_time():
    found = read("At least 30 people were killed on Monday, and 3,000 since the war began. Some 40 left on Monday.")
    assert found["date_from"].notna().tolist() == [True, False, True]


def test_who_are_still_expected_are_of_the_day_they_are_expected():
    found = read("More than 400 people were bused out on Monday, and another 300 were expected on Wednesday.")
    assert [str(d)[:10] for d in found["date_from"]] == ["1992-09-07", "1992-09-09"]
    assert found["modality"].tolist() == ["happened", "expected"]


def test_another_event_has_a_day_of_its_own():
    found = read("A blast on Monday in Brod killed 60 people in one street, while elsewhere shells wounded 12.")
    assert found["date_from"].notna().tolist() == [True, False]


@pytest.mark.parametrize(
    "text",
    ["The truce let 400 people cross on Monday.", "Some 200 lorries a day used to enter before the war."],
)
def test_what_a_truce_let_happen_has_happened(text):
    assert read(text)["modality"].tolist() == ["happened"]


def test_who_were_the_first_to_come_did_so():
    assert read("On Monday 83 women were the first to come out of Brod.")["modality"].tolist() == ["happened"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Twenty lorries loaded with flour are stuck at the crossing.", [("staging", 20, "other")]),
        ("At the bridge 300 men were taken aside.", [("prisoners", 300, "prisoners")]),
        ("The crew collected 1,900 family messages.", [("other", 1900, "other")]),
        ("The charity delivered parcels to 46,000 families.", [("other", 46000, "other")]),
        ("The camp near Brod is full. It now holds 9,000.", [("population", 9000, "people")]),
        (
            "He said they killed 50 fighters and lost six of their own.",
            [("casualties", 50, "fighters"), ("casualties", 6, "fighters")],
        ),
        ("خرج نحو 980 مقاتلا ومدنيا من المدينة.", [("departure", 980, "people")]),
        ("قال المحافظ إن الجيش دخل ثلاثة أحياء.", [("advance", 3, "other")]),
        ("قال طبيب إن 30 مستشفى خرجت عن الخدمة.", [("infrastructure", 30, "hospitals")]),
        ("أعلن الهلال الأحمر توزيع 3500 سلة غذائية.", [("other", 3500, "other")]),
        (
            "There are now fewer than 300 people in the cellar, down from 1,000 in March.",
            [("population", 300, "people"), ("population", 1000, "people")],
        ),
        ("Lorries carrying 300 tonnes of flour entered Brod.", [("arrival", 300, "other")]),
        ("An aid convoy of 31 lorries brought flour to Brod.", [("arrival", 31, "other")]),
        (
            "Some 26,000 people were screened, and 1,000 of them were handed to the police.",
            [("other", 26000, "people"), ("prisoners", 1000, "prisoners")],
        ),
        ("The mayor said that 70 bodies lay in the streets.", [("casualties", 70, "people")]),
        ("The council needs 8,000 more tents.", [("other", 8000, "other")]),
        ("Since the truce, 27 villages have changed hands.", [("advance", 27, "other")]),
        ("Helpers accompanied 250 residents home.", [("arrival", 250, "people")]),
        ("About 3,000 fighters are boxed in between the river and the railway.", [("population", 3000, "fighters")]),
        (
            "Some 120 soldiers were taken hostage and 40 of them were shot.",
            [("prisoners", 120, "fighters"), ("casualties", 40, "fighters")],
        ),
        ("The deal provides for 1,500 wounded to be moved first.", [("departure", 1500, "people")]),
        ("Seven districts of Brod have fallen.", [("advance", 7, "other")]),
        (
            "A total of 105 captives came home in exchange for 240 Palestinians.",
            [("prisoners", 105, "prisoners"), ("prisoners", 240, "prisoners")],
        ),
        (
            "Doctors have a list of 417 patients who need evacuation; 16 have died waiting.",
            [("departure", 417, "people"), ("casualties", 16, "people")],
        ),
        (
            "Some 400 people have fled, she said. About 1,200 lived there before.",
            [("displacement", 400, "people"), ("population", 1200, "people")],
        ),
        (
            "Some 40 men came back in two planes, a clerk said, and at least 14 were killed.",
            [("arrival", 40, "people"), ("arrival", 2, "other"), ("casualties", 14, "people")],
        ),
        ("The guards let 39 Danes go from two prisons.", [("prisoners", 39, "prisoners")]),
        (
            "About 300 fighters left. An official put the number on board at 720.",
            [("departure", 300, "fighters"), ("departure", 720, "people")],
        ),
        (
            "The army holds 105 villages, among them 16 in the north.",
            [("holder", 105, "other"), ("holder", 16, "other")],
        ),
        ("Some 34,000 parcels were distributed at the muster points.", [("other", 34000, "other")]),
        ("قال ناطق إن 25 ألف شخص أجلوا من المدينة.", [("departure", 25000, "people")]),
        ("Gunmen dragged off 11 passengers.", [("prisoners", 11, "prisoners")]),
        ("احتجز الجيش 35 شابا عند المعبر.", [("prisoners", 35, "prisoners")]),
    ],
)
def test_further_turns_of_phrase(text, wanted):
    assert shown(text) == wanted


def test_of_the_who_left_opens_a_whole_of_its_own():
    found = read("Some 413 were fighters, an officer said. Of the 1,200 who left, 300 were women.")
    assert found["part_of"].notna().tolist()[-2:] == [False, True]
    assert found["unit"].tolist()[-2:] == ["people", "people"]


def test_a_day_in_the_clause_of_a_whole_is_not_its_parts():
    found = read("Shells hit 19 of the 20 clinics that the charity was running last week.")
    assert [(r["value"], str(r["date_from"])[:10]) for r in found.to_dict("records")] == [
        (19, "NaT"),
        (20, "1992-08-31"),
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Under the deal, 300 people left Brod on Monday.", "NaT"),
        ("Under a deal struck on Monday, 300 people left Brod.", "1992-09-07"),
    ],
)
def test_a_deal_is_not_of_the_day_of_what_is_done_under_it(text, day):
    found = read_all([{"id": "r1", "published": "1992-09-11", "text": text, "places": ["Brod"]}])
    assert {str(d)[:10] for d in found.loc[found["kind"] == "agreement", "date_from"]} == {day}


def test_a_teacher_named_so_is_a_teacher():
    assert read("A teacher named Mira Tod said 60 families left Brod.")["speaker"].tolist() == ["teacher"]


def test_what_has_no_roof_denies_nothing_of_others():
    found = read(
        "Some 4,000 houses have no roof and 60,000 people depend on aid. Odra delivered 40 tonnes of aid to Brod."
    )
    assert found["modality"].tolist() == ["happened"] * 3
    assert found["destination"].tolist()[-1] == "Brod"
