"""Failures that other maps had in the field, each with the right value, in a real browser.

Their texts in our own words; the given collection, where it lies beside the checkout, goes through the same sinks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
import shapely
from map_browser import Watch, overlap, settle, show
from map_hostile import SINKS

from geo_ghouta import control, maps
from geo_ghouta.maps import MapInput, cells, document
from geo_ghouta.schema import Actor, CaseFile

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
KINDS = ("render", "notebook", "size", "tiles", "offline", "csp", "bidi")


def laid_out(text: str) -> str:
    """Text as a browser lays it out: runs of white space are one space."""
    return " ".join(text.replace("\u00a0", " ").split())


def test_texts_of_the_field_are_shown_in_every_sink_and_never_run(opened: Opened, shared: Path, tmp_path: Path) -> None:
    lines = (shared / "cases" / "field_cases.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [
        c["input"]["text"]
        for c in map(json.loads, lines)
        if c["kind"].startswith(KINDS) and c["input"]["form"] == "report"
    ]
    assert len(texts) >= 13
    # Halves of surrogate pairs never come this far: reading puts U+FFFD for them and says how many.
    texts = [re.sub("[\ud800-\udfff]", "\ufffd", t) for t in texts]
    given = map_fixture.build(hostile=" ⁑ ".join(texts), quotes=True)
    page = opened("d=2018-03-22", path=maps.save_page(given, tmp_path / "cases.html"))
    wanted = [laid_out(cells.clean(t)) for t in texts]
    for script, sink in SINKS:
        settle(page)
        page.evaluate(script)
        told = laid_out(page.evaluate(f"[...document.querySelectorAll('{sink}')].map((n) => n.textContent).join(' ')"))
        assert [w for w in wanted if w not in told] == [], sink
    assert page.evaluate("window.PWN") is None
    assert "&lt;" not in page.inner_text(".gg-kicker")
    assert "&quot;" not in page.inner_text(".gg-kicker")


def imported(
    folder: Path, features: list[dict[str, Any]], name: str = "layer_2018-03-22.geojson", **options: Any
) -> MapInput:
    """A map of a layer that somebody else made."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    pictures, _ = control.import_layers([path], **options)
    names = sorted(set(pictures.areas["holder"]))
    first, last = pictures.dates["picture_date"].min().date(), pictures.dates["picture_date"].max().date()
    case = CaseFile(
        "Somebody's layer",
        first,
        last,
        (36.2, 33.4, 36.6, 33.7),
        (36.0, 33.0, 37.0, 34.0),
        actors=tuple(Actor(n, n) for n in names),
    )
    return MapInput(case, pictures)


def box(west: float, south: float, east: float, north: float, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": json.loads(shapely.to_geojson(shapely.box(west, south, east, north))),
    }


def test_values_and_styles_of_a_foreign_layer_are_text_or_nothing(opened: Opened, tmp_path: Path) -> None:
    nasty = "<img src=x onerror=window.PWN=1>"
    feature = box(
        36.3,
        33.5,
        36.32,
        33.52,
        name=nasty,
        side="one",
        fill='red" onmouseover="window.PWN=1',
        stroke="url(javascript:1)",
        title="`${window.PWN=1}`",
    )
    given = imported(tmp_path / "in", [feature], holder="property:name")
    path = maps.save_page(given, tmp_path / "foreign.html")
    text = path.read_text(encoding="utf-8")
    assert "onmouseover=" not in text.replace(document.leaflet()[0], "")
    assert "javascript:1" not in text
    page = opened(path=path)
    page.mouse.move(700, 400)
    page.locator(".gg-area").first.dispatch_event("click")
    settle(page)
    assert page.evaluate("window.PWN") is None
    assert page.evaluate("document.querySelectorAll('.gg img').length") == 0
    # The fill is the house's, whatever the file asked for.
    assert page.evaluate("getComputedStyle(document.querySelector('.gg-area')).fill") == "rgb(173, 118, 41)"


def test_the_areas_in_force_on_each_day_and_no_others(opened: Opened, tmp_path: Path) -> None:
    # Irregular dates: at every day exactly the set in force, none missing, none doubled.
    sizes = {"2018-02-18": 0.2, "2018-03-18": 0.08, "2018-03-22": 0.03}
    features = [box(36.3, 33.5, 36.3 + s, 33.5 + s, date=d, side="one") for d, s in sizes.items()]
    page = opened(
        path=maps.save_page(
            imported(tmp_path / "in", features, date="property:date", holder="property:side"), tmp_path / "days.html"
        )
    )
    widths = {}
    for day in ["2018-02-18", "2018-03-01", "2018-03-17", "2018-03-18", "2018-03-21", "2018-03-22", "2018-02-18"]:
        show(page, f"d={day}&v=10.5,33.58,36.4&l=11101111")
        assert page.locator(".gg-drawing .gg-area").count() == 1, day
        widths.setdefault(day, page.evaluate("document.querySelector('.gg-drawing .gg-area').getBBox().width"))
    assert (
        widths["2018-02-18"]
        == widths["2018-03-01"]
        == widths["2018-03-17"]
        > widths["2018-03-18"]
        == widths["2018-03-21"]
        > widths["2018-03-22"]
    )


