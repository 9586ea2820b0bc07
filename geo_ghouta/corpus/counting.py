"""Events of a whole corpus: what is claimed of one place and time, counted over reports and stories."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

TOP = 3
"""Statements kept of an event; all of them stand in the claims."""
SPEAKERS = 12
_SURE_FIRST = ("happened", "under_way", "planned", "expected", "proposed", "conditional", "denied")
_FIGURE = ["value", "low", "high", "unit"]


def voices(events: pd.DataFrame, claims: pd.DataFrame) -> pd.DataFrame:
    """Open up a batch's events into the claims they were gathered from.

    Parameters
    ----------
    events : pandas.DataFrame
        EVENTS of a batch.
    claims : pandas.DataFrame
        Its CLAIMS.

    Returns
    -------
    pandas.DataFrame
        A row for each claim of an event: ``event_id``, ``claim_id``, ``report_id``, the figure.
    """
    opened = events[["event_id", "claim_ids", "date_from"]].assign(claim_id=events["claim_ids"].str.split("|"))
    opened = opened.drop(columns="claim_ids").explode("claim_id")
    return opened.merge(claims[["claim_id", "report_id", *_FIGURE]], on="claim_id", how="left")


def count_events(events: pd.DataFrame, spoken: pd.DataFrame) -> pd.DataFrame:
    """Merge the events of all batches that are about one kind of thing, place and time.

    Parameters
    ----------
    events : pandas.DataFrame
        Rows of EVENTS from any number of batches; several may share an ``event_id``.
    spoken : pandas.DataFrame
        Their :func:`voices` with ``story_id``.

    Returns
    -------
    pandas.DataFrame
        One row an ``event_id``, sorted by it: ``claims``, ``reports`` and ``stories`` counted, the finest point, the
        surest modality, ``top_claims``. Nothing is summed or averaged but the counts.
    """
    sure = {word: rank for rank, word in enumerate(_SURE_FIRST)}
    radius = events["uncertainty_m"].astype("float64").fillna(np.inf)
    ranked = events.assign(_radius=radius, _sure=events["modality"].astype("str").map(sure))
    ranked = ranked.sort_values(["event_id", "_radius", "place"], kind="stable")
    groups = ranked.groupby("event_id", sort=True)
    out = groups.head(1).set_index("event_id", drop=False)
    out["modality"] = groups["_sure"].min().map(dict(enumerate(_SURE_FIRST)))
    out["date_basis"] = groups["date_basis"].min()
    out["speakers"] = _speakers(ranked)
    told = spoken.groupby("event_id", sort=True)
    out["claims"] = told["claim_id"].nunique()
    out["reports"] = told["report_id"].nunique()
    out["stories"] = told["story_id"].nunique()
    out["claim_ids"], out["top_claims"] = _top(spoken)
    return out.drop(columns=["_radius", "_sure"]).reset_index(drop=True)


def _speakers(events: pd.DataFrame) -> pd.Series[Any]:
    said = events[["event_id", "speakers"]].dropna()
    opened = said.assign(speakers=said["speakers"].str.split("|")).explode("speakers").drop_duplicates()
    opened = opened.sort_values(["event_id", "speakers"])
    return _joined(opened.groupby("event_id").head(SPEAKERS), "speakers", "|")


def _top(spoken: pd.DataFrame) -> tuple[pd.Series[Any], pd.Series[Any]]:
    keys = ["event_id", *_FIGURE]
    same = spoken.groupby(keys, dropna=False, sort=False)
    statements = same.agg(stories=("story_id", "nunique"), claim_id=("claim_id", "min")).reset_index()
    statements = statements.sort_values(["event_id", "stories", "claim_id"], ascending=[True, False, True])
    statements = statements.groupby("event_id").head(TOP)
    figures = statements[_FIGURE].astype("object").where(statements[_FIGURE].notna(), None)
    rows = zip(statements["claim_id"], statements["stories"].tolist(), *(figures[c] for c in _FIGURE), strict=True)
    names = ("claim_id", "stories", *_FIGURE)
    told = ({k: v for k, v in zip(names, row, strict=True) if v is not None} for row in rows)
    statements["top"] = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in told]
    return _joined(statements, "claim_id", "|"), "[" + _joined(statements, "top", ",") + "]"


def _joined(table: pd.DataFrame, column: str, mark: str) -> pd.Series[Any]:
    """Words of each event in the order of the rows; a loop, since groupby builds a table for each of them."""
    words: dict[str, str] = {}
    for event, word in zip(table["event_id"].tolist(), table[column].tolist(), strict=True):
        words[event] = f"{words[event]}{mark}{word}" if event in words else word
    return pd.Series(words, dtype="str")
