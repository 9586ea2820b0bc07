"""Other people's layers: a foreign series turned into pictures, with every decision told."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.control import telling
from geo_ghouta.control.days import OPEN_YEAR, DayRule, day_of_value, order_of, rule_by_folder
from geo_ghouta.control.faults import Faults, listed
from geo_ghouta.control.foreign import head_of, is_kml
from geo_ghouta.control.geojson import MAX_FILE, Layer, read_layer
from geo_ghouta.control.kml import read_kml
from geo_ghouta.control.reading import DEFAULT_PRECISION_M, find_files
from geo_ghouta.control.rules import HolderRule
from geo_ghouta.control.shapes import union
from geo_ghouta.control.sheets import Sheet, assemble
from geo_ghouta.errors import InputError, UsageError, counted
from geo_ghouta.files import read_bytes, sha256_of
from geo_ghouta.measure import areas_km2
from geo_ghouta.schema.vocabulary import NOT_TOLD

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from geo_ghouta.schema import CaseFile, Pictures

_SAME_DAY = ("refuse", "merge")
_KML = (".kml", ".kmz")
_SUFFIXES = (".geojson", ".json", ".geojsonl", ".geojsons", ".geojsonseq", ".ndjson", ".jsonl", *_KML)


def import_layers(
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    date: str = "filename",
    holder: str = "constant:unknown",
    until: str | None = None,
    status: str = "assessed",
    source: str = NOT_TOLD,
    drawn_by: str = NOT_TOLD,
    precision_m: float | None = None,
    crs: str | None = None,
    same_day: str = "refuse",
    dissolve: bool = False,
    day_first: bool | None = None,
    casefile: CaseFile | None = None,
) -> tuple[Pictures, pd.DataFrame]:
    """Import GeoJSON or KML layers made by others as control pictures, and tell every decision.

    Wrapped collections are unwrapped, rings closed, turned and repaired by name, heights dropped, areas taken out of
    collections, points and lines set aside, null and empty geometries left out, stated projections brought to degrees.

    Parameters
    ----------
    files : path or iterable of path
        A folder, or files.
    date : str
        Where the day stands: ``filename`` (as :func:`geo_ghouta.control.days.day_of_name` reads it),
        ``property:NAME``, or one day.
        A KML file whose name tells none is dated by its folders' names (``property:folder``), if all tell one.
    holder : str
        Who holds: ``constant:X``, ``property:NAME``, or ``map:FILE``, a table as :func:`holder_table` gives it.
    until : str, optional
        ``property:NAME`` of the day after an area's last; with ``date="property:…"`` each day on which an area begins
        or ends becomes a picture. 9999-12-31 and the like mean until further notice.
    status, source, drawn_by, precision_m
        Written to every area. ``assessed`` is the judgement of who drew it; the page says where no source is given,
        and which precision (500 m) was only assumed because none was.
    crs : str, optional
        CRS of the numbers of files that state none, like ``EPSG:32637``.
    same_day : str
        Different layers of one day: ``refuse`` leaves out all but the first, ``merge`` puts them into one picture.
        Equal ones are always taken once.
    dissolve : bool
        Unite the areas of one holder and day.
    day_first : bool, optional
        Order of 05/03/2018 in names and properties; default is that of the other files' names, if one decides it, else
        such a day is refused.
    casefile : schema.CaseFile, optional
        Its actors' spellings become their ids; areas that lie in its extent only with swapped axes are told.

    Returns
    -------
    tuple of schema.Pictures and pandas.DataFrame
        Pictures, whose areas also have ``holder_text``, the layer's own words, and ``holder_property``, where they
        stood; and the decisions: REJECTED with
        ``check``, ``lon`` and ``lat``, one line a file (``read``) and one for the whole (``series``) among them.

    Raises
    ------
    UsageError
        If an option is none of its words.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> box = {"type": "Polygon", "coordinates": [[[36.3, 33.5], [36.3, 33.6], [36.4, 33.6], [36.3, 33.5]]]}
    >>> one = {"type": "Feature", "properties": {"side": "A"}, "geometry": box}
    >>> layer = {"type": "FeatureCollection", "features": [one]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "front_20180322.geojson").write_text(json.dumps(layer))
    ...     told = {"source": "a wire map", "drawn_by": "its desk", "precision_m": 200}
    ...     pictures, decisions = import_layers(folder, holder="property:side", **told)
    >>> pictures.areas["area_id"].tolist(), pictures.areas["holder"].tolist()
    (['2018-03-22/1'], ['a'])
    >>> decisions["check"].tolist()
    ['ring_order', 'read', 'holder', 'series']
    """
    if same_day not in _SAME_DAY:
        message = f"same_day {same_day!r}: expected {' or '.join(_SAME_DAY)}"
        raise UsageError(message)
    if until is not None and not until.startswith("property:"):
        message = f"until {until!r}: expected property:NAME"
        raise UsageError(message)
    metres = DEFAULT_PRECISION_M if precision_m is None else float(precision_m)
    if not 0 < metres <= 100_000:
        message = f"precision_m {precision_m}: expected metres by which the true edge may differ, above 0 up to 100,000"
        raise UsageError(message)
    holder_rule = HolderRule(holder, casefile)
    fixed = {"status": status, "source": source, "drawn_by": drawn_by, "precision_m": metres,
             "precision_assumed": precision_m is None}  # fmt: skip
    faults = Faults()
    sheets: list[Sheet] = []
    told: set[str] = set()
    unended: list[str] = []
    found = find_files(files, faults, _SUFFIXES)
    if day_first is None and date == "filename":
        day_first, decided = order_of(path.stem for path, _ in found)
        telling.tell_order(day_first, decided, [path.stem for path, _ in found], faults)
    day_rule = DayRule(date, day_first)
    for path, where in found:
        try:
            data = read_bytes(path, MAX_FILE)
            of_kml = is_kml(data) or (path.suffix.lower() in _KML and head_of(data)[:1] not in b"{[")
            layer = read_kml(data, where, faults) if of_kml else read_layer(data, where, faults, crs)
            rule = rule_by_folder(layer, path.stem, where, faults) if of_kml and date == "filename" else None
            rule = rule or day_rule
            whole = rule.of_file(path.stem, where)
        except InputError as error:
            faults.add("unreadable", "error", where, None, str(error).removeprefix(f"{where}: "), hint="it is left out")
            continue
        rows = _rows(layer, where, whole, rule, until, holder_rule, fixed, faults)
        made = _sheets(layer, where, sha256_of(data), whole, rows, faults)
        telling.tell_file(made, layer, where, faults)
        sheets += made
        told |= {key for feature in layer.features for key in feature.properties}
        told.discard(str(rule.name))
        if until is not None and whole is not None and any(until[9:] in item.properties for item in layer.features):
            unended.append(where)
    telling.tell_unended(until, unended, faults)
    telling.tell_unnamed(source, drawn_by, sheets, faults)
    telling.tell_assumed(metres if precision_m is None else None, sheets, faults)
    telling.tell_unused(told - {holder_rule.name, (until or "").removeprefix("property:")}, faults)
    names = _name_holders(sheets, holder_rule, faults)
    sheets = _one_a_day(sheets, same_day, faults)
    if dissolve:
        sheets = [_dissolved(sheet, faults) for sheet in sheets]
    telling.tell_overlaps(sheets, faults)
    telling.tell_swapped(sheets, None if casefile is None else casefile.extent, faults)
    telling.tell_far(sheets, faults)
    telling.tell_nought(sheets, faults)
    pictures = assemble(sheets, None, faults)
    words = [row["_text"] for sheet in sorted(sheets, key=lambda s: s.date) for row in sheet.rows]
    pictures.areas["holder_text"] = pd.array(words, dtype="str")
    pictures.areas["holder_property"] = pd.array([holder_rule.name] * len(words), dtype="str")
    telling.tell_series(pictures, len(names), faults)
    return pictures, faults.table()


def _rows(
    layer: Layer,
    where: str,
    whole: dt.date | None,
    day_rule: DayRule,
    until: str | None,
    holder_rule: HolderRule,
    fixed: dict[str, Any],
    faults: Faults,
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for feature in layer.features:
        properties = feature.properties
        day = whole or day_rule.of_feature(properties)
        if day is None:
            expected = (
                f"a day in the property {day_rule.name}; this feature has {listed(sorted(properties), 8) or 'none'}"
            )
            faults.add(
                "no_day",
                "error",
                where,
                feature.name,
                "no day that can be read; left out",
                found=properties.get(str(day_rule.name)),
                expected=expected,
                hint="name another property",
            )
            continue
        text = holder_rule.text_of(properties)
        if text is None:
            expected = (
                f"text in the property {holder_rule.name}; this feature has {listed(sorted(properties), 8) or 'none'}"
            )
            faults.add(
                "no_holder",
                "error",
                where,
                feature.name,
                "no holder told; left out",
                found=properties.get(str(holder_rule.name)),
                expected=expected,
                hint="name another property",
            )
            continue
        last: dt.date | None = None
        if until is not None:
            value = properties.get(until.removeprefix("property:"))
            last = day_of_end(value)
            if value is not None and last is None and not _is_open(value):
                faults.add(
                    "span",
                    "warning",
                    where,
                    feature.name,
                    "no day of its end that can be read; taken as open",
                    found=value,
                    expected="a day like 2018-03-25",
                )
            if last is not None and last <= day:
                faults.add(
                    "span",
                    "error",
                    where,
                    feature.name,
                    f"its end {last} is not after its start {day}; left out",
                    found=f"{day} to {last}",
                    expected="a later end",
                    hint="are the two swapped?",
                )
                continue
        label = properties.get("name")
        rows.append(
            {
                **fixed,
                "name": label if isinstance(label, str) and label.strip() else None,
                "holder": text,
                "_text": text,
                "_id": str(feature.number) if feature.feature_id is None else feature.feature_id,
                "_from": day,
                "_to": last,
                "geometry": feature.geometry,
            }
        )
    return _told_apart(rows)


def _told_apart(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give ids that stand twice a number behind them, one that no other area has."""
    given = {row["_id"] for row in rows}
    seen: dict[str, int] = {}
    taken: set[str] = set()
    out = []
    for row in rows:
        name = row["_id"]
        while name in taken or (name != row["_id"] and name in given):
            seen[row["_id"]] = seen.get(row["_id"], 1) + 1
            name = f"{row['_id']}-{seen[row['_id']]}"
        taken.add(name)
        out.append({**row, "_id": name})
    return out


