"""What the page does not show under a day it says: claims over weeks, rows that lie elsewhere, routes without reports."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pandas as pd
import pytest

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CLAIMS, CONTROL, CONVOYS, PICTURES, ROUTES, Pictures

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
BODY = ".gg-panel .gg-body"


def save(given: MapInput, folder: Path) -> Path:
    return maps.save_page(given, folder / "page.html")


def test_a_claim_over_weeks_stands_under_each_of_its_days(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.claims is not None
    row = {"value": 34567, "low": 34567, "high": None, "scope": "cumulative", "fact_id": "long", "speaker": "Canal Board",
           "date_from": map_fixture.day("2018-03-10"), "date_to": map_fixture.day("2018-03-25")}  # fmt: skip
    claims = CLAIMS.check(pd.concat([given.claims, CLAIMS.table([map_fixture._claim(300, **row)])], ignore_index=True))
    path = save(dataclasses.replace(given, claims=claims), tmp_path)
    page = opened("d=2018-03-12&t=claims", path=path)
    assert "34,567" not in page.inner_text(BODY)
    assert "1 claim tells of more than a week" in page.inner_text(".gg-longer")
    page.click(".gg-longer > button")
    assert page.text_content(".gg-longer h3") == "10 March to 24 March 2018"
    assert "34,567" in page.inner_text(".gg-longer")
    assert opened("d=2018-03-25&t=claims", path=path).locator(".gg-longer").count() == 0, "the day after its last"
    page.evaluate("geoGhouta.store.set({query: 'Canal Board'})")
    assert "10 March" in page.inner_text(BODY)
    assert "24 March" in page.inner_text(BODY)


def test_a_page_of_a_part_says_where_the_rest_lies(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.claims is not None
    part = dataclasses.replace(given, convoys=None, totals={"claims": len(given.claims) + 9, "convoys": None})
    page = opened("d=2018-03-22&t=claims", path=save(part, tmp_path))
    assert "9 more lie in the folder claims/" in page.inner_text(".gg-elsewhere")
    page.evaluate("geoGhouta.store.set({tab: 'convoys'})")
    assert "they lie in the folder convoys/" in page.inner_text(BODY)
    assert "No convoy" not in page.inner_text(BODY)
    assert page.locator(f"{BODY} .gg-nothing button").count() == 0, "no other day has them either"
    whole = opened("d=2018-03-22&t=claims")
    assert whole.locator(".gg-elsewhere").count() == 0


def test_routes_that_no_report_travels_are_no_convoys(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.routes is not None
    days = {"valid_from": map_fixture.day("2018-03-22"), "valid_to": map_fixture.day("2018-03-25")}
    empty = Pictures(areas=CONTROL.table([]), dates=PICTURES.table([]))
    bare = MapInput(given.casefile, empty, gazetteer=given.gazetteer, routes=ROUTES.check(given.routes.assign(**days)))
    page = opened("d=2018-03-23&t=convoys", path=save(bare, tmp_path))
    assert page.locator(".gg-convoy.gg-hollow").count() == 1
    assert "No report here tells of a convoy" in page.inner_text(BODY)
    assert page.locator(f"{BODY} .gg-nothing button").count() == 0, "it is this day's"
    page.evaluate("geoGhouta.store.set({day: geoGhouta.state.day + 9})")
    assert "22 March 2018" in page.inner_text(f"{BODY} .gg-nothing button")


def test_convoys_of_another_campaign_are_not_denied(opened: Opened, tmp_path: Path) -> None:
    given = map_fixture.build()
    assert given.convoys is not None
    far = CONVOYS.check(
        given.convoys.assign(date_from=map_fixture.day("2016-01-02"), date_to=map_fixture.day("2016-01-03"))
    )
    page = opened("d=2018-03-22&t=convoys", path=save(dataclasses.replace(given, convoys=far), tmp_path))
    assert "No convoy in this part of the case" in page.inner_text(BODY)
