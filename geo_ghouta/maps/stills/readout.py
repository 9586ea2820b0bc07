"""What each picture says in figures: holders with km², pockets, the campaign's first picture, what was lost since."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta import files, measure
from geo_ghouta.errors import UsageError
from geo_ghouta.maps import cells, colours, payload
from geo_ghouta.schema import Actor
from geo_ghouta.schema.bundles import picture_ids

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.maps.model import MapInput

HELD = ("assessed", "claimed")
_SLIVER_KM2 = 0.002
PROVINCE_KM2 = 2000.0
"""From this size on ground is an area, not a pocket, unless it is said to be besieged; the page does the same."""


@dataclasses.dataclass(frozen=True)
class Area:
    """One control area of a picture; EPSG:4326."""

    holder: str
    status: str
    km2: float
    geometry: BaseGeometry
    source: str
    drawn_by: str
    precision_m: float | None
    besieged: bool = False
    assumed: bool = False
    name: str = ""

    @property
    def held(self) -> bool:
        """Whether it counts as held."""
        return self.status in HELD


@dataclasses.dataclass(frozen=True)
class Pocket:
    """A connected part of what is held."""

    name: str
    holders: tuple[str, ...]
    km2: float
    towns: tuple[str, ...]
    geometry: BaseGeometry


@dataclasses.dataclass
class Picture:
    """One picture with its sums; km²."""

    day: dt.date
    index: int
    areas: list[Area]
    told: list[Pocket] | None = None
    base: Picture | None = None
    by_holder: dict[str, float] = dataclasses.field(default_factory=dict)
    contested: float = 0.0
    unknown: float = 0.0

    def __post_init__(self) -> None:
        for area in self.areas:
            if area.held:
                self.by_holder[area.holder] = self.by_holder.get(area.holder, 0.0) + area.km2
            elif area.status == "contested":
                self.contested += area.km2
            else:
                self.unknown += area.km2

    @functools.cached_property
    def pockets(self) -> list[Pocket]:
        """Connected parts of what is held: as the table tells them, else put together here."""
        return self.told if self.told is not None else _parts(self.areas)

    @property
    def total(self) -> float:
        """Km² held, without contested and unknown ground."""
        return sum(self.by_holder.values())

    def unnamed(self, pocket: Pocket) -> bool:
        """Whether a pocket is called after a town in it only because its drawer gave no name."""
        return pocket.name in pocket.towns and not any(pocket.name in area.name for area in self.areas)

    @property
    def share(self) -> float | None:
        """Part of the campaign's first picture, 0 to 1."""
        whole = self.base.total if self.base else 0.0
        return self.total / whole if whole else None

    @property
    def precision(self) -> tuple[float, str] | None:
        """How well it is drawn; see ``precision_of``."""
        return precision_of(self.areas)

    @property
    def enclosed(self) -> bool:
        """Whether its parts are pockets; ground of the size of a province that nobody calls besieged is an area."""
        largest = max((p.km2 for p in self.pockets), default=0.0)
        return any(a.besieged for a in self.areas) or largest < PROVINCE_KM2

    @property
    def sources(self) -> list[str]:
        """What it was drawn from, each source once, in the order of areas."""
        found = (part.strip() for area in self.areas for part in area.source.split(";"))
        return list(dict.fromkeys(part for part in found if part))


class Readout:
    """The pictures of a case in their order, and who is who.

    Parameters
    ----------
    given : MapInput
    """

    def __init__(self, given: MapInput) -> None:
        self.given = given
        self.casefile = given.casefile
        hidden = set(given.hidden)
        self.pictures = [] if "areas" in hidden else _pictures(given)
        found = {a.holder for p in self.pictures for a in p.areas}
        known = [a for a in given.casefile.actors if a.id in found]
        self.actors = {a.id: a for a in given.casefile.actors}
        strangers = [Actor(h, payload.plain_label(h)) for h in sorted(found - {a.id for a in known})]
        self.actors |= {a.id: a for a in strangers}
        self.holders = [a.id for a in [*known, *strangers]]
        self.hues = colours.hues([*known, *strangers])[0]
        first: dict[str, Picture] = {}
        for picture in self.pictures:
            campaign = next((c.id for c in given.casefile.campaigns if c.start <= picture.day <= c.end), "")
            picture.base = first.setdefault(campaign, picture)
        ends = given.pictures.dates["valid_to"]
        self.until: dt.date | None = (
            ends.iloc[-1].date() if len(ends) and not pd.isna(ends.iloc[-1]) else None
        ) or given.casefile.until

    def at(self, day: dt.date) -> Picture | None:
        """The picture that answers for a day: the last one up to it."""
        if self.until is not None and day >= self.until:
            return None
        return next((p for p in reversed(self.pictures) if p.day <= day), None)

    def before(self, picture: Picture | None) -> Picture | None:
        """The picture before."""
        return self.pictures[picture.index - 1] if picture and picture.index else None

    def opening(self) -> dt.date:
        """Day that the map opens at: the one asked for, else the first picture of the last campaign."""
        if self.given.date is not None:
            return self.given.date
        if not self.pictures:
            return self.casefile.start
        last = self.pictures[-1]
        return (last.base or last).day

    def name_of(self, holder: str | None, language: str) -> str:
        """A holder's name in a language."""
        actor = self.actors.get(holder or "")
        if actor is None:
            return cells.clean(holder or "")
        return cells.clean(actor.label_ar if language == "ar" and actor.label_ar else actor.label)


