"""Who is quoted: "X said", "according to X", "he added", the report of X that ..., and quotations over sentences."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import LOADED, Lexicon, Voice, find_phrase

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_CLOSED = frozenset("under in on at by after before since during for from with without as of to but and or about more some two three many several most all both each every nearly almost around over there then now here these those that this".split())  # noqa: SIM905
_HARD = frozenset("; : – — ( ) “ ” \" « » that but while whereas after before until when because although though if which as".split())  # noqa: SIM905
_NP_END = frozenset(
    ", ; : – — ( ) “ ” \" « » . ! ? that but while whereas after before until when because although though if which who as in on during without with adding at since saying told said and late early last this ahead citing where yesterday today earlier later via whose".split()  # noqa: SIM905
)
_DETERMINERS = frozenset("a an the its their his her our some one another several many this that these those two three local".split())  # noqa: SIM905
_FILLERS = frozenset(
    "there had has have was is were are be been also earlier later then again meanwhile separately on in late early yesterday today repeatedly publicly reportedly only already however and but further still recently previously later now initially himself herself itself".split()  # noqa: SIM905
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night".split())  # noqa: SIM905
_HE = frozenset(("he", "she", "him", "her"))
_PRONOUNS = _HE | {"it", "they"}
_HONORIFICS = frozenset("mr mrs ms dr sheikh abu".split())  # noqa: SIM905
_APPOSITION = frozenset(("a", "an", "the", "who", "which", "whose", "head", "chief", "director", "its", "his", "her"))
_PASSIVE = frozenset("is are was were be been being".split())  # noqa: SIM905
_QUOTES = frozenset("“ ” \" ’ « »".split())  # noqa: SIM905
_ARTICLES = (["a"], ["an"], ["the"], ["another"], ["one"])
_SORT_OF = {
    **dict.fromkeys("agency daily channel newspaper broadcaster outlet station website network television tv radio".split(), ("media", "aid")),  # noqa: SIM905
    **dict.fromkeys("monitor observatory network".split(), ("monitor",)),  # noqa: SIM905
    **dict.fromkeys("charity organisation organization fund committee".split(), ("aid", "monitor")),  # noqa: SIM905
    **dict.fromkeys("group faction party".split(), ("armed_group", "aid", "monitor")),  # noqa: SIM905
    **dict.fromkeys("ministry command directorate".split(), ("government", "state")),  # noqa: SIM905
}
_SPOKE = frozenset("spoke met gave was is has had came went visited held appeared arrived".split())  # noqa: SIM905
_BY_OFFICE = ("armed_group", "government", "coalition", "state", "mixed", "civilian", "other")


@dataclasses.dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody quoted.

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


@dataclasses.dataclass(frozen=True, slots=True)
class Attribution:
    """Words that attribute what stands on one side of them.

    Parameters
    ----------
    first, last : int
        Words of the sentence, ``last`` behind the end.
    side : str
        ``right``, ``left`` or ``both``.
    speaker : Speaker
    denies : bool
    """

    first: int
    last: int
    side: str
    speaker: Speaker
    denies: bool


@dataclasses.dataclass
class Memory:
    """Whom the report has named so far."""

    person: Speaker | None = None
    body: Speaker | None = None
    plural: Speaker | None = None
    latest: Speaker | None = None
    names: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    offices: dict[str, Speaker] = dataclasses.field(default_factory=dict)
    bodies: dict[str, Speaker] = dataclasses.field(default_factory=dict)

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
            self.body = speaker
            self.bodies[speaker.kind] = speaker
        else:
            self.plural = speaker


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
    for i, group in sentence.says:
        if group == "promise":
            continue
        if found and i < found[-1].last:
            continue
        one = _attribution(text, sentence, lexicon, memory, i, group)
        if one is not None:
            found.append(one)
    if not found and sentence.offices:
        _introduce(text, sentence, lexicon, memory)
    return found


def _introduce(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory) -> None:
    """Remember a person named with an office where nobody is quoted: "spokesman A. B. met the press. He said ..."."""
    words = sentence.words
    for k in sentence.offices:
        high = _np_end(sentence, k, lexicon)
        stops = {p for p, t in sentence.triggers if t.form != "noun"} | {p for p, _ in sentence.says}
        high = next((p for p in range(k + 1, high) if p in stops or words[p] in _SPOKE), high)
        low = k
        while low > 0 and k - low < 8 and (text[sentence.starts[low - 1]].isupper() or words[low - 1] in {"a", "an", "the", ",", "for", "of"}) and low - 1 not in stops:
            low -= 1
        while low < k and words[low] in {",", "for", "of"}:
            low += 1
        if any(text[sentence.starts[p]].isupper() for p in range(low + (low == 0), high)):
            _resolve(text, sentence, low, high, lexicon, memory)
        return


def _attribution(
    text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int, group: str
) -> Attribution | None:
    words = sentence.words
    if group == "according":
        low, high = i + 2, _np_end(sentence, i + 2, lexicon)
        speaker = _resolve(text, sentence, low, high, lexicon, memory)
        if speaker is None:
            return None
        side = "right" if i == 0 or (i <= 2 and words[0] in {"but", "and"}) else _closing_side(words, high)
        return Attribution(i, high, side, speaker, denies=False)
    if group == "noun":
        return _noun(text, sentence, lexicon, memory, i)
    if i and words[i - 1] in {"a", "an", "the", "its", "their", "no", "'s", "this", "any", "to", "of"}:
        return None  # "a claim", "the report", "to say": no finite verb of saying
    if i and group != "witness" and words[i].endswith(("ed", "n", "d")) and any(w in _PASSIVE for w in words[max(0, i - 2) : i]):
        return None  # "is expected to", "was told": nobody speaks
    denies = group == "deny"
    before = words[i - 1] if i else ""
    low = _np_start(sentence, i)
    if group in {"plain", "deny"} and (before in _QUOTES or (before == "," and _apposed(sentence, i, lexicon) < 0)):
        high = _np_end(sentence, i + 1, lexicon)
        speaker = _resolve(text, sentence, i + 1, high, lexicon, memory) if high > i + 1 else None
        if speaker is not None:
            return Attribution(i, high, _closing_side(words, high), speaker, denies)
        if before in _QUOTES:
            return None
    if low >= i:
        return None
    speaker = _resolve(text, sentence, low, i, lexicon, memory, strict=group in {"figures", "witness"})
    if speaker is None:
        return None
    if words[i] in {"put", "puts", "putting"} and "at" not in words[i + 1 : i + 16]:
        return None
    last = i + 1
    if words[i] in {"told", "tell", "tells", "telling"}:
        last = min(_np_end(sentence, i + 1, lexicon), i + 5)
    side = _say_side(sentence, low, last)
    return Attribution(low, last, side, speaker, denies)


def _noun(text: str, sentence: Sentence, lexicon: Lexicon, memory: Memory, i: int) -> Attribution | None:
    """``state media's reports that``, ``a count by X``, ``figures from X``."""
    words = sentence.words
    if words[i + 1] == "that":
        low = i
        while low > 0 and i - low < 8 and words[low - 1] not in _NP_END and words[low - 1] not in {"from", "by", "to", "of"}:
            low -= 1
        speaker = _resolve(text, sentence, low, i, lexicon, memory, strict=True)
        return Attribution(low, i + 2, "right", speaker, denies=False) if speaker else None
    if words[i + 1] in {"by", "from"}:
        high = _np_end(sentence, i + 2, lexicon)
        speaker = _resolve(text, sentence, i + 2, high, lexicon, memory, strict=True)
        return Attribution(i, high, "both", speaker, denies=False) if speaker else None
    if words[i + 1] == "," and i > 1:
        low = i
        while low > 0 and i - low < 8 and words[low - 1] not in {",", "by", "on", "in", "“", '"'}:
            low -= 1
        if low and words[low - 1] == "by":
            speaker = _resolve(text, sentence, low, i, lexicon, memory, strict=True)
            return Attribution(low - 1, i + 1, "both", speaker, denies=False) if speaker else None
    return None


