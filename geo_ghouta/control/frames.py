"""Derived frames between two pictures: for the eye only, marked, never an observation."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.control.shapes import areal, pieces_by_holder, union
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import sha256_of
from geo_ghouta.measure import plane_of
from geo_ghouta.schema import CONTROL, PICTURES, Pictures
from geo_ghouta.schema.bundles import chain

if TYPE_CHECKING:
    from geo_ghouta.measure import Plane

_SMALLEST_M2 = 1.0


def between(pictures: Pictures, first: object, second: object, frames: int = 3) -> Pictures:
    """Make frames between the pictures of two days, for a film; nothing here was observed.

    Ground that both pictures give to one holder stays. Ground that is lost goes from its far end towards what is kept,
    ground that is gained grows out of it, and what comes or goes whole swells or shrinks. Holders never overlap, so the
    topology of the two pictures is kept.

    Parameters
    ----------
    pictures : schema.Pictures
    first, second : day
        Answered by the pictures valid then.
    frames : int
        How many; at most one for each day in between.

    Returns
    -------
    schema.Pictures
        Only the frames. Both tables carry ``derived`` (true), ``source`` says so too, and the status is unknown.

    Raises
    ------
    UsageError
        If frames is less than 1, or no day lies in between.
    InputError
        If no picture answers for a day.

    Examples
    --------
    >>> import shapely
    >>> rows = [{"area_id": f"{day}/a", "holder": "x", "status": "assessed", "valid_from": day, "source": "s",
    ...          "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3, 33.5, east, 33.6)}
    ...         for day, east in (("2018-03-01", 36.5), ("2018-03-11", 36.4))]
    >>> dates = [{"picture_date": day, "areas": 1, "path": day, "sha256": "0"} for day in ("2018-03-01", "2018-03-11")]
    >>> made = between(chain(PICTURES.table(dates), CONTROL.table(rows)), "2018-03-01", "2018-03-11", frames=1)
    >>> made.dates["picture_date"].astype("str").tolist(), round(made.areas.geometry.iloc[0].bounds[2], 2)
    (['2018-03-06'], 36.45)
    """
    old, new = pictures.on(first), pictures.on(second)
    for picture, day in ((old, first), (new, second)):
        if not len(picture.dates):
            message = f"no picture answers for {day}, so nothing lies between"
            raise InputError(message)
    start, end = old.dates["picture_date"].iloc[0], new.dates["picture_date"].iloc[0]
    days = (end - start).days
    if frames < 1 or days < 2:
        message = f"between {start:%Y-%m-%d} and {end:%Y-%m-%d}: expected at least one frame and one day in between"
        raise UsageError(message)
    count = min(frames, days - 1)
    plane = plane_of([*old.areas.geometry, *new.areas.geometry])
    before, after = (_flat(picture, plane) for picture in (old, new))
    moves = _moves(before, after)
    told = f"derived between {start:%Y-%m-%d} and {end:%Y-%m-%d}, not observed"
    digest = sha256_of("".join([*old.dates["sha256"], *new.dates["sha256"]]).encode())
    both = pd.concat([old.areas, new.areas])
    precision, assumed = float(both["precision_m"].max()), bool(both["precision_assumed"].fillna(value=False).any())
    dates, rows = [], []
    for number in range(1, count + 1):
        share = number / (count + 1)
        day = start + pd.Timedelta(days=round(share * days))
        name = f"{day:%Y-%m-%d}~derived"
        areas = [
            {
                "area_id": f"{name}/{holder}", "name": None, "holder": holder, "status": "unknown", "valid_from": day,
                "source": told, "drawn_by": "geo-ghouta, derived", "precision_m": precision,
                "precision_assumed": assumed, "picture_id": name, "note": told, "geometry": plane.unshape(shape),
            }
            for holder, shape in _frame(before, after, moves, share).items()
        ]  # fmt: skip
        dates.append({"picture_date": day, "areas": len(areas), "note": told, "path": "(derived)", "sha256": digest,
                      "picture_id": name, "order": 1})  # fmt: skip
        rows += areas
    made = chain(PICTURES.table(dates), CONTROL.table(rows), end)
    return Pictures(made.dates.assign(derived=True), made.areas.assign(derived=True))


def frames_between(pictures: Pictures, frames: int) -> Pictures:
    """Make frames between every picture and the next one, where days lie between them and ground changed.

    Parameters
    ----------
    pictures : schema.Pictures
    frames : int
        How many between two pictures; at most one for each day in between.

    Returns
    -------
    schema.Pictures
        Only the frames, marked as :func:`between` marks them; none of the pictures that they were made from.

    Raises
    ------
    UsageError
        If frames is less than 1, or no two pictures leave a day between them.

    Examples
    --------
    >>> import shapely
    >>> rows = [{"area_id": f"{day}/a", "holder": "x", "status": "assessed", "valid_from": day, "source": "s",
    ...          "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3, 33.5, east, 33.6)}
    ...         for day, east in (("2018-03-01", 36.5), ("2018-03-11", 36.4))]
    >>> dates = [{"picture_date": day, "areas": 1, "path": day, "sha256": "0"} for day in ("2018-03-01", "2018-03-11")]
    >>> frames_between(chain(PICTURES.table(dates), CONTROL.table(rows)), 4).areas["derived"].tolist()
    [True, True, True, True]
    """
    if frames < 1:
        message = f"{frames} frames between two pictures: expected 1 or more"
        raise UsageError(message)
    days = pictures.dates["picture_date"].drop_duplicates().tolist()
    made = [
        between(pictures, first, second, frames)
        for first, second in itertools.pairwise(days)
        if (second - first).days > 1
    ]
    if not made:
        message = "no two pictures leave a day between them, so nothing can be derived"
        raise UsageError(message)
    dates, areas = (pd.concat([getattr(one, name) for one in made], ignore_index=True) for name in ("dates", "areas"))
    return Pictures(dates, areas)


def _flat(picture: Pictures, plane: Plane) -> dict[str, Any]:
    pieces = pieces_by_holder(picture.areas["holder"], picture.areas.geometry)
    return {holder: plane.shape(shape) for holder, shape in pieces.items()}


def _moves(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str | None, str | None, Any]]:
    nobody_before, nobody_after = union(before.values()), union(after.values())
    moves: list[tuple[str | None, str | None, Any]] = []
    for holder, shape in before.items():
        moves.append((holder, None, areal(shapely.difference(shape, nobody_after))))
        for other, target in after.items():
            if other != holder:
                moves.append((holder, other, areal(shapely.intersection(shape, target))))
    for holder, shape in after.items():
        moves.append((None, holder, areal(shapely.difference(shape, nobody_before))))
    parts = [(source, target, part) for source, target, shape in moves for part in shapely.get_parts(shape)]
    return [move for move in parts if move[2].area > _SMALLEST_M2]


def _frame(
    before: dict[str, Any], after: dict[str, Any], moves: list[tuple[str | None, str | None, Any]], share: float
) -> dict[str, Any]:
    held: dict[str, list[Any]] = {}
    for holder, shape in before.items():
        if holder in after:
            held.setdefault(holder, []).append(areal(shapely.intersection(shape, after[holder])))
    for source, target, region in moves:
        left = _left(_kept(before, after, source), _kept(before, after, target), region, share, source is None)
        if source is not None:
            held.setdefault(source, []).append(left)
        if target is not None:
            held.setdefault(target, []).append(areal(shapely.difference(region, left)))
    merged = {holder: _clean(union(shapes)) for holder, shapes in sorted(held.items())}
    return {holder: shape for holder, shape in merged.items() if not shape.is_empty}


def _kept(before: dict[str, Any], after: dict[str, Any], holder: str | None) -> Any:
    if holder is None or holder not in before or holder not in after:
        return None
    shape = areal(shapely.intersection(before[holder], after[holder]))
    return None if shape.is_empty else shape


def _left(mine: Any, theirs: Any, region: Any, share: float, appears: bool) -> Any:
    """Part of a region that has not changed hands yet when ``share`` of the time has passed."""
    corners = shapely.points(shapely.get_coordinates(region))
    if mine is not None and shapely.dwithin(mine, region, 1.0):
        reach = float(np.max(shapely.distance(corners, mine))) * (1 - share)
        return areal(shapely.intersection(region, mine.buffer(reach)))
    if theirs is not None and shapely.dwithin(theirs, region, 1.0):
        reach = float(np.max(shapely.distance(corners, theirs))) * share
        return areal(shapely.difference(region, theirs.buffer(reach)))
    radius = float(shapely.maximum_inscribed_circle(region).length)
    if appears:
        return areal(shapely.difference(region, region.buffer(-(1 - share) * radius)))
    return areal(region.buffer(-share * radius))


def _clean(shape: Any) -> Any:
    parts = [part for part in shapely.get_parts(shape) if part.area > _SMALLEST_M2]
    return union(parts)
