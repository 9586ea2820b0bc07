"""The last street: a pocket too small for one decimal is no nothing, in figures, aloud, on the map and on paper."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shapely
from map_browser import misfits, show

from geo_ghouta import pipeline
from geo_ghouta.checks.words import area_text
from geo_ghouta.maps import document, payload, stills
from geo_ghouta.maps.stills.wording import Wording
from geo_ghouta.outlets import map_input, save_map

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
CASE = """title = "The port"
start = 2022-03-01
end = 2022-05-25
extent = [37.4, 47.0, 37.75, 47.2]
area = [33.0, 46.0, 39.5, 49.0]
ground = "besiegers"
[[actors]]
id = "garrison"
label = "Garrison"
label_ar = "الحامية"
[[actors]]
id = "besiegers"
label = "Besiegers"
"""
DAYS = {"2022-03-20": 0.05, "2022-05-10": 0.0011, "2022-05-12": 0.0045}
"""Half the width of the square that is held, in degrees."""


def _picture(half: float, **more: Any) -> str:
    shape = shapely.box(37.6 - half, 47.1 - half / 2, 37.6 + half, 47.1 + half / 2)
    properties = {"holder": "garrison", "status": "assessed", "source": "x", "drawn_by": "me", **more}
    area = {"type": "Feature", "id": "a", "properties": properties, "geometry": shapely.geometry.mapping(shape)}
    return json.dumps({"type": "FeatureCollection", "features": [area]})


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    folder = tmp_path_factory.mktemp("port")
    (folder / "control").mkdir()
    (folder / "case.toml").write_text(CASE, "utf-8")
    (folder / "places.csv").write_text(
        "name,kind,lon,lat\nHarbour,city,37.54,47.09\nWorks,site,37.6003,47.1\n", "utf-8"
    )
    for day, half in DAYS.items():
        (folder / "control" / f"{day}.geojson").write_text(_picture(half, precision_m=300), "utf-8")
    result = pipeline.run(folder, world=False)
    save_map(result, folder / "port.html")
    return folder / "port.html", result


def aloud(page: Any) -> str:
    """What a reader who hears the page gets at this stop."""
    return str(page.locator("#gg-handle").get_attribute("aria-valuetext")).replace("\xa0", " ")


def test_what_is_left_is_never_told_as_nothing(opened: Opened, port: tuple[Path, Any]) -> None:
    page = opened("d=2022-05-10", path=port[0])
    told = page.inner_text(".gg-sentence").replace("\xa0", " ")
    assert told == "One pocket, less than 0.1 km², less than 1 % of 20 March."
    spoken = aloud(page)
    assert "less than 0.1 square kilometres, less than 1 per cent of" in spoken
    assert "< 0.1" in page.inner_text(".gg-key")
    assert [t for t in page.locator(".gg-key").inner_text().split() if t in {"0.0", "0"}] == []
    show(page, "d=2022-05-10&g=ar")
    assert page.inner_text(".gg-sentence").count("أقل من") == 2
    show(page, "d=2022-05-12")
    assert "0.3 square kilometres" in aloud(page), "spoken as it is shown"


def test_figures_that_round_to_something_stay_as_they_were() -> None:
    say = Wording("en")
    assert [say.area(x) for x in (0, 0.04, 0.05, 0.94, 5.72, 12_000)] == ["0.0", "< 0.1", "0.1", "0.9", "5.7", "12,000"]
    shares = [say.percent(x).replace("\xa0", " ") for x in (0, 0.004, 0.19)]
    assert shares == ["0 %", "< 1 %", "19 %"]
    assert (area_text(0.04), area_text(0.06)) == ("less than 0.1", "0.1")


@pytest.mark.parametrize("size", [{}, {"width": 390, "height": 844}, {"width": 360, "height": 640}])
def test_it_is_marked_and_named_and_how_well_it_is_drawn_is_told(
    opened: Opened, port: tuple[Path, Any], size: dict[str, int]
) -> None:
    page = opened("d=2022-05-10", path=port[0], **size)
    mark = page.evaluate(
        "(() => { const b = document.querySelector('.gg-speck').getBoundingClientRect(); return b.width; })()"
    )
    assert 8 < mark < 16
    assert "Garrison" in page.locator(".gg-names text").all_text_contents()
    note = page.locator(".gg-note-precision")
    assert note.is_visible()
    assert "±300 m" in note.inner_text()
    assert misfits(page) == []
    show(page, "d=2022-03-20")
    assert page.locator(".gg-speck").count() == 0, "what can be seen needs no mark"


def test_a_long_note_stays_in_its_box(opened: Opened, port: tuple[Path, Any], tmp_path: Path) -> None:
    (tmp_path / "control").mkdir()
    (tmp_path / "case.toml").write_text(CASE, "utf-8")
    (tmp_path / "control" / "2022-03-20.geojson").write_text(_picture(0.05), "utf-8")
    save_map(pipeline.run(tmp_path, world=False), tmp_path / "guess.html")
    for size in ({}, {"width": 390, "height": 844}, {"width": 820, "height": 1180}):
        page = opened("d=2022-03-20", path=tmp_path / "guess.html", **size)
        title, note = (page.locator(s).bounding_box() for s in (".gg-title", ".gg-note-precision"))
        assert "assumed" in page.inner_text(".gg-note-precision")
        assert note["x"] + note["width"] <= title["x"] + title["width"]


def test_paper_and_readers_without_script_are_told_the_same(port: tuple[Path, Any]) -> None:
    given = map_input(port[1])
    drawn = stills.svg_fallback(given, dt.date(2022, 5, 10)).replace("\xa0", " ")
    assert "less than 0.1 km²" in drawn
    assert "< 0.1 km²" in drawn.replace("&lt;", "<"), "beside the mark"
    data = payload.build(given)
    lines = dict(document.held_lines(data, data["languages"]["en"]))
    assert lines["2022-05-10"].replace("\xa0", " ") == "Garrison < 0.1 km²"


def test_pressing_the_mark_opens_its_own_pocket(opened: Opened, tmp_path: Path) -> None:
    """Of an area in two parts each is a pocket; the ring of the mark lies beside both grounds."""
    (tmp_path / "control").mkdir()
    (tmp_path / "case.toml").write_text(CASE, "utf-8")
    parts = [shapely.box(37.5, 47.05, 37.56, 47.1), shapely.box(37.63, 47.12, 37.6305, 47.1205)]
    picture = json.loads(_picture(0.05))
    picture["features"][0]["geometry"] = shapely.geometry.mapping(shapely.MultiPolygon(parts))
    (tmp_path / "control" / "2022-03-20.geojson").write_text(json.dumps(picture), "utf-8")
    page = opened("d=2022-03-20", path=save_map(pipeline.run(tmp_path, world=False), tmp_path / "two.html"))
    box = page.evaluate(
        "(() => { const b = document.querySelector('.gg-speck').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()"
    )
    page.mouse.click(box[0] + 2, box[1] + box[3] / 2)
    assert page.evaluate("geoGhouta.state.sel && geoGhouta.state.sel.id") == "2022-03-20/2"
    assert "< 0.1" in page.inner_text(".gg-card")
