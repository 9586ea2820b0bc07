"""Cells of tables as plain values for the page: days as numbers, missing as None, text made safe to show."""

from __future__ import annotations

import datetime as dt
import json
import unicodedata
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.files import shown
from geo_ghouta.schema.columns import values_of
from geo_ghouta.schema.vocabulary import NOT_TOLD

if TYPE_CHECKING:
    from collections.abc import Iterator

_EPOCH = dt.date(1970, 1, 1).toordinal()
_JOINERS = {"\u200c", "\u200d"}


def clean(text: str) -> str:
    """Text as the page may show it: direction overrides and other invisible characters become visible.

    Line breaks stay; halves of surrogate pairs and NUL become U+FFFD; letters of every script, combining marks
    and the joiners that Arabic spelling needs pass unchanged.

    Examples
    --------
    >>> clean("Hara" + chr(0x202E) + "sta" + chr(10) + "x" + chr(0)) == "Hara<U+202E>sta" + chr(10) + "x" + chr(0xFFFD)
    True
    """
    if text.isprintable():
        return text  # letters, marks and signs that all show: nearly every cell
    out = []
    for char in text.replace("\r\n", "\n").replace("\r", "\n"):
        kind = unicodedata.category(char)
        if kind in {"Cs"} or char == "\0":
            out.append("\ufffd")
        elif kind in {"Cc", "Cf", "Co", "Zl", "Zp"} and char not in {"\n", "\t"} and char not in _JOINERS:
            out.append(shown(char))
        else:
            out.append(char)
    return "".join(out)


def day_number(value: Any) -> int | None:
    """Days since 1970-01-01, or None for a missing day.

    Examples
    --------
    >>> day_number(dt.date(1970, 1, 2)), day_number(None)
    (1, None)
    """
    if value is None or pd.isna(value):
        return None
    day: dt.date = value.date() if isinstance(value, dt.datetime) else value
    return day.toordinal() - _EPOCH


def text(value: Any) -> str | None:
    """A cell of text, made safe to show; None if missing."""
    if isinstance(value, str):
        return clean(value)
    return None if value is None or pd.isna(value) else clean(str(value))


def told(value: Any) -> str | None:
    """A cell that names a source or a drawer; None if it is missing or says that nobody named one.

    Examples
    --------
    >>> told("a wire report"), told("not told"), told(None)
    ('a wire report', None, None)
    """
    whole = text(value)
    return None if whole is None or whole.strip() in {"", NOT_TOLD} else whole


def many(value: Any) -> list[str]:
    """A cell of words with '|' between as a list.

    Examples
    --------
    >>> many("a|b"), many(None)
    (['a', 'b'], [])
    """
    whole = text(value)
    return [part for part in whole.split("|") if part] if whole else []


def number(value: Any, digits: int = 4) -> float | int | None:
    """A cell of a number, whole numbers without a point; None if missing or not finite.

    Examples
    --------
    >>> number(3.0), number(float("nan")), number(1 / 3)
    (3, None, 0.3333)
    """
    if value is None or pd.isna(value):
        return None
    rounded = round(float(value), digits)
    if rounded in {float("inf"), float("-inf")}:
        return None
    return int(rounded) if rounded == int(rounded) else rounded


def truth(value: Any) -> bool:
    """A cell of yes or no; missing is no."""
    return value is not None and not pd.isna(value) and bool(value)


def parsed(value: Any) -> list[Any]:
    """A cell of JSON that should hold a list; anything else is an empty list.

    Examples
    --------
    >>> parsed('[{"name": "A"}]'), parsed("no")
    ([{'name': 'A'}], [])
    """
    whole = text(value)
    if not whole:
        return []
    try:
        found = json.loads(whole)
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def rows(frame: pd.DataFrame | None) -> Iterator[dict[str, Any]]:
    """Rows of a table as dictionaries, None where a cell is missing; nothing for None."""
    if frame is not None:
        names = [str(c) for c in frame.columns]
        # Plain lists: to walk over Arrow columns cell by cell takes several times as long. And a plain table: one with
        # geometry asks at every column whether it is the geometry.
        told = [values_of(column) for _, column in pd.DataFrame(frame).items()]
        for values in zip(*told, strict=True):
            yield dict(zip(names, values, strict=True))


def sparse(row: dict[str, Any]) -> dict[str, Any]:
    """Drop what is missing, so that the page carries no empty words.

    Examples
    --------
    >>> sparse({"a": None, "b": 0, "c": []})
    {'b': 0}
    """
    return {k: v for k, v in row.items() if v is not None and v not in ("", []) and v is not False}
