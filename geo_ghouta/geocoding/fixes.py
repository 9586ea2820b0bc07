"""By hand: fixes that win over everything, and the table of what is left to decide."""

from __future__ import annotations

import csv
import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import FormatError, counted
from geo_ghouta.files import decode, parse_json, read_bytes, shown
from geo_ghouta.names import fold
from geo_ghouta.schema import tables

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    import geopandas as gpd

    from geo_ghouta.schema import Index, Place

COLUMNS = ("report", "start", "end", "name", "place", "lon", "lat", "note")
_TOLD = ("mentions", "resolution", "reports", "candidates")
"""Columns of :func:`unresolved` that only help to decide."""
_LISTED = 5
"""Fixes without a match that are named."""
NOT_A_PLACE = "not a place"
_FOUND = frozenset({"placed", "outside"})
_MAX_BYTES = 16 * 1024 * 1024


def read_fixes(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read a table of fixes.

    Parameters
    ----------
    path : path
        CSV (comma, semicolon or tab) with the columns ``report`` (``report_id`` or ``doc_id``; empty for every
        report), ``start, end`` (a span) or ``name`` (a spelling), ``place`` (a place_id, a name that the index
        knows, or "not a place") or
        ``lon, lat`` in degrees, and ``note``. The table of :func:`unresolved` can be given back as it is: its other
        columns are passed over, and so are its names without an answer yet. Or the ``.geojson`` of the unresolved
        names: a feature counts that was given a point, or a property ``place``.

    Returns
    -------
    pandas.DataFrame
        The eight columns, strings and floats, one checked fix a row.

    Raises
    ------
    FormatError
        Naming the first wrong line.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "fixes.csv"
    ...     _ = file.write_text("report,name,place\\n,Tishrin,not a place\\n")
    ...     read_fixes(file)["place"].tolist()
    ['not a place']
    """
    where = shown(Path(path).name)
    data = read_bytes(path, _MAX_BYTES)
    if Path(path).suffix.lower() in {".geojson", ".json"}:
        rows = [_checked(row, f"{where}: feature {n}") for n, row in _features(data, where)]
        return pd.DataFrame(rows, columns=list(COLUMNS)).astype(dict.fromkeys(COLUMNS, "object"))
    text = decode(data, where).removeprefix("\ufeff")
    first = text.partition("\n")[0]
    mark = max(",;\t", key=lambda m: sum(c.strip().strip('"').lower() in COLUMNS for c in first.split(m)))
    reader = csv.DictReader(io.StringIO(text), delimiter=mark)
    reader.fieldnames = header = [h.strip().lower() for h in reader.fieldnames or []]
    unknown = [h for h in header if h not in {*COLUMNS, *_TOLD}]
    to_fill_in = set(_TOLD) <= set(header)
    if unknown or not ({"name", "start"} & set(header)):
        message = (
            f"{where}: {'unknown column ' + shown(unknown[0]) if unknown else 'neither name nor start'}; "
            f"the columns are {', '.join(COLUMNS)}"
        )
        raise FormatError(message)
    rows = []
    for cells in reader:
        row = {k: (c or "").strip() for k, c in cells.items() if isinstance(k, str) and not isinstance(c, list)}
        if mark != ",":
            row |= {k: row[k].replace(",", ".") for k in ("lon", "lat") if row.get(k)}
        if not any(row.values()) or (to_fill_in and not any(row.get(c) for c in ("place", "lon", "lat"))):
            continue
        rows.append(_checked(row, f"{where}: line {reader.line_num}"))
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(dict.fromkeys(COLUMNS, "object"))


def _features(data: bytes, where: str) -> Iterator[tuple[int, dict[str, str]]]:
    found = parse_json(data, where)
    if not isinstance(found, dict) or not isinstance(found.get("features"), list):
        message = f"{where}: no GeoJSON FeatureCollection; expected the features of the unresolved names"
        raise FormatError(message)
    for number, feature in enumerate(found["features"], 1):
        told = feature.get("properties") if isinstance(feature, dict) else None
        told = told if isinstance(told, dict) else {}
        row = {c: "" if told.get(c) is None else str(told[c]) for c in ("start", "end", "name", "place", "note")}
        row["report"] = str(told.get("report") or told.get("report_id") or "")
        row["name"] = str(told.get("text") or row["name"]) if not row["start"] else ""
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        # What was found outside the area keeps its point: that is no decision.
        if isinstance(geometry, dict) and geometry.get("type") == "Point" and told.get("resolution") not in _FOUND:
            row["lon"], row["lat"] = (str(x) for x in (*geometry.get("coordinates", ()), "", "")[:2])
        if row["place"] or (row.get("lon") and row.get("lat")):
            yield number, row


def _checked(row: dict[str, str], where: str) -> dict[str, Any]:
    made: dict[str, Any] = {c: row.get(c) or None for c in COLUMNS}
    for key in ("start", "end"):
        if made[key] is not None:
            if not made[key].isdigit():
                message = (
                    f"{where}: {key} {shown(made[key])!r} is no whole number; write the offset of the places table"
                )
                raise FormatError(message)
            made[key] = int(made[key])
    for key, limit in (("lon", 180.0), ("lat", 90.0)):
        if made[key] is not None:
            try:
                value = float(made[key])
            except ValueError:
                value = 999.0
            if not -limit <= value <= limit:
                message = (
                    f"{where}: {key} {shown(str(made[key]))!r} is no degree from -{limit:.0f} to {limit:.0f}; mend it"
                )
                raise FormatError(message)
            made[key] = value
    if made["start"] is None and made["name"] is None:
        message = f"{where}: neither a span (start) nor a name; say what to fix"
        raise FormatError(message)
    if made["start"] is not None and made["report"] is None:
        message = f"{where}: a span needs its report; fill in the column report"
        raise FormatError(message)
    if made["place"] is None and (made["lon"] is None or made["lat"] is None):
        message = f"{where}: neither a place nor lon and lat; write a place_id, a name, or '{NOT_A_PLACE}'"
        raise FormatError(message)
    return made


def apply_fixes(
    places: gpd.GeoDataFrame, fixes: pd.DataFrame, index: Index | None = None, reports: pd.DataFrame | None = None
) -> gpd.GeoDataFrame:
    """Let fixes win; a later line wins over an earlier one.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        PLACES.
    fixes : pandas.DataFrame
        From :func:`read_fixes`, or made in a notebook with the same columns.
    index : Index, optional
        To find the place that a fix names; without it a fix needs ``lon`` and ``lat`` or "not a place".
    reports : pandas.DataFrame, optional
        REPORTS: with it a fix may name its report by ``doc_id`` too. A fix for one of these reports that meets no
        name in it is told by a warning, and those for all or for other reports that meet none in one note.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES; fixed rows have ``match`` "by_hand" and ``score`` 1.

    Raises
    ------
    FormatError
        If a fix names a place that no list has.
    """
    from shapely import Point

    out = places.copy()
    keys = [fold(t) for t in out["text"].tolist()]
    ids, starts = out["report_id"].tolist(), out["start"].tolist()
    own: dict[str, set[str]] = {}
    for report, doc in zip(reports["report_id"], reports["doc_id"], strict=True) if reports is not None else ():
        own.setdefault(str(report), set()).add(report)
        own.setdefault(str(doc), set()).add(report)
    ends = out["end"].tolist()
    unmet: list[str] = []
    for record in fixes.to_dict("records"):
        fix: dict[str, Any] = {str(k): (None if pd.isna(x) else x) for k, x in record.items()}
        wanted = fold(fix["name"]) if fix.get("name") else None
        meant = own.get(str(fix["report"]), {fix["report"]}) if fix.get("report") else None
        hit = [
            n
            for n in range(len(out))
            if (meant is None or ids[n] in meant)
            and (fix.get("start") is None or starts[n] == fix["start"])
            and (fix.get("end") is None or ends[n] == fix["end"])
            and (wanted is None or keys[n] == wanted)
        ]
        if not hit:
            what = f"offset {fix['start']}" if fix.get("start") is not None else shown(str(fix.get("name")))
            where = "" if meant is None else f" in {shown(str(fix['report']))}"
            if where and str(fix["report"]) in own:
                warnings.warn(f"a fix met no place name: {what}{where}; mend it", stacklevel=2)
            else:
                unmet.append(what + where)
            continue
        values = _values(fix, index, Point, out["text"].iloc[hit[0]])
        labels = out.index[hit]
        geometry = values.pop("geometry")
        for column, value in values.items():
            out.loc[labels, column] = value
        out.loc[labels, "geometry"] = geometry
    if unmet and own:
        # One table of fixes often serves more reports than are read: a note, and one for all of them.
        more = f" and {len(unmet) - _LISTED:,} more" if len(unmet) > _LISTED else ""
        message = (
            f"note: {counted(len(unmet), 'fix', 'fixes')} met no place name in the reports read: "
            f"{', '.join(unmet[:_LISTED])}{more}; look for a slip, unless other reports are meant"
        )
        warnings.warn(message, stacklevel=2)
    return tables.PLACES.check(out)


def _values(fix: dict[str, Any], index: Index | None, point: Any, text: str) -> dict[str, Any]:
    note = f"by hand{': ' + fix['note'] if fix.get('note') else ''}"
    values: dict[str, Any] = {"match": "by_hand", "score": 1.0, "evidence": note, "candidates": None}
    named = fix.get("place")
    if named and named.strip().lower() == NOT_A_PLACE:
        return values | {
            "resolution": "not_a_place",
            "place_id": None,
            "name": None,
            "name_ar": None,
            "kind": None,
            "admin": None,
            "gazetteer": None,
            "geo_precision": "unknown",
            "uncertainty_m": None,
            "geometry": None,
        }
    if fix.get("lon") is not None and fix.get("lat") is not None:
        return values | {
            "resolution": "placed",
            "place_id": f"by_hand/{fix['lon']:.5f},{fix['lat']:.5f}",
            "name": named or fix.get("name"),
            "name_ar": None,
            "kind": "other",
            "admin": None,
            "gazetteer": "by hand",
            "geo_precision": "site",
            "uncertainty_m": 500.0,
            "geometry": point(fix["lon"], fix["lat"]),
        }
    place = _find(named or "", fix.get("name") or text, index)
    return values | {
        "resolution": "placed",
        "place_id": place.place_id,
        "name": place.name,
        "name_ar": place.name_ar or None,
        "kind": place.kind,
        "admin": place.admin or None,
        "gazetteer": place.gazetteer,
        "geo_precision": place.geo_precision,
        "uncertainty_m": place.uncertainty_m,
        "geometry": point(place.lon, place.lat),
    }


def _find(named: str, spelling: str, index: Index | None) -> Place:
    if index is not None:
        by_id = index.by_id(named) if "/" in named else None
        if by_id:
            return by_id
        found = [m.place for m in index.look_up(named) if m.match in {"exact", "alias"}]
        if found:
            return found[0]
    wanted = shown(spelling or named)
    message = f"fix for {wanted!r}: no list has a place {shown(named)!r}; write its place_id, or lon and lat"
    raise FormatError(message)


def unresolved(places: gpd.GeoDataFrame) -> pd.DataFrame:
    """Return the names that are ambiguous or not found, to work through: ready to become fixes.

    Returns
    -------
    pandas.DataFrame
        ``name, mentions, resolution, reports, candidates`` and the empty columns of a fix, most frequent first.

    Examples
    --------
    >>> from geo_ghouta.schema import PLACES
    >>> unresolved(PLACES.table([])).columns.tolist()
    ['name', 'mentions', 'resolution', 'reports', 'candidates', 'report', 'place', 'lon', 'lat', 'note']
    """
    left = places[places["resolution"].isin(["ambiguous", "not_found", "failed"])]
    rows = []
    for (key, resolution), group in left.groupby(["key", "resolution"], sort=True):
        rows.append(
            {
                "name": group["text"].iloc[0],
                "mentions": len(group),
                "resolution": resolution,
                "reports": "|".join(sorted(set(group["report_id"].astype("str")))),
                "candidates": group["candidates"].iloc[0],
                "_key": key,
            }
        )
    rows.sort(key=lambda r: (-r["mentions"], r["_key"], r["resolution"]))
    columns = ["name", "mentions", "resolution", "reports", "candidates", "report", "place", "lon", "lat", "note"]
    return pd.DataFrame([{c: r.get(c) for c in columns} for r in rows], columns=columns)
