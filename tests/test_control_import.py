"""Other people's layers: days and holders by rule, every decision told, and real series where they are at hand."""

from __future__ import annotations

import copy
import csv
import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pyproj
import pytest
import shapely
from control_fixture import box, casefile, ring, write

from geo_ghouta import control
from geo_ghouta.errors import GhoutaError, UsageError
from geo_ghouta.measure import area_km2

CASE = casefile()


def layer(*features: tuple[dict[str, Any], Any], **members: Any) -> dict[str, Any]:
    listed = [{"type": "Feature", "properties": properties, "geometry": geometry} for properties, geometry in features]
    return {"type": "FeatureCollection", "features": listed, **members}


AREA = box(36.3, 33.5, 36.4, 33.6)


def checks(decisions: pd.DataFrame) -> list[str]:
    return decisions["check"].tolist()


# --- days -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2018-03-22.geojson", "2018-03-22"),
        ("front_20180322.json", "2018-03-22"),
        ("20180322_AssessedControl.geojson", "2018-03-22"),
        ("control 2018_03_22 v2.geojson", "2018-03-22"),
        ("1521720000.geojson", "2018-03-22"),
        ("1521720000000.geojson", "2018-03-22"),
        ("22-03-2018.geojson", "2018-03-22"),
        ("03-22-2018.geojson", "2018-03-22"),
        ("05.03.2018.geojson", "2018-03-05"),
        ("22032018.geojson", "2018-03-22"),
        ("2018-3-5.geojson", "2018-03-05"),
        ("20180322T1200Z.geojson", "2018-03-22"),
        ("20180322120000.geojson", "2018-03-22"),
        ("front_22mar2018_final.geojson", "2018-03-22"),
        ("March 22, 2018.geojson", "2018-03-22"),
        ("٢٢-٠٣-٢٠١٨.geojson", "2018-03-22"),
        ("2018年3月22日.geojson", "2018-03-22"),
    ],
)
def test_days_in_file_names(name: str, day: str, tmp_path: Path) -> None:
    pictures, _ = control.import_layers(write(tmp_path / "in", {name: layer(({}, AREA))}), holder="constant:x")
    assert pictures.dates["picture_id"].tolist() == [day]


@pytest.mark.parametrize(
    "name",
    [
        "front.geojson",
        "20181322.geojson",
        "2018-03-22_2018-03-25.geojson",
        "12345678901.geojson",
        "05-03-2018.geojson",
        "2018-02-30.geojson",
        "2018-03.geojson",
        "180322.geojson",
        "v12.geojson",
    ],
)
def test_a_name_without_one_day_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    pictures, decisions = control.import_layers(write(tmp_path / "in", {name: layer(({}, AREA))}), holder="constant:x")
    assert pictures.dates.empty
    row = decisions[decisions["severity"] == "error"].iloc[0]
    assert "--date" in row["problem"]
    assert "\n" not in row["problem"]


@pytest.mark.parametrize(
    "value", ["2018-03-22", "2018-03-22T10:00:00Z", "2018/03/22", 1521720000000, 1521720000, "1521720000000"]
)
def test_days_in_properties(value: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"a.json": layer(({"التاريخ": value}, AREA))})
    pictures, _ = control.import_layers(folder, holder="constant:x", date="property:التاريخ")
    assert pictures.dates["picture_id"].tolist() == ["2018-03-22"]


@pytest.mark.parametrize("value", [2018, 43181, "05/03/2018", "spring", True, ["2018-03-22"], "22"])
def test_values_that_are_no_one_day(value: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"a.json": layer(({"when": value}, AREA))})
    pictures, decisions = control.import_layers(folder, holder="constant:x", date="property:when")
    assert pictures.dates.empty
    assert "no_day" in checks(decisions)


