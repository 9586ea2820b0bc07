"""Who is quoted without a plain verb of saying: "Medics: 40 dead", "... - UN envoy", "Citing X, Y reported"."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import MOVING
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.naming import resolve
from geo_ghouta.claims.relaying import PAPERS

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Lexicon
    from geo_ghouta.claims.passages import Sentence
    from geo_ghouta.claims.remembering import Memory, Speaker

CLOSING = frozenset(("authorities", "officials", "media", "sources", "activists", "monitors", "observers", "continued"))
_AMOUNT = word_set("about around some over nearly almost more than at least of million")
DASHES = frozenset(("-", "–", "—"))


@dataclasses.dataclass(slots=True)
class Attribution:
    """Words that attribute what stands on one side of them; never changed once made.

    Parameters
    ----------
    first, last : int
        Words of the sentence, ``last`` behind the end.
    side : str
        ``right``, ``left``, ``both``, or ``before`` for the figure right before them alone.
    speaker : Speaker
    denies : bool
    """

    first: int
    last: int
    side: str
    speaker: Speaker
    denies: bool


def opening(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> Attribution | None:
    """Who is named before a colon: "Medics: 40 dead in strikes", "City council: 2,500 residents killed"."""
    words = sentence.words
    low = 0
    if words[0].isdigit() and words[1] in {":", "."} and words[2:3] != [] and words[2].isdigit():
        low = 3 + (words[3:4] != [] and not words[3][0].isalnum())  # "19:02 – Zelensky: 3,071 rescued"
    at = words.index(":", low) if ":" in words[low : low + 9] else 0
    if at <= low:
        return None
    known = any(
        w in lexicon.plurals or w in lexicon.bodies or w in lexicon.persons or w in lexicon.voices or w in memory.names
        for w in words[low:at]
    )
    if not known or any(p < at for p, _ in sentence.says) or any(w[0].isdigit() for w in words[low:at]):
        return None
    if any(low <= p < at and t.form != "noun" and p not in sentence.attributive for p, t in sentence.triggers):
        return None
    if _is_count(words, at + 1):
        return None  # "Hospitals open in the north: 4 of 24": a label, and nobody speaks
    speaker = resolve(text, sentence, low, at, lexicon, memory)
    return None if speaker is None else Attribution(low, at + 1, "right", speaker, denies=False)


def _is_count(words: list[str], at: int) -> bool:
    """Whether nothing but a figure stands here: "4 of 24", "over 1.2 million (UN figure)"."""
    figures = 0
    while at < len(words) and (words[at][0].isdigit() or words[at] in _AMOUNT):
        figures += words[at][0].isdigit()
        at += 1
    return figures > 0 and (at == len(words) or not words[at][0].isalnum())


_SOFTLY_AT = word_set("about around some close to nearly almost more than over least fewer up roughly")
_LATER = frozenset(("later", "then", "now", "meanwhile", "first", "initially"))


def second_put(
    text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, found: list[Attribution]
) -> list[Attribution]:
    """Who else puts it at so much, without a verb: "activists put the dead at 40, residents at 60"."""
    words = sentence.words
    opened = found[-1].last
    out = []
    for at in range(opened + 3, len(words) - 1):
        behind = next((k for k in range(at + 1, len(words) - 1) if words[k] not in _SOFTLY_AT), at + 1)
        if words[at] != "at" or not words[behind][0].isdigit():
            continue
        low = next(
            (k + 1 for k in range(at - 1, max(opened, at - 6), -1) if words[k] in {",", "and", "while", ";"}), at
        )
        named, at = at, at - (words[at - 1] in _LATER)
        if any(w in lexicon.plurals or w in lexicon.voices or w in lexicon.bodies for w in words[low:at]):
            speaker = resolve(text, sentence, low, at, lexicon, memory)
            out += [] if speaker is None else [Attribution(low, named + 1, "right", speaker, denies=False)]
    return out


def closing(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> Attribution | None:
    """The authorities that end a sentence behind ", to" or ", per": an attribution whose "according" was lost."""
    words = sentence.words
    last = len(words) - (words[-1] == ".")
    dash = -1
    for k in range(max(0, last - 7), last - 1):
        if words[k] in DASHES:
            dash = k
    if dash > 0 and not text[sentence.starts[dash] - 1].isspace():
        dash = -1  # "a 100-strong group"
    if (
        dash > 3
        and "(" not in words[dash:]
        and (
            any(k > dash for k in sentence.offices)
            or any(w in lexicon.voices or w in lexicon.bodies for w in words[dash:])
        )
    ):
        speaker = resolve(text, sentence, dash + 1, last, lexicon, memory)
        if speaker is not None:
            return Attribution(dash, last, "left", speaker, denies=False)  # "900 of them are fighters - UN envoy"
    if words[last - 1] not in CLOSING:
        return None
    if words[last - 1] == "continued":
        return _went_on(text, sentence, lexicon, memory, last - 1)
    at = max((k for k in range(max(0, last - 8), last - 1) if words[k] == ","), default=-1)
    if at < 1 or words[at + 1] not in {"to", "per"} or last - at > 7:
        return None
    if words[at + 1] == "to" and any(t.kind in MOVING and t.form == "move" for p, t in sentence.triggers if p < at):
        return None  # "have crossed the lines, to the authorities"
    speaker = resolve(text, sentence, at + 2, last, lexicon, memory)
    return None if speaker is None else Attribution(at, last, "left", speaker, denies=False)


def _went_on(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, at: int) -> Attribution | None:
    """Who goes on to speak at the end: "Another 300 are waiting, the official continued."."""
    words = sentence.words
    low = next((k + 1 for k in range(at - 1, max(0, at - 7), -1) if words[k] in _BEFORE_SAID), at)
    speaker = resolve(text, sentence, low, at, lexicon, memory) if low < at else None
    if speaker is None or speaker.number != "person":
        return None  # "..., the army continued": to fight
    return Attribution(low, at + 1, "left", speaker, denies=False)


_BEFORE_SAID = frozenset((",", '"', "”", "»"))


def relayed(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> Attribution | None:
    """Whose words a medium passes on: "Citing the health ministry, the agency reported 300 deaths"."""
    words = sentence.words
    high = words.index(",") if "," in words[:16] else 0
    if high < 2 or words[high - 1] in PAPERS:
        return None
    said = next((k for k, group in sentence.says if k > high + 1 and group == "plain"), 0)
    if not said or "," in words[high + 1 : said]:
        return None
    medium = resolve(text, sentence, high + 1, said, lexicon, memory)
    if medium is None or medium.kind != "media":
        return None
    speaker = resolve(text, sentence, 1, high, lexicon, memory)
    return None if speaker is None else Attribution(0, said + 1, "right", speaker, denies=False)
