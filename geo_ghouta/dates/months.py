"""Months with their days and years."""

from __future__ import annotations

import re

from geo_ghouta.dates.atoms import EDGE, ORD, YEAR, Atom, alternatives, count_of, norm, tree
from geo_ghouta.dates.lexicon import FULL_MONTHS, MONTHS, ORDINALS, SHY_MONTHS

_LEFT_MONTH = re.compile(
    r"(?<![\w.,:/])(?<!\d-)(?:(?P<since>since|starting)\s+)?(?:(?P<opens>between|from)\s+(?:the\s+[a-z]+\s+of\s+)?)?"
    r"(?:(?:the\s+)?(?P<d1>\d{1,2})" + ORD + r"\s*(?P<link>-|/|to|and|through|until|till|or|,)\s*)?(?:the\s+)?"
    r"(?:(?P<d>\d{1,2})(?:" + ORD + r"|\.)|(?P<word>" + alternatives(ORDINALS) + r"))(?:\s+(?:day\s+)?of)?[\s/-]+$"
)
_MONTH_DAY = re.compile(
    r"\.?[\s-]+(?:the\s+)?(?P<d>\d{1,2})"
    + ORD
    + r"(?![\w%]|[.,:]\d)(?:\s*(?P<link>-|/|to|and|through|until|till|or|&)\s*(?:the\s+)?"
    r"(?P<d2>\d{1,2})"
    + ORD
    + r"(?![\w%]|[.,:]\d)(?!\s+(?:"
    + tree(MONTHS)
    + r")\b))?(?:(?:,?\s+|/)(?P<y>"
    + YEAR
    + r"))?"
)
_DAYS_OF = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:the\s+)?(?P<nth>first|last|final)\s+(?P<n>"
    r"two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|\d\d?)\s+(?P<what>days|weeks)\s+of\s+$"
)
_SOME_DAYS_OF = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:the\s+)?(?P<nth>first|early|opening|last|final|closing|dying)\s+(?:few\s+)?(?:days|weeks)\s+of\s+$"
)
_WEEK_OF = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:the\s+)?(?P<nth>first|second|third|fourth|last|final)\s+week\s+(?:of|in)\s+$"
)
_OF_WHAT = re.compile(
    r"\b(?:weeks?|days?|month|months|half|part|weekend|morning|night|evening|most|much|all|rest)\s+of\s+$"
)
_MONTH_BEHIND = re.compile(r"\s*(?:-|to|and|until|through)\s*(?:" + tree(FULL_MONTHS) + r")\b")
_OF_YEAR = re.compile(r",?\s+(?:of\s+)?(?P<mod>last|this|next)\s+year\b")
_SHORT_YEAR = re.compile(r"[-/](?P<y>\d\d)(?![\w%]|[.,:/-]\d)")
_PLAIN_DAY = re.compile(r"\d+\s+(?!of\b|day\b)")
_MONTH_YEAR = re.compile(r"\.?(?:,?\s+(?:of\s+)?|-|/)(?P<y>" + YEAR + r")")
_NOT_DAY = re.compile(
    r"\s+(?:people|persons|civilians|fighters|soldiers|troops|gunmen|militants|buses|children|women|men"
    r"|residents|families|"
    r"evacuees|percent|per\s+cent|prisoners|hospitals|others|were|km|kilomet|miles|mile|thousand|million|hundred)"
)
_ALONE = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:(?P<prep>in|during|until|till|by|from|to|through|between|and"
    r"|of|before|after|throughout|back\s+in|for|around|as\s+of)\s+)?"
    r"(?:(?:the\s+)?(?P<edge>"
    + EDGE
    + r")(?:\s+of|-)?\s*)?(?P<mod>last|next|this|the\s+following|the\s+previous|every|each)?\s*$"
)
_LAST_DAY = re.compile(r"\b((?:the\s+)?(?:last|final)\s+day)\s+(?:of|in)\s+$")
_MORE_DAYS = re.compile(
    r"((?:,\s*\d{1,2}" + ORD + r")*,?\s+(?:and|&|or)\s+\d{1,2}" + ORD + r")(?:,?\s+(?P<y>" + YEAR + r"))?"
    r"(?=\s*(?:[.;:)]|,(?!\d)|$)|\s+(?:in|at|on|by|as|when|while|after|before|and|but|for|to|from|the|a|near|with|was|were|are)\b)"
)
_DAYS_BEFORE = re.compile(r"(?<![\w.,:/])(?<!\d )((?:\d{1,2}" + ORD + r",\s*)+)$")
_NUMBER = re.compile(r"\d+")
_RANGED = frozenset(("-", "/", "to", "through", "until", "till"))
_LISTING = frozenset((", ", " and ", ", and ", " or "))
_NAMED_BEHIND = re.compile(r"(?:,|\s+(?:and|to|or|through))\s+(?:" + tree(FULL_MONTHS - {"may", "march"}) + r")\b")
_IN_MONTH = re.compile(r"\b(?:in|during)\s+$")
_SINCE = re.compile(r"\b(since)\s+$")
_OPENED = re.compile(r"\b(between|from)\s+$")
_MAY_DAY = re.compile(r" day(?![\w'-])")
_WORD_BEHIND = re.compile(r"(?:'s)?\s+(?!said\b|says\b|told\b)[a-z]{3,}")
_LOOSE_JOIN = re.compile(r"[,.]{0,2}\s*[(]?\s*(?:the\s+)?")


