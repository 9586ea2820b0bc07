"""From words to atoms: what is said about the calendar, not yet which day it is."""

from __future__ import annotations

import dataclasses
import re

from geo_ghouta.dates.lexicon import (
    COUNTS,
    FEW,
    FULL_MONTHS,
    MONTHS,
    ORDINALS,
    SEASONS,
    SHORT_WEEKDAYS,
    SHY_MONTHS,
    UNITS,
    WEEKDAYS,
)

_REACH = 72


@dataclasses.dataclass(slots=True)
class Atom:
    """One calendar phrase.

    ``kind`` is day, month, year, decade, season, weekday, offset, night, unit, ago, past, ahead, anchor,
    weekend, recent, coming, range or bad.
    """

    start: int
    end: int
    kind: str
    year: int | None = None
    month: int = 0
    day: int = 0
    weekday: int = 0
    mod: str = ""
    part: str | None = None
    count: int | None = 0
    unit: str = ""
    since: bool = False
    opens: str = ""
    low: Atom | None = None
    high: Atom | None = None


def _alternatives(words: object) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))  # type: ignore[call-overload]


_FIRST: dict[str, list[str]] = {}


def _tree(words: object) -> str:
    """Write alternatives grouped by first letter: twice as fast to fail."""
    heads: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda w: (-len(w), w)):  # type: ignore[call-overload]
        heads.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{head}(?:{'|'.join(tails)})" for head, tails in sorted(heads.items()))


_YEAR = r"(?:19|20)\d\d(?![\d%]|[.,:]\d|-\d{3})"
_DAY = r"\d{1,2}(?![\d%]|[.,:]\d)"
_ORD = r"(?:st|nd|rd|th)?"
_WD = _alternatives(WEEKDAYS)
_COUNT = r"(?:a\s+couple\s+of|couple\s+of|a\s+few|the\s+few|twenty-one|" + _alternatives(
    [w for w in COUNTS if " " not in w and w != "the"]
) + r"|several|few|many|some|half\s+a|\d{1,4})"

SCAN = re.compile(
    r"\b(?:(?:(?P<month>" + _tree(MONTHS) + r")|(?P<weekday>" + _tree(WEEKDAYS) + r")|(?P<unit>" + _tree(UNITS) + r")"
    r"|(?P<word>today|tonight|yesterday|tomorrow|overnight)|(?P<season>" + _tree(SEASONS) + r"))\b"
    r"|(?P<digits>\d{4}-\d\d?-\d\d?|\d{4}/\d\d?/\d\d?|\d\d?(?P<sep>[/.-])\d\d?(?P=sep)\d{2,4}|\d{4}s?)(?![\w%]|[.,/:-]\d)|(?P<stamp>\d{4}-\d\d-\d\d)(?=t\d\d:))"
)  # fmt: skip

