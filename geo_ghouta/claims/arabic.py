"""Claims of Arabic sentences, a minimal form: a figure, its verb of moving, dying or freeing, day, places, speaker.

Arabic verbs stand before or behind what is counted, carry "and" and "will" as letters, and agree in number; a
fixed list of forms is read and nothing is guessed: a figure without such a verb nearby gives no claim.
"""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.anaphors import meant
from geo_ghouta.claims.arabic_voices import Voice, find_voices, voice_at
from geo_ghouta.claims.arabic_words import (
    ACCUSED,
    AND_CIVILIANS,
    CARRYING,
    DENYING,
    EXPECTING,
    FAMILIES,
    OTHERS,
    PROPOSING,
    REJECTING,
    SAID,
    SETTLED,
    STANDING,
    VERBS,
    fold,
)
from geo_ghouta.claims.counted import PEOPLE
from geo_ghouta.claims.drafts import Draft
from geo_ghouta.claims.spots import Where
from geo_ghouta.claims.timing import NO_DATE, When

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Scene
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.spots import Spot

LETTER = re.compile("[\u0621-\u064a]")
_PLANNED = frozenset(("المقرر", "المتوقع", "المرتقب", "المنتظر"))
_EXPECTED = frozenset(("المتوقع", "المنتظر"))
_FEW_DAYS = 2
_SO_FAR = 12
_VOWELS = frozenset(map(chr, range(0x64B, 0x653)))
"""Signs that end a word: the noun of "350 مقاتلاً" is quoted with its own."""
_THAT = frozenset(("ان", "بان", "انه", "انها"))
_NOT = frozenset(("لم", "لن", "ينف", "نفي", "نفت"))
_PARTS = frozenset(("بينهم", "بينها", "منهم", "منها", "ضمنهم", "بينهن"))
_ABOARD = frozenset(("متن", "بواسطة"))
_FROM, _TO = frozenset(("من",)), frozenset(("الي", "نحو", "باتجاه", "صوب"))
_OBJECT = frozenset(("غادر", "غادرت", "غادروا", "يغادر", "تغادر", "يغادرون", "يغادروا", "مغادرة"))
_HELD = frozenset(("ضمت",))
"""Verbs that only count: "the batch left X and held 1,500 people"."""
_REACHED = frozenset(("وصل", "وصلت", "وصلوا", "وصول", "دخل", "دخلت", "دخلوا", "دخول"))
_KINDS_OF_PLACE = frozenset(
    (
        "مدينة", "مدينتي", "مدن", "بلدة", "بلدتي", "بلدات", "حي", "حيي", "احياء", "قرية", "قريتي", "قري",
        "منطقة", "منطقتي", "مناطق", "مخيم", "مخيمي", "مصنع", "معبر", "ريف", "و",
    )
)  # fmt: skip
_BEGINNINGS = frozenset(("بدء", "بداية", "انطلاق", "اندلاع"))
_TOTALS = frozenset(("حصيلة", "الحصيلة", "اجمالي", "الاجمالي", "مجموع", "المجموع"))
_OUT_OF_ORDER = frozenset(("الخدمة",))
_NEEDING = frozenset(("تحتاج", "يحتاج", "يحتاجون", "بحاجة"))
_STOPS = frozenset((".", "؛", ";"))
_MEANT = {
    **dict.fromkeys(("البلدة", "المدينة"), "town"),
    "القرية": "village",
    **dict.fromkeys(("الحي", "الاحياء"), "quarter"),
    "المخيم": "camp",
    "المنطقة": "area",
}
"""What a place named before is called, with the article."""


def is_arabic(sentence: Sentence) -> bool:
    """Whether most words of a sentence are Arabic."""
    letters = [w for w in sentence.words if w[0].isalpha()]
    return sum("\u0621" <= w[0] <= "\u064a" for w in letters) * 2 > len(letters) > 0


@dataclasses.dataclass(frozen=True, slots=True)
class _Verb:
    at: int
    kind: str
    word: str
    future: bool


