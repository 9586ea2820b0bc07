"""What is left open: "did not confirm that 300 left", "it was not clear whether", "could not be verified".

Nobody tells that it happened and nobody that it did not, so the modality is "conditional": it hangs on a "whether". Who
could not confirm it claims nothing and is no speaker.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.passages import Sentence

_CHECKS = word_set(
    """
    confirm confirms confirmed confirming verify verifies verified verifying corroborate corroborated substantiate
    substantiated authenticate authenticated deny denied denying ascertain ascertained establish established
    """
)
"""Verbs that settle whether something is so; "not" before them leaves it open, whatever they govern."""
_TELLS = word_set(
    "say tell know known comment specify disclose reveal clear certain sure determine determined immediate"
)
"""Words that, with "not" before them, leave open only what "whether", "if" or "how many of" opens."""
_UNKNOWN = word_set("unclear unknown uncertain undetermined")
_NOUNS = frozenset(("confirmation", "verification", "corroboration"))
_DOUBTFUL = word_set("unconfirmed unverified uncorroborated unsubstantiated")
_SIGNS = _CHECKS | _UNKNOWN | _NOUNS | _DOUBTFUL | {"whether", "clear", "known", "say", "know", "comment", "specify"}
_NOT = word_set(
    """
    not never cannot unable declined declining declines refused refusing refuses failed neither nor nobody none without
    impossible difficult stopped short yet no
    """
)
_AHEAD = frozenset(("planned", "expected", "proposed"))
_NOBODY = frozenset(("no", "nobody", "none", "neither"))
_SAYING = word_set("said says claimed claims reported announced suggested")
_IMPERSONAL = word_set("clear known unclear unknown uncertain undetermined certain")
_WHETHER = frozenset(("whether", "if"))
_OPENS = frozenset(("that", "whether", "if"))
_ASKS = word_set("how where why when who what which")
_REPORTS = word_set(
    "report reports claim claims rumour rumours rumor rumors allegation allegations account accounts figure figures "
    "toll tolls number numbers statement statements suggestion suggestions information"
)
_BACK = 7
_FAR = 2.5
_NEAR = 0.95
_UNCOUNTED = (
    ("how", "many"),
    ("no", "figure"),
    ("no", "figures"),
    ("no", "number"),
    ("no", "numbers"),
    ("no", "count"),
)
_QUESTION = 10
"""Words from "how many" to the verb that it asks about."""
_TURNS = frozenset(("but", "although", "though", "while", "whereas", "however"))
_RELATIVE = frozenset((",", "which", "who", "whose", "after", "before", "when"))
_BE = frozenset(("be", "been", "is", "was", "were", "are", "remain", "remains", "remained"))


@dataclasses.dataclass(frozen=True, slots=True)
class Opening:
    """Words that leave something open.

    Parameters
    ----------
    at : int
        The word that tells so: "confirm", "clear".
    first, last : int
        Words of what is left open, half-open.
    silent : bool
        Whether somebody could not confirm it, who then claims nothing; "it was not clear whether" can be told.
    """

    at: int
    first: int
    last: int
    silent: bool

    def modality(self, told: str) -> str:
        """How sure it is, ``told`` what its verb alone tells: "nobody knows whether 300 will leave" tells a plan."""
        return told if told in _AHEAD and not self.silent else "conditional"


def left_open(sentence: Sentence, said: Sequence[tuple[int, int]], word: int) -> Opening | None:
    """Tell what leaves the claim of a governing word open.

    Parameters
    ----------
    sentence : Sentence
    said : sequence of (int, int)
        Words by which somebody is quoted, half-open; who is quoted behind "could not verify" does claim it.
    word : int
        The governing word.

    Returns
    -------
    Opening or None
    """
    words = sentence.words
    if words[0] in _NOBODY and (opening := _nobody_says(sentence, word)) is not None:
        return opening
    if _SIGNS.isdisjoint(words):
        return None
    for at, sign in enumerate(words):
        if sign not in _SIGNS:
            continue
        for opening in (_ahead(sentence, at, word), _behind(sentence, at, word)):
            if opening is None or not opening.first <= word < opening.last:
                continue
            if any(opening.at < first and last <= word for first, last in said):
                continue  # "could not verify the claim by the ministry that": the ministry claims it
            if any(first < opening.first <= last and opening.at > word for first, last in said):
                continue  # "the ministry's claim that 300 left could not be verified"
            return opening
    return None


def _nobody_says(sentence: Sentence, word: int) -> Opening | None:
    """What no one tells: "no group said that the deal was dead", "nobody has claimed that 300 left"."""
    words = sentence.words
    at = next((k for k in range(1, min(_QUESTION, word)) if words[k] == "that" and words[k - 1] in _SAYING), 0)
    if not at or not at < word < _end(sentence, at, word, _FAR):
        return None
    return Opening(at - 1, at + 1, word + 1, silent=True)


def asks_how_many(sentence: Sentence, word: int) -> bool:
    """Tell whether a verb without a figure is asked about: "it was not clear how many had left", "gave no figure for".

    Parameters
    ----------
    sentence : Sentence
    word : int
        The governing word.

    Returns
    -------
    bool
    """
    words = sentence.words
    if "many" not in words and "no" not in words:
        return False
    low = max(1, word - _QUESTION)
    asked = next((k for k in range(word - 1, low - 1, -1) if (words[k - 1], words[k]) in _UNCOUNTED), 0)
    return asked > 0 and sentence.between(asked, word) < (_NEAR if words[asked] == "many" else _FAR)


def _ahead(sentence: Sentence, at: int, word: int) -> Opening | None:
    """What stands before the word: "did not confirm that", "it was unclear whether", "unconfirmed reports of"."""
    words = sentence.words
    if at >= word:
        return None
    sign = words[at]
    behind = at + 1
    if sign == "whether":
        return Opening(at, behind, _end(sentence, at, word, _FAR), silent=False)
    if sign in _DOUBTFUL:
        noun = next((k for k in range(behind, min(behind + 3, word)) if words[k] in _REPORTS), 0)
        return Opening(at, noun + 1, _end(sentence, noun, word, _FAR), silent=False) if noun else None
    if sign in _UNKNOWN:
        denied = True
    elif sign in _CHECKS or sign in _NOUNS or sign in _TELLS:
        denied = _is_negated(sentence, at)
    else:
        return None
    if not denied:
        return None
    # "confirm or deny", "confirm or rule out": one verb in two
    while words[behind : behind + 1] and words[behind] in {"or", "nor", "and", "immediately", "officially", "yet"}:
        behind += 2 if words[behind] in {"or", "nor", "and"} else 1
    while words[behind : behind + 1] and words[behind] in {"to", "on", "as"} and words[behind + 1 : behind + 2] != []:
        behind += 1  # "no word on whether"
    if behind >= len(words) or behind > word:
        return None
    opens = words[behind]
    silent = sign not in _IMPERSONAL
    if opens == "how" and words[behind + 1 : behind + 3] == ["many", "of"]:
        return Opening(at, behind, _end(sentence, behind, word, _FAR), silent)
    if opens in _WHETHER or (opens == "that" and (sign in _CHECKS or sign in _NOUNS or sign in _UNKNOWN | {"clear"})):
        return Opening(at, behind, _end(sentence, behind, word, _FAR), silent)
    if sign in _TELLS or sign in _UNKNOWN or opens in _ASKS:
        return None
    if sign in _NOUNS and opens not in {"of", "for", "from"}:
        return None
    told = next((k for k in range(behind, min(behind + 6, word)) if words[k] in _REPORTS), -1)
    if told >= 0 and words[told + 1 : told + 2] in (["that"], ["of"]):
        return Opening(at, behind, _end(sentence, told + 1, word, _FAR), silent)
    if not _RELATIVE.isdisjoint(words[behind : word + 1]) or "that" in words[behind:word]:
        return None  # "could not confirm the strike, which killed 40"
    return Opening(at, behind, _end(sentence, behind, word, _NEAR), silent)


def _behind(sentence: Sentence, at: int, word: int) -> Opening | None:
    """What stands behind: "reports that 300 left could not be verified", "whether 300 left is not known"."""
    words = sentence.words
    if at <= word:
        return None
    sign = words[at]
    if sign in _DOUBTFUL or sign in _UNKNOWN:
        judged = words[at - 1] in _BE
    else:
        judged = (sign in _CHECKS and not sign.startswith("den") and sign.endswith("ed")) and _is_negated(sentence, at)
    if not judged or words[at + 1 : at + 2] in (["that"], ["whether"], ["if"]):
        return None
    for told in range(word - 1, -1, -1):
        if words[told] in {";", "but"}:
            return None
        if words[told] in _REPORTS and words[told + 1 : told + 2] in (["that"], ["of"]):
            between = words[word:at]
            if (
                ";" in between
                or not _TURNS.isdisjoint(between)
                or ("and" in between and sentence.between(word, at) > _FAR)
            ):
                return None
            return Opening(at, told + 1, at, silent=True)
    return None


def _is_negated(sentence: Sentence, at: int) -> bool:
    """Whether "not", "declined to", "without" or the like stands before a word, in its clause."""
    words = sentence.words
    for k in range(at - 1, max(-1, at - _BACK), -1):
        if words[k] in _NOT or words[k].endswith("n't"):
            if words[k] == "yet":
                return words[k + 1 : k + 2] == ["to"]
            if words[k] == "no" and words[at] not in _NOUNS and words[k + 1] not in {"one", "independent", "way"}:
                return False
            return "only" not in words[k : k + 2] and sentence.between(k, at) < _FAR
        if words[k] in {";", "that", "said", "says"} or (words[k] in _OPENS and k != at - 1):
            return False
    return False


def _end(sentence: Sentence, opens: int, word: int, reach: float) -> int:
    """Where what is left open ends: behind the governing word, or before it where another clause begins."""
    words = sentence.words
    between = words[opens:word]
    if ";" in between or not _TURNS.isdisjoint(between):
        return opens
    return word + 1 if sentence.between(opens, word) <= reach else opens
