"""When: the date phrase that governs a claim, or none; the day of publication never stands in for it."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import itertools
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.finite import AUX
from geo_ghouta.claims.moments import (
    behind_and,
    in_aside,
    in_which,
    is_record,
    resumed,
    separate,
    shifted,
    struck_on,
    they_did,
    thrown_on,
    told_with,
)

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_CLOSE = 3
_OTHER_CLAUSE, _OWN_CLAUSE = 3.0, 2.0
_EVENTS_OWN = frozenset(("under", "of", "before", "despite", "following", "after", "to"))
_UTTERED = frozenset(
    ("statement", "report", "interview", "briefing", "tweet", "post", "message", "letter", "conference")
)
_SO_FAR = frozenset((("so", "far"), ("to", "date"), ("until", "now"), ("in", "total"), ("in", "all")))
_AS_THEY = tuple(["as", w] for w in ("they", "he", "she", "people", "residents", "civilians"))
_SET_AGAINST = frozenset((w, "from") for w in ("down", "up"))
_SENT = (["sent"], ["meant"], ["brought"], ["hired"], ["seized"], ["trapped"], ["displaced"], ["held"], ["taken"])
_PARTS = frozenset(("morning", "afternoon", "evening"))
_WHICH_HAS = (["which", "has"], ["which", "had"], ["which", "have"])
_AS_OF = [",", "as", "of"]
_TURNS = frozenset(("the", "early", "late"))
_AT = frozenset(("at", "by", "before", "after", "since", "until", "around"))
_HOURS = frozenset(
    ("dawn", "daybreak", "sunrise", "noon", "midday", "dusk", "sunset", "nightfall", "evening", "midnight", "morning")
)
"""Words for a time of the day told before: "by midday" in a sentence behind "on Monday"."""
_CLOCK = frozenset(("a.m.", "p.m.", "a.m", "p.m"))
_IN_PERFECT = frozenset(("had", "has", "have", "will", "would"))
_DAY_TIMES = _HOURS | _PARTS
_LINKING = frozenset(("by", "on", "in", "as", "late", "early"))
_ARTICLES = frozenset(("a", "an", "the", "two", "three"))
_TAKING_PART = frozenset(("part", "involved", "role", "suspected"))
_SAW = frozenset(("saw", "counted", "watched"))
_THEM = frozenset(("them", "whom", "those"))
_OF_A_PART = frozenset(("which", "whom"))
_AMONG = frozenset(("among", "including"))


@dataclasses.dataclass(slots=True, unsafe_hash=True)
class When:
    """A claim's own date; never changed (not frozen, since frozen ones take three times as long to make)."""

    date_from: dt.date | None = None
    date_to: dt.date | None = None
    text: str | None = None
    basis: str = "unknown"
    precision: str = "unknown"
    cumulative: bool = False


NO_DATE = When()


@dataclasses.dataclass(slots=True)
class Moment:
    """A date phrase of a sentence: its words, half-open, and what ``dates`` found."""

    first: int
    last: int
    span: Any


