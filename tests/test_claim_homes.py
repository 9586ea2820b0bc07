"""A place that only tells who somebody is: no end of the way of those whom he counts."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ("Saqba", "Harasta", "Idlib", "Zamalka")


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    table = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": list(PLACES)}])
    return [
        tuple(None if pd.isna(v) else v for v in row) for row in table[list(columns)].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A doctor from Saqba said 40 people had been evacuated on Sunday.",
        "Some 40 people were evacuated on Sunday, a teacher from Saqba said.",
        "Some 40 people were evacuated on Sunday, according to a teacher from the town of Saqba.",
        "Some 40 people were evacuated on Sunday, a nurse from northern Saqba told Reuters.",
        '"Some 40 people have left," said Omar Haddad, a baker from Saqba.',
        "The head of the Saqba council said 40 people were evacuated on Sunday.",
        "Some 40 people were evacuated on Sunday, the head of the Saqba council said.",
        "Omar Haddad, head of Saqba's council, said 40 people were evacuated on Sunday.",
        "A teacher from Saqba was among 40 people who left on Sunday.",
    ],
)
def test_the_home_of_a_speaker_is_no_origin(text):
    assert rows(text, "value", "origin", "destination", "place") == [(40, None, None, None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A doctor from Saqba said 40 people had left Harasta.", ("Harasta", None)),
        ("A doctor from Saqba said 40 people had arrived in Idlib.", (None, "Idlib")),
        ("A teacher from Saqba said that 40 people had left the town.", ("Saqba", None)),
        ("A doctor inside Saqba saw 40 people leave on buses.", ("Saqba", None)),
        ("About 40 people from Saqba left on Sunday.", ("Saqba", None)),
    ],
)
def test_a_place_that_is_told_of_them_stays(text, wanted):
    assert rows(text, "origin", "destination") == [wanted]


def test_what_happens_on_the_spot_may_lie_where_a_mayor_answers_for():
    assert rows("The mayor of Saqba said 20 people had been killed.", "place") == [("Saqba",)]
    assert rows("A doctor from Saqba said 20 people had been killed.", "place") == [(None,)]


def test_the_head_of_a_body_goes_nowhere():
    assert rows("Omar Haddad, head of the council of Saqba, met officials in Harasta.", "kind") == []


@pytest.mark.parametrize(
    ("middle", "wanted"),
    [
        ("The UN's Mara Lind denied that.", "United Nations"),
        ("The UN's Mara Lind said 500 people had fled.", "United Nations"),
        ("The UN said 500 people had fled.", "Army spokesman"),
        ("The UN's Food Fund said 500 people had fled.", "Army spokesman"),
    ],
)
def test_who_speaks_for_a_body_is_whom_a_pronoun_means(middle, wanted):
    text = (
        f"Army spokesman Pavel Horn said 200 families had left Saqba. {middle} He added that 70 people had come back."
    )
    found = rows(text, "value", "speaker")
    assert [s for v, s in found if v == 70] == [wanted]
