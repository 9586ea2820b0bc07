"""Running text cut into paragraphs, sentences and words; captions, link blocks and headlines stay outside."""

from __future__ import annotations

import dataclasses
import itertools
import operator
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.cutting import BENT, HOURS, QUOTE_SIGNS, QUOTING, SHORTENED, UNEVEN, WEEKDAYS, pieces_of
from geo_ghouta.claims.idle import CLOSED
from geo_ghouta.claims.inverting import CONDITIONS, find_inverted
from geo_ghouta.claims.layout import find_paragraphs
from geo_ghouta.claims.lexicon import (
    ACTOR,
    CALLING,
    MOOD,
    OFFICE,
    SAY,
    SAY_NOUN,
    TRIGGER,
    VOICE,
    Lexicon,
    Trigger,
    Voice,
    find_phrase,
    foreign,
    word_set,
)
from geo_ghouta.sentences import cut_sentences, other_stops

if TYPE_CHECKING:
    from collections.abc import Sequence

_ASCII = bytes(range(128))
CLAUSE_WALL = 2.0
"""Height of a wall that ends a clause."""
_WHO = VOICE | ACTOR
_TOLD = MOOD | SAY | SAY_NOUN | OFFICE
_AFTER_SAY_NOUN = frozenset(("that", "by", "from", "of", ",", "."))
_POINTS = word_set("point points centre center site post station hub checkpoint")
_ARTICLES = frozenset(("the", "a", "an", "main"))
_FOLK = word_set(
    "civilians people families residents refugees fighters troops rebels soldiers women children crowds forces"
)
_NUMERALS = word_set(
    """
    one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty dozens
    scores hundreds thousands millions tens half
    """
)
_RELATIVE = frozenset(("those", "that", "who", "which"))
_STATES_OF = frozenset(
    ("besieged", "occupied", "captured", "encircled", "surrounded", "blockaded", "liberated", "divided", "embattled")
)
"""What a place is called that is under siege or has changed hands: "besieged X"."""
_BEFORE_PLACE = word_set(
    "left leaving leave leaves fled flee fleeing flees quit reached reach entered enter escaped escape"
)
_BEFORE_PLURAL = frozenset(("to", "into", "in", "at", "from", "of", "on", "near"))
_CAUSES = word_set(
    """
    the a an their its his lack hunger cold fighting clashes shelling bombing bombardment siege disease malnutrition
    injuries wounds heavy security poor fear intense severe shortages bad ongoing continued continuing weather
    """
)
"""Words behind "due to" that give a reason: "died due to the cold" is no plan."""
_BEFORE_NOUN = frozenset(
    (
        "the",
        "a",
        "an",
        "this",
        "that",
        "its",
        "their",
        "her",
        "his",
        "my",
        "our",
        "prisoner",
        "'s",
        "any",
        "each",
        "every",
        "another",
        "no",
        "first",
        "second",
        "third",
        "new",
        "latest",
        "ground",
    )
)
_ADJECTIVES = word_set(
    """
    key long newly heavily completely local last once major main fully partly largely recently old small large
    syrian russian iraqi ukrainian
    """
)


