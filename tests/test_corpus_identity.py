"""One input is one input, however it is named; what is nothing to read, has changed or is gone is told as that."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from geo_ghouta.addresses import local_part, plain_path
from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus
from geo_ghouta.corpus.splitting import Intake
from geo_ghouta.errors import UsageError

ROW = json.dumps({"doc_id": "a", "text": "Ten buses left Arbin on Saturday.", "published": "2018-03-24"})
TEXT = "Shells hit Douma."


@pytest.fixture
def store():
    """Files in memory, reached by addresses."""
    fsspec = pytest.importorskip("fsspec", reason="pip install 'geo-ghouta[cluster]'")
    found = fsspec.filesystem("memory")
    yield found
    for path in found.ls("/", detail=False):
        found.rm(path, recursive=True)


def pack(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def intake(name, seen=None):
    found = Intake(str(name))
    return found, list(found.batches(100, seen=seen))


def told(found):
    return [(r["severity"], r["path"], r["problem"]) for r in found.troubles.rows]


def ways(path: Path) -> list[str]:
    """Ways to name one file."""
    link = path.with_name(f"link-{path.name}")
    link.symlink_to(path)
    inner = f"{path.parent}/down/../{path.name}"
    (path.parent / "down").mkdir(exist_ok=True)
    return [
        str(path),
        f"file://{path}",
        f"FILE://localhost{path}",
        f"local://{path}",
        inner,
        str(link),
        f"file://{inner}",
    ]


@pytest.mark.parametrize("name", ["a.jsonl", "a b.txt", "a.zip"])
def test_file_that_is_named_in_many_ways_is_read_once(tmp_path, name):
    path = tmp_path / name
    if name.endswith(".zip"):
        pack(path, {"a.jsonl": ROW})
    else:
        path.write_text(ROW if name.endswith("jsonl") else TEXT, "utf-8")
    made = build_corpus(
        [*ways(path), f"file://{str(path).replace(' ', '%20')}"], tmp_path / "out", world=False, page=False
    )
    assert made.summary["in"] == made.summary["placed"] == 1
    assert set(made.refused["severity"]) == {"note"}
    assert set(made.refused["problem"]) == {"named twice; read once"}
    assert "file:" not in (made.folder / "manifest.json").read_text("utf-8")
    assert sum(row["placed"] for row in made.summary["inputs"]) == 1


def test_address_that_is_named_in_many_ways_is_read_once(tmp_path, store):
    store.pipe("/news/a.zip", pack(tmp_path / "a.zip", {"a.jsonl": ROW}).read_bytes())
    store.pipe("/news/b.jsonl", ROW.encode())
    seen = set()
    names = ["memory://news/a.zip", "memory:///news/a.zip", "memory://news/b.jsonl", "memory:///news", "memory://news/"]
    counts = [intake(name, seen)[0] for name in names]
    assert [found.count for found in counts] == [1, 0, 1, 0, 0]
    assert told(counts[1]) == [("note", "a.zip", "named twice; read once")]
    assert ("note", "b.jsonl", "named twice; read once") in told(counts[3])


def test_own_output_is_no_input_however_it_is_named(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.jsonl").write_text(ROW, "utf-8")
    out = folder / "out"
    first = build_corpus([folder], out, world=False, page=False)
    assert first.summary["in"] == 1
    pack(out / "a.zip", {"a.jsonl": ROW})
    link = tmp_path / "elsewhere"
    link.symlink_to(out)
    inner = out / "rejected.parquet"
    for name in (f"file://{inner}", f"file://{out}", f"file://{link}/rejected.parquet", f"zip://a.jsonl::file://{out}/a.zip",
                 f"zip://a.jsonl::{out}/a.zip", f"{folder}/../mine/out/a.zip"):  # fmt: skip
        with pytest.raises(UsageError, match="lies in the output folder"):
            build_corpus([name], out, world=False, page=False)
    again = build_corpus([f"file://{folder}"], out, world=False, page=False)
    assert again.summary["in"] == 1
    assert "the corpus itself; nothing in it is read" in set(again.refused["problem"])


def test_file_addresses_are_paths():
    assert plain_path("file:///data/a.jsonl") == plain_path("file://localhost/data/a.jsonl") == "/data/a.jsonl"
    assert plain_path("file://data/a.jsonl") == "data/a.jsonl"
    assert plain_path("files://data/a.jsonl") == "files://data/a.jsonl"
    assert local_part("s3://bucket/a.zip") is local_part("zip://a.jsonl::s3://bucket/a.zip") is None
    assert plain_path("file:///" + "x" * 5000 + "\0") == "/" + "x" * 5000 + "\0"


def test_command_says_that_a_file_address_leads_nowhere(tmp_path):
    ran = CliRunner().invoke(main, ["corpus", f"file://{tmp_path}/none.jsonl", "-o", str(tmp_path / "out")])
    assert ran.exit_code == 2
    assert "none.jsonl: no such file or folder" in ran.stderr


@pytest.mark.parametrize(
    "members", [{}, {"README.md": "x", "photo.jpg": "x"}, {"__MACOSX/._a.txt": "x", "b/.c.txt": "x"}]
)
def test_input_without_a_report_says_so_in_each_form(tmp_path, store, members):
    folder = tmp_path / "nothing"
    folder.mkdir()
    for name, text in members.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
        store.pipe(f"/nothing/{name}", text.encode())
    pack(tmp_path / "nothing.zip", members)
    store.pipe("/nothing.zip", (tmp_path / "nothing.zip").read_bytes())
    (tmp_path / "nothing.jsonl").touch()
    names = [tmp_path / "nothing.zip", "memory://nothing.zip", folder, *(["memory://nothing"] if members else [])]
    for name in names:
        found, batches = intake(name)
        assert batches == []
        assert [row for row in told(found) if row[0] != "note"] == [
            ("warning", f"{'memory://' if 'memory' in str(name) else ''}{Path(name).name}", "no report in it")
        ]
    codes = []
    for name in ("nothing.zip", "nothing.jsonl"):
        command = ["corpus", str(tmp_path / name), "-o", str(tmp_path / f"out-{name}"), "--no-world", "--no-map"]
        ran = CliRunner().invoke(main, command)
        codes.append(ran.exit_code)
        assert "warning: " in ran.stderr
    assert codes == [0, 0]


def test_what_is_no_report_is_told_alike_in_each_form(tmp_path, store):
    folder = tmp_path / "mixed"
    (folder / "b" / ".hidden").mkdir(parents=True)
    for name in ("README.md", "LICENCE.txt", "photo.jpg", "b/c.txt", ".d.txt", "b/.hidden/e.txt", "~$f.txt", "g.dat"):
        (folder / name).write_text(TEXT, "utf-8")
    (folder / "reports.csv").write_text("file,published\ng.dat,2018-03-24\nlost.txt,2018-03-24\n", "utf-8")
    pack(folder / "in.zip", {"x.jsonl": ROW})
    with zipfile.ZipFile(tmp_path / "mixed.zip", "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                inner = path.relative_to(folder).as_posix()
                archive.write(path, inner)
                store.pipe(f"/mixed/{inner}", path.read_bytes())
    forms = {}
    for name in (folder, "memory://mixed", tmp_path / "mixed.zip"):
        found, batches = intake(name)
        documents = [(d[0].name.removeprefix("mixed.zip/"), str(d[0].day)) for b in batches for d in b.documents]
        rows = [(severity, path.removeprefix("mixed.zip/"), said) for severity, path, said in told(found)]
        forms[name] = documents, sorted(rows), found.count
    first, *others = forms.values()
    assert others == [first, first]
    assert first[0] == [("b/c.txt", "None"), ("g.dat", "2018-03-24")]
    assert ("warning", "in.zip", "a zip inside another input is not opened") in first[1]
    assert ("error", "lost.txt", "named in reports.csv, but not in the folder") in first[1]
    assert first[2] == 3


def read_while(name, meddle):
    """Read an input's first batch, do something to what it lies in, and read the rest."""
    found = Intake(str(name))
    batches = found.batches(1)
    next(batches)
    meddle()
    assert list(batches) == []
    (row,) = found.troubles.errors
    return row["problem"]


