"""The ledger: words at their offsets, manifests without a trace of the user, one changed byte found and named."""

from __future__ import annotations

import datetime as dt
import getpass
import json
import random
import shutil
import socket
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import ledger
from geo_ghouta.cli import main
from geo_ghouta.errors import ContractError, FormatError, InputError, VerificationError
from geo_ghouta.files import sha256_of
from geo_ghouta.schema import CLAIMS, EVENTS, FINDINGS, PICTURES, REPORTS

TEXTS = {
    "a.txt": "\ufeffحرستا 😀\r\nTen buses left Harasta’s north gate.\r\n",
    "b.md": "---\npublished: 2018-03-24\n---\nTwo thousand people left Arbin.\nMore were to follow.\n",
    "c.txt": "Nobody left Jobar that day, the committee said.",
}
CITED = {"a.txt": "Ten buses left", "b.md": "Two thousand people", "c.txt": "Nobody left Jobar"}


def reports_of(folder, texts=None):
    rows = []
    for name, text in (texts or TEXTS).items():
        data = text.encode()
        (folder / name).write_bytes(data)
        digest = sha256_of(data)
        rows.append(
            {
                "report_id": "r" + digest[:12], "doc_id": name, "text": text, "published_basis": "unknown", "path": name,
                "sha256": digest, "text_sha256": digest,
            }
        )  # fmt: skip
    return REPORTS.table(rows)


def claims_of(reports):
    rows = []
    for report_id, doc_id, text in zip(reports["report_id"], reports["doc_id"], reports["text"], strict=True):
        start = text.index(CITED[doc_id])
        rows.append(
            {
                "claim_id": f"{report_id}-departure-{start}", "report_id": report_id, "start": start,
                "end": start + len(CITED[doc_id]), "kind": "departure", "modality": "happened", "place_basis": "stated",
                "date_basis": "unknown", "date_precision": "unknown",
            }
        )  # fmt: skip
    return CLAIMS.table(rows)


@pytest.fixture
def run(tmp_path):
    """A run: sources, an output beside its manifest."""
    sources = tmp_path / "case" / "reports"
    sources.mkdir(parents=True)
    reports = reports_of(sources)
    claims = claims_of(reports)
    events = pd.DataFrame({"event_id": ["e1"], "claim_ids": ["|".join(claims["claim_id"][:2])]})
    (tmp_path / "case" / "control").mkdir()
    drawn = b'{"type":"FeatureCollection","features":[]}'
    (tmp_path / "case" / "control" / "2018-03-24.geojson").write_bytes(drawn)
    pictures = PICTURES.table(
        [{"picture_date": "2018-03-24", "areas": 0, "path": "control/2018-03-24.geojson", "sha256": sha256_of(drawn),
          "picture_id": "2018-03-24"}]
    )  # fmt: skip
    pockets = pd.DataFrame({"pocket_id": ["2018-03-24/1"], "picture_date": pd.to_datetime(["2018-03-24"])})
    output = tmp_path / "out" / "claims.geojson"
    output.parent.mkdir()
    output.write_text("{}")
    manifest = ledger.build_manifest(
        reports,
        pictures,
        {"case": "Case"},
        {"reports": 3},
        tables={"claims": claims, "events": events, "pockets": pockets},
    )
    ledger.write_manifest(manifest, output.with_name("claims.geojson.manifest.json"), [output])
    return tmp_path


def test_quotes_are_the_words(tmp_path):
    reports = reports_of(tmp_path)
    quoted = ledger.add_quotes(claims_of(reports), reports)
    assert sorted(quoted["quote"]) == sorted(CITED.values())
    assert len(ledger.check_quotes(quoted, reports)) == 0
    assert "quote" not in claims_of(reports).columns
    quoted.loc[0, "end"] = quoted.loc[0, "end"] + 1
    quoted.loc[1, "report_id"] = "r0"
    faults = ledger.check_quotes(quoted, reports)
    pd.testing.assert_frame_equal(faults, FINDINGS.check(faults))
    assert [f.split(": ")[1].split(",")[0] for f in faults["detail"]] == [
        "holds 'Ten buses left'",
        "holds 'Two thousand people'",
    ]
    with pytest.raises(ContractError, match="1 rows cite words that no report has"):
        ledger.add_quotes(quoted, reports)
    with pytest.raises(ContractError, match="only tables that came from text"):
        ledger.add_quotes(EVENTS.empty(), reports)


