"""Places named in a sentence, and whose place each is: those of another figure, of who lives there, of who left it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.finite import AUX, may_govern
from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

TO = frozenset(("to", "into", "toward", "towards", "onto"))
IN = frozenset(
    (
        "in",
        "at",
        "inside",
        "on",
        "near",
        "around",
        "over",
        "within",
        "outside",
        "under",
        "of",
        "off",
        "for",
        "between",
        "along",
    )
)
COMMAS = frozenset((",", "and", "or"))
_JOINING = frozenset(("and", "while", "but", ";"))
_BEHIND_VERB = word_set("us them him her it in on to from at by the a an out into up with for")
_THEIRS = frozenset(("of", "from"))
_PARTS_OF = frozenset(("them", "whom", "which", "these", "those"))
_NUMERALS = word_set(
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty dozens scores hundreds "
    "thousands"
)
_INCLUDING = frozenset(("including", "include", "included"))
_GONE_FROM = frozenset(("left", "fled", "escaped", "quit", "from"))
_DWELLERS = word_set("residents inhabitants people families civilians population citizens villagers households")
_CARRYING = word_set(
    "brought carried taken flown driven transferred handed returned moved airlifted rushed crossed deported sent "
    "transported evacuated shipped ferried bused bussed brought carry carries bring take fly"
)
_PASSAGE = word_set("passage transfer exit safely transport evacuation evacuations relocation departure move travel")
_GOALS = TO | {"for"}
_HELD_BACK = frozenset((",", ";", "where", "which", "that", "in", "at", "and"))
_IS = AUX | {"been", "being", "still", "now", "also", "once", "largely"}
_HELD_LEADS = word_set("the all of both most much parts town city village district districts towns villages quarter")
_SORTS = frozenset(("city", "town", "village", "province", "region", "district", "capital"))
_LEAD = 6
"""Words from a verb of going to the place it leads to."""
_NEAR = 1.6
"""Walls between what is carried, the verb and where to."""


@dataclasses.dataclass(slots=True, unsafe_hash=True)
class Spot:
    """A place named in a sentence.

    Parameters
    ----------
    first, last : int
        Words of the sentence, half-open.
    name : str
    place_id : str or None
    kind : str
        Kind of place, "" if unresolved.
    relation : str
        Words that move it off the place.
    """

    first: int
    last: int
    name: str
    place_id: str | None
    kind: str
    relation: str


class Where:
    """Places of one claim; several of one role are joined by '|'.

    ``anaphor`` is true where the words mean a place named before: ``noun`` is what they call it ("town"), ``part`` the
    part of it that they mean ("eastern districts").
    """

    __slots__ = ("anaphor", "crossing", "destination", "holder", "noun", "origin", "part", "place", "same", "standing")

    def __init__(self) -> None:
        self.origin: list[Spot] = []
        self.destination: list[Spot] = []
        self.crossing: list[Spot] = []
        self.place: list[Spot] = []
        self.holder: str | None = None
        self.anaphor = False
        self.noun = ""
        self.part = ""
        self.same = False
        self.standing = False


def taken(words: list[str], spots: list[Spot], word: int, begin: int) -> Spot | None:
    """The place that is held or taken: "rebels in X hold Y" tells of Y, "Y is held by rebels in X" too.

    Parameters
    ----------
    words : list of str
    spots : list of Spot
        Places named in the sentence, in order.
    word, begin : int
        The verb, and the word behind it.

    Returns
    -------
    Spot or None
    """
    if words[begin : begin + 1] == ["by"]:
        return next((s for s in spots if s.last < word and _IS.issuperset(words[s.last : word])), None)
    return next((s for s in spots if s.first >= begin and _HELD_LEADS.issuperset(words[begin : s.first])), None)


def carried(sentence: Sentence, spots: list[Spot], word: int, figure: tuple[int, int], where: Where) -> None:
    """Where captives, wounded and dead are brought: "28 bodies were brought to X from Y", "handed over to X"."""
    words = sentence.words
    low, begin = min(word, figure[0]), max(word, figure[1] - 1)
    verb = next((k for k in range(low, len(words)) if words[k] in _CARRYING and sentence.between(low, k) < _NEAR), -1)
    if verb < 0:
        return
    for spot in spots:
        if spot.first <= max(verb, begin) or spot.relation or sentence.between(max(verb, begin), spot.first) >= _NEAR:
            continue
        if of_another(sentence, max(verb, begin) + 1, spot.first, set()):
            break
        lead = words[max(verb + 1, spot.first - 4) : spot.first]
        prep = next((w for w in reversed(lead) if w in TO or w == "from" or w in IN), "")
        if prep in TO and not where.destination:
            where.destination.append(spot)
        elif prep == "from" and not where.origin:
            where.origin.append(spot)


def of_another(sentence: Sentence, low: int, high: int, blocked: set[int]) -> bool:
    """Whether a place is told of another figure behind: "left X, and 1,200 were taken to Y", "6,000 of them to Y"."""
    words = sentence.words
    for k in range(low, high - 1):
        if words[k] in _JOINING and words[k + 1] not in AUX and any(w in AUX for w in words[k + 2 : min(k + 5, high)]):
            return True  # "..., and Turkey has offered a ship from Y": somebody else's
        if words[k] not in _NUMERALS and not words[k][0].isdigit():
            continue
        if k and words[k - 1] in _INCLUDING and "from" in words[k + 1 : high] and "," not in words[k + 1 : high]:
            return True  # "6,266 people, including 3,071 from X"
        share = next((m for m in range(k + 1, min(k + 4, high - 1)) if words[m] in _THEIRS), 0)
        if share and words[share + 1] in _PARTS_OF:
            return True
        if not COMMAS.isdisjoint(words[max(low, k - 3) : k]) and any(
            p in blocked or words[p] in AUX or (may_govern(words[p]) and words[p + 1] in _BEHIND_VERB)
            for p in range(k + 1, high - 1)
        ):
            return True
    return False


def names_next(spots: list[Spot], spot: Spot, words: list[str]) -> bool:
    """Whether a place only tells which town the next one is a part of."""
    if words[spot.last + 1 : spot.last + 2] != ["of"] or spot.kind in {"district", "neighbourhood"}:
        return False  # "the X district of Y": X, where X is no town
    return any(s.first == spot.last + 2 and s.kind != spot.kind for s in spots)


def owns_next(spots: list[Spot], spot: Spot, words: list[str]) -> bool:
    """Whether a land only tells whose the town is that is named behind it: "X's southern city of Y"."""
    behind = next((s for s in spots if s.first > spot.last), None)
    if behind is None or behind.first - spot.last > _LEAD:
        return False
    between = words[spot.last : behind.first]
    return between[-1:] == ["of"] and not _SORTS.isdisjoint(between[-2:-1]) and "," not in between


WIDE = frozenset(("adm1", "adm2", "adm3", "region"))
_WIDER = WIDE | {"country"}
_APPOSED = frozenset(("the", "a", "its", "another"))


def narrower(words: list[str], spots: list[Spot], spot: Spot) -> Spot:
    """The town that lies in a wide place: X in "took X in Y on Friday" and "in X, the largest town of Y,"."""
    if spot.kind not in _WIDER or spot.relation:
        return spot
    at = next(k for k, one in enumerate(spots) if one is spot)
    town = spots[at - 1] if at else None
    if town is None or town.relation or town.kind in _WIDER or not town.kind:
        return spot
    between = words[town.last : spot.first]
    if between not in _PLAINLY_IN and not (
        2 < len(between) <= 7 and between[0] == "," and between[1] in _APPOSED and between[-1] in {"of", "in"}
        and "," not in between[1:]
    ):  # fmt: skip
        return spot
    lead = words[max(0, town.first - 4) : town.first]
    return spot if not _TOWARDS.isdisjoint(lead) else town


_PLAINLY_IN = (["in"], [",", "in"], ["in", "the"], [","])
_TOWARDS = TO | {"from", "out", "since"}


def gives_way(earlier: Spot, spot: Spot, role: str, kind: str, verb: tuple[int, int, int], last: int) -> bool:
    """Whether a place told before a verb gives way to one behind it, of the same role.

    "Buses carrying people of X had departed from Y" left Y; "buses sent by the ministry in X were to reach Y" reach Y.

    Parameters
    ----------
    earlier, spot : Spot
    role, kind : str
    verb : (int, int, int)
        First word of figure and verb, the verb, and the word behind it.
    last : int
        Word behind the figure.

    Returns
    -------
    bool
    """
    low, word, begin = verb
    if role == "origin":
        return last <= earlier.first < word and begin <= spot.first <= begin + 4
    near = begin <= spot.first <= begin + 2
    return kind == "arrival" and role == "destination" and near and earlier.last <= low < begin


def gone_from(words: list[str], spot: Spot) -> bool:
    """Whether a place is one that somebody is said to have left, in a relative clause."""
    lead = words[max(0, spot.first - 4) : spot.first]
    return lead[-1:] != [] and lead[-1] in _GONE_FROM and not {"who", "that"}.isdisjoint(lead)


def home_of(words: list[str], spot: Spot, word: int) -> bool:
    """Whether those who go are the people of a place: "300 X residents", "X's families have fled"."""
    at = spot.last
    if words[at : at + 1] == ["'s"]:
        return any(w in _DWELLERS or w.endswith("ians") for w in words[at + 1 : min(at + 5, word)])
    return words[at] in _DWELLERS if at < word else False


def leads_on(sentence: Sentence, spot: Spot, word: int, *, left: bool) -> bool:
    """Whether somebody goes to a place behind a word: "left a pocket that X held and reached Y"; ``left`` from one too.

    "Talks on evacuating X" are about X, and "the pocket held by X, who left Y" is not at Y.
    """
    words = sentence.words
    if spot.first <= word:
        return False
    if is_passage(words, spot, word):
        return True
    for at, trigger in sentence.triggers:
        if word < at < spot.first and trigger.kind in MOVING and trigger.form != "noun":
            lead = words[at + trigger.length : spot.first]
            if at in sentence.attributive or len(lead) > _LEAD or not _HELD_BACK.isdisjoint(lead):
                continue
            if left or trigger.kind == "arrival" or not _GOALS.isdisjoint(lead):
                return True
    return False


def is_passage(words: list[str], spot: Spot, word: int) -> bool:
    """Whether a deal lets somebody go to a place: "allowed them safe passage to X"."""
    if spot.first <= word:
        return False
    lead = words[max(word, spot.first - _LEAD) : spot.first]
    return not TO.isdisjoint(lead) and not _PASSAGE.isdisjoint(lead)
