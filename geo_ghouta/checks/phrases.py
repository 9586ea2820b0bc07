"""Phrases of a report that say something about ground which no figure holds: inside, largest, in range, the last."""

from __future__ import annotations

import functools
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.checks.bench import EXTENDED, rows_of
from geo_ghouta.checks.holders import hold_test, why_not
from geo_ghouta.checks.shares import last_named
from geo_ghouta.checks.words import day_text, plain_quote
from geo_ghouta.errors import with_article
from geo_ghouta.measure import gap_m
from geo_ghouta.names import fold_group
from geo_ghouta.sentences import sentence_of

if TYPE_CHECKING:
    from geo_ghouta.checks.bench import Bench, Place

_PART = r"(?:pocket|enclave|territory|area|part|island|stronghold|bastion)s?"
_INSIDE = re.compile(
    rf"\b{_PART}\b[^.\n]{{0,120}}?\b(?:including|includes?|included|comprising|containing)\b", re.IGNORECASE
)
_LARGEST = re.compile(r"\b(?:largest|biggest)\s+(?:town|city|settlement)\b", re.IGNORECASE)
_RANGE = re.compile(
    r"\bwithin\s+(mortar|artillery|rocket|sniper|shelling|rifle)\s+(?:range|fire)\s+of\b", re.IGNORECASE
)
_KILOMETRES = re.compile(
    r"\bwithin\s+(\d{1,3}(?:\.\d)?)\s*(km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?)\s+(?:of|from)\b", re.IGNORECASE
)
_PUSHED = re.compile(
    r"\bto\s+$|\b(?:push(?:ed|es|ing)?|advanc(?:ed?|es|ing)|mov(?:ed?|es|ing)|drove|driven|fought|fighting|closed|closing|"
    r"c[ao]me|comes|coming|g[eo]t|getting|edged|marched|progressed|inched|surged|swept|reached|approached|broke|"
    r"thrust|crept|pulled|withdr[ae]wn?|retreated|fell|fallen)\b[^.;:!?\n]*$",
    re.IGNORECASE,
)
"""A movement that ends where a distance is told: it is told of those who moved, from where they then stand."""
_OF_OURS = re.compile(r"\b(?:rebels?|opposition|insurgents?)\b", re.IGNORECASE)
_FORCES = re.compile(r"\b(?:troops|forces|army|soldiers|police|government|regime)\b", re.IGNORECASE)
"""Forces that may be anybody's, unless the case has a name for them."""
_LAST = re.compile(
    r"\blast\s+(?:remaining\s+|surviving\s+)?(?:[\w-]+\s+){0,2}?"
    r"(?:districts?|neighbou?rhoods?|quarters?|suburbs?|areas?|pockets?|enclaves?)"
    r"\s+(?:in|of|inside)\s+(?:the\s+)?(capital|[A-Z][\w'-]+)",
    re.IGNORECASE,
)
_EDGE = re.compile(r"\b(?:edge|fringe|boundary|front ?lines?|limits?)\s+of\b", re.IGNORECASE)
RANGES_KM = {"sniper": 1.0, "rifle": 1.0, "mortar": 7.2, "shelling": 7.2, "artillery": 20.0, "rocket": 20.0}
"""Reach of weapons in kilometres as we take it: 7.2 is a 120 mm mortar's, 20 a field gun's or a light rocket's."""


def check_phrases(claims: pd.DataFrame, bench: Bench) -> None:
    """Look for phrases in every report with a day, and try them."""
    of_report = claims.groupby("report_id").indices
    nothing: list[int] = []
    for report_id, (text, published) in bench.texts.items():
        if published is None or pd.isna(published):
            continue
        day = pd.Timestamp(published)
        own = _Own(claims, of_report.get(report_id, nothing))
        # Most reports hold none of a phrase's words: to look for a word is far cheaper than to try the phrase.
        low = text.lower()
        if "clud" in low or "compris" in low or "contain" in low:
            for match in _INSIDE.finditer(text):
                _inside(match, report_id, text, day, own, bench)
        if "gest" in low:
            for match in _LARGEST.finditer(text):
                _largest(match, report_id, text, day, own, bench)
        if "within" in low:
            for pattern in (_RANGE, _KILOMETRES):
                for match in pattern.finditer(text):
                    _range(match, report_id, text, day, own, bench)
        if "last" in low:
            for match in _LAST.finditer(text):
                _last(match, report_id, day, own, bench)
    _edges(claims, bench)


