"""Layers as Arrow tables: typed columns and WKB, the way into GeoParquet, GeoPackage and FlatGeobuf and back."""

from __future__ import annotations

import datetime as dt
import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.errors import FormatError
from geo_ghouta.exports.geojson import generator
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.exports.shapes import bbox_of
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from geo_ghouta.exports.catalog import Layer

Pick = Callable[[set[str], str], "Layer"]
GEOPARQUET = "1.1.0"
_BOX = ("xmin", "ymin", "xmax", "ymax")


def arrow_table(made: Prepared) -> Any:
    """Build the columns of a layer, with the flat days, without geometry."""
    import pyarrow as pa

    types = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "day": pa.date32()}
    fields, columns = [], []
    for at, column in enumerate(made.columns):
        kind = types.get(column.kind, pa.string())
        fields.append(pa.field(column.name, kind))
        columns.append(pa.array([row[at] for row in made.rows], type=kind))
    if made.layer.first:
        spans = list(made.spans())
        for at, name in enumerate((made.layer.start, made.layer.end)):
            fields.append(pa.field(name, pa.date32()))
            columns.append(pa.array([span[at] for span in spans], type=pa.date32()))
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def wkb_of(made: Prepared) -> list[bytes | None]:
    """Little-endian WKB of each shape."""
    return [None if s is None else shapely.to_wkb(s, byte_order=1) for s in made.shapes]


def parquet(made: Prepared) -> bytes:
    """Write GeoParquet 1.1 with a bounding-box column.

    References
    ----------
    GeoParquet specification 1.1.0, "covering": ``bbox`` is a struct of xmin, ymin, xmax, ymax.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = arrow_table(made)
    boxes = [
        None if s is None else dict(zip(("xmin", "ymin", "xmax", "ymax"), s.bounds, strict=True)) for s in made.shapes
    ]
    box_type = pa.struct([(name, pa.float64()) for name in ("xmin", "ymin", "xmax", "ymax")])
    table = table.append_column("geometry", pa.array(wkb_of(made), type=pa.binary()))
    table = table.append_column("bbox", pa.array(boxes, type=box_type))
    column: dict[str, Any] = {
        "encoding": "WKB",
        "geometry_types": sorted({s.geom_type for s in made.shapes if s is not None}),
        "orientation": "counterclockwise",
        "covering": {"bbox": {name: ["bbox", name] for name in _BOX}},
    }
    box = bbox_of(made.shapes)
    if box is not None:
        column["bbox"] = box
    geo = {"version": GEOPARQUET, "primary_column": "geometry", "columns": {"geometry": column}}
    told = {"geo": json.dumps(geo, sort_keys=True), "geo-ghouta:layer": made.layer.name, "generator": generator()}
    out = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(told), out, compression="zstd", store_schema=True)
    return out.getvalue()


def read_parquet(data: bytes, where: str, pick: Pick) -> Any:
    """Read GeoParquet that we wrote.

    Raises
    ------
    FormatError
        If it is no Parquet file, or has no geometry.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(io.BytesIO(data))
    except (pa.ArrowException, OSError) as error:
        message = f"{where}: not a Parquet file that can be read ({shown(str(error), 80)}); export the layer again"
        raise FormatError(message) from error
    told = (table.schema.metadata or {}).get(b"geo-ghouta:layer", b"").decode("utf-8", "replace")
    names = [n for n in table.column_names if n not in {"geometry", "bbox"}]
    layer = pick(set(names), told or where.partition(".")[0])
    shapes = shapely.from_wkb(table.column("geometry").to_pylist()) if "geometry" in table.column_names else None
    if shapes is None:
        message = f"{where}: no column 'geometry'; expected a layer as geo-ghouta writes it"
        raise FormatError(message)
    return finish(layer, {n: table.column(n).to_pylist() for n in names}, list(shapes))


def column_values(column: Any) -> list[Any]:
    """Python values of an Arrow column; a timestamp at midnight is a day."""
    return [v.date() if isinstance(v, dt.datetime) else v for v in column.to_pylist()]
