"""Weekdays with what stands around them."""

from __future__ import annotations

import re

from geo_ghouta.dates.atoms import MONTH, WEEKDAY, YEAR, Atom, alternatives, norm
from geo_ghouta.dates.lexicon import COUNTS, MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from geo_ghouta.names.reaching import reach, words_in

_PARTS = (
    r"morning|afternoon|evening|night|dawn|noon|midday|midnight|dusk|sunset|sunrise|overnight|hours|nightfall|daybreak"
    r"|first\s+light|sundown"
)
_LEFT_WEEKDAY = re.compile(
    r"(?<![\w-])(?:(?P<since>since|starting|beginning)\s+)?"
    r"(?:(?P<edge>early|earlier|late|later)\s+)?(?:(?:in\s+)?(?:the\s+)?(?:(?P<edge2>early|late|small)\s+)?(?P<part>"
    + _PARTS
    + r")\s+)?"
    r"(?:(?:on|of|from|into|to)\s+)?(?:(?P<mod>last|next|this\s+past|this\s+coming|this|past|coming"
    r"|the\s+following|following|"
    r"the\s+previous|previous|the\s+same|every|each|the\s+next|the\s+last|black|good|bloody|holy)\s+)?$"
)
_LEFT_WORDS = words_in(_LEFT_WEEKDAY)
_DATE_BEHIND = re.compile(r"[.,]*\s+(?:\d{1,2}\b|" + MONTH + r"\b)")
_JOINED = re.compile(r"\.?\s*(?:and|to|-|/)\s*(?:on\s+)?(?:" + WEEKDAY + r")\b")
_JOINED_TO = re.compile(r"\b(?:" + WEEKDAY + r")\.\s*(?:and|to|-|/)\s*(?:on\s+)?$")
_SHORT_DAY = alternatives(SHORT_WEEKDAYS)
_TO = r"\.?(?:\s*[-/]\s*|\s+to\s+)"
_PAIR = re.compile(_TO + r"(?P<wd>" + _SHORT_DAY + r")\b")
_PAIR_BEFORE = re.compile(r"\b(?:" + _SHORT_DAY + r")" + _TO + "$")
_TIED = re.compile(r"-(?!" + WEEKDAY + r"\b)[a-z]")
_RIGHT_WEEKDAY = re.compile(
    r"(?P<poss>'s)?(?:,?\s+(?:(?P<edge>early|late|at)\s+)?(?:the\s+)?(?P<part>morning|afternoon|evening"
    r"|night|dawn|noon|midday|midnight|overnight)\b)?"
    r"(?:,?\s+(?:of\s+)?(?P<week>last|this|next|the\s+previous|the\s+following)\s+week\b"
    r"|\s+(?P<bl>before\s+last|after\s+next)\b|\s+(?P<wk>week)\b(?!-|\s+(?:of|in|that|when|ago)\b)|\s+(?P<ago>(?:a|one|two|three|four)\s+weeks?\s+ago|last)\b)?"
)
_MODS = {
    "past": "last",
    "this past": "last",
    "the last": "last",
    "coming": "next",
    "this coming": "next",
    "the next": "following",
    "the following": "following",
    "the previous": "previous",
}
_NTH = re.compile(r"\b(first|second|third|fourth|last|final)\s+$")
_OF_MONTH = re.compile(r"\s+(?:of|in)\s+(?P<m>" + MONTH + r")\b(?:\.?,?\s+(?:of\s+)?(?P<y>" + YEAR + r"))?")
_RUNNING = (" second ", " third ", " fourth ", " fifth ", " another ", " straight ", " consecutive ")
_NIGHTS = re.compile(r"\b(?:another|straight|consecutive|running|[a-z]+th|second|third|twenty-first)\s+$")
_EACH_BEFORE = re.compile(r"\b(?:every|each)\s+(?:" + WEEKDAY + r"),?\s+(?:and|or)\s+$")
_ANY = re.compile(r"\s*(?:[,.;:)]|$)|\s+(?:in|of|during|when|last|this)\b")
_PLACED = re.compile(r"\b(?:on|since|last|next|late|early)\s+$")


_WEEKS_ON = re.compile(
    r"(?<!\bin )(?<!\bfor )(?<!within )\b(?P<count>a|one|two|three)\s+weeks?\s+(?:on|from)\s+(?:next\s+)?$"
)
_ENDS_WEEK = (" week on ", " week from ", " weeks on ", " weeks from ", " week from next ")
_AGO = re.compile(r"\b(?P<count>two|three|four|five|six|[2-6])\s+$")


def _weeks_on(low: str, atom: Atom, start: int) -> None:
    """Read "a week on Monday" and "two weeks from Friday"; "for a week from Monday to Sunday" is none."""
    found = _WEEKS_ON.search(low, max(0, start - 28), start)
    if found and atom.mod in {"", "next"} and not low.startswith(" to ", atom.end):
        atom.mod, atom.count, atom.start = "week on", COUNTS[found["count"]], found.start()


