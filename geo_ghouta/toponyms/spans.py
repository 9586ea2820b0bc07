"""Spans of a text that hold no place although they may hold a place's name: persons, groups, outlets, months."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from geo_ghouta.names import fold_group
from geo_ghouta.toponyms import words as lists

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.schema import Actor, Index
    from geo_ghouta.toponyms.tokens import Words

PERSON, GROUP, MONTH, OUTLET = "person", "group", "month", "outlet"
_BLOCKING = frozenset({"armed_group", "monitor", "media", "aid", "coalition", "civilian", "mixed"})
_MAX_GROUP = 6
_NO_CAPITALS = "\u0621"
"""First letter of the scripts without capitals; words of Latin, Greek and Cyrillic letters sort before it."""


@functools.lru_cache(maxsize=64)
def group_keys(actors: tuple[Actor, ...]) -> dict[str, frozenset[str]]:
    """First folded word → folded names of the groups, monitors and outlets among the actors."""
    found: dict[str, set[str]] = {}
    for actor in actors:
        if actor.kind in _BLOCKING:
            for name in (actor.label, actor.label_ar, *actor.aliases):
                key = fold_group(name)
                if key:
                    found.setdefault(key.split()[0], set()).add(key)
    return {k: frozenset(v) for k, v in found.items()}


def blocked(w: Words, index: Index, actors: tuple[Actor, ...] = ()) -> tuple[list[str], set[str]]:
    """Mark every word that belongs to a person, group, outlet or month.

    Returns
    -------
    tuple
        One mark a word ("" for none), and the surnames met, in lower case.
    """
    marks = [""] * len(w.low)
    _groups(w, marks, group_keys(actors))
    _months(w, marks)
    return marks, _persons(w, marks, index)


def _put(marks: list[str], numbers: Iterable[int], mark: str) -> None:
    for n in numbers:
        marks[n] = marks[n] or mark


def _groups(w: Words, marks: list[str], keys: dict[str, frozenset[str]]) -> None:
    written, low, cap = w.word, w.low, w.cap
    last = 0
    for i in _openers(w) if keys else w.caps:
        if i < last:
            continue
        word = low[i]
        end = _known_group(w, i, keys) if keys and _group_head(written[i]) in keys else 0
        if not end and word in _GROUP_STARTS and cap[i]:
            if word in _PHRASE_STARTS:
                end = _phrase(w, i)
            if not end and word in lists.GROUP_HEADS:
                end = _arabic_group(w, i)
            if not end and (word in lists.OUTLET_WORDS or (word in lists.OUTLETS_OR_PLACES and _outlet(w, i, marks))):
                end = i + 1
        if end:
            _put(marks, range(i, end), GROUP)
            if i and low[i - 1] in lists.ARTICLES and w.joined[i - 1]:
                _put(marks, [i - 1], GROUP)
            last = end


def _openers(w: Words) -> list[int]:
    """Numbers of the words that a group's name may begin with: capitals, and what a script without capitals writes."""
    if w.ascii or max(w.low) < _NO_CAPITALS:
        return w.caps
    return [n for n, word in enumerate(w.low) if w.cap[n] or word >= _NO_CAPITALS]


@functools.lru_cache(maxsize=65536)
def _group_key(text: str) -> str:
    return fold_group(text)


@functools.lru_cache(maxsize=65536)
def _group_head(word: str) -> str:
    return fold_group(word).split(" ")[0]


def _known_group(w: Words, i: int, keys: dict[str, frozenset[str]]) -> int:
    first = _group_head(w.word[i])
    end = i + 1
    while end < len(w.low) and end - i < _MAX_GROUP and w.joined[end - 1]:
        end += 1
    for stop in range(end, i, -1):
        if _group_key(w.text[w.start[i] : w.end[stop - 1]]) in keys[first]:
            return stop
    return 0


_BY = frozenset({"told", "by", "agency", "channel", "broadcaster", "newspaper", "daily", "network"})


def _outlet(w: Words, i: int, marks: list[str]) -> bool:
    """Whether a station's and place's name is the station's here: "Fars reported", "(Fars)", "Tasnim and Fars"."""
    first = i - 1 if i and w.low[i - 1] in lists.ARTICLES and w.joined[i - 1] else i
    if w.text[w.start[first] - 1 : w.start[first]] == "(" and w.text[w.end[i] : w.end[i] + 1] == ")":
        return True
    if i + 1 < len(w.low) and w.low[i + 1] in lists.OUTLET_SIGNS and w.text[w.end[i] : w.start[i + 1]] in {" ", ", "}:
        return True
    before = first - 1
    if before < 0:
        return False
    if w.low[before] in _BY or (w.low[before] == "to" and before and w.low[before - 1] == "according"):
        return True
    return (
        w.low[before] in {"and", "or"}
        and before > 0
        and marks[before - 1] == GROUP
        and w.low[before - 1] in lists.OUTLET_WORDS
    )


