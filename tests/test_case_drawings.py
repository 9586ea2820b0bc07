"""The bundled case's drawings: control pictures and ground, as the chronology says and as a map needs them."""

from __future__ import annotations

import csv
import datetime as dt
import functools
import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, shape

from geo_ghouta.measure import area_km2
from geo_ghouta.schema.casefile import read_casefile
from geo_ghouta.schema.vocabulary import STATUSES

LAYERS = Path(__file__).resolve().parent.parent / "layers"
DATES = tuple(sorted(path.stem for path in (LAYERS / "control").glob("*.geojson")))
HELD = ("assessed", "claimed")
NEAR_M = 300  # the drawings' own precision: a town this near an edge may lie on either side
# Metres per degree at 33.53° N; good to 0.1 % over the 25 km of the frame.
M_LON, M_LAT = 92_960.0, 110_920.0

PARTS = {
    "2017-02-18": 2, "2017-03-22": 2, "2017-04-03": 3, "2017-05-08": 3, "2017-05-14": 3, "2017-05-29": 1,
    "2018-02-18": 1, "2018-03-04": 1, "2018-03-07": 1, "2018-03-12": 3, "2018-03-15": 3, "2018-03-18": 3,
    "2018-03-22": 3, "2018-03-23": 2, "2018-03-26": 2, "2018-04-01": 1, "2018-04-07": 1, "2018-04-14": 0,
}  # fmt: skip
SOUTH = "Arbin|Zamalka|Jobar|Ein Tarma"
CENTRE = f"{SOUTH}|Hezzeh|Kafr Batna|Saqba|Hammuriyah|Jisrein"
EAST = "Nashabiyah|Hazrama|Otaya|Hosh al-Salihiyah|Beit Nayem|Hawsh al-Dawahira|Hosh Kharabu"
ALWAYS_OUT = "Hosh Nasri|Tal Kurdi|Wafideen camp|Mleiha|Bala|Vehicles Management base|Damascus"
CITY = "Barzeh|Tishrin|Qabun"
FIRST = f"Douma|Harasta|{CENTRE}|Misraba|Mudayra|Beit Sawa|Aftris|Hosh al-Ashari|Shifuniyah|Muhammadiyah|Rihan|{EAST}"
INSIDE = {
    "2017-02-18": f"{CITY}|{FIRST}",
    "2017-03-22": f"{CITY}|Jobar|Douma",
    "2017-04-03": f"{CITY}|Jobar|Douma",
    "2017-05-08": f"{CITY}|Jobar|Douma",
    "2017-05-14": "Barzeh|Douma|Jobar",
    "2017-05-29": FIRST,
    "2018-02-18": FIRST,
    "2018-03-04": f"Douma|Harasta|{CENTRE}|Misraba|Mudayra|Beit Sawa|Aftris|Hosh al-Ashari",
    "2018-03-07": f"Douma|Harasta|{CENTRE}|Aftris|Misraba|Mudayra",
    "2018-03-12": f"Douma|Harasta|{CENTRE}",
    "2018-03-15": f"Douma|Harasta|{SOUTH}|Hezzeh|Kafr Batna|Saqba|Jisrein",
    "2018-03-18": f"Douma|Harasta|{SOUTH}|Hezzeh",
    "2018-03-22": f"Douma|Harasta|{SOUTH}",
    "2018-03-23": "Douma|Arbin|Zamalka|Jobar",
    "2018-03-26": "Douma|Arbin|Zamalka|Jobar",
    "2018-04-01": "Douma",
    "2018-04-07": "Douma",
    "2018-04-14": "",
}
OUTSIDE = {
    "2017-02-18": "Damascus",
    "2017-03-22": "Damascus",
    "2017-04-03": "Damascus",
    "2017-05-08": "Damascus",
    "2017-05-14": "Tishrin",
    "2017-05-29": CITY,
    "2018-02-18": f"{ALWAYS_OUT}|{CITY}",
    "2018-03-04": f"{ALWAYS_OUT}|{EAST}",
    "2018-03-07": f"{ALWAYS_OUT}|{EAST}|Beit Sawa|Hosh al-Ashari|Shifuniyah|Muhammadiyah",
    "2018-03-12": f"{ALWAYS_OUT}|{EAST}|Misraba|Mudayra|Aftris|Beit Sawa",
    "2018-03-15": f"{ALWAYS_OUT}|{EAST}|Misraba|Mudayra|Aftris|Hammuriyah",
    "2018-03-18": f"{ALWAYS_OUT}|Misraba|Mudayra|Kafr Batna|Saqba|Hammuriyah|Jisrein",
    "2018-03-22": f"{ALWAYS_OUT}|Kafr Batna|Saqba|Hammuriyah|Jisrein|Hezzeh",
    "2018-03-23": f"{ALWAYS_OUT}|Harasta|Hezzeh",
    "2018-03-26": f"{ALWAYS_OUT}|Harasta|Hezzeh|Ein Tarma",
    "2018-04-01": f"{ALWAYS_OUT}|{SOUTH}|Harasta",
    "2018-04-07": f"{ALWAYS_OUT}|{SOUTH}|Harasta",
    "2018-04-14": f"Douma|{SOUTH}|Harasta",
}
STILL_DISPUTED = {("2018-03-12", "Misraba"), ("2018-03-15", "Hammuriyah"), ("2018-03-26", "Ein Tarma")}
GROUND = {
    "roads": {"motorway", "road"},
    "water": {"sea", "lake", "river", "canal"},
    "builtup": {"built_up"},
    "borders": {"country", "national", "governorate"},
    "terrain": {"orchards", "high_ground_1", "high_ground_2", "high_ground_3"},
    "labels": {"ground", "water", "country"},
}


