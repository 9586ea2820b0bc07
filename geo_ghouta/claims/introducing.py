"""Who is named in a sentence without being quoted there: whom "he said" of the next one means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import Lexicon, word_set
from geo_ghouta.claims.naming import np_end, resolve
from geo_ghouta.claims.remembering import STATES, Memory, Speaker

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_STATE_VERBS = word_set("has had is was will would also says did does wants offered agreed rejected accused denied")
_SPOKE = word_set("spoke met gave was is has had came went visited held appeared arrived")


_NAMED_BY = frozenset(("gave", "identified", "introduced", "calls", "called", "asked"))
_LED_BY = frozenset(("a", "an", "the", ",", "for", "of"))
_HE = frozenset(("he", "she"))
_NEAR, _HEAD, _OPENING = 6, 8, 5
"""Words between an office and the first verb of saying; words at the head of a sentence, and of an organisation's."""


def remember_body(text: str, sentence: Sentence, memory: Memory) -> None:
    """Remember an organisation that opens a sentence: "X TV hailed the deal. It said ..."."""
    words = sentence.words
    for k, voice in sentence.voices:
        if k >= _OPENING:
            break
        opens = k == 0 or (k == 1 and words[0] == "the" and voice.kind == "government")
        if (opens or voice.kind in {"media", "monitor", "aid"}) and (
            not voice.capitals or text[sentence.starts[k] : sentence.starts[k] + len(words[k])].isupper()
        ):
            memory.keep_body(Speaker(voice.label, voice.label, "", "body", voice.kind))
            return
    if words[0] in STATES and len(words) > 1 and words[1] in _STATE_VERBS:
        label = text[sentence.starts[0] : sentence.starts[0] + len(words[0])]
        memory.body = Speaker(label, label, "", "body", "state")  # "X has offered no corridor. It said ..."


def introduce(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> None:
    """Remember a person named with an office where nobody is quoted: "spokesman A. B. met the press. He said ..."."""
    words, starts = sentence.words, sentence.starts
    if len(words) == 1 or text[starts[1] : sentence.end].islower():
        return  # nobody is named
    k = sentence.offices[0]
    high = np_end(sentence, k, lexicon)
    stops = [p for p, _ in sentence.says]
    for p, trigger in sentence.triggers:
        if trigger.form != "noun":
            stops.append(p)
    for p in range(k + 1, high):
        if words[p] in _SPOKE or p in stops:
            high = p
            break
    closed = 0
    if "," in words[high + 2 : high + 5]:
        closed = words.index(",", high + 2)
        if words[high] == "," and text[starts[high + 1]].isupper():
            high = closed  # "the minister, A. B., gave another figure"
    low = k
    while (
        low > 0
        and k - low < 8
        and (words[low - 1] in _LED_BY or text[starts[low - 1]].isupper())
        and low - 1 not in stops
        and not (words[low - 1] == "of" and words[low] in {"a", "an"})  # "the car of a man"
    ):
        low -= 1
    while low < k and words[low] in {",", "for", "of"}:
        low += 1
    if closed and 1 < low < _HEAD and words[1] == "'s":
        low = 0  # "X's foreign minister, A. B., ..."
    named = high
    if words[high : high + 1] == ["who"] and words[high + 1 : high + 2] != [] and words[high + 1] in _NAMED_BY:
        named = min(high + 9, len(words))  # "a man who gave his name as A."
    for p in range(low + (low == 0), named):
        if text[starts[p]].isupper():
            resolve(text, sentence, low, high, lexicon, memory)
            return


def remember_subject(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> None:
    """Remember the person whom a sentence is about: "Karam was calm. He said ...".

    Also "Lina, 24, lost a son. She said ...", and the holder of an office who stands before "he" in the very
    sentence: "The mayor, A. B., gave another total: ..., he wrote".
    """
    words = sentence.words
    behind = words[1] if len(words) > 1 else ""
    known = memory.names.get(words[0])
    if known is not None and known.number == "person" and behind not in {",", "'s", "and"}:
        memory.person = memory.latest = known
    elif behind == "," and words[3:4] == [","] and words[2].isdigit() and text[sentence.starts[0]].isupper():
        name = text[sentence.starts[0] : sentence.starts[0] + len(words[0])]
        speaker = Speaker(name, name, "", "person")
        memory.keep(speaker, [words[0]], "")
    elif words[2:3] == [","] and words[4:5] == [","] and words[3].isdigit() and known is None:
        name = text[sentence.starts[0] : sentence.end_of(1)]
        if name.istitle():  # "Lina Hadi, 24, lost a son. She said ..."
            memory.keep(Speaker(name, name, "", "person"), words[:2], "")
    if not sentence.offices or not sentence.says:
        return
    said, office = sentence.says[-1][0], sentence.offices[0]
    if office >= _HEAD or office >= said:
        return
    is_he = words[said - 1] in _HE or (said + 1 < len(words) and words[said + 1] in _HE)
    first = next((k for k, group in sentence.says if group != "found"), said)
    if is_he and first > office + _NEAR:
        introduce(text, sentence, lexicon, memory)
