"""Traps of an import: what would be lost, replaced or placed wrongly in silence is told or refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely
from click.testing import CliRunner, Result
from control_fixture import box, write

from geo_ghouta import control
from geo_ghouta.cli import main
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.measure import area_km2
from geo_ghouta.schema import GAZETTEER

AREA = box(36.3, 33.5, 36.4, 33.6)
NEXT = box(36.5, 33.5, 36.6, 33.6)
SIZE = area_km2(shapely.box(36.3, 33.5, 36.4, 33.6))


def feature(geometry: Any, **more: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {}, "geometry": geometry, **more}


def layer(*features: Any, **members: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", **members, "features": list(features)}


def take(tmp_path: Path, text: str, **options: Any) -> tuple[Any, Any]:
    path = tmp_path / "layer_2018-03-18.geojson"
    path.write_text(text, encoding="utf-8")
    return control.import_layers([path], **{"holder": "constant:x", **options})


def line_of(decisions: Any, check: str) -> Any:
    mine = decisions[decisions["check"] == check]
    assert len(mine) == 1, decisions[["check", "problem"]].to_string()
    return mine.iloc[0]


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["control", "import", *map(str, words)])


def test_members_that_stand_twice_are_told(tmp_path: Path) -> None:
    features = json.dumps([feature(AREA), feature(NEXT)])
    one = json.dumps([feature(AREA)])
    text = '{"type": "FeatureCollection", "features": ' + features + ', "features": ' + one + "}"
    pictures, decisions = take(tmp_path, text)
    assert len(pictures.areas) == 1
    told = line_of(decisions, "twice")
    assert told["severity"] == "warning"
    assert told["problem"].endswith("features")
    _, decisions = take(tmp_path, json.dumps(layer(feature(AREA))))
    assert "twice" not in decisions["check"].tolist()


def test_members_that_stand_twice_in_a_line_are_told(tmp_path: Path) -> None:
    row = json.dumps(feature(AREA))[:-1] + ', "id": 1, "id": 2}'
    _, decisions = take(tmp_path, f"{row}\n{json.dumps(feature(NEXT))}\n")
    assert line_of(decisions, "twice")["problem"].endswith("id")


def test_half_a_character_is_replaced_and_told(tmp_path: Path) -> None:
    text = json.dumps(layer(feature(AREA, properties={"side": "?\ud800", "name": "\U0001f3f4"})))
    assert "\\ud800" in text
    pictures, decisions = take(tmp_path, text, holder="property:side")
    assert pictures.areas["holder_text"].tolist() == ["?\ufffd"]
    assert pictures.areas["name"].tolist() == ["\U0001f3f4"]
    assert line_of(decisions, "half_character")["severity"] == "warning"
    _, decisions = take(tmp_path, json.dumps(layer(feature(AREA, properties={"name": "\U0001f3f4"}))))
    assert "half_character" not in decisions["check"].tolist()


def test_ids_that_run_into_one_another_stay_apart(tmp_path: Path) -> None:
    three = [feature(box(36 + n / 10, 33, 36.05 + n / 10, 33.1), id=name) for n, name in enumerate(["a", "a", "a-2"])]
    pictures, _ = take(tmp_path, json.dumps(layer(*three)))
    assert pictures.areas["area_id"].tolist() == ["2018-03-18/a", "2018-03-18/a-3", "2018-03-18/a-2"]


def test_ids_of_merged_layers_stay_apart(tmp_path: Path) -> None:
    files = {
        "a_20180318.json": layer(feature(AREA, id="b_20180318-1"), feature(NEXT, id="1")),
        "b_20180318.json": layer(feature(box(36.7, 33.5, 36.8, 33.6), id="1")),
    }
    pictures, _ = control.import_layers(write(tmp_path / "in", files), holder="constant:x", same_day="merge")
    assert pictures.areas["area_id"].is_unique
    assert len(pictures.areas) == 3


@pytest.mark.parametrize("metres", [-5.0, 0.0, float("nan"), float("inf"), 2e5])
def test_a_precision_that_is_none_is_refused(metres: float, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="above 0"):
        take(tmp_path, json.dumps(layer(feature(AREA))), precision_m=metres)


@pytest.mark.parametrize("stated", [True, False])
def test_degrees_under_a_projected_crs_are_not_taken_for_metres(stated: bool, tmp_path: Path) -> None:
    member = {"crs": {"type": "name", "properties": {"name": "EPSG:3857"}}} if stated else {}
    options = {} if stated else {"crs": "EPSG:3857"}
    pictures, decisions = take(tmp_path, json.dumps(layer(feature(AREA), **member)), **options)
    assert pictures.areas.geometry.total_bounds.tolist() == [36.3, 33.5, 36.4, 33.6]
    told = line_of(decisions, "crs")
    assert (told["severity"], told["found"]) == ("warning", "EPSG:3857")
    assert "reprojected" not in decisions["check"].tolist()


def test_numbers_beyond_the_earth_are_no_metres(tmp_path: Path) -> None:
    wild = box(250000, 3710000, 252000, 3712000)
    wild["coordinates"][0][2] = [1e308, 3712000]
    both = layer(feature(wild), feature(box(250000, 3710000, 252000, 3712000)))
    pictures, decisions = take(tmp_path, json.dumps(both), crs="EPSG:32637")
    assert len(pictures.areas) == 1
    told = decisions[decisions["check"] == "reprojected"]
    assert told["severity"].tolist() == ["note", "error"]
    assert told["found"].iloc[1] == "[1e+308, 3712000]"


def test_one_and_one_point_nought_are_one_holder(tmp_path: Path) -> None:
    both = layer(feature(AREA, properties={"side": 1}), feature(NEXT, properties={"side": 1.0}))
    pictures, _ = take(tmp_path, json.dumps(both), holder="property:side")
    assert set(pictures.areas["holder_text"]) == {"1"}


@pytest.mark.parametrize(("inner", "severity"), [(NEXT, ""), (box(36.32, 33.52, 36.38, 33.58), "warning")])
def test_a_repair_that_could_be_read_in_two_ways_is_a_warning(inner: Any, severity: str, tmp_path: Path) -> None:
    # A hole that was written as a part of its own: united it is ground, by the even-odd reading a hole.
    both = {"type": "MultiPolygon", "coordinates": [AREA["coordinates"], inner["coordinates"]]}
    _, decisions = take(tmp_path, json.dumps(layer(feature(both))))
    assert decisions.loc[decisions["check"] == "invalid_ring", "severity"].tolist() == ([severity] if severity else [])


def test_properties_that_no_picture_keeps_are_told_once(tmp_path: Path) -> None:
    files = {
        f"2018-03-{day}.json": layer(feature(AREA, properties={"side": "A", "name": "n", "seen": day, "كمية": 1}))
        for day in (17, 18)
    }
    _, decisions = control.import_layers(write(tmp_path / "in", files), holder="property:side")
    assert "seen, كمية" in line_of(decisions, "properties")["problem"]
    assert "side" not in line_of(decisions, "properties")["problem"]


def test_the_cases_own_pictures_are_not_imported_over_themselves(tmp_path: Path) -> None:
    layers = write(tmp_path / "in", {"2018-03-18.json": layer(feature(AREA))})
    assert run(layers, "--case", tmp_path / "case", "--source", "drawn by hand").exit_code == 0
    own = tmp_path / "case" / "control" / "2018-03-18.geojson"
    before = own.read_bytes()
    for given in (own, own.parent):
        told = run(given, "--case", tmp_path / "case")
        assert told.exit_code == 2
        assert "own pictures" in told.output
    assert own.read_bytes() == before
    assert run(own, "--case", tmp_path / "other", "--holder", "property:holder").exit_code == 0


def test_a_corrected_table_of_holders_is_kept(tmp_path: Path) -> None:
    first = write(tmp_path / "a", {"2018-03-17.json": layer(feature(AREA, properties={"side": "Alpha"}))})
    second = write(tmp_path / "b", {"2018-03-18.json": layer(feature(AREA, properties={"side": "Beta"}))})
    case = tmp_path / "case"
    table = case / "holders.csv"

    def holders() -> dict[str, str]:
        return {row["value"]: row["holder"] for row in csv.DictReader(table.read_text("utf-8").splitlines())}

    assert run(first, "--case", case, "--holder", "property:side").exit_code == 0
    table.write_text(table.read_text("utf-8").replace(",alpha,", ",north_group,"), "utf-8")
    again = run(first, "--case", case, "--holder", "property:side")
    assert holders() == {"Alpha": "north_group"}
    assert f"--holder map:{case}/holders.csv" in again.output
    used = run(second, "--case", case, "--holder", f"map:{table}")
    assert "not used" not in used.output
    assert holders() == {"Alpha": "north_group", "Beta": "beta"}
    kept = table.read_bytes()
    assert run(first, "--case", case, "--holder", "constant:x").exit_code == 0
    assert table.read_bytes() == kept
    other = write(tmp_path / "c", {"2018-03-19.json": layer(feature(AREA, properties={"who": "Gamma"}))})
    assert "holders_2.csv" in run(other, "--case", case, "--holder", "property:who").output
    assert table.read_bytes() == kept


def test_an_end_that_a_dated_file_cannot_use_is_told(tmp_path: Path) -> None:
    text = json.dumps(layer(feature(AREA, properties={"from": "2018-03-01", "to": "2018-03-20"})))
    pictures, decisions = take(tmp_path, text, until="property:to")
    assert len(pictures.dates) == 1
    assert line_of(decisions, "span")["severity"] == "warning"
    pictures, decisions = take(tmp_path, text, until="property:to", date="property:from")
    assert pictures.dates["areas"].tolist() == [1, 0]
    assert "span" not in decisions["check"].tolist()


def test_an_area_at_nought_among_others_is_told(tmp_path: Path) -> None:
    lost = feature(box(-0.01, -0.01, 0.01, 0.01))
    _, decisions = take(tmp_path, json.dumps(layer(feature(AREA), feature(NEXT), lost)))
    told = line_of(decisions, "null_island")
    assert (told["severity"], told["row"]) == ("warning", "feature 3")
    for alone in ([lost], [lost, feature(box(1, 1, 2, 2))]):  # the Gulf of Guinea has areas of its own
        _, decisions = take(tmp_path, json.dumps(layer(*alone)))
        assert "null_island" not in decisions["check"].tolist()


# --- questions asked wrongly ------------------------------------------------------------------------------------------


def one_picture(tmp_path: Path) -> Any:
    return take(tmp_path, json.dumps(layer(feature(AREA))))[0]


def points(days: Any, *geometries: Any) -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame({"date": days}, geometry=list(geometries), crs="EPSG:4326")


INSIDE = shapely.Point(36.35, 33.55)


def test_a_zone_gives_the_day_that_its_clock_shows(tmp_path: Path) -> None:
    pictures = one_picture(tmp_path)
    night = pd.Timestamp("2018-03-18 00:30", tz="Asia/Damascus")  # still the 17th in Greenwich
    answers = control.locate(points(pd.DatetimeIndex([night]), INSIDE), pictures)
    assert answers["picture_age_days"].tolist() == [0]
    assert len(control.as_of(pictures, night).dates) == 1
    assert len(control.as_of(pictures, night, known_on=night).dates) == 1


def test_an_empty_point_is_not_asked(tmp_path: Path) -> None:
    answers = control.locate(points(["2018-03-18"] * 3, INSIDE, shapely.Point(), None), one_picture(tmp_path))
    assert answers["holder_answer"].tolist() == ["held", "not_asked", "not_asked"]


@pytest.mark.parametrize("days", [["yesterday"], ["2018-02-30"], [20180318], [1521331200.0]])
def test_what_is_no_day_is_refused_by_name(days: list[Any], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="column 'date' holds"):
        control.locate(points(days, INSIDE), one_picture(tmp_path))


@pytest.mark.parametrize("day", ["yesterday", "2018-02-30", "", None, 20180318, [1]])
def test_no_picture_is_asked_for_what_is_no_day(day: Any, tmp_path: Path) -> None:
    pictures = one_picture(tmp_path)
    with pytest.raises(UsageError, match="is no day"):
        control.as_of(pictures, day)
    with pytest.raises(UsageError, match="is no day"):
        control.find_changes(pictures, GAZETTEER.empty(), "2018-03-18", [] if day is None else day)
