"""Write pictures as the files of a case, and the table of holders of an import."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.control.rules import read_holder_table
from geo_ghouta.control.shapes import is_clockwise
from geo_ghouta.control.standing import with_mark
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import dump_json, inert, make_folder, safe_name, write_text
from geo_ghouta.schema.bundles import picture_ids

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from geo_ghouta.schema import Pictures

DECIMALS = 7
_PROPERTIES = ("name", "holder", "status", "besieged", "source", "drawn_by", "precision_m", "precision_assumed", "note")


def write_pictures(pictures: Pictures, folder: str | os.PathLike[str]) -> list[Path]:
    """Write every picture as a file of a case's folder ``control``, to be read back by ``read_pictures``.

    Coordinates get 7 decimals (1 cm); outer rings run counter-clockwise. An empty picture is a file too.

    Parameters
    ----------
    pictures : schema.Pictures
    folder : path
        Made if it is missing; files of the same names are replaced (``keep_standing`` says which are not your own).

    Returns
    -------
    list of pathlib.Path
        In the pictures' order.

    Raises
    ------
    UsageError
        For derived frames, which are no pictures of a case.
    OutputError
        If a file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> dates = PICTURES.table([{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}])
    >>> with tempfile.TemporaryDirectory() as home:
    ...     [path.name for path in write_pictures(Pictures(dates, CONTROL.empty()), home)]
    ['2018-04-14.geojson']
    """
    if "derived" in pictures.dates.columns and pictures.dates["derived"].fillna(value=False).any():
        message = (
            "derived frames are no observed pictures and are not written as such; write the pictures they came from"
        )
        raise UsageError(message)
    home = make_folder(folder)
    mine: dict[str, list[dict[str, Any]]] = {}
    for name, feature in zip(picture_ids(pictures.areas), _features(pictures.areas), strict=True):
        mine.setdefault(str(name), []).append(feature)
    several = set(pictures.dates["picture_date"][pictures.dates["picture_date"].duplicated()])
    written = []
    for row, name in zip(pictures.dates.to_dict("records"), picture_ids(pictures.dates), strict=True):
        head: dict[str, Any] = {"type": "FeatureCollection", "date": f"{row['picture_date']:%Y-%m-%d}"}
        if pd.notna(row.get("order")) and row["picture_date"] in several:
            head["order"] = int(row["order"])
        if pd.notna(row["recorded"]):
            head["recorded"] = f"{row['recorded']:%Y-%m-%d}"
        if pd.notna(row["note"]):
            head["note"] = str(row["note"])
        lines = ",\n".join(dump_json(feature) for feature in mine.get(str(name), []))
        text = dump_json(head)[:-1] + ',"features":[' + (f"\n{lines}\n" if lines else "") + "]}\n"
        if "holder_text" in pictures.areas.columns:  # of an import, which may be made again
            text = with_mark(text, str(row["path"]))
        written.append(write_text(home / f"{safe_name(str(name))}.geojson", text))
    return written


def _features(areas: Any) -> Iterator[dict[str, Any]]:
    columns = [name for name in (*_PROPERTIES, "area_id") if name in areas.columns]
    told = {name: areas[name].tolist() for name in columns}
    for number, shape in enumerate(areas.geometry.to_numpy()):
        row = {name: told[name][number] for name in columns}
        properties: dict[str, Any] = {}
        for key in _PROPERTIES:
            # Only that it was assumed has to be said: a figure without that word is the drawer's.
            if pd.notna(row.get(key)) and not (key == "precision_assumed" and not row[key]):
                properties[key] = row[key] if isinstance(row[key], str | bool) else float(row[key])
        parts = [_rings(part) for part in shapely.get_parts([shape])]
        one = len(parts) == 1
        geometry = {"type": "Polygon" if one else "MultiPolygon", "coordinates": parts[0] if one else parts}
        feature_id = str(row["area_id"]).split("/", 1)[-1]
        yield {"type": "Feature", "id": feature_id, "properties": properties, "geometry": geometry}


def _rings(polygon: Any) -> list[Any]:
    rings = [shapely.get_coordinates(ring).round(DECIMALS) for ring in shapely.get_rings([polygon])]
    return [(ring[::-1] if is_clockwise(ring) != (n > 0) else ring).tolist() for n, ring in enumerate(rings)]


def write_decisions(decisions: pd.DataFrame, path: str | os.PathLike[str]) -> Path:
    """Write every decision of an import as CSV, the gravest first; a spreadsheet computes none of its cells.

    Parameters
    ----------
    decisions : pandas.DataFrame
        From ``import_layers``.
    path : path

    Returns
    -------
    pathlib.Path

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from geo_ghouta.control.faults import Faults
    >>> faults = Faults()
    >>> faults.add("read", "note", "a.geojson", None, "picture of 2018-03-22: 1 areas")
    >>> with tempfile.TemporaryDirectory() as home:
    ...     write_decisions(faults.table(), pathlib.Path(home, "import.csv")).read_text().splitlines()[1]
    'note,read,a.geojson,,picture of 2018-03-22: 1 areas,,,,,'
    """
    names = ["severity", "check", "path", "row", "problem", "found", "expected", "hint", "lon", "lat"]
    order = decisions["severity"].map({"error": 0, "warning": 1, "note": 2}).sort_values(kind="stable").index
    stream = io.StringIO()
    out = csv.writer(stream, lineterminator="\n")
    out.writerow(names)
    for row in decisions.loc[order, names].to_dict("records"):
        out.writerow(["" if pd.isna(row[name]) else inert(str(row[name])) for name in names])
    return write_text(path, stream.getvalue())


def write_holder_table(table: pd.DataFrame, path: str | os.PathLike[str]) -> Path:
    """Write the table of holders of an import as CSV; a spreadsheet computes none of its cells.

    Parameters
    ----------
    table : pandas.DataFrame
        From ``holder_table``.
    path : path

    Returns
    -------
    pathlib.Path

    Examples
    --------
    >>> import pathlib, tempfile
    >>> row = {"property": "name", "value": "=A", "holder": "a", "areas": 1, "area_km2": 2.0}
    >>> with tempfile.TemporaryDirectory() as home:
    ...     write_holder_table(pd.DataFrame([row]), pathlib.Path(home, "holders.csv")).read_text().splitlines()[1]
    "name,'=A,a,1,2.00"
    """
    stream = io.StringIO()
    out = csv.writer(stream, lineterminator="\n")
    out.writerow(["property", "value", "holder", "areas", "area_km2"])
    for row in table.to_dict("records"):
        out.writerow(
            [
                *(inert(str(row[name])) for name in ("property", "value", "holder")),
                int(row["areas"]),
                f"{row['area_km2']:.2f}",
            ]
        )
    return write_text(path, stream.getvalue())


def keep_holder_table(table: pd.DataFrame, path: str | os.PathLike[str]) -> tuple[Path, list[str]]:
    """Write the table of holders of an import, and keep the corrections of one that stands there.

    Holders that the table at ``path`` gives are kept as they are, also those of words that this import did not meet.
    A table of another property, or one that cannot be read, stays; the new one is written beside it under a free name,
    or not at all if one holder was said for all areas.

    Parameters
    ----------
    table : pandas.DataFrame
        From ``holder_table``.
    path : path

    Returns
    -------
    tuple of pathlib.Path and list of str
        The file written, and the words whose corrected holder this import did not use.

    Raises
    ------
    OutputError
        If it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> row = {"property": "side", "value": "A", "holder": "a", "areas": 1, "area_km2": 2.0}
    >>> with tempfile.TemporaryDirectory() as home:
    ...     path = pathlib.Path(home, "holders.csv")
    ...     _ = write_holder_table(pd.DataFrame([{**row, "holder": "army"}]), path)
    ...     keep_holder_table(pd.DataFrame([row]), path)[1], path.read_text().splitlines()[1]
    (['A'], 'side,A,army,1,2.00')
    """
    place = Path(path)
    if not place.exists():
        return write_holder_table(table, place), []
    try:
        name, old = read_holder_table(str(place))
    except InputError:
        name, old = None, {}
    mine = {str(value) for value in table["property"]}
    if name is not None and mine == {""}:
        return place, []  # one holder said for all areas: nothing in it to correct
    if name is None or (name and mine != {name}):
        return write_holder_table(table, _free(place)), []
    rows, unused = table.to_dict("records"), []
    for row in rows:
        value, holder = str(row["value"]), row["holder"]
        row["holder"] = old.pop(value, holder)
        if row["holder"] != holder:
            unused.append(value)
    for value, holder in sorted(old.items()):
        rows.append({"property": name, "value": value, "holder": holder, "areas": 0, "area_km2": 0.0})
    return write_holder_table(pd.DataFrame(rows, columns=table.columns), place), sorted(unused)


def _free(path: Path) -> Path:
    number = 2
    while path.with_stem(f"{path.stem}_{number}").exists():
        number += 1
    return path.with_stem(f"{path.stem}_{number}")