_PARTS = r"morning|afternoon|evening|night|dawn|noon|midday|midnight|dusk|sunset|sunrise|overnight|hours"
_EDGE = r"early|earlier|late|later|mid|middle|beginning|start|end|close|first\s+half|second\s+half"
_LEFT_WEEKDAY = re.compile(
    r"(?<![\w-])(?:(?P<since>since|starting|beginning)\s+)?"
    r"(?:(?P<edge>early|earlier|late|later)\s+)?(?:(?:in\s+)?(?:the\s+)?(?:(?P<edge2>early|late|small)\s+)?(?P<part>" + _PARTS + r")\s+)?"
    r"(?:(?:on|of|from|into|to)\s+)?(?:(?P<mod>last|next|this\s+past|this\s+coming|this|past|coming|the\s+following|following|"
    r"the\s+previous|previous|the\s+same|every|each|the\s+next|the\s+last|black|good|bloody|holy)\s+)?$"
)
_RIGHT_WEEKDAY = re.compile(
    r"(?P<poss>'s)?(?:,?\s+(?:(?P<edge>early|late)\s+)?(?:the\s+)?(?P<part>morning|afternoon|evening|night|dawn|noon|midday|midnight|overnight)\b)?"
    r"(?:,?\s+(?:of\s+)?(?P<week>last|this|next|the\s+previous|the\s+following)\s+week\b|\s+(?P<bl>before\s+last)\b|\s+(?P<ago>a\s+week\s+ago|last)\b)?"
)
_LEFT_MONTH = re.compile(
    r"(?<![\w.,:/-])(?:(?P<since>since|starting)\s+)?(?:(?P<opens>between|from)\s+)?"
    r"(?:(?:the\s+)?(?P<d1>\d{1,2})" + _ORD + r"\s*(?P<link>-|to|and|through|until|till|or|,)\s*)?(?:the\s+)?"
    r"(?:(?P<d>\d{1,2})" + _ORD + r"|(?P<word>" + _alternatives(ORDINALS) + r"))(?:\s+(?:day\s+)?of)?[\s-]+$"
)
_MONTH_DAY = re.compile(
    r"\.?[\s-]+(?:the\s+)?(?P<d>\d{1,2})" + _ORD + r"(?![\w%]|[.,:]\d)(?:\s*(?P<link>-|to|and|through|until|till|or|&)\s*(?:the\s+)?"
    r"(?P<d2>\d{1,2})" + _ORD + r"(?![\w%]|[.,:]\d)(?!\s+(?:" + _tree(MONTHS) + r")\b))?(?:(?:,?\s+|/)(?P<y>" + _YEAR + r"))?"
)
_MONTH_YEAR = re.compile(r"\.?(?:,?\s+(?:of\s+)?|-|/)(?P<y>" + _YEAR + r")")
_NOT_DAY = re.compile(
    r"\s+(?:people|persons|civilians|fighters|soldiers|troops|gunmen|militants|buses|children|women|men|residents|families|"
    r"evacuees|percent|per\s+cent|prisoners|hospitals|others|were|km|kilomet|miles|mile|thousand|million|hundred)"
)
_ALONE = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|during|until|till|by|from|to|through|between|and|of|before|after|throughout|back\s+in|for|around|as\s+of)\s+)?"
    r"(?:(?:the\s+)?(?P<edge>" + _EDGE + r")(?:\s+of|-)?\s*)?(?P<mod>last|next|this|the\s+following|the\s+previous|every|each)?\s*$"
)
_LEFT_UNIT = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|over|during|for|within|throughout|inside)\s+)?"
    r"(?:(?:the\s+)?(?P<edge>" + _EDGE + r")\s+(?:of\s+|in\s+)?)?(?:(?P<det>the|these|this|that|those|their)\s+)?"
    r"(?P<mod>last|past|previous|next|coming|recent|following|same|current|preceding)?\s*(?:(?P<count>" + _COUNT + r")[\s-]+)?"
    r"(?:(?:full|long|straight|whole|consecutive|more)\s+)?$"
)
_RIGHT_UNIT = re.compile(
    r"\s+(?:and\s+a\s+half\s+)?(?P<way>ago|from\s+now|earlier|later|afterwards?|previously|prior|before|after|since|on)\b(?P<ref>\s+(?:yesterday|tomorrow))?"
)
_HALF = re.compile(r"\s+and\s+a\s+half\b")
_LOOSE = re.compile(r"\s*(?:$|[.,;:)\"'\u201d\u2014-]|\n)")
_EDGE_WORD = re.compile(r"(?<![\w-])(?P<edge>early|earlier|late|later)(?:\s+on)?\s+$")
_LEFT_WORD = re.compile(r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<edge>early|earlier|late|later|by\s+late)\s+)?$")
_RIGHT_WORD = re.compile(r"\s+(?P<part>morning|afternoon|evening|night)\b")
_OVERNIGHT = re.compile(r"\s+(?:(?P<into>into|to)\s+|(?:on|from)\s+)?(?P<wd>" + _WD + r")\b(?:\s*(?:to|-|into)\s*(?P<wd2>" + _WD + r")\b)?")
_LEFT_YEAR = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|of|during|until|till|by|from|to|through|between|and|before|after|throughout|back\s+in|"
    r"around|as\s+of|for|year|the\s+year|the|a|its)\s+)?(?:(?:the\s+)?(?P<edge>" + _EDGE + r")(?:\s+of|\s+in|-)?\s*)?$"
)
_RIGHT_YEAR = re.compile(r"\s+(?P<word>[a-z]+)")
_COUNTED = re.compile(
    r"(?:people|persons|civilians|fighters|soldiers|troops|gunmen|militants|buses|children|women|men|residents|families|"
    r"evacuees|percent|per|prisoners|hospitals|others|km|kilomet|miles|tons|tonnes|gmt|hours|local|metres|meters|rebels|dead|wounded|houses|homes)"
)


