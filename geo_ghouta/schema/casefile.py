"""The model of ``case.toml``: what a case is called, when and where it plays, and who its actors are."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import tomllib
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import ContractError, FormatError, more_faults
from geo_ghouta.files import decode, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_ID = re.compile(r"[a-z][a-z0-9_]*")
ACTOR_KINDS = (
    "armed_group",
    "government",
    "coalition",
    "monitor",
    "media",
    "aid",
    "civilian",
    "state",
    "mixed",
    "other",
)
LOADED_WORDS = ("regime", "terrorist", "rebel", "liberated")
"""Words that no label may hold: the report's own word is kept in ``actor_text``."""


@dataclasses.dataclass(frozen=True)
class Actor:
    """Somebody who holds ground, acts or speaks.

    Parameters
    ----------
    id : str
        Neutral id, lower case with underscores.
    label, label_ar : str
        Neutral names shown.
    kind : str
        One of ``ACTOR_KINDS``.
    aliases : tuple of str
        Spellings in reports.
    colour, colour_dark, colour_print : str
        ``#rrggbb``, "" for the palette's next.
    pattern : str
        "" or a letter shown in the area when colours run out.
    """

    id: str
    label: str
    label_ar: str = ""
    kind: str = "armed_group"
    aliases: tuple[str, ...] = ()
    colour: str = ""
    colour_dark: str = ""
    colour_print: str = ""
    pattern: str = ""


@dataclasses.dataclass(frozen=True)
class Campaign:
    """A stretch of time whose first picture is the base of shares."""

    id: str
    name: str
    start: dt.date
    end: dt.date
    name_ar: str = ""


@dataclasses.dataclass(frozen=True)
class CaseFile:
    """What ``case.toml`` says.

    Parameters
    ----------
    title, title_ar : str
    start, end : datetime.date
        First and last day of the period, the last day included.
    extent : tuple of float
        West, south, east, north of the control pictures, in degrees.
    area : tuple of float
        West, south, east, north outside which a place is "outside your area".
    country : str
        ISO code of the country that names are first looked for in, "" for none.
    ground : str
        Actor that holds what is not drawn, "" for nobody known.
    until : datetime.date or None
        Day from which the last picture no longer answers.
    actors : tuple of Actor
    campaigns : tuple of Campaign
    """

    title: str
    start: dt.date
    end: dt.date
    extent: tuple[float, float, float, float]
    area: tuple[float, float, float, float]
    title_ar: str = ""
    country: str = ""
    ground: str = ""
    until: dt.date | None = None
    actors: tuple[Actor, ...] = ()
    campaigns: tuple[Campaign, ...] = ()

    def actor(self, actor_id: str) -> Actor | None:
        """Return the actor of that id, or None."""
        return next((a for a in self.actors if a.id == actor_id), None)


