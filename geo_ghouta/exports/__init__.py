"""Layers as files for other programs, and back: GeoJSON, GeoPackage, GeoParquet, KML, CSV and more.

Days stay days, ids stay ids, text stays text; spans are half-open in the contract's own columns, and the flat
``start``/``end`` that time sliders read name the last day included.
"""

from geo_ghouta.exports.catalog import FORMATS, LAYERS, SUFFIXES, check_suffix, format_of
from geo_ghouta.exports.database import SCHEMA, read_database, write_database
from geo_ghouta.exports.event_tables import event_table, linked_places, write_event_table, write_linked_places
from geo_ghouta.exports.reading import read_layer
from geo_ghouta.exports.redaction import redact_tables, scrubber, withheld_paths
from geo_ghouta.exports.shape_schemas import json_schema
from geo_ghouta.exports.tables import flat_rows, rows_to_csv, rows_to_jsonl
from geo_ghouta.exports.writing import write_layer, write_layers

__all__ = [
    "FORMATS",
    "LAYERS",
    "SCHEMA",
    "SUFFIXES",
    "check_suffix",
    "event_table",
    "flat_rows",
    "format_of",
    "json_schema",
    "linked_places",
    "read_database",
    "read_layer",
    "redact_tables",
    "rows_to_csv",
    "rows_to_jsonl",
    "scrubber",
    "withheld_paths",
    "write_database",
    "write_event_table",
    "write_layer",
    "write_layers",
    "write_linked_places",
]
