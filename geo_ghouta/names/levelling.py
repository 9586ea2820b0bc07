"""Level a text without moving a character: what patterns of dates and of numbers run over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKS = (
    ("\u2019", "'"), ("\u2018", "'"), ("\u02bc", "'"), ("\u2013", "-"), ("\u2010", "-"), ("\u2011", "-"),
    ("\u2012", "-"), ("\u2212", "-"),
)  # fmt: skip
"""Apostrophes and dashes that news prints, and the plain ones."""
ARABIC = (
    *((chr(0x660 + n), str(n)) for n in range(10)), *((chr(0x6F0 + n), str(n)) for n in range(10)),
    ("\u0623", "\u0627"), ("\u0625", "\u0627"), ("\u0622", "\u0627"),
)  # fmt: skip
"""Arabic-Indic and Persian digits, and the hamza seats of alef."""
ARABIC_COUNTS = {
    "ثلاثة": 3, "ثلاث": 3, "اربعة": 4, "اربع": 4, "خمسة": 5, "خمس": 5, "ستة": 6, "ست": 6, "سبعة": 7, "سبع": 7,
    "ثمانية": 8, "ثماني": 8, "تسعة": 9, "تسع": 9, "عشرة": 10, "عشر": 10,
}  # fmt: skip
"""Three to ten in Arabic words, levelled."""
_ARABIC_BYTES = (b"\xd8", b"\xd9", b"\xda", b"\xdb")
"""First bytes of U+0600 to U+06FF in UTF-8, which begin no other letter and stand within none."""


def has_arabic(text: str) -> bool:
    """Tell whether a text holds Arabic script.

    Looked for among its bytes: several times as fast as letter by letter, and most texts hold none.

    Examples
    --------
    >>> has_arabic("٢٢ March"), has_arabic("22 March – Friday’s")
    (True, False)
    """
    if text.isascii():
        return False
    coded = text.encode("utf-8", "surrogatepass")
    return any(byte in coded for byte in _ARABIC_BYTES)


def level(text: str, marks: Sequence[tuple[str, str]] = MARKS, arabic: Sequence[tuple[str, str]] = ARABIC) -> str:
    """Return a copy in lower case with plain marks and digits, as long as the text itself.

    Parameters
    ----------
    text : str
    marks, arabic : sequence of (str, str)
        Single characters and what stands for them; the second list only where there is Arabic script.

    Examples
    --------
    >>> level("٢٢ March – Friday’s")
    "22 march - friday's"
    """
    low = text.lower()
    if len(low) != len(text):
        # A few letters (the Turkish dotted capital I) become two in lower case and would move every offset.
        low = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    if low.isascii():
        return low
    for old, new in marks:
        low = low.replace(old, new)
    if has_arabic(low):
        for old, new in arabic:
            low = low.replace(old, new)
    return low
