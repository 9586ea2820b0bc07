"""Reading that opens only what was named, and writing that is whole or not at all."""

from __future__ import annotations

import json
import os
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
def test_paths_that_are_not_local_files_are_refused(path):
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
        (b'{"a": 1,}', "line 1, column [89]"),
        (b"<OGRVRTDataSource></OGRVRTDataSource>", "not JSON at line 1, column 1"),
        (b"\xff\xfea", "byte 2"),
        ("حرستا".encode("windows-1256"), "windows-1256"),
    ],
)
def test_json_that_is_none_is_refused_with_its_place(data, words):
    with pytest.raises(FormatError, match=words):
        files.parse_json(data, "x.geojson")


def test_a_depth_bomb_is_refused_before_the_parser_sees_it():
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


def test_written_file_is_readable_by_others_as_usual(tmp_path):
    mask = os.umask(0)
    os.umask(mask)
    assert files.write_bytes(tmp_path / "a", b"x").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize("name", ["a.gpkg", "a[1]-b*.gpkg", "-.gpkg", "x" * 100 + ".csv"])
def test_leftovers_of_killed_runs_go_and_those_of_living_ones_stay(tmp_path, name):
    def left(owner, tail=""):
        path = tmp_path / f".{name[:60]}.geo-ghouta-{owner}-0a1b2c3d{Path(name).suffix}{tail}"
        path.write_bytes(b"x")
        return path.name

    # A number beyond every limit of processes belongs to nobody; a database killed in the middle leaves its journal.
    gone = [left(2**22 + 5), left(2**22 + 5, "-journal"), left(2**22 + 6, "-wal")]
    mine = [left(os.getpid()), left(os.getpid(), "-journal")]
    other = left("name")
    files.write_bytes(tmp_path / name, b"new")
    assert {p.name for p in tmp_path.iterdir()} == {name, other, *mine}, gone
