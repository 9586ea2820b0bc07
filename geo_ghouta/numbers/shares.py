"""Shares told by two numbers, and halves: "one in five", "two of every three", "half of the city"."""

from __future__ import annotations

import re

from geo_ghouta.numbers.core import Core
from geo_ghouta.numbers.lexicon import GROUPED, SCALES, SMALL, TENS

_SIZES = {**SMALL, **TENS, "hundred": 100}
_FEW = 10
_IN = re.compile(
    r"(?P<a>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|[1-9]\d?)\s+(?:(?:person|people|household|households|family|families|child"
    r"|children|resident|residents|home|homes|house|houses|building|buildings|woman|man|patient|patients|(?<=one\s)[a-z]+)\s+)?"
    r"(?P<link>in(?:\s+every)?|out\s+of\s+every|of\s+every|out\s+of)\s+(?P<b>[2-9]|[1-9]\d{1,2}|two|three|four|five|six|seven"
    r"|eight|nine|ten|(?<=every\s)hundred)(?=\s+(?:of\s+(?:them|the|its|their|all|those)|people|residents|children"
    r"|families|civilians|were|was|are|is|has|have|homes|buildings|houses|inhabitants|syrians|women|deaths|births"
    r"|patients|households|babies|newborns|adults|men|boys|girls|refugees|evacuees|arrivals|soldiers|fighters"
    r"|prisoners|schools|shops|pregnant|displaced|shells|wounded"
    r"|(?P<thing>hospitals|clinics|villages|bakeries|wells|doctors|pupils|students|teachers|girls|teenagers|survivors|voters"
    r"|villagers|citizens|streets|flats|apartments|vehicles|buses|lorries|trucks|tanks|bridges|mosques|churches|parents|mothers))\b|[,.;]|$)"
)
_SHARED = re.compile(
    r" (?:people|residents|children|families|homes|houses|households|women|inhabitants|syrians|deaths)\b"
)
"""Of which "three out of four" is a share; "three hospitals out of four" counts."""


def share(low: str, start: int) -> Core | None:
    """Read a share such as "one in five", "two of every three"."""
    found = _IN.match(low, start)
    if found is None or (found["thing"] and not _plain(found)):
        return None
    if found["link"] == "out of" and found["b"] not in {"ten", "10"} and not _SHARED.match(low, found.end()):
        return None
    # "one household in five" is a fifth of them
    above, below = (int(w) if w.isdigit() else _SIZES[w] for w in (found["a"], found["b"]))
    if above > _FEW and "every" not in found["link"]:
        return None  # "15 people in 20 homes"
    return Core(start, found.end(), 100 * above / below, fraction=True, written=True) if above < below else None


def _plain(found: re.Match[str]) -> bool:
    """Whether "one in six hospitals" is a share; "nine out of ten hospitals", "two men in six villages" count."""
    if "every" in found["link"]:
        return True
    return found["a"] in {"one", "1"} and found["link"] == "in" and found.start("link") - found.end("a") == 1


_WHICH_HALF = re.compile(
    r"\b(?:first|second|latter|other|top|bottom|lower|upper|eastern|western|northern|southern|this|each|a|and\s+a)\s+$"
)
_HALF_SHARE = re.compile(r"\b(?:than|about|nearly|almost|third (?:and|or|to)|quarter and) a $")
_NAMED_HALF = re.compile(r"\bthe\s+(?!other|remaining|poorer|richer)(?!about|nearly|almost|over)[a-z][a-z-]+\s+$")
_SOFT_HALF = re.compile(r"\b(?:by|than|nearly|almost|about|around|roughly|over|under|to)\s+$")
_HALF_A_TIME = re.compile(
    r"\s+(?:an?|the|of\s+the|of)?\s*(?:decade|hour|day|year|month|century|week|time|past|way|mile"
    r"|kilomet\w+)\b|-"
)
_HALF = re.compile(r"(?:\s+an?\s+|-)(?P<scale>million|dozen|hundred|thousand|billion)\b")
_HALF_OF = re.compile(r"\s+(?:of\b|the\b|its\b|their\b|his\b|her\b|our\b|that\b|this\b|all\b|those\b|[a-z]+'s\b)")


def half(low: str, start: int, end: int) -> Core | None:
    """Read "half" as a share or half a scale; None for a place, a time and the like."""
    scale = _HALF.match(low, end)
    if scale:
        factor = SCALES.get(scale["scale"]) or GROUPED[scale["scale"]]
        return Core(start, scale.end(), factor / 2, written=True)
    if _WHICH_HALF.search(low, max(0, start - 10), start) and not _HALF_SHARE.search(low, max(0, start - 15), start):
        return None
    if _NAMED_HALF.search(low, max(0, start - 24), start):
        return None  # "the rebel half of the city": a place
    if low.startswith((" of what ", " of its cargo", " of its load"), end):
        return None
    if _HALF_OF.match(low, end) or _SOFT_HALF.search(low, max(0, start - 10), start):
        if _HALF_A_TIME.match(low, end):
            return None
        return Core(start, end, 50.0, fraction=True, written=True)
    return None
