"""Find the spellings of what may not be named in any text, and put what may be named in their place.

A spelling is found as it stands in a list (any case, any separator: ``Red School``, ``red-school``, ``red_school``),
and, where it is written like a name, in any transliteration that folds to the same key; in Arabic also behind the
joined words for "and", "in", "to", "like". What also names a place that may be named is left alone.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.names import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

WITHHELD = "[withheld]"
_WORD = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\\u0300-\\u036f\\u0640\\u064b-\\u0652\\u0670'’ʿʾ])*|\\d+")
_JOINTS = frozenset("-_/. \t\u00a0'’‐‑–")
_ARABIC = re.compile("[\\u0600-\\u06ff]")
_JOINED = ("وال", "بال", "فال", "كال", "و", "ب", "ل", "ف", "ك")
_OWNER = re.compile("['’][sS]?$")
_LONGEST = 6

fold_once = functools.lru_cache(maxsize=100_000)(fold)


class Scrubber:
    """Replace spellings and ids, wherever they stand in a text.

    Parameters
    ----------
    ids : mapping of str to str
        Ids that may not be told, with what stands for them.
    spellings : mapping of str to tuple
        Spellings that may not be told, with the Latin and the Arabic name that stand for them.
    allowed : collection of str
        Folded names that may be told.

    Examples
    --------
    >>> scrub = Scrubber({}, {"Red School": ("Harasta", "حرستا"), "Qabun": ("Damascus", "دمشق")}, {"harasta"})
    >>> scrub.text("Fire at Red School, see 01-qabun-offensive.md; Qaboun's people")
    "Fire at Harasta, see 01-Damascus-offensive.md; Damascus's people"
    """

    def __init__(
        self,
        ids: Mapping[str, str],
        spellings: Mapping[str, tuple[str, str | None]],
        allowed: Collection[str] = (),
    ) -> None:
        self._ids = dict(ids)
        self._spellings = dict(spellings)
        longest = sorted(self._ids, key=lambda w: (-len(w), w))
        # An id may be the beginning of another one.
        self._id = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![\w\-])") if longest else None
        self._exact: dict[str, tuple[str, str | None]] = {}
        self._folded: dict[str, tuple[str, str | None]] = {}
        for spelling, stands in spellings.items():
            words = [m.group() for m in _WORD.finditer(spelling)]
            if not words or len(words) > _LONGEST or not re.search(r"[^\W\d_]{2}", spelling):
                continue
            self._exact.setdefault(" ".join(words).casefold(), stands)
            key = fold_once(spelling)
            if key and key not in allowed:
                self._folded.setdefault(key, stands)
        lengths = [k.count(" ") + 1 for k in (*self._exact, *self._folded)]
        # One more for an article before the name.
        self._longest = min(_LONGEST, max(lengths, default=0) + 1)
        self._allowed = frozenset(allowed)
        self._done: dict[str, str] = {}

    def text(self, value: Any) -> Any:
        """Scrub one text; anything else is returned as it is."""
        if not isinstance(value, str) or not value or not (self._exact or self._ids):
            return value
        done = self._done.get(value)
        if done is None:
            done = self._names(self.id(value))
            if len(value) < 500:
                self._done[value] = done
        return done

    def id(self, value: Any) -> Any:
        """Replace ids only."""
        if self._id is None or not isinstance(value, str):
            return value
        return self._id.sub(lambda m: self._ids[m.group()], value)

    def whole(self, value: Any) -> Any:
        """Withhold each name of a list with bars whole where a spelling is a part of it; others stay as they are."""
        if not isinstance(value, str):
            return value
        return "|".join(dict.fromkeys(part if self.text(part) == part else WITHHELD for part in value.split("|")))

    def withholding(self, names: Collection[str]) -> Scrubber:
        """Return a scrubber that withholds these names whole too, where a spelling is a part of them."""
        told = {name: (WITHHELD, WITHHELD) for name in names if self.text(name) != name}
        return Scrubber(self._ids, {**told, **self._spellings}, self._allowed)

    def listed(self, value: Any) -> Any:
        """Scrub a list with bars and keep each entry once."""
        if not isinstance(value, str):
            return value
        return "|".join(dict.fromkeys(self.text(part) for part in value.split("|")))

    def _names(self, text: str) -> str:
        words = list(_WORD.finditer(text))
        out, last, at = [], 0, 0
        while at < len(words):
            reach = 1
            while reach < self._longest and at + reach < len(words) and self._joined(text, words, at + reach):
                reach += 1
            for many in range(reach, 0, -1):
                begin, end = words[at].start(), words[at + many - 1].end()
                stands = self._stands(text[begin:end], [w.group() for w in words[at : at + many]])
                if stands is not None and not self._shielded(text, words, at, many):
                    out += [text[last:begin], stands]
                    last, at = end, at + many - 1
                    break
            at += 1
        return text if not out else "".join([*out, text[last:]])

    def _shielded(self, text: str, words: list[re.Match[str]], at: int, many: int) -> bool:
        """Whether the words are part of a longer name that may be told: "Hosh X", where only X may not."""
        for begin in range(max(0, at - _LONGEST), at + 1):
            for end in range(at + many, min(len(words), begin + _LONGEST) + 1):
                inside = all(self._joined(text, words, n) for n in range(begin + 1, end))
                if end - begin > many and inside:
                    name = text[words[begin].start() : words[end - 1].end()]
                    if fold_once(name) in self._allowed:
                        return True
        return False

    @staticmethod
    def _joined(text: str, words: list[re.Match[str]], at: int) -> bool:
        between = text[words[at - 1].end() : words[at].start()]
        return len(between) <= 2 and set(between) <= _JOINTS

    def _stands(self, surface: str, words: list[str]) -> str | None:
        owner = _OWNER.search(words[-1])
        tail = owner.group() if owner else ""
        bare = surface[: len(surface) - len(tail)]
        if tail:
            words = [*words[:-1], words[-1][: -len(tail)]]
        found = self._known(bare, words)
        if found is not None:
            return found + tail
        if not _ARABIC.match(bare):
            return None
        if bare.startswith("لل"):  # "to the": the article has lost its first letter
            found = self._known("ال" + bare[2:], ["ال" + words[0][2:], *words[1:]])
            return None if found is None else f"ل{found}"
        for joined in _JOINED:
            if bare.startswith(joined) and len(bare) > len(joined) + 1:
                keep = joined.removesuffix("ال")
                cut = len(keep)
                found = self._known(bare[cut:], [words[0][cut:], *words[1:]])
                if found is not None:
                    return keep + found
        return None

    def _known(self, surface: str, words: list[str]) -> str | None:
        stands = self._exact.get(" ".join(words).casefold())
        arabic = bool(_ARABIC.search(surface))
        # "at Red School" folds like a name with an article; "al-Qabun" has one.
        article = "-" in surface and any(w[:1].isupper() for w in words)
        if stands is None and (arabic or surface[:1].isupper() or article):
            stands = self._folded.get(fold_once(surface))
        if stands is None:
            return None
        return stands[1] if arabic and stands[1] else stands[0]
