"""Ways told over sentences: "300 people left X. Another 200 were taken to Y", "all three headed to Z"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.anaphors import forget
from geo_ghouta.claims.counted import PEOPLE
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.moods import PLANS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.spots import Spot

_GOING = frozenset(("departure", "displacement"))
_WAYS = frozenset(("departure", "displacement", "arrival"))
_MORE = word_set("another further additional more")
_LAST = word_set("remaining last final second third next same another further")
"""Words before a figure that make it one more of those told of just before."""
_OF_THEM = frozenset(("them", "these", "those", "whom", "which"))
_THEY = word_set("they it we both all")
_NOT_DONE = PLANS | {"denied"}
_WIDE = frozenset(("adm1", "adm2", "adm3", "region"))
"""Kinds of place too wide to be where somebody sets out from unless it is said."""
_BACK = ("return", "go back", "gone back", "went back", "come back", "came back", "going back", "go home", "gone home")
_BACKWARD = ("return", "go", "went", "come", "came")
_DWELLERS = frozenset(("residents", "inhabitants", "citizens", "villagers"))
_ELSEWHERE = frozenset(("elsewhere", "meanwhile", "separately", "further", "also"))
_OWN_WAY = word_set(
    "truck trucks lorry lorries aid relief supplies food monitors observers peacekeepers troops soldiers policemen "
    "police tanks reinforcements staff tonnes tons officers journalists"
)
"""Words of what comes from elsewhere: aid, observers, reinforcements."""
_CARRIED = ("fly", "flew", "flown", "sail", "go", "went", "drive", "drove", "carr", "head", "transport")
"""Verbs of going anywhere, by how they begin: they tell nothing of the place left."""
_TOWARDS = (["towards"], ["toward"])
_SOON, _NOT_LONG, _LONG = 1, 4, 9
_BESIDE = 3
_ABOARD = frozenset(("in", "on", "aboard"))
_ALL = frozenset(("all", "both"))
_THEY_ALL = _ALL | {"they", "everyone", "everybody"}
_FEW = 10
"""Words from the start of a sentence to its verb of going."""


def share_ways(scene: Scene, drafts: list[Draft], earlier: Sequence[list[Draft]]) -> None:
    """Tell movements the way that the words around them give.

    Parameters
    ----------
    scene : Scene
    drafts : list of Draft
        Claims of the sentence.
    earlier : sequence of list of Draft
        Claims of the sentences before, the nearest last.

    Notes
    -----
    Only what the claim's own words leave open is filled, and only from a movement. A sentence that names places of its
    own which no claim uses is left alone unless a word ties its figure to those before ("another 200", "of them").
    ``scene.trail.way`` is left with the way out told last.
    """
    if scene.later is not None:
        forget(scene.later, scene.sorts, [s for d in drafts for s in d.destination])
    moving = [d for d in drafts if d.kind in _WAYS]
    if not moving:
        return
    counted = [d for d in moving if d.unit is not None]
    if counted and not _turns(scene.sentence.words):
        back = [d for group in earlier for d in group if d.kind in _WAYS]
        near = earlier[-1] if earlier else []
        for draft in counted:
            _from_before(scene, draft, drafts, back, near)
    if earlier and scene.spots and scene.sentence.words[0] in _THEY_ALL:
        _onward(scene, moving, earlier[-1])
    _remember(scene, moving)


def _remember(scene: Scene, moving: list[Draft]) -> None:
    """Keep the way of what happened: a later departure without a place of its own goes on along it."""
    going = [d for d in moving if d.origin and d.kind in _GOING and d.modality not in _NOT_DONE]
    if going and not _is_doubtful(scene, going):  # the main clause stands first more often than not
        first = min(going, key=lambda d: d.word)
        if not scene.trail.way or scene.trail.way[0].name != first.origin[0].name:
            scene.trail.way_ends = frozenset()
        scene.trail.way, scene.trail.way_at = tuple(first.origin), scene.index
        scene.trail.way_ends |= {s.name for s in _around(scene, first.origin)}
    for draft in moving:
        if draft.destination:
            scene.trail.way_ends |= {s.name for s in (*draft.destination, *draft.crossing)}


def _is_doubtful(scene: Scene, going: list[Draft]) -> bool:
    """Whether one cannot tell which of two places is the one left: "the X district of Y"."""
    words = scene.sentence.words
    ends = {s.last for d in going for s in d.origin}
    return any(words[s.first - 1] == "of" and s.first - 2 in ends for s in scene.spots)


def _around(scene: Scene, used: Sequence[Spot]) -> list[Spot]:
    """Places said to hold others: "the hospital in X"."""
    words = scene.sentence.words
    ends = [s.last for s in used]
    return [s for s in scene.spots if words[s.first - 1] == "in" and any(0 < s.first - end <= _BESIDE for end in ends)]


def _goes_on(scene: Scene) -> bool:
    """Whether the way out was told just now, or no other place than it and where it leads has been named since."""
    last = scene.earlier_place
    if scene.index - scene.trail.way_at <= _SOON:
        return True
    return last is None or last.kind in _WIDE or last.name in scene.trail.way_ends | {s.name for s in scene.trail.way}


def _from_before(scene: Scene, draft: Draft, drafts: list[Draft], back: list[Draft], near: list[Draft]) -> None:
    words = scene.sentence.words
    here = [d for d in drafts if d.kind in _WAYS and d.anchor < draft.anchor]
    if draft.kind == "arrival" and _goes_back(words, draft.word):
        base = draft.part_of if draft.part_of is not None else None
        if base is not None and not draft.destination and base.kind in _GOING and base.origin:
            draft.destination, draft.origin = list(base.origin), []  # "760,000 fled X, of whom 150,000 have returned"
        return
    if here and draft.unit not in PEOPLE and words[draft.anchor - 1] in _ABOARD:
        riders = here[-1]
        if riders.unit in PEOPLE and riders.kind == draft.kind and riders.modality == draft.modality:
            _ride(draft, riders)  # "31 babies were taken out of X and driven to Y in six ambulances"
            return
    if draft.modality in {"denied", "conditional"}:
        return
    if not _OWN_WAY.isdisjoint(words[max(0, draft.anchor - 2) : draft.anchor + 6]):
        return  # aid and troops come from elsewhere
    if draft.part_of in drafts and draft.part_of is not None and draft.part_of.origin and not draft.destination:
        draft.destination = list(draft.part_of.destination)
        draft.origin = draft.origin or list(draft.part_of.origin)
        return  # "6,000 residents of X had left, 2,000 of them children": the way of their whole
    tied = _is_tied(scene, draft)
    if not tied:
        if draft.scope == "cumulative" or not _DWELLERS.isdisjoint(words[draft.anchor : draft.anchor + 4]):
            return  # residents leave their own town, not the site told of before
        if scene.spots and _is_free(scene, drafts):
            return
    told = [d for d in (*back, *here) if d.modality == draft.modality or d.modality not in _NOT_DONE]
    leaves = draft.kind == "departure" and (tied or not words[draft.word].startswith(_CARRIED))
    if not draft.origin and draft.holder is None and (leaves or _of_those(scene, draft)):
        known = next((d for d in reversed(told) if d.unit is not None and (d.origin or d.holder)), None)
        if known is not None and not _meets(draft, known) and (tied or not _parts_from(draft, known)):
            draft.origin, draft.holder = list(known.origin), known.holder
        elif known is None and scene.trail.way and scene.index - scene.trail.way_at <= (_LONG if tied else _NOT_LONG):
            draft.origin = list(scene.trail.way) if tied or _goes_on(scene) else []
    onward = words[draft.word + 1 : draft.word + 2] in _TOWARDS  # "are moving towards the checkpoints"
    if not draft.destination and not onward and (draft.kind == "arrival" or tied):
        known = next((d for d in reversed(told) if d.destination and (d.unit is not None or d.kind in _GOING)), None)
        ends = known is not None and {s.name for s in known.destination}.isdisjoint(s.name for s in draft.origin)
        if known is not None and ends and (tied or known.kind == "arrival" or known in near):
            draft.destination = list(known.destination)
            if not draft.origin and draft.holder is None and not _meets(draft, known):
                draft.origin, draft.holder = list(known.origin), known.holder


def _is_free(scene: Scene, drafts: list[Draft]) -> bool:
    """Whether a sentence names a place that none of its claims uses."""
    used = [s for d in drafts for s in (*d.origin, *d.destination, *d.crossing)]
    own = {id(s) for s in (*used, *_around(scene, used))}
    return any(id(s) not in own and s.kind != "country" and not scene.is_voiced(s.first) for s in scene.spots)


def _ride(wheels: Draft, people: Draft) -> None:
    """Give the vehicles the way and the day of those who ride in them."""
    if not wheels.origin and wheels.holder is None:
        wheels.origin, wheels.holder = list(people.origin), people.holder
    wheels.destination = wheels.destination or list(people.destination)
    if wheels.when.basis == "unknown":
        wheels.when = people.when


def _turns(words: list[str]) -> bool:
    """Whether a sentence turns to something else: "In exchange, ten buses set out", "Elsewhere, 40 people fled"."""
    if words[:1] == ["in"]:
        return words[1:2] != [] and words[1] in {"exchange", "return", "parallel", "turn"}
    return words[0] in _ELSEWHERE


def _parts_from(draft: Draft, known: Draft) -> bool:
    """Whether two movements lead to different places: "300 reached X from Y. Before, 45 buses set out for Z"."""
    ends = {s.name for s in known.destination}
    arrived = known.kind == "arrival" and bool(ends and draft.destination)
    return arrived and ends.isdisjoint(s.name for s in draft.destination)


def _meets(draft: Draft, known: Draft) -> bool:
    """Whether a movement would end where it began."""
    return bool({s.name for s in draft.destination} & {s.name for s in known.origin})


def _is_tied(scene: Scene, draft: Draft) -> bool:
    """Whether words tie a figure to the movement told just before."""
    words = scene.sentence.words
    first = draft.anchor
    if not _LAST.isdisjoint(words[max(0, first - 2) : first + 1]):
        return True
    near = words[max(0, first - 1) : first + 3]
    if not _MORE.isdisjoint(near) and any(w in _MORE and near[k + 1 : k + 2] != ["than"] for k, w in enumerate(near)):
        return True
    return _of_those(scene, draft) or (draft.word < draft.anchor and words[max(0, draft.word - 1)] in _THEY)


def _of_those(scene: Scene, draft: Draft) -> bool:
    """Whether a figure counts some of those told of before: "60 of them", "of these, 60"."""
    words = scene.sentence.words
    last = scene.sentence.at(draft.end)
    if words[last : last + 1] == ["of"] and not _OF_THEM.isdisjoint(words[last + 1 : last + 2]):
        return words[last + 2 : last + 3] not in (["who"], ["that"])  # "3,000 of those who left X": told anew
    lead = words[max(0, draft.anchor - 3) : draft.anchor]
    return "of" in lead and not _OF_THEM.isdisjoint(lead[-2:])


def _goes_back(words: list[str], word: int) -> bool:
    return words[word].startswith(_BACKWARD) and " ".join(words[word : word + 2]).startswith(_BACK)


def _onward(scene: Scene, moving: list[Draft], before: list[Draft]) -> None:
    """Give the destination of "All three headed to X" to the departures of the sentence before."""
    words = scene.sentence.words
    told = [d for d in moving if d.destination and (d.unit is None or words[0] in _ALL) and d.word < _FEW]
    if len(told) != 1:
        return
    for draft in before:
        if draft.kind in _GOING and draft.unit is not None and not draft.destination:
            draft.destination = list(told[0].destination)
