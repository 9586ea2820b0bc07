"""R11, R12, R13 and R15: what leaves conforms, nothing is lost, every figure has its words, and no network is needed."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import click
import jsonschema
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from benchmarks import generate
from test_cli import quick
from test_exports_geojson import check_rfc7946
from test_gazetteer import DUMP

from geo_ghouta import exports, ledger, pipeline
from geo_ghouta.cases import bundled_case
from geo_ghouta.cli import main
from geo_ghouta.exports.shape_schemas import packaged_schema
from geo_ghouta.outlets import export
from promises.counts import FULL, Trial
from promises.running import small_case


@pytest.fixture(scope="module")
def result() -> Any:
    """The bundled case, walked."""
    return pipeline.run(world=False)


def test_R11_every_export_of_the_case_is_standard_geojson(result: Any, tmp_path: Path, tried: Trial) -> None:
    number = 0
    days = [None, *(str(d)[:10] for d in result.case.pictures.dates["picture_date"])]
    for day in days if FULL else days[:3]:
        folder = tmp_path / str(day)
        paths = export(result, folder, list(exports.LAYERS)[:-1], as_of=[day] if day else ())
        for path in paths:
            if path.suffix != ".geojson":
                continue
            number += 1
            try:
                collection = check_rfc7946(path.read_bytes())
                jsonschema.Draft202012Validator(packaged_schema(path.stem)).validate(collection)
            except (AssertionError, jsonschema.ValidationError) as error:
                tried.failures.append(f"{day} {path.name}: {str(error)[:200]}")
    tried.tell("exported files", number)
    tried.end()


def summary_of(done: Any) -> dict[str, Any]:
    return json.loads(done.stderr.strip().splitlines()[-1])


BAD_LINES = ["\x00" * 20, "{", '{"text": 5}', '{"text": ""}', "[]", '{"no": "text"}', "null"]
BAD_ROWS = [b",2018-03-22", b'" ",2018-03-22', b"Ten buses left Arbin,2018-03-22,a,b", b"caf\xff in Arbin,2018-03-22"]
BAD_FILES = {"empty.txt": b"", "image.txt": b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "bare.html": b"<html></html>",
             "empty.md": b"---\npublished: 2018-03-02\n---\n", "arabic.txt": "\u0639\u0631\u0628\u064a".encode("cp1256") * 20}  # fmt: skip


def fill(path: Path, chance: random.Random, seed: int, *, apart: bool) -> tuple[int, int]:
    """Write one input of the format that its name tells, bad records among the good; how many came in, how many are bad."""
    made = list(generate.reports(chance.randrange(1, 6), seed=seed))
    bad = chance.randrange(0, 4)
    if path.suffix == ".jsonl":
        lines = [*(json.dumps(r) for r in made[1:]), *chance.choices(BAD_LINES, k=bad)]
        chance.shuffle(lines)
        lines.insert(0, json.dumps(made[0]))  # a first line of "[" or "{" alone makes a file one list or object
        path.write_text("\n".join(lines) + "\n", "utf-8")
    elif path.suffix == ".csv":
        rows = [json.dumps(r["text"], ensure_ascii=False).replace("\\n", "\n").replace('\\"', '""') for r in made]
        # The street asks for the encoding of a file with letters of another; a corpus leaves their rows out.
        rows_told = BAD_ROWS if apart else BAD_ROWS[:-1]
        lines = [*(f"{row},2018-03-22".encode() for row in rows), *chance.choices(rows_told, k=bad)]
        chance.shuffle(lines)
        path.write_bytes(b"\n".join([b"text,published", *lines]) + b"\n")
    elif path.suffix == ".parquet":
        texts = [*(r["text"] for r in made), *chance.choices([None, "", " ", "\n"], k=bad)]
        chance.shuffle(texts)
        pq.write_table(pa.table({"text": pa.array(texts, pa.string())}), path)
    else:  # a folder, or a zip of it, with records of other formats in it
        folder = path.with_suffix("")
        folder.mkdir()
        for number, report in enumerate(made):
            (folder / f"{number}.{chance.choice(['md', 'txt'])}").write_text(report["text"], "utf-8")
        names = chance.sample(sorted(BAD_FILES), bad)
        for name in names:
            (folder / name).write_bytes(BAD_FILES[name])
        (folder / "deeper").mkdir()
        inner = [fill(folder / "deeper" / f"a{suffix}", chance, seed + 1, apart=apart) for suffix in (".jsonl", ".csv")]
        if path.suffix:
            with zipfile.ZipFile(path, "w") as packed:
                for file in sorted(folder.rglob("*.*")):
                    packed.write(file, file.relative_to(folder).as_posix())
        return len(made) + bad + sum(n for n, _ in inner), bad + sum(n for _, n in inner)
    return len(made) + bad, bad


def uneven(told: dict[str, Any], put: dict[str, tuple[int, int]]) -> list[str]:
    """What of a corpus's summary is not what was put into each of its inputs."""
    rows = {row["input"]: row for row in told["inputs"]}
    found = [] if set(rows) == set(put) else [f"inputs {sorted(rows)}"]
    for name, (count, bad) in put.items():
        row = rows[name]
        if (row["in"], row["rejected"], row["placed"] + row["unplaced"]) != (count, bad, count - bad):
            found.append(f"{count} put, {bad} of them bad: {row}")
    sums = {what: sum(row[what] for row in rows.values()) for what in ("in", "placed", "unplaced", "rejected")}
    return found + [
        f"{what}: {told[what]} in all, {many} by input" for what, many in sums.items() if told[what] != many
    ]


