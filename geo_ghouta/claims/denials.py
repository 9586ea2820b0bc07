"""Denials of what was told just before, without a figure of their own: "The army denied the report"."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Draft, Scene
    from geo_ghouta.claims.margins import Attribution

_THAT = frozenset(("that", "this", "the", "these", "those", "such", "his", "her", "its", "their", "any"))
_IT = frozenset(("it", "this", "that", "doing", "everything"))
_TOLD = word_set(
    "figure figures number numbers toll tolls count claim claims report reports account accounts version allegation "
    "allegations accusation accusations charge charges assertion assertions statement estimate story"
)
_ENDS = frozenset((".", ",", ";", "and", "but", "as", "saying", "on", "in", "so"))
_REACH = 4


def read_denial(
    scene: Scene, told: Sequence[Attribution], before: Sequence[Draft], own: Sequence[Draft] = ()
) -> Draft | None:
    """Read what somebody denies who names no figure.

    Parameters
    ----------
    scene : Scene
        The sentence.
    told : sequence of Attribution
        Who is quoted in it.
    before : sequence of Draft
        Claims of the sentence before.
    own : sequence of Draft
        Claims of the sentence itself; those of another voice that stand before a denial are what it denies.

    Returns
    -------
    Draft or None
        What the last of them tells, denied, without its figure.
    """
    if not before and not own:
        return None
    sentence = scene.sentence
    words = sentence.words
    for one in told:
        if not one.denies or one.side == "both":
            continue
        at = one.last
        behind = words[at : at + _REACH]
        if not behind:
            continue
        noun = next((k for k, w in enumerate(behind) if w in _TOLD), -1) if behind[0] in _THAT else -1
        if noun < 0 and not (behind[0] in _IT and (len(behind) == 1 or behind[1] in _ENDS or behind[1] == "so")):
            continue
        if noun >= 0 and words[at + noun + 1 : at + noun + 2] in (["that"], ["of"]):
            continue  # "denied reports that 300 had left": told in the sentence itself
        heard = [d for d in own if d.anchor < one.first and d.speaker != one.speaker.label]
        base = next(
            (d for d in (*reversed(heard), *reversed(before)) if d.part_of is None and d.modality != "denied"), None
        )
        if base is None:
            continue
        last = at + max(noun, 0)
        return dataclasses.replace(
            base,
            start=sentence.starts[one.first],
            end=sentence.end_of(last),
            modality="denied",
            anchor=last,
            word=last,
            value=None,
            low=None,
            high=None,
            qualifier=None,
            unit=None,
            buses=None,
            speaker=one.speaker.label,
            speaker_text=one.speaker.text,
            speaker_actor=one.speaker.actor,
            attribution=(sentence.starts[one.first], sentence.end_of(one.last - 1)),
        )
    return None
