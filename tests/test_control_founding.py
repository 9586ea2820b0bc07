"""A foreign series becomes a case by one command; a case that is there is told what it lacks."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from control_fixture import box, write

from geo_ghouta import control
from geo_ghouta.cases import new_case, open_case
from geo_ghouta.cli import main

AREA = box(36.3, 33.5, 36.4, 33.6)


def layer(*features: tuple[dict[str, Any], Any]) -> dict[str, Any]:
    listed = [{"type": "Feature", "properties": properties, "geometry": geometry} for properties, geometry in features]
    return {"type": "FeatureCollection", "features": listed}


def test_a_folder_becomes_a_case_that_fits(tmp_path: Path) -> None:
    files = {f"2018-03-0{n}.json": layer(({"side": "North Group"}, AREA)) for n in (1, 2)}
    folder = write(tmp_path / "in", files)
    asked = ["control", "import", str(folder), "--case", str(tmp_path / "my_case"), "--holder", "property:side"]
    told = CliRunner().invoke(main, asked)
    assert told.exit_code == 0, told.output
    case = open_case(tmp_path / "my_case")
    assert (case.file.title, str(case.file.start), str(case.file.end)) == ("my case", "2018-03-01", "2018-03-02")
    assert [actor.id for actor in case.file.actors] == ["north_group"]
    assert not len(case.rejected)
    assert len(control.validate(case.pictures, case.file, case.gazetteer)) == 0
    rows = list(csv.DictReader((tmp_path / "my_case" / "import.csv").read_text("utf-8").splitlines()))
    assert [row["check"] for row in rows].count("read") == 2
    # Again with a later day: the case.toml of the user is not touched, what it lacks is told.
    before = (tmp_path / "my_case" / "case.toml").read_text("utf-8")
    later = write(tmp_path / "later", {"2018-03-09.json": layer(({"side": "South Group"}, box(38, 35, 38.1, 35.1)))})
    told = CliRunner().invoke(main, [*asked[:2], str(later), *asked[3:]])
    assert (tmp_path / "my_case" / "case.toml").read_text("utf-8") == before
    for words in ("end = 2018-03-09", "extent = [", '"south_group"', "2 pictures of the case stood there before"):
        assert words in told.output


def test_findings_of_the_drawing_go_onto_the_map_and_into_geojson(tmp_path: Path) -> None:
    near = [({}, box(36.3, 33.5, 36.4, 33.6)), ({}, box(36.4001, 33.5, 36.45, 33.6))]
    pictures, _ = control.import_layers(write(tmp_path / "in", {"2018-03-01.json": layer(*near)}), holder="constant:x")
    folder = tmp_path / "case"
    control.write_pictures(pictures, folder / "control")
    control.found_case(pictures, folder)
    found = tmp_path / "found.geojson"
    case = ["--case", str(folder), "--no-world"]
    assert CliRunner().invoke(main, ["check", "--control", *case, "-o", str(found)]).exit_code == 0
    (gap,) = [f for f in json.loads(found.read_text("utf-8"))["features"] if f["properties"]["check"] == "gap"]
    assert gap["geometry"]["type"] == "LineString"
    for flag, count in (([], 0), (["--findings"], 1)):
        page = tmp_path / f"page{count}.html"
        told = CliRunner().invoke(main, ["map", *case, *flag, "-o", str(page)])
        assert told.exit_code == 0, told.output
        assert ("1 finding of the drawing marked" in told.output) == bool(count)
        assert page.is_file()


def test_an_import_replaces_only_what_it_wrote_itself(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {f"2018-03-0{n}.json": layer(({}, AREA)) for n in (1, 2)})
    case = tmp_path / "mine"
    asked = ["control", "import", str(folder), "--case", str(case), "--holder", "constant:x"]
    assert CliRunner().invoke(main, asked).exit_code == 0
    again = CliRunner().invoke(main, [*asked[:-1], "constant:y"])  # as after correcting the holders
    assert again.exit_code == 0, again.output
    first, second = (case / "control" / f"2018-03-0{n}.geojson" for n in (1, 2))
    assert '"holder":"y"' in first.read_text("utf-8")
    drawn = first.read_text("utf-8").replace("36.4", "36.41")  # one point moved by hand
    first.write_text(drawn, "utf-8")
    told = CliRunner().invoke(main, [*asked[:-1], "constant:z"])
    assert told.exit_code == 3
    for words in (
        "left out: in/2018-03-01.json",
        "control/2018-03-01.geojson",
        "drawn or changed by hand",
        "--replace",
    ):
        assert words in told.output
    assert first.read_text("utf-8") == drawn
    assert '"holder":"z"' in second.read_text("utf-8")
    other = write(tmp_path / "other", {"theirs_2018-03-02.json": layer(({}, AREA))})
    told = CliRunner().invoke(main, [*asked[:2], str(other), *asked[3:]])
    assert told.exit_code == 1  # another's layer of that day: nothing was left to write
    assert "imported from 2018-03-02.json" in told.output
    assert '"holder":"z"' in second.read_text("utf-8")
    assert CliRunner().invoke(main, [*asked, "--replace"]).exit_code == 0
    assert first.read_text("utf-8") != drawn
    assert not len(open_case(case).rejected)


@pytest.mark.parametrize("name", ["2018-03-05.kml", "areas.gpkg", "theirs.shp", "theirs.ZIP"])
def test_a_layer_of_another_format_among_the_pictures_is_left_out_and_told(name: str, tmp_path: Path) -> None:
    case = new_case(tmp_path / "town")
    for other in ("README.txt", "theirs.dbf", ".hidden.kml", name):
        (case / "control" / other).write_bytes(b"x")
    told = CliRunner().invoke(main, ["check", "--control", "--case", str(case), "--no-world"])
    assert told.exit_code == 3
    assert told.output.count("no format that is read here") == 1
    for words in (f"control/{name}", "move it out of this folder", "geo-ghouta control import FILE"):
        assert words in told.output
    assert ("export it as GeoJSON" in told.output) == (name[-3:] != "kml")
    told = CliRunner().invoke(main, ["map", "--case", str(case), "--no-world", "-o", str(tmp_path / "a.html")])
    assert (told.exit_code, "1 left out" in told.output) == (3, True)


@pytest.mark.parametrize(
    "fault", [({}, {"type": "Point", "coordinates": [36.3, 33.5]}), ({}, None), ({"status": "surely"}, AREA)]
)
def test_what_does_not_count_in_a_picture_is_told_as_left_out(fault: Any, tmp_path: Path) -> None:
    case = new_case(tmp_path / "town")
    drawn = sorted((case / "control").glob("*.geojson"))[0]
    data = json.loads(drawn.read_text("utf-8"))
    model = data["features"][0]
    added = {**model, "id": "added", "properties": {**model["properties"], **fault[0]}}
    added["geometry"] = model["geometry"] if fault[1] is AREA else fault[1]
    data["features"] = [model, added] if fault[1] is not AREA else [added]
    drawn.write_text(json.dumps(data), "utf-8")
    told = CliRunner().invoke(main, ["map", "--case", str(case), "--no-world", "-o", str(tmp_path / "a.html")])
    assert told.exit_code == 3, told.output
    assert f"left out: control/{drawn.name}" in told.output
    assert "; 1 left out" in told.output
