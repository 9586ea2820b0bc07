"""What users do to a corpus that nobody foresaw: one name twice, the output inside the input, days at the calendar's end."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import gc
import io
import json
import sys
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus, finishing, months, read_rejected, verify_corpus
from geo_ghouta.corpus.splitting import Intake
from geo_ghouta.errors import OutputError, UsageError

LEFT = {"text": "Some 300 people left Harasta for Idlib on Thursday.", "published": "2018-03-22", "doc_id": "a"}
DULL = {"text": "The weather was fine in Douma.", "published": "2018-03-22", "doc_id": "b"}


def write(path: Path, *records: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    return path


def build(paths, out, **options):
    return build_corpus(paths, out, **{"world": False, "page": False, **options})


def counts(made) -> tuple[int, ...]:
    return tuple(made.summary[k] for k in ("in", "placed", "unplaced", "rejected"))


def run(*words: object):
    return CliRunner().invoke(main, [str(w) for w in words])


def test_copy_in_another_file_that_holds_no_event_is_no_trouble(tmp_path):
    same = json.dumps(DULL) + "\n"
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "r.jsonl").write_text(same, "utf-8")
    made = build([tmp_path / "a", tmp_path / "b", write(tmp_path / "c.jsonl", LEFT)], tmp_path / "out")
    assert counts(made) == (3, 3, 0, 0)
    assert made.summary["events"] == 1


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_days_at_the_ends_of_the_calendar_have_their_convoys(tmp_path, day):
    told = LEFT | {"text": "Some 300 people left Harasta for Idlib today.", "published": day}
    made = build([write(tmp_path / "a.jsonl", told, LEFT)], tmp_path / "out")
    assert counts(made) == (2, 2, 0, 0)


def test_output_inside_an_input_is_not_read(tmp_path):
    folder = write(tmp_path / "in" / "a.jsonl", LEFT).parent
    first = build([folder], folder / "out")
    again = build([folder], folder / "out")
    assert counts(first) == counts(again) == (1, 1, 0, 0)
    assert any("the corpus itself" in str(problem) for problem in again.refused["problem"])
    assert len(verify_corpus(folder / "out", folder.parent)) == 0
    for inside in (folder / "out", folder / "out" / "reports"):
        with pytest.raises(UsageError, match="lies in the output folder"):
            build([inside], folder / "out")


def test_inputs_of_one_name_are_told_apart_and_verified(tmp_path):
    paths = [write(tmp_path / "x" / "r.jsonl", LEFT), write(tmp_path / "y" / "r.jsonl", DULL)]
    made = build(paths, tmp_path / "out")
    assert [row["input"] for row in made.summary["inputs"]] == ["x/r.jsonl", "y/r.jsonl"]
    assert len(verify_corpus(tmp_path / "out")) == 0
    write(paths[1], DULL | {"text": "The weather was poor in Douma."})
    assert len(verify_corpus(tmp_path / "out")) == 1


def test_names_of_inputs_never_tell_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "people" / "me"))
    paths = [write(tmp_path / "people" / "me" / "r.jsonl", LEFT), write(tmp_path / "data" / "r.jsonl", DULL)]
    made = build(paths, tmp_path / "out")
    assert [row["input"] for row in made.summary["inputs"]] == ["r.jsonl", "r.jsonl"]


def test_link_to_an_input_is_verified(tmp_path):
    write(tmp_path / "a.jsonl", LEFT)
    (tmp_path / "link.jsonl").symlink_to("a.jsonl")
    build([tmp_path / "link.jsonl"], tmp_path / "out")
    assert len(verify_corpus(tmp_path / "out")) == 0


def test_zip_named_in_two_ways_is_read_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("a.zip", "w") as made:
        made.writestr("r.jsonl", json.dumps(LEFT))
    assert counts(build(["a.zip", "./a.zip"], "out")) == (1, 1, 0, 0)


def test_file_name_in_another_encoding_stops_no_run(tmp_path):
    try:
        write(tmp_path / "in" / "b\udcff.jsonl", LEFT)
    except OSError:
        pytest.skip("this disk takes no such name")
    write(tmp_path / "in" / "تقارير.jsonl", DULL)
    made = build([tmp_path / "in"], tmp_path / "out")
    assert counts(made) == (2, 2, 0, 0)
    assert len(verify_corpus(tmp_path / "out")) == 0


def test_verify_asks_no_address_of_a_manifest(tmp_path):
    build([write(tmp_path / "a.jsonl", LEFT)], tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    told = json.loads(path.read_text("utf-8"))
    told["inputs"][0]["input"] = "memory://elsewhere/b.jsonl"
    path.write_text(json.dumps(told), "utf-8")
    # The manifest's own seal and the input that is not here: two lines, and no address is opened.
    found = verify_corpus(tmp_path / "out")["detail"]
    assert sum("not found" in detail for detail in found) == 1
    # A copy that the user has fetched stands for it.
    write(tmp_path / "got" / "b.jsonl", LEFT)
    assert any(
        "a report that the corpus does not hold" in detail
        for detail in verify_corpus(tmp_path / "out", tmp_path / "got")["detail"]
    )


def test_time_outside_of_the_calendar_costs_its_day_alone(tmp_path):
    times = pa.array([2**62, 1521676800000000], pa.timestamp("us"))
    pq.write_table(pa.table({"text": [LEFT["text"]] * 2, "published": times}), tmp_path / "a.parquet")
    made = build([tmp_path / "a.parquet"], tmp_path / "out")
    assert counts(made) == (2, 2, 0, 0)
    assert made.summary["reports_without_day"] == 1


def test_text_that_is_no_utf8_costs_its_row_alone(tmp_path):
    raw = pa.array([b"Buses left \xff", LEFT["text"].encode()], pa.binary())
    text = pa.StringArray.from_buffers(2, raw.buffers()[1], raw.buffers()[2])
    pq.write_table(pa.table({"text": text}), tmp_path / "a.parquet")
    assert counts(build([tmp_path / "a.parquet"], tmp_path / "out")) == (2, 1, 0, 1)


def test_what_comes_before_the_break_of_a_file_is_read(tmp_path):
    lines = (json.dumps(LEFT) + "\n") * 3
    (tmp_path / "a.jsonl").write_bytes(b"\xfe\xff" + lines.encode("utf-16-be") + b"\0")
    intake = Intake(str(tmp_path / "a.jsonl"))
    assert [len(batch.lines) for batch in intake.batches(2)] == [2, 1]
    (trouble,) = intake.troubles.errors
    assert "utf-16" in trouble["problem"]


@pytest.mark.parametrize("name", ["idna", "punycode", "undefined", "base64", "rot13", "x\0y", "no-such"])
def test_encodings_that_are_none_are_refused_before_any_work(tmp_path, name):
    with pytest.raises(UsageError, match="not known"):
        build([write(tmp_path / "a.jsonl", LEFT)], tmp_path / "out", encoding=name)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("budget", ["nan", "inf", "1e308"])
def test_budgets_that_are_none_are_refused(tmp_path, budget):
    done = run("corpus", write(tmp_path / "a.jsonl", LEFT), "-o", tmp_path / "out", "--page-budget", budget)
    assert done.exit_code == 2
    assert "page budget" in done.output


@pytest.mark.parametrize("path", ["", "x" * 300 + ".jsonl"])
def test_paths_that_are_none_are_told(tmp_path, path):
    done = run("corpus", path, "-o", tmp_path / "out")
    assert done.exit_code == 2
    assert "no such file" in done.output


def test_address_as_output_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("corpus", write(tmp_path / "a.jsonl", LEFT), "-o", "s3://bucket/out")
    assert done.exit_code == 2
    assert "folder of this machine" in done.output


def test_address_is_told_without_its_key(tmp_path):
    pytest.importorskip("fsspec")
    done = run("corpus", "nosuch://me:word@host/a.jsonl?Signature=key", "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert "host/a.jsonl" in done.output
    assert "key" not in done.output
    assert "word" not in done.output


def test_finished_corpus_stands_whole_until_its_tables_are_replaced(tmp_path, monkeypatch):
    path = write(tmp_path / "a.jsonl", LEFT)
    build([path], tmp_path / "out")
    write(tmp_path / "more.jsonl", DULL)

    def full(*_args, **_named):
        message = "no room"
        raise OutputError(message)

    with monkeypatch.context() as patched:
        patched.setattr(finishing, "gather_convoys", full)
        with pytest.raises(OutputError):
            build([path, tmp_path / "more.jsonl"], tmp_path / "out")
    assert len(verify_corpus(tmp_path / "out")) == 0
    made = build([path, tmp_path / "more.jsonl"], tmp_path / "out")
    assert counts(made) == (2, 2, 0, 0)


class Narrow(io.RawIOBase):
    """A file on a disk that is full after some bytes."""

    def __init__(self, stream, room: int) -> None:
        self.stream, self.room = stream, room

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.stream.write(data)


@pytest.mark.parametrize("room", [0, 10, 60, 200])
def test_R4_full_disk_is_one_line_and_no_trace(tmp_path, monkeypatch, room):
    real = months.atomic_stream

    @contextlib.contextmanager
    def narrow(path, **how):
        with real(path, **how) as stream:
            yield Narrow(stream, room)

    monkeypatch.setattr(months, "atomic_stream", narrow)
    unraised: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraised.append)
    rows = {f"2018-{month:02}": pa.table({"a": [f"{month} {n}" for n in range(40)]}) for month in (1, 2, 3)}
    with (
        pytest.raises(OutputError, match=r"part-0.parquet: could not be written \(No space left"),
        months.MonthWriter(tmp_path / "t", rows["2018-01"].schema) as writer,
    ):
        writer.put(rows)
    del writer
    gc.collect()
    assert unraised == []
    assert not [p for p in (tmp_path / "t").rglob("*") if p.is_file()]


def test_folder_left_by_a_run_that_got_no_further_is_taken_up(tmp_path):
    (tmp_path / "out" / "parts").mkdir(parents=True)
    assert counts(build([write(tmp_path / "a.jsonl", LEFT)], tmp_path / "out")) == (1, 1, 0, 0)


def test_each_kind_of_bad_record_is_a_line(tmp_path):
    path = write(tmp_path / "a.jsonl", LEFT, {"text": 5}, [1], {"text": ""}, LEFT | {"published": "soon"})
    done = run("corpus", path, "-o", tmp_path / "out", "--no-world", "--no-map")
    assert done.exit_code == 3
    for line in (
        "a.jsonl, row 2: text is a number",
        "a.jsonl, row 3: not a JSON object",
        "row 5: published: not a day",
    ):
        assert line in done.output
    rows = read_rejected(tmp_path / "out", 2)
    assert len(rows) == 2


def test_json_that_no_program_would_write_costs_its_own_line_alone(tmp_path):
    deep = "[" * 10_000 + "]" * 10_000
    lines = {
        "nested more than 64 levels": f'{{"text": "x", "more": {deep}}}',
        "levels deep": '{"a":' * 10_000 + "1" + "}" * 10_000,
        "thousands of digits": '{"text": "Ten buses left Arbin.", "doc_id": ' + "9" * 5_000 + "}",
        "NaN is not JSON": '{"text": "Ten buses left Arbin.", "published": NaN}',
        "2 members are called 'text'": '{"text": "Nobody left.", "text": "Ten buses left Arbin."}',
        "3 members are called 'Body'": '{"Body": "a", "Body": "b", "Body": "Ten buses left Arbin."}',
        "2 members are called 'published'": '{"text": "x", "published": "2018-03-01", "published": "2018-04-01"}',
    }
    good = [
        json.dumps(LEFT), '{"text": "Ten buses left Arbin.", "n": 1e999, "n": -1e400, "id": 1e30}',
        '{"text": "Ten buses \\ud800 left Arbin.", "title": "\\udfff", "more": {"text": 1, "text": 2}}',
    ]  # fmt: skip
    (tmp_path / "a.jsonl").write_text("\n".join([good[0], *lines.values(), *good[1:]]) + "\n", "utf-8")
    made = build([tmp_path / "a.jsonl"], tmp_path / "out")
    assert counts(made) == (10, 3, 0, 7)
    told = read_rejected(tmp_path / "out", 99)
    errors = told[told["severity"] == "error"].set_index("row")["problem"]
    for number, problem in enumerate(lines, 2):
        assert problem in errors[str(number)]
    assert told[told["severity"] == "warning"]["problem"].tolist() == [
        "2 characters that no file can hold (lone surrogates, NUL) were replaced by U+FFFD"
    ]


@pytest.mark.parametrize("first", ["[]", "{", "[1, 2]"])
def test_bad_first_record_costs_itself_alone(tmp_path, first):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{first}\n\n{json.dumps(LEFT)}\n{json.dumps(DULL)}\n", "utf-8")
    assert counts(build([path], tmp_path / "out")) == (3, 2, 0, 1)


@pytest.mark.parametrize("text", [
    json.dumps([LEFT, DULL]), json.dumps([LEFT, DULL], indent=1), json.dumps(LEFT, indent=1),
    f"[\n{json.dumps(LEFT)},\n{json.dumps(DULL)}\n]",
])  # fmt: skip
def test_list_or_object_over_many_lines_is_told_once(tmp_path, text):
    (tmp_path / "a.jsonl").write_text(text, "utf-8")
    made = build([tmp_path / "a.jsonl"], tmp_path / "out")
    assert counts(made) == (1, 0, 0, 1)
    assert "JSON over many lines or a list" in made.refused["problem"].iloc[0]


def test_many_kinds_of_bad_records_are_cut_short(tmp_path):
    bad = [LEFT | {"published": "2018-03-22", "title": [0] * n, f"x{n}": {}} for n in range(3)]
    lines = [json.dumps(LEFT), *(json.dumps(b)[: 20 + n] for n, b in enumerate(bad * 10))]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), "utf-8")
    done = run("corpus", tmp_path / "a.jsonl", "-o", tmp_path / "out", "--no-world", "--no-map")
    assert done.output.count("left out: a.jsonl") <= 10
    assert "30 records in all" in done.output


def test_day_is_the_one_written_whatever_the_zone(tmp_path, monkeypatch):
    when = dt.datetime(2018, 3, 22, 23, 30)  # noqa: DTZ001 - the column's zone tells it
    table = pa.table({"text": [LEFT["text"]], "published": pa.array([when], pa.timestamp("us"))})
    pq.write_table(table, tmp_path / "a.parquet")
    months = set()
    for number, zone in enumerate(("UTC", "America/Los_Angeles", "Pacific/Kiritimati")):
        monkeypatch.setenv("TZ", zone)
        build([tmp_path / "a.parquet", write(tmp_path / "b.jsonl", LEFT | {"published": "2018-03-31T23:59:00-08:00"})],
              tmp_path / str(number))  # fmt: skip
        frame = pq.read_table(tmp_path / str(number) / "reports").select(["published"]).to_pylist()
        months.add(str(sorted(str(row["published"]) for row in frame)))
    assert months == {"['2018-03-22', '2018-03-31']"}
