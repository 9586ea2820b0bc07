"""The words by which claims are read: verbs of movement and war, words of saying, speakers, actors.

The packaged list is ``lexicon.toml``; the actors of a case come on top of it and win over it.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.arabic_words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.schema import Actor

TOKEN = re.compile(
    r"[^\W\d_]\.(?:[^\W\d_]\.)+|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![^\W_])"
    r"|[^\W_]+(?:\.[^\W_]+|[-'’](?!s\b)[^\W_]+)*|['’]s\b|[^\w\s]|_+"
)
"""Initials ("U.S."), a number, a word (with inner hyphens, stops, apostrophes), a possessive ending, or one sign."""
LOADED = {"regime": "government", "rebel": "opposition", "terrorist": "opposition"}
"""Words of reports that no label of ours repeats."""
_VOWELS = "aeiou"
CALLING = frozenset(("called", "calls", "appealed", "appeals", "pressed", "pushed"))
"""Words that ask for something also where a day stands between: "called on Monday for"."""
TRIGGER, MOOD, SAY, VOICE, SAY_NOUN, OFFICE, ACTOR = 1, 2, 4, 8, 16, 32, 64
"""What a word may begin: one look-up for each word of a report, and most words begin nothing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Trigger:
    """A word that tells what kind of thing happened.

    Parameters
    ----------
    kind : str
        Claim kind.
    form : str
        ``move``, ``act``, ``both``, ``noun`` or ``state``: where the counted stand.
    tense : str
        ``past``, ``participle`` (may be passive), ``base`` or ``ing``.
    length : int
        Words of the phrase.
    weak : bool
        Whether it tells a kind only when nothing else does.
    """

    kind: str
    form: str
    tense: str
    length: int
    weak: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Voice:
    """Somebody who can act or be quoted.

    Parameters
    ----------
    id : str
        Neutral id, "" for who is of no party ("gunmen").
    label : str
        Neutral name.
    kind : str
        Kind of actor.
    length : int
        Words of the alias.
    capitals : bool
        Whether the alias is one only in capitals ("WHO", "AP").
    """

    id: str
    label: str
    kind: str
    length: int = 1
    capitals: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class Lexicon:
    """Phrases by their first word, the longest phrase first; ``flags`` tells which tables a first word is in.

    ``seconds`` holds the second words of the phrases that a word begins, ``openers`` the words that begin phrases and
    tell nothing alone ("in the hands of"), ``arabic`` who is quoted under an Arabic name, folded.
    """

    triggers: dict[str, list[tuple[tuple[str, ...], Trigger]]]
    says: dict[str, list[tuple[tuple[str, ...], str]]]
    say_nouns: frozenset[str]
    voices: dict[str, list[tuple[tuple[str, ...], Voice]]]
    actors: dict[str, list[tuple[tuple[str, ...], Voice]]]
    persons: frozenset[str]
    plurals: frozenset[str]
    bodies: frozenset[str]
    moods: dict[str, list[tuple[tuple[str, ...], str]]]
    flags: dict[str, int]
    seconds: dict[str, frozenset[str]]
    openers: frozenset[str]
    weakened: dict[Trigger, Trigger]
    nominal: dict[Trigger, Trigger]
    arabic: dict[str, Voice]


def word_set(words: str) -> frozenset[str]:
    """Cut a list written as one text into a set.

    Examples
    --------
    >>> sorted(word_set("left went"))
    ['left', 'went']
    """
    return frozenset(words.split())


def words_of(text: str) -> list[str]:
    """Cut a phrase into lower-case tokens.

    Examples
    --------
    >>> words_of("Russia's defence ministry")
    ['russia', "'s", 'defence', 'ministry']
    """
    return [t.replace("’", "'").lower() for t in TOKEN.findall(text)]


def inflect(word: str) -> dict[str, str]:
    """Forms of a regular verb and their tense.

    Examples
    --------
    >>> inflect("carry")
    {'carry': 'base', 'carries': 'base', 'carried': 'participle', 'carrying': 'ing'}
    >>> list(inflect("trap"))
    ['trap', 'traps', 'trapped', 'trapping']
    """
    if word.endswith("y") and word[-2] not in _VOWELS:
        stem = word[:-1]
        return {word: "base", stem + "ies": "base", stem + "ied": "participle", word + "ing": "ing"}
    if word.endswith("e"):
        return {word: "base", word + "s": "base", word + "d": "participle", word[:-1] + "ing": "ing"}
    third = word + ("es" if word.endswith(("s", "sh", "ch", "x", "z")) else "s")
    short = len(word) <= 4 or word in {"transfer", "embark"}
    double = word[-1] in "bgmnprt" and word[-2] in _VOWELS and word[-3:-2] not in {*_VOWELS, ""} and short
    if word in {"evict", "embark", "enter", "exit", "kidnap"}:
        double = word == "kidnap"
    stem = word + word[-1] if double else word
    return {word: "base", third: "base", stem + "ed": "participle", stem + "ing": "ing"}