@dataclasses.dataclass(slots=True)
class Sentence:
    """One sentence with what its words tell.

    Parameters
    ----------
    start, end : int
        Offsets in the report.
    paragraph : int
        Running number of its paragraph.
    words : list of str
        Lower case.
    starts : list of int
        Offsets of the words in the report.
    walls : list of float
        Running sum of what it costs to go from the first word to this one: commas, conjunctions, relative words.
    triggers : list of (int, Trigger)
        Words that tell a kind, by position.
    moods : list of (int, str)
        Words that tell how sure.
    says : list of (int, str)
        Words of saying.
    quoted : list of bool
        Whether a word stands inside quotation marks.
    attributive : set of int
        Participles that stand before a noun ("a besieged town"): they govern nothing.
    offices : list of int
        Words like "spokesman" and "governor".
    actors : list of (int, Voice)
        Who can act or be counted, by position.
    voices : list of (int, Voice)
        Who can be quoted, by position.
    """

    start: int
    end: int
    paragraph: int
    words: list[str]
    starts: list[int]
    walls: list[float]
    triggers: list[tuple[int, Trigger]]
    moods: list[tuple[int, str]]
    says: list[tuple[int, str]]
    quoted: list[bool]
    attributive: set[int]
    offices: list[int]
    actors: list[tuple[int, Voice]]
    voices: list[tuple[int, Voice]]
    breaks: list[int] | None = None

    def at(self, offset: int) -> int:
        """Index of the word that begins at or after an offset of the report."""
        return bisect_left(self.starts, offset)

    def end_of(self, word: int) -> int:
        """Offset behind a word."""
        return self.starts[word] + len(self.words[word])

    def holding(self, offset: int) -> int:
        """Index of the word that holds an offset ("and" is a letter of the Arabic word before), else of the next."""
        word = bisect_left(self.starts, offset)
        return word - 1 if word and self.starts[word - 1] + len(self.words[word - 1]) > offset else word

    def clause(self, word: int) -> tuple[int, int]:
        """Words around one up to the next high wall, half-open, signs at the edges left out."""
        words = self.words
        breaks = self.breaks
        if breaks is None:  # asked for many times of one sentence
            walls = self.walls
            steps = map(operator.sub, walls[1:], walls)
            inner = itertools.compress(range(1, len(words)), map(CLAUSE_WALL.__le__, steps))
            breaks = self.breaks = [0, *inner, len(words)]
        place = bisect_right(breaks, word, 0, len(breaks) - 1)
        low, high = breaks[place - 1], breaks[place]
        while low < word and not words[low][0].isalnum():
            low += 1
        while high > word + 1 and not words[high - 1][0].isalnum():
            high -= 1
        return low, high

    def between(self, one: int, two: int) -> float:
        """Cost of the walls between two words."""
        if one == two:
            return 0.0
        low, high = (one, two) if one < two else (two, one)
        return self.walls[high] - self.walls[low]


def find_sentences(text: str, outside: Sequence[tuple[int, int]], lexicon: Lexicon) -> list[Sentence]:
    """Cut a report's running text into marked-up sentences.

    Parameters
    ----------
    text : str
        The report, untouched.
    outside : sequence of (int, int)
        Spans that are no running text (MARKS), sorted.
    lexicon : Lexicon

    Returns
    -------
    list of Sentence
    """
    found = []
    low = plain_letters(text)
    pieces = pieces_of(lexicon)
    others = other_stops(text)
    for number, (start, end) in enumerate(find_paragraphs(text, outside)):
        quote = ""
        for first, last in cut_sentences(text, start, end, others):
            at, told = pieces.read(low, first, last)
            if told:
                sentence, quote = _mark_up(text, at, told, number, quote, lexicon)
                found.append(sentence)
    return found


def plain_letters(text: str) -> str:
    """The text in lower case, apostrophes straight, no character longer or shorter than before.

    Examples
    --------
    >>> plain_letters("The Army’s İ")
    "the army's İ"
    >>> plain_letters("“ÉTÉ” – 14h, ΟΔΟΣ")
    '“été” – 14h, οδος'
    """
    if text.isascii():
        return text.lower()
    # Letters of ASCII are lowered as bytes, in a third of the time; mostly the rest are dashes and quotation marks.
    letters = text.encode("utf-8", "surrogatepass")
    rest = letters.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    if rest == rest.lower():
        low = letters.lower().decode("utf-8", "surrogatepass")
    else:
        low = text.lower()
        if len(low) != len(text):  # a dotted capital I grows when it is lowered
            low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low.replace("’", "'") if "’" in rest else low


_SEEN_BY = frozenset(("witness", "witnesses"))
"""Who saw it, and no verb: "a Reuters witness said"."""


