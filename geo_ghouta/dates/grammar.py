"""From words to atoms: what is said about the calendar, not yet which day it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from geo_ghouta.dates.atoms import EDGE, MONTH, WEEKDAY, YEAR, Atom, norm, tree
from geo_ghouta.dates.lexicon import MONTHS, SEASONS, SHORT_WEEKDAYS, UNITS, WEEKDAYS
from geo_ghouta.dates.months import joined, month_atoms, part_of_year
from geo_ghouta.dates.named import named
from geo_ghouta.dates.units import unit_atoms
from geo_ghouta.dates.weekdays import weekday, weekdays_ago
from geo_ghouta.names.outlines import trie

_REACH = 72
_KINDS: dict[str, str] = {
    **dict.fromkeys(MONTHS, "month"),
    **dict.fromkeys(WEEKDAYS, "weekday"),
    **dict.fromkeys((f"{word}s" for word in WEEKDAYS if word.endswith("day")), "weekdays"),
    **dict.fromkeys(UNITS, "unit"),
    **dict.fromkeys(SEASONS, "season"),
    **dict.fromkeys(("today", "tonight", "yesterday", "tomorrow", "overnight"), "word"),
}
_FIRST = re.compile(
    # One tree of all words: the kind is looked up afterwards.
    r"\b(?:(?P<known>" + tree(_KINDS) + r")\b"
    r"|(?=\d)(?:(?P<years>(?:19|20)\d\d-(?:19|20)?\d\d)(?![\w%/-]|[.,:]\d)|(?P<digits>\d{4}-\d\d?-\d\d?|\d{4}/\d\d?/\d\d?|\d\d?(?P<sep>[/.-])\d\d?(?P=sep)\d{2,4}|\d{4}s?|\d\d?/\d\d?)"
    r"(?![\w%]|[.,:]\d|[/-]\d(?!\d{3}-|\d?[./]\d\d?[./]\d))|(?P<stamp>\d{4}-\d\d-\d\d)(?=t\d\d:)|(?P<ordinal>\d\d?)(?:st|nd|rd|th)\b)"
    r"|(?P<feast>new\s+year's\s+(?:eve|day)|christmas\s+(?:eve|day))\b)"
)
_BEHIND = re.compile(rf"[^a-z0-9_](?=[{''.join(sorted({word[0] for word in _KINDS} | set('nc')))}\d])" + _FIRST.pattern)
"""The same behind a sign that is no letter: a third quicker to run over a text than to ask for an edge at each."""
_SPOTS = re.compile(
    (r" (?:(" + trie(_KINDS) + r")(?= )|0(?=0? 0|0?(?:st|nd|rd|th) |000s? )|new(?= year )|christmas(?= ))").encode()
)
"""The same in an outline; what digits say, and whether "new" goes on as "year's eve", the text itself must tell."""
_KNOWN = {word.encode(): (word, kind) for word, kind in _KINDS.items()}
_LEFT_WORD = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<edge>early|earlier|late|later|by\s+late"
    r"|dawn|noon|midday|dusk|sunset|sundown|midnight)\s+)?$"
)
_RIGHT_WORD = re.compile(r"\s+(?P<part>morning|afternoon|evening|night)\b")
_OVERNIGHT = re.compile(
    r"\s+(?:(?P<into>into|to)\s+|(?:on|from)\s+)?(?P<wd>"
    + WEEKDAY
    + r")\b(?:\s*(?:to|-|into)\s*(?P<wd2>"
    + WEEKDAY
    + r")\b)?"
)
_LEFT_YEAR = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|of|during|until|till|by|from|to|through|between"
    r"|and|before|after|throughout|back\s+in|"
    r"around|as\s+of|for|year|the\s+year|the|a|its)\s+)?(?:(?:the\s+)?(?P<edge>" + EDGE + r")(?:\s+of|\s+in|-)?\s*)?$"
)
_RIGHT_YEAR = re.compile(r"\s+(?P<word>[a-z]+)")
_COUNTED = re.compile(
    r"(?:people|persons|civilians|fighters|soldiers|troops|gunmen|militants|buses|children|women|men"
    r"|residents|families|"
    r"evacuees|percent|per|prisoners|hospitals|others|km|kilomet|miles|tons|tonnes|gmt|hours|local|metres"
    r"|meters|rebels|dead|wounded|houses|homes)"
)
_RUSSIA_TODAY = re.compile(r"\b(?:russia|usa|india|china|egypt|news)\s$")
_DAY_BESIDE = re.compile(r"\bthe\s+day\s+(before|after)\s+$")
_YEAR_BEHIND = re.compile(r"(?:\s+of)?\s+(?P<y>" + YEAR + r")")
_SEASON_YEARS = re.compile(r"(?P<link>[-/])(?P<y>(?:19|20)?\d\d)(?![\w%/-]|[.,:]\d)")
_SEASON_LEFT = re.compile(
    r"\b(?P<since>since\s+)?(?P<in>(?:in|during|over|throughout|by)\s+)?(?P<the>the\s+)?"
    r"(?P<edge>early\s+|late\s+|mid-?\s*)?(?P<mod>last|this|next|early|late)?\s*$"
)
_SEASON_OF = re.compile(r"\s+(?:of\s+)?(?P<mod>last|this|next|that|the\s+(?:same|previous|following))\s+year\b")
_SEASON_NAMES = re.compile(r"\s+(?:offensives?|uprisings?|sales?|camps?|schools?|games|olympics)\b")
_THE = re.compile(r",?\s+the\s+")
_SINCE = re.compile(r"\b(since)\s+$")
_SEPARATOR = re.compile(r"[-/.]")
_CLOCK = re.compile(r"(?:t|\s)\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z\b|\s?[+-]\d{2}:?\d{2})?")
_DASH = re.compile(r"\s*-\s*")
_YEAR_FOLLOWS = re.compile(r"\s*-\s*(?:19|20)?\d\d\b")
_SHORT_YEAR = re.compile(r"-(\d\d)(?![\d%]|[.,]\d)")


def atoms(low: str, text: str, outline: bytes | None = None, *, clear: bool = False) -> list[Atom]:
    """Return the calendar phrases of a text in order.

    Parameters
    ----------
    low : str
        The plain copy.
    text : str
        The untouched text, for its capitals.
    outline, clear
        What ``outlined`` tells of the text; without them each letter is asked.

    Returns
    -------
    list of Atom
    """
    out: list[Atom] = []
    floor = 0
    for kind, word, start, end in _hits(low) if outline is None else _spots(low, outline, clear=clear):
        if start < floor:
            continue
        lo = start - _REACH
        lo = max(lo, floor)
        if kind == "unit":
            made = unit_atoms(low, word, start, end, lo)
        elif kind == "weekday":
            made = weekday(low, text, word, start, end, lo)
        elif kind == "month":
            made = month_atoms(low, text, word, start, end, lo, out)
        elif kind == "word":
            made = _word(low, text, word, start, end, lo)
        elif kind == "season":
            made = _season(low, word, start, end, lo)
        elif kind == "feast":
            made = [_feast(low, word, start, end)]
        elif kind == "years":
            made = _years(low, word, start, end)
        elif kind == "weekdays":
            made = weekdays_ago(low, word, start, end)
        elif kind == "ordinal":
            made = _ordinal(low, word, start, end, lo, out)
        else:
            made = _digits(low, start, end, lo, out)
        for atom in made:
            floor = max(floor, atom.end)
            if atom.kind in _NAMING and atom.year is None and named(low, text, atom):
                continue
            out.append(atom)
    return out


_NAMING = frozenset(("day", "weekday"))


def _hits(low: str) -> Iterator[tuple[str, str, int, int]]:
    """Kind, word, start and end of all that may tell a date."""
    first = _FIRST.match(low)
    if first:
        yield _told(first)
    for hit in _BEHIND.finditer(low, first.end() if first else 0):
        yield _told(hit)


def _told(hit: re.Match[str]) -> tuple[str, str, int, int]:
    kind = hit.lastgroup or ""
    word = hit[kind]
    return _KINDS[word] if kind == "known" else kind, word, hit.start(kind), hit.end()


def _spots(low: str, outline: bytes, *, clear: bool) -> Iterator[tuple[str, str, int, int]]:
    """The same, by the outline of the text."""
    behind = -1
    for spot in _SPOTS.finditer(outline):
        start = spot.start()
        if start <= behind:
            continue  # a sign stands between what is found and what is found next
        if clear and spot.lastindex:
            word, kind = _KNOWN[spot[1]]
            behind = start + len(word)
            yield kind, word, start, behind
            continue
        hit = _FIRST.match(low, start)
        if hit:
            behind = hit.end()
            yield _told(hit)


def _word(low: str, text: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    left = _LEFT_WORD.search(low, lo, start)
    edge = left["edge"] if left else None
    begin = start
    if left and (edge or left["since"]):
        begin = left.start("since") if left["since"] else left.start("edge")
    since = bool(left and left["since"])
    part = {"earlier": "early", "later": "late", "by late": "late"}.get(edge, edge) if edge else None
    if word == "overnight":
        right = _OVERNIGHT.match(low, end)
        if right and right["wd"] not in SHORT_WEEKDAYS:
            weekday = WEEKDAYS[right["wd"]]
            if right["into"]:
                weekday = (weekday - 1) % 7
            return [Atom(start, right.end(), "weekday", weekday=weekday, part="overnight")]
        return [Atom(start, end, "night", part="overnight")]
    if word == "today" and _RUSSIA_TODAY.search(low[max(0, start - 8) : start]) and text[start].isupper():
        return []
    offset = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}[word]
    if word == "tonight":
        part = "night"
    right_part = _RIGHT_WORD.match(low, end)
    tail = end
    if right_part and word != "tonight":
        part, tail = right_part["part"], right_part.end()
    before = _DAY_BESIDE.search(low, lo, start)
    if before:
        return []
    return [Atom(begin, tail, "offset", count=offset, part=part, since=since)]


_OF_A_YEAR = (" of last ", " of this ", " of next ", " of that ", " of the ", " last y", " this y", " next y")


def _season(low: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    year = _YEAR_BEHIND.match(low, end)
    left = _SEASON_LEFT.search(low, lo, start)
    mod = left["mod"] if left and left["mod"] else ""
    since = bool(left and left["since"])
    if year:
        first = left.start("since") if left and since else start
        atom = Atom(first, year.end(), "season", int(year["y"]), unit=word, since=since)
        over = _SEASON_YEARS.match(low, atom.end) if word == "winter" else None
        if over and int(over["y"]) % 100 == (int(year["y"]) + 1) % 100:
            atom.end = over.end()  # "the winter of 2021-22"
        return [atom]
    told = _SEASON_OF.match(low, end) if low.startswith(_OF_A_YEAR, end) else None
    if told and (word != "fall" or low.startswith(" of ", end)):
        first = left.start("since") if left and since else start
        if told["mod"] not in {"last", "this", "next"}:
            return [Atom(first, told.end(), "bad")]  # "the spring of that year": of which is not told here
        return [Atom(first, told.end(), "season", None, unit=word, mod=f"{told['mod']} year", since=since)]
    if mod in {"last", "this", "next"} and word != "fall" and left:
        return [
            Atom(
                left.start("since") if since else left.start("mod"),
                end,
                "season",
                None,
                unit=word,
                mod=mod,
                since=since,
            )
        ]
    if (
        left
        and word != "fall"
        and (since or left["in"])
        and (left["the"] or left["edge"] or mod)
        and _SEASON_NAMES.match(low, end) is None
    ):
        first = left.start("since") if since else left.start("edge") if left["edge"] else start
        return [Atom(first, end, "season", None, unit=word, since=since)]
    return []


_FEASTS = {
    ("new", "eve"): (12, 31),
    ("new", "day"): (1, 1),
    ("christmas", "eve"): (12, 24),
    ("christmas", "day"): (12, 25),
}
_FEAST_YEAR = re.compile(r",?\s+(?:of\s+|in\s+)?(?P<y>" + YEAR + r")")


def _feast(low: str, word: str, start: int, end: int) -> Atom:
    feast = word.split()
    atom = Atom(start, end, "day", None, *_FEASTS[feast[0], feast[-1]])
    year = _FEAST_YEAR.match(low, end)
    if year:
        atom.year, atom.end = int(year["y"]), year.end()
    if low.endswith("since ", 0, start):
        atom.start, atom.since = start - len("since "), True
    return atom


_LEFT_ORDINAL = re.compile(r"\b(?:on|(?P<since>since))\s+the\s+$")
_THROUGH = (" to ", " and ", " until ", " till ", " through ")
_FROM_TO = re.compile(
    r"\b(?:from|between)\s+the\s+(?P<one>\d\d?(?:st|nd|rd|th))\s+(?:to|and|until|till|through)\s+(?:the\s+)?"
    r"(?P<two>\d\d?(?:st|nd|rd|th))(?=[,.;:)]|$|\s+(?:and|but|as|when|while|after|in\s+(?!"
    + MONTH
    + r")|at|with|by)\b)"
)
_RIGHT_ORDINAL = re.compile(r"\s+of\s+(?P<mod>last|this|next)\s+month\b|(?=[,.;:]|$)")


def _ordinal(low: str, word: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    """Find "on the 20th", "on the 18th of last month" and "from the 6th to the 11th"."""
    both = _FROM_TO.search(low, max(0, start - 12), end + 24) if low.startswith(_THROUGH, end) else None
    if both and both.start("one") == start:
        made = [Atom(both.start(n), both.end(n), "ordinal", day=int(both[n][:-2])) for n in ("one", "two")]
        return [Atom(both.start(), both.end("two"), "range", low=made[0], high=made[1])]
    right = _RIGHT_ORDINAL.match(low, end)
    tied = bool(out) and out[-1].kind == "weekday" and _THE.fullmatch(low[out[-1].end : start]) is not None
    left = _LEFT_ORDINAL.search(low, lo, start)
    if right is None or not 1 <= int(word) <= 31 or not (right["mod"] or tied or left):
        return []
    if left and left["since"]:
        return [Atom(left.start(), right.end(), "ordinal", day=int(word), mod=right["mod"] or "", since=True)]
    if tied:
        return [joined(low, Atom(start, right.end(), "ordinal", day=int(word), mod=right["mod"] or ""), out)]
    return [Atom(start, right.end(), "ordinal", day=int(word), mod=right["mod"] or "")]


def _digits(low: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    words = low[start:end]
    before = low[start - 1] if start else " "
    if (
        before in ".,:/$€£+#"
        and not (before == "/" and out and out[-1].end == start - 1)
        and not (before == "," and len(words) > 7 and not low[max(0, start - 2) : start - 1].isdigit())
    ) or (
        before == "-"
        and start > 1
        and not (low[start - 2].isspace() or low[start - 2].isdigit())
        and low[max(0, start - 4) : start] != "mid-"
    ):
        return []
    if "/" in words and len(words) <= len("19/10"):
        return _without_year(low, words, start, end, out)
    if words[-1] == "s" or len(words) == 4:
        return _year(low, words, start, end, lo, out)
    since = _SINCE.search(low, lo, start)
    first, second, third = _SEPARATOR.split(words)
    if len(first) == 4:
        atom = Atom(start, end, "day", int(first), int(second), int(third))
        stamp = _CLOCK.match(low, end)
        if stamp:
            atom.end = stamp.end()
    else:
        if len(third) == 3 or (len(third) == 2 and words[-3] != "/"):
            return []
        year = int(third) if len(third) == 4 else 2000 + int(third)
        if not 1800 <= year <= 2199:
            return []
        one, two = int(first), int(second)
        dotted = "." in words
        if one > 31 or two > 31 or not one or not two:
            return []
        if dotted or one > 12:
            day, month = (one, two) if two <= 12 else (two, one)
            atom = Atom(start, end, "day", year, month, day)
        elif two > 12:
            atom = Atom(start, end, "day", year, one, two)
        elif one == two:
            atom = Atom(start, end, "day", year, one, one)
        else:
            atom = Atom(start, end, "ambiguous", year, month=two, day=one)
    if since:
        atom.since, atom.start = True, since.start()
    return [joined(low, atom, out)]


_MONTH_NEXT = re.compile(r"\s+(?:of\s+)?" + MONTH + r"\b")
_SLASHED = re.compile(r"\b(?:on|since|by|until|till|between|from|dated|day|to|and)\s+$|[a-z],\s+$")


def _without_year(low: str, words: str, start: int, end: int, out: list[Atom]) -> list[Atom]:
    """Read "on 19/10": one of the two must be too great for a month."""
    one, two = (int(part) for part in words.split("/"))
    day, month = (one, two) if two <= 12 else (two, one)
    if not (12 < day <= 31 and 1 <= month <= 12) or _SLASHED.search(low, max(0, start - 9), start) is None:
        return []
    if _MONTH_NEXT.match(low, end):
        return []
    since = _SINCE.search(low, max(0, start - 8), start)
    if since:
        return [Atom(since.start(), end, "day", None, month, day, since=True)]
    return [joined(low, Atom(start, end, "day", None, month, day), out)]


_COUNTING = frozenset(("and", "for", "around", "to", "from", "through", "by"))
"""Words before a number that is as likely a count of the things behind it."""
_LISTING = frozenset((" and ", " or ", ", and ", " & "))
_LIST_ON = re.compile(r"(?:,\s+|,?\s+and\s+)(?:19|20)\d\d\b")
_TELLING = frozenset(("in", "during", "back in"))
_PERSONS = re.compile(
    r"(?:people|civilians|fighters|soldiers|troops|gunmen|militants|women|men|residents|families|prisoners|rebels)\b"
)
_PLURAL = re.compile(r"(?!(?:was|has|its|this|his|as|is|does|clashes|sees|saw)$)[a-z]{2,}s")


def _years(low: str, words: str, start: int, end: int) -> list[Atom]:
    """Read "2014-15" and "1992-1995"."""
    first, last = int(words[:4]), int(words[5:])
    if last < 100:
        last += first // 100 * 100
    if not first < last <= first + 60 or last > 2099 or low[start - 1 : start] in set("-/.:,$\u20ac\u00a3#+"):
        return []
    right = _RIGHT_YEAR.match(low, end)
    if right and _COUNTED.match(right["word"]):
        return []
    return [
        Atom(start, end, "range", low=Atom(start, start + 4, "year", first), high=Atom(start + 5, end, "year", last))
    ]


def _year(low: str, words: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    if words[-1] == "s":
        decade = int(words[:-1])
        if not 1800 <= decade <= 2099 or decade % 10:
            return []
        left = _LEFT_YEAR.search(low, lo, start)
        edge = norm(left["edge"]) if left else ""
        atom = Atom(start, end, "decade", decade, part=edge or None)
        if left and edge:
            atom.start = left.start("edge")
        if left and left["since"]:
            atom.start, atom.since = left.start("since"), True
        return [atom]
    year = int(words)
    if not 1900 <= year <= 2099:
        return []
    left = _LEFT_YEAR.search(low, lo, start)
    prep = norm(left["prep"]) if left else ""
    edge = norm(left["edge"]) if left else ""
    since = bool(left and left["since"])
    dash = bool(out) and out[-1].kind == "year" and _DASH.fullmatch(low[out[-1].end : start]) is not None
    follows = _YEAR_FOLLOWS.match(low, end) is not None
    bracket = low[start - 1 : start] == "(" and low[end : end + 1] in {")", "-"}
    right = _RIGHT_YEAR.match(low, end)
    listed = (
        bool(out)
        and out[-1].kind == "year"
        and (
            low[out[-1].end : start] in _LISTING
            or (low[out[-1].end : start] == ", " and _LIST_ON.match(low, end) is not None)
        )
    )
    if right and not edge and not listed:
        told = since or prep in _TELLING  # "in 2014 fighters took the town"
        if _COUNTED.match(right["word"]) and not (told and _PERSONS.match(right["word"])):
            return []
        if prep in _COUNTING and _PLURAL.fullmatch(right["word"]):
            return []
    if (
        prep in {"the", "a", "its", "for", "around", "to", "and", "from", "of", "by"}
        and not edge
        and not right
        and prep in {"the", "a", "its"}
    ):
        return []
    if not (since or prep or edge or dash or listed or bracket or (follows and left)):
        return []
    atom = Atom(start, end, "year", year)
    if edge:
        atom.part, atom.start = edge, left.start("edge") if left else start
    if since and left:
        atom.since, atom.start = True, left.start("since")
    short = _SHORT_YEAR.match(low, end)
    if short and int(short[1]) > year % 100:
        return [
            Atom(
                start,
                short.end(),
                "range",
                low=atom,
                high=Atom(short.start(1), short.end(), "year", year // 100 * 100 + int(short[1])),
            )
        ]
    return [part_of_year(low, atom, lo)]
