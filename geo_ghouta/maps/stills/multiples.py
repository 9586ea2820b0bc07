"""Several days on one sheet of A4: maps at one scale and frame, each with what was lost since the map before."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta import files
from geo_ghouta.errors import UsageError
from geo_ghouta.maps import cells
from geo_ghouta.maps.stills import raster
from geo_ghouta.maps.stills.frame import Frame, around, fit
from geo_ghouta.maps.stills.furniture import Furniture
from geo_ghouta.maps.stills.ground import draw_areas, draw_ground
from geo_ghouta.maps.stills.metrics import Line, block, table_width, wrap
from geo_ghouta.maps.stills.names import Names
from geo_ghouta.maps.stills.picture import check_path
from geo_ghouta.maps.stills.readout import Readout, as_day, gained, precision_of
from geo_ghouta.maps.stills.sheet import A4, MM, Sheet
from geo_ghouta.maps.stills.svg import svg
from geo_ghouta.maps.stills.tones import small, tones
from geo_ghouta.maps.stills.wording import Wording
from geo_ghouta.names import fold

if TYPE_CHECKING:
    import datetime as dt
    import os
    from collections.abc import Sequence

    from geo_ghouta.maps.model import MapInput
    from geo_ghouta.maps.stills.metrics import Measure
    from geo_ghouta.maps.stills.readout import Picture
    from geo_ghouta.maps.stills.sheet import Box
    from geo_ghouta.maps.stills.tones import Style

SUFFIXES = (".pdf", ".svg", ".png", ".html")
PER_PAGE = 6
MOST = 60
_MARGIN = 12 * MM
_MAP = (91 * MM, 65 * MM)
_STYLE = (
    "@page{size:A4;margin:0}html,body{margin:0;padding:0;background:#fff}"
    "svg{display:block;width:210mm;height:297mm;break-after:page}svg:last-of-type{break-after:auto}"
    "@media screen{body{background:#ddd}svg{margin:16px auto;max-width:100%;height:auto}}"
)


def save_multiples(
    given: MapInput,
    dates: Sequence[dt.date],
    path: str | os.PathLike[str],
    language: str = "en",
    theme: str = "print",
    density: float = 2.0,
) -> Path:
    """Draw several days as small maps on A4: ``.pdf``, ``.svg``, ``.png`` or ``.html`` by the path's suffix.

    Parameters
    ----------
    given : MapInput
    dates : sequence of datetime.date
        At least one; shown in order, each once, six on a page. Sources stand on a page behind.
    path : path
        Replaced whole or not at all. The HTML form asks nobody for anything, holds no script and prints on A4; in SVG
        and PNG the pages stand one below the other.
    language : str
        Name of a file in ``maps/lang``.
    theme : str
        ``print`` (grey on white), ``light`` or ``dark``.
    density : float
        Pixels of a PNG for a CSS px.

    Returns
    -------
    pathlib.Path
        Where it was written. The same bytes for the same input, fonts and versions.

    Raises
    ------
    UsageError
        For no or too many dates, or a suffix, theme or language that does not exist.
    OutputError
        If it cannot be written; what was there before is unchanged.
    """
    suffix = check_path(path, SUFFIXES)
    measure = raster.width if suffix in {".png", ".pdf"} else table_width
    pages = multiple_sheets(given, dates, language, theme, measure)
    if suffix == ".html":
        return files.write_text(path, multiples_html(pages))
    if suffix == ".svg":
        return files.write_text(path, svg(pages, unit="mm"))
    return files.write_bytes(path, raster.png(pages, density) if suffix == ".png" else raster.pdf(pages))


def multiples_html(pages: Sequence[Sheet]) -> str:
    """Put sheets into one page that prints on A4: inline SVG, one style by its hash, no script and no request."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    language = pages[0].language
    drawn = [svg([page], prefix=f"p{number}-", unit="mm", xml=False) for number, page in enumerate(pages)]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{escape(language)}" dir="{"rtl" if Wording(language).rtl else "ltr"}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="generator" content="geo-ghouta">',
            '<link rel="icon" href="data:,">',
            f"<title>{escape(pages[0].title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            *drawn,
            "</body>",
            "</html>",
            "",
        )
    )


