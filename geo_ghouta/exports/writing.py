"""Write layers: one to a file or as bytes, several to one GeoPackage or a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import OutputError, UsageError
from geo_ghouta.exports.catalog import SUFFIX, TEXT_FORMATS, check_format, format_of, layer_of
from geo_ghouta.exports.geojson import geojson, geojson_lines
from geo_ghouta.exports.prepared import Prepared, prepare
from geo_ghouta.exports.tables import layer_csv, layer_jsonl
from geo_ghouta.files import local_path, shown, write_bytes

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence


def write_layer(
    name: str,
    table: Any,
    path: str | os.PathLike[str] | None,
    format: str | None = None,  # noqa: A002 - the word users know from other exporters
    *,
    case: str = "",
    actors: Sequence[Any] = (),
) -> Any:
    """Write one layer, whole or not at all; the same table gives the same bytes.

    Parameters
    ----------
    name : str
        Layer: control, pockets, changes, places, events, convoys, routes, claims, findings or gazetteer.
    table : table
        By the layer's contract; further columns are kept. A column ``quote`` is written only if the table has one.
    path : path or None
        Target, replaced atomically. None returns the bytes.
    format : str, optional
        One of ``FORMATS`` or ``pmtiles`` (vector tiles, rounded); default by the suffix, GeoJSON without a path.
    case : str
        Title of the case, told in the file.
    actors : sequence of Actor
        Colours for formats that carry a style.

    Returns
    -------
    pathlib.Path or bytes

    Raises
    ------
    UsageError
        For an unknown layer or format, or a binary format without a path.
    ContractError
        With every fault of the table.
    OutputError
        If it cannot be written; what was there before is unchanged.

    Examples
    --------
    >>> import shapely
    >>> from geo_ghouta.schema import CONTROL
    >>> row = {"area_id": "a", "holder": "x", "status": "assessed", "valid_from": "2018-03-18", "source": "own",
    ...        "drawn_by": "me", "precision_m": 100, "geometry": shapely.box(36.3, 33.5, 36.4, 33.6)}
    >>> write_layer("control", CONTROL.table([row]), None)[:53]
    b'{"type":"FeatureCollection","name":"control","generat'
    """
    target = None if path is None else local_path(path)
    form = check_format(format) if format else ("geojson" if target is None else format_of(target))
    made = prepare(name, table)
    if form not in TEXT_FORMATS and form != "parquet" and target is None:
        message = f"{form} is no stream; give a file to write it to"
        raise UsageError(message)
    if form == "pmtiles" and target is not None:
        from geo_ghouta.exports.tiles import write_tiles

        return write_tiles([made], target, case)
    if form in {"gpkg", "fgb"} and target is not None:
        from geo_ghouta.exports.binary import write_binary

        return write_binary([made], target, form, case=case, actors=actors)
    data = _bytes(made, form, "" if target is None else target.suffix.lower(), case, actors)
    return data if target is None else write_bytes(target, data)


def _bytes(made: Prepared, form: str, suffix: str, case: str, actors: Sequence[Any]) -> bytes:
    if form == "geojson":
        return geojson(made, case).encode()
    if form == "geojsonseq":
        return geojson_lines(made, marked=suffix == ".geojsons").encode()
    if form == "jsonl":
        return layer_jsonl(made).encode()
    if form == "csv":
        return layer_csv(made).encode()
    if form == "kml":
        from geo_ghouta.exports.kml import kml

        return kml([made], case=case, actors=actors)
    if form == "topojson":
        from geo_ghouta.exports.topojson import topojson

        return topojson([made], case).encode()
    from geo_ghouta.exports.arrow import parquet

    return parquet(made)


def write_layers(
    tables: Mapping[str, Any],
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    case: str = "",
    actors: Sequence[Any] = (),
) -> list[Path]:
    """Write several layers: into one GeoPackage, KML or TopoJSON file, or one file each into a folder.

    Parameters
    ----------
    tables : mapping of str to table
        Layers by name.
    path : path
        A ``.gpkg``, ``.kml`` or ``.topojson`` file, or a folder (made if its parent exists).
    format : str, optional
        Of the files in a folder; GeoJSON by default.

    Returns
    -------
    list of pathlib.Path
        Files written.

    Raises
    ------
    UsageError
        If the format holds one layer only and the path is a file.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from geo_ghouta.cases import open_case
    >>> case = open_case()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = write_layers({"control": case.pictures.areas, "routes": case.routes}, folder)
    ...     sorted(path.name for path in paths)
    ['control.geojson', 'routes.geojson']
    """
    target = local_path(path)
    made = [prepare(name, table) for name, table in tables.items()]
    form = format_of(target) if target.suffix and not target.is_dir() else None
    if form in {"gpkg", "kml", "topojson"} and format in {None, form}:
        if form == "gpkg":
            from geo_ghouta.exports.binary import write_binary

            return [write_binary(made, target, form, case=case, actors=actors)]
        if form == "kml":
            from geo_ghouta.exports.kml import kml

            return [write_bytes(target, kml(made, case=case, actors=actors))]
        from geo_ghouta.exports.topojson import topojson

        return [write_bytes(target, topojson(made, case).encode())]
    if form is not None and len(made) > 1:
        message = f"{shown(str(target))}: {form} holds one layer, {len(made)} are wanted; give a folder or a .gpkg file"
        raise UsageError(message)
    if form is not None:
        name, table = next(iter(tables.items()))
        return [write_layer(name, table, target, form if format is None else format, case=case, actors=actors)]
    form = check_format(format or "geojson")
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        message = (
            f"{shown(str(target))}: the folder cannot be made ({error.strerror}); make its parent or choose another"
        )
        raise OutputError(message) from error
    if form == "gpkg":
        from geo_ghouta.exports.binary import write_binary

        return [write_binary(made, target / "layers.gpkg", form, case=case, actors=actors)]
    return [
        write_layer(layer_of(name).name, table, target / f"{name}{SUFFIX[form]}", form, case=case, actors=actors)
        for name, table in tables.items()
    ]
