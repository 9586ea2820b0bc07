"""Whom a report has named so far, and whom "he", "they" and "its army" mean."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import Lexicon, find_phrase, word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

STATES = word_set(
    """
    russia ukraine turkey iran iraq syria israel egypt jordan qatar lebanon armenia azerbaijan georgia france
    britain germany italy spain poland china india pakistan greece serbia croatia bosnia kosovo sudan ethiopia
    libya yemen algeria tunisia morocco kuwait bahrain oman hungary romania moldova belarus canada japan
    """
)
_STATE_DOES = word_set("has had does did is was gives gave will would denies denied says said")
_HE = frozenset(("he", "she", "him", "her"))
_FULL_NAME = (2, 3)
"""Words of a person's name behind the possessive of whom he speaks for."""
_BODY_ENDS = word_set("programme program fund council commission department division centre center rights affairs")
_LANDS = frozenset(("territory", "enclave", "strip", "country", "region", "republic", "province"))


@dataclasses.dataclass(slots=True)
class Speaker:
    """Somebody quoted; never changed once made.

    Parameters
    ----------
    label : str
        Neutral name: the organisation, the office held, or the person's name when nothing else is known.
    text : str
        The report's words.
    actor : str
        Id of the organisation, "" if unknown.
    number : str
        ``person``, ``body`` or ``plural``.
    kind : str
        Kind of the organisation, "" if unknown.
    """

    label: str
    text: str
    actor: str
    number: str
    kind: str = ""


@dataclasses.dataclass(slots=True)
class Memory:
    """Whom the report has named so far; ``before`` is the sentence that was read last."""

    person: Speaker | None = None
    body: Speaker | None = None
    plural: Speaker | None = None
    latest: Speaker | None = None
    before: Sentence | None = None
    names: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    offices: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    bodies: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    heads: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    named: list[Speaker] = dataclasses.field(default_factory=list)

    def keep(self, speaker: Speaker, names: list[str], office: str) -> None:
        """Remember a speaker for "he said", "the spokesman said" and the bare surname."""
        self.latest = speaker
        if speaker.number == "person":
            self.person = speaker
            for name in names:
                self.names.setdefault(name, speaker)
            if office:
                self.offices[office] = speaker
        elif speaker.number == "body":
            self.keep_body(speaker)
        else:
            self.plural = speaker

    def keep_body(self, body: Speaker) -> None:
        """Remember an organisation, for "it" and for "the agency"."""
        self.body = self.bodies[body.kind] = body
        self.named.append(body)

    def keep_member(self, speaker: Speaker, names: list[str], behind: list[str]) -> None:
        """Remember who speaks for a body and holds no named office: "the UN's A. B. denied it. She said ..."."""
        if behind[:1] == ["'s"] and behind[1:] == names and len(names) in _FULL_NAME and _BODY_ENDS.isdisjoint(names):
            self.person = speaker
            for name in names:
                self.names.setdefault(name, speaker)


def state_before(text: str, sentence: Sentence, low: int) -> Speaker | None:
    """The country that the clause before has as its subject: "Azerbaijan gives no losses but it puts ..."."""
    words = sentence.words
    for k in range(low - 1, max(-1, low - 24), -1):
        if (
            words[k] in STATES
            and words[k + 1] in _STATE_DOES
            and (k == 0 or words[k - 1] in {";", ",", "while", "but"})
        ):
            label = text[sentence.starts[k] : sentence.end_of(k)]
            return Speaker(label, label, "", "body", "state")
    return None


def of_state(text: str, sentence: Sentence, low: int, head: str, lexicon: Lexicon) -> str:
    """Whose army "its army" is: "Israel hit 400 targets, its army says"; "" where no state is named before."""
    words = sentence.words
    at = next((k for k in range(low - 1, -1, -1) if words[k] in STATES), -1)
    if at < 0:
        return ""
    voice = find_phrase(lexicon.voices, [words[at], "'s", head], 0)
    return f"{text[sentence.starts[at] : sentence.end_of(at)]}'s {head}" if voice is None else str(voice.label)


def is_armed(body: Speaker) -> bool:
    """Whether a state's body is its army."""
    return not {"military", "army", "forces"}.isdisjoint(body.label.lower().split())


def antecedent(pronoun: str, memory: Memory) -> Speaker | None:
    """Whom a pronoun means: who was named last of its kind."""
    if pronoun in _HE:
        latest = memory.latest
        return memory.person or (latest if latest is not None and latest.number == "person" else None)
    if pronoun == "it":
        return memory.body or memory.latest
    latest = memory.latest
    if latest is not None and latest.text.lower().endswith(("authorities", "officials", "sources", "media")):
        return latest
    return memory.plural or memory.latest


def same_owner(label: str, name: str, memory: Memory) -> str:
    """The ministry's own name where its owner is only called the country: "the enclave's health ministry"."""
    owner = label.removesuffix(f" {name}").removeprefix("the ").removesuffix("'s").removesuffix("’s").lower()
    if owner not in _LANDS:
        return label
    return memory.heads[name].label if name in memory.heads else name


def own_names(words: list[str], low: int, offices: list[int], names: list[str]) -> list[str]:
    """Names of a person; what stands between an article and an office is none: "a Daraya resident"."""
    if not names or words[low] not in _ARTICLES:
        return names
    return [name for name in names if name not in words[low : offices[0]]]


_ARTICLES = frozenset(("a", "an", "one", "another"))


def known_by(names: list[str], memory: Memory) -> Speaker | None:
    """Who was named before by the last of these names."""
    last = names[-1]
    if last in memory.names:
        return memory.names[last]
    if memory.person is not None and len(names) <= 2:
        # an outlet's slip: the group's name taken for the spokesman's
        folded = memory.person.text.lower()
        if folded.find(" ".join(names)) >= 0 and not folded.startswith(("a ", "an ", "one ", "another ")):
            return memory.person
    return None
