"""Connected parts of what is held, picture by picture, with their towns, size and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.control.shapes import union
from geo_ghouta.files import dump_json
from geo_ghouta.measure import Plane, areas_km2, gap_m, lengths_km, plane_of, polygons_of
from geo_ghouta.schema import POCKETS
from geo_ghouta.schema.bundles import picture_ids
from geo_ghouta.schema.counting import CONTESTED, HELD, UNKNOWN, by_status

if TYPE_CHECKING:
    import geopandas as gpd
    from numpy.typing import NDArray

    from geo_ghouta.schema import CaseFile, Pictures

JOIN_M = 25.0
"""Metres: parts nearer than this are one. Rounding to 4 decimals opens gaps of up to 14 m between areas that were
drawn edge to edge; the narrowest gap that keeps pockets apart here is 200 m."""
MAIN_SHARE = 0.75
MANY_TOWNS = 8
"""Towns from which on an area of several holders is called by its region, not by its largest town."""
SETTLED = ("city", "capital", "town", "village", "neighbourhood", "district", "camp")
"""Kinds of place that are listed as towns."""
_SIZE = {"capital": 0, "city": 1, "town": 2, "district": 3, "village": 4, "neighbourhood": 5, "camp": 6}


def find_pockets(pictures: Pictures, casefile: CaseFile, places: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Find the connected parts of what is held in every picture: ground drawn as assessed or claimed.

    Areas of the case's ``ground`` holder are no pockets. Parts nearer than 25 m are one part, so that the answer
    survives coordinates rounded to 4 decimals. Contested and unknown ground is not counted: ``contested_km2`` and
    ``unknown_km2`` tell what of it hangs together with a pocket, each part once, at the nearest pocket. What touches
    none is told by ``areas_over_time`` alone.

    Parameters
    ----------
    pictures : schema.Pictures
    casefile : schema.CaseFile
        Its campaigns give the base of shares: the first picture in the campaign.
    places : geopandas.GeoDataFrame
        GAZETTEER of the case.

    Returns
    -------
    geopandas.GeoDataFrame
        POCKETS, the largest first in each picture; ``towns`` runs from the largest town down, ``neighbours`` is JSON
        of the other pockets with the gap in kilometres, nearest first.

    Examples
    --------
    >>> import datetime as dt, shapely
    >>> from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, CaseFile, Pictures
    >>> case = CaseFile("t", dt.date(2018, 1, 1), dt.date(2018, 5, 1), (36, 33, 37, 34), (36, 33, 37, 34))
    >>> both = [{"area_id": str(n), "holder": "x", "status": "assessed", "valid_from": "2018-02-18", "source": "s",
    ...          "drawn_by": "d", "precision_m": 250, "geometry": shapely.box(36.3 + n, 33.5, 36.4 + n, 33.6)}
    ...         for n in (0, 0.2)]
    >>> dates = PICTURES.table([{"picture_date": "2018-02-18", "areas": 2, "path": "a", "sha256": "0"}])
    >>> find_pockets(Pictures(dates, CONTROL.table(both)), case, GAZETTEER.empty())["pocket_id"].tolist()
    ['2018-02-18/1', '2018-02-18/2']
    """
    parted = by_status(pictures.areas)
    mine = {name: table[table["holder"].astype("str") != casefile.ground] for name, table in parted.items()}
    by_picture = {name: dict(tuple(table.groupby(picture_ids(table), sort=False))) for name, table in mine.items()}
    towns = listed_towns(places)
    rows: list[dict[str, Any]] = []
    for picture, name in zip(pictures.dates.itertuples(), picture_ids(pictures.dates), strict=True):
        if name in by_picture[HELD]:
            found = _pockets_of(str(name), picture, by_picture[HELD][name], towns, places)
            _add_open(found, {kind: by_picture[kind].get(name) for kind in (CONTESTED, UNKNOWN)})
            rows += found
    _add_shares(rows, pictures, casefile)
    table: gpd.GeoDataFrame = POCKETS.table(rows)
    return table


