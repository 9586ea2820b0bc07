"""Which of the words that tell how sure a claim is governs it: "would", "expected", "not", "if"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.inverting import CONDITIONS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.outcomes import hinders_nobody
from geo_ghouta.claims.refuting import AWAITED, is_awaited

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence

PLANS = frozenset(("planned", "expected", "proposed", "conditional"))
"""Modalities that keep apart from what took place."""
_DUE = frozenset(("planned", "expected", "scheduled"))
_INCLUDED = frozenset(("included", "involved"))
_GOES_ON = frozenset(("it", "they", "completed", "confirmed", "carried", "all", "successful"))
_NOUN_LEADS = frozenset(("the", "its", "their", "a"))
_BEGINNING = frozenset(("start", "beginning", "begin"))
_HAS = frozenset(("has", "have", "had"))
_BEGUN = frozenset(("began", "begun", "started", "begins", "starts", "resumed"))
_ABLE = frozenset(("confirm", "verify", "count", "see", "hear", "find", "identify", "recognise"))
_SPOKEN = frozenset(("said", "says", "saying", "hoped", "added"))
_ONE_OF = frozenset(("among", "the", "one"))
_DASHES = frozenset(("-", "–", "—", ","))
_SENSED = frozenset(("heard", "seen"))
_NONE = frozenset(("none", "neither", "nobody"))
_TURNED_DOWN = frozenset(("turned", "rejected", "refused", "declined", "dismissed", "spurned", "ignored"))
TALKING = word_set("talks negotiations negotiation discussions deal agreement accord plan plans proposal")


def nearest_mood(sentence: Sentence, word: int, trigger: Trigger | None, first: int) -> str | None:
    """Tell the mood of the word that governs: in the same clause, before the verb (behind it for nouns), the nearest.

    Parameters
    ----------
    sentence : Sentence
    word : int
        The governing word of the claim.
    trigger : Trigger or None
    first : int
        First word of the figure, or of the clause.

    Returns
    -------
    str or None
        None where no word tells how sure.
    """
    if not sentence.moods:
        return None
    words = sentence.words
    best, lowest = None, 1e9
    noun = trigger is None or trigger.form == "noun"
    verbs = [
        at
        for at, t in sentence.triggers
        if t.form != "noun" and at != word and not (t.weak and first < at <= first + 2)
    ]
    for at, mood in sentence.moods:
        if at == word:
            continue
        gap = word - at
        if gap < 0 and not (noun and -gap <= 8 and mood not in {"denied"}):
            continue
        if gap < 0 and not {"since", "it", "who", "which", "that"}.isdisjoint(words[word:at]):
            continue
        if at > word and mood == "conditional" and words[at] == "if":
            if (
                noun
                and words[at - 1] == ","
                and at - word <= 12
                and words[at + 1 : at + 2]
                and words[at + 1] in _GOES_ON
            ):
                return "conditional"  # "the evacuation from X, if it goes through, ..."
            continue
        wall = sentence.between(at, word)
        if words[at] == "if" and at < word and "," in words[at:word] and _in_aside(words, at):
            continue  # "the monitor, which cannot say if gas was used, counted 11 deaths"
        if gap > 0 and words[at] in AWAITED and is_awaited(words, at):
            continue
        if mood == "conditional" and words[at] in CONDITIONS:
            wall = max(0.0, wall - 1.0)
        if wall > (2.4 if mood == "conditional" or gap < 0 else 0.95):
            continue
        if words[at] == "must" and words[at + 1 : at + 2] in (["have"], ["be"]) and words[at - 1] == "there":
            continue  # "there must be 300 of us": a guess
        if words[at] == "could" and words[at + 1 : at + 2] in (["finally"], ["eventually"]):
            continue  # "could finally leave": they did
        if words[at] == "prevented" and "from" not in words[at:word]:
            continue  # "prevented 500 people from leaving"
        if gap > 0 and hinders_nobody(words, at, word):
            continue  # "nothing could stop 700 people from leaving"
        if (
            words[at] in {"could", "can"}
            and not _ABLE.isdisjoint(words[at + 1 : at + 2 + (words[at + 1 : at + 2] == ["only"])])
            # "the talks could see 500 people leave" is a prospect, and nobody looks on
            and not (words[at + 1] == "see" and at and words[at - 1] in TALKING)
        ):
            continue  # "could confirm only 34": they did
        if words[at] in {"could", "can"} and not _SENSED.isdisjoint(words[at + 1 : at + 4]):
            continue  # "shots could still be heard"
        if mood == "proposed" and not _TURNED_DOWN.isdisjoint(words[max(0, at - 4) : at]):
            continue  # "turned down the offer and went on to X"
        if words[at] in {"could", "can"} and words[at + 1 : at + 2] == ["not"]:
            continue  # "could not be brought out": the "not" tells
        if words[at] == "closer" and not "".join(words[at + 2 : at + 3]).endswith("ing"):
            continue  # "is closer to 17,000"
        if gap > 0 and mood == "conditional" and words[word - 1] in {"who", "which"}:
            continue  # "if they take in the 160 who left": they did leave
        if gap < 0 and mood in PLANS and _is_own(words, word, at):
            continue  # "spoke of 37,500 refugees and said he hoped it would end", "- home to 700 people - will be next"
        if gap < 0 and mood == "expected" and words[at + 1 : at + 3] == ["to", "be"] and words[at + 3] in _ONE_OF:
            continue  # "resuming an evacuation expected to be among the largest"
        if gap < 0 and any(words[k : k + 2] == [",", "and"] for k in range(word, at)):
            continue  # "... in exchange for 150 prisoners, and the pause could be extended"
        if mood == "under_way" and at and words[at] in _BEGINNING and words[at - 1] in _NOUN_LEADS:
            continue  # "since the start of the operation 900 have left"
        if (
            gap < 0
            and mood in PLANS
            and words[at - 1] == "and"
            and not _HAS.isdisjoint(words[max(0, first - 3) : first])
        ):
            continue  # "has 48 beds and will get another 20"
        if words[at] in _DUE and first != at + 1 and words[at - 1] == "the" and words[at + 1][:1].isdigit():
            continue  # "only 40 of the planned 300 people left": those 40 did
        if mood == "under_way" and gap > 0 and not _INCLUDED.isdisjoint(words[at + 1 : word]):
            continue  # "started on 5 May and included evacuating 51 people"
        if mood == "under_way" and words[at - 1] == "to" and at:
            continue  # "are to begin leaving"
        if mood == "under_way" and words[at] in _BEGUN and "since" in words[max(0, at - 4) : at]:
            continue  # "since the pause began"
        if (
            mood == "under_way" and not noun and gap > 0 and words[at] in _BEGUN
            and not words[word].endswith("ing") and "to" not in words[at + 1 : word]
        ):  # fmt: skip
            continue  # "the battle began in June and has killed 1,000"
        none_of = words[at] in _NONE and words[at + 1 : at + 2] == ["of"] and at < first <= at + 4
        # "none of the 30 lorries has come in"
        if mood == "denied" and not (none_of or 0 < gap <= 4 or (at == first - 1 and words[at] == "no")):
            continue
        if mood == "proposed" and words[at][:5] == "oppos" and not 0 < gap <= 4:
            continue  # "opposed to a deal": nobody denies it
        if mood == "denied" and words[at - 2 : at - 1] == ["who"]:
            continue  # "37 people who were not soldiers have been killed"
        if mood == "denied" and words[at] == "not" and at and words[at - 1] in {"may", "might"}:
            continue  # "may not end": open, not denied
        # a verb in between that is no infinitive takes the mood word for itself
        low, high = (at, word) if at < word else (word, at)
        taken = sum(1 for v in verbs if low < v < high and words[v - 1] != "to" and not words[v].endswith("ing"))
        cost = abs(gap) * 0.1 + wall + 1.5 * taken + (1.0 if gap < 0 else 0.0)
        phrase_to = words[at + 1 : at + 2] == ["to"]
        if (
            phrase_to
            and any(at < v < word for v in verbs)
            and not any(w in {"and", "or"} for w in words[at + 2 : word])
            and not (at + 2 in verbs and at + 2 < first <= at + 5 and word >= first)  # "ready to move 400 out"
        ):
            continue
        if taken and mood in {"planned", "under_way", "expected", "proposed"} and words[at] not in {"will", "would"}:
            continue
        if cost < lowest:
            best, lowest = mood, cost
    return best


def _in_aside(words: list[str], at: int) -> bool:
    """Whether a word stands in a relative clause that a comma opens."""
    opened = next((k for k in range(at - 1, max(0, at - 9), -1) if words[k] == ","), -1)
    return opened > 0 and words[opened + 1] in {"which", "who", "whose"}


def _is_own(words: list[str], noun: int, mood: int) -> bool:
    """Whether another speech or an aside ends between a noun and a word that tells how sure."""
    between = words[noun:mood]
    return not _SPOKEN.isdisjoint(between) or ("home" in between[:1] and bool(_DASHES.intersection(between)))


def same_reach(sentence: Sentence, one: int, two: int) -> bool:
    """Whether a mood word can reach from one word to the other."""
    return sentence.between(one, two) <= 6.5
