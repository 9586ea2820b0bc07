"""Arithmetic among claims: parts against wholes, days against running totals, people against buses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.claims.moods import PLANS
from geo_ghouta.schema import FINDINGS
from geo_ghouta.schema.counted import group_and_lot

if TYPE_CHECKING:
    import geopandas as gpd

_COLUMNS = (
    "claim_id", "report_id", "kind", "value", "low", "high", "qualifier", "unit", "scope", "modality",
    "origin", "origin_holder", "buses", "date_from", "date_to", "date_precision", "part_of", "counted",
    "speaker", "story_id", "actor", "place", "start", "destination",
)  # fmt: skip
PER_BUS = (15, 85)
"""People on one bus that are plausible: half empty to standing, children on laps."""
_LYING = frozenset(("wounded", "sick"))
_WHEELS = frozenset(("ambulance", "car", "vehicle", "minibus", "van", "truck", "lorry", "coach", "minivan", "taxi"))
_BESIDE = 120
"""Letters between people and the ambulances, cars or trucks of the same sentence."""
_PERSONS = ("people", "fighters", "civilians", "prisoners")
_MOVING = ("departure", "arrival", "displacement", "staging")
"""Kinds whose days add up whoever counts them. Two voices on the dead of one strike are rivals, told on two days."""
_LISTED = 80
"""Letters from one of those listed to the next: "500 went to X, 200 to Y"."""
_FEWEST = 2
_LEAST = 0.1
"""Part of a running total that the days a report names must make up to be held against it."""
ROUNDING = 0.05
"""Part of a rounded figure ("nearly", "more than", "about") by which a sum may miss."""


def check_arithmetic(claims: pd.DataFrame) -> gpd.GeoDataFrame:
    """Hold claims against one another.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS, without geometry, of three checks: ``part_of_whole`` (a part is no larger than its whole,
        nor are parts together that share nobody: fighters and civilians, those who went to two places),
        ``sum_of_days`` (dated events of one story against its running total) and ``people_per_bus``.

    Notes
    -----
    A sum that stays below the total is "untestable": a report need not name every day. One above it "disagrees", if one
    voice tells them all; what two speakers count is no contradiction of either. People are no part of buses, and a
    total of children is held against children. Copies of one story give one finding, the first's.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> base = dict(report_id="r", kind="departure", scope="event", modality="happened", place_basis="unknown",
    ...             date_basis="unknown", date_precision="unknown", qualifier="exact", end=9)
    >>> whole = base | dict(claim_id="a", start=0, value=1240, low=1240, high=1240, unit="people")
    >>> part = base | dict(claim_id="b", start=5, value=312, low=312, high=312, unit="fighters", part_of="a")
    >>> check_arithmetic(CLAIMS.table([whole, part])).loc[0, ["check", "verdict"]].tolist()
    ['part_of_whole', 'agrees']
    """
    counted = claims[claims["value"].notna() | claims["low"].notna() | claims["high"].notna()]
    values = [counted[c].astype("object").to_numpy().tolist() for c in _COLUMNS]
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in zip(*values, strict=True)]
    by_id = {row["claim_id"]: row for row in rows}
    found = [_part(row, by_id[row["part_of"]]) for row in rows if _known(row["part_of"]) and row["part_of"] in by_id]
    found += _parts_together(rows, by_id)
    found += _sums(rows)
    wheels = _wheels(rows)
    for row in rows:
        if _known(row["buses"]) and row["unit"] != "buses" and not _rides_otherwise(row, wheels):
            found.append(_buses(row, row["buses"]))
    kept = _of_one_copy([f for f in found if f is not None], by_id)
    return FINDINGS.table(sorted(kept, key=lambda f: f["finding_id"]))


def _known(value: Any) -> bool:
    return not pd.isna(value)


def _bounds(row: dict[str, Any]) -> tuple[float, float]:
    """What a figure allows: lowest and highest, open ends infinite."""
    value, low, high = (float(row[k]) if _known(row[k]) else None for k in ("value", "low", "high"))
    bottom = (
        low
        if low is not None
        else (value * (1 - ROUNDING) if value is not None and row["qualifier"] == "about" else 0.0)
    )
    top = (
        high
        if high is not None
        else (value * (1 + ROUNDING) if value is not None and row["qualifier"] == "about" else math.inf)
    )
    return bottom, top


def _of_one_copy(found: list[dict[str, Any]], by_id: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what another copy of the story gives too; within one report everything stays."""
    first: dict[tuple[Any, ...], str] = {}
    kept = []
    for finding in found:
        row = by_id[finding["claim_id"]]
        if _known(row["story_id"]):
            said = [
                row[name] if _known(row[name]) else None for name in ("kind", "speaker", "actor", "origin", "place")
            ]
            key = (finding["check"], row["story_id"], *said, finding["detail"])
            if first.setdefault(key, row["report_id"]) != row["report_id"]:
                continue
        kept.append(finding)
    return kept


