"""S6, S8, S9 and S10: where outputs go, and what may stand in them."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import socket
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path

import map_fixture
import pytest
from exports_data import HOSTILE, table_of
from test_cli import feature, quick, write_picture
from test_exports_tables import FORMULA

from geo_ghouta import exports, files, maps
from geo_ghouta.files import ert, inert
from geo_ghouta.maps import cells
from promises.counts import FULL, Trial
from promises.running import REPORT, small_case, tree
from promises.warm import Warm

NAMES = [
    "../../evil", "/etc/passwd", "C:\\x", "a\0b", "con", "NUL.txt", "x" * 300, "ي" * 300, "a\u202eb", "", "...", " ", "a/b/../c", "\n", ".", "..",
    "..\\..\\evil", "//host/share", "~/evil", "$HOME/evil", "%2e%2e%2fevil", "a:b", "lpt1.geojson", "-rf", "--output=evil", "a\u200b/../b",
    ".hidden", "name.", "\u2024\u2024/evil", "file:///tmp/evil", "ＡＵＸ",
]  # fmt: skip


def test_S6_names_from_data_stay_inside_the_folder(tmp_path: Path, tried: Trial) -> None:
    assert len(NAMES) >= tried.count("hostile names")
    home = tmp_path / "home"
    home.mkdir()
    for name in NAMES:
        safe = files.safe_name(name)
        assert safe
        assert len(safe.encode()) <= 110
        target = (home / safe).resolve()
        assert target.parent == home.resolve()
        target.write_bytes(b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["home"]


def test_S6_nothing_is_written_beside_the_output(tmp_path: Path, tried: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    number = tried.count("runs with a hostile name in every field")
    data = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.chdir(tmp_path)
    for n, name in enumerate(NAMES[:number]):
        inside, out = tmp_path / f"case{n}", tmp_path / f"out{n}"
        words = REPORT.replace("title: A convoy from Harasta", "title: " + json.dumps(name)).replace(
            "source: Desk", "source: " + json.dumps(name)
        )
        small_case(inside, words)
        text = json.dumps(name)
        places = inside / "places.csv"
        places.write_text(places.read_text("utf-8") + f"{text},{text},town,33.5,36.4\n", "utf-8")
        write_picture(
            inside, feature(name=name or "x", source=name or "x", note=name) | {"id": name}, feature() | {"id": "b"}
        )
        record = {"doc_id": name, "text": "Ten buses left Arbin.", "source": name, "title": name, "path": name}
        (inside / "in.jsonl").write_text(json.dumps(record))
        layer = tmp_path / f"layer{n}.geojson"
        layer.write_text(
            json.dumps({"type": "FeatureCollection", "name": name, "features": [feature(name=name) | {"id": name}]})
        )
        before = tree(tmp_path)
        out.mkdir()
        runs = [
            ["export", "--case", inside, "--layer", "all", "--format", form, "-o", out / f"all-{form}"]
            for form in ("geojson", "csv", "kml")
        ]
        runs += [["map", "--case", inside, "-o", out / "map.html"], ["corpus", inside / "in.jsonl", "-o", out / "corpus", "--no-world", "--no-map"],
                 ["export", "--case", inside, "--layer", "places", "--layer", "claims", "-o", out / "a.gpkg"],
                 ["export", "--case", inside, "--layer", name, "-o", out / "b"]]  # fmt: skip
        for words in runs:
            done = quick(*words, *([] if words[0] == "corpus" else ["--no-world"]))
            if done.exit_code not in {0, 1, 2, 3} or "a fault inside" in done.output:
                tried.failures.append(f"{name!r}: {words[0]} {words[-1]}: {done.output[-200:]}")
        after = tree(tmp_path)
        strays = [p for p, d in after.items() if not p.startswith(f"out{n}") and before.get(p, 0) != d]
        tried.failures += [f"{name!r}: wrote {p}" for p in strays]
    tried.end()


def test_S8_no_cell_is_a_formula(tmp_path: Path, tried: Trial) -> None:
    number, cell_count = tried.count("cells"), 0
    rows = 25
    while cell_count < number:
        for name in exports.LAYERS:
            table = table_of(name, rows)
            table["=cmd|' /C calc'!A0"] = "x"
            data = exports.write_layer(name, table, None, format="csv").decode()
            for row in csv.reader(io.StringIO(data, newline="")):
                cell_count += len(row)
                tried.failures += [f"{name}: {c!r}" for c in row if c.startswith(FORMULA) and inert(c) != c]
        rows *= 4
    tried.numbers["cells"] = cell_count
    for text in HOSTILE:
        assert ert(inert(text)) == text
    # What the verbs write goes through the same function.
    case = small_case(
        tmp_path / "case",
        REPORT.replace("source: Desk", "source: '=1+1'")
        .replace("A convoy from", "'=2+2 from")
        .replace("title: '=2", 'title: "=2')
        .replace("Harasta\nurl", 'Harasta"\nurl'),
    )
    for verb in ("places", "claims", "check"):
        path = tmp_path / f"{verb}.csv"
        done = quick(verb, "--case", case, "--no-world", "--format", "csv", "-o", path)
        assert done.exit_code in {0, 3}, done.output
        for row in csv.reader(io.StringIO(path.read_text("utf-8"), newline="")):
            tried.failures += [f"{verb}: {c!r}" for c in row if c.startswith(FORMULA) and inert(c) != c]
    tried.end()


@pytest.mark.skipif(not FULL, reason="in full only; one table by pytest -m desktop")
def test_S8_a_spreadsheet_program_computes_nothing(tmp_path: Path, tried: Trial) -> None:
    office = shutil.which("soffice")
    if not office:
        pytest.skip("no LibreOffice: apt-get install libreoffice-calc")
    paths = [exports.write_layer(n, table_of(n, 50), tmp_path / f"{n}.csv") for n in exports.LAYERS]
    command = [office, f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", "xlsx",
               "--infilter=CSV:44,34,76,1", "--outdir", tmp_path / "opened", *paths]  # fmt: skip
    subprocess.run(list(map(str, command)), capture_output=True, check=True, timeout=600)
    opened = sorted((tmp_path / "opened").glob("*.xlsx"))
    for path in opened:
        with zipfile.ZipFile(path) as book:
            sheets = [book.read(n).decode() for n in book.namelist() if n.startswith("xl/worksheets/sheet")]
        if not sheets or any(re.search(r"<f[ >/]", sheet) for sheet in sheets):
            tried.failures.append(f"{path.name}: a cell is computed")
    tried.tell("tables opened by LibreOffice", len(opened))
    tried.end()


def test_S9_direction_and_hidden_characters_cannot_deceive(tmp_path: Path, tried: Trial) -> None:
    # Controls, formats (bidirectional ones, zero width, tags) and surrogates; soft joins of letters are shown too in messages.
    every = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) in {"Cc", "Cf", "Zl", "Zp"}]
    tried.tell("deceiving characters", len(every))
    deceiving = [
        c
        for c in every
        if unicodedata.bidirectional(c) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    ]
    assert len(deceiving) == 9
    for char in every:
        if char in files.shown(f"a{char}b"):
            tried.failures.append(f"U+{ord(char):04X} is invisible in messages")
    for char in [*deceiving, "\u200b", "\ufeff", "\u200e", "\u200f", "\u2028", "\0", "\x1b"]:
        if char in cells.clean(f"a{char}b"):
            tried.failures.append(f"U+{ord(char):04X} is invisible in labels")
    for text in ("حرستا (Harasta) — ٤٧ حافلة", "حَرَسْتا", "دوما"):
        assert files.shown(text) == cells.clean(text) == text
    # Data keep every character.
    table = table_of("events", 3)
    marks = "".join(c for c in every if c not in "\0\r\n" and unicodedata.category(c) == "Cf")
    table["place"] = [f"a{marks}b", "حرستا", "x"]
    for form in ("geojson", "csv", "jsonl", "parquet", "gpkg", "kml"):
        path = exports.write_layer("events", table, tmp_path / f"events{exports.catalog.SUFFIX[form]}")
        if f"a{marks}b" not in exports.read_layer(path, "events")["place"].tolist():
            tried.failures.append(f"{form} lost a character")
    page = maps.save_page(map_fixture.build(hostile="a\u202eb"), tmp_path / "a.html").read_text("utf-8")
    assert "\u202e" not in page
    tried.end()


SECRET = "zz-secret"


def test_S10_no_secret_or_personal_path_is_in_an_output(
    tmp_path: Path, tried: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / f"{SECRET}-home"
    case, out = small_case(home / f"{SECRET}-case"), home / "out"
    out.mkdir()
    (case / "reports" / "bad.md").write_bytes(b"\xff\xfe\x00\xd8bad")
    own = home / f"{SECRET}-own"
    own.mkdir()
    (own / "places.csv").write_text("name,lat,lon\nNew Farm,33.51,36.41\n")
    env = {"HOME": str(home), "USER": f"{SECRET}-user", "LOGNAME": f"{SECRET}-user", "XDG_CACHE_HOME": str(home / "cache"),
           "XDG_DATA_HOME": str(home / "data"), "GEO_GHOUTA_KEY": f"{SECRET}-key", "HOSTNAME": f"{SECRET}-host",
           "EMAIL": f"{SECRET}@example.org"}  # fmt: skip
    for key, value in env.items():
        monkeypatch.setenv(key, value)
    monkeypatch.chdir(home)
    street = ["--case", case, "--no-world", "--gazetteer", own / "places.csv"]
    forms = [("geojson", ""), ("gpkg", ".gpkg"), ("kml", ".kml"), ("csv", "-csv"), ("parquet", "-parquet"), ("fgb", "-fgb"), ("topojson", ".topojson")]  # fmt: skip
    runs = [["export", *street, "--layer", "all", "--quotes", "-o", out / f"all{suffix}", "--format", form]
            for form, suffix in (forms if FULL else forms[:3])]  # fmt: skip
    runs += [["map", *street, "--quotes", "-o", out / "map.html"], ["map", *street, "--embed", "-o", out / "embed.html"],
             ["map", *street, "--multiples", "2018-03-22", "2018-03-25", "-o", out / "six.svg"],
             ["picture", *street, "-o", out / "a.svg"], ["picture", *street, "-o", out / "a.pdf"],
             *([["picture", *street, "-o", out / "a.png"]] if FULL else []),
             ["places", *street, "-o", out / "places.csv"], ["claims", *street, "--quotes", "-o", out / "claims.jsonl"],
             ["check", *street, "-o", out / "check.csv"], ["places", "--unresolved", *street, "-o", out / "fixes.csv"],
             ["corpus", case / "reports", "-o", out / "corpus", "--case", case, "--no-world"],
             ["control", "import", case / "control" / "2018-03-22.geojson", "--case", out / "imported", "--holder", "constant:x"],
             ["gazetteer", "add", own / "places.csv"], ["map", "--case", home / "nothing", "-o", out / "no.html"],
             ["verify", out / "map.html"]]  # fmt: skip
    (out / "imported").mkdir()
    shutil.copy(case / "case.toml", out / "imported")
    for n, words in enumerate(runs):
        done = quick(*words, "--log-file", out / f"run{n}.log")
        if done.exit_code not in {0, 1, 2, 3, 4} or "a fault inside" in done.output:
            tried.failures.append(f"{words[0]}: {done.output[-300:]}")
    tried.tell("outputs", sum(p.is_file() for p in out.rglob("*")))
    # A log names files as the user called them, but not where their home is, who they are and on what machine.
    everywhere = [
        w.encode()
        for w in [
            str(home),
            str(Path.home()),
            socket.gethostname(),
            *(f"{SECRET}-{w}" for w in ("user", "host", "key")),
        ]
    ]
    secrets = [*everywhere, SECRET.encode()]
    for path in [*out.rglob("*"), *(home / "cache").rglob("*"), *(home / "data").rglob("*")]:
        data = path.read_bytes() if path.is_file() else b""
        found = [s for s in (everywhere if path.suffix == ".log" else secrets) if len(s) > 3 and s in data]
        if found:
            at = data.index(found[0])
            tried.failures.append(f"{path.relative_to(home)}: {data[max(0, at - 60) : at + 60]!r}")
    tried.end()


def test_S10_a_contact_reaches_the_provider_and_no_file(tmp_path: Path, tried: Trial, warm: Warm) -> None:
    # The look-ups themselves: tests/test_geocoding_online.py. Here a run whose server is not there, with everything told.
    tried.numbers["outputs"] = 0
    case = small_case(tmp_path / "case", REPORT.replace("Harasta", "Xarabtown"))
    done = warm.measured("places", "--case", case, "--no-world", "--online", "nominatim", "--agent", "ghouta-tests", "--contact", f"{SECRET}@example.org",
                    "--server", "http://127.0.0.1:9", "--key", f"{SECRET}-key", "-o", tmp_path / "a.csv", "--log-file", tmp_path / "a.log",
                    XDG_CACHE_HOME=str(tmp_path / "cache"))  # fmt: skip
    assert done.code in {0, 1, 2, 3}, done.err
    for path in tmp_path.rglob("*"):
        if path.is_file():
            tried.numbers["outputs"] += 1
            assert SECRET.encode() not in path.read_bytes(), path
    assert SECRET not in done.err
