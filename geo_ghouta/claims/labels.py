"""Neutral labels for who is quoted: the organisation's name, the office held, never a word cut or lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import LOADED, word_set

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Lexicon
    from geo_ghouta.claims.passages import Sentence

DETERMINERS = word_set(
    """
    a an the its their his her our some one another several many this that these those two three local
    """
)
HONORIFICS = word_set("mr mrs ms dr sheikh abu umm um")
_NAMING = word_set(
    """
    agency agencies channel channels network networks outlet outlets newspaper newspapers daily dailies station
    stations broadcaster broadcasters website websites firm company group groups organisation organisations organization
    organizations charity charities site sites magazine portal
    """
)
"""Words that the name of what speaks stands behind: "the outlet Zaman al-Wasl", "the networks SMART and Step"."""
_GENERIC = word_set(
    """
    local aid government opposition state medical military security rescue humanitarian health rebel senior other
    western regional city provincial municipal official pro-government anti-government pro-regime news media press
    intelligence independent diplomatic relief church hospital court border defence defense police army family
    international foreign national human rights monitoring activist activists village tribal religious civil
    civilian armed hardline moderate islamist jihadist loyalist separatist political community camp town district
    neighbourhood private public emergency medical field both most many few unnamed former retired united
    """
)
RANKS = word_set(
    "general colonel lieutenant major captain brigadier admiral sergeant corporal lieutenant-colonel "
    "lieutenant-general major-general brigadier-general vice-admiral rear-admiral staff first"
)
"""Ranks, of one word or more: alone they say nothing of what somebody leads or speaks for."""
_HEADS = word_set("heads leads runs commands directs chairs manages oversees coordinates headed led commanded")
_LONGEST_LEAD = 9
_LED_ENDS = word_set("at in on near from and that which , who")
_GENERALS = word_set("prosecutor attorney secretary governor director inspector consul")
"""Before "general", which is then no rank: "the office of the prosecutor general"."""
PLACING = frozenset(("in", "at", "on", "near", "outside", "inside"))
_PASSED_ON = frozenset(
    (
        "quoted",
        "cited",
        "carried",
        "compiled",
        "collected",
        "published",
        "released",
        "issued",
        "aired",
        "posted",
        "shared",
    )
)
_LONGEST_OWNER = 5
_BEFORE_OWNED = word_set("of for at from in to with by , and who that the spokesman spokeswoman spokesperson official")
_NATIONAL = {
    "armenia": "Armenian", "azerbaijan": "Azerbaijani", "bosnia": "Bosnian", "britain": "British", "china": "Chinese",
    "croatia": "Croatian", "egypt": "Egyptian", "france": "French", "georgia": "Georgian", "germany": "German",
    "iran": "Iranian", "iraq": "Iraqi", "israel": "Israeli", "italy": "Italian", "jordan": "Jordanian",
    "lebanon": "Lebanese", "libya": "Libyan", "poland": "Polish", "qatar": "Qatari", "russia": "Russian",
    "serbia": "Serbian", "sudan": "Sudanese", "syria": "Syrian", "turkey": "Turkish", "ukraine": "Ukrainian",
    "yemen": "Yemeni",
}  # fmt: skip
_SERVES = frozenset(("for", "to", "of"))
_INNER = word_set("and of for the al el de la in")
_BEFORE_OWNER = frozenset(("of", "in", "for", "at", "from", "to", "the"))
_ARTICLES = frozenset(("al", "el", "as", "ad", "an", "ar", "az", "at", "ul", "ol"))
_SPOKEN_IN = word_set("statement report interview message speech briefing post letter bulletin address")
_UNNAMED = word_set("source sources agency agencies outlet outlets network networks channel channels organisation")


def stripped(words: list[str], low: int) -> int:
    """Word behind what only tells when: "last week news agencies said".

    Examples
    --------
    >>> stripped(["last", "week", "news", "agencies"], 0)
    2
    """
    if words[low : low + 1] and words[low] in {"last", "this", "earlier"} and len(words) > low + 2:
        at = low + 1 + (words[low] == "earlier" and words[low + 1] in {"this", "that"})
        if words[at] in {"week", "month", "year", "night", "weekend"}:
            return at + 1
    return low


def is_held(words: list[str], k: int) -> bool:
    """Whether words behind a comma tell who holds what was named: "officials in X, controlled by the opposition,"."""
    return words[k + 1 : k + 2] == ["by"] and (words[k].endswith("ed") or words[k] in {"run", "held", "led"})


def office_label(text: str, sentence: Sentence, low: int, high: int, offices: list[int], names: list[str]) -> str:
    """The office without the person: ``a surgeon in the old city`` is ``surgeon in the old city``."""
    words = sentence.words
    first = low
    while first < high and words[first] in DETERMINERS:
        first += 1
    named = (
        [
            k
            for k in range(first, high)
            if words[k] in names or (words[k] in HONORIFICS and k + 1 < len(words) and words[k + 1] in names)
        ]
        if names
        else []
    )
    if (
        named
        and named[0] == first
        and "," in words[low:high]
        and not (
            words[first + 1 : first + 2] == ["'s"] and offices[0] < words.index(",", low)  # "Mariupol's mayor, A. B.,"
        )
    ):
        first = words.index(",", low) + 1
        while first < high and (words[first] in DETERMINERS or words[first] == "," or words[first].isdigit()):
            first += 1
        named = []
    last = high
    begin = offices[0] + 1
    for office in offices[1:]:
        run = range(begin, office + 1)
        if office - begin <= 4 and all(text[sentence.starts[k]].isupper() for k in run):
            begin = office + 1  # "Ukrainian Deputy Defence Minister"
    for k in range(begin, high):
        if words[k] in {",", "who", "whose", "named", "called"} or (
            k in named
            and k - 1 not in named
            and words[k - 1] not in _BEFORE_OWNER
            and not _owns_office(words, k, named, offices)
            and not serves(words, k, offices)
        ):
            last = _led(words, k, high) if words[k] == "who" and words[k + 1] in _HEADS else k
            break
    if first >= last:
        return unnamed(words[offices[0]])
    others = [k for k in offices if first <= k < last and words[k] not in RANKS]
    while (
        others
        and last - 1 > others[0]
        and words[last - 1] in RANKS
        and words[last - 2] not in _BEFORE_OWNER
        and words[last - 2] not in _GENERALS
    ):
        last -= 1  # "fire chief Colonel A. B." is the fire chief
    kept = [
        LOADED.get(w, text[s : s + len(w)]) for w, s in zip(words[first:last], sentence.starts[first:last], strict=True)
    ]
    label = " ".join(kept)
    if not label.replace(" ", "").isalpha():
        label = label.replace(" 's", "'s").replace(" ’s", "'s").replace(" ,", ",").replace(" .", ".")
        label = label.removeprefix("- year-old ").replace(" - year-old", "-year-old")
    return unnamed(label)


def serves(words: list[str], k: int, offices: list[int]) -> bool:
    """Whether the name at ``k`` is that of whom an office serves: "spokesman for President A. B."."""
    return k - 1 in offices and k - 1 > offices[0] and not _SERVES.isdisjoint(words[offices[0] + 1 : k - 1])


def _owns_office(words: list[str], k: int, named: list[int], offices: list[int]) -> bool:
    """Whether a name is that of an office's owner: "President A.'s adviser"."""
    while k in named:
        k += 1
    return words[k : k + 1] == ["'s"] and any(k < office <= k + 3 for office in offices)


