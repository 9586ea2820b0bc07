"""What figures of one sentence tell one another: whose date a date is, whose buses, whose pocket."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.counted import MOVING, PEOPLE, THINGS
from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.spots import Spot

_OUT = frozenset(("of", "from"))
_INSIDE = frozenset(("in", "inside", "at"))
SET_AGAINST = frozenset((w, "from") for w in ("down", "up", "rising", "rose", "risen", "fallen", "fell")) | {
    ("compared", "with"),
    ("compared", "to"),
}
"""Words before a figure of another day: "4,000 a day, down from 15,000 in May"."""
_SWAPS = frozenset(("exchange", "return"))
_AGAINST = frozenset(pair[0] for pair in SET_AGAINST)
_AVERAGE = word_set(
    "a an the daily weekly monthly average of peak high low record about some nearly over estimated total"
)
_PAIR = 2
_ON = frozenset(("on", "in", "by"))
_LEADING = word_set(", there were was only just some about another it at least more than nearly over")
_WHOSE = frozenset(("them", "whom", "those", "these"))
_DEAD = frozenset(("dead", "bodies", "corpses", "martyrs"))
_HURT = frozenset(("wounded", "injured"))
_SUBJECTS = frozenset(("it", "they", "he", "she", "we", "i", "the", "its", "their"))
_WAS = frozenset(("was", "were", "had", "used"))
_LISTED = 3
"""A whole and two parts at least."""
_LEAD = 4
_NEARLY = 0.9
_THIN = word_set("of them those whom on in and more others late early people")


def set_against(words: list[str], first: int) -> bool:
    """Whether a figure is set against another: "down from 15,000", "up from a daily average of 900"."""
    while first > 2 and words[first - 1] in _AVERAGE:
        first -= 1
    return tuple(words[max(0, first - 2) : first]) in SET_AGAINST


def bind_dates(scene: Scene, numbers: list[Any]) -> dict[int, int]:
    """Dates that stand directly behind a figure, each with its own: "5,200 on Sunday and 900 on Saturday"."""
    out: dict[int, int] = {}
    if not numbers or not scene.moments:
        return out
    sentence = scene.sentence
    words = sentence.words
    owned = _of_whole(scene, numbers) if len(numbers) > 1 else out
    if owned:
        return owned
    parted = len(numbers) > 1 and not _WHOSE.isdisjoint(words)
    if (len(numbers) == 1 or len(scene.moments) == 1) and not parted and _AGAINST.isdisjoint(words):
        return out  # one figure and one day: nothing to tell apart
    opening = _opening_days(scene, numbers)
    if opening:
        return opening
    against = False
    ends = [sentence.at(max(n.end, n.unit_end or 0)) for n in numbers]
    for moment in scene.moments:
        before = next((k for k in range(len(ends) - 1, -1, -1) if ends[k] <= moment.first), -1)
        between = words[ends[before] : moment.first]
        if before >= 0 and _THIN.issuperset(between):
            first = out[moment.first] = sentence.at(numbers[before].start)
            against = against or tuple(words[max(0, first - 2) : first]) in SET_AGAINST
            # "28,000 have been wounded, 12,000 of them since May": the whole has no day
            against = against or (before > 0 and between[:1] == ["of"] and not _WHOSE.isdisjoint(between))
            # "12 people died on Monday and nine on Tuesday"
            against = against or any(ends[before - 1] <= m.first < first for m in scene.moments if before > 0)
    return out if against or len(set(out.values())) > 1 else {}


def _of_whole(scene: Scene, numbers: list[Any]) -> dict[int, int]:
    """A date in the clause of a whole is not its part's: "19 of the 20 clinics that it was running a week ago"."""
    out: dict[int, int] = {}
    sentence = scene.sentence
    for number in numbers:
        if number.part_of is None or number.start > number.part_of[0]:
            continue
        whole = next((n for n in numbers if (n.start, n.end) == number.part_of), number)
        then = sentence.at(max(whole.end, whole.unit_end or 0))
        for moment in scene.moments:
            between = sentence.words[then : moment.first]
            if (
                between
                and not _SUBJECTS.isdisjoint(between[:2])
                and not _WAS.isdisjoint(between)
                and "," not in between
            ):
                out[moment.first] = sentence.at(whole.start)
    return out


