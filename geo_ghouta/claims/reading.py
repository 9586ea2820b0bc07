"""Read the claims of one report, sentence by sentence."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims import arabic, denials, figures, joining, plain, settling, sharing, unsettled, vehicles, ways
from geo_ghouta.claims.acting import FOLK
from geo_ghouta.claims.arabic_voices import Voice
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.homes import is_local
from geo_ghouta.claims.lexicon import find_phrase, word_set
from geo_ghouta.claims.margins import Attribution
from geo_ghouta.claims.passages import Sentence, find_sentences
from geo_ghouta.claims.refuting import WRONGLY
from geo_ghouta.claims.remembering import Memory
from geo_ghouta.claims.speakers import find_attributions, speaker_of
from geo_ghouta.claims.spots import Spot
from geo_ghouta.claims.timing import Moment
from geo_ghouta.dates import find_dates
from geo_ghouta.numbers import find_numbers

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Lexicon


_PLACED = word_set(
    """
    in of from to near at into inside outside around towards toward through via for over across leaving left
    """
)
_NOTHING: list[Any] = []
"""What a sentence holds that has no places, dates, numbers or speakers; never changed."""
_SOME = word_set("two three four five six seven eight nine ten both several")
_LANDS = word_set("villages towns districts neighbourhoods neighborhoods suburbs quarters hamlets")
_SPOKEN_IN = frozenset(("in", "from", "at"))
_DATELINE = 9
_PLACE = 40
"""Words and letters before the day of a dateline."""
_CITY = re.compile(r"[^\W\d_a-z]{3,}")
_SENT = re.compile(r"[),.\s]*(?:\([^)\n]{1,30}\)\s*)?[-–—]\s")
_TOLD = word_set("reporters journalists conference briefing interview correspondents")
_TOLD_IN = 6
"""Words from who speaks to where, and from there to what is said."""
_LEANS = ("-based", "-backed", "-led", "-linked", "-born")


@dataclasses.dataclass(slots=True)
class Named:
    """A place mention of a report: offsets and what it was resolved to; never changed once made."""

    start: int
    end: int
    name: str
    place_id: str | None
    kind: str
    relation: str


def read_report(
    text: str, published: dt.date | None, outside: Sequence[tuple[int, int]], places: Sequence[Named], lexicon: Lexicon
) -> list[Draft]:
    """Read the claims of a report.

    Parameters
    ----------
    text : str
        The report, untouched.
    published : datetime.date or None
    outside : sequence of (int, int)
        Spans that are no running text, sorted.
    places : sequence of Named
        Sorted by offset.
    lexicon : Lexicon

    Returns
    -------
    list of Draft
        In order of the words.
    """
    sentences = find_sentences(text, outside, lexicon)
    if not sentences:
        return []
    dates = list(find_dates(text, published))
    numbers = _undated(_unnamed(find_numbers(text), places), dates)
    memory = Memory()
    attributions = []
    for sentence in sentences:
        attributions.append(find_attributions(text, sentence, lexicon, memory))
        memory.before = sentence
    opens = [s.start for s in sentences]
    places_of, dates_of, numbers_of = (_parted(items, opens, sentences) for items in (places, dates, numbers))
    before: Scene | None = None
    drafts: list[Draft] = []
    earlier: list[list[Draft]] = []
    voice: Voice | None = None
    has_arabic = not text.isascii() and arabic.LETTER.search(text) is not None
    for index, (sentence, told) in enumerate(zip(sentences, attributions, strict=True)):
        said = [(a.first, a.last) for a in told] if told else _NOTHING
        spots = _spots(sentence, places_of[index], lexicon, said) if index in places_of else []
        moments = _moments(text, sentence, dates_of[index]) if index in dates_of else []
        counts = numbers_of.get(index, _NOTHING)
        before = scene = Scene(text, sentence, index, spots, moments, published, lexicon, before, said)
        counted: list[Draft] = []
        if has_arabic and arabic.is_arabic(sentence):
            counted, voice = arabic.read_arabic(scene, counts, voice)
        elif counts or sentence.triggers:  # without a figure and a word that tells a kind: no claim
            counted = figures.read_figures(scene, counts)
            if sentence.triggers:
                counted += plain.read_plain(scene, counted)
            if counted:
                if told or True in sentence.quoted:
                    for draft in counted:
                        _attribute(draft, sentences, attributions, index)
                elif before.before is not None:
                    for draft in counted:
                        _attribute_part(draft, counted)
                _share(scene, counted, earlier)
        if told and any(one.denies for one in told):
            denied = denials.read_denial(scene, told, earlier[-1] if earlier else [], counted)
            if denied is not None:
                counted = sorted([denied, *counted], key=lambda draft: draft.start)
        earlier = [*earlier[-1:], counted]
        drafts += counted
    return drafts


def _share(scene: Scene, drafts: list[Draft], earlier: list[list[Draft]]) -> None:
    """Let the claims of a sentence tell one another, and those before tell them, what they leave open."""
    if any(draft.unit is not None for draft in drafts):  # only counts are told these
        joining.share_list(scene, drafts)
        joining.adopt_parts(drafts)
        joining.part_clauses(scene, drafts)
        joining.share_things(scene, drafts)
        joining.share_harm(scene, drafts)
        settling.settle(scene, [draft for draft in drafts if draft.unit is not None])
        settling.share_attack(drafts)
        joining.share_scope(drafts)
        joining.share_holder(drafts)
        joining.share_exchange(scene, drafts)
        joining.share_origin(scene, drafts)
        sharing.share_between(scene, drafts, earlier)
        vehicles.tell_vehicles(scene, drafts)
    ways.share_ways(scene, drafts, earlier)


def _spots(sentence: Sentence, places: list[Named], lexicon: Lexicon, said: list[tuple[int, int]]) -> list[Spot]:
    """Places where something happens: not "Britain-based", not a place that speaks."""
    words, starts = sentence.words, sentence.starts
    count, end = len(words), sentence.end
    spots = []
    for place in places:
        if place.end > end:
            continue
        first = bisect_left(starts, place.start)
        if first == count or starts[first] != place.start:  # few begin within a word
            first = sentence.holding(place.start)
        word = words[first] if first < count else words[-1]
        if "-" in word and word.endswith(_LEANS):
            continue
        if first > 1 and words[first - 2] == "speaking" and words[first - 1] in _SPOKEN_IN:
            continue  # "a spokesman, speaking in X": nothing happens there
        if said and first and words[first - 1] in _SPOKEN_IN and _said_there(words, first, said):
            continue
        last = bisect_left(starts, place.end, first + 1) if first < count else first + 1
        relation = place.relation or _lands_of(words, first, last)
        spot = Spot(first, last, place.name, place.place_id, place.kind, relation)
        if (said or word in lexicon.voices) and _speaks(sentence, spot, lexicon, said):
            continue
        spots.append(spot)
    return spots


def _lands_of(words: list[str], first: int, last: int) -> str:
    """Words that move a place to some of its land: the "villages of" X in "the two X villages", which are not X."""
    if not first or words[first - 1] not in _SOME or words[last : last + 1] == []:
        return ""
    return f"{words[last]} of" if words[last] in _LANDS else ""


def _said_there(words: list[str], first: int, said: list[tuple[int, int]]) -> bool:
    """Whether somebody only speaks at a place: "told reporters in X that", "said in X on Sunday that"."""
    near = next((last for _, last in said if 0 < first - last <= _TOLD_IN), -1)
    told = near >= 0 and (near == first - 1 or not _TOLD.isdisjoint(words[near : first - 1]))
    return told and "that" in words[first + 1 : first + _TOLD_IN]


def _moments(text: str, sentence: Sentence, dates: list[Any]) -> list[Moment]:
    """Date phrases by their words."""
    starts = sentence.starts
    moments = []
    for span in dates:
        first = bisect_left(starts, span.start)
        if 0 < first <= _DATELINE and _is_dateline(text, sentence, span.start, span.end):
            continue
        if first < len(starts):
            moments.append(Moment(first, bisect_left(starts, span.end, first + 1), span))
    return _merged(text, moments) if len(moments) > 1 else moments


def _is_dateline(text: str, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a date only tells when a report was sent: "MARIUPOL, May 17 - More than 260 soldiers left"."""
    place = text[sentence.start : start].strip(" ,.(")
    return len(place) < _PLACE and _CITY.match(place) is not None and _SENT.match(text, end) is not None


