"""What is slow to make and the same for all tests: made by one process of a run, read by the others."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process is in here with the same file; the system lets go when a process ends."""
    with path.open("wb") as handle:
        with contextlib.suppress(ImportError):  # no such thing on Windows: there each process makes its own
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Path of a file of this run; whoever asks first makes it, in a folder beside, and the others wait."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each process's own folder lies in that of the run
    path = folder / "once" / name
    path.parent.mkdir(exist_ok=True)
    with alone(path.with_name(f"{name}.lock")):
        if not path.exists():
            part = factory.mktemp("part") / name
            make(part)
            part.replace(path)
    return path