def test_two_readings_of_a_day_are_left_to_the_user_or_the_series(tmp_path: Path) -> None:
    one = write(tmp_path / "one", {"05-03-2018.geojson": layer(({}, AREA))})
    _, decisions = control.import_layers(one, holder="constant:x")
    told = decisions.loc[decisions["check"] == "unreadable", "problem"].iloc[0]
    assert "5th day of month 3 or the 3rd day of month 5" in told
    assert "--day-order" in told
    for first, day in ((True, "2018-03-05"), (False, "2018-05-03")):
        pictures, _ = control.import_layers(one, holder="constant:x", day_first=first)
        assert pictures.dates["picture_id"].tolist() == [day]
    more = write(tmp_path / "more", {"05-03-2018.geojson": layer(({}, AREA)), "18-03-2018.geojson": layer()})
    pictures, decisions = control.import_layers(more, holder="constant:x")
    assert pictures.dates["picture_id"].tolist() == ["2018-03-05", "2018-03-18"]
    assert "18-03-2018 has one reading" in decisions.loc[decisions["check"] == "day_order", "problem"].iloc[0]
    both = write(
        tmp_path / "both", {"05-03-2018.geojson": layer(), "18-03-2018.geojson": layer(), "03-19-2018.geojson": layer()}
    )
    pictures, _ = control.import_layers(both, holder="constant:x")
    assert len(pictures.dates) == 2


def test_a_property_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"a.json": layer(({"when": "2018-03-22", "side": "A"}, AREA))})
    pictures, decisions = control.import_layers(folder, holder="constant:x", date="property:date")
    assert pictures.dates.empty
    assert "side, when" in decisions.loc[decisions["check"] == "no_day", "expected"].iloc[0]


def test_one_file_of_many_days_becomes_many_pictures(tmp_path: Path) -> None:
    data = layer(({"d": "2018-03-18"}, AREA), ({"d": "2018-03-22"}, box(36.3, 33.5, 36.35, 33.6)))
    pictures, _ = control.import_layers(
        write(tmp_path / "in", {"a.json": data}), holder="constant:x", date="property:d"
    )
    assert pictures.dates["picture_id"].tolist() == ["2018-03-18", "2018-03-22"]
    assert pictures.dates["areas"].tolist() == [1, 1]
    assert pictures.dates["valid_to"].dt.day.fillna(0).tolist() == [22, 0]


def test_f061_spans_become_whole_pictures_and_9999_stays_open(tmp_path: Path) -> None:
    data = layer(
        ({"from": "2018-03-18", "to": "2018-03-25", "side": "a"}, AREA),
        ({"from": "2018-03-22", "to": "9999-12-31", "side": "b"}, box(36.4, 33.5, 36.5, 33.6)),
    )
    folder = write(tmp_path / "in", {"a.json": data})
    pictures, decisions = control.import_layers(
        folder, date="property:from", until="property:to", holder="property:side"
    )
    assert pictures.dates["picture_id"].tolist() == ["2018-03-18", "2018-03-22", "2018-03-25"]
    assert pictures.dates["areas"].tolist() == [1, 2, 1]
    assert pictures.areas["holder"].tolist() == ["a", "a", "b", "b"]
    assert pd.isna(pictures.dates["valid_to"].iloc[-1])
    assert (decisions["severity"] == "note").all()


def test_f030_an_inverted_span_is_left_out_and_named(tmp_path: Path) -> None:
    data = layer(({"from": "2018-03-25", "to": "2018-03-18"}, AREA), ({"from": "2018-03-18"}, AREA))
    folder = write(tmp_path / "in", {"a.json": data})
    pictures, decisions = control.import_layers(folder, date="property:from", until="property:to", holder="constant:x")
    bad = decisions[decisions["severity"] == "error"].iloc[0]
    assert (bad["row"], bad["found"]) == ("feature 1", "2018-03-25 to 2018-03-18")
    assert len(pictures.areas) == 1


# --- holders ----------------------------------------------------------------------------------------------------------


def test_holders_words_become_neutral_ids(tmp_path: Path) -> None:
    words = [
        "North Group",
        "Southerners",
        "Home Guard",
        "home  guard 25.03",
        "Home Guard\u00a001.04.2018",
        "المعارضة",
        "Regime army",
        "#A52714",
        "24.03",
    ]
    data = layer(
        *(({"side": word}, box(36.3 + n / 100, 33.5, 36.305 + n / 100, 33.51)) for n, word in enumerate(words))
    )
    folder = write(tmp_path / "in", {"2018-03-22.json": data})
    pictures, decisions = control.import_layers(folder, holder="property:side", casefile=CASE)
    found = dict(zip(pictures.areas["holder_text"], pictures.areas["holder"], strict=True))
    assert found["North Group"] == "north_group"
    assert found["Southerners"] == "south_group"
    assert found["Home Guard"] == found["home guard 25.03"] == found["Home Guard 01.04.2018"] == "home_guard"
    assert found["#A52714"] == "colour_a52714"
    assert {found["المعارضة"], found["24.03"], found["Regime army"]} == {"holder_1", "holder_2", "holder_3"}
    assert checks(decisions).count("holder") == 7


