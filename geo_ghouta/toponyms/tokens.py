"""Words of a text with their offsets, as the finder wants them."""

from __future__ import annotations

import re

# A word begins with a letter; marks, soft hyphens and an apostrophe between letters belong to it.
_MARK = "\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060"
_APOSTROPHE = "'’‘ʻʹ`´′"
WORD = re.compile(
    rf"(?:[A-Z]\.){{2,}}(?:[A-Z]\b)?|W\.\s?Va\.|[^\W\d_][^\W\d_{_MARK}]*[{_MARK}]*"
    rf"(?:[{_APOSTROPHE}]?[^\W\d_]+[{_MARK}]*)*"
)
_POSSESSIVE = re.compile(r"(?<=.)['’‘`´][sS]$")
_JOINS = frozenset({" ", "-", "\u00a0", "\u2010", "\u2011", "\u202f", "  ", " \u00a0"})
_PLAIN_JOINS = (" ", "-")
_ABBREVIATED = frozenset({"st", "ste", "mt", "ft", "pt"})
_WRAP = 55
_AYN = "ʿʾʻʼˈ"


class Words:
    """The words of one text.

    Parameters
    ----------
    text : str
        Untouched.

    Attributes
    ----------
    start, end : list of int
        Offsets; ``end`` is without a possessive.
    word, low : list of str
        As written, and in lower case.
    cap : list of bool
        Whether the first letter is a capital.
    joined : list of bool
        Whether a name may run on from this word to the next.
    """

    __slots__ = ("cap", "end", "join", "joined", "low", "start", "text", "word")

    def __init__(self, text: str) -> None:
        self.text = text
        start: list[int] = []
        end: list[int] = []
        word: list[str] = []
        joined: list[bool] = []
        previous = prior = -1
        for found in WORD.finditer(text):
            begin, stop = found.span()
            shape = found.group()
            if previous >= 0:
                gap = text[previous:begin]
                joined.append(previous == prior and (gap in _PLAIN_JOINS or self._joins(text, gap, previous, word[-1])))
            prior = previous = stop
            if shape[-1] in "sS" and (possessive := _POSSESSIVE.search(shape)):
                shape = shape[: possessive.start()]
                prior = stop = begin + len(shape)
            start.append(begin)
            end.append(stop)
            word.append(shape)
        joined.append(False)
        self.start, self.end, self.word, self.joined = start, end, word, joined
        self.low = [w.lower() for w in word]
        self.cap = [w[0].isupper() or (w[0] in _AYN and w[1:2].isupper()) for w in word]

    @staticmethod
    def _joins(text: str, gap: str, left: int, word: str) -> bool:
        if gap in _JOINS:
            return True
        if gap == ". ":
            return word.lower() in _ABBREVIATED
        if gap in {"\n", "\r\n"}:
            # A hard-wrapped paragraph: the line was full. A headline or a list is shorter.
            line = text.rfind("\n", 0, left) + 1
            return left - line >= _WRAP
        return False

    def __len__(self) -> int:
        return len(self.word)

    def sentence_start(self, number: int) -> bool:
        """Whether this word opens a sentence, a line or a quotation."""
        at = self.start[number]
        before = self.text[max(0, at - 4) : at].rstrip(" \u00a0")
        if not before:
            return at <= 4 or self.text[max(0, at - 4) : at].strip(" \u00a0") == ""
        return before[-1] in ".!?\n\r:;\"“”„«(‘'•*-–—|>" and not (number and self.low[number - 1] in _ABBREVIATED)
