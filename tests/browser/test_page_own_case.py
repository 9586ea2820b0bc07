"""A user's own case: the day it opens on, the frame, counts that say what they count, and the words of both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from map_browser import misfits, settle

from geo_ghouta import pipeline
from geo_ghouta.outlets import save_map

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
CASE = """title = "Two quarters"
start = 2016-11-01
end = 2017-01-15
extent = [37.0, 36.1, 37.3, 36.3]
area = [36.0, 35.5, 38.0, 37.0]
country = "SY"
ground = "government"
[[actors]]
id = "opposition"
label = "Opposition groups"
label_ar = "فصائل المعارضة"
aliases = ["opposition"]
[[actors]]
id = "government"
label = "Government forces"
label_ar = "القوات الحكومية"
kind = "government"
aliases = ["the army"]
"""
PLACES = """name,name_ar,kind,lon,lat
Alder,ألدر,town,37.135,36.18
Birch,بيرش,town,37.12,36.185
"""
REPORT = """---
published: 2016-12-17
source: {desk}
---
About 3,000 people left Alder on Thursday, a medic said. Some 2,000 people left Alder on Thursday, an aid official said.
On Thursday 21 ambulances left Birch to fetch the wounded. Ten people were hurt in Birch on Friday.
"""
PICTURE = """{"type":"FeatureCollection","features":[{"type":"Feature","id":"east","properties":{"name":"East",
"holder":"opposition","status":"assessed","source":"x","drawn_by":"me","precision_m":300},"geometry":{"type":"Polygon",
"coordinates":[[[37.13,36.17],[37.17,36.17],[37.17,36.21],[37.13,36.20],[37.13,36.17]]]}}]}"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    folder = tmp_path_factory.mktemp("own")
    for name in ("reports", "control"):
        (folder / name).mkdir()
    (folder / "case.toml").write_text(CASE, "utf-8")
    (folder / "places.csv").write_text(PLACES, "utf-8")
    (folder / "control" / "2016-12-01.geojson").write_text(PICTURE, "utf-8")
    for number, desk in enumerate(("North Wire", "Second Desk", "Third Desk")):
        (folder / "reports" / f"{number}.md").write_text(REPORT.format(desk=desk), "utf-8")
    result = pipeline.run(folder, world=False)
    save_map(result, folder / "own.html")
    return folder / "own.html", result


def day(page: Any) -> str:
    return str(page.evaluate("document.querySelector('.gg-day').value"))


def test_it_opens_on_the_last_day_that_has_a_picture_and_claims_and_fits_what_is_drawn(
    opened: Opened, own: tuple[Path, Any]
) -> None:
    for size in ({}, {"width": 390, "height": 844}):
        page = opened("", path=own[0], **size)
        assert day(page) == "2016-12-16"
        share = page.evaluate(
            """(() => { const box = document.querySelector('.gg-area').getBoundingClientRect(), all = window.innerWidth;
               return box.width / all; })()"""
        )
        assert 0.1 < share < 0.6, "large enough to be read, with ground around it"
    assert day(opened("d=2016-12-01", path=own[0])) == "2016-12-01", "a link keeps its day"


def test_copies_of_a_story_are_counted_once_and_said_to_be(opened: Opened, own: tuple[Path, Any]) -> None:
    page = opened("d=2016-12-15&t=claims", path=own[0])
    assert page.inner_text(".gg-body .gg-sub").startswith("3 claims from 1 story (copies counted once) · 1 conflict")
    assert re.search(r"\b3$", page.inner_text(".gg-tabs [aria-selected=true]").replace("\n", " ").strip())
    assert page.locator("button.gg-claim").count() == 3


def test_figures_that_differ_on_the_page_differ_in_check_too(
    opened: Opened, own: tuple[Path, Any], bundled: Path
) -> None:
    for path, result in ((own[0], own[1]), (bundled, None)):
        page = opened("t=claims", path=path)
        told = page.evaluate("geoGhouta.model.findings.filter((f) => f.check === 'figures_differ').map((f) => f.claim)")
        if result is not None:
            assert sorted(told) == sorted(result.findings.loc[result.findings["check"] == "figures_differ", "claim_id"])
        days = page.evaluate("[...new Set(geoGhouta.model.claims.map((c) => c.from).filter((d) => d !== undefined))]")
        marked = []
        for one in days:
            page.evaluate("(day) => geoGhouta.store.set({day, from: null})", one)
            settle(page)
            marked += page.evaluate(
                """[...document.querySelectorAll('.gg-topic')].filter((t) => /Figures differ/.test(t.textContent)).map((t) =>
                   [...t.querySelectorAll('[data-claim]')].map((n) => n.dataset.claim))"""
            )
        assert marked
        assert all(set(told) & set(ids) for ids in marked), "each mark has its finding"
        dated = page.evaluate("(ids) => ids.filter((id) => geoGhouta.model.claimById.get(id).from !== undefined)", told)
        assert all(any(claim in ids for ids in marked) for claim in dated), "and each finding its mark"


def test_speakers_units_and_titles_are_in_the_language_of_the_page_and_topics_keep_their_order(
    opened: Opened, own: tuple[Path, Any]
) -> None:
    page = opened("d=2016-12-15&t=claims", path=own[0])
    titles = page.evaluate("[...document.querySelectorAll('.gg-topic h3 > bdi')].map((n) => n.textContent)")
    assert "Ambulances from Birch" in titles
    order = "[...document.querySelectorAll('.gg-topic [data-claim]')].map((n) => n.dataset.claim)"
    english = page.evaluate(order)
    page.evaluate("geoGhouta.store.set({lang: 'ar'})")
    settle(page)
    assert page.evaluate(order) == english
    text = page.inner_text(".gg-body")
    assert {"مسعف", "مسؤول إغاثة", "سيارات إسعاف"} <= set(text.split("\n")), text
    assert "سيارات إسعاف من بيرش" in text
    assert re.findall(r"[A-Za-z]{3,}", re.sub("North Wire", "", text)) == []
    assert misfits(page) == []


def test_behind_the_last_picture_the_band_is_paler(opened: Opened, own: tuple[Path, Any]) -> None:
    for language in ("en", "ar"):
        page = opened(f"g={language}", path=own[0])
        bands = page.evaluate(
            "[...document.querySelectorAll('.gg-spark path')].map((p) => [p.getBBox().width, getComputedStyle(p).fillOpacity])"
        )
        (drawn, full), (since, pale) = bands
        assert drawn < 8 < since
        assert float(pale) < float(full)