def _closing_side(words: list[str], high: int) -> str:
    """Whether words go on behind a closing attribution ("..., X said, adding that ...")."""
    rest = [w for w in words[high:] if w[0].isalnum()]
    return "both" if len(rest) > 3 else "left"


def _say_side(sentence: Sentence, low: int, last: int) -> str:
    words = sentence.words
    closes = low > 0 and (words[low - 1] == "," or words[low - 1] in _QUOTES or words[low - 1] in {"–", "—"})
    rest = last
    while rest < len(words) and (words[rest] in _FILLERS or words[rest] in _DAYS or words[rest] in {"a", "statement", "reporters", "to", "telegram", "twitter", "the", "afp", "reuters"}):
        rest += 1
    if rest >= len(words) or words[rest] in {".", "!", "?"} or not any(w[0].isalnum() for w in words[rest:]):
        return "left"
    if closes and len(words) - rest <= 9 and not any(p >= rest for p, t in sentence.triggers if t.form != "noun") and not any(w[0].isdigit() or w == "that" for w in words[rest:]):
        return "left"  # "..., the minister told reporters in the capital."
    if closes and "," in (words[last], words[rest]):
        return "both"
    return "right"


def _np_start(sentence: Sentence, i: int) -> int:
    """First word of the subject that stands left of word ``i``."""
    words = sentence.words
    stops = {p for p, t in sentence.triggers if t.form != "noun" and p < i and not t.weak and p not in sentence.attributive} | {p for p, _ in sentence.says if p < i and words[p - 1 : p] not in _ARTICLES}
    low = i
    while low > 0 and i - low < 32:
        word = words[low - 1]
        if word == ",":
            opened = _apposed(sentence, low, None)
            if opened < 0:
                break
            low = opened
            continue
        if word in _HARD:
            break
        if low - 1 in stops and words[low - 2 : low - 1] != ["the"] and not _office_between(words, low, i):
            break
        low -= 1
    return low


