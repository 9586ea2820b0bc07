"""Wholes and parts, shares of people and of ground, who is dug out, what must come first; another siege's words."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ("Vukovar", "Borovo", "Zagreb", "Osijek")
COLUMNS = ("kind", "value", "unit", "modality", "origin", "destination", "place")


def read(text: str, *columns: str, published: str = "1991-11-20") -> list[tuple[object, ...]]:
    named = [p for p in PLACES if p in text]
    found = read_all([{"id": "r1", "published": published, "text": text, "places": named}])
    rows = found[list(columns or COLUMNS)].astype(object).itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in rows]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Of the 90 lorries that left Osijek on Monday, just 40 had arrived by dusk.",
            [("departure", 90), ("arrival", 40)],
        ),
        (
            "Of the 1,500 civilians who fled Vukovar on Monday, 800 had reached Zagreb.",
            [("displacement", 1500), ("arrival", 800)],
        ),
        (
            "Three of the 14 buses sent to Zagreb were expected to arrive on Friday.",
            [("arrival", 3), ("departure", 14)],
        ),
        ("Half of the 900 soldiers had laid down their arms.", [("prisoners", 50), ("population", 900)]),
    ],
)
def test_a_whole_and_its_part_have_each_its_own_verb(text, wanted):
    assert read(text, "kind", "value") == wanted


def test_the_part_knows_its_whole_and_is_only_expected():
    rows = read("Of the 90 lorries that left Osijek on Monday, just 40 had arrived by dusk.", "claim_id", "part_of")
    assert rows[1][1] == rows[0][0]
    text = "Three of the 14 buses sent to Zagreb were expected to arrive on Friday."
    assert read(text, "value", "modality", "destination")[0] == (3, "expected", "Zagreb")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The army holds half of the town.", "territory_share"),
        ("Fighting goes on in a third of the town.", "territory_share"),
        ("The shelling has emptied half of the town.", "displacement"),
        ("About half of the town's population depends on rainwater.", "other"),
        ("Half of the town's population remains in its cellars.", "population"),
        ("Two thirds of the 600 men in the barracks had surrendered.", "prisoners"),
    ],
)
def test_a_share_is_one_of_ground_only_where_somebody_holds_it(text, kind):
    assert [k for k, unit in read(text, "kind", "unit") if unit == "percent"] == [kind]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The sick were driven to a clinic in Osijek and another 70 to Zagreb.",
            [(70, None, "Zagreb")],
        ),
        (
            "About 300 people were taken from Vukovar to Osijek and another 70 to Zagreb.",
            [(300, "Vukovar", "Osijek"), (70, "Vukovar", "Zagreb")],
        ),
        ("Nurses in Zagreb, where 12 buses were headed, made up beds.", [(12, None, "Zagreb")]),
        ("In Vukovar, where 12 buses left at noon, it was calm.", [(12, "Vukovar", None)]),
    ],
)
def test_each_figure_goes_where_its_own_words_say(text, wanted):
    assert read(text, "value", "origin", "destination") == wanted


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The army answered with a siege on the quarter's 9,000 residents.", "population"),
        ("Some 9,000 civilians have been under siege in Vukovar since May.", "siege"),
    ],
)
def test_who_lives_in_a_besieged_place_is_its_population(text, kind):
    assert (9000, kind) in read(text, "value", "kind")


def test_each_of_listed_places_is_taken():
    assert read("Government forces captured Vukovar, Osijek and Zagreb on Friday.", "kind", "place") == [
        ("advance", "Vukovar|Osijek|Zagreb")
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("The army took Vukovar on Friday.", ["Vukovar"]),
        ("Rebels have taken the village of Borovo, aid workers said.", ["Borovo"]),
        ("The army took Vukovar's wounded to Zagreb.", []),
        ("The army took Vukovar residents to a camp.", []),
        ("Buses took 20 people to Zagreb.", []),
    ],
)
def test_armed_people_take_a_place_and_not_its_people(text, places):
    assert [place for kind, place in read(text, "kind", "place") if kind == "advance"] == places


def test_who_is_headed_somewhere_is_under_way():
    text = "Nurses in Zagreb, where most of the buses are headed, made up beds."
    assert read(text, "kind", "modality", "origin", "destination") == [("departure", "under_way", None, "Zagreb")]


def test_who_is_dug_out_of_a_ruin_leaves_no_town():
    text = "Neighbours pulled 9 bodies from the rubble in Vukovar."
    assert read(text, "kind", "value", "origin", "place") == [("casualties", 9, None, "Vukovar")]
    text = "Some 30 survivors were pulled out of the hospital in Vukovar."
    assert read(text, "value", "origin", "place") == [(30, None, "Vukovar")]
    assert read("Some 30 soldiers pulled out of Vukovar.", "value", "origin") == [(30, "Vukovar")]


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("The handover will begin only after everybody has left Vukovar, a rebel negotiator said.", "planned"),
        ("The army will not go in until the soldiers have left Vukovar.", "planned"),
        ("The exchange took place after the soldiers had left Vukovar.", "happened"),
    ],
)
def test_what_must_come_first_has_not_happened_and_who_speaks_holds_no_talks(text, modality):
    rows = [r for r in read(text, "kind", "modality") if r[0] in {"departure", "negotiation"}]
    assert rows == [("departure", modality)]


def test_the_rest_go_later():
    rows = read("About 200 soldiers left Vukovar on Monday; the rest go next Friday.", "kind", "value", "modality")
    assert rows == [("departure", 200, "happened"), ("departure", None, "planned")]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("A rocket hit the museum on Tuesday, where 50 people had taken shelter.", ["attack", "population"]),
        ("The school was shelled on Tuesday, a teacher said.", ["attack"]),
        ("The ceiling price hit the market on Tuesday.", []),
    ],
)
def test_arms_that_hit_a_building_are_an_attack_without_a_town(text, kinds):
    assert [k for (k,) in read(text, "kind")] == kinds


def test_who_is_quoted_is_not_counted_and_mixed_groups_are_nobodys_alone():
    rows = read("Two witnesses told a reporter that soldiers left Vukovar.", "kind", "value")
    assert rows == [("departure", None)]
    rows = read("Some 60 soldiers and their families left Vukovar on Monday.", "value", "unit", "actor")
    assert rows == [(60, "people", None)]


@pytest.mark.parametrize(
    ("words", "origin"),
    [("the city", "Osijek"), ("the Old City", None), ("the Upper Town", None), ("THE CITY", "Osijek")],
)
def test_a_name_in_no_list_is_not_the_town_told_before(words, origin):
    text = f"Osijek is full. Some 300 people fled {words} on Monday, the mayor said."
    assert [row for row in read(text, "value", "origin") if row[0] == 300] == [(300, origin)]


def test_a_sentence_opens_with_the_old_town_of_a_place():
    assert read("Old Osijek was shelled and 40 people fled.", "value", "kind")[-1] == (40, "displacement")


@pytest.mark.parametrize("end", ["", " and", " and sick", " and sick people", ","])
def test_a_list_ends_a_text_without_a_stop(end):
    assert [row[0] for row in read(f"Buses took 79 women, children{end}", "value")] == [79]
