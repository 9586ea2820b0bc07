"""How findings write days and quotes, and the sentence that a claim stands in."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from geo_ghouta.files import shown

_BREAK = re.compile(r"[.!?]['\"”’)]?\s+(?=[\"“‘'(]?[A-Z0-9\u0600-\u06ff])|\n")
_REACH = 600


def sentence_of(text: str, start: int, end: int) -> tuple[str, int]:
    """Cut the sentence round a span out of a text, and give its offset.

    Examples
    --------
    >>> sentence_of("One came. Two left Duma on Monday. Three stayed.", 14, 18)
    ('Two left Duma on Monday.', 10)
    >>> sentence_of("One came. Two left.", 10, 13)
    ('Two left.', 10)
    """
    low = max(0, start - _REACH)
    # The search looks one letter beyond the start, for the capital that a new sentence begins with.
    breaks = [match.end() for match in _BREAK.finditer(text, low, start + 1) if match.end() <= start]
    begin = breaks[-1] if breaks else low
    after = _BREAK.search(text, end, min(len(text), end + _REACH))
    stop = after.start() + 1 if after else min(len(text), end + _REACH)
    return text[begin:stop].strip("\n"), begin


def days_text(number: int) -> str:
    """Write a number of days.

    Examples
    --------
    >>> days_text(1), days_text(4)
    ('1 day', '4 days')
    """
    return f"{number} day" if number == 1 else f"{number} days"


def day_text(day: Any) -> str:
    """Write a day."""
    return f"{pd.Timestamp(day):%Y-%m-%d}"


def month_back(day: Any, months: int) -> Any:
    """Go back by months; a day that the month lacks becomes its last one."""
    return pd.Timestamp(day) - pd.DateOffset(months=months)


def plain_quote(text: str) -> str:
    """Make a phrase safe to stand in a sentence."""
    return shown(" ".join(text.split()), 80)
