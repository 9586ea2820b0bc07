"""Ask the pictures: which one answers for a day, and who held a point on its day."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.errors import InputError
from geo_ghouta.files import shown
from geo_ghouta.measure import plane_of
from geo_ghouta.schema.bundles import picture_ids
from geo_ghouta.schema.counting import CONTESTED
from geo_ghouta.schema.vocabulary import COUNTED

if TYPE_CHECKING:
    import geopandas as gpd
    from numpy.typing import NDArray

    from geo_ghouta.measure import Plane
    from geo_ghouta.schema import Pictures

_LONG_EDGE = 0.02
"""Degrees: longer edges are cut before they are projected, so that they stay straight in longitude and latitude."""
_MANY_EDGES, _RUN = 100_000, 16


def as_of(pictures: Pictures, day: object, known_on: object = None) -> Pictures:
    """Return the picture that answers for a day: the latest one up to and including it.

    Parameters
    ----------
    pictures : schema.Pictures
    day : day
    known_on : day, optional
        Answer as it was known at the end of that day.

    Returns
    -------
    schema.Pictures
        One picture with its areas, or none. An empty picture is one row of dates and no area.

    Examples
    --------
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> rows = [{"picture_date": "2018-02-18", "areas": 0, "path": "a", "sha256": "0"}]
    >>> as_of(Pictures(PICTURES.table(rows), CONTROL.empty()), "2018-03-01").dates["areas"].tolist()
    [0]
    """
    return pictures.on(day, known_on)


def locate(
    points: gpd.GeoDataFrame,
    pictures: Pictures,
    day_column: str = "date",
    *,
    known_on: object = None,
    extent: tuple[float, float, float, float] | None = None,
    edges: bool = True,
) -> pd.DataFrame:
    """Say who held each point on its day, as drawn in the picture that answers for that day.

    Only ground drawn as assessed or claimed is ``held``. In contested ground, and where two hold the same ground, the
    answer is ``disputed``; in ground of status unknown, or held by ``unknown``, it is ``unknown``. ``status`` tells
    which.

    Points are grouped by picture; each picture gets one spatial index, so the cost grows with points plus pictures.

    Parameters
    ----------
    points : geopandas.GeoDataFrame
        Points in EPSG:4326 with a column of days; a column ``uncertainty_m`` widens "near the boundary".
    pictures : schema.Pictures
    day_column : str
        Column of days.
    known_on : day, optional
        Answer as it was known at the end of that day.
    extent : tuple of float, optional
        West, south, east, north of what the pictures show: outside it the answer is ``unknown``, not ``nobody``.
    edges : bool
        Whether distances to edges are wanted.

    Returns
    -------
    pandas.DataFrame
        Indexed like ``points``: ``holder`` (where disputed, who claims it, ids with ``|`` between),
        ``holder_answer`` (held, disputed, nobody, no_picture, unknown, not_asked), ``status``, ``area_id``,
        ``boundary_m`` (metres to the nearest edge of an area of that picture), ``near_boundary`` (that edge lies
        within the precision of drawing and point together), ``picture_date``, ``picture_age_days``.

    Raises
    ------
    InputError
        If the points have no such column, are in another CRS or in none.

    Examples
    --------
    >>> import geopandas as gpd, shapely
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> area = {"area_id": "a", "holder": "x", "status": "assessed", "valid_from": "2018-02-18", "source": "s",
    ...         "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3, 33.5, 36.4, 33.6)}
    >>> dates = [{"picture_date": "2018-02-18", "areas": 1, "path": "a", "sha256": "0"}]
    >>> pictures = Pictures(PICTURES.table(dates), CONTROL.table([area]))
    >>> asked = gpd.GeoDataFrame({"date": ["2018-03-01", "2018-01-01"]}, geometry=[shapely.Point(36.35, 33.55)] * 2,
    ...                          crs="EPSG:4326")
    >>> locate(asked, pictures)[["holder_answer", "boundary_m"]].round(-1).values.tolist()
    [['held', 4640.0], ['no_picture', <NA>]]
    """
    known = pictures.known_on(known_on) if known_on is not None else pictures
    x, y, days = _asked(points, day_column)
    index = _Index(known, edges)
    chosen = index.picture_for(days)
    ready = ~np.isnan(x) & ~np.isnan(y) & ~np.isnat(days)
    out = _Answers(len(points))
    out.answer[:] = np.where(ready, np.where(chosen >= 0, "nobody", "no_picture"), "not_asked")
    chosen[~ready] = -1
    order = np.argsort(chosen, kind="stable")
    bounds = np.searchsorted(chosen[order], np.arange(len(index.dates) + 1))
    for number in range(len(index.dates)):
        rows = order[bounds[number] : bounds[number + 1]]
        if len(rows):
            index.answer(number, rows, x[rows], y[rows], out)
    if extent is not None:
        west, south, east, north = extent
        outside = (x < west) | (x > east) | (y < south) | (y > north)
        out.answer[outside & (out.answer == "nobody")] = "unknown"
    return _table(points, days, chosen, index, out)


def _asked(points: gpd.GeoDataFrame, day_column: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    if day_column not in points.columns:
        message = f"points: no column {day_column!r}; name the column of days with day_column"
        raise InputError(message)
    if points.crs is None or points.crs.to_epsg() != 4326:
        message = f"points are in {points.crs or 'no stated CRS'}; expected EPSG:4326 (reproject with to_crs first)"
        raise InputError(message)
    shapes = points.geometry.to_numpy().copy()
    shapes[shapely.is_empty(shapes)] = None
    if not np.isin(shapely.get_type_id(shapes), (-1, 0)).all():
        message = "points: lines or areas among them; ask about their centroids or representative points"
        raise InputError(message)
    if pd.api.types.is_numeric_dtype(points[day_column]) and len(points):
        message = f"points: column {day_column!r} holds numbers; expected days like 2018-03-22 (pandas.to_datetime)"
        raise InputError(message)
    try:
        told = pd.to_datetime(points[day_column])
    except (ValueError, TypeError) as error:
        message = f"points: column {day_column!r} holds what is no day ({shown(str(error), 80)}); write 2018-03-22"
        raise InputError(message) from None
    if getattr(told.dt, "tz", None) is not None:
        told = told.dt.tz_localize(None)  # the day that the clock there shows
    days = told.to_numpy().astype("datetime64[D]")
    return shapely.get_x(shapes), shapely.get_y(shapes), days


@dataclasses.dataclass
class _Answers:
    """Columns of the answer, filled picture by picture."""

    size: int

    def __post_init__(self) -> None:
        self.answer = np.full(self.size, "not_asked", dtype=object)
        self.area = np.full(self.size, -1, dtype=np.int64)
        self.metres = np.full(self.size, np.nan)
        self.precision = np.full(self.size, np.nan)
        self.disputed: dict[int, NDArray[np.int64]] = {}


class _Index:
    """Pictures laid out for asking: polygons by picture, and an index of edges for each picture."""

    def __init__(self, pictures: Pictures, edges: bool) -> None:
        dates = pictures.dates
        live = dates["valid_to"].isna() | (dates["valid_to"] > dates["picture_date"])
        self.dates = dates[live].reset_index(drop=True)
        self.starts = self.dates["picture_date"].to_numpy().astype("datetime64[D]")
        self.ends = self.dates["valid_to"].to_numpy().astype("datetime64[D]")
        self.areas = pictures.areas.reset_index(drop=True)
        ids = picture_ids(self.areas)
        self.rows = ids.groupby(ids, sort=False).indices
        self.names = picture_ids(self.dates).tolist()
        self.shapes = self.areas.geometry.to_numpy()
        self.holders = self.areas["holder"].astype("str").to_numpy(dtype=object)
        status = self.areas["status"].to_numpy(dtype=object)
        self.contested = status == CONTESTED
        self.vague = ~self.contested & ((self.holders == "unknown") | ~np.isin(status, COUNTED))
        self.plain = not (self.contested.any() or self.vague.any())
        self.precision = self.areas["precision_m"].to_numpy(dtype=np.float64, na_value=np.nan)
        self.plane: Plane | None = plane_of(self.shapes) if edges and len(self.shapes) else None

    def picture_for(self, days: NDArray[Any]) -> NDArray[np.int64]:
        """Position of the picture that answers each day, -1 for none."""
        if not len(self.starts):
            return np.full(len(days), -1, dtype=np.int64)
        found = np.searchsorted(self.starts, np.where(np.isnat(days), self.starts[0], days), side="right") - 1
        end = self.ends[np.maximum(found, 0)]
        found[(found >= 0) & ~np.isnat(end) & (days >= end)] = -1
        return found.astype(np.int64)

    def answer(self, number: int, rows: NDArray[np.int64], x: NDArray[Any], y: NDArray[Any], out: _Answers) -> None:
        """Answer the points ``rows`` from one picture."""
        areas = np.asarray(self.rows.get(self.names[number], []), dtype=np.int64)
        if not len(areas):
            return
        parts, owner = shapely.get_parts(self.shapes[areas], return_index=True)
        point_of, area_of, inside = _hits(parts, x, y)
        area_of = areas[owner[area_of]]
        count = np.bincount(point_of, minlength=len(x))
        if (count > 1).any():
            point_of, area_of = self._untied(point_of, area_of, inside, count, rows, out)
        out.area[rows[point_of]] = area_of
        out.answer[rows[point_of]] = "held"
        if not self.plain:
            out.answer[rows[point_of[self.vague[area_of]]]] = "unknown"
            out.answer[rows[point_of[self.contested[area_of]]]] = "disputed"
        for row in rows[count > 1]:
            if row in out.disputed:
                out.answer[row] = "disputed"
        if self.plane is not None:
            self._edges(areas, parts, owner, rows, x, y, out)

    def _untied(
        self, point_of: Any, area_of: Any, inside: Any, count: Any, rows: Any, out: _Answers
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        # A point on a shared edge touches two areas and lies in none: the first answers. One that lies in
        # two areas of different holders is disputed; where the areas differ in status, the doubt wins.
        keep = np.ones(len(point_of), dtype=bool)
        for point in np.flatnonzero(count > 1):
            at = np.flatnonzero(point_of == point)
            at = at[np.argsort(area_of[at], kind="stable")]
            within = at[inside[at]]
            chosen = within if len(within) else at[:1]
            found = area_of[chosen]
            doubt = self.contested[found] if self.contested[found].any() else self.vague[found]
            known = found[self.holders[found] != "unknown"]
            if len(set(self.holders[known])) > 1 and (self.contested[found].any() or not doubt.any()):
                out.disputed[int(rows[point])] = known
            keep[at] = False
            keep[chosen[int(np.argmax(doubt))]] = True
        return point_of[keep], area_of[keep]

    def _edges(self, areas: Any, parts: Any, owner: Any, rows: Any, x: Any, y: Any, out: _Answers) -> None:
        assert self.plane is not None
        rings, ring_part = shapely.get_rings(parts, return_index=True)
        xy, ring = shapely.get_coordinates(rings, return_index=True)
        if np.abs(np.diff(xy, axis=0)[ring[1:] == ring[:-1]]).max(initial=0.0) > _LONG_EDGE:
            rings = shapely.segmentize(rings, _LONG_EDGE)
            xy, ring = shapely.get_coordinates(rings, return_index=True)
        metres = self.plane.project(xy[:, 0], xy[:, 1])
        starts = np.flatnonzero(ring[1:] == ring[:-1])
        lines, starts = _lines_of(metres, starts)
        asked = self.plane.project(x, y)
        (found, nearest), distance = shapely.STRtree(lines).query_nearest(
            shapely.points(asked), return_distance=True, all_matches=False
        )
        out.metres[rows[found]] = self.plane.true_m(distance, asked[found])
        out.precision[rows[found]] = self.precision[areas[owner[ring_part[ring[starts[nearest]]]]]]


def _lines_of(metres: Any, starts: Any) -> tuple[Any, Any]:
    """Lines of the edges that begin at ``starts``, and where each line begins; very many edges are joined in runs."""
    if len(starts) <= _MANY_EDGES:
        return shapely.linestrings(np.stack([metres[starts], metres[starts + 1]], axis=1)), starts
    # A geometry an edge takes 2 kB with its place in the tree: 16 edges of a ring in one line take a tenth of it.
    new = np.diff(starts, prepend=-2) > 1
    first = np.flatnonzero(new)
    new = (np.arange(len(starts)) - np.repeat(first, np.diff(first, append=len(starts)))) % _RUN == 0
    ends = np.append(new[1:], True)
    corners = np.repeat(starts, 1 + ends)
    corners[np.cumsum(1 + ends)[ends] - 1] += 1
    return shapely.linestrings(metres[corners], indices=np.repeat(np.cumsum(new) - 1, 1 + ends)), starts[new]


def _hits(parts: Any, x: Any, y: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    # Points sorted by x: the points in a polygon's box are one slice, then tested all at once against the
    # prepared polygon. This is an index as good as a tree for points, and builds faster.
    by_x = np.argsort(x, kind="stable")
    sorted_x = x[by_x]
    box = shapely.bounds(parts)
    first, last = np.searchsorted(sorted_x, box[:, 0], side="left"), np.searchsorted(sorted_x, box[:, 2], side="right")
    points, polygons, within = [], [], []
    for number in np.flatnonzero(last > first):
        near = by_x[first[number] : last[number]]
        near = near[(y[near] >= box[number, 1]) & (y[near] <= box[number, 3])]
        if not len(near):
            continue
        shapely.prepare(parts[number])
        near = near[shapely.intersects_xy(parts[number], x[near], y[near])]
        points.append(near)
        polygons.append(np.full(len(near), number, dtype=np.int64))
        within.append(shapely.contains_xy(parts[number], x[near], y[near]))
    if not points:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, bool)
    return np.concatenate(points), np.concatenate(polygons), np.concatenate(within)


def _table(points: Any, days: Any, chosen: Any, index: _Index, out: _Answers) -> pd.DataFrame:
    hit = out.area >= 0
    told = hit & (out.answer != "unknown")
    told[told] = index.holders[out.area[told]] != "unknown"
    names = np.full(len(days), None, dtype=object)
    areas, holders, status = names.copy(), names.copy(), names.copy()
    areas[hit] = index.areas["area_id"].to_numpy(dtype=object)[out.area[hit]]
    status[hit] = index.areas["status"].to_numpy(dtype=object)[out.area[hit]]
    holders[told] = index.holders[out.area[told]]
    for row, several in out.disputed.items():
        areas[row] = "|".join(str(index.areas["area_id"].iloc[a]) for a in several)
        holders[row] = "|".join(sorted(set(index.holders[several])))
    answered = chosen >= 0
    shown_day = np.full(len(days), np.datetime64("NaT", "D"), dtype="datetime64[D]")
    if answered.any():
        shown_day[answered] = index.starts[chosen[answered]]
    age = (days - shown_day).astype("timedelta64[D]").astype(np.float64)
    age[~answered] = np.nan
    uncertain = np.zeros(len(days))
    if "uncertainty_m" in points.columns:
        uncertain = points["uncertainty_m"].to_numpy(dtype=np.float64, na_value=0.0)
    measured = ~np.isnan(out.metres)
    near = pd.array(np.where(measured, out.metres <= np.hypot(out.precision, uncertain), False), dtype="boolean")
    near[~measured] = pd.NA
    return pd.DataFrame(
        {
            "holder": pd.array(holders, dtype="str"),
            "holder_answer": pd.array(out.answer, dtype="str"),
            "status": pd.array(status, dtype="str"),
            "area_id": pd.array(areas, dtype="str"),
            "boundary_m": pd.array(np.where(measured, out.metres, np.nan), dtype="Float64"),
            "near_boundary": near,
            "picture_date": shown_day.astype("datetime64[s]"),
            "picture_age_days": pd.array(age, dtype="Float64").astype("Int64"),
        },
        index=points.index,
    )
