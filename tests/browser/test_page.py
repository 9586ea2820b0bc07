"""The page in a real browser: what is drawn, said, reached by keyboard, compared and restored by a link."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import map_fixture
import pytest
from map_browser import day_of, overlap, settle, state

from geo_ghouta.maps import cells

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


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

    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = 'none'; }"
    )
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
    assert (
        text == "18 February 2018. One area of 74 square kilometres, held by four groups. Later shares count from here."
    )
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
    order = page.evaluate(
        "['areas', 'convoys', 'marks', 'names'].map((n) => +geoGhouta.view.map.getPane('gg-' + n).style.zIndex)"
    )
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
    for words in [
        "Hillgate pocket",
        "Hill Brigade",
        "4.7",
        "6.3 %",
        "باب التل",
        "two dispatches of that week",
        "±300 m",
        "1,580",
        "> 1,900",
    ]:
        assert words in text, words
    card, pocket = page.evaluate(
        """() => { const r = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
          return [r(document.querySelector('.gg-card')), r(document.querySelector('.gg-front.gg-chosen'))]; }"""
    )
    assert not overlap(card, pocket)


def test_claims_stand_side_by_side_with_their_conflict(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    text = page.inner_text(".gg-body")
    for words in [
        "7 claims from 3 stories · 2 conflicts",
        "Figures differ: 1,580 to more than 1,900",
        "Agrees with the drawn areas",
        "about 40",
    ]:
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
    clips = page.evaluate(
        "['.gg-earlier', '.gg-later'].map((s) => document.querySelector(s).getAttribute('clip-path'))"
    )
    assert clips == ["url(#gg-side-a)", "url(#gg-side-b)"]
    page.keyboard.press("Escape")
    assert state(page, "vs") is None


def test_a_range_shows_its_convoys_and_what_was_lost_since_its_start(opened: Opened) -> None:
    page = opened("d=2018-03-26&f=2018-03-12")
    assert page.locator(".gg-convoy[data-convoy]").count() == 2
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