def _led(words: list[str], who: int, high: int) -> int:
    """Word behind what somebody heads: "a doctor who heads a unit of volunteers at the crossing"."""
    end = who + 2
    while end < min(high, who + _LONGEST_LEAD) and words[end] not in _LED_ENDS:
        end += 1
    while end > who + 2 and words[end - 1] in _INNER:
        end -= 1  # cut in the middle
    return end if end > who + 2 else who


def group_label(text: str, sentence: Sentence, low: int, head: int, high: int, lexicon: Lexicon) -> str:
    """The body or people that speak: its own name where one stands behind, else the words before it."""
    name = _name_behind(text, sentence, head, high)
    if name:
        return name
    words = sentence.words
    high = head + 1 if words[head + 1 : head + 2] != ["of"] else min(high, head + 6)
    high = next((k for k in range(head + 1, high) if words[k] in {"who", "that", "which", ","}), high)
    while high - low > 1 and words[low] in DETERMINERS - {"local"}:
        low += 1
    low = max(low, high - 6)
    kept = []
    for k in range(low, high):
        word = text[sentence.starts[k] : sentence.end_of(k)]
        proper = word[0].isupper() and (
            k > 0
            or (k < head and text[sentence.starts[k + 1]].isupper())
            or words[k + 1 : k + 2] == ["'s"]
            or (k < head and _is_name(text, words[k], word, lexicon))
        )
        kept.append(LOADED.get(words[k], word if proper else words[k]))
    return unnamed(" ".join(kept).replace(" 's", "'s").replace(" ’s", "'s"))


