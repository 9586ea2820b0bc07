"""What the sentences before tell a claim: the day and the way out of an event that another speaker counts too."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.moods import PLANS
from geo_ghouta.claims.timing import NO_DATE, When

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.spots import Spot

REACH = 2
"""Sentences back that a day may be carried from, where both name the same place."""
REACH_WORDS = 5
"""Words between a count of people and the buses that carry them."""
_COUNTED = PEOPLE | {"buses"}
_ANOTHER = frozenset(("another",))
_OTHERS = frozenset(("others", "more", "another", "further"))
_ANOTHER_BLOW = frozenset(("while", "since", "elsewhere", "separate", "but", "earlier", "later", "before"))
"""Words by which a sentence tells of more than one blow, or of more than its day."""
_TALLIED = frozenset(("counted", "counts", "recorded", "registered", "documented", "tallied", "listed"))
_HIT = frozenset(("casualties",))
_DONE = ("event", "happened")
_COUNTED_MOVES = frozenset(("departure", "arrival"))
_SAID_AMOUNT = frozenset(
    (
        "counted", "counts", "estimated", "estimates", "reported", "recorded", "registered", "documented", "gave",
        "spoke", "speaks", "said", "says", "put", "puts", "cited", "listed", "tallied", "names", "named",
    )
)  # fmt: skip
_FINITE = frozenset(("had", "have", "has", "were", "was", "are", "is", "will", "would", "came", "come", "did"))
_SOFT = frozenset(("of", "about", "around", "some", "nearly", "over", "than", "more", "at", "least", "only", "almost"))


def share_between(scene: Scene, drafts: list[Draft], earlier: Sequence[list[Draft]]) -> None:
    """Carry kind, place and day to a rival count of the event told just before, and a day to the same departure.

    Parameters
    ----------
    scene : Scene
    drafts : list of Draft
        Claims of the sentence, with their speakers.
    earlier : sequence of list of Draft
        Claims of the sentences before, the nearest last.

    Notes
    -----
    "On Monday 6,749 people left, the army said. The network counted 6,768 people in 105 buses": the second
    sentence counts the same event and names no day of its own. Nothing is carried over a day of the sentence's own,
    from a plan to what happened, to another place, or where the sentences before tell more than one day.
    """
    counted = [d for d in drafts if d.unit is not None]
    if not counted:
        return
    for draft in counted:
        if draft.unit == "percent" and draft.speaker is not None and not (draft.place or draft.origin or draft.holder):
            told = earlier[-1] if earlier else []
            _place_of_rival(draft, [*told, *(d for d in drafts if d.anchor < draft.anchor)])
    for draft in counted if earlier else ():
        ungoverned = draft.kind == "other" and draft.unit in _COUNTED and draft.word == draft.anchor
        if ungoverned and _counts_only(scene, draft):
            _as_rival(draft, [d for group in earlier[-REACH:] for d in group])
    if len(drafts) > 1:
        if len(scene.moments) == 1:
            _share_others(scene, drafts)
            _share_toll(scene, drafts)
            if not scene.bound:
                _share_pair(scene, drafts)
        _share_rivals(scene, drafts)
    if scene.sentence.words[0] == "of" and scene.moments:
        _share_opening(scene, counted)
    if not earlier:
        return
    _share_next(scene, counted, earlier[-1])
    for moment in scene.moments:
        if moment.span.date_from is not None:
            return
    back = [d for group in earlier[-REACH:] for d in group]
    for draft in counted:
        if draft.when.basis != "unknown" or draft.unit not in _COUNTED or draft.kind not in _COUNTED_MOVES:
            continue
        if draft.part_of is not None:
            continue  # of its whole's day
        near = [d for d in earlier[-1] if _one_event(d, draft) and _rivals(d, draft)]
        if draft.origin and not _ongoing(scene, draft):
            near = near or [d for d in back if d.origin and d.unit is None and _one_event(d, draft)]
        _date_from(draft, near)
    _share_within(scene, drafts)


def _place_of_rival(draft: Draft, told: list[Draft]) -> None:
    """A share of the same that another speaker puts otherwise: "60 percent of X is ours, A said; B says 40 percent"."""
    for one in reversed(told):
        if one.unit != "percent" or one.kind != draft.kind or one.speaker in {None, draft.speaker}:
            continue
        if (one.modality in PLANS) == (draft.modality in PLANS) and one.part_of is None and draft.part_of is None:
            draft.origin, draft.place, draft.holder = one.origin, one.place, one.holder
        return


def _share_pair(scene: Scene, drafts: list[Draft]) -> None:
    """A day for both of a pair that one verb counts: "allowed five buses and two ambulances to leave on Sunday"."""
    for one, other in itertools.pairwise(drafts):
        behind = scene.sentence.at(other.end)
        if scene.sentence.words[behind : behind + 1] == ["since"]:
            continue  # "30 died on Monday, and 3,000 since the war began"
        near = other.kind == "casualties" and 0 < other.anchor - one.word <= REACH_WORDS
        if (
            (one.word == other.word or near)
            and one.kind == other.kind
            and one.unit is not None
            and other.unit is not None
        ):
            if other.when.basis == "unknown" and one.when.date_from is not None:
                other.when = one.when
            elif one.when.basis == "unknown" and other.when.date_from is not None and one.scope == other.scope:
                one.when = other.when


def _share_others(scene: Scene, drafts: list[Draft]) -> None:
    """The day of a blow for all whom it hit: "31 were killed when a shell fell on Sunday; 20 others were wounded"."""
    words = scene.sentence.words
    for one, other in itertools.pairwise(drafts):
        same = one.kind == other.kind and one.kind in {"casualties", "departure"}
        hurt = same and other.when.basis == "unknown" and other.part_of is None
        if not hurt or one.when.date_from is None or one.when.cumulative or other.scope != "event":
            continue
        beside = _OTHERS if one.kind == "casualties" else _ANOTHER
        if one.speaker == other.speaker and beside & set(words[max(0, other.anchor - 1) : other.anchor + 4]):
            other.when = one.when


def _share_toll(scene: Scene, drafts: list[Draft]) -> None:
    """The day of a blow for the others it hit: "killed 192 on Monday; 105 were missing and 290 hurt"."""
    words = scene.sentence.words
    if not _ANOTHER_BLOW.isdisjoint(words):
        return
    for one, other in itertools.pairwise(drafts):
        when = one.when
        if other.when.basis != "unknown" or when.date_from is None or when.cumulative or one.speaker != other.speaker:
            continue
        if words[other.anchor - 1] not in {"and", ";"} or "event" not in (one.scope, other.scope):
            continue
        behind = words[scene.sentence.at(other.end) :][:1]
        short = behind != [] and behind[0].endswith(("ed", "hurt")) and words[other.anchor - 1] == "and"
        # "were screened on Sunday and 22 detained": one clause
        alike = (one.kind == other.kind == "casualties") or (short and scene.moments[0].first < other.anchor)
        if alike and other.part_of is None and other.modality == one.modality and other.scope == "event":
            other.when = when


def _share_opening(scene: Scene, counted: list[Draft]) -> None:
    """The day that owns the whole, for its parts: "Of Sunday's evacuees, 210 were women and 180 were children"."""
    moment = scene.moments[0]
    if moment.first > 1 or scene.sentence.words[moment.last : moment.last + 1] != ["'s"]:
        return
    span = moment.span
    for draft in counted:
        if draft.when.basis == "unknown" and draft.modality == "happened":
            draft.when = When(span.date_from, span.date_to, span.text, span.basis, span.precision)


def _share_next(scene: Scene, counted: list[Draft], before: list[Draft]) -> None:
    """The day for others told in the next sentence: "Thirteen died on Monday. Fifteen others were hurt"."""
    words = scene.sentence.words
    if scene.moments or _OTHERS.isdisjoint(words[:5]):
        return
    gone = words[0] == "another" or words[:2] == ["a", "further"]  # "900 left X on Friday. Another 40 reached Y"
    alike = MOVING if gone and any(d.kind in MOVING for d in before) else _HIT
    days = {d.when for d in before if d.kind in alike and d.modality == "happened" and d.when.date_from is not None}
    day = next(iter(days)) if len(days) == 1 else None
    if day is None or day.cumulative or day.precision not in {"day", "part_of_day"}:
        return
    for draft in counted:
        if draft.kind in alike and draft.when.basis == "unknown" and (draft.scope, draft.modality) == _DONE:
            draft.when = day


def _share_rivals(scene: Scene, drafts: list[Draft]) -> None:
    """What a speaker's figure tells, for another's in one sentence: "1,300 left X on Friday, while Y said 1,500"."""
    for at, draft in enumerate(drafts):
        if draft.when.basis == "unknown" and draft.unit in _COUNTED and at and _counts_only(scene, draft):
            one = drafts[at - 1]
            tallied = not _TALLIED.isdisjoint(scene.sentence.words[max(0, draft.anchor - 3) : draft.anchor])
            if tallied and one.when.cumulative and (one.kind, one.unit) == (draft.kind, draft.unit):
                draft.when, draft.scope = (
                    one.when,
                    one.scope,
                )  # "20,000 have fled since May; the Red Cross counted 11,450"
                continue
        if draft.kind not in _COUNTED_MOVES or draft.when.basis != "unknown" or draft.unit not in _COUNTED:
            continue
        rivals = [d for d in drafts[:at] if _one_event(d, draft) and _rivals(d, draft)]
        if not rivals:
            continue
        draft.when = rivals[-1].when
        if not draft.origin and not draft.destination and draft.holder is None:
            draft.origin, draft.destination, draft.holder = (
                rivals[-1].origin,
                rivals[-1].destination,
                rivals[-1].holder,
            )


def _share_within(scene: Scene, drafts: list[Draft]) -> None:
    """The buses of a carried count, and its parts, are of its day: "6,768 people left in 105 buses"."""
    dated = [d for d in drafts if d.when.date_from is not None]
    if not dated:
        return
    for draft in drafts:
        if draft.when.basis != "unknown" or draft.unit is None:
            continue
        near = [d for d in dated if d is draft.part_of or 0 < draft.anchor - d.anchor <= REACH_WORDS]
        for one in near:
            same = one.kind == draft.kind and one.modality == draft.modality
            if same and (one is draft.part_of or scene.sentence.between(one.anchor, draft.anchor) < 1.0):
                draft.when = one.when
                break


def _counts_only(scene: Scene, draft: Draft) -> bool:
    """Whether the sentence gives a number and no verb of its own: "the network counted 3,124 people in 57 buses"."""
    words = scene.sentence.words
    behind = scene.sentence.at(draft.end)
    if not _FINITE.isdisjoint(words[behind : behind + 4]) or words[behind : behind + 1] == ["who"]:
        return False  # "said 41,000 people had come from ...": another event
    at = draft.anchor - 1
    while at >= 0 and words[at] in _SOFT:
        at -= 1
    if words[draft.anchor] in _SAID_AMOUNT or (at >= 0 and words[at] in _SAID_AMOUNT):
        return True
    rival = [d for d in scene.drafts if d is not draft and d.anchor < draft.anchor and d.unit in _COUNTED]
    return bool(rival) and words[draft.anchor - 1] in {"in", "and", "or", "aboard"} and rival[-1].kind != draft.kind


def _as_rival(draft: Draft, before: list[Draft]) -> None:
    told = [d for d in before if d.unit == draft.unit and d.kind in MOVING and d.part_of is None]
    kinds = {d.kind for d in told}
    if len(kinds) != 1 or draft.speaker is None or draft.modality in PLANS or told[-1].modality in PLANS:
        return
    whole = told[-1]
    if not _of_one_size(whole, draft):
        return
    draft.kind = whole.kind
    if not draft.origin and not draft.destination and draft.holder is None:
        draft.origin, draft.destination, draft.holder = whole.origin, whole.destination, whole.holder
        draft.place = ()


def _one_event(one: Draft, other: Draft) -> bool:
    """Whether two claims can be counts of one event."""
    return (
        one.kind == other.kind
        and one.scope == other.scope == "event"
        and one.modality not in PLANS
        and other.modality not in PLANS
        and _same_place(one.origin, other.origin)
        and (one.holder == other.holder or other.holder is None or other.origin != ())
    )


def _rivals(one: Draft, other: Draft) -> bool:
    """Whether two named speakers count the same: one unit, figures of one size, no other place to go to."""
    if one.speaker is None or other.speaker is None or one.speaker == other.speaker or one.unit != other.unit:
        return False
    if not _of_one_size(one, other):
        return False
    return _same_place(one.destination, other.destination) and other.part_of is None and one.part_of is None


def _of_one_size(one: Draft, other: Draft) -> bool:
    """Whether two figures can be counts of one thing: neither is near twice the other."""
    return one.value is not None and other.value is not None and 0.6 <= one.value / max(other.value, 1.0) <= 1.7


def _ongoing(scene: Scene, draft: Draft) -> bool:
    """Whether the verb tells a running total: "5,000 people have left"."""
    words = scene.sentence.words
    return not {"have", "has", "had", "so"}.isdisjoint(words[max(0, draft.word - 3) : draft.word + 1])


def _same_place(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Same origin, or none told by the later claim."""
    return not other or {s.name for s in one} == {s.name for s in other}


def _date_from(draft: Draft, near: list[Draft]) -> None:
    days = {(d.when.date_from, d.when.date_to) for d in near if d.when is not NO_DATE and d.when.date_from is not None}
    if len(days) != 1:
        return
    source = next(d for d in reversed(near) if d.when.date_from is not None)
    if source.when.precision in {"day", "part_of_day"} and not source.when.cumulative:
        draft.when = source.when
