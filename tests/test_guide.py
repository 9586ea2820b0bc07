"""The README and the guide are true: every command and every line of Python on them runs, every link leads somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import geo_ghouta as gg

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "geo_ghouta" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))
TASKS = [page for page in PAGES if page.stem != "promises"]
"""A page a task; the promises are a table that has its own tests."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT = {
    "my_reports": ["my_map.html", "places.csv", "claims.csv", "fixes.csv"],
    "next_picture": ["town.html", "changes.csv", "town.svg", "town/control/2020-03-05.geojson", "town/holders.csv"],
    "check_a_claim": ["findings.csv", "findings.geojson"],
    "to_qgis": ["ghouta.gpkg", "control.geojson", "events.csv", "ghouta.kml", "acled_like.csv", "places.json", "coarse.gpkg",
                "coarse.html", "ghouta.gpkg.manifest.json"],
    "new_case": ["mosul.html", "places.csv"],
    "big_corpus": ["corpus/map.html", "corpus/summary.json", "corpus/rejected.parquet"],
}  # fmt: skip
"""Files that a page says it leaves."""


def blocks(path):
    return BLOCK.findall(path.read_text("utf-8"))


def surroundings(folder):
    """A new user's: a home without anything, the command on the path; only the world's places are built once."""
    home = folder / "home"
    home.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "GEO_GHOUTA", "PYTEST"))}
    return {
        **kept,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(ROOT / ".pytest_cache" / "guide"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONWARNINGS": "error",
    }


def run(script, folder, env):
    """Run a block; a failing command or Python line fails the test with what was said."""
    done = subprocess.run(
        ["bash", "-eu", "-c", script], cwd=folder, env=env, capture_output=True, text=True, timeout=600, check=False
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n→ {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("path", TASKS, ids=[p.stem for p in TASKS])
def test_every_block_of_a_page_runs_and_leaves_what_it_says(path, tmp_path):
    env = surroundings(tmp_path)
    work = tmp_path / "work"
    work.mkdir()
    commands = 0
    for kind, text in blocks(path):
        assert kind in {"sh", "python"}, f"{path.name}: a block of kind {kind!r} is run by nobody"
        commands += text.count("geo-ghouta ")
        if kind == "python":
            (tmp_path / "block.py").write_text(text, "utf-8")
            run(f"{sys.executable} ../block.py", work, env)
        else:
            run(text, work, env)
    assert commands > 0
    assert set(LEFT) == {p.stem for p in TASKS}
    for name in LEFT[path.stem]:
        assert (work / name).stat().st_size > 0, name
        if name.endswith(".csv"):
            assert len((work / name).read_text("utf-8").splitlines()) > 1, f"{name} has no row"


def test_the_fixes_of_the_page_place_the_name(tmp_path):
    """The first page's way round: what is not found, decided by hand, is on the map."""
    env = surroundings(tmp_path)
    for kind, text in blocks(GUIDE / "my_reports.md"):
        if kind == "sh" and "geo-ghouta" not in text:
            run(text, tmp_path, env)
    left = run("geo-ghouta places my_reports/ --unresolved -q", tmp_path, env).stdout
    assert "Tell Nowhere" in left
    (tmp_path / "fixes.csv").write_text("name,lon,lat\nTell Nowhere,36.41,33.60\n", "utf-8")
    rows = run("geo-ghouta places my_reports/ --fixes fixes.csv --format jsonl -q", tmp_path, env).stdout
    (found,) = [r for r in map(json.loads, rows.splitlines()) if r["text"] == "Tell Nowhere"]
    assert (found["lon"], found["lat"], found["match"]) == (36.41, 33.6, "by_hand")


def _readme_commands():
    text = (ROOT / "README.md").read_text("utf-8").split("## Commands")[1]
    return [line for line in BLOCK.findall(text)[0][1].splitlines() if line.strip()]


def test_every_command_of_the_readme_runs_in_its_order(tmp_path):
    env = surroundings(tmp_path)
    work = tmp_path / "work"
    (work / "my_reports").mkdir(parents=True)
    (work / "my_reports" / "a.txt").write_text(
        "Some 300 people left Harasta for Idlib on Thursday, a monitor said.\n", "utf-8"
    )
    (work / "archive.jsonl").write_text(
        '{"text": "Shells fell on Douma on Sunday.", "published": "2018-04-02"}\n', "utf-8"
    )
    row = ["1", "Testville", "Testville", "Tal Test", "33.5", "36.4", "P", "PPL", "SY", "", "08", "", "", "", "100", "", "700", "Asia/Damascus",
           "2020-01-01"]  # fmt: skip
    (work / "SY.txt").write_text("\t".join(row) + "\n", "utf-8")
    (work / "daily").mkdir()
    area = {"type": "Feature", "properties": {"name": "A"}, "geometry": {
        "type": "Polygon", "coordinates": [[[40.0, 29.97], [40.05, 29.97], [40.05, 30.0], [40.0, 30.0], [40.0, 29.97]]]}}  # fmt: skip
    (work / "daily" / "2020-03-15.geojson").write_text(
        json.dumps({"type": "FeatureCollection", "features": [area]}), "utf-8"
    )
    for line in _readme_commands():
        run(line, work, env)
    for name in (
        "mosul.html",
        "my.html",
        "places.csv",
        "claims.jsonl",
        "control.geojson",
        "ghouta.gpkg",
        "map.svg",
        "days.html",
    ):
        assert (work / name).stat().st_size > 0, name
    assert "geo_ghouta_completion" in (tmp_path / "home" / ".bashrc").read_text("utf-8")


def test_the_readmes_python_runs(tmp_path):
    env = surroundings(tmp_path)
    found = [text for kind, text in blocks(ROOT / "README.md") if kind == "python"]
    assert len(found) >= 2
    (tmp_path / "block.py").write_text("\n".join(found), "utf-8")
    run(f"{sys.executable} block.py", tmp_path, env)
    assert (tmp_path / "ghouta.html").exists()


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", ROOT / "layers" / "README.md", *PAGES], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_every_link_leads_somewhere(path):
    text = path.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        goal = (path.parent / name).resolve() if name else path
        assert goal.exists(), f"{path.name}: {target}"
        if anchor:
            heads = re.findall(r"^#+ (.+)$", goal.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}
            assert anchor in slugs, f"{path.name}: {target}"


def test_the_first_screen_has_a_picture_a_start_and_a_page_for_every_task():
    text = (ROOT / "README.md").read_text("utf-8")
    lines = text.splitlines()
    picture = next(n for n, line in enumerate(lines) if line.startswith("!["))
    assert picture < 12
    assert re.match(r"!\[[^\]]{30,}\]\(", lines[picture])  # with words for those who do not see it
    assert lines.index("## Quick start") < 25
    for page in PAGES:
        assert f"(geo_ghouta/guide/{page.name})" in text
    assert "(geo_ghouta/exports/schemas/TABLES.md)" in text


def test_the_pages_are_short():
    # The table of promises is to look things up in, not to read through.
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert len([line for line in lines if not re.match(r"\| [SR]\d+ \|", line)]) < 190
    for page in TASKS:
        assert len(page.read_text("utf-8").splitlines()) < 110, page.name


@pytest.mark.parametrize("name", gg.__all__)
def test_every_public_name_has_an_example_that_runs(name):
    """The examples themselves are run as doctests."""
    assert ">>> " in getattr(gg, name).__doc__


def test_the_desktop_checks_are_documented():
    text = (ROOT / "README.md").read_text("utf-8")
    assert "apt-get install python3-qgis libreoffice-calc" in text
    assert ".venv/bin/pytest -m desktop" in text
