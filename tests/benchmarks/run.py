"""All measurements in one table: ours beside what one would use instead, in one run on one machine.

    python -m tests.benchmarks                     everything, 2,000 reports, some minutes
    python -m tests.benchmarks --reports 10000     more reports
    python -m tests.benchmarks --only join page    some of it
    python -m tests.benchmarks --only corpus --reports 100000      the whole of the bar, about half an hour

Where one process does the work its processor time is measured, else the clock.

What is not installed is said and left out: pip install flashgeotext geotext.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib.metadata
import importlib.util
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from benchmarks import generate  # noqa: E402

Row = tuple[str, str, str, str, str]
PACKAGES = (
    "geo-ghouta",
    "geopandas",
    "pandas",
    "shapely",
    "pyarrow",
    "folium",
    "numpy",
    "distributed",
    "flashgeotext",
    "geotext",
)


def best(function: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    """Least seconds of processor time of some runs, and the last result: others on the machine only ever add time."""
    times, result = [], None
    for _ in range(repeats):
        begun = time.process_time()
        result = function()
        times.append(time.process_time() - begun)
    return min(times), result


def missing(package: str) -> bool:
    return importlib.util.find_spec(package) is None


def extraction(count: int) -> list[Row]:
    from geo_ghouta import control, find_dates, find_numbers, pipeline
    from geo_ghouta.schema import Reading
    from geo_ghouta.stories import group_stories

    case = pipeline.open_case()
    index, _ = pipeline.open_places(case)
    number = min(count, 300)
    with tempfile.TemporaryDirectory() as folder:
        path = generate.write(Path(folder) / "some.jsonl", number)
        reading: Reading = pipeline.read_case(case, [path])
    texts = reading.reports["text"].tolist()
    places_s, places = best(lambda: pipeline.find_places(case, reading, index=index))
    dates_s, _ = best(lambda: [find_dates(t) for t in texts])
    numbers_s, _ = best(lambda: [find_numbers(t) for t in texts])
    claims_s, claims = best(lambda: pipeline.find_claims(case, reading, places))
    stories_s, _ = best(lambda: group_stories(reading.reports))
    pockets = control.find_pockets(case.pictures, case.file, case.gazetteer)
    joined_s, _ = best(lambda: pipeline.join_reports(case, reading, places, claims, pockets))
    ours = number / places_s
    full = places_s + claims_s + stories_s
    parts = {"places": places_s, "claims": claims_s, "stories": stories_s}
    told = ", ".join(f"{name} {1000 * seconds / number:.1f}" for name, seconds in parts.items())
    size = sum(map(len, texts)) / number / 1000
    note = (
        f"one core, {size:.1f} kB a report; ms a report: {told}; of the claims' dates {1000 * dates_s / number:.1f}, "
        f"numbers {1000 * numbers_s / number:.1f}; {len(places) / number:.1f} names, {len(claims) / number:.1f} claims"
    )
    rows = [
        (
            "extraction: places, dates, numbers, claims, stories",
            f"{number / full:,.0f} reports/s",
            "aim 150 reports/s",
            f"{number / full / 150:.2f}",
            note,
        ),
        (
            "join to the pictures and checks",
            f"{number / joined_s:,.0f} reports/s",
            "",
            "",
            "holders of every place and claim, findings; one core",
        ),
    ]
    for package in ("flashgeotext", "geotext"):
        if missing(package):
            rows.append(
                (
                    f"extraction: place names, {package}",
                    f"{ours:,.0f} reports/s",
                    "not installed",
                    "",
                    f"pip install {package}",
                )
            )
            continue
        seconds, found = best(lambda package=package: _names(package, texts))
        note = f"ours {len(places) / number:.1f} names a report, each with spot and rivals; {package} {found / number:.1f} names"
        rows.append(
            (
                f"extraction: place names, {package}",
                f"{ours:,.0f} reports/s",
                f"{number / seconds:,.0f} reports/s",
                f"{ours * seconds / number:.2f}",
                note,
            )
        )
    return rows


def _names(package: str, texts: list[str]) -> int:
    if package == "geotext":
        from geotext import GeoText

        return sum(len(found.cities) + len(found.countries) for found in map(GeoText, texts))
    import logging

    logging.disable(logging.CRITICAL)
    from flashgeotext.geotext import GeoText

    reader = GeoText()
    return sum(
        sum(v["count"] for kind in found.values() for v in kind.values())
        for found in (reader.extract(input_text=t) for t in texts)
    )


def join(count: int) -> list[Row]:
    import geopandas as gpd
    import numpy as np
    import pandas as pd

    from geo_ghouta import control
    from geo_ghouta.cases import open_case

    case = open_case()
    number = min(10 * count, 20_000)
    random = np.random.default_rng(1)
    west, south, east, north = case.file.extent
    points = gpd.GeoDataFrame(
        {"date": pd.Timestamp("2017-02-18") + pd.to_timedelta(random.integers(0, 420, number), unit="D")},
        geometry=gpd.points_from_xy(
            random.uniform(west, east, number), random.uniform(south, north, number), crs="EPSG:4326"
        ),
    )
    points["date"] = points["date"].astype("datetime64[s]")
    points["uncertainty_m"] = pd.Series([100.0] * number, dtype="Float64")

    def plain() -> Any:
        # What one writes without us: for each day the picture in force, then sjoin. No distance to edges, no reasons.
        found = []
        for day, some in points.groupby("date"):
            areas = case.pictures.on(day).areas
            found.append(gpd.sjoin(some, areas[["holder", "geometry"]], how="left", predicate="intersects"))
        return pd.concat(found)

    ours, answers = best(lambda: control.locate(points, case.pictures, day_column="date"))
    theirs, _ = best(plain, 1)
    note = f"{number:,} points on 420 days; ours also tells the nearest edge and why there is no holder ({answers['holder'].notna().mean():.0%} held)"
    return [("as-of join", f"{ours:.2f} s", f"sjoin per date {theirs:.2f} s", f"{theirs / ours:.1f} x faster", note)]


def page(_: int) -> list[Row]:
    import folium

    from geo_ghouta import outlets, pipeline

    result = pipeline.run(world=False)
    with tempfile.TemporaryDirectory() as folder:
        ours = outlets.save_map(result, Path(folder) / "ours.html").stat().st_size
        drawing = folium.Map([33.53, 36.4], zoom_start=12)
        for name, table in {"control": result.pictures.areas, "pockets": result.pockets, "changes": result.changes, "events": result.events,
                            "routes": result.routes, "places": result.case.gazetteer, **result.case.backdrop}.items():  # fmt: skip
            kept = table[table.geometry.notna()].copy()
            for column in kept.columns.drop("geometry"):
                kept[column] = (
                    kept[column]
                    .astype("object")
                    .where(kept[column].notna(), None)
                    .map(lambda v: None if v is None else str(v))
                )
            folium.GeoJson(kept.to_json(), name=name).add_to(drawing)
        drawing.save(Path(folder) / "theirs.html")
        theirs = (Path(folder) / "theirs.html").stat().st_size
    note = "ours carries Leaflet, scripts and claims and asks no host; folium's asks 5 hosts for the rest"
    return [
        (
            "page of the bundled case",
            f"{ours / 1e6:.2f} MB",
            f"folium GeoJson {theirs / 1e6:.2f} MB",
            f"{theirs / ours:.1f} x smaller",
            note,
        )
    ]


def importing(_: int) -> list[Row]:
    import geopandas as gpd
    import pandas as pd

    from geo_ghouta import control
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.schema import read_casefile

    folder = bundled_case()
    casefile = read_casefile(folder / "case.toml")
    ours, (pictures, _) = best(lambda: control.read_pictures(folder / "control", casefile))
    files = sorted((folder / "control").glob("*.geojson"))

    def plain() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return pd.concat([gpd.read_file(f"GeoJSON:{f}").assign(day=f.stem) for f in files])

    theirs, _ = best(plain)
    note = f"{len(pictures.dates)} pictures; ours reads strictly, checks, repairs by name and hashes"
    return [
        ("control import", f"{ours * 1000:.0f} ms", f"read_file {theirs * 1000:.0f} ms", f"{theirs / ours:.2f}", note)
    ]


def cold(_: int) -> list[Row]:
    """Whole processes by the clock, in turn, with bytecode as pip leaves it behind; the shortest of five."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        commands = {
            "map": ["-m", "geo_ghouta", "map", "-o", f"{folder}/map.html"],
            "help": ["-m", "geo_ghouta", "--help"],
            "bare": ["-c", "import geopandas, folium"],
        }
        least = dict.fromkeys(commands, float("inf"))
        for number in range(6):
            for name, command in commands.items():
                begun = time.perf_counter()
                subprocess.run([sys.executable, *command], check=True, capture_output=True, cwd=ROOT, env=environment)
                if number:  # the first one compiles
                    least[name] = min(least[name], time.perf_counter() - begun)
    bare = f"import geopandas, folium {least['bare']:.2f} s"
    return [
        ("cold start: map of the bundled case", f"{least['map']:.2f} s", bare, f"{least['map'] / least['bare']:.2f} x its time", "aim: at most 2.5 x"),
        ("cold start: --help", f"{least['help']:.2f} s", bare, f"{least['help'] / least['bare']:.2f} x its time", ""),
    ]  # fmt: skip


