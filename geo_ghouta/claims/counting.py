"""One figure: what it counts, what happened, how sure, where and when."""

from __future__ import annotations

import dataclasses
from typing import Any

from geo_ghouta.claims.building import build, day_behind, inherit
from geo_ghouta.claims.counted import MOVING, MUNITIONS, PEOPLE, SETTLEMENTS
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.elliptic import base_of, numbered_noun, told_before, told_by_before, whole_before
from geo_ghouta.claims.entries import SIGNS, read_line
from geo_ghouta.claims.followups import follow_base, listed_part, unit_ahead
from geo_ghouta.claims.governing import (
    awaits,
    is_inverted,
    is_shared,
    number_of,
    own_verb,
    revised,
    unit_numbered,
    words_of_others,
)
from geo_ghouta.claims.joining import set_against
from geo_ghouta.claims.kinds import read_kind
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.main_verbs import Reading, read_second
from geo_ghouta.claims.nouns import BE, MORE, STANDS_AT, bare_unit, is_part, noun_phrase, total_unit, whole_of
from geo_ghouta.claims.things import gave_to, ground_share, is_by_name, lives_so
from geo_ghouta.claims.timing import NO_DATE
from geo_ghouta.claims.turns import (
    beside_wheels,
    injured,
    is_camp,
    is_no_claim,
    is_single,
    is_split,
    number_behind,
    numbered,
    put_at,
    put_reading,
    rival_of,
    share_before,
    stands,
    there_were,
    wheels_meant,
    who_speaks,
)
from geo_ghouta.claims.ungoverned import read_ungoverned
from geo_ghouta.claims.wholes import verbs_of_others

_TOTAL_OF = frozenset(("losses", "total", "number", "tally", "figure", "count", "toll"))
_AGED = frozenset(("woman", "man", "boy", "girl", "mother", "father"))
_GOODS = word_set("food aid supplies rations medicine room tents enough meals water blankets space bread flour parcels")
_FINITE = frozenset(("were", "are", "was", "have", "had", "will", "would"))
_HURT = word_set("wounded injured hurt sick ill badly seriously critically severely gravely")
_BARE_HURT = frozenset(("wounded", "injured", "killed", "captured", "others", "more", "missing"))
_JUST_COUNTS = frozenset(("number", "figure", "count"))
_HANDED = word_set(
    "handed surrendered seized confiscated found removed dismantled defused unexploded recovered cleared"
)
_STOOD = frozenset(("to", "at", "was", "is", "reached", "exceeded", "exceeds", "passed", "topped", "as", "from"))
_ASIDE_SIGNS = frozenset((",", "–", "—", "-", "(", "representing"))
_SERVED = frozenset(("for", "last", "feed", "cover", "sustain", "supply"))
_PUT_TO = frozenset(("to", "at"))
_SPOKE = frozenset(("said", "says", "added", "adding", "saying"))
_HAD = frozenset(("had", "have"))
_HOLDING = frozenset(("has", "have", "had", "holds"))
_AT_PLACE = (["at"], ["in"], ["near"], ["to"], ["into"])
_FAR = 6.0
_IN_ONE = frozenset(("in", "on", "at", "from", "of", "to", "into"))
_BRINGING = frozenset(("brought", "bring", "brings", "bringing", "carried", "carrying"))
_FAMILIES = frozenset(("families", "households"))
_HARMED = frozenset(("wounded", "dead", "injured", "victims", "casualties"))
_WITHIN = frozenset(("in", "inside", "at"))
_INWARD = frozenset(("into", "in"))
_PASSED = frozenset(("passed", "surpassed", "topped", "exceeded", "reached", "hit"))
_THE_FIRST = tuple(["the", w] for w in ("first", "last", "other", "remaining", "next"))
_CARRIERS = frozenset(("convoys", "convoy", "batches", "batch", "waves", "columns"))