def _finding(check: str, row: dict[str, Any], verdict: str, detail: str, **more: Any) -> dict[str, Any]:
    return {
        "finding_id": f"{check}-{row['claim_id']}",
        "check": check,
        "verdict": verdict,
        "detail": detail,
        "claim_id": row["claim_id"],
        "day": row["date_from"] if _known(row["date_from"]) else None,
        **more,
    }


def _part(part: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any] | None:
    if not _comparable(part["unit"], whole["unit"]):
        # "Seven buses carried 300 of them": who rode in them
        rides = part["unit"] in _PERSONS and whole["unit"] == "buses" and not _known(part["buses"])
        return _buses(part, whole["value"]) if rides else None
    low, _ = _bounds(part)
    _, high = _bounds(whole)
    if not low and not _known(part["value"]):
        return None
    figure = float(part["value"]) if _known(part["value"]) else low
    limit = float(whole["value"]) if _known(whole["value"]) else high
    said = f"{_said(part)} {part['unit']} as a part of {_said(whole)} {whole['unit']}"
    if not math.isfinite(limit):
        detail = f"{said}: the whole has no upper bound"
        return _finding("part_of_whole", part, "untestable", detail, claimed=figure, unit=part["unit"])
    verdict = "agrees" if low <= max(high, limit) else "disagrees"
    if verdict == "disagrees" and part["unit"] == "other" and not _same_thing(part, whole):
        return None  # people without a noun are no part of the shelters told before them
    detail = f"{said}: {'not more than' if verdict == 'agrees' else 'more than'} the whole"
    return _finding(
        "part_of_whole", part, verdict, detail, claimed=figure, measured=limit, unit=part["unit"], tolerance=0.0
    )


