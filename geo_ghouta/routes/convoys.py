"""Departures of one day from one origin: counts side by side, the route, and whose ground it crossed."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.files import dump_json
from geo_ghouta.measure import cut_line, gap_m, length_km
from geo_ghouta.names import fold
from geo_ghouta.routes.gathering import COUNTED_UNITS, Atlas, gather, records
from geo_ghouta.schema import CONVOYS
from geo_ghouta.schema.counted import counts_lots, group_and_lot
from geo_ghouta.schema.vocabulary import COUNTED

if TYPE_CHECKING:
    from collections.abc import Callable

    import geopandas as gpd

    from geo_ghouta.routes.gathering import Gathering
    from geo_ghouta.schema import Pictures

_RANK = {name: rank for rank, name in enumerate(("happened", "under_way", "planned", "expected"))}
_LEG = ("leg_id", "route_id", "from_place", "to_place", "origins", "evidence", "length_km", "geometry")
_PARTS = ("fighters", "civilians", "prisoners")
NEAR_KM = 2.0
"""Kilometres from an origin to the start of a route that still is its start, where no name fits."""


def join_convoys(
    claims: pd.DataFrame,
    routes: gpd.GeoDataFrame,
    places: gpd.GeoDataFrame,
    pictures: Pictures | None = None,
    *,
    extent: tuple[float, float, float, float] | None = None,
) -> gpd.GeoDataFrame:
    """Make convoys of departure claims and join each with the route drawn for its day and origin.

    A convoy is what left one origin on one day (or night), with every count that was given of it: ``by_speaker`` is a
    JSON list with the lowest and highest figure of each, and people and buses range over all of them. One for which no
    route is drawn, or for which several fit that lead to different places, is a row too. Running totals, claims without
    a day or with a span of more than two days, and what was denied or only proposed, make no convoy.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.
    routes : geopandas.GeoDataFrame
        ROUTES.
    places : geopandas.GeoDataFrame
        PLACES; an origin that no route names fits a route that starts within 2 km of it.
    pictures : schema.Pictures, optional
        For the report of whose ground was crossed.
    extent : tuple of float, optional
        West, south, east, north of what the pictures show: outside it nobody knows, instead of nobody holds.

    Returns
    -------
    geopandas.GeoDataFrame
        CONVOYS. A convoy goes the legs of its route from the one that begins at its origin to the one that ends where
        it is said to have gone, ``leg_ids``; from the first where its origin is no stop, and to the last where none of
        its destinations is one. ``crossed`` is a JSON list in the order of the way: ``holder`` (null for none),
        ``answer`` (held, disputed, nobody, unknown, no_picture) and ``km``; the kilometres sum to ``length_km``.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS, PLACES, ROUTES
    >>> claim = {"claim_id": "c", "report_id": "r", "start": 0, "end": 9, "kind": "departure", "value": 1580,
    ...          "low": 1580, "high": 1580, "unit": "people", "scope": "event", "modality": "happened",
    ...          "origin": "Harasta", "place_basis": "stated", "date_from": "2018-03-22", "date_to": "2018-03-23",
    ...          "date_basis": "weekday", "date_precision": "day"}
    >>> convoys = join_convoys(CLAIMS.table([claim]), ROUTES.empty(), PLACES.empty())
    >>> convoys[["convoy_id", "people_low"]].values.tolist()
    [['2018-03-22/Harasta', 1580.0]]
    """
    points, atlas, roads = _points(places), Atlas(places, routes), _Roads(routes, pictures, extent)
    rows = []
    for gathering in gather(claims, atlas):
        row = _convoy(gathering, atlas.ids)
        way = roads.taken(row, functools.partial(_start_of, row, points, pictures))
        if way is not None:
            row.update(route_id=way.route_id, leg_ids=way.leg_ids, geometry=way.line, length_km=way.length_km)
            if pictures is not None:
                row["crossed"] = roads.crossed(way, gathering.day)
        rows.append(row)
    table: gpd.GeoDataFrame = CONVOYS.table(_named_apart(rows))
    return table


def _named_apart(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    seen: dict[str, int] = {}
    for row in rows:
        name = row["convoy_id"]
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            row["convoy_id"] = f"{name}/{seen[name]}"
    return rows


def _convoy(gathering: Gathering, ids: dict[str, str]) -> dict[str, Any]:
    group, day = gathering.claims, gathering.day
    origin = "|".join(gathering.names.values())
    voices: dict[str, list[dict[str, Any]]] = {}
    for claim in group:
        # What nobody is quoted for, the outlet says itself.
        voices.setdefault(claim["speaker"] or claim["outlet"] or "", []).append(claim)
    speakers = [_counted(name, mine, _lots_alone(group)) for name, mine in sorted(voices.items())]
    # That nine convoys left says of none of them when it did.
    leading = [claim for claim in group if not counts_lots(claim["unit"], claim["counted"])] or group
    modality = min((claim["modality"] for claim in leading), key=lambda m: _RANK.get(str(m), 9))
    stories = {claim["report_id"] if claim["story_id"] is None else claim["story_id"] for claim in group}
    crossings = {gathering.crossing, *(claim["crossing"] for claim in group)} - {None}
    given = {i for claim in group if claim["origin_id"] is not None for i in str(claim["origin_id"]).split("|")}
    ends = {claim["destination"] for claim in group} - {None}
    origin_ids = [ids[key] for key in gathering.names if key in ids] or sorted(given)
    return {
        "convoy_id": f"{day:%Y-%m-%d}/{origin}",
        "date_from": day,
        "date_to": max(claim["date_to"] for claim in leading),
        "origin": origin,
        "origin_id": "|".join(origin_ids) or None,
        "crossing": "|".join(sorted(crossings)) or None,
        "destination": "|".join(sorted(ends)) or None,
        "people_low": _extreme(speakers, "people", min),
        "people_high": _extreme(speakers, "people", max),
        "people_open": any(speaker["people_open"] for speaker in speakers),
        "buses_low": _extreme(speakers, "buses", min),
        "buses_high": _extreme(speakers, "buses", max),
        "by_speaker": dump_json([s for s in speakers if s["people_low"] is not None or s["buses_low"] is not None]),
        "modality": modality,
        "claim_ids": "|".join(sorted(claim["claim_id"] for claim in group)),
        "stories": len(stories),
        "derived": True,
    }


def _lots_alone(group: list[dict[str, Any]]) -> bool:
    """Whether nothing is counted but lots: beside the count of a day, that of its "first convoy" is a part."""
    told = [claim for claim in group if claim["part_of"] is None and claim["unit"] in COUNTED_UNITS]
    parted = [group_and_lot(claim["counted"] or "") for claim in told]
    return all(lot for group, lot in parted if not group)


def _counted(name: str, mine: list[dict[str, Any]], lots_alone: bool) -> dict[str, Any]:
    """Count what one speaker says of a convoy: people and buses, lowest to highest over all that it said.

    Children or the wounded are no count of the people in it.
    """
    whole = []
    for claim in mine:
        group, lot = group_and_lot(claim["counted"] or "")
        if claim["part_of"] is None and not group and (lots_alone or not lot):
            whole.append(claim)
    people = [_bounds(claim) for claim in whole if claim["unit"] == "people"] or _summed(whole)
    figures = [figure for low, high, _ in people for figure in (low, high) if figure is not None]
    buses = [claim["buses"] for claim in whole]
    buses += [claim[column] for claim in whole if claim["unit"] == "buses" for column in ("value", "low", "high")]
    counted = [float(figure) for figure in buses if figure is not None]
    return {
        "speaker": name or None,
        "people_low": min(figures, default=None),
        "people_high": max(figures, default=None),
        "people_open": any(is_open for *_, is_open in people),
        "buses_low": min(counted, default=None),
        "buses_high": max(counted, default=None),
        "claim_ids": sorted(claim["claim_id"] for claim in mine),
    }


_Bounds = tuple[float | None, float | None, bool]
"""Lowest and highest figure of a claim, and whether it has no upper bound ("more than")."""


def _bounds(claim: dict[str, Any]) -> _Bounds:
    low, high = (claim["value"] if claim[end] is None else claim[end] for end in ("low", "high"))
    is_open = claim["low"] is not None and claim["high"] is None
    return None if low is None else float(low), None if high is None else float(high), is_open


def _summed(whole: list[dict[str, Any]]) -> list[_Bounds]:
    """Sum fighters, civilians and prisoners where one report counts them side by side and gives no figure for all."""
    by_report: dict[str, dict[str, _Bounds]] = {}
    for claim in whole:
        if claim["unit"] in _PARTS:
            by_report.setdefault(claim["report_id"], {}).setdefault(claim["unit"], _bounds(claim))
    sums: list[_Bounds] = []
    for parts in by_report.values():
        told = [bounds for bounds in parts.values() if bounds[:2] != (None, None)]
        if len(told) > 1:  # fighters alone are no count of people, nor are civilians alone
            lows = [high if low is None else low for low, high, _ in told]
            highs = [low if high is None else high for low, high, _ in told]
            low, high = (sum(end for end in ends if end is not None) for ends in (lows, highs))
            sums.append((low, high, any(is_open for *_, is_open in told)))
    return sums


def _extreme(speakers: list[dict[str, Any]], what: str, choose: Any) -> float | None:
    told = [s[f"{what}_{end}"] for s in speakers for end in ("low", "high") if s[f"{what}_{end}"] is not None]
    return choose(told) if told else None


def _points(places: gpd.GeoDataFrame) -> dict[str, Any]:
    placed = places[places["place_id"].notna() & places.geometry.notna()]
    return dict(zip(placed["place_id"].astype("str"), placed.geometry, strict=True))


def _start_of(row: dict[str, Any], points: dict[str, Any], pictures: Pictures | None) -> Any:
    # An origin is a place with a point, or a control area ("the southern pocket") as held that day or the day before.
    known = [points[name] for name in str(row["origin_id"]).split("|") if name in points]
    if known or pictures is None:
        return shapely.MultiPoint(known) if known else None
    for day in (row["date_from"], row["date_from"] - pd.Timedelta(days=1)):
        areas = pictures.on(day).areas
        named = areas[areas["name"].fillna("").map(lambda name: fold(str(name))) == fold(row["origin"])]
        if len(named):
            return shapely.union_all(named.geometry.to_numpy())
    return None


@dataclasses.dataclass(frozen=True)
class _Way:
    """Legs of a route that a convoy goes, one after another."""

    route_id: str
    leg_ids: str
    end: str
    line: Any
    length_km: float


@dataclasses.dataclass(frozen=True)
class _Road:
    """One route as it runs on a day: what tells whether a convoy took it, and its legs."""

    route_id: str
    origins: frozenset[str]
    ends: frozenset[str]
    begin: Any
    unknown: float
    legs: list[dict[str, Any]]
    begins_at: list[str]
    ends_at: list[str]
    _ways: dict[tuple[int, int], _Way] = dataclasses.field(default_factory=dict)

    def way(self, left: set[str], told: set[str]) -> _Way | None:
        """Legs from an origin to the farthest stop that is told as a destination; None where that lies behind it."""
        # Of two origins of which one is no stop, nobody tells where that one joins: the whole way from the start.
        first = min((self.begins_at.index(name) for name in left), default=0) if left <= set(self.begins_at) else 0
        last = max((at for at, name in enumerate(self.ends_at) if at >= first and name in told), default=None)
        if last is None:
            if told and told <= {*self.begins_at[: first + 1], *self.ends_at[:first]}:
                return None
            last = len(self.legs) - 1
        if (first, last) not in self._ways:
            legs = self.legs[first : last + 1]
            self._ways[first, last] = _Way(
                self.route_id,
                "|".join(leg["leg_id"] for leg in legs),
                self.ends_at[last],
                _whole([leg["geometry"] for leg in legs]),
                float(np.sum([leg["length_km"] or 0.0 for leg in legs])),
            )
        return self._ways[first, last]


class _Roads:
    """The routes of a table, looked up once a day and crossed once a picture."""

    def __init__(
        self, routes: gpd.GeoDataFrame, pictures: Pictures | None, extent: tuple[float, float, float, float] | None
    ) -> None:
        self.pictures, self.extent = pictures, extent
        self._live: dict[bytes, list[_Road]] = {}
        legs = routes.sort_values(["route_id", "leg"], kind="stable")
        self._legs = records(legs, _LEG)
        self._spans = [legs[name].to_numpy() for name in ("valid_from", "valid_to")]
        self._crossed: dict[tuple[str, int, bytes], str] = {}

    def on(self, day: Any) -> list[_Road]:
        """Routes that answer for a day."""
        since, until = self._spans
        live = (since <= day.to_datetime64()) & (until > day.to_datetime64())
        key = live.tobytes()  # the same legs, the same roads: they change far more rarely than days do
        if key not in self._live:
            mine = [self._legs[row] for row in np.flatnonzero(live)]
            by_route = itertools.groupby(mine, key=operator.itemgetter("route_id"))
            self._live[key] = [_road(str(name), list(legs)) for name, legs in by_route]
        return self._live[key]

    def taken(self, row: dict[str, Any], start_of: Callable[[], Any]) -> _Way | None:
        """Way that a convoy took: by the name of its origin, else near its start; of several the one to its end.

        None where several fit alike that lead to different places.
        """
        wanted = {fold(name) for name in row["origin"].split("|")}
        told = {fold(name) for name in (row["destination"] or "").split("|") if name}
        found = []
        roads = self.on(row["date_from"])
        start = None if all(wanted & road.origins for road in roads) else start_of()
        for road in roads:
            named = bool(wanted & road.origins)
            if named or (start is not None and gap_m(road.begin, start) <= 1e3 * NEAR_KM):
                way = road.way(wanted, told)
                if way is not None:
                    found.append(((not named, not (told & road.ends), road.unknown), way))
        best = [way for rank, way in found if rank == min(rank for rank, _ in found)]
        # Which of two ways to two places it took, where nobody tells, is not for us to say.
        return None if len({way.end for way in best}) > 1 else min(best, key=lambda w: w.route_id, default=None)

    def crossed(self, way: _Way, day: Any) -> str:
        """The report of whose ground a way crosses on a day, as JSON."""
        assert self.pictures is not None
        key = (way.route_id, self.pictures.row_on(day), shapely.to_wkb(way.line))
        if key not in self._crossed:
            self._crossed[key] = dump_json(find_crossings(way.line, self.pictures, day, extent=self.extent))
        return self._crossed[key]


def _road(route_id: str, legs: list[dict[str, Any]]) -> _Road:
    first = legs[0]
    origins = [first["from_place"], *([] if first["origins"] is None else str(first["origins"]).split("|"))]
    ends_at = [fold(str(leg["to_place"])) for leg in legs]
    return _Road(
        route_id,
        frozenset(fold(str(origin)) for origin in origins),
        frozenset(ends_at),
        shapely.Point(first["geometry"].coords[0]),
        sum(leg["evidence"] == "unknown" for leg in legs) / len(legs),
        legs,
        [fold(str(leg["from_place"])) for leg in legs],
        ends_at,
    )


def _whole(lines: list[Any]) -> Any:
    # Not merged with line_merge, which may turn a line round: the order is the way of the convoy.
    positions: list[tuple[float, float]] = []
    for line in lines:
        if positions and positions[-1] != line.coords[0]:
            return shapely.MultiLineString(lines)
        positions += list(line.coords)[1 if positions else 0 :]
    return shapely.LineString(positions)


def find_crossings(
    line: Any, pictures: Pictures, day: object, *, extent: tuple[float, float, float, float] | None = None
) -> list[dict[str, Any]]:
    """Say whose ground a line crosses, as it was held on a day, in the order of the line.

    Parameters
    ----------
    line : LineString or MultiLineString
        EPSG:4326.
    pictures : schema.Pictures
    day : day
    extent : tuple of float, optional
        West, south, east, north of what the pictures show.

    Returns
    -------
    list of dict
        ``holder`` (None for none; where disputed who claims it), ``answer`` (held, disputed, nobody, unknown,
        no_picture), ``km`` geodesic. The kilometres sum to the line's length.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> area = {"area_id": "a", "holder": "x", "status": "assessed", "valid_from": "2018-02-18", "source": "s",
    ...         "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3, 33.5, 36.4, 33.6)}
    >>> dates = [{"picture_date": "2018-02-18", "areas": 1, "path": "a", "sha256": "0"}]
    >>> both = Pictures(PICTURES.table(dates), CONTROL.table([area]))
    >>> way = shapely.LineString([(36.35, 33.55), (36.45, 33.55)])
    >>> [(part["answer"], round(part["km"], 2)) for part in find_crossings(way, both, "2018-03-01")]
    [('held', 4.64), ('nobody', 4.64)]
    """
    picture = pictures.on(day)
    if not len(picture.dates):
        return [{"holder": None, "answer": "no_picture", "km": length_km(line)}]
    holders = [str(h) for h in picture.areas["holder"]]
    statuses = [str(status) for status in picture.areas["status"]]
    shapes = list(picture.areas.geometry)
    if extent is not None:
        shapes.append(shapely.box(*extent))
    out: list[dict[str, Any]] = []
    for _, inside, km in cut_line(line, shapes):
        found = [(holders[i], statuses[i]) for i in inside if i < len(holders)]
        answer = _answer(found, extent is None or len(holders) in inside)
        if out and (out[-1]["holder"], out[-1]["answer"]) == (answer["holder"], answer["answer"]):
            out[-1]["km"] += km
        else:
            out.append({**answer, "km": km})
    return out


def _answer(found: list[tuple[str, str]], shown_ground: bool) -> dict[str, Any]:
    # The same three answers as for a place: only ground that is counted is held, and where areas differ the doubt wins.
    names = "|".join(sorted({holder for holder, _ in found} - {"unknown"})) or None
    statuses = {status for _, status in found}
    if not found:
        return {"holder": None, "answer": "nobody" if shown_ground else "unknown"}
    if "contested" in statuses:
        return {"holder": names, "answer": "disputed"}
    if not statuses <= set(COUNTED) or names is None:
        return {"holder": None, "answer": "unknown"}
    if len({holder for holder, _ in found}) > 1:
        return {"holder": names, "answer": "disputed"}
    return {"holder": names, "answer": "held"}
