"""Whether "left" means that they remain, and where a sentence goes on behind an aside."""

from __future__ import annotations

from geo_ghouta.claims.lexicon import word_set

_ASIDES = word_set("including or among many most mostly mainly some half nearly almost about all both largely with")
_GOING_ON = frozenset(("were", "was", "have", "had", "has", "are", "is", "will", "would", "left", "reached", "arrived"))
_HAVING = frozenset(("found", "are", "were", "with", "have", "has", "had", "is", "was"))
_REMAINING = frozenset((".", ",", ";", "in", "inside", "there", "behind", "alive"))
_OF_THEM = (["of", "them"], ["of", "whom"])
_SIGNS = frozenset(("–", "—", "-", "("))


def are_left(words: list[str], first: int, last: int, at: int) -> bool:
    """Whether "left" means that they remain: "found as few as 50 people left in the town", "50 are left"."""
    if words[at - 1] == "us" and "of" in words[at - 3 : at]:
        return True  # "there are 1,200 of us left"
    if words[at - 1] in {"are", "were", "is"} and last <= at - 1:
        return True
    if words[at - 2 : at] == ["to", "be"] and last <= at - 2:
        return True  # "3,000 are thought to be left"
    if at != last:
        return False
    behind = words[at + 1] if at + 1 < len(words) else "."
    return behind in _REMAINING and not _HAVING.isdisjoint(words[max(0, first - 5) : first])


def number_left(words: list[str], first: int, at: int) -> bool:
    """Whether the figure is the number of those left: "estimates of people left in the city range from 15,000"."""
    return (
        at < first
        and words[at + 1] in {"in", "inside", "behind"}
        and not {"estimates", "estimate", "number", "figures"}.isdisjoint(words[max(0, at - 5) : at])
    )


def after_aside(words: list[str], last: int) -> int:
    """Word at which the sentence goes on behind "N people, including rebels and children, ..."; ``last`` if at once."""
    if words[last : last + 1] and words[last] in _SIGNS:
        closing = {"(": ")"}.get(words[last], words[last])
        return next((k for k in range(last + 2, min(len(words), last + 24)) if words[k] == closing), last)
    if words[last : last + 1] != [","] or words[last + 1 : last + 2] == []:
        return last
    counted = words[last + 2 : last + 4] in _OF_THEM  # "264 men, 53 of them hurt, were taken to X"
    if not counted and words[last + 1] not in _ASIDES:
        return last
    commas = [at for at in range(last + 2, min(len(words) - 1, last + 30)) if words[at] == ","]
    going_on = next((at for at in commas if words[at + 1] in _GOING_ON), -1)
    if going_on > 0:
        return going_on  # "24 hostages, among them 13 Israelis, 10 Thais and a Filipino, were freed"
    if words[last + 1] == "with" or words[last + 1] not in _ASIDES:
        return last
    for at in range(last + 2, min(len(words), last + 30)):
        if words[at] == "," and not (at + 1 < len(words) and words[at + 1] in {"and"} and at - last < 5):
            return at
    return last
