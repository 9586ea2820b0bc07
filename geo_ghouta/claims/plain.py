"""Claims without a figure: a deal, talks, an advance, who holds what, a siege, an attack, a departure."""

from __future__ import annotations

from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.figures import settle_places
from geo_ghouta.claims.lexicon import Trigger, Voice, word_set
from geo_ghouta.claims.modality import read_modality
from geo_ghouta.claims.movement import read_places
from geo_ghouta.claims.timing import read_when

_ALWAYS = frozenset(("agreement", "negotiation", "siege"))
_NEEDS_BOTH = frozenset(("holder", "advance"))
_LAND = word_set(
    """
    town city district neighbourhood neighborhood enclave territory area areas pocket suburb village region
    ground quarter front lines airport base plant
    """
)
_SKIPPED = frozenset(("population", "staging", "casualties"))


def read_plain(scene: Scene, counted: list[Draft]) -> list[Draft]:
    """Read the claims of a sentence that hold no number, one of each kind.

    Parameters
    ----------
    scene : Scene
    counted : list of Draft
        Claims with a figure that were read from the same sentence; their kinds are told already.

    Returns
    -------
    list of Draft
    """
    sentence = scene.sentence
    told = {d.kind for d in counted}
    out: list[Draft] = []
    for at, trigger in sentence.triggers:
        kind = trigger.kind
        if kind in told or trigger.weak or kind in _SKIPPED or any(d.word == at for d in counted):
            continue
        if not _carries(scene, at, trigger):
            continue
        if trigger.form == "noun" and kind == "departure" and _verb_behind(scene, at, kind):
            continue  # "the last batch left X": the verb tells from where
        told.add(kind)
        out.append(_draft(scene, at, trigger))
    return out


def _verb_behind(scene: Scene, at: int, kind: str) -> bool:
    sentence = scene.sentence
    return any(
        t.kind == kind and t.form != "noun" and at < k <= at + 8 and sentence.between(at, k) < 1.0
        for k, t in sentence.triggers
    )


def _carries(scene: Scene, at: int, trigger: Trigger) -> bool:
    """Whether the clause says enough: somebody or somewhere."""
    if trigger.kind in _ALWAYS:
        return True
    low, high = scene.sentence.clause(at)
    somewhere = any(low <= s.first < high for s in scene.spots) or not _LAND.isdisjoint(scene.sentence.words[low:high])
    somebody = any(low <= k < high for k, _ in scene.sentence.actors)
    if trigger.kind in _NEEDS_BOTH:
        return somebody and somewhere
    return somewhere or somebody


def _draft(scene: Scene, at: int, trigger: Trigger) -> Draft:
    sentence = scene.sentence
    low, high = sentence.clause(at)
    when = read_when(
        sentence,
        scene.moments,
        scene.verbs,
        at,
        trigger.length,
        (at, at + trigger.length),
        scene.published,
        noun=trigger.form == "noun",
    )
    where = read_places(sentence, scene.spots, at, trigger, trigger.kind, (at, at + trigger.length), scene.lexicon)
    settle_places(scene, where, at)
    found = _actor(scene, low, at) or _actor(scene, at, high)
    return Draft(
        start=sentence.starts[low],
        end=sentence.ends[high - 1],
        kind=trigger.kind,
        modality=read_modality(sentence, at, trigger, low),
        anchor=at,
        word=at,
        actor=found[0] if found else None,
        actor_text=found[1] if found else None,
        origin=where.origin,
        destination=where.destination,
        crossing=where.crossing,
        place=where.place,
        holder=where.holder,
        scope="cumulative" if when.cumulative else "event",
        when=when,
    )


def _actor(scene: Scene, low: int, high: int) -> tuple[str, str] | None:
    """The named group in a stretch of words before the general word for one."""
    sentence = scene.sentence
    best: tuple[int, Voice] | None = None
    for k, voice in sentence.actors:
        if low <= k < high and (best is None or (best[1].kind == "other" and voice.kind != "other")):
            best = k, voice
    if best is None:
        return None
    k, voice = best
    return voice.id, scene.text[sentence.starts[k] : sentence.ends[min(k + voice.length, len(sentence.words)) - 1]]
