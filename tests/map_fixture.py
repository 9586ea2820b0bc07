"""A small invented case for tests of the map: four holders, seven pictures, convoys with differing counts.

Nothing in it is real; the land is a grid of cells whose edges are bent the same way for both neighbours, so areas
share their edges vertex by vertex as drawn ones do.
"""

from __future__ import annotations

import datetime as dt
import itertools
import math
from typing import Any

import geopandas as gpd
import pandas as pd
import shapely

from geo_ghouta import measure, schema
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import (
    CHANGES,
    CLAIMS,
    CONTROL,
    CONVOYS,
    EVENTS,
    FINDINGS,
    GAZETTEER,
    PICTURES,
    POCKETS,
    REPORTS,
    ROUTES,
    Actor,
    Campaign,
    CaseFile,
)

WEST, SOUTH, STEP_X, STEP_Y = 36.30, 33.49, 0.0125, 0.0105
ROWS = {
    # One letter a cell, north first: o Orchard Front, r River Corps, h Hill Brigade, q Quarry Group; upper case
    # claimed, 1 contested (o), 2 unknown (r).
    "2018-02-18": ["....oooo..", ".hooooooo.", "hhooooooo.", "rrrooooooo", "rrrrqooooo", "rrrrrrooo.", ".rrrrr...."],
    "2018-03-04": ["....oooo..", ".hoooooo..", "hhooooo...", "rrroooo...", "rrrrqo....", "rrrrrr....", ".rrrrr...."],
    "2018-03-12": ["....ooo...", ".h..oooo..", "hh..oo....", "....11....", "rrr.......", "rrrr......", ".rrr......"],
    "2018-03-22": ["....ooo...", ".h..oo....", "hh........", "..........", "rr........", "rrR.......", ".RR......."],
    "2018-03-26": ["....ooo...", "....oo....", "..........", "..........", "rr........", "r22.......", ".2........"],
    "2018-04-01": ["....ooo...", "....oo....", "..........", "..........", "..........", "..........", ".........."],
    "2018-04-14": ["..........", "..........", "..........", "..........", "..........", "..........", ".........."],
}
HOLDERS = {"o": "orchard_front", "r": "river_corps", "h": "hill_brigade", "q": "quarry_group"}
ACTORS = (
    Actor(
        "orchard_front",
        "Orchard Front",
        "جبهة البساتين",
        colour="#AD7629",
        colour_dark="#F3C170",
        colour_print="#939393",
    ),
    Actor("river_corps", "River Corps", "فيلق النهر", colour="#1F5E90", colour_dark="#62A3DB", colour_print="#656565"),
    Actor("hill_brigade", "Hill Brigade", "لواء التل", colour="#772654", colour_dark="#BD719A", colour_print="#494949"),
    Actor(
        "quarry_group", "Quarry Group", "مجموعة المقلع", colour="#073532", colour_dark="#298179", colour_print="#2C2C2C"
    ),
    Actor("government", "Government forces", "القوات الحكومية", kind="government"),
)
TOWNS = [
    ("Amberton", "عنبر", 36.368, 33.548, 1, "city"),
    ("Hillgate", "باب التل", 36.310, 33.536, 1, "town"),
    ("Millbrook", "الطاحونة", 36.318, 33.508, 2, "town"),
    ("Fordham", "المخاضة", 36.335, 33.500, 2, "town"),
    ("Easter", "الشرقية", 36.405, 33.527, 2, "town"),
    ("Saltmarsh", "السبخة", 36.357, 33.526, 3, "village"),
    ("Kiln", "التنور", 36.346, 33.517, 3, "village"),
    ("Withy", "الصفصاف", 36.385, 33.512, 3, "village"),
    ("Northend", "الشمالية", 36.390, 33.565, 3, "village"),
    ("Outer Cross", "المفرق", 36.420, 33.548, 3, "crossing"),
    ("Far Haven", "المرفأ", 36.63, 35.93, 0, "city"),
]


def day(text: str) -> pd.Timestamp:
    """A day as the tables have it."""
    return pd.Timestamp(text)


