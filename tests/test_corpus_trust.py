"""What a corpus is trusted with: the user's other files, results of an earlier day, processes that must not outlive it."""

from __future__ import annotations

import decimal
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from benchmarks import generate
from test_corpus_odd import DULL, LEFT, build, counts, run, write

from geo_ghouta.corpus import building, engines, extracting, stores, zips
from geo_ghouta.corpus.extracting import make_settings
from geo_ghouta.corpus.shelf import Shelf
from geo_ghouta.corpus.splitting import Intake
from geo_ghouta.errors import InputError, OutputError, UsageError
from geo_ghouta.files import own_folder
from geo_ghouta.gazetteer import add_list

unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
DUMP = "\t".join(
    ["1", "Kafr Nowhere", "Kafr Nowhere", "", "33.6", "36.4", "P", "PPL", "SY", *[""] * 5, "900", *[""] * 4]
)


def test_folder_of_the_users_own_that_is_called_parts_is_left_alone(tmp_path):
    own = tmp_path / "car" / "parts" / "engine"
    own.mkdir(parents=True)
    (own / "list.txt").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="no corpus of ours"):
        build([write(tmp_path / "a.jsonl", LEFT)], tmp_path / "car")
    assert [p.name for p in (tmp_path / "car").rglob("*")] == ["parts", "engine", "list.txt"]


def test_what_a_user_put_beside_the_parts_stays(tmp_path):
    path = write(tmp_path / "a.jsonl", LEFT)
    build([path], tmp_path / "out")
    (tmp_path / "out" / "parts" / "mine").mkdir()
    write(path, DULL)
    build([path], tmp_path / "out")
    assert len(list((tmp_path / "out" / "parts").iterdir())) == 2
    assert (tmp_path / "out" / "parts" / "mine").is_dir()


@pytest.mark.parametrize("name", ["claims.parquet", "kept.npy", "done.json"])
def test_part_with_one_changed_byte_is_worked_on_again(tmp_path, monkeypatch, name):
    path = write(tmp_path / "a.jsonl", LEFT, DULL)
    plain = (build([path], tmp_path / "out").folder / "summary.json").read_bytes()
    (part,) = (tmp_path / "out" / "parts").iterdir()
    data = bytearray((part / name).read_bytes())
    at = data.index(b'"in": 2') + 6 if name == "done.json" else len(data) // 2
    data[at] ^= 1
    (part / name).write_bytes(data)
    done = []
    real = extracting.extract
    monkeypatch.setattr(engines, "extract", lambda b, s: done.append(b) or real(b, s))
    made = build([path], tmp_path / "out")
    assert len(done) == 1
    assert (made.folder / "summary.json").read_bytes() == plain


def test_part_that_goes_bad_while_the_run_goes_on_is_one_line(tmp_path, monkeypatch):
    path = write(tmp_path / "a.jsonl", LEFT)
    build([path], tmp_path / "out")
    real = building.group_parts

    def spoiling(shelf, keys):
        (tmp_path / "out" / "parts" / keys[0] / "claims.parquet").write_bytes(b"not any more")
        return real(shelf, keys)

    with monkeypatch.context() as patched:
        patched.setattr(building, "group_parts", spoiling)
        with pytest.raises(OutputError, match="damaged since it was written; run the same command again"):
            build([path], tmp_path / "out")
    assert counts(build([path], tmp_path / "out")) == (1, 1, 0, 0)


@pytest.mark.parametrize("told", [[], "x", None, {"version": []}])
def test_parameters_that_a_manifest_tells_wrongly_start_over(tmp_path, told):
    path = write(tmp_path / "a.jsonl", LEFT)
    build([path], tmp_path / "out")
    manifest = tmp_path / "out" / "manifest.json"
    old = json.loads(manifest.read_text("utf-8")) | {"parameters": told, "settings": "x"}
    manifest.write_text(json.dumps(old), "utf-8")
    made = build([path], tmp_path / "out")
    assert any("starting over" in line for line in made.told)


