"""S5: no file is read and no address asked that the user did not name."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from test_cli import feature

from promises.counts import Trial
from promises.running import REPORT, small_case

CANARY = "Qx7canary"
VRT = '<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>{0}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>'
HTML = """<html><head><base href="file://{0}"><link rel="stylesheet" href="{0}"><script src="{0}"></script></head><body>
<article><p>Ten buses left Harasta for Idlib on Friday, a council member said by telephone in the evening.</p>
<img src="{0}"><img src="{1}"><iframe src="{0}"></iframe><object data="{1}"></object><a href="{1}">more</a></article></body></html>"""
XML = '<!DOCTYPE kml [<!ENTITY e SYSTEM "{0}">]><kml><Document><Placemark><name>&e;</name></Placemark></Document></kml>'
KML = """<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>{0}</href></Link></NetworkLink>
<Style><IconStyle><Icon><href>{1}</href></Icon></IconStyle></Style><Folder><name>2018-03-18</name></Folder></Document></kml>"""
WATCH = """
import json, os, sys
lines = json.loads(sys.stdin.read())
from click.testing import CliRunner
from geo_ghouta.cli import main
log = open(os.environ["WATCHED"], "a")
def watch(event, args):
    if event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
        log.write(json.dumps(["open", os.fsdecode(args[0])]) + "\\n"); log.flush()
    elif event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
        log.write(json.dumps([event, str(args[1:])]) + "\\n"); log.flush()
sys.addaudithook(watch)
codes = []
for words in lines:
    done = CliRunner().invoke(main, words)
    trace = done.exception is not None and not isinstance(done.exception, SystemExit)
    codes.append(repr(done.exception) if trace or "a fault inside" in done.output else done.exit_code)
