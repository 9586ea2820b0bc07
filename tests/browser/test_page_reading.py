"""What a reader does with the page in a real browser: press a convoy, read titles, type a day, use a small window."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pandas as pd
import pytest
import shapely
from map_browser import day_of, overlap, settle, state

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CLAIMS, CONVOYS, EVENTS

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]

BODY = """(id) => { const m = geoGhouta.convoyMarks.find((c) => c.convoy.id === id); const [dx, dy] = geoGhouta.view.offset();
  const places = geoGhouta.namedPlaces.map((p) => p.at);
  const out = [];
  for (let i = 1; i < m.points.length; i += 1) for (let k = 1; k < 10; k += 1) {
    const [a, b] = [m.points[i - 1], m.points[i]];
    const p = [a[0] + ((b[0] - a[0]) * k) / 10 + dx, a[1] + ((b[1] - a[1]) * k) / 10 + dy];
    if (places.every((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) > 24)) out.push([...p, b[0] - a[0], b[1] - a[1]]);
  }
  return out; }"""


def with_claims(*more: dict[str, Any], **options: Any) -> MapInput:
    """The invented case with further claims."""
    given = map_fixture.build(**options)
    assert given.claims is not None
    rows = [map_fixture._claim(100 + n, **row) for n, row in enumerate(more)]
    return dataclasses.replace(
        given, claims=CLAIMS.check(pd.concat([given.claims, CLAIMS.table(rows)], ignore_index=True))
    )


def save(given: MapInput, folder: Path) -> Path:
    return maps.save_page(given, folder / "page.html")


def test_a_convoy_is_pressed_on_its_body_and_beside_it(opened: Opened) -> None:
    page = opened("d=2018-03-22&l=11101010")
    points = page.evaluate(BODY, "2018-03-22/Hillgate")
    tried = 0
    for x, y, dx, dy in points[:: max(1, len(points) // 4)]:
        size = (dx * dx + dy * dy) ** 0.5
        for aside in (0, 5):
            page.evaluate("geoGhouta.store.set({sel: null})")
            at = (x - dy / size * aside, y + dx / size * aside)
            if not page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.gg-map'))", list(at)):
                continue
            page.mouse.move(*at)
            assert (
                page.evaluate("([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).cursor", list(at))
                == "pointer"
            )
            page.mouse.click(*at)
            assert state(page, "sel") == {"kind": "convoy", "id": "2018-03-22/Hillgate"}, at
            assert "Convoy of 22 March 2018" in page.inner_text(".gg-card")
            tried += 1
    assert tried >= 4
    widths = page.evaluate("[...document.querySelectorAll('.gg-press')].map((n) => +n.getAttribute('stroke-width'))")
    assert widths
    assert min(widths) >= 12


def test_the_label_of_a_convoy_opens_its_card(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    box = page.locator(".gg-press-label").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert state(page, "sel") == {"kind": "convoy", "id": "2018-03-22/Hillgate"}
    page.keyboard.press("Escape")
    assert not page.is_visible(".gg-card")


def test_two_convoys_side_by_side_are_told_with_their_days(opened: Opened) -> None:
    page = opened("d=2018-03-26&f=2018-03-12")
    names = page.evaluate("[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)")
    assert "To Far Haven" in names
    lines = [n for n in names if n.startswith(("22 Mar", "25 Mar"))]
    assert lines == ["22 Mar: 1,580–1,908+ people", "25 Mar: 5,314–5,400+ people"]
    for convoy in ["2018-03-22/Hillgate", "2018-03-25/Millbrook"]:
        box = page.locator(f'.gg-press-label[data-convoy="{convoy}"]').last.bounding_box()
        page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
        assert state(page, "sel")["id"] == convoy
        page.evaluate("geoGhouta.store.set({sel: null})")
        settle(page)


MOVES = [
    ({"kind": "departure", "origin": "Hillgate", "destination": None}, "People who left Hillgate"),
    (
        {"kind": "departure", "origin": None, "destination": "Far Haven", "destination_id": "case/11"},
        "People who left for Far Haven",
    ),
    ({"kind": "departure", "origin": "Hillgate", "destination": "Far Haven"}, "People who left Hillgate for Far Haven"),
    ({"kind": "departure", "origin": None, "unit": "buses"}, "Buses, place not told"),
    (
        {"kind": "departure", "origin": "Amberton|Kiln|Withy", "origin_id": None},
        "People who left Amberton, Kiln and Withy",
    ),
    ({"kind": "arrival", "origin": None, "destination": "Far Haven"}, "People who arrived in Far Haven"),
    ({"kind": "arrival", "origin": None, "unit": "buses"}, "Buses that arrived, place not told"),
    ({"kind": "displacement", "origin": None, "destination": "Kiln"}, "People displaced to Kiln"),
    ({"kind": "territory_share", "origin": None, "unit": "km2"}, "Total area held"),
    ({"kind": "other", "origin": None, "unit": "buses"}, "Buses, place not told"),
    (
        {"kind": "holder", "origin": None, "unit": None, "value": None, "low": None, "high": None},
        "Who holds it, place not told",
    ),
]


def test_titles_tell_the_part_that_a_place_plays(opened: Opened, tmp_path: Path) -> None:
    day = map_fixture.day("2018-03-05")
    rows = [
        {"origin_id": None, "value": 11 + n, "low": 11 + n, "high": 11 + n, "fact_id": f"m{n}", "date_from": day,
         "date_to": day + pd.Timedelta(days=1), **row}
        for n, (row, _) in enumerate(MOVES)
    ]  # fmt: skip
    path = save(with_claims(*rows), tmp_path)
    page = opened("d=2018-03-05", path=path)
    titles = page.evaluate("[...document.querySelectorAll('.gg-topic h3 > bdi:first-child')].map((n) => n.textContent)")
    assert sorted(titles) == sorted(title for _, title in MOVES)
    page.evaluate("geoGhouta.store.set({lang: 'ar'})")
    settle(page)
    titles = page.evaluate("[...document.querySelectorAll('.gg-topic h3 > bdi:first-child')].map((n) => n.textContent)")
    assert "الخارجون من عنبر والتنور والصفصاف" in titles
    assert "الخارجون إلى المرفأ" in titles


def test_an_event_at_a_destination_is_no_departure_from_it(opened: Opened, tmp_path: Path) -> None:
    given = with_claims(
        {
            "kind": "departure",
            "origin": None,
            "origin_id": None,
            "destination": "Kiln",
            "destination_id": "case/7",
            "fact_id": "e1",
        }
    )
    assert given.events is not None
    row = given.events.iloc[[0]].copy()
    row = row.assign(
        event_id="departure/kiln",
        kind="departure",
        place="Kiln",
        place_id="case/7",
        claim_ids="r1/100",
        date_from=map_fixture.day("2018-03-22"),
    )
    row = row.set_geometry([shapely.Point(36.346, 33.517)], crs=row.crs)
    events = EVENTS.check(pd.concat([given.events, row], ignore_index=True))
    page = opened("d=2018-03-22", path=save(dataclasses.replace(given, events=events), tmp_path))
    labels = page.evaluate("geoGhouta.roving.list.map((o) => o.label)")
    assert "Kiln: where people were taken" in labels
    assert not any("Kiln: people left" in label for label in labels)


@pytest.mark.parametrize(
    ("evidence", "label"),
    [
        ("stated", "Route to Far Haven"),
        ("unknown", "Route to Far Haven"),
        ("inferred", "Route towards Far Haven"),
        (None, "From Hillgate"),
    ],
)
def test_a_convoy_without_destination_says_where_its_route_leads(
    opened: Opened, tmp_path: Path, evidence: str | None, label: str
) -> None:
    given = map_fixture.build()
    assert given.convoys is not None
    assert given.routes is not None
    routes = given.routes.copy()
    last = routes.index[-1]
    routes.loc[last, "evidence"] = evidence or "inferred"
    routes.loc[last, "to_place"] = "Far Haven" if evidence else None
    bare = CONVOYS.check(given.convoys.assign(destination=None))
    page = opened("d=2018-03-22", path=save(dataclasses.replace(given, convoys=bare, routes=routes), tmp_path))
    names = page.evaluate("[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)")
    assert label in names
    page.evaluate("geoGhouta.store.set({sel: {kind: 'convoy', id: '2018-03-22/Hillgate'}})")
    assert ("the end is that of the drawn route" in page.inner_text(".gg-card")) == (evidence is not None)


def test_a_convoy_is_drawn_over_its_own_legs_of_the_route(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.convoys is not None
    assert given.routes is not None
    legs = given.routes["leg_id"].tolist()
    ways = CONVOYS.check(
        given.convoys.assign(leg_ids="|".join(legs[1:3]), destination=given.routes["to_place"].iloc[2])
    )
    drawn = "document.querySelector('.gg-convoy .gg-press').getTotalLength()"
    view = "d=2018-03-22&v=8.2,34.6,36.8"
    whole = opened(view).evaluate(drawn)
    page = opened(view, path=save(dataclasses.replace(given, convoys=ways), tmp_path))
    assert page.evaluate(drawn) < 0.8 * whole
    page.evaluate("geoGhouta.store.set({sel: {kind: 'convoy', id: '2018-03-22/Hillgate'}})")
    assert page.locator(".gg-card .gg-legs li").count() == 2
    assert page.locator(".gg-convoy .gg-core path:not(.gg-inner)").count() == 2


def test_a_running_total_stands_apart_and_no_week_clashes_with_a_day(opened: Opened, tmp_path: Path) -> None:
    path = save(
        with_claims(
            {"value": 9100, "low": 9100, "high": 9100, "scope": "cumulative", "fact_id": "t1"},
            {"value": 12000, "low": 12000, "high": 12000, "fact_id": "t2", "origin": "Kiln", "origin_id": "case/7",
             "date_from": map_fixture.day("2018-03-18"), "date_to": map_fixture.day("2018-03-25")},
            {"value": 300, "low": 300, "high": 300, "fact_id": "t2", "origin": "Kiln", "origin_id": "case/7"},
        ),
        tmp_path,
    )  # fmt: skip
    page = opened("d=2018-03-22", path=path)
    text = page.inner_text(".gg-body")
    assert text.index("Running totals") < text.index("9,100")
    assert text.rindex("1,580") < text.index("Running totals")
    kiln = page.inner_text(".gg-topic:has-text('People who left Kiln')")
    assert "Figures differ" not in kiln
    assert "Different scope, no conflict" in kiln


def test_a_row_names_its_report_and_its_detail_says_all_but_the_words(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    row = page.inner_text("[data-claim='r1/1']")
    assert "State radio" in row
    assert "Harbour News, 23 Mar" in row
    page.click("[data-claim='r1/1']")
    detail = page.inner_text(".gg-quote >> nth=0")
    for words in [
        "Buses, part",
        "People who left Hillgate",
        "State radio",
        "1,580 people",
        "happened",
        "About 22 March 2018",
        "characters 0 to 24",
    ]:
        assert words in detail, words
    assert "The first of the buses" not in page.content()


def test_a_range_shows_both_its_ends(opened: Opened, tmp_path: Path) -> None:
    path = save(
        with_claims(
            {
                "value": None,
                "low": 15000,
                "high": 20000,
                "qualifier": "about",
                "fact_id": "t3",
                "origin": "Kiln",
                "origin_id": "case/7",
            }
        ),
        tmp_path,
    )
    row = opened("d=2018-03-22", path=path).inner_text(".gg-topic:has-text('People who left Kiln')")
    assert "15,000–20,000" in row
    assert "about" not in row


def test_asked_for_words_are_the_whole_sentence_with_the_claims_own_marked(opened: Opened, tmp_path: Path) -> None:
    path = save(map_fixture.build(quotes=True), tmp_path)
    page = opened("d=2018-03-22", path=path)
    page.click("[data-claim='r1/1']")
    given = map_fixture.build()
    claim = given.claims[given.claims["claim_id"] == "r1/1"].iloc[0]
    text = dict(zip(given.reports["report_id"], given.reports["text"], strict=True))["r1"]
    words = page.inner_text(".gg-quote blockquote >> nth=0")
    assert words in text
    assert words.endswith(".")
    assert page.inner_text(".gg-quote mark >> nth=0") == text[claim["start"] : claim["end"]]


@pytest.mark.parametrize(
    ("day", "row", "km2"), [("2018-03-12", "Became contested", "2.5"), ("2018-03-26", "Became unknown", "4.3")]
)
def test_ground_that_turned_uncertain_is_told_in_the_key(opened: Opened, day: str, row: str, km2: str) -> None:
    page = opened(f"d={day}")
    told = page.inner_text(f".gg-{row.lower().replace(' ', '-')}")
    assert row in told
    assert km2 in told


def test_a_pocket_that_only_turned_uncertain_never_lost_nothing(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    areas = given.pictures.areas
    last = areas["valid_from"] == map_fixture.day("2018-03-26")
    given.pictures.areas.loc[last & (areas["holder"] == "hill_brigade"), "status"] = "contested"
    page = opened("d=2018-03-26", path=save(given, tmp_path))
    # Everything that is gone on that day is told, and adds up: held before = held now + lost + became.
    sums = page.evaluate(
        """() => { const t = [...document.querySelectorAll('.gg-key tr')].map((r) => [r.innerText, parseFloat(r.querySelector('.gg-n').innerText)]);
          const find = (w) => (t.find(([n]) => n.includes(w)) || [0, 0])[1]; const m = geoGhouta.model; const now = geoGhouta.current();
          return [now.before.total, now.picture.total + find('Lost') + find('Became contested') + find('Became unknown')]; }"""
    )
    assert sums[1] == pytest.approx(sums[0], abs=0.11)
    assert "Lost since 22 March\t0.0" not in page.inner_text(".gg-key")


@pytest.mark.parametrize(
    ("day", "told", "untold"),
    [
        ("2018-03-22", ["leg inferred", "leg not known"], ["no count"]),
        ("2018-04-01", ["no count"], []),
        ("2018-03-12", [], ["leg inferred", "leg not known", "no count"]),
    ],
)
def test_the_key_names_the_lines_that_are_on_the_map(
    opened: Opened, day: str, told: list[str], untold: list[str]
) -> None:
    page = opened(f"d={day}")
    key = page.inner_text(".gg-statuses")
    assert [w for w in told if w not in key] == []
    assert [w for w in untold if w in key] == []


@pytest.mark.parametrize(("width", "height"), [(1024, 700), (1100, 760), (1300, 720)])
def test_a_small_window_keeps_its_pockets_in_sight(opened: Opened, width: int, height: int) -> None:
    page = opened("d=2018-03-22&s=pocket:2018-03-22/1", width=width, height=height)
    assert not page.is_visible(".gg-key")
    boxes = page.evaluate(
        """['.gg-fills', '.gg-title', '.gg-card', '.gg-bar', '.gg-panel', '.gg-edges-bar'].map((s) => { const n = document.querySelector(s) || document.querySelector('.gg-drawing');
          const b = n.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"""
    )
    fills = page.evaluate(
        "[...document.querySelectorAll('.gg-drawing .gg-area')].map((n) => n.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
    )
    assert len(fills) == 4
    for area in fills:
        for cover in boxes[1:5]:
            assert not overlap(area, cover), (area, cover)
    page.keyboard.press("Escape")
    page.click(".gg-edge >> nth=-1")
    assert page.is_visible(".gg-key")
    page.keyboard.press("Escape")
    assert not page.is_visible(".gg-key")


def test_words_of_an_event_give_way_to_the_name_of_the_town(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    names = page.evaluate("[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)")
    assert "Hillgate" in names
    assert "Amberton" in names
    crossing = page.evaluate(
        """() => { const g = geoGhouta.lastGrid; const frame = document.querySelector('.gg-map').getBoundingClientRect();
          return [...document.querySelectorAll('.gg-names text')].filter((t) => t.textContent.includes(': ')).map((t) => t.getBoundingClientRect())
            .map((b) => g.mix({ left: b.left - frame.left + 3, right: b.right - frame.left - 3, top: b.top - frame.top + 2, bottom: b.bottom - frame.top - 3 }))
            .filter(([none, a, c, d, lost]) => [none + lost, a, c, d].filter(Boolean).length > 1); }"""
    )
    assert crossing == []


@pytest.mark.parametrize(
    ("typed", "told"), [("2018-02-30", "no day"), ("2031-01-01", "runs from 18 February 2018"), ("x", "no day")]
)
def test_a_day_that_cannot_be_shown_is_told_beside_the_field(opened: Opened, typed: str, told: str) -> None:
    page = opened("d=2018-03-22")
    page.fill(".gg-day", typed)
    page.press(".gg-day", "Enter")
    note = page.locator(".gg-day-note")
    assert told in note.inner_text()
    assert note.get_attribute("aria-live") == "polite"
    assert day_of(page) == "2018-03-22"
    page.fill(".gg-day", "2018-03-13")
    page.press(".gg-day", "Enter")
    assert not note.is_visible()
    assert page.get_attribute(".gg-day", "aria-invalid") == "false"


def test_the_bar_spans_the_case_and_what_was_reported(opened: Opened, tmp_path: Path) -> None:
    import datetime as dt

    given = map_fixture.build()
    longer = dataclasses.replace(given.casefile, start=dt.date(2018, 1, 10), end=dt.date(2018, 5, 20))
    page = opened("d=2018-03-22", path=save(dataclasses.replace(given, casefile=longer), tmp_path))
    page.focus("#gg-handle")
    page.keyboard.press("Home")
    assert day_of(page) == "2018-01-10"
    page.keyboard.press("End")
    assert day_of(page) == "2018-05-20"
    page.click(".gg-play")
    assert day_of(page) == "2018-02-18", "playing starts over at the first stop"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_zoom_buttons_of_a_phone_cover_neither_title_nor_pockets(opened: Opened, language: str) -> None:
    page = opened(f"d=2018-02-18&g={language}", width=390, height=844, has_touch=True, is_mobile=True)
    rects = """(s) => [...document.querySelectorAll(s)].filter((n) => n.getClientRects().length).map((n) => n.getBoundingClientRect())
      .map((b) => [b.left, b.top, b.right, b.bottom])"""
    for sheet in ["peek", "half"]:
        page.evaluate(f"geoGhouta.store.set({{sheet: '{sheet}'}})")
        page.wait_for_timeout(60)
        buttons = page.evaluate(rects, ".gg-edge")
        assert len(buttons) == (4 if sheet == "peek" else 1)
        [title] = page.evaluate(rects, ".gg-title")
        assert not any(overlap(b, title) for b in buttons)
        if sheet == "peek":
            areas = page.evaluate(rects, ".gg-drawing .gg-area")
            assert not any(overlap(b, a) for b in buttons for a in areas)


def test_an_enclosed_holder_is_named_on_a_phone(opened: Opened) -> None:
    page = opened("d=2018-02-18", width=390, height=844)
    names = page.evaluate("[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)")
    assert {"Orchard Front", "River Corps", "Hill Brigade", "Quarry Group"} <= set(names)


def test_one_report_that_contradicts_an_older_picture_is_named(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.findings is not None
    findings = given.findings.copy()
    findings.loc[0, ["verdict", "day"]] = ["disagrees", map_fixture.day("2018-03-24")]
    page = opened("d=2018-03-25", path=save(dataclasses.replace(given, findings=findings), tmp_path))
    assert "A report of 24 March contradicts it: Share of the area, Four valleys, 18 %" in page.inner_text(".gg-notes")
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.pictures[3].day})")
    assert "contradicts" not in page.inner_text(".gg-notes")