def _parts_together(rows: list[dict[str, Any]], by_id: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Wholes that their parts together exceed, where no one can be in two of the parts."""
    sides: dict[str, list[dict[str, Any]]] = {}
    last: dict[str, Any] | None = None
    for row in rows:  # in the order of the text
        whole = row["part_of"] if _known(row["part_of"]) else None
        beside = last is not None and row["report_id"] == last["report_id"] and not whole
        if beside and last is not None and 0 < row["start"] - last["start"] <= _LISTED and _goes_elsewhere(row, last):
            whole = last["whole"]  # "500 of them went to X, 200 to Y and 300 to Z": parts too
        if whole is None or whole not in by_id:
            last = None
            continue
        sides.setdefault(whole, []).append(row)
        last = row | {"whole": whole}
    found = []
    for name, parts in sides.items():
        whole = by_id[name]
        if whole["unit"] not in _PERSONS or len(parts) < _FEWEST or not _apart(parts):
            continue
        limit = max(_bounds(whole)[1], float(whole["value"]) if _known(whole["value"]) else 0.0)
        lows = [_bounds(part)[0] for part in parts]
        if not math.isfinite(limit) or sum(lows) <= limit:
            continue
        terms = " + ".join(_said(part) for part in parts)
        detail = f"{terms} as parts of {_said(whole)} {whole['unit']}: together more than the whole"
        more = {"finding_id": f"part_of_whole-{name}-together", "claimed": sum(lows), "measured": limit}
        found.append(_finding("part_of_whole", whole, "disagrees", detail, **more, unit=whole["unit"], tolerance=0.0))
    return found


def _goes_elsewhere(row: dict[str, Any], last: dict[str, Any]) -> bool:
    """Whether a figure listed behind a part is of others of the same whole: where they went is all that differs."""
    same = all(row[k] == last[k] for k in ("kind", "unit", "modality", "scope"))
    ends = [r["destination"] for r in (row, last)]
    return same and all(map(_known, ends)) and ends[0] != ends[1]


def _apart(parts: list[dict[str, Any]]) -> bool:
    """Whether nobody can be in two parts: each went somewhere else, or one counts fighters and one civilians."""
    if len({part["kind"] for part in parts}) > 1 or any(part["modality"] == "denied" for part in parts):
        return False
    ends = [part["destination"] for part in parts]
    if all(map(_known, ends)) and len(set(ends)) == len(ends):
        return True
    units = [part["unit"] for part in parts]
    return len(set(units)) == len(units) and set(units) <= {"fighters", "civilians", "prisoners"}


def _comparable(part: Any, whole: Any) -> bool:
    """Whether one unit can be a part of the other: fighters of people, never people of buses."""
    return bool(part == whole) or (part in _PERSONS and whole in _PERSONS)


def _same_thing(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Whether two figures that are neither people nor buses count the same: lorries of lorries."""
    nouns = [group_and_lot(row["counted"] if _known(row["counted"]) else "")[0] for row in (part, whole)]
    return nouns[0] == nouns[1]


def _said(row: dict[str, Any]) -> str:
    """A figure as it was told: its value, or its bounds."""
    if _known(row["value"]):
        return _number(float(row["value"]))
    return " to ".join(_number(float(row[k])) if _known(row[k]) else "…" for k in ("low", "high"))


def _sums(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Running totals against the events of the same report, kind and unit that lie in their span."""
    found = []
    events: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in rows:
        if (
            _known(row["value"])
            and row["scope"] != "cumulative"
            and row["modality"] not in PLANS
            and _known(row["date_from"])
        ):
            events.setdefault(_summed_with(row), []).append(row)
    for total in rows:
        if total["scope"] != "cumulative" or not _known(total["value"]) or total["modality"] in PLANS:
            continue
        days = [
            r
            for r in events.get(_summed_with(total), [])
            if _inside(r, total) and (not _known(r["part_of"]) or r["part_of"] == total["claim_id"])
        ]
        by_day: dict[Any, dict[str, Any]] = {}
        for row in days:  # two figures for one day are rivals, not summands: the larger one counts
            key = (row["date_from"], row["date_to"])
            if key not in by_day or float(row["value"]) > float(by_day[key]["value"]):
                by_day[key] = row
        if len(by_day) < 2:
            continue
        claimed = float(total["value"])
        ordered = [by_day[k] for k in sorted(by_day)]
        # a total said "so far" may stop before the last day that the report names: the best first days count
        cuts = range(2, len(ordered) + 1)
        stop = min(cuts, key=lambda n: (abs(sum(float(r["value"]) for r in ordered[:n]) - claimed), n))
        kept = ordered[:stop]
        figures = [float(r["value"]) for r in kept]
        measured = sum(figures)
        slack = sum(
            f * ROUNDING for f, r in zip([*figures, claimed], [*kept, total], strict=True) if r["qualifier"] != "exact"
        )
        verdict = (
            "agrees" if abs(measured - claimed) <= slack else ("disagrees" if measured > claimed else "untestable")
        )
        if measured < claimed * _LEAST:
            continue  # two strikes of a war: nothing is summed
        voices = {r["speaker"] for r in [*kept, total] if _known(r["speaker"])}
        if len(voices) > 1 and (verdict == "disagrees" or total["kind"] not in _MOVING):
            continue
        terms = " + ".join(_number(f) for f in figures)
        detail = f"{terms} = {_number(measured)} {total['unit']} against a running total of {_number(claimed)}"
        found.append(
            _finding(
                "sum_of_days",
                total,
                verdict,
                detail,
                claimed=claimed,
                measured=measured,
                unit=total["unit"],
                tolerance=slack,
            )
        )
    return found


def _summed_with(row: dict[str, Any]) -> tuple[Any, ...]:
    """What a total and its days have in common: children are summed to children, not to people."""
    group, _ = group_and_lot(row["counted"] if _known(row["counted"]) else "")
    return row["report_id"], row["kind"], row["unit"], group


def _inside(event: dict[str, Any], total: dict[str, Any]) -> bool:
    places = [set(str(r["origin"]).split("|")) if _known(r["origin"]) else set() for r in (event, total)]
    if places[0] and places[1] and not places[0] & places[1]:
        return False
    holders = [r["origin_holder"] for r in (event, total)]
    if all(_known(h) for h in holders) and holders[0] != holders[1]:
        return False
    if _known(total["date_from"]):
        if total["date_precision"] == "day":
            # "On Sunday 900 more left, bringing the total to 4,000": the day up to which it runs, not the first one
            return bool(event["date_to"] <= total["date_to"])
        return bool(event["date_from"] >= total["date_from"] and event["date_to"] <= total["date_to"])
    return True


def _wheels(rows: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Where each report counts what carries people and is no bus."""
    out: dict[str, list[int]] = {}
    for row in rows:
        if row["unit"] == "other" and _known(row["counted"]) and not _WHEELS.isdisjoint(row["counted"].split("|")):
            out.setdefault(row["report_id"], []).append(row["start"])
    return out


def _rides_otherwise(row: dict[str, Any], wheels: dict[str, list[int]]) -> bool:
    """Whether who rides lies down, or may ride in the ambulances told beside."""
    if _known(row["counted"]) and not _LYING.isdisjoint(row["counted"].split("|")):
        return True
    return any(abs(at - row["start"]) <= _BESIDE for at in wheels.get(row["report_id"], ()))


def _buses(row: dict[str, Any], told: Any) -> dict[str, Any] | None:
    if not _known(told) or not _known(row["value"]) or not int(told):
        return None
    buses = int(told)
    rate = float(row["value"]) / buses
    verdict = "agrees" if PER_BUS[0] <= rate <= PER_BUS[1] else "disagrees"
    people = f"{_number(float(row['value']))} {row['unit']}"
    detail = f"{people} in {buses} buses: {rate:.0f} in each, {PER_BUS[0]} to {PER_BUS[1]} are plausible"
    return _finding("people_per_bus", row, verdict, detail, claimed=rate, unit="people per bus")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"
