"""R3, R4 and R5: a run that is killed, a disk that is full, a cache that is damaged."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks import generate
from exports_data import table_of
from test_corpus import build
from test_corpus import tree as corpus_tree
from test_gazetteer import DUMP, damage

from geo_ghouta import exports, files
from geo_ghouta.errors import OutputError
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.gazetteer import add_list, open_index
from geo_ghouta.geocoding.store import Answers
from promises.counts import FULL, Trial
from promises.running import limited, mounted, small_case
from promises.warm import Warm

TESTS = Path(__file__).resolve().parent.parent
MADE = """
import sys, pathlib
sys.path[:0] = [{tests!r}, {root!r}]
import map_fixture
from exports_data import table_of
from geo_ghouta import exports, files, maps
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.maps import document, payload
from geo_ghouta.maps.stills import save_picture
tables = [table_of("events", n) for n in (400, 3)]
source = map_fixture.build()
page = document.assemble(payload.build(source), source)
def writers(folder):
    def export(form):
        return lambda table: exports.write_layer("events", table, folder / ("events" + SUFFIX[form]))
    return [
        *map(export, exports.FORMATS), lambda table: files.write_text(folder / "map.html", page),
        lambda table: save_picture(source, folder / "map.svg"),
        lambda table: files.write_bytes(folder / "big.txt", (b"%d " % len(table)) * 200000),
    ]
"""
"""What is written over and over, made once for all the runs that are killed."""
ONCE = """
import pathlib, sys, __main__ as made
for write in made.writers(pathlib.Path(sys.argv[1])):
    write(made.tables[1])
"""
LOOP = """
import itertools, pathlib, sys, __main__ as made
writers = made.writers(pathlib.Path(sys.argv[1]))
# Each run begins with another writer, so that kills meet all of them.
first = int(sys.argv[2]) % len(writers)
for table in itertools.cycle(made.tables):
    for write in writers[first:] + writers[:first]:
        write(table)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
def test_R3_atomic_writes_survive_kill_9(tmp_path: Path, tried: Trial) -> None:
    forms = [tmp_path / f"events{SUFFIX[f]}" for f in exports.FORMATS]
    chance = random.Random(11)
    with Warm(MADE.format(tests=str(TESTS), root=str(TESTS.parent))) as warm:
        # One run is left alone: what whole files look like.
        once = warm.measured(tmp_path, code=ONCE)
        assert once.code == 0, once.err
        whole = {n: (tmp_path / n).read_bytes() for n in ("map.html", "map.svg")}
        for turn in range(tried.count("kills of exporters, map and pictures")):
            warm.killed(LOOP, [str(tmp_path), str(turn)], chance.uniform(0.0, 0.6))
            for path in forms:
                try:
                    rows = len(exports.read_layer(path, "events"))
                except Exception as error:  # noqa: BLE001 - whatever comes is a failure to be told
                    rows = repr(error)
                if rows not in {3, 400}:
                    tried.failures.append(f"{path.name}: {rows}")
            tried.failures += [
                f"{n} is neither old nor new" for n, data in whole.items() if (tmp_path / n).read_bytes() != data
            ]
            words = (tmp_path / "big.txt").read_bytes().split()
            if len(words) != 200_000 or len(set(words)) != 1:
                tried.failures.append("big.txt is torn")
    for path in forms:
        exports.write_layer("events", table_of("events", 3), path)
    for name in (*whole, "big.txt"):
        files.write_bytes(tmp_path / name, b"x")
    assert sorted(tmp_path.iterdir()) == sorted([*forms, *(tmp_path / n for n in (*whole, "big.txt"))])
    tried.end()


