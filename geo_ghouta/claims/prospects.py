"""How sure a figure is by what stands around it: what is needed, put off, counted as the last of so many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.main_verbs import Reading

_SOFT = word_set("about around some nearly almost more than over at least up to an estimated another further only just")
_NEEDS = frozenset(("need", "needs", "requires", "require"))
_WERE = frozenset(("was", "were", "been"))
_PROMISED = (["promised"], ["pledged"], ["planned"], ["scheduled"], ["foreseen"])
_LED_BY = 3
_INTENDED = word_set("was were is are due supposed meant intended scheduled planned hoped hoping ready")
_ENDS = frozenset(("first", "last", "latest", "only", "most", "next", "least"))
_HAVE = frozenset(("had", "has", "have"))
_BEYOND = frozenset(("to", "yet", "agreed", "been"))
_ARE = frozenset(("was", "were", "are", "is"))
_REPAIRS = frozenset(("cannot", "can", "longer"))
_PEOPLED = frozenset(("population", "inhabitants", "residents"))


def is_needed(words: list[str], first: int) -> bool:
    """Whether a figure is only asked for: "we need 200 units of blood", "the hospital needs about 30 doctors"."""
    at = first - 1
    while at > 0 and words[at] in _SOFT:
        at -= 1
    return at >= 0 and words[at] in _NEEDS


def is_promised(words: list[str], last: int) -> bool:
    """Whether the counted were only promised: "ninety buses had been promised"."""
    at = last + 1 if words[last : last + 1] and words[last] in _HAVE else last
    return (
        words[at : at + 1] != []
        and words[at] in _WERE
        and (words[at + 1 : at + 2] in _PROMISED or words[at + 1 : at + 3] == ["announced", "for"])
    )


def is_last_of(words: list[str], first: int, last: int) -> bool:
    """Whether one of many is told who met the same fate: "the first of 12 medics to be killed"."""
    if words[last : last + 1] != ["to"] or words[max(0, first - 1)] != "of":
        return False
    lead = words[max(0, first - 4) : first - 1]
    return not _ENDS.isdisjoint(lead) or any(w.endswith("est") for w in lead)


def has_done(words: list[str], word: int, first: int, last: int) -> bool:
    """Whether the counted did something, whatever was planned before: "shelter was offered, and 900 had accepted"."""
    if not word < first or words[last : last + 1] == [] or words[last] not in _HAVE:
        return False
    return _BEYOND.isdisjoint(words[last + 1 : last + 2])


def is_state(reading: Reading, words: list[str], first: int, modality: str) -> bool:
    """Whether something is so, whatever is denied or wished: "cannot be repaired", "a population of 400 that wants"."""
    at = reading.word
    if reading.kind == "infrastructure" and modality == "denied":
        return not _REPAIRS.isdisjoint(words[max(0, at - 3) : at])
    noun = reading.trigger is not None and reading.trigger.form == "noun"
    return reading.kind == "population" and noun and at < first and words[at] in _PEOPLED


def is_led(words: list[str], word: int, first: int, last: int) -> bool:
    """Whether somebody only was to lead the counted out: "a convoy that was to lead 54 buses out of X"."""
    if word != last or words[word] != "out" or first < _LED_BY or words[first - 2] != "to":
        return False
    return words[first - 3] in _INTENDED


def were_to(words: list[str], word: int, first: int) -> bool:
    """Whether a later verb than the governing one puts a figure ahead: "and ambulances were to collect another 70"."""
    low = max(word + 1, first - 6)
    if "to" not in words[low:first]:
        return False
    at = words.index("to", low)
    return words[at - 1] in _ARE and words[low:first].count(",") == 0
