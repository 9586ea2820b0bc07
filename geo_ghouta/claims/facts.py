"""Which claims speak of one event: they meet in a fact and stay side by side, never summed or averaged."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import math
import re

import numpy as np
import pandas as pd

from geo_ghouta.claims.moods import PLANS
from geo_ghouta.schema.counted import group_and_lot

_NIGHT = re.compile(r"night|late|evening|dawn|ليل|فجر", re.IGNORECASE)
_TRIED = 64
"""Undated figures, and figures of a day, that another one is compared with: a story of thousands ends."""
FAR_APART = 10.0
"""Times by which two figures differ that nothing but their story puts together: they count different things."""

PASSAGE = 600
"""Letters of a report over which two voices' undated figures are held against each other, however far apart."""
ALIKE = 2.0
"""Times by which such figures may differ where a report tells them in two places."""


def group_facts(claims: pd.DataFrame) -> pd.Series[str]:
    """Tell which claims are about one event, scope and unit.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.

    Returns
    -------
    pandas.Series
        ``fact_id`` for each row, indexed like ``claims``. Claims share it when kind, unit, scope and place (or the
        actor whose pocket it is) are the same, they count the same (``counted``: children are not all of the people,
        ambulances are no cars), they tell of the very same days, and both are plans or neither is: a day's figure never
        joins a week's or a running total, and nothing is chained over days. What is dated "overnight" joins the one of
        its two days that another claim tells; a total "since Thursday" is one in all copies of a story, whenever each
        came out. A figure that is part of another keeps apart from wholes, and from other parts unless it is equal or
        counts the same group; one of a lot ("a first convoy") from figures
        that it cannot equal, and a share of ground from another holder's. Claims without a place or a date meet only
        within their story: where their figures are equal, at one place where they can be, and the first figures of two
        named speakers, unless without a place one is ten times the other. An undated claim joins the one dated fact
        that has its very figure, place and kind.

    Notes
    -----
    Two figures for one fact are not reconciled: the range is for the reader to see, with who says which.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", start=0, end=1, kind="departure", unit="people", scope="event", origin="Harasta",
    ...             place_basis="stated", date_basis="stated", date_precision="day",
    ...             date_from="2018-03-22", date_to="2018-03-23")
    >>> said = [("a", 1580, "happened"), ("b", 1908, "happened"), ("c", 6000, "planned")]
    >>> rows = [base | dict(claim_id=i, value=n, modality=m) for i, n, m in said]
    >>> facts = group_facts(CLAIMS.table(rows))
    >>> bool(facts[0] == facts[1]), bool(facts[0] == facts[2])
    (True, False)
    """
    columns = ["kind", "unit", "scope", "modality", "destination", "part_of", "report_id", "story_id", "speaker"]
    columns += ["counted", "date_text", "actor"]
    holders: dict[tuple[str, str], str] = {}
    dated: dict[tuple[str, ...], list[_Span]] = {}
    undated: list[_Open] = []
    names = [""] * len(claims)
    texts = claims.reindex(columns=columns).astype("object").fillna("").to_numpy().tolist()
    days = [claims[c].dt.date.tolist() for c in ("date_from", "date_to")]
    starts = claims["start"].fillna(0).tolist()
    numbers = claims[["value", "low", "high"]].to_numpy(dtype="float64", na_value=np.nan)
    unsaid = np.isnan(numbers).all(axis=1).tolist()
    told_of = numbers.tolist()
    figures = ["" if none else f"{v} {a} {b}" for none, (v, a, b) in zip(unsaid, told_of, strict=True)]
    places = _named(claims).tolist()
    ends: dict[tuple[object, ...], dt.date] = {}
    for position, row in enumerate(texts):
        kind, unit, scope, modality, destination, whole, report, story, speaker, counted, phrase, actor = row
        story = story or report
        named = places[position]
        if kind == "territory_share":  # whose share: a second figure for "the share" is of the holder told before
            actor = holders[story, named] = actor or holders.get((story, named), "")
        group, lot = group_and_lot(counted)
        key: tuple[str, ...] = (
            kind,
            unit,
            scope,
            "plan" if modality in PLANS else "done",
            named or f"story {story} {destination}",
            (f"part {figures[position]}" if not group else "part") if whole else "",
            *([group] if group else []),
            *([f"of {actor}"] if kind == "territory_share" and actor else []),
        )
        date_from, date_to = days[0][position], days[1][position]
        if pd.isna(date_from):
            here = (report, starts[position])
            undated.append(
                _Open(key, story, speaker, bool(named), lot, figures[position], told_of[position], position, here)
            )
        else:
            if scope == "cumulative":
                # "since Thursday" ends with the day on which each copy of the story came out
                same = (key, story, date_from, figures[position])
                date_to = ends.setdefault(same, date_to)
            night = not phrase or _NIGHT.search(phrase) is not None
            dated.setdefault(key, []).append(_Span(date_from, date_to, night, lot, told_of[position], position))
    told: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for where_key, spans in dated.items():
        for position, day_key in _by_day(spans):
            names[position] = _name((*where_key, day_key))
            told.setdefault((where_key, figures[position]), set()).add(names[position])
    for one, mark in zip(undated, _apart(undated), strict=True):
        # the very same figure for the very same place, dated by somebody else: one fact
        twins = told.get((one.key, one.figure), set()) if one.figure else set()
        names[one.position] = next(iter(twins)) if len(twins) == 1 else _name((*one.key, f"undated {one.story}{mark}"))
    return pd.Series(names, index=claims.index, dtype="str", name="fact_id")


