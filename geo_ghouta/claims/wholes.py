"""Wholes and their parts: each has its own verb in "of the 90 lorries that left, 40 have arrived"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.finite import AUX
from geo_ghouta.claims.governing import is_shared

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_RELATIVE = frozenset(("who", "that", "which"))
_PASSIVE = frozenset(("act", "both"))
_JOINED = frozenset(("and", "or", "to", ",", "they", "it", "he", "she", "who", "that", "which", "we"))
_OF_A_PART = MOVING | {"prisoners", "casualties"}
_NOTHING: frozenset[int] = frozenset()
_FEW = 3


def clause_of_noun(sentence: Sentence, last: int) -> int:
    """Word behind the relative clause that a counted noun opens, whole or shortened; ``last`` where it opens none.

    "the 90 lorries that left X on Friday had ...", "the 29 buses sent to X were ...": up to "had" and "were".
    """
    words = sentence.words
    verbs = [(k, t) for k, t in sentence.triggers if k >= last and t.form != "noun" and k not in sentence.attributive]
    if not verbs or last >= len(words):
        return last
    at, trigger = verbs[0]
    passive = trigger.tense == "participle" and trigger.form in _PASSIVE and words[last] not in AUX
    if words[last] not in _RELATIVE and not (at == last and (passive or trigger.tense == "ing")):
        return last
    finite = {k for k, t in verbs[1:] if t.tense in {"past", "participle"}}
    for k in range(at + trigger.length, len(words)):
        if (words[k] in AUX or k in finite) and words[k - 1] not in _JOINED:
            return k
    return len(words)


def opening_part(sentence: Sentence, whole: Any, numbers: list[Any]) -> int:
    """First word of the part in "of the 90 lorries that left X, 40 have arrived"; -1 where nothing is told so."""
    words = sentence.words
    if words[0] != "of" or sentence.at(whole.start) > _FEW:
        return -1
    last = sentence.at(max(whole.end, whole.unit_end or 0))
    behind = [sentence.at(n.start) for n in numbers if n.start > whole.start]
    for first in behind:
        if "," in words[last:first] and words[last : last + 1] != [","] and clause_of_noun(sentence, last) > last:
            return first
    return -1


def span_of_whole(sentence: Sentence, number: Any, numbers: list[Any]) -> tuple[int, int] | None:
    """Offsets of the figure that another is a part of."""
    if number.part_of is None and sentence.words[0] == "of":
        first = sentence.at(number.start)
        lead = next((n for n in numbers if opening_part(sentence, n, numbers) == first), None)
        return None if lead is None else (lead.start, lead.end)
    span: tuple[int, int] | None = number.part_of
    return span


def verbs_of_others(
    sentence: Sentence, number: Any, whole: Any, numbers: list[Any], first: int, last: int, unit: str
) -> frozenset[int]:
    """Verbs that tell of the whole and not of its part, or of the part and not of the whole.

    Parameters
    ----------
    sentence : Sentence
    number : NumberSpan
    whole : NumberSpan or None
        What the figure is a part of.
    numbers : list of NumberSpan
        All of the sentence.
    first, last : int
        Words of the figure with its noun, half-open.
    unit : str

    Returns
    -------
    frozenset of int
        Their words; they govern nothing for this figure.
    """
    linked = whole is not None or sentence.words[0] == "of"
    if not linked and all(n.part_of is None and n.unit != "percent" for n in numbers):
        return _NOTHING
    verbs = [k for k, t in sentence.triggers if t.form != "noun"]
    if not verbs:
        return _NOTHING
    part = opening_part(sentence, number, numbers)
    if part >= 0:
        return frozenset(k for k in verbs if k >= part)
    if any(opening_part(sentence, n, numbers) == first for n in numbers if n.start < number.start):
        return frozenset(k for k in verbs if k < first) if verbs[-1] >= last else _NOTHING
    shared = any(n.unit == "percent" and is_shared(sentence, n, first) for n in numbers)
    parts = [n for n in numbers if n.part_of == (number.start, number.end) and n.start < number.start]
    if shared or parts:
        end = clause_of_noun(sentence, last)
        near = parts and unit in PEOPLE and first - sentence.at(parts[-1].end) <= _FEW
        low = sentence.at(parts[-1].start) if near else 0
        # "brought out 109 of the 300 patients": not all of them
        told = frozenset(k for k, t in sentence.triggers if k < low and t.kind in _OF_A_PART)
        if end > last:
            return told.union(k for k in verbs if k >= end)
        if unit in PEOPLE:  # "half of the 900 men had given up": of the whole nothing is told but that it was there
            behind = (k for k, t in sentence.triggers if k >= last and t.form != "noun" and t.kind in _OF_A_PART)
            return told.union(behind)
    if whole is not None and whole.start > number.start:
        then = sentence.at(max(whole.end, whole.unit_end or 0))
        end = clause_of_noun(sentence, then)
        if end > then and any(k >= end and sentence.between(end, k) < 1.0 for k in verbs):
            return frozenset(k for k in verbs if then <= k < end)
    return _NOTHING
