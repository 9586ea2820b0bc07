"""Words that soften a number: "more than", "nearly", "or so"; before it and behind it."""

from __future__ import annotations

import functools
import re

from geo_ghouta.names.reaching import reach, words_in
from geo_ghouta.numbers import arabic
from geo_ghouta.numbers.lexicon import SMALL, TENS
from geo_ghouta.numbers.words import first_behind

LEAST = "at_least"
MOST = "at_most"
ABOUT = "about"
_LEFT = re.compile(
    r"(?<![\w-])(?:(?P<adverb>well|far|slightly|a\s+little|a\s+bit|just)\s+)?"
    r"(?:(?P<at_least>[>\u2265]=?|(?:no|not)\s+(?:fewer|less)\s+than|not\s+under|more\s+than|greater\s+than"
    r"|larger\s+than|higher\s+than|at\s+least|at\s+the\s+very\s+least|upwards?\s+of|in\s+excess\s+of|a\s+minimum\s+of|"
    r"(?<!control\s)(?<!power\s)(?<!hand\s)(?<!hands\s)(?<!handed\s)(?<!handing\s)(?<!turn\s)(?<!turned\s)over|above|exceeding|exceeds|exceeded|topping|topped|beyond|north\s+of"
    r"|surpassing|surpassed|passed|as\s+few\s+as)"
    r"|(?P<at_most>[<\u2264]=?|(?:no|not)\s+(?:more|over|greater|higher)\s+than|(?:fewer|less|lower|smaller)\s+than"
    r"|nearly|almost|close\s+to|nearing|approaching|up\s+to|at\s+most|"
    r"at\s+the\s+most|as\s+many\s+as|as\s+much\s+as|as\s+high\s+as|a\s+maximum\s+of|under|below"
    r"|hardly|scarcely|barely|short\s+of|not\s+quite|virtually|a\s+ceiling\s+of|verging\s+on)"
    r"|(?P<about>\u00b1|est\.?|an?\s+estimated|estimated\s+(?:at|to\s+be)|estimated|about|around|approximately"
    r"|approx\.?|roughly|some|in\s+the\s+region\s+of|in\s+the\s+order\s+of|"
    r"on\s+the\s+order\s+of|circa|ca\.?|c\.|somewhere\s+(?:around|near|in\s+the\s+region\s+of)"
    r"|something\s+like|more\s+or\s+less|~|an\s+average\s+of|nigh\s+on|"
    r"an\s+approximate|perhaps|maybe|probably|nearer(?:\s+to)?|closer\s+to|or\s+so|reportedly\s+about|~\s*))"
    r"(?:\s+(?:the|a|an|another|other|their|these|his|further|additional|total\s+of|a\s+total\s+of"
    r"|a\s+further|an\s+additional))*\s*$"
)
_TAILS_TEXT = """
    than under least of as over above exceeding exceeds exceeded topping topped beyond surpassing surpassed passed few
    hardly scarcely barely
    nearly almost to nearing approaching most many much high below quite virtually on estimated at be about around
    approximately approx roughly some circa ca near nearer like less approximate perhaps maybe probably so
    the a an another other their these his further additional
"""
_TAILS = frozenset(_TAILS_TEXT.split())
"""Last words of what ``_LEFT`` finds: most numbers have none before them, and a look-up is quicker than a search."""
_SIGNS_TEXT = "~ < > <= >= \u2264 \u2264= \u2265 \u2265= \u00b1 est. approx. ca. c."
_LEFT_WORDS = words_in(_LEFT) | frozenset(_SIGNS_TEXT.split())
_SET_BESIDE = ("than", "below", "above", "under")
_LEFT_ARABIC = re.compile(
    rf"(?<!\w)[وفب]?(?:(?P<at_least>{arabic.LEAST})|(?P<at_most>{arabic.MOST})|(?P<about>{arabic.ABOUT}))\s+$"
)
RIGHT = re.compile(
    r"(?:\s*(?P<plus>\+|-?plus\b)|\s*-?\s*(?P<odd>-odd\b|\bodd\b)|,?\s+(?P<more>or\s+more"
    r"|and\s+(?:counting|more|upwards?)|at\s+least|or\s+above)\b|,?\s+(?P<less>or\s+(?:fewer|less)"
    r"|at\s+most)\b|,?\s+(?P<so>or\s+so|more\s+or\s+less|or\s+thereabouts|give\s+or\s+take)\b)"
)


