"""Turns by which reports count without a verb beside the figure, and verbs whose company tells the kind."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ("3000 Flats", "Vukovar", "Borovo", "Zagreb", "Osijek", "فوكوفار", "أوسييك")


def read(text: str, *columns: str, published: str = "1991-11-20") -> list[tuple[object, ...]]:
    named = [p for p in PLACES if p in text]
    found = read_all([{"id": "r1", "published": published, "text": text, "places": named}])
    rows = found.loc[found["unit"].notna(), list(columns or ("kind", "value", "unit"))].astype(object)
    return [tuple(None if pd.isna(v) else v for v in row) for row in rows.itertuples(index=False, name=None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A ferry and two coaches left at noon. On board were 340 people.", [("departure", 2, "buses"), ("departure", 340, "people")]),
        ("Just one of six hospitals takes patients.", [("infrastructure", 1, "hospitals"), ("infrastructure", 6, "hospitals")]),
        ("Some 900 fighters are left, an officer said. In August there were 2,500.", [("population", 900, "fighters"), ("population", 2500, "fighters")]),
        ("About 700 fighters remain in the works, he said, while a guard put them at fewer than 400.", [("population", 700, "fighters"), ("population", 400, "fighters")]),
        ("There were nine car bombs on Monday, the officer said. We destroyed seven of them.", [("attack", 9, "other"), ("infrastructure", 7, "other")]),
        ("Diggers lifted another eight bodies from a well, bringing to 64 the number recovered this week.", [("casualties", 8, "people"), ("casualties", 64, "people")]),
        ("Nurses looked after 120 arrivals; 18 had shrapnel wounds.", [("arrival", 120, "people"), ("casualties", 18, "people")]),
        ("The council has 45 staff in Vukovar, of whom 10 will leave on Friday.", [("population", 45, "people"), ("departure", 10, "people")]),
        ("The rebels have lost 20 percent of their ground, the army says. A diplomat put the loss at one tenth.", [("territory_share", 20, "percent"), ("territory_share", 10, "percent")]),
    ],
)  # fmt: skip
def test_what_stands_before_tells_what_a_figure_counts(text, wanted):
    assert read(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Gunmen stopped the convoy and set four of the coaches alight.", [("infrastructure", 4, "buses")]),
        ("Guards shot five people at the gate.", [("casualties", 5, "people")]),
        ("Guards shot at the crowd and 60 people ran away.", [("displacement", 60, "people")]),
        ("Some 80 men were led away and 30 more taken away for questioning.", [("prisoners", 80, "prisoners"), ("prisoners", 30, "prisoners")]),
        ("Thirty-nine men were let out of two prisons.", [("prisoners", 39, "prisoners")]),
        ("Under the deal 50 captives are to go free.", [("prisoners", 50, "prisoners")]),
        ("About 500 fighters were in army hands on Tuesday.", [("prisoners", 500, "fighters")]),
        ("Soldiers captured 12 lorries.", [("other", 12, "other")]),
        ("Some 200 protesters broke into the council building.", [("other", 200, "people")]),
        ("The militia fell back, leaving behind 15 armoured vehicles.", [("other", 15, "other")]),
        ("The Red Cross is ready to move 70 wounded out.", [("departure", 70, "people")]),
        ("We have 28 families in our gym.", [("population", 28, "other")]),
        ("Doctors put the number of those who had left at 5,000.", [("departure", 5000, "people")]),
        ("The price of bread rose by half.", []),
        ("Moving more than 2,000 patients was called a death sentence.", [("departure", 2000, "people")]),
        ("The staff say there are 150 patients here.", [("population", 150, "people")]),
        ("Ten of the dead were civilians.", [("casualties", 10, "civilians")]),
        ("Snipers fired on a column of 30 buses.", [("attack", 30, "buses")]),
        ("The guards took the ridge at a cost of 11 dead.", [("casualties", 11, "people")]),
        ("Nearly 3,000 people had come through the checkpoint since dawn.", [("departure", 3000, "people")]),
        ("Tens of thousands of people were driven out.", [("displacement", None, "people")]),
        ("On Sunday 611 people walked to the buses.", [("departure", 611, "people")]),
        ("Fifty lorries with food had gone to Vukovar.", [("arrival", 50, "other")]),
        ("A thousand men took part in the assault.", [("other", 1000, "fighters")]),
        ("Thirteen border guards died at the bridge.", [("casualties", 13, "fighters")]),
        ("Of the wounded, 40 were in hospital on Friday.", [("casualties", 40, "people")]),
        ("A quarter of a million people live under blockade.", [("siege", 250000, "people")]),
        ("They let aid into Vukovar and Borovo, two towns on the river.", []),
        ("Residents huddle in cellars, where two in three children are ill.", [("other", 200 / 3, "percent")]),
    ],
)  # fmt: skip
def test_the_company_of_a_verb_tells_the_kind(text, wanted):
    got = read(text)
    assert [(k, u) for k, _, u in got] == [(k, u) for k, _, u in wanted]
    assert [v for _, v, _ in got] == pytest.approx([v for _, v, _ in wanted])


def test_of_whom_it_is_not_known_how_many_is_told_in_the_sentence_before():
    text = "The ministry has not said how many soldiers it lost. A general put it so: 774 had been killed."
    assert read(text) == [("casualties", 774, "fighters")]


def test_from_there_means_where_the_sentence_before_leads_to():
    text = "Nine coaches from Zagreb were sent to Vukovar and Borovo. About 120 people are to be taken from there."
    assert read(text, "value", "origin")[-1:] == [(120, "Vukovar|Borovo")]


def test_nobody_goes_to_what_is_only_fought_over():
    text = "Twenty buses left Vukovar, a step meant to end three months of fighting over Zagreb's oldest port."
    assert read(text, "value", "origin", "destination") == [(20, "Vukovar", None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("قال مسؤول إن 1200 نازح وصلوا إلى أوسييك.", [("arrival", 1200, "people")]),
        ("أفاد طبيب بأن 41 جريحاً نقلوا إلى أوسييك.", [("departure", 41, "people")]),
        ("بلغ عدد النازحين من فوكوفار 85 ألف شخص، عاد منهم 19 ألفاً.", [("displacement", 85000, "people"), ("arrival", 19000, "people")]),
        ("قتل 12 جندياً وأصيب 30 آخرون في هجوم بثلاث سيارات مفخخة.", [("casualties", 12, "fighters"), ("casualties", 30, "fighters"), ("attack", 3, "other")]),
        ("وصلت إلى أوسييك عشر حافلات تقل 500 شخص.", [("arrival", 10, "buses"), ("arrival", 500, "people")]),
        ("أحرق مسلحون خمس حافلات.", [("infrastructure", 5, "buses")]),
        ("أكثر من 900 مدني محاصرون في الملاجئ.", [("population", 900, "civilians")]),
    ],
)  # fmt: skip
def test_arabic_participles_and_what_vehicles_carry(text, wanted):
    assert read(text) == wanted


def test_an_arabic_denial_and_expectation_have_their_modality():
    text = "نفى الجيش أن تكون طائراته قد قتلت 22 مدنياً. وتوقعت الوزارة نزوح 50 ألف مدني."
    assert read(text, "value", "modality", "speaker") == [(22, "denied", "الجيش"), (50000, "expected", "الوزارة")]


def test_a_number_in_the_name_of_a_place_counts_nothing():
    assert read("The militia took the 3000 Flats on Monday and lost 40 soldiers.") == [("casualties", 40, "fighters")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 900 people were still in Vukovar, Borovo and Osijek.", ["Vukovar|Borovo|Osijek"]),
        ("Nine people died in Vukovar and 12 in Borovo.", ["Vukovar", "Borovo"]),
        (
            "At least 30 people were killed in Vukovar. The army said 20 fighters had been killed there.",
            ["Vukovar"] * 2,
        ),
    ],
)
def test_each_figure_stands_where_its_own_words_say(text, wanted):
    assert [place for (place,) in read(text, "place")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("There are 40 nurses left for 90,000 people.", [("population", 40, "people"), ("population", 90000, "people")]),
        ("Since May 212 people had been brought in dead.", [("casualties", 212, "people")]),
        ("Sappers say the militia has blown up 14 bridges.", [("infrastructure", 14, "other")]),
        ("Some 60 people were shot at that bridge.", [("casualties", 60, "people")]),
        ("The council says 70 per cent of homes cannot be lived in.", [("infrastructure", 70, "percent")]),
        ("In Borovo, once a town of 20,000, twelve families have come back.", [("population", 20000, "people"), ("arrival", 12, "other")]),
        ("The clinic says 98 people died. At least 30 children were among them.", [("casualties", 98, "people"), ("casualties", 30, "people")]),
        ("Some 1,500 people reached Osijek, a clerk said. A nurse gave a figure of 1,700 and said that 300 more went to Zagreb.", [("arrival", 1500, "people"), ("arrival", 1700, "people"), ("departure", 300, "people")]),
        ("ولا يزال 60 أسيراً في أوسييك.", [("prisoners", 60, "prisoners")]),
        ("دمّر القصف 12 منزلاً.", [("infrastructure", 12, "other")]),
        ("قصفت الطائرات 30 موقعاً.", [("attack", 30, "other")]),
        ("قال ناشطون إن عدد الخارجين من أوسييك بلغ 700.", [("departure", 700, "people")]),
        ("كانت المدينة تؤوي 50 ألف شخص.", [("population", 50000, "people")]),
        ("ولا يزال نحو 600 مدني داخل المدينة.", [("population", 600, "civilians")]),
    ],
)  # fmt: skip
def test_more_of_what_the_words_beside_a_figure_tell(text, wanted):
    assert read(text) == wanted


def test_a_convoy_leaves_from_where_its_verb_says():
    text = "A convoy of 18 lorries with water, blankets and medicine left Osijek on Monday for Vukovar."
    assert read(text, "value", "origin", "destination") == [(18, "Osijek", "Vukovar")]


def test_where_somebody_only_speaks_nothing_happens():
    text = "He denied it, a spokesman, speaking in Zagreb, told reporters. About 600 people crossed into held parts of the city."
    assert read(text, "value", "origin") == [(600, None)]
