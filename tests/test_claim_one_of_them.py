"""Who speaks out of several told before: "one of them said", "the other said"."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def speakers(text: str) -> list[str | None]:
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": ["Saqba"]}])
    dead = found[found["kind"] == "casualties"]
    return [None if pd.isna(s) else s for s in dead["speaker"]]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Three doctors work in Saqba. One of them said 40 people had died.", ["doctors"]),
        ("Residents fled on Sunday. One of them, a teacher, said 40 people had died.", ["teacher"]),
        (
            "Two aid workers reached Saqba. One said 40 people had died. The other said 60 people had died.",
            ["aid workers", "aid workers"],
        ),
        ("Witnesses told of shelling. Two of them said 40 had died. They said nine were hurt.", ["witnesses"] * 2),
        ("Evacuees reached Saqba. “Some 40 people died on the way,” one of them said.", ["evacuees"]),
        ("The council spoke of 300 dead, most of them women.", ["council"]),
        ("A mine killed nine people. One of them said nothing.", [None]),
        ("One said 40 people had died.", [None]),
    ],
)
def test_one_of_those_told_before_speaks(text, wanted):
    assert speakers(text) == wanted
