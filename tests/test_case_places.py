"""The bundled case's place list and routes: complete, placed in the right governorate, and near what others say."""

from __future__ import annotations

import csv
import itertools
import json
import re
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest
from pyproj import Geod
from shapely.geometry import Point, shape

from geo_ghouta.names import fold as room_fold
from geo_ghouta.schema import vocabulary as v

GEOD = Geod(ellps="WGS84")
COLUMNS = [
    "name",
    "aliases",
    "name_ar",
    "kind",
    "admin",
    "lon",
    "lat",
    "geo_precision",
    "uncertainty_m",
    "rank",
    "min_zoom",
    "source",
]
GOVERNORATES = {
    "Damascus": "SY01", "Aleppo": "SY02", "Rif Dimashq": "SY03", "Homs": "SY04", "Hama": "SY05", "Latakia": "SY06", "Idlib": "SY07",
    "Al-Hasakah": "SY08", "Deir ez-Zor": "SY09", "Tartus": "SY10", "Raqqa": "SY11", "Daraa": "SY12", "As-Suwayda": "SY13", "Quneitra": "SY14",
}  # fmt: skip
SHARED_ON_PURPOSE = {
    "douma", "duma", "tishrin", "tishreen", "jobar", "jawbar", "bab", "waer", "war", "waar", "kafriya", "kafraya",
}  # fmt: skip
"""Names that more than one row answers to; layers/README.md lists them for the reader."""
WANTED = """Douma|Harasta|Arbin|Zamalka|Jobar|Ein Tarma|Kafr Batna|Saqba|Hammuriyah|Hezzeh|Jisrein|Misraba|Mudayra|Beit Sawa|Aftris|Muhammadiyah
|Nashabiyah|Hazrama|Otaya|Beit Nayem|Hawsh al-Dawahira|Hosh al-Salihiyah|Hosh Kharabu|Hosh al-Ashari|Hosh Nasri|Shifuniyah|Rihan|Tal Kurdi|Adra
|Wafideen camp|Mleiha|Ein Zurayqa|Bala|Zibdin|Deir al-Asafir|Vehicles Management base|Qabun|Barzeh|Tishrin|Abbasiyin|Bab Tuma|Mezzeh|Yarmouk
|Tadamon|Hajar al-Aswad|Qadam|Daraya|Moadamiya|Jaramana|Qudsaya|al-Hameh|al-Tall|Dummar|Eastern Ghouta|Western Ghouta|Ghouta|Wadi Barada
|Eastern Qalamoun|Idlib|Qalaat al-Madiq|Suqaylabiyah|Maarrat Misrin|Jarabulus|Al-Bab|Abu al-Zandin crossing|Beit Yashout|Nahr al-Bared|Saed camp
|Maizanaz camp|Salqin|Atarib|Ariha|Saraqib|Zabadani|Madaya|Al-Fu'ah|Kafriya|Al-Waer|Rastan|Talbiseh|Tishrin Dam|Harasta al-Qantarah|Beirut|Moscow
|Geneva|Astana|Sochi|New York|Ankara|Amman|Baghdad"""


@pytest.fixture(scope="module")
def places() -> list[dict[str, str]]:
    path = Path(__file__).resolve().parent.parent / "layers" / "places.csv"
    raw = path.read_bytes()
    assert b"\r" not in raw
    assert not raw.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(raw.decode("utf-8").splitlines()))


@pytest.fixture(scope="module")
def routes() -> dict[str, list[dict]]:
    path = Path(__file__).resolve().parent.parent / "layers" / "routes.geojson"
    by_route: dict[str, list[dict]] = defaultdict(list)
    for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
        by_route[feature["properties"]["route_id"]].append(feature)
    return dict(by_route)


def fold(text: str) -> str:
    text = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    text = re.sub(r"[^\w]+", " ", re.sub(r"['`’ʿ]", "", text)).strip()
    return re.sub(r"^(al|el|as|ash|an|ar|az|ad|at) ", "", text)


def names(row: dict[str, str]) -> list[str]:
    return [row["name"], *filter(None, row["aliases"].split("|"))]


