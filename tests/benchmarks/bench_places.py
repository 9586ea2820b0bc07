"""Finding and placing names: documents a second of processor time, start and memory, beside flashgeotext where it is there.

Run from the checkout: ``python tests/benchmarks/bench_places.py [DOCUMENTS.jsonl ...]``. Without files the
repository's own labelled texts are repeated to 2,000 documents. A file has one JSON object a line with a key "text".
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "tests" / "data" / "place_texts.jsonl"
WANTED = 2_000


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")


def texts_of(paths: list[str]) -> list[str]:
    """Texts of the files, or our own ones repeated."""
    files = [Path(p) for p in paths] or [OWN]
    found = [json.loads(line)["text"] for f in files for line in f.read_text("utf-8").splitlines() if line.strip()]
    return found if paths else [f"{t} ({n})" for n in range(WANTED // len(found) + 1) for t in found][:WANTED]


def ours(texts: list[str]) -> None:
    """Measure this package."""
    begin = time.process_time()
    from geo_ghouta.gazetteer import open_index, read_places
    from geo_ghouta.geocoding import resolve_mentions
    from geo_ghouta.schema import REPORTS
    from geo_ghouta.toponyms import find_in_text, find_mentions

    index = open_index([read_places(ROOT / "layers" / "places.csv")[0]], country="SY")
    find_in_text("Buses left Harasta for Paris, Texas.", index)
    say(f"ours          start {time.process_time() - begin:.2f} s of processor time (imports, warm index, first text)")
    reports = REPORTS.table(
        {
            "report_id": f"r{n}",
            "doc_id": str(n),
            "text": t,
            "published_basis": "unknown",
            "path": "b",
            "sha256": "0",
            "text_sha256": "0",
        }
        for n, t in enumerate(texts)
    )
    for word in ("cold caches", "warm caches"):
        begin = time.process_time()
        mentions = find_mentions(reports, None, index)
        middle = time.process_time()
        resolve_mentions(mentions, reports, index)
        end = time.process_time()
        say(
            f"ours          {len(texts) / (end - begin):6.0f} documents/s, {word} (find {middle - begin:.2f} s, place {end - middle:.2f} s)"
        )


def flashgeotext(texts: list[str]) -> None:
    """Measure flashgeotext, finding only: it resolves to a country and no point."""
    try:
        begin = time.process_time()
        from flashgeotext.geotext import GeoText
    except ImportError:
        say("flashgeotext  is not installed (pip install flashgeotext)")
        return
    finder = GeoText()
    say(f"flashgeotext  start {time.process_time() - begin:.2f} s")
    begin = time.process_time()
    for text in texts:
        finder.extract(input_text=text)
    say(f"flashgeotext  {len(texts) / (time.process_time() - begin):6.0f} documents/s, finding only")


def main() -> None:
    """Each in its own process, so that the memory told is its own."""
    if len(sys.argv) > 1 and sys.argv[1] in {"ours", "flashgeotext"}:
        {"ours": ours, "flashgeotext": flashgeotext}[sys.argv[1]](texts_of(sys.argv[2:]))
        say(f"{sys.argv[1]:13s} peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
        return
    for which in ("ours", "flashgeotext"):
        subprocess.run([sys.executable, __file__, which, *sys.argv[1:]], check=True)


if __name__ == "__main__":
    main()
