"""Kinds and units that only the company of a figure settles, once all figures of a sentence are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import PEOPLE, THINGS

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene

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
        if draft.unit in PEOPLE:
            _settle_folk(scene, drafts, number)
        if not number:
            continue
        before = drafts[number - 1]
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
    return not _SET_AGAINST.isdisjoint(words[max(0, draft.anchor - 6) : draft.anchor])
