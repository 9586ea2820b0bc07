"""A corpus is verified against its sources as a stream: one changed byte, a lost or a new record, a changed output."""

from __future__ import annotations

import json
import os
import shutil

import pandas as pd
import pytest
from benchmarks import generate
from click.testing import CliRunner

from geo_ghouta.cases import bundled_case
from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus, is_corpus, verify_corpus, verifying
from geo_ghouta.errors import InputError, UsageError

COUNT = 6


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verify")
    texts = folder / "texts"
    texts.mkdir()
    (texts / "one.txt").write_text("Ten buses left Arbin for Idlib.", "utf-8")
    rows = [r | {"published": f"2018-03-{10 + n}"} for n, r in enumerate(generate.reports(COUNT, seed=3))]
    rows.append(rows[0])
    (folder / "made.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), "utf-8")
    build_corpus([folder / "made.jsonl", texts], folder / "corpus", world=False, page=False, batch=4)
    return folder


@pytest.fixture
def copy(built, tmp_path):
    return shutil.copytree(built, tmp_path / "copy")


def records(folder):
    return [json.loads(line) for line in (folder / "made.jsonl").read_text("utf-8").splitlines()]


def rewrite(folder, rows):
    text = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
    (folder / "made.jsonl").write_text(text, "utf-8")


def test_what_is_unchanged_stands(copy):
    assert is_corpus(copy / "corpus")
    assert not is_corpus(copy / "texts")
    assert not is_corpus(copy / "made.jsonl")
    assert len(verify_corpus(copy / "corpus")) == 0
    assert len(verify_corpus(copy / "corpus", copy)) == 0


@pytest.mark.skipif(os.name != "posix", reason="names that this system does not allow")
@pytest.mark.parametrize(
    "name", [b"a\xff.jsonl", "a\u202eb.jsonl".encode(), b"two\nlines.jsonl", b"x" * 249 + b".jsonl"]
)
def test_inputs_with_names_that_are_not_shown_as_they_are_stand_and_are_found_again(copy, name):
    path = copy / os.fsdecode(name)
    (copy / "made.jsonl").rename(path)
    made = build_corpus([path, copy / "texts"], copy / "new", world=False, page=False)
    assert made.summary["in"] == COUNT + 2
    assert len(verify_corpus(copy / "new")) == 0
    path.write_bytes(path.read_bytes().replace(b"2018-03-12", b"2018-03-13"))
    assert len(verify_corpus(copy / "new")) == 1


@pytest.mark.parametrize("changed", [False, True])
def test_bundled_reports_are_no_others_that_are_not_found(copy, monkeypatch, changed):
    """A folder that is called like theirs is not compared with them."""
    (copy / "mine").mkdir()
    reports = bundled_case() / "reports"
    shutil.copytree(reports, copy / "mine" / "reports")
    if changed:
        (copy / "mine" / "reports" / "more.txt").write_text("Ten buses left Arbin for Idlib.", "utf-8")
    made = build_corpus([copy / "mine" / "reports"], copy / "new", world=False, page=False)
    faults = verify_corpus(copy / "new", also=[reports])
    told = [f"input reports: not found; {made.summary['reports']} reports rest on it"]
    assert faults["detail"].tolist() == (told if changed else [])


def test_manifest_with_a_name_that_no_file_can_have_is_told(copy):
    path = copy / "corpus" / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["outputs"] = [{"path": "\ud800", "sha256": "x"}, {"path": "a\0b", "sha256": "x"}]
    path.write_text(json.dumps(manifest), "utf-8")
    details = verify_corpus(copy / "corpus")["detail"].tolist()
    assert {"output <U+D800>: not found", "output a<U+0000>b: not found"} < set(details)


@pytest.mark.parametrize("field", ["text", "published", "source", "title"])
def test_one_changed_record_is_named_with_what_rests_on_it(copy, field):
    rows = records(copy)
    # One letter of the text, or one digit of the day.
    rows[2][field] = (
        rows[2][field].replace("2018-03-12", "2018-03-13") if field == "published" else rows[2][field] + "x"
    )
    rewrite(copy, rows)
    found = verify_corpus(copy / "corpus")
    assert len(found) == 1
    assert "(made.jsonl, record 3): changed" in found["detail"].iloc[0]
    assert found["feature"].iloc[0].startswith("r")
    counts = [int(word) for word in found["detail"].iloc[0].replace(",", "").split() if word.isdigit()]
    assert min(counts[-2:]) > 0


def test_another_record_of_the_file_does_not_speak_against_the_rest(copy):
    rewrite(copy, [*records(copy), {"text": "A new one.", "doc_id": "new"}])
    found = verify_corpus(copy / "corpus")
    assert found["detail"].tolist() == [f"made.jsonl, record {COUNT + 2}: a report that the corpus does not hold"]


def test_lost_copy_of_a_record_is_missed(copy):
    # The last record is the first one again: as long as both stand there all is well, one alone is not enough.
    rewrite(copy, records(copy)[:-1])
    found = verify_corpus(copy / "corpus")
    assert len(found) == 1
    assert f"(made.jsonl, record {COUNT + 1}): not found" in found["detail"].iloc[0]


def test_lost_input_and_changed_output_are_told(copy):
    (copy / "made.jsonl").unlink()
    file = sorted((copy / "corpus" / "claims").rglob("*.parquet"))[0]
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    (copy / "corpus" / "summary.json").unlink()
    details = verify_corpus(copy / "corpus")["detail"].tolist()
    assert details[0].startswith(f"input made.jsonl: not found; {COUNT + 1} reports rest on it")
    assert any(d.startswith("output claims/month=") and d.endswith("changed since it was written") for d in details)
    assert "output summary.json: not found" in details
    assert len(details) == 3


def test_corpus_that_is_not_finished_is_no_answer(copy):
    path = copy / "corpus" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"complete": False}), "utf-8")
    with pytest.raises(InputError, match="not finished"):
        verify_corpus(copy / "corpus")
    with pytest.raises(InputError, match="no corpus"):
        verify_corpus(copy / "texts")


