"""One claim from its governing word: modality, places, day, scope and actor put together."""

from __future__ import annotations

import datetime as dt
from typing import Any

from geo_ghouta.claims.acting import actor_of_figure
from geo_ghouta.claims.anaphors import CENTRES, in_old_city, meant, to_centre, town_meant
from geo_ghouta.claims.counted import MOVING, PEOPLE
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.holding import houses
from geo_ghouta.claims.homes import is_ruled
from geo_ghouta.claims.lexicon import Trigger
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.claims.modality import read_modality
from geo_ghouta.claims.moods import PLANS
from geo_ghouta.claims.movement import read_places
from geo_ghouta.claims.outcomes import came_to_nothing, days_of_plan, once_put_off
from geo_ghouta.claims.passages import Sentence
from geo_ghouta.claims.prospects import has_done, is_last_of, is_led, is_needed, is_promised, is_state, were_to
from geo_ghouta.claims.scopes import read_scope
from geo_ghouta.claims.spots import Spot, Where
from geo_ghouta.claims.timing import NO_DATE, When, carry, not_ahead, read_when
from geo_ghouta.claims.unsettled import left_open

_CHOSE = frozenset(("decided", "chose", "opted", "chosen", "preferred", "elected", "vowed"))
_STANDING = frozenset(("population", "territory_share", "pocket_count"))
_GONE_BY = frozenset(("never", "turned"))
"""Words by which the day of what did not happen has passed: "due on Sunday never left", "turned back"."""
_AWAITED = frozenset(("planned", "scheduled", "foreseen", "promised"))
_FOLLOWING = frozenset(("follow", "come"))
_TO_COME = ("will", "would", "to")
_SWAPS = (["in", "return"], ["in", "exchange"])
_DOERS = ("ers", "ors", "ists", "men", "ians")
"""How words end that name people by what they do."""
_KIN = frozenset(("women", "children", "minors", "elderly", "boys", "girls", "men"))
_LISTED = _KIN | {"people", "civilians", "and", ",", "the"}
_AILING = frozenset(("old", "sick", "wounded", "disabled"))
_JOINS = frozenset((",", "and"))
_BETWEEN = _JOINS | {"the"}
_NEEDS = frozenset(("need", "needs", "needed", "require", "requires", "await", "awaiting"))
_JOINTS = frozenset(("and", ";", "while", "but"))
_STOPS = frozenset((";",))
_WERE = frozenset(("were", "was", "did"))
_WILL = frozenset(("will", "would"))
_DAY = frozenset(("day", "part_of_day"))
_OF_THEM = (["whom"], ["them"], ["those"], ["which"])
_UNABLE = frozenset(("unable", "cannot", "weak", "frail", "unwilling", "powerless"))
_WISHED = frozenset(("want", "wants", "wanted", "wish", "wished", "like"))


def inherit(scene: Scene, number: Any, base: Draft, first: int, last: int, unit: str, *, part: bool = True) -> Draft:
    """Build a claim that takes from another what its own words do not tell.

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    base : Draft
        The claim that the figure is a part or a continuation of; its kind is the new one's.
    first, last : int
        Words of the figure with its noun, half-open.
    unit : str
    part : bool
        Whether the figure is a part of the other claim's.

    Returns
    -------
    Draft
    """
    if part and unit == "other" and base.unit in PEOPLE and scene.sentence.words[last - 1].endswith(_DOERS):
        unit = "people"  # "60 people, among them four editors"
    held = part and unit == "people" and base.kind == base.unit == "prisoners"
    if held and _KIN.isdisjoint(scene.sentence.words[first : last + 6]):
        unit = "prisoners"  # "held 130 people, among them ten editors"
    draft = build(scene, number, Reading(base.kind, first, None, 0.0), first, last, unit)
    if draft.modality == "happened" and left_open(scene.sentence, scene.said, first) is not None:
        draft.modality = "conditional"  # "did not say whether 200 fighters were among them"
    if draft.modality == "happened" and (part or base in scene.drafts):
        draft.modality = base.modality
    ahead = next((m for k, m in scene.sentence.moods if last <= k <= last + 2 and m in {"planned", "expected"}), None)
    if ahead is not None and draft.modality == "happened":
        draft.modality = ahead  # "with another 350,000 likely to follow"
    draft.part_of = base if part else None
    own_day = (
        draft.when.precision in _DAY and draft.when != base.when
    )  # "died in May, 47 of whom were buried on Friday"
    if part and draft.scope == "event" and not own_day:
        draft.scope = base.scope
    for field in ("origin", "destination", "crossing", "place"):
        if not getattr(draft, field):
            setattr(draft, field, list(getattr(base, field)))
    draft.holder = draft.holder or base.holder
    # A draft of the sentence before has its anchor there: no words lie between the two that could be counted.
    near = base in scene.drafts and scene.sentence.between(base.anchor, first) < 3.0
    if draft.when.basis == "unknown" and not follows(scene.sentence.words, last):
        own = None if part else day_behind(scene, last, first)
        if own is not None or part or near:
            draft.when = base.when if own is None else own
    return draft


