"""Tables of the contracts as Arrow and Parquet, a column at a time; WKB points make them GeoParquet."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.schema import CLAIMS, CONVOYS, EVENTS, FINDINGS, PLACES, REJECTED, REPORTS, Column, Contract

if TYPE_CHECKING:
    import pandas as pd

REPORT_LINES = Contract(
    "REPORT_LINES",
    "Reports of a corpus without their texts, which stay where they are.",
    tuple(c for c in REPORTS.columns if c.name != "text"),
)
CLAIM_POINTS = Contract("CLAIM_POINTS", "Claims at the point of their place.", CLAIMS.columns, geometry=("Point",))
EVENT_COUNTS = Contract(
    "EVENT_COUNTS",
    "Events of a corpus: what is claimed of one place and time, counted.",
    (
        *EVENTS.columns,
        Column("reports", "int", "reports that say so", required=True),
        Column("top_claims", "str", "what most stories say, as JSON: claim_id, stories, value, low, high, unit"),
    ),
    geometry=("Point",),
)
FACTS = Contract(
    "FACTS",
    "Facts of a corpus: every figure that is given of one event, side by side; nothing is summed or averaged.",
    (
        Column("fact_id", "str", "stands in claims too", required=True),
        *(c for c in CLAIMS.columns if c.name in {"kind", "unit", "scope", "origin", "destination", "place",
                                                  "date_from", "date_to"}),
        Column("modality", "str", "the surest of its claims", required=True),
        Column("lowest", "float", "lowest figure or bound that is given"),
        Column("highest", "float", "highest one"),
        Column("rivals", "bool", "more than one figure is given", required=True),
        Column("claims", "int", "claims that give one", required=True),
        Column("reports", "int", "reports that they stand in", required=True),
        Column("stories", "int", "independent stories", required=True),
        Column("figures", "str", "those of most stories, JSON: value, low, high, stories, speakers, claim_id"),
    ),
    key="fact_id",
)  # fmt: skip
TABLES = {
    "reports": REPORT_LINES,
    "places": PLACES,
    "claims": CLAIM_POINTS,
    "events": EVENT_COUNTS,
    "facts": FACTS,
    "convoys": CONVOYS,
    "findings": FINDINGS,
    "rejected": REJECTED,
}
"""Tables that a corpus is written as."""


def schema_of(contract: Contract) -> Any:
    """Arrow schema of a contract: days as dates, the geometry as WKB; with geometry it is one of GeoParquet 1.1."""
    import pyarrow as pa

    kinds = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "day": pa.date32()}
    fields = [pa.field(c.name, kinds[c.kind]) for c in contract.columns]
    if contract.geometry:
        fields.append(pa.field("geometry", pa.binary()))
    # Longitude and latitude on WGS 84 need no further word.
    column = {"encoding": "WKB", "geometry_types": list(contract.geometry)}
    told = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}
    return pa.schema(fields, metadata={"geo": json.dumps(told)} if contract.geometry else None)


def to_arrow(contract: Contract, frame: pd.DataFrame) -> Any:
    """Turn a checked table into Arrow; columns that the contract does not know stay behind."""
    import pyarrow as pa

    schema = schema_of(contract)
    arrays = []
    for column in contract.columns:
        kind = schema.field(column.name).type
        series = frame[column.name] if column.name in frame.columns else None
        if series is None:
            arrays.append(pa.nulls(len(frame), kind))
        elif column.kind == "day":
            arrays.append(pa.array(series.to_numpy(dtype="datetime64[D]"), type=kind))
        else:
            made = pa.array(series, type=kind, from_pandas=True)
            arrays.append(made.combine_chunks() if isinstance(made, pa.ChunkedArray) else made)
    if contract.geometry:
        shapes = np.asarray(frame["geometry"].array, dtype=object) if "geometry" in frame else [None] * len(frame)
        arrays.append(pa.array(list(shapely.to_wkb(shapes, byte_order=1)), type=pa.binary()))
    return pa.Table.from_arrays(arrays, schema=schema)


def to_frame(contract: Contract, table: Any) -> Any:
    """Turn Arrow back into a table of the contract."""
    import geopandas as gpd

    frame = table.to_pandas(date_as_object=False)
    if contract.geometry:
        shapes = gpd.GeoSeries.from_wkb(frame.pop("geometry"), crs="EPSG:4326", index=frame.index)
        frame = gpd.GeoDataFrame(frame, geometry=shapes, crs="EPSG:4326")
    return contract.check(frame)


def parquet_bytes(table: Any) -> bytes:
    """Arrow table as the bytes of a Parquet file."""
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd", compression_level=1)
    return out.getvalue()


def array_bytes(array: Any) -> bytes:
    """Numpy array as the bytes of a ``.npy`` file, which can be mapped."""
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()