class _Own:
    """Claims of one report, to be found by where they stand."""

    def __init__(self, claims: pd.DataFrame, rows: Any) -> None:
        self._of = (claims, rows)

    @functools.cached_property
    def claims(self) -> pd.DataFrame:
        """The report's claims; few reports hold a phrase that asks for them."""
        claims, rows = self._of
        mine: pd.DataFrame = claims.iloc[rows]
        return mine

    def at(self, start: int, end: int) -> Any:
        """Shortest claim that a span touches, or None."""
        begins, ends = (self.claims[name].to_numpy(dtype=np.int64) for name in ("start", "end"))
        over = np.flatnonzero((begins < end) & (ends > start))
        if not len(over):
            return None
        shortest = int(over[np.argmin((ends - begins)[over])])
        return next(rows_of(self.claims.iloc[[shortest]]))


def _holder_named(words: str, bench: Bench) -> str | None:
    folded = f" {fold_group(words)} "
    named = {actor for word, actor in bench.actor_words if actor in bench.drawn_holders and f" {word} " in folded}
    return named.pop() if len(named) == 1 else None


def _inside(match: re.Match[str], report_id: str, text: str, day: Any, own: _Own, bench: Bench) -> None:
    offset, finish = sentence_of(text, match.start(), match.end())
    towns = [(at, place) for at, place in bench.mentioned(report_id, match.end(), finish) if place.kind not in EXTENDED]
    if not towns:
        return
    at, place = towns[0]
    claim = own.at(match.start(), at + len(place.name))
    holder = _holder_named(text[offset:finish], bench)
    why = why_not(place, day, bench)
    mark = f"{report_id}:{match.start()}"
    if why is not None:
        bench.add("place_in_pocket", "untestable", f"Not tested: {why}.", claim=claim, mark=mark, day=day)
        return
    verdict, detail, more = hold_test(place, holder, [day], "the report's day", bench)
    left = len(bench.pockets_on(day))
    if re.search(r"\b(?:final|last)\s*$", text[max(0, match.start() - 20) : match.start()], re.IGNORECASE):
        detail = f"{detail[:-1]}; {left} pockets are drawn that day."
    bench.add("place_in_pocket", verdict, detail, claim=claim, mark=mark, **more)


def _largest(match: re.Match[str], report_id: str, text: str, day: Any, own: _Own, bench: Bench) -> None:
    offset, finish = sentence_of(text, match.start(), match.end())
    around = [
        (abs(at - match.start()), place)
        for at, place in bench.mentioned(report_id, offset, finish)
        if place.kind not in EXTENDED
    ]
    if not around:
        return
    place = min(around, key=lambda pair: pair[0])[1]
    claim = own.at(match.start(), match.end())
    mark = f"{report_id}:{match.start()}"
    why = why_not(place, day, bench)
    # "The largest town of the area": of the ground as it was first drawn, where the campaign has such a picture.
    base = bench.campaign_base(day)
    asked = base if pd.notna(base) else day
    pocket = next((p for p in rows_of(bench.pockets_on(asked)) if p.geometry.covers(place.point)), None)
    if why is None and pocket is None:
        why = f"{place.name} lies in no pocket of {bench.about(bench.picture(asked), asked)}"
    if why is not None or pocket is None:
        bench.add("largest_town", "untestable", f"Not tested: {why}.", claim=claim, mark=mark, day=day)
        return
    verdict, words = _size_test(place, str(pocket.towns).split("|"), bench)
    detail = f"Claimed: {place.name} is the largest town; of the towns in the pocket {pocket.name} as drawn in "
    detail += f"{bench.about(bench.picture(asked), asked)}, {words}."
    bench.add(
        "largest_town",
        verdict,
        detail,
        claim=claim,
        mark=mark,
        day=asked,
        picture_date=pocket.picture_date,
        geometry=place.point,
    )


