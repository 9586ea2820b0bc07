"""Whether the places that routes name stand in the case's place list, by which claims find their route."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.files import shown
from geo_ghouta.names import fold
from geo_ghouta.schema import REJECTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    import geopandas as gpd

_NAMED = ("from_place", "to_place", "origins")
_ALIKE = 0.7
"""Likeness of two folded names from which one is taken for a slip of the other."""


def unknown_names(legs: gpd.GeoDataFrame, places: gpd.GeoDataFrame, where: str) -> pd.DataFrame:
    """Tell the places of routes that the case's place list does not name so: no claim finds its route by them.

    Parameters
    ----------
    legs : geopandas.GeoDataFrame
        ROUTES.
    places : geopandas.GeoDataFrame
        GAZETTEER of the case. Where it is empty nothing is told.
    where : str
        Name of the file of the routes.

    Returns
    -------
    pandas.DataFrame
        REJECTED, each name once: a warning where the list has a name or a further spelling like it, else a note,
        since another list may know the place.

    Examples
    --------
    >>> from geo_ghouta.schema import GAZETTEER, ROUTES
    >>> len(unknown_names(ROUTES.empty(), GAZETTEER.empty(), "routes.geojson"))
    0
    """
    known = {fold(name): name for name in places["name"].tolist()}
    further = {
        fold(spelling): row["name"]
        for row in places[["name", "aliases", "name_ar"]].to_dict("records")
        for cell in (row["aliases"], row["name_ar"])
        for spelling in ([] if pd.isna(cell) else str(cell).split("|"))
    }
    faults: list[dict[str, Any]] = []
    told: set[str] = set()
    for leg, column, name in _names(legs) if known else ():
        key = fold(name)
        if key in known or key in told:
            continue
        told.add(key)
        meant = further.get(key) or _nearest(key, {**further, **known})
        hint = (
            f"did you mean {meant!r}? Write the name of places.csv: convoys find their route by it"
            if meant
            else "add the place to places.csv, or write its name as there: convoys find their route by it"
        )
        faults.append(
            {
                "path": where,
                "row": leg,
                "problem": f"{column} names a place that places.csv does not",
                "found": shown(name, 80),
                "expected": "a name of places.csv",
                "hint": hint,
                "severity": "warning" if meant else "note",
            }
        )
    table: pd.DataFrame = REJECTED.table(faults)
    return table


def _names(legs: gpd.GeoDataFrame) -> Iterator[tuple[str, str, str]]:
    for row in legs[["leg_id", *_NAMED]].to_dict("records"):
        for column in _NAMED:
            for name in [] if pd.isna(row[column]) else str(row[column]).split("|"):
                if name.strip():
                    yield row["leg_id"], column, name.strip()


def _nearest(key: str, known: dict[str, str]) -> str | None:
    # Fetched only for what is misspelt: it delays every start otherwise.
    import difflib

    near = difflib.get_close_matches(key, list(known), 1, _ALIKE)
    return known[near[0]] if near else None
