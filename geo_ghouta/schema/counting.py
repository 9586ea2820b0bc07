"""What is counted: ground drawn as assessed or claimed; what is contested or unknown is told beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.measure import polygons_of
from geo_ghouta.schema.bundles import picture_ids
from geo_ghouta.schema.vocabulary import COUNTED

if TYPE_CHECKING:
    import geopandas as gpd

HELD, CONTESTED, UNKNOWN = "held", "contested", "unknown"


def by_status(areas: gpd.GeoDataFrame) -> dict[str, gpd.GeoDataFrame]:
    """Part areas by what they count as: held, contested or unknown ground, no ground in two of them.

    Where a picture draws one area over another, the doubt wins: contested ground is taken out of unknown and of held
    ground, unknown ground out of held ground, so that no ground is counted that any area leaves open.

    Parameters
    ----------
    areas : geopandas.GeoDataFrame
        CONTROL, of one picture or of many.

    Returns
    -------
    dict of str to geopandas.GeoDataFrame
        Rows of CONTROL under ``held``, ``contested`` and ``unknown``; index and order kept, what is left without ground
        dropped.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL
    >>> one = {"holder": "x", "valid_from": "2018-02-18", "source": "s", "drawn_by": "d", "precision_m": 250}
    >>> rows = [{**one, "area_id": "a", "status": "assessed", "geometry": shapely.box(0, 0, 2, 1)},
    ...         {**one, "area_id": "b", "status": "contested", "geometry": shapely.box(1, 0, 3, 1)}]
    >>> {name: shapely.area(part.geometry.to_numpy()).tolist() for name, part in by_status(CONTROL.table(rows)).items()}
    {'held': [1.0], 'contested': [2.0], 'unknown': []}
    """
    status = areas["status"].to_numpy(dtype=object)
    counted = np.isin(status, COUNTED)
    if counted.all():
        return {HELD: areas, CONTESTED: areas.iloc[:0], UNKNOWN: areas.iloc[:0]}
    contested, unknown = areas[status == CONTESTED], areas[~counted & (status != CONTESTED)]
    return {
        HELD: _without(areas[counted], areas[~counted]),
        CONTESTED: contested,
        UNKNOWN: _without(unknown, contested),
    }


def _without(areas: gpd.GeoDataFrame, others: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Cut the ground of other areas out of areas of the same picture."""
    if not len(areas) or not len(others):
        return areas
    shapes, cutters = areas.geometry.to_numpy(), others.geometry.to_numpy()
    first, second = shapely.STRtree(cutters).query(shapes, predicate="intersects")
    same = picture_ids(areas).to_numpy(dtype=object)[first] == picture_ids(others).to_numpy(dtype=object)[second]
    first, second = first[same], second[same]
    over = ~shapely.touches(shapes[first], cutters[second])
    if not over.any():
        return areas
    first, second = first[over], second[over]
    left: Any = np.array(shapes, dtype=object)
    for number in np.unique(first):
        parts, _ = polygons_of(
            np.array([shapely.difference(left[number], shapely.union_all(cutters[second[first == number]]))])
        )
        left[number] = parts[0] if len(parts) == 1 else shapely.MultiPolygon(list(parts))
    out = areas.copy()
    out["geometry"] = left
    return out[~shapely.is_empty(left)]