def test_every_layer_keeps_its_own_dates_under_one_clock(opened: Opened) -> None:
    page = opened()
    assert page.locator("[role=slider]:visible").count() == 1
    seen = page.evaluate(
        """() => { const g = geoGhouta; const m = g.model; const out = [];
          for (let day = m.first; day <= m.last; day += 1) { g.store.set({ day }); const p = g.current().picture;
            out.push([document.querySelectorAll('.gg-drawing .gg-area').length, p ? p.areas.length : 0,
              document.querySelectorAll('.gg-convoy[data-convoy]').length, m.convoys.filter((c) => c.from === day).length,
              g.eventMarks.length > 0, m.datedEvents.some((e) => e.from <= day && (e.to ?? e.from + 1) > day)]); }
          return out; }"""
    )
    assert len(seen) > 50
    assert all(
        areas == wanted_areas and convoys == wanted_convoys
        for areas, wanted_areas, convoys, wanted_convoys, _, _ in seen
    )
    assert all(not marks or wanted for *_, marks, wanted in seen)
    assert any(convoys for _, _, convoys, *_ in seen)


def test_markers_lie_over_routes_and_routes_over_areas_after_any_toggle(opened: Opened) -> None:
    page = opened("d=2018-03-22&t=layers")
    for name in ["areas", "convoys", "events", "areas", "events", "convoys"]:
        page.click(f"[data-layer={name}]")
        settle(page)
    top = """(s) => { const n = document.querySelector(s); const b = n.getBoundingClientRect(); return document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2).closest('[data-convoy], [data-area], .gg-event')?.getAttribute('class'); }"""
    assert "gg-event" in page.evaluate(top, ".gg-event")
    order = page.evaluate(
        "['areas', 'convoys', 'marks', 'names'].map((n) => +geoGhouta.view.map.getPane('gg-' + n).style.zIndex)"
    )
    assert order == sorted(set(order))


def test_arabic_letters_join_and_run_from_right_to_left(opened: Opened, shots: Path) -> None:
    page = opened("d=2018-03-22&g=ar")
    # Letters that join are narrower than the same letters kept apart by a non-joiner; the first letter stands at the right.
    joined, apart, first, last = page.evaluate(
        """() => { const make = (text) => { const t = document.createElementNS('http://www.w3.org/2000/svg', 'text'); t.textContent = text;
            t.setAttribute('class', 'gg-name gg-on-paper'); t.setAttribute('font-size', 40); document.querySelector('.gg-names').append(t); return t; };
          const word = 'الطاحونة'; const [a, b] = [make(word), make([...word].join('\\u200c'))]; a.setAttribute('direction', 'rtl');
          const out = [a.getComputedTextLength(), b.getComputedTextLength(), a.getStartPositionOfChar(0).x, a.getStartPositionOfChar(word.length - 1).x];
          a.remove(); b.remove(); return out; }"""
    )
    assert abs(joined - apart) > 2
    assert first > last
    names = page.evaluate(
        "[...document.querySelectorAll('.gg-names text')].map((t) => [t.textContent, t.getAttribute('direction')])"
    )
    arabic = [d for text, d in names if any("\u0600" <= c <= "\u06ff" for c in text)]
    assert arabic
    assert set(arabic) == {"rtl"}
    page.screenshot(path=shots / "arabic-names.png")


def test_mixed_labels_read_in_order_and_cards_stand_by_their_object_in_arabic(opened: Opened, tmp_path: Path) -> None:
    text = "خرجت من عنبر (Amberton) — ٤٧ حافلة — 280 km"
    page = opened(
        "d=2018-03-22&g=ar&t=claims", path=maps.save_page(map_fixture.build(hostile=text), tmp_path / "mixed.html")
    )
    holders = page.evaluate(
        "(text) => [...document.querySelectorAll('bdi')].filter((n) => n.textContent.includes(text)).map((n) => getComputedStyle(n).unicodeBidi)",
        text,
    )
    assert holders
    assert set(holders) == {"isolate"}
    for _ in range(3):
        node = page.evaluate_handle("geoGhouta.roving.list.find((o) => o.kind === 'pocket').node")
        node.focus()
        page.keyboard.press("Enter")
        settle(page)
        card = page.locator(".gg-card").bounding_box()
        pocket = page.locator(".gg-front.gg-chosen").bounding_box()
        beside = max(card["x"] - pocket["x"] - pocket["width"], pocket["x"] - card["x"] - card["width"], card["y"] - pocket["y"] - pocket["height"],
                     pocket["y"] - card["y"] - card["height"])  # fmt: skip
        assert beside < 300, "near the object"
        assert not overlap(
            [card["x"], card["y"], card["x"] + card["width"], card["y"] + card["height"]],
            [pocket["x"], pocket["y"], pocket["x"] + pocket["width"], pocket["y"] + pocket["height"]],
        )
        page.keyboard.press("Escape")


