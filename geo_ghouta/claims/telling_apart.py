"""What a figure counts more closely than its unit says: children, wounded, ambulances, the first convoy."""

from __future__ import annotations

import re

from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.numbers.lexicon import GROUPED, SCALES, SMALL, TENS, VAGUE

_GROUPS = {
    "children": word_set("children child kids boys boy girls girl minors teenagers أطفال طفل طفلا الأطفال"),
    "infants": word_set("infants infant babies baby toddlers newborns"),
    "orphans": word_set("orphans orphan"),
    "women": word_set("women woman نساء امرأة النساء"),
    "elderly": word_set("elderly pensioners"),
    "wounded": word_set("wounded injured hurt wounding injuring injuries جرحى جريح جريحا مصاب مصابا مصابين إصابة"),
    "sick": word_set("sick ill patients patient"),
    "missing": word_set("missing unaccounted"),
    "casualties": word_set("casualties casualty"),
    "journalists": word_set("journalists journalist reporters"),
    "medics": word_set("medics doctors nurses paramedics"),
    "police": word_set("policemen"),
    "foreigners": word_set("foreigners"),
    "students": word_set("students pupils"),
    "observers": word_set("observers monitors"),
    "drivers": word_set("driver drivers"),
    "witnesses": word_set("witnesses"),
}
"""Groups that are not all of the people: a figure of one is none of another, nor of all."""
_GROUP_OF = {word: group for group, words in _GROUPS.items() for word in words}
_NATIONS = word_set(
    """
    israeli palestinian syrian russian ukrainian iraqi iranian turkish kurdish american british french german armenian
    azerbaijani lebanese egyptian jordanian thai filipino nepali chechen georgian afghan pakistani chinese polish serb
    croat bosnian
    """
)
_NATION_OF = {f"{word}{end}": word for word in _NATIONS for end in ("", "s")} | {
    "turks": "turkish", "kurds": "kurdish", "azeri": "azerbaijani", "azeris": "azerbaijani", "britons": "british",
    "serbian": "serb", "croatian": "croat", "bosniaks": "bosnian", "poles": "polish", "filipinos": "filipino",
}  # fmt: skip
_SIDES = frozenset(("fighters", "prisoners"))
"""Units of which two nations' figures are never rivals: "49 Armenian and 50 Azerbaijani soldiers"."""
_LISTED = 60
_NUMBERS = frozenset((*SMALL, *TENS, *SCALES, *GROUPED, *VAGUE, "half", "several", "more", "other", "others", "of"))
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_NEXT = r"(?:(?:badly|seriously|severely|critically|gravely|lightly|slightly)\s+)?"
_BEHIND = re.compile(
    r"\s*,?\s*(?:of\s+(?:them|whom|these|those|the\s+[\d,.]+(?:\s+\w+)?)\s*,?\s*)?(?:(?:who\s+)?(?:had\s+been|were|are|was|is)\s+)?"
    rf"{_NEXT}([^\W\d_]+)(?:\s+and\s+([^\W\d_]+))?"
)
"""Words behind a figure that tell what it counts: "53 of them seriously wounded", "61 of the 137 dead were women"."""
_SAID_OF_ALL = re.compile(
    r"(?:who\s+)?(?:were|was|are|had)\b|(?:wounded|injured|hurt|missing)\b(?!\s+(?:\d|(?:the|a|an|some|at|more|another|and)\b))"
)
"""What stands behind a figure with its noun and holds for all: "ten injured in a raid", not "two men hurt a third"."""
_HURTING = re.compile(
    r"\b(?:wounding|injuring|wounded|injured|hurt|و?(?:أ|ا)صيب(?:ت|وا)?|و?(?:إ|ا)صابة|و?جرح(?:ت|وا)?)"
    r"\s+(?:(?:at\s+least|more\s+than|as\s+many\s+as|up\s+to|about|around|some|nearly|another|over|نحو|حوالي)\s+)?$",
    re.IGNORECASE,
)
_OF_THE = re.compile(r"\bof\s+(?:the|those|these|its|their)?\s*$", re.IGNORECASE)
_LOT_NOUN = r"(?:convoys?|groups?|batch(?:es)?|waves?|columns?|contingents?|busloads?|phases?|stages?|parts?)"
_ORDER = r"(first|second|third|fourth|fifth|sixth|last|final)"
_LOT = re.compile(rf"\b{_ORDER}\s+(?:[^\W\d_]+\s+){{0,1}}({_LOT_NOUN})\b", re.IGNORECASE)
_TURN = re.compile(r"[.;:!?\n]|\b(?:said|says|while|but|after|before|when|whereas|left|in all|total)\b", re.IGNORECASE)
_IN_A = re.compile(r"[^.;:!?,\n]*\b(?:in|with|aboard)\s+(?:the|a|an|its|their)\s+", re.IGNORECASE)
_LOT_STEMS = ("convoy", "group", "batch", "wave", "column", "contingent", "busload", "phase", "stage", "part")
_NEAR = 70
"""Letters between a figure and its lot: "a first convoy of 20 buses and 13 ambulances carrying 951 people"."""
_PEOPLE = frozenset(("people", "fighters", "civilians", "prisoners"))


