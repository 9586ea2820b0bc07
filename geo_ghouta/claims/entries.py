"""Lines of a list that tell a count behind its label: "Wounded evacuated: 42", "Trucks that entered - 63"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.building import build, inherit
from geo_ghouta.claims.counted import BUILT, GOODS, MOVING, PEOPLE, SETTLEMENTS, VEHICLES
from geo_ghouta.claims.fitting import kind_for, own_kind
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.numbers.lexicon import NOUNS

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence

SIGNS = frozenset((":", "-", "–", "—"))
"""Signs between a label and its count."""
_LONGEST = 16
_FINITE = word_set("was were is are has have had will would could may can said says do does did he she they we it")
_RELATIVE = frozenset(("that", "who", "which"))
_NO_COUNT = word_set(
    "tel phone telephone fax mobile page issue no report update version contact published posted updated"
)
_CLOSED: tuple[list[str], ...] = ([], ["."], ["("], [";"])
_ENDS = word_set("in at on from to by of since between as for that who which with via into (")
_STATES = word_set("displaced wounded injured missing dead sick besieged trapped detained killed")
_THINGS = BUILT | GOODS | VEHICLES | SETTLEMENTS
_OF_WHAT = frozenset(("whom", "which", "these", "those", "them"))
_TELLING = MOVING | {"prisoners", "infrastructure", "advance"}
"""Kinds that a label's participle tells before the state of those it counts: "wounded evacuated" are evacuated."""


def read_line(scene: Scene, number: Any, first: int, last: int, unit: str | None) -> Draft | None:
    """Read the claim of a figure behind a colon or a dash; None where it is no count of a list.

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    first, last : int
        Words of the figure with its noun, half-open; a sign of ``SIGNS`` stands before it.
    unit : str or None
        Of the figure's own noun, None without one.

    Returns
    -------
    Draft or None
    """
    whole = None
    if unit is None:
        whole = _part_of_line(scene, first) or _divided(scene, number, last)
    if whole is not None:
        return inherit(scene, number, whole, first, last, whole.unit or "people")
    entry = _read_entry(scene, first, last, unit)
    return None if entry is None else build(scene, number, entry[0], first, last, entry[1])


def _read_entry(scene: Scene, first: int, last: int, unit: str | None) -> tuple[Reading, str] | None:
    """What a count behind a label tells, with its unit; None where no label stands before it."""
    sentence = scene.sentence
    words = sentence.words
    end = first - 1
    cut = next((k for k in range(end - 1, 0, -1) if words[k] in {";", ","}), 0)
    if not scene.drafts or ":" not in words[:cut]:
        cut = 0  # "Killed: 31; wounded: 120": the second has a label of its own
    low = next((k for k in range(cut, end) if words[k][0].isalpha()), end)
    label = words[low:end]
    if not label or len(label) > _LONGEST or not _is_label(scene, low, end):
        return None
    if unit is not None and any(k >= last and t.form != "noun" for k, t in sentence.triggers):
        return None  # "Medics: 2,500 residents killed"
    if words[end] != ":" and (unit is not None or "," in label or words[last : last + 1] not in _CLOSED):
        return None  # "X, 12 May - More than 300 people", "the town - 40 of them said no"
    named = unit or _unit_of(label)
    nouns = {*label, *words[first + 1 : last], *(words[:cut] if named is None else ())}
    before = scene.drafts[-1].unit if cut and named is None else None
    told = _verb_of(sentence, low, end, named or before, nouns)
    if told is not None:
        kind, at, trigger = told
        return Reading(kind, at, trigger, 0.0), named or before or "people"
    if named is None and len(label) == 1 and not cut:
        return None
    own = own_kind(named or "other", nouns)
    return Reading(own[0] if own is not None else "other", first, None, 0.0), named or "other"


def _unit_of(label: list[str]) -> str | None:
    """Unit of what a label counts: its first noun, one for a state last ("displaced families" are families)."""
    state: str | None = None
    for word in label:
        if word in _ENDS:
            break
        unit = NOUNS.get(word) or ("other" if word in _THINGS else None)
        if unit is not None and unit != "time":
            if word not in _STATES:
                return unit
            state = state or unit
    return state


def _is_label(scene: Scene, low: int, end: int) -> bool:
    """Whether words are a label: no verb of saying but "reported by", no finite verb but in a relative clause."""
    words = scene.sentence.words
    dated = {k for m in scene.moments for k in range(m.first, m.last)}
    for k in range(low, end):
        word = words[k]
        if k in dated:
            continue
        if word in {":", ";", '"', "“", "”"} or word in _NO_COUNT or word[0].isdigit():
            return False
        if word in _FINITE and words[k - 1] not in _RELATIVE:
            return False
    if any(low < k < end and t.tense in {"base", "past"} and t.form != "noun" for k, t in scene.sentence.triggers):
        return False  # "Casualties remain high: ..."; but "Houses destroyed: 40"
    return all(k >= end or words[k + 1] == "by" for k, _ in scene.sentence.says)


def _verb_of(
    sentence: Sentence, low: int, end: int, unit: str | None, nouns: set[str]
) -> tuple[str, int, Trigger] | None:
    """The word of a label that tells the kind: its last verb, one of movement before any other, else its noun."""
    best: tuple[str, int, Trigger] | None = None
    rank = -1
    for at, trigger in sentence.triggers:
        if not low <= at < end:
            continue
        kind = kind_for(trigger, sentence.words[at], unit or "people", nouns)
        if kind is None:
            continue
        worth = 0 if trigger.form == "noun" else 1 if trigger.weak else 2 + (kind in _TELLING)
        if worth >= rank:
            best, rank = (kind, at, trigger), worth
    return best


def _part_of_line(scene: Scene, first: int) -> Draft | None:
    """The count of the line before that a line tells a part of: "Of whom wounded: 301"."""
    words = scene.sentence.words
    low = next((k for k in range(first) if words[k][0].isalpha()), first)
    if words[low] != "of" or words[low + 1] not in _OF_WHAT or first - low > _LONGEST:
        return None
    told = scene.before.drafts if scene.before is not None else []
    return next((d for d in told if d.unit is not None and d.part_of is None), None)


def _divided(scene: Scene, number: Any, last: int) -> Draft | None:
    """The figure that a list of places behind a colon divides: "12 dead, the mayor said: ten in X and two in Y"."""
    if scene.sentence.words[last : last + 1] not in (["in"], ["at"], ["near"]) or not scene.drafts:
        return None
    whole = scene.drafts[-1]
    placed = any(spot.first == last + 1 for spot in scene.spots)
    if not placed or whole.unit not in PEOPLE or whole.value is None or number.value is None:
        return None
    return whole if number.value < whole.value else None
