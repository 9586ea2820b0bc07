"""The row of a mention once its candidates are ranked: placed, ambiguous, not found, outside or no place."""

from __future__ import annotations

import functools
import json
import math
import re
from typing import TYPE_CHECKING, NamedTuple

from geo_ghouta.geocoding.evidence import kilometres
from geo_ghouta.geocoding.meaning import WIDE
from geo_ghouta.schema import vocabulary as v

if TYPE_CHECKING:
    from geo_ghouta.geocoding.evidence import Named
    from geo_ghouta.schema import Match, Place

Ranked = list[tuple[float, "Match", list[str]]]
_MARGIN = 0.015
_APART_KM = 25.0
_SHOWN = 5
_WITHOUT_RIVAL = 1.0
_CONTEXT_ONLY = frozenset({"adjective", "demonym", "embedded"})
_DISTANCE = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)[ \u00a0-]?(km|kilomet|mile|mi\b|met|m\b)", re.IGNORECASE)
_METRES = {"km": 1000.0, "kilomet": 1000.0, "mile": 1609.0, "mi": 1609.0, "met": 1.0, "m": 1.0}


class Filled(NamedTuple):
    """What the row of one mention is told: columns of PLACES, ``geometry`` as longitude and latitude."""

    resolution: str
    match: str = "none"
    evidence: str | None = None
    score: float | None = None
    candidates: str | None = None
    place_id: str | None = None
    name: str | None = None
    name_ar: str | None = None
    kind: str | None = None
    admin: str | None = None
    gazetteer: str | None = None
    geo_precision: str = "unknown"
    uncertainty_m: float | None = None
    geometry: tuple[float, float] | None = None


_UNKNOWN = Filled("not_found", evidence="no list has this name")


class Verdict:
    """What a ranking says of all mentions of one name in a report, worked out once.

    Parameters
    ----------
    ranked : list
        Score, match and evidence, best first; not empty.
    foreign : bool
        Whether the best is only a far-off namesake.
    """

    __slots__ = ("candidates", "foreign", "like", "match", "place", "score", "why")

    def __init__(self, ranked: Ranked, *, foreign: bool) -> None:
        best, self.match, self.why = ranked[0]
        self.place = place = self.match.place
        self.foreign = foreign
        if len(ranked) == 1:
            self.score, self.like, self.candidates = _WITHOUT_RIVAL, 0, None
            return
        kind = place.kind
        second: float | None = None
        like = 0
        told = [_told(place, best, 0.0)]
        for n, (score, m, _) in enumerate(ranked[1:], 1):
            # Scores fall: behind the ones that are shown, nothing is left to learn once a rival is no longer close.
            if n >= _SHOWN and second is not None and not like and best - score >= _MARGIN:
                break
            other = m.place
            km = kilometres(place, other)
            if n < _SHOWN:
                told.append(_told(other, score, km))
            same = other.kind == kind
            if second is None and (km > _APART_KM or not same):
                second = score
            # All that are of its kind and far off count, if the first of them is close.
            if same and km > _APART_KM and (like or best - score < _MARGIN):
                like += 1
        lead = None if second is None else 1.0 + math.exp(-6.0 * (best - second))
        self.score = _WITHOUT_RIVAL if lead is None else round(1.0 / lead, 3)
        self.like = like + 1 if like else 0
        self.candidates = f"[{', '.join(told)}]"


def _told(place: Place, score: float, km: float) -> str:
    # What is the same of a place in every report is written once: the same towns vie in report after report.
    who, where = _written(place.place_id, place.name, place.kind, place.admin, place.lon, place.lat)
    return f'{{{who}, "score": {round(score, 3)!r}, "km": {round(km, 1)!r}, {where}}}'


@functools.lru_cache(maxsize=8192)
def _written(place_id: str, name: str, kind: str, admin: str, lon: float, lat: float) -> tuple[str, str]:
    told = {"place_id": place_id, "name": name, "kind": kind, "admin": admin}
    return json.dumps(told, ensure_ascii=False)[1:-1], json.dumps({"lon": lon, "lat": lat})[1:-1]


def fill(name: Named, verdict: Verdict | None, area: tuple[float, float, float, float] | None) -> Filled:
    """Return what the row of one mention is told.

    Parameters
    ----------
    name : Named
    verdict : Verdict or None
        None if no list has the name.
    area : tuple of float or None
        West, south, east, north in degrees.
    """
    if verdict is None:
        return _UNKNOWN
    place, m, why = verdict.place, verdict.match, verdict.why
    form = name.form
    if form in _CONTEXT_ONLY:
        context = "part of a longer name" if form == "embedded" else f"{form} of {place.name}"
        return Filled(
            "not_a_place",
            place_id=place.place_id,
            name=place.name,
            score=verdict.score,
            evidence=f"{context}: context only",
            candidates=verdict.candidates,
        )
    if verdict.foreign:
        namesake = f"only a far-off namesake, {place.name} in {place.admin or place.country}: not taken"
        return Filled("not_found", evidence=namesake, candidates=verdict.candidates)
    if verdict.like:
        return Filled(
            "ambiguous",
            score=verdict.score,
            evidence=f"{verdict.like} places are equally likely; decide with a fix",
            candidates=verdict.candidates,
        )
    precision, radius = place.geo_precision, place.uncertainty_m
    match = m.match if m.match in v.MATCHES else "exact"
    if form == "relative":
        if place.kind not in WIDE:
            precision = "near_town"
        radius += _distance_m(name.relation) or max(5000.0, radius)
        match = "context"
        why = [*why, f"'{name.relation}': near it, not in it"]
    outside = area and place.kind not in {"country", "continent"} and not _inside(place, area)
    return Filled(
        "outside" if outside else "placed",
        match,
        "; ".join(why),
        verdict.score,
        verdict.candidates,
        place.place_id,
        place.name,
        place.name_ar or None,
        place.kind,
        place.admin or None,
        place.gazetteer,
        precision,
        radius,
        (place.lon, place.lat),
    )


def _inside(place: Place, area: tuple[float, float, float, float]) -> bool:
    west, south, east, north = area
    return west <= place.lon <= east and south <= place.lat <= north


def _distance_m(relation: str) -> float:
    found = _DISTANCE.search(relation)
    if not found:
        return 0.0
    return float(found.group(1).replace(",", "")) * _METRES[found.group(2).lower()]
