"""Running text cut into paragraphs, sentences and words; captions, link blocks and headlines stay outside."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from geo_ghouta.claims.idle import CLOSED, is_idle
from geo_ghouta.claims.layout import cut_sentences, find_paragraphs
from geo_ghouta.claims.lexicon import (
    ACTOR,
    MOOD,
    OFFICE,
    SAY,
    SAY_NOUN,
    TOKEN,
    TRIGGER,
    VOICE,
    Lexicon,
    Trigger,
    Voice,
    find_phrase,
    foreign,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

CLAUSE_WALL = 2.0
"""Height of a wall that ends a clause."""
_WALLS = {",": 1.0, ";": 6.0, ":": 3.0, "–": 2.5, "—": 2.5, "(": 3.0, ")": 3.0, "“": 1.5, "”": 1.5, '"': 1.5} | {
    **dict.fromkeys(
        word_set("while whereas although though but after before until when because unless once despite ahead"), 4.0
    ),
    **dict.fromkeys(("which", "who", "whom", "whose", "where"), 2.0),
    "that": 1.5,
    "as": 3.0,
    "if": 3.0,
    "since": 2.0,
    "and": 0.6,
    "or": 0.4,
    "with": 1.0,
    "than": 0.0,
    "for": 0.3,
}


_QUOTE = re.compile('[“”"‘«»]')
_DENSE = 30
"""Characters between two spaces, on average, from which on a text is none of words: its pieces are not remembered."""
_QUOTE_SIGNS = frozenset('“”"‘’«»')
_QUOTING = _QUOTE_SIGNS | {"'", "'s"}
"""Words that may begin with such a sign: apostrophes are straight in words."""
_AFTER_SAY_NOUN = frozenset(("that", "by", "from", "of", ",", "."))
_FOLK = word_set(
    "civilians people families residents refugees fighters troops rebels soldiers women children crowds forces"
)
_NUMERALS = word_set(
    """
    one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty dozens
    scores hundreds thousands tens half
    """
)
_STATES_OF = frozenset(
    ("besieged", "occupied", "captured", "encircled", "surrounded", "blockaded", "liberated", "divided", "embattled")
)
"""What a place is called that is under siege or has changed hands: "besieged X"."""
_BEFORE_PLACE = word_set(
    "left leaving leave leaves fled flee fleeing flees quit reached reach entered enter escaped escape"
)
_BEFORE_PLURAL = frozenset(("to", "into", "in", "at", "from", "of", "on", "near"))
_HOURS = frozenset(("dawn", "midnight", "noon", "nightfall", "sunrise", "sunset", "daybreak", "dark", "dusk"))
_UNEVEN = _HOURS | {"following", "yet"}
"""Words by which a wall is higher or lower than its word alone makes it."""
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
    starts, ends : list of int
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
    """

    start: int
    end: int
    paragraph: int
    words: list[str]
    starts: list[int]
    ends: list[int]
    walls: list[float]
    triggers: list[tuple[int, Trigger]]
    moods: list[tuple[int, str]]
    says: list[tuple[int, str]]
    quoted: list[bool]
    attributive: set[int]
    offices: list[int]
    actors: list[tuple[int, Voice]]
    breaks: list[int] | None = None

    def at(self, offset: int) -> int:
        """Index of the word that begins at or after an offset of the report."""
        return bisect_left(self.starts, offset)

    def holding(self, offset: int) -> int:
        """Index of the word that holds an offset ("and" is a letter of the Arabic word before), else of the next."""
        word = bisect_left(self.starts, offset)
        return word - 1 if word and self.ends[word - 1] > offset else word

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
    for number, (start, end) in enumerate(find_paragraphs(text, outside)):
        quote = ""
        spoken = _QUOTE.search(text, start, end) is not None
        for first, last in cut_sentences(text, start, end):
            sentence, quote = _mark_up(text, low, first, last, number, quote if spoken else None, lexicon)
            if sentence.words:
                found.append(sentence)
    return found


def plain_letters(text: str) -> str:
    """The text in lower case, apostrophes straight, no character longer or shorter than before.

    Examples
    --------
    >>> plain_letters("The Army’s İ")
    "the army's İ"
    """
    low = text.lower()
    if len(low) != len(text):  # a dotted capital I grows when it is lowered
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low.replace("’", "'")


def _mark_up(
    text: str, low: str, first: int, last: int, paragraph: int, quote: str | None, lexicon: Lexicon
) -> tuple[Sentence, str]:
    """Mark up one sentence; ``quote`` is the mark still open before it, None in a paragraph without any."""
    words: list[str] = []
    starts: list[int] = []
    at = first
    chunks = low[first:last].split(" ")
    cut = _cut if last - first < _DENSE * len(chunks) else _cut.__wrapped__
    for chunk in chunks:
        for word, offset in cut(chunk):
            words.append(word)
            starts.append(at + offset)
        at += len(chunk) + 1
    ends = list(map(operator.add, starts, map(len, words)))
    heights = list(map(_WALLS.get, words, itertools.repeat(0.0)))
    if not _UNEVEN.isdisjoint(words):
        heights = _evened(words, heights)
    walls = list(itertools.accumulate(heights))
    if quote is None:
        quoted, quote = [False] * len(words), ""
    elif quote or _QUOTE.search(text, first, last):
        quoted, quote = _quotes(text, words, starts, ends, quote)
    else:
        quoted = [False] * len(words)
    sentence = Sentence(
        starts[0] if starts else first,
        ends[-1] if ends else last,
        paragraph,
        words,
        starts,
        ends,
        walls,
        [],
        [],
        [],
        quoted,
        set(),
        [],
        [],
    )
    flags = lexicon.flags
    skip = 0
    seconds, last_word = lexicon.seconds, len(words) - 1
    for i in itertools.compress(range(len(words)), map(flags.__contains__, words)):
        behind = seconds.get(words[i])
        if behind is not None and (i == last_word or words[i + 1] not in behind):
            continue
        skip = _mark_word(sentence, text, i, flags[words[i]], skip, lexicon)
    if low.find("'", first, last) >= 0:
        sentence.moods += [
            (i, "denied" if w.endswith("t") else "planned") for i, w in enumerate(words) if w.endswith(("n't", "'ll"))
        ]
    return sentence, quote


