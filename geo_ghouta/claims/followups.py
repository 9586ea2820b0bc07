"""Figures told by what went before them: "five more buses followed on Monday", "the remaining 400 would follow"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.elliptic import told_before
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.nouns import UNIT_OF
from geo_ghouta.numbers.lexicon import NOUNS

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene

_FOLLOW = frozenset(("follow", "followed", "following"))
_AHEAD = word_set(
    "will would to should had have has were was and also soon then are is expected due set scheduled likely"
)
_ALONE = word_set(
    "on in at by . , ; later soon shortly today tomorrow yesterday overnight early late next afterwards within during "
    "monday tuesday wednesday thursday friday saturday sunday this and while from through"
)
"""Words behind a "follow" that has nobody for its object."""
_LOADS = frozenset(("with", "carrying"))
_REACH = 6
_LISTED = frozenset((",", "and"))
_LIST = 4


def follow_base(scene: Scene, last: int, unit: str) -> Draft | None:
    """The movement that a figure goes on with: "300 people left X. Five more buses with 200 people followed".

    Parameters
    ----------
    scene : Scene
    last : int
        Word behind the figure with its noun.
    unit : str

    Returns
    -------
    Draft or None
        None where nobody follows, or no movement was told before.
    """
    words = scene.sentence.words
    if _FOLLOW.isdisjoint(words) or not (unit in PEOPLE or unit in {"buses", "groups", "other"}):
        return None
    at = last
    if words[at : at + 1] != [] and words[at] in _LOADS:  # "five buses with 350 people followed"
        at = next((k for k in range(at, min(len(words), at + _REACH)) if words[k] in _FOLLOW), at)
    while at < len(words) and words[at] in _AHEAD and at - last < _REACH:
        at += 1
    if words[at : at + 1] == [] or words[at] not in _FOLLOW or "," in words[last:at]:
        return None
    if words[at + 1 : at + 2] != [] and words[at + 1] not in _ALONE:
        return None  # "200 people followed the coffins"
    told = [d for d in (scene.drafts or told_before(scene)) if d.kind in MOVING and d.unit is not None]
    if scene.drafts and not told:
        told = [d for d in told_before(scene) if d.kind in MOVING]
    return told[-1] if told else None


def unit_ahead(scene: Scene, base: Draft, unit: str) -> str:
    """Unit of a bare figure that goes on with another: of a share, that of its whole ("80 percent of the fighters")."""
    if base.unit != "percent":
        return base.unit or unit
    behind = scene.sentence.at(base.end) if base in scene.drafts else 0
    words = scene.sentence.words[behind : behind + _LIST] if behind else []
    return next((UNIT_OF[w] for w in words if w in UNIT_OF), unit)


def listed_part(scene: Scene, first: int, unit: str) -> Draft | None:
    """The whole whose parts a list goes on to name: "They included 430 children, 320 women and 141 elderly men"."""
    if unit not in PEOPLE or not scene.drafts or scene.sentence.words[max(0, first - 1)] not in _LISTED:
        return None
    before = scene.drafts[-1]
    whole = before.part_of
    if whole is None or before.unit not in PEOPLE or first - before.anchor > _LIST:
        return None
    between = scene.sentence.words[scene.sentence.at(before.end) : first]
    return whole if all(w in _LISTED or w in NOUNS for w in between) else None
