"""Convoys of a day as arrows: width is the count, the pale band the highest count, the dash how a leg is known."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely
from shapely.ops import substring as _substring

from geo_ghouta.maps import cells

if TYPE_CHECKING:
    import datetime as dt

    from shapely import LineString

    from geo_ghouta.maps.model import MapInput
    from geo_ghouta.maps.stills.frame import Frame
    from geo_ghouta.maps.stills.sheet import Box, Sheet
    from geo_ghouta.maps.stills.tones import Style

DASHES: dict[str, tuple[float, ...]] = {"stated": (), "inferred": (12.0, 6.0), "unknown": (2.5, 6.0)}
_LEAST = 60.0


@dataclasses.dataclass(frozen=True)
class Arrow:
    """One drawn convoy: its row, its tip in px, the direction of its head, its line, its width, its last leg."""

    row: dict[str, Any]
    tip: tuple[float, float]
    angle: float
    line: LineString
    width: float
    last: dict[str, Any] | None = None


def substring(line: LineString, start: float, end: float) -> LineString:
    """Part of a line between two lengths; an empty line where they are one."""
    found = _substring(line, start, end)
    return found if isinstance(found, shapely.LineString) else shapely.LineString()


def of_day(given: MapInput, day: dt.date) -> list[dict[str, Any]]:
    """Convoys whose first day is this one."""
    if "convoys" in given.hidden:
        return []
    return [r for r in cells.rows(given.convoys) if not pd.isna(r["date_from"]) and r["date_from"].date() == day]


def evidence_of(given: MapInput, day: dt.date) -> list[str]:
    """Kinds of evidence among the legs of a day's convoys, for the key."""
    legs = _by_route(given)
    found = {str(leg["evidence"]) for row in of_day(given, day) for leg in _way(row, legs)}
    return [name for name in DASHES if name in found]


def _by_route(given: MapInput) -> dict[str, list[dict[str, Any]]]:
    legs: dict[str, list[dict[str, Any]]] = {}
    for leg in sorted(cells.rows(given.routes), key=lambda leg: int(leg["leg"])):
        legs.setdefault(str(leg["route_id"]), []).append(leg)
    return legs


def _way(row: dict[str, Any], legs: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Legs that a convoy goes: its own of its route, or all where its table names none."""
    all_legs = [] if pd.isna(row["route_id"]) else legs.get(str(row["route_id"]), [])
    own = set(cells.many(row.get("leg_ids")))
    return [leg for leg in all_legs if not own or leg["leg_id"] in own]


def draw_convoys(sheet: Sheet, frame: Frame, given: MapInput, day: dt.date, free: Box, style: Style) -> list[Arrow]:
    """Draw the day's convoys that have a route; arrows end where they leave the free window."""
    legs = _by_route(given)
    ways = [(row, way) for row in of_day(given, day) if (way := _way(row, legs))]
    out = []
    for number, (row, way) in enumerate(ways):
        arrow = _draw(sheet, frame, row, way, free, number - (len(ways) - 1) / 2, style)
        if arrow:
            out.append(arrow)
    return out


def _width(people: float, zoom: float) -> float:
    return min(28.0, max(3.0, people / (150 if zoom >= 10.5 else 500)))


def _draw(
    sheet: Sheet, frame: Frame, row: dict[str, Any], way: list[dict[str, Any]], free: Box, place: float, style: Style
) -> Arrow | None:
    low, high = cells.number(row["people_low"]), cells.number(row["people_high"])
    low, high = (high if low is None else low), (low if high is None else high)
    core = 3.0 if low is None else _width(low, frame.zoom)
    band = core if high is None else max(core, _width(high, frame.zoom))
    planned = str(row["modality"]) in {"planned", "expected", "proposed", "conditional"}
    lines = [frame.whole(leg["geometry"]) for leg in way]
    points = np.vstack([shapely.get_coordinates(line)[1 if n else 0 :] for n, line in enumerate(lines)])
    whole = shapely.LineString(points) if len(points) > 1 else None
    if whole is None or not whole.length:
        return None
    end = _leaves(whole, (free[0] + 24, free[1] + 30, free[2] - 24, free[3] - 24))
    if end < _LEAST:
        return None
    head = max(12.0, 1.5 * band)
    shift = place * (band + 2)
    ink, paper = style.tones["map-ink"], style.tones["paper"]
    pieces: list[tuple[LineString, tuple[float, ...]]] = []
    for first, last, evidence in _stretches(way, lines, end - head * 0.8):
        piece = substring(whole, first, last)
        moved = piece.offset_curve(-shift) if shift and not piece.is_empty else piece
        if isinstance(moved, shapely.LineString) and not moved.is_empty:
            pieces.append((moved, DASHES[evidence]))
    for piece, _ in pieces:
        sheet.shape(piece, stroke=paper, width=band + 4)
    for piece, dash in pieces:
        if band > core + 0.4:
            sheet.shape(piece, stroke=ink, width=band, dash=dash, opacity=style.tones.clear["band"])
        sheet.shape(piece, stroke=ink, width=core, dash=dash)
        if planned or low is None:
            sheet.shape(piece, stroke=paper, width=max(1.0, core - 2), dash=dash)
    tip, angle = _head(sheet, whole, end, head, band, shift, planned=planned, ink=ink, paper=paper)
    return Arrow(row, tip, angle, substring(whole, 0, end), band, way[-1])


def _stretches(way: list[dict[str, Any]], lines: list[Any], end: float) -> list[tuple[float, float, str]]:
    """Lengths along the route at which its evidence changes; legs of one kind are one stretch, so bends stay round."""
    out: list[tuple[float, float, str]] = []
    done = 0.0
    for leg, line in zip(way, lines, strict=True):
        first, done = done, done + float(line.length)
        last, evidence = min(done, end), str(leg["evidence"])
        if last <= first:
            break
        if out and out[-1][2] == evidence:
            out[-1] = (out[-1][0], last, evidence)
        else:
            out.append((first, last, evidence))
    return out


def _leaves(line: LineString, inner: Box) -> float:
    """Length along a line up to where it first leaves a box; 0 where it begins outside."""
    kept = line.intersection(shapely.box(*inner))
    start = shapely.Point(line.coords[0])
    parts = [p for p in shapely.get_parts(kept) if p.geom_type == "LineString" and p.distance(start) < 1e-6]
    return float(parts[0].length) if parts else 0.0


def _head(
    sheet: Sheet, whole: LineString, end: float, head: float, band: float, shift: float, *, planned: bool, ink: str,
    paper: str,
) -> tuple[tuple[float, float], float]:  # fmt: skip
    back, tip = whole.interpolate(max(0.0, end - head * 1.6)), whole.interpolate(end)
    angle = math.atan2(tip.y - back.y, tip.x - back.x)
    c, s = math.cos(angle), math.sin(angle)
    x, y = tip.x - s * shift, tip.y + c * shift
    wing = band * 0.5 + max(4.0, head * 0.32)
    base = (x - c * head, y - s * head)
    corners = [(x, y), (base[0] - s * wing, base[1] + c * wing), (base[0] + s * wing, base[1] - c * wing)]
    sheet.path(corners, closed=True, stroke=paper, width=4.0)
    sheet.path(corners, closed=True, fill=paper if planned else ink, stroke=ink, width=1.5)
    return (x, y), angle