def _mark_up(
    text: str, first: int, told: list[Any], paragraph: int, quote: str, lexicon: Lexicon
) -> tuple[Sentence, str]:
    """Mark up one sentence from its first offset and its Pieces; ``quote`` is the mark still open before and after."""
    words: list[str]
    words, widths, heights, tells = map(list, zip(*told, strict=True))
    starts = list(itertools.accumulate(widths, initial=first))
    starts.pop()
    count = len(words)
    quoted = [bool(quote)] * count
    triggers: list[tuple[int, Trigger]] = []
    moods: list[tuple[int, str]] = []
    shortened: list[tuple[int, str]] = []
    says: list[tuple[int, str]] = []
    attributive: set[int] = set()
    offices: list[int] = []
    actors: list[tuple[int, Voice]] = []
    voices: list[tuple[int, Voice]] = []
    uneven = False
    skip = 0  # the word up to which no trigger is looked for
    for i in itertools.compress(range(count), tells):
        flags, opens, seconds, alone = tells[i]
        if flags >= UNEVEN:  # signs and endings, whatever follows
            if flags & QUOTING:
                sign = text[starts[i]]
                if sign in QUOTE_SIGNS:
                    quote = _quote_state(quote, sign, text, starts[i], starts[i] + len(words[i]))
                    quoted[i:] = [bool(quote)] * (count - i)
            elif flags & UNEVEN:
                uneven = True
            elif flags & SHORTENED:
                shortened.append((i, "denied" if words[i].endswith("t") else "planned"))
        # Where no phrase can begin, what the word tells alone is known, and most that only begin phrases tell nothing.
        phrased = seconds is not None and i + 1 < count and words[i + 1] in seconds
        if opens and not phrased:
            continue
        trigger, voice, actor, mood, say, idle = alone
        if flags & _WHO:
            if phrased:
                voice, actor = find_phrase(lexicon.voices, words, i), find_phrase(lexicon.actors, words, i)
            if voice is not None:
                voices.append((i, voice))
                if voice.length > 1 and i >= skip and text[starts[i]].isupper():
                    skip = i + voice.length  # "Red Cross": nobody crosses
            if actor is not None and not (
                actor.length == 1 and actor.kind != "other" and foreign(text, words, starts, i)
            ):
                actors.append((i, actor))
        if flags & TRIGGER and i >= skip:
            if phrased:
                trigger = find_phrase(lexicon.triggers, words, i)
            if (
                trigger is not None
                and not (idle is not None and idle(words, i))
                and not (i and text[starts[i]].isupper() and words[i - 1][0].isalpha())  # a name
            ):
                if trigger.length == 1 and trigger.form != "noun":
                    if flags & BENT and _before_noun(words, starts, text, i):
                        attributive.add(i)
                        trigger = lexicon.weakened[trigger]
                    elif trigger.tense == "base" and i and _is_noun(words, i):
                        trigger = lexicon.nominal[trigger]  # "the swap", "a release"
                triggers.append((i, trigger))
                skip = i + trigger.length
        if not flags & _TOLD:
            continue
        if flags & MOOD:
            if phrased:
                mood = find_phrase(lexicon.moods, words, i)
            if mood is None and words[i] in CALLING and _calls_for(words, i):
                mood = "proposed"
            if mood is not None and _is_mood(words, i, text[starts[i]]):
                moods.append((i, mood))
        if flags & SAY and words[i] not in _SEEN_BY:
            if phrased:
                say = find_phrase(lexicon.says, words, i)
            if say is not None:
                says.append((i, say))
        if flags & SAY_NOUN and i + 1 < count:
            if words[i] == "according":
                if words[i + 1] == "to":
                    says.append((i, "according"))
            elif i and words[i + 1] in _AFTER_SAY_NOUN:
                says.append((i, "noun"))
        if flags & OFFICE:
            offices.append(i)
    walls = list(itertools.accumulate(_evened(words, heights) if uneven else heights))
    moods += shortened
    if len(moods) > 1 or (moods and words[0] in CONDITIONS):
        moods = find_inverted(words, moods)
    sentence = Sentence(
        starts[0], starts[-1] + len(words[-1]), paragraph, words, starts, walls, triggers, moods, says, quoted,
        attributive, offices, actors, voices,
    )  # fmt: skip
    return sentence, quote


