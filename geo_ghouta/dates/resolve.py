"""From atoms to half-open spans of days, by the conventions told in the package's docstring."""

from __future__ import annotations

import datetime as dt

from geo_ghouta.dates.atoms import Atom
from geo_ghouta.dates.reckoning import (
    DAY,
    Span,
    add_months,
    fineness,
    first_of,
    monday,
    precision_of,
    shift,
    through,
    whole,
)
from geo_ghouta.dates.relative import relative, season

_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_STEP = {"last": -1, "this": 0, "next": 1}
_COARSE = {"week": 1, "month": 2, "year": 3}
_FRESH = 14
"""Days before publication in which a day without a year is the one of these days and no other."""
_NEAR_AHEAD = 60
"""Days behind publication in which it is the coming one, unless it is told as past: the other lies ten months back."""


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
        return found[0], published + DAY, "period", found[3], f"{found[4]}; since it, up to publication"
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
        return found, found + DAY, "day", "stated", f"{'day' if day_first else 'month'} first -> {found}"
    if kind == "day":
        return _day(atom, published, future)
    if kind == "month":
        return _month(atom, published, future)
    if kind == "weekof":
        return _week_of(atom, published, future)
    if kind == "nthday":
        return _nth_weekday(atom, published)
    if kind == "ordinal":
        return None if published is None else _ordinal(atom, published, future)
    if kind in {"year", "decade"} and atom.year is not None:
        first, last = whole(dt.date(atom.year, 1, 1), kind)
        return first, last, "year" if kind == "year" else "period", "stated", f"the {kind} {atom.year}"
    if kind == "season":
        return season(atom, published, future)
    if kind == "anchor":
        return _anchor(atom, previous, published)
    if published is None:
        return None
    if kind == "weekday":
        return _weekday(atom, published, previous, future)
    return relative(atom, published, future)


def _day(atom: Atom, published: dt.date | None, future: bool | None) -> Span | None:
    if atom.year is not None:
        day = dt.date(atom.year, atom.month, atom.day)
        rule = f"stated -> {day}"
    else:
        if published is None:
            return None
        if atom.mod.endswith(" year"):
            day = dt.date(published.year + _STEP[atom.mod.split()[0]], atom.month, atom.day)
            return day, through(day, atom), fineness(atom), "stated", f"of {atom.mod} -> {day}"
        near = _near(atom, published, future)
        ahead = bool(future) if near is None else near >= published
        years = range(published.year, published.year + 9) if ahead else range(published.year, published.year - 9, -1)
        options = [d for y in years if (d := _try(y, atom.month, atom.day))]
        right = [d for d in options if (d >= published if ahead else d <= published)]
        if not right:
            return None
        day = near or right[0]
        rule = f"no year said -> {day}, {'next such day from' if ahead else 'last such day up to'} publication"
    return day, through(day, atom), fineness(atom), "stated", rule


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
    if atom.unit == "last day":
        return found[1] - DAY, found[1], "day", "stated", "last day of the month"
    if atom.count:
        number = min(atom.count, 28) * DAY
        first, last = (found[0], found[0] + number) if atom.unit == "first" else (found[1] - number, found[1])
        return first, last, "period", "stated", f"{atom.unit} {atom.count} days of the month"
    nth = {"first": 0, "second": 1, "third": 2, "fourth": 3}.get(atom.unit)
    first = found[1] - 7 * DAY if nth is None else found[0] + 7 * nth * DAY
    return first, first + 7 * DAY, "week", "stated", f"{atom.unit} seven days of the month"


