"""Who speaks without an office that a list knows, and whose words somebody else passes on: "Citing X, Y reported"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.labels import DETERMINERS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.naming import DAYS, FILLERS, MONTHS
from geo_ghouta.claims.remembering import STATES, Memory, Speaker, antecedent

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Lexicon
    from geo_ghouta.claims.passages import Sentence

PAPERS = word_set("estimates figures data statistics records documents numbers counts calculations logs lists files")
"""What is cited and does not speak: who cites it does."""
STUDIES = word_set(
    "document statement "
    "count tally analysis investigation survey study report review inquiry census probe assessment list toll"
)
_WRITTEN = word_set("statement post message letter communique tweet posting text note video footage recording caption")
_STUDIED = frozenset(("report", "study", "survey", "bulletin"))
_NOBODY = word_set("some many his her their its these those various several most other")
_NO_PERSON = word_set("list count record statement report deal convoy video letter message map picture photo truce day")
_ENDS = word_set("who that which whose from in at on near with of to aged by")
_WHO = frozenset(("he", "she", "they", "it", "we"))
_RECORDS = frozenset(("records", "counts", "documents", "shows", "registers"))
_WARDS = frozenset(("hospital", "hospitals", "clinic", "clinics", "ward", "wards", "camp", "camps", "camp's"))
_CALLS = word_set("phone telephone video conference wake-up radio")
_TELLS = (
    "confirm",
    "verif",
    "say",
    "said",
    "giv",
    "gave",
    "specif",
    "report",
    "announc",
    "disclos",
    "publish",
    "releas",
    "comment",
)
_CHECKS = ("confirm", "verif", "den")
_NOT = frozenset(("not", "never", "cannot", "neither", "nor", "unable", "declined", "refused", "failed"))
_NO_SUBJECT = word_set("that who which over with on by despite under of for amid after against about to new")
"""Before "demands", which are then a noun or those of a relative clause."""
_LONGEST = 7


_SIDES = frozenset(("neither", "side", "sides", "party", "parties", "them"))


def tells_nothing(words: list[str], i: int) -> bool:
    """Whether a verb of saying tells nothing: "could not confirm", "a phone call", "did not say how many".

    Examples
    --------
    >>> tells_nothing("the army could not verify this".split(), 4)
    True
    >>> tells_nothing("he spoke in a phone call".split(), 5)
    True
    """
    before = words[i - 1] if i else ""
    if before == "independently" and i > 1:
        before = words[i - 2]
    if words[i].startswith(_CHECKS) and _is_negated(words, i):
        return True  # "would neither confirm nor deny that", "did not confirm that"
    if before == "not" or before.endswith("n't"):
        return words[i].startswith(_TELLS) and words[i + 1 : i + 2] != ["that"]
    if words[i].startswith("admit") and not _WARDS.isdisjoint(words[max(0, i - 6) : i]):
        return True  # "hospitals in X have admitted 430 wounded"
    if before in _SIDES and "neither" in words[max(0, i - 4) : i]:
        return True  # "neither side said when": who does not say it tells nothing
    if words[i] in _RECORDS and words[i + 1 : i + 2] != [] and words[i + 1] in {",", ".", ")"}:
        return True  # "citing hospital records, ..."
    if words[i].startswith("call") and words[i + 1 : i + 2] == ["off"]:
        return True  # "the army called off the evacuation"
    return before in _CALLS and words[i] in {"call", "calls"}


def _is_negated(words: list[str], i: int) -> bool:
    return any(w in _NOT or w.endswith("n't") for w in words[max(0, i - 4) : i]) and "only" not in words[i - 1 : i + 1]


def paper_of(words: list[str], low: int, high: int, memory: Memory) -> Speaker | None:
    """Whose words "the statement", "the post" or "the report" are, where their author was named before."""
    if high - low != 2 or words[low] not in {"the", "that"}:
        return None
    if words[low + 1] in _STUDIED:
        return memory.body
    return memory.latest or memory.body if words[low + 1] in _WRITTEN else None


def unlisted(text: str, sentence: Sentence, low: int, high: int, memory: Memory) -> Speaker | None:
    """Somebody whom no list knows, behind or before a quotation: ``," said a beekeeper``, ``, a glazier said``."""
    words = sentence.words
    if words[low] not in {"a", "an", "another"} or not 1 < high - low <= _LONGEST:
        return None
    last = next((k for k in range(low + 2, high) if words[k] in _ENDS or words[k] in FILLERS or words[k] in DAYS), high)
    noun = words[last - 1]
    if noun in _NO_PERSON or any(not w.replace("-", "").isalpha() for w in words[low:last]):
        return None
    if any(low < p < last and t.form != "noun" for p, t in sentence.triggers):
        return None
    quote = text[sentence.starts[low] : sentence.end_of(last - 1)]
    speaker = Speaker(text[sentence.starts[low + 1] : sentence.end_of(last - 1)], quote, "", "person")
    memory.keep(speaker, [], noun)
    return speaker


def estimates_of(text: str, sentence: Sentence, low: int, high: int, memory: Memory) -> Speaker | None:
    """Papers that "according to" names: "according to Western estimates"; None where they are nobody's."""
    words = sentence.words
    if words[low : low + 2] == ["the", "same"]:
        return memory.latest  # "according to the same data"
    while low < high and words[low] in DETERMINERS:
        low += 1
    if high - low < 2 or words[high - 1] not in PAPERS or words[low] in _NOBODY or words[low] in MONTHS:
        return None
    label = text[sentence.starts[low] : sentence.end_of(high - 1)]
    return Speaker(label, label, "", "body")


def may_demand(sentence: Sentence, low: int, i: int, lexicon: Lexicon, memory: Memory) -> bool:
    """Whether the subject of "demanded" can be somebody: "the deal calls for" is no one's demand."""
    if sentence.words[i - 1] in _NO_SUBJECT:
        return False
    if any(low <= k < i for k, _ in sentence.voices):
        return True
    for word in sentence.words[low:i]:
        if word in lexicon.persons or word in lexicon.plurals or word in lexicon.bodies:
            return True
        if word in STATES or word in _WHO or word in memory.names:
            return True
    return False


def own_version(words: list[str], low: int, i: int, memory: Memory) -> Speaker | None:
    """Whose version "in its version" is: who was named last."""
    if i - low != 1 or words[low] not in {"its", "his", "her", "their"}:
        return None
    return antecedent({"its": "it", "their": "they"}.get(words[low], "he"), memory)
