"""Counted and pointed-at units: "last week", "three days ago", "the following day"."""

from __future__ import annotations

import functools
import re

from geo_ghouta.dates.atoms import COUNT, EDGE, MONTH, WEEKDAY, Atom, count_of, counted_atom, norm
from geo_ghouta.dates.lexicon import UNITS, WEEKDAYS
from geo_ghouta.names.reaching import reach, words_in

_MOD = "last|past|previous|next|coming|recent|following|same|current|preceding"
_LEFT_UNIT = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|over|during|for|within|throughout|inside)\s+)?"
    r"(?:(?:the\s+)?(?P<edge>" + EDGE + r")\s+(?:of\s+|in\s+)?)?(?:(?P<det>the|these|this|that|those|their)\s+)?"
    r"(?P<mod>" + _MOD + r")?\s*(?:(?P<count>" + COUNT + r")(?:\s+and\s+a\s+half)?[\s-]+)?"
    r"(?:(?:full|long|straight|whole|consecutive|more)\s+)?$"
)
_KNOWN = words_in(_LEFT_UNIT)
_LEFT_WORDS = _KNOWN | {mod + word for mod in _MOD.split("|") for word in _KNOWN}
"""With those of a lost blank: "the lastthree days"."""
_RIGHT_UNIT = re.compile(
    r"\s+(?:and\s+a\s+half\s+)?(?P<way>ago|from\s+now|earlier|later|afterwards?|previously|prior|before"
    r"|after|since|on)\b(?P<ref>\s+(?:yesterday|tomorrow))?"
)
_BEFORE_LAST = re.compile(r"\s+(?:before\s+last|after\s+(?P<next>next))\b")
_ROLLING = frozenset({"hour", "day", "week", "fortnight", "month", "year", "decade"})
"""Units of "the last week", which runs up to now, unlike "last week"."""
_NEIGHBOURS = frozenset(("last", "next"))
_SPANS = frozenset({"week", "month", "year", "decade", "fortnight"})
_HALF = re.compile(r"\s+and\s+a\s+half\b")
_LOOSE = re.compile(r"\s*(?:$|[.,;:)\"'\u201d\u2014-]|\n)")
_OF_MONTH = re.compile(r"\s+(?:of|in)\s+" + MONTH + r"\b")
_TIME_BEHIND = re.compile(r"(?:'s?)?\s+time\b")


_AGO_BEHIND = re.compile(
    r"\s+(?:(?P<day>today|to\s+the\s+day)|(?P<step>this|last|next)\s+(?P<unit>week|month)"
    r"|(?:on\s+)?(?P<wd>monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    r"(?:\s+(?P<part>morning|afternoon|evening|night))?)\b"
)
_OF_A_SPAN = re.compile(r"\s+of\s+(?:the|an?|this|that|its|his|her|their|[a-z]+'s|\d|" + MONTH + r"\b)")
_TO_LAST = re.compile(r"\b(?:to|will|would|can|could|may|might|must|should|shall|not|only|which|that|and|they|it)\s+$")
"""Before "last 11 hours": a verb, no time."""
_DATE_BEHIND = re.compile(r"\s+(?:(?:early|late|mid-?|last)\s*)?(?:(?:" + MONTH + "|" + WEEKDAY + r")\b|\d{1,4}\b)")
_VERBS = frozenset(("end", "start", "close"))
"""Edges of a span only before "of": the others end next month."""
_OF = re.compile(r"\s+of\b")
_MOST = re.compile(r"\b(?:[a-z]{3,}est|worst|most\s+[a-z]+|first)\s+[a-z0-9-]+\s+$")
"""Of "the bloodiest three days since the truce" nothing is known."""
_WEEKEND_ENDS = tuple(
    f"{word} the " for word in ("at", "on", "by", "through", "until", "till", "into", "before", "after")
)
_LASTING = frozenset(("in", "over", "during", "for", "within", "throughout", "inside"))


_COMPOUND = re.compile(
    r"(?<![\w-])(?P<first>(?P<n>"
    + COUNT
    + r")\s+(?P<u>year|month|week|day)s?(?:,\s+"
    + COUNT
    + r"\s+(?:month|week|day)s?)?)"
    r"(?:,?\s+and\s+|,\s+)$"
)