def _size_test(place: Place, names: list[str], bench: Bench) -> tuple[str, str]:
    others = [bench.listed[name] for name in names if name in bench.listed and name != place.name]
    counted = [other for other in others if other.people > 0]
    if place.people > 0 and counted:
        top = max(counted, key=lambda other: other.people)
        verdict = "agrees" if place.people >= top.people else "disagrees"
        return verdict, f"{place.name} has {place.people:,.0f} people in the place list, {top.name} {top.people:,.0f}"
    size = {"capital": 3, "city": 2, "town": 1}
    rivals = [other for other in others if size.get(other.kind, 0) >= size.get(place.kind, 0)]
    if not rivals:
        return "agrees", f"it alone is {with_article(place.kind)} in the place list; numbers of people are not given"
    bigger = [other.name for other in rivals if size.get(other.kind, 0) > size.get(place.kind, 0)]
    if bigger:
        return "disagrees", f"{bigger[0]} is a larger kind of place in the place list"
    return "untestable", f"{len(rivals)} more are of its kind, and the place list gives no numbers of people"


def _range(match: re.Match[str], report_id: str, text: str, day: Any, own: _Own, bench: Bench) -> None:
    mark = f"{report_id}:{match.start()}"
    word = match.group(1).lower()
    if word in RANGES_KM:
        reach = RANGES_KM[word]
    else:
        unit = match.group(2).lower()
        reach = float(word) * (1.609344 if unit.startswith("mile") else 0.001 if unit.startswith("met") else 1.0)
    target = next((place for _, place in bench.mentioned(report_id, match.end(), match.end() + 40)), None)
    if target is None:
        return
    claim = own.at(match.start(), match.end())
    offset, _ = sentence_of(text, match.start(), match.end())
    words = text[offset : match.start()]
    before = [place for _, place in bench.mentioned(report_id, offset, match.start())]
    pushed = _PUSHED.search(words) is not None
    of_place = bool(before) and before[-1].kind not in EXTENDED and not pushed
    picture = bench.picture(day)
    areas = bench.parted(day)["held"]
    party = None if of_place else last_named(words, bench)
    if party is None and not of_place and _OF_OURS.search(words):
        party = ""
    holder = bench.subject(party)
    if holder is not None and holder != bench.casefile.ground:
        areas = areas.of(areas.holders == holder)
    why = None
    if not of_place and holder is not None and holder == bench.casefile.ground:
        why = f"the distance is from the ground of {bench.label(holder)}, and its outline is not drawn"
    elif not of_place and party is None and (pushed or _FORCES.search(words)):
        why = "the report does not say, in words that the case knows, whose forces they are and whose ground to take"
    elif pushed and party and holder is None:
        why = f"the distance is from the ground of {bench.label(party)}, and none is drawn"
    elif not len(picture.dates) or not len(areas.shapes):
        why = f"no ground is drawn as held{'' if holder is None else f' by {bench.label(holder)}'} for {day_text(day)}"
    if why is not None:
        bench.add("distance", "untestable", f"Not tested: {why}.", claim=claim, mark=mark, day=day)
        return
    if of_place:
        metres = gap_m(before[-1].point, target.point)
        origin, fuzz = before[-1].name, before[-1].uncertainty_m
    else:
        metres = gap_m(shapely.union_all(areas.shapes), target.point)
        origin = "the nearest ground held" + (f" by {bench.label(holder)}" if holder is not None else "")
        fuzz = float(areas.precision_m.max())
    slack = (fuzz**2 + target.uncertainty_m**2) ** 0.5 / 1e3
    km = metres / 1e3
    verdict = "agrees" if km <= reach else "untestable" if km <= reach + slack else "disagrees"
    detail = (
        f"Claimed: {plain_quote(match.group(0))} {target.name} (taken as {reach:g} km); "
        f"from {origin} in {bench.about(picture, day)} to the point of {target.name} it is {km:.1f} km, "
        f"known to {slack:.1f} km."
    )
    bench.add(
        "distance",
        verdict,
        detail,
        claim=claim,
        mark=mark,
        claimed=reach,
        measured=km,
        unit="km",
        tolerance=slack,
        day=day,
        picture_date=picture.dates["picture_date"].iloc[0],
        geometry=target.point,
    )


