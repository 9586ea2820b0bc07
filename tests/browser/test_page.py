"""The page in a real browser: what is drawn, said, reached by keyboard, restored by a link; nothing runs, nothing is fetched."""

from __future__ import annotations

import datetime as dt
import io
import itertools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
import shapely
from map_browser import settle
from map_hostile import SINKS, STRINGS

from geo_ghouta import maps
from geo_ghouta.maps import cells, document, payload
from geo_ghouta.schema import CONTROL, PICTURES, Actor, CaseFile, Pictures

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


def state(page: Any, name: str) -> Any:
    return page.evaluate(f"geoGhouta.state.{name}")


def day_of(page: Any) -> str:
    return str(page.input_value(".gg-day"))


def test_first_sight(opened: Opened) -> None:
    page = opened()
    assert page.inner_text(".gg-date span >> nth=0") == "18 February 2018"
    assert page.inner_text(".gg-sentence") == "One area of 74 km², held by four groups.\nLater shares count from here."
    assert page.locator(".gg-area").count() == 4
    assert page.locator("h1").count() == 1


@pytest.mark.parametrize(
    ("day", "areas", "sentence"),
    [
        ("2018-02-18", 4, "One area of 74 km²"),
        ("2018-03-12", 4, "Three pockets, 30 km², 40 % of 18 February.\nAnother 2.5 km² contested."),
        ("2018-03-22", 4, "Three pockets, 21 km², 29 % of 18 February."),
        ("2018-03-25", 4, "Three pockets, 21 km², when last drawn."),
        ("2018-03-26", 3, "Two pockets, 11 km², 15 % of 18 February.\nAnother 4.3 km² unknown."),
        ("2018-04-01", 1, "One pocket, 7 km², 9 % of 18 February."),
        ("2018-04-14", 0, "No area held. Amberton, the last 6.7 km², was lost after 1 April."),
        ("2018-01-20", 0, "No picture yet. The first is of 18 February 2018."),
    ],
)
def test_every_day_says_its_own_sentence(opened: Opened, day: str, areas: int, sentence: str) -> None:
    page = opened(f"d={day}")
    assert page.inner_text(".gg-sentence").startswith(sentence)
    assert page.locator(".gg-drawing .gg-area").count() == areas
    total = page.inner_text(".gg-total td >> nth=2")
    assert (total == "–") == (day == "2018-01-20")
    assert (total == "0.0") == (day == "2018-04-14")


def test_an_older_picture_tells_its_age(opened: Opened) -> None:
    page = opened("d=2018-03-25")
    assert "22 March" in page.inner_text(".gg-notes")
    assert "3 days old" in page.inner_text(".gg-notes")
    assert page.locator(".gg-older").count() == 1


def colour_at(page: Any, lon: float, lat: float) -> tuple[int, int, int]:
    """Colour of the drawn areas at a place, names and marks aside."""
    from PIL import Image

    page.evaluate("() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = 'none'; }")
    point = page.evaluate(
        f"(() => {{ const p = geoGhouta.view.map.latLngToContainerPoint([{lat}, {lon}]); return [p.x, p.y]; }})()"
    )
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    found = shot.getpixel((round(point[0]), round(point[1])))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def test_shrinking_areas_leave_no_old_shape(opened: Opened) -> None:
    page = opened("d=2018-02-18")
    spot = (36.400, 33.515)  # held by the Orchard Front on the first day only
    assert colour_at(page, *spot) == (0xAD, 0x76, 0x29)
    page.evaluate("geoGhouta.store.set({layers: {...geoGhouta.state.layers, lost: false}})")
    for _ in range(6):
        page.click(".gg-next")
    settle(page)
    assert colour_at(page, *spot) == (0xF8, 0xF6, 0xF1)
    page.focus("#gg-handle")
    page.keyboard.press("Home")
    settle(page)
    assert colour_at(page, *spot) == (0xAD, 0x76, 0x29)


def test_each_day_draws_exactly_its_own_areas_forwards_and_backwards(opened: Opened) -> None:
    page = opened()
    counts = page.evaluate(
        """() => { const g = geoGhouta; const out = [];
          for (const days of [g.model.stops, [...g.model.stops].reverse()]) for (const day of days) {
            g.store.set({ day }); const p = g.current().picture;
            out.push([document.querySelectorAll('.gg-drawing .gg-area').length, p ? p.areas.length : 0]); }
          return out; }"""
    )
    assert all(drawn == wanted for drawn, wanted in counts)
    assert len(counts) == 20


