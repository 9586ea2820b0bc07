"""A small SVG and PNG of one day for places where no script runs: untrusted notebooks, converted pages, code hosts."""

from __future__ import annotations

import dataclasses
import importlib.util
from typing import TYPE_CHECKING

import shapely

from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.frame import fit
from geo_ghouta.maps.stills.furniture import Furniture
from geo_ghouta.maps.stills.ground import draw_areas
from geo_ghouta.maps.stills.metrics import table_width
from geo_ghouta.maps.stills.names import Names
from geo_ghouta.maps.stills.picture import bounds_of_day
from geo_ghouta.maps.stills.readout import Readout, as_day
from geo_ghouta.maps.stills.sheet import Mark, Shape, Sheet
from geo_ghouta.maps.stills.svg import svg
from geo_ghouta.maps.stills.tones import Style, tones
from geo_ghouta.maps.stills.wording import Wording, sentence

if TYPE_CHECKING:
    import datetime as dt

    from geo_ghouta.maps.model import MapInput
    from geo_ghouta.maps.stills.metrics import Measure

MAX_BYTES = 60_000
_WIDTH, _HEIGHT = 720.0, 480.0
_TOLERANCES = (0.3, 0.8, 2.0, 5.0, 12.0)


def svg_fallback(given: MapInput, date: dt.date | None = None, language: str = "en") -> str:
    """Draw a day as one small SVG: areas, names, the sentence; no script, no style sheet, no request.

    Parameters
    ----------
    given : MapInput
    date : datetime.date or None
        None is the day that the page opens at.
    language : str
        Name of a file in ``maps/lang``.

    Returns
    -------
    str
        An ``<svg>`` element of at most 60,000 bytes in UTF-8, for ``image/svg+xml`` or within HTML. Outlines are
        thinned as far as that needs, by less than a pixel for drawings of usual size.

    Raises
    ------
    UsageError
        For a language that does not exist.
    """
    sheet, furniture, day = _small(given, date, language, table_width)
    for tolerance in _TOLERANCES:
        drawn = svg([thinned(sheet, tolerance)], prefix="gg-still-", xml=False)
        if len(drawn.encode("utf-8")) <= MAX_BYTES:
            return drawn
    # Far too much for a small picture: the sentence alone is true whatever its size.
    sheet.marks = []
    furniture.title((16, 12, _WIDTH - 16, 0), day, boxed=False, sizes=(22, 14))
    return svg([sheet], prefix="gg-still-", xml=False)


def png_fallback(given: MapInput, date: dt.date | None = None, language: str = "en") -> bytes | None:
    """Draw the same small picture as a PNG, for viewers that show neither HTML nor SVG; None without the extra.

    Parameters
    ----------
    given : MapInput
    date : datetime.date or None
        None is the day that the page opens at.
    language : str
        Name of a file in ``maps/lang``.

    Returns
    -------
    bytes or None
        A PNG of 1440 by 960 pixels; None where the extra ``picture`` is not installed.

    Raises
    ------
    UsageError
        For a language that does not exist.
    """
    if importlib.util.find_spec("matplotlib") is None:
        return None
    sheet, _, _ = _small(given, date, language, raster.width)
    return raster.png([sheet], 2.0)


def _small(given: MapInput, date: dt.date | None, language: str, measure: Measure) -> tuple[Sheet, Furniture, dt.date]:
    """The small picture as marks on a sheet, with what writes its title."""
    say, readout, colours = Wording(language), Readout(given), tones("light")
    day = readout.opening() if date is None else as_day(date)
    picture = readout.at(day)
    before = readout.before(picture)
    style = Style(colours, 13, 11.5, 11.5, 13, 12, 1.75, 1.0, 0.8, 3.0, 2.4, two_scripts=False, least_rank=1)
    title = f"{say.of(given.casefile.title, given.casefile.title_ar)}, {say.day(day)}. {sentence(say, readout, day)}"
    sheet = Sheet(_WIDTH, _HEIGHT, colours["paper"], title, language)
    furniture = Furniture(sheet, readout, say, colours, measure)
    top = furniture.title((16, 12, _WIDTH - 16, 0), day, boxed=False, sizes=(22, 14))[3] + 4
    window = (0.0, top, _WIDTH, _HEIGHT)
    frame = fit(bounds_of_day(readout, day), (110, top + 24, _WIDTH - 110, _HEIGHT - 24), window)
    draw_areas(sheet, frame, readout, picture, before, style)
    scale = furniture.scale(furniture.x(window, 16), _HEIGHT - 12, frame, 100)
    names = Names(sheet, frame, readout, say, style, measure, window, [scale])
    names.prepare(picture, before, ())
    if picture is not None:
        names.callouts(picture)
    names.places()
    return sheet, furniture, day


def thinned(sheet: Sheet, tolerance: float) -> Sheet:
    """A sheet whose outlines are off by no more than ``tolerance`` px and have fewer points."""
    marks: list[Mark] = []
    for mark in sheet.marks:
        if isinstance(mark, Shape):
            rings = []
            for ring in mark.rings:
                if len(ring) > 2:
                    ring = shapely.get_coordinates(shapely.simplify(shapely.LineString(ring), tolerance))
                rings.append(ring)
            marks.append(dataclasses.replace(mark, rings=tuple(rings)))
        else:
            marks.append(mark)
    return Sheet(sheet.width, sheet.height, sheet.paper, sheet.title, sheet.language, marks)
