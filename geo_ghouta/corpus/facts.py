"""Facts of a whole corpus: claims of any reports that speak of one event, grouped a part of the places at a time."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta.claims import fact_places, group_facts
from geo_ghouta.corpus.columns import TABLES, schema_of, to_arrow
from geo_ghouta.corpus.months import by_month, in_portions, month_folders, months_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from geo_ghouta.corpus.engines import Crew
    from geo_ghouta.corpus.months import MonthWriter

SHARES = 32
"""Parts that the places are put into: each is grouped by itself, so that a part of the claims is in memory."""
TOP = 5
"""Figures kept of a fact; the claims of all of them stand in ``claims/`` under its ``fact_id``."""
READ = ("claim_id", "report_id", "start", "kind", "value", "low", "high", "unit", "scope", "modality", "actor",
        "speaker", "origin", "origin_id", "origin_holder", "destination", "place", "place_id", "part_of", "counted",
        "date_from", "date_to", "date_text", "story_id")  # fmt: skip
"""Columns of CLAIMS that facts are made of."""
_SURE_FIRST = ("happened", "under_way", "planned", "expected", "proposed", "conditional", "denied")
_TOLD = ("kind", "unit", "scope", "origin", "destination", "place", "date_from", "date_to")
_VALUES = ("value", "low", "high")
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_NO_FACT = np.iinfo(np.uint64).max


def share_out(table: Any, at: int) -> dict[str, Any]:
    """Part a batch's claims into their places' shares, for a writer with :func:`shared_schema`.

    Parameters
    ----------
    table : pyarrow.Table
        Columns ``READ`` of CLAIMS.
    at : int
        Number of its first row in the corpus.
    """
    import pyarrow as pa

    frame = table.select(["report_id", "story_id", "origin", "origin_id", "origin_holder", "place", "place_id"])
    places = fact_places(frame.to_pandas())
    # crc32 is the same in every process, unlike hash().
    codes, names = pd.factorize(places)
    shares = np.array([f"{zlib.crc32(str(name).encode('utf-8', 'replace')) % SHARES:02d}" for name in names], object)
    numbered = table.append_column("row", pa.array(np.arange(at, at + len(table)), type=pa.int64()))
    return by_month(numbered, pa.array(shares[codes] if len(codes) else [], type=pa.string()))


def shared_schema() -> Any:
    """Arrow schema of the shares."""
    import pyarrow as pa

    known = schema_of(TABLES["claims"])
    return pa.schema([known.field(name) for name in READ] + [pa.field("row", pa.int64())])


def group_shares(folder: Path, count: int, writer: MonthWriter, crew: Crew) -> NDArray[np.uint64]:
    """Group the claims of each share into facts, and write those that tell a figure.

    Parameters
    ----------
    folder : path
        Of the shares.
    count : int
        Claims of the corpus.
    writer : MonthWriter
        Of the facts.
    crew : Crew
        It shares the shares.

    Returns
    -------
    numpy.ndarray
        Shape (count,): each claim's fact, as :func:`fact_names` spells it.
    """
    ids = np.full(count, _NO_FACT, dtype=np.uint64)
    portions = ([files for _, files in portion] for portion in in_portions(month_folders(folder)))
    for rows, named, told in crew.each(_group_portion, ((portion,) for portion in portions)):
        ids[rows] = named
        writer.put(told)
    return ids


def _group_portion(shares: list[list[Path]]) -> tuple[NDArray[np.int64], NDArray[np.uint64], dict[str, Any]]:
    """Rows of some shares, the fact of each, and the facts that tell a figure by month: no fact is in two shares."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = [pa.concat_tables([pq.ParquetFile(file).read() for file in files]).sort_by("row") for files in shares]
    frame = pa.concat_tables(tables).to_pandas(date_as_object=False)
    facts = group_facts(frame)
    counted = count_facts(frame.assign(fact_id=facts))
    if len(tables) > 1:
        # In the order of the shares, however many were worked on at once.
        share_of = dict(zip(facts, np.repeat(np.arange(len(tables)), [len(t) for t in tables]).tolist(), strict=True))
        order = np.argsort([share_of[fact] for fact in counted["fact_id"]], kind="stable")
        counted = counted.iloc[order].reset_index(drop=True)
    told = to_arrow(TABLES["facts"], counted)
    named = np.array([int(name[1:], 16) for name in facts], dtype=np.uint64)
    return frame["row"].to_numpy(), named, by_month(told, months_of(told.column("date_from").combine_chunks()))