def _office_between(words: list[str], low: int, i: int) -> bool:
    return bool({"who", "spokesman", "spokeswoman"} & set(words[low:i]))


def _apposed(sentence: Sentence, i: int, lexicon: Lexicon | None) -> int:
    """Comma that opens the apposition which ends before word ``i`` ("X, a spokesman for Y, said"); -1 without one."""
    words = sentence.words
    if i < 1 or words[i - 1] != ",":
        return -1
    at = i - 2
    while at >= max(0, i - 24) and words[at] != ",":
        if words[at] in _HARD - {"as"} and not (words[at] in {"which", "who"} and words[at - 1 : at] == [","]):
            return -1
        at -= 1
    if at <= 0 or words[at] != ",":
        return -1
    first = words[at + 1]
    if first in _APPOSITION or (first[0].isdigit() and i - at <= 4):  # an age
        return at
    inside = words[at + 1 : i - 1]
    return at if lexicon is not None and any(w in lexicon.persons for w in inside) else -1


def _np_end(sentence: Sentence, i: int, lexicon: Lexicon) -> int:
    """Word behind the noun phrase that begins at ``i``, an apposition included."""
    words = sentence.words
    high = i
    while high < len(words) and high - i < 16:
        word = words[high]
        if word == "with" and high + 1 < len(words) and words[high + 1] in lexicon.voices:
            high += 1
            continue
        if word in _NP_END and not (word == "and" and high + 1 < len(words) and high > i and _capital_like(words[high + 1], lexicon)):
            break
        high += 1
    if high < len(words) - 2 and words[high] == "," and high > i:
        first = words[high + 1]
        if first in _APPOSITION or first in lexicon.persons:
            end = high + 1
            while end < len(words) and words[end] not in {",", ".", "”", '"', ";", "that"} and end - high < 14:
                end += 1
            inside = words[high + 1 : end]
            if any(w in lexicon.persons or w in lexicon.bodies or w in {"based", "monitor"} for w in inside):
                return end
    return high


