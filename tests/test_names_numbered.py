"""Names with a number in them: found by their number, as one pattern of all names would find them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.names import NumberedNames

WORDS = st.sampled_from(["school", "no", "5", "51", "flats", "3000", "april", "x5"])
NAMES = st.sets(st.lists(WORDS, min_size=2, max_size=4).map(" ".join), max_size=6)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", ". ", ", ", ".", " - ", "....", "%", ""])), max_size=12)


def by_pattern(names: set[str], text: str) -> list[tuple[int, int]]:
    """What one pattern of all the names finds; the longest first at each place."""
    known = sorted((n for n in names if re.search(r"\d", n)), key=lambda n: (-len(n), n))
    spelt = [r"[\W_]{1,3}".join(n.split()) for n in known]
    whole = [re.compile(rf"(?<![\w.,]){s}(?![\w%]|[.,:]\d)", re.IGNORECASE) for s in spelt]
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        ends = [hit.end() for hit in (one.match(text, at) for one in whole) if hit]
        if ends:
            found.append((at, max(ends)))
            at = max(ends)
        else:
            at += 1
    return found


@given(NAMES, TEXTS)
def test_what_one_pattern_finds_is_found(names: set[str], parts: list[tuple[str, str]]) -> None:
    text = "".join(word.upper() + mark for word, mark in parts)
    assert NumberedNames(names).find(text) == by_pattern(names, text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Shells hit School No. 5 again", ["School No. 5"]),
        ("Shells hit School No. 51, school no. 5.2 and school no. 5%", []),
        ("April 17 Street 5 and April 17", ["April 17 Street 5", "April 17"]),
        ("in the 3000 Flats", ["3000 Flats"]),
        ("in the 13000 Flats, or 2.3000 flats", []),
        ("مدرسة 5 مغلقة", ["مدرسة 5"]),
    ],
)
def test_names_stand_whole(text: str, found: list[str]) -> None:
    names = NumberedNames(["school no 5", "april 17", "april 17 street 5", "3000 flats", "مدرسة 5", "plain name"])
    assert [text[start:end] for start, end in names.find(text)] == found


def test_a_list_without_numbers_is_empty() -> None:
    assert not NumberedNames(["plain name", "7"])
