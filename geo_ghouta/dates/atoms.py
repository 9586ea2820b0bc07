"""What a calendar phrase says, and the pieces that its patterns share."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from geo_ghouta.dates.lexicon import COUNTS, FEW, MONTHS, WEEKDAYS


@dataclasses.dataclass(slots=True)
class Atom:
    """One calendar phrase.

    ``kind`` is day, month, year, decade, season, weekday, offset, night, unit, ago, past, ahead, anchor,
    weekend, recent, coming, range, upto or bad.
    """

    start: int
    end: int
    kind: str
    year: int | None = None
    month: int = 0
    day: int = 0
    weekday: int = 0
    mod: str = ""
    part: str | None = None
    count: int | None = 0
    unit: str = ""
    since: bool = False
    low: Atom | None = None
    high: Atom | None = None


def alternatives(words: Iterable[str]) -> str:
    """Write words as alternatives, the longest first."""
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))


def tree(words: Iterable[str]) -> str:
    """Write alternatives grouped by first letter: twice as fast to fail."""
    heads: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda w: (-len(w), w)):
        heads.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{head}(?:{'|'.join(tails)})" for head, tails in sorted(heads.items()))


YEAR = r"(?:19|20)\d\d(?![\d%]|[.,:]\d|-\d{3})"
ORD = r"(?:st|nd|rd|th)?"
MONTH = "(?:" + tree(MONTHS) + ")"
WEEKDAY = alternatives(WEEKDAYS)
COUNT = (
    r"(?:a\s+couple\s+of|couple\s+of|a\s+few|the\s+few|twenty-one|"
    + alternatives(w for w in COUNTS if " " not in w and w != "the")
    + r"|several|few|many|some|half\s+a|\d,\d{3}|(?<![\d.,])\d{1,4})"
)
EDGE = r"early|earlier|late|later|mid|middle|beginning|start|end|close|first\s+half|second\s+half"


HALF = 10_000
"""Stands for "half a"; no count of a text is as great."""


def norm(words: str | None) -> str:
    """One blank between words; "" for None."""
    return " ".join(words.split()) if words else ""


def count_of(words: str | None) -> int | None:
    """How many: None for "several" and the like, ``HALF`` for "half a"."""
    if not words:
        return None
    words = norm(words)
    digits = words.replace(",", "")
    if digits.isdigit():
        return int(digits)
    if words == "half a":
        return HALF
    return None if words in FEW else COUNTS.get(words)


def counted_atom(
    start: int, end: int, kind: str, number: int | None, unit: str, *, half: bool = False, since: bool = False
) -> Atom:
    """An atom of so many units, fortnights and decades turned into weeks and years."""
    if unit == "fortnight":
        unit, number = "week", None if number is None else number * 2
    if number is not None and abs(number) == HALF:
        size = {"decade": ("year", 5), "year": ("month", 6), "month": ("day", 15)}.get(unit)
        unit, number = (unit, None) if size is None else (size[0], size[1] if number > 0 else -size[1])
    if unit == "decade" and number is not None:
        unit, number = "year", number * 10
    if half and number is not None and unit == "year":
        unit, number = "month", number * 12 + 6
    return Atom(start, end, kind, count=number, unit=unit, since=since)
