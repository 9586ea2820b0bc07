"""What is called untrue, and people who were only awaited: "falsely reported that 300 left", "of the 600 expected"."""

from __future__ import annotations

from geo_ghouta.claims.lexicon import word_set

FALSE = word_set("false untrue baseless unfounded fabricated incorrect lies")
WRONGLY = word_set("falsely wrongly incorrectly mistakenly erroneously untruthfully")
_REPORTED = word_set(
    "reported reporting said saying says claimed claiming claims stated announced announcing alleged suggested told "
    "asserted put wrote"
)
_TOLD = word_set("reports report claims claim rumours rumors allegations statements suggestions")
AWAITED = frozenset(("expected", "planned", "scheduled"))
_BE = word_set("is are was were be been being am 're 's being")

_RATHER = (["rather", "than"], ["instead", "of"])
"""Words between what is told and what somebody else thought: "3,000 rather than 5,000 people left"."""
_NOR = 8
"""Words from "neither" to "nor"."""
_NOT_THEIRS = _REPORTED | word_set(
    ", ; : and but while as when where who which that stopped stop prevented prevent kept deterred hindered halted "
    "confirm confirmed deny denied"
)
"""Words behind "nor" that end what the two did not do, or hinder it themselves: then it did come about."""


def is_refuted(words: list[str], word: int, first: int) -> bool:
    """Whether it is called untrue: "it is not true that 300 left", "reports that 300 had left were false".

    Parameters
    ----------
    words : list of str
    word : int
        The governing word.
    first : int
        First word of the figure, or of the clause.

    Returns
    -------
    bool
    """
    if words[max(0, first - 2) : first] in _RATHER or _is_neithers(words, word):
        return True
    if "true" in words[:first]:
        at = words.index("true")
        return words[at - 1] == "not" and words[at + 1] == "that"
    if not WRONGLY.isdisjoint(words[:first]):
        at = next(k for k, w in enumerate(words) if w in WRONGLY)
        reported = not _REPORTED.isdisjoint(words[max(0, at - 1) : at + 2])
        return reported and {"but", ";"}.isdisjoint(words[at:first])  # "falsely reported that 300 had left"
    if FALSE.isdisjoint(words) or _TOLD.isdisjoint(words[:first]):
        return False
    judged = next((k for k in range(word + 1, len(words)) if words[k] in FALSE and words[k - 1] in _BE), 0)
    told = next(k for k, w in enumerate(words) if w in _TOLD)
    return judged > 0 and words[told + 1] in {"that", "of"} and "," not in words[told:judged]


def _is_neithers(words: list[str], word: int) -> bool:
    """Whether two who are named did not do or allow it: "neither the army nor the rebels let the 40 wounded leave"."""
    if "neither" not in words[:word]:
        return False
    opened = words.index("neither")
    joined = next((k for k in range(opened + 1, min(word, opened + _NOR)) if words[k] == "nor"), -1)
    return joined >= 0 and _NOT_THEIRS.isdisjoint(words[joined:word])


def is_awaited(words: list[str], at: int) -> bool:
    """Whether a participle tells which people were awaited: "40 of the 600 people expected left".

    Parameters
    ----------
    words : list of str
    at : int
        The participle.

    Returns
    -------
    bool
    """
    lead = words[max(0, at - 4) : at]
    opened = next((k for k, w in enumerate(lead) if w == "the"), -1)
    counted = opened >= 0 and any(w[0].isdigit() for w in lead[opened:])
    return counted and _BE.isdisjoint(lead) and words[at + 1 : at + 2] != ["to"]
