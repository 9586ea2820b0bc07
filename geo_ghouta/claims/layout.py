"""Where running text begins and ends: paragraphs and sentences, without captions, link blocks and headlines.

MARKS say what is no running text; this room looks again, since a user may hand over reports without marks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENDING = frozenset(".!?…:;,؟")
_CLOSING = frozenset("\"”’'»)]")
_LINKS = re.compile(
    r"^(?:read (?:more|also|next)|related|see also|more (?:on|from)|also read|watch|editorial|opinion|analysis"
    r"|recommended|most read|share this|follow us)\b\s*[:|-]?",
    re.IGNORECASE,
)
_OTHER_STORIES = re.compile(
    r"[*#_ ]{0,5}(?:(?:also|elsewhere|more|other stories) (?:on|in|from) (?:our|this|the|these)"
    r" (?:web ?)?(?:sites?|pages?|paper)"
    r"|(?:also|more|latest|elsewhere) (?:on|from|in|by|about) \w[^.:,;]{1,40}|in other news|other (?:news|stories)"
    r"|more (?:stories|news|headlines|coverage)|most (?:read|popular|viewed|shared)|(?:popular|trending)(?: now)?"
    r"|(?:you|readers) (?:may|might) (?:also )?(?:like|enjoy|be interested in)|(?:do not|don['’]t) miss|up next"
    r"|(?:our )?editors?['’]?s?['’]? (?:picks?|choice)|top stories|keep reading|what to read next|around the web"
    r"|(?:our )?(?:latest|top) (?:news|headlines)|from (?:our|the) archives?|further reading)[*_ ]{0,4}:?$",
    re.IGNORECASE,
)
"""A line that does nothing but head other stories: the titles under it have no full stops."""
_CAPTION = re.compile(r"^\W?(?:caption|photo|picture|image|video)s?(?: caption)?\s*:", re.IGNORECASE)
_TIMED = re.compile(r"^\W?\d{1,2}[:.]\d\d\s*(?:[ap]\.?m\.?|h)?\s*(?:GMT|UTC|[A-Z]{2,4})?\s*[-–—:|]\s")
"""The head of an entry of a live report: "12:10 GMT - Over 7,000 evacuated"."""
_RULE = re.compile(r"^[\s_*=~•·—–-]{3,}$")
_RULES = frozenset("_*=~•·—–-")
_CREDIT = re.compile(
    r"\((?:AP|AFP|Reuters|EPA|Getty(?: Images)?|SANA|PA|AAP|Anadolu|File|Photo)[^()]{0,60}\)\s*$"
    r"|\b(?:Photo|Photograph|Picture|Image|Credit|Getty Images)\s?[:/©][^\n]{0,80}$"
)
_BULLET = re.compile(r"^\s*(?:[-*•·–—]|\d{1,2}[.)])\s+")


def find_paragraphs(text: str, outside: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of the paragraphs of running text.

    A line is a paragraph, unless it goes on in the next one (hard-wrapped text). Lines printed twice, credits in
    brackets, a headline on top and the lines under "Read more" are left out, as is what ``outside`` covers.

    Parameters
    ----------
    text : str
    outside : sequence of (int, int)
        Spans that are no running text, sorted.

    Returns
    -------
    list of (int, int)

    Examples
    --------
    >>> text = "Buses left. They came back.\\n\\nRead more:\\nOther news\\n"
    >>> [text[s:e] for s, e in find_paragraphs(text, [])]
    ['Buses left. They came back.']
    """
    lines: list[tuple[int, int, bool]] = []
    at = 0
    finished = 0
    for line in text.splitlines(keepends=True):
        end = at + len(line.rstrip())
        done = end > at and (text[end - 1] in _ENDING or _is_finished(text, at, end))
        finished += done
        lines.append((at, end, done))
        at += len(line)
    kept: list[tuple[int, int]] = []
    in_links = False
    previous, seen_first, break_before = "", False, True
    mark, head = 0, -2
    for number, (start, end, done) in enumerate(lines):
        body = text[start:end].strip()
        if not body:
            break_before, in_links = True, in_links and number == head + 1
            continue
        if body[0] in _RULES and _RULE.match(body):
            in_links, break_before = False, True
            continue
        while mark < len(outside) and outside[mark][1] <= start:
            mark += 1
        pieces = _outside_of(start, end, outside, mark)
        if not pieces:
            break_before, previous = True, body
            continue
        if len(body) < 60 and _OTHER_STORIES.match(body) and _heads_titles(text, lines, number):
            in_links, break_before, head = True, True, number
            continue
        if len(body) < 160 and not (done and len(body) > 60) and _LINKS.match(body):
            in_links, break_before = True, True
            continue
        timed = not done and len(body) < 140 and _TIMED.match(body) is not None
        opening = not done and not seen_first and finished >= 2 and len(body) < 160 and not _BULLET.match(body)
        if opening and number + 1 < len(lines) and text[lines[number + 1][0]].islower():
            opening = False  # its sentence goes on below: text wrapped by hand, no headline
        if (in_links and not done) or body == previous or (len(body) < 400 and _is_caption(body)) or timed or opening:
            previous, break_before, seen_first = body, True, True
            continue
        in_links, seen_first = False, True
        wrapped = (
            not break_before and kept and (kept[-1][1] - kept[-1][0] >= 50 or body[0].islower())
            and not _is_finished(text, *kept[-1]) and not _BULLET.match(body)
        )  # fmt: skip
        if wrapped and len(pieces) == 1:
            kept[-1] = (kept[-1][0], pieces[0][1])
        else:
            kept.extend(pieces)
        previous, break_before = body, False
    return kept


def _heads_titles(text: str, lines: list[tuple[int, int, bool]], number: int) -> bool:
    """Whether all lines below one, up to an empty one, are titles: without full stops, none going on in small letters.

    An empty line may stand right below the head.
    """
    below = 0
    for start, end, done in lines[number + 1 :]:
        if start == end or not text[start:end].strip():
            if below:
                break
            continue
        if (done and text[end - 1] not in "?!:") or text[start].islower():
            return False
        below += 1
    return below > 0


def _is_finished(text: str, start: int, end: int) -> bool:
    """Whether a line ends in a sign, up to three brackets or quotation marks behind it."""
    for at in range(end - 1, max(start, end - 4) - 1, -1):
        if text[at] not in _CLOSING:
            return text[at] in _ENDING
    return False


def _is_caption(body: str) -> bool:
    """Whether a line stands under a picture; a credit ends in a bracket or holds one of three signs."""
    if body[-1] == ")" or ":" in body or "/" in body or "©" in body:
        return bool(_CREDIT.search(body) or _CAPTION.match(body))
    return False


def _outside_of(start: int, end: int, outside: Sequence[tuple[int, int]], mark: int) -> list[tuple[int, int]]:
    """Parts of a line that no mark covers."""
    pieces, at = [], start
    while mark < len(outside) and outside[mark][0] < end:
        low, high = outside[mark]
        if low > at:
            pieces.append((at, low))
        at = max(at, high)
        mark += 1
    if at < end:
        pieces.append((at, end))
    return pieces