@functools.cache
def picture(day: str) -> Any:
    return json.loads((LAYERS / "control" / f"{day}.geojson").read_text(encoding="utf-8"))


def held(day: str, digits: int | None = None) -> Any:
    """Union of what is assessed or claimed, its coordinates rounded first when asked."""
    shapes = [shape(f["geometry"]) for f in picture(day)["features"] if f["properties"]["status"] in HELD]
    if digits is not None:
        shapes = [shapely.transform(g, lambda c: c.round(digits)) for g in shapes]
    return shapely.union_all(shapes)


def rings(geometry: dict[str, Any]) -> list[tuple[bool, list[list[float]]]]:
    """Every ring of an area with whether it is an outer one."""
    areas = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return [(i == 0, ring) for area in areas for i, ring in enumerate(area)]


def segments(geometry: dict[str, Any]) -> set[frozenset[tuple[float, ...]]]:
    """Undirected edges between neighbouring vertices."""
    return {frozenset((tuple(a), tuple(b))) for _, ring in rings(geometry) for a, b in itertools.pairwise(ring)}


def in_metres(geometry: Any) -> Any:
    return shapely.transform(geometry, lambda c: c * [M_LON, M_LAT])


@functools.cache
def towns() -> dict[str, Point]:
    """Coordinates by the case's own names, from its gazetteer."""
    with (LAYERS / "places.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    found: dict[str, Point] = {}
    west, south, east, north = read_casefile(LAYERS / "case.toml").extent
    for field in ("name", "aliases"):
        for row in rows:
            if not row["lon"] or not (west < float(row["lon"]) < east and south < float(row["lat"]) < north):
                continue
            for name in row[field].split("|"):
                found.setdefault(name, Point(float(row["lon"]), float(row["lat"])))
    return found


def test_there_are_the_dates_of_the_chronology() -> None:
    assert list(DATES) == sorted(PARTS) == sorted(INSIDE) == sorted(OUTSIDE)
    assert len(DATES) >= 14


@pytest.mark.parametrize("day", DATES)
def test_picture_has_the_words_of_the_contract(day: str) -> None:
    case = read_casefile(LAYERS / "case.toml")
    actors = {actor.id for actor in case.actors} - {case.ground}
    data = picture(day)
    assert data["type"] == "FeatureCollection"
    assert data["date"] == day
    assert case.start <= dt.date.fromisoformat(day) <= case.end
    assert data["note"]
    ids = [f["id"] for f in data["features"]]
    assert len(set(ids)) == len(ids)
    for feature in data["features"]:
        given = feature["properties"]
        assert set(given) - {"note"} == {"name", "holder", "status", "besieged", "source", "drawn_by", "precision_m"}
        assert feature["id"] == feature["id"].lower()
        assert given["holder"] in actors
        assert given["status"] in STATUSES
        assert given["besieged"] is True
        assert given["name"]
        assert given["source"]
        assert given["drawn_by"]
        assert 100 <= given["precision_m"] <= 1000
        if given["status"] != "assessed":
            assert given["note"], "a doubt says why"


@pytest.mark.parametrize("day", DATES)
def test_rings_are_closed_right_handed_valid_and_inside_the_frame(day: str) -> None:
    west, south, east, north = read_casefile(LAYERS / "case.toml").extent
    for feature in picture(day)["features"]:
        geometry = feature["geometry"]
        assert geometry["type"] in {"Polygon", "MultiPolygon"}
        assert shape(geometry).is_valid, feature["id"]
        for outer, ring in rings(geometry):
            assert ring[0] == ring[-1]
            assert len({tuple(c) for c in ring}) == len(ring) - 1, "a vertex stands twice"
            assert shapely.LinearRing(ring).is_ccw is outer
            for lon, lat in ring:
                assert west < lon < east
                assert south < lat < north
                assert (round(lon, 5), round(lat, 5)) == (lon, lat)


@pytest.mark.parametrize("day", DATES)
def test_neighbours_share_exact_vertices_without_overlap_or_hole(day: str) -> None:
    features = picture(day)["features"]
    for one, other in itertools.combinations(features, 2):
        a, b = shape(one["geometry"]), shape(other["geometry"])
        assert a.intersection(b).area == 0, (one["id"], other["id"])
        touch = a.boundary.intersection(b.boundary)
        common = segments(one["geometry"]) & segments(other["geometry"])
        drawn = sum(math.dist(*sorted(edge)) for edge in common)
        assert touch.length == pytest.approx(drawn, abs=1e-9), (one["id"], other["id"])
        apart = in_metres(a).distance(in_metres(b))
        assert apart == 0 or apart > 150, f"{one['id']} and {other['id']}: a gap of {apart:.0f} m looks like a slip"
    whole = shapely.union_all([shape(f["geometry"]) for f in features])
    assert not [part for part in shapely.get_parts(whole) if part.geom_type == "Polygon" and len(part.interiors)]


@pytest.mark.parametrize("day", DATES)
@pytest.mark.parametrize("digits", [5, 4])
def test_parts_are_as_many_as_reported_also_when_rounded(day: str, digits: int) -> None:
    whole = held(day)
    parts = [] if whole.is_empty else list(shapely.get_parts(whole))
    assert len(parts) == PARTS[day]
    rounded = held(day, digits)
    assert (0 if rounded.is_empty else len(shapely.get_parts(rounded))) == PARTS[day]
    for one, other in itertools.combinations(parts, 2):
        assert in_metres(one).distance(in_metres(other)) > 180


@pytest.mark.parametrize("day", DATES)
@pytest.mark.parametrize("side", ["inside", "outside"])
def test_towns_lie_where_the_chronology_puts_them(day: str, side: str) -> None:
    whole, wrong = held(day), []
    for name in filter(None, (INSIDE if side == "inside" else OUTSIDE)[day].split("|")):
        point = towns()[name]
        if whole.contains(point) is not (side == "inside"):
            gap = in_metres(whole.boundary).distance(in_metres(point))
            if not gap <= NEAR_M:
                wrong.append((name, round(gap)))
    assert not wrong


@pytest.mark.parametrize("day", DATES)
def test_towns_lie_where_an_independent_list_puts_them(day: str, shared: Path) -> None:
    with (shared / "reference" / "places_truth.csv").open(encoding="utf-8", newline="") as stream:
        truth = {row["name"]: row for row in csv.DictReader(stream) if row["lat"]}
    names = {"Hezzeh": "Hazzeh", "Hammuriyah": "Hammouriyah", "Jisrein": "Jisreen", "Shifuniyah": "Al-Shifouniyah",
             "Muhammadiyah": "Mohammadiyah", "Hawsh al-Dawahira": "Hawsh al-Dawahirah"}  # fmt: skip
    whole, checked = held(day), 0
    for inside, listed in ((True, INSIDE[day]), (False, OUTSIDE[day])):
        for name in filter(None, listed.split("|")):
            row = truth.get(names.get(name, name))
            if row is None:
                continue
            point = Point(float(row["lon"]), float(row["lat"]))
            checked += 1
            if whole.contains(point) is not inside:
                assert in_metres(whole.boundary).distance(in_metres(point)) <= NEAR_M, name
    assert checked > 0


def test_disputed_towns_are_drawn_as_disputed_and_not_counted() -> None:
    for day, name in sorted(STILL_DISPUTED):
        here = [
            f["properties"]["status"] for f in picture(day)["features"] if shape(f["geometry"]).contains(towns()[name])
        ]
        assert here in (["contested"], ["unknown"]), (day, name)


def test_the_first_picture_of_2018_has_four_holders_and_about_100_km2() -> None:
    features = picture("2018-02-18")["features"]
    assert {f["properties"]["holder"] for f in features} == {
        "jaish_al_islam", "faylaq_al_rahman", "ahrar_al_sham", "hayat_tahrir_al_sham",
    }  # fmt: skip
    assert 95 < area_km2(held("2018-02-18")) < 108
    assert sum(area_km2(shape(f["geometry"])) for f in features) == pytest.approx(
        area_km2(held("2018-02-18")), rel=1e-9
    )


def test_nobody_holds_anything_in_the_last_picture() -> None:
    assert picture("2018-04-14")["features"] == []


def test_control_grew_in_march_2017_and_only_shrank_in_2018() -> None:
    assert area_km2(held("2017-03-22")) > area_km2(held("2017-02-18")) > area_km2(held("2017-04-03"))
    days = [day for day in DATES if day > "2018"]
    for before, after in itertools.pairwise(days):
        assert held(after).difference(held(before)).area < 1e-12, (before, after)


def test_edges_that_did_not_move_are_the_same_from_picture_to_picture() -> None:
    # A redrawn edge would put a second vertex a few metres beside the first: no two different ones are that near.
    vertices = sorted(
        {tuple(c) for day in DATES for f in picture(day)["features"] for _, r in rings(f["geometry"]) for c in r}
    )
    points = shapely.points([(lon * M_LON, lat * M_LAT) for lon, lat in vertices])
    pairs = shapely.STRtree(points).query(points, predicate="dwithin", distance=50)
    assert (pairs[0] == pairs[1]).all()
    before, after = (
        set().union(*(segments(f["geometry"]) for f in picture(d)["features"])) for d in ("2018-03-22", "2018-03-26")
    )
    assert len(after - before) == 0, "Harasta left; nothing else moved"


def test_lines_are_drawn_finely_enough() -> None:
    lengths = [
        in_metres(shapely.LineString(sorted(edge))).length
        for day in DATES
        for f in picture(day)["features"]
        for edge in segments(f["geometry"])
    ]
    assert max(lengths) < 240
    assert sorted(lengths)[len(lengths) // 2] < 200


@pytest.mark.parametrize("name", sorted(GROUND))
def test_ground_layer(name: str) -> None:
    data = json.loads((LAYERS / "backdrop" / f"{name}.geojson").read_text(encoding="utf-8"))
    kinds = {f["properties"]["kind"] for f in data["features"]}
    assert kinds == GROUND[name]
    for feature in data["features"]:
        assert feature["properties"]["source"]
        assert feature["properties"]["drawn_by"]
        geometry = shape(feature["geometry"])
        assert geometry.is_valid, feature["properties"]
        assert not geometry.is_empty
        low = shapely.box(32.9, 31.8, 42.7, 37.7)
        assert low.covers(geometry), feature["properties"]
        if name == "labels":
            assert feature["properties"]["min_zoom"] < feature["properties"]["max_zoom"]
            assert feature["properties"]["name_ar"]


def test_ground_is_light_and_complete() -> None:
    assert {path.stem for path in (LAYERS / "backdrop").glob("*.geojson")} == set(GROUND)
    assert sum(path.stat().st_size for path in (LAYERS / "backdrop").iterdir()) < 250_000


@pytest.mark.parametrize(
    "name", ["Douma", "Harasta", "Arbin", "Zamalka", "Jobar", "Qabun", "Nashabiyah", "Mleiha", "Otaya"]
)
def test_towns_stand_on_built_up_ground_near_a_road(name: str) -> None:
    built, roads = (
        shapely.union_all([shape(f["geometry"]) for f in json.loads((LAYERS / "backdrop" / f"{n}.geojson").read_text("utf-8"))["features"]])
        for n in ("builtup", "roads")
    )  # fmt: skip
    point = in_metres(towns()[name])
    assert in_metres(built).distance(point) < NEAR_M
    assert in_metres(roads).distance(point) < 1000


def test_the_highway_runs_between_qabun_and_the_ghouta() -> None:
    roads = json.loads((LAYERS / "backdrop" / "roads.geojson").read_text(encoding="utf-8"))["features"]
    highway = next(shape(f["geometry"]) for f in roads if f["properties"].get("name") == "Harasta highway (M5)")
    for day in ("2017-02-18", "2018-02-18"):
        assert not highway.intersects(held(day)), "it is on the government's side of the line"
    line = shapely.LineString([towns()["Qabun"], towns()["Arbin"]])
    assert highway.intersects(line)