def multiple_sheets(
    given: MapInput,
    dates: Sequence[dt.date],
    language: str = "en",
    theme: str = "print",
    measure: Measure = table_width,
) -> list[Sheet]:
    """Compose the sheets of several days; see :func:`save_multiples`."""
    days = sorted({as_day(day) for day in dates})
    if not 1 <= len(days) <= MOST:
        message = f"{len(days)} dates for small maps: expected 1 to {MOST}; name them as 2018-02-18 2018-03-22 ..."
        raise UsageError(message)
    say, readout = Wording(language), Readout(given)
    style = small(tones(theme))
    shown = [readout.at(day) for day in days]
    shapes = [a.geometry for p in shown if p for a in p.areas]
    bounds = around(shapes, readout.casefile.extent, 0.0)
    pages = [_page(days, number, readout, say, style, measure, bounds) for number in range(0, len(days), PER_PAGE)]
    return [*pages, *_sources(days, readout, say, style, measure)]


def _case(readout: Readout, say: Wording) -> str:
    """The case's title, without what it says of itself behind a dot."""
    return say.of(readout.casefile.title, readout.casefile.title_ar).split(" · ")[0]


def _heading(days: Sequence[dt.date], readout: Readout, say: Wording) -> str:
    case = readout.casefile
    campaigns = {c.id: c for c in case.campaigns if all(c.start <= day <= c.end for day in days)}
    name = next(iter(campaigns.values()), None)
    # A campaign's name tells more than the case's, but its own year would stand there twice.
    title = _case(readout, say) if name is None else say.of(name.name, name.name_ar)
    for year in {days[0].year, days[-1].year}:
        title = title.removesuffix(str(year)).rstrip(" ,،·")
    if len(days) == 1:
        return say.t("list.and", a=title, b=say.day(days[0]))
    return say.t("still.title_dates", case=title, to=say.day(days[-1]), **{"from": say.day_near(days[0], days[-1])})


def _titled(heading: str, readout: Readout, say: Wording) -> str:
    """A heading after the case that it belongs to: a campaign may be called "Autumn" in any."""
    case = _case(readout, say)
    short = re.sub(r"\W*\d{4}$", "", case)
    return heading if fold(short) in fold(heading) else say.t("still.of_case", case=case, what=heading)


def _page(
    days: Sequence[dt.date], first: int, readout: Readout, say: Wording, style: Style, measure: Measure, bounds: Box
) -> Sheet:
    colours = style.tones
    left, right = _MARGIN, A4[0] - _MARGIN
    heading = _heading(days, readout, say)
    sheet = Sheet(*A4, colours["paper"], _titled(heading, readout, say), say.language)
    furniture = Furniture(sheet, readout, say, colours, measure)
    page = (left, 0.0, right, 0.0)
    sheet.rule(left, _MARGIN - 3, right, colours["ink"], 3)
    told = wrap(measure, heading, 25, right - left, bold=True, most=2)
    y = _MARGIN + 8
    if sheet.title != heading:
        furniture.kicker(furniture.x(page, 0), y + 9, right - left)
        y += 13
    for line in told:
        y += 28
        furniture.write(furniture.x(page, 0), y - 4, line, 25, bold=True)
    base = next((p.base for p in map(readout.at, days) if p), None)
    key, values = "still.held_at_plain", {}
    if base is not None and all(p is None or p.base is base for p in map(readout.at, days)):
        key, values = "still.held_at", {"date": say.day_near(base.day, days[-1])}
    y = furniture.lines((left, y + 2, right, 0), say.t(key, n=len(days), **values), 13, 2, "ink2") + 12
    across = A4[0] - 2 * _MARGIN - 2 * _MAP[0]
    height = _MAP[1]
    frame = None
    for number, day in enumerate(days[first : first + PER_PAGE]):
        column, row = number % 2, number // 2
        x = left + (column if not say.rtl else 1 - column) * (_MAP[0] + across)
        top = y + row * (height + 36)
        window = (x, top + 22, x + _MAP[0], top + 22 + height)
        frame = _small_map(sheet, furniture, window, bounds, readout, days, first + number, day, style, measure)
    rows = (min(PER_PAGE, len(days) - first) + 1) // 2
    if frame is not None:
        _foot(sheet, furniture, y + rows * (height + 36), frame, days, first, measure)
    return sheet


