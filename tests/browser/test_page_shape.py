"""The page in a real browser: sizes, overlaps, names of controls, the bundled case in the states of the design."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from map_browser import misfits, settle, state

from geo_ghouta.maps import cells

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


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
    title, panel = page.evaluate(
        "['.gg-title', '.gg-panel'].map((s) => document.querySelector(s).getBoundingClientRect().toJSON())"
    )
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