def _compound(before: re.Match[str], end: int, number: int | None, unit: str) -> Atom:
    """Read "two years and three months ago"; of units that cannot be added nothing is known."""
    great = count_of(before["n"])
    size = {("year", "month"): 12, ("week", "day"): 7}.get((before["u"], unit))
    if size is None or great is None or number is None or "," in before["first"]:
        return Atom(before.start(), end, "bad")
    return counted_atom(before.start(), end, "ago", great * size + number, unit)


def _same_day(low: str, atom: Atom) -> Atom:
    """Let what is told behind it make "a week ago" one day: "on Tuesday", "today", "to the day"."""
    behind = _AGO_BEHIND.match(low, atom.end)
    if behind is None or not atom.count:
        return atom
    if behind["wd"]:
        if atom.unit != "week":
            return atom
        return Atom(
            atom.start, behind.end(), "weekday", weekday=WEEKDAYS[behind["wd"]], mod="week ago", count=atom.count,
            part=behind["part"],
        )  # fmt: skip
    if behind["unit"]:
        if atom.unit != "year" and not (atom.unit == "month" and behind["unit"] == "week"):
            return atom
        step = {"this": 0, "last": 1, "next": -1}[behind["step"]]
        if step:  # "three years ago last month"
            if behind["unit"] != "month" or atom.unit != "year":
                return atom
            atom.unit, atom.count = "month", atom.count * 12 + step
        atom.mod, atom.end = behind["unit"], behind.end()
        return atom
    atom.mod, atom.end = "day", behind.end()
    return atom


@functools.lru_cache(maxsize=4096)
def _left(words: str) -> re.Match[str] | None:
    """What ``_LEFT_UNIT`` finds at the end of words behind a blank, kept: texts say the same few."""
    return _LEFT_UNIT.search(words)


