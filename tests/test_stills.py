"""Pictures without a browser: colours in the pixels, words that do not overlap, the same bytes, nothing that runs."""

from __future__ import annotations

import dataclasses
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
from click.testing import CliRunner
from map_fixture import HOLDERS, ROWS, build
from PIL import Image

from geo_ghouta import errors
from geo_ghouta.maps import MapInput, stills
from geo_ghouta.maps.stills import frame, raster, readout
from geo_ghouta.maps.stills.ground import draw_areas
from geo_ghouta.maps.stills.multiples import multiple_sheets
from geo_ghouta.maps.stills.picture import picture_sheet
from geo_ghouta.maps.stills.readout import Readout, lost
from geo_ghouta.maps.stills.sheet import Shape, Sheet, Words
from geo_ghouta.maps.stills.svg import svg
from geo_ghouta.maps.stills.tones import Style, tones
from geo_ghouta.maps.stills.wording import Wording, sentence

ROOT = Path(__file__).parents[1]
DAYS = [dt.date.fromisoformat(text) for text in ROWS]
FIRST, THREE, EMPTY = DAYS[0], dt.date(2018, 3, 22), dt.date(2018, 4, 14)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</text><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "]]><!--&amp;&lt;${alert(1)}",
    r"$\frac{1}{0}$ \n $unclosed",
    "a" + chr(0x202E) + "b" + chr(0) + "\n\tc",
    "x" * 3000,
    "\U0001f68c 汉字 ދިވެހި",
)


@pytest.fixture(scope="module")
def given() -> MapInput:
    return build()


@pytest.fixture(scope="module")
def bundled() -> MapInput:
    from geo_ghouta.outlets import map_input
    from geo_ghouta.pipeline import run

    return map_input(run(None, world=False))


def pixels(sheet: Sheet, density: float = 1.0) -> np.ndarray:
    import io

    return np.asarray(Image.open(io.BytesIO(raster.png([sheet], density))))


def size_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


def count(image: np.ndarray, colour: str) -> int:
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return int((image == wanted).all(axis=2).sum())


def words(sheet: Sheet) -> list[str]:
    return [mark.text for mark in sheet.marks if isinstance(mark, Words)]


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_holder_has_its_colour_in_the_pixels(given, theme):
    readout = Readout(given)
    image = pixels(picture_sheet(given, FIRST, theme=theme, measure=raster.width))
    assert image.shape == (900, 1400, 3)
    for holder in HOLDERS.values():
        # The smallest holder has one cell; a swatch alone would be 22 by 14 px.
        assert count(image, tones(theme).fill(readout.hues[holder])) > 1000, holder
    assert count(image, tones(theme)["paper"]) > 100_000


def test_size_and_density_of_a_png(given, tmp_path):
    path = stills.save_picture(given, tmp_path / "a.png", THREE, size=(1000, 700), density=2)
    assert size_of(path) == (2000, 1400)
    paper = stills.save_picture(given, tmp_path / "b.png", THREE, theme="print", size="a4", density=1)
    assert size_of(paper) == (794, 1123)


def test_grey_on_paper(given):
    image = pixels(picture_sheet(given, THREE, theme="print", measure=raster.width)).astype(int)
    assert np.abs(image - image.mean(axis=2, keepdims=True)).max() < 1


def test_no_old_shape_stays(given):
    # Where ground was lost, only hairlines may be; where it was lost long ago, nothing.
    readout = Readout(given)
    style, window = Style(tones("light")), (0.0, 0.0, 600.0, 500.0)
    seen = frame.fit(given.casefile.extent, window, window)
    for before, after in zip(readout.pictures[:-1], readout.pictures[1:], strict=True):
        sheet = Sheet(600, 500, tones("light")["paper"], "x")
        draw_areas(sheet, seen, readout, after, before, style)
        image = pixels(sheet)
        ys, xs = np.mgrid[0:500, 0:600]
        now = shapely.union_all([seen.whole(a.geometry) for a in after.areas]).buffer(3)
        gone = shapely.union_all([seen.whole(g) for _, g, _ in lost(before, after)]).buffer(3)
        far = ~(shapely.contains_xy(now, xs, ys) | shapely.contains_xy(gone, xs, ys))
        paper = (image == [int(sheet.paper[i : i + 2], 16) for i in (1, 3, 5)]).all(axis=2)
        assert paper[far].all()
        hatched = shapely.contains_xy(
            shapely.union_all([seen.whole(g) for _, g, _ in lost(before, after)]).buffer(-4), xs, ys
        )
        hatched &= ~shapely.contains_xy(now, xs, ys)
        if hatched.sum() > 500:
            assert 0.5 < paper[hatched].mean() < 0.9


