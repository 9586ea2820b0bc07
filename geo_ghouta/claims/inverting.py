"""Conditions without an "if": "Should talks succeed, ...", "were the deal to collapse", "Had the truce held, ..."."""

from __future__ import annotations

from geo_ghouta.claims.lexicon import word_set

CONDITIONS = frozenset(("if", "unless", "should", "were", "had"))
"""Words that open a condition, where their mood is "conditional"."""
_OPENERS = frozenset((",", "“", '"', "that", "and", "but", "-", "–", "—", ";", ":"))
_SUBJECTS = word_set(
    """
    the a an any this these those its his their her our all both it they he she we you talks negotiations either
    """
)
_WOULD = frozenset(("would", "will", "could", "might", "may", "'d", "can"))
_NEVER = word_set("not n't never be have also only")
_WIDE = 12


def find_inverted(words: list[str], moods: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Mark the conditions of a sentence that "should", "were" or "had" opens before its subject.

    Parameters
    ----------
    words : list of str
        Of the sentence.
    moods : list of (int, str)
        What tells how sure, as it was found.

    Returns
    -------
    list of (int, str)
        With those conditions.

    Examples
    --------
    >>> find_inverted("should talks succeed , 300 would leave".split(), [(0, "proposed"), (5, "planned")])
    [(0, 'conditional'), (5, 'planned')]
    >>> find_inverted("were the deal to fail , 300 would be trapped".split(), [(7, "planned")])
    [(0, 'conditional'), (7, 'planned')]
    """
    would = [at for at, _ in moods if words[at] in _WOULD]
    if not would:
        return moods
    out = []
    for at, mood in moods:
        behind = words[at + 1] if at + 1 < len(words) else "."
        opens = at == 0 or words[at - 1] in _OPENERS or behind in _SUBJECTS
        turned = words[at] == "should" and opens and behind[0].isalnum() and behind not in _NEVER
        out.append((at, "conditional") if turned else (at, mood))
    for at, word in enumerate(words[:2]):
        if word not in {"were", "had"} or (at and words[0] not in _OPENERS):
            continue
        comma = words.index(",") if "," in words else would[0]
        then = [k for k in would if k > at]
        if not then or comma > at + _WIDE:
            continue
        if ("to" in words[at + 2 : comma]) if word == "were" else ("have" in words[then[0] + 1 : then[0] + 4]):
            out.append((at, "conditional"))
    return sorted(out)
