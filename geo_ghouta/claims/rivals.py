"""Rivals: claims of one fact whose figures exclude one another, or of which one denies what another tells."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.schema import FINDINGS

if TYPE_CHECKING:
    import geopandas as gpd

_COLUMNS = (
    "claim_id", "fact_id", "story_id", "report_id", "value", "low", "high", "qualifier", "unit", "scope", "modality",
    "speaker", "outlet", "actor", "date_from", "date_to", "part_of", "kind", "origin", "destination", "place",
)  # fmt: skip
_REAL = ("happened", "under_way")
ABOUT = 0.1
"""Part of a figure told as "about" by which another may miss it and still be no rival."""


def check_rivals(claims: pd.DataFrame) -> gpd.GeoDataFrame:
    """Hold the claims of one fact against one another, as the page's mark "Figures differ" does.

    Compared are claims of one unit, scope and span of days that tell of what happened; of a fact of which nobody says
    that it happened, all that are not denied. A part is not held against its whole, nor a copy of a story against the
    other copies that say the same. No mean is taken and no side picked.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS with ``fact_id``.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS, without geometry, all "disagrees": ``figures_differ``, one a fact, with the highest figure as
        ``claimed`` and the lowest as ``measured``; ``denied`` where one tells what another denies: the fact, or
        without a figure all that is told of that kind, place and day ("nobody left X on Friday").

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", kind="departure", scope="event", modality="happened", place_basis="unknown",
    ...             date_basis="unknown", date_precision="unknown", qualifier="exact", start=0, end=9, unit="people",
    ...             fact_id="f")
    >>> rows = [base | dict(claim_id=n, value=v, low=v, high=v, speaker=n) for n, v in (("mayor", 300), ("medic", 450))]
    >>> check_rivals(CLAIMS.table(rows)).loc[0, ["check", "detail"]].tolist()
    ['figures_differ', 'Figures of one fact differ: 300 people (mayor) and 450 people (medic); none is preferred']
    """
    flat = claims["unit"].isna() & (claims["modality"] == "denied")
    told = claims["fact_id"].notna()
    # Who denies all of them shares no fact with those who tell of some.
    shared = claims[told if flat.any() else told & claims["fact_id"].duplicated(keep=False)]
    if shared.empty:
        return FINDINGS.empty()
    columns = [shared[c].astype("object").to_numpy().tolist() for c in _COLUMNS]
    facts: dict[str, list[dict[str, Any]]] = {}
    for values in zip(*columns, strict=True):
        row = {name: None if pd.isna(value) else value for name, value in zip(_COLUMNS, values, strict=True)}
        facts.setdefault(str(row["fact_id"]), []).append(row)
    found = [finding for _, rows in sorted(facts.items()) for finding in _of_fact(rows)]
    answered = {finding["claim_id"] for finding in found if finding["check"] == "denied"}
    found += _denied_whole([row for rows in facts.values() for row in rows if row["claim_id"] not in answered])
    return FINDINGS.table(found)


def _of_fact(members: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ids = {row["claim_id"] for row in members}
    own = [row for row in members if row["part_of"] not in ids] or members
    # Copies of a story that say the same are one voice.
    said = {tuple(row[k] for k in ("story_id", "speaker", "value", "low", "high", "modality", "actor")): row
            for row in reversed(own)}  # fmt: skip
    told = [row for row in reversed(said.values()) if _figure(row) is not None]
    real = [row for row in told if row["modality"] in _REAL]
    compared = real if len(real) > 1 else [row for row in told if row["modality"] != "denied"]
    out = []
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in compared:
        groups.setdefault((row["unit"], row["scope"], row["date_from"], row["date_to"]), []).append(row)
    for rows in groups.values():
        apart = [(a, b) for a, b in itertools.combinations(rows, 2) if _exclude(a, b)]
        if apart:
            named = {row["claim_id"]: row for pair in apart for row in pair}
            out.append(_differing(sorted(named.values(), key=lambda r: (_figure(r), r["claim_id"]))))
    # One voice that tells what came and what did not is no contradiction.
    denials = [
        (teller, denier)
        for denier in members
        if denier["modality"] == "denied"
        for teller in members
        if teller["modality"] == "happened" and _voice(teller) != _voice(denier)
    ]
    if denials and not out:
        out.append(_denied(*denials[0]))
    return out


def _denied(teller: dict[str, Any], denier: dict[str, Any]) -> dict[str, Any]:
    detail = f"{_voice(teller)} tells of it, {_voice(denier)} denies it; neither is preferred"
    return _finding("denied", denier, detail)


def _denied_whole(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is told of a kind, place and day of which somebody denies, without a figure, that there was any."""
    told: dict[tuple[Any, ...], dict[str, dict[str, Any]]] = {}
    for row in rows:
        if row["modality"] == "happened" and row["scope"] != "cumulative":
            told.setdefault(_where_and_when(row), {}).setdefault(_voice(row), row)
    out = []
    for row in rows:
        if row["modality"] != "denied" or row["unit"] is not None or not all(_where_and_when(row)[1:3]):
            continue
        others = [teller for voice, teller in told.get(_where_and_when(row), {}).items() if voice != _voice(row)]
        out += [_denied(teller, row) for teller in others[:1]]
    return out


