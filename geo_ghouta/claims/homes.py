"""Places that only tell who somebody is: "a doctor from X said", "the head of the X council", "a father from X"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import Lexicon, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.spots import Spot

_LED = word_set(
    "the a an city town village district region province suburb neighbourhood neighborhood camp area enclave "
    "besieged nearby northern southern eastern western central"
)
"""Words between "from" and the name of a place."""
_STANDING = frozenset(("in", "inside", "at", "near", "outside"))
"""Where a speaker is, he may speak of: "a medic in X said 30 people were killed"."""
_ONE = frozenset(("a", "an", "another", "one"))
_NOUN = 4
_RULERS = frozenset(("governor", "governors"))
_LOCAL = frozenset(("council", "municipality", "administration", "committee", "mayor", "mayors"))
_PROVINCES = frozenset(("adm1", "region"))


def ends_of(sentence: Sentence, spots: list[Spot], said: Sequence[tuple[int, int]], lexicon: Lexicon) -> list[Spot]:
    """Places that a claim can lie at or lead from; not those by which the sentence tells who speaks.

    Parameters
    ----------
    sentence : Sentence
    spots : list of Spot
        Places named in the sentence.
    said : sequence of (int, int)
        Words that name who is quoted, half-open.
    lexicon : Lexicon

    Returns
    -------
    list of Spot
        ``spots`` itself where none is left out.
    """
    words = sentence.words
    homes = [s for s in spots if describes(words, s, lexicon) or (said and _is_home(words, s, said, lexicon))]
    return [spot for spot in spots if spot not in homes] if homes else spots


def _is_home(words: list[str], spot: Spot, said: Sequence[tuple[int, int]], lexicon: Lexicon) -> bool:
    for first, last in said:
        if not first < spot.first < last:
            if first == spot.first and is_local(words, spot):
                return True
            continue
        at = spot.first - 1
        while at > first and (words[at] in _LED or (words[at] == "of" and words[at - 1] in _LED)):
            at -= 1
        if words[at] == "from":
            return at > first  # "from X the army said": nobody stands before
        noun = words[at - 1]
        if words[at] == "of" and at > first and _names_somebody(noun, lexicon):
            return True
        return words[at] not in _STANDING and spot.last < last and _names_somebody(words[spot.last], lexicon)
    return False


def is_local(words: list[str], spot: Spot) -> bool:
    """Whether a place is that of a body which answers for it: "the council of X said", "X's municipality said".

    Parameters
    ----------
    words : list of str
    spot : Spot

    Returns
    -------
    bool
    """
    if spot.kind == "country" or spot.kind in _PROVINCES:
        return False
    if words[max(0, spot.first - 1) : spot.first] == ["of"]:
        return words[max(0, spot.first - 2)] in _LOCAL
    behind = words[spot.last : spot.last + 3]
    return behind[:1] == ["'s"] and not _LOCAL.isdisjoint(behind[1:])


def _names_somebody(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.persons or word in lexicon.plurals or word in lexicon.bodies


def describes(words: list[str], spot: Spot, lexicon: Lexicon) -> bool:
    """Whether a place tells where one person comes from: "a teacher from X was among 300 people who left"."""
    if spot.first < 2 or words[spot.first - 1] != "from":
        return False
    lead = words[max(0, spot.first - _NOUN) : spot.first - 1]
    return lead[-1] in lexicon.persons and not _ONE.isdisjoint(lead)


def is_ruled(words: list[str], spot: Spot) -> bool:
    """Whether a speaker answers for a whole province, of which a claim is hardly told: "the governor of X said".

    Parameters
    ----------
    words : list of str
    spot : Spot
        Place in the naming of a speaker.

    Returns
    -------
    bool
    """
    if spot.kind in _PROVINCES:
        return True
    near = words[max(0, spot.first - _NOUN) : spot.first] + words[spot.last : spot.last + 3]
    return not _RULERS.isdisjoint(near)
