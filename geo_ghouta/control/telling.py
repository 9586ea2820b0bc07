"""What an import tells of whole pictures: what was read, overlaps, swapped axes, what lies far off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.control.days import day_of_name
from geo_ghouta.control.faults import listed
from geo_ghouta.control.rings import SWAP_HINT, swapped_words
from geo_ghouta.control.series import is_daily, missing_days, unchanged
from geo_ghouta.control.shapes import OVERLAP_KM2, overlaps, union
from geo_ghouta.errors import counted
from geo_ghouta.measure import areas_km2, distance_km
from geo_ghouta.schema.vocabulary import NOT_TOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.control.faults import Faults
    from geo_ghouta.control.geojson import Layer
    from geo_ghouta.control.sheets import Sheet
    from geo_ghouta.schema import Pictures

FAR_KM = 500.0
"""Kilometres from the middle of all pictures, and three times their reach, from which one is told to lie far off."""
NOUGHT_DEG = 0.5
"""Degrees round 0, 0 in which an area is suspected of numbers that were never filled in."""
SWAP_KM = 100.0
"""Kilometres off, from which an area that swapping its axes would bring among the others is told."""


def tell_order(day_first: bool | None, decided: str, stems: Sequence[str], faults: Faults) -> None:
    """Tell which file's name decided the order of days like 05-03-2018 in the others."""
    if day_first is not None and any(day_of_name(stem) is None and day_of_name(stem, day_first) for stem in stems):
        text = f"names like 05-03-2018 read as {'day' if day_first else 'month'} first, since {decided} has one reading"
        faults.add("day_order", "note", "(all)", None, text, hint="say --day-order if that is wrong")


def tell_file(made: Sequence[Sheet], layer: Layer, where: str, faults: Faults) -> None:
    """Tell each picture that a file became, with its areas and size; ground drawn twice counts once."""
    for sheet in made:
        km2 = float(areas_km2([union(row["geometry"] for row in sheet.rows)])[0]) if sheet.rows else 0.0
        text = f"picture of {sheet.date}: {counted(len(sheet.rows), 'area')}, {km2:,.2f} km²"
        faults.add(
            "read",
            "note",
            where,
            None,
            text if sheet.rows else f"{text}: an empty picture, nobody holds anything",
            found=counted(layer.given, "feature"),
        )


def tell_unused(properties: set[Any], faults: Faults) -> None:
    """Tell the properties of the layers that no picture keeps: their days and holders may stand there."""
    unused = sorted(properties - {"name", "id"})
    if unused:
        text = f"{len(unused)} of the layers' properties not taken over: {listed(unused, 12)}"
        faults.add("properties", "note", "(all)", None, text, hint="name the one that tells a day or a holder")


def tell_unnamed(source: str, drawn_by: str, sheets: Sequence[Sheet], faults: Faults) -> None:
    """Tell that nobody said who the layers come from or who drew them: the page will say so of every area."""
    for name, given, option in (("source", source, "--source"), ("drawer", drawn_by, "--drawn-by")):
        if given == NOT_TOLD and any(sheet.rows for sheet in sheets):
            faults.add("no_source", "note", "(all)", None, f"no {name} told", hint=f"say {option} TEXT")


def tell_assumed(metres: float | None, sheets: Sequence[Sheet], faults: Faults) -> None:
    """Tell the precision that was assumed for every area since none was given."""
    if metres is not None and any(sheet.rows for sheet in sheets):
        text = f"no precision given: {metres:.0f} m is assumed, and told as that"
        faults.add("no_precision", "note", "(all)", None, text, hint="say --precision METRES")


def tell_unended(until: str | None, files: Sequence[str], faults: Faults) -> None:
    """Tell that the ends of areas count for nothing in a file that is one day's picture."""
    if files:
        text = f"{until} not used in {counted(len(files), 'file')} of one day each: {listed(files, 3)}"
        hint = "a picture is valid until the next one's day; say --date property:NAME of the day an area begins"
        faults.add("span", "warning", "(all)", None, text, hint=hint)


def tell_nought(sheets: Sequence[Sheet], faults: Faults) -> None:
    """Tell areas at 0, 0 among others that lie far away: so look numbers that were never filled in."""
    drawn = [(sheet, row) for sheet in sheets for row in sheet.rows]
    if len(drawn) < 2:
        return
    box = shapely.bounds([row["geometry"] for _, row in drawn])
    near = ((box[:, :2] <= NOUGHT_DEG) & (box[:, 2:] >= -NOUGHT_DEG)).all(axis=1)
    if not near.any() or near.all():
        return
    x, y = (float(np.median(box[~near][:, axes].mean(axis=1))) for axes in ([0, 2], [1, 3]))
    if float(distance_km(0.0, 0.0, x, y)[0]) < FAR_KM:
        return
    for number in np.flatnonzero(near):
        sheet, row = drawn[number]
        text, hint = "lies at 0, 0 while the others are far away", "were its numbers ever filled in?"
        middle = (float(box[number, [0, 2]].mean()), float(box[number, [1, 3]].mean()))
        found = f"{middle[0]:.4f}, {middle[1]:.4f}"
        faults.add(
            "null_island", "warning", sheet.path, f"feature {row['_id']}", text, found=found, hint=hint, at=middle
        )


