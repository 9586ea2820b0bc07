"""Whether a figure tells of one event, of a day, or is a running total."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from geo_ghouta.claims.cutting import WEEKDAYS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.moods import PLANS

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.timing import When

_TOTALS = (("so", "far"), ("to", "date"), ("in", "total"), ("in", "all"), ("until", "now"))
_TOTAL_WORDS = frozenset(
    ("total", "altogether", "overall", "cumulative", "cumulatively", "tally", "totalling", "totaling", "toll")
)
_A_DAY = (
    ("one", "day"),
    ("single", "day"),
    ("per", "day"),
    ("a", "day"),
    ("each", "day"),
    ("every", "day"),
    ("24", "hours"),
    ("past", "day"),
)
_RATES = {("a", "day"), ("per", "day"), ("each", "day"), ("every", "day")}
_OFFSETS = (["earlier"], ["before"], ["after"], ["later"], ["ago"])
"""Words behind "a day" that make it a day and no rate."""
_WHOLE = frozenset(("operation", "offensive", "war", "campaign", "conflict", "siege", "assault", "uprising"))
_SCOPE_WORDS = frozenset({w for pairs in (_TOTALS, _A_DAY) for _, w in pairs} | _TOTAL_WORDS | {"daily"})
"""Words without one of which nothing tells a scope; of a pair the second, since "a" and "in" stand everywhere."""
_STANDING = frozenset(("population", "territory_share", "pocket_count", "holder", "staging", "siege"))
"""Kinds that tell how many are somewhere and not how many went or died: no count of events."""
_UP_TO = frozenset(("by", "as", "up"))
_LONG = dt.timedelta(days=3)
_BEGINNING = word_set("began begun start started starting beginning broke outbreak onset erupted launched collapsed")
_RECORDS = word_set("largest highest biggest worst deadliest heaviest number first time day most lowest")
_ADDING = frozenset(("taking", "bringing", "raising", "pushing"))
_RECORDED = word_set("recorded counted documented registered tallied listed verified logged confirmed")
_SAID_TO = word_set("claim claims claimed said says believed thought estimated reported known boasted boasts")
_COURSE = (["over", "the", "course", "of"], ["in", "the", "course", "of"])
_MANY = 100
"""From here on a count in the pluperfect is more often what has come together than one event."""
_ADVERBS = word_set("been also already since now all so far reportedly just only still ever")
_NO_FACT = frozenset(("would", "will", "may", "might", "could", "should", "must", "not", "never", "to", "n't"))
_PERFECT = frozenset(("have", "has", "had", "'ve"))
_ABOARD = frozenset(("on", "aboard", "already"))
_PLACED = frozenset(("on", "in", "at", "aboard", "inside", "near"))
_NUMBERS = frozenset(("number", "numbers", "toll", "total", "tally", "count"))
_RISING = word_set(
    """
    rise climb grow increase swell rose rises rising risen climbed climbs climbing grew grown increased
    increases bringing brings brought raised raises raising swelled swollen
    """
)
_REACHING = frozenset(("reach", "reaches", "reached", "exceed", "exceeds", "exceeded", "top", "topped", "passed"))
_SOFT = word_set("at least about around nearly more than over some almost up only")
_SPELLS = frozenset(("days", "weeks", "months", "years"))
_COUNTED_DAYS = word_set("first last past two three four five six seven eight nine ten twelve several few ensuing")
_TO_COME = frozenset(("coming", "next"))
_SPELLS_OR_WEEK = _SPELLS | {"week"}


def read_scope(
    sentence: Sentence, first: int, when: When, word: int, kind: str, value: float | None, modality: str
) -> str:
    """Tell the scope of the figure that begins at word ``first``.

    Parameters
    ----------
    sentence : Sentence
    first : int
    when : When
        The claim's date: "since Wednesday" runs up to publication.
    word : int
        The governing word.
    kind : str
    value : float or None
    modality : str

    Returns
    -------
    str
        A word of ``vocabulary.SCOPES``.
    """
    words = sentence.words
    if "day" in words[first + 2 : first + 11]:
        reach = (
            first
            + 5
            + 3 * (words[first] in {"between", "from"})
            + 2 * (words[first + 1 : first + 3] == ["average", "of"])
        )
        rates = [
            k
            for k in range(first + 1, min(len(words) - 1, reach))
            if (words[k], words[k + 1]) in _RATES and words[k + 2 : k + 4] != ["and", "a"]
        ]
        if rates and (
            words[rates[0] + 2 : rates[0] + 3] not in _OFFSETS
            or not _WHOLE.isdisjoint(words[rates[0] + 3 : rates[0] + 5])  # "500 a day before the war"
        ):
            return "day"  # "about 4,000 people a day"
    if when.cumulative and kind != "staging":
        return "cumulative"
    behind = words[first : first + 12]
    counts = kind not in _STANDING
    if counts and _is_long(when) and (modality not in PLANS or "have" in words[max(0, word - 3) : word]):
        return "cumulative"  # "killed 225 people in the past two weeks"
    if counts and modality == "happened" and _by_day(words, when):
        return "cumulative"  # "41 had been freed by Monday", "as of 6 March 246 had been killed"
    if "alone" in words and _day_alone(sentence, first):
        return "day"  # "8,000 people came on Sunday alone"
    if words[0] == "by" and when.date_from is not None and not {"had", "have"}.isdisjoint(words[first : first + 9]):
        return "cumulative"  # "By Tuesday evening 28,120 people had arrived"
    if ("have" in behind or "has" in behind) and not _WHOLE.isdisjoint(words):
        inside = [k for k in range(first, min(len(words) - 2, first + 14)) if words[k] in {"in", "during"}]
        if any(not _WHOLE.isdisjoint(words[k + 1 : k + 4]) for k in inside):
            return "cumulative"  # "have been killed in the offensive"
    risen = counts and (_rises_to(words, first) or _since_start(words, first, modality))
    if risen or (counts and modality not in PLANS and _over_days(sentence, first)):
        return "cumulative"
    if counts and modality == "happened" and when.date_from is None and _in_perfect(words, word, first, value):
        return "cumulative"  # "have fled", "has killed", "1,200 had been brought out"
    if _SCOPE_WORDS.isdisjoint(words[max(0, first - 12) : first + 14]):
        return "event"
    near = range(max(0, first - 12), min(len(words) - 1, first + 13))
    if words[max(0, first - 3) : first] == ["a", "total", "of"] and (modality in PLANS or (_is_day(when) and counts)):
        return "event"  # "A total of 264 left on Monday": a sum, no running one
    totals = [k for k in near if words[k + 1] in _SCOPE_WORDS and (words[k], words[k + 1]) in _TOTALS]
    if any(k >= first or k <= 1 or sentence.between(k, first) < 1.0 for k in totals) or not _TOTAL_WORDS.isdisjoint(
        words[max(0, first - 6) : first + 5]
    ):
        return "cumulative"
    days = [
        k
        for k in near
        if (words[k], words[k + 1]) in _A_DAY
        and words[k - 1] not in {"within", "half", "by"}
        and words[k + 2 : k + 3] not in _OFFSETS
        and words[k + 2 : k + 3] != ["'s"]  # "after a day's break"
        and not any(w[0].isdigit() for w in words[first + 3 : k])
    ]
    if days or ("daily" in words[near.start : near.stop] and _is_daily(sentence, first)):
        return "day"
    return "event"


def _is_daily(sentence: Sentence, first: int) -> bool:
    """Whether "daily" is said of this figure: not in "90 lorries came, against a daily average of 500"."""
    words = sentence.words
    at = next((k for k in range(first, min(len(words), first + 13)) if words[k] == "daily"), -1)
    if at < 0:  # "things get worse daily, and 300 people have left": of another clause
        at = next(k for k in range(first - 1, -1, -1) if words[k] == "daily")
        return sentence.between(at, first) < 1.0 and words[at + 1] not in {",", ";", ".", "and"}
    if words[at - 1].startswith(("worsen", "deteriorat")):
        return False  # "the 750,000 trapped there, with conditions worsening daily"
    return not any(w[0].isdigit() for w in words[at + 1 : at + 5])


def _day_alone(sentence: Sentence, first: int) -> bool:
    """Whether a day of its own is told: "8,000 people came on Sunday alone", "on Monday alone, 300 died"."""
    words = sentence.words
    for at, word in enumerate(words):
        if word != "alone" or WEEKDAYS.isdisjoint(words[max(0, at - 3) : at + 4]):
            continue
        if first <= at < first + 12 or (at < first <= at + 9 and sentence.between(at, first) <= 1.0):
            return True
    return False


def _since_start(words: list[str], first: int, modality: str) -> bool:
    """Whether it counts from a beginning without a date: "have died since the war began"."""
    if modality != "happened" or _BEGINNING.isdisjoint(words):
        return False
    low = 0 if words[0] == "since" else first
    for at in range(low, min(len(words), first + 16)):
        if words[at] in _ADDING:
            return False  # "350 in a day, taking the total since the war began to 17,487"
        if words[at] == "since" and _RECORDS.isdisjoint(words[max(0, at - 3) : at]):
            return not _BEGINNING.isdisjoint(words[at + 1 : at + 9])
    return False


def _is_long(when: When) -> bool:
    if when.date_from is None or when.date_to is None or when.precision != "period":
        return False  # "last week", "in 2020": when it was, not how long it took
    return when.date_to - when.date_from >= _LONG


def _is_day(when: When) -> bool:
    return when.date_from is not None and when.precision in {"day", "part_of_day"}


def _by_day(words: list[str], when: When) -> bool:
    """Whether a count runs up to its day: "by Monday", "as of 6 March"."""
    if when.text is None or when.date_from is None or _UP_TO.isdisjoint(words):
        return False
    if when.text.lower().startswith("overnight"):
        return False
    opens = when.text.lower().split()[0]
    if "up" in words:
        to = words.index("up")
        if words[to + 1 : to + 2] == ["to"] and opens in words[to + 2 : to + 5]:
            return True  # "925 deaths up to midnight on Sunday"
    for k in range(1, len(words)):
        if words[k] == opens and (words[k - 1] == "by" or words[max(0, k - 2) : k] == ["as", "of"]):
            return "had" in words or "have" in words or words[k - 1] == "of"
    return False


def _in_perfect(words: list[str], word: int, first: int, value: float | None) -> bool:
    """Whether the governing verb stands in the perfect; in the pluperfect only where the figure is no small one."""
    if words[word] in _ABOARD or (words[word] == "been" and not _PLACED.isdisjoint(words[word + 1 : word + 2])):
        return False  # "had been on board"
    at = word - 1
    if word == first:  # a figure without a verb of its own: "774 had died and 4,600 had been wounded"
        at = next((k for k in range(first + 1, min(len(words), first + 5)) if words[k] in _PERFECT), -1)
        if at > 0 and words[at + 1 : at + 2] == ["been"] and not _PLACED.isdisjoint(words[at + 2 : at + 3]):
            return False
    while at >= 0 and word - at <= 4 and (words[at] in _ADVERBS or words[at].endswith("ly") or words[at] in {'"', "“"}):
        at -= 1
    if word >= first and not _RECORDED.isdisjoint(words[max(0, first - 3) : first]):
        at = first - 1  # "the office has recorded 816 deaths"
        while at > 0 and (words[at] in _SOFT or words[at] in _RECORDED or words[at] in _ADVERBS):
            at -= 1
    if at < 0 or words[at] not in _PERFECT:
        return False
    if at > 1 and words[at - 1] == "to" and (words[at - 2] in _SAID_TO or _thought_by(words, at - 1)):
        return True  # "the army claims to have killed 14,000"
    if not _NO_FACT.isdisjoint(words[max(0, at - 2) : word]):
        return False
    return words[at] != "had" or (value is not None and value >= _MANY)


def _thought_by(words: list[str], to: int) -> bool:
    """Whether those who think so stand before "to have": "are thought by officials to have been killed"."""
    low = max(0, to - 9)
    return any(words[k] in _SAID_TO and words[k + 1] == "by" for k in range(low, to - 1))


def _rises_to(words: list[str], first: int) -> bool:
    """Whether a number grows to this: "the toll rose to 130", "bringing the total to 900"."""
    at = first - 1
    while at > 0 and words[at] in _SOFT:
        at -= 1
    if at < 1:
        return False
    if words[at] in _REACHING:
        return not _NUMBERS.isdisjoint(words[max(0, at - 14) : at])  # "the number could reach 100,000"
    return words[at] == "to" and not _RISING.isdisjoint(words[max(0, at - 12) : at])


def _over_days(sentence: Sentence, first: int) -> bool:
    """Whether the count is of several days: "over four days", "in nine months"."""
    words = sentence.words
    if _SPELLS_OR_WEEK.isdisjoint(words[first + 2 : first + 17]):
        return False
    for k in range(first, min(len(words) - 2, first + 14)):
        if words[k] not in {"over", "in"} or sentence.between(first, k) >= 1.0:
            continue
        at = k + 3 * (words[k : k + 4] in _COURSE)
        tail = words[at + 1 : at + 4]
        if tail[:1] == ["the"] and tail[1:2] and (tail[1] in _COUNTED_DAYS or tail[1].isdigit()):
            tail = words[at + 2 : at + 5]  # "in the first six days"
        if not tail:
            return False
        if not _TO_COME.isdisjoint(tail):
            return False  # "in the coming weeks"
        if tail[0] in {"the", "a"} and tail[1:2] == ["week"]:
            return tail[0] == "a"
        spell = next((w for w in tail[1:3] if w in _SPELLS), None)
        if spell and "ago" not in words[k + 1 : k + 6] and "," not in tail[: tail.index(spell)]:
            return True
    return False