def month_atoms(low: str, text: str, word: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    """Read one month with its day, its year or the words that make it stand alone; [] for "may" the verb."""
    made = _month_atoms(low, text, word, start, end, lo, out)
    if len(made) == 1 and made[0].kind in _PARTED and made[0].part is None and not made[0].since:
        _parted(low, made[0], lo)
    return made


_NIGHTS = re.compile(r"\b(?:another|straight|consecutive|[a-z]+th|second|third|twenty-first)\s+$")
_PARTED = frozenset(("day", "range"))
_PART_BEFORE = re.compile(
    r"\b(?:(?:(?P<edge>early|late|small)\s+)?(?P<part>morning|afternoon|evening|night|hours|dawn|noon|midday|midnight|dusk"
    r"|sunset|sundown|sunrise)\s+(?:of|on)|(?P<over>overnight)(?:\s+(?:on|of|from))?|(?P<late>early|late)(?:\s+on)?)\s+(?:the\s+)?$"
)


_SINCE_ENDS = ("since ", "since the ", "since the early ", "since the late ")


def _parted(low: str, atom: Atom, lo: int) -> None:
    """Let "the night of March 9", "late on March 9" and "overnight March 9-10" tell a part of their days."""
    if not low.endswith((" of ", " on ", "late ", "early ", "overnight ", " the ", " from "), 0, atom.start):
        return
    before = _PART_BEFORE.search(low, max(lo, atom.start - 32), atom.start)
    if before is None or (before["part"] == "hours" and not before["edge"]):
        return
    if _NIGHTS.search(low, max(lo, before.start() - 16), before.start()):
        return  # "for the seventh night on March 9"
    part = before["late"] or before["over"] or (before["part"] if before["part"] != "hours" else "early")
    if atom.kind == "range":
        if part not in {"overnight", "night"}:
            return
        part = "overnight"
    atom.part, atom.start = part, before.start("edge") if before["edge"] else before.start()
    if atom.kind == "day" and low.endswith(_SINCE_ENDS, 0, atom.start):
        atom.since, atom.start = True, low.rfind("since", 0, atom.start)


def _month_atoms(low: str, text: str, word: str, start: int, end: int, lo: int, out: list[Atom]) -> list[Atom]:
    month = MONTHS[word]
    capital = text[start].isupper()
    if word == "may" and text.startswith("May Day", start) and _MAY_DAY.match(low, end):
        since = _SINCE.search(low, lo, start)
        return [Atom(since.start() if since else start, end + len(" day"), "day", None, 5, 1, since=bool(since))]
    full = word in FULL_MONTHS
    left = _LEFT_MONTH.search(low, lo, start)
    if left and left["d"] and low[left.end("d")] == "." and _MONTH_DAY.match(low, end):
        left = None  # "... on route 4. March 21 was": the point ends a sentence
    day = 0
    if left:
        day = int(left["d"]) if left["d"] else ORDINALS[left["word"]]
        if not 1 <= day <= 31:
            left, day = None, 0
    if left:
        year = _MONTH_YEAR.match(low, end) or (_SHORT_YEAR.match(low, end) if low[start - 1] in "-/" else None)
        if not capital and (word in {"may", "march"} or not full) and not year:
            return []
        tail = year.end() if year else end
        stated = int(year["y"]) + (2000 if len(year["y"]) == 2 else 0) if year else None
        first = left.start("d") if left["d"] else left.start("word")
        if low[first - 4 : first] == "the " and first - 4 >= lo and not _PLAIN_DAY.match(low, first):
            first -= 4
        atom = Atom(first, tail, "day", stated, month, day)
        if left["d1"] and 1 <= int(left["d1"]) <= 31:
            other = Atom(left.start("d1"), left.end("d1"), "day", stated, month, int(left["d1"]))
            opens = left["opens"] or ""
            if left["link"] in _RANGED or (left["link"] == "and" and opens == "between"):
                if other.day < day:
                    begin = left.start("opens") if opens else other.start
                    return [Atom(begin, tail, "range", low=other, high=atom)]
            elif left["link"] in {"and", "or", ","}:
                return [*_days_before(low, lo, left.start("d1"), other), other, atom]
        elif left["since"]:
            atom.since, atom.start = (
                left["since"] == "since",
                left.start("since") if left["since"] == "since" else first,
            )
        return [joined(low, _of_year(low, atom), out)]
    if left is None and low.endswith((" of ", " in "), 0, start) and (final := _LAST_DAY.search(low, lo, start)):
        year = _MONTH_YEAR.match(low, end)
        atom = Atom(final.start(1), year.end() if year else end, "weekof", int(year["y"]) if year else None, month)
        atom.unit = "last day"
        return [atom]
    right = _MONTH_DAY.match(low, end)
    if right and 1 <= int(right["d"]) <= 31 and (capital or (full and (word not in {"may", "march"} or right["y"]))):
        bare = _NOT_DAY.match(low, right.end("d")) and _IN_MONTH.search(low[max(0, start - 8) : start])
        if not bare:
            stated = int(right["y"]) if right["y"] else None
            more = None if right["d2"] or right["y"] or right.end() != right.end("d") else _more(low, right.end("d"))
            if more:
                listed = _listed(start, right, more, month)
                if listed:
                    return [joined(low, listed[0], out), *listed[1:]]
            atom = Atom(start, right.end(), "day", stated, month, int(right["d"]))
            since = _SINCE.search(low, lo, start)
            if right["d2"] and int(right["d2"]) <= 31:
                other = Atom(right.start("d2"), right.end(), "day", stated, month, int(right["d2"]))
                between = _OPENED.search(low, lo, start)
                if int(right["d2"]) > atom.day and (right["link"] in _RANGED or (right["link"] == "and" and between)):
                    atom.end = right.end("d")
                    return [
                        joined(
                            low,
                            Atom(between.start() if between else start, right.end(), "range", low=atom, high=other),
                            out,
                        )
                    ]
                atom.end = right.end("d")
                return [joined(low, atom, out), other]
            if since:
                atom.since, atom.start = True, since.start()
            return [joined(low, _of_year(low, atom), out)]
    alone = _ALONE.search(low, lo, start)
    prep = norm(alone["prep"]) if alone else ""
    mod = norm(alone["mod"]) if alone else ""
    edge = norm(alone["edge"]) if alone else ""
    if alone and edge in {"end", "start", "close"} and low[alone.end("edge") : start].strip() not in {"of", "-"}:
        edge = ""
    if mod in {"every", "each"}:
        return []
    year = _MONTH_YEAR.match(low, end)
    if year and (capital or full):
        atom = Atom(start, year.end(), "month", int(year["y"]), month)
    else:
        if not capital or not (full or (prep in {"in", "of"} and low[end : end + 1] == ".")):
            return []
        begun = bool(alone and alone["since"])
        plainly = begun or bool(mod) or bool(edge) or prep in {"in", "during", "throughout", "back in", "of"}
        if word in SHY_MONTHS:
            if not (
                plainly
                or (prep in {"until", "till", "by", "from", "between", "through", "to", "and"} and word != "may")
                or (prep in {"from", "to", "between", "and"} and out and out[-1].kind == "month")
                or (out and out[-1].kind == "month" and low[out[-1].end : start] in _LISTING)
                or (not prep and _NAMED_BEHIND.match(low, end))
                # "from May to ..." only counts when another month follows.
                or (prep in {"from", "between", "until", "through", "by"} and _MONTH_BEHIND.match(low, end))
            ):
                return []
            if (
                prep == "of"
                and word in {"may", "march", "april"}
                and not (edge or begun or _OF_WHAT.search(low, max(0, start - 16), start))
            ):
                return []
        elif not (plainly or prep or mod or _MONTH_BEHIND.match(low, end)) and not _WORD_BEHIND.match(low, end):
            return []
        atom = Atom(start, end, "month", None, month, mod=mod)
    if low.endswith((" days of ", " weeks of "), 0, start) and (days := _DAYS_OF.search(low, lo, start)):
        atom.kind, atom.unit, atom.count = "weekof", days["nth"], count_of(days["n"])
        if days["what"] == "weeks" and atom.count:
            atom.count *= 7
        atom.start, atom.since = days.start("since") if days["since"] else days.start("nth"), bool(days["since"])
        return [_of_year(low, atom)] if atom.year is None else [atom]
    if low.endswith((" days of ", " weeks of "), 0, start) and (days := _SOME_DAYS_OF.search(low, lo, start)):
        # How many days is not told: the month stays whole, as with "early March".
        atom.part = "early" if days["nth"] in _OPENING else "late"
        atom.start, atom.since = days.start("since") if days["since"] else days.start("nth"), bool(days["since"])
        return [_of_year(low, atom)] if atom.year is None else [atom]
    weeks = _WEEK_OF.search(low, lo, start)
    if weeks:
        atom.kind, atom.unit = "weekof", weeks["nth"]
        atom.start, atom.since = weeks.start("since") if weeks["since"] else weeks.start("nth"), bool(weeks["since"])
        return [atom]
    if alone:
        if edge:
            atom.part = edge
            atom.start = alone.start("edge")
        elif mod:
            atom.start = alone.start("mod")
        if alone["since"]:
            atom.since, atom.start = True, alone.start("since")
    return [_of_year(low, atom)]


_OPENING = frozenset(("first", "early", "opening"))
_OF_YEAR_BEFORE = re.compile(
    r"(?<![\w-])(?:(?P<since>since)\s+)?(?:the\s+)?(?P<nth>first|second|third|fourth|last|final)\s+"
    r"(?:(?P<n>two|three|four|five|six|seven|eight|nine|ten|\d\d?)\s+months|quarter)\s+of\s+$"
)
_QUARTERS = {"first": 1, "second": 4, "third": 7, "fourth": 10, "last": 10, "final": 10}


def part_of_year(low: str, atom: Atom, lo: int) -> Atom:
    """Let "the first two months of 2017" and "the last quarter of 2016" be those months of the year."""
    if not low.endswith(("months of ", "quarter of "), 0, atom.start):
        return atom
    before = _OF_YEAR_BEFORE.search(low, lo, atom.start)
    number = (count_of(before["n"]) if before["n"] else 3) if before else None
    if (
        before is None
        or number is None
        or number > 11
        or (before["n"] and before["nth"] in {"second", "third", "fourth"})
    ):
        return atom
    first = _QUARTERS[before["nth"]] if not before["n"] else 1 if before["nth"] == "first" else 13 - number
    ends = [Atom(atom.start, atom.end, "month", atom.year, month) for month in (first, first + number - 1)]
    begin = before.start("since") if before["since"] else before.start("nth")
    return Atom(begin, atom.end, "range", low=ends[0], high=ends[1], since=bool(before["since"]))


def _days_before(low: str, lo: int, at: int, first: Atom) -> list[Atom]:
    """The days before the last two of "18, 19 and 20 March"."""
    before = _DAYS_BEFORE.search(low, lo, at)
    hits = list(_NUMBER.finditer(low, *before.span(1))) if before else []
    days = [int(hit.group()) for hit in hits]
    if days != sorted({day for day in days if 0 < day < first.day}):
        return []
    return [
        Atom(hit.start(), hit.end(), "day", first.year, first.month, day) for hit, day in zip(hits, days, strict=True)
    ]


def _listed(start: int, right: re.Match[str], more: re.Match[str], month: int) -> list[Atom]:
    """The days of "March 18, 20 and 22"; [] where they are no days one behind the other."""
    hits = list(_NUMBER.finditer(more.string, *more.span(1)))
    days = [int(right["d"]), *(int(hit.group()) for hit in hits)]
    if days != sorted(set(days)) or days[-1] > 31:
        return []
    year = int(more["y"]) if more["y"] else None
    out = [Atom(start, right.end("d"), "day", year, month, days[0])]
    out += [Atom(hit.start(), hit.end(), "day", year, month, day) for hit, day in zip(hits, days[1:], strict=True)]
    out[-1].end = more.end()
    return out


def _more(low: str, at: int) -> re.Match[str] | None:
    """What goes on behind "March 18" in "March 18, 20 and 22"."""
    return _MORE_DAYS.match(low, at) if low[at : at + 1] == "," else None


def _of_year(low: str, atom: Atom) -> Atom:
    behind = _OF_YEAR.match(low, atom.end)
    if behind and atom.year is None:
        atom.end, atom.mod = behind.end(), f"{behind['mod']} year"
    return atom


_BESIDE = frozenset(("", "following", "last", "next", "this", "previous"))


def joined(low: str, atom: Atom, out: list[Atom]) -> Atom:
    """Let a weekday right before a date ("Thursday, March 22") belong to the date."""
    if (
        out
        and out[-1].kind == "weekday"
        and out[-1].mod in _BESIDE
        and _LOOSE_JOIN.fullmatch(low[out[-1].end : atom.start])
    ):
        before = out.pop()
        atom.start, atom.part, atom.since = before.start, before.part, atom.since or before.since
    return atom
