"""Compare pictures: area by holder over time, ground gained and lost, a town's history."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.control.asking import locate
from geo_ghouta.control.overlay import only_in_each
from geo_ghouta.control.pockets import listed_towns, towns_in
from geo_ghouta.control.shapes import areal, pieces_by_holder, union
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.measure import areas_km2, lengths_km
from geo_ghouta.schema import CHANGES
from geo_ghouta.schema.bundles import Pictures, picture_ids
from geo_ghouta.schema.counting import CONTESTED, HELD, UNKNOWN, by_status

if TYPE_CHECKING:
    import geopandas as gpd
    from numpy.typing import NDArray

SLIVER_KM2 = 1e-6
"""Pieces under a square metre are rounding, no ground."""
_NOTHING = shapely.Polygon()
_State = tuple[str, str]
"""Holder and what the ground counts as."""
_COLUMN = {HELD: "area_km2", CONTESTED: "contested_km2", UNKNOWN: "unknown_km2"}
_AREA_COLUMNS = (
    "picture_id", "picture_date", "valid_to", "holder", "area_km2", "perimeter_km", "contested_km2", "unknown_km2",
    "precision_m", "parts", "total_km2", "total_contested_km2", "total_unknown_km2", "drawn_km2",
)  # fmt: skip


def areas_over_time(pictures: Pictures) -> pd.DataFrame:
    """Area and perimeter of each holder in each picture; contested and unknown ground apart.

    Every holder stands in every picture, with 0 where it holds nothing, so that a chart has no holes. Held is what is
    drawn as assessed or claimed. Areas of one holder that overlap count once; ground that two hold counts for both, and
    once in ``total_km2``. Contested and unknown ground stands with the holder that it is drawn for, and is not counted
    as held.

    Returns
    -------
    pandas.DataFrame
        ``picture_id``, ``picture_date``, ``valid_to``, ``holder`` (NA in the one row of a picture if nobody ever holds
        anything), ``area_km2`` and ``perimeter_km`` (held), ``contested_km2``, ``unknown_km2``, ``precision_m`` (the
        coarsest of its areas), ``parts`` (areas drawn), and of all holders in that picture ``total_km2`` (held),
        ``total_contested_km2``, ``total_unknown_km2`` and ``drawn_km2``, the sum of these three.

    Examples
    --------
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> rows = [{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}]
    >>> areas_over_time(Pictures(PICTURES.table(rows), CONTROL.empty()))["total_km2"].tolist()
    [0.0]
    """
    areas = pictures.areas
    holders = sorted(areas["holder"].dropna().astype("str").unique()) or [None]
    names = picture_ids(pictures.dates).tolist()
    keys = pd.MultiIndex.from_product([names, holders])
    table = pd.DataFrame(
        {
            "picture_id": np.repeat(np.array(names, dtype=object), len(holders)),
            "picture_date": np.repeat(pictures.dates["picture_date"].to_numpy(), len(holders)),
            "valid_to": np.repeat(pictures.dates["valid_to"].to_numpy(), len(holders)),
            "holder": pd.array(np.tile(np.array(holders, dtype=object), len(names)), dtype="str"),
        }
    )
    groups = areas.groupby([picture_ids(areas).astype("object"), areas["holder"].astype("object")])
    table["precision_m"] = groups["precision_m"].max().reindex(keys).to_numpy(dtype=np.float64, na_value=np.nan)
    table["precision_m"] = table["precision_m"].astype("Float64").mask(table["precision_m"].isna())
    table["parts"] = groups.size().reindex(keys, fill_value=0).to_numpy()
    drawn = np.zeros(len(names))
    for kind, part in by_status(areas).items():
        merged = _united(part, [picture_ids(part), part["holder"]])
        shapes = [merged.get(key, _NOTHING) for key in keys]
        table[_COLUMN[kind]] = areas_km2(shapes)
        if kind == HELD:
            table["perimeter_km"] = lengths_km(shapes)
        # With one holder, all that is held is what it holds.
        total = table[_COLUMN[kind]].to_numpy() if len(holders) == 1 else _whole_km2(part, names)
        drawn += total
        table[f"total_{_COLUMN[kind].removeprefix('area_')}"] = np.repeat(total, len(holders))
    table["drawn_km2"] = np.repeat(drawn, len(holders))
    return table[list(_AREA_COLUMNS)]


def drawn_km2(pictures: Pictures) -> NDArray[np.float64]:
    """All that is drawn in each picture, held, contested or unknown: ``drawn_km2`` of :func:`areas_over_time` alone."""
    names = picture_ids(pictures.dates).tolist()
    total = np.zeros(len(names))
    for part in by_status(pictures.areas).values():
        total += _whole_km2(part, names)
    return total


def _whole_km2(areas: gpd.GeoDataFrame, names: list[str]) -> NDArray[np.float64]:
    whole = _united(areas, [picture_ids(areas)]) if len(areas) else {}
    return areas_km2([whole.get((name,), _NOTHING) for name in names]) if whole else np.zeros(len(names))


def _united(areas: gpd.GeoDataFrame, by: list[Any]) -> dict[tuple[str, ...], Any]:
    shapes = areas.geometry.to_numpy()
    keys = [column.astype("object").to_numpy() for column in by]
    groups: dict[tuple[str, ...], list[Any]] = {}
    for number, key in enumerate(zip(*keys, strict=True)):
        groups.setdefault(key, []).append(shapes[number])
    return {key: union(mine) for key, mine in groups.items()}


def find_changes(
    pictures: Pictures, places: gpd.GeoDataFrame, first: object = None, second: object = None
) -> gpd.GeoDataFrame:
    """Find the ground that changed between pictures: each with the next one, or any two days.

    Kinds are seen from the holders drawn: ``gained`` from nobody of ours, ``lost`` to nobody of ours,
    ``changed_hands`` from one to another, ``unsettled`` where two hold the same ground before or after, it is not known
    who, or it is contested or unknown before or after. Held ground that becomes contested or unknown is therefore not
    lost; contested or unknown ground that is drawn no more is, with ``status_before`` telling which it was.

    Two sums hold for every pair of pictures. Gained minus lost is the difference of all that is drawn (``drawn_km2`` of
    ``areas_over_time``; held, contested, unknown and lost ground add up to what was drawn before and what was gained).
    The sum of ``held_km2`` is the difference of what is held (``total_km2``); where nothing is contested or unknown
    the two are the same.

    Parameters
    ----------
    pictures : schema.Pictures
    places : geopandas.GeoDataFrame
        GAZETTEER of the case.
    first, second : day, optional
        Two days, both answered by the picture that is valid then; default every picture with the next one.

    Returns
    -------
    geopandas.GeoDataFrame
        CHANGES.

    Raises
    ------
    UsageError
        If only one day is given.
    InputError
        If no picture answers for a day.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, Pictures
    >>> area = {"area_id": "a", "holder": "x", "status": "assessed", "valid_from": "2018-02-18", "source": "s",
    ...         "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3, 33.5, 36.4, 33.6)}
    >>> dates = [{"picture_date": "2018-02-18", "valid_to": "2018-04-14", "areas": 1, "path": "a", "sha256": "0"},
    ...          {"picture_date": "2018-04-14", "areas": 0, "path": "b", "sha256": "1"}]
    >>> both = Pictures(PICTURES.table(dates), CONTROL.table([area]))
    >>> find_changes(both, GAZETTEER.empty())[["kind", "holder_before"]].values.tolist()
    [['lost', 'x']]
    """
    if (first is None) != (second is None):
        message = "changes between two days need both days; give first and second, or neither"
        raise UsageError(message)
    towns = listed_towns(places)
    rows: list[dict[str, Any]] = []
    if first is not None:
        chosen = [_one(pictures, first), _one(pictures, second)]
        shown = [
            _Shown(one.dates["picture_date"].iloc[0], next(iter(_pieces(one.areas).values()), {})) for one in chosen
        ]
    else:
        live = pictures.dates[
            pictures.dates["valid_to"].isna() | (pictures.dates["valid_to"] > pictures.dates["picture_date"])
        ]
        every = _pieces(pictures.areas)
        days = zip(live["picture_date"], picture_ids(live), strict=True)
        shown = [_Shown(day, every.get(str(name), {})) for day, name in days]
    for before, after in itertools.pairwise(shown):
        rows += _changes(before, after, towns)
    table: gpd.GeoDataFrame = CHANGES.table(rows)
    return table


def _one(pictures: Pictures, day: object) -> Pictures:
    found = pictures.on(day)
    if not len(found.dates):
        message = f"no picture answers for {day}; the first one shows {_span(pictures)}"
        raise InputError(message)
    return found


def _span(pictures: Pictures) -> str:
    days = pictures.dates["picture_date"]
    return f"{days.iloc[0]:%Y-%m-%d}, the last one {days.iloc[-1]:%Y-%m-%d}" if len(days) else "nothing: there is none"


class _Shown:
    """One picture: its day, its ground by holder and what it counts as, and all of that together."""

    def __init__(self, day: Any, pieces: dict[_State, Any]) -> None:
        self.day, self.pieces = day, pieces

    @functools.cached_property
    def drawn(self) -> Any:
        """All ground drawn, united once: each picture is looked at from before and from after."""
        return union(self.pieces.values())


def _changes(before: _Shown, after: _Shown, towns: pd.DataFrame) -> list[dict[str, Any]]:
    old, new = before.pieces, after.pieces
    start, end = before.day, after.day
    found: list[tuple[_State | None, _State | None, Any]] = []
    drawn_old, drawn_new = before.drawn, after.drawn
    if len(old) == len(new) == 1 and old.keys() == new.keys():
        # One holder in both, as in most series: both answers come of one look.
        (state,) = old
        gone, come = only_in_each(drawn_old, drawn_new)
        found = [(state, None, gone), (None, state, come)]
        old, new = {}, {}
    for state, piece in old.items():
        found.append((state, None, _minus(piece, drawn_new, new.get(state))))
        for other, target in new.items():
            if other != state and shapely.intersects(piece, target):
                found.append((state, other, areal(shapely.intersection(piece, target))))
    for state, piece in new.items():
        found.append((None, state, _minus(piece, drawn_old, old.get(state))))
    sizes = areas_km2([g for _, _, g in found])
    rows = []
    for (source, target, geometry), km2 in zip(found, sizes, strict=True):
        if km2 <= SLIVER_KM2:
            continue
        rows.append(
            {
                "change_id": f"{start:%Y-%m-%d}/{end:%Y-%m-%d}/{_written(source)}/{_written(target)}",
                "from_date": start,
                "to_date": end,
                "kind": _kind(source, target),
                "holder_before": source[0] if source else None,
                "holder_after": target[0] if target else None,
                "status_before": source[1] if source else None,
                "status_after": target[1] if target else None,
                "area_km2": float(km2),
                "held_km2": float(km2) * (_is_held(target) - _is_held(source)),
                "towns": "|".join(towns_in(geometry, towns)) or None,
                "derived": True,
                "geometry": geometry,
            }
        )
    return sorted(rows, key=lambda row: row["change_id"])


def _minus(piece: Any, drawn: Any, same: Any) -> Any:
    if same is not None and shapely.equals_identical(piece, same):
        return _NOTHING  # an area that was not redrawn: no need to overlay it
    return areal(shapely.difference(piece, drawn))


def _pieces(every: gpd.GeoDataFrame) -> dict[str, dict[_State, Any]]:
    """Ground of each picture by holder and what it counts as; the table is parted once for all pictures."""
    out: dict[str, dict[_State, Any]] = {}
    for kind, areas in by_status(every).items():
        if not len(areas):
            continue
        names = picture_ids(areas).to_numpy(dtype=object)
        holders, shapes = areas["holder"].to_numpy(dtype=object), areas.geometry.to_numpy()
        for name in dict.fromkeys(names):
            mine = names == name
            for holder, piece in pieces_by_holder(holders[mine], shapes[mine]).items():
                out.setdefault(str(name), {})[holder, kind] = piece
    return out


def _is_held(state: _State | None) -> int:
    return int(state is not None and state[1] == HELD)


def _written(state: _State | None) -> str:
    if state is None:
        return "nobody"
    return state[0] if state[1] == HELD else f"{state[0]} ({state[1]})"


def _kind(before: _State | None, after: _State | None) -> str:
    if before is None:
        return "gained"
    if after is None:
        return "lost"
    vague = any("|" in holder or holder == "unknown" or kind != HELD for holder, kind in (before, after))
    return "unsettled" if vague else "changed_hands"


def town_history(place: Any, pictures: Pictures) -> pd.DataFrame:
    """Say who held one place in every picture.

    Parameters
    ----------
    place : shapely Point, or a row with ``geometry``
        EPSG:4326.

    Returns
    -------
    pandas.DataFrame
        One row a picture: ``picture_date``, ``valid_to``, then what :func:`locate` answers.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> dates = [{"picture_date": "2018-04-14", "areas": 0, "path": "b", "sha256": "1"}]
    >>> empty = Pictures(PICTURES.table(dates), CONTROL.empty())
    >>> town_history(shapely.Point(36.4, 33.57), empty)["holder_answer"].tolist()
    ['nobody']
    """
    import geopandas as gpd

    point = place if isinstance(place, shapely.Point) else place["geometry"]
    live = pictures.dates[
        pictures.dates["valid_to"].isna() | (pictures.dates["valid_to"] > pictures.dates["picture_date"])
    ]
    days = live.drop_duplicates("picture_date", keep="last")[["picture_date", "valid_to"]].reset_index(drop=True)
    asked = gpd.GeoDataFrame({"date": days["picture_date"]}, geometry=[point] * len(days), crs="EPSG:4326")
    answers = locate(asked, pictures).drop(columns=["picture_date", "picture_age_days"])
    return pd.concat([days, answers], axis=1)


def held_spans(places: gpd.GeoDataFrame, pictures: Pictures) -> pd.DataFrame:
    """Say from when to when each place was held by whom without a break, as drawn.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        Points with ``name`` (GAZETTEER).

    Returns
    -------
    pandas.DataFrame
        ``place_id``, ``name``, ``holder``, ``holder_answer``, ``date_from``, ``date_to`` (half-open; NA: until further
        notice), ``pictures`` (how many say so), ``near_boundary`` (in any of them).

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, Pictures
    >>> dates = [{"picture_date": "2018-04-14", "areas": 0, "path": "b", "sha256": "1"}]
    >>> len(held_spans(GAZETTEER.empty(), Pictures(PICTURES.table(dates), CONTROL.empty())))
    0
    """
    rows: list[dict[str, Any]] = []
    for place in places.sort_values("place_id").itertuples():
        if place.geometry is None or place.geometry.is_empty:
            continue
        history = town_history(place.geometry, pictures)
        said = history["holder_answer"] + "/" + history["holder"].fillna("")
        for _, run in history.groupby((said != said.shift()).cumsum(), sort=True):
            rows.append(
                {
                    "place_id": place.place_id,
                    "name": place.name,
                    "holder": run["holder"].iloc[0],
                    "holder_answer": run["holder_answer"].iloc[0],
                    "date_from": run["picture_date"].iloc[0],
                    "date_to": run["valid_to"].iloc[-1],
                    "pictures": len(run),
                    "near_boundary": bool(run["near_boundary"].fillna(value=False).any()),
                }
            )
    names = ["place_id", "name", "holder", "holder_answer", "date_from", "date_to", "pictures", "near_boundary"]
    return pd.DataFrame(rows, columns=names)
