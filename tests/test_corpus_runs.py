"""Runs of a corpus: stopped, damaged, changed, with a fault in them, two in one folder; taken up where they stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
import test_corpus
from test_corpus import COUNT, balanced, build, tree

from geo_ghouta import pipeline
from geo_ghouta.corpus import building, extracting, finishing
from geo_ghouta.errors import UsageError

# Fixtures of another file: pytest finds them by their names here.
records, lines, plain = test_corpus.records, test_corpus.lines, test_corpus.plain


def test_a_report_at_which_a_room_stumbles_is_rejected_alone(tmp_path, monkeypatch):
    path = tmp_path / "some.jsonl"
    texts = [f"Ten buses left Arbin on day {n}." + (" STUMBLE" if n == 3 else "") for n in range(8)]
    path.write_text("".join(json.dumps({"text": t}) + "\n" for t in texts), "utf-8")
    real = pipeline.find_claims

    def stumbling(case, reading, places):
        if reading.reports["text"].str.contains("STUMBLE").any():
            raise IndexError("a fault of ours")
        return real(case, reading, places)

    monkeypatch.setattr(pipeline, "find_claims", stumbling)
    made = build(path, tmp_path / "out", batch=8)
    assert made.summary["in"] == 8
    assert made.summary["rejected"] == 1
    assert balanced(made.summary)
    rejected = pd.read_parquet(made.folder / "rejected.parquet")
    assert rejected[["row", "severity"]].values.tolist() == [["4", "error"]]
    assert "IndexError: a fault of ours" in rejected["problem"].iloc[0]


def test_fault_that_is_in_no_report_ends_the_run(lines, tmp_path, monkeypatch):
    def broken(*_):
        raise OSError("the disk is gone")

    monkeypatch.setattr(pipeline, "find_claims", broken)
    with pytest.raises(OSError, match="the disk is gone"):
        build(lines, tmp_path / "out")


def test_interrupted_run_goes_on_and_ends_the_same(lines, plain, tmp_path, monkeypatch):
    worked = []
    real = extracting.extract

    def counting(batch, settings):
        if len(worked) == 2:
            raise KeyboardInterrupt
        worked.append(batch)
        return real(batch, settings)

    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", counting)
    with pytest.raises(KeyboardInterrupt):
        build(lines, tmp_path / "out")
    assert not (tmp_path / "out" / "summary.json").exists()
    done = []
    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", lambda b, s: done.append(b) or real(b, s))
    made = build(lines, tmp_path / "out")
    assert len(done) == 2
    assert any("2 of 4 batches were done before" in line for line in made.told)
    assert tree(made.folder) == tree(plain.folder)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("draw_page", OSError(28, "No space left on device")),
        ("group_parts", MemoryError()),
        ("put", KeyboardInterrupt()),
    ],
)
def test_run_that_ends_while_tables_are_built_leaves_none_half_built(lines, plain, tmp_path, monkeypatch, place, fault):
    def failing(*_given, **_named):
        raise fault

    def broken(out):
        with monkeypatch.context() as patched:
            patched.setattr(finishing.MonthWriter if place == "put" else building, place, failing)
            with pytest.raises(type(fault)):
                build(lines, out, page=True, page_budget_mb=2)

    made = build(lines, tmp_path / "out")
    before = {p: p.read_bytes() for p in made.folder.rglob("*") if p.is_file()}
    broken(made.folder)
    # What stood whole before stands as it was, and is still called whole.
    assert {p: p.read_bytes() for p in made.folder.rglob("*") if p.is_file()} == before
    assert not (made.folder / "building").exists()
    broken(tmp_path / "new")
    assert {p.name for p in (tmp_path / "new").iterdir()} == {"manifest.json", "parts"}
    assert json.loads((tmp_path / "new" / "manifest.json").read_text("utf-8"))["complete"] is False
    assert tree(build(lines, tmp_path / "new").folder) == tree(plain.folder)


@pytest.mark.skipif(os.name != "posix", reason="no kill -9 on this system")
def test_kill_of_a_run_leaves_no_word_of_the_interpreters_on_the_screen(lines, tmp_path):
    out = tmp_path / "out"
    command = [sys.executable, "-m", "geo_ghouta", "corpus", str(lines), "-o", str(out), "--no-world", "--no-map"]
    more = ["--batch", "4", "--workers", "2", "--quiet"]
    run = subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 120
    while not list(out.glob("parts/*/done.json")):
        assert time.monotonic() < until
        assert run.poll() is None
        time.sleep(0.05)
    run.kill()
    # Ends when its processes, and the one that takes away what they leave, have ended too.
    assert run.communicate(timeout=120)[1] == ""
    assert run.returncode == -signal.SIGKILL


def test_damaged_part_is_worked_on_again(lines, plain, tmp_path, monkeypatch):
    made = build(lines, tmp_path / "out")
    parts = sorted((made.folder / "parts").iterdir())
    (parts[0] / "claims.parquet").write_bytes(b"cut")
    (parts[1] / "done.json").write_text("{", "utf-8")
    done = []
    real = extracting.extract
    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", lambda b, s: done.append(b) or real(b, s))
    build(lines, tmp_path / "out")
    assert len(done) == 2
    assert tree(made.folder) == tree(plain.folder)


def test_changed_parameters_start_over_and_say_so(lines, tmp_path):
    build(lines, tmp_path / "out")
    made = build(lines, tmp_path / "out", batch=20)
    assert any("parameters changed (reports_a_batch): starting over" in line for line in made.told)
    assert len(list((made.folder / "parts").iterdir())) == 2
    again = build(lines, tmp_path / "out", batch=20)
    assert not any("starting over" in line for line in again.told)


def test_new_input_beside_an_old_one_costs_only_itself(lines, tmp_path, monkeypatch):
    build(lines, tmp_path / "out")
    more = tmp_path / "more.jsonl"
    more.write_text('{"text": "Shells hit Douma."}', "utf-8")
    done = []
    real = extracting.extract
    monkeypatch.setattr("geo_ghouta.corpus.engines.extract", lambda b, s: done.append(b) or real(b, s))
    made = build([lines, more], tmp_path / "out")
    assert len(done) == 1
    assert made.summary["in"] == COUNT + 1


def test_folder_that_is_no_corpus_is_left_alone(lines, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "places").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="no corpus of ours"):
        build(lines, out)
    assert [p.name for p in out.iterdir()] == ["places"]
    with pytest.raises(UsageError, match="not a folder"):
        build(lines, out / "places")


def test_budget_is_checked_before_the_work(lines, tmp_path):
    with pytest.raises(UsageError, match="the case alone"):
        build(lines, tmp_path / "out", page=True, page_budget_mb=0.01)
    assert not (tmp_path / "out").exists()


def test_two_runs_do_not_work_in_one_folder(lines, tmp_path):
    pytest.importorskip("fcntl", reason="this system locks no folders")
    seen = []

    def progress(_new, _again):
        if not seen:
            with pytest.raises(UsageError, match="another run works in this folder") as told:
                build(lines, tmp_path / "out")
            seen.append(told)

    build(lines, tmp_path / "out", progress=progress)
    assert seen
    build(lines, tmp_path / "out")


def test_numbers_that_make_no_sense_are_refused(lines, tmp_path):
    with pytest.raises(UsageError, match="from 1"):
        build(lines, tmp_path / "out", batch=0)
    assert not (tmp_path / "out").exists()
    assert building.BATCH == 500