@given(st.text(max_size=60), st.data())
def test_any_span_is_its_quote(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    reports = pd.DataFrame({"report_id": ["r1"], "text": [text]})
    rows = pd.DataFrame({"report_id": ["r1"], "start": [start], "end": [end]})
    quoted = ledger.add_quotes(rows, reports)
    assert quoted["quote"].tolist() == [text[start:end]]
    assert len(ledger.check_quotes(quoted, reports)) == 0


def test_everything_stands(run):
    assert len(ledger.verify(run / "out" / "claims.geojson", run / "case")) == 0
    assert len(ledger.verify(run / "out" / "claims.geojson.manifest.json", [run / "case"])) == 0
    ledger.raise_faults(ledger.verify(run / "out" / "claims.geojson", run / "case"))


def test_one_changed_byte_in_each_of_twenty_places(run):
    # F164
    sources = sorted((run / "case").rglob("*.*"))
    chance = random.Random(7)
    for _ in range(20):
        file = chance.choice(sources)
        data = file.read_bytes()
        at = chance.randrange(len(data))
        file.write_bytes(data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :])
        faults = ledger.verify(run / "out" / "claims.geojson", run / "case")
        file.write_bytes(data)
        assert len(faults) >= 1
        assert file.name in faults["detail"].iloc[0]
        assert "changed" in faults["detail"].iloc[0]
        assert set(faults["severity"]) == {"error"}
        rests = {"a.txt": "claims event", "b.md": "claims event", "c.txt": "claims", "2018-03-24.geojson": "pocket"}
        told = " ".join(faults["detail"].iloc[1:])
        assert all(word in told for word in rests[file.name].split())
        assert len(faults) == 1 + len(rests[file.name].split())
        with pytest.raises(VerificationError, match="changed"):
            ledger.raise_faults(faults)
    assert len(ledger.verify(run / "out" / "claims.geojson", run / "case")) == 0


def test_whether_the_words_themselves_still_stand(run):
    file = run / "case" / "reports" / "c.txt"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "!", encoding="utf-8")
    faults = ledger.verify(run / "out" / "claims.geojson", run / "case")
    assert faults["detail"].iloc[1].endswith("its own words still stand there")
    file.write_text(text.replace("Nobody", "Somebody"), encoding="utf-8")
    faults = ledger.verify(run / "out" / "claims.geojson", run / "case")
    assert faults["detail"].iloc[1].endswith("its words no longer stand there")
    assert faults["claim_id"].iloc[1] == faults["feature"].iloc[1]


def test_a_missing_source_and_a_changed_output(run):
    (run / "case" / "reports" / "c.txt").unlink()
    (run / "out" / "claims.geojson").write_text("{} ")
    details = ledger.verify(run / "out" / "claims.geojson", run / "case")["detail"].tolist()
    assert details[0].endswith("(c.txt): source not found")
    assert details[-1] == "output claims.geojson: changed since it was written"


def test_an_output_that_its_manifest_does_not_name_is_told_unless_its_bytes_are_known(run):
    output = run / "out" / "claims.geojson"
    other = output.with_name("renamed.geojson")
    beside = output.with_name("claims.geojson.manifest.json").rename(other.with_name("renamed.geojson.manifest.json"))
    output.rename(other)
    assert len(ledger.verify(other, run / "case")) == 0
    other.write_text("{} ")
    assert "does not name it" in ledger.verify(other, run / "case")["detail"].iloc[0]
    told = json.loads(beside.read_text("utf-8"))
    beside.write_text(json.dumps({**told, "outputs": []}), "utf-8")
    other.write_text("{}")
    details = ledger.verify(other, run / "case")["detail"].tolist()
    assert "renamed.geojson.manifest.json: changed since it was written" in details[0]
    assert "does not name it" in details[1]