def test_patterns_tell_the_status(given):
    # Of claimed ground two thirds are ink, of contested half, of unknown about a fifth: three that differ in grey too.
    style = Style(tones("light"))
    for status, share in {"claimed": 6 / 9, "contested": 0.5, "unknown": np.pi * 1.9**2 / 64}.items():
        sheet = Sheet(360, 360, "#FFFFFF", "x")
        from geo_ghouta.maps.stills.sheet import Pattern

        sheet.rectangle((0, 0, 360, 360), pattern=Pattern(status, "#000000", "#FFFFFF", style.pattern))
        assert 1 - pixels(sheet).mean() / 255 == pytest.approx(share, abs=0.02), status


def test_edges_between_holders_are_paper_and_the_rest_is_front(given):
    readout = Readout(given)
    sheet = Sheet(600, 500, "#F8F6F1", "x")
    seen = frame.fit(given.casefile.extent, (0, 0, 600, 500), (0, 0, 600, 500))
    draw_areas(sheet, seen, readout, readout.pictures[0], None, Style(tones("light")))
    lines = [m for m in sheet.marks if isinstance(m, Shape) and m.stroke and not m.closed]
    by_stroke = {}
    for mark in lines:
        by_stroke.setdefault(mark.stroke, []).append(
            shapely.multilinestrings([shapely.linestrings(r) for r in mark.rings])
        )
    outside = seen.whole(shapely.union_all([a.geometry for a in readout.pictures[0].areas], grid_size=1e-7)).boundary
    front = shapely.union_all(by_stroke[tones("light")["map-ink"]])
    assert front.hausdorff_distance(outside) < 0.5
    inner = shapely.union_all(by_stroke["#F8F6F1"])
    assert inner.length > 100
    assert inner.buffer(0.3).intersection(outside).length < 5


def test_convoy_arrow_is_as_wide_as_its_counts(given):
    from geo_ghouta.maps.stills.convoys import draw_convoys

    row = given.convoys[given.convoys["date_from"] == pd.Timestamp(THREE)].iloc[0]
    sheet = Sheet(1400, 900, "#F8F6F1", "x")
    seen = frame.fit(given.casefile.extent, (0, 0, 1400, 900), (0, 0, 1400, 900))
    arrows = draw_convoys(sheet, seen, given, THREE, (0, 0, 1400, 900), Style(tones("light")))
    assert len(arrows) >= 1
    assert arrows[0].width == pytest.approx(min(28, max(3, row["people_high"] / 150)))
    cores = {m.width for m in sheet.marks if isinstance(m, Shape) and m.opacity == 1 and not m.closed}
    assert min(28, max(3, row["people_low"] / 150)) in cores
    none = Sheet(1400, 900, "#F8F6F1", "x")
    assert draw_convoys(none, seen, given, dt.date(2018, 2, 1), (0, 0, 1400, 900), Style(tones("light"))) == []


def test_hidden_layers_stay_out(given):
    import dataclasses

    lean = dataclasses.replace(given, hidden=("places", "convoys", "ground"))
    told = words(picture_sheet(lean, THREE))
    assert "Millbrook" not in told
    assert not any(text.startswith(("To ", "From ")) for text in told)
    assert "Millbrook" in words(picture_sheet(given, THREE))


# ---------------------------------------------------------------- words


def test_four_answers_do_not_look_alike(given):
    say, readout = Wording("en"), Readout(given)
    assert sentence(say, readout, FIRST).startswith("One area of ")
    assert re.fullmatch(r"Three pockets, \d+\u00a0km², \d+\u00a0% of 18\u00a0February\.", sentence(say, readout, THREE))
    assert sentence(say, readout, EMPTY).startswith("No area held. Amberton, the last ")
    assert sentence(say, readout, dt.date(2016, 1, 1)) == "No picture yet. The first is of 18\u00a0February\u00a02018."
    assert "unknown." in sentence(say, readout, dt.date(2018, 3, 26))
    assert "when last drawn." in sentence(say, readout, dt.date(2018, 3, 25))
    assert "contested." in sentence(say, readout, dt.date(2018, 3, 12))


