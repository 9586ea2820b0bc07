"""Batches → one corpus: stories over all reports, ids that are unique, tables by month, events counted, one summary."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta import stories
from geo_ghouta.corpus.columns import TABLES, schema_of, to_arrow, to_frame
from geo_ghouta.corpus.convoys import Departures, departure_schema, departures_of, gather_convoys
from geo_ghouta.corpus.counting import count_events, voices
from geo_ghouta.corpus.extracting import open_tools
from geo_ghouta.corpus.facts import READ, fact_names, group_shares, share_out, shared_schema
from geo_ghouta.corpus.months import (
    MonthWriter,
    by_month,
    in_portions,
    month_folders,
    months_of,
    parquet_stream,
    take_place,
)
from geo_ghouta.corpus.shelf import BUILDING, BY_MONTH
from geo_ghouta.files import atomic_stream, make_folder, remove_folder
from geo_ghouta.pipeline import locate_rows
from geo_ghouta.schema import EVENTS, REJECTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from geo_ghouta.cases import Case
    from geo_ghouta.corpus.convoys import Left
    from geo_ghouta.corpus.drawing import Page
    from geo_ghouta.corpus.engines import Crew
    from geo_ghouta.corpus.extracting import Settings
    from geo_ghouta.corpus.shelf import Shelf

_SHINGLES = "shingles"
_SHINGLE = np.dtype("<u4")
_ROUGH = ("events", "spoken")
"""Tables that are not yet merged over the batches."""
_IDS = {"places": ("mention_id",), "claims": ("claim_id", "part_of"), "reports": ()}


@dataclasses.dataclass(frozen=True)
class Known:
    """What is known of a batch's reports when all batches are done.

    Parameters
    ----------
    story : dict of str to str
        ``report_id`` to ``story_id``.
    renamed : dict of str to str
        Ids that an earlier report has too, and their new ones.
    """

    story: dict[str, str]
    renamed: dict[str, str]


def count_stories(known: list[Known]) -> int:
    """Independent stories of all batches."""
    return len({story for batch in known for story in batch.story.values()})


@contextlib.contextmanager
def half_built(shelf: Shelf) -> Iterator[None]:
    """Keep no tables that are half built: where a run ends in the middle, only its batches' results stay."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            remove_folder(shelf.folder / BUILDING)
        raise