def apart_m(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(GEOD.inv(*a, *b)[2])


def spot(row: dict[str, str]) -> tuple[float, float]:
    return float(row["lon"]), float(row["lat"])


def test_columns_counts_and_words(places):
    assert list(places[0]) == COLUMNS
    assert len(places) >= 330
    assert len({row["name"] for row in places}) == len(places)
    for row in places:
        assert row["kind"] in v.PLACE_KINDS, row
        assert row["geo_precision"] in v.GEO_PRECISIONS, row
        assert row["name_ar"], row
        assert not set(row["name_ar"]) & set("\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069"), row
        assert row["source"], row
        assert float(row["uncertainty_m"]) > 0, row
        assert row["rank"] in "01234", row
        assert 3 <= int(row["min_zoom"]) <= 14, row
        assert all(part == part.strip() and part for part in names(row)), row


def test_what_the_issue_asks_for_is_there(places):
    have = {row["name"] for row in places}
    wanted = WANTED.replace("\n", "").split("|")
    assert [w for w in wanted if w not in have] == []
    governorates = [row for row in places if row["kind"] == "adm1"]
    assert len(governorates) == 14
    assert all(row["admin"] == "Syria" for row in governorates)


def test_city_and_governorate_are_two_rows(places):
    by_name = defaultdict(list)
    for row in places:
        for name in names(row):
            by_name[name.lower()].append(row["kind"])
    for city in ["Idlib", "Aleppo", "Homs", "Hama", "Latakia", "Tartus", "Daraa", "Raqqa", "Quneitra"]:
        assert set(by_name[city.lower()]) <= {"city", "town"}
        assert by_name[f"{city} province".lower()] == ["adm1"]


def test_no_spelling_is_shared_but_on_purpose(places):
    owners = defaultdict(set)
    for row in places:
        for name in {fold(n) for n in names(row)}:
            owners[name].add(row["name"])
    assert {name for name, rows in owners.items() if len(rows) > 1} == SHARED_ON_PURPOSE
    points = {spot(row) for row in places}
    assert len(points) == len(places)


def test_no_spelling_is_another_word(places):
    """Doma is another name than Duma; the others are words, people, papers, channels, groups or operations."""
    others = """Doma|Idlip|Sabina|Germana|Katana|Hula|Angora|Wien|al-Quds|al-Thawra|al-Mayadeen|Euphrates Shield|Zahraa|Zakia|Jassem|Kelly town
|Obada|Ibada|Afrah|Salhab|Marei|Mork|Menin|Atma|الشام|الثورة""".replace("\n", "").split("|")
    have = {name.lower() for row in places for name in [*names(row), *row["name_ar"].split("|")]}
    assert [word for word in others if word.lower() in have] == []
    assert not {row["name"] for row in places if "doma" in map(room_fold, names(row))}


def test_shared_names_are_told_to_the_reader(layers):
    text = (layers / "README.md").read_text(encoding="utf-8")
    for word in (
        "Douma",
        "Tishrin",
        "Jobar",
        "Al-Bab",
        "Al-Waer",
        "Kafriya",
        "creativecommons.org/licenses/by/4.0",
        "whosonfirst.org/docs/licenses",
    ):
        assert word in text


def test_same_name_traps_lie_far_apart(places):
    by_name = {row["name"]: spot(row) for row in places}
    for near, far in (("Douma", "Douma (As-Suwayda)"), ("Douma", "Duma (Hama)"), ("Tishrin", "Tishrin (Deir ez-Zor)"), ("Tishrin", "Tishrin Dam"),
                      ("Jobar", "Jobar (Homs)"), ("Al-Bab", "Al-Bab (As-Safirah)"), ("Kafriya", "Kafriya (Maarrat al-Numan)")):  # fmt: skip
        assert apart_m(by_name[near], by_name[far]) > 40_000
    assert apart_m(by_name["Harasta"], by_name["Harasta al-Qantarah"]) > 5_000


def test_every_place_lies_in_its_governorate(places, shared):
    path = shared / "reference" / "basemap" / "syria_adm1_ocha.geojson"
    outline = {
        f["properties"]["pcode"]: shape(f["geometry"]) for f in json.loads(path.read_text(encoding="utf-8"))["features"]
    }
    asked = 0
    for row in places:
        parts = row["admin"].split(", ")
        if len(parts) < 2 or parts[-1] != "Syria":
            continue
        asked += 1
        # the outlines are simplified and Tishrin lies on the city limit: 0.005 degrees, about half a kilometre, is let pass
        assert outline[GOVERNORATES[parts[-2]]].distance(Point(spot(row))) <= 0.005, row
    assert asked > 300


def test_every_place_is_within_two_kilometres_of_the_truth(places, shared):
    index = defaultdict(list)
    for row in places:
        for name in names(row):
            index[fold(name)].append(row)
    asked = 0
    with (shared / "reference" / "places_truth.csv").open(encoding="utf-8") as handle:
        for truth in csv.DictReader(handle):
            if not truth["lat"] or "region" in truth["kind"]:
                continue
            asked += 1
            there = (float(truth["lon"]), float(truth["lat"]))
            # among rows of one name the one of highest rank is meant
            best = min(index[fold(truth["name"])], key=lambda row: int(row["rank"]))
            assert apart_m(spot(best), there) <= 2_000, (truth["name"], best)
    assert asked >= 39


def test_no_point_of_a_commercial_geocoder_is_shipped(places, shared):
    with (shared / "reference" / "places_truth.csv").open(encoding="utf-8") as handle:
        taken = [
            (float(row[f"lon{n}"]), float(row[f"lat{n}"]))
            for row in csv.DictReader(handle)
            for n in ("", "2")
            if "seankross" in row[f"source{n}"]
        ]
    assert len(taken) == 3
    assert min(apart_m(spot(row), point) for row in places for point in taken) > 100


def test_routes_keep_their_contract(routes, places):
    spots = {row["name"]: spot(row) for row in places}
    keys = {
        "route_id",
        "route_name",
        "leg",
        "from_place",
        "to_place",
        "valid_from",
        "valid_to",
        "origins",
        "evidence",
        "source",
        "note",
        "schematic",
    }
    for legs in routes.values():
        assert [leg["properties"]["leg"] for leg in legs] == list(range(1, len(legs) + 1))
        for leg in legs:
            p, line = leg["properties"], leg["geometry"]["coordinates"]
            assert set(p) == keys
            assert leg["geometry"]["type"] == "LineString"
            assert p["evidence"] in v.EVIDENCE
            assert p["valid_from"] < p["valid_to"]
            assert p["source"]
            assert isinstance(p["schematic"], bool)
            assert tuple(line[0]) == spots[p["from_place"]]
            assert tuple(line[-1]) == spots[p["to_place"]]
            assert all(35 < lon < 43 and 32 < lat < 38 for lon, lat in line)
            assert all(origin in spots for origin in p["origins"].split("|"))
        for before, after in itertools.pairwise(legs):
            assert before["geometry"]["coordinates"][-1] == after["geometry"]["coordinates"][0]
            assert before["properties"]["to_place"] == after["properties"]["from_place"]


@pytest.mark.parametrize(("route", "claimed_km"), [("qabun_2017", 236), ("harasta_2018", 326)])
def test_route_lengths_to_the_exchange(routes, route, claimed_km):
    measured = 0.0
    for leg in routes[route]:
        lons, lats = zip(*leg["geometry"]["coordinates"], strict=True)
        measured += GEOD.line_length(lons, lats) / 1000
        if leg["properties"]["to_place"] == "Qalaat al-Madiq":
            break
    assert measured == pytest.approx(claimed_km, rel=0.05)


def test_the_years_take_different_roads(routes):
    stops = {route: [leg["properties"]["to_place"] for leg in legs] for route, legs in routes.items()}
    assert {"Homs", "Hama", "Suqaylabiyah", "Qalaat al-Madiq"} <= set(stops["qabun_2017"])
    for route in ("harasta_2018", "faylaq_2018"):
        assert {"Tartus", "Baniyas", "Beit Yashout", "Nahr al-Bared", "Qalaat al-Madiq"} <= set(stops[route])
        assert "Hama" not in stops[route]
    assert "Idlib" not in stops["douma_2018_bab"]
    way = {leg["properties"]["to_place"]: leg["properties"]["evidence"] for leg in routes["douma_2018_bab"]}
    assert way["Abu al-Zandin crossing"] == "unknown"
    inferred = {leg["properties"]["to_place"]: leg["properties"]["evidence"] for leg in routes["harasta_2018"]}
    assert inferred["Tartus"] == "inferred"
    assert inferred["Baniyas"] == "stated"
