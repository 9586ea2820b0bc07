"""Who is quoted: "X said", "according to X", "he added", the report of X that ..., and quotations over sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.asides import contradicted, inserted
from geo_ghouta.claims.introducing import introduce, remember_body, remember_subject
from geo_ghouta.claims.labels import DETERMINERS
from geo_ghouta.claims.lexicon import Lexicon, word_set
from geo_ghouta.claims.margins import CLOSING, DASHES, Attribution, closing, opening, relayed, second_put
from geo_ghouta.claims.naming import NP_END, np_end, resolve
from geo_ghouta.claims.relaying import (
    PAPERS,
    STUDIES,
    estimates_of,
    may_demand,
    own_version,
    paper_of,
    tells_nothing,
    unlisted,
)
from geo_ghouta.claims.remembering import STATES, Memory, antecedent
from geo_ghouta.claims.sides import CLOSED_BY, HOW, QUOTES, closing_side, say_side
from geo_ghouta.claims.subjects import GAVE, apposed, named_until, np_start

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_PASSIVE = word_set("is are was were be been being stand stands stood")
_HEARSAY = frozenset(("reports", "some reports", "unconfirmed reports", "initial reports", "early reports"))
_RELATIVE = frozenset(("who", "which", "that"))
_NOTHING_TOLD = frozenset(("victory", "responsibility", "credit"))
_SECOND_SAID = frozenset(("said", "added", "reported", "announced", "says", "claimed"))
_ON = frozenset(("saying", "adding", "claiming", "telling", "reporting"))
_TALLIES = frozenset(("is", "stands", "stood", "was", "shows", "showed", "reached"))
_SOFTLY = word_set("also not now being widely reportedly been still only already to")
_AMOUNT = word_set(
    "another some about around at more nearly almost over up only two three four five six seven eight nine ten"
)
_TOLLS = frozenset(("figure", "number", "toll", "count", "tally", "estimate"))
_DEAD = frozenset(("fatalities", "deaths", "casualties", "killed", "injuries", "losses"))
_NO_VERB_BEHIND = frozenset(("and", "a", "an", "the", "its", "their", "no", "'s", "this", "any", "to", "of"))
"""Before a second verb, whose subject stands before the first; "a claim", "the report", "to say": no finite verb."""
_CITING = frozenset(("citing", "quoting"))
_VERSIONS = frozenset(("version", "telling", "count", "account", "estimate", "words"))
_BEFOREHAND = frozenset(("had", "has", "earlier", "previously", "initially", "first", "already", "once", "itself"))
_COUNTED = ("counted", "documented", "recorded", "registered", "tallied", "verified")
_HAVE = frozenset(("has", "have", "had", "also", "since", "already"))
_WHO = frozenset(("he", "she", "it", "they"))
_SHORT_END = 6
_ASKED = frozenset(("asked", "questioned", "pressed"))
"""Words that open a sentence with what somebody answers to: it is not his."""
_BEFORE_PAPER = frozenset(("from", "by", "on", "to", "of", "about", "into", "over", "with", "despite"))
_FAR_BACK = -2
_ARE = frozenset(("are", "were", "is", "was", "had", "have"))
_LONGEST_BODY = 5
_JUST_BEFORE = 2
_CHECKED = word_set("verify confirm corroborate check dismissed rejected denied disputed echoed repeated back comment")
_CHECKED |= {"support", "commented"}
"""Verbs before somebody's claim: "could not verify the ministry's claim that"."""
_FOUND_BY = 12
"""Words before "found" among which a study is: "An AP count based on satellite pictures found"."""
_ALLEGED = frozenset(("allegation", "allegations", "charge", "charges", "accusation", "accusations", "version"))