def test_the_table_of_holders_is_written_corrected_and_read(tmp_path: Path) -> None:
    data = layer(({"الجهة": "المعارضة"}, AREA), ({"الجهة": "=cmd"}, box(36.4, 33.5, 36.5, 33.6)))
    folder = write(tmp_path / "in", {"2018-03-22.json": data})
    pictures, _ = control.import_layers(folder, holder="property:الجهة")
    table = control.holder_table(pictures)
    path = control.write_holder_table(table, tmp_path / "holders.csv")
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert {row["value"] for row in rows} == {"المعارضة", "'=cmd"}
    corrected = path.read_text(encoding="utf-8").replace("holder_1", "north_group").replace(",cmd,", ",south_group,")
    path.write_text(corrected, encoding="utf-8")
    again, decisions = control.import_layers(folder, holder=f"map:{path}")
    assert sorted(again.areas["holder"]) == ["north_group", "south_group"]
    assert decisions.loc[decisions["check"] == "holder", "problem"].str.contains("as the table says").all()


def test_a_feature_without_a_holder_is_left_out_and_told(tmp_path: Path) -> None:
    data = layer(({"side": "a"}, AREA), ({"side": None}, AREA), ({"side": {"deep": 1}}, AREA))
    pictures, decisions = control.import_layers(
        write(tmp_path / "in", {"2018-03-22.json": data}), holder="property:side"
    )
    assert len(pictures.areas) == 1
    assert checks(decisions).count("no_holder") == 2


