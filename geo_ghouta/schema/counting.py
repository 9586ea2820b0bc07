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
    from numpy.typing import NDArray

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
    contested, open_ground = status == CONTESTED, ~counted
    return {
        HELD: _without(areas, counted, open_ground),
        CONTESTED: _rows(areas, contested),
        UNKNOWN: _without(areas, open_ground & ~contested, contested),
    }


def _rows(areas: gpd.GeoDataFrame, mask: NDArray[np.bool_]) -> gpd.GeoDataFrame:
    # Taking rows of a wide table costs more than all else here: no rows are a slice.
    return areas[mask] if mask.any() else areas.iloc[:0]


def _without(areas: gpd.GeoDataFrame, mask: NDArray[np.bool_], others: NDArray[np.bool_]) -> gpd.GeoDataFrame:
    """Cut the ground of other areas out of areas of the same picture; both are rows of one table."""
    kept = _rows(areas, mask)
    if not mask.any() or not others.any():
        return kept
    every = areas.geometry.to_numpy()
    shapes, cutters = every[mask], every[others]
    first, second = shapely.STRtree(cutters).query(shapes, predicate="intersects")
    over = ~shapely.touches(shapes[first], cutters[second])
    first, second = first[over], second[over]
    if len(first):
        names = picture_ids(areas).to_numpy(dtype=object)
        same = names[mask][first] == names[others][second]
        first, second = first[same], second[same]
    if not len(first):
        return kept
    left: Any = np.array(shapes, dtype=object)
    for number in np.unique(first):
        parts, _ = polygons_of(
            np.array([shapely.difference(left[number], shapely.union_all(cutters[second[first == number]]))])
        )
        left[number] = parts[0] if len(parts) == 1 else shapely.MultiPolygon(list(parts))
    out = kept.copy()
    out["geometry"] = left
    return out[~shapely.is_empty(left)]
