"""Who does it: the subject of a verb, who stands behind "by", whose assault it is; who is moved where people move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.lexicon import Trigger, Voice, word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Scene

FOLK = word_set(
    """
    civilians people families residents refugees fighters troops rebels soldiers women children crowds forces men
    gunmen militants insurgents evacuees relatives villagers inhabitants patients wounded prisoners convoy convoys
    bus buses ambulances group groups batch they we those who some others more many everyone defenders jihadists
    combatants guards police peacekeepers
    """
)
"""Who can come and go, said in a plain word."""
_LIFELESS = word_set(
    """
    electricity water power aid food medicine supplies services calm life deal agreement talks truce ceasefire
    institutions authority order law help relief peace normality trade traffic money fuel news warplanes jets
    helicopters smoke planes
    """
)
_VIOLENT = frozenset(("holder", "advance", "attack", "siege", "infrastructure"))
_DONE_TO = frozenset(("territory_share", "holder", "prisoners", "attack", "infrastructure"))
_PARTIES = frozenset(("agreement", "negotiation"))
_BE = word_set("was were is are be been being got get having")
_NOT_SUBJECT = word_set("by with against to for in under at from over near inside around between than")
_RELATIVE = frozenset(("that", "which", "do", "does", "did"))
_PRONOUNS = word_set("it they he she who that which")
_AUX = word_set("had has have was were is are will would also then been be now still not")
_OPPOSED = frozenset(("fighters", "rebels", "gunmen", "insurgents", "militants", "soldiers"))
_ACTOR_ENDS = word_set(", and left were have had to in on ; . since that it from was are is who remain")
_BEFORE_NAME = word_set("the a an syrian group its their his other some these those")
_STOPS = word_set("in on at from to into near over against after before as while for")


def actor_of(scene: Scene, at: int, trigger: Trigger, low: int, high: int) -> tuple[str | None, str] | None:
    """Tell the actor of a claim without a figure.

    Parameters
    ----------
    scene : Scene
    at : int
        Governing word.
    trigger : Trigger
    low, high : int
        Words of its clause.

    Returns
    -------
    (str, str) or None
        Neutral id and the report's word. For fighting, holding and sieges never the civilians among whom it happens.
    """
    if not scene.sentence.actors:
        return None
    kind = trigger.kind
    known = [p for p in scene.sentence.actors if low <= p[0] < high]
    if scene.said:
        known = [p for p in known if not scene.is_voiced(p[0])]
    if kind in _VIOLENT or kind == "prisoners":
        known = [(k, v) for k, v in known if v.id not in {"civilians", "prisoners"}]
    if kind in _PARTIES:
        return _named(scene, _first([p for p in known if p[0] < at]) or _first(known))
    if trigger.form == "noun":
        return _named(scene, _beside_noun(scene, known, at, trigger))
    behind = at + trigger.length
    found = doer(scene, at, behind, known)
    if found is None and kind in MOVING and trigger.form in {"act", "both"}:
        found = _first([p for p in known if behind <= p[0] <= behind + 4])
    return _named(scene, found)


def doer(scene: Scene, at: int, behind: int, known: list[tuple[int, Voice]]) -> tuple[int, Voice] | None:
    """The subject of an active verb, who stands behind "by" with a passive one, the speaker for "said it had ..."."""
    words = scene.sentence.words
    if known:
        agents = [
            (k, v)
            for k, v in known
            if behind < k <= behind + 6 and "by" in words[behind:k] and scene.sentence.between(behind, k) < 1.0
        ]
        if agents:
            return _first(agents)
        left = [(k, v) for k, v in known if k < at and _is_subject(words, k)]
        if left:
            return _first(left[::-1])
    before = at - 1
    while before > 0 and words[before] in _AUX:
        before -= 1
    if before > 0 and words[before] in _PRONOUNS:
        told = [(k, v) for k, v in scene.sentence.actors if k < before and not scene.is_voiced(k)]
        if told and words[before] not in {"who", "that", "which"}:
            return _first(told[::-1])  # "left the pocket it controls"
        for first, last in scene.said:
            if last <= before <= last + 2:
                return _first([p for p in scene.sentence.actors if first <= p[0] < last])
    return None


def moves(scene: Scene, at: int) -> bool:
    """Whether what comes or goes can be people or what carries them: "electricity returning to the town" cannot."""
    words = scene.sentence.words
    before = at - 1
    while before >= 0 and (words[before] in _AUX or words[before] in _RELATIVE or words[before].endswith("ly")):
        before -= 1
    if before >= 0 and words[before] in _LIFELESS:
        return False
    tail = words[at + 1 : at + 5]
    return not (words[at] in {"return", "arrival", "departure"} and "of" in tail[:1] and not _LIFELESS.isdisjoint(tail))


def names_folk(scene: Scene, low: int, at: int) -> bool:
    """Whether the words before a verb name people or buses, with nothing lifeless nearer."""
    words = scene.sentence.words
    return not FOLK.isdisjoint(words[max(low, at - 10) : at])


def _is_subject(words: list[str], k: int) -> bool:
    before = k - 1
    while before >= 0 and words[before] in _BEFORE_NAME:
        before -= 1
    return before < 0 or words[before] not in _NOT_SUBJECT


def _beside_noun(scene: Scene, known: list[tuple[int, Voice]], at: int, trigger: Trigger) -> tuple[int, Voice] | None:
    """Whose assault or departure it is: "the departure of X", "the evacuation by X", "X's assault", "X shelling"."""
    words = scene.sentence.words
    behind = at + trigger.length
    agents = [
        (k, v)
        for k, v in known
        if behind <= k <= behind + 8
        and ("by" in words[behind:k] or (trigger.kind in MOVING and "of" in words[at:k]))
        and scene.sentence.between(at, k) < 1.0
    ]
    if agents:
        return _first(agents)
    near = [(k, v) for k, v in known if at - 5 <= k < at and _STOPS.isdisjoint(words[k + v.length : at])]
    if near:
        return _first(near[::-1])
    if trigger.kind in MOVING:
        return _first(known)
    subjects = [(k, v) for k, v in known if k < at and _is_subject(words, k)]
    verbs = [p for p, t in scene.sentence.triggers if t.kind == trigger.kind and t.form != "noun" and p < at]
    return _first(subjects) if verbs else None


def _first(known: list[tuple[int, Voice]]) -> tuple[int, Voice] | None:
    """The named group before the general word for one."""
    for one in known:
        if one[1].kind != "other":
            return one
    return known[0] if known else None


def _named(scene: Scene, found: tuple[int, Voice] | None) -> tuple[str | None, str] | None:
    if found is None:
        return None
    k, voice = found
    return voice.id or None, _text_of(scene, k, voice)


def _text_of(scene: Scene, k: int, voice: Voice) -> str:
    """Who acts in the report's own words."""
    sentence = scene.sentence
    last = min(k + voice.length, len(sentence.words)) - 1
    return scene.text[sentence.starts[k] : sentence.starts[last] + len(sentence.words[last])]


