"""Inputs are streamed and nothing in them leads anywhere: zips, long lines, foreign encodings, addresses."""

from __future__ import annotations

import io
import json
import re
import stat
import sys
import zipfile

import pytest
from click.testing import CliRunner

from geo_ghouta.cli import main
from geo_ghouta.corpus import build_corpus, splitting, stores, zips
from geo_ghouta.corpus.splitting import Intake, batch_key
from geo_ghouta.errors import InputError, UsageError

ROW = json.dumps({"doc_id": "a", "text": "Ten buses left Arbin on Saturday.", "published": "2018-03-24"})


def intake(path, size=100, **options):
    found = Intake(str(path))
    return found, list(found.batches(size, **options))


def problems(found):
    return {(r["path"], r["severity"]): r["problem"] for r in found.troubles.rows}


def test_zip_gives_what_its_folder_gives(tmp_path):
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b/one.txt", "Shells hit Douma.")
        archive.writestr("a.jsonl", ROW + "\n" + ROW)
        archive.writestr("README.md", "not a report")
        archive.writestr(".hidden.txt", "no")
        archive.writestr("inner.zip", b"PK")
    found, batches = intake(path)
    assert [(b.path, len(b.lines), [d[0].name for d in b.documents]) for b in batches] == [
        ("all.zip/a.jsonl", 2, []),
        ("documents", 0, ["all.zip/b/one.txt"]),
    ]
    assert found.count == 3
    assert not found.troubles.errors
    made = build_corpus([path], tmp_path / "out", world=False, page=False)
    assert made.summary["in"] == made.summary["placed"] == 3


@pytest.mark.parametrize("above", ["", "texts/"])
def test_manifest_in_a_zip_speaks_for_its_files(tmp_path, above):
    path = tmp_path / "told.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{above}reports.csv", "file,published,source\na.txt,2018-03-24,Harbour Wire\n")
        archive.writestr(f"{above}a.txt", "Shells hit Douma.")
        archive.writestr(f"{above}b.txt", "Shells hit Arbin.")
    found, batches = intake(path)
    told = {d[0].name: (d[0].told.get("source"), str(d[0].day)) for b in batches for d in b.documents}
    assert told == {f"told.zip/{above}a.txt": ("Harbour Wire", "2018-03-24"), f"told.zip/{above}b.txt": (None, "None")}
    assert found.count == 2


@pytest.mark.parametrize("name", ["../out.txt", "/etc/x.txt", "a/../../b.txt", "C:/x.txt", "..\\x.txt"])
def test_names_in_a_zip_lead_nowhere(tmp_path, name):
    path = tmp_path / "slip.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("x")
        info.filename = name
        archive.writestr(info, "Shells hit Douma.")
        archive.writestr("good.txt", "Shells hit Douma.")
    before = sorted(p.name for p in tmp_path.iterdir())
    found, batches = intake(path)
    assert [d[0].name for b in batches for d in b.documents] == ["slip.zip/good.txt"]
    assert found.troubles.errors[0]["problem"] == "a name that leads out of the zip"
    assert found.count == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_links_locked_members_and_doubles_are_told(tmp_path):
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("locked.txt", "x")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("locked.txt", "y")
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x01\x02")  # the central entry of the second 'locked.txt'
    first = data.rfind(b"PK\x01\x02", 0, at)
    data[first + 8] |= 1
    path.write_bytes(bytes(data))
    found, batches = intake(path)
    assert batches == []
    assert sorted(r["problem"] for r in found.troubles.errors) == [
        "a link or a device, not a file",
        "a second member of that name",
        "locked with a password; unlock it first",
    ]


def test_bombs_are_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.jsonl", b" " * 30_000_000)
        archive.writestr("good.txt", "Shells hit Douma.")
    found, batches = intake(path)
    assert len(batches) == 1
    assert "times its packed size; refused" in found.troubles.errors[0]["problem"]
    monkeypatch.setattr(zips, "MAX_MEMBERS", 1)
    found, batches = intake(path)
    assert batches == []
    assert "members" in found.troubles.errors[0]["problem"]


def test_size_that_a_zip_lies_about_is_not_believed(tmp_path):
    path = tmp_path / "lie.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"Shells hit Douma. " * 2000)
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    found, batches = intake(path)
    assert sum(len(d[1]) for b in batches for d in b.documents) <= 100
    assert found.count == 1


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\xff" * 18])
def test_broken_zips_are_told(tmp_path, data):
    path = tmp_path / "broken.zip"
    path.write_bytes(data)
    found, batches = intake(path)
    assert batches == []
    assert found.count == 1
    assert "not a zip" in found.troubles.errors[0]["problem"] or "members" in found.troubles.errors[0]["problem"]


