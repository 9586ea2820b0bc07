"""Lists of parts behind a colon, figures of two nations, and what a second voice's bare figure takes over."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta.claims import check_arithmetic, group_facts


def read(text: str) -> pd.DataFrame:
    found = read_all([{"id": "r1", "published": "1992-09-11", "text": text, "places": ["Brod", "Odra"]}])
    found = found[found["unit"].notna()].reset_index(drop=True)
    return found.assign(fact_id=group_facts(found))


def test_a_list_behind_a_colon_are_parts_of_the_figure_before_it():
    found = read("Some 900 civilians fled Brod on Monday: about 600 to Odra, and 300 to the hills.")
    whole = found.loc[0, "claim_id"]
    assert found["unit"].tolist() == ["civilians"] * 3
    assert found["part_of"].tolist()[1:] == [whole, whole]
    assert found["fact_id"].nunique() == 3
    assert [d if isinstance(d, str) else None for d in found["destination"]] == [None, "Odra", None]
    assert found["date_from"].nunique() == 1


@pytest.mark.parametrize(
    "text",
    [
        "The mayor said this of the 900 who fled Brod: 40 had died and 20 were hurt.",
        "Nine people died in Brod, the mayor said: 600 had fled and 300 others had left.",
    ],
)
def test_what_does_not_make_up_the_figure_is_no_part_of_it(text):
    assert read(text)["part_of"].isna().all()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("On Monday, 40 Ukrainian and 50 Russian soldiers were killed near Brod.", 2),
        ("On Monday 13 Germans and four Poles were freed in Brod.", 2),
        (
            "On Monday 13 Germans were killed in Brod, medics said. The mayor said 15 people were killed in Brod on Monday.",
            1,
        ),
    ],
)
def test_two_nations_are_no_rivals(text, facts):
    found = read(text)
    assert len(found) == 2
    assert found["fact_id"].nunique() == facts


def test_a_second_voice_without_a_day_tells_of_the_same_days():
    found = read("Some 1,500 people have left Brod since Monday, the Red Cross said. The mayor spoke of 2,000.")
    assert found["scope"].tolist() == ["cumulative"] * 2
    assert found["date_from"].nunique() == 1
    assert found["fact_id"].nunique() == 1


def test_people_without_a_noun_are_no_part_of_shelters():
    found = read("Nearly 9,000 people are registered in 15 shelters, of which about 7,000 are in Brod.")
    assert "disagrees" not in check_arithmetic(found)["verdict"].tolist()


def test_a_part_larger_than_its_whole_is_told_as_its_part_and_found():
    found = read("The mayor said 33 people had been killed in Brod on Monday, 40 of them children.")
    assert found["part_of"].notna().tolist() == [False, True]
    assert check_arithmetic(found)["verdict"].tolist() == ["disagrees"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The council lowered its count of those killed in the raid to about 700 from 900.",
            [("casualties", 700), ("casualties", 900)],
        ),
        (
            "Gunmen set fire to eight buses. The mayor said five had been burned.",
            [("attack", 8), ("infrastructure", 5)],
        ),
        ("The raid destroyed 40 homes. Medics said 60 were killed.", [("infrastructure", 40), ("casualties", 60)]),
    ],
)
def test_what_is_put_otherwise_counts_the_same(text, wanted):
    found = read(text)
    assert list(zip(found["kind"], found["value"].astype(int), strict=True)) == wanted


def test_a_figure_behind_a_semicolon_has_a_clause_of_its_own():
    found = read("Shelling has killed 400 people in Brod, including 80 children; 70 have been killed in Odra.")
    assert found["part_of"].notna().tolist() == [False, True, False]


def test_two_days_of_a_long_war_are_not_summed():
    found = read("On Monday nine people died in Brod. On Tuesday 12 people died. Since May, 31,000 people have died.")
    assert check_arithmetic(found).empty


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The clinic said it had received 90 dead and 200 wounded since Monday.", ["casualties", "casualties"]),
        ("Some 90 dead and 200 injured had arrived at the hospital in Brod.", ["casualties", "casualties"]),
        ("Nine bodies, four of them of children, were brought to the hospital in Odra.", ["casualties", "casualties"]),
        ("Some 200 wounded arrived in Odra on Monday.", ["arrival"]),
        ("Some 200 wounded left the hospital in Brod on Monday.", ["departure"]),
        ("Some 150 people, most of them soldiers, were on the last convoy.", ["departure"]),
    ],
)
def test_the_dead_who_are_brought_in_go_nowhere(text, kinds):
    assert read(text)["kind"].tolist() == kinds


def test_a_part_of_things_is_things():
    found = read("The army found 800 shafts near Brod, 500 of which had been destroyed.")
    assert found["unit"].tolist() == ["other", "other"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("On Monday 900 civilians left Brod, as well as 300 fighters.", ["departure"] * 2),
        ("On Monday 40 lorries entered Brod, compared with an average of 300 a day before.", ["arrival"] * 2),
        ("The guards let 39 prisoners go on Monday.", ["prisoners"]),
        ("Shelling has driven 70 percent of the people from their homes.", ["displacement"]),
        ("Some 30 patients had been sent on to Odra.", ["departure"]),
        ("He sent 30 soldiers on Monday.", ["other"]),
        ("Some 600 people fled Brod in May, and up to 4,000 remained there.", ["displacement", "population"]),
        ("At least 50 people were killed in Brod and over 100 people remained under the debris.", ["casualties"] * 2),
        ("There were about 110 patients and 60 nurses in one house.", ["population"] * 2),
        ("In return 100 residents of Brod, including 15 patients, arrived in Odra.", ["arrival"] * 2),
        ("Some 100 residents remained in Brod.", ["population"]),
    ],
)
def test_company_settles_the_kind(text, wanted):
    found = read(text)
    assert found["kind"].tolist() == wanted
    assert "lorries" not in text or found["unit"].tolist() == ["other", "other"]
