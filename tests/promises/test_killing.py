"""R3: a corpus run of several processes is killed whole or in one process, and ends as if nothing had happened."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks import generate
from test_corpus import tree

from geo_ghouta.corpus import verify_corpus
from geo_ghouta.corpus.shelf import Shelf
from promises.counts import FULL, Trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
REPORTS, BATCH = (90, 6) if FULL else (30, 3)
WAIT_S = 240


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of two months, copies among them, and two records that are none."""
    path = tmp_path_factory.mktemp("made") / "made.jsonl"
    made = generate.reports(REPORTS, seed=13, copies=0.3)
    rows = [json.dumps(r | {"published": f"2018-0{3 + n % 2}-{1 + n % 28:02d}"}) for n, r in enumerate(made)]
    rows[4:4] = ["{ broken", '{"text": 5}']
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def begun(lines: Path, out: Path) -> subprocess.Popen[str]:
    """The command with two processes, in a group of its own."""
    words = ["corpus", lines, "-o", out, "--workers", "2", "--batch", BATCH, "--no-world", "--no-map", "--quiet"]
    command = [sys.executable, "-m", "geo_ghouta", *map(str, words)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit code and what was said on stderr, once the run and all that it began have let go of that."""
    said = process.communicate(timeout=WAIT_S)[1]
    return process.returncode, said


@pytest.fixture(scope="module")
def whole(lines: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """Folder of a run that nobody disturbs, and the seconds that it takes."""
    out = tmp_path_factory.mktemp("whole") / "out"
    began = time.monotonic()
    code, said = ended(begun(lines, out))
    assert code == 3, said  # two records are left out
    return out, time.monotonic() - began


def group(process: subprocess.Popen[str]) -> list[Any]:
    """Processes of the run's group that live, but for the run itself; who nobody waits for is a zombie and no orphan."""
    import psutil

    found = []
    for other in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if other.pid != process.pid and os.getpgid(other.pid) == process.pid and other.status() != "zombie":
                found.append(other)
    return found


def outliving(process: subprocess.Popen[str]) -> list[Any]:
    """Those of them that do not end with it; to end takes the system a moment."""
    until = time.monotonic() + 30
    while (left := group(process)) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def workers(process: subprocess.Popen[str]) -> list[Any]:
    """Those of them that work on batches."""
    import psutil

    found = []
    for other in group(process):
        with contextlib.suppress(psutil.Error):
            if "spawn_main" in " ".join(other.cmdline()):
                found.append(other)
    return found


def parts(out: Path) -> Iterator[Path]:
    """Folders of batches that the shelf takes for done."""
    for place in sorted((out / "parts").glob("*")):
        if Shelf(out).has(place.name):
            yield place


def waited(process: subprocess.Popen[str], so: Callable[[], Any]) -> Any:
    """Wait until something is so, or the run has come to its end."""
    until = time.monotonic() + WAIT_S
    while not (found := so()) and process.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def kept(out: Path, process: subprocess.Popen[str], many: int) -> None:
    """Wait until so many batches were put on the shelf."""
    waited(process, lambda: len(list((out / "parts").glob("*/done.json"))) >= many)


def faults(out: Path, whole: Path) -> list[str]:
    """What of a run that was killed is taken for finished and is not as in the run that nobody disturbed."""
    found = []
    for place in parts(out):
        # What a writer that was killed left under a name of its own is no part.
        files = [file for file in sorted(place.iterdir()) if ".geo-ghouta-" not in file.name]
        torn = [f.name for f in files if f.read_bytes() != (whole / "parts" / place.name / f.name).read_bytes()]
        found += [f"part {place.name}: {name} is taken for done and is not whole" for name in torn]
    told = json.loads((out / "manifest.json").read_text("utf-8")) if (out / "manifest.json").exists() else {}
    if told.get("complete") and tree(out) != tree(whole):
        found.append("called complete and is not")
    return found


def as_whole(out: Path, whole: Path, lines: Path) -> list[str]:
    """What of a run that came to its end is not as in the run that nobody disturbed."""
    found = [] if tree(out) == tree(whole) else ["not the rows of the run that nobody disturbed"]
    found += [f"left over: {p.name}" for p in out.rglob("*") if ".geo-ghouta-" in p.name or p.name == "building"]
    found += [f"verify: {detail}" for detail in verify_corpus(out, [lines])["detail"]]
    return found


def test_R3_a_corpus_of_two_processes_survives_kill_9(
    lines: Path, whole: tuple[Path, float], tmp_path: Path, tried: Trial
) -> None:
    pytest.importorskip("psutil")
    good, takes = whole
    batches = len(list(parts(good)))
    chance, out = random.Random(17), tmp_path / "out"
    number = tried.count("kills of a whole group of processes")
    for turn in range(number):
        process = begun(lines, out)
        if turn % 2:  # in the middle of the batches, or soon after the last of them: while tables are built
            many = chance.choice([chance.randrange(1, batches), batches])
            kept(out, process, many)
            time.sleep(chance.uniform(0.0, 0.4))
        else:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0.0, takes))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        code, said = ended(process)
        if code not in {-signal.SIGKILL, 3} or "Traceback" in said or (code != 3 and said.strip()):
            tried.failures.append(f"kill {turn}: exit {code} {said[-300:]!r}")
        if left := outliving(process):
            tried.failures.append(f"kill {turn}: {len(left)} processes outlive it")
        tried.failures += [f"kill {turn}: {fault}" for fault in faults(out, good)]
        if turn % 4 == 3 or turn == number - 1:
            code, said = ended(begun(lines, out))
            if code != 3 or "Traceback" in said:
                tried.failures.append(f"kill {turn}: taken up again: exit {code} {said[-300:]!r}")
            tried.failures += [f"kill {turn}: {fault}" for fault in as_whole(out, good, lines)]
            shutil.rmtree(out)
    tried.end()


def test_R3_a_corpus_goes_on_when_one_of_its_processes_is_killed(
    lines: Path, whole: tuple[Path, float], tmp_path: Path, tried: Trial
) -> None:
    pytest.importorskip("psutil")
    good, _ = whole
    batches = len(list(parts(good)))
    chance, turn, done, hit = random.Random(19), 0, 0, 0
    number = tried.count("kills of one of two processes")
    while done < number:
        out = tmp_path / str(turn)
        process = begun(lines, out)
        # Early, between batches, and while tables are built; each kill once there is somebody anew.
        for many in sorted({chance.randrange(1, batches), batches, *([0] if turn % 2 else [])}):
            kept(out, process, many)
            time.sleep(chance.uniform(0.0, 0.3))
            if there := waited(process, functools.partial(workers, process)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(there).pid, signal.SIGKILL)
                    hit += 1
            done += 1
        code, said = ended(process)
        if code != 3 or "Traceback" in said:
            tried.failures.append(f"run {turn}: exit {code} {said[-300:]!r}")
        elif left := outliving(process):
            tried.failures.append(f"run {turn}: {len(left)} processes outlive it")
        tried.failures += [f"run {turn}: {fault}" for fault in as_whole(out, good, lines)]
        shutil.rmtree(out)
        turn += 1
    if hit < number / 2:
        tried.failures.append(f"only {hit} of {done} kills met a process")
    tried.tell("kills of one of two processes", done)
    tried.end()
