"""Figures that no word of their sentence governs: they go on with what was told before, or tell who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.building import build, inherit
from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.elliptic import counted_before, told_before
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.claims.remaining import after_aside
from geo_ghouta.claims.things import holds, loads, read_untold
from geo_ghouta.claims.turns import in_a_group, there_is

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene

_EMPLOYED = frozenset(("used", "needed", "provided", "involved", "required", "enough"))
_ABOARD = (["on"], ["in"], ["aboard"])
_BUSES = (["buses"], ["coaches"])
_TALLIED = frozenset(("counted", "tallied", "registered", "logged", "listed", "recorded"))
_HAVE = frozenset(("have", "has"))
_PUT = frozenset(("put", "puts", "putting"))
_SHORT = 12
"""Words of a line that may do without a verb: "21,252 people in camps"."""


def read_ungoverned(
    scene: Scene, number: Any, figure: tuple[int, int], unit: str, nouns: set[str], *, bare: bool, has: bool
) -> list[Draft]:
    """Read the claim of a figure that no word governs.

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    figure : (int, int)
        Words of the figure with its noun, half-open.
    unit : str
    nouns : set of str
        Words of the figure's noun phrase.
    bare : bool
        Whether it stands without a noun of its own.
    has : bool
        Whether somebody "has" so many people.

    Returns
    -------
    list of Draft
    """
    sentence = scene.sentence
    words = sentence.words
    first, last = figure
    carrier = counted_before(scene, MOVING) if unit == "buses" and not _EMPLOYED.isdisjoint(words[last:]) else None
    if carrier is not None:
        return [inherit(scene, number, carrier, first, last, unit, part=False)]
    if unit == "percent" and words[max(0, first - 1)] == "at" and not _PUT.isdisjoint(words[max(0, first - 6) : first]):
        share = next((d for d in reversed(told_before(scene, 1)) if d.unit == "percent"), None)
        if share is not None:  # "that is 40 percent of X, Y said. Z put the loss at a third"
            return [inherit(scene, number, share, first, last, unit, part=False)]
    if unit in PEOPLE and words[last : last + 3] in (["were", "among", "them"], ["were", "among", "those"]):
        whole = next((d for d in told_before(scene, 1) if d.unit in PEOPLE), None)
        if whole is not None:
            return [inherit(scene, number, whole, first, last, unit)]  # "112 died. Some 68 children were among them"
    if has or (words[max(0, first - 1)] in _HAVE and words[last - 1] in {"families", "households"}):
        return [build(scene, number, Reading("population", first, None, 0.0), first, last, unit)]
    awaited = (
        unit in PEOPLE and scene.before is not None and any(m in {"planned", "expected"} for _, m in sentence.moods)
    )
    moved = counted_before(scene, MOVING) if awaited and not scene.drafts else None
    if moved is not None and moved.unit in PEOPLE:
        return [inherit(scene, number, moved, first, last, unit, part=False)]  # "some 250 had been expected"
    grouped = unit in {*PEOPLE, "buses"} and in_a_group(words, after_aside(words, last))
    if unit in PEOPLE and words[last : last + 1] in _ABOARD and words[last + 2 : last + 3] in _BUSES:
        grouped = grouped or words[max(0, first - 1)] in _TALLIED  # "counted 1,030 people on 29 buses"
    if (
        unit in PEOPLE
        and not grouped
        and there_is(words, first, last, verbless=not (sentence.triggers or sentence.says) and len(words) <= _SHORT)
    ):
        return [build(scene, number, Reading("population", first, None, 0.0), first, last, unit)]
    if grouped:
        return [build(scene, number, Reading("departure", first, None, 0.0), first, last, unit)]
    if loads(scene, first, unit) or holds(scene, first, unit):
        return [inherit(scene, number, scene.drafts[-1], first, last, unit, part=False)]
    if bare:
        return []
    group = scene.before.drafts if scene.before is not None and first == 0 and unit in PEOPLE else []
    group = [d for d in group if d.unit in PEOPLE] if words[first + 1 : first + 3] == ["of", "the"] else []
    if group:  # "thirteen hostages were freed. Eight of the Israelis are children"
        return [inherit(scene, number, group[-1], first, last, group[-1].unit or unit)]
    reading = read_untold(scene, first, last, number.value, unit, nouns)
    return [] if reading is None else [build(scene, number, reading, first, last, unit)]
