"""Fuzzing that follows the code's branches: ``python guided.py FOLDER RUNS``; ends with a code other than 0 at a fault.

The first byte chooses the door by which the others come in. Needs atheris (libFuzzer for Python), which the tests'
requirements name where it installs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["geo_ghouta"]):
    from geo_ghouta import exports
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.claims.lexicon import read_lexicon
    from geo_ghouta.claims.reading import read_report
    from geo_ghouta.control import read_pictures
    from geo_ghouta.dates import find_dates
    from geo_ghouta.errors import GhoutaError
    from geo_ghouta.numbers import find_numbers
    from geo_ghouta.reports.marking import mark_text
    from geo_ghouta.reports.pages import read_page
    from geo_ghouta.schema import read_casefile

import datetime as dt

FOLDER, RUNS = Path(sys.argv[1]), int(sys.argv[2])
CASEFILE = read_casefile(bundled_case() / "case.toml")
LEXICON = read_lexicon(tuple(CASEFILE.actors))
DAY = dt.date(2018, 3, 22)
WORDS = (
    "State media said on Sunday that more than 1,500 of the 7,000 fighters had left Harasta for Idlib in 30 buses.",
    "Since Friday 413 people, 60 of them children, were freed; two dozen more would follow overnight. قتل 12 مدنيا",
    "He said about half a million people (20 per cent) fled between 3 and 5 March 2018, up from 40,000 a week ago.",
)
SEEDS = {
    0: [text.encode() for text in WORDS],
    1: [(b"<html><head><meta property='article:published_time' content='2018-03-22'><title>A</title></head><body><article>"
        b"<h1>A</h1><p>Buses left the town on Friday.</p><figcaption>Photo: AP</figcaption></article></body></html>")],
    2: [(bundled_case() / "case.toml").read_bytes()[:4000]],
    3: [sorted((bundled_case() / "control").glob("*.geojson"))[0].read_bytes()[:4000]],
    4: [b"event_id,kind,modality,date_from,geometry\ne1,departure,happened,2018-03-22,POINT (36.3 33.5)\n"],
}  # fmt: skip


def read_words(data: bytes) -> None:
    """Numbers, dates and claims of a text; every one of them spans words of it."""
    text = data.decode("utf-8", "surrogatepass" if len(data) % 2 else "replace")
    for found in (*find_numbers(text), *find_dates(text, DAY), *read_report(text, DAY, [], [], LEXICON)):
        if not 0 <= found.start < found.end <= len(text):
            message = f"{found} spans no words"
            raise AssertionError(message)


def read_html(data: bytes) -> None:
    """The text of a page, and what in it is no running text."""
    mark_text(read_page(data, "a page").text)


def read_file(name: str, data: bytes) -> None:
    """A case file, a picture, or a table of events."""
    path = FOLDER / name
    path.write_bytes(data)
    if name == "case.toml":
        read_casefile(path)
    elif name == "events.csv":
        exports.read_layer(path, "events")
    else:
        read_pictures([path], CASEFILE)


def one_input(data: bytes) -> None:
    """One made-up input; only documented errors, in one line each, are no fault."""
    door, rest = (data[0] % len(SEEDS), data[1:]) if data else (0, b"")
    try:
        if door == 0:
            read_words(rest)
        elif door == 1:
            read_html(rest)
        else:
            read_file(("case.toml", "2018-03-20.geojson", "events.csv")[door - 2], rest)
    except UnicodeDecodeError:
        if door:
            raise
    except GhoutaError as error:
        if "\n" in str(error).strip() and door != 2:
            raise


def main() -> None:
    """Plant the seeds and run."""
    seeds = FOLDER / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    for door, texts in SEEDS.items():
        for number, text in enumerate(texts):
            (seeds / f"{door}-{number}").write_bytes(bytes([door]) + text)
    limits = ["-max_len=5000", "-timeout=30", "-rss_limit_mb=4000", "-seed=1", "-verbosity=0", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], f"-runs={RUNS}", *limits, f"-artifact_prefix={FOLDER}/", str(seeds)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
