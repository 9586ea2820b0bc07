"""Pictures without a browser, as files: hostile text, the same bytes, several days, where no script runs, the verb."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
import shapely
import stills_fixture
from click.testing import CliRunner
from map_fixture import build
from stills_fixture import DAYS, EMPTY, FIRST, SVG, THREE, assert_apart, size_of, words

from geo_ghouta import errors
from geo_ghouta.maps import MapInput, stills
from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.multiples import multiple_sheets
from geo_ghouta.maps.stills.picture import picture_sheet
from geo_ghouta.maps.stills.readout import Readout
from geo_ghouta.maps.stills.sheet import Shape, Sheet
from geo_ghouta.maps.stills.svg import svg
from geo_ghouta.maps.stills.tones import tones
from geo_ghouta.maps.stills.wording import Wording, sentence

# A fixture of another file: pytest finds it by its name here.
given = stills_fixture.given

ROOT = Path(__file__).parents[1]
HOSTILE = (
    "</text><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "]]><!--&amp;&lt;${alert(1)}",
    r"$\frac{1}{0}$ \n $unclosed",
    "a" + chr(0x202E) + "b" + chr(0) + "\n\tc",
    "x" * 3000,
    "\U0001f68c 汉字 ދިވެހި",
)


# ---------------------------------------------------------------- hostile text


@pytest.mark.parametrize("payload", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_text(payload, tmp_path):
    given = build(payload)
    path = stills.save_picture(given, tmp_path / "a.svg", THREE)
    page = stills.save_multiples(given, DAYS[:2], tmp_path / "a.html").read_text(encoding="utf-8")
    for whole in (path.read_text(encoding="utf-8"), stills.svg_fallback(given, THREE)):
        root = ET.fromstring(whole)
        names = {node.tag.removeprefix(SVG) for node in root.iter()}
        assert names <= {"svg", "title", "defs", "pattern", "rect", "circle", "path", "text", "g"}
        assert not any(name.lower().startswith("on") for node in root.iter() for name in node.attrib)
        assert chr(0x202E) not in whole
    assert "<script" not in page.lower()
    stills.save_picture(given, tmp_path / "a.png", THREE, density=1)
    stills.save_picture(given, tmp_path / "a.pdf", THREE)


def test_text_shown_is_text_given(tmp_path):
    given = build("<b>&\"'")
    root = ET.fromstring(stills.save_picture(given, tmp_path / "a.svg", FIRST).read_text(encoding="utf-8"))
    told = [node.text or "" for node in root.iter(f"{SVG}text")]
    assert "Orchard Front<b>&\"'" in told or any(t.startswith("Orchard Front<b>") for t in told)


# ---------------------------------------------------------------- same bytes, safe files


def test_same_bytes_twice_and_for_every_hash_seed(given, tmp_path):
    suffixes = ("png", "svg", "pdf")
    script = textwrap.dedent(
        """
        import datetime as dt, hashlib, sys
        sys.path.insert(0, "tests")
        from map_fixture import build
        from geo_ghouta.maps import stills
        given, day = build(), dt.date(2018, 3, 22)
        for suffix in sys.argv[2:]:
            path = stills.save_picture(given, f"{sys.argv[1]}/s.{suffix}", day, size=(700, 500), density=1)
            print(hashlib.sha256(path.read_bytes()).hexdigest())
        assert "matplotlib.pyplot" not in sys.modules
        """
    )
    here = [
        hashlib.sha256(
            stills.save_picture(given, tmp_path / f"h.{s}", THREE, size=(700, 500), density=1).read_bytes()
        ).hexdigest()
        for s in suffixes
    ]
    for seed in ("1", "77"):
        told = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path), *suffixes],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Pacific/Apia"}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.split() == here


def test_a_style_of_the_user_changes_nothing(given):
    import matplotlib as mpl

    plain = raster.png([picture_sheet(given, THREE, size=(600, 450), measure=raster.width)], 1)
    with mpl.rc_context(
        {"font.size": 30, "text.color": "red", "savefig.dpi": 20, "figure.facecolor": "blue", "axes.linewidth": 9}
    ):
        before = dict(mpl.rcParams)
        assert raster.png([picture_sheet(given, THREE, size=(600, 450), measure=raster.width)], 1) == plain
        assert dict(mpl.rcParams) == before


def test_no_machine_and_no_date_in_the_files(given, tmp_path):
    data = stills.save_picture(given, tmp_path / "a.pdf", THREE).read_bytes()
    assert b"CreationDate" not in data
    assert str(Path.home()).encode() not in data
    assert b"tEXt" not in stills.save_picture(given, tmp_path / "a.png", THREE, density=1).read_bytes()


def test_old_file_stays_when_it_cannot_be_written(given, tmp_path):
    with pytest.raises(errors.OutputError):
        stills.save_picture(given, tmp_path / "none" / "a.svg", THREE)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.gif", {}), ("a", {}), ("a.svg", {"theme": "auto"}), ("a.svg", {"language": "xx"}), ("a.svg", {"size": (10, 10)}),
        ("a.svg", {"size": "a3"}), ("a.svg", {"size": (1400, 90_000)}),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said_in_one_line(given, tmp_path, name, options):
    with pytest.raises(errors.UsageError) as caught:
        stills.save_picture(given, tmp_path / name, THREE, **options)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("day", ["2018-03-22", pd.Timestamp(THREE), pd.Timestamp("2018-03-22 23:59")])
def test_days_as_pandas_reads_them(given, day):
    assert svg([picture_sheet(given, day)]) == svg([picture_sheet(given, THREE)])


@pytest.mark.parametrize("day", ["22nd of Nowhere", pd.NaT, "999999-01-01"])
def test_no_day_is_said(given, day):
    with pytest.raises(errors.UsageError, match="YYYY-MM-DD"):
        stills.svg_fallback(given, day)


def test_missing_extra_is_named_and_svg_needs_none(given, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in ("a.png", "a.pdf"):
        with pytest.raises(errors.UsageError, match=r"geo-ghouta\[picture\]"):
            stills.save_picture(given, tmp_path / name, THREE)
    assert stills.save_picture(given, tmp_path / "a.svg", THREE).stat().st_size > 10_000
    assert "<svg" in stills.svg_fallback(given, THREE)
    assert stills.save_multiples(given, DAYS, tmp_path / "m.html").is_file()


# ---------------------------------------------------------------- several days


def test_small_maps_on_a4(given, tmp_path):
    pages = multiple_sheets(given, DAYS[:6])
    assert len(pages) == 2
    assert (round(pages[0].width), round(pages[0].height)) == (794, 1123)
    told = words(pages[0])
    for day in DAYS[:6]:
        assert f"{day.day} {day:%B} 2018" in told
    assert "100\u00a0%" in told
    assert "lost since the map before" in told
    assert any("page 2" in text or "page" in text for text in told)
    assert "Sources of the pictures" in words(pages[1])
    assert len(multiple_sheets(given, DAYS)) == 3
    frames = {
        m.width for m in pages[0].marks if isinstance(m, Shape) and m.closed and m.stroke == tones("print")["rule2"]
    }
    assert frames == {1}
    path = stills.save_multiples(given, DAYS[:6], tmp_path / "m.png", density=1)
    assert size_of(path)[0] == 794


def test_small_maps_share_scale_and_frame(given):
    page = multiple_sheets(given, [DAYS[0], DAYS[1]])[0]
    fills = [m for m in page.marks if isinstance(m, Shape) and m.fill == "#939393" and m.rings[0].shape[0] > 8]
    left, right = (m.rings[0][:, 0].min() for m in fills[:2])
    tops = [m.rings[0][:, 1].min() for m in fills[:2]]
    # The largest holder keeps its western edge between the two days: same place in both maps.
    assert tops[0] == pytest.approx(tops[1], abs=0.5)
    assert right - left == pytest.approx((91 + 4) * 96 / 25.4, abs=1)


def test_empty_and_missing_days_among_small_maps(given):
    told = words(multiple_sheets(given, [dt.date(2016, 1, 1), EMPTY])[0])
    assert "No area held" in told
    assert "No picture" in told
    assert "–" in told
    assert "0.0\u00a0km²" in told


def test_page_of_small_maps_asks_nobody(given, tmp_path):
    page = stills.save_multiples(given, DAYS[:6], tmp_path / "m.html").read_text(encoding="utf-8")
    assert "default-src &#x27;none&#x27;" in page
    assert not re.search(r"<script|javascript:|@import|url\((?!#)", page)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert len(set(re.findall(r'id="([^"]+)"', page))) == len(re.findall(r'id="([^"]+)"', page))
    assert "@page{size:A4" in page
    assert " style=" not in page


def test_wrong_dates_for_small_maps(given, tmp_path):
    with pytest.raises(errors.UsageError, match="0 dates"):
        stills.save_multiples(given, [], tmp_path / "m.pdf")
    with pytest.raises(errors.UsageError, match=r"\.gif"):
        stills.save_multiples(given, DAYS, tmp_path / "m.gif")


@pytest.mark.browser
@pytest.mark.browser
def test_small_maps_print_on_two_pages(given, tmp_path, browser):
    path = stills.save_multiples(given, DAYS[:6], tmp_path / "m.html")
    told, asked = [], []
    page = browser.new_page()
    page.on("console", lambda m: told.append(m.text))
    page.on("request", lambda r: asked.append(r.url))
    page.goto(path.as_uri())
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    page.close()
    assert told == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2


# ---------------------------------------------------------------- where no script runs


def test_small_svg_for_untrusted_notebooks(given):
    for day in [*DAYS, dt.date(2016, 1, 1)]:
        whole = stills.svg_fallback(given, day)
        assert len(whole.encode()) <= 60_000
        root = ET.fromstring(whole)
        told = " ".join(node.text or "" for node in root.iter(f"{SVG}text"))
        assert sentence(Wording("en"), Readout(given), day)[:20] in told
    assert "Harasta" not in whole
    held = stills.svg_fallback(given, FIRST)
    assert "Orchard Front" in held
    assert tones("light").fill(Readout(given).hues["orchard_front"]) in held


def test_small_svg_stays_small_for_large_drawings(given):
    import dataclasses

    angle = np.linspace(0, 2 * np.pi, 20_000, endpoint=False)
    radius = 0.04 + 0.002 * np.sin(angle * 4001)
    ring = shapely.Polygon(np.column_stack([36.36 + radius * np.cos(angle), 33.53 + radius * np.sin(angle)]))
    areas = given.pictures.areas.copy()
    areas.loc[areas.index[areas["valid_from"] == pd.Timestamp(FIRST)][0], "geometry"] = ring
    heavy = dataclasses.replace(given, pictures=dataclasses.replace(given.pictures, areas=areas), pockets=None)
    assert len(stills.svg_fallback(heavy, FIRST).encode()) <= 60_000


def test_case_without_pictures(given):
    import dataclasses

    from geo_ghouta.schema import CONTROL, PICTURES, Pictures

    bare = MapInput(given.casefile, Pictures(PICTURES.table([]), CONTROL.empty()))
    assert any("No picture in this case." in text for text in words(picture_sheet(bare)))
    assert_apart(picture_sheet(bare, measure=raster.width))
    assert "<svg" in stills.svg_fallback(bare)
    assert multiple_sheets(dataclasses.replace(bare), [FIRST])


def test_svg_has_patterns_of_its_own():
    sheet = Sheet(100, 100, "#FFFFFF", "x")
    from geo_ghouta.maps.stills.sheet import Pattern

    sheet.rectangle((0, 0, 10, 10), pattern=Pattern("lost", "#000000", "#FFFFFF"))
    whole = svg([sheet], prefix="q")
    assert 'id="q0"' in whole
    assert "url(#q0)" in whole


# ---------------------------------------------------------------- the verb


def test_verb_picture_writes_a_file(tmp_path, monkeypatch):
    from geo_ghouta import outlets
    from geo_ghouta.cli.picture import command

    def save(result, path, *, date=None, **options):
        return stills.save_picture(outlets.map_input(result), path, date, **options)

    if not hasattr(outlets, "save_picture"):
        monkeypatch.setattr(outlets, "save_picture", save, raising=False)
    target = tmp_path / "map.svg"
    done = CliRunner().invoke(command, ["--no-world", "--date", "2018-03-22", "--size", "a4", "-o", str(target)])
    assert done.exit_code == 0, done.output
    assert ET.fromstring(target.read_text(encoding="utf-8")).tag == f"{SVG}svg"


@pytest.mark.parametrize("wrong", [["-o", "map.gif"], ["--size", "big"], ["--date", "22 March"], ["--theme", "pink"]])
def test_verb_picture_refuses_before_any_work(tmp_path, monkeypatch, wrong):
    from geo_ghouta.cli.picture import command

    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, wrong)
    assert done.exit_code == 2
    assert "reading" not in done.output
    assert not list(tmp_path.iterdir())
