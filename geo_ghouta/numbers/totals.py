"""Running totals: "so far", "since Sunday", "brings the toll to"."""

from __future__ import annotations

import re

_TOTAL = re.compile(
    r"\b(?:total|totals|totalling|totaling|overall|altogether|in\s+all|so\s+far|to\s+date|cumulative"
    r"|bringing|brings|brought|since|all\s+told|tally|toll|combined|until\s+now|up\s+to\s+now)\b"
)
_CLAUSE = 90
"""Letters around a number among which its clause is looked for."""
_TOTAL_HINTS = (
    "total",
    "so far",
    "since",
    "overall",
    "in all",
    "to date",
    "toll",
    "tally",
    "cumul",
    "bring",
    "brought",
    "altogether",
    "all told",
    "combined",
    "until now",
    "up to now",
)
"""Words without which nothing is called a running total; to look for them is quicker than to find the clause."""


def cumulative(low: str, start: int, end: int, hints: list[int] | None) -> bool:
    """Tell whether the clause calls the number a running total; ``hints`` are offsets of what may say so, if known."""
    if hints is not None:
        for at in hints:
            if start - _CLAUSE <= at < end + _CLAUSE:
                break
        else:
            return False
    around = low[max(0, start - _CLAUSE) : end + _CLAUSE]
    if not any(hint in around for hint in _TOTAL_HINTS):
        return False
    lo = max(low.rfind(c, max(0, start - _CLAUSE), start) for c in ".;\n") + 1
    lo = max(lo, start - _CLAUSE, 0)
    hi = min(
        [p for c in (". ", ";", "\n") if (p := low.find(c, end, end + _CLAUSE)) >= 0] or [min(len(low), end + _CLAUSE)]
    )
    return _TOTAL.search(low, lo, hi) is not None
