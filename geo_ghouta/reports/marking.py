"""Mark the spans of a report that are no running text; no character of it is changed.

A title, a dateline, a byline, photo captions, link blocks, lines printed twice and boxes of the site. Claims are
not read there. What is doubtful stays text: a mark hides words from the reader of claims.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from geo_ghouta.reports import wording as w

_LINE = re.compile(r"[^\r\n\u2028\u2029]+")
_WORD = re.compile(r"\w+")
_END = re.compile(r"""[.!?؟…][\s"'”’»)\]]{0,4}\Z""")
_ALONE_LENGTH = 60
_BLOCK_LINES = 15
_TITLE_WORDS = 22


class Line(NamedTuple):
    """One line without the blanks around it, and whether blank lines stand before it."""

    start: int
    end: int
    text: str
    parted: bool

    @property
    def ended(self) -> bool:
        """Whether it closes like a sentence."""
        return _END.search(self.text[-8:]) is not None


def mark_text(
    text: str, title: str | None = None, front_end: int = 0, known: Mapping[str, str] | None = None
) -> list[tuple[int, int, str]]:
    """Find what is no running text.

    Parameters
    ----------
    text : str
        The untouched text.
    title : str, optional
        Headline known from elsewhere.
    front_end : int
        Offset after the front matter, 0 for none.
    known : mapping of str to str, optional
        Lines whose kind is told by a page's markup; links count where two stand together.

    Returns
    -------
    list of tuple
        ``(start, end, kind)`` sorted, not overlapping; kinds are the contract's: front_matter, title, dateline,
        byline, caption, link_block, repeat, boilerplate.

    Examples
    --------
    >>> text = "Buses wait at the crossing (AP)\\nBuses wait at the crossing (AP)\\nTen buses left Arbin."
    >>> [kind for _, _, kind in mark_text(text)]
    ['caption', 'caption']
    """
    lines = _lines(text, front_end)
    kinds: dict[int, str] = {}
    _blocks(lines, kinds)
    _told(lines, kinds, known or {})
    for number, line in enumerate(lines):
        if number not in kinds and (kind := _alone(line, number, len(lines))):
            kinds[number] = kind
    _twice(lines, kinds)
    _headings(lines, kinds, title)
    marks = [(line.start, line.end, kinds[n]) for n, line in enumerate(lines) if n in kinds]
    marks += _datelines(lines, kinds)
    if front_end:
        marks.append((0, front_end, "front_matter"))
    return _joined(sorted(marks), text)


def _lines(text: str, begin: int) -> list[Line]:
    lines: list[Line] = []
    last = begin
    for found in _LINE.finditer(text, begin):
        raw = found.group()
        stripped = raw.strip(" \t\u00a0\ufeff\u200b\u200e\u200f")
        if not stripped:
            continue
        start = found.start() + raw.index(stripped[0])
        between = text[last : found.start()]
        parted = between.count("\n") > 1 or between.count("\r") > 1 or not lines
        lines.append(Line(start, start + len(stripped), stripped, parted))
        last = found.end()
    return lines


def _told(lines: list[Line], kinds: dict[int, str], known: Mapping[str, str]) -> None:
    told = [known.get(line.text.removeprefix("- "), "") for line in lines]
    for number, kind in enumerate(told):
        beside = "link_block" in (told[number - 1 : number] + told[number + 1 : number + 2])
        if kind and number not in kinds and (kind != "link_block" or beside):
            kinds[number] = kind


def _alone(line: Line, number: int, total: int) -> str:
    """Kind of a line by its own words."""
    head, tail = line.text[:200], line.text[-120:]
    if len(line.text) > 600:
        return ""
    if len(line.text) <= 350 and (w.CREDIT_END.search(tail) or w.CAPTION_START.match(head)):
        return "caption"
    if w.BOILERPLATE.match(head) or w.RIGHTS.search(head):
        return "boilerplate" if len(line.text) <= 300 else ""
    edge = number < 5 or number >= total - 3
    if edge and w.BYLINE.match(head) and len(line.text) <= 160 and not w.NO_BYLINE.match(head):
        return "byline"
    return ""


def _blocks(lines: list[Line], kinds: dict[int, str]) -> None:
    """Link blocks: 'Read more' between rules, over a list of titles, or with a title on its own line."""
    number = 0
    while number < len(lines):
        line = lines[number]
        rest = w.LINKS_HEAD.match(line.text) if len(line.text) <= 300 else None
        if rest is None:
            last = number
            if len(line.text) <= _ALONE_LENGTH and w.LINKS_ALONE.match(line.text):
                last = _all_titles_below(lines, number)
            for index in range(number, last + (last > number)):
                kinds[index] = "link_block"
            number = last + 1
            continue
        first, last = number, number
        ruled = number > 0 and w.RULE.fullmatch(lines[number - 1].text) is not None
        if ruled:
            first = number - 1
        closing = _closing_rule(lines, number) if ruled else None
        if closing is not None:
            last = closing
        elif not line.text[rest.end() :].strip(" :–—-»>"):
            last = _titles_below(lines, number)
        elif not w.LINKS_SURE.match(line.text) and line.ended:
            number += 1  # 'Related talks went on in Homs.' is a sentence
            continue
        if last + 1 < len(lines) and closing is None and w.RULE.fullmatch(lines[last + 1].text):
            last += 1
        for index in range(first, last + 1):
            kinds[index] = "link_block"
        number = last + 1


