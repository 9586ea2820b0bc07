"""Shares of territory, areas and numbers of pockets, against what is drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.checks.bench import rows_of
from geo_ghouta.checks.words import area_text, day_text
from geo_ghouta.measure import area_km2
from geo_ghouta.names import fold_group
from geo_ghouta.schema.counting import HELD

if TYPE_CHECKING:
    from geo_ghouta.checks.bench import Bench, Drawn

_LOST = re.compile(r"\b(?:lost|losing|loses|lose|gave up|given up|ceded)\b", re.IGNORECASE)
_RETAKEN = re.compile(
    r"\b(?:re-?taken?|re-?took|re-?captur\w+|regain\w*|won back|taken back|fallen|back (?:in|under) government)\b",
    re.IGNORECASE,
)
_OF_A_TOWN = re.compile(r"\s*(?:%|\w+)?\s*of the (town|village|district|city|neighbou?rhood|camp)\b", re.IGNORECASE)
_OF_A_FIGURE = re.compile(r"\s*(?:%|\w+)?\s*of the (figure|number|total|sum|count|estimate)s?\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:other|another|further|more)\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|us)\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:held|controlled|retaken|recaptured|captured|taken|seized)\s+by\s+(?:the\s+)?", re.IGNORECASE)


def check_share(claim: Any, bench: Bench) -> None:
    """A share of territory: of the ground held on a base day, how much the subject holds on the claim's day.

    Held is what is drawn as assessed or claimed. Contested and unknown ground is counted for nobody: it is in no share
    held, and in no share lost or retaken; the sentence tells it beside the figure.

    Agrees if the edges drawn for the day would have to move by no more than the drawing's precision; the tolerance
    is that precision times the length of the edges, as a share of the base.
    """
    low, high = interval(claim, 100.0)
    day, end, basis = bench.span_of(claim)
    if low is None or high is None:
        return _untestable(bench, "territory_share", claim, "the claim gives no figure")
    if pd.isna(day):
        return _untestable(bench, "territory_share", claim, "neither the claim nor its report has a day")
    why = _untold_we(claim, bench) or _of_something_else(claim, bench)
    if why is not None:
        return _untestable(bench, "territory_share", claim, why, day)
    for place in bench.places_of(claim):
        if place.kind not in {"", "region", "adm1", "adm2", "adm3", "country", "capital", "other"}:
            why = f"no outline of {place.name} is drawn, only who holds what in it"
            return _untestable(bench, "territory_share", claim, why, day)
    base, base_words = base_of(claim, bench, day)
    if pd.isna(base) or not len(bench.picture(base).dates):
        return _untestable(
            bench, "territory_share", claim, f"no picture answers for the base of the share ({base_words})", day
        )
    if not len(bench.picture(day).dates):
        return _untestable(bench, "territory_share", claim, f"no picture answers for {day_text(day)}", day)
    subject = subject_of(claim, bench)
    ground = subject is not None and subject == bench.casefile.ground
    holder = None if ground else subject
    whole = bench.drawn(base, holder)
    if whole.km2 <= 0:
        return _untestable(
            bench,
            "territory_share",
            claim,
            f"{bench.label(subject)} holds nothing in {bench.about(bench.picture(base), base)}",
            day,
        )
    lost = is_lost(claim, bench)
    tried = []
    for moment in bench.days_in(day, end):
        now = bench.drawn(moment, holder)
        held = whole.km2 - now.km2 - _open_km2(whole, moment, bench) if ground or lost else now.km2
        measured = 100 * held / whole.km2
        miss = max(low - measured, measured - high, 0.0)
        tried.append((miss, moment, now, measured, held))
    miss, moment, now, measured, held = min(tried, key=lambda row: row[0])
    tolerance = 100 * now.perimeter_km * now.precision_km / whole.km2
    move = 10 * miss * whole.km2 / now.perimeter_km if now.perimeter_km else float("nan")
    picture = bench.picture(moment)
    verb = "not held by" if lost and not ground else "held by"
    beside = (bench.drawn(moment, None) if ground or lost else now).beside
    base_day = day_text(bench.picture(base).dates["picture_date"].iloc[0])
    detail = (
        f"Claimed {figure(low, high)} percent; in {bench.about(picture, moment)} ({basis}), "
        f"{verb} {bench.label(subject)}: {measured:.1f} percent, {area_text(held)} of the "
        f"{area_text(whole.km2)} km² held on {base_day} by {_holders_of(base, holder, bench)} ({base_words}){beside}; "
        f"{_to_agree(miss, move, now)}"
    )
    bench.add(
        "territory_share",
        "agrees" if miss <= tolerance else "disagrees",
        detail,
        claim=claim,
        claimed=_claimed(claim, low, high),
        measured=measured,
        unit="percent",
        tolerance=tolerance,
        day=moment,
        picture_date=picture.dates["picture_date"].iloc[0],
    )
    return None


def _holders_of(base: Any, holder: str | None, bench: Bench) -> str:
    """Whose ground a share is measured against: where it is several holders', each with its part."""
    if holder is not None:
        return bench.label(holder)
    parts = {name: bench.drawn(base, name).km2 for name in {str(h) for h in bench.parted(base)[HELD].holders}}
    largest = sorted(parts, key=lambda name: (-parts[name], name))
    if len(largest) == 1:
        return bench.label(largest[0])
    return ", ".join(f"{bench.label(name)} ({area_text(parts[name])})" for name in largest)


