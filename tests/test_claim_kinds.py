"""Kinds of reading that a first user missed: sites and old cities told of before, governors, "how many"."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, read_all, reports_of

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


# --- goods, vehicles and those whom they fetch ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The United Nations said 40 tonnes of flour were taken to Homs.", ("arrival", None, "Homs")),
        ("More than 500 tonnes of aid had been moved into Mosul.", ("arrival", None, "Mosul")),
        ("Forty tonnes of medicine were flown to Mosul from Erbil.", ("arrival", "Erbil", "Mosul")),
        ("The army said it had taken 35 tonnes of bread to Aleppo.", ("arrival", None, "Aleppo")),
        ("Some 40 tonnes of grain left Mariupol by ship.", ("departure", "Mariupol", None)),
    ],
)
def test_goods_that_are_taken_somewhere_arrive(text, wanted):
    assert rows(text, "kind", "origin", "destination") == [wanted]


def test_the_lorries_come_with_what_they_bring():
    found = rows("State media said 210 tonnes of aid were brought to Homs by 46 trucks.", "kind", "destination")
    assert found == [("arrival", "Homs")] * 2


@pytest.mark.parametrize(
    "text",
    [
        "A convoy of 20 buses and 3 ambulances took 980 people from Homs to Hama on Tuesday.",
        "Seventeen buses took 850 fighters from Homs to Hama on Tuesday.",
        "Some 700 people were driven from Homs to Hama in 15 buses on Tuesday.",
    ],
)
def test_vehicles_and_people_of_a_sentence_have_one_way(text):
    found = rows(text, "kind", "origin", "destination", "date_from")
    assert len(found) > 1
    assert set(found) == {("departure", "Homs", "Hama", pd.Timestamp("2018-03-20"))}


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("Ten ambulances arrived in Aleppo to fetch 150 wounded.", "Aleppo"),
        ("Fifteen buses drove into Homs to collect 700 fighters.", "Homs"),
        ("A convoy of 30 ambulances entered Mosul to evacuate 200 patients.", "Mosul"),
        ("Some 40 buses were sent to Mariupol to bring out 2,000 civilians.", "Mariupol"),
    ],
)
def test_those_to_be_fetched_have_not_arrived(text, origin):
    wheels, people = rows(text, "kind", "modality", "origin", "destination")
    assert people == ("departure", "planned", origin, None)
    assert wheels[1::2] == ("happened", origin)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The army took 90 fighters to Homs for questioning.", "prisoners"),
        ("Rebels took 40 soldiers in Aleppo.", "prisoners"),
        ("Planes took 50 wounded soldiers from Homs to Hama.", "departure"),
    ],
)
def test_fighters_are_taken_prisoner_or_aboard(text, wanted):
    assert rows(text, "kind") == [(wanted,)]


def test_heading_for_a_town_is_a_destination():
    text = "The last 45 gunmen quit Homs on Sunday, heading for Hama."
    assert rows(text, "origin", "destination") == [("Homs", "Hama")]


# --- where people were struck or taken ------------------------------------------------------------------------------
def test_the_dead_lie_where_they_were_struck():
    text = "Five medics were killed and eleven hurt when shells hit a clinic in Homs."
    assert rows(text, "kind", "place") == [("casualties", "Homs"), ("casualties", "Homs"), ("attack", "Homs")]


@pytest.mark.parametrize(
    "text", ["Guards detained 110 men leaving Homs.", "Soldiers arrested 12 people fleeing Mosul."]
)
def test_who_is_taken_on_the_way_has_no_departure_of_his_own(text):
    assert rows(text, "kind") == [("prisoners",)]


# --- lists, ranges, centres -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("79 women, children and elderly people left Azovstal.", "79 women, children and elderly people"),
        ("Rescuers brought 63 women, children and old people out of Mosul.", "63 women, children and old people"),
        ("Some 24 women, children and elderly were killed in Homs.", "Some 24 women, children and elderly"),
        ("The army killed 12 women and wounded five in Homs.", "12 women"),
    ],
)
def test_a_list_is_quoted_whole(text, quote):
    start, end, unit = rows(text, "start", "end", "unit")[0]
    assert (text[start:end], unit) == (quote, "people")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Families were expelled from Khalidiya in Homs to the city centre.", ("Khalidiya", "centre of Homs")),
        ("Hundreds fled from eastern Mosul to the centre of the city.", ("Mosul", "centre of Mosul")),
        (
            "Shells fell on Homs. Some 250 people were moved from Khalidiya to the city centre.",
            ("Khalidiya", "centre of Homs"),
        ),
        ("About 90 people were expelled from Khalidiya to the cultural centre.", ("Khalidiya", None)),
    ],
)
def test_the_city_centre_is_a_destination(text, wanted):
    assert rows(text, "origin", "destination")[-1] == wanted


# --- put off behind an aside, two who speak -------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "The transfer of some 300 people from Homs to Hama, due to start on Monday, was postponed for a day.",
        "The departure of 450 fighters from Homs for Hama, which was to start at noon, has been delayed.",
        "The evacuation of 90 patients from Homs to Hama was put off.",
    ],
)
def test_what_is_put_off_keeps_its_way(text):
    assert rows(text, "modality", "origin", "destination") == [("planned", "Homs", "Hama")]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Hamas in Gaza and the mayor rejected a claim that 300 people had left.", "Hamas and mayor"),
        ("The United Nations and the governor said that 300 people had left.", "United Nations and governor"),
        (
            "The last men holed up in Homs and the mayor rejected it, and 300 people stayed, they said.",
            "mayor",
        ),
        ("A driver, Adam Petri, said that 12 people had been killed in Homs.", "driver"),
    ],
)
def test_two_who_speak_are_told_by_their_own_names(text, speaker):
    assert rows(text, "speaker")[-1] == (speaker,)


def test_no_figure_is_no_departure():
    assert rows("The Kremlin gave no figure for those who had been taken to Aleppo.", "kind") == []


# --- barred, no aid -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Guards stopped 30 lorries from entering Homs.", "denied"),
        ("Snipers kept 200 families from fleeing Homs.", "denied"),
        ("Shells prevented 60 patients from being evacuated from Homs.", "denied"),
        ("Soldiers refused to let 40 men leave Homs.", "denied"),
        ("The army did not allow 300 people to leave Homs.", "denied"),
        ("Gunmen moved in to stop 200 families from fleeing Homs.", "conditional"),
        ("Rebels could not stop 400 people from leaving Homs.", "happened"),
        ("The army allowed 40 lorries to enter Homs.", "happened"),
    ],
)
def test_who_is_barred_has_not_left(text, wanted):
    assert rows(text, "modality")[-1] == (wanted,)


def test_not_all_of_them_are_barred():
    found = rows("Damascus barred 8 of 20 aid lorries from entering Homs.", "kind", "modality", "value")
    assert found == [("arrival", "denied", 8), ("other", "happened", 20)]


@pytest.mark.parametrize(
    "text",
    [
        "No aid has entered eastern Aleppo since July.",
        "No food or medicine has been allowed into Aleppo for months.",
        "No aid was delivered to Aleppo.",
    ],
)
def test_no_aid_came(text):
    assert rows(text, "kind", "modality", "destination") == [("arrival", "denied", "Aleppo")]


def test_an_attack_lies_where_it_killed():
    found = rows("Shelling killed 11 people and wounded 34 in Aleppo on Monday.", "kind", "place", "date_from")
    assert {(place, day) for _, place, day in found} == {("Aleppo", pd.Timestamp("2018-03-26"))}


def test_people_lie_where_the_building_was_struck():
    text = "At least 300 people died when the theatre in Mariupol was bombed."
    assert rows(text, "kind", "place") == [("casualties", "Mariupol"), ("attack", "Mariupol")]


@pytest.mark.parametrize("text", ["Gunmen shelled Homs on Sunday.", "Armed men captured Homs on Sunday."])
def test_armed_men_of_no_named_party_are_nobodys(text):
    (row,) = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Homs"]}]).to_dict("records")
    assert row["actor"] is None or row["actor"] != row["actor"]
    assert row["actor_text"] in {"Gunmen", "Armed men"}


def test_gunmen_that_stop_buses_hold_nobody_in_arabic():
    found = read_all(
        [{"id": "r1", "published": "2016-12-20", "text": "وأوقف مسلحون 29 حافلة قرب حمص.", "places": ["حمص"]}]
    )
    assert "prisoners" not in found["kind"].tolist()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 29 buses reached Homs and six of them were burned.", [("arrival", 29, "buses"), ("infrastructure", 6, "buses")]),
        ("Twenty buses left Homs on Monday; three of them were shelled.", [("departure", 20, "buses"), ("infrastructure", 3, "buses")]),
        ("Nine ambulances left Homs, two of them broke down.", [("departure", 9, "other"), ("other", 2, "other")]),
        ("Ten lorries entered Homs. Four of them were burned.", [("arrival", 10, "other"), ("infrastructure", 4, "other")]),
        ("Nine buses left Homs with 40 patients, two of them children.", [("departure", 9, "buses"), ("departure", 40, "people"), ("departure", 2, "people")]),
    ],
)  # fmt: skip
def test_parts_of_vehicles_are_vehicles(text, wanted):
    assert rows(text, "kind", "value", "unit") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The council first put the dead in Homs at about 300, the Associated Press later at close to 600.", ["council", "Associated Press"]),
        ("قُتل 12 شخصا في حمص، قال المرصد السوري لحقوق الإنسان.", ["Syrian Observatory for Human Rights"]),
        ("An aid worker at the Homs screening point said 12 women had left.", ["aid worker at the Homs screening point"]),
    ],
)  # fmt: skip
def test_who_speaks_behind_a_figure_or_from_a_point(text, wanted):
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Homs", "حمص"]}])
    assert found[found["value"].notna()]["speaker"].tolist() == wanted