def actor_of_figure(
    scene: Scene, kind: str, at: int, trigger: Trigger | None, first: int, last: int
) -> tuple[str | None, str | None]:
    """Tell the actor of a claim with a figure: who is counted; who holds, frees, strikes or destroys what is counted.

    Parameters
    ----------
    scene : Scene
    kind : str
    at : int
        Governing word.
    trigger : Trigger or None
        None when the counted noun itself tells the kind.
    first, last : int
        Words of the figure with its noun, half-open.

    Returns
    -------
    (str or None, str or None)
        Neutral id and the report's word.
    """
    if trigger is not None and kind in _DONE_TO and trigger.form in {"act", "both"}:
        low = scene.sentence.clause(at)[0]
        known = [
            (k, v)
            for k, v in scene.sentence.actors
            if k >= low and not first <= k < last and not scene.is_voiced(k) and v.id not in {"civilians", "prisoners"}
        ]
        found = _named(scene, doer(scene, at, at + trigger.length, known))
        if found is not None:
            return found
        if kind != "prisoners":
            return _counted(scene, first, last) if kind == "attack" else (None, None)
    return _counted(scene, first, last)


def _counted(scene: Scene, first: int, last: int) -> tuple[str | None, str | None]:
    """Who is counted: the named group before the general word."""
    sentence = scene.sentence
    if not sentence.actors:
        return None, None
    words = sentence.words
    best: tuple[Voice, int] | None = None
    stop = last
    while stop < min(len(words), last + 6) and words[stop] not in _ACTOR_ENDS:
        stop += 1
    for k, voice in sentence.actors:
        if "," in words[first:k] and scene.is_voiced(k) and not scene.is_voiced(first):
            continue  # "wounding twelve, residents said"
        if first <= k < stop and (best is None or (best[0].kind == "other" and voice.kind != "other")):
            best = (voice, k)
    counted = words[first:last]
    if best is not None and "of" in words[best[1] : last]:
        counted = words[first : words.index("of", best[1])]  # "residents and withdrawals of rebels"
    mixed = best is not None and (best[0].id == "civilians" or "civilians" in counted)
    if best is None or (mixed and not _OPPOSED.isdisjoint(counted)):
        return None, None  # "fighters and civilians", "gunmen and their families": nobody's alone
    voice, k = best
    return voice.id or None, _text_of(scene, k, voice)
