"""Quotes: the words of a report that a row rests on, taken from the untouched text."""

from __future__ import annotations

from typing import Any

import pandas as pd

from geo_ghouta.errors import ContractError
from geo_ghouta.files import shown
from geo_ghouta.schema import FINDINGS

_NEEDED = ("report_id", "start", "end")


def add_quotes(table: Any, reports: pd.DataFrame) -> Any:
    """Give each row its words: ``quote`` is ``text[start:end]`` of its report, character for character.

    Reports belong to their publishers and name private persons: outputs carry quotes only where the user asks.

    Parameters
    ----------
    table : table
        With ``report_id``, ``start`` and ``end``.
    reports : pandas.DataFrame
        REPORTS.

    Returns
    -------
    table
        A copy with the column ``quote``, same rows and order.

    Raises
    ------
    ContractError
        If the table has no offsets, or a row's report or span does not exist.

    Examples
    --------
    >>> reports = pd.DataFrame({"report_id": ["r1"], "text": ["Ten buses left."]})
    >>> add_quotes(pd.DataFrame({"report_id": ["r1"], "start": [4], "end": [9]}), reports)["quote"].tolist()
    ['buses']
    """
    missing = [c for c in _NEEDED if c not in table.columns]
    if missing:
        message = f"quotes: column {missing[0]!r} is missing; only tables that came from text have quotes"
        raise ContractError(message)
    texts = dict(zip(reports["report_id"], reports["text"], strict=True))
    quotes: list[str | None] = []
    faults: list[str] = []
    for report_id, start, end in zip(*(table[c] for c in _NEEDED), strict=True):
        text = texts.get(report_id)
        if text is None or pd.isna(start) or pd.isna(end) or not 0 <= start <= end <= len(text):
            faults.append(f"{report_id} {start}-{end}")
            quotes.append(None)
        else:
            quotes.append(text[int(start) : int(end)])
    if faults:
        message = f"quotes: {len(faults)} rows cite words that no report has, first {faults[0]}; use the run's reports"
        raise ContractError(message, faults)
    out = table.copy()
    out["quote"] = pd.Series(quotes, index=table.index, dtype="str")
    return out


def check_quotes(table: Any, reports: pd.DataFrame, column: str = "quote") -> Any:
    """Compare the words that rows hold with the words that stand at their offsets.

    Parameters
    ----------
    table : table
        With ``report_id``, ``start``, ``end`` and the words in ``column``.
    reports : pandas.DataFrame
        REPORTS.
    column : str
        ``"quote"``, or ``"text"`` for MENTIONS and PLACES.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS, one a row that does not hold; empty when all do.

    Examples
    --------
    >>> reports = pd.DataFrame({"report_id": ["r1"], "text": ["Ten buses left."]})
    >>> wrong = pd.DataFrame({"report_id": ["r1"], "start": [4], "end": [9], "quote": ["trams"]})
    >>> check_quotes(wrong, reports)["detail"].tolist()
    ["r1 4-9: holds 'trams', the report has 'buses'"]
    """
    texts = dict(zip(reports["report_id"], reports["text"], strict=True))
    rows = []
    for number, (report_id, start, end, held) in enumerate(zip(*(table[c] for c in (*_NEEDED, column)), strict=True)):
        text = texts.get(report_id)
        stands = None if text is None or pd.isna(start) or pd.isna(end) else text[int(start) : int(end)]
        if stands is not None and not pd.isna(held) and stands == held:
            continue
        has = "no such report" if text is None else f"the report has {shown(str(stands), 60)!r}"
        rows.append(
            {
                "finding_id": f"quote/{number}",
                "check": "quotes",
                "severity": "error",
                "detail": f"{report_id} {start}-{end}: holds {shown(str(held), 60)!r}, {has}",
                "hint": "run again from the sources",
                "feature": f"{report_id} {start}-{end}",
            }
        )
    return FINDINGS.table(rows)
