"""Places as a user meets them: lists of one's own, decisions by hand, online look-ups, by the command line."""

from __future__ import annotations

import csv
import http.server
import io
import json
import os
import threading
import urllib.parse

import pytest
from click.testing import CliRunner

from geo_ghouta.cli import main
from geo_ghouta.geocoding import online

REPORT = """---
published: 2018-03-26
source: Desk
title: A quiet day
---
Shells hit Zarbuliya and Harasta on Monday. The village of Dolmashi was quiet. Buses left Zarbuliya for Qarfulta.
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Reports, and a user's folders of its own."""
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "a.md").write_text(REPORT, "utf-8")
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return tmp_path


def run(*words):
    done = CliRunner().invoke(main, [str(w) for w in words])
    assert done.exit_code in {0, 3}, done.output
    return done


def places(home, *words):
    done = run("places", home / "reports", "--no-world", "--format", "csv", *words)
    return {row["text"]: row for row in csv.DictReader(io.StringIO(done.stdout))}, done.stderr


def dump(path, name, lat, lon):
    row = ["900001", name, name, "", str(lat), str(lon), "P", "PPL", "SY", *[""] * 5, "1200", "", "", "Asia/Damascus", "2024-01-01"]  # fmt: skip
    path.write_text("\t".join(row) + "\n", "utf-8")
    return path