def test_R12_nothing_is_lost_in_silence(tmp_path: Path, tried: Trial) -> None:
    chance, runs = random.Random(2), tried.count("runs")
    inputs = 0
    for turn in range(runs):
        verb = ("places", "claims", "map", "corpus")[turn % 4]
        base = tmp_path / f"in{turn}"
        base.mkdir()
        # The corpus tells each input apart: there all formats come together, in runs of the others some of them.
        kinds = [".jsonl", ".csv", ".parquet", "", ".zip"]
        chosen = chance.sample(kinds, 5 if verb == "corpus" else 2)
        chosen = [kind for kind in chosen if kind != ".zip" or verb == "corpus"]  # only a corpus reads zips
        paths = [base / f"{'abcde'[kinds.index(kind)]}{kind}" for kind in chosen]
        put = {path.name: fill(path, chance, 50 * turn + 7 * n, apart=verb == "corpus") for n, path in enumerate(paths)}
        inputs += len(put)
        came, bad = (sum(n) for n in zip(*put.values(), strict=True))
        out = tmp_path / (f"out{turn}" + {"map": ".html", "corpus": ""}.get(verb, ".csv"))
        more = ["--batch", str(chance.randrange(1, 9))] if verb == "corpus" else []
        done = quick(verb, *paths, "--no-world", "--json", "-o", out, *more)
        if done.exit_code != (3 if bad else 0):
            tried.failures.append(f"{turn} {verb}: exit {done.exit_code} with {bad} bad records: {done.output[-200:]}")
            continue
        told = summary_of(done)
        if verb == "corpus":
            told = json.loads((out / "summary.json").read_text("utf-8"))
            faults = uneven(told, put)
            listed = pd.read_parquet(out / "rejected.parquet", columns=["severity"])["severity"].eq("error").sum()
            faults += [] if listed == bad else [f"{listed} listed of {bad}"]
        else:
            sums = [told["reports"] + told["rejected"] == came, told["rejected"] == bad,
                    told["mentions"] == told["placed"] + told["unplaced"] + told["not_a_place"]]  # fmt: skip
            faults = [] if all(sums) else [f"{came} put, {bad} of them bad: {sums} {told}"]
        tried.failures += [f"{turn} {verb}: {fault}" for fault in faults]
    tried.tell("inputs of mixed formats", inputs)
    tried.end()


def test_R13_every_figure_leads_back_to_its_words(result: Any, tmp_path: Path, tried: Trial) -> None:
    number = tried.count("quotes")
    path = tmp_path / "made.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in generate.reports(max(10, number // 40), seed=4)), "utf-8")
    told = 0
    for walked in (result, pipeline.run(reports=[path], world=False)):
        texts = dict(zip(walked.reports["report_id"], walked.reports["text"], strict=True))
        for table in (walked.places, walked.claims):
            quoted = ledger.add_quotes(table, walked.reports)
            for report, start, end, quote in zip(
                quoted["report_id"], quoted["start"], quoted["end"], quoted["quote"], strict=True
            ):
                told += 1
                if texts[report][start:end] != quote or not quote:
                    tried.failures.append(f"{report} {start}: {quote!r}")
        assert walked.reports["sha256"].str.fullmatch("[0-9a-f]{64}").all()
        # Claims of an event are claims that there are.
        known = set(walked.claims["claim_id"])
        cited = {c for ids in walked.events["claim_ids"].dropna() for c in ids.split("|")}
        tried.failures += [f"no claim {c}" for c in cited - known]
    tried.tell("quotes", told)
    tried.end()


