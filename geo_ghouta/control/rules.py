"""How a foreign layer tells its holder: a rule given once, applied to every feature."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.faults import listed
from geo_ghouta.errors import FormatError, UsageError
from geo_ghouta.files import decode, ert, read_bytes, shown
from geo_ghouta.names import fold_group
from geo_ghouta.schema.casefile import LOADED_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.schema import CaseFile

_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?)")


class HolderRule:
    """``constant:X``, ``property:NAME`` or ``map:FILE`` (a table as ``holder_table`` gives it, corrected).

    Raises
    ------
    UsageError
        If the rule is none of these.
    FormatError
        If the table lacks columns or names two properties.
    """

    def __init__(self, rule: str, casefile: CaseFile | None = None) -> None:
        kind, _, rest = rule.partition(":")
        if kind not in {"constant", "property", "map"} or not rest.strip():
            message = f"holder {shown(rule)!r}: expected constant:X, property:NAME or map:FILE"
            raise UsageError(message)
        self.constant = rest.strip() if kind == "constant" else None
        self.name = rest if kind == "property" else None
        self.given: dict[str, str] = {}
        if kind == "map":
            self.name, self.given = read_holder_table(rest)
        self.actors: dict[str, str] = {}
        for actor in casefile.actors if casefile is not None else ():
            for spelling in (actor.id, actor.label, actor.label_ar, *actor.aliases):
                self.actors.setdefault(fold_group(spelling), actor.id)
        self.actors.pop("", None)

    def text_of(self, properties: dict[str, Any]) -> str | None:
        """Holder in the layer's own words, spaces made plain; None if it tells none."""
        if self.constant is not None:
            return self.constant
        value = properties.get(str(self.name))
        if value is None or isinstance(value, dict | list):
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # 1 and 1.0 are the same number, whoever wrote it
        return " ".join(unicodedata.normalize("NFKC", str(value)).split()) or None

    def ids(self, texts: Iterable[str]) -> dict[str, tuple[str, str]]:
        """Neutral id for every text, and how it was found: table, actor, text or number."""
        out: dict[str, tuple[str, str]] = {}
        by_words: dict[str, tuple[str, str]] = {}
        for text in sorted(set(texts)):
            words = _words(text)
            slug = _slug(words)
            if text in self.given:
                out[text] = (self.given[text], "table")
                continue
            if words not in by_words:
                if fold_group(text) in self.actors:
                    by_words[words] = (self.actors[fold_group(text)], "actor")
                elif slug and not any(word in slug for word in LOADED_WORDS):
                    by_words[words] = (slug, "text")
                else:
                    number = sum(how == "number" for _, how in by_words.values()) + 1
                    by_words[words] = (f"holder_{number}", "number")
            out[text] = by_words[words]
        return out


def _words(text: str) -> str:
    # "taken", "Taken" and "taken 25.03.2022" are one holder's words; a colour stays a colour.
    if _COLOUR.fullmatch(text.strip()):
        hue = text.strip()[1:].lower()
        return f"colour {''.join(c + c for c in hue) if len(hue) == 3 else hue}"
    kept = [word for word in text.casefold().split() if any(c.isalpha() for c in word)]
    return " ".join(kept) or text.casefold()


def _slug(text: str) -> str:
    # Only words in Latin letters become an id by themselves; of others nothing readable would be left.
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    if any(c.isalpha() and not c.isascii() for c in plain):
        return ""
    slug = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60]
    return slug if slug[:1].isalpha() else ""


def read_holder_table(path: str) -> tuple[str, dict[str, str]]:
    """Read a table of holders: columns ``property``, ``value``, ``holder``, as ``holder_table`` gives it.

    Returns
    -------
    tuple of str and dict
        The property's name, and the holder's id for each value; values with an empty holder are left to be found.
    """
    where = shown(path)
    text = decode(read_bytes(path, 10_000_000), where).removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    missing = [name for name in ("property", "value", "holder") if not rows or name not in rows[0]]
    if missing:
        message = f"{where}: no column {listed(missing)}; expected property, value, holder as the import writes them"
        raise FormatError(message)
    names = sorted({_bare(row["property"]) for row in rows})
    if len(names) != 1:
        message = f"{where}: names of several properties ({listed(names)}); keep one"
        raise FormatError(message)
    pairs = {_bare(row["value"]): (row["holder"] or "").strip() for row in rows}
    return names[0], {value: holder for value, holder in pairs.items() if holder}


def _bare(cell: str | None) -> str:
    # A leading apostrophe keeps a spreadsheet from computing a cell; it is no part of the value.
    return ert((cell or "").strip()).strip()
