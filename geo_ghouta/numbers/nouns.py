"""The noun that a number counts, and its unit."""

from __future__ import annotations

import re

from geo_ghouta.numbers import arabic
from geo_ghouta.numbers.lexicon import (
    JOINABLE,
    MEASURES,
    MODIFIERS,
    NEVER_ONE,
    NOUNS,
    SCALES,
    SINGULAR,
    SMALL,
    STOP,
    TENS,
)

_NATIONALS = (
    *("ans", "ders", "kurds", "turks", "arabs", "yazidis", "azeris", "iraqis", "israelis"),
    *("thais", "filipinos", "nepalis", "yemenis", "poles", "britons", "danes", "swedes", "finns", "scots", "spaniards"),
    *("turkmens", "copts", "bosniaks", "serbs", "croats", "chechens", "uzbeks", "tajiks", "kazakhs", "pashtuns"),
    *("hazaras", "tutsis", "hutus", "saudis", "qataris", "kuwaitis", "emiratis", "omanis", "pakistanis", "afghanis"),
    *("bangladeshis", "somalis", "greeks", "czechs", "slovaks", "brits", "helmets", "alawites", "shiites", "bedouins"),
)
HYPHEN = re.compile(r"-(?P<word>[a-z]+)")
_TOLD_AS = re.compile(r" (?:were|are) (?P<noun>[a-z]+s|[a-z]+men)(?![\w'-])")
_TOLD = frozenset(("fighters", "civilians", "prisoners"))
_WEIGHS = re.compile(r"\s(?:bomb|warhead|truck|lorr|vehicle|tank|missile|block|crane)")
_ARMED_BODY = re.compile(
    r" (?:[a-z]+ )?(?:garrison|militia|army|force|brigade|battalion|regiment|division|unit|corps|contingent)\b"
)
_HYPHEN_COUNT = {
    "strong": "people",
    "member": "people",
    "person": "people",
    "man": "people",
    "bus": "buses",
    "vehicle": "other",
    "truck": "other",
    "car": "other",
    "ambulance": "other",
    "bed": "other",
    "coach": "buses",
    "lorry": "other",
    "fighter": "fighters",
    "soldier": "fighters",
    "group": "groups",
    "family": "other",
    "percent": "percent",
    "tonne": "other",
    "ton": "other",
}
_COUNT_WORDS = frozenset((*SMALL, *TENS, *SCALES, "dozen", "dozens", "half"))
SQUARE = re.compile(
    r"(?:\s*-?\s*)(?P<km>square[\s-]+(?:kilomet(?:er|re)s?|km)|sq\.?\s*(?:km|kms|kilomet(?:er|re)s?)"
    r"|(?:كم|كيلومترا?|كيلومترات)\s*(?:مربعا?|مربعة|2|\u00b2)"
    r"|km\s?(?:2|\u00b2)|km\^2|kilomet(?:er|re)s?\s+squared|km\s+sq)(?!\w)"
    r"|(?:\s*-?\s*)(?P<mile>square[\s-]+miles?|sq\.?\s*mi(?:les?)?)\b|\s*-?\s*(?P<ha>hectares?|ha)\b"
    r"|\s*(?P<m2>square[\s-]+met(?:er|re)s?|sq\.?\s*m|m\s?\u00b2)(?!\w)"
)
MODEL = re.compile(
    r" (?:[a-z]{1,8}-?\d{1,4}(?P<many>s)?[a-z]{0,2}|\d{2,4}(?:-?mm|-?kg)|(?P<digit>\d))(?(many)(?![\w-])|(?= [a-z]))"
)
"""The model of a thing between a number and its noun: "12 T-72 tanks", "two 155mm guns", "four Leopard 2 tanks"."""
TOKEN = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_GAP = re.compile(r"(?:[\"\u201d](?=\sof\s))?(?:\s+|-)(?:[\"'\u201c\u201d(]{0,2})")
"""What stands between two words; a closing mark only behind a word in quotation marks: "the 'dozens' of men"."""
_AND_MORE = re.compile(
    r"\s+(?:and|or)\s+(?:(?:their|his|the|some|other|many|also|its"
    r"|accompanying)\s+)*(?:(?!dozens|hundreds|thousands|scores|several|two|three|four|five|six|seven"
    r"|eight|nine|ten|twenty|thirty|forty|fifty|at|more|about|around|nearly|over"
    r"|up)[a-z-]+\s+){0,2}?(?P<word>civilians|fighters|residents|relatives|families"
    r"|children|women|soldiers|people|militants|rebels|evacuees|gunmen|"
    r"family\s+members|dependants|dependents|refugees|insurgents|wounded|activists|combatants|men"
    r"|others"
    r"|patients|troops|displaced|kin|wives|parents|loved\s+ones)\b"
)
_LOOSE = frozenset(("last", "this", "next", "yesterday", "today", "overnight", "daily"))
_ONE = (SINGULAR | MODIFIERS) - NEVER_ONE
_PARTICIPLES = frozenset(
    {"killed", "wounded", "injured", "hurt", "dead", "missing", "displaced", "evacuated", "rescued", "armed"}
)
_BESIDE = frozenset(("other", "armed"))
_LOST = frozenset(("deaths", "casualties", "fatalities", "victims"))
_ALONE_TEXT = """
    dead missing wounded injured killed displaced evacuated elderly sick pregnant homeless rescued police crew staff
    other army
"""
_ALONE = frozenset(_ALONE_TEXT.split())
"""Modifiers that are counted where no noun follows them."""
_OF_THEM = re.compile(r"\s+(?:them|those|these|whom|which)\b")
_THEM_ARE = re.compile(r"\s+(?P<noun>[a-z]+)(?=[,.;)]|$|\s+(?:and|from|in|who|with)\b)")
_HELD = re.compile(
    r" (?:captive|prisoner|hostage)(?=[.,;)]|$| (?:and|in|on|at|by|near|from|after|when|during|there)\b)"
)
"""Behind a figure: "took 11 captive"; "11 hostage rescues" are no hostages."""
_THEN = re.compile(r" (?:last|this) (?:week|weekend|month|year|night|morning|afternoon|evening)\b")
"""Behind a figure it tells when: "against 500 last year" is no time of 500."""
_POSSESSIVE = re.compile(r"\s+(?:the|his|her|their|its|our)\b")