def weekdays_ago(low: str, word: str, start: int, end: int) -> list[Atom]:
    """Read "two Fridays ago"."""
    left = _AGO.search(low, max(0, start - 7), start) if low.startswith(" ago", end) else None
    if left is None:
        return []
    count = int(left["count"]) if left["count"].isdigit() else COUNTS[left["count"]]
    return [Atom(left.start(), end + 4, "weekday", weekday=WEEKDAYS[word[:-1]], mod="times ago", count=count)]


def weekday(low: str, text: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    """Read one weekday with the words around it; [] when it names no day ("every Friday", "Sat down")."""
    if _TIED.match(low, end):
        return []
    left = _LEFT_WEEKDAY.search(low, reach(low, lo, start, _LEFT_WORDS), start)
    if word in SHORT_WEEKDAYS:
        if not text[start].isupper():
            return []
        dotted = low[end : end + 1] == "."
        near = _DATE_BEHIND.match(low, end) is not None
        if dotted and not near:  # "Mon. and Tues."
            joined_to = _JOINED_TO.search(low, max(0, start - 18), start)
            near = joined_to is not None or _JOINED.match(low, end) is not None
        if not near:  # "Mon-Wed"
            pair = _PAIR.match(low, end)
            near = pair is not None and text[pair.start("wd")].isupper()
        if not near:
            near = _PAIR_BEFORE.search(low, max(0, start - 14), start) is not None
        placed = left is not None and bool(_PLACED.search(low[max(0, start - 12) : start]))
        if word in {"sat", "sun", "mon", "wed", "fri"}:
            if not (near or (placed and word != "sun") or (dotted and placed)):
                return []
        elif not (dotted or placed or near):
            return []
    if low.startswith((" of ", " in "), end) and (nth := _NTH.search(low, max(0, start - 12), start)):
        month = _OF_MONTH.match(low, end)
        if month:
            year = int(month["y"]) if month["y"] else None
            of = Atom(month.start("m"), month.end(), "month", year, MONTHS[month["m"]])
            number = {"first": 1, "second": 2, "third": 3, "fourth": 4}.get(nth[1], -1)
            return [Atom(nth.start(1), month.end(), "nthday", weekday=WEEKDAYS[word], count=number, low=of)]
    if low.endswith((" and ", " or "), 0, start) and _EACH_BEFORE.search(low, max(0, start - 28), start):
        return []  # "each Monday and Thursday"
    if low.endswith(_RUNNING, 0, start):
        return []  # "a second Tuesday of quiet"
    right = _RIGHT_WEEKDAY.match(low, end)
    if low.endswith((" a ", " one "), 0, start) and _ANY.match(low, right.end() if right else end):
        return []  # "on a Friday in March" tells no day
    atom = Atom(start, end, "weekday", weekday=WEEKDAYS[word])
    if right and right.end() > end:
        atom.end = right.end()
        if right["poss"] and right.end() == right.end("poss"):
            atom.end = end
        if right["part"]:
            atom.part = right["part"]
        if right["week"]:
            atom.mod = {"the previous": "last", "the following": "following"}.get(
                norm(right["week"]), norm(right["week"])
            ) + " week"
        elif right["bl"]:
            atom.mod = norm(right["bl"])
        elif right["wk"]:  # "Monday week": seven days behind the coming Monday
            atom.mod, atom.count = "week on", 1
        elif right["ago"]:
            atom.mod = "week ago" if right["ago"] != "last" else "last"
            atom.count = COUNTS.get(right["ago"].split()[0], 0) if right["ago"] != "last" else 0
    if left:
        mod = norm(left["mod"])
        if mod == "following":
            mod = ""  # "following Saturday's raid" is after it
        if mod in {"every", "each", "black", "good", "bloody", "holy"}:
            return []
        part = left["part"] or left["edge"] or left["edge2"]
        if left["part"] and _NIGHTS.search(low, max(0, left.start() - 16), left.start()):
            part = ""  # "for the seventh night on Tuesday"
        first = left.start()
        if part == "hours" and not left["edge2"]:
            part, first = left["edge"], start
        if part and left["part"] and left["part"] != "hours":
            atom.part = atom.part or ("dawn" if left["part"].startswith("first") else left["part"])
        elif part:
            atom.part = atom.part or {"earlier": "early", "later": "late", "hours": "early", "small": "early"}.get(
                part, part
            )
        if mod:
            atom.mod = atom.mod or _MODS.get(mod, mod)
        if left["since"]:
            atom.since = left["since"] == "since"
        if left["since"] == "since" or part:
            atom.start = first
        elif mod:
            atom.start = left.start("mod")
        if left["since"] and left["since"] != "since":
            atom.start = left.start("mod") if mod else start
        if low.endswith(_ENDS_WEEK, 0, start) and not atom.since:
            _weeks_on(low, atom, start)
        if part == "night" and low.endswith((" to ", " into "), 0, start):  # "in the night to Tuesday": Monday's
            atom.weekday, atom.part = (WEEKDAYS[word] - 1) % 7, "overnight"
    return [atom]
