"""An address of S3 against a real server of its protocol on the loopback, spoken to as users' own settings say."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from loopback import free_port

NEEDED = ("s3fs", "moto", "flask", "flask_cors")
pytestmark = [
    pytest.mark.loopback,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in NEEDED),
        reason="no S3 server: pip install 's3fs' 'moto[s3]' flask flask-cors",
    ),
]
KEY, SECRET = "AKIAREPORTSREADER", "not-a-word-of-any-output/7+Q"
ROWS = [
    {"doc_id": "a", "text": "Ten buses left Arbin on Saturday, a monitor said.", "published": "2018-03-24"},
    {"doc_id": "b", "text": "Shells hit Douma and killed four people.", "published": "2018-03-20"},
    {"doc_id": "c", "text": "The army took Saqba on Sunday.", "published": "2018-03-19"},
]
TABLES = ("reports", "places", "claims", "events", "convoys", "facts", "findings")


@pytest.fixture
def server(tmp_path, socket_enabled):
    """A server of S3, a process of its own."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with (tmp_path / "requests.log").open("wb") as log:
        started = subprocess.Popen(command, cwd=tmp_path, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/moto-api/", timeout=5):
                break
            assert time.monotonic() < until
            assert started.poll() is None, (tmp_path / "requests.log").read_text("utf-8")
            time.sleep(0.2)
        yield address
    finally:
        started.kill()
        started.wait(timeout=30)


def _fill(folder: Path) -> None:
    """The same reports in every format, and a zip, which is opened where it is named."""
    folder.mkdir()
    (folder / "a.jsonl").write_text(json.dumps(ROWS[0]) + "\n{\n", "utf-8")
    pd.DataFrame(ROWS[1:2]).to_csv(folder / "b.csv", index=False)
    pd.DataFrame(ROWS[2:]).to_parquet(folder / "c.parquet")
    (folder / "d.txt").write_text("Buses waited at the edge of Harasta.", "utf-8")
    with zipfile.ZipFile(folder / "e.zip", "w") as archive:
        archive.writestr("e.jsonl", json.dumps({**ROWS[2], "doc_id": "d"}))


def _store(server: str, folder: Path) -> None:
    """Put the files into a bucket."""
    # Anybody's key for these: the server asks for none at first, and takes what is unsigned for another service's.
    head = {"Content-Type": "application/octet-stream", "Authorization": "AWS4-HMAC-SHA256 Credential="
            "NOBODY/20200101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"}  # fmt: skip
    for name, data in (("", b""), *((f"/news/{p.name}", p.read_bytes()) for p in sorted(folder.iterdir()))):
        request = urllib.request.Request(f"{server}/bucket{name}", data=data, headers=head, method="PUT")
        urllib.request.urlopen(request, timeout=10).close()


def _run(server: str, address: str | Path, out: Path, *more: str, key: str = KEY, secret: str = SECRET):
    """Run the command with the settings that a user would give to reach the server."""
    settings = {"AWS_ENDPOINT_URL": server, "AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret,
                "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}  # fmt: skip
    command = [sys.executable, "-m", "geo_ghouta", "corpus", str(address), "-o", str(out), "--no-world", "--no-map"]
    return subprocess.run(
        [*command, *more], env={**os.environ, **settings}, capture_output=True, text=True, timeout=300, check=False
    )


def _rows(folder: Path) -> dict[str, list[str]]:
    """All rows of a corpus as text, without the names of batches and of what they came in."""
    found = {}
    for name in TABLES:
        files = sorted((folder / name).rglob("*.parquet"))
        frames = [pd.read_parquet(file).drop(columns=["path"], errors="ignore") for file in files]
        found[name] = sorted(row for frame in frames for row in map(repr, frame.astype("object").to_dict("records")))
    return found


def _told(folder: Path) -> bytes:
    out = io.BytesIO()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            out.write(path.name.encode() + path.read_bytes())
    return out.getvalue()


def test_bucket_gives_the_rows_of_the_same_files_on_the_disk_and_no_output_holds_its_keys(server, tmp_path):
    _fill(tmp_path / "news")
    _store(server, tmp_path / "news")
    before = (tmp_path / "requests.log").read_bytes()
    local = _run(server, tmp_path / "news", tmp_path / "local")
    assert local.returncode == 3, local.stderr  # one line of the JSONL is broken
    assert (tmp_path / "requests.log").read_bytes() == before  # nobody named an address
    far = _run(server, "s3://bucket/news", tmp_path / "far")
    assert far.returncode == 3, far.stderr
    assert (tmp_path / "requests.log").read_bytes() != before
    for ran in (local, far):
        assert "read 5 reports = 4 placed + 0 unplaced + 1 rejected" in ran.stderr
        assert "warning: e.zip: a zip inside another input is not opened" in ran.stderr
    rows = _rows(tmp_path / "far")
    assert rows == _rows(tmp_path / "local")
    assert len(rows["reports"]) == 4
    assert rows["claims"]
    # One object by its name, and the whole bucket, give what they hold.
    one = _run(server, "s3://bucket/news/b.csv", tmp_path / "one", "--workers", "2")
    assert one.returncode == 0, one.stderr
    assert "read 1 report = 1 placed" in one.stderr
    again = _run(server, "s3://bucket/", tmp_path / "far_again")
    whole = _rows(tmp_path / "far_again")
    assert {name: len(found) for name, found in whole.items()} == {name: len(found) for name, found in rows.items()}
    packed = _run(server, "s3://bucket/news/e.zip", tmp_path / "packed")
    assert packed.returncode == 0, packed.stderr
    assert _run(server, tmp_path / "news" / "e.zip", tmp_path / "unpacked").returncode == 0
    assert _rows(tmp_path / "packed") == _rows(tmp_path / "unpacked")
    assert len(_rows(tmp_path / "packed")["reports"]) == 1
    # A second run takes up what is done, as with files of the disk.
    taken = _run(server, "s3://bucket/news", tmp_path / "far")
    assert "were taken up again" in taken.stderr
    for folder in ("far", "one", "packed", "far_again"):
        written = _told(tmp_path / folder)
        assert KEY.encode() not in written
        assert SECRET.encode() not in written
        assert server.removeprefix("http://").encode() not in written
    summary = json.loads((tmp_path / "far" / "summary.json").read_text("utf-8"))
    assert [row["input"] for row in summary["inputs"]] == ["s3://bucket/news"]
    for said in (far, one, packed, again, taken):
        assert KEY not in said.stdout + said.stderr
        assert SECRET not in said.stdout + said.stderr


@pytest.mark.parametrize(
    ("address", "code"), [("s3://nosuchbucket/news", 1), ("s3://bucket/none.jsonl", 3), ("s3://bucket/none/", 3)]
)
def test_bucket_or_key_that_is_not_there_is_told(server, tmp_path, address, code):
    _fill(tmp_path / "news")
    _store(server, tmp_path / "news")
    ran = _run(server, address, tmp_path / "out")
    assert ran.returncode == code, ran.stderr
    assert address.rstrip("/") in ran.stderr
    assert "Traceback" not in ran.stderr
    assert KEY not in ran.stdout + ran.stderr


def test_wrong_credentials_are_told_and_never_shown(server, tmp_path):
    _fill(tmp_path / "news")
    _store(server, tmp_path / "news")
    # From the next request on the server asks who it is.
    request = urllib.request.Request(
        f"{server}/moto-api/reset-auth", data=b"0", headers={"Content-Type": "text/plain"}, method="POST"
    )
    urllib.request.urlopen(request, timeout=10).close()
    ran = _run(server, "s3://bucket/news/a.jsonl", tmp_path / "out")
    assert ran.returncode == 1
    assert "cannot be listed" in ran.stderr
    assert "your credentials" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert SECRET not in ran.stdout + ran.stderr
