"""The page where much of what it counts on is missing: scripts, inflating, rights of a frame, width, height, drawings."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
import shapely
from map_browser import settle

from geo_ghouta import maps
from geo_ghouta.maps import document, payload
from geo_ghouta.schema import CONTROL, PICTURES
from geo_ghouta.schema.bundles import picture_ids

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


def test_without_scripts_the_figures_are_there_to_be_read(browser: Any, saved: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 700})
    page = context.new_page()
    page.goto(saved.as_uri())
    row = page.get_by_text("2018-03-22", exact=True)
    assert row.is_visible()
    assert page.locator("noscript > p").is_visible()
    box = row.bounding_box()
    assert page.locator("noscript").count() == 1
    assert box is not None
    assert box["y"] < 2000, "it is not under the empty map"
    shown = page.screenshot()
    assert len(set(shown)) > 50, "something is drawn"
    context.close()


def test_a_browser_that_cannot_inflate_shows_the_same_page(browser: Any, bundled: Path) -> None:
    sums = []
    for script in ("", "delete window.DecompressionStream"):
        context = browser.new_context()
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(bundled.as_uri() + "#d=2018-03-22")
        page.wait_for_selector("#gg[data-ready=true]")
        sums.append(
            page.evaluate("[geoGhouta.model.pictures.map(p => p.total), geoGhouta.model.shapes.arcs.map(a => [...a])]")
        )
        context.close()
    assert sums[0] == sums[1]
    assert sum(map(len, sums[0][1])) > 1000


def test_the_own_inflate_reads_every_kind_of_block(opened: Opened) -> None:
    """Stored, fixed and own codes, long runs and far distances, as zlib writes them."""
    source = (document.PAGE / "inflate.js").read_text(encoding="utf-8")
    words = json.dumps(map_fixture.ROWS).encode() * 40
    mixed = bytes((i * i * 7 + i // 3) % 251 for i in range(40_000))
    cases = [
        (b"", 9),
        (b"a", 9),
        (b"ab" * 5, 9),
        (words, 9),
        (words, 0),
        (mixed, 6),
        (mixed + words + mixed[:33_000], 9),
        (b"\0" * 70_000, 1),
    ]
    page = opened("")
    for data, level in cases:
        packed = list(zlib.compress(data, level))
        read = page.evaluate(
            f"(list) => {{ const GG = {{}}; {source}; return [...GG.inflate(Uint8Array.from(list))]; }}", packed
        )
        assert bytes(read) == data
    for broken in ([120, 156], [120, 156, 7], list(zlib.compress(words, 9))[:200]):
        told = page.evaluate(
            f"(list) => {{ const GG = {{}}; {source}; try {{ GG.inflate(Uint8Array.from(list)); return ''; }} catch (e) {{ return e.message; }} }}",
            broken,
        )
        assert "packed data" in told


def test_the_link_is_copied_without_a_fault_in_a_frame_without_rights(
    browser: Any, saved: Path, tmp_path: Path
) -> None:
    frame = tmp_path / "frame.html"
    frame.write_text(
        f'<iframe sandbox="allow-scripts" src="{saved.as_uri()}" style="width:1300px;height:800px"></iframe>'
    )
    page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
    told: list[str] = []
    page.on("console", lambda m: told.append(m.text) if m.type in {"error", "warning"} else None)
    page.on("pageerror", lambda e: told.append(str(e)))
    page.goto(frame.as_uri())
    inner = page.frames[1]
    inner.wait_for_selector("#gg[data-ready=true]")
    inner.locator(".gg-tool[data-name=link]").click()
    page.wait_for_timeout(300)
    inner.locator(".gg-next").click()
    page.wait_for_timeout(300)
    assert told == []
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (640, 360), (844, 390)])
def test_small_and_low_windows_keep_map_and_controls_whole(opened: Opened, width: int, height: int) -> None:
    page = opened("d=2018-03-22", width=width, height=height)
    boxes = page.evaluate(
        """[...document.querySelectorAll('.gg-bar .gg-btn, .gg-handle, .gg-edge, .gg-title, .gg-tabs button')]
           .filter(n => n.getClientRects().length && getComputedStyle(n).visibility !== 'hidden')
           .map(n => { const r = n.getBoundingClientRect(); return [n.className, r.left, r.top, r.right, r.bottom]; })"""
    )
    assert boxes
    for name, left, top, right, bottom in boxes:
        assert left >= -0.5, name
        assert right <= width + 0.5, name
        assert top >= -0.5, name
        assert bottom <= height + 0.5, name
    title = next(b for b in boxes if b[0].startswith("gg-title"))
    for name, left, top, right, bottom in boxes:
        over = left < title[3] and right > title[1] and top < title[4] and bottom > title[2]
        assert name.startswith("gg-title") or not over, f"{name} lies over the title"
    free = page.evaluate("(() => { const f = geoGhouta.view.free(); return f.bottom - f.top; })()")
    assert free >= 90, "there is room for the map"


def test_nobody_zooms_or_pans_beyond_the_drawn_ground(opened: Opened, bundled: Path) -> None:
    page = opened("d=2018-03-25&v=3.000,20.00000,10.00000", path=bundled)
    state = page.evaluate(
        """(() => { const m = geoGhouta.view.map, b = m.getBounds(), s = geoGhouta.view.sheet;
           return [m.getZoom(), s.getWest() - b.getWest(), b.getEast() - s.getEast(), s.getSouth() - b.getSouth(), b.getNorth() - s.getNorth()]; })()"""
    )
    assert state[0] > 6
    assert max(state[1:]) < 0.02, "no edge of the sheet is in the window"


def test_ground_on_both_sides_of_the_date_line_is_one(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    dates = given.pictures.dates.head(1)
    whose = picture_ids(given.pictures.areas) == picture_ids(dates).iloc[0]
    areas = given.pictures.areas[whose].head(2).copy()
    areas["geometry"] = [shapely.box(179.8, -17, 180, -16.8), shapely.box(-180, -17, -179.8, -16.8)]
    pictures = dataclasses.replace(given.pictures, areas=CONTROL.check(areas), dates=PICTURES.check(dates))
    bare = dataclasses.replace(
        given, pictures=pictures, pockets=None, changes=None, backdrop={}, routes=None, convoys=None
    )
    page = opened("", path=maps.save_page(bare, tmp_path / "page.html"))
    zoom, shown = page.evaluate(
        "[geoGhouta.view.map.getZoom(), [...document.querySelectorAll('.gg-area')].map(n => n.getBBox().width).filter(Boolean).length]"
    )
    assert zoom > 9, "not the whole world"
    assert shown >= 2


def test_an_empty_case_says_so_on_the_page_and_before_it_is_written(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    none = dataclasses.replace(
        given, pictures=dataclasses.replace(given.pictures, areas=given.pictures.areas.iloc[:0], dates=given.pictures.dates.iloc[:0]),
        pockets=None, changes=None, events=None, convoys=None, routes=None, claims=None, findings=None, reports=None,
    )  # fmt: skip
    told: list[str] = []
    page = opened("", path=maps.save_page(none, tmp_path / "page.html", say=told.append))
    assert any("no events" in note for note in told)
    assert "no events" in page.locator(".gg-title").inner_text()


def test_a_series_without_campaigns_opens_at_its_latest_picture(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    plain = dataclasses.replace(given, casefile=dataclasses.replace(given.casefile, campaigns=()), date=None)
    assert payload.build(plain)["case"]["campaigns"] == []
    page = opened("", path=maps.save_page(plain, tmp_path / "page.html"))
    last = given.pictures.dates["picture_date"].max()
    assert page.evaluate("geoGhouta.state.day") == (last.date() - dt.date(1970, 1, 1)).days
    settle(page)


def test_a_sheet_that_has_opened_keeps_its_rows_together_and_the_title_whole(browser: Any, bundled: Path) -> None:
    """With motion: rows that were cut while the sheet grew are not left pushed down."""
    for width, height in ((390, 844), (640, 360)):
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        page = context.new_page()
        page.goto(bundled.as_uri() + "#d=2018-03-25&t=layers")
        page.wait_for_selector("#gg[data-ready=true]")
        page.locator(".gg-tabs [aria-selected=true]").tap()
        page.wait_for_timeout(900)
        gaps, title, panel = page.evaluate(
            """(() => { const rows = [...document.querySelectorAll('.gg-switch')].map(n => n.getBoundingClientRect());
               const end = document.querySelector('.gg-body').getBoundingClientRect().bottom;
               const seen = rows.filter(r => r.bottom <= end);
               return [seen.slice(1).map((r, i) => r.top - seen[i].bottom), document.querySelector('.gg-sentence').getBoundingClientRect().bottom, document.querySelector('.gg-panel').getBoundingClientRect().top]; })()"""
        )
        assert all(gap < 2 for gap in gaps), gaps
        assert title <= panel, "the sheet leaves the sentence of the day whole"
        context.close()
