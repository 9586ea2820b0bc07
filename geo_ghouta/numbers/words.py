"""Read one number: digits with their separators, number words, scales, fractions and vague words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from geo_ghouta.names.outlines import trie
from geo_ghouta.numbers.arabic_words import SCALE_BEHIND, SCAN_TEXT, go_on, read_arabic
from geo_ghouta.numbers.core import Core
from geo_ghouta.numbers.lexicon import FRACTIONS, GROUPED, PAIRS, SCALES, SHORT_SCALES, SMALL, TENS, VAGUE
from geo_ghouta.numbers.shares import half, share

_LONGEST = 15
"""Digits beyond which a number is an id, not a count."""
_MILLIONS_OF_PEOPLE = re.compile(
    r"\s+(?:people|residents|civilians|syrians|refugees|inhabitants|displaced|children|others)"
)
_DOZENS_OF = re.compile(r"\s+of\s+(?!talks|people\s+to)")
_ARE_MANY = re.compile(r"\s+(?:were|are|have|do|remain|live)\b")
"""Behind "a third" that are many; "a third was shot" counts a third one."""
_ARE = re.compile(r"\s+(?:were|are|have|do|remain|live|will|would|was|is|has|had|must|cannot|could|may|did)\b")
_TO_PART = re.compile(r"\s+(?:and|to|or)\s+(?:an?\s+)?(?:half|third|two[\s-]thirds|three[\s-]quarters)\s+of\b")
"""Behind "a third" that opens a range: "between a third and a half of the dead"."""
_SHARE_ENDS = re.compile(r"\s*[.;]")
_SHARED_BEFORE = re.compile(r"\b(?:by|than|nearly|almost|about|around|roughly|over|under|of|at)\s+$")
_THOUSAND_BEHIND = re.compile(r"\s+(thousand|million)\b")
_ONE_DOZEN = re.compile(r"(?<![\w-])(?:the|another|final|last)\s+$")
_MORE = frozenset(("hundred", "thousand"))
_SCORES_OF = re.compile(r"\s+(?:of|more|were|have|are|killed|wounded|injured|others)\b")


def tree(words: object) -> str:
    """Alternatives grouped by first letter, longest first."""
    heads: dict[str, list[str]] = {}
    for word in sorted(set(words), key=lambda w: (-len(w), w)):  # type: ignore[call-overload]
        heads.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{head}(?:{'|'.join(tails)})" for head, tails in sorted(heads.items()))


_THIN = "\u00a0\u2009\u202f"
DIGITS = (
    r"(?:\d{1,3}(?: \d{3})+(?!\d)(?=\s+(?:people|persons|fighters|civilians|residents|refugees|soldiers"
    r"|displaced|evacuees|children|families|prisoners|detainees|hostages|inhabitants|militants|gunmen|men|women|wounded|buses"
    r"|houses|homes|troops|rebels|patients|citizens|trucks|villagers|shells"
    r"|(?:forcibly |newly |internally )?displaced)\b)"
    r"|\d{1,3}(?: \d{3})* 000(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|\d{1,3}(?:["
    + _THIN
    + r"]\d{3})+(?!\d)|\d{1,3}(?:['\u066c\u060c]\d{3})+(?!\d)"
    r"|\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:[.,\u066b]\d+)?)"
)
_ONES = {**SMALL, **TENS}
WORDS: dict[str, int] = {**_ONES, **SCALES, **GROUPED}
_START = tree([*WORDS, *VAGUE, *PAIRS, "half", "third", "quarter", "fifth", "tenth"])
SCAN = re.compile(r"(?P<digits>" + DIGITS + r")|\b(?P<word>" + _START + r")\b")
_LATIN = re.compile(r"\b(?:(?=\d)(?P<digits>" + DIGITS + r")|(?P<word>" + _START + r")\b)")
_LATIN_BEHIND = re.compile(
    rf"[^a-z0-9_](?=[{''.join(sorted({word[0] for word in (*WORDS, *VAGUE, *PAIRS, 'quarter')}))}\d])" + _LATIN.pattern
)
"""The same behind a sign that is no letter: a third quicker to run over a text than to ask for an edge at each."""

_TOTALS_TEXT = """
    total totals totalling totaling overall altogether in+all so+far to+date cumulative bringing brings brought since
    all+told tally toll combined until+now up+to+now
