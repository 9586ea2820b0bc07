"""Days reckoned: weeks, months and years around a day, and how fine a span is."""

from __future__ import annotations

import datetime as dt

from geo_ghouta.dates.atoms import Atom

Span = tuple[dt.date, dt.date, str, str, str]
"""From, to, precision, basis, rule."""

DAY = dt.timedelta(days=1)
_SHORTEST = 28
"""Days of the shortest month."""
_PARTS = frozenset(
    [
        "early",
        "late",
        "morning",
        "afternoon",
        "evening",
        "night",
        "dawn",
        "noon",
        "midday",
        "midnight",
        "nightfall",
        "daybreak",
        "dusk",
        "sunset",
        "sundown",
        "sunrise",
        "overnight",
    ]
)


def monday(day: dt.date) -> dt.date:
    """Monday of that day's week."""
    return day - dt.timedelta(days=day.weekday())


def add_months(day: dt.date, months: int) -> dt.date:
    """The same day that many months on, the month's last day where there is none."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if day.day <= _SHORTEST:
        return dt.date(year, month + 1, day.day)
    last = (first_of(year, month + 1, 1) - DAY).day
    return dt.date(year, month + 1, min(day.day, last))


def first_of(year: int, month: int, step: int = 0) -> dt.date:
    """First day of a month, ``step`` months on."""
    index = year * 12 + month - 1 + step
    return dt.date(index // 12, index % 12 + 1, 1)


def whole(day: dt.date, unit: str) -> tuple[dt.date, dt.date]:
    """The whole week (from Monday), month, year or decade that holds a day."""
    if unit == "day":
        return day, day + DAY
    if unit == "week":
        start = monday(day)
        return start, start + 7 * DAY
    if unit == "month":
        return first_of(day.year, day.month), first_of(day.year, day.month, 1)
    if unit == "decade":
        return dt.date(day.year // 10 * 10, 1, 1), dt.date(day.year // 10 * 10 + 10, 1, 1)
    return dt.date(day.year, 1, 1), dt.date(day.year + 1, 1, 1)


def shift(day: dt.date, number: int, unit: str) -> dt.date:
    """Move a day by a number of units."""
    if unit == "hour":
        return day + (number // 24 if number >= 0 else -((-number) // 24)) * DAY
    if unit == "day":
        return day + number * DAY
    if unit in {"week", "fortnight"}:
        return day + number * (7 if unit == "week" else 14) * DAY
    return add_months(day, number * {"month": 1, "year": 12, "decade": 120}[unit])


def precision_of(unit: str) -> str:
    """How fine a span of one such unit is."""
    return {"day": "day", "week": "week", "month": "month", "year": "year"}.get(unit, "period")


def fineness(atom: Atom) -> str:
    """Whether an atom tells a whole day or a part of it."""
    return "part_of_day" if atom.part in _PARTS else "day"


def through(day: dt.date, atom: Atom) -> dt.date:
    """Where a day of an atom ends; a night ends with the day behind it."""
    return day + (2 if atom.part == "overnight" else 1) * DAY
