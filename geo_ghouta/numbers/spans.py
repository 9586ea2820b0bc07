"""One count of a text, as it is handed out."""

from __future__ import annotations

import dataclasses

from geo_ghouta.names.spans import FieldMapping, quick_maker


@dataclasses.dataclass(frozen=True, slots=True, eq=True)
class NumberSpan(FieldMapping):
    """One count of a text; its fields also answer by name in brackets.

    Parameters
    ----------
    start, end : int
        Offsets of the number with the words that soften it (and its per cent sign).
    text : str
        ``text[start:end]``.
    value, low, high : int, float or None
        By the conventions told in the package's docstring.
    qualifier : str
        exact, at_least, at_most, about or vague.
    unit : str
        people, fighters, civilians, prisoners, buses, groups, percent, pockets, km2, hospitals or other.
    unit_text : str or None
        The noun as written; None where none stands behind the number.
    unit_start, unit_end : int or None
        Offsets of the noun.
    part_of : tuple of int or None
        ``(start, end)`` of the number that this one is a part of.
    cumulative : bool
        Whether the words around call it a running total.
    """

    start: int
    end: int
    text: str
    value: float | None
    low: float | None
    high: float | None
    qualifier: str
    unit: str
    unit_text: str | None = None
    unit_start: int | None = None
    unit_end: int | None = None
    part_of: tuple[int, int] | None = None
    cumulative: bool = False


number_span = quick_maker(NumberSpan)
