"""Claims with a figure: what it counts, what happened, how sure, where and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.kinds import MOVING, PEOPLE, Reading, is_part, read_kind, read_second
from geo_ghouta.claims.lexicon import find_phrase
from geo_ghouta.claims.modality import read_modality
from geo_ghouta.claims.movement import Where, read_places
from geo_ghouta.claims.timing import When, read_when

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_NOUN_UNITS = {
    "fighters": "fighters rebels gunmen insurgents militants soldiers troops combatants servicemen militiamen men-at-arms defenders policemen marines".split(),  # noqa: SIM905
    "civilians": "civilians residents women children families relatives inhabitants kin elderly".split(),  # noqa: SIM905
}
_UNIT_OF = {noun: unit for unit, nouns in _NOUN_UNITS.items() for noun in nouns}
_TOTALS = (("so", "far"), ("to", "date"), ("in", "total"), ("in", "all"), ("until", "now"))
_TOTAL_WORDS = frozenset(("total", "altogether", "overall", "cumulative", "cumulatively", "tally", "totalling", "totaling"))
_A_DAY = (("one", "day"), ("single", "day"), ("per", "day"), ("a", "day"), ("each", "day"), ("every", "day"), ("24", "hours"))
_BE = frozenset(("were", "was", "are", "is"))


def read_figures(scene: Scene, numbers: list[Any]) -> list[Draft]:
    """Read the claims of a sentence that hold a number.

    Parameters
    ----------
    scene : Scene
    numbers : list
        What ``numbers.find_numbers`` found in the sentence.

    Returns
    -------
    list of Draft
    """
    by_span: dict[tuple[int, int], Draft] = {}
    for number in numbers:
        for draft in _read(scene, number):
            scene.drafts.append(draft)
            by_span.setdefault((number.start, number.end), draft)
    for number in numbers:
        part = by_span.get((number.start, number.end))
        whole = _whole(number, numbers, by_span)
        if part is not None and whole is not None and whole is not part:
            part.part_of = whole
    _share_buses(scene)
    return list(scene.drafts)


def _whole(number: Any, numbers: list[Any], by_span: dict[tuple[int, int], Draft]) -> Draft | None:
    whole = number.part_of
    if whole is None:
        return None
    return by_span.get(whole)


def _read(scene: Scene, number: Any) -> list[Draft]:
    sentence = scene.sentence
    words = sentence.words
    first = sentence.at(number.start)
    last = max(first + 1, sentence.at(max(number.end, number.unit_end or 0)))
    if first >= len(words):
        return []
    unit = number.unit or "other"
    noun_text = (number.unit_text or "").lower()
    last, unit, nouns = _noun_phrase(words, first, last, unit, noun_text)
    bare = not noun_text and unit != "percent"
    base = _base(scene, first, last) if bare or is_part(words, first) or words[max(0, first - 1)] in _BE else None
    if bare and unit == "other":
        unit = _predicate_unit(words, last) or (base.unit if base is not None and base.unit in PEOPLE else None) or "people"
    reading = read_kind(sentence, first, last, unit, nouns)
    if base is not None and (bare and reading is None or is_part(words, first) or _inverted(words, first)):
        return [_inherit(scene, number, base, first, last, unit)]
    if reading is None:
        total = bare and "total" in words[max(0, first - 6) : first] and scene.before is not None and scene.before.drafts
        if total and scene.before is not None:
            draft = _inherit(scene, number, scene.before.drafts[-1], first, last, "people", part=False)
            draft.scope = "cumulative"
            return [draft]
        if bare or unit == "other":
            return []
        reading = Reading("other", first, None, 9.0)
    out = [_draft(scene, number, reading, first, last, unit)]
    second = read_second(sentence, last, reading, unit, nouns)
    if second is not None:
        out.append(_draft(scene, number, second, first, last, unit))
        if not out[0].destination and out[1].kind == "arrival":
            out[0].destination = list(out[1].destination)
        if not out[1].origin and out[0].kind == "departure":
            out[1].origin, out[1].holder = list(out[0].origin), out[0].holder
    return out


def _noun_phrase(words: list[str], first: int, last: int, unit: str, noun_text: str) -> tuple[int, str, set[str]]:
    """Stretch a figure over what is counted with it ("fighters and their relatives") and settle its unit."""
    nouns = set(words[first:last]) | set(noun_text.split())
    at = last
    while at < len(words) and words[at] in {"and", "or", ","} and unit in PEOPLE:
        end, found = at + 1, None
        while end < len(words) and end - at < 6 and not words[end][0].isdigit() and words[end] not in {",", ".", "and"}:
            if words[end] in _UNIT_OF:
                found = end
                break
            if words[end] in {"were", "was", "had", "have", "has", "who", "left", "hundreds", "dozens", "thousands", "many", "several"}:
                break
            end += 1
        if found is None:
            break
        if _UNIT_OF[words[found]] != unit or words[found] in {"relatives", "families"}:
            unit = "people"
        nouns.add(words[found])
        at = found + 1
    last = at
    if unit == "percent":
        nouns |= set(words[last : last + 9])
    elif words[last : last + 1] == ["of"]:
        nouns |= set(words[last + 1 : last + 4])
    return last, unit, nouns


def _predicate_unit(words: list[str], last: int) -> str | None:
    """Unit told behind the number: "413 were fighters", "312 of them gunmen"."""
    for word in words[last : last + 5]:
        if word in _UNIT_OF:
            return _UNIT_OF[word]
        if word in {",", ".", "and"}:
            return None
    return None


def _inverted(words: list[str], first: int) -> bool:
    """"Among the N evacuees were M gunmen": M is the part."""
    return words[max(0, first - 1)] in _BE and any(w in {"among", "amongst"} for w in words[max(0, first - 10) : first])


def _base(scene: Scene, first: int, last: int) -> Draft | None:
    """The claim that a figure is a part or a continuation of."""
    here = [d for d in scene.drafts if d.unit in PEOPLE or d.unit in {"buses", "groups", "other"}]
    if here:
        return here[-1]
    words = scene.sentence.words
    opens = words[:1] and (words[0] in {"they", "among", "of", "those", "these", "it"} or first < 3)
    if opens and scene.before is not None and not _holds(words, last):
        people = [d for d in scene.before.drafts if d.unit in PEOPLE]
        return people[-1] if people else None
    return None


def _holds(words: list[str], last: int) -> bool:
    return words[last : last + 1] == ["percent"]


def _inherit(scene: Scene, number: Any, base: Draft, first: int, last: int, unit: str, *, part: bool = True) -> Draft:
    draft = _draft(scene, number, Reading(base.kind, first, None, 0.0), first, last, unit)
    draft.modality = base.modality
    draft.part_of = base if part else None
    for field in ("origin", "destination", "crossing", "place"):
        if not getattr(draft, field):
            setattr(draft, field, list(getattr(base, field)))
    draft.holder = draft.holder or base.holder
    if draft.when.basis == "unknown":
        draft.when = base.when
    return draft


def _draft(scene: Scene, number: Any, reading: Reading, first: int, last: int, unit: str) -> Draft:
    sentence = scene.sentence
    trigger = reading.trigger
    length = trigger.length if trigger is not None else last - first
    when = read_when(sentence, scene.moments, scene.verbs, reading.word, length, (first, last), scene.published)
    where = read_places(sentence, scene.spots, reading.word, trigger, reading.kind, (first, last), scene.lexicon)
    settle_places(scene, where)
    actor, actor_text = _actor(scene, first, last)
    return Draft(
        start=number.start if number.unit_start is None else min(number.start, number.unit_start),
        end=max(number.end, number.unit_end or 0),
        kind=reading.kind,
        modality=read_modality(sentence, reading.word, trigger, first),
        anchor=first,
        word=reading.word,
        value=number.value,
        low=number.low,
        high=number.high,
        qualifier=number.qualifier,
        unit=unit,
        scope=_scope(sentence, first, when, number),
        actor=actor,
        actor_text=actor_text,
        origin=where.origin,
        destination=where.destination,
        crossing=where.crossing,
        place=where.place,
        holder=where.holder,
        when=when,
    )


def settle_places(scene: Scene, where: Where) -> None:
    """Resolve "the town", "the same area" and remember what was named."""
    if where.anaphor and not where.origin and where.holder is None:
        if scene.last_origin:
            where.origin = list(scene.last_origin)
        elif scene.last_place is not None:
            where.origin = [scene.last_place]
    if where.origin:
        scene.last_origin = list(where.origin)
    if scene.spots:
        scene.last_place = scene.spots[-1]


def _scope(sentence: Sentence, first: int, when: When, number: Any) -> str:
    words = sentence.words
    low, high = max(0, first - 12), min(len(words), first + 14)
    near = words[low:high]
    pairs = list(zip(near, near[1:], strict=False))
    if when.cumulative or getattr(number, "cumulative", False) or any(p in _TOTALS for p in pairs) or any(w in _TOTAL_WORDS for w in words[max(0, first - 6) : first + 5]):
        return "cumulative"
    if any(p in _A_DAY for p in pairs) or "daily" in near:
        return "day"
    return "event"


def _actor(scene: Scene, first: int, last: int) -> tuple[str | None, str | None]:
    """Who is counted: the named group before the general word."""
    sentence = scene.sentence
    words = sentence.words
    best = None
    for k in range(first, min(len(words), last + 6)):
        if k >= last and words[k] in {",", "left", "were", "have", "had", "to", "in", "on", ";", "."}:
            break
        if words[k] in scene.lexicon.actors:
            voice = find_phrase(scene.lexicon.actors, words, k)
            if voice is not None and (best is None or (best[0].kind == "other" and voice.kind != "other")):
                best = (voice, k)
    if best is None:
        return None, None
    voice, k = best
    text = scene.text[sentence.starts[k] : sentence.ends[min(k + voice.length, len(words)) - 1]]
    return voice.id, text


def _share_buses(scene: Scene) -> None:
    """Tell people's claims the buses that are named with them."""
    buses = [d for d in scene.drafts if d.unit == "buses" and d.value is not None]
    for draft in scene.drafts:
        if draft.unit in PEOPLE and draft.kind in MOVING and draft.part_of is None:
            same = [b for b in buses if b.kind == draft.kind and scene.sentence.between(b.anchor, draft.anchor) <= 3.0]
            if len(same) == 1 and same[0].value is not None:
                draft.buses = int(same[0].value)


def share_holder(drafts: list[Draft]) -> None:
    """A spokesman speaks of the ground his group holds; figures beside his in one sentence count the same people."""
    moving = [d for d in drafts if d.kind in MOVING and d.unit is not None]
    for draft in moving:
        if draft.holder is None and not draft.origin and draft.speaker_actor and draft.modality in {"planned", "expected", "conditional"}:
            draft.holder = draft.speaker_actor
    known = next((d.holder for d in moving if d.holder), None)
    for draft in moving:
        if draft.holder is None and not draft.origin and draft.kind == "departure" and known is not None:
            draft.holder = known
