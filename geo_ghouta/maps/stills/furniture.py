"""Title block, key, scale bar and source line: what stands beside or over the map."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from geo_ghouta.maps import cells
from geo_ghouta.maps.stills.convoys import DASHES, evidence_of
from geo_ghouta.maps.stills.metrics import balanced, cut, wrap
from geo_ghouta.maps.stills.readout import gained, lost, unsettled
from geo_ghouta.maps.stills.sheet import Pattern
from geo_ghouta.maps.stills.wording import is_arabic, notes, sentences

if TYPE_CHECKING:
    import datetime as dt

    from geo_ghouta.maps.stills.frame import Frame
    from geo_ghouta.maps.stills.metrics import Measure
    from geo_ghouta.maps.stills.readout import Picture, Readout
    from geo_ghouta.maps.stills.sheet import Box, Sheet
    from geo_ghouta.maps.stills.tones import Tones
    from geo_ghouta.maps.stills.wording import Wording


TOLD_KM2 = 0.04
"""Km²: a change smaller than this is written 0.0, so it gets no row."""


class Furniture:
    """Writes on one sheet, mirrored where the language runs from right to left.

    Parameters
    ----------
    sheet, readout, say, tones, measure
    """

    def __init__(self, sheet: Sheet, readout: Readout, say: Wording, tones: Tones, measure: Measure) -> None:
        self.sheet, self.readout, self.say, self.tones, self.measure = sheet, readout, say, tones, measure
        self.start, self.end = ("right", "left") if say.rtl else ("left", "right")

    def x(self, box: Box, inset: float, *, end: bool = False) -> float:
        """A place counted from the start (or the end) of a box."""
        from_right = self.say.rtl != end
        return box[2] - inset if from_right else box[0] + inset

    def write(
        self, x: float, y: float, text: str, size: float, colour: str = "ink", *, bold: bool = False,
        anchor: str = "start", spacing: float = 0.0,
    ) -> None:  # fmt: skip
        """Write a line that begins (or ends) at ``x``."""
        side = {"start": self.start, "end": self.end}.get(anchor, anchor)
        # A share is read as the line runs: its sign after the figure.
        rtl = self.say.rtl and ("%" in text or any(is_arabic(c) for c in text))
        self.sheet.words(x, y, text, size, self.tones[colour], bold, anchor=side, spacing=spacing, rtl=rtl)

    def kicker(self, x: float, y: float, width: float) -> None:
        """Whose case it is, in small capitals; Arabic has none."""
        case = self.readout.casefile
        title = self.say.of(case.title, case.title_ar)
        size, spacing = (12, 0.0) if is_arabic(title) else (11, 0.07)
        told = cut(self.measure, title if is_arabic(title) else title.upper(), size, width / (1 + spacing * 1.6))
        self.write(x, y, told, size, "ink2", bold=True, spacing=spacing)

    def title(self, box: Box, day: dt.date, *, boxed: bool, sizes: tuple[float, float] = (32, 17)) -> Box:
        """Kicker, date, sentence and notes; returns the box that they fill, no lower than they need."""
        say, tones = self.say, self.tones
        inset = 16.0 if boxed else 0.0
        width = box[2] - box[0] - 2 * inset
        told, sizes = self._told(day, width, sizes)
        small = notes(say, self.readout, day)
        leading = sizes[1] * 24 / 17
        bottom = box[1] + 13 + 19 + sizes[0] * 1.19 + 4 + leading * len(told) + 8 + 9 + 17 + (9 if boxed else 0)
        filled = (box[0], box[1], box[2], bottom)
        if boxed:
            self.sheet.rectangle(filled, fill=tones["paper"], stroke=tones["rule2"], width=1.0)
        self.sheet.rule(box[0], box[1], box[2], tones["ink"], 3)
        x, y = self.x(filled, inset), box[1] + 13 + 12
        self.kicker(x, y, width)
        y = box[1] + 32 + sizes[0] * 0.92
        self.write(x, y, say.day(day), sizes[0], bold=True)
        y = box[1] + 32 + sizes[0] * 1.19 + 4 + leading * 0.72
        for line in told:
            self.write(x, y, line, sizes[1])
            y += leading
        y = box[1] + 32 + sizes[0] * 1.19 + 4 + leading * len(told) + 8
        self.sheet.rule(box[0] + inset, y, box[2] - inset, tones["rule"])
        along = inset
        for text, warn in small:
            self.write(self.x(filled, along), y + 9 + 12, text, 12, "conflict" if warn else "ink2", bold=warn)
            along += self.measure(text, 12, warn) + 14
        return filled

    def _told(self, day: dt.date, width: float, sizes: tuple[float, float]) -> tuple[list[str], tuple[float, float]]:
        """The sentence in lines: a line each for it and its addition where they fit; two at most where type allows."""
        parts = sentences(self.say, self.readout, day)
        whole = " ".join(parts)
        for size in (sizes[1], sizes[1] * 0.86):
            if self.measure(whole, size, False) <= width:
                return [whole], (sizes[0], size)
            if len(parts) == 2 and all(self.measure(part, size, False) <= width for part in parts):
                return parts, (sizes[0], size)
            lines = balanced(self.measure, whole, size, width)
            if len(lines) <= 2:
                return lines, (sizes[0], size)
        return lines, (sizes[0], sizes[1] * 0.86)

    def swatch(self, box: Box, holder: str | None, kind: str, scale: float = 1.0) -> None:
        """A sample of a fill."""
        left, top, right, bottom = box
        frame = (left + 0.5, top + 0.5, right - 0.5, bottom - 0.5)
        hue = self.tones.fill(self.readout.hues[holder]) if holder else self.tones["ink3"]
        if kind == "assessed":
            self.sheet.rectangle(frame, fill=hue)
        elif kind == "gained":
            self.sheet.rectangle(frame, fill=hue)
            self.sheet.rectangle(frame, pattern=Pattern(kind, hue, self.tones["paper"], scale))
        elif kind == "plain":
            self.sheet.rectangle(frame, fill=self.tones["paper"], stroke=self.tones["rule2"])
        else:
            self.sheet.rectangle(frame, pattern=Pattern(kind, hue, self.tones["paper"], scale))
            dotted = (0.01, 3.0) if kind == "lost" else (4.0, 2.5) if kind in {"contested", "unknown"} else ()
            edge = hue if kind == "lost" else self.tones["map-ink"]
            self.sheet.rectangle(frame, stroke=edge, width=1.0, dash=dotted, cap="round" if kind == "lost" else "butt")

    def holders(self, picture: Picture | None, before: Picture | None) -> list[str]:
        """Holders for the key: those of the picture, and those of the picture before."""
        if picture is None:
            return []
        now = {a.holder for a in picture.areas}
        earlier = set(before.by_holder) if before and before.base is picture.base else set()
        return [h for h in self.readout.holders if h in now | earlier]

    def figures(self, box: Box, picture: Picture | None, before: Picture | None, day: dt.date) -> float:
        """The table of holders with km² and share; returns the y below it."""
        say, tones = self.say, self.tones
        share_end, km2_end = self.x(box, 0, end=True), self.x(box, 50, end=True)
        y = box[1] + 12
        self.write(self.x(box, 0), y, say.t("key.held_by"), 11, "ink2")
        self.write(km2_end, y, say.t("key.km2"), 11, "ink2", anchor="end")
        self.write(share_end, y, say.t("key.share"), 11, "ink2", anchor="end")
        base = picture.base.total if picture and picture.base else 0.0
        y += 7

        room = box[2] - box[0] - 31 - 50 - 40

        def row(name: str, km2: str, share: str, y: float, *, bold: bool = False) -> float:
            told = wrap(self.measure, name, 13, room, bold, most=2)
            for number, text in enumerate(told):
                self.write(self.x(box, 31), y + 14 + 16 * number, text, 13, bold=bold)
            self.write(km2_end, y + 14, km2, 13, bold=bold, anchor="end")
            self.write(share_end, y + 14, share, 13, bold=bold, anchor="end")
            return y + 20 + 16 * (len(told) - 1)

        for holder in self.holders(picture, before):
            km2 = picture.by_holder.get(holder, 0.0) if picture else 0.0
            self.swatch(self._swatch_box(box, y + 3), holder, "assessed")
            name = self.readout.name_of(holder, say.language)
            y = row(name, say.area(km2), say.percent(km2 / base if base else None), y)
        self.sheet.rule(box[0] if say.rtl else box[0] + 31, y, box[2] - 31 if say.rtl else box[2], tones["rule2"])
        y += 2
        total = picture.total if picture else None
        whole = say.percent(picture.share) if picture else "–"
        y = row(say.t("key.total"), say.area(total), whole, y, bold=True)
        gone = lost(before, picture)
        if picture and before:

            def part(km2: float) -> str:
                return say.percent(km2 / base) if base and before and before.base is picture.base else ""

            km2 = sum(g[2] for g in gone)
            doubt = {status: size for status, size in unsettled(before, picture).items() if size > TOLD_KM2}
            fresh = gained(before, picture)
            more = sum(g[2] for g in fresh)
            if km2 > TOLD_KM2 or not (doubt or more > TOLD_KM2):
                # Where ground only became uncertain, "Lost 0.0" would say that nothing had changed.
                most = max(gone, key=lambda g: g[2])[0] if gone else None
                self.swatch(self._swatch_box(box, y + 3), most or self.readout.holders[0], "lost")
                since = say.t("key.lost_since", date=say.day_near(before.day, day))
                y = row(since, say.area(km2), part(km2), y)
            for status, size in doubt.items():
                holder = next(a.holder for a in picture.areas if a.status == status)
                self.swatch(self._swatch_box(box, y + 3), holder, status)
                y = row(say.t(f"key.became_{status}"), say.area(size), part(size), y)
            if more > TOLD_KM2:
                self.swatch(self._swatch_box(box, y + 3), max(fresh, key=lambda g: g[2])[0], "gained")
                y = row(say.t("key.gained_since", date=say.day_near(before.day, day)), say.area(more), part(more), y)
        return y

    def _swatch_box(self, box: Box, top: float, inset: float = 0.0) -> Box:
        x = self.x(box, inset)
        return (x - 22, top, x, top + 14) if self.say.rtl else (x, top, x + 22, top + 14)

    def statuses(self, box: Box, day: dt.date, picture: Picture | None) -> float:
        """What patterns and lines mean, in two columns; returns the y below."""
        say = self.say
        holders = self.readout.holders
        sample = holders[1] if len(holders) > 1 else holders[0] if holders else None
        ground = self.readout.casefile.ground
        plain = self.readout.name_of(ground, say.language) if ground else say.t("key.nobody_drawn")
        # Only what this case has: a series of one side's ground explains no claims. Read across in two columns.
        told = {a.status for p in self.readout.pictures for a in p.areas}
        marks = [(s, say.t(f"status.{s}")) for s in ("claimed", "contested", "unknown") if s in told]
        rest = [("plain", plain), *([("front", say.t("key.front"))] if self.readout.pictures else [])]
        items: list[tuple[str, str]] = [
            pair for both in itertools.zip_longest(marks, rest) for pair in both if pair is not None
        ]
        if evidence_of(self.readout.given, day):
            items.append(("convoy", say.t("key.convoy")))
            items += [(f"leg {name}", say.t(f"still.leg.{name}")) for name in evidence_of(self.readout.given, day)]
        y = box[1]
        wide = [max((self.measure(t, 12, False) for _, t in items[n::2]), default=0.0) + 31 for n in (0, 1)]
        # Neither column is squeezed by a long word of the other beyond the half.
        whole = box[2] - box[0]
        second = wide[0] + 14 if wide[0] + 14 <= whole / 2 else max(whole / 2, whole - wide[1] - 1)
        for number, (kind, text) in enumerate(items):
            inset = 0.0 if number % 2 == 0 else second
            room = (second - 8 if number % 2 == 0 else box[2] - box[0] - second) - 31
            y = box[1] + 20 * (number // 2)
            place = self._swatch_box(box, y + 2, inset)
            self._sample(place, kind, sample, picture)
            self.write(self.x(box, inset + 31), y + 13, cut(self.measure, text, 12, room), 12)
        return y + 20

    def _sample(self, place: Box, kind: str, sample: str | None, picture: Picture | None) -> None:
        ink = self.tones["map-ink"]
        middle = (place[1] + place[3]) / 2
        line = [(place[0], middle), (place[2], middle)]
        if kind == "front":
            self.sheet.path(line, stroke=ink, width=2.25)
        elif kind.startswith("leg "):
            dash = tuple(d * 0.6 for d in DASHES[kind[4:]])
            self.sheet.path(line, stroke=ink, width=4, dash=dash)
        elif kind == "convoy":
            left, right = place[0], place[2]
            self.sheet.path(
                [(left, middle), (right - 9, middle)], stroke=ink, width=9, opacity=self.tones.clear["band"]
            )
            self.sheet.path([(left, middle), (right - 9, middle)], stroke=ink, width=5)
            self.sheet.path(
                [(right - 10, middle - 7), (right, middle), (right - 10, middle + 7)], closed=True, fill=ink
            )
        else:
            shown = picture.areas if picture else []
            self.swatch(place, next((a.holder for a in shown if a.status == kind), sample), kind)

    def scale(self, x: float, y: float, frame: Frame, longest: float = 130.0, size: float = 11.0) -> Box:
        """A scale bar with its baseline at ``y``, beginning at ``x`` in reading order."""
        metres, length = frame.bar(longest)
        left, right = (x - length, x) if self.say.rtl else (x, x + length)
        ink, paper = self.tones["ink"], self.tones["paper"]
        points = [(left, y - 5), (left, y), (right, y), (right, y - 5)]
        self.sheet.path(points, stroke=paper, width=4.0)
        self.sheet.path(points, stroke=ink, width=1.2)
        text = self.say.metres(metres)
        self.sheet.words(
            (left + right) / 2, y - 7, text, size, ink, anchor="middle", halo=paper, halo_width=3, rtl=self.say.rtl
        )
        half = max(length, self.measure(text, size, False)) / 2
        return ((left + right) / 2 - half, y - 8 - size, (left + right) / 2 + half, y + 2)

    def source_text(self, picture: Picture | None) -> str:
        """Sources of the picture, and who drew it how well."""
        say, parts = self.say, []
        if picture and picture.sources:
            parts.append(say.t("still.sources", sources="; ".join(picture.sources)))
        if picture and not all(area.source for area in picture.areas):
            parts.append(say.t("still.some_source" if picture.sources else "still.no_source"))
        if picture and picture.precision:
            metres, kind = picture.precision
            parts.append(say.t(f"still.drawn{kind}", m=say.metres(metres)))
        return " ".join([*parts, say.t("still.measured"), say.t("still.made")])

    def lines(self, box: Box, text: str, size: float, most: int, colour: str = "ink3") -> float:
        """Write a wrapped text from the top of a box; returns the y below."""
        y = box[1]
        for line in wrap(self.measure, cells.clean(text), size, box[2] - box[0], most=most):
            self.write(self.x(box, 0), y + size, line, size, colour)
            y += size * (1.45 if self.say.rtl else 1.36)
        return y