def fact_names(ids: NDArray[np.uint64]) -> list[str]:
    """Spell facts as the claims' ``fact_id``.

    Examples
    --------
    >>> fact_names(np.array([255], dtype=np.uint64))
    ['f0000000000ff']
    """
    return [f"f{number:012x}" for number in ids.tolist()]


def count_facts(claims: pd.DataFrame) -> pd.DataFrame:
    """Put the figures that are given of each fact side by side; nothing is summed or averaged.

    Parameters
    ----------
    claims : pandas.DataFrame
        Columns ``READ`` and ``fact_id``.

    Returns
    -------
    pandas.DataFrame
        One row a fact that any claim gives a figure of, sorted by ``fact_id``: ``lowest`` and ``highest`` of them all,
        ``rivals`` whether they differ, and in ``figures`` those that most stories give, with who says so.
    """
    bounds = claims[["low", "value", "high"]].astype("float64")
    known = claims[bounds.notna().any(axis=1)].copy()
    known[["low", "value", "high"]] = bounds.loc[known.index]
    known["_sure"] = known["modality"].map({word: rank for rank, word in enumerate(_SURE_FIRST)})
    known = known.sort_values(["fact_id", "_sure", "claim_id"], kind="stable")
    groups = known.groupby("fact_id", sort=True)
    out = groups[list(_TOLD)].first()
    out["modality"] = groups["_sure"].min().map(dict(enumerate(_SURE_FIRST)))
    out["lowest"] = groups[["low", "value", "high"]].min().min(axis=1)
    out["highest"] = groups[["low", "value", "high"]].max().max(axis=1)
    for name, column in (("claims", "claim_id"), ("reports", "report_id"), ("stories", "story_id")):
        out[name] = groups[column].nunique()
    figures, many = _figures(known)
    out["rivals"] = pd.Series(many, dtype="bool")
    out["figures"] = pd.Series(figures, dtype="object")
    return out.reset_index()


def _figures(claims: pd.DataFrame) -> tuple[dict[str, str], dict[str, bool]]:
    """Of each fact the figures given, as JSON, and whether there is more than one."""
    found: dict[str, dict[tuple[float | None, ...], list[tuple[str, str, str | None]]]] = {}
    columns = [claims[name].astype("object").where(claims[name].notna(), None).tolist() for name in _VALUES]
    columns += [claims[name].tolist() for name in ("fact_id", "claim_id", "story_id")]
    said = claims["speaker"].astype("object").where(claims["speaker"].notna(), None).tolist()
    for value, low, high, fact, claim, story, speaker in zip(*columns, said, strict=True):
        found.setdefault(fact, {}).setdefault((value, low, high), []).append((claim, story, speaker))
    told, many = {}, {}
    for fact, mine in found.items():
        lines = [_line(figure, who) for figure, who in mine.items()]
        if len(lines) > 1:
            lines.sort(key=lambda line: (-line["stories"], line["claim_id"]))
        told[fact] = _JSON.encode(lines[:TOP])
        many[fact] = len(mine) > 1
    return told, many


def _line(figure: tuple[float | None, ...], said: list[tuple[str, str, str | None]]) -> dict[str, Any]:
    """One figure of a fact: in how many stories, who says so, and its first claim."""
    line: dict[str, Any] = {name: number for name, number in zip(_VALUES, figure, strict=True) if number is not None}
    if len(said) == 1:
        first, _, speaker = said[0]
        stories, speakers = 1, [] if speaker is None else [speaker]
    else:
        first = min(claim for claim, _, _ in said)
        stories = len({story for _, story, _ in said})
        speakers = sorted({speaker for _, _, speaker in said if speaker is not None})[:TOP]
    line["stories"] = stories
    if speakers:
        line["speakers"] = speakers
    line["claim_id"] = first
    return line