def test_everything_works_without_any_network(browser: Any, bundled: Path) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    context.set_offline(True)
    page = context.new_page()
    watch = Watch(page)
    page.goto(f"file://{bundled}#d=2018-03-22")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    assert page.locator(".gg-area").count() >= 3
    page.click("[data-area]", position={"x": 5, "y": 5}, force=True)
    page.click(".gg-next")
    for tab in ["convoys", "area", "town", "layers", "claims"]:
        page.click(f"#gg-tab-{tab}")
    page.fill(".gg-searchinput", "douma")
    page.wait_for_selector(".gg-hit")
    context.close()
    watch.clean()


def test_when_every_tile_fails_the_map_is_still_there(browser: Any, tmp_path: Path) -> None:
    tiles = {"url": "https://tiles.example.invalid/{z}/{x}/{y}.png", "attribution": "Example tiles"}
    path = maps.save_page(map_fixture.build(tiles=tiles), tmp_path / "tiles.html")
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    asked, errors = [], []
    page.on("pageerror", lambda e: errors.append(str(e)))
    context.route(re.compile("^https:"), lambda route: (asked.append(route.request.url), route.abort()))
    page.goto(f"file://{path}#d=2018-03-22")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    page.wait_for_timeout(200)
    assert asked
    assert all(u.startswith("https://tiles.example.invalid/") for u in asked), "the named host and no other"
    assert errors == []
    assert page.locator(".gg-area").count() == 4
    assert page.locator(".gg-ground path").count() > 3, "the case's own ground lies below"
    page.click("#gg-tab-layers")
    assert "Example tiles" in page.inner_text(".gg-body")
    context.close()


def test_page_works_under_a_server_that_sends_its_policy(browser: Any, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    policy = text.split('Content-Security-Policy" content="')[1].split('"')[0].replace("&#x27;", "'")
    assert policy.startswith("default-src 'none'")
    context = browser.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda m: errors.append(m.text) if m.type in {"error", "warning"} else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    context.route(
        "https://newsroom.example/**",
        lambda r: r.fulfill(
            body=text, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": policy}
        ),
    )
    page.goto("https://newsroom.example/map.html#d=2018-03-22")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    page.click(".gg-next")
    assert page.locator(".gg-area").count() > 0
    assert errors == []
    context.close()


@pytest.mark.parametrize("order", ["control first", "control last"])
def test_on_a_folium_map_the_order_of_adding_does_not_matter(browser: Any, tmp_path: Path, order: str) -> None:
    import folium

    given = map_fixture.build()
    theirs = folium.Map(tiles=None)
    # folium itself cannot name a layer that is added after its layer control; ours needs no name there.
    points = folium.FeatureGroup(name="their points").add_to(theirs)
    folium.Marker([33.53, 36.36]).add_to(points)
    parts = [
        lambda: folium.LayerControl().add_to(theirs),
        lambda: maps.control_map(given).add_to(theirs),
        lambda: folium.CircleMarker([33.54, 36.37]).add_to(theirs),
    ]
    for add in parts if order == "control first" else parts[::-1]:
        add()
    text = theirs.get_root().render()
    script, style = document.leaflet()
    text = re.sub(r"<script src=[^>]*></script>", "", text)
    text = re.sub(r'<link[^>]*rel="stylesheet"[^>]*/?>', "", text)
    path = tmp_path / "theirs.html"
    path.write_text(
        text.replace("<head>", f"<head><script>{script}</script><style>{style}</style>", 1), encoding="utf-8"
    )
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.goto(f"file://{path}")
    page.wait_for_selector("[data-ready=true]")
    assert page.locator(".gg-area").count() == 4
    assert page.locator(".leaflet-marker-icon").count() == 1
    assert page.locator(".gg-bar").is_visible()
    context.close()


def test_words_kept_only_in_a_hidden_layer_are_not_in_the_file() -> None:
    phrase = "unconfirmed by anyone"
    given = map_fixture.build(hostile=phrase)
    assert phrase in maps.page_html(given)
    hidden = map_fixture.build(hidden=("claims", "events", "convoys", "places", "ground"))
    assert hidden.claims is not None
    hidden.claims["speaker"] = phrase
    assert phrase not in maps.page_html(hidden)
