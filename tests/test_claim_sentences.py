"""What single sentences of reports on sieges claim, in own words: kind, value, unit, modality of each figure."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

FLOOR = 1.0
"""Share of the sentences whose rows are all right, no row too many; lower it only on purpose."""


@pytest.fixture(scope="module")
def sentences(root):
    lines = (root / "tests" / "data" / "claim_sentences.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines]


def shown(row):
    value = row["value"]
    figure = f"{row['low']:.0f}-{row['high']:.0f}" if pd.isna(value) else f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{row['kind']} {figure} {row['unit']} {row['modality']}"


def test_sentences_claim_what_they_say(sentences):
    texts = [
        {"id": f"s{n:03d}", "published": "2018-03-27", "text": text, "places": []}
        for n, (text, _) in enumerate(sentences)
    ]
    rows = read_all(texts)
    rows = rows[rows["unit"].notna()]
    wrong = []
    for text, (sentence, wanted) in zip(texts, sentences, strict=True):
        found = sorted(shown(r) for r in rows[rows["report_id"] == text["id"]].to_dict("records"))
        if found != sorted(w for w in wanted.split(";") if w != "nothing"):
            wrong.append((sentence, wanted, found))
    assert len(sentences) >= 180
    assert len(sentences) - len(wrong) >= FLOOR * len(sentences), wrong