def _last(match: re.Match[str], report_id: str, day: Any, own: _Own, bench: Bench) -> None:
    mark = f"{report_id}:{match.start()}"
    picture = bench.picture(day)
    city = _city(match.group(1), bench)
    if city is None:
        return
    claim = own.at(match.start(), match.end())
    if not len(picture.dates):
        bench.add(
            "last_held",
            "untestable",
            f"Not tested: no picture answers for {day_text(day)}.",
            claim=claim,
            mark=mark,
            day=day,
        )
        return
    areas = bench.parted(day)["held"].shapes
    parts = [
        place
        for place in bench.known.values()
        if place.kind in {"district", "neighbourhood"} and place.admin.split(",")[0].strip() == city.name
    ]
    held = [place for place in parts if shapely.covers(areas, place.point).any()]
    named = {place.place_id for _, place in bench.mentioned(report_id, 0, 10**9)}
    other = [place.name for place in held if place.place_id not in named]
    names = ", ".join(place.name for place in held) or "none"
    more = {
        "claim": claim,
        "mark": mark,
        "day": day,
        "picture_date": picture.dates["picture_date"].iloc[0],
        "measured": float(len(held)),
        "unit": "districts",
        "geometry": city.point,
    }
    if other:
        detail = (
            f"Not tested: the report does not say which districts are the last; {bench.about(picture, day)} has these "
            f"districts of {city.name} held: {names}, and the report does not name {', '.join(other)}."
        )
        bench.add("last_held", "untestable", detail, **more)
    else:
        verdict = "agrees" if held else "disagrees"
        detail = f"Districts of {city.name} held in {bench.about(picture, day)}: {names}; the report names all of them."
        bench.add("last_held", verdict, detail if held else detail.split(";")[0] + ".", **more)


def _city(word: str, bench: Bench) -> Place | None:
    if word.lower() != "capital":
        return bench.listed.get(word)
    middle = shapely.box(*bench.casefile.extent).centroid
    capitals = [place for place in bench.known.values() if place.kind == "capital"]
    return min(capitals, key=lambda place: place.point.distance(middle)) if capitals else None


def _edges(claims: pd.DataFrame, bench: Bench) -> None:
    for claim in rows_of(claims[claims["kind"].isin(["arrival", "staging"])]):
        sentence, _ = bench.sentence(claim)
        if _EDGE.search(sentence):
            ids = claim.destination_id if pd.notna(claim.destination_id) else claim.place_id
            for one in str(ids).split("|"):
                _edge(claim, bench.known.get(one), bench)


def _edge(claim: Any, place: Place | None, bench: Bench) -> None:
    """Whether a place that is claimed to lie at an edge does, on the claim's day."""
    day, _, basis = bench.span_of(claim)
    why = why_not(place, day, bench)
    if why is not None or place is None:
        bench.add("at_the_edge", "untestable", f"Not tested: {why}.", claim=claim, day=None if pd.isna(day) else day)
        return
    spot = bench.at(place, day)
    metres = spot.metres
    picture = bench.picture(day)
    reach = (spot.precision_m**2 + place.uncertainty_m**2) ** 0.5
    if math.isnan(metres):
        detail = f"Not tested: nothing is drawn in {bench.about(picture, day)}."
        bench.add("at_the_edge", "untestable", detail, claim=claim, day=day)
        return
    detail = f"Claimed: at an edge; {place.name} lies {metres:.0f} m from the nearest edge in "
    detail += f"{bench.about(picture, day)} ({basis}), known to {reach:.0f} m."
    bench.add(
        "at_the_edge",
        "agrees" if metres <= reach else "disagrees",
        detail,
        claim=claim,
        claimed=0.0,
        measured=metres,
        unit="m",
        tolerance=reach,
        day=day,
        picture_date=picture.dates["picture_date"].iloc[0],
        geometry=place.point,
    )
