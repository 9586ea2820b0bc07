"""What kind of thing a figure counts: the verb or noun that governs it, found by distance, walls and grammar."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import (
    BUILT,
    GOODS,
    LAND,
    MOVABLE,
    MOVING,
    MUNITIONS,
    PEOPLE,
    RESIDENTS,
    SETTLEMENTS,
    TARGETS,
    VEHICLES,
)
from geo_ghouta.claims.lexicon import Trigger, word_set
from geo_ghouta.claims.remaining import after_aside, are_left, number_left

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_DRIVEN = frozenset(("drive", "drives", "drove", "driven", "driving"))
_GO_AWAY = frozenset(("leave", "depart", "flee", "evacuate", "go"))
_OPENING = frozenset(("until", "while", "when", "because", "whereas", "although"))
_LEAVING = frozenset(("leaves", "leaving"))
_WHICH = frozenset(("that", "this", "which", ","))
_CAMPS = word_set("camp camps site sites shelter shelters school schools stadium hall building mosque church hospital")
_UNABLE = frozenset(("unable", "cannot", "weak", "frail", "unwilling", "powerless"))
_BE = frozenset(("was", "were", "is", "are", "be", "been", "being", "got", "get", "'re", "they're"))
_DEAD = frozenset(("bodies", "body", "corpses", "remains"))
_BEHIND_PASSIVE = word_set("by from in on to since during at after . , and or through under inside out")
_FALLEN = frozenset(("dead", "wounded", "injured", "missing", "homeless", "trapped", "stranded"))
_CAPTIVES = frozenset(("hostages", "prisoners", "detainees", "captives"))
_STORES = frozenset(("ammunition", "cartridges", "bullets", "explosives"))
_BROUGHT = frozenset(("brought", "took", "carried", "ferried", "transported"))
_SUFFERED = frozenset(("displacement", "casualties"))
_SOME_OF = tuple([w, "of"] for w in ("first", "last", "most", "many", "some", "few"))
"""Words by which the verb tells of some of the counted, and only the words behind them of all."""
_TAKEN_ALONG = tuple([w] for w in ("from", "to", "out", "away", "by"))
_TRIED = frozenset(("tried", "trying", "wanted", "attempted", "hoped", "refused"))
_TAKEN_AS = frozenset(("hostage", "captive", "prisoner"))
_TAKE = frozenset(("took", "take", "takes", "taking", "taken", "held", "hold", "holding", "holds"))
_UNIT_TRIGGERS = {
    "casualties": word_set("dead wounded injured killed deaths death casualties bodies fatalities corpses"),
    "population": word_set("residents inhabitants resident souls townspeople"),
    "departure": word_set("evacuees evacuee"),
    "displacement": word_set("refugees refugee displaced idps homeless"),
    "prisoners": word_set("prisoners prisoner detainees detainee captives captive hostages hostage pows"),
    "attack": MUNITIONS,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """The governing word of a figure.

    Parameters
    ----------
    kind : str
    word : int
        Position of the governing word; that of the figure itself when its noun tells the kind.
    trigger : Trigger or None
    cost : float
        How far-fetched it is.
    """

    kind: str
    word: int
    trigger: Trigger | None
    cost: float


def kind_for(trigger: Trigger, word: str, unit: str, nouns: set[str]) -> str | None:
    """Kind that a trigger means for what is counted, None when the two do not go together.

    Examples
    --------
    >>> kind_for(Trigger("advance", "act", "participle", 1), "captured", "fighters", {"soldiers"})
    'prisoners'
    """
    kind = trigger.kind
    people = unit in PEOPLE or (unit == "other" and bool(nouns & MOVABLE) and not nouns & SETTLEMENTS)
    if unit == "prisoners" and kind in {"departure", "arrival"} and (trigger.form == "act" or word.startswith("tak")):
        return "prisoners"  # captives who are taken somewhere have not left
    if kind == "population" and word.startswith("defend") and unit != "fighters":
        return None
    if kind == "prisoners" and nouns & _DEAD:
        return "casualties"  # "three bodies were handed over"
    if kind in MOVING and nouns & _DEAD:
        return None  # "pulled 137 bodies from the rubble"
    on_wheels = unit == "other" and bool(nouns & VEHICLES)
    if unit == "buses" and kind in {"infrastructure", "attack"} and trigger.form == "act":
        return "infrastructure"  # "five buses were set alight"
    if unit == "other" and nouns & GOODS and not nouns & (VEHICLES | BUILT | SETTLEMENTS):
        goes = kind in MOVING and kind != "displacement"
        if kind == "departure" and word.startswith(("bring", "brought")):
            return "arrival"  # "an airlift brought 140 tonnes"
        if kind == "population":
            return "staging"  # "100 tonnes of supplies are stuck in X"
        return kind if goes else "arrival" if kind == "advance" and trigger.form == "move" else None
    if unit == "percent" and kind == "prisoners" and nouns & LAND and word.startswith("free") and not nouns & RESIDENTS:
        return "territory_share"  # "40 percent of the sector had been freed"
    if unit == "percent" and nouns & _CAPTIVES and kind in {"advance", "holder", "population", "prisoners"}:
        return "prisoners"  # "65 percent of the hostages seized on 7 October are still held"
    if unit == "percent":
        if nouns & BUILT - {"home"} and word in {"gone", "lost", "left"}:
            return "infrastructure"  # "eighty per cent of the homes are gone"
        if kind in {"holder", "advance", "departure"} and nouns & LAND and not nouns & RESIDENTS:
            return "territory_share"
        if kind in {"holder", "advance"}:
            return "territory_share" if not nouns & BUILT else None
        if kind == "arrival" and {"those", "who"} <= nouns:
            return kind  # "three quarters of those who arrived"
        if kind == "attack" and trigger.form == "act" and nouns & BUILT:
            return "infrastructure"  # "half of the houses were hit"
        if kind in {"displacement", "departure", "casualties", "population", "infrastructure"} and (
            not nouns & LAND or nouns & RESIDENTS
        ):
            return kind
        return "infrastructure" if kind == "infrastructure" else None
    if unit == "pockets":
        return None
    if unit == "hospitals" or (unit == "other" and nouns & BUILT and kind in {"infrastructure", "attack"}):
        return "infrastructure" if kind in {"infrastructure", "attack", "advance"} else None
    if unit == "km2":
        return {"advance": "advance", "holder": "territory_share"}.get(kind)
    if kind == "displacement" and (on_wheels or unit == "buses"):
        return "arrival" if word.startswith("cross") else "departure"
    if kind in MOVING:
        if unit in {"buses", "groups"} or people:
            return kind
        return None
    if kind == "advance":
        if unit == "other" and nouns & SETTLEMENTS:
            return "advance"
        if not people:
            return "arrival" if unit in {"buses"} and trigger.form == "move" else None
        if word.startswith(("took", "tak")) and trigger.weak:
            return "prisoners" if unit in {"fighters", "prisoners"} else "departure"
        if trigger.form == "act":
            return "prisoners" if word.startswith(("captur", "seiz")) else None
        if unit == "fighters":
            return "advance"
        return "arrival"
    if kind == "holder":
        if unit == "prisoners" or (people and not on_wheels and word in {"holding", "held", "holds", "hold"}):
            return "prisoners"
        return "holder" if unit == "other" and nouns & SETTLEMENTS else None
    if kind == "other" and unit == "buses":
        return "departure"  # "sent 15 buses"
    if kind == "other":
        return kind if people or unit in {"buses", "groups"} else None
    if on_wheels and kind not in {"infrastructure", "attack"}:
        return None
    if kind == "population" and (on_wheels or unit == "buses"):
        return "staging"  # "sixty buses were stuck in the snow"
    if kind == "prisoners" and unit == "other" and nouns & SETTLEMENTS and word.startswith("free"):
        return "advance"  # "to free six more villages"
    if kind in {"casualties", "population", "siege", "prisoners"}:
        return (
            kind
            if people
            or (unit == "other" and kind == "casualties" and nouns & {"deaths", "bodies", "casualties", "lives"})
            else None
        )
    if kind == "infrastructure":
        return kind if unit == "other" and nouns & (BUILT | VEHICLES | SETTLEMENTS) else None
    if kind == "attack" and unit in PEOPLE and trigger.form == "act" and word.startswith(("hit", "str", "target")):
        return "casualties"
    if kind == "attack":
        return kind if unit == "other" and nouns & (MUNITIONS | TARGETS | VEHICLES | SETTLEMENTS) else None
    return None


def read_kind(
    sentence: Sentence, first: int, last: int, unit: str, nouns: set[str], others: frozenset[int] = frozenset()
) -> Reading | None:
    """Find the word that governs the figure at words ``first`` to ``last``.

    Parameters
    ----------
    sentence : Sentence
    first, last : int
        Words of the figure with its noun, half-open.
    unit : str
    nouns : set of str
        Words of the figure's noun phrase.
    others : frozenset of int
        Words of the sentence's other figures, which govern nothing.

    Returns
    -------
    Reading or None
        None when nothing tells what happened.
    """
    best: Reading | None = None
    words = sentence.words
    if words[max(0, first - 1)] == "of" and not _DEAD.isdisjoint(words[max(0, first - 2) : first]):
        nouns = {*nouns, "bodies"}  # "the remains of 35 people were taken to X"
    escorted = words[max(0, first - 1)] == "with" and unit in PEOPLE
    carried = unit in {"buses", "other"} and words[max(0, first - 1)] in {
        "in",
        "on",
        "aboard",
        "into",
        "onto",
        "using",
        "by",
    }
    count = len(words)
    last_other = max((o for o in others if o < first), default=-1)
    let_in = words[max(0, first - 1)] in {"let", "lets", "letting"} and words[last : last + 1] in (["in"], ["into"])
    if let_in and (unit in PEOPLE or unit == "buses" or not nouns.isdisjoint(MOVABLE)):
        return Reading("arrival", first - 1, Trigger("arrival", "act", "participle", 1), 0.0)  # "let 12 trucks into X"
    if (
        words[last : last + 1] != []
        and words[last] in _TAKEN_AS
        and not _TAKE.isdisjoint(words[max(0, first - 4) : first])
    ):
        return Reading("prisoners", last, None, 0.0)  # "took about 400 people hostage"
    on_wheels = unit == "other" and not nouns.isdisjoint(VEHICLES)
    resume = after_aside(words, last)
    final = max((k for k, t in sentence.triggers if t.form != "noun" and k not in sentence.attributive), default=-1)
    for at, trigger in sentence.triggers:
        foreign = at in others or (at in sentence.attributive and not first <= at < last)
        kind = None if foreign else kind_for(trigger, words[at], unit, nouns)
        if kind == "displacement" and words[at].startswith("mov") and at < first and trigger.form == "move":
            kind = "departure"  # "have moved 500 people from the area"
        if (
            kind == "departure"
            and words[at] == "left"
            and (are_left(words, first, last, at) or number_left(words, first, at))
        ):
            kind = "population"
        if kind == "departure" and at < first and on_wheels and words[at] in _BROUGHT and _inward(words, last):
            kind = "arrival"  # "brought 20 lorries of aid to X"
        if (
            kind == "prisoners"
            and trigger.weak
            and trigger.kind == "advance"
            and words[at + 1 : at + 2] in _TAKEN_ALONG
        ):
            kind = "departure"  # "260 soldiers were taken from the plant to X"
        if kind == "prisoners" and trigger.kind == "holder" and at >= last and words[at] in {"hold", "holds"}:
            kind = "population"  # "300 men hold what is left of the quarter"
        if kind == "departure" and at < first and words[at] in _DRIVEN and words[last : last + 1] == ["from"]:
            kind = "displacement"  # "has driven 9,000 people from their homes"
        if kind == "departure" and words[at] in _LEAVING and at < first <= at + 2 and words[at - 1] in _WHICH:
            kind = "population"  # "that leaves some 300 militants in the quarter"
        if escorted and trigger.kind == "advance" and at < first and unit == "fighters":
            kind = "advance"  # "took the town with 600 men"
        if kind == "arrival" and words[at].startswith("reach") and at + 1 == first and unit in PEOPLE:
            kind = None  # "teams reached 5,000 people": where they were
        if kind == "staging" and at < first and words[at + trigger.length : at + trigger.length + 1] == ["to"]:
            kind = None  # "buses were ready to take 6,000 people"
        if kind == "prisoners" and trigger.kind == "holder" and not _CAMPS.isdisjoint(words[max(0, at - 8) : at]):
            kind = "population"  # "the camp holds 35,000 people"
        if kind is not None and at >= last and others and _in_other_clause(words, last, at, others):
            kind = None  # "200 relatives blocked the road until 60 captives were let go"
        if kind is not None and at < first and trigger.form == "act" and "where" in words[at:first] and unit in PEOPLE:
            kind = None  # "hit a shelter where 400 people were asleep"
        if kind == "departure" and words[at] in _GO_AWAY and not _UNABLE.isdisjoint(words[max(last, at - 3) : at]):
            kind = "population"  # "80 people who are unable to leave"
        if kind is None:
            continue
        if kind == "casualties" and trigger.tense == "ing" and at > last and words[at - 1] == "," and unit in PEOPLE:
            continue  # "three bombers blew themselves up, killing 12 people": others
        plain = trigger.kind in _SUFFERED and trigger.form == "act" and at + trigger.length == first
        plain = plain and trigger.tense == "participle" and at not in sentence.attributive
        cost = 1.5 if trigger.weak and not plain else 0.0
        brought = trigger.form == "act" and kind == "departure" and at == last and words[at] in _BROUGHT
        if brought and (unit == "buses" or nouns & VEHICLES):
            cost -= 2.5  # "17 buses brought 1,665 people": the buses came too
        if kind == unit == "prisoners" and trigger.kind == "advance" and 0 <= first - at - trigger.length <= 2:
            cost -= 1.5  # "killed 900 people and took 40 hostages"
        if last < at <= last + 6 and words[last] == "who" and at == final and trigger.form != "noun":
            cost -= 1.8  # "a group of 150 who are due to be freed"
        if words[at] == "as":
            cost -= 3.0  # "dragged away as hostages": the phrase opens no clause
        if last < at <= last + 3 and words[last] == "when":
            cost -= 4.0  # "150 when it left and 35 when it arrived"
        if at >= last and at >= resume > last:
            cost += 0.3 + 0.12 * (at - resume) + sentence.between(resume, at)
            cost += _right_of_figure(sentence, trigger, at, last, count)
        elif at >= last:
            cost += 0.12 * (at - last) + sentence.between(last - 1, at) + (3.0 if resume > last else 0.0)
            cost += _right_of_figure(sentence, trigger, at, last, count)
        elif at + trigger.length <= first:
            cost += 0.12 * (first - at - trigger.length) + sentence.between(min(at + trigger.length, first), first)
            if last_other > at and sentence.between(at, first) >= 1.0:
                cost += 0.8  # has its own figure already
            if escorted and kind in MOVING:
                cost -= 1.0
            cost += 0.0 if carried or (escorted and kind in MOVING) else _left_of_figure(words, trigger, at, first)
        else:
            cost += 2.2 if trigger.kind == "displacement" else 1.0
        if at == last and words[at] in _FALLEN and words[max(0, first - 1)] in {"left", "leave", "leaves", "leaving"}:
            cost = 0.0  # "left at least 20 people dead"
        if trigger.kind == "holder" and kind == "prisoners":
            cost += 1.2  # "50 women held in the city will be freed"
        if carried and at >= last:
            cost += 1.5
        if best is None or cost < best.cost:
            best = Reading(kind, at, trigger, cost)
    if words[max(0, first - 2) : first] not in _SOME_OF:
        best = _main_verb(sentence, best, last, unit, nouns, others)
    own = _own_kind(unit, nouns)
    if own is not None and (best is None or best.cost > own[1]):
        return Reading(own[0], first, None, own[1])
    if best is not None and best.cost > (5.5 if best.trigger is not None and best.trigger.form == "noun" else 9.0):
        return None
    return best


def _in_other_clause(words: list[str], last: int, at: int, others: frozenset[int]) -> bool:
    """Whether a verb stands in a later clause that has a figure of its own: "... until 60 captives were let go"."""
    opened = next((k for k in range(last, at) if words[k] in _OPENING), -1)
    return opened >= 0 and any(opened < o < at for o in others)


def _inward(words: list[str], last: int) -> bool:
    """Whether goods go in: "of aid to X", "into X"."""
    behind = words[last : last + 4]
    return "into" in behind or ("to" in behind and behind[:1] == ["of"])


def _main_verb(
    sentence: Sentence, best: Reading | None, last: int, unit: str, nouns: set[str], others: frozenset[int]
) -> Reading | None:
    """The verb behind a shortened relative clause: "176 people rescued from the cellars arrived in ..."."""
    words = sentence.words
    relative = not {"who", "that", "which"}.isdisjoint(words[last : last + 2])
    of_those = words[last : last + 2] == ["of", "those"] or words[last : last + 3] == ["of", "the", "people"]
    if best is None or best.trigger is None:
        return best
    tried = relative and best.word > last and not _TRIED.isdisjoint(words[last : best.word])
    of_those = of_those or tried or (relative and best.word > last and best.kind not in MOVING)
    if not of_those and (
        best.word != last
        or best.trigger.tense not in {"participle", "ing"}
        or best.trigger.form not in {"act", "both", "state"}
    ):
        return best
    for at, trigger in sentence.triggers:
        if (
            at <= best.word
            or at in others
            or trigger.form == "noun"
            or (trigger.tense == "ing" and words[at - 1] not in _BE)
            or trigger.weak
            or words[at - 1] in {"to", "and", "or"}
        ):
            continue
        passive = any(w in _BE for w in words[at - 3 : at])
        if "and" in words[best.word : at]:
            return best
        if not of_those and words[best.word + best.trigger.length] not in _BEHIND_PASSIVE:
            return best
        held_since = 4.0 if "before" in words[best.word : at] and words[at - 1] in {"have", "has", "had"} else 0.0
        held_since += (
            2.0 if best.kind == "prisoners" and "since" in words[best.word : at] else 0.0
        )  # "hostages held since October were freed"
        if sentence.between(best.word, at) - held_since >= 1.0 or (trigger.form == "act" and not passive):
            continue
        kind = kind_for(trigger, words[at], unit, nouns)
        if kind is not None:
            return Reading(kind, at, trigger, best.cost)
    return best


def _right_of_figure(sentence: Sentence, trigger: Trigger, at: int, last: int, count: int) -> float:
    words = sentence.words
    if trigger.form in {"move", "state"}:
        return 0.0
    if trigger.form == "noun":
        return 2.5
    if trigger.form == "both":
        return 0.0
    if any(w in _BE for w in words[max(last - 1, at - 4) : at]):
        return 0.0
    if trigger.tense not in {"participle", "ing"}:
        return 3.0
    behind = words[at + trigger.length] if at + trigger.length < count else "."
    if at == last or behind in _BEHIND_PASSIVE:
        return 0.4
    return 2.5


def _left_of_figure(words: list[str], trigger: Trigger, at: int, first: int) -> float:
    if trigger.form in {"act", "both"}:
        passive = trigger.tense == "participle" and any(w in _BE for w in words[max(0, at - 3) : at])
        return 1.5 if passive else 0.0
    if trigger.form == "noun":
        behind = words[at + trigger.length : at + trigger.length + 2]
        if behind[:1] == ["of"] and at + trigger.length + 1 == first:
            return -0.3  # "a population of 150,000"
        return 0.2 if behind[:1] and behind[0] in {"of", "on", "for", "at", "to"} else 1.2
    if trigger.form == "state":
        return 1.0
    return 1.6 if trigger.tense != "ing" else 1.2


def _own_kind(unit: str, nouns: set[str]) -> tuple[str, float] | None:
    """Kind that the counted noun itself tells, with its cost."""
    if unit == "pockets":
        return "pocket_count", 0.0
    if unit == "hospitals":
        return "infrastructure", 2.0
    if unit == "percent":
        if nouns & BUILT:
            return None
        if nouns & LAND and not nouns & RESIDENTS:
            return "territory_share", 1.5
        return None
    if unit == "km2":
        return "territory_share", 6.0
    if unit in PEOPLE and {"<whole>", "<owned>"} <= nouns:
        return "population", 0.1  # "half of the region's 150,000 people"
    for kind, own in _UNIT_TRIGGERS.items():
        if nouns & own and not nouns & _STORES:
            return kind, 0.1 if "<whole>" in nouns and kind == "population" else 2.6
    return None


def read_second(sentence: Sentence, last: int, reading: Reading, unit: str, nouns: set[str]) -> Reading | None:
    """A second movement of the same subject: "left X and reached Y", "that left X began arriving in Y"."""
    if reading.trigger is None or reading.word < last or reading.kind not in MOVING:
        return None
    words = sentence.words
    relative = last < len(words) and words[last] in {"that", "which", "who"}
    for at, trigger in sentence.triggers:
        if at <= reading.word or at - reading.word > 30 or trigger.form not in {"move", "both", "state"}:
            continue
        kind = kind_for(trigger, words[at], unit, nouns)
        if kind not in MOVING or kind == reading.kind:
            continue
        before = words[max(0, at - 3) : at]
        joined = "and" in before and not any(w[0].isdigit() for w in words[reading.word : at])
        resumed = relative and any(
            w in {"began", "start", "started", "was", "were", "had", "then", "to", "have", "has"} for w in before
        )
        if joined or resumed:
            return Reading(kind, at, trigger, reading.cost)
    return None
