"""Who does the work: this process, processes of this machine, or a Dask cluster; functions and rows are the same."""

from __future__ import annotations

import collections
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

from geo_ghouta.corpus.extracting import Part, Settings, extract, prepare
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from geo_ghouta.reports import Batch

AHEAD = 2
"""Batches a worker that are on their way at once; it bounds what is in memory."""
RESTARTS = 3
"""Times in a row that killed workers are replaced before a batch is done."""
TIMEOUT_S = 30
PATIENCE_S = 120
"""Seconds that a cluster whose workers are all gone is waited for."""
LOOK_S = 5
"""Seconds after which a cluster that has sent nothing is asked for its workers."""
_KEPT = "what is done is kept: run the same command again"
_LOUD = ("distributed.client", "distributed.core", "distributed.comm", "tornado.application", "asyncio")
_Task = tuple[str, "Batch"]
_Call = tuple[str, tuple[Any, ...]]
"""Name of a task, and the arguments of the function that does it."""


class Crew:
    """Who works on batches, and afterwards on what all of them make together; use as a context manager.

    Parameters
    ----------
    settings : Settings
    workers : int
        Processes of this machine; 1 is this process itself.
    scheduler : str, optional
        Address of a Dask scheduler, ``tcp://host:port``; ``workers`` does not count then.
    """

    def __init__(self, settings: Settings, *, workers: int = 1, scheduler: str | None = None) -> None:
        self._settings = settings
        self._scheduler = scheduler
        self._processes = _Processes(settings, workers) if workers > 1 and scheduler is None else None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._processes is not None:
            self._processes.close(wait=kind is None)

    def run(self, tasks: Iterable[_Task]) -> Iterator[tuple[str, Part]]:
        """Work on batches as they come; results come as they are ready, each under its batch's key.

        Parameters
        ----------
        tasks : iterable of (str, Batch)
            Drawn from only as fast as the work goes.

        Raises
        ------
        UsageError
            If there is no such scheduler, or the extra for it is not installed.
        InputError
            If workers are killed again and again.
        """
        settings = self._settings
        if self._scheduler is not None:
            return _cluster(tasks, settings, self._scheduler)
        if self._processes is not None:
            return self._processes.work(extract, ((key, (batch, settings)) for key, batch in tasks))
        return ((key, extract(batch, settings)) for key, batch in tasks)

    def each(self, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Call a function with each of these arguments; results come in the order of the calls.

        The processes share the calls. They read files of this machine, so a cluster leaves them to this process.
        """
        if self._processes is None:
            return (function(*arguments) for arguments in calls)
        return (made for _, made in self._processes.work(function, (("", a) for a in calls), in_order=True))


class _Processes:
    """Processes of this machine: they start with the first task and stay; those that are killed are replaced."""

    def __init__(self, settings: Settings, workers: int) -> None:
        self._settings, self._workers = settings, workers
        self._pool: Any = None

    def _opened(self) -> Any:
        import concurrent.futures as cf
        import multiprocessing

        if self._pool is None:
            # spawn, not fork: the same on every system, and no thread's lock is copied in a locked state.
            context = multiprocessing.get_context("spawn")
            self._pool = cf.ProcessPoolExecutor(self._workers, context, prepare, (self._settings,))
        return self._pool

    def close(self, *, wait: bool) -> None:
        """Let the processes go; without waiting, what is not begun is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=not wait)
            self._pool = None

    def work(
        self, function: Callable[..., Any], tasks: Iterable[_Call], *, in_order: bool = False
    ) -> Iterator[tuple[str, Any]]:
        """Results of the tasks as they are ready, or in the order of the tasks."""
        import concurrent.futures as cf
        from concurrent.futures.process import BrokenProcessPool

        source = iter(tasks)
        again: collections.deque[_Call] = collections.deque()
        broken = 0
        while True:
            waiting: dict[Any, _Call] = {}
            try:
                while True:
                    while len(waiting) < self._workers * AHEAD and (task := _next(again, source)) is not None:
                        again.appendleft(task)  # not lost if the pool breaks in this very moment
                        waiting[self._opened().submit(function, *task[1])] = task
                        again.popleft()
                    if not waiting:
                        return
                    first = [next(iter(waiting))]
                    ready = first if in_order else cf.wait(waiting, return_when=cf.FIRST_COMPLETED).done
                    for future in ready:
                        made = future.result()
                        key, _ = waiting.pop(future)
                        broken = 0
                        yield key, made
            except BrokenProcessPool as error:
                broken += 1
                again.extendleft(reversed(waiting.values()))
                self.close(wait=True)
                if broken > RESTARTS:
                    message = (
                        f"worker processes were killed {broken} times (out of memory?); what is done is kept: run the "
                        "same command again with fewer workers or a smaller --batch"
                    )
                    raise InputError(message) from error


def _next(again: collections.deque[_Call], source: Iterator[_Call]) -> _Call | None:
    return again.popleft() if again else next(source, None)


def _cluster(tasks: Iterable[_Task], settings: Settings, address: str) -> Iterator[tuple[str, Part]]:
    import concurrent.futures

    try:
        import distributed

        # Not typed by its authors.
        connect: Any = distributed.Client
    except ImportError as error:
        message = "--scheduler needs the extra 'cluster'; run pip install 'geo-ghouta[cluster]'"
        raise UsageError(message) from error
    with contextlib.ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            client: Any = connect(address, timeout=TIMEOUT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            message = (
                f"{shown(address)}: no Dask scheduler answers within {TIMEOUT_S} s; start one with 'dask scheduler'"
            )
            raise UsageError(message) from error
        stack.enter_context(contextlib.closing(client))
        try:
            client.wait_for_workers(1, timeout=TIMEOUT_S)
        except TimeoutError as error:
            message = (
                f"{shown(address)}: no worker has joined this scheduler within {TIMEOUT_S} s; start one with "
                f"'dask worker {shown(address)}'"
            )
            raise UsageError(message) from error
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
                for future in _ready(client, list(waiting), address):
                    part = future.result()
                    key = waiting.pop(future)
                    yield key, part
            except (distributed.KilledWorker, concurrent.futures.CancelledError, OSError) as error:
                said = shown(str(error).partition("\n")[0], 120)
                message = f"{shown(address)}: the cluster lost its workers or its scheduler ({said}); {_KEPT}"
                raise InputError(message) from error


def _ready(client: Any, futures: list[Any], address: str) -> Any:
    """Wait until some of the tasks are done; a cluster without any worker is waited for only so long."""
    import distributed

    wait: Any = distributed.wait
    deserted: float | None = None
    while True:
        try:
            with client.as_current():
                return wait(futures, timeout=LOOK_S, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            # A batch may take long; that there is nobody to work on it is another thing.
            if client.nthreads():
                deserted = None
                continue
        now = time.monotonic()
        deserted = now if deserted is None else deserted
        if now - deserted >= PATIENCE_S:
            message = (
                f"{shown(address)}: its last worker is gone, and none has joined for {PATIENCE_S:g} s; {_KEPT} when "
                f"there are workers ('dask worker {shown(address)}')"
            )
            raise InputError(message)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the logs of the cluster's own library off the screen: what goes wrong ends the run in one line of ours."""
    loggers = [logging.getLogger(name) for name in ("distributed", *_LOUD)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