def test_lists_given_are_repeatable_and_wrong_rows_are_named(home):
    (home / "one.csv").write_text("name,lat,lon\nZarbuliya,33.55,36.40\nNowhere,95,36\n", "utf-8")
    point = {"type": "Feature", "properties": {"name": "Dolmashi", "kind": "village"}, "geometry": {"type": "Point", "coordinates": [36.5, 33.6]}}  # fmt: skip
    (home / "two.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [point]}), "utf-8")
    found, said = places(home, "--gazetteer", home / "one.csv", "--gazetteer", home / "two.geojson")
    assert (found["Zarbuliya"]["lat"], found["Zarbuliya"]["lon"]) == ("33.55", "36.4")
    assert found["Dolmashi"]["resolution"] == "placed"
    assert found["Qarfulta"]["resolution"] == "not_found"
    assert "one.csv" in said
    assert "95" in said


@pytest.mark.parametrize("verb", ["map", "claims", "check", "export"])
def test_every_verb_that_reads_reports_takes_lists(home, verb):
    (home / "one.csv").write_text("name,lat,lon\nZarbuliya,33.55,36.40\n", "utf-8")
    words = {"map": ["-o", home / "m.html"], "export": ["-o", home / "e.geojson"]}.get(verb, ["-o", home / "t.csv"])
    done = run(verb, home / "reports", "--no-world", "--gazetteer", home / "one.csv", *words)
    assert "5 place names = 3 placed + 2 unplaced" in done.stderr


def test_an_added_dump_is_used_by_every_later_run_and_can_be_forgotten(home):
    dump(home / "SY.txt", "Zarbuliya", 33.55, 36.4)
    run("gazetteer", "add", home / "SY.txt")
    assert "SY" in run("gazetteer", "info").output
    found, _ = places(home)
    assert found["Zarbuliya"]["lat"] == "33.55"
    run("gazetteer", "remove", "SY")
    assert places(home)[0]["Zarbuliya"]["resolution"] == "not_found"


def test_what_is_left_is_filled_in_and_read_back(home):
    run("places", home / "reports", "--no-world", "--unresolved", "-o", home / "left.csv")
    rows = list(csv.DictReader(io.StringIO((home / "left.csv").read_text("utf-8"))))
    assert [(r["name"], r["mentions"]) for r in rows] == [("Zarbuliya", "2"), ("Dolmashi", "1"), ("Qarfulta", "1")]
    rows[0] |= {"lon": "36.40", "lat": "33.55", "note": "seen on a map"}
    rows[1] |= {"place": "not a place"}
    with (home / "left.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    first, _ = places(home, "--fixes", home / "left.csv")
    assert (first["Zarbuliya"]["lon"], first["Zarbuliya"]["match"]) == ("36.4", "by_hand")
    assert first["Dolmashi"]["resolution"] == "not_a_place"
    assert first["Qarfulta"]["resolution"] == "not_found"
    assert places(home, "--fixes", home / "left.csv")[0] == first, "a re-run gives the same"
    run("places", home / "reports", "--no-world", "--fixes", home / "left.csv", "--unresolved", "-o", home / "rest.csv")
    assert [r["name"] for r in csv.DictReader(io.StringIO((home / "rest.csv").read_text("utf-8")))] == ["Qarfulta"]


def test_what_is_left_as_geojson_has_a_row_a_mention(home):
    run("places", home / "reports", "--no-world", "--unresolved", "-o", home / "left.geojson")
    features = json.loads((home / "left.geojson").read_text("utf-8"))["features"]
    features.sort(key=lambda f: f["properties"]["start"])
    assert [f["properties"]["text"] for f in features] == ["Zarbuliya", "Dolmashi", "Zarbuliya", "Qarfulta"]
    text = (home / "reports" / "a.md").read_text("utf-8")
    assert all(text[f["properties"]["start"] : f["properties"]["end"]] == f["properties"]["text"] for f in features)


class Nominatim(http.server.BaseHTTPRequestHandler):
    asked: list[str] = []  # noqa: RUF012
    refuses = False

    def log_message(self, *args):
        pass

    def do_GET(self):
        name = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["q"][0]
        self.asked.append(name)
        hit = {"lat": "33.55", "lon": "36.40", "display_name": f"{name}, Syria", "name": name, "osm_type": "node", "osm_id": 7, "addresstype": "village"}  # fmt: skip
        body = json.dumps([hit] if name == "Zarbuliya" else []).encode()
        self.send_response(403 if self.refuses else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server(socket_enabled, monkeypatch):
    monkeypatch.setattr(online, "GAP_S", 0.0)
    Nominatim.asked, Nominatim.refuses = [], False
    made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Nominatim)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_address[1]}"
    made.shutdown()
    made.server_close()


ASK = ("--online", "nominatim", "--agent", "ghouta-tests", "--contact", "https://example.org/contact", "--server")


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_online_says_how_many_first_keeps_answers_and_credits_them(home, server):
    found, said = places(home, *ASK, server)
    assert sorted(Nominatim.asked) == ["Dolmashi", "Qarfulta", "Zarbuliya"], (
        "a repeated name is asked once, a listed one never"
    )
    assert "3 names: 0 in the cache, 3 to ask at" in said
    assert found["Zarbuliya"]["match"] == "online"
    assert found["Dolmashi"]["resolution"] == "not_found"
    again, said = places(home, *ASK, server)
    assert len(Nominatim.asked) == 3
    assert "to ask at" not in said
    assert again == found


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_online_refused_is_told_and_the_lists_go_on(home, server):
    Nominatim.refuses = True
    found, said = places(home, *ASK, server)
    assert len(Nominatim.asked) == 1
    assert "refuses" in said
    assert found["Harasta"]["resolution"] == "placed"
    assert {found[n]["resolution"] for n in ("Zarbuliya", "Dolmashi", "Qarfulta")} == {"failed"}


def test_nothing_is_asked_without_a_name_and_a_contact(home):
    done = CliRunner().invoke(main, ["places", str(home / "reports"), "--no-world", "--online", "nominatim"])
    assert done.exit_code in {1, 2}
    assert "--agent" in done.output
    assert not any(f.startswith("online") for _, _, files in os.walk(home) for f in files)


@pytest.mark.filterwarnings("default")
def test_a_warning_is_one_line_of_ours_and_stands_in_the_log(home):
    (home / "f.csv").write_text("report,name,lon,lat\na.md,Nowhereville,36.2,33.4\n", "utf-8")
    _, said = places(home, "--fixes", home / "f.csv", "--log-file", home / "log.txt")
    line = "warning: a fix met no place name: Nowhereville in a.md; mend it"
    assert line in said.splitlines()
    assert line in (home / "log.txt").read_text("utf-8").splitlines()


@pytest.mark.filterwarnings("default")
def test_fixes_that_meet_no_name_anywhere_are_one_note(home):
    (home / "f.csv").write_text(
        "report,name,place\n,Zarbul,not a place\nz.md,Harasta,not a place\n,Harasta,Harasta\n", "utf-8"
    )
    _, said = places(home, "--fixes", home / "f.csv")
    notes = [line for line in said.splitlines() if "no place name" in line]
    assert len(notes) == 1
    assert notes[0].startswith("note: 2 fixes met no place name in the reports read: Zarbul, Harasta in z.md; ")
    (home / "f.csv").write_text("report,name,place\n,Harasta,Harasta\n", "utf-8")
    assert "no place name" not in places(home, "--fixes", home / "f.csv")[1]
