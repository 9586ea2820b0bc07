"""Who is quoted and when, in turns of phrase that stand apart from a plain "X said on Monday"."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def rows(text: str, *columns: str, published: str = "2016-12-20") -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": published, "text": text, "places": ["Saqba", "Harasta"]}])
    found = found[found["unit"].notna()]
    return [
        tuple(
            None if pd.isna(v) else str(v)[:10] if c.startswith("date") else v
            for c, v in zip(columns, row, strict=True)
        )
        for row in found[list(columns)].itertuples(index=False, name=None)
    ]


def speakers(text: str) -> list[str | None]:
    return [r[0] for r in rows(text, "speaker")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 40 people were killed, according to the WHO.", "World Health Organization"),
        ("A WHO team that visited the clinic found that 40 people had died.", "World Health Organization"),
        ("A spokesman for UNICEF, the body that helps children, said 40 people had died.", "UNICEF"),
        ("Qatar, which said 40 people had left Saqba, will pay.", "Qatar"),
        ("Some 40 people died, partners said; most of them were women.", "partners"),
        ("Some 40 people died, said a paediatrician at the clinic.", "paediatrician"),
        ('"Some 40 people left Saqba," the city council said on March 16.', "city council"),
        ("Some 40 people left Saqba, one of the officers told reporters.", "officers"),
        ("A 22-year-old fighter said 40 people had left Saqba.", "22-year-old fighter"),
        ("Brig. Gen. Sami al-Hadi of the 16th Division said 40 people had left Saqba.", "Brig. Gen. Sami al-Hadi"),
    ],
)
def test_who_is_quoted(text, wanted):
    found = speakers(text)
    assert found
    assert wanted in (found[0] or "")


def test_whom_he_means():
    text = "The mayor, Sami al-Hadi, met a driver, Adel Karam. Al-Hadi was calm. He said 40 people had left Saqba."
    assert speakers(text) == ["mayor"]
    text = 'Lina, 24, lost her house. "We were 40 people in one room," she recalled.'
    assert set(speakers(text)) <= {"Lina", None}
    text = 'The foreign minister, Sami Hadi, gave another total: "So far 40 people have left Saqba," he wrote.'
    assert "minister" in str(speakers(text)[0])


def test_what_stands_before_where_somebody_said_is_not_theirs():
    text = "Some 28 bodies were brought from Saqba, where the army said it was fighting."
    assert speakers(text) == [None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Two strikes on Saturday killed 80 people in Saqba.", ("2016-12-17", "2016-12-18")),
        ("The operation began on Friday with the departure of 83 women.", ("2016-12-16", "2016-12-17")),
        ("It came after Sunday's attack, in which 20 buses were burnt.", ("2016-12-18", "2016-12-19")),
        ("It was the first since Sunday's attack, in which 20 buses were burnt.", ("2016-12-18", "2016-12-19")),
        ("The truce was extended on Monday, as the UN brought out 300 people.", ("2016-12-19", "2016-12-20")),
        ("His men have killed 30 militants since dawn.", ("2016-12-20", "2016-12-21")),
        ("Before Friday, four captives had been freed.", (None, None)),
        ("Some 2,500 people lived there, besieged by the army since June 2012.", (None, None)),
    ],
)
def test_whose_day_a_day_is(text, wanted):
    assert rows(text, "date_from", "date_to")[0] == wanted


def test_a_time_of_day_is_of_the_day_told_before():
    text = "On Saturday 61 trucks reached Saqba. Another 87 people were brought to Harasta by evening."
    assert rows(text, "date_from")[-1] == ("2016-12-17",)
    text = "On Saturday 61 people left Saqba. Activists said 12 people were shot dead and that 300 shells had fallen since dawn."
    assert rows(text, "date_from") == [("2016-12-17",), (None,), ("2016-12-17",)]
    assert rows("Some 300 shells had fallen since dawn.", "date_from", published="") == [(None,)]


def test_the_night_before_the_day_of_saying():
    text = "The army said on Sunday that two women had been killed overnight."
    assert rows(text, "date_from", "date_to") == [("2016-12-17", "2016-12-19")]
    text = (
        "They left on December 15, the most since the town fell two weeks ago. A day earlier 160 people had left Saqba."
    )
    assert rows(text, "date_from")[-1] == ("2016-12-14",)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A guard said 30 had died. Another 40 people left Saqba, the guard continued.", "guard"),
        ('"We were 40 people in one cellar," said a woman rescued from Saqba.', "woman"),
        ("A military source quoted by state media put the number of dead at 40.", "military source"),
        ("Lina Hadid, 38, slept in a gym. She counted 40 buses from Saqba.", "Lina Hadid"),
        ("Some 900 people had died, the aide said. An official, Sami Hadid, gave a lower figure, 400.", "official"),
        ("Hezbollah's channel spoke of 40 fighters who left Saqba.", "Hezbollah"),
        ("A Saqba resident wept. The council of Saqba said 40 people had died.", "council"),
    ],
)
def test_who_speaks_beside_others(text, wanted):
    assert wanted in str(speakers(text)[-1])


def test_a_fight_that_goes_on_is_told_by_nobody():
    assert speakers("Some 40 people left Saqba, and the army continued.")[-1:] in ([], [None])


def test_where_somebody_says_that_they_arrived():
    text = "In Harasta, a teacher said that 40 people had arrived from Saqba."
    assert rows(text, "origin", "destination") == [("Saqba", "Harasta")]
    text = "In Harasta, a teacher said that 40 people had reached Saqba."
    assert rows(text, "origin", "destination") == [(None, "Saqba")]
