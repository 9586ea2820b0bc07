"""R1: made-up reports, layers and case files raise only documented errors, and every quote is its words (R13)."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import generate
from exports_data import table_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import geo_ghouta
from geo_ghouta import exports, ledger, pipeline
from geo_ghouta.cases import bundled_case, open_case
from geo_ghouta.control import read_pictures
from geo_ghouta.dates import find_dates
from geo_ghouta.errors import GhoutaError
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.numbers import find_numbers
from promises.counts import COUNTS, FULL, Trial
from promises.running import small_case

WORDS = ["Douma", "Harasta", "حرستا", "دوما", "Eastern Ghouta", "Jaish al-Islam", "the army", "buses", "حافلة", "people", "killed", "left", "arrived in",
         "for Idlib", "on Friday", "last week", "22 March 2018", "02/03/18", "since", "between", "and", "or", "about", "at least", "1,500", "12", "٤٧", "half",
         "per cent", "2.5 million", "forty-two", "no", "not", "would", "said", "told", ",", ".", ";", ":", "(", ")", '"', "“", "”", "'", "—", "-", "\n", "\n\n",
         "\t", "\u202e", "\u200f", "\u200b", "\0", "\ud83d", "😀", "# ", "> ", "* ", "[a](b)", "http://x.invalid/a?b=c", "<b>", "&amp;", "{{", "---\n", "=1+1", "",
         "km", "km²", "%", "$", "1/2", "0", "-1", "1e309", "9" * 40, "a" * 200, "1,1,1,", "((((", "Mr.", "U.S.", "St.", "al-", "ash-", "’s", "٪", "الجمعة"]  # fmt: skip

_ROOMS = ("claims", "dates", "numbers")
OWN = sorted(
    {
        word
        for room in _ROOMS
        for path in (Path(geo_ghouta.__file__).parent / room).glob("*.py")
        for listed in re.findall(r"\"([a-z][a-z' ]{0,400})\"", path.read_text("utf-8"))
        for word in listed.split()
    }
)
"""The words that our own rules ask for, so that each new rule is met in places where it does not expect to stand."""


def sentence(chance: random.Random) -> str:
    """Words of the news and of our own rules, or any characters, in any order."""
    if chance.random() < 0.15:
        return "".join(
            chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x600, 0x700), chance.randrange(0x110000))))
            for _ in range(chance.randrange(80))
        )
    own = chance.choice((0.0, 0.3, 0.6))
    said = " ".join(chance.choice(OWN if chance.random() < own else WORDS) for _ in range(chance.randrange(1, 25)))
    return said[:1].upper() + said[1:] if chance.random() < 0.5 else said


def spoilt_text(text: str, chance: random.Random) -> str:
    """A real-looking report with pieces lost, doubled, moved or put in."""
    for _ in range(chance.randrange(1, 6)):
        at, length = chance.randrange(len(text) + 1), chance.randrange(1, 40)
        piece = text[at : at + length]
        text = (
            text[:at]
            + chance.choice(("", piece * 2, sentence(chance), piece.upper(), piece[::-1]))
            + text[at + length :]
        )
    return text


def made(number: int, seed: int) -> list[dict[str, Any]]:
    """Records of reports: grammar-made, spoilt and random."""
    chance = random.Random(seed)
    rows: list[dict[str, Any]] = []
    for report in generate.reports(number, seed=seed):
        kind = chance.random()
        text = report["text"][: chance.randrange(200, 1200)]
        if kind < 0.4:
            text = spoilt_text(text, chance)
        elif kind < 0.9:
            text = "".join(sentence(chance) + chance.choice((". ", "\n", " ")) for _ in range(chance.randrange(1, 6)))
        row: dict[str, Any] = {**report, "text": text}
        if chance.random() < 0.1:
            row["published"] = chance.choice(
                ("2018-02-30", "", "yesterday", "9999-12-31", "0001-01-01", None, 20180322, [1], "٢٠١٨-٠٣-٢٢")
            )
        if chance.random() < 0.02:
            row["text"] = chance.choice((None, 5, "", [], {}))
        rows.append(row)
    return rows


def walked(path: Path, case: Any, index: Any) -> tuple[Any, Any, Any]:
    """Reading, places and claims of a file."""
    reading = pipeline.read_case(case, [path])
    places = pipeline.find_places(case, reading, index=index)
    return reading, places, pipeline.find_claims(case, reading, places)


def test_R1_made_up_reports_raise_nothing(tmp_path: Path, tried: Trial) -> None:
    case, path = open_case(), tmp_path / "made.jsonl"
    index = pipeline.open_places(case, world=False)[0]
    total, quotes = tried.count("reports"), 0
    for first in range(0, total, 250):
        rows = made(min(250, total - first), 100 + first)
        path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
        try:
            reading, places, claims = walked(path, case, index)
        except Exception as error:  # noqa: BLE001 - whatever comes is a failure to be told
            tried.failures.append(f"batch {first}: {error!r}")
            continue
        quotes += len(places) + len(claims)
        if (ledger.add_quotes(places, reading.reports)["quote"] != places["text"]).any():
            tried.failures.append(f"batch {first}: a place name is not its words")
        if ledger.add_quotes(claims, reading.reports)["quote"].isna().any():
            tried.failures.append(f"batch {first}: a claim has no words")
        left_out = (reading.rejected["severity"].astype("str") == "error").sum()
        if len(reading.reports) + left_out != len(rows):
            tried.failures.append(f"batch {first}: {len(rows)} in, {len(reading.reports)} read, {left_out} left out")
    assert quotes > total / 10
    tried.end()


FOUND = [
    ("2017-11-06", "Opposition gunmen hold 64 per cent of the farms east of Ar"),
    ("9999-12-31", "arrived since forty-two between last week"),
    ("9999-12-31", "2.5 km² since buses March 2018"),
    ("9999-12-31", "1,500 people killed since this morning"),
    ("0001-01-01", "😀 حافلة الجمعة &amp; 2.5 million since. killed ---\n الجمعة would."),
]
"""Endings of texts and of the calendar at which full runs broke off."""


def test_R1_what_full_runs_found_stays_mended(tmp_path: Path, tried: Trial) -> None:
    case, path = open_case(), tmp_path / "found.jsonl"
    index = pipeline.open_places(case, world=False)[0]
    path.write_text("".join(json.dumps({"text": t, "published": day}) + "\n" for day, t in FOUND), "utf-8")
    reading, _, claims = walked(path, case, index)
    assert len(reading.reports) == len(FOUND)
    spans = claims[claims["date_from"].notna()]
    assert (spans["date_from"] < spans["date_to"]).all()
    tried.end()


def spoilt_bytes(whole: bytes, chance: random.Random) -> bytes:
    """Bytes changed, lost, doubled or moved."""
    data = bytearray(whole)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at, change = chance.randrange(len(data) + 1), chance.random()
        if change < 0.5 and at < len(data):
            data[at] = chance.randrange(256)
        elif change < 0.7:
            del data[at : at + chance.randrange(1, 40)]
        elif change < 0.9:
            data[at:at] = data[at : at + chance.randrange(1, 40)]
        else:
            data[at:at] = chance.choice(
                (b"null", b"1e999", b"[", b"{}", b"\xff", b'""', b"-0", b"\\ud800", b"NaN", b"180", b"[[[]]]")
            )
        if not data:
            data = bytearray(b"{")
    return bytes(data)


def test_R1_mutated_layers_raise_only_documented_errors(tmp_path: Path, tried: Trial) -> None:
    # GDAL's own formats are left to GDAL's own fuzzing.
    chance, number = random.Random(5), tried.count("mutated layers")
    case = small_case(tmp_path / "case")
    casefile = open_case(case).file
    drawn = [
        p.read_bytes()
        for p in [*sorted((bundled_case() / "control").glob("*.geojson"))[:3], case / "control" / "2018-03-22.geojson"]
    ]
    forms = ["geojson", "geojsonseq", "jsonl", "csv", "kml", "topojson", "parquet"]
    written = {
        f: exports.write_layer("events", table_of("events", 5), tmp_path / f"events{SUFFIX[f]}").read_bytes()
        for f in forms
    }
    for turn in range(number):
        form = forms[turn % len(forms)] if turn % 2 else ""
        path = tmp_path / (f"events{SUFFIX[form]}" if form else "2018-03-20.geojson")
        path.write_bytes(spoilt_bytes(written[form] if form else chance.choice(drawn), chance))
        try:
            if form:
                exports.read_layer(path, "events")
            else:
                read_pictures([path], casefile)
        except GhoutaError as error:
            if "\n" in str(error):
                tried.failures.append(f"{turn}: more than a line: {error}")
        except Exception as error:  # noqa: BLE001 - whatever comes is a failure to be told
            tried.failures.append(f"{turn} {form}: {error!r}")
    tried.end()


def test_R1_mutated_case_files_raise_only_documented_errors(tmp_path: Path, tried: Trial) -> None:
    chance = random.Random(9)
    case = small_case(tmp_path / "case")
    (case / "fixes.csv").write_text("name,place\nHarasta,case/harasta\nDouma,not a place\n", "utf-8")
    (case / "reports" / "reports.csv").write_text("file,published,source\na.md,2018-03-25,Desk\n", "utf-8")
    names = ["case.toml", "places.csv", "routes.geojson", "fixes.csv", "reports/reports.csv", "reports/a.md"]
    whole = {n: (case / n).read_bytes() for n in names}
    for turn in range(tried.count("mutated case files")):
        name = names[turn % len(names)]
        (case / name).write_bytes(spoilt_bytes(whole[name], chance))
        try:
            pipeline.run(case, world=False, fixes=case / "fixes.csv")
        except GhoutaError:
            pass
        except Exception as error:  # noqa: BLE001 - whatever comes is a failure to be told
            tried.failures.append(f"{turn} {name}: {error!r}")
        (case / name).write_bytes(whole[name])
    tried.end()


TEXTS = st.lists(st.sampled_from(WORDS) | st.text(st.characters(), max_size=12), max_size=25).map(" ".join)


@settings(
    derandomize=True,
    deadline=None,
    max_examples=COUNTS["R1"]["grammar-made inputs"][FULL],
    suppress_health_check=list(HealthCheck),
)
@given(TEXTS, st.dates())
def _one_text(text: str, day: Any) -> None:
    for found in (*find_numbers(text), *find_dates(text, day)):
        assert text[found.start : found.end]


def test_R1_grammar_made_words_raise_nothing(tried: Trial) -> None:
    tried.count("grammar-made inputs")
    _one_text()


def test_R1_guided_inputs_raise_nothing(tmp_path: Path, tried: Trial) -> None:
    # libFuzzer ends its process, so that it has one of its own.
    pytest.importorskip("atheris", reason="atheris is not installed: it has no wheel for this machine")
    asked = str(tried.count("guided inputs"))
    command = [sys.executable, str(Path(__file__).with_name("guided.py")), str(tmp_path), asked]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=3000)
    if ran.returncode:
        tried.failures.append(ran.stderr[-3000:])
    done = re.search(r"number_of_executed_units:\s*(\d+)", ran.stderr)
    tried.tell("guided inputs", int(done.group(1)) if done else 0)
    tried.end()
