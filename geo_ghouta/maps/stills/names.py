"""Names on a map, each where it hides nothing: convoys, pockets, places, ground. First come keeps its room."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.maps import cells
from geo_ghouta.maps.stills import room as rooms
from geo_ghouta.maps.stills.ground import ground_names
from geo_ghouta.maps.stills.metrics import Block, Line, block, placed, wrap
from geo_ghouta.maps.stills.readout import held_km2, lost
from geo_ghouta.maps.stills.room import Room
from geo_ghouta.maps.stills.sheet import apart
from geo_ghouta.maps.stills.wording import is_arabic, place_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.maps.stills.convoys import Arrow
    from geo_ghouta.maps.stills.frame import Frame
    from geo_ghouta.maps.stills.metrics import Measure
    from geo_ghouta.maps.stills.readout import Area, Picture, Pocket, Readout
    from geo_ghouta.maps.stills.sheet import Box, Sheet
    from geo_ghouta.maps.stills.tones import Style
    from geo_ghouta.maps.stills.wording import Wording

_NO_SPOTS = {"region", "adm1", "adm2", "adm3", "country", "continent", "water", "road"}
_WIDEST = 17.0
"""Width in times its size at which a callout goes over to another line."""
_WAYS = 36
_FEW = 8
"""Callouts up to which each area has its name, however small it is."""
_FAR = 110.0
"""Price from which a name stands better in its area than beside it."""
_Spot = tuple[int, str, float, float, dict[str, Any], "Box | None"]
"""Rank, name, x, y, row and the box of its dot where that is kept in any case."""


class Names:
    """Writes the names of one map.

    Parameters
    ----------
    sheet, frame, readout, say, style, measure
        Where, what, in which words, how large, by which fonts.
    free : Box
        Px of the window that names may use.
    furniture : sequence of Box
        What stands over the map already.
    """

    def __init__(
        self, sheet: Sheet, frame: Frame, readout: Readout, say: Wording, style: Style, measure: Measure, free: Box,
        furniture: Sequence[Box] = (),
    ) -> None:  # fmt: skip
        self.sheet, self.frame, self.readout, self.say = sheet, frame, readout, say
        self.style, self.measure = style, measure
        self.room = Room(free)
        for box in furniture:
            self.room.take(box, 6)
        self.areas: list[tuple[Area, BaseGeometry]] = []
        self.leaders: list[tuple[tuple[float, float], tuple[float, float]]] = []
        self.written: list[tuple[str, Box]] = []
        self.spots: list[_Spot] = []

    def prepare(self, picture: Picture | None, before: Picture | None, arrows: Sequence[Arrow]) -> None:
        """Note what lies under the names."""
        for _, geometry, _ in lost(before, picture):
            self.room.fill(self._coarse(geometry), rooms.LOST)
        values = {"assessed": rooms.ASSESSED, "claimed": rooms.CLAIMED}
        for number, area in enumerate(picture.areas if picture else (), 1):
            shape = self._coarse(area.geometry)
            self.areas.append((area, shape))
            for part in shapely.get_parts(shape):
                west, north, east, south = part.bounds
                if max(east - west, south - north) < 3 * rooms.CELL:
                    # Too small for the cells of the grid: it keeps its box.
                    self.room.take((west, north, east, south), 2)
            self.room.fill(shape, values.get(area.status, rooms.OPEN), number)
        for arrow in arrows:
            self.room.strike(arrow.line, arrow.width / 2 + 3)
            x, y = arrow.tip
            half = arrow.width / 2 + 8
            self.room.take((x - half, y - half, x + half, y + half))
        self.spots = self._spots()

    def _coarse(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in px as names need it: half a pixel is near enough."""
        return self.frame.whole(geometry).simplify(0.5)

    def write(self, what: Block, box: Box, anchor: str, colour: str, halo: str, halo_width: float) -> None:
        """Write a block and keep its room."""
        x = placed(box, anchor)
        for line, baseline in zip(what.lines, what.baselines(), strict=True):
            self.sheet.words(
                x, box[1] + baseline, line.text, line.size, line.colour or colour, line.bold, line.italic, anchor, halo,
                halo_width, line.spacing, is_arabic(line.text),
            )  # fmt: skip
        self.room.take(box, 4)
        self.written.append((" / ".join(line.text for line in what.lines), box))

    def on_paper(self, what: Block, spot: rooms.Spot, halo: float | None = None) -> None:
        """Write a block in ink with a paper halo."""
        tones = self.style.tones
        self.write(what, *spot, tones["ink"], tones["paper"], halo or self.style.halo)

    def convoys(self, arrows: Sequence[Arrow]) -> None:
        """Label each arrow at its head: where to, people, buses."""
        say, style = self.say, self.style
        for arrow in arrows:
            row = arrow.row
            to, origin = cells.text(row["destination"]), cells.text(row["origin"]) or ""
            # As on the page: an end that no claim names is that of the drawn route; an inferred leg only points there.
            key = "convoy.to"
            if not to and arrow.last:
                to = cells.text(arrow.last["to_place"])
                key = "convoy.route_towards" if arrow.last["evidence"] == "inferred" else "convoy.route_to"
            title = (
                say.t(key, to=place_name(say, self.readout, to)) if to
                else say.t("convoy.left", **{"from": place_name(say, self.readout, origin)})
            )  # fmt: skip
            people = say.counts(
                cells.number(row["people_low"]),
                cells.number(row["people_high"]),
                open_end=cells.truth(row["people_open"]),
            )
            buses = say.counts(cells.number(row["buses_low"]), cells.number(row["buses_high"]))
            what = block(self.measure, [
                Line(title, style.callout, bold=True),
                Line(say.t("convoy.people", x=people) if people else "", style.second),
                Line(say.t("convoy.buses", x=buses) if buses else "", style.second),
            ])  # fmt: skip
            x, y = arrow.tip
            sides = ("ne", "e", "n", "w", "nw", "se", "s", "sw")
            ahead = (x + math.cos(arrow.angle) * 4, y + math.sin(arrow.angle) * 4)
            spot = self.room.beside(what, *ahead, arrow.width / 2 + 14, sides=sides)
            for share in (0.92, 0.8, 0.66, 0.5):
                if spot is None:
                    # No room at the head: beside the shaft.
                    near = arrow.line.interpolate(share, normalized=True)
                    spot = self.room.beside(what, near.x, near.y, arrow.width / 2 + 10, sides=sides)
            if spot:
                self.on_paper(what, spot)

    def callouts(self, picture: Picture) -> None:
        """Name each pocket (each holder where one area has several) beside it, with a leader into it."""
        wanted = []
        several = len(picture.pockets) > 1
        for pocket in picture.pockets:
            for holder in pocket.holders:
                shapes = [s for a, s in self._parts(pocket, holder) if a.held]
                if not shapes:
                    continue
                alone = len(pocket.holders) == 1
                km2 = held_km2(picture, pocket, holder)
                nameless = pocket.name in {"", f"held by {holder}"}
                named = alone and not nameless and (several or picture.total < 40)
                wanted.append((km2, holder, self._title(picture, pocket, holder, km2, named=named), shapes))
        # The smallest first: an enclosed holder has the fewest places to go.
        for _, holder, what, shapes in sorted(wanted, key=lambda w: (w[0], w[1])):
            self._callout(what, holder, shapes, least=8.0 if len(wanted) > _FEW else 0.0)

    def _parts(self, pocket: Pocket, holder: str) -> list[tuple[Area, Polygon]]:
        whole = self._coarse(pocket.geometry).buffer(1.0)
        shapely.prepare(whole)
        return [
            (area, part)
            for area, shape in self.areas
            if area.holder == holder
            for part in shapely.get_parts(shape)
            if part.geom_type == "Polygon" and whole.contains(part.point_on_surface())
        ]

    def _over(self, text: str, size: float, *, bold: bool = False) -> list[str]:
        """A long name over several lines; a word too long for a line stays whole, for names are never cut."""
        lines = wrap(self.measure, text, size, _WIDEST * size, bold)
        return [text] if any(line.endswith("…") for line in lines) else lines

    def _title(self, picture: Picture, pocket: Pocket, holder: str, km2: float, *, named: bool) -> Block:
        say, style = self.say, self.style
        colour = style.tones.text(self.readout.hues[holder])
        name, size = self.readout.name_of(holder, say.language), say.km2(km2)
        if not named:
            told = self._over(name, style.callout, bold=True)
            lines = [*(Line(t, style.callout, bold=True, colour=colour) for t in told), Line(size, style.second)]
        else:
            # A pocket called after a town is not the town.
            town = next((t for t in pocket.towns if pocket.name in {t, f"{t} pocket"}), None)
            plain = (say.find("pocket.names") or {}).get(pocket.name, pocket.name)
            key = "pocket.with" if picture.unnamed(pocket) else "pocket.of"
            title = say.t(key, place=place_name(say, self.readout, town)) if town else plain
            second = say.t("list.and", a=name, b=size)
            told = self._over(title, style.callout, bold=True)
            beside = self._over(second, style.second)
            lines = [Line(t, style.callout, bold=True, colour=colour) for t in told]
            lines += [Line(t, style.second) for t in beside]
        return block(self.measure, lines)

    def _callout(self, what: Block, holder: str, shapes: list[Polygon], least: float) -> None:
        points = np.vstack([shapely.get_coordinates(s.exterior) for s in shapes])
        size = points.max(axis=0) - points.min(axis=0)
        if size.max() < least:
            return
        inside = min(5.0, float(size.min()) / 2)
        found: tuple[float, Box, str, tuple[float, float], tuple[float, float]] | None = None
        reach = [7.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, *(60.0 + 20 * k for k in range(14))]
        for step in range(_WAYS):
            angle = 2 * math.pi * step / _WAYS
            c, s = math.cos(angle), math.sin(angle)
            far = points[int(np.argmax(points @ np.array([c, s])))]
            start = (float(far[0] - c * inside), float(far[1] - s * inside))
            for away in reach:
                if found and away > found[0] + 8:
                    break
                tip = (far[0] + c * away, far[1] + s * away)
                left = tip[0] - what.width * (0 if c > 0.38 else 1 if c < -0.38 else 0.5)
                top = tip[1] - what.height * (0 if s > 0.38 else 1 if s < -0.38 else 0.5)
                box = (left, top, left + what.width, top + what.height)
                if not self.room.free(box):
                    continue
                mix = self.room.mix(box)
                price = away + 40 * mix[rooms.LOST] + self._doubt(box, shapes)
                if mix[1] + mix[2] + mix[3] > 0 or (found and price >= found[0]):
                    continue
                end = (min(max(start[0], box[0]), box[2]), min(max(start[1], box[1]), box[3]))
                if not self._clear(start, end, under=inside < 5):
                    continue
                price += self._crossing(start, end, holder)
                if found and price >= found[0]:
                    continue
                found = (price, box, "left" if c > 0.38 else "right" if c < -0.38 else "middle", start, end)
        if (found is None or found[0] > _FAR) and (self._within(what, holder, shapes) or found is None):
            return
        _, box, anchor, start, end = found
        self._leader(start, end)
        self.on_paper(what, (box, anchor))

    def _doubt(self, box: Box, shapes: list[Polygon]) -> float:
        """Price of standing nearer to another area than to its own."""
        place = shapely.box(*box)
        own = min(s.distance(place) for s in shapes)
        others = [
            s.distance(place)
            for a, s in self.areas
            if a.held and all(not s.contains(o.point_on_surface()) for o in shapes)
        ]
        return 30.0 if others and min(others) < own + 12 else 0.0

    def _crossing(self, start: tuple[float, float], end: tuple[float, float], holder: str) -> float:
        """Price of a leader that runs over what somebody else holds."""
        line = shapely.LineString([start, end])
        return 1.5 * sum(line.intersection(s).length for a, s in self.areas if a.held and a.holder != holder)

    def _clear(self, start: tuple[float, float], end: tuple[float, float], *, under: bool) -> bool:
        """Whether a leader has a free way; ``under``: a dot may cover its small area, and it starts under that."""
        line, point = shapely.LineString([start, end]), shapely.Point(start)
        boxes = [shapely.box(*box) for box in self.room.boxes]
        if any(line.intersects(box) and not (under and box.covers(point)) for box in boxes):
            return False
        return not any(line.intersects(shapely.LineString(other)) for other in self.leaders)

    def _leader(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        end = (end[0] - (end[0] - start[0]) / length * 3, end[1] - (end[1] - start[1]) / length * 3)
        ink, paper = self.style.tones["map-ink"], self.style.tones["paper"]
        self.sheet.path([start, end], stroke=paper, width=3.5)
        self.sheet.path([start, end], stroke=ink, width=1.0)
        self.sheet.dot(*start, 2.0, ink)
        self.leaders.append((start, end))
        self.room.strike(shapely.LineString([start, end]), 2)

    def _within(self, what: Block, holder: str, shapes: list[Polygon]) -> bool:
        """No room outside: the name stands in the area, as near its middle as it can."""
        largest = max(shapes, key=lambda s: s.area)
        circle = shapely.maximum_inscribed_circle(largest, tolerance=2.0)
        x, y = circle.coords[0]
        steps = [(dx * 8.0, dy * 6.0) for dx in range(-8, 9) for dy in range(-8, 9)]
        for dx, dy in sorted(steps, key=lambda d: (math.hypot(*d), d)):
            left, top = x + dx - what.width / 2, y + dy - what.height / 2
            box = (left, top, left + what.width, top + what.height)
            if largest.contains(shapely.box(*box)) and self.room.free(box):
                tones = self.style.tones
                plain = Block(tuple(Line(n.text, n.size, n.bold) for n in what.lines), what.width, what.height)
                hue = self.readout.hues[holder]
                self.write(plain, box, "middle", tones["inside"], tones.halo(hue), self.style.halo)
                return True
        return False

    def _spots(self) -> list[_Spot]:
        """Places that this zoom may name, most important first; dots of the larger ones keep their room from now on."""
        table = self.readout.given.gazetteer
        if table is None or "places" in self.readout.given.hidden:
            return []
        left, top, right, bottom = self.room.window
        found = []
        for row in cells.rows(table):
            first, rank = cells.number(row["min_zoom"]), cells.number(row["rank"])
            rank = 3 if rank is None else int(rank)
            if str(row["kind"]) in _NO_SPOTS or rank > self.style.least_rank:
                continue
            if (11 if first is None else first) > self.frame.zoom - self.style.calm:
                continue
            x, y = self.frame.at(row["geometry"].x, row["geometry"].y)
            if left + 4 < x < right - 4 and top + 4 < y < bottom - 4:
                found.append((rank, str(row["name"]), x, y, row))
        found.sort(key=lambda f: f[:4])
        out: list[_Spot] = []
        for rank, name, x, y, row in found:
            box = (x - 4, y - 4, x + 4, y + 4)
            kept = self.style.keep_dots and rank <= 2 and all(apart(box, b) for b in self.room.boxes)
            if kept:
                self.room.boxes.append(box)
            out.append((rank, name, x, y, row, box if kept else None))
        return out

    def places(self) -> None:
        """Name the places of the case, most important first."""
        for rank, _, x, y, row, own in self.spots:
            self._place(row, rank, x, y, own)

    def _place(self, row: dict[str, Any], rank: int, x: float, y: float, own: Box | None) -> None:
        style, say, tones = self.style, self.say, self.style.tones
        big = rank <= 1
        first = say.of(row["name"], row["name_ar"])
        arabic = next(iter(cells.many(row["name_ar"])), "")
        second = ((cells.text(row["name"]) or "") if say.rtl else arabic) if rank <= 2 and style.two_scripts else ""
        what = block(self.measure, [
            Line(first, style.town if big else style.place, bold=big and str(row["kind"]) in {"city", "capital"}),
            Line(second if second != first else "", style.second),
        ])  # fmt: skip
        point = shapely.Point(x, y)
        owner = next((n for n, (_, s) in enumerate(self.areas, 1) if s.contains(point)), 0)
        area = self.areas[owner - 1][0] if owner else None

        inside = area is not None and area.status == "assessed"

        def strange(box: Box) -> float:
            # Names of ground that is claimed, contested or unknown may reach out of it, but not over another's.
            own = self.room.share(box, owner)
            return 1 - own - (self.room.share(box, 0) if area is not None and not inside else 0.0)

        def cost(box: Box) -> float:
            mix = self.room.mix(box)
            return (
                strange(box) * 60
                + (0.0 if inside else mix[rooms.ASSESSED] * 40)
                + (mix[rooms.CLAIMED] + mix[rooms.OPEN]) * 14
                + mix[rooms.LOST] * 4
            )

        spot = self.room.beside(what, x, y, style.dot + 4, cost, apart_from=own)
        # A name that would lie across an edge is left out, a small one sooner.
        if spot and strange(spot[0]) > (0.06 if rank > 1 else 0.12):
            spot = None
        if own is None and (spot is None or not self.room.free((x - 3, y - 3, x + 3, y + 3))):
            return
        white, halo = tones["inside"], tones.halo(self.readout.hues[area.holder]) if inside and area else tones["paper"]
        ink, paper = (white, halo) if inside else (tones["ink"], tones["paper"])
        self.sheet.dot(x, y, style.dot if big else style.dot - 0.4, ink, paper, 1.2, str(row["kind"]) == "capital")
        if own is None:
            self.room.take((x - 4, y - 4, x + 4, y + 4))
        if spot is None:
            return
        # Half in, half out: white on paper would vanish, so such a name is ink on paper.
        if inside and self.room.share(spot[0], owner) > 0.55:
            self.write(what, *spot, white, halo, style.halo)
        else:
            self.on_paper(what, spot, 4.5 if area is not None else None)

    def ground(self) -> None:
        """Name the ground: cities and regions in spaced capitals, water in italics."""
        given = self.readout.given
        tones, style = self.style.tones, self.style
        for row in ground_names(given, self.frame.zoom):
            kind, sort = cells.text(row.get("kind")) or "", cells.text(row.get("class")) or ""
            name = self.say.of(row["name"], row.get("name_ar"))
            water, loud = kind == "water", sort in {"city", "region", "governorate", "country"} or kind == "country"
            size = style.ground if sort in {"city", "country"} else style.second
            latin = not is_arabic(name)
            text = name.upper() if loud and latin else name
            lines = [Line(text, size, italic=water, spacing=0.14 if loud and latin else 0.0)]
            if style.two_scripts and loud and not self.say.rtl:
                lines.append(Line(next(iter(cells.many(row.get("name_ar"))), ""), style.second))
            what = block(self.measure, lines)
            x, y = self.frame.at(row["geometry"].x, row["geometry"].y)
            spot = self._near(what, x, y)
            if spot:
                self.write(what, *spot, tones["water-name" if water else "ground-name"], tones["paper"], style.halo)

    def _near(self, what: Block, x: float, y: float) -> rooms.Spot | None:
        for dx, dy in ((0, 0), (0, -24), (0, 24), (-40, 0), (40, 0), (0, -48), (0, 48), (-80, 0), (80, 0)):
            left, top = x + dx - what.width / 2, y + dy - what.height / 2
            box = (left, top, left + what.width, top + what.height)
            if self.room.free(box) and self.room.mix(box)[rooms.GROUND] > 0.97:
                return box, "middle"
        return None