def read_arabic(scene: Scene, numbers: list[Any], known: Voice | None) -> tuple[list[Draft], Voice | None]:
    """Read the claims with a figure of an Arabic sentence.

    Parameters
    ----------
    scene : Scene
        The sentence with its places and dates.
    numbers : list
        What ``numbers.find_numbers`` found in it.
    known : Voice or None
        Who spoke last, for "and added that".

    Returns
    -------
    (list of Draft, Voice or None)
        Claims, and who spoke last.
    """
    sentence = scene.sentence
    words = _unvoiced(sentence)
    voices = find_voices(scene, words, known)
    verbs = _verbs(words) if numbers else []
    counts = [sentence.at(number.start) for number in numbers]
    drafts: list[Draft] = []
    for first, number in zip(counts, numbers, strict=True):
        last = max(first + 1, sentence.at(max(number.end, number.unit_end or 0)))
        if first >= len(words):
            continue
        voice = voice_at(voices, first, counts)
        draft = _read(scene, words, verbs, number, (first, last), drafts, voice)
        if draft is None:
            continue
        if draft.place:
            # "according to the civil defence in X": where it is told, and not where it happened
            draft.place = [s for s in draft.place if not any(v.first <= s.first < v.last for v in voices)]
        if voice is not None:
            draft.speaker, draft.speaker_text = voice.label, voice.text
            draft.attribution = (sentence.starts[voice.first], sentence.end_of(voice.last - 1))
        while scene.text[draft.end : draft.end + 1] in _VOWELS:
            draft.end += 1
        drafts.append(draft)
    told = [v for v in voices if not v.closing] or voices
    return drafts, told[-1] if told else known


def _unvoiced(sentence: Sentence) -> list[str]:
    """Words folded; a vowel sign inside a word parts it, and its pieces are put together at the first of them."""
    words = [fold(w) for w in sentence.words]
    for k in range(1, len(words) - 1) if "" in words else ():
        if words[k] or not sentence.words[k + 1][0].isalpha() or sentence.starts[k + 1] != sentence.end_of(k):
            continue
        head = k - 1
        while head and not words[head]:
            head -= 1
        if sentence.starts[k] == sentence.end_of(k - 1):
            words[head], words[k + 1] = words[head] + words[k + 1], ""
    return words


def _read(
    scene: Scene,
    words: list[str],
    verbs: list[_Verb],
    number: Any,
    span: tuple[int, int],
    drafts: list[Draft],
    said: Voice | None,
) -> Draft | None:
    first, last = span
    lead = words[max(0, first - 3) : first]
    base = drafts[-1] if drafts else None
    own = any(v.at == first - 2 for v in verbs) and lead[-1] in _PARTS  # "190,000 of whom have returned"
    if base is not None and not own and not _PARTS.isdisjoint(lead):
        return _like(number, base, first, part=True)
    verb = _governing(words, [v for v in verbs if _fits(v.kind, number)], first, last)
    if base is not None and base.unit == "buses" and not CARRYING.isdisjoint(lead):
        return _like(number, base, first, part=False)
    if base is not None and number.unit == "buses" and not _ABOARD.isdisjoint(lead):
        return _like(number, base, first, part=False)
    if verb is None or not _NEEDING.isdisjoint(lead):
        return _untold(scene, words, number, (first, last), said)
    unit = number.unit
    if unit == "fighters" and words[last : last + 1] != [] and words[last] in AND_CIVILIANS:
        unit, span = "people", (first, last + 1)  # "980 fighters and civilians"
    if not _OUT_OF_ORDER.isdisjoint(words[verb.at + 1 : verb.at + 3]) and unit in {"hospitals", "other"}:
        verb = dataclasses.replace(verb, kind="infrastructure")  # "30 hospitals went out of service"
    if verb.kind == "prisoners" and unit == "people":
        unit = "prisoners"
    elif verb.kind == "population" and unit == "prisoners":
        verb = dataclasses.replace(verb, kind="prisoners")  # "134 captives are still in X"
    noun = fold(number.unit_text or "")
    if verb.kind in {"territory_share", "arrival"} and noun in SETTLED:
        verb = dataclasses.replace(verb, kind="advance")  # "the army retook two villages"
    if noun.startswith("لاجي"):
        unit = "people"
    elif noun in OTHERS and base is not None and base.kind == verb.kind == "casualties" and base.unit in PEOPLE:
        unit = base.unit  # "12 soldiers were killed and 30 others wounded"
    earlier = [v for v in verbs if v.at < verb.at]
    if verb.word in _HELD and earlier:
        verb, span = earlier[-1], (earlier[-1].at, earlier[-1].at + 1)
    draft = _told(number, verb, first, unit, _modality(words, verb, said), _when(scene, words, verbs, verb, span, said))
    _places(scene, words, verb, span, draft)
    counted = not _TOTALS.isdisjoint(words[max(0, first - 8) : first]) or (
        draft.modality == "happened" and (_runs_on(words, first, draft.when) or _so_far(words, first))
    )
    draft.scope = "cumulative" if draft.when.cumulative or counted else "event"
    return draft


