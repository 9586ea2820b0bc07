"""Running totals: "so far", "since Sunday", "brings the toll to"."""

from __future__ import annotations

import re
from bisect import bisect_left

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


def hints_in(low: str) -> list[int]:
    """Where a text holds words without which nothing in it is called a running total, sorted."""
    out = []
    for hint in _TOTAL_HINTS:
        at = low.find(hint)
        while at >= 0:
            out.append(at)
            at = low.find(hint, at + 1)
    return sorted(out)


def cumulative(low: str, start: int, end: int, hints: list[int]) -> bool:
    """Tell whether the clause calls the number a running total; ``hints`` are those of the text."""
    near = bisect_left(hints, start - _CLAUSE)
    if near == len(hints) or hints[near] >= end + _CLAUSE:
        return False
    lo = max(low.rfind(c, max(0, start - _CLAUSE), start) for c in ".;\n") + 1
    lo = max(lo, start - _CLAUSE, 0)
    hi = min(
        [p for c in (". ", ";", "\n") if (p := low.find(c, end, end + _CLAUSE)) >= 0] or [min(len(low), end + _CLAUSE)]
    )
    near = bisect_left(hints, lo)
    return near < len(hints) and hints[near] < hi and _TOTAL.search(low, lo, hi) is not None