@pytest.mark.parametrize(
    "options", [{"date": "today"}, {"holder": "side"}, {"holder": "map:"}, {"same_day": "x"}, {"until": "to"}]
)
def test_wrong_options_are_told_before_any_file_is_read(options: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected"):
        control.import_layers(tmp_path / "not there", **options)  # type: ignore[arg-type]


# --- days that stand twice, overlaps, far layers ----------------------------------------------------------------------


def test_equal_layers_of_a_day_are_taken_once(tmp_path: Path) -> None:
    turned = {"type": "Polygon", "coordinates": [ring(36.3, 33.5, 36.4, 33.6)[::-1]]}
    folder = write(
        tmp_path / "in", {"a_20180322.json": layer(({}, AREA)), "b_20180322.json": layer(({"x": 1}, turned))}
    )
    pictures, decisions = control.import_layers(folder, holder="constant:x")
    assert len(pictures.areas) == 1
    row = decisions[decisions["check"] == "same_day"].iloc[0]
    assert row["severity"] == "note"
    assert "taken once" in row["problem"]


def test_different_layers_of_a_day_are_refused_or_merged_on_request(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "in",
        {"a_20180322.json": layer(({}, AREA)), "b_20180322.json": layer(({}, box(36.5, 33.5, 36.6, 33.6)))},
    )
    pictures, decisions = control.import_layers(folder, holder="constant:x")
    assert len(pictures.areas) == 1
    assert decisions.loc[decisions["check"] == "same_day", "severity"].tolist() == ["error"]
    merged, decisions = control.import_layers(folder, holder="constant:x", same_day="merge")
    assert len(merged.areas) == 2
    assert merged.areas["area_id"].is_unique
    assert decisions.loc[decisions["check"] == "same_day", "severity"].tolist() == ["note"]


def test_overlaps_are_told_and_dissolved_on_request(tmp_path: Path) -> None:
    data = layer(
        ({"s": "a"}, AREA), ({"s": "a"}, box(36.35, 33.5, 36.45, 33.6)), ({"s": "b"}, box(36.44, 33.5, 36.5, 33.6))
    )
    folder = write(tmp_path / "in", {"2018-03-22.json": data})
    _, decisions = control.import_layers(folder, holder="property:s")
    told = decisions.set_index("check")["problem"]
    assert told["double_area"].startswith("1 overlap of areas of one holder, 51.5")
    assert told["overlap"].startswith("1 overlap of areas of different holders, 10.3")
    pictures, decisions = control.import_layers(folder, holder="property:s", dissolve=True)
    assert pictures.areas["holder"].tolist() == ["a", "b"]
    assert "51.5" in decisions.set_index("check")["problem"]["dissolved"]
    assert "double_area" not in checks(decisions)


def test_f052_a_layer_far_from_the_others_is_told_with_its_distance(tmp_path: Path) -> None:
    files = {f"2018-03-{d}.json": layer(({}, box(36.3, 33.5, 36.32, 33.52))) for d in ("20", "22", "23")}
    files["2018-03-18.json"] = layer(({}, box(36.0, -1.0, 36.02, -0.98)))
    _, decisions = control.import_layers(write(tmp_path / "in", files), holder="constant:x")
    far = decisions[decisions["check"] == "far_away"]
    assert far["path"].tolist() == ["in/2018-03-18.json"]
    assert "3,819 km" in far["problem"].iloc[0]


def test_numbers_in_a_named_projection(tmp_path: Path) -> None:
    metres = [[[258660, 3717509], [260660, 3717509], [260660, 3719509], [258660, 3719509], [258660, 3717509]]]
    folder = write(tmp_path / "in", {"2018-03-22.json": layer(({}, {"type": "Polygon", "coordinates": metres}))})
    pictures, decisions = control.import_layers(folder, holder="constant:x")
    assert pictures.dates.empty
    assert "crs_missing" in checks(decisions)
    pictures, _ = control.import_layers(folder, holder="constant:x", crs="EPSG:32637")
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(4.0, rel=2e-3)
    with pytest.raises(GhoutaError, match="EPSG:32637"):
        raise GhoutaError(control.import_layers(folder, holder="constant:x", crs="the grid")[1]["problem"].iloc[0])


def test_an_empty_collection_is_an_empty_picture_and_nulls_alone_are_none(tmp_path: Path) -> None:
    files = {"2018-03-22.json": layer(), "2018-03-23.json": layer(({}, None))}
    pictures, decisions = control.import_layers(write(tmp_path / "in", files), holder="constant:x")
    assert pictures.dates["picture_id"].tolist() == ["2018-03-22"]
    assert pictures.dates["areas"].tolist() == [0]
    assert "no_area_left" in checks(decisions)


def test_an_import_becomes_a_case_that_reads_without_a_fault(tmp_path: Path) -> None:
    data = layer(({"side": "North Group", "name": "one"}, AREA), ({"side": "Southerners"}, box(36.4, 33.5, 36.5, 33.6)))
    folder = write(tmp_path / "in", {"2018-03-22.json": data, "2018-03-23.json": layer()})
    pictures, _ = control.import_layers(
        folder, holder="property:side", casefile=CASE, source="the desk", drawn_by="others"
    )
    control.write_pictures(pictures, tmp_path / "case" / "control")
    again, rejected = control.read_pictures(tmp_path / "case" / "control", CASE)
    assert rejected.empty
    assert again.areas["holder"].tolist() == ["north_group", "south_group"]
    assert again.dates["areas"].tolist() == [2, 0]


# --- mutated layers: only documented errors ---------------------------------------------------------------------------


def _mutated(rng: random.Random, data: dict[str, Any]) -> Any:
    strange = [None, 0, -1, 1e308, "x", "", [], {}, [[]], {"type": "Point"}, "36.3", [36.3], True, 9**20]
    node: Any = copy.deepcopy(data)
    root = node
    for _ in range(rng.randint(1, 12)):
        if isinstance(node, dict) and node:
            key: Any = rng.choice(sorted(node))
        elif isinstance(node, list) and node:
            key = rng.randrange(len(node))
        else:
            break
        if rng.random() < 0.25:
            if rng.random() < 0.3:
                del node[key]
            else:
                node[key] = rng.choice(strange)
            break
        node = node[key]
    return root


def test_mutated_layers_raise_nothing_undocumented(tmp_path: Path) -> None:
    rng = random.Random(7)
    whole = layer(
        ({"side": "a", "date": "2018-03-22", "to": "2018-04-01"}, AREA),
        (
            {"side": "b", "date": "2018-03-22"},
            {"type": "MultiPolygon", "coordinates": [[ring(36.4, 33.5, 36.5, 33.6)]]},
        ),
        ({"side": "b", "date": "2018-03-23"}, {"type": "GeometryCollection", "geometries": [AREA]}),
        crs={"type": "name", "properties": {"name": "EPSG:4326"}},
        date="2018-03-22",
    )
    for number in range(250):
        data = whole
        for _ in range(rng.randint(1, 3)):
            data = _mutated(rng, data) if isinstance(data, dict) and data else whole
        text = json.dumps(data)
        if rng.random() < 0.1:
            text = text[: rng.randrange(len(text))]
        folder = write(tmp_path / str(number), {"2018-03-22.geojson": text})
        pictures, decisions = control.import_layers(
            folder, date="property:date", until="property:to", holder="property:side"
        )
        assert shapely.is_valid(pictures.areas.geometry.to_numpy()).all()
        assert decisions["problem"].str.len().gt(0).all()
        _, rejected = control.read_pictures(folder, CASE)
        assert not rejected["problem"].str.contains("\n").any()


# --- real layers, where they are at hand ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def layers_of_others(shared: Path) -> Path:
    folder = shared / "control"
    if not folder.is_dir():
        pytest.skip("layers of others are not beside the checkout (../shared/control)")
    return folder


@pytest.fixture(scope="module")
def daily(layers_of_others: Path) -> tuple[Any, pd.DataFrame]:
    return control.import_layers(layers_of_others / "daily", holder="constant:x")


def test_a_daily_series_needs_nothing_but_a_holder(daily: Any) -> None:
    pictures, decisions = daily
    assert len(pictures.dates) == 61
    assert (decisions["severity"] == "note").all()
    assert checks(decisions).count("read") == 61
    assert pictures.dates["picture_date"].diff().dt.days.dropna().eq(1).all()


def test_a_daily_series_adds_up(daily: Any) -> None:
    pictures, _ = daily
    areas = control.areas_over_time(pictures).set_index("picture_date")["area_km2"]
    days = pictures.dates["picture_date"]
    empty = control.find_pockets(pictures, CASE, _nowhere()).iloc[:0]
    assert empty.empty
    for first, second in [(days.iloc[0], days.iloc[-1]), *zip(days.iloc[::10], days.iloc[1::10], strict=False)]:
        changes = control.find_changes(pictures, _nowhere(), first, second).groupby("kind")["area_km2"].sum()
        difference = areas[second] - areas[first]
        assert changes.get("gained", 0.0) - changes.get("lost", 0.0) == pytest.approx(difference, rel=1e-3, abs=1e-4)


def _nowhere() -> Any:
    from geo_ghouta.schema import GAZETTEER

    return GAZETTEER.empty()


def test_a_wrapped_collection_gives_the_published_area(layers_of_others: Path) -> None:
    pictures, decisions = control.import_layers(
        layers_of_others / "odd" / "nzz_2022-02-24.json", holder="constant:x", date="property:date"
    )
    assert "wrapped" in checks(decisions)
    shape = shapely.union_all(pictures.areas.geometry.to_numpy())
    equal_area = pyproj.Transformer.from_crs(4326, 6933, always_xy=True)
    flat = shapely.transform(shape, lambda xy: pd.DataFrame(equal_area.transform(xy[:, 0], xy[:, 1])).T.to_numpy())
    assert flat.area / 1e6 == pytest.approx(30_619.85, abs=0.005)
    assert area_km2(shape) == pytest.approx(30_619.85, rel=1e-3)


def test_odd_layers_come_with_an_itemised_report(layers_of_others: Path) -> None:
    odd = layers_of_others / "odd"
    pictures, decisions = control.import_layers(odd / "1650128824.geojson", holder="property:name")
    told = decisions.set_index("check")
    assert pictures.dates["picture_id"].tolist() == ["2022-04-16"]
    assert told["found"]["set_aside"] == "108 Point"
    assert "3 geometry collections" in told["problem"]["collections"]
    assert checks(decisions).count("invalid_ring") == 4
    pictures, decisions = control.import_layers(
        odd / "20221101_RussianAssessedAdvanceinUkraine.geojson", holder="constant:x"
    )
    assert len(pictures.areas) == 22
    assert "1 features have no geometry: 18" in decisions.set_index("check")["problem"]["no_geometry"]
    pictures, _ = control.import_layers(odd / "20220315_UkrainianClaimedCounterOffensives.geojson", holder="constant:x")
    assert pictures.dates["areas"].tolist() == [0]
    pictures, decisions = control.import_layers(
        odd / "syria_subdistricts_utm37n.geojson", holder="property:ناحية", date="2011-01-01"
    )
    assert decisions["check"].iloc[0] == "reprojected"
    assert pictures.areas["holder_text"].nunique() == 23
    west, south, east, north = shapely.total_bounds(pictures.areas.geometry.to_numpy())
    assert 36 < west < east < 41
    assert 33 < south < north < 36
