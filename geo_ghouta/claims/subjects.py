"""Where the subject of a verb of saying begins: appositions, asides and relative clauses between it and its verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.labels import is_held
from geo_ghouta.claims.lexicon import Lexicon, word_set
from geo_ghouta.claims.naming import APPOSITION, FILLERS, NP_END, RANKED

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_CLAUSE = 12
_ENDS_CLAUSE = frozenset((",", ";", "that", "who", "which", "and", "but"))
_PARTICIPLE = frozenset(("ed", "en", "ht", "pt"))
_INFLECTED = frozenset(("ed", "ng", "es", "en"))
_BESIDE = word_set("in from to at near by on inside under out during along after")
"""Words behind a participle that belongs to the noun before it: "a woman evacuated from X said"."""
_OPENS_OFFICE = word_set("a an its their local regional city deputy former senior 's ,")
_SPANS = frozenset(("day", "week", "month", "year", "anniversary"))
_ONE = frozenset(("a", "one"))
_SHARES = frozenset(("quarter", "third", "half", "fifth", "sixth", "tenth", "majority", "total", "record", "figure"))
_SHORT_RANKS = frozenset(("col", "gen", "lt", "maj", "brig", "capt", "sgt", "adm", "dr"))
_HARD = word_set(
    """
    ; : – — ( ) “ ” " « » that but while whereas after before until since when because although though if which as
    """
)
_ASIDE = word_set("in on at during from reached quoted asked contacted interviewed questioned pressed")
_HARD_OR_SAID = _HARD | {"said", "says"}
_BEEN = frozenset(("were", "was", "had"))
_LOOKED_AT = _HARD | {")", ",", "that", "who"}
_STUDIES = frozenset(("count", "tally", "report", "record", "estimate", "claim"))
_ARTICLES = frozenset(("a", "an", "the", "another", "one"))
_WHERE = word_set("in at near outside inside on from across around over as while after before when since although with")
_MOSTLY = word_set(
    "mostly mainly many some all most among half including largely one two three four five six seven eight nine ten"
)
_RELATIVE_VERBS = word_set(
    "runs works includes comprises represents supports controls heads leads monitors tracks oversees handles defends "
    "governs operates helps treats backs holds"
)
GAVE = word_set("gave put told held made took went issued ran spoke wrote was were is had has")
"""Verbs that the word list does not know: one of them opens the rest of a relative clause."""


def named_until(words: list[str], i: int, acts: int, high: int, lexicon: Lexicon) -> tuple[int, int]:
    """First verb behind "said" in a noun phrase and its end: before "who" or a participle both are the same.

    "said A. B., a baker who fled X", "said a woman evacuated from X".
    """
    if acts == high:
        return acts, high
    if "who" in words[i + 2 : acts]:
        acts = high = words.index("who", i + 2)
    elif acts > i + 1 and words[acts][-2:] in _PARTICIPLE:
        noun = words[acts - 1]
        if noun in lexicon.persons or noun in lexicon.plurals:
            high = acts
    return acts, high


def np_start(sentence: Sentence, i: int, lexicon: Lexicon) -> int:
    """First word of the subject that stands left of word ``i``."""
    words = sentence.words
    offices = lexicon.persons
    stops = []
    for p, trigger in sentence.triggers:
        if p < i and trigger.form != "noun" and not trigger.weak and p not in sentence.attributive:
            stops.append(p)
    for p, group in sentence.says:
        if p < i and group != "found" and not (p and words[p - 1] in _ARTICLES) and not is_study(words, p):
            stops.append(p)
    low = i
    while low > 0 and i - low < 32:
        word = words[low - 1]
        if word not in _LOOKED_AT:
            if low - 1 in stops and not _passes(words, low, i, lexicon):
                break
            aged = word.isdigit() and low > 2 and words[low] == "," and words[low - 2] == ","
            low -= 2 if aged else 1  # "Adela, 40, a teacher, said"
            continue
        if word == ")" and "(" in words[max(0, low - 7) : low - 1]:
            low = low - 2 - words[max(0, low - 7) : low - 1][::-1].index("(")
            continue  # "the aid office (OCHA) said"
        if word == ",":
            opened = apposed(sentence, low, None)
            if opened < 0:
                opened = _office_apposed(words, low - 1, offices)
            leads = words[0] in _WHERE and "," not in words[:opened]
            if opened >= 0 and leads and words[opened + 1] in APPOSITION:
                low = opened + 1  # "As the war goes on, the mayor of X, A. B., said"
                break
            if opened < 0 or leads:
                break  # "In X, central Y, medics said"
            low = opened
            continue
        if word in {"that", "who"} and low > 2 and _opens_relative(sentence, low):
            low -= 1
            continue  # "A team that visited the hospital said"
        if word in _HARD:
            break
        if low - 1 in stops and not _passes(words, low, i, lexicon):
            break
        low -= 1
    return low


def is_study(words: list[str], p: int) -> bool:
    """Whether a word that can be a verb of saying is a paper: "an AP count", "the hospital's report"."""
    return words[p] in _STUDIES and p > 1 and (words[p - 1] == "'s" or words[p - 2] in _ARTICLES)


def _passes(words: list[str], low: int, i: int, lexicon: Lexicon) -> bool:
    """Whether the verb before ``low`` belongs to the subject: "residents trapped in X", "fire chief A. B."."""
    if words[low - 2 : low - 1] == ["the"] or _office_between(words, low, i):
        return True
    verb, before = words[low - 1], words[low - 2] if low > 1 else ""
    if before in lexicon.persons or before in lexicon.plurals:
        return verb[-2:] in _PARTICIPLE and words[low] in _BESIDE
    who = low - 2
    while who > max(0, low - _CLAUSE) and words[who] not in _ENDS_CLAUSE:
        who -= 1
    if who > 0 and words[who] == "who" and (words[who - 1] in lexicon.persons or words[who - 1] in lexicon.plurals):
        return True  # "an official who was shown on television walking through X said"
    opens = low == 1 or before in _OPENS_OFFICE
    return opens and words[low] in lexicon.persons and verb[-2:] not in _INFLECTED


def _office_apposed(words: list[str], close: int, offices: frozenset[str]) -> int:
    """Comma before an office without an article: "A. B., spokesman for X, said", "A. B., deputy head of X, said"."""
    for at in range(close - 1, max(0, close - 16) - 1, -1):
        word = words[at]
        if word == ",":
            break
        if word in _HARD_OR_SAID:
            return -1
    else:
        return -1
    if at == 0 or words[at + 1] in _MOSTLY or offices.isdisjoint(words[at + 1 : at + 3]):
        return -1
    return at if _BEEN.isdisjoint(words[at:close]) else -1


def _opens_relative(sentence: Sentence, low: int) -> bool:
    """Whether a "that" or "who" hangs on the noun before it and has a verb of its own."""
    words = sentence.words
    before, behind = words[low - 2], words[low]
    if not before[0].isalpha() or any(p == low - 2 for p, _ in sentence.says) or before in NP_END:
        return False
    return behind.endswith("ed") or behind in GAVE or behind in _RELATIVE_VERBS


def _office_between(words: list[str], low: int, i: int) -> bool:
    return bool({"who", "spokesman", "spokeswoman"} & set(words[low:i])) or words[low - 2 : low - 1] == ["who"]


def apposed(sentence: Sentence, i: int, lexicon: Lexicon | None) -> int:
    """Comma that opens the apposition which ends before word ``i`` ("X, a spokesman for Y, said"); -1 without one."""
    words = sentence.words
    if i < 1 or words[i - 1] != ",":
        return -1
    at, relative_at = i - 2, 0
    far = max(0, i - 24)
    while at >= far:
        word = words[at]
        if word == ",":
            break
        if word in _HARD:
            relative = next((k for k in range(at - 1, max(0, at - 8), -1) if words[k] == ","), -1)
            if relative > 0 and words[relative + 1] in {"which", "who", "whose"}:
                return relative  # "X, which could not say if gas was used, counted 11 deaths"
            if word == "that" and words[at - 1][0].isalpha():
                relative_at = at  # "COGAT, the body that handles civilian affairs, said"
            elif word != "as" and not (word == "which" and words[at - 1 : at] == [","]):
                return -1
        at -= 1
    if at <= 0 or words[at] != ",":
        return -1
    if relative_at and words[at + 1] not in APPOSITION:
        return -1
    close = relative_at or i - 1
    acts = any(at < p < close and t.form != "noun" and not t.weak for p, t in sentence.triggers)
    first = words[at + 1]
    held = is_held(words, at + 1)
    if acts and first not in {"who", "which", "whose"} and not held:
        return -1  # ", a convoy of 25 lorries reached the town, the charity said": a sentence, no apposition
    if first in _ONE and not _SHARES.isdisjoint(words[at + 2 : at + 3]):
        return -1  # "600,000 have fled, a quarter of the population, the agency said"
    if first == "the" and not _SPANS.isdisjoint(words[at + 2 : at + 5]):
        return -1  # "were freed on Tuesday, the fifth day of the truce, the army said"
    if first in APPOSITION or (first[0].isdigit() and i - at <= 4):  # an age
        return at
    if (
        (first.endswith("ing") or held or first in _ASIDE)
        and at <= 8
        and words[0] not in _WHERE
        and not words[0][0].isdigit()
    ):
        acted = any(p < at for p, t in sentence.triggers if t.form != "noun") or any(
            w[0].isdigit() and words[k - 1] not in {"of", "aged"} for k, w in enumerate(words[:at])
        )
        return -1 if acted or first in _MOSTLY else at  # "The mayor, on the phone,"
    inside = [w for w in words[at + 1 : i - 1] if w != "."]
    if inside[:1] and inside[0] in _SHORT_RANKS:
        inside = inside[1:]  # "Col. A. B."
    if first in _MOSTLY:
        return -1  # ", mostly decapitated,", ", two of them in a critical condition,"
    if lexicon is None and "of" in inside[1:4] and len(inside) <= 9 and not any(w[0].isdigit() for w in inside):
        return at  # "An Iraqi general, A. B. of the counter-terrorism service, said"
    if lexicon is not None and any(w in lexicon.persons for w in inside):
        return at
    # a name: "The envoy, A. B., said"
    short = len(inside) <= (5 if inside[:1] and inside[0] in RANKED else 3)
    return at if short and at > 1 and all(_is_name(w) for w in inside) else -1


def _is_name(word: str) -> bool:
    return word[0].isalpha() and word not in NP_END and word not in FILLERS