def _is_open(value: Any) -> bool:
    day = day_of_value(value)
    return day is not None and day.year >= OPEN_YEAR


def day_of_end(value: Any) -> dt.date | None:
    """Day on which an area ends, or None for until further notice."""
    return None if value is None or _is_open(value) else day_of_value(value)


def _sheets(
    layer: Layer, where: str, digest: str, whole: dt.date | None, rows: list[dict[str, Any]], faults: Faults
) -> list[Sheet]:
    if whole is not None:
        if not rows and layer.given:
            faults.add(
                "no_area_left",
                "error",
                where,
                None,
                "none of its features is an area that can be used; left out",
                expected="at least one area, or no feature at all",
                hint="an empty picture would say that nobody holds anything",
            )
            return []
        return [Sheet(where, digest, whole, None, None, None, rows)]
    if not rows:
        faults.add(
            "no_day", "warning", where, None, "no feature tells a day, so it is no picture; left out", hint="--date"
        )
        return []
    days = sorted({row["_from"] for row in rows} | {row["_to"] for row in rows if row["_to"] is not None})
    spans = any(row["_to"] is not None for row in rows)
    sheets = []
    for day in days:
        if spans:
            mine = [row for row in rows if row["_from"] <= day and (row["_to"] is None or day < row["_to"])]
        else:
            mine = [row for row in rows if row["_from"] == day]
        sheets.append(Sheet(where, digest, day, None, None, None, mine))
    return sheets


