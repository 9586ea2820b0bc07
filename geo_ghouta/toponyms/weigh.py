"""Weigh the words around a candidate: whether this spelling is a place here.

Each clue has one weight; their sum decides. The weights were fitted by logistic regression on public
news corpora and rounded; no clue knows a single name.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import operator
import re
from typing import TYPE_CHECKING

from geo_ghouta.toponyms import words as lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo_ghouta.schema import Index, Match
    from geo_ghouta.toponyms.matching import Candidate
    from geo_ghouta.toponyms.tokens import Words

WEIGHTS: dict[str, float] = {
    "bias": 0.7,
    "words2": 0.5,
    "words3": 0.8,
    "case": 2.5,
    "capital": 1.5,
    "person_here": -3.0,
    "country": 2.5,
    "closed": 1.4,
    "pop1m": 1.3,
    "pop100k": 0.7,
    "pop15k": -0.2,
    "pop_small": -1.2,
    "adm": 0.6,
    "alias": -1.2,
    "common": -2.9,
    "lower_here": -1.5,
    "given": -1.0,
    "surname": -1.0,
    "sentence_start": -0.4,
    "locative": 1.3,
    "kind_word": 1.2,
    "contained": 1.9,
    "container": 1.3,
    "next_cap": -1.4,
    "prev_cap": -1.8,
    "org": -1.2,
    "title_line": 0.1,
    "caps": 0.6,
    "saying": -1.1,
    "fuzzy": -0.5,
    "dateline": 1.6,
    "at_home": 1.6,
}
"""Log-odds of each clue; see :func:`clues_of` for what they mean."""


_CLOSED_TIER = 3
_LISTED = 2


@dataclasses.dataclass(slots=True)
class Clues:
    """What the whole text says, gathered once; ``lower`` are its words that are written with a capital and without."""

    words: Words
    marks: list[str]
    surnames: set[str]
    dateline: tuple[int, int]
    lower: frozenset[str] = frozenset()
    _titled: dict[int, bool] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        w = self.words
        small = itertools.compress(w.low, map(operator.not_, w.cap))
        self.lower = frozenset([w.low[i] for i in w.caps]).intersection(small)

    def in_dateline(self, start: int, end: int) -> bool:
        """Whether a span lies in the dateline."""
        return self.dateline[0] <= start and end <= self.dateline[1]

    def title_line(self, at: int) -> bool:
        """Whether most long words of the line around this offset have a capital."""
        text = self.words.text
        begin = text.rfind("\n", 0, at) + 1
        known = self._titled.get(begin)
        if known is None:
            end = text.find("\n", at)
            stop = min(begin + _LINE, end if end >= 0 else len(text))
            known = self._titled[begin] = not self._small(begin, stop) and _is_title(text[begin:stop])
        return known

    def _small(self, begin: int, stop: int) -> bool:
        """Whether the words known already tell that a line is no title: too many long ones with a small letter.

        The last word is left out, as the line may end in it.
        """
        w = self.words
        first, last = bisect.bisect_left(w.start, begin), bisect.bisect_left(w.start, stop) - 1
        # A title has four long capitals to each. Only so many begin its words, and one stands behind each apostrophe.
        caps = bisect.bisect_left(w.caps, last + 1) - bisect.bisect_left(w.caps, first)
        caps += sum([w.text.count(mark, begin, stop) for mark in _MARKS]) if w.ascii else stop - begin
        # However long the others are, there is no room for four times as many.
        enough = min((stop - begin + 1) // (_LONG_WORD + 1) // 5, caps // 4) + 1
        for word in w.word[first:last]:
            if "a" <= word < "{" and len(word) >= _LONG_WORD and word.isalpha():
                enough -= 1
                if not enough:
                    return True
        return False


def _is_title(line: str) -> bool:
    long = _LONG.findall(line)
    # A word before "a" begins with a capital of ASCII, one between "a" and "{" with a small letter.
    capitals = sum([x < "a" or (x >= "{" and x[0].isupper()) for x in long])
    return len(long) >= 3 and capitals >= 0.8 * len(long)


_LONG = re.compile(r"[^\W\d_]{4,}")
_LONG_WORD = 4
_MARKS = "'`"
"""What may stand between two letters of a word of plain letters."""
_LINE = 400
"""Characters of a line that are looked at."""
_STATE = re.compile(r",\s{1,2}(?:the )?([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})")
_HOLDER = re.compile(r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}), $")


def clues_of(c: Candidate, w: Words, doc: Clues, index: Index) -> tuple[str, list[str]]:
    """Name the clues of one candidate.

    Returns
    -------
    tuple
        "" or "embedded" (part of an organisation's name) or "no" (certainly none); and the clues' names.
    """
    first, last = c.first, c.stop - 1
    place = c.matches[0].place
    words = c.stop - first + (c.end > w.end[last] + 1)  # "Hill 70" has two
    low = w.low[first] if words == 1 else ""
    active = list(_of_matches(c.matches, words))
    state = ""
    title_line = doc.title_line(c.start)
    if title_line:
        active.append("title_line")
    caps = w.word[first].isupper() and len(w.word[first]) > 3
    if caps:
        active.append("caps")
    if low:
        if low in doc.surnames and place.kind not in {"country", "continent"}:
            if place.tier >= _CLOSED_TIER:
                return "no", active
            active.append("person_here")
        otherwise = low in lists.doubtful()
        if otherwise and low in lists.common_words() and place.tier != _CLOSED_TIER:
            active.append("common")
        if low in doc.lower:
            active.append("lower_here")
        if otherwise and low in lists.given_names():
            active.append("given")
        if otherwise and low in lists.surnames():
            active.append("surname")
    opens = w.sentence_start(first)
    if opens:
        active.append("sentence_start")
    if doc.in_dateline(c.start, c.end):
        active.append("dateline")
    if first and not opens:
        before = w.low[first - 1]
        gap = w.text[w.end[first - 1] : c.start]
        if before == "the" and first > 1:
            before = w.low[first - 2]
        if gap in {" ", "\n", "\u00a0"}:
            if _in_longer_name(w, first, before, opens):
                state = "embedded"
            elif before in lists.LOCATIVE:
                active.append("locative")
            elif (
                before == "of" and first > 1 and w.low[first - 2] in lists.ADMIN_HEADS
            ) or before in lists.ADMIN_HEADS:
                active.append("kind_word")
            elif not title_line and _leans(w, first - 1):
                active.append("prev_cap")
    if w.text.endswith(", ", 0, c.start):
        holder = _HOLDER.search(w.text[max(0, c.start - 50) : c.start])
        if holder and index.look_up(holder.group(1)):
            active.append("container")
    state = _after(w, doc, active, title_line, last) or state
    inside = _STATE.match(w.text, c.end) if w.text.startswith(",", c.end) else None
    if inside:
        held = index.look_up(inside.group(1))
        if held and any(h.place.kind in {"country", "adm1", "adm2", "region"} for h in held):
            active.append("contained")
    return state, active


_told: dict[tuple[int, int], tuple[tuple[Match, ...], tuple[str, ...]]] = {}
"""Clues of matches, by the identity of what an index gave; it is kept beside them, so that no other can take its id."""


def _of_matches(matches: tuple[Match, ...], words: int) -> tuple[str, ...]:
    """Clues of what an index says of a name of so many words: the same in every text, so they are kept."""
    key = id(matches), words
    known = _told.get(key)
    if known is None:
        if len(_told) >= _KEPT:
            _told.clear()
        known = _told[key] = matches, tuple(_without_text(matches, words))
    return known[1]


def _without_text(matches: tuple[Match, ...], words: int) -> Iterator[str]:
    best = matches[0]
    place = best.place
    yield "bias"
    if words >= 2:
        yield "words3" if words >= 3 else "words2"
    if place.tier <= _LISTED and not (place.tier and place.place_id.startswith("geonames/")):
        yield "case"
    elif place.tier <= _LISTED:
        # A dump holds every village, also those that are named like persons and things.
        yield "closed"
        if words == 1 and not any(m.place.population for m in matches):
            yield "pop_small"
    if place.kind in {"country", "continent"}:
        yield "country"
    elif place.tier == 3:
        yield "closed"
    elif any(m.place.kind == "capital" and m.match == "exact" for m in matches):
        yield "capital"
    people = max(m.place.population for m in matches if m.likeness >= best.likeness)
    if place.tier > 3:
        yield next((clue for clue, least in _PEOPLE if people >= least), "pop_small")
        if place.kind in {"adm1", "adm2"}:
            yield "adm"
    if best.match in {"alias", "fuzzy"}:
        yield best.match


_PEOPLE = (("pop1m", 1_000_000), ("pop100k", 100_000), ("pop15k", 15_000))
_KEPT = 50_000


def _in_longer_name(w: Words, first: int, before: str, opens: bool) -> bool:
    """Whether a club or a body stands before: "Real Madrid", "Bank of Aleppo"."""
    if before in _CLUBS:
        return w.cap[first - 1] and not opens
    return before == "of" and first > 1 and w.cap[first - 2] and w.low[first - 2] in _BODIES


def _leans(w: Words, i: int) -> bool:
    """Whether this capital before a name makes a longer name of it: a person's, or one that no list has."""
    known = w.low[i] in lists.DIRECTIONS or w.low[i] in lists.GENERIC_CAPS
    return w.cap[i] and w.joined[i] and not known and not w.sentence_start(i)


def _after(w: Words, doc: Clues, active: list[str], title_line: bool, last: int) -> str:
    nxt = last + 1
    if nxt >= len(w.low):
        return ""
    word = w.low[nxt]
    if not w.cap[nxt] and word not in _TELLING:
        return ""
    gap = w.text[w.end[last] : w.start[nxt]]
    if gap in {" ", "\u00a0"} and word in lists.ADMIN_HEADS:
        active.append("kind_word")
    if gap == " " and word in _NAMED_AFTER and not w.cap[nxt]:
        return "embedded"
    if gap == " " and word in lists.SAYING:
        active.append("saying")
    if not w.joined[last] or not w.cap[nxt] or gap == "-":
        return ""
    if title_line and word not in lists.ORG_HEADS:
        return ""
    ahead = nxt
    if word in _CENTRES and last and w.low[max(0, last - 1)] == "the" and not (w.joined[nxt] and w.cap[nxt + 1]):
        return "embedded"  # "the Sanaa Center" is a house of studies; "the Sanaa centre" is a place
    while ahead < len(w.low) and ahead - nxt < 3 and w.cap[ahead]:
        if w.low[ahead] in lists.ORG_HEADS or (w.low[ahead] in _LEARNED and _of(w, ahead)):
            active.append("org")
            return "embedded"
        if not w.joined[ahead] and not _plural_owner(w, ahead):
            break
        ahead += 1
    if (
        word not in lists.GENERIC_CAPS
        and word not in lists.FACILITY_HEADS
        and word not in lists.TITLES
        and not doc.marks[nxt]
    ):
        active.append("next_cap")
    return ""


_CLUBS = frozenset({"real", "atletico", "inter", "dynamo", "dinamo", "spartak", "lokomotiv", "sporting"})
_BODIES = frozenset({"university", "bank", "institute", "party", "army", "movement", "front", "association", "church"})
_NAMED_AFTER = frozenset(
    {
        "battalion",
        "brigade",
        "brigades",
        "regiment",
        "newspaper",
        "accord",
        "accords",
        "protocol",
        "agreement",
        "convention",
        "conventions",
        "agreements",
    }
)
_TELLING = frozenset({*lists.ADMIN_HEADS, *_NAMED_AFTER, *lists.SAYING})
_CENTRES = frozenset({"center", "centre"})
_LEARNED = frozenset({"school", "college", "centre", "center", "museum", "court", "council", "office", "department"})


def _of(w: Words, i: int) -> bool:
    return i + 1 < len(w.low) and w.low[i + 1] in {"of", "for"}


def _plural_owner(w: Words, i: int) -> bool:
    """Whether a plural possessive runs on to an armed body: "Martyrs' Brigade"."""
    owner = i + 1 < len(w.low) and w.low[i][-1] == "s" and w.text[w.end[i] : w.start[i + 1]] in {"' ", "’ "}
    return owner and w.low[i + 1] in _NAMED_AFTER
