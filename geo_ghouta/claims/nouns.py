"""The noun that a figure counts: how far it reaches, and its unit where the number stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.counted import LAND, PEOPLE
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.numbers.lexicon import NOUNS

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Draft
    from geo_ghouta.claims.passages import Sentence

_NOUN_UNITS = {
    "fighters": word_set(
        """
        fighters rebels gunmen insurgents militants soldiers troops combatants servicemen militiamen men-at-arms
        defenders policemen marines
        """
    ),
    "civilians": word_set("civilians residents women children families relatives inhabitants kin elderly"),
}
UNIT_OF = {noun: unit for unit, nouns in _NOUN_UNITS.items() for noun in nouns}
_KIN = word_set("women children families relatives kin elderly")
"""People whom ``numbers`` counts as people: not all of them are told to be civilians."""
BE = frozenset(("were", "was", "are", "is"))
_PERSONS = word_set(
    """
    departures evacuations arrivals deaths fatalities casualties pensioners foreigners students orphans
    peacekeepers holders nationals citizens passengers migrants widows babies
    specialists engineers surgeons experts technicians advisers officials lawmakers lawyers priests nuns
    """
)
_SIDES = word_set("government pro-government security army opposition rebel allied loyalist regime special")
_ILL = frozenset(("stretcher", "trauma", "burn"))
_SAME_AGAIN = {("casualties", "fighters"), ("infrastructure", "other")}
_AWAITED = frozenset(("planned", "expected", "scheduled", "promised"))
_LOSSES = frozenset(("deaths", "casualties", "fatalities", "losses", "dead"))
_AMOUNTS = word_set("at to passed reached topped exceeded hit over above is was than passes tops exceeds")
AUXILIARIES = frozenset(("have", "had", "has", "were", "are", "was", "is", "will", "would"))
MORE = frozenset(("further", "another", "additional"))
STANDS_AT = (
    *([verb, "from"] for verb in ("range", "ranged", "vary")),
    *([verb, "at"] for verb in ("stood", "stands")),
    *([verb, "to"] for verb in ("rose", "risen", "grew", "grown")),
    ["range", "between"],
)
_OPENERS = frozenset(("when", "after", "as", "while", "because", "where"))
_TAKEN = frozenset(("take", "took", "taken", "taking", "let", "takes"))
_NUMERALS = word_set(
    "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty fewer nearly about"
)
_FLEW = word_set("shot intercepted fired launched landed fell exploded struck")
_SOFT = word_set(", only just some about at least nearly more than almost fewer up to over around")
_LATER = frozenset(("once", "when", "later", "by", "after", "a", "per", "at"))
_FOUGHT = frozenset(("attack", "assault", "offensive", "battle", "operation", "raid", "fighting"))
_GUARDS = frozenset(("revolutionary", "national", "republican", "border", "palace"))
_FORCES = word_set("force forces army military militia garrison battalion brigade contingent")
_COMMANDED = frozenset(("our", "his", "their", "its", "lost", "loses", "lose", "losing"))
_SOLDIERLY = word_set("took taken captured seized attacked entered stormed held defending holding defended overran")
_INCLUDING = frozenset(("including", "include", "included", "includes", "comprising", "incl"))
_CARRIERS = frozenset(("carrier", "carriers"))
_PART_SIGNS = _INCLUDING | {"of", "among"}


def noun_phrase(words: list[str], first: int, last: int, unit: str, noun_text: str) -> tuple[int, str, set[str]]:
    """Stretch a figure over what is counted with it ("fighters and their relatives") and settle its unit."""
    nouns = set(words[first:last])
    if "family" in nouns and words[last - 1] != "family" and unit == "other":
        nouns.discard("family")  # "1,900 family messages"
    if noun_text:
        nouns.update(noun_text.split())
    if unit == "other" and words[last - 1] != "more":
        nouns.discard("more")  # "8,000 more tents"
    if "than" in nouns:
        nouns.discard("more")  # "more than 200 graves": no more people
    if unit == "other":
        if words[last : last + 2] == ["of", "us"] or not nouns.isdisjoint(_PERSONS):
            unit = "people"  # "720 departures" are people
        elif words[last - 1] in {"cases", "case"} and not _ILL.isdisjoint(nouns):
            unit = "people"  # "67 stretcher cases"
    if words[last - 1] == "personnel" and not _CARRIERS.isdisjoint(words[last : last + 1]):
        last, unit = last + 1, "other"  # "30 armoured personnel carriers"
        nouns.update(("vehicles", words[last - 1]))
    if unit == "other" and words[last - 1] == "forces" and not _SIDES.isdisjoint(words[first : last - 1]):
        unit = "fighters"  # "the bodies of eight government forces"
    if unit == "people" and _are_armed(words, first, last):
        unit = "fighters"
    elif unit == "people" and "civilian" in words[first:last] and not _LOSSES.isdisjoint(words[first:last]):
        unit = "civilians"  # "12 civilian deaths"
    elif words[last : last + 2] == ["more", "of"]:  # "nine more of its soldiers"
        unit = next((UNIT_OF[w] for w in words[last + 2 : last + 5] if w in UNIT_OF and w not in _KIN), unit)
    elif unit == "people" and "of" in words[first:last] and words[last : last + 1] != [] and words[last] in BE:
        told = next((UNIT_OF[w] for w in words[last + 1 : last + 3] if w in UNIT_OF and w not in _KIN), unit)
        unit = told if not _LOSSES.isdisjoint(words[first:last]) else unit  # "ten of the dead were civilians"
    ailing = unit == "people" and words[last - 1] in _AILING and words[last : last + 1] == ["and"]
    if ailing and not _AILING.isdisjoint(words[last + 1 : last + 2]):
        last += 2 + (words[last + 2 : last + 3] in (["people"], ["patients"]))  # "190 wounded and sick people"
    at = last
    while unit in PEOPLE and at < len(words) and words[at] in {"and", "or", ","}:
        end, found = at + 1, None
        while end < len(words) and end - at < 6 and not words[end][0].isdigit() and words[end] not in {",", ".", "and"}:
            if words[end] in UNIT_OF:
                found = end
                break
            if words[end] in _NUMERALS or words[end] in {
                "of",
                "were",
                "was",
                "had",
                "have",
                "has",
                "who",
                "left",
                "hundreds",
                "dozens",
                "thousands",
                "many",
                "several",
            }:
                break
            end += 1
        if found is None:
            break
        if UNIT_OF[words[found]] != unit or words[found] in {"relatives", "families"}:
            unit = "people"
        nouns.add(words[found])
        at = found + 1
    last = at
    if unit == "people" and words[last : last + 1] == ["among"] and not nouns.isdisjoint(_LOSSES):
        unit = next((UNIT_OF[w] for w in words[last + 1 : last + 4] if w in UNIT_OF), unit)
    if unit == "percent":
        nouns |= set(words[last : last + 9])
        if words[last : last + 1] == ["of"] and _folk_first(words, last + 1):
            nouns.add("people")  # "half of the 900 men": no half of any ground
    elif words[last : last + 1] == ["of"]:
        nouns |= set(words[last + 1 : last + 4])
    return last, unit, nouns


def _are_armed(words: list[str], first: int, last: int) -> bool:
    """Whether those counted as people bear arms: "16 of its men", "13 Revolutionary Guards", "a 9,000-strong force"."""
    noun = words[last - 1]
    behind = words[last : last + 6]
    if noun == "men":
        return _are_soldiers(words, first) or ("part" in behind[:4] and not _FOUGHT.isdisjoint(behind))
    if noun in {"guards", "guardsmen"}:
        return not _GUARDS.isdisjoint(words[first:last])
    if noun == "strong":
        return behind[:1] != [] and behind[0] in _FORCES
    return False


def _folk_first(words: list[str], at: int) -> bool:
    """Whether a share is one of people: the noun behind "of" names them."""
    for word in words[at : at + 5]:
        if word in LAND and word != "half":
            return False
        if NOUNS.get(word) in PEOPLE:
            return True
    return False


def _at_comma(words: list[str], first: int, anchor: int) -> bool:
    """Whether a part stands right behind its whole and a comma."""
    return words[max(0, first - 1)] == "," and first - anchor in {3, 4}


def _are_soldiers(words: list[str], first: int) -> bool:
    """Whether "men" are somebody's soldiers: "our 8,000 men", "has lost 279 men", "took the city with 800 men"."""
    before = words[max(0, first - 1)]
    if "garrison" in words[max(0, first - 4) : first]:
        return True  # "put the garrison at 2,000 men"
    if words[first + 1 : first + 2] == ["of"] and words[first + 2 : first + 3] != [] and words[first + 2] in _COMMANDED:
        return True  # "16 of its men"
    if before in {"had", "has", "have"} and any(NOUNS.get(w) == "fighters" for w in words[max(0, first - 4) : first]):
        return True  # "the rebels had 600 men"
    return before in _COMMANDED or (before == "with" and not _SOLDIERLY.isdisjoint(words[max(0, first - 14) : first]))


