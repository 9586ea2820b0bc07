"""A series of daily layers from files to checked pictures: import, validate, areas over time; then pockets and changes.

Run from the checkout: ``python tests/benchmarks/bench_series.py [FOLDER]``. Without a folder of real daily layers 769
files are made (5 parts and about 2,900 corners each, a bulge wandering along the front, some days missing or unchanged).
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import shapely
from bench_control import made_pictures, say

from geo_ghouta import control
from geo_ghouta.schema import GAZETTEER, Actor, CaseFile

DAYS = 769
MISSING = (40, 41, 42, 200, 333, 500, 700)
WORLD = (-180.0, -90.0, 180.0, 90.0)


def made_files(folder: Path) -> Path:
    """Write made daily layers as a foreign series has them: no properties, the day in the name, rings clockwise."""
    pictures = made_pictures(DAYS + len(MISSING))
    for number, (day, shape) in enumerate(zip(pictures.dates["picture_date"], pictures.areas.geometry, strict=True)):
        if number in MISSING:
            continue
        shown = pictures.areas.geometry.iloc[number - 1] if number % 23 == 5 else shape
        geometry = shapely.geometry.mapping(shapely.reverse(shown))
        features = [{"type": "Feature", "properties": {}, "geometry": geometry}]
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (folder / f"daily_{day:%Y%m%d}.geojson").write_text(text, encoding="utf-8")
    return folder


def timed(name: str, work: Callable[[], Any]) -> tuple[Any, float]:
    """Do some work and say how long it took."""
    start, used = time.perf_counter(), time.process_time()
    out = work()
    took = time.perf_counter() - start
    say(f"{name:<28} {took:6.1f} s ({time.process_time() - used:.1f} s of processor time)")
    return out, took


def run(folder: Path) -> None:
    """Time each step."""
    files = sorted(folder.iterdir())
    say(f"{len(files)} files, {sum(f.stat().st_size for f in files) / 1e6:.0f} MB")
    (pictures, decisions), one = timed("import", lambda: control.import_layers(folder, holder="constant:x"))
    days = pictures.dates["picture_date"]
    case = CaseFile("series", days.min().date(), days.max().date(), WORLD, WORLD, actors=(Actor("x", "X"),))
    found, two = timed("validate", lambda: control.validate(pictures, case, GAZETTEER.empty(), rejected=decisions))
    _, three = timed("areas over time", lambda: control.areas_over_time(pictures))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    say(f"together                     {one + two + three:6.1f} s, peak memory {peak:.2f} GB (bar: 20 s, 1 GB)")
    for check in ("missing_days", "unchanged"):
        for detail in found.loc[found["check"] == check, "detail"]:
            say(f"  {check}: {detail[:160]}")
    timed("pockets", lambda: control.find_pockets(pictures, case, GAZETTEER.empty()))
    timed("changes", lambda: control.find_changes(pictures, GAZETTEER.empty()))


def main() -> None:
    """Time a folder of layers, or made ones."""
    if len(sys.argv) > 1:
        run(Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as home:
        run(made_files(Path(home)))


if __name__ == "__main__":
    main()
