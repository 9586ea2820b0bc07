"""Who speaks out of several told before: "One of them said", "the other said", "both said"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.labels import group_label
from geo_ghouta.claims.remembering import Memory, Speaker

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Lexicon
    from geo_ghouta.claims.passages import Sentence

OPENS = frozenset(("one", "another", "the", "both", "others", "two", "three", "some", "many", "most", "several", "a"))
"""Words that such a naming begins with."""
_ALONE = (["one"], ["another"], ["the", "other"], ["both"], ["others"], ["the", "others"])
_OF_THEM = ["of", "them"]
_MANY = frozenset(("both", "others", "two", "three", "some", "many", "most", "several"))
_LONGEST = 4
_BEFORE_HEAD = frozenset(("aid", "relief", "medical", "army", "police", "rescue", "hospital", "local", "un", "senior"))


def one_of_them(text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, memory: Memory) -> Speaker | None:
    """Tell who is meant by a word for one or some of those told of just before.

    Parameters
    ----------
    text : str
        The report.
    sentence : Sentence
    low, high : int
        Words that name who speaks, half-open.
    lexicon : Lexicon
    memory : Memory
        Told who it is: "he said" means them afterwards.

    Returns
    -------
    Speaker or None
        None where the words are no such naming, or nobody was told of.
    """
    words = sentence.words
    phrase = words[low:high]
    if phrase[-2:] != _OF_THEM and phrase not in _ALONE:
        return None
    if len(phrase) > _LONGEST:
        return None
    label = _told_of(text, sentence, low, lexicon)
    again = memory.before is not None and memory.plural is not None and memory.before.words[:1] in _ALONE[:2]
    if not label and again and memory.plural is not None:
        label = memory.plural.label  # "One of them said eight of his neighbours ... Another said"
    if not label and memory.before is not None:
        label = _told_of(text, memory.before, len(memory.before.words), lexicon)
    if not label:
        if memory.plural is None:
            return None
        label = memory.plural.label
    quote = text[sentence.starts[low] : sentence.end_of(high - 1)]
    memory.plural = Speaker(label, quote, "", "plural")
    many = not _MANY.isdisjoint(phrase[:1]) or phrase == ["the", "others"]
    speaker = memory.plural if many else Speaker(label, quote, "", "person")
    memory.keep(speaker, [], "")
    return speaker


def _told_of(text: str, sentence: Sentence, high: int, lexicon: Lexicon) -> str:
    """What the first people that a sentence tells of before a word are called."""
    words = sentence.words
    head = next((k for k in range(high) if words[k] in lexicon.plurals), -1)
    if head < 0:
        return ""
    low = head - (head > 0 and words[head - 1] in _BEFORE_HEAD)
    return group_label(text, sentence, low, head, head + 1, lexicon)
