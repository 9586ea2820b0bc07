"""The door of the room: find the counts of a text."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from geo_ghouta.errors import require_text
from geo_ghouta.names.outlines import outlined
from geo_ghouta.names.reaching import words_in
from geo_ghouta.numbers import arabic, context, nouns, softening
from geo_ghouta.numbers.alone import counts_alone
from geo_ghouta.numbers.arabic_words import noun_before
from geo_ghouta.numbers.carried import carry_things
from geo_ghouta.numbers.core import Core
from geo_ghouta.numbers.lexicon import MODIFIERS, NOUNS
from geo_ghouta.numbers.parts import ALL_BUT, Found, mark_parts, share_nouns
from geo_ghouta.numbers.ranges import RANGE, other_end
from geo_ghouta.numbers.spans import NumberSpan, number_span
from geo_ghouta.numbers.totals import cumulative
from geo_ghouta.numbers.words import (
    SCALE,
    SCAN_ARABIC,
    digits_of,
    first_behind,
    one_of,
    read,
    scan_latin,
    spots,
)

_MARKS = (("\uff05", "%"), ("\ufe6a", "%"), ("\uff0c", ","), ("\u2248", "~"))
_LOST = re.compile(r"\b(?:killing|killed|wounding|wounded|injuring|injured|arresting|freeing)\s+$")
"""Verbs behind which even a small word counts people: "killing one fighter and wounding six"."""
_TWO = 2
_LOST_FAMILY = re.compile(
    r"\b(?:killed|killing|buried|burying|wiped\s+out|wiping\s+out|lost|hit|struck)\s+an?\s+(?:[a-z]+\s+)?family\s+of\s$"
)
_OF_ONE = frozenset(("family", "household", "clan", "tribe"))
_FAMILY_DID = re.compile(
    r"\s+(?:is|was|were|died|has|had|have|fled|left|lives?|shares?|sleeps?|survives?|needs?|gets?)\b"
)
_OF_TIME = re.compile(r"(?:\s+of)?\s+(?:an?|the)\s+(?:hour|decade|century|year|day|month|mile|million|kilomet)")


_ONE_LOST = re.compile(
    r"\s+(?:(?:was|is|has|had|later|also|of\s+them)\s+){0,2}(?:died|killed|wounded|injured|missing|dead)\b"
)
_AND_ENDS = re.compile(r"\s*(?:[.,;]|and\s+(?:wound|injur|hurt|maim|kill))")
_ONE_OF_OWN = re.compile(
    r"\s+of\s+(?:its|their|his|our|her)\s+(?:[a-z]+\s+)?(?P<noun>[a-z]+)\s+(?:was|has\s+been|had\s+been|has|had)\s+[a-z]+"
)
_AGE_NEAR = re.compile(r"\bage[ds]?\b[^.;\d]{0,12}$|\b(?:men|women|boys|girls|males|females|anyone|everyone)\s+$")
_NAME_BEHIND = re.compile(r"\s[A-Z][a-z]+\s[A-Z][a-z]+")
_ONE_MAN = re.compile(
    r" ([A-Z][a-z]+(?:an|ese|ish|ino|i|ot|ole|ek|urk|wede|ane|hai|ench))\b(?=[.,;]| (?:were|was|had|have)\b)"
)
_AFTER_MEN = re.compile(r"\d+ [A-Z][a-z]+(?:,| and|, and) $")
"""Around "one" in a list of nationals: "13 Israelis, 10 Thais and one Filipino"."""
_NO_ONE = re.compile(r"\b(?:no|the|any|every|this|that|each|which|some)[\s-]+$")


def find_numbers(text: str) -> list[NumberSpan]:
    """Find the counts of a text: no ages, durations, ordinals, dates, times, lengths or money.

    Parameters
    ----------
    text : str
        Any text; it is not changed.

    Returns
    -------
    list of NumberSpan
        In text order, never overlapping. An exact count has value = low = high; "more than N" value and low (at_least),
        "nearly N" and "up to N" value and high (at_most), "about N" only a value (about); a range low and high, no
        value (about); "dozens" and the like low and high, no value (vague).

    Raises
    ------
    UsageError
        If ``text`` is no str.

    Examples
    --------
    >>> [(n.value, n.unit) for n in find_numbers("Two buses and three vans left with more than 80 people.")]
    [(2, 'buses'), (3, 'other'), (80, 'people')]
    >>> find_numbers("Dozens of fighters")[0].low
    24
    """
    require_text(text, "find_numbers")
    whole = outlined(text)
    low = whole.low
    if not low.isascii():
        for old, new in _MARKS:
            low = low.replace(old, new)
    found: list[Found] = []
    floor = 0
    latin = not whole.arabic
    totals: list[int] | None = None
    if not latin:
        hits: Iterator[re.Match[str]] = SCAN_ARABIC.finditer(low)
    elif whole.outline is None:
        hits = scan_latin(low)
    else:
        totals = []
        hits = spots(low, whole.outline, totals)
    for hit in hits:
        start = hit.start(hit.lastgroup or 0) if latin else hit.start()
        if start < floor:
            continue
        digits = hit["digits"]
        if digits and context.measured(low, hit.end()):
            floor = hit.end()
            continue
        core = digits_of(low, hit) if digits else read(low, start, floor, hit if latin else None)
        if core is None:
            if digits:
                floor = hit.end()
            continue
        phone = _PHONE.match(low, start) if digits and _called(low, start) else None
        if low.startswith("-", start + 3):
            phone = phone or _SEVEN.match(low, start)
        if phone:
            floor = phone.end()
            continue
        plain = low.startswith(" ", core.end)
        if digits and (not plain or not latin) and _glued(low, start, core.end):
            floor = _past(low, core.end)
            continue
        if plain and not core.fraction and not (digits and core.end == hit.end()) and context.measured(low, core.end):
            floor = core.end
            continue
        made, floor = _one(low, text, core, floor)
        if made:
            found.append(made)
    share_nouns(low, found)
    mark_parts(low, found)
    carry_things(low, found)
    return [_span(low, text, f, found, totals) for f in found]


_SEVEN = re.compile(r"\d{3}-\d{4}(?![\d,]|\s+[a-z])")
_OF_MEASURE = re.compile(
    r"\s+(?:more\s+)?of\s+(?:[a-z-]+\s+)?(?:dollars|euros|pounds|liras?|years|months|weeks|days"
    r"|hours"
    r"|minutes|miles|kilomet(?:re|er)s|metres|meters|yards|feet)\b"
)
_THOUSAND = re.compile(r"\d{1,3}\.\d{3}")
_PHONE = re.compile(r"\d+(?:[ ()-]{1,2}\d+)*")
_CALL = re.compile(r"(?:\+|\b(?:call|tel|telephone|phone|fax|hotline|whatsapp)\b[:.]?\s*\(?)$")
_CALL_ENDS = "+lexp"
"""Last letters of ``_CALL``; "" is in it, so that a longer gap is looked at."""
_NOTHING_BEFORE = frozenset(("", " ", "\n", "\t", "\u00a0", "(", "\u0648"))
"""What may stand before a sign that an Arabic text prints before its figure, with no digit or letter of an address."""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # a figure broken by one is not read in parts
_GLUE = re.compile(rf"[\w]|[.:/]\d|-\d+[-/.]\d|,\d|[{_UNSEEN}]+,?\d|,[{_UNSEEN}]+\d")
_UNITED = re.compile(r"(?:st|nd|rd|th|s|mm|km|m|k|am|pm|kg|cm|h|bn|mn|pc)\b|[-,]\d")
_REST = re.compile(rf"[\w.:/+{_UNSEEN}-]*(?:(?:(?<=[{_UNSEEN}]),|,(?=[{_UNSEEN}]))[\w.:/+{_UNSEEN}-]*)*")


def _called(low: str, start: int) -> bool:
    """Whether a number behind "call", "fax" or a plus may be one of a telephone."""
    before = low[max(0, start - 3) : start].rstrip(" :.(\n\t")[-1:]
    return before in _CALL_ENDS and _CALL.search(low, max(0, start - 16), start) is not None


def _glued(low: str, start: int, end: int) -> bool:
    """Digits inside an id, a version, a time or a telephone number."""
    before = low[start - 1] if start else " "
    if before.isalpha() or before == "_":
        return not "\u0600" <= before <= "\u06ff"
    behind = _GLUE.match(low, end)
    return bool(behind) and not _UNITED.match(low, end)


def _past(low: str, end: int) -> int:
    rest = _REST.match(low, end)
    return rest.end() if rest else end


def _one(low: str, text: str, core: Core, floor: int) -> tuple[Found | None, int]:
    start, end = core.start, core.end
    digits = not core.written
    value = core.value
    last = softening.word_before(low, start)
    soft, soft_start = softening.qualifier(low, start, floor, last)
    known = _known_behind(low, end)
    if known:
        return _finish(low, text, core, soft_start, soft, digits, last, known=True)
    second = other_end(low, core, floor)
    if second is not None:
        other, opened = second
        a, b = value, other.value
        if a is not None and b is not None:
            if other.scale > 1 and core.scale == 1 and a < 1000 and (a * other.scale <= b):
                a *= other.scale
            elif (
                digits
                and a < 100
                and b >= 1000
                and a < b / 1000 * 10
                and low[start - 1 : start] != ","
                and low[other.start : other.end].count(",") == 1
                and opened == -1
                and a * 1000 < b
            ):
                a *= 1000
            begin = opened if opened >= 0 else soft_start if soft != "exact" else start
            end = other.end
            core = Core(start, end, None, a, b, fraction=core.fraction and other.fraction, written=core.written)
            return _finish(low, text, core, begin, "about", digits, last)
    return _finish(low, text, core, soft_start, soft, digits, last)


_ASKED = (
    *(context.PERCENT, softening.RIGHT, context.NO_COUNT, context.AGE_BEHIND, context.MONTH_BEHIND, context.AGE_END),
    *(nouns.SQUARE, nouns.HYPHEN, RANGE, SCALE),
)
_NEVER = frozenset(word for pattern in _ASKED for word in words_in(pattern))
_NOUNS = frozenset((*NOUNS, *MODIFIERS)) - _NEVER


@functools.cache
def _opens_nothing(noun: str) -> bool:
    """Whether none of these patterns can begin with a noun: asked word by word, since a text has few of all nouns."""
    return not any(p.match(f" {of}{noun}{end}") for p in _ASKED for of in ("", "of ") for end in " .,")


_NEXT_WORD = re.compile(r" (?:of )?([a-z]+)[ .,]")


def _known_behind(low: str, end: int) -> bool:
    """Whether a noun stands behind that none of these patterns can begin with: it leaves only few questions open."""
    word = _NEXT_WORD.match(low, end)
    return word is not None and word[1] in _NOUNS and _opens_nothing(word[1])


def _finish(
    low: str, text: str, core: Core, begin: int, soft: str, digits: bool, last: str, *, known: bool = False
) -> tuple[Found | None, int]:
    start, end = core.start, core.end
    value, lows, highs = core.value, core.low, core.high
    if (
        digits
        and value is not None
        and end - start > 4
        and low[end - 4] == "."
        and _THOUSAND.fullmatch(low, start, end)
    ):
        counted = nouns.noun(low, text, end)
        if counted and counted[0] in {"people", "fighters", "civilians", "prisoners", "buses"}:
            value = value * 1000
            core.decimal = False
    ranged = value is None and not core.vague
    unit: str | None = None
    span: tuple[int | None, int | None] = (None, None)
    ahead = low[end + 1] if known else first_behind(low, end)
    percent = context.PERCENT.match(low, end) if not known and (ahead in "%\u066ap" or ahead > "\u0600") else None
    if core.fraction:
        unit = "percent"
        span = (start, end)
        if _OF_TIME.match(low, end) or low.startswith((" majority", "-majority"), end):
            return None, end
    elif percent:
        unit = "percent"
        name = "sign" if percent["sign"] else "words" if percent["words"] else "arabic"
        span = percent.start(name), percent.end(name)
        end = percent.end()
        if value is not None and value < 100 and soft == "exact" and low.endswith(ALL_BUT, 0, start):
            value, begin = 100 - value, start - len(ALL_BUT)  # "holds all but 5 per cent of it"
    elif digits and start and low[start - 1] in "%\u066a" and low[max(0, start - 2) : start - 1] in _NOTHING_BEFORE:
        unit, span, begin = "percent", (start - 1, start), min(begin, start - 1)
    square = nouns.square(low, end) if unit is None and not known and ahead in "skhm\u0643" else None
    if square:
        unit = "km2"
        factor, *place = square
        span = (place[0], place[1])
        value = None if value is None else value * factor
        lows = None if lows is None else lows * factor
        highs = None if highs is None else highs * factor
    after, soft_end = ("", end) if known else softening.softener(low, end)
    if after and not (after == "at_least" and low[end : end + 1] == "+" and low[end + 1 : end + 2].isdigit()):
        soft, end = (after if soft in {"exact", after} or after != "about" else soft), soft_end
    if unit is None:
        size = value if value is not None else (lows or 0)
        if context.no_count(low, text, start, core.end, size, digits, last, known=known) or (
            end != core.end and context.no_count(low, text, start, end, value or 0, digits)
        ):
            return None, core.end if after else end  # "on June 1 at least 160 died"
        tied = None if known else nouns.hyphen(low, end)
        if tied is not None:
            if not tied[0]:
                return None, end
            unit, span = tied[0], (tied[1], tied[2])
        else:
            few = core.written and low[start:end] in arabic.ONE
            one = value == 1 and not few
            if one and low.endswith("not ", 0, start):
                return None, end  # "not one ambulance got through"
            dual = arabic.DUALS.get(low[start:end]) if value == _TWO else None
            named_noun = (dual, start, end) if dual else noun_before(low, start) if few else None
            if not named_noun and not (core.vague and _did(low, end)):
                named_noun = nouns.noun(low, text, end + low.startswith(", of ", end) * core.vague, one=one)
            own = _ONE_OF_OWN.match(low, end) if one and ahead == "o" else None
            if own is not None and NOUNS.get(own["noun"]) in {"people", "fighters", "civilians", "prisoners"}:
                named_noun = (NOUNS[own["noun"]], own.start("noun"), own.end("noun"))
            if one and named_noun is None and text[end + 1 : end + 2].isupper():
                man = _ONE_MAN.match(text, end)
                if man and _AFTER_MEN.search(text, max(0, start - 40), start):
                    named_noun = ("people", man.start(1), man.end(1))
            if named_noun and named_noun[0] == "other" and _FAMILY_DID.match(low, end):
                named_noun = None if low.endswith(("family of ", "household of "), 0, start) else named_noun
            if named_noun and named_noun[0] == "time":
                return None, named_noun[2]
            if named_noun:
                unit, span = named_noun[0], (named_noun[1], named_noun[2])
                soft = softening.behind_noun(low, span[1], soft)
            elif low.startswith((" were ", " are "), end):
                unit = nouns.told_as(low, end)
            if one and one_of(low, start, end):
                unit, span = None, (None, None)
            elif (
                one
                and not (unit is None and _one_lost(low, start, end))
                and (unit is None or not _counted_one(low, core, span, digits))
            ):
                return None, end
    if value is not None and value == 0:
        return None, end
    if unit is None:
        unit = nouns.number_of(low, text, begin)
    if (
        ranged
        and unit is None
        and highs is not None
        and highs < 111
        and _AGE_NEAR.search(low, max(0, begin - 20), begin)
    ):
        return None, end  # "men of fighting age, between 15 and 55"
    if digits and unit is None and low.startswith((" to ", " or "), end) and context.ends_measured(low, end):
        return None, end
    if digits and unit is None and low[end : end + 1] == " " and _NAME_BEHIND.match(text, end):
        return None, end  # "the 1070 Housing Project"
    if (
        core.written
        and not core.fraction
        and not core.vague
        and not ranged
        and unit is None
        and value is not None
        and value <= 12
        and not counts_alone(low, start, end)
        and not _LOST.search(low, max(0, start - 12), start)
        and not (
            low.endswith(("family of ", "household of "), 0, start)
            and (_FAMILY_DID.match(low, end) or _LOST_FAMILY.search(low, max(0, start - 40), start))
        )
    ):
        return None, end
    if (
        ranged
        and unit not in {"people", "fighters", "civilians", "prisoners", "buses"}
        and lows
        and highs
        and 1900 <= lows <= 2099
        and 1900 <= highs <= 2099
        and "," not in low[start:end]
    ):
        return None, end
    if core.decimal and digits and unit is None:
        return None, end
    if core.vague and _OF_MEASURE.match(low, core.end):
        return None, end
    if unit != "percent" and low.endswith(ALL_BUT, 0, begin) and low.find(" of ", end, end + 4) < 0:
        return None, end  # "all but two are shut": the exception, told without its whole
    if core.rough and soft == "exact":
        soft = "about"
    if core.vague:
        soft = "vague"
    elif not ranged:
        lows, highs = value, value
        if soft == "at_least":
            highs = None
        elif soft == "at_most":
            lows = None
        elif soft == "about":
            lows = highs = None
    made = Found(begin, end, start, value, lows, highs, soft, unit, span[0], span[1], digits=digits)
    return made, max(end, begin + 1)


_DID = re.compile(r" (?P<word>[a-z]{2,}ed)\b")


def _did(low: str, end: int) -> bool:
    """Whether a verb stands behind a vague plural: "hundreds waved flags" counts no flags."""
    found = _DID.match(low, end) if low[end - 1] == "s" else None
    return found is not None and found["word"] not in NOUNS


def _one_lost(low: str, start: int, end: int) -> bool:
    """Whether "one" counts without a noun: "four were wounded and one died"."""
    if _LOST.search(low, max(0, start - 12), start) and _AND_ENDS.match(low, end):
        return True  # "shells killed one and injured six"
    return _ONE_LOST.match(low, end) is not None and not _NO_ONE.search(low, max(0, start - 8), start)


def _counted_one(low: str, core: Core, span: tuple[int | None, int | None], digits: bool) -> bool:
    if span[0] is None or low[core.end : core.end + 1] not in {" ", "\n", "\u00a0", "-"}:
        return False
    words = low[core.end : span[1]].split()
    if words[0] == "of":  # "one of its soldiers was killed"
        return _ONE_OF_OWN.match(low, core.end) is not None
    if words[0] in _OF_ONE and low.endswith("of ", 0, core.start):
        return False  # "six members of one family"
    before = low[max(0, core.start - 8) : core.start].split()
    return (
        digits
        or not (
            before and before[-1] in {"no", "this", "that", "each", "every", "any", "which", "another", "the", "force"}
        )
        or before[-1] == "the"
    )


def _span(low: str, text: str, item: Found, found: list[Found], hints: list[int] | None) -> NumberSpan:
    unit = item.unit
    if unit is None:
        unit = "people"  # told in the package's docstring
    whole = found[item.part_of] if item.part_of is not None else None
    return number_span(
        item.start,
        item.end,
        text[item.start : item.end],
        _tidy(item.value),
        _tidy(item.low),
        _tidy(item.high),
        item.qualifier,
        unit,
        text[item.unit_start : item.unit_end] if item.unit_start is not None else None,
        item.unit_start,
        item.unit_end,
        (whole.start, whole.end) if whole else None,
        cumulative(low, item.start, item.end, hints),
    )


def _tidy(value: float | None) -> float | None:
    return None if value is None else int(value) if value == int(value) else value
