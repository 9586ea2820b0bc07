"""What the drawer of a control picture did not tell: it is told as that, by the import, on the page and on paper."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from control_fixture import box, casefile, feature, write
from stills_fixture import THREE, words

from geo_ghouta import control
from geo_ghouta.maps import MapInput, payload
from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.multiples import multiple_sheets
from geo_ghouta.maps.stills.picture import picture_sheet
from geo_ghouta.schema import CONTROL, Pictures

LAYER = {
    "type": "FeatureCollection",
    "features": [{"type": "Feature", "properties": {}, "geometry": box(36.3, 33.5, 36.4, 33.6)}],
}


def drawn(**columns: Any) -> MapInput:
    """The invented case, its control areas with other cells."""
    given = map_fixture.build()
    areas = CONTROL.check(given.pictures.areas.assign(**columns))
    return dataclasses.replace(given, pictures=Pictures(given.pictures.dates, areas))


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({}, ["no source told", "no drawer told"]),
        ({"source": "a wire map"}, ["no drawer told"]),
        ({"source": "a wire map", "drawn_by": "its desk"}, []),
    ],
)
def test_an_import_tells_that_nobody_is_named(named: dict[str, str], told: list[str], tmp_path: Path) -> None:
    write(tmp_path, {"2018-03-22.geojson": LAYER})
    _, decisions = control.import_layers(tmp_path, holder="constant:x", **named)
    assert decisions.loc[decisions["check"] == "no_source", "problem"].tolist() == told


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("named", [True, False])
def test_no_source_is_no_name_of_a_source(language: str, named: bool) -> None:
    given = drawn() if named else drawn(source="not told", drawn_by="not told")
    areas = [area for picture in payload.build(given)["pictures"] for area in picture["areas"]]
    assert all(("source" in area) == named == ("by" in area) for area in areas)
    sheets = [picture_sheet(given, THREE, language=language, measure=raster.width)]
    sheets += multiple_sheets(given, [THREE], language=language, measure=raster.width)
    said = [" ".join(words(sheet)) for sheet in (sheets[0], sheets[-1])]
    for text in said:
        assert "not told" not in text
        assert ("two dispatches" in text) == named
        unnamed = {"en": "o source", "ar": "لم يُذكر مصدر"}[language]
        assert (unnamed in text) != named


@pytest.mark.parametrize(("precision", "assumed"), [(None, True), (500, False), (200, False)])
def test_a_precision_that_nobody_gave_is_told_as_assumed_on_every_way(
    precision: int | None, assumed: bool, tmp_path: Path
) -> None:
    write(tmp_path / "layers", {"2018-03-22.geojson": LAYER})
    given, decisions = control.import_layers(tmp_path / "layers", holder="constant:north_group", precision_m=precision)
    assert decisions["check"].tolist().count("no_precision") == assumed
    # As imported, written into a case and read back, and as the frames between two such pictures have it.
    control.write_pictures(given, tmp_path / "control")
    again, rejected = control.read_pictures(tmp_path / "control", casefile())
    assert "precision" not in rejected["check"].tolist()
    for pictures in (given, again):
        assert pictures.areas["precision_m"].tolist() == [precision or 500.0]
        assert pictures.areas["precision_assumed"].tolist() == [assumed]
    write(tmp_path / "layers", {"2018-04-01.geojson": LAYER})
    series, _ = control.import_layers(tmp_path / "layers", holder="constant:north_group", precision_m=precision)
    frames = control.between(series, "2018-03-22", "2018-04-01", 1)
    assert frames.areas["precision_assumed"].tolist() == [assumed]


@pytest.mark.parametrize(("told", "assumed"), [(300, False), (None, True), ("coarse", True), (-4, True)])
def test_a_drawing_without_a_usable_precision_is_read_with_an_assumed_one(
    told: Any, assumed: bool, tmp_path: Path
) -> None:
    one = feature("a", "north_group", box(36.3, 33.5, 36.4, 33.6))
    one["properties"]["precision_m"] = told
    write(tmp_path, {"2018-03-22.geojson": {"type": "FeatureCollection", "features": [one]}})
    pictures, rejected = control.read_pictures(tmp_path, casefile())
    assert pictures.areas["precision_assumed"].tolist() == [assumed]
    assert rejected["check"].tolist().count("precision") == assumed
    assert payload.build(dataclasses.replace(map_fixture.build(), pictures=pictures))["pictures"][0]["areas"][0].get(
        "assumed"
    ) == (assumed or None)


@pytest.mark.parametrize(
    ("mask", "english", "arabic"),
    [
        ("none", "good to about ±", "دقتها نحو ±"),
        ("all", "is assumed", "لم تُذكر دقتها"),
        ("some", "in part", "بعض ذلك"),
    ],
)
def test_paper_says_what_of_the_precision_was_assumed(mask: str, english: str, arabic: str) -> None:
    rows = len(map_fixture.build().pictures.areas)
    given = drawn(precision_assumed=[mask == "all" or (mask == "some" and n % 2 == 0) for n in range(rows)])
    for language, says in (("en", english), ("ar", arabic)):
        for sheet in (
            picture_sheet(given, THREE, size="a4", language=language, measure=raster.width),
            multiple_sheets(given, [THREE], language=language, measure=raster.width)[0],
        ):
            assert says in " ".join(words(sheet)), (language, mask)