def test_key_adds_up(given):
    readout = Readout(given)
    for before, after in zip(readout.pictures[:-1], readout.pictures[1:], strict=True):
        union = shapely.union_all([a.geometry for a in before.areas if a.held] + [a.geometry for a in after.areas])
        from geo_ghouta import measure

        whole = after.total + after.contested + after.unknown + sum(km2 for *_, km2 in lost(before, after))
        assert whole == pytest.approx(measure.area_km2(union), abs=0.01)


def test_picture_that_is_old_says_so(given):
    told = words(picture_sheet(given, dt.date(2018, 3, 25)))
    assert "3 days old" in told
    assert any(text.startswith("Sunday. Picture of 22 March") for text in told)


def test_sources_stand_in_the_picture(given):
    assert any("two dispatches of that week" in text for text in words(picture_sheet(given, THREE)))


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("size", [(1400, 900), "a4", (900, 640)])
@pytest.mark.parametrize("day", [FIRST, dt.date(2018, 3, 12), THREE, dt.date(2018, 3, 26), EMPTY, dt.date(2016, 1, 1)])
def test_no_text_overlaps_or_leaves_the_sheet(given, day, size, language):
    assert_apart(picture_sheet(given, day, language, size=size, measure=raster.width))


def ink(text: object) -> tuple[float, float, float, float]:
    """Box of the ink of a drawn text in px: the room that its line asks for is larger than its letters."""
    from matplotlib.textpath import text_to_path

    font = text.get_fontproperties()
    points, _ = text_to_path.get_text_path(font, text.get_text())
    scale = font.get_size_in_points() / text_to_path.FONT_SCALE / 0.75
    outline = np.asarray(points) * scale
    wide = text_to_path.get_text_width_height_descent(text.get_text(), font, False)[0] / 0.75
    x, y = text.get_transform().transform(text.get_position())
    x -= {"left": 0, "center": wide / 2, "right": wide}[text.get_horizontalalignment()]
    low, high = outline.min(axis=0), outline.max(axis=0)
    return x + low[0], y + low[1], x + high[0], y + high[1]


def assert_apart(sheet: Sheet) -> None:
    spaced = [mark for mark in sheet.marks if isinstance(mark, Words) and mark.spacing]
    letters = {char for mark in spaced for char in mark.text}
    with raster.settings():
        drawn = raster.figure(sheet)
        boxes = [
            (text.get_text(), *ink(text))
            for text in drawn.findobj(lambda a: type(a).__name__ == "Text")
            if text.get_text().strip() and not (len(text.get_text()) == 1 and text.get_text() in letters)
        ]
    assert len(boxes) > 8
    for text, x0, y0, x1, y1 in boxes:
        assert min(x0, y0) > 0, text
        assert x1 < sheet.width, text
        assert y1 < sheet.height, text
    for number, (text, x0, y0, x1, y1) in enumerate(boxes):
        for other, u0, v0, u1, v1 in boxes[number + 1 :]:
            assert x0 >= u1 or x1 <= u0 or y0 >= v1 or y1 <= v0, (text, other, (x0, y0, x1, y1), (u0, v0, u1, v1))


def test_bundled_case_overlaps_nowhere(bundled):
    for day in (
        dt.date(2017, 5, 14),
        dt.date(2018, 2, 18),
        dt.date(2018, 3, 12),
        dt.date(2018, 3, 22),
        dt.date(2018, 4, 14),
    ):
        for language in ("en", "ar"):
            assert_apart(picture_sheet(bundled, day, language, measure=raster.width))
    for page in multiple_sheets(
        bundled, [dt.date(2018, 2, 18), dt.date(2018, 3, 12), dt.date(2018, 4, 14)], measure=raster.width
    ):
        assert_apart(page)


