"""S7: bombs are refused in one line, or done within 60 s and 1 GB."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from promises.counts import COUNTS, FULL, Trial
from promises.running import REPORT, small_case
from promises.warm import Warm

POSITIONS = COUNTS["S7"]["positions of a ring"][FULL]
MEGABYTES = 10
SECONDS, PEAK_MB = 60, 1024
LINE = "Ten buses left Arbin on Friday, residents said. "


def ring(path: Path, positions: int) -> None:
    """A saw-toothed ring of many positions, written in pieces."""
    with path.open("w", encoding="ascii") as stream:
        stream.write('{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{"holder":"ahrar_al_sham","source":"own",'
                     '"drawn_by":"me","precision_m":300,"status":"assessed"},"geometry":{"type":"Polygon","coordinates":[[[36,33.4],')  # fmt: skip
        for first in range(0, positions, 50_000):
            span = range(first, min(first + 50_000, positions))
            stream.write(",".join(f"[{36.2 + 0.4 * k / positions:.7f},{33.5 + k % 2 / 10}]" for k in span) + ",")
        stream.write("[36.7,33.4],[36,33.4]]]}}]}")


def kml_ring(path: Path, positions: int) -> None:
    with path.open("w", encoding="ascii") as stream:
        stream.write(
            "<kml><Folder><name>2018-03-18</name><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>36,33.4 "
        )
        for first in range(0, positions, 50_000):
            span = range(first, min(first + 50_000, positions))
            stream.write(" ".join(f"{36.2 + 0.4 * k / positions:.7f},{33.5 + k % 2 / 10}" for k in span) + " ")
        stream.write(
            "36.7,33.4 36,33.4</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder></kml>"
        )


def archive(path: Path, member: str, text: bytes, times: int) -> None:
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
        made.open(member, "w", force_zip64=True) as stream,
    ):
        for _ in range(times):
            stream.write(text)


def entities(depth: int) -> str:
    rows = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(depth))
    return f"<!DOCTYPE k [{rows}]><kml><name>&e{depth - 1};</name></kml>"


def aliases(depth: int) -> str:
    rows = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9 if n else ['ha'] * 9)}]\n" for n in range(depth))
    return f"---\n{rows}title: *a{depth - 1}\n---\nTen buses left Arbin.\n"


def bombs(base: Path) -> Iterator[tuple[str, list[str]]]:
    """Name and command of each bomb; made one after another, for they are large."""

    def at(name: str) -> Path:
        return base / name

    def drawn(name: str, fill: Callable[[Path], object]) -> tuple[str, list[str]]:
        home = small_case(at(name))
        fill(home / "control" / "2018-03-24.geojson")
        return name, ["map", "--case", str(home), "-o", str(at(f"{name}.html"))]

    def text(name: str, suffix: str, words: str, *more: str) -> tuple[str, list[str]]:
        at(name + suffix).write_text(words, "utf-8")
        return name, ["claims", str(at(name + suffix)), "-o", str(at(f"{name}.csv.out.csv")), *more]

    def imported(name: str, file: str, case: str) -> tuple[str, list[str]]:
        layer, home = str(at(file)), str(small_case(at(case)))
        return name, ["control", "import", layer, "--case", home, "--holder", "constant:x"]

    deep = "[" * 100_000 + "]" * 100_000
    if FULL:  # one just short enough to be read, and one that is refused
        yield drawn("long ring", lambda p: ring(p, 690_000))
    yield drawn("ring", lambda p: ring(p, POSITIONS))
    ring(at("ring.geojson"), POSITIONS)
    yield "ring as places", ["places", "--gazetteer", str(at("ring.geojson")), "-o", str(at("a.csv"))]
    at("ring.geojson").unlink()
    kml_ring(at("ring_2018-03-18.kml"), POSITIONS)
    yield imported("ring in KML", "ring_2018-03-18.kml", "k1")
    at("ring_2018-03-18.kml").unlink()
    yield drawn("deep JSON", lambda p: p.write_text(deep))
    yield drawn("deep coordinates", lambda p: p.write_text('{"type":"Polygon","coordinates":' + deep + "}"))
    yield drawn(
        "many features",
        lambda p: p.write_text(
            '{"type":"FeatureCollection","features":['
            + ",".join(['{"type":"Feature","properties":{},"geometry":null}'] * 150_000)
            + "]}"
        ),
    )
    yield drawn(
        "long number", lambda p: p.write_text('{"type":"Polygon","coordinates":[[[' + "9" * 1_000_000 + ",1]]]}")
    )
    at("entities_2018-03-18.kml").write_text(entities(30))
    yield imported("XML entities", "entities_2018-03-18.kml", "k2")
    at("folders_2018-03-18.kml").write_text("<kml>" + "<Folder>" * 100_000 + "</Folder>" * 100_000 + "</kml>")
    yield imported("deep XML", "folders_2018-03-18.kml", "k3")
    yield text("deep HTML", ".html", "<html><body>" + "<div>" * 100_000 + LINE * 20 + "</div>" * 100_000)
    yield text("entities in HTML", ".html", entities(30) + "<body><p>" + LINE * 20)
    yield text("long line", ".txt", LINE * (MEGABYTES * 2**20 // len(LINE)))
    yield text("long line of JSON", ".jsonl", json.dumps({"text": LINE * (MEGABYTES * 2**20 // len(LINE))}))
    yield text("long line without blanks", ".txt", "a" * MEGABYTES * 2**20)
    yield text("deep JSON in a line", ".jsonl", '{"text": "x", "more": ' + deep + "}\n" + json.dumps({"text": LINE}))
    yield text("aliases in front matter", ".md", aliases(40))
    yield text("deep front matter", ".md", "---\ntitle: " + deep + "\n---\n" + LINE)
    home = small_case(at("toml"))
    (home / "case.toml").write_text("title = " + deep)
    yield "deep TOML", ["map", "--case", str(home), "-o", str(at("toml.html"))]
    wide = at("wide.csv")
    wide.write_text("text," + "a," * 2_000_000 + "\n" + LINE + "," * 2_000_000)
    yield "wide CSV", ["claims", str(wide), "-o", str(at("wide.out.csv"))]
    archive(at("bomb.zip"), "big.jsonl", b" " * 2**20, 2048 if FULL else 512)
    yield "archive", ["corpus", str(at("bomb.zip")), "-o", str(at("zip")), "--no-world", "--no-map"]
    archive(at("texts.zip"), "big.txt", LINE.encode() * 20_000, 400 if FULL else 100)
    yield "archive of text", ["corpus", str(at("texts.zip")), "-o", str(at("zip2")), "--no-world", "--no-map"]
    names = at("names.csv")
    names.write_text(
        "name,lat,lon\n" + "".join(f"Place {n} {'x' * 500},33.5,36.4\n" for n in range(20_000 if FULL else 5_000))
    )
    yield "long names", ["places", "--gazetteer", str(names), "-o", str(at("names.out.csv"))]
    small_case(at("last"), REPORT)


@pytest.mark.skipif(not hasattr(__import__("os"), "wait4"), reason="this system measures no child processes")
def test_S7_bombs_are_refused_or_done_in_time_and_memory(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    tried.count("positions of a ring")
    number = 0
    for name, command in bombs(tmp_path):
        more = [] if command[0] in {"corpus", "control"} else ["--no-world"]
        done = warm.measured(*command, *more, timeout=900)
        number += 1
        told = f"{name}: exit {done.code}, {done.cpu_s:.0f} s, {done.peak_mb:.0f} MB, {done.err[-300:]!r}"
        if done.code not in {0, 1, 2, 3} or not done.one_line or done.cpu_s > SECONDS or done.peak_mb > PEAK_MB:
            tried.failures.append(told)
    tried.tell("bombs", number)
    tried.end()


MANIFESTS = {
    "deep list": "[" * 10_000 + "]" * 10_000,
    "deep object": '{"inputs":' * 10_000 + "1" + "}" * 10_000,
    "very deep": '{"kind": "geo-ghouta corpus", "inputs": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "long number": '{"kind": "geo-ghouta corpus", "inputs": [], "outputs": ' + "9" * 1_000_000 + "}",
    "no number": '{"kind": "geo-ghouta corpus", "inputs": [NaN]}',
    "half a letter": '{"kind": "geo-ghouta corpus", "inputs": [{"input": "\\ud800", "path": "\\ud800"}]}',
    "many members": "{" + ",".join(f'"m{n}": [{n}]' for n in range(200_000)) + "}",
    "no words": " " * 5_000_000,
    "a list": "[1]",
    "a text": '"inputs"',
    "nothing": "null",
    "cut": '{"form": "geo-ghouta manifest 2", "kind": "geo-ghouta corpus", "inputs": [{"inp',
    "wrong kinds": '{"kind": "geo-ghouta corpus", "complete": true, "inputs": {"a": 1}, "outputs": [5], "parameters": [[]]}',
}
"""What may stand where a manifest should."""
RECORD = json.dumps({"text": LINE, "published": "2018-03-22"}) + "\n"


def corpus_bombs(base: Path) -> Iterator[Path]:
    """Inputs of a corpus, each with a report before the bomb; made one after another."""
    megabytes = 200 if FULL else 20
    deep = '{"text": "x", "more": ' + "[" * 10_000 + "]" * 10_000 + "}\n"
    for name, first, last in (
        ("long.jsonl", RECORD + '{"text": "', '"}\n' + RECORD),
        ("long.csv", f'text,published\n"{LINE}",2018-03-22\n"', '",2018-03-22\n'),
        ("line.txt", "", ""),
    ):
        with (base / name).open("w", encoding="ascii") as stream:
            stream.write(first)
            for _ in range(megabytes):
                stream.write("ab cd " * (2**20 // 6))
            stream.write(last)
        yield base / name
        (base / name).unlink()
    (base / "deep.jsonl").write_text(RECORD + deep * 200 + RECORD, "ascii")
    yield base / "deep.jsonl"
    (base / "number.jsonl").write_text(RECORD + f'{{"text": {"9" * 9_000_000}}}\n' * 3, "ascii")
    yield base / "number.jsonl"


@pytest.mark.skipif(not hasattr(__import__("os"), "wait4"), reason="this system measures no child processes")
def test_S7_bombs_of_a_corpus_and_in_manifests_are_told(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    number = 0

    def look(name: str, *words: object, codes: set[int]) -> None:
        nonlocal number
        number += 1
        done = warm.measured(*words, timeout=900)
        if done.code not in codes or not done.one_line or done.cpu_s > SECONDS or done.peak_mb > PEAK_MB:
            told = f"exit {done.code}, {done.cpu_s:.0f} s, {done.peak_mb:.0f} MB, {done.err[-300:]!r}"
            tried.failures.append(f"{name}: {told}")

    for path in corpus_bombs(tmp_path):
        look(path.name, "corpus", path, "-o", tmp_path / f"{path.name}.out", "--no-world", "--no-map", codes={3})
    case, out = small_case(tmp_path / "case"), tmp_path / "corpus"
    street = ["--case", case, "--no-world"]
    assert warm.measured("corpus", case / "reports", *street, "--no-map", "-o", out).code == 0
    assert warm.measured("claims", *street, "-o", tmp_path / "claims.csv").code == 0
    for target, manifest in (
        (out, out / "manifest.json"),
        (tmp_path / "claims.csv", tmp_path / "claims.csv.manifest.json"),
    ):
        for name, text in MANIFESTS.items():
            manifest.write_text(text, "utf-8")
            look(f"{target.name}, {name}", "verify", target, "--case", case, codes={1, 4})
    tried.tell("bombs of a corpus and in manifests", number)
    tried.end()