_CHILD = """
import json, resource, sys, time
sys.path[:0] = {path!r}
from geo_ghouta.corpus import build_corpus
if __name__ == "__main__":
    begun = time.perf_counter()
    made = build_corpus([{source!r}], {out!r}, workers={workers})
    own, child = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    told = {{"s": time.perf_counter() - begun, "cpu": sum(u.ru_utime + u.ru_stime for u in (own, child)),
            "mb": own.ru_maxrss / 1024, "child_mb": child.ru_maxrss / 1024, "in": made.summary["in"], "stories": made.summary["stories"]}}
    print(json.dumps(told))
"""


def _corpus(folder: Path, count: int, workers: int) -> dict[str, float]:
    source = generate.write(folder / f"{count}.jsonl", count)
    script = folder / f"run_{count}_{workers}.py"
    script.write_text(
        _CHILD.format(
            path=sys.path[:2], source=str(source), out=str(folder / f"out_{count}_{workers}"), workers=workers
        ),
        "utf-8",
    )
    ran = subprocess.run([sys.executable, str(script)], check=True, capture_output=True, text=True, cwd=ROOT)
    told: dict[str, float] = json.loads(ran.stdout.strip().splitlines()[-1])
    return told


def corpus(count: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, one, two = _corpus(folder, count // 10, 2), _corpus(folder, count, 1), _corpus(folder, count, 2)
    # Start and map cost the same for any number of reports: the rest is what a further report costs.
    further = (two["s"] - small["s"]) / (count - count // 10)
    hundred = (small["s"] + further * (100_000 - count // 10)) / 60
    each = one["cpu"] / count * 1000
    return [
        (f"corpus: {count:,} reports, 2 workers against 1", f"{two['s']:.1f} s", f"1 worker {one['s']:.1f} s", f"{one['s'] / two['s']:.2f} x faster", "aim: at least 1.7 x, on an idle machine of 2 cores"),
        (f"corpus: {count:,} against {count // 10:,} reports", f"{two['s']:.1f} s", f"{small['s']:.1f} s", f"{two['s'] / small['s']:.1f} x its time", "aim: 10 x input in at most 12 x time"),
        ("corpus: 100,000 reports, from this", f"{hundred:.1f} min", "aim 10 min", f"{10 / hundred:.2f}", f"{1 / further:,.0f} reports/s; {each:.1f} ms of processor a report, all told"),
        ("corpus: memory", f"{one['mb']:.0f} MB (1 worker)", f"{two['mb']:.0f} MB + {two['child_mb']:.0f} MB a worker", "", "peak of a process; aim: at most 1,500 MB"),
    ]  # fmt: skip


def copies(count: int) -> list[Row]:
    import pandas as pd

    from geo_ghouta.stories import group_stories

    number = max(count, 10_000)
    table = pd.DataFrame([{"report_id": f"r{n:07d}", "text": generate.report(1, n)["text"]} for n in range(number)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds, found = best(lambda: group_stories(table), 1)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    truth = [generate.root_of(1, n) for n in range(number)]

    def pairs(keys: Any) -> int:
        return sum(v * (v - 1) // 2 for v in Counter(keys).values())

    both = pairs(zip(truth, found, strict=True))
    precision, recall = both / pairs(found), both / pairs(truth)
    f1 = 2 * precision * recall / (precision + recall)
    note = f"pairs; 20 % edited copies, 15 % with background of an earlier story; precision {precision:.4f}, recall {recall:.4f}; {grown:.0f} MB more"
    return [(f"wire copies: {number:,} reports", f"F1 {f1:.4f} in {seconds:.1f} s", "aim F1 0.97", "", note)]


PARTS: dict[str, Callable[[int], list[Row]]] = {
    "extraction": extraction, "join": join, "page": page, "import": importing, "cold": cold, "copies": copies, "corpus": corpus,
}  # fmt: skip


def _machine() -> str:
    model = (
        next(
            (
                line.split(":")[1].strip()
                for line in Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")
            ),
            "",
        )
        if Path("/proc/cpuinfo").exists()
        else ""
    )
    versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in PACKAGES if _installed(p))
    load = (
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the run" if hasattr(os, "getloadavg") else ""
    )
    return f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC; {platform.platform()}; {model}; {load}\nPython {platform.python_version()}; {versions}"


def _installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def show(rows: list[Row]) -> str:
    """Rows as one table in Markdown."""
    head: Row = ("what", "ours", "beside it", "ratio", "note")
    widths = [max(len(r[i]) for r in [head, *rows]) for i in range(5)]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in [head, *rows]]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reports", type=int, default=2000)
    parser.add_argument("--only", nargs="+", choices=sorted(PARTS), default=list(PARTS))
    asked = parser.parse_args()
    sys.stdout.write(_machine() + "\n\n")
    rows: list[Row] = []
    for name in asked.only:
        sys.stderr.write(f"{name} …\n")
        rows += PARTS[name](asked.reports)
    sys.stdout.write(show(rows) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