def test_member_that_is_damaged_is_told_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "torn.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.txt", "Shells hit Douma again and again.")
        archive.writestr("b.txt", "Shells hit Arbin.")
    data = path.read_bytes().replace(b"hit Douma", b"hit DOUMA")
    path.write_bytes(data)
    found, batches = intake(path)
    assert [d[0].name for b in batches for d in b.documents] == ["torn.zip/b.txt"]
    assert "damaged in the zip" in found.troubles.errors[0]["problem"]


def test_long_lines_are_told_and_stepped_over(tmp_path, monkeypatch):
    monkeypatch.setattr(splitting, "LONGEST", 1000)
    path = tmp_path / "long.jsonl"
    path.write_text(f'{ROW}\n{{"text": "{"x" * 5000}"}}\n{ROW}\n', "utf-8")
    found, batches = intake(path)
    assert [n for b in batches for n, _ in b.lines] == [1, 3]
    assert found.troubles.errors[0]["row"] == "2"


def test_batches_close_by_count_and_by_weight(tmp_path, monkeypatch):
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join([ROW] * 10), "utf-8")
    assert [len(b.lines) for b in intake(path, 4)[1]] == [4, 4, 2]
    monkeypatch.setattr(splitting, "BATCH_BYTES", 2 * len(ROW))
    assert [len(b.lines) for b in intake(path, 100)[1]] == [2] * 5


def test_csv_row_in_another_encoding_is_told_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "mixed.csv"
    path.write_bytes(b"doc_id,text\n1,Shells hit Douma.\n2,\xcd\xd1\xd3\xca\xc7\n3,Ten buses left Arbin.\n")
    found, batches = intake(path)
    assert [n for b in batches for n, _ in b.rows] == [1, 3]
    assert "UTF-8" in found.troubles.errors[0]["problem"]
    assert "windows-1256" in found.troubles.errors[0]["hint"]
    found, batches = intake(path, encoding="windows-1256")
    assert [r["text"] for b in batches for _, r in b.rows][1] == "حرستا"
    found, batches = intake(path, encoding="no-such-thing")
    assert "encoding" in found.troubles.errors[0]["problem"]


def test_csv_that_never_closes_its_quote_ends_where_it_breaks(tmp_path, monkeypatch):
    monkeypatch.setattr(splitting, "LONGEST", 10_000)
    path = tmp_path / "open.csv"
    path.write_text('doc_id,text\n1,Shells hit Douma.\n2,"never closed ' + "x,\n" * 10_000, "utf-8")
    found, batches = intake(path)
    assert [n for b in batches for n, _ in b.rows] == [1]
    assert "nothing below can be read" in found.troubles.errors[0]["problem"]


def test_files_that_are_no_records_are_told(tmp_path):
    for name, data in {"a.parquet": b"PAR1 no", "b.csv": b"x,y\n1,2\n", "c.csv": b""}.items():
        path = tmp_path / name
        path.write_bytes(data)
        found, batches = intake(path)
        assert batches == []
        assert found.troubles.rows, name


def test_keys_hang_on_words_and_settings(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([ROW] * 4), "utf-8")
    one, two = intake(path, 2)[1]
    assert batch_key(one, "s") != batch_key(two, "s") != batch_key(two, "t")
    text = tmp_path / "t.txt"
    text.write_text("Shells hit Douma.", "utf-8")
    (first,) = intake(text)[1]
    text.write_text("Shells hit Arbin.", "utf-8")
    (second,) = intake(text)[1]
    assert batch_key(first, "s") != batch_key(second, "s")