def total_unit(words: list[str], number: Any, base: Draft, first: int) -> str:
    """Unit of a sum: "the figure" counts what was counted before; "the total" may take in more than that."""
    if "who" in words[max(0, first - 8) : first]:
        return "people"  # "60 buses left, bringing the number who have gone to 37,500"
    if not number.unit_text and not _SUMMING.isdisjoint(words[max(0, first - 7) : first]):
        return base.unit or "people"  # "694 fighters surrendered, bringing the total to 959"
    if base.unit in PEOPLE and number.unit in PEOPLE and "total" in words[max(0, first - 7) : first]:
        return str(number.unit)
    return base.unit or "people"


def whole_of(sentence: Sentence, number: Any, numbers: list[Any], last: int) -> Any:
    """The number behind "of the" that this one is a part of, with its noun."""
    if number.part_of is not None:
        lead = next((n for n in numbers if (n.start, n.end) == number.part_of and n.start < number.start), None)
        if lead is not None and lead.unit not in PEOPLE and lead.unit_text and not number.unit_text:
            return lead  # "of the city's 54 districts, 15 were damaged"
        return next(
            (n for n in numbers if (n.start, n.end) == number.part_of and n.start > number.start and n.unit_text), None
        )
    if last >= len(sentence.words) or sentence.words[last] != "of" or sentence.words[last + 1 : last + 2] == ["us"]:
        return None
    behind = [n for n in numbers if n.start > number.start and sentence.at(n.start) - last <= 6 and n.unit_text]
    return behind[0] if behind and not {",", "and"} & set(sentence.words[last : sentence.at(behind[0].start)]) else None