def test_list_added_between_two_runs_starts_over(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = write(tmp_path / "a.jsonl", LEFT | {"text": "Ten buses left Kafr Nowhere for Idlib on Thursday."})
    first = build([path], tmp_path / "out")
    (tmp_path / "SY.txt").write_text(DUMP + "\n", "utf-8")
    add_list(tmp_path / "SY.txt")
    made = build([path], tmp_path / "out")
    assert any("parameters changed (built_lists): starting over" in line for line in made.told)
    assert made.summary["names"]["placed"] == first.summary["names"]["placed"] + 1
    # The list's name is the user's own affair.
    assert "SY" not in (tmp_path / "out" / "manifest.json").read_text("utf-8")


def test_worker_with_other_lists_or_another_version_is_refused(monkeypatch):
    settings = make_settings(building.open_case(), world=False)
    monkeypatch.setattr(extracting, "_version", lambda: "9.9")
    extracting.prepare(settings)
    with pytest.raises(UsageError, match=r"another version \(9\.9\) than the run"):
        extracting.open_tools(settings)
    monkeypatch.undo()
    monkeypatch.setattr(extracting, "_built", lambda _index: ["0123"])
    with pytest.raises(UsageError, match=r"another built lists \(0123\) than the run \(none\)"):
        extracting.open_tools(settings)


def test_map_of_an_earlier_run_is_told_of(tmp_path):
    path = write(tmp_path / "a.jsonl", LEFT)
    build([path], tmp_path / "out", page=True)
    assert any("map.html is of an earlier run" in line for line in build([path], tmp_path / "out").told)


def test_file_that_is_gone_when_its_turn_comes_is_told(tmp_path):
    for name in "abc":
        write(tmp_path / "in" / f"{name}.jsonl", LEFT | {"doc_id": name})
    intake = Intake(str(tmp_path / "in"))
    batches = intake.batches(1)
    next(batches)
    (tmp_path / "in" / "b.jsonl").unlink()
    assert len(list(batches)) == 1
    (trouble,) = intake.troubles.errors
    assert trouble["path"] == "b.jsonl"
    assert "any more" in trouble["problem"]
    assert intake.count == 3


def test_zip_is_opened_once_however_many_members_it_has(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        for number in range(40):
            made.writestr(f"{number:02}.txt", f"Ten buses left Arbin on day {number}.")
    opened = []
    real = zipfile.ZipFile
    monkeypatch.setattr(zips.zipfile, "ZipFile", lambda *a, **k: opened.append(a) or real(*a, **k))
    intake = Intake(str(tmp_path / "a.zip"))
    assert sum(len(batch.documents) for batch in intake.batches(7)) == 40
    assert len(opened) == 1


def all_gone(children) -> bool:
    """Whether these processes end; who nobody waits for may stay in the system's list as a zombie."""
    import psutil

    until = time.monotonic() + 60
    while time.monotonic() < until:
        left = []
        for child in children:
            try:
                left += [child] if child.is_running() and child.status() != psutil.STATUS_ZOMBIE else []
            except psutil.NoSuchProcess:
                continue
        if not left:
            return True
        time.sleep(0.1)
    return False


def test_zone_that_nobody_knows_costs_its_day_alone(tmp_path):
    when = pa.array([1521676800000000], pa.timestamp("us", "Mars/Phobos"))
    pq.write_table(pa.table({"text": [LEFT["text"]], "published": when}), tmp_path / "a.parquet")
    made = build([tmp_path / "a.parquet"], tmp_path / "out")
    assert counts(made) == (1, 1, 0, 0)
    assert made.summary["reports_without_day"] == 1


def test_decimal_numbers_are_ids(tmp_path):
    table = pa.table({"text": [LEFT["text"]], "id": pa.array([decimal.Decimal("1.50")])})
    pq.write_table(table, tmp_path / "a.parquet")
    made = build([tmp_path / "a.parquet"], tmp_path / "out")
    assert pq.read_table(made.folder / "reports").column("doc_id").to_pylist() == ["1.50"]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_two_columns_of_one_name_are_told_and_neither_is_taken(tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    if kind == "csv":
        path.write_text("text,text,x,x\nTen buses left Arbin.,another,1,2\n", "utf-8")
    else:
        pq.write_table(pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["text", "text"]), path)
    intake = Intake(str(path))
    assert list(intake.batches(9)) == []
    (trouble,) = intake.troubles.errors
    assert trouble["problem"] == "2 columns are called 'text'; give each a name of its own"


@pytest.mark.parametrize("first", ["sep=;\n", "SEP=;\r\n", "\ufeffsep=;\n", "\n\n", "\ufeff\n"])
def test_lines_that_spreadsheets_put_first_are_stepped_over(tmp_path, first):
    (tmp_path / "a.csv").write_text(f"{first}text;published\nTen buses left Arbin, they said.;2018-03-22\n", "utf-8")
    (batch,) = Intake(str(tmp_path / "a.csv")).batches(9)
    assert batch.rows == ((1, {"text": "Ten buses left Arbin, they said.", "published": "2018-03-22"}),)


@unix
def test_links_that_lead_to_themselves_are_told(tmp_path):
    write(tmp_path / "in" / "a.jsonl", LEFT)
    (tmp_path / "in" / "b.txt").symlink_to("b.txt")
    (tmp_path / "in" / "c").symlink_to("..")
    made = build([tmp_path / "in"], tmp_path / "out")
    assert counts(made) == (2, 1, 0, 1)
    with pytest.raises(OutputError, match="could not be made"):
        build([tmp_path / "in"], tmp_path / "in" / "b.txt")


class Broken:
    """A store whose library fails in its own way."""

    def __init__(self, after: int) -> None:
        self.after = after

    def open(self, _path, _mode):
        self.stream = io.BytesIO((json.dumps(LEFT) + "\n").encode() * 100_000)
        return self

    def close(self):
        pass

    def read(self, size):
        self.after -= 1
        if self.after < 0:
            raise KeyError("endpoint gone")
        return self.stream.read(size)


@pytest.mark.parametrize("after", [0, 3])
def test_store_that_fails_in_its_own_way_is_told(after):
    def read():
        with stores._opener(Broken(after), "a.jsonl")() as stream:
            while stream.read(1000):
                pass

    with pytest.raises(InputError, match=r"a\.jsonl: cannot be read \(KeyError: 'endpoint gone'\)"):
        read()


@unix
def test_closed_streams_stop_no_run(tmp_path):
    write(tmp_path / "a.jsonl", LEFT)
    command = f'"{sys.executable}" -m geo_ghouta corpus a.jsonl -o out --no-world --no-map <&- >&- 2>&-'
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(Path.cwd())}, check=False
    )
    assert done.returncode == 0
    assert (tmp_path / "out" / "summary.json").exists()


