"""Letters cut into words: what stands between two spaces is cut once, and remembered with all that its words may tell.

Most of it is one word, and most words come again and again: so a sentence is looked up, and not read.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from geo_ghouta.claims.idle import idle_test
from geo_ghouta.claims.lexicon import TOKEN, Lexicon, find_phrase, word_set

_WALLS = {",": 1.0, ";": 6.0, ":": 3.0, "–": 2.5, "—": 2.5, "(": 3.0, ")": 3.0, "“": 1.5, "”": 1.5, '"': 1.5} | {
    **dict.fromkeys(
        word_set("while whereas although though but after before until when because unless once despite ahead"), 4.0
    ),
    **dict.fromkeys(("which", "who", "whom", "whose", "where"), 2.0),
    "that": 1.5,
    "as": 3.0,
    "if": 3.0,
    "since": 2.0,
    "and": 0.6,
    "or": 0.4,
    "with": 1.0,
    "than": 0.0,
    "for": 0.3,
}
HOURS = frozenset(("dawn", "midnight", "noon", "nightfall", "sunrise", "sunset", "daybreak", "dark", "dusk"))
WEEKDAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_UNEVEN = HOURS | {"following", "yet", "("}
"""Words by which a wall is higher or lower than its word alone makes it."""
QUOTE_SIGNS = frozenset('“”"‘’«»')
_QUOTING = QUOTE_SIGNS | {"'", "'s"}
"""Words that may begin with such a sign: apostrophes are straight in words."""
BENT, UNEVEN, QUOTING, SHORTENED = 128, 256, 512, 1024
"""What a word may be beside what the word lists tell: "-ed" or "-ing", a wall's, a quotation's, "won't" or "we'll"."""
_DENSE = 30
"""Characters between two spaces, on average, from which on a text is none of words: its pieces are not remembered."""
_MOST = 20_000
"""Pieces remembered at most."""


class OddSpaceError(Exception):
    """Two spaces, or a space and a break of the line: the words' offsets are no sum of the pieces'."""


class Pieces(dict[str, tuple[Any, ...]]):
    """What stands between two spaces, cut into words: a tuple of four for each word.

    The word, the characters from its beginning to the next word's, the height of its wall, and None for a word that
    tells nothing, otherwise what it may tell: flags, whether it only begins phrases, the second words of those (None
    without any), and what it tells alone: trigger, voice, actor, mood, group of saying, and the test whether its
    trigger tells nothing here.

    No word holds a space, and none looks beyond one, so that a sentence is the sum of its pieces.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self.lexicon = lexicon

    def __missing__(self, piece: str) -> tuple[Any, ...]:
        lead, told = self.cut(piece)
        if lead or not told:
            raise OddSpaceError
        if len(self) >= _MOST:
            self.clear()
        found = self[piece] = tuple(told)
        return found

    def cut(self, text: str) -> tuple[int, list[Any]]:
        """The characters before the first word, and what is told of all words."""
        found = [(word.group(), word.start()) for word in TOKEN.finditer(text)]
        if not found:
            return 0, []
        told: list[Any] = []
        behind = [offset for _, offset in found[1:]] + [len(text) + 1]
        for (word, offset), end in zip(found, behind, strict=True):
            told.append((word, end - offset, _WALLS.get(word, 0.0), self._tells(word)))
        return found[0][1], told

    def read(self, low: str, first: int, last: int) -> tuple[int, list[Any]]:
        """Offset of the first word of a sentence, and what is told of its words."""
        while first < last and low[first] == " ":
            first += 1
        sentence = low[first:last]
        pieces = sentence.split(" ")
        if last - first < _DENSE * len(pieces):
            try:
                return first, list(itertools.chain.from_iterable(map(self.__getitem__, pieces)))
            except OddSpaceError:
                pass
        lead, told = self.cut(sentence)
        return first + lead, told

    def _tells(self, word: str) -> tuple[int, bool, frozenset[str] | None, tuple[Any, ...]] | None:
        lexicon = self.lexicon
        flags = lexicon.flags.get(word, 0)
        if word in _UNEVEN:
            flags |= UNEVEN
        if word in _QUOTING:
            flags |= QUOTING
        if word.endswith(("n't", "'ll")):
            flags |= SHORTENED
        if not flags:
            return None
        if word.endswith(("ing", "ed", "en")):
            flags |= BENT
        tables = (lexicon.triggers, lexicon.voices, lexicon.actors, lexicon.moods, lexicon.says)
        alone = [find_phrase(table, [word], 0) for table in tables]
        idle = idle_test(word) if word in lexicon.triggers else None
        return flags, word in lexicon.openers, lexicon.seconds.get(word), (*alone, idle)


@functools.lru_cache(maxsize=8)
def pieces_of(lexicon: Lexicon) -> Pieces:
    """Pieces remembered under a word list."""
    return Pieces(lexicon)
