"""What the page says beside a day: claims without one, where the words are, what a figure counts, what there is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pandas as pd
import pytest
from map_browser import settle

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CLAIMS, CONVOYS, REPORTS, ROUTES

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


def undated(**more: Any) -> MapInput:
    """The invented case with one claim of cars that gives no day."""
    given = map_fixture.build()
    assert given.claims is not None
    assert given.reports is not None
    rows = given.claims.to_dict("records")
    rows[0] |= {"unit": "other", "value": 142711, "low": 142711, "high": 142711, "date_from": pd.NaT, "date_to": pd.NaT,
                "date_basis": "unknown", "start": 0, "end": 17, "fact_id": "f0"}  # fmt: skip
    reports = REPORTS.check(
        given.reports.assign(text="Some 142,711 cars went north late in the evening, two desks wrote.")
    )
    return dataclasses.replace(given, claims=CLAIMS.table(rows), reports=reports, **more)


def save(given: MapInput, folder: Path) -> Path:
    return maps.save_page(given, folder / "page.html")


@pytest.mark.parametrize(("day", "none"), [("2018-03-22", False), ("2018-03-01", True)])
def test_claims_without_a_day_are_told_and_led_to(opened: Opened, tmp_path: Path, day: str, none: bool) -> None:
    page = opened(f"d={day}&t=claims", path=save(undated(), tmp_path))
    assert page.locator(".gg-nothing").count() == none
    assert "1 claim of 10 gives no day" in page.inner_text(".gg-undated")
    assert page.locator(".gg-undated .gg-topic").count() == 0
    page.click(".gg-undated button")
    row = page.inner_text(".gg-undated .gg-claim")
    assert "142,711" in row
    assert "cars" in row
    # It stays open from day to day.
    page.evaluate("geoGhouta.store.set({day: geoGhouta.model.first})")
    settle(page)
    assert page.locator(".gg-undated .gg-topic").count() == 1


@pytest.mark.parametrize(("language", "says"), [("en", "1 more claim without a day"), ("ar", "رواية أخرى بلا يوم")])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_one_press_leads_to_the_claims_without_a_day(
    opened: Opened, tmp_path: Path, language: str, says: str, width: int, height: int
) -> None:
    page = opened(f"d=2018-03-22&t=claims&g={language}", path=save(undated(), tmp_path), width=width, height=height)
    if width < 700:
        page.click("#gg-tab-claims")
        settle(page)
    way, body = page.locator(".gg-undatedway"), page.locator(".gg-body")
    assert way.inner_text() == says
    room = body.bounding_box()
    assert room["y"] <= way.bounding_box()["y"] < room["y"] + room["height"] / 2, "seen without scrolling"
    for _ in range(2):  # a second press closes nothing
        page.evaluate("document.querySelector('.gg-body').scrollTop = 0")
        way.click()
        settle(page)
        assert page.locator(".gg-undated .gg-topic").count() == 1
        told = page.locator(".gg-undated .gg-sub").bounding_box()
        assert room["y"] - 1 <= told["y"] < room["y"] + room["height"]


def test_a_page_whose_claims_all_have_a_day_leads_nowhere(opened: Opened, tmp_path: Path) -> None:
    page = opened("d=2018-03-22&t=claims", path=save(map_fixture.build(), tmp_path))
    assert page.locator(".gg-topic").count() > 0
    assert page.locator(".gg-undatedway").count() == 0


@pytest.mark.parametrize("quotes", [False, True])
def test_a_claim_says_how_to_get_its_words(opened: Opened, tmp_path: Path, quotes: bool) -> None:
    page = opened("d=2018-03-22&t=claims", path=save(undated(quotes=quotes), tmp_path))
    page.click(".gg-undated button")
    page.click(".gg-undated .gg-claim")
    said = page.inner_text(".gg-undated .gg-quote")
    assert ("Some 142,711 cars" in said) == quotes
    assert ("geo-ghouta map --quotes" in said) != quotes


@pytest.mark.parametrize("query", ["142", "142711", "142,711", "١٤٢"])
def test_figures_are_found_by_their_digits(opened: Opened, tmp_path: Path, query: str) -> None:
    page = opened("d=2018-03-22", path=save(undated(), tmp_path))
    page.fill(".gg-searchinput", query)
    settle(page)
    assert "142,711 cars" in page.inner_text(".gg-panel")


def test_only_what_is_there_is_listed(opened: Opened, tmp_path: Path) -> None:
    full = opened("d=2018-03-22&t=layers")
    assert full.locator("[data-layer=convoys]").count() == 1
    assert "convoy" in full.inner_text(".gg-key")
    given = map_fixture.build()
    assert given.convoys is not None
    # Convoys of reports without a drawn way: a point in the tables, and nothing on the map.
    ways = CONVOYS.check(given.convoys.assign(route_id=None))
    bare = dataclasses.replace(given, backdrop={}, convoys=ways, routes=ROUTES.empty())
    page = opened("d=2018-03-22&t=layers", path=save(bare, tmp_path))
    assert page.locator("[data-layer=convoys], [data-layer=ground]").count() == 0
    assert page.locator("[data-layer=areas]").count() == 1
    assert "convoy" not in page.inner_text(".gg-key")
    assert "inferred" not in page.inner_text(".gg-read").lower()


def test_an_old_picture_dates_its_figures(opened: Opened) -> None:
    page = opened("d=2018-03-24")
    assert "Held on 22 March by" in page.inner_text(".gg-key")
    page.evaluate("geoGhouta.store.set({day: geoGhouta.state.day - 2})")
    settle(page)
    assert "Held by" in page.inner_text(".gg-key")


def test_without_ground_the_case_lies_round_the_areas(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    wide = dataclasses.replace(given.casefile, extent=(36.0, 33.2, 36.8, 33.9))
    page = opened("d=2018-03-22", path=save(dataclasses.replace(given, casefile=wide, backdrop={}), tmp_path))
    west, east = page.evaluate("((b) => [b.getWest(), b.getEast()])(geoGhouta.view.map.getBounds())")
    # Six times as wide as what is drawn, within the extent.
    assert west < 36.05
    assert east > 36.7
