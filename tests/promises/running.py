"""What tests of promises share: a small case, hostile names, a tree as it was, a run that is measured."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from test_cli import feature, write_picture

from geo_ghouta.cases import bundled_case

REPORT = """---
published: 2018-03-25
source: Desk
title: A convoy from Harasta
url: https://example.org/a
---
State television said 310 people left Harasta for Idlib on Friday in seven buses. A relief worker said 290 people left
Harasta for Idlib on Friday. Shells hit Douma on Thursday, 22 March, and killed 12 people, residents said.
"""


def small_case(folder: Path, report: str = REPORT) -> Path:
    """A small case: the bundled one's places and actors, one report, one picture."""
    (folder / "control").mkdir(parents=True)
    (folder / "reports").mkdir()
    for name in ("case.toml", "places.csv", "routes.geojson"):
        shutil.copy(bundled_case() / name, folder / name)
    (folder / "reports" / "a.md").write_text(report, "utf-8")
    write_picture(folder, feature())
    return folder


def tree(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder with its bytes; folders too."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))
    }


@dataclasses.dataclass(frozen=True)
class Done:
    """A finished run: exit code, what was said, processor seconds, most memory in MB, seconds by the clock."""

    code: int
    out: str
    err: str
    cpu_s: float
    peak_mb: float
    wall_s: float

    @property
    def one_line(self) -> bool:
        """Whether it ended in one line, not in a trace."""
        return "Traceback" not in self.err and "a fault inside" not in self.err and self.err.strip() != ""


def measured(*words: Any, cwd: Path | None = None, timeout: float = 600, **env: str) -> Done:
    """Run the command in a process of its own and measure it."""
    return measured_command([sys.executable, "-m", "geo_ghouta", *map(str, words)], cwd, timeout, **env)


def measured_command(
    command: list[str], cwd: Path | None = None, timeout: float = 600, closed: bool = False, **env: str
) -> Done:
    """Run any command and measure it with what it started; ``closed`` gives it an output that nobody reads."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.monotonic()
        stdout = subprocess.PIPE if closed else out
        process = subprocess.Popen(command, cwd=cwd, stdout=stdout, stderr=err, env={**os.environ, **env})
        if closed:
            process.stdout.close()
        deadline = began + timeout
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                process.kill()
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Done(
            process.returncode, out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace"),
            usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2),
            time.monotonic() - began,
        )  # fmt: skip


def may_mount() -> bool:
    """Whether this process may mount file systems: root of a machine of its own."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("mount") is not None


@contextlib.contextmanager
def mounted(folder: Path, *, size_kb: int | None = None) -> Iterator[bool]:
    """A small file system on a folder (``size_kb``), or the folder made read-only; yields whether that worked."""
    tiny = ["mount", "-t", "tmpfs", "-o", f"size={size_kb}k", "tmpfs", str(folder)]
    steps = [tiny] if size_kb else [["mount", "--bind", folder, folder], ["mount", "-o", "remount,ro,bind", folder]]
    done = 0
    try:
        for step in steps if may_mount() else ():
            if subprocess.run(list(map(str, step)), capture_output=True, check=False).returncode:
                break
            done += 1
        yield done == len(steps)
    finally:
        if done:
            subprocess.run(["umount", str(folder)], capture_output=True, check=False)


def limited(size: int) -> Any:
    """Stand-in for a full disk where nothing may be mounted: no file grows beyond ``size`` bytes."""

    def work() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return work
