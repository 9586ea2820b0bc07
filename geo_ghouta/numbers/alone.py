"""Small number words without a noun that count all the same: "another nine were taken across"."""

from __future__ import annotations

import re

from geo_ghouta.numbers import arabic

_OF_SOME_OR_DONE = re.compile(
    r"\s+(?:out\s+)?of\s+(?:the|them|those|these|its|his|their|whom|which|us|you|\d|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|twenty)"
    r"|\s+(?:(?:were|was|have|had|are|people)\s+)?(?:also\s+|been\s+)?(?:killed|wounded|injured|dead|died|burned|burnt|damaged"
    r"|left|remain|remained|hurt|evacuated|arrested|missing|more|fled|arrived|captured|released|freed|destroyed"
    r"|impeded|facilitated|cancell?ed|postponed|put\s+off|called\s+off|denied|approved|rejected|turned\s+back)\b"
    r"|\s+in\s+(?:an?\s+)?(?:critical|serious|grave|stable|bad)\s+(?:condition|state)\b"
    r"|\s+(?:of\s+them\s+)?(?:critically|seriously|badly|severely|gravely|lightly|fatally)(?=\s*[.,;]|\s+(?:and|wounded|injured|hurt|burned|ill)\b)"
)
_DID = re.compile(
    r"\s+(?:also\s+|later\s+|then\s+)?(?:(?:were|was|are|have|had|will|would)\s+(?:(?:to|be|been|being|also|still|since"
    r"|now|later|not|yet|all|said|reported|believed|thought|known|feared)\s+)*(?:[a-z]{2,}(?:ed|en)|alive|missing|dead|safe|ill"
    r"|brought|sent|shot|held|found|hit|hurt|lost|left|put|made|sunk|met|kept|let|stuck|gone|come|burnt|out\s+of|working|open|shut|babies|children"
    r"|women|civilians|in|at|on|under)"
    r"|(?:can|could|may|might|still)\s+(?:still\s+)?[a-z]+"
    r"|(?:did|do|could)\s+not\s+[a-z]+"
    r"|got|went|came|crossed|reached|returned|escaped|stayed|survived|worked|functioned|functions?|work|remain|died|perished|drowned|starved|surrendered|vanished"
    r"|disappeared|refused|made\s+it|set\s+(?:off|out)|turned\s+back|walked|stood|lay)\b"
)
"""What small words without a noun do that count: "another nine were taken across", "only two got through"."""
_WE = re.compile(r"\b(?:we|they)\s+(?:are|were)\s+(?:only\s+|just\s+|about\s+|some\s+|around\s+)?$")
_ALONE = re.compile(
    r"(?:\bof\s+(?:the\s+)?[\w,]+\s+[a-z]+\s+|\b(?:another|only|just|the\s+other|a\s+further|of\s+whom|of\s+which|them|these|those|lorries|trucks"
    r"|buses|cars|and|while|but|all)\s+|[.;:,\"\u201c]\s*|^\s*)$"
)
_TOLD_AS = re.compile(
    r"(?:\bcount(?:ed|s)\s+(?:only\s+|just\s+)?"
    r"|\b(?:number|figure|count|total|toll|tally)\s+(?:(?:of|in|among)\s+[^.,;:]{1,40}\s)?(?:as|at)\s+)$"
)
"""Before a small word that ends its clause: "gave the number of buses as eight", "X counted twelve"."""
_LONGEST_TOLD = 64
_IN_A_LIST = re.compile(
    r"(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|dozens|twenty|thirty|forty|fifty))"
    r"\s+(?:[a-z]+\s+){0,4}?(?:in|on|at)\s+[^.;:\d]{2,40}?(?:,|\band)\s+(?:on\s+[a-z]+day\s+)?$"
)
"""Before a small word that goes on a list: "six people died in X, nine in Y", "12 died on Monday and nine"."""
_OF_ARABIC = re.compile(r" من (?:اصل|مجموع) $")
"""Before a small Arabic word that ends a part: "خمسة مستشفيات من اصل تسعة"."""
_PLACED = re.compile(r"\s(?:in|on|at)\s(?!the\b|an?\b|total\b|all\b|which\b|each\b|turn\b)[a-z]")
_PLACING = frozenset((" in ", " on ", " at "))
_ENDS = frozenset((".", ",", ";", ""))


def counts_alone(low: str, start: int, end: int) -> bool:
    """Small words without a noun count only where they plainly do ("nine of the 11", "four were killed")."""
    if _OF_SOME_OR_DONE.match(low, end):
        return True
    if (_DID.match(low, end) or low.startswith((", including ", ", among them "), end)) and _ALONE.search(
        low, max(0, start - 40), start
    ):
        return True
    if low[end : end + 1] in _ENDS and _TOLD_AS.search(low, max(0, start - _LONGEST_TOLD), start):
        return True
    if low[end : end + 4] in _PLACING and _PLACED.match(low, end) and _IN_A_LIST.search(low, max(0, start - 90), start):
        return True
    if low[start : start + 1] > "\u0600" and _OF_ARABIC.search(low, max(0, start - 12), start):
        return True
    if low[start : start + 1] > "\u0600":
        before = low[max(0, start - 12) : start].rsplit(maxsplit=1)
        if before and before[-1] in arabic.LOST:
            return True
    return (
        low[max(0, start - 5) : start] in {" are ", "were "} and _WE.search(low, max(0, start - 16), start) is not None
    )
