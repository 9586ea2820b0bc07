"""Figures whose noun was said before: "two groups left Homs, one leaving Hama", "All three headed to Idlib"."""

from __future__ import annotations

import dataclasses
from typing import Any

from geo_ghouta.claims.building import build
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.kinds import MOVING, Reading
from geo_ghouta.claims.lexicon import word_set

_COUNT_WORDS = {
    w: n for n, w in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
} | {"another": 1, "both": 2}
_HELPERS = word_set("had has have was were then later also of them are is")


@dataclasses.dataclass(frozen=True, slots=True)
class _Count:
    """A count whose noun stands elsewhere, in the shape that ``numbers`` gives."""

    start: int
    end: int
    value: float
    low: float
    high: float
    qualifier: str = "exact"
    unit_start: int | None = None
    unit_end: int | None = None


def read_elliptic(scene: Scene, numbers: list[Any]) -> list[Draft]:
    """Figures whose noun was said before: "two groups left Homs, one leaving Hama", "All three headed to Idlib"."""
    sentence = scene.sentence
    words = sentence.words
    out: list[Draft] = []
    for at, trigger in sentence.triggers:
        if trigger.form not in {"move", "both"} or trigger.kind not in MOVING or at < 1:
            continue
        first = at - 1
        while first > 0 and words[first] in _HELPERS:
            first -= 1
        count = _COUNT_WORDS.get(words[first])
        if count is None or any(n.start <= sentence.starts[first] < max(n.end, n.unit_end or 0) for n in numbers):
            continue
        opens = (
            words[first - 1] in {"with", "all", "and", "the", "of", ",", "while", "after"}
            if first
            else words[first] == "both"
        )
        base = counted_before(scene)
        if not opens or base is None or (words[first] == "one" and words[first - 1 : first] == ["the"]):
            continue
        low = first - 1 if first and words[first - 1] == "all" else first
        number = _Count(sentence.starts[low], sentence.ends[first], float(count), float(count), float(count))
        draft = build(scene, number, Reading(trigger.kind, at, trigger, 0.0), low, first + 1, base.unit or "other")
        summed = words[first - 1] == "all" and not scene.moments
        if draft.when.basis == "unknown" and (summed or (base in scene.drafts and words[first - 1] == "with")):
            draft.when = base.when  # "left X this week, with one leaving Y"
        out.append(draft)
    return out


def counted_before(scene: Scene, kinds: frozenset[str] = frozenset()) -> Draft | None:
    """The last claim, in this sentence or the one before, that counts groups, buses or the like, or is of a kind."""
    drafts = scene.drafts or (scene.before.drafts if scene.before is not None else [])
    kept = [d for d in drafts if (d.kind in kinds if kinds else d.unit in {"groups", "buses", "other"})]
    return kept[-1] if kept else None
