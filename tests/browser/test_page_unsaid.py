"""What the drawer did not tell: the page says that it was not told, in both languages, and makes nothing up for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import numpy as np
import pytest
from map_browser import settle

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CONTROL, Pictures

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
LEGEND = "[...document.querySelectorAll('.gg-read li')].map((l) => l.textContent)"


def drawn(change: Callable[[Any], Any]) -> MapInput:
    """The invented case with other control areas."""
    given = map_fixture.build()
    areas = CONTROL.check(change(given.pictures.areas))
    return dataclasses.replace(given, pictures=Pictures(given.pictures.dates, areas))


def legend(page: Any, status: str) -> str:
    return next(str(line) for line in page.evaluate(LEGEND) if line.startswith(status))


@pytest.mark.parametrize(
    ("named", "english", "arabic"),
    [
        ("all", "from the sources that its card names", "من المصادر المذكورة"),
        ("some", "some areas name no source", "وبعض المناطق بلا مصدر"),
        ("none", "no source is given", "بلا مصدر مذكور"),
    ],
)
def test_the_key_claims_no_source_that_the_drawer_did_not_name(
    named: str, english: str, arabic: str, opened: Opened, tmp_path: Path
) -> None:
    def change(areas: Any) -> Any:
        bare = {"all": np.zeros(len(areas), bool), "none": np.ones(len(areas), bool)}.get(named, areas.index % 3 == 0)
        return areas.assign(source=areas["source"].mask(bare, "not told"))

    page = opened("d=2018-03-12&t=layers", path=maps.save_page(drawn(change), tmp_path / "page.html"))
    assert legend(page, "Assessed").endswith(english)
    assert ("sources disagree" in legend(page, "Contested")) == (named != "none")
    page.evaluate("geoGhouta.store.set({lang: 'ar'})")
    settle(page)
    assert arabic in legend(page, "مقدّر")


@pytest.mark.parametrize(("source", "says"), [("not told", "no source given"), ("two dispatches", "two dispatches")])
def test_cards_say_that_no_source_is_given(source: str, says: str, opened: Opened, tmp_path: Path) -> None:
    given = drawn(lambda areas: areas.assign(source=source, drawn_by=source))
    page = opened("d=2018-03-12&s=pocket%3A2018-03-12%2F1", path=maps.save_page(given, tmp_path / "page.html"))
    card = page.inner_text(".gg-card")
    assert f"Drawn from\n{says}" in card
    assert "not told" not in card
    page.evaluate(
        "geoGhouta.store.set({sel: {kind: 'ground', id: '2018-03-12/' + geoGhouta.current().picture.areas.findIndex((a) => a.status === 'contested')}})"
    )
    settle(page)
    card = page.inner_text(".gg-card")
    assert f"Drawn from\n{says}" in card
    assert ("sources disagree" in card) == (source != "not told")
    page.evaluate("geoGhouta.print.begin()")
    assert f"Drawn from: {says}" in page.inner_text(".gg-printfoot")


@pytest.mark.parametrize(
    ("assumed", "title", "card", "arabic"),
    [
        ("none", "Drawn to about ±300 m.", "±300 m", "دقة الرسم نحو"),
        ("all", "Precision not given; ±300 m assumed.", "±300 m (assumed, not given)", "غير مذكورة"),
        ("some", "Drawn to about ±300 m, in part assumed.", "±300 m", "بعضها مفترض"),
    ],
)
def test_a_precision_that_nobody_gave_is_no_precision_of_the_drawer(
    assumed: str, title: str, card: str, arabic: str, opened: Opened, tmp_path: Path
) -> None:
    def change(areas: Any) -> Any:
        # In part: of what is not held, so that the pocket's own card has a precision that was given.
        some = ~areas["status"].isin(["assessed", "claimed"])
        return areas.assign(precision_assumed=some if assumed == "some" else assumed == "all")

    path = maps.save_page(drawn(change), tmp_path / "page.html")
    page = opened("d=2018-03-12&t=layers&s=pocket%3A2018-03-12%2F1", path=path)
    assert title in page.inner_text(".gg-notes")
    assert page.inner_text(".gg-card").count(card) == 1
    assert ("assumed" in page.inner_text(".gg-card")) == (assumed == "all")
    assert ("assumed" in page.inner_text(".gg-panel")) == (assumed != "none")
    page.evaluate("geoGhouta.store.set({tab: 'area'})")
    settle(page)
    assert ("assumed" in page.inner_text(".gg-panel")) == (assumed != "none")
    page.evaluate("geoGhouta.store.set({vs: geoGhouta.model.pictures[0].day, sel: null})")
    settle(page)
    assert ("assumed" in page.inner_text(".gg-notes")) == (assumed != "none")
    page.evaluate("geoGhouta.store.set({vs: null, lang: 'ar'})")
    settle(page)
    assert arabic in page.inner_text(".gg-notes")