def _since(scene: Scene, last: int) -> When:
    """The time told right behind a figure: "30 in the past day, and 3,000 since the offensive began on 19 February"."""
    words = scene.sentence.words
    for moment in scene.moments:
        near = last <= moment.first <= last + 8 and "," not in words[last : moment.first]
        if near and scene.published is not None:
            span = moment.span
            ends = scene.published + dt.timedelta(days=1) if scene.published < dt.date.max else span.date_to
            return When(span.date_from, ends, span.text, span.basis, "period", cumulative=True)
    return NO_DATE


def follows(words: list[str], last: int) -> bool:
    """Whether the counted are still to come: "adding that 250 more would follow on Friday"."""
    tail = words[last : last + 4]
    if _FOLLOWING.isdisjoint(tail):
        return False
    return any(w in _TO_COME and tail[k + 1 : k + 2] in (["follow"], ["come"]) for k, w in enumerate(tail))


def day_behind(scene: Scene, last: int, first: int = -1) -> When | None:
    """The day told behind a figure without a verb of its own: "and 10,000 more were expected over the weekend"."""
    sentence = scene.sentence
    for moment in scene.moments:
        ahead = last <= moment.first <= last + 7 and sentence.between(last, moment.first) < 1.0
        if ahead or moment.last == first:  # "and tomorrow 60 more will follow"
            span = moment.span
            return When(span.date_from, span.date_to, span.text, span.basis, span.precision)
    return None


def build(scene: Scene, number: Any, reading: Reading, first: int, last: int, unit: str) -> Draft:
    """Build the claim that a figure makes under its governing word.

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    reading : Reading
        The governing word.
    first, last : int
        Words of the figure with its noun, half-open.
    unit : str

    Returns
    -------
    Draft
    """
    sentence = scene.sentence
    words = sentence.words
    trigger = reading.trigger
    length = trigger.length if trigger is not None else last - first
    inside = reading.kind == "prisoners" != unit and trigger is not None and trigger.kind == "holder"
    if inside and reading.word < first and houses(sentence, reading.word, scene.spots):
        reading = Reading("population", reading.word, trigger, reading.cost)
    moments, bound, own = scene.moments, scene.bound, []
    if bound:
        own = [m for m in moments if bound.get(m.first) == first]
        moments = own or [m for m in moments if m.first not in bound]
    dropped = came_to_nothing(sentence, reading.word, trigger, reading.kind, last)
    if dropped == "planned":
        moments, own = (days_of_plan(words, reading.word, last, told) for told in (moments, own))
    when = NO_DATE
    if moments:
        when = read_when(
            sentence,
            moments,
            scene.verbs,
            reading.word,
            length,
            (first, last),
            scene.published,
            governed=trigger is not None,
            noun=_has_own_verb(scene, reading, words, last) if trigger is None else trigger.form == "noun",
        )
    if bound and own and when.basis == "unknown":
        span = own[0].span  # "on 10 July there were 290", "20 clinics that it was running last week"
        when = When(span.date_from, span.date_to, span.text, span.basis, span.precision)
    if words[last : last + 1] == ["since"] and reading.word < first:
        when = _since(scene, last)
    if when.basis == "unknown" and dropped != "planned":
        told = scene.before.moments if scene.before is not None else []
        when = carry(sentence, scene.moments, told, first, scene.published)
    if dropped == "planned" and when.basis == "weekday":
        when = once_put_off(when, [m for m in scene.moments if m not in moments])
    modality = dropped or _modality(scene, reading, first, last)
    kind = reading.kind
    if _is_exchange(words, first) and (unit == "prisoners" or (scene.drafts and scene.drafts[-1].unit == "prisoners")):
        kind = "prisoners"  # "105 hostages came home in exchange for 240 Palestinians"
    if words[last : last + 3] == ["that", "had", "been"] and not _AWAITED.isdisjoint(words[last + 3 : last + 4]):
        modality = "planned"  # "far fewer than the 90 that had been planned"
    if follows(words, last):
        modality = modality if modality in PLANS else "planned"  # "we hope that the last 2,500 will come"
        when = day_behind(scene, last, first) or NO_DATE
    if when is not NO_DATE and (
        modality == "happened"
        or (modality == "denied" and not _GONE_BY.isdisjoint(words) and _WILL.isdisjoint(words))
        or (modality == "conditional" and "have" in words[max(0, reading.word - 3) : reading.word])
    ):
        when = not_ahead(when, scene.published)
    where = places_of(scene, reading.word, trigger, reading.kind, (first, last))
    settle_places(scene, where, reading.word)
    actor, actor_text = actor_of_figure(scene, reading.kind, reading.word, trigger, first, last)
    swapped = kind == "prisoners" != reading.kind
    if swapped and unit == "people":
        unit = "prisoners"
    held = reading.kind == "prisoners" and unit == "people"
    if held and trigger is not None and (trigger.form != "move" or trigger.kind == "departure"):
        unit = "prisoners"
    scope = read_scope(sentence, first, when, reading.word, kind, number.value, modality)
    return Draft(
        number.start if number.unit_start is None else min(number.start, number.unit_start),
        _end_of(sentence, max(number.end, number.unit_end or 0), unit),
        kind,
        modality,
        first,
        reading.word,
        number.value,
        number.low,
        number.high,
        number.qualifier,
        unit,
        scope,
        actor,
        actor_text,
        where.origin,
        where.destination,
        where.crossing,
        where.place,
        where.holder,
        when,
    )