@dataclasses.dataclass(slots=True)
class _Span:
    """A claim with days: whether two of them may be a night, its lot ("first convoy"), value, low and high."""

    first: dt.date
    last: dt.date
    night: bool
    lot: str
    told: list[float]
    position: int


@dataclasses.dataclass(slots=True)
class _Open:
    """A claim without a day."""

    key: tuple[str, ...]
    story: str
    speaker: str
    named: bool
    lot: str
    figure: str
    told: list[float]
    position: int
    here: tuple[str, int]


def fact_places(claims: pd.DataFrame) -> pd.Series[str]:
    """Tell what no fact reaches over: the claim's place, or its story where it names none.

    Claims that differ in it never share a fact, so a table too large for :func:`group_facts` can be grouped in parts.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.

    Returns
    -------
    pandas.Series
        Never missing; indexed like ``claims``.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", start=0, end=1, kind="departure", modality="happened", place_basis="unknown",
    ...             date_basis="unknown", date_precision="unknown")
    >>> fact_places(CLAIMS.table([base | dict(claim_id="a", origin="Harasta"), base | dict(claim_id="b")])).tolist()
    ['Harasta', 'r']
    """
    named = _named(claims)
    story = claims["story_id"].fillna(claims["report_id"]).astype("object")
    return named.where(named != "", story)


def _named(claims: pd.DataFrame) -> pd.Series[str]:
    """Place of each claim as its fact is told apart by it, "" where there is none."""
    named = pd.Series("", index=claims.index, dtype="object")
    for column in ("origin_id", "origin_holder", "origin", "place_id", "place"):
        named = named.where(named != "", claims[column].fillna("").astype("object"))
    return named


