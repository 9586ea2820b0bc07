"""Recognise place mentions in a text: REPORTS → MENTIONS. Offsets are those of the untouched text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.cycles import uncollected
from geo_ghouta.schema import tables
from geo_ghouta.toponyms.finder import Mention, find_in_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from geo_ghouta.schema import Actor, Index

__all__ = ["Mention", "find_in_text", "find_mentions"]

_COLUMNS = ("mention_id", "report_id", "start", "end", "text", "form", "relation", "context", "key")
_NO_TEXT = frozenset({"front_matter"})


def find_mentions(
    reports: pd.DataFrame,
    marks: pd.DataFrame | None,
    index: Index,
    actors: Sequence[Actor] = (),
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """Find the place names of every report.

    Parameters
    ----------
    reports : pandas.DataFrame
        REPORTS.
    marks : pandas.DataFrame or None
        MARKS; front matter is not read, a marked dateline is believed.
    index : Index
        From ``gazetteer.open_index``.
    actors : sequence of Actor
        The case's actors, whose names are no places.
    progress : callable, optional
        Called with the reports done and the reports in all.

    Returns
    -------
    pandas.DataFrame
        MENTIONS, in the order of the reports and their texts.

    Examples
    --------
    >>> from geo_ghouta.gazetteer import open_index
    >>> from geo_ghouta.schema import REPORTS
    >>> report = {"report_id": "r1", "doc_id": "a", "text": "Talks in Syria went on.", "published_basis": "unknown",
    ...           "path": "a.txt", "sha256": "0", "text_sha256": "0"}
    >>> find_mentions(REPORTS.table([report]), None, open_index([], world=False))["text"].tolist()
    ['Syria']
    """
    skipped: dict[str, list[tuple[int, int]]] = {}
    datelines: dict[str, tuple[int, int]] = {}
    if marks is not None and len(marks):
        columns = (marks[c].tolist() for c in ("report_id", "start", "end", "kind"))
        for report, start, end, kind in zip(*columns, strict=True):
            if kind in _NO_TEXT:
                skipped.setdefault(report, []).append((int(start), int(end)))
            elif kind == "dateline":
                datelines[report] = int(start), int(end)
    with uncollected():
        rows = _rows(reports, index, tuple(actors), skipped, datelines, progress)
    told = dict(zip(_COLUMNS, zip(*rows, strict=True), strict=False))
    mentions: pd.DataFrame = tables.MENTIONS.of_columns(told, len(rows))
    return mentions


def _rows(
    reports: pd.DataFrame,
    index: Index,
    actors: tuple[Actor, ...],
    skipped: dict[str, list[tuple[int, int]]],
    datelines: dict[str, tuple[int, int]],
    progress: Callable[[int, int], None] | None,
) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for done, (report, text) in enumerate(zip(reports["report_id"].tolist(), reports["text"].tolist(), strict=True)):
        if progress:
            progress(done, len(reports))
        found = find_in_text(text, index, actors, datelines.get(report, (0, 0)))
        for without in skipped.get(report, ()):
            found = [m for m in found if not without[0] <= m.start < without[1]]
        rows += [
            (f"{report}:{start}", report, start, end, words, form, relation or None, context or None, key or words)
            for start, end, words, form, relation, context, key in found
        ]
    return rows