def _opening_days(scene: Scene, numbers: list[Any]) -> dict[int, int]:
    """Dates that each stand right before a figure: "on 4 July 300 came, on 10 July there were 40"."""
    words = scene.sentence.words
    if len(numbers) < _PAIR or len(scene.moments) < _PAIR or scene.moments[0].first > 1:
        return {}
    out: dict[int, int] = {}
    starts = [scene.sentence.at(n.start) for n in numbers]
    for moment in scene.moments:
        ahead = next((s for s in starts if s >= moment.last), -1)
        if ahead < 0 or words[moment.first - 1] not in _ON or not _LEADING.issuperset(words[moment.last : ahead]):
            return {}
        out[moment.first] = ahead
    return out


def share_buses(scene: Scene) -> None:
    """Tell people's claims the buses that are named with them."""
    buses = [d for d in scene.drafts if d.unit == "buses" and d.value is not None]
    if not buses:
        return
    for draft in scene.drafts:
        if draft.unit in PEOPLE and draft.kind in MOVING and draft.part_of is None:
            for one in buses:
                if one.word == draft.word and {one.kind, draft.kind} == {"departure", "arrival"}:
                    one.kind = draft.kind  # "escorted 1,300 people back to X in 38 buses"
            same = [b for b in buses if b.kind == draft.kind and scene.sentence.between(b.anchor, draft.anchor) <= 3.0]
            if len(same) == 1 and same[0].value is not None:
                draft.buses = int(same[0].value)


def share_exchange(scene: Scene, drafts: list[Draft]) -> None:
    """Give the other half of a swap its day: "freed 13 on Saturday, and 39 were let go in exchange"."""
    if len(scene.moments) != 1 or len(drafts) < 2:
        return
    words = scene.sentence.words
    if _SWAPS.isdisjoint(words):
        return
    swaps = [k for k in range(len(words) - 1) if words[k] == "in" and words[k + 1] in _SWAPS]
    freed = [d for d in drafts if d.kind == "prisoners" and d.unit is not None]
    days = {(d.when.date_from, d.when.date_to) for d in freed if d.when.date_from is not None}
    if not swaps or len(days) != 1:
        return
    when = next(d.when for d in freed if d.when.date_from is not None)
    for draft in freed:
        if draft.when.basis == "unknown" and draft.modality == "happened":
            draft.when = when


def share_origin(scene: Scene, drafts: list[Draft]) -> None:
    """Tell departures the way out that the sentence names with its noun, or with who saw them go.

    "The evacuation of X stopped after 300 people had been taken out"; "a reporter inside X saw ten buses leave".
    """
    if not scene.spots:
        return
    going = [d for d in drafts if d.kind == "departure" and not d.origin and d.holder is None and d.unit is not None]
    if not going:
        return
    sentence = scene.sentence
    words = sentence.words
    found: list[Spot] = []
    for at, trigger in sentence.triggers:
        if trigger.kind == "departure" and trigger.form == "noun":
            behind = at + trigger.length
            lead = words[at + trigger.length - 1 : behind + 2]
            found += [s for s in scene.spots if behind <= s.first <= behind + 2 and not _OUT.isdisjoint(lead)]
    for at, group in sentence.says:
        if group == "witness":
            found += [s for s in scene.spots if 0 < s.first < at and words[s.first - 1] in _INSIDE and at - s.last <= 2]
    for draft in going:
        near = [s for s in found if not s.relation and s.kind != "country"]
        if len(near) == 1 and near[0] not in (*draft.destination, *draft.crossing) and draft.anchor > near[0].last:
            draft.origin = [near[0]]


def share_list(scene: Scene, drafts: list[Draft]) -> None:
    """Parts listed behind a colon that make up the figure before it: "24 captives were freed: 13 women and 11 men"."""
    words = scene.sentence.words
    if len(drafts) < _LISTED or ":" not in words:
        return
    colon = words.index(":")
    said = any(colon - _LEAD <= at < colon for at, group in scene.sentence.says if group != "found")
    before = [d for d in drafts if d.anchor < colon and d.unit in PEOPLE and d.part_of is None]
    if said or not before or before[-1].value is None:
        return
    whole, total = before[-1], before[-1].value
    parts = [d for d in drafts if d.anchor > colon and d.unit in PEOPLE and _goes_with(d, whole)]
    summed = sum(d.value or 0.0 for d in parts)
    if len(parts) < _LISTED - 1 or not total * _NEARLY <= summed <= total / _NEARLY:
        return
    whole.destination = [spot for spot in whole.destination if spot.first < colon]  # where only some of them went
    for part in parts:
        part.part_of = whole
        _adopt(part)
        part.destination = [spot for spot in part.destination if not colon < spot.first < part.anchor]
        if part.unit == "people" and scene.text[part.end - 1].isdigit():  # "10,000 civilians fled: 6,000 to X, ..."
            part.unit = whole.unit
        if part.when.basis == "unknown":
            part.when = whole.when


