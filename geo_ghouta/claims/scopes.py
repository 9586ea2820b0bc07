"""Whether a figure tells of one event, of a day, or is a running total."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.timing import When

_TOTALS = (("so", "far"), ("to", "date"), ("in", "total"), ("in", "all"), ("until", "now"))
_TOTAL_WORDS = frozenset(
    ("total", "altogether", "overall", "cumulative", "cumulatively", "tally", "totalling", "totaling", "toll")
)
_A_DAY = (
    ("one", "day"),
    ("single", "day"),
    ("per", "day"),
    ("a", "day"),
    ("each", "day"),
    ("every", "day"),
    ("24", "hours"),
)
_RATES = {("a", "day"), ("per", "day"), ("each", "day"), ("every", "day")}
_OFFSETS = (["earlier"], ["before"], ["after"], ["later"], ["ago"])
"""Words behind "a day" that make it a day and no rate."""
_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_WHOLE = frozenset(("operation", "offensive", "war", "campaign", "conflict", "siege", "assault", "uprising"))
_SCOPE_WORDS = frozenset({w for pairs in (_TOTALS, _A_DAY) for _, w in pairs} | _TOTAL_WORDS | {"daily"})
"""Words without one of which nothing tells a scope; of a pair the second, since "a" and "in" stand everywhere."""


def read_scope(sentence: Sentence, first: int, when: When) -> str:
    """Tell the scope of the figure that begins at word ``first``.

    Parameters
    ----------
    sentence : Sentence
    first : int
    when : When
        The claim's date: "since Wednesday" runs up to publication.

    Returns
    -------
    str
        A word of ``vocabulary.SCOPES``.
    """
    words = sentence.words
    rates = []
    if "day" in words[first + 2 : first + 6]:
        rates = [k for k in range(first + 1, min(len(words) - 1, first + 5)) if (words[k], words[k + 1]) in _RATES]
    if rates and words[rates[0] + 2 : rates[0] + 3] not in _OFFSETS:
        return "day"  # "about 4,000 people a day"
    if when.cumulative:
        return "cumulative"
    behind = words[first : first + 12]
    if "alone" in behind and not _DAYS.isdisjoint(behind):
        return "day"  # "8,000 people came on Sunday alone"
    if words[0] == "by" and when.date_from is not None and not {"had", "have"}.isdisjoint(words[first : first + 9]):
        return "cumulative"  # "By Tuesday evening 28,120 people had arrived"
    if ("have" in behind or "has" in behind) and not _WHOLE.isdisjoint(words):
        inside = [k for k in range(first, min(len(words) - 2, first + 14)) if words[k] in {"in", "during"}]
        if any(not _WHOLE.isdisjoint(words[k + 1 : k + 4]) for k in inside):
            return "cumulative"  # "have been killed in the offensive"
    near = range(max(0, first - 12), min(len(words) - 1, first + 13))
    if _SCOPE_WORDS.isdisjoint(words[near.start : near.stop + 1]):
        return "event"
    totals = [k for k in near if words[k + 1] in _SCOPE_WORDS and (words[k], words[k + 1]) in _TOTALS]
    if any(k >= first or k <= 1 or sentence.between(k, first) < 1.0 for k in totals) or not _TOTAL_WORDS.isdisjoint(
        words[max(0, first - 6) : first + 5]
    ):
        return "cumulative"
    days = [
        k
        for k in near
        if (words[k], words[k + 1]) in _A_DAY
        and words[k - 1] not in {"within", "half"}
        and words[k + 2 : k + 3] not in _OFFSETS
    ]
    if days or "daily" in words[near.start : near.stop]:
        return "day"
    return "event"
