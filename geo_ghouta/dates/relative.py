"""Days that count from publication: last week, three days ago, recent days, the weekend, a season."""

from __future__ import annotations

import datetime as dt

from geo_ghouta.dates.atoms import Atom
from geo_ghouta.dates.lexicon import SEASONS
from geo_ghouta.dates.reckoning import DAY, Span, fineness, first_of, monday, precision_of, shift, whole


def relative(atom: Atom, published: dt.date, future: bool | None) -> Span | None:
    """Return the days of an atom that counts from publication, or None."""
    kind, unit, number = atom.kind, atom.unit, atom.count
    if kind == "offset" and number is not None:
        day = published + number * DAY
        return day, day + DAY, fineness(atom), "relative", f"{number:+d} days from publication -> {day}"
    if kind == "night":
        return published - DAY, published + DAY, "part_of_day", "relative", "the night into the day of publication"
    if kind == "weekend":
        return _weekend(atom, published, future)
    if kind == "unit" and number is not None:
        first, last = whole(shift(published, number, unit), unit)
        rule = f"{unit} {number:+d} from that of publication, whole"
        if number == 0 and atom.part == "earlier":
            last, rule = published + DAY, f"earlier this {unit}: from its first day up to publication"
        elif number == 0 and atom.part == "later":
            first, rule = published, f"later this {unit}: from publication to its last day"
        return first, last, precision_of(unit), "relative", rule
    if kind == "ago":
        if number is None:
            return _recent(published, unit) if unit == "day" else None
        if atom.mod:
            told = atom.mod.split()[0]
            first, last = whole(shift(published, -number, unit), told)
            return first, last, precision_of(told), "relative", f"{number} {unit} before, the same {told}"
        first, last = whole(shift(published, -number, unit), "day" if unit == "hour" else unit)
        return (
            first,
            last,
            precision_of("day" if unit == "hour" else unit),
            "relative",
            f"{number} {unit} before publication, the whole {unit}",
        )
    if kind == "past" and number is not None:
        days = max(1, -(-number // 24)) if unit == "hour" else number
        first = shift(published, -days, "day" if unit == "hour" else unit)
        return first, published + DAY, "period", "relative", f"{number} {unit} up to publication"
    if kind == "recent":
        return _recent(published, unit)
    if kind == "ahead" and number is not None:
        first, last = whole(shift(published, number, unit), unit)
        return first, last, precision_of(unit), "relative", f"{number} {unit} from publication"
    if kind == "coming":
        if number is None:
            number, unit = {"hour": (1, "day"), "day": (7, "day"), "week": (1, "month"), "month": (1, "year")}.get(
                unit, (0, "")
            )
            if not number:
                return None
        days = max(1, -(-number // 24)) if unit == "hour" else number
        last = shift(published, days, "day" if unit == "hour" else unit)
        return published, last + DAY, "period", "relative", f"from publication on, {number} {unit}"
    return None


def _recent(published: dt.date, unit: str) -> Span | None:
    reach = {"hour": (1, "day"), "day": (7, "day"), "week": (1, "month"), "month": (1, "year")}.get(unit)
    if reach is None:
        return None
    return (
        shift(published, -reach[0], reach[1]),
        published + DAY,
        "period",
        "relative",
        f"recent {unit}s: the {reach[0]} {reach[1]} up to publication",
    )


def _weekend(atom: Atom, published: dt.date, future: bool | None) -> Span:
    here = monday(published) + 5 * DAY
    if atom.mod in {"last", "past"}:
        first = here - 7 * DAY
    elif atom.mod in {"next", "coming"}:
        first = here + (7 if published >= here else 0) * DAY
    elif future or (atom.mod == "this" and published.weekday() > 1) or published >= here:
        first = here
    else:
        first = here - 7 * DAY
    return first, first + 2 * DAY, "period", "relative", f"weekend -> {first}"


def season(atom: Atom, published: dt.date | None, future: bool | None) -> Span | None:
    """Return the days of a season; without a year or a word before it the last that has begun, or the next one."""
    first, last = SEASONS[atom.unit]
    year = atom.year
    if year is None:
        if published is None:
            return None
        year = published.year
        if not atom.mod:
            year += (first_of(year, first) <= published) if future else -(first_of(year, first) > published)
        elif atom.mod.endswith(" year"):  # "the spring of last year"
            year += {"last": -1, "this": 0, "next": 1}[atom.mod.split()[0]]
        elif atom.mod == "last":
            year -= sum(first_of(year - step, first, 3) > published for step in (0, 1))
        elif atom.mod == "this" and last < first and published < first_of(year, last):
            year -= 1  # in January "this winter" began last year
        elif atom.mod == "next" and first_of(year, first) <= published:
            year += 1
    return (
        first_of(year, first),
        first_of(year + (last < first), last),
        "period",
        "stated" if atom.year else "relative",
        f"{atom.unit} {year}",
    )
