"""R2, R6 to R10 and R14: the same bytes everywhere, many processes at once, and how much it takes."""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from benchmarks import generate
from exports_data import content_of
from test_geocoding_online import ask, child, server  # noqa: F401 - fixtures

from geo_ghouta.geocoding import online
from promises import golden
from promises.counts import FULL, Trial
from promises.running import measured, small_case
from promises.warm import Warm

ROOT = Path(__file__).resolve().parents[2]
ZONES = ["UTC", "America/New_York", "Asia/Damascus", "Pacific/Auckland"]
SAME = """
import sys
from pathlib import Path
from click.testing import CliRunner
from geo_ghouta.cli import main
out, case, *reports = sys.argv[1:]
street = [*reports, "--case", case, "--no-world"]
for words in (["map", "-o", f"{out}/map.html"], ["picture", "-o", f"{out}/a.svg"], ["places", "-o", f"{out}/places.csv"],
              ["claims", "--quotes", "-o", f"{out}/claims.jsonl"], ["check", "-o", f"{out}/check.csv"],
              *(["export", "--layer", "all", "--format", f, "-o", f"{out}/{f}"] for f in ("geojson", "csv", "parquet", "fgb")),
              ["export", "--layer", "all", "-o", f"{out}/all.kml"], ["export", "--layer", "all", "-o", f"{out}/all.gpkg"]):
    done = CliRunner().invoke(main, [words[0], *street, *words[1:]])
    assert done.exit_code in {0, 3}, (words, done.output, done.exception)
done = CliRunner().invoke(main, ["corpus", *sorted(reports), "--case", case, "--no-world", "-o", f"{out}/corpus"])
assert done.exit_code in {0, 3}, done.output
"""


def test_R2_the_same_input_gives_the_same_bytes(tmp_path: Path, tried: Trial) -> None:
    case = small_case(tmp_path / "case")
    reports = []
    for n, report in enumerate(generate.reports(6 if FULL else 4, seed=3)):
        path = tmp_path / f"report{n}.md"
        path.write_text(f"---\npublished: 2018-03-{n + 10}\ntitle: Report {n}\n---\n{report['text']}\n", "utf-8")
        reports.append(str(path))
    first: dict[str, Any] = {}
    for n in range(tried.count("settings")):
        out = tmp_path / f"out{n}"
        out.mkdir()
        env = {
            "PYTHONHASHSEED": str(n + 1),
            "TZ": ZONES[n % 4],
            "LC_ALL": ("C", "C.UTF-8", "POSIX")[n % 3],
            "LANG": ("", "ar_SY.UTF-8")[n % 2],
        }
        turn = n % len(reports)
        order = reports[turn:] + reports[:turn] if n % 2 else reports[::-1] if n else reports
        done = subprocess.run(
            [sys.executable, "-c", SAME, str(out), str(case), *order],
            env={**os.environ, **env},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-1500:]
        made = {
            p.relative_to(out).as_posix(): content_of(p)
            for p in sorted(out.rglob("*"))
            if p.is_file() and "parts" not in p.parts
        }
        first = first or made
        tried.failures += [f"{env}: {name}" for name in sorted({*first, *made}) if first.get(name) != made.get(name)]
    assert len(first) > 30
    tried.end()


