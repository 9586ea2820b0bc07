"""What is counted more closely than the unit says: who is missing or wounded stands under a heading that says so."""

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
from geo_ghouta.claims import telling_apart
from geo_ghouta.schema import CLAIMS, CONVOYS

Opened = Callable[..., Any]
GROUPED = [
    {"counted": "missing", "kind": "casualties"},
    {"counted": "wounded", "kind": "casualties"},
    {"counted": None, "kind": "casualties"},
    {"counted": "children|women", "kind": "departure"},
    {"counted": "first convoy|wounded", "kind": "departure", "unit": "fighters"},
    {"counted": "ambulance", "kind": "departure", "unit": "other"},
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    given = map_fixture.build()
    assert given.claims is not None
    assert given.convoys is not None
    base = {**given.claims.to_dict("records")[0], "unit": "people", "modality": "happened", "scope": "event",
            "origin": None, "origin_id": None, "destination": None, "destination_id": None, "part_of": None,
            "speaker": "Harbour desk"}  # fmt: skip
    rows = [
        {**base, **more, "claim_id": f"g{n}", "fact_id": f"f{n}", "value": 11 + n, "low": 11 + n, "high": 11 + n}
        for n, more in enumerate(GROUPED)
    ]
    said = [{"speaker": "Harbour desk"}, {"speaker": "Other desk", "people_low": 40, "people_high": 40}]
    convoys = given.convoys.to_dict("records")
    convoys[0] |= {"by_speaker": json.dumps(said), "claim_ids": "g3"}
    given = dataclasses.replace(given, claims=CLAIMS.table(rows), convoys=CONVOYS.table(convoys))
    return maps.save_page(given, tmp_path_factory.mktemp("groups") / "page.html")


def topics(page: Any) -> dict[str, str]:
    """Headings of the claims by what their figures count."""
    blocks = page.locator(".gg-body .gg-topic")
    return {
        block.locator(".gg-what small").first.inner_text(): block.locator("h3 bdi").first.inner_text()
        for block in blocks.all()
    }


@pytest.mark.browser
def test_missing_and_wounded_stand_under_their_own_heading(opened: Opened, path: Path) -> None:
    assert topics(opened("d=2018-03-22&t=claims", path=path)) == {
        "missing": "Missing, place not told",
        "wounded": "Wounded, place not told",
        "people": "Killed or hurt, place not told",
        "children, women": "People who left, place not told: children, women",
        "fighters, wounded": "Fighters who left, place not told: first convoy, wounded",
        "of another unit": "Departure, place not told",
    }


@pytest.mark.browser
def test_groups_have_arabic_words(opened: Opened, path: Path) -> None:
    told = topics(opened("d=2018-03-22&t=claims&g=ar", path=path))
    assert told["مفقودون"] == "مفقودون، المكان غير مذكور"
    assert told["أطفال، نساء"] == "الخارجون، المكان غير مذكور: أطفال، نساء"
    assert told["مقاتل، جرحى"] == "المقاتلون الخارجون، المكان غير مذكور: القافلة الأولى، جرحى"


@pytest.mark.browser
def test_a_group_is_not_the_count_of_a_convoy(opened: Opened, path: Path) -> None:
    page = opened("d=2018-03-22", path=path)
    page.evaluate("geoGhouta.select({ kind: 'convoy', id: geoGhouta.model.convoys.find((c) => c.speakers).id })")
    settle(page)
    rows = [row.split("\t") for row in page.locator(".gg-counts tbody tr").all_inner_texts()]
    assert rows == [["Harbour desk", "–"], ["Other desk", "40"]]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_group_and_lot_has_a_word(language: str) -> None:
    words = json.loads((Path(maps.__file__).parent / "lang" / f"{language}.json").read_text(encoding="utf-8"))
    assert set(words["groups"]) == set(telling_apart._GROUPS) | set(telling_apart._NATIONS)
    lots = {
        tuple(lot.split(" "))
        for order in ("first", "second", "third", "fourth", "fifth", "sixth", "last", "final")
        for noun in ("convoys", "groups", "batches", "waves", "columns", "contingents", "busloads", "phases", "stages", "parts")
        if (lot := telling_apart._lot(f"the {order} {noun} of 9", len(f"the {order} {noun} of "), len(f"the {order} {noun} of 9")))
    }  # fmt: skip
    assert lots
    assert {order for order, _ in lots} == set(words["orders"])
    assert {noun for _, noun in lots} == set(words["lots"])
