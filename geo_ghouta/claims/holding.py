"""Whose ground is left: "the X-held pocket", "the area that X controls", "X's pocket"."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from geo_ghouta.claims.finite import Remembered
from geo_ghouta.claims.lexicon import Lexicon, find_phrase, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.spots import Spot

ANAPHORS = word_set(
    """
    town city district neighbourhood neighborhood area enclave village camp suburb region quarter plant
    steelworks pocket territory province strip zone there capital
    """
)
VAGUE_OBJECTS = ANAPHORS | {
    "stronghold",
    "homes",
    "parts",
    "part",
    "areas",
    "towns",
    "villages",
    "neighbourhoods",
    "positions",
}
_HOLD = frozenset(("held", "controlled", "run"))
_HOLDS = frozenset(("controls", "holds", "held", "controlled", "control", "hold", "runs", "rules", "ruled"))
_SPOKEN_OF = frozenset(("there", "capital", "positions", "homes", "town", "city"))
_GROUNDS = VAGUE_OBJECTS - _SPOKEN_OF
_LODGINGS = ANAPHORS - {"there"} | word_set(
    "base barracks airport compound theatre theater cellar cellars tunnels hall"
)
_HELPS = word_set("still now also once had has have can could that which to may might is was")
_LIES = word_set("in at inside near around from outside on by with for")
_SEEN = frozenset(("saw", "seen", "sees"))


def _tell_hold(word: str) -> bool:
    """Whether a word can tell whose ground it is: few can."""
    return word in _HOLD or word in {"it", "they"} or word.endswith(("-held", "-controlled", "-run"))


_may_hold = Remembered(_tell_hold).__getitem__


def houses(sentence: Sentence, word: int, spots: Sequence[Spot]) -> bool:
    """Tell whether what holds people is a place that they are in: "the town held 6,000 fighters", not "the army held".

    Parameters
    ----------
    sentence : Sentence
    word : int
        The word "holds".
    spots : sequence of Spot
        Places named in the sentence.

    Returns
    -------
    bool
    """
    words = sentence.words
    at = word - 1
    while at > 0 and words[at] in _HELPS:
        at -= 1
    if at > 0 and words[at] == ",":  # "the town, which held 6,000 fighters"
        at -= 1
    if at < 0 or words[word - 1] in {"is", "was"}:
        return False
    named = next((s for s in spots if s.last == at + 1 and s.kind != "country"), None)
    if named is not None and any(k < named.last and named.first < k + v.length for k, v in sentence.actors):
        return False  # "Moscow holds 1,500 soldiers"
    if named is None and words[at] not in _LODGINGS:
        return False
    first = at if named is None else named.first
    lead = words[max(0, first - 4) : first]
    if lead[-1:] == ["of"]:
        return not _LODGINGS.isdisjoint(lead[:-1])  # "the district of X holds"
    return _LIES.isdisjoint(lead)  # "rebels in X hold 40 soldiers"


def read_holder(sentence: Sentence, low: int, lexicon: Lexicon) -> str | None:
    """Actor whose ground is left: "the X-held pocket", "held by X", "the pocket that X holds", "X's pocket"."""
    words = sentence.words
    if low and not _SEEN.isdisjoint(words[:low]):
        low = 0  # "the X-held areas saw 300 people leave"
    for at in itertools.compress(range(low, len(words)), map(_may_hold, words[low:] if low else words)):
        here = words[at]
        if here.endswith(("-held", "-controlled", "-run")):
            voice = _actor_named(here.rsplit("-", 1)[0], words, at, lexicon)
            if voice:
                return voice
        if (
            here in _HOLD
            and words[at + 1 : at + 2] == ["by"]
            and any(w in VAGUE_OBJECTS for w in words[max(low, at - 5) : at])
        ):
            voice = _first_actor(sentence, at + 2, at + 9)
            if voice:
                return voice
        if (
            here in {"it", "they"}
            and words[at + 1 : at + 2]
            and words[at + 1] in _HOLDS
            and at
            and words[at - 1] in VAGUE_OBJECTS
        ):
            voice = _first_actor(sentence, 0, at)
            if voice:
                return voice
    for at, actor in sentence.actors:
        if at > low and actor.kind == "armed_group" and _holds_ground(words, low, at, at + actor.length):
            return actor.id
    return None


def _holds_ground(words: list[str], low: int, first: int, last: int) -> bool:
    """Whether the words around an actor's name make some ground its own."""
    behind, before = words[last : last + 3], words[max(low, first - 6) : first]
    own = behind[1:3] if behind[:1] == ["'s"] else behind[:2]
    if own and own[0] in _GROUNDS:
        return True  # "the X pocket", "X's pocket"
    while before and before[-1] in {"the", "group", "faction"}:
        before.pop()
    if not before or VAGUE_OBJECTS.isdisjoint(before):
        return False
    if behind[:1] and behind[0] in _HOLDS and (before[-1] in VAGUE_OBJECTS or before[-1] in {"that", "which", "where"}):
        return True  # "the pocket that X holds"
    if before[-1] == "where" and behind[:1] == ["is"] and "control" in words[last : last + 4]:
        return True
    if before[-2:-1] and before[-2] in VAGUE_OBJECTS and before[-1] == "of":
        return True  # "the pocket of X"
    return before[-1] == "of" and before[-2:-1] in (["control"], ["hands"])


def _actor_named(stem: str, words: list[str], at: int, lexicon: Lexicon) -> str | None:
    for tail, voice in lexicon.actors.get(stem, ()):
        if not tail and voice.kind not in {"other", "government", "mixed"}:
            return voice.id
    if "-" in stem or at:
        joined = [*words[max(0, at - 3) : at], stem]
        for k in range(len(joined)):
            named = find_phrase(lexicon.actors, joined, k) if joined[k] in lexicon.actors else None
            if named is not None and k + named.length == len(joined) and named.kind == "armed_group":
                return str(named.id)
    return None


def _first_actor(sentence: Sentence, low: int, high: int) -> str | None:
    for k, voice in sentence.actors:
        if low <= k < high and voice.kind == "armed_group":
            return voice.id
    return None
