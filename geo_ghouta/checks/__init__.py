"""Claims against polygons, and claims against the order of days.

Every finding has one of three verdicts. ``untestable`` says why; nothing is bent to agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.checks.bench import Bench, rows_of
from geo_ghouta.checks.copies import drop_copies
from geo_ghouta.checks.holders import check_holder
from geo_ghouta.checks.order import check_order
from geo_ghouta.checks.phrases import check_phrases
from geo_ghouta.checks.shares import check_area, check_count, check_share
from geo_ghouta.schema import FINDINGS

if TYPE_CHECKING:
    import geopandas as gpd
    import pandas as pd

    from geo_ghouta.schema import CaseFile, Pictures

__all__ = ["check_claims"]

_UNREAL = ("planned", "expected", "proposed", "conditional", "denied")


def check_claims(
    claims: pd.DataFrame,
    pictures: Pictures,
    pockets: gpd.GeoDataFrame,
    places: gpd.GeoDataFrame,
    casefile: CaseFile,
    *,
    reports: pd.DataFrame | None = None,
    gazetteer: gpd.GeoDataFrame | None = None,
) -> gpd.GeoDataFrame:
    """Test claims against the control pictures and against one another.

    Tested are shares of territory and areas (``territory_share``, ``area``), numbers of pockets (``pocket_count``),
    holders of places (``holder``), and with the reports' texts: places said to lie in a pocket
    (``place_in_pocket``), the largest town (``largest_town``), distances ("within mortar range": ``distance``; of
    troops that moved from their own ground, if it is drawn), "the last districts" of a city (``last_held``), arrivals
    at an edge (``at_the_edge``); and the order of days (``date_order``). Copies of one wire story give one finding,
    that of the copy published first.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.
    pictures : schema.Pictures
    pockets : geopandas.GeoDataFrame
        POCKETS of those pictures.
    places : geopandas.GeoDataFrame
        PLACES.
    casefile : schema.CaseFile
    reports : pandas.DataFrame, optional
        REPORTS. Without them a claim that has no day of its own is untestable, and phrases are not looked for.
    gazetteer : geopandas.GeoDataFrame, optional
        GAZETTEER of the case, for towns that no report names.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS with ``verdict``, ``claimed``, ``measured``, ``unit``, ``tolerance``, and in ``detail`` one sentence:
        the picture and its age, both figures, and how far the drawing would have to move to agree.

    Examples
    --------
    >>> import datetime as dt
    >>> from geo_ghouta.schema import CLAIMS, CONTROL, PICTURES, PLACES, POCKETS, CaseFile, Pictures
    >>> case = CaseFile("t", dt.date(2018, 1, 1), dt.date(2018, 5, 1), (36, 33, 37, 34), (36, 33, 37, 34))
    >>> dates = PICTURES.table([{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}])
    >>> claim = {"claim_id": "c", "report_id": "r", "start": 0, "end": 9, "kind": "pocket_count", "value": 3, "low": 3,
    ...          "high": 3, "unit": "pockets", "modality": "happened", "place_basis": "unknown", "date_basis": "stated",
    ...          "date_precision": "day", "date_from": "2018-04-15", "date_to": "2018-04-16"}
    >>> pictures = Pictures(dates, CONTROL.empty())
    >>> found = check_claims(CLAIMS.table([claim]), pictures, POCKETS.empty(), PLACES.empty(), case)
    >>> found[["verdict", "claimed", "measured"]].values.tolist()
    [['disagrees', 3.0, 0.0]]
    """
    bench = Bench(pictures, pockets, places, casefile, reports, gazetteer)
    # Most claims are of other kinds: only these are walked over.
    tested = claims[claims["kind"].isin(["territory_share", "pocket_count", "holder"]) | (claims["unit"] == "km2")]
    for claim in rows_of(tested.sort_values(["report_id", "start", "claim_id"], kind="stable")):
        check = None
        if claim.kind == "territory_share" and claim.unit == "percent":
            check = check_share
        elif claim.unit == "km2":
            check = check_area
        elif claim.kind == "pocket_count":
            check = check_count
        elif claim.kind == "holder":
            check = check_holder
        if check is None:
            continue
        if claim.modality in _UNREAL:
            name = str(claim.kind)
            bench.add(
                name,
                "untestable",
                f"Not tested: the claim is about what is {claim.modality}, not about what was.",
                claim=claim,
            )
        else:
            check(claim, bench)
    check_phrases(claims, bench)
    check_order(claims, bench)
    table: gpd.GeoDataFrame = FINDINGS.table(_unique(drop_copies(bench.rows, claims, reports)))
    return table


def _unique(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    seen: dict[str, int] = {}
    for row in rows:
        name = str(row["finding_id"])
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            row["finding_id"] = f"{name}/{seen[name]}"
    return rows
