"""Serial, processes of this machine, a Dask cluster: the same bytes, also when a worker is killed in the middle."""

from __future__ import annotations

import concurrent.futures as cf
import contextlib
import gc
import importlib.util
import itertools
import json
import os
import signal
import subprocess
import sys
import time
import types
import weakref
from pathlib import Path

import pytest
from benchmarks import generate
from loopback import free_port

from geo_ghouta.cases import open_case
from geo_ghouta.corpus import build_corpus, engines, finishing, months
from geo_ghouta.corpus.extracting import make_settings
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.reports import Batch

COUNT = 40
TABLES = ("reports", "places", "claims", "events", "convoys", "facts", "findings", "rejected.parquet", "summary.json")


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "made.jsonl"
    made = generate.reports(COUNT, seed=5, copies=0.3)
    rows = [json.dumps(r | {"published": f"2018-03-{1 + n // 2:02d}"}, ensure_ascii=False) for n, r in enumerate(made)]
    rows.insert(9, "{ broken")
    path.write_text("\n".join(rows), "utf-8")
    return path


def build(lines, out, **options):
    return build_corpus([lines], out, world=False, page=False, batch=4, **options)


@pytest.fixture(scope="module")
def serial(lines, tmp_path_factory):
    return tree(build(lines, tmp_path_factory.mktemp("serial") / "out").folder)


def tree(folder: Path) -> dict[str, bytes]:
    files = [f for name in TABLES for f in (sorted((folder / name).rglob("*.parquet")) or [folder / name])]
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in files}


def test_two_processes_write_the_same_bytes(lines, serial, tmp_path):
    assert tree(build(lines, tmp_path / "out", workers=2).folder) == serial


def test_killed_process_costs_no_row(lines, serial, tmp_path, monkeypatch):
    # The first results are in: then one of the two processes is killed from outside.
    psutil = pytest.importorskip("psutil")

    killed = []

    def progress(_new, _again):
        if not killed:
            children = [c for c in psutil.Process().children() if "spawn_main" in " ".join(c.cmdline())]
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)

    made = build(lines, tmp_path / "out", workers=2, progress=progress)
    assert killed
    assert tree(made.folder) == serial


def test_processes_that_are_killed_again_and_again_end_the_run(monkeypatch):
    # Each process ends as it begins: its initialiser is os._exit(9).
    monkeypatch.setattr(engines, "prepare", os._exit)
    tasks = [(str(n), Batch("a.jsonl")) for n in range(3)]
    with engines.Crew(9, workers=2) as crew, pytest.raises(InputError, match="killed 4 times"):
        list(crew.run(tasks))


def test_batches_are_drawn_only_as_fast_as_the_work_goes():
    settings = make_settings(open_case(), world=False)
    drawn = []

    def tasks():
        for number in range(12):
            drawn.append(number)
            row = (number, {"text": f"Ten buses left Arbin on day {number}.", "doc_id": str(number)})
            yield str(number), Batch("a.csv", rows=(row,), sha256="0")

    with engines.Crew(settings, workers=2) as crew:
        results = crew.run(tasks())
        next(results)
        assert len(drawn) <= 2 * engines.AHEAD + 1
        assert len(list(results)) == 11