"""
_SPOTS = re.compile(
    " (?=(0|(?:{})[ ])|(?:{}) )".format(
        trie(w for w in (*WORDS, *VAGUE, *PAIRS, "half", "third", "quarter", "fifth", "tenth") if " " not in w),
        trie(_TOTALS_TEXT.split()).replace("+", "(?: +)"),
    ).encode()
)
"""The same in an outline, and words of running totals."""

_BARE = re.compile(r"(?P<digits>[0-9]+)(?= \D)")
"""Digits without a separator, the most common: the many alternatives of ``DIGITS`` need not be tried."""


def spots(low: str, outline: bytes, totals: list[int]) -> Iterator[re.Match[str]]:
    """What ``scan_latin`` finds, by the outline of the text; where a running total may be told goes to ``totals``."""
    behind = -1
    for spot in _SPOTS.finditer(outline):
        start = spot.start()
        if spot.lastindex is None:
            totals.append(start)
        elif start > behind:  # a sign stands between what is found and what is found next
            hit = (spot[1] == b"0" and _BARE.match(low, start)) or _LATIN.match(low, start)
            if hit:
                behind = hit.end()
                yield hit


def scan_latin(low: str) -> Iterator[re.Match[str]]:
    """What begins a number in a text without Arabic, where no letter may stand right before a digit."""
    first = _LATIN.match(low)
    if first:
        yield first
    yield from _LATIN_BEHIND.finditer(low, first.end() if first else 0)


SCAN_ARABIC = re.compile(SCAN.pattern + SCAN_TEXT)
_NEXT = re.compile(r"(?P<gap>\s+and\s+a\s+|\s+and\s+|\s+|-)(?P<word>" + tree(WORDS) + r")\b")
_VAGUE_OF = re.compile(
    r"(?:\s+(?:and|upon|of)\s+(?P<big>hundreds|thousands|millions|tens|dozens|scores))(?:\s+of\s+(?P<big2>thousands|millions))?\b"
)
SCALE = re.compile(
    r"(?:\s*-?\s*)(?P<scale>hundred|thousand|million|billion|trillion|dozen|lakhs?|crores?)\b|\s?(?P<short>k|mn|bn"
    r"|m)\b(?![-'.\u00b2]\w)"
)
_FRACTION = re.compile(
    r"(?:\s+|-)(?P<part>"
    + tree(w for w in FRACTIONS if w.endswith("s") or w in {"third", "quarter", "half", "fifth", "tenth"})
    + r")\b"
)
_PAIR = re.compile(
    r"\s+(?:more\s+)?of\s+(?!hundred|thousand|million|dozen|shoes|trousers|hands|eyes|boots|glasses|scissors|jeans)"
)
_NUMBER_NEXT = r"(?:about\s+|some\s+|more\s+than\s+)*(?:\d|" + tree([*SMALL, *TENS]) + r")"
_ONE_OF = re.compile(r"\s+(?:out\s+)?of\s+(?:the|its|their|his|all|(?:the\s+)?[a-z]+'s)\s+" + _NUMBER_NEXT)
_ONE_OUT = re.compile(r"\s+(?:out\s+)?of\s+" + _NUMBER_NEXT)
_ONLY = re.compile(r"\b(?:only|just|not|but)\s+$")
_AND_HALF = re.compile(
    r"[\s-]+and[\s-]+a[\s-]+(?P<part>half|quarter)(?:\s+(?P<scale>million|thousand|hundred|dozen|billion))?\b"
)
_OF_MILLION = re.compile(r"(?:\s+of\s+an?\s+|-|\s+(?=million))(?P<scale>million|billion|thousand)\b")
_ARTICLE = re.compile(
    r"(?<![\w-])(?P<word>a|an|several|a\s+few|few|many|some|a\s+couple\s+of|a\s+couple|a\s+good|the)\s+$"
)


_SCALE_LETTERS = "htmbdklc"
_BLANKS = " ,-\n\t\r\u00a0\u2009\u202f"


def first_behind(low: str, end: int) -> str:
    """First letter or sign behind a number, blanks, commas and hyphens left out; "" where only those follow.

    Most patterns can be ruled out by it, which is quicker than to try them. "" is in every string.
    """
    return low[end : end + 8].lstrip(_BLANKS)[:1]


def one_of(low: str, start: int, end: int) -> bool:
    """Tell whether "one" is a part of a counted whole ("one of the 33 hospitals", "only one of 33")."""
    if _ONE_OF.match(low, end):
        return True
    return _ONE_OUT.match(low, end) is not None and _ONLY.search(low, max(0, start - 8), start) is not None


def read(low: str, start: int, floor: int, hit: re.Match[str] | None = None) -> Core | None:
    """Read the number that begins at an offset where ``SCAN`` hit.

    Parameters
    ----------
    low : str
        The plain copy of the text.
    start : int
        Offset of the first digit or letter.
    floor : int
        Offset that an article before the number ("a hundred") may not pass.
    hit : re.Match, optional
        What ``scan_latin`` found there, so that it is not looked for twice.

    Returns
    -------
    Core or None
    """
    hit = hit or SCAN.match(low, start)
    if hit is None:
        found = SCAN_ARABIC.match(low, start)
        return read_arabic(low, found) if found else None
    if hit["digits"]:
        return digits_of(low, hit)
    return share(low, start) or _words(low, hit, floor)


_PARTS = {"\u00bd": 0.5, "\u00bc": 0.25, "\u00be": 0.75, "\u2153": 1 / 3, "\u2154": 2 / 3}


_OF_SHARE = (" in ", " of every ", " out of every ", " out of 10 ", " out of ten ", "/")
_PART_OF = re.compile(r"/([2-9])(?=\s+of\s+(?:the|its|their|all|this|that|those)\b)")
"""Behind the first digit of "2/3 of the valley"."""


def digits_of(low: str, hit: re.Match[str]) -> Core | None:
    """Read digits where ``SCAN`` hit them."""
    words = hit["digits"]
    if len(words) > _LONGEST + 6:
        return None
    if len(words) <= 2 and low.startswith(_OF_SHARE, hit.end()):
        part = share(low, hit.start("digits"))
        if part:
            return part
        below = _PART_OF.match(low, hit.end()) if len(words) == 1 else None
        if below and int(words) < int(below[1]):
            return Core(hit.start("digits"), below.end(), 100 * int(words) / int(below[1]), fraction=True, written=True)
    value = number(words)
    if value is None:
        return None
    core = Core(hit.start("digits"), hit.end(), value, decimal=value != int(value))
    end = hit.end()
    if low[end : end + 1] in _PARTS:  # "3½ million"
        value += _PARTS[low[end]]
        end += 1
        core.end, core.value, core.decimal = end, value, True
    ahead = first_behind(low, end)
    if ahead.isdigit() or (ahead not in _SCALE_LETTERS and ahead < "\u0600"):
        return core
    scale = SCALE.match(low, end)
    if scale is None and SCALE_BEHIND.match(low, end):
        core.value, core.end, core.scale = go_on(low, value, end)
        core.decimal = False
        return core
    if scale:
        factor = (
            SCALES.get(scale["scale"]) or GROUPED.get(scale["scale"])
            if scale["scale"]
            else SHORT_SCALES[scale["short"]]
        )
        if scale["short"] == "m" and not _MILLIONS_OF_PEOPLE.match(low, scale.end()):
            return core
        if factor:
            core.scale = factor
            core.value = round(value * factor, 6)
            core.end = scale.end()
            core.decimal = False
    return core


def number(words: str) -> float | None:
    """Return the value of digits with separators, or None for too many digits.

    Examples
    --------
    >>> number("1,580"), number("2.5"), number("1.580.000"), number("12,5"), number("1\u00a0580")
    (1580.0, 2.5, 1580000.0, 12.5, 1580.0)
    """
    if words.isdigit():
        return float(words) if len(words) <= _LONGEST else None
    head, _, tail = words.partition(",")
    if len(tail) == 3 and tail.isdigit() and head.isdigit() and len(head) <= 3 and head.lstrip("0"):
        return float(head + tail)  # "1,580", by far the most common
    plain = re.sub("[ " + _THIN + "'\u066c\u060c]", "", words).replace("\u066b", ".")
    if plain.count(".") > 1:
        plain = plain.replace(".", "")
    if "," in plain:
        head, _, tail = plain.rpartition(",")
        grouped = len(tail.split(".", maxsplit=1)[0]) == 3 and head.lstrip("0") != ""
        plain = plain.replace(",", "") if grouped else plain.replace(",", ".")
    if sum(c.isdigit() for c in plain) > _LONGEST or plain.count(".") > 1:
        return None
    return float(plain)


def _words(low: str, hit: re.Match[str], floor: int) -> Core | None:
    word, start, end = hit["word"], hit.start("word"), hit.end()
    if word in VAGUE:
        return _vague(low, word, start, end)
    before = _ARTICLE.search(low, max(floor, start - 14), start)
    article = " ".join(before["word"].split()) if before else ""
    if word == "half":
        return half(low, start, end)
    if word in {"third", "quarter", "fifth", "tenth"}:
        million = _OF_MILLION.match(low, end)
        if million and (article == "a" or word == "quarter"):
            begin = before.start("word") if before and article == "a" else start
            return Core(begin, million.end(), SCALES[million["scale"]] / FRACTIONS[word], written=True)
        if article == "a" and before and (_DOZENS_OF.match(low, end) or _TO_PART.match(low, end)):
            return Core(before.start("word"), end, 100 / FRACTIONS[word], fraction=True, written=True)
        at = before.start() if before else 0
        if article == "a" and _SHARE_ENDS.match(low, end) and _SHARED_BEFORE.search(low, max(0, at - 16), at):
            return Core(at, end, 100 / FRACTIONS[word], fraction=True, written=True)
        if article == "a" and before and (_ARE if word == "quarter" else _ARE_MANY).match(low, end):
            return Core(before.start("word"), end, 100 / FRACTIONS[word], fraction=True, written=True)
        return None
    if word in PAIRS:
        pair = _PAIR.match(low, end) if before and article == "a" else None
        return (
            Core(before.start("word"), end, PAIRS[word], written=True, rough=word == "couple")
            if before and pair
            else None
        )
    begin = start
    rough = article.startswith("a couple")
    total = current = 0.0
    last_scale = float("inf")
    if word in SCALES or word in GROUPED:
        if article in {"several", "a few", "few", "many", "some", "a couple of", "a couple", "a good"} and before:
            low_word = {
                "hundred": "hundreds",
                "thousand": "thousands",
                "million": "millions",
                "dozen": "dozens",
                "score": "scores",
            }.get(word)
            if article in {"some", "a good"}:
                current = 1.0
            elif low_word and not article.startswith("a couple"):
                lows, highs = VAGUE[low_word]
                tail = _THOUSAND_BEHIND.match(low, end)
                if tail:
                    lows, highs, end = (
                        VAGUE[f"{low_word} of {tail[1]}s"][0],
                        VAGUE[f"{low_word} of {tail[1]}s"][1],
                        tail.end(),
                    )
                return Core(before.start("word"), end, None, lows, highs, vague=True, written=True)
            elif low_word:
                current, begin = 2.0, before.start("word")
            else:
                return None
        elif article in {"a", "an"} and before:
            current, begin = 1.0, before.start("word")
        elif word == "dozen" and _ONE_DOZEN.search(low, max(floor, start - 10), start):
            current = 1.0
        elif word in _MORE and low.endswith(("another ", "further "), floor, start):
            current = 1.0  # "another hundred by dusk"
        else:
            return None
    tokens = [(word, start, end, "")]
    at = end
    while True:
        more = _NEXT.match(low, at)
        if more is None:
            break
        tokens.append((more["word"], more.start("word"), more.end("word"), more["gap"]))
        at = more.end("word")
        if len(tokens) > 24:
            return None
    end = start
    seen = -1
    for index, (word, _, stop, gap) in enumerate(tokens):
        if "and" in gap:
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            last = SCALES.get(tokens[index - 1][0], 0)
            ahead = SCALES.get(following[0], 0) if following and "and" not in following[3] else 0
            # "two hundred and fifty thousand" is one number, "two hundred and three hundred" two.
            if not last or word in SCALES or (ahead >= last if last > 100 else ahead == 100):
                break
        if word in _ONES:
            value = _ONES[word]
            room = current % 100 if seen >= 0 else current
            if seen >= 0 and not (
                current == 0 or room == 0 or (room in TENS.values() and value < 10 and tokens[index - 1][0] in TENS)
            ):
                break
            current += value
        elif word == "hundred":
            if not 0 < current < 100 or (current == 0):
                break
            current *= 100
        elif word in SCALES:
            scale = SCALES[word]
            if current == 0 or scale >= last_scale:
                break
            total += current * scale
            current, last_scale = 0.0, scale
        else:
            if current == 0 or current >= 100:
                break
            current *= GROUPED[word]
            end, seen = stop, index
            break
        end, seen = stop, index
    if seen < 0:
        return None
    amount = total + current
    part = _FRACTION.match(low, end)
    if part and amount < FRACTIONS[part["part"]] and begin == start and part["part"].endswith("s") == (amount != 1):
        million = _OF_MILLION.match(low, part.end())
        if million:
            return Core(start, million.end(), SCALES[million["scale"]] * amount / FRACTIONS[part["part"]], written=True)
        return Core(start, part.end(), 100 * amount / FRACTIONS[part["part"]], fraction=True, written=True)
    more_half = _AND_HALF.match(low, end)
    if more_half and more_half["scale"]:
        factor = SCALES.get(more_half["scale"]) or GROUPED.get(more_half["scale"], 1)
        return Core(start, more_half.end(), (amount + 1 / FRACTIONS[more_half["part"]]) * factor, written=True)
    if more_half and SCALES.get(tokens[seen][0], 0) > 100:  # "a million and a half"
        return Core(
            begin, more_half.end(), amount + SCALES[tokens[seen][0]] / FRACTIONS[more_half["part"]], written=True
        )
    return Core(
        begin,
        end,
        amount,
        written=True,
        rough=rough,
        scale=float(SCALES.get(tokens[seen][0]) or GROUPED.get(tokens[seen][0], 1)),
    )


_GREATER = re.compile(
    r",?\s+(?:if\s+not|possibly|perhaps|maybe|probably|or\s+(?:even|perhaps|maybe|possibly)|and\s+(?:perhaps|possibly|maybe))\s+(?P<big>"
    + tree(w for w in VAGUE if w != "tens")
    + r"|tens(?=\s+of))\b(?P<of>,?\s+of\s+(?P<big2>thousands|millions))?"
)
_GREATER_OPENS = (
    " if not ",
    ", if not ",
    " or ",
    ", or ",
    " and p",
    " and m",
    ", perhaps",
    ", possibly",
    ", probably",
    ", maybe",
    ", and p",
)


def _vague(low: str, word: str, start: int, end: int) -> Core | None:
    key = word
    greater = _GREATER.match(low, end) if low.startswith(_GREATER_OPENS, end) else None
    if greater:
        of = f" of {greater['big2']}" if greater["of"] else ""
        small, great = VAGUE.get(word + of), VAGUE.get(greater["big"] + of)
        if small and great and small[0] < great[0]:  # "dozens, if not hundreds"
            return Core(start, greater.end(), None, small[0], great[1], vague=True, written=True)
    more = _VAGUE_OF.match(low, end)
    if more and " of " not in word:
        if f"{word} of {more['big']}" in VAGUE:
            key, end = f"{word} of {more['big']}", more.end("big")
        elif more["big"] == word:
            end = more.end("big")
            if more["big2"] and f"{word} of {more['big2']}" in VAGUE:
                key, end = f"{word} of {more['big2']}", more.end()
    if key == "tens" and not low.startswith(" of ", end):
        return None
    if key == "scores" and not _SCORES_OF.match(low, end):
        return None
    lows, highs = VAGUE[key]
    return Core(start, end, None, lows, highs, vague=True, written=True)
