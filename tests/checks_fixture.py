"""Reports, claims, mentions and pictures that the tests of checks are tried on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
from control_fixture import box, casefile, feature, places, read, series

from geo_ghouta import checks, control
from geo_ghouta.schema import CLAIMS, FINDINGS, PLACES, REPORTS, Pictures

CASE = casefile()


def drawn_pictures(folder: Path) -> Pictures:
    """The clean series, and on 20 March only the north-western quarter of the north."""
    files = series()
    files["2018-03-20.geojson"] = {
        "type": "FeatureCollection",
        "features": [
            feature("north", "north_group", box(36.30, 33.565, 36.36, 33.60)),
            feature("far", "north_group", box(36.50, 33.58, 36.54, 33.61)),
        ],
    }
    files["2018-04-20.geojson"] = {"type": "FeatureCollection", "features": []}
    made, rejected = read(folder, files)
    assert rejected.empty
    return made


def report(text: str, published: str | None = "2018-03-21", report_id: str = "r1") -> pd.DataFrame:
    row = {
        "report_id": report_id, "doc_id": "d", "text": text, "published": published, "published_basis": "option" if published else "unknown",
        "path": "p", "sha256": "0", "text_sha256": "0",
    }  # fmt: skip
    return REPORTS.table([row])


def claim(text: str, quote: str, kind: str, claim_id: str = "c", **more: Any) -> dict[str, Any]:
    start = text.index(quote)
    row = {
        "claim_id": claim_id, "report_id": "r1", "start": start, "end": start + len(quote), "kind": kind, "modality": "happened",
        "place_basis": "unknown", "date_basis": "unknown", "date_precision": "unknown",
    }  # fmt: skip
    return {**row, **more}


def mentions(text: str) -> gpd.GeoDataFrame:
    base = {"report_id": "r1", "form": "name", "resolution": "placed", "match": "exact", "geo_precision": "town"}
    rows = [
        {
            **base, "mention_id": f"r1:{at}", "start": at, "end": at + len(town.name), "text": town.name, "key": town.name.lower(),
            "place_id": town.place_id, "name": town.name, "kind": town.kind, "uncertainty_m": 100.0, "geometry": town.geometry,
        }
        for town in places().itertuples()
        for at in range(len(text))
        if text.startswith(town.name, at)
    ]  # fmt: skip
    return PLACES.table(rows)


def check(
    pictures: Pictures,
    text: str,
    claims: list[dict[str, Any]],
    published: str | None = "2018-03-21",
    gazetteer: Any = None,
    case: Any = CASE,
) -> Any:
    pockets = control.find_pockets(pictures, case, places())
    found = checks.check_claims(
        CLAIMS.table(claims), pictures, pockets, mentions(text), case, reports=report(text, published),
        gazetteer=places() if gazetteer is None else gazetteer,
    )  # fmt: skip
    assert FINDINGS.check(found)["finding_id"].is_unique
    return found


def share(text: str, quote: str, **more: Any) -> dict[str, Any]:
    return claim(text, quote, "territory_share", unit="percent", **more)
