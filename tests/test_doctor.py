"""The doctor tells what is there, what is missing and the command that gets it."""

from __future__ import annotations

import importlib.util
import json
import tomllib

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


@pytest.mark.parametrize("extra", EXTRAS)
def test_extras_are_those_of_the_package(root, extra):
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(declared) - {"test"}
    names = {requirement.split(">")[0].split("[")[0] for requirement in declared[extra]}
    assert {package for package, _ in EXTRAS[extra]} <= names
