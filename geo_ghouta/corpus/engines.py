"""Who does the work: this process, processes of this machine, or a Dask cluster; function and rows are the same."""

from __future__ import annotations

import collections
import contextlib
from typing import TYPE_CHECKING, Any

from geo_ghouta.corpus.extracting import Part, Settings, extract, prepare
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from geo_ghouta.reports import Batch

AHEAD = 2
"""Batches a worker that are on their way at once; it bounds what is in memory."""
RESTARTS = 3
"""Times in a row that killed workers are replaced before a batch is done."""
TIMEOUT_S = 30
_Task = tuple[str, "Batch"]


def run(
    tasks: Iterable[_Task], settings: Settings, *, workers: int = 1, scheduler: str | None = None
) -> Iterator[tuple[str, Part]]:
    """Work on batches as they come; results come as they are ready, each under its batch's key.

    Parameters
    ----------
    tasks : iterable of (str, Batch)
        Drawn from only as fast as the work goes.
    settings : Settings
    workers : int
        Processes of this machine; 1 is this process itself.
    scheduler : str, optional
        Address of a Dask scheduler, ``tcp://host:port``; ``workers`` does not count then.

    Raises
    ------
    UsageError
        If there is no such scheduler, or the extra for it is not installed.
    InputError
        If workers are killed again and again.
    """
    if scheduler is not None:
        return _cluster(tasks, settings, scheduler)
    if workers > 1:
        return _processes(tasks, settings, workers)
    return ((key, extract(batch, settings)) for key, batch in tasks)


def _processes(tasks: Iterable[_Task], settings: Settings, workers: int) -> Iterator[tuple[str, Part]]:
    import concurrent.futures as cf
    import multiprocessing
    from concurrent.futures.process import BrokenProcessPool

    # spawn, not fork: the same on every system, and no thread's lock is copied in a locked state.
    context = multiprocessing.get_context("spawn")
    source = iter(tasks)
    again: collections.deque[_Task] = collections.deque()
    broken = 0
    while True:
        waiting: dict[Any, _Task] = {}
        with cf.ProcessPoolExecutor(workers, context, prepare, (settings,)) as pool:
            try:
                while True:
                    while len(waiting) < workers * AHEAD and (task := _next(again, source)) is not None:
                        again.append(task)  # not lost if the pool breaks in this very moment
                        waiting[pool.submit(extract, task[1], settings)] = task
                        again.pop()
                    if not waiting:
                        return
                    ready, _ = cf.wait(waiting, return_when=cf.FIRST_COMPLETED)
                    for future in ready:
                        part = future.result()
                        key, _ = waiting.pop(future)
                        broken = 0
                        yield key, part
            except (KeyboardInterrupt, GeneratorExit):
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            except BrokenProcessPool as error:
                broken += 1
                again.extend(waiting.values())
                if broken > RESTARTS:
                    message = (
                        f"worker processes were killed {broken} times (out of memory?); what is done is kept: run the "
                        "same command again with fewer workers or a smaller --batch"
                    )
                    raise InputError(message) from error


def _next(again: collections.deque[_Task], source: Iterator[_Task]) -> _Task | None:
    return again.popleft() if again else next(source, None)


def _cluster(tasks: Iterable[_Task], settings: Settings, address: str) -> Iterator[tuple[str, Part]]:
    try:
        import distributed

        # Not typed by its authors.
        connect: Any = distributed.Client
        wait: Any = distributed.wait
    except ImportError as error:
        message = "--scheduler needs the extra 'cluster'; run pip install 'geo-ghouta[cluster]'"
        raise UsageError(message) from error
    try:
        client: Any = connect(address, timeout=TIMEOUT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"{shown(address)}: no Dask scheduler answers within {TIMEOUT_S} s; start one with 'dask scheduler'"
        raise UsageError(message) from error
    with contextlib.closing(client):
        width = max(1, sum(client.nthreads().values())) * AHEAD
        source = iter(tasks)
        waiting: dict[Any, str] = {}
        while True:
            while len(waiting) < width and (task := next(source, None)) is not None:
                # The settings travel with each batch: a worker that joins late, or comes back, needs nobody else.
                future = client.submit(extract, task[1], settings, key=f"geo-ghouta-{task[0]}", retries=2)
                waiting[future] = task[0]
            if not waiting:
                return
            try:
                with client.as_current():
                    ready = wait(list(waiting), return_when="FIRST_COMPLETED").done
                for future in ready:
                    part = future.result()
                    key = waiting.pop(future)
                    yield key, part
            except (distributed.KilledWorker, OSError, TimeoutError) as error:
                message = (
                    f"{shown(address)}: the cluster lost its workers ({shown(str(error), 120)}); what is done is kept: "
                    "run the same command again"
                )
                raise InputError(message) from error
