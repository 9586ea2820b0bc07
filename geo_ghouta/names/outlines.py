"""Level a text once for all, and tell where the words of a small vocabulary begin in it.

An *outline* is a copy with one byte a character: small letters and ``_`` stay, every digit is 0, all else is a blank.
A pattern of bytes that begins with a blank runs over it several times as fast as one that asks each letter of the
text for an edge.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from geo_ghouta.names.levelling import level

_LETTERS = b"abcdefghijklmnopqrstuvwxyz_"
_DRAWN = bytes(c if c in _LETTERS else ord("0") if c in b"0123456789" else ord(" ") for c in range(256))
_ASCII = bytes(range(0x80))
_PRINT = re.compile(rb"(?:\xe2\x80[\x80-\xbf]|\xc2[\xa0\xab\xbb]|\xe2\x82\xac)*")
"""Blanks, dashes, quotes and the like (U+2000 to U+203F, guillemets, the euro sign) in UTF-8: no letter, no digit."""
_DIGITLESS = bytes((*range(0x80, 0xDE), *range(0xE2, 0xEA)))
"""Bytes of UTF-8 that only letters and signs of scripts without further digits have, once a text is levelled."""
_ARABIC_LETTER = re.compile("[\u0621-\u064a]")


class Outlined(NamedTuple):
    """A levelled text with its outline."""

    low: str
    """The levelled text."""
    arabic: bool
    """Whether it holds Arabic letters."""
    outline: bytes | None
    """A blank, the outline, a blank: a word behind its blank begins at one and the same offset in outline and text.
    None where digits of a further script stand, which an outline does not know."""
    clear: bool
    """Whether every edge of a word in the outline is one in the text; else a letter such as "é" may stand there."""


def trie(words: Iterable[str]) -> str:
    """Write words as alternatives that part letter by letter: no letter of a text is asked twice; the longest wins.

    Examples
    --------
    >>> [re.fullmatch(trie(["may", "march", "mar"]), word) is not None for word in ("mar", "march", "marc")]
    [True, True, False]
    """
    heads: dict[str, list[str]] = {}
    ends = False
    for word in words:
        if word:
            heads.setdefault(word[0], []).append(word[1:])
        else:
            ends = True
    told = "|".join(head + (trie(tails) if any(tails) else "") for head, tails in sorted(heads.items()))
    return f"(?:{told})?" if ends else f"(?:{told})"


@functools.lru_cache(maxsize=2)
def outlined(text: str) -> Outlined:
    """Level a text and draw its outline; the last texts are kept, since dates and numbers ask one after the other.

    Examples
    --------
    >>> outlined("On 22 March – Friday’s").outline
    b' on 00 march   friday s '
    >>> outlined("Düsseldorf").clear
    False
    """
    low = level(text)
    outline = b" " + low.encode("ascii", "replace").translate(_DRAWN) + b" "
    if low.isascii():
        return Outlined(low, False, outline, True)
    rest = low.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    if _PRINT.fullmatch(rest):
        return Outlined(low, False, outline, True)
    arabic = _ARABIC_LETTER.search(rest.decode("utf-8", "surrogatepass")) is not None
    return Outlined(low, arabic, None if rest.translate(None, _DIGITLESS) else outline, False)