def _small_map(
    sheet: Sheet, furniture: Furniture, window: Box, bounds: Box, readout: Readout, days: Sequence[dt.date],
    number: int, day: dt.date, style: Style, measure: Measure,
) -> Frame:  # fmt: skip
    say = furniture.say
    picture = readout.at(day)
    before = readout.at(days[number - 1]) if number else None
    _caption(furniture, window, picture, day)
    inner = (window[0] + 30, window[1] + 14, window[2] - 30, window[3] - 38)
    frame = fit(bounds, inner, window)
    draw_ground(sheet, frame, readout.given, style)
    draw_areas(sheet, frame, readout, picture, before if before is not picture else None, style)
    names = Names(sheet, frame, readout, say, style, measure, window)
    names.prepare(picture, before, ())
    if picture is not None:
        if not picture.total:
            _large(names, say.t("none_held"))
        names.callouts(picture)
    else:
        _large(names, say.t("still.no_picture"))
    names.places()
    names.ground()
    sheet.rectangle(window, stroke=style.tones["rule2"], width=1)
    return frame


def _caption(furniture: Furniture, window: Box, picture: Picture | None, day: dt.date) -> None:
    """Date at the start, km² and share at the end; an older picture is told between them."""
    say, y = furniture.say, window[1] - 7
    furniture.write(furniture.x(window, 0), y, say.day(day), 13, bold=True)
    share = say.percent(picture.share) if picture else "–"
    km2 = say.km2(picture.total) if picture else "–"
    furniture.write(furniture.x(window, 0, end=True), y, share, 13, bold=True, anchor="end")
    room = max(52.0, furniture.measure(share, 13, True) + 14)
    furniture.write(furniture.x(window, room, end=True), y, km2, 13, bold=True, anchor="end")
    if picture and picture.day != day:
        aside = say.t("still.picture_of", date=say.day_near(picture.day, day))
        along = furniture.measure(say.day(day), 13, True) + 8
        furniture.write(furniture.x(window, along), y, aside, 9.5, "ink2")


def _large(names: Names, text: str) -> None:
    """A statement in the middle of an empty map."""
    what = block(names.measure, [Line(text, 15, bold=True)])
    left, top, right, bottom = names.room.window
    x, y = (left + right) / 2, (top + bottom) / 2
    for dx, dy in ((0.18, 0.08), (0.18, -0.1), (-0.18, 0.1), (0, 0.3), (0, -0.3), (0, 0)):
        at = (x + dx * (right - left), y + dy * (bottom - top))
        box = (at[0] - what.width / 2, at[1] - what.height / 2, at[0] + what.width / 2, at[1] + what.height / 2)
        if names.room.free(box) and names.room.mix(box)[0] > 0.97:
            names.on_paper(what, (box, "middle"))
            return


def _foot(
    sheet: Sheet, furniture: Furniture, top: float, frame: Frame, days: Sequence[dt.date], first: int, measure: Measure
) -> None:
    say, readout, colours = furniture.say, furniture.readout, furniture.tones
    left, right = _MARGIN, A4[0] - _MARGIN
    page = (left, top, right, 0.0)
    sheet.rule(left, top - 4, right, colours["rule2"])
    pictures = [p for p in map(readout.at, days[first : first + PER_PAGE]) if p]
    shown = [h for h in readout.holders if any(a.holder == h for p in pictures for a in p.areas)]
    statuses = {a.status for p in pictures for a in p.areas}
    items: list[tuple[str | None, str, str]] = [(h, "assessed", readout.name_of(h, say.language)) for h in shown]
    sample = next(iter(shown), next(iter(readout.holders), None))
    items += [(sample, s, say.t(f"status.{s}")) for s in ("claimed", "contested", "unknown") if s in statuses]
    if sample:
        items.append((sample, "lost", say.t("still.lost_before")))
    maps = [readout.at(day) for day in days[max(0, first - 1) : first + PER_PAGE]]
    if any(gained(before, after) for before, after in itertools.pairwise(maps)):
        items.append((sample, "gained", say.t("still.gained_before")))
    y, along = top + 4, 0.0
    for holder, kind, text in items:
        wide = 29 + measure(text, 11, False) + 18
        if along and along + wide > right - left:
            y, along = y + 19, 0.0
        x = furniture.x(page, along)
        place = (x - 22, y, x, y + 13) if say.rtl else (x, y, x + 22, y + 13)
        furniture.swatch(place, holder, kind, 0.7)
        furniture.write(furniture.x(page, along + 28), y + 11, text, 11)
        along += wide
    y += 26
    sheet.rule(left, y - 5, right, colours["rule2"])
    furniture.scale(furniture.x(page, 118, end=True), y + 22, frame, 110, 10.5)
    text_box = (left + 150, y, right, 0.0) if say.rtl else (left, y, right - 150, 0.0)
    furniture.lines(text_box, _note(readout, say, days, first), 9.6, 6, "ink2")


