"""Read a case's own control pictures: one file, one day, one whole picture."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.control.faults import Faults, listed
from geo_ghouta.control.foreign import tell_passed
from geo_ghouta.control.geojson import MAX_FILE, Feature, Layer, read_layer
from geo_ghouta.control.rings import SWAP_HINT, swapped_words
from geo_ghouta.control.sheets import Sheet, assemble
from geo_ghouta.errors import InputError
from geo_ghouta.files import local_path, read_bytes, sha256_of, shown
from geo_ghouta.measure import distance_km
from geo_ghouta.schema.vocabulary import NOT_TOLD, STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from geo_ghouta.schema import CaseFile, Pictures

_NAMED_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?![0-9])")
_PROPERTIES = ("name", "holder", "status", "besieged", "source", "drawn_by", "precision_m", "precision_assumed", "note")
_OTHERS = ("id", "date", "valid_from", "valid_to")
DEFAULT_PRECISION_M = 500.0
UNKNOWN = "unknown"


def read_pictures(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], casefile: CaseFile
) -> tuple[Pictures, pd.DataFrame]:
    """Read control pictures: GeoJSON files named by their day, each the whole state of that day.

    A picture's day stands at the start of its file's name (``2018-03-22.geojson``) or in the member ``date``; where
    both stand they must agree. A file without features is a statement: nobody of ours holds anything. Each
    feature has ``id`` and the properties ``name``, ``holder``, ``status``, ``besieged``, ``source``, ``drawn_by``,
    ``precision_m`` and ``note``; the file may give ``source``, ``drawn_by``, ``precision_m`` and ``status`` once for
    all. Where no ``precision_m`` is given 500 is assumed, and ``precision_assumed`` says so; an import writes it
    as a property. Several pictures of one day need the member ``order`` (1, 2, ...), or ``recorded`` (when each
    became known).

    Parameters
    ----------
    paths : path or iterable of path
        A folder, or files. A folder that is missing holds no pictures.
    casefile : schema.CaseFile
        Its actors, its extent and its ``until``.

    Returns
    -------
    tuple of schema.Pictures and pandas.DataFrame
        The pictures, and REJECTED: what was left out, used all the same or repaired, with ``lon`` and ``lat``.

    Examples
    --------
    >>> import datetime as dt, pathlib, tempfile
    >>> from geo_ghouta.schema import CaseFile
    >>> case = CaseFile("t", dt.date(2018, 1, 1), dt.date(2018, 5, 1), (36, 33, 37, 34), (36, 33, 37, 34))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     text = '{"type": "FeatureCollection", "features": []}'
    ...     _ = pathlib.Path(folder, "2018-04-14.geojson").write_text(text)
    ...     pictures, rejected = read_pictures(folder, case)
    >>> pictures.dates["areas"].tolist(), len(rejected)
    ([0], 0)
    """
    faults = Faults()
    sheets = []
    for path, where in find_files(paths, faults):
        try:
            data = read_bytes(path, MAX_FILE)
            layer = read_layer(data, where, faults, own=True)
            sheet = _sheet(layer, where, sha256_of(data), casefile, faults)
        except InputError as error:
            faults.add(
                "unreadable",
                "error",
                where,
                None,
                str(error).removeprefix(f"{where}: "),
                hint="the picture is left out",
            )
            continue
        if sheet is not None:
            sheets.append(sheet)
    return assemble(sheets, casefile.until, faults), faults.table()


def find_files(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    faults: Faults,
    suffixes: tuple[str, ...] = (".geojson", ".json"),
) -> list[tuple[Path, str]]:
    """List the files of a folder or of paths, with their names for messages; links out of it are refused."""
    given: list[Any] = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    found: list[tuple[Path, str]] = []
    for item in given:
        place = local_path(item)
        if place.is_dir():
            home = place.resolve()
            for path in sorted(p for p in place.iterdir() if p.name[0] != "."):
                name = f"{shown(place.name)}/{shown(path.name)}"
                if path.suffix.lower() not in suffixes:
                    tell_passed(path, name, suffixes, faults)
                    continue
                if home in path.resolve().parents:
                    found.append((path, name))
                else:
                    faults.add(
                        "link",
                        "error",
                        name,
                        None,
                        "a link that leads out of the folder; not followed",
                        hint="copy the file into the folder",
                    )
        elif place.exists() or len(given) > 1 or place.suffix:
            found.append((place, shown(place.name)))
    return found


def _day(value: Any, where: str, key: str) -> dt.date | None:
    if value is None:
        return None
    try:
        return dt.date.fromisoformat(value if len(value) == 10 else "")
    except (TypeError, ValueError):
        message = f"{where}: {key} {shown(str(value))!r} is no day; write it like 2018-03-22"
        raise InputError(message) from None


def _sheet(layer: Layer, where: str, digest: str, casefile: CaseFile, faults: Faults) -> Sheet | None:
    members = layer.members
    match = _NAMED_DAY.match(where.rsplit("/", 1)[-1])
    named = _day(match.group(1), where, "the day in the file's name") if match else None
    inside = _day(members.get("date"), where, "date")
    if named and inside and named != inside:
        message = f"{where}: the file's name says {named}, its member date {inside}; make them agree"
        raise InputError(message)
    day = named or inside
    if day is None:
        message = f"{where}: no day in its name and no member date; name it like 2018-03-22.geojson"
        raise InputError(message)
    order = members.get("order")
    if order is not None and (isinstance(order, bool) or not isinstance(order, int) or order < 1):
        message = f"{where}: order {shown(str(order))!r}; expected 1, 2, ... among the pictures of {day}"
        raise InputError(message)
    recorded = _day(members.get("recorded"), where, "recorded")
    note = members.get("note")
    rows: list[dict[str, Any]] = []
    seen: set[str] = set()
    for feature in layer.features:
        row = _row(feature, members, day, where, casefile, faults)
        if row is None:
            continue
        key = feature.feature_id or str(feature.number)
        if feature.feature_id is None:
            faults.add(
                "no_id",
                "note",
                where,
                feature.name,
                "no id; called by its position",
                hint="give each feature an id",
            )
        while key in seen:
            faults.add(
                "duplicate_id",
                "warning",
                where,
                feature.name,
                f"its id stands twice; called {shown(key)}-{feature.number}",
                found=key,
                expected="ids that are unique in the picture",
                hint="give it another id",
            )
            key = f"{key}-{feature.number}"
        seen.add(key)
        rows.append({**row, "_id": key})
    if not rows and layer.given:
        faults.add(
            "no_area_left",
            "error",
            where,
            None,
            "none of its areas can be used; the picture is left out",
            expected="at least one area, or no feature at all",
            hint="an empty picture would say that nobody holds anything",
        )
        return None
    return Sheet(where, digest, day, order, recorded, str(note) if note is not None else None, rows)


def _row(
    feature: Feature, members: dict[str, Any], day: dt.date, where: str, casefile: CaseFile, faults: Faults
) -> dict[str, Any] | None:
    given: dict[str, Any] = {k: members[k] for k in ("source", "drawn_by", "precision_m", "status") if k in members}
    given.update({k: v for k, v in feature.properties.items() if v is not None and v != ""})

    def told(check: str, severity: str, problem: str, **more: Any) -> None:
        faults.add(check, severity, where, feature.name, problem, **more)

    for key in sorted(set(feature.properties) - {*_PROPERTIES, *_OTHERS}):
        near = _alike(key, _PROPERTIES, 0.75)
        if near:
            told(
                "property_name",
                "warning",
                f"property {shown(key)!r} is not read",
                found=key,
                expected=near[0],
                hint=f"rename it to {near[0]}",
            )
    holder = given.get("holder")
    if not isinstance(holder, str) or not holder.strip():
        told(
            "no_holder",
            "error",
            "no holder",
            found=holder,
            expected="the id of an actor of case.toml",
            hint="add the property holder",
        )
        return None
    if not _dates_fit(given, day, told):
        return None
    holder = _holder(holder.strip(), casefile, told)
    if not _lies_well(feature.geometry, casefile.extent, told):
        return None
    status = given.get("status", UNKNOWN)
    if status not in STATUSES:
        told(
            "status",
            "error",  # the area drops out of every sum
            "status is none that we know; taken as unknown, so not counted as held",
            found=status,
            expected=", ".join(STATUSES),
            hint="mend it",
        )
        status = UNKNOWN
    elif "status" not in given:
        told(
            "status",
            "warning",
            "no status; taken as unknown, so not counted as held",
            expected=", ".join(STATUSES),
            hint="add the property status",
        )
    precision, assumed = given.get("precision_m"), given.get("precision_assumed") is True
    if isinstance(precision, bool) or not isinstance(precision, int | float) or not 0 < precision <= 100_000:
        told(
            "precision",
            "warning",
            f"precision_m is no number of metres; {DEFAULT_PRECISION_M:.0f} is assumed, and told as that",
            found=precision,
            expected="metres by which the true edge may differ",
            hint="add the property precision_m",
        )
        precision, assumed = DEFAULT_PRECISION_M, True
    besieged = given.get("besieged")
    if besieged is not None and not isinstance(besieged, bool):
        told(
            "besieged",
            "warning",
            "besieged is neither true nor false; taken as not told",
            found=besieged,
            expected="true or false",
            hint="mend it",
        )
        besieged = None
    for key in ("source", "drawn_by"):
        if key not in given:
            told(
                "no_source",
                "warning",
                f"no {key}",
                expected="text",
                hint=f"add the property {key}, so that the drawing can be judged",
            )
    return {
        "name": _text(given.get("name")),
        "holder": holder,
        "status": status,
        "besieged": besieged,
        "source": _text(given.get("source")) or NOT_TOLD,
        "drawn_by": _text(given.get("drawn_by")) or NOT_TOLD,
        "precision_m": float(precision),
        "precision_assumed": assumed,
        "note": _text(given.get("note")),
        "geometry": feature.geometry,
    }


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _holder(holder: str, casefile: CaseFile, told: Any) -> str:
    if holder == UNKNOWN or casefile.actor(holder) is not None:
        return holder
    wanted = holder.casefold()
    for actor in casefile.actors:
        if wanted in {actor.label.casefold(), actor.label_ar, *(a.casefold() for a in actor.aliases)}:
            told(
                "holder_spelling",
                "note",
                f"holder {shown(holder)!r} read as {actor.id}",
                found=holder,
                expected=actor.id,
                hint="write the id",
            )
            return actor.id
    known = [a.id for a in casefile.actors]
    near = _alike(holder, known, 0.6)
    told(
        "unknown_holder",
        "warning",
        "holder is no actor of case.toml; kept as it is",
        found=holder,
        expected=listed(known),
        hint=f"did you mean {near[0]}?" if near else "add it to [[actors]] in case.toml",
    )
    return holder


def _alike(word: str, known: Sequence[str], least: float) -> list[str]:
    # Fetched only for what is misspelt: it delays every start otherwise.
    import difflib

    return difflib.get_close_matches(word, known, 1, least)


def _dates_fit(given: dict[str, Any], day: dt.date, told: Any) -> bool:
    days: dict[str, dt.date] = {}
    for key in ("date", "valid_from", "valid_to"):
        if key in given:
            try:
                found = _day(given[key], "", key)
            except InputError:
                told(
                    "span",
                    "error",
                    f"{key} is no day",
                    found=given[key],
                    expected="a day like 2018-03-22",
                    hint="mend or remove it",
                )
                return False
            if found is not None:
                days[key] = found
    start = days.get("valid_from", days.get("date", day))
    end = days.get("valid_to", dt.date.max)
    if end <= start:
        told(
            "span",
            "error",
            f"valid_to {end} is not after valid_from {start}",
            found=f"{start} to {end}",
            expected="a later day",
            hint="are the two swapped?",
        )
        return False
    if start != day:
        told(
            "other_day",
            "error",
            f"the feature says {start}, the picture shows {day}",
            found=start,
            expected=day,
            hint="put it into the picture of its own day",
        )
        return False
    if end.year < 9000:  # 9999-12-31 is how databases write "until further notice"
        told(
            "valid_to",
            "note",
            f"valid_to {end} not used: a picture is valid until the next one",
            found=end,
            hint="draw a picture of that day",
        )
    return True


def _lies_well(geometry: Any, extent: tuple[float, float, float, float], told: Any) -> bool:
    box = shapely.box(*extent)
    if shapely.within(geometry, box):
        return True
    middle = geometry.centroid
    at = (float(middle.x), float(middle.y))
    found = f"{middle.x:.4f}, {middle.y:.4f}"
    expected = "west {}, south {}, east {}, north {}".format(*extent)
    swapped = shapely.transform(geometry, lambda xy: xy[:, ::-1])
    if not shapely.intersects(geometry, box) and shapely.intersects(swapped, box):
        told(
            "swapped_axes",
            "error",
            swapped_words("the case's extent", "the area is not used"),
            found=f"[{middle.x:.4f}, {middle.y:.4f}]",
            expected=expected,
            hint=SWAP_HINT,
            at=at,
        )
        return False
    if shapely.intersects(geometry, box):
        told(
            "extent",
            "warning",
            "reaches beyond the case's extent",
            found=found,
            expected=expected,
            hint="widen extent in case.toml, or mend it",
            at=at,
        )
        return True
    near = shapely.get_coordinates(shapely.shortest_line(box, geometry))
    away = float(distance_km(near[0, 0], near[0, 1], near[1, 0], near[1, 1])[0])
    told(
        "extent",
        "warning",
        f"lies {away:,.0f} km outside the case's extent",
        found=found,
        expected=expected,
        hint="is it in another coordinate system, or of another case?",
        at=at,
    )
    return True
