"""Failures that others met in the field, in the kinds that control answers for: each by its number, with the right value.

Where the data for checking lie beside the checkout, the same inputs are taken from there, so that no kind is forgotten.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import pytest
import shapely
from click.testing import CliRunner
from control_fixture import box

from geo_ghouta import control, exports
from geo_ghouta.cases import open_case
from geo_ghouta.cli import main
from geo_ghouta.measure import area_km2

KINDS = ("control", "geometry", "overlap", "join", "crs", "mixed", "axis", "antimeridian", "empty")
DATED = {"date": "property:date", "holder": "constant:x"}


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"date": "2018-03-18", **properties}, "geometry": geometry}


def polygon(*corners: tuple[float, ...]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [[list(c) for c in (*corners, corners[0])]]}


def taken(folder: Path, *features: Any, name: str = "layer.geojson", **options: Any) -> tuple[Any, Any, dict[str, str]]:
    """Import one layer; the pictures, the decisions, and what was told by check."""
    path = folder / name
    path.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)}), "utf-8")
    pictures, decisions = control.import_layers(path, **{**DATED, **options})
    return pictures, decisions, dict(zip(decisions["check"], decisions["problem"], strict=True))


def asked(*spots: tuple[float, float], day: str = "2018-03-18") -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame({"date": [day] * len(spots)}, geometry=[shapely.Point(s) for s in spots], crs="EPSG:4326")


def f034(folder: Path) -> None:
    """Nothing to show is a valid page, told in words."""
    pictures, _, told = taken(folder, name="2018-03-18.geojson", date="filename")
    assert "an empty picture" in told["read"]
    control.write_pictures(pictures, folder / "case" / "control")
    control.found_case(pictures, folder / "case")
    page = folder / "page.html"
    run = CliRunner().invoke(main, ["map", "--case", str(folder / "case"), "--no-world", "-o", str(page)])
    assert run.exit_code == 0, run.output
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def f051(folder: Path) -> None:
    """Numbers that cannot be degrees and no CRS: refused with the value and the way out."""
    metres = polygon((250000, 3710000), (252000, 3710000), (252000, 3712000))
    pictures, decisions, told = taken(folder, feature(metres))
    assert pictures.dates.empty
    row = decisions[decisions["check"] == "crs_missing"].iloc[0]
    assert (row["found"], row["severity"]) == ("[250000, 3710000]", "error")
    assert "geo-ghouta control import FILE --crs" in row["hint"]  # other commands have no such option
    pictures, _, told = taken(folder, feature(metres), crs="EPSG:32637")
    assert told["reprojected"] == "reprojected from EPSG:32637"
    assert 36 < pictures.areas.geometry.iloc[0].centroid.x < 37


def f052(folder: Path) -> None:
    """An area in another country is told with its distance."""
    here, away = box(36.3, 33.5, 36.32, 33.52), box(36.0, -1.0, 36.02, -0.98)
    _, decisions, told = taken(folder, feature(away), {**feature(here), "properties": {"date": "2018-03-22"}})
    assert "3,8" in told["far_away"]
    assert "km from the other pictures" in told["far_away"]
    assert decisions.loc[decisions["check"] == "far_away", "severity"].iloc[0] == "warning"


def f053(folder: Path) -> None:
    """Latitude beyond 90 is an error that suggests a swap; a swap that looks plausible warns."""
    pictures, decisions, _ = taken(
        folder, feature(box(36.36, 33.55, 36.37, 33.56)), feature(box(33.5, 136.4, 33.6, 136.5), name="bad"),
        feature(box(33.51, 36.38, 33.52, 36.39), name="turned"), feature(box(36.38, 33.51, 36.39, 33.52)),
    )  # fmt: skip
    swapped = decisions[decisions["check"] == "swapped_axes"].set_index("severity")
    assert "feature 2 (bad)" in swapped.loc["error", "row"]
    assert swapped.loc["warning", "row"] == "feature 3"
    assert len(pictures.areas) == 3


def f069(folder: Path) -> None:
    """Points and lines are counted and set aside, areas taken."""
    line = {"type": "LineString", "coordinates": [[36.36, 33.56], [36.63, 35.93]]}
    pictures, _, told = taken(
        folder,
        feature({"type": "Point", "coordinates": [36.3, 33.5]}),
        feature(line),
        feature(box(36.3, 33.5, 36.32, 33.52)),
    )
    assert len(pictures.areas) == 1
    assert told["set_aside"].endswith("1 LineString, 1 Point")


def f073(folder: Path) -> None:
    """A bow tie is repaired by name, its area told."""
    bow = polygon((36.3, 33.5), (36.4, 33.6), (36.4, 33.5), (36.3, 33.6))
    pictures, decisions, told = taken(folder, feature(bow, name="bow-tie"))
    assert pictures.areas.geometry.is_valid.all()
    assert "make_valid (structure), 2 parts of" in told["invalid_ring"]
    assert "both taken, area now 51.50 km²" in told["invalid_ring"]
    assert "bow-tie" in decisions.loc[decisions["check"] == "invalid_ring", "row"].iloc[0]


def f075(folder: Path) -> None:
    """A spike leaves a polygon."""
    spike = polygon((36, 33), (37, 33), (37, 34), (36.5, 34), (36.5, 35), (36.5, 34), (36, 34))
    pictures, _, told = taken(folder, feature(spike))
    assert pictures.areas.geometry.geom_type.tolist() == ["Polygon"]
    assert pictures.areas.geometry.iloc[0].bounds == (36, 33, 37, 34)
    assert "invalid_ring" in told


def f078(folder: Path) -> None:
    """An open ring is closed with a warning that names it."""
    ring = [[36.3, 33.5], [36.4, 33.5], [36.4, 33.6]]
    pictures, decisions, told = taken(folder, feature({"type": "Polygon", "coordinates": [ring]}, name="open ring"))
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(51.5, rel=1e-2)
    assert "closed" in told["open_ring"]
    assert decisions.loc[decisions["check"] == "open_ring", "row"].iloc[0] == "feature 1 (open ring)"


def f080(folder: Path) -> None:
    """Answers come in the order asked, with their ids."""
    pictures, _, _ = taken(folder, feature(box(36.3, 33.5, 36.4, 33.6)))
    points = asked(*[(36.25 + n / 100, 33.55) for n in (7, 3, 9, 1, 0, 8, 2, 6, 4, 5)])
    points.index = [f"r{n}" for n in (7, 3, 9, 1, 0, 8, 2, 6, 4, 5)]
    answers = control.locate(points, pictures)
    assert answers.index.tolist() == points.index.tolist()
    assert (answers["holder_answer"] == "held").tolist() == [int(name[1:]) >= 5 for name in points.index]


def f081(folder: Path) -> None:
    """Points in other units are refused, and areas in metres arrive in degrees: never an answer from mixed units."""
    away = asked((36.35, 33.55), (36.9, 33.9))
    crs = {"type": "name", "properties": {"name": "EPSG:3857"}}
    metres = gpd.GeoSeries([shapely.box(36.3, 33.5, 36.4, 33.6)], crs=4326).to_crs(3857).iloc[0]
    path = folder / "layer.geojson"
    path.write_text(
        json.dumps({"type": "FeatureCollection", "crs": crs, "features": [feature(shapely.geometry.mapping(metres))]})
    )
    pictures, _ = control.import_layers(path, **DATED)
    assert control.locate(away, pictures)["holder_answer"].tolist() == ["held", "nobody"]
    with pytest.raises(Exception, match="expected EPSG:4326"):
        control.locate(away.to_crs(3857), pictures)


def f082(folder: Path) -> None:
    """Ground that two hold on one day is told with its size; a place inside is disputed, with both names."""
    sides = [feature(box(west, 33.5, west + 0.06, 33.56), side=side) for west, side in ((36.3, "A"), (36.34, "B"))]
    pictures, _, told = taken(folder, *sides, holder="property:side")
    assert told["overlap"] == "1 overlap of areas of different holders, 12.36 km²"
    answer = control.locate(asked((36.35, 33.52)), pictures).iloc[0]
    assert (answer["holder_answer"], answer["holder"]) == ("disputed", "a|b")


def f083(folder: Path) -> None:
    """The answer names the picture used and its age."""
    days = [
        {**feature(box(36.3, 33.5, 36.4, 33.6)), "properties": {"date": day}} for day in ("2018-02-18", "2018-03-18")
    ]
    pictures, _, _ = taken(folder, *days)
    answer = control.locate(asked((36.35, 33.55), day="2018-03-22"), pictures).iloc[0]
    assert (f"{answer['picture_date']:%Y-%m-%d}", answer["picture_age_days"]) == ("2018-03-18", 4)


def f086(folder: Path) -> None:
    """An area across 180 degrees is cut there, and a point in it is in it."""
    strait = polygon((-178.2, -16.5), (178.9, -16.1), (178.4, -17.6), (-177.9, -17.8))
    pictures, _, told = taken(folder, feature(strait))
    assert "crosses 180" in told["crosses_180"]
    answers = control.locate(asked((179.9, -17.0), (-179.9, -17.0), (0.0, -17.0)), pictures)
    assert answers["holder_answer"].tolist() == ["held", "held", "nobody"]
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(54_791, rel=1e-3)
    written = json.loads(
        exports.write_layer("control", pictures.areas.drop(columns=["holder_text", "holder_property"]), None)
    )
    assert written["features"][0]["geometry"]["type"] == "MultiPolygon"


def f187(folder: Path) -> None:
    """Areas come out of collections, other kinds are counted, heights dropped."""
    area = {"type": "Polygon", "coordinates": [[[36.3, 33.5, 0], [36.4, 33.5, 0], [36.4, 33.6, 0], [36.3, 33.5, 0]]]}
    both = {"type": "GeometryCollection", "geometries": [area, {"type": "Point", "coordinates": [36.35, 33.53, 0]}]}
    unit = feature({"type": "Point", "coordinates": [36.36, 33.55, 0]})
    pictures, _, told = taken(folder, feature(both), unit, name="2018-03-18.geojson", date="filename")
    assert len(pictures.areas) == 1
    assert not pictures.areas.geometry.has_z.any()
    assert told["set_aside"].endswith("2 Point")
    assert {"heights", "collections"} <= set(told)


def f188(folder: Path) -> None:
    """Self-touching rings, old ring order, empty features: one line each, areas kept."""
    ring = [(36.3, 33.5), (36.3, 33.6), (36.36, 33.55), (36.4, 33.6), (36.4, 33.5), (36.36, 33.55)]
    pictures, _, told = taken(folder, feature(polygon(*ring), name="pinched"), feature(None))
    assert {"invalid_ring", "no_geometry", "ring_order"} <= set(told)
    whole = sum(area_km2(shapely.Polygon(p)) for p in ([ring[0], ring[1], ring[2]], [ring[2], ring[3], ring[4]]))
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(whole, rel=1e-9)


def f085(folder: Path) -> None:
    """A crude box says that nobody told who drew it and from what; its day and how far its edge may be off go along."""
    pictures, _, _ = taken(folder, feature(box(44, 25, 63, 40), name="zone"))
    area = pictures.areas.iloc[0]
    assert (area["source"], area["drawn_by"]) == ("not told", "not told")
    assert area["precision_m"] > 0
    assert str(area["valid_from"])[:10] == "2018-03-18"
    case = folder / "case"
    control.write_pictures(pictures, case / "control")
    control.found_case(pictures, case)
    written = json.loads(next((case / "control").iterdir()).read_text("utf-8"))
    told = {**written, **written["features"][0]["properties"]}
    assert (told["source"], told["drawn_by"], told["precision_m"]) == ("not told", "not told", area["precision_m"])
    page = folder / "page.html"
    run = CliRunner().invoke(main, ["map", "--case", str(case), "--no-world", "-o", str(page)])
    assert run.exit_code == 0, run.output
    assert page.read_text("utf-8").count("not told") >= 2  # in the card of the area


CASES = {name.upper(): run for name, run in list(globals().items()) if name.startswith("f") and name[1:].isdigit()}


@pytest.mark.parametrize("name", sorted(CASES))
def test_field_case(name: str, tmp_path: Path) -> None:
    CASES[name](tmp_path)


def test_no_field_case_of_these_kinds_is_forgotten(shared: Path) -> None:
    lines = (shared / "cases" / "field_cases.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    mine = [row for row in rows if str(row["kind"]).split("_")[0] in KINDS]
    assert len(mine) > 12
    assert {row["id"] for row in mine} <= set(CASES)


def test_their_own_inputs_are_imported_without_a_loss(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "cases" / "field_cases.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        given = row.get("input", {})
        if row["id"] not in CASES or given.get("form") not in {"geojson", "geojson_text"}:
            continue
        name = given.get("filename", f"{row['id']}.geojson")
        text = given.get("text") or json.dumps(given["data"])
        (tmp_path / name).write_text(text, "utf-8")
        dated = (
            all("date" in (f.get("properties") or {}) for f in json.loads(text)["features"])
            and json.loads(text)["features"]
        )
        rule = "filename" if "filename" in given else "property:date" if dated else "2018-03-18"
        pictures, decisions = control.import_layers(tmp_path / name, date=rule, holder="constant:x")
        count = len(json.loads(text)["features"])
        told = decisions[decisions["severity"].isin(["error", "warning"]) | decisions["check"].isin(["set_aside"])]
        assert len(pictures.areas) == count or len(told), row["id"]
        if len(pictures.dates):
            folder = tmp_path / row["id"]
            control.write_pictures(pictures, folder / "control")
            control.found_case(pictures, folder)
            assert not (open_case(folder).rejected["severity"] == "error").any(), row["id"]