def read_number(scene: Scene, number: Any, numbers: list[Any]) -> list[Draft]:
    """Read the claims that one figure of a sentence makes.

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    numbers : list of NumberSpan
        All of the sentence.

    Returns
    -------
    list of Draft
    """
    sentence = scene.sentence
    words = sentence.words
    count = len(words)
    first = sentence.at(number.start)
    if first >= count:
        return []
    last = max(first + 1, sentence.at(max(number.end, number.unit_end or 0)))
    prior, pair = words[max(0, first - 1)], words[max(0, first - 2) : first]
    unit = number.unit or "other"
    noun_text = (number.unit_text or "").lower()
    several = len(numbers) > 1
    whole = whole_of(sentence, number, numbers, last) if several else None
    whole = whole or (whole_before(sentence, number, numbers, first) if several else None)
    bare = noun_text in {"", "others", "more"} and unit != "percent"
    if whole is not None and bare:  # "twenty of the city's 36 hospitals"
        unit, noun_text, bare = whole.unit, (whole.unit_text or "").lower(), False
        last = max(last, sentence.at(max(whole.end, whole.unit_end or 0)))
    last, unit, nouns = noun_phrase(words, first, last, unit, noun_text)
    if is_no_claim(words, first, last, unit, bare=bare) or (unit == "other" and is_by_name(scene, first, nouns)):
        return []  # "aid for X and Y, two towns that are cut off"
    if number.value == 1 and unit == "other" and prior == "from":
        return []  # "21 of them from one family"
    if scene.said and (unit in PEOPLE or unit == "other") and who_speaks(scene.said, first, number.value):
        return []
    if prior in SIGNS:
        listed = read_line(scene, number, first, last, None if bare else unit)
        if listed is not None:
            return [listed]
    verbal = numbered(scene, first, unit) if bare or unit in PEOPLE else None
    if verbal is not None:
        return [build(scene, number, verbal[0], first, last, verbal[1])]
    put = (put_reading(scene, first) or there_were(scene, first, last)) if bare else None
    if put is not None:
        return [build(scene, number, put[0], first, last, put[1])]
    told_behind = number_behind(scene, first, last, unit) if prior in _PUT_TO else None
    if told_behind is not None:
        folk = unit if unit in PEOPLE else "people"
        goods = bare and "that" in words[last + 2 : last + 3] and scene.drafts and scene.drafts[-1].unit
        # "bringing to 451 the number that got in"
        return [build(scene, number, told_behind, first, last, goods or folk)]
    told_of = scene.drafts[-1] if scene.drafts and bare else None
    if told_of is not None and told_of.kind == "casualties" and words[last : last + 2] == ["the", "number"]:
        draft = inherit(scene, number, told_of, first, last, told_of.unit or unit, part=False)
        draft.scope = "cumulative"
        return [draft]  # "pulled out 21 bodies, bringing to 137 the number recovered"
    rival: Draft | None = None
    behind = words[last] if last < count else ""
    base = base_of(scene, first, last, number.value) if bare or prior in BE or is_part(words, first) else None
    if unit == "percent":
        if scene.drafts and prior == ";" and behind in {"are", "were"}:
            base = scene.drafts[-1]  # "...; two thirds are women"
        elif scene.drafts and scene.drafts[-1].unit == "percent" and prior in {"and", ",", ";"} and behind in _FINITE:
            # "90 percent of the houses are damaged and a quarter will have to be pulled down"
            return [inherit(scene, number, scene.drafts[-1], first, last, unit, part=False)]
        if words[0] in {"that", "this", "they", "it"} or (
            behind == "of" and words[last + 1 : last + 2] in (["them"], ["those"], ["whom"])
        ):
            base = base_of(scene, 0, last)
        share = share_before(scene) if pair == ["it", "at"] else None
        if share is not None:
            return [inherit(scene, number, share, first, last, unit, part=False)]  # "the UN puts it at 70 percent"
    if bare:
        rival = rival_of(scene, first, last) if base is None or base not in scene.drafts else None
        base = rival or base
        if pair in _THE_FIRST and scene.before is not None:
            earlier = [d for d in scene.before.drafts if d.unit is not None]
            if "buses" in ({earlier[-1].unit} if earlier else set(scene.before.sentence.words)):
                unit = "buses"  # "about 40 buses ... The first nine arrived empty"
        unit = put_at(words, first) or ("buses" if unit == "buses" else bare_unit(words, first, last, unit, base))
        nouns.add("others")
        unit, nouns = told_by_before(scene, base, unit, nouns, last)
        named = numbered_noun(words, first) if prior in _STOOD else None
        if named is not None:  # "the number of private cars to 1,231"
            unit, nouns = named
            told = number_of(scene, first, unit, frozenset(nouns))
            if told is None and base in scene.drafts and base is not None:
                return [inherit(scene, number, base, first, last, unit, part=False)]
            if told is None and unit in PEOPLE:
                told = Reading("population", first, None, 0.0)
            if told is not None:
                return [build(scene, number, told, first, last, unit)]
        total = _TOTAL_OF & set(words[max(0, first - 7) : first])
        if not total and pair in STANDS_AT:  # "the number of those who ... stood at N"
            total = (_JUST_COUNTS | {"estimates"}) & set(words[max(0, first - 16) : first])
        total = total or revised(words, first)
        told = number_of(scene, first, unit) if total else None
        if told is not None:
            return [build(scene, number, told, first, last, unit_numbered(words, first, unit))]
        summed = "of" not in words[max(0, first - 7) : first]
        earlier = told_before(scene) if total and summed and base is None else []
        if earlier:
            crowd = [d for d in earlier if d.unit in PEOPLE and d.part_of is None]
            base = crowd[-1] if crowd else earlier[-1]
        if total <= _JUST_COUNTS and base in scene.drafts and base is not None and base.unit == "buses":
            base = next((d for d in reversed(scene.drafts) if d.unit in PEOPLE and d.kind == base.kind), base)
        if total and base is not None and "toll" not in total and summed:
            draft = inherit(scene, number, base, first, last, total_unit(words, number, base, first), part=False)
            running = base.scope == "cumulative" or not total <= _JUST_COUNTS
            draft.scope = "cumulative" if running else base.scope
            if running and base in scene.drafts and base.when.precision == "period" and not base.when.cumulative:
                draft.when = NO_DATE  # "694 in the past 24 hours, bringing the total to 959"
            elif not scene.moments and "bringing" not in words[max(0, first - 7) : first] and total <= _JUST_COUNTS:
                draft.when = base.when  # "the Observatory put the figure at 320": the same event
            return [draft]
        if prior == "of" and (words[first - 2] in scene.lexicon.persons or words[first - 2] in _AGED):
            return []  # "a farmer of 62"
        of_all = pair == ["out", "of"] or (prior == "of" and words[first - 3] in SIGNS)
        if of_all and scene.drafts and scene.drafts[-1].unit:
            whole_draft = inherit(scene, number, scene.drafts[-1], first, last, scene.drafts[-1].unit, part=False)
            scene.drafts[-1].part_of = whole_draft
            return [whole_draft]  # "eight hospitals out of 13", "Hospitals open: 4 of 24"
    elif unit == "people" and scene.drafts and prior in {"and", ",", "with"}:
        near = scene.drafts[-1]  # "192 soldiers were killed and 511 wounded"
        if (
            near.kind == "casualties"
            and near.unit == "fighters"
            and _BARE_HURT.issuperset(words[sentence.at(number.end) : last])
        ):
            unit = near.unit
    if behind == "of" and not _CARRIERS.isdisjoint(words[first:last]):
        inner = [n for n in numbers if 0 < sentence.at(n.start) - last <= 5 and n.unit in {*PEOPLE, "buses"}]
        if inner:
            return []  # "two convoys of 12 buses": the buses are counted
    if prior in {"every", "each", "per"}:
        return []  # "for every ten captives"
    if "so" in words[last : last + 4] and not {"done", "did", "do"}.isdisjoint(words[last : last + 3]):
        return []  # "300 had done so": what they did stands elsewhere
    before = first - 2 if first > 1 and words[first - 1] in {"only", "just", "some", "about"} else first - 1
    if words[max(0, before)] in _SERVED and not _GOODS.isdisjoint(words[max(0, first - 6) : first]):
        return []  # "food for 10,000 families": they go nowhere
    if prior == "to" and unit in PEOPLE and gave_to(words, first):
        return [build(scene, number, Reading("other", first, None, 0.0), first, last, unit)]
    span = (number.start, number.end)
    mine = [n for n in numbers if n.part_of == span] if several else []
    if mine and first and prior in {"of", "estimated", "about", "some"}:
        nouns.add("<whole>")
    others = scene.voiced(first)
    of_all = split = False
    if several:
        if any(n.unit == "percent" and is_shared(sentence, n, first) for n in numbers):
            nouns |= {"<whole>", "<owned>"} if "'s" in words[max(0, first - 3) : first] else {"<whole>"}
        others |= words_of_others(sentence, (number, None if unit == "percent" else whole), numbers)
        others |= verbs_of_others(sentence, number, whole, numbers, first, last, unit)
    if whole is not None and unit != "percent":
        then = sentence.at(max(whole.end, whole.unit_end or 0))
        others |= {k for k, t in sentence.triggers if k == then and t.kind == "population"}
        # "400 of the 1,200 people believed to be in the town had left": only the whole was there
    if mine:
        of_all = pair in (["of", "the"], ["of", "its"], ["of", "their"]) and all(n.start < number.start for n in mine)
        split = is_split(words, last, [sentence.at(n.start) for n in mine if n.start > number.end])
    if (of_all or split) and unit in PEOPLE:
        if split:
            others |= {k for k, t in sentence.triggers if k >= last and t.form != "noun" and t.kind in MOVING}
        nouns.add("<whole>")
        if split and prior == "'s":
            nouns.add("<owned>")  # "Gaza's 2.3 million people, 1.7 million of whom have been displaced"
    armed = unit == "other" and not nouns.isdisjoint(MUNITIONS) and not _HANDED.isdisjoint(words)
    if armed:
        nouns = nouns - MUNITIONS  # "handed over 30 mortars": nobody fired them
    ahead = follow_base(scene, last, unit)
    if ahead is not None:
        folk = unit_ahead(scene, ahead, unit) if bare else unit
        return [inherit(scene, number, ahead, first, last, folk, part=False)]
    reading = read_kind(sentence, first, last, unit, nouns, others)
    listed = listed_part(scene, first, unit) if reading is None else None
    if listed is not None:
        return [inherit(scene, number, listed, first, last, unit)]
    if bare and unit == "people" and noun_text != "more" and reading is not None and reading.word >= last:
        on_wheels = base in scene.drafts and base is not None and base.unit in {"buses", "other"}
        unnamed = base is None or (on_wheels and base.kind in MOVING)
        meant = wheels_meant(scene, first, number.value) if unnamed and reading.kind in MOVING else None
        if meant is not None:
            kind = "arrival" if reading.kind == "displacement" else reading.kind
            return [build(scene, number, dataclasses.replace(reading, kind=kind), first, last, meant)]
    if unit == "percent" and reading is not None and reading.trigger is None and reading.kind == "territory_share":
        reading = dataclasses.replace(reading, kind=ground_share(words, first))  # "has emptied half of the town"
    if unit == "percent" and behind == "of" and reading is not None and lives_so(sentence, last, reading):
        reading = Reading("other", first, None, 0.0)  # "half of the population depends on wells"
    if of_all and unit == "km2":
        reading = Reading("territory_share", first, None, 0.0)  # "40 of the 60 square kilometres that rebels held"
    shared = "<whole>" in nouns and not mine and not bare  # of a share: "half of the 900 soldiers had given up"
    if (of_all or shared) and reading is None and unit in PEOPLE:
        reading = Reading("population", first, None, 0.0)  # "28,000 of the 120,000 have arrived": who lived there
    if shared and reading is not None and reading.trigger is None and (reading.kind, prior) == ("population", "'s"):
        there = build(scene, number, reading, first, last, unit)
        there.modality, there.when, there.scope = "happened", NO_DATE, "event"
        return [there]  # "half of the region's 120,000 people could be gone by Thursday": so many live there
    if reading is None and whole is not None and unit in PEOPLE and base is None:
        reading = Reading("population", first, None, 0.0)  # "70 of the 230 fighters were foreigners"
    if reading is not None:
        if several and words[0] == "of":
            parts = mine if reading.trigger is not None else []
            if any(last <= sentence.at(n.start) < reading.word for n in parts):
                return []  # "of the 54 districts, 15 were damaged": not all of them
            parts = [n for n in numbers if n.start > number.start] if first <= 2 else []
            if any(last <= sentence.at(n.start) < reading.word for n in parts):
                return []  # "of 130 patients on the list, just 27 had been moved"
        if unit == "other":
            if reading.kind == "advance" and prior in _IN_ONE:
                return []  # "let 12 trucks into two besieged towns"
            if prior == "to" and not nouns.isdisjoint(_FAMILIES) and reading.kind == "arrival" and reading.word < first:
                reading = Reading("other", first, None, 0.0)  # "delivered parcels to 46,000 families"
        elif unit in PEOPLE and words[reading.word].startswith(("deliver", "distribut")):
            if prior == "to":
                return []  # "delivered aid to 80,000 people"
            reading = Reading("other", first, None, 0.0)  # "delivered 40 tonnes, and 2,300 people got meals"
        elif unit in PEOPLE and prior == "to" and words[reading.word] in _BRINGING and reading.word < first - 2:
            reading = Reading("other", first, None, 0.0)  # "brought flour to 40,000 people"
        alone = number.value == 1 and unit == "people" and reading.word < first
        if alone and sentence.between(reading.word, first) >= 3.0:
            return []  # "they streamed back; one woman found only a door"
    if bare and behind in _HAD:
        reading = injured(words, first, last) or reading
    if prior == "against" and (reading is None or reading.word < first):
        reading = None  # "held out against 30,000 troops"
    if bare and reading is not None and reading.kind == "prisoners" and is_camp(scene, reading.word, first):
        reading = Reading("population", reading.word, reading.trigger, reading.cost)
    if reading is not None and reading.kind == "staging" and awaits(words, reading.word):
        reading = Reading("other", reading.word, reading.trigger, reading.cost)
    comma = behind == "," and (reading is None or reading.word > last)
    if (comma or "we" in words[max(0, first - 4) : first]) and stands(words, first):
        reading = Reading("population", first, None, 0.0)  # "there were more than 1,000, of whom 600 were hurt"
    if reading is not None and scene.drafts:
        reading = beside_wheels(scene.drafts[-1], words, reading, first, unit, apart=bare or whole is not None)
    led = pair[0] if prior in MORE and first > 1 else prior
    if base is not None and bare and led in {"and", ";", "while"} and reading is not None and reading.word < first:
        taken = any(last < k <= last + 8 and t.kind == "prisoners" for k, t in sentence.triggers)
        if not taken and not _FINITE.isdisjoint(words[last : last + 2]):
            # "..., and 250 more were due on Monday"
            return [inherit(scene, number, base, first, last, unit, part=False)]
    if base is not None and unit == "percent" and words[0] in {"that", "this"} and words[1:2] in (["is"], ["was"]):
        # "that is over half of the 120,000 inhabitants"
        return [inherit(scene, number, base, first, last, unit, part=False)]
    if prior == "with" and reading is not None and reading.kind == "population":
        stuck = [d for d in scene.drafts if d.kind == "staging" and d.unit == "buses"]
        if stuck:  # "buses stuck with 300 people"
            return [inherit(scene, number, stuck[-1], first, last, unit, part=False)]
    if base is not None and bare:
        weak = reading is not None and reading.trigger is not None and reading.trigger.weak
        weak = weak and reading is not None and reading.kind not in MOVING
        if weak and not MORE.isdisjoint(words[max(0, first - 2) : first + 1]):
            # "a further 200 had been registered"
            return [inherit(scene, number, base, first, last, unit, part=False)]
        if base in scene.drafts and "short" in words[max(0, first - 3) : last]:
            draft = inherit(scene, number, base, first, last, base.unit or unit, part=False)
            draft.modality, draft.when = "planned", NO_DATE
            return [draft]  # "four buses left, far short of the 90 that it had hoped to send"
        if set_against(words, first):
            draft = inherit(scene, number, base, first, last, base.unit or unit, part=False)
            draft.when = day_behind(scene, last) or NO_DATE
            draft.scope = base.scope if base.scope == "cumulative" else draft.scope
            return [draft]  # "50,000 people on Friday, down from 80,000 a day earlier"
    apposed = pair == [",", "or"] or (
        unit == "percent" and prior in _ASIDE_SIGNS and "population" in words[last : last + 8]
    )  # "90,000 people, or 60 percent of the population, ..."
    if apposed and scene.drafts:
        told_so = inherit(scene, number, scene.drafts[-1], first, last, unit)
        told_so.origin, told_so.destination = scene.drafts[-1].origin, scene.drafts[-1].destination
        return [told_so]
    own = own_verb(scene, reading, first, last) if base is not None else None
    if own is not None and base is not None:
        own = reading if reading is not None and reading.word == own.word else own
        if (base.kind, own.kind) == ("displacement", "departure"):  # "6 million have fled, 3 million of whom went to X"
            own = dataclasses.replace(own, kind=base.kind)
        inherited = bare and unit in {"people", "other"}
        draft = build(scene, number, own, first, last, (base.unit or unit) if inherited else unit)
        draft.part_of = base
        if draft.when.basis == "unknown" and base.when.cumulative and base in scene.drafts and own.kind in MOVING:
            draft.when, draft.scope = base.when, base.scope  # "had fled since May, of whom 20,000 went to X"
        return [draft]
    if (
        bare
        and base in scene.drafts
        and reading is not None
        and reading.cost > _FAR
        and ";" in words[:first]
        and prior not in BE
        and words[last : last + 2] != ["of", "them"]
    ):
        return []  # "...; Hamas said two of its members did it": another sentence in all but its stop
    apart = reading is not None and reading.word > last and not _SPOKE.isdisjoint(words[last : reading.word])
    if bare and base is not None and rival is base and (reading is None or reading.trigger is None or apart):
        counted = inherit(scene, number, base, first, last, base.unit or unit, part=False)
        if counted.modality == "happened":
            counted.modality = base.modality  # "are to be freed. X spoke of 90"
        if not scene.moments and base not in scene.drafts:
            counted.when, counted.scope = base.when, base.scope  # of the same days
        return [counted]
    of_them = behind == "of" and words[last + 1 : last + 2] in (["them"], ["those"], ["whom"])
    if base is not None and (
        ((bare or unit == "percent") and reading is None)
        or (
            unit == "percent"
            and of_them
            and base.unit in PEOPLE
            and (reading is None or reading.kind not in MOVING or reading.word < first)
        )
        or (of_them and bare and words[last + 2 : last + 3] and (words[last + 2] in BE or words[last + 2] in _HURT))
        or (of_them and bare and base in scene.drafts and words[last + 2 : last + 3] in _AT_PLACE)
        or is_part(words, first)
        or (is_inverted(words, first) and (scene.drafts or reading is None))
    ):
        part = is_part(words, first) or is_inverted(words, first) or words[last : last + 1] == ["of"]
        return [inherit(scene, number, base, first, last, unit, part=part)]
    if is_single(scene, number, reading, (first, last), unit, whole):
        return []
    if reading is None and prior in _HOLDING:
        if unit == "percent" and prior != "had" and any(last < s.first <= last + 3 for s in scene.spots):
            reading = Reading("territory_share", first, None, 0.0)  # "says that it has 80 percent of X"
        own_ground = unit == "other" and prior != "holds" and not nouns.isdisjoint(SETTLEMENTS)
        if own_ground and any(first - 4 <= k < first for k, _ in sentence.actors):
            reading = Reading("holder", first, None, 0.0)  # "the army now has 12 of the 40 neighbourhoods"
    hurt = unit == "percent" and behind == "of" and words[last + 1 : last + 2] == ["the"]
    hurt = hurt and not _HARMED.isdisjoint(words[last + 2 : last + 3])
    lost_ones = noun_text in _HARMED and "of" in words[first:last] and reading is not None and reading.kind == "other"
    if hurt or lost_ones:
        # "80 percent of the wounded brought to him had gunshot wounds", "68 of the dead were sent on"
        reading = Reading("casualties", first, None, 0.0)
    sent = reading is not None and reading.kind == "other" and words[reading.word].startswith("sen")
    if (
        sent
        and reading is not None
        and unit in {"other", "groups"}
        and not _INWARD.isdisjoint(words[reading.word + 1 : last + 2])
    ):
        reading = Reading("arrival", reading.word, reading.trigger, reading.cost)  # "sent 1,000 vehicles into Idlib"
    has = unit in PEOPLE and prior in {"has", "have", "had"}
    if (
        has
        and words[first] not in _PASSED
        and reading is not None
        and (reading.trigger is None or reading.trigger.form == "noun" or (behind in _WITHIN and reading.word > last))
    ):
        # "is thought to have 10,000 men"; "has 113 staff in X, who"; "they have 400 hostages with them"
        reading = Reading("prisoners" if unit == "prisoners" else "population", first, None, 0.0)
    put_so = prior == "at" and not bare and unit in PEOPLE and pair == ["it", "at"]
    against = rival_of(scene, first, last) if put_so else None
    if against is not None:
        return [inherit(scene, number, against, first, last, unit, part=False)]  # "put it at 7,500 civilians"
    standing = put_at(words, first) if bare and reading is None else None
    if standing in PEOPLE and "number" in words[max(0, first - 16) : first]:
        return [build(scene, number, Reading("population", first, None, 0.0), first, last, standing or unit)]
    if reading is None:
        return read_ungoverned(scene, number, (first, last), unit, nouns, bare=bare, has=has)
    out = [build(scene, number, reading, first, last, unit)]
    second = read_second(sentence, last, reading, unit, nouns, others)
    if second is not None:
        out.append(build(scene, number, second, first, last, unit))
        if not out[0].destination and out[1].kind == "arrival":
            out[0].destination = list(out[1].destination)
        if not out[1].origin and out[0].kind == "departure":
            out[1].origin, out[1].holder = list(out[0].origin), out[0].holder
    return out
