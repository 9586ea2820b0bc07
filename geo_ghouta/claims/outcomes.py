"""What was planned and did not come about: called off, cancelled, never took place, "were due to leave but did not"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence

_CANCELLED = word_set("cancelled canceled scrapped aborted abandoned")
_POSTPONED = word_set("postponed delayed rescheduled")
_OFF = {("called", "off"): "denied", ("put", "off"): "planned", ("put", "back"): "planned", ("held", "up"): "planned"}
_CAME = word_set("materialise materialize materialised materialized happen happened occur occurred ahead about")
_TOOK = (
    ["take", "place"],
    ["took", "place"],
    ["taken", "place"],
    ["go", "ahead"],
    ["went", "ahead"],
    ["gone", "ahead"],
)
_CAME_TO = (["come", "about"], ["came", "about"], ["come", "off"], ["came", "off"])
_FELL = (["fell", "through"], ["fallen", "through"], ["came", "to", "nothing"], ["come", "to", "nothing"])
_NOT = frozenset(("not", "never", "didn't", "hasn't", "haven't", "hadn't", "n't"))
_PASSIVE = word_set(
    "was were is are been being be have has had again once twice repeatedly later then abruptly suddenly"
)
_FAILED = word_set("failed fails collapsed collapses foundered")
_HINDERS = word_set(
    "barred bars bar barring stopped stops stop stopping blocked blocks block blocking kept keeps keep keeping "
    "prevented prevents prevent preventing forbade banned hindered"
)
"""Verbs behind which "from leaving" tells that nobody did."""
_LETS = word_set("let letting allow allowed allowing permit permitted permitting")
_REFUSED = word_set("refused refuses refuse refusing declined declines")
_TO_BE = frozenset(("to", "would", "could", "may", "might", "will", "can"))
_SIGNS = (
    _HINDERS
    | _LETS
    | _CANCELLED
    | _POSTPONED
    | _CAME
    | {"off", "back", "up", "place", "through", "nothing", "did", "didn't", "stayed"}
    | _FAILED
)
_AFTER_ALL = word_set("completed finished ended over resumed")
_MOVES = frozenset(("departure", "arrival", "prisoners", "staging", "displacement", "negotiation"))
_LEADS = word_set("the a an its their his all any plans planned this that further more another two three")
_ABOARD = frozenset(("carrying", "taking", "bringing", "transporting", "ferrying", "of", "with"))
_LOT = word_set("convoy convoys flight flights ferry column columns batch batches group groups bus buses train trains")
_STOPS: tuple[list[str], ...] = (["."], [","], [";"], ["because"], ["as"], ["after"], ["on"], [")"], [])
_DID_NOT = (["did", "not"], ["didn't"], ["did", "n't"], ["never", "did"], ["stayed"])
_BUT = frozenset(("but", "yet", "and"))
_PLANS = word_set("plan plans attempt attempts operation effort efforts evacuation convoy deal ceasefire truce")
_REACH = 16
_LEAD = 10
_BARRED = 14
_ASIDE = word_set("due set scheduled planned expected which originally first initially")


def came_to_nothing(sentence: Sentence, word: int, trigger: Trigger | None, kind: str, last: int) -> str | None:
    """Tell the modality of a movement or talks that did not come about.

    Parameters
    ----------
    sentence : Sentence
    word : int
        The governing word.
    trigger : Trigger or None
    kind : str
        Of the claim.
    last : int
        Word behind the figure, or behind the governing word.

    Returns
    -------
    str or None
        "denied" for what was called off, barred or did not take place, "planned" for what was put off, "conditional"
        for what somebody means to bar; None for the rest.
    """
    words = sentence.words
    if kind not in _MOVES or _SIGNS.isdisjoint(words):
        return None
    if trigger is not None and trigger.form != "noun":
        barred = _barred(words, word)
        if barred is not None:
            return barred
        low = max(0, min(word, last) - 8)
        aboard = words[word] in _ABOARD and not _LOT.isdisjoint(words[low:word])
        if not aboard:
            return "denied" if _is_undone(sentence, max(word, last)) else None
    return _is_dropped(sentence, max(word + 1, last)) or _drops(sentence, word)


def _barred(words: list[str], word: int) -> str | None:
    """What it is that others kept them from: "barred eight lorries from entering", "refused to let 40 men leave"."""
    low = max(1, word - _BARRED)
    lead = words[low:word]
    if lead[-1:] == ["from"] or lead[-2:] == ["from", "being"]:
        at = next((k for k in range(word - 2, low - 1, -1) if words[k] in _HINDERS), 0)
        if not at or not _NOT.isdisjoint(words[max(0, at - 2) : at]):
            return None
        return "conditional" if words[at - 1] in _TO_BE else "denied"  # "fired to stop families from fleeing"
    if _LETS.isdisjoint(lead):
        return None
    at = next(k for k in range(word - 1, low - 1, -1) if words[k] in _LETS)
    if "," in words[at:word] or "who" in words[at:word]:
        return None
    before = words[max(0, at - 3) : at]
    refused = before[-1:] == ["to"] and not _REFUSED.isdisjoint(before)
    return "denied" if refused or not _NOT.isdisjoint(before[-2:]) else None


def _is_dropped(sentence: Sentence, last: int) -> str | None:
    """What befell it: "the evacuation of 300 people was called off", "failed to materialise", "fell through"."""
    words = sentence.words
    last = _behind_aside(words, last)
    for at in range(last, min(len(words), last + _REACH)):
        word = words[at]
        if sentence.between(last, at) >= 2.0 or word in _AFTER_ALL or word == ";":
            return None
        told = None
        before = words[at - 1]
        if before in _PASSIVE or before.endswith("ly"):
            if word in _CANCELLED:
                told = "denied"
            elif word in _POSTPONED:
                told = "planned"
            else:
                told = _OFF.get((word, words[at + 1] if at + 1 < len(words) else ""))
        if words[at : at + 2] in _FELL or words[at : at + 3] in _FELL:
            told = "denied"
        came = word in _CAME or words[at : at + 2] in _TOOK or words[at : at + 2] in _CAME_TO
        if came and (before in _NOT or words[at - 2 : at] == ["failed", "to"]):
            told = "denied"
        if told is not None:
            rest = words[at:]
            went = "but" in rest and any(rest[k : k + 2] in _TOOK for k in range(rest.index("but"), len(rest)))
            return None if went else told
    return None


def _behind_aside(words: list[str], last: int) -> int:
    """Word behind an aside that tells when it was to be: "the evacuation of 300 people, due on Monday, was put off"."""
    opens = next((k for k in range(last, min(len(words), last + _LEAD)) if words[k] == ","), -1)
    if opens < 0 or words[opens + 1 : opens + 2] == [] or words[opens + 1] not in _ASIDE:
        return last
    closes = next((k for k in range(opens + 2, min(len(words), opens + _REACH)) if words[k] == ","), -1)
    return closes + 1 if closes >= 0 and words[closes + 1 : closes + 2] != [] else last


def _drops(sentence: Sentence, word: int) -> str | None:
    """Who dropped it: "the army called off the evacuation of 300 people", "cancelled plans for the release of"."""
    words = sentence.words
    for at in range(max(0, word - 6), word):
        told = "denied" if words[at] in _CANCELLED else "planned" if words[at] in _POSTPONED else None
        behind = at + 1
        if told is None and (words[at], words[behind]) in _OFF and words[behind] != "up":
            told, behind = _OFF[words[at], words[behind]], at + 2
        if told is None or words[at - 1] in _PASSIVE - {"have", "has", "had", "then", "later", "again"}:
            continue
        if behind <= word and (behind == word or words[behind] in _LEADS) and sentence.between(at, word) < 1.0:
            return told
    return None


def _is_undone(sentence: Sentence, last: int) -> bool:
    """Whether the same people then did not: "had been due to leave on Sunday but did not", "..., but never did"."""
    words = sentence.words
    for at in range(last, min(len(words) - 1, last + _REACH)):
        if words[at] == ";":
            return False
        if words[at] not in _BUT:
            continue
        tail = words[at + 1 : at + 5]
        if any(tail[k] in _PLANS and tail[k + 1] in _FAILED for k in range(min(2, len(tail) - 1))):
            # "had hoped to move 600 people but the plan failed"; "to" tells that they had not gone
            return "to" in words[max(0, last - 6) : last]
        for told in _DID_NOT:
            size = len(told)
            if tail[:size] == told:
                end = words[at + 1 + size : at + 2 + size]
                return end in _STOPS or (told == ["stayed"] and end in (["put"], ["behind"], ["where"]))
    return False
