"""What all names of a report together speak for."""

from __future__ import annotations

import math
from math import cos, exp, hypot, radians
from typing import TYPE_CHECKING

from geo_ghouta.geocoding.evidence import kilometres
from geo_ghouta.geocoding.meaning import WIDE, spread_of

if TYPE_CHECKING:
    from geo_ghouta.geocoding.evidence import Named
    from geo_ghouta.geocoding.meaning import Sense, Spread
    from geo_ghouta.schema import Place

FULL = 1.001
"""As much nearness as counts, and a little: what is beyond it changes nothing."""
_DESCRIBED = frozenset({"adjective", "demonym", "embedded"})
_FOREIGN = 0.02
_FAR_KM = 700.0
_BORDER_KM = 450.0
_MANY, _THROUGHOUT = 6, 0.65
_CLOSE_KM = 100.0
_CERTAIN = 0.5


class Field:
    """What all names of a report together speak for: countries, divisions and neighbourhoods on the ground.

    Every name spreads a weight of one over what it can mean; so two names that each could lie in many
    states settle on the state that they share.
    """

    def __init__(self, groups: dict[tuple[str, str], list[Named]]) -> None:
        self.votes: dict[str, float] = {}
        self.own: dict[str, dict[str, float]] = {}
        self.rows: dict[int, dict[int, list[tuple[str, float, Place]]]] = {}
        self.certain: list[tuple[str, Place]] = []
        self.total = 0.0
        self._blocks: dict[tuple[int, int], list[tuple[str, float, Place]]] = {}
        votes = self.votes
        for (key, _), members in groups.items():
            shares, whole = _spread(members)
            if not shares:
                continue
            weight = 0.6 if members[0].form in _DESCRIBED else 1.0 + 0.3 * math.log(len(members))
            self.total += weight
            own = self.own.get(key, {})
            for sense, part, sure in shares:
                place, share = sense.place, weight * part / whole
                if sure:
                    self.certain.append((key, place))
                for holder in sense.holders:
                    votes[holder] = votes.get(holder, 0.0) + share
                    own[holder] = own.get(holder, 0.0) + share
                if place.kind not in WIDE or place.kind == "adm2":
                    row, column = sense.square
                    self.rows.setdefault(row, {}).setdefault(column, []).append((key, share, place))
            if own:
                self.own[key] = own

    def share(self, key: str, holder: str) -> float:
        """Part of the other names' weight that speaks for a container, 0 to 1."""
        own = self.own.get(key)
        return self.part(self.votes.get(holder, 0.0) - (own.get(holder, 0.0) if own else 0.0))

    def part(self, weight: float) -> float:
        """Part of all names' weight, smoothed."""
        return weight / (self.total + 0.5) if weight > 0.0 else 0.0

    def foreign(self, key: str, place: Place, *, large: bool = False, spot: bool = False) -> bool:
        """Whether the other names speak of quite other countries, or lie all far from this place.

        A large town is known far away: against it a report must speak of one other land throughout. A camp or
        a crossing of the closed list may lie just over the border.
        """
        if not place.country or self.share(key, f"country/{place.country}") > _FOREIGN:
            return False
        others = self._others(key)
        certain = [p for k, p in self.certain if k != key]
        if spot and any(kilometres(place, p) < _BORDER_KM for p in certain if p.kind != "country"):
            return False
        if others >= (_MANY if large else 3):
            spoken = max(self.share(key, k) for k in self.votes if k.startswith("country/"))
            if spoken > (_THROUGHOUT if large else 0.4):
                return True
        if large:
            return False
        return others >= 5 and len(certain) >= 3 and min(kilometres(place, p) for p in certain) > _FAR_KM

    def _others(self, key: str) -> int:
        """How many other names speak for something."""
        return len(self.own) - (key in self.own)

    def alone(self, key: str) -> bool:
        """Whether no other name of the report says where it plays."""
        return not self._others(key)

    def close(self, key: str, sense: Sense) -> bool:
        """Whether some other certain name lies within 100 km."""
        place = sense.place
        for other, share, there in self._block(sense.square):
            certain = share > _CERTAIN and other != key and there.place_id != place.place_id
            if certain and kilometres(place, there) < _CLOSE_KM:
                return True
        return False

    def near(self, key: str, sense: Sense) -> tuple[float, bool]:
        """How much of the other names lies near, and whether some certain one does within 100 km.

        It looks no further once one does and there is as much as counts.
        """
        block = self._block(sense.square)
        if len(block) == 1 and block[0][0] == key:
            return 0.0, False
        place_id, lon, lat = sense.place.place_id, sense.place.lon, sense.place.lat
        best: dict[str, float] = {}
        total, close = 0.0, False
        for other, share, there in block:
            if other == key or there.place_id == place_id:
                continue
            # kilometres(), written out: nothing is asked as often
            up = there.lat
            x = radians((there.lon - lon + 180.0) % 360.0 - 180.0) * cos(radians((lat + up) / 2.0))
            far = 6371.0 * hypot(x, radians(up - lat))
            if far < _CLOSE_KM and share > _CERTAIN:
                close = True
            known = best.get(other, 0.0)
            found = exp(-far / 60.0) if share >= 1.0 else share * exp(-far / 60.0)
            if found > known:
                best[other] = found
                total += found - known
                if close and total > FULL:
                    return total, True
        return sum(best.values()), close

    def _block(self, square: tuple[int, int]) -> list[tuple[str, float, Place]]:
        """What lies in a square of the ground and the eight around it."""
        known = self._blocks.get(square)
        if known is None:
            row, column = square
            known = self._blocks[square] = []
            for i in (row - 1, row, row + 1):
                cells = self.rows.get(i)
                if cells:
                    for j in (column - 1, column, column + 1):
                        if j in cells:
                            known += cells[j]
        return known


def _spread(members: list[Named]) -> Spread:
    first = members[0].meaning
    if all(name.meaning is first for name in members):
        return first.spread
    return spread_of({s.place.place_id: s for name in members for s in name.meaning.senses}.values())
