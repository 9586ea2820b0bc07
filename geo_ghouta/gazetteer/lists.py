"""Read place lists: a CSV or GeoJSON of one's own, or the layout of a GeoNames dump."""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import FormatError, LimitError
from geo_ghouta.files import decode, parse_json, read_bytes, shown
from geo_ghouta.gazetteer.doubts import doubts
from geo_ghouta.names import plain
from geo_ghouta.schema import tables
from geo_ghouta.schema import vocabulary as v

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    import geopandas as gpd
    import pandas as pd

LAT_NAMES = ("lat", "latitude", "y")
LON_NAMES = ("lon", "lng", "long", "longitude", "x")
_MAX_LIST_BYTES = 256 * 1024 * 1024
_MAX_POSITIONS = 2_000_000
PRECISION = {
    "site": ("site", 500.0),
    "crossing": ("site", 500.0),
    "base": ("site", 1500.0),
    "camp": ("neighbourhood", 1000.0),
    "neighbourhood": ("neighbourhood", 800.0),
    "district": ("neighbourhood", 1500.0),
    "village": ("town", 1500.0),
    "town": ("town", 2000.0),
    "city": ("town", 5000.0),
    "capital": ("town", 10000.0),
    "adm3": ("adm3", 10000.0),
    "adm2": ("adm2", 25000.0),
    "adm1": ("adm1", 75000.0),
    "region": ("region", 75000.0),
    "country": ("country", 400000.0),
    "continent": ("country", 3000000.0),
    "water": ("line", 50000.0),
    "road": ("line", 20000.0),
    "other": ("unknown", 20000.0),
}
"""Kind of place → what its point stands for, and a radius in metres, where a list does not say."""
_KIND_WORDS = {
    "suburb": "district",
    "quarter": "district",
    "hamlet": "village",
    "locality": "village",
    "governorate": "adm1",
    "province": "adm1",
    "state": "adm1",
    "subdistrict": "adm3",
    "county": "adm2",
    "river": "water",
    "lake": "water",
    "dam": "site",
    "airport": "base",
    "checkpoint": "crossing",
    "settlement": "town",
    "": "town",
}
_GEONAMES_KINDS = {
    "PPLC": "capital",
    "PPLX": "district",
    "PPLA": "city",
    "PPLA2": "town",
    "PPLL": "village",
    "PPLF": "village",
    "ADM1": "adm1",
    "ADM2": "adm2",
    "ADM3": "adm3",
    "ADM4": "adm3",
    "RGN": "region",
    "PCLI": "country",
    "CMP": "camp",
    "CMPRF": "camp",
}
_ARABIC = re.compile(r"[\u0621-\u064a]")
# A dump holds every well and wadi; these classes are what reports name.
_GEONAMES_CLASSES = {"P": "village", "A": "adm3", "S": "site", "L": "region", "H": "water", "R": "road", "T": "other"}
_HEADER = frozenset({"name", "aliases", "name_ar", "kind", "admin", *LAT_NAMES, *LON_NAMES})
_NUMBERS = ("lat", "lon", "uncertainty_m", "population")
_DECIMAL_COMMA = re.compile(r"[+-]?\d{1,9},\d{1,15}")
_COORDINATE = re.compile(r"[+-]?\d{1,3}(?:\.\d{1,15})?")


