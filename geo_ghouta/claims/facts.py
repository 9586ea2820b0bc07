"""Which claims speak of one event: they meet in a fact and stay side by side, never summed or averaged."""

from __future__ import annotations

import datetime as dt
import hashlib

import numpy as np
import pandas as pd

from geo_ghouta.claims.modality import PLANS


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
        actor whose pocket it is) are the same, they tell of the very same days, and both are plans or neither is: a
        day's figure never joins a week's or a running total, and nothing is chained over days. What is dated
        "overnight" joins the one of its two days that another claim tells. A figure that is part of another keeps
        apart from wholes. Claims without a place or a date meet only within their story, and those with neither only
        where two speakers are named; an undated claim joins the one dated fact that has its very figure, place and
        kind.

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
    columns = ["kind", "unit", "scope", "modality", "destination", "part_of", "report_id", "story_id", "speaker"]
    dated: dict[tuple[str, ...], list[tuple[dt.date, dt.date, int]]] = {}
    undated: list[tuple[tuple[str, ...], str, str | None, int]] = []
    names = [""] * len(claims)
    texts = claims[columns].fillna("").astype("object").to_numpy().tolist()
    days = [claims[c].dt.date.tolist() for c in ("date_from", "date_to")]
    numbers = claims[["value", "low", "high"]].to_numpy(dtype="float64", na_value=np.nan)
    unsaid = np.isnan(numbers).all(axis=1).tolist()
    figures = ["" if none else f"{v} {a} {b}" for none, (v, a, b) in zip(unsaid, numbers.tolist(), strict=True)]
    places = _named(claims).tolist()
    for position, row in enumerate(texts):
        kind, unit, scope, modality, destination, whole, report, story, speaker = row
        story = story or report
        named = places[position]
        key: tuple[str, ...] = (
            kind,
            unit,
            scope,
            "plan" if modality in PLANS else "done",
            named or f"story {story} {destination}",
            "part" if whole else "",
        )
        date_from, date_to = days[0][position], days[1][position]
        if pd.isna(date_from):
            # without a place and a day only another speaker's figure is a second figure for one event
            said = None if named else speaker
            undated.append((key, story, said, position))
        else:
            dated.setdefault(key, []).append((date_from, date_to, position))
    told: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for where_key, spans in dated.items():
        for position, day_key in _by_day(spans):
            names[position] = _name((*where_key, day_key))
            told.setdefault((where_key, figures[position]), set()).add(names[position])
    apart = _apart([(key, story, said, figures[position]) for key, story, said, position in undated])
    for (open_key, story, _, position), mark in zip(undated, apart, strict=True):
        # the very same figure for the very same place, dated by somebody else: one fact
        same = told.get((open_key, figures[position]), set()) if figures[position] else set()
        names[position] = next(iter(same)) if len(same) == 1 else _name((*open_key, f"undated {story}{mark}"))
    return pd.Series(names, index=claims.index, dtype="str", name="fact_id")


def fact_places(claims: pd.DataFrame) -> pd.Series[str]:
    """Tell what no fact reaches over: the claim's place, or its story where it names none.

    Claims that differ in it never share a fact, so a table too large for :func:`group_facts` can be grouped in parts.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.

    Returns
    -------
    pandas.Series
        Never missing; indexed like ``claims``.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", start=0, end=1, kind="departure", modality="happened", place_basis="unknown",
    ...             date_basis="unknown", date_precision="unknown")
    >>> fact_places(CLAIMS.table([base | dict(claim_id="a", origin="Harasta"), base | dict(claim_id="b")])).tolist()
    ['Harasta', 'r']
    """
    named = _named(claims)
    story = claims["story_id"].fillna(claims["report_id"]).astype("object")
    return named.where(named != "", story)


def _named(claims: pd.DataFrame) -> pd.Series[str]:
    """Place of each claim as its fact is told apart by it, "" where there is none."""
    named = pd.Series("", index=claims.index, dtype="object")
    for column in ("origin_id", "origin_holder", "origin", "place_id", "place"):
        named = named.where(named != "", claims[column].fillna("").astype("object"))
    return named


def _by_day(spans: list[tuple[dt.date, dt.date, int]]) -> list[tuple[int, str]]:
    """Tell each span's own stretch of time: equal days meet, and a night between two days meets the one of them told.

    Nothing is chained: a week, a running total or "since Wednesday" meets only what covers the very same days.
    """
    whole_days = {first for first, last, _ in spans if (last - first).days == 1}
    out = []
    for first, last, position in spans:
        key = f"{first.isoformat()} {last.isoformat()}"
        if (last - first).days == 2:  # "overnight"
            inside = [d for d in (first, first + dt.timedelta(days=1)) if d in whole_days]
            if len(inside) == 1:
                key = f"{inside[0].isoformat()} {(inside[0] + dt.timedelta(days=1)).isoformat()}"
        out.append((position, key))
    return out


def _apart(rows: list[tuple[tuple[str, ...], str, str | None, str]]) -> list[str]:
    """Mark the undated claims without a place that tell of another event, "" for those that share one.

    The first figures of the speakers named in a story may be rivals. A speaker's second figure, and one that the
    report tells in its own voice, are other events unless they are equal.
    """
    first: dict[tuple[tuple[str, ...], str, str], str] = {}
    shared: set[tuple[tuple[str, ...], str, str]] = set()
    for key, story, speaker, figure in rows:
        if speaker and first.setdefault((key, story, speaker), figure) == figure:
            shared.add((key, story, figure))
    return [
        "" if not figure or said is None or (key, story, figure) in shared else f" {figure}"
        for key, story, said, figure in rows
    ]


def _name(key: tuple[str, ...]) -> str:
    return "f" + hashlib.sha256("\x1f".join(key).encode("utf-8", "replace")).hexdigest()[:12]