def listed_towns(places: gpd.GeoDataFrame) -> pd.DataFrame:
    """Take the settlements of a place list, one a name, the largest first: by people, else by kind and rank."""
    shapes = places.geometry.to_numpy()
    kept = places["kind"].isin(SETTLED).to_numpy() & ~shapely.is_missing(shapes)
    table = pd.DataFrame(
        {
            "name": places["name"].astype("str").astype("object"),
            "people": places["population"].astype("Float64").fillna(0.0) if "population" in places else 0.0,
            "rank": places["rank"].astype("Float64").fillna(99.0) if "rank" in places else 99.0,
            "size": places["kind"].map(_SIZE),
            "geometry": shapes,
        }
    )[kept]
    ordered = table.sort_values(["people", "size", "rank", "name"], ascending=[False, True, True, True])
    unique: pd.DataFrame = ordered.drop_duplicates("name").reset_index(drop=True)
    return unique


def towns_in(area: Any, towns: pd.DataFrame) -> list[str]:
    """Names of the towns in an area, its edge included, the largest first."""
    if not len(towns):
        return []
    shapely.prepare(area)
    inside = shapely.covers(area, towns["geometry"].to_numpy())
    return [str(name) for name in towns["name"].to_numpy(dtype=object)[inside]]


def _groups(areas: gpd.GeoDataFrame) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    parts, owner = polygons_of(areas.geometry.to_numpy())
    flat = plane_of(parts).shape(parts)
    label = np.arange(len(parts))
    first, second = shapely.STRtree(flat).query(flat, predicate="dwithin", distance=JOIN_M)
    return parts, owner, _spread(label, first, second)


def _spread(label: NDArray[np.int64], first: Any, second: Any) -> NDArray[np.int64]:
    changed = True
    while changed:
        # Each part takes the lowest label among those that it touches, until nothing changes.
        lowest = label.copy()
        np.minimum.at(lowest, first, label[second])
        changed = bool((lowest != label).any())
        label = lowest
    return label


def _add_open(found: list[dict[str, Any]], doubtful: dict[str, gpd.GeoDataFrame | None]) -> None:
    """Tell beside each pocket what of the contested and unknown ground hangs together with it."""
    for pocket in found:
        pocket.update(contested_km2=0.0, unknown_km2=0.0)
    kinds, shapes = [], []
    for kind, areas in doubtful.items():
        # Areas that overlap are one ground, and no ground is told twice.
        parts = polygons_of(np.array([union(areas.geometry)], dtype=object))[0] if areas is not None else ()
        kinds += [kind] * len(parts)
        shapes += list(parts)
    if not shapes:
        return
    flat = plane_of(shapes).shape(np.array([*(pocket["geometry"] for pocket in found), *shapes], dtype=object))
    gap = shapely.distance(flat[len(found) :, None], flat[None, : len(found)])
    first, second = shapely.STRtree(flat).query(flat, predicate="dwithin", distance=JOIN_M)
    label = _spread(np.arange(len(flat)), first, second)
    sizes = areas_km2(shapes)
    for number, kind in enumerate(kinds):
        together = np.flatnonzero(label[: len(found)] == label[len(found) + number])
        if len(together):
            nearest = together[np.argmin(gap[number, together])]
            found[nearest][f"{kind}_km2"] += float(sizes[number])


def _pockets_of(
    name: str, picture: Any, areas: gpd.GeoDataFrame, towns: pd.DataFrame, places: gpd.GeoDataFrame
) -> list[dict[str, Any]]:
    parts, owner, label = _groups(areas)
    part_km2 = areas_km2(parts)
    groups = [label == group for group in np.unique(label)]
    shapes = [union(parts[mine]) for mine in groups]
    sizes = zip(areas_km2(shapes), lengths_km(shapes), strict=True)
    holder_of = areas["holder"].to_numpy(dtype=object)
    found: list[dict[str, Any]] = []
    for mine, geometry, (km2, edge_km) in zip(groups, shapes, sizes, strict=True):
        by_holder: dict[str, float] = {}
        for holder, part in zip(holder_of[owner[mine]], part_km2[mine], strict=True):
            by_holder[holder] = by_holder.get(holder, 0.0) + float(part)
        inside = towns_in(geometry, towns)
        found.append(
            {
                "geometry": geometry,
                "area_km2": float(km2),
                "perimeter_km": float(edge_km),
                "holders": "|".join(sorted(by_holder, key=lambda holder: (-by_holder[holder], holder))),
                "statuses": "|".join(sorted(set(areas["status"].to_numpy(dtype=object)[owner[mine]]))),
                "towns": "|".join(inside) or None,
                "name": _name(areas, owner[mine], part_km2[mine], inside, geometry, places),
            }
        )
    found.sort(key=lambda p: (-p["area_km2"], p["geometry"].bounds))
    for number, pocket in enumerate(found, 1):
        pocket.update(
            pocket_id=f"{name}/{number}",
            picture_date=picture.picture_date,
            valid_to=picture.valid_to,
            derived=True,
        )
    _add_neighbours(found)
    return found