def _by_day(spans: list[_Span]) -> list[tuple[int, str]]:
    """Tell each span's own stretch of time: equal days meet, and a night between two days meets the one of them told.

    Nothing is chained: a week, a running total or "since Wednesday" meets only what covers the very same days. A lot
    ("the first convoy") stays by itself, unless it may be all that left.
    """
    whole_days = {span.first for span in spans if (span.last - span.first).days == 1}
    out: list[tuple[int, str]] = []
    all_told: dict[str, dict[tuple[float, float], None]] = {}
    lots = []
    for span in spans:
        key = f"{span.first.isoformat()} {span.last.isoformat()}"
        if span.night and (span.last - span.first).days == 2:  # "overnight"
            inside = [d for d in (span.first, span.first + dt.timedelta(days=1)) if d in whole_days]
            if len(inside) == 1:
                key = f"{inside[0].isoformat()} {(inside[0] + dt.timedelta(days=1)).isoformat()}"
        if span.lot:
            lots.append((span, key))
            continue
        all_told.setdefault(key, {})[_reach(span.told)] = None
        out.append((span.position, key))
    for span, key in lots:
        reach = _reach(span.told)
        meets = any(_meet(reach, other) for other in list(all_told.get(key, {}))[:_TRIED])
        out.append((span.position, key if meets else f"{key} {span.lot}"))
    return out


def _reach(told: list[float]) -> tuple[float, float]:
    """Lowest and highest that a figure allows; a claim without one allows everything."""
    value, low, high = told
    bottom = low if not math.isnan(low) else (value if math.isnan(high) and not math.isnan(value) else 0.0)
    top = high if not math.isnan(high) else (value if math.isnan(low) and not math.isnan(value) else math.inf)
    return bottom, top


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


@dataclasses.dataclass(slots=True)
class _Side:
    """Undated figures of one story that may be of one event."""

    lead: _Open
    rivals: bool = False


def _apart(rows: list[_Open]) -> list[str]:
    """Mark the undated claims that tell of another event, "" for those that share one.

    The first figures of the speakers named in a story may be rivals. A speaker's second figure, and one that the
    report tells in its own voice, are other events unless they are equal, or at one place could be.
    """
    spoken: set[tuple[tuple[str, ...], str, str]] = set()
    sides: dict[tuple[tuple[str, ...], str, str], list[_Side]] = {}
    by_figure: dict[tuple[tuple[str, ...], str, str, str], _Side] = {}
    rivals_of: dict[tuple[tuple[str, ...], str, str], _Side] = {}
    of: list[_Side | None] = []
    for row in rows:
        if not row.figure:
            of.append(None)
            continue
        known = sides.setdefault((row.key, row.story, row.lot), [])
        side = by_figure.get((row.key, row.story, row.lot, row.figure))
        if side is None and row.named:
            side = next((s for s in known[:_TRIED] if _like(row, s.lead)), None)
        voice = (row.key, row.story, row.speaker)
        first = bool(row.speaker) and voice not in spoken
        spoken.add(voice)
        rivals = rivals_of.get((row.key, row.story, row.lot))
        if side is None and first and rivals is not None and (row.named or _near(row, rivals.lead)):
            side = rivals if _together(row, rivals.lead) else None
        if side is None:
            side = _Side(row)
            known.append(side)
        by_figure[row.key, row.story, row.lot, row.figure] = side
        if first and rivals is None:
            side.rivals = True
            rivals_of[row.key, row.story, row.lot] = side
        of.append(side)
    marks = []
    for row, side in zip(rows, of, strict=True):
        lot = f" {row.lot}" if row.lot else ""
        marks.append(lot if side is None or side.rivals else f"{lot} {side.lead.figure}")
    return marks


def _like(row: _Open, lead: _Open) -> bool:
    return _meet(_reach(row.told), _reach(lead.told))


def _near(row: _Open, lead: _Open, times: float = FAR_APART) -> bool:
    one, other = (next(n for n in side.told if not math.isnan(n)) for side in (row, lead))
    return max(one, other) <= times * min(one, other)


def _together(row: _Open, lead: _Open) -> bool:
    """Whether two figures are told in one passage of a report or are alike: else each tells of its own event."""
    apart = row.here[0] == lead.here[0] and abs(row.here[1] - lead.here[1]) > PASSAGE
    return not apart or _near(row, lead, ALIKE)


def _name(key: tuple[str, ...]) -> str:
    return "f" + hashlib.sha256("\x1f".join(key).encode("utf-8", "replace")).hexdigest()[:12]