def read_places(
    path: str | os.PathLike[str],
    name: str | None = None,
    area: tuple[float, float, float, float] | None = None,
    *,
    own: bool = False,
) -> tuple[gpd.GeoDataFrame, pd.DataFrame]:
    """Read a place list; a wrong row is named and left out, a doubtful one is told and kept.

    Parameters
    ----------
    path : path
        ``.csv`` (comma, semicolon or tab between; columns ``name, aliases, name_ar, kind, admin, lon, lat`` and
        optionally ``geo_precision, uncertainty_m, rank, min_zoom, population, source``), ``.geojson``/``.json``
        (points with the same properties), or ``.txt`` in the layout of a GeoNames dump, ``.tsv`` either.
        Degrees, EPSG:4326.
    name : str, optional
        Name of the list; the file's name without its ending if not given.
    area, own : optional
        Of the case that it is read for, and whether it is the case's own; see
        :func:`geo_ghouta.gazetteer.doubts.doubts`. A GeoNames dump is of all the land and is not doubted.

    Returns
    -------
    tuple
        GAZETTEER and REJECTED.

    Raises
    ------
    FormatError
        If it is none of these formats, or a needed column is missing or there twice.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "own.csv"
    ...     _ = file.write_text("name,latitude,long\\nHarasta,33.5587,36.3652\\nNowhere,95,36\\n")
    ...     places, rejected = read_places(file)
    >>> places["place_id"].tolist(), rejected["found"].tolist()
    (['own/harasta'], ['95'])
    """
    file = Path(path)
    listed = name or file.stem
    where = shown(file.name)
    data = read_bytes(path, _MAX_LIST_BYTES)
    ending = file.suffix.lower()
    if ending == ".csv":
        rows = _csv_rows(decode(data, where), where)
    elif ending in {".geojson", ".json"}:
        if data.count(b"[") > _MAX_POSITIONS:
            message = f"{where}: more than {_MAX_POSITIONS:,} positions; a place list has a point a place"
            raise LimitError(message)
        rows = _geojson_rows(parse_json(data, where), where)
    elif ending in {".txt", ".tsv"}:
        text = decode(data, where)
        cells = {c.strip().lower() for c in text.removeprefix("\ufeff").partition("\n")[0].split("\t")}
        table = "name" in cells and bool(cells.intersection(LAT_NAMES))
        rows = _csv_rows(text, where) if table else _geonames_rows(text, where)
    else:
        message = (
            f"{where}: {ending or 'no ending'!r} is no place list; expected .csv, .geojson or a GeoNames dump .txt"
        )
        raise FormatError(message)
    kept: list[dict[str, Any]] = []
    numbers: list[str] = []
    rejected: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for number, row in rows:
        made = _row(row, where, number, rejected)
        if made is None:
            continue
        slug = row.get("place_id") or f"{listed}/{(plain(made['name']) or 'place').replace(' ', '-')}"
        seen[slug] = seen.get(slug, 0) + 1
        made["place_id"] = slug if seen[slug] == 1 else f"{slug}-{seen[slug]}"
        made["gazetteer"] = listed
        kept.append(made)
        numbers.append(number)
    if not any(slug.startswith("geonames/") for slug in seen):
        rejected += doubts(list(zip(numbers, kept, strict=True)), where, area, own=own)
    return tables.GAZETTEER.table(kept), tables.REJECTED.table(rejected)


def pick_columns(header: list[str], where: str) -> tuple[str, str]:
    """Find the columns of latitude and longitude by exact names, the plainest first.

    Raises
    ------
    FormatError
        If none is there, or two that are equally plain.

    Examples
    --------
    >>> pick_columns(["name", "along_route_km", "latitude", "long", "prominence"], "a.csv")
    ('latitude', 'long')
    """
    found = []
    for names, what in ((LAT_NAMES, "latitude"), (LON_NAMES, "longitude")):
        here = [h for h in header if h.strip().lower() in names]
        exact = [h for h in here if h.strip().lower() == names[0]]
        if len(exact) == 1:
            here = exact
        if len(here) != 1:
            columns = ", ".join(shown(h) for h in here or header)
            problem = f"{len(here)} columns could be the {what}" if here else f"no column for the {what}"
            message = f"{where}: {problem} (found: {columns}); name exactly one {' or '.join(names)}"
            raise FormatError(message)
        found.append(here[0])
    return found[0], found[1]


