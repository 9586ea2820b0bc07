"""Plans, and those that a text tells to be over: "buses due on Thursday never came", "due on Monday but came late"."""

from __future__ import annotations

import re

AND_ON = (" and on ", " but on ")
"""Before the day of a second verb: "they vowed to stay, but on Friday left"."""
WOULD_BE = (" would be ", " will be ", " would see ", " will see ", " would mark ", " will mark ")
"""Behind a day that is the subject of what is to come."""
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


_SET_BEHIND = re.compile(
    r"\s+(?:was|were|is|are|has\s+been|had\s+been)\s+(?:also\s+|now\s+)?"
    r"(?:agreed|announced|declared|approved|endorsed|proposed|accepted|offered|demanded|ordered|planned|scheduled)\b"
)
_SET_BEFORE = re.compile(
    r"\b(?:agreed|announced|declared|approved|endorsed|proposed|accepted|offered|demanded|ordered|called\s+for)\b[^.;,]{0,40}"
    r"\b(?:truce|cease-?fire|pause|lull|curfew|halt|suspension|break)\s+$"
)


def set_for(low: str, start: int, end: int) -> bool:
    """Tell whether a range of weekdays is what was agreed on: "a truce from Friday to Sunday was announced".

    Examples
    --------
    >>> set_for("a truce from friday to sunday was agreed", 8, 29)
    True
    """
    if low.startswith((" was ", " were ", " is ", " are ", " ha"), end) and _SET_BEHIND.match(low, end):
        return True
    return low.startswith("from ", start) and _SET_BEFORE.search(low, max(0, start - 72), start) is not None
