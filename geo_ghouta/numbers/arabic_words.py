"""Read an Arabic number: words joined by "and", scales, shares, duals and vague words; in the plain copy's spelling."""

from __future__ import annotations

import re

from geo_ghouta.numbers import arabic
from geo_ghouta.numbers.core import Core

_TEEN = 10
_HUNDRED = 100


def _any(words: object) -> str:
    return "|".join(sorted(words, key=lambda w: (-len(w), w)))  # type: ignore[call-overload]


SCAN_TEXT = (
    r"|(?<![\w])[وفبل]??(?:ال)?(?P<arabic>"
    + _any({*arabic.WORDS, *arabic.VAGUE, *arabic.FRACTIONS, *arabic.DUALS, *arabic.ONE})
    + r")(?!\w)"
)
"""What begins an Arabic number, to go behind what begins any other."""
SCALE_BEHIND = re.compile(r"\s+(?:ال)?(?P<scale>" + _any(arabic.SCALES) + r")(?!\w)")
_SHARED = re.compile(
    r"\s+(?:ال(?!ساع|يوم|شهر|سن|عام|اسبوع|قرن|ليل|نهار|طريق|مليون|ال)|(?:عدد|سكان|مساحة|مدينة|احياء|مباني|منازل|اراضي)(?!\w))"
)
"""What "half" shares: a word with its article, or what is counted; no time."""
_TEENS = re.compile(r"\s+(?:عشر|عشرة)(?!\w)")
_HUNDREDS = re.compile(r"\s+(?:مئة|مائة)(?!\w)")
_AND = re.compile(
    r"\s+و\s?(?:(?P<digits>\d{1,3})(?![\d.,])|(?P<word>" + _any({*arabic.WORDS, *arabic.PARTS}) + r")(?!\w))"
)
_PART = re.compile(r"\s+(?P<part>" + _any(arabic.PLURAL_PARTS) + r")(?!\w)")
_OF_EVERY = re.compile(
    r"\s+(?:\w+\s+)?من\s+(?:بين\s+)?كل\s+(?:(?P<digits>\d{1,3})|(?P<word>" + _any(arabic.WORDS) + r"))(?!\w)"
)
_BETWEEN = re.compile(r"(?<!\w)[وفب]?(?:ما\s+)?بين\s+(?:نحو\s+|حوالي\s+)?$")
_ORDINAL = re.compile(r"(?<!\w)[وفبل]?ال(?:حادي|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع)ة?\s+(?:و(?:ال)?)?$")
_NOUN_BEFORE = re.compile(r"(?<!\w)[وفبل]?(?:ال)?(?P<noun>\w+)\s+$")
_COUNTED_ONE = frozenset(("people", "fighters", "civilians", "prisoners", "buses", "hospitals"))


def read_arabic(low: str, hit: re.Match[str]) -> Core | None:
    """Read the number whose first word was hit."""
    word = hit.groupdict().get("arabic")
    if not word:
        return None
    start, end = hit.start("arabic"), hit.end()
    if word in arabic.VAGUE and word not in arabic.WORDS:
        return Core(start, end, None, *arabic.VAGUE[word], vague=True, written=True)
    if word in arabic.DUALS:
        if low[start - 2 : start] == "ال":
            return None  # "the two villages"
        return Core(start, end, 2.0, written=True)
    if word in arabic.FRACTIONS:
        scale = SCALE_BEHIND.match(low, end)
        if scale:
            size = float(arabic.SCALES[scale["scale"]])
            return Core(start, scale.end(), size * arabic.FRACTIONS[word] / 100, written=True)
        shared = _SHARED.match(low, end)
        return Core(start, end, arabic.FRACTIONS[word], fraction=True, written=True) if shared else None
    if word in arabic.ONE and (low[start - 2 : start] == "ال" or not _TEENS.match(low, end)):
        return _one(low, start, end, arabic.ONE[word])
    if _ORDINAL.search(low, max(0, start - 12), start):
        return None  # "the seventeenth", "the twenty-first"
    value = float(arabic.ONE.get(word) or arabic.WORDS[word])
    part = _PART.match(low, end)
    if part and value < arabic.PLURAL_PARTS[part["part"]]:
        return Core(start, part.end(), 100 * value / arabic.PLURAL_PARTS[part["part"]], fraction=True, written=True)
    share = _share(low, start, end, value)
    if share:
        return share
    value, end, scale_by = go_on(low, value, end, joined=_BETWEEN.search(low, max(0, start - 16), start) is None)
    return Core(start, end, value, written=True, scale=scale_by)


