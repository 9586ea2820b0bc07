"""The page in a real browser: other maps, frames and series. What of a text never runs stands in tests/promises."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
import shapely

from geo_ghouta import maps
from geo_ghouta.maps import document, payload
from geo_ghouta.schema import CONTROL, PICTURES, Actor, CaseFile, Pictures

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


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
    casefile = CaseFile(
        "Islands", first, last, (36.2, 33.4, 36.5, 33.6), (36.0, 33.0, 37.0, 34.0), actors=(Actor("side", "One side"),)
    )
    return maps.MapInput(casefile, Pictures(PICTURES.table(dates), CONTROL.table(rows)), **more)


def test_all_islands_are_drawn_counted_and_clicked_without_a_table_of_pockets(opened: Opened, tmp_path: Path) -> None:
    path = maps.save_page(islands(["2018-03-18"]), tmp_path / "islands.html")
    page = opened(path=path)
    assert page.inner_text(".gg-sentence").startswith("Three areas, 12 km²")
    assert page.get_attribute(".gg-area", "d").count("M") == 3
    for lon in (36.31, 36.35, 36.39):
        point = page.evaluate(
            f"(() => {{ const p = geoGhouta.view.map.latLngToContainerPoint([33.512, {lon}]); return [p.x, p.y]; }})()"
        )
        page.mouse.click(*point)
        assert "4.1" in page.inner_text(".gg-card")
        page.keyboard.press("Escape")


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