def atoms(low: str, text: str) -> list[Atom]:
    """Return the calendar phrases of a text in order.

    Parameters
    ----------
    low : str
        The plain copy.
    text : str
        The untouched text, for its capitals.

    Returns
    -------
    list of Atom
    """
    out: list[Atom] = []
    floor = 0
    for hit in SCAN.finditer(low):
        start, end = hit.span()
        if start < floor:
            continue
        kind = hit.lastgroup
        word = hit.group(kind) if kind else ""
        lo = max(floor, start - _REACH)
        if kind == "month":
            made = _month(low, text, word, start, end, lo, out)
        elif kind == "weekday":
            made = _weekday(low, text, word, start, end, lo)
        elif kind == "unit":
            made = _unit(low, word, start, end, lo)
        elif kind == "word":
            made = _word(low, text, word, start, end, lo)
        elif kind == "season":
            made = _season(low, word, start, end, lo)
        else:
            made = _digits(low, start, end, lo, out)
        for atom in made:
            out.append(atom)
            floor = max(floor, atom.end)
    return out


def _norm(words: str | None) -> str:
    return " ".join(words.split()) if words else ""


def _weekday(low: str, text: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    left = _LEFT_WEEKDAY.search(low, lo, start)
    if word in SHORT_WEEKDAYS:
        if not text[start].isupper():
            return []
        dotted = low[end : end + 1] == "."
        near = re.compile(r"[.,]*\s+(?:\d{1,2}\b|(?:" + _tree(MONTHS) + r")\b)").match(low, end) is not None if word in {"sat", "sun", "mon", "wed"} else False
        placed = left is not None and bool(re.search(r"\b(?:on|since|last|next|late|early)\s+$", low[max(0, start - 12) : start]))
        if word in {"sat", "sun", "mon", "wed", "fri"}:
            if not (near or (placed and word != "sun") or (dotted and placed)):
                return []
        elif not (dotted or placed or near):
            return []
    right = _RIGHT_WEEKDAY.match(low, end)
    atom = Atom(start, end, "weekday", weekday=WEEKDAYS[word])
    if right and right.end() > end:
        atom.end = right.end()
        if right["poss"] and right.end() == right.end("poss"):
            atom.end = end
        if right["part"]:
            atom.part = right["part"]
        if right["week"]:
            atom.mod = {"the previous": "last", "the following": "following"}.get(_norm(right["week"]), _norm(right["week"])) + " week"
        elif right["bl"]:
            atom.mod = "before last"
        elif right["ago"]:
            atom.mod = "week ago" if right["ago"].startswith("a") else "last"
    if left:
        mod = _norm(left["mod"])
        if mod in {"every", "each", "black", "good", "bloody", "holy"}:
            return []
        part = left["part"] or left["edge"] or left["edge2"]
        first = left.start()
        if part == "hours" and not left["edge2"]:
            part, first = left["edge"], start
        if left["part"] and left["part"] != "hours":
            atom.part = atom.part or left["part"]
        elif part:
            atom.part = atom.part or {"earlier": "early", "later": "late", "hours": "early", "small": "early"}.get(part, part)
        if mod:
            atom.mod = atom.mod or {"past": "last", "this past": "last", "the last": "last", "coming": "next", "this coming": "next", "the next": "following",
                                    "the following": "following", "the previous": "previous"}.get(mod, mod)  # fmt: skip
            if atom.mod == "before last":
                pass
        if left["since"]:
            atom.since = left["since"] == "since"
        if left["since"] == "since" or part:
            atom.start = first
        elif mod:
            atom.start = left.start("mod")
        if left["since"] and left["since"] != "since":
            atom.start = left.start("mod") if mod else start
    return [atom]


def _month(low: str, text: str, word: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    month = MONTHS[word]
    capital = text[start].isupper()
    full = word in FULL_MONTHS
    left = _LEFT_MONTH.search(low, lo, start)
    day = 0
    if left:
        day = int(left["d"]) if left["d"] else ORDINALS[left["word"]]
        if not 1 <= day <= 31:
            left, day = None, 0
    if left:
        year = _MONTH_YEAR.match(low, end)
        if not capital and (word in {"may", "march"} or not full) and not year:
            return []
        tail = year.end() if year else end
        stated = int(year["y"]) if year else None
        first = left.start("d") if left["d"] else left.start("word")
        if low[first - 4 : first] == "the " and first - 4 >= lo:
            first -= 4
        atom = Atom(first, tail, "day", stated, month, day)
        if left["d1"] and 1 <= int(left["d1"]) <= 31:
            other = Atom(left.start("d1"), left.end("d1"), "day", stated, month, int(left["d1"]))
            opens = left["opens"] or ""
            if left["link"] in {"-", "to", "through", "until", "till"} or (left["link"] == "and" and opens == "between"):
                if other.day < day:
                    begin = left.start("opens") if opens else other.start
                    return [Atom(begin, tail, "range", low=other, high=atom)]
            elif left["link"] in {"and", ","}:
                atom.since = False
                return [other, atom]
        else:
            atom.opens = left["opens"] or ""
            if left["since"]:
                atom.since, atom.start = left["since"] == "since", left.start("since") if left["since"] == "since" else first
        return [_joined(low, atom, out)]
    right = _MONTH_DAY.match(low, end)
    if right and 1 <= int(right["d"]) <= 31 and (capital or (full and (word not in {"may", "march"} or right["y"]))):
        bare = _NOT_DAY.match(low, right.end("d")) and re.search(r"\b(?:in|during)\s+$", low[max(0, start - 8) : start])
        if not bare:
            stated = int(right["y"]) if right["y"] else None
            atom = Atom(start, right.end(), "day", stated, month, int(right["d"]))
            since = re.compile(r"\b(since)\s+$").search(low, lo, start)
            if right["d2"] and int(right["d2"]) <= 31:
                other = Atom(right.start("d2"), right.end(), "day", stated, month, int(right["d2"]))
                between = re.compile(r"\b(between|from)\s+$").search(low, lo, start)
                if int(right["d2"]) > atom.day and (right["link"] in {"-", "to", "through", "until", "till"} or (right["link"] == "and" and between)):
                    atom.end = right.end("d")
                    return [_joined(low, Atom(between.start() if between else start, right.end(), "range", low=atom, high=other), out)]
                atom.end = right.end("d")
                return [_joined(low, atom, out), other]
            if since:
                atom.since, atom.start = True, since.start()
            return [_joined(low, atom, out)]
    alone = _ALONE.search(low, lo, start)
    prep = _norm(alone["prep"]) if alone else ""
    mod = _norm(alone["mod"]) if alone else ""
    edge = _norm(alone["edge"]) if alone else ""
    if mod in {"every", "each"}:
        return []
    year = _MONTH_YEAR.match(low, end)
    if year and (capital or full):
        atom = Atom(start, year.end(), "month", int(year["y"]), month)
    else:
        if not capital or not full:
            if not (capital and prep in {"in", "of"} and low[end : end + 1] == "."):
                return []
        since = bool(alone and alone["since"])
        plainly = since or bool(mod) or bool(edge) or prep in {"in", "during", "throughout", "back in", "of"}
        if word in SHY_MONTHS:
            if not (plainly or (prep in {"until", "till", "by", "from", "between", "through", "to", "and"} and word != "may") or (prep in {"from", "to", "between", "and"} and out and out[-1].kind == "month")):
                # "from May to ..." only counts when another month follows.
                if not (prep in {"from", "between", "until", "through", "by"} and re.compile(r"\s+(?:to|and|until|through)\s+(?:" + _tree(FULL_MONTHS) + r")\b").match(low, end)):
                    return []
            if prep == "of" and word in {"may", "march", "april"} and not (edge or since):
                return []
        elif not (plainly or prep or mod) and not re.compile(r"(?:'s)?\s+[a-z]{3,}").match(low, end):
            return []
        atom = Atom(start, end, "month", None, month, mod=mod)
    if alone:
        if edge:
            atom.part = edge
            atom.start = alone.start("edge")
        elif mod:
            atom.start = alone.start("mod")
        if alone["since"]:
            atom.since, atom.start = True, alone.start("since")
        atom.opens = prep if prep in {"from", "between"} else ""
    return [atom]


def _joined(low: str, atom: Atom, out: list[Atom]) -> Atom:
    """Let a weekday right before a date ("Thursday, March 22") belong to the date."""
    if out and out[-1].kind == "weekday" and not out[-1].mod and re.fullmatch(r"[,.]?\s*[(]?\s*(?:the\s+)?", low[out[-1].end : atom.start]):
        before = out.pop()
        atom.start, atom.part, atom.since = before.start, before.part, atom.since or before.since
    return atom


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
    if word == "today" and re.search(r"\b(?:russia|usa|india|china|egypt|news)\s$", low[max(0, start - 8) : start]) and text[start].isupper():
        return []
    offset = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}[word]
    if word == "tonight":
        part = "night"
    right_part = _RIGHT_WORD.match(low, end)
    tail = end
    if right_part and word != "tonight":
        part, tail = right_part["part"], right_part.end()
    before = re.compile(r"\bthe\s+day\s+(before|after)\s+$").search(low, lo, start)
    if before:
        return []
    return [Atom(begin, tail, "offset", count=offset, part=part, since=since)]


def _season(low: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    year = re.compile(r"(?:\s+of)?\s+(?P<y>" + _YEAR + r")").match(low, end)
    left = re.compile(r"\b(?P<since>since\s+)?(?:in\s+|the\s+)*(?P<mod>last|this|next|early|late)?\s*$").search(low, lo, start)
    mod = left["mod"] if left and left["mod"] else ""
    if year:
        return [Atom(start, year.end(), "season", int(year["y"]), unit=word, since=bool(left and left["since"]))]
    if mod in {"last", "this", "next"} and word != "fall" and left:
        return [Atom(left.start("mod"), end, "season", None, unit=word, mod=mod)]
    return []


def _unit(low: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    unit = UNITS[word]
    left = _LEFT_UNIT.search(low, lo, start)
    if not left:
        return []
    prep, det, mod, edge = (_norm(left[k]) for k in ("prep", "det", "mod", "edge"))
    counted = left["count"]
    since = bool(left["since"])
    number = _number(counted)
    right = _RIGHT_UNIT.match(low, end)
    way = _norm(right["way"]) if right else ""
    plural = word.endswith("s")

    def begin(*names: str) -> int:
        places = [left.start(n) for n in names if left[n]]
        return min(places) if places else start

    if unit in {"morning", "afternoon", "evening", "night", "nights"}:
        if unit == "nights" or counted:
            return []
        if mod == "last" and unit == "night":
            return [Atom(begin("since", "edge", "mod"), end, "offset", count=-1, part="night", since=since)]
        if det == "this" and not mod:
            return [Atom(begin("since", "edge", "det"), end, "offset", count=0, part=unit, since=since)]
        if mod in {"following", "next"} or (mod in {"same"}) or (det == "that" and not mod):
            step = 1 if mod in {"following", "next"} else 0
            return [Atom(begin("det", "mod"), end, "anchor", count=step, unit="day", part=unit)]
        return []
    if unit == "weekend":
        if plural or mod in {"recent"}:
            return []
        if det in {"the", "this", "that", ""} and (mod or det == "this" or prep in {"over", "during"} or low[max(0, start - 7) : start].endswith("at the ")):
            return [Atom(begin("since", "edge", "det", "mod"), end, "weekend", mod=mod or ("this" if det == "this" else ""), since=since)]
        return []
    # Words behind: ago, later, earlier, since.
    if way and counted and not mod and det not in {"this", "that"}:
        half = bool(right and _HALF.match(low, end))
        tail = right.end("way") if right else end
        if unit == "day" and way in {"before", "after"} and right and right["ref"]:
            return []
        if way == "ago":
            return [_count_atom(begin("since", "count"), tail, "ago", number, unit, half=half, since=since)]
        if way == "since":
            if prep == "in" and det == "the":
                return [_count_atom(begin("prep"), tail, "past", number, unit)]
            if low[tail : tail + 1] in {"", "."} :
                return []
            return [_count_atom(begin("count"), tail, "ago", number, unit)]
        if way == "from now":
            return [_count_atom(begin("count"), tail, "ahead", number, unit)]
        if way in {"earlier", "previously", "prior"} or (way == "before" and _LOOSE.match(low, tail)):
            if low[tail : tail + 3] == " to":
                return []
            return [_count_atom(begin("count"), tail, "anchor", -number if number else None, unit)]
        if way in {"later", "afterwards", "afterward"} or (way == "after" and _LOOSE.match(low, tail)):
            return [_count_atom(begin("count"), tail, "anchor", number, unit)]
    if unit == "day" and not plural and det == "the" and not mod and not counted and way in {"before", "after"} and right:
        sign = -1 if way == "before" else 1
        if right["ref"]:
            ref = right["ref"].split()[0]
            if (ref == "yesterday") == (sign < 0):
                return [Atom(begin("since", "det"), right.end(), "offset", count=2 * sign, since=since)]
            return []
        if _LOOSE.match(low, right.end("way")):
            return [Atom(begin("det"), right.end("way"), "anchor", count=sign, unit="day")]
        return []
    if unit in {"week", "month", "year"} and not plural and det == "the" and not mod and not counted and way in {"before", "after"} and right and _LOOSE.match(low, right.end("way")):
        return [Atom(begin("det"), right.end("way"), "anchor", count=-1 if way == "before" else 1, unit=unit)]
    if counted and unit == "day" and prep == "in" and plural and not mod and re.compile(r"'?\s+time\b").match(low, end):
        return [_count_atom(begin("prep"), end, "ahead", number, unit)]
    if counted and prep == "within" and not mod:
        return [_count_atom(begin("prep"), end, "coming", number, unit)]
    if mod in {"last", "past", "previous", "preceding", "recent"} and (counted or plural or mod in {"past", "recent"} or (mod == "last" and det == "the" and unit in {"hour", "decade", "fortnight", "day"})):
        if mod == "recent" and not plural:
            return []
        if mod in {"previous", "preceding"}:
            if not counted and unit == "day":
                return [Atom(begin("det", "mod"), end, "anchor", count=-1, unit="day")]
            return []
        if plural and not counted:
            if mod == "last":
                return []
            return [Atom(begin("since", "prep", "det", "mod"), end, "recent", unit=unit)]
        if number is None and counted:
            return [Atom(begin("prep", "det", "mod"), end, "recent", unit=unit)]
        return [_count_atom(begin("prep", "det", "mod"), end, "past", number or 1, unit)]
    if mod in {"coming", "next"} and (plural or counted or (mod == "coming" and unit != "year")):
        if not counted and plural:
            return [Atom(begin("prep", "det", "mod"), end, "coming", count=None, unit=unit)]
        if mod == "coming" and not counted:
            return [Atom(begin("det", "mod"), end, "unit", count=1, unit=unit)]
        return [_count_atom(begin("prep", "det", "mod"), end, "coming", number, unit)]
    if counted or plural:
        return []
    if mod in {"following", "same", "previous", "preceding"} or (mod == "next" and det == "the") or (det == "that" and not mod and unit != "hour"):
        if unit in {"hour"}:
            return []
        step = {"following": 1, "next": 1, "previous": -1, "preceding": -1}.get(mod, 0)
        return [Atom(begin("det", "mod"), end, "anchor", count=step, unit=unit, mod=mod or "same")]
    if unit in {"week", "month", "year", "decade", "fortnight"}:
        if mod in {"last", "next"}:
            tail, step = end, -1 if mod == "last" else 1
            return [Atom(begin("since", "edge", "mod"), tail, "unit", count=step, unit=unit, part=edge or None, since=since)]
        if (det == "this" and not mod) or mod == "current":
            return [Atom(begin("since", "edge", "det"), end, "unit", count=0, unit=unit, part=edge or None, since=since)]
        if since and edge in {"start", "beginning"} and det == "the":
            return [Atom(begin("since"), end, "unit", count=0, unit=unit, part=edge, since=True)]
        if edge in {"earlier", "later"} and det == "the" and unit != "decade":
            return [Atom(begin("edge"), end, "unit", count=0, unit=unit, part=edge, since=since)]
    return []


def _number(words: str | None) -> int | None:
    if not words:
        return None
    words = _norm(words)
    if words.isdigit():
        return int(words)
    if words in FEW or words == "half a":
        return None if words != "half a" else -2
    return COUNTS.get(words)


def _count_atom(start: int, end: int, kind: str, number: int | None, unit: str, *, half: bool = False, since: bool = False) -> Atom:
    if unit == "fortnight":
        unit, number = "week", None if number is None else number * 2
    if unit == "decade" and number is not None and number != -2:
        unit, number = "year", number * 10
    if number == -2:
        unit, number = ("month", 6) if unit == "year" else ("day", 15) if unit == "month" else (unit, None)
    if half and number is not None and unit == "year":
        unit, number = "month", number * 12 + 6
    return Atom(start, end, kind, count=number, unit=unit, since=since)


def _digits(low: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    words = low[start:end]
    before = low[start - 1] if start else " "
    if before in ".,:/$€£+#" or (before == "-" and start > 1 and not (low[start - 2].isspace() or low[start - 2].isdigit())):
        return []
    if words[-1] == "s" or len(words) == 4:
        return _year(low, words, start, end, lo, out)
    since = re.compile(r"\b(since)\s+$").search(low, lo, start)
    first, second, third = re.split(r"[-/.]", words)
    if len(first) == 4:
        atom = Atom(start, end, "day", int(first), int(second), int(third))
        stamp = re.compile(r"(?:t|\s)\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z\b|\s?[+-]\d{2}:?\d{2})?").match(low, end)
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
    return [_joined(low, atom, out)]


def _year(low: str, words: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    if words[-1] == "s":
        decade = int(words[:-1])
        if not 1800 <= decade <= 2099 or decade % 10:
            return []
        return [Atom(start, end, "decade", decade)]
    year = int(words)
    if not 1900 <= year <= 2099:
        return []
    left = _LEFT_YEAR.search(low, lo, start)
    prep = _norm(left["prep"]) if left else ""
    edge = _norm(left["edge"]) if left else ""
    since = bool(left and left["since"])
    dash = bool(out) and out[-1].kind == "year" and re.fullmatch(r"\s*-\s*", low[out[-1].end : start]) is not None
    follows = re.compile(r"\s*-\s*(?:19|20)?\d\d\b").match(low, end) is not None
    bracket = low[start - 1 : start] == "(" and low[end : end + 1] in {")", "-"}
    right = _RIGHT_YEAR.match(low, end)
    if right and _COUNTED.match(right["word"]):
        return []
    if prep in {"the", "a", "its", "for", "around", "to", "and", "from", "of", "by"} and not edge and not right and prep in {"the", "a", "its"}:
        return []
    if not (since or prep or edge or dash or bracket or (follows and left)):
        return []
    atom = Atom(start, end, "year", year)
    if edge:
        atom.part, atom.start = edge, left.start("edge") if left else start
    if since and left:
        atom.since, atom.start = True, left.start("since")
    atom.opens = prep if prep in {"from", "between"} else ""
    short = re.compile(r"-(\d\d)(?![\d%]|[.,]\d)").match(low, end)
    if short and int(short[1]) > year % 100:
        return [Atom(start, short.end(), "range", low=atom, high=Atom(short.start(1), short.end(), "year", year // 100 * 100 + int(short[1])))]
    return [atom]