def _untold(scene: Scene, words: list[str], number: Any, span: tuple[int, int], said: Voice | None) -> Draft | None:
    """A figure with a noun of its own that no verb of moving, dying or freeing governs: "handed out 3,500 parcels"."""
    first = span[0]
    noun = fold(number.unit_text or "")
    few = number.value is None or number.value <= _FEW_DAYS
    if not noun or number.unit == "percent" or few or noun in SETTLED:
        return None
    here = _Verb(first, "infrastructure" if number.unit == "hospitals" else "other", words[first], future=False)
    when = _when(scene, words, [], here, span, said)
    return _told(number, here, first, number.unit, _modality(words, here, said), when)


def _told(number: Any, verb: _Verb, first: int, unit: str | None, modality: str, when: When) -> Draft:
    """The claim of a figure by the verb that governs it, or stands for one."""
    return Draft(
        start=number.start if number.unit_start is None else min(number.start, number.unit_start),
        end=max(number.end, number.unit_end or 0),
        kind=verb.kind,
        modality=modality,
        anchor=first,
        word=verb.at,
        value=number.value,
        low=number.low,
        high=number.high,
        qualifier=number.qualifier,
        unit=unit,
        when=when,
    )


def _runs_on(words: list[str], first: int, when: When) -> bool:
    """Whether a count runs over time: "since the siege began", "in the past three weeks"."""
    if when.precision == "period" and when.date_from is not None and when.date_to is not None:
        return (when.date_to - when.date_from).days > _FEW_DAYS
    return any(words[k] == "منذ" and words[k + 1] in _BEGINNINGS for k in range(first, min(len(words) - 1, first + 12)))


def _so_far(words: list[str], first: int) -> bool:
    """Whether a count runs up to now: "350 fighters have left so far"."""
    near = words[max(0, first - _SO_FAR) : first + _SO_FAR]
    return any(near[k : k + 2] == ["حتي", "الان"] for k in range(len(near)))


def _fits(kind: str, number: Any) -> bool:
    """Whether a verb can tell of what is counted: shares of ground and of people, buildings hit, shells fired."""
    unit = number.unit
    if unit == "percent":
        return kind in {"territory_share", "displacement", "infrastructure"}
    if kind == "territory_share":
        return bool(unit == "km2") or fold(number.unit_text or "") in SETTLED
    if kind == "infrastructure":
        return unit in {"other", "hospitals", "buses"}
    if kind == "casualties" and unit in {"other", "buses"}:
        return fold(number.unit_text or "") in FAMILIES
    if kind == "attack":
        return bool(unit == "other")
    if kind == "prisoners" and unit == "buses":
        return False  # "gunmen stopped 29 buses": nobody is held
    if unit == "other" and kind in {"displacement", "prisoners", "population"}:
        return fold(number.unit_text or "") in FAMILIES
    return True