def test_address_is_read_when_named(tmp_path, monkeypatch):
    fsspec = pytest.importorskip("fsspec", reason="pip install 'geo-ghouta[cluster]'")
    store = fsspec.filesystem("memory")
    with store.open("/news/day/a.jsonl", "wb") as stream:
        stream.write((ROW + "\n").encode() * 3)
    with store.open("/news/b.txt", "wb") as stream:
        stream.write(b"Shells hit Douma.")
    try:
        found, batches = intake("memory://news")
        assert found.count == 4
        assert sorted(b.path for b in batches) == ["day/a.jsonl", "documents"]
        made = build_corpus(["memory://news/day/a.jsonl"], tmp_path / "out", world=False, page=False)
        assert made.summary["inputs"][0]["input"] == "memory://news/day/a.jsonl"
        assert made.summary["in"] == 3
        with pytest.raises(InputError, match="driver"):
            intake("nosuchthing://x")
        with store.open("/news/all.zip", "wb") as stream:
            stream.write(b"PK")
        found, batches = intake("memory://news/all.zip")
        assert batches == []
        assert found.troubles.errors[0]["problem"].startswith("not a zip that can be read")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.jsonl", (ROW + "\n") * 3)
            archive.writestr("../b.txt", "Shells hit Douma.")
        with store.open("/news/all.zip", "wb") as stream:
            stream.write(packed.getvalue())
        found, batches = intake("memory://news/all.zip")
        assert [b.path for b in batches] == ["all.zip/a.jsonl"]
        assert found.count == 4
        assert found.troubles.errors[0]["problem"] == "a name that leads out of the zip"
        # A store's own kind of error, such as that of missing credentials.
        with monkeypatch.context() as patched:
            patched.setattr(type(store), "isfile", lambda *_: {}["credentials"])
            with pytest.raises(InputError, match=r"cannot be listed .* your credentials"):
                intake("memory://news/b.txt")
    finally:
        store.rm("/news", recursive=True)


def test_address_without_the_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(UsageError, match=r"geo-ghouta\[cluster\]"):
        intake("s3://bucket/a.jsonl")


def test_summary_names_no_password(tmp_path):
    from geo_ghouta.corpus.building import _labels

    assert _labels(["s3://user:secret@host/a.jsonl", "/home/someone/texts/"]) == ["s3://host/a.jsonl", "texts"]


def test_command_says_what_came_of_it(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{ROW}\n{{\n", "utf-8")
    out = tmp_path / "out"
    ran = CliRunner().invoke(main, ["corpus", str(path), "-o", str(out), "--no-world", "--no-map"])
    assert ran.exit_code == 3, ran.output
    assert "read 2 reports = 1 placed + 0 unplaced + 1 rejected" in ran.stderr
    assert re.search(
        r"rejected; [1-9]\d* place names? = [1-9]\d* placed \+ \d+ unplaced \+ \d+ no places; ", ran.stderr
    )
    assert "rejected.parquet" in ran.stderr
    ran = CliRunner().invoke(main, ["corpus", str(path), "-o", str(out), "--no-world", "--no-map", "--json", "--quiet"])
    assert json.loads(ran.stderr[ran.stderr.index("{") :])["in"] == 2
    ran = CliRunner().invoke(main, ["corpus", str(tmp_path / "none.jsonl"), "-o", str(out)])
    assert ran.exit_code == 2
    assert "no such file" in ran.stderr


def test_joined_stream_gives_back_its_head():
    rest = io.BytesIO(b"cdef")
    assert io.BufferedReader(splitting._Joined(b"ab", rest)).read() == b"abcdef"


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_damaged_member_is_one_row_and_the_rest_is_read(tmp_path, packing):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("a.jsonl", (ROW + "\n") * 400)
        archive.writestr("b.jsonl", ROW)
    data = bytearray(path.read_bytes())
    data[60:90] = b"\xff" * 30
    path.write_bytes(data)
    made = build_corpus(path, tmp_path / "out", world=False, page=False)
    assert made.summary["placed"] >= 1
    assert made.summary["rejected"] == 1


def test_key_of_a_signed_address_is_no_part_of_the_name_and_is_told_nowhere(tmp_path, monkeypatch):
    fsspec = pytest.importorskip("fsspec", reason="pip install 'geo-ghouta[cluster]'")
    store = fsspec.filesystem("memory")
    address = "https://host/day.jsonl?X-Signature=SECRET"
    with store.open("/" + address, "wb") as stream:
        stream.write((ROW + "\n").encode())
    try:
        monkeypatch.setattr(fsspec.core, "url_to_fs", lambda _address: (store, "/" + address))
        found, batches = intake(address)
        assert found.count == 1
        assert [b.path for b in batches] == ["day.jsonl"]
        made = build_corpus(address, tmp_path / "out", world=False, page=False)
        assert made.summary["in"] == 1
        written = b"".join(p.read_bytes() for p in made.folder.rglob("*") if p.is_file())
        assert b"SECRET" not in written
        with monkeypatch.context() as broken:
            broken.setattr(type(store), "open", lambda *_a, **_k: {}[f"403 at {address}"])
            with pytest.raises(InputError) as told, stores._opener(store, address)():
                pass
            assert "SECRET" not in str(told.value)
    finally:
        store.rm("/https:", recursive=True)
