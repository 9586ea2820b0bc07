"""Batches → one corpus: stories over all reports, ids that are unique, tables by month, events counted, one summary."""

from __future__ import annotations

import collections
import dataclasses
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta import stories
from geo_ghouta.corpus.columns import TABLES, schema_of, to_arrow, to_frame
from geo_ghouta.corpus.convoys import Departures, departure_schema, gather_convoys
from geo_ghouta.corpus.counting import count_events, voices
from geo_ghouta.corpus.facts import READ, fact_names, group_shares, share_out, shared_schema
from geo_ghouta.corpus.months import MonthWriter, month_folders, months_of, take_place
from geo_ghouta.files import atomic_stream
from geo_ghouta.pipeline import locate_rows
from geo_ghouta.schema import EVENTS, REJECTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from geo_ghouta.cases import Case
    from geo_ghouta.corpus.shelf import Shelf

_BUILDING = "building"
_IDS = {"places": ("mention_id",), "claims": ("claim_id", "part_of"), "reports": ()}
BY_MONTH = ("reports", "places", "claims", "events", "convoys", "facts", "findings")


@dataclasses.dataclass(frozen=True)
class Known:
    """What is known of the reports when all batches are done.

    Parameters
    ----------
    story : dict of str to str
        ``report_id`` to ``story_id``.
    renamed : list of dict
        For each batch, ids that another batch has too and their new ones.
    """

    story: dict[str, str]
    renamed: list[dict[str, str]]

    @property
    def stories(self) -> int:
        """Independent stories."""
        return len(set(self.story.values()))


def group_parts(shelf: Shelf, parts: list[str]) -> Known:
    """Make the ids unique and group the reports of all batches into stories, in linear memory."""
    seen: collections.Counter[str] = collections.Counter()
    ids: list[str] = []
    renamed: list[dict[str, str]] = []
    homes: list[int] = []
    starts = [0]
    kept = [np.empty((0, stories.SKETCH), dtype=np.uint64)]
    for number, key in enumerate(parts):
        changed = {}
        for old in shelf.table(key, "reports", ["report_id"]).column("report_id").to_pylist():
            base = old.partition("-")[0]
            seen[base] += 1
            new = base if seen[base] == 1 else f"{base}-{seen[base]}"
            if new != old:
                changed[old] = new
            ids.append(new)
            homes.append(number)
        renamed.append(changed)
        starts.append(len(ids))
        kept.append(np.array(shelf.array(key, "kept")))
    mapped = shelf.mapper()

    def shingles(at: int) -> Any:
        home = homes[at]
        ends = mapped(parts[home], "ends")
        row = at - starts[home]
        return mapped(parts[home], "shingles")[int(ends[row - 1]) if row else 0 : int(ends[row])]

    names = stories.group_sketches(ids, np.concatenate(kept), shingles)
    return Known(dict(zip(ids, names, strict=True)), renamed)


def write_tables(
    shelf: Shelf, parts: list[str], known: Known, case: Case, refused: pd.DataFrame
) -> tuple[list[Path], dict[str, int]]:
    """Write every table by month, and what was rejected in one file; each takes the old one's place when it is whole.

    Parameters
    ----------
    shelf : Shelf
    parts : list of str
        Batches in the order of the inputs.
    known : Known
    case : Case
        Its pictures tell who held the places of the events.
    refused : pandas.DataFrame
        REJECTED rows of what never came into a batch.

    Returns
    -------
    tuple
        Folders and files, in order, and the rows of what all batches make together: events, facts, convoys.
    """
    building = shelf.folder / _BUILDING
    if building.exists():
        shutil.rmtree(building)
    rough = building / "rough"
    with MonthWriter(rough / "shares", shared_schema()) as shares:
        count = 0
        for number, key in enumerate(parts):
            claims = _named(shelf.table(key, "claims", list(READ)), "claims", known, known.renamed[number])
            share_out(claims.select(READ), count, shares)
            count += len(claims)
    with MonthWriter(building / "facts", schema_of(TABLES["facts"])) as facts:
        fact_ids = group_shares(rough / "shares", count, facts)
    with (
        MonthWriter(building / "reports", schema_of(TABLES["reports"])) as reports,
        MonthWriter(building / "places", schema_of(TABLES["places"])) as places,
        MonthWriter(building / "claims", schema_of(TABLES["claims"])) as claims_by_month,
        MonthWriter(building / "findings", schema_of(TABLES["findings"])) as findings,
        MonthWriter(rough / "events", schema_of(EVENTS)) as events,
        MonthWriter(rough / "spoken", _spoken_schema()) as spoken,
        MonthWriter(rough / "departures", departure_schema()) as departures,
    ):
        left = Departures(departures)
        writers = {"reports": reports, "places": places, "claims": claims_by_month, "findings": findings,
                   "events": events, "spoken": spoken}  # fmt: skip
        for number, key in enumerate(parts):
            claims, told = _add_part(shelf, key, known, known.renamed[number], writers, fact_ids)
            fact_ids = fact_ids[len(claims) :]
            left.add(claims, told)
    with MonthWriter(building / "convoys", schema_of(TABLES["convoys"])) as convoys:
        for table in gather_convoys(rough / "departures", left.places, case):
            convoys.add(table, months_of(table.column("date_from").combine_chunks()))
    with MonthWriter(building / "events", schema_of(TABLES["events"])) as counted:
        for table, months in _counted(rough, case):
            counted.add(table, months)
    shutil.rmtree(rough)
    for name in BY_MONTH:
        take_place(building / name, shelf.folder / name)
    _write_rejected(shelf, parts, refused)
    shutil.rmtree(building)
    files = [*(shelf.folder / name for name in BY_MONTH), shelf.folder / "rejected.parquet"]
    return files, {"events": counted.rows, "facts": facts.rows, "convoys": convoys.rows}


