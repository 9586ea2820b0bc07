"""A shelf of places held in dictionaries: lists of up to some ten thousand rows, found by three keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.names import fold, likeness, plain, skeleton
from geo_ghouta.schema import Match, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

_FUZZY_FLOOR = 0.84
_FUZZY_MARGIN = 0.03
_SHORT = 4


class Shelf:
    """Places by plain key, by folded key and by consonants.

    Parameters
    ----------
    folded : bool
        Whether spellings also meet by :func:`geo_ghouta.names.fold` and, with a margin, by likeness.
    """

    def __init__(self, folded: bool = True) -> None:
        self.folded = folded
        self.places: list[Place] = []
        self._plain: dict[str, list[tuple[int, str]]] = {}
        self._fold: dict[str, list[tuple[int, bool]]] = {}
        self._skeleton: dict[str, list[str]] = {}
        self._width: dict[str, int] = {}
        self._by_length: dict[int, list[str]] = {}

    def add(self, place: Place, spellings: Iterable[tuple[str, str]]) -> None:
        """Put a place on the shelf under its spellings, each with the word for how it meets (exact, alias, ...)."""
        number = len(self.places)
        self._by_length.clear()
        self.places.append(place)
        for text, match in spellings:
            key = plain(text).removeprefix("the ")
            if not key:
                continue
            rows = self._plain.setdefault(key, [])
            if all(n != number for n, _ in rows):
                rows.append((number, match))
            self._widen(key)
            if not self.folded or match not in {"exact", "alias"}:
                continue
            deep = fold(key)
            article = len(deep.split()) < len(key.split())
            folded = self._fold.setdefault(deep, [])
            if all(n != number for n, _ in folded):
                folded.append((number, article))
                self._skeleton.setdefault(skeleton(deep), []).append(deep)
            self._widen(deep)

    def _widen(self, key: str) -> None:
        words = key.split()
        self._width[words[0]] = max(self._width.get(words[0], 0), len(words))

    def keys(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return all plain and all folded keys."""
        return frozenset(self._plain), frozenset(self._fold)

    def widths(self) -> dict[str, int]:
        """Return first words, plain and folded, with the words of the longest name that begins so."""
        return self._width

    def width(self, word: str, deep: str) -> int:
        """Words of the longest name that begins with this one."""
        return max(self._width.get(word, 0), self._width.get(deep, 0))

    def look_up(self, key: str, fuzzy: bool = False) -> list[Match]:
        """Return what a plain key can mean here."""
        rows = self._plain.get(key)
        if rows:
            return [Match(self.places[n], match, 1.0) for n, match in rows]
        if not self.folded:
            return []
        deep = fold(key)
        folded = self._fold.get(deep)
        if folded:
            # "Bab" alone is a gate; only "al-Bab" is the town.
            bare = deep.count(" ") == key.count(" ")
            gate = bare and len(deep) <= _SHORT
            # "al-Hama" is rather al-Hameh than Hama: an article that is written says something.
            found = [
                Match(self.places[n], "alias", 0.97 if article != bare else 0.93)
                for n, article in folded
                if not (article and gate)
            ]
            if found:
                return found
        return self.resembling(deep) if fuzzy else []

    def resembling(self, deep: str) -> list[Match]:
        """Return the one place whose folded key is alike, if it is one."""
        ranked = self.alike(deep, _FUZZY_FLOOR)
        if not ranked:
            return []
        best, keys = ranked[0][0], [k for score, k in ranked if ranked[0][0] - score < _FUZZY_MARGIN]
        numbers = {n for k in keys for n, _ in self._fold[k]}
        # Two different places equally alike: no margin, no match.
        return [Match(self.places[n], "fuzzy", best) for n in sorted(numbers)] if len(numbers) == 1 else []

    def alike(self, deep: str, floor: float) -> list[tuple[float, str]]:
        """Folded keys that are alike, best first."""
        ranked = [(likeness(deep, k), k) for k in dict.fromkeys(self._skeleton.get(skeleton(deep), ()))]
        return sorted(((s, k) for s, k in ranked if s >= floor), key=lambda r: (-r[0], r[1]))

    def suggest(self, deep: str, limit: int) -> list[Match]:
        """Return places whose folded names are near by letters, for a person to choose from."""
        from rapidfuzz import fuzz, process

        if not self._by_length:
            for key in self._fold:
                self._by_length.setdefault(len(key), []).append(key)
        # Keys of much other length cannot reach the floor: 2 * shorter / (shorter + longer) >= 0.75.
        fit = [
            k for n, keys in self._by_length.items() if 5 * n >= 3 * len(deep) and 3 * n <= 5 * len(deep) for k in keys
        ]
        near = process.extract(deep, fit, scorer=fuzz.ratio, limit=limit, score_cutoff=75.0)
        return [Match(self.places[self._fold[k][0][0]], "fuzzy", score / 100.0) for k, score, _ in near]