def test_zip_that_changes_goes_or_fails_while_it_is_read_is_not_called_damaged(tmp_path, store, monkeypatch):
    path = tmp_path / "a.zip"
    members = {"a.txt": TEXT, "b.txt": TEXT + " Again."}

    def fresh():
        data = pack(path, members).read_bytes()
        store.pipe("/a.zip", data)
        return data

    data = fresh()
    longer = pack(tmp_path / "longer.zip", {"0.txt": "One more report than before.", **members}).read_bytes()
    said = read_while(path, lambda: path.write_bytes(longer))
    assert said.startswith("the zip changed since it was listed (")
    assert said.endswith("; run the same command again when it stands still")
    fresh()
    assert read_while(path, path.unlink) == (
        "the zip is gone since it was listed; put it back, and run the same command again"
    )
    fresh()
    said = read_while("memory://a.zip", lambda: store.pipe("/a.zip", longer))
    assert said.startswith("the zip changed since it was listed (")
    fresh()
    assert "is gone since it was listed; put it back" in read_while("memory://a.zip", lambda: store.rm("/a.zip"))
    fresh()
    with monkeypatch.context() as patched:

        def fail():
            patched.setattr(type(store), "open", lambda *_a, **_k: {}["token expired at https://me:word@host/?key=1"])
            patched.setattr(type(store), "info", lambda *_a, **_k: {}["token"])

        said = read_while("memory://a.zip", fail)
    assert said.startswith("the zip cannot be read (KeyError: 'token expired at ")
    assert said.endswith("); run the same command again to go on")
    assert "word" not in said
    assert "key=1" not in said
    torn = data.replace(b"Again", b"AGAIN")
    path.write_bytes(torn)
    found, _ = intake(path)
    assert found.troubles.errors[0]["problem"] == ("damaged in the zip (Bad CRC-32 for file 'b.txt'); pack it again")


