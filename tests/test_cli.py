"""The command line as users meet it: right input, and what is said and written of it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import shapely
from click.testing import CliRunner

from geo_ghouta.cli import main

REPORT = """---
published: 2018-03-25
source: Desk
title: A convoy from Harasta
---
State television said 310 people left Harasta for Idlib on Friday in seven buses.
"""
RING = [[36.35, 33.55], [36.38, 33.55], [36.38, 33.58], [36.35, 33.58], [36.35, 33.55]]


def call(*words, cwd=None, **env):
    """Run the command as a user does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "geo_ghouta", *map(str, words)],
        cwd=cwd, capture_output=True, text=True, encoding="utf-8", timeout=300, env={**os.environ, **env}, check=False,
    )  # fmt: skip


def quick(*words):
    """Run the command inside this process: the same words, faster."""
    return CliRunner().invoke(main, [str(w) for w in words])


@pytest.fixture
def mine(tmp_path):
    """A small case: the bundled one's places and actors, one report, one picture."""
    from geo_ghouta.cases import bundled_case

    case = tmp_path / "mine"
    (case / "control").mkdir(parents=True)
    (case / "reports").mkdir()
    for name in ("case.toml", "places.csv"):
        shutil.copy(bundled_case() / name, case / name)
    (case / "reports" / "a.md").write_text(REPORT, "utf-8")
    write_picture(case, feature())
    return case


def feature(**changes):
    """A right feature, or one with something changed."""
    properties = {
        "name": "Harasta", "holder": "ahrar_al_sham", "status": "assessed", "besieged": True, "source": "own", "drawn_by": "me",
        "precision_m": 300,
    }  # fmt: skip
    geometry = changes.pop("geometry", {"type": "Polygon", "coordinates": [RING]})
    for key, value in changes.items():
        if value is ...:
            properties.pop(key)
        else:
            properties[key] = value
    return {"type": "Feature", "id": "harasta", "properties": properties, "geometry": geometry}


def write_picture(case, *features, day="2018-03-22", **members):
    """Write one picture of a case."""
    data = {"type": "FeatureCollection", **members, "features": list(features)}
    (case / "control" / f"{day}.geojson").write_text(json.dumps(data), "utf-8")


def test_default_command_maps_the_bundled_case_where_one_stands(tmp_path):
    done = call("map", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "ghouta.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert done.stdout == ""
    assert done.stderr.strip().splitlines()[-1].startswith("wrote ghouta.html")


def test_data_to_stdout_messages_to_stderr(mine):
    done = call("places", "--case", mine, "--format", "csv")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {"doc_id", "start", "end", "text", "name", "lat", "lon", "kind", "match", "score"} <= set(rows[0])
    harasta = next(r for r in rows if r["text"] == "Harasta")
    text = (mine / "reports" / "a.md").read_text("utf-8")
    assert text[int(harasta["start"]) : int(harasta["end"])] == "Harasta"
    assert float(harasta["lat"]) == pytest.approx(33.56, abs=0.02)
    assert "place names" in done.stderr


def test_a_table_of_claims_shows_their_words_only_where_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / "n.txt").write_text("Government forces captured Misraba last week. 40 buses left Harasta.", "utf-8")
    verb = ("claims", tmp_path, "--published", "2018-03-22", "--no-world", "--format", "table")
    plain, told = (quick(*verb, *more).stdout for more in ((), ("--quotes",)))
    words = "Government forces captured Misraba last week"
    assert words in told
    assert words not in plain
    assert "2018-03-12 – 2018-03-18" in plain


