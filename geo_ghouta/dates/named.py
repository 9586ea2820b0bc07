"""Names that hold a day and tell none: "the Sunday market", "the March 14 Alliance"."""

from __future__ import annotations

import re

from geo_ghouta.dates.atoms import Atom

_BOTH = """
    market markets bazaar bazaars souk souks mosque mosques school schools church churches club
"""
_OF_WEEKDAYS = frozenset(_BOTH.split())
_PAPERS = frozenset(("times", "telegraph", "mirror", "express", "mail", "herald", "tribune", "independent"))
_OF_DAYS = frozenset(
    (
        _BOTH
        + """
    alliance bloc coalition movement movements brigade brigades battalion battalions regiment division unit units
    bridge bridges square street road avenue boulevard highway roundabout stadium hospital clinic university college
    airport dam park garden museum theatre hall tower hotel building neighbourhood neighborhood quarter district suburb
    panorama monument memorial cemetery institute barracks checkpoint palace gate tunnel cup foundation corps column
    camp city village town party militia faction front group organisation organization force forces army library
    """
    ).split()
)
_LOOSE = frozenset(("party", "front", "group", "army", "force", "forces", "unit", "units", "club", "building"))
"""Things that a day names only where they are written with a capital."""
_TOLD = re.compile(
    r"\s+[a-z]+(?:\s+[a-z]+)?\s+(?:attacks?|bombings?|raids?|strikes?|assaults?|blasts?|clash(?:es)?|shelling|fighting"
    r"|explosions?|massacres?|killings?|ambush|offensive|meetings?|talks|vote|fires?|closures?|protests?)\b"
)
_NEXT = re.compile(r"\s+([a-z]+)\b(?!-)")
_PLACING_TEXT = """
    on since by until till last next late early before after from through to and or between said this of
"""
_PLACING = frozenset(_PLACING_TEXT.split())
"""Words before a day that tell when, so that it is no name."""
_POINTING = frozenset(("the", "a", "an", "this", "that", "its", "their", "old", "new", "of", "named"))


_EACH = re.compile(
    r"\b(?:every|each)\s+(?:(?:single\s+)?year,?\s+(?:(?:on|around|since\s+then\s+on)\s+)?(?:the\s+)?)?$"
    r"|\b(?:annually|yearly)\s+on\s+(?:the\s+)?$"
)
_EACH_BEHIND = re.compile(r",?\s+(?:of\s+)?(?:every|each)\s+year\b")


def _each_year(low: str, atom: Atom) -> bool:
    """Whether a day comes back each year, so that it tells no day: "every year on 18 November"."""
    if low.startswith((" of e", " every ", " each ", ", every ", ", each "), atom.end) and _EACH_BEHIND.match(
        low, atom.end
    ):
        return True
    return _EACH.search(low, max(0, atom.start - 30), atom.start) is not None


def named(low: str, text: str, atom: Atom) -> bool:
    """Whether a weekday, or a day of a month without a year, is but the name of the thing behind it.

    Examples
    --------
    >>> words = "near the sunday market"
    >>> named(words, words, Atom(9, 15, "weekday"))
    True
    """
    if atom.since or atom.mod or atom.part:
        return False
    if atom.kind == "day" and _each_year(low, atom):
        return True
    before = low[max(0, atom.start - 20) : atom.start].split()[-1:]
    if before and before[0] in _OF_DAYS and atom.kind == "day" and low[atom.start].isdigit():
        at = low.rfind(before[0], 0, atom.start)
        return text[at].isupper()  # "Brigade 30 June"
    behind = _NEXT.match(low, atom.end)
    if behind is None:
        return False
    word, at = behind[1], behind.start(1)
    weekday = atom.kind == "weekday"
    if word not in (_OF_WEEKDAYS if weekday else _OF_DAYS):
        return weekday and word in _PAPERS and text[at].isupper() and low.endswith("the ", 0, atom.start)
    if _TOLD.match(low, atom.end):
        return False  # "the April 4 market bombing"
    pointed = low.startswith("the ", atom.start) or (bool(before) and before[0] in _POINTING)
    if text[at].isupper():
        return pointed or not before or before[0] not in _PLACING
    return pointed and word not in _LOOSE
