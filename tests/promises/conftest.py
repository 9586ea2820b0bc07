"""The table of promises at the end of a full run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from promises.counts import FULL, Trial, promise_of

TRIAL = pytest.StashKey[Trial]()
ROWS = pytest.StashKey[list[tuple[str, str, dict[str, int], int, str, float]]]()


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Trial:
    """What this test tries: numbers, and what failed."""
    trial = Trial(promise_of(request.node.name))
    request.node.stash[TRIAL] = trial
    return trial


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    promise = promise_of(item.name)
    if not promise or (report.when != "call" and report.passed):
        return
    trial = item.stash.get(TRIAL, None) or Trial(promise)
    failed = max(len(trial.failures), 1) if report.failed else 0
    rows = item.config.stash.setdefault(ROWS, [])
    rows.append((promise, item.name, trial.numbers, failed, report.outcome, report.duration))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = config.stash.get(ROWS, [])
    if not rows or not FULL:
        return
    terminalreporter.section("promises, full counts")
    for promise, name, numbers, failed, outcome, seconds in sorted(rows, key=lambda r: (r[0][0] == "R", int(r[0][1:]))):
        told = "; ".join(f"{n:,} {what}" for what, n in numbers.items())
        result = "skipped" if outcome == "skipped" else f"{failed} failures"
        terminalreporter.write_line(f"{promise:4} {result:11} {seconds:7.1f} s  {name}: {told}")
    total = sum(seconds for *_, seconds in rows)
    terminalreporter.write_line(
        f"{len({r[0] for r in rows})} promises, {len(rows)} tests, {sum(r[3] for r in rows)} failures, {total / 60:.1f} min"
    )