def _forms(entry: str, form: str) -> dict[str, str]:
    """Expand one entry of the word list to its phrases and their tense."""
    if form == "noun":
        return {entry: "base"}
    if "/" in entry:
        parts = entry.split("/")
        tail = parts[0].split()[1:]
        out: dict[str, str] = {}
        for index, part in enumerate(parts):
            phrase = part if len(part.split()) > 1 or not tail else " ".join([part, *tail])
            first = phrase.split()[0]
            tense = (
                "ing"
                if first.endswith("ing") and first != "bring"
                else ("base" if index == 0 and not first.endswith("ed") else "participle")
            )
            out[phrase] = tense
        return out
    first, *tail = entry.split()
    if form == "state" and (
        tail and first not in {"line", "stage", "hole", "stay", "cram", "squeeze", "pack", "crowd", "confine"}
    ):
        return {entry: "participle"}
    if (first.endswith("ed") and first not in {"bleed", "feed"}) or (first in _FIXED and (tail or first != "free")):
        return {entry: "participle"}
    return {" ".join([f, *tail]): tense for f, tense in inflect(first).items()}


def _put(table: dict[str, list[tuple[tuple[str, ...], Any]]], phrase: str, value: Any) -> None:
    first, *rest = words_of(phrase)
    entries = table.setdefault(first, [])
    tail = tuple(rest)
    if all(known != tail for known, _ in entries):
        entries.append((tail, value))
        entries.sort(key=lambda e: -len(e[0]))


_FIXED = word_set(
    """
    fallen set
    aired airing are be been being dead driven drove flew free got held in inside left made massed missing moved
    now on out piled remained shot sought still stood stranded stuck taken took travelled travelling unaccounted
    under was were won wounded
    """
)
"""First words of phrases that are written out in one form and not inflected."""
_WEAK = (
    frozenset(
        (
            "use",
            "uses",
            "used",
            "using",
            "fallen",
            "standing",
            "drive",
            "drives",
            "drove",
            "driving",
            "been in",
            "are in",
            "were in",
            "are at",
            "were at",
        )
    )
    | word_set(
        """
    accept assault attack attacks body bombs bring bringing brings brought captive captives carried carries
    carry carrying clear cleared clears clinic clinics conduct conducted dead detainee detainees displaced
    drones enter entered entering enters escort evacuee evacuees flight free gain gained gather gathered go goes
    going gone head heads homeless hospital hospitals host hostage hostages house housed houses housing
    inhabitant inhabitants injuries inside keep keeping keeps kept launch level levels lives lose loses losing
    losses lost missiles missing move moved moves moving offensive offer prisoner prisoners refugee refugees
    register registered registering registers resident residents rockets settlement shell shells shelter sign
    stood strikes take taken takes taking terms toll took transport travel travelled travelling understanding
    victims walk walked walking walks went wounded
    """
    )
    | frozenset(("convoy of", "convoys of", "drive the", "drove the", "out of"))
)


