"""What can be written: the layers with their contracts and days, and the formats with their suffixes."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown
from geo_ghouta.schema import CHANGES, CLAIMS, CONTROL, CONVOYS, EVENTS, FINDINGS, GAZETTEER, PLACES, POCKETS, ROUTES

if TYPE_CHECKING:
    from geo_ghouta.schema import Contract


@dataclasses.dataclass(frozen=True)
class Layer:
    """A layer that can leave the house.

    Parameters
    ----------
    name : str
    contract : Contract
    first, until : str
        Columns of its half-open span; "" for none, ``until`` "" where one day is meant.
    start, end : str
        Names of the flat days in files, the last day included. Layers whose rows carry the offsets ``start`` and
        ``end`` of their words call them ``time_start`` and ``time_end``.
    colour : str
        Column whose values are drawn in the actors' colours.
    """

    name: str
    contract: Contract
    first: str = ""
    until: str = ""
    start: str = "start"
    end: str = "end"
    colour: str = ""


LAYERS = {
    layer.name: layer
    for layer in (
        Layer("control", CONTROL, "valid_from", "valid_to", colour="holder"),
        Layer("pockets", POCKETS, "picture_date", "valid_to", colour="holders"),
        Layer("changes", CHANGES, "from_date", "to_date", colour="holder_after"),
        Layer("places", PLACES, "date", "", "time_start", "time_end", colour="holder"),
        Layer("events", EVENTS, "date_from", "date_to", colour="holder"),
        Layer("convoys", CONVOYS, "date_from", "date_to"),
        Layer("routes", ROUTES, "valid_from", "valid_to"),
        Layer("claims", CLAIMS, "date_from", "date_to", "time_start", "time_end"),
        Layer("findings", FINDINGS, "day", ""),
        Layer("gazetteer", GAZETTEER),
    )
}
"""Layers by name."""

FORMATS = ("geojson", "geojsonseq", "jsonl", "csv", "gpkg", "parquet", "fgb", "kml", "topojson")
TILE_FORMATS = ("pmtiles",)
"""Vector tiles for web maps: cut and rounded, so geometries come back within two metres, rows without one never."""

TEXT_FORMATS = frozenset({"geojson", "geojsonseq", "jsonl", "csv", "kml", "topojson"})
SUFFIX = {
    "geojson": ".geojson",
    "geojsonseq": ".geojsonl",
    "jsonl": ".jsonl",
    "csv": ".csv",
    "gpkg": ".gpkg",
    "parquet": ".parquet",
    "fgb": ".fgb",
    "kml": ".kml",
    "topojson": ".topojson",
    "pmtiles": ".pmtiles",
}
_BY_SUFFIX: dict[str, str] = {
    **{suffix: name for name, suffix in SUFFIX.items()},
    ".json": "geojson",
    ".geojsons": "geojsonseq",
    ".geojsonseq": "geojsonseq",
    ".ndgeojson": "geojsonseq",
    ".ndjson": "jsonl",
    ".geoparquet": "parquet",
}
SUFFIXES = frozenset(_BY_SUFFIX)
"""Suffixes that tell a format."""


def format_of(path: str | os.PathLike[str]) -> str:
    """Tell the format from a file's suffix.

    Raises
    ------
    UsageError
        If it tells none.

    Examples
    --------
    >>> format_of("pockets.gpkg")
    'gpkg'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _BY_SUFFIX:
        message = (
            f"{shown(str(path))}: no format is known by the suffix {suffix!r}; "
            f"use one of {', '.join(sorted(_BY_SUFFIX))}, or name a format"
        )
        raise UsageError(message)
    return _BY_SUFFIX[suffix]


def check_format(name: str) -> str:
    """Return the format's name, or say which there are."""
    if name not in (*FORMATS, *TILE_FORMATS):
        message = f"format {shown(name)!r}: not known; use one of {', '.join((*FORMATS, *TILE_FORMATS))}"
        raise UsageError(message)
    return name


_ALSO_IN = {
    ".json": {"topojson", "lpf"},
    ".geojson": {"lpf"},
    ".csv": {"acled", "ged"},
    ".jsonl": {"geojsonseq"},
    ".ndjson": {"geojsonseq"},
}
"""What a suffix may hold beside the format that it tells."""


def check_suffix(path: str | os.PathLike[str], form: str) -> None:
    """Refuse a file whose suffix tells another format than the one that is asked for.

    Raises
    ------
    UsageError
        If the two do not go together; a suffix that tells no format goes with any.

    Examples
    --------
    >>> check_suffix("control.json", "topojson")
    >>> check_suffix("control.csv", "kml")
    Traceback (most recent call last):
    geo_ghouta.errors.UsageError: control.csv: the suffix tells csv, the format asked for is kml; change one of them
    """
    suffix = Path(path).suffix.lower()
    told = _BY_SUFFIX.get(suffix, form)
    if form != told and form not in _ALSO_IN.get(suffix, ()):
        message = f"{shown(str(path))}: the suffix tells {told}, the format asked for is {form}; change one of them"
        raise UsageError(message)


def layer_of(name: str) -> Layer:
    """Return the layer of that name, or say which there are."""
    if name not in LAYERS:
        message = f"layer {shown(name)!r}: no such layer; choose from {', '.join(LAYERS)}"
        raise UsageError(message)
    return LAYERS[name]
