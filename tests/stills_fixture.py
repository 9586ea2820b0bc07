"""What the tests of pictures without a browser share: two cases, the pixels and words of a sheet, no text overlaps."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest
from map_fixture import ROWS, build
from PIL import Image

from geo_ghouta.maps import MapInput
from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.sheet import Sheet, Words

DAYS = [dt.date.fromisoformat(text) for text in ROWS]
FIRST, THREE, EMPTY = DAYS[0], dt.date(2018, 3, 22), dt.date(2018, 4, 14)
SVG = "{http://www.w3.org/2000/svg}"


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


def words(sheet: Sheet) -> list[str]:
    return [mark.text for mark in sheet.marks if isinstance(mark, Words)]


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