def _doubled(mark, number):
    """The first call of all takes its process down with it."""
    with contextlib.suppress(FileExistsError):
        mark.open("x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_shared_calls_give_their_results_in_order_also_when_a_process_is_killed(tmp_path):
    settings = make_settings(open_case(), world=False)
    with engines.Crew(settings, workers=2) as crew:
        made = list(crew.each(_doubled, ((tmp_path / "killed", n) for n in range(20))))
    assert (tmp_path / "killed").exists()
    assert made == [2 * n for n in range(20)]
    with engines.Crew(settings) as alone:
        assert list(alone.each(_doubled, ((tmp_path / "killed", n) for n in range(20)))) == made


def test_call_beside_the_others_gives_its_result_also_when_a_process_is_killed(tmp_path):
    settings = make_settings(open_case(), world=False)
    with engines.Crew(settings, workers=2) as crew:
        beside = crew.beside(_doubled, tmp_path / "killed", 100)
        assert list(crew.each(_doubled, ((tmp_path / "killed", n) for n in range(20)))) == [2 * n for n in range(20)]
        assert beside() == 200
    assert (tmp_path / "killed").exists()
    with engines.Crew(settings) as alone:
        assert alone.beside(_doubled, tmp_path / "killed", 100)() == 200


def _torn(mark, number):
    """The first call of all is killed when a part of its result is on its way: what a result is sent by is held then."""
    from multiprocessing import connection

    def sending(self, data, _write=None):
        os.write(self.fileno(), bytes(data[:2]))
        os.kill(os.getpid(), signal.SIGKILL)

    with contextlib.suppress(FileExistsError):
        mark.open("x").close()
        connection.Connection._send = sending
    return 2 * number


@pytest.mark.skipif(os.name != "posix", reason="no kill -9 on this system")
@pytest.mark.parametrize("way", ["each", "beside", "run"])
def test_process_that_is_killed_while_it_sends_its_result_stops_no_run(tmp_path, monkeypatch, way):
    monkeypatch.setattr(engines, "LOOK_S", 0.5)
    settings = make_settings(open_case(), world=False)
    wanted = [2 * n for n in range(20)]
    calls = [(tmp_path / "killed", n) for n in range(20)]
    with engines.Crew(settings, workers=2) as crew:
        if way == "each":
            assert list(crew.each(_torn, calls)) == wanted
        elif way == "beside":
            beside = crew.beside(_torn, *calls[9])
            assert beside() == 18
        else:
            made = crew._processes.work(_torn, ((str(n), call) for n, call in enumerate(calls)))
            assert sorted(made) == sorted((str(n), 2 * n) for n in range(20))
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(os.name != "posix", reason="no kill -9 on this system")
def test_run_that_is_given_up_while_a_result_is_half_sent_ends(tmp_path):
    settings = make_settings(open_case(), world=False)
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), engines.Crew(settings, workers=2) as crew:  # noqa: PT012
        crew.beside(_torn, tmp_path / "killed", 1)
        while not (tmp_path / "killed").exists():
            assert time.monotonic() - begun < 60
            time.sleep(0.05)
        time.sleep(0.5)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 60


