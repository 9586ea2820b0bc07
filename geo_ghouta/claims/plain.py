"""Claims without a figure: a deal, talks, an advance, who holds what, a siege, an attack, a departure."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.acting import FOLK, actor_of, moves, names_folk
from geo_ghouta.claims.building import places_of, settle_places
from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.fitting import besieges, is_dug_out
from geo_ghouta.claims.lexicon import Trigger, word_set
from geo_ghouta.claims.modality import read_modality
from geo_ghouta.claims.naming import DAYS
from geo_ghouta.claims.outcomes import came_to_nothing, days_of_plan
from geo_ghouta.claims.timing import NO_DATE, read_when
from geo_ghouta.claims.unsettled import asks_how_many, left_open

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_ALWAYS = frozenset(("agreement", "negotiation", "siege"))
_NEEDS_BOTH = frozenset(("holder", "advance"))
_LAND = word_set(
    """
    town city district neighbourhood neighborhood enclave territory area areas pocket suburb village region
    ground quarter front lines airport base plant there province capital
    """
)
_BUILT = word_set(
    """
    hospital hospitals clinic clinics home homes house houses building buildings school schools bridge bridges
    mosque mosques bakery bakeries shelter shelters water power electricity road roads plant plants station
    stations infrastructure market markets church churches network networks grid facilities facility centre center
    airport districts neighbourhoods town city village villages tunnel tunnels street streets
    theatre theater college university kindergarten museum
    """
)
_CONVOY = word_set("bus buses convoy convoys ambulances evacuees fighters")
_AUX = word_set("had has have was were are also then already been since now")
_FINITE = word_set("was were is are be been being remained remains stayed")
_BEEN = word_set("had has have been was were is are being also now fully since already finally completely")
_WITHIN = frozenset(("of", "in", "from", "to", "at", "near", "into", "around", "for"))
_GOERS = word_set(
    "some others many more most civilians families people residents they fighters rebels troops rest remainder"
)
_THE_REST = frozenset(("rest", "remainder"))
_OTHERS = _THE_REST | {"none", "nobody"}
_REACHED = frozenset(("reached", "signed", "struck", "agreed", "announced", "accepted"))
_REPEATED = frozenset(("agreement", "holder", "attack", "siege", "negotiation", "departure"))
"""Kinds of which one sentence may tell twice, in two clauses."""
_ENDS_PLACE = word_set(
    """
    . , ; and or but from on in at by after before during within without with as while when who which for last late
    early earlier overnight yesterday today this to district city town village region
    """
)
_CAPTIVES = frozenset(("captives", "hostages", "prisoners", "detainees", "abductees"))
_LISTING = frozenset(("and", ","))
_BY = 5
_SHELLED = ("bomb", "shell")
_ARMS = word_set(
    """
    airstrike airstrikes strike strikes raid raids air shell shells rocket rockets missile missiles bomb bombs mortar
    mortars artillery drone drones warplane warplanes jet jets aircraft helicopter helicopters tank tanks gunships
    """
)
_PAST_TOO = frozenset(("set", "hit", "cut", "put", "let", "shut", "split", "quit", "beat", "cast", "read"))
"""Verbs whose present looks like their past."""
_FALLING = frozenset(("shells", "rockets", "missiles", "bombs"))
_FELL = frozenset(("fell", "fallen", "fall", "landed", "rained", "crashed", "exploded"))
_ONTO = frozenset(("on", "in", "into", "onto", "near", "at", "inside", "around", "across", "down"))
_FALL = 5
_WHOLLY = frozenset(("the", "of", "all", "whole", "entire", "most"))
_SKIPPED = frozenset(("population", "casualties"))
_BEFORE = 9
_AID = word_set("aid food medicine medicines supplies relief flour fuel deliveries")
_AID_WORDS = _AID | word_set(
    "or and has have had been was were is are yet ever so far humanitarian medical trucks lorries convoy convoys other "
    "any baby milk vehicles being"
)
_TAKEN = frozenset(("prisoners", "casualties"))
_BEHIND_TAKEN = word_set("after when as from and , where while before by with in")
_MADE = word_set("agreed struck reached signed made announced brokered concluded")


def read_plain(scene: Scene, counted: list[Draft]) -> list[Draft]:
    """Read the claims of a sentence that hold no number, one of each kind.

    Parameters
    ----------
    scene : Scene
    counted : list of Draft
        Claims with a figure that were read from the same sentence; their kinds are told already.

    Returns
    -------
    list of Draft
    """
    sentence = scene.sentence
    out: list[Draft] = []
    told = [draft.kind for draft in counted] if counted else []
    governed = [draft.word for draft in counted] if counted else []
    here: list[tuple[str, int]] = []
    no_aid = "no" in sentence.words and not _AID.isdisjoint(sentence.words)
    for at, trigger in sentence.triggers:
        kind = trigger.kind
        comes = no_aid and (kind == "arrival" or (kind == "advance" and sentence.words[at].startswith("enter")))
        if comes and _brings_no_aid(sentence.words, at):
            clause = sentence.clause(at)
            told.append("arrival")
            out.append(_draft(scene, at, dataclasses.replace(trigger, kind="arrival"), clause))
            out[-1].modality = "denied"
            continue
        if kind == "holder" and trigger.form == "act" and besieges(sentence.words, at + trigger.length):
            continue  # "held the town under siege": no ground held
        if kind == "holder" and sentence.words[at] == "held" and sentence.words[at - 1] in _CAPTIVES:
            continue  # "the captives held inside the enclave"
        if kind == "advance" and _takes_people(scene, at):
            kind = "prisoners"
        if kind == "attack" and _falls(sentence.words, at):
            trigger = dataclasses.replace(scene.lexicon.nominal[trigger], weak=False)  # "Shells fell on X"
        if kind in MOVING and sentence.words[at] in _FELL and not _FALLING.isdisjoint(sentence.words[:at][-_FALL:]):
            continue  # "rockets landed in X": nobody came
        if kind in _SKIPPED or at in governed or (kind in told and not _of_the_rest(sentence, at, kind)):
            continue
        if trigger.form == "noun" and sentence.words[at] in scene.lexicon.persons and scene.is_voiced(at):
            continue  # "according to a negotiator": who speaks, and no talks
        if kind in MOVING and trigger.form != "noun" and is_dug_out(sentence.words, at):
            continue  # "pulled bodies from the rubble": nobody left
        if trigger.weak and not _speaks_up(scene, at, trigger):
            continue
        # most triggers carry nothing whatever their clause, which takes longer to find
        if trigger.kind not in _ALWAYS and not _may_carry(scene, at, trigger):
            continue
        if trigger.tense == "ing" and counted and _is_of_counted(scene, at, counted):
            continue  # "detained 110 men leaving X"
        if kind in MOVING and asks_how_many(sentence, at):
            continue  # "did not say how many had been taken to X": no figure is told
        clause = sentence.clause(at)
        if here and (kind, clause[0]) in here:
            continue
        if kind == "prisoners" and trigger.form == "move":
            if trigger.tense == "base" and at and sentence.words[at - 1] != "to":
                continue  # "the first such surrender": who goes is told by the verb
            kind = "other"  # who lays down arms is nobody's prisoner yet
        if trigger.kind not in _ALWAYS and not _carries(scene, at, trigger, clause):
            continue
        if trigger.form == "noun" and kind == "departure" and _verb_behind(scene, at, kind):
            continue  # "the last batch left X": the verb tells from where
        here.append((kind, clause[0]))
        if kind not in _REPEATED:
            told.append(kind)
        draft = _draft(scene, at, trigger, clause)
        draft.kind = kind
        out.append(draft)
    return out


def _of_the_rest(sentence: Sentence, at: int, kind: str) -> bool:
    """Whether it tells of others than those counted before: "300 left; the rest go next Monday", "but none left X"."""
    return kind in MOVING and not _OTHERS.isdisjoint(sentence.words[max(0, at - 3) : at])


def _falls(words: list[str], at: int) -> bool:
    """Whether arms come down somewhere: "shells fell on X", "rockets have landed near X"."""
    if words[at] not in _FALLING:
        return False
    verb = next((k for k in range(at + 1, min(len(words), at + _FALL)) if words[k] not in _AUX), 0)
    return verb > 0 and words[verb] in _FELL and words[verb + 1 : verb + 2] != [] and words[verb + 1] in _ONTO


def _brings_no_aid(words: list[str], at: int) -> bool:
    """Whether a verb of coming tells that no aid came: "no aid has entered X", "no food was allowed into X"."""
    low = max(0, at - _BEFORE)
    no = next((k for k in range(at - 1, low - 1, -1) if words[k] == "no"), -1)
    between = words[no + 1 : at]
    return no >= 0 and not _AID.isdisjoint(between) and _AID_WORDS.issuperset(between)


def _is_of_counted(scene: Scene, at: int, counted: list[Draft]) -> bool:
    """Whether a participle only tells which people were taken or struck: their going is no claim of its own."""
    return any(d.kind in _TAKEN and scene.sentence.at(d.end) == at for d in counted)


def _takes_people(scene: Scene, at: int) -> bool:
    """Whether "captured" tells of people: "who were captured by", "captured three soldiers"."""
    words = scene.sentence.words
    if not words[at].startswith(("captur", "seiz")) or _is_taken(scene, at):
        return False
    passive = (
        at > 1
        and words[at - 1] in {"were", "was", "been"}
        and not {"who", *FOLK}.isdisjoint(words[max(0, at - 8) : at])
    )
    taken = words[at + 1 : at + 4]
    end = next((k for k, w in enumerate(taken) if w in _BEHIND_TAKEN), len(taken))
    return passive or not FOLK.isdisjoint(taken[:end])  # not "seized X after rebels left Y"


def _is_taken(scene: Scene, at: int) -> bool:
    """Whether a place is the subject of a passive verb: "told reporters that X had been captured"."""
    words = scene.sentence.words
    before = at - 1
    while before > 0 and words[before] in _BEEN:
        before -= 1
    if before == at - 1:
        return False
    one = next((s for s in scene.spots if s.last - 1 == before), None)
    while one is not None and one.first > 1 and words[one.first - 1] in _LISTING:  # "X and Y were captured"
        ahead = next((s for s in scene.spots if s.last == one.first - 1), None)
        if ahead is None:
            break
        one = ahead
    return one is not None and (one.first == 0 or words[one.first - 1] not in _WITHIN)


def _speaks_up(scene: Scene, at: int, trigger: Trigger) -> bool:
    """Whether a word that mostly tells nothing alone does here.

    "Some have moved deeper into the enclave", "the army's assault", "an understanding was reached", "a besieged town".
    """
    sentence = scene.sentence
    words = sentence.words
    if trigger.kind in MOVING and trigger.form == "move" and at not in sentence.attributive:
        before = at - 1
        while before >= 0 and words[before] in _AUX:
            before -= 1
        return before >= 0 and words[before] in _GOERS and words[at + 1 : at + 2] != ["out"]
    if trigger.kind == "advance":
        return _takes_place(scene, at)
    if trigger.kind == "attack" and trigger.form == "noun":
        return any(at - 5 <= k < at and v.id not in {"civilians", "prisoners"} for k, v in sentence.actors) and not (
            {"by", "of", "from", "with"} & set(words[max(0, at - 3) : at])
        )
    if trigger.kind == "agreement" and trigger.form == "noun":
        return not _REACHED.isdisjoint(words[at + 1 : at + 6])
    return trigger.kind == "siege" and at in sentence.attributive


def _takes_place(scene: Scene, at: int) -> bool:
    """Whether armed people take a place: "the army took Y", "has taken the town of Y"; not "took people to Y"."""
    sentence = scene.sentence
    if not sentence.words[at].startswith(("took", "tak")):
        return False
    if sentence.words[at] == "taken" and _is_taken(scene, at):
        behind_it = sentence.words[at + 1 : at + 2]
        by = any(at + 1 < k <= at + _BY and v.id not in {"civilians", "prisoners"} for k, v in sentence.actors)
        return by if behind_it == ["by"] else behind_it in ([], ["."], ["on"], ["after"]) or behind_it[0] in DAYS
    end = at + 1
    while sentence.words[end : end + 1] and (sentence.words[end] in _LAND or sentence.words[end] in _WHOLLY):
        end += 1
    behind = [sentence.words[s.last : s.last + 1] for s in scene.spots if s.first == end]
    if not behind or (behind[0] and behind[0][0] not in _ENDS_PLACE and behind[0][0] not in DAYS):
        return False  # "took Douma's wounded to Idlib"
    return any(at - 4 <= k < at and v.id not in {"civilians", "prisoners"} for k, v in sentence.actors)


def _verb_behind(scene: Scene, at: int, kind: str) -> bool:
    sentence = scene.sentence
    return any(
        t.kind == kind and t.form != "noun" and at < k <= at + 8 and sentence.between(at, k) < 1.0
        for k, t in sentence.triggers
    )


def _may_carry(scene: Scene, at: int, trigger: Trigger) -> bool:
    """Whether the sentence holds what ``_carries`` asks of the clause."""
    sentence = scene.sentence
    kind = trigger.kind
    if kind == "infrastructure" and _BUILT.isdisjoint(sentence.words):
        return False
    if kind == "staging" and _CONVOY.isdisjoint(sentence.words):
        return False
    moving = kind in MOVING
    if moving and not moves(scene, at):
        return False
    if kind == "attack" and _strikes_building(sentence, at, trigger):
        return True
    if not sentence.actors:
        if kind in _NEEDS_BOTH and not (kind == "advance" and scene.spots and _is_taken(scene, at)):
            return False
        if not scene.spots and not moving and _LAND.isdisjoint(sentence.words):
            return False
    return True


def _carries(scene: Scene, at: int, trigger: Trigger, clause: tuple[int, int]) -> bool:
    """Whether the clause says enough: somebody or somewhere; ``_may_carry`` has been asked before."""
    sentence = scene.sentence
    low, high = clause
    inside = sentence.words[low:high]
    if trigger.kind == "infrastructure" and _BUILT.isdisjoint(inside):
        return False  # "restore order"
    both = trigger.kind in _NEEDS_BOTH
    if trigger.kind == "advance" and scene.spots and _is_taken(scene, at):
        return True
    somebody = False
    for k, _ in sentence.actors:
        if low <= k < high:
            somebody = True
            break
    if not somebody and trigger.kind in MOVING and trigger.form != "noun":
        somebody = names_folk(scene, low, at) or not _THE_REST.isdisjoint(sentence.words[max(low, at - 3) : at])
    if somebody is not both:
        return somebody
    for spot in scene.spots:
        if low <= spot.first < high:
            return True
    if trigger.kind == "attack" and _strikes_building(sentence, at, trigger):
        return True  # "an air strike hit the theatre": which town, other sentences tell
    return not _LAND.isdisjoint(inside)


def _strikes_building(sentence: Sentence, at: int, trigger: Trigger) -> bool:
    """Whether arms hit a building: "an air strike hit the theatre", "the hospital was shelled"."""
    words = sentence.words
    begin = at + trigger.length
    object_ = words[begin : begin + 6]
    if trigger.form == "noun" and object_[:1] != ["on"]:
        return False
    if trigger.tense == "participle" and at and words[at - 1] in _FINITE:
        object_ = words[max(0, at - 7) : at]
    elif "," in object_:
        object_ = object_[: object_.index(",")]
    if _BUILT.isdisjoint(object_):
        return False
    return words[at].startswith(_SHELLED) or not _ARMS.isdisjoint(words[max(0, at - 7) : begin + 9])


def _is_carried_out(scene: Scene, at: int) -> bool:
    """Whether the day is that of what is done under a deal: "Under the deal, 300 left on Sunday".

    "Under the deal struck on Sunday" tells the day of the deal.
    """
    words = scene.sentence.words
    if "under" not in words[max(0, at - 4) : at] or not _MADE.isdisjoint(words[at + 1 : at + 2]):
        return False
    return words[at + 1 : at + 2] == [","] or all(
        moment.first < at or "," in words[at : moment.first] or any(at < k < moment.first for k in scene.verbs)
        for moment in scene.moments
    )


def _draft(scene: Scene, at: int, trigger: Trigger, clause: tuple[int, int]) -> Draft:
    """A claim without a figure from its word and clause."""
    sentence = scene.sentence
    low, high = clause
    span = (at, at + trigger.length)
    when, moments = NO_DATE, scene.moments
    dropped = came_to_nothing(sentence, at, trigger, trigger.kind, at + trigger.length)
    if dropped == "planned":
        moments = days_of_plan(sentence.words, at, at + trigger.length, moments)
    if moments:
        noun = trigger.form == "noun"
        when = read_when(sentence, moments, scene.verbs, at, trigger.length, span, scene.published, noun=noun)
    where = places_of(scene, at, trigger, trigger.kind, span)
    settle_places(scene, where, at)
    found = actor_of(scene, at, trigger, low, high)
    behind = sentence.words[at + trigger.length : at + trigger.length + 1]
    if trigger.kind == "holder" and behind == ["by"] and _FINITE.isdisjoint(sentence.words[max(at - 2, low) : at]):
        when = NO_DATE  # "left a pocket held by X on Sunday": the day is the leaving's; but "was held by X on Sunday"
    if trigger.kind == "agreement" and trigger.form == "noun" and when is not NO_DATE and _is_carried_out(scene, at):
        when = NO_DATE
    actor, actor_text = found or (None, None)
    modality = dropped or read_modality(sentence, at, trigger, low)
    opening = left_open(sentence, scene.said, at)
    modality = modality if opening is None else opening.modality(modality)
    if sentence.words[max(0, at - 2) : at] == ["unable", "to"]:
        modality = "denied"  # "people are unable to leave X"
    ahead = when.date_from is not None and scene.published is not None and when.date_from > scene.published
    present = trigger.tense == "base" and trigger.form != "noun" and sentence.words[at] not in _PAST_TOO
    if ahead and present and modality == "happened":
        modality = "planned"  # "the rest go next Monday"
    return Draft(
        sentence.starts[low],
        sentence.starts[high - 1] + len(sentence.words[high - 1]),
        trigger.kind,
        modality,
        at,
        at,
        None,
        None,
        None,
        None,
        None,
        "cumulative" if when.cumulative else "event",
        actor,
        actor_text,
        where.origin,
        where.destination,
        where.crossing,
        where.place,
        where.holder,
        when,
    )