def noun(low: str, text: str, end: int, *, one: bool = False) -> tuple[str, int, int] | None:
    """The noun that a number counts: unit, start and end; None when there is none.

    The last dictionary noun of the phrase wins ("wounded fighters" are fighters); a plural that the
    dictionary lacks is unit "other".
    """
    held = _HELD.match(low, end) if low[end + 1 : end + 2] in "cph" and not one else None
    if held:
        return "prisoners", end + 1, held.end()
    if low.startswith((" last ", " this "), end) and _THEN.match(low, end):
        return None
    at = end
    best: tuple[str, int, int] | None = None
    plural: tuple[str, int, int] | None = None
    armed = False
    first = end
    for step in range(6):
        stop = low.find(" ", at + 1, at + 32)
        word = low[at + 1 : stop]
        if stop > 0 and low[at] == " " and word.isalpha():
            first = at + 1
        else:
            gap = _GAP.match(low, at)
            token = TOKEN.match(low, gap.end()) if gap else None
            ahead = low[token.end() : token.end() + 1] if token else "0"
            model = MODEL.match(low, at) if ahead in "0123456789-" and low[at : at + 1] == " " else None
            if model and (not model["digit"] or (step == 1 and text[first].isupper())):
                if model["many"] and plural is None:
                    plural = ("other", at + 1, model.end())  # "20 F-16s"
                at = model.end()
                continue
            if token is None:
                break
            word = token.group()
            first, stop = token.span()
        if step == 0 and word == "of":
            if them := _OF_THEM.match(low, stop):
                told = _THEM_ARE.match(low, them.end())  # "413 of them fighters"
                unit = NOUNS.get(told["noun"]) if told else None
                return (unit, told.start("noun"), told.end()) if told and unit in _TOLD else None
            skip = _POSSESSIVE.match(low, stop)
            at = skip.end() if skip else stop
            continue
        if (word in STOP and word != "other" and not (word == "is" and text.startswith("IS ", first))) or (
            step and word in _COUNT_WORDS and low[at - 2 : at] != "of"
        ):
            break
        if word in arabic.STOP:
            break
        unit = arabic.unit_of(word) if word[0] > "\u05ff" else NOUNS.get(word)
        if plural is not None and (unit == "time" or word in MEASURES or word in _LOOSE):
            break  # "1,776 munitions last week"
        if unit == "time" or (word in MEASURES and step > 0 and best is None):
            return ("time", first, stop)
        if one and unit is None and word not in NEVER_ONE and word + "s" in NOUNS and word[0] < "\u0600":
            unit = NOUNS[word + "s"]  # "one bus driver"
        if unit is None and "-" in word:
            unit = NOUNS.get(word.rpartition("-")[2]) if word.rpartition("-")[2] not in MODIFIERS else None
        if one and unit not in {None, "time"} and word not in _ONE and (word + "s" not in NOUNS or word in NEVER_ONE):
            break
        if best is not None and word in _PARTICIPLES:
            break  # "three civilians killed" counts civilians
        if unit is not None and not one and word in SINGULAR and word not in MODIFIERS and word[0] < "\u0600":
            unit = None
        if unit is None and (best is not None or plural is not None):
            break  # "600,000 leaflets telling people": no people are counted
        if unit is not None:
            following = (
                TOKEN.match(low, stop + 1)
                if (word in MODIFIERS or word in _BESIDE) and low[stop : stop + 1] == " "
                else None
            )
            if word in MODIFIERS and not (word in _ALONE or one):
                if following is None or following.group() in STOP:
                    break
            elif word != "other" or following is None:
                best = ("civilians" if word in _LOST and low.startswith("civilian ", first - 9) else unit, first, stop)
            if word == "armed" and (following is None or following.group() in STOP):
                best = ("fighters", first, stop)
            if armed and word in {"men", "people"}:
                best = ("fighters", first, stop)
            armed = word == "armed"
        elif len(word) > 5 and word.endswith("men") and not one:
            best = ("people", first, stop)
        elif (
            plural is None
            and not one
            and len(word) > 3
            and word.endswith("s")
            and not word.endswith(("ss", "'s", "ous", "us"))
            and (text[first].isupper() or not word.endswith("is"))
            and word[0] < "\u0600"
        ):
            if not text[first].isupper():
                plural = ("other", first, stop)
            elif word.endswith(_NATIONALS):
                # "30 Syrians": a nationality in the plural counts people; other names ("200 Hamas ...") count nothing.
                plural = ("people", first, stop)
        at = stop
        if word[0] > "\u05ff" and best:
            break
    if best is None and plural is not None:
        best = plural
    if best is None:
        return None
    if best[0] in JOINABLE:
        also = _AND_MORE.match(low, best[2])
        if also:
            other = NOUNS.get(also["word"], "people")
            if other != best[0] or also["word"] in {"families"}:
                return "people", best[1], also.end()
    return best


