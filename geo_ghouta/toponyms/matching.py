"""Longest matches of an index in the words of a text, and unknown names that their own words tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from geo_ghouta.names import plain
from geo_ghouta.toponyms import words as lists
from geo_ghouta.toponyms.spans import MONTH

if TYPE_CHECKING:
    from geo_ghouta.schema import Index, Match
    from geo_ghouta.toponyms.tokens import Words

_MAX_WORDS = 6
_CLOSED_TIER = 3
_LISTED_TIER = 2
"""Lists of the case, and those given and added."""
_CODE, _PAIR = 2, 2
_INSIDE = lists.INNER | lists.DOUBLE
_NUMBER = re.compile(r"[ -]\d{1,4}(?![\w%]|[.,:]\d)")


class Candidate(NamedTuple):
    """Words that an index knows, before they are weighed."""

    first: int
    stop: int
    start: int
    end: int
    matches: tuple[Match, ...]
    part: str = ""


def candidates(w: Words, index: Index, marks: list[str]) -> list[Candidate]:
    """Longest matches of an index in the words, left to right, unweighed; unknown names that their words tell."""
    found: list[Candidate] = []
    taken = 0
    low, cap, joined = w.low, w.cap, w.joined
    for i in w.caps:
        if i < taken:
            continue
        if marks[i] == MONTH:
            # "Friday Market" and "May Square", where a list has just that.
            named = _longest(w, index, i, least=2) if index.width(w.word[i]) > 1 else None
            if named is not None and _listed(named.matches):
                found.append(named)
                taken = named.stop
            continue
        candidate = None
        if i > taken and joined[i - 1]:
            before = low[i - 1]
            if not cap[i - 1] and (before in lists.DIRECTIONS or (before in lists.ARTICLES and _leads(w, i - 1))):
                candidate = _part(w, index, i) or _longest(w, index, i - 1, least=2)
        if candidate is None and _begins(w, index, i):
            candidate = _longest(w, index, i, least=1)
        candidate = candidate or unknown(w, i, marks)
        if candidate is not None:
            found.append(candidate)
            taken = candidate.stop
    return found


def _listed(matches: tuple[Match, ...]) -> bool:
    """Whether the case's or a given list has just this name."""
    return bool(matches) and matches[0].place.tier <= _LISTED_TIER and matches[0].likeness == 1.0


def _begins(w: Words, index: Index, i: int) -> bool:
    """Whether a name may begin with this capital, of one word or of more: False is certain."""
    low = w.low[i]
    if low in lists.ARTICLES:
        return True
    if low == "the":
        return w.joined[i] and w.cap[i + 1]
    width = index.width(w.word[i])
    if width > 1 and w.text[w.end[i] + 1 : w.end[i] + 2].isdigit():
        return True
    if width > 1 and w.joined[i] and (w.cap[i + 1] or width == _PAIR or w.low[i + 1] in _INSIDE):
        return True
    return width > 0 and bool(index.look_up(w.word[i]))


def _part(w: Words, index: Index, i: int) -> Candidate | None:
    """Take "northern Syria" for Syria, told which part: with a small letter the point of the compass is no name.

    "eastern Ghouta" is one: what stands behind it is a region and no country, province or town.
    """
    if w.low[i - 1] not in lists.COMPASS:
        return None
    whole = _longest(w, index, i, least=1)
    if whole is None or not whole.matches or whole.matches[0].place.kind == "region":
        return None
    first = i - 1
    side = index.look_up(w.text[w.start[first] : whole.end])
    if _listed(side) and side[0].place.kind != "region":
        return None  # "western Mosul", where the case's list has that district
    if first and w.text[w.end[first - 1] : w.start[first]] == "-" and w.low[first - 1] in {"north", "south"}:
        first -= 1
    return whole._replace(part="".join(w.low[first:i]))


