"""Where sentences end: "Feb. 18", "Mr. X" and "J. Doe" hold no end of one, and a line wrapped by hand goes on."""

from __future__ import annotations

import re

MAX_SENTENCE = 900
"""Characters after which a sentence is cut at a space, so that hostile text without full stops stays linear."""
_BEHIND_STOP = r"[\"”’'»)\]]*+(?=\s+[\"“‘'«(\[]*[^\Wa-z_])"
_STOP = re.compile(r"[.!?…؟](?<![.!?…؟]{2})[.!?…؟]*+" + _BEHIND_STOP)
"""The end of a sentence; it begins with the signs themselves, so that the search leaps from one to the next."""
_FULL_STOP = re.compile(r"\.(?<!\.\.)\.*+" + _BEHIND_STOP)
"""The same where no other sign than a full stop ends one: found in half the time."""
_OTHER_STOPS = "!?…؟"
_SHORTENED = (
    "mr mrs ms dr st gen col lt maj capt sgt brig adm gov sen rep prof inc ltd co no jan feb mar apr jun jul aug "
    "sep sept oct nov dec vs approx ca cf incl e.g i.e al rev hon pres fig u.s u.n u.k"
)
_SHORT = frozenset(_SHORTENED.split())
_LONGEST_SHORT = max(map(len, _SHORT))


def sentence_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Span of the sentence round a span, without the blanks at its edges; a span across two sentences has both.

    Not more than 900 characters before and behind the span.

    Examples
    --------
    >>> text = "One came. Two left Duma on Feb. 18 by bus. Three stayed."
    >>> low, high = sentence_of(text, 14, 18)
    >>> text[low:high]
    'Two left Duma on Feb. 18 by bus.'
    >>> sentence_of("One came. Two left.", 10, 13)
    (10, 19)
    """
    low = max(_paragraph_start(text, start), start - MAX_SENTENCE)
    high = min(_paragraph_end(text, end), end + MAX_SENTENCE)
    spans = cut_sentences(text, low, high)
    low = max((first for first, _ in spans if first <= start), default=low)
    high = min((last for _, last in spans if last >= end), default=high)
    while low < start and text[low].isspace():
        low += 1
    while high > end and text[high - 1].isspace():
        high -= 1
    return low, high


def _paragraph_start(text: str, at: int) -> int:
    """Where the lines begin that run on to an offset."""
    line = text.rfind("\n", 0, at)
    while line >= 0 and at - line <= MAX_SENTENCE and _runs_on(text, line):
        line = text.rfind("\n", 0, line)
    return line + 1


def _paragraph_end(text: str, at: int) -> int:
    """Where the lines end that run on from an offset."""
    line = text.find("\n", at)
    while line >= 0 and line - at <= MAX_SENTENCE and _runs_on(text, line):
        line = text.find("\n", line + 1)
    return len(text) if line < 0 else line


def _runs_on(text: str, line: int) -> bool:
    """Whether a text wrapped by hand goes on behind a break: in a small letter, and the line before is unfinished."""
    before = text[max(0, line - 4) : line].rstrip(" \t\r")[-1:]
    return text[line + 1 : line + 2].islower() and before != "" and before not in ".!?…؟:;\n"


def other_stops(text: str) -> str:
    """The signs, other than a full stop, that may end a sentence of a text: mostly none."""
    return "".join(sign for sign in _OTHER_STOPS if sign in text)


def cut_sentences(text: str, start: int, end: int, others: str = _OTHER_STOPS) -> list[tuple[int, int]]:
    """Spans of the sentences of a paragraph; "Feb. 18", "Mr. X" and "J. Doe" hold no end of one.

    ``others`` are the ``other_stops`` of the text.

    Examples
    --------
    >>> text = "It began on Feb. 18. Mr. Doe left."
    >>> [text[s:e] for s, e in cut_sentences(text, 0, len(text))]
    ['It began on Feb. 18.', ' Mr. Doe left.']
    """
    spans, first = [], start
    pattern = _FULL_STOP
    for sign in others:
        if text.find(sign, max(0, start - 1), end) >= 0:  # two signs are one end: the one before counts too
            pattern = _STOP
    for stop in pattern.finditer(text, start, end):
        at, behind = stop.span()
        if behind - at == 1 and text[at] == ".":
            word = text[max(first, at - _LONGEST_SHORT - 1) : at].rpartition(" ")[2]
            if not word.isalnum():
                word = _head(word)
            if word.lower() in _SHORT or (len(word) == 1 and word.isupper()):
                continue
        spans.append((first, behind))
        first = behind
    if first < end:
        spans.append((first, end))
    return _shortened(text, spans) if end - start > MAX_SENTENCE else spans


def _head(word: str) -> str:
    """The end of a word behind all signs but stops: "e.g" of "(e.g", "Mr" of "“Mr"."""
    head = len(word)
    while head and (word[head - 1].isalnum() or word[head - 1] == "."):
        head -= 1
    return word[head:]


def _shortened(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cut the longest at spaces."""
    out = []
    for low, high in spans:
        while high - low > MAX_SENTENCE:
            cut = text.rfind(" ", low + MAX_SENTENCE // 2, low + MAX_SENTENCE)
            cut = cut if cut > low else low + MAX_SENTENCE
            out.append((low, cut))
            low = cut
        if low < high:
            out.append((low, high))
    return out
