"""Who speaks in an Arabic sentence: "said X that", "according to X", "and added", and one label for each body."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.arabic_words import ACCUSED, PROPOSING, REJECTING, SAID, VERBS, fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Scene
    from geo_ghouta.claims.lexicon import Lexicon

_AFTER_SAID = ACCUSED | frozenset(
    ("ان", "بان", "انه", "انها", "انهم", "قوله", "قولها", "قولهم", "عن", "الي", "عدد", "العدد", "اعداد", ":", "،", ",")
)
_SIGNS = frozenset((".", '"', "«", "“"))
_COMMAS = frozenset(("،", ","))
_ACCORDING = frozenset(("بحسب", "حسب", "وفق", "وفقا", "طبقا", "استنادا", "حسبما", "نقلا"))
_JOINING = frozenset(("وفقا", "طبقا", "استنادا"))
"""Behind these "to" is a letter of the next word."""
_LEAD = frozenset(("ما", "ل", "عن", "الي", "به", "بها", "عنه"))
_PAPERS = frozenset(("بيان", "تقرير", "بيانات", "ارقام", "احصاءات", "احصائيات", "حصيلة", "تقديرات"))
_TO_WHOM = ("لوكالة", "لقناة", "للصح", "للجزيرة", "لصحيفة", "لموقع", "لرويترز", "لفرانس", "لمراسل")
"""Beginnings of words that name to whom somebody spoke: "sources told Al Jazeera that"."""
_PASSING, _HIS_WORDS = frozenset(("نقل", "نقلت")), frozenset(("قوله", "قولها", "قولهم"))
_HEADS = frozenset(("مدير", "مديرة", "رئيس", "رئيسة", "المدير", "منسق", "ممثل", "ممثلة"))
_RELATIVE = frozenset(("التي", "الذي", "الذين"))
_SPOKES = frozenset(("متحدث", "المتحدث", "متحدثة", "المتحدثة", "ناطق", "الناطق", "ناطقة", "الناطقة"))
_OWN_WORDS = frozenset(("aid", "monitor", "media"))
"""Kinds of bodies whose spokesmen are told as the body itself."""
_LONGEST_NAME = 8
_LONGEST_CLOSING = 7
_LOADED = {"النظام": "الحكومة", "الارهابيين": "المعارضة", "الارهابيون": "المعارضة", "الإرهابيين": "المعارضة"}


@dataclasses.dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: label, words of the sentence, the report's words, and whether what stands before is said."""

    label: str
    first: int
    last: int
    text: str
    closing: bool = False


def find_voices(scene: Scene, words: Sequence[str], known: Voice | None) -> list[Voice]:
    """Find who speaks in a sentence, in order of the words.

    Parameters
    ----------
    scene : Scene
        The sentence with its dates.
    words : sequence of str
        Its words, folded.
    known : Voice or None
        Who spoke last, for "and added that".

    Returns
    -------
    list of Voice
    """
    found: list[Voice] = []
    for at, word in enumerate(words):
        bare = word[1:] if word[:1] in {"و", "ف"} and word not in SAID else word
        if found and at < found[-1].last:
            continue
        before = words[at - 1] if at else ""
        if bare in _PASSING and not _HIS_WORDS.isdisjoint(words[at + 1 : at + 2 * _LONGEST_NAME]):
            first = next((k + 1 for k in range(at + 1, min(len(words), at + _LONGEST_NAME)) if words[k] == "عن"), 0)
            last = _end(scene, words, first, limit=_LONGEST_NAME) if first else 0
            found += [_voice(scene, words, (first, last), (at, last), known)] if last > first else []
        elif _says(bare, words, at):
            if before in {"ما", "كما"}:
                continue
            first, joined = _behind_paper(words, at + 1, joined=False)
            last = _end(scene, words, first, limit=_LONGEST_NAME)
            if last > first and before not in _RELATIVE:
                # "... 300 people left, said the ministry": nothing follows
                ends = before in _COMMAS and all(w in _SIGNS or not w for w in words[last:])
                found.append(_voice(scene, words, (first, last), (at, last), known, joined=joined, closing=ends))
            elif (again := found[-1] if found else known) is not None:
                found.append(dataclasses.replace(again, first=at, last=at + 1, closing=False))
        elif bare in _ACCORDING or word in _ACCORDING:
            first, joined = at + 1, bare in _JOINING or word in _JOINING
            while first < len(words) and (
                not words[first] or words[first] in _LEAD or words[first] in SAID or words[first].lstrip("وف") in SAID
            ):
                first += 1
            first, joined = _behind_paper(words, first, joined=joined)
            last = _end(scene, words, first, limit=_LONGEST_CLOSING)
            if last > first:
                opens = at <= 1
                found.append(_voice(scene, words, (first, last), (at, last), known, joined=joined, closing=not opens))
    return found