def _like(number: Any, base: Draft, first: int, *, part: bool) -> Draft:
    """A part of the figure before it ("among them 413 fighters"), or the buses that carried them."""
    unit = number.unit
    draft = dataclasses.replace(
        base,
        start=number.start if number.unit_start is None else min(number.start, number.unit_start),
        end=max(number.end, number.unit_end or 0),
        anchor=first,
        value=number.value,
        low=number.low,
        high=number.high,
        qualifier=number.qualifier,
        unit=unit,
        part_of=base if part else None,
    )
    if unit == "buses" and base.value is not None and number.value is not None:
        base.buses = int(number.value)
    return draft


def _verbs(words: list[str]) -> list[_Verb]:
    """Words that tell what happened; "and", "so" and "will" before them are letters."""
    out = []
    for at, word in enumerate(words):
        bare, future = word, False
        if bare not in VERBS and bare[:1] in {"و", "ف"}:
            bare = bare[1:]
        if bare not in VERBS and bare[:1] == "س":
            bare, future = bare[1:], True
        if bare not in VERBS and bare[:1] in {"ل", "ب"}:
            bare = bare[1:]
        if bare[:2] == "ال" and bare[2:] in STANDING:
            bare = bare[2:]
        if bare in VERBS:
            out.append(_Verb(at, VERBS[bare], bare, future))
    return out


def _governing(words: list[str], verbs: list[_Verb], first: int, last: int) -> _Verb | None:
    """The nearest such word; one behind a comma or beyond another figure's clause costs more."""
    best, lowest = None, 9.0
    for verb in verbs:
        if first <= verb.at < last:
            cost = 0.9
        else:
            low, high = (last, verb.at) if verb.at >= last else (verb.at + 1, first)
            between = words[low:high]
            commas = sum(w in {"،", ","} for w in between)
            if not _STOPS.isdisjoint(between) or len(between) > 14:
                continue
            inside = verb.at >= last and not _PARTS.isdisjoint(between)
            cost = 0.25 * len(between) + (0.0 if inside else 2.0 * commas) + (0.3 if verb.at >= last else 0.0)
            cost += 2.0 * sum(1 for w in between if w.startswith("و") and w[1:] in VERBS)
            if verb.at >= last and words[verb.at].startswith("و") and words[verb.at] != verb.word:
                cost += 4.0  # "... and 58 wounded": the next clause
        if cost < lowest:
            best, lowest = verb, cost
    return best if lowest < 5.0 else None


def _modality(words: list[str], verb: _Verb, said: Voice | None) -> str:
    opened = said.first if said is not None and said.first < verb.at else 0
    told = {w[1:] if w[:1] in {"و", "ف"} and w not in SAID else w for w in words[opened : verb.at]}
    if not DENYING.isdisjoint(told):
        return "denied"  # "the army denied that its planes had killed 22 people"
    if not REJECTING.isdisjoint(told) and not ACCUSED.isdisjoint(told):
        return "denied"
    if not EXPECTING.isdisjoint(told):
        return "expected"
    if not PROPOSING.isdisjoint(told):
        return "proposed"  # "called for the evacuation of 400 patients"
    before = words[max(0, verb.at - 4) : verb.at]
    if not _NOT.isdisjoint(before[-2:]):
        return "denied"
    if verb.future or "سوف" in before:
        return "planned"
    if not _PLANNED.isdisjoint(before):
        return "planned" if _EXPECTED.isdisjoint(before) else "expected"
    return "happened"


