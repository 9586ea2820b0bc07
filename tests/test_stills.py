"""Pictures without a browser, as seen: colours in the pixels, patterns, figures, words that do not overlap."""

from __future__ import annotations

import dataclasses
import datetime as dt
import itertools
import re
import types
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
import shapely
import stills_fixture
from map_fixture import HOLDERS
from stills_fixture import EMPTY, FIRST, SVG, THREE, assert_apart, pixels, size_of, words

from geo_ghouta.maps import stills
from geo_ghouta.maps.stills import frame, raster, readout
from geo_ghouta.maps.stills.furniture import Furniture
from geo_ghouta.maps.stills.ground import draw_areas
from geo_ghouta.maps.stills.metrics import table_width
from geo_ghouta.maps.stills.multiples import _caption, multiple_sheets
from geo_ghouta.maps.stills.picture import picture_sheet
from geo_ghouta.maps.stills.readout import Readout, lost
from geo_ghouta.maps.stills.sheet import Shape, Sheet, Words
from geo_ghouta.maps.stills.tones import Style, tones
from geo_ghouta.maps.stills.wording import Wording, sentence

# Fixtures of another file: pytest finds them by their names here.
given, bundled = stills_fixture.given, stills_fixture.bundled


def count(image: np.ndarray, colour: str) -> int:
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return int((image == wanted).all(axis=2).sum())


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


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_sheet_names_its_case_where_its_campaign_does_not(given, language):
    """A campaign may be called Autumn in any case; where its name tells the case, that does not stand there twice."""
    days, file = [FIRST, THREE], given.casefile
    for name, twice in (("Autumn", True), (f"Autumn in {file.title}", False)):
        campaigns = tuple(dataclasses.replace(c, name=name, name_ar=name) for c in file.campaigns)
        case = dataclasses.replace(file, title_ar=file.title, campaigns=campaigns)
        sheets = multiple_sheets(dataclasses.replace(given, casefile=case), days, language=language)
        short = file.title.split(" · ")[0]
        for sheet in (sheets[0], sheets[-1]):
            assert sheet.title.count(short) == 1
            assert " ".join(words(sheet)).casefold().count(short.casefold()) == 1
        assert sheets[0].title.startswith(short) == twice


@pytest.mark.parametrize("language", ["en", "ar"])
def test_figures_over_a_small_map_do_not_run_into_one_another(given, language):
    sheet = Sheet(400, 100, "#ffffff", "t", language)
    furniture = Furniture(sheet, Readout(given), Wording(language), tones("print"), table_width)
    _caption(furniture, (0.0, 50.0, 340.0, 90.0), types.SimpleNamespace(share=0.001, total=0.04, day=THREE), THREE)
    shares = [mark for mark in sheet.marks if isinstance(mark, Words)]
    assert len(shares) == 3
    spans = sorted(
        (mark.x - wide * (mark.anchor == "right"), mark.x + wide * (mark.anchor == "left"))
        for mark in shares
        for wide in [table_width(mark.text, 13, True)]
    )
    assert all(one[1] < two[0] for one, two in itertools.pairwise(spans))
