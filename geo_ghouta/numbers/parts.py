"""Counts that belong together: parts of a whole, and numbers that share a noun."""

from __future__ import annotations

import dataclasses
import itertools
import re

from geo_ghouta.numbers.lexicon import NOUNS

_SOFT_ARABIC = "(?:نحو |حوالي |اكثر من |ما لا يقل عن |على الاقل )?"
_THEM_ARABIC = re.compile("(?: [\u0621-\u064a]+)? (?:منهم|منها|منهن|من بينهم|من بينها)(?![\u0621-\u064a])")
_AMONG_ARABIC = re.compile(
    "(?: |[\u060c,] )(?:و)?(?:من )?(?:بينهم|بينهن|بينها|منهم|منها|منهن|ضمنهم|ضمنها|بما في ذلك|بمن فيهم) "
    + _SOFT_ARABIC
    + "$"
)
_AND_ARABIC = re.compile("(?: [\u0621-\u064a]+){1,2} و(?: ?" + _SOFT_ARABIC + ")")
_JOINED = re.compile(r"\b(?:and|,)\b|,")


@dataclasses.dataclass(slots=True)
class Found:
    """A count while its neighbours are looked at."""

    start: int
    end: int
    core_start: int
    value: float | None
    low: float | None
    high: float | None
    qualifier: str
    unit: str | None
    unit_start: int | None
    unit_end: int | None
    part_of: int | None = None
    digits: bool = True


_OF = re.compile(
    r"(?:\s+[a-z-]+){0,2}?\s+(?:out\s+)?of\s+(?:the\s+|its\s+|their\s+|some\s+|about\s+|all\s+|those\s+"
    r"|an?\s+|estimated\s+|more\s+than\s+|around\s+|total\s+|[a-z]+'s\s+)*$"
)
_WERE_AMONG = re.compile(
    r"(?:\s+[a-z-]+){0,4}\s+(?:were|was|are|is)\s+(?:also\s+)?(?:among|amongst)\s+(?:the\s+|some\s+|about\s+|those\s+|more\s+than\s+)*$"
)
_OF_ARABIC = re.compile("(?: [\u0621-\u064a]+){0,3}? من (?:اصل|مجموع|بين) (?:نحو |حوالي )?")
_THEM = re.compile(r"(?:\s+[a-z-]+){0,2}?\s+of\s+(?:them|whom|which|those|these)\b")
_AMONG = re.compile(r"\b(?:among|amongst|of)\s+(?:the\s+|those\s+|some\s+|about\s+|these\s+)*$")
_INCLUDING = re.compile(
    r"\b(?:including|among\s+them|among\s+whom|of\s+whom|of\s+which|of\s+them|of\s+those|comprising|them)\b"
    r"(?:\s+(?:at\s+least|more\s+than|some|about|around|nearly|over|up\s+to|the|there|were|are))*\s*$"
)
_INCLUDES = re.compile(
    r"(?: [a-z-]+){0,3} include[sd]? (?:(?:at least|more than|some|about|around|nearly|also|the) )*$"
)
"""Between a whole and its part: "the 60 dead included 14 children"."""
_AND_ALSO = re.compile(
    r"(?:\s+[a-z-]+){0,3},?\s+and\s+(?:at\s+least\s+|more\s+than\s+|some\s+|about\s+|nearly\s+|over\s+)*"
)
_OF_BEFORE = re.compile(
    r"(?:^|[.;:\n]\s*)(?:out\s+)?of\s+(?:(?:the\s+)?[a-z-]+'s\s+)?(?:the\s+|some\s+|about\s+|those\s+|an?\s+|estimated\s+)*$"
)
_SENTENCE = re.compile(r"[.!?]\s|\n")
_PERSONS = frozenset({"people", "fighters", "civilians", "prisoners", None})
_WERE = re.compile(
    r"(?:\s+[a-z-]+){0,4}?\s*,?\s+(?:were|are|there\s+were|there\s+are|was)\s+(?:at\s+least\s+"
    r"|more\s+than\s+|some\s+|about\s+|around\s+|nearly\s+|over\s+|also\s+)*$"
)
_THOSE = re.compile(
    r"(?:^|[.;,:]\s+)of\s+(?:those|the\s+people|these|them)\b[^.;\n]{0,40}?,?\s*(?:at\s+least\s+"
    r"|more\s+than\s+|some\s+|about\s+|nearly\s+)*$"
)