def test_claims_as_json_lines_have_the_named_fields(mine):
    done = quick("claims", "--case", mine, "--format", "jsonl")
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    wanted = {
        "doc_id", "start", "end", "kind", "value", "low", "high", "unit", "qualifier", "scope", "modality", "actor", "speaker",
        "origin", "destination", "date_from", "date_to", "date_basis", "story_id", "fact_id",
    }  # fmt: skip
    assert wanted <= set(rows[0])
    left = next(r for r in rows if r["value"] == 310)
    assert (left["kind"], left["unit"], left["origin"]) == ("departure", "people", "Harasta")
    assert left["destination"].startswith("Idlib")  # the city or its governorate: the report does not say which
    assert (left["date_from"], left["date_to"], left["date_basis"]) == ("2018-03-23", "2018-03-24", "weekday")
    assert "quote" not in left
    quoted = [
        json.loads(line)
        for line in quick("claims", "--case", mine, "--format", "jsonl", "--quotes").stdout.splitlines()
    ]
    assert all(REPORT[r["start"] : r["end"]] == r["quote"] for r in quoted)


def test_export_as_of_a_day_is_that_days_picture(tmp_path):
    target = tmp_path / "control.geojson"
    done = quick("export", "--layer", "control", "--as-of", "2018-03-24", "--format", "geojson", "-o", target)
    assert done.exit_code == 0, done.output
    data = json.loads(target.read_text("utf-8"))
    days = {f["properties"]["valid_from"] for f in data["features"]}
    assert days == {"2018-03-23"}
    assert "crs" not in data
    for feature_ in data["features"]:
        shapely.geometry.shape(feature_["geometry"])
        assert feature_["id"]


def test_export_of_an_empty_day_is_an_empty_collection():
    done = quick("export", "--layer", "control", "--as-of", "2018-04-14")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["features"] == []


def test_new_case_maps_at_once(tmp_path):
    assert quick("new", tmp_path / "own").exit_code == 0
    done = quick("map", "--case", tmp_path / "own", "-o", tmp_path / "own.html")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "own.html").stat().st_size > 100_000
    again = quick("new", tmp_path / "own")
    assert again.exit_code == 2
    assert "not empty" in again.output


def test_verify_finds_one_changed_byte(mine, tmp_path):
    target = tmp_path / "claims.geojson"
    assert quick("export", mine / "reports", "--case", mine, "--layer", "claims", "-o", target).exit_code == 0
    same = quick("verify", target, "--sources", mine)
    assert same.exit_code == 0, same.output
    assert quick("verify", target, "--case", mine).exit_code == 0
    report = mine / "reports" / "a.md"
    report.write_text(REPORT.replace("310", "311"), "utf-8")
    for option in ("--sources", "--case"):
        changed = quick("verify", target, option, mine)
        assert changed.exit_code == 4
        assert "a.md" in changed.output


