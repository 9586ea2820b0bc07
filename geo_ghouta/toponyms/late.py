"""What is decided when the whole text has been read: doubtful names at home, far spellings, villages in no list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from geo_ghouta.toponyms import words as lists
from geo_ghouta.toponyms.matching import Candidate

if TYPE_CHECKING:
    from geo_ghouta.schema import Index
    from geo_ghouta.toponyms.tokens import Words
    from geo_ghouta.toponyms.weigh import Clues

_WIDTH = 6
_TOLD = 2
_ELSEWHERE = 3
_LISTED = 2
_SHORTEST = 4
_SHARE = 0.6
_BEFORE = frozenset({"in", "near", "outside", "around"})
_BEFORE_HELD = _BEFORE | {"to", "from", "at"}
_HELD = re.compile(r", ([A-Z][\w'’-]{2,20}(?: [A-Z][\w'’-]{2,20})?)")
_ENGLISH_END = re.compile(
    r"(?:ism|tion|sion|ment|ity|ness|ship|ics|ing|ese|ish|ian|ans|day|gram|book|tube|law|ence|ance)$"
)
_DOUBTED = frozenset(
    {"common", "lower_here", "given", "surname", "person_here", "saying", "next_cap", "prev_cap", "org"}
)


class Told:
    """Countries that the certain names of a text speak of, and what waits for them."""

    __slots__ = ("counts", "far", "waiting")

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.waiting: list[tuple[float, Candidate]] = []
        self.far: list[tuple[int, str, frozenset[str]]] = []

    def add(self, c: Candidate) -> None:
        """Count a certain name's country; a mere spelling of a listed one may yet be refused."""
        place = c.matches[0].place
        country = place.country or place.place_id[-2:]
        self.counts[country] = self.counts.get(country, 0) + 1
        if place.tier <= _LISTED and c.matches[0].likeness < 1.0:
            self.far.append((c.start, country, frozenset(m.place.country for m in c.matches[1:])))

    def wait(self, weight: float, c: Candidate, active: list[str]) -> None:
        """Keep a name that the words around it alone do not carry."""
        if not _DOUBTED.intersection(active) and c.matches[0].place.country in lists.TRANSLITERATED:
            self.waiting.append((weight, c))

    def at_home(self, bonus: float) -> list[Candidate]:
        """Return the doubtful names that lie in a country the text speaks of."""
        late = []
        for weight, c in self.waiting if self.counts else ():
            most = max((self.counts.get(m.place.country, 0) for m in c.matches[:_WIDTH] if m.place.country), default=0)
            if most >= _TOLD and weight + bonus >= 0.0:
                late.append(c)
        return late

    def refused(self) -> set[int]:
        """Return starts of spellings that only resemble a listed name, in a text that plays elsewhere."""
        if not self.far:
            return set()
        whole = sum(self.counts.values())
        own: dict[str, int] = {}
        for _, country, _ in self.far:
            own[country] = own.get(country, 0) + 1
        return {
            start
            for start, c, others in self.far
            if self.counts[c] == own[c]
            and whole - self.counts[c] >= _ELSEWHERE
            and not any(self.counts.get(o) for o in others if o != c)
        }

    def strangers(self, w: Words, clues: Clues, index: Index) -> list[Candidate]:
        """Return villages in no list: "to X, Germany"; "in Xabad", in a text about lands that no list has in full."""
        whole = sum(self.counts.values())
        near = sum(n for c, n in self.counts.items() if c in lists.TRANSLITERATED)
        played = near >= _ELSEWHERE and near >= _SHARE * whole
        found = []
        behind = [i for i, word in enumerate(w.low[:-1], 1) if word in _BEFORE_HELD]
        for i in behind:
            if not w.cap[i] or w.cap[i - 1] or not w.joined[i - 1]:
                continue
            if not (played and w.low[i - 1] in _BEFORE):
                held = _HELD.match(w.text, w.end[i])
                if not held or not any(m.place.kind in {"country", "adm1"} for m in index.look_up(held.group(1))):
                    continue
            stop = self._village(w, i, clues, index)
            if stop:
                found.append(Candidate(i, stop, w.start[i], w.end[stop - 1], ()))
        return found

    def _village(self, w: Words, i: int, clues: Clues, index: Index) -> int:
        word, low = w.word[i], w.low[i]
        if clues.marks[i] or len(word) < _SHORTEST or not word[1:].islower() or _ENGLISH_END.search(low):
            return 0
        if low in lists.known_otherwise() or low in clues.lower or low in clues.surnames or index.look_up(word):
            return 0
        stop = i + 1
        if stop + 1 < len(w) and w.low[stop] in lists.ARTICLES and w.text[w.end[stop]] == "-" and w.cap[stop + 1]:
            stop += 2
        follows = stop < len(w) and w.joined[stop - 1] and w.cap[stop]
        return 0 if follows or w.text[w.end[stop - 1] : w.end[stop - 1] + 1].isdigit() else stop
