"""What all names of a report together speak for, and how likely a place is before the text is asked."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from geo_ghouta.geocoding.evidence import kilometres

if TYPE_CHECKING:
    from geo_ghouta.geocoding.evidence import Named
    from geo_ghouta.schema import Match, Place

WIDE = frozenset({"adm1", "adm2", "region", "country", "continent", "water", "road"})
"""Kinds whose point is only a label."""
_FIELD_WIDTH = 8
_CELL = 1.5
_FOREIGN = 0.02
_FAR_KM = 700.0
_BORDER_KM = 450.0
_MANY, _THROUGHOUT = 6, 0.65
_KIND_PRIOR = {
    "country": 0.45,
    "continent": 0.4,
    "capital": 0.2,
    "adm1": 0.0,
    "region": 0.15,
    "adm2": -0.1,
    "village": -0.05,
}


class Field:
    """What all names of a report together speak for: countries, divisions and neighbourhoods on the ground.

    Every name spreads a weight of one over what it can mean; so two names that each could lie in many
    states settle on the state that they share.
    """

    def __init__(self, groups: dict[tuple[str, str], list[Named]]) -> None:
        self.votes: dict[str, float] = {}
        self.own: dict[tuple[str, str], float] = {}
        self.cells: dict[tuple[int, int], list[tuple[str, float, Place]]] = {}
        self.certain: list[tuple[str, Place]] = []
        self.total = 0.0
        described = {"adjective", "demonym", "embedded"}
        for (key, _), members in groups.items():
            matches = {m.place.place_id: m for name in members for m in name.matches}
            if not matches:
                continue
            weight = 0.6 if members[0].form in described else 1.0 + 0.3 * math.log(len(members))
            top = sorted(matches.values(), key=lambda m: -prior_of(m))[:_FIELD_WIDTH]
            priors = [math.exp(4.0 * prior_of(m)) for m in top]
            whole = sum(priors)
            self.total += weight
            for m, prior in zip(top, priors, strict=True):
                place, share = m.place, weight * prior / whole
                if prior > 0.5 * whole and place.kind not in {"continent", "water"}:
                    self.certain.append((key, place))
                if place.kind == "country":
                    self._vote(key, place.place_id, share)
                else:
                    if place.country:
                        self._vote(key, f"country/{place.country}", share)
                    for holder in place.within:
                        if holder.startswith(("adm1/", "geonames/")):
                            self._vote(key, holder, share)
                    if place.kind in {"adm1", "adm2"}:
                        self._vote(key, place.place_id, share)
                    if place.kind not in WIDE or place.kind == "adm2":
                        cell = (math.floor(place.lat / _CELL), math.floor(place.lon / _CELL))
                        self.cells.setdefault(cell, []).append((key, share, place))

    def _vote(self, key: str, holder: str, share: float) -> None:
        self.votes[holder] = self.votes.get(holder, 0.0) + share
        self.own[key, holder] = self.own.get((key, holder), 0.0) + share

    def share(self, key: str, holder: str) -> float:
        """Part of the other names' weight that speaks for a container, 0 to 1."""
        others = self.votes.get(holder, 0.0) - self.own.get((key, holder), 0.0)
        return max(0.0, others) / (self.total + 0.5)

    def foreign(self, key: str, place: Place, *, large: bool = False, spot: bool = False) -> bool:
        """Whether the other names speak of quite other countries, or lie all far from this place.

        A large town is known far away: against it a report must speak of one other land throughout. A camp or
        a crossing of the closed list may lie just over the border.
        """
        if not place.country or self.share(key, f"country/{place.country}") > _FOREIGN:
            return False
        others = {k for k, _ in self.own if k != key}
        certain = [p for k, p in self.certain if k != key]
        if spot and any(kilometres(place, p) < _BORDER_KM for p in certain if p.kind != "country"):
            return False
        if len(others) >= (_MANY if large else 3):
            spoken = max(self.share(key, k) for k in self.votes if k.startswith("country/"))
            if spoken > (_THROUGHOUT if large else 0.4):
                return True
        if large:
            return False
        return len(others) >= 5 and len(certain) >= 3 and min(kilometres(place, p) for p in certain) > _FAR_KM

    def alone(self, key: str) -> bool:
        """Whether no other name of the report says where it plays."""
        return not any(k != key for k, _ in self.own)

    def near(self, key: str, place: Place) -> tuple[float, bool]:
        """How much of the other names lies near, and whether some certain one does within 100 km."""
        row, column = math.floor(place.lat / _CELL), math.floor(place.lon / _CELL)
        best: dict[str, float] = {}
        close = False
        for i in (row - 1, row, row + 1):
            for j in (column - 1, column, column + 1):
                for other, share, there in self.cells.get((i, j), ()):
                    if other == key or there.place_id == place.place_id:
                        continue
                    far = kilometres(place, there)
                    close = close or (far < 100.0 and share > 0.5)
                    best[other] = max(best.get(other, 0.0), min(1.0, share) * math.exp(-far / 60.0))
        return sum(best.values()), close


def prior_of(m: Match) -> float:
    """Score of a match by its list, people and kind alone."""
    place = m.place
    return _prior(place.tier, place.population, place.kind, place.rank, m.match, m.likeness)


@functools.lru_cache(maxsize=32768)
def _prior(tier: int, population: int, kind: str, rank: int, match: str, likeness: float) -> float:
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
