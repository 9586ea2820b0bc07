"""Which claims speak of one event: they meet in a fact and stay side by side, never summed or averaged."""

from __future__ import annotations

import hashlib
from typing import Any

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
        is part of another keeps apart from wholes. Claims without a place or a date meet only within their story.

    Notes
    -----
    Two figures for one fact are not reconciled: the range is for the reader to see, with who says which.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", start=0, end=1, kind="departure", unit="people", scope="event", origin="Harasta",
    ...             place_basis="stated", date_basis="stated", date_precision="day", date_from="2018-03-22", date_to="2018-03-23")
    >>> rows = [base | dict(claim_id="a", value=1580, modality="happened"), base | dict(claim_id="b", value=1908, modality="happened"),
    ...         base | dict(claim_id="c", value=6000, modality="planned")]
    >>> facts = group_facts(CLAIMS.table(rows))
    >>> bool(facts[0] == facts[1]), bool(facts[0] == facts[2])
    (True, False)
    """
    columns = ["kind", "unit", "scope", "modality", "origin_id", "origin", "origin_holder", "place_id", "place", "destination",
               "part_of", "report_id", "story_id", "date_from", "date_to"]  # fmt: skip
    buckets: dict[tuple[str, ...], list[tuple[Any, Any, int]]] = {}
    names = [""] * len(claims)
    for position, row in enumerate(claims[columns].itertuples(index=False)):
        story = _text(row.story_id) or _text(row.report_id)
        where = next((t for t in (_text(v) for v in (row.origin_id, row.origin, row.origin_holder, row.place_id, row.place)) if t), "")
        if not where:
            where = f"story {story} {_text(row.destination)}"
        plan = "plan" if row.modality in PLANS else "done"
        key = (str(row.kind), _text(row.unit), _text(row.scope), plan, where, "" if pd.isna(row.part_of) else "part")
        if pd.isna(row.date_from):
            names[position] = _name((*key, f"undated {story}"))
        else:
            buckets.setdefault(key, []).append((row.date_from, row.date_to, position))
    for key, spans in buckets.items():
        reach, first = None, None
        for date_from, date_to, position in sorted(spans):
            if reach is None or date_from >= reach:
                first, reach = date_from, date_to
            reach = max(reach, date_to)
            names[position] = _name((*key, first.date().isoformat()))  # type: ignore[union-attr]
    return pd.Series(names, index=claims.index, dtype="str", name="fact_id")


def _text(value: Any) -> str:
    return "" if pd.isna(value) else str(value)


def _name(key: tuple[str, ...]) -> str:
    return "f" + hashlib.sha256("\x1f".join(key).encode("utf-8", "replace")).hexdigest()[:12]
