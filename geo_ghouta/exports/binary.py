"""GeoPackage and FlatGeobuf by GDAL, through Arrow: typed columns, days as days, one driver each and never a guess."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.errors import FormatError, InputError, OutputError
from geo_ghouta.exports.arrow import Pick, arrow_table, column_values
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.exports.styles import add_styles
from geo_ghouta.files import atomic_path, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

_MAGIC = {"gpkg": b"SQLite format 3\0", "fgb": b"fgb\x03fgb"}
_DRIVER = {"gpkg": "GPKG", "fgb": "FlatGeobuf"}
_FAMILY = {0: "points", 1: "lines", 2: "areas"}


def write_binary(
    layers: Sequence[Prepared], target: Path, form: str, *, case: str = "", actors: Sequence[Any] = ()
) -> Path:
    """Write one FlatGeobuf layer, or any number of layers into one GeoPackage with their styles.

    A layer that mixes points, lines and areas becomes one table each in a GeoPackage: ``findings_points``,
    ``findings_lines``, ``findings_areas``; rows without a geometry go with the first.
    """
    with atomic_path(target) as temporary:
        tables: list[tuple[str, Prepared, str]] = []
        for made in layers:
            for name, part in _split(made) if form == "gpkg" else [(made.layer.name, made)]:
                kind = _kind(part)
                _write(part, temporary, target, form, name, kind, append=bool(tables), title=case)
                tables.append((name, part, kind))
        if form == "gpkg":
            add_styles(temporary, tables, actors)
    return target


def _split(made: Prepared) -> list[tuple[str, Prepared]]:
    families = sorted({int(shapely.get_dimensions(s)) for s in made.shapes if s is not None})
    if len(families) < 2:
        return [(made.layer.name, made)]
    out = []
    for family in families:
        keep = [
            i
            for i, s in enumerate(made.shapes)
            if (s is None and family == families[0]) or (s is not None and int(shapely.get_dimensions(s)) == family)
        ]
        rows, shapes = [made.rows[i] for i in keep], [made.shapes[i] for i in keep]
        out.append((f"{made.layer.name}_{_FAMILY[family]}", Prepared(made.layer, made.columns, rows, shapes)))
    return out


def _kind(made: Prepared) -> str:
    """One geometry type for the whole table; several parts win over one."""
    kinds = {s.geom_type for s in made.shapes if s is not None}
    if not kinds:
        kinds = set(made.layer.contract.geometry[:1]) or {"Point"}
    if len(kinds) == 1:
        return next(iter(kinds))
    family = {k.removeprefix("Multi") for k in kinds}
    return f"Multi{family.pop()}" if len(family) == 1 else "Unknown"


def _write(
    made: Prepared, path: Path, target: Path, form: str, name: str, kind: str, *, append: bool, title: str
) -> None:
    import pyarrow as pa
    import pyogrio

    table = arrow_table(made)
    shapes = [_promoted(s, kind) for s in made.shapes]
    geometry = pa.array([None if s is None else shapely.to_wkb(s, byte_order=1) for s in shapes], type=pa.binary())
    table = table.append_column("geometry", geometry)
    options: dict[str, Any] = {}
    if form == "gpkg":
        options = {"layer_options": {"GEOMETRY_NAME": "geom", "FID": "fid", "IDENTIFIER": name, "DESCRIPTION": title}}
        if not append:
            # Programs built on a GDAL before 3.7 warn at 1.4.
            options["dataset_options"] = {"VERSION": "1.3"}
    elif any(s is None for s in shapes) or not len(table):
        # A spatial index wants a box of every row.
        options = {"layer_options": {"SPATIAL_INDEX": "NO"}}
    try:
        pyogrio.write_arrow(
            table,
            path,
            layer=name,
            driver=_DRIVER[form],
            geometry_name="geometry",
            geometry_type=kind,
            crs="EPSG:4326",
            append=append,
            **options,
        )
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, RuntimeError, ValueError) as error:
        reason = shown(str(error), 120)
        message = f"{shown(str(target))}: could not be written ({reason}); what was there before is unchanged"
        raise OutputError(message) from error


def _promoted(shape: BaseGeometry | None, kind: str) -> BaseGeometry | None:
    if shape is None or not kind.startswith("Multi") or shape.geom_type == kind:
        return shape
    makers: dict[str, Any] = {
        "MultiPolygon": shapely.MultiPolygon,
        "MultiLineString": shapely.MultiLineString,
        "MultiPoint": shapely.MultiPoint,
    }
    made: BaseGeometry = makers[kind]([shape])
    return made


def _whole(name: str) -> str:
    """Name of the layer that a table is a part of.

    Examples
    --------
    >>> _whole("findings_areas"), _whole("control")
    ('findings', 'control')
    """
    base, _, family = name.rpartition("_")
    return base if base and family in _FAMILY.values() else name


def read_binary(path: Path, head: bytes, form: str, where: str, pick: Pick) -> Any:
    """Read a layer of a GeoPackage or FlatGeobuf file; the first bytes must be the format's own.

    Raises
    ------
    FormatError
        If they are not, or the layer is not in it.
    """
    # GDAL would take a plain SQLite file too, with a warning; a GeoPackage says so at byte 68.
    if not head.startswith(_MAGIC[form]) or (form == "gpkg" and head[68:72] != b"GPKG"):
        message = f"{where}: not a {_DRIVER[form]} file, whatever its name says; export the layer again"
        raise FormatError(message)
    names = _layer_names(path, where)
    bases = {_whole(name) for name in names}
    # One layer, be it in one table or in several by kind of shape, needs no telling.
    alone = bases.pop() if len(bases) == 1 else None
    layer = pick(set() if alone is None else _columns(path, names[0]), where if alone is None else alone)
    parts = [n for n in names if n == layer.name or n.removeprefix(f"{layer.name}_") in _FAMILY.values()]
    if form == "fgb":
        parts = names
    if not parts:
        message = f"{where}: no layer {layer.name!r} (found {', '.join(shown(n, 30) for n in names[:8])})"
        raise FormatError(message)
    values: dict[str, list[Any]] = {}
    shapes: list[Any] = []
    for part in parts:
        got, found = _read(path, part, form, where)
        for name in [*values, *(n for n in got if n not in values)]:
            values[name] = values.get(name, [None] * len(shapes)) + got.get(name, [None] * len(found))
        shapes += found
    key = layer.contract.key
    order = sorted(range(len(shapes)), key=lambda i: str(values[key][i]))
    return finish(layer, {n: [v[i] for i in order] for n, v in values.items()}, [shapes[i] for i in order])


def _layer_names(path: Path, where: str) -> list[str]:
    import pyogrio

    try:
        names = [str(n) for n, kind in pyogrio.list_layers(path) if kind is not None]
    except (pyogrio.errors.DataSourceError, RuntimeError) as error:
        message = f"{where}: cannot be read ({shown(str(error), 120)}); export it again"
        raise FormatError(message) from error
    if not names:
        message = f"{where}: holds no layer"
        raise InputError(message)
    return sorted(names)


def _columns(path: Path, layer: str) -> set[str]:
    import pyogrio

    return {str(f) for f in pyogrio.read_info(path, layer=layer)["fields"]}


def _read(path: Path, layer: str, form: str, where: str) -> tuple[dict[str, list[Any]], list[Any]]:
    import pyogrio

    try:
        if form == "fgb":
            # GDAL 3.12's Arrow reader returns chance bytes for a missing geometry in FlatGeobuf; the other does not.
            meta, _, wkb, columns = pyogrio.raw.read(path, layer=layer)
            values = {
                str(name): _listed(column, kind)
                for name, column, kind in zip(meta["fields"], columns, meta["ogr_subtypes"], strict=True)
            }
            return values, list(shapely.from_wkb(wkb))
        meta, table = pyogrio.read_arrow(path, layer=layer)
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, RuntimeError) as error:
        message = f"{where}: layer {shown(layer)} cannot be read ({shown(str(error), 120)}); export it again"
        raise FormatError(message) from error
    geometry = meta["geometry_name"]
    names = [n for n in table.column_names if n not in {geometry, meta["fid_column"]}]
    return {n: column_values(table.column(n)) for n in names}, list(
        shapely.from_wkb(table.column(geometry).to_pylist())
    )


def _listed(column: Any, subtype: str) -> list[Any]:
    """Python values of a numpy column as pyogrio reads it: NaN and NaT are missing."""
    values = column.astype("datetime64[D]").tolist() if column.dtype.kind == "M" else column.tolist()
    kept = [None if v is None or v != v else v for v in values]  # noqa: PLR0124 - NaN is not itself
    return [None if v is None else bool(v) for v in kept] if subtype == "OFSTBoolean" else kept


def table_names(path: Path) -> list[str]:
    """Names of the tables of a GeoPackage, for checking."""
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
        return [row[0] for row in base.execute("select table_name from gpkg_contents order by table_name")]