WORK = """
import sys, pathlib
sys.path[:0] = [{tests!r}]
from exports_data import table_of
from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.geocoding import look_up_online, online
online.GAP_S = 0.0
server, cache, out, first, count = sys.argv[1:]
names = [f"Town {{n}}" for n in range(int(first), int(first) + int(count))]
for part in range(0, len(names), 50):
    table = look_up_online(names[part:part + 50], server=server, cache_dir=pathlib.Path(cache), agent="ghouta-tests",
                           contact="https://example.org/contact", say=lambda line: None)
    assert (table["outcome"] == "found").all(), table
    for form in exports.FORMATS:
        exports.write_layer("events", table_of("events", 20), pathlib.Path(out) / ("events" + SUFFIX[form]))
"""


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_R6_parallel_runs_are_safe(server: Any, tmp_path: Path, tried: Trial) -> None:  # noqa: F811
    count = tried.count("names of each of 4 processes")
    out = tmp_path / "out"
    out.mkdir()
    code = WORK.format(tests=str(ROOT / "tests"))
    # Two processes share each half of their names with the next one.
    firsts = [n * count // 2 for n in range(4)]
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code, server.url, str(tmp_path / "cache"), str(out), str(f), str(count)],
            stderr=subprocess.PIPE,
        )
        for f in firsts
    ]
    for run in runs:
        told = run.communicate(timeout=1200)[1].decode()
        if run.returncode:
            tried.failures.append(told[-300:])
    # Nothing is lost: who asks for all the names again asks nobody.
    asked = len(server.times)
    assert (
        child(server, tmp_path / "cache", 0.0, [f"Town {n}" for n in range(firsts[-1] + count)]).wait(timeout=600) == 0
    )
    tried.failures += [f"lost {name}" for name in server.names[asked:]]
    tried.failures += [f"left over: {p.name}" for p in out.iterdir() if p.name.startswith(".")]
    tried.end()


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_R7_a_killed_run_goes_on_where_it_was(server: Any, tmp_path: Path, tried: Trial) -> None:  # noqa: F811
    kills = tried.count("kills")
    for kill in range(kills):
        names, folder, before = [f"Town {kill} {n:02d}" for n in range(30)], tmp_path / str(kill), len(server.times)
        stop = 20 if kills == 1 else 2 + kill
        run = child(server, folder, 0.05, names)
        deadline = time.time() + 60
        while len(server.times) - before < stop and time.time() < deadline:
            time.sleep(0.005)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        done = len(server.times) - before
        assert stop <= done < 30
        if (
            child(server, folder, 0.0, names).wait(timeout=120)
            or len(server.times) - before - done > len(names) - done + 1
        ):
            tried.failures.append(f"killed at {done}: {len(server.times) - before - done} requests")
    tried.end()


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_R8_several_processes_keep_one_pace(server: Any, tmp_path: Path, tried: Trial) -> None:  # noqa: F811
    # Waiting when told to (429) and stopping when refused (403): tests/test_geocoding_online.py.
    number = tried.count("requests by several processes")
    own = (
        [["Harasta"], ["Saqba"]]
        if number == 3
        else [[f"Town {p} {n}" for n in range((number - 1) // 3)] for p in range(3)]
    )
    runs = [child(server, tmp_path, online.GAP_S, ["Arbin", *names]) for names in own]
    assert {p.wait(timeout=600) for p in runs} == {0}
    if sorted(server.names) != sorted(["Arbin", *(n for names in own for n in names)]):
        tried.failures.append(f"the shared name is not asked once: {server.names}")
    gaps = [b - a for a, b in zip(server.times, server.times[1:], strict=False)]
    tried.failures += [f"gap of {gap:.3f} s" for gap in gaps if gap < 1.0]
    tried.end()


def test_R9_memory_and_time_are_bounded(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    # 100,000 reports are measured by python -m tests.benchmarks; here ten times the input takes at most twelve times the work.
    number = tried.count("reports")
    runs = {}
    for size in (1, number // 10, number) if FULL else (number,):
        path = tmp_path / f"{size}.jsonl"
        with path.open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(r) + "\n" for r in generate.reports(size, seed=6))
        done = warm.measured("corpus", path, "-o", tmp_path / f"out{size}", "--no-world", "--no-map", timeout=3600)
        assert done.code == 0, done.err[-500:]
        runs[size] = done
    if FULL:
        start = runs[1].cpu_s
        ratio = (runs[number].cpu_s - start) / max(runs[number // 10].cpu_s - start, 0.01)
        if ratio > 12:
            tried.failures.append(f"ten times the input takes {ratio:.1f} times the work")
        if runs[number].peak_mb > 2 * runs[number // 10].peak_mb:
            tried.failures.append(f"{runs[number // 10].peak_mb:.0f} MB grow to {runs[number].peak_mb:.0f}")
    if runs[number].peak_mb > 2048:
        tried.failures.append(f"{runs[number].peak_mb:.0f} MB")
    tried.end()


def test_R10_no_zone_of_python_moves_a_day(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    days = ["2015-12-31", "2016-01-01", "2016-02-28", "2016-02-29", "2016-03-01", "2016-03-27", "2016-04-01", "2016-10-28", "2016-10-30", "2016-11-06",
            "2016-12-31", "2017-01-01", "2018-03-11", "2018-03-25", "2018-03-30", "2018-04-01"]  # fmt: skip
    assert len(days) == tried.count("days in four zones of Python")
    path = tmp_path / "in.jsonl"
    rows = [
        {"doc_id": d, "published": d, "text": f"Residents said {n + 12} people were killed in Douma yesterday."}
        for n, d in enumerate(days)
    ]
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    seen = {}
    for zone in ZONES:
        out = tmp_path / f"{zone.replace('/', '_')}.jsonl"
        # In full each zone is there from the first import on.
        done = (measured if FULL else warm.measured)("claims", path, "--no-world", "-o", out, TZ=zone)
        assert done.code == 0, done.err
        seen[zone] = out.read_bytes()
        read = [json.loads(line) for line in seen[zone].decode().splitlines()]
        for row in read:
            wanted = str(dt.date.fromisoformat(row["doc_id"]) - dt.timedelta(days=1))
            if row["date_from"] != wanted or row["date_to"] != row["doc_id"]:
                tried.failures.append(f"{zone}: {row['doc_id']} gives {row['date_from']} to {row['date_to']}")
        assert len({r["doc_id"] for r in read}) == len(days)
    assert len(set(seen.values())) == 1
    tried.end()


def test_R14_old_and_new_versions_agree_or_say_so(tried: Trial) -> None:
    kept = json.loads(golden.FILE.read_text("utf-8"))
    now = golden.told()
    tried.tell("tables", sum(len(tables) for tables in now.values()))
    for name, tables in now.items():
        for table, rows in tables.items():
            tried.failures += [
                f"{name}, {table}: {line}" for line in golden.difference(kept.get(name, {}).get(table), rows)
            ]
    if tried.failures:
        tried.failures.append("if that is meant: python -m tests.promises.golden, and a line in CHANGELOG.md")
    tried.end()
