"""Which claims speak of one event: they meet in a fact and stay side by side, never summed or averaged."""

from __future__ import annotations

import datetime as dt
import hashlib

import numpy as np
import pandas as pd

PLANS = frozenset(("planned", "expected", "proposed", "conditional"))
"""Modalities that keep apart from what took place."""


def group_facts(claims: pd.DataFrame) -> pd.Series[str]:
    """Tell which claims are about one event, scope and unit.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.

    Returns
    -------
    pandas.Series
        ``fact_id`` for each row, indexed like ``claims``. Claims share it when kind, unit, scope and place (or the
        actor whose pocket it is) are the same, their dates overlap, and both are plans or neither is. A figure that
        is part of another keeps apart from wholes. Claims without a place or a date meet only within their story; an
        undated claim joins the one dated fact that has its very figure, place and kind.

    Notes
    -----
    Two figures for one fact are not reconciled: the range is for the reader to see, with who says which.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", start=0, end=1, kind="departure", unit="people", scope="event", origin="Harasta",
    ...             place_basis="stated", date_basis="stated", date_precision="day",
    ...             date_from="2018-03-22", date_to="2018-03-23")
    >>> said = [("a", 1580, "happened"), ("b", 1908, "happened"), ("c", 6000, "planned")]
    >>> rows = [base | dict(claim_id=i, value=n, modality=m) for i, n, m in said]
    >>> facts = group_facts(CLAIMS.table(rows))
    >>> bool(facts[0] == facts[1]), bool(facts[0] == facts[2])
    (True, False)
    """
    columns = [
        "kind", "unit", "scope", "modality", "origin_id", "origin", "origin_holder", "place_id", "place", "destination",
        "part_of", "report_id", "story_id",
    ]  # fmt: skip
    buckets: dict[tuple[str, ...], list[tuple[dt.date, dt.date, int]]] = {}
    undated: list[tuple[tuple[str, ...], str, int]] = []
    names = [""] * len(claims)
    texts = claims[columns].fillna("").astype("object").to_numpy().tolist()
    days = [claims[c].dt.date.tolist() for c in ("date_from", "date_to")]
    numbers = claims[["value", "low", "high"]].to_numpy(dtype="float64", na_value=np.nan)
    unsaid = np.isnan(numbers).all(axis=1).tolist()
    figures = ["" if none else f"{v} {a} {b}" for none, (v, a, b) in zip(unsaid, numbers.tolist(), strict=True)]
    for position, row in enumerate(texts):
        kind, unit, scope, modality, origin_id, origin, holder, place_id, place, destination, whole, report, story = row
        story = story or report
        where = origin_id or holder or origin or place_id or place or f"story {story} {destination}"
        key: tuple[str, ...] = (
            kind,
            unit,
            scope,
            "plan" if modality in PLANS else "done",
            where,
            "part" if whole else "",
        )
        date_from, date_to = days[0][position], days[1][position]
        if pd.isna(date_from):
            undated.append((key, story, position))
        else:
            buckets.setdefault(key, []).append((date_from, date_to, position))
    told: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for where_key, spans in buckets.items():
        spans.sort()
        first, reach, _ = spans[0]
        for date_from, date_to, position in spans:
            if date_from >= reach:
                first, reach = date_from, date_to
            reach = max(reach, date_to)
            names[position] = _name((*where_key, first.isoformat()))
            told.setdefault((where_key, figures[position]), set()).add(names[position])
    for open_key, story, position in undated:
        # the very same figure for the very same place, dated by somebody else: one fact
        same = told.get((open_key, figures[position]), set()) if figures[position] else set()
        names[position] = next(iter(same)) if len(same) == 1 else _name((*open_key, f"undated {story}"))
    return pd.Series(names, index=claims.index, dtype="str", name="fact_id")


def _name(key: tuple[str, ...]) -> str:
    return "f" + hashlib.sha256("\x1f".join(key).encode("utf-8", "replace")).hexdigest()[:12]