def _leads(w: Words, i: int) -> bool:
    # "as Salt" is no article; "as-Salt" and "al Salt" are.
    return w.low[i] in {"al", "el", "ash"} or w.text[w.end[i] : w.start[i + 1]] == "-"


def _longest(w: Words, index: Index, i: int, least: int) -> Candidate | None:
    low, cap, joined, ends = w.low, w.cap, w.joined, w.end
    opener = low[i]
    if opener == "the":
        return _with_the(w, index, i)
    width = index.width(w.word[i])
    if opener in lists.ARTICLES and i + 1 < len(low) and joined[i]:
        width = max(width, 1 + index.width(w.word[i + 1]))
    if width < least:
        return None
    stop = i + 1
    limit = min(len(low), i + min(width, _MAX_WORDS))
    while stop < limit and joined[stop - 1] and (cap[stop] or low[stop] in _INSIDE or stop == i + width - 1):
        stop += 1
    if stop < limit and joined[stop - 1] and (low[stop - 1] in lists.DOUBLE or low[stop] in lists.GENERIC_TAILS):
        stop += 1
    text = w.text
    begin = w.start[i]
    for end in range(stop, i + least - 1, -1):
        if width > end - i and text[ends[end - 1] + 1 : ends[end - 1] + 2].isdigit():
            number = _NUMBER.match(text, ends[end - 1])
            known = index.look_up(text[begin : number.end()]) if number else ()
            if number and _listed(known):
                return Candidate(i, end, begin, number.end(), known)  # "Hill 70"
        generic = not cap[end - 1] and not _lower_tail(w, i, end)
        if generic:
            known = index.look_up(text[begin : ends[end - 1]])
            if not _listed(known) or not (_site_tail(w, end) or known[0].place.kind == "camp"):
                continue
        if end > i + 1 and low[end - 1] in lists.ARTICLES:
            continue
        matches = index.look_up(text[begin : ends[end - 1]])
        if not matches:
            continue
        behind = text[ends[end - 1] : ends[end - 1] + 1]
        if behind == "$" or behind.isdigit():
            continue  # "Swaida24", "US$"
        if (
            opener in _NO_OPENERS
            and (i + 1 == len(w.low) or w.text[w.end[i] : w.start[i + 1]] != "-")
            and matches[0].likeness < 1.0
        ):
            continue  # "At Harasta": only a list that has just that makes an article of it
        if matches[0].match == "fuzzy" and (opener in lists.TITLES or w.word[i].isupper()):
            continue  # "Chief Nnia" is like no town
        if not (end == i + 1 and _unfit(w, i, matches)) and not _saint(w, i, end):
            whole = _longer(w, i, end, matches)
            if whole:
                return whole
            return _extended(Candidate(i, end, begin, _dot(w, end - 1, matches), matches), w, index)
    return None


def _longer(w: Words, i: int, end: int, matches: tuple[Match, ...]) -> Candidate | None:
    """Return the longer Arabic name that no list has: "Bab al-Tob" is not Bab."""
    if end + 1 >= len(w.low) or w.cap[end] or w.low[end] not in lists.ARTICLES or not w.joined[end - 1]:
        return None
    if w.text[w.end[end]] != "-" or not w.cap[end + 1] or matches[0].place.kind in {"country", "continent"}:
        return None
    if matches[0].match in {"adjective", "demonym"}:
        return None
    stop = end + 2
    if stop < len(w.low) and w.joined[stop - 1] and w.low[stop] in lists.BUILDINGS and w.cap[stop]:
        stop += 1  # "the Grand al-Nuri Mosque"
    return Candidate(i, stop, w.start[i], w.end[stop - 1], ())


def _with_the(w: Words, index: Index, i: int) -> Candidate | None:
    # "The Hague" has its article in the name; "The United States" has not.
    if i + 1 < len(w.low) and w.joined[i] and w.cap[i + 1]:
        found = _longest(w, index, i + 1, least=1)
        if found and found.matches and found.matches[0].place.name.startswith("The "):
            return found._replace(first=i, start=w.start[i])
    return None