def _share(low: str, start: int, end: int, value: float) -> Core | None:
    """Read a share such as "one of every five"."""
    share = _OF_EVERY.match(low, end)
    if share is None:
        return None
    below = float(share["digits"] or arabic.WORDS[share["word"]])
    return Core(start, share.end(), 100 * value / below, fraction=True, written=True) if value < below else None


def _one(low: str, start: int, end: int, value: int) -> Core | None:
    """One and two, which stand behind their noun or before "of": "شخص واحد", "اثنان من الجنود"."""
    if low[start - 2 : start] == "ال":
        return None  # also Monday
    share = _share(low, start, end, value)
    if share:
        return share
    ahead, stop, _ = go_on(low, float(value), end)
    if ahead > value:
        return Core(start, stop, ahead, written=True)  # "twenty-one"
    before = _NOUN_BEFORE.search(low, max(0, start - 20), start)
    noun = before["noun"] if before else ""
    if value == 1:
        counted = arabic.NOUNS.get(noun) in _COUNTED_ONE
    else:
        counted = noun not in arabic.DUALS and (arabic.NOUNS.get(noun) in _COUNTED_ONE or noun in arabic.LOST)
        counted = counted or low.startswith((" من ال", " من عناصر", " منهم", " اخر"), end)
    return Core(start, end, float(value), written=True) if counted else None


def noun_before(low: str, start: int) -> tuple[str, int, int] | None:
    """The noun before "one" or "two": unit, start and end."""
    before = _NOUN_BEFORE.search(low, max(0, start - 20), start)
    unit = arabic.NOUNS.get(before["noun"]) if before else None
    return (unit, before.start("noun"), before.end("noun")) if before and unit in _COUNTED_ONE else None


def go_on(low: str, value: float, end: int, *, joined: bool = True) -> tuple[float, int, float]:
    """Read what goes on behind a number's first word or digits: value, end and the last scale.

    Examples
    --------
    >>> go_on("خمسة عشر الف مدني", 5.0, 4), go_on("3 الاف و500 شخص", 3.0, 1)
    ((15000.0, 12, 1000.0), (3500.0, 11, 1.0))
    """
    total, current, last = 0.0, value, 1.0
    bound = float("inf")
    if value >= 1000 and value in arabic.WHOLE:
        total, current, bound = value, 0.0, 10 ** (len(str(int(value))) - 1)
        last = bound
    while True:
        if 0 < current < _TEEN and current == int(current) and (more := _TEENS.match(low, end)):
            current, end = current + _TEEN, more.end()
            continue
        if 2 < current < _TEEN and (more := _HUNDREDS.match(low, end)):
            current, end = current * _HUNDRED, more.end()
            continue
        more = SCALE_BEHIND.match(low, end) if current > 0 else None
        size = float(arabic.SCALES[more["scale"]]) if more else 0.0
        if more and _HUNDRED < size < bound and current < size:
            total, current, end, last, bound = round(total + current * size, 6), 0.0, more.end(), size, size
            continue
        more = _AND.match(low, end) if joined else None
        if more is None:
            break
        if more["word"] in arabic.PARTS:
            if current or last < 1000:
                break
            total, end = total + last * arabic.PARTS[more["word"]], more.end()
            named = SCALE_BEHIND.match(low, end)
            if named and arabic.SCALES[named["scale"]] == last:
                end = named.end()  # "a million and half a million"
            break
        other = float(more["digits"] or arabic.WORDS[more["word"]])
        if not _fits(current, other, bound):
            break
        if current == 0 and other >= 1000:
            total, end, bound = total + other, more.end(), 1000.0
            continue
        current, end, last = current + other, more.end(), 1.0
    return total + current, end, last if current == 0 else 1.0


def _fits(current: float, other: float, bound: float) -> bool:
    """Whether "and" joins a smaller part of the same number; else it joins two counts."""
    if current == 0:
        return other < bound < float("inf")
    if current != int(current) or current >= 1000:
        return False
    if current % _HUNDRED == 0:
        return other < _HUNDRED
    return current % _HUNDRED < _TEEN and other in arabic.TENS and current < 1000