_AND = re.compile(r"\s+[a-z'-]+\s+and\s+(?:some\s+|about\s+|another\s+|more\s+than\s+)?$")


_SWAPPED = re.compile(r"\b(?:exchanged?|swapped|swap|traded|return)\s+for\s+(?:some\s+|about\s+|the\s+)?$")
"""Between "150 prisoners" and "27" of the other side."""
_OF_WHICH = re.compile(r"\bof\s+which\s+(?:there\s+)?(?:are\s+|were\s+)?(?:only\s+|some\s+|about\s+)?$")
_OF_WHOM = re.compile(r",\s+of\s+(?:whom|which)\s+(?:[a-z]+\s+){1,4}$")
"""Between a whole and what is done with a part of it: "refugees, of whom they can house 400"."""
_HURT = re.compile(
    r"\s+(?:critically|seriously|badly|severely|gravely|lightly|slightly|fatally)\b(?=\s*[.,;]|\s+and\b|$)"
)
"""Behind some of the wounded: "nine people were hurt, two critically"."""
_BUT_ONLY = (" but only ", " but just ")
ALL_BUT = "all but "
_TURNED = {"at_least": "at_most", "at_most": "at_least", "vague": "about"}
_ONLY = re.compile(r"(?:,\s*(?:only\s+|just\s+)?|[a-z]\s+(?:only|just)\s+)$")
_LINKS = re.compile(r"\b(?:inclu|among|whom|which|them|those|compris|these|were|are|was|of\b|(?:only|just)\s+$)|,\s*$")
"""Words without which no number between two is told to be a part."""


_BESIDE = frozenset(
    (
        " to ",
        ", then ",
        " and then ",
        ", up from ",
        " up from ",
        ", down from ",
        " against ",
        ", against ",
        ", compared with ",
    )
)
"""Between a number with its noun and one of the same things."""
_AGAINST = re.compile(
    r"(?: (?:(?:an?|per) (?:day|week|month)|daily|entered|crossed|came|come|arrived|arrive|left|now|were|are|work|open"
    r"|remain(?:ed)?)){0,3},? (?:against|compared (?:with|to)|(?:up|down) from|instead of|rather than) (?:the )?"
)
"""The same with the verb between: "85 lorries a day entered, against 500 before"."""


def share_nouns(low: str, found: list[Found]) -> None:
    """Let "200 X and 300 Y fighters" share the noun, and "15, 12 and 9 buses"."""
    _share_listed(low, found)
    for item, after in itertools.pairwise(found):
        if (
            item.unit is None
            and after.unit in {"fighters", "people", "civilians", "prisoners"}
            and _AND.fullmatch(low, item.end, after.start)
        ):
            item.unit = after.unit
        elif after.unit is None and item.unit_end and low[item.unit_end : after.start] in _BESIDE:
            if low[item.unit_end : after.start] != " to " or low.endswith("from ", 0, item.start):
                after.unit = item.unit  # "from 104 sq km to 12", "17 buses, then 23"
        elif after.unit is None and (
            (item.unit_end and _AGAINST.fullmatch(low, item.unit_end, after.start))
            or (item.unit == "prisoners" and _SWAPPED.search(low, item.end, after.start))
        ):
            after.unit = item.unit
        elif (
            after.unit is None
            and low.startswith(" by ", after.end)
            and low.startswith(" by ", item.end)
            and low.endswith(" and ", 0, after.start)
            and low.find(".", item.end, after.start) < 0
        ):
            after.unit = item.unit  # "put at 1,500 by the guild and 900 by the mayor"