def _name_holders(sheets: list[Sheet], rule: HolderRule, faults: Faults) -> dict[str, tuple[str, str]]:
    count: dict[str, int] = {}
    for sheet in sheets:
        for row in sheet.rows:
            count[row["_text"]] = count.get(row["_text"], 0) + 1
    names = rule.ids(count)
    how_words = {
        "table": "as the table says",
        "actor": "an actor of the case",
        "text": "an id made of its own words, since no actor of the case is called that",
        "number": "numbered, since its words give no neutral id",
    }
    for name in sorted({found for found, _ in names.values()}, key=lambda found: (len(found), found)):
        texts = [text for text, found in names.items() if found[0] == name]
        areas = sum(count[text] for text in texts)
        hint = None if rule.constant else "correct it in the table of holders and import again with --holder map:FILE"
        problem = f"holder of {counted(areas, 'area')} read as {name}: {how_words[names[texts[0]][1]]}"
        faults.add(
            "holder", "note", "(all)", None, problem, found=listed(texts, 4), expected="an actor's id", hint=hint
        )
    for sheet in sheets:
        for row in sheet.rows:
            row["holder"] = names[row["_text"]][0]
    return names


def _state(sheet: Sheet) -> set[tuple[str, bytes]]:
    return {(row["holder"], shapely.to_wkb(shapely.normalize(row["geometry"]))) for row in sheet.rows}