def read_when(
    sentence: Sentence,
    moments: list[Moment],
    verbs: list[int],
    word: int,
    length: int,
    figure: tuple[int, int],
    published: dt.date | None,
    *,
    governed: bool = True,
    noun: bool = False,
) -> When:
    """Find the date phrase that governs the word at ``word``.

    Parameters
    ----------
    sentence : Sentence
    moments : list of Moment
    verbs : list of int
        From ``verbs_of``.
    word, length : int
        Governing word and how many words it has.
    figure : (int, int)
        Words of the figure.
    published : datetime.date or None
    governed : bool
        False when the counted noun itself tells the kind, so that no verb of the sentence is the claim's own.
    noun : bool
        The governing word is a noun ("a deal was reached on Friday"): the first verb behind it is its own.

    Returns
    -------
    When
    """
    if not moments:
        return NO_DATE
    words = sentence.words
    begin, end = figure
    if len(moments) > 1 and word >= begin:
        moments = [
            m for m in moments if m.last == begin and m.span.date_from
        ] or moments  # "on Friday; on Saturday 12 died"
    if noun and verbs:
        near = 1.5 if governed else 2.5
        own = next((v for v in verbs if v >= word + length and sentence.between(word, v) < near), None)
        if own is not None and any(k == own and group == "plain" for k, group in sentence.says):
            own = None  # "have recovered 200 bodies, an official said on Tuesday": the day of saying
        while own is not None and own in verbs:
            verbs = [v for v in verbs if v != own]
            own += 1
    if governed:
        if word == end and words[word].endswith("ing"):
            main = next((v for v in verbs if v > word and sentence.between(word, v) < 1.0), None)
            verbs = [v for v in verbs if v != main]  # "two buses carrying fighters left the town on Monday"
        if word < begin and words[end : end + 1] in _SENT:
            verbs = [v for v in verbs if v != end]  # "torched five buses sent to bring the sick out on Sunday"
        inner = bisect_left(verbs, begin)  # verbs stand in order, and few inside the figure
        if inner < len(verbs) and verbs[inner] < end:
            verbs = [v for v in verbs if not begin <= v < end or v == word]
    else:
        verbs = [v for v in verbs if words[v] not in AUX]
    best: Moment | None = None
    lowest, since = 1e9, False
    low, high = min(word, begin), max(word + length, end)
    count = len(words)
    for moment in moments:
        first, last = moment.first, moment.last
        behind = words[last] if last < count else ""
        if moment.span.date_from is None or behind == "since" or words[last - 1] == "since":
            continue
        if first < 9 and last <= low and not _UTTERED.isdisjoint(words[:first]):
            continue  # "In a statement on Wednesday, the UN said": the day of saying
        if "from" in words[high:first]:
            lead = [k for k in range(high, first - 1) if tuple(words[k : k + 2]) in _SET_AGAINST]
            if lead and words[lead[0] - 1] == "," and any(w[0].isdigit() for w in words[lead[0] : first]):
                continue  # "1,000 are left, down from 6,000 in October": the other figure's
        if first > high + 3 and any(
            words[k] == "of" and words[k + 1] in _OF_A_PART for k in range(high + 1, first - 1)
        ):
            continue  # "eight camps were set up, of which five were full by Friday"
        before = words[first - 1] if first else ""
        if before == "of" and not _TAKING_PART.isdisjoint(words[max(0, first - 7) : first]):
            continue  # "15 of whom took part in the attack of October 7"
        if behind == "that" and any(first - 3 <= at < first for at, _ in sentence.says):
            continue  # "he said last Thursday that 12 had died"
        if words[first] == "since" and behind != "'s" and is_record(words, first):
            continue  # "two lorries came in, the first on that road since December"
        if before == "than":
            continue  # "40 more than the day before"
        if before == "before" and moment.span.precision in {"day", "year", "month"}:
            continue  # "Before Friday, four had been freed": not on Friday
        if behind == "," and last < low and in_aside(words, first, last, low):
            continue  # "the war, which began in March 2011, and some 90,000 refugees live abroad"
        if behind == "'s" and before in _EVENTS_OWN and not in_which(words, last, low):
            continue  # "under Tuesday's accord": the accord's day
        if first > high and "and" in words[high:first] and behind_and(words, high, first):
            continue  # "has 48 beds and will get another 20 by May"
        if not governed:
            if words[max(0, begin - 2) : begin] in _WHICH_HAS and "," in words[end:first]:
                continue  # "X, which has 4,000 tents, took in 300 people overnight"
            if first >= high and "had" in words[high:first] and sentence.between(high - 1, first) >= 1.0:
                continue  # "there were 4,000 in X, half of what there had been a month before"
            lead = [v for v in verbs if last <= v < low]
            if lead and (low - lead[0] > _CLOSE or "," in words[last:low]):
                continue  # "On Sunday they attacked, to corner them in three pockets": the day is the attack's
        cost, open_since = _cost(sentence, moment, verbs, word, length, low, high)
        if end <= first <= end + 1 and _LINKING.issuperset(words[end:first]):
            cost, open_since = min(cost, 0.5), False  # "rose to 6,650 by Monday"
        elif first == end + 2 and words[end] == "of" and words[end + 1] in _THEM:
            cost, open_since = min(cost, 0.5), False  # "34,000 have fled, 9,000 of them since Monday"
        if cost < lowest:
            best, lowest, since = moment, cost, open_since
    if best is None or lowest > 5.0:
        moved = shifted(sentence, moments, low) if low > 3 else None
        return NO_DATE if moved is None else When(moved[0], moved[1], moved[2], "relative", "day")
    span = best.span
    opened = span.text.lower().startswith(("since", "from"))
    event = opened and words[best.last : best.last + 1] == ["'s"] and in_which(words, best.last, low)
    if event and span.date_from is not None:
        next_day = span.date_from + dt.timedelta(days=1)
        return When(span.date_from, next_day, span.text.split()[-1], span.basis, "day")
    if since or (
        best.last <= low
        and not opened
        and "so" in words[best.last : word]
        and any(map(_SO_FAR.__contains__, itertools.pairwise(words)))
    ):
        until = published + dt.timedelta(days=1) if published and published < dt.date.max else span.date_to
        return When(span.date_from, max(until, span.date_to), span.text, span.basis, "period", True)
    return When(
        span.date_from,
        span.date_to,
        span.text,
        span.basis,
        span.precision,
        opened and "since" in span.text.lower() and span.precision != "part_of_day",
    )


