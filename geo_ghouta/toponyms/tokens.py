"""Words of a text with their offsets, as the finder wants them."""

from __future__ import annotations

import bisect
import itertools
import re

from geo_ghouta.toponyms.cuts import cut

# A word begins with a letter; marks, soft hyphens and an apostrophe between letters belong to it.
_MARK = "\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060"
_APOSTROPHE = "'’‘ʻʹ`´′"
WORD = re.compile(
    # One class that can begin a word, and is quickly looked for; then, for nearly every word, plain letters with a
    # plain character behind. The rest is tried only where that fails, and only there the first is looked at again.
    r"[^\x00-@\[-`{-\x7f](?:"
    r"(?<=[A-Za-z])[a-z]++(?=[\x00-&(-/:-@\[-\^{-\x7f])"
    r"|(?<=[A-Z])\.(?:[A-Z]\.)+(?:[A-Z]\b)?|(?<=W)\.\s?Va\."
    rf"|(?<=[^\W\d_])[^\W\d_{_MARK}]*[{_MARK}]*(?:[{_APOSTROPHE}]?[^\W\d_]+[{_MARK}]*)*)"
)
_SPLIT = re.compile(f"({WORD.pattern})")
_OWNER = re.compile("['’‘`´ʼʹ′＇][sS]")
_JOINS = frozenset({" ", "-", "\u00a0", "\u2010", "\u2011", "\u202f", "  ", " \u00a0"})
_MAY_JOIN = frozenset({". ", "\n", "\r\n"})
_ABBREVIATED = frozenset({"st", "ste", "mt", "ft", "pt"})
_WRAP = 55
_OPENING = frozenset(".!?\n\r:;\"“”„«(‘'•*-–—|>")
_BLANK = frozenset({"", " ", "\u00a0"})
_AYN = "ʿʾʻʼˈ"


def _capital(word: str) -> bool:
    return word[0].isupper() or (word[0] in _AYN and word[1:2].isupper())


def _begins_high(word: str) -> bool:
    """Whether a word begins with a capital; most do with a letter of ASCII, which a comparison tells."""
    return word < "a" or (word >= "{" and _capital(word))


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
    caps : list of int
        Numbers of the words with a capital.
    ascii : bool
        Whether all words are plain letters.
    """

    __slots__ = ("ascii", "cap", "caps", "end", "join", "joined", "low", "start", "text", "word")

    def __init__(self, text: str) -> None:
        self.text = text
        found = cut(text)
        if found is None:
            self._match(text)
            return
        start, end, word, low, cap, self.caps, joined, doubtful, quotes, foreign = found
        self.start, self.end, self.word, self.low, self.cap, self.joined = start, end, word, low, cap, joined
        for n in doubtful:
            joined[n] = self._joins(text, text[end[n] : start[n + 1]], end[n], word[n])
        joined.append(False)
        for at in quotes:
            # An apostrophe inside a word, and nothing but "s" behind it.
            if text[at + 1] in "sS":
                n = bisect.bisect_left(end, at + 2)
                if n < len(end) and end[n] == at + 2:
                    word[n] = word[n][:-2]
                    low[n] = low[n][:-2]
                    end[n] -= 2
                    joined[n] = False
        self.ascii = all(word[n].isascii() for n in foreign)
        if foreign:
            for n in foreign:
                low[n] = word[n].lower()
                cap[n] = _begins_high(word[n])
            self.caps = list(itertools.compress(range(len(cap)), cap))

    def _match(self, text: str) -> None:
        """Find the words by their pattern, in any script."""
        # Gap, word, gap, word ..., gap: one call, and the offsets are the running sum of the lengths.
        parts = _SPLIT.split(text)
        bounds = list(itertools.accumulate(map(len, parts)))
        self.start = bounds[0:-1:2]
        self.end = end = bounds[1::2]
        self.word = word = parts[1::2]
        gaps = parts[2:-1:2]
        self.joined = joined = list(map(_JOINS.__contains__, gaps))
        for n in itertools.compress(itertools.count(), map(_MAY_JOIN.__contains__, gaps)):
            joined[n] = self._joins(text, gaps[n], end[n], word[n])
        joined.append(False)
        for found in _OWNER.finditer(text):
            # Only at the end of a word, and of one that is more than the possessive.
            n = bisect.bisect_left(end, found.end())
            if n < len(end) and end[n] == found.end() and len(word[n]) > len("'s"):
                word[n] = word[n][:-2]
                end[n] -= 2
                joined[n] = False
        together = "\0".join(word)
        self.low = together.lower().split("\0") if word else []
        self.ascii = together.isascii()
        # A word before "a" begins with a capital of ASCII, one between "a" and "{" with a small letter.
        if self.ascii:
            self.cap = cap = [w < "a" for w in word]
        else:
            self.cap = cap = [_begins_high(w) for w in word]
        self.caps = list(itertools.compress(range(len(cap)), cap))

    @staticmethod
    def _joins(text: str, gap: str, left: int, word: str) -> bool:
        if gap == ". ":
            return word.lower() in _ABBREVIATED
        # A hard-wrapped paragraph: the line was full. A headline or a list is shorter.
        line = text.rfind("\n", 0, left) + 1
        return left - line >= _WRAP

    def __len__(self) -> int:
        return len(self.word)

    def sentence_start(self, number: int) -> bool:
        """Whether this word opens a sentence, a line or a quotation."""
        at = self.start[number]
        last = self.text[at - 1 : at]
        if last == " ":
            last = self.text[at - 2 : at - 1]
        if last not in _BLANK:  # nearly always: a letter of the word before
            return last in _OPENING and not (number and self.low[number - 1] in _ABBREVIATED)
        before = self.text[max(0, at - 4) : at].rstrip(" \u00a0")
        if not before:
            return at <= 4 or self.text[max(0, at - 4) : at].strip(" \u00a0") == ""
        return before[-1] in _OPENING and not (number and self.low[number - 1] in _ABBREVIATED)
