"""What stands between a speaker and the verb of saying, and who is named only to be contradicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.passages import Sentence

_LONGEST = 7
"""Words of an insertion at most."""
_SINGLE = word_set(
    "however meanwhile too though nevertheless nonetheless instead likewise moreover also again then later still "
    "furthermore therefore"
)
_OPENERS = {
    "by": frozenset(("contrast", "comparison", "then", "now")),
    "in": frozenset(("contrast", "turn", "response", "reply", "return", "fact")),
    "for": frozenset(("part", "example", "instance")),
    "on": frozenset(("hand", "contrary")),
    "at": frozenset(("time", "first", "least")),
    "of": frozenset(("course",)),
}
"""First words of insertions that link two sentences, and the last words that make them so."""
_SPEAKING = frozenset(("speaking", "talking", "writing", "addressing", "briefing"))
"""Words that open how somebody spoke: "The mayor, speaking to an agency, said"."""
_MANNER = 5
_HELPS = frozenset(("has", "have", "had", "also", "now", "only", "since", "itself", "himself", "herself"))
_NEGATIONS = frozenset(("not", "never", "no", "nobody", "none", "neither", "nor", "cannot", "n't"))
_NO_DENIAL = word_set("fewer less more later only least all just far longer sooner merely every even doubt")
"""Words behind "no" and "not" that deny nothing: "no fewer than 300"."""
_BEFORE_NO = frozenset(("with", "in", "at", "by", "of", "under", "or", "if", "whether"))
_CLAUSES = frozenset((";", "but", "while", "whereas", "although", "though", "because", "until", "before", "after"))
_CONFIRMS = ("confirm", "acknowledg", "admit", "conced", "warn", "stress", "insist", "explain", "not", "fear")
"""Beginnings of verbs with which "as X ..." stands behind a denial that X shares."""
_NAMING = frozenset(("it", "he", "she", "they", "the", "its", "their"))
_AGAINST = frozenset(("contrary", "unlike", "despite", "notwithstanding"))


def inserted(words: Sequence[str], i: int) -> int:
    """Comma that opens a turn of speech set between a subject and its verb ``i``; -1 without one.

    Examples
    --------
    >>> inserted("the mayor , for his part , said".split(), 7)
    2
    >>> inserted("the mayor , however , has said".split(), 6)
    2
    >>> inserted("on Monday , officials said".split(), 4)
    -1
    """
    close = i - 1
    while close > 0 and words[close] in _HELPS:
        close -= 1
    if close < 3 or words[close] != ",":
        return -1
    at = close - 1
    while at > 0 and close - at <= _LONGEST and words[at] != ",":
        at -= 1
    if at < 1 or words[at] != "," or close - at < 2:
        return -1
    first, last = words[at + 1], words[close - 1]
    if close - at == 2:
        return at if first in _SINGLE or (first.endswith("ly") and len(first) > _MANNER) else -1
    bodied = first == "of" and words[at + 2] == "the"  # "A. B., of the civil defence, told reporters"
    return at if bodied or first in _SPEAKING or last in _OPENERS.get(first, ()) else -1


def contradicted(sentence: Sentence, low: int, i: int) -> bool:
    """Whether the subject at ``low`` of the verb ``i`` is named only for having said the contrary.

    "The army did not leave, as X had reported": X said that it did, or the outlet agrees with X; in both cases the
    outlet itself says that it did not. "Contrary to what X said" names somebody who says something else.
    """
    words = sentence.words
    if not _AGAINST.isdisjoint(words[max(0, low - 3) : low + 3]) and "what" in words[max(0, low - 2) : i]:
        return True
    near = max(0, low - 1, i - _MANNER)
    if "than" in words[near:i] and words[words.index("than", near) + 1] in _NAMING:
        return True  # "5,000 people, fewer than it expected": what it expected is another figure
    if words[low - 1] != "as" or words[i].startswith(_CONFIRMS):
        return False
    start = low - 2
    while start > 0 and words[start - 1] not in _CLAUSES:
        start -= 1
    return any(_denies(words, k) for k in range(start, low - 1))


def _denies(words: Sequence[str], k: int) -> bool:
    word = words[k]
    if word not in _NEGATIONS and not word.endswith("n't"):
        return False
    if words[k + 1] in _NO_DENIAL:
        return False
    return not (word == "no" and k and words[k - 1] in _BEFORE_NO)
