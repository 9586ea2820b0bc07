"""Front matter of plain words is read without YAML, and reads as YAML would."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from geo_ghouta.reports import matter, read_reports

PIECES = st.sampled_from(
    ["a", "1", ".", " ", "  ", ":", ": ", "://", "#", " #", "-", "- ", "'", '"', "\\", "[", "{", "}", ",", "&", "*", "!", "|",
     ">", "%", "@", "?", "=", "~", "\t", "\r", "\r\n", "\n", "\ntitle: ", '\nurl: "', "é", "ع", "٣", "—", "\u2028", "\x85",
     "\u200f", "\ufeff", "\x00", "null", "<<"]
)  # fmt: skip


@given(st.sampled_from(["title: x", 'title: "x', "published: 2", ""]), st.lists(PIECES, max_size=14))
@example("title: x", ["\r\n", 'url: "b"', "\r\n"])
@example('title: "x', ['": b'])
def test_plain_values_are_those_of_yaml(head, pieces):
    block = head + "".join(pieces)
    found = matter._plain_values(block)
    if found is not None:
        assert found == yaml.load(block, yaml.BaseLoader)


def test_what_takes_yaml_is_left_to_it():
    assert matter._plain_values('published: 2018-03-22\ntitle: "Two: a day"\nurl: https://example.org/a\n') == {
        "published": "2018-03-22",
        "title": "Two: a day",
        "url": "https://example.org/a",
    }
    for block in (
        "title: [a]",
        "title: a # b",
        'title: "a\\n"',
        "title: a\n  b",
        "title: 'a'",
        "",
        "title:",
        "a: b: c",
    ):
        assert matter._plain_values(block) is None, block


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("publised", "published"), ("Sorce", "source"), ("docid", "doc_id"), ("titel", "title"), ("dat", "date")],
)
def test_a_misspelt_key_is_told_with_the_one_that_is_meant(slip, meant, tmp_path):
    path = tmp_path / "a.md"
    path.write_text(f"---\n{slip}: 2016-12-15\nurl: https://example.org/a\n---\nTwo people left on Monday.\n", "utf-8")
    (row,) = [r for r in read_reports([path]).rejected.to_dict("records") if "key" in r["problem"]]
    assert (row["found"], row["severity"]) == (slip.lower(), "warning")
    assert f"did you mean {meant}?" in row["hint"]


def test_other_keys_of_front_matter_are_the_writers_own(tmp_path):
    path = tmp_path / "a.md"
    keys = "published: 2016-12-15\npublisher: B\nsubtitle: C\nauthor: D\ntags: E\ndata: F\nupdated: 2016-12-16"
    path.write_text(f"---\n{keys}\n---\nTwo people left on Monday.\n", "utf-8")
    assert not len(read_reports([path]).rejected)
