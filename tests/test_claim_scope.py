"""One event, one day or a running total; and how sure, where a word only seems to tell it."""

from __future__ import annotations

import pytest
from claim_scoring import read_all


def told(text: str, column: str, published: str = "2016-12-20") -> list[str]:
    found = read_all([{"id": "r1", "published": published, "text": text, "places": ["Saqba", "Harasta"]}])
    return found.loc[found["unit"].notna(), column].tolist()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 900 people have fled Saqba.", ["cumulative"]),
        ("The war has killed 900 people.", ["cumulative"]),
        ("The army said 900 people had been evacuated from Saqba.", ["cumulative"]),
        ("The army said 900 people had been killed, 10 of them children.", ["cumulative", "cumulative"]),
        ("Shelling killed 225 people in the past two weeks.", ["cumulative"]),
        ("Some 41 captives had been freed by Monday.", ["cumulative"]),
        ("As of 6 December 46 soldiers had been killed.", ["cumulative"]),
        ("The toll rose to 130.", ["cumulative"]),
        ("The number of people who fled could reach 100,000.", ["cumulative"]),
        ("Some 900 people left Saqba over four days.", ["cumulative"]),
        ("Some 900 people left Saqba on Monday.", ["event"]),
        ("A total of 264 people left Saqba on Monday.", ["event"]),
        ("The army said 15 soldiers had been killed in an ambush.", ["event"]),
        ("Some 900 people had been on board, she said.", ["event"]),
        ("Some 900 people left Saqba last week.", ["event"]),
        ("Some 900 people leave Saqba each day.", ["day"]),
    ],
)
def test_scope(text, wanted):
    assert told(text, "scope") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A truce that has let 300 people leave Saqba was extended.", ["happened"]),
        ("Thousands of people tried to leave Saqba.", ["under_way"]),
        ("Some 1,200 people turned down the offer and went on to Harasta.", ["happened"]),
    ],
)
def test_how_sure(text, wanted):
    assert told(text, "modality") == wanted


def test_the_next_sentence_does_not_speak_for_a_quotation():
    text = (
        '"Nobody knows," an adviser wrote. "About 900 people have fled Saqba." The army denied that it had shelled it.'
    )
    assert told(text, "modality") == ["happened"]
    assert told(text, "speaker") == ["adviser"]
