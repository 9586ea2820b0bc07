"""How far a day, a scope and a plan reach: asides, second clauses, ranges by the day, and what stands behind "and"."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PUBLISHED = "1994-02-10"  # a Thursday
FEBRUARY, NONE = ("02-01", "03-01"), (None, None)


def told(text: str, *columns: str, places: tuple[str, ...] = ("Bihac", "Gorazde")) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": PUBLISHED, "text": text, "places": list(places)}])
    found = found[found["unit"].notna()]
    return [
        tuple(None if pd.isna(v) else str(v)[5:10] if c.startswith("date") else v for c, v in zip(columns, row, strict=True))
        for row in found[list(columns)].astype(object).itertuples(index=False, name=None)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bihac, cut off since January 3, lost 40 soldiers.", [NONE]),
        ("The ward holds 60 cots and will get another 15 by mid-February.", [NONE, ("02-01", "03-01")]),
        ("Two new shelters opened this month.", [FEBRUARY]),
        ("He lost four cousins in one attack in January.", [("01-01", "02-01")]),
        ("The airlift is to start on Friday and take up to 300 people out of Bihac.", [("02-11", "02-12")]),
        ("A shell hit the market on Tuesday.\nSome 50 people had been brought out by the afternoon.", [("02-08", "02-09")]),
        ("He said last Thursday that about 500 people had been killed.", [NONE]),
        ("Three lorries reached Bihac, the first on that road since December.", [NONE]),
        ("On 4 January 600 people reached Bihac; on 10 January there were 90 and on Wednesday just 12.", [("01-04", "01-05"), ("01-10", "01-11"), ("02-09", "02-10")]),
        ("More than 700 people have died so far, and 15 were killed on Monday.", [NONE, ("02-07", "02-08")]),
        ("On 5 February, as of 10 p.m., 37 lorries entered Bihac.", [("02-05", "02-06")]),
        ("The road was shut after the 5 February attack, in which 68 people were killed.", [("02-05", "02-06")]),
        ("A site with 800 plots is to open next week.", [("02-14", "02-21")]),
        ("وقال طبيب إن 12 مدنيا قتلوا في قصف استهدف السوق مساء الثلاثاء.", [("02-08", "02-09")]),
        ("Bihac, which has 400 beds, took in 30 people overnight.", [NONE, ("02-09", "02-11")]),
        ("They laid on six buses on Tuesday, which took 210 people to Bihac.", [("02-08", "02-09")] * 2),
        ("They counted 30 raids since 5 January, in which 72 people were killed.", [("01-05", "02-11")] * 2),
        ("Six people died on Monday evening when a shell hit the market. Nine others were hurt.", [("02-07", "02-08")] * 2),
        ("On Monday 53 men were taken to Bihac and another 60 were taken to Gorazde.", [("02-07", "02-08")] * 2),
        ("Four people died in a mortar attack on the market early on Tuesday.", [("02-08", "02-09")]),
        ("وكان المجلس قد ذكر يوم الثلاثاء أن 30 شخصا قتلوا في 3 شباط.", [("02-03", "02-04")]),
        ("ومن المقرر أن تنطلق 20 حافلة الأربعاء.", [("02-16", "02-17")]),
        ("On Tuesday the air force carried out nine raids on Bihac, it said.", [("02-08", "02-09")]),
        ("On Monday, to split the town, they bombed it; 20 people are trapped in two pockets.", [NONE, NONE]),
    ],
)  # fmt: skip
def test_how_far_a_day_reaches(text, wanted):
    assert told(text, "date_from", "date_to") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Between 300 and 500 people a day crossed the river last week.", ["day"]),
        ("Bihac, besieged since January 3, is hit by between 40 and 60 shells and bombs a day.", ["day"]),
        ("On Monday alone the guns on the hills fired 90 shells.", ["day"]),
        ("The council says 900 people have fled since 5 January, up from 700 a week earlier.", ["cumulative"] * 2),
        ("More than 2,000 people are thought by officials to have been killed.", ["cumulative"]),
        ("The office has counted 249 people killed up to Wednesday.", ["cumulative"]),
        ("قتل نحو 200 شخص في المدينة منذ بدء الحصار.", ["cumulative"]),
        ("تخشى المنظمة أن ينزح 300 ألف شخص خلال الأسابيع المقبلة.", ["event"]),
        ("Fifty men are to be freed over four days.", ["event"]),
        ("ارتفعت حصيلة الحصار إلى 340 قتيلا.", ["cumulative"]),
        ("Some 9,000 people may flee in the coming weeks.", ["event"]),
        ("Since the start of the offensive 9,000 people have left Bihac.", ["cumulative"]),
    ],
)
def test_scope(text, wanted):
    assert [row[0] for row in told(text, "scope")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Since the start of the offensive 9,000 people have left Bihac.", ["happened"]),
        ("Ninety buses had been promised.", ["planned"]),
        ("Two evacuation routes have been announced for Friday.", ["planned"]),
        ("A site with 800 plots is to open.", ["planned"]),
        ("Fifty men are to be freed in exchange for 90 prisoners, and the truce could be extended.", ["planned"] * 2),
        ("The ward has 60 cots and will get another 15.", ["happened", "planned"]),
    ],
)
def test_how_sure(text, wanted):
    assert [row[0] for row in told(text, "modality")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The rebels acknowledged the loss of about a third.", [("territory_share", 100 / 3, "percent")]),
        ("Half of all shops have closed.", [("infrastructure", 50.0, "percent")]),
        (
            "Nearly 80 percent of the houses are damaged and a quarter will have to be torn down.",
            [("infrastructure", 80.0, "percent"), ("infrastructure", 25.0, "percent")],
        ),
    ],
)
def test_shares(text, wanted):
    assert told(text, "kind", "value", "unit") == wanted


def test_which_counts_things():
    assert told("There are 40 wells, of which there are 25 in Gorazde.", "value", "unit")[1] == (25, "other")


def test_the_day_behind_a_figure_that_goes_on():
    text = "On Tuesday soldiers lowered 30 bodies into the pit: 12 had been laid there the day before."
    assert told(text, "value", "date_from")[-1] == (12, "02-07")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("واستعاد الجيش صباح الخميس قريتين.", [("advance", 2, "other", "happened")]),
        ("تخشى المنظمة أن ينزح 300 ألف منهم خلال الأسابيع المقبلة.", [("displacement", 300_000, "people", "expected")]),
        ("ولم يبق في المدينة سوى ألف مقاتل.", [("population", 1000, "fighters", "happened")]),
    ],
)
def test_arabic_claims(text, wanted):
    assert told(text, "kind", "value", "unit", "modality") == wanted