def _one_a_day(sheets: list[Sheet], same_day: str, faults: Faults) -> list[Sheet]:
    out: list[Sheet] = []
    for sheet in sorted(sheets, key=lambda s: s.date):
        last = out[-1] if out else None
        if last is None or last.date != sheet.date:
            out.append(sheet)
        elif sheet.sha256 == last.sha256 or _state(sheet) == _state(last):
            faults.add(
                "same_day", "note", sheet.path, None, f"shows {sheet.date} exactly as {last.path} does; taken once"
            )
        elif same_day == "merge":
            stem = sheet.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            rows = [{**row, "_id": f"{stem}-{row['_id']}"} for row in sheet.rows]
            out[-1] = Sheet(last.path, last.sha256, last.date, None, None, None, _told_apart([*last.rows, *rows]))
            faults.add("same_day", "note", sheet.path, None, f"put into one picture of {sheet.date} with {last.path}")
        else:
            faults.add(
                "same_day",
                "error",
                sheet.path,
                None,
                f"another layer of {sheet.date} beside {last.path}; left out",
                expected="one layer a day",
                hint="import it by itself, or merge both with --same-day merge",
            )
    return out


def _dissolved(sheet: Sheet, faults: Faults) -> Sheet:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in sheet.rows:
        groups.setdefault(row["holder"], []).append(row)
    rows = []
    for holder, mine in sorted(groups.items()):
        whole = union(row["geometry"] for row in mine)
        if len(mine) > 1:
            lost = float(areas_km2([row["geometry"] for row in mine]).sum() - areas_km2([whole])[0])
            text = f"{len(mine)} areas of {holder} united; {max(lost, 0.0):,.2f} km² were drawn more than once"
            faults.add("dissolved", "note", sheet.path, None, text)
        rows.append({**mine[0], "name": mine[0]["name"] if len(mine) == 1 else None, "_id": holder, "geometry": whole})
    return Sheet(sheet.path, sheet.sha256, sheet.date, sheet.order, sheet.recorded, sheet.note, rows)


def holder_table(pictures: Pictures) -> pd.DataFrame:
    """List the holders' words of an import with the ids they were given, for the user to correct.

    Parameters
    ----------
    pictures : schema.Pictures
        From :func:`import_layers`.

    Returns
    -------
    pandas.DataFrame
        ``property``, ``value``, ``holder``, ``areas``, ``area_km2``; write it as CSV, correct ``holder``, and import
        again with ``holder="map:FILE"``.

    Examples
    --------
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> len(holder_table(Pictures(PICTURES.empty(), CONTROL.empty())))
    0
    """
    areas = pictures.areas
    text = areas["holder_text"] if "holder_text" in areas.columns else areas["holder"]
    km2 = areas_km2(areas.geometry.to_numpy())
    table = pd.DataFrame({"value": text.to_numpy(), "holder": areas["holder"].to_numpy(), "area_km2": km2, "areas": 1})
    grouped = table.groupby(["value", "holder"], as_index=False, sort=True).sum()
    told = areas["holder_property"].dropna().unique() if "holder_property" in areas.columns else []
    name = str(told[0]) if len(told) else ""
    grouped["property"] = pd.Series([name] * len(grouped), index=grouped.index, dtype="str")
    return grouped[["property", "value", "holder", "areas", "area_km2"]]
