"""How far before a place in a text a pattern that ends there need be tried."""

from __future__ import annotations

import re


def words_in(pattern: re.Pattern[str]) -> frozenset[str]:
    """Return the words that a pattern is written with; words in a ``tree`` are not seen."""
    plain = re.sub(r"\\[a-z]", " ", pattern.pattern)
    return frozenset(re.findall("[a-z]+", plain) + re.findall("[a-z]+", re.sub(r"[a-z]\?", " ", plain)))


_JOINT = re.compile(r"[-\d]+")
_BLANK = re.compile(r"\s")


def reach(low: str, lo: int, start: int, words: frozenset[str]) -> int:
    """Where what ends at ``start`` can begin at the earliest: behind the last word before it that is none of these.

    To try a pattern at every letter of the words before costs more than all else; most of them it does not know.

    Examples
    --------
    >>> words = "they left in the last "
    >>> words[reach(words, 0, len(words), frozenset(("in", "the", "last"))) :]
    'in the last '
    """
    at = start
    while at > lo and low[at - 1] == " ":
        head = low.rfind(" ", lo, at - 1) + 1 or lo
        token = low[head : at - 1]
        if token not in words:
            if token.isalpha():
                return at
            # "24", "past24" and "twenty-one" go on; "(the" may begin what is looked for
            if not all(part in words or not part for part in _JOINT.split(token)):
                return lo if _BLANK.search(token) else head
        at = head
    return lo