def not_ahead(when: When, published: dt.date | None) -> When:
    """Move the date of what has happened out of the future: "may have died on March 17" is last March.

    ``dates`` takes "may" for a look ahead; whoever knows that the thing happened knows better.
    """
    if published is None or when.date_from is None or when.date_to is None or when.text is None:
        return when
    if when.date_from <= published:
        return when
    if when.basis == "relative":
        return NO_DATE  # "in three months of siege" is no month to come
    if when.basis == "weekday" and not when.text.lower().startswith("next"):
        back = dt.timedelta(days=-7)
        with contextlib.suppress(OverflowError):  # the first week of all
            return dataclasses.replace(when, date_from=when.date_from + back, date_to=when.date_to + back)
        return NO_DATE
    if when.basis == "stated" and not any(w.isdigit() and len(w) == 4 for w in when.text.split()):
        with contextlib.suppress(ValueError):  # 29 February
            first, last = (d.replace(year=d.year - 1) for d in (when.date_from, when.date_to))
            return dataclasses.replace(when, date_from=first, date_to=last)
    return when


def carry(
    sentence: Sentence, moments: list[Moment], earlier: list[Moment], figure: int, published: dt.date | None
) -> When:
    """The day of the sentence before, where this one only tells the part of that day ("in the morning").

    Parameters
    ----------
    sentence : Sentence
    moments, earlier : list of Moment
        Date phrases of this sentence and of the one before.
    figure : int
        First word of the figure: "12 died, and 300 shells have fallen since dawn" dates the shells.
    published : datetime.date or None
        "Since dawn", where no other day is told, is that of publication, as "today" is.

    Returns
    -------
    When
        Unknown unless the text supports it.
    """
    words = sentence.words
    clock = bool(earlier) and not _CLOCK.isdisjoint(words)
    if (not clock and _DAY_TIMES.isdisjoint(words)) or (not earlier and "since" not in words):
        return NO_DATE
    days = {
        (m.span.date_from, m.span.date_to): m
        for m in earlier
        if m.span.precision in {"day", "part_of_day"}
        and m.span.date_from is not None
        and (published is None or m.span.date_from <= published)  # no day to come: "before a vote on June 3"
    }
    if len(days) > 1:
        return NO_DATE
    parts = [
        k
        for k in range(len(words) - 2)
        if words[k] in {"in", "during"} and words[k + 1] == "the" and words[k + 2] in _PARTS
    ]
    since = [k for k in range(len(words) - 2) if words[k] == "since" and {words[k + 1], words[k + 2]} & _PARTS]
    parts += [k for k in since if words[k + 1] in _PARTS or words[k + 1] in {"early", "the", "late"}]
    parts += [k for k in range(len(words) - 1) if words[k] in _AT and words[k + 1] in _HOURS]
    parts += [k for k in range(len(words) - 2) if words[k] in _AT and words[k + 1] in _TURNS and words[k + 2] in _PARTS]
    if clock:
        parts += [k for k, w in enumerate(words) if w in _CLOCK]
    own = [m for m in moments if m.span.date_from is not None]
    if not parts or any(sentence.between(parts[0], m.first) < _OTHER_CLAUSE for m in own):
        return NO_DATE  # "in the morning, after a deal was announced late on Saturday": the deal's day is its own
    at = min(parts, key=lambda k: abs(k - figure))
    if sentence.between(at, figure) >= _OWN_CLAUSE + 2.0 * (words[at] == "since"):
        return NO_DATE
    if days:
        span = next(iter(days.values())).span
        return When(span.date_from, span.date_to, span.text, span.basis, "part_of_day")
    if published in {None, dt.date.max} or words[at] != "since" or words[at + 1] not in _HOURS:
        return NO_DATE
    return When(published, published + dt.timedelta(days=1), f"since {words[at + 1]}", "relative", "part_of_day")


