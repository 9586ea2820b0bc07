"""From where to where: places of a claim, only those that its words give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.anaphors import read_anaphor
from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.fitting import is_dug_out
from geo_ghouta.claims.holding import ANAPHORS, read_holder
from geo_ghouta.claims.lexicon import Lexicon, Trigger, word_set
from geo_ghouta.claims.spots import (
    COMMAS,
    IN,
    TO,
    Spot,
    Where,
    carried,
    gives_way,
    gone_from,
    home_of,
    is_passage,
    leads_on,
    names_next,
    of_another,
    owns_next,
    taken,
)
from geo_ghouta.claims.standing import FROM_OR_TO, LISTING, listed_with, read_standing

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_LEAVING = frozenset(("departure", "displacement"))
_WALLS = frozenset((";", ".", "who", "which", "where", "while", "after", "before", "without", "despite"))
_LOCATED = frozenset(("in", "at", "inside", "near", "outside", "on", "around"))
_FROM = frozenset(("from", "out"))
_VIA = frozenset(("via", "through", "across", "past", "beyond"))
_ABOUT = frozenset(("over", "about", "against"))
_PREPS = _FROM | TO | _VIA | IN
_BORN = tuple([w, p] for w in ("originally", "native", "natives", "hailing") for p in ("from", "of", "to"))
_BORN_IN = frozenset(("from", "of", "to"))
_PARTS = ANAPHORS | word_set(
    "centre center outskirts edge edges safety suburbs shelter countryside heart port streets side west east north "
    "south villages camps districts neighbourhoods coast mountains hills fields valley"
)
"""What of a place people can be for: "fled X for the centre of Y", "for the safety of Y"."""
_PART_LEADS = frozenset(("the", "a", "their", "other", "another", "towns", "villages", "camps", "parts"))
_STRETCHES = frozenset(("parts", "areas", "part", "districts", "regions", "territory", "towns", "villages"))
_PART_REACH = 5
_PASSED = ("cross", "pass", "travers", "transit")
"""What begins a verb whose object is only passed: "300 people crossed the bridge"."""
_OPENERS = frozenset(("since", "if", "because", "although", "though", "unless", "until", "when", "whereas", "but"))
_LEADING = 12
"""Words at the head of a sentence that can tell where those come from who arrive."""
_RELATIVE = 14
_LED = 5
_SEEKING = ("sought", "seek", "took", "tak", "found", "find")
_OWN_REACH = 6
"""Words from "to" behind a figure to the place that it names."""
_HEADING = word_set(
    """
    head heads headed heading bound go goes going gone went sent send taken take took taking brought bring driven drive
    transferred transported moved bused bussed ferried flown relocated deported travel travelling travelled
    """
)
"""Verbs by which "X, where they are headed" names where to, and not where from."""
_AWAY = frozenset(("to", "into", "from", "out", "away", "off"))
_PART_OF_TOWN = word_set("district quarter neighbourhood neighborhood suburb area part suburbs")
_NOT_MOVED = frozenset(("holder", "agreement", "negotiation"))
"""Kinds that lie where something is held or dealt over, and not where somebody goes behind it."""
_TAKEN = frozenset(("holder", "advance", "siege"))
"""Kinds that lie at what the verb has for its object."""
_CARRIED_TOO = frozenset(("prisoners", "casualties"))
_NEAR_TO = frozenset(("reach", "reached", "reaches", "reaching", "arrive", "arrived", "arriving", "arrives"))
_HELPING = frozenset(("has", "had", "have", "also", "already", "will", "would", "is", "to", "was", "due", "be"))


def read_places(
    sentence: Sentence,
    spots: list[Spot],
    word: int,
    trigger: Trigger | None,
    kind: str,
    figure: tuple[int, int],
    lexicon: Lexicon,
) -> Where:
    """Tell the places of a claim.

    Parameters
    ----------
    sentence : Sentence
    spots : list of Spot
        Places named in it, in order.
    word : int
        Governing word.
    trigger : Trigger or None
    kind : str
    figure : (int, int)
        Words of the figure.
    lexicon : Lexicon

    Returns
    -------
    Where
    """
    where = Where()
    words = sentence.words
    begin = word + (trigger.length if trigger is not None else 0)
    sent = kind == "other" and words[min(word, len(words) - 1)].startswith(("sen", "deploy"))
    if kind in MOVING or (sent and spots):
        if spots:
            _movement(
                sentence,
                spots,
                word,
                begin,
                kind,
                figure,
                where,
                trigger_acts=trigger is not None and trigger.form == "act",
                trigger_noun=trigger is not None and trigger.form == "noun",
            )
        if not where.origin:
            read_anaphor(words, begin, kind, trigger, where)
        if where.origin and is_dug_out(words, word):
            where.place, where.origin = where.origin, []  # "pulled 30 people from the rubble in X"
            where.anaphor = False
        where.holder = read_holder(sentence, min(figure[0], word), lexicon)
        if sent:
            where.origin, where.holder, where.anaphor = [], None, False  # "will send 300 soldiers to X"
    else:
        if kind in _CARRIED_TOO and spots:
            carried(sentence, spots, word, figure, where)
        if not where.destination:
            near = spots
            held = taken(words, spots, word, begin) if spots and kind in _TAKEN else None
            if held is not None and trigger is not None and trigger.form == "act":
                where.place = listed_with(words, spots, held)
                return where
            if spots and kind in _NOT_MOVED:
                near = [s for s in spots if not leads_on(sentence, s, word, left=kind == "holder")]
                if kind == "agreement":
                    where.destination = [s for s in spots if s not in near and is_passage(words, s, word)]
            read_standing(sentence, near, word, trigger.length if trigger is not None else 1, figure, where)
    return where


def _movement(
    sentence: Sentence,
    spots: list[Spot],
    word: int,
    begin: int,
    kind: str,
    figure: tuple[int, int],
    where: Where,
    *,
    trigger_acts: bool,
    trigger_noun: bool,
) -> None:
    words = sentence.words
    leaves = kind in _LEAVING
    low = min(word, figure[0])
    previous_role, kept = "", False
    last_end = -1
    own_way = _own_way(words, spots, word, figure)
    for spot in spots:
        role = ""
        if spot.last < len(words) and words[spot.last] in _PART_OF_TOWN and names_next(spots, spot, words):
            continue  # "the X district of Y": Y
        if words[spot.last : spot.last + 1] == ["'s"] and owns_next(spots, spot, words):
            continue  # "X's southern city of Y": Y
        if spot.first and words[spot.first - 1] in _BORN_IN and words[max(0, spot.first - 2) : spot.first] in _BORN:
            previous_role = ""
            continue  # "300 people originally from X": they may leave another place
        if (
            spot.relation
            and FROM_OR_TO.isdisjoint(words[max(0, spot.first - _LED) : max(0, spot.first - _LED + 2)])
            and not (kind == "arrival" and words[word] in _NEAR_TO and begin < spot.first <= begin + 10)
        ):
            previous_role = ""
            continue
        joined = False
        if previous_role and 0 < spot.first - last_end <= 5:
            between = words[last_end : spot.first]
            joined = LISTING.issuperset(between) and not COMMAS.isdisjoint(between)
        if joined and spot.first >= low:
            role = previous_role
        elif own_way is not None and word < spot.first < figure[0]:
            role = _role_right(sentence, spot, word, begin, leaves=leaves, kind=kind, figure=figure)
            role = "" if role == own_way else role
        elif spot.first >= low:
            role = _role_right(sentence, spot, word, begin, leaves=leaves, kind=kind, figure=figure)
            if not role and kind == "arrival" and spot.last <= word and gone_from(words, spot):
                role = "origin"  # "3,000 of those who left X reached Y"
        elif leaves or kind == "arrival":
            role = _role_where(sentence, spot, low, kind, begin) or _role_left(sentence, spot, low, kind)
            if not role and kind == "arrival" and trigger_acts and spot.last <= word and _subject(sentence, spot, word):
                role = "destination"  # "Egypt has received 300 wounded"
        if not role and leaves and spot.first < word and home_of(words, spot, word):
            role = "origin"
        if role == "origin" and kind == "staging":
            role = ""
        if role:
            target: list[Spot] = getattr(where, role)
            if target and not joined and gives_way(target[0], spot, role, kind, (low, word, begin), figure[1]):
                target.clear()
            if not target or (joined and kept):
                target.append(spot)
                kept = True
            else:
                kept = False
            previous_role, last_end = role, spot.last
        else:
            previous_role = ""
    if leaves and not where.origin and spots and kind == "departure":
        beside = next((s for s in spots if s.last == word and not s.relation and s.kind != "country"), None)
        if beside is not None and trigger_noun:
            where.origin.append(beside)  # "the Homs evacuation"
    if not where.origin and leaves and where.place and not where.destination:
        where.origin, where.place = where.place, []
    if kind == "arrival" and not where.destination and not where.place and words[0] == "in" and spots[0].first == 1:
        there = spots[0]  # "In X, a teacher said that 300 people had arrived from Y"
        if words[there.last] == "," and there.last < low and there not in where.origin and not there.relation:
            where.destination.append(there)
    if kind == "arrival" and not where.destination and where.place:
        where.destination, where.place = where.place, []


def _own_way(words: list[str], spots: list[Spot], word: int, figure: tuple[int, int]) -> str | None:
    """What a figure behind the verb says of its own way: "300 were driven to X and another 211 to Y"."""
    at = figure[1]
    if not word < figure[0] or at >= len(words) or (words[at] not in TO and words[at] != "from"):
        return None
    if not any(at < s.first <= at + _OWN_REACH for s in spots):
        return None
    return "origin" if words[at] == "from" else "destination"


def _role_right(
    sentence: Sentence, spot: Spot, word: int, begin: int, *, leaves: bool, kind: str, figure: tuple[int, int]
) -> str:
    """Part of a place that stands behind the figure or verb, by the preposition before it."""
    words = sentence.words
    anchor = min(begin, figure[1])
    if (
        sentence.between(max(anchor - 1, 0), spot.first) > 5.0
        and spot.first > begin
        and sentence.between(begin - 1, spot.first) > 4.0
    ):
        return ""
    at, located = spot.first - 1, False
    blocked = {
        p
        for p, t in sentence.triggers
        if p >= begin and p != word and t.form != "noun" and p not in sentence.attributive
    }
    if of_another(sentence, max(begin, figure[1]), spot.first, blocked):
        return ""
    while at >= 0 and spot.first - at < 14:
        here = words[at]
        if here == "from" and words[at - 1] == "off" and at - 2 in blocked:
            return ""  # "which has been sealed off from the rest of X"
        if here == "from" and kind == "arrival" and any(begin <= p < at and words[p - 1] == "to" for p in blocked):
            return ""  # "buses have arrived to evacuate 300 people from X"
        if here in _FROM and not (here == "out" and words[at + 1 : at + 2] != ["of"]):
            return "origin"
        if here in TO and words[at + 1] != "be" and not (at + 1 in blocked and not words[at + 1].endswith("s")):
            if words[at - 1 : at] in (["close"], ["next"], ["due"]) or (kind == "staging"):
                return ""
            return "destination"
        aims = here == "for" and leaves and at >= begin and not _trails(words, begin, at)
        if aims and (spot.first - at <= 3 or _is_part_of(words, at, spot)):
            return "destination"
        if here in _VIA:
            return "crossing"
        if here in _ABOUT:
            return ""  # "to end the fighting over X": nobody goes there
        if here == "for" and at == begin - 1 and at == spot.first - 1:
            return "destination"  # "made for X"
        if begin - 1 <= at < begin or at == word:
            if not located and words[word].startswith(_PASSED):
                return "crossing"
            if located and kind == "displacement" and words[word].startswith(_SEEKING):
                return "destination"  # "have sought refuge in X"
            return _object_role(located, kind, leaves=leaves)
        if at in blocked or here in _OPENERS or here in _WALLS:
            return ""
        if here in _LOCATED:
            located = True
        elif here == "of" and figure[0] <= at < word:
            return "origin" if leaves else ""
        at -= 1
    return ""


def _is_part_of(words: list[str], at: int, spot: Spot) -> bool:
    """Whether a part of a place is where they are for: "for the centre of X", "for the city of X"."""
    lead = words[at + 1 : spot.first]
    if len(lead) > _PART_REACH or lead[-1:] != ["of"]:
        return False
    if lead[0].endswith(("-held", "-controlled", "-run")) and lead[-2] in _STRETCHES:
        return True  # "will leave for army-held parts of X"
    return lead[0] in _PART_LEADS and lead[-2] in _PARTS


def _trails(words: list[str], begin: int, at: int) -> bool:
    """Whether a participle opens in between: "left the plant, heralding the end of the battle for X"."""
    return any(
        words[k] == "," and words[k + 1].endswith("ing") and words[k + 1] not in _HEADING for k in range(begin, at)
    )


def _object_role(located: bool, kind: str, *, leaves: bool) -> str:
    if kind == "staging":
        return "place"
    if kind == "arrival":
        return "destination"
    return "origin" if leaves else ("place" if located else "")


def _role_left(sentence: Sentence, spot: Spot, low: int, kind: str) -> str:
    """Part of a place before the figure: "In Homs, 300 people left", "From Homs, ..."."""
    words = sentence.words
    if sentence.between(spot.last - 1, low) > 1.7:
        return ""
    before = words[max(0, spot.first - 3) : spot.first]
    if "from" in before:
        return "origin"
    if (
        kind == "departure"
        and {"deal", "agreement", "accord", "arrangement", "truce"} & set(before)
        and {"for", "in", "over", "on"} & set(before)
    ):
        return "origin"
    if before and before[-1] in {"in", "at", "inside"} and (spot.first <= 3 or kind == "arrival"):
        return "destination" if kind == "arrival" else "place"
    return ""


def _role_where(sentence: Sentence, spot: Spot, low: int, kind: str, begin: int) -> str:
    """Part of a place before the figure that its clause hangs on: "in X, where 300 people boarded buses"."""
    words = sentence.words
    if kind == "arrival" and words[0] in {"after", "following"} and spot.last < _LEADING:
        between = words[1 : spot.first]
        if not IN.isdisjoint(between) and "," not in between and words[spot.last] == ",":
            return "origin"  # "After two months in X, 300 people reached Y"
    if kind == "arrival" and gone_from(words, spot):
        return "origin"  # "of those who left X, 300 reached Y"
    if words[spot.last : spot.last + 2] != [",", "where"] or low - spot.last > _RELATIVE:
        return ""
    there = words[begin - 1] in _HEADING and _AWAY.isdisjoint(words[begin : begin + 3])
    return "destination" if there or kind == "arrival" else "origin"  # "X, where most of the buses are headed"


def _subject(sentence: Sentence, spot: Spot, word: int) -> bool:
    """Whether a place stands directly before the verb, with at most auxiliaries between."""
    words = sentence.words
    if words[word].startswith(("deliver", "unload", "bring", "brought")):
        return False  # "Turkey delivered 40 tonnes of aid to X": whence it comes
    return (
        word - spot.last <= 3
        and (spot.first == 0 or words[spot.first - 1] not in _PREPS)
        and all(w in _HELPING for w in words[spot.last : word])
    )
