"""Place lists that can be read and are doubtful: told, counted as warnings, and used all the same."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from geo_ghouta.cases import new_case, open_case
from geo_ghouta.cli import main
from geo_ghouta.gazetteer import read_places

AREA = (39.0, 29.0, 41.5, 31.5)
HEAD = "name,kind,admin,lon,lat\n"


def told(tmp_path, rows, *, own=True, area=AREA):
    file = tmp_path / "places.csv"
    file.write_text(HEAD + rows, "utf-8")
    places, rejected = read_places(file, area=area, own=own)
    assert len(places) == rows.count("\n")  # every row is used
    return [(row["row"], row["problem"].partition(";")[0], row["severity"]) for row in rejected.to_dict("records")]


def test_one_name_at_two_spots_is_told(tmp_path):
    twice = told(tmp_path, "Old Mill,village,,40.00,30.00\nOld  mill,village,,40.10,30.00\n", area=None)
    problem = "the same name, kind and admin as another place, more than 2 km away"
    assert twice == [("line 3 (Old  mill, 10 km from line 2)", problem, "warning")]


@pytest.mark.parametrize(
    "rows",
    [
        "Old Mill,village,East,40.00,30.00\nOld Mill,village,West,40.10,30.00\n",
        "Old Mill,town,,40.00,30.00\nOld Mill,adm3,,40.10,30.00\n",
        "Old Mill,village,,40.000,30.00\nOld Mill,village,,40.005,30.00\n",
        "Old Mill,village,,40.00,30.00\nNew Mill,village,,40.10,30.00\n",
    ],
)
def test_what_is_told_apart_or_lies_close_is_no_doubt(tmp_path, rows):
    assert told(tmp_path, rows) == []


def test_exchanged_coordinates_are_told_and_not_exchanged(tmp_path):
    rows = "Old Mill,village,,30.0,40.0\nNew Mill,village,,40.0,30.0\n"
    problem = "lies in the case only with lon and lat exchanged"
    assert told(tmp_path, rows) == [("line 2 (Old Mill)", problem, "warning")]
    assert read_places(tmp_path / "places.csv")[0].geometry.x.tolist() == [30.0, 40.0]
    assert told(tmp_path, rows, area=None) == []


@pytest.mark.parametrize(("own", "severity"), [(True, "warning"), (False, "note")])
def test_a_spot_far_off_the_case_is_told_but_no_capital_and_no_wide_land(tmp_path, own, severity):
    rows = "Mill,village,,140.0,30.0\nTalks,capital,,-10.0,50.0\nLand,country,,-20.0,10.0\nNear,village,,42.0,30.0\n"
    assert told(tmp_path, rows, own=own) == [
        ("line 2 (Mill, 9,136 km off)", "lies far outside the case's area", severity)
    ]


def test_a_dump_of_all_the_land_is_not_doubted(tmp_path):
    line = "\t".join(["{}", "Old Mill", "", "", "30.0", "{}", "P", "PPL", "", *[""] * 5, "0", "", "", "", "2020-01-01"])
    (tmp_path / "XX.txt").write_text(f"{line.format(1, 40.0)}\n{line.format(2, 41.0)}\n", "utf-8")
    places, rejected = read_places(tmp_path / "XX.txt", area=AREA)
    assert (len(places), len(rejected)) == (2, 0)


def test_doubts_are_told_counted_and_no_fault(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new_case("mine")
    assert len(open_case("mine").rejected) == 0
    assert not len(open_case().rejected)
    with (tmp_path / "mine" / "places.csv").open("a", encoding="utf-8") as stream:
        stream.write("Far Mill,,,village,Example,30.00,40.05,town,800,2,10,made up\n")
    done = CliRunner().invoke(main, ["check", "--case", "mine", "--no-world"])
    assert done.exit_code == 0, done.output
    assert "places.csv" in done.output
    assert "only with lon and lat exchanged" in done.output
    assert "1 on the case's files (0 errors, 1 warning, 0 notes)" in done.output
    (tmp_path / "more.csv").write_text(HEAD + "A Mill,village,,40.0,30.0\nA Mill,village,,40.5,30.0\n", "utf-8")
    words = ["places", "--case", "mine", "--no-world", "--gazetteer", "more.csv", "-o", "spots.csv"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "warning: more.csv, line 3 (A Mill, 48 km from line 2)" in done.output
