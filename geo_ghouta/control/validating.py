"""Check the pictures themselves: single areas, neighbours in one picture, and the series from day to day."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.control.comparing import drawn_km2
from geo_ghouta.control.faults import listed
from geo_ghouta.control.neighbours import find_clashes
from geo_ghouta.control.rings import SWAP_HINT, swapped_words
from geo_ghouta.control.series import find_breaks
from geo_ghouta.measure import areas_km2, distance_km, polygons_of
from geo_ghouta.schema import FINDINGS
from geo_ghouta.schema.bundles import Pictures, picture_ids

if TYPE_CHECKING:
    import geopandas as gpd

    from geo_ghouta.schema import CaseFile


_OWN = ("missing_days", "unchanged")


@dataclasses.dataclass
class Findings:
    """Findings as they are gathered, with the place nearby looked up once at the end."""

    places: gpd.GeoDataFrame
    rows: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def add(self, check: str, severity: str, detail: str, **more: Any) -> None:
        """Add one finding; ``more`` are columns of FINDINGS, ``picture`` a row of PICTURES."""
        picture = more.pop("picture", None)
        if picture is not None:
            more.setdefault("path", picture.path)
            more.setdefault("picture_date", picture.picture_date)
            more.setdefault("day", picture.picture_date)
        self.rows.append({"check": check, "severity": severity, "detail": detail, **more})

    def table(self) -> gpd.GeoDataFrame:
        """FINDINGS, in the order of day, check and feature; the detail ends with the place nearby."""
        names = self.places["name"].tolist()
        lon, lat = self.places.geometry.x.to_numpy(), self.places.geometry.y.to_numpy()
        rows = []
        for row in _grouped(self.rows):
            shape = row.get("geometry")
            if shape is not None and not shape.is_empty and names:
                spot = shapely.point_on_surface(shape)
                away = distance_km(lon, lat, spot.x, spot.y)
                nearest = int(np.nanargmin(away))
                km = "near" if away[nearest] < 2 else f"{away[nearest]:,.0f} km from"
                row = {**row, "detail": f"{row['detail'].rstrip('.')}; {km} {names[nearest]}."}
            rows.append(row)
        rows.sort(key=lambda r: (str(r.get("day") or ""), r["check"], str(r.get("feature") or ""), r["detail"]))
        seen: dict[str, int] = {}
        for row in rows:
            words = (row["check"], row.get("path") or "series", row.get("feature"))
            base = "/".join(str(word) for word in words if word)
            seen[base] = seen.get(base, 0) + 1
            row["finding_id"] = base if seen[base] == 1 else f"{base}/{seen[base]}"
        table: gpd.GeoDataFrame = FINDINGS.table(rows)
        return table


def _grouped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # What stands in one picture mostly stands in the next ones too: one line, not one a day.
    out: list[dict[str, Any]] = []
    first: dict[Any, dict[str, Any]] = {}
    count: dict[int, int] = {}
    for row in rows:
        shape = row.get("geometry")
        if shape is None or row.get("picture_date") is None:
            out.append(row)
            continue
        key = (row["check"], shapely.to_wkb(shapely.set_precision(shapely.normalize(shape), 1e-6, mode="pointwise")))
        if key in first:
            count[id(first[key])] = count.get(id(first[key]), 0) + 1
            first[key]["_last"] = row["picture_date"]
        else:
            first[key] = dict(row)
            out.append(first[key])
    for row in out:
        last = row.pop("_last", None)
        if last is not None:
            row["detail"] = (
                f"{row['detail'].rstrip('.')}; the same in {count[id(row)]} later pictures, the last of {last:%Y-%m-%d}"
            )
    return out


def validate(
    pictures: Pictures,
    casefile: CaseFile,
    places: gpd.GeoDataFrame,
    claims: pd.DataFrame | None = None,
    *,
    rejected: pd.DataFrame | None = None,
) -> gpd.GeoDataFrame:
    """Check control pictures and list what looks wrong, with file, feature, place nearby and what to do.

    Checks of one area: ``invalid_ring``, ``extent``, ``swapped_axes``, ``unknown_holder``, ``holder_spelling``,
    ``tiny_part``. Of one picture: ``overlap`` (different holders), ``double_area`` (the same holder), ``gap`` and
    ``sliver`` between neighbours, ``close_parts`` (nearer than the drawing's precision). Of the series:
    ``missing_days`` (of a daily series), ``jump`` (an area that leaps and comes back, or beyond all other steps),
    ``emptied`` (an empty picture between drawn ones), ``flip`` (a town that changes hands and back without a report),
    ``period``, ``second_picture``, ``unchanged``. What reading told has its own names.

    Parameters
    ----------
    pictures : schema.Pictures
    casefile : schema.CaseFile
    places : geopandas.GeoDataFrame
        GAZETTEER of the case.
    claims : pandas.DataFrame, optional
        CLAIMS: a town that flips is no finding when a report of that time tells of it.
    rejected : pandas.DataFrame, optional
        REJECTED of reading the same files: its rows become findings too.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS with ``severity``: error (answers are wrong), warning (look at it), note (told).

    Examples
    --------
    >>> import datetime as dt
    >>> from geo_ghouta.schema import CONTROL, GAZETTEER, PICTURES, CaseFile
    >>> case = CaseFile("t", dt.date(2018, 1, 1), dt.date(2018, 5, 1), (36, 33, 37, 34), (36, 33, 37, 34))
    >>> len(validate(Pictures(PICTURES.empty(), CONTROL.empty()), case, GAZETTEER.empty()))
    0
    """
    found = Findings(places)
    if rejected is not None:
        _from_reading(rejected, found)
    told = {(row["check"], row.get("path")) for row in found.rows}
    by_id = {str(name): row for name, row in zip(picture_ids(pictures.dates), pictures.dates.itertuples(), strict=True)}
    ids = picture_ids(pictures.areas)
    _areas(pictures.areas, ids, by_id, casefile, found, told)
    for name, areas in pictures.areas.groupby(ids, sort=True):
        if len(areas) and str(name) in by_id:
            find_clashes(areas, by_id[str(name)], found)
    _parts(pictures.areas, ids, by_id, found)
    _period(pictures, casefile, found)
    find_breaks(pictures, drawn_km2(pictures), places, claims, found)
    return found.table()


def _from_reading(rejected: pd.DataFrame, found: Findings) -> None:
    for row in rejected.to_dict("records"):
        if row.get("check") in _OWN:
            continue  # an import tells them too; they are found again below
        at = (row.get("lon"), row.get("lat"))
        point = None if pd.isna(at[0]) or pd.isna(at[1]) else shapely.Point(float(at[0]), float(at[1]))
        told = [f"{word} {row[word]}" for word in ("found", "expected") if not pd.isna(row[word])]
        detail = f"{row['problem']} ({'; '.join(told)})" if told else row["problem"]
        check = row.get("check")
        found.add(
            "reading" if check is None or pd.isna(check) else str(check),
            str(row["severity"]),
            detail,
            hint=row["hint"],
            path=row["path"],
            feature=None if pd.isna(row["row"]) else row["row"],
            geometry=point,
        )


def _areas(
    areas: gpd.GeoDataFrame, ids: Any, by_id: dict[str, Any], casefile: CaseFile, found: Findings, told: set[Any]
) -> None:
    box = shapely.box(*casefile.extent)
    shapes = areas.geometry.to_numpy()
    known = {actor.id for actor in casefile.actors} | {"unknown"}
    for number in np.flatnonzero(~shapely.is_valid(shapes)):
        spot = shapely.point_on_surface(shapely.make_valid(shapes[number]))
        hint = "read it with read_pictures, which repairs and says how"
        reason = shapely.is_valid_reason(shapes[number]).split("[")[0].lower()
        _tell("invalid_ring", "error", f"not a valid area: {reason}", int(number), spot, hint, areas, ids, by_id, found)
    for number in np.flatnonzero(~shapely.covers(box, shapes)):
        picture = by_id.get(str(ids.iloc[number]))
        if picture is not None and {("extent", picture.path), ("swapped_axes", picture.path)} & told:
            continue  # reading has told it, with its numbers
        swapped = shapely.transform(shapes[number], lambda xy: xy[:, ::-1])
        spot = shapely.point_on_surface(shapes[number])
        if not shapely.intersects(shapes[number], box) and shapely.intersects(swapped, box):
            text = swapped_words("the case's extent", "taken as written")
            _tell("swapped_axes", "error", text, int(number), spot, SWAP_HINT, areas, ids, by_id, found)
        else:
            text, hint = "lies or reaches beyond the case's extent", "widen extent in case.toml, or mend the area"
            _tell("extent", "warning", text, int(number), spot, hint, areas, ids, by_id, found)
    holders = areas["holder"].astype("str")
    for holder in sorted(set(holders) - known):
        first = int(np.flatnonzero(holders == holder)[0])
        picture = by_id.get(str(ids.iloc[first]))
        if picture is not None and ("unknown_holder", picture.path) in told:
            continue
        text = f"holder {holder!r} of {int((holders == holder).sum())} areas is no actor of case.toml"
        hint = "add it to [[actors]] in case.toml, or mend the spelling"
        _tell("unknown_holder", "warning", text, first, None, hint, areas, ids, by_id, found)
    spellings: dict[str, set[str]] = {}
    for holder in holders.unique():
        spellings.setdefault("".join(c for c in holder.casefold() if c.isalnum()), set()).add(holder)
    for several in spellings.values():
        if len(several) > 1:
            text = f"one holder in several spellings: {listed(sorted(several))}"
            found.add("holder_spelling", "warning", text, hint="choose one")


def _tell(
    check: str,
    severity: str,
    text: str,
    number: int,
    spot: Any,
    hint: str,
    areas: Any,
    ids: Any,
    by_id: Any,
    found: Any,
) -> None:
    picture, feature = by_id.get(str(ids.iloc[number])), str(areas["area_id"].iloc[number])
    found.add(check, severity, text, picture=picture, feature=feature, geometry=spot, hint=hint)


def _parts(areas: gpd.GeoDataFrame, ids: Any, by_id: dict[str, Any], found: Findings) -> None:
    parts, owner = polygons_of(areas.geometry.to_numpy())
    if not len(parts):
        return
    precision = areas["precision_m"].to_numpy(dtype=np.float64, na_value=np.nan)[owner]
    km2 = areas_km2(parts)
    # A circle whose diameter is half the drawing's precision: such a part says nothing about where ground is held.
    for number in np.flatnonzero(km2 < np.pi * (np.minimum(precision, 1000.0) / 4000.0) ** 2):
        text = f"a part of {1e6 * km2[number]:,.0f} m², far below the drawing's precision of {precision[number]:.0f} m"
        hint = "remove it if it is a slip of the hand"
        _tell("tiny_part", "warning", text, int(owner[number]), parts[number], hint, areas, ids, by_id, found)


def _period(pictures: Pictures, casefile: CaseFile, found: Findings) -> None:
    start, end = pd.Timestamp(casefile.start), pd.Timestamp(casefile.end)
    days = pictures.dates["picture_date"]
    for picture in pictures.dates[(days < start) | (days > end)].itertuples():
        text = f"the picture lies outside the case's period, {casefile.start} to {casefile.end}"
        hint = "mend the date, or widen start and end in case.toml"
        found.add("period", "warning", text, picture=picture, hint=hint)
    for day, group in pictures.dates.groupby("picture_date"):
        if len(group) > 1 and group.duplicated(["order", "recorded"]).any():
            text = f"{len(group)} pictures of one day and no order: {listed(group['path'].tolist())}"
            found.add("second_picture", "error", text, day=day, hint="add the member order, or remove one")
