"""What a name can mean before the text around it is weighed: asked of the index once, however often it stands there."""

from __future__ import annotations

import functools
import math
import re
from typing import TYPE_CHECKING, NamedTuple

from geo_ghouta.geocoding.evidence import kilometres
from geo_ghouta.geocoding.kinds import COMPASS, FITS, KIND_OF, PLURALS
from geo_ghouta.schema import Match

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.schema import Index, Place

WIDE = frozenset({"adm1", "adm2", "region", "country", "continent", "water", "road"})
"""Kinds whose point is only a label."""
CELL = 1.5
"""Degrees that one square of the ground has each way."""
_WIDTH = 8
_TIERS = {0: "case list", 1: "list given", 2: "list added", 3: "closed list"}
_ADDED = 2
_SITES = frozenset({"base", "site", "crossing", "water"})
"""Kinds that are called after a town and are not the town."""
_NO_ENVELOPE = frozenset({"area", "enclave", "pocket"})
_ON_ITS_OWN = frozenset({"name", "relative"})
_SEAT_KM = 30.0
_MOVING = re.compile(
    r"\b(?:passage|head(?:ed|ing)|transfer\w*|evacu\w+|bus(?:es|sed|ed)|convoys?|taken|displaced|exiled?|departed)\b"
    r"[^.;:]{0,60}\b(?:to|into|for) (?:the )?$",
    re.IGNORECASE,
)
_BOUND = ("to ", "for ", "to the ", "for the ")
"""How words end that :data:`_MOVING` can find; most do not, and the long pattern is not tried."""
_BOUND_ENDS = frozenset({"o ", "r ", "e ", "O ", "R ", "E "})
_KIND_PRIOR = {
    "country": 0.45,
    "continent": 0.4,
    "capital": 0.2,
    "adm1": 0.0,
    "region": 0.15,
    "adm2": -0.1,
    "village": -0.05,
}


class Sense(NamedTuple):
    """One place that a name can mean, with all that is the same of it in every report."""

    match: Match
    place: Place
    prior: float
    listed: str
    """Which list has it, in words."""
    country: str
    """Id of its country, "" if unknown."""
    divisions: tuple[str, ...]
    """Ids of the divisions that hold it."""
    holders: tuple[str, ...]
    """Ids of what it speaks for when it is named: country and divisions, itself if it is one."""
    square: tuple[int, int]
    """Row and column on the ground."""


class Spread(NamedTuple):
    """How a name's weight is spread over what it can mean."""

    shares: tuple[tuple[Sense, float, bool], ...]
    """Sense, its part, and whether it is more likely than all others together."""
    whole: float


class Meaning(NamedTuple):
    """What a name can mean, as the words beside it tell its kind."""

    matches: tuple[Match, ...]
    senses: tuple[Sense, ...]
    hints: tuple[str, ...]
    group: str
    """"adm", "spot" or "site" where the kind told fits one of the places, else ""."""
    destination: bool
    spread: Spread


class Meanings:
    """Names that were met, and what they can mean.

    Parameters
    ----------
    index : Index
        From ``gazetteer.open_index``.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        self._known: dict[tuple[str, str, bool], Meaning] = {}
        self._bound: dict[tuple[str, str, bool], Meaning] = {}

    def of(self, words: str, context: str, form: str, text: str, start: int) -> Meaning:
        """Return what a name can mean in the text that it stands in, as a mention's form and context tell it."""
        key = (words, context, text[start - 1 : start + 1] == "لل")
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._ask(*key)
        if known.hints or form not in _ON_ITS_OWN or not _moving(text, start):
            return known
        bound = self._bound.get(key)
        if bound is None:
            bound = self._bound[key] = self._destination(key[0], known)
        return bound

    def _ask(self, words: str, context: str, swallowed: bool) -> Meaning:
        index = self.index
        matches = index.look_up(words) or _whole(words, index)
        if not matches and swallowed:
            matches = index.look_up(f"ا{words}")  # the alef that "lil-" swallows
        hints = []
        for part in context.split("; "):
            if part.endswith(" part"):
                # "northern Syria": the list may know that part.
                known = index.look_up(f"{part.removesuffix(' part')} {words}")
                there = tuple(m for m in known if m.match in {"exact", "alias"} and _a_part(m))
                matches = there or matches
                continue
            word = part.removesuffix(" of").strip()
            word = PLURALS.get(word, word.removesuffix("s") if word not in KIND_OF else word)
            if word not in KIND_OF:
                continue
            hints.append(KIND_OF[word])
            wider = index.look_up(f"{words} {word}") if word not in _NO_ENVELOPE else ()
            if word in {"province", "governorate"} and not wider:
                wider = index.look_up(f"{words} Governorate") or index.look_up(f"{words} Province")
            matches = (*(Match(m.place, "context", 1.0) for m in wider if m.match != "fuzzy"), *matches)
        return _meaning(matches, tuple(hints))

    def _destination(self, words: str, known: Meaning) -> Meaning:
        """Return what a bare name means as a destination: perhaps the governorate around the city."""
        wider = tuple(m for m in self.index.look_up(f"{words} Governorate") if m.place.kind == "adm1")
        if not any(kilometres(m.place, k.place) < _SEAT_KM for m in wider for k in known.matches[:1]):
            return known
        matches = (*(Match(m.place, "context", 1.0) for m in wider), *known.matches)
        return _meaning(matches, (), destination=True)