_COORDINATED = frozenset((" and ", ", and ", " and about ", " and some "))
_DONE_TO = re.compile(r"(?:[a-z]{2,}(?:ed|ing)|left|hit|hurt|shot|lost)\s+$")
"""A verb that a bare figure closes: "killed 15 and 12 buses were burnt" are two clauses."""


def _share_listed(low: str, found: list[Found]) -> None:
    """Let figures that are joined right before a noun all count it: "two convoys of 15, 12 and 9 buses"."""
    listed = -1  # number of the figure that takes part in a list
    for number in range(len(found) - 1, 0, -1):
        item, after = found[number - 1], found[number]
        if item.unit is not None or after.unit is None:
            continue
        between = low[item.end : after.start]
        own = after.unit_start is not None and after.unit_start >= after.end
        joined = (own and between in _COORDINATED) or (listed == number and between == ", ")
        if joined and not (own and _DONE_TO.search(low, max(0, item.start - 16), item.start)):
            item.unit, listed = after.unit, number - 1


_THINGS = frozenset(("buses", "other", "hospitals"))
_MEN_WERE = re.compile(
    r"(?:\s+(?:were|was|are|have|had|been|later|also|from|in|on|on\s+board|aboard)){0,3},?\s+(?P<word>[a-z]+)"
)
_MEN_DO = frozenset(
    ("died", "hurt", "critically", "seriously", "badly", "gravely", "alive", "young", "old", "fled", "drowned")
)


def _of_things(low: str, item: Found, whole: Found, behind: int) -> bool:
    """Whether "nine of them half empty" is of things; "15 of them women" is of people, whatever was told before."""
    told = _MEN_WERE.match(low, behind)
    word = told["word"] if told else ""
    mine, size = item.value or item.low, whole.value or whole.high
    if mine is None or size is None or mine > size:
        return False  # "8,000 people took seven corridors, 3,000 of them by car"
    return item.unit is None and word not in _MEN_DO and NOUNS.get(word, "other") in _THINGS


def _men_before(low: str, found: list[Found], index: int) -> bool:
    """Whether the sentence counted people before its things: "300 people came on 30 buses, 20 of them ..."."""
    for item in reversed(found[:index]):
        if _SENTENCE.search(low, item.end, found[index].start):
            return False
        if item.unit in _PERSONS:
            return True
    return False


def _sized(low: str, item: Found, whole: Found) -> bool:
    """Whether the second number is the size of each: "two batches of 90 and 95", "teams of 12"."""
    return (
        item.unit_end is not None
        and item.unit_end < whole.start
        and low[item.unit_end : whole.start] == " of "
        and low[item.unit_start : item.unit_end] in _GATHERED
    )


_GATHERED = frozenset(
    ("groups", "batches", "waves", "contingents", "convoys", "families", "households", "teams", "units", "columns")
)


def _of(low: str, start: int, end: int) -> bool:
    """Whether "of" or its like stands between two numbers."""
    if low.find(" among", start, end) >= 0:
        return _WERE_AMONG.fullmatch(low, start, end) is not None
    if low.find("of", start, end) >= 0:
        return _OF.fullmatch(low, start, end) is not None
    return low.find("من", start, end) >= 0 and _OF_ARABIC.fullmatch(low, start, end) is not None


def _hurt(low: str, item: Found, whole: Found, gap: str) -> bool:
    """Whether a bare figure is of the wounded before it: "nine people were hurt, two critically"."""
    if item.unit is not None or whole.unit not in _PERSONS or not gap.endswith(", "):
        return False
    return _HURT.match(low, item.end) is not None


