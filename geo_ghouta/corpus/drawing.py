"""The map of a big corpus: events told by most stories within a stated size of page; the rest stay in the files."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import maps
from geo_ghouta.corpus.columns import TABLES, schema_of, to_frame
from geo_ghouta.corpus.months import month_folders
from geo_ghouta.errors import UsageError
from geo_ghouta.files import write_text
from geo_ghouta.schema import CLAIMS, EVENTS, REPORTS

if TYPE_CHECKING:
    from pathlib import Path

    from geo_ghouta.cases import Case

BUDGET_MB = 5.0
"""Size of a page that a phone still opens at once."""
MAX_BUDGET_MB = 1_000
"""Largest page that may be asked for."""
MAX_EVENTS = 20_000
_EVENT_BYTES = 900
"""First estimate of an event with its claims on the page; the next one is measured."""
_ROUNDS = 4


@dataclasses.dataclass(frozen=True)
class Drawn:
    """A map that was written.

    Parameters
    ----------
    path : pathlib.Path
    shown, events : int
        Events on the page, and in the corpus.
    size, budget : int
        Bytes.
    """

    path: Path
    shown: int
    events: int
    size: int
    budget: int

    @property
    def message(self) -> str:
        """What the user should know of it."""
        if self.shown == self.events:
            return f"the map shows all {self.events:,} events"
        return (
            f"the map shows the {self.shown:,} events told by most stories, of {self.events:,}: the page's budget is "
            f"{self.budget / 1e6:g} MB (raise it with --page-budget); all are in events/, their claims in claims/"
        )


def draw_corpus(case: Case, folder: Path, path: Path, *, budget_mb: float = BUDGET_MB, language: str = "en") -> Drawn:
    """Write the map of a corpus: events by place and day with their counts and top claims.

    Parameters
    ----------
    case : Case
        Its pictures, routes and ground are drawn below the events.
    folder : path
        Folder that :func:`geo_ghouta.corpus.build_corpus` wrote.
    path : path
        Page to write.
    budget_mb : float
        Largest page, in millions of bytes.
    language : str

    Returns
    -------
    Drawn

    Raises
    ------
    UsageError
        If the case alone, without an event, is larger than the budget.
    """
    budget = int(budget_mb * 1e6)
    bare = check_budget(case, budget_mb, language)
    ground = len(bare.encode("utf-8", "replace"))
    ranked = _ranked(folder)
    count = min(len(ranked), MAX_EVENTS, (budget - ground) // _EVENT_BYTES)
    best, page, size = 0, bare, ground
    for _ in range(_ROUNDS):
        made = _page(case, folder, ranked[:count], language)
        length = len(made.encode("utf-8", "replace"))
        if length <= budget and count >= best:
            best, page, size = count, made, length
        each = max(1.0, (length - ground) / max(count, 1))
        fitting = min(len(ranked), MAX_EVENTS, int(0.97 * (budget - ground) / each))
        if length <= budget and fitting <= 1.1 * count:
            break
        count = fitting
    return Drawn(write_text(path, page), best, len(ranked), size, budget)


def check_budget(case: Case, budget_mb: float, language: str = "en") -> str:
    """Draw the case alone, which every map of its corpora holds.

    Returns
    -------
    str
        The page.

    Raises
    ------
    UsageError
        If it is larger than the budget.
    """
    page = _page(case, case.folder, [], language)
    size = len(page.encode("utf-8", "replace"))
    if size > budget_mb * 1e6:
        message = (
            f"page budget {budget_mb:g} MB: the case alone takes {size / 1e6:.1f} MB; give at least that with "
            "--page-budget, or --no-map"
        )
        raise UsageError(message)
    return page


def _ranked(folder: Path) -> list[str]:
    """Ids of all events, those told by most stories first."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = ["event_id", "stories", "claims"]
    tables = [pq.ParquetFile(f).read(columns) for _, files in month_folders(folder / "events") for f in files]
    if not tables:
        return []
    order = [("stories", "descending"), ("claims", "descending"), ("event_id", "ascending")]
    ranked: list[str] = pa.concat_tables(tables).sort_by(order).column("event_id").to_pylist()
    return ranked


def _page(case: Case, folder: Path, chosen: list[str], language: str) -> str:
    events = to_frame(TABLES["events"], _picked(folder / "events", "event_id", chosen, TABLES["events"]))
    wanted = sorted({c for ids in events["claim_ids"] for c in ids.split("|")})
    claims = to_frame(TABLES["claims"], _picked(folder / "claims", "claim_id", wanted, TABLES["claims"]))
    told = sorted(set(claims["report_id"]))
    reports = _picked(folder / "reports", "report_id", told, TABLES["reports"]).to_pandas(date_as_object=False)
    return maps.page_html(
        maps.MapInput(
            casefile=case.file,
            pictures=case.pictures,
            gazetteer=case.gazetteer,
            routes=case.routes,
            backdrop=case.backdrop,
            events=EVENTS.check(events.drop(columns=["reports", "top_claims"])),
            claims=CLAIMS.check(pd.DataFrame(claims.drop(columns="geometry"))),
            # The texts stay where they are: the page quotes nothing.
            reports=REPORTS.check(reports.assign(text="")),
            language=language,
        )
    )


def _picked(folder: Path, column: str, values: list[str], contract: Any) -> Any:
    """Rows whose id is among these, a file at a time, in the order of the files."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    schema = schema_of(contract)
    asked = pa.array(values, type=pa.string())
    found = [schema.empty_table()]
    for _, files in month_folders(folder) if values else []:
        for file in files:
            for batch in pq.ParquetFile(file).iter_batches():
                rows = pa.Table.from_batches([batch])
                found.append(rows.filter(pc.is_in(rows.column(column), value_set=asked)).cast(schema))
    return pa.concat_tables(found)