@pytest.fixture
def cluster(tmp_path, request):
    """A scheduler and two workers, each a process of its own, on the loopback; torn down by their ids."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("distributed is not installed: pip install 'geo-ghouta[cluster]'")
    request.getfixturevalue("socket_enabled")
    address = f"tcp://127.0.0.1:{free_port()}"
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False", "PYTHONWARNINGS": "ignore"}
    dask = [sys.executable, "-m", "dask"]
    started = [
        subprocess.Popen([*dask, "scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard"],
                         cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL),
    ]  # fmt: skip
    for name in ("one", "two"):
        command = [*dask, "worker", address, "--nworkers", "1", "--nthreads", "1", "--name", name, "--no-nanny", "--no-dashboard",
                   "--host", "127.0.0.1", "--local-directory", str(tmp_path / name)]  # fmt: skip
        started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL))
    try:
        import distributed

        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=90)
        yield address, started
    finally:
        for process in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        for process in started:
            process.wait(timeout=30)


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("after", "which"), [(1, slice(1, 2)), (10, slice(1, 2)), (None, slice(0, 3))])
def test_cluster_writes_the_same_bytes_also_with_a_worker_killed(
    lines, serial, cluster, tmp_path, monkeypatch, after, which
):
    """After the first batch or near the last one, or while tables are built and written, the scheduler then too."""
    address, processes = cluster
    killed, done = [], []

    def kill(*_):
        for process in processes[which]:
            killed.append(process.pid)
            process.kill()

    def progress(new, _again):
        done.extend([new] if new else [])
        if len(done) == after and not killed:
            kill()

    if after is None:
        real = finishing.MonthWriter.put
        monkeypatch.setattr(finishing.MonthWriter, "put", lambda *given: (killed or kill(), real(*given)))
    made = build(lines, tmp_path / "killed", scheduler=address, progress=progress)
    assert len(killed) == len(processes[which])
    assert [p.wait(timeout=10) for p in processes[which]] == [-signal.SIGKILL] * len(killed)
    assert all(p.poll() is None for p in processes if p.pid not in killed)
    assert tree(made.folder) == serial


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore")
def test_cluster_whose_workers_are_all_gone_is_told_after_a_stated_time(lines, serial, cluster, tmp_path, monkeypatch):
    address, processes = cluster
    monkeypatch.setattr(engines, "LOOK_S", 0.5)

    def progress(_new, _again):
        # Not before: workers that still import what they need may keep still for longer.
        monkeypatch.setattr(engines, "PATIENCE_S", 2)
        for process in processes[1:]:
            process.kill()

    told = r"its last worker is gone, and none has joined for 2 s; what is done is kept: run the same command again"
    with pytest.raises(InputError, match=told):
        build(lines, tmp_path / "out", scheduler=address, progress=progress)
    made = build(lines, tmp_path / "out")
    assert any("were done before and were taken up again" in line for line in made.told)
    assert tree(made.folder) == serial


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("stopped", "told"), [
    (slice(1, None), "none of its workers has answered for 2 s; what is done is kept: run the same command again when"),
    (slice(0, 1), "the scheduler has not answered for 2 s; what is done is kept: run the same command again when it"),
])  # fmt: skip
def test_cluster_that_is_there_and_does_not_answer_is_told(lines, cluster, tmp_path, monkeypatch, stopped, told):
    address, processes = cluster
    monkeypatch.setattr(engines, "LOOK_S", 0.5)
    stops = []

    def progress(_new, _again):
        monkeypatch.setattr(engines, "PATIENCE_S", 2)
        for process in processes[stopped]:
            os.kill(process.pid, signal.SIGSTOP)
        stops.append(time.monotonic())

    with pytest.raises(InputError, match=told):
        build(lines, tmp_path / "out", scheduler=address, progress=progress)
    assert time.monotonic() - stops[-1] < 20
    for process in processes[stopped]:
        os.kill(process.pid, signal.SIGCONT)
    monkeypatch.setattr(engines, "PATIENCE_S", 120)
    made = build(lines, tmp_path / "out", scheduler=address)
    assert any("were done before and were taken up again" in line for line in made.told)


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore")
def test_scheduler_that_is_killed_leaves_one_line_and_what_is_done(lines, serial, cluster, tmp_path, capfd):
    address, processes = cluster
    capfd.readouterr()
    with pytest.raises(InputError, match="the cluster lost its workers or its scheduler"):
        build(lines, tmp_path / "out", scheduler=address, progress=lambda _new, _again: processes[0].kill())
    assert capfd.readouterr().err == ""  # no trace of its library
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"manifest.json", "parts"}
    made = build(lines, tmp_path / "out")
    assert any("were done before and were taken up again" in line for line in made.told)
    assert tree(made.folder) == serial


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore")
def test_scheduler_that_is_not_there_is_told(lines, tmp_path, monkeypatch, request):
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("distributed is not installed: pip install 'geo-ghouta[cluster]'")
    request.getfixturevalue("socket_enabled")
    monkeypatch.setattr(engines, "TIMEOUT_S", 1)
    begun = time.monotonic()
    with pytest.raises(UsageError, match="no Dask scheduler answers"):
        build(lines, tmp_path / "out", scheduler=f"tcp://127.0.0.1:{free_port()}")
    assert time.monotonic() - begun < 60


class Cluster:
    """Stand-in for a Dask cluster of which a part is gone."""

    def __init__(self, *, workers: int) -> None:
        self.workers = workers
        self.clock = itertools.count()
        self.KilledWorker = type("KilledWorker", (Exception,), {})

    def Client(self, *_where, **_how):
        return self

    def wait_for_workers(self, count, timeout):
        if self.workers < count:
            raise TimeoutError(timeout)

    def nthreads(self):
        return {str(n): 1 for n in range(self.workers)}

    def submit(self, *_task, **_how):
        return object()

    def as_current(self):
        return contextlib.nullcontext()

    def wait(self, *_futures, **_how):
        raise cf.CancelledError("1 Future cancelled:\nscheduler-connection-lost")

    scheduler = types.SimpleNamespace(identity=None)

    def sync(self, *_function, callback_timeout):
        """Each worker gives a sign of life between two looks."""
        return {"workers": {str(n): {"last_seen": next(self.clock)} for n in range(self.workers)}}

    def close(self, timeout=None):
        pass


def test_scheduler_without_workers_is_told(lines, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", Cluster(workers=0))
    with pytest.raises(UsageError, match=r"no worker has joined .* 'dask worker tcp://127.0.0.1:1'"):
        build(lines, tmp_path / "out", scheduler="tcp://127.0.0.1:1")


def test_scheduler_that_goes_away_is_told(lines, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", Cluster(workers=2))
    with pytest.raises(InputError, match=r"lost .* scheduler \(1 Future cancelled:\); what is done is kept"):
        build(lines, tmp_path / "out", scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize("fetched", [True, False])
def test_cluster_that_answers_and_brings_no_result_is_given_up_in_the_end(lines, tmp_path, monkeypatch, fetched):
    class Unfetched:
        def result(self, timeout):
            time.sleep(timeout)
            raise TimeoutError

    def wait(futures, timeout, **_how):
        if fetched:
            return types.SimpleNamespace(done=futures)
        time.sleep(timeout)
        raise TimeoutError

    there = Cluster(workers=2)
    there.wait, there.submit = wait, lambda *_task, **_how: Unfetched()
    monkeypatch.setitem(sys.modules, "distributed", there)
    for name, seconds in {"LOOK_S": 0.05, "PATIENCE_S": 0.5, "STALL_S": 1, "REPORT_S": 0.3}.items():
        monkeypatch.setattr(engines, name, seconds)
    begun = time.monotonic()
    # Four reports a batch, 0.3 s each.
    with pytest.raises(InputError, match=r"its workers answer, but no batch was done for 1.2 s; what is done is kept"):
        build(lines, tmp_path / "out", scheduler="tcp://127.0.0.1:1")
    assert time.monotonic() - begun < 20


def test_missing_extra_is_told(lines, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"geo-ghouta\[cluster\]"):
        build(lines, tmp_path / "out", scheduler="tcp://127.0.0.1:1")


def test_R9_no_more_than_a_few_batches_and_rows_are_held(lines, serial, tmp_path, monkeypatch):
    # Weak references tell what is still in memory: of eleven batches and their results never more than two are.
    batches, parts, most = [], [], []
    real = engines.extract

    def watching(batch, settings):
        part = real(batch, settings)
        batches.append(weakref.ref(batch))
        parts.append(weakref.ref(part))
        gc.collect()
        most.append([sum(ref() is not None for ref in refs) for refs in (batches, parts)])
        return part

    monkeypatch.setattr(engines, "extract", watching)
    # Rows of months go to their files long before all are there.
    monkeypatch.setattr(months, "ROWS_HELD", 50)
    monkeypatch.setattr(months, "PORTION", 50)
    held = []
    flush = months.MonthWriter._flush
    monkeypatch.setattr(months.MonthWriter, "_flush", lambda self: held.append(self._waiting) or flush(self))
    made = build(lines, tmp_path / "out")
    assert len(most) == 11
    assert max(b for b, _ in most) <= 2
    assert max(p for _, p in most) <= 2
    assert max(held) < made.summary["claims"]["claims"] / 3
    assert len(held) > 10