def unit_atoms(low: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    """Read one unit of time with the words around it; [] for a plain duration."""
    unit = UNITS[word]
    first = reach(low, lo, start, _LEFT_WORDS)
    if first == start:
        return []  # no unit tells a day by itself
    if first and low[first - 1] == " ":
        left, shift = _left(low[first:start]), first
    else:
        left, shift = _LEFT_UNIT.search(low, first, start), 0
    if left is None or left.lastindex is None or not any(left.groups()):
        return []
    told, prep, edge, det, mod, counted = left.groups("")
    if unit == "week" and _OF_MONTH.match(low, end):
        return []
    since = bool(told)
    if edge:
        edge = "" if edge in _VERBS and not _OF.match(low, shift + left.end("edge")) else norm(edge)

    def begin(*names: str) -> int:
        """Where the first of these parts begins; they are named in their order."""
        for name in names:
            if left[name] and (name != "edge" or edge):
                return shift + left.start(name)
        return start

    if word in _SPANS and mod in _NEIGHBOURS and det != "the" and not counted:
        step = -1 if mod == "last" else 1
        return [Atom(begin("since", "edge", "mod"), end, "unit", count=step, unit=unit, part=edge or None, since=since)]
    number = count_of(counted)
    right = _RIGHT_UNIT.match(low, end)
    way = norm(right["way"]) if right else ""
    plural = word.endswith("s")
    if unit == "nights" and counted and way == "ago" and number and right:
        return [Atom(begin("count"), right.end("way"), "offset", count=-number, part="night")]
    if unit in {"morning", "afternoon", "evening", "night", "nights"}:
        if unit == "nights" or counted:
            return []
        if mod == "last" and unit == "night":
            return [Atom(begin("since", "edge", "mod"), end, "offset", count=-1, part="night", since=since)]
        if det == "this" and not mod:
            return [Atom(begin("since", "edge", "det"), end, "offset", count=0, part=unit, since=since)]
        if mod in {"following", "next"} or (mod in {"same"}) or (det == "that" and not mod):
            step = 1 if mod in {"following", "next"} else 0
            return [Atom(begin("det", "mod"), end, "anchor", count=step, unit="day", part=unit)]
        if mod in {"previous", "preceding"}:
            kind = "night" if unit == "night" else "anchor"
            return [Atom(begin("det", "mod"), end, kind, count=-1, unit="day", mod="before", part=unit)]
        if det == "the" and not mod and way == "before" and right and low.startswith(" last", right.end("way")):
            return [Atom(begin("det"), right.end("way") + len(" last"), "offset", count=-2, part=unit)]
        if det == "the" and not mod and way == "before" and right and _LOOSE.match(low, right.end("way")):
            kind = "night" if unit == "night" else "anchor"  # a night ends on the day that it is the night before
            return [Atom(begin("det"), right.end("way"), kind, count=-1, unit="day", mod="before", part=unit)]
        return []
    if unit == "weekend":
        if plural or mod in {"recent"}:
            return []
        if det in {"the", "this", "that", ""} and (
            mod or since or det == "this" or prep in {"over", "during"} or low.endswith(_WEEKEND_ENDS, 0, start)
        ):
            return [
                Atom(
                    begin("since", "edge", "det", "mod"),
                    end,
                    "weekend",
                    mod=mod or ("this" if det == "this" else ""),
                    since=since,
                )
            ]
        return []
    if unit in {"week", "month", "year"} and det == "the" and not mod and not counted:
        twice = _BEFORE_LAST.match(low, end)
        if twice:
            return [
                Atom(
                    begin("since", "det"), twice.end(), "unit", count=2 if twice["next"] else -2, unit=unit, since=since
                )
            ]
    if counted and number and unit in _SPANS and not mod and low.startswith(" to the day", end):
        made = counted_atom(begin("count"), end + len(" to the day"), "ago", number, unit)
        made.mod = "day told"
        return [made]
    # Words behind: ago, later, earlier, since.
    if way and counted and not mod and det not in {"this", "that"}:
        half = bool(right and _HALF.match(low, end)) or low.endswith(" and a half ", 0, start)
        tail = right.end("way") if right else end
        if unit == "day" and way in {"before", "after"} and right and right["ref"]:
            return []
        if way == "ago":
            more = _COMPOUND.search(low, lo, begin("count"))
            if more:
                return [_compound(more, tail, number, unit)]
            made = counted_atom(begin("since", "count"), tail, "ago", number, unit, half=half, since=since)
            return [made if number is None or since else _same_day(low, made)]
        if way == "since":
            if _DATE_BEHIND.match(low, tail) or unit == "hour" or _MOST.search(low, max(0, start - 30), start):
                return []  # "in the seven weeks since July 8"
            if prep == "in" and det == "the":
                return [counted_atom(begin("prep"), tail, "past", number, unit)]
            if low[tail : tail + 1] in {"", "."}:
                return []
            return [counted_atom(begin("count"), tail, "ago", number, unit)]
        if way == "from now":
            return [counted_atom(begin("count"), tail, "ahead", number, unit)]
        if way in {"earlier", "previously", "prior"} or (way == "before" and _LOOSE.match(low, tail)):
            if low[tail : tail + 3] == " to":
                return []
            return [counted_atom(begin("count"), tail, "anchor", -number if number else None, unit)]
        if way in {"later", "afterwards", "afterward"} or (way == "after" and _LOOSE.match(low, tail)):
            return [counted_atom(begin("count"), tail, "anchor", number, unit)]
    if (
        unit == "day"
        and not plural
        and det == "the"
        and not mod
        and not counted
        and way in {"before", "after"}
        and right
    ):
        sign = -1 if way == "before" else 1
        if right["ref"]:
            ref = right["ref"].split()[0]
            if (ref == "yesterday") == (sign < 0):
                return [Atom(begin("since", "det"), right.end(), "offset", count=2 * sign, since=since)]
            return []
        if _LOOSE.match(low, right.end("way")):
            return [Atom(begin("det"), right.end("way"), "anchor", count=sign, unit="day")]
        return []
    if (
        unit in {"week", "month", "year"}
        and not plural
        and det == "the"
        and not mod
        and not counted
        and way in {"before", "after"}
        and right
        and _LOOSE.match(low, right.end("way"))
    ):
        return [Atom(begin("det"), right.end("way"), "anchor", count=-1 if way == "before" else 1, unit=unit)]
    if counted and prep == "in" and not mod and unit in {"day", *_SPANS} and (time := _TIME_BEHIND.match(low, end)):
        return [counted_atom(begin("prep"), time.end(), "ahead", number, unit)]
    if counted and prep == "in" and not det and not mod and unit == "hour" and number in {24, 48, 72, 96}:
        made = counted_atom(begin("prep"), end, "ahead", number // 24, "day")
        made.mod = "in"
        return [made]
    if (
        counted
        and prep == "in"
        and not det
        and not mod
        and number is not None
        and unit != "hour"
        and counted not in {"one", "a", "an"} | ({"a"} if unit == "day" else set())
    ):
        made = counted_atom(begin("prep"), end, "ahead", number, unit)
        made.mod = "in"
        return [made]
    if unit == "day" and mod == "last" and not plural and not counted and not prep:
        return []  # "Sunday would be the last day": of what it is about
    if (counted or plural) and prep == "within" and not mod and not det and not edge:
        made = counted_atom(begin("prep"), end, "coming", number, unit)
        made.mod = "within"
        return [made]
    if mod in {"last", "past", "previous", "preceding", "recent"} and (
        counted
        or plural
        or mod in {"past", "recent"}
        or (mod == "last" and det == "the" and unit in _ROLLING and low[end : end + 2] != "'s")
    ):
        if mod == "recent" and not plural:
            return []
        if mod in {"previous", "preceding"}:
            if not counted and unit == "day":
                return [Atom(begin("det", "mod"), end, "anchor", count=-1, unit="day")]
            if counted and number is not None and number > 0:
                made = counted_atom(begin("prep", "det", "mod"), end, "past", number, unit)
                made.mod = "previous"
                return [made]
            return []
        if mod in {"last", "past"} and _OF_A_SPAN.match(low, end):
            return []  # "the last day of September", "in the last three weeks of the war"
        if (
            mod == "last"
            and counted
            and not det
            and prep not in _LASTING
            and _TO_LAST.search(low, max(0, begin("mod") - 14), begin("mod"))
        ):
            return []
        if plural and not counted:
            if mod == "last":
                return []
            return [Atom(begin("since", "prep", "det", "mod"), end, "recent", unit=unit)]
        if number is None and counted:
            return [Atom(begin("prep", "det", "mod"), end, "recent", unit=unit)]
        return [counted_atom(begin("prep", "det", "mod"), end, "past", number or 1, unit)]
    if mod in {"coming", "next"} and (plural or counted or (mod == "coming" and unit != "year")):
        if not counted and plural:
            return [Atom(begin("prep", "det", "mod"), end, "coming", count=None, unit=unit)]
        if mod == "coming" and not counted:
            return [Atom(begin("det", "mod"), end, "unit", count=1, unit=unit)]
        return [counted_atom(begin("prep", "det", "mod"), end, "coming", number, unit)]
    if counted or plural:
        return []
    if (
        mod in {"following", "same", "previous", "preceding"}
        or (mod == "next" and det == "the")
        or (det == "that" and not mod and unit != "hour")
    ):
        if unit in {"hour"}:
            return []
        step = {"following": 1, "next": 1, "previous": -1, "preceding": -1}.get(mod, 0)
        return [Atom(begin("det", "mod"), end, "anchor", count=step, unit=unit, mod=mod or "same")]
    if unit in _SPANS:
        if mod == "last":
            return [
                Atom(begin("since", "edge", "mod"), end, "unit", count=-1, unit=unit, part=edge or None, since=since)
            ]
        if (det == "this" and not mod) or mod == "current":
            return [
                Atom(begin("since", "edge", "det"), end, "unit", count=0, unit=unit, part=edge or None, since=since)
            ]
        if since and edge in {"start", "beginning"} and det == "the":
            return [Atom(begin("since"), end, "unit", count=0, unit=unit, part=edge, since=True)]
        if (
            edge in {"end", "start", "beginning", "middle"}
            and det == "the"
            and not mod
            and unit != "decade"
            and not low.startswith(" of", end)
        ):
            return [Atom(begin("edge"), end, "unit", count=0, unit=unit, part=edge, since=since)]
        if edge in {"earlier", "later"} and det == "the" and unit != "decade":
            return [Atom(begin("edge"), end, "unit", count=0, unit=unit, part=edge, since=since)]
    return []