def find_attributions(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> list[Attribution]:
    """Find who is quoted in a sentence, in order of the words; ``memory`` learns the names.

    Parameters
    ----------
    text : str
        The report.
    sentence : Sentence
    lexicon : Lexicon
    memory : Memory

    Returns
    -------
    list of Attribution
    """
    found: list[Attribution] = []
    words = sentence.words
    if sentence.voices or words[0] in STATES:
        remember_body(text, sentence, memory)
    if words[0] in memory.names or "," in words[1:3] or (sentence.offices and sentence.says):
        remember_subject(text, sentence, lexicon, memory)
    if text.find(":", sentence.start, sentence.end) >= 0 and ":" in words[1:13]:
        first = opening(text, sentence, lexicon, memory)
        found += [] if first is None else [first]
    if words[0] in _CITING and sentence.says[:1] != []:
        passed_on = relayed(text, sentence, lexicon, memory)
        found += [] if passed_on is None else [passed_on]
    for i, group in sentence.says:
        if group == "promise" or (group == "found" and STUDIES.isdisjoint(words[max(0, i - _FOUND_BY) : i])):
            continue
        before = words[i - 1] if i else ""
        if found:
            if i < found[-1].last:
                continue
            if before in {"and", "but"} and group in {"plain", "deny"}:
                found.append(Attribution(i, i + 1, "right", found[-1].speaker, denies=group == "deny"))
                continue  # "X denied this and said that ...": the same speaker
            if before == "," and words[i] in _ON:
                found.append(Attribution(i, i + 1, "right", found[-1].speaker, denies=False))
                continue  # "..., X told reporters, adding that ..."
        one = _attribution(text, sentence, lexicon, memory, i, group)
        if one is None and ((before == "and" and words[i] in _SECOND_SAID) or (before == "," and words[i] in _ON)):
            # "State TV gave another figure, saying ...": the subject of the sentence goes on to speak
            one = _first_subject(text, sentence, lexicon, memory, i)
        if one is not None:
            found.append(one)
    if len(found) > 1:  # "according to reports from X, 300 had left, she said": she passes them on
        found = [one for one in found if one.speaker.label not in _HEARSAY] or found
    if found:
        if words[found[-1].last - 1] in {"put", "puts"}:
            found += second_put(text, sentence, lexicon, memory, found)
        return found
    if not CLOSING.isdisjoint(words[-2:]) or not DASHES.isdisjoint(words[-8:]):
        last = closing(text, sentence, lexicon, memory)
        if last is not None:
            return [last]
    if sentence.offices:
        introduce(text, sentence, lexicon, memory)
    return found


def _first_subject(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int) -> Attribution | None:
    """The subject that opens a sentence, for its second verb: "The army ordered them to leave and said that ..."."""
    stops = [p for p, t in sentence.triggers if t.form != "noun"] + [
        p for p, w in enumerate(sentence.words[:12]) if w.endswith("ed") or w in GAVE
    ]
    high = min((p for p in stops if 0 < p < i), default=0)
    if not 0 < high <= 8 or sentence.between(0, high) >= 2.0:
        return None
    speaker = resolve(text, sentence, 0, high, lexicon, memory)
    return None if speaker is None else Attribution(i, i + 1, "right", speaker, denies=False)


def _attribution(
    text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int, group: str
) -> Attribution | None:
    words = sentence.words
    if group == "according":
        low, high = i + 2, np_end(sentence, i + 2, lexicon)
        speaker = resolve(text, sentence, low, high, lexicon, memory)
        if speaker is None and words[low : low + 1] == ["who"] and text[sentence.starts[low]].isupper():
            high = low + 1
            speaker = resolve(text, sentence, low, high, lexicon, memory)  # "according to WHO"
        if speaker is None and words[low : low + 1] in (["his"], ["her"]) and high - low == 2:
            speaker = antecedent("he", memory)  # "according to his estimate"
        speaker = speaker or estimates_of(text, sentence, low, high, memory)
        if speaker is None:
            return None
        side = "right" if i == 0 or (i <= 2 and words[0] in {"but", "and"}) else closing_side(words, high)
        return Attribution(i, high, side, speaker, denies=False)
    word, before = words[i], words[i - 1] if i else ""
    behind = words[i + 1] if i + 1 < len(words) else ""
    if before in _DEAD and behind == "by" and word == "reported" and ":" in words[i:]:
        high = np_end(sentence, i + 2, lexicon)  # "Deaths reported by the ministry: 300"
        speaker = resolve(text, sentence, i + 2, high, lexicon, memory)
        return Attribution(i - 1, high, "both", speaker, denies=False) if speaker else None
    if before == "as" and behind == "by" and word in {"reported", "confirmed", "announced"}:
        high = np_end(sentence, i + 2, lexicon)
        speaker = resolve(text, sentence, i + 2, high, lexicon, memory)
        return Attribution(i - 1, high, "left", speaker, denies=False) if speaker else None  # "..., as reported by X"
    if before in _TOLLS and i > 2 and behind == "by" and word in {"confirmed", "reported"}:
        high = np_end(sentence, i + 2, lexicon)
        speaker = resolve(text, sentence, i + 2, high, lexicon, memory)
        return Attribution(i - 1, high, "left", speaker, denies=False) if speaker else None  # "a figure confirmed by X"
    if group == "noun" or (before == "'s" and group in {"figures", "witness"} and behind):
        return _noun(text, sentence, lexicon, memory, i)
    if before in _NO_VERB_BEHIND or before in _BEFORE_PAPER or tells_nothing(words, i):
        return None
    if word in {"quoted", "cited"} and before == "was" and "as" in words[i + 1 : i + 12]:
        as_at = words.index("as", i + 1)
        passed = words[as_at + 1 : as_at + 2] == ["saying"] and (as_at == i + 1 or words[i + 1] == "by")
        low = np_start(sentence, i - 1, lexicon)
        speaker = resolve(text, sentence, low, i - 1, lexicon, memory) if passed and low < i - 1 else None
        if speaker is not None:
            return Attribution(low, as_at + 2, say_side(sentence, low, as_at + 2), speaker, denies=False)
    if group == "witness":
        if before in {"will", "would", "could", "may", "to", "can"}:
            return None  # "the mission would see 500 people taken out"
    elif (before in _PASSIVE or (before in _SOFTLY and words[max(0, i - 2)] in _PASSIVE)) and word[-3:] != "ing":
        return None  # "is expected to", "was told": nobody speaks
    if behind in _NOTHING_TOLD:
        return None  # "claimed victory": nothing is told
    if word in _CITING and words[np_end(sentence, i + 1, lexicon) - 1] in PAPERS:
        return None  # "The mayor, citing hospital records, said": papers do not speak
    if word.startswith(("quot", "cit")) and "as" in words[i + 1 : i + 14]:
        end = words.index("as", i + 1)
        if words[end + 1 : end + 2] == ["saying"] and end > i + 1:
            quoted = resolve(text, sentence, i + 1, end, lexicon, memory)
            if quoted is not None:
                closes = end + 3 >= len(words) and "," in words[:i]
                return Attribution(i, end + 2, "left" if closes else "right", quoted, denies=False)
    if behind in _ARE and group == "plain":
        held = _of_figure(text, sentence, lexicon, memory, i)
        if held is not None:
            return held
    denies = group == "deny"
    if denies and before in _RELATIVE:
        return None  # "after all fighters who reject the deal leave": nobody speaks
    if denies and not _ALLEGED.isdisjoint(words[max(0, i - 5) : i]):
        return None  # "..., an allegation the army denies"
    low = np_start(sentence, i, lexicon)
    which = i - 1
    while which > 1 and words[which] in _BEFOREHAND:
        which -= 1
    if words[which] == "which" and words[which - 1] == "," and group in {"plain", "deny", "figures"} and low > which:
        close = which - 1
        first = np_start(sentence, close, lexicon)  # "X, which had earlier spoken of 300, now says ..."
        owner = resolve(text, sentence, first, close, lexicon, memory, strict=True) if first < close else None
        return Attribution(first, i + 1, "right", owner, denies) if owner else None
    if group == "demand" and not may_demand(sentence, low, i, lexicon, memory):
        return None  # "the deal calls for"
    strict = group in {"figures", "witness", "found"} and not word.startswith("put") and not _counts_on(words, i)
    subject, opened = i, inserted(words, i)
    speaker = None
    if opened > 0:  # "The mayor, for his part, said"
        first = np_start(sentence, opened, lexicon)
        speaker = resolve(text, sentence, first, opened, lexicon, memory, strict=strict) if first < opened else None
        if speaker is not None:
            low, subject = first, opened
    turned = before == "," and word != "told" and (_inverted(words, i) or apposed(sentence, i, lexicon) < 0)
    if speaker is None and group in {"plain", "deny"} and (before in QUOTES or turned):
        high = np_end(sentence, i + 1, lexicon)
        acts = next((p for p, t in sentence.triggers if i < p < high and t.form != "noun" and not t.weak), high)
        acts, high = named_until(words, i, acts, high, lexicon)
        told = high > i + 1 and acts == high
        speaker = resolve(text, sentence, i + 1, high, lexicon, memory) if told else None
        if speaker is None and told and not denies:
            speaker = unlisted(text, sentence, i + 1, high, memory)
        if speaker is not None:
            return Attribution(i, high, closing_side(words, high), speaker, denies)
        if before in QUOTES:
            return None
    aside = words[low] == "where"  # "..., where the army said it was fighting": what stands before is not the army's
    low += aside
    if low >= i or (words[low] in {"a", "an"} and word in {"list", "count", "record"} and before != "has"):
        return None  # "of 130 patients on an ICRC list"
    if subject == i:
        speaker = paper_of(words, low, i, memory) or resolve(text, sentence, low, i, lexicon, memory, strict=strict)
        if speaker is None and group == "plain" and low and words[low - 1] in CLOSED_BY:
            speaker = unlisted(text, sentence, low, i, memory)
    if speaker is None or contradicted(sentence, low, i):
        return None
    gave = word.startswith("g") and words[i + 2 : i + 4] == ["number", "of"]
    told_by = "at" if word.startswith("put") else "as" if gave else ""
    if told_by and told_by not in words[i + 1 : i + 16]:
        return None  # "put his men to work", "gave the number of a friend"
    last = i + 1
    if word in {"told", "tell", "tells", "telling"}:
        last = min(np_end(sentence, i + 1, lexicon), i + 5)
        last = next((k for k in range(i + 2, last) if words[k][0].isdigit() or words[k] in _AMOUNT), last)
        if "to" in words[i + 1 : last]:
            return None  # "told his troops to hold the bridge": an order
        last = next((k for k in range(i + 2, last) if words[k] in HOW), last)  # "told Reuters by phone from inside X"
    side = "right" if aside or words[0] in _ASKED else say_side(sentence, low, last)
    return Attribution(low, last, side, speaker, denies)


def _of_figure(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int) -> Attribution | None:
    """Who says what those are who are counted just before: "including 34 the army says are dead"."""
    words = sentence.words
    for low in range(i - 1, max(0, i - _LONGEST_BODY), -1):
        if words[low] == "the" or words[low] in _WHO:
            if not words[low - 1][0].isdigit() and words[low - 1] not in _AMOUNT:
                return None  # "20 people the army said were gunmen": it says who, not how many
            speaker = resolve(text, sentence, low, i, lexicon, memory)
            return None if speaker is None else Attribution(low, i + 1, "before", speaker, denies=False)
    return None


def _counts_on(words: list[str], i: int) -> bool:
    """Whether somebody named before goes on to count: "X said 60 had died. It has documented 29 deaths in Y"."""
    at = i - 1
    while at > 0 and words[at] in _HAVE:
        at -= 1
    return at >= 0 and words[at] in _WHO and words[i] in _COUNTED


def _inverted(words: list[str], i: int) -> bool:
    """Whether a few words without a comma end the sentence behind "said": ", said the governor of the province."."""
    rest = words[i + 1 :]
    if rest[-1:] == ["."]:
        rest = rest[:-1]
    return 1 < len(rest) <= _SHORT_END and rest[0] in DETERMINERS and all(w[0].isalpha() or w == "'s" for w in rest)


def _noun(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int) -> Attribution | None:
    """``state media's reports that``, ``a count by X``, ``figures from X``."""
    words = sentence.words
    at = i + 1
    if words[at : at + 2] == [",", "which"] and "," in words[at + 2 : at + 9]:
        at = words.index(",", at + 2) + 1  # "the ministry's tally, which counts fighters too, stood at 900"
    stands = words[at : at + 1] != [] and words[at] in _TALLIES
    own = words[i - 1] == "'s" and (stands or (words[i + 1][0].isdigit() and "by" in words[:i]))
    if words[i + 1] == "that" or own:
        low = i
        while low > 0 and i - low < 8 and words[low - 1] not in NP_END and words[low - 1] not in _BEFORE_PAPER:
            low -= 1
        low = next((k + 1 + (words[k + 1] == "on") for k in range(i - 1, low - 1, -1) if words[k] in _CHECKED), low)
        speaker = resolve(text, sentence, low, i, lexicon, memory, strict=True) if low < i else None
        return Attribution(low, i + 2, "right", speaker, denies=False) if speaker else None
    if words[i + 1 : i + 2] == ["of"] and words[i - 2 : i] == ["by", "the"]:
        high = np_end(sentence, i + 2, lexicon)
        speaker = resolve(text, sentence, i + 2, high, lexicon, memory)
        return Attribution(i - 2, high, "both", speaker, denies=False) if speaker else None  # "by the estimate of X"
    if words[i + 1] in {"by", "from"}:
        high = np_end(sentence, i + 2, lexicon)
        speaker = resolve(text, sentence, i + 2, high, lexicon, memory, strict=True)
        return Attribution(i, high, "both", speaker, denies=False) if speaker else None
    if words[i + 1] in {",", "."} and i > 1:
        low = i
        while low > 0 and i - low < 8 and words[low - 1] not in {",", "by", "on", "in", "“", '"'}:
            low -= 1
        if low and words[low - 1] in {"by", "in"}:
            owner = own_version(words, low, i, memory)
            if owner is not None:
                return Attribution(low - 1, i + 1, "both", owner, denies=False)
        if (
            low > 2
            and words[low - 1] == "by"
            and words[low - 2] == ","
            and words[low] in {"their", "its", "his", "her"}
        ):
            speaker = resolve(
                text, sentence, 0, low - 2, lexicon, memory
            )  # "The UN, by its own count, has led out 500"
            return Attribution(0, i + 1, "right", speaker, denies=False) if speaker else None
        if low and (words[low - 1] == "by" or (words[low - 1] == "in" and words[i] in _VERSIONS)):
            speaker = resolve(text, sentence, low, i, lexicon, memory, strict=True)
            return Attribution(low - 1, i + 1, "both", speaker, denies=False) if speaker else None
    return None


def speaker_of(
    sentences: list[Sentence], attributions: list[list[Attribution]], number: int, word: int
) -> tuple[Attribution, int] | None:
    """Tell who says what stands at a word.

    Parameters
    ----------
    sentences : list of Sentence
    attributions : list of list of Attribution
        Of each sentence.
    number, word : int
        Sentence and word.

    Returns
    -------
    (Attribution, int) or None
        With the sentence that holds it; None when nobody is quoted.
    """
    sentence = sentences[number]
    best, lowest = None, 1e9
    told = attributions[number]
    if len(told) > 1 and told[-1].side == "left" and told[-1].speaker.kind == "media" and told[-1].first > word:
        inner = [one for one in told[:-1] if one.side == "right" and one.last <= word]
        told = inner or told  # "X said that 300 had left, reported the agency": X says so
    for one in told:
        if one.side == "right" and word < one.last and not one.first < word == one.last - 1:
            continue  # "estimated 40 buses": the verb softens the figure too
        if one.side == "left" and word >= one.first:
            continue
        if one.side == "before" and not 0 < one.first - word <= _JUST_BEFORE:
            continue
        gap = word - one.last if word >= one.last else one.first - word
        cost = 0.02 * max(gap, 0) + sentence.between(word, min(one.first, len(sentence.words) - 1))
        if cost < lowest:
            best, lowest = one, cost
    if best is not None:
        return best, number
    if not sentence.quoted[word]:
        return None
    if any(group == "plain" and not sentence.quoted[at] for at, group in sentence.says):
        return None  # "...," one of them said: nobody whom the sentences around name
    for step in (1, -1, 2, -2, -3, -4, -5):  # a quotation of several sentences: the attribution stands beside it
        other = number + step
        if step > 0 and other < len(sentences) and not any(sentences[other].quoted):
            continue  # the next sentence quotes nobody: its speaker is another
        if step < _FAR_BACK and not (other >= 0 and sentences[other + 1].quoted[0]):
            break  # another quotation
        if 0 <= other < len(sentences) and sentences[other].paragraph == sentence.paragraph and attributions[other]:
            pick = attributions[other][0] if step > 0 else attributions[other][-1]
            return pick, other
    if number and attributions[number - 1]:
        return attributions[number - 1][-1], number - 1
    return None