def _says(bare: str, words: Sequence[str], at: int) -> bool:
    if bare in REJECTING:
        return not ACCUSED.isdisjoint(words[at + 1 : at + 1 + _LONGEST_NAME])
    return bare in SAID or bare in PROPOSING or (bare == "طالب" and (at == 0 or words[at] != bare))  # also "student"


def _behind_paper(words: Sequence[str], first: int, *, joined: bool) -> tuple[int, bool]:
    """First word of who published it, and whether "of" is a letter of it: "a statement of the ministry"."""
    lead = words[first : first + 2]
    if len(lead) == 2 and lead[0].removeprefix("ل" * joined) in _PAPERS and lead[1].startswith("ل"):
        return first + 1, True
    return first, joined


def voice_at(voices: Sequence[Voice], first: int, counts: Sequence[int]) -> Voice | None:
    """Who says what stands at a word; ``counts`` are the words at which figures stand.

    A closing "according to X" speaks for what stands before it, unless somebody else opened the sentence and another
    figure stands in between: that one is X's.
    """
    said = next((v for v in reversed(voices) if not v.closing and v.last <= first), None)
    behind = next((v for v in voices if v.closing and v.first > first), None)
    if behind is None:
        return said
    if any(first < v.first < behind.first for v in voices if not v.closing):
        return said  # somebody else begins to speak before
    if said is not None and any(first < k < behind.first for k in counts):
        return said
    return behind


def _end(scene: Scene, words: Sequence[str], first: int, limit: int) -> int:
    days = {m.first for m in scene.moments}
    at = first
    while at < len(words) and at - first < limit:
        if (
            words[at] in _AFTER_SAID
            or words[at] in _SIGNS
            or words[at][:1].isdigit()
            or at in days
            or words[at] in VERBS
        ):
            break
        if at > first and (words[at] in _RELATIVE or words[at].startswith(_TO_WHOM)):
            break  # "according to the UN, which expects ..."
        if words[at].startswith("ب") and words[at][1:] in VERBS:
            break  # "admitted the killing of"
        at += 1
    return at


def _voice(
    scene: Scene, words: Sequence[str], named: tuple[int, int], span: tuple[int, int], known: Voice | None,
    *, joined: bool = False, closing: bool = False,
) -> Voice:  # fmt: skip
    sentence = scene.sentence
    first, last = named
    text = scene.text[sentence.starts[first] : sentence.end_of(last - 1)]
    spoken, folded = text.split(), [w for w in words[first:last] if w]  # a vowel sign is a word of its own
    if joined and folded[0].startswith("ل"):
        cut = "ال" if folded[0].startswith("لل") else ""
        folded[0], spoken[0] = (cut + word[len(cut) or 1 :] for word in (folded[0], spoken[0]))
    return Voice(_label(folded, spoken, scene.lexicon, known), span[0], span[1], text, closing)


def _label(folded: list[str], spoken: list[str], lexicon: Lexicon, known: Voice | None) -> str:
    """The neutral label: the case's or a known organisation's, else the report's words without a loaded one."""
    if len(folded) > 2 and folded[0] in _SPOKES and folded[1] == "باسم":
        body, kind = _body(folded[2:], spoken[2:], lexicon, known)
        if body and not body[0].islower():
            return body if kind in _OWN_WORDS else f"{body} spokesman"
    if len(folded) > 1 and folded[0] in _HEADS:
        body, kind = _body(folded[1:], spoken[1:], lexicon, None)
        if kind in _OWN_WORDS:
            return body  # "the director of the Observatory"
    body, _ = _body(folded, spoken, lexicon, known)
    return body or " ".join(_LOADED.get(w, w) for w in spoken)


def _body(folded: list[str], spoken: list[str], lexicon: Lexicon, known: Voice | None) -> tuple[str, str]:
    """Label and kind of the organisation that a name begins with, both "" for an unknown one."""
    for count in range(len(folded), 0, -1):
        voice = lexicon.arabic.get(" ".join(folded[:count]))
        if voice is not None and (count == len(folded) or not voice.label[0].islower()):
            if voice.label[0].islower() and known is not None and known.label.endswith(f" {voice.label}"):
                return known.label, voice.kind  # "the health ministry in X said ... the health ministry added"
            return voice.label, voice.kind
    for tail, voice in lexicon.voices.get(spoken[0].lower(), ()):
        if tuple(w.lower() for w in spoken[1 : 1 + len(tail)]) == tail:
            return str(voice.label), str(voice.kind)
    if len(folded) == 1 and known is not None and folded[0].startswith("ال"):
        head = fold(known.text.split()[0])
        if head == folded[0] or head == folded[0][2:]:
            return known.label, ""  # "the ministry", "the army"
    return "", ""
