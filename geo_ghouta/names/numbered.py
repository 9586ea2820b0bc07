"""Names with a number in them, found in a text: "School No. 5", "3000 Flats", "17 April Square"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_RUN = re.compile(r"\d+")
_GAP = 3
"""Most characters between two words of a name: "No. 5", "No. – 5"."""
_CLOSED = re.compile(r"[\w%]|[.,:]\d")
"""What goes on behind a name so that it is none: "School No. 51", "Flats 3.5", "17 %" written close."""
_OPENED = re.compile(r"[\w.,]")


class NumberedNames:
    """Names that hold a number, kept by the number and the words beside it.

    Lists of a city's schools or checkpoints have thousands of them. One pattern with all of them would take memory
    and, at every letter of a text, time that grow with the list; here only a text's own numbers are looked at.

    Parameters
    ----------
    names : iterable of str
        Names of two words or more in lower case; those without a digit are left out.

    Examples
    --------
    >>> NumberedNames(["school no 5", "3000 flats"]).find("School No. 5 lies behind the 3000 Flats, no school no. 51")
    [(0, 12), (29, 39)]
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._beside: dict[tuple[str, str, str], list[tuple[int, tuple[str, ...]]]] = {}
        for name in sorted(names):
            words = tuple(_WORD.findall(name))
            at = next((k for k, word in enumerate(words) if _DIGIT.search(word)), None)
            if at is not None and len(words) > 1:
                before = words[at - 1] if at else ""
                behind = words[at + 1] if at + 1 < len(words) else ""
                self._beside.setdefault((before, words[at], behind), []).append((at, words))
        self._runs = {run for _, number, _ in self._beside for run in _RUN.findall(number)}
        names_kept = [words for same in self._beside.values() for _, words in same]
        longest = max((len("".join(words)) + _GAP * len(words) for words in names_kept), default=0)
        self._reach = longest + 1  # a word that the edge of a cut goes through is then part of no name

    def __bool__(self) -> bool:
        return bool(self._beside)

    def find(self, text: str) -> list[tuple[int, int]]:
        """Return start and end of each name in a text, in order; of two that overlap the earlier, then the longer.

        Parameters
        ----------
        text : str

        Returns
        -------
        list of (int, int)
        """
        found = []
        seen = 0
        for run in _RUN.finditer(text):
            # Few numbers of a text are those of a name: only what stands around these is cut into words.
            if run.start() < seen or run.group() not in self._runs:
                continue
            hits = list(_WORD.finditer(text, max(0, run.start() - self._reach), run.end() + self._reach))
            words = [hit.group().lower() for hit in hits]
            k = next(n for n, hit in enumerate(hits) if hit.end() > run.start())
            seen = hits[k].end()
            before = words[k - 1] if k else ""
            behind = words[k + 1] if k + 1 < len(words) else ""
            for key in {(b, words[k], a) for b in (before, "") for a in (behind, "")}:
                for at, name in self._beside.get(key, ()):
                    first, last = k - at, k - at + len(name)
                    if first >= 0 and tuple(words[first:last]) == name and _stands(text, hits[first:last]):
                        found.append((hits[first].start(), hits[last - 1].end()))
        kept: list[tuple[int, int]] = []
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            if not kept or start >= kept[-1][1]:
                kept.append((start, end))
        return kept


def _stands(text: str, hits: list[re.Match[str]]) -> bool:
    """Whether words stand close to each other, and nothing that belongs to a number stands before or behind them."""
    start, end = hits[0].start(), hits[-1].end()
    close = all(0 < b.start() - a.end() <= _GAP for a, b in pairwise(hits))
    return close and not (start and _OPENED.match(text, start - 1)) and not _CLOSED.match(text, end)