def _where_and_when(row: dict[str, Any]) -> tuple[Any, ...]:
    place = next((row[name] for name in ("origin", "place", "destination") if row[name] is not None), None)
    return row["kind"], place, row["date_from"], row["date_to"]


def _differing(rows: list[dict[str, Any]]) -> dict[str, Any]:
    said = [f"{_words(row)} ({_voice(row)})" for row in rows]
    detail = f"Figures of one fact differ: {', '.join(said[:-1])} and {said[-1]}; none is preferred"
    return _finding(
        "figures_differ", rows[-1], detail, claimed=_figure(rows[-1]), measured=_figure(rows[0]), unit=rows[0]["unit"]
    )


def _finding(check: str, row: dict[str, Any], detail: str, **more: Any) -> dict[str, Any]:
    return {
        "finding_id": f"{check}-{row['claim_id']}", "check": check, "verdict": "disagrees", "detail": detail,
        "claim_id": row["claim_id"], "day": row["date_from"], **more,
    }  # fmt: skip


def _figure(row: dict[str, Any]) -> float | None:
    return next((float(row[k]) for k in ("value", "high", "low") if row[k] is not None), None)


def _bounds(row: dict[str, Any]) -> tuple[float, float]:
    value, low, high = row["value"], row["low"], row["high"]
    if row["qualifier"] == "about" and value is not None and low is None and high is None:
        return float(value) * (1 - ABOUT), float(value) * (1 + ABOUT)
    if low is None:
        low = -math.inf if row["qualifier"] == "at_most" or value is None else value
    if high is None:
        high = math.inf if row["qualifier"] == "at_least" or value is None else value
    return float(low), float(high)


def _exclude(a: dict[str, Any], b: dict[str, Any]) -> bool:
    (low, high), (lower, higher) = _bounds(a), _bounds(b)
    return high < lower or higher < low


def _voice(row: dict[str, Any]) -> str:
    return str(row["speaker"] or row["outlet"] or "the report")


def _words(row: dict[str, Any]) -> str:
    """A figure as it was told."""
    sign = {"at_least": "at least ", "at_most": "at most ", "about": "about "}.get(row["qualifier"] or "", "")
    if row["value"] is None and row["low"] is not None and row["high"] is not None:
        figure, sign = f"{float(row['low']):,.10g} to {float(row['high']):,.10g}", ""
    else:
        figure = f"{_figure(row):,.10g}"
    return f"{sign}{figure} {'' if row['unit'] in {None, 'other'} else row['unit']}".rstrip()