_PHRASES = (
    ("red", "cross"),
    ("red", "crescent"),
    ("islamic", "state", "of", "iraq", "and", "the", "levant"),
    ("islamic", "state", "of", "iraq", "and", "syria"),
    ("islamic", "state", "of", "iraq", "and", "al", "sham"),
    ("islamic", "state", "in", "iraq", "and", "the", "levant"),
    ("islamic", "state", "in", "iraq", "and", "syria"),
    ("islamic", "state", "of", "iraq"),
    ("islamic", "state", "khorasan", "province"),
    ("islamic", "state", "khorasan"),
    ("isis", "khorasan"),
    ("qaeda", "in", "the", "arabian", "peninsula"),
    ("qaeda", "in", "the", "islamic", "maghreb"),
    ("qaeda", "in", "iraq"),
    ("qaida", "in", "the", "arabian", "peninsula"),
    ("qaida", "in", "the", "islamic", "maghreb"),
    ("qaida", "in", "iraq"),
)
_PHRASE_STARTS = frozenset(p[0] for p in _PHRASES)
_GROUP_STARTS = _PHRASE_STARTS | lists.GROUP_HEADS | lists.OUTLET_WORDS | lists.OUTLETS_OR_PLACES


def _phrase(w: Words, i: int) -> int:
    for phrase in _PHRASES:
        if tuple(w.low[i : i + len(phrase)]) == phrase:
            return i + len(phrase)
    return 0


_ALONE = frozenset({"hezbollah", "hizbollah", "hizbullah", "fatah", "ansarullah", "qaeda", "qaida"})


def _arabic_group(w: Words, i: int) -> int:
    # "Ahrar al-Sham", "Liwa Fatemiyoun": the head, then articles and capitals as they come.
    end = i + 1
    if w.low[i] == "tahrir" and not (end < len(w.low) and w.low[end] in lists.ARTICLES):
        return 0  # Tahrir Square is one
    if w.low[i] == "lashkar" and end < len(w.low) and w.low[end] == "gah":
        return 0  # a town
    while end < len(w.low) and w.joined[end - 1] and end - i < _MAX_GROUP:
        if w.cap[end]:
            end += 1
        elif w.low[end] in lists.PARTICLES and end + 1 < len(w.low) and w.joined[end] and w.cap[end + 1]:
            end += 2
        else:
            break
    return end if end > i + 1 or w.low[i] in _ALONE else 0


def _months(w: Words, marks: list[str]) -> None:
    for i in w.caps:
        word = w.low[i]
        if word in lists.MONTHS:
            marks[i] = marks[i] or MONTH
        elif word in lists.ARAB_MONTHS:
            tail = next((j for j in (i + 1, i + 2) if j < len(w.low) and w.low[j] in lists.ARAB_MONTH_TAIL), 0)
            if tail and all(w.joined[k] for k in range(i, tail)):
                _put(marks, range(i, tail + 1), MONTH)


def _persons(w: Words, marks: list[str], index: Index) -> set[str]:
    names: set[str] = set()
    low, cap, joined, given, total = w.low, w.cap, w.joined, lists.given_names(), len(w.low)
    last = 0
    for i in _starts(w):
        if i < last:
            continue
        word = low[i]
        begin = i + 1
        if word in lists.TITLES and begin < total and _follows(w, i):
            # "Gen. X", "President X": every capital after it, but "Prime Minister of Syria" is none.
            while begin < total and low[begin] in lists.TITLES and _follows(w, begin):
                begin += 1
            end = _run(w, begin)
            lone = end - begin == 1
            if end > begin and not (lone and low[begin] in lists.GENERIC_CAPS) and _is_person(w, index, i, begin, end):
                _take(w, marks, names, begin, end)
                last = end
        elif not joined[i]:
            continue
        elif cap[i + 1] and word not in lists.GENERIC_CAPS and _aged(w, i, index):
            _take(w, marks, names, i, i + 2)
            last = i + 2
        elif (word in given or word == "abu") and not marks[i] and word not in lists.UNKNOWN_HEADS:
            end = _run(w, i)
            while end > i + 1 and (low[end - 1] in lists.GENERIC_CAPS or marks[end - 1]):
                end -= 1
            if end > i + 1 and _named(w, index, i, end):
                _take(w, marks, names, i, end)
                last = end
    return names


