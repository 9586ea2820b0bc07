"""A corpus from beginning to end: stream, work, keep, and put together."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta import gazetteer
from geo_ghouta.addresses import is_address, local_part, plain_path
from geo_ghouta.cases import Case, open_case
from geo_ghouta.corpus.drawing import BUDGET_MB, MAX_BUDGET_MB, check_budget, draw_page, write_page
from geo_ghouta.corpus.engines import Crew
from geo_ghouta.corpus.extracting import make_settings
from geo_ghouta.corpus.finishing import count_stories, group_parts, half_built, sum_up, write_tables
from geo_ghouta.corpus.shelf import open_shelf, tool_of
from geo_ghouta.corpus.sources import label_of
from geo_ghouta.corpus.splitting import Intake, batch_key, check_encoding
from geo_ghouta.corpus.telling import PROV, corpus_prov, list_outputs, rests_on, tables_of
from geo_ghouta.cycles import seldom_collected
from geo_ghouta.errors import GhoutaError, OutputError, UsageError, is_disk_full
from geo_ghouta.files import dump_json, home_folder, shown, write_text
from geo_ghouta.reports.gathering import named_paths
from geo_ghouta.schema import REJECTED, note_files, stack
from geo_ghouta.schema.vocabulary import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pandas as pd

    from geo_ghouta.reports import Batch

BATCH = 500
"""Reports a batch."""
_NAMED = 5
"""Changed files that are named in one line."""


@dataclasses.dataclass(frozen=True)
class Corpus:
    """What was built.

    Parameters
    ----------
    folder : pathlib.Path
    summary : dict
        Counts: in = placed + unplaced + rejected, for each input and in all.
    files : list of pathlib.Path
        Folders and files written.
    refused : pandas.DataFrame
        REJECTED rows of inputs, files and records that never came into a batch, and of the case.
    told : list of str
        What the user should know.
    """

    folder: Path
    summary: dict[str, Any]
    files: list[Path]
    refused: pd.DataFrame
    told: list[str]


@dataclasses.dataclass
class _Plan:
    """Batches in the order of the inputs, with whose they are."""

    intakes: list[Intake]
    apart: Path
    keys: list[str] = dataclasses.field(default_factory=list)
    sources: dict[str, tuple[str, str]] = dataclasses.field(default_factory=dict)
    owners: list[int] = dataclasses.field(default_factory=list)

    def tasks(self, size: int, order: str | None, encoding: str | None, settings: str) -> Iterator[tuple[str, Batch]]:
        seen: set[Any] = set()
        known: set[str] = set()
        for owner, intake in enumerate(self.intakes):
            for batch in intake.batches(size, order=order, encoding=encoding, seen=seen, apart=self.apart):
                key = batch_key(batch, settings)
                while key in known:
                    # The very same words under the same name a second time: two batches all the same.
                    key = batch_key(batch, key)
                known.add(key)
                self.keys.append(key)
                self.owners.append(owner)
                self.sources[key] = (batch.path, batch.sha256) if batch.sha256 else ("", "")
                yield key, batch


def build_corpus(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    case: Case | str | os.PathLike[str] | None = None,
    published: str | None = None,
    source: str | None = None,
    gazetteers: Iterable[str | os.PathLike[str]] = (),
    world: bool | str = "auto",
    encoding: str | None = None,
    day_order: str | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    batch: int = BATCH,
    page: bool = True,
    page_budget_mb: float = BUDGET_MB,
    progress: Callable[[int, int], None] | None = None,
) -> Corpus:
    """Build a corpus: the street over any number of reports, every table of it by month, in bounded memory.

    Parameters
    ----------
    paths : path or address, or an iterable of them
        JSON Lines, CSV or Parquet files, folders, zips; ``s3://…`` and the like with the extra ``cluster``.
    folder : path
        New, empty, or of an earlier run, which is taken up again where it stopped.
    case : Case or path, optional
        Default the bundled case.
    published, source, encoding, day_order : str, optional
        See :func:`geo_ghouta.reports.read_reports`.
    gazetteers : iterable of path
        Place lists of one's own.
    world : bool or "auto"
        Use the world gazetteer.
    workers : int
        Processes of this machine.
    scheduler : str, optional
        Address of a Dask scheduler that does the work instead.
    batch : int
        Reports a batch.
    page : bool
        Draw the map ``map.html``.
    page_budget_mb : float
        Largest size of that page.
    progress : callable, optional
        Called with the reports done and the reports taken up again from an earlier run.

    Returns
    -------
    Corpus

    Raises
    ------
    UsageError
        If the folder holds something else or the inputs, or an option cannot be used.

    Examples
    --------
    >>> import tempfile
    >>> from geo_ghouta.cases import bundled_case
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = build_corpus([bundled_case() / "reports"], place, world=False, page=False)
    ...     sum(made.summary[k] for k in ("placed", "unplaced", "rejected")) == made.summary["in"]
    True
    """
    target = Path(folder)
    names = sorted({plain_path(str(p)) for p in named_paths(paths)})
    _check(names, target, batch, workers, page_budget_mb, encoding)
    opened = case if isinstance(case, Case) else open_case(case)
    lists = named_paths(gazetteers)
    noted = [*opened.sources, *note_files("place_list", lists), *gazetteer.note_added()]
    own = [gazetteer.read_places(path, area=opened.file.area) for path in lists]
    settings = make_settings(
        opened,
        published=published,
        source=source,
        encoding=encoding,
        day_order=day_order,
        gazetteers=tuple(table for table, _ in own),
        world=world,
        size=batch,
    )
    with contextlib.ExitStack() as held:
        held.enter_context(seldom_collected())
        held.enter_context(_way_on_told())
        # First of all, since processes take seconds to begin.
        crew = held.enter_context(Crew(settings, workers=workers, scheduler=scheduler))
        bare = check_budget(opened, page_budget_mb) if page else None
        shelf = held.enter_context(contextlib.closing(open_shelf(target, settings)))
        plan = _Plan([Intake(name) for name in names], target)
        again = 0

        def missing() -> Iterator[tuple[str, Batch]]:
            nonlocal again
            for key, piece in plan.tasks(batch, day_order, encoding, settings.key):
                if not shelf.has(key):
                    yield key, piece
                    continue
                again += 1
                if progress:
                    progress(0, shelf.counts(key)["in"])

        for key, part in crew.run(missing()):
            shelf.put(key, part, plan.sources[key])
            if progress:
                progress(part.counts["in"], 0)
        if again:
            shelf.told.append(f"{again:,} of {len(plan.keys):,} batches were done before and were taken up again")
        if changed := shelf.changed(plan.sources):
            rest = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
            told = ", ".join(shown(name) for name in changed[:_NAMED])
            shelf.told.append(f"changed since an earlier run: {told}{rest}; read anew, nothing of before is used")
        refused = stack(
            REJECTED,
            [opened.rejected, *(bad for _, bad in own), *(REJECTED.table(i.troubles.rows) for i in plan.intakes)],
        )
        draw = None if bare is None else functools.partial(draw_page, opened, budget_mb=page_budget_mb, bare=bare)
        with half_built(shelf):
            known = group_parts(shelf, plan.keys)
            files, made, drawing = write_tables(
                shelf, plan.keys, known, opened, refused, settings=settings, crew=crew, draw=draw
            )
        summary = _summary(plan, [shelf.counts(key) for key in plan.keys], count_stories(known), made)
        if drawing is not None:
            drawn = write_page(drawing, target / "map.html")
            files.append(drawn.path)
            summary["map"] = {"shown": drawn.shown, "events": drawn.events, "bytes": drawn.size, "budget": drawn.budget}
            summary["map"] |= {"claims": drawn.told, "all_claims": drawn.claims}
            shelf.told.append(drawn.message)
        elif (target / "map.html").exists():
            shelf.told.append("map.html is of an earlier run, and shows what was read then")
        files.append(write_text(target / "summary.json", dump_json(summary, indent=1) + "\n"))
        shelf.sweep(plan.keys)
        inputs = [
            {**row, "files": intake.files, "sha256": intake.digest, "tables": tables_of(intake)}
            for row, intake in zip(summary["inputs"], plan.intakes, strict=True)
        ]
        outputs = list_outputs(target, files)
        run = {"tool": tool_of(settings), "parameters": settings.parameters, "inputs": inputs, "outputs": outputs}
        more = rests_on(opened, [source for source in noted if page or source.kind != "backdrop"])
        files.append(write_text(target / PROV, dump_json(corpus_prov({**run, **more}), indent=1) + "\n"))
        outputs += list_outputs(target, files[-1:])
        shelf.write_manifest(settings, inputs, plan.keys, outputs, more=more, done=True)
        return Corpus(target, summary, files, refused, shelf.told)


@contextlib.contextmanager
def _way_on_told() -> Iterator[None]:
    """Say what to do where the disk is full: the batches that are done are whole."""
    try:
        yield
    except OutputError as error:
        if is_disk_full(error.__cause__):
            message = f"{error}; batches that are done are kept: make room and run the same command again"
            raise OutputError(message) from error.__cause__
        raise


def _summary(plan: _Plan, counts: list[dict[str, int]], stories: int, made: dict[str, int]) -> dict[str, Any]:
    inputs = []
    labels = _labels([intake.name for intake in plan.intakes])
    for number, intake in enumerate(plan.intakes):
        own = sum_up([c for c, owner in zip(counts, plan.owners, strict=True) if owner == number])
        refused = len(intake.troubles.errors)
        row: dict[str, Any] = {
            "input": labels[number],
            "in": intake.count,
            "placed": own.get("placed_reports", 0),
            "unplaced": own.get("unplaced_reports", 0),
            "rejected": own.get("rejected", 0) + refused,
        }
        if row["in"] != row["placed"] + row["unplaced"] + row["rejected"]:
            message = f"{row['input']}: the counts do not add up ({row}); this is a fault of ours, please report it"
            raise GhoutaError(message)
        inputs.append(row)
    total = sum_up(counts)
    sums = {k: sum(row[k] for row in inputs) for k in ("in", "placed", "unplaced", "rejected")}
    return {
        **sums,
        "reports": sums["placed"] + sums["unplaced"],
        "reports_without_day": total.get("reports_without_day", 0),
        "stories": stories,
        "names": {k: total.get(k, 0) for k in ("mentions", "placed", "unplaced", "not_a_place")},
        "claims": {k: total.get(k, 0) for k in ("claims", "claims_with_place", "claims_with_day")},
        **made,
        "findings": {k: total.get(k, 0) for k in VERDICTS},
        "batches": len(counts),
        "inputs": inputs,
    }


def _check(
    names: list[str], target: Path, batch: int, workers: int, page_budget_mb: float, encoding: str | None
) -> None:
    """Refuse what cannot be used before any work, and before anything is written."""
    if batch < 1 or workers < 1:
        message = f"batch {batch}, workers {workers}: both are numbers from 1"
        raise UsageError(message)
    if not 0 < page_budget_mb <= MAX_BUDGET_MB:  # nor is it "not a number"
        message = f"page budget {page_budget_mb:g} MB: give a number up to {MAX_BUDGET_MB:,}"
        raise UsageError(message)
    check_encoding(encoding)
    out = Path(os.path.realpath(target))  # unlike resolve(), it takes links that lead to themselves
    for name in names:
        if not name:
            message = "'': an empty path; name the files or folders to read"
            raise UsageError(message)
        place = local_part(name)
        if place is not None and Path(os.path.realpath(place)).is_relative_to(out):
            message = f"{shown(name)}: lies in the output folder {shown(str(target))}; choose another with -o"
            raise UsageError(message)


def _labels(names: list[str]) -> list[str]:
    """What inputs are called in outputs: no folder of the user's, but where it alone tells two of one name apart."""
    plain = [label_of(n) for n in names]
    labels = []
    for label, name in zip(plain, names, strict=True):
        alike = [Path(n).absolute() for n, p in zip(names, plain, strict=True) if p == label]
        if len(alike) > 1 and not is_address(name):
            above = Path(os.path.commonpath(alike))
            # From a folder above the user's home on, the way down would tell their name.
            home = home_folder()
            if home is None or not home.is_relative_to(above):
                label = Path(name).absolute().relative_to(above).as_posix()
        labels.append(shown(label, 300))
    return labels
