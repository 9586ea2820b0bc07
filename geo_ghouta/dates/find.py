"""The door of the room: find the dates of a text."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from typing import Any

from geo_ghouta.dates.arabic import arabic_atoms
from geo_ghouta.dates.atoms import COUNT, HALF, Atom, count_of
from geo_ghouta.dates.grammar import atoms
from geo_ghouta.dates.keeping import resolve_kept
from geo_ghouta.dates.lexicon import plain
from geo_ghouta.dates.overtaken import set_for
from geo_ghouta.dates.reckoning import Span
from geo_ghouta.dates.resolve import coming
from geo_ghouta.dates.tense import clause, forward, of_event, untied
from geo_ghouta.errors import UsageError, require_text
from geo_ghouta.names.outlines import outlined
from geo_ghouta.names.spans import FieldMapping, quick_maker


@dataclasses.dataclass(frozen=True, slots=True, eq=True)
class DateSpan(FieldMapping):
    """One date phrase of a text; its fields also answer by name in brackets.

    Parameters
    ----------
    start, end : int
        Offsets in the untouched text.
    text : str
        The phrase, ``text[start:end]``.
    date_from, date_to : datetime.date or None
        Half-open span of days; both None when unknown.
    precision : str
        part_of_day, day, week, month, year, period or unknown.
    basis : str
        stated, weekday, relative or unknown.
    part : str or None
        "morning", "night", "late", "overnight" and the like.
    rule : str
        The convention used, in words.
    """

    start: int
    end: int
    text: str
    date_from: dt.date | None
    date_to: dt.date | None
    precision: str
    basis: str
    part: str | None
    rule: str


_span = quick_maker(DateSpan)


def find_dates(text: str, published: Any = None, *, day_first: bool | None = None) -> list[DateSpan]:
    """Find the date phrases of a text and the days that they mean.

    Parameters
    ----------
    text : str
        Any text; it is not changed.
    published : datetime.date, datetime.datetime, pandas.Timestamp, str or None
        Day of publication; a string begins like 2018-03-22. The clock and zone of a time are not used.
    day_first : bool, optional
        How to read 05/04/2018; None leaves it unknown.

    Returns
    -------
    list of DateSpan
        In text order, never overlapping. What cannot be resolved has precision and basis "unknown" and no days.

    Raises
    ------
    UsageError
        If ``published`` is no day, or ``text`` no str.

    Notes
    -----
    Own grammar; dateparser 1.5.0 was measured a week off on weekdays that equal the day of publication.

    Examples
    --------
    >>> [(d.text, str(d.date_from), str(d.date_to)) for d in find_dates("They left on Thursday.", "2018-03-22")]
    [('Thursday', '2018-03-22', '2018-03-23')]
    >>> find_dates("They left on Thursday.")[0].precision
    'unknown'
    """
    require_text(text, "find_dates")
    day = _published(published)
    whole = outlined(text)
    low = plain(whole.low)
    out: list[DateSpan] = []
    previous: Span | None = None
    told = ""
    found_atoms = atoms(low, text, whole.outline, clear=whole.clear)
    if whole.arabic:
        found_atoms = _interleaved(found_atoms, arabic_atoms(low))
    for atom in _merged(low, found_atoms):
        tense = ""
        if atom.kind in _TENSED and day and not atom.since:  # "since" looks back whatever the verb
            if atom.kind == "weekday" and not atom.mod:
                tense = forward(low, text, atom.start, atom.end, whole.outline if whole.clear else None)
            else:
                tense = _tense(low, text, atom)
            if tense in {"", "past"} and atom.kind in _DATED:
                tense = _dated(low, text, atom.low or atom, day, tense)
        if atom.kind == "ahead" and atom.mod and tense not in {"future", "then"}:
            continue  # "took the town in three days" is a duration
        if tense == "past" and atom.kind == "coming":
            continue  # "fell within two days"
        if tense in _OPEN_TENSES and atom.kind == "weekday" and not atom.mod and out and day:
            tense = _coupled(low, text, out[-1], atom, day, told) or tense
        told = tense
        if tense == "past" and atom.kind == "weekday" and out and _agreed(low, out[-1], atom):
            tense = "then"
        base = day
        if (
            tense == "then"
            and previous
            and day
            and previous[0] <= day
            and previous[2] in _BASES
            and out[-1].start >= clause(low, atom.start, atom.end)[0]
        ):
            # "said on Monday that they would leave on Wednesday" counts from Monday.
            base = previous[0]
        elif atom.kind in _TOLD_ON and atom.mod in {"previous", "day told"} and day:
            # "said on Sunday that 12 had died in the previous 24 hours" counts back from Sunday,
            # "fell on Friday, a year to the day after" from Friday.
            base = _told_on(low, atom, previous, out, day)
        elif atom.kind == "night" and day and out and " that " in low[out[-1].end : atom.start]:
            # "said on Tuesday that two had died overnight" is the night into Tuesday.
            base = _told_on(low, atom, previous, out, day)
        elif atom.kind == "night" and atom.mod and previous and day and previous[2] in _ONE_DAY and previous[0] <= day:
            base = previous[0]  # "the night before" is the night into the day told before
        found = resolve_kept(atom, base, previous, tense in {"future", "then"} if tense else None, day_first)
        quote = text[atom.start : atom.end]
        if found is None or found[0] >= found[1]:
            out.append(_span(atom.start, atom.end, quote, None, None, "unknown", "unknown", atom.part, _why(atom, day)))
            continue
        date_from, date_to, precision, basis, rule = found
        if precision in _FINE and not (atom.kind == "ago" and atom.unit in _LONG):
            previous = found
        out.append(_span(atom.start, atom.end, quote, date_from, date_to, precision, basis, atom.part, rule))
    return out


_TOLD_ON = frozenset(("past", "ago"))
_ONE_DAY = frozenset(("day", "part_of_day"))
_FINE = frozenset(("day", "part_of_day", "week", "month"))
"""Spans that the next date may count from."""
_BASES = frozenset(("day", "part_of_day", "week"))
"""Spans from which "would leave on Friday" counts; a month is none of them."""
_LONG = frozenset(("week", "month", "year"))
"""Units that look back too far to count on from: in "..., two weeks ago. A day earlier" the day told before counts."""


def _told_on(low: str, atom: Atom, previous: Span | None, out: list[DateSpan], day: dt.date) -> dt.date:
    """The day named before in the same sentence, or the day of publication."""
    if previous is None or previous[2] not in _ONE_DAY or previous[0] > day:
        return day
    return previous[0] if out[-1].start >= clause(low, atom.start, atom.end)[0] else day


def _interleaved(one: list[Atom], other: list[Atom]) -> list[Atom]:
    """Both lists in text order; of two that overlap the longer one stays."""
    out: list[Atom] = []
    for atom in sorted(one + other, key=lambda a: (a.start, -a.end)):
        if out and atom.start < out[-1].end:
            if atom.end - atom.start > out[-1].end - out[-1].start:
                out[-1] = atom
            continue
        out.append(atom)
    return out


def _published(value: Any) -> dt.date | None:
    if value is None:
        return None
    if isinstance(value, dt.datetime):
        return value.date() if value == value else None  # noqa: PLR0124 - NaT is a datetime that differs from itself
    if isinstance(value, dt.date):
        return value
    if type(value).__name__ in {"NAType", "NaTType"} or (isinstance(value, float) and value != value):  # noqa: PLR0124
        return None
    words = str(value).strip()
    if not words or words == "NaT":
        return None
    try:
        return dt.date.fromisoformat(words[:10])
    except ValueError as error:
        message = f"published: {words[:40]!r} is no day; expected a date or a text like 2018-03-22"
        raise UsageError(message) from error


_MOD_OF = {
    "weekday": frozenset({"", "this"}),
    "weekend": frozenset({"", "this"}),
    "ahead": frozenset({"in"}),
    "coming": frozenset({"within"}),
}
_TENSED = frozenset(("range", "upto", "day", "month", "ordinal", *_MOD_OF))
"""Kinds whose days may hang on the verb."""


def _tense(low: str, text: str, atom: Atom) -> str:
    if atom.kind == "range" and atom.low:
        if atom.low.kind == "weekday" and not atom.low.mod and set_for(low, atom.start, atom.end):
            atom.mod = "set"
            return "future"
        return _tense(low, text, atom.low)
    if atom.kind == "upto" and atom.high:
        return _tense(low, text, atom.high)
    if atom.kind in {"day", "month", "ordinal"}:
        needs = atom.year is None and not atom.mod
    else:
        needs = atom.mod in _MOD_OF.get(atom.kind, ())
    return forward(low, text, atom.start, atom.end) if needs else ""


_OPEN_TENSES = frozenset(("", "past"))
_COUPLE = re.compile(r",?\s+(?:and|or|to)\s+(?:(?:again\s+)?on\s+)?")


def _coupled(low: str, text: str, before: DateSpan, atom: Atom, day: dt.date, told: str) -> str:
    """How the second of "on Monday and Tuesday" looks: as the first does, forward where that is publication."""
    if before.basis != "weekday" or not _COUPLE.fullmatch(low, before.end, atom.start):
        return ""
    if told in {"future", "then"}:
        return told
    if before.date_from == day and low.startswith(" to ", before.end):
        return "future"  # "moved from Thursday to Friday", told on Thursday
    if before.date_from == day and forward(low, text, before.start, before.end) == "":
        return "future"
    return ""


_AGREED = re.compile(
    r"\b(?:agreed|promised|pledged|vowed|planned|decided|intended|undertook|ordered|scheduled|arranged|offered|threatened)"
    r"\s+(?:(?:late|early|on)\s+){0,2}$"
)
_TO_DO = re.compile(r"\s+to\s+(?!(?:the|an?)\b)[a-z]+(?:\s+[a-z]+){0,5}?\s+(?:on|by|from)\s+(?:(?:late|early)\s+)?$")


def _agreed(low: str, before: DateSpan, atom: Atom) -> bool:
    """Whether a weekday is of what was agreed on the weekday before it: "agreed on Wednesday to meet on Monday"."""
    gap = low[before.end : atom.start]
    return (
        gap.startswith(" to ")
        and _TO_DO.fullmatch(gap) is not None
        and _AGREED.search(low, max(0, before.start - 24), before.start) is not None
    )


_DATED = frozenset(("day", "range"))
"""Kinds that a day of a month may begin."""
_BY_VERB = 14
"""Days behind publication within which "on April 24" behind a verb of asking is what was asked for, not when."""


def _dated(low: str, text: str, atom: Atom, day: dt.date, tense: str) -> str:
    """Weigh a day without a year that is near at hand once more: "" where it may be the coming one."""
    if atom.kind == "weekday":  # the first of a range: "a truce from Thursday to Saturday was announced"
        return "" if tense and untied(low, text, atom.start, atom.end) else tense
    near = coming(atom, day) if atom.kind == "day" and not atom.mod else None
    if near is None:
        return tense
    if of_event(low, atom.end):
        return "past"
    if tense and untied(low, text, atom.start, atom.end):
        placed = low.endswith(" on ", 0, atom.start)
        return tense if placed and (near - day).days > _BY_VERB else ""
    return tense


def _why(atom: Atom, day: dt.date | None) -> str:
    if atom.kind == "ambiguous":
        return "day and month could change places; say which comes first"
    if atom.kind == "anchor":
        return "no date before it in the text to count from"
    return "no such day" if day else "no day of publication to count from"


def _one_night(before: Atom, atom: Atom) -> bool:
    """Whether two weekdays with their parts are the end of one day and the beginning of the next."""
    if before.kind != "weekday" or atom.kind != "weekday" or atom.mod:
        return False
    return before.part in _LATE and atom.part in _EARLY and (atom.weekday - before.weekday) % 7 == 1


_LINK = re.compile(
    r"\s*(?:-|/|to|through|until|till|and|up\s+to|into|\u0627\u0644\u064a|\u062d\u062a\u064a)\s*(?:the\s+)?(?:on\s+)?"
)
_OPEN = re.compile(r"\b(between|from|\u0645\u0646)\s+(?:the\s+)?$")
_TO_NOW = re.compile(r"\s+(?:until|till|to|up\s+to)\s+(?:now|the\s+present|date)\b|\s+onwards?\b")
_UP_TO = re.compile(
    r"\b(?:the\s+)?(?:(?P<one>week|month|year)|(?<=the\s)(?P<count>"
    + COUNT
    + r")\s+(?P<unit>hour|day|week|month|year)s)"
    r"\s+(?:up\s+)?(?:to|ending|ended|through)\s+(?:(?:at\s+)?(?:noon|midnight|\d\d?(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?)\s+)?"
    r"(?:on\s+)?(?:the\s+)?$"
)
_WEEK_OF = re.compile(r"\b(?:the\s+)?week(?P<end>end)?\s+(?P<how>of|beginning|starting|from)\s+(?:on\s+)?(?:the\s+)?$")
_WEEKS = {"of": "week of", "beginning": "week from", "starting": "week from", "from": "week from"}
_UP = 44
"""Letters before a day in which "the 48 hours to" and the like are looked for."""
_DAYS = frozenset(("day", "weekday"))
_SHORT = len("Thurs")
_NIGHT_FROM = re.compile(r"(?:in\s+)?(?:the\s+)?night\s+(?:from|between|of)\b")
_NIGHT = re.compile(r"\b(?:in\s+)?(?:the\s+)?(?P<night>night\s+(?:of\s+|from\s+|between\s+)?)(?:the\s+)?$")
_TILL = frozenset(("unit", "offset"))
_BEGUN = frozenset(("year", "month", "day"))
_UNTIL = re.compile(r"\s*(?:until|till|to|up\s+to|through)\s+")
_AND = re.compile(r",?\s+and\s+(?:on\s+)?")
_LATE = frozenset(("night", "evening", "late", "midnight", "dusk", "sunset", "sundown"))
_EARLY = frozenset(("morning", "early", "dawn", "sunrise"))
_SAME = {"day": "day", "month": "month", "year": "year", "weekday": "weekday", "offset": "day", "ambiguous": "day"}


_WEEK_BESIDE = {-1: "last week", 1: "next week"}
_MOVED = re.compile(
    r"\b(?:moved|postponed|delayed|rescheduled|deferred|shifted|changed|put\s+(?:back|off)|pushed\s+(?:back|forward|off)"
    r"|(?:brought|moved)\s+forward|extended|prolonged)\s+(?:again\s+|once\s+more\s+)?$"
)
"""Before "from Thursday to Friday": two days, not what lies between."""


def _of_week(low: str, before: Atom, atom: Atom, out: list[Atom]) -> Atom:
    """Let "last week on Thursday" be one day; "late last week, on Thursday" lies in that week."""
    gap = low[before.end : atom.start]
    if before.unit != "week" or before.since or atom.since or atom.mod or gap not in {" on ", ", on ", " "}:
        return atom
    atom.mod = _WEEK_BESIDE[before.count or 1]
    if not before.part:
        out.pop()
        atom.start = before.start
    return atom


def _merged(low: str, found: list[Atom]) -> list[Atom]:
    """Join "from X to Y", "between X and Y" and "X-Y" into ranges."""
    out: list[Atom] = []
    for atom in found:
        start, kind = atom.start, atom.kind
        if start > 4 and low.startswith("from ", start - 5):
            now = _TO_NOW.match(low, atom.end)
            if now:
                atom.since, atom.start, atom.end = True, start - 5, now.end()
        if kind in _DAYS and not atom.since:
            left = low[max(0, start - _UP) : start]
            if kind == "day" and "week" in left and (begin := _WEEK_OF.search(low, max(0, start - 34), start)):
                atom = Atom(begin.start(), atom.end, "upto", unit=_WEEKS[begin["how"]], high=atom)
                if begin["end"]:
                    atom.unit = "weekend of"
                    if out and out[-1].kind == "weekend":
                        out.pop()
            elif "week" in left or "month" in left or "year" in left or "hours" in left or "days" in left:
                until = _UP_TO.search(low, max(0, start - _UP), start)
                number = count_of(until["count"]) if until else None
                if until and (until["one"] or (number and number < HALF)) and (not out or out[-1].end <= until.start()):
                    atom = Atom(
                        until.start(), atom.end, "upto", count=number, unit=until["one"] or until["unit"], high=atom
                    )
        before = out[-1] if out else None
        if kind == "range" and before is not None and before.kind == "weekend" and low[before.end : start] == " of ":
            atom.start = before.start  # "the weekend of July 8-9"
            out[-1] = atom
            continue
        if kind in _TILL and before is not None and before.kind in _BEGUN and not (before.since or atom.since):
            opened = _OPEN.search(low, max(0, before.start - 14), before.start)
            if opened and opened[1] == "from" and _UNTIL.fullmatch(low, before.end, atom.start):
                out[-1] = Atom(opened.start(), atom.end, "range", low=before, high=atom)  # "from 2012 until last month"
                continue
        if kind == "weekday" and before is not None and before.kind == "unit" and before.count in _WEEK_BESIDE:
            atom = _of_week(low, before, atom, out)
        beside = before is not None and before.kind == "offset" and kind in _DAYS and low[before.end : start] == ", "
        if beside and before is not None and not (atom.mod or atom.since or before.since):
            if kind == "weekday":  # "tomorrow, Thursday"
                before.end, before.part = atom.end, before.part or atom.part
            else:  # "today, 13 March"
                atom.start, atom.part = before.start, before.part
                out[-1] = atom
            continue
        if before is None or before.kind not in _SAME or atom.kind not in _SAME or before.since or atom.since:
            out.append(atom)
            continue
        gap = low[before.end : atom.start]
        if gap[:1] == "." and before.kind == "weekday" and before.end - before.start <= _SHORT:
            gap = gap[1:]  # "Mon. - Wed."
        if before.kind == "day" and before.year is not None and gap.startswith(", "):
            gap = gap[1:]  # "from Feb. 28, 2018, to March 3, 2018"
        if _one_night(before, atom) and _AND.fullmatch(gap):
            # "Sunday night and Monday morning" is one night, as "overnight into Monday" is.
            out[-1] = Atom(before.start, atom.end, "weekday", weekday=before.weekday, mod=before.mod, part="overnight")
            continue
        if (
            len(gap) > 24
            or not _LINK.fullmatch(gap)
            or (
                _SAME[before.kind] != _SAME[atom.kind]
                and {before.kind, atom.kind} != {"weekday", "offset"}
                and before.kind != "month"
            )
        ):
            out.append(atom)
            continue
        opened = _OPEN.search(low, max(0, before.start - 14), before.start)
        link = gap.split()[0] if gap.split() else ""
        if link == "and" and not (opened and opened[1] == "between"):
            out.append(atom)
            continue
        if (
            before.part in _LATE
            and before.kind == "weekday"
            and (link == "into" or _NIGHT_FROM.match(low, before.start))
        ):
            out[-1] = Atom(before.start, atom.end, "weekday", weekday=before.weekday, mod=before.mod, part="overnight")
            continue
        if link in {"to", "until", "till", "into", "up"} and not opened and before.kind != atom.kind:
            out.append(atom)
            continue
        if before.year is None and atom.year is not None and before.kind in {"day", "month"}:
            before.year = atom.year - (before.month > atom.month)
        if (
            before.kind == "weekday"
            and link == "to"
            and opened
            and _MOVED.search(low, max(0, opened.start() - 40), opened.start())
        ):
            if " forward" not in low[max(0, opened.start() - 40) : opened.start()]:
                atom.mod = "following"  # "put off from Sunday to Wednesday": the first Wednesday behind that Sunday
            out.append(atom)
            continue
        made = Atom(opened.start() if opened else before.start, atom.end, "range", low=before, high=atom)
        if "night" in low[max(0, made.start - 16) : made.start] or before.part == "overnight":
            night = _NIGHT.search(low, max(0, made.start - 24), made.start)
            if night or before.part == "overnight":
                made.part = "overnight"  # "in the night from Sunday to Monday"
                made.start = night.start("night") if night else made.start
        out[-1] = made
    return out
