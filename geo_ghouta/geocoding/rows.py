"""The row of a mention once its candidates are ranked: placed, ambiguous, not found, outside or no place."""

from __future__ import annotations

import functools
import json
import math
import re
from typing import TYPE_CHECKING, Any

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
_DISTANCE = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)[ \u00a0-]?(km|kilomet|mile|mi\b|met|m\b)", re.IGNORECASE)
_METRES = {"km": 1000.0, "kilomet": 1000.0, "mile": 1609.0, "mi": 1609.0, "met": 1.0, "m": 1.0}


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
        far = [kilometres(place, m.place) for _, m, _ in ranked[1:]]
        rivals = [
            (s, km > _APART_KM and m.place.kind == place.kind)
            for (s, m, _), km in zip(ranked[1:], far, strict=True)
            if km > _APART_KM or m.place.kind != place.kind
        ]
        second = max((s for s, _ in rivals), default=None)
        lead = None if second is None else 1.0 + math.exp(-6.0 * (best - second))
        self.score = _WITHOUT_RIVAL if lead is None else round(1.0 / lead, 3)
        distant = [s for s, alike in rivals if alike]
        self.like = len(distant) + 1 if distant and best - distant[0] < _MARGIN else 0
        self.candidates = _told(ranked[:_SHOWN], [0.0, *far])


def _told(ranked: Ranked, far: list[float]) -> str:
    # What is the same of a place in every report is written once: the same towns vie in report after report.
    told = (
        f'{{{_who(m.place)}, "score": {round(s, 3)!r}, "km": {round(km, 1)!r}, {_where(m.place)}}}'
        for (s, m, _), km in zip(ranked, far, strict=False)
    )
    return f"[{', '.join(told)}]"


@functools.lru_cache(maxsize=8192)
def _who(place: Place) -> str:
    told = {"place_id": place.place_id, "name": place.name, "kind": place.kind, "admin": place.admin}
    return json.dumps(told, ensure_ascii=False)[1:-1]


@functools.lru_cache(maxsize=8192)
def _where(place: Place) -> str:
    return json.dumps({"lon": place.lon, "lat": place.lat})[1:-1]


def fill(row: dict[str, Any], name: Named, verdict: Verdict | None, area: Any) -> None:
    """Write a verdict into the row of one mention.

    Parameters
    ----------
    row : dict
        The mention's columns; those of PLACES are put in, ``geometry`` as longitude and latitude.
    name : Named
    verdict : Verdict or None
        None if no list has the name.
    area : tuple of float or None
        West, south, east, north in degrees.
    """
    row["holder_answer"] = "not_asked"
    row["geo_precision"] = "unknown"
    if verdict is None:
        row |= {"resolution": "not_found", "match": "none", "evidence": "no list has this name"}
        return
    place, m, why = verdict.place, verdict.match, verdict.why
    if verdict.candidates is not None:
        row["candidates"] = verdict.candidates
    if name.form in {"adjective", "demonym", "embedded"}:
        row |= {
            "resolution": "not_a_place",
            "match": "none",
            "place_id": place.place_id,
            "name": place.name,
            "score": verdict.score,
            "evidence": "part of a longer name: context only"
            if name.form == "embedded"
            else f"{name.form} of {place.name}: context only",
        }
        return
    if verdict.foreign:
        row |= {
            "resolution": "not_found",
            "match": "none",
            "evidence": f"only a far-off namesake, {place.name} in {place.admin or place.country}: not taken",
        }
        return
    if verdict.like:
        row |= {
            "resolution": "ambiguous",
            "match": "none",
            "score": verdict.score,
            "evidence": f"{verdict.like} places are equally likely; decide with a fix",
        }
        return
    precision, radius = place.geo_precision, place.uncertainty_m
    match = m.match if m.match in v.MATCHES else "exact"
    if name.form == "relative":
        if place.kind not in WIDE:
            precision = "near_town"
        radius += _distance_m(name.relation) or max(5000.0, radius)
        match = "context"
        why = [*why, f"'{name.relation}': near it, not in it"]
    row |= {
        "resolution": "outside"
        if area and place.kind not in {"country", "continent"} and not _inside(place, area)
        else "placed",
        "place_id": place.place_id,
        "name": place.name,
        "name_ar": place.name_ar or None,
        "kind": place.kind,
        "admin": place.admin or None,
        "gazetteer": place.gazetteer,
        "match": match,
        "score": verdict.score,
        "evidence": "; ".join(why),
        "geo_precision": precision,
        "uncertainty_m": radius,
        "geometry": (place.lon, place.lat),
    }


def _inside(place: Place, area: tuple[float, float, float, float]) -> bool:
    west, south, east, north = area
    return west <= place.lon <= east and south <= place.lat <= north


def _distance_m(relation: str) -> float:
    found = _DISTANCE.search(relation)
    if not found:
        return 0.0
    return float(found.group(1).replace(",", "")) * _METRES[found.group(2).lower()]
