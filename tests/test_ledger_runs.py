"""What a run says of itself: pictures that its convoys rest on, and reports of which none could be read."""

from __future__ import annotations

import shutil

import pandas as pd
import pytest
from click.testing import CliRunner

import geo_ghouta as gg
from geo_ghouta.cases import bundled_case
from geo_ghouta.cli import main
from geo_ghouta.ledger.manifest import cited_rows


def test_convoys_rest_on_the_picture_of_their_day_for_whose_ground_they_crossed():
    """The picture before or after that day says nothing of it; without a road nothing was crossed."""
    days = pd.to_datetime(["2018-03-01", "2018-03-12", "2018-03-22"])
    pictures = pd.DataFrame({"picture_date": days, "picture_id": [str(day)[:10] for day in days]})
    rows = [("before", "2018-02-20", "[]"), ("same", "2018-03-12", "[]"), ("after", "2018-03-20", "[]"),
            ("no road", "2018-03-20", None)]  # fmt: skip
    names = ["convoy_id", "date_from", "crossed"]
    convoys = pd.DataFrame(rows, columns=names).assign(date_from=lambda t: pd.to_datetime(t["date_from"]))
    reports = pd.DataFrame({"report_id": [], "text": []})
    cited = {row["id"]: row.get("picture") for row in cited_rows(convoys, reports, pictures)}
    assert cited == {"before": None, "same": "2018-03-12", "after": "2018-03-12", "no road": None}


def test_verify_names_convoys_whose_ways_were_read_in_a_changed_picture(tmp_path, monkeypatch):
    case = shutil.copytree(bundled_case(), tmp_path / "case")
    monkeypatch.chdir(tmp_path)
    words = ["export", "--case", "case", "--no-world", "-q", "--layer", "convoys", "-o", "c.csv"]
    assert CliRunner().invoke(main, words).exit_code in {0, 3}
    picture = case / "control" / "2018-03-22.geojson"
    picture.write_bytes(picture.read_bytes() + b"\n")
    named = [
        line
        for line in CliRunner().invoke(main, ["verify", "c.csv", "--case", "case"]).output.splitlines()
        if line.startswith("convoys ")
    ]
    assert named
    assert all("2018-03-22" in line.split(" rests on ")[0] for line in named)


def test_a_run_of_which_no_named_report_could_be_read_warns(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\x00\x01")
    with pytest.warns(UserWarning, match=r"a\.bin: no report could be read; give \.txt"):
        result = gg.run(None, [tmp_path / "a.bin"], world=False)
    assert len(result.reports) == 0
    (tmp_path / "a.txt").write_text("Ten buses left Douma.", "utf-8")
    assert len(gg.run(None, [tmp_path / "a.bin", tmp_path / "a.txt"], world=False).reports) == 1
    done = CliRunner().invoke(main, ["claims", str(tmp_path / "a.bin")])
    assert done.exit_code == 1
    assert done.output.count("no report could be read") == 1, "once, and as an error"