def _nth_weekday(atom: Atom, published: dt.date | None) -> Span | None:
    """The first, second, ... or last Friday of a month."""
    month = None if atom.low is None else _month(atom.low, published, None)
    if month is None or not atom.count:
        return None
    if atom.count > 0:
        day = month[0] + ((atom.weekday - month[0].weekday()) % 7 + 7 * (atom.count - 1)) * DAY
    else:
        last = month[1] - DAY
        day = last - ((last.weekday() - atom.weekday) % 7) * DAY
    return day, day + DAY, "day", "stated", f"{_NAMES[atom.weekday]} number {atom.count} of the month -> {day}"


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
    return None if day is None else (day, day + DAY, "day", "stated", rule)


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
            step_from = monday(previous[0]) + 7 * DAY
            day = step_from + target * DAY
        else:
            day = monday(published) + (7 * step + target) * DAY
        rule = f"{name} of {mod} -> {day}"
    elif mod == "week ago":
        weeks = atom.count or 1
        day = published - (back + 7 * weeks) * DAY
        rule = f"{name} {weeks} weeks before the last one -> {day}"
    elif mod == "times ago":
        day = published - ((back or 7) + 7 * ((atom.count or 1) - 1)) * DAY
        rule = f"{atom.count} times {name} before publication -> {day}"
    elif mod == "week on":
        weeks = atom.count or 1
        day = published + (ahead + 7 * weeks) * DAY
        rule = f"{weeks} weeks behind the coming {name} -> {day}"
    elif mod == "after next":
        day = published + ((ahead or 7) + 7) * DAY
        rule = f"the {name} after next -> {day}"
    elif mod == "before last":
        day = published - ((back or 7) + 7) * DAY
        rule = f"the {name} before last -> {day}"
    elif mod in {"following", "previous", "same", "the same"}:
        if previous is None:
            if mod != "following":
                return None
            day = published + (ahead or 7) * DAY
            rule = f"{mod} {name} after publication -> {day}"
        else:
            base = previous[1] - DAY if mod == "following" else previous[0]
            step = (target - base.weekday()) % 7 or 7 if mod == "following" else -((base.weekday() - target) % 7 or 7)
            day = (
                base + step * DAY if mod in {"following", "previous"} else base - ((base.weekday() - target) % 7) * DAY
            )
            rule = f"{mod} {name}, from the date before it in the text -> {day}"
    elif mod == "last":
        day = published - (back or 7) * DAY
        rule = f"last {name} -> {day}, strictly before publication"
    elif mod == "next":
        day = published + (ahead or 7) * DAY
        rule = f"next {name} -> {day}, strictly after publication"
    elif mod == "this" and future is None:
        day = monday(published) + target * DAY
        rule = f"this {name} -> {day}, of the week of publication"
    elif future:
        day = published + ahead * DAY
        rule = f"{name} -> {day}, next such day from publication"
    else:
        day = published - back * DAY
        rule = f"{name} -> {day}, last such day up to publication"
    return day, through(day, atom), fineness(atom), basis, rule


def _anchor(atom: Atom, previous: Span | None, published: dt.date | None) -> Span | None:
    if previous is None or atom.count is None:
        return None
    unit = "day" if atom.part or atom.unit == "hour" else atom.unit
    if _COARSE.get(previous[2], 0) > _COARSE.get(unit, 0):
        return None  # no day lies "three days later" than a month
    base = previous[0] if atom.count <= 0 else previous[1] - DAY
    unit = "day" if atom.unit == "hour" else "week" if atom.unit == "fortnight" else atom.unit
    first, last = whole(shift(base, atom.count, atom.unit), unit)
    if published and atom.count > 0 and previous[0] <= published < first - _NEAR_AHEAD * DAY:
        return None  # "the verdict of 2017 came 22 years later" counts from a day that is not told
    fine = "part_of_day" if atom.part else precision_of(unit)
    return first, last, fine, "relative", f"{atom.count:+d} {atom.unit} from the date before it in the text -> {first}"


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
    if low.kind == "day" and high.kind == "day" and low.year is None and high.year is None and published and not future:
        # "on the night of 16-17 October", told on the 16th: what has begun may end after publication.
        latest = _day(low, published, future)
        ahead = coming(high, published)
        if latest and ahead and 0 <= (published - latest[0]).days <= _NEAR_AHEAD and latest[0] < ahead:
            first, end = latest[0], (ahead, ahead + DAY, *end[2:])
    if first >= end[1]:
        if low.kind == "weekday":
            if (
                atom.mod == "set" and published and first - 7 * DAY <= published
            ):  # agreed before it began, told while it runs
                first -= 7 * DAY
            elif future or (future is None and first == published):  # "from Monday to Wednesday none came" looks back
                end = (end[0] + 7 * DAY, end[1] + 7 * DAY, *end[2:])
            else:
                first -= 7 * DAY
        elif low.kind == "ordinal":
            first = add_months(first, -1)
        elif low.kind in {"day", "month"} and low.year is None:
            first = add_months(first, -12)
    if first >= end[1]:
        return None
    fine = "part_of_day" if atom.part == "overnight" else "period"
    return first, end[1], fine, end[3], f"from {first} to {end[1] - DAY}, both included"


def _up_to(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    """Seven days, the last one named: "the week to March 20"; or the week that a day lies in."""
    end = None if atom.high is None else _resolve(atom.high, published, previous, future, day_first)
    if end is None:
        return None
    if atom.unit == "week of":
        return *whole(end[0], "week"), "week", end[3], f"Monday to Sunday around {end[0]}"
    if atom.unit == "week from":
        return end[0], end[0] + 7 * DAY, "week", end[3], f"the seven days from {end[0]}"
    if atom.unit == "weekend of":
        first = monday(end[0]) + 5 * DAY
        return first, first + 2 * DAY, "period", end[3], f"the weekend of {end[0]}"
    number, unit = atom.count or 1, atom.unit
    if unit == "hour":  # hours begin and end within a day: all days that they touch
        number, unit = (number + 23) // 24 + 1, "day"
    first = shift(end[1], -number, unit)
    return first, end[1], "period", end[3], f"the {number} {atom.unit} that end with {end[1] - DAY}"
