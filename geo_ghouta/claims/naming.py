"""Who a noun phrase names: an organisation, an office, a person met before, a pronoun."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.claims.labels import (
    DETERMINERS,
    HONORIFICS,
    PLACING,
    RANKS,
    behind_by,
    behind_place,
    counts_nobody,
    group_label,
    has_article,
    is_held,
    office_label,
    owned_label,
    proper_label,
    stripped,
)
from geo_ghouta.claims.lexicon import Lexicon, Voice, find_phrase, foreign, word_set
from geo_ghouta.claims.one_of_them import OPENS, one_of_them
from geo_ghouta.claims.remembering import (
    STATES,
    Memory,
    Speaker,
    antecedent,
    is_armed,
    known_by,
    of_state,
    own_names,
    same_owner,
    state_before,
)
from geo_ghouta.claims.same_body import SORT_OF, body_meant, served

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

_CLOSED = word_set(
    """
    under in on at by after before since during for from with without as of to but and or about more some two
    three many several most all both each every nearly almost around over there then now here these those that
    this
    """
)
NP_END = word_set(
    """
    , ; : – — ( ) “ ” " « » . ! ? that but while whereas after before until when because although though if
    which who as in on during without with adding at since saying told said and late early last this ahead
    citing where yesterday today earlier later via whose put puts say says show shows showed suggest suggests
    """
)
FILLERS = word_set(
    """
    there had has have was is were are be been also earlier later then again meanwhile separately on in late
    early yesterday today repeatedly publicly reportedly only already however and but further still recently
    previously later now initially himself herself itself officially formally
    """
)
DAYS = word_set("monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night")
_HE = frozenset(("he", "she", "him", "her"))
_PRONOUNS = _HE | {"it", "they"}
MONTHS = word_set(
    """
    january february march april june july august september october november december jan feb aug sept oct nov dec
    """
)
APPOSITION = frozenset(("a", "an", "the", "who", "which", "whose", "head", "chief", "director", "its", "his", "her"))
RANKED = frozenset(
    ("major", "general", "lieutenant", "brigadier", "colonel", "captain", "admiral", "sergeant", "commander", "sheikh")
)
_RANKS = frozenset(("maj", "gen", "col", "lt", "capt", "sgt", "brig", "adm", "dr", "mr", "mrs", "ms", "st", "cmdr"))
_MILITARY = _RANKS - {"dr", "mr", "mrs", "ms", "st"}
_NATIONS = word_set(
    """
    israeli palestinian syrian russian ukrainian iraqi iranian turkish american british french german armenian
    azerbaijani azeri lebanese egyptian jordanian saudi qatari kurdish chechen serb serbian croatian bosnian afghan
    sudanese yemeni libyan kuwaiti emirati western european arab georgian chinese italian polish greek
    """
)
_NATIONALS = word_set(
    "russians ukrainians americans israelis palestinians syrians iraqis iranians turks kurds armenians azerbaijanis "
    "azeris georgians serbs croats bosnians british french germans egyptians qataris saudis lebanese chechens"
)
_COUNT = frozenset(("media", "monitor", "aid", "government", "state"))
_NO_NAMES = DETERMINERS | HONORIFICS | FILLERS | _PRONOUNS | DAYS | _NATIONS | {"critics", "and", "in", "for"}
_LEADING = FILLERS | DAYS | {","}
_TRAILING = _LEADING | {"'s", "working", "living", "serving", "sheltering", "staying", "speaking"}
_COMMANDS = frozenset(("general", "colonel", "lieutenant", "major", "captain", "governor", "mayor", "brigadier"))
_OFFICES = (["office"], ["bureau"], ["department"])
_JOINTS = frozenset(("by", "no", "and", "a", ","))
"""Words at which a noun phrase is looked at more closely."""
_BY_OFFICE = ("armed_group", "government", "coalition", "state", "mixed", "civilian", "other")


def np_end(sentence: Sentence, i: int, lexicon: Lexicon) -> int:
    """Word behind the noun phrase that begins at ``i``, an apposition included."""
    words = sentence.words
    high = i
    while high < len(words) and high - i < 16:
        word = words[high]
        if word in NP_END and not _runs_on(words, i, high, lexicon):
            break
        high += 1
    if high < len(words) - 2 and words[high] == "," and high > i:
        first = words[high + 1]
        if first in APPOSITION or first in lexicon.persons:
            end = high + 1
            while end < len(words) and words[end] not in {",", ".", "”", '"', ";", "that"} and end - high < 14:
                end += 1
            inside = words[high + 1 : end]
            if any(w in lexicon.persons or w in lexicon.bodies or w in {"based", "monitor"} for w in inside):
                return end
    return high


def _runs_on(words: list[str], i: int, high: int, lexicon: Lexicon) -> bool:
    """Whether a noun phrase goes on over a word that mostly ends it: "Maj. Gen. A. B.", "the WHO"."""
    word = words[high]
    if word == "with":
        return high + 1 < len(words) and words[high + 1] in lexicon.voices
    if high == i:
        return False
    if word == ".":
        return words[high - 1] in _RANKS
    if word == "who":
        return words[high - 1] in {"the", "a"}  # "according to the WHO": nobody writes "the who"
    return (
        word == "and"
        and high + 1 < len(words)
        and (
            words[high + 1] in lexicon.voices
            or words[high + 1] in lexicon.plurals
            or (words[high + 1] == "the" and words[high + 2 : high + 3] != [] and words[high + 2] in lexicon.voices)
        )
    )


def resolve(
    text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, memory: Memory, *, strict: bool = False
) -> Speaker | None:
    """Tell who the words ``low`` to ``high`` are; ``strict`` accepts only who observes and publishes."""
    words = sentence.words
    while low < high and words[low] in _LEADING:
        low += 1
    while high > low and words[high - 1] in _TRAILING:
        high -= 1
    low = stripped(words, low)
    if words[low : low + 1] == ["up"] and "and" in words[low:high]:
        low = words.index("and", low) + 1  # "fighters holed up in X and the mayor"
    if words[low : low + 4] == ["one", "of", "them", ","]:
        low += 4  # "one of them, a teacher, said"
    phrase = words[low:high]
    if not phrase or phrase[0] == "nobody":
        return None
    if phrase[0] in OPENS and (told := one_of_them(text, sentence, low, high, lexicon, memory)) is not None:
        return told
    if low and words[low - 1] in PLACING and high - low > 3:
        low = behind_place(words, low, high, lexicon)  # "In the hall a woman of 60 said"
        phrase = words[low:high]
    joints = _JOINTS.intersection(phrase)  # most phrases have none, or an article only
    if "by" in joints:
        low, high = behind_by(words, low, high)
        phrase = words[low:high]
        joints = _JOINTS.intersection(phrase)
        if not phrase:
            return None
    if "no" in joints and "no" in phrase[: phrase.index(",") if "," in joints else None]:
        return None  # "no source gives a figure"
    if "and" in joints:
        both = _pair(text, sentence, low, high, lexicon, strict=strict)
        if both is not None:
            memory.keep(both, [], "")
            return both
    if "a" in joints and high - low > 3:
        high = next((k for k in range(low + 1, high - 2) if words[k + 1] == "a" and words[k] in {"in", "on"}), high)
    ending = words[high - 1]
    if ending in {"we", "i", "you"}:
        return None
    if ending in _PRONOUNS and high - low <= 3:
        if strict:
            return None
        state = state_before(text, sentence, low) if ending == "it" else None
        return state or antecedent(ending, memory)
    first_comma = words.index(",", low, high) if "," in joints and "," in words[low:high] else high
    if not "".join(phrase).isalpha():  # letters only: no figure
        for k in range(low, first_comma):
            if words[k][0].isdigit() and words[k - 1] not in {"of", "aged"} and not counts_nobody(words, k):
                return None
    aside = first_comma < high and first_comma + 1 < len(words)
    if aside and (words[first_comma + 1] in {"who", "whose", "which"} or is_held(words, first_comma + 1)):
        high = first_comma  # "A. B., who heads a charity, said": who speaks is A. B.
    voice, at = _voice(text, sentence, low, high, lexicon) if sentence.voices else (None, -1)
    offices = [k for k in sentence.offices if low <= k < high and words[k : k + 2] != ["general", "staff"]]
    office = words[offices[0]] if offices else ""
    if office in RANKS and (held := [k for k in offices if words[k] not in RANKS]):
        office = f"deputy {words[held[1]]}" if words[held[0]] == "deputy" and len(held) > 1 else words[held[0]]
    elif len(offices) > 1 and offices[1] == offices[0] + 1 and office in {"deputy", "vice", "assistant"}:
        office = f"{office} {words[offices[1]]}"
    quote = text[sentence.starts[low] : sentence.starts[high - 1] + len(words[high - 1])]
    names = [] if quote.islower() else _names(text, sentence, low, high, lexicon, at, voice)
    if voice is not None:
        label = voice.label
        if voice.kind == "government" and at > low and label[0].islower():
            label = owned_label(text, sentence, low, at, label)
        if office in {"envoy", "rapporteur"} and voice.kind == "aid":
            label = f"{'UN' if voice.id == 'united_nations' else label} {office}"
        if office in _COMMANDS and names and voice.kind in {"state", "government"}:
            label = proper_label(text, sentence, low, first_comma)  # "Russia's General A. B."
        elif (office and voice.kind in _BY_OFFICE) or office in {
            "correspondent",
            "reporter",
            "journalist",
            "photographer",
            "witness",
        }:
            label = f"{label} {office}"
        owner = memory.body
        if (
            words[low] == "its"
            and voice.kind == "government"
            and owner is not None
            and owner.text in text[sentence.start : sentence.end]
        ):
            named = find_phrase(lexicon.voices, [owner.label.lower(), "'s", *label.split()], 0)
            label = f"{owner.label}'s {label}" if named is None else named.label  # "Russia sent 60, its ministry said"
        if strict and not office and voice.kind not in _COUNT and words[high - 1] not in SORT_OF:
            return None
        if voice.kind == "government" and not office:
            if label == voice.label and words[max(low, at - 1)] == "the" and label in memory.heads:
                memory.latest = memory.body = dataclasses.replace(memory.heads[label], text=quote)
                return memory.body  # "Gaza's health ministry said ... the health ministry added"
            label = same_owner(label, voice.label, memory)
        speaker = Speaker(
            label,
            quote,
            voice.id if voice.kind == "armed_group" else "",
            "person" if office else "body",
            voice.kind,
        )
        memory.keep(speaker, names, office)
        if names and not office:
            memory.keep_member(speaker, names, words[at + voice.length : high])
        if voice.kind == "government" and not office and label.count(" ") > 1:
            memory.heads[" ".join(label.split()[-2:])] = speaker
        return speaker
    if high - low == 1 and words[low] in STATES:
        speaker = Speaker(quote, quote, "", "body", "state")
        memory.keep(speaker, [], "")
        return speaker
    owned = names != [] and "'s" in phrase and words[words.index(names[-1], low) + 1 : high][:1] == ["'s"]
    if names and not owned and (known := known_by(names, memory)) is not None and not strict:
        memory.latest = memory.person = known
        return known
    if strict and high - low == 2 and words[low] == "the" and words[low + 1] in _NATIONALS:
        speaker = Speaker(proper_label(text, sentence, low, high), quote, "", "plural")  # "the Russians spoke of 2,500"
        memory.keep(speaker, [], "")
        return speaker
    if strict and names and high - low == 1 and quote.isupper() and len(quote) > 2:
        speaker = Speaker(quote, quote, "", "body", "media")  # "SMART counted 320 people"
        memory.keep(speaker, [], "")
        return speaker
    if (
        strict
        and (not office or office in {"fighter", "soldier"})
        and not any(w in lexicon.plurals or w in lexicon.bodies for w in words[low:high])
    ):
        return None
    if office:
        if words[low] == "the" and not names and office in memory.offices and high - low <= 3:
            memory.latest = memory.person = memory.offices[office]
            return memory.offices[office]
        label = office_label(text, sentence, low, high, offices, names)
        ranked = [w for w in label.lower().split() if not w.endswith("'s")]
        if names and label[0].isupper() and (label.lower() in _COMMANDS or RANKS.issuperset(ranked)):
            # "Lieutenant General A. B.": the rank alone names nobody; "General A. B., commander of X" holds an office
            held = [k for k in offices if k > first_comma and words[k] not in RANKS]
            if held and label.lower() not in {"governor", "mayor"}:
                label = office_label(text, sentence, first_comma + 1, high, held, names)
            else:
                label = proper_label(text, sentence, low, min(first_comma, high))
        body = memory.body
        if (
            office.startswith("spokes") and label.lower() == office and words[low] != "a"
            and body is not None and body.kind != "media"
        ):  # fmt: skip
            label = f"{body.label} {office}"  # "The UN said ..., spokeswoman A. B. told reporters"
        if words[high - 1] in SORT_OF:
            owner_of = served(text, sentence, low, high, memory)
            label = f"{owner_of} {office}" if owner_of else label
        if words[low] in {"its", "their"} and body is not None:
            label = f"{body.label} {office}"
        speaker = Speaker(label, quote, "", "person")
        memory.keep(speaker, own_names(words, low, offices, names), office)
        return speaker
    if words[low] in _MILITARY and names and not strict:
        end = next((k for k in range(low + 1, high) if words[k] in {"of", ",", "from", "in"}), high)
        speaker = Speaker(proper_label(text, sentence, low, end), quote, "", "person")
        memory.keep(speaker, [n for n in names if n not in _RANKS], "")
        return speaker  # "Brig. Gen. A. B. of the army's 9th Division"
    groups = [k for k in range(low, high) if words[k] in lexicon.plurals or words[k] in lexicon.bodies]
    if groups:
        head = words[groups[-1]]
        if head in {"army", "military"} and words[low] == "the" and high - low == 2:
            armed = [b for k, b in memory.bodies.items() if k in {"state", "government"} and is_armed(b)]
            if armed:
                memory.latest = memory.body = dataclasses.replace(armed[-1], text=quote)
                return memory.body  # "Israel's military said ... the army added"
        if words[low] == "the" and 2 < high - low <= 5 and head in SORT_OF and "-based" in quote:
            known = body_meant(head, memory)
            if known is not None:
                memory.latest = memory.body = known
                return known  # "the Britain-based monitor"
        if (
            words[low] in {"the", "that"}
            and high - low == 2
            and head in lexicon.bodies
            and head not in {"government", "army", "regime", "opposition", "military", "police"}
        ):
            known = body_meant(head, memory)
            if known is not None:
                memory.latest = memory.body = known
                return known  # "the agency", "the ministry"; nobody of the kind named: the report's own words
        if words[low] == "its" and high - low == 2:
            mine = of_state(text, sentence, low, head, lexicon)
            if mine:
                speaker = Speaker(mine, quote, "", "body", "state")
                memory.keep(speaker, [], "")
                return speaker
        number = "plural" if head in lexicon.plurals else "body"
        if words[low : low + 2] == ["one", "of"]:
            low, number = low + 2, "person"  # "one of its officers"
        alone = names != [] and words[low] == names[0] and first_comma - low <= len(names)
        if alone and low < first_comma < groups[-1] and "of" not in words[first_comma : groups[-1]]:
            label = proper_label(text, sentence, low, first_comma)  # "Saba, the agency in the capital"
        else:
            label = group_label(text, sentence, low, groups[-1], high, lexicon)
        speaker = Speaker(label, quote, "", number)
        memory.keep(speaker, [], "")
        memory.heads[head] = speaker
        return speaker
    if names and not strict and high - low <= 7:
        speaker = Speaker(proper_label(text, sentence, low, high), quote, "", "person")
        memory.keep(speaker, names, "")
        return speaker
    return None


def _pair(text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, *, strict: bool) -> Speaker | None:
    """Two organisations that say the same: "SANA and the Observatory", each told by its own name."""
    words = sentence.words
    if high - low < 3 or "and" not in words[low + 1 : high - 1] or "," in words[low:high]:
        return None
    at = words.index("and", low + 1, high - 1)
    sides = ((low, at), (at + 1, high))
    office = words[at + 1] == "the" and words[high - 1] in lexicon.persons and not strict  # "the army and the mayor"
    if any(w in lexicon.persons for w in words[low : high - office]):
        return None
    voices = [_voice(text, sentence, first, last, lexicon) for first, last in sides]
    whole, place = _voice(text, sentence, low, high, lexicon)
    if all(v is None for v, _ in voices) or (whole is not None and place < at < place + whole.length):
        return None
    labels = []
    for (first, last), (voice, _) in zip(sides, voices, strict=True):
        named = office or any(
            text[sentence.starts[k]].isupper() for k in range(first, last) if words[k] not in DETERMINERS
        )
        if voice is None and not named:
            return None
        opens = words[first] in DETERMINERS or find_phrase(lexicon.voices, words, first) is not None
        if voice is not None and (opens or "of" not in words[first:last]):
            labels.append(voice.label)
        else:
            labels.append(proper_label(text, sentence, first, last))  # "media of X"
    publish = {"media", "monitor", "aid", "government", "state"}
    if strict and any(v is not None and v.kind not in publish for v, _ in voices):
        return None
    return Speaker(" and ".join(labels), text[sentence.starts[low] : sentence.end_of(high - 1)], "", "plural")


def _voice(text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon) -> tuple[Voice | None, int]:
    """The organisation in a noun phrase: the longest alias, the earliest of equals."""
    best: Voice | None = None
    place = -1
    words, starts = sentence.words, sentence.starts
    for k, voice in sentence.voices:
        if k < low or k + voice.length > high:
            continue
        if voice.length == 1 and k > 0 and foreign(text, words, starts, k):
            continue
        if k > low + 1 and words[k - 1] == "in" and (words[k - 2] in lexicon.persons or words[k - 2] == "media"):
            continue  # "a lawmaker in Kyiv": the town
        if voice.capitals and not text[starts[k] : starts[k] + len(words[k])].isupper():
            continue
        behind = words[k + voice.length : k + voice.length + 1]
        if voice.kind == "media" and behind in _OFFICES and voice.label[0].islower():
            continue  # "the government media office" is no state media
        apposed = k > low and words[k - 1] in lexicon.bodies  # "the UN aid office OCHA"
        named = best is not None and place + best.length == k and voice.kind == best.kind  # "state news agency SANA"
        if best is None or voice.length > best.length or (apposed and (named or voice.length == best.length)):
            best, place = voice, k
    return best, place


def _names(
    text: str, sentence: Sentence, low: int, high: int, lexicon: Lexicon, at: int, voice: Voice | None
) -> list[str]:
    """Capitalised words that are no office, no organisation: a person's names, lower case."""
    out = []
    words, starts = sentence.words, sentence.starts
    behind = at + voice.length if voice is not None else at
    for k in range(low, high):
        word = words[k]
        if not (text[starts[k]].isupper() or (word[2:3] == "-" and has_article(text, sentence, k))):
            continue
        if at <= k < behind or word in _NO_NAMES or (k == low and word in _CLOSED):
            continue
        if word in lexicon.persons or word in lexicon.plurals or word in lexicon.bodies:
            continue
        out.append(word)
    return out