CORPUS = """
import sys
from geo_ghouta.corpus import build_corpus
build_corpus([sys.argv[1]], sys.argv[2], world=False, page=False, batch=7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
def test_R3_atomic_writes_of_a_corpus_survive_kill_9(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    lines = tmp_path / "made.jsonl"
    made = generate.reports(42 if FULL else 21, seed=7, copies=0.3)
    lines.write_text(
        "".join(json.dumps(r | {"published": f"2018-0{3 + n % 2}-{1 + n % 28:02d}"}) + "\n" for n, r in enumerate(made))
    )
    began = time.monotonic()
    plain = corpus_tree(build(lines, tmp_path / "plain").folder)
    takes = time.monotonic() - began
    chance = random.Random(3)
    out, checked = tmp_path / "out", False
    for number in range(tried.count("kills of a corpus run")):
        warm.killed(CORPUS, [str(lines), str(out)], chance.uniform(0.0, 1.1 * takes))
        checked = bool(number % 2)
        if checked:
            if corpus_tree(build(lines, out).folder) != plain:
                tried.failures.append(f"kill {number}: not as a run in one go")
            tried.failures += [f"left over: {p.name}" for p in out.rglob("*") if ".geo-ghouta-" in p.name]
            shutil.rmtree(out)
    assert checked or corpus_tree(build(lines, out).folder) == plain
    tried.end()


def writers(case: Path, folder: Path) -> list[tuple[list[Any], Path]]:
    """Commands and the file or folder that each writes."""
    street = ["--case", case, "--no-world"]
    made: list[tuple[list[Any], Path]] = [
        (["export", *street, "--layer", "events", "--quotes"], folder / f"events{SUFFIX[form]}")
        for form in exports.FORMATS
    ]
    made += [
        (["export", *street, "--layer", "events", "--format", form], folder / f"{form}.out")
        for form in ("acled", "ged", "lpf")
    ]
    made += [(["map", *street], folder / "map.html"), (["map", *street, "--embed"], folder / "embed.html"),
             (["map", *street, "--multiples", "2018-03-22", "2018-03-25"], folder / "six.svg"),
             (["picture", *street], folder / "a.png"), (["picture", *street], folder / "a.svg"),
             (["places", *street, "--quotes"], folder / "places.csv"), (["claims", *street, "--quotes"], folder / "claims.jsonl"),
             (["check", *street], folder / "check.csv"), (["corpus", case / "reports", "--no-world", "--no-map"], folder / "corpus"),
             (["export", *street, "--layer", "all"], folder / "all.gpkg"), (["new"], folder / "mine")]  # fmt: skip
    return made


RUN = """
import json, sys
from click.testing import CliRunner
from geo_ghouta.cli import main
done = []
for words in json.loads(sys.stdin.read()):
    got = CliRunner().invoke(main, words)
    done.append([got.exit_code, repr(got.exception) if got.exception and not isinstance(got.exception, SystemExit) else "", got.stderr])
