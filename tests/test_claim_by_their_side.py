"""What stands beside a figure and is not told of it: a share, a plan, a day of saying, a place of a later move."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

PLACES = ("Saqba", "Arbin", "Homs", "Idlib")


def rows(text: str, *columns: str, plain: bool = False) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": PLACES}])
    found = found if plain else found[found["unit"].notna()]
    told = found[list(columns)].astype(object).itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in told]


def test_no_share_is_larger_than_all():
    told = rows("The army holds 70 percent of Homs. The displaced are said to have surpassed 350,000.", "value", "unit")
    assert told[0] == (70, "percent")
    assert (350000, "percent") not in told
    told = rows("The army holds 70 percent of Homs, he said. The monitor puts it at 60.", "value", "unit")
    assert told in ([(70, "percent"), (60, "percent")], [(70, "percent")])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("At least 850 died and over 2,000 were left wounded.", ["casualties", "casualties"]),
        ("Over 2,000 were left in Homs.", ["population"]),
    ],
)
def test_who_is_left_wounded_is_hurt(text, wanted):
    assert [kind for (kind,) in rows(text, "kind")] == wanted


def test_who_is_unable_to_leave_has_not_left():
    assert rows("Families in Homs are unable to leave the town.", "kind", "modality", plain=True) == [
        ("departure", "denied")
    ]
    assert rows("Families of Homs left for Idlib.", "kind", "modality", plain=True) == [("departure", "happened")]


def test_captives_held_in_a_place_hold_no_ground():
    assert ("holder",) not in rows("Buses will fetch the captives held inside Saqba.", "kind", plain=True)
    assert ("holder",) in rows("The rebels held Saqba.", "kind", plain=True)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The army took two villages, a monitor said on Tuesday, cutting off Saqba.", None),
        ("Troops closed the road on Tuesday, cutting off Saqba.", "2018-03-20"),
    ],
)
def test_the_day_of_saying_is_not_that_of_what_trails_behind(text, day):
    found = [d for k, d in rows(text, "kind", "date_from", plain=True) if k == "siege"]
    assert [None if d is None else str(d)[:10] for d in found] == [day]


def test_where_buses_are_to_fetch_people_is_not_where_they_come_from():
    assert rows("Some 100 buses have arrived to evacuate fighters from Homs.", "origin") == [(None,)]
    assert rows("Some 100 buses have arrived from Homs.", "origin") == [("Homs",)]


def test_what_an_operation_included_is_over():
    assert rows("The operation started on 5 May and included evacuating 51 people from Homs.", "modality") == [
        ("happened",)
    ]
    assert rows("The army started evacuating 51 people from Homs.", "modality") == [("under_way",)]


def test_what_gets_worse_daily_is_no_daily_count():
    assert rows("Some 750,000 people are trapped in Homs, with conditions worsening daily.", "scope") == [("event",)]
    assert rows("Some 750 people leave Homs daily.", "scope") == [("day",)]


def test_who_moves_towards_checkpoints_goes_there():
    text = "Some 2,800 people arrived in Saqba on Sunday. The ministry says another 3,000 are {}."
    assert rows(text.format("moving towards the checkpoints"), "destination")[1] == (None,)
    assert rows(text.format("arriving"), "destination")[1] == ("Saqba",)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The army plans the evacuation of 300 people from Homs on Friday.", ["planned"]),
        ("The evacuation of 300 people from Homs awaits approval.", ["planned"]),
        ("The mayor awaits the arrival of 300 buses in Homs.", ["planned"]),
        ("The deal sees 300 people leaving Homs.", ["planned"]),
        ("The mayor saw 300 people leaving Homs.", ["happened"]),
        ("The UN is preparing the release of 300 prisoners.", ["planned"]),
        ("They evacuated 300 people from Homs under a plan the army had made.", ["happened"]),
        ("Only 40 of the planned 300 people left Homs.", ["happened", "planned"]),
        ("Nobody of the 300 people left Homs.", ["denied"]),
    ],
)
def test_what_is_planned_has_not_happened(text, wanted):
    assert [modality for (modality,) in rows(text, "modality")] == wanted


def test_plans_and_leaflets_that_are_dropped_hit_nobody():
    assert ("attack",) not in rows("Plans to evacuate 300 people from Homs were dropped.", "kind", plain=True)
    assert ("attack",) not in rows("Leaflets were dropped on Homs.", "kind", plain=True)
    assert ("attack",) not in rows("Planes dropped leaflets on Homs.", "kind", plain=True)
    assert ("attack",) in rows("Barrel bombs were dropped on Homs.", "kind", plain=True)