_TELLS = frozenset(("at", "to", "is", "was", "as", "reached", "reaching", "exceeded", "exceeds", "be"))


def number_of(low: str, text: str, begin: int) -> str | None:
    """The unit of what a number is told to be the number of: "put the number of militants at 7,000"."""
    at = low.rfind("number of ", max(0, begin - 80), begin)
    if at < 0 or low.endswith(" a ", 0, at) or low[max(at, begin - 12) : begin].rsplit(maxsplit=1)[-1] not in _TELLS:
        return None
    if _BROKEN.search(low, at, begin):
        return None
    found = noun(low, text, at + len("number"))
    return found[0] if found and found[0] in JOINABLE | _TOLD | {"buses"} else None


_BROKEN = re.compile(r"[.;\d]|, (?!which|including)| and ")


def told_as(low: str, end: int) -> str | None:
    """Tell what people without a noun are told to be: "of the 900, 120 were fighters"."""
    found = _TOLD_AS.match(low, end)
    unit = NOUNS.get(found["noun"]) if found else None
    return unit if unit in _TOLD else None


def hyphen(low: str, end: int) -> tuple[str, int, int] | None:
    """The noun of "60-bus" or "200-strong"; unit "" when it counts nothing ("three-storey")."""
    found = HYPHEN.match(low, end)
    if not found:
        return None
    unit = _HYPHEN_COUNT.get(found["word"], "")
    if found["word"] in {"ton", "tonne"} and _WEIGHS.match(low, found.end()):
        unit = ""  # "two one-tonne bombs"
    if found["word"] == "strong" and _ARMED_BODY.match(low, found.end()):
        unit = "fighters"
    return unit, found.start("word"), found.end()


def square(low: str, end: int) -> tuple[float, int, int] | None:
    """Square kilometres, miles or hectares behind a number: factor to km2, start and end of the words."""
    found = SQUARE.match(low, end)
    if not found:
        return None
    factor = 1.0 if found["km"] else 2.589988 if found["mile"] else 0.01 if found["ha"] else 1e-6
    name = found.lastgroup or "km"
    return factor, found.start(name), found.end(name)
