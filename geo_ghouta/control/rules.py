"""How a foreign layer tells its day and its holder: rules given once, applied to every feature."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.faults import listed
from geo_ghouta.errors import FormatError, UsageError
from geo_ghouta.files import decode, read_bytes, shown
from geo_ghouta.names import fold_group
from geo_ghouta.schema.casefile import LOADED_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo_ghouta.control.faults import Faults
    from geo_ghouta.control.geojson import Layer
    from geo_ghouta.schema import CaseFile

_NAMED = re.compile(r"(?<!\d)((?:19|20)\d{2})([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_EPOCH = re.compile(r"(?<!\d)(\d{10}|\d{13})(?!\d)")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
_FORMS = "YYYY-MM-DD, YYYYMMDD or seconds since 1970"
FOLDER = "folder"
"""Property of KML placemarks: the folder that they stand in."""
OPEN_YEAR = 9000
"""Years from which a date means "until further notice" (databases write 9999-12-31)."""


def day_of_name(stem: str) -> dt.date | None:
    """Read the one day in a file's name: 2018-03-22, 20180322, 2018_03_22 or seconds (milliseconds) since 1970, UTC.

    Examples
    --------
    >>> day_of_name("layer_20241017"), day_of_name("1650128824"), day_of_name("notes")
    (datetime.date(2024, 10, 17), datetime.date(2022, 4, 16), None)
    """
    found = []
    for match in _NAMED.finditer(stem):
        try:
            found.append(dt.date(int(match[1]), int(match[3]), int(match[4])))
        except ValueError:
            continue
    if not found:
        found = [day for match in _EPOCH.finditer(stem) if (day := _epoch_day(int(match[1]))) is not None]
    return found[0] if len(set(found)) == 1 else None


def _epoch_day(number: float) -> dt.date | None:
    seconds = number / 1000 if abs(number) >= 1e11 else number
    if not 0 <= seconds < 4_102_444_800:  # 1970 to 2100
        return None
    return (dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=seconds)).date()


def day_of_value(value: Any) -> dt.date | None:
    """Read a day from a property: ISO text (a time behind it is cut off), or seconds or milliseconds since 1970.

    Examples
    --------
    >>> day_of_value("2018-03-22T00:00:00Z"), day_of_value(1648771200000), day_of_value("soon")
    (datetime.date(2018, 3, 22), datetime.date(2022, 4, 1), None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _epoch_day(value)
    text = str(value).strip()
    match = re.match(r"(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?=$|[T ])", text)
    if match is None:
        return _epoch_day(int(text)) if re.fullmatch(r"\d{10}|\d{13}", text) else None
    try:
        return dt.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


class DayRule:
    """``filename``, ``property:NAME`` or one day for all.

    Raises
    ------
    UsageError
        If the rule is none of these.
    """

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.name = rule.removeprefix("property:") if rule.startswith("property:") else None
        self.fixed = None if rule == "filename" or self.name else day_of_value(rule)
        if rule != "filename" and not self.name and self.fixed is None:
            message = f"date {shown(rule)!r}: expected filename, property:NAME or a day like 2018-03-22"
            raise UsageError(message)

    def of_file(self, stem: str, where: str) -> dt.date | None:
        """Day of all features of a file; None if each feature tells its own.

        Raises
        ------
        FormatError
            If the file's name should tell it and does not.
        """
        if self.name is not None:
            return None
        day = self.fixed or day_of_name(stem)
        if day is None:
            message = f"{where}: no day in its name (expected {_FORMS}); say --date property:NAME or --date YYYY-MM-DD"
            raise FormatError(message)
        return day

    def of_feature(self, properties: dict[str, Any]) -> dt.date | None:
        """Day that a feature tells, or None."""
        value = None if self.name is None else properties.get(self.name)
        day = day_of_value(value)
        # The name of a KML folder is free text, as a file's name is.
        return day_of_name(str(value)) if day is None and self.name == FOLDER and value is not None else day


def rule_by_folder(layer: Layer, stem: str, where: str, faults: Faults) -> DayRule | None:
    """Take days from the folders of a KML file whose own name tells none: so map programs keep a series.

    Returns
    -------
    DayRule or None
        None where the file's name tells a day, or some folder does not.
    """
    days = {day_of_name(str(feature.properties.get("folder", ""))) for feature in layer.features}
    if day_of_name(stem) is not None or not days or None in days:
        return None
    text = f"the file's name tells no day; taken from the names of its folders, {len(days)} days"
    faults.add("folder_days", "note", where, None, text, hint="say --date if that is wrong")
    return DayRule(f"property:{FOLDER}")


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
        self.constant = rest if kind == "constant" else None
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
        return f"colour {text.strip()[1:].lower()}"
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
    text = (cell or "").strip()
    return text[1:] if text[:2] in {"'=", "'+", "'-", "'@"} else text
