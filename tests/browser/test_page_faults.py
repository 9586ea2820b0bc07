"""What check finds in the drawing, marked on the page where it lies."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pandas as pd
import pytest
import shapely
from map_browser import settle

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import FINDINGS

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


def with_faults() -> MapInput:
    """The invented case with two findings on its drawing, one with a text that would like to run."""
    given = map_fixture.build()
    west, south, east, north = given.casefile.extent
    rows = [
        {
            "finding_id": f"sliver/{n}", "check": "sliver", "severity": severity, "picture_date": "2018-03-22", "hint": "mend it",
            "detail": f"3 m wide <img src=x onerror=alert({n})>", "path": "control/2018-03-22.geojson", "feature": f"area {n}",
            "geometry": shapely.Point(west + (east - west) * x, south + (north - south) * 0.45).buffer(0.001),
        }
        for n, (severity, x) in enumerate((("warning", 0.45), ("error", 0.55)))
    ]  # fmt: skip
    told = FINDINGS.table(rows)
    before = given.findings
    both = told if before is None or not len(before) else pd.concat([before, told], ignore_index=True)
    return dataclasses.replace(given, findings=FINDINGS.check(both))


def test_findings_of_the_drawing_are_marked_pressed_and_switched_off(opened: Opened, tmp_path: Path) -> None:
    page = opened("d=2018-03-22", path=maps.save_page(with_faults(), tmp_path / "page.html"))
    marks = page.locator("[data-fault]")
    assert marks.count() == 2
    assert page.locator(".gg-fault.gg-elsewhere").count() == 0, "filled in their own picture"
    page.locator("[data-fault='sliver/0']").click()
    settle(page)
    card = page.locator(".gg-card")
    for words in ("sliver", "3 m wide <img src=x onerror=alert(0)>", "22 March 2018", "area 0", "mend it"):
        assert words in card.inner_text()
    assert page.locator(".gg-card img").count() == 0
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.pictures[0].day})")
    settle(page)
    assert page.locator(".gg-fault.gg-elsewhere").count() == 2, "hollow in other pictures"
    page.evaluate("geoGhouta.store.set({tab: 'layers', sel: null})")
    switch = page.locator("[data-layer=faults]")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    settle(page)
    assert (marks.count(), switch.get_attribute("aria-checked")) == (0, "false")
    switch.click()
    settle(page)
    assert marks.count() == 2


def test_a_page_without_findings_of_the_drawing_has_neither_marks_nor_switch(opened: Opened) -> None:
    page = opened("d=2018-03-22&t=layers")
    assert page.locator("[data-fault]").count() == 0
    assert page.locator("[data-layer=areas]").count() == 1
    assert page.locator("[data-layer=faults]").count() == 0


def test_the_switch_of_findings_and_a_chosen_one_are_kept_in_the_link(opened: Opened, tmp_path: Path) -> None:
    path = maps.save_page(with_faults(), tmp_path / "page.html")
    page = opened("d=2018-03-22&t=layers", path=path)
    page.locator("[data-layer=faults]").click()
    settle(page)
    link = page.evaluate("geoGhouta.address()").split("#")[1]
    again = opened(link, path=path)
    assert (again.locator("[data-fault]").count(), again.locator("[data-layer=faults]").get_attribute("aria-checked")) == (
        0, "false",
    )  # fmt: skip
    again.locator("[data-layer=faults]").click()
    again.evaluate("geoGhouta.select({kind: 'fault', id: 'sliver/1'})")
    settle(again)
    third = opened(again.evaluate("geoGhouta.address()").split("#")[1], path=path)
    assert "onerror=alert(1)" in third.locator(".gg-card").inner_text()


def test_findings_on_one_spot_are_one_mark_with_their_number_and_one_card(opened: Opened, tmp_path: Path) -> None:
    given = with_faults()
    rows = given.findings[given.findings["severity"].notna()].copy()
    rows["geometry"] = rows["geometry"].iloc[0]
    page = opened(
        "d=2018-03-22",
        path=maps.save_page(dataclasses.replace(given, findings=FINDINGS.check(rows)), tmp_path / "p.html"),
    )
    assert page.locator("[data-fault]").count() == 1
    assert page.locator(".gg-faults .gg-more text").text_content() == "2"
    page.locator("[data-fault]").click()
    settle(page)
    words = page.locator(".gg-card").inner_text()
    assert "2 findings" in words
    assert "area 0" in words
    assert "area 1" in words


def test_findings_are_reached_by_keyboard_and_told_in_arabic(opened: Opened, tmp_path: Path) -> None:
    page = opened("d=2018-03-22&g=ar", path=maps.save_page(with_faults(), tmp_path / "page.html"))
    labels = page.evaluate("geoGhouta.roving.list.filter(o => o.kind === 'fault').map(o => o.label)")
    assert len(labels) == 2
    assert all("شريط رفيع" in label for label in labels)
    page.evaluate("geoGhouta.roving.list.find(o => o.kind === 'fault').node.focus()")
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator(".gg-card h2").inner_text() == "شريط رفيع"
    said = page.locator(".gg-card bdi[lang=en][dir=ltr]")
    assert "3 m wide" in said.first.inner_text(), "an English sentence is marked as one and runs from the left"