_STRUCK_DOWN = frozenset(("killed", "wounded", "injured", "hurt", "detained", "arrested"))
"""What is done to people: "came in two planes, and at least 145 were killed"."""
_AILING = frozenset(("wounded", "injured", "sick", "ill"))
_SUMMING = frozenset(("bringing", "taking", "brought", "brings", "takes"))
_SPOKEN = frozenset(("speak", "speaks", "spoke", "spoken"))


def bare_unit(words: list[str], first: int, last: int, unit: str, base: Draft | None) -> str:
    """Unit of a number without a noun: "312 of them gunmen", "put the number of fighters at 4,000", "a further 150"."""
    tail = words[last : last + 6]
    if unit == "other" and tail[:1] in (["and"], [","]) and tail[1:2] and tail[1][0].isdigit():
        return unit  # "convoys of 15 and 12 lorries": the noun stands behind the last
    lead = first
    while lead > 0 and words[lead - 1] in _SOFT:
        lead -= 1
    if base is not None and base.unit is not None:
        if words[max(0, lead - 2) : lead] in (["of", "which"], ["of", "these"], ["of", "those"]):
            return base.unit  # "24 missions were planned, of which six went ahead"
        if words[max(0, first - 2) : first] == ["them", "at"]:
            return base.unit  # "3,000 fighters remain, X says, although Y puts them at fewer than 1,000"
        if base.unit == "fighters" and tail[:1] == ["of"] and tail[2:3] == ["own"]:
            return base.unit  # "killed 53 fighters and lost six of their own"
        of_things = base.unit == "other" and words[max(0, first - 2) : first] == ["among", "them"]
        if of_things and not any(w in UNIT_OF for w in tail):
            return base.unit  # "hold 105 settlements, among them 16 in the district of X"
        if base.unit == "hospitals" and (tail[:2] == ["of", "them"] or first == 0):
            return base.unit
        if base.kind == "attack" and base.unit == "other" and not _FLEW.isdisjoint(tail[:4]):
            return base.unit  # "fired 20 rockets; 18 were shot down"
        if base.unit == "other" and tail[:2] == ["of", "them"] and _at_comma(words, first, base.anchor):
            return base.unit  # "sent 68 ambulances, 20 of them from the capital"
        if base.unit in {"buses", "other"} and words[max(0, lead - 1)] == "and" and tail[:1] and tail[0] in _LATER:
            return base.unit  # "90 lorries a day at first and up to 150 once it works"
        if words[max(0, lead - 1)] in {"leaves", "leaving"}:
            return base.unit  # "that leaves 125 in the strip"
    if words[first - 1 : first] == ["to"] and base is not None and base.kind == "casualties":
        return base.unit or "people"  # "51 deaths among its troops, raising its toll to 1,119"
    if tail[:1] and (tail[0] in BE or tail[:2] in (["of", "them"], ["of", "whom"], ["of", "those"])):
        for word in tail:
            if word in UNIT_OF:
                return "people" if word in _KIN else UNIT_OF[word]
            if word in {",", ".", "and"}:
                break
    if "number" in words[max(0, first - 16) : first] and (
        words[first] in _AMOUNTS or words[max(0, first - 1)] in _AMOUNTS
    ):
        at = words.index("number", max(0, first - 16))
        for word in words[at + 1 : at + 5]:
            if word in UNIT_OF:
                return UNIT_OF[word]
    if base is not None and base.unit is not None and words[max(0, first - 1)] in {"against", "from"}:
        return base.unit  # "2,000 fighters are left, against 6,000 in spring"
    if base is not None and base.unit in PEOPLE and words[max(0, first - 1)] == "of" and words[first - 2] in _SPOKEN:
        return base.unit  # "600 troops were inside, X said; Y had spoken of 2,500"
    onward = words[max(0, first - 1)] == "and" and tail[:1] and tail[0] in {"to", "into", "from"}
    if base is not None and base.unit is not None and onward:
        return base.unit  # "1,700 civilians fled to X and 2,500 to Y"
    if words[max(0, first - 3) : first] == ["a", "figure", "of"] and base is not None and base.unit is not None:
        return base.unit  # "93 lorries came, X said, while Y gave a figure of 108"
    if words[max(0, first - 2) : first] == ["down", "to"]:
        named = next((UNIT_OF[w] for w in reversed(words[max(0, first - 30) : first]) if w in UNIT_OF), None)
        if base is None and named is not None:
            return named  # "the militants, some 6,000 in October, are down to a few hundred"
        if base is not None and base.unit is not None:
            return base.unit
    asked = next((k for k in range(max(0, first - 16), first - 1) if words[k - 1 : k + 1] == ["how", "many"]), -1)
    if asked >= 0 and words[asked + 1] in UNIT_OF:
        return UNIT_OF[words[asked + 1]]  # "unclear how many fighters remain; X had spoken of about 600"
    hurt = words[max(0, first - 1)] == "and" and tail[:1] != [] and tail[0].endswith(("ed", "hurt"))
    if base is not None and base.unit is not None and hurt and (base.kind, base.unit) in _SAME_AGAIN:
        return base.unit  # "192 soldiers were killed and 511 wounded"
    if base is not None and base.kind == base.unit == "prisoners" and "number" not in words[max(0, first - 7) : first]:
        return "prisoners"
    if (
        tail[:2] == ["of", "them"]
        and words[max(0, first - 1)] in {"in", "on", "aboard"}
        and not (_TAKEN & set(words[max(0, first - 2) : first]))
    ):
        return "buses"  # "79 people came in three of them"
    if base is not None and base.unit is not None and not _AWAITED.isdisjoint(tail):
        return base.unit  # "four buses left, far fewer than the 90 that had been planned"
    if base is None and tail[:2] == ["of", "them"]:
        named = next((UNIT_OF[w] for w in reversed(words[max(0, first - 8) : first]) if w in UNIT_OF), None)
        if named is not None:
            return named  # "the second lot of fighters to quit, 131 of them with relatives"
    if base is None and tail[:2] == ["of", "them"] and "buses" in words[max(0, first - 24) : first]:
        return "buses"  # "saw buses leave, and five of them arrive"
    if (
        first == 0
        and not words[last - 1][0].isdigit()
        and base is not None
        and base.unit in {"buses", "other"}
        and base.kind in {"arrival", "departure", "staging", "other"}
    ):
        return base.unit  # "100 lorries came on Monday. Thirty-five went to X"
    if base is not None and base.unit == "buses" and words[first] in {"hundreds", "thousands"}:
        return "people"  # "30 buses were packed, while thousands more stood in the cold"
    near = {*words[max(0, first - 2) : first + 1], *tail[:1]}
    if base is not None and base.unit is not None and near & {"further", "another", "more", "others", "rest"}:
        return base.unit
    if (
        base is not None
        and base.unit is not None
        and (words[max(0, first - 1)] == "and" or (words[max(0, first - 1)] == ";" and base.unit == "hospitals"))
        and tail[:1]
        and tail[0] in AUXILIARIES
        and (base.unit in PEOPLE or _STRUCK_DOWN.isdisjoint(tail[1:2]))
    ):
        whole = base if base.part_of is None or base.unit not in PEOPLE else base.part_of
        return whole.unit or unit  # "four hospitals have closed and 21 have been told to"
    if unit == "other":
        return base.unit if base is not None and base.unit in PEOPLE and base.unit is not None else "people"
    if unit == "people" and base is not None and base.unit == "fighters" and is_part(words, first):
        return base.unit  # "959 soldiers, of whom 80 had injuries"
    return unit


def is_part(words: list[str], first: int) -> bool:
    """Whether the figure is introduced as a part: "including N", "among them were N", "of whom N"."""
    lead = words[max(0, first - 6) : first]
    if _PART_SIGNS.isdisjoint(lead):
        return False
    if not _INCLUDING.isdisjoint(lead):
        return True
    before = words[max(0, first - 4) : first]
    for opened in dict.fromkeys(w for w in before if w in _OPENERS):
        if opened in before:
            before = before[before.index(opened) + 1 :]  # "21 of them when two buildings collapsed"
    joined = " ".join(before)
    return any(p in joined for p in ("among them", "of whom", "of them", "of those", "of which", "among those"))
