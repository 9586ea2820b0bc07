"""The house itself: its face, its words and its habits are what the README says."""

from __future__ import annotations

import ast
import json
import re

import click
import pytest

import geo_ghouta as gg
from geo_ghouta.cli import main

COMMANDS = [
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/geo-ghouta map",
    "python3 -m venv .venv && .venv/bin/pip install -q '.[test]' && .venv/bin/pytest",
]


def _sources(root, pattern="*.py"):
    return sorted(p for p in (root / "geo_ghouta").rglob(pattern) if "__pycache__" not in p.parts)


def test_the_face_is_sorted_complete_and_documented():
    assert gg.__all__ == sorted(gg.__all__)
    for name in gg.__all__:
        assert getattr(gg, name).__doc__, f"{name} has no docstring"
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        gg.nothing_of_ours  # noqa: B018


def test_readme_has_the_two_commands_word_for_word(root):
    text = (root / "README.md").read_text("utf-8")
    block = text.split("## Quick start")[1].split("```")[1].strip().splitlines()
    assert block == COMMANDS
    script = (root / ".ci" / "run").read_text("utf-8")
    assert COMMANDS[1] in script


def _verbs(group: click.Group, prefix: str = "") -> list[tuple[str, click.Command]]:
    found = []
    for name, verb in sorted(group.commands.items()):
        if isinstance(verb, click.Group):
            found += _verbs(verb, f"{prefix}{name} ")
        else:
            found.append((f"{prefix}{name}", verb))
    return found


@pytest.mark.parametrize(("name", "verb"), _verbs(main), ids=[n for n, _ in _verbs(main)])
def test_every_verb_has_help_with_an_example_and_stands_in_the_readme(name, verb, root):
    assert "Example:" in (verb.help or ""), f"{name}: no example in --help"
    assert f"geo-ghouta {name}" in (verb.help or "")
    assert f"geo-ghouta {name}" in (root / "README.md").read_text("utf-8")
    for parameter in verb.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts[0]}: no help"


def test_readme_leads_to_every_room(root):
    text = (root / "README.md").read_text("utf-8").split("## How it is built")[1]
    links = set(re.findall(r"\]\((geo_ghouta/[^)]+)\)", text))
    for link in links:
        assert (root / link).exists(), f"README names {link}, which is not there"
    rooms = {p.relative_to(root).as_posix() for p in (root / "geo_ghouta").iterdir() if not p.name.startswith("_")}
    rooms -= {"geo_ghouta/py.typed", "geo_ghouta/new_case"}
    assert rooms <= links, f"rooms that the README does not lead to: {sorted(rooms - links)}"


def test_only_files_opens_files_for_writing(root):
    guilty = []
    for path in _sources(root):
        if path.name == "files.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            holder = getattr(getattr(node.func, "value", None), "id", "")
            if name == "open" and holder != "os":
                modes = [
                    a.value for a in [*node.args, *(k.value for k in node.keywords)] if isinstance(a, ast.Constant)
                ]
                if any(isinstance(m, str) and set(m) & set("wax+") and len(m) <= 3 for m in modes):
                    guilty.append(f"{path.name}:{node.lineno}")
            if name in {"write_text", "write_bytes"} and isinstance(node.func, ast.Attribute) and holder != "files":
                guilty.append(f"{path.name}:{node.lineno}")
    assert guilty == []


def test_files_are_rooms_not_halls(root):
    for pattern in ("*.py", "*.js", "*.css"):
        for path in _sources(root, pattern):
            lines = len(path.read_text("utf-8").splitlines())
            assert lines <= 450, f"{path.relative_to(root)} has {lines} lines"


def test_nothing_reads_a_clock_or_a_dice(root):
    # Byte-identical output for the same input: no now(), today() or random in what makes outputs.
    pattern = re.compile(r"\b(?:datetime|dt|date|Timestamp|pd)\.(?:now|today|utcnow)\(|\brandom\.|Timestamp\.now")
    for path in _sources(root):
        if path.parts[-2] in {"geocoding"} or path.name == "files.py":
            continue
        found = pattern.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(root)}: {found.group() if found else ''}"


def test_notebooks_carry_no_outputs(root):
    books = sorted((root / "notebooks").glob("*.ipynb"))
    assert len(books) == 3
    for book in books:
        for cell in json.loads(book.read_text("utf-8"))["cells"]:
            assert cell.get("outputs", []) == []
            assert cell.get("execution_count") is None


def test_wheel_carries_the_bundled_case(root):
    text = (root / "pyproject.toml").read_text("utf-8")
    assert '"layers" = "geo_ghouta/_case"' in text


def test_no_path_of_a_machine_is_in_the_tree(root):
    pattern = re.compile(r"(?:^|[^A-Za-z0-9_.-])/(?:home|root|Users)/")
    for folder in ("geo_ghouta", "layers", "notebooks"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".py", ".md", ".toml", ".csv", ".json", ".geojson", ".js", ".css", ".ipynb"}:
                assert not pattern.search(path.read_text("utf-8")), path.name
