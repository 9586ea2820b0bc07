"""Days that count from publication and from nothing else, kept: reports of one day say the same few things."""

from __future__ import annotations

import datetime as dt
import functools

from geo_ghouta.dates.atoms import Atom
from geo_ghouta.dates.reckoning import Span
from geo_ghouta.dates.resolve import resolve

_COUNTED = frozenset(("offset", "night", "weekend", "unit", "ago", "past", "recent", "ahead", "coming"))
"""Kinds that count from the day of publication."""
_FROM_BEFORE = frozenset(("following", "previous", "same", "the same", "following week"))
"""Words with which a weekday counts from the date before it in the text."""


def resolve_kept(
    atom: Atom, published: dt.date | None, previous: Span | None, future: bool | None, day_first: bool | None
) -> Span | None:
    """Return what ``resolve`` returns, from what was told before where only the day of publication matters."""
    kind = atom.kind
    if published is not None and (kind in _COUNTED or (kind == "weekday" and atom.mod not in _FROM_BEFORE)):
        return _counted(kind, atom.weekday, atom.mod, atom.part, atom.count, atom.unit, atom.since, published, future)
    return resolve(atom, published, previous, future, day_first)


@functools.lru_cache(maxsize=4096)
def _counted(
    kind: str,
    weekday: int,
    mod: str,
    part: str | None,
    count: int | None,
    unit: str,
    since: bool,
    published: dt.date,
    future: bool | None,
) -> Span | None:
    atom = Atom(0, 0, kind, weekday=weekday, mod=mod, part=part, count=count, unit=unit, since=since)
    return resolve(atom, published, None, future, None)
