"""PMTiles: vector tiles of a layer in one file for web maps, by GDAL; read back as far as tiles can be.

Tiles cut, round and repeat: reading joins the pieces of a row again. Columns, types and days are then as they were;
geometries lie within two metres of what was written. Rows without a geometry have no place in tiles.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.errors import FormatError, OutputError, UsageError
from geo_ghouta.exports.arrow import Pick, arrow_table, wkb_of
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.files import atomic_path, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

MAGIC = b"PMTiles"
_FIRST_ZOOM, _LAST_ZOOM = 4, 13
_EARTH_M = 6_378_137.0
_GRID_M = 2 * np.pi * _EARTH_M / 2**_LAST_ZOOM / 4096
"""Metres of Web Mercator between two numbers of a tile at the last zoom."""


def write_tiles(layers: Sequence[Prepared], target: Path, case: str) -> Path:
    """Write vector tiles from zoom 4 to 13.

    Raises
    ------
    UsageError
        For more than one layer, or one without any geometry.
    OutputError
        If they cannot be written; what was there before is unchanged.
    """
    import pyarrow as pa
    import pyogrio

    if len(layers) > 1:
        message = f"{shown(str(target))}: pmtiles holds one layer, {len(layers)} are wanted; give a folder"
        raise UsageError(message)
    (made,) = layers
    keep = [i for i, shape in enumerate(made.shapes) if shape is not None]
    if not keep:
        message = f"{shown(str(target))}: the layer {made.layer.name} has no geometry, and tiles hold nothing else"
        raise UsageError(message)
    # Tiles draw straight lines on Web Mercator: a degree that is straight on the globe's grid bends by 30 m there.
    shapes = [shapely.segmentize(made.shapes[i], 0.05) for i in keep]
    part = Prepared(made.layer, made.columns, [made.rows[i] for i in keep], shapes)
    table = arrow_table(part).append_column("geometry", pa.array(wkb_of(part), type=pa.binary()))
    options = {
        "MINZOOM": str(_FIRST_ZOOM),
        "MAXZOOM": str(_LAST_ZOOM),
        "NAME": made.layer.name,
        "DESCRIPTION": case or made.layer.name,
        "SIMPLIFICATION_MAX_ZOOM": "0",
    }
    with atomic_path(target) as temporary:
        try:
            pyogrio.write_arrow(
                table,
                temporary,
                layer=made.layer.name,
                driver="PMTiles",
                geometry_name="geometry",
                geometry_type="Unknown",
                crs="EPSG:4326",
                dataset_options=options,
            )
        except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, RuntimeError, ValueError) as error:
            reason = shown(str(error), 120)
            message = f"{shown(str(target))}: could not be written ({reason}); what was there before is unchanged"
            raise OutputError(message) from error
    return target


def read_tiles(path: Path, head: bytes, where: str, pick: Pick) -> Any:
    """Read a layer from the tiles of the last zoom and join the pieces of each row.

    Raises
    ------
    FormatError
        If the file holds no tiles, or not a layer of ours.
    """
    import pyogrio

    if not head.startswith(MAGIC):
        message = f"{where}: not a PMTiles file, whatever its name says; export the layer again"
        raise FormatError(message)
    try:
        meta, _, wkb, columns = pyogrio.raw.read(path)
        told = str(pyogrio.list_layers(path)[0][0])
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, RuntimeError, IndexError) as error:
        message = f"{where}: cannot be read ({shown(str(error), 120)}); export the layer again"
        raise FormatError(message) from error
    names = [str(n) for n in meta["fields"]]
    layer = pick(set(names), told)
    key = layer.contract.key
    if key not in names:
        message = f"{where}: no column {key!r}; expected a layer as geo-ghouta writes it"
        raise FormatError(message)
    pieces: dict[str, list[int]] = {}
    for number, value in enumerate(columns[names.index(key)].tolist()):
        pieces.setdefault(str(value), []).append(number)
    order = sorted(pieces)
    firsts = [pieces[k][0] for k in order]
    values = {
        name: [None if v is None or v != v else v for v in column[firsts].tolist()]  # noqa: PLR0124 - NaN
        for name, column in zip(names, columns, strict=True)
        if name != "mvt_id"
    }
    # A column that is empty in every row is in no tile.
    values |= {c.name: [None] * len(order) for c in layer.contract.columns if c.name not in values}
    shapes = shapely.from_wkb(wkb)
    return finish(layer, values, [_joined([shapes[i] for i in pieces[k]]) for k in order])


def _joined(pieces: list[BaseGeometry]) -> BaseGeometry:
    """Join the pieces of one row, on the tiles' grid, and bring them to degrees."""
    dimension = int(shapely.get_dimensions(pieces[0]))
    if dimension == 0:
        # Beside an edge a point lies in both tiles.
        points = shapely.get_parts(np.array(pieces, dtype=object))
        known = {tuple(np.round(shapely.get_coordinates(p)[0] / (2 * _GRID_M)).tolist()): p for p in reversed(points)}
        whole: BaseGeometry = shapely.MultiPoint([known[k] for k in sorted(known)])
    elif dimension == 1:
        whole = _chained(pieces)
    else:
        whole = shapely.union_all(pieces, grid_size=_GRID_M / 2)
    return shapely.transform(whole, _degrees)


def _chained(pieces: list[BaseGeometry]) -> BaseGeometry:
    """Join pieces of a line that overlap beside the tiles' edges and were rounded there, each in its own way."""
    cut = [part for piece in shapely.get_parts(np.array(pieces, dtype=object)) for part in _by_tile(piece)]
    kept: list[BaseGeometry] = []
    for part in sorted(cut, key=lambda p: (-p.length, p.wkb)):
        if not any(shapely.covers(k.buffer(2 * _GRID_M), part) for k in kept):
            kept.append(part)
    knots: list[Any] = []
    lines = []
    for part in kept:
        xy = shapely.get_coordinates(part)
        for end in (0, -1):
            near = next((k for k in knots if np.abs(k - xy[end]).max() < 4 * _GRID_M), None)
            if near is None:
                knots.append(xy[end].copy())
            else:
                xy[end] = near
        if shapely.LineString(xy).length > 0:
            lines.append(shapely.LineString(xy))
    merged: BaseGeometry = shapely.line_merge(shapely.MultiLineString(lines))
    return merged


def _by_tile(line: BaseGeometry) -> list[BaseGeometry]:
    """Cut a piece at the edges of the tiles of the last zoom."""
    side = _GRID_M * 4096
    west, south, east, north = (int(n // side) for n in line.bounds)
    boxes = [
        shapely.box(x * side, y * side, (x + 1) * side, (y + 1) * side)
        for x in range(west, east + 1)
        for y in range(south, north + 1)
    ]
    parts = shapely.get_parts(shapely.intersection(line, boxes))
    return [p for p in parts if p.geom_type == "LineString" and p.length > 0]


def _degrees(xy: Any) -> Any:
    """Web Mercator to longitude and latitude: the formula of a sphere, exact for EPSG:3857."""
    lat = 2 * np.arctan(np.exp(xy[:, 1] / _EARTH_M)) - np.pi / 2
    return np.degrees(np.column_stack([xy[:, 0] / _EARTH_M, lat]))
