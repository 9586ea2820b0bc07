"""Who does the work: this process, processes of this machine, or a Dask cluster; functions and rows are the same."""

from __future__ import annotations

import collections
import contextlib
import gc
import logging
import os
import signal
import threading
import time
import warnings
from typing import TYPE_CHECKING, Any, TypeVar

from geo_ghouta.corpus.extracting import Part, Settings, extract, prepare
from geo_ghouta.cycles import SELDOM
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from types import TracebackType

    from geo_ghouta.reports import Batch

AHEAD = 2
"""Batches a worker that are on their way at once; it bounds what is in memory."""
RESTARTS = 3
"""Times in a row that killed workers are replaced before a batch is done."""
TIMEOUT_S = 30
PATIENCE_S = 120
"""Seconds that a cluster is waited for whose workers are all gone, or of which nobody answers any more."""
STALL_S = 1800
"""Seconds without any result after which a cluster is given up that does answer; bigger batches get more."""
REPORT_S = 0.2
"""Seconds for each report of a batch, where these make more; it is about ten times what one takes."""
LOOK_S = 5
"""Seconds after which a cluster that has sent nothing is asked for its workers, and processes are looked at."""
_KEPT = "what is done is kept: run the same command again"
_LOUD = ("distributed.client", "distributed.core", "distributed.comm", "tornado.application", "asyncio")
_T = TypeVar("_T")
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
        if self._processes is not None:
            self._processes.start()
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

    def beside(self, function: Callable[..., _T], *arguments: Any) -> Callable[[], _T]:
        """Let one of the processes call a function while the others go on with what comes next.

        Returns
        -------
        callable
            Waits for the result and gives it. Where there are no processes, the function is called only then.
        """
        if self._processes is None:
            return lambda: function(*arguments)
        return self._processes.begin(function, arguments)