def test_R13_verify_finds_one_changed_character(tmp_path: Path, tried: Trial) -> None:
    number, chance = tried.count("changed characters"), random.Random(8)
    case = tmp_path / "case"
    shutil.copytree(bundled_case(), case)
    page = tmp_path / "map.html"
    assert quick("map", "--case", case, "--no-world", "-o", page).exit_code == 0
    assert len(ledger.verify(page, case)) == 0
    sources = sorted([*(case / "reports").glob("*.md"), *(case / "control").glob("*.geojson")])
    for _ in range(number):
        path = chance.choice(sources)
        whole = path.read_bytes()
        at = chance.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(7))]) + whole[at + 1 :])
        found = ledger.verify(page, case)
        if not len(found) or path.stem not in " ".join(found["detail"]):
            tried.failures.append(f"{path.name} at {at}: not found")
        path.write_bytes(whole)
    tried.end()


def examples() -> list[str]:
    """The example lines of every verb's help."""
    lines: list[str] = []

    def walk(command: click.Command, words: str) -> None:
        if isinstance(command, click.Group):
            for name, inner in command.commands.items():
                walk(inner, f"{words} {name}")
        text = (command.help or "").replace("\b", "")
        lines.extend(
            line.split(" # ")[0].strip() for line in text.splitlines() if line.strip().startswith("geo-ghouta ")
        )

    walk(main, "geo-ghouta")
    return lines


RUN = """
import json, socket, sys
def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        raise RuntimeError(f"asked the network: {event} {args}")
sys.addaudithook(refuse)
from click.testing import CliRunner
from geo_ghouta.cli import main
done = []
for words in json.loads(sys.stdin.read()):
    got = CliRunner().invoke(main, words)
    done.append([got.exit_code, got.output[-400:], repr(got.exception)])
print(json.dumps(done))
"""


def test_R15_every_example_works_without_a_network(
    tmp_path: Path, tried: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_case(tmp_path / "my_case")
    (tmp_path / "my_reports").mkdir()
    (tmp_path / "more_reports").mkdir()
    for folder in ("my_reports", "more_reports"):
        shutil.copy(tmp_path / "my_case" / "reports" / "a.md", tmp_path / folder / "a.md")
    (tmp_path / "archive.jsonl").write_text("".join(json.dumps(r) + "\n" for r in generate.reports(3, seed=1)), "utf-8")
    (tmp_path / "SY.txt").write_text(DUMP + "\n", "utf-8")
    (tmp_path / "layers").mkdir()
    drawn = shutil.copy(
        tmp_path / "my_case" / "control" / "2018-03-22.geojson", tmp_path / "layers" / "2018-03-22.geojson"
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    commands, lines = [], examples()
    for line in sorted(lines, key=lambda x: (" new " not in x, "remove" in x, "verify" in x)):
        for part in line.split("&&"):
            words = part.replace("layers/*.geojson", "layers/2018-03-22.geojson").split()
            if "completion" in words or words[0] != "geo-ghouta" or any(w in part for w in ("|", ">", "$(")):
                continue
            if words[1] == "new" and words in [["geo-ghouta", *c] for c in commands]:
                continue
            world = words[1] in {"map", "export", "places", "claims", "check", "picture", "corpus"}
            commands.append([*words[1:], *(["--no-world"] if world else [])])
    assert Path(drawn).exists()
    command = [sys.executable, "-c", RUN]
    if (
        shutil.which("unshare")
        and subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        command = ["unshare", "-n", *command]  # no network at all, also for what is not Python
    done = subprocess.run(
        command, input=json.dumps(commands), capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for words, (code, told, error) in zip(commands, json.loads(done.stdout.splitlines()[-1]), strict=True):
        if code not in {0, 3} or "network" in told + error:
            tried.failures.append(f"{' '.join(words)}: exit {code} {told} {error}")
    verbs = {w for c in commands for w in c[:1]}
    assert verbs >= set(main.commands) - {"completion"}, set(main.commands) - verbs
    tried.tell("commands", len(commands))
    tried.end()
