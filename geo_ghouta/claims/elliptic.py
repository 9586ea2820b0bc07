"""Figures whose noun was said before: "two groups left Homs, one leaving Hama", "All three headed to Idlib"."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.building import build
from geo_ghouta.claims.counted import MOVING, PEOPLE, THINGS
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.claims.nouns import MORE
from geo_ghouta.numbers.lexicon import NOUNS

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_COUNT_WORDS = {
    w: n for n, w in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
} | {"another": 1, "both": 2}
_COUNTS = frozenset(_COUNT_WORDS)
_NUMBER = frozenset(("number", "numbers", "total", "count", "tally"))
_RELATIVE = frozenset(("who", "which", "that", "in", "still", "to", "at", "on", "from", "left", "has", "have"))
_STRUCK = frozenset(("killed", "wounded", "injured", "missing", "displaced", "dead"))
_SOFT = frozenset((",", "only", "just", "some", "about", "at", "least", "nearly", "more", "than", "almost", "fewer"))
_COUNTED = frozenset(("groups", "buses", "other"))
_GOING = frozenset(("move", "both"))
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
    out: list[Draft] = []
    sentence = scene.sentence
    words = sentence.words
    if not sentence.triggers or _COUNTS.isdisjoint(words) or counted_before(scene) is None:
        return out  # no verb, no count, or no noun was said before
    for at, trigger in sentence.triggers:
        if trigger.form not in _GOING or trigger.kind not in MOVING or at < 1:
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
        number = _Count(
            sentence.starts[low], sentence.starts[first] + len(words[first]), float(count), float(count), float(count)
        )
        draft = build(scene, number, Reading(trigger.kind, at, trigger, 0.0), low, first + 1, base.unit or "other")
        summed = words[first - 1] == "all" and not scene.moments
        if draft.when.basis == "unknown" and (summed or (base in scene.drafts and words[first - 1] == "with")):
            draft.when = base.when  # "left X this week, with one leaving Y"
        out.append(draft)
    return out


def counted_before(scene: Scene, kinds: frozenset[str] = frozenset()) -> Draft | None:
    """The last claim, in this sentence or the one before, that counts groups, buses or the like, or is of a kind."""
    drafts = scene.drafts or (scene.before.drafts if scene.before is not None else [])
    for draft in reversed(drafts):
        if draft.kind in kinds if kinds else draft.unit in _COUNTED:
            return draft
    return None


def numbered_noun(words: list[str], first: int) -> tuple[str, set[str]] | None:
    """Unit and words of those whose number is told: "the number of private cars to 1,231"."""
    at = next(
        (k for k in range(first - 2, max(-1, first - 17), -1) if words[k] in _NUMBER and words[k + 1] == "of"), -1
    )
    if at < 0:
        return None
    found, named = None, set()
    for word in words[at + 2 : min(first, at + 7)]:
        unit = NOUNS.get(word)
        if (unit is None and found is not None) or word in _RELATIVE or (found is not None and word in _STRUCK):
            break
        named.add(word)
        found = unit or found
    return None if found is None or found == "time" else (found, named)


def told_before(scene: Scene, reach: int = 3) -> list[Draft]:
    """Claims with a figure of the nearest sentence before that has any, some sentences back."""
    before = scene.before
    for _ in range(reach):
        if before is None:
            break
        if any(d.unit is not None for d in before.drafts):
            return [d for d in before.drafts if d.unit is not None]
        before = before.before
    return []


def whole_before(sentence: Sentence, number: Any, numbers: list[Any], first: int) -> Any:
    """The counted whole that a sentence opens with: "Of the strip's 36 hospitals 20 are shut"."""
    if (sentence.words[0] != "of" and sentence.words[:2] != ["out", "of"]) or number.unit_text:
        return None
    at = numbers.index(number)
    if at == 0:
        return None
    before = numbers[at - 1]
    gap = sentence.words[sentence.at(max(before.end, before.unit_end or 0)) : first]
    if not before.unit_text or before.unit in PEOPLE:
        return None
    led = (
        gap[:1] != [] and gap[0] in {"who", "which", "that"} and "," in gap
    )  # "of 340 lorries that have come in, only 65 ..."
    return before if led or all(w in _SOFT for w in gap) else None


def base_of(scene: Scene, first: int, last: int, value: float | None = None) -> Draft | None:
    """The claim that a figure is a part or a continuation of; none of fewer than its ``value``."""
    here = [d for d in scene.drafts if d.unit in PEOPLE or d.unit in {"buses", "groups", "hospitals", "other"}]
    if here:
        return here[-1]
    words = scene.sentence.words
    if words[:2] in (["of", "these"], ["of", "those"], ["of", "them"]) and first <= 5 and scene.before is not None:
        told = [d for d in scene.before.drafts if d.unit is not None and d.part_of is None]
        if told and told[-1].unit not in PEOPLE:
            return told[-1]
    if words[last : last + 2] == ["of", "them"] and scene.before is not None and not _folk(words[:first]):
        told = [d for d in scene.before.drafts if d.unit is not None and d.part_of is None]
        if told and value is not None and told[-1].value is not None and told[-1].value < value:
            told = [d for d in told if d.value is None or d.value >= value]
            if told and told[-1].unit in PEOPLE:
                return told[-1]
        if told and told[-1].unit == "other":
            return told[-1]  # "there were 12 bombs yesterday. We found ten of them"
    opens = words[:1] and (
        bool(MORE & set(words[max(0, first - 2) : first + 1]))
        or words[0] in {"they", "among", "of", "those", "these", "it"}
        or first < 3
    )
    if words[:2] == ["of", "the"] and first == 2:
        return None  # "413 were fighters. Of the 1,200 who left, ...": a whole of its own
    if opens and scene.before is not None and not _holds(words, last):
        before = scene.before.drafts
        if MORE & set(words[max(0, first - 2) : first + 1]) and not any(d.unit for d in before):
            before = told_before(scene) if _one_paragraph(scene) else before
        people = [d for d in before if d.unit in PEOPLE]
        more = "more" in words[first : first + 3]
        moved = [d for d in before if d.unit == "buses" or (d.unit == "other" and d.kind == "arrival")]
        moved = moved if more or (first == 0 and not words[last - 1][0].isdigit()) else []
        wards = [d for d in before if d.unit == "hospitals"] if first == 0 and not words[last - 1][0].isdigit() else []
        moved = moved or wards  # "there were 53 hospitals. Eleven are left"
        return people[-1] if people else (moved[-1] if moved else None)
    return None


_BROKEN = frozenset(("infrastructure", "attack"))


def told_by_before(scene: Scene, base: Draft | None, unit: str, nouns: set[str], last: int) -> tuple[str, set[str]]:
    """Unit and words of a bare figure that the sentence before tells.

    "There were 12 bombs yesterday. We found ten of them"; "It is not known how many troops it lost. X said 774 died".
    """
    if scene.before is None:
        return unit, nouns
    hit = next((d for d in reversed(scene.before.drafts) if d.kind in _BROKEN and d.unit in THINGS), None)
    if hit is not None and unit in {"people", hit.unit} and base not in scene.drafts:
        verbs = (t for k, t in scene.sentence.triggers if last <= k <= last + 3 and t.form != "noun")
        if any(t.kind in _BROKEN for t in verbs):  # "set fire to six buses. X said five had been burned"
            return str(hit.unit), nouns | set(scene.text[hit.start : hit.end].lower().split())
    if base is not None:
        if unit == "other" and base.unit == "other" and base in scene.drafts:
            return unit, nouns | set(scene.text[base.start : base.end].lower().split())  # "40 lorries came, 20 burned"
        here = base in scene.drafts or base.unit != "other"
        if here or scene.sentence.words[last : last + 2] != ["of", "them"]:
            return unit, nouns
        return "other", nouns | set(scene.text[base.start : base.end].lower().split())
    words = scene.before.sentence.words
    if unit == "people" and not scene.before.drafts and "many" in words[1:-1]:
        at = words.index("many", 1)
        asked = NOUNS.get(words[at + 1]) if words[at - 1] == "how" else None
        return (asked if asked in PEOPLE and asked is not None else unit), nouns
    return unit, nouns


def _folk(words: list[str]) -> bool:
    return any(NOUNS.get(w) in PEOPLE for w in words)


def _one_paragraph(scene: Scene) -> bool:
    return scene.before is not None and scene.before.sentence.paragraph == scene.sentence.paragraph


def _holds(words: list[str], last: int) -> bool:
    return words[last : last + 1] == ["percent"]
