"""Who holds a place, against the picture of the day."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.checks.bench import EXTENDED
from geo_ghouta.checks.words import day_text
from geo_ghouta.errors import with_article

if TYPE_CHECKING:
    from geo_ghouta.checks.bench import Bench, Place


def check_holder(claim: Any, bench: Bench) -> None:
    """The holder of each place: agrees, disagrees, or untestable where the edge runs within the precision."""
    day, end, basis = bench.span_of(claim)
    places: list[Place | None] = [*bench.places_of(claim)]
    for place in places or [None]:
        why = why_not(place, day, bench)
        if why is not None or place is None:
            bench.add("holder", "untestable", f"Not tested: {why}.", claim=claim, day=None if pd.isna(day) else day)
            continue
        verdict, detail, more = hold_test(place, bench.subject(claim.actor), bench.days_in(day, end), basis, bench)
        bench.add("holder", verdict, detail, claim=claim, **more)


def why_not(place: Place | None, day: Any, bench: Bench) -> str | None:
    """Say in words why a claim about a place cannot be tried, or None if it can."""
    if place is None:
        return "the claim names no place that was found"
    if place.kind in EXTENDED:
        return f"{place.name} is {with_article(place.kind)} and no point stands for it"
    if pd.isna(day):
        return "neither the claim nor its report has a day"
    if not bench.shows(place):
        return f"{place.name} lies outside what the pictures show"
    if not len(bench.picture(day).dates):
        return f"no picture answers for {day_text(day)}"
    return None


def hold_test(
    place: Place, subject: str | None, days: list[Any], basis: str, bench: Bench
) -> tuple[str, str, dict[str, Any]]:
    """Try whether a subject (None: any of ours; the ground's id: none of ours) holds a place on any of the days."""
    ground = subject is not None and subject == bench.casefile.ground
    best: tuple[int, str, str, dict[str, Any]] | None = None
    for day in days:
        picture = bench.picture(day)
        spot = bench.at(place, day)
        # On an edge that held and contested ground share, both have it: the doubt wins.
        holders, metres = ([] if spot.doubt else spot.holders), spot.metres
        right = (
            (not holders and not spot.doubt)
            if ground
            else (subject in holders if subject is not None else bool(holders))
        )
        if right and len(holders) > 1:
            right = subject is None
        reach = math.hypot(spot.precision_m, place.uncertainty_m) if not math.isnan(metres) else 0.0
        close = not math.isnan(metres) and metres <= reach
        if spot.doubt or (place.kind == "capital" and close):
            verdict = "untestable"
        elif right:
            verdict = "agrees"
        else:
            verdict = "untestable" if close or len(holders) > 1 else "disagrees"
        drawn = " and ".join(bench.label(holder) for holder in holders) if holders else "none of the groups"
        if spot.doubt:
            claimants = [bench.label(holder) for holder in spot.claimants if holder != "unknown"]
            drawn = f"{spot.doubt} ground" + (f", drawn for {' and '.join(claimants)}," if claimants else "")
        who = "one of the groups" if subject is None else bench.label(subject)
        pocket = bench.pocket_at(place, day)
        detail = f"Claimed: {place.name} held by {who}; {bench.about(picture, day)} ({basis}) has {drawn} there"
        detail += f", in the pocket {pocket}" if pocket else ""
        if math.isnan(metres):
            detail += "; nothing is drawn that day."
        elif right or spot.doubt:
            detail += f", {metres:.0f} m from the nearest edge."
        else:
            detail += f"; to agree, the nearest edge would have to move by {metres:.0f} m"
            detail += f" (edge and place are known to {reach:.0f} m together)."
        more = {
            "claimed": 0.0,
            "measured": 0.0 if right or spot.doubt or math.isnan(metres) else metres,
            "unit": "m",
            "tolerance": reach,
            "day": day,
            "picture_date": picture.dates["picture_date"].iloc[0],
            "geometry": place.point,
        }
        rank = {"agrees": 0, "untestable": 1, "disagrees": 2}[verdict]
        if best is None or rank < best[0]:
            best = (rank, verdict, detail, more)
    assert best is not None
    return best[1], best[2], best[3]