def _speaks(sentence: Sentence, spot: Spot, lexicon: Lexicon, said: list[tuple[int, int]]) -> bool:
    """Whether a place's name stands for who acts there: "Moscow began talks", "Ukraine said", "the ministry in X"."""
    words = sentence.words
    at = min(spot.first, len(words) - 1)
    for first, last in said:
        if first <= at < last and words[first] == "according" and words[at - 1] not in _PLACED - {"to"}:
            return True
        if first <= at < last and (
            at == first or any(w in lexicon.bodies or w in lexicon.voices for w in words[first:at])
        ):
            return not ({"saw", "seen", "sees", "watched"} & {words[last - 1]} or is_local(words, spot))
    if spot.last - spot.first != 1 or words[at] not in lexicon.voices or (at and words[at - 1] in _PLACED):
        return False
    return find_phrase(lexicon.voices, words, at) is not None


def _attribute(draft: Draft, sentences: list[Sentence], attributions: list[list[Attribution]], index: int) -> None:
    found = speaker_of(sentences, attributions, index, draft.anchor)
    if found is None:
        return
    one, where = found
    if draft.modality == "conditional" and where == index:
        told = [(a.first, a.last) for a in attributions[index]]
        opening = unsettled.left_open(sentences[index], told, draft.word)
        if opening is not None and (opening.silent or one.first <= opening.at < one.last):
            return  # "the ministry said that it could not confirm that 300 left": nobody claims it
    there = sentences[where]
    if draft.modality == "denied" and not WRONGLY.isdisjoint(there.words[max(0, one.first - 1) : one.last + 1]):
        return  # "state media falsely reported that 300 left": they do not deny it
    draft.speaker, draft.speaker_text, draft.speaker_actor = one.speaker.label, one.speaker.text, one.speaker.actor
    untold = draft.actor_text is None and draft.unit is None
    if untold and one.speaker.actor and _own_people(sentences[index], draft.word):
        draft.actor, draft.actor_text = one.speaker.actor, one.speaker.text  # "said that his fighters would leave"
    draft.attribution = (there.starts[one.first], there.end_of(min(one.last, len(there.words)) - 1))
    if one.denies and one.side == "right":
        draft.modality = "denied"