@unix
def test_user_without_a_home_is_told_what_to_set(monkeypatch, tmp_path):
    import pwd

    def nobody(_number):
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "USER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    told = run("doctor", "--log-file", tmp_path / "a.log")
    assert told.exit_code == 0, told.output
    assert "missing a cache that can be written: export XDG_CACHE_HOME=DIR" in told.output
    done = run("corpus", write(tmp_path / "a.jsonl", LEFT), "-o", tmp_path / "out", "--no-map", "--no-world")
    assert done.exit_code == 0, done.output


def test_library_that_leaves_the_tilde_makes_no_folder_of_that_name(monkeypatch):
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_a, **_k: "~/.cache/geo-ghouta")
    folder = own_folder("cache")
    assert folder.is_absolute()
    assert "set HOME" in str(folder)


@pytest.fixture
def running(tmp_path):
    """A run of the command with two processes in a group of its own, after its first batch."""
    psutil = pytest.importorskip("psutil")
    made = generate.reports(400, seed=3)
    (tmp_path / "made.jsonl").write_text("".join(json.dumps(r) + "\n" for r in made), "utf-8")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "geo_ghouta", "corpus", str(tmp_path / "made.jsonl"), "-o", str(out), "--workers", "2",
               "--batch", "5", "--no-world", "--no-map"]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        until = time.monotonic() + 120
        while not list(out.glob("parts/*/done.json")):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        yield process, psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.wait(timeout=30)
        process.stderr.close()


@unix
def test_processes_end_with_a_run_that_is_killed(running):
    process, children = running
    process.kill()
    assert len(children) >= 2
    assert all_gone(children)


@unix
def test_interrupt_of_a_whole_group_is_one_line(running, tmp_path):
    process, children = running
    for _ in range(2):  # who is impatient presses it twice
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
    _, told = process.communicate(timeout=60)
    assert process.returncode in {130, -signal.SIGINT}, told  # a shell calls both 130
    assert told.splitlines()[-1].startswith("interrupted: ")
    assert "Traceback" not in told
    assert all_gone(children)
    assert not (tmp_path / "out" / "summary.json").exists()


def test_shelf_without_its_word_is_not_done(tmp_path):
    assert not Shelf(tmp_path).has("0" * 24)
    assert not Path(tmp_path / "parts").exists()