def test_sources_are_found_from_here(run, monkeypatch):
    monkeypatch.chdir(run / "case")
    assert len(ledger.verify(run / "out" / "claims.geojson")) == 0
    monkeypatch.chdir(run)
    assert "not found" in ledger.verify(run / "out" / "claims.geojson")["detail"].iloc[0]


def test_the_second_copy_of_a_text_is_not_the_first(tmp_path):
    reports = reports_of(tmp_path, {"a.txt": TEXTS["a.txt"]})
    copy = reports.assign(report_id=reports["report_id"] + "-2", doc_id="z.txt", path="z.txt")
    (tmp_path / "z.txt").write_bytes((tmp_path / "a.txt").read_bytes())
    ids = [f"{r}-departure-9" for r in (reports["report_id"][0], copy["report_id"][0])]
    events = pd.DataFrame({"event_id": ["one", "two"], "claim_ids": ids})
    both = REPORTS.check(pd.concat([reports, copy], ignore_index=True))
    ledger.write_manifest(ledger.build_manifest(both, tables={"events": events}), tmp_path / "manifest.json")
    (tmp_path / "a.txt").write_text("x")
    assert list(ledger.verify(tmp_path, tmp_path)["feature"].fillna("-")) == ["-", "one"]
    (tmp_path / "a.txt").write_bytes(TEXTS["a.txt"].encode())
    (tmp_path / "z.txt").write_text("x")
    assert list(ledger.verify(tmp_path, tmp_path)["feature"].fillna("-")) == ["-", "two"]


def test_only_changed_records_of_a_file_are_named(tmp_path):
    file = tmp_path / "many.jsonl"
    file.write_text('{"doc_id":"1","text":"Ten."}\n{"doc_id":"2","text":"Two."}\n')
    digest = sha256_of(file.read_bytes())
    table = REPORTS.table(
        [
            {"report_id": f"r{i}", "doc_id": i, "text": t, "published_basis": "unknown", "path": "many.jsonl", "record": int(i),
             "sha256": digest, "text_sha256": sha256_of(t.encode())}
            for i, t in (("1", "Ten."), ("2", "Two."))
        ]
    )  # fmt: skip
    ledger.write_manifest(ledger.build_manifest(table), tmp_path / "manifest.json")
    file.write_text('{"doc_id":"1","text":"Ten."}\n{"doc_id":"2","text":"Twq."}\n')

    def reader(path):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        return pd.DataFrame(
            {"doc_id": [r["doc_id"] for r in lines], "text_sha256": [sha256_of(r["text"].encode()) for r in lines]}
        )

    assert len(ledger.verify(tmp_path, tmp_path)) == 2
    assert ledger.verify(tmp_path, tmp_path, reader)["detail"].tolist() == ["report r2 (2): source changed"]


def test_a_map_carries_its_manifest(tmp_path):
    reports = reports_of(tmp_path)
    manifest = json.dumps({"ledger": ledger.build_manifest(reports)}).replace("<", "\\u003c")
    page = tmp_path / "map.html"
    page.write_text(f'<script type="application/json" id="gg-data">{manifest}</script>', encoding="utf-8")
    assert len(ledger.verify(page, tmp_path)) == 0
    (tmp_path / "c.txt").write_text("x")
    assert len(ledger.verify(page, tmp_path)) == 1
    bare = tmp_path / "bare.html"
    bare.write_text("<p>no data</p>")
    with pytest.raises(InputError, match="carries no manifest"):
        ledger.verify(bare)


