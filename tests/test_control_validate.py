"""Every kind of defect that we know, put into a clean series: found, named, and nothing told of the clean one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from control_fixture import DAYS, box, casefile, feature, places, read, ring, series, write

from geo_ghouta import control
from geo_ghouta.schema import CLAIMS, FINDINGS, read_casefile

Series = dict[str, Any]
DAY = f"{DAYS[3]}.geojson"


def _of(files: Series, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = files[DAY]["features"][number]
    return found


def _coordinates(files: Series, coordinates: Any, kind: str = "Polygon") -> None:
    _of(files)["geometry"] = {"type": kind, "coordinates": coordinates}


def bow_tie(files: Series) -> None:
    _coordinates(files, [[[36.30, 33.55], [36.44, 33.60], [36.44, 33.55], [36.30, 33.60], [36.30, 33.55]]])


def spike(files: Series) -> None:
    _coordinates(files, [[[36.30, 33.55], [36.44, 33.55], [36.44, 33.60], [36.37, 33.60], [36.37, 33.66], [36.37, 33.60],
                          [36.30, 33.60], [36.30, 33.55]]])  # fmt: skip


def crossing_hole(files: Series) -> None:
    _coordinates(files, [ring(36.30, 33.55, 36.44, 33.60), ring(36.40, 33.57, 36.46, 33.59)[::-1]])


def open_ring(files: Series) -> None:
    _coordinates(files, [ring(36.30, 33.55, 36.44, 33.60)[:-1]])


def two_corners(files: Series) -> None:
    _coordinates(files, [[[36.30, 33.55], [36.44, 33.60], [36.30, 33.55]]])


def null_geometry(files: Series) -> None:
    _of(files)["geometry"] = None


def empty_geometry(files: Series) -> None:
    _coordinates(files, [])


def words_for_numbers(files: Series) -> None:
    _coordinates(files, [[[str(x), str(y)] for x, y in ring(36.30, 33.55, 36.44, 33.60)]])


def no_number(files: Series) -> None:
    _coordinates(files, [[["east", 33.55], *ring(36.30, 33.55, 36.44, 33.60)[1:]]])


def null_coordinate(files: Series) -> None:
    _coordinates(files, [[[None, 33.55], *ring(36.30, 33.55, 36.44, 33.60)[1:]]])


def heights(files: Series) -> None:
    _coordinates(files, [[[x, y, 690] for x, y in ring(36.30, 33.55, 36.44, 33.60)]])


def clockwise(files: Series) -> None:
    _coordinates(files, [ring(36.30, 33.55, 36.44, 33.60)[::-1]])


def polar_latitude(files: Series) -> None:
    _coordinates(files, [[[33.55, 136.30], [33.55, 136.44], [33.60, 136.44], [33.55, 136.30]]])


def swapped(files: Series) -> None:
    _coordinates(files, [[[y, x] for x, y in ring(36.30, 33.55, 36.44, 33.60)]])


def metres(files: Series) -> None:
    _coordinates(files, [[[250000, 3710000], [252000, 3710000], [252000, 3712000], [250000, 3710000]]])


def unknown_crs(files: Series) -> None:
    files[DAY]["crs"] = {"type": "name", "properties": {"name": "the national grid"}}


def far_away(files: Series) -> None:
    _coordinates(files, [ring(36.0, -1.0, 36.02, -0.98)])


def beyond(files: Series) -> None:
    _coordinates(files, [ring(36.15, 33.55, 36.44, 33.60)])


def a_point(files: Series) -> None:
    files[DAY]["features"].append(feature("unit", "north_group", {"type": "Point", "coordinates": [36.35, 33.57]}))


def a_collection(files: Series) -> None:
    _of(files)["geometry"] = {"type": "GeometryCollection", "geometries": [_of(files)["geometry"]]}


def no_geometry_kind(files: Series) -> None:
    _coordinates(files, [ring(36.30, 33.55, 36.44, 33.60)], "Area")


def wrong_nesting(files: Series) -> None:
    _coordinates(files, ring(36.30, 33.55, 36.44, 33.60))


def no_holder(files: Series) -> None:
    del _of(files)["properties"]["holder"]


def strange_holder(files: Series) -> None:
    _of(files)["properties"]["holder"] = "north_grupp"


def other_spelling(files: Series) -> None:
    _of(files)["properties"]["holder"] = "Northerners"


def wrong_status(files: Series) -> None:
    _of(files)["properties"]["status"] = "probably"


def wrong_precision(files: Series) -> None:
    _of(files)["properties"]["precision_m"] = "coarse"


def besieged_word(files: Series) -> None:
    _of(files)["properties"]["besieged"] = "yes"


def no_source(files: Series) -> None:
    del _of(files)["properties"]["source"]


def misspelt_property(files: Series) -> None:
    _of(files)["properties"]["sources"] = "x"


def same_id(files: Series) -> None:
    _of(files, 1)["id"] = "north"


def no_id(files: Series) -> None:
    del _of(files)["id"]


def other_day(files: Series) -> None:
    _of(files)["properties"]["date"] = "2018-03-09"


def inverted_span(files: Series) -> None:
    _of(files)["properties"].update(valid_from="2018-03-25", valid_to="2018-03-18")


def two_dates(files: Series) -> None:
    files[DAY]["date"] = "2018-03-05"


def no_day(files: Series) -> None:
    files["front.geojson"] = {"type": "FeatureCollection", "features": []}


def cut_off(files: Series) -> None:
    files[DAY] = '{"type": "FeatureCollection", "features": ['


def not_a_number(files: Series) -> None:
    files[DAY] = '{"type": "FeatureCollection", "features": [], "scale": NaN}'


def other_json(files: Series) -> None:
    files[DAY] = {"type": "Topology", "objects": {}}


def all_bad(files: Series) -> None:
    files[DAY]["features"] = files[DAY]["features"][:1]
    no_holder(files)


def second_picture(files: Series) -> None:
    files[f"{DAYS[3]}_evening.geojson"] = {**files[DAY], "features": files[DAY]["features"][:2]}


def early_knowledge(files: Series) -> None:
    files[DAY]["recorded"] = "2018-01-01"


def overlap(files: Series) -> None:
    _of(files, 1)["geometry"] = box(36.30, 33.50, 36.44, 33.56)


def drawn_twice(files: Series) -> None:
    files[DAY]["features"].append(feature("again", "north_group", box(36.30, 33.55, 36.44, 33.60)))


def gap(files: Series) -> None:
    _of(files, 1)["geometry"] = box(36.30, 33.50, 36.444, 33.5496)


def sliver(files: Series) -> None:
    # Two edges meant as one touch at both ends and leave a lens of some 30 m between.
    _coordinates(
        files, [[[36.30, 33.55], [36.37, 33.5504], [36.44, 33.55], [36.44, 33.60], [36.30, 33.60], [36.30, 33.55]]]
    )


def open_slot(files: Series) -> None:
    _coordinates(
        files, [[[36.30, 33.55], [36.302, 33.5501], [36.44, 33.5501], [36.44, 33.60], [36.30, 33.60], [36.30, 33.55]]]
    )


def close_parts(files: Series) -> None:
    _of(files, 2)["geometry"] = box(36.4416, 33.58, 36.50, 33.61)


def crumb(files: Series) -> None:
    files[DAY]["features"].append(feature("crumb", "north_group", box(36.60, 33.50, 36.6002, 33.5002)))


def missing_days(files: Series) -> None:
    del files[DAY]


def copied_day(files: Series) -> None:
    files[DAY]["features"] = files[f"{DAYS[2]}.geojson"]["features"]


def lost_area(files: Series) -> None:
    del files[DAY]["features"][1]


def emptied(files: Series) -> None:
    files[DAY]["features"] = []


def town_flips(files: Series) -> None:
    _of(files, 1)["properties"]["holder"] = "north_group"


def late_picture(files: Series) -> None:
    files["2019-01-01.geojson"] = {"type": "FeatureCollection", "features": files[DAY]["features"]}


DEFECTS: list[tuple[Callable[[Series], None], str, str]] = [
    (bow_tie, "invalid_ring", "warning"),
    (spike, "invalid_ring", "note"),
    (crossing_hole, "invalid_ring", "warning"),
    (open_ring, "open_ring", "warning"),
    (two_corners, "short_ring", "error"),
    (null_geometry, "no_geometry", "error"),
    (empty_geometry, "no_geometry", "error"),
    (words_for_numbers, "text_numbers", "warning"),
    (no_number, "position", "error"),
    (null_coordinate, "position", "error"),
    (heights, "heights", "note"),
    (clockwise, "ring_order", "note"),
    (polar_latitude, "swapped_axes", "error"),
    (swapped, "swapped_axes", "error"),
    (metres, "crs_missing", "error"),
    (unknown_crs, "unreadable", "error"),
    (far_away, "extent", "warning"),
    (beyond, "extent", "warning"),
    (a_point, "set_aside", "error"),
    (a_collection, "collections", "note"),
    (no_geometry_kind, "geometry_kind", "error"),
    (wrong_nesting, "nesting", "error"),
    (no_holder, "no_holder", "error"),
    (strange_holder, "unknown_holder", "warning"),
    (other_spelling, "holder_spelling", "note"),
    (wrong_status, "status", "error"),
    (wrong_precision, "precision", "warning"),
    (besieged_word, "besieged", "warning"),
    (no_source, "no_source", "warning"),
    (misspelt_property, "property_name", "warning"),
    (same_id, "duplicate_id", "warning"),
    (no_id, "no_id", "note"),
    (other_day, "other_day", "error"),
    (inverted_span, "span", "error"),
    (two_dates, "unreadable", "error"),
    (no_day, "unreadable", "error"),
    (cut_off, "unreadable", "error"),
    (not_a_number, "unreadable", "error"),
    (other_json, "unreadable", "error"),
    (all_bad, "no_area_left", "error"),
    (second_picture, "second_picture", "error"),
    (early_knowledge, "recorded", "warning"),
    (overlap, "overlap", "warning"),
    (drawn_twice, "double_area", "warning"),
    (gap, "gap", "warning"),
    (sliver, "sliver", "warning"),
    (open_slot, "sliver", "warning"),
    (close_parts, "close_parts", "note"),
    (crumb, "tiny_part", "warning"),
    (missing_days, "missing_days", "warning"),
    (copied_day, "unchanged", "note"),
    (lost_area, "jump", "warning"),
    (emptied, "emptied", "warning"),
    (town_flips, "flip", "warning"),
    (late_picture, "period", "warning"),
]


def findings(folder: Path, files: Series) -> Any:
    pictures, rejected = read(folder, files)
    return control.validate(pictures, casefile(), places(), rejected=rejected)


def test_the_clean_series_gives_no_finding(tmp_path: Path) -> None:
    pictures, rejected = read(tmp_path)
    assert len(rejected) == 0
    assert len(pictures.dates) == len(DAYS)
    found = control.validate(pictures, casefile(), places(), rejected=rejected)
    assert found["detail"].tolist() == []


@pytest.mark.parametrize(("defect", "check", "severity"), DEFECTS, ids=[d[0].__name__ for d in DEFECTS])
def test_every_defect_is_found_and_named(defect: Any, check: str, severity: str, tmp_path: Path) -> None:
    files = series()
    defect(files)
    found = findings(tmp_path, files)
    mine = found[found["check"] == check]
    assert len(mine) >= 1, found[["check", "severity", "detail"]].to_string()
    assert mine["severity"].iloc[0] == severity
    if check not in {"missing_days", "unchanged", "holder_spelling"}:
        assert mine["path"].notna().all(), "a finding names its file"
    if severity == "error":
        assert mine["hint"].notna().all(), "an error says what to do"
    assert FINDINGS.check(found) is not None


def test_there_are_more_than_two_dozen_kinds() -> None:
    assert len({check for _, check, _ in DEFECTS}) >= 24


@pytest.mark.parametrize("number", range(0, len(DEFECTS), 3))
def test_good_areas_go_on_beside_bad_ones(number: int, tmp_path: Path) -> None:
    defect, check, severity = DEFECTS[number]
    files = series()
    defect(files)
    pictures, _ = read(tmp_path, files)
    others = [day for day in DAYS if f"{day}.geojson" != DAY]
    kept = pictures.dates["picture_date"].dt.strftime("%Y-%m-%d").tolist()
    assert [day for day in others if day in kept] == others
    if severity == "error" and check not in {"unreadable", "no_area_left", "second_picture", "set_aside"}:
        mine = pictures.areas[pictures.areas["valid_from"] == DAYS[3]]
        assert len(mine) == 2, "only the faulty area is left out"


def test_findings_say_where_and_near_what(tmp_path: Path) -> None:
    files = series()
    overlap(files)
    found = findings(tmp_path, files)
    row = found[found["check"] == "overlap"].iloc[0]
    assert row["path"] == f"control/{DAY}"
    assert "2018-03-04/north (north_group)" in row["detail"]
    assert "Alder" in row["detail"] or "Birch" in row["detail"] or "Cedar" in row["detail"]
    assert row["measured"] == pytest.approx(14.34, abs=0.2)
    assert row.geometry.bounds == pytest.approx((36.30, 33.55, 36.44, 33.56), abs=1e-9)


def test_the_same_fault_in_many_pictures_is_one_line(tmp_path: Path) -> None:
    files = series()
    for data in files.values():
        data["features"].append(feature("crumb", "north_group", box(36.60, 33.50, 36.6002, 33.5002)))
    found = findings(tmp_path, files)
    mine = found[found["check"] == "tiny_part"]
    assert len(mine) == 1
    assert "7 later pictures" in mine["detail"].iloc[0]


def test_a_reported_flip_is_no_finding(tmp_path: Path) -> None:
    files = series()
    town_flips(files)
    pictures, _ = read(tmp_path, files)
    claim = {
        "claim_id": "c", "report_id": "r", "start": 0, "end": 5, "kind": "advance", "modality": "happened", "place": "Cedar",
        "place_basis": "stated", "date_from": "2018-03-04", "date_to": "2018-03-05", "date_basis": "stated",
        "date_precision": "day",
    }  # fmt: skip
    told = control.validate(pictures, casefile(), places(), CLAIMS.table([claim]))
    assert "flip" not in set(told["check"])
    other = control.validate(pictures, casefile(), places(), CLAIMS.table([{**claim, "place": "Elm"}]))
    assert "flip" in set(other["check"])


def test_findings_do_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    files = series()
    overlap(files)
    crumb(files)
    folder = write(tmp_path / "control", files)
    paths = sorted(folder.iterdir())
    one, first = control.read_pictures(paths, casefile())
    two, second = control.read_pictures(paths[::-1], casefile())
    a = control.validate(one, casefile(), places(), rejected=first)
    b = control.validate(two, casefile(), places(), rejected=second)
    assert a.drop(columns="geometry").to_csv() == b.drop(columns="geometry").to_csv()


def test_the_bundled_case_gives_no_false_alarm(layers: Path) -> None:
    """Only close_parts is told, which the case's README explains: pockets that lie 240 m apart."""
    case = read_casefile(layers / "case.toml")
    pictures, rejected = control.read_pictures(layers / "control", case)
    assert rejected["problem"].tolist() == []
    found = control.validate(pictures, case, places(), rejected=rejected)
    assert set(found["check"]) <= {"close_parts"}, found[["check", "detail"]].to_string()
    assert set(found["severity"]) <= {"note"}