_SUM_OPENS = re.compile(
    r"(?: [a-z'-]+){0,5}(?: ?[(]|,| ?[\u2013\u2014]| -) ?"
    r"(?:(?:of whom|of which|of them|among them|including|namely|some|about) )*$"
)
_SUM_TOLD = (" of ", " among", " including", " namely", "(", "\u2013", "\u2014", " - ")
_BY_CHANCE = 50
"""Wholes behind which a comma and a fitting sum may be a plain list."""
# Not behind a colon, and no parts that go different ways: of these the claims know more.
_SUM_GOES_ON = re.compile(
    r"(?: (?!(?:to|from|via|for)\b)[a-z'-]+){0,5}(?:,| and|, and| or)"
    r"(?: (?:another|some|about|the other|the remaining))? $"
)
_REST = (" the other ", " the remaining ", " the rest, ")


def _summed(low: str, found: list[Found]) -> None:
    """Let numbers that add up to the one before them be its parts: "60 people, 20 of them ill and 40 well".

    Also "the other 20" behind 40 of the 60.
    """
    for index, whole in enumerate(found[:-1]):
        if whole.value is None or whole.unit == "percent":
            continue
        total, last = 0.0, 0
        for place in range(index + 1, min(index + 6, len(found))):
            value = found[place].value
            if value is None or found[place].unit in {"percent", "km2"} or value >= whole.value:
                break
            total += value
            if total >= whole.value:
                last = place if total == whole.value else 0
                break
        if last < index + 2 or not _SUM_OPENS.fullmatch(low, whole.end, found[index + 1].start):
            continue
        parts = range(index + 1, last + 1)
        if any(found[place].part_of not in {None, index} for place in parts):
            continue
        if any((found[place].unit in _PERSONS) != (whole.unit in _PERSONS) for place in parts if found[place].unit):
            continue
        opens = low[whole.end : found[index + 1].start]
        if whole.value < _BY_CHANCE and not any(sign in opens for sign in _SUM_TOLD):
            continue  # "3 men, 2 women and 1 child" are six
        if all(_SUM_GOES_ON.fullmatch(low, found[at].end, found[at + 1].start) for at in parts[:-1]):
            for place in parts:
                found[place].part_of = index
                if found[place].unit is None:
                    found[place].unit = whole.unit
    for index, item in enumerate(found):
        if index < 2 or item.part_of is not None or not low.endswith(_REST, 0, item.start):
            continue
        part = found[index - 2]
        top = found[part.part_of] if part.part_of == index - 1 else None
        if top and top.value and part.value and item.value and part.value + item.value == top.value:
            item.part_of = index - 1
            item.unit = item.unit or top.unit


def _all_but(low: str, found: list[Found]) -> None:
    """Turn "all but 200 of the 3,000" into the 2,800."""
    for item in found:
        whole = found[item.part_of] if item.part_of is not None and item.unit != "percent" else None
        if whole is None or whole.value is None or not low.endswith(ALL_BUT, 0, item.start):
            continue
        size = whole.value
        item.start -= len(ALL_BUT)
        item.value = None if item.value is None else size - item.value
        item.low, item.high = (None if n is None else size - n for n in (item.high, item.low))
        item.qualifier = _TURNED.get(item.qualifier, item.qualifier)


def _list_before(low: str, found: list[Found], index: int) -> None:
    """Let all of a list of three or more be parts of the whole behind its last: "500, 200 and 300 of the 800"."""
    first = index
    while first and found[first - 1].unit is None and found[first - 1].part_of is None:
        gap = low[found[first - 1].end : found[first].start]
        if gap != ", " and not (first == index and gap in _LAST_OF_LIST):
            break
        first -= 1
    if index - first >= 2:
        for item in found[first:index]:
            item.part_of, item.unit = index + 1, found[index].unit


_LAST_OF_LIST = frozenset((" and ", ", and ", " and another ", ", then ", " and then "))