def _note(readout: Readout, say: Wording, days: Sequence[dt.date], first: int) -> str:
    """Whose the plain ground is, how well it is drawn, what is not counted, where the sources stand."""
    parts = []
    ground = readout.casefile.ground
    if ground:
        parts.append(say.t("still.plain_ground", ground=readout.name_of(ground, say.language)))
    pictures = [p for p in map(readout.at, days) if p]
    precision = precision_of(area for picture in pictures for area in picture.areas)
    if precision:
        metres, kind = precision
        parts.append(say.t(f"still.drawn{kind}", m=say.metres(metres)))
    parts.append(say.t("still.measured"))
    told = []
    for picture in dict.fromkeys(p.index for p in map(readout.at, days[first : first + PER_PAGE]) if p):
        drawn = readout.pictures[picture]
        for status, km2 in (("contested", drawn.contested), ("unknown", drawn.unknown)):
            if km2:
                date = say.day_near(drawn.day, days[-1])
                status_word = say.t(f"status.{status}")
                told.append(say.t("still.not_counted_item", km2=say.km2(km2), status=status_word, date=date))
    if told:
        parts.append(say.t("still.not_counted_on", list="; ".join(told)))
    page = (len(days) - 1) // PER_PAGE + 2
    parts += [say.t("still.page_two", page=say.number(page)), say.t("still.made")]
    return " ".join(parts)


def _sources_of(picture: Picture, say: Wording) -> str:
    if not picture.areas:
        return say.t("none_held")
    unnamed = not all(area.source for area in picture.areas)
    parts = [
        "; ".join(picture.sources),
        *([say.t("card.some_source" if picture.sources else "card.no_source")] * unnamed),
    ]
    return cells.clean("; ".join(part for part in parts if part))


def _sources(days: Sequence[dt.date], readout: Readout, say: Wording, style: Style, measure: Measure) -> list[Sheet]:
    """The page behind the maps: what each picture was drawn from, and by whom."""
    colours = style.tones
    left, right = _MARGIN, A4[0] - _MARGIN
    pages: list[Sheet] = []
    y = A4[1]
    heading = _heading(days, readout, say)
    furniture = None
    seen = dict.fromkeys(p.index for p in map(readout.at, days) if p)
    for index in seen or [None]:
        picture = readout.pictures[index] if index is not None else None
        lines = wrap(measure, _sources_of(picture, say), 11, right - left) if picture else []
        need = 22 + 15 * len(lines) + 10
        if furniture is None or y + need > A4[1] - _MARGIN:
            sheet = Sheet(*A4, colours["paper"], _titled(heading, readout, say), say.language)
            pages.append(sheet)
            furniture = Furniture(sheet, readout, say, colours, measure)
            page = (left, 0.0, right, 0.0)
            sheet.rule(left, _MARGIN - 3, right, colours["ink"], 3)
            furniture.write(furniture.x(page, 0), _MARGIN + 30, say.t("still.sources_of"), 20, bold=True)
            y = furniture.lines((left, _MARGIN + 40, right, 0), sheet.title, 12, 2, "ink2") + 14
        if picture is None:
            continue
        furniture.write(
            furniture.x(page, 0), y + 13, say.t("still.picture_of", date=say.day(picture.day)), 12, bold=True
        )
        y += 20
        for line in lines:
            furniture.write(furniture.x(page, 0), y + 11, line, 11)
            y += 15
        y += 12
    return pages
