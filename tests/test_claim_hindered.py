"""Who was kept from going and who was not, deals that are no more, and what a place or a captor holds."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ["Saqba", "Misraba", "Arbin", "Homs"]


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": PLACES}])
    return [
        tuple(None if pd.isna(v) else v for v in row) for row in found[list(columns)].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("The army failed to stop 700 people from leaving Saqba.", "happened"),
        ("The police were unable to prevent 700 people from leaving Saqba.", "happened"),
        ("Nothing could stop 700 people from leaving Saqba.", "happened"),
        ("The army tried in vain to stop 700 people from leaving Saqba.", "happened"),
        ("Soldiers were not able to stop 700 people from being bused out of Saqba.", "happened"),
        ("Nothing will stop 700 people from leaving Saqba.", "planned"),
        ("The army tried to stop 700 people from leaving Saqba.", "conditional"),
        ("The army could stop 700 people from leaving Saqba.", "conditional"),
        ("The army stopped 700 people from leaving Saqba.", "denied"),
        ("The army failed to evacuate 700 people from Saqba.", "denied"),
    ],
)
def test_who_was_hindered_in_vain_did_leave(text, modality):
    assert rows(text, "kind", "value", "modality", "origin") == [("departure", 700, modality, "Saqba")]


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("The agreement on Saqba has collapsed.", "denied"),
        ("The truce in Saqba, due to last a week, did not hold.", "denied"),
        ("The truce in Saqba held; talks on Arbin collapsed.", "happened"),
        ("The truce in Saqba could collapse.", "conditional"),
        ("The truce in Saqba held and the army's attack on Arbin failed.", "happened"),
    ],
)
def test_a_deal_is_broken_only_by_words_of_its_own_clause(text, modality):
    assert rows(text, "kind", "modality")[0] == ("agreement", modality)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The town held 6,000 fighters.", ("population", "fighters", None)),
        ("Saqba held 6,000 fighters, the army said.", ("population", "fighters", "Saqba")),
        ("Saqba, which held 6,000 fighters, fell on Sunday.", ("population", "fighters", "Saqba")),
        ("The district of Saqba still holds 6,000 civilians.", ("population", "civilians", "Saqba")),
        ("Shells fell on Saqba. The town held 6,000 fighters.", ("population", "fighters", "Saqba")),
        ("The prison held 6,000 fighters.", ("prisoners", "fighters", None)),
        ("Rebels in Saqba hold 6,000 soldiers.", ("prisoners", "fighters", "Saqba")),
        ("The town held 6,000 hostages.", ("prisoners", "prisoners", None)),
        ("Some 6,000 men were held in the town.", ("prisoners", "prisoners", None)),
    ],
)
def test_who_is_in_a_place_is_not_its_prisoner(text, wanted):
    assert [r[1:] for r in rows(text, "value", "kind", "unit", "place") if r[0] == 6_000] == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Neither the army nor the rebels let the 40 wounded leave Saqba.", [(40, "denied")]),
        ("Neither the army nor the mayor said that 40 people had left Saqba.", [(40, "conditional")]),
        ("Neither side spoke, and 40 people left Saqba.", [(40, "happened")]),
        ("Neither cold nor hunger stopped 700 people from leaving Saqba.", [(700, "happened")]),
        ("Some 300 rather than 500 people left Saqba.", [(300, "happened"), (500, "denied")]),
        ("More than 500 people left Saqba.", [(500, "happened")]),
    ],
)
def test_what_two_did_not_do_and_what_was_thought_instead_is_denied(text, wanted):
    assert [r for r in rows(text, "value", "modality") if r[0] is not None] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Shells fell on Saqba on Sunday.", [("attack", "Saqba")]),
        ("Rockets have also landed in Saqba.", [("attack", "Saqba")]),
        ("He shells peas in Saqba.", []),
        ("Two people were killed and four wounded when shells hit Saqba.", [("casualties", "Saqba")] * 2 + [("attack", "Saqba")]),
        ("Two women had been killed and ten people injured, in shelling of Saqba.",
         [("casualties", "Saqba"), ("attack", "Saqba"), ("casualties", "Saqba")]),
        ("Two people were killed in Arbin when shells hit Saqba.", [("casualties", "Arbin"), ("attack", "Saqba")]),
    ],
)  # fmt: skip
def test_shells_that_fall_and_the_dead_where_they_hit(text, wanted):
    assert rows(text, "kind", "place") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Gunmen set fire to five buses on their way to Saqba and Arbin.", None),
        ("Gunmen in Homs set fire to five buses bound for Saqba.", "Homs"),
        ("Gunmen set fire to five buses in Saqba.", "Saqba"),
    ],
)
def test_an_attack_is_not_where_its_target_was_bound_for(text, wanted):
    assert rows(text, "value", "place") == [(5, wanted)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The army declared it had taken all of Saqba.", [("advance", "Saqba")]),
        ("The army took the whole town of Saqba.", [("advance", "Saqba")]),
        ("The army took all day in Saqba.", []),
    ],
)
def test_all_of_a_place_is_taken(text, wanted):
    assert rows(text, "kind", "place") == wanted
