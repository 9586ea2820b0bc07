"""One picture of one day: a map that a newsroom can print, without a browser and without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta import files
from geo_ghouta.errors import UsageError
from geo_ghouta.maps import cells
from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.convoys import draw_convoys
from geo_ghouta.maps.stills.frame import Frame, around, fit
from geo_ghouta.maps.stills.furniture import Furniture
from geo_ghouta.maps.stills.ground import draw_areas, draw_ground
from geo_ghouta.maps.stills.metrics import table_width, wrap
from geo_ghouta.maps.stills.names import Names
from geo_ghouta.maps.stills.readout import Readout, as_day
from geo_ghouta.maps.stills.sheet import A4, MM, Sheet
from geo_ghouta.maps.stills.svg import svg
from geo_ghouta.maps.stills.tones import Style, tones
from geo_ghouta.maps.stills.wording import Wording, sentence

if TYPE_CHECKING:
    import datetime as dt
    import os

    from geo_ghouta.maps.model import MapInput
    from geo_ghouta.maps.stills.metrics import Measure
    from geo_ghouta.maps.stills.sheet import Box

SUFFIXES = (".png", ".svg", ".pdf")
_LEAST = (480.0, 400.0)
_MOST = 6000.0


def check_path(path: str | os.PathLike[str], suffixes: tuple[str, ...] = SUFFIXES) -> str:
    """Suffix of a picture's path, lower case; checked before any work is done.

    Raises
    ------
    UsageError
        For a suffix that is no picture's, or where the fonts and painters for it are not installed.

    Examples
    --------
    >>> check_path("a.SVG")
    '.svg'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        message = f"{files.shown(str(path))}: no picture known by the suffix {suffix!r}; use {', '.join(suffixes)}"
        raise UsageError(message)
    if suffix in {".png", ".pdf"}:
        raster.need()
    return suffix


def save_picture(
    given: MapInput,
    path: str | os.PathLike[str],
    date: dt.date | None = None,
    language: str = "en",
    theme: str = "light",
    size: tuple[float, float] | str = (1400, 900),
    density: float = 2.0,
) -> Path:
    """Draw one day as a picture: ``.png``, ``.svg`` or ``.pdf`` by the path's suffix.

    Parameters
    ----------
    given : MapInput
        Layers named in its ``hidden`` are left out.
    path : path
        Replaced whole or not at all.
    date : datetime.date, or what pandas reads as a day, or None
        Day shown; None is the one that the page opens at.
    language : str
        Name of a file in ``maps/lang``.
    theme : str
        ``light``, ``dark`` or ``print`` (grey on white).
    size : (float, float) or str
        Width and height in CSS px (96 to the inch), or ``"a4"``. What is higher than wide gets title and key above
        and below the map, else they stand over it.
    density : float
        Pixels of a PNG for a CSS px.

    Returns
    -------
    pathlib.Path
        Where it was written. The same bytes for the same input, fonts and versions.

    Raises
    ------
    UsageError
        For a suffix, size, theme or language that does not exist, or a missing extra.
    OutputError
        If it cannot be written; what was there before is unchanged.
    """
    suffix = check_path(path)
    measure = table_width if suffix == ".svg" else raster.width
    sheet = picture_sheet(given, date, language, theme, size, measure)
    if suffix == ".svg":
        return files.write_text(path, svg([sheet], unit="mm" if size == "a4" else "px"))
    return files.write_bytes(path, raster.png([sheet], density) if suffix == ".png" else raster.pdf([sheet]))


def picture_sheet(
    given: MapInput,
    date: dt.date | None = None,
    language: str = "en",
    theme: str = "light",
    size: tuple[float, float] | str = (1400, 900),
    measure: Measure = table_width,
) -> Sheet:
    """Compose the picture of a day; see :func:`save_picture`."""
    width, height = _size(size)
    say, readout, colours = Wording(language), Readout(given), tones(theme)
    day = _day(readout, date)
    title = f"{cells.clean(say.of(given.casefile.title, given.casefile.title_ar))}, {say.day(day)}. "
    sheet = Sheet(width, height, colours["paper"], title + sentence(say, readout, day), language)
    compose = _upright if height > width else _wide
    compose(sheet, readout, say, day, Style(colours), measure)
    return sheet


def shown_day(given: MapInput, date: dt.date | None = None) -> dt.date:
    """Day that a picture shows: the one asked for, else the one that the page opens at."""
    return _day(Readout(given), date)


def _day(readout: Readout, date: dt.date | None) -> dt.date:
    return readout.opening() if date is None else as_day(date)


def _size(size: tuple[float, float] | str) -> tuple[float, float]:
    if size == "a4":
        return A4
    if isinstance(size, str) or len(size) != 2:
        message = f"size {size!r}: expected 'a4' or a width and a height in px, for example (1400, 900)"
        raise UsageError(message)
    width, height = float(size[0]), float(size[1])
    if not (_LEAST[0] <= width <= _MOST and _LEAST[1] <= height <= _MOST):
        message = f"size {size!r}: expected {_LEAST[0]:.0f} by {_LEAST[1]:.0f} px or more, and {_MOST:.0f} at most"
        raise UsageError(message)
    return width, height


def bounds_of_day(readout: Readout, day: dt.date) -> Box:
    """All ground of the day's campaign, so that pictures of one campaign lie over one another."""
    picture = readout.at(day)
    base = picture.base if picture else None
    shapes = [a.geometry for p in readout.pictures if base is None or p.base is base for a in p.areas]
    return around(shapes, readout.casefile.extent)


