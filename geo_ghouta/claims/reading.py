"""Read the claims of one report, sentence by sentence."""

from __future__ import annotations

import dataclasses
import datetime as dt
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims import arabic, figures, joining, plain, sharing
from geo_ghouta.claims.acting import FOLK
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.lexicon import find_phrase, word_set
from geo_ghouta.claims.movement import Spot
from geo_ghouta.claims.passages import Sentence, find_sentences
from geo_ghouta.claims.remembering import Memory
from geo_ghouta.claims.speakers import Attribution, find_attributions, speaker_of
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


@dataclasses.dataclass(frozen=True, slots=True)
class Named:
    """A place mention of a report: offsets and what it was resolved to."""

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
    numbers = _undated(find_numbers(text), dates)
    memory = Memory()
    attributions = [find_attributions(text, s, lexicon, memory) for s in sentences]
    starts = {
        "numbers": [n.start for n in numbers],
        "dates": [d.start for d in dates],
        "places": [p.start for p in places],
    }
    scenes: list[Scene] = []
    drafts: list[Draft] = []
    earlier: list[list[Draft]] = []
    voice: arabic.Voice | None = None
    leans = ("-based", "-backed", "-led", "-linked", "-born")
    has_arabic = not text.isascii() and arabic.LETTER.search(text) is not None
    for index, sentence in enumerate(sentences):
        here = [p for p in _within(places, starts["places"], sentence) if p.end <= sentence.end]
        spots = [
            Spot(
                sentence.holding(p.start),
                max(sentence.at(p.end), sentence.holding(p.start) + 1),
                p.name,
                p.place_id,
                p.kind,
                p.relation,
            )
            for p in here
        ]
        moments = [
            Moment(sentence.at(d.start), max(sentence.at(d.end), sentence.at(d.start) + 1), d)
            for d in _within(dates, starts["dates"], sentence)
            if sentence.at(d.start) < len(sentence.words)
        ]
        moments = _merged(text, moments) if len(moments) > 1 else moments
        said = [(a.first, a.last) for a in attributions[index]]
        spots = spots and [
            s for s in spots if not sentence.words[min(s.first, len(sentence.words) - 1)].endswith(leans)
        ]
        spots = spots and [s for s in spots if not _speaks(sentence, s, lexicon, said)]
        scene = Scene(
            text,
            sentence,
            index,
            spots,
            moments,
            published,
            lexicon,
            scenes[-1] if scenes else None,
            said=said,
        )
        scenes.append(scene)
        if has_arabic and arabic.is_arabic(sentence):
            told, voice = arabic.read_arabic(scene, _within(numbers, starts["numbers"], sentence), voice)
            earlier = [*earlier[-1:], told]
            drafts += told
            continue
        told_here = _within(numbers, starts["numbers"], sentence)
        if not told_here and not sentence.triggers:  # neither a figure nor a word that tells a kind: no claim
            earlier = [*earlier[-1:], []]
            continue
        counted = figures.read_figures(scene, told_here)
        counted += plain.read_plain(scene, counted)
        for draft in counted:
            _attribute(draft, sentences, attributions, index)
        joining.share_holder(counted)
        joining.share_exchange(scene, counted)
        joining.share_origin(scene, counted)
        sharing.share_between(scene, counted, earlier)
        earlier = [*earlier[-1:], counted]
        drafts += counted
    return drafts


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
            return not {"saw", "seen", "sees", "watched"} & {words[last - 1]}
    if spot.last - spot.first != 1 or words[at] not in lexicon.voices or (at and words[at - 1] in _PLACED):
        return False
    return find_phrase(lexicon.voices, words, at) is not None


def _attribute(draft: Draft, sentences: list[Sentence], attributions: list[list[Attribution]], index: int) -> None:
    found = speaker_of(sentences, attributions, index, draft.anchor)
    if found is None:
        return
    one, where = found
    there = sentences[where]
    draft.speaker, draft.speaker_text, draft.speaker_actor = one.speaker.label, one.speaker.text, one.speaker.actor
    if draft.actor is None and draft.unit is None and one.speaker.actor and _own_people(sentences[index], draft.word):
        draft.actor, draft.actor_text = one.speaker.actor, one.speaker.text  # "said that his fighters would leave"
    draft.attribution = (there.starts[one.first], there.ends[min(one.last, len(there.ends)) - 1])
    if one.denies and one.side == "right":
        draft.modality = "denied"


def _merged(text: str, moments: list[Moment]) -> list[Moment]:
    """Days that follow one another and are joined by "and" are one span: "on 26 and 27 October"."""
    out: list[Moment] = []
    for moment in moments:
        before = out[-1] if out else None
        span = moment.span
        if (
            before is not None
            and before.span.date_to is not None
            and before.span.date_to == span.date_from
            and before.span.precision == span.precision == "day"
            and text[before.span.end : span.start].strip() in {"and", ",", ", and", "and on"}
        ):
            whole = dataclasses.replace(
                before.span, end=span.end, text=text[before.span.start : span.end], date_to=span.date_to,
                precision="period",
            )  # fmt: skip
            out[-1] = Moment(before.first, moment.last, whole)
        else:
            out.append(moment)
    return out


def _own_people(sentence: Sentence, word: int) -> bool:
    """Whether a speaker tells of his own: "his group's fighters", "their men", "we"."""
    before = sentence.words[max(0, word - 8) : word]
    own = next((k for k, w in enumerate(before) if w in {"his", "their", "our", "its"}), -1)
    return "we" in before or (own >= 0 and not FOLK.isdisjoint(before[own + 1 : own + 4]))


def _undated(numbers: Sequence[Any], dates: list[Any]) -> list[Any]:
    """Numbers that are no part of a date phrase; both lists are in the order of the text."""
    kept, at = [], 0
    for number in numbers:
        while at < len(dates) and dates[at].end <= number.start:
            at += 1
        if at == len(dates) or dates[at].start >= number.end:
            kept.append(number)
    return kept


def _within(items: Sequence[Any], starts: list[int], sentence: Sentence) -> list[Any]:
    return list(items[bisect_left(starts, sentence.start) : bisect_left(starts, sentence.end)])