def tell_swapped(sheets: Sequence[Sheet], extent: tuple[float, float, float, float] | None, faults: Faults) -> None:
    """Tell areas that lie among the others, or in the case's extent, only with swapped axes."""
    drawn = [(sheet, row) for sheet in sheets for row in sheet.rows]
    if not drawn:
        return
    box = shapely.bounds([row["geometry"] for _, row in drawn])
    x, y = box[:, [0, 2]].mean(axis=1), box[:, [1, 3]].mean(axis=1)
    swappable = (np.abs(x) <= 90) & (np.abs(y) <= 90)
    turned = np.column_stack([np.where(swappable, y, np.nan), np.where(swappable, x, np.nan)])
    bad = np.zeros(len(drawn), dtype=bool)
    if extent is not None:
        west, south, east, north = extent
        here = (x >= west) & (x <= east) & (y >= south) & (y <= north)
        there = (turned[:, 0] >= west) & (turned[:, 0] <= east) & (turned[:, 1] >= south) & (turned[:, 1] <= north)
        bad = ~here & there
    if len(drawn) > 1 and not bad.any():
        # Of two, the second is measured from the first; of more, each from the middle of all.
        centre = (x[0], y[0]) if len(drawn) == 2 else (float(np.median(x)), float(np.median(y)))
        away = distance_km(x, y, *centre)
        back = distance_km(turned[:, 0], turned[:, 1], *centre)
        usual = float(np.median(away)) if len(drawn) > 2 else 0.0
        bad = (away > max(SWAP_KM, 5 * usual)) & (back < away / 4)
    for number in np.flatnonzero(bad):
        sheet, row = drawn[number]
        among = "the case's extent" if extent is not None else "where the other areas lie"
        faults.add(
            "swapped_axes",
            "warning",
            sheet.path,
            f"feature {row['_id']}",
            swapped_words(among, "taken as written"),
            found=f"[{x[number]:.4f}, {y[number]:.4f}]",
            expected="longitude first",
            hint=SWAP_HINT,
            at=(float(x[number]), float(y[number])),
        )


def tell_overlaps(sheets: Sequence[Sheet], faults: Faults) -> None:
    """Tell ground that two areas of one picture share, those of one holder apart from those of several."""
    for sheet in sheets:
        pairs = overlaps([row["geometry"] for row in sheet.rows])
        if not pairs:
            continue
        km2 = areas_km2([shared for _, _, shared in pairs])
        same = np.array([sheet.rows[i]["holder"] == sheet.rows[j]["holder"] for i, j, _ in pairs])
        if km2[same].sum() > OVERLAP_KM2:
            text = f"{counted(int(same.sum()), 'overlap')} of areas of one holder, {km2[same].sum():,.2f} km²"
            hint = "counted once; --dissolve unites them"
            faults.add("double_area", "note", sheet.path, None, text, hint=hint)
        if km2[~same].sum() > OVERLAP_KM2:
            text = (
                f"{counted(int((~same).sum()), 'overlap')} of areas of different holders, {km2[~same].sum():,.2f} km²"
            )
            hint = "a place in them is answered as disputed; check --control lists them one by one"
            faults.add("overlap", "warning", sheet.path, None, text, hint=hint)


def tell_far(sheets: Sequence[Sheet], faults: Faults) -> None:
    """Tell pictures that lie far from the others."""
    drawn = [sheet for sheet in sheets if sheet.rows]
    if len(drawn) < 2:
        return
    boxes = np.array([shapely.total_bounds([row["geometry"] for row in sheet.rows]) for sheet in drawn])
    middle = np.column_stack([boxes[:, [0, 2]].mean(axis=1), boxes[:, [1, 3]].mean(axis=1)])
    centre = np.median(middle, axis=0)
    if len(drawn) == 2:
        centre = middle[0]  # of two, the second is told to be far from the first
    reach = np.median(distance_km(boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3])) / 2
    away = distance_km(middle[:, 0], middle[:, 1], centre[0], centre[1])
    for number in np.flatnonzero(away > max(FAR_KM, 3 * float(reach))):
        text = f"lies {away[number]:,.0f} km from the other pictures"
        at = (float(middle[number, 0]), float(middle[number, 1]))
        faults.add(
            "far_away",
            "warning",
            drawn[number].path,
            None,
            text,
            found=f"{at[0]:.4f}, {at[1]:.4f}",
            hint="are its axes swapped, or its numbers in another coordinate system?",
            at=at,
        )


def tell_series(pictures: Pictures, holders: int, faults: Faults) -> None:
    """Tell what came of all files."""
    days = pictures.dates["picture_date"]
    if not len(days):
        faults.add("series", "error", "(all)", None, "no picture came of these files", hint="see the lines above")
        return
    span = f"{days.iloc[0]:%Y-%m-%d}" + (f" to {days.iloc[-1]:%Y-%m-%d}" if len(days) > 1 else "")
    if is_daily(days):
        count, names = missing_days(days)
        if count:
            text = f"{count} days of a daily series have no picture: {listed(names, 50)}"
            hint = "the picture before answers for them; add the files if they exist"
            faults.add("missing_days", "warning", "(all)", None, text, hint=hint)
        same = unchanged(pictures, pictures.dates)
        if same:
            shows = "picture shows" if len(same) == 1 else "pictures show"
            text = f"{len(same)} {shows} exactly what the one before shows: {listed(same, 20)}"
            faults.add("unchanged", "note", "(all)", None, text)
    text = (
        f"{counted(len(days), 'picture')}, {span}, {counted(len(pictures.areas), 'area')}, {counted(holders, 'holder')}"
    )
    faults.add("series", "note", "(all)", None, text)
