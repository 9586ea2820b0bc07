"""Turns of phrase by which a date is told of a claim, or of something beside it: "rockets fired on Sunday hit 13"."""

from __future__ import annotations

import contextlib
import datetime as dt
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MUNITIONS
from geo_ghouta.claims.finite import AUX
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.numbers.lexicon import SMALL

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.timing import Moment

_RELATIVE = frozenset(("which", "who", "whose", "where"))
_STATES = frozenset(("under", "cut", "shut", "held", "home"))
"""What begins an aside as a participle does: "X, cut off since March, is hit by 40 shells a day"."""
_RECORDS = word_set("first largest highest biggest worst deadliest heaviest most lowest")
_WILL = frozenset(("will", "would"))
_BESIDE = frozenset(("after", "before"))
_STEPS = {"day": 1, "days": 1, "week": 7, "weeks": 7}
_NUMERALS = SMALL | {"a": 1, "the": 1}
_WEAPONS = MUNITIONS | word_set("fire gunfire shelling mine mines car weapon weapons mortar shot shots")
_THREW = word_set("fired launched dropped lobbed thrown planted carried shot aimed")
_SHORT = 16
_CLAUSE = frozenset(
    ("while", "whereas", "after", "before", "when", "as", "until", "but", "because", "although", "though", ";")
)
_NO_HEAD = frozenset(("as", "was", "is", "says", "this", "has", "whereas", "its"))
_HARMS = frozenset(("casualties", "infrastructure"))
_PERFECT = frozenset(("have", "has", "had", "will", "would", "are", "is"))
_JOINS = frozenset((",", "and", "with"))


def they_did(words: list[str], verb: int) -> bool:
    """Whether a verb is one of a relative clause without its pronoun: "the last quarters they held in X on Friday"."""
    at = verb - 1 - (words[verb - 1] in {"had", "have", "once", "still"})
    if at < 2 or words[at] not in {"they", "it", "rebels", "he"}:
        return False
    return words[at - 1].endswith("s") and words[at - 1].isalpha() and words[at - 1] not in _NO_HEAD


def in_aside(words: list[str], first: int, last: int, low: int) -> bool:
    """Whether a date stands in an aside that ends before the figure: "the war, which began in May, and 300 live"."""
    if last >= low or words[last] != ",":
        return False
    at = first - 1
    while at > 0 and words[at] != ",":
        at -= 1
    return at > 0 and (words[at + 1] in _RELATIVE or words[at + 1] in _STATES or words[at + 1].endswith("ed"))


def is_record(words: list[str], first: int) -> bool:
    """Whether "since" tells how rare something is and not from when it counts: "the first since May"."""
    return any(words[k] == "the" and words[k + 1] in _RECORDS for k in range(max(0, first - 8), first - 1))


def behind_and(words: list[str], last: int, first: int) -> bool:
    """Whether a date stands in a second clause of its own: "has 48 beds and will get more by May"."""
    lead = words[last:first]
    if "far" in lead and lead[lead.index("far") - 1 : lead.index("far") + 3] == ["so", "far", ",", "and"]:
        return True  # "500 have died so far, and 30 were killed on Monday"
    return any(words[k] == "and" and words[k + 1] in _WILL for k in range(last, first - 1))


def thrown_on(words: list[str], moment: Moment, left: list[int], word: int) -> bool:
    """Whether a weapon's day is that of its harm: "rockets fired on Sunday wounded 13 people and burnt four cars"."""
    if not left or words[left[-1]] not in _THREW or words[left[-1] - 1] not in _WEAPONS:
        return False
    if word == moment.last:
        return True
    return words[word - 1] == "and" and AUX.isdisjoint(words[moment.last : word])


def told_with(sentence: Sentence, moment: Moment, begin: int, word: int) -> bool:
    """Whether the figure is told with what the date governs: "resumed on Monday, with 40 sick moved and 12 buses"."""
    words = sentence.words
    between = words[moment.last : begin]
    if "with" not in between or begin - moment.last > _SHORT:
        return False
    opened = moment.last + between.index("with")
    if words[opened - 1] != "," or word < begin:
        return False
    return AUX.isdisjoint(words[opened:word]) and "," not in words[opened + 1 : begin]


def struck_on(sentence: Sentence, moment: Moment, left: list[int], word: int, low: int) -> bool:
    """Whether a blow's day is that of its harm: "attacked X on Sunday and killed 25", "hit X on Sunday, and 3 died"."""
    words, last = sentence.words, moment.last
    if not left or word <= last or low - last > 4:
        return False
    harm = next((t.kind for k, t in sentence.triggers if k == word), "")
    if harm not in _HARMS or not any(k == left[-1] and t.kind == "attack" for k, t in sentence.triggers):
        return False
    if words[last] == "and" and word == last + 1 and word < low + 1:
        return True
    behind = words[last : last + 2] == [",", "and"] and word > low
    return behind and _PERFECT.isdisjoint(words[last:word])


def resumed(words: list[str], moment: Moment, low: int, word: int) -> bool:
    """Whether the day that opens a sentence holds behind its semicolon: "On Sunday X fell; two men were hurt"."""
    lead = words[moment.last : low]
    if lead.count(";") != 1 or moment.first > 2:
        return False
    return len(lead) - lead.index(";") <= 8 and _PERFECT.isdisjoint(words[low : word + 1])


def shifted(sentence: Sentence, moments: list[Moment], low: int) -> tuple[dt.date, dt.date, str] | None:
    """The day told by its distance from another: "on Tuesday, two days after 60 people had been brought out".

    Parameters
    ----------
    sentence : Sentence
    moments : list of Moment
        Date phrases of the sentence.
    low : int
        First word of the figure or of its verb.

    Returns
    -------
    (datetime.date, datetime.date, str) or None
        The day, half-open, and its words.
    """
    words = sentence.words
    at = next((k for k in range(low - 1, max(1, low - 6), -1) if words[k] in _BESIDE), 0)
    if at < 2 or words[at - 1] not in _STEPS:
        return None
    number = words[at - 2]
    count = _NUMERALS.get(number, int(number) if number.isdecimal() and len(number) < 3 else 0)
    told = [m for m in moments if m.last <= at - 2 and m.span.precision in {"day", "part_of_day"}]
    wall = 1.0 if words[max(0, at - 3)] != "," else 8.0  # "on Tuesday as they tried to get in, a day after ..."
    if not count or len(told) != 1 or sentence.between(told[0].last - 1, at - 2) > wall:
        return None
    step = dt.timedelta(days=count * _STEPS[words[at - 1]]) * (-1 if words[at] == "after" else 1)
    with contextlib.suppress(OverflowError):  # the first days of all
        return told[0].span.date_from + step, told[0].span.date_to + step, " ".join(words[at - 2 : at + 1])
    return None


def in_which(words: list[str], last: int, low: int) -> bool:
    """Whether a figure is told of a day's event: "Sunday's attack, in which 20 buses were burnt"."""
    return any(words[k : k + 2] == ["in", "which"] for k in range(last + 2, min(low, last + 6)))


def separate(words: list[str], verb: int, low: int) -> bool:
    """Whether a conjunction stands between a verb and the claim, so that the verb has its own clause."""
    return any(w in _CLAUSE for w in words[verb:low])
