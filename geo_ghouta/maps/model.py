"""What a map is made from: the tables of one case, and how the page should open."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping

    import geopandas as gpd
    import pandas as pd

    from geo_ghouta.schema import CaseFile, Pictures


@dataclasses.dataclass(frozen=True)
class MapInput:
    """Everything that the page shows; only the case file and the pictures are a must.

    Parameters
    ----------
    casefile : CaseFile
    pictures : Pictures
        Dates and areas (PICTURES, CONTROL).
    pockets, changes, gazetteer, places, events, convoys, routes, claims, findings, reports : table or None
        Contracts of the same names; None is an empty table.
    backdrop : mapping of str to geopandas.GeoDataFrame
        Ground layers by name: ``terrain``, ``builtup``, ``water``, ``roads``, ``borders``, ``labels``, EPSG:4326, with
        columns ``name``, ``name_ar``, ``kind``, ``min_zoom``, ``max_zoom``, ``class`` where they are known.
    date : datetime.date or None
        Day shown first; None is the first picture of the last campaign.
    language : str
        Name of a file in ``maps/lang`` without ``.json``: ``en`` or ``ar``.
    theme : str
        ``auto`` (as the reader's system), ``light`` or ``dark``.
    quotes : bool
        Whether the quoted words of reports go into the page. Off by default: a page travels further than
        the right to republish a report does.
    embed : bool
        A lean page for an iframe: no panel, no zoom by wheel.
    hidden : tuple of str
        Layers that are left out, data and all: ``areas``, ``convoys``, ``events``, ``claims``, ``places``, ``ground``.
    tiles : mapping or None
        ``{"url": ..., "attribution": ...}`` of online tiles below everything; None asks nobody for anything.
    totals : mapping or None
        Rows of the tables of which the page gets a part or none, by name (``claims``, ``convoys``), None where they
        are not counted: the page says so, instead of "no convoy".
    ledger : mapping or None
        Manifest of the run (see :mod:`geo_ghouta.ledger`), carried in the page so that its sources can be checked.
    """

    casefile: CaseFile
    pictures: Pictures
    pockets: gpd.GeoDataFrame | None = None
    changes: gpd.GeoDataFrame | None = None
    gazetteer: gpd.GeoDataFrame | None = None
    places: gpd.GeoDataFrame | None = None
    events: gpd.GeoDataFrame | None = None
    convoys: gpd.GeoDataFrame | None = None
    routes: gpd.GeoDataFrame | None = None
    claims: pd.DataFrame | None = None
    findings: pd.DataFrame | None = None
    reports: pd.DataFrame | None = None
    backdrop: Mapping[str, gpd.GeoDataFrame] = dataclasses.field(default_factory=dict)
    date: dt.date | None = None
    language: str = "en"
    theme: str = "auto"
    quotes: bool = False
    embed: bool = False
    hidden: tuple[str, ...] = ()
    tiles: Mapping[str, str] | None = None
    totals: Mapping[str, int | None] | None = None
    ledger: Mapping[str, Any] | None = None