def _goes_with(part: Draft, whole: Draft) -> bool:
    """Whether a figure behind a colon can be a part of the one before it: of its kind, or of none of its own."""
    return part.part_of is None and (part.kind == whole.kind or _is_untold(part))


def _is_untold(draft: Draft) -> bool:
    """Whether no word of the sentence tells the kind of a figure."""
    return draft.kind == "other" and draft.word == draft.anchor


def _adopt(part: Draft) -> None:
    """Tell a part what its whole is told: "900 people left: 300 men and 600 women"."""
    whole = part.part_of
    if whole is not None and _is_untold(part):
        part.kind, part.modality = whole.kind, whole.modality
        part.origin, part.destination = list(whole.origin), list(whole.destination)


def adopt_parts(drafts: list[Draft]) -> None:
    """Tell parts that no word governs what their wholes are told: "300 dead, of whom 50 women and 70 children"."""
    for draft in drafts:
        if draft.part_of in drafts and _is_untold(draft):
            _adopt(draft)
            if draft.when.basis == "unknown" and draft.part_of is not None:
                draft.when, draft.scope = draft.part_of.when, draft.part_of.scope


def share_things(scene: Scene, drafts: list[Draft]) -> None:
    """Part of things are things, whatever their figure stands alone: "800 shafts, 500 of which were destroyed"."""
    words = scene.sentence.words
    if "which" not in words:
        return
    for before, draft in itertools.pairwise(drafts):
        behind = words[draft.anchor + 1 : draft.anchor + 4]
        of_which = any(behind[k : k + 2] == ["of", "which"] for k in range(2))
        if of_which and draft.unit == "people" and before.unit in THINGS and before.anchor < draft.anchor:
            draft.unit = before.unit


def share_harm(scene: Scene, drafts: list[Draft]) -> None:
    """The dead who are brought somewhere go nowhere, nor do the wounded told beside them.

    "They had received 100 dead and 230 wounded", "13 bodies, seven of them of children, were brought to the hospital".
    """
    if _DEAD.isdisjoint(scene.sentence.words):
        return
    moved = [d for d in drafts if d.kind in MOVING and d.unit in PEOPLE]
    for draft in moved:
        told = [d for d in (draft, draft.part_of) if d is not None and (d is draft or d.kind == "casualties")]
        if any(not _DEAD.isdisjoint(scene.text[d.start : d.end].lower().split()) for d in told):
            draft.kind, draft.origin, draft.destination = "casualties", (), ()
    if any(d.kind == "casualties" for d in moved):
        for draft in moved:
            if draft.kind == "arrival" and not _HURT.isdisjoint(scene.text[draft.start : draft.end].lower().split()):
                draft.kind, draft.origin, draft.destination = "casualties", (), ()


def part_clauses(scene: Scene, drafts: list[Draft]) -> None:
    """Let a figure that opens its own clause be no part: "427 people, 88 of them children; 82 died in the west"."""
    words = scene.sentence.words
    if ";" not in words:
        return
    for draft in drafts:
        at = draft.anchor
        if draft.part_of in drafts and at and words[at - 1] == ";" and _WHOSE.isdisjoint(words[at : at + 6]):
            draft.part_of = None


def share_scope(drafts: list[Draft]) -> None:
    """A part of a running total is one too: "200 people had been killed, 10 of them children"."""
    for draft in drafts:
        whole = draft.part_of
        if whole is None or draft.kind != whole.kind or whole.scope != "cumulative" or draft.scope != "event":
            continue
        if draft.when.date_from is None or draft.when == whole.when:  # "6,100 of them on Sunday": a day's own
            draft.scope = whole.scope


def share_holder(drafts: list[Draft]) -> None:
    """A spokesman speaks of the ground his group holds; figures beside his in one sentence count the same people."""
    moving = [d for d in drafts if d.unit is not None and d.kind in MOVING]
    if not moving:
        return
    for draft in moving:
        if (
            draft.holder is None
            and not draft.origin
            and draft.speaker_actor
            and draft.modality in {"planned", "expected", "conditional"}
        ):
            draft.holder = draft.speaker_actor
    known = next((d.holder for d in moving if d.holder), None)
    for draft in moving:
        if draft.holder is None and not draft.origin and draft.kind == "departure" and known is not None:
            draft.holder = known