def behind_by(words: list[str], low: int, high: int) -> tuple[int, int]:
    """Who speaks where an outlet passes it on: "the governor, quoted by X", "figures compiled by X"."""
    at = next((k for k in range(max(low, 1), high - 1) if words[k] == "by" and words[k - 1] in _PASSED_ON), -1)
    if at < 0:
        phoned = next((k for k in range(low + 1, high - 1) if words[k] == "reached" and words[k + 1] == "by"), high)
        return low, phoned  # "a doctor reached by phone"
    if words[at - 1] in {"quoted", "cited"} and at > 2 and words[at - 2] == ",":
        while low == at or (low > max(0, at - 8) and words[low - 1][0].isalpha() and words[low - 1] != "that"):
            low -= 3 if low == at else 1
        return low, at - 2
    if words[at - 1] in {"quoted", "cited"} and at - 1 > low:
        return low, at - 1  # "a military source quoted by X"
    return at + 1, high


def behind_place(words: list[str], low: int, high: int, lexicon: Lexicon) -> int:
    """Word behind where somebody speaks; ``low`` where nobody stands behind it with an article."""
    for k in range(low + 1, high - 1):
        if words[k] in {"a", "an", "one"} and any(w in lexicon.persons for w in words[k + 1 : k + 4]):
            return k
        if words[k - 1] in _SPOKEN_IN and words[k] in DETERMINERS | {"the"}:
            return k  # "In a separate statement the army said"
    return low


def owned_label(text: str, sentence: Sentence, low: int, at: int, label: str) -> str:
    """Whose ministry it is, where the phrase says so: ``Armenia's defence ministry`` is no ``defence ministry``.

    ``label`` is that of the body at ``at``; the phrase begins at ``low``.
    """
    words = sentence.words
    first = at
    while first > low and at - first < _LONGEST_OWNER and words[first - 1] not in _BEFORE_OWNED:
        first -= 1
    while first < at and words[first] in DETERMINERS:
        first += 1
    if first == at or not all(w == "'s" or w[0].isalpha() for w in words[first:at]):
        return label
    if words[first + 1 : at] == ["'s"] and words[first] in _NATIONAL:
        return f"{_NATIONAL[words[first]]} {label}"
    owner = text[sentence.starts[first] : sentence.end_of(at - 1)]
    return f"{' '.join(owner.split())} {label}"


def proper_label(text: str, sentence: Sentence, low: int, high: int) -> str:
    """A name without the words that lead in: "the networks SMART and Step" are "SMART and Step"."""
    words = sentence.words
    first = low
    while first < high - 1 and (
        words[first] in DETERMINERS or (words[first] in _NAMING and not text[sentence.starts[first]].isupper())
    ):
        first += 1
    high = next((k for k in range(first + 1, high) if words[k] == "(" or _is_age(words, k)), high)  # "A. B. (retired)"
    quote = text[sentence.starts[first] : sentence.end_of(high - 1)]
    return " ".join(quote.split())


def _is_age(words: list[str], k: int) -> bool:
    """Whether a comma stands before an age: "A. B., 45", "A. B., aged 45"."""
    return (words[k] == "," and "".join(words[k + 1 : k + 2])[:1].isdigit()) or words[k : k + 2] == [",", "aged"]


def unnamed(label: str) -> str:
    """Say that nobody is named where a report only has "a source" or "an agency"."""
    return f"unnamed {label}" if label in _UNNAMED else label


def _name_behind(text: str, sentence: Sentence, head: int, high: int) -> str:
    if sentence.words[head] not in _NAMING:
        return ""
    last = head + 1
    while last < high and (text[sentence.starts[last]].isupper() or sentence.words[last].split("-")[0] in _INNER):
        last += 1
    while last > head + 1 and not text[sentence.starts[last - 1]].isupper() and "-" not in sentence.words[last - 1]:
        last -= 1
    if (
        sentence.words[head + 1 : head + 2] == ["in"]
        or last == head + 1
        or not text[sentence.starts[head + 1] : sentence.end_of(last - 1)][:1].isalnum()
    ):
        return ""
    if not any(text[sentence.starts[k]].isupper() for k in range(head + 1, last)):
        return ""
    return " ".join(text[sentence.starts[head + 1] : sentence.end_of(last - 1)].split())


def _is_name(text: str, word: str, written: str, lexicon: Lexicon) -> bool:
    """Whether the first word of a sentence is a name and not only capital for standing there."""
    if word in _GENERIC or word in lexicon.plurals or word in lexicon.bodies or word in lexicon.persons:
        return False
    return f" {word} " not in text or f" {written} " in text[1:]


def has_article(text: str, sentence: Sentence, k: int) -> bool:
    """Whether a name with a hyphen behind two letters begins with an Arabic article in small letters: "al-Hassan"."""
    start, word = sentence.starts[k], sentence.words[k]
    return word[:2] in _ARTICLES and text[start + 3 : start + 4].isupper()


def counts_nobody(words: list[str], k: int) -> bool:
    """Whether a figure counts nobody: "the 16th Division", "a 22-year-old fighter"."""
    return words[k].endswith(("st", "nd", "rd", "th")) or words[k + 1 : k + 3] == ["-", "year-old"]
