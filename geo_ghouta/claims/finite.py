"""Which words of a sentence can be finite verbs, as far as word forms tell."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from geo_ghouta.claims.passages import Sentence

AUX = word_set("was were is are be had has have did does do will would could may might can")
_VERBS = word_set(
    """
    began begun ran knew grew felt kept meant paid spoke wrote fought bought brought caught taught chose forgot
    gave heard hid hit lay laid rode shook shot shut slept sold stole swore threw understood wore began begun
    came made gave went set lost won saw led met struck broke drew grew said told held left fell rose kept built
    sent lay sought threw stood spent ended
    """
)
_NEVER = word_set("out on free safe under inside dead missing")
_BLOWS = frozenset(("strikes", "raids", "attacks", "shells", "bombs", "hits"))
_BLOW = frozenset(("strike", "raid", "attack"))
_ARTICLES = frozenset(("a", "an", "the"))
_STRIKERS = frozenset(("it", "he", "she", "who", "which", "that", "army", "military", "state", "force", "and", "also"))
_NO_VERB = word_set(
    """
    wounded injured armed displaced besieged united red hundred need indeed speed seed feed limited hatred
    killed-
    """
)
_BEFORE_NOUN = frozenset(("the", "a", "an", "of"))
_SINGLE = frozenset(("one", "every", "another"))
_MOST = frozenset(("most", "the", "of"))
_HELPS, _FINITE, _MARKED = 1, 2, 4


class Remembered(dict[str, int]):
    """What a word's own form tells, worked out once a word: the same words come again and again.

    A plain dictionary is asked in a third of the time of ``functools.lru_cache``; a full one is emptied.

    Examples
    --------
    >>> sizes = Remembered(len)
    >>> list(map(sizes.__getitem__, ["a", "bus", "a"])), dict(sizes)
    ([1, 3, 1], {'a': 1, 'bus': 3})
    """

    def __init__(self, tell: Callable[[str], int], most: int = 20_000) -> None:
        super().__init__()
        self._tell, self._most = tell, most

    def __missing__(self, word: str) -> int:
        if len(self) >= self._most:
            self.clear()
        told = self[word] = self._tell(word)
        return told


def may_govern(word: str) -> bool:
    """Whether a word can be a finite verb by its own form.

    Examples
    --------
    >>> may_govern("were"), may_govern("joined"), may_govern("buses")
    (True, True, False)
    """
    return word in AUX or word in _VERBS or (word.endswith("ed") and len(word) > 4 and "-" not in word)


def _tell_form(word: str) -> int:
    """Whether a word helps a verb or can be a finite one by its own form."""
    if word in AUX:
        return _HELPS
    return _FINITE if may_govern(word) else 0


_form_of = Remembered(_tell_form).__getitem__


def verbs_of(sentence: Sentence, text: str = "") -> list[int]:
    """Positions of words that can govern a date: finite verbs, as far as word forms tell.

    Participles before "by" ("held by") and -ing forms without "was" open no clause of their own and are left out.
    """
    words = sentence.words
    forms = list(map(_form_of, words))
    for at, trigger in sentence.triggers:
        if trigger.form != "noun" and trigger.tense != "ing":
            forms[at] |= _MARKED
    for at, _ in sentence.says:
        forms[at] |= _MARKED
    attributive, count = sentence.attributive, len(words)
    found = []
    for at in itertools.compress(range(count), forms):
        if at in attributive:
            continue
        form, word = forms[at], words[at]
        if form & _HELPS:
            if word != "is" or not text.startswith("IS", sentence.starts[at]):
                found.append(at)
            continue
        before = words[at - 1] if at else ""
        if before in _BEFORE_NOUN or (at + 1 < count and words[at + 1] == "by"):
            continue
        if not form & _FINITE:
            if word in _NEVER or before in _SINGLE or word.endswith("ing"):
                continue  # "in one raid in April"
            if word in _BLOW and before != "to" and not _ARTICLES.isdisjoint(words[max(0, at - 3) : at]):
                continue  # "died in a missile strike on Tuesday"
            if word in _BLOWS and not (before in _STRIKERS or before.endswith("s")):
                continue  # "in 45 coalition strikes", "two strikes on Saturday killed 80 people"
        if before.endswith("ly") and words[max(0, at - 2)] in _MOST:
            continue  # "the most badly burnt"
        if word in _NO_VERB and (words[max(0, at - 1)] not in AUX or not (form & _MARKED or word in _VERBS)):
            continue
        found.append(at)
    return found
