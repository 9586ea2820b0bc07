"""What commands remark on the way: days to come, days of nothing, and reports that lie elsewhere than the case."""

from __future__ import annotations

import datetime as dt
import shutil

import pytest
from click.testing import CliRunner

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.cases import bundled_case
from geo_ghouta.cli import main, street
from geo_ghouta.errors import ContractError
from geo_ghouta.exports.catalog import SUFFIX, TEXT_FORMATS
from geo_ghouta.outlets import map_input

ELSEWHERE = (
    "About 300 people left Mariupol for Zaporizhzhia, and 40 others reached Berdyansk and Manhush. Buses from Kharkiv "
    "and Lviv waited in Odesa, Kherson, Melitopol and Tokmak."
)


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "r.txt"
    path.write_text("Ten buses left Harasta for Idlib on Thursday, the council said.", encoding="utf-8")
    return path


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_day_of_publication_to_come_is_told(report, monkeypatch):
    monkeypatch.setattr(street, "today", lambda: dt.date(2018, 3, 20))
    told = run("claims", report, "--published", "2018-03-22", "--no-world")
    assert told.exit_code == 0
    assert "published in the future: r.txt (2018-03-22)" in told.stderr
    # A zone ahead of this one already has tomorrow's date.
    assert "future" not in run("claims", report, "--published", "2018-03-21", "--no-world").stderr


def test_a_day_that_nothing_is_of_is_told(report, tmp_path):
    out = tmp_path / "m.html"
    told = run("map", report, "--date", "2031-01-01", "--no-world", "-o", out)
    assert "--date 2031-01-01: nothing here is of that day" in told.stderr
    assert "nothing here" not in run("map", report, "--date", "2018-03-22", "--no-world", "-o", out).stderr


@pytest.mark.parametrize("verb", [("claims",), ("map", "-o", "m.html"), ("corpus", "-o", "out", "--no-map")])
def test_reports_of_another_place_are_told_at_the_end(report, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    report.write_text(ELSEWHERE, encoding="utf-8")
    places = tmp_path / "world.csv"
    names = ["Mariupol", "Zaporizhzhia", "Berdyansk", "Manhush", "Kharkiv", "Lviv", "Odesa", "Kherson", "Tokmak"]
    places.write_text("name,lat,lon\n" + "".join(f"{n},47.{i},37.{i}\n" for i, n in enumerate(names, 10)), "utf-8")
    told = run(*verb, report, "--no-world", "--gazetteer", places)
    last = "\n".join(told.stderr.strip().splitlines()[-4:])
    assert "have no spot in" in last
    assert "--case DIR" in last


def test_a_loaded_label_names_file_rule_and_way_out(tmp_path):
    shutil.copytree(bundled_case(), tmp_path / "mine")
    path = tmp_path / "mine" / "case.toml"
    text = path.read_text("utf-8")
    path.write_text(text + '\n[[actors]]\nid = "a1"\nlabel = "Rebel groups"\n', "utf-8")
    with pytest.raises(ContractError) as told:
        gg.open_case(tmp_path / "mine")
    for said in (str(path), "regime, terrorist, rebel, liberated", "Opposition groups", "aliases"):
        assert said in str(told.value)
    path.write_text(text + '\n[[actors]]\nid = "a1"\nlabel = "Opposition"\naliases = ["rebels"]\n', "utf-8")
    assert gg.open_case(tmp_path / "mine").file.actor("a1").aliases == ("rebels",)


@pytest.mark.parametrize("form", exports.FORMATS)
def test_words_of_reports_are_exported_only_where_asked(report, tmp_path, form):
    """Reports belong to their publishers and name private persons; figures, offsets and sources lead back to them."""
    told = {}
    for name, more in (("plain", ()), ("quoted", ("--quotes",))):
        out = tmp_path / name / f"claims{SUFFIX[form]}"
        out.parent.mkdir()
        words = ("export", report, "--layer", "claims", "--published", "2018-03-22", "--no-world", "-o", out)
        assert run(*words, *more).exit_code == 0
        table = gg.read_layer(out, "claims")
        told[name] = (out.read_bytes(), table["start"].tolist(), table["value"].dropna().tolist())
    quoted, plain = told["quoted"][0], told["plain"][0]
    if form in TEXT_FORMATS:
        assert b"Ten buses" in quoted
    assert b"Ten buses" not in plain
    assert told["plain"][1:] == ([0], [10.0])


def test_one_row_is_told_in_the_singular(tmp_path):
    (tmp_path / "a.txt").write_text("Shells fell on Douma.", "utf-8")
    words = ["export", str(tmp_path / "a.txt"), "--layer", "places", "--layer", "convoys", "--no-world", "-o"]
    done = CliRunner().invoke(main, [*words, str(tmp_path / "out.gpkg")])
    assert done.exit_code == 0, done.output
    assert "wrote 1 place, 0 convoys to" in done.stderr


def test_a_case_without_a_place_list_says_so_and_how_to_make_one(tmp_path):
    gg.new_case(tmp_path / "c")
    words = ["places", "--case", str(tmp_path / "c"), "--no-world", "-o", str(tmp_path / "p.csv")]
    assert "no place list" not in CliRunner().invoke(main, words).stderr
    (tmp_path / "c" / "places.csv").unlink()
    (line,) = [line for line in CliRunner().invoke(main, words).stderr.splitlines() if "no place list" in line]
    assert "places.csv (name,lon,lat)" in line
    assert "--no-world" in line


def test_a_map_opens_at_the_last_day_that_the_named_reports_tell_of(tmp_path):
    text = "Some 300 people left Harasta on Thursday, a monitor said. A new convoy is due to leave on Monday."
    (tmp_path / "a.md").write_text(f"---\npublished: 2018-03-25\n---\n{text}\n", "utf-8")
    result = gg.run(reports=[tmp_path / "a.md"], world=False)
    assert map_input(result).date == dt.date(2018, 3, 22)
    assert map_input(result, date="2018-03-18").date == "2018-03-18"
    (tmp_path / "b.md").write_text("---\npublished: 2018-03-25\n---\nTalks go on in Harasta.\n", "utf-8")
    assert map_input(gg.run(reports=[tmp_path / "b.md"], world=False)).date == dt.date(2018, 3, 25)
