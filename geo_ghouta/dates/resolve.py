"""From atoms to half-open spans of days, by the conventions told in the package's docstring."""

from __future__ import annotations

import datetime as dt

from geo_ghouta.dates.atoms import Atom
from geo_ghouta.dates.lexicon import SEASONS

Span = tuple[dt.date, dt.date, str, str, str]
"""From, to, precision, basis, rule."""

_STEP = {"last": -1, "this": 0, "next": 1}
_DAY = dt.timedelta(days=1)
_SHORTEST = 28
"""Days of the shortest month."""
_FRESH = 14
"""Days before publication in which a day without a year is the one of these days and no other."""
_NEAR_AHEAD = 60
"""Days behind publication in which it is the coming one, unless it is told as past: the other lies ten months back."""
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
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
        "dusk",
        "sunset",
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
    last = (first_of(year, month + 1, 1) - _DAY).day
    return dt.date(year, month + 1, min(day.day, last))


def first_of(year: int, month: int, step: int = 0) -> dt.date:
    """First day of a month, ``step`` months on."""
    index = year * 12 + month - 1 + step
    return dt.date(index // 12, index % 12 + 1, 1)


def whole(day: dt.date, unit: str) -> tuple[dt.date, dt.date]:
    """The whole week (from Monday), month, year or decade that holds a day."""
    if unit == "day":
        return day, day + _DAY
    if unit == "week":
        start = monday(day)
        return start, start + 7 * _DAY
    if unit == "month":
        return first_of(day.year, day.month), first_of(day.year, day.month, 1)
    if unit == "decade":
        return dt.date(day.year // 10 * 10, 1, 1), dt.date(day.year // 10 * 10 + 10, 1, 1)
    return dt.date(day.year, 1, 1), dt.date(day.year + 1, 1, 1)


def shift(day: dt.date, number: int, unit: str) -> dt.date:
    """Move a day by a number of units."""
    if unit == "hour":
        return day + (number // 24 if number >= 0 else -((-number) // 24)) * _DAY
    if unit == "day":
        return day + number * _DAY
    if unit in {"week", "fortnight"}:
        return day + number * (7 if unit == "week" else 14) * _DAY
    return add_months(day, number * {"month": 1, "year": 12, "decade": 120}[unit])


def _precision(unit: str) -> str:
    return {"day": "day", "week": "week", "month": "month", "year": "year"}.get(unit, "period")


def _fine(atom: Atom) -> str:
    return "part_of_day" if atom.part in _PARTS else "day"


def resolve(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    """Return the days of one atom, or None where nothing tells them."""
    try:
        found = _resolve(atom, published, previous, future, day_first)
        if found is None or not atom.since:
            return found
        if published is None or found[0] > published:
            return None if published is None else found
        return found[0], published + _DAY, "period", found[3], f"{found[4]}; since it, up to publication"
    except (OverflowError, ValueError):
        return None


def _resolve(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    kind = atom.kind
    if kind == "range":
        return _range(atom, published, previous, future, day_first)
    if kind == "upto":
        return _up_to(atom, published, previous, future, day_first)
    if kind == "ambiguous":
        if day_first is None or atom.year is None:
            return None
        day, month = (atom.day, atom.month) if day_first else (atom.month, atom.day)
        found = dt.date(atom.year, month, day)
        return found, found + _DAY, "day", "stated", f"{'day' if day_first else 'month'} first -> {found}"
    if kind == "day":
        return _day(atom, published, future)
    if kind == "month":
        return _month(atom, published, future)
    if kind == "weekof":
        return _week_of(atom, published, future)
    if kind == "ordinal":
        return None if published is None else _ordinal(atom, published, future)
    if kind in {"year", "decade"} and atom.year is not None:
        first, last = whole(dt.date(atom.year, 1, 1), kind)
        return first, last, "year" if kind == "year" else "period", "stated", f"the {kind} {atom.year}"
    if kind == "season":
        return _season(atom, published)
    if kind == "anchor":
        return _anchor(atom, previous)
    if published is None:
        return None
    if kind == "weekday":
        return _weekday(atom, published, previous, future)
    return _relative(atom, published, future)


def _day(atom: Atom, published: dt.date | None, future: bool | None) -> Span | None:
    if atom.year is not None:
        day = dt.date(atom.year, atom.month, atom.day)
        rule = f"stated -> {day}"
    else:
        if published is None:
            return None
        if atom.mod.endswith(" year"):
            day = dt.date(published.year + _STEP[atom.mod.split()[0]], atom.month, atom.day)
            return day, _through(day, atom), _fine(atom), "stated", f"of {atom.mod} -> {day}"
        near = _near(atom, published, future)
        ahead = bool(future) if near is None else near >= published
        years = range(published.year, published.year + 9) if ahead else range(published.year, published.year - 9, -1)
        options = [d for y in years if (d := _try(y, atom.month, atom.day))]
        right = [d for d in options if (d >= published if ahead else d <= published)]
        if not right:
            return None
        day = near or right[0]
        rule = f"no year said -> {day}, {'next such day from' if ahead else 'last such day up to'} publication"
    return day, _through(day, atom), _fine(atom), "stated", rule


def _near(atom: Atom, published: dt.date, future: bool | None) -> dt.date | None:
    """A day without a year that the news has just passed, or comes to, where the other reading is a year off.

    "The last group, who will be flown home, left on May 12" in a report of May 14: nobody writes a day of next year
    without the year. What is told as past stays past, but "the talks of May 12" on May 10 are those to come.
    """
    if future is None:
        return None if atom.since else coming(atom, published)
    days = [_try(published.year + step, atom.month, atom.day) for step in (-1, 0)] if future else []
    behind = [d for d in days if d is not None and published - dt.timedelta(days=_FRESH) <= d < published]
    return behind[0] if behind else None


def coming(atom: Atom, published: dt.date) -> dt.date | None:
    """Return the day of a month that lies so little behind publication that none ten months back is rather meant."""
    if atom.year is not None or not atom.day:
        return None
    days = [_try(published.year + step, atom.month, atom.day) for step in (0, 1)]
    reach = dt.timedelta(days=_NEAR_AHEAD)
    return next((d for d in days if d is not None and published <= d and d - published <= reach), None)


def _try(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _through(day: dt.date, atom: Atom) -> dt.date:
    return day + (2 if atom.part == "overnight" else 1) * _DAY


def _month(atom: Atom, published: dt.date | None, future: bool | None) -> Span | None:
    if atom.year is not None:
        year, rule = atom.year, "stated month"
    elif published is None:
        return None
    else:
        year = published.year
        same = atom.month - published.month
        if atom.mod.endswith(" year"):
            year += _STEP[atom.mod.split()[0]]
        elif atom.mod == "last":
            year -= same >= 0
        elif atom.mod == "next":
            year += same <= 0
        elif atom.mod == "this":
            pass
        elif future:
            year += same < 0
        else:
            year -= same > 0
        rule = f"no year said -> {year}"
    return first_of(year, atom.month), first_of(year, atom.month, 1), "month", "stated", rule


def _week_of(atom: Atom, published: dt.date | None, future: bool | None) -> Span | None:
    found = _month(atom, published, future)
    if found is None:
        return None
    nth = {"first": 0, "second": 1, "third": 2, "fourth": 3}.get(atom.unit)
    first = found[1] - 7 * _DAY if nth is None else found[0] + 7 * nth * _DAY
    return first, first + 7 * _DAY, "week", "stated", f"{atom.unit} seven days of the month"


def _ordinal(atom: Atom, published: dt.date, future: bool | None) -> Span | None:
    if atom.mod:
        month = first_of(published.year, published.month, {"last": -1, "this": 0, "next": 1}[atom.mod])
        day = _try(month.year, month.month, atom.day)
        rule = f"of {atom.mod} month -> {day}"
    else:
        steps = range(4) if future else range(0, -4, -1)
        months = [first_of(published.year, published.month, step) for step in steps]
        options = [d for m in months if (d := _try(m.year, m.month, atom.day))]
        day = next((d for d in options if (d >= published if future else d <= published)), None)
        rule = f"no month said -> {day}, {'next such day from' if future else 'last such day up to'} publication"
    return None if day is None else (day, day + _DAY, "day", "stated", rule)


def _season(atom: Atom, published: dt.date | None) -> Span | None:
    first, last = SEASONS[atom.unit]
    year = atom.year
    if year is None:
        if published is None:
            return None
        year = published.year
        if atom.mod == "last" and first_of(year, first) + (dt.timedelta(days=89)) >= published:
            year -= 1
        elif atom.mod == "next" and first_of(year, first) <= published:
            year += 1
    return (
        first_of(year, first),
        first_of(year + (last < first), last),
        "period",
        "stated" if atom.year else "relative",
        f"{atom.unit} {year}",
    )


def _weekday(atom: Atom, published: dt.date, previous: Span | None, future: bool | None) -> Span | None:
    target, name, mod = atom.weekday, _NAMES[atom.weekday], atom.mod
    back = (published.weekday() - target) % 7
    ahead = (target - published.weekday()) % 7
    basis = "weekday"
    if mod.endswith(" week"):
        step = {"last week": -1, "this week": 0, "next week": 1}.get(mod)
        if step is None:
            if previous is None:
                return None
            step_from = monday(previous[0]) + 7 * _DAY
            day = step_from + target * _DAY
        else:
            day = monday(published) + (7 * step + target) * _DAY
        rule = f"{name} of {mod} -> {day}"
    elif mod == "week ago":
        day = published - (back + 7) * _DAY
        rule = f"{name} a week before the last one -> {day}"
    elif mod == "before last":
        day = published - ((back or 7) + 7) * _DAY
        rule = f"the {name} before last -> {day}"
    elif mod in {"following", "previous", "same", "the same"}:
        if previous is None:
            if mod != "following":
                return None
            day = published + (ahead or 7) * _DAY
            rule = f"{mod} {name} after publication -> {day}"
        else:
            base = previous[1] - _DAY if mod == "following" else previous[0]
            step = (target - base.weekday()) % 7 or 7 if mod == "following" else -((base.weekday() - target) % 7 or 7)
            day = (
                base + step * _DAY
                if mod in {"following", "previous"}
                else base - ((base.weekday() - target) % 7) * _DAY
            )
            rule = f"{mod} {name}, from the date before it in the text -> {day}"
    elif mod == "last":
        day = published - (back or 7) * _DAY
        rule = f"last {name} -> {day}, strictly before publication"
    elif mod == "next":
        day = published + (ahead or 7) * _DAY
        rule = f"next {name} -> {day}, strictly after publication"
    elif mod == "this" and future is None:
        day = monday(published) + target * _DAY
        rule = f"this {name} -> {day}, of the week of publication"
    elif future:
        day = published + ahead * _DAY
        rule = f"{name} -> {day}, next such day from publication"
    else:
        day = published - back * _DAY
        rule = f"{name} -> {day}, last such day up to publication"
    return day, _through(day, atom), _fine(atom), basis, rule


def _anchor(atom: Atom, previous: Span | None) -> Span | None:
    if previous is None or atom.count is None:
        return None
    base = previous[0] if atom.count <= 0 else previous[1] - _DAY
    unit = "day" if atom.unit == "hour" else "week" if atom.unit == "fortnight" else atom.unit
    first, last = whole(shift(base, atom.count, atom.unit), unit)
    fine = "part_of_day" if atom.part else _precision(unit)
    return first, last, fine, "relative", f"{atom.count:+d} {atom.unit} from the date before it in the text -> {first}"


def _relative(atom: Atom, published: dt.date, future: bool | None) -> Span | None:
    kind, unit, number = atom.kind, atom.unit, atom.count
    if kind == "offset" and number is not None:
        day = published + number * _DAY
        return day, day + _DAY, _fine(atom), "relative", f"{number:+d} days from publication -> {day}"
    if kind == "night":
        return published - _DAY, published + _DAY, "part_of_day", "relative", "the night into the day of publication"
    if kind == "weekend":
        return _weekend(atom, published, future)
    if kind == "unit" and number is not None:
        first, last = whole(shift(published, number, unit), unit)
        rule = f"{unit} {number:+d} from that of publication, whole"
        if number == 0 and atom.part == "earlier":
            last, rule = published + _DAY, f"earlier this {unit}: from its first day up to publication"
        elif number == 0 and atom.part == "later":
            first, rule = published, f"later this {unit}: from publication to its last day"
        return first, last, _precision(unit), "relative", rule
    if kind == "ago":
        if number is None:
            return _recent(published, unit) if unit == "day" else None
        first, last = whole(shift(published, -number, unit), "day" if unit == "hour" else unit)
        return (
            first,
            last,
            _precision("day" if unit == "hour" else unit),
            "relative",
            f"{number} {unit} before publication, the whole {unit}",
        )
    if kind == "past" and number is not None:
        days = max(1, -(-number // 24)) if unit == "hour" else number
        first = shift(published, -days, "day" if unit == "hour" else unit)
        return first, published + _DAY, "period", "relative", f"{number} {unit} up to publication"
    if kind == "recent":
        return _recent(published, unit)
    if kind == "ahead" and number is not None:
        first, last = whole(shift(published, number, unit), unit)
        return first, last, _precision(unit), "relative", f"{number} {unit} from publication"
    if kind == "coming":
        if number is None:
            number, unit = {"hour": (1, "day"), "day": (7, "day"), "week": (1, "month"), "month": (1, "year")}.get(
                unit, (0, "")
            )
            if not number:
                return None
        days = max(1, -(-number // 24)) if unit == "hour" else number
        last = shift(published, days, "day" if unit == "hour" else unit)
        return published, last + _DAY, "period", "relative", f"from publication on, {number} {unit}"
    return None


def _recent(published: dt.date, unit: str) -> Span | None:
    reach = {"hour": (1, "day"), "day": (7, "day"), "week": (1, "month"), "month": (1, "year")}.get(unit)
    if reach is None:
        return None
    return (
        shift(published, -reach[0], reach[1]),
        published + _DAY,
        "period",
        "relative",
        f"recent {unit}s: the {reach[0]} {reach[1]} up to publication",
    )


def _weekend(atom: Atom, published: dt.date, future: bool | None) -> Span:
    here = monday(published) + 5 * _DAY
    if atom.mod in {"last", "past"}:
        first = here - 7 * _DAY
    elif atom.mod in {"next", "coming"}:
        first = here + (7 if published >= here else 0) * _DAY
    elif future or (atom.mod == "this" and published.weekday() > 1) or published >= here:
        first = here
    else:
        first = here - 7 * _DAY
    return first, first + 2 * _DAY, "period", "relative", f"weekend -> {first}"


def _range(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    low, high = atom.low, atom.high
    if low is None or high is None:
        return None
    end = _resolve(high, published, previous, future, day_first)
    start = _resolve(low, published, previous, future, day_first)
    if end is None or start is None:
        return None
    first = start[0]
    if first >= end[1]:
        if low.kind == "weekday":
            if future or (future is None and first == published):  # "from Monday to Wednesday none came" looks back
                end = (end[0] + 7 * _DAY, end[1] + 7 * _DAY, *end[2:])
            else:
                first -= 7 * _DAY
        elif low.kind in {"day", "month"} and low.year is None:
            first = add_months(first, -12)
    if first >= end[1]:
        return None
    return first, end[1], "period", end[3], f"from {first} to {end[1] - _DAY}, both included"


def _up_to(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    """Seven days, the last one named: "the week to March 20"; or the week that a day lies in."""
    end = None if atom.high is None else _resolve(atom.high, published, previous, future, day_first)
    if end is None:
        return None
    if atom.unit == "week of":
        monday = end[0] - end[0].weekday() * _DAY
        return monday, monday + 7 * _DAY, "week", end[3], f"Monday to Sunday around {end[0]}"
    steps = {"week": (-7, "day"), "hours": (-1, "day"), "month": (-1, "month"), "year": (-1, "year")}
    number, unit = steps[atom.unit]
    first = shift(end[1], number, unit)
    return first, end[1], "period", end[3], f"the {atom.unit} that ends with {end[1] - _DAY}"
