"""How the command behaves: bars, quiet, JSON summaries, logs, completion, colours, Ctrl-C and closed pipes."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time

import click
import pytest
from click.testing import CliRunner
from test_cli import call, feature, mine, quick, write_picture  # noqa: F401 - mine is a fixture

import geo_ghouta as gg
from geo_ghouta.cli import main

ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def on_terminal(*words, cwd, **env):
    """Run with stderr on a terminal of 100 columns; return the exit code, stdout and what the terminal got."""
    ours, theirs = pty.openpty()
    plain = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "TERM"}}
    with subprocess.Popen(
        [sys.executable, "-m", "geo_ghouta", *map(str, words)], cwd=cwd, stdout=subprocess.PIPE, stderr=theirs,
        env={**plain, "COLUMNS": "100", "TERM": "xterm-256color", **env},
    ) as running:  # fmt: skip
        os.close(theirs)
        seen = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not piece:
                break
            seen += piece
        out = running.stdout.read()
        running.wait(timeout=120)
    os.close(ours)
    return running.returncode, out.decode(), seen.decode("utf-8", "replace")


def test_a_bar_on_a_terminal_only_and_data_stay_clean(mine, tmp_path):  # noqa: F811
    code, out, seen = on_terminal("places", "--case", mine, "--format", "csv", cwd=tmp_path)
    assert code == 0
    for step in ("reading reports", "finding places", "reading claims", "joining to the pictures"):
        assert step in seen
    assert "━" in seen
    assert out.startswith("doc_id")
    assert "\x1b" not in out
    assert seen.rstrip().splitlines()[-1].startswith("wrote ")  # the bar goes away, the most important line is last
    done = call("places", "--case", mine, "--format", "csv", cwd=tmp_path)
    assert "━" not in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_no_bar_where_none_is_wanted(mine, tmp_path, option):  # noqa: F811
    # F180
    code, _, seen = on_terminal("map", "--case", mine, "-o", "m.html", option, cwd=tmp_path)
    assert code == 0
    assert "━" not in seen
    assert "\x1b" not in seen
    if option == "--quiet":
        assert seen == ""
    else:
        assert json.loads(seen.strip().splitlines()[-1])["files"][0]["path"] == "m.html"


def test_no_color_is_heard(mine, tmp_path):  # noqa: F811
    _, _, coloured = on_terminal("map", "--case", mine, "-o", "m.html", cwd=tmp_path)
    _, _, plain = on_terminal("map", "--case", mine, "-o", "m.html", cwd=tmp_path, NO_COLOR="1")
    assert any(set(codes.split(";")) & {"31", "32", "33", "35", "36", "90", "38"} for codes in ESCAPE.findall(coloured))
    assert not any(int(c or 0) >= 30 for codes in ESCAPE.findall(plain) for c in codes.split(";"))
    assert "joining to the pictures" in plain


def test_a_corpus_counts_on_a_terminal(mine, tmp_path):  # noqa: F811
    code, _, seen = on_terminal(
        "corpus", mine / "reports", "--case", mine, "-o", "out", "--no-world", "--no-map", cwd=tmp_path
    )
    assert code == 0, seen
    assert "reading reports" in seen
    assert "━" in seen


def _leaves(group, prefix=()):
    for name, verb in sorted(group.commands.items()):
        if isinstance(verb, click.Group):
            yield from _leaves(verb, (*prefix, name))
        else:
            yield (*prefix, name)


WORDS = {
    ("map",): ["-o", "{tmp}/m.html"],
    ("picture",): ["-o", "{tmp}/m.svg"],
    ("export",): ["-o", "{tmp}/c.geojson"],
    ("places",): ["-o", "{tmp}/p.csv"],
    ("claims",): ["-o", "{tmp}/c.csv"],
    ("check",): ["-o", "{tmp}/f.csv"],
    ("verify",): ["{mine}/out.geojson"],
    ("new",): ["{tmp}/made"],
    ("corpus",): ["{mine}/reports", "-o", "{tmp}/out", "--no-map"],
    ("control", "import"): ["{tmp}/2018-03-25.geojson", "--holder", "constant:ahrar_al_sham"],
    ("gazetteer", "add"): ["{tmp}/mine.csv"],
    ("gazetteer", "info"): [],
    ("gazetteer", "remove"): ["mine"],
    ("doctor",): [],
    ("completion",): ["bash"],
}
CASE = {"map", "picture", "export", "places", "claims", "check", "corpus", "control"}


def test_every_verb_is_quiet_ends_in_json_and_writes_a_log(mine, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert set(WORDS) == set(_leaves(main))
    assert quick("export", "--case", mine, "-o", mine / "out.geojson").exit_code == 0
    shutil.copy(mine / "control" / "2018-03-22.geojson", tmp_path / "2018-03-25.geojson")
    (tmp_path / "mine.csv").write_text("name,lat,lon\nTestville,33.55,36.36\n", "utf-8")
    for verb, words in WORDS.items():
        case = ["--case", str(mine)] if verb[0] in CASE else []
        world = ["--no-world"] if verb[0] in CASE - {"control"} else []
        log = tmp_path / "run.log"
        given = [*verb, *(w.format(tmp=tmp_path, mine=mine) for w in words), *case, *world]
        done = CliRunner().invoke(main, [*given, "--json", "-q", "--log-file", str(log)])
        assert done.exit_code == 0, (verb, done.output)
        assert isinstance(json.loads(done.stderr.strip().splitlines()[-1]), dict), verb
        lines = log.read_text("utf-8").splitlines()
        assert (lines[0], lines[-1]) == ("geo-ghouta log", "exit code 0"), verb
        if verb[0] in {"new", "corpus"}:
            shutil.rmtree(tmp_path / ("made" if verb[0] == "new" else "out"))
        if verb != ("gazetteer", "remove"):
            done = CliRunner().invoke(main, [*given, "--quiet"])
            assert (done.exit_code, done.stderr) == (0, ""), verb


def test_errors_end_in_json_too_and_the_log_has_the_trace(mine, tmp_path, monkeypatch):  # noqa: F811
    log = tmp_path / "run.log"
    done = quick("map", "--case", tmp_path, "-o", tmp_path / "m.html", "--json", "--log-file", log)
    told = json.loads(done.stderr.strip().splitlines()[-1])
    assert told["exit_code"] == done.exit_code == 1
    assert "geo-ghouta new" in told["error"]
    text = log.read_text("utf-8")
    assert "Traceback" in text
    assert "Traceback" not in done.stderr
    assert text.endswith("exit code 1\n")
    monkeypatch.setattr("geo_ghouta.pipeline.run", lambda *_a, **_k: 1 / 0)
    done = quick("map", "--case", mine, "-o", tmp_path / "m.html", "--log-file", log)
    assert done.exit_code == 1
    assert "a fault inside geo-ghouta" in done.stderr
    assert "ZeroDivisionError" in log.read_text("utf-8")
    assert not (tmp_path / "m.html").exists()


def test_a_log_replaces_nothing_but_a_log(mine, tmp_path):  # noqa: F811
    report = mine / "reports" / "a.md"
    before = report.read_bytes()
    done = quick("places", "--case", mine, "--log-file", report)
    assert done.exit_code == 2
    assert "is not replaced" in done.stderr
    assert report.read_bytes() == before
    assert quick("places", "--case", mine, "--log-file", tmp_path / "no" / "run.log").exit_code == 2
    # the same name for the output and its log: the output stays, and that there is no log is said
    both = tmp_path / "both.csv"
    done = quick("places", "--case", mine, "-o", both, "--log-file", both, "--no-world")
    assert "no log was written" in done.stderr
    assert both.read_text("utf-8").startswith("doc_id")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(shell):
    done = quick("completion", shell)
    assert done.exit_code == 0
    assert "_GEO_GHOUTA_COMPLETE" in done.stdout
    assert f"{shell}_complete" in done.stdout
    found = shutil.which(shell)
    if found:
        subprocess.run([found, "-n"], input=done.stdout, text=True, check=True)  # the shell itself can parse it


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("geo-ghouta exp", {"export"}),
        ("geo-ghouta export --layer p", {"pockets", "places"}),
        ("geo-ghouta export --redact a", {"adm3"}),
        ("geo-ghouta gazetteer ", {"add", "info", "remove"}),
        ("geo-ghouta map --log", {"--log-file"}),
    ],
)
def test_the_tab_key_offers_verbs_options_and_values(words, wanted):
    env = {"_GEO_GHOUTA_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    script = "from geo_ghouta.cli import main; main(prog_name='geo-ghouta')"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == wanted


_HEARING = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from geo_ghouta.cli import main; main()"
)
"""A shell without job control starts what runs in its background deaf to Ctrl-C, and so the tests and their runs."""


def _interrupt(words, cwd, until, group=False):
    """Start a run, wait for a sign of work, press Ctrl-C; return the exit code and what was said."""
    with subprocess.Popen(
        [sys.executable, "-c", _HEARING, *map(str, words)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as running:  # fmt: skip
        said = ""
        while until not in said:
            line = running.stderr.readline()
            assert line, f"ended before {until!r}: {said}"
            said += line
        time.sleep(0.7)
        (os.killpg if group else os.kill)(running.pid, signal.SIGINT)
        err = running.communicate(timeout=60)[1]
    return running.returncode, said + err


@pytest.fixture
def many(tmp_path):
    """Enough reports that a run takes longer than it takes to press Ctrl-C."""
    place = tmp_path / "many.jsonl"
    text = "State television said 310 people left Harasta for Idlib on Friday in seven buses. " * 12
    rows = [json.dumps({"text": f"{n} buses waited. {text}", "published": "2018-03-25"}) for n in range(3000)]
    place.write_text("\n".join(rows) + "\n", "utf-8")
    return place


@pytest.mark.parametrize("verb", ["export", "map", "places"])
def test_ctrl_c_leaves_what_was_there(many, tmp_path, verb):
    # F184
    name = {"export": "c.gpkg", "map": "m.html", "places": "p.csv"}[verb]
    (tmp_path / name).write_text("old", "utf-8")
    before = sorted(p.name for p in tmp_path.iterdir())
    code, said = _interrupt([verb, many, "-o", name, "--no-world"], tmp_path, "reading")
    assert code == 130, said
    assert "interrupted: outputs are as they were before" in said.strip().splitlines()[-1]
    assert "Traceback" not in said
    assert (tmp_path / name).read_text("utf-8") == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_ctrl_c_in_a_corpus_of_two_workers_keeps_what_is_done(many, tmp_path):
    words = ["corpus", many, "-o", "out", "--no-world", "--no-map", "--workers", "2", "--batch", "50"]
    code, said = _interrupt(words, tmp_path, "reports …", group=True)
    assert code == 130, said
    assert "Traceback" not in said
    assert not (tmp_path / "out" / "summary.json").exists()


def test_who_closes_stderr_still_gets_the_output(mine, tmp_path):  # noqa: F811
    line = f"{sys.executable} -m geo_ghouta map --case {mine} -o m.html 2>&1 | head -n 1"
    subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=tmp_path, capture_output=True, check=False)
    assert (tmp_path / "m.html").stat().st_size > 100_000


def test_tiles_say_what_they_do_not_hold(mine, tmp_path):  # noqa: F811
    (mine / "reports" / "b.txt").write_text("Shells fell on the village of Tell Nowhere and on Arbin.", "utf-8")
    target = tmp_path / "p.pmtiles"
    done = quick("export", "--case", mine, "--layer", "places", "-o", target, "--no-world", "--json")
    assert done.exit_code == 0, done.output
    counts = json.loads(done.stderr.strip().splitlines()[-1])["exported"]
    assert counts["places without a spot, in no tile"] == 1
    assert counts["places"] == len(gg.read_layer(target))
    rows = json.loads(quick("export", "--case", mine, "--layer", "places", "--no-world").stdout)["features"]
    assert sum(counts.values()) == len(rows)


def test_verify_with_sources_still_knows_the_bundled_pictures(tmp_path):
    reports = tmp_path / "mine"
    reports.mkdir()
    (reports / "a.txt").write_text("Shells fell on Arbin on 20 March 2018.", "utf-8")
    page = tmp_path / "m.html"
    assert quick("map", reports, "-o", page, "--no-world").exit_code == 0
    assert quick("verify", page, "--sources", reports).exit_code == 0
    (reports / "a.txt").write_text("Shells fell on Arbin on 21 March 2018.", "utf-8")
    done = quick("verify", page, "--sources", reports)
    assert done.exit_code == 4
    assert "a.txt" in done.stderr
    assert "picture" not in done.stderr


def test_python_m_is_the_command():
    done = call("--version")
    assert done.stdout.startswith("geo-ghouta, version ")
    assert "Usage: python -m geo_ghouta" in call("--help").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["export", "--layer", "nonsense", "--json"],
        ["map", "--json", "--no-such-option"],
        ["places", "--json", "-o", "."],
        ["gazetteer", "add", "--json"],
        ["export", "--layer", "control", "--as-of", "yesterday", "--json"],
    ],
    ids=" ".join,
)
def test_a_wrong_option_ends_in_json_too(words):
    done = CliRunner().invoke(main, words)
    told = json.loads(done.stderr.strip().splitlines()[-1])
    assert done.exit_code == told["exit_code"] == 2
    assert told["error"] in done.stderr.splitlines()[-2]
    assert done.stdout == ""
    plain = CliRunner().invoke(main, [word for word in words if word != "--json"])
    assert plain.exit_code == 2
    assert "{" not in plain.stderr.splitlines()[-1].replace("{bash", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "--layer", "control", "--format", "kml", "-o", "x.csv"], "suffix tells csv"),
        (["export", "--layer", "control", "-o", "folder.geojson"], "is a folder"),
        (["export", "--layer", "all", "-o", "folder.gpkg"], "is a folder"),
        (["export", "--layer", "places", "--format", "lpf", "-o", "plain"], "is a folder"),
        (["export", "--layer", "control", "-o", "file/x.csv"], "is a file"),
        (["places", "--format", "csv", "-o", "x.geojson"], "suffix tells geojson"),
        (["places", "-o", "x.shp"], "no format known"),
        (["claims", "--format", "table", "-o", "x.txt"], "terminal"),
        (["check", "--format", "csv", "-o", "x.jsonl"], "suffix tells jsonl"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_an_output_that_cannot_be_meant_is_refused_before_any_work(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    for folder in ("folder.geojson", "folder.gpkg", "plain"):
        (tmp_path / folder).mkdir()
    (tmp_path / "file").write_text("x", "utf-8")
    monkeypatch.setattr("geo_ghouta.pipeline.run", lambda *_a, **_k: pytest.fail("work was begun"))
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2, done.output
    assert said in done.stderr.strip().splitlines()[-1]
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "folder.geojson", "folder.gpkg", "plain"]


def test_a_suffix_and_a_format_that_go_together_are_taken(mine, tmp_path):  # noqa: F811
    (tmp_path / "v1.2").mkdir()
    for words in (
        ["--layer", "control", "--format", "topojson", "-o", tmp_path / "c.json"],
        ["--layer", "events", "--format", "acled", "-o", tmp_path / "e.csv"],
        ["--layer", "places", "--format", "lpf", "-o", tmp_path / "p.json"],
        ["--layer", "control", "-o", tmp_path / "v1.2"],  # a folder whose name has a dot
    ):
        assert quick("export", "--case", mine, *words, "--no-world").exit_code == 0, words
    assert (tmp_path / "v1.2" / "control.geojson").is_file()
    assert json.loads((tmp_path / "c.json").read_text("utf-8"))["type"] == "Topology"


def test_a_layer_without_a_shape_stops_no_tiles(mine, tmp_path):  # noqa: F811
    for path in (mine / "reports").iterdir():
        path.unlink()
    (mine / "reports" / "a.md").write_text(
        "---\npublished: 2018-03-22\n---\nAbout 200 people left on Sunday.\n", "utf-8"
    )
    done = quick("export", "--case", mine, "--layer", "all", "--format", "pmtiles", "-o", tmp_path / "t", "--no-world")
    assert done.exit_code == 0, done.stderr
    assert (tmp_path / "t" / "control.pmtiles").is_file()
    assert (tmp_path / "t" / "manifest.json").is_file()
    assert not (tmp_path / "t" / "claims.pmtiles").exists()
    assert "without a spot, in no tile" in done.stderr


def test_reports_of_another_siege_are_told_what_to_do(tmp_path):
    report = tmp_path / "a.txt"
    report.write_text("Shells fell on Mosul on Sunday, and people fled to Erbil.", "utf-8")
    done = quick("map", report, "--published", "2017-03-05", "-o", tmp_path / "m.html")
    assert "geo-ghouta new DIR" in done.stderr
    assert "geo-ghouta new DIR" not in quick("map", "-o", tmp_path / "m.html").stderr


def test_a_table_of_places_can_be_verified(mine, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.chdir(tmp_path)
    table = tmp_path / "places.csv"
    assert quick("places", "--case", "mine", "-o", table, "--no-world").exit_code == 0
    done = quick("verify", table)
    assert done.exit_code == 0, done.output
    report = mine / "reports" / "a.md"
    report.write_text(report.read_text("utf-8") + "One more line.\n", "utf-8")
    assert quick("verify", table).exit_code == 4
