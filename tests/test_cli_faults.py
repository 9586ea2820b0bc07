"""Wrong input on the command line: named in one clear line, the rest goes on, nothing that was there is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
import test_cli
from test_cli import RING, feature, quick, write_picture

from geo_ghouta.cases import open_case
from geo_ghouta.errors import UsageError
from geo_ghouta.pipeline import run

# A fixture of another file: pytest finds it by its name here.
mine = test_cli.mine

BAD_PICTURES = {
    "not json": ("{", "not JSON"),
    "no collection": ('{"type": "Point", "coordinates": [36, 33]}', "FeatureCollection"),
    "virtual format": ("<OGRVRTDataSource/>", "virtual format"),
}


@pytest.mark.parametrize("name", BAD_PICTURES)
def test_a_picture_that_cannot_be_read_is_named_and_the_rest_goes_on(mine, tmp_path, name):
    text, words = BAD_PICTURES[name]
    (mine / "control" / "2018-03-23.geojson").write_text(text, "utf-8")
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert done.exit_code == 3, done.output
    assert "2018-03-23.geojson" in done.output
    assert words in done.output
    assert (tmp_path / "m.html").is_file()
    strict = quick("map", "--case", mine, "--strict", "-o", tmp_path / "s.html")
    assert strict.exit_code == 1
    assert not (tmp_path / "s.html").exists()


FAULTS = {
    "latitude 136": (feature(geometry={"type": "Polygon", "coordinates": [[[x, y + 102.5] for x, y in RING]]}), 3, "136"),
    "missing holder": (feature(holder=...), 3, "holder"),
    "missing source": (feature(source=...), 0, "no source"),
    "unknown holder": (feature(holder="somebody"), 0, "somebody"),
    "crossing ring": (
        feature(geometry={"type": "Polygon", "coordinates": [[RING[0], RING[2], RING[1], RING[3], RING[0]]]}), 0, "self-intersection"),
    "text for numbers": (feature(geometry={"type": "Polygon", "coordinates": [[[str(x), str(y)] for x, y in RING]]}), 0, "written as text"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_feature_gets_one_clear_line_and_loses_nothing_else(mine, tmp_path, name):
    bad, code, words = FAULTS[name]
    good = feature()
    good["id"] = "good"
    good["geometry"] = {"type": "Polygon", "coordinates": [[[x + 0.05, y] for x, y in RING]]}
    bad["id"] = "bad"
    write_picture(mine, good, bad)
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert done.exit_code == code, done.output
    assert words in done.output
    assert "2018-03-22.geojson" in done.output
    kept = json.loads(quick("export", "--case", mine, "--layer", "control").stdout)
    assert any("good" in f["id"] for f in kept["features"])


def test_a_picture_in_metres_without_a_stated_crs_is_refused_with_its_numbers(mine, tmp_path):
    metres = {
        "type": "Polygon",
        "coordinates": [[[250000, 3717000], [251000, 3717000], [251000, 3718000], [250000, 3717000]]],
    }
    write_picture(mine, feature(geometry=metres), day="2018-03-23")
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert done.exit_code == 3
    assert "250000" in done.output.replace(",", "")


BAD_REPORTS = {
    "empty": ("e.txt", b"", "empty"),
    "only blanks": ("b.txt", b" \n\t\n", "no words"),
    "old Arabic": ("w.txt", "غادرت حافلات حرستا".encode("windows-1256"), "UTF-8"),
    "no such column": ("t.csv", b"a,b\n1,2\n", "text"),
    "broken line": ("l.jsonl", b'{"doc_id": "1", "text": "Buses left Harasta."}\n{"doc_id": \n', "row 2"),
}


@pytest.mark.parametrize("name", BAD_REPORTS)
def test_a_bad_report_is_named_and_the_others_are_mapped(mine, tmp_path, name):
    file, data, words = BAD_REPORTS[name]
    (mine / "reports" / file).write_bytes(data)
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert done.exit_code == 3, done.output
    assert file in done.output
    assert words in done.output
    assert quick("map", "--case", mine, "--strict", "-o", tmp_path / "s.html").exit_code == 1


def test_a_report_without_a_day_is_told_and_dates_nothing(mine):
    (mine / "reports" / "n.txt").write_text("State television said 55 people left Harasta on Thursday.\n", "utf-8")
    done = quick("claims", "--case", mine, "--format", "jsonl")
    assert done.exit_code == 0, done.output
    row = next(r for r in map(json.loads, done.stdout.splitlines()) if r["value"] == 55)
    assert (row["date_from"], row["date_to"], row["date_basis"]) == (None, None, "unknown")
    assert "1 without a day" in done.stderr
    told = quick("claims", mine / "reports" / "n.txt", "--case", mine, "--format", "jsonl", "--published", "2018-03-24")
    assert json.loads(told.stdout.splitlines()[0])["date_from"] == "2018-03-22"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "--as-of", "2018-13-40"], "2018-03-22"),
        (["export", "--layer", "roads"], "roads"),
        (["export", "--layer", "all"], "stream"),
        (["export", "--format", "gpkg"], "stdout"),
        (["export", "--as-of", "2018-03-22", "--from", "2018-03-01"], "two ways"),
        (["export", "--from", "2018-03-22", "--to", "2018-03-01"], "before"),
        (["map", "-o", "no/such/folder/m.html"], "does not exist"),
        (["map", "nowhere.txt"], "no such file"),
        (["map", "https://example.org/a.html"], "https://example.org/a.html: an address, and nothing is fetched"),
        (["map", "--case", "https://example.org/case"], "nothing is fetched"),
        (["verify", "nowhere.html"], "check the path"),
        (["control", "import", "https://example.org/a.geojson", "--case", "x"], "save it as a file"),
        (["gazetteer", "add", "nowhere.txt"], "check the path"),
        (["places", "--gazetteer", "nowhere.csv"], "nowhere.csv"),
        (["new"], "DIR"),
    ],
)
def test_wrong_options_are_told_before_any_work_and_write_nothing(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    done = quick(*words)
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert "Traceback" not in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_case_that_is_none_is_one_line(tmp_path):
    done = quick("map", "--case", tmp_path, "-o", tmp_path / "m.html")
    assert done.exit_code == 1
    assert "geo-ghouta new" in done.output
    assert "Traceback" not in done.output


def test_an_output_never_replaces_an_input(mine, tmp_path):
    report = mine / "reports" / "a.md"
    beside = mine / "reports" / "reports.csv"
    beside.write_text("file,published\na.md,2018-03-22\n", "utf-8")
    for words in (
        ("map", report, "--case", mine, "-o", report),
        ("places", report, "--case", mine, "-o", report),
        ("map", "--case", mine, "-o", mine / "places.csv"),
        ("export", "--case", mine, "--layer", "control", "-o", mine / "control" / "2018-03-22.geojson"),
        ("export", "--case", mine, "--layer", "control", "-o", mine / "control" / "new.geojson"),
        ("claims", "--case", mine, "-o", mine / "reports" / "claims.csv"),
        ("claims", mine / "reports", "-o", report),
        ("map", mine / "reports", "-o", report),
        ("places", mine, "-o", report),
        ("claims", report, "-o", beside),
        ("claims", beside, "-o", report),
        ("check", mine / "reports", "-o", report),
    ):
        before = {p: p.read_bytes() for p in mine.rglob("*") if p.is_file()}
        done = quick(*words)
        assert done.exit_code == 2, (words, done.output)
        assert {p: p.read_bytes() for p in mine.rglob("*") if p.is_file()} == before


def test_reports_that_cannot_be_read_at_all_write_nothing(mine, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.txt").write_text("  \n", "utf-8")
    for given in ("empty", "blank.txt"):
        done = quick("map", tmp_path / given, "--case", mine, "-o", tmp_path / "m.html")
        assert done.exit_code == 1, done.output
        assert "no report could be read" in done.output
        assert not (tmp_path / "m.html").exists()


def test_options_that_no_run_can_use_are_told_first(mine, tmp_path):
    for words, said in (
        (("map", "--case", mine, "--encoding", "klingon", "-o", tmp_path / "m.html"), "no such encoding"),
        (("map", "--case", mine, "-o", tmp_path / "m.geojson"), "geo-ghouta export"),
        (("map", "--case", tmp_path / "nowhere", "-o", tmp_path / "m.html"), "no such folder"),
        (("places", "--case", mine, "--agent", "x"), "--online"),
        (("places", "--case", mine, "--quotes", "--redact", "town"), "withholds"),
    ):
        done = quick(*words)
        assert done.exit_code == 2, (words, done.output)
        assert said in done.output
        assert list(tmp_path.glob("m.*")) == []


def test_a_case_is_its_folder_or_its_case_toml_and_nothing_else(mine, tmp_path):
    assert quick("places", "--case", mine / "case.toml", "--no-world", "-o", tmp_path / "p.csv").exit_code in {0, 3}
    told = {place.name for place in tmp_path.glob("p.csv*")}
    assert told == {"p.csv", "p.csv.manifest.json"}
    done = quick("verify", tmp_path / "p.csv", "--case", mine / "case.toml")
    assert done.exit_code == 0, done.output
    for words in (("places",), ("map", "-o", tmp_path / "m.html"), ("corpus", mine / "reports", "-o", tmp_path / "c"),
                  ("control", "import", mine / "control" / "2018-03-22.geojson")):  # fmt: skip
        done = quick(*words, "--case", mine / "places.csv")
        assert done.exit_code == 2, (words, done.output)
        assert "places.csv: is a file and no case; name the folder that holds case.toml" in " ".join(
            done.output.split()
        )
    assert len(open_case(mine / "case.toml").gazetteer) == len(open_case(mine).gazetteer)


def test_reports_that_are_not_there_stop_a_run_in_python_too(mine):
    for given in (["nosuch.txt"], "nosuch.txt", [mine / "reports", "nosuch.txt"]):
        with pytest.raises(UsageError, match=r"nosuch\.txt: no such file or folder; check the path"):
            run(mine, given, world=False)
    with pytest.raises(UsageError, match=r"https://example\.org/a\.html: an address, and nothing is fetched"):
        run(mine, ["https://example.org/a.html"], world=False)


def test_a_report_without_a_day_is_named(mine, tmp_path):
    (mine / "reports" / "undated.txt").write_text("Buses left Harasta on Thursday.", "utf-8")
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert "undated.txt" in done.output
    assert "--published" in done.output


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, which stands for a full disk")  # noqa: PTH110
def test_a_full_disk_behind_stdout_is_one_line(mine):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "geo_ghouta", "places", "--case", str(mine), "-q"], stdout=full, stderr=subprocess.PIPE,
            text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert "standard output: could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_one_problem_in_many_files_is_one_line(mine, tmp_path):
    for day in range(10, 16):
        nameless = feature()
        del nameless["id"]
        write_picture(mine, nameless, day=f"2018-03-{day}")
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html")
    assert done.exit_code == 0, done.output
    lines = [line for line in done.output.splitlines() if line.startswith("note: ") and "id" in line]
    assert len(lines) == 1, done.output
    assert "6 ×" in lines[0]
    assert "and 3 more files" in lines[0]


def test_features_without_an_id_are_one_line_a_file(mine):
    shape = {"type": "Polygon", "coordinates": [[[36.3, 33.5], [36.31, 33.5], [36.31, 33.51], [36.3, 33.5]]]}
    path = next((mine / "control").glob("*.geojson"))
    holder = json.loads(path.read_text("utf-8"))["features"][0]["properties"]["holder"]
    one = {"type": "Feature", "properties": {"holder": holder, "status": "assessed"}, "geometry": shape}
    far = json.loads(json.dumps(one).replace("36.3", "36.4"))
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [one, far]}), "utf-8")
    done = quick("export", "--case", mine, "--layer", "control", "--format", "geojson")
    lines = [line for line in done.stderr.splitlines() if "no id" in line]
    assert len(lines) == 1, done.stderr
    assert "2 × no id; called by its position" in lines[0]


def test_an_import_without_a_picture_says_so_once_and_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.geojson").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = quick("control", "import", "a.geojson", "--case", "x", "--holder", "constant:some")
    assert done.exit_code == 1
    told = done.stderr.strip().splitlines()
    assert "a.geojson: an image (PNG); ask for the layer as GeoJSON" in told[0]
    assert len(told) == 2
    assert told[-1].startswith("error: 1 file named and no picture came of them")


def test_small_maps_of_days_that_nothing_is_of_are_told(mine, tmp_path):
    done = quick("map", "--case", mine, "--multiples", "2018-03-22", "2031-01-01", "-o", tmp_path / "m.html")
    assert "--multiples 2031-01-01: nothing here is of that day" in done.stderr
    assert "--multiples 2018-03-22" not in done.stderr


def test_the_list_of_commands_cuts_no_words():
    told = quick("--help").stdout.split("Commands:")[1].split("Exit codes")[0]
    assert "..." not in told, told