def _csv_rows(text: str, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    text = text.removeprefix("\ufeff")
    mark = _mark(text)
    reader = csv.reader(io.StringIO(text), delimiter=mark)
    try:
        header = [h.strip() if h.strip() in _HEADER else h.strip().lower() for h in next(reader)]
    except (StopIteration, csv.Error):
        message = f"{where}: empty; expected a header such as name,aliases,name_ar,kind,admin,lon,lat"
        raise FormatError(message) from None
    if "name" not in header:
        message = f"{where}: no column 'name' (found: {', '.join(shown(h) for h in header[:12])}); add it"
        raise FormatError(message)
    lat, lon = pick_columns(header, where)
    try:
        for cells in reader:
            if not any(c.strip() for c in cells):
                continue
            row: dict[str, Any] = dict(zip(header, (c.strip() for c in cells), strict=False))
            row["lat"], row["lon"] = row.get(lat, ""), row.get(lon, "")
            if mark != ",":
                # Spreadsheets that part cells by ";" write the comma for the point.
                for key in _NUMBERS:
                    if _DECIMAL_COMMA.fullmatch(str(row.get(key) or "")):
                        row[key] = row[key].replace(",", ".")
            yield f"line {reader.line_num}", row
    except csv.Error as error:
        message = f"{where}: line {reader.line_num}: not CSV ({error}); re-export the file"
        raise FormatError(message) from error


def _mark(text: str) -> str:
    """Comma, semicolon or tab: whichever splits the header into more known columns."""
    first = text.partition("\n")[0]
    return max(",;\t", key=lambda m: sum(c.strip().strip('"').lower() in _HEADER for c in first.split(m)))


def _geojson_rows(data: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(data, dict) or not isinstance(data.get("features"), list):
        message = f"{where}: no GeoJSON FeatureCollection; expected features with points"
        raise FormatError(message)
    for number, feature in enumerate(data["features"], 1):
        feature = feature if isinstance(feature, dict) else {}
        properties = feature.get("properties")
        row = {
            str(k): (k2 if isinstance(k2, str) else "" if k2 is None else str(k2))
            for k, k2 in (properties if isinstance(properties, dict) else {}).items()
        }
        geometry = feature.get("geometry")
        point = geometry.get("coordinates") if isinstance(geometry, dict) and geometry.get("type") == "Point" else None
        plain_point = isinstance(point, list) and len(point) >= 2
        row["lon"], row["lat"] = (repr(point[0]), repr(point[1])) if plain_point and point else ("", "")
        if not plain_point and isinstance(geometry, dict):
            row["shape"] = str(geometry.get("type"))
        yield f"feature {number}", row


def _geonames_rows(text: str, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    first = True
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        cells = line.rstrip("\r").split("\t")
        if len(cells) != 19:
            if first:
                message = f"{where}: line {number}: {len(cells)} columns; a GeoNames dump has 19, with tabs between"
                raise FormatError(message)
            yield (
                f"line {number}",
                {"wrong": f"{len(cells)} columns", "name": cells[1] if len(cells) > 1 else line[:40]},
            )
            continue
        first = False
        alternates = [a for a in cells[3].split(",") if a]
        arabic = [a for a in alternates if _ARABIC.search(a)]
        latin = [a for a in [cells[2], *alternates] if not _ARABIC.search(a) and _latin(a) and a != cells[1]]
        kind = _GEONAMES_KINDS.get(cells[7]) or _GEONAMES_CLASSES.get(cells[6], "other")
        if kind == "village" and cells[14].isdigit() and int(cells[14]) >= 5000:
            kind = "town" if int(cells[14]) < 100_000 else "city"
        yield (
            f"line {number}",
            {
                "place_id": f"geonames/{cells[0]}",
                "name": cells[1],
                "aliases": "|".join(dict.fromkeys(latin)),
                "name_ar": "|".join(dict.fromkeys(arabic)),
                "kind": kind,
                "admin": cells[8],
                "lat": cells[4],
                "lon": cells[5],
                "population": cells[14],
                "source": f"GeoNames {cells[18]}".strip(),
            },
        )


def _latin(text: str) -> bool:
    return all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or not c.isalpha() for c in text)


def _row(row: dict[str, Any], where: str, number: str, rejected: list[dict[str, Any]]) -> dict[str, Any] | None:
    from shapely import Point

    def refuse(problem: str, found: str, expected: str, hint: str) -> dict[str, Any] | None:
        rejected.append(
            {
                "path": where,
                "row": number,
                "problem": problem,
                "found": shown(found),
                "expected": expected,
                "hint": hint,
                "severity": "error",
            }
        )
        return None

    name = str(row.get("name", "")).strip()
    if "wrong" in row:
        return refuse(
            "not a row of a GeoNames dump", row["wrong"], "19 columns with tabs between", "mend or delete the line"
        )
    if not plain(name):
        return refuse("no name", name, "a place's name", "write the name or delete the row")
    place: list[float] = []
    for key, limit in (("lat", 90.0), ("lon", 180.0)):
        text = str(row.get(key, "")).strip()
        if not text and row.get("shape"):
            return refuse(
                f"{shown(name)}: not a point", row["shape"], "a Point", "take the shape's label point, or delete it"
            )
        if not text:
            return refuse(f"{shown(name)}: no {key}", "", "degrees", "write its coordinates or delete the row")
        if not _COORDINATE.fullmatch(text) or not math.isfinite(float(text)) or abs(float(text)) > limit:
            return refuse(
                f"{shown(name)}: wrong {key}",
                text,
                f"degrees from -{limit:.0f} to {limit:.0f} with a point",
                "are the columns swapped, or is a comma used for the point?",
            )
        place.append(float(text))
    if place == [0.0, 0.0] and str(row.get("zero_ok", "")).lower() not in {"yes", "true", "1"}:
        return refuse(
            f"{shown(name)}: 0,0 means missing",
            "0,0",
            "true coordinates",
            "if it does lie at 0,0, add a column zero_ok with yes",
        )
    kind = str(row.get("kind", "")).strip().lower()
    kind = _KIND_WORDS.get(kind, kind)
    if kind not in v.PLACE_KINDS:
        rejected.append(
            {
                "path": where,
                "row": number,
                "problem": f"{shown(name)}: unknown kind, read as 'other'",
                "found": shown(kind),
                "expected": ", ".join(v.PLACE_KINDS),
                "hint": "choose one of these",
                "severity": "warning",
            }
        )
        kind = "other"
    precision, radius = PRECISION[kind]
    given = str(row.get("geo_precision") or "").strip()
    word = given.lower()
    if word and word not in v.GEO_PRECISIONS:
        # The word of a kind ("city") says what such a point stands for; else the row's own kind does.
        meant = _KIND_WORDS.get(word, word)
        word = PRECISION[meant][0] if meant in PRECISION else precision
        rejected.append(
            {
                "path": where,
                "row": number,
                "problem": f"{shown(name)}: unknown geo_precision, read as '{word}'",
                "found": shown(given),
                "expected": ", ".join(v.GEO_PRECISIONS),
                "hint": f"write {word}, or another of these words",
                "severity": "warning",
            }
        )
    made: dict[str, Any] = {
        "name": name,
        "aliases": str(row.get("aliases") or "").strip() or None,
        "name_ar": str(row.get("name_ar") or "").strip() or None,
        "kind": kind,
        "admin": str(row.get("admin") or "").strip() or None,
        "geo_precision": word or precision,
        "uncertainty_m": radius,
        "source": str(row.get("source") or "").strip() or None,
        "geometry": Point(place[1], place[0]),
    }
    for key in ("uncertainty_m", "rank", "min_zoom", "population"):
        text = str(row.get(key) or "").strip()
        if not text:
            continue
        try:
            number_given = float(text)
        except ValueError:
            number_given = math.nan
        if not 0 <= number_given < 1e11:
            return refuse(f"{shown(name)}: {key} is no number", text, "a number, 0 or more", "mend or empty the cell")
        made[key] = number_given if key == "uncertainty_m" else int(number_given)
    return made