def tell_apart(text: str, start: int, end: int, unit: str | None) -> str | None:
    """Tell what a figure counts where its words tell it more closely than its unit.

    Parameters
    ----------
    text : str
        Report.
    start, end : int
        Span of the figure with its noun.
    unit : str or None

    Returns
    -------
    str or None
        Groups of people ("children", "wounded"; nations of soldiers and prisoners, of others where two stand side by
        side: "13 Israelis and four Thais"), the noun of what is counted otherwise ("ambulance"), and the lot that
        it came in ("first convoy"), sorted, ``|`` between; None where a figure counts all that its unit names.

    Examples
    --------
    >>> text = "A first convoy of 40 buses carrying 900 people, 53 of them wounded, left; 2,700 children left."
    >>> spans = [(text.index(n), text.index(n) + len(n)) for n in ("900 people", "53", "2,700 children")]
    >>> [tell_apart(text, start, end, "people") for start, end in spans]
    ['first convoy', 'first convoy|wounded', 'children']
    """
    if unit is None or unit == "percent":
        return None
    found: list[str] = []
    words = [word.lower() for word in _WORD.findall(text, start, end)]
    if unit in _PEOPLE:
        found = sorted({_GROUP_OF[word] for word in words if word in _GROUP_OF})
        if not found:
            found = _told_beside(text, start, end, named=any(word not in _NUMBERS for word in words))
        nations = {_NATION_OF[word] for word in words if word in _NATION_OF}
        if nations and (unit in _SIDES or _others_listed(text, start, end, nations)):
            found = sorted({*found, *nations})
    elif unit == "other" and words and words[-1] not in _NUMBERS:
        found = [_single(words[-1])]
    lot = _lot(text, start, end)
    return "|".join(sorted([*found, *([lot] if lot else [])])) or None


def _told_beside(text: str, start: int, end: int, *, named: bool) -> list[str]:
    if _HURTING.search(text, max(0, start - 40), start):
        return ["wounded"]  # "killing four people and wounding twelve"
    behind = _BEHIND.match(text, end, min(len(text), end + 90))
    if behind is None:
        return []
    told = [word.lower() for word in behind.groups() if word]
    groups = {_GROUP_OF[word] for word in told if word in _GROUP_OF}
    if len(groups) != len(told) - (behind.group(2) is not None and told[-1] not in _GROUP_OF):
        return []
    # Of a figure with its noun ("260 soldiers, wounded and tired, ...") what follows need not be told of all of them.
    plain = behind.group(0).lstrip()
    if named and (
        _OF_THE.search(text, max(0, start - 12), start) or plain.startswith(",") or not _SAID_OF_ALL.match(plain)
    ):
        return []
    return sorted(groups)


def _others_listed(text: str, start: int, end: int, nations: set[str]) -> bool:
    """Whether people of another nation are counted beside, in one clause."""
    before, behind = text[max(0, start - _LISTED) : start], text[end : end + _LISTED]
    turns = list(_TURN.finditer(before))
    before = before[turns[-1].end() :] if turns else before
    turn = _TURN.search(behind)
    behind = behind[: turn.start()] if turn is not None else behind
    told = [
        part for part in (before, behind) if any(c.isdigit() for c in part) or not _NUMBERS.isdisjoint(part.split())
    ]
    return any(_NATION_OF.get(word.lower(), "") not in {"", *nations} for part in told for word in _WORD.findall(part))


def _single(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def _lot(text: str, start: int, end: int) -> str | None:
    """The lot that a figure stands in, told just before it or just behind."""
    before = text[max(0, start - _NEAR) : start]
    if _names_lot(before):
        for match in reversed(list(_LOT.finditer(before))):
            if not _TURN.search(before, match.end()):
                return f"{match.group(1).lower()} {_single(match.group(2).lower())}"
    behind = text[end : end + _NEAR]
    if _names_lot(behind):
        lot = _LOT.search(behind)
        if lot is not None and _IN_A.fullmatch(behind[: lot.start()]):
            return f"{lot.group(1).lower()} {_single(lot.group(2).lower())}"
    return None


def _names_lot(text: str) -> bool:
    """Whether a lot may be named: of most figures none is, and the pattern is slow to say so."""
    low = text.lower()
    return any(stem in low for stem in _LOT_STEMS)