def _add_part(
    shelf: Shelf,
    key: str,
    known: Known,
    renamed: dict[str, str],
    writers: dict[str, MonthWriter],
    fact_ids: Any,
) -> tuple[Any, Any]:
    """Write a batch's rows under their final ids; gives its claims and places."""
    import pyarrow as pa
    import pyarrow.compute as pc

    before = {name: shelf.table(key, name) for name in ("reports", "places", "claims")}
    tables = {name: _named(table, name, known, renamed) for name, table in before.items()}
    claims = _put(tables["claims"], "fact_id", fact_names(fact_ids[: len(tables["claims"])]))
    tables["claims"] = claims
    ids, days = tables["reports"].column("report_id"), months_of(tables["reports"].column("published"))
    for name, table in tables.items():
        at = pc.index_in(table.column("report_id"), value_set=ids.combine_chunks())
        writers[name].add(table, days.take(at).combine_chunks())
    findings = _renamed_findings(shelf.table(key, "findings"), before["claims"], renamed)
    writers["findings"].add(findings, months_of(findings.column("day").combine_chunks()))
    gathered = shelf.table(key, "events").select(schema_of(EVENTS).names)
    frame = gathered.select(["event_id", "claim_ids", "date_from"]).to_pandas(date_as_object=False)
    if renamed:
        columns = (t["claims"].column("claim_id").to_pylist() for t in (before, tables))
        new = dict(zip(*columns, strict=True))
        frame["claim_ids"] = ["|".join(new[c] for c in old.split("|")) for old in frame["claim_ids"]]
        gathered = _put(gathered, "claim_ids", frame["claim_ids"].tolist())
    writers["events"].add(gathered, months_of(gathered.column("date_from").combine_chunks()))
    wanted = ["claim_id", "report_id", "value", "low", "high", "unit"]
    voice = voices(frame, claims.select(wanted).to_pandas())
    voice["story_id"] = voice["report_id"].map(known.story)
    days = pa.array(voice.pop("date_from").to_numpy(dtype="datetime64[D]"), type=pa.date32())
    spoken = writers["spoken"]
    spoken.add(pa.Table.from_pandas(voice, schema=spoken.schema, preserve_index=False), months_of(days))
    return claims, tables["places"]


def _named(table: Any, name: str, known: Known, renamed: dict[str, str]) -> Any:
    """Give a batch's rows the ids and the stories that they have among all reports."""
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


def _counted(rough: Path, case: Case) -> Iterator[tuple[Any, Any]]:
    """Events of all batches, merged a month of their own days at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    voices_of = dict(month_folders(rough / "spoken"))
    for month, files in month_folders(rough / "events"):
        found = pa.concat_tables([pq.ParquetFile(f).read() for f in files])
        spoken = pa.concat_tables([pq.ParquetFile(f).read() for f in voices_of[month]]).to_pandas()
        merged = count_events(found.to_pandas(date_as_object=False), spoken)
        events = to_frame(TABLES["events"], pa.Table.from_pandas(merged, preserve_index=False))
        events = locate_rows(events, case, day_column="date_from")
        yield to_arrow(TABLES["events"], events), pa.array([month] * len(events))


def _write_rejected(shelf: Shelf, parts: list[str], refused: pd.DataFrame) -> None:
    import pyarrow.parquet as pq

    schema = schema_of(REJECTED)
    with atomic_stream(shelf.folder / "rejected.parquet") as stream, pq.ParquetWriter(stream, schema) as writer:
        writer.write_table(to_arrow(REJECTED, refused))
        for key in parts:
            table = shelf.table(key, "rejected")
            if len(table):
                writer.write_table(table.cast(schema))


def sum_up(counts: list[dict[str, int]]) -> dict[str, int]:
    """Add up counts by name."""
    total: collections.Counter[str] = collections.Counter()
    for row in counts:
        total.update(row)
    return dict(total)