def _capital_like(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.voices or word in lexicon.plurals


def _resolve(
    text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, memory: Memory, *, strict: bool = False
) -> Speaker | None:
    """Tell who the words ``low`` to ``high`` are; ``strict`` accepts only who observes and publishes."""
    words = sentence.words
    while low < high and (words[low] in _FILLERS or words[low] in _DAYS or words[low] == ","):
        low += 1
    while high > low and (words[high - 1] in _FILLERS or words[high - 1] in _DAYS or words[high - 1] in {",", "'s"}):
        high -= 1
    if low >= high:
        return None
    if words[high - 1] in {"we", "i", "you"}:
        return None
    if words[high - 1] in _PRONOUNS and high - low <= 3:
        if strict:
            return None
        return _antecedent(words[high - 1], memory)
    voice, at = _voice(text, sentence, low, high, lexicon)
    offices = [k for k in range(low, high) if words[k] in lexicon.persons]
    office = words[offices[0]] if offices else ""
    quote = text[sentence.starts[low] : sentence.ends[high - 1]]
    names = _names(text, sentence, low, high, lexicon, at, voice)
    person = bool(office) or bool(names)
    if voice is not None:
        label = voice.label
        if office and voice.kind in _BY_OFFICE:
            label = f"{label} {office}"
        elif office in {"correspondent", "reporter", "journalist", "photographer"}:
            label = f"{label} {office}"
        if strict and not office and voice.kind not in {"media", "monitor", "aid", "government", "state"}:
            return None
        speaker = Speaker(label, quote, voice.id if voice.kind == "armed_group" else "", "person" if person and office else "body", voice.kind)
        memory.keep(speaker, names, office)
        return speaker
    if names and (known := _known(names, memory)) is not None and not strict:
        memory.latest = memory.person = known
        return known
    if strict and (not office or office in {"fighter", "soldier"}) and not any(        w in lexicon.plurals or w in lexicon.bodies for w in words[low:high]
    ):
        return None
    if office:
        if words[low] == "the" and not names and office in memory.offices and high - low <= 3:
            memory.latest = memory.person = memory.offices[office]
            return memory.offices[office]
        speaker = Speaker(_office_label(text, sentence, low, high, offices, names), quote, "", "person")
        memory.keep(speaker, names, office)
        return speaker
    groups = [k for k in range(low, high) if words[k] in lexicon.plurals or words[k] in lexicon.bodies]
    if groups:
        head = words[groups[-1]]
        if words[low] in {"the", "that"} and high - low == 2 and head in lexicon.bodies and memory.body is not None and head not in {"government", "army", "regime", "opposition", "military", "police"}:
            memory.latest = memory.body = next((memory.bodies[k] for k in _SORT_OF.get(head, ()) if k in memory.bodies), memory.body)
            return memory.body
        number = "plural" if head in lexicon.plurals else "body"
        speaker = Speaker(_plain_label(sentence, low, groups[-1] + 1), quote, "", number)
        memory.keep(speaker, [], "")
        return speaker
    if names and not strict:
        speaker = Speaker(quote, quote, "", "person")
        memory.keep(speaker, names, "")
        return speaker
    return None


def _antecedent(pronoun: str, memory: Memory) -> Speaker | None:
    if pronoun in _HE:
        return memory.person or memory.latest
    if pronoun == "it":
        return memory.body or memory.latest
    return memory.plural or memory.latest


def _voice(text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon) -> tuple[Voice | None, int]:
    """The organisation in a noun phrase: the longest alias, the earliest of equals."""
    best: Voice | None = None
    place = -1
    for k in range(low, high):
        if sentence.words[k] not in lexicon.voices:
            continue
        voice = find_phrase(lexicon.voices, sentence.words, k)
        if voice is None or k + voice.length > high:
            continue
        if voice.capitals and not text[sentence.starts[k] : sentence.ends[k]].isupper():
            continue
        if best is None or voice.length > best.length:
            best, place = voice, k
    return best, place


def _names(
    text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, at: int, voice: Voice | None
) -> list[str]:
    """Capitalised words that are no office, no organisation: a person's names, lower case."""
    out = []
    taken = range(at, at + voice.length) if voice is not None else range(0)
    for k in range(low, high):
        word = sentence.words[k]
        first = text[sentence.starts[k]]
        if k in taken or not first.isupper() or word in lexicon.persons or word in lexicon.plurals or word in lexicon.bodies:
            continue
        if word in _DETERMINERS or word in _HONORIFICS or word in _FILLERS or word in _PRONOUNS or word in _DAYS or word in {"critics", "and", "in", "for"} or (k == low and word in _CLOSED):
            continue
        out.append(word)
    return out


def _known(names: list[str], memory: Memory) -> Speaker | None:
    last = names[-1]
    if last in memory.names:
        return memory.names[last]
    if memory.person is not None and len(names) <= 2:
        # an outlet's slip: the group's name taken for the spokesman's
        folded = memory.person.text.lower()
        if folded.find(" ".join(names)) >= 0:
            return memory.person
    return None


def _office_label(text: str, sentence: Sentence, low: int, high: int, offices: list[int], names: list[str]) -> str:
    """The office without the person: ``a surgeon in the old city`` is ``surgeon in the old city``."""
    words = sentence.words
    first = low
    while first < high and words[first] in _DETERMINERS:
        first += 1
    named = [k for k in range(first, high) if words[k] in names]
    if named and named[0] == first and "," in words[low:high]:
        first = words.index(",", low) + 1
        while first < high and words[first] in _DETERMINERS:
            first += 1
        named = []
    last = high
    for k in range(offices[0] + 1, high):
        if words[k] == "," or (words[k] in names and words[k - 1] not in {"of", "in", "for", "at", "from", "the"}):
            last = k
            break
    if first >= last:
        return words[offices[0]]
    kept = [LOADED.get(w, text[s:e]) for w, s, e in zip(words[first:last], sentence.starts[first:last], sentence.ends[first:last], strict=True)]
    return " ".join(kept).replace(" 's", "'s")


def _plain_label(sentence: Sentence, low: int, high: int) -> str:
    words = [LOADED.get(w, w) for w in sentence.words[low:high]]
    while len(words) > 1 and words[0] in _DETERMINERS - {"local"}:
        words = words[1:]
    return " ".join(words[-6:]).replace(" 's", "'s")


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
    for one in attributions[number]:
        if one.side == "right" and word < one.last:
            continue
        if one.side == "left" and word >= one.first:
            continue
        gap = word - one.last if word >= one.last else one.first - word
        cost = 0.02 * max(gap, 0) + sentence.between(word, min(one.first, len(sentence.words) - 1))
        if cost < lowest:
            best, lowest = one, cost
    if best is not None:
        return best, number
    if not sentence.quoted[word]:
        return None
    for step in (1, -1, 2, -2):  # a quotation of several sentences: the attribution stands beside it
        other = number + step
        if 0 <= other < len(sentences) and sentences[other].paragraph == sentence.paragraph and attributions[other]:
            pick = attributions[other][0] if step > 0 else attributions[other][-1]
            return pick, other
    if number and attributions[number - 1]:
        return attributions[number - 1][-1], number - 1
    return None
