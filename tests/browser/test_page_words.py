"""Words of the page beside one another: each in its own direction, figures as they were said, nothing cut off unsaid."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from map_browser import settle

from geo_ghouta import maps
from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CLAIMS, CONVOYS, GAZETTEER, REPORTS

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]


def case() -> MapInput:
    """The invented case with an Arabic outlet, a bound that its figure meets, and a country that no list here has."""
    given = map_fixture.build()
    assert given.claims is not None
    assert given.reports is not None
    assert given.convoys is not None
    assert given.gazetteer is not None
    claims, convoys = given.claims.to_dict("records"), given.convoys.to_dict("records")
    claims[0] |= {
        "value": 700,
        "low": None,
        "high": 700,
        "qualifier": "at_most",
        "start": 0,
        "end": 16,
        "outlet": "مكتب الميناء",
    }
    claims[1] |= {"qualifier": "about", "speaker": "Anadolu", "low": None, "high": None}
    said = [{"speaker": "State radio", "people_low": 700, "people_high": 700},
            {"speaker": "Anadolu", "people_low": 1908, "people_high": 1908}]  # fmt: skip
    convoys[0] |= {"by_speaker": json.dumps(said)}
    return dataclasses.replace(
        given,
        claims=CLAIMS.table(claims),
        convoys=CONVOYS.table(convoys),
        reports=REPORTS.check(given.reports.assign(text="no more than 700 people went north, two desks wrote.")),
        gazetteer=GAZETTEER.check(given.gazetteer.assign(admin="Valley Province, Syria")),
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return maps.save_page(case(), tmp_path_factory.mktemp("words") / "page.html")


def test_an_arabic_outlet_does_not_turn_an_english_line(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22&t=claims", path=path)
    line = page.locator(".gg-who small bdi", has_text="مكتب الميناء").first
    whole, date = line.bounding_box(), line.locator(".gg-day-word").bounding_box()
    assert date["x"] > whole["x"] + whole["width"] / 2, "the day stands behind the outlet"


def test_a_bound_that_the_figure_meets_is_told_as_one(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22&t=claims", path=path)
    assert "≤ 700" in page.locator(".gg-what strong").all_inner_texts()
    page.evaluate("geoGhouta.select({ kind: 'convoy', id: '2018-03-22/Hillgate' })")
    settle(page)
    counts = page.locator(".gg-counts tbody tr").all_inner_texts()
    assert [c.split("\t") for c in counts] == [["State radio", "≤ 700"], ["Anadolu", "about 1,908"]]


def test_known_outlets_and_countries_have_arabic_names(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22&t=claims&g=ar", path=path)
    told = page.inner_text(".gg-body")
    assert "الأناضول" in told
    assert "700 على الأكثر" in told
    page.evaluate("geoGhouta.select({ kind: 'town', id: 'case/1' })")
    settle(page)
    assert "سوريا" in page.inner_text(".gg-body > .gg-sub")
    assert "Syria" not in page.inner_text(".gg-body")


def test_a_list_of_towns_that_goes_on_below_says_so(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22&t=town", path=path, height=350)
    more = page.locator(".gg-more-row")
    assert more.is_visible()
    assert more.inner_text() == "More below"
    page.evaluate("document.querySelector('.gg-body').scrollTo(0, 9999)")
    settle(page)
    assert not more.is_visible()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_figure_and_its_unit_stay_on_one_line(opened: Opened, tmp_path: Path, language: str) -> None:
    given = case()
    actors = tuple(dataclasses.replace(a, label=f"{a.label} of the nine long valleys", label_ar=f"{a.label_ar} في الوديان التسعة الطويلة") for a in given.casefile.actors)  # fmt: skip
    given = dataclasses.replace(given, casefile=dataclasses.replace(given.casefile, actors=actors))
    page = opened(
        f"d=2018-03-22&g={language}", path=maps.save_page(given, tmp_path / "long.html"), width=390, height=844
    )
    lines = [line.strip() for line in page.locator(".gg-map text, .gg-map tspan").all_text_contents()]
    unit = "km²" if language == "en" else "كم²"
    assert any(line.endswith(unit) for line in lines), lines
    assert unit not in lines


def test_two_holders_have_their_whole_names_over_the_table(opened: Opened, tmp_path: Path) -> None:
    given = case()
    actors = tuple(dataclasses.replace(a, label=f"{a.label} of the nine valleys") for a in given.casefile.actors)
    few = dataclasses.replace(given.casefile, actors=actors)
    held = given.pictures.areas
    one = held.assign(holder=held["holder"].where(held["holder"] == "river_corps", "orchard_front"))
    pictures = dataclasses.replace(given.pictures, areas=one)
    given = dataclasses.replace(given, casefile=few, pictures=pictures, pockets=None, changes=None)
    page = opened("d=2018-03-22&t=area", path=maps.save_page(given, tmp_path / "few.html"))
    heads = page.locator(".gg-areatable thead th").all_inner_texts()
    assert {"Orchard Front of the nine valleys", "River Corps of the nine valleys"} <= {h.strip() for h in heads}


def test_a_pocket_of_two_places_has_both_names_in_arabic(opened: Opened, tmp_path: Path) -> None:
    given = case()
    assert given.pockets is not None
    first = given.pockets["picture_date"] == "2018-02-18"
    pockets = given.pockets.assign(name=given.pockets["name"].mask(first, "Hillgate and Millbrook"))
    path = maps.save_page(dataclasses.replace(given, pockets=pockets), tmp_path / "two.html")
    page = opened("d=2018-02-18&g=ar", path=path)
    page.evaluate("geoGhouta.select({ kind: 'pocket', id: '2018-02-18/1' })")
    settle(page)
    assert page.inner_text("#gg-card-title") == "جيب باب التل والطاحونة"


def test_the_words_of_a_card_do_not_run_under_its_cross(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22", path=path)
    page.evaluate("geoGhouta.select({ kind: 'convoy', id: '2018-03-22/Hillgate' })")
    settle(page)
    under = page.evaluate(
        """() => { const card = document.querySelector('.gg-card'); const cross = card.querySelector('.gg-close').getBoundingClientRect();
        return [...card.querySelectorAll('h2, p')].flatMap((n) => { const range = document.createRange(); range.selectNodeContents(n);
          return [...range.getClientRects()]; }).filter((r) => r.right > cross.left + 2 && r.top < cross.bottom - 4 && r.bottom > cross.top).length; }"""
    )
    assert under == 0
