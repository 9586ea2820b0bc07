"""What was planned and did not come about: called off, cancelled, never took place, "were due to leave but did not".

What is suspended, halted or stopped is put off like what is postponed; what is blocked or prevented did not happen, and
neither does a deal that collapsed happen anew.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.timing import Moment, When

_CANCELLED = word_set("cancelled canceled scrapped aborted abandoned")
_POSTPONED = word_set("postponed delayed rescheduled")
_HALTED = word_set(
    "suspended suspends suspending paused pauses pausing interrupted interrupts interrupting halted halts halting "
    "stalled stopped stops stopping disrupted"
)
_BLOCKED = word_set(
    "blocked blocks blocking prevented prevents preventing thwarted thwarts thwarting obstructed obstructs obstructing "
    "foiled foils barred forbade forbidden banned"
)
_CEASING = word_set("stopped halted stalled paused")
_A_HALT = word_set("suspension halt halting pause interruption stoppage stop break")
_KEEPS = _BLOCKED | word_set("stopped stops stopping kept keep keeping hindered prohibited discouraged")
_CEASED = frozenset(("stopped", "ceased"))
_GOES_ON = word_set("resumed restarted continued completed")
_GOING = frozenset(("departure", "arrival", "prisoners", "displacement"))
_BROKEN = word_set(
    "collapsed unravelled unraveled crumbled foundered cancelled canceled scrapped abandoned annulled suspended"
)
_IS_OVER = word_set("dead void broken over off finished")
_APART = frozenset((("broke", "down"), ("broken", "down"), ("fell", "apart"), ("fallen", "apart"), ("fell", "through")))
_SET_OUT = word_set("left came arrived went departed moved set showed turned reached appeared happened materialised")
_DUE = word_set("was were due supposed scheduled meant expected set")
_ASIDES = frozenset(("who", "which", "that", ",", ";", "and", "but"))
_BREAKDOWN = word_set("collapse breakdown failure unravelling unraveling")
_HOLDS_UP = _HALTED | _BLOCKED
_OPEN = word_set("may might could would if unless should")
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
_UNTOLD = _NOT | {"was", "were", "is", "are", "been", "be"}
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
_IN_VAIN = _NOT | word_set("neither longer failed fails failing failure unable powerless nothing nobody vain little")
"""Words before a verb that hinders by which it hindered nobody: "failed to stop", "nothing could stop"."""
_IN_VAIN_REACH = 4
_SIGNS = (
    _HINDERS
    | _LETS
    | _CANCELLED
    | _POSTPONED
    | _CAME
    | {"off", "back", "up", "place", "through", "nothing", "did", "didn't", "stayed"}
    | _FAILED
)
_HALTS = _HALTED | _BLOCKED | _A_HALT | {"standstill", "hold"}
_ENDS_IT = _BROKEN | _IS_OVER | _BREAKDOWN | {"down", "apart", "through", "hold", "held", "failed"}
_KEEPS_OR_HALTS = _KEEPS | _HALTS | _CEASED
_AFTER_ALL = word_set("completed finished ended over resumed")
_MOVES = frozenset(("departure", "arrival", "prisoners", "staging", "displacement", "negotiation"))
_LEADS = word_set("the a an its their his all any plans planned this that further more another two three")
_ABOARD = frozenset(("carrying", "taking", "bringing", "transporting", "ferrying", "of", "with"))
_LOT = word_set("convoy convoys flight flights ferry column columns batch batches group groups bus buses train trains")
_STOPS: tuple[list[str], ...] = (["."], [","], [";"], ["because"], ["as"], ["after"], ["on"], [")"], [])
_DID_NOT = (["did", "not"], ["didn't"], ["did", "n't"], ["never", "did"], ["stayed"])
_BUT = frozenset(("but", "yet", "and"))
_PLANS = word_set("plan plans attempt attempts operation effort efforts evacuation convoy deal ceasefire truce")
_TRIES = word_set("plan plans attempt attempts operation operations effort efforts bid bids")
_ANY_WALL, _NEVER = float("inf"), frozenset[str]()
_PUTS_OFF = _HALTED | _POSTPONED | _A_HALT | {"put", "held", "standstill", "hold"}
_UNTIL = (["until"], ["till"], ["to"])
_PLANNED_FOR = word_set("planned scheduled due expected resume restart continue")
_CLOSE = 3
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
    if kind == "agreement":
        broken = trigger is not None and trigger.form == "noun" and not _ENDS_IT.isdisjoint(words)
        return "denied" if broken and _is_broken(sentence, word, last) else None
    if kind not in _MOVES:
        return None
    if trigger is not None and kind in _GOING and not _KEEPS_OR_HALTS.isdisjoint(words):
        told = _halted(sentence, word, last) if trigger.form == "noun" else _kept_from(sentence, word)
        if told is not None:
            return told
    if trigger is not None and _never_went(words, word):
        return "denied"
    if _SIGNS.isdisjoint(words):
        return None
    if trigger is not None and trigger.form != "noun" and words[word - 1] == "to" and words[word - 2] in _TRIES:
        behind = max(word + 1, last)  # "an attempt to take 50 people out of X was blocked"
        return _halted_behind(sentence, behind) or _is_dropped(sentence, behind)
    if trigger is not None and trigger.form != "noun":
        barred = _barred(words, word)
        if barred is not None:
            return barred
        low = max(0, min(word, last) - 8)
        aboard = words[word] in _ABOARD and not _LOT.isdisjoint(words[low:word])
        if not aboard:
            return "denied" if _is_undone(sentence, max(word, last)) else None
    return _is_dropped(sentence, max(word + 1, last)) or _drops(sentence, word)


def days_of_plan(words: list[str], word: int, last: int, moments: list[Moment]) -> list[Moment]:
    """Leave out the days on which a plan was put off: they are not those that it is for.

    Parameters
    ----------
    words : list of str
    word : int
        The governing word of what was put off.
    last : int
        Word behind the figure, or behind the governing word.
    moments : list of Moment

    Returns
    -------
    list of Moment
        What names the day of the plan: told before it was put off ("planned for Wednesday"), or until when it was.
    """
    behind = max(word + 1, last)
    until = next((k for k in range(behind, min(len(words), behind + _REACH)) if words[k] in _PUTS_OFF), 0)
    kept = []
    for moment in moments:
        lead = words[max(behind, moment.first - _CLOSE) : moment.first]
        named = word < moment.first and moment.last <= until
        if named or lead[-1:] in _UNTIL or not _PLANNED_FOR.isdisjoint(lead):
            kept.append(moment)
    later = [moment for moment in kept if moment.first >= until > 0]
    return later or kept


def once_put_off(when: When, left: list[Moment]) -> When:
    """Read a plan's weekday from the day on which it was put off: "planned for Friday was postponed on Thursday".

    Parameters
    ----------
    when : When
        Day of the plan.
    left : list of Moment
        What :func:`days_of_plan` left out.

    Returns
    -------
    When
        A week earlier where that still is later than the day on which it was put off.
    """
    if when.basis != "weekday" or when.date_from is None or when.date_to is None or "next" in (when.text or "").lower():
        return when
    days = [moment.span.date_from for moment in left if moment.span.date_from is not None]
    week = dt.timedelta(days=7)
    if not days or when.date_from - max(days) <= week:
        return when
    return dataclasses.replace(when, date_from=when.date_from - week, date_to=when.date_to - week)


def _barred(words: list[str], word: int) -> str | None:
    """What it is that others kept them from: "barred eight lorries from entering", "refused to let 40 men leave"."""
    low = max(1, word - _BARRED)
    lead = words[low:word]
    if lead[-1:] == ["from"] or lead[-2:] == ["from", "being"]:
        at = next((k for k in range(word - 2, low - 1, -1) if words[k] in _HINDERS), 0)
        if not at or _in_vain(words, at):
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


def _of_its_clause(
    sentence: Sentence, last: int, wall: float = 2.0, ends: frozenset[str] = _AFTER_ALL
) -> Iterator[int]:
    """Words that may tell what befell what ends before ``last``, up to the next clause or a word that ends the tale."""
    for at in range(last, min(len(sentence.words), last + _REACH)):
        word = sentence.words[at]
        if sentence.between(last, at) >= wall or word in ends or word == ";":
            return
        yield at


def _is_dropped(sentence: Sentence, last: int) -> str | None:
    """What befell it: "the evacuation of 300 people was called off", "failed to materialise", "fell through"."""
    words = sentence.words
    last = _behind_aside(words, last)
    for at in _of_its_clause(sentence, last):
        word = words[at]
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


def _halted(sentence: Sentence, word: int, last: int) -> str | None:
    """What held it up: "the evacuation of 300 people was suspended", "stopped", "X blocked the evacuation of 300"."""
    words = sentence.words
    if words[word] in _LOT:
        return None  # "a convoy stopped at X"
    told = _halted_behind(sentence, max(word + 1, last))
    for at in range(max(0, word - 6), word) if told is None else ():
        here = words[at]
        behind = at + 1
        noun = here in _A_HALT and words[behind] in {"of", "to", "in"} and words[at - 1] not in {"to", "not"}
        if noun:
            behind += 1  # "a halt to the evacuation", "the suspension of the evacuation"
        elif here not in _HOLDS_UP or not _UNTOLD.isdisjoint(words[max(0, at - 3) : at]):
            continue
        if all(w in _LEADS for w in words[behind:word]) and (noun or sentence.between(at, word) < 1.0):
            told = "denied" if here in _BLOCKED else "planned"
    return None if told is None or _went_on(words, word) else told


def _halted_behind(sentence: Sentence, last: int) -> str | None:
    """What befell it: "was suspended on Friday", "stopped on Friday", "came to a halt", "was put on hold"."""
    words = sentence.words
    last = _behind_aside(words, last)
    for at in _of_its_clause(sentence, last):
        word = words[at]
        if word not in _HALTS or not _NOT.isdisjoint(words[max(last, at - 3) : at]):
            continue
        before = words[at - 1]
        if word in {"halt", "standstill", "hold"}:
            if words[at - 2 : at] == ["to", "a"] or (before == "on" and word == "hold"):
                return "planned"
            continue
        passive = before in _PASSIVE or before.endswith("ly")
        behind = words[at + 1] if at + 1 < len(words) else "."
        ceased = word in _CEASING and sentence.between(last, at) < 1.0 and behind not in _LEADS
        if behind == "by" and before not in _PASSIVE:
            continue
        if passive or ceased:
            return "denied" if word in _BLOCKED else "planned" if word in _HALTED else None
    return None


def _went_on(words: list[str], word: int) -> bool:
    """Whether it was taken up again: "was suspended on Friday and resumed on Saturday"; not "soon after it resumed"."""
    return any(
        words[k] in _GOES_ON and "after" not in words[k - 3 : k] and words[k - 1] != "be"
        for k in range(word + 1, len(words))
    )


def _kept_from(sentence: Sentence, word: int) -> str | None:
    """Whether somebody was kept from it: "600 people were barred from leaving", "buses stopped arriving"."""
    words = sentence.words
    if not words[word].endswith("ing") and words[word - 1] != "being":
        return None
    at = word - 1 if words[word - 1] != "being" else word - 2
    if at >= 0 and words[at] in _CEASED:
        return "denied"
    if at < 0 or words[at] != "from":
        return None
    low = max(0, at - 9)
    held = next((k for k in range(at - 1, low - 1, -1) if words[k] in _KEEPS), -1)
    if held < 0 or sentence.between(held, at) >= 1.0:
        return None
    return None if _in_vain(words, held) else "denied"


def _in_vain(words: list[str], at: int) -> bool:
    """Whether who was to be hindered was not: "failed to stop 700 people from leaving", "nothing could stop them"."""
    return not _IN_VAIN.isdisjoint(words[max(0, at - _IN_VAIN_REACH) : at])


def hinders_nobody(words: list[str], mood: int, word: int) -> bool:
    """Tell whether a word of doubt belongs to a verb that hinders in vain: "nothing could stop 700 from leaving".

    Parameters
    ----------
    words : list of str
    mood : int
        The word that would make the verb at ``word`` doubtful.
    word : int

    Returns
    -------
    bool
    """
    if words[word - 1] not in {"from", "being"} or words[mood] not in {"could", "can"}:
        return False
    at = next((k for k in range(mood + 1, min(word, mood + _IN_VAIN_REACH)) if words[k] in _HINDERS), 0)
    return bool(at) and _in_vain(words, at)


def _never_went(words: list[str], word: int) -> bool:
    """Whether what was to come never did: "a convoy that was to carry 600 people from X on Wednesday never left"."""
    lead = words[max(0, word - 4) : word]
    if lead[-1:] != ["to"] or _DUE.isdisjoint(lead):
        return False
    for at in range(word + 1, min(len(words) - 1, word + _REACH + 1)):
        if words[at] in _ASIDES:
            return False
        if (words[at] == "never" and words[at + 1] in _SET_OUT) or words[at : at + 2] == ["turned", "back"]:
            return True
    return False


def _is_broken(sentence: Sentence, word: int, last: int) -> bool:
    """Whether a deal is no more: "the agreement collapsed", "the truce did not hold", "the collapse of the deal"."""
    words = sentence.words
    lead = words[max(0, word - 4) : word]
    fell = next((k for k, w in enumerate(lead) if w in _BREAKDOWN), -1)
    if fell >= 0 and lead[fell + 1 : fell + 2] == ["of"]:
        return True
    last = _behind_aside(words, max(word + 1, last))
    for at in _of_its_clause(sentence, last, wall=1.0, ends=_OPEN):
        between = words[last:at]
        if words[at] == "and" and words[at + 1 : at + 2] and words[at + 1] in _LEADS:
            return False  # "the truce held and the attack on X failed"
        if words[at] in {"hold", "held"} and (not _NOT.isdisjoint(between[-3:]) or between[-2:] == ["failed", "to"]):
            return True
        behind = words[at + 1 : at + 2]
        told = words[at] in _BROKEN or (words[at] == "failed" and behind in _STOPS)
        told = told or (words[at], "".join(behind)) in _APART
        if words[at] in _IS_OVER and words[at - 1] in {"is", "was", "'s", "now", "already", "all", "been"}:
            told = told or words[at] not in {"over", "off"} or behind in _STOPS
        if told:
            return _NOT.isdisjoint(between)
    return False


def _is_undone(sentence: Sentence, last: int) -> bool:
    """Whether the same people then did not: "had been due to leave on Sunday but did not", "..., but never did"."""
    words = sentence.words
    for at in _of_its_clause(sentence, last, wall=_ANY_WALL, ends=_NEVER):
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