def test_arabic_is_joined_and_runs_from_right_to_left(given, tmp_path):
    # Joined letters are narrower than the same letters apart.
    assert raster.width("حرستا", 20, False) < 0.9 * sum(raster.width(c, 20, False) for c in "حرستا")
    sheet = picture_sheet(given, THREE, "ar", measure=raster.width)
    title = next(m for m in sheet.marks if isinstance(m, Words) and m.size == 32)
    assert title.anchor == "right"
    assert title.x > 1000
    assert "آذار" in title.text
    root = ET.fromstring(
        stills.save_picture(given, tmp_path / "a.svg", THREE, language="ar").read_text(encoding="utf-8")
    )
    arabic = [node for node in root.iter(f"{SVG}text") if re.search("[\u0600-\u06ff]", node.text or "")]
    assert len(arabic) > 10
    assert all(node.get("direction") == "rtl" for node in arabic)


def test_names_of_places_in_both_scripts(given):
    english, arabic = words(picture_sheet(given, FIRST)), words(picture_sheet(given, FIRST, "ar"))
    assert english.index("Amberton") < english.index("عنبر")
    assert arabic.index("عنبر") < arabic.index("Amberton")


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


def test_gained_ground_carries_signs_and_a_row(given, tmp_path):
    # The same pictures in the other order: what was lost is gained.
    days = sorted(given.pictures.dates["picture_date"])[:3]
    turn = dict(zip(days, reversed(days), strict=True))
    areas = given.pictures.areas
    areas = areas[areas["valid_from"].isin(days)].copy()
    areas["valid_from"] = areas["valid_from"].map(turn)
    areas["valid_to"] = areas["valid_from"].map(dict(zip(days, [*days[1:], None], strict=True)))
    dates = given.pictures.dates[given.pictures.dates["picture_date"].isin(days)]
    grown = dataclasses.replace(
        given, pictures=dataclasses.replace(given.pictures, areas=areas, dates=dates), pockets=None
    )
    made = readout.Readout(grown)
    first, second = made.pictures[0], made.pictures[1]
    fresh = sum(km2 for _, _, km2 in readout.gained(first, second))
    assert fresh > 5
    text = stills.save_picture(grown, tmp_path / "grown.svg", date=second.day).read_text(encoding="utf-8")
    assert f"Gained since {first.day.day} " in text
    assert stills.save_picture(grown, tmp_path / "grown.png", date=second.day, density=1).stat().st_size > 10_000
    # On the first picture of a campaign nothing counts as gained.
    assert readout.gained(None, first) == []


def test_the_key_of_a_still_explains_only_what_the_case_has(given, tmp_path):
    areas = given.pictures.areas
    sure = areas[areas["status"] == "assessed"]
    plain = dataclasses.replace(given, pictures=dataclasses.replace(given.pictures, areas=sure), pockets=None)
    text = stills.save_picture(plain, tmp_path / "plain.svg", date=dt.date(2018, 3, 4)).read_text(encoding="utf-8")
    assert "front line" in text
    for word in ("claimed", "contested", "unknown"):
        assert f">{word}<" not in text


def test_a_share_in_arabic_is_read_as_the_line_runs(given):
    sheet = picture_sheet(given, dt.date(2018, 3, 22), "ar", measure=raster.width)
    marks = [m for m in sheet.marks if isinstance(m, Words) and m.text.endswith("%")]
    assert len(marks) >= 4
    assert all(m.rtl for m in marks)
    with raster.settings():
        drawn = [t.get_text() for t in raster.figure(sheet).findobj(lambda a: type(a).__name__ == "Text")]
    shares = [t for t in drawn if "%" in t and len(t) < 7]
    assert shares
    assert all(t.startswith("%") for t in shares)


def test_long_names_go_over_lines_and_are_never_cut(given):
    long = "The Combined Operational Command of the Northern Brigades and Their Allies"
    solid = "Brigade-of-One-Word-That-No-Line-Can-Hold-However-Wide-It-May-Be"
    actors = tuple(
        dataclasses.replace(a, label={"orchard_front": long, "river_corps": solid}.get(a.id, a.label))
        for a in given.casefile.actors
    )
    case = dataclasses.replace(given, casefile=dataclasses.replace(given.casefile, actors=actors))
    words = [m.text for m in picture_sheet(case, dt.date(2018, 2, 18)).marks if isinstance(m, Words) and m.bold]
    assert solid in words
    assert long not in words
    assert long in " ".join(words)
