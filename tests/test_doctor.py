"""The doctor tells what is there, what is missing and the command that gets it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from test_cli import quick

from geo_ghouta.cli.doctor import EXTRAS, NEEDED


def told(*words):
    done = quick("doctor", *words)
    assert done.exit_code == 0, done.output
    return done


def test_everything_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "geo-ghouta").mkdir()
    (tmp_path / "geo-ghouta" / "online.sqlite.damaged").write_bytes(b"x" * 5000)
    done = told("--json")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("geo-ghouta ")
    assert any(line.startswith("cache ") and "1 file, 5 kB, 1 set aside as damaged" in line for line in lines)
    assert any(line.startswith("gazetteer countries and regions: ") for line in lines)
    summary = json.loads(done.stderr.strip().splitlines()[-1])
    assert set(summary["versions"]) == set(NEEDED)
    assert set(summary["extras"]) == set(EXTRAS)
    assert summary["cache"]["writable"]
    assert "path" not in summary["gazetteers"][0]


def test_what_is_missing_comes_with_its_command(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "matplotlib" else real(name, *a))
    lines = told().stdout.splitlines()
    assert "extra picture: lacks matplotlib" in lines
    assert "missing extra picture: pip install 'geo-ghouta[picture]'" in lines
    assert "nothing is missing" not in lines


CACHE = "missing a cache that can be written: export XDG_CACHE_HOME=DIR"
LISTS = "missing a folder for place lists that can be written: export XDG_DATA_HOME=DIR"


@pytest.mark.parametrize(
    ("cache", "data", "lacks"),
    [("there", "there", set()), ("file", "there", {CACHE}), ("there", "file", {LISTS}), ("file/deeper", "new", {CACHE}),
     ("new/deeper", "file/deeper", {LISTS}), ("damaged", "damaged", set())],
)  # fmt: skip
def test_folders_that_cannot_be_used_are_told(tmp_path, monkeypatch, cache, data, lacks):
    (tmp_path / "file").write_text("a file", "utf-8")
    for folder in ("there", "damaged/geo-ghouta/lists"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("online.sqlite", "list-SY-00.bin", "world-00.bin", "lists/SY"):
        (tmp_path / "damaged" / "geo-ghouta" / name).write_bytes(b"not any more")
    (tmp_path / "damaged" / "geo-ghouta" / "gone").symlink_to("nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / cache))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / data))
    assert {line for line in told().stdout.splitlines() if "can be written" in line} == lacks


@pytest.mark.parametrize("home", [None, "file", "gone"])
def test_home_that_is_none_stops_nothing(tmp_path, monkeypatch, home):
    (tmp_path / "file").write_text("a file", "utf-8")
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home:
        monkeypatch.setenv("HOME", str(tmp_path / home))
    lines = told().stdout.splitlines()
    assert (CACHE in lines and LISTS in lines) == (home == "file")


def test_without_any_optional_part_all_of_them_are_told(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    real = importlib.util.find_spec
    optional = {module for parts in EXTRAS.values() for _, module in parts}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name in optional else real(name, *a))
    lines = told().stdout.splitlines()
    assert all(f"missing extra {extra}: pip install 'geo-ghouta[{extra}]'" in lines for extra in EXTRAS)


@pytest.mark.skipif(os.name != "posix", reason="streams of Unix")
@pytest.mark.parametrize(
    ("ending", "code", "said"),
    [("", 0, ""), (">&-", 0, ""), (">&- 2>&-", 0, ""), ("| true", 0, ""), (">/dev/full", 1, "No space left on device); make room")],
)  # fmt: skip
def test_streams_that_are_closed_or_full_and_a_plain_locale_leave_no_trace(tmp_path, root, ending, code, said):
    if "full" in ending and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    plain = {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONPATH": str(root)}
    env = {**os.environ, **plain, "XDG_CACHE_HOME": str(tmp_path)}
    command = f'set -o pipefail; "{sys.executable}" -m geo_ghouta doctor {ending}'
    done = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert not any(word in done.stderr for word in ("Traceback", "a fault inside", "Exception ignored"))


@pytest.mark.parametrize("extra", EXTRAS)
def test_extras_are_those_of_the_package(root, extra):
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(declared) - {"test"}
    names = {requirement.split(">")[0].split("[")[0] for requirement in declared[extra]}
    assert {package for package, _ in EXTRAS[extra]} <= names