@functools.cache
def _packaged() -> dict[str, Any]:
    text = resources.files("geo_ghouta.claims").joinpath("lexicon.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@functools.lru_cache(maxsize=8)
def read_lexicon(actors: tuple[Actor, ...] = ()) -> Lexicon:
    """Build the word lists for a case's actors.

    Parameters
    ----------
    actors : tuple of Actor
        From ``case.toml``; their aliases win over the packaged ones.

    Returns
    -------
    Lexicon
    """
    data = _packaged()
    triggers: dict[str, list[tuple[tuple[str, ...], Trigger]]] = {}
    for group in data["triggers"]:
        for entry in group["words"]:
            for phrase, tense in _forms(entry, group["form"]).items():
                length = len(words_of(phrase))
                _put(triggers, phrase, Trigger(group["kind"], group["form"], tense, length, phrase in _WEAK))
    says: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for group in ("deny", "plain", "figures", "witness", "demand", "found", "promise"):
        for entry in data["say"][group]:
            for phrase in _forms(entry, "say"):
                _put(says, phrase, group)
    voices: dict[str, list[tuple[tuple[str, ...], Voice]]] = {}
    packaged = {tuple(words_of(a)): row["label"] for row in data["speakers"] for a in row["aliases"]}
    for actor in actors:
        for alias in (actor.label, *actor.aliases):
            # "Russian military" is Russia on the map and the Russian military when it speaks
            label = packaged.get(tuple(words_of(alias)), actor.label) if actor.kind == "state" else actor.label
            _add_voice(voices, Voice(actor.id, label, actor.kind), (alias,))
    for row in data["speakers"]:
        name = re.sub(r"\W+", "_", row["label"].lower()).strip("_")
        _add_voice(voices, Voice(name, row["label"], row["kind"]), row["aliases"])
    acting: dict[str, list[tuple[tuple[str, ...], Voice]]] = {}
    for first, entries in voices.items():
        acting[first] = [
            e for e in entries if e[1].kind in {"armed_group", "government", "coalition", "state", "mixed"}
        ]
    known = {a.id for a in actors}
    for actor_id, aliases in (*data["actors"].items(), ("", data["without_party"]["words"])):
        _add_voice(acting, Voice(actor_id, actor_id, "other" if actor_id not in known else "armed_group"), aliases)
    moods: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for mood, phrases in data["modality"].items():
        for phrase in phrases:
            _put(moods, phrase, mood)
    roles = data["roles"]
    flags: dict[str, int] = {}
    saying = [*data["say"]["nouns"], "according"]
    firsts = (
        (TRIGGER, triggers), (MOOD, moods), (SAY, says), (VOICE, voices), (ACTOR, acting),
        (OFFICE, roles["person"]), (SAY_NOUN, saying),
    )  # fmt: skip
    for flag, firsts_of in firsts:
        for word in firsts_of:
            flags[word] = flags.get(word, 0) | flag
    seconds: dict[str, set[str]] = {}
    alone = {*roles["person"], *saying, *CALLING}
    for table in (triggers, moods, says, voices, acting):
        for word, entries in table.items():  # type: ignore[assignment]
            for tail, _ in entries:
                if tail:
                    seconds.setdefault(word, set()).add(tail[0])
                else:
                    alone.add(word)
    every = {t for entries in triggers.values() for _, t in entries}
    return Lexicon(
        triggers,
        says,
        frozenset(data["say"]["nouns"]),
        voices,
        acting,
        frozenset(roles["person"]),
        frozenset(roles["plural"]),
        frozenset(roles["body"]),
        moods,
        flags,
        {word: frozenset(behind) for word, behind in seconds.items()},
        frozenset(seconds.keys() - alone),
        {t: dataclasses.replace(t, weak=True) for t in every},
        {t: dataclasses.replace(t, form="noun") for t in every},
        _arabic_names(actors, data["speakers"]),
    )


def _arabic_names(actors: tuple[Actor, ...], speakers: list[dict[str, Any]]) -> dict[str, Voice]:
    """Who is quoted under an Arabic name, one label for each body in both languages."""
    names: dict[str, Voice] = {}
    for row in speakers:
        for alias in row.get("arabic", ()):
            names[fold(alias)] = Voice(row["label"], row["label"], row["kind"])
    for actor in actors:
        for alias in (actor.label_ar, *actor.aliases):
            if alias and not alias.isascii():
                names.setdefault(fold(alias), Voice(actor.id, actor.label, actor.kind))
    return names


def _add_voice(table: dict[str, list[tuple[tuple[str, ...], Voice]]], voice: Voice, aliases: Iterable[str]) -> None:
    for alias in aliases:
        tokens = words_of(alias.removeprefix("the "))
        if tokens:
            _put(
                table,
                alias.removeprefix("the "),
                dataclasses.replace(voice, length=len(tokens), capitals=len(tokens) == 1 and alias.isupper()),
            )


def find_phrase(table: dict[str, list[tuple[tuple[str, ...], Any]]], words: list[str], at: int) -> Any:
    """Return the value of the longest phrase that begins at word ``at``, or None."""
    behind: str | None = None
    for tail, value in table.get(words[at], ()):
        if not tail:
            return value
        if behind is None:
            behind = words[at + 1] if at + 1 < len(words) else ""
        if behind == tail[0] and tuple(words[at + 1 : at + 1 + len(tail)]) == tail:
            return value
    return None


def foreign(text: str, words: list[str], starts: list[int], at: int) -> bool:
    """Whether a plain word for an actor is somebody else's: "Israel's army" is not "the army" of the case.

    Parameters
    ----------
    text : str
        The report.
    words : list of str
        Of a sentence.
    starts : list of int
        Their offsets.
    at : int
        The word.

    Returns
    -------
    bool

    Examples
    --------
    >>> foreign("Israel's army", ["israel", "'s", "army"], [0, 6, 9], 2)
    True
    >>> foreign("the army", ["the", "army"], [0, 4], 1)
    False
    """
    if at == 0 or text[starts[at]].isupper():
        return False
    before = words[at - 1]
    return before == "'s" or (at > 1 and text[starts[at - 1]].isupper())