def _corner(column: int, row: int) -> tuple[float, float]:
    return (
        round(WEST + STEP_X * (column + 0.18 * math.sin(3.1 * column + 5.3 * row)), 6),
        round(SOUTH + STEP_Y * (row + 0.18 * math.sin(4.7 * column + 2.9 * row)), 6),
    )


def _edge(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
    low, high = sorted((a, b))
    (x1, y1), (x2, y2) = _corner(*low), _corner(*high)
    seed = low[0] * 12.9898 + low[1] * 78.233 + high[0] * 37.719
    points = []
    for number in range(7):
        share = number / 6
        bend = 0.0 if number in {0, 6} else 0.0005 * math.sin(seed + number * 2.399)
        points.append((round(x1 + (x2 - x1) * share + bend, 6), round(y1 + (y2 - y1) * share - bend, 6)))
    return points if a == low else points[::-1]


def _cell(column: int, row: int) -> shapely.Polygon:
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    ring: list[tuple[float, float]] = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        ring += _edge(a, b)[:-1]
    return shapely.Polygon(ring)


def _status(letter: str) -> tuple[str, str]:
    if letter == "1":
        return "orchard_front", "contested"
    if letter == "2":
        return "river_corps", "unknown"
    return HOLDERS[letter.lower()], "claimed" if letter.isupper() else "assessed"


def _areas() -> list[dict[str, Any]]:
    days = list(ROWS)
    out = []
    for number, (text, rows) in enumerate(ROWS.items()):
        cells: dict[tuple[str, str], list[shapely.Polygon]] = {}
        for up, row in enumerate(reversed(rows)):
            for column, letter in enumerate(row):
                if letter != ".":
                    cells.setdefault(_status(letter), []).append(_cell(column, up))
        for (holder, status), parts in sorted(cells.items()):
            out.append(
                {
                    "area_id": f"{text}/{holder}-{status}", "name": None, "holder": holder, "status": status,
                    "valid_from": day(text), "valid_to": day(days[number + 1]) if number + 1 < len(days) else None,
                    "source": "two dispatches of that week", "drawn_by": "test", "precision_m": 300.0,
                    "geometry": shapely.unary_union(parts),
                }
            )  # fmt: skip
    return out


def _pockets(areas: gpd.GeoDataFrame, base: float, base_day: str = "2018-02-18") -> list[dict[str, Any]]:
    out = []
    for when, group in areas[areas["status"].isin(["assessed", "claimed"])].groupby("valid_from"):
        whole = shapely.get_parts(shapely.unary_union(group.geometry.to_list()))
        ranked = sorted(whole, key=lambda g: -measure.area_km2(g))
        for number, part in enumerate(ranked, 1):
            inside = [r for r in group.itertuples() if part.intersection(r.geometry).area > 1e-9]
            inside.sort(key=lambda r: -part.intersection(r.geometry).area)
            towns = [t[0] for t in TOWNS if part.contains(shapely.Point(t[2], t[3]))]
            neighbours = [
                {"pocket_id": f"{when:%Y-%m-%d}/{n}", "name": "Pocket", "gap_km": 0.8}
                for n in range(1, len(ranked) + 1) if n != number
            ]  # fmt: skip
            out.append(
                {
                    "pocket_id": f"{when:%Y-%m-%d}/{number}", "picture_date": when, "valid_to": None,
                    "name": f"{towns[0]} pocket" if towns else f"Pocket {number}",
                    "holders": "|".join(dict.fromkeys(r.holder for r in inside)),
                    "statuses": "|".join(dict.fromkeys(r.status for r in inside)),
                    "area_km2": measure.area_km2(part), "perimeter_km": measure.length_km(part),
                    "share": measure.area_km2(part) / base, "base_date": day(base_day), "towns": "|".join(towns),
                    "neighbours": schema_json(neighbours), "derived": True, "geometry": part,
                }
            )  # fmt: skip
    return out


def schema_json(value: Any) -> str:
    """A list as the JSON that a cell of a table holds."""
    from geo_ghouta.files import dump_json

    return dump_json(value)


def _changes(areas: gpd.GeoDataFrame) -> list[dict[str, Any]]:
    days, out = list(ROWS), []
    for one, two in itertools.pairwise(days):
        before, after = areas[areas["valid_from"] == day(one)], areas[areas["valid_from"] == day(two)]
        covered = shapely.unary_union(after.geometry.to_list()) if len(after) else shapely.Polygon()
        for row in before[before["status"].isin(["assessed", "claimed"])].itertuples():
            lost = row.geometry.difference(covered)
            if measure.area_km2(lost) > 0.001:
                out.append(
                    {
                        "change_id": f"{one}/{two}/{row.holder}/{row.status}", "from_date": day(one), "to_date": day(two),
                        "kind": "lost", "holder_before": row.holder, "area_km2": measure.area_km2(lost), "towns": "",
                        "derived": True, "geometry": lost,
                    }
                )  # fmt: skip
    return out


def _claim(number: int, **more: Any) -> dict[str, Any]:
    row = {
        "claim_id": f"r1/{number}", "report_id": f"r{number % 3 + 1}", "start": 0, "end": 24, "kind": "departure",
        "unit": "people", "scope": "event", "modality": "happened", "qualifier": "exact", "outlet": "Harbour News",
        "origin": "Hillgate", "origin_id": "case/2", "place_basis": "stated", "date_from": day("2018-03-22"),
        "date_to": day("2018-03-23"), "date_basis": "stated", "date_precision": "day", "story_id": f"s{number % 3 + 1}",
        "fact_id": "f1",
    }  # fmt: skip
    row.update(more)
    return row


def build(hostile: str = "", **options: Any) -> MapInput:
    """Build the case.

    Parameters
    ----------
    hostile : str
        Text put into every sink: title, labels, names, sources, notes, claims.
    **options
        Of ``MapInput``: date, language and so on.
    """
    h = hostile
    actors = tuple(
        Actor(
            a.id, a.label + h, a.label_ar + h if h else a.label_ar, a.kind, (), a.colour, a.colour_dark, a.colour_print
        )
        for a in ACTORS
    )
    casefile = CaseFile(
        "Four valleys · control and convoys" + h, dt.date(2018, 2, 18), dt.date(2018, 4, 14),
        (36.26, 33.47, 36.46, 33.58), (35.0, 32.0, 42.0, 37.0), title_ar="الوديان الأربعة · السيطرة والقوافل" + h,
        ground="government", actors=actors,
        campaigns=(Campaign("v", "Four valleys" + h, dt.date(2018, 1, 1), dt.date(2018, 4, 14), "الوديان" + h),),
    )  # fmt: skip
    raw = _areas()
    for row in raw:
        row["source"] += h
        row["name"] = h or None
    areas = CONTROL.table(raw)
    counts = areas.groupby("valid_from").size()
    dates = PICTURES.table(
        [
            {"picture_date": day(d), "areas": int(counts.get(day(d), 0)), "path": f"control/{d}.geojson", "sha256": "0" * 64,
             "note": h or None}
            for d in ROWS
        ]
    )  # fmt: skip
    held = areas[areas["status"].isin(["assessed", "claimed"]) & (areas["valid_from"] == day("2018-02-18"))]
    base = sum(measure.area_km2(g) for g in held.geometry)
    pockets = _pockets(areas, base)
    for row in pockets:
        row["name"] += h
        row["towns"] = "|".join(t + h for t in row["towns"].split("|") if t)
    gazetteer = GAZETTEER.table(
        [
            {"place_id": f"case/{n}", "name": name + h, "name_ar": ar + h, "aliases": f"{name} town", "kind": kind,
             "admin": "Valley Province" + h, "geo_precision": "town", "uncertainty_m": 500.0, "rank": rank, "min_zoom": 6 if rank < 2 else 10,
             "gazetteer": "case", "source": "test" + h, "geometry": shapely.Point(x, y)}
            for n, (name, ar, x, y, rank, kind) in enumerate(TOWNS, 1)
        ]
    )  # fmt: skip
    claims = CLAIMS.table(
        [
            _claim(1, value=1580, low=1580, high=1580, speaker="State radio" + h, speaker_text=h or None),
            _claim(2, value=1908, low=1908, high=1908, outlet="Coast Monitor" + h),
            _claim(3, value=1900, low=1900, qualifier="at_least", outlet="Wire Agency"),
            _claim(4, unit="buses", value=30, low=30, high=30, fact_id="f2", outlet="Wire Agency"),
            _claim(5, unit="buses", value=40, qualifier="about", fact_id="f2", outlet="Street Desk"),
            _claim(6, kind="agreement", unit=None, value=None, low=None, high=None, qualifier=None, scope=None, modality="planned",
                   origin=None, origin_id=None, place="Amberton" + h, place_id="case/1", fact_id="f3", speaker="A negotiator"),
            _claim(7, kind="territory_share", unit="percent", value=18, low=18, high=18, origin=None, place="Four valleys", fact_id="f4",
                   speaker="Valley Observatory"),
            _claim(8, kind="holder", unit=None, value=None, qualifier=None, scope=None, modality="denied", origin=None, place="Easter",
                   place_id="case/5", date_from=day("2018-03-12"), date_to=day("2018-03-13"), fact_id="f5", actor="orchard_front"),
            _claim(9, value=5314, low=5314, high=5314, origin="Millbrook", origin_id="case/3", date_from=day("2018-03-25"),
                   date_to=day("2018-03-26"), fact_id="f6"),
            _claim(10, value=7000, low=7000, high=7000, modality="expected", origin="Amberton", origin_id="case/1",
                   date_from=day("2018-04-08"), date_to=day("2018-04-09"), fact_id="f7"),
        ]
    )  # fmt: skip
    text = "The first of the buses went north late in the evening, two desks wrote." + h
    reports = REPORTS.table(
        [
            {"report_id": f"r{n}", "doc_id": f"d{n}", "text": text, "published": day("2018-03-23"), "published_basis": "manifest",
             "source": f"Desk {n}" + h, "title": f"Buses, part {n}" + h, "url": "https://example.org/a" if n == 1 else f"javascript:{h}",
             "path": f"d{n}.txt", "sha256": "0" * 64, "text_sha256": "0" * 64, "story_id": f"s{n}"}
            for n in (1, 2, 3)
        ]
    )  # fmt: skip
    stops = [
        ("Hillgate", (36.310, 33.536)), ("Outer Cross", (36.420, 33.548)), ("Midway", (36.70, 34.72)),
        ("Port", (35.89, 34.89)), ("Haven Gate", (36.40, 35.40)), ("Far Haven", (36.63, 35.93)),
    ]  # fmt: skip
    evidence = ["stated", "inferred", "inferred", "stated", "unknown"]
    routes = ROUTES.table(
        [
            {"leg_id": f"north/{n}", "route_id": "north", "leg": n, "route_name": "North by the coast" + h, "from_place": a[0] + h,
             "to_place": b[0] + h, "valid_from": day("2018-03-01"), "valid_to": day("2018-05-01"), "evidence": evidence[n - 1],
             "source": "dispatches" + h, "note": h or ("stones thrown" if n == 3 else None),
             "length_km": measure.length_km(shapely.LineString([a[1], b[1]])), "schematic": True,
             "geometry": shapely.LineString([a[1], b[1]])}
            for n, (a, b) in enumerate(itertools.pairwise(stops), 1)
        ]
    )  # fmt: skip
    line = shapely.MultiLineString(routes.geometry.to_list())
    convoys = CONVOYS.table(
        [
            {"convoy_id": f"{d}/{o}", "date_from": day(d), "date_to": day(d) + pd.Timedelta(days=1), "origin": o + h, "origin_id": i,
             "destination": "Far Haven" + h, "route_id": "north", "people_low": low, "people_high": high, "people_open": opened,
             "buses_low": buses[0], "buses_high": buses[1], "modality": modality, "claim_ids": ids, "stories": 2, "length_km": 412.0,
             "crossed": "[]", "derived": True, "geometry": line}
            for d, o, i, low, high, opened, buses, modality, ids in [
                ("2018-03-22", "Hillgate", "case/2", 1580, 1908, True, (30, 40), "happened", "r1/1|r1/2|r1/3"),
                ("2018-03-25", "Millbrook", "case/3", 5314, 5400, True, (81, 84), "happened", "r1/9"),
                ("2018-04-01", "Amberton", "case/1", None, None, False, (None, None), "happened", "r1/10"),
                ("2018-04-08", "Amberton", "case/1", 7000, 7000, False, (None, None), "expected", "r1/10"),
            ]
        ]
    )  # fmt: skip
    events = EVENTS.table(
        [
            {"event_id": f"{k}/{d}", "kind": k, "date_from": day(d), "date_to": day(d) + pd.Timedelta(days=1), "date_basis": "stated",
             "place": p + h, "place_id": "case/1", "geo_precision": g, "modality": m, "claims": 1, "stories": 1,
             "speakers": "A negotiator" + h, "claim_ids": c, "derived": True, "geometry": shapely.Point(x, y)}
            for k, d, p, x, y, m, g, c in [
                ("staging", "2018-03-22", "Hillgate", 36.300, 33.545, "happened", "town", "r1/6"),
                ("agreement", "2018-03-22", "Amberton", 36.368, 33.548, "planned", "town", "r1/6"),
                ("holder", "2018-03-12", "Easter", 36.405, 33.527, "denied", "town", "r1/8"),
                ("attack", "2018-02-18", "Four valleys", 36.36, 33.47, "happened", "region", "r1/7"),
                ("prisoners", "2018-03-24", "Hillgate", 36.310, 33.536, "happened", "town", "r1/6"),
            ]
        ]
    )  # fmt: skip
    findings = FINDINGS.table(
        [
            {"finding_id": "x1", "check": "share", "verdict": "agrees", "claimed": 18.0, "measured": 17.2, "unit": "percent",
             "tolerance": 3.0, "detail": "18 % said, 17 % drawn" + h, "claim_id": "r1/7", "day": day("2018-03-22"),
             "picture_date": day("2018-03-22")},
            {"finding_id": "x2", "check": "holder", "verdict": "untestable", "detail": "No picture of that day" + h, "claim_id": "r1/8",
             "day": day("2018-03-12")},
        ]
    )  # fmt: skip
    return MapInput(
        casefile, schema.Pictures(dates, areas), POCKETS.table(pockets), CHANGES.table(_changes(areas)), gazetteer, None, events,
        convoys, routes, claims, findings, reports, _backdrop(h), **options,
    )  # fmt: skip


def _backdrop(h: str) -> dict[str, gpd.GeoDataFrame]:
    def frame(rows: list[dict[str, Any]]) -> gpd.GeoDataFrame:
        return gpd.GeoDataFrame(rows, geometry="geometry", crs="EPSG:4326")

    wave = [(36.1 + i * 0.02, 33.485 + 0.006 * math.sin(i * 0.9)) for i in range(25)]
    road = [(36.22 + i * 0.012, 33.45 + i * 0.0088 + 0.002 * math.sin(i * 1.7)) for i in range(22)]
    town = shapely.Point(36.368, 33.548).buffer(0.011, quad_segs=3)
    city = shapely.Point(36.27, 33.51).buffer(0.04, quad_segs=4)
    hill = shapely.Point(36.18, 33.58).buffer(0.07, quad_segs=5)
    return {
        "terrain": frame([{"name": "Bare Hills" + h, "name_ar": "التلال", "kind": "high1", "geometry": hill}]),
        "builtup": frame([{"name": None, "kind": "builtup", "geometry": town}, {"name": None, "kind": "builtup", "geometry": city}]),
        "water": frame([{"name": "Long River" + h, "name_ar": "النهر", "kind": "river", "geometry": shapely.LineString(wave)}]),
        "roads": frame([{"name": "North highway" + h, "kind": "motorway", "geometry": shapely.LineString(road)}]),
        "borders": frame(
            [{"name": "Valley Province", "kind": "governorate", "geometry": shapely.LineString([(36.24, 33.4), (36.29, 33.6)])}]
        ),
        "labels": frame([{"name": "Old City" + h, "name_ar": "المدينة", "kind": "city", "min_zoom": 9, "geometry": shapely.Point(36.265, 33.512)}]),
    }  # fmt: skip
