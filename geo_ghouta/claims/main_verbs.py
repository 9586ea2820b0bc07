"""The verb that tells what a figure did when a shortened relative clause stands between, and a second verb of it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING, VEHICLES
from geo_ghouta.claims.fitting import kind_for
from geo_ghouta.claims.lexicon import Trigger, word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_LADEN = frozenset(("carrying", "transporting", "bringing"))
"""What buses do while they go: "buses carrying residents arrived in X"."""
_RESUMING = frozenset(("have", "has"))
_OPENERS = frozenset(("who", "which", "that", "when", "while", "where", "because", "as", ",", ";", "and", "but"))
_RELATIVE = frozenset(("who", "that", "which"))
_TRIED = frozenset(("tried", "trying", "wanted", "attempted", "hoped", "refused"))
_DUE = word_set("expected due scheduled set supposed likely thought believed reported ready planned said able")
"""Words between "were" and the infinitive that tells what the subject of both does: "were expected to arrive"."""
BE_FORMS = frozenset(("was", "were", "is", "are", "be", "been", "being", "got", "get", "'re", "they're"))
BEHIND_PASSIVE = word_set("by from in on to since during at after . , and or through under inside out")


@dataclasses.dataclass(slots=True)
class Reading:
    """The governing word of a figure.

    Parameters
    ----------
    kind : str
    word : int
        Position of the governing word; that of the figure itself when its noun tells the kind.
    trigger : Trigger or None
    cost : float
        How far-fetched it is.
    """

    kind: str
    word: int
    trigger: Trigger | None
    cost: float


def main_verb(
    sentence: Sentence, best: Reading | None, last: int, unit: str, nouns: set[str], others: frozenset[int]
) -> Reading | None:
    """The verb behind a shortened relative clause: "176 people rescued from the cellars arrived in ..."."""
    if best is None or best.trigger is None:
        return best
    words = sentence.words
    relative = not _RELATIVE.isdisjoint(words[last : last + 2])
    of_those = words[last : last + 2] == ["of", "those"] or words[last : last + 3] == ["of", "the", "people"]
    tried = relative and best.word > last and not _TRIED.isdisjoint(words[last : best.word])
    of_those = of_those or tried or (relative and best.word > last and best.kind not in MOVING)
    if not of_those and (
        best.word != last
        or best.trigger.tense not in {"participle", "ing"}
        or best.trigger.form not in {"act", "both", "state"}
    ):
        return best
    laden = best.word == last and words[last] in _LADEN and (unit == "buses" or not nouns.isdisjoint(VEHICLES))
    for at, trigger in sentence.triggers:
        if (
            at <= best.word
            or at in others
            or (laden and "who" in words[at - 3 : at])
            or trigger.form == "noun"
            or (trigger.tense == "ing" and words[at - 1] not in BE_FORMS)
            or trigger.weak
            or words[at - 1] in {"and", "or"}
            or (words[at - 1] == "to" and (words[at - 2] not in _DUE or words[at - 3] not in BE_FORMS))
        ):
            continue
        passive = any(w in BE_FORMS for w in words[at - 3 : at])
        if "and" in words[best.word : at]:
            return best
        if not of_those and not laden and words[best.word + best.trigger.length] not in BEHIND_PASSIVE:
            return best
        held_since = 4.0 if "before" in words[best.word : at] and words[at - 1] in {"have", "has", "had"} else 0.0
        held_since += (
            2.0 if best.kind == "prisoners" and "since" in words[best.word : at] else 0.0
        )  # "hostages held since October were freed"
        resumed = relative and words[at - 1] in _RESUMING and _OPENERS.isdisjoint(words[best.word : at])
        held_since += 4.0 if resumed or laden else 0.0  # "who did not want to live there after the war have left"
        if sentence.between(best.word, at) - held_since >= 1.0 or (trigger.form == "act" and not passive):
            continue
        kind = kind_for(trigger, words[at], unit, nouns)
        if kind is not None:
            return Reading(kind, at, trigger, best.cost)
    return best


def read_second(
    sentence: Sentence, last: int, reading: Reading, unit: str, nouns: set[str], others: frozenset[int] = frozenset()
) -> Reading | None:
    """A second movement of the same subject: "left X and reached Y", "that left X began arriving in Y"."""
    if reading.trigger is None or reading.word < last or reading.kind not in MOVING:
        return None
    words = sentence.words
    relative = last < len(words) and words[last] in _RELATIVE
    for at, trigger in sentence.triggers:
        if at <= reading.word or at - reading.word > 30 or trigger.form not in {"move", "both", "state"}:
            continue
        if at in others or ";" in words[reading.word : at]:
            continue
        kind = kind_for(trigger, words[at], unit, nouns)
        if kind not in MOVING or kind == reading.kind:
            continue
        before = words[max(0, at - 3) : at]
        joined = "and" in before and not any(w[0].isdigit() for w in words[reading.word : at])
        resumed = relative and any(
            w in {"began", "start", "started", "was", "were", "had", "then", "to", "have", "has"} for w in before
        )
        if joined or resumed:
            return Reading(kind, at, trigger, reading.cost)
    return None