def _cost(
    sentence: Sentence, moment: Moment, verbs: list[int], word: int, length: int, low: int, high: int
) -> tuple[float, bool]:
    """How far-fetched it is that a date governs a word; more than 5 is no."""
    words = sentence.words
    if moment.first >= word + length:
        wall = sentence.between(word, moment.first)
        between = verbs[bisect_left(verbs, word + length) : bisect_left(verbs, moment.first)]
        if words[moment.first] == "since" or words[moment.first - 1] == "since":
            wall -= 2.0
        span = words[word : moment.first]
        opened = word + span.index("when") if "when" in span else -1
        if opened < 0 and "as" in span:  # "were shot as they tried to flee on Friday"
            opened = next((k for k in range(word, moment.first - 1) if words[k : k + 2] in _AS_THEY), -1)
        if "after" in span and span[0] != "after":
            struck = word + span.index("after")
            if words[struck + 1] in _ARTICLES and any(
                struck < k <= struck + 4 and t.kind == "attack" for k, t in sentence.triggers
            ):
                wall -= 2.0  # "were killed or are missing after a raid on Saturday"
        if opened >= 0:  # "were killed when a bomb went off on Friday"
            between = [v for v in between if v < opened]
            wall -= 4.0
        since = words[moment.first - 1] != "since" and "since" in span
        opened_at = words.index("since", word) if since else 0
        if since and not between and moment.first - opened_at <= 8 and "," not in words[opened_at : moment.first]:
            return 0.1 * (moment.first - word) + max(wall - 2.0, 0.0), True  # "since the army's offensive last week"
        # "11 killed and 26 wounded on Friday": both
        if between:
            between = [
                v
                for v in between
                if words[v] in {"will", "would"}  # "300 left, and 250 more will follow on Monday": the plan's day
                or not ("and" in words[max(0, v - 6) : v] and (words[v - 1][0].isdigit() or words[v - 2][0].isdigit()))
                or not _AMONG.isdisjoint(words[word:v])  # "to free 70, among them 20 children taken last May"
            ]
            if words[word] == "waiting" and words[word + 1 : word + 2] == ["to"]:
                between = [v for v in between if v > word + 3]  # "were waiting to be moved on Wednesday"
            between = [v for v in between if not they_did(words, v)]
            joined = [v for v in between if words[v - 1] in {"and", "or"}]
            if between and joined == between and "," not in words[between[-1] : moment.first]:
                # "freed and driven out on Friday"
                return 0.6 + 0.1 * (moment.first - word) + max(wall - 0.6, 0.0), False
        if "by" in span and any(
            word < k < moment.first and t.tense == "participle" and words[k - 1] == "," and words[k + 1] == "by"
            for k, t in sentence.triggers
        ):
            return 9.0, False  # "were living there, encircled by the army since June"
        if between:
            opener = words.index("since", word) if since else -1
            if since and "," not in words[opener : moment.first] and all(v > opener for v in between):
                return 2.0, True
            return 9.0, False
        return 0.1 * (moment.first - word) + max(wall, 0.0), False
    if low <= moment.first < high:
        parted = [k for k, t in sentence.triggers if t.tense == "participle" and low <= k < moment.first and k != word]
        if words[moment.first] == "since" and any(words[k + 1 : k + 2] == ["by"] for k in parted):
            return 9.0, False  # "hostages held by X since October were freed on Friday"
        if any(words[k + 1 : k + 2] == ["to"] for k in parted):
            return 9.0, False  # "families displaced to X in 2014 arrived in Y"
        if any(low <= v < moment.first and not _own_chain(words, v, word) for v in verbs if v != word):
            return 9.0, False  # "the buses that left on Sunday began arriving": Sunday is the leaving's
        inside = [v for v in verbs if moment.last <= v < word]
        own = [v for v in inside if not _own_chain(words, v, word)]
        return (0.5 + 0.1 * (word - moment.last), False) if not own else (9.0, False)
    # before the figure and the verb
    behind = words[moment.last : moment.last + 2]
    if (behind[:1] == ["when"] or behind == [",", "when"]) and ";" not in words[moment.last : low]:
        return 0.8, False  # "they broke the deal on Friday, when four people were shot"
    if behind == [",", "which"] and moment.last + 2 <= word <= moment.last + 3:
        return 1.2, False  # "laid on buses on Tuesday, which took 900 people to X"
    if behind == [",", "in"] and words[moment.last + 2 : moment.last + 3] == ["which"]:
        return 0.8, False  # "85 attacks since 24 February, in which 72 people were killed"
    blow = behind[:1] == ["'s"] or any(k == moment.last and t.kind == "attack" for k, t in sentence.triggers)
    if blow and in_which(words, moment.last, low):
        return 0.8, False  # "Sunday's attack, in which 20 buses were burnt"
    if (
        behind[:1] == ["with"]
        and any(k == word and t.form == "noun" for k, t in sentence.triggers)
        and low - moment.last <= 3
    ):
        return 1.0, False  # "began on Friday with the departure of 83 people"
    if behind[:1] == ["with"] and low - moment.last <= 3 and words[word].endswith("ing"):
        return 1.0, False  # "resumed on Wednesday with 217 people leaving the city"
    if behind[:1] == ["to"] and moment.last + 1 == word:
        return 1.5, False  # "a road will be opened on Wednesday to bring out 300 people"
    if words[0] == "since" and moment.first > 2 and "," in words[moment.last : low] and moment.last <= low:
        return 2.0, True  # "Since the war broke out in April, 12 million have fled"
    left = verbs[: bisect_left(verbs, moment.first)]
    wall = sentence.between(moment.last - 1, low)
    mid = [v for v in verbs if moment.last <= v < low and not _own_chain(words, v, low)]
    if moment.first <= 2 or (not left and words[moment.first - 2 : moment.first - 1] in ([","], [])):
        if words[0] == "since" and mid:
            return 2.0, True
        first_verb = next((v for v in verbs if v >= moment.last), word)
        says = sentence.says
        said = [k for k, _ in says if moment.last <= k <= moment.last + 9 and words[k + 1 : k + 2] != ["out"]]
        if said and said[0] < low and first_verb == said[0]:
            aside = words[moment.last : moment.last + 1] == [","] and words[said[0] + 1 : said[0] + 2] == [","]
            if not aside and not (words[said[0]] in _SAW and words[moment.last : moment.last + 1] == [","]):
                return 9.0, False  # "On Monday the army said that": the day of saying
            if words[0] == "since":
                return 2.0, True  # "Since Monday, the monitor said, 38 have been killed"
        if words[moment.last : moment.last + 3] == _AS_OF:
            return 0.8, False  # "On 12 December, as of 10 p.m., 137 lorries came in"
        if resumed(words, moment, low, word):
            return 3.0, False  # "On Saturday convoys came under fire; two drivers were hurt"
        if mid and not any(t == first_verb for t in (word,)) and separate(words, first_verb, low):
            return 9.0, False
        return 0.5 + 0.05 * (low - moment.last) + max(0.0, wall - 1.5), False
    while_so = next((k for k in range(low - 1, moment.last, -1) if words[k] == "as"), 0)
    so = while_so > 1 and words[while_so - 1] == "," and _IN_PERFECT.isdisjoint(words[while_so : max(low, word) + 1])
    if so and left and all(v < while_so or v >= low or _own_chain(words, v, word) for v in verbs if v > moment.last):
        return 2.0, False  # "was extended on Monday, the governor said, as the UN brought out another 300"
    if struck_on(sentence, moment, left, word, low):
        return 1.2, False  # "attacked the village on Sunday and killed 25", "shelled it on Sunday, and three were hurt"
    if thrown_on(words, moment, left, low if low == word else 0):
        return 1.2, False  # "rockets fired from X on Sunday wounded 13 people"
    if low - moment.last > 1 and told_with(sentence, moment, low, word):
        return 1.4, False  # "resumed on Wednesday after a pause, with 217 people taken out"
    second = word == low and words[word - 1] == "and" and not mid
    if second and "to" in words[max(0, moment.first - 4) : moment.first - 1] and (word, "base") in _tenses(sentence):
        return 1.5, False  # "was to begin on Friday and take up to 2,000 people"
    if left and sentence.between(left[-1], moment.first) < 1.0:
        trailing = words[word][-3:] == "ing" and moment.last == word - 1 and left[-1] not in dict(sentence.says)
        return (1.5 if trailing else 9.0), False  # "shot down a helicopter on Tuesday, killing its crew of two"
    nouns = [at for at, t in sentence.triggers if t.kind in {"agreement", "negotiation"} and at < moment.first]
    if nouns and "so" not in words[moment.last : word]:
        return 9.0, False
    if mid:
        return 9.0, False
    return (1.0 + wall + 0.05 * (low - moment.last) if wall < 2.5 else 9.0), False


def _tenses(sentence: Sentence) -> list[tuple[int, str]]:
    """Where words that tell a kind stand, with their tense."""
    return [(k, t.tense) for k, t in sentence.triggers]


def _own_chain(words: list[str], verb: int, word: int) -> bool:
    """Whether a verb is an auxiliary of the governing word ("were bussed", "began evacuating", "has seen leave")."""
    return (
        word - verb <= 4
        or words[verb] in {"will", "would", "has", "have", "had", "saw"}
        or words[verb] in {"began", "begun"}
    )
