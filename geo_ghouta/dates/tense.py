"""Whether the words around a weekday look back or forward."""

from __future__ import annotations

import re

_REACH = 260
_BREAK = re.compile(r"[!?;\n\u061f\u061b]|(?<!\b[a-z])(?<!\bmr)(?<!\bdr)(?<!\bmrs)(?<!\bfeb)(?<!\bgen)\.(?=\s|$)|[.](?=[\"'\u201d]\s)")
_BE = r"(?:be|been|being|get|have)"
_CUES = re.compile(
    r"\b(?:(?P<future>"
    # A modal takes its verb with it: the participle of "will be evacuated" is no past tense.
    r"(?:will|won't|shall|would|could|should|may|might|must|cannot|can|wouldn't)\b(?:\s+(?:not|also|then|likely|only|probably|now|soon|all))*"
    r"(?:\s+(?:be|have|get)(?:\s+been)?)?(?:\s+[a-z]+)?"
    r"|(?:expected|due|set|scheduled|slated|planned|poised|preparing|supposed|likely|going|about|hoping|hopes?|plans?|planning|intends?|"
    r"intending|vows?|vowed|pledged|promised|agreed|agrees|refused|ordered|wants?|aims?|aiming|ready|need|needs|told|urged|asked|has|have)\s+to\s+"
    r"(?:be\s+|have\s+|get\s+)?[a-z]+"
    r"|(?:is|are|were|was|am|'s|'re)\s+to\s+(?:be\s+)?[a-z]+"
    r"|(?:expected|due|scheduled|planned|slated|likely|anticipated|set|foreseen)(?=\s+(?:on|for|by|in|at|from|as|early|late|to|next|this|later|mon|tue|wed|thu|fri|sat|sun))"
    r"|(?:is|are|am|'s|'re)\s+(?:[a-z]+ly\s+|still\s+|now\s+)?[a-z]+ing"
    r"|(?:leave|leaves|go|goes|begin|begins|start|starts|resume|resumes|arrive|arrives|depart|departs|expire|expires|end|ends|"
    r"meet|meets|reopen|reopens|follow|follows|come|comes|continue|continues|take|takes|happen|happens|return|returns)"
    r"|deadline|ultimatum|ahead\s+of|upcoming|forthcoming|no\s+later\s+than|plan|plans|awaiting|awaits?"
    r")|(?P<past>"
    r"(?:had|has|have|having|was|were|did|didn't|hadn't|wasn't|weren't)(?:\s+(?:not|also|already|since|all|been))*(?:\s+[a-z]+(?:ed|en|wn|ne|nt|ft|me))?"
    r"|said|says|told|tells|left|went|began|begun|came|saw|seen|took|taken|fell|fallen|fled|gave|given|held|hit|kept|led|lost|made|met|sent|shot|"
    r"struck|swept|won|withdrew|withdrawn|brought|broke|broken|built|caught|drove|driven|found|ran|rose|spoke|spread|stood|wrote|gone|got|became|"
    r"fought|flew|grew|knew|laid|lay|meant|paid|sat|sought|sold|spent|thought|threw|wore|bore|bought|chose|drew|heard|hid|rode|sank|shook|shut|"
    r"slept|stuck|told|under|overran|entered|(?:[a-z]+[a-z]ed)|according"
    r"))\b"
)
_ARABIC_FUTURE = re.compile(r"\bسوف\b|\bس[يتنا][\u0621-\u064a]{3,}|\bمن المقرر\b|\bمن المتوقع\b|\bالمقبل|\bالقادم")
_SPEECH = frozenset(
    "said says told tells announced reported added confirmed according warned claimed stated declared".split()
)
_NOT_VERBS = frozenset(
    "besieged armed united wounded injured red need indeed speed shed sacred hundred displaced so-called limited led bed "
    "feed freed exceed seed disputed trapped detained masked loaded isolated embattled battered affiliated allied "
    "sieged devastated ravaged bombed destroyed populated".split()
)
_WIDE = frozenset("the a an of their its his her all and some other more many last those these our this".split())
_NEAR = re.compile(r"\s*(?:(?:early|late|again|home|out|back|here|there|in|at)\s+)*(?:(?:on|by|in|since|from|before|until|late|early|last|this)\s+)*$")


def forward(low: str, start: int, end: int) -> bool | None:
    """Tell whether the clause around ``low[start:end]`` looks forward.

    The nearest verb before the phrase decides; a phrase that opens its sentence is decided by the first
    verb behind it.

    Parameters
    ----------
    low : str
        The plain copy of the text.
    start, end : int
        Offsets of the date phrase.

    Returns
    -------
    bool or None
        True forward, False back, None where nothing tells.

    Examples
    --------
    >>> words = "the last group will leave on friday, a spokesman said on thursday."
    >>> forward(words, words.index("friday"), words.index("friday") + 6)
    True
    >>> forward(words, words.index("thursday"), words.index("thursday") + 8)
    False
    """
    lo = max(0, start - _REACH)
    for mark in _BREAK.finditer(low, lo, start):
        lo = mark.end()
    hi = min(len(low), end + _REACH)
    stop = _BREAK.search(low, end, hi)
    if stop:
        hi = stop.start()
    if low[lo:hi].isascii():
        seen = _last(low, lo, start)
        return seen if seen is not None else _first(low, end, hi)
    if _ARABIC_FUTURE.search(low, lo, hi):
        return True
    seen = _last(low, lo, start)
    return seen if seen is not None else _first(low, end, hi)


def _last(low: str, lo: int, start: int) -> bool | None:
    state: bool | None = None
    for cue in _CUES.finditer(low, lo, start):
        verdict = _weigh(low, cue, lo)
        if verdict is None:
            continue
        if (
            state
            and not verdict
            and cue.group().endswith("ed")
            and cue.group() not in _SPEECH
            and not _NEAR.match(low, cue.end(), start)
        ):
            # "will leave the district captured ..." does not stop looking forward; "captured on Friday" does.
            continue
        state = verdict
    return state


def _first(low: str, end: int, hi: int) -> bool | None:
    for cue in _CUES.finditer(low, end, hi):
        verdict = _weigh(low, cue, end)
        if verdict is not None:
            return verdict
    return None


def _weigh(low: str, cue: re.Match[str], lo: int) -> bool | None:
    words = cue.group()
    if cue.lastgroup == "future":
        before = low[max(lo, cue.start() - 24) : cue.start()].split()
        if before and before[-1] == "to" and " " not in words:
            return None  # "began to leave": the infinitive says nothing by itself
        if before[-2:] in (["had", "been"], ["has", "been"]) or before[-1:] == ["had"]:
            return False
        if words in {"plan", "plans", "end", "start", "march", "return", "leave", "ends", "come"} and before and before[-1] in _WIDE:
            return None
        return True
    if " " in words:
        return False
    if words in _NOT_VERBS:
        return None
    if words.endswith("ed") and words not in _SPEECH:
        at = cue.start()
        if at and low[at - 1] == "-":
            return None
        before = low[max(lo, at - 12) : at].split()
        if before and before[-1] in _WIDE:
            return None
    if words == "under":
        return None
    return False