def pictures_behind(given: MapInput, days: Iterable[dt.date]) -> list[dt.date]:
    """Days of the control pictures that stills of these days rest on: shown, the one before, the campaign's first."""
    readout = Readout(given)
    shown = [picture for day in days if (picture := readout.at(day)) is not None]
    every = [p for picture in shown for p in (picture, readout.before(picture), picture.base) if p is not None]
    return sorted({picture.day for picture in every})


def as_day(value: Any) -> dt.date:
    """Anything that pandas reads as a day, as one.

    Raises
    ------
    UsageError
        For what is no day.

    Examples
    --------
    >>> as_day("2018-03-22")
    datetime.date(2018, 3, 22)
    """
    try:
        day = pd.Timestamp(value)
    except (ValueError, TypeError) as error:
        message = f"{files.shown(str(value))!r} is no day; write it YYYY-MM-DD, for example 2018-03-22"
        raise UsageError(message) from error
    if pd.isna(day):
        message = "a missing day cannot be shown; write it YYYY-MM-DD, for example 2018-03-22"
        raise UsageError(message)
    return day.date()


def _pictures(given: MapInput) -> list[Picture]:
    members: dict[str, list[dict[str, Any]]] = {}
    for name, row in zip(picture_ids(given.pictures.areas), cells.rows(given.pictures.areas), strict=True):
        members.setdefault(str(name), []).append(row)
    by_day: dict[dt.date, str] = {}
    for name, day in zip(picture_ids(given.pictures.dates), given.pictures.dates["picture_date"], strict=True):
        # Several of a day stand in their order: the last one is the day's end.
        by_day[day.date()] = str(name)
    pockets: dict[dt.date, list[Pocket]] = {}
    for row in cells.rows(given.pockets):
        if set(cells.many(row["statuses"])) & set(HELD):
            pockets.setdefault(row["picture_date"].date(), []).append(_pocket(row))
    rows = [row for name in members for row in members[name]]
    sizes = measure.areas_km2([row["geometry"] for row in rows]) if rows else ()
    for row, km2 in zip(rows, sizes, strict=True):
        row["km2"] = float(km2)
    out = []
    for index, day in enumerate(sorted(by_day)):
        areas = [_area(row) for row in members.get(by_day[day], [])]
        out.append(Picture(day, index, areas, pockets.get(day, []) if given.pockets is not None else None))
    return out


def _area(row: dict[str, Any]) -> Area:
    precision = cells.number(row.get("precision_m"), 0)
    return Area(
        str(row["holder"]), str(row["status"]), row["km2"], row["geometry"],
        line(cells.told(row.get("source"))), line(cells.told(row.get("drawn_by"))),
        float(precision) if precision else None, cells.truth(row.get("besieged")),
        cells.truth(row.get("precision_assumed")), line(cells.text(row.get("name"))),
    )  # fmt: skip


def precision_of(areas: Iterable[Area]) -> tuple[float, str] | None:
    """The coarsest drawing among areas in metres, and the ending of the words that tell it.

    The ending is "" where every drawer gave it, "_all" where it was assumed of all, "_some" where of some.

    Examples
    --------
    >>> area = Area("x", "assessed", 1.0, shapely.box(0, 0, 1, 1), "", "", 300.0)
    >>> guess = dataclasses.replace(area, precision_m=500.0, assumed=True)
    >>> precision_of([area]), precision_of([area, guess]), precision_of([guess])
    ((300.0, ''), (500.0, '_some'), (500.0, '_all'))
    """
    told = [(area.precision_m, area.assumed) for area in areas if area.precision_m]
    if not told:
        return None
    assumed = [guess for _, guess in told]
    return max(metres for metres, _ in told), "_all" if all(assumed) else "_some" if any(assumed) else ""


