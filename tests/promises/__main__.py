"""Every promise with its full counts, each test in a process of its own, and a table of what came of it.

    python -m tests.promises                  # all of them, two at a time where there are two cores
    python -m tests.promises R3 S7            # some of them
    python -m tests.promises --reduced        # with the counts of every check of a change
    python -m tests.promises --jobs 1         # one after another

A browser is asked for (``--no-browser`` skips what needs one). Exit code 1 where anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LONG = (
    "R3_atomic_writes_survive",
    "S7",
    "R1_mutated_case",
    "R1_made_up",
    "R1_guided",
    "R9",
    "R1_mutated_layers",
    "S6_nothing",
    "R2",
    "R12",
)
"""Tests that take longest in full: begun first, so that the processes end at about the same time."""
OPTIONS = ["-q", "-n0", "-p", "no:cacheprovider", "--tb=short", f"--rootdir={ROOT}"]
LIMIT_S = 3600


def say(text: str) -> None:
    """One line at once, also into a pipe."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def parts(wanted: list[str]) -> list[str]:
    """Tests by file and name, the longest ones first.

    >>> [p.rsplit("::")[1] for p in parts(["R14"])]
    ['test_R14_old_and_new_versions_agree_or_say_so']
    """
    found = []
    for path in sorted(HERE.glob("test_*.py")):
        for name, promise in re.findall(r"^def (test_([SR]\d+)_\w+)\(", path.read_text("utf-8"), re.MULTILINE):
            if not wanted or promise in wanted or any(len(w) > 3 and w in name for w in wanted):
                found.append(f"{path.relative_to(ROOT).as_posix()}::{name}")
    ranks = [next((n for n, begin in enumerate(LONG) if f"test_{begin}" in part), len(LONG)) for part in found]
    return [part for _, part in sorted(zip(ranks, found, strict=True), key=lambda pair: pair[0])]


def tried(part: str, env: dict[str, str]) -> dict[str, Any]:
    """Run one part in a process of its own: its rows, seconds by the clock and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        rows, said = Path(folder) / "rows.json", Path(folder) / "said.txt"
        began = time.monotonic()
        with said.open("wb") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", *OPTIONS, part],
                cwd=ROOT, env=env | {"GEO_GHOUTA_PROMISE_ROWS": str(rows)}, stdout=stream, stderr=subprocess.STDOUT,
            )  # fmt: skip
            cpu = waited(process, began + LIMIT_S)
        told = json.loads(rows.read_text("utf-8")) if rows.exists() else []
        name = part.rsplit("::")[1]
        failures = sum(row["failures"] for row in told) or int(process.returncode not in {0, 2, 5})
        done = {
            "promise": name.split("_")[1], "test": name, "numbers": {}, "failures": failures, "wall": time.monotonic() - began, "cpu": cpu,
            "skipped": next((row["reason"] for row in told if row["outcome"] == "skipped"), "" if told else "interrupted"),
        }  # fmt: skip
        for row in told:
            for what, number in row["numbers"].items():
                done["numbers"][what] = done["numbers"].get(what, 0) + number
        line = f"{done['promise']:4} {outcome(done):12} {done['wall']:7.1f} s  {name}"
        say(line if not failures else f"{line}\n{said.read_text('utf-8', 'replace')[-6000:]}")
        return done


def waited(process: subprocess.Popen[bytes], deadline: float) -> float:
    """Wait for a process, end it at its deadline; seconds of the processor with all that it started."""
    if not hasattr(os, "wait4"):
        process.wait(deadline - time.monotonic())
        return float("nan")
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.05)


def outcome(done: dict[str, Any]) -> str:
    """What came of a part, in a word or two."""
    if done["failures"]:
        return f"{done['failures']} failures"
    return "skipped" if done["skipped"] else "holds"


def table(rows: list[dict[str, Any]], seconds: float) -> str:
    """A Markdown table of all parts, by promise."""
    lines = ["| promise | tried | seconds | processor | outcome | test |", "| --- | --- | ---: | ---: | --- | --- |"]
    for row in sorted(rows, key=lambda r: (r["promise"][0] == "R", int(r["promise"][1:]))):
        numbers = "; ".join(f"{n:,} {what}" for what, n in row["numbers"].items())
        said = outcome(row) + (f": {row['skipped']}" if row["skipped"] else "")
        lines.append(
            f"| {row['promise']} | {numbers} | {row['wall']:.0f} | {row['cpu']:.0f} | {said} | `{row['test']}` |"
        )
    failures = sum(row["failures"] for row in rows)
    cpu = sum(row["cpu"] for row in rows)
    lines.append("")
    lines.append(
        f"{len({r['promise'] for r in rows})} promises, {len(rows)} tests, {failures} failures, "
        f"{sum(bool(r['skipped']) for r in rows)} skipped; {seconds / 60:.1f} min, {cpu / 60:.1f} min of the processor"
    )
    return "\n".join(lines)


def main() -> int:
    """Try all parts and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.promises", description=__doc__.split("\n")[0])
    parser.add_argument("promises", nargs="*", help="ids such as R3, or parts of the names of tests; all without")
    parser.add_argument("--reduced", action="store_true", help="the counts of every check of a change")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="how many at a time")
    parser.add_argument("--no-browser", action="store_true", help="skip what needs a browser where there is none")
    asked = parser.parse_args()
    env = dict(os.environ, GEO_GHOUTA_FULL="0" if asked.reduced else "1")
    if not asked.no_browser:
        env["GEO_GHOUTA_REQUIRE_BROWSER"] = "1"
    began = time.monotonic()
    chosen = parts(asked.promises)
    if not chosen:
        parser.error(f"no test is named after {', '.join(asked.promises)}")
    rows: list[dict[str, Any]] = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        try:
            # A list that grows: who stops early still sees what was done.
            list(pool.map(lambda part: rows.append(tried(part, env)), chosen))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            say("interrupted: the table is of what was done")
    say(f"\nPromises, {'reduced' if asked.reduced else 'full'} counts\n\n{table(rows, time.monotonic() - began)}")
    return int(len(rows) < len(chosen) or any(row["failures"] or row["skipped"] == "interrupted" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
