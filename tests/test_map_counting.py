"""The page and the stills tell what the tables tell: one meaning of held, lost and beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from geo_ghouta import cases, control, maps
from geo_ghouta.maps import cells, payload
from geo_ghouta.maps.stills import readout


@pytest.fixture(scope="module")
def given(layers: Path) -> Any:
    case = cases.open_case(layers)
    pockets = control.find_pockets(case.pictures, case.file, case.gazetteer)
    changes = control.find_changes(case.pictures, case.gazetteer)
    return maps.MapInput(case.file, case.pictures, pockets, changes, case.gazetteer)


def test_pockets_of_the_page_are_those_of_the_table(given: Any) -> None:
    shown = {row["id"]: row for row in payload.build(given)["pockets"]}
    assert len(shown) == len(given.pockets)
    for row in given.pockets.to_dict("records"):
        pocket = shown[row["pocket_id"]]
        assert pocket["km2"] == pytest.approx(row["area_km2"], abs=0.01)
        for name in ("contested", "unknown"):
            assert pocket.get(name, 0.0) == pytest.approx(row[f"{name}_km2"], abs=0.001)
    assert any("contested" in pocket for pocket in shown.values())
    assert any("unknown" in pocket for pocket in shown.values())


def test_what_is_lost_on_the_page_is_lost_in_the_stills(given: Any) -> None:
    told = payload.build(given)["changes"]
    made = readout.Readout(given)
    for before, after in zip(made.pictures, made.pictures[1:], strict=False):
        day = cells.day_number(after.day)
        rows = [row for row in told if row["kind"] == "lost" and row["to"] == day]
        if before.base is after.base:
            still = sum(km2 for *_, km2 in readout.lost(before, after))
            assert sum(row["km2"] for row in rows) == pytest.approx(still, abs=0.01), after.day


def test_totals_of_the_stills_are_those_of_areas_over_time(given: Any) -> None:
    totals = control.areas_over_time(given.pictures).groupby("picture_date")["total_km2"].first()
    made = readout.Readout(given)
    for picture in made.pictures:
        assert picture.total == pytest.approx(totals[str(picture.day)], abs=0.01)


def test_the_page_of_the_bundled_case_is_within_its_budget(root: Path, tmp_path: Path) -> None:
    from geo_ghouta import pipeline
    from geo_ghouta.outlets import save_map

    path = save_map(pipeline.run(root / "layers"), tmp_path / "ghouta.html")
    assert path.stat().st_size <= 700_000


def test_what_speakers_counted_is_in_the_page(root: Path) -> None:
    from geo_ghouta import pipeline
    from geo_ghouta.outlets.drawing import map_input

    result = pipeline.run(root / "layers", world=False)
    shown = {c["id"]: c for c in payload.build(map_input(result))["convoys"]}
    rows = result.convoys[result.convoys["by_speaker"].notna()]
    assert len(rows)
    several = 0
    for row in rows.to_dict("records"):
        told = json.loads(row["by_speaker"])
        assert [s.get("who") for s in shown[row["convoy_id"]].get("speakers", [])] == [t["speaker"] for t in told]
        assert [s.get("people_low") for s in shown[row["convoy_id"]].get("speakers", [])] == [
            t["people_low"] for t in told
        ]
        several += len(told) > 1
    assert several
