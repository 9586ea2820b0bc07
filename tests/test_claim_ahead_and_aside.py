"""What is only called for or a part of a deal, who was displaced beside the killed, and places and speakers in asides."""

from __future__ import annotations

import pytest
from claim_scoring import cells, read_all

PLACES = ("Saqba", "Arbin", "Homs", "Idlib", "Marj", "Zamalka")


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": PLACES}])
    return cells(found[found["unit"].notna()], *columns)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The envoy called on Monday for the evacuation of 900 people from Saqba.", [("departure", "proposed")]),
        ("The envoy appealed Monday for the release of 300 prisoners.", [("prisoners", "proposed")]),
        ("The envoy called on Monday as 900 people left Saqba.", [("departure", "happened")]),
        ("Another provision is the release of 500 prisoners.", [("prisoners", "planned")]),
        ("The deal includes the release of 500 prisoners.", [("prisoners", "planned")]),
        ("The gang celebrated the release of 500 prisoners.", [("prisoners", "happened")]),
        ("A truce aimed at evacuating 300 people from Homs began.", [("departure", "planned")]),
        ("The army said it had succeeded in evacuating 300 people from Homs.", [("departure", "happened")]),
        ("They have 400 hostages with them, he said.", [("prisoners", "happened")]),
        ("A mayor asked them to prevent a Guernica-style massacre with 9,000 people trapped in Homs.", [("population", "happened")]),
        ("The militia massacred 90 people in Homs.", [("casualties", "happened")]),
    ],
)  # fmt: skip
def test_what_is_asked_for_or_agreed_has_not_happened(text, wanted):
    assert rows(text, "kind", "modality") == wanted


def test_a_sum_of_those_who_are_to_go_is_no_running_total():
    assert rows("A total of 1,800 fighters are scheduled to leave Homs.", "scope") == [("event",)]
    assert rows("A total of 1,800 fighters have left Homs.", "scope") == [("cumulative",)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The war has killed thousands of people and displaced millions of others.", ["casualties", "displacement"]),
        ("The war goes on, with 40,000 people killed and 12 million displaced.", ["casualties", "displacement"]),
        ("Shells killed 40 displaced people in Homs.", ["casualties"]),
        ("Some 900 people who survived mass killings have fled.", ["displacement"]),
        ("Some 900 soldiers massed at the gate.", ["staging"]),
    ],
)
def test_the_displaced_are_not_the_dead(text, wanted):
    assert [kind for (kind,) in rows(text, "kind")] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 16,200 people have sought refuge in Arbin.", (None, "Arbin")),
        ("Some 16,200 people fled fighting in Arbin.", ("Arbin", None)),
        ("More than 900 people have fled Marj's southern city of Saqba.", ("Saqba", None)),
        ("More than 900 people have fled Marj.", ("Marj", None)),
        ("All 900 residents of Saqba will leave their homes for army-held parts of Homs.", ("Saqba", "Homs")),
        ("Some 25 people were brought out on Friday (May 6) from Saqba to Idlib.", ("Saqba", "Idlib")),
    ],
)
def test_where_from_and_where_to(text, wanted):
    assert rows(text, "origin", "destination") == [wanted]


def test_the_way_of_a_share_is_its_wholes():
    told = rows(
        "Some 42,500 people have arrived in Idlib, representing a third of the enclave's population.",
        "kind",
        "destination",
    )
    assert told == [("arrival", "Idlib"), ("arrival", "Idlib")]


def test_another_movement_has_a_way_of_its_own():
    told = rows(
        "Another 1,458 people from Arbin reached Idlib. In the morning 45 buses left for Homs.", "origin", "destination"
    )
    assert told == [("Arbin", "Idlib"), (None, "Homs")]


def test_who_are_brought_out_come_from_where_the_goods_went():
    told = rows("Its convoys took 70 tonnes of flour to Arbin and brought 17 wounded out.", "origin", "destination")
    assert told == [(None, "Arbin"), ("Arbin", None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            '"Some 3,000 people were brought out," the head of the clinic, Anna Bauer, said after two convoys left Homs.',
            ["head of the clinic", None],
        ),
        ('"We left in May," the mayor said as 40 people reached Idlib.', ["mayor"]),
        ("Some 3,000 people have fled Homs, as reported by the Observatory.", ["Observatory"]),
        ('Army officials blamed the rebels. "The soldiers led 11 people out of Homs," she said.', [None]),
    ],
)
def test_who_says_it(text, wanted):
    told = [None if speaker is None else str(speaker) for (speaker,) in rows(text, "speaker")]
    assert len(told) == len(wanted)
    assert all((a is None) == (b is None) and (b is None or b in str(a)) for a, b in zip(told, wanted, strict=True)), (
        told
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Almost 85 000 Armenians have left Homs.", [(85000, "people")]),
        ("Some 84 770 forcibly displaced people entered Homs.", [(84770, "people")]),
        ("Rebels returned the bodies of eight government forces.", [(8, "fighters")]),
        ("Two outside forces met in Homs.", []),
    ],
)
def test_values_and_units(text, wanted):
    assert rows(text, "value", "unit") == wanted


def test_residents_of_whom_an_aside_is_told_leave():
    told = rows(
        "Media said that about 4,000 remaining residents of Saqba - besieged since 2012 - would leave.",
        "kind",
        "modality",
    )
    assert told == [("departure", "planned")]
