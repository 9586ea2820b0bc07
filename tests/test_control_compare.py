"""Gained and lost: they add up, for every pair of pictures, whoever drew them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import shapely
from click.testing import CliRunner
from control_fixture import DAYS, box, casefile, feature, places, read, series, write
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta import control
from geo_ghouta.cli import main
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.measure import area_km2
from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, Pictures, read_casefile
from geo_ghouta.schema.bundles import chain


def two(before: dict[str, object], after: dict[str, object]) -> Pictures:
    rows = [
        {
            "area_id": f"{day}/{holder}", "holder": holder, "status": "assessed", "valid_from": day, "source": "s",
            "drawn_by": "d", "precision_m": 200.0, "geometry": shape,
        }
        for day, state in (("2018-03-01", before), ("2018-03-11", after))
        for holder, shape in state.items()
    ]  # fmt: skip
    dates = [
        {"picture_date": day, "areas": len(s), "path": day, "sha256": "0"}
        for day, s in (("2018-03-01", before), ("2018-03-11", after))
    ]
    return chain(PICTURES.table(dates), CONTROL.table(rows))


def balance(pictures: Pictures, first: object, second: object) -> tuple[float, float, float]:
    """Gained minus lost, the difference of the drawn areas, and the larger of the two areas."""
    changes = control.find_changes(pictures, GAZETTEER.empty(), first, second)
    by_kind = changes.groupby("kind")["area_km2"].sum()
    one, other = (shapely.union_all(pictures.on(day).areas.geometry.to_numpy()) for day in (first, second))
    return (
        float(by_kind.get("gained", 0.0) - by_kind.get("lost", 0.0)),
        area_km2(other) - area_km2(one),
        max(area_km2(one), area_km2(other)),
    )


def test_kinds_are_seen_from_the_holders_drawn() -> None:
    left, right, above = (
        shapely.box(36.3, 33.5, 36.35, 33.55),
        shapely.box(36.35, 33.5, 36.4, 33.55),
        shapely.box(36.3, 33.55, 36.35, 33.6),
    )
    changes = control.find_changes(
        two({"a": left, "b": above}, {"a": shapely.union(left, right), "c": above}), places()
    )
    told = {row.change_id.split("/", 2)[2]: (row.kind, row.towns) for row in changes.itertuples()}
    assert told["nobody/a"][0] == "gained"
    assert told["b/c"] == ("changed_hands", "Alder")
    assert len(told) == 2


def test_ground_that_two_hold_is_unsettled() -> None:
    area = shapely.box(36.3, 33.5, 36.4, 33.6)
    changes = control.find_changes(two({"a": area}, {"a": area, "b": shapely.box(36.3, 33.5, 36.35, 33.6)}), places())
    assert changes[["kind", "holder_before", "holder_after"]].to_numpy().tolist() == [["unsettled", "a", "a|b"]]


def test_nothing_changed_is_no_row(tmp_path: Path) -> None:
    files = {f"{day}.geojson": series()["2018-03-01.geojson"] | {"date": day} for day in DAYS}
    pictures, _ = read(tmp_path, files)
    assert control.find_changes(pictures, places()).empty


def test_consecutive_pictures_by_default_and_any_two_days(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    changes = control.find_changes(pictures, places())
    assert len(changes) == len(DAYS) - 1
    assert set(changes["kind"]) == {"lost"}
    whole = control.find_changes(pictures, places(), "2018-03-01", "2018-04-20")
    assert whole["area_km2"].sum() == pytest.approx(changes["area_km2"].sum(), rel=1e-9)
    back = control.find_changes(pictures, places(), "2018-04-20", "2018-03-01")
    assert back["kind"].tolist() == ["gained"]


def test_one_day_alone_or_none_that_answers_is_told(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    with pytest.raises(UsageError, match="both days"):
        control.find_changes(pictures, places(), "2018-03-01")
    with pytest.raises(InputError, match="2018-03-01, the last one 2018-03-08"):
        control.find_changes(pictures, places(), "2017-03-01", "2018-03-02")


def test_gained_minus_lost_is_the_difference_in_the_bundled_case(layers: Path) -> None:
    pictures, _ = control.read_pictures(layers / "control", read_casefile(layers / "case.toml"))
    for first, second in itertools.combinations(pictures.dates["picture_date"], 2):
        gained, difference, size = balance(pictures, first, second)
        assert gained == pytest.approx(difference, abs=max(1e-3 * abs(difference), 1e-6 * size))


def blobs(rng: np.random.Generator) -> dict[str, object]:
    state = {}
    for holder in ("a", "b", "c")[: rng.integers(0, 4)]:
        around = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(5, 30)))
        reach = rng.uniform(0.02, 0.25, len(around))
        x, y = rng.uniform(36.3, 36.6), rng.uniform(33.4, 33.7)
        shape = shapely.make_valid(
            shapely.Polygon(np.column_stack([x + reach * np.cos(around), y + reach * np.sin(around)])),
            method="structure",
        )
        if shape.geom_type in {"Polygon", "MultiPolygon"} and not shape.is_empty:
            state[holder] = shape
    return state


@settings(max_examples=40)
@given(st.integers(0, 2**31))
def test_gained_minus_lost_is_the_difference_for_any_two_pictures(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pictures = two(blobs(rng), blobs(rng))
    gained, difference, size = balance(pictures, "2018-03-01", "2018-03-11")
    assert gained == pytest.approx(difference, abs=max(1e-3 * abs(difference), 1e-6 * size + 1e-5))
    there = control.find_changes(pictures, GAZETTEER.empty(), "2018-03-01", "2018-03-11")
    back = control.find_changes(pictures, GAZETTEER.empty(), "2018-03-11", "2018-03-01")
    assert there["area_km2"].sum() == pytest.approx(back["area_km2"].sum(), rel=1e-6, abs=1e-5)


@settings(max_examples=20)
@given(st.integers(0, 2**31))
def test_the_books_of_each_holder_balance(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pictures = two(blobs(rng), blobs(rng))
    changes = control.find_changes(pictures, GAZETTEER.empty())
    areas = control.areas_over_time(pictures)
    for holder in sorted(set(pictures.areas["holder"])):
        mine = areas[areas["holder"] == holder].set_index(areas["picture_date"].dt.day[areas["holder"] == holder])[
            "area_km2"
        ]
        before = changes["holder_before"].fillna("").str.split("|").map(lambda names, h=holder: h in names)
        after = changes["holder_after"].fillna("").str.split("|").map(lambda names, h=holder: h in names)
        won = changes.loc[after & ~before, "area_km2"].sum() - changes.loc[before & ~after, "area_km2"].sum()
        assert float(won) == pytest.approx(mine[11] - mine[1], abs=1e-3 * abs(mine[11] - mine[1]) + 1e-4)


def test_areas_over_time_have_no_holes(tmp_path: Path) -> None:
    files = {**series(), "2018-04-14.geojson": {"type": "FeatureCollection", "features": []}}
    pictures, _ = read(tmp_path, files)
    areas = control.areas_over_time(pictures)
    assert len(areas) == 2 * 9
    assert areas["area_km2"].tail(2).tolist() == [0.0, 0.0]
    first = areas[areas["picture_date"] == "2018-03-01"]
    assert first["total_km2"].iloc[0] == pytest.approx(first["area_km2"].sum())
    assert first["parts"].tolist() == [2, 1]


def test_areas_drawn_twice_count_once() -> None:
    area = shapely.box(36.3, 33.5, 36.4, 33.6)
    pictures = two({"a": area}, {})
    twice = Pictures(pictures.dates, CONTROL.check(pd.concat([pictures.areas, pictures.areas.assign(area_id="again")])))
    areas = control.areas_over_time(twice)
    assert areas["area_km2"].iloc[0] == pytest.approx(area_km2(area))


# --- frames between pictures ------------------------------------------------------------------------------------------


def test_frames_are_marked_and_keep_the_topology(layers: Path) -> None:
    pictures, _ = control.read_pictures(layers / "control", read_casefile(layers / "case.toml"))
    made = control.between(pictures, "2018-03-07", "2018-03-12", frames=4)
    assert len(made.dates) == 4
    assert made.dates["derived"].all()
    assert made.areas["derived"].all()
    assert made.areas["status"].eq("unknown").all()
    assert made.areas["source"].str.contains("not observed").all()
    total = [area_km2(shapely.union_all(pictures.on("2018-03-07").areas.geometry.to_numpy()))]
    for day in made.dates["picture_date"]:
        shapes = made.on(day).areas.geometry.to_numpy()
        assert shapely.is_valid(shapes).all()
        united = area_km2(shapely.union_all(shapes))
        assert united == pytest.approx(sum(area_km2(s) for s in shapes), rel=1e-4), "holders do not overlap"
        total.append(united)
    total.append(area_km2(shapely.union_all(pictures.on("2018-03-12").areas.geometry.to_numpy())))
    assert total == sorted(total, reverse=True), "what only shrinks, shrinks in every frame"


def test_frames_are_never_written_as_pictures(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    made = control.between(pictures, "2018-03-01", "2018-03-05")
    with pytest.raises(UsageError, match="derived"):
        control.write_pictures(made, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_appears_grows_and_what_vanishes_shrinks() -> None:
    here, there = shapely.box(36.3, 33.5, 36.32, 33.52), shapely.box(36.4, 33.5, 36.42, 33.52)
    made = control.between(two({"a": here}, {"a": there}), "2018-03-01", "2018-03-11", frames=3)
    west, east = shapely.box(36.2, 33.4, 36.35, 33.7), shapely.box(36.35, 33.4, 36.5, 33.7)
    sizes = [[area_km2(shapely.intersection(g, side)) for g in made.areas.geometry] for side in (west, east)]
    assert sizes[0] == sorted(sizes[0], reverse=True)
    assert sizes[1] == sorted(sizes[1])
    assert sizes[0][0] > sizes[0][2] > 0 or sizes[0][0] > 0


@pytest.mark.parametrize(
    ("first", "second", "frames"), [("2018-03-01", "2018-03-02", 1), ("2018-03-01", "2018-03-05", 0)]
)
def test_no_room_for_frames_is_told(first: str, second: str, frames: int, tmp_path: Path) -> None:
    pictures, _ = read(tmp_path)
    with pytest.raises(UsageError, match="at least one"):
        control.between(pictures, first, second, frames)


def drawn(geometry: object) -> dict[str, object]:
    return {"type": "FeatureCollection", "features": [feature("north", "north_group", geometry)]}


def test_between_on_the_command_line_writes_frames_that_nothing_reads_as_observed(tmp_path: Path) -> None:
    folder = tmp_path / "case"
    days = {"2018-03-01": 36.5, "2018-03-11": 36.4, "2018-03-12": 36.35}
    files = {f"{day}.geojson": drawn(box(36.3, 33.5, east, 33.6)) for day, east in days.items()}
    pictures, _ = control.import_layers(write(tmp_path / "in", files), holder="property:holder")
    control.write_pictures(pictures, folder / "control")
    control.found_case(pictures, folder)
    target = tmp_path / "2018-03-05.geojson"
    asked = ["export", "--case", str(folder), "--no-world", "--layer", "control", "--between", "3", "-o", str(target)]
    told = CliRunner().invoke(main, asked)
    assert told.exit_code == 0, told.output
    assert "not observed: 3 frames" in told.output
    features = json.loads(target.read_text("utf-8"))["features"]
    assert len(features) == 3, "no day lies between the last two"
    for one in features:
        assert one["properties"]["derived"] is True
        assert one["properties"]["status"] == "unknown"
        assert "not observed" in one["properties"]["source"]
    assert json.loads((tmp_path / "2018-03-05.geojson.manifest.json").read_text("utf-8"))["parameters"]["between"] == 3
    # Neither a case nor an import takes such a file for a drawn picture.
    again, decisions = control.import_layers(target, holder="property:holder")
    assert again.dates.empty
    assert (decisions["check"] == "derived").sum() == 3
    mine, rejected = control.read_pictures([target], casefile())
    assert mine.dates.empty
    assert (rejected["check"] == "derived").sum() == 3
    wrong = CliRunner().invoke(main, [*asked[:5], "pockets", *asked[6:]])
    assert wrong.exit_code == 2
    assert "--layer control" in wrong.output


def test_frames_between_all_pictures_need_days_and_a_number(tmp_path: Path) -> None:
    files = {f"2018-03-0{n}.geojson": drawn(box(36.3, 33.5, 36.5, 33.6)) for n in (1, 2)}
    pictures = read(tmp_path, files)[0]
    for frames in (0, 3):
        with pytest.raises(UsageError):
            control.frames_between(pictures, frames)
