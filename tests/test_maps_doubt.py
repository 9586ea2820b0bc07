"""Ground that turned contested or unknown: page, stills and the table of changes tell the same km²."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from typing import Any

import map_fixture
import pytest

from geo_ghouta import control
from geo_ghouta.maps import MapInput, payload
from geo_ghouta.maps.stills import readout
from geo_ghouta.maps.stills.picture import picture_sheet
from geo_ghouta.maps.stills.svg import svg as svg_text
from geo_ghouta.maps.stills.wording import Wording, place_name

DAYS = list(map_fixture.ROWS)
STATES = {"assessed": "held", "claimed": "held"}


@pytest.fixture(scope="module")
def case() -> MapInput:
    given = map_fixture.build()
    assert given.gazetteer is not None
    changes = control.find_changes(given.pictures, given.gazetteer)
    pockets = control.find_pockets(given.pictures, given.casefile, given.gazetteer)
    return dataclasses.replace(given, changes=changes, pockets=pockets)


def by_table(case: MapInput, before: str, after: str) -> dict[str, float]:
    """Km² of held ground that became something else, from CHANGES."""
    table = case.changes
    assert table is not None
    rows = table[(table["from_date"] == before) & (table["to_date"] == after) & (table["status_before"] == "held")]
    out = {"contested": 0.0, "unknown": 0.0, "lost": 0.0}
    for kind, status, km2 in zip(rows["kind"], rows["status_after"], rows["area_km2"], strict=True):
        name = "lost" if kind == "lost" else status
        if name in out:
            out[name] += km2
    return out


def by_faces(data: dict[str, Any], before: str, after: str) -> dict[str, float]:
    """The same from the faces that the page sums."""
    faces = data["faces"]
    numbers = [(dt.date.fromisoformat(d) - dt.date(1970, 1, 1)).days for d in (before, after)]
    a, b = (faces["days"].index(n) for n in numbers)
    out = {"contested": 0.0, "unknown": 0.0, "lost": 0.0}
    status = {letter: STATES.get(pair[1], pair[1]) for letter, pair in faces["keys"].items()} | {"-": "lost"}
    for km2, word in faces["faces"]:
        if status[word[a]] == "held" and status[word[b]] in out:
            out[status[word[b]]] += km2
    return out


def test_page_stills_and_table_tell_the_same(case: MapInput) -> None:
    data = payload.build(case)
    seen = readout.Readout(case)
    found = []
    for one, two, before, after in zip(DAYS[:-1], DAYS[1:], seen.pictures[:-1], seen.pictures[1:], strict=True):
        table = by_table(case, one, two)
        drawn = readout.unsettled(before, after) | {"lost": sum(km2 for *_, km2 in readout.lost(before, after))}
        assert drawn == pytest.approx(table, abs=0.01), two
        assert by_faces(data, one, two) == pytest.approx(table, abs=0.01), two
        found += [name for name in ("contested", "unknown") if table[name] > 0.1]
    assert found == ["contested", "unknown"]


def test_the_payload_says_what_ground_was_and_became(case: MapInput) -> None:
    changes = payload.build(case)["changes"]
    became = [(c["was"], c["now"], c["kind"]) for c in changes if c.get("now") in {"contested", "unknown"}]
    assert ("held", "contested", "unsettled") in became
    assert ("held", "unknown", "unsettled") in became
    # Contested ground that is drawn no more was not held, so it is not told as lost.
    assert not [c for c in changes if c["kind"] == "lost" and c.get("was") != "held"]


def test_pockets_tell_what_lies_beside_them_as_the_table_does(case: MapInput) -> None:
    assert case.pockets is not None
    data = {p["id"]: p for p in payload.build(case)["pockets"]}
    for row in case.pockets.itertuples():
        for status in ("contested", "unknown"):
            assert data[row.pocket_id].get(status, 0.0) == pytest.approx(getattr(row, f"{status}_km2"), abs=0.001)
    assert any("unknown" in p for p in data.values())


@pytest.mark.parametrize(("day", "row"), [("2018-03-12", "Became contested"), ("2018-03-26", "Became unknown")])
def test_the_key_of_a_still_has_the_row(case: MapInput, day: str, row: str) -> None:
    svg = svg_text([picture_sheet(case, dt.date.fromisoformat(day))])
    assert row in " ".join(re.findall(r">([^<>]+)<", svg)).replace("\u00a0", " ")


def test_nothing_turned_uncertain_gets_no_row(case: MapInput) -> None:
    svg = svg_text([picture_sheet(case, dt.date(2018, 4, 1))])
    assert "Became" not in svg


def test_several_places_are_named_one_after_the_other(case: MapInput) -> None:
    seen = readout.Readout(case)
    assert place_name(Wording("en"), seen, "Amberton|Kiln|Withy") == "Amberton, Kiln and Withy"
    assert place_name(Wording("ar"), seen, "Amberton|Kiln|Withy") == "عنبر والتنور والصفصاف"
