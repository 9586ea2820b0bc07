"""Reading that opens only what was named, and writing that is whole or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import files
from geo_ghouta.errors import FormatError, InputError, LimitError, OutputError


@pytest.mark.parametrize(
    "path",
    ["/vsicurl/http://127.0.0.1:9/a.geojson", "/VSIZIP/a.zip", "https://example.invalid/r.txt", "s3://bucket/a", r"\\host\a", "//host/a",
     "file:///etc/passwd", "a\0b"],
)  # fmt: skip
def test_S5_paths_that_are_not_local_files_are_refused(path):
    with pytest.raises(InputError, match="only local files"):
        files.local_path(path)


def test_missing_file_is_one_clear_line(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.txt: cannot be read \(No such file or directory\)") as caught:
        files.read_bytes(tmp_path / "nothing.txt")
    assert "\n" not in str(caught.value)


def test_size_limit_is_kept(tmp_path):
    (tmp_path / "big").write_bytes(b"x" * 11)
    with pytest.raises(LimitError, match="larger than the limit of 10 bytes"):
        files.read_bytes(tmp_path / "big", limit=10)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1,}', "line 1, column 9"),
        (b"<OGRVRTDataSource></OGRVRTDataSource>", "not JSON at line 1, column 1"),
        (b"\xff\xfea", "byte 2"),
        ("حرستا".encode("windows-1256"), "windows-1256"),
    ],
)
def test_json_that_is_none_is_refused_with_its_place(data, words):
    with pytest.raises(FormatError, match=words):
        files.parse_json(data, "x.geojson")


def test_S7_depth_bomb_is_refused_before_the_parser_sees_it():
    with pytest.raises(LimitError, match="64 levels"):
        files.parse_json(b"[" * 100_000 + b"]" * 100_000, "deep.json")


def test_brackets_inside_strings_are_no_depth():
    assert files.parse_json(json.dumps({"a": "[" * 500}), "x.json") == {"a": "[" * 500}


def test_byte_order_marks_are_read_and_text_keeps_every_character():
    assert files.parse_json(b'\xef\xbb\xbf{"a": 1}', "bom.json") == {"a": 1}
    assert files.decode(b"\xef\xbb\xbfa\r\n", "x") == "\ufeffa\r\n"
    assert files.parse_json("\ufeff[1]".encode("utf-16-le"), "x") == [1]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(st.characters()), st.lists, max_leaves=8
    )
)
def test_dumped_json_is_strict_and_reads_back(value):
    text = files.dump_json(value)
    text.encode("utf-8")
    files.parse_json(text, "x")


def test_lone_surrogates_do_not_stop_a_write(tmp_path):
    path = files.write_text(tmp_path / "a.json", files.dump_json({"t": "a\ud83d"}))
    assert json.loads(path.read_text("utf-8")) == {"t": "a?"}


@pytest.mark.parametrize(
    "name",
    [
        "../../evil",
        "/etc/passwd",
        "C:\\x",
        "a\0b",
        "con",
        "NUL.txt",
        "x" * 300,
        "ي" * 300,
        "a\u202eb",
        "",
        "...",
        " ",
        "a/b/../c",
        "\n",
    ],
)
def test_S6_names_from_data_stay_inside_the_folder(name, tmp_path):
    safe = files.safe_name(name)
    assert safe
    assert len(safe.encode()) <= 110
    target = (tmp_path / safe).resolve()
    assert target.parent == tmp_path.resolve()
    target.write_bytes(b"x")


def test_S9_direction_marks_are_visible_and_arabic_is_untouched():
    assert files.shown("Access \u202egranted\u202c to حرستا") == "Access <U+202E>granted<U+202C> to حرستا"


def test_failed_write_leaves_the_old_file_and_no_litter(tmp_path):
    target = files.write_bytes(tmp_path / "a.txt", b"old")

    def half(path: Path) -> None:
        with files.atomic_stream(path) as stream:
            stream.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half(target)
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_missing_folder_is_named(tmp_path):
    with pytest.raises(OutputError, match="does not exist"):
        files.write_bytes(tmp_path / "no" / "a.txt", b"x")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which stands for a full disk")
def test_R4_full_disk_is_one_line_and_the_old_file_stays(tmp_path, monkeypatch):
    target = files.write_bytes(tmp_path / "a.txt", b"old")
    real = Path.open

    def full(self, *args, **kwargs):
        return (
            real(Path("/dev/full"), "wb")
            if files._TEMP_MARK in self.name and "wb" in args
            else real(self, *args, **kwargs)
        )

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OutputError, match="No space left"):
        files.write_bytes(target, b"x" * 100_000)
    monkeypatch.undo()
    assert target.read_bytes() == b"old"


_KILLED = """
import sys
from geo_ghouta import files
target, number = sys.argv[1:]
print("ready", flush=True)
for turn in range(100000):
    files.write_bytes(target, (b"%d " % turn) * 200000)
"""


def test_R3_atomic_writes_survive_kill_9(tmp_path):
    # Reduced count; the moments are spread over the write by the loop inside the killed process.
    target = tmp_path / "big.txt"
    for turn in range(5):
        worker = subprocess.Popen([sys.executable, "-c", _KILLED, str(target), str(turn)], stdout=subprocess.PIPE)
        worker.stdout.readline()
        time.sleep(0.02 + 0.013 * turn)
        worker.kill()
        worker.wait()
        worker.stdout.close()
        if target.exists():
            words = target.read_bytes().split()
            assert len(words) == 200_000
            assert len(set(words)) == 1
    files.write_bytes(target, b"done")
    assert [p.name for p in tmp_path.iterdir()] == ["big.txt"]


def test_written_file_is_readable_by_others_as_usual(tmp_path):
    mask = os.umask(0)
    os.umask(mask)
    assert files.write_bytes(tmp_path / "a", b"x").stat().st_mode & 0o777 == 0o666 & ~mask
