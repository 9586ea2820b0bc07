"""How wide words are: by the fonts of the machine where they are drawn, by a table where a viewer's fonts will do it.

The table holds the widths of a common wide sans serif in hundredths of the size of type; narrower faces leave air.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from geo_ghouta.maps.stills.wording import is_arabic

if TYPE_CHECKING:
    from collections.abc import Callable

    from geo_ghouta.maps.stills.sheet import Box

    Measure = Callable[[str, float, bool], float]

_REGULAR_WIDTHS = (
    "26 27 41 65 57 83 73 22 30 30 55 57 27 32 27 37 57 57 57 57 57 57 57 57 57 57 27 27 57 57 57 43 90 64 65 63 73 56 "
    "52 73 74 34 27 62 52 91 76 78 60 78 62 55 56 73 60 93 59 57 57 33 37 33 57 44 28 56 62 48 62 56 34 62 62 26 26 53 "
    "26 94 62 60 62 62 41 48 36 62 51 79 53 51 47 38 55 38 57"
)
_BOLD_WIDTHS = (
    "26 29 47 65 57 90 75 27 34 34 55 57 28 32 28 41 57 57 57 57 57 57 57 57 57 57 28 28 57 57 57 48 90 69 67 64 74 56 "
    "55 72 76 39 33 66 56 94 81 80 63 80 66 55 58 76 65 97 67 62 58 33 41 33 57 41 36 60 63 51 63 59 39 63 66 30 30 62 "
    "30 98 66 62 63 63 45 50 43 66 57 86 58 57 49 39 55 39 57"
)
_REGULAR = tuple(int(w) for w in _REGULAR_WIDTHS.split())
_BOLD = tuple(int(w) for w in _BOLD_WIDTHS.split())
_OTHERS = {"²": 38, "–": 50, "·": 29, "…": 86, "’": 22, "\u00a0": 26, "\u2009": 26, "\u202f": 26}


def table_width(text: str, size: float, bold: bool) -> float:
    """Width of a line of text by the table, px.

    Examples
    --------
    >>> round(table_width("Douma", 10, False), 1), table_width("", 10, True)
    (34.5, 0.0)
    """
    widths = _BOLD if bold else _REGULAR
    total = 0
    for char in text:
        code = ord(char)
        if 32 <= code < 127:
            total += widths[code - 32]
        elif char in _OTHERS:
            total += _OTHERS[char]
        elif 0x064B <= code <= 0x065F or 0x0300 <= code <= 0x036F:
            total += 0
        elif is_arabic(char):
            total += 56 if bold else 52
        elif code >= 0x2E80:
            total += 105
        else:
            total += 70
    return total * size / 100


def wrap(measure: Measure, text: str, size: float, width: float, bold: bool = False, most: int = 99) -> list[str]:
    """Break a text into lines no wider than ``width``; what does not fit into ``most`` lines ends in "…".

    Examples
    --------
    >>> wrap(table_width, "One area of 106 km², held by four groups.", 10, 130)
    ['One area of 106 km², held', 'by four groups.']
    >>> wrap(table_width, "abcdefghijklmnop", 10, 40, most=1)
    ['abcde…']
    """
    lines: list[str] = []
    # Only at plain spaces: a number stays with its unit.
    rest = [word for word in text.split(" ") if word]
    while rest and len(lines) < most:
        taken = 1
        while taken < len(rest) and measure(" ".join(rest[: taken + 1]), size, bold) <= width:
            taken += 1
        here = " ".join(rest[:taken])
        rest = rest[taken:]
        if measure(here, size, bold) > width:
            # One word wider than the line: cut it.
            head = cut(measure, here, size, width, bold)
            if not head.endswith("…"):
                head += "…"
            here = head
        lines.append(here)
    if rest and lines:
        lines[-1] = cut(measure, f"{lines[-1]} {rest[0]}", size, width, bold, force=True)
    return lines


def balanced(measure: Measure, text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break a text into as many lines as it needs, about equally long.

    Examples
    --------
    >>> balanced(table_width, "Two pockets, 21 km², 21 % of 18 February. Another 1.8 km² contested.", 10, 320)
    ['Two pockets, 21 km², 21 % of 18', 'February. Another 1.8 km² contested.']
    """
    lines = wrap(measure, text, size, width, bold)
    low, high = width / 2, width
    while len(lines) > 1 and high - low > 4:
        middle = (low + high) / 2
        tried = wrap(measure, text, size, middle, bold)
        if len(tried) <= len(lines) and all(measure(t, size, bold) <= middle for t in tried):
            high, lines = middle, tried
        else:
            low = middle
    return lines


def cut(measure: Measure, text: str, size: float, width: float, bold: bool = False, *, force: bool = False) -> str:
    """Shorten a line to a width, with "…" at its end where something is left out.

    Examples
    --------
    >>> cut(table_width, "Hawsh al-Dawahirah", 10, 60)
    'Hawsh al-…'
    """
    if not force and measure(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of a block of text."""

    text: str
    size: float
    bold: bool = False
    italic: bool = False
    colour: str | None = None
    spacing: float = 0.0

    @property
    def height(self) -> float:
        """Room from its top to the top of the next line; bold Arabic letters hang lower than Latin ones."""
        return self.size * (LEADING + (0.1 if self.bold and is_arabic(self.text) else 0.0))


@dataclasses.dataclass(frozen=True)
class Block:
    """Lines that stand together and are one box for collisions."""

    lines: tuple[Line, ...]
    width: float
    height: float

    def baselines(self) -> list[float]:
        """Baseline of each line below the block's top."""
        out, top = [], 0.0
        for line in self.lines:
            out.append(top + line.size * 1.0)
            top += line.height
        return out


LEADING = 1.28


def block(measure: Measure, lines: list[Line]) -> Block:
    """Put lines into a block and measure it; lines without text fall out."""
    kept = tuple(line for line in lines if line.text)
    widths = [
        measure(line.text, line.size, line.bold) + line.spacing * line.size * max(0, len(line.text) - 1)
        for line in kept
    ]
    return Block(kept, max(widths, default=0.0), sum(line.height for line in kept))


def placed(box: Box, anchor: str) -> float:
    """Place of a line of text within its box by anchor.

    Examples
    --------
    >>> placed((0, 0, 10, 5), "middle")
    5.0
    """
    return box[0] if anchor == "left" else box[2] if anchor == "right" else (box[0] + box[2]) / 2