def _starts(w: Words) -> list[int]:
    """Numbers of the words that a person's name or title may begin with: capitals, and "chief" before one."""
    low, cap = w.low, w.cap
    found: list[int] = []
    for n in w.caps:
        if n and low[n - 1] in lists.TITLES:
            k = n - 1
            while k >= 0 and not cap[k] and low[k] in lists.TITLES and (not found or k > found[-1]):
                k -= 1
            found += range(k + 1, n + 1)
        else:
            found.append(n)
    return found


_AGE = re.compile(r", (?:aged )?\d{1,2}[,.;)]")


def _aged(w: Words, i: int, index: Index) -> bool:
    """Whether two capitals are a person's name: an age follows, or the second is a frequent surname."""
    end = w.end[i + 1]
    aged = w.text[end] == "," and _AGE.match(w.text, end) if end < len(w.text) else None
    known = w.low[i + 1] in lists.all_surnames()
    if not aged and not known:
        return False
    if i and w.joined[i - 1] and w.cap[i - 1] and aged and not known:
        return False
    if w.low[i + 1] in lists.TITLES or w.low[i] in lists.TITLES:
        return False
    if w.low[i] in lists.DIRECTIONS or w.low[i + 1] in lists.FACILITY_HEADS or w.low[i + 1] in lists.ORG_HEADS:
        return False
    return not index.look_up(w.text[w.start[i] : end])


def _follows(w: Words, i: int) -> bool:
    gap = w.text[w.end[i] : w.start[i + 1]] if i + 1 < len(w.low) else "\n"
    return gap in {" ", ". ", "\u00a0", ".\u00a0", " \u00a0"}


def _run(w: Words, i: int) -> int:
    """Return the end of the run of capitals, particles between them allowed, that begins at word i."""
    end = i
    while end < len(w.low) and end - i < 5:
        if end > i and not _person_gap(w, end - 1):
            break
        if w.cap[end] or (w.low[end] in lists.PARTICLES and end + 1 < len(w.low) and w.joined[end] and w.cap[end + 1]):
            if w.low[end] in _ENGLISH and not w.cap[end] and w.text[w.end[end]] != "-":
                break  # "Mr Younis at Ashkelon"
            end += 1
        else:
            break
    return end


_ENGLISH = frozenset({"as", "at", "an", "ad"})


def _person_gap(w: Words, i: int) -> bool:
    gap = w.text[w.end[i] : w.start[i + 1]]
    # "John F. Kennedy": an initial's point does not end the run.
    return gap in {" ", "-", "\u00a0", "‑"} or (gap in {". ", ".\u00a0"} and len(w.word[i]) == 1)


def _is_person(w: Words, index: Index, i: int, begin: int, end: int) -> bool:
    title = w.low[i]
    if (
        title
        in {"saint", "st", "count", "general", "major", "private", "king", "queen", "prince", "princess", "justice"}
        or not w.cap[i]
    ):
        # "Prince George County", "king of Jordan": a name that is only a known place stays one.
        lone = end - begin == 1
        known = index.look_up(w.text[w.start[begin] : w.end[end - 1]])
        if lone and known:
            return False
    text = w.text[w.start[i] : w.end[end - 1]]
    return not index.look_up(text)


def _named(w: Words, index: Index, i: int, end: int) -> bool:
    last = w.low[end - 1]
    if w.low[i] == "abu" and end < len(w.low) and w.joined[end - 1] and w.low[end] in lists.SITE_AFTER:
        return False  # "the Abu Shouk camp"
    if last in lists.ORG_HEADS or last in lists.FACILITY_HEADS:
        return False
    for stop in range(end, i + 1, -1):
        found = index.look_up(w.text[w.start[i] : w.end[stop - 1]])
        if found and (stop - i >= 3 or found[0].place.tier < 4 or found[0].place.population >= 5000):
            return False
    return True


def _take(w: Words, marks: list[str], names: set[str], begin: int, end: int) -> None:
    _put(marks, range(begin, end), PERSON)
    for n in range(begin, end):
        if w.cap[n] and w.low[n] not in lists.PARTICLES and len(w.low[n]) > 2:
            names.add(w.low[n])
