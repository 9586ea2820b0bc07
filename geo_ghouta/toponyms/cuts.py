"""Cut a text into words by its letters, all at once: many times as quick as a pattern that is tried at each word.

Whatever is rare (marks, scripts without an alphabet of ours, initials that run into a word) is left to the pattern in
:mod:`geo_ghouta.toponyms.tokens`; where this cuts at all, it cuts as that does.
"""

from __future__ import annotations

import bisect
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NO_LETTER, _LETTER, _QUOTE, _BLANK = 0, 1, 2, 32
_CLASSES = bytes(_LETTER if chr(c).isalpha() and c < 0x80 else _QUOTE if c in b"'`" else _NO_LETTER for c in range(256))
_POINT, _CAPITAL_A, _ALPHABET = ord("."), ord("A"), 26
_INITIALS = re.compile(r"[A-Z]\.(?:[A-Z]\.)+(?:[A-Z]\b)?|W\.\s?Va\.")
"""What is one word for all its points."""
_UNKNOWN, _SIGN, _STANDS_IN, _APOSTROPHE, _OWN_BLANK, _HYPHEN, _THIN = 0, ord("?"), ord("x"), ord("'"), 0xA0, 0x90, 0x91
_SIGNS = "?“”„‟«»‹›–—―…•·€£°©®™×"
_FEW = 8
"""One sign or letter beyond ASCII in so many is few; with more, the text is in another script."""


class _StandIns(dict[str, int]):
    """Bytes that stand in for what is not ASCII: a letter for any letter, a sign for any sign."""

    def __missing__(self, char: str) -> int:
        known = "\u00c0" <= char <= "\u024f" or "\u0370" <= char <= "\u052f" or "\u1e00" <= char <= "\u1eff"
        self[char] = byte = _STANDS_IN if known and char.isalpha() else _UNKNOWN
        return byte


_STAND_INS = _StandIns(
    {
        **dict.fromkeys(_SIGNS, _SIGN),
        **dict.fromkeys("’‘", _APOSTROPHE),
        "\u00a0": _OWN_BLANK,
        **dict.fromkeys("\u2010\u2011", _HYPHEN),
        "\u202f": _THIN,
    }
)
_JOINS, _MAY_JOIN = 1, 2
_GAPS = np.zeros(1 << 16, np.uint8)
"""Whether a name runs on over a gap of one character or of two: the first is the lower byte, the second the upper."""
_ALONE = 0xFF << 8
_GAPS[[_ALONE | code for code in (_BLANK, ord("-"), _OWN_BLANK, _HYPHEN, _THIN)]] = _JOINS
_GAPS[[_BLANK | _BLANK << 8, _BLANK | _OWN_BLANK << 8]] = _JOINS
_GAPS[[_ALONE | ord("\n"), _POINT | _BLANK << 8, ord("\r") | ord("\n") << 8]] = _MAY_JOIN
_LONGEST_GAP = 2


class Cut(NamedTuple):
    """The words of a text."""

    start: list[int]
    end: list[int]
    word: list[str]
    low: list[str]
    cap: list[bool]
    """Whether the first letter is a capital of ASCII."""
    caps: list[int]
    joined: list[bool]
    """Whether a name runs on behind; one less than there are words."""
    doubtful: list[int]
    """Words behind which it may, as the line tells."""
    quotes: list[int]
    """Offsets of the apostrophes inside words."""
    foreign: list[int]
    """Words with anything that is not ASCII; ``low``, ``cap`` and ``caps`` say nothing of them."""


def cut(text: str) -> Cut | None:
    """Cut a text into words; None where the pattern must do it.

    Examples
    --------
    >>> cut("Ma'arrat al-Numan, U.S. aid").word
    ["Ma'arrat", 'al', 'Numan', 'U.S.', 'aid']
    """
    # A blank at both ends, so that each word has a gap on both sides: offsets here are one more than in the text.
    raw = bytearray(b" %b " % text.encode("ascii", "replace"))
    odd: list[int] = []
    if not text.isascii() and not _stand_in(text, raw, odd):
        return None
    codes = np.frombuffer(raw, np.uint8)
    kinds = np.frombuffer(raw.translate(_CLASSES), np.uint8)
    inside = kinds == _LETTER
    quotes = np.flatnonzero(kinds == _QUOTE)
    quotes = quotes[inside[quotes - 1] & inside[quotes + 1]]
    inside[quotes] = True
    if not _take_initials(text, codes, kinds, inside):
        return None
    bounds = np.flatnonzero(inside[1:] != inside[:-1])
    if not len(bounds):
        return None
    starts, ends = bounds[::2], bounds[1::2]
    start, end = starts.tolist(), ends.tolist()
    letters = np.where(inside, codes, np.uint8(_BLANK)).tobytes().decode("ascii")
    word = letters.split()
    foreign = sorted({bisect.bisect_right(start, at) - 1 for at in odd if inside[at + 1]})
    for n in foreign:
        word[n] = text[start[n] : end[n]]
    capital = codes - _CAPITAL_A < _ALPHABET
    begins = capital[starts + 1]
    caps = np.flatnonzero(begins).tolist()
    low = word.copy()
    for n in caps:
        low[n] = word[n].lower()
    for at in np.flatnonzero(capital[1:] & inside[:-1]).tolist():  # "iPhone"
        n = bisect.bisect_right(start, at) - 1
        low[n] = word[n].lower()
    gaps = _gaps(codes, starts[1:], ends[:-1])
    return Cut(
        start,
        end,
        word,
        low,
        begins.tolist(),
        caps,
        (gaps == _JOINS).tolist(),
        np.flatnonzero(gaps == _MAY_JOIN).tolist(),
        (quotes - 1).tolist(),
        foreign,
    )


def _stand_in(text: str, raw: bytearray, odd: list[int]) -> bool:
    """Put bytes for what is not ASCII, and tell where letters and apostrophes are; False if something is unknown."""
    places = np.flatnonzero(np.frombuffer(raw, np.uint8) == _SIGN).tolist()
    if len(places) > len(text) // _FEW + _FEW:
        return False
    for at in places:
        byte = _STAND_INS[text[at - 1]]
        if byte != _SIGN:
            if byte == _UNKNOWN:
                return False
            raw[at] = byte
            if byte in {_STANDS_IN, _APOSTROPHE}:
                odd.append(at - 1)
    return True


def _take_initials(text: str, codes: NDArray[Any], kinds: NDArray[Any], inside: NDArray[Any]) -> bool:
    """Mark "U.S." as one word; False where such a word runs into the next."""
    points = np.flatnonzero(codes == _POINT)
    single = points[(codes[points - 1] - _CAPITAL_A < _ALPHABET) & ~inside[points - 2]]
    done = 0
    for point in single.tolist():
        first = point - 2
        found = _INITIALS.match(text, first) if first >= done else None
        if found is None:
            continue
        done = found.end()
        if kinds[done + 1] != _NO_LETTER or len(found.group().split()) > 1:
            return False
        inside[first + 1 : done + 1] = True
    return True


def _gaps(codes: NDArray[Any], starts: NDArray[Any], ends: NDArray[Any]) -> NDArray[Any]:
    """What the gaps between words are: none of ours, one that joins, or one that may."""
    long = starts - ends
    pair = codes[ends + 1].astype(np.uint16)
    two = np.flatnonzero(long == _LONGEST_GAP)
    second = codes[ends[two] + 2].astype(np.uint16) << 8
    pair |= _ALONE
    pair[two] = pair[two] & 0xFF | second
    pair[long > _LONGEST_GAP] = 0
    found: NDArray[Any] = _GAPS[pair]
    return found
