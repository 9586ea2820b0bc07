"""A corpus is the street over any number of reports: same rows, same counts, nothing lost, a map within its budget."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from benchmarks import generate

from geo_ghouta import pipeline, stories
from geo_ghouta.corpus import build_corpus, columns, draw_corpus, shelf
from geo_ghouta.corpus.columns import to_frame
from geo_ghouta.corpus.months import month_folders
from geo_ghouta.errors import UsageError

COUNT = 24
TABLES = ("reports", "places", "claims", "events", "convoys", "facts", "findings")


@pytest.fixture(scope="module")
def records():
    made = list(generate.reports(COUNT, seed=7, copies=0.3))
    made[0]["text"] += "\n\nState media said 300 people left Saqba. The mayor said 450 people left Saqba.\n"
    # Two months are as good as fourteen here, and a fifth of the files.
    return [r | {"published": f"2018-0{3 + n % 2}-{1 + n:02d}"} for n, r in enumerate(made)]


@pytest.fixture(scope="module")
def lines(records, tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "made.jsonl"
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), "utf-8")
    return path


@pytest.fixture(scope="module")
def plain(lines, tmp_path_factory):
    return build(lines, tmp_path_factory.mktemp("plain") / "out")


def build(path, out, **options):
    paths = path if isinstance(path, list) else [path]
    return build_corpus(paths, out, **{"world": False, "page": False, "batch": 7, **options})


def table(folder: Path, name: str) -> pd.DataFrame:
    files = [f for _, parts in month_folders(folder / name) for f in parts]
    read = to_frame(columns.TABLES[name], pa.concat_tables([pq.ParquetFile(f).read() for f in files]))
    return read.sort_values(read.columns[0]).reset_index(drop=True)


def tree(folder: Path) -> dict[str, bytes]:
    wanted = [*(folder / name for name in TABLES), folder / "rejected.parquet", folder / "summary.json"]
    files = [f for w in wanted for f in (sorted(w.rglob("*.parquet")) if w.is_dir() else [w])]
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in files}


def balanced(summary) -> bool:
    return all(r["in"] == r["placed"] + r["unplaced"] + r["rejected"] for r in [summary, *summary["inputs"]])


def test_rows_are_those_of_the_street(lines, plain):
    result = pipeline.run(None, [lines], world=False)
    places, claims = table(plain.folder, "places"), table(plain.folder, "claims")
    for ours, theirs, key in ((places, result.places, "mention_id"), (claims, result.claims, "claim_id")):
        theirs = theirs.sort_values(key).reset_index(drop=True)
        for column in ours.columns.drop("geometry"):
            pd.testing.assert_series_equal(ours[column], theirs[column])
    assert len(places) > 100
    assert len(claims) > 100
    assert plain.summary["in"] == COUNT
    assert balanced(plain.summary)


def test_stories_are_grouped_over_all_batches(records, lines, plain):
    reports = table(plain.folder, "reports")
    whole = pipeline.read_case(pipeline.open_case(), [lines]).reports
    assert dict(zip(reports["report_id"], reports["story_id"], strict=True)) == dict(
        zip(whole["report_id"], whole["story_id"], strict=True)
    )
    assert plain.summary["stories"] == whole["story_id"].nunique() < COUNT
    assert "text" not in reports.columns


def test_events_are_counted_over_all_batches(lines, plain):
    result = pipeline.run(None, [lines], world=False)
    ours = table(plain.folder, "events").set_index("event_id")
    # The pipeline also puts claims into the pockets that a group holds by the whole case; both do, so all agree.
    theirs = result.events.set_index("event_id")
    assert set(ours.index) == set(theirs.index)
    for column in ("claims", "stories", "modality", "holder_answer", "geo_precision"):
        assert ours[column].astype("str").to_dict() == theirs[column].astype("str").to_dict(), column
    most = ours.sort_values("claims").iloc[-1]
    top = json.loads(most["top_claims"])
    assert 1 <= len(top) <= 3
    assert [t["stories"] for t in top] == sorted((t["stories"] for t in top), reverse=True)
    assert {t["claim_id"] for t in top} <= set(theirs.loc[most.name, "claim_ids"].split("|"))


def test_facts_put_the_figures_of_all_reports_side_by_side(lines, plain):
    said = pipeline.run(None, [lines], world=False).facts
    said = said[said[["value", "low", "high"]].notna().any(axis=1)]
    ours = table(plain.folder, "facts").set_index("fact_id")
    assert set(ours.index) == set(said["fact_id"])
    assert ours["claims"].to_dict() == said.groupby("fact_id").size().to_dict()
    bounds = said[["value", "low", "high"]].astype("float64")
    lowest = bounds.min(axis=1).groupby(said["fact_id"]).min()
    assert ours["lowest"].astype("float64").to_dict() == lowest.to_dict()
    figures = said.groupby("fact_id")[["value", "low", "high"]].apply(lambda f: len(f.drop_duplicates()))
    assert (ours["rivals"].astype("bool") == (figures > 1)).all()
    shared = ours[ours["reports"] > 1]
    assert len(shared)
    for fact, told in zip(shared.index, shared["figures"], strict=True):
        for line in json.loads(told):
            assert line["claim_id"] in set(said.loc[said["fact_id"] == fact, "claim_id"])


def test_convoys_are_gathered_over_all_batches(lines, plain):
    theirs = pipeline.run(None, [lines], world=False).convoys.sort_values("convoy_id").reset_index(drop=True)
    ours = table(plain.folder, "convoys")
    assert len(ours) > 5
    for column in ours.columns.drop("geometry"):
        pd.testing.assert_series_equal(ours[column], theirs[column])
    assert ours.geometry.geom_equals(theirs.geometry).sum() == ours.geometry.notna().sum()


def test_night_over_the_end_of_a_month_is_one_convoy(tmp_path):
    path = tmp_path / "night.jsonl"
    said = ["Overnight 12 buses left Arbin.", "On 1 April 12 buses left Arbin.", "On 31 March 40 people left Douma."]
    days = ["2018-04-01", "2018-04-02", "2018-04-02"]
    path.write_text(
        "".join(json.dumps({"text": t, "published": d}) + "\n" for t, d in zip(said, days, strict=True)), "utf-8"
    )
    theirs = pipeline.run(None, [path], world=False).convoys
    made = build(path, tmp_path / "out", batch=1)
    assert {m for m, _ in month_folders(made.folder / "convoys")} == {"2018-03", "2018-04"}
    ours = table(made.folder, "convoys")
    assert ours["claim_ids"].str.contains("|", regex=False).any()
    names = ["convoy_id", "claim_ids"]
    assert ours[names].values.tolist() == theirs.sort_values("convoy_id")[names].values.tolist()


def test_findings_are_those_of_the_street(lines, plain):
    theirs = pipeline.run(None, [lines], world=False).findings
    ours = table(plain.folder, "findings")
    # That the figures of a fact differ is told by the corpus in its facts, which span batches.
    facts = table(plain.folder, "facts").set_index("fact_id")["rivals"]
    fact_of = table(plain.folder, "claims").set_index("claim_id")["fact_id"]
    differ = theirs.loc[theirs["check"] == "figures_differ", "claim_id"].map(fact_of)
    assert len(differ)
    assert facts[differ].all()
    # Days of departure and arrival are held against each other within a report here, within a story there.
    apart = ["date_order", "figures_differ", "denied"]
    ours, theirs = (f[~f["check"].isin(apart)].sort_values("finding_id").reset_index(drop=True) for f in (ours, theirs))
    # There what a copy of a wire story says again is left out; here no batch knows which of its reports are copies.
    stories = table(plain.folder, "reports").set_index("report_id")["story_id"]
    said = table(plain.folder, "claims").set_index("claim_id")["report_id"].map(stories)
    again = ours[~ours["finding_id"].isin(theirs["finding_id"])]
    assert len(again)
    for finding in again.itertuples():
        others = theirs[(theirs["check"] == finding.check) & (theirs["verdict"] == finding.verdict)]
        assert said[finding.claim_id] in set(others["claim_id"].map(said))
    ours = ours.drop(index=again.index).reset_index(drop=True)
    assert len(ours) > 10
    for column in ours.columns.drop("geometry"):
        pd.testing.assert_series_equal(ours[column], theirs[column])
    for name in ("events", "facts", "convoys"):
        assert plain.summary[name] == len(table(plain.folder, name)) > 0
    assert plain.summary["findings"]["untestable"] >= (ours["verdict"] == "untestable").sum() > 0


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_size_of_batches_changes_no_row(lines, plain, tmp_path, size):
    other = build(lines, tmp_path / "out", batch=size)
    for name in TABLES:
        pd.testing.assert_frame_equal(table(other.folder, name), table(plain.folder, name))


def test_arrays_of_a_batch_are_read_once_however_many_copies_there_are(records, tmp_path, monkeypatch):
    """What lies on the disk is not opened again for each pair of likely copies."""
    path = tmp_path / "copies.jsonl"
    twins = [r | {"doc_id": f"{r['doc_id']}-{n}"} for r in records[:4] for n in range(6)]
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in twins), "utf-8")
    asked = []
    read = shelf.Shelf.array
    monkeypatch.setattr(shelf.Shelf, "array", lambda self, *a: asked.append(a) or read(self, *a))
    made = build(path, tmp_path / "out", batch=1)
    assert len(asked) == len(set(asked)) == 24 * 3
    assert made.summary["in"] == 24
    told = pd.DataFrame({"report_id": [f"r{n:02d}" for n in range(24)], "text": [r["text"] for r in twins]})
    assert made.summary["stories"] == stories.group_stories(told).nunique() < 24
    assert not (tmp_path / "out/building").exists()


def test_geopandas_reads_the_folder_as_one_layer(plain):
    places = gpd.read_parquet(plain.folder / "places")
    assert places.crs.equals("EPSG:4326", ignore_axis_order=True)
    assert places.geometry.notna().sum() >= plain.summary["names"]["placed"] > 0
    assert set(places["month"].astype("str")) <= {m for m, _ in month_folders(plain.folder / "reports")}


def test_formats_give_the_same_rows(records, lines, plain, tmp_path):
    sheet = tmp_path / "made.csv"
    with sheet.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(records[0]))
        writer.writeheader()
        writer.writerows(records)
    pq.write_table(pa.Table.from_pylist(records), tmp_path / "made.parquet", row_group_size=5)
    wide = tmp_path / "made16.jsonl"
    wide.write_bytes(lines.read_text("utf-8").encode("utf-16"))
    for path in (sheet, tmp_path / "made.parquet", wide):
        other = build(path, tmp_path / f"out_{path.name}")
        for name in ("places", "claims"):
            pd.testing.assert_frame_equal(table(other.folder, name), table(plain.folder, name))


def test_folder_and_several_inputs_are_counted_apart(lines, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "one.txt").write_text("Ten buses left Arbin for Idlib.", "utf-8")
    (folder / "two.md").write_text("---\npublished: 2018-03-24\n---\nShells hit Douma on Friday.", "utf-8")
    (folder / "empty.txt").write_text("", "utf-8")
    (folder / "notes.xyz").write_text("no report", "utf-8")
    made = build([folder, lines, folder], tmp_path / "out")
    rows = {r["input"]: r for r in made.summary["inputs"]}
    assert rows["texts"] == {"input": "texts", "in": 3, "placed": 2, "unplaced": 0, "rejected": 1}
    assert rows["made.jsonl"]["in"] == COUNT
    assert balanced(made.summary)
    months = {m for m, _ in month_folders(made.folder / "claims")}
    assert "unknown" in months
    assert "2018-03" in months


def test_bad_records_are_rows_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "mixed.jsonl"
    good = json.dumps({"doc_id": "a", "text": "Ten buses left Arbin on Saturday.", "published": "2018-03-24"}).encode()
    bad = [
        b"{",
        b"[1]",
        b'{"text": 5}',
        b'{"doc_id": "x"}',
        b'{"text": "caf\xe9"}',
        b"\x00\x01",
        b'{"text": "x", "published": "3/4/2018"}',
    ]
    path.write_bytes(b"\n".join([good, *bad, b"", good.replace(b'"a"', b'"b"')]))
    made = build(path, tmp_path / "out", batch=2)
    assert made.summary["in"] == 9
    assert made.summary["rejected"] == len(bad)
    assert balanced(made.summary)
    rejected = pd.read_parquet(made.folder / "rejected.parquet")
    assert rejected["row"].tolist() == ["2", "3", "4", "5", "6", "7", "8"]
    assert rejected["problem"].str.len().min() > 3


def test_whole_file_decides_the_order_of_day_and_month(tmp_path):
    path = tmp_path / "days.jsonl"
    days = ["3/4/2018"] * 5 + ["25/3/2018"]
    path.write_text("".join(json.dumps({"text": "Ten buses left Arbin.", "date": d}) + "\n" for d in days), "utf-8")
    made = build(path, tmp_path / "out", batch=2)
    assert made.summary["rejected"] == 0
    assert {str(d.date()) for d in table(made.folder, "reports")["published"]} == {"2018-04-03", "2018-03-25"}


def test_copies_of_one_record_in_two_batches_get_ids_of_their_own(tmp_path):
    path = tmp_path / "twice.jsonl"
    row = json.dumps(
        {"doc_id": "same", "text": "On Friday 413 fighters in 2 buses left Arbin for Idlib.", "published": "2018-03-24"}
    )
    path.write_text("\n".join([row] * 5), "utf-8")
    made = build(path, tmp_path / "out", batch=2)
    for name, key in (("reports", "report_id"), ("places", "mention_id"), ("claims", "claim_id")):
        rows = table(made.folder, name)
        assert rows[key].is_unique
        assert rows["report_id"].nunique() == 5
    claims = table(made.folder, "claims")
    findings = table(made.folder, "findings")
    assert len(findings) >= 5
    assert findings["finding_id"].is_unique
    assert set(findings["claim_id"].dropna()) <= set(claims["claim_id"])
    assert all(c in f for f, c in zip(findings["finding_id"], findings["claim_id"], strict=True) if isinstance(c, str))
    assert set(table(made.folder, "facts")["reports"]) == {5}
    assert all(c.startswith(r) for c, r in zip(claims["claim_id"], claims["report_id"], strict=True))
    assert made.summary["stories"] == 1
    events = table(made.folder, "events")
    assert events["reports"].max() == 5
    assert events["stories"].max() == 1
    assert {c for ids in events["claim_ids"] for c in ids.split("|")} <= set(claims["claim_id"])


def test_nothing_at_all_is_an_empty_corpus(tmp_path):
    path = tmp_path / "none.jsonl"
    path.write_text("\n\n", "utf-8")
    made = build(path, tmp_path / "out", page=True)
    assert made.summary["in"] == 0
    assert "no record in it" in made.refused["problem"].tolist()
    assert (made.folder / "map.html").is_file()


def test_map_keeps_to_its_budget_and_says_what_is_left_out(plain):
    case = pipeline.open_case()
    whole = draw_corpus(case, plain.folder, plain.folder / "all.html", budget_mb=20)
    assert whole.shown == whole.events == len(table(plain.folder, "events"))
    assert f"all {whole.events:,} events" in whole.message
    told = table(plain.folder, "events")["claim_ids"]
    assert (whole.told, whole.claims) == (
        len({c for ids in told for c in ids.split("|")}),
        len(table(plain.folder, "claims")),
    )
    assert whole.told < whole.claims
    assert f"{whole.claims - whole.told:,} more claims are of no event" in whole.message
    ground = draw_corpus(case, plain.folder, plain.folder / "some.html", budget_mb=whole.size / 1e6 - 0.005)
    assert 0 < ground.shown < ground.events
    assert ground.path.stat().st_size == ground.size <= ground.budget
    assert f"{ground.shown:,} events" in ground.message
    assert "--page-budget" in ground.message
    with pytest.raises(UsageError, match="the case alone"):
        draw_corpus(case, plain.folder, plain.folder / "no.html", budget_mb=0.01)
    assert not (plain.folder / "no.html").exists()


def test_outputs_name_no_folder_of_the_user(plain, lines):
    home = str(lines.parent).encode()
    for path in plain.folder.rglob("*"):
        if path.is_file():
            assert home not in path.read_bytes(), path.name


def test_copies_are_found_at_scale():
    count = 2000
    rows = [generate.report(11, n) for n in range(count)]
    made = [stories.sketch(r["text"]) for r in rows]
    import numpy as np

    ids = [f"r{n:07d}" for n in range(count)]
    found = stories.group_sketches(ids, np.array([m[0] for m in made]), lambda i: made[i][1])
    truth = [generate.root_of(11, n) for n in range(count)]
    assert f1(truth, found) >= 0.97


def f1(truth, found) -> float:
    from collections import Counter

    def pairs(keys):
        return sum(v * (v - 1) // 2 for v in Counter(keys).values())

    both = pairs(zip(truth, found, strict=True))
    return 2 * both / (pairs(truth) + pairs(found))