def _pocket(row: dict[str, Any]) -> Pocket:
    return Pocket(
        line(row["name"]), tuple(cells.many(row["holders"])), float(row["area_km2"]), tuple(cells.many(row["towns"])),
        row["geometry"],
    )  # fmt: skip


def _parts(areas: list[Area]) -> list[Pocket]:
    """Connected parts, where no table of pockets came along."""
    held = [a for a in areas if a.held]
    out = []
    for part in shapely.get_parts(shapely.unary_union([a.geometry for a in held])) if held else []:
        inside = [a for a in held if part.intersection(a.geometry).area > 0]
        holders = tuple(dict.fromkeys(a.holder for a in sorted(inside, key=lambda a: -a.km2)))
        out.append(Pocket("", holders, measure.area_km2(part), (), part))
    return sorted(out, key=lambda p: -p.km2)


def held_km2(picture: Picture, pocket: Pocket, holder: str) -> float:
    """What a holder holds in a pocket, km²; contested and unknown ground of the pocket is not counted."""
    held = [a for a in picture.areas if a.held and a.holder == holder]
    if len(picture.pockets) == 1:
        return sum(a.km2 for a in held)
    # Whole parts are taken where they lie inside, so that an edge drawn twice costs nothing.
    inside = 0.0
    for area in held:
        for part in shapely.get_parts(area.geometry):
            if pocket.geometry.contains(part.point_on_surface()):
                inside += measure.area_km2(part)
    return inside


def lost(before: Picture | None, after: Picture | None) -> list[tuple[str, BaseGeometry, float]]:
    """Ground held in one picture and not drawn at all in a later one: holder, geometry, km².

    What became contested or unknown is not lost, so that held, contested, unknown and lost add up.
    """
    if before is None or after is None:
        return []
    covered = shapely.unary_union([a.geometry for a in after.areas]) if after.areas else shapely.Polygon()
    out = []
    for area in before.areas:
        if not area.held:
            continue
        gone = area.geometry.difference(covered)
        km2 = measure.area_km2(gone)
        parts = [p for p in shapely.get_parts(gone) if p.geom_type == "Polygon" and measure.area_km2(p) > _SLIVER_KM2]
        if parts:
            out.append((area.holder, shapely.multipolygons(parts), km2))
    return out


def gained(before: Picture | None, after: Picture | None) -> list[tuple[str, BaseGeometry, float]]:
    """Ground held in a picture and not drawn at all in an earlier one of its campaign: holder, geometry, km²."""
    if before is None or after is None or before.base is not after.base:
        return []
    covered = shapely.unary_union([a.geometry for a in before.areas]) if before.areas else shapely.Polygon()
    out = []
    for area in after.areas:
        fresh = area.geometry.difference(covered) if area.held else shapely.Polygon()
        parts = [p for p in shapely.get_parts(fresh) if p.geom_type == "Polygon" and measure.area_km2(p) > _SLIVER_KM2]
        if parts:
            out.append((area.holder, shapely.multipolygons(parts), measure.area_km2(fresh)))
    return out


def unsettled(before: Picture | None, after: Picture | None) -> dict[str, float]:
    """Ground held in one picture and contested or unknown in a later one, km² by what it became.

    It is not lost, so a pocket that shrinks this way must not be told as one that lost nothing.
    """
    out = {"contested": 0.0, "unknown": 0.0}
    if before is None or after is None:
        return out
    held = [a.geometry for a in before.areas if a.held]
    still = [a.geometry for a in after.areas if a.held]
    if not held:
        return out
    # What is held now stays held, whoever else draws it as contested.
    base = shapely.unary_union(held).difference(shapely.unary_union(still))
    for status in out:
        now = [a.geometry for a in after.areas if a.status == status]
        if now:
            out[status] = measure.area_km2(base.intersection(shapely.unary_union(now)))
    return out


def line(value: Any) -> str:
    """A cell of text as one line, made safe to show; "" if missing.

    Examples
    --------
    >>> line("a" + chr(10) + " b"), line(None)
    ('a b', '')
    """
    return " ".join((cells.text(value) or "").split())