def _name(areas: gpd.GeoDataFrame, owner: Any, km2: Any, towns: list[str], geometry: Any, places: Any) -> str:
    names = areas["name"].to_numpy(dtype=object)[owner]
    given: dict[str, float] = {}
    for name, size in zip(names, km2, strict=True):
        if not pd.isna(name):
            given[str(name)] = given.get(str(name), 0.0) + float(size)
    # One area's name stands for the pocket where that area is nearly all of it.
    main = min(given, key=lambda name: (-given[name], name), default="")
    if given and (not towns or given[main] > MAIN_SHARE * km2.sum()):
        return main
    if len(given) > 1 and len(towns) >= MANY_TOWNS and (region := _region_of(geometry, places)):
        return region
    return towns[0] if towns else f"held by {areas['holder'].iloc[owner[0]]}"


def _region_of(area: Any, places: gpd.GeoDataFrame) -> str | None:
    """Name of the most important region that reaches an area: what a whole enclave is called."""
    best: tuple[float, float, str] | None = None
    for place in places[(places["kind"] == "region") & places.geometry.notna()].itertuples():
        told = getattr(place, "rank", None)
        rank = 99.0 if told is None or pd.isna(told) else float(told)
        if best is not None and best[0] < rank:
            continue
        gap = gap_m(place.geometry, area)
        reach = place.uncertainty_m if pd.notna(place.uncertainty_m) else 0.0
        if gap <= reach and (best is None or (rank, gap) < best[:2]):
            best = (rank, gap, str(place.name))
    return None if best is None else best[2]


def _add_neighbours(found: list[dict[str, Any]]) -> None:
    shapes = np.array([pocket["geometry"] for pocket in found], dtype=object)
    middle = plane_of(shapes)
    # Whole degrees, as for single gaps: the lines are found in one plane, their lengths are the ellipsoid's.
    plane = Plane(round(middle.lon), round(middle.lat))
    flat, (first, second) = plane.shape(shapes), np.triu_indices(len(found), 1)
    km = lengths_km(plane.unshape(shapely.shortest_line(flat[first], flat[second])))
    gaps = {(int(i), int(j)): round(float(gap), 3) for i, j, gap in zip(first, second, km, strict=True)}
    gaps.update({(j, i): gap for (i, j), gap in gaps.items()})
    for i, one in enumerate(found):
        near = sorted((gaps[i, j], j) for j in range(len(found)) if j != i)
        listed = [{"pocket_id": found[j]["pocket_id"], "name": found[j]["name"], "gap_km": gap} for gap, j in near]
        one["neighbours"] = dump_json(listed) if listed else None


def _add_shares(rows: list[dict[str, Any]], pictures: Pictures, casefile: CaseFile) -> None:
    total: dict[Any, float] = {}
    for row in rows:
        total[row["picture_date"]] = total.get(row["picture_date"], 0.0) + row["area_km2"]
    days = pictures.dates["picture_date"]
    for campaign in casefile.campaigns:
        start, end = pd.Timestamp(campaign.start), pd.Timestamp(campaign.end)
        inside = days[(days >= start) & (days <= end)]
        if not len(inside) or not total.get(inside.iloc[0]):
            continue
        base = inside.iloc[0]
        for row in rows:
            if start <= row["picture_date"] <= end:
                row["base_date"] = base
                row["share"] = row["area_km2"] / total[base]
