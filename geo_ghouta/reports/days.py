"""Days of publication as files and tables write them; the order of day and month is decided once a column."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import kind_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

DAY_FIRST = "day_first"
MONTH_FIRST = "month_first"
EXPECTED = "a day like 2018-03-22"

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan يناير كانون",
            "february feb فبراير شباط",
            "march mar مارس آذار اذار",
            "april apr أبريل ابريل نيسان",
            "may مايو أيار ايار",
            "june jun يونيو حزيران",
            "july jul يوليو تموز",
            "august aug أغسطس اغسطس آب",
            "september sept sep سبتمبر أيلول ايلول",
            "october oct أكتوبر اكتوبر",
            "november nov نوفمبر",
            "december dec ديسمبر",
        ),
        1,
    )
    for name in names.split()
    if name != "كانون"
}
_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789")
# What may follow a day: a clock, a zone; its words are not read, the day is the one that is written.
_CLOCK = r"(?:[T ,]\s{0,3}\d{1,2}:\d{2}.{0,60})?"
_ISO = re.compile(rf"(\d{{4}})-(\d{{1,2}})-(\d{{1,2}}){_CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}})?")
_ISO_SLASH = re.compile(rf"(\d{{4}})[/.](\d{{1,2}})[/.](\d{{1,2}}){_CLOCK}")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T\d{4,6}.{0,10})?")
_TURNED = re.compile(rf"(\d{{1,2}})[/.-](\d{{1,2}})[/.-](\d{{4}}){_CLOCK}")
_WEEKDAY = r"(?:[^\W\d_]{2,12}\.?,?\s{1,3})?"
_DAY_NAME = re.compile(rf"{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th)?[ -]([^\W\d_]{{2,12}})\.?,?[ -](\d{{4}}){_CLOCK}")
_NAME_DAY = re.compile(
    rf"{_WEEKDAY}([^\W\d_]{{2,12}})\.?\s{{1,3}}(\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,3}}(\d{{4}}){_CLOCK}"
)


def read_days(values: list[Any], order: str | None = None) -> list[tuple[dt.date | None, str]]:
    """Read a column of days; 02/05/2018 is read in the one order that the whole column allows.

    Parameters
    ----------
    values : list
        Text, dates, timestamps or None.
    order : str, optional
        ``"day_first"`` or ``"month_first"`` where the user knows it.

    Returns
    -------
    list of tuple
        ``(day, "")``; ``(None, "")`` for no value; ``(None, problem)`` for one that cannot be read.
        The day is the one that is written: a time zone never moves it. ``yyyy-mm-dd`` is never reordered.

    Examples
    --------
    >>> [day.isoformat() for day, _ in read_days(["15/4/2018", "2/5/2018"])]
    ['2018-04-15', '2018-05-02']
    >>> read_days(["2/5/2018"])[0][1]
    'day and month cannot be told apart: 2018-05-02 or 2018-02-05'
    """
    order = order_of(values) if order is None else order
    return [_read_day(value, order) for value in values]


def order_of(values: Iterable[Any]) -> str | None:
    """Tell the one order of day and month that a column allows, or None; the column may be streamed.

    Examples
    --------
    >>> order_of(["2/5/2018", "15/4/2018"]), order_of(["2/5/2018"])
    ('day_first', None)
    """
    day_first = month_first = False
    for pair in map(_turned, values):
        if pair:
            day_first |= pair[0] > 12 >= pair[1]
            month_first |= pair[1] > 12 >= pair[0]
    return None if day_first == month_first else DAY_FIRST if day_first else MONTH_FIRST


def _turned(value: Any) -> tuple[int, int] | None:
    found = _TURNED.fullmatch(_cleaned(value)) if isinstance(value, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _cleaned(text: str) -> str:
    return re.sub(r"[\u200e\u200f\u061c\ufeff]", "", text[:200]).translate(_DIGITS).strip()


def _read_day(value: Any, order: str | None) -> tuple[dt.date | None, str]:
    if value is None or value != value:  # noqa: PLR0124 - NaN and NaT differ from themselves
        return None, ""
    if isinstance(value, dt.datetime):
        return value.date(), ""
    if isinstance(value, dt.date):
        return value, ""
    if not isinstance(value, str):
        return None, f"{kind_in_words(value)} is no day"
    text = _cleaned(value)
    if not text:
        return None, ""
    for pattern, places in ((_ISO, (1, 2, 3)), (_ISO_SLASH, (1, 2, 3)), (_COMPACT, (1, 2, 3))):
        if found := pattern.fullmatch(text):
            return _built(*(int(found[p]) for p in places))
    for pattern, places in ((_DAY_NAME, (3, 2, 1)), (_NAME_DAY, (3, 1, 2))):
        found = pattern.fullmatch(text)
        month = _MONTHS.get(found[places[1]].lower()) if found else None
        if found and month:
            return _built(int(found[places[0]]), month, int(found[places[2]]))
    if found := _TURNED.fullmatch(text):
        return _turned_day(int(found[1]), int(found[2]), int(found[3]), order)
    return None, "not a day that can be read"


def _turned_day(first: int, second: int, year: int, order: str | None) -> tuple[dt.date | None, str]:
    if order == DAY_FIRST or (order is None and (first > 12 or first == second)):
        return _built(year, second, first)
    if order == MONTH_FIRST or (order is None and second > 12):
        return _built(year, first, second)
    one, other = _built(year, second, first)[0], _built(year, first, second)[0]
    if one is None or other is None:
        return None, "no such day in the calendar"
    return None, f"day and month cannot be told apart: {one} or {other}"


def _built(year: int, month: int, day: int) -> tuple[dt.date | None, str]:
    try:
        return dt.date(year, month, day), ""
    except ValueError:
        return None, "no such day in the calendar"