def test_manifest_from_elsewhere_opens_nothing_outside(copy, monkeypatch):
    path = copy / "corpus" / "manifest.json"
    told = json.loads(path.read_text("utf-8"))
    told["outputs"] = [{"path": "../made.jsonl", "sha256": "0"}, {"path": "/etc/hostname", "sha256": "0"}]
    path.write_text(json.dumps(told), "utf-8")
    seen: list[str] = []
    monkeypatch.setattr(verifying, "file_hash", lambda place: seen.append(str(place)) or (0, ""))
    details = verify_corpus(copy / "corpus")["detail"].tolist()
    assert seen == []
    # Each file of a table is one that the manifest does not name now, and the manifest itself is told.
    assert details[-1].startswith("manifest.json: changed since it was written")


def leaves(told, way=()):
    """Ways to every value of a manifest."""
    if isinstance(told, dict | list):
        for key in told if isinstance(told, dict) else range(len(told)):
            yield from leaves(told[key], (*way, key))
    else:
        yield way


def test_no_value_of_a_manifest_can_be_changed_unseen(copy):
    path = copy / "corpus" / "manifest.json"
    whole = path.read_text("utf-8")
    kinds: set[str] = set()
    for way in leaves(json.loads(whole)):
        kind = "/".join("#" if isinstance(key, int) else key for key in way)
        if kind in kinds:
            continue
        kinds.add(kind)
        told = json.loads(whole)
        part = told
        for key in way[:-1]:
            part = part[key]
        old = part[way[-1]]
        for other in (f"{old}0", {"a": [1]}, [], -7):
            part[way[-1]] = other
            path.write_text(json.dumps(told), "utf-8")
            done = CliRunner().invoke(main, ["verify", str(copy / "corpus"), "--sources", str(copy)])
            assert done.exit_code in {1, 4}, (kind, other, done.output)
            assert "fault inside" not in done.output, (kind, other, done.output)
            assert "Traceback" not in done.output, (kind, other)
    assert len(kinds) > 20
    path.write_text(whole, "utf-8")
    assert len(verify_corpus(copy / "corpus")) == 0


