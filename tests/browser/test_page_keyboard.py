"""The whole page by keyboard alone: no test here touches the mouse or sets the page's state.

Focus starts at the top of the page, walks by Tab, and every step says where it stands; what the mouse can do is done
here with keys, and the effect is read from what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from map_browser import day_of, settle, state

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]

HERE = """() => { const n = document.activeElement; if (!n || n === document.body) return ['body', '', true];
  const box = n.getBoundingClientRect(); const s = getComputedStyle(n); const around = n.closest('.gg-search') ? getComputedStyle(n.closest('.gg-search')) : s;
  const seen = (x) => (x.outlineStyle !== 'none' && parseFloat(x.outlineWidth) >= 2) || x.boxShadow !== 'none';
  const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight && box.width > 0;
  return [n.id || String(n.getAttribute('class') || n.tagName), (n.getAttribute('aria-label') || n.textContent || '').trim(), (seen(s) || seen(around)) && inside]; }"""


def here(page: Any) -> tuple[str, str]:
    """Where the focus stands: id or class, and name. It must be seen, and on the screen."""
    name, label, seen = page.evaluate(HERE)
    assert seen, f"focus on {name} ({label}) cannot be seen"
    return name, label


def walk(page: Any, wanted: str, key: str = "Tab", most: int = 90) -> str:
    """Press Tab until something is reached whose id, class or name holds the text."""
    for _ in range(most):
        page.keyboard.press(key)
        name, label = here(page)
        if re.search(wanted, name) or re.search(wanted, label):
            return label
    raise AssertionError(f"{wanted} is not reached by {key}")


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
    settle(page)


def test_focus_goes_round_in_reading_order_and_is_never_trapped(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    first, names = [], []
    for _ in range(80):
        page.keyboard.press("Tab")
        name, _label = page.evaluate(HERE)[:2]
        if name == "body":
            break
        here(page)
        names.append(name)
    else:
        raise AssertionError("Tab never leaves the page")
    # Title, map and its objects, the panel beside it, the clock below.
    order = [
        "gg-skip", "gg-object", "gg-searchinput", "gg-tab-claims", "gg-tabpanel", "gg-claim", "gg-prev", "gg-play", "gg-next", "gg-speed", "gg-day",
        "gg-range", "gg-compare", "gg-handle",
    ]  # fmt: skip
    for part in order:
        found = next((i for i, n in enumerate(names) if part in n.split() or n == part), None)
        assert found is not None, (part, names)
        first.append(found)
    assert first == sorted(first), list(zip(order, first, strict=True))
    # And back the same way.
    page.keyboard.press("Shift+Tab")
    back = []
    for _ in range(80):
        name = page.evaluate(HERE)[0]
        if name == "body":
            break
        back.append(name)
        page.keyboard.press("Shift+Tab")
    # The row that tells what lies below the fold comes and goes with scrolling.
    names, back = ([n for n in some if n != "gg-more-row"] for some in (names, back))
    # Without a frame of tabs and buttons around it the page is entered again from its end.
    assert back[: len(names)] == names[::-1]


def test_the_row_that_tells_what_lies_below_keeps_its_reader(opened: Opened) -> None:
    """Nothing is left below: by keyboard the row says so and goes when its reader does, with the mouse it goes at once."""
    page = opened("d=2018-03-22", height=500)
    walk(page, "gg-more-row", "Shift+Tab")
    told = here(page)[1]
    assert re.search(r"\d+ more|More below", told)
    for _ in range(30):
        press(page, "Enter")
        name, label = here(page)
        assert name == "gg-more-row", "focus stays on the row"
        if label == "Nothing more below":
            break
    else:
        raise AssertionError("the row never comes to the end")
    # Also where the list is moved under it, as by Tab from the last row before the page was drawn again.
    for top, expected in ((0, told), (1e6, "Nothing more below")):
        page.evaluate("(top) => { geoGhouta.panel.body.scrollTop = top; }", top)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert here(page) == ("gg-more-row", expected)
    page.keyboard.press("Tab")
    assert re.search("gg-edge|gg-prev", here(page)[0]), "and the walk goes on behind it"
    assert not page.is_visible(".gg-more-row")
    page.evaluate("geoGhouta.panel.body.scrollTop = 0")
    for _ in range(30):
        settle(page)
        if not page.is_visible(".gg-more-row"):
            break
        page.click(".gg-more-row")
    assert not page.is_visible(".gg-more-row")


def test_skip_links_lead_to_map_time_and_panel(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    for number, target in enumerate(["gg-map", "gg-handle", "gg-panel"], 1):
        page.evaluate("document.activeElement.blur()")
        page.reload()
        page.wait_for_selector("[data-ready=true]")
        for _ in range(number):
            page.keyboard.press("Tab")
        assert "gg-skip" in here(page)[0]
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == target


def test_the_clock(opened: Opened) -> None:
    page = opened()
    walk(page, "^gg-handle$")
    slider = page.locator("#gg-handle")
    seen = []
    for _ in range(40):
        text = slider.get_attribute("aria-valuetext")
        heading = page.inner_text(".gg-date span >> nth=0")
        assert text.startswith(heading), "the slider speaks the date of the title"
        assert len(text) > len(heading) + 10, "and what it says"
        assert page.get_attribute("#gg-handle", "aria-valuenow") == str(state(page, "day"))
        before = day_of(page)
        seen.append(before)
        page.keyboard.press("ArrowRight")
        if day_of(page) == before:
            break
    stops = page.evaluate("geoGhouta.model.stops.map((d) => new Date(d * 864e5).toISOString().slice(0, 10))")
    assert seen == stops
    press(page, "Home")
    first = day_of(page)
    press(page, "End")
    assert day_of(page) > first
    press(page, "PageUp", "PageUp", "PageDown")
    pictures = page.evaluate("geoGhouta.model.pictures.map((p) => new Date(p.day * 864e5).toISOString().slice(0, 10))")
    assert day_of(page) in pictures
    press(page, "Shift+ArrowLeft")
    assert day_of(page) not in pictures
    press(page, "Home", "Space")
    assert state(page, "playing") is True
    live = page.locator(".gg-title [aria-live]")
    press(page, "Space")
    assert state(page, "playing") is False
    assert live.count() == 1


def test_play_speed_typed_day_range_and_previous_next(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    walk(page, "gg-next")
    press(page, "Enter")
    assert day_of(page) == "2018-03-24"
    walk(page, "gg-prev", "Shift+Tab")
    press(page, "Space")
    assert day_of(page) == "2018-03-22"
    walk(page, "gg-speed")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("4")
    assert page.evaluate("document.querySelector('.gg-speed').value") in {"2", "4"}
    walk(page, "gg-day")
    page.keyboard.press("Control+a")
    page.keyboard.type("2018-03-13")
    press(page, "Enter")
    assert page.inner_text(".gg-date span >> nth=0") == "13 March 2018"
    walk(page, "gg-range")
    press(page, "Enter")
    assert state(page, "from") is not None
    walk(page, "gg-other")
    press(page, "Home")
    assert page.inner_text(".gg-date").startswith("18 February")
    press(page, "PageDown")
    assert state(page, "from") < state(page, "day")
    walk(page, "gg-range", "Shift+Tab")
    press(page, "Enter")
    assert state(page, "from") is None
    walk(page, "gg-play", "Shift+Tab")
    press(page, "Enter")
    assert state(page, "playing") is True
    press(page, "Enter")
    assert state(page, "playing") is False


def test_every_tab_layer_claim_and_figure(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    walk(page, "gg-tab-claims")
    for name in ["convoys", "area", "town", "layers"]:
        press(page, "ArrowRight")
        assert page.get_attribute(f"#gg-tab-{name}", "aria-selected") == "true"
        assert here(page)[0] == f"gg-tab-{name}"
        assert page.get_attribute("#gg-tabpanel", "aria-labelledby") == f"gg-tab-{name}"
    for name in ["areas", "lost", "front", "precision", "convoys", "events", "places", "ground"]:
        walk(page, "gg-switch", most=12)
        layer = page.evaluate("document.activeElement.dataset.layer")
        assert layer == name
        before = state(page, "layers")[layer]
        press(page, "Space")
        assert state(page, "layers")[layer] is not before
        assert page.evaluate("document.activeElement.dataset.layer") == layer, "focus stays on the switch"
        assert page.evaluate("document.activeElement.getAttribute('aria-checked')") == str(not before).lower()
        press(page, "Space")
    walk(page, "gg-tab-layers", "Shift+Tab")
    press(page, "Home")
    assert page.get_attribute("#gg-tab-claims", "aria-selected") == "true"
    walk(page, r"gg-claim\b", most=12)
    press(page, "Enter")
    assert page.locator(".gg-quote:visible").count() == 1
    assert "gg-claim" in here(page)[0], "focus stays on the row"
    walk(page, "gg-tab-claims", "Shift+Tab")
    press(page, "ArrowRight")
    walk(page, "gg-barrow", most=6)
    press(page, "Enter")
    assert page.is_visible(".gg-card")
    press(page, "Escape")
    assert "gg-barrow" in here(page)[0], "focus returns to the row, though the list was drawn anew"
    walk(page, "gg-tab-convoys", "Shift+Tab")
    press(page, "ArrowRight")
    walk(page, "gg-plain", most=6)
    press(page, "Enter")
    assert day_of(page) == "2018-02-18", "a figure of the table drives the clock"
    assert "gg-plain" in here(page)[0]
    walk(page, "gg-tab-area", "Shift+Tab")
    press(page, "ArrowRight")
    walk(page, "gg-row-btn", most=6)
    label = here(page)[1]
    press(page, "Enter")
    assert label.split("\n")[0][:5] in page.inner_text(".gg-body h2 >> nth=0")


@pytest.mark.parametrize("kind", ["pocket", "convoy", "event", "town"])
def test_objects_of_the_map_open_and_give_the_focus_back(opened: Opened, kind: str) -> None:
    page = opened("d=2018-03-22")
    walk(page, "gg-object")
    wanted = page.evaluate("(kind) => geoGhouta.roving.list.filter((o) => o.kind === kind).map((o) => o.label)", kind)
    # Arrows go to the nearest object in a direction; every one is reached by some way.
    seen = {here(page)[1]}
    for keys in (
        ["ArrowDown"] * 9,
        ["ArrowRight"] * 9,
        ["ArrowUp"] * 12,
        ["ArrowLeft"] * 12,
        ["ArrowDown"] * 9,
        ["ArrowRight"] * 4,
        ["ArrowUp"] * 5,
    ):
        for key in keys:
            if here(page)[1] in wanted:
                break
            page.keyboard.press(key)
            seen.add(here(page)[1])
    assert here(page)[1] in wanted, (kind, wanted, seen)
    label = here(page)[1]
    press(page, "Enter")
    if kind == "town":
        assert page.get_attribute("#gg-tab-town", "aria-selected") == "true"
        assert label.split(",")[0] in page.inner_text(".gg-body")
        press(page, "Escape")
    else:
        assert page.is_visible(".gg-card")
        assert page.evaluate("document.querySelector('.gg-card').contains(document.activeElement)")
        here(page)
        press(page, "Escape")
        assert not page.is_visible(".gg-card")
    assert state(page, "sel") is None
    assert here(page)[1] == label, "focus returns to the object"


def test_every_object_of_the_map_is_reached_by_arrows(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    walk(page, "gg-object")
    wanted = set(page.evaluate("geoGhouta.roving.list.map((o) => `${o.kind}:${o.id}`)"))
    place = "() => { const n = document.activeElement; const o = geoGhouta.roving.list.find((p) => p.node === n); return `${o.kind}:${o.id}`; }"
    at = page.evaluate(place)
    ways, open_ = {at: []}, [at]
    # Breadth first over what the arrows do, as a reader who tries them all would.
    while open_:
        name = open_.pop(0)
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            page.evaluate(
                "(name) => geoGhouta.roving.list.find((o) => `${o.kind}:${o.id}` === name).node.focus()", name
            )
            page.keyboard.press(key)
            there = page.evaluate(place)
            if there not in ways:
                ways[there] = [*ways[name], key]
                open_.append(there)
    assert wanted - set(ways) == set()
    labels = page.evaluate("geoGhouta.roving.list.map((o) => [o.kind, o.label])")
    assert [k for k, _ in labels] == sorted((k for k, _ in labels), key=["pocket", "convoy", "event", "town"].index)
    assert any("square kilometres" in label for kind, label in labels if kind == "pocket")


def test_the_map_is_moved_and_zoomed(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "gg-map"
    view = lambda: page.evaluate("geoGhouta.view.now()")  # noqa: E731
    before = view()
    press(page, "+")
    assert view()["zoom"] > before["zoom"]
    press(page, "-", "-")
    assert view()["zoom"] < before["zoom"]
    press(page, "ArrowRight")
    assert view()["lng"] > before["lng"]
    press(page, "ArrowUp")
    assert view()["lat"] > before["lat"]
    press(page, "Space")
    assert state(page, "playing") is True
    press(page, "Space")


def test_search_from_anywhere(opened: Opened) -> None:
    page = opened("d=2018-03-22")
    walk(page, "gg-handle")
    press(page, "Control+k")
    assert here(page)[0] == "gg-searchinput"
    page.keyboard.type("hillgate")
    settle(page)
    walk(page, r"gg-hit\b", most=8)
    press(page, "Enter")
    assert state(page, "sel")["kind"] in {"town", "pocket", "convoy"}
    press(page, "Control+k")
    page.keyboard.type("nothing of that name")
    settle(page)
    assert page.locator(".gg-hit").count() == 0
    press(page, "Escape")
    assert page.input_value(".gg-searchinput") == ""


def test_compare_language_theme_and_link(opened: Opened) -> None:
    page = opened("d=2018-03-22&m=light")
    walk(page, "gg-compare")
    press(page, "Enter")
    assert state(page, "vs") is not None
    assert "gg-compare" in here(page)[0]
    walk(page, "gg-swipegrip", "Shift+Tab")
    before = state(page, "split")
    press(page, "ArrowRight", "ArrowRight", "Shift+ArrowLeft")
    assert state(page, "split") == pytest.approx(before - 0.06)
    assert re.search(r"\d+", page.get_attribute(".gg-swipegrip", "aria-valuetext"))
    press(page, "Escape")
    assert state(page, "vs") is None
    walk(page, "^العربية|ع ", most=60)
    press(page, "Enter")
    assert page.get_attribute(".gg", "dir") == "rtl"
    here(page)
    press(page, "Enter")
    assert page.get_attribute(".gg", "dir") == "ltr"
    walk(page, "theme|dark|light|Light|Dark", most=4)
    press(page, "Enter")
    assert page.get_attribute(".gg", "data-theme") == "dark"
    walk(page, "[Ll]ink", most=3)
    press(page, "Enter")
    told = page.inner_text(".gg-panel > [aria-live]")
    assert told
    assert page.get_attribute(".gg-tool[data-name=link]", "title")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (800, 900), (1400, 900)])
@pytest.mark.parametrize("stands", ["gg-handle", ""])
def test_escape_from_the_search_leaves_the_focus_on_the_page(
    opened: Opened, width: int, height: int, stands: str
) -> None:
    page = opened("d=2018-03-22", width=width, height=height)
    if stands:
        page.evaluate("(id) => document.getElementById(id).focus()", stands)
    press(page, "Control+k")
    assert here(page)[0] == "gg-searchinput"
    page.keyboard.type("mill")
    press(page, "Escape")
    assert here(page)[0] == "gg-searchinput", "the first press takes the words"
    press(page, "Escape")
    name = here(page)[0]
    assert name != "body"
    if stands and width < 1024:
        assert name == stands, "back where the reader stood"


def test_a_phone_with_a_keyboard(opened: Opened) -> None:
    page = opened("d=2018-03-22", width=390, height=844)
    walk(page, "gg-tab-claims", most=60)
    press(page, "Enter")
    assert state(page, "sheet") == "half"
    here(page)
    press(page, "Escape")
    assert state(page, "sheet") == "peek"
    walk(page, "gg-edge", "Shift+Tab", most=60)
    press(page, "Control+k")
    assert here(page)[0] == "gg-searchinput"
    press(page, "Escape")
    names = set()
    for _ in range(70):
        page.keyboard.press("Tab")
        # (The end of the page is the body or, with a browser's own bars around it, not even that; the next Tab begins anew.)
        names.add(here(page)[0])
    assert {"gg-btn gg-play", "gg-handle", "gg-object"} <= names


def test_live_words_are_for_the_reader_not_for_the_clock(opened: Opened) -> None:
    page = opened("d=2018-03-12")
    walk(page, "^gg-handle$")
    press(page, "ArrowRight")
    said = page.inner_text(".gg-title [aria-live]")
    assert said.startswith(page.inner_text(".gg-date span >> nth=0"))
    press(page, "Home", "Space")
    silent = page.inner_text(".gg-title [aria-live]")
    page.wait_for_timeout(1500)
    assert day_of(page) > "2018-02-18"
    assert page.inner_text(".gg-title [aria-live]") == silent, "silent while playing"
    press(page, "Space")
    assert page.inner_text(".gg-title [aria-live]").startswith(page.inner_text(".gg-date span >> nth=0")), (
        "a pause announces"
    )