def test_zip_that_cannot_be_opened_says_why(tmp_path, monkeypatch):
    path = pack(tmp_path / "a.zip", {"a.txt": TEXT})
    real = Path.open

    def refusing(self, *arguments, **named):
        if self == path:
            raise PermissionError(13, "Permission denied")
        return real(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", refusing)
    found, _ = intake(path)
    (row,) = found.troubles.errors
    assert (row["problem"], row["hint"]) == ("the zip cannot be read (Permission denied)", "check its rights")


def test_file_that_is_gone_says_so(tmp_path):
    for name in ("a.txt", "b.jsonl"):
        (tmp_path / name).write_text(ROW, "utf-8")
    said = read_while(tmp_path, (tmp_path / "b.jsonl").unlink)
    assert "cannot be read any more" in said or said.startswith("gone since it was listed")
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-32"])
def test_wide_letters_without_their_mark_are_one_row_that_says_what_to_name(tmp_path, encoding, suffix):
    path = tmp_path / f"a.{suffix}"
    text = (ROW + "\n") * 3 if suffix == "jsonl" else "text,published\n" + f"{TEXT},2018-03-24\n" * 3
    path.write_bytes(text.encode(encoding))
    found, batches = intake(path)
    assert batches == []
    (row,) = found.troubles.rows
    assert row["problem"] == f"this is {encoding}, which is read only where it is named"
    assert row["hint"] == f"name it with --encoding {encoding}"
    named = Intake(str(path))
    assert sum(len(b.lines) + len(b.rows) for b in named.batches(100, encoding=encoding)) == 3
    assert not named.troubles.rows
    path.write_bytes(text.encode("utf-16"))
    assert intake(path)[0].count == 3


@pytest.mark.parametrize("text", [json.dumps([json.loads(ROW)] * 3), json.dumps([json.loads(ROW)] * 3, indent=1),
                                  "\ufeff\n" + json.dumps(json.loads(ROW), indent=1)])  # fmt: skip
def test_json_that_is_not_one_report_a_line_is_one_row(tmp_path, text):
    (tmp_path / "a.jsonl").write_text(text, "utf-8")
    found, batches = intake(tmp_path / "a.jsonl")
    assert batches == []
    (row,) = found.troubles.rows
    assert row["problem"].startswith("this is JSON over many lines or a list, not one report a line")
    assert "jq -c" in row["hint"]


def test_folders_that_lead_to_an_input_stand_in_no_row(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    os.mkfifo(tmp_path / "b.jsonl")
    for name in ("a.pdf", "b.jsonl", "none.jsonl"):
        found, _ = intake(tmp_path / name)
        assert [row["path"] for row in found.troubles.rows] == [name]
