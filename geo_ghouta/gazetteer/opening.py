"""Open the index that finding and placing names ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.gazetteer.index import JoinedIndex, shelf_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import geopandas as gpd


def open_index(
    tables: Sequence[gpd.GeoDataFrame] = (),
    world: bool | str = "auto",
    country: str = "",
    cache_dir: Path | None = None,
) -> JoinedIndex:
    """Join place lists to one index.

    Parameters
    ----------
    tables : sequence of geopandas.GeoDataFrame
        GAZETTEER tables, the case's list first.
    world : "auto", True or False
        Whether to know the world's towns: "auto" where the extra ``geo-ghouta[world]`` is installed.
    country : str
        ISO code for rows of the case's list that name no country.
    cache_dir : path, optional
        Folder of built indexes; the user's cache folder if not given.

    Returns
    -------
    JoinedIndex
    """
    shelves = [shelf_of(table, 0 if n == 0 else 1, country if n == 0 else "") for n, table in enumerate(tables)]
    return JoinedIndex(shelves)