_NO_OPENERS = lists.ARTICLES - {"al", "el", "ash"}
_CONTRACTED = re.compile(r"['’](?:ll|re|ve|d|m|t)$")


def _lower_tail(w: Words, i: int, end: int) -> bool:
    # "Wafideen camp" is listed so; in "Idlib province" the second word only tells the kind.
    return (
        w.low[end - 1] not in lists.GENERIC_TAILS
        and end - 1 > i
        and w.low[end - 1] not in lists.INNER
        and len(w.low[end - 1]) > 2
    )


def _site_tail(w: Words, end: int) -> bool:
    """Whether a small word at a name's end is that of a site, which the words beside the name do not tell later."""
    tail = w.low[end - 1]
    return tail in lists.GENERIC_TAILS and (tail not in lists.ADMIN_HEADS or w.low[end - 2] in lists.DOUBLE)


def _saint(w: Words, i: int, end: int) -> bool:
    # "St. Mary's": a church, school or hospital, not the town.
    return w.low[i] in {"st", "ste"} and w.text[w.end[end - 1] : w.end[end - 1] + 2] in {"'s", "’s"}


def _dot(w: Words, last: int, matches: tuple[Match, ...]) -> int:
    # The point of "Calif." belongs to it.
    end = w.end[last]
    if w.low[last] in lists.SHORT_STATES and w.text[end : end + 1] == "." and matches[0].place.kind == "adm1":
        return end + 1
    return end


def _extended(c: Candidate, w: Words, index: Index) -> Candidate:
    """Take a street's or building's head into the name: "Hertford Road" is not Hertford."""
    nxt = c.stop
    if nxt >= len(w.low) or not w.joined[nxt - 1] or not w.cap[nxt] or w.low[nxt] in lists.ARTICLES:
        return c
    stop = nxt
    while stop < len(w.low) and stop - nxt < 3 and w.joined[stop - 1] and w.cap[stop]:
        if w.low[stop] in lists.STREETS and not w.word[stop].isupper() and w.low[stop - 1] != "red":
            end = w.end[stop]
            whole = index.look_up(w.text[c.start : end])
            return Candidate(c.first, stop + 1, c.start, end, whole)
        stop += 1
    return c


def _unfit(w: Words, i: int, matches: tuple[Match, ...]) -> bool:
    """Whether one word cannot be a name by itself: too short, a common word, or a head without its tail."""
    word = w.word[i]
    low = w.low[i]
    if (
        low in lists.UNKNOWN_HEADS
        and i + 1 < len(w.low)
        and w.joined[i]
        and (w.cap[i + 1] or w.low[i + 1] in lists.ARTICLES)
    ):
        return True
    if low in lists.TITLES and matches[0].place.tier and i + 1 < len(w.low) and w.joined[i] and w.cap[i + 1]:
        return True  # "Sheikh Nasser"
    if low == "duma" and i and w.low[i - 1] in {"the", "state", "russian", "russia"}:
        return True
    if (low in lists.common_words() or low in lists.given_names()) and all(
        m.likeness < 1.0 and not _but_for_the_article(m.place.name, low) for m in matches
    ):
        return True  # "Derek" folds to a town's key and is no spelling of it
    if low in lists.NO_PLACES or (not low.isalpha() and _CONTRACTED.search(low)):
        return matches[0].place.tier > 0
    bare = word.replace(".", "")
    dotted = w.text[w.end[i] : w.end[i] + 1] == "."
    after_comma = w.text[max(0, w.start[i] - 2) : w.start[i]] == ", "
    if (
        len(bare) <= 5
        and matches[0].place.kind == "adm1"
        and matches[0].match == "alias"
        and (dotted or (len(bare) == 2 and bare.isupper()))
    ):
        # "Ky." and "SC" are states behind a comma only.
        return not after_comma and "." not in word
    if low in lists.SHORT_STATES and bare.isupper() and not dotted and len(bare) > _CODE:
        return True  # "WASH" is a word of aid agencies; the state is "Wash."
    if len(bare) <= 3:
        # "US", "U.K." only in capitals; "Us", "Al", "Man" never, unless a list has just that.
        if bare.isupper():
            return not any(m.place.tier <= _CLOSED_TIER for m in matches)
        return len(bare) <= 2 or plain(word) in lists.common_words()
    return low in {"st", "ste"} or (i > 0 and w.low[i - 1] in {"st", "ste"} and w.joined[i - 1])


