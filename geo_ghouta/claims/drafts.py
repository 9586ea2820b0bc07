"""A claim while it is being read, and the sentence that it is read in."""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import TYPE_CHECKING

from geo_ghouta.claims.anaphors import names_old_city, note
from geo_ghouta.claims.finite import verbs_of
from geo_ghouta.claims.homes import ends_of
from geo_ghouta.claims.timing import NO_DATE, Moment, When

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.lexicon import Lexicon
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.spots import Spot

_COMPASS = frozenset(
    f"{way}{end}".strip("-")
    for way in ("north", "south", "east", "west", "north-west", "north-east", "south-west", "south-east",
                "northwest", "northeast", "southwest", "southeast")
    for end in ("", "ern")
)  # fmt: skip
_NOTHING_BOUND: dict[int, int] = {}
"""Dates that belong to one figure each, of a sentence that has none; never changed."""
_TOWARDS = frozenset(("to", "into", "toward", "towards"))
_LEADING = _COMPASS | _TOWARDS
_AND = frozenset(("and", "or", ","))


@dataclasses.dataclass(slots=True, eq=False)
class Draft:
    """One claim; offsets are those of the report, ``anchor`` and ``word`` are words of the sentence.

    It is made by position: a class called by names takes three times as long. No two are the same claim.
    """

    start: int
    end: int
    kind: str
    modality: str
    anchor: int
    word: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    qualifier: str | None = None
    unit: str | None = None
    scope: str = "event"
    actor: str | None = None
    actor_text: str | None = None
    origin: Sequence[Spot] = ()
    destination: Sequence[Spot] = ()
    crossing: Sequence[Spot] = ()
    place: Sequence[Spot] = ()
    holder: str | None = None
    when: When = NO_DATE
    speaker: str | None = None
    speaker_text: str | None = None
    speaker_actor: str = ""
    attribution: tuple[int, int] | None = None
    buses: int | None = None
    part_of: Draft | None = None


class Trail:
    """What the sentences of a report leave to those behind them: one for all its scenes, each takes it further.

    ``way`` is where those set out from whose going was told last and happened, ``way_ends`` the names of the places
    that their way led to.
    """

    __slots__ = ("last_holder", "last_origin", "last_place", "old_city", "way", "way_at", "way_ends")

    def __init__(self) -> None:
        self.last_place: Spot | None = None
        self.last_origin: Sequence[Spot] = ()
        self.old_city: Spot | None = None
        self.last_holder: str | None = None
        self.way: Sequence[Spot] = ()
        self.way_at = -9
        self.way_ends: frozenset[str] = frozenset()


class Scene:
    """A sentence with everything known about it, and the one before it.

    ``sorts`` holds the latest place of each sort that the sentences up to this one name, ``later`` the same for the
    sentence behind (None where this one names no place). ``said`` are the words that name who is quoted: who speaks
    does not act for that. ``ends`` are the places that a claim can be told of: not those that tell who speaks.
    """

    __slots__ = (
        "before", "bound", "drafts", "earlier_place", "ends", "governing", "index", "later", "lexicon", "moments",
        "published", "said", "sentence", "sorts", "spots", "text", "trail",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        sentence: Sentence,
        index: int,
        spots: list[Spot],
        moments: list[Moment],
        published: dt.date | None,
        lexicon: Lexicon,
        before: Scene | None,
        said: Sequence[tuple[int, int]] = (),
    ) -> None:
        # written out: there is one for every sentence, and most tell nothing
        self.text = text
        self.sentence = sentence
        self.index = index
        self.spots = spots
        self.ends = ends_of(sentence, spots, said, lexicon) if spots else spots
        self.moments = moments
        self.published = published
        self.lexicon = lexicon
        self.before = before
        self.said = said
        self.drafts: list[Draft] = []
        self.bound = _NOTHING_BOUND
        self.governing: list[int] | None = None
        self.later: dict[str, Spot] | None = None
        if before is None:
            self.trail = Trail()
            self.earlier_place: Spot | None = None
            self.sorts: dict[str, Spot] = {}
        else:
            self.trail = before.trail
            self.earlier_place = before.trail.last_place
            self.sorts = before.sorts if before.later is None else before.later
            if before.before is not None:
                before.before.before = None  # two sentences back are enough; a chain would hold the whole report
        for spot in spots:  # a town one can come back to with "the town"; a country or "east of X" is none
            if spot.kind != "country" and not spot.relation:
                if "old" in sentence.words and names_old_city(sentence.words, spot):
                    self.trail.old_city = spot
                if spot.first and sentence.words[spot.first - 1] in _LEADING and self._towards(spot):
                    continue
                self.later = dict(self.sorts) if self.later is None else self.later
                if self.trail.last_place is None or len(spots) == 1 or not self._listed(spot):
                    self.trail.last_place = spot
                    note(spot, self.later)

    @property
    def verbs(self) -> list[int]:
        """Positions of the verbs that can govern a date, looked for when the first claim asks; none without dates."""
        if self.governing is None:
            self.governing = verbs_of(self.sentence, self.text) if self.moments else []
        return self.governing

    def voiced(self, figure: int) -> frozenset[int]:
        """The words that name who is quoted: in "X, who leads the talks, said ..." they govern no figure."""
        if not self.said:
            return frozenset()
        found: set[int] = set()
        for first, last in self.said:
            if not first <= figure < last:
                found.update(range(first, last - 1))
        return frozenset(found)

    def is_voiced(self, word: int) -> bool:
        """Whether a word belongs to the naming of a speaker."""
        return bool(self.said) and any(first <= word < last for first, last in self.said)

    def _listed(self, spot: Spot) -> bool:
        """Whether a place is one of several of a list, "in X and Y": "the town" of the next sentence is another."""
        words, spots = self.sentence.words, self.spots
        before = {s.last for s in spots if s.last < spot.first}
        behind = {s.first for s in spots if s.first > spot.last}
        if spot.first - 1 in before and words[spot.first - 1] in _AND:
            return True
        return spot.last + 1 in behind and words[spot.last] in _AND

    def _towards(self, spot: Spot) -> bool:
        """Whether a place is named as where somebody goes: "the town" of the next sentence is hardly that one."""
        words, k = self.sentence.words, spot.first - 1
        while k >= 0 and words[k] in _COMPASS:
            k -= 1
        return k >= 0 and words[k] in _TOWARDS
