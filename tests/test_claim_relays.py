"""Whose words somebody else passes on, who asks for something, and who speaks whom no list of offices knows."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta.claims import group_facts


def told(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    found = found[found["unit"].notna()]
    rows = found[list(columns)].itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in rows]


def speaker(text: str) -> object:
    return told(text, "speaker")[-1][0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The governor demanded that 70 patients be let out of Saqba.", "governor"),
        ("UNICEF has called for the evacuation of 70 children from Saqba.", "UNICEF"),
        ("Rebels are asking for 70 buses to be sent.", "rebels"),
        ("Under the plan, the deal calls for 70 people to leave Saqba.", None),
        ("The talks stalled over demands that 70 rebels be let out.", None),
        ("Nobody answered the men who demanded that 70 captives be freed.", None),
    ],
)
def test_who_asks_for_something(text, wanted):
    assert speaker(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Citing the health ministry, Interfax reported 70 deaths.", "health ministry"),
        ("The mayor, citing ward records, said 70 people had died.", "mayor"),
        ("The mayor was quoted by a local radio station as saying that 70 people had died.", "mayor"),
        ("In Ankara's version, 70 gunmen had surrendered.", "Turkish government"),
        ("Seventy people died, according to Western estimates.", "Western estimates"),
        ("Seventy people died, according to some estimates.", None),
        ("An AP tally based on satellite pictures found 70 graves.", "Associated Press"),
        ("Seven buses left Saqba, a Reuters witness said.", "Reuters witness"),
        ("The health ministry posted a list. The post said 70 people had died.", "health ministry"),
        ("The health ministry said the number of the dead had passed 70.", "health ministry"),
    ],
)
def test_whose_words_are_passed_on(text, wanted):
    assert speaker(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('"We buried 70 people," said a glazier who got out at night.', "glazier"),
        ('"They were many," a beekeeper from Saqba said. "We buried 70 people."', "beekeeper from Saqba"),
        ('"We buried 70 people," a nurse reached by radio said.', "nurse"),
        ('A man who gave his name as Tarik wept. "We buried 70 people," he said.', "man"),
        ("Residents trapped in the old town said 70 people had died.", "residents"),
        ("Fire chief Tarik Amin said 70 people had died.", "Fire chief"),
        ("A spokesman for President Tarik Amin said 70 people had died.", "spokesman for President Tarik Amin"),
        ("The office of the prosecutor general said 70 people had died.", "office of the prosecutor general"),
        ("The mayor of Saqba said 20 people died. Saqba's council says 70 died.", "Saqba's council"),
        ("The mayor, asked about the toll, said 70 people had died.", "mayor"),
    ],
)
def test_who_speaks_whom_no_list_knows(text, wanted):
    assert speaker(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Turkey's defence ministry said 70 soldiers had died.", "Turkish defence ministry"),
        ("The breakaway region's health ministry said 70 people had died.", "breakaway region's health ministry"),
        ("A spokesman for the Iraqi interior ministry said 70 people had died.", "Iraqi interior ministry spokesman"),
        ("A lawmaker in Ankara said 70 people had died.", "lawmaker in Ankara"),
        ("Brigadier Tarik Amin, deputy head of the clinic, said 70 people had died.", "deputy head of the clinic"),
        ("Turkey's Brigadier General Tarik Amin said 70 people had died.", "Turkey's Brigadier General Tarik Amin"),
        ("Salma, 40, a teacher, said 70 people had died.", "Salma"),
        ("Three buses left Saqba, a town to the north, said the deputy governor.", "deputy governor"),
        ("In the cars were 70 people, including nine wounded, the Red Crescent said.", "Red Crescent"),
        ("Hospitals in Saqba have admitted 70 wounded.", None),
        ("The rescue service raised the number of the dead to 70.", "rescue service"),
        ("In the hall a woman of 60 said 70 of her neighbours were dead.", "woman of 60"),
        ("The envoy promised that 70 buses would leave Saqba on Monday.", "envoy"),
        ("The army disclosed its losses for the first time: 70 dead and 20 missing.", "army"),
        ("A list published by Turkey's health ministry on the very same day gave 70 dead.", "Turkish health ministry"),
        ("A general who was filmed on the bridge walking through Saqba said 70 people had died.", "general"),
        ('"We buried 70 of them," one of its former members recalled.', "former members"),
        ("The UN counted them. Some 70 left, according to the same data.", "United Nations"),
    ],
)
def test_whose_ministry_and_which_office(text, wanted):
    assert speaker(text) == wanted


def test_an_earlier_figure_of_the_same_council():
    text = "The council, which had earlier spoken of 70 dead, now says 90 people died."
    assert told(text, "value", "speaker") == [(70, "council"), (90, "council")]


@pytest.mark.parametrize(
    "text",
    [
        "Seventy people died on Friday; the president spoke to his colleague in a phone call.",
        "Seventy people died; the army could not independently verify the toll.",
        "The army has not said how many of its 70 tanks were lost.",
    ],
)
def test_who_tells_nothing(text):
    assert speaker(text) is None


def test_the_speaker_before_a_dash_keeps_the_claim():
    text = (
        "Seventy marines have given themselves up, Ankara said — an assertion that the general staff could not confirm."
    )
    assert speaker(text) == "Turkish government"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('"We were about 70 in our hall," recalled a welder who got out on Monday.', [("population", 70, "people")]),
        ('"There were nine of us," said a nurse who was freed on Monday.', [("population", 9, "people")]),
        ('"There are 70 people there," he said.', [("population", 70, "people")]),
        (
            "Some 300 troops were inside, according to an aide; the Russians had spoken of 900.",
            [("population", 300, "fighters"), ("population", 900, "fighters")],
        ),
    ],
)
def test_how_many_we_are(text, wanted):
    assert told(text, "kind", "value", "unit") == wanted


def shares(text: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    found["fact_id"] = group_facts(found)
    facts = list(dict.fromkeys(found["fact_id"]))
    return [
        (row["value"], None if pd.isna(row["place"]) else row["place"], facts.index(row["fact_id"]))
        for row in found.to_dict("records")
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The mayor said 90 percent of the houses in Saqba were destroyed. The UN said 60 percent were destroyed.",
            [(90, "Saqba", 0), (60, "Saqba", 0)],
        ),
        (
            "The army controls 60 percent of Saqba, a general said. The Observatory put the share at 50 percent.",
            [(60, "Saqba", 0), (50, "Saqba", 0)],
        ),
        (
            "The army controls 60 percent of Saqba, a general said. Rebels hold 40 percent of Saqba, residents said.",
            [(60, "Saqba", 0), (40, "Saqba", 1)],
        ),
    ],
)
def test_rival_shares_meet_and_those_of_two_holders_do_not(text, wanted):
    assert shares(text) == wanted


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The commander told reporters that Saqba had been captured.", ["advance"]),
        ("The army told residents that Saqba was fully captured on Monday.", ["advance"]),
        ("The army said the residents of Saqba had been captured.", ["prisoners"]),
    ],
)
def test_a_place_that_was_taken(text, kinds):
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    assert found["kind"].tolist() == kinds