_NUMBER_NEXT = re.compile(r"\s+(?:\d|(?:an?|" + "|".join((*SMALL, *TENS, "dozens", "hundreds", "scores")) + r")\b)")


def word_before(low: str, start: int) -> str:
    """The word before a number and one blank; "" where anything but plain letters stands there."""
    if start > 1 and low[start - 1] == " ":
        lo = max(0, start - 16)
        word = low[low.rfind(" ", lo, start - 1) + 1 or lo : start - 1]
        if word.isascii() and word.isalpha():
            return word
    return ""


def qualifier(low: str, start: int, floor: int, last: str = "") -> tuple[str, int]:
    """Words before a number: the qualifier and where its words begin; ``last`` is what ``word_before`` tells."""
    if last and last not in _TAILS and start - len(last) > floor:
        return "exact", start
    tail = low[max(floor, start - 16) : start].split()
    found, shift = None, 0
    if tail and (tail[-1].lstrip("\"'(\u201c[") in _TAILS or tail[-1][-1] in "~.<>=\u2264\u2265\u00b1"):
        lo = max(floor, start - 44)
        first = reach(low, lo, start, _LEFT_WORDS)
        if first > lo and low[first - 1] == " " and not low.startswith("over", first):  # "control over" counts nothing
            found, shift = _left(low[first:start]), first
        else:
            found = _LEFT.search(low, first, start)
    if found:
        for name in (LEAST, MOST, ABOUT):
            if found[name]:
                if last == "the" and found[name].endswith(_SET_BESIDE):
                    return "exact", start  # "far fewer than the 40 planned", "well below the 500 of May"
                return name, shift + found.start("adverb" if found["adverb"] else name)
    elif start and low[max(0, start - 3) : start - 1] > "\u0600":
        found = _LEFT_ARABIC.search(low, max(floor, start - 24), start)
        return (found.lastgroup or "exact", found.start(found.lastgroup or 0)) if found else ("exact", start)
    return "exact", start


@functools.lru_cache(maxsize=4096)
def _left(words: str) -> re.Match[str] | None:
    """What ``_LEFT`` finds at the end of words behind a blank, kept: texts say the same few."""
    return _LEFT.search(words)


def softener(low: str, end: int) -> tuple[str, int]:
    """Words behind a number, such as "or more": the qualifier and where they end."""
    found = RIGHT.match(low, end) if first_behind(low, end) in "+poamg" else None
    if not found:
        return "", end
    if found["plus"] and low[found.end() : found.end() + 2].lstrip()[:1].isdigit():
        return "", end  # "5,400 + 1,000"
    if low.endswith((" at least", " at most"), 0, found.end()) and _NUMBER_NEXT.match(low, found.end()):
        return "", end  # "of those 300, at least 20 are ill"
    if found["plus"] or found["more"]:
        return LEAST, found.end()
    if found["less"]:
        return MOST, found.end()
    return ABOUT, found.end()


_BEHIND_NOUN = {"more": LEAST, "fewer": MOST, "less": MOST, "so": ABOUT}
_BEHIND_ARABIC = {
    "على الاقل": LEAST,
    "كحد ادنى": LEAST,
    "او اكثر": LEAST,
    "فاكثر": LEAST,
    "على الاكثر": MOST,
    "كحد اقصى": MOST,
    "او اقل": MOST,
    "تقريبا": ABOUT,
}
"""Behind an Arabic noun: "ألف مقاتل على الأكثر"."""
_NEXT = re.compile(r" or (more|fewer|less|so)(?![\w-]| than)")


def behind_noun(low: str, end: int | None, soft: str) -> str:
    """The qualifier, where only words behind the noun tell it: "300 people or more".

    Examples
    --------
    >>> behind_noun("300 people or so", 10, "exact"), behind_noun("300 people left", 10, "exact")
    ('about', 'exact')
    """
    if soft != "exact" or end is None:
        return soft
    if low.startswith(" ", end) and low[end + 1 : end + 2] > "\u0600":
        return next((name for words, name in _BEHIND_ARABIC.items() if low.startswith(words, end + 1)), soft)
    if not low.startswith(" or ", end):
        return soft
    found = _NEXT.match(low, end)
    return _BEHIND_NOUN[found[1]] if found else soft