def _open_km2(whole: Drawn, day: Any, bench: Bench) -> float:
    """Ground of the base that is contested or unknown on a day, whoever it is drawn for: nobody's loss or gain."""
    return area_km2(shapely.intersection(bench.drawn(day, None).open, whole.shape))


def _of_something_else(claim: Any, bench: Bench) -> str | None:
    sentence, offset = bench.sentence(claim)
    behind = sentence[max(0, int(claim.end) - offset) :]
    town = _OF_A_TOWN.match(behind)
    if town is not None:
        return f"it is a share of a {town.group(1).lower()}, and no outline of it is drawn, only who holds what in it"
    return "it is a share of a figure, not of ground" if _OF_A_FIGURE.match(behind) else None


def check_area(claim: Any, bench: Bench) -> None:
    """An area in square kilometres against what is held on the day; contested and unknown ground is told beside it."""
    low, high = interval(claim, float("inf"))
    day, end, basis = bench.span_of(claim)
    if low is None or high is None or pd.isna(day):
        return _untestable(bench, "area", claim, "the claim gives no figure or no day")
    if not len(bench.picture(day).dates):
        return _untestable(bench, "area", claim, f"no picture answers for {day_text(day)}", day)
    why = _untold_we(claim, bench)
    if why is not None:
        return _untestable(bench, "area", claim, why, day)
    subject = subject_of(claim, bench)
    if subject is not None and subject == bench.casefile.ground:
        return _untestable(
            bench, "area", claim, "the ground's holder has no drawn outline, so its area is not known", day
        )
    tried = []
    for moment in bench.days_in(day, end):
        now = bench.drawn(moment, subject)
        tried.append((max(low - now.km2, now.km2 - high, 0.0), moment, now))
    miss, moment, now = min(tried, key=lambda row: row[0])
    tolerance = now.perimeter_km * now.precision_km
    picture = bench.picture(moment)
    move = 1e3 * miss / now.perimeter_km if now.perimeter_km else float("nan")
    detail = (
        f"Claimed {figure(low, high)} km²; held by {bench.label(subject)}: {area_text(now.km2)} km² in "
        f"{bench.about(picture, moment)} ({basis}){now.beside}; {_to_agree(miss, move, now)}"
    )
    bench.add(
        "area",
        "agrees" if miss <= tolerance else "disagrees",
        detail,
        claim=claim,
        claimed=_claimed(claim, low, high),
        measured=now.km2,
        unit="km²",
        tolerance=tolerance,
        day=moment,
        picture_date=picture.dates["picture_date"].iloc[0],
    )
    return None


def _to_agree(miss: float, move: float, now: Drawn) -> str:
    if miss <= 0:
        return "the figures agree as drawn."
    return f"to agree, all edges would have to move by {move:.0f} m, drawn to {1e3 * now.precision_km:.0f} m."


