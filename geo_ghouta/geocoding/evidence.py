"""What a text says about where its names lie: containment, nearness, kind words, countries."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import TYPE_CHECKING

from geo_ghouta.names import fold, plain

if TYPE_CHECKING:
    from geo_ghouta.geocoding.meaning import Meaning
    from geo_ghouta.schema import Match, Place

_IN = re.compile(
    r"(?:['’]s)?,? ?(?:\w{3,16} ){0,2}(?:in|inside|of|within) (?:the )?"
    r"(?:\w{3,14} (?:part|parts|side|outskirts|countryside|suburbs|edge) of )?(?:the )?"
    r"(?:(?:(?:far )?(?:north|south|east|west)\w{0,4}|centre|center|heart|middle) of )?(?:the )?"
    r"(?:(?:\w{3,14} )?(?:province|governorate|state|region|district|city|county|town) of )?(?:the )?"
    r"(?:(?:north|south|east|west|cent)\w{0,10} )?"
)
_COMMA = re.compile(r",\s{1,2}(?:the )?(?:(?:north|south|east|west|cent)\w{0,10} )?")
_LIST = re.compile(r",? (?:and|or|&) (?:the )?(?:\w{3,16} (?:of )?)?|, ")
_NEAR = re.compile(
    r",? ?(?:an? )?(?:\w{3,16} ){0,3}(?:near|outside|close to|just off|not far from|"
    r"(?:north|south|east|west)[\w-]{0,9} of) "
    r"(?:the )?(?:\w{3,14} of )?(?:the )?"
)
_OWNED = re.compile(
    r"(?:['’]s|s['’])?,? (?!(?:and|or|but|near|from|while|then) )(?:\w{3,14} ){0,2}?"
    r"(?:districts?|suburbs?|neighbou?rhoods?|towns?|villages?|cit(?:y|ies)|"
    r"areas?|provinces?|quarters?|governorates?|state|region|port|capital|countryside|enclave)(?: cit(?:y|ies))?,? "
    r"(?:of |called |named )?(?:the )?"
)
_OWNER = re.compile(r"['’]s (?:\w{3,14} ){0,2}")
_AR_IN = re.compile(r"\s?(?:في|ب|من)?\s?(?:محافظة|مدينة|ريف|منطقة)?\s?(?:ريف)?\s?")
_LONGEST = 70
_SMALL_REGION_M = 100_000.0


@dataclasses.dataclass(slots=True)
class Named:
    """One mention with what it can mean."""

    row: int
    start: int
    end: int
    text: str
    form: str
    key: str
    context: str
    relation: str
    meaning: Meaning
    inside: list[int] = dataclasses.field(default_factory=list)
    near: list[int] = dataclasses.field(default_factory=list)

    @property
    def matches(self) -> tuple[Match, ...]:
        """The places it can mean."""
        return self.meaning.matches


def link(names: list[Named], text: str) -> None:
    """Fill in which mention lies in which, and near which, as the words between them say."""
    held = False
    for i in range(len(names) - 2, -1, -1):
        a, b = names[i], names[i + 1]
        if not 0 <= b.start - a.end <= _LONGEST:
            continue
        gap = text[a.end : b.start].replace("\n", " ").replace("\u00a0", " ")
        described = b.form in {"adjective", "demonym"}
        if described or a.form == "demonym":
            continue
        if _NEAR.fullmatch(gap):
            a.near.append(i + 1)
            continue
        if (_COMMA.fullmatch(gap) and _holds(a, b)) or _IN.fullmatch(gap):
            a.inside.append(i + 1)
        elif _OWNED.fullmatch(gap) or _OWNER.fullmatch(gap):
            if "," not in gap or not b.inside:  # "X in A province, Y in B": Y is not in A too
                b.inside.append(i)
        elif (gap.isspace() or _AR_IN.fullmatch(gap)) and gap.strip():
            a.inside.append(i + 1)
        held = held or bool(a.inside or b.inside)
    if held:
        _share(names, text)


def _share(names: list[Named], text: str) -> None:
    # "A, B and C in Homs": what holds for the last holds for the list, and "Damascus districts of A and B" forwards.
    for i in range(len(names) - 2, -1, -1):
        a, b = names[i], names[i + 1]
        if not a.inside and b.inside and b.inside[0] > i + 1 and _listed(a, b, text):
            a.inside += b.inside
    for i in range(1, len(names)):
        a, b = names[i - 1], names[i]
        if not b.inside and a.inside and a.inside[0] < i - 1 and _listed(a, b, text):
            b.inside += a.inside


def _listed(a: Named, b: Named, text: str) -> bool:
    return b.start - a.end <= 24 and bool(_LIST.fullmatch(text[a.end : b.start].replace("\n", " ")))


def _holds(a: Named, b: Named) -> bool:
    return any(in_place(m.place, n.place) for m in a.matches for n in b.matches)


def in_place(inner: Place, outer: Place) -> bool:
    """Whether a gazetteer says that one place lies in the other.

    Examples
    --------
    >>> from geo_ghouta.schema import Place
    >>> syria = Place("country/SY", "Syria", "", "country", "", 38, 35, "country", 4e5)
    >>> douma = Place("a", "Douma", "", "town", "Syria", 36.4, 33.6, "town", 2e3, within=frozenset({"country/SY"}))
    >>> in_place(douma, syria), in_place(syria, douma)
    (True, False)
    """
    if inner is outer or inner.place_id == outer.place_id:
        return False
    if outer.place_id in inner.within:
        return True
    if outer.kind in {"village", "site", "crossing", "base", "camp"}:
        return False
    if outer.kind == "region" and outer.uncertainty_m <= _SMALL_REGION_M and inner.kind != "country":
        # No list says what lies in Eastern Ghouta; its point and radius do.
        return kilometres(inner, outer) * 1000.0 <= outer.uncertainty_m
    key = plain(outer.name)
    bare = key.removesuffix(" governorate").removesuffix(" province").removesuffix(" district")
    named = bool({key, bare, fold(bare)} & inner.within)
    if not named or (outer.country and inner.country and outer.country != inner.country):
        return False
    return kilometres(inner, outer) < 700.0


def kilometres(a: Place, b: Place) -> float:
    """Rough distance for ranking."""
    x = math.radians((b.lon - a.lon + 180.0) % 360.0 - 180.0) * math.cos(math.radians((a.lat + b.lat) / 2.0))
    return 6371.0 * math.hypot(x, math.radians(b.lat - a.lat))