print(json.dumps(done))
"""


def no_room(case: Path, folder: Path, tried: Trial, what: str, **more: Any) -> None:
    """Run every writer where nothing can be written: no exit code 0, one line, and the old file as it was."""
    runs = writers(case, folder)
    words = [
        [str(w) for w in [*command, *([target] if command == ["new"] else ["-o", target])]] for command, target in runs
    ]
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(words), capture_output=True, text=True, check=False, **more
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for (command, target), (code, trace, told) in zip(runs, json.loads(done.stdout.splitlines()[-1]), strict=True):
        name = f"{command[0]} -o {target.name}"
        if code == 0 or trace or "a fault inside" in told or not told.strip():
            tried.failures.append(f"{name}: exit {code} {trace} {told[-200:]!r}")
        if target.is_file() and target.read_bytes() != b"old":
            tried.failures.append(f"{name}: the old file is changed")
        elif target.suffix and not target.exists():
            tried.failures.append(f"{name}: the old file is gone")
    tried.failures += [f"left over: {p.name}" for p in folder.rglob("*") if ".geo-ghouta-" in p.name]
    tried.tell(what, len(runs))


@pytest.mark.skipif(sys.platform == "win32", reason="limits and mounts of Unix")
def test_R4_a_full_disk_is_one_line_and_the_old_file_stays(tmp_path: Path, tried: Trial) -> None:
    case, folder = small_case(tmp_path / "case"), tmp_path / "small"
    folder.mkdir()
    with mounted(folder, size_kb=128) as worked:
        for _, target in writers(case, folder):
            if target.suffix:
                target.write_bytes(b"old")
        room = shutil.disk_usage(folder).free if worked else 0
        if worked:
            # Nothing is left of the disk.
            (folder / "filler").write_bytes(b"x" * room)
        no_room(case, folder, tried, "writers on a full disk", **({} if worked else {"preexec_fn": limited(300)}))
    tried.end()


@pytest.mark.skipif(sys.platform == "win32", reason="mounts of Unix")
def test_R4_a_disk_that_fills_in_the_middle_of_a_corpus_run_is_one_line(
    tmp_path: Path, tried: Trial, warm: Warm
) -> None:
    number, chance, disk = (
        tried.count("disks that fill in the middle of a corpus run"),
        random.Random(6),
        tmp_path / "disk",
    )
    made = [r | {"published": f"2018-0{3 + n % 2}-05"} for n, r in enumerate(generate.reports(21, seed=7, copies=0.3))]
    (tmp_path / "made.jsonl").write_text("".join(json.dumps(r) + "\n" for r in made), "utf-8")
    disk.mkdir()
    out = disk / "out"

    def run(workers: int) -> Any:
        more = ["--batch", "4", "--workers", str(workers), "--no-world", "--page-budget", "2"]
        return warm.measured("corpus", tmp_path / "made.jsonl", "-o", out, *more)

    def room(kilobytes: float) -> None:
        words = ["mount", "-o", f"remount,size={kilobytes:.0f}k", str(disk)]
        subprocess.run(words, capture_output=True, check=True)

    with mounted(disk, size_kb=60_000) as worked:
        if not worked:
            pytest.skip("this user may mount nothing")
        assert run(1).code == 0
        whole, needed = corpus_tree(out), shutil.disk_usage(disk).used / 1024
        shutil.rmtree(out)
        for turn in range(number):
            # Full while batches are kept, while tables are built, while the map or the last words are written.
            share = chance.uniform(*[(0.02, 0.4), (0.4, 0.8), (0.8, 0.98)][turn % 3])
            room(needed * share)
            done = run(1 + (turn % 4 == 3))
            told = done.err.strip().splitlines()[-1]
            if done.code != 1 or not done.one_line or "No space left" not in told or "make room and run" not in told:
                tried.failures.append(f"{share:.0%}: exit {done.code} {done.err[-300:]!r}")
            if (out / "manifest.json").exists() and json.loads((out / "manifest.json").read_text("utf-8"))["complete"]:
                tried.failures.append(f"{share:.0%}: called complete")
            left = [p.name for p in out.rglob("*") if ".geo-ghouta-" in p.name or p.name == "building"]
            tried.failures += [f"{share:.0%}: left over: {name}" for name in left]
            room(60_000)
            if run(1).code != 0 or corpus_tree(out) != whole:
                tried.failures.append(f"{share:.0%}: taken up again, and not as a run in one go")
            shutil.rmtree(out)
    tried.end()


@pytest.mark.skipif(sys.platform == "win32", reason="mounts of Unix")
def test_R4_a_read_only_folder_is_one_line_and_the_old_file_stays(tmp_path: Path, tried: Trial) -> None:
    case, folder = small_case(tmp_path / "case"), tmp_path / "locked"
    folder.mkdir()
    for _, target in writers(case, folder):
        if target.suffix:
            target.write_bytes(b"old")
    with mounted(folder) as worked:
        if not worked:
            folder.chmod(0o555)
        try:
            (folder / "try").write_bytes(b"x")
        except OSError:
            no_room(case, folder, tried, "writers in a read-only folder")
        else:
            pytest.skip("this user may write everywhere and mount nothing")
        finally:
            folder.chmod(0o755) if not worked else None
    tried.end()


def test_R4_a_closed_pipe_ends_the_run_without_a_trace(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    case = small_case(
        tmp_path / "case", "Ten buses left Harasta for Idlib on Friday, 23 March 2018, residents said. " * 20
    )
    runs = [["places", "--format", "csv"], ["claims", "--format", "csv"], ["claims", "--format", "jsonl"], ["export", "--layer", "claims"],
            ["export", "--layer", "places", "--format", "csv"], ["check", "--format", "jsonl"]]  # fmt: skip
    tried.tell("closed pipes", len(runs))
    for words in runs:
        done = warm.measured(*words, "--case", case, "--no-world", closed=True)
        if done.code not in {0, 3} or "Traceback" in done.err or "Exception ignored" in done.err:
            tried.failures.append(f"{words}: {done.code} {done.err[-300:]}")
    tried.end()


def test_R4_a_failing_stream_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    target = files.write_bytes(tmp_path / "a.txt", b"old")
    real = Path.open

    def full(self: Path, *args: Any, **kwargs: Any) -> Any:
        there = files._TEMP_MARK in self.name and "wb" in args
        return real(Path("/dev/full"), "wb") if there else real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OutputError, match="No space left"):
        files.write_bytes(target, b"x" * 100_000)
    monkeypatch.undo()
    assert target.read_bytes() == b"old"


def spoilt(data: bytes, turn: int, chance: random.Random) -> bytes:
    """Damage of the named kinds first, then of any kind anywhere."""
    kinds = ("cut", "foreign", "version", "empty", "flip")
    if turn < len(kinds):
        return damage(data, kinds[turn])
    at = chance.randrange(len(data))
    ways: list[Callable[[], bytes]] = [
        lambda: data[:at], lambda: data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :],
        lambda: data[:at] + b"\0" * min(512, len(data) - at) + data[at + 512 :], lambda: data[at:], lambda: data + b"more",
    ]  # fmt: skip
    return chance.choice(ways)()


def test_R5_a_damaged_cache_never_stops_a_run(tmp_path: Path, tried: Trial) -> None:
    number = tried.count("damaged caches")
    chance = random.Random(5)
    cache, data = tmp_path / "cache", tmp_path / "data"
    (tmp_path / "SY.txt").write_text(DUMP + "\n", "utf-8")
    add_list(tmp_path / "SY.txt", data_dir=data)

    def ask() -> Any:
        index = open_index([], world=False, cache_dir=cache, data_dir=data)
        return [index.look_up(n) for n in ("Idlib", "Harasta", "Nowhere", "Damascus")]

    fresh = ask()
    built = next(cache.glob("list-*.bin"))
    good = built.read_bytes()
    for turn in range(number // 2):
        built.write_bytes(spoilt(good, turn, chance))
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            if ask() != fresh:
                tried.failures.append(f"list, damage {turn}: another answer")
        if built.read_bytes() != good or (not told and turn < 5):
            tried.failures.append(f"list, damage {turn}: not built anew, or nothing was said")
    folder = tmp_path / "online"
    folder.mkdir()
    known = {f"Town {n}": ("found", {"lat": 33.5, "lon": 36.4 + n}) for n in range(40)}

    def fill() -> bytes:
        store = Answers(folder)
        for name, (outcome, answer) in known.items():
            store.put("nominatim", "s", name, outcome, answer, "a", "2018-03-24")
        store.close()
        return (folder / "online.sqlite").read_bytes()

    good = fill()
    for turn in range(number - number // 2):
        for left in folder.iterdir():
            left.unlink()
        (folder / "online.sqlite").write_bytes(spoilt(good, turn if turn != 2 else 0, chance))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                store = Answers(folder)
                for name, answer in known.items():
                    got = store.get("nominatim", "s", name)
                    if got is not None and (got[0], got[1]) != answer:
                        tried.failures.append(f"answers, damage {turn}: another answer for {name}")
                store.put("nominatim", "s", "New", "found", {"lat": 1.0}, "a", "2018-03-24")
                store.close()
            except Exception as error:  # noqa: BLE001 - whatever comes is a failure to be told
                tried.failures.append(f"answers, damage {turn}: {error!r}")
    tried.end()
