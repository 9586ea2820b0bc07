"""Read a layer back from any format that we write, with the same columns, types, days and geometry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.errors import FormatError, GhoutaError, UsageError
from geo_ghouta.exports.catalog import LAYERS, TILE_FORMATS, Layer, format_of, layer_of
from geo_ghouta.exports.geojson import read_geojson, read_geojson_lines
from geo_ghouta.exports.tables import read_csv_layer, read_jsonl_layer
from geo_ghouta.files import decode, parse_json, read_bytes, shown

if TYPE_CHECKING:
    import os


def read_layer(
    path: str | os.PathLike[str], layer: str | None = None, *, case: str | None = None, schema: str = "geo_ghouta"
) -> Any:
    """Read a layer that :func:`write_layer` or :func:`~geo_ghouta.exports.write_database` wrote.

    Parameters
    ----------
    path : path
        Local file; the format is told by its suffix and checked by its first bytes. Or ``postgresql://user@host/name``.
    layer : str, optional
        Which layer; default by the file's own word, else its columns, else its name. A database must be told.
    case : str, optional
        In a database that holds several cases: the title of the one wanted.
    schema : str
        In a database: ``"geo_ghouta_town"`` or ``"geo_ghouta_adm3"`` for what was written coarsened.

    Returns
    -------
    geopandas.GeoDataFrame
        By the layer's contract, further columns behind, EPSG:4326; claims without a point have no geometry.

    Raises
    ------
    FormatError
        If it is not what the suffix says.
    ContractError
        If the columns do not fit the layer.
    UsageError
        If the layer cannot be told.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from geo_ghouta.cases import open_case
    >>> from geo_ghouta.exports.writing import write_layer
    >>> areas = open_case().pictures.areas
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     back = read_layer(write_layer("control", areas, pathlib.Path(folder) / "control.gpkg"))
    >>> len(back) == len(areas), str(back["valid_from"].dtype)
    (True, 'datetime64[s]')
    """
    if str(path).startswith(("postgresql://", "postgres://")):
        from geo_ghouta.exports.database import read_database

        if layer is None:
            message = f"a database holds several layers; pass one of {', '.join(LAYERS)}"
            raise UsageError(message)
        return read_database(str(path), layer, case=case, schema=schema)
    form = format_of(path)
    data = read_bytes(path)
    where = shown(Path(path).name)
    try:
        return _read(Path(path), data, form, where, layer)
    except GhoutaError:
        raise
    except (ValueError, KeyError, OverflowError, shapely.errors.ShapelyError) as error:
        # A value that is not of its column's kind, in a file that somebody changed.
        reason = shown(str(error).partition("\n")[0], 120)
        message = f"{where}: a value that cannot be read ({reason}); export the layer again"
        raise FormatError(message) from error


def _read(path: Path, data: bytes, form: str, where: str, layer: str | None) -> Any:
    if form in {"gpkg", "fgb"}:
        from geo_ghouta.exports.binary import read_binary

        return read_binary(path, data[:128], form, where, lambda names, file: pick_layer(layer, names, file))
    if form in TILE_FORMATS:
        from geo_ghouta.exports.tiles import read_tiles

        return read_tiles(path, data[:16], where, lambda names, file: pick_layer(layer, names, file))
    if form == "parquet":
        from geo_ghouta.exports.arrow import read_parquet

        return read_parquet(data, where, lambda names, file: pick_layer(layer, names, file))
    if form == "kml":
        from geo_ghouta.exports.kml import read_kml

        return read_kml(data, where, layer, lambda names, file: pick_layer(layer, names, file))
    text = decode(data, where).removeprefix("\ufeff")
    stem = path.stem
    if form == "topojson":
        from geo_ghouta.exports.topojson import read_topojson

        return read_topojson(text, where, layer, lambda names, file: pick_layer(layer, names, file))
    if form == "csv":
        from geo_ghouta.files import ert

        names = {ert(n.strip('"')) for n in text.partition("\n")[0].strip("\r").split(",")}
        return read_csv_layer(text, where, pick_layer(layer, names, stem))
    if form == "geojson":
        head = parse_json(text, where)
        told = head.get("name") if isinstance(head, dict) else None
        rows = head.get("features") if isinstance(head, dict) else None
        names = _names(
            rows[0].get("properties") if isinstance(rows, list) and rows and isinstance(rows[0], dict) else None
        )
        return read_geojson(text, where, pick_layer(layer, names, told if isinstance(told, str) else stem))
    first = text.partition("\n")[0].lstrip("\x1e")
    row = parse_json(first, f"{where}, line 1") if first.strip() else {}
    if form == "jsonl":
        return read_jsonl_layer(text, where, pick_layer(layer, _names(row), stem))
    names = _names(row.get("properties") if isinstance(row, dict) else None)
    return read_geojson_lines(text, where, pick_layer(layer, names, stem))


def _names(row: Any) -> set[str]:
    return set(row) if isinstance(row, dict) else set()


def pick_layer(wanted: str | None, names: set[str], told: str) -> Layer:
    """Find the layer that a file holds.

    Raises
    ------
    UsageError
        If neither the caller, the file's word nor its columns tell it.
    """
    if wanted is not None:
        return layer_of(wanted)
    if told in LAYERS:
        return LAYERS[told]
    fits = [layer for layer in LAYERS.values() if {c.name for c in layer.contract.columns} <= names]
    if len(fits) == 1:
        return fits[0]
    message = f"{shown(told)}: its layer cannot be told from name or columns; pass one of {', '.join(LAYERS)}"
    raise UsageError(message)


__all__ = ["FormatError", "pick_layer", "read_layer"]
