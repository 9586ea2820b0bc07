"""A corpus is verified against its sources as a stream: one changed byte, a lost or a new record, a changed output."""

from __future__ import annotations

import json
import shutil

import pandas as pd
import pytest
from benchmarks import generate
from click.testing import CliRunner

from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus, is_corpus, verify_corpus
from geo_ghouta.errors import InputError

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


def test_manifest_from_elsewhere_opens_nothing_outside(copy):
    path = copy / "corpus" / "manifest.json"
    told = json.loads(path.read_text("utf-8"))
    told["outputs"] = [{"path": "../made.jsonl", "sha256": "0"}, {"path": "/etc/hostname", "sha256": "0"}]
    path.write_text(json.dumps(told), "utf-8")
    assert len(verify_corpus(copy / "corpus")) == 0


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