@functools.lru_cache(maxsize=20_000)
def _cut(chunk: str) -> tuple[tuple[str, int], ...]:
    """Words of what stands between two spaces, with their offsets: most chunks are one word and come again and again.

    No word holds a space, and none looks beyond one, so that a sentence is the sum of its chunks.
    """
    return tuple((found.group(), found.start()) for found in TOKEN.finditer(chunk))


def _evened(words: list[str], heights: list[float]) -> list[float]:
    """Heights of walls, where the words beside "following", "yet" and an hour of the day change them."""
    out = list(heights)
    for k, word in enumerate(words):
        if word == "following" and k and words[k - 1] not in {"the", ","}:
            out[k] = 2.0  # "following years of siege", but not "the following day"
        elif word == "yet" and k and words[k - 1] == ",":
            out[k] = 4.0  # ", yet 300 are still inside"
        elif word in {"before", "after", "until"} and words[k + 1 : k + 2] and words[k + 1] in _HOURS:
            out[k] = 0.0  # "before dawn": no clause of its own
    return out


def _mark_word(sentence: Sentence, text: str, i: int, flag: int, skip: int, lexicon: Lexicon) -> int:
    """Note what word ``i`` tells; return the word up to which no trigger is looked for."""
    words = sentence.words
    if flag & VOICE and i >= skip and text[sentence.starts[i]].isupper():
        voice = find_phrase(lexicon.voices, words, i)
        if voice is not None and voice.length > 1:
            skip = i + voice.length  # "Red Cross": nobody crosses
    if flag & TRIGGER and i >= skip:
        trigger = find_phrase(lexicon.triggers, words, i)
        named = i > 0 and text[sentence.starts[i]].isupper() and words[i - 1][0].isalpha()
        if trigger is not None and not named and not is_idle(words, i):
            if trigger.length == 1 and trigger.form != "noun":
                if _before_noun(sentence, text, i):
                    sentence.attributive.add(i)
                    trigger = lexicon.weakened[trigger]
                elif trigger.tense == "base" and i and _is_noun(words, i):
                    trigger = lexicon.nominal[trigger]  # "the swap", "a release"
            sentence.triggers.append((i, trigger))
            skip = i + trigger.length
    if flag & MOOD:
        mood = find_phrase(lexicon.moods, words, i)
        month = words[i] == "may" and text[sentence.starts[i]] == "M"
        caused = words[i] == "due" and words[i + 2 : i + 3] != [] and words[i + 2] in _CAUSES
        if mood is not None and not month and not caused:
            sentence.moods.append((i, mood))
    if flag & SAY and words[i] != "witnesses":
        say = find_phrase(lexicon.says, words, i)
        if say is not None:
            sentence.says.append((i, say))
    if flag & SAY_NOUN and i + 1 < len(words):
        behind = words[i + 1]
        if words[i] == "according":
            if behind == "to":
                sentence.says.append((i, "according"))
        elif i and behind in _AFTER_SAY_NOUN:
            sentence.says.append((i, "noun"))
    if flag & ACTOR:
        actor = find_phrase(lexicon.actors, words, i)
        if actor is not None and not (
            actor.length == 1 and actor.kind != "other" and foreign(text, words, sentence.starts, i)
        ):
            sentence.actors.append((i, actor))
    if flag & OFFICE:
        sentence.offices.append(i)
    return skip


def _is_noun(words: list[str], i: int) -> bool:
    """Whether a word that could be a verb is a noun where it stands: "the swap", "a car park", "taken to shelters"."""
    word, before = words[i], words[i - 1]
    if before in _BEFORE_NOUN or (before == "car" and word == "park"):
        return True
    return before in _BEFORE_PLURAL and word.endswith("s") and not word.endswith("ss")


def _quotes(text: str, words: list[str], starts: list[int], ends: list[int], quote: str) -> tuple[list[bool], str]:
    """Which words stand inside quotation marks, and the mark still open at the end."""
    count = len(words)
    quoted = [bool(quote)] * count
    for k in itertools.compress(range(count), map(_QUOTING.__contains__, words)):
        sign = text[starts[k]]
        if sign in _QUOTE_SIGNS:
            quote = _quote_state(quote, sign, text, starts[k], ends[k])
            quoted[k:] = [bool(quote)] * (count - k)
    return quoted, quote


def _before_noun(sentence: Sentence, text: str, i: int) -> bool:
    """Whether a participle stands before its noun: "a besieged town", "300 displaced families"."""
    words = sentence.words
    word = words[i]
    if word.endswith("ing") and i and i + 1 < len(words):
        return words[i + 1] in _FOLK and words[i - 1] in CLOSED  # "among fleeing civilians"
    if not word.endswith(("ed", "en")) or i + 1 >= len(words) or not i:
        return False
    behind, before = words[i + 1], words[i - 1]
    if before in {"those", "that", "who", "which"} or (
        behind in CLOSED
        or behind in _NUMERALS
        or not behind[0].isalpha()
        or (
            text[sentence.starts[i + 1]].isupper()
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
