"""Derive what outlets draw and write: dates and roles of places, events, and the named layers.

Everything here is computed from tables of other rooms; rows say so in ``derived``.
"""

from __future__ import annotations

import bisect
import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from geo_ghouta.errors import UsageError
from geo_ghouta.schema import EVENTS, PLACES, read_day
from geo_ghouta.schema.columns import values_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import geopandas as gpd

LAYERS = ("control", "pockets", "changes", "places", "events", "convoys", "routes", "claims", "findings")
"""Names of the layers that can be drawn and exported, in drawing order."""

_MOVES_FROM = {"departure", "displacement", "staging"}
_MOVES_TO = {"arrival"}
_SURE_FIRST = ("happened", "under_way", "planned", "expected", "proposed", "conditional", "denied")
_ROLE_COLUMNS = (("origin_id", "origin"), ("destination_id", "destination"), ("place_id", "event"))


def assign_roles(places: gpd.GeoDataFrame, claims: pd.DataFrame, reports: pd.DataFrame) -> gpd.GeoDataFrame:
    """Give each placed mention the part it plays in a claim, and the day that it is to be asked about.

    A mention takes role and day from the nearest claim of its report that names its place. A mention in no
    claim gets the report's day of publication with ``date_basis`` "published", or no day if that is unknown.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        PLACES.
    claims : pandas.DataFrame
        CLAIMS.
    reports : pandas.DataFrame
        REPORTS.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES with ``role``, ``date`` and ``date_basis`` filled, same rows and order.
    """
    published = dict(zip(*_lists(reports, "report_id", "published"), strict=True))
    named: dict[tuple[str, str], dict[int, tuple[str, Any, str]]] = {}
    ids = [(_lists(claims, column)[0], role) for column, role in _ROLE_COLUMNS]
    for row, (report_id, start, *when) in enumerate(
        zip(*_lists(claims, "report_id", "start", "date_from", "date_basis"), strict=True)
    ):
        for column, role in ids:
            for place_id in column[row].split("|") if column[row] is not None else ():
                # Of claims that begin at the same letter the first role by name speaks, then the first claim.
                held = named.setdefault((report_id, place_id), {})
                if int(start) not in held or role < held[int(start)][0]:
                    held[int(start)] = (role, *when)
    # Looked up by halving: a report with thousands of claims of one place would else compare each with each.
    spots = {key: sorted(held) for key, held in named.items()}
    roles: list[str] = []
    days: list[Any] = []
    bases: list[str] = []
    for report_id, place_id, start, resolution in zip(
        *_lists(places, "report_id", "place_id", "start", "resolution"), strict=True
    ):
        # "Syrian army" points at Syria without being a place: it plays no part in a claim.
        known = spots.get((report_id, place_id)) if resolution == "placed" else None
        role, day, basis = "mentioned", None, "unknown"
        if known:
            after = bisect.bisect_left(known, start)
            _, nearest = min((abs(spot - start), spot) for spot in known[max(after - 1, 0) : after + 1])
            role, day, basis = named[report_id, place_id][nearest]
        if day is None:
            day = published.get(report_id)
            basis = "unknown" if day is None else "published"
        roles.append(role)
        days.append(day)
        bases.append(basis)
    out = places.copy()
    out["role"], out["date"], out["date_basis"] = roles, pd.array(days, dtype="datetime64[s]"), bases
    return PLACES.check(out)


def _lists(table: pd.DataFrame, *names: str) -> list[list[Any]]:
    """Columns as lists of plain values, None where one is missing: far faster to walk over than rows of a table."""
    return [values_of(table[name]) for name in names]


_WHERE = ("kind", "origin", "origin_id", "destination", "destination_id", "place", "place_id")


class _Known(NamedTuple):
    point: Any
    precision: str
    radius: float
    name: str | None


def _where(
    points: Mapping[str, _Known],
    kind: str,
    origin: Any,
    origin_id: Any,
    destination: Any,
    destination_id: Any,
    place: Any,
    place_id: Any,
) -> list[tuple[str, str]]:
    """Names and ids of the places that a claim is about, from its columns ``_WHERE``: those with a known point."""
    name, ids = place, place_id
    if kind in _MOVES_FROM and origin_id is not None:
        name, ids = origin, origin_id
    elif kind in _MOVES_TO and destination_id is not None:
        name, ids = destination, destination_id
    if ids is None:
        return []
    several = ids.split("|")
    if len(several) == 1:
        return [(str(name), ids)] if ids in points else []
    # Of several names some may have no id, so that their order says nothing: each place is called by its own name.
    return [(points[one].name or one, one) for one in several if one in points]