def check_count(claim: Any, bench: Bench) -> None:
    """A number of pockets against the connected parts drawn; a span agrees if any picture in it does."""
    low, high = interval(claim, float("inf"))
    day, end, basis = bench.span_of(claim)
    if low is None or high is None:
        return _untestable(bench, "pocket_count", claim, "the claim gives no number")
    if pd.isna(day):
        return _untestable(bench, "pocket_count", claim, "neither the claim nor its report has a day")
    if basis != "the claim's day":
        earlier = [
            pd.Timestamp(found.date_from) for found in bench.dates_in(claim) if not re.search(r"\bago\b", found.text)
        ]
        earlier = [start for start in earlier if start < day - pd.Timedelta(days=1)]
        if earlier:
            # "On 18 February they launched an assault to corner them in three pockets" tells what came of it since.
            day, basis = min(earlier), f"any day from {day_text(min(earlier))} to the report's"
    sentence, offset = bench.sentence(claim)
    if _OTHERS.search(sentence[: max(0, int(claim.start) - offset)]):
        return _untestable(bench, "pocket_count", claim, "it counts the others, besides some that it leaves out", day)
    if not len(bench.picture(end - pd.Timedelta(days=1)).dates):
        return _untestable(bench, "pocket_count", claim, f"no picture answers for {day_text(day)}", day)
    tried = []
    for moment in bench.days_in(day, end):
        if len(bench.picture(moment).dates):
            count = len(bench.pockets_on(moment))
            tried.append((max(low - count, count - high, 0.0), -pd.Timestamp(moment).value, moment, count))
    miss, _, moment, count = min(tried, key=lambda row: row[:2])
    picture = bench.picture(moment)
    names = ", ".join(bench.pockets_on(moment)["name"]) or "none"
    gap = _narrowest(bench, moment)
    # Where the figures differ, what is not counted may be what was meant.
    beside = bench.drawn(moment, None).beside if miss > 0 else ""
    detail = f"Claimed {figure(low, high)} pockets; {bench.about(picture, moment)} ({basis}) shows {count}: "
    detail += f"{names}{beside}."
    if miss > 0 and gap is not None and count > high:
        detail = detail[:-1] + f"; the nearest two are {gap:.0f} m apart, so the drawing would have to close that gap."
    verdict = "disagrees" if miss > 0 else "agrees"
    named = _pockets_named(claim, moment, bench)
    if miss > 0 and named and low <= len(named) <= high < count:
        verdict = "untestable"
        detail = detail.split(";")[0] + f"; the places that the sentence names lie in {len(named)} of them, "
        detail += "and it does not say whether it counts those alone."
    bench.add(
        "pocket_count",
        verdict,
        detail,
        claim=claim,
        claimed=_claimed(claim, low, high),
        measured=float(count),
        unit="pockets",
        tolerance=0.0,
        day=moment,
        picture_date=picture.dates["picture_date"].iloc[0],
    )
    return None


def _pockets_named(claim: Any, day: Any, bench: Bench) -> set[str]:
    sentence, offset = bench.sentence(claim)
    spots = [place.point for _, place in bench.mentioned(str(claim.report_id), offset, offset + len(sentence))]
    pockets = rows_of(bench.pockets_on(day))
    return {str(pocket.pocket_id) for pocket in pockets if any(pocket.geometry.covers(spot) for spot in spots)}


def _narrowest(bench: Bench, day: Any) -> float | None:
    gaps = [
        float(gap)
        for text in bench.pockets_on(day)["neighbours"].dropna()
        for gap in re.findall(r'"gap_km":([\d.]+)', str(text))
    ]
    return 1e3 * min(gaps) if gaps else None


def interval(claim: Any, top: float) -> tuple[float | None, float | None]:
    """Lowest and highest figure that a claim allows: "more than N" has no top, "about N" is N."""
    low, high, value = (None if pd.isna(v) else float(v) for v in (claim.low, claim.high, claim.value))
    if low is None and high is None:
        return value, value
    if low is not None and high is not None:
        return low, high
    return (low, top) if low is not None else (0.0, high)


def _claimed(claim: Any, low: float, high: float) -> float:
    if pd.notna(claim.value):
        return float(claim.value)
    return high if low == 0 else low if high in {100.0, float("inf")} else (low + high) / 2


def figure(low: float, high: float) -> str:
    """Write what is claimed."""
    if low == high:
        return f"{low:g}"
    if high in {100.0, float("inf")}:
        return f"more than {low:g}"
    return f"up to {high:g}" if low == 0 else f"{low:g} to {high:g}"