def _attribute_part(draft: Draft, counted: list[Draft]) -> None:
    """Give a part the speaker of its whole: "40 had left, the army said. They included 12 children"."""
    whole = draft.part_of
    if whole is None or whole.speaker is None or whole in counted:
        return
    draft.speaker, draft.speaker_text, draft.speaker_actor = whole.speaker, whole.speaker_text, whole.speaker_actor
    draft.attribution = whole.attribution


def _merged(text: str, moments: list[Moment]) -> list[Moment]:
    """Days that follow one another and are joined by "and" are one span: "on 26, 27 and 28 October"."""
    out: list[Moment] = []
    grain = ""
    for moment in moments:
        before = out[-1] if out else None
        span = moment.span
        if (
            before is not None
            and before.span.date_to is not None
            and before.span.date_to == span.date_from
            and grain == span.precision
            and span.precision in {"day", "month"}
            and text[before.span.end : span.start].strip() in {"and", ",", ", and", "and on"}
        ):
            whole = dataclasses.replace(
                before.span, end=span.end, text=text[before.span.start : span.end], date_to=span.date_to,
                precision="period",
            )  # fmt: skip
            out[-1] = Moment(before.first, moment.last, whole)
        else:
            out.append(moment)
            grain = span.precision
    return out


def _own_people(sentence: Sentence, word: int) -> bool:
    """Whether a speaker tells of his own: "his group's fighters", "their men", "we"."""
    before = sentence.words[max(0, word - 8) : word]
    own = next((k for k, w in enumerate(before) if w in {"his", "their", "our", "its"}), -1)
    return "we" in before or (own >= 0 and not FOLK.isdisjoint(before[own + 1 : own + 4]))


def _unnamed(numbers: Sequence[Any], places: Sequence[Named]) -> Sequence[Any]:
    """Numbers that are no part of a place's name: not those of "School No. 5" and "the 3000 Flats"."""
    if not numbers or not places:
        return numbers
    starts = [p.start for p in places]
    kept = []
    for number in numbers:
        at = bisect_right(starts, number.start) - 1
        if at < 0 or places[at].end <= number.start:
            kept.append(number)
    return kept


def _undated(numbers: Sequence[Any], dates: list[Any]) -> list[Any]:
    """Numbers that are no part of a date phrase; both lists are in the order of the text."""
    kept, at = [], 0
    for number in numbers:
        while at < len(dates) and dates[at].end <= number.start:
            at += 1
        if at == len(dates) or dates[at].start >= number.end:
            kept.append(number)
    return kept


def _parted(items: Sequence[Any], opens: list[int], sentences: list[Sentence]) -> dict[int, list[Any]]:
    """What begins in each sentence that holds any; ``opens`` are the offsets at which the sentences begin."""
    parts: dict[int, list[Any]] = {}
    for item in items:
        index = bisect_right(opens, item.start) - 1
        if index < 0 or sentences[index].end <= item.start:
            continue
        if index in parts:
            parts[index].append(item)
        else:
            parts[index] = [item]
    return parts