def test_manifests_tell_nothing_of_the_user(tmp_path):
    reports = reports_of(tmp_path)
    reports["path"] = [str(tmp_path / "a.txt"), "C:\\Users\\me\\b.md", "~/c.txt"]
    made = ledger.build_manifest(
        reports,
        parameters={"gazetteers": [tmp_path / "own.csv"], "case": str(Path.home() / "case"), "day": dt.date(2018, 3, 24),
                    "world": True, "none": None, "tags": {"b", "a"}},
        roots=[tmp_path, "../seeds", Path("reports")],
    )  # fmt: skip
    text = json.dumps(made)
    for secret in (str(tmp_path), str(Path.home()), socket.gethostname(), "Users", "~"):
        assert secret not in text
    assert getpass.getuser() not in text or getpass.getuser() == "root"
    assert str(dt.datetime.now(dt.UTC).year) not in text
    assert made["parameters"]["gazetteers"] == ["own.csv"]
    assert made["parameters"]["tags"] == ["a", "b"]
    assert made["roots"] == ["../seeds", "reports"]
    assert "at" not in made
    assert ledger.build_manifest(reports, at=dt.datetime(2018, 3, 24, tzinfo=dt.UTC))["at"].startswith("2018-03-24")


def test_a_hostile_manifest_opens_nothing_else(tmp_path):
    (tmp_path / "secret.txt").write_text("x")
    home = tmp_path / "out"
    home.mkdir()
    (home / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in (
        "../secret.txt",
        "/etc/hostname",
        "https://example.invalid/a",
        "a/../../secret.txt",
        "\\\\host\\a",
        "link.txt",
    ):
        entry = {"kind": "report", "path": path, "sha256": sha256_of(b"x"), "report_id": "r1"}
        (home / "manifest.json").write_text(json.dumps({"inputs": [entry], "outputs": [{"path": path}]}))
        assert "source not found" in ledger.verify(home, home)["detail"].iloc[0]
    for bad in (
        "[]",
        '{"inputs": 1}',
        '{"inputs": [{"path": 1, "sha256": "x"}]}',
        '{"inputs": [], "rows": []}',
        '{"inputs": [], "outputs": 1}',
    ):
        (home / "manifest.json").write_text(bad)
        with pytest.raises(FormatError, match="no manifest"):
            ledger.verify(home, home)


def test_prov_json(run):
    manifest = ledger.read_manifest(run / "out" / "claims.geojson.manifest.json")
    made = ledger.prov_json(manifest)
    assert set(made) == {
        "prefix",
        "entity",
        "activity",
        "agent",
        "used",
        "wasGeneratedBy",
        "wasAssociatedWith",
        "wasDerivedFrom",
    }
    assert len(made["used"]) == 4
    assert len(made["wasGeneratedBy"]) == 1
    assert len(made["wasDerivedFrom"]) == 4
    names = set(made["entity"]) | set(made["activity"]) | set(made["agent"])
    for relation in ("used", "wasGeneratedBy", "wasAssociatedWith", "wasDerivedFrom"):
        for values in made[relation].values():
            assert set(values.values()) <= names
    hashes = {e["gg:sha256"] for e in made["entity"].values()}
    assert sha256_of((run / "case" / "reports" / "c.txt").read_bytes()) in hashes
    prefixes = set(made["prefix"])
    assert all(name.partition(":")[0] in prefixes for name in names)


def command(*words):
    return CliRunner().invoke(main, [str(w) for w in words])


@pytest.fixture
def two_reports(tmp_path):
    for name, text in (
        ("a.txt", "Some 120 people left the old town on Monday in three buses, state media said."),
        ("b.txt", "Rebels hold 30 percent of the district, a monitor said. Two clinics were destroyed."),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("kind", ["map", "claims"])
def test_a_lone_output_names_each_row_that_rests_on_a_changed_report(two_reports, kind):
    page = two_reports / ("page.html" if kind == "map" else "rows.csv")
    reports = [two_reports / "a.txt", two_reports / "b.txt"]
    assert command(kind, *reports, "-o", page, "--published", "2018-03-27", "-q").exit_code == 0
    assert command("verify", page, "--sources", two_reports).exit_code == 0
    source = two_reports / "a.txt"
    source.write_text(source.read_text(encoding="utf-8").replace("120", "130"), encoding="utf-8")
    told = command("verify", page, "--sources", two_reports)
    assert told.exit_code == 4
    lines = told.output.splitlines()
    assert sum("source changed" in line for line in lines) == 1
    named = [line for line in lines if line.startswith("claims ")]
    assert len(named) >= 2  # the people and the buses
    assert all("a.txt" in line for line in named)
    assert any("its words no longer stand there" in line for line in named)


@pytest.mark.parametrize("kind", ["map", "claims"])
def test_verify_writes_the_run_as_prov_json(two_reports, kind):
    output = two_reports / ("page.html" if kind == "map" else "rows.jsonl")
    command(kind, two_reports / "a.txt", "-o", output, "--published", "2018-03-27", "-q")
    prov = two_reports / "run.prov.json"
    assert command("verify", output, "--sources", two_reports, "--prov", prov).exit_code == 0
    made = json.loads(prov.read_text(encoding="utf-8"))
    assert made["entity"][f"gg:output/{output.name}"]["gg:sha256"] == sha256_of(output.read_bytes())
    assert sha256_of((two_reports / "a.txt").read_bytes()) in {e["gg:sha256"] for e in made["entity"].values()}
    assert [g["prov:entity"] for g in made["wasGeneratedBy"].values()] == [f"gg:output/{output.name}"]


@pytest.mark.parametrize("name", ["page.html", "a.txt"])
def test_prov_json_is_never_written_over_the_run(two_reports, name):
    page = two_reports / "page.html"
    command("map", two_reports / "a.txt", "-o", page, "--published", "2018-03-27", "-q")
    before = (two_reports / name).read_bytes()
    told = command("verify", page, "--prov", two_reports / name)
    assert told.exit_code == 2
    assert "give another" in told.output
    assert (two_reports / name).read_bytes() == before


def test_the_same_run_gives_the_same_bytes(run):
    shutil.copytree(run / "case", run / "again")
    reports = reports_of(run / "again" / "reports")
    one, other = (
        ledger.build_manifest(table, parameters={"b": 1, "a": 2})
        for table in (reports, reports.iloc[::-1].reset_index(drop=True))
    )
    assert json.dumps(one) == json.dumps(other)


def test_no_byte_of_a_page_and_no_value_of_a_manifest_can_be_changed_unseen(two_reports):
    page, layer = two_reports / "map.html", two_reports / "claims.geojson"
    beside = layer.with_name("claims.geojson.manifest.json")
    both = [two_reports / "a.txt", two_reports / "b.txt"]
    command("map", *both, "--no-world", "-o", page)
    command("export", *both, "--no-world", "--layer", "claims", "-o", layer)
    for output in (page, layer):
        assert command("verify", output).exit_code == 0
    whole = page.read_bytes()
    step = len(whole) // 9
    harmed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(5, len(whole), step)]
    for data in (*harmed, whole[:-30], whole[:-200], whole + b" "):
        page.write_bytes(data)
        assert command("verify", page).exit_code in {1, 4}
    told = json.loads(beside.read_text("utf-8"))
    row = told["rows"]["claims"][0]
    for part, key, other in ((told["inputs"][0], "bytes", 1), (row, "start", row["start"] + 1), (row, "words", "0"),
                             (told, "rows", {}), (told, "form", "geo-ghouta manifest 1"), (told, "seal", None)):  # fmt: skip
        old = part.get(key)
        part[key] = other
        beside.write_text(json.dumps(told), "utf-8")
        done = command("verify", layer)
        assert done.exit_code == 4
        assert "claims.geojson.manifest.json: changed since it was written" in done.output
        part[key] = old
    # One of an older version has no seal, and verifies with a note.
    beside.write_text(json.dumps({k: v for k, v in told.items() if k not in {"seal", "form"}}), "utf-8")
    done = command("verify", layer)
    assert done.exit_code == 0, done.output
    assert "has no seal" in done.output
