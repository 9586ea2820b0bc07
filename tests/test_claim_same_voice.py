"""One body under several names, who speaks in Arabic, and what is denied without a figure."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def told(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2021-05-19", "text": text, "places": ["Zabar", "زبار"]}])
    rows = found[list(columns)].itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in rows]


def speakers(text: str) -> list[object]:
    return [s for (s,) in told(text, "speaker")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Yemen's health ministry said 40 people had died in Zabar. The health ministry said 60 others were wounded.",
            ["Yemeni health ministry"] * 2,
        ),
        (
            "Gaza's civil defence said 12 people had died. By evening the civil defence said 15 people were dead.",
            ["Gaza civil defence"] * 2,
        ),
        ("Nine people have died, the enclave's health ministry says.", ["health ministry"]),
        (
            "The health ministry in Gaza said nine people had died. A further 20 were hurt, the strip's health ministry said.",
            ["Gaza health ministry"] * 2,
        ),
    ],
)
def test_a_ministry_stays_one_speaker(text, wanted):
    assert speakers(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("قالت وزارة الصحة في غزة إن 9 أشخاص قتلوا. وأضافت الوزارة أن 14 أصيبوا.", ["Gaza health ministry"] * 2),
        ("قالت وزارة الصحة في غزة إن 9 أشخاص قتلوا. وقالت وزارة الصحة إن 14 أصيبوا.", ["Gaza health ministry"] * 2),
        ("وفقاً للهلال الأحمر، قتل 9 أشخاص في زبار.", ["Red Crescent"]),
        ("قتل 9 أشخاص في زبار، بحسب بيان للصليب الأحمر.", ["International Committee of the Red Cross"]),
        ("غادر 700 شخص زبار وفق الأمم المتحدة، فيما قالت السلطات إن 900 خرجوا.", ["United Nations", "السلطات"]),
        ("قالت الأمم المتحدة إن 700 شخص غادروا زبار، فيما قال ناشطون إن 900 خرجوا.", ["United Nations", "ناشطون"]),
        ("نزح 70 ألف شخص بحسب الأمم المتحدة التي تتوقع نزوح 90 ألفاً.", ["United Nations"] * 2),
        ("يقول المرصد السوري لحقوق الإنسان إن 9 مدنيين قتلوا.", ["Syrian Observatory for Human Rights"]),
        ("نقلت وكالة الأناضول عن مصدر أمني قوله إن 9 أشخاص قتلوا.", ["مصدر أمني"]),
        ("قال مسعفون لقناة محلية إن 9 أشخاص قتلوا.", ["مسعفون"]),
        ("وقدّرت منظمة الصحة العالمية عدد المحاصرين في زبار بنحو 9 آلاف شخص.", ["World Health Organization"]),
        ("وذكر تقرير للأونروا أن 9 أشخاص قتلوا.", ["UNRWA"]),
        ("واعترف الجيش العراقي بمقتل 9 جنود.", ["Iraqi forces"]),
        ("وقال مدير المرصد السوري سمير إن 9 أشخاص قتلوا.", ["Syrian Observatory for Human Rights"]),
        ("قال المتحدث باسم الجيش العراقي إن 9 جنود قتلوا.", ["Iraqi forces spokesman"]),
    ],
)
def test_who_speaks_in_arabic(text, wanted):
    assert speakers(text) == wanted


def test_rejected_accusations_are_denied_and_refusing_to_go_is_not():
    assert told("ورفض متحدث باسم الوزارة اتهامات بقتل 9 مدنيين في زبار.", "value", "modality") == [(9, "denied")]
    assert told("رفض المقاتلون المغادرة وقتل 9 مدنيين في زبار.", "value", "modality") == [(9, "happened")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It has recorded 29 deaths there.", "Syrian Observatory for Human Rights"),
        ("It had also counted 29 wounded there.", "Syrian Observatory for Human Rights"),
        ("It carries 29 wounded.", None),
    ],
)
def test_who_was_named_goes_on_to_count(text, wanted):
    assert speakers(f"The Observatory said 60 people had died in Zabar. {text}")[1:] == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "Some 600 people crossed into Zabar, the border guard said in an evening bulletin, adding that nine had died.",
        "Six people lay dead in Zabar, a teacher said in a voice message; by dusk she had counted nine dead.",
        "Six people died in Zabar, a teacher said by telephone, and nine were missing.",
    ],
)
def test_how_somebody_spoke_does_not_part_him_from_what_he_said(text):
    first, second = speakers(text)
    assert first == second is not None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The army denied the report.", [("casualties", None, "denied", "army")]),
        ("The mayor denied this.", [("casualties", None, "denied", "mayor")]),
        (
            "The army denied that figure and said nine people had been killed.",
            [("casualties", None, "denied", "army"), ("casualties", 9, "happened", "army")],
        ),
        ("The army denied all knowledge.", []),
    ],
)
def test_what_is_denied_without_a_figure_is_told(text, wanted):
    found = told(f"Medics said 30 people had been killed in Zabar. {text}", "kind", "value", "modality", "speaker")
    assert found[1:] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Nine people died in Zabar, a member of the council told reporters by phone from inside the town.",
            "member of the council",
        ),
        ('"We hid," said Umm Salim, a teacher who fled Zabar. "Nine people died."', "teacher"),
        ("Nine gunmen surrendered, the state news agency quoted a field officer as saying.", "field officer"),
        ("Nobody could confirm the ministry's claim that nine people had died.", "ministry"),
        ("The ministry's tally, which leaves out soldiers, stood at nine dead.", "ministry"),
        ("Nine people died, according to UNICEF and the Red Crescent.", "UNICEF and Red Crescent"),
        ("A clip posted by the army shows nine captured gunmen.", "army"),
        ("Officials in Zabar, run by the opposition, said nine people had died.", "officials"),
        ("Officials in Zabar, controlled by the opposition, said nine people had died.", "officials"),
        ("The Hamas government media office said nine people had died.", "Hamas"),
        ("A relative of the mayor said nine people had died.", "relative of the mayor"),
        ('"Nine people died," said a Danish nurse working in Zabar.', "Danish nurse"),
    ],
)
def test_who_speaks_behind_asides(text, wanted):
    assert speakers(text)[-1] == wanted


def test_what_is_called_for_in_arabic_is_proposed():
    found = told("وطالبت اليونيسف بإجلاء 90 طفلاً من زبار.", "value", "modality", "speaker")
    assert found == [(90, "proposed", "UNICEF")]


def test_a_long_quotation_is_one_speaker():
    text = (
        '"They shell us," said the mayor of Zabar. "Nine people died. Nobody can reach them. We have one road. '
        'We buried 14 people." Some 20 people died in Zabar in May.'
    )
    assert speakers(text)[-3:] == ["mayor of Zabar", "mayor of Zabar", None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("They still hold 40 captives in Zabar, including 20 the army says are dead.", "army"),
        ("The raid killed 20 people the army said were gunmen.", None),
        ("Some 500 men held Zabar, by the reckoning of the mayor.", "mayor"),
        ("In a separate statement the army said nine people had died.", "army"),
        ("Asked about reports that nine people had died, the minister said he knew nothing.", None),
    ],
)
def test_words_that_lead_in_are_nobody(text, wanted):
    assert speakers(text)[-1] == wanted


@pytest.mark.parametrize(
    ("first", "noun", "wanted"),
    [
        ("The Red Cross", "monitor", "monitor"),
        ("The army", "ministry", "ministry"),
        ("Hamas", "charity", "charity"),
        ("UNHCR", "charity", "charity"),
        ("The health ministry", "group", "group"),
        ("The Syrian Observatory for Human Rights", "monitor", "Syrian Observatory for Human Rights"),
        ("The Red Cross", "organisation", "International Committee of the Red Cross"),
        ("The Red Cross", "committee", "International Committee of the Red Cross"),
        ("UNHCR", "agency", "UNHCR"),
        ("SANA", "agency", "Syrian state media"),
        ("The health ministry", "ministry", "health ministry"),
        ("Hamas", "group", "Hamas"),
    ],
)
def test_a_noun_means_only_a_body_of_its_kind(first, noun, wanted):
    text = f"{first} said 12 people left Zabar. Nine people died there on Sunday, the {noun} said."
    assert told(text, "speaker", "value")[-1] == (wanted, 9)


def test_the_last_body_of_the_kind_is_meant():
    text = (
        "The health ministry said 12 people had died in Zabar. The army said 30 had. Nine were hurt, the ministry said."
    )
    assert speakers(text)[-1] == "health ministry"
