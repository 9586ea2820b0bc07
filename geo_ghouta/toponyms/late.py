"""What is decided when the whole text has been read: doubtful names at home, and far spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.toponyms import words as lists

if TYPE_CHECKING:
    from geo_ghouta.toponyms.matching import Candidate

_WIDTH = 6
_TOLD = 2
_ELSEWHERE = 3
_LISTED = 2
_SHARE = 0.6
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
        if not place.country and place.kind != "country":
            return  # a list of one's own that names no country, or a sea
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

    def played(self, *, world: bool) -> bool:
        """Whether the text is about lands that no list has in full; without the world's towns one name is enough."""
        whole = sum(self.counts.values())
        near = sum(n for c, n in self.counts.items() if c in lists.TRANSLITERATED)
        return near >= (_ELSEWHERE if world else 1) and near >= _SHARE * whole