def _moving(text: str, start: int) -> bool:
    if text[max(0, start - 2) : start] not in _BOUND_ENDS and text[start - 1 : start] != "\n":
        return False
    bound = text[max(0, start - 9) : start].removesuffix("\n").lower().endswith(_BOUND)
    return bound and _MOVING.search(text[max(0, start - 90) : start]) is not None


def _whole(words: str, index: Index) -> tuple[Match, ...]:
    """Return what "South Lebanon" is a part of, where no list has the part."""
    point, _, rest = words.partition(" ")
    if not rest or point.lower() not in COMPASS:
        return ()
    return tuple(Match(m.place, "context", 0.95) for m in index.look_up(rest) if m.match in {"exact", "alias"})


def _meaning(matches: tuple[Match, ...], hints: tuple[str, ...], *, destination: bool = False) -> Meaning:
    once: dict[str, Match] = {}
    for m in matches:
        once.setdefault(m.place.place_id, m)
    senses = tuple(map(_sense, once.values()))
    return Meaning(tuple(once.values()), senses, hints, _group(senses, hints), destination, spread_of(senses))


def _group(senses: tuple[Sense, ...], hints: tuple[str, ...]) -> str:
    for hint in hints:
        if any(s.place.kind in FITS.get(hint, {hint}) for s in senses):
            return "adm" if hint in {"adm1", "adm2"} else "site" if hint in _SITES else "spot"
    return ""


def _a_part(m: Match) -> bool:
    """Whether it is the part of a place that was told: a region, or whatever a list of the case calls so."""
    return m.place.kind == "region" or (m.place.tier <= _ADDED and m.likeness == 1.0)


def _sense(m: Match) -> Sense:
    place = m.place
    listed = _TIERS.get(place.tier, "world gazetteer")
    country = f"country/{place.country}" if place.country else ""
    divisions = tuple(h for h in place.within if h.startswith(("adm1/", "geonames/")))
    holders = (country, *divisions) if country else divisions
    if place.kind == "country":
        holders = (place.place_id,)
    elif place.kind in {"adm1", "adm2"}:
        holders = (*holders, place.place_id)
    return Sense(
        m,
        place,
        _prior(place.tier, place.population, place.kind, place.rank, m.match, m.likeness),
        f"{listed} ({place.source})" if place.source and place.tier <= _ADDED else listed,
        country,
        divisions,
        holders,
        (math.floor(place.lat / CELL), math.floor(place.lon / CELL)),
    )


def spread_of(senses: Iterable[Sense]) -> Spread:
    """Spread a name's weight over the likeliest of what it can mean."""
    top = sorted(senses, key=lambda s: -s.prior)[:_WIDTH]
    priors = [math.exp(4.0 * s.prior) for s in top]
    whole = sum(priors)
    sure = [p > 0.5 * whole and s.place.kind not in {"continent", "water"} for s, p in zip(top, priors, strict=True)]
    return Spread(tuple(zip(top, priors, sure, strict=True)), whole)


@functools.lru_cache(maxsize=32768)
def _prior(tier: int, population: int, kind: str, rank: int, match: str, likeness: float) -> float:
    """Score of a match by its list, people and kind alone."""
    people = math.log10(population + 10.0) / 8.0
    if tier >= 3:
        score = people
    else:
        floor = 0.75 if kind in {"city", "capital"} else 0.0
        score = max(people, floor, 0.7 - 0.1 * min(rank, 5))
    score += {1: 0.3, 2: 0.2 + math.log10(population + 1.0) / 16.0, 3: 0.55}.get(tier, 0.0)
    score += _KIND_PRIOR.get(kind, 0.0)
    if tier == 4 and kind in {"adm1", "adm2"}:
        score -= 0.3  # it sums up its towns' people; a bare name is the town's more often
    score -= {"exact": 0.0, "alias": 0.1, "context": -0.05}.get(match, 0.0) + (1.0 - likeness)
    return score