def subject_of(claim: Any, bench: Bench) -> str | None:
    """Who holds the share: the actor named last before the figure in its sentence, else the claim's own actor.

    "X is held by Y" names Y behind the figure. None is all of ours, named or not.
    """
    sentence, offset = bench.sentence(claim)
    if sentence:
        at = int(claim.start) - offset
        by = _BY.search(sentence, at)
        named = _first(sentence[by.end() : by.end() + 40], bench) if by else last_named(sentence[:at], bench)
        if named is not None:
            return bench.subject(named or None)
        if says_we(claim, sentence[:at]):
            return bench.subject(claim.actor if pd.notna(claim.actor) else _party(claim, bench) or None)
        if pd.isna(claim.actor) and bench.casefile.ground and _RETAKEN.search(sentence):
            return bench.casefile.ground  # "90 per cent has been retaken" leaves out by whom
    return bench.subject(claim.actor)


def says_we(claim: Any, before: str) -> bool:
    """Whether who speaks tells of the own side, before the figure: "we have taken 80 percent"."""
    return pd.notna(claim.speaker) and _WE.search(before) is not None


def _party(claim: Any, bench: Bench) -> str | None:
    """Actor for whom a speaker speaks: its id, "" for all of ours, None for who speaks for nobody known."""
    named = last_named(str(claim.speaker), bench)
    return named if named is not None or pd.isna(claim.speaker_text) else last_named(str(claim.speaker_text), bench)


def _untold_we(claim: Any, bench: Bench) -> str | None:
    """Say why a share is untestable of which a speaker says "we" who speaks for nobody known."""
    sentence, offset = bench.sentence(claim)
    before = sentence[: max(0, int(claim.start) - offset)]
    if not _WE.search(before) or pd.notna(claim.actor) or last_named(before, bench) is not None:
        return None
    if pd.notna(claim.speaker) and _party(claim, bench) is not None:
        return None
    return 'it is a share of those who say "we", and who they are is not told'


def _first(words: str, bench: Bench) -> str | None:
    folded = fold_group(words)
    starts = [(folded.find(word), -len(word), actor) for word, actor in bench.actor_words if folded.startswith(word)]
    return min(starts)[-1] if starts else None


def last_named(words: str, bench: Bench) -> str | None:
    """Actor whose name stands last in some words: its id, "" for all of ours, None where none is named."""
    folded = f" {fold_group(words)} "
    found = [
        (folded.rfind(f" {word} ") + len(word), actor) for word, actor in bench.actor_words if f" {word} " in folded
    ]
    return max(found)[1] if found else None


def is_lost(claim: Any, bench: Bench) -> bool:
    """Whether the share is one that its subject lost."""
    sentence, offset = bench.sentence(claim)
    return bool(_LOST.search(sentence[: int(claim.start) - offset][-60:])) if sentence else False


def base_of(claim: Any, bench: Bench, day: Any) -> tuple[Any, str]:
    """Base day of a share: "a month ago" counted back from the claim's day, else the campaign's first picture."""
    sentence, _ = bench.sentence(claim)
    phrase = sentence or ("" if pd.isna(claim.date_text) else str(claim.date_text))
    match = re.search(
        r"\b(an?|one|two|three|four|five|six|\d{1,2})\s+(day|week|month|year)s?\s+(?:ago|earlier|before)\b",
        phrase,
        re.IGNORECASE,
    )
    if match:
        words = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
        number = words.get(match.group(1).lower()) or int(match.group(1))
        then = _back(pd.Timestamp(day), number, match.group(2).lower())
        return then, f"{match.group(0)}, that is {day_text(then)}"
    base = bench.campaign_base(day)
    return base, "the campaign's first picture" if pd.notna(base) else "the day lies in no campaign of case.toml"


def _back(day: pd.Timestamp, number: int, unit: str) -> pd.Timestamp:
    if unit == "day":
        return day - pd.Timedelta(days=number)
    if unit == "week":
        return day - pd.Timedelta(weeks=number)
    return day - pd.DateOffset(months=number * (12 if unit == "year" else 1))


def _untestable(bench: Bench, check: str, claim: Any, why: str, day: Any = None) -> None:
    bench.add(check, "untestable", f"Not tested: {why}.", claim=claim, day=day)
