"""What the case's own list names is found and placed, whatever its words mean otherwise and whatever has its name."""

from __future__ import annotations

import pytest

from geo_ghouta.gazetteer import open_index, read_places
from geo_ghouta.geocoding import resolve_mentions
from geo_ghouta.schema import REPORTS
from geo_ghouta.toponyms import find_mentions

HEAD = "name,aliases,name_ar,kind,admin,lon,lat,geo_precision,uncertainty_m,rank,min_zoom,source\n"
PLACES = [
    ("Mosul", "", "city", 43.13, 36.34),
    ("West Mosul", "", "district", 43.11, 36.335),
    ("Eastern Mosul", "", "district", 43.17, 36.36),
    ("Mosul airport", "", "site", 43.148, 36.306),
    ("Old City", "", "district", 43.13, 36.343),
    ("Friday Market", "", "site", 43.12, 36.34),
    ("October Bridge", "", "site", 43.121, 36.34),
    ("Red Crescent Hospital", "", "site", 43.122, 36.34),
    ("Hill 70", "", "site", 43.2, 36.4),
    ("Sector 5", "", "neighbourhood", 43.21, 36.4),
    ("School No. 5", "", "site", 43.22, 36.4),
    ("Tarmisa camp", "", "camp", 43.32, 36.22),
    ("3000 Flats", "", "neighbourhood", 43.23, 36.4),
    ("April 17 Square", "", "site", 43.24, 36.4),
    ("Block 4B", "", "site", 43.25, 36.4),
    ("Khaled bin Walid", "", "neighbourhood", 43.11, 36.35),
    ("Tarmisa", "", "village", 43.3, 36.2),
    ("Tarmisa airbase", "", "base", 43.34, 36.2),
    ("Dolmashi air base", "", "base", 43.36, 36.2),
    ("Tarmisa hospital", "", "site", 43.31, 36.21),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    file = tmp_path_factory.mktemp("list") / "places.csv"
    rows = [f'{n},{a},,{kind},"Mosul, Iraq",{lon},{lat},site,500,1,10,hand' for n, a, kind, lon, lat in PLACES]
    file.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return open_index([read_places(file)[0]], world=False, country="IQ")


@pytest.fixture(scope="module")
def told(index):
    """Words and place of each name of a text; a name without a spot is None."""

    def run(text):
        report = {"report_id": "r", "doc_id": "r", "text": text, "published_basis": "unknown", "path": "a", "sha256": "0",
                  "text_sha256": "0"}  # fmt: skip
        reports = REPORTS.table([report])
        places = resolve_mentions(find_mentions(reports, None, index), reports, index, country="IQ")
        assert all(text[a:b] == t for a, b, t in places[["start", "end", "text"]].itertuples(index=False))
        places = places[places["resolution"] != "not_a_place"]
        return list(zip(places["text"], [None if p is None else n for n, p in zip(places["name"], places.geometry, strict=True)], strict=True))  # fmt: skip

    return run


@pytest.mark.parametrize("name", [n for n, *_ in PLACES if not n.endswith(("airport", "airbase"))])
@pytest.mark.parametrize("sentence", ["They fled the {} on Tuesday.", "Shells hit {} at noon.", "Two died at {}, medics said."])  # fmt: skip
def test_a_name_of_the_list_is_found(told, name, sentence):
    assert (name, name) in told(sentence.format(name))


@pytest.mark.parametrize("words", ["the Old City of Mosul", "Mosul's Old City"])
def test_a_quarter_is_found_with_its_town(told, words):
    assert {name for _, name in told(f"Guns fell silent in {words} at dawn.")} == {"Mosul", "Old City"}


@pytest.mark.parametrize("words", ["the Old City of Damascus", "Damascus's Old City", "the Old City of Jerusalem"])
def test_a_quarter_of_another_town_is_not_the_one_of_the_list(told, words):
    assert "Old City" not in {name for _, name in told(f"Guns fell silent in {words} at dawn.")}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("west Mosul", "West Mosul"),
        ("western Mosul", "West Mosul"),
        ("Western Mosul", "West Mosul"),
        ("eastern Mosul", "Eastern Mosul"),
        ("East Mosul", "Eastern Mosul"),
        ("northern Mosul", "Mosul"),
    ],
)
def test_a_side_of_a_town_is_the_one_of_the_list(told, words, name):
    found = told(f"Nine families left {words} at night. Mosul was quiet.")
    assert [n for _, n in found] == [name, "Mosul"]


def test_beside_its_airport_a_town_is_the_town(told):
    text = (
        "SOUTH OF MOSUL, Iraq - Police came near Mosul airport. Tents rose south of Mosul. Much of Mosul city was calm."
    )
    assert [n for _, n in told(text) if n != "Iraq"] == ["Mosul", "Mosul airport", "Mosul", "Mosul"]
    assert [n for _, n in told("Guns fired from Tarmisa airbase. Dogs ran through Tarmisa.")] == ["Tarmisa airbase", "Tarmisa"]  # fmt: skip


@pytest.mark.parametrize(
    "people", ["Shi'ite", "Shi\u2019ite", "Shia", "Sunni", "Yazidi", "Turkmen", "Alawite", "Druze"]
)
def test_a_faith_or_people_is_no_place(told, people):
    assert told(f"Rebels ringed the {people} villages of Tarmisa and Dolmashi.")[0] == ("Tarmisa", "Tarmisa")
    assert people not in [words for words, _ in told(f"They burned a {people} village and a {people} district.")]


def test_a_day_beside_a_name_is_none(told):
    assert told("On Friday nobody came; in October five houses fell on Hill 700.") == []


def test_a_number_inside_a_listed_name_may_be_written_otherwise_and_is_no_other_number(told):
    assert told("Shells hit School No 5.") == [("School No 5", "School No. 5")]
    assert told("Shells hit School No. 51.") == []
    assert told("They need 3000 flats in all.") == []
