"""What a bare figure counts behind things that were told: "45 buses were sent; 17 got through"."""

from __future__ import annotations

import re

from geo_ghouta.numbers.lexicon import NOUNS
from geo_ghouta.numbers.parts import Found

_REACH = 160
"""Letters behind the things in which a bare figure may still be of them."""
_THINGS = frozenset(("buses", "other", "hospitals"))
_PERSONS = frozenset(("people", "fighters", "civilians", "prisoners"))
_ALSO = (
    r"(?:\s+(?:were|was|are|had|have|been|being|also|later|then|still|already|only|since|now|fully|partly"
    r"|of\s+them)){0,4}\s+"
)
_THINGS_DO = re.compile(
    _ALSO + r"(?:got\s+through|went\s+ahead|facilitated|impeded|cancell?ed|postponed|put\s+off|called\s+off|approved"
    r"|coordinated|destroyed|damaged|burn(?:ed|t)(?:\s+down|\s+out)?|torched|looted|demolished|flattened|sunk"
    r"|shut(?:\s+down)?|closed|reopened|open|running|working|functional|functioning|operational"
    r"|out\s+of\s+(?:service|action|order)|shot\s+down|intercepted|unloaded|repaired|rebuilt|half\s+empty|empty|full"
    r"|rejected|turned\s+(?:back|around)|denied|granted|refused|delayed)\b"
)
"""What lorries, missions and clinics do or suffer, and people hardly ever."""
_MEN_TOO = frozenset(("turned", "denied", "refused", "got", "delayed", "rejected", "burned", "burnt"))
"""Of these only where the sentence tells of no people before."""
_END = re.compile(r"[.!?]\s|\n")
_WORD = re.compile(r"[a-z]+")


def carry_things(low: str, found: list[Found]) -> None:
    """Let a bare figure count the things of its sentence where a verb behind it is of things.

    Examples
    --------
    >>> from geo_ghouta.numbers import find_numbers
    >>> [(n.value, n.unit) for n in find_numbers("Of 24 missions, six were impeded; 12 people died.")]
    [(24, 'other'), (6, 'other'), (12, 'people')]
    """
    things: Found | None = None
    for item in found:
        if item.unit in _THINGS and item.unit_end is not None:
            things = item
        elif item.unit is None and things is not None and things.unit_end is not None:
            did = _THINGS_DO.match(low, item.end)
            if did is None or item.start - things.end > _REACH or not _smaller(item, things):
                continue
            between = low[things.unit_end : item.start]
            if _END.search(between) is None and not (_of_men(did) and _tells_of_people(low, between, things)):
                item.unit = things.unit


def _smaller(item: Found, things: Found) -> bool:
    """Whether a figure may be some of the things."""
    mine, size = item.value or item.low, things.value or things.high
    return mine is None or size is None or mine <= size


def _of_men(did: re.Match[str]) -> bool:
    return not _MEN_TOO.isdisjoint(did.group().split())


def _tells_of_people(low: str, between: str, things: Found) -> bool:
    before = low[max(0, things.start - _REACH) : things.start]
    ends = [hit.end() for hit in _END.finditer(before)]
    words = before[ends[-1] if ends else 0 :] + " " + between
    return any(NOUNS.get(word) in _PERSONS for word in _WORD.findall(words))