def _closing_rule(lines: list[Line], number: int) -> int | None:
    for index in range(number + 1, min(number + _BLOCK_LINES, len(lines))):
        if w.RULE.fullmatch(lines[index].text):
            return index
    return None


def _titles_below(lines: list[Line], number: int) -> int:
    last = number
    # Titles in bullets may end with a full stop and stand a line apart; what is no bullet is text again.
    for index in range(number + 1, min(number + _BLOCK_LINES, len(lines))):
        if len(lines[index].text) > 300 or not w.BULLET.match(lines[index].text):
            break
        last = index
    if last > number:
        return last
    for index in range(number + 1, min(number + _BLOCK_LINES, len(lines))):
        line = lines[index]
        if (
            (line.parted and index > number + 1)
            or line.text.endswith((".", ".”", '."', "؛", ","))
            or len(line.text) > 160
        ):
            break
        last = index
    return last


def _all_titles_below(lines: list[Line], number: int) -> int:
    """The last of the titles below a line; the line itself where a sentence stands among them."""
    last = _titles_below(lines, number)
    behind = lines[last + 1 : last + 2]
    prose = last > number and behind and not behind[0].parted and last + 1 < number + _BLOCK_LINES
    return number if prose or any(n.text[0].islower() for n in lines[number + 1 : last + 1]) else last


def _twice(lines: list[Line], kinds: dict[int, str]) -> None:
    """A line that stands twice: side by side without a full stop it is a caption, else the second is a repeat."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines):
        if len(line.text.split(None, 5)) < 5 or w.RULE.fullmatch(line.text):
            continue
        key = " ".join(line.text.split()).casefold()
        before = seen.get(key)
        if before is None:
            seen[key] = number
            continue
        if kinds.get(before) in {None, "caption"} and number not in kinds:
            beside = before == number - 1
            if beside and (not line.ended or kinds.get(before) == "caption"):
                kinds[before] = "caption"
                kinds[number] = "caption"
            else:
                kinds[number] = "repeat"
        seen[key] = number if before == number - 1 else before


def _headings(lines: list[Line], kinds: dict[int, str], title: str | None) -> None:
    known = " ".join(title.split()).casefold() if title else ""
    prose = [n for n, line in enumerate(lines) if n not in kinds and line.ended and len(line.text) > 40]
    first_prose = prose[0] if prose else len(lines)
    for number, line in enumerate(lines):
        if number in kinds:
            continue
        heading = w.HEADING.match(line.text) is not None and len(line.text) <= 300
        repeated = known and number <= first_prose and " ".join(line.text.split()).casefold() == known
        if heading or repeated:
            kinds[number] = "title"
    # In text wrapped by hand most lines stop within a sentence: there a line without a full stop says nothing.
    wrapped = sum(line.ended for line in lines) < 0.6 * (len(lines) - 1)
    for number in range(min(first_prose, 3)):
        # Lines above the first sentence that look like a headline; a list of facts without full stops does not.
        line = lines[number]
        if number in kinds or first_prose == len(lines) or not _like_title(line):
            continue
        following = lines[number + 1]
        if following.parted or (number == 0 and not wrapped and not following.text[0].islower()):
            kinds[number] = "title"


def _like_title(line: Line) -> bool:
    words = _WORD.findall(line.text)
    return (
        3 <= len(words) <= _TITLE_WORDS
        and len(line.text) <= 160
        and not line.ended
        and line.text[-1] not in ":;,"
        and not line.text[0].islower()
        and not w.LIST_ITEM.match(line.text)
        and w.DATELINE.match(line.text) is None
    )


def _datelines(lines: list[Line], kinds: dict[int, str]) -> list[tuple[int, int, str]]:
    looked = 0
    for number, line in enumerate(lines):
        if number in kinds:
            continue
        found = w.DATELINE.match(line.text[:200])
        if found and found.end() < len(line.text):
            return [(line.start, line.start + found.end("line"), "dateline")]
        looked += 1
        if looked == 3:
            break
    return []


def _joined(marks: list[tuple[int, int, str]], text: str) -> list[tuple[int, int, str]]:
    """Join the lines of one link block into one span."""
    out: list[tuple[int, int, str]] = []
    for start, end, kind in marks:
        if out and kind == "link_block" == out[-1][2] and not text[out[-1][1] : start].strip():
            out[-1] = (out[-1][0], end, kind)
        else:
            out.append((start, end, kind))
    return out