def test_keyboard_moves_the_clock(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    page.focus("#gg-handle")
    for key, day in [
        ("ArrowRight", "2018-03-24"), ("ArrowLeft", "2018-03-22"), ("Shift+ArrowRight", "2018-03-23"), ("PageDown", "2018-03-26"),
        ("PageUp", "2018-03-22"), ("End", "2018-04-14"), ("Home", "2018-02-18"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert day_of(page) == day, key
    text = page.get_attribute("#gg-handle", "aria-valuetext")
    assert text == "18 February 2018. One area of 74 square kilometres, held by four groups. Later shares count from here."
    page.keyboard.press("Space")
    assert state(page, "playing") is True
    page.keyboard.press("Space")
    assert state(page, "playing") is False


def test_in_arabic_left_moves_later_and_the_map_does_not_mirror(opened: Opened) -> None:
    page = opened("d=2018-03-22&g=ar")
    assert page.get_attribute("html", "lang") == "ar"
    assert page.get_attribute(".gg", "dir") == "rtl"
    assert page.evaluate("getComputedStyle(document.querySelector('.gg-map')).direction") == "ltr"
    assert page.inner_text(".gg-date span >> nth=0") == "22 آذار 2018"
    assert page.inner_text(".gg-sentence") == "ثلاثة جيوب، 21 كم²، 29 % من مساحة 18 شباط."
    page.focus("#gg-handle")
    page.keyboard.press("ArrowLeft")
    assert day_of(page) == "2018-03-24"
    boxes = page.evaluate(
        "['.gg-title', '.gg-panel'].map((s) => document.querySelector(s).getBoundingClientRect().left)"
    )
    assert boxes[0] > 900
    assert boxes[1] == 0
    xs = page.evaluate("[36.31, 36.40].map((x) => geoGhouta.view.map.latLngToContainerPoint([33.53, x]).x)")
    assert xs[0] < xs[1]


def test_play_steps_and_stops_at_the_end(opened: Opened) -> None:
    page = opened("d=2018-04-08")
    page.evaluate("geoGhouta.store.set({speed: 4})")
    page.click(".gg-play")
    for _ in range(60):
        if not state(page, "playing"):
            break
        page.wait_for_timeout(50)
    assert day_of(page) == "2018-04-14"


def test_a_typed_date_may_lie_between_stops_and_nonsense_is_told(opened: Opened) -> None:
    page = opened()
    page.fill(".gg-day", "2018-03-13")
    page.press(".gg-day", "Enter")
    assert state(page, "day") == cells.day_number(map_fixture.day("2018-03-13"))
    page.fill(".gg-day", "2018-02-30")
    page.press(".gg-day", "Enter")
    assert page.get_attribute(".gg-day", "aria-invalid") == "true"
    assert state(page, "day") == cells.day_number(map_fixture.day("2018-03-13"))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Damascus", "Pacific/Apia"])
def test_time_zones_move_no_date(opened: Opened, zone: str) -> None:
    page = opened("d=2018-03-22", timezone_id=zone)
    assert page.inner_text(".gg-date span >> nth=0") == "22 March 2018"
    assert day_of(page) == "2018-03-22"
    days = page.evaluate("geoGhouta.model.pictures.map((p) => p.day)")
    assert days == [cells.day_number(map_fixture.day(d)) for d in map_fixture.ROWS]


def test_layers_keep_their_order_whatever_is_toggled(opened: Opened) -> None:
    page = opened("d=2018-03-22&t=layers")
    for name in ["areas", "events", "convoys", "areas", "places", "events", "convoys", "places"]:
        page.click(f"[data-layer={name}]")
    settle(page)
    order = page.evaluate("['areas', 'convoys', 'marks', 'names'].map((n) => +geoGhouta.view.map.getPane('gg-' + n).style.zIndex)")
    assert order == sorted(order)
    box = page.locator(".gg-event").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert state(page, "sel")["kind"] == "event"
    page.click("[data-layer=areas]")
    assert page.locator(".gg-drawing .gg-area").count() == 0
    assert page.get_attribute("[data-layer=areas]", "aria-checked") == "false"


def test_cards_open_beside_their_object_and_escape_returns(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    for kind in ["pocket", "convoy", "event"]:
        node = page.evaluate_handle(f"geoGhouta.roving.list.find((o) => o.kind === '{kind}').node")
        node.focus()
        page.keyboard.press("Enter")
        assert page.is_visible(".gg-card")
        assert page.evaluate("document.querySelector('.gg-card').contains(document.activeElement)")
        page.keyboard.press("Escape")
        assert not page.is_visible(".gg-card")
        assert page.evaluate("document.activeElement.className") == "gg-object"


def test_pocket_card_says_what_is_known(opened: Opened) -> None:
    page = opened("d=2018-03-22&s=pocket:2018-03-22/3")
    text = page.inner_text(".gg-card")
    for words in ["Hillgate pocket", "Hill Brigade", "4.7", "6.3 %", "باب التل", "two dispatches of that week", "±300 m", "1,580", "> 1,900"]:
        assert words in text, words
    card, pocket = page.evaluate(
        """() => { const r = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
          return [r(document.querySelector('.gg-card')), r(document.querySelector('.gg-front.gg-chosen'))]; }"""
    )
    assert not overlap(card, pocket)


def overlap(a: list[float], b: list[float], slack: float = 0.5) -> bool:
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def test_claims_stand_side_by_side_with_their_conflict(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    text = page.inner_text(".gg-body")
    for words in ["7 claims from 3 stories · 2 conflicts", "Figures differ: 1,580 to more than 1,900", "Agrees with the drawn areas", "about 40"]:
        assert words in text, words
    page.click("[data-claim='r1/1']")
    opened_row = page.inner_text(".gg-quote >> nth=0")
    assert "characters 0 to 24" in opened_row
    assert "Buses, part" in opened_row


def test_a_day_without_claims_offers_the_nearest_that_has_some(opened: Opened) -> None:
    page = opened("d=2018-02-18")
    assert "No claim about 18 February 2018." in page.inner_text(".gg-body")
    page.click(".gg-nothing button")
    assert day_of(page) == "2018-03-12"


@pytest.mark.parametrize("query", ["amberton", "AMBERTOM"[:7], "عنبر", "Ambértōn"])
def test_search_folds_spelling(opened: Opened, query: str) -> None:
    page = opened("d=2018-03-22")
    page.keyboard.press("Control+k")
    page.keyboard.type(query)
    page.wait_for_selector(".gg-hit")
    assert page.inner_text(".gg-hitname >> nth=0").startswith("Amberton")
    page.keyboard.press("Enter")
    assert state(page, "sel") == {"kind": "town", "id": "case/1"}
    assert "Inside, Orchard Front" in page.inner_text(".gg-body")


def test_compare_counts_lost_ground_and_its_line_moves_by_keyboard(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    page.click(".gg-compare")
    assert "53 km² of 74 km² lost, none gained." in page.inner_text(".gg-sentence")
    before = state(page, "split")
    page.focus(".gg-swipegrip")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert state(page, "split") == pytest.approx(before - 0.08)
    clips = page.evaluate("['.gg-earlier', '.gg-later'].map((s) => document.querySelector(s).getAttribute('clip-path'))")
    assert clips == ["url(#gg-side-a)", "url(#gg-side-b)"]
    page.keyboard.press("Escape")
    assert state(page, "vs") is None


def test_a_range_shows_its_convoys_and_what_was_lost_since_its_start(opened: Opened) -> None:
    page = opened("d=2018-03-26&f=2018-03-12")
    assert page.locator("[data-convoy]").count() == 2
    assert "Lost since 12 March" in page.inner_text(".gg-key")


STATES = [
    "d=2018-03-22&t=convoys&g=en", "d=2018-03-25&f=2018-03-12&t=layers&g=ar&m=dark", "d=2018-04-01&c=2018-02-18&w=0.300&t=area&g=en",
    "d=2018-03-12&l=11010111&v=12.500,33.52000,36.36000&t=claims&g=en", "d=2018-03-22&s=town%3Acase%2F1&t=town&g=en",
]  # fmt: skip


@pytest.mark.parametrize("fragment", STATES)
def test_a_link_restores_what_it_was_copied_from(opened: Opened, fragment: str) -> None:
    page = opened(fragment)
    page.wait_for_timeout(320)
    again = page.evaluate("location.hash").lstrip("#")
    wanted = set(fragment.split("&"))
    assert wanted <= set(again.split("&")), again


def test_a_hundred_states_survive_the_link(opened: Opened) -> None:
    page = opened()
    bad = page.evaluate(
        """() => { let seed = 7; const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
          const { link, model } = geoGhouta; const out = []; const stops = model.stops;
          for (let i = 0; i < 100; i += 1) {
            const late = random(stops.length); const kind = random(4);
            const layers = Object.fromEntries(Object.keys(geoGhouta.state.layers).map((name) => [name, random(2) === 1]));
            const state = { day: stops[late] + random(2), from: kind === 1 ? stops[random(late + 1)] : null, vs: kind === 2 ? stops[random(late + 1)] : null,
              split: (1 + random(97)) / 100, layers, tab: ['claims', 'convoys', 'area', 'town', 'layers'][random(5)], lang: ['en', 'ar'][random(2)],
              theme: ['light', 'dark'][random(2)], sel: kind === 3 ? { kind: ['pocket', 'town'][random(2)], id: 'a&b=c/#é%دوما' + random(9) } : null };
            const view = { zoom: 5 + random(1000) / 100, lat: 30 + random(9999) / 1000, lng: 30 + random(9999) / 1000 };
            const back = link.read('#' + link.write(state, view), ['en', 'ar']);
            if (state.vs === null) { delete state.split; }
            const got = { from: null, vs: null, sel: null, ...back.patch, split: state.vs === null ? undefined : back.patch.split };
            if (!('layers' in got)) got.layers = { areas: true, lost: true, front: true, precision: false, convoys: true, events: true, places: true, ground: true };
            for (const key of Object.keys(state)) if (JSON.stringify(state[key]) !== JSON.stringify(got[key])) out.push([i, key, state[key], got[key]]);
            if (Math.abs(back.view.lat - view.lat) > 1e-5 || Math.abs(back.view.zoom - view.zoom) > 1e-3) out.push([i, 'view']);
          }
          return out; }"""
    )
    assert bad == []


def test_a_broken_link_is_no_trouble(opened: Opened) -> None:
    page = opened("d=2018-99-99&v=x,y&s=pocket:%E0%A4%A&l=2&t=<b>&g=../x&m=pink&w=9")
    assert day_of(page) == "2018-02-18"


TEXTS = """() => { const root = document.querySelector('.gg');
  const names = [...document.querySelectorAll('.gg-names text')].map((t) => [t.textContent, t.getBoundingClientRect()]);
  const parts = [...document.querySelectorAll('[data-furniture]')].filter((n) => n.getClientRects().length && !n.classList.contains('gg-scale'))
    .map((n) => [n.className, n.getBoundingClientRect()]);
  const plain = ([name, b]) => [String(name), [b.left, b.top, b.right, b.bottom]];
  return [names.map(plain), parts.map(plain), [root.clientWidth, root.clientHeight]]; }"""


def misfits(page: Any) -> list[str]:
    names, parts, (width, height) = page.evaluate(TEXTS)
    out = []
    for (a, one), (b, two) in itertools.combinations(names, 2):
        # Lines of one label touch; the boxes of fonts are taller than their letters.
        if overlap([one[0], one[1] + 2, one[2], one[3] - 4], [two[0], two[1] + 2, two[2], two[3] - 4], 1):
            out.append(f"name {a!r} on name {b!r}")
    for (a, one), (b, two) in itertools.product(names, parts):
        if overlap(one, two, 1):
            out.append(f"name {a!r} on {b}")
    for (a, one), (b, two) in itertools.combinations(parts, 2):
        if overlap(one, two, 1):
            out.append(f"{a} on {b}")
    out += [f"name {a!r} cut" for a, box in names if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height]
    return out


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844), (360, 740), (820, 1000)])
def test_nothing_overlaps_and_nothing_is_cut(opened: Opened, language: str, width: int, height: int) -> None:
    page = opened(f"d=2018-02-18&g={language}", width=width, height=height)
    for day in ["2018-02-18", "2018-03-12", "2018-03-22", "2018-03-26", "2018-04-14"]:
        page.evaluate(f"geoGhouta.store.set({{day: {cells.day_number(map_fixture.day(day))}}})")
        settle(page)
        assert misfits(page) == [], day
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width


def test_phone_has_a_sheet_and_targets_of_44_px(opened: Opened) -> None:
    page = opened("d=2018-03-22", width=390, height=844, has_touch=True)
    small = page.evaluate(
        """[...document.querySelectorAll('.gg button, .gg select, .gg input')].filter((n) => n.getClientRects().length && !n.classList.contains('gg-object')
          && !n.classList.contains('gg-grip')).map((n) => [n.className || n.id, n.getBoundingClientRect()])
          .filter(([, b]) => b.width < 43.5 || b.height < 43.5).map(([name]) => name)"""
    )
    assert small == []
    page.click("#gg-tab-claims")
    page.wait_for_timeout(260)
    assert state(page, "sheet") == "half"
    assert "People who left Hillgate" in page.inner_text(".gg-body")
    title, panel = page.evaluate("['.gg-title', '.gg-panel'].map((s) => document.querySelector(s).getBoundingClientRect().toJSON())")
    assert title["bottom"] < panel["top"]
    page.click(".gg-grip")
    assert state(page, "sheet") == "peek"


def test_every_control_has_a_name_and_tabs_follow_their_pattern(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    unnamed = page.evaluate(
        """[...document.querySelectorAll('button, input, select, [role=slider], [role=region], [role=dialog]')]
          .filter((n) => n.getClientRects().length && !n.getAttribute('aria-label') && !n.getAttribute('aria-labelledby') && !n.textContent.trim())
          .map((n) => n.outerHTML.slice(0, 120))"""
    )
    assert unnamed == []
    page.focus("#gg-tab-claims")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#gg-tab-convoys", "aria-selected") == "true"
    assert page.evaluate("document.activeElement.id") == "gg-tab-convoys"
    stops = page.evaluate("[...document.querySelectorAll('.gg-object')].filter((n) => n.tabIndex === 0).length")
    assert stops == 1


def test_the_whole_page_is_reached_by_tab(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.className || document.activeElement.id"))
    for wanted in ["gg-skip", "gg-object", "gg-btn gg-play", "gg-handle", "gg-searchinput", "gg-claim"]:
        assert wanted in seen, (wanted, seen)


@pytest.mark.parametrize("batch", range(6))
def test_hostile_text_is_shown_and_never_runs(opened: Opened, tmp_path: Path, batch: int) -> None:
    assert len(STRINGS) >= 60
    # Twelve strings stand behind one another in every sink of one page; each is looked for in what is shown.
    strings = STRINGS[batch::6]
    text = " ⁑ ".join(strings)
    path = maps.save_page(map_fixture.build(hostile=text, quotes=True), tmp_path / "hostile.html")
    page = opened("d=2018-03-22", path=path)
    wanted = [shown(cells.clean(s)) for s in strings]
    for script, sink in SINKS:
        settle(page)
        page.evaluate(script)
        told = shown(page.evaluate(f"[...document.querySelectorAll('{sink}')].map((n) => n.textContent).join(' ')"))
        assert [s for s in wanted if s not in told] == [], sink
    assert page.evaluate("window.PWN") is None
    foreign = "script, iframe, img, object, embed, form, video, style, link, base, meta, template, a[href^=javascript]"
    assert page.evaluate(f"[...document.querySelectorAll('{foreign}')].filter((n) => n.closest('.gg')).length") == 0


def shown(text: str) -> str:
    """Text as a browser lays it out: runs of white space are one space."""
    return " ".join(text.replace("\u00a0", " ").split())


def test_a_planted_script_is_blocked(browser: Any, saved: Path, tmp_path: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    planted = text.replace("</body>", "<script>window.PWN=1</script><img src=x onerror='window.PWN=2'></body>")
    path = tmp_path / "planted.html"
    path.write_text(planted, encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda m: said.append(m.text))
    page.goto(f"file://{path}")
    page.wait_for_selector("[data-ready=true]")
    assert page.evaluate("window.PWN") is None
    assert sum("Content Security Policy" in s for s in said) >= 2
    context.close()


def test_links_lead_out_only_over_http_and_without_a_trace(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    for row in page.locator(".gg-claim[data-claim]").all():
        row.click()
    links = page.evaluate("[...document.querySelectorAll('.gg a[href]')].filter((a) => !a.classList.contains('gg-skip')).map((a) => [a.href, a.rel])")
    assert links
    assert all(href.startswith(("http://", "https://")) and rel == "noopener noreferrer" for href, rel in links)


def test_page_works_inside_a_sandboxed_frame(browser: Any) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.set_content(maps.draw_map(map_fixture.build())._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator("[data-ready=true]").wait_for()
    assert frame.locator(".gg-date span").first.inner_text() == "18 February 2018"
    assert errors == []
    context.close()


def test_element_draws_on_a_folium_map(browser: Any, tmp_path: Path) -> None:
    import folium

    inner = folium.Map(tiles=None)
    maps.control_map(map_fixture.build()).add_to(inner)
    folium.Marker([33.53, 36.36]).add_to(inner)
    text = inner.get_root().render()
    script = document.leaflet()
    text = re.sub(r"<script src=[^>]*></script>", "", text)
    text = re.sub(r'<link[^>]*rel="stylesheet"[^>]*/?>', "", text)
    text = text.replace("<head>", f"<head><script>{script[0]}</script><style>{script[1]}</style>", 1)
    path = tmp_path / "folium.html"
    path.write_text(text, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.goto(f"file://{path}")
    page.wait_for_selector("[data-ready=true]")
    assert page.locator(".gg-area").count() == 4
    assert page.locator(".leaflet-marker-icon").count() == 1
    page.click(".gg-next")
    assert page.locator(".gg-area").count() == 4
    context.close()


def islands(days: list[str], **more: Any) -> maps.MapInput:
    """Pictures of one holder with three islands each and no other table."""
    boxes = [shapely.box(36.3 + 0.04 * n, 33.5, 36.32 + 0.04 * n, 33.52) for n in range(3)]
    rows = [
        {"area_id": f"{d}/a", "holder": "side", "status": "assessed", "valid_from": d, "source": "x", "drawn_by": "x", "precision_m": 100.0,
         "geometry": shapely.MultiPolygon(boxes)}
        for d in days
    ]  # fmt: skip
    dates = [{"picture_date": d, "areas": 1, "path": "x", "sha256": "0"} for d in days]
    first, last = dt.date.fromisoformat(days[0]), dt.date.fromisoformat(days[-1])
    casefile = CaseFile("Islands", first, last, (36.2, 33.4, 36.5, 33.6), (36.0, 33.0, 37.0, 34.0), actors=(Actor("side", "One side"),))
    return maps.MapInput(casefile, Pictures(PICTURES.table(dates), CONTROL.table(rows)), **more)


def test_all_islands_are_drawn_counted_and_clicked_without_a_table_of_pockets(opened: Opened, tmp_path: Path) -> None:
    path = maps.save_page(islands(["2018-03-18"]), tmp_path / "islands.html")
    page = opened(path=path)
    assert page.inner_text(".gg-sentence").startswith("Three areas, 12 km²")
    assert page.get_attribute(".gg-area", "d").count("M") == 3
    for lon in (36.31, 36.35, 36.39):
        point = page.evaluate(f"(() => {{ const p = geoGhouta.view.map.latLngToContainerPoint([33.512, {lon}]); return [p.x, p.y]; }})()")
        page.mouse.click(*point)
        assert "4.1" in page.inner_text(".gg-card")
        page.keyboard.press("Escape")


def test_days_on_both_sides_of_a_long_number_stay_in_order(opened: Opened, tmp_path: Path) -> None:
    # Seconds since 1970 grew by a digit on 9 September 2001; sorted as text that day broke other maps.
    path = maps.save_page(islands(["2001-09-08", "2001-09-10"]), tmp_path / "days.html")
    page = opened(path=path)
    assert day_of(page) == "2001-09-08"
    page.focus("#gg-handle")
    page.keyboard.press("ArrowRight")
    assert day_of(page) == "2001-09-10"


def test_embedded_page_has_no_panel(opened: Opened, tmp_path: Path) -> None:
    path = maps.save_page(map_fixture.build(embed=True), tmp_path / "embed.html")
    page = opened("d=2018-03-22", path=path)
    assert not page.is_visible(".gg-panel")
    assert page.is_visible(".gg-key")


def test_a_long_packed_series_opens(opened: Opened, tmp_path: Path) -> None:
    source = map_fixture.build()
    data = payload.build(source)
    first = data["places"][0]
    data["places"] += [{**first, "id": f"x/{n}", "name": f"Hamlet {n}", "rank": 9, "zoom": 15} for n in range(2500)]
    assert "packed" in json.loads(document.packed(data))
    path = tmp_path / "packed.html"
    path.write_text(document.assemble(data, source), encoding="utf-8")
    page = opened(path=path)
    assert page.evaluate("geoGhouta.model.places.length") == 2500 + len(map_fixture.TOWNS)


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """The page of the bundled case, made as the first command makes it."""
    from geo_ghouta import pipeline
    from geo_ghouta.outlets import save_map

    result = pipeline.run(root / "layers", world=False)
    return save_map(result, tmp_path_factory.mktemp("bundled") / "ghouta.html")


STATES_OF_DESIGN = {
    "a-layers": "d=2018-02-18&t=layers", "b-area": "d=2018-03-12&t=area", "c-pocket-card": "d=2018-03-22&t=claims&s=pocket%3A2018-03-22%2F3",
    "d-convoys": "d=2018-03-25&t=convoys&v=7.700,34.70000,36.90000", "e-empty": "d=2018-04-14&t=claims",
    "i-town": "d=2018-03-18&t=town&s=town%3Acase%2Fhammuriyah", "k-swipe": "d=2018-03-22&c=2018-02-18&w=0.620&t=area",
    "l-unknown": "d=2018-03-26&t=layers", "r-range": "d=2018-03-31&f=2018-03-22&t=convoys",
}  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_pictures_of_the_bundled_case(opened: Opened, bundled: Path, width: int, height: int) -> None:
    # Themes change no box: without a folder for the pictures the light one is enough.
    folder = os.environ.get("GEO_GHOUTA_SHOTS")
    themes = ["light", "dark"] if folder else ["light"]
    page = opened(path=bundled, width=width, height=height)
    for (name, fragment), language, theme in itertools.product(STATES_OF_DESIGN.items(), ["en", "ar"], themes):
        page.evaluate(f"location.hash = {json.dumps(f'{fragment}&g={language}&m={theme}')}")
        page.wait_for_timeout(20)
        page.evaluate("() => { const g = geoGhouta; if (!/v=/.test(location.hash)) { g.view.moved = false; g.fitDay(); } g.drawAll(); }")
        assert misfits(page) == [], (name, language, theme)
        if folder:
            page.screenshot(path=Path(folder) / f"{name}-{width}-{language}-{theme}.png")


def test_a_step_of_the_clock_is_quick(opened: Opened, bundled: Path) -> None:
    page = opened(path=bundled)
    work = page.evaluate(
        """() => { const g = geoGhouta; let count = 0; const seen = new MutationObserver((list) => (count += list.length));
          seen.observe(g.root, { subtree: true, childList: true, attributes: true }); const out = [];
          for (const day of g.model.stops) { count = 0; g.store.set({ day }); count += seen.takeRecords().length; out.push(count); }
          return out; }"""
    )
    # Not a time but the work: a step touches the areas, the numbers and the flag, not the whole page.
    assert sorted(work)[len(work) // 2] < 600


def find_axe() -> str | None:
    """axe-core, a tool of developers: from a package or from npm."""
    import importlib.util

    named = os.environ.get("GEO_GHOUTA_AXE")
    if named:
        return Path(named).read_text(encoding="utf-8")
    for package in ("axe_playwright_python", "axe_core_python"):
        spec = importlib.util.find_spec(package)
        if spec and spec.origin:
            for path in sorted(Path(spec.origin).parent.glob("**/axe.min.js")):
                return path.read_text(encoding="utf-8")
    local = Path("node_modules/axe-core/axe.min.js")
    return local.read_text(encoding="utf-8") if local.exists() else None


@pytest.mark.parametrize("width", [1400, 390])
def test_axe_finds_nothing_serious(browser: Any, saved: Path, width: int) -> None:
    code = find_axe()
    if code is None:
        pytest.skip("axe-core is not there: npm install axe-core, or set GEO_GHOUTA_AXE to axe.min.js")
    for fragment in ["t=claims", "t=area&m=dark", "t=convoys&s=pocket%3A2018-03-22%2F3", "t=layers&g=ar", "c=2018-02-18&t=town&s=town%3Acase%2F1"]:
        context = browser.new_context(viewport={"width": width, "height": 860}, reduced_motion="reduce", bypass_csp=True)
        page = context.new_page()
        page.goto(f"file://{saved}#d=2018-03-22&{fragment}")
        page.wait_for_selector("[data-ready=true]")
        if width < 700:
            page.evaluate("geoGhouta.store.set({sheet: 'half'})")
        settle(page)
        page.evaluate(code)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) => [v.impact, v.id, v.nodes[0].html]))")
        assert [v for v in found if v[0] in {"serious", "critical"}] == [], fragment
        context.close()
