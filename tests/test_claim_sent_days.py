"""Days that are not the event's: that of a dateline, that of saying; and what came of what was to be."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def rows(text: str) -> list[tuple[object, ...]]:
    found = read_all([{"id": "r1", "published": "2018-03-20", "text": text, "places": ["Saqba"]}])
    return [
        (row["value"], row["modality"], None if pd.isna(row["date_from"]) else str(row["date_from"])[:10])
        for row in found[found["unit"].notna()].to_dict("records")
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("SAQBA, March 20 - Some 260 men, all wounded, left Saqba late on Monday, the mayor said.", "2018-03-19"),
        ("SAQBA, Marj (Agency), March 20 - Some 260 men left Saqba.", None),
        ("SAQBA (March 20, 2018) — Some 260 men left Saqba.", None),
        ("On March 20 - a Tuesday - some 260 men left Saqba.", "2018-03-20"),
        ("The army recovered 260 bodies, an official said on Tuesday.", None),
        ("The army recovered 260 bodies on Monday, an official said.", "2018-03-19"),
    ],
)
def test_whose_day_it_is(text, day):
    assert rows(text) == [(260, "happened", day)]


def test_of_those_who_were_to_be_moved_only_some_were():
    text = "The council was told that 200 patients would be moved on Monday, but only 43 were."
    assert rows(text) == [(200, "planned", "2018-03-19"), (43, "happened", "2018-03-19")]
