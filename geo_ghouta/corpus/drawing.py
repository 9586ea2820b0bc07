"""The map of a big corpus: events told by most stories within a stated size of page; the rest stay in the files."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta import maps
from geo_ghouta.corpus.columns import TABLES, schema_of, to_frame
from geo_ghouta.corpus.months import month_folders
from geo_ghouta.errors import UsageError
from geo_ghouta.files import write_text
from geo_ghouta.schema import CLAIMS, EVENTS, REPORTS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from geo_ghouta.cases import Case

BUDGET_MB = 5.0
"""Size of a page that a phone still opens at once."""
MAX_BUDGET_MB = 1_000
"""Largest page that may be asked for."""
MAX_EVENTS = 20_000
_EVENT_BYTES, _CLAIM_BYTES, _REPORT_BYTES = 30, 70, 250
"""What an event, one of its claims and a report that is new to the page take, packed: the first estimate."""
_FIRST, _NEXT = 0.96, 0.97
"""Part of the budget that is aimed at, by the first estimate and by one that a page has set right."""
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
    told, claims : int
        Claims on the page, and in the corpus.
    """

    path: Path
    shown: int
    events: int
    size: int
    budget: int
    told: int = 0
    claims: int = 0

    @property
    def message(self) -> str:
        """What the user should know of it."""
        rest = self.claims - self.told
        if self.shown == self.events:
            alone = f" and their {self.told:,} claims; {rest:,} more claims are of no event, all are in claims/"
            return f"the map shows all {self.events:,} events" + (alone if rest > 0 else "")
        return (
            f"the map shows the {self.shown:,} events told by most stories, of {self.events:,}: the page's budget is "
            f"{self.budget / 1e6:g} MB (raise it with --page-budget); all are in events/, their claims in claims/"
        )


def draw_corpus(
    case: Case,
    folder: Path,
    path: Path,
    *,
    budget_mb: float = BUDGET_MB,
    language: str = "en",
    bare: str | None = None,
) -> Drawn:
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
    bare : str, optional
        What :func:`check_budget` gave for the same case and language, so that it need not be drawn again.

    Returns
    -------
    Drawn

    Raises
    ------
    UsageError
        If the case alone, without an event, is larger than the budget.
    """
    return write_page(draw_page(case, folder, budget_mb=budget_mb, language=language, bare=bare), path)


@dataclasses.dataclass(frozen=True)
class Page:
    """A map that is not yet written: page, events on it and in the corpus, bytes, budget, claims on it and in all."""

    text: str
    shown: int
    events: int
    size: int
    budget: int
    told: int
    claims: int


def write_page(page: Page, path: Path) -> Drawn:
    """Write what :func:`draw_page` made."""
    return Drawn(write_text(path, page.text), page.shown, page.events, page.size, page.budget, page.told, page.claims)


def draw_page(
    case: Case, folder: Path, *, budget_mb: float = BUDGET_MB, language: str = "en", bare: str | None = None
) -> Page:
    """Draw the map as :func:`draw_corpus` does, without writing it: another process may do so while this one works."""
    budget = int(budget_mb * 1e6)
    bare = check_budget(case, budget_mb, language) if bare is None else bare
    ground = len(bare.encode("utf-8", "replace"))
    ranked, spoken, events = _ranked(folder)
    sizes = _sizes(spoken)
    count = _fitting(sizes, _FIRST * (budget - ground))
    claims = _counted(folder / "claims")
    best, page, size, told = 0, bare, ground, 0
    for _ in range(_ROUNDS):
        made, spoken_of = _page(case, folder, ranked[:count], language, claims)
        length = len(made.encode("utf-8", "replace"))
        if length <= budget and count >= best:
            best, page, size, told = count, made, length, spoken_of
        # Pages take seconds: how far the estimate was wrong here tells how many events fit.
        real = max(1, length - ground) / sizes[count - 1] if count else 1.0
        fitting = _fitting(sizes, _NEXT * (budget - ground) / real)
        if length <= budget and fitting <= 1.1 * count:
            break
        count = fitting
    return Page(page, best, events, size, budget, told, claims)


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
    page, _ = _page(case, case.folder, [], language, 0)
    size = len(page.encode("utf-8", "replace"))
    if size > budget_mb * 1e6:
        message = (
            f"page budget {budget_mb:g} MB: the case alone takes {size / 1e6:.1f} MB; give at least that with "
            "--page-budget, or --no-map"
        )
        raise UsageError(message)
    return page


def _ranked(folder: Path) -> tuple[list[str], list[str], int]:
    """Ids of the events told by most stories, these first; the claims of each; and how many events there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    order = [("stories", "descending"), ("claims", "descending"), ("event_id", "ascending")]
    columns = [*(name for name, _ in order), "claim_ids"]
    tables, events = [schema_of(TABLES["events"]).empty_table().select(columns)], 0
    for _, files in month_folders(folder / "events"):
        for file in files:
            table = pq.ParquetFile(file).read(columns)
            events += len(table)
            # No more of a month than can come onto the page is held.
            tables.append(table.sort_by(order).slice(0, MAX_EVENTS).cast(tables[0].schema))
    ranked = pa.concat_tables(tables).sort_by(order).slice(0, MAX_EVENTS)
    return ranked.column("event_id").to_pylist(), ranked.column("claim_ids").to_pylist(), events


def _sizes(spoken: list[str]) -> NDArray[np.float64]:
    """Estimate the bytes that the first so many events take together, for each number of them."""
    met: set[str] = set()
    sizes = []
    for ids in spoken:
        claims = ids.split("|")
        # A claim's id is its report's with the kind and the place in the text behind it.
        reports = {claim.rsplit("-", 2)[0] for claim in claims} - met
        met |= reports
        sizes.append(_EVENT_BYTES + _CLAIM_BYTES * len(claims) + _REPORT_BYTES * len(reports))
    return np.cumsum(sizes, dtype=np.float64)


def _fitting(sizes: NDArray[np.float64], room: float) -> int:
    """How many of the first events fit."""
    return int(np.searchsorted(sizes, room, side="right"))


def _counted(folder: Path) -> int:
    """Rows of a table, without reading any."""
    import pyarrow.parquet as pq

    return sum(pq.ParquetFile(file).metadata.num_rows for _, files in month_folders(folder) for file in files)


def _page(case: Case, folder: Path, chosen: list[str], language: str, total: int) -> tuple[str, int]:
    """The page of these events, and how many claims they have."""
    events = to_frame(TABLES["events"], _picked(folder / "events", "event_id", chosen, TABLES["events"]))
    wanted = sorted({c for ids in events["claim_ids"] for c in ids.split("|")})
    claims = to_frame(TABLES["claims"], _picked(folder / "claims", "claim_id", wanted, TABLES["claims"]))
    told = sorted(set(claims["report_id"]))
    reports = _picked(folder / "reports", "report_id", told, TABLES["reports"]).to_pandas(date_as_object=False)
    page = maps.page_html(
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
            # Convoys are gathered while the page is drawn, and lie in their own tables.
            totals={"claims": total, "convoys": None},
        )
    )
    return page, len(claims)


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
