"""Which organisation named before "the monitor", "the agency" or "the ministry" means: one of that kind, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.remembering import Memory, Speaker

_PRESS = word_set("agency daily channel newspaper broadcaster outlet station website network television tv radio")
SORT_OF = {
    **dict.fromkeys(_PRESS, ("media",)),
    "agency": ("media", "aid"),
    "network": ("media", "monitor"),
    **dict.fromkeys(word_set("monitor observatory"), ("monitor",)),
    **dict.fromkeys(word_set("charity fund committee"), ("aid",)),
    **dict.fromkeys(word_set("organisation organization body"), ("aid", "monitor")),
    **dict.fromkeys(word_set("group party"), ("armed_group", "aid", "monitor")),
    "faction": ("armed_group",),
    **dict.fromkeys(word_set("ministry command directorate"), ("government", "state")),
}
"""Kinds of speakers that a noun can mean."""
_BY_NAME = word_set("ministry command directorate committee fund observatory network party")
"""Nouns that only what is called so can be meant by: "the ministry" is no army, "the committee" no charity."""
_NAMED_OTHERWISE = {
    "committee": word_set("icrc"), "fund": word_set("unicef"), "network": word_set("tv television channel jazeera"),
    "office": word_set("ocha"), "observatory": word_set("sohr"),
}  # fmt: skip
_UNITED_NATIONS = word_set("un u.n. nations ocha unhcr unrwa unicef world migration")
_NO_UNITED_NATIONS = frozenset(("group", "party", "charity", "committee"))
_LOOSE = frozenset(("group", "organisation", "organization", "body"))
_STATES_OWN = word_set(
    """
    ministry government army military police command regime state embassy municipality administration parliament
    presidency hospital directorate force brigade battalion regiment division corps garrison contingent coalition
    prosecution intelligence cabinet consulate university secretariat company firm
    """
)
"""Nouns for bodies that nobody calls a group or an organisation."""


def body_meant(head: str, memory: Memory) -> Speaker | None:
    """Who was named last of those that a noun can mean: "the Red Cross" is no monitor and no ministry.

    Parameters
    ----------
    head : str
        "monitor", "agency", "group", "ministry", ...
    memory : Memory

    Returns
    -------
    Speaker or None
        None where nobody of the kind was named: who speaks is then told in the report's words.
    """
    return next((body for body in reversed(memory.named) if _is_a(body, head)), None)


def served(text: str, sentence: Sentence, low: int, high: int, memory: Memory) -> str:
    """The organisation meant by "a spokesman for the agency": named before in the sentence, or last."""
    words = sentence.words
    if words[high - 2 : high - 1] != ["the"] or words[high - 3 : high - 2] != ["for"]:
        return ""
    sorts = SORT_OF[words[high - 1]]
    for k, voice in reversed(sentence.voices):
        if k < low and voice.kind in sorts and text[sentence.starts[k]].isupper():
            return voice.label
    body = body_meant(words[high - 1], memory)
    return body.label if body is not None else ""


def _is_a(body: Speaker, head: str) -> bool:
    """Whether a speaker is what a noun says, by its kind and by its name."""
    called = {*body.label.lower().split(), *body.text.lower().split()}
    if head in called:
        return True
    if not called.isdisjoint(_NAMED_OTHERWISE.get(head, ())):
        return True
    if body.kind:
        if head in _BY_NAME or body.kind not in SORT_OF.get(head, ()):
            return False
        return head not in _NO_UNITED_NATIONS or called.isdisjoint(_UNITED_NATIONS)
    if head in _PRESS:
        return not called.isdisjoint(_PRESS)
    return head in _LOOSE and called.isdisjoint(_STATES_OWN)
