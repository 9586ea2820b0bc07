"""What kind of thing a figure counts: the verb or noun that governs it, found by distance, walls and grammar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import GOODS, MOVABLE, MOVING, PEOPLE, VEHICLES
from geo_ghouta.claims.fitting import DEAD, besieges, kind_for, own_kind
from geo_ghouta.claims.lexicon import Trigger, word_set
from geo_ghouta.claims.main_verbs import BE_FORMS, BEHIND_PASSIVE, Reading, main_verb
from geo_ghouta.claims.remaining import after_aside, are_left, number_left

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_DRIVEN = frozenset(("drive", "drives", "drove", "driven", "driving"))
_GO_AWAY = frozenset(("leave", "depart", "flee", "evacuate", "go"))
_DEPEND = frozenset(("depend", "depends", "depended", "rely", "relies", "relied"))
_FORCED = frozenset(("forced", "forces", "forcing"))
_BLAMED = frozenset(("accused", "charged", "convicted", "responsible", "responsibility", "blamed", "tried", "guilty"))
_LEFT_HURT = (["wounded"], ["injured"], ["dead"], ["maimed"])
_NO_MORE = frozenset(("cannot", "not", "n't"))
_OPENING = frozenset(("until", "while", "when", "because", "whereas", "although"))
_LEAVE = frozenset(("leave", "left", "leaves"))
_LEAVING = frozenset(("leaves", "leaving"))
_WHICH = frozenset(("that", "this", "which", ","))
_HOMES = frozenset(("home", "homes"))
_CAMPS = word_set("camp camps site sites shelter shelters school schools stadium hall building mosque church hospital")
_UNABLE = frozenset(("unable", "cannot", "weak", "frail", "unwilling", "powerless"))
_FALLEN = frozenset(("dead", "wounded", "injured", "missing", "homeless", "trapped", "stranded"))
_BROUGHT = frozenset(("brought", "took", "taken", "carried", "ferried", "transported"))
_HAVING = frozenset(("had", "have"))
_SUFFERED = frozenset(("displacement", "casualties"))
_SOME_OF = tuple([w, "of"] for w in ("first", "last", "most", "many", "some", "few"))
"""Words by which the verb tells of some of the counted, and only the words behind them of all."""
_TAKEN_ALONG = tuple([w] for w in ("from", "to", "out", "away", "by"))
_ALONG = frozenset(("to", "into", "from", "out"))
_ALIGHT = frozenset(("alight", "ablaze"))
_TAKEN_AS = frozenset(("hostage", "captive", "prisoner"))
_TAKE = frozenset(("took", "take", "takes", "taking", "taken", "held", "hold", "holding", "holds"))
_REVISED = frozenset(("departure", "displacement", "prisoners", "arrival", "staging", "population", "holder"))
"""Kinds that the words around a trigger can make another."""
_BROUGHT_IN = frozenset(("departure", "arrival"))
_THERE = frozenset(("there",))
_CARRIED = word_set("flown flew airlifted bused bussed trucked shipped ferried driven drove transported")
_IN_ENDS = word_set("on from by since aboard over at with during and . , ; to overnight so")
"""Words behind "in" where it means inwards: "were flown in on 12 planes", but not "were flown in helicopters"."""
_CONVOY = frozenset(("convoy", "convoys", "buses", "coaches"))
_TAKEN_OUT = word_set("patients wounded injured babies newborns foreigners nationals holders evacuees")
_BACK = (["back", "to"], ["back", "into"], ["back", "home"])
_ARTICLES = frozenset(("the", "a", "air", "these", "those"))
_LET = frozenset(("let", "lets", "letting"))
_ONLY = word_set("only just some about at least more than up to nearly another of the its one two three four five six")
_HURT = frozenset(("wounded", "injured", "casualties", "patients"))
_PATIENTS = frozenset(("patients",))
_HEALERS = word_set(
    "hospital hospitals clinic clinics doctors doctor medics surgeons surgeon nurses ward wards morgue mortuary"
)
_LOAD = 12
_CLAUSES = frozenset(("who", "that", "which", ";", "to", "while", "after"))
_WENT = frozenset(("gone", "went", "go", "going"))
_AID = word_set("food aid flour medicine medicines supplies relief rations truckloads humanitarian")
_WHEELED = VEHICLES | {"bus", "buses", "ambulance", "ambulances", "vehicles", "vans", "pick-ups"}
_ASKED = frozenset(("questioning", "interrogation", "suspicion", "aside"))
_JAILS = frozenset(("prison", "prisons", "jail", "jails"))
_TO_BUSES = (["to", "the", "buses"], ["to", "the", "coaches"], ["to", "waiting", "buses"])
_DASHES = frozenset(("–", "—", "-"))
_ASIDE = frozenset((",", "–", "—", "-", "("))
_IN_WHAT = frozenset(("in", "on", "aboard", "into", "onto", "using", "by"))


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
    count = len(words)
    prior, behind = words[max(0, first - 1)], words[last] if last < count else ""
    if prior == "of" and not DEAD.isdisjoint(words[max(0, first - 2) : first]):
        nouns = {*nouns, "bodies"}  # "the remains of 35 people were taken to X"
    let_in = (prior in _LET and behind in {"in", "into"}) or _let_in_before(words, first)
    if let_in and (unit in PEOPLE or unit == "buses" or not nouns.isdisjoint(MOVABLE)):
        return Reading("arrival", first - 1, Trigger("arrival", "act", "participle", 1), 0.0)  # "let 12 trucks into X"
    if behind in _DEPEND and words[last + 1 : last + 2] == ["on"]:
        return Reading("other", first, None, 0.0)  # "380,000 people depend on the airlift"
    if prior in _FORCED and unit in PEOPLE and (behind == "from" or words[last : last + 2] == ["out", "of"]):
        return Reading("displacement", first - 1, Trigger("displacement", "act", "participle", 1), 0.0)
    if behind in _TAKEN_AS and not _TAKE.isdisjoint(words[max(0, first - 4) : first]):
        return Reading("prisoners", last, None, 0.0)  # "took about 400 people hostage"
    if words[max(0, first - 3) : first].count("set") and not _ALIGHT.isdisjoint(words[last : last + 3]):
        return Reading("infrastructure", last, None, 0.0)  # "set six of them alight"
    escorted = prior == "with" and unit in PEOPLE
    carried = prior in _IN_WHAT and unit in {"buses", "other"}
    last_other = -1
    for other in others:
        if last_other < other < first:
            last_other = other
    on_wheels = unit == "other" and not nouns.isdisjoint(VEHICLES)
    resume = after_aside(words, last) if behind in _ASIDE else last
    if behind == "of":  # "4,000 residents of X - besieged since 2012 - would leave"
        dash = next((k for k in range(last + 2, min(count, last + 5)) if words[k] in _DASHES), 0)
        resume = after_aside(words, dash) if dash else last
    final = -1
    if behind == "who":
        final = max((k for k, t in sentence.triggers if t.form != "noun" and k not in sentence.attributive), default=-1)
    attributive, walls = sentence.attributive, sentence.walls
    for at, trigger in sentence.triggers:
        foreign = at in others or (at in attributive and not first <= at < last)
        kind = None if foreign else kind_for(trigger, words[at], unit, nouns)
        if escorted and trigger.kind == "advance" and at < first and unit == "fighters":
            kind = "advance"  # "took the town with 600 men"
        elif kind in _REVISED and kind is not None:
            kind = _revised(words, trigger, kind, at, first, last, unit, on_wheels=on_wheels)
        if kind is None:
            continue
        if others and at >= last and _in_other_clause(words, last, at, others):
            continue  # "200 relatives blocked the road until 60 captives were let go"
        if at < first and trigger.form == "act" and unit in PEOPLE and "where" in words[at:first]:
            continue  # "hit a shelter where 400 people were asleep"
        if trigger.kind == "attack" and unit in PEOPLE and at and words[at - 1] in _ARTICLES:
            continue  # "the strikes flattened 60 houses, leaving 300 people without a roof"
        if kind == "casualties" and trigger.form == "noun" and at > last and not _BLAMED.isdisjoint(words[last:at]):
            continue  # "three officers stand accused of the deaths of 264 people"
        if prior == "where" and at < first and unit == "percent":
            continue  # "trapped in the west, where two in three children have no water"
        if kind == "casualties" and trigger.tense == "ing" and at > last and words[at - 1] == "," and unit in PEOPLE:
            continue  # "three bombers blew themselves up, killing 12 people": others
        plain = trigger.kind in _SUFFERED and trigger.form == "act" and at + trigger.length == first
        plain = plain and trigger.tense == "participle" and at not in attributive
        cost = 1.5 if trigger.weak and not plain else 0.0
        brought = trigger.form == "act" and kind == "departure" and words[at] in _BROUGHT
        brought = brought and (at == last or (at == last + 1 and words[last] in _HAVING))
        if brought and (unit == "buses" or nouns & VEHICLES):
            cost -= 2.5  # "17 buses brought 1,665 people": the buses came too
        if kind == unit == "prisoners" and trigger.kind == "advance" and 0 <= first - at - trigger.length <= 2:
            cost -= 1.5  # "killed 900 people and took 40 hostages"
        if at == final and last < at <= last + 6 and trigger.form != "noun":
            cost -= 1.8  # "a group of 150 who are due to be freed"
        if trigger.form != "noun" and at + trigger.length == first and behind == "out":
            cost -= 2.0  # "move 400 wounded out"
        if behind == "to" and words[last + 1 : last + 2] == ["be"] and last < at <= last + 2:
            cost -= 2.0  # "1,500 wounded to be moved first"
        if words[at] == "carrying" and at < first and any(k > last and t.form == "move" for k, t in sentence.triggers):
            cost += 3.0 if unit == "other" else 0.0  # "trucks carrying 300 tonnes of flour entered X": what they did
        if words[at] == "as":
            cost -= 3.0  # "dragged away as hostages": the phrase opens no clause
        if behind == "when" and last < at <= last + 3:
            cost -= 4.0  # "150 when it left and 35 when it arrived"
        if at >= last and at >= resume > last:
            cost += 0.3 + 0.12 * (at - resume) + (walls[at] - walls[resume])
            cost += _right_of_figure(sentence, trigger, at, last, count)
        elif at >= last:
            cost += 0.12 * (at - last) + (walls[at] - walls[last - 1]) + (3.0 if resume > last else 0.0)
            cost += _right_of_figure(sentence, trigger, at, last, count)
        elif at + trigger.length <= first:
            cost += 0.12 * (first - at - trigger.length) + (walls[first] - walls[at + trigger.length])
            if last_other > at and walls[first] - walls[at] >= 1.0:
                cost += 0.8  # has its own figure already
            if escorted and kind in MOVING:
                cost -= 1.0
            cost += 0.0 if carried or (escorted and kind in MOVING) else _left_of_figure(words, trigger, at, first)
        else:
            cost += 2.2 if trigger.kind == "displacement" else 1.0
        if at == last and words[at] in _FALLEN and prior in {"left", "leave", "leaves", "leaving"}:
            cost = 0.0  # "left at least 20 people dead"
        if trigger.kind == "holder" and kind == "prisoners":
            cost += 1.2  # "50 women held in the city will be freed"
        if carried and at >= last:
            cost += 1.5
        if best is not None and at > best.word >= last and words[at - 1] == "to" and unit not in PEOPLE:
            came = best.trigger is not None and best.trigger.form == "move" and best.kind in MOVING
            cost += 2.0 if came else 0.0  # "30 ambulances entered X to evacuate 200 patients"
        if best is None or cost < best.cost:
            best = Reading(kind, at, trigger, cost)
    if best is not None and best.kind == "casualties" and best.word < first and words[last - 1] == "displaced":
        best = Reading("displacement", last - 1, Trigger("displacement", "act", "participle", 1), 0.0)
        # "with 40,000 people killed and 12 million displaced"
    on_way = behind == "with" or (best is not None and words[best.word] in _CONVOY and best.word < first)
    if best is not None and on_way and best.trigger is not None and best.trigger.form == "noun":
        best = _loaded(sentence, best, last, unit, nouns)
    if words[max(0, first - 2) : first] not in _SOME_OF:
        best = main_verb(sentence, best, last, unit, nouns, others)
    own = own_kind(unit, nouns)
    if own is not None and (best is None or best.cost > own[1]):
        return Reading(own[0], first, None, own[1])
    if best is not None and best.cost > (5.5 if best.trigger is not None and best.trigger.form == "noun" else 9.0):
        return None
    return best


def _let_in_before(words: list[str], first: int) -> bool:
    """Whether what is counted is let in: "letting in only 4 of 15 trucks", "let in two lorries"."""
    at = next((k for k in range(first - 1, max(-1, first - 6), -1) if words[k] == "in"), 0)
    return at > 0 and words[at - 1] in _LET and all(w in _ONLY or w[0].isdigit() for w in words[at + 1 : first])


def _loaded(sentence: Sentence, best: Reading, last: int, unit: str, nouns: set[str]) -> Reading:
    """The verb behind what vehicles hold: "a convoy of 18 lorries with water, blankets and medicine left X"."""
    words = sentence.words
    behind_convoy = words[best.word] in _CONVOY
    for at, trigger in sentence.triggers:
        if at < last or (at == last and not behind_convoy) or trigger.form == "noun" or at in sentence.attributive:
            continue
        takes = trigger.form in {"act", "both"} and words[at - 1] not in BE_FORMS and behind_convoy
        moves = (trigger.form == "move" or takes) and trigger.tense != "ing" and at - last <= _LOAD
        if moves and _CLAUSES.isdisjoint(words[last:at]) and kind_for(trigger, words[at], unit, nouns) in MOVING:
            return Reading(str(kind_for(trigger, words[at], unit, nouns)), at, trigger, best.cost)
        return best
    return best


def _revised(
    words: list[str], trigger: Trigger, kind: str, at: int, first: int, last: int, unit: str, *, on_wheels: bool
) -> str | None:
    """Kind of a movement, a staging or a capture once the words around its trigger are looked at."""
    word = words[at]
    end = at + trigger.length
    if kind == "population":
        held = "hands" in words[end : end + 3] and words[end - 1] == "in" and unit in PEOPLE
        return "prisoners" if held else kind  # "were in army hands"
    if kind == "displacement":
        if word in _DRIVEN and unit in PEOPLE and not _WHEELED.isdisjoint(words[end:]) and _HOMES.isdisjoint(words):
            return "departure"  # "700 people were driven from X to Y in 15 buses"
        if word.startswith("mov") and at < first and trigger.form == "move":
            kind = "departure"  # "have moved 500 people from the area"
        elif word.startswith("walk") and not _NO_MORE.isdisjoint(words[max(last, at - 2) : at]):
            return None  # "250 wounded who cannot walk"
        elif word.startswith("walk") and words[end : end + 3] in _TO_BUSES:
            return "departure"  # "611 people walked to the buses"
        elif word.startswith("walk") and words[end : end + 1] == ["into"]:
            return "arrival"  # "dozens walked into the ruined streets"
        elif word.startswith("cross") and not _TAKEN_OUT.isdisjoint(words[first:last]):
            return "departure"  # "28 patients crossed into X": they are let out and flee nobody
        elif word.startswith("cross") and not _CONVOY.isdisjoint(words[:at]):
            return "departure" if "from" in words[end:] else "arrival"  # "a convoy with 95 people crossed from X"
    if kind in _BROUGHT_IN and "dead" in words[end : end + 2] and unit in PEOPLE:
        return "casualties"  # "338 people had been brought in dead"
    if kind == "departure":
        if trigger.kind == "advance" and at < first and not GOODS.isdisjoint(words[first:last]):
            # "took 40 tonnes of flour": only behind "to X" were they carried
            return kind if not _ALONG.isdisjoint(words[last : last + 5]) else None
        there = word == "left" and at == last and not _THERE.isdisjoint(words[max(0, first - 3) : first])
        if (unit in PEOPLE or on_wheels) and word in _CARRIED and words[at + 1 : at + 2] in (["in"], ["back"]):
            inward = words[at + 1] == "back" or words[at + 2 : at + 3] == [] or words[at + 2] in _IN_ENDS
            if inward:
                return "arrival"  # "had been flown in on 12 planes", "were bused back to X"
        if there or (word == "left" and words[at + 1 : at + 2] == ["for"] and first == at + 2 and unit in PEOPLE):
            return "population"  # "there are 30 doctors left for 90,000 people"
        if word == "left" and words[at + 1 : at + 2] in _LEFT_HURT and unit in PEOPLE:
            return "casualties"  # "2,000 were left wounded"
        if word == "left" and (are_left(words, first, last, at) or number_left(words, first, at)):
            kind = "population"
        elif at < first and on_wheels and word in _BROUGHT and _inward(words, last):
            return "arrival"  # "brought 20 lorries of aid to X"
        elif at >= last and on_wheels and word in _BROUGHT and not _AID.isdisjoint(words[end : end + 6]):
            return "arrival"  # "31 lorries brought flour to X"
        elif word in _WENT and unit == "other" and words[end : end + 1] == ["to"] and not _AID.isdisjoint(words):
            return "arrival"  # "50 lorries with food had gone to X"
        elif unit in PEOPLE and word.startswith(("tak", "took", "led")) and not _ASKED.isdisjoint(words[end : end + 4]):
            return "prisoners"  # "300 men were taken away for questioning"
        elif word == "driven" and words[at + 1 : at + 2] == ["out"] and _WHEELED.isdisjoint(words[end:]):
            return "displacement"  # "tens of thousands driven out"
        elif at < first and (words[last : last + 2] in _BACK or words[last : last + 1] == ["home"]):
            return "arrival"  # "escorted 1,300 people back to X"
        elif unit in PEOPLE and "let" in (word, words[first - 1]) and not _JAILS.isdisjoint(words[end : end + 8]):
            return "prisoners"  # "39 people were let out of two prisons"
    elif kind == "prisoners":
        if trigger.kind == "advance":
            if trigger.weak and words[at + 1 : at + 2] in _TAKEN_ALONG:
                kind = "departure"  # "260 soldiers were taken from the plant to X"
            elif (
                trigger.weak
                and at < first
                and words[last : last + 1] in _TAKEN_ALONG[:3]
                and not _WHEELED.isdisjoint(words[max(0, at - 8) : at])
            ):
                kind = "departure"  # "17 buses took 850 fighters from X to Y"
        elif trigger.kind == "holder" and at >= last and word in {"hold", "holds"}:
            kind = "population"  # "300 men hold what is left of the quarter"
    if kind == "departure":
        if at < first and word in _DRIVEN and words[last : last + 1] == ["from"]:
            kind = "displacement"  # "has driven 9,000 people from their homes"
        elif word in _LEAVING and at < first <= at + 2 and words[at - 1] in _WHICH:
            # "that leaves some 300 militants in the quarter"; "fell back, leaving behind 15 tanks"
            kind = "other" if on_wheels and words[end : end + 1] == ["behind"] else "population"
        elif word in _LEAVE and at < first and unit == "other" and words[end : end + 1] == ["behind"]:
            kind = "other"  # "was able to leave behind 60 parcels"
        elif word in _GO_AWAY and not _UNABLE.isdisjoint(words[max(last, at - 3) : at]):
            kind = "population"  # "80 people who are unable to leave"
    elif kind == "arrival":
        if word.startswith("reach") and at + 1 == first and unit in PEOPLE:
            return None  # "teams reached 5,000 people": where they were
        ill = _HURT if word.startswith("receiv") else _PATIENTS
        hurt = at < first and word.startswith(("receiv", "tak", "took")) and not ill.isdisjoint(words[first:last])
        if hurt and not _HEALERS.isdisjoint(words[max(0, at - 6) : at]):
            return "casualties"  # "the hospital received 40 wounded"
    elif kind == "staging":
        if at < first and words[at + trigger.length : at + trigger.length + 1] == ["to"]:
            return None  # "buses were ready to take 6,000 people"
    elif kind == "holder":
        return "siege" if besieges(words, end) else kind
    elif kind == "prisoners" and trigger.kind == "holder" and not _CAMPS.isdisjoint(words[max(0, at - 8) : at]):
        kind = "population"  # "the camp holds 35,000 people"
    return kind


def _in_other_clause(words: list[str], last: int, at: int, others: frozenset[int]) -> bool:
    """Whether a verb stands in a later clause that has a figure of its own: "... until 60 captives were let go"."""
    for opened in range(last, at):
        if words[opened] in _OPENING:
            return any(opened < o < at for o in others)
    return False


def _inward(words: list[str], last: int) -> bool:
    """Whether goods go in: "of aid to X", "into X"."""
    behind = words[last : last + 4]
    return "into" in behind or ("to" in behind and behind[:1] == ["of"])


def _right_of_figure(sentence: Sentence, trigger: Trigger, at: int, last: int, count: int) -> float:
    words = sentence.words
    if trigger.form in {"move", "state"}:
        return 0.0
    if trigger.form == "noun":
        return 2.5
    if trigger.form == "both":
        return 0.0
    if not BE_FORMS.isdisjoint(words[max(last - 1, at - 4) : at]):
        return 0.0
    if trigger.tense not in {"participle", "ing"}:
        return 3.0
    behind = words[at + trigger.length] if at + trigger.length < count else "."
    if at == last or behind in BEHIND_PASSIVE:
        return 0.4
    return 2.5


def _left_of_figure(words: list[str], trigger: Trigger, at: int, first: int) -> float:
    if trigger.form in {"act", "both"}:
        passive = trigger.tense == "participle" and not BE_FORMS.isdisjoint(words[max(0, at - 3) : at])
        return 1.5 if passive else 0.0
    if trigger.form == "noun":
        behind = words[at + trigger.length : at + trigger.length + 2]
        if behind[:1] == ["of"] and at + trigger.length + 1 == first:
            return -0.3  # "a population of 150,000"
        return 0.2 if behind[:1] and behind[0] in {"of", "on", "for", "at", "to"} else 1.2
    if trigger.form == "state":
        return 1.0
    return 1.6 if trigger.tense != "ing" else 1.2
