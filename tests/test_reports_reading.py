"""Reading reports: every format, the stated precedence of days, and bad input that loses nothing else."""

from __future__ import annotations

import hashlib
import io
import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import reports
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.reports.days import read_days
from geo_ghouta.schema import MARKS, REJECTED, REPORTS


def write(folder, **files):
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def rows(reading, severity=None):
    table = reading.rejected
    return table if severity is None else table[table["severity"] == severity]


def days(reading):
    return {
        doc: (None if pd.isna(day) else day.date().isoformat(), basis)
        for doc, day, basis in zip(
            reading.reports["doc_id"], reading.reports["published"], reading.reports["published_basis"], strict=True
        )
    }


def test_a_folder_with_its_manifest(tmp_path):
    write(
        tmp_path,
        a__txt="Ten buses left Arbin.",
        b__md="---\npublished: 2018-03-20\nsource: Own desk\ntitle: Buses\ndoc_id: '007'\n---\nBuses left.",
        sub_c__txt="Nobody came.",
        reports__csv="file,published,source\na.txt,2018-03-24,Agency\nmissing.txt,2018-03-01,\n../x.txt,2018-03-01,\n",
        README__md="About this folder.",
        photo__jpg=b"\xff\xd8",
    )
    (tmp_path / ".hidden.txt").write_text("not seen")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "d.txt").write_text("Deep down a bus waited.")
    reading = reports.read_reports([tmp_path])
    assert reading.reports["doc_id"].tolist() == ["a.txt", "007", "deep/d.txt", "sub_c.txt"]
    assert days(reading) == {
        "a.txt": ("2018-03-24", "manifest"),
        "007": ("2018-03-20", "front_matter"),
        "deep/d.txt": (None, "unknown"),
        "sub_c.txt": (None, "unknown"),
    }
    assert reading.reports["source"].fillna("").tolist() == ["Agency", "Own desk", "", ""]
    problems = dict(zip(rows(reading)["path"], rows(reading)["severity"], strict=True))
    assert problems["missing.txt"] == "error"
    assert problems["README.md"] == problems["photo.jpg"] == "note"
    assert "outside the folder" in rows(reading).set_index("path").loc["reports.csv", "problem"]
    for table, contract in ((reading.reports, REPORTS), (reading.marks, MARKS), (reading.rejected, REJECTED)):
        pd.testing.assert_frame_equal(table, contract.check(table))


def test_precedence_of_days(tmp_path):
    write(
        tmp_path,
        a__md="---\npublished: 2018-03-20\n---\nBuses left.",
        b__html='<meta property="article:published_time" content="2018-03-19T23:30:00+02:00"><p>Buses left Arbin.</p>',
        c__txt="No day here.",
        d__md="---\npublished: 2018-03-20\n---\nOther buses left.",
        reports__csv="file,published\nd.md,2018-03-24\n",
    )
    assert days(reports.read_reports([tmp_path])) == {
        "a.md": ("2018-03-20", "front_matter"),
        "b.html": ("2018-03-19", "page_metadata"),
        "c.txt": (None, "unknown"),
        "d.md": ("2018-03-24", "manifest"),
    }
    given_day = reports.read_reports([tmp_path], published="2018-03-22")
    assert days(given_day) == {
        "a.md": ("2018-03-22", "option"),
        "b.html": ("2018-03-22", "option"),
        "c.txt": ("2018-03-22", "option"),
        "d.md": ("2018-03-24", "manifest"),
    }
    assert sorted(rows(given_day, "warning")["path"]) == ["a.md", "b.html"]


def test_text_is_untouched(tmp_path):
    # F165: CRLF, byte order mark, emoji, Arabic, soft hyphens
    text = "\ufeffحرستا 😀\r\nBuses left Harasta’s north gate.\r\nHa\u00adrasta\u200b fell quiet.\n\n"
    write(tmp_path, a__txt=text, b__txt=text.encode("utf-16"))
    (tmp_path / "c.md").write_bytes(b"---\r\npublished: 2018-03-22\r\n---\r\n" + text.encode())
    reading = reports.read_reports([tmp_path])
    texts = dict(zip(reading.reports["doc_id"], reading.reports["text"], strict=True))
    assert texts["a.txt"] == text
    assert texts["b.txt"] == "\ufeff" + text
    assert texts["c.md"] == "---\r\npublished: 2018-03-22\r\n---\r\n" + text
    mark = reading.marks[reading.marks["kind"] == "front_matter"].iloc[0]
    assert texts["c.md"][mark["start"] : mark["end"]] == "---\r\npublished: 2018-03-22\r\n---\r\n"
    row = reading.reports.set_index("doc_id").loc["a.txt"]
    assert row["sha256"] == hashlib.sha256(text.encode()).hexdigest() == row["text_sha256"]
    assert row["report_id"] == "r" + row["sha256"][:12]


