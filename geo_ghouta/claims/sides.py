"""On which side of the words that name a speaker his own words stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.margins import DASHES
from geo_ghouta.claims.naming import DAYS, FILLERS, MONTHS

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

QUOTES = word_set(
    """
    “ ” " ’ « »
    """
)
CLOSED_BY = QUOTES | {",", "–", "—"}
_ADDED = FILLERS | DAYS | MONTHS | word_set("a statement reporters to telegram twitter the afp reuters")
"""Words behind a verb of saying that tell nothing: when, how and to whom it was said."""
HOW = frozenset(("in", "on", "at", "by", "via", "during", "through", "over", "from", "to"))
_LONGEST_HOW = 10
_DOING = frozenset(("move", "act", "both"))
_NARRATED = frozenset(("after", "before", "as", "when"))
"""Words that open a clause of when somebody spoke: "..., the mayor said after two convoys had left"."""


def closing_side(words: list[str], high: int) -> str:
    """Tell whether words go on behind a closing attribution ("..., X said, adding that ...")."""
    if len(words) - high <= 3:
        return "left"
    return "both" if sum(w[0].isalnum() for w in words[high:]) > 3 else "left"


def say_side(sentence: Sentence, low: int, last: int) -> str:
    """Tell on which side of a verb of saying the words lie that it attributes.

    Parameters
    ----------
    sentence : Sentence
    low, last : int
        Words of subject and verb, half-open.

    Returns
    -------
    str
        ``left``, ``right`` or ``both``.
    """
    words = sentence.words
    closes = low > 0 and words[low - 1] in CLOSED_BY
    rest = last
    count = len(words)
    while rest < count and (
        words[rest] in _ADDED
        or (words[rest][0].isdigit() and words[rest].isdigit() and not MONTHS.isdisjoint(words[rest - 1 : rest + 2]))
    ):
        rest += 1
    if rest >= count or words[rest] in {".", "!", "?"}:
        return "left"
    if not words[rest][0].isalnum() and not any(w[0].isalnum() for w in words[rest:]):
        return "left"
    if not closes:
        return "right"
    if words[rest] in _NARRATED and "that" not in words[rest:] and any(w[0].isdigit() for w in words[: low - 1]):
        return "left"
    if words[rest] == ";":
        return "both"
    if words[rest] in DASHES:  # "..., the army said — an assertion that nobody could check"
        return "both" if any(w[0].isdigit() for w in words[rest:]) else "left"
    if (
        count - rest <= 9
        and not any(p >= rest for p, t in sentence.triggers if t.form != "noun")
        and not any(w[0].isdigit() or w == "that" for w in words[rest:])
    ):
        return "left"  # "..., the minister told reporters in the capital."
    if "," in (words[last], words[rest]):
        return "both"
    comma = words.index(",", last, last + 7) if "," in words[last : last + 7] else 0
    if comma and words[comma + 1 : comma + 2] != [] and words[comma + 1] in {"while", "whereas", "but"}:
        told = words[last:comma]
        if not any(w[0].isdigit() or w == "that" for w in told) and not any(
            last <= p < comma and t.form != "noun" for p, t in sentence.triggers
        ):
            return "left"  # "..., the spokesman told a briefing in X, while Y gave a figure of 81"
    wall = _how_ends(sentence, last)
    if wall < 0:
        return "right"
    return "both" if wall < count - 1 else "left"


def _how_ends(sentence: Sentence, last: int) -> int:
    """Sign behind words that tell only how or where somebody spoke: ", X said in a daily bulletin, adding"; else -1."""
    words = sentence.words
    if words[last] not in HOW:
        return -1
    for k in range(last + 1, min(len(words), last + _LONGEST_HOW)):
        if words[k] in {",", ";"} or (words[k] == "." and k == len(words) - 1):
            told = any(last <= p < k and t.form in _DOING and not t.weak for p, t in sentence.triggers)
            return -1 if told else k
        if words[k][0].isdigit() or words[k] in {"that", ":", '"', "“"}:
            return -1
    return -1
