"""Ways: from where to where, also where another sentence tells it; whose place a place is."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import places_of, read_all, reports_of

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS


def ways(text: str, *places: str, published: str = "2016-12-20") -> list[tuple[float | None, str | None, str | None]]:
    found = read_all([{"id": "r1", "published": published, "text": text, "places": list(places)}])
    found = found[found["unit"].notna()]
    return [
        tuple(None if pd.isna(v) else v for v in row)
        for row in found[["value", "origin", "destination"]].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    ("text", "places", "wanted"),
    [
        ("Some 900 people left besieged Saqba on Monday.", ("Saqba",), [(900, "Saqba", None)]),
        ("Some 900 Saqba residents were deported to Harasta.", ("Saqba", "Harasta"), [(900, "Saqba", "Harasta")]),
        (
            "Around 700 people have fled Saqba since Harasta fell.",
            ("Saqba", "Harasta"),
            [(700, "Saqba", None)],
        ),
        (
            "About 5,000 people left Saqba in a week, and 300 were taken out of Harasta.",
            ("Saqba", "Harasta"),
            [(5000, "Saqba", None), (300, "Harasta", None)],
        ),
        (
            "Some 800 people left Saqba, with 120 of them heading to Harasta.",
            ("Saqba", "Harasta"),
            [(800, "Saqba", None), (120, "Saqba", "Harasta")],
        ),
        (
            "About 400 of those who left Saqba reached Harasta by noon.",
            ("Saqba", "Harasta"),
            [(400, "Saqba", "Harasta")],
        ),
        (
            "After two nights in Saqba, 60 people reached Harasta.",
            ("Saqba", "Harasta"),
            [(60, "Saqba", "Harasta")],
        ),
        (
            "More than 2,000 people have fled Saqba, of whom 600 have returned.",
            ("Saqba",),
            [(2000, "Saqba", None), (600, None, "Saqba")],
        ),
    ],
)
def test_a_place_belongs_to_the_figure_it_is_told_of(text, places, wanted):
    assert ways(text, *places) == wanted


def test_a_place_that_is_only_passed_is_neither_end():
    assert ways("Some 900 people crossed the Saqba bridge on Monday.", "Saqba bridge") == [(900, None, None)]
    assert ways("Forty buses drove past Saqba on Monday.", "Saqba") == [(40, None, None)]


def test_the_way_is_carried_to_what_goes_on():
    text = (
        "On Monday 300 people left Saqba for Harasta. Another 200 were taken out on Tuesday. "
        "The last 50 were let out at night."
    )
    assert ways(text, "Saqba", "Harasta") == [
        (300, "Saqba", "Harasta"),
        (200, "Saqba", "Harasta"),
        (50, "Saqba", "Harasta"),
    ]


def test_where_all_went_is_told_afterwards():
    text = "Two groups of fighters left Saqba on Monday. All of them headed to Harasta."
    assert ways(text, "Saqba", "Harasta") == [(2, "Saqba", "Harasta")]
    assert ways(text.replace("All", "Most"), "Saqba", "Harasta") == [(2, "Saqba", None)]


@pytest.mark.parametrize(
    "behind",
    [
        "In exchange, 40 captives were driven out of a camp.",  # the other half of a swap has another way
        "In Zamalka, 40 people were evacuated after a fire.",  # another place is named
        "Meanwhile 40 trucks of aid left for the camp.",  # aid comes from elsewhere
        "The army denied that 40 people had been evacuated.",  # it did not happen
    ],
)
def test_no_way_is_carried_to_another_event(behind):
    found = ways(f"On Monday 300 people left Saqba for Harasta. {behind}", "Saqba", "Harasta", "Zamalka")
    assert all(origin != "Saqba" and destination != "Harasta" for _, origin, destination in found[1:])


def test_a_plan_is_no_way_of_what_happened():
    text = "The army urged 500 people to leave Saqba. Later 90 people were evacuated."
    assert (90, "Saqba", None) not in ways(text, "Saqba")


def origins(text: str, **kinds: str) -> list[str | None]:
    told = [{"id": "r1", "published": "2016-12-20", "text": text, "places": list(kinds)}]
    places = places_of(told)
    places["kind"] = places["name"].map(kinds)
    found = find_claims(reports_of(told), MARKS.empty(), places)
    return [None if pd.isna(v) else v for v in found.loc[found["unit"].notna(), "origin"]]


@pytest.mark.parametrize(
    ("behind", "wanted"),
    [
        ("Some 400 people left the city on Monday.", "Saqba"),
        ("Some 400 people left the wrecked plant on Monday.", "Zavod"),
        ("Some 400 people were taken out of the works.", "Zavod"),
        ("Some 400 people left the eastern districts on Monday.", "eastern districts of Saqba"),
        ("Some 400 people fled that side of the city on Monday.", "Saqba"),
    ],
)
def test_a_word_for_a_place_means_the_last_one_of_its_sort(behind, wanted):
    text = f"Shells fell on Saqba all night. Smoke rose over Zavod at dawn. {behind}"
    assert origins(text, Saqba="city", Zavod="site") == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Some 60 people reached a car park in Harasta.", [(60, None, "Harasta")]),
        ("Some 60 people had been taken to shelters in Harasta.", [(60, None, "Harasta")]),
        (
            "Some 31 babies were taken out of Saqba and driven to Harasta in six ambulances.",
            [(31, "Saqba", "Harasta"), (6, "Saqba", "Harasta")],
        ),
        ("Some 28 bodies were brought to Harasta from Saqba.", [(28, "Saqba", "Harasta")]),
        ("Helicopters carried 168 wounded to Harasta.", [(168, None, "Harasta")]),
        ("Thirteen hostages were freed and taken to Harasta.", [(13, None, "Harasta")]),
        ("Shells killed 28 people who had come to Harasta.", [(28, None, None)]),
    ],
)
def test_where_captives_wounded_and_vehicles_are_brought(text, wanted):
    assert ways(text, "Saqba", "Harasta") == wanted


@pytest.mark.parametrize(
    "places_left",
    ["حيي سقبا وحرستا", "من حيي سقبا وحرستا", "قريتي سقبا وحرستا", "بلدات سقبا وحرستا", "قرى سقبا وحرستا"],
)
def test_arabic_quarters_in_twos_and_many_are_where_buses_left(places_left: str) -> None:
    verb = "خرجت" if places_left.startswith("من ") else "غادرت"
    text = f"{verb} 45 حافلة {places_left} إلى دوما يوم الخميس."
    assert ways(text, "سقبا", "حرستا", "دوما") == [(45, "سقبا|حرستا", "دوما")]


def test_that_none_had_left_a_second_town_is_told_apart() -> None:
    text = "About 3,000 people had left Saqba, but none had left Harasta by Friday."
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba", "Harasta"]}])
    assert found[["origin", "modality"]].values.tolist() == [["Saqba", "happened"], ["Harasta", "denied"]]
    assert found["value"].isna().tolist() == [False, True]
