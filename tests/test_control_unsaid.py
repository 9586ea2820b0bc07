"""What the drawer of a control picture did not tell: it is told as that, by the import, on the page and on paper."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from control_fixture import box, write
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
