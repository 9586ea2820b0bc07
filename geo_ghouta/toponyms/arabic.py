"""Place names in Arabic script: there are no capitals, but clitics, the article and many forms of alef."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from geo_ghouta.names import fold, fold_group, plain
from geo_ghouta.toponyms import words as lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo_ghouta.schema import Actor, Index, Match

LETTER = re.compile(r"[\u0621-\u064a]{2}")
_MARK = "\u0610-\u061a\u0640\u064b-\u065f\u0670"
_WORD = re.compile(rf"[\u0621-\u064a\u066e-\u06d3][\u0621-\u06d3{_MARK}]*")
_CLITIC = re.compile(rf"^([وف][{_MARK}]*)?([بلك][{_MARK}]*)?(?=.{{3}})")
_MAX_WORDS = 4
_BESIDE = 4
_LISTED = 2
_CLOSED = 3
_AT_HOME, _FAR, _LETTERS = 10_000, 100_000, 4
_ALIKE = 0.95
_TANWIN = "\u064b"
_TITLES = frozenset(
    map(
        plain,
        [
            "السيد",
            "السيدة",
            "الدكتور",
            "العقيد",
            "العميد",
            "اللواء",
            "المقدم",
            "الرائد",
            "النقيب",
            "الشيخ",
            "الرئيس",
            "الوزير",
            "الناشط",
            "المتحدث",
            "أبو",
            "ابو",
            "بن",
        ],
    )
)
_KINDS = {
    "مدينة": "city of",
    "بلدة": "town of",
    "قرية": "village of",
    "حي": "neighbourhood of",
    "محافظة": "province of",
    "ريف": "countryside of",
    "بلدات": "towns of",
    "مدينتي": "cities of",
    "بلدتي": "towns of",
    "حيي": "districts of",
    "أحياء": "districts of",
    "منطقة": "region of",
    "مخيم": "camp of",
    "معبر": "crossing of",
    "ناحية": "subdistrict of",
    "ضاحية": "suburb of",
    "قريتي": "villages of",
    "قرى": "villages of",
    "مخيمي": "camps of",
    "إلى": "",
    "في": "",
    "من": "",
}
_RELATIONS = {
    "شرق": "east of",
    "غرب": "west of",
    "شمال": "north of",
    "جنوب": "south of",
    "قرب": "near",
    "محيط": "around",
    "أطراف": "outskirts of",
    "مشارف": "outskirts of",
    "خارج": "outside",
    "ضواحي": "outskirts of",
    "تخوم": "edge of",
}
_GROUPS = frozenset(
    map(
        plain,
        [
            "جيش",
            "فيلق",
            "حركة",
            "جبهة",
            "هيئة",
            "لواء",
            "ألوية",
            "كتائب",
            "كتيبة",
            "أحرار",
            "فرقة",
            "حزب",
            "تنظيم",
            "صقور",
            "أنصار",
        ],
    )
)


def find(text: str, index: Index, actors: tuple[Actor, ...] = ()) -> Iterator[tuple[int, int, str, str, str, str, str]]:
    """Yield the mentions in Arabic script as (start, end, text, form, relation, context, key)."""
    words = [(m.start(), m.end(), m.group()) for m in _WORD.finditer(text)]
    told: set[str] = set()
    hits = list(_find(text, words, index, actors, told))
    # A small town is believed in a country that the text's certain names speak of.
    return iter(list(_find(text, words, index, actors, told)) if told else hits)


def _find(
    text: str, words: list[tuple[int, int, str]], index: Index, actors: tuple[Actor, ...], told: set[str]
) -> Iterator[tuple[int, int, str, str, str, str, str]]:
    before_all = frozenset(told)
    groups = {
        fold_group(n)
        for a in actors
        if a.kind in {"armed_group", "monitor", "media"}
        for n in (a.label_ar, *a.aliases)
        if n
    }
    i, last = 0, -_BESIDE - 1
    many = False  # in a line behind "the towns of"
    while i < len(words):
        size = _group(text, words, i, groups)
        if size:
            i += size
            continue
        if _month(text, words, i):
            i += 2
            continue
        led = bool(i) and (
            words[i - 1][2] in lists.ARABIC_LEADING or words[i - 1][2].lstrip("وف") in lists.ARABIC_LEADING
        )
        if i and words[i - 1][2].lstrip("وف") == _ON:
            # "shells fell on X"; but whoever walks "on foot" is not in al-Qadam.
            led = not {words[i][2], plain(words[i][2])} & lists.ARABIC_STOP
        named = bool(i) and _bare(words[i - 1][2]) in lists.ARABIC_NAMED and _near(text, words[i - 1][1], words[i][0])
        beside = words[i][0] - last <= _BESIDE
        listed = beside and words[i][2][0] == "و"
        trust = _NAMED if named else _LISTED_BESIDE if listed else _LED if led or beside else _ALONE
        hit = _longest(text, words, i, index, trust, before_all)
        if hit is None:
            stop = _stranger(words, i, text) if named or (listed and many) else 0
            if stop:
                start = words[i][0] + (1 if listed and not named else 0)
                end = words[stop - 1][1]
                kind = _KINDS.get(_bare(words[i - 1][2]), "") if named else ""
                yield start, end, text[start:end], "name", "", kind, fold(text[start:end])
                many = many or _bare(words[i - 1][2]) in lists.ARABIC_MANY
                i, last = stop, end
                continue
            many = many and beside
            i += 1
            continue
        many = (many and beside) or (named and _bare(words[i - 1][2]) in lists.ARABIC_MANY)
        start, stop, matches = hit
        before = words[i - 1][2] if i and _near(text, words[i - 1][1], start) else ""
        bare = before.lstrip("وفبل") if before and before not in _RELATIONS and before not in _KINDS else before
        person = before in lists.ARABIC_GIVEN and matches[0].place.tier > _LISTED and matches[0].place.kind != "country"
        if plain(before) in _TITLES or person:
            i = stop
            continue
        relation = _RELATIONS.get(before) or _RELATIONS.get(bare, "")
        kind = _KINDS.get(before) or _KINDS.get(bare, "")
        end = words[stop - 1][1]
        form = "relative" if relation else "name"
        if matches[0].match in {"adjective", "demonym"}:
            form = matches[0].match
        lil = text[start - 1 : start + 1] == "لل"
        yield start, end, text[start:end], form, relation, kind, fold(("ا" if lil else "") + text[start:end])
        told.add(matches[0].place.country or matches[0].place.place_id[-2:])
        i, last = stop, end


def _near(text: str, left: int, right: int) -> bool:
    return text[left:right].strip() == "" and right - left <= 4


def _group(text: str, words: list[tuple[int, int, str]], i: int, groups: set[str]) -> int:
    for size in (4, 3, 2):
        if i + size <= len(words) and fold_group(text[words[i][0] : words[i + size - 1][1]]) in groups:
            return size
    if plain(words[i][2]) in _GROUPS and i + 1 < len(words) and _near(text, words[i][1], words[i + 1][0]):
        return 2
    return 0


_ON = "على"
_MONTHS = frozenset({"تشرين", "كانون"})
_MONTH_TAIL = frozenset({"الاول", "الثاني", "اول", "ثاني"})


def _month(text: str, words: list[tuple[int, int, str]], i: int) -> bool:
    """Whether two words are October or November, December or January: "Tishrin" with its number is no quarter."""
    if i + 1 >= len(words) or not _near(text, words[i][1], words[i + 1][0]):
        return False
    return plain(words[i][2]).lstrip("وفبلك") in _MONTHS and plain(words[i + 1][2]).replace("أ", "ا") in _MONTH_TAIL


def _longest(
    text: str, words: list[tuple[int, int, str]], i: int, index: Index, trust: int, told: frozenset[str]
) -> tuple[int, int, tuple[Match, ...]] | None:
    starts = [words[i][0]]
    clitic = _CLITIC.match(words[i][2])
    if clitic:
        starts += sorted({words[i][0] + clitic.end(g) for g in (1, 2) if clitic.end(g) > 0})
    # "wa-Umm Durman": two letters are left of the first word, and only a name of more words can begin so.
    short = words[i][0] + 1 if words[i][2][0] in "وفبلك" and len(plain(words[i][2])) == _LETTERS - 1 else 0
    last = i
    while last + 1 < len(words) and last - i + 1 < _MAX_WORDS and _near(text, words[last][1], words[last + 1][0]):
        last += 1
    for stop in range(last + 1, i, -1):
        for start in [*starts, short] if short and stop > i + 1 else starts:
            span = text[start : words[stop - 1][1]]
            forms = [(span, start)]
            if span.startswith("لل"):
                # "lil-" swallows the alef of the article: للقابون is ل + القابون.
                forms.append(("ال" + span[2:], start + 1))
            for form, begin in forms:
                matches = index.look_up(form)
                if matches and _trusted(form, matches, stop - i, trust, told):
                    return begin, stop, matches
    return None


def _bare(word: str) -> str:
    return word if word in lists.ARABIC_NAMED else word.lstrip("وف").removeprefix("ب").removeprefix("ل")


def _stranger(words: list[tuple[int, int, str]], i: int, text: str) -> int:
    """Return the end of a name in no list that a word of kind tells: "the town of X"; 0 if it describes a place."""
    word = words[i][2]
    bare = word.lstrip("و") if words[i - 1][2] not in lists.ARABIC_NAMED else word
    if bare in lists.ARABIC_HEADS:
        there = i + 1 < len(words) and _near(text, words[i][1], words[i + 1][0])
        return i + 2 if there and words[i + 1][2] not in lists.ARABIC_LEADING else 0
    if len(plain(bare)) < _LETTERS or bare in lists.ARABIC_PLAIN or {bare, plain(bare)} & lists.ARABIC_STOP:
        return 0
    return i + 1


_ALONE, _LED, _LISTED_BESIDE, _NAMED = range(4)
"""What stands before a word: nothing, a preposition or a place, "and" behind a place, "the town of"."""


def _trusted(span: str, matches: tuple[Match, ...], size: int, trust: int, told: frozenset[str]) -> bool:
    best = matches[0].place
    people = max(m.place.population for m in matches)
    if _TANWIN in span:
        return False  # an adverb: "always" has the letters of Douma
    if matches[0].match == "fuzzy" and matches[0].likeness < _ALIKE:
        return False
    home = not told or any(m.place.country in told for m in matches)
    if trust == _NAMED and size == 1 and span in lists.ARABIC_HEADS:
        return False
    if trust == _NAMED and best.kind != "country" and span not in lists.ARABIC_PLAIN:
        return best.tier <= _CLOSED or home
    if span in lists.ARABIC_STOP or plain(span) in lists.ARABIC_STOP:
        at_home = trust == _LISTED_BESIDE and best.country in told and people >= _AT_HOME
        return at_home or (best.tier <= _CLOSED and trust > _ALONE)
    if span[0] in "وف" and best.tier > _LISTED and span[1:] in lists.ARABIC_STOP:
        return False
    letters = len(plain(span).replace(" ", ""))
    if best.tier <= _CLOSED:
        return letters >= 3
    at_home = letters >= _LETTERS and any(m.place.country in told for m in matches)
    if trust == _LISTED_BESIDE and at_home and letters > _LETTERS:
        return True
    least = _AT_HOME if trust > _ALONE and at_home else _FAR
    return size > 1 or (people >= least and letters >= (3 if trust > _ALONE or best.country in told else _LETTERS))