print(json.dumps(codes))
"""


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the case with a canary in every form that a careless reader would open."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "canary.csv").write_text(f"name,lat,lon\n{CANARY},33.5,36.4\n")
    (folder / "canary.txt").write_text(f"Ten buses left {CANARY} on Friday.")
    (folder / "canary.geojson").write_text(
        json.dumps({"type": "FeatureCollection", "features": [feature(name=CANARY, holder=CANARY)]})
    )
    (folder / "canary.kml").write_text(f"<kml><Placemark><name>{CANARY}</name></Placemark></kml>")
    return folder


def snares(base: Path, outside: Path) -> list[list[str]]:
    """Commands whose inputs point to the canary or to an address; ``{o}`` of each is a new file of results."""
    far = "http://127.0.0.1:9/canary"
    commands: list[list[str]] = []

    def case(name: str) -> Path:
        return small_case(base / name)

    for n, (suffix, text) in enumerate(
        (s, t)
        for s in (".geojson", ".json", ".kml")
        for t in (VRT.format(outside / "canary.csv"), VRT.format(f"/vsicurl/{far}"), XML.format(outside / "canary.txt"), XML.format(far),
                  KML.format(outside / "canary.kml", far), json.dumps({"type": "Topology", "href": str(outside / "canary.geojson")}))
    ):  # fmt: skip
        drawn = base / f"layer{n}_2018-03-18{suffix}"
        drawn.write_text(text)
        home = case(f"import{n}")
        commands.append(["control", "import", str(drawn), "--case", str(home), "--holder", "constant:x"])
        if suffix != ".kml":
            (home / "control" / "2018-03-20.geojson").write_text(text)
            commands.append(["map", "--case", str(home), "-o", "{o}.html"])
            commands.append(["places", "--case", str(home), "--gazetteer", str(drawn), "-o", "{o}.csv"])
    page = base / "page.html"
    page.write_text(HTML.format(outside / "canary.txt", far))
    note = base / "note.md"
    note.write_text(
        REPORT
        + f"\n![picture]({outside / 'canary.txt'})\n<img src='{far}'>\n{{% include '{outside / 'canary.txt'}' %}}\n"
    )
    line = base / "lines.jsonl"
    line.write_text(
        json.dumps(
            {
                "text": "Ten buses left Arbin.",
                "path": str(outside / "canary.txt"),
                "url": far,
                "file": str(outside / "canary.txt"),
            }
        )
    )
    head = base / "head.md"
    head.write_text(
        f"---\ntitle: !!python/object/apply:builtins.open ['{outside / 'canary.txt'}']\n---\nTen buses left Arbin.\n"
    )
    commands += [["claims", str(path), "--quotes", "-o", "{o}.csv"] for path in (page, note, line, head)]
    told = case("told")
    (told / "reports" / "reports.csv").write_text(
        f"file,published\n../../outside/canary.txt,2018-03-24\n{outside / 'canary.txt'},2018-03-24\n"
    )
    commands.append(["claims", "--case", str(told), "--quotes", "-o", "{o}.csv"])
    linked = case("linked")
    (linked / "reports" / "canary.txt").symlink_to(outside / "canary.txt")
    (linked / "control" / "2018-03-20.geojson").symlink_to(outside / "canary.geojson")
    (linked / "reports" / "more").symlink_to(outside)
    (linked / "backdrop").mkdir()
    (linked / "backdrop" / "roads.geojson").write_text(VRT.format(outside / "canary.csv"))
    commands += [["map", "--case", str(linked), "--quotes", "-o", "{o}.html"], ["export", "--case", str(linked), "--layer", "all", "--quotes", "-o", "{o}"],
                 ["corpus", str(linked / "reports"), "-o", "{o}", "--no-world", "--no-map"]]  # fmt: skip
    slip = base / "slip.zip"
    with zipfile.ZipFile(slip, "w") as archive:
        for name in ("../outside/canary.txt", str(outside / "canary.txt"), "good.txt"):
            archive.writestr(name, "Ten buses left Arbin.")
    commands.append(["corpus", str(slip), "-o", "{o}", "--no-world", "--no-map"])
    for address in (
        far + ".txt",
        "file://" + str(outside / "canary.txt"),
        f"/vsicurl/{far}",
        f"/vsizip/{slip}/good.txt",
        "s3://bucket/a.txt",
    ):
        commands += [["claims", address, "-o", "{o}.csv"], ["places", "--case", address, "-o", "{o}.csv"],
                     ["control", "import", address, "--case", str(told), "--holder", "constant:x"]]  # fmt: skip
    manifest = base / "out.geojson.manifest.json"
    rows = [
        {"kind": "report", "path": p, "sha256": "0" * 64, "report_id": "r1"}
        for p in ("outside/canary.txt", "../outside/canary.txt", far)
    ]
    manifest.write_text(json.dumps({"inputs": rows, "outputs": [], "roots": [str(outside), "/"]}))
    commands.append(["verify", str(manifest), "--sources", str(told)])
    return commands


def test_S5_nothing_is_opened_that_was_not_named(tmp_path: Path, outside: Path, tried: Trial) -> None:
    base = tmp_path / "base"
    base.mkdir()
    named = base / "named.txt"
    named.write_text("Ten buses left Arbin on Friday.")
    commands = [*snares(base, outside), ["claims", str(named), "-o", "{o}.csv"]]
    results = tmp_path / "results"
    results.mkdir()
    log = tmp_path / "opened.jsonl"
    trace = shutil.which("strace")
    lines = []
    for n, words in enumerate(commands):
        lines.append([w.replace("{o}", str(results / f"r{n}")) for w in words])
    # One process for all commands, watched from inside (what Python opens) and, where strace is, from outside (GDAL too).
    command = [sys.executable, "-c", WATCH]
    calls = tmp_path / "calls.txt"
    if trace and subprocess.run([trace, "-f", "true"], capture_output=True, check=False).returncode == 0:
        fast = subprocess.run([trace, "-f", "--seccomp-bpf", "true"], capture_output=True, check=False).returncode == 0
        watch = ["-f", *(["--seccomp-bpf"] if fast else []), "-qq", "-s", "400", "-e", "trace=open,openat,connect"]
        command = [trace, *watch, "-o", str(calls), *command]
    done = subprocess.run(command, input=json.dumps(lines), capture_output=True, text=True, check=False, timeout=900,
                          env={**os.environ, "WATCHED": str(log)})  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    codes = json.loads(done.stdout.splitlines()[-1])
    # A file that was named is seen: the watchers watch.
    assert str(named) in log.read_text()
    assert not calls.exists() or str(named) in calls.read_text("utf-8", "replace")
    assert len(codes) == len(commands)
    tried.tell("files that point elsewhere", len(commands))
    tried.failures += [f"{w}: {c}" for w, c in zip(commands, codes, strict=True) if c not in {0, 1, 2, 3, 4}]
    for row in map(json.loads, log.read_text().splitlines()):
        if str(outside) in row[1] or (row[0] != "open" and row[1]):
            tried.failures.append(f"inside: {row}")
    if calls.exists():
        for call in calls.read_text("utf-8", "replace").splitlines():
            if (f'"{outside}' in call and "O_DIRECTORY" not in call) or re.search(r"connect\(.*AF_INET", call):
                tried.failures.append(f"outside: {call[:200]}")
    for path in results.rglob("*"):
        if path.is_file() and CANARY.encode() in path.read_bytes():
            tried.failures.append(f"{path.name} holds the canary")
    tried.end()
