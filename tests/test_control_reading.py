"""Reading pictures: days, orders, versions, faults of single features, hostile files, and what the field has seen."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyproj
import pytest
import shapely
from control_fixture import DAYS, box, casefile, feature, read, ring, series, write

from geo_ghouta import control
from geo_ghouta.errors import InputError
from geo_ghouta.measure import area_km2
from geo_ghouta.schema import CONTROL, PICTURES, Pictures


def one(folder: Path, geometry: Any, name: str = "2018-03-18.geojson", **members: Any) -> tuple[Pictures, pd.DataFrame]:
    data = {"type": "FeatureCollection", "features": [feature("a", "north_group", geometry)], **members}
    return read(folder, {name: data})


def test_a_series_is_read_in_order_with_open_and_closed_ends(tmp_path: Path) -> None:
    pictures, rejected = read(tmp_path)
    assert rejected.empty
    assert pictures.dates["picture_date"].dt.strftime("%Y-%m-%d").tolist() == DAYS
    assert pictures.dates["valid_to"].dt.strftime("%Y-%m-%d").tolist() == [*DAYS[1:], "2018-05-01"]
    assert PICTURES.check(pictures.dates) is not None
    assert CONTROL.check(pictures.areas) is not None
    assert pictures.areas["area_id"].tolist()[:3] == ["2018-03-01/north", "2018-03-01/south", "2018-03-01/far"]


def test_an_empty_picture_is_a_statement_and_a_row(tmp_path: Path) -> None:
    files = series()
    files["2018-04-14.geojson"] = {"type": "FeatureCollection", "features": []}
    pictures, rejected = read(tmp_path, files)
    assert rejected.empty
    assert pictures.dates["areas"].tolist() == [3] * 8 + [0]
    assert pictures.areas["valid_to"].max() == pd.Timestamp("2018-04-14")
    last = control.as_of(pictures, "2018-04-20")
    assert (len(last.dates), len(last.areas)) == (1, 0)


def test_without_until_the_last_picture_stays_open(tmp_path: Path) -> None:
    pictures, _ = read(tmp_path, case=casefile(until=None))
    assert pd.isna(pictures.dates["valid_to"].iloc[-1])
    assert len(control.as_of(pictures, "2030-01-01").dates) == 1


def test_a_missing_folder_holds_no_pictures(tmp_path: Path) -> None:
    pictures, rejected = control.read_pictures(tmp_path / "control", casefile())
    assert pictures.dates.empty
    assert rejected.empty


def test_a_named_file_that_is_missing_is_told(tmp_path: Path) -> None:
    _, rejected = control.read_pictures([tmp_path / "2018-03-18.geojson"], casefile())
    assert rejected["severity"].tolist() == ["error"]
    assert "cannot be read" in rejected["problem"].iloc[0]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    data = json.dumps(series()[f"{DAYS[0]}.geojson"]).encode()
    pictures, rejected = read(tmp_path, {f"{DAYS[0]}.geojson": b"\xef\xbb\xbf" + data})
    assert rejected.empty
    assert len(pictures.areas) == 3


def test_the_day_may_stand_in_the_name_or_inside(tmp_path: Path) -> None:
    files = {"front.geojson": {**series()[f"{DAYS[0]}.geojson"], "date": "2018-03-11"}}
    pictures, rejected = read(tmp_path, files)
    assert rejected.empty
    assert pictures.dates["picture_id"].tolist() == ["2018-03-11"]


def test_a_day_that_is_none_is_told_with_its_value(tmp_path: Path) -> None:
    _, rejected = one(tmp_path, box(36.3, 33.5, 36.4, 33.6), name="2018-02-30.geojson")
    assert "2018-02-30" in rejected["problem"].iloc[0]
    assert rejected["severity"].iloc[0] == "error"


# --- several pictures of a day, and what was known when ---------------------------------------------------------------


def ordered(folder: Path) -> Pictures:
    features = series()[f"{DAYS[0]}.geojson"]["features"]
    files = {
        "2018-03-18.geojson": {"type": "FeatureCollection", "order": 1, "features": features},
        "2018-03-18_evening.geojson": {"type": "FeatureCollection", "order": 2, "features": features[:1]},
        "2018-03-22.geojson": {"type": "FeatureCollection", "features": []},
    }
    pictures, rejected = read(folder, files)
    assert rejected.empty
    return pictures


def test_of_several_pictures_the_last_of_the_day_answers(tmp_path: Path) -> None:
    pictures = ordered(tmp_path)
    assert pictures.dates["picture_id"].tolist() == ["2018-03-18", "2018-03-18.2", "2018-03-22"]
    assert len(control.as_of(pictures, "2018-03-18").areas) == 1
    assert len(control.as_of(pictures, "2018-03-21").areas) == 1
    assert pictures.areas["area_id"].is_unique


def versions(folder: Path) -> dict[str, Any]:
    features = series()[f"{DAYS[0]}.geojson"]["features"]
    return {
        "2018-03-18.geojson": {"type": "FeatureCollection", "features": features},
        "2018-03-18_redrawn.geojson": {"type": "FeatureCollection", "recorded": "2018-04-02", "features": features[:2]},
        "2018-03-22.geojson": {"type": "FeatureCollection", "recorded": "2018-03-25", "features": features[:1]},
    }


def test_as_known_on_gives_the_earlier_state_exactly(tmp_path: Path) -> None:
    files = versions(tmp_path)
    pictures, rejected = read(tmp_path, files)
    assert rejected.empty
    early, _ = read(tmp_path / "early", {"2018-03-18.geojson": files["2018-03-18.geojson"]})
    then = pictures.known_on("2018-03-20")
    pd.testing.assert_frame_equal(then.dates.drop(columns="path"), early.dates.drop(columns="path"))
    pd.testing.assert_frame_equal(
        pd.DataFrame(then.areas.drop(columns="geometry")).reset_index(drop=True),
        pd.DataFrame(early.areas.drop(columns="geometry")).reset_index(drop=True),
    )


@pytest.mark.parametrize(
    ("day", "known", "areas"),
    [
        ("2018-03-19", None, 2),
        ("2018-03-19", "2018-03-19", 3),
        ("2018-03-19", "2018-04-01", 3),
        ("2018-03-19", "2018-04-02", 2),
        ("2018-03-23", None, 1),
        ("2018-03-23", "2018-03-24", 3),
        ("2018-03-23", "2018-03-25", 1),
        ("2018-03-23", "2018-03-17", 0),
    ],
)
def test_two_times(day: str, known: str | None, areas: int, tmp_path: Path) -> None:
    pictures, _ = read(tmp_path, versions(tmp_path))
    assert len(control.as_of(pictures, day, known).areas) == areas


# --- hostile and damaged files ----------------------------------------------------------------------------------------


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere.geojson"
    secret.write_text(json.dumps(series()[f"{DAYS[0]}.geojson"]))
    folder = write(tmp_path / "control", {})
    (folder / "2018-03-18.geojson").symlink_to(secret)
    pictures, rejected = control.read_pictures(folder, casefile())
    assert pictures.dates.empty
    assert rejected["check"].tolist() == ["link"]


@pytest.mark.parametrize(
    "text",
    [
        "<OGRVRTDataSource></OGRVRTDataSource>",
        "/vsicurl/http://example.invalid/a.geojson",
        "",
        "[" * 100_000,
        '{"type": "FeatureCollection", "features": 3}',
        "null",
        '"text"',
        "{}",
        '{"features": []}',
        '{"type": "Feature"}',
        '{"type": "FeatureCollection", "features": [3, null, [], "x", {"type": "Feature", "geometry": 5}]}',
    ],
)
def test_what_is_no_layer_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    pictures, rejected = read(tmp_path, {"2018-03-18.geojson": text})
    assert pictures.dates.empty
    assert (rejected["severity"] == "error").any()
    assert not rejected["problem"].str.contains("\n").any()


def test_a_virtual_path_is_refused() -> None:
    with pytest.raises(InputError, match="only local files"):
        control.read_pictures("/vsicurl/http://example.invalid/2018-03-18.geojson", casefile())


def test_direction_marks_in_names_are_shown(tmp_path: Path) -> None:
    files = series()
    files[f"{DAYS[0]}.geojson"]["features"][0]["properties"].update(name="Har\u202easta", status="?")
    _, rejected = read(tmp_path, files)
    assert "<U+202E>" in rejected["row"].iloc[0]


# --- field cases: geometry --------------------------------------------------------------------------------------------


def test_f073_a_bow_tie_is_repaired_and_told(tmp_path: Path) -> None:
    tie = {"type": "Polygon", "coordinates": [[[36.3, 33.5], [36.4, 33.6], [36.4, 33.5], [36.3, 33.6], [36.3, 33.5]]]}
    pictures, rejected = one(tmp_path, tie)
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(51.5, abs=0.05)
    assert pictures.areas.geometry.iloc[0].is_valid
    assert "make_valid (structure)" in rejected["problem"].iloc[0]
    # What came of the ring, by which reading, and why a measure of the ring as it stands shows nothing.
    assert "2 parts of 25.75 and 25.75 km², both taken, area now 51.50 km²" in rejected["problem"].iloc[0]
    assert "the even-odd reading is the same; unrepaired it measures 0.0" in rejected["problem"].iloc[0]
    assert "changed by 0.0 %" not in rejected["problem"].iloc[0]
    # Other ground than was drawn is more than a note.
    assert "changed by 100.0 % by the repair" in rejected["problem"].iloc[0]
    assert rejected["severity"].iloc[0] == "warning"
    assert (rejected["lon"].iloc[0], rejected["lat"].iloc[0]) == pytest.approx((36.35, 33.55))


def test_f075_a_spike_leaves_a_polygon(tmp_path: Path) -> None:
    spike = [
        [36.3, 33.5],
        [36.4, 33.5],
        [36.4, 33.6],
        [36.35, 33.6],
        [36.35, 33.65],
        [36.35, 33.6],
        [36.3, 33.6],
        [36.3, 33.5],
    ]
    pictures, rejected = one(tmp_path, {"type": "Polygon", "coordinates": [spike]})
    assert pictures.areas.geometry.iloc[0].geom_type == "Polygon"
    assert pictures.areas.geometry.iloc[0].bounds[3] == pytest.approx(33.6)
    assert rejected["check"].tolist() == ["invalid_ring"]
    assert rejected["severity"].tolist() == ["note"]


def test_a_repair_that_changes_the_area_says_by_how_much(tmp_path: Path) -> None:
    crossing = [ring(36.3, 33.5, 36.4, 33.6), ring(36.38, 33.52, 36.42, 33.54)[::-1]]
    _, rejected = one(tmp_path, {"type": "Polygon", "coordinates": crossing})
    assert rejected["problem"].str.contains("changed by 4.0 %").any(), rejected["problem"].tolist()


def test_f078_an_open_ring_is_closed_with_a_warning(tmp_path: Path) -> None:
    pictures, rejected = one(tmp_path, {"type": "Polygon", "coordinates": [[[36.3, 33.5], [36.4, 33.5], [36.4, 33.6]]]})
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(51.5, abs=0.1)
    assert rejected[["check", "severity"]].to_numpy().tolist() == [["open_ring", "warning"]]
    assert rejected["row"].iloc[0] == "feature 1 (A)"


def test_f057_numbers_written_as_text_are_read_with_a_warning(tmp_path: Path) -> None:
    words = [[[str(x), str(y)] for x, y in ring(36.3, 33.5, 36.4, 33.6)]]
    pictures, rejected = one(tmp_path, {"type": "Polygon", "coordinates": words})
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(103.0, abs=0.1)
    assert rejected["check"].tolist() == ["text_numbers"]


def test_f051_numbers_that_cannot_be_degrees_are_refused_with_the_way_out(tmp_path: Path) -> None:
    metres = [[[250000, 3710000], [252000, 3710000], [252000, 3712000], [250000, 3710000]]]
    pictures, rejected = one(tmp_path, {"type": "Polygon", "coordinates": metres})
    assert pictures.dates.empty
    first = rejected.iloc[0]
    assert first["found"] == "[250000, 3710000]"
    assert "--crs" in first["hint"]


def test_a_stated_projection_is_reprojected(tmp_path: Path) -> None:
    metres = [[[258660, 3717509], [260660, 3717509], [260660, 3719509], [258660, 3717509]]]
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32637"}}
    pictures, rejected = one(tmp_path, {"type": "Polygon", "coordinates": metres}, crs=crs)
    assert pictures.areas.geometry.iloc[0].bounds == pytest.approx((36.4, 33.57, 36.4216, 33.588), abs=6e-4)
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(2.0, rel=0.002)
    assert rejected["check"].tolist() == ["reprojected"]


@pytest.mark.parametrize(
    "name", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "OGC:CRS84"]
)
def test_an_obsolete_crs_member_in_degrees_changes_nothing(name: str, tmp_path: Path) -> None:
    pictures, rejected = one(tmp_path, box(36.3, 33.5, 36.4, 33.6), crs={"type": "name", "properties": {"name": name}})
    assert rejected.empty
    assert pictures.areas.geometry.iloc[0].bounds == (36.3, 33.5, 36.4, 33.6)


def test_f053_latitude_beyond_90_suggests_a_swap(tmp_path: Path) -> None:
    _, rejected = one(
        tmp_path, {"type": "Polygon", "coordinates": [[[33.5, 136.4], [33.6, 136.4], [33.6, 136.5], [33.5, 136.4]]]}
    )
    first = rejected.iloc[0]
    assert (first["severity"], first["row"]) == ("error", "feature 1 (A)")
    assert "swapped" in first["hint"]
    assert "136" in first["found"]


def test_f053_a_swap_that_looks_plausible_is_told(tmp_path: Path) -> None:
    _, rejected = one(tmp_path, box(33.5, 36.3, 33.6, 36.4))
    assert rejected["check"].iloc[0] == "swapped_axes"
    assert rejected["severity"].iloc[0] == "error"


def test_f052_an_area_in_another_country_is_told_with_its_distance(tmp_path: Path) -> None:
    pictures, rejected = one(tmp_path, box(36.0, -1.0, 36.02, -0.98))
    assert len(pictures.areas) == 1
    assert rejected["severity"].tolist() == ["warning"]
    assert "3,8" in rejected["problem"].iloc[0]


def test_f086_an_area_across_180_degrees_is_cut_there(tmp_path: Path) -> None:
    strait = [[[-178.2, -16.5], [178.9, -16.1], [178.4, -17.6], [-177.9, -17.8], [-178.2, -16.5]]]
    data = {
        "type": "FeatureCollection",
        "features": [feature("a", "north_group", {"type": "Polygon", "coordinates": strait})],
    }
    case = dataclasses.replace(casefile(), extent=(-180.0, -20.0, 180.0, -10.0))
    pictures, rejected = read(tmp_path, {"2018-03-18.geojson": data}, case)
    area = pictures.areas.geometry.iloc[0]
    assert area.geom_type == "MultiPolygon"
    assert area.bounds[0] == -180.0
    assert area.bounds[2] == 180.0
    lon, lat = zip(*strait[0], strict=True)
    geodesic = abs(pyproj.Geod(ellps="WGS84").polygon_area_perimeter(lon, lat)[0]) / 1e6
    assert area_km2(area) == pytest.approx(geodesic, rel=5e-3)  # edges of 370 km: straight or geodesic differ
    assert shapely.intersects_xy(area, 179.9, -17.0)
    assert shapely.intersects_xy(area, -179.9, -17.0)
    assert not shapely.intersects_xy(area, 0.0, -17.0)
    assert rejected["check"].tolist() == ["crosses_180"]


def test_f187_areas_come_out_of_collections_and_the_rest_is_counted(tmp_path: Path) -> None:
    mixed = {
        "type": "GeometryCollection",
        "geometries": [
            {"type": "Polygon", "coordinates": [[[36.3, 33.5, 0], [36.4, 33.5, 0], [36.4, 33.6, 0], [36.3, 33.5, 0]]]},
            {"type": "Point", "coordinates": [36.35, 33.53, 0]},
        ],
    }
    unit = feature("unit", "north_group", {"type": "Point", "coordinates": [36.36, 33.55, 0]})
    data = {"type": "FeatureCollection", "features": [feature("a", "north_group", mixed), unit]}
    pictures, rejected = read(tmp_path, {"2018-03-18.geojson": data})
    assert len(pictures.areas) == 1
    assert not pictures.areas.geometry.has_z.any()
    assert sorted(rejected["check"]) == ["collections", "heights", "set_aside"]
    assert rejected.loc[rejected["check"] == "set_aside", "found"].iloc[0] == "2 Point"


def test_f188_dirty_layers_load_with_their_areas_kept(tmp_path: Path) -> None:
    pinched = [[[36.3, 33.5], [36.3, 33.6], [36.36, 33.55], [36.4, 33.6], [36.4, 33.5], [36.36, 33.55], [36.3, 33.5]]]
    data = {
        "type": "FeatureCollection",
        "features": [
            feature("p", "north_group", {"type": "Polygon", "coordinates": pinched}),
            feature("n", "north_group", None),
        ],
    }
    pictures, rejected = read(tmp_path, {"2018-03-18.geojson": data})
    area = pictures.areas.geometry.iloc[0]
    left, right = shapely.Polygon(pinched[0][:3]), shapely.Polygon(pinched[0][2:6])
    assert area.is_valid
    assert area_km2(area) == pytest.approx(area_km2(left) + area_km2(right), abs=1e-9)
    told = dict(zip(rejected["check"], rejected["problem"], strict=True))
    assert set(told) >= {"invalid_ring", "no_geometry"}
    assert "1 features have no geometry: 2" in told["no_geometry"]


def test_f030_an_inverted_span_names_the_feature_and_both_dates(tmp_path: Path) -> None:
    bad = feature("b", "north_group", box(36.3, 33.5, 36.4, 33.6), valid_from="2018-03-25", valid_to="2018-03-18")
    good = feature("g", "north_group", box(36.3, 33.5, 36.4, 33.6))
    pictures, rejected = read(tmp_path, {"2018-03-18.geojson": {"type": "FeatureCollection", "features": [bad, good]}})
    assert len(pictures.areas) == 1
    assert rejected["row"].tolist() == ["feature 1 (B)"]
    assert "2018-03-25" in rejected["problem"].iloc[0]
    assert "2018-03-18" in rejected["problem"].iloc[0]


def test_f061_an_end_in_9999_is_an_open_end(tmp_path: Path) -> None:
    far = feature("a", "north_group", box(36.3, 33.5, 36.4, 33.6), valid_from="2018-03-18", valid_to="9999-12-31")
    pictures, rejected = read(
        tmp_path, {"2018-03-18.geojson": {"type": "FeatureCollection", "features": [far]}}, casefile(until=None)
    )
    assert rejected.empty
    assert pd.isna(pictures.areas["valid_to"].iloc[0])


# --- there and back ---------------------------------------------------------------------------------------------------


def test_pictures_written_are_read_back_the_same(tmp_path: Path) -> None:
    files = {**series(), "2018-04-14.geojson": {"type": "FeatureCollection", "note": "nobody", "features": []}}
    pictures, _ = read(tmp_path, files)
    paths = control.write_pictures(pictures, tmp_path / "again")
    assert [path.name for path in paths] == sorted(files)
    again, rejected = control.read_pictures(tmp_path / "again", casefile())
    assert rejected.empty
    pd.testing.assert_frame_equal(
        pd.DataFrame(again.areas.drop(columns="geometry")), pd.DataFrame(pictures.areas.drop(columns="geometry"))
    )
    assert shapely.equals_exact(again.areas.geometry.to_numpy(), pictures.areas.geometry.to_numpy(), 1e-7).all()
    assert again.dates["note"].fillna("").tolist() == pictures.dates["note"].fillna("").tolist()


def test_versions_and_orders_survive_writing(tmp_path: Path) -> None:
    pictures = ordered(tmp_path)
    control.write_pictures(pictures, tmp_path / "again")
    again, rejected = control.read_pictures(tmp_path / "again", casefile())
    assert rejected.empty
    assert again.dates["picture_id"].tolist() == pictures.dates["picture_id"].tolist()


def test_the_bundled_pictures_are_read_without_a_fault(layers: Path) -> None:
    from geo_ghouta.schema import read_casefile

    pictures, rejected = control.read_pictures(layers / "control", read_casefile(layers / "case.toml"))
    assert rejected["problem"].tolist() == []
    assert len(pictures.dates) >= 14
    assert pictures.dates["areas"].iloc[-1] == 0
