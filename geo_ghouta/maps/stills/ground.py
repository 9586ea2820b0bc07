"""The ground of the case and what is held on it, from below: land, water, roads, lost, areas, towns over, front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.maps import cells
from geo_ghouta.maps.stills.readout import Picture, Readout, gained, lost
from geo_ghouta.maps.stills.sheet import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.maps.model import MapInput
    from geo_ghouta.maps.stills.frame import Frame
    from geo_ghouta.maps.stills.sheet import Sheet
    from geo_ghouta.maps.stills.tones import Style

_SNAP = 1e-7
_SPECK = 4.5
_FEW_POCKETS = 24
"""Radius in px of the mark of a pocket that is smaller than it, and the pockets up to which there are such marks."""


def _features(given: MapInput, name: str, zoom: float) -> Iterator[tuple[str, BaseGeometry, dict[str, Any]]]:
    frame = given.backdrop.get(name)
    if frame is None or "ground" in given.hidden:
        return
    for row in cells.rows(frame):
        geometry = row["geometry"]
        first, until = cells.number(row.get("min_zoom")), cells.number(row.get("max_zoom"))
        if geometry is None or geometry.is_empty or (first is not None and first > zoom + 0.5):
            continue
        if until is not None and until < zoom - 0.5:
            continue
        yield (cells.text(row.get("kind")) or ""), geometry, row


def _steps(zoom: float) -> int:
    return 0 if zoom <= 10.5 else 1 if zoom <= 11.5 else 2 if zoom <= 12.5 else 3


def draw_ground(sheet: Sheet, frame: Frame, given: MapInput, style: Style) -> None:
    """Draw tints, water, built-up land, borders and roads."""
    tones, zoom = style.tones, frame.zoom
    at = _steps(zoom)
    lines: list[tuple[str, BaseGeometry]] = []
    for kind, geometry, _ in _features(given, "borders", zoom):
        if geometry.geom_type.endswith("Polygon") and kind == "country":
            sheet.shape(frame.cut(geometry), fill=tones["abroad"])
        else:
            lines.append((kind, geometry))
    for kind, geometry, _ in _features(given, "terrain", zoom):
        tint = "orchards" if "orchard" in kind else f"high{kind[-1]}" if kind[-1:] in {"1", "2", "3"} else "high1"
        sheet.shape(frame.cut(geometry), fill=tones[tint])
    for kind, geometry, _ in _features(given, "water", zoom):
        if geometry.geom_type.endswith("Polygon"):
            sheet.shape(frame.cut(geometry), fill=tones["sea"])
            continue
        small = kind in {"canal", "stream"}
        width = ((0, 0.8, 1, 1.3) if small else (1.3, 1.8, 2.2, 2.8))[at] * (0.5 + style.roads / 2)
        if width:
            sheet.shape(frame.cut(geometry), stroke=tones["river"], width=width)
    for _, geometry, _ in _features(given, "builtup", zoom):
        sheet.shape(frame.cut(geometry), fill=tones["builtup"], opacity=tones.clear["builtup"])
    for _, geometry in lines:
        edge = geometry.boundary if geometry.geom_type.endswith("Polygon") else geometry
        sheet.shape(frame.cut(edge), stroke=tones["border"], width=1.1 * style.roads, dash=(7, 3, 1.5, 3))
    _roads(sheet, frame, given, style)


def _roads(sheet: Sheet, frame: Frame, given: MapInput, style: Style) -> None:
    tones, at = style.tones, _steps(frame.zoom)
    main = []
    for kind, geometry, row in _features(given, "roads", frame.zoom):
        line = frame.cut(geometry)
        if kind in {"motorway", "trunk", "highway"}:
            main.append(line)
        elif frame.zoom >= 10 or cells.text(row.get("class")) == "primary":
            sheet.shape(line, stroke=tones["road"], width=(1.3, 1.4, 1.7, 2.1)[at] * style.roads, cap="round")
    for colour, widths in (("motorway-case", (4.2, 4.5, 5.2, 6.1)), ("motorway", (2.6, 2.9, 3.6, 4.5))):
        for line in main:
            sheet.shape(line, stroke=tones[colour], width=widths[at] * style.roads, cap="round")


def _over(sheet: Sheet, frame: Frame, given: MapInput, style: Style, areas: BaseGeometry) -> None:
    """Built-up land and roads again over the areas, so that towns show through."""
    tones, at = style.tones, _steps(frame.zoom)
    for _, geometry, _ in _features(given, "builtup", frame.zoom):
        shape = frame.cut(geometry).intersection(areas)
        sheet.shape(shape, fill=tones["builtup"], opacity=tones.clear["builtup"])
    for _, geometry, _ in _features(given, "roads", frame.zoom):
        line = frame.cut(geometry).intersection(areas)
        width = (1.3, 1.4, 1.7, 2.1)[at] * style.roads
        sheet.shape(line, stroke=tones["road-over"], width=width, opacity=tones.clear["road-over"])


def draw_areas(
    sheet: Sheet, frame: Frame, readout: Readout, picture: Picture | None, before: Picture | None, style: Style
) -> None:
    """Draw what was lost and gained since ``before``, the areas by status, edges between holders and the front line.

    An edge that two held areas share is theirs; any other edge of a held area is front; edges of contested and
    unknown ground are dashed.
    """
    tones, scale = style.tones, style.pattern
    for holder, geometry, _ in lost(before, picture):
        hue = tones.fill(readout.hues[holder])
        shape = frame.cut(geometry)
        sheet.shape(shape, pattern=Pattern("lost", hue, tones["paper"], scale))
        sheet.shape(shape.boundary, stroke=hue, width=1.1 * max(0.8, scale), dash=(0.01, 3 * scale), cap="round")
    if picture is None or not picture.areas:
        return
    for area in picture.areas:
        hue = tones.fill(readout.hues[area.holder])
        shape = frame.cut(area.geometry)
        if area.status == "assessed":
            sheet.shape(shape, fill=hue)
        else:
            sheet.shape(shape, pattern=Pattern(area.status, hue, tones["paper"], scale))
    for _, geometry, _ in gained(before, picture):
        # Only the signs: what is gained keeps the fill of its status.
        sheet.shape(frame.cut(geometry), pattern=Pattern("gained", tones["ink"], tones["paper"], scale))
    everything = frame.cut(shapely.union_all([a.geometry for a in picture.areas], grid_size=_SNAP))
    _over(sheet, frame, readout.given, style, everything)
    _edges(sheet, frame, picture, style)
    _specks(sheet, frame, readout, picture, style)
    _letters(sheet, frame, readout, picture, style)


def _edges(sheet: Sheet, frame: Frame, picture: Picture, style: Style) -> None:
    tones = style.tones
    held = [a.geometry for a in picture.areas if a.held]
    other = [a.geometry for a in picture.areas if not a.held]

    def boundary(shapes: list[BaseGeometry]) -> BaseGeometry:
        return shapely.union_all(shapes, grid_size=_SNAP).boundary if shapes else shapely.LineString()

    front = boundary(held)
    # The grid makes shared edges the very same line, so that their difference leaves no crumbs.
    inner = shapely.union_all([g.boundary for g in held], grid_size=_SNAP) if held else shapely.LineString()
    inner = shapely.difference(inner, front, grid_size=_SNAP)
    open_edges = shapely.union_all([g.boundary for g in other], grid_size=_SNAP) if other else shapely.LineString()
    open_edges = shapely.difference(open_edges, front, grid_size=_SNAP)
    ink = tones["map-ink"]
    for geometry, stroke in (
        (inner, {"stroke": tones["paper"], "width": style.edge}),
        (open_edges, {"stroke": ink, "width": 1.5 * max(0.7, style.pattern), "dash": (5.0, 3.0)}),
        (front, {"stroke": ink, "width": style.front}),
    ):
        merged = shapely.line_merge(geometry) if geometry.geom_type == "MultiLineString" else geometry
        sheet.shape(frame.cut(merged), **stroke)


def _specks(sheet: Sheet, frame: Frame, readout: Readout, picture: Picture, style: Style) -> None:
    """Mark each pocket that would be a few pixels, in its holder's colour: the last ground is not lost to sight."""
    for pocket in picture.pockets if len(picture.pockets) <= _FEW_POCKETS else ():
        west, south, east, north = frame.cut(pocket.geometry).bounds
        if max(east - west, north - south) < 2 * _SPECK:
            hue = style.tones.fill(readout.hues[pocket.holders[0]])
            sheet.dot(
                (west + east) / 2, (south + north) / 2, _SPECK, hue, style.tones["map-ink"], max(1.0, style.front)
            )


def _letters(sheet: Sheet, frame: Frame, readout: Readout, picture: Picture, style: Style) -> None:
    """A letter in a disc inside each area, where colours repeat."""
    for area in picture.areas:
        letter = readout.hues[area.holder].letter
        for part in shapely.get_parts(area.geometry) if letter else ():
            spot = shapely.point_on_surface(part)
            x, y = frame.at(spot.x, spot.y)
            sheet.dot(x, y, 8, style.tones["paper"], style.tones["map-ink"], 1)
            sheet.words(x, y + 4, letter, 11, style.tones["ink"], bold=True, anchor="middle")


def ground_names(given: MapInput, zoom: float) -> list[dict[str, Any]]:
    """Names of the ground that a zoom may show, as rows with a point."""
    named = [row for _, _, row in _features(given, "labels", zoom) if row["geometry"].geom_type == "Point"]
    return [row for row in named if not pd.isna(row.get("name"))]