def _when(
    scene: Scene, words: list[str], verbs: list[_Verb], verb: _Verb, span: tuple[int, int], said: Voice | None
) -> When:
    """The nearest day that is neither the saying's nor another verb's."""
    best, lowest = None, 99
    low, high = min(verb.at, span[0]), max(verb.at + 1, span[1])
    for moment in scene.moments:
        if moment.span.date_from is None:
            continue
        reach = said.last + (not _THAT.isdisjoint(words[moment.last : moment.last + 1])) if said is not None else 0
        if said is not None and said.first <= moment.first < reach:
            continue  # "said on Sunday that"
        if (
            moment.first
            and words[moment.first - 1] in SAID
            and not _THAT.isdisjoint(words[moment.last : moment.last + 1])
        ):
            continue  # "the council had told on Friday that"
        between = words[high : moment.first] if moment.first >= high else words[moment.last : low]
        if any(_is_clause(w) for w in between) or (moment.first < high and "،" in between and moment.first > 2):
            continue
        taken = any(
            (high <= v.at < moment.first) or (moment.last <= v.at < low)
            for v in verbs
            if v.at != verb.at and not _is_noun(v.word) and not (verb.kind == "casualties" and v.kind == "attack")
        )
        if not taken and len(between) < lowest:
            best, lowest = moment, len(between)
    if best is None:
        return NO_DATE
    span_ = best.span
    since = fold(span_.text).startswith(("منذ", "ومنذ"))
    return When(span_.date_from, span_.date_to, span_.text, span_.basis, span_.precision, cumulative=since)


def _is_noun(word: str) -> bool:
    return word in {"مقتل", "اصابة", "استشهاد", "خروج", "وصول", "مغادرة", "اجلاء", "نزوح", "قتلي", "جرحي", "سراح"}


def _is_clause(word: str) -> bool:
    """Whether a word begins a clause of its own; "and the wounding of 58" does not."""
    joined = word[1:] if word.startswith("و") else ""
    return word in _STOPS or joined in SAID or (joined in VERBS and not _is_noun(joined) and joined not in _HELD)


def _places(scene: Scene, words: list[str], verb: _Verb, span: tuple[int, int], draft: Draft) -> None:
    """Where from and where to, by the word before the place: "from", "to", or the verb that takes it."""
    low = min(verb.at, span[0])
    origin: list[Spot] = []
    destination: list[Spot] = []
    place: list[Spot] = []
    role: list[Spot] | None = None
    for spot in scene.spots:
        if spot.first < low:
            continue
        lead = words[low : spot.first]
        if any(_is_clause(w) for w in lead[1:]):
            break
        at = spot.first - 1
        while at > low and (not words[at] or words[at] in _KINDS_OF_PLACE):
            at -= 1
        before = "" if at < 0 else verb.word if at == verb.at else words[at]  # "will" is a letter of the word
        joined = words[min(spot.first, len(words) - 1)].startswith("و") or before == "و"
        if joined and role is not None:
            role.append(spot)
            continue
        if before in _FROM:
            role = origin
        elif before in _TO:
            role = destination
        elif before in _OBJECT or (verb.word in _OBJECT and at in range(span[0], span[1])):
            role = origin
        elif before in _REACHED or (verb.word in _REACHED and at in range(span[0], span[1])):
            role = destination
        elif before in {"في", "علي", "داخل"}:
            role = place
        else:
            role = None
        if role is not None and not role:
            role.append(spot)
    if draft.kind in {"departure", "displacement", "arrival"}:
        if draft.kind != "arrival" and not origin:
            origin = _told_before(scene, words, verb, span)
        if origin:
            scene.trail.last_origin = origin
        draft.origin, draft.destination = origin, destination
        if draft.kind == "arrival" and place and not destination:
            draft.destination, place = place, []
        place = [] if draft.origin or draft.destination else place  # "from the quarter in X": the way tells where
    draft.place = place


def _told_before(scene: Scene, words: list[str], verb: _Verb, span: tuple[int, int]) -> list[Spot]:
    """Place named before that "left the town", "from the quarter" means: where others went from, of that sort."""
    for at in range(min(verb.at, span[0]) + 1, min(len(words), max(verb.at, span[1]) + 3)):
        noun = _MEANT.get(words[at])
        left = verb.word in _OBJECT and at in {span[1], verb.at + 1}
        if noun is None or not (left or words[at - 1] in _FROM):
            continue
        where = Where()
        where.noun = noun
        last = list(scene.trail.last_origin)
        found = meant(where, last, scene.sorts)
        if found is not None:
            return [found]
        return last or ([scene.earlier_place] if scene.earlier_place is not None else [])
    return []
