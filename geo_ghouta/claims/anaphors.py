"""Places meant and not named: "left the town", "out of the plant", "the eastern districts"."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.holding import ANAPHORS
from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.spots import Spot, Where

_TOWN, _PART, _SITE, _LAND = "town", "part", "site", "land"
_SORT_OF_KIND = {
    **dict.fromkeys(("city", "capital", "town", "village"), _TOWN),
    **dict.fromkeys(("neighbourhood", "district"), _PART),
    **dict.fromkeys(("site", "crossing", "camp", "base"), _SITE),
    **dict.fromkeys(("adm1", "adm2", "adm3", "region"), _LAND),
}
_SORTS_OF_NOUN = {
    **dict.fromkeys(word_set("city capital town village"), (_TOWN,)),
    **dict.fromkeys(word_set("neighbourhood neighborhood suburb quarter district"), (_PART, _TOWN)),
    **dict.fromkeys(
        word_set("plant steelworks works compound complex mine factory prison hospital airport base camp site school"),
        (_SITE,),
    ),
    **dict.fromkeys(word_set("province governorate region strip territory"), (_LAND,)),
}
"""Sorts of place that a word can mean, the first that was named before is taken."""
_CITIES = frozenset(("city", "capital"))
_CALLED = ANAPHORS | _SORTS_OF_NOUN.keys() - {"school", "prison", "hospital", "airport", "base", "mine", "factory"}
_SITES = frozenset(("hospital", "airport", "base", "mine", "factory", "prison", "school"))
_PARTS = word_set(
    "districts neighbourhoods neighborhoods quarters suburbs part parts half sector side sectors outskirts area areas"
)
_WAYS = word_set(
    "eastern western northern southern east west north south northeastern northwestern southeastern southwestern "
    "central old"
)
_SIDES = frozenset(("half", "side", "part", "end", "bank"))
_INSIDE = frozenset(("in", "of"))
_THE = frozenset(("the", "that"))
_FAR = 14
CENTRES = frozenset(("centre", "center"))
_OF_THE_CITY = (["of", "the", "city"], ["of", "the", "town"])
_OLD = frozenset(("city", "town", "quarter"))
_WITHIN = frozenset(("in", "inside", "within", "at", "across", "throughout"))
_QUITTING = ("left", "leav", "fled", "flee", "quit", "escap", "evacuat")
_CLAUSE = 2.0


def read_anaphor(words: list[str], begin: int, kind: str, trigger: Trigger | None, where: Where) -> None:
    """Note that the place is one named before: "left the town", "from the same area", "out of the eastern districts".

    Parameters
    ----------
    words : list of str
    begin : int
        Word behind the governing one.
    kind : str
    trigger : Trigger or None
    where : Where
        Told what was found.
    """
    if kind not in {"departure", "displacement"} or trigger is None:
        return
    tail = words[begin : begin + _FAR]
    if not tail:
        return
    moves = trigger.form in {"move", "both"}
    if tail[0] == "it" and moves:
        where.anaphor = True
        return
    if (tail[0] in _THE or tail[0] == "there") and moves and _named(tail, 0, 3, where, kept=False):
        return
    if tail[0] == "of" and tail[1:2] and tail[1] in _THE and _named(tail, 2, 4, where, kept=True):
        return  # "taken out of the plant"
    for k in range(1, min(6, len(tail) - 2)):
        if tail[k] in _INSIDE and tail[k + 1] == "the" and tail[k + 2] in ANAPHORS and "," not in tail[:k]:
            if moves and "into" not in tail[:k]:  # "leave their last strongholds in the city"
                where.anaphor, where.noun = True, tail[k + 2]
            return
    for k, here in enumerate(tail[:-1]):
        if here == "from" and tail[k + 1] == "there":
            where.anaphor, where.noun = True, "there"
            return
        if here in {"from", "of"} and tail[k + 1] in _THE and (here == "from" or tail[k - 1 : k] == ["out"]):
            if _named(tail, k + 2, k + 4, where, kept=False):
                where.same = "same" in tail[k + 1 : k + 4]
                return
            if here == "from":
                continue


def _named(tail: list[str], low: int, high: int, where: Where, *, kept: bool) -> bool:
    """Find what a place is called between two words; ``kept`` takes also one that somebody is said to hold."""
    near = tail[low:high]
    if not kept and any("held" in w for w in near):
        return False
    part = [k for k in range(low, min(high + 1, len(tail))) if tail[k] in _PARTS and tail[k - 1] in _WAYS]
    noun = next((w for w in near if w in _CALLED or w in _SITES), "")
    noun = noun or place_noun(tail, low) or place_noun(tail, max(0, low - 1))
    behind = tail[high - 1 : high + 4]
    if part:
        where.part = " ".join(tail[part[0] - 1 : part[0] + 1])
        where.anaphor, where.noun = True, "city"
        return True
    if not _SIDES.isdisjoint(near) and "of" in behind and (whole := next((w for w in behind if w in _CALLED), "")):
        noun = whole  # "that half of the city"
    if not noun or (low == 0 and tail[0] == "that" and noun not in _SORTS_OF_NOUN):
        return False  # "left that pocket": one told of by its holder
    where.anaphor, where.noun = True, noun
    return True


_OPENS_IN = frozenset(("in", "inside", "at", "across"))
_TOWNS = frozenset(word for word, sorts in _SORTS_OF_NOUN.items() if sorts == (_TOWN,))
_HAS = frozenset(("has", "had", "is", "was", "'s", "holds", "held", "houses", "housed"))
_SHARED = 3
_ADJECTIVES = 6
"""Words from an article to the noun of its place."""
_EPITHETS = word_set(
    """
    vast huge sprawling besieged bombed-out embattled encircled surrounded shattered ruined ravaged devastated battered
    bombarded beleaguered stricken blockaded isolated tiny small little large big giant massive enormous immense
    ancient historic historical strategic key now entire whole same divided deserted empty emptied abandoned destroyed
    damaged flattened burning smouldering smoldering starving famished hungry cut-off sealed-off trapped war-weary
    once-thriving densely populated crowded overcrowded packed desolate remote symbolic rebel opposition government
    and , soviet-era frontline front-line
    """
)
"""Words that tell what a place is like, and not which of several it is ("nearby", "next", "chemical", "second")."""
_EPITHET_ENDS = ("-torn", "-scarred", "-hit", "-ravaged", "-stricken", "-battered", "-held", "-controlled", "-besieged")


def place_noun(words: list[str], at: int) -> str:
    """The noun of a place named before that the article at ``at`` opens: "the plant", "the vast plant"; else "".

    Examples
    --------
    >>> place_noun("at the besieged and bombed-out plant".split(), 1), place_noun("at the nearby plant".split(), 1)
    ('plant', '')
    """
    if words[at : at + 1] != ["the"] and words[at : at + 1] != ["that"]:
        return ""
    for k in range(at + 1, min(len(words), at + _ADJECTIVES)):
        if words[k] in ANAPHORS:
            return words[k]
        if k == at + 1 and words[k] == "and":
            return ""
        if words[k] not in _EPITHETS and not words[k].endswith(_EPITHET_ENDS):
            return ""
    return ""


def told_of_town(words: list[str], spots: Sequence[Spot], figure: tuple[int, int]) -> str:
    """What a town named before is called where a sentence opens with it or counts a share of it; else "".

    "In the town, 3 hospitals were hit", "The town has 12 doctors", "half of the town was destroyed".
    """
    if words[0] in _OPENS_IN:
        noun, behind = _the_town(words, 1)
        if noun and words[behind : behind + 1] != ["of"] and not (spots and spots[0].first < figure[0]):
            return noun
    elif words[0] == "the" and not spots:
        noun, behind = _the_town(words, 0)
        if noun and words[behind : behind + 1] != [] and words[behind] in _HAS:
            return noun
    at = figure[1]
    if words[at : at + 1] != ["of"]:
        return ""
    noun, behind = _the_town(words, at + 1)
    if words[behind : behind + 1] == ["of"] or any(at <= s.first < behind + _SHARED for s in spots):
        return ""
    return noun


def _the_town(words: list[str], at: int) -> tuple[str, int]:
    """The noun where "the town" or its like stands at a word, and the word behind it."""
    noun = place_noun(words, at) if words[at : at + 1] == ["the"] else ""
    return (noun, words.index(noun, at) + 1) if noun in _TOWNS else ("", at)


def town_meant(where: Where, here: Sequence[Spot], named: dict[str, Spot], earlier: Spot | None) -> Spot | None:
    """The place that "in the town" means: the latest town, else the latest place that may be one."""
    right = meant(where, here, named)
    if right is not None or where.noun not in _TOWNS:
        return right or earlier
    if earlier is None or _SORT_OF_KIND.get(earlier.kind) == _LAND:
        return None  # "the town" is no region
    if where.noun in _CITIES and earlier is not None and _SORT_OF_KIND.get(earlier.kind) in {_PART, _SITE}:
        return None  # "99 percent of the city": a quarter is none
    return earlier


def meant(where: Where, here: Sequence[Spot], named: dict[str, Spot]) -> Spot | None:
    """The place of the right sort: the latest one of the sentence, else the latest one of the report.

    Parameters
    ----------
    where : Where
    here : sequence of Spot
        Named in the sentence before the word.
    named : dict of str to Spot
        The latest place of each sort, from ``note``.

    Returns
    -------
    Spot or None
        None where the word tells no sort, or none such was named.
    """
    for sort in _SORTS_OF_NOUN.get(where.noun, ()):
        found = next((s for s in reversed(here) if _SORT_OF_KIND.get(s.kind) == sort and not s.relation), None)
        found = found or named.get(sort)
        if found is not None:
            return dataclasses.replace(found, relation=f"{where.part} of") if where.part else found
    return None


def names_old_city(words: list[str], spot: Spot) -> bool:
    """Whether a place is named as that of an old city: "the Old City of X", "X's Old City"."""
    before, behind = words[max(0, spot.first - 3) : spot.first], words[spot.last : spot.last + 3]
    return (before[:1] == ["old"] and before[2:] == ["of"] and before[1] in _OLD) or (
        behind[:2] == ["'s", "old"] and not _OLD.isdisjoint(behind[2:])
    )


def in_old_city(sentence: Sentence, where: Where, word: int, named: Spot) -> None:
    """Take "the Old City" for the one that the report named with its city: "trapped inside the Old City".

    Parameters
    ----------
    sentence : Sentence
    where : Where
        Told the place.
    word : int
        Governing word.
    named : Spot
        City whose old city was named last.
    """
    words = sentence.words
    if "old" not in words:
        return
    for at in range(2, len(words) - 1):
        if (
            words[at] != "old"
            or words[at - 1] != "the"
            or words[at + 1] not in _OLD
            or words[at + 2 : at + 3] == ["of"]
        ):
            continue
        if abs(at - word) > _FAR or sentence.between(min(at, word), max(at, word)) > _CLAUSE:
            continue
        prep = words[at - 2]
        spot = dataclasses.replace(named, relation="Old City of")
        if prep == "from" or words[max(0, at - 3) : at - 1] == ["out", "of"] or prep.startswith(_QUITTING):
            where.origin, where.anaphor = [spot], False
        elif prep in _WITHIN and not where.destination:
            where.place = [spot]
        return


def to_centre(words: list[str], where: Where, word: int, spots: Sequence[Spot], named: dict[str, Spot]) -> None:
    """Take "to the city centre" for that of the city told last: "expelled from X to the city centre".

    Parameters
    ----------
    words : list of str
    where : Where
        Told the destination.
    word : int
        Governing word.
    spots : sequence of Spot
        Places named in the sentence.
    named : dict of str to Spot
        The latest place of each sort, from ``note``.
    """
    at = next((k for k in range(max(word, 3), min(len(words), word + _FAR)) if words[k] in CENTRES), 0)
    if not at:
        return
    first = at - 1 if words[at - 1] in {"city", "town"} else at
    lies = first < at or words[at + 1 : at + 4] in _OF_THE_CITY
    if not lies or words[first - 1] != "the" or words[first - 2] not in {"to", "into", "towards", "for"}:
        return
    here = [s for s in spots if s.last < first and _SORT_OF_KIND.get(s.kind) == _TOWN]
    city = here[-1] if here else named.get(_TOWN)
    if city is not None:
        where.destination = [dataclasses.replace(city, relation="centre of")]


def note(spot: Spot, named: dict[str, Spot]) -> None:
    """Remember a place as the latest of its sort."""
    sort = _SORT_OF_KIND.get(spot.kind)
    if sort is not None and not spot.relation:
        named[sort] = spot


def forget(later: dict[str, Spot] | None, before: dict[str, Spot], reached: Sequence[Spot]) -> None:
    """Take back what was noted of places that somebody goes to: "the town" of the next sentence is hardly theirs."""
    if later is None:
        return
    for spot in reached:
        sort = _SORT_OF_KIND.get(spot.kind)
        if sort is not None and later.get(sort) is spot:
            if sort in before:
                later[sort] = before[sort]
            else:
                del later[sort]