def test_lone_surrogates_and_nul(tmp_path):
    # F014
    (tmp_path / "a.jsonl").write_bytes(
        b'{"doc_id": "1", "text": "Harasta \\ud83d convoy \\u0000 left. \\ud83d\\ude00"}\n'
    )
    (tmp_path / "b.txt").write_bytes(b"A bus \0 left Arbin at dawn.")
    reading = reports.read_reports([tmp_path])
    assert reading.reports["text"].tolist() == [
        "Harasta \ufffd convoy \ufffd left. 😀",
        "A bus \ufffd left Arbin at dawn.",
    ]
    assert [p.split()[0] for p in rows(reading, "warning")["problem"]] == ["2", "1"]


def test_records_keep_ids_and_lose_only_bad_rows(tmp_path):
    # F055, F058
    lines = [
        {
            "doc_id": "007",
            "text": "Ten buses left.",
            "published": "2018-03-22",
            "source": "A",
            "url": "http://x.invalid",
        },
        {"doc_id": 12, "text": "Two left.", "published": None},
        {"doc_id": "4100-02-30", "text": "One left.", "published": "soon"},
        {"doc_id": "+963011", "text": ""},
        {"doc_id": "x", "text": 5},
    ]
    body = (
        "\n".join(json.dumps(r) for r in lines) + '\nnot json\n[1]\n{"text": "No id.", "bad": NaN}\n{"text": "No id."}'
    )
    write(tmp_path, many__jsonl=body)
    reading = reports.read_reports([tmp_path / "many.jsonl"])
    assert reading.reports["doc_id"].tolist() == ["007", "12", "4100-02-30", "many.jsonl:9"]
    assert reading.reports["record"].tolist() == [1, 2, 3, 9]
    assert rows(reading, "error")["row"].tolist() == ["4", "5", "6", "7", "8"]
    assert rows(reading, "warning")["row"].tolist() == ["3"]
    assert days(reading)["007"] == ("2018-03-22", "record")
    assert days(reading)["4100-02-30"] == (None, "unknown")
    with pytest.raises(InputError, match="row 4: empty text"):
        reports.read_reports([tmp_path / "many.jsonl"], strict=True)


def test_csv_and_parquet_tell_the_same(tmp_path):
    table = pd.DataFrame(
        {
            "doc_id": ["007", "1e5", "حرستا"],
            "text": ['He said "no",\nthen left.', "x" * 200_000, "غادرت الحافلات حرستا."],
            "published": ["2018-03-22", "", "2018-02-28"],
            "title": ["=1+1", "", "t"],
        }
    )
    table.to_csv(tmp_path / "a.csv", index=False)
    table.replace("", None).to_parquet(tmp_path / "b.parquet")
    one, other = (reports.read_reports([tmp_path / name]).reports for name in ("a.csv", "b.parquet"))
    columns = ["doc_id", "text", "published", "published_basis", "title", "record", "text_sha256", "report_id"]
    pd.testing.assert_frame_equal(one[columns], other[columns])
    assert one["doc_id"].tolist() == ["007", "1e5", "حرستا"]
    assert one["text"].tolist() == table["text"].tolist()


def test_parquet_types(tmp_path):
    pd.DataFrame(
        {"id": [7, 8], "body": ["A bus left.", "Two left."], "date": pd.to_datetime(["2018-03-22 23:59", None])}
    ).to_parquet(tmp_path / "a.parquet")
    reading = reports.read_reports([tmp_path])
    assert days(reading) == {"7": ("2018-03-22", "record"), "8": (None, "unknown")}