def _known_points(places: gpd.GeoDataFrame, pockets: gpd.GeoDataFrame | None) -> dict[str, _Known]:
    points: dict[str, _Known] = {}
    columns = _lists(places, "place_id", "geo_precision", "uncertainty_m", "name")
    for point, place_id, precision, uncertainty, name in zip(places.geometry.to_numpy(), *columns, strict=True):
        if point is None or place_id is None:
            continue
        # The same place may be meant finely and, by "east of X", coarsely: the finest stands for the place.
        radius = float("nan") if uncertainty is None else float(uncertainty)
        if place_id not in points or radius < points[place_id].radius:
            points[place_id] = _Known(point, precision, radius, name)
    if pockets is not None:
        for pocket_id, shape, area in zip(pockets["pocket_id"], pockets.geometry, pockets["area_km2"], strict=True):
            radius = 1000 * (float(area) / math.pi) ** 0.5
            points[pocket_id] = _Known(shape.representative_point(), "region", radius, None)
    return points


def derive_events(
    claims: pd.DataFrame, places: gpd.GeoDataFrame, pockets: gpd.GeoDataFrame | None = None
) -> gpd.GeoDataFrame:
    """Gather claims about one kind of thing at one place and day into events for the map.

    Claims of different speakers stay apart in ``claim_ids``; nothing is summed or averaged. A claim about several
    places belongs to an event at each of them; its figure is theirs together and is told with all their names.
    A claim whose place is not known makes no event (it is still in the claims).

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS with ``story_id``.
    places : geopandas.GeoDataFrame
        PLACES: where the ids lie.
    pockets : geopandas.GeoDataFrame, optional
        POCKETS, for claims whose origin is the pocket that a group holds.

    Returns
    -------
    geopandas.GeoDataFrame
        EVENTS, sorted by day, kind and place; the undated ones last.
    """
    points = _known_points(places, pockets)
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    told = ("claim_id", "date_basis", "modality", "speaker", "story_id")
    spots = zip(*_lists(claims, *_WHERE), strict=True)
    days = zip(*_lists(claims, "date_from", "date_to"), strict=True)
    for where, (first, last), values in zip(spots, days, zip(*_lists(claims, *told), strict=True), strict=True):
        if where[0] == "other":
            continue
        for name, place_id in _where(points, *where):
            member = {**dict(zip(told, values, strict=True)), "where": name}
            groups.setdefault((where[0], place_id, first, last), []).append(member)
    rows = []
    for (kind, place_id, first, last), members in groups.items():
        point, precision, radius, _ = points[place_id]
        modalities = {m["modality"] for m in members}
        day = first.date().isoformat() if first is not None else "undated"
        until = last.date().isoformat() if last is not None else ""
        rows.append(
            {
                "event_id": f"{kind}/{place_id}/{day}" + (f"..{until}" if until else ""),
                "kind": kind,
                "date_from": first,
                "date_to": last,
                "date_basis": min(m["date_basis"] for m in members),
                "place": min(m["where"] for m in members),
                "place_id": place_id,
                "geo_precision": precision,
                "uncertainty_m": radius if radius == radius else None,  # noqa: PLR0124 - NaN is not itself
                "modality": next(m for m in _SURE_FIRST if m in modalities),
                "claims": len(members),
                "stories": len({m["story_id"] for m in members if m["story_id"] is not None}) or 1,
                "speakers": "|".join(sorted({str(m["speaker"]) for m in members if m["speaker"] is not None})) or None,
                "claim_ids": "|".join(sorted(m["claim_id"] for m in members)),
                "holder_answer": "not_asked",
                "derived": True,
                "geometry": point,
            }
        )
    far = pd.Timestamp("9999-12-31")
    rows.sort(key=lambda r: (r["date_from"] or far, r["kind"], r["event_id"]))
    return EVENTS.table(rows)


def claim_points(
    claims: pd.DataFrame, places: gpd.GeoDataFrame, pockets: gpd.GeoDataFrame | None = None
) -> gpd.GeoDataFrame:
    """Give claims the point of their place, where one is known; the rest keep no geometry.

    A claim about several places lies at the first of them that is known: one row has one point. Its columns name them
    all, and its events (:func:`derive_events`) lie at each.

    Returns
    -------
    geopandas.GeoDataFrame
        CLAIMS plus ``geometry`` (Point or missing), same rows and order.
    """
    import geopandas as gpd

    points = _known_points(places, pockets)
    found = [_where(points, *claim) for claim in zip(*_lists(claims, *_WHERE), strict=True)]
    shapes = [points[several[0][1]].point if several else None for several in found]
    return gpd.GeoDataFrame(claims.copy(), geometry=gpd.GeoSeries(shapes, index=claims.index, crs="EPSG:4326"))


_MEASURED = ("territory_share", "area", "pocket_count")


