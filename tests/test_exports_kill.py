"""kill -9 at any moment leaves the old file or the new one, and the next run takes the leftovers away.

A release is tried with many more: ``GEO_GHOUTA_KILLS=200 pytest tests/test_exports_kill.py``.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from exports_data import table_of

from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX

KILLS = int(os.environ.get("GEO_GHOUTA_KILLS", "4"))
LOOP = """
import sys, pathlib
sys.path.insert(0, {tests!r})
from exports_data import table_of
from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX
tables = [table_of("events", n) for n in (400, 3)]
print("ready", flush=True)
while True:
    for table in tables:
        for form in exports.FORMATS:
            exports.write_layer("events", table, pathlib.Path(sys.argv[1]) / ("events" + SUFFIX[form]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9 there")
def test_a_killed_run_leaves_whole_files(tmp_path):
    paths = [
        exports.write_layer("events", table_of("events", 3), tmp_path / f"events{SUFFIX[f]}") for f in exports.FORMATS
    ]
    chance = random.Random(11)
    for _ in range(KILLS):
        command = [sys.executable, "-c", LOOP.format(tests=str(Path(__file__).parent)), str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.6))
            process.kill()
        for path in paths:
            assert len(exports.read_layer(path, "events")) in {3, 400}, path
    for path in paths:
        exports.write_layer("events", table_of("events", 3), path)
    assert sorted(tmp_path.iterdir()) == sorted(paths)
