"""A corpus tells its run as W3C PROV-JSON, resumed or not; inputs that change under it or between two runs are told."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import socket
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus, extracting, verify_corpus
from geo_ghouta.corpus.splitting import Intake

TEXT = "Some {n} people left Harasta for Idlib on Thursday, a monitor said."


def line(n, **more):
    return json.dumps({"doc_id": f"d{n}", "text": TEXT.format(n=100 + n), "published": "2018-03-22", **more}) + "\n"


def write(path, count, first=0):
    path.write_text("".join(line(first + n) for n in range(count)), "utf-8")
    return path


def build(paths, out, **options):
    return build_corpus(paths, out, world=False, page=False, **{"batch": 2, **options})


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prov")
    (folder / "texts").mkdir()
    for name in ("a b.txt", "a_b.txt"):
        (folder / "texts" / name).write_text(TEXT.format(n=len(name)), "utf-8")
    build([write(folder / "made.jsonl", 6), folder / "texts"], folder / "corpus")
    return folder


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_run_is_told_as_prov_json(built):
    told = json.loads((built / "corpus" / "prov.json").read_text("utf-8"))
    entities = told["entity"]
    assert entities["gg:input/made.jsonl"]["gg:sha256"] == hash_of(built / "made.jsonl")
    listed = "".join(f"{p.name}\x1f{hash_of(p)}\x1e" for p in sorted((built / "texts").iterdir()))
    assert entities["gg:input/texts"]["gg:sha256"] == hashlib.sha256(listed.encode()).hexdigest()
    made = {e["prov:label"]: e["gg:sha256"] for name, e in entities.items() if name.startswith("gg:output/")}
    assert made["summary.json"] == hash_of(built / "corpus" / "summary.json")
    assert made == {name: hash_of(built / "corpus" / name) for name in made}
    assert any(name.startswith("claims/month=2018-03/") for name in made)
    run = told["activity"]["gg:run"]
    assert run["gg:reports_a_batch"] == "2"
    assert run["gg:case_digest"]
    assert told["agent"]["gg:tool"]["prov:label"].startswith("geo-ghouta 0")
    # Every relation names what is declared, and every prefix is.
    for relation, kinds in {"used": ("activity", "entity"), "wasGeneratedBy": ("entity", "activity"),
                            "wasDerivedFrom": ("generatedEntity", "usedEntity"), "wasAssociatedWith": ("activity", "agent")}.items():  # fmt: skip
        for row in told[relation].values():
            for kind in kinds:
                assert row[f"prov:{kind}"] in told[kind.removeprefix("generated").removeprefix("used").lower()]
    assert {name.partition(":")[0] for part in ("entity", "activity", "agent") for name in told[part]} <= set(
        told["prefix"]
    )


def test_no_home_host_or_user_is_told(built):
    for name in ("prov.json", "manifest.json"):
        text = (built / "corpus" / name).read_text("utf-8")
        for word in (str(built), str(Path.home()), socket.gethostname(), f"/{getpass.getuser()}"):
            assert word not in text


def stop_after(batches, monkeypatch):
    """Interrupt the next run when so many batches are done."""
    calls = []
    real = extracting.extract

    def stopping(batch, settings):
        if len(calls) == batches:
            raise KeyboardInterrupt
        calls.append(batch)
        return real(batch, settings)

    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", stopping)


def test_resumed_run_tells_the_same(built, tmp_path, monkeypatch):
    stop_after(2, monkeypatch)
    inputs = [built / "made.jsonl", built / "texts"]
    with pytest.raises(KeyboardInterrupt):
        build(inputs, tmp_path / "out")
    assert not (tmp_path / "out" / "prov.json").exists()
    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", extracting.extract)
    build(inputs, tmp_path / "out")
    assert (tmp_path / "out" / "prov.json").read_bytes() == (built / "corpus" / "prov.json").read_bytes()


def test_verify_knows_it(built, tmp_path):
    assert len(verify_corpus(built / "corpus", built)) == 0
    prov = tmp_path / "run.json"
    done = CliRunner().invoke(main, ["verify", str(built / "corpus"), "--sources", str(built), "--prov", str(prov)])
    assert done.exit_code == 0, done.output
    assert prov.read_bytes() == (built / "corpus" / "prov.json").read_bytes()
    own = built / "corpus" / "prov.json"
    before = own.read_bytes()
    done = CliRunner().invoke(main, ["verify", str(built / "corpus"), "--sources", str(built), "--prov", str(own)])
    assert done.exit_code == 2
    assert own.read_bytes() == before
    try:
        own.write_bytes(before.replace(b"geo-ghouta 0", b"geo-ghouta 9"))
        assert verify_corpus(built / "corpus", built)["detail"].tolist() == [
            "output prov.json: changed since it was written"
        ]
    finally:
        own.write_bytes(before)


def read(path, at, change):
    """Batches of a file with which something happens after the first of them."""
    intake = Intake(str(path))
    found = []
    for batch in intake.batches(2):
        found.append(batch)
        if len(found) == at:
            change()
    return intake, found


def test_file_that_grows_is_read_as_far_as_it_was(tmp_path):
    path = write(tmp_path / "log.jsonl", 6)
    first = hash_of(path)

    def grow():
        with path.open("a", encoding="utf-8") as stream:
            stream.write(line(7) + "{half a li")

    intake, found = read(path, 1, grow)
    assert [len(b.lines) for b in found] == [2, 2, 2]
    assert {b.sha256 for b in found} == {first}
    assert [(r["severity"], r["problem"]) for r in intake.troubles.rows] == [
        ("warning", "grew while it was read; what was added is left out")
    ]
    assert intake.count == 6
    assert intake.digest == first


@pytest.mark.parametrize("kind", ["jsonl", "csv", "zip"])
def test_file_that_changes_is_not_mixed(tmp_path, kind):
    # Far longer than what is read ahead, so that the change reaches what is still to come.
    pad = "x" * 40_000
    rows = [TEXT.format(n=n) + pad for n in range(100)]

    def text(rows):
        return (
            "text\n" + "\n".join(f'"{r}"' for r in rows)
            if kind == "csv"
            else "".join(json.dumps({"text": r}) + "\n" for r in rows)
        )

    def put(rows):
        if kind == "zip":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("made.jsonl", text(rows))
        else:
            path.write_text(text(rows), "utf-8")

    path = tmp_path / f"made.{kind}"
    put(rows)
    intake, found = read(path, 1, lambda: put([r.replace("Harasta", "Kharasa") for r in rows]))
    held = b"".join(data for b in found for _, data in b.lines).decode() + str([r for b in found for r in b.rows])
    assert "Kharasa" not in held
    assert 0 < sum(len(b.lines) + len(b.rows) for b in found) < 100
    (row,) = intake.troubles.errors
    assert row["problem"].startswith(
        ("changed while it was read", "damaged in the zip", "the zip changed since it was listed")
    )
    assert intake.count == intake.taken + 1


def test_touched_file_is_the_same_file(tmp_path):
    path = write(tmp_path / "a.jsonl", 6)
    intake, found = read(path, 1, lambda: os.utime(path, (1, 1)))
    assert len(found) == 3
    assert intake.troubles.rows == []


def test_file_that_changed_between_two_runs_is_told_and_read_anew(tmp_path, monkeypatch):
    one, two = write(tmp_path / "one.jsonl", 4), write(tmp_path / "two.jsonl", 4, first=50)
    stop_after(3, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        build([one, two], tmp_path / "out")
    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", extracting.extract)
    one.write_text(one.read_text("utf-8") + line(9), "utf-8")
    made = build([one, two], tmp_path / "out")
    assert "changed since an earlier run: one.jsonl; read anew, nothing of before is used" in made.told
    assert made.summary["in"] == 9
    assert len(verify_corpus(tmp_path / "out", tmp_path)) == 0
    assert not any("changed since" in told for told in build([one, two], tmp_path / "out").told)
