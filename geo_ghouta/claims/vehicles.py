"""Parts of counted vehicles and things: "29 buses came, and six of them were burned", "two of them broke down"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.nouns import UNIT_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Draft, Scene

_THINGS = frozenset(("buses", "other"))
_LONG = 5
_HARMED = word_set(
    "burned burnt destroyed damaged torched shelled hit bombed struck wrecked looted ablaze alight blown attacked"
)
_WAY = frozenset(("from", "to", "with", "carrying", "in", "on", "for", "into", "bound", "full", "empty"))
_HELPERS = word_set("were was had have has are is been being later then also still reportedly")


def tell_vehicles(scene: Scene, drafts: Sequence[Draft]) -> None:
    """Count the unit of the vehicles told before in "three of them", and tell what befell these.

    Parameters
    ----------
    scene : Scene
    drafts : sequence of Draft
        Of the sentence, in order; those that are parts of vehicles are changed in place.
    """
    sentence = scene.sentence
    words = sentence.words
    if "them" not in words:
        return
    told = [d for d in scene.before.drafts if d.unit is not None] if scene.before is not None else []
    for index, draft in enumerate(drafts):
        if draft.value is None or draft.unit not in {"people", *_THINGS}:
            continue
        whole = drafts[index - 1] if index else told[-1] if told else draft
        first = sentence.at(draft.start)
        at = next((k for k in range(first + 1, first + _LONG) if words[k : k + 2] == ["of", "them"]), 0)
        if "," in words[first:at] or not UNIT_OF.keys().isdisjoint(words[first:at]):
            continue  # "47 orphans, two of them hurt"
        if not at or whole is draft or whole.unit not in _THINGS or whole.value is None or draft.value > whole.value:
            continue
        tail = words[at + 2 : at + 2 + _LONG]
        if any(w in UNIT_OF and UNIT_OF[w] in PEOPLE for w in tail[:2]):
            continue  # "two of them children": not of the vehicles
        draft.unit = whole.unit
        behind = next((k for k in range(at + 2, len(words)) if words[k] not in _HELPERS), len(words))
        if draft.kind not in MOVING or whole.kind not in MOVING or (behind < len(words) and words[behind] in _WAY):
            continue
        if behind == len(words) or any(k == behind and t.kind in MOVING for k, t in sentence.triggers):
            continue
        draft.kind = "other" if _HARMED.isdisjoint(tail) else "infrastructure"
        draft.place = list(whole.destination) if whole.kind == "arrival" else []
        draft.origin, draft.destination, draft.crossing, draft.holder = [], [], [], None
