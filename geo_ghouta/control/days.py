"""How a foreign layer tells its day: in its file's name, a property or a folder; of two readings none is chosen."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.faults import listed
from geo_ghouta.dates import find_dates
from geo_ghouta.errors import FormatError, UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.control.faults import Faults
    from geo_ghouta.control.geojson import Layer

# A time may stand behind the day, with or without a T before it.
_COMPACT = re.compile(
    r"(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T?(?:[01]\d|2[0-3])(?:[0-5]\d){0,2})?(?!\d)"
)
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d{2})([-_./ 年])(\d{1,2})(?:\2|月)(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})([-_./ ])(\d{1,2})\2((?:19|20)\d{2})(?!\d)")
_YEAR_LAST_COMPACT = re.compile(r"(?<!\d)(\d{2})()(\d{2})((?:19|20)\d{2})(?!\d)")
_EPOCH = re.compile(r"(?<!\d)(\d{10}|\d{13})(?!\d)")
_LETTER_EDGE = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_LONGEST = 80
"""Letters: a longer value is prose, no date."""
_FORMS = "2018-03-22, 20180322, 22-03-2018, 22 March 2018 or seconds since 1970"
FOLDER = "folder"
"""Property of KML placemarks: the folder that they stand in."""
OPEN_YEAR = 9000
"""Years from which a date means "until further notice" (databases write 9999-12-31)."""


def read_days(text: str, day_first: bool | None = None) -> tuple[list[dt.date], str]:
    """Read the days that a file's name or a short text tells, and why none of them can be taken.

    Returns
    -------
    tuple of list of datetime.date and str
        The days, sorted; and what speaks against taking one ("" if there is exactly one).

    Examples
    --------
    >>> read_days("front 18-03-2018")
    ([datetime.date(2018, 3, 18)], '')
    >>> read_days("front_05-03-2018")[1]
    '05-03-2018 is the 5th day of month 3 or the 3rd day of month 5'
    """
    plain = _plain(text)
    if len(plain) > _LONGEST and not _COMPACT.search(plain) and not _YEAR_FIRST.search(plain):
        return [], "no day"
    days: set[dt.date] = set()
    doubt = ""
    written = [(m[1], m[2], m[3], m.group()) for m in _COMPACT.finditer(plain)]
    written += [(m[1], m[3], m[4], m.group()) for m in _YEAR_FIRST.finditer(plain)]
    for year, month, day, words in written:
        try:
            days.add(dt.date(int(year), int(month), int(day)))
        except ValueError:
            doubt = f"{words.strip('_. ')} is no day of the calendar"
    if not written:
        for match in (*_YEAR_LAST.finditer(plain), *_YEAR_LAST_COMPACT.finditer(plain)):
            read = _two_readings(match, day_first)
            days |= set(read if len(read) == 1 else ())
            if not read:
                doubt = f"{match.group()} is no day of the calendar"
            elif len(read) > 1:
                one, two = int(match[1]), int(match[3])
                doubt = f"{match.group()} is the {_nth(one)} day of month {two} or the {_nth(two)} day of month {one}"
    if not days and not doubt:
        days = {day for m in _EPOCH.finditer(plain) if (day := _epoch_day(int(m[1]))) is not None} or _in_words(plain)
    if len(days) > 1:
        doubt = f"it tells several days, {listed(sorted(days))}"
    return sorted(days), doubt or ("" if days else "no day")


def _plain(text: str) -> str:
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in unicodedata.normalize("NFKC", text))


def _nth(number: int) -> str:
    return f"{number}{'th' if 10 < number % 100 < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _two_readings(match: re.Match[str], day_first: bool | None) -> list[dt.date]:
    one, two, year = int(match[1]), int(match[3]), int(match[4])
    if match[2] == "." and day_first is None:
        day_first = True  # 22.03.2018 is written by nobody who puts the month first
    readings = [(one, two)] if day_first else [(two, one)] if day_first is not None else [(one, two), (two, one)]
    found = set()
    for day, month in readings:
        try:
            found.add(dt.date(year, month, day))
        except ValueError:
            continue
    return sorted(found)


def order_of(stems: Iterable[str]) -> tuple[bool | None, str]:
    """Whether names of one series put the day first: decided by those with one reading (18-03-2018), if they agree.

    Returns
    -------
    tuple of bool or None and str
        The order, None if nothing decides it, and the first name that does.

    Examples
    --------
    >>> order_of(["05-03-2018", "18-03-2018"]), order_of(["05-03-2018"])
    ((True, '18-03-2018'), (None, ''))
    """
    found: dict[bool, str] = {}
    for stem in stems:
        for match in _YEAR_LAST.finditer(_plain(stem)):
            one, two = int(match[1]), int(match[3])
            if match[2] != "." and (one > 12) != (two > 12):
                found.setdefault(one > 12, stem)
    return next(iter(found.items())) if len(found) == 1 else (None, "")


def _in_words(text: str) -> set[dt.date]:
    # "18mar2018" and "18_March_2018" as a text would have them: "18 mar 2018".
    spaced = " ".join(_LETTER_EDGE.sub(" ", text.replace("_", " ").replace("-", " ")).split())
    one = dt.timedelta(days=1)
    return {
        span.date_from
        for span in find_dates(spaced)
        if span.precision == "day" and span.date_from and span.date_to == span.date_from + one
    }


def day_of_name(stem: str, day_first: bool | None = None) -> dt.date | None:
    """Read the one day in a file's name, or None where there is none, more than one, or one of two readings.

    Read are 2018-03-22, 20180322, 2018_3_22, 22-03-2018, 22.3.2018, "22 March 2018" and seconds (milliseconds)
    since 1970 (UTC), also with a time behind the day and in digits of other scripts.

    Examples
    --------
    >>> day_of_name("layer_20241017"), day_of_name("1650128824"), day_of_name("notes")
    (datetime.date(2024, 10, 17), datetime.date(2022, 4, 16), None)
    """
    days, doubt = read_days(stem, day_first)
    return days[0] if len(days) == 1 and not doubt else None


def _epoch_day(number: float) -> dt.date | None:
    seconds = number / 1000 if abs(number) >= 1e11 else number
    if not 1e8 <= seconds < 4_102_444_800:  # 1973 to 2100: smaller numbers are years, counts and serial days
        return None
    return (dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=seconds)).date()


def day_of_value(value: Any, day_first: bool | None = None) -> dt.date | None:
    """Read a day from a property: ISO text (a time behind it is cut off), other writing with one reading, or an epoch.

    Examples
    --------
    >>> day_of_value("2018-03-22T00:00:00Z"), day_of_value(1648771200000), day_of_value("soon")
    (datetime.date(2018, 3, 22), datetime.date(2022, 4, 1), None)
    >>> day_of_value(20180322), day_of_value("22.03.2018"), day_of_value("05/03/2018")
    (datetime.date(2018, 3, 22), datetime.date(2018, 3, 22), None)
    """
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return None
    if isinstance(value, int | float):
        whole = str(int(value)) if abs(value) < 1e15 else ""
        return day_of_name(whole) if _COMPACT.fullmatch(whole) else _epoch_day(value)
    text = str(value).strip()
    match = re.match(r"(\d{4})-(\d{2})-(\d{2})(?=$|[T ])", text)
    if match is None:
        return day_of_name(text, day_first) if len(text) <= _LONGEST else None
    try:
        return dt.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


class DayRule:
    """``filename``, ``property:NAME`` or one day for all; ``day_first`` is the order of 05/03/2018.

    Raises
    ------
    UsageError
        If the rule is none of these.
    """

    def __init__(self, rule: str, day_first: bool | None = None) -> None:
        self.rule, self.day_first = rule, day_first
        self.name = rule.removeprefix("property:") if rule.startswith("property:") else None
        self.fixed = None if rule == "filename" or self.name else day_of_value(rule)
        if rule != "filename" and not self.name and self.fixed is None:
            message = f"date {shown(rule)!r}: expected filename, property:NAME or a day like 2018-03-22"
            raise UsageError(message)

    def of_file(self, stem: str, where: str) -> dt.date | None:
        """Day of all features of a file; None if each feature tells its own.

        Raises
        ------
        FormatError
            If the file's name should tell it and does not.
        """
        if self.name is not None:
            return None
        if self.fixed is not None:
            return self.fixed
        days, doubt = read_days(stem, self.day_first)
        if not doubt:
            return days[0]
        if doubt == "no day":
            message = f"{where}: no day in its name (expected {_FORMS}); say --date property:NAME or --date YYYY-MM-DD"
        else:
            order = "--day-order day_first or month_first, or " if "day of month" in doubt else ""
            message = f"{where}: no one day in its name, {doubt}; say {order}--date YYYY-MM-DD"
        raise FormatError(message)

    def of_feature(self, properties: dict[str, Any]) -> dt.date | None:
        """Day that a feature tells, or None."""
        return None if self.name is None else day_of_value(properties.get(self.name), self.day_first)


def rule_by_folder(layer: Layer, stem: str, where: str, faults: Faults) -> DayRule | None:
    """Take days from the folders of a KML file whose own name tells none: so map programs keep a series.

    Returns
    -------
    DayRule or None
        None where the file's name tells a day, or some folder does not.
    """
    days = {day_of_name(str(feature.properties.get("folder", ""))) for feature in layer.features}
    if day_of_name(stem) is not None or not days or None in days:
        return None
    text = f"the file's name tells no day; taken from the names of its folders, {len(days)} days"
    faults.add("folder_days", "note", where, None, text, hint="say --date if that is wrong")
    return DayRule(f"property:{FOLDER}")
