"""Size and pace of the page in a real browser: bytes, first paint, ready, a step of the clock, every day decoded.

Run from the checkout: ``python tests/benchmarks/bench_page.py [FOLDER]``, with a folder of daily GeoJSON files for a
real series. Times are of this machine and of all that runs on it; processor time of the page's main thread stands beside
them, because others' load does not add to it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import map_browser  # noqa: E402
import map_series  # noqa: E402

STEPS = """async (most) => { const g = geoGhouta; const stops = g.model.stops; const days = stops.length > most ? stops.slice(0, most) : stops; const out = [];
  for (const day of [...days, ...[...days].reverse()]) { await new Promise((r) => requestAnimationFrame(r)); const t = performance.now(); g.store.set({ day });
    g.root.offsetHeight; const n = document.querySelector('.gg-drawing'); n.getBBox(); out.push(performance.now() - t); await new Promise((r) => setTimeout(r, 25)); }
  return out; }"""


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")


def measure(browser: Any, path: Path, repeats: int = 3) -> dict[str, float]:
    """Best of some openings."""
    out: dict[str, float] = {"kB": path.stat().st_size / 1000}
    for _ in range(repeats):
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy(cdp: Any = cdp) -> float:
            return {m["name"]: m["value"] for m in cdp.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

        begun = time.perf_counter()
        page.goto(f"file://{path}")
        page.wait_for_selector("[data-ready=true]")
        found = {"ready s": time.perf_counter() - begun, "ready cpu s": busy()}
        map_browser.settle(page)
        paints = {
            p["name"]: p["startTime"]
            for p in page.evaluate("performance.getEntriesByType('paint').map((p) => p.toJSON())")
        }
        found["first paint s"] = paints.get("first-paint", float("nan")) / 1000
        found["content s"] = paints.get("first-contentful-paint", float("nan")) / 1000
        steps = page.evaluate(STEPS, 60)
        found["step ms"] = statistics.median(steps)
        found["step p90 ms"] = sorted(steps)[int(len(steps) * 0.9)]
        for name, value in found.items():
            out[name] = min(out.get(name, float("inf")), value)
        context.close()
    return out


def decoded(browser: Any, path: Path, series: dict[Any, Any]) -> int:
    """Days whose decoded coordinates are not those that were drawn."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"file://{path}")
    page.wait_for_selector("[data-ready=true]")
    days = sorted(series)
    wrong = 0
    for at in range(0, len(days), 50):
        for day, (_, areas) in zip(days[at : at + 50], page.evaluate(map_series.RINGS, [at, at + 50]), strict=True):
            wrong += not map_series.same([r for rings in areas for r in rings], series[day])
    context.close()
    return wrong


def main() -> int:
    """Measure and print one line a page."""
    from playwright.sync_api import sync_playwright

    from geo_ghouta import maps, outlets, pipeline

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        pages: list[tuple[str, Path, dict[Any, Any]]] = [
            ("bundled case", outlets.save_map(pipeline.run(world=False), Path(folder) / "bundled.html"), {})
        ]
        wanted = {"made, 769 days": map_series.made(769)}
        if len(sys.argv) > 1:
            real = map_series.read(Path(sys.argv[1]))
            wanted[f"{Path(sys.argv[1]).name}, {len(real)} days"] = real
        for name, series in wanted.items():
            begun = time.perf_counter()
            path = maps.save_page(map_series.as_input(series), Path(folder) / f"{len(pages)}.html")
            say(f"{name}: written in {time.perf_counter() - begun:.1f} s")
            pages.append((name, path, series))
        browser = play.chromium.launch(
            executable_path=map_browser.find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, path, series in pages:
            figures = ", ".join(f"{k} {v:,.2f}" for k, v in measure(browser, path).items())
            say(f"{name}: {figures}" + (f", wrong days {decoded(browser, path, series)}" if series else ""))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