def _map(
    sheet: Sheet, frame: Frame, readout: Readout, say: Wording, day: dt.date, style: Style, measure: Measure, free: Box,
    furniture: list[Box],
) -> None:  # fmt: skip
    picture = readout.at(day)
    before = readout.before(picture)
    names = Names(sheet, frame, readout, say, style, measure, frame.window, furniture)
    arrows = draw_convoys(sheet, frame, readout.given, day, free, style)
    names.prepare(picture, before, arrows)
    names.convoys(arrows)
    if picture is not None:
        names.callouts(picture)
    names.places()
    names.ground()


def _wide(sheet: Sheet, readout: Readout, say: Wording, day: dt.date, style: Style, measure: Measure) -> None:
    picture = readout.at(day)
    before = readout.before(picture)
    furniture = Furniture(sheet, readout, say, style.tones, measure)
    width, height = sheet.width, sheet.height
    sources = wrap(measure, furniture.source_text(picture), 11, width - 32, most=2)
    foot = height - 12 - 16 * len(sources)
    window = (0.0, 0.0, width, foot)
    key_width, title_width = 304.0, min(404.0, width - 32)
    # Title and key are drawn twice: once aside to learn their size, then over the map.
    aside = Sheet(width, height, sheet.paper, "")
    drawer = Furniture(aside, readout, say, style.tones, measure)
    start = width - 16 - title_width if say.rtl else 16.0
    title = drawer.title((start, 16, start + title_width, 0), day, boxed=True)
    key_height = _key(drawer, (0, 0, key_width - 28, 0), day) + 20
    key_start = width - 16 - key_width if say.rtl else 16.0
    key = (key_start, foot - 16 - key_height, key_start + key_width, foot - 16)
    if key[1] < title[3] + 8:
        # Too low a picture for both at one side: the key moves to the other.
        key_start = 16.0 if say.rtl else width - 16 - key_width
        key = (key_start, key[1], key_start + key_width, key[3])
    beside = key_width + 40 if width > 2.4 * key_width else 32.0
    free = (32.0 if say.rtl else beside, 40.0, width - beside if say.rtl else width - 32, foot - 40)
    frame = fit(bounds_of_day(readout, day), free, window)
    draw_ground(sheet, frame, readout.given, style)
    draw_areas(sheet, frame, readout, picture, before, style)
    scale_x = key[0] - 16 if say.rtl else key[2] + 16
    scale = furniture.scale(scale_x, foot - 18, frame)
    _map(sheet, frame, readout, say, day, style, measure, (16, 16, width - 16, foot - 16), [title, key, scale])
    furniture.title(title, day, boxed=True)
    sheet.rectangle(key, fill=style.tones["paper"], stroke=style.tones["rule2"])
    _key(furniture, (key[0] + 14, key[1] + 9, key[2] - 14, 0), day)
    sheet.rectangle((0, foot, width, height), fill=style.tones["paper"])
    sheet.rule(0, foot, width, style.tones["rule"])
    furniture.lines((16, foot + 6, width - 16, 0), " ".join(sources), 11, 2)


def _key(furniture: Furniture, box: Box, day: dt.date) -> float:
    readout = furniture.readout
    picture = readout.at(day)
    y = furniture.figures(box, picture, readout.before(picture), day)
    furniture.sheet.rule(box[0], y + 4, box[2], furniture.tones["rule"])
    return furniture.statuses((box[0], y + 11, box[2], 0), day, picture)


def _upright(sheet: Sheet, readout: Readout, say: Wording, day: dt.date, style: Style, measure: Measure) -> None:
    picture = readout.at(day)
    before = readout.before(picture)
    furniture = Furniture(sheet, readout, say, style.tones, measure)
    margin = 12 * MM
    left, right = margin, sheet.width - margin
    title = furniture.title((left, margin, right, 0), day, boxed=False)
    sources = furniture.source_text(picture)
    foot = sheet.height - margin - 16 * len(wrap(measure, sources, 11, right - left, most=4))
    aside = Furniture(Sheet(sheet.width, sheet.height, sheet.paper, ""), readout, say, style.tones, measure)
    half = (right - left - 32) / 2
    low = max(aside.figures((0, 0, half, 0), picture, before, day), aside.statuses((0, 4, half, 0), day, picture))
    bottom = foot - 16 - low - 14
    window = (left, title[3] + 10, right, bottom)
    inner = (window[0] + 24, window[1] + 30, window[2] - 24, window[3] - 36)
    frame = fit(bounds_of_day(readout, day), inner, window)
    draw_ground(sheet, frame, readout.given, style)
    draw_areas(sheet, frame, readout, picture, before, style)
    scale = furniture.scale(furniture.x(window, 14), window[3] - 12, frame)
    _map(sheet, frame, readout, say, day, style, measure, window, [scale])
    sheet.rectangle(window, stroke=style.tones["rule2"], width=1)
    first = (left, bottom + 12, left + half, 0.0)
    second = (right - half, bottom + 16, right, 0.0)
    if say.rtl:
        first, second = (right - half, bottom + 12, right, 0.0), (left, bottom + 16, left + half, 0.0)
    furniture.figures(first, picture, before, day)
    furniture.statuses(second, day, picture)
    sheet.rule(left, foot - 8, right, style.tones["rule"])
    furniture.lines((left, foot, right, 0), sources, 11, 4)
