"""A report on its way into the table, and the list of what could not be used."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.files import shown
from geo_ghouta.reports.letters import guess_encoding

if TYPE_CHECKING:
    from geo_ghouta.schema import Source

# Half a surrogate pair cannot be written to any file, and a NUL ends text in too many tools.
_UNWRITABLE = re.compile("[\\ud800-\\udfff\\x00]")
_LATIN_FOR_ARABIC = re.compile(
    "[\u00d8-\u00db][\u0080-\u00bf\u2018-\u2022\u0192\u0152-\u0161\u2026\u2030\u203a\u20ac\u2122]"
)
_ARABIC_AS_LATIN = re.compile("[\u00c0-\u00ff]{4,}")
_ARABIC = re.compile("[\u0620-\u064a]")


@dataclasses.dataclass
class Draft:
    """One report as read, with the basis for its day, and lines whose kind the markup tells (``known``)."""

    doc_id: str
    text: str
    path: str
    sha256: str
    id_hash: str
    basis: str = "unknown"
    record: int | None = None
    published: dt.date | None = None
    source: str | None = None
    title: str | None = None
    url: str | None = None
    front_end: int = 0
    known: dict[str, str] = dataclasses.field(default_factory=dict)


class Troubles:
    """Rows of REJECTED, gathered while reading goes on, and the tables that tell of the reports."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.tables: list[Source] = []

    def add(
        self,
        path: str,
        problem: str,
        *,
        row: str | None = None,
        found: str | None = None,
        expected: str | None = None,
        hint: str | None = None,
        severity: str = "error",
    ) -> None:
        """Add one row; text from outside is made safe to show."""
        self.rows.append(
            {
                "path": shown(path, 300),
                "row": row,
                "problem": shown(problem, 400),
                "found": None if found is None else shown(found),
                "expected": expected,
                "hint": hint,
                "severity": severity,
            }
        )

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The rows of what was left out."""
        return [row for row in self.rows if row["severity"] == "error"]


MAX_TEXT = 1_000_000
"""Characters of one report, about a long novel's: reading claims takes time that grows faster than a text."""


def too_long(text: str) -> str:
    """Say that a text is longer than any report, or "".

    Examples
    --------
    >>> too_long("Buses left Arbin."), too_long("x" * 1_000_001)
    ('', 'text of 1,000,001 characters, more than 1,000,000')
    """
    return f"text of {len(text):,} characters, more than {MAX_TEXT:,}" if len(text) > MAX_TEXT else ""


def cleaned(text: str) -> tuple[str, int]:
    """Replace what no file can hold (lone surrogates, NUL) one for one by U+FFFD, and count it.

    Examples
    --------
    >>> cleaned("a" + chr(0) + "b")
    ('a\ufffdb', 1)
    """
    return _UNWRITABLE.subn("\ufffd", text)


def garbled(text: str) -> str:
    """Say which wrong decoding a text looks like, or "".

    Examples
    --------
    >>> garbled("حرستا".encode().decode("latin-1"))
    'looks like UTF-8 that was read as Latin-1'
    >>> garbled("حرستا"), garbled("Fès, Zürich")
    ('', '')
    """
    sample = text[:20_000]
    if _ARABIC.search(sample):
        return ""
    if len(_LATIN_FOR_ARABIC.findall(sample)) >= 3:
        return "looks like UTF-8 that was read as Latin-1"
    if len(_ARABIC_AS_LATIN.findall(sample)) >= 2:
        code = guess_encoding(sample.encode("windows-1252", "ignore")) or "windows-1256"
        script = "Cyrillic" if code == "windows-1251" else "Arabic"
        return f"looks like {code} ({script}) that was read as Latin-1" if code != "windows-1252" else ""
    if sample.count("\ufffd") >= 3:
        return "holds replacement marks (U+FFFD): it was decoded wrongly before"
    return ""
