"""Every example of the conventions for numbers and dates, as they are told in the packages' docstrings."""

from __future__ import annotations

import datetime as dt

import pytest

from geo_ghouta.dates import find_dates
from geo_ghouta.numbers import find_numbers

# 2018-03-22 is a Thursday.
THURSDAY = "2018-03-22"


@pytest.mark.parametrize(
    ("text", "value", "low", "high", "qualifier", "unit"),
    [
        ("Dozens of people left.", None, 24, 99, "vague", "people"),
        ("Hundreds of people left.", None, 200, 999, "vague", "people"),
        ("Thousands of people left.", None, 2_000, 9_999, "vague", "people"),
        ("Tens of thousands of people left.", None, 20_000, 99_999, "vague", "people"),
        ("Hundreds of thousands of people left.", None, 200_000, 999_999, "vague", "people"),
        ("More than 60 people left.", 60, 60, None, "at_least", "people"),
        ("At least 60 people left.", 60, 60, None, "at_least", "people"),
        ("Nearly 60 people left.", 60, None, 60, "at_most", "people"),
        ("Up to 60 people left.", 60, None, 60, "at_most", "people"),
        ("No more than 60 people left.", 60, None, 60, "at_most", "people"),
        ("About 60 people left.", 60, None, None, "about", "people"),
        ("Some 60 people left.", 60, None, None, "about", "people"),
        ("Around 60 people left.", 60, None, None, "about", "people"),
        ("60 to 80 people left.", None, 60, 80, "about", "people"),
        ("60 people left.", 60, 60, 60, "exact", "people"),
        ("Half the city is dark.", 50, 50, 50, "exact", "percent"),
        ("60 families left.", 60, 60, 60, "exact", "other"),
        ("60 soldiers left.", 60, 60, 60, "exact", "fighters"),
        ("60 civilians left.", 60, 60, 60, "exact", "civilians"),
        ("60 prisoners left.", 60, 60, 60, "exact", "prisoners"),
        ("60 buses left.", 60, 60, 60, "exact", "buses"),
        ("The army holds 60 percent of it.", 60, 60, 60, "exact", "percent"),
        ("The area was cut into 3 pockets.", 3, 3, 3, "exact", "pockets"),
        ("The army holds 60 square kilometres.", 60, 60, 60, "exact", "km2"),
        ("6 hospitals are shut.", 6, 6, 6, "exact", "hospitals"),
    ],
)
def test_number(
    text: str, value: float | None, low: float | None, high: float | None, qualifier: str, unit: str
) -> None:
    (found,) = find_numbers(text)
    assert (found.value, found.low, found.high, found.qualifier, found.unit) == (value, low, high, qualifier, unit)


@pytest.mark.parametrize(
    "text", ["The woman, 60, left.", "They walked for 60 hours.", "It was the 60th raid.", "They left on 16 March."]
)
def test_no_number(text: str) -> None:
    assert find_numbers(text) == []


@pytest.mark.parametrize(
    ("text", "published", "first", "last", "precision", "basis"),
    [
        ("They left on Thursday.", THURSDAY, "2018-03-22", "2018-03-22", "day", "weekday"),
        ("They left on Friday.", THURSDAY, "2018-03-16", "2018-03-16", "day", "weekday"),
        ("They will leave on Friday.", THURSDAY, "2018-03-23", "2018-03-23", "day", "weekday"),
        ("The bus is expected to leave on Monday.", THURSDAY, "2018-03-26", "2018-03-26", "day", "weekday"),
        ("They must be gone by Saturday.", THURSDAY, "2018-03-24", "2018-03-24", "day", "weekday"),
        ("They came in February.", THURSDAY, "2018-02-01", "2018-02-28", "month", "stated"),
        ("They came last week.", THURSDAY, "2018-03-12", "2018-03-18", "week", "relative"),
        ("They came last week.", "2018-03-25", "2018-03-12", "2018-03-18", "week", "relative"),
        ("They came overnight.", THURSDAY, "2018-03-21", "2018-03-22", "part_of_day", "relative"),
        ("It has been shut since Monday.", THURSDAY, "2018-03-19", "2018-03-22", "period", "weekday"),
        ("It has been shut since 2013.", THURSDAY, "2013-01-01", "2018-03-22", "period", "stated"),
        ("They came a month ago.", THURSDAY, "2018-02-01", "2018-02-28", "month", "relative"),
        ("They came last Thursday.", THURSDAY, "2018-03-15", "2018-03-15", "day", "weekday"),
        ("They came on Tuesday night.", THURSDAY, "2018-03-20", "2018-03-20", "part_of_day", "weekday"),
        ("They came in 2013.", THURSDAY, "2013-01-01", "2013-12-31", "year", "stated"),
    ],
)
def test_date(text: str, published: str, first: str, last: str, precision: str, basis: str) -> None:
    (found,) = find_dates(text, published)
    assert found.date_from == dt.date.fromisoformat(first)
    assert found.date_to == dt.date.fromisoformat(last) + dt.timedelta(days=1)
    assert (found.precision, found.basis) == (precision, basis)


def test_unresolved_date_is_unknown() -> None:
    (found,) = find_dates("They came on Thursday.")
    assert (found.date_from, found.date_to, found.precision, found.basis) == (None, None, "unknown", "unknown")
