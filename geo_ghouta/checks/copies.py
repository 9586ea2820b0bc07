"""One finding a story: what copies of one wire story say again is checked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.schema.columns import values_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_SAID = ("kind", "value", "low", "high", "unit", "scope", "modality", "actor", "speaker", "place", "origin",
         "destination", "date_text")  # fmt: skip


def drop_copies(rows: list[dict[str, Any]], claims: pd.DataFrame, reports: pd.DataFrame | None) -> list[dict[str, Any]]:
    """Leave out findings about claims that an earlier copy of the same story makes in the same words.

    A copy may be dated by its own day of publication, so the sentences of the findings need not be equal; the claims
    are. Within one report nothing is left out.

    Parameters
    ----------
    rows : list of dict
        Findings with ``claim_id``.
    claims : pandas.DataFrame
        CLAIMS.
    reports : pandas.DataFrame or None
        REPORTS, for the days of publication; without them the first in the table's order stays.
    """
    asked = {row["claim_id"] for row in rows if row["claim_id"] is not None}
    of_copies = claims[claims["claim_id"].isin(asked) & claims["story_id"].notna()]
    many = of_copies.groupby("story_id")["report_id"].transform("nunique") > 1
    said = {str(claim["claim_id"]): claim for claim in _plain(of_copies[many])}
    if not said:
        return rows
    order = _order(reports)
    keyed = [(None if row["claim_id"] not in said else (row["check"], *_key(said[row["claim_id"]]))) for row in rows]
    first: dict[tuple[Any, ...], str] = {}
    for key, row in zip(keyed, rows, strict=True):
        if key is not None:
            mine = str(said[row["claim_id"]]["report_id"])
            known = first.setdefault(key, mine)
            if order.get(mine, (1, 0)) < order.get(known, (1, 0)):
                first[key] = mine
    return [
        row
        for key, row in zip(keyed, rows, strict=True)
        if key is None or first[key] == str(said[row["claim_id"]]["report_id"])
    ]


def _plain(table: pd.DataFrame) -> Iterable[dict[str, Any]]:
    names = ["claim_id", "report_id", "story_id", *_SAID]
    columns = (values_of(table[name]) for name in names)
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _key(claim: dict[str, Any]) -> tuple[Any, ...]:
    return claim["story_id"], *(claim[name] for name in _SAID)


def _order(reports: pd.DataFrame | None) -> dict[str, tuple[int, int]]:
    """Place of each report by its day of publication; those without one come last."""
    if reports is None:
        return {}
    days = reports["published"]
    at = [(2**62 if pd.isna(day) else pd.Timestamp(day).value, number) for number, day in enumerate(days)]
    return dict(zip(reports["report_id"].astype("str"), at, strict=True))