def group_parts(shelf: Shelf, parts: list[str]) -> list[Known]:
    """Make the ids unique and group the reports of all batches into stories, in linear memory."""
    seen: collections.Counter[str] = collections.Counter()
    ids: list[str] = []
    renamed: list[dict[str, str]] = []
    starts = [0]
    kept = [np.empty((0, stories.SKETCH), dtype=np.uint64)]
    ends = [np.zeros(1, dtype=np.int64)]
    # One file for all batches: likely pairs lie in any two of them, and to open theirs for each pair takes far longer
    # than to compare the pair.
    with atomic_stream(make_folder(shelf.folder / BUILDING) / _SHINGLES, lasting=False) as stream:
        for key in parts:
            changed = {}
            for old in shelf.table(key, "reports", ["report_id"]).column("report_id").to_pylist():
                base = old.partition("-")[0]
                seen[base] += 1
                new = base if seen[base] == 1 else f"{base}-{seen[base]}"
                if new != old:
                    changed[old] = new
                ids.append(new)
            renamed.append(changed)
            starts.append(len(ids))
            kept.append(shelf.array(key, "kept"))
            ends.append(shelf.array(key, "ends") + stream.tell() // _SHINGLE.itemsize)
            stream.write(shelf.array(key, "shingles").astype(_SHINGLE).tobytes())
    bounds = np.concatenate(ends)
    held = _mapped(shelf.folder / BUILDING / _SHINGLES)

    def shingles(at: int) -> Any:
        return held[bounds[at] : bounds[at + 1]]

    names = stories.group_sketches(ids, np.concatenate(kept), shingles)
    stories_of = dict(zip(ids, names, strict=True))
    spans = itertools.pairwise(starts)
    return [Known({i: stories_of[i] for i in ids[a:b]}, new) for (a, b), new in zip(spans, renamed, strict=True)]


def _mapped(path: Path) -> Any:
    """Numbers of a file, read where they lie; an empty file cannot be mapped."""
    return np.memmap(path, dtype=_SHINGLE, mode="r") if path.stat().st_size else np.empty(0, dtype=_SHINGLE)


def write_tables(
    shelf: Shelf,
    parts: list[str],
    known: list[Known],
    case: Case,
    refused: pd.DataFrame,
    *,
    settings: Settings,
    crew: Crew,
    draw: Callable[[Path], Page] | None = None,
) -> tuple[list[Path], dict[str, int], Page | None]:
    """Write every table by month, and what was rejected in one file; each takes the old one's place when it is whole.

    Parameters
    ----------
    shelf : Shelf
    parts : list of str
        Batches in the order of the inputs.
    known : list of Known
        Of each batch.
    case : Case
        Its routes are those of the convoys.
    refused : pandas.DataFrame
        REJECTED rows of what never came into a batch.
    settings : Settings
        With the case's pictures, which tell who held the places of the events.
    crew : Crew
        It shares the batches, places and months; what it makes is written here, in order.
    draw : callable, optional
        Draws the map from the folder of the new tables; it needs no convoys, and works while these are gathered.

    Returns
    -------
    tuple
        Folders and files, in order; the rows of what all batches make together: events, facts, convoys; and the map.
    """
    building = shelf.folder / BUILDING
    remove_folder(building)
    rough = building / "rough"
    rows = [shelf.rows(key, "claims") for key in parts]
    starts = np.cumsum([0, *rows])
    with MonthWriter(rough / "shares", shared_schema(), rough=True) as shares:
        for found in crew.each(_share_part, zip(_each(shelf), parts, known, starts.tolist(), strict=False)):
            shares.put(found)
    with MonthWriter(building / "facts", schema_of(TABLES["facts"])) as facts:
        fact_ids = group_shares(rough / "shares", sum(rows), facts, crew)
    schemas = {**{name: schema_of(TABLES[name]) for name in ("reports", "places", "claims", "findings")},
               "events": schema_of(EVENTS), "spoken": _spoken_schema()}  # fmt: skip
    with contextlib.ExitStack() as stack:
        writers = {
            name: stack.enter_context(
                MonthWriter((rough if name in _ROUGH else building) / name, schema, rough=name in _ROUGH)
            )
            for name, schema in schemas.items()
        }
        left = Departures(stack.enter_context(MonthWriter(rough / "departures", departure_schema(), rough=True)))
        of_batch = (fact_ids[a:b] for a, b in itertools.pairwise(starts))
        for made, departed in crew.each(_named_part, zip(_each(shelf), parts, known, of_batch, strict=False)):
            for name, writer in writers.items():
                writer.put(made[name])
            left.add(departed)
    with MonthWriter(building / "events", schema_of(TABLES["events"])) as counted:
        voices_of = dict(month_folders(rough / "spoken"))
        portions = (
            ([f for _, files in months for f in files], [f for month, _ in months for f in voices_of[month]], settings)
            for months in in_portions(month_folders(rough / "events"))
        )
        for found in crew.each(_counted_months, portions):
            counted.put(found)
    drawing = None if draw is None else crew.beside(draw, building)
    with MonthWriter(building / "convoys", schema_of(TABLES["convoys"])) as convoys:
        for found in gather_convoys(rough / "departures", left.places, case.routes, settings, crew):
            convoys.put(found)
    page = None if drawing is None else drawing()
    remove_folder(rough)
    shelf.open_tables(settings)
    for name in BY_MONTH:
        take_place(building / name, shelf.folder / name)
    _write_rejected(shelf, parts, refused)
    remove_folder(building)
    files = [*(shelf.folder / name for name in BY_MONTH), shelf.folder / "rejected.parquet"]
    return files, {"events": counted.rows, "facts": facts.rows, "convoys": convoys.rows}, page


def _each(shelf: Shelf) -> Iterator[Shelf]:
    # Without its lock, which stays with this process.
    return itertools.repeat(dataclasses.replace(shelf, told=[], lock=None))


def _share_part(shelf: Shelf, key: str, known: Known, at: int) -> dict[str, Any]:
    """Claims of a batch by the share of their place."""
    return share_out(_named(shelf.table(key, "claims", list(READ)), "claims", known).select(READ), at)


def _named_part(shelf: Shelf, key: str, known: Known, fact_ids: Any) -> tuple[dict[str, dict[str, Any]], Left]:
    """Rows of a batch's tables under their final ids, by month; and its departures."""
    import pyarrow as pa
    import pyarrow.compute as pc

    before = {name: shelf.table(key, name) for name in ("reports", "places", "claims")}
    tables = {name: _named(table, name, known) for name, table in before.items()}
    tables["claims"] = _put(tables["claims"], "fact_id", fact_names(fact_ids))
    ids, days = tables["reports"].column("report_id"), months_of(tables["reports"].column("published"))
    made = {}
    for name, table in tables.items():
        at = pc.index_in(table.column("report_id"), value_set=ids.combine_chunks())
        made[name] = by_month(table, days.take(at).combine_chunks())
    findings = _renamed_findings(shelf.table(key, "findings"), before["claims"], known.renamed)
    made["findings"] = by_month(findings, months_of(findings.column("day").combine_chunks()))
    gathered = shelf.table(key, "events").select(schema_of(EVENTS).names)
    frame = gathered.select(["event_id", "claim_ids", "date_from"]).to_pandas(date_as_object=False)
    if known.renamed:
        columns = (t["claims"].column("claim_id").to_pylist() for t in (before, tables))
        new = dict(zip(*columns, strict=True))
        named = ["|".join(new[c] for c in old.split("|")) for old in frame["claim_ids"]]
        # An empty list would make the column one of numbers.
        frame["claim_ids"] = pd.Series(named, index=frame.index, dtype="str")
        gathered = _put(gathered, "claim_ids", frame["claim_ids"].tolist())
    made["events"] = by_month(gathered, months_of(gathered.column("date_from").combine_chunks()))
    wanted = ["claim_id", "report_id", "value", "low", "high", "unit"]
    voice = voices(frame, tables["claims"].select(wanted).to_pandas())
    voice["story_id"] = voice["report_id"].map(known.story)
    days = pa.array(voice.pop("date_from").to_numpy(dtype="datetime64[D]"), type=pa.date32())
    spoken = pa.Table.from_pandas(voice, schema=_spoken_schema(), preserve_index=False)
    made["spoken"] = by_month(spoken, months_of(days))
    return made, departures_of(tables["claims"], tables["places"])


def _named(table: Any, name: str, known: Known) -> Any:
    """Give a batch's rows the ids and the stories that they have among all reports."""
    renamed = known.renamed
    if renamed:
        before = table.column("report_id").to_pylist()
        for column in ("report_id", *_IDS[name]):
            rows = zip(table.column(column).to_pylist(), before, strict=True)
            # Ids of mentions and claims begin with their report's.
            table = _put(table, column, [None if v is None else renamed.get(r, r) + v[len(r) :] for v, r in rows])
    if "story_id" in table.column_names:
        table = _put(table, "story_id", [known.story[i] for i in table.column("report_id").to_pylist()])
    return table


def _renamed_findings(table: Any, claims: Any, renamed: dict[str, str]) -> Any:
    """A finding names its claim, or the report and place of its words, in its id, and claims in its sentence."""
    if not renamed:
        return table
    homes = dict(zip(claims.column("claim_id").to_pylist(), claims.column("report_id").to_pylist(), strict=True))
    names, said = (table.column(c).to_pylist() for c in ("finding_id", "claim_id"))
    reports = [
        homes[claim] if claim else name.rpartition("/")[2].partition(":")[0]
        for name, claim in zip(names, said, strict=True)
    ]
    for column in ("finding_id", "claim_id", "detail"):
        rows = zip(table.column(column).to_pylist(), reports, strict=True)
        table = _put(table, column, [None if v is None else v.replace(r, renamed.get(r, r)) for v, r in rows])
    return table


def _put(table: Any, column: str, values: Sequence[str | None]) -> Any:
    import pyarrow as pa

    return table.set_column(table.column_names.index(column), column, pa.array(values, type=pa.string()))


def _spoken_schema() -> Any:
    import pyarrow as pa

    kinds = {"value": pa.float64(), "low": pa.float64(), "high": pa.float64()}
    names = ("event_id", "claim_id", "report_id", "value", "low", "high", "unit", "story_id")
    return pa.schema([(name, kinds.get(name, pa.string())) for name in names])


def _counted_months(files: list[Path], voices_of: list[Path], settings: Settings) -> dict[str, Any]:
    """Events of all batches in some months of their own days, merged: the day is a part of what an event is."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = pa.concat_tables([pq.ParquetFile(f).read() for f in files])
    spoken = pa.concat_tables([pq.ParquetFile(f).read() for f in voices_of]).to_pandas()
    merged = count_events(found.to_pandas(date_as_object=False), spoken)
    events = to_frame(TABLES["events"], pa.Table.from_pandas(merged, preserve_index=False))
    events = locate_rows(events, open_tools(settings).case, day_column="date_from")
    made = to_arrow(TABLES["events"], events)
    return by_month(made, months_of(made.column("date_from").combine_chunks()))


def _write_rejected(shelf: Shelf, parts: list[str], refused: pd.DataFrame) -> None:
    schema = schema_of(REJECTED)
    with parquet_stream(shelf.folder / "rejected.parquet", schema) as writer:
        writer.write_table(to_arrow(REJECTED, refused))
        for key in parts:
            table = shelf.table(key, "rejected")
            if len(table):
                writer.write_table(table.cast(schema))


def read_rejected(folder: Path, most: int) -> pd.DataFrame:
    """Read the first rows of what a corpus left out.

    Parameters
    ----------
    folder : pathlib.Path
        Of a corpus.
    most : int
        Rows.

    Returns
    -------
    pandas.DataFrame
        REJECTED.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema, held, count = schema_of(REJECTED), [], 0
    with pq.ParquetFile(folder / "rejected.parquet") as file:
        for batch in file.iter_batches(batch_size=min(most, 10_000)):
            held.append(batch)
            count += len(batch)
            if count >= most:
                break
    return pd.DataFrame(to_frame(REJECTED, pa.Table.from_batches(held, schema).slice(0, most)))


def sum_up(counts: list[dict[str, int]]) -> dict[str, int]:
    """Add up counts by name."""
    total: collections.Counter[str] = collections.Counter()
    for row in counts:
        total.update(row)
    return dict(total)
