"""Front matter of plain words is read without YAML, and reads as YAML would."""

from __future__ import annotations

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from geo_ghouta.reports import matter

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