def _but_for_the_article(name: str, low: str) -> bool:
    article, _, rest = plain(name).partition(" ")
    return rest == low and article in lists.ARTICLES


_NAMED_KIND = re.compile(
    r"\b(?:town|village|hamlet|city|district|suburb|neighbou?rhood|settlement|locality|camp|farms?) of $", re.IGNORECASE
)


_KIND_BEHIND = re.compile(
    r" (?:district|neighbou?rhood|suburb|village|hamlet|township|refugee camp|governorate|province|oasis)s?\b"
)


_QUARTER = re.compile(r" quarter(?![-\w])")


def _told_kind(w: Words, i: int, stop: int) -> bool:
    """Whether "the town of" stands before these words, or "district" behind them."""
    before = w.low[i - 1] if i else ""
    if before == "of" and _NAMED_KIND.search(w.text[max(0, w.start[i] - 40) : w.start[i]]):
        return True
    if stop >= len(w.low) or not w.joined[stop - 1] or w.cap[stop]:
        return False
    quarter = before == "the" and w.low[stop] == "quarter" and _QUARTER.match(w.text, w.end[stop - 1])
    return bool(quarter or _KIND_BEHIND.match(w.text, w.end[stop - 1]))


_KINDS_BEHIND = ["dist", "neig", "subu", "vill", "haml", "town", "refu", "gove", "prov", "oasi", "quar"]
_RUNS_ON = frozenset([*_KINDS_BEHIND, *(article[:4] for article in lists.ARTICLES)])
"""How words begin that :data:`_KIND_BEHIND` and :data:`_QUARTER` know, and the articles, which are shorter."""


def unknown(w: Words, i: int, marks: list[str]) -> Candidate | None:
    """Return a name that no list has but that its own words tell: "Tell X", "village of X", "X Hospital"."""
    if marks[i] or w.low[i] in lists.GENERIC_CAPS or w.low[i] in lists.TITLES or w.low[i] in lists.ORG_HEADS:
        return None
    if i and w.joined[i - 1] and w.cap[i - 1] and (w.low[i - 1] in lists.given_names() or not w.sentence_start(i - 1)):
        return None
    stop, head = i + 1, 0
    if (not i or w.low[i - 1] != "of") and not (w.joined[i] and (w.cap[stop] or w.low[stop][:4] in _RUNS_ON)):
        return None  # nothing beside it tells anything
    while stop < len(w.low) and stop - i < 5 and w.joined[stop - 1] and not marks[stop]:
        if w.cap[stop]:
            if w.low[stop] in lists.STREETS or w.low[stop] in lists.BUILDINGS:
                head = stop + 1
            stop += 1
        elif w.low[stop] in lists.ARTICLES and stop + 1 < len(w.low) and w.cap[stop + 1] and _leads(w, stop):
            stop += 1
        else:
            break
    if w.low[i] in lists.UNKNOWN_HEADS and stop > i + 1:
        return Candidate(i, stop, w.start[i], w.end[stop - 1], ())
    if _told_kind(w, i, stop):
        if stop == i + 1 and lists.people(w.low[i]):
            return None  # "the Shi'ite villages"
        return Candidate(i, stop, w.start[i], w.end[stop - 1], ())
    if head > i + 1 and w.low[i] != "red" and not all(x in lists.BUILDING_KINDS for x in w.low[i : head - 1]):
        return Candidate(i, head, w.start[i], w.end[head - 1], ())
    return None
