"""Kinds and units that only the company of a figure settles, once all figures of a sentence are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import GOODS, PEOPLE, THINGS
from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.spots import Spot

_LETTING = frozenset(("let", "lets", "letting"))
_DRIVEN = frozenset(("driven", "drove", "driving", "drives", "forced", "forcing"))
_SET_AGAINST = frozenset(("against", "compared", "average", "than", "need", "below"))
_BESIDE = (["as", "well", "as"], ["along", "with"], ["together", "with"], ["in", "addition", "to"])
_REACH = 16
_GONE = frozenset(("departure", "displacement"))
_GOING = frozenset(("arrival", "departure", "displacement"))
_STAYED = frozenset(("remained", "remain", "stayed", "stay"))
_CHANGED = frozenset(("down", "up"))
_UNDER = frozenset(("under", "beneath"))
_RUBBLE = frozenset(("rubble", "debris", "wreckage", "ruins"))
_RESIDENTS = frozenset(("residents", "inhabitants"))
_GONE_OR_COME = frozenset(("departure", "arrival"))
_CAME = (["came"], ["entered"], ["arrived"], ["got"], ["had"], ["crossed"])
_CARRYING = (
    "tak", "took", "carr", "transport", "fly", "flew", "flown", "mov", "transfer", "ship", "ferr", "airlift", "driv",
    "drove", "shuttl", "haul",
)  # fmt: skip
_BEEN = frozenset(("been", "were", "was", "be", "being"))
_PURPOSE = 2.5
_NEAR = 1.6
_WHEN = frozenset(("when", "as", "after"))
_JOINED = frozenset(("and", ",", "the"))
_BOUND = (["way", "to"], ["bound", "for"], ["heading", "to"], ["heading", "for"], ["headed", "to"], ["headed", "for"])
"""Words before where those attacked were to go."""
_BY_ARMS = frozenset(("in", "by", "during"))
_HIT_LEADS = word_set("the of on in at town city village district neighbourhood quarter camp besieged")
"""Words between what struck and the place that it hit: "shells hit the town of X", "shelling of X"."""
_OTHER_CLAUSE = frozenset((";", "but", "while", "said"))
_AT = frozenset(("in", "on", "at", "near"))
_WERE = frozenset(("were", "are", "was"))


def settle(scene: Scene, drafts: list[Draft]) -> None:
    """Settle what the figures of a sentence count by those beside them.

    Parameters
    ----------
    scene : Scene
    drafts : list of Draft
        Claims with a figure of its sentence, in order of the words; they are changed.
    """
    words = scene.sentence.words
    for number, draft in enumerate(drafts):
        at = draft.anchor
        if draft.kind == "departure":
            if draft.unit == "prisoners" and at and words[at - 1] in _LETTING:
                draft.kind = "prisoners"  # "let 39 captives go"
            elif words[draft.word] in _DRIVEN and _from_home(words, at):
                draft.kind = "displacement"  # "has driven 80 percent of them from their homes"
            elif draft.unit == "other" and draft.destination and _carries_goods(words, draft):
                draft.kind = "arrival"  # "40 tonnes of flour were taken to X"
        elif draft.kind == "attack" and draft.place:
            draft.place = _not_ahead(words, draft)
        elif draft.kind == "casualties" and scene.spots and not (draft.place or draft.origin or draft.destination):
            _settle_struck(scene, draft)
        if draft.unit in PEOPLE:
            _settle_folk(scene, drafts, number)
        if not number:
            continue
        before = drafts[number - 1]
        barred = before.part_of is draft and before.modality == draft.modality == "denied"
        if barred and before.word == draft.word and words[scene.sentence.at(before.end)] == "of":
            draft.kind, draft.modality = "other", "happened"  # "barred 8 of 20 lorries from entering"
        if draft.kind in _GONE_OR_COME and before.kind in _GONE_OR_COME:
            _settle_way(scene, before, draft)
        if draft.unit == "people" and before.unit in THINGS and _a_day(scene, draft):
            draft.unit, draft.kind = before.unit, before.kind  # "54 lorries came in, against 500 a day before the war"
        elif (
            draft.kind == "other"
            and draft.unit in PEOPLE
            and any(words[max(0, at - len(lead)) : at] == lead for lead in _BESIDE)
        ):
            whole = next((d for d in drafts[:number] if d.unit in PEOPLE and d.part_of is None), None)
            if whole is not None:  # "1,200 civilians had left, as well as 500 fighters"
                draft.kind, draft.modality, draft.scope, draft.when = (
                    whole.kind,
                    whole.modality,
                    whole.scope,
                    whole.when,
                )
                draft.origin, draft.destination, draft.place = whole.origin, whole.destination, whole.place


def share_attack(drafts: list[Draft]) -> None:
    """Tell an attack where and when it killed: "shelling killed 11 people in X on Monday"."""
    for draft in drafts:
        if draft.kind != "attack" or draft.unit is not None or draft.place:
            continue
        for dead in drafts:
            inside = draft.start <= dead.start and dead.end <= draft.end and dead.word > draft.word
            if inside and dead.kind == "casualties" and dead.place and dead.modality == "happened":
                draft.place = list(dead.place)
                draft.when = dead.when if draft.when.basis == "unknown" else draft.when
                break


def _settle_folk(scene: Scene, drafts: list[Draft], number: int) -> None:
    """Settle what people do who stay, lie dead, are somewhere or go on behind an aside."""
    sentence = scene.sentence
    words = sentence.words
    draft = drafts[number]
    at, behind = draft.anchor, sentence.at(draft.end)
    if draft.kind in _GONE:
        if words[behind : behind + 1] != [] and (
            words[behind] in _STAYED or words[behind : behind + 2] in (["who", "live"], ["who", "lived"])
        ):
            draft.kind = "population"  # "60,000 were uprooted, and 400,000 remained there"
    elif draft.kind == "population":
        tail = words[behind : behind + 9]
        buried = [k for k in range(len(tail) - 2) if tail[k] in _UNDER and tail[k + 2] in _RUBBLE]
        if (buried and "alive" not in tail) or ("dead" in tail and "be" in tail):
            draft.kind = "casualties"  # "100 remained under the debris", "90 people they believed to be dead"
        elif not _RESIDENTS.isdisjoint(words[at:behind]):
            went = next((t for k, t in sentence.triggers if behind < k <= behind + _REACH and words[k - 1] == ","
                         and t.form == "move" and t.kind in _GOING), None)  # fmt: skip
            if went is not None:  # "1,000 residents of X, including 150 patients, arrived in Y"
                for one in drafts[number:]:
                    if one is draft or one.part_of is draft:
                        one.kind = went.kind
    elif draft.kind == "other" and words[draft.word : draft.word + 1] == words[at : at + 1]:
        lead = words[max(0, at - 4) : at]
        listed = number > 0 and drafts[number - 1].kind == "population" and lead[-1:] == ["and"]
        if listed or any(lead[k] == "there" and lead[k + 1] in _WERE for k in range(len(lead) - 1)):
            draft.kind = "population"  # "there were 110 patients and 60 nurses in one building"
            for one in drafts[number + 1 : number + 2]:
                if one.kind == "other" and words[one.anchor - 1] == "from" and words[one.anchor - 2] in _CHANGED:
                    one.kind = draft.kind  # "there are now 300 people in the cellar, down from 1,000"


def _carries_goods(words: list[str], draft: Draft) -> bool:
    """Whether goods are carried somewhere: aid that comes, and nobody who goes."""
    near = words[draft.anchor : draft.anchor + 4]
    verb = words[draft.word + 1] if words[draft.word] in _BEEN else words[draft.word]
    return verb.startswith(_CARRYING) and not GOODS.isdisjoint(near)


def _settle_way(scene: Scene, before: Draft, draft: Draft) -> None:
    """Tell goods and their lorries one kind, and those who are to be fetched where the vehicles came to.

    "Flour was brought to X by 46 lorries"; "ten ambulances arrived in X to fetch 150 wounded".
    """
    things = before.unit == draft.unit == "other" and before.word == draft.word
    if things and before.kind == "arrival" != draft.kind and before.destination == draft.destination:
        draft.kind = before.kind
    if draft.unit in PEOPLE and before.unit not in PEOPLE and before.destination and not draft.origin:
        words, behind = scene.sentence.words, scene.sentence.at(draft.end)
        joined = "and" in words[before.anchor : draft.anchor] and before.word < draft.word < draft.anchor
        if joined and words[behind : behind + 1] == ["out"] and draft.kind == "departure" and not draft.destination:
            draft.origin = list(before.destination)  # "took 70 tonnes of flour to X and brought 17 wounded out"
    fetched = draft.unit in PEOPLE and draft.kind == "departure" and draft.modality == "planned"
    if not fetched or draft.origin or draft.holder is not None or before.unit in PEOPLE or not before.destination:
        return
    words = scene.sentence.words
    near = before.word < draft.word < draft.anchor and scene.sentence.between(before.word, draft.word) < _PURPOSE
    goal = {s.name for s in before.destination}
    if near and words[draft.word - 1] == "to" and goal.isdisjoint(s.name for s in draft.destination):
        draft.origin = list(before.destination)


def _settle_struck(scene: Scene, draft: Draft) -> None:
    """Tell the dead where they were struck.

    "Five died and eleven were hurt when shells hit a clinic in X", "when shells hit X", ", in shelling of X".
    """
    sentence = scene.sentence
    words = sentence.words
    arms = [(k, t) for k, t in sentence.triggers if t.kind == "attack"]
    nouns = {k for k, t in arms if t.form == "noun" or words[k].endswith("ing")}
    opened = next(
        (
            k
            for k in range(draft.word + 1, len(words))
            if words[k] in _WHEN or (words[k] in _BY_ARMS and not nouns.isdisjoint(range(k + 1, k + 4)))
        ),
        0,
    )
    if not opened or any(words[k] in _OTHER_CLAUSE for k in range(draft.word, opened)):
        return
    struck = [k + t.length for k, t in arms if opened < k <= opened + _REACH]
    near = [s for s in scene.spots if s.first > opened]
    if not struck or len(near) != 1 or near[0].kind == "country":
        return
    first = near[0].first
    hit = any(k <= first and _HIT_LEADS.issuperset(words[k:first]) for k in struck)
    if hit and any(draft.word < s.first < opened for s in scene.spots):
        return
    if hit or (words[first - 1] in _AT and sentence.between(opened, first) < _NEAR):
        draft.place = list(near)


def _not_ahead(words: list[str], draft: Draft) -> list[Spot]:
    """Places of an attack without those that its target was bound for: "burnt five buses on their way to X and Y"."""
    kept: list[Spot] = []
    ahead = -1
    for spot in draft.place:
        lead = words[max(0, spot.first - 3) : spot.first]
        joined = ahead >= 0 and _JOINED.issuperset(words[ahead : spot.first])
        if joined or lead[-2:] in _BOUND or lead[-1:] == ["towards"]:
            ahead = spot.last
        else:
            kept.append(spot)
    return kept


def _from_home(words: list[str], at: int) -> bool:
    behind = words[at : at + _REACH]
    return any(behind[k] == "from" and behind[k + 2].startswith("home") for k in range(len(behind) - 2))


def _a_day(scene: Scene, draft: Draft) -> bool:
    """Whether a figure without a noun is a daily one that another is set against."""
    sentence = scene.sentence
    words = sentence.words
    behind = sentence.at(draft.end)
    if words[behind : behind + 2] != ["a", "day"] or not scene.text[draft.end - 1].isdigit():
        return False
    if words[draft.anchor - 1] in {";", "and"}:  # "33 came; 500 a day came in before the war"
        return draft.kind == "arrival" and words[behind + 2 : behind + 3] in _CAME
    return not _SET_AGAINST.isdisjoint(words[max(0, draft.anchor - 6) : draft.anchor])
