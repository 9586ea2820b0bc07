"""Which word governs a figure in the turns of phrase that distance and walls do not settle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.fitting import kind_for
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.claims.nouns import AUXILIARIES, BE, UNIT_OF
from geo_ghouta.claims.remaining import number_left

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Scene
    from geo_ghouta.claims.passages import Sentence

_OWN_KINDS = MOVING | {"prisoners"}
_THOSE = frozenset(("those", "people", "persons", "civilians", "fighters", "residents", "refugees", "soldiers"))
_DEAD = frozenset(("dead", "killed"))
_SLAIN = frozenset(("killed", "shot", "executed", "murdered"))
_PARTS = frozenset(("those", "which", "whom", "them", "these"))
_COMING = frozenset(("arrival", "arrivals", "relatives", "news", "return", "loved", "them", "him", "her"))


_REVISED = frozenset(("lowered", "raised", "revised", "cut", "reduced", "increased", "corrected"))
_FAR = 16
_ARE = (["are"], ["were"])
_COUNTS = frozenset(("number", "estimates", "count", "tally", "toll"))


def revised(words: list[str], first: int) -> frozenset[str]:
    """What somebody puts higher or lower: "lowered its count of those killed to about 1,200 from 1,400"."""
    lead = words[max(0, first - 18) : first]
    if lead[-1:] in (["to"], ["from"]) and not _REVISED.isdisjoint(lead):
        return _COUNTS.intersection(lead)
    return frozenset()


def number_of(scene: Scene, first: int, unit: str, nouns: frozenset[str] = frozenset()) -> Reading | None:
    """What happened to those whose number is put at this: "put the number of those evacuated at 1,200"."""
    sentence = scene.sentence
    words = sentence.words
    low = max(0, first - 7)
    far = max(0, first - 16)
    opens = next((k for k in range(far, low) if words[k] in _COUNTS), -1)
    if opens >= 0 and words[max(0, first - 1)] in {"at", "to", "was", "is", "reached", "from", "between"}:
        low = opens
    if "of" not in words[low:first] or (_THOSE.isdisjoint(words[low:first]) and not nouns):
        return None
    opened = words.index("of", low, first)
    told = [(at, t) for at, t in sentence.triggers if opened < at < first and words[at] not in {"stood", "stands"}]
    verbs = [(at, t) for at, t in told if t.form != "noun" and at not in sentence.attributive]
    for at, trigger in verbs + told:
        kind = kind_for(trigger, words[at], unit, {"people", *nouns})
        if kind == "departure" and words[at] == "left" and number_left(words, first, at):
            kind = "population"  # "put the number of fighters left in X at 2,000"
        if kind is not None:
            return Reading(kind, at, trigger, 0.0)
    return None


def unit_numbered(words: list[str], first: int, unit: str) -> str:
    """Unit of those whose number is told: "put the number of civilians killed in the first three days at 1,500"."""
    opened = next((k for k in range(first - 2, max(-1, first - _FAR), -1) if words[k] in _COUNTS), -1)
    if opened < 0 or words[opened + 1] != "of":
        return unit
    return next((UNIT_OF[w] for w in words[opened + 2 : opened + 4] if w in UNIT_OF), unit)


def is_shared(sentence: Sentence, share: Any, first: int) -> bool:
    """Whether a share is one of the figure that begins at ``first``."""
    at = sentence.at(max(share.end, share.unit_end or 0))
    return at < first <= at + 5 and sentence.words[at] == "of" and "," not in sentence.words[at:first]


def own_verb(scene: Scene, reading: Reading | None, first: int, last: int) -> Reading | None:
    """What became of a part that has its own verb: "of those, 300 are living in camps", "of which 65 reached X"."""
    words = scene.sentence.words
    lead = words[max(0, first - 3) : first]
    of_them = words[last : last + 1] == ["of"] and words[last + 1 : last + 2] != [] and words[last + 1] in _PARTS
    for at, trigger in scene.sentence.triggers if of_them else ():
        at_once = at == last + 2 or not AUXILIARIES.isdisjoint(words[last + 2 : last + 3])
        if at_once and last + 2 <= at <= last + 5 and trigger.form in {"move", "both", "state"}:
            kind = kind_for(trigger, words[at], "people", {"people"})
            if kind is not None and (kind in MOVING or kind == "population"):
                return Reading(kind, at, trigger, 0.0)  # "32,000 of whom had since gone home"
    for at, trigger in scene.sentence.triggers if of_them else ():
        passive = trigger.form == "act" and trigger.tense == "participle"
        passive = passive and (trigger.kind == "prisoners" or words[at] in _SLAIN)
        if passive and last + 2 < at <= last + 4 and not AUXILIARIES.isdisjoint(words[last + 2 : at]):
            return Reading(trigger.kind, at, trigger, 0.0)  # "1,000 of them were handed to the police"
    for at, trigger in scene.sentence.triggers if "whom" in lead or "which" in lead else ():
        dead = words[at] in _DEAD and last < at <= last + 3 and not AUXILIARIES.isdisjoint(words[last:at])
        if dead and words[at] != "died":
            return Reading("casualties", at, trigger, 0.0)  # "of whom 37 are dead"
    if of_them and words[last + 2 : last + 3] in _ARE and not _DEAD.isdisjoint(words[last + 3 : last + 4]):
        dead_at = last + 3
        told = next((t for k, t in scene.sentence.triggers if k == dead_at), None)
        return Reading("casualties", dead_at, told, 0.0)  # "36 of them are dead"
    if reading is None or reading.trigger is None:
        return None
    if reading.trigger.weak and not (reading.word == last and reading.trigger.form == "move"):
        return None
    if words[last : last + 1] and words[last] in {"who", "that"} and reading.word - last <= 5:
        at_once = all(t.form == "noun" or k >= reading.word for k, t in scene.sentence.triggers if k > last)
        return reading if at_once and reading.kind in _OWN_KINDS and reading.word > last else None
    if "of" not in lead or _PARTS.isdisjoint(lead):
        return None
    if not last <= reading.word <= last + 3 or reading.word in scene.sentence.attributive:
        return None
    return reading if reading.kind in MOVING or reading.kind == "population" else None


def awaits(words: list[str], word: int) -> bool:
    """Whether who waits does so for somebody's coming, and not to go: "waiting for the arrival of relatives"."""
    tail = words[word : word + 12]
    return "for" in tail and not _COMING.isdisjoint(tail[tail.index("for") :])


def is_inverted(words: list[str], first: int) -> bool:
    """Whether the figure is the part in "among the N evacuees were M gunmen"."""
    if words[max(0, first - 1)] not in BE:
        return False
    return not {"among", "amongst"}.isdisjoint(words[max(0, first - 10) : first])


def _is_aside_of(number: Any, whole: Any) -> bool:
    """Whether a figure is told as a part behind its whole: "1,000 people, among them 26 wounded, ..."."""
    return bool(number.part_of == (whole.start, whole.end) and number.start > whole.end)


def words_of_others(sentence: Sentence, own: tuple[Any, Any], numbers: list[Any]) -> frozenset[int]:
    """Words of the sentence's other whole figures, which govern nothing."""
    if len(numbers) < 2:
        return frozenset()
    one, whole = own
    taken: set[int] = set()
    for number in numbers:
        if number is one or number is whole:
            continue
        if number.part_of is None or (
            one is not None and number.part_of == (one.start, one.end) and number.start > one.end
        ):
            taken.update(range(sentence.at(number.start), sentence.at(max(number.end, number.unit_end or 0))))
    return frozenset(taken)
