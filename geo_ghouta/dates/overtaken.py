"""Plans that a text tells to be over: "buses due on Thursday never came", "planned for Monday but began on Tuesday"."""

from __future__ import annotations

import re

_DID_NOT = (
    r"(?:(?P<never>(?:never|did\s+not|didn't|failed\s+to)\s+(?!(?:say|give|elaborate|specify|name|comment|tell|explain|disclose"
    r"|provide|reveal)\b)[a-z]+)"
)
_CAME = (
    r"|(?:were|was|had\s+been)\s+(?:[a-z]+ly\s+|again\s+|then\s+)?(?:turned\s+back|held\s+up|held\s+back|attacked|shelled"
    r"|hit|blocked|stopped|stuck|halted|barred|denied|ambushed|looted|abandoned)"
    r"|(?:finally\s+|eventually\s+|only\s+|in\s+fact\s+)?(?:[a-z]+(?:ed|t)\s+only\s+on|arrived|landed|reached|crossed|entered|began|started|came|went\s+ahead|got\s+under\s+way"
    r"|got\s+through|took\s+place|collapsed|fell\s+through|broke\s+down|passed\s+without)"
)
_BUT_WENT = r"|(?:finally\s+|eventually\s+|only\s+|in\s+fact\s+)?(?:left|set\s+off|departed|opened|met)"
_DUE = re.compile(
    r"\b(?P<be>(?:is|are|'s|'re|be|being|now)\s+)?(?:[a-z]+ly\s+)?(?:due|planned|scheduled|expected|set|slated|announced)"
    r"\s+(?:for|on|to\s+[a-z]+(?:\s+[a-z]+){0,4}?\s+(?P<to>on))\s+(?:(?:early|late)\s+)?$"
)
_OVER = re.compile(r"(?:'s)?,?\s+" + _DID_NOT + _CAME + r")\b")
_BUT_OVER = re.compile(r",?\s+(?:but|yet)\s+(?:(?:it|they|he|she|that)\s+)?" + _DID_NOT + _CAME + _BUT_WENT + r")\b")
_BUT = (" but ", ", but ", " yet ", ", yet ")
_DUE_REACH = 64


def overtaken(low: str, start: int, end: int) -> bool:
    """Tell whether what was planned for a day is told to have come about or to have failed.

    A plan that was only called off or put off may lie ahead still.

    Parameters
    ----------
    low : str
        The plain copy.
    start, end : int
        Offsets of the day, whose clause looks forward.

    Examples
    --------
    >>> words = "buses due on thursday never came. buses are due on friday."
    >>> [overtaken(words, at, at + size) for at, size in ((13, 8), (51, 6))]
    [True, False]
    """
    if low.startswith(_BUT, end) and _BUT_OVER.match(low, end):
        return True
    over = _OVER.match(low, end)
    if over is None:
        return False
    due = _DUE.search(low, max(0, start - _DUE_REACH), start)
    # "envoys due to meet on Monday arrived" came before it.
    return due is not None and not due["be"] and not (due["to"] and not over["never"])
