"""Ranges: "between 300 and 500", "2,000 to 3,000", "ما بين 300 و500"."""

from __future__ import annotations

import re

from geo_ghouta.numbers import arabic, context
from geo_ghouta.numbers.core import Core
from geo_ghouta.numbers.words import SCAN, SCAN_ARABIC, read

RANGE = re.compile(
    r"\s*(?:-|to|or)\s*(?:a\s(?=half|third|quarter))?(?=[\da-z])|\s+(?:to|or|and|up\s+to)\s+(?:about\s+|around\s+|some\s+"
    r"|as\s+many\s+as\s+)?(?:a\s+)?|,\s+(?:maybe|perhaps|possibly)\s+(?=[\da-z])"
)
_LINKS = "-toaub%p,"
"""First letters of what may link two ends of a range, or of a per cent sign before it."""
_SOFT = (
    r"(?:about|around|some|roughly|approximately|perhaps|possibly|maybe|an\s+estimated|nearly|almost|over|under|more\s+than"
    r"|(?:fewer|less)\s+than|(?:no|not)\s+more\s+than|at\s+(?:most|least)|as\s+many\s+as|up\s+to|even)\s+"
)
_SOFT_LINK = re.compile(rf"\s+(?P<joint>and|but|to|or)\s+(?P<soft>(?:{_SOFT})+)(?:a\s+)?(?=[\da-z])")
"""What links two ends where the second is softened: "between 5,000 and at most 6,000"."""
_PERHAPS = re.compile(r"perhaps|possibly|maybe|about|around|as\s+many\s+as|even|nearly|almost")
_HARMED = re.compile(r"\s+(?:wounded|injured|hurt|others|more)\b")
_APART = 4
"""Times by which the two ends of a range differ at most that nothing opens."""
_LIMIT = re.compile(r"perhaps|possibly|maybe|fewer|less|(?:no|not)\s+more|most|many|up\s+to|under")
_LEAST = re.compile(r"(?<![\w-])(?:at\s+least|(?:no|not)\s+(?:fewer|less)\s+than|more\s+than|over)\s+$")
_OPEN = re.compile(
    r"(?<![\w-])(?P<word>between|from|somewhere\s+between|anywhere\s+(?:between|from))\s+"
    rf"(?:{_SOFT})?(?:a\s+)?$"
)
_CHANGE = re.compile(
    r"\b(?:fell|fallen|falls|falling|rose|risen|rising|rises|dropped|drop|shrank|shrunk|grew|grown"
    r"|growing|declined|down|increased|increase|up|climbed|went|reduced|cut|jumped|swelled|plunged|dwindled|raised)\b"
)
_ARABIC_LINK = re.compile(rf"\s+(?:و\s?|(?:ال[ىي]|حت[ىي]|او)\s+)(?:{arabic.ABOUT}\s+)?")
_ARABIC_CHANGE = re.compile(
    r"(?:ارتفع|ارتفاع|انخفض|انخفاض|تراجع|زاد|زيادة|قفز|صعد|تقلص|هبط|رفع|خفض|وصل|نما)\w*\s(?:[^.,;\d]{0,40}\s)?(?:من|الى)\s+$"
)
_ARABIC_OPEN = re.compile(rf"(?<!\w)[وفب]?(?:ما\s+)?(?P<word>بين|من)\s+(?:{arabic.ABOUT}\s+)?$")


def _arabic_end(low: str, core: Core, at: int, floor: int) -> tuple[Core, int] | None:
    """The other end of an Arabic range; only "between" and "from" open one, since "and" joins two counts as well."""
    link = _ARABIC_LINK.match(low, at)
    if link is None:
        return None
    opened = _ARABIC_OPEN.search(low, max(floor, core.start - 24), core.start)
    joins = "و" in link.group()[:3] and not link.group().lstrip().startswith("او")
    if joins and (opened is None or opened["word"] == "من"):
        return None
    if not joins and _ARABIC_CHANGE.search(low, max(0, core.start - 60), core.start):
        return None  # "rose from 20 to 30"
    # a number word is found with its "and"
    hit = SCAN.match(low, link.end()) or SCAN_ARABIC.match(low, link.end() - link.group().endswith("و"))
    other = read(low, hit.start(), link.end()) if hit else None
    if other is None or other.value is None or core.value is None or other.value <= core.value:
        return None
    if opened is None and other.value / (other.scale if core.scale == 1 else 1) > core.value * 4:
        return None
    return other, opened.start() if opened else -1


def _softened_end(low: str, core: Core, link: re.Match[str], floor: int) -> tuple[Core, int] | None:
    """The other end of a range with words of its own: "from 300 to perhaps 400", "at least 300 but fewer than 400"."""
    opened = _OPEN.search(low, max(floor, core.start - 44), core.start)
    joint = link["joint"]
    hit = SCAN.match(low, link.end())
    other = read(low, hit.start(), link.end()) if hit else None
    if other is None or other.value is None or core.value is None or other.value <= core.value:
        return None
    if other.fraction != core.fraction:
        return None
    if opened is not None:
        between = "between" in opened["word"]
        if between is not (joint == "and"):
            return None
        changes = not between and _CHANGE.search(low, max(0, opened.start() - 40), opened.start())
        return None if changes else (other, opened.start())
    if other.value / (other.scale if core.scale == 1 else 1) > core.value * _APART:
        return None
    if joint in {"to", "or"}:
        return (other, -1) if _PERHAPS.match(link["soft"]) else None
    least = _LEAST.search(low, max(floor, core.start - 24), core.start)
    if least is None or not _LIMIT.search(link["soft"]) or _HARMED.match(low, other.end):
        return None  # "killed at least 20 and up to 40 wounded"
    return other, -1


def other_end(low: str, core: Core, floor: int) -> tuple[Core, int] | None:
    """The other end of a range, with the offset of "between" or "from" (-1 for none)."""
    if core.value is None:
        return None
    at = core.end
    ahead = low[at : at + 8].lstrip()[:1]
    if ahead not in _LINKS and ahead < "\u0600":
        return None
    sign = context.PERCENT.match(low, at)
    if sign:
        at = sign.end()
    if ahead in "toab" and (soft := _SOFT_LINK.match(low, at)):
        return _softened_end(low, core, soft, floor)
    link = RANGE.match(low, at)
    if link is None:
        return _arabic_end(low, core, at, floor) if ahead >= "\u0600" else None
    words = link.group().split()
    opened = _OPEN.search(low, max(floor, core.start - 36), core.start)
    hit = SCAN.match(low, link.end())
    if hit is None:
        return None
    if "and" in words and not (opened and "between" in opened["word"]):
        return None
    other = read(low, hit.start(), link.end())
    if other is None or other.value is None or other.value <= core.value:
        return None
    if ("or" in words or words[0] == ",") and other.value / (
        other.scale if core.scale == 1 else 1
    ) > core.value * _APART:
        return None
    if opened and opened["word"] == "from" and _CHANGE.search(low, max(0, opened.start() - 40), opened.start()):
        return None
    if "to" in words and not opened and core.value * 30 < other.value and other.scale == 1:
        return None
    if other.fraction != core.fraction:
        return None
    return other, opened.start() if opened else -1