def test_quiet_says_nothing_on_success(mine, tmp_path):
    done = call("map", "--case", mine, "-o", tmp_path / "m.html", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_json_summary_adds_up(mine, tmp_path):
    done = call("map", "--case", mine, "-o", tmp_path / "m.html", "--json", "-q")
    counts = json.loads(done.stderr.strip().splitlines()[-1])
    assert counts["mentions"] == counts["placed"] + counts["unplaced"] + counts["not_a_place"]
    assert counts["files"][0]["bytes"] == (tmp_path / "m.html").stat().st_size


def test_a_closed_pipe_is_silent(mine):
    line = f"{sys.executable} -m geo_ghouta places --case {mine} --format csv -q | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("doc_id")
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_standard_input_is_a_report(mine):
    done = subprocess.run(
        [sys.executable, "-m", "geo_ghouta", "places", "-", "--case", str(mine), "--format", "jsonl", "-q"],
        input="Shells fell on Douma and Arbin.", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["Douma", "Arbin"]


def test_check_lists_what_reading_told_and_ends_with_its_counts(mine):
    write_picture(mine, feature(), feature(holder=...), day="2018-03-23")
    done = quick("check", "--control", "--case", mine)
    assert done.exit_code == 3, done.output
    assert "error      " in done.stdout
    assert "control/2018-03-23.geojson" in done.stdout
    assert done.stderr.strip().splitlines()[-1].startswith("1 finding: case's files: 1 error,")
    assert "holder" not in done.stderr, "what stands among the findings is not told twice"


def test_the_last_line_of_check_adds_up(mine):
    write_picture(mine, feature(), feature(holder=...), day="2018-03-23")
    done = quick("check", "--case", mine)
    last = done.stderr.strip().splitlines()[-1]
    whole, claims, *verdicts, files, errors, warnings, notes = (int(n) for n in re.findall(r"\d+", last))
    assert (whole, claims, files) == (claims + files, sum(verdicts), errors + warnings + notes), last
    assert files == len([line for line in done.stdout.splitlines() if line.split()[0] in {"error", "warning", "note"}])


def test_check_groups_many_like_findings(capsys):
    from geo_ghouta.outlets import show_findings
    from geo_ghouta.schema import FINDINGS

    rows = [
        {"finding_id": f"a{n}", "check": "holder", "verdict": "agrees", "detail": f"Place {n} is held."}
        for n in range(40)
    ]
    rows += [{"finding_id": f"b{n}", "check": "area", "verdict": "disagrees", "detail": "The same."} for n in range(9)]
    show_findings(FINDINGS.table(rows))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert lines[-2] == "agrees     holder: 35 more like these; all of them with --format csv"
    assert lines[-1] == "disagrees  area: The same. (9 times)"


def test_check_says_a_like_fault_of_one_file_once_with_its_first_features(capsys):
    from geo_ghouta.outlets import show_findings
    from geo_ghouta.schema import FINDINGS

    shared = {"check": "no_id", "severity": "note", "detail": "no id", "hint": "give each feature an id"}
    rows = [{"finding_id": f"a{n}", "path": "control/a.geojson", "feature": f"feature {n}", **shared} for n in range(7)]
    rows += [{"finding_id": "b", "path": "control/b.geojson", "feature": "feature 1", **shared}]
    show_findings(FINDINGS.table(rows))
    assert capsys.readouterr().out.splitlines() == [
        (
            "note       no_id: control/a.geojson feature 0, feature 1, feature 2, feature 3, feature 4 and 2 more: no id → "
            "give each feature an id (7 times)"
        ),
        "note       no_id: control/b.geojson feature 1: no id → give each feature an id",
    ]


def test_findings_come_with_the_ground_that_was_measured():
    done = quick("check", "--format", "geojson", "--quiet")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["features"]
    tried = [
        r for r in rows if r["properties"]["check"] == "territory_share" and r["properties"]["verdict"] != "untestable"
    ]
    assert tried
    assert all(r["geometry"]["type"] in {"Polygon", "MultiPolygon"} for r in tried)


def test_as_known_on_a_day_is_the_earlier_state_exactly(mine, tmp_path):
    moved = [[x + 0.05, y] for x, y in RING]
    write_picture(mine, feature(), day="2018-03-22", recorded="2018-03-23")
    before = quick("export", "--case", mine, "--layer", "control")
    write_picture(
        mine, feature(geometry={"type": "Polygon", "coordinates": [moved]}), day="2018-03-24", recorded="2018-04-02"
    )
    now = quick("export", "--case", mine, "--layer", "control")
    then = quick("export", "--case", mine, "--layer", "control", "--as-known-on", "2018-04-01")
    assert now.stdout != before.stdout
    assert then.stdout == before.stdout
    none = quick("export", "--case", mine, "--layer", "control", "--as-known-on", "2018-03-22")
    assert json.loads(none.stdout)["features"] == []
    for verb in (("check",), ("map", "-o", tmp_path / "m.html"), ("places",), ("claims",)):
        done = quick(verb[0], "--case", mine, "--as-known-on", "2018-04-01", *verb[1:])
        assert done.exit_code == 0, done.output
        assert "1 picture;" in done.stderr


def test_a_place_outside_the_drawn_frame_is_unknown_not_nobodys():
    from geo_ghouta.pipeline import run

    result = run(world=False)
    west, south, east, north = result.case.file.extent
    placed = result.places[result.places.geometry.notna() & (result.places["resolution"] == "placed")]
    outside = ~placed.geometry.intersects(shapely.box(west, south, east, north))
    assert outside.any()
    answers = set(placed.loc[outside, "holder_answer"])
    assert answers <= {"unknown", "no_picture", "not_asked"}
    assert "unknown" in answers


@pytest.mark.parametrize("form", ["csv", "jsonl", "geojson", "text"])
def test_findings_go_to_a_file_in_every_form(mine, tmp_path, form):
    target = tmp_path / f"findings.{'txt' if form == 'text' else form}"
    done = quick("check", "--case", mine, "--format", form, "-o", target)
    assert done.exit_code == 0, done.output
    assert "a.md" in target.read_text("utf-8"), "a finding does not say which report it is about"


def test_a_day_before_the_first_picture_is_no_empty_picture(mine):
    done = quick("export", "--case", mine, "--layer", "control", "--as-of", "1999-01-01")
    assert done.exit_code == 0, done.output
    assert "no picture for 1999-01-01: the first is of 2018-03-22" in done.stderr


def test_online_tiles_only_when_asked_and_then_it_is_said_whom_readers_tell(mine, tmp_path):
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html", "--tiles", "Esri.WorldGrayCanvas")
    assert done.exit_code == 0, done.output
    assert "asks server.arcgisonline.com" in done.output
    assert "server.arcgisonline.com" in (tmp_path / "m.html").read_text("utf-8")
    plain = quick("map", "--case", mine, "-o", tmp_path / "p.html")
    assert plain.exit_code == 0
    assert "arcgisonline" not in (tmp_path / "p.html").read_text("utf-8")
    for name, said in (("nowhere", "no such provider"), ("MapBox", "key")):
        wrong = quick("map", "--case", mine, "-o", tmp_path / "w.html", "--tiles", name)
        assert wrong.exit_code == 2, wrong.output
        assert said in wrong.output
        assert not (tmp_path / "w.html").exists()


def test_embed_writes_a_lean_page_and_its_snippet(mine, tmp_path):
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html", "--embed")
    assert done.exit_code == 0, done.output
    snippet = (tmp_path / "m.embed.html").read_text("utf-8")
    assert snippet.startswith('<iframe src="m.html"')
    assert "sandbox=" in snippet


def test_a_hidden_layer_is_not_in_the_file_at_all(mine, tmp_path):
    # F017: hidden means not there, not merely not drawn.
    quick("map", "--case", mine, "-o", tmp_path / "all.html")
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html", "--hide", "claims")
    assert done.exit_code == 0, done.output
    assert "A convoy from Harasta" in (tmp_path / "all.html").read_text("utf-8")
    assert "A convoy from Harasta" not in (tmp_path / "m.html").read_text("utf-8")


def test_verify_does_not_take_the_bundled_case_for_a_changed_copy_of_it(tmp_path, monkeypatch):
    from geo_ghouta.cases import bundled_case

    monkeypatch.chdir(tmp_path)
    shutil.copytree(bundled_case(), "copy")
    assert quick("map", "--case", "copy", "-o", "m.html", "-q").exit_code == 0
    assert quick("verify", "m.html").exit_code == 0
    picture = tmp_path / "copy" / "control" / "2018-03-22.geojson"
    picture.write_text(picture.read_text("utf-8").replace("36.3", "36.4", 1), "utf-8")
    changed = quick("verify", "m.html")
    assert changed.exit_code == 4
    assert "2018-03-22.geojson" in changed.output
    shutil.copytree(bundled_case() / "reports", "mine")
    assert quick("map", "mine", "-o", "own.html", "-q").exit_code == 0
    assert quick("verify", "own.html").exit_code == 0
    shutil.rmtree("mine")
    shutil.rmtree("copy")
    gone = quick("verify", "own.html")
    assert gone.exit_code == 4
    assert "source not found" in gone.output


def test_verify_finds_the_bundled_case_wherever_one_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert quick("map", "-o", "m.html", "-q").exit_code == 0
    assert quick("verify", "m.html").exit_code == 0


def test_a_picture_older_than_the_day_asked_for_says_its_age(tmp_path):
    done = quick("export", "--layer", "control", "--as-of", "2018-03-25", "-o", tmp_path / "c.geojson")
    assert "2018-03-25: the picture of 2018-03-23 answers, 2 days old" in done.output
    same = quick("export", "--layer", "control", "--as-of", "2018-03-23", "-o", tmp_path / "c.geojson")
    assert "answers" not in same.output
