"""A process that has imported everything once and splits off a child for each run.

A child is what a new process is (its own memory, exit code, streams, death), without seconds of imports for each. Where
nothing can be split off safely (anywhere but on Linux), each run is a new process.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from promises.running import Done, measured_command

COMMAND = "from geo_ghouta.cli import main; main(prog_name='geo-ghouta')"
IMPORTS = """
import geo_ghouta.cli, geo_ghouta.corpus, geo_ghouta.geocoding, geo_ghouta.outlets
from geo_ghouta import control, exports, maps, pipeline
import folium, geopandas, lxml.html, trafilatura
"""
SPLIT = """
import ctypes, json, os, sys, time
{imports}
def die_with_parent():
    ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL: a run that is never told to end ends with the tests
die_with_parent()
for line in sys.stdin:
    ask = json.loads(line)
    child = os.fork()
    if not child:
        die_with_parent()
        for number, path in enumerate((os.devnull, ask["out"], ask["err"])):
            # "": a pipe whose reader has gone.
            reader, handle = os.pipe() if not path else (None, os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            os.dup2(handle, number)
            os.close(handle)
            reader is None or os.close(reader)
        os.chdir(ask["cwd"])
        os.environ.clear()
        os.environ.update(ask["env"])
        time.tzset()
        sys.argv = ["-c", *ask["words"]]
        break
    print(child, flush=True)
    _, status, usage = os.wait4(child, 0)
    print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]), flush=True)
else:
    sys.exit()
exec(compile(ask["code"], "<run>", "exec"), {{"__name__": "__main__"}})
"""


class Warm:
    """Runs of the command, or of any code, each in a child of its own; one at a time."""

    def __init__(self, imports: str = IMPORTS) -> None:
        self.imports = imports
        self.folder = tempfile.TemporaryDirectory()
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.process.stdin.close()
            self.process.wait(60)
            self.process.stdout.close()
        self.folder.cleanup()

    def begin(self, code: str, words: list[str], cwd: Path | None, env: Mapping[str, str], out: str, err: str) -> int:
        """Start a run; its process id."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SPLIT.format(imports=self.imports)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            )  # fmt: skip
        asked = {"code": code, "words": words, "cwd": str(cwd or Path.cwd()), "env": dict(env), "out": out, "err": err}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self, pid: int, timeout: float = 600) -> tuple[int, float, float]:
        """Wait for the run: exit code, processor seconds, most memory in MB."""
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            os.kill(pid, signal.SIGKILL)
        code, cpu, peak = json.loads(self.process.stdout.readline())
        return code, cpu, peak / 1024

    def measured(
        self,
        *words: Any,
        code: str = COMMAND,
        cwd: Path | None = None,
        timeout: float = 600,
        closed: bool = False,
        **env: str,
    ) -> Done:
        """Run the command (or other code) and measure it; ``closed`` gives it an output that nobody reads."""
        told = list(map(str, words))
        if sys.platform != "linux":
            return measured_command(
                [sys.executable, "-c", f"{self.imports}\n{code}", *told], cwd, timeout, closed=closed, **env
            )
        began = time.monotonic()
        out, err = Path(self.folder.name) / "out", Path(self.folder.name) / "err"
        out.write_bytes(b"")
        err.write_bytes(b"")
        pid = self.begin(code, told, cwd, {**os.environ, **env}, "" if closed else str(out), str(err))
        code_, cpu, peak = self.end(pid, timeout)
        said = err.read_bytes().decode("utf-8", "replace")
        return Done(code_, out.read_bytes().decode("utf-8", "replace"), said, cpu, peak, time.monotonic() - began)

    def killed(self, code: str, words: list[str], after: float) -> None:
        """Run code for so many seconds, then kill -9."""
        none = os.devnull
        if sys.platform != "linux":
            with subprocess.Popen([sys.executable, "-c", f"{self.imports}\n{code}", *words]) as process:
                time.sleep(1 + after)
                process.kill()
            return
        pid = self.begin(code, words, None, os.environ, none, none)
        time.sleep(after)
        with contextlib.suppress(ProcessLookupError):  # it may have come to its end by itself
            os.kill(pid, signal.SIGKILL)
        assert self.end(pid)[0] in {0, -signal.SIGKILL}
