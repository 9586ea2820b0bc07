"""R11, R12, R13 and R15: what leaves conforms, nothing is lost, every figure has its words, and no network is needed."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import jsonschema
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


def test_R12_nothing_is_lost_in_silence(tmp_path: Path, tried: Trial) -> None:
    chance, runs = random.Random(2), tried.count("runs")
    bad = ["", "\x00" * 20, "{", '{"text": 5}', '{"text": ""}', "[]", '{"no": "text"}', "null"]
    for turn in range(runs):
        rows = [json.dumps(r) for r in generate.reports(chance.randrange(1, 12), seed=turn)]
        spoilt = [chance.choice(bad[1:]) for _ in range(chance.randrange(0, 4))]
        lines = [*rows, *spoilt]
        chance.shuffle(lines)
        path = tmp_path / f"in{turn}.jsonl"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        verb = ("places", "claims", "map", "corpus")[turn % 4]
        out = tmp_path / (f"out{turn}" + {"map": ".html", "corpus": ""}.get(verb, ".csv"))
        done = quick(verb, path, "--no-world", "--json", "-o", out)
        if done.exit_code != (3 if spoilt else 0):
            tried.failures.append(
                f"{turn} {verb}: exit {done.exit_code} with {len(spoilt)} bad lines: {done.output[-200:]}"
            )
            continue
        told = summary_of(done)
        if verb == "corpus":
            told = json.loads((out / "summary.json").read_text("utf-8"))
            sums = [
                told["in"] == len(lines),
                told["in"] == told["placed"] + told["unplaced"] + told["rejected"],
                told["rejected"] == len(spoilt),
            ]
        else:
            sums = [told["reports"] + told["rejected"] == len(lines),
                    told["mentions"] == told["placed"] + told["unplaced"] + told["not_a_place"]]  # fmt: skip
        if not all(sums):
            tried.failures.append(f"{turn} {verb}: {sums} {told}")
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
