"""Coarsen what names a spot more finely than allowed, in every table at once, before anything is drawn or written.

A place finer than the level is replaced by its smallest listed container that is allowed: name, id, point, precision.
Where no list knows a container, the centre of a grid cell stands in (0.05 or 0.25 degrees). The spellings of what
was replaced are then looked for in every text column of every table: ids, notes, details, file names, lists of towns
(see :mod:`geo_ghouta.exports.scrubbing`). Quotes, candidates and evidence are dropped, and names that no list knows are
withheld. Lines lose what lies around a spot that was moved. Two things stay: areas keep their outlines, since they are
ground that somebody held and no spot; offsets point into a source that the reader must already hold.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.errors import UsageError
from geo_ghouta.exports.catalog import LAYERS
from geo_ghouta.exports.scrubbing import WITHHELD as _WITHHELD
from geo_ghouta.exports.scrubbing import Scrubber, fold_once
from geo_ghouta.files import shown
from geo_ghouta.schema import GAZETTEER, PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapely.geometry.base import BaseGeometry

LEVELS = ("none", "town", "adm3")
_FINER = {
    "none": frozenset[str](),
    "town": frozenset({"site", "neighbourhood"}),
    "adm3": frozenset({"site", "neighbourhood", "town", "near_town", "line"}),
}
_CELL = {"town": 0.05, "adm3": 0.25}
_METRES_A_DEGREE = 111_320.0
_Spot = tuple[float, float]
_NEAR = 0.003
_DROPPED = ("quote", "relation", "context", "candidates", "evidence", "boundary_m", "near_boundary", "area_id")
_WHOLE_COLUMN = ("quote", "url")
_UNSURE = ("not_found", "ambiguous", "failed")
_LISTS = ("towns", "origins")
_VOICES = ("outlet", "source", "speaker", "speaker_text", "speakers", "drawn_by", "actor_text")
"""Columns of who speaks: with another place's name in it it would be a name made up, or somebody else's."""
_SENTENCES = ("detail", "note", "title", "route_name", "label")
_IDS = ("place_id", "origin_id", "destination_id")
_KEPT = ("geometry", "text", "key", "report_id", "sha256", "text_sha256")
HIDDEN_FOLDER = "withheld/"
_ID_PAIRS = (("origin_id", "origin"), ("destination_id", "destination"), ("place_id", "place"), ("place_id", "name"))


@dataclasses.dataclass(frozen=True)
class Coarse:
    """What stands for a place that may not be named."""

    place_id: str
    name: str
    name_ar: str | None
    kind: str | None
    admin: str | None
    geo_precision: str
    uncertainty_m: float
    point: BaseGeometry


def redact_tables(tables: Mapping[str, Any], level: str, gazetteer: Any = None) -> dict[str, Any]:
    """Coarsen tables so that none names a spot more finely than the level.

    Parameters
    ----------
    tables : mapping of str to table
        Layers by name, all that will leave together; ``places`` tells which spots there are. ``reports`` may be among
        them: its titles are coarsened and its addresses dropped, its text is not changed and must not be written.
    level : str
        ``"none"``, ``"town"`` (no site, no neighbourhood) or ``"adm3"`` (no town either).
    gazetteer : geopandas.GeoDataFrame, optional
        GAZETTEER: names and points of containers, and further spellings.

    Returns
    -------
    dict of str to table
        Same names, same contracts; rows of ``gazetteer`` finer than the level are left out.

    Raises
    ------
    UsageError
        For another level.

    Examples
    --------
    >>> redact_tables({"places": PLACES.empty()}, "town")["places"].shape[0]
    0
    """
    if level not in LEVELS:
        message = f"redact {shown(level)!r}: no such level; use one of {', '.join(LEVELS)}"
        raise UsageError(message)
    if level == "none":
        return dict(tables)
    places = tables.get("places", PLACES.empty())
    known = GAZETTEER.empty() if gazetteer is None else gazetteer
    coarse, spots, scrub = _coarse(places, known, level)
    told = scrub.withholding(_voices(tables))
    return {name: _redacted(name, table, level, coarse, spots, scrub, told) for name, table in tables.items()}


def scrubber(places: Any, gazetteer: Any, level: str) -> Scrubber:
    """Make what :func:`redact_tables` cleans texts with, for texts that are in no table: titles, names of files.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        PLACES.
    gazetteer : geopandas.GeoDataFrame
        GAZETTEER.
    level : str
        "town" or "adm3".

    Examples
    --------
    >>> scrubber(PLACES.empty(), GAZETTEER.empty(), "town").text("nothing to withhold")
    'nothing to withhold'
    """
    return _coarse(places, gazetteer, level)[2]


def _voices(tables: Mapping[str, Any]) -> list[str]:
    """Who speaks in any of the tables, to be found in notes and details too."""
    columns = [
        table[column] for name, table in tables.items() if name not in {"places", "gazetteer"}
        for column in _VOICES if column in table.columns
    ]  # fmt: skip
    return sorted({name for column in columns for name in _texts(*column.dropna().unique())})


def _grid(point: BaseGeometry, level: str) -> tuple[BaseGeometry, float]:
    cell = _CELL[level]
    x, y = ((n // cell + 0.5) * cell for n in (point.centroid.x, point.centroid.y))
    return shapely.Point(round(x, 6), round(y, 6)), round(cell * _METRES_A_DEGREE * 0.71)


def _texts(*values: Any) -> list[str]:
    return [part for v in values if v is not None and not pd.isna(v) for part in str(v).split("|") if part.strip()]


def _coarse(places: Any, gazetteer: Any, level: str) -> tuple[dict[str, Coarse], dict[_Spot, Coarse], Scrubber]:
    """Find what stands for each place that is too fine, and the spellings and points that give it away."""
    finer = _FINER[level]
    by_name: dict[str, dict[Any, Any]] = {}
    allowed: set[str] = set()
    rows: dict[str, dict[Any, Any]] = {}
    for row in gazetteer.to_dict("records"):
        names = _texts(row["name"], row["aliases"], row["name_ar"])
        if row["geo_precision"] in finer:
            rows[row["place_id"]] = {**row, "_names": names}
        else:
            allowed |= {fold_once(n) for n in names}
            for name in names:
                by_name.setdefault(fold_once(name), row)
    for row in places.to_dict("records"):
        if pd.isna(row["place_id"]) or row["geometry"] is None:
            continue
        names = _texts(row["name"], row["name_ar"], row["text"])
        if row["geo_precision"] in finer:
            held = rows.setdefault(row["place_id"], {**row, "_names": []})
            held["_names"] = [*held["_names"], *names]
        elif row["form"] == "name":
            allowed |= {fold_once(n) for n in names}
    coarse: dict[str, Coarse] = {}
    spellings: dict[str, tuple[str, str | None]] = {}
    spots: dict[_Spot, Coarse] = {}
    for place_id, row in sorted(rows.items()):
        coarse[place_id] = _container(row, by_name, level)
        spots[_spot(row["geometry"])] = coarse[place_id]
        for name in row["_names"]:
            if fold_once(name) not in allowed:
                arabic = coarse[place_id].name_ar
                spellings.setdefault(name, (coarse[place_id].name, arabic.split("|")[0] if arabic else None))
    for place_id, point in zip(places["place_id"], places.geometry, strict=True):
        if place_id in coarse and point is not None:
            spots[_spot(point)] = coarse[place_id]
    # The two last levels of what a place lies in are coarse enough whatever the level.
    allowed |= {
        fold_once(name.strip())
        for row in rows.values()
        if not pd.isna(row["admin"])
        for name in str(row["admin"]).split(",")[-2:]
    }
    return coarse, spots, Scrubber({p: c.place_id for p, c in coarse.items()}, spellings, allowed)


def _spot(point: BaseGeometry) -> _Spot:
    return round(point.x, 4), round(point.y, 4)  # type: ignore[attr-defined]


def _container(row: Mapping[Any, Any], by_name: Mapping[str, Mapping[Any, Any]], level: str) -> Coarse:
    names = [] if pd.isna(row["admin"]) else [a.strip() for a in str(row["admin"]).split(",") if a.strip()]
    for at, name in enumerate(names):
        found = by_name.get(fold_once(name))
        if found is not None:
            return Coarse(
                found["place_id"], found["name"], _or_none(found["name_ar"]), _or_none(found["kind"]),
                ", ".join(names[at + 1 :]) or None, found["geo_precision"], float(found["uncertainty_m"]),
                found["geometry"],
            )  # fmt: skip
    point, radius = _grid(row["geometry"], level)
    # How fine an unlisted container is nobody says: only the first level and the country are surely coarse enough.
    names = names[-2:]
    name = names[0] if names else _WITHHELD
    place_id = f"redacted/{point.x:g},{point.y:g}"  # type: ignore[attr-defined]
    return Coarse(place_id, name, None, None, ", ".join(names[1:]) or None, level, radius, point)


def _or_none(value: Any) -> Any:
    return None if pd.isna(value) else value


def _redacted(
    name: str,
    table: Any,
    level: str,
    coarse: Mapping[str, Coarse],
    spots: Mapping[_Spot, Coarse],
    scrub: Scrubber,
    told: Scrubber,
) -> Any:
    out = table.copy()
    if name == "gazetteer":
        return out[~out["geo_precision"].astype("str").isin(_FINER[level])]
    hit = _hit(out, coarse)
    for column in _WHOLE_COLUMN:
        if column == "quote" and column in out.columns:
            out = out.drop(columns=[column])
        elif column in out.columns:
            out[column] = pd.Series(pd.NA, index=out.index, dtype="str")
    for column in _DROPPED:
        if column in out.columns and (name != "control"):
            out[column] = out[column].mask(hit)
    for id_column, name_column in _ID_PAIRS:
        if id_column in out.columns and name_column in out.columns:
            _rename(out, id_column, name_column, coarse)
    if "crossing" in out.columns:
        # A crossing is a spot by its kind; without a town's name it is not told.
        out["crossing"] = out["crossing"].map(lambda v: v if pd.isna(v) else _WITHHELD)
    if name == "places":
        _replace_places(out, hit, coarse, table)
    if "geometry" in out.columns:
        out = _moved(out, table, hit, coarse, spots, level)
        if name == "events":
            _replace_precision(out, table, coarse)
    layer = LAYERS.get(name)
    words = {c.name for c in layer.contract.columns if c.allowed} if layer else set()
    if name == "reports":
        out["path"] = withheld_paths(out["path"], out["report_id"], scrub)
    for column in out.columns:
        if str(column) not in {*_KEPT, *words} and _is_text(out[column]):
            clean = scrub.listed if column in _LISTS else scrub.id if column in _IDS else scrub.text
            clean = told.text if column in _SENTENCES else clean  # ids hold names too, and must go on to meet
            clean = scrub.whole if column in _VOICES and name not in {"places", "gazetteer"} else clean
            out[column] = out[column].map(clean).astype(out[column].dtype)
    return out if layer is None else layer.contract.check(_unique(out, layer.contract.key))


def withheld_paths(paths: Any, names: Any, scrub: Scrubber) -> Any:
    """Replace the path of a source whose own name tells a spot: ``verify`` then finds the file by its hash."""
    told = [
        path if pd.isna(path) or scrub.text(path) == path else f"{HIDDEN_FOLDER}{name}"
        for path, name in zip(paths, names, strict=True)
    ]
    return pd.Series(told, index=paths.index, dtype=paths.dtype)


def _is_text(series: pd.Series[Any]) -> bool:
    return isinstance(series.dtype, pd.StringDtype) or series.dtype == object


def _hit(table: Any, coarse: Mapping[str, Coarse]) -> pd.Series[Any]:
    """Rows that name a place that is too fine."""
    hit = pd.Series(data=False, index=table.index)
    for column in ("place_id", "origin_id", "destination_id"):
        if column in table.columns:
            # One cell may hold several ids.
            hit |= table[column].map(lambda ids: any(one in coarse for one in _ids(ids))).astype(bool)
    return hit


def _ids(cell: Any) -> list[str]:
    return [] if pd.isna(cell) else str(cell).split("|")


def _rename(out: Any, id_column: str, name_column: str, coarse: Mapping[str, Coarse]) -> None:
    def renamed(cell: Any, name: Any) -> Any:
        ids = _ids(cell)
        if not any(one in coarse for one in ids):
            return name
        names = [] if pd.isna(name) else str(name).split("|")
        # Names without an id stand anywhere among the others: which of them are too fine is then not known.
        kept = names if len(names) == len(ids) else [None] * len(ids)
        told = (coarse[one].name if one in coarse else n for one, n in zip(ids, kept, strict=True))
        return "|".join(dict.fromkeys(n for n in told if n is not None))

    names = [renamed(cell, name) for cell, name in zip(out[id_column], out[name_column], strict=True)]
    out[name_column] = pd.Series(names, index=out.index, dtype="str")


def _replace_places(out: Any, hit: pd.Series[Any], coarse: Mapping[str, Coarse], before: Any) -> None:
    # How fine a name is that no list knows, nobody can say: it is withheld with its rivals.
    unknown = ~hit & before["resolution"].astype("str").isin(_UNSURE)
    for column in ("text", "key"):
        out[column] = out[column].mask(unknown, _WITHHELD)
    for column in ("context", "candidates", "evidence", "relation"):
        out[column] = out[column].mask(unknown)
    for at in out.index[hit]:
        stands = coarse[before.loc[at, "place_id"]]
        for column in ("name_ar", "kind", "admin", "geo_precision", "uncertainty_m"):
            value = getattr(stands, column)
            out.loc[at, column] = pd.NA if value is None else value
        out.loc[at, "text"] = _WITHHELD
        out.loc[at, "key"] = _WITHHELD


def _moved(
    out: Any,
    before: Any,
    hit: pd.Series[Any],
    coarse: Mapping[str, Coarse],
    spots: Mapping[_Spot, Coarse],
    level: str,
) -> Any:
    """Put points on what stands for them, and the ends of lines that lie at such a spot too."""
    ids = before["place_id"] if "place_id" in before.columns else [None] * len(before)
    moved = []
    for shape, place_id, fine in zip(before.geometry, ids, hit, strict=True):
        if shape is not None and shape.geom_type == "Point":
            stands = coarse.get(place_id) or spots.get(_spot(shape))
            moved.append(stands.point if stands else _grid(shape, level)[0] if fine else shape)
        elif shape is not None and shape.geom_type in {"LineString", "MultiLineString"}:
            moved.append(_line_moved(shape, spots, _CELL[level]))
        else:
            moved.append(shape)
    return out.set_geometry(type(out.geometry)(moved, index=out.index, crs=before.crs))


def _replace_precision(out: Any, before: Any, coarse: Mapping[str, Coarse]) -> None:
    for column in ("geo_precision", "uncertainty_m"):
        values = [
            getattr(c, column) if (c := coarse.get(i)) is not None else v
            for i, v in zip(before["place_id"], out[column], strict=True)
        ]
        out[column] = pd.Series(values, index=out.index, dtype=out[column].dtype)


def _line_moved(shape: BaseGeometry, spots: Mapping[_Spot, Coarse], cell: float) -> BaseGeometry:
    """Move the ends that lie at a spot, and take out what lies around them and at other spots.

    A line whose first vertex was moved and whose second lies a kilometre from the spot would still point to it.
    """
    if not spots:
        return shape
    import numpy as np

    at = np.array(list(spots))
    stands = list(spots.values())
    parts = []
    for part in shapely.get_parts(shape):
        xy = shapely.get_coordinates(part)
        away = np.abs(xy[:, None, :] - at[None, :, :]).sum(axis=2)
        keep = away.min(axis=1) >= _NEAR
        ends: list[Any] = []
        for end in (0, -1):
            near = int(away[end].argmin())
            hit = away[end, near] < _NEAR
            ends.append(shapely.get_coordinates(stands[near].point)[0] if hit else xy[end])
            if hit:
                keep &= np.abs(xy - at[near]).sum(axis=1) > cell
        keep[[0, -1]] = False
        parts.append(shapely.LineString([ends[0], *xy[keep], ends[1]]))
    made: BaseGeometry = parts[0] if shape.geom_type == "LineString" else shapely.MultiLineString(parts)
    return made


def _unique(table: Any, key: str) -> Any:
    """Number ids that have become the same."""
    seen: dict[str, int] = {}
    ids = []
    for value in table[key]:
        seen[value] = seen.get(value, 0) + 1
        ids.append(value if seen[value] == 1 else f"{value}#{seen[value]}")
    return table.assign(**{key: pd.Series(ids, index=table.index, dtype="str")})


__all__ = ["HIDDEN_FOLDER", "LEVELS", "Coarse", "redact_tables", "scrubber", "withheld_paths"]
