"""Much of one thing: a topic longer than its panel, a word longer than its column, a date that is none over a full key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shapely
from map_browser import overlap, settle

from geo_ghouta import pipeline
from geo_ghouta.outlets import save_map

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
WORD = "Selfdefencecommitteesofthefourneighbourhoodsbehindthesecondcanal"
CASE = f"""title = "Two quarters"
start = 2016-11-01
end = 2017-01-15
extent = [37.0, 36.1, 37.3, 36.3]
area = [36.0, 35.5, 38.0, 37.0]
country = "SY"
ground = "army"
[[actors]]
id = "opposition"
label = "{WORD}"
label_ar = "فصائل المعارضة"
[[actors]]
id = "army"
label = "Army"
"""
DESKS = 24
FOLD = """(() => { const body = document.querySelector('.gg-body'), fold = body.getBoundingClientRect().bottom;
  const rows = [...body.querySelectorAll('.gg-claim')].map((n) => n.getBoundingClientRect());
  return [rows.filter((r) => r.bottom <= fold + 2).length, rows.filter((r) => r.top < fold - 1 && r.bottom > fold + 2).length, rows.length]; })()"""
BOX = (
    "(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"
)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crowded")
    for name in ("reports", "control"):
        (folder / name).mkdir()
    (folder / "case.toml").write_text(CASE, "utf-8")
    (folder / "places.csv").write_text(
        "name,kind,lon,lat\nAlder,town,37.1395,36.1805\nBirch,town,37.12,36.185\n", "utf-8"
    )
    properties = {"holder": "opposition", "status": "assessed", "source": "x", "drawn_by": "me", "precision_m": 300}
    for day, half in (("2016-12-01", 0.03), ("2016-12-12", 0.004)):
        shape = shapely.box(37.14 - half, 36.18 - half, 37.14 + half, 36.18 + half)
        area = {"type": "Feature", "id": "a", "properties": properties, "geometry": shapely.geometry.mapping(shape)}
        text = json.dumps({"type": "FeatureCollection", "features": [area]})
        (folder / "control" / f"{day}.geojson").write_text(text, "utf-8")
    for number in range(DESKS):
        head = f"---\npublished: 2016-12-17\nsource: Desk {number}\n---\n"
        said = f"About {3000 + 40 * number:,} people left Alder on Thursday, a spokesman for desk {chr(65 + number)} said.\n"
        (folder / "reports" / f"{number}.md").write_text(head + said, "utf-8")
    return save_map(pipeline.run(folder, world=False), folder / "crowded.html")


@pytest.mark.parametrize("height", [600, 700, 800, 900])
def test_a_topic_longer_than_the_panel_is_cut_between_its_rows(opened: Opened, crowded: Path, height: int) -> None:
    page = opened("d=2016-12-15&t=claims", path=crowded, width=1280, height=height)
    whole, cut, rows = page.evaluate(FOLD)
    assert rows > 12
    assert 2 < whole < rows, "the panel is neither empty nor cut off"
    assert cut == 0
    assert page.is_visible(".gg-more-row")


def test_a_long_word_stays_in_the_key(opened: Opened, crowded: Path) -> None:
    for size in ({"width": 1280, "height": 800}, {"width": 820, "height": 1180}, {"width": 360, "height": 640}):
        page = opened("d=2016-12-01", path=crowded, **size)
        page.evaluate("geoGhouta.store.set({keyOpen: true})")
        settle(page)
        assert (
            page.evaluate(
                "(() => { const k = document.querySelector('.gg-key'); return k.scrollWidth - k.clientWidth; })()"
            )
            <= 0
        )


def test_what_is_no_date_is_told_beside_the_key_and_the_scale(opened: Opened, crowded: Path) -> None:
    for link in ("d=2016-12-12&c=2016-12-01", "d=2016-12-12", "d=2016-12-12&g=ar"):
        page = opened(link, path=crowded, width=1280, height=800)
        page.fill(".gg-day", "2016-13-40")
        page.press(".gg-day", "Enter")
        note, key, scale = (page.evaluate(BOX, s) for s in (".gg-day-note", ".gg-key", ".gg-scale"))
        assert note[2] > note[0]
        assert not overlap(note, key)
        assert not overlap(note, scale)


def test_a_name_beside_its_small_area_is_written_as_on_paper(opened: Opened, crowded: Path) -> None:
    style = (
        "(n) => [...document.querySelectorAll('.gg-names text')].find((t) => t.textContent === n).getAttribute('class')"
    )
    page = opened("d=2016-12-12", path=crowded, width=1280, height=800)
    assert "gg-inside" not in page.evaluate(style, "Alder")
    page = opened("d=2016-12-01", path=crowded, width=1280, height=800)
    assert "gg-inside" in page.evaluate(style, "Alder")


CUT = """(() => { const fold = document.querySelector('.gg-body').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.gg-body tr')].filter((n) => { const r = n.getBoundingClientRect();
    return r.top < fold - 2 && r.bottom > fold + 2; }).map((n) => n.textContent); })()"""


@pytest.mark.parametrize("height", [600, 640, 660, 680, 720, 760, 800])
def test_no_row_of_a_table_is_cut_by_the_fold(opened: Opened, bundled: Path, height: int) -> None:
    page = opened("d=2018-03-22&t=area", path=bundled, width=1280, height=height)
    assert page.evaluate(CUT) == []


def test_an_open_sheet_covers_no_line_of_the_title(opened: Opened, bundled: Path) -> None:
    for size in ({"width": 360, "height": 640}, {"width": 390, "height": 844}):
        for link in ("d=2018-03-22", "d=2018-03-24", "d=2018-03-22&g=ar", "d=2018-03-22&c=2018-02-18&g=ar"):
            page = opened(link, path=bundled, **size)
            for sheet in ("half", "full"):
                page.evaluate("(sheet) => geoGhouta.store.set({sheet})", sheet)
                settle(page)
                page.wait_for_timeout(250)
                title, panel = page.evaluate(BOX, ".gg-title"), page.evaluate(BOX, ".gg-panel")
                assert title[3] <= panel[1] + 1, (size, link, sheet)


def test_paper_has_no_buttons_to_press_and_no_gap_of_the_fold(opened: Opened, bundled: Path, crowded: Path) -> None:
    for path, link in ((bundled, "d=2018-03-22"), (bundled, "d=2018-03-09"), (crowded, "d=2016-12-15")):
        page = opened(link, path=path, width=1280, height=700)
        page.evaluate("geoGhouta.print.begin()")
        settle(page)
        told = page.evaluate(
            """[...document.querySelectorAll('.gg-body button:not(.gg-claim)')].filter((n) => n.getClientRects().length)
               .map((n) => n.textContent)"""
        )
        gaps = "[...document.querySelectorAll('.gg-claim, .gg-topic')].map((n) => parseFloat(getComputedStyle(n).marginTop))"
        assert told == []
        assert max([0, *page.evaluate(gaps)]) < 20
        page.evaluate("geoGhouta.print.end()")