def test_semicolons_and_a_ragged_row(tmp_path):
    write(tmp_path, a__csv="\ufeffid;text;date\n1;Ten buses left.;22/03/2018\n2;a;b;c\n3;Two left.;02/03/2018\n")
    reading = reports.read_reports([tmp_path])
    assert days(reading) == {"1": ("2018-03-22", "record"), "3": ("2018-03-02", "record")}
    assert rows(reading, "error")["row"].tolist() == ["2"]


def test_an_open_quote_keeps_the_rows_above(tmp_path):
    write(tmp_path, a__csv='doc_id,text\n1,Ten buses left.\n2,"Two left.\n3,Three left.\n')
    reading = reports.read_reports([tmp_path])
    assert reading.reports["doc_id"].tolist() == ["1"]
    assert rows(reading, "error")["row"].tolist() == ["2"]


def test_the_order_of_day_and_month_is_decided_once_a_column(tmp_path):
    # F139
    head = "doc_id,text,published\n"
    write(tmp_path, a__csv=head + "1,Bus one.,15/4/2018\n2,Bus two.,24/4/2018\n3,Bus three.,2/5/2018\n")
    assert [d for d, _ in days(reports.read_reports([tmp_path])).values()] == ["2018-04-15", "2018-04-24", "2018-05-02"]
    write(tmp_path, a__csv=head + "1,Bus one.,4/3/2018\n2,Bus two.,2/5/2018\n3,Bus three.,5/5/2018\n")
    reading = reports.read_reports([tmp_path])
    assert days(reading) == {"3": ("2018-05-05", "record")}
    assert rows(reading, "error")["problem"].tolist() == [
        "published: day and month cannot be told apart: 2018-03-04 or 2018-04-03",
        "published: day and month cannot be told apart: 2018-05-02 or 2018-02-05",
    ]
    told = reports.read_reports([tmp_path], day_order="month_first")
    assert [d for d, _ in days(told).values()] == ["2018-04-03", "2018-02-05", "2018-05-05"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2018-03-11", "2018-03-11"),  # F140: never year, day, month
        ("2018-03-22 07:45:09.500 Asia/Damascus", "2018-03-22"),  # F024
        ("2018-03-22T00:00:00+02:00", "2018-03-22"),  # F060: the day that is written
        ("2018-03-22T23:59:59Z", "2018-03-22"),
        ("2018/3/2", "2018-03-02"),
        ("20180322", "2018-03-22"),
        ("22 March 2018", "2018-03-22"),
        ("March 22, 2018", "2018-03-22"),
        ("Mar. 22, 2018", "2018-03-22"),
        ("Thu, 22 Mar 2018 10:00:00 GMT", "2018-03-22"),
        ("Thursday, March 22nd, 2018", "2018-03-22"),
        ("٢٢/٠٣/٢٠١٨", "2018-03-22"),
        ("22 آذار 2018", "2018-03-22"),
        ("29 Feb 2016", "2016-02-29"),
        ("1 January 1969", "1969-01-01"),
    ],
)
def test_days_that_are_read(text, day):
    assert read_days([text]) == [(pd.Timestamp(day).date(), "")]


@pytest.mark.parametrize(
    "text", ["29 Feb 2017", "2018-13-01", "yesterday", "Thursday", "22/03/18", "2018", "1521676800", "May", "n.d."]
)
def test_days_that_are_not_guessed(text):
    day, problem = read_days([text])[0]
    assert day is None
    assert problem