class _Processes:
    """Processes of this machine: they begin before the first task and end with this one; those killed are replaced."""

    def __init__(self, settings: Settings, workers: int) -> None:
        self._settings, self._workers = settings, workers
        self._pool: Any = None
        self._lifeline: Any = None
        self._begun: Any = None

    def start(self) -> None:
        """Let the processes begin, so that they have imported and opened what they need when there is work."""
        from concurrent.futures.process import BrokenProcessPool

        with contextlib.suppress(BrokenProcessPool):  # one that ends at once is told of by the first task
            for _ in range(self._workers):
                self._submit(os.getpid)

    def _submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        import concurrent.futures as cf
        import multiprocessing

        if self._pool is None:
            # spawn, not fork: the same on every system, and no thread's lock is copied in a locked state.
            context: Any = multiprocessing.get_context("spawn")
            _begin_tracker()
            held, self._lifeline = context.Pipe(duplex=False)
            self._begun = _Begun(context)
            self._pool = cf.ProcessPoolExecutor(self._workers, self._begun, _begin, (prepare, self._settings, held))
        with _deaf():
            return self._pool.submit(function, *arguments)

    def close(self, *, wait: bool) -> None:
        """Let the processes go; without waiting they end at once, in the middle of what they do."""
        if self._pool is not None:
            if not wait:
                self._begun.kill()
            # They are waited for even so: what ends while the interpreter does cannot be interrupted without a trace.
            self._pool.shutdown(cancel_futures=not wait)
            self._lifeline.close()
            self._pool = None

    def begin(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[[], Any]:
        """Call a function in one of the processes; what is given waits for its result."""
        import concurrent.futures as cf
        from concurrent.futures.process import BrokenProcessPool

        future: Any = None
        with contextlib.suppress(BrokenProcessPool):
            future = self._submit(function, *arguments)

        def result() -> Any:
            if future is not None:
                with contextlib.suppress(BrokenProcessPool, cf.CancelledError):
                    self._ready([future])
                    return future.result()
            # A process was killed meanwhile, and its work with it: it is done anew.
            return next(self.work(function, iter([("", arguments)])))[1]

        return result

    def work(
        self, function: Callable[..., Any], tasks: Iterable[_Call], *, in_order: bool = False
    ) -> Iterator[tuple[str, Any]]:
        """Results of the tasks as they are ready, or in the order of the tasks."""
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
                        waiting[self._submit(function, *task[1])] = task
                        again.popleft()
                    if not waiting:
                        return
                    for future in self._ready([next(iter(waiting))] if in_order else list(waiting)):
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

    def _ready(self, futures: list[Any]) -> Any:
        """Wait until some of these are done, also where a process was killed while it sent a result."""
        import concurrent.futures as cf

        while not (done := cf.wait(futures, timeout=LOOK_S, return_when=cf.FIRST_COMPLETED).done):
            if self._begun.lost():  # who reads would wait for the rest of that result, and who writes for their turn
                self._begun.kill()
        return done


class _Begun:
    """A way to begin processes that keeps them, so that they can be ended while they are still importing."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._processes: list[Any] = []
        self._results: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def Process(self, *arguments: Any, **named: Any) -> Any:  # noqa: N802 - as a context calls it
        """Make a process."""
        self._processes.append(self._context.Process(*arguments, **named))
        return self._processes[-1]

    def SimpleQueue(self) -> Any:  # noqa: N802 - as a context calls it
        """Make what the results are sent by."""
        self._results = self._context.SimpleQueue()
        return self._results

    def lost(self) -> bool:
        """Whether one of them has ended."""
        return any(process.exitcode is not None for process in self._processes)

    def kill(self) -> None:
        """End those that live."""
        for process in self._processes:
            with contextlib.suppress(ValueError):  # done with already
                if process.is_alive():
                    process.kill()
        # Nobody else could write there any more: who waits for the rest of a result that is half sent learns so.
        with contextlib.suppress(AttributeError, OSError):
            self._results._writer.close()  # noqa: SLF001 - it has no name of its own


def _begin_tracker() -> None:
    """Begin Python's process that takes away what killed ones leave: it outlives a kill -9, and need not warn of it."""
    if os.name != "posix":
        return
    from multiprocessing import resource_tracker

    name, quiet = "PYTHONWARNINGS", "ignore:resource_tracker:UserWarning"
    before = os.environ.get(name)
    os.environ[name] = f"{before},{quiet}" if before else quiet
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _begin(first: Callable[[Settings], None], settings: Settings, lifeline: Connection) -> None:
    """Begin a process of the pool: one that ends when its parent does, however that ends."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    # What is to be warned of is said once, by the process that the user sees.
    warnings.simplefilter("ignore")
    first(settings)
    # What is open now stays: it need not be looked through again and again.
    gc.freeze()
    gc.set_threshold(*SELDOM)


def _end_with(lifeline: Connection) -> None:
    # Nothing is ever sent: reading ends when the other end is closed, by its owner or by the system after a kill -9.
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that begin here never hear of Ctrl-C: a terminal sends it to all, and each would print a trace."""
    if not hasattr(signal, "pthread_sigmask"):  # no such thing on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
        stack.callback(_let_go, client)
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
        watch = _Watch(client, address, settings.parameters["reports_a_batch"])
        while True:
            while len(waiting) < width and (task := next(source, None)) is not None:
                # The settings travel with each batch: a worker that joins late, or comes back, needs nobody else.
                future = client.submit(extract, task[1], settings, key=f"geo-ghouta-{task[0]}", retries=2)
                waiting[future] = task[0]
            if not waiting:
                return
            try:
                for future in _ready(client, list(waiting), watch):
                    try:
                        part = future.result(timeout=LOOK_S)
                    except TimeoutError:  # it was done, but whoever held it is gone: somebody has to do it again
                        watch.look()
                        continue
                    key = waiting.pop(future)
                    yield key, part
                    # Not before: what is made of a result here is no time in which the cluster kept still.
                    watch.begin()
            except (distributed.KilledWorker, concurrent.futures.CancelledError, OSError) as error:
                said = shown(str(error).partition("\n")[0], 120)
                message = f"{shown(address)}: the cluster lost its workers or its scheduler ({said}); {_KEPT}"
                raise InputError(message) from error


def _let_go(client: Any) -> None:
    """Close the connection; a scheduler that does not answer is left as it is, and hides no other error."""
    with contextlib.suppress(TimeoutError, OSError):
        client.close(timeout=LOOK_S)


def _ready(client: Any, futures: list[Any], watch: _Watch) -> Any:
    """Wait until some of the tasks are done; a cluster that keeps still is waited for only so long."""
    import distributed

    wait: Any = distributed.wait
    while True:
        try:
            with client.as_current():
                return wait(futures, timeout=LOOK_S, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            watch.look()  # a batch may take long; that there is nobody to work on it is another thing


class _Watch:
    """How long a cluster has kept still: since its last result, and since a worker of it last gave a sign of life."""

    def __init__(self, client: Any, address: str, reports: int) -> None:
        self._client = client
        self._address = shown(address)
        self._stall = max(STALL_S, REPORT_S * reports)
        self.begin()

    def begin(self) -> None:
        """Begin anew: there was a result."""
        self._result = self._sign = time.monotonic()
        self._seen: dict[str, Any] = {}

    def look(self) -> None:
        """Look for signs of life; raise InputError where there have been none for too long, or no result."""
        workers = self._workers()
        now = time.monotonic()
        # A worker that works gives its sign every few seconds, also within a batch; one that hangs gives none.
        if any(self._seen.get(name) != sign for name, sign in (workers or {}).items()):
            self._sign = now
        self._seen = self._seen if workers is None else workers
        if now - self._sign >= PATIENCE_S:
            if workers is None:
                told = f"the scheduler has not answered for {PATIENCE_S:g} s; {_KEPT} when it does"
            elif workers:
                told = f"none of its workers has answered for {PATIENCE_S:g} s; {_KEPT} when they do, or with others"
            else:
                told = (
                    f"its last worker is gone, and none has joined for {PATIENCE_S:g} s; {_KEPT} when there are "
                    f"workers ('dask worker {self._address}')"
                )
        elif now - self._result >= self._stall:
            told = (
                f"its workers answer, but no batch was done for {self._stall:g} s; {_KEPT} with a smaller --batch, or "
                "look at the workers' logs first"
            )
        else:
            return
        raise InputError(f"{self._address}: {told}")

    def _workers(self) -> dict[str, Any] | None:
        """When each worker last gave a sign, by the scheduler's clock; none where the scheduler does not answer."""
        try:
            told = self._client.sync(self._client.scheduler.identity, callback_timeout=LOOK_S)
        except TimeoutError:
            return None
        return {name: worker.get("last_seen") for name, worker in told["workers"].items()}


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
