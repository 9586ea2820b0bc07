"""The sentence round a span: abbreviations, lines wrapped by hand, edges, long text without stops."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.sentences import MAX_SENTENCE, sentence_of


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("Rain fell. On Feb. 18 Gen. Doe counted 29 buses. He left.", "29", "On Feb. 18 Gen. Doe counted 29 buses."),
        ("Ten left,\nan aid worker said, and\nsix came back. More waited.", "six", "Ten left,\nan aid worker said, and\nsix came back."),
        ("First line\nSecond line has 40 people", "40", "Second line has 40 people"),
        ("It ended.\n\nsix were left there", "six", "six were left there"),
        ("غادر 40 شخصا. وصل 20 منهم؟ نعم.", "20", "وصل 20 منهم؟"),
        ("40", "40", "40"),
        ("One left. Two", "left. Two", "One left. Two"),
    ],
)  # fmt: skip
def test_the_sentence_round_a_span(text: str, words: str, sentence: str) -> None:
    start = text.index(words)
    low, high = sentence_of(text, start, start + len(words))
    assert text[low:high] == sentence


@given(st.text(alphabet="aB .\n!؟م9", max_size=300), st.data())
def test_a_sentence_always_holds_its_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    low, high = sentence_of(text, start, end)
    assert 0 <= low <= start <= end <= high <= len(text)


def test_text_without_stops_gives_a_short_piece() -> None:
    text = "word " * 100_000
    low, high = sentence_of(text, 250_000, 250_004)
    assert low <= 250_000
    assert high >= 250_004
    assert high - low <= 2 * MAX_SENTENCE + 4
