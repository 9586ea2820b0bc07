"""What the page says of a case: counts by speaker, ground in doubt, routes that nobody counted, other people's cases."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import geopandas as gpd
import map_fixture
import pandas as pd
import pytest
import shapely
from map_browser import misfits, overlap, settle, state

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CLAIMS, CONTROL, CONVOYS, FINDINGS, PICTURES, ROUTES, Actor, Pictures

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
NAMES = "[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)"


def save(given: MapInput, folder: Path) -> Path:
    return maps.save_page(given, folder / "page.html")


def test_a_convoys_card_counts_by_speaker(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.convoys is not None
    counts = [
        {"speaker": "State radio", "people_low": 1580, "people_high": 1580, "people_open": False, "buses_low": 30,
         "buses_high": 30, "claim_ids": ["r1/1"]},
        {"speaker": "the army", "people_low": 1900, "people_high": None, "people_open": True, "buses_low": None,
         "buses_high": None, "claim_ids": ["r1/2"]},
    ]  # fmt: skip
    convoys = CONVOYS.check(given.convoys.assign(by_speaker=json.dumps(counts)))
    army = Actor("government", "Government forces", "القوات الحكومية", kind="government", aliases=("the army",))
    actors = (*given.casefile.actors[:-1], army)
    case = dataclasses.replace(given.casefile, actors=actors)
    path = save(dataclasses.replace(given, convoys=convoys, casefile=case), tmp_path)
    page = opened("d=2018-03-22&s=convoy%3A2018-03-22%2FHillgate", path=path)
    rows = page.evaluate(
        "[...document.querySelectorAll('.gg-counts tr')].map((r) => [...r.cells].map((c) => c.textContent))"
    )
    assert rows == [
        ["Counts by speaker", "people", "buses"],
        ["State radio", "1,580", "30"],
        ["Government forces", "1,900+", "–"],
    ]
    page.evaluate("geoGhouta.store.set({lang: 'ar'})")
    settle(page)
    assert "القوات الحكومية" in page.inner_text(".gg-counts")


@pytest.mark.parametrize(
    ("check", "words"), [("sum_of_days", "The figures do not add up"), ("date_order", "The days do not fit")]
)
def test_what_asks_no_drawing_is_not_said_to_differ_from_it(
    check: str, words: str, opened: Opened, tmp_path: Path
) -> None:
    given = map_fixture.build()
    assert given.claims is not None
    claims = given.claims[given.claims["value"] == 1580]
    row = {"finding_id": "f", "check": check, "verdict": "disagrees", "detail": "Too many.", "claim_id": "r1/1"}
    page = opened(
        "d=2018-03-22&t=claims",
        path=save(dataclasses.replace(given, claims=claims, findings=FINDINGS.table([row])), tmp_path),
    )
    assert [mark.inner_text().strip() for mark in page.locator(".gg-topic .gg-mark").all()] == [words]


@pytest.mark.parametrize(
    ("day", "title", "words"),
    [
        ("2018-03-12", "Contested ground", ["sources disagree", "4 March: Inside, Orchard Front", "22 March: Outside"]),
        ("2018-03-26", "Unknown ground", ["no source says", "22 March: Inside, River Corps (claimed)"]),
    ],
)
def test_ground_in_doubt_opens_a_card_that_says_what_is_known(
    opened: Opened, day: str, title: str, words: list[str]
) -> None:
    page = opened(f"d={day}&l=11100001")
    status = title.split()[0].lower()
    index = page.evaluate(
        f"geoGhouta.app ? 0 : geoGhouta.current().picture.areas.findIndex((a) => a.status === '{status}')"
    )
    at = page.evaluate(
        """(i) => { const g = geoGhouta; const p = g.areas.paths(g.current().picture).polygons.find((q) => q.area === i);
          const box = document.querySelector(`.gg-area[data-area='${i}']`).getBoundingClientRect();
          for (let x = box.left + 3; x < box.right; x += 5) for (let y = box.top + 3; y < box.bottom; y += 5) {
            const hit = document.elementFromPoint(x, y); if (hit && hit.dataset.area === String(i)) return [x, y]; }
          return null; }""",
        index,
    )
    page.mouse.click(*at)
    assert state(page, "sel") == {"kind": "ground", "id": f"{day}/{index}"}
    card = page.inner_text(".gg-card")
    assert title in card
    assert "not counted in the total" in card
    for part in words:
        assert part in card, part
    labels = page.evaluate("geoGhouta.roving.list.filter((o) => o.kind === 'ground').map((o) => o.label)")
    assert len(labels) == 1
    assert labels[0].startswith(f"{title}, {status}, ")
    # On a day on which it is in doubt no more the card closes.
    page.keyboard.press("Escape")
    page.evaluate(f"geoGhouta.store.set({{sel: {{kind: 'ground', id: '{day}/{index}'}}}})")
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.pictures[6].day})")
    assert state(page, "sel") is None


def test_digits_of_the_language_are_a_setting_that_the_link_keeps(opened: Opened) -> None:
    page = opened("d=2018-03-22&g=ar&t=layers")
    assert "22 آذار 2018" in page.inner_text(".gg-title")
    page.click(".gg-switch:has-text('الأرقام')")
    settle(page)
    title = page.inner_text(".gg-title")
    assert "٢٢ آذار ٢٠١٨" in title
    figures = page.inner_text(".gg-key")
    assert not any(c in "0123456789" for c in figures)
    assert "٫" in figures
    assert page.input_value(".gg-day") == "2018-03-22"
    address = page.evaluate("geoGhouta.address().split('#')[1]")
    assert "n=own" in address
    again = opened(address)
    assert "٢٢ آذار ٢٠١٨" in again.inner_text(".gg-title")
    plain = opened("d=2018-03-22&g=en&t=layers")
    assert plain.locator(".gg-switch").count() == 8


def only_routes() -> MapInput:
    given = map_fixture.build()
    empty = Pictures(areas=CONTROL.table([]), dates=PICTURES.table([]))
    return MapInput(given.casefile, empty, gazetteer=given.gazetteer, routes=given.routes)


def test_a_route_that_no_report_travels_is_drawn_hollow_for_its_days(opened: Opened, tmp_path: Path) -> None:
    given = only_routes()
    assert given.routes is not None
    routes = ROUTES.check(
        given.routes.assign(valid_from=map_fixture.day("2018-03-22"), valid_to=map_fixture.day("2018-03-25"))
    )
    page = opened(path=save(dataclasses.replace(given, routes=routes), tmp_path))
    assert state(page, "day") == page.evaluate("geoGhouta.model.stops[0]")
    assert page.locator(".gg-convoy.gg-hollow").count() == 1
    assert "drawn route, no report" in page.evaluate(NAMES)
    assert page.locator(".gg-key .gg-figures").count() == 0
    assert misfits(page) == []
    ident = page.evaluate("geoGhouta.model.convoys[0].id")
    page.evaluate(f"geoGhouta.store.set({{sel: {{kind: 'convoy', id: {json.dumps(ident)}}}}})")
    assert "No report of this case counts who went this way" in page.inner_text(".gg-card")
    page.evaluate("geoGhouta.store.set({sel: null, day: geoGhouta.state.day + 2})")
    assert page.locator(".gg-convoy").count() == 1
    page.evaluate("geoGhouta.store.set({day: geoGhouta.state.day + 1})")
    assert page.locator(".gg-convoy").count() == 0


def series(days: list[str], side: float, holder: str = "northern_army", besieged: bool | None = None) -> MapInput:
    """Squares of one holder that the case does not know, one a day, a little larger each time."""
    given = map_fixture.build()
    rows = [
        {"area_id": f"a/{n}", "name": None, "holder": holder, "status": "assessed", "besieged": besieged,
         "valid_from": map_fixture.day(day), "valid_to": map_fixture.day(days[n + 1]) if n + 1 < len(days) else None,
         "source": "daily sheet", "drawn_by": "test", "precision_m": 500.0,
         "geometry": shapely.box(36.30, 33.49, 36.30 + side + n * side / 1000, 33.49 + side)}
        for n, day in enumerate(days)
    ]  # fmt: skip
    areas = CONTROL.table(rows)
    dates = PICTURES.table(
        [
            {
                "picture_date": r["valid_from"],
                "valid_to": r["valid_to"],
                "areas": 1,
                "path": "d.geojson",
                "sha256": "0" * 64,
            }
            for r in rows
        ]
    )
    return MapInput(given.casefile, Pictures(areas=gpd.GeoDataFrame(areas, crs=4326), dates=dates))


def test_ground_of_the_size_of_a_province_is_an_area_with_plain_figures(opened: Opened, tmp_path: Path) -> None:
    days = [str(d.date()) for d in pd.date_range("2024-10-17", periods=61)]
    page = opened(f"d={days[0]}&t=area", path=save(series(days, 1.2), tmp_path))
    assert "One area of 14," in page.inner_text(".gg-title")
    assert "held by Northern army." in page.inner_text(".gg-title")
    assert page.evaluate("geoGhouta.model.first") == page.evaluate("geoGhouta.model.pictures[0].day")
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.pictures[40].day})")
    settle(page)
    title = page.inner_text(".gg-title")
    assert "One area, 15," in title, title
    names = page.evaluate(NAMES)
    assert "Northern army" in names
    assert not any("held by" in n or ".0 km" in n for n in names)
    key = page.inner_text(".gg-key")
    assert "contested" not in key
    assert "convoy" not in key
    # A square would reach under the title: the frame begins below it.
    boxes = page.evaluate(
        "['.gg-title', '.gg-area'].map((s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    assert not overlap(*boxes)
    # The figures of the axis stand whole beside the chart.
    cut = page.evaluate(
        """() => { const box = document.querySelector('.gg-chart').getBoundingClientRect();
          return [...document.querySelectorAll('.gg-chart text')].filter((t) => { const b = t.getBoundingClientRect();
            return b.left < box.left - 0.5 || b.right > box.right + 8; }).map((t) => t.textContent); }"""
    )
    assert cut == []
    rows = "document.querySelectorAll('.gg-areatable tbody tr').length"
    assert page.evaluate(rows) < 61
    page.click(".gg-all")
    assert page.evaluate(rows) == 61
    assert misfits(page) == []


def test_a_picture_before_a_long_gap_is_seen_in_the_bar(opened: Opened, tmp_path: Path) -> None:
    page = opened("d=2018-02-18", path=save(series(["2017-06-01", "2018-02-18", "2018-03-10"], 0.05), tmp_path))
    path = page.get_attribute(".gg-spark path", "d")
    first = [float(n) for n in re.findall(r"[MH]([\d.]+)", path)[:2]]
    assert first[1] - first[0] >= 6
    words = page.evaluate(
        "[...document.querySelectorAll('.gg-track-svg text')].find((n) => /mo\\./.test(n.textContent)).getBoundingClientRect().left"
    )
    edge = page.evaluate("document.querySelector('.gg-spark').getBoundingClientRect().left") + first[1] - first[0]
    assert words >= edge - 1


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("width", "height"), [(800, 500), (1200, 640), (700, 420), (390, 600)])
def test_an_embedded_page_is_tidy_in_any_frame(
    opened: Opened, tmp_path: Path, language: str, width: int, height: int
) -> None:
    path = save(map_fixture.build(embed=True, language=language), tmp_path)
    page = opened("d=2018-02-18", path=path, width=width, height=height, has_touch=width < 700)
    for day in (0, 3, 4):
        page.evaluate(f"geoGhouta.store.set({{day: geoGhouta.model.pictures[{day}].day}})")
        settle(page)
        assert misfits(page) == [], day
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.pictures[0].day})")
    page.evaluate("geoGhouta.fitDay()")
    parts = page.evaluate(
        """[...document.querySelectorAll('.gg-title, .gg-bar, .gg-edge')].filter((n) => n.getClientRects().length)
          .map((n) => n.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"""
    )
    areas = page.evaluate(
        "[...document.querySelectorAll('.gg-area')].map((n) => n.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
    )
    assert not [(a, b) for a in areas for b in parts if overlap(a, b)]
    assert page.locator(".gg-edge:visible").count() >= (1 if width < 1000 else 0)
    if page.locator(".gg-key:visible").count() == 0:
        page.click(".gg-edge >> nth=-1")
        assert page.is_visible(".gg-key")


def test_a_newer_report_stands_beside_an_older_picture(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    day = map_fixture.day("2018-03-24")
    row = map_fixture._claim(
        90, kind="advance", unit=None, qualifier=None, actor="government", origin=None, origin_id=None, place="Amberton",
        place_id="case/1", date_from=day, date_to=day + pd.Timedelta(days=1), fact_id="n1",
    )  # fmt: skip
    claims = CLAIMS.check(pd.concat([given.claims, CLAIMS.table([row])], ignore_index=True))
    path = save(dataclasses.replace(given, claims=claims), tmp_path)
    page = opened("d=2018-03-25", path=path)
    assert "Reported since, 24 March: Amberton taken by Government forces." in page.inner_text(".gg-notes")
    assert "Reported since" not in opened("d=2018-03-23", path=path).inner_text(".gg-notes")
    assert "Reported since" not in opened("d=2018-03-26", path=path).inner_text(".gg-notes")
    phone = opened("d=2018-03-25", path=path, width=390, height=844)
    assert phone.is_visible(".gg-note.gg-long")
    assert "تقرير لاحق" in opened("d=2018-03-25&g=ar", path=path).inner_text(".gg-notes")


def test_no_name_stands_nearer_to_another_dot_than_to_its_own(opened: Opened) -> None:
    page = opened("d=2018-03-22", width=390, height=844)
    strays = page.evaluate(
        """() => { const g = geoGhouta; const dots = g.namedPlaces.map((p) => [p.place.name, p.at]);
          const off = document.querySelector('.gg-map').getBoundingClientRect();
          const far = (b, [x, y]) => Math.hypot(Math.max(b.left - off.left - x, 0, x - b.right + off.left), Math.max(b.top - off.top - y, 0, y - b.bottom + off.top));
          return [...document.querySelectorAll('.gg-names text')].map((t) => [t.textContent, t.getBoundingClientRect()]).filter(([n, b]) => {
            const own = dots.find(([name]) => name === n); if (!own) return false;
            return dots.some(([name, at]) => name !== n && far(b, at) + 3 < far(b, own[1])); }).map(([n]) => n); }"""
    )
    assert strays == []


def test_claims_are_found_by_the_arabic_name_of_their_place_and_actor(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    english = page.evaluate("geoGhouta.panel.search.find('Hillgate').claims.map((c) => c.id)")
    arabic = page.evaluate("geoGhouta.panel.search.find('باب التل').claims.map((c) => c.id)")
    assert len(english) >= 3
    assert sorted(arabic) == sorted(english)
    holders = page.evaluate("geoGhouta.panel.search.find('Hillgate').actors.map((a) => a.id)")
    assert holders == ["hill_brigade"], "who holds the pocket of that name is an actor of the answer"
    page.fill(".gg-searchinput", "Hillgate")
    settle(page)
    rows = page.evaluate("[...document.querySelectorAll('.gg-hit')].map((n) => n.textContent)")
    assert len(rows) == len(set(rows)), "no two results read the same"


def test_speakers_of_no_name_and_divisions_are_in_the_language(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.gazetteer is not None
    claims = given.claims.assign(speaker="state media")
    places = given.gazetteer.assign(admin="Amberton District, Amberton")
    path = save(dataclasses.replace(given, claims=claims, gazetteer=places), tmp_path)
    page = opened("d=2018-03-22&g=ar", path=path)
    assert "الإعلام الرسمي" in page.inner_text(".gg-body")
    town = opened("d=2018-03-22&g=ar&t=town&s=town%3Acase%2F2", path=path).inner_text(".gg-body")
    assert "عنبر، عنبر" in town
    assert "\u206633.536, 36.310\u2069" in town
    assert "Amberton District" in opened("d=2018-03-22&t=town&s=town%3Acase%2F2", path=path).inner_text(".gg-body")


def test_a_long_name_is_told_whole_on_a_phone(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    long = "The Combined Operational Command of the Northern-and-Western Brigades"
    actors = tuple(dataclasses.replace(a, label=long) if a.id == "orchard_front" else a for a in given.casefile.actors)
    case = dataclasses.replace(given.casefile, actors=actors)
    path = save(dataclasses.replace(given, casefile=case), tmp_path)
    page = opened("d=2018-02-18", path=path, width=390, height=844)
    told = " ".join(
        page.evaluate("[...document.querySelectorAll('.gg-names text.gg-holder-text')].map((t) => t.textContent)")
    )
    assert long in told.replace("- ", "-")
    assert misfits(page) == []


def test_a_comparison_shows_two_pictures_and_nothing_that_moved(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    assert page.locator(".gg-convoy").count() == 1
    assert page.locator(".gg-event").count() >= 1
    page.evaluate("geoGhouta.store.set({vs: geoGhouta.model.pictures[0].day})")
    settle(page)
    assert page.locator(".gg-convoys .gg-convoy").count() == 0
    assert page.locator(".gg-marks .gg-event").count() == 0
    assert "leg inferred" not in page.inner_text(".gg-key")
    page.evaluate("geoGhouta.store.set({vs: null})")
    settle(page)
    assert page.locator(".gg-convoy").count() == 1


def test_an_arabic_card_has_arabic_commas(opened: Opened) -> None:
    page = opened("d=2018-03-22&g=ar&s=pocket%3A2018-03-22%2F3")
    facts = page.evaluate("[...document.querySelectorAll('.gg-card dd')].map((n) => n.textContent)")
    assert any("، " in f for f in facts)
    assert not any(", " in f for f in facts), facts