def read_casefile(path: Path) -> CaseFile:
    """Read and check ``case.toml``.

    Raises
    ------
    FormatError
        If it is not TOML.
    ContractError
        With every fault found.
    """
    try:
        data = tomllib.loads(decode(read_bytes(path, 1_000_000), path.name).removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"{shown(str(path))}: not TOML ({error}); mend that line"
        raise FormatError(message) from error
    return _check(data, shown(str(path), 300))


def _check(data: dict[str, Any], where: str) -> CaseFile:
    faults: list[str] = []

    def take(table: dict[str, Any], key: str, kind: type, default: Any, place: str) -> Any:
        value = table.get(key, default)
        if value is default and default is not ...:
            return default
        if (
            value is ...
            or isinstance(value, bool)
            or not isinstance(value, kind)
            or (kind is dt.date and isinstance(value, dt.datetime))
        ):
            found = "nothing" if value is ... else repr(value)
            faults.append(
                f"{place}{key}: expected {'a day like 2018-02-18' if kind is dt.date else kind.__name__}, found {found}"
            )
            return None
        return value

    start = take(data, "start", dt.date, ..., "")
    end = take(data, "end", dt.date, ..., "")
    if start and end and end < start:
        faults.append(f"end: {end} is before start {start}")
    extent = _box(data.get("extent"), "extent", faults)
    area = _box(data.get("area", data.get("extent")), "area", faults)
    actors = _items(data, "actors", faults, lambda row, at: _actor(row, at, take, faults))
    campaigns = _items(data, "campaigns", faults, lambda row, at: _campaign(row, at, take))
    ids = [a.id for a in actors]
    faults += [f"actors: id {i!r} stands twice" for i in sorted({i for i in ids if ids.count(i) > 1})]
    ground = take(data, "ground", str, "", "")
    if ground and ground not in ids:
        faults.append(f"ground: {ground!r} is none of the actors")
    title = take(data, "title", str, ..., "")
    optional = {
        "title_ar": take(data, "title_ar", str, "", ""),
        "country": take(data, "country", str, "", ""),
        "until": take(data, "until", dt.date, None, ""),
    }
    known = {"title", "title_ar", "start", "end", "extent", "area", "country", "ground", "until", "actors", "campaigns"}
    faults += [f"{key}: no such setting; known are {', '.join(sorted(known))}" for key in sorted(set(data) - known)]
    if faults:
        message = f"{where}: {faults[0]}" + more_faults(len(faults) - 1)
        raise ContractError(message, faults)
    return CaseFile(
        title, start, end, extent, area, ground=ground, actors=tuple(actors), campaigns=tuple(campaigns), **optional
    )


def _items(data: dict[str, Any], key: str, faults: list[str], make: Callable[[dict[str, Any], str], Any]) -> list[Any]:
    rows = data.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        faults.append(f"{key}: expected tables written [[{key}]]")
        return []
    return [made for number, row in enumerate(rows, 1) if (made := make(row, f"{key} {number}: ")) is not None]


def _box(value: Any, key: str, faults: list[str]) -> Any:
    numbers = isinstance(value, list) and len(value) == 4 and all(isinstance(n, int | float) for n in value)
    if not numbers:
        faults.append(f"{key}: expected [west, south, east, north] in degrees, found {value!r}")
        return None
    west, south, east, north = (float(n) for n in value)
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):
        faults.append(f"{key}: {value} is no box of west < east and south < north in degrees; are the axes swapped?")
        return None
    return west, south, east, north


def _actor(row: dict[str, Any], at: str, take: Callable[..., Any], faults: list[str]) -> Actor | None:
    before = len(faults)
    known = {f.name for f in dataclasses.fields(Actor)}
    faults += [f"{at}{k}: no such setting; known are {', '.join(sorted(known))}" for k in sorted(set(row) - known)]
    values = {k: take(row, k, str, "", at) for k in known - {"id", "label", "kind", "aliases"}}
    actor_id, label = take(row, "id", str, ..., at), take(row, "label", str, ..., at)
    kind = take(row, "kind", str, "armed_group", at)
    aliases = take(row, "aliases", list, [], at)
    if actor_id and not _ID.fullmatch(actor_id):
        faults.append(f"{at}id: {actor_id!r} is not lower-case letters, digits and underscores")
    if kind not in ACTOR_KINDS:
        faults.append(f"{at}kind: {kind!r}; expected one of {', '.join(ACTOR_KINDS)}")
    for key in ("colour", "colour_dark", "colour_print"):
        if values[key] and not _COLOUR.fullmatch(values[key]):
            faults.append(f"{at}{key}: {values[key]!r} is not #rrggbb")
    loaded = [w for w in LOADED_WORDS if label and w in label.lower()]
    if loaded:
        faults.append(
            f"{at}label: {label!r} holds the loaded word {loaded[0]!r}; no label may hold {', '.join(LOADED_WORDS)}: "
            "write the actor's own name or a plain one ('Opposition groups', 'Government forces'), and what reports "
            "call it under aliases"
        )
    if len(faults) > before:
        return None
    return Actor(actor_id, label, kind=kind, aliases=tuple(str(a) for a in aliases), **values)


def _campaign(row: dict[str, Any], at: str, take: Callable[..., Any]) -> Campaign | None:
    values = (
        take(row, "id", str, ..., at),
        take(row, "name", str, ..., at),
        take(row, "start", dt.date, ..., at),
        take(row, "end", dt.date, ..., at),
    )
    return None if any(v is None for v in values) else Campaign(*values, name_ar=take(row, "name_ar", str, "", at))
