"""Dates: sentences as a wire writes them, by day of publication: extent, days, precision and basis of every phrase."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from marked_spans import read_marked

from geo_ghouta.dates import DateSpan, find_dates

LINES = (Path(__file__).parent / "data" / "date_phrases.txt").read_text("utf-8").splitlines()
CASES = [line for line in LINES if line and not line.startswith("#")]


def test_the_list_is_long_enough() -> None:
    assert len(CASES) >= 345
    assert len({line.split(" | ")[0] for line in CASES}) >= 42


@pytest.mark.parametrize("line", CASES, ids=[line[:90] for line in CASES])
def test_sentence(line: str) -> None:
    published, marked, told = (part.strip() for part in line.split(" |"))
    text, places = read_marked(marked)
    wanted = [words.strip() for words in told.split(" ; ")] if told else []
    assert len(wanted) == len(places), f"mend the list: {marked}"
    found = find_dates(text, None if published == "-" else published)
    assert [_shown(span) for span in found] == wanted, found
    assert [(span.start, span.end) for span in found] == places


def _shown(span: DateSpan) -> str:
    if span.date_from is None or span.date_to is None:
        return f"? {span.precision} {span.basis}"
    last = span.date_to - dt.timedelta(days=1)
    days = str(span.date_from) if last == span.date_from else f"{span.date_from}..{last}"
    return f"{days} {span.precision} {span.basis}"