def _end_of(sentence: Sentence, end: int, unit: str) -> int:
    """Where a figure's words end: behind all that it counts in a list, "79 women, children and elderly people"."""
    words = sentence.words
    first = last = sentence.at(end)
    if unit not in PEOPLE or last >= len(words) or words[last] not in _JOINS or words[last - 1] not in _KIN:
        return end
    words = [*words, "", ""]  # a text may end in a list
    while words[last] in _LISTED or (words[last] in _AILING and words[last + 1] == "people"):
        last += 1
    while words[last - 1] in _BETWEEN:
        last -= 1
    return sentence.end_of(last - 1) if "and" in words[first:last] else end


def _given_for(lead: list[str]) -> bool:
    """Whether a figure is a further part of a price: "would free 50 in return for a truce and up to 275 prisoners"."""
    if "for" not in lead:
        return False
    return any(lead[k : k + 2] in _SWAPS and "for" in lead[k + 2 : k + 3] for k in range(len(lead) - 2))


def _has_own_verb(scene: Scene, reading: Reading, words: list[str], last: int) -> bool:
    """Whether the first verb behind a figure is told of it, though none tells its kind: "47 of whom were buried"."""
    if last in scene.verbs and scene.moments[0].first > last:
        return True  # "three new camps opened this month"
    return reading.kind == "other" or (words[last : last + 1] == ["of"] and words[last + 1 : last + 2] in _OF_THEM)


def _is_exchange(words: list[str], first: int) -> bool:
    """Whether captives are what others are given for: "105 hostages came home in exchange for 240 prisoners"."""
    lead = words[max(0, first - 4) : first]
    return "for" in lead and ("exchange" in lead or "return" in lead)


def _is_corrected(sentence: Sentence, first: int) -> bool:
    """Whether a figure is what another is held against: "62 had left, not 200"."""
    words = sentence.words
    return words[max(0, first - 2) : first] in ([",", "not"], ["and", "not"]) and "but" not in words[first:]


def _modality(scene: Scene, reading: Reading, first: int, last: int) -> str:
    kind, at, trigger = reading.kind, reading.word, reading.trigger
    if _is_corrected(scene.sentence, first):
        return "denied"
    modality = read_modality(scene.sentence, at, trigger, first)
    lead, behind = scene.sentence.words[max(0, first - 3) : first], scene.sentence.words[last : last + 1]
    if modality == "planned" and at < first and "but" in lead and not _WERE.isdisjoint(behind):
        return "happened"  # "200 would be moved, but only 43 were"
    opening = left_open(scene.sentence, scene.said, at)
    if opening is not None:
        return opening.modality(modality)
    words = scene.sentence.words
    if modality == "happened":
        if scene.drafts:
            near = scene.drafts[-1]  # "5,000 people will be moved in exchange for 1,500 prisoners"
            swapped = trigger is None or ("for" in words[max(0, first - 3) : first] and _is_exchange(words, first))
            swapped = swapped or (
                trigger is not None and trigger.form == "noun" and _given_for(words[near.anchor : first])
            )
            ahead = swapped and near.modality in {"planned", "expected", "proposed"}
            if ahead and scene.sentence.between(near.anchor, first) < 3.0:
                return near.modality
        if is_promised(words, last) or (trigger is None and words[last : last + 2] in (["is", "to"], ["are", "to"])):
            return "planned"  # "a site with 4,000 plots is to open"
        if is_needed(words, first) and (trigger is None or trigger.form == "noun"):
            return "proposed"
        if trigger is not None and trigger.form == "noun" and words[at - 1] in _NEEDS and last < at:
            return "proposed"  # "417 patients who need evacuation"
        if (at < first and were_to(words, at, first)) or is_led(words, at, first, last):
            return "planned"
        return modality
    if trigger is None and kind == "other" and _is_joined(scene, first, modality):
        return "happened"  # "have no roof and 60,000 people depend on aid"
    if (
        modality == "under_way"
        and at < first
        and words[first - 1] == "and"
        and words[last - 1 : last + 1][-1].endswith("ed")
    ):
        return "happened"  # "were firing rockets and 30 shells landed"
    if modality == "proposed" and kind == "casualties":
        return "happened"  # nobody proposes that: "demands an inquiry into the deaths of 30 people"
    if is_last_of(words, first, last) or has_done(words, at, first, last) or is_state(reading, words, first, modality):
        return "happened"
    # who remains somewhere does so: no process of remaining is under way
    if kind == "population" and modality != "happened":
        lead = words[max(0, at - 3) : at]
        if not _UNABLE.isdisjoint(lead):
            return "happened"  # "60 people who were unable to leave"
        asked = modality == "proposed" and "asked" in lead  # "57 had asked to stay"
        if asked or (modality == "planned" and not (_CHOSE.isdisjoint(lead) and _WISHED.isdisjoint(lead))):
            # "300 people decided to stay", "its 120,000 people do not want to live there": they do
            return "happened"
        if modality == "conditional" and at == last:
            return "happened"  # "if roads are blocked, food must reach the million people trapped there"
    if modality == "under_way" and (
        kind in _STANDING or kind == "siege" or (trigger is not None and trigger.kind == "holder")
    ):
        return "happened"
    return modality


