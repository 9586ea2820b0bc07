"""Departures of one day from one origin: counts side by side, the route, and whose ground it crossed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.files import dump_json
from geo_ghouta.measure import cut_line, gap_m, length_km
from geo_ghouta.names import fold
from geo_ghouta.schema import CONVOYS
from geo_ghouta.schema.vocabulary import COUNTED

if TYPE_CHECKING:
    import geopandas as gpd

    from geo_ghouta.schema import Pictures

_LEFT_OUT = ("denied", "conditional", "proposed")
_RANK = {name: rank for rank, name in enumerate(("happened", "under_way", "planned", "expected"))}
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

    A convoy is what left one origin on one day (or night). Running totals, parts of a whole, claims without a day
    or with a span of more than two days, and what was denied or only proposed, make no convoy.

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
        CONVOYS. ``crossed`` is a JSON list in the order of the way: ``holder`` (null for none), ``answer`` (held,
        disputed, nobody, unknown, no_picture) and ``km``; the kilometres sum to ``length_km``.

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
    used = _departures(claims)
    points = _points(places)
    rows = []
    for (day, _), group in used.groupby(["_day", "_key"], sort=True):
        row = _convoy(group, day)
        legs = _route(row, routes, _start_of(row, points, pictures))
        if legs is not None:
            line = _whole(legs)
            row.update(route_id=legs["route_id"].iloc[0], geometry=line, length_km=float(legs["length_km"].sum()))
            if pictures is not None:
                row["crossed"] = dump_json(find_crossings(line, pictures, day, extent=extent))
        rows.append(row)
    table: gpd.GeoDataFrame = CONVOYS.table(rows)
    return table


def _departures(claims: pd.DataFrame) -> pd.DataFrame:
    nights = (claims["date_to"] - claims["date_from"]).dt.days
    fits = (
        (claims["kind"] == "departure")
        & ~claims["modality"].isin(_LEFT_OUT)
        & (claims["scope"].fillna("event") != "cumulative")
        & (claims["origin"].notna() | claims["origin_id"].notna())
        & nights.between(1, 2)
    )
    used = claims[fits].copy()
    used["origin"] = used["origin"].fillna(used["origin_id"])
    used["_day"] = used["date_from"]
    used["_key"] = used["origin_id"].fillna(used["origin"].map(lambda name: fold(str(name))))
    return used.sort_values(["date_from", "origin", "claim_id"], kind="stable")


def _convoy(group: pd.DataFrame, day: Any) -> dict[str, Any]:
    whole = group[group["part_of"].isna()]
    people = whole[whole["unit"] == "people"]
    bare = whole[whole["unit"] == "buses"]
    buses = pd.concat(
        [whole["buses"].dropna().astype("Float64"), bare["value"].dropna(), bare["low"].dropna(), bare["high"].dropna()]
    )
    low, high = people["low"].fillna(people["value"]), people["high"].fillna(people["value"])
    modality = min(group["modality"], key=lambda m: _RANK.get(str(m), 9))
    stories = group["story_id"].fillna(group["report_id"])
    return {
        "convoy_id": f"{day:%Y-%m-%d}/{group['origin'].iloc[0]}",
        "date_from": day,
        "date_to": group["date_to"].max(),
        "origin": group["origin"].iloc[0],
        "origin_id": _all_of(group["origin_id"]),
        "crossing": _all_of(group["crossing"]),
        "destination": _all_of(group["destination"]),
        "people_low": _or_none(pd.concat([low, high]).min()),
        "people_high": _or_none(pd.concat([low, high]).max()),
        "people_open": bool((people["low"].notna() & people["high"].isna()).any()),
        "buses_low": _or_none(buses.min()),
        "buses_high": _or_none(buses.max()),
        "modality": modality,
        "claim_ids": "|".join(sorted(group["claim_id"])),
        "stories": int(stories.nunique()),
        "derived": True,
    }


def _or_none(value: Any) -> float | None:
    return None if pd.isna(value) else float(value)


def _all_of(column: pd.Series[str]) -> str | None:
    return "|".join(sorted(set(column.dropna()))) or None


def _points(places: gpd.GeoDataFrame) -> dict[str, Any]:
    placed = places[places["place_id"].notna() & places.geometry.notna()]
    return dict(zip(placed["place_id"].astype("str"), placed.geometry, strict=True))


def _start_of(row: dict[str, Any], points: dict[str, Any], pictures: Pictures | None) -> Any:
    # An origin is a place with a point, or a control area ("the southern pocket") as held that day or the day before.
    point = points.get(str(row["origin_id"]))
    if point is not None or pictures is None:
        return point
    for day in (row["date_from"], row["date_from"] - pd.Timedelta(days=1)):
        areas = pictures.on(day).areas
        named = areas[areas["name"].fillna("").map(lambda name: fold(str(name))) == fold(row["origin"])]
        if len(named):
            return shapely.union_all(named.geometry.to_numpy())
    return None


def _route(row: dict[str, Any], routes: gpd.GeoDataFrame, start: Any) -> gpd.GeoDataFrame | None:
    day = row["date_from"]
    live = routes[(routes["valid_from"] <= day) & (routes["valid_to"] > day)]
    wanted = {fold(name) for name in row["origin"].split("|")}
    found = []
    for route_id, legs in live.groupby("route_id", sort=True):
        first = legs.sort_values("leg").iloc[0]
        origins = [first["from_place"], *([] if pd.isna(first["origins"]) else str(first["origins"]).split("|"))]
        named = bool(wanted & {fold(str(o)) for o in origins})
        if not named:
            begin = shapely.Point(first.geometry.coords[0])
            if start is None or gap_m(begin, start) > 1e3 * NEAR_KM:
                continue
        ends = {fold(str(place)) for place in legs["to_place"]}
        told = {fold(name) for name in (row["destination"] or "").split("|") if name}
        unknown = float((legs["evidence"] == "unknown").mean())
        found.append((not named, not (told & ends), unknown, str(route_id)))
    if not found:
        return None
    chosen = min(found)[-1]
    return live[live["route_id"] == chosen].sort_values("leg")


def _whole(legs: gpd.GeoDataFrame) -> Any:
    # Not merged with line_merge, which may turn a line round: the order is the way of the convoy.
    positions: list[tuple[float, float]] = []
    for line in legs.geometry:
        if positions and positions[-1] != line.coords[0]:
            return shapely.MultiLineString(list(legs.geometry))
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
