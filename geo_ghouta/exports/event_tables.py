"""Events in the columns that analysts of other event data know, and places as Linked Places.

The tables have ACLED's and UCDP GED's column names so that scripts run; they are derived from claims in news reports,
are not those projects' data, and every row says so. What a claim does not tell stays empty: no event type is guessed.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pandas as pd

from geo_ghouta.errors import UsageError
from geo_ghouta.exports.geojson import generator, geometry_of
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.exports.tables import rows_to_csv
from geo_ghouta.files import dump_json, local_path, shown, write_bytes
from geo_ghouta.schema import CLAIMS, EVENTS, PLACES
from geo_ghouta.schema.counted import group_and_lot

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Mapping

ACLED_PRECISION = {
    "site": 1, "neighbourhood": 1, "town": 1, "near_town": 2, "adm3": 2, "adm2": 3, "adm1": 3, "region": 3, "line": 3,
    "country": 3,
}  # fmt: skip
"""1 the named town or closer; 2 its surroundings or a small part of a region; 3 a larger region."""

GED_PRECISION = {
    "site": 1, "neighbourhood": 1, "town": 1, "near_town": 2, "adm3": 3, "adm2": 3, "adm1": 4, "region": 5, "line": 5,
    "country": 6,
}  # fmt: skip
"""1 the place itself; 2 near it; 3 second-level unit; 4 first-level unit; 5 a line or other region; 6 country."""

_NO_DEAD = frozenset(("wounded", "missing", "sick", "casualties"))
"""Groups of casualties (``counted`` of CLAIMS) that are not the dead, or not only they."""
_IRI = "/:._~,-"
"""Stays as it is in an identifier; everything else is written with percent signs."""
_STRATEGIC, _VIOLENCE = "Strategic developments", "Political violence"
ACLED_TYPES: dict[str, tuple[str | None, str | None, str | None]] = {
    "agreement": (_STRATEGIC, _STRATEGIC, "Agreement"),
    "infrastructure": (_STRATEGIC, _STRATEGIC, "Looting/property destruction"),
    "departure": (_STRATEGIC, _STRATEGIC, "Other"),
    "arrival": (_STRATEGIC, _STRATEGIC, "Other"),
    "staging": (_STRATEGIC, _STRATEGIC, "Other"),
    "displacement": (_STRATEGIC, _STRATEGIC, "Other"),
    "prisoners": (_STRATEGIC, _STRATEGIC, "Other"),
    "negotiation": (_STRATEGIC, _STRATEGIC, "Other"),
    "advance": (_VIOLENCE, "Battles", None),
    "attack": (_VIOLENCE, None, None),
    "casualties": (_VIOLENCE, None, None),
    "siege": (_VIOLENCE, None, None),
}
"""Disorder, event and sub-event type by kind of claim; None where the claim does not tell it."""

NOTICE = "derived from claims in news reports by geo-ghouta; not {} data"
_STYLES = ("acled", "ged")
_OCCURRED = ("happened", "under_way")
LPF_CONTEXT = "https://raw.githubusercontent.com/LinkedPasts/linked-places/master/linkedplaces-context-v1.1.jsonld"


def event_table(style: str, events: Any, claims: pd.DataFrame, places: Any) -> pd.DataFrame:
    """Write events in the columns of ACLED or UCDP GED.

    Parameters
    ----------
    style : str
        ``"acled"`` or ``"ged"``.
    events : geopandas.GeoDataFrame
        EVENTS; only what happened or is under way is taken, plans are no events.
    claims : pandas.DataFrame
        CLAIMS that the events rest on.
    places : geopandas.GeoDataFrame
        PLACES, for the names of the containers.

    Returns
    -------
    pandas.DataFrame
        One row an event, sorted by day and id; ``derived`` is true and ``notice`` says what it is.

    Raises
    ------
    UsageError
        For another style.

    Examples
    --------
    >>> list(event_table("ged", EVENTS.empty(), CLAIMS.empty(), PLACES.empty()).columns)[:4]
    ['id', 'year', 'type_of_violence', 'side_a']
    """
    if style not in _STYLES:
        message = f"event table {shown(style)!r}: not known; use one of {', '.join(_STYLES)}"
        raise UsageError(message)
    events, claims, places = EVENTS.check(events), CLAIMS.check(claims), PLACES.check(places)
    by_id: dict[str, dict[Hashable, Any]] = {row["claim_id"]: row for row in claims.to_dict("records")}
    pairs = zip(places["place_id"], places["admin"], strict=True)
    admins = {
        p: [a.strip() for a in str(admin).split(",")] for p, admin in pairs if not pd.isna(p) and not pd.isna(admin)
    }
    make, columns = (_acled, _ACLED_COLUMNS) if style == "acled" else (_ged, _GED_COLUMNS)
    rows = []
    for event in events.to_dict("records"):
        if event["modality"] not in _OCCURRED:
            continue
        cited = [by_id[i] for i in str(event["claim_ids"]).split("|") if i in by_id]
        rows.append(make(event, cited, admins.get(event["place_id"], [])))
    frame = pd.DataFrame(rows, columns=list(columns))
    key = "event_id_cnty" if style == "acled" else "id"
    day = "event_date" if style == "acled" else "date_start"
    frame = frame.sort_values([day, key], na_position="last", kind="stable").reset_index(drop=True)
    return frame.astype({c: kind for c, kind in columns.items() if kind})


def write_event_table(
    style: str, events: Any, claims: pd.DataFrame, places: Any, path: str | os.PathLike[str] | None = None
) -> Any:
    """Write :func:`event_table` as CSV with inert cells; the bytes without a path.

    Examples
    --------
    >>> write_event_table("acled", EVENTS.empty(), CLAIMS.empty(), PLACES.empty())[:14]
    b'event_id_cnty,'
    """
    data = rows_to_csv(event_table(style, events, claims, places))
    return data if path is None else write_bytes(local_path(path), data)


_ACLED_COLUMNS = {
    "event_id_cnty": "str", "event_date": "str", "year": "Int64", "time_precision": "Int64", "disorder_type": "str",
    "event_type": "str", "sub_event_type": "str", "actor1": "str", "assoc_actor_1": "str", "actor2": "str",
    "country": "str", "admin1": "str", "admin2": "str", "admin3": "str", "location": "str", "latitude": "Float64",
    "longitude": "Float64", "geo_precision": "Int64", "source": "str", "notes": "str", "fatalities": "Int64",
    "tags": "str", "claim_ids": "str", "derived": "boolean", "notice": "str",
}  # fmt: skip
_GED_COLUMNS = {
    "id": "str", "year": "Int64", "type_of_violence": "Int64", "side_a": "str", "side_b": "str",
    "number_of_sources": "Int64", "source_office": "str", "where_prec": "Int64", "where_coordinates": "str",
    "adm_1": "str", "adm_2": "str", "latitude": "Float64", "longitude": "Float64", "geom_wkt": "str", "country": "str",
    "event_clarity": "Int64", "date_prec": "Int64", "date_start": "str", "date_end": "str", "deaths_civilians": "Int64",
    "best": "Int64", "high": "Int64", "low": "Int64", "kind": "str", "claim_ids": "str", "derived": "boolean",
    "notice": "str",
}  # fmt: skip


def _day(value: Any) -> dt.date | None:
    return None if pd.isna(value) else pd.Timestamp(value).date()


def _span(event: Mapping[Hashable, Any]) -> tuple[dt.date | None, dt.date | None, int | None]:
    """First day, last day included, and number of days."""
    first, until = _day(event["date_from"]), _day(event["date_to"])
    if first is None:
        return None, None, None
    last = first if until is None else max(first, until - dt.timedelta(days=1))
    return first, last, None if until is None else (last - first).days + 1


def _names(cited: list[dict[Hashable, Any]], *columns: str) -> str | None:
    found = {str(row[c]) for row in cited for c in columns if not pd.isna(row[c])}
    return "; ".join(sorted(found)) or None


def _actor(cited: list[dict[Hashable, Any]]) -> str | None:
    found = sorted(str(row["actor"]) for row in cited if not pd.isna(row["actor"]))
    return max(found, key=found.count) if found else None


def _deaths(cited: list[dict[Hashable, Any]]) -> tuple[int | None, int | None]:
    """Lowest and highest count of the event's own dead.

    Running totals belong to no event, and a figure for several places together to none of theirs. Who is hurt or
    missing is not dead, and "casualties" do not tell who is.
    """
    told = [
        (r, set(group_and_lot("" if pd.isna(r["counted"]) else str(r["counted"]))[0].split("|")) - {""})
        for r in cited
        if r["kind"] == "casualties" and str(r["scope"]) != "cumulative" and "|" not in str(r["place_id"])
    ]
    dead = [(r, groups) for r, groups in told if groups.isdisjoint(_NO_DEAD)]
    # Children are some of the dead: where nothing counts all of them, there are no fewer than these.
    wholes = [r for r, groups in dead if not groups and pd.isna(r["part_of"])]
    counted, least = (wholes, min) if wholes else ([r for r, _ in dead], max)
    lows = [float(v) for r in counted if not pd.isna(v := r["value"] if pd.isna(r["low"]) else r["low"])]
    highs = [float(v) for r in counted if not pd.isna(v := r["value"] if pd.isna(r["high"]) else r["high"])]
    return (int(least(lows)) if lows else None), (int(max(highs)) if highs else None)


def _level(admin: list[str], number: int) -> str | None:
    """Container by level: 0 the country, 1 the first level below it."""
    return admin[-1 - number] if len(admin) > number else None


def _acled(event: Mapping[Hashable, Any], cited: list[dict[Hashable, Any]], admin: list[str]) -> dict[str, Any]:
    first, _, days = _span(event)
    disorder, kind, sub = ACLED_TYPES.get(str(event["kind"]), (_STRATEGIC, _STRATEGIC, "Other"))
    point = canonical(event["geometry"])
    others = _names(cited, "actor")
    main = _actor(cited)
    return {
        "event_id_cnty": event["event_id"],
        "event_date": None if first is None else first.isoformat(),
        "year": None if first is None else first.year,
        "time_precision": 3 if days is None or days > 7 else 1 if days == 1 else 2,
        "disorder_type": disorder,
        "event_type": kind,
        "sub_event_type": sub,
        "actor1": main,
        "assoc_actor_1": "; ".join(a for a in (others or "").split("; ") if a and a != main) or None,
        "country": _level(admin, 0),
        "admin1": _level(admin, 1),
        "admin2": _level(admin, 2),
        "admin3": _level(admin, 3),
        "location": event["place"],
        "latitude": None if point is None else point.y,  # type: ignore[attr-defined]
        "longitude": None if point is None else point.x,  # type: ignore[attr-defined]
        "geo_precision": ACLED_PRECISION.get(str(event["geo_precision"])),
        "source": _names(cited, "outlet", "speaker"),
        "notes": f"{event['kind']}, {event['modality']}: {event['claims']} claims of {event['stories']} stories",
        "fatalities": _deaths(cited)[0],
        "tags": f"kind={event['kind']}; date={event['date_basis']}",
        "claim_ids": event["claim_ids"],
        "derived": True,
        "notice": NOTICE.format("ACLED"),
    }


def _ged(event: Mapping[Hashable, Any], cited: list[dict[Hashable, Any]], admin: list[str]) -> dict[str, Any]:
    first, last, days = _span(event)
    point = canonical(event["geometry"])
    low, high = _deaths(cited)
    return {
        "id": event["event_id"],
        "year": None if first is None else first.year,
        "side_a": _actor(cited),
        "number_of_sources": event["stories"],
        "source_office": _names(cited, "outlet"),
        "where_prec": GED_PRECISION.get(str(event["geo_precision"])),
        "where_coordinates": event["place"],
        "adm_1": _level(admin, 1),
        "adm_2": _level(admin, 2),
        "latitude": None if point is None else point.y,  # type: ignore[attr-defined]
        "longitude": None if point is None else point.x,  # type: ignore[attr-defined]
        "geom_wkt": None if point is None else point.wkt,
        "country": _level(admin, 0),
        "event_clarity": 1 if days == 1 else 2,
        # 1 the day; 2 two to six days; 3 a week; 4 up to a month; 5 longer or unknown.
        "date_prec": 5 if days is None or days > 31 else 1 if days == 1 else 2 if days < 7 else 3 if days == 7 else 4,
        "date_start": None if first is None else first.isoformat(),
        "date_end": None if last is None else last.isoformat(),
        "best": low,
        "high": high,
        "low": low,
        "kind": event["kind"],
        "claim_ids": event["claim_ids"],
        "derived": True,
        "notice": NOTICE.format("UCDP GED"),
    }


def linked_places(places: Any, case: str = "") -> dict[str, Any]:
    """Turn placed mentions into Linked Places: one feature a place, with its spellings and the days it is named for.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        PLACES.
    case : str
        Title of the case.

    Returns
    -------
    dict
        A FeatureCollection of the Linked Places format 1.1; ``when`` spans the days that mentions are dated to.

    References
    ----------
    The Linked Places format, LinkedPasts/linked-places.

    Examples
    --------
    >>> linked_places(PLACES.empty())["features"]
    []
    """
    table = PLACES.check(places)
    placed = table[table.geometry.notna() & table["place_id"].notna()]
    features = []
    for place_id, rows in placed.groupby("place_id", sort=True):
        best = rows.sort_values(["uncertainty_m", "mention_id"]).iloc[0]
        spellings = {(str(t), "") for t in rows["text"]} | {(str(best["name"]), "en")}
        spellings |= {(a, "ar") for a in str(best["name_ar"]).split("|") if a and not pd.isna(best["name_ar"])}
        named = {text for text, language in spellings if language}
        names = [
            {"toponym": text, **({"lang": language} if language else {})}
            for text, language in sorted(spellings)
            if language or text not in named
        ]
        days = rows["date"].dropna()
        feature: dict[str, Any] = {
            "@id": f"urn:geo-ghouta:place:{quote(str(place_id), safe=_IRI)}",
            "type": "Feature",
            "properties": {"title": str(best["name"])},
            "names": names,
            "geometry": {
                **(geometry_of(canonical(best["geometry"])) or {}),
                "certainty": "certain"
                if best["geo_precision"] in {"site", "neighbourhood", "town"}
                else "less-certain",
            },
            "descriptions": [
                {"value": f"geo_precision {best['geo_precision']}; uncertainty_m {_whole(best['uncertainty_m'])}"}
            ],
        }
        if not pd.isna(best["kind"]):
            feature["types"] = [{"identifier": f"urn:geo-ghouta:kind:{best['kind']}", "label": str(best["kind"])}]
        if not pd.isna(best["admin"]):
            feature["relations"] = [{"relationType": "gvp:broaderPartitive", "label": str(best["admin"])}]
        if len(days):
            span = {"start": {"in": f"{days.min():%Y-%m-%d}"}, "end": {"in": f"{days.max():%Y-%m-%d}"}}
            feature["when"] = {"timespans": [span], "label": "days for which reports name the place"}
        features.append(feature)
    head = {"type": "FeatureCollection", "@context": LPF_CONTEXT, "generator": generator()}
    return {**head, **({"title": case} if case else {}), "features": features}


def _whole(value: Any) -> str:
    return "unknown" if pd.isna(value) else f"{float(value):g}"


def write_linked_places(places: Any, path: str | os.PathLike[str] | None = None, case: str = "") -> Any:
    """Write :func:`linked_places` as JSON; the bytes without a path.

    Examples
    --------
    >>> write_linked_places(PLACES.empty())[:21]
    b'{\\n "type": "FeatureCo'
    """
    data = (dump_json(linked_places(places, case), indent=1) + "\n").encode()
    return data if path is None else write_bytes(local_path(path), data)