def _is_joined(scene: Scene, first: int, modality: str) -> bool:
    """Whether another clause ends between the word that tells how sure and a figure: "and" behind "no", or ";"."""
    told = [k for k, mood in scene.sentence.moods if mood == modality]
    if not told or told[-1] > first:
        return False
    joints = _JOINTS if modality == "denied" else _STOPS
    return not joints.isdisjoint(scene.sentence.words[told[-1] : first])


def places_of(scene: Scene, word: int, trigger: Trigger | None, kind: str, figure: tuple[int, int]) -> Where:
    """Places that the words of a claim give; for what happens on the spot also the town that a speaker answers for."""
    where = read_places(scene.sentence, scene.ends, word, trigger, kind, figure, scene.lexicon)
    if scene.ends is not scene.spots and kind not in MOVING and not where.place:
        words = scene.sentence.words
        own = [s for s in scene.spots if s in scene.ends or (words[s.first - 1] != "from" and not is_ruled(words, s))]
        return read_places(scene.sentence, own, word, trigger, kind, figure, scene.lexicon)  # "X's mayor said 9 died"
    return where


def settle_places(scene: Scene, where: Where, word: int) -> None:
    """Resolve "the town", "the same area" and remember what was named."""
    if where.anaphor and not where.origin and where.holder is None and not _is_name(scene, where.noun, word):
        here = [] if where.same else [s for s in scene.spots if s.last <= word]
        right = meant(where, here, scene.sorts)
        if where.noun == "there" and not here and (told := _told_there(scene)):
            where.origin = told
        elif here and right is None:
            where.origin = [here[-1]]
        elif right is not None and (right in here or scene.trail.last_holder is None):
            where.origin = [right]
        elif scene.trail.last_holder is not None:
            where.holder = scene.trail.last_holder
        elif scene.trail.way or scene.trail.last_origin:
            where.origin = list(scene.trail.way or scene.trail.last_origin)
        elif scene.earlier_place is not None:
            where.origin = [scene.earlier_place]
    if where.origin:
        scene.trail.last_origin, scene.trail.last_holder = list(where.origin), None
    elif where.holder is not None:
        scene.trail.last_holder = where.holder
    if where.standing:
        one = town_meant(where, [s for s in scene.spots if s.last <= word], scene.sorts, scene.earlier_place)
        where.place = [] if one is None else [one]
    if scene.trail.old_city is not None and not (where.origin or where.place or where.holder is not None):
        in_old_city(scene.sentence, where, word, scene.trail.old_city)
    if not where.destination and where.origin and not CENTRES.isdisjoint(scene.sentence.words):
        to_centre(scene.sentence.words, where, word, scene.spots, scene.sorts)


def _told_there(scene: Scene) -> list[Spot]:
    """Places that "from there" means: those where the sentence before leads to, or where it is."""
    told = scene.before.drafts if scene.before is not None else []
    return next((list(d.destination or d.place) for d in reversed(told) if d.destination or d.place), [])


def _is_name(scene: Scene, noun: str, word: int) -> bool:
    """Whether "city" ends a name: those who "fled the Old City" fled a place of that name, not the city told before."""
    sentence, text = scene.sentence, scene.text
    if noun not in sentence.words[word:]:
        return False
    last = sentence.words.index(noun, word)
    spelt = (text[sentence.starts[k] : sentence.end_of(k)] for k in (last - 1, last))
    return last > word + 1 and all(map(str.istitle, spelt))