def findings_on_ground(
    findings: gpd.GeoDataFrame, claims: gpd.GeoDataFrame, pockets: gpd.GeoDataFrame
) -> gpd.GeoDataFrame:
    """Put findings on the map: on their own shape, else the ground that was measured, else their claim's place.

    Parameters
    ----------
    findings : FINDINGS
    claims : geopandas.GeoDataFrame
        Claims with their points, from :func:`claim_points`.
    pockets : POCKETS

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS, same rows and order; what has none of the three keeps no geometry.
    """
    import shapely

    spots = dict(zip(claims["claim_id"], claims.geometry, strict=True))
    bare = findings.geometry.isna()
    tested = findings["check"].astype("str").isin(_MEASURED) & (findings["verdict"].astype("str") != "untestable")
    days = set(findings.loc[tested & bare, "picture_date"].dropna())
    drawn = pockets[pockets["picture_date"].isin(days)].groupby("picture_date")["geometry"]
    ground = {day: shapely.union_all(shapes.to_numpy()) for day, shapes in drawn}
    shapes = []
    for shape, none, measured, day, claim in zip(
        findings.geometry, bare, tested, findings["picture_date"], findings["claim_id"], strict=True
    ):
        found = (ground.get(day) if measured else None) if none else shape
        shapes.append(spots.get(claim) if found is None else found)
    return findings.set_geometry(shapes, crs="EPSG:4326")


def choose_layers(layers: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Pick layers by name, in drawing order; "all" is every one.

    Raises
    ------
    UsageError
        For a name that is no layer.

    Examples
    --------
    >>> list(choose_layers({"control": 1, "places": 2}, ["places", "control"]))
    ['control', 'places']
    """
    wanted = list(names)
    if "all" in wanted:
        return {name: layers[name] for name in LAYERS if name in layers}
    unknown = [name for name in wanted if name not in LAYERS]
    if unknown:
        message = f"layer {unknown[0]!r}: no such layer; choose from {', '.join(LAYERS)} or all"
        raise UsageError(message)
    return {name: layers[name] for name in LAYERS if name in wanted and name in layers}


def between_days(table: Any, first: Any = None, last: Any = None) -> Any:
    """Keep the rows that hold on some day of ``[first, last]``, the last day included.

    Works on any table with ``valid_from``/``valid_to``, ``picture_date``/``valid_to``, ``from_date``/``to_date``
    or ``date_from``/``date_to``. A row without a day is kept out, since it cannot be said to hold then.

    Returns
    -------
    pandas.DataFrame
        Rows of the table, order kept.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"date_from": pd.to_datetime(["2018-03-22", None]), "date_to": pd.to_datetime(["2018-03-23", None])})
    >>> len(between_days(table, "2018-03-22", "2018-03-22"))
    1
    """  # noqa: E501
    pairs = (
        ("valid_from", "valid_to"),
        ("picture_date", "valid_to"),
        ("from_date", "to_date"),
        ("date_from", "date_to"),
    )
    pair = next((p for p in pairs if p[0] in table.columns and p[1] in table.columns), None)
    if pair is None and "date" in table.columns:
        begins = ends = table["date"]
        ends = ends + pd.Timedelta(days=1)
    elif pair is None:
        return table
    else:
        begins, ends = table[pair[0]], table[pair[1]].fillna(pd.Timestamp("9999-12-31"))
    keep = begins.notna()
    if last is not None:
        keep &= begins <= read_day(last)
    if first is not None:
        keep &= ends > read_day(first)
    return table[keep]


def counts_of(places: pd.DataFrame, claims: pd.DataFrame, rejected: pd.DataFrame) -> dict[str, int]:
    """Count what went in and where it went, so that in = placed + unplaced + rejected can be read off.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS, PLACES, REJECTED
    >>> counts_of(PLACES.empty(), CLAIMS.empty(), REJECTED.empty())["mentions"]
    0
    """
    resolution = places["resolution"].astype("str")
    return {
        "mentions": len(places),
        "placed": int((resolution == "placed").sum()),
        "unplaced": int((~resolution.isin(["placed", "not_a_place"])).sum()),
        "not_a_place": int((resolution == "not_a_place").sum()),
        "claims": len(claims),
        "claims_with_place": int(claims[["origin_id", "destination_id", "place_id"]].notna().any(axis=1).sum()),
        "claims_with_day": int(claims["date_from"].notna().sum()),
        "rejected": int((rejected["severity"].astype("str") == "error").sum()),
        "warnings": int((rejected["severity"].astype("str") == "warning").sum()),
    }


def conflicts_of(claims: pd.DataFrame) -> dict[str, list[str]]:
    """Facts whose claims give different figures: fact_id to the claims, one a story and figure.

    Examples
    --------
    >>> from geo_ghouta.schema import CLAIMS
    >>> conflicts_of(CLAIMS.empty())
    {}
    """
    out: dict[str, list[str]] = {}
    known = claims[claims["fact_id"].notna() & claims[["value", "low", "high"]].notna().any(axis=1)]
    for fact_id, rows in known.groupby("fact_id", sort=True):
        figures = {
            json.dumps([None if pd.isna(x) else float(x) for x in row])
            for row in rows[["value", "low", "high"]].to_numpy()
        }
        if len(figures) > 1:
            out[str(fact_id)] = rows["claim_id"].tolist()
    return out
