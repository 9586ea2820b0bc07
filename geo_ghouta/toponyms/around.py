"""What the words beside a name say: a relation that moves it off the place, its kind, a dateline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from geo_ghouta.toponyms import words as lists

if TYPE_CHECKING:
    from geo_ghouta.toponyms.tokens import Words

_DATELINE = re.compile(
    r"\s{0,8}(?P<place>[A-Z][A-Za-z'’.\-]{1,30}(?:[ /][A-Z][A-Za-z'’.\-]{1,30}){0,3})"
    r"(?:, (?:[A-Z][A-Za-z.]{1,20} ?){1,3})?\s?(?:,? ?[A-Z][a-z]{2,8}\.? \d{1,2}(?:, \d{4})?,?)?"
    r"\s?(?:\([^()\n]{1,60}\))?\s?(?:—|–|--|-)\s"
)
_HEAD, _LINES = 700, 4
_FAR = (
    r"(?:(?:a )?(?:few|couple of|dozen|hundred|several|one|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    r"fifteen|twenty|thirty|forty|fifty|sixty|hundreds of)|\d{1,4}(?:[.,]\d{1,3})?)[ \u00a0-]?"
)
_UNIT = r"(?:kms?|kilomet(?:er|re)s?|miles?|mi|met(?:er|re)s?|m|yards?|minutes)"
_POINT = r"(?:north|south|east|west)(?:[ -]?(?:east|west))?(?:ern)?"
_EDGE = r"(?:outskirts|edges?|doorsteps?|doors|gates|fringes?|periphery|vicinity|environs)"
_KIND = r"(?:town|city|village|capital|district|suburb|area|region|port|governorate|province)"
_RELATION = re.compile(
    rf"(?<!\w)(?:{_FAR}{_UNIT}(?: \([^()]{{1,20}}\))? "
    rf"(?:(?:drive |further )?(?:to the )?{_POINT} of |(?:away )?from |outside (?:of )?|off )"
    rf"|(?:just |immediately )?(?:to the )?{_POINT} of "
    r"|(?:just |right )?outside (?:of )?"
    rf"|(?:on |in |at |to |from |near )?(?:the )?(?:\w{{1,10}} )?{_EDGE} of "
    r"|not far from |close to |near(?:by)? (?:to )?|within (?:\w{1,8} )?range of |in the direction of |overlooking "
    r"|(?:in )?the area around |adjacent to )"
    rf"(?:the )?(?:(?:\w{{1,16}}(?:-held)? )?{_KIND} of )?(?:the )?$",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:in|from|across|throughout) the (?:far |extreme )?$", re.IGNORECASE)
_LENGTHS = ("m", "kms", "er", "ers", "re", "res", "mile", "miles", "mi", "yard", "yards", "minutes", ")")
_PLACED = (
    "th st ern outside outskirts edge edges doorstep doorsteps door doors gates fringe fringes periphery vicinity "
    "environs range direction town city village capital district suburb area region port governorate province"
)
_RELATED = {
    **dict.fromkeys(["outside", "near", "nearby", "overlooking"], ("",)),
    "of": tuple(_PLACED.split()),
    "from": ("far", "away", *_LENGTHS),
    "off": _LENGTHS,
    "to": ("close", "near", "nearby", "adjacent"),
    "around": ("area",),
}
"""Last words of every relation, and how the word before them ends: most mentions have none, and the long pattern is not
tried."""
_KIND_BEFORE = re.compile(
    r"(?:^|[\s(\"“-])((?:[a-z]{3,16}|[A-Z][a-z]{2,15})) (?:of|called|named) (?:the )?"
    r"(?:(?:[A-Z][\w'’-]{1,20},? |and ){0,4})$"
)
_KIND_WIDTH = 17
_KIND_SIDE = re.compile(r"(?:^|[\s(\"“-])([a-z]{3,16}|[A-Z][a-z]{2,15})['’]?s? $")
_KIND_AFTER = re.compile(r"(?:['’]s)? ?([A-Za-z]{4,16})\b")
_APPOSED = re.compile(
    r", (?:an?|the) ((?:[a-z][a-z-]{2,15} ){0,2}[a-z]{4,14})"
    r"(?=[,.;:)]| (?:in|near|on|at|of|outside|that|which|where|with|held|just|about|some|close|between|under|\d|"
    r"(?:north|south|east|west)[a-z-]{0,9}) ?)"
)


_NAMING = frozenset({"called", "named"})
_TELLING = frozenset({*lists.ADMIN_HEADS, *_NAMING, "and"})
_SPACE = frozenset({" ", "\n", "\u00a0"})
_ENDS = _SPACE | frozenset(".:;!?")


def tells_before(w: Words, first: int, start: int) -> bool:
    """Whether what stands before a name may be a relation or tell its kind: False is certain, and nearly always so."""
    text = w.text
    if not first or text[start - 1] not in _SPACE:
        return False
    before = first - 1
    if w.end[before] != start - 1:
        return text[start - 2] not in _ENDS
    word, opens = w.low[before], w.start[before]
    if w.cap[before] or word in _TELLING or (before and text[opens - 1] not in _SPACE):
        return True
    if word == "the":
        before -= 1
        if before < 0 or w.end[before] != opens - 1:
            return False
        word, opens = w.low[before], w.start[before]
        if word in _NAMING:
            return True
    ends = _RELATED.get(word)
    if ends is None:
        return False
    if text[max(0, opens - 13) : max(0, opens - 1)].lower().endswith(ends):
        return True
    return word == "of" and before > 0 and w.low[before - 1] in lists.ADMIN_HEADS


def tells_behind(w: Words, stop: int, end: int) -> bool:
    """Whether what stands behind a name may tell its kind: False is certain."""
    text = w.text
    if text.startswith(",", end):
        return text[end + 2 : end + 3] in _APPOSING
    if stop >= len(w.low):
        return False
    word = w.low[stop]
    return word in lists.ADMIN_HEADS or not word.isalpha()


_APPOSING = frozenset({"a", "t"})
"""First letters of the articles that :data:`_APPOSED` begins with."""


def relation_of(before: str) -> str:
    """Words right before a name that put the thing near it, not in it; "" for none.

    Examples
    --------
    >>> relation_of("A rocket fell 10 km east of "), relation_of("They met in ")
    ('10 km east of', '')
    """
    rest, _, last = before.removesuffix(" ").removesuffix(" the").rpartition(" ")
    ends = _RELATED.get(last.lower())
    if ends is None or not rest[-12:].lower().endswith(ends):
        return ""
    found = _RELATION.search(before)
    if not found or (found.group()[:1].lower() in "nsew" and _WITHIN.search(before[: found.start()])):
        return ""  # "in the north of Aleppo province" is within it
    return found.group().strip()


def context_of(before: str, after: str, last: str) -> str:
    """Kind words beside a name: "town of", "province"; joined by "; ".

    Parameters
    ----------
    before, after : str
        The text on both sides.
    last : str
        The word right before, in lower case and without a possessive.
    """
    parts = []
    at = max(before.rfind(" of "), before.rfind(" called "), before.rfind(" named "))
    side = _KIND_BEFORE.search(before, max(0, at - _KIND_WIDTH)) if at >= 0 else None
    if not side and last in lists.ADMIN_HEADS:
        side = _KIND_SIDE.search(before[-22:])
    if side and side.group(1).lower() in lists.ADMIN_HEADS:
        parts.append(f"{side.group(1).lower()} of")
    behind = _KIND_AFTER.match(after)
    if behind and behind.group(1).lower() in lists.ADMIN_HEADS:
        parts.append(behind.group(1).lower())
    elif after.startswith(", "):
        # "X, a village near Y" tells the kind as "the village of X" does.
        told = _APPOSED.match(after)
        word = told.group(1).rpartition(" ")[2] if told else ""
        if lists.ADMIN_HEADS.get(word):
            parts.append(word)
    return "; ".join(parts)


def dateline_of(text: str) -> tuple[int, int]:
    """Start and end of a dateline that opens a text or the paragraph behind its title; (0, 0) if there is none.

    Examples
    --------
    >>> dateline_of("BEIRUT (Wire) — Buses left."), dateline_of("Buses leave\\n\\nBEIRUT, May 3 (Wire) - Nine left.")
    ((0, 16), (13, 36))
    """
    head = text[:_HEAD]
    line = seen = 0
    while seen < _LINES and line + 1 < len(head):
        if not head[line].isspace():
            seen += 1
            # Nearly every line begins otherwise, and the pattern has much to try in its first words.
            if "A" <= head[line] <= "Z" and not head[line + 1].islower():
                found = _DATELINE.match(head, line)
                if found and found.group("place")[:3].isupper():
                    return found.start("place"), found.end()
        line = head.find("\n", line) + 1
        if not line:
            break
    return 0, 0
