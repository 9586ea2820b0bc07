"""Whose day a date is, what a count runs over and how sure it is, where other figures and events stand beside it."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PUBLISHED = "1993-05-20"  # a Thursday


def told(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all(
        [{"id": "r1", "published": PUBLISHED, "text": text, "places": ["Srebrenica", "Tuzla", "Zepa", "Konjic"]}]
    )
    found = found[found["unit"].notna()]
    return [
        tuple(None if pd.isna(v) else str(v)[5:10] if c.startswith("date") else v for c, v in zip(columns, row, strict=True))
        for row in found[list(columns)].astype(object).itertuples(index=False, name=None)
    ]  # fmt: skip


SUNDAY, MONDAY, TUESDAY, NONE = ("05-16", "05-17"), ("05-17", "05-18"), ("05-18", "05-19"), (None, None)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Twelve people died when a shell fell on Tuzla on Sunday; nine others were hurt.", [SUNDAY, SUNDAY]),
        ("The road was shut on Tuesday, a day after 60 people had been brought out of Zepa.", [MONDAY]),
        ("The road was shut on Tuesday, two days after 60 people had been brought out of Zepa.", [SUNDAY]),
        ("More than 20,000 have died in the war, which began in April 1992, and 9,000 refugees live in Tuzla.", [NONE, NONE]),
        ("Shells fired from the hills on Sunday wounded 13 people and destroyed four houses.", [SUNDAY, SUNDAY]),
        ("The airlift resumed on Monday after a pause, with 40 patients flown to Tuzla.", [MONDAY]),
        ("They counted 710 dead since May 2, 37 of them on Sunday alone.", [("05-02", "05-21"), SUNDAY]),
        ("About 170 people died in nine days of shelling, 47 of whom were buried on Tuesday.", [NONE, TUESDAY]),
        ("Some 28,000 people have been wounded, 900 of them since Monday.", [NONE, ("05-17", "05-21")]),
        ("Twelve people died on Monday and nine on Tuesday.", [MONDAY, TUESDAY]),
        ("On Monday, a reporter counted 41 buses on the road out of Zepa.", [MONDAY]),
        ("On May 13, 14 and 15, 41 buses left Zepa with 900 people.", [("05-13", "05-16")] * 2),
        ("Seven requests for access to Zepa were refused last week.", [("05-10", "05-17")]),
        ("In the night to Tuesday 14 people were killed.", [("05-17", "05-19")]),
        ("A doctor said 540 had died by April, when he stopped counting; the army says 200 of its men died.", [("04-01", "05-01"), NONE]),
        ("The raid came on Sunday.\nThree lorries set off at 10 a.m. with 120 people.", [SUNDAY, SUNDAY]),
        ("Some 20,000 people have fled Zepa since May 2, the army said; the Red Cross counted 11,450.", [("05-02", "05-21")] * 2),
        ("Gunmen attacked the village on Sunday and killed 25 people.", [SUNDAY]),
        ("The army shelled Tuzla on Sunday, and three workers were killed.", [SUNDAY]),
        ("The truce began on Sunday, and 300 people have left.", [NONE]),
        ("On Sunday the convoy came under fire; two drivers were wounded and four lorries damaged.", [SUNDAY, SUNDAY]),
        ("Shelling on Sunday wounded 30 people, and on Monday 12 more died.", [SUNDAY, MONDAY]),
        ("The army held 240 men, 15 of whom took part in the attack of April 7.", [NONE, NONE]),
        ("Tuzla counted 120,000 inhabitants before 1992.", [NONE]),
        ("Some 1,400 people were brought out in February and March.", [("02-01", "04-01")]),
        ("He beat them before an election on June 3.\nAbout 120 people left Zepa by nightfall.", [NONE]),
    ],
)  # fmt: skip
def test_whose_day_a_date_is(text, wanted):
    assert told(text, "date_from", "date_to") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("On Monday alone, 800 people left Zepa.", ["day"]),
        ("Ninety lorries reached Tuzla on Monday, against a daily average of 500.", ["event", "day"]),
        ("Ninety lorries reached Tuzla on Monday, compared with 500 a day before the war.", ["event", "day"]),
        ("The airlift resumed after a day's break, with 40 patients flown to Tuzla.", ["event"]),
        (
            "They reported 350 deaths in the past day, taking the total since the war began to 7,487.",
            ["day", "cumulative"],
        ),
        ("An average of 97 lorries a day entered Tuzla in April.", ["day"]),
        ("The army claims to have killed 4,000 fighters.", ["cumulative"]),
        ("The office has recorded 816 civilian deaths.", ["cumulative"]),
        ("He spoke of 4,000 dead since the war broke out.", ["cumulative"]),
        ("Sixty lorries came in on Monday, the largest number since the siege began.", ["event"]),
        ("Some 6,000 shells were fired in the first six days.", ["cumulative"]),
        ("At least 14 people were killed in the course of the six days.", ["cumulative"]),
    ],
)
def test_what_a_count_runs_over(text, wanted):
    assert [scope for (scope,) in told(text, "scope")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The army had offered to deliver 37 generators to the hospital.", ["proposed"]),
        ("The UN is preparing to move 3,000 people out of Zepa.", ["planned"]),
        ("Envoys are pushing for a deal in which the Serbs would free 50 men in return for a truce and 27 detainees.", ["proposed", "proposed"]),
        ("The two sides are discussing a swap of 40 hostages for 400 prisoners.", ["proposed", "proposed"]),
        ("A general called for 300 wounded to be let out of Zepa.", ["proposed"]),
        ("All were offered shelter, and 5,125 had so far accepted.", ["happened"]),
        ("Envoys propose a pause in which 40 hostages would be exchanged for 400 prisoners.", ["proposed", "proposed"]),
        ('"We hope that the last 2,500 will come out tonight," he said.', ["expected"]),
        ("An agreement for the evacuation of 60 injured failed in April.", ["planned"]),
        ("The hospital needs 30 doctors.", ["proposed"]),
        ("About a third of the houses cannot be repaired.", ["happened"]),
        ("None of the 30 trucks has reached Zepa.", ["denied"]),
        ("The evacuation of 300 people was put off until Friday.", ["planned"]),
        ("He was the last of 12 medics to be killed in Zepa.", ["happened"]),
        ("The plan foresees that 3,000 people leave Zepa.", ["planned"]),
        ("The UN fears that 3,000 people will flee Zepa.", ["expected"]),
        ("Helicopters flew out 40 of the wounded, and trucks were to collect another 70.", ["happened", "planned"]),
        ("Some 30 fighters had thrown themselves into the river to escape.", ["happened"]),
        ("The minister spoke of 37,500 refugees and said he hoped that the war would end.", ["happened"]),
        ("He demanded an inquiry into the deaths of 30 people.", ["happened"]),
    ],
)  # fmt: skip
def test_how_sure_it_is(text, wanted):
    assert [mood for (mood,) in told(text, "modality")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The Serbs handed over 20 captives.", [(20, "exact", "prisoners")]),
        ('"Dozens" of gunmen were killed.', [(None, "vague", "fighters")]),
        ("Some 300 people or more left Zepa.", [(300, "about", "people")]),
        ("3,000 people or more left Zepa.", [(3000, "at_least", "people")]),
        ("Shells killed six people in Tuzla, nine in Konjic and two in Zepa.", [(6, "exact", "people"), (9, "exact", "people"), (2, "exact", "people")]),
        ("Twelve patients were let out, far fewer than the 40 planned.", [(12, "exact", "people"), (40, "exact", "people")]),
        ("The dead numbered 14.", [(14, "exact", "people")]),
        ("Some 50 deserters were caught.", [(50, "about", "fighters")]),
    ],
)  # fmt: skip
def test_what_is_counted(text, wanted):
    assert told(text, "value", "qualifier", "unit") == wanted
