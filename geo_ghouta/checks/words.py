"""How findings write days and quotes."""

from __future__ import annotations

from typing import Any

import pandas as pd

from geo_ghouta.files import shown


def days_text(number: int) -> str:
    """Write a number of days.

    Examples
    --------
    >>> days_text(1), days_text(4)
    ('1 day', '4 days')
    """
    return f"{number} day" if number == 1 else f"{number} days"


def area_text(km2: float) -> str:
    """Square kilometres with one decimal; what would round to nothing is told as less than the least.

    Examples
    --------
    >>> area_text(27.24), area_text(0.04), area_text(0.0)
    ('27.2', 'less than 0.1', '0.0')
    """
    return "less than 0.1" if 0 < km2 < 0.05 else f"{km2:.1f}"


def day_text(day: Any) -> str:
    """Write a day."""
    return f"{pd.Timestamp(day):%Y-%m-%d}"


def month_back(day: Any, months: int) -> Any:
    """Go back by months; a day that the month lacks becomes its last one."""
    return pd.Timestamp(day) - pd.DateOffset(months=months)


def plain_quote(text: str) -> str:
    """Make a phrase safe to stand in a sentence."""
    return shown(" ".join(text.split()), 80)