def _calls_for(words: list[str], i: int) -> bool:
    """Whether somebody asks for something, with the day in between: "called on Monday for the release of 300"."""
    at = i + 1 + (words[i + 1 : i + 2] == ["on"])
    return words[at : at + 1] != [] and words[at] in WEEKDAYS and words[at + 1 : at + 2] == ["for"]


def _is_mood(words: list[str], i: int, letter: str) -> bool:
    """Whether a word tells how sure, its first letter as it was written: "due to arrive", not "due to the cold"."""
    word = words[i]
    if word == "may":
        return letter != "M"
    if word == "without" and i:
        return letter != "W"  # "Doctors Without Borders"
    return not (word == "due" and i + 2 < len(words) and words[i + 2] in _CAUSES)


def _evened(words: list[str], heights: list[float]) -> list[float]:
    """Heights of walls, where the words beside "following", "yet" and an hour of the day change them."""
    out = list(heights)
    for k, word in enumerate(words):
        if word == "following" and k and words[k - 1] not in {"the", ","}:
            out[k] = 2.0  # "following years of siege", but not "the following day"
        elif word == "(" and ")" in words[k + 2 : k + 5]:
            out[k] = out[words.index(")", k)] = 0.0  # "on Friday (May 6) from X", "the army (SAF)"
        elif word == "yet" and k and words[k - 1] == ",":
            out[k] = 4.0  # ", yet 300 are still inside"
        elif word in {"before", "after", "until"} and words[k + 1 : k + 2] and words[k + 1] in HOURS:
            out[k] = 0.0  # "before dawn": no clause of its own
    return out


def _is_noun(words: list[str], i: int) -> bool:
    """Whether a word that could be a verb is a noun where it stands: "the swap", "a car park", "taken to shelters"."""
    word, before = words[i], words[i - 1]
    if before in _BEFORE_NOUN or before.endswith("-style") or (before == "car" and word == "park"):
        return True
    return before in _BEFORE_PLURAL and word.endswith("s") and not word.endswith("ss")


def _before_noun(words: list[str], starts: list[int], text: str, i: int) -> bool:
    """Whether a word in "-ed", "-en" or "-ing" stands before its noun: "a besieged town", "300 displaced families"."""
    if not i or i + 1 == len(words):
        return False
    word, behind, before = words[i], words[i + 1], words[i - 1]
    if word[-1] == "g":
        if behind in _POINTS and (before in _ARTICLES or text[starts[i - 1]].isupper()):
            return True  # "at the X screening point"
        return behind in _FOLK and before in CLOSED  # "among fleeing civilians"
    if before in _RELATIVE or (
        behind in CLOSED
        or behind in _NUMERALS
        or not behind[0].isalpha()
        or (
            text[starts[i + 1]].isupper()
            and before not in {"the", "a", "an"}
            and not before[0].isdigit()
            and not (word in _STATES_OF and (before in _BEFORE_PLACE or before in CLOSED))
        )
    ):
        return False
    if before in _BEFORE_PLACE:
        return True  # "left besieged X"
    return (
        before in CLOSED
        or before[0].isdigit()
        or before in _ADJECTIVES
        or (before in _NUMERALS and behind.endswith("s"))
    )


def _quote_state(quote: str, sign: str, text: str, start: int, end: int) -> str:
    """Which quotation mark is open after this sign ("" for none)."""
    if quote:
        closing = {"“": "”", '"': '"', "‘": "’", "«": "»"}[quote]
        if sign == closing and not (sign == "’" and end < len(text) and text[end].isalnum()):
            return ""
        return quote
    if sign in '“"«':
        return sign
    if sign == "‘" and (start == 0 or not text[start - 1].isalnum()):
        return sign
    return ""
