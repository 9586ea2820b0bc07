"""Claims of Arabic sentences: the way of who will go, counts up to now, the noun quoted with its ending."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def rows(text: str, *columns: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2021-05-19", "text": text, "places": ["زبار", "ساوا"]}])
    kept = found[list(columns)].itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in kept]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("قال ناطق إن 350 مقاتلاً سيغادرون زبار.", ("planned", "زبار", None, "event")),
        ("غادر 350 مقاتلاً زبار حتى الآن.", ("happened", "زبار", None, "cumulative")),
        ("غادر 350 مقاتلاً زبار أمس.", ("happened", "زبار", None, "event")),
        ("خرج 350 مقاتلاً من حي زبار في ساوا.", ("happened", "زبار", None, "event")),
        ("قتل 350 مقاتلاً في زبار.", ("happened", None, "زبار", "event")),
    ],
)
def test_where_an_arabic_figure_goes_and_what_it_counts(text, wanted):
    assert rows(text, "modality", "origin", "place", "scope") == [wanted]


@pytest.mark.parametrize("noun", ["مقاتلاً", "مقاتلا", "شخصاً"])
def test_the_noun_is_quoted_with_its_ending(noun):
    text = f"غادر 1198 {noun} زبار."
    assert [text[s:e] for s, e in rows(text, "start", "end")] == [f"1198 {noun}"]
