"""The one function that every engine runs: a batch of reports → rows. It reads no file and knows no other batch."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import importlib.metadata
import pickle
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta import control, gazetteer, layers, pipeline, reports, stories
from geo_ghouta.cases import Case
from geo_ghouta.corpus.columns import TABLES, array_bytes, parquet_bytes, to_arrow
from geo_ghouta.cycles import seldom_collected
from geo_ghouta.errors import GhoutaError, UsageError
from geo_ghouta.files import dump_json, shown
from geo_ghouta.schema import REJECTED, Reading, stack
from geo_ghouta.schema.vocabulary import VERDICTS

if TYPE_CHECKING:
    import geopandas as gpd

    from geo_ghouta.reports import Batch

PARTS = ("reports", "places", "claims", "events", "findings", "rejected")
SKETCHES = ("kept", "shingles", "ends")
_ALL_BAD = 4
FORMAT = 3
"""Raised when a part written by an older version can no longer be read."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """Everything that the rows of a batch depend on besides its words; it travels to other processes and machines.

    Parameters
    ----------
    case : bytes
        The case, packed: its file, places and pictures.
    extra : bytes
        Place lists of one's own, packed.
    world : bool
        Use the world gazetteer.
    published, source, encoding : str or None
        See :func:`geo_ghouta.reports.read_reports`.
    key : str
        Digest of all of these and of the version.
    parameters : dict
        The same in words, for the manifest and for telling what changed.
    """

    case: bytes
    extra: bytes
    world: bool
    published: str | None
    source: str | None
    encoding: str | None
    key: str
    parameters: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Part:
    """What came of a batch: tables as Parquet, sketches as numpy arrays, and counts."""

    blobs: dict[str, bytes]
    counts: dict[str, int]


@dataclasses.dataclass(frozen=True)
class Tools:
    """What is opened once a process."""

    case: Case
    index: Any
    pockets: gpd.GeoDataFrame


def make_settings(
    case: Case,
    *,
    published: str | None = None,
    source: str | None = None,
    encoding: str | None = None,
    day_order: str | None = None,
    gazetteers: tuple[Any, ...] = (),
    world: bool | str = "auto",
    size: int = 500,
) -> Settings:
    """Pack what the rows depend on.

    Parameters
    ----------
    case : Case
    published, source, encoding, day_order : str, optional
        See :func:`geo_ghouta.reports.read_reports`.
    gazetteers : tuple of geopandas.GeoDataFrame
        GAZETTEER tables of one's own.
    world : bool or "auto"
    size : int
        Reports a batch; it decides which results can be taken up again.
    """
    # With "auto" it hangs on this machine what is known, and on a cluster it would on each worker's.
    known = gazetteer.open_index(world=world)
    empty: dict[str, Any] = {
        "backdrop": {},
        "routes": case.routes.iloc[:0],
        "rejected": case.rejected.iloc[:0],
        "sources": (),
    }
    light = dataclasses.replace(case, folder=case.folder.relative_to(case.folder), **empty)
    told = {
        "case": case.file.title,
        "case_digest": _digest(repr(case.file), *(_table_digest(t) for t in _tables(case))),
        "gazetteers": [_table_digest(t) for t in gazetteers],
        "built_lists": _built(known),
        "world": world,
        "published": published,
        "source": source,
        "encoding": encoding,
        "day_order": day_order,
        "reports_a_batch": size,
        "version": _version(),
        "format": FORMAT,
    }
    packed, extra = (zlib.compress(pickle.dumps(value), 1) for value in (light, gazetteers))
    return Settings(packed, extra, known.has_world, published, source, encoding, _digest(dump_json(told)), told)


def _built(index: Any) -> list[str]:
    """Digests of the added lists and the world; their names are the user's own affair."""
    return [_digest(name) for name in index.built]


def _version() -> str:
    return importlib.metadata.version("geo-ghouta")


def _tables(case: Case) -> tuple[pd.DataFrame, ...]:
    return case.gazetteer, case.pictures.dates, case.pictures.areas


def _table_digest(table: pd.DataFrame) -> str:
    return _digest(table.to_csv(index=False))


def _digest(*texts: str) -> str:
    return hashlib.sha256("\x1f".join(texts).encode("utf-8", "replace")).hexdigest()[:16]


@functools.lru_cache(maxsize=1)
def _open(_key: str, packed: bytes, extra: bytes, world: bool) -> Tools:
    # Packed by ourselves a moment ago, in this process or in the one that started this one; never read from a file.
    case: Case = pickle.loads(zlib.decompress(packed))  # noqa: S301
    own = pickle.loads(zlib.decompress(extra))  # noqa: S301
    index = gazetteer.open_index([case.gazetteer, *own], world=world, country=case.file.country)
    return Tools(case, index, control.find_pockets(case.pictures, case.file, case.gazetteer))


def open_tools(settings: Settings) -> Tools:
    """What the settings hold, unpacked once a process.

    Raises
    ------
    UsageError
        If this process has another version of the package or other place lists than the one that began the run: its
        rows would be others.
    """
    tools = _open(settings.key, settings.case, settings.extra, settings.world)
    here = {"version": _version(), "built_lists": _built(tools.index)}
    for name, found in here.items():
        if found != settings.parameters[name]:
            message = (
                f"a worker has another {name.replace('_', ' ')} ({_plainly(found)}) than the run "
                f"({_plainly(settings.parameters[name])}): its rows would be others; make them alike ('geo-ghouta "
                "doctor' tells what is there) and run the same command again"
            )
            raise UsageError(message)
    return tools


