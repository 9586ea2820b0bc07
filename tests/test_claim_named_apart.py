"""Names that hold words of denial, who is accused, wholes that stay, captives, and days and places of others."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ("Saqba", "Arbin", "Homs", "Idlib", "Marj")


def rows(text: str, *columns: str, plain: bool = False) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": PLACES}])
    found = found if plain else found[found["unit"].notna()]
    told = found[list(columns)].astype(object).itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in told]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Doctors Without Borders managed to bring out 109 people from Homs.", [("departure", "happened")]),
        ("Some 109 people left Homs without a permit.", [("departure", "happened")]),
        ("Thirty buses left on Friday with 900 people, resuming an evacuation expected to be among the largest.",
         [("departure", "happened"), ("departure", "happened")]),
        ("The evacuation of 300 people is expected to begin on Sunday.", [("departure", "expected")]),
        ("One bus left Saqba, and dozens more were expected to follow.", [("departure", "happened"), ("departure", "expected")]),
        ("He said 40 people will stay in Saqba after all men who reject the deal leave, 900 people in total.",
         [("population", "planned"), ("departure", "planned")]),
        ("The troops took hostage four officers.", [("prisoners", "happened")]),
        ("Saqba contains around 40,000 civilians.", [("population", "happened")]),
        ("The buses contained 981 fighters.", [("departure", "happened")]),
    ],
)  # fmt: skip
def test_what_happened(text, wanted):
    assert [(k, m) for k, m in rows(text, "kind", "modality")] == wanted


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("The governor said that 40 people will stay after all fighters who reject the deal leave.", "governor"),
        ("Former officers stand accused of the deaths of 264 people.", None),
        ("The officers accused rebels of killing 264 people.", "officers"),
        (
            "The media centre of Saqba said that 900 people could be evacuated, reported Reuters.",
            "media centre of Saqba",
        ),
        ("Some 900 people left Saqba, reported Reuters.", "Reuters"),
    ],
)
def test_who_says_it(text, speaker):
    assert rows(text, "speaker")[-1] == (speaker,)


def test_not_all_of_those_left_of_whom_some_did():
    told = rows("Medics brought out 109 of the 300 patients treated in the cellar.", "kind", "value")
    assert told[0] == ("departure", 109)
    assert told[1][0] != "departure"


def test_the_officers_accused_did_not_die():
    assert ("casualties", 3) not in rows("Three officers stand accused of the deaths of 264 people.", "kind", "value")


def test_what_lies_around_a_town_besieges_nobody():
    told = rows("Some 900 people fled Saqba and surrounding areas.", "kind", plain=True)
    assert told == [("displacement",)]
    told = rows("Troops are surrounding Saqba.", "kind", plain=True)
    assert told == [("siege",)]


def test_the_way_of_a_part_is_that_of_its_whole():
    text = "Five buses left Saqba for Idlib. The mayor said that 6,000 residents of Homs had been evacuated, 2,000 of them children."
    assert rows(text, "value", "origin", "destination")[1:] == [(6000, "Homs", None), (2000, "Homs", None)]


def test_where_others_are_cut_off_is_no_way_out():
    told = rows("Medics evacuated 100 people hurt in Saqba, which has been sealed off from the rest of Homs.", "origin")
    assert told != [("Homs",)]


def test_the_year_of_an_earlier_move_is_not_that_of_the_later():
    told = rows("About 250 people displaced to Homs in 2014 arrived in Idlib on 20 February.", "kind", "date_from")
    assert [(k, str(d)[:10]) for k, d in told] == [("arrival", "2018-02-20")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Saqba and Arbin were taken by the army.", [("advance", "Saqba|Arbin")]),
        ("Saqba was taken on Sunday.", [("advance", "Saqba")]),
        ("Residents of Saqba and Arbin were taken by the army.", []),
        ("Residents of Saqba and Arbin were taken by bus to Idlib.", []),
        ("Photos of Saqba were taken on Sunday.", []),
    ],
)
def test_a_place_that_was_taken_has_changed_hands(text, wanted):
    assert [r for r in rows(text, "kind", "place", plain=True) if r[0] == "advance"] == wanted


def test_fighters_from_two_towns_who_are_captured_are_no_towns():
    told = rows("Fighters from Saqba and Arbin were captured by the army.", "kind", plain=True)
    assert ("advance",) not in told


def test_who_passes_on_reports_is_quoted():
    assert rows("According to reports, 300 people left Saqba, the mayor said.", "speaker") == [("mayor",)]
    assert rows("According to reports, 300 people left Saqba.", "speaker") == [("reports",)]


def test_a_vague_pair_is_one_figure():
    told = rows("Hundreds, possibly thousands, of civilians are trapped in Homs.", "low", "high", "unit")
    assert told == [(200, 9999, "civilians")]


def test_others_of_the_next_sentence_went_on_the_same_day():
    text = "Some 3,000 people left Homs on Friday. {} 1,458 people reached Idlib."
    assert str(rows(text.format("Another"), "date_from")[1][0])[:10] == "2018-03-23"
    assert rows(text.format("So far"), "date_from")[1] == (None,)


def test_who_is_counted_on_buses_leaves():
    assert rows("Observers counted 1,030 people on 29 buses.", "kind") == [("departure",), ("departure",)]
    assert rows("Observers counted 1,030 people on two streets.", "kind")[0] != ("departure",)