def test_manifest_of_an_older_version_verifies_with_a_note(copy):
    path = copy / "corpus" / "manifest.json"
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({k: v for k, v in told.items() if k not in {"seal", "form"}}), "utf-8")
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus"), "--sources", str(copy)])
    assert done.exit_code == 0, done.output
    assert "manifest.json has no seal" in done.output
    # Without its seal alone it is no older one.
    path.write_text(json.dumps({k: v for k, v in told.items() if k != "seal"}), "utf-8")
    assert "manifest.json: changed" in verify_corpus(copy / "corpus")["detail"].iloc[-1]


def test_deep_manifest_is_no_corpus(copy):
    (copy / "corpus" / "manifest.json").write_text("[" * 100_000, "utf-8")
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus")])
    assert done.exit_code == 1
    assert "fault inside" not in done.output


@pytest.mark.parametrize("name", ["reports", "claims", "places", "events"])
@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "row"])
def test_damaged_table_is_told_and_not_read(copy, name, harm):
    file = sorted((copy / "corpus" / name).rglob("*.parquet"))[0]
    data = file.read_bytes()
    if harm == "row":
        pd.read_parquet(file).iloc[1:].to_parquet(file)
    else:
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        file.write_bytes({"cut": data[:middle], "flip": flipped, "empty": b""}[harm])
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus"), "--sources", str(copy)])
    assert done.exit_code == 4, done.output
    assert f"output {name}/{file.parent.name}/{file.name}: changed since it was written" in done.output
    assert ("the sources were not compared" in done.output) == (name == "reports")


def test_table_that_no_run_wrote_is_told(copy):
    file = sorted((copy / "corpus" / "claims").rglob("*.parquet"))[0]
    shutil.copy(file, file.with_name("part-9.parquet"))
    (file.parent / ".hidden.parquet").write_bytes(b"")
    details = verify_corpus(copy / "corpus")["detail"].tolist()
    assert details == [f"output claims/{file.parent.name}/part-9.parquet: was not there when the corpus was written"]


def test_file_of_a_corpus_leads_to_the_whole(copy):
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus" / "summary.json")])
    assert done.exit_code == 2
    assert f"geo-ghouta verify {copy / 'corpus'}" in done.output


def test_damaged_manifest_costs_no_batch(copy):
    out = copy / "corpus"
    before = {p: p.read_bytes() for p in out.rglob("*.parquet")}
    (out / "manifest.json").write_bytes(b"\0" * 50)
    made = build_corpus([copy / "made.jsonl", copy / "texts"], out, world=False, page=False, batch=4)
    assert any("was damaged" in line for line in made.told)
    assert any("3 of 3 batches were done before" in line for line in made.told)
    assert {p: p.read_bytes() for p in out.rglob("*.parquet")} == before
    # A folder in which anything of somebody else's lies is left alone.
    (out / "manifest.json").write_bytes(b"\0" * 50)
    (out / "letters.txt").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="no corpus of ours"):
        build_corpus([copy / "made.jsonl"], out, world=False, page=False)


def test_the_verb_takes_a_corpus(copy):
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus")])
    assert done.exit_code == 0, done.output
    (copy / "texts" / "one.txt").write_text("Nine buses left Arbin for Idlib.", "utf-8")
    done = CliRunner().invoke(main, ["verify", str(copy / "corpus"), "--sources", str(copy)])
    assert done.exit_code == 4
    assert "(one.txt): changed" in done.output
    # each row that rests on it is named, as for every other output
    table = pd.read_parquet(copy / "corpus" / "claims")
    mine = [row for row in table["claim_id"] if f"report {row.split('-')[0]} (" in done.output]
    assert mine
    assert all(row in done.output for row in mine)
    assert "error:" in done.output
    assert "rows no longer" not in done.output