def _plainly(told: Any) -> str:
    return told if isinstance(told, str) else ", ".join(told) or "none"


def prepare(settings: Settings) -> None:
    """Open the index of places and the pockets, so that the first batch need not wait (a process's initialiser)."""
    with contextlib.suppress(GhoutaError):  # the first batch tells of it
        open_tools(settings)


@seldom_collected()
def extract(batch: Batch, settings: Settings) -> Part:
    """Read a batch: its places, claims, events, sketches of its stories, and what could not be read.

    Parameters
    ----------
    batch : reports.Batch
    settings : Settings

    Returns
    -------
    Part
        The same bytes for the same batch and settings, in whatever process.
    """
    tools = open_tools(settings)
    reading = reports.read_batch(
        batch, published=settings.published, source=settings.source, encoding=settings.encoding
    )
    rows = _walked(tools, reading)
    if len(reading.reports) > _ALL_BAD and not len(rows["reports"]):
        # No report of many could be worked on: that is no fault of theirs, and must end the run with the real error.
        _street(tools, reading)
    sketches = [stories.sketch(text) for text in rows["reports"]["text"]]
    shingles = [s[1] for s in sketches]
    arrays = {
        "kept": np.array([s[0] for s in sketches], dtype=np.uint64).reshape(-1, stories.SKETCH),
        "shingles": np.concatenate([np.empty(0, dtype=np.uint32), *shingles]),
        "ends": np.cumsum([len(s) for s in shingles], dtype=np.int64),
    }
    blobs = {name: parquet_bytes(to_arrow(TABLES[name], rows[name])) for name in PARTS}
    blobs |= {name: array_bytes(arrays[name]) for name in SKETCHES}
    return Part(blobs, _counts(rows, len(batch.lines) + len(batch.rows) + len(batch.documents)))


def _walked(tools: Tools, reading: Reading) -> dict[str, Any]:
    """Walk the street; a report at which it stumbles is rejected, and the others go on."""
    try:
        return _street(tools, reading)
    except MemoryError:
        raise
    except Exception as error:
        table = reading.reports
        if len(table) > 1:
            half = len(table) // 2
            first = _walked(tools, _some(reading, table.iloc[:half]))
            second = _walked(tools, _some(reading, table.iloc[half:], told=False))
            return {name: _joined(first[name], second[name]) for name in first}
        if not len(table):
            raise
        report = table.iloc[0]
        bad = REJECTED.table(
            [
                {
                    "path": report["path"],
                    "row": None if pd.isna(report["record"]) else str(report["record"]),
                    "problem": f"could not be worked on: {type(error).__name__}: {shown(str(error), 120)}",
                    "hint": "mend it or leave it out" if isinstance(error, GhoutaError) else "please report this",
                    "severity": "error",
                }
            ]
        )
        empty = _street(tools, _some(reading, table.iloc[:0]))
        return {**empty, "rejected": stack(REJECTED, [empty["rejected"], bad])}


def _joined(first: Any, second: Any) -> Any:
    if not len(first) or not len(second):
        return second if len(second) else first
    return pd.concat([first, second], ignore_index=True)


def _some(reading: Reading, table: pd.DataFrame, *, told: bool = True) -> Reading:
    marks = reading.marks[reading.marks["report_id"].isin(table["report_id"])]
    rejected = reading.rejected if told else reading.rejected.iloc[:0]
    return Reading(table.reset_index(drop=True), marks.reset_index(drop=True), rejected)


def _street(tools: Tools, reading: Reading) -> dict[str, Any]:
    """The hallway's steps up to where one report no longer stands alone."""
    case = tools.case
    # Which story it belongs to is known when all batches are; until then each report is a story of its own.
    table = reading.reports.assign(story_id=reading.reports["report_id"])
    reading = Reading(table, reading.marks, reading.rejected)
    places = pipeline.find_places(case, reading, index=tools.index)
    found = pipeline.find_claims(case, reading, places)
    claims, places, findings = pipeline.join_reports(case, reading, places, found, tools.pockets)
    return {
        "reports": table,
        "places": places,
        "claims": layers.claim_points(claims, places, tools.pockets),
        "events": layers.derive_events(claims, places, tools.pockets),
        "findings": findings,
        "rejected": reading.rejected,
    }


def _counts(rows: dict[str, Any], came: int) -> dict[str, int]:
    counts = layers.counts_of(rows["places"], rows["claims"], rows["rejected"])
    placed = rows["places"].loc[rows["places"]["resolution"].astype("str") == "placed", "report_id"].nunique()
    found = len(rows["reports"])
    return {
        "in": came,
        "placed_reports": placed,
        "unplaced_reports": found - placed,
        "reports_without_day": int(rows["reports"]["published"].isna().sum()),
        **{verdict: int((rows["findings"]["verdict"] == verdict).sum()) for verdict in VERDICTS},
        **counts,
    }
