"""Numbers that are the age of one person: "a farmer of 62", "his deputy is 29", "One was 56, the other 28"."""

from __future__ import annotations

import re

from geo_ghouta.numbers.lexicon import MODIFIERS, NOUNS

FOLK = frozenset(("people", "fighters", "civilians", "prisoners", "buses"))
_PERSON = frozenset(("man", "woman", "child", "policeman", "gunman", "policewoman", "baby", "grandmother"))


def of_that_age(low: str, start: int) -> bool:
    """Whether the number is one person's age: "a farmer of 62"; "a convoy of 62" counts."""
    if low[max(0, start - 4) : start] != " of ":
        return False
    words = low[max(0, start - 44) : start - 4].split()
    return (
        len(words) >= 2
        and (words[-1] in _PERSON or (words[-1] not in MODIFIERS and NOUNS.get(words[-1] + "s") in FOLK - {"buses"}))
        and not {"a", "an", "the", "another", "one"}.isdisjoint(words[-4:-1])
    )


IS = frozenset(("is", "was"))
_IS_OLD = re.compile(
    r"\b(?:the|his|her|their|my|our|whose)\s+(?:[a-z]+\s+)?(?:deputy|driver|commander|leader|chief|brother|sister|son|daughter|wife"
    r"|husband|mother|father|widow|grandmother|grandfather|grandson|granddaughter|nephew|niece|cousin|uncle|aunt|twin"
    r"|mayor|teacher|doctor|nurse|surgeon|pilot|victim|suspect|gunman|attacker|boy|girl|bride|groom|patient)\s+(?:is|was)\s$"
)
_ENDS = frozenset((",", ".", ";", ""))


def is_old(low: str, start: int, end: int) -> bool:
    """Tell whether one person is told to be so old: "the driver is 41 and his deputy is 29"."""
    if low[end : end + 1] not in _ENDS and not low.startswith((" and ", " when"), end):
        return False
    return _IS_OLD.search(low, max(0, start - 40), start) is not None


_MEAN_AGE = re.compile(
    r"\b(?:average|median|mean)\s+age\b[^.;\d]{0,40}\b(?:is|was|of|at)\s+(?:about\s+|only\s+|just\s+)?$"
)
_ONES_AGE = re.compile(
    r"\b(?:one|(?:the\s+)?(?:other|second|eldest|oldest|youngest|elder|older|younger))"
    r"(?:\s+(?:was|is|were|of\s+them\s+was|just|only))*\s+$"
)


_CARRIED = re.compile(
    r"\b(?:held|carried|took|brought|bore|had|counted|carrying|with)\s+\S+\s*(?:[a-z]+\s*)?,?\s+(?:and\s+)?the\b"
)


def of_persons(low: str, start: int, end: int, value: float) -> bool:
    """Whether a number alone is the age of those just told: "One was 56, the other 28", "average age is 19"."""
    if value >= 111 or end - start > 3:
        return False
    before = low[max(0, start - 70) : start]
    if " age" in before and _MEAN_AGE.search(before):
        return True
    if low[end : end + 1] not in _ENDS or _ONES_AGE.search(before) is None:
        return False
    return _CARRIED.search(before) is None  # "the first bus held 49, the second 51"