def test_bad_files_do_not_stop_good_ones(tmp_path):
    # F063, empty and unreadable input
    write(
        tmp_path,
        a__txt="Ten buses left.",
        empty__txt="",
        bare__md="---\npublished: 2018-03-24\n---\n\n \n",
        blank__txt=" \n\t\ufeff",
        arabic__txt="غادرت الحافلات حرستا".encode("windows-1256"),
        binary__txt=bytes(range(8)) * 50 + b"\0" * 400,
        broken__parquet=b"PAR1 nothing",
        nothing__csv="",
        other__csv="name,lat\nHarasta,33\n",
        empty__html="<html></html>",
    )
    (tmp_path / "dir.txt").mkdir()
    (tmp_path / "out.txt").symlink_to("/etc/hostname")
    (tmp_path / "again.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "etc").symlink_to("/etc")
    reading = reports.read_reports([tmp_path, tmp_path / "none.txt"])
    assert reading.reports["doc_id"].tolist() == ["a.txt"]
    errors = dict(zip(rows(reading, "error")["path"], rows(reading, "error")["problem"], strict=True))
    assert {"empty.txt", "bare.md", "blank.txt", "arabic.txt", "binary.txt", "broken.parquet", "nothing.csv", "other.csv",
            "empty.html", "out.txt"} < set(errors)  # fmt: skip
    assert "windows-1256" in errors["arabic.txt"]
    assert "no column 'text'" in errors["other.csv"]
    assert str(tmp_path / "none.txt") in errors
    told = reports.read_reports([tmp_path / "arabic.txt"], encoding="windows-1256")
    assert told.reports["text"].tolist() == ["غادرت الحافلات حرستا"]


def test_garbled_text_is_told(tmp_path):
    write(tmp_path, a__txt="غادرت الحافلات حرستا".encode().decode("latin-1"))
    assert "read as Latin-1" in rows(reports.read_reports([tmp_path]), "warning")["problem"].iloc[0]


@pytest.mark.parametrize(
    "path", ["https://example.invalid/r.txt", "/vsicurl/http://127.0.0.1:9/a.txt", "s3://b/a.txt", "//host/a.txt"]
)
def test_addresses_are_not_opened(path):
    # F174
    reading = reports.read_reports([path])
    assert len(reading.reports) == 0
    assert "only local files" in rows(reading, "error")["problem"].iloc[0]


def test_limit(tmp_path):
    write(tmp_path, a__txt="x" * 100, b__txt="Ten buses left.")
    reading = reports.read_reports([tmp_path], limit=50)
    assert reading.reports["doc_id"].tolist() == ["b.txt"]
    assert "larger than the limit" in rows(reading, "error")["problem"].iloc[0]


def test_standard_input():
    text = reports.read_reports(["-"], stdin=io.BytesIO(b"{A brace} and ten buses."))
    assert text.reports[["doc_id", "path"]].to_numpy().tolist() == [["stdin", "-"]]
    lines = b'{"doc_id": "1", "text": "Ten."}\nbad\n{"doc_id": "2", "text": "Two."}\n'
    records = reports.read_reports(["-"], stdin=lines)
    assert records.reports["doc_id"].tolist() == ["1", "2"]
    assert rows(records, "error")["row"].tolist() == ["2"]
    other = reports.read_reports(["-"], stdin=b'{"name": "no text"}\n')
    assert other.reports["text"].tolist() == ['{"name": "no text"}\n']
    empty = reports.read_reports(["-"], stdin=b"")
    assert rows(empty, "error")["path"].tolist() == ["-"]


def test_order_of_naming_does_not_count(tmp_path):
    write(tmp_path, b__txt="Two.", a__txt="One.", c__txt="One.")
    paths = [tmp_path / n for n in ("b.txt", "a.txt", "c.txt")]
    one, other = reports.read_reports(paths), reports.read_reports([*paths[::-1], paths[0]])
    pd.testing.assert_frame_equal(one.reports, other.reports)
    first, _, copy = one.reports["report_id"]
    assert copy == f"{first}-2"


def test_a_named_file_is_dated_by_the_manifest_beside_it(tmp_path):
    write(
        tmp_path, a__txt="Ten buses left.", b__txt="Two.", reports__csv="file,published,doc_id\na.txt,2018-03-24,A1\n"
    )
    reading = reports.read_reports([tmp_path / "a.txt"])
    assert days(reading) == {"A1": ("2018-03-24", "manifest")}
    assert rows(reading)["severity"].tolist() == ["note"]
    assert reports.read_reports([tmp_path / "reports.csv"]).reports["doc_id"].tolist() == ["A1"]


def test_a_reports_csv_that_is_data(tmp_path):
    write(tmp_path, reports__csv="doc_id,text\n1,Ten buses left.\n", a__txt="Two.")
    assert reports.read_reports([tmp_path]).reports["doc_id"].tolist() == ["a.txt", "1"]


def test_bad_manifest_dates_are_told(tmp_path):
    write(tmp_path, a__txt="Ten.", b__txt="Two.", reports__csv="file,published\na.txt,2/3/2018\nb.txt,someday\n")
    reading = reports.read_reports([tmp_path])
    assert set(days(reading).values()) == {(None, "unknown")}
    assert rows(reading, "warning")["row"].tolist() == ["1", "2"]


@pytest.mark.parametrize(
    "front",
    ["---\n[[[[[[[[\n---\n", "---\na: &a [1]\nb: *a\npublished: 2018-03-22\n---\n", "---\njust text\n---\n", "---\nnever closed\n",
     "---\n" + "[" * 9000 + "\n---\n", "---\npublished: !!python/object/apply:os.system ['true']\n---\n", "---\n\x00: 1\n---\n"],
)  # fmt: skip
def test_hostile_front_matter(tmp_path, front):
    (tmp_path / "a.md").write_text(front + "Ten buses left Arbin.", encoding="utf-8")
    reading = reports.read_reports([tmp_path])
    assert reading.reports["text"].iloc[0].endswith("Ten buses left Arbin.")


@pytest.mark.parametrize(("option", "match"), [("soon", "not a day"), ("2/3/2018", "told apart"), ("", "empty")])
def test_options_that_cannot_be_used(option, match):
    with pytest.raises(UsageError, match=match):
        reports.read_reports(["-"], published=option, stdin=b"x")
    with pytest.raises(UsageError, match="day_first or month_first"):
        reports.read_reports(["-"], day_order="european", stdin=b"x")


@given(st.binary(max_size=300), st.sampled_from(["txt", "md", "html", "jsonl", "csv", "parquet"]))
def test_any_bytes_are_read_or_told(tmp_path_factory, data, suffix):
    path = tmp_path_factory.mktemp("any") / f"a.{suffix}"
    path.write_bytes(data)
    reading = reports.read_reports([path])
    assert len(reading.reports) + len(reading.rejected) > 0
    for start, end, report_id in zip(*(reading.marks[c] for c in ("start", "end", "report_id")), strict=True):
        text = reading.reports.set_index("report_id").loc[report_id, "text"]
        assert 0 <= start < end <= len(text)


def test_the_four_seeds(shared):
    reading = reports.read_reports([shared / "seeds"])
    assert [d for d, _ in days(reading).values()] == ["2018-03-22", "2018-03-22", "2018-03-26", "2017-05-14"]
    assert {b for _, b in days(reading).values()} == {"manifest"}
    for doc_id, text, digest in zip(*(reading.reports[c] for c in ("doc_id", "text", "sha256")), strict=True):
        data = (shared / "seeds" / doc_id).read_bytes()
        assert text.encode() == data
        assert hashlib.sha256(data).hexdigest() == digest
    kinds = reading.marks.groupby("report_id")["kind"].agg(sorted)
    ids = reading.reports["report_id"]
    assert kinds.get(ids[1]) == ["caption"] * 4
    assert kinds.get(ids[2]) == ["link_block"]
    assert ids[0] not in kinds.index
    assert ids[3] not in kinds.index


def test_plain_text_has_front_matter_only_where_a_key_says_so(tmp_path):
    (tmp_path / "dated.txt").write_text("---\npublished: 2016-12-15\n---\nTen buses left Aleppo.\n", encoding="utf-8")
    (tmp_path / "open.txt").write_text("---\nTen buses left Aleppo.\n", encoding="utf-8")
    (tmp_path / "ornament.txt").write_text("---\nTen buses left Aleppo.\n---\nMore followed.\n", encoding="utf-8")
    (tmp_path / "broken.txt").write_text("---\ndate: [\n---\nTen buses left Aleppo.\n", encoding="utf-8")
    reading = reports.read_reports([tmp_path])
    days = {r.doc_id: (str(r.published)[:10], r.published_basis) for r in reading.reports.itertuples()}
    assert days["dated.txt"] == ("2016-12-15", "front_matter")
    assert {days[name][1] for name in ("open.txt", "ornament.txt", "broken.txt")} == {"unknown"}
    marked = reading.marks[reading.marks["kind"] == "front_matter"]["report_id"].tolist()
    assert marked == reading.reports[reading.reports["doc_id"] == "dated.txt"]["report_id"].tolist()