def mark_parts(low: str, found: list[Found]) -> None:
    """Mark numbers that are a part of another, and let them share its unit."""
    arabic = not low.isascii()
    for index, item in enumerate(found):
        tail = item.end
        nxt = found[index + 1] if index + 1 < len(found) else None
        if item.unit == "percent" or (item.value is None and item.qualifier == "vague" and item.unit == "percent"):
            continue
        close = nxt is not None and nxt.start - tail < 60
        of = close and nxt is not None and _of(low, tail, nxt.start) and not _sized(low, item, nxt)
        if nxt and of and nxt.unit != "percent" and not low.startswith(" each", nxt.end):
            item.part_of = index + 1
            if item.unit is None or (item.unit_start is not None and item.unit_start >= nxt.start):
                item.unit = nxt.unit
                item.unit_start, item.unit_end = None, None
            elif nxt.unit is None:
                nxt.unit = item.unit  # "five hospitals out of nine"
            _list_before(low, found, index)
            continue
        previous = index - 1
        while previous >= 0 and (found[previous].unit == "percent" or found[previous].part_of == index):
            previous -= 1
        whole = found[previous] if previous >= 0 else None
        if whole is None:
            continue
        if item.start - whole.end > 240:
            continue
        gap = low[whole.end : item.start]
        near = gap[-60:]
        them = _THEM.match(low, tail) or (arabic and _THEM_ARABIC.match(low, tail)) or None
        among = arabic and (
            _AMONG_ARABIC.search(gap)
            or (whole.part_of is not None and whole.part_of < previous and _AND_ARABIC.fullmatch(gap))
        )
        if not them and not among and not _LINKS.search(gap) and whole.part_of is None:
            continue  # most pairs of numbers have nothing to do with one another
        one_sentence = _SENTENCE.search(gap) is None
        but_only = item.unit is None and whole.unit_end is not None and gap.endswith(_BUT_ONLY)
        of_those = (
            one_sentence
            and _ONLY.search(gap) is not None
            and _OF_BEFORE.search(low, max(0, whole.start - 30), whole.start) is not None
        )
        said = (
            of_those
            or them
            or (among and one_sentence)
            or (" includ" in gap and _INCLUDES.fullmatch(gap))
            or (one_sentence and (_INCLUDING.search(near) or _hurt(low, item, whole, gap)))
            or (one_sentence and (but_only or (", of wh" in gap and _OF_WHOM.search(near))))
            or (_AMONG.search(low, max(0, whole.start - 40), whole.start) and _WERE.fullmatch(gap))
            or _THOSE.search(low, max(whole.end, item.start - 90), item.start)
            or (
                whole.part_of is not None
                and whole.part_of < previous
                and item.unit in _PERSONS
                and item.unit is not None
                and _AND_ALSO.fullmatch(gap)
                # "40 wounded, 6 of them heavy, and one doctor": the aside is closed.
                and not (", and " in gap and _THEM.match(gap))
            )
        )
        mixed = (item.unit in _PERSONS) != (whole.unit in _PERSONS)
        # "of which 25 are shut", "but only 12 entered"
        if mixed and item.unit is None:
            mixed = not (but_only or among or _OF_WHICH.search(near) is not None)
        if mixed and them and whole.unit in _THINGS and not _men_before(low, found, previous):
            mixed = not _of_things(low, item, whole, them.end())
        if said and mixed and not (of_those and item.unit is None):  # "of the 54 districts, 15 were damaged"
            continue
        if said:
            base = previous
            while (above := found[base].part_of) is not None and above < base:
                base = above
            top = found[base]
            size = top.value if top.value is not None else top.high
            mine = item.value if item.value is not None else item.low
            told = them and one_sentence and base == index - 1 and top.unit is not None and gap.endswith(", ")
            if size is not None and mine is not None and mine > size and not told:
                continue  # but "33 people were killed, 40 of them children" is what the report says
            item.part_of = base
            if item.unit is None:
                item.unit = top.unit
        elif (
            whole.part_of is not None
            and whole.part_of < index
            and item.unit is None
            and "." not in gap
            and _JOINED.search(gap)
            and _THEM.match(low, whole.end)
        ):
            item.part_of = whole.part_of
            item.unit = whole.unit
    if len(found) > 2:  # a whole and two parts
        _summed(low, found)
    if low.find(ALL_BUT) >= 0:
        _all_but(low, found)
