"""What each test of a promise tried, kept for the table of ``python -m tests.promises``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from promises.counts import Trial, promise_of
from promises.warm import Warm

collect_ignore = ["guided.py"]
"""A program of its own; to import it would put its probes into the whole house."""
TRIAL = pytest.StashKey[Trial]()
ROWS = pytest.StashKey[list[dict[str, Any]]]()


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Trial:
    """What this test tries: numbers, and what failed."""
    trial = Trial(promise_of(request.node.name))
    request.node.stash[TRIAL] = trial
    return trial


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """The command with its imports done, for runs that need a process of their own."""
    with Warm() as made:
        yield made


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    promise = promise_of(item.name)
    if not promise or (report.when != "call" and report.passed):
        return
    trial = item.stash.get(TRIAL, None) or Trial(promise)
    reason = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
    item.config.stash.setdefault(ROWS, []).append(
        {"test": item.name, "numbers": trial.numbers, "failures": max(len(trial.failures), 1) if report.failed else 0,
         "outcome": report.outcome, "reason": reason}
    )  # fmt: skip


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = os.environ.get("GEO_GHOUTA_PROMISE_ROWS")
    if path:
        Path(path).write_text(json.dumps(session.config.stash.get(ROWS, [])), "utf-8")
