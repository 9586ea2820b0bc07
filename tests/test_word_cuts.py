"""Words cut all at once are the words that the pattern finds."""

import random

import pytest

from geo_ghouta.toponyms.cuts import cut
from geo_ghouta.toponyms.tokens import Words

FIELDS = ("start", "end", "word", "low", "cap", "joined", "caps", "ascii")
SIGNS = "aAbsSzW.U'’`‘´ʼʹ′\n\r -\u00a0\u2010\u2011\u202f,;:_19éÉİßΣ“”–…?\x85\x1c\x00\u200b\u0301عʿ²ªVa€×🙂\ud800"
PIECES = ("U.S.", "W. Va.", "don't", "Saqba’s", "Saqba's", "'s", "Ma'arrat", "al-", "St. ", "Mt.\n", "Idlib", "Müller",
          "(U.K.)", "U.S.A", "U.S.A's", "J. Smith", "\r\n", "  ")  # fmt: skip


class ByPattern(Words):
    """The words, each found by the pattern."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._match(text)


def told(words: Words) -> dict[str, object]:
    return {name: getattr(words, name) for name in FIELDS}


@pytest.mark.parametrize("text", [
    "U.S.-led raids near Ma'arrat al-Numan; the town’s clinic, an élite unit\nand St. Paul",
    "U.S.Army", "W. Va. and W.Va.", "iPhone", "the  two \u00a0banks\u00a0", "a\x00 b", "", "7", "Σς ΣΣ's",
])  # fmt: skip
def test_cut_as_the_pattern_finds(text: str) -> None:
    assert told(Words(text)) == told(ByPattern(text))


def test_cut_as_the_pattern_finds_whatever_stands_together() -> None:
    r = random.Random(9)
    cuts = 0
    for _ in range(4000):
        text = "".join(r.choice(SIGNS if r.random() < 0.55 else PIECES) for _ in range(r.randrange(14)))
        cuts += cut(text) is not None
        assert told(Words(text)) == told(ByPattern(text)), text
    assert cuts > 400


def test_other_scripts_are_left_to_the_pattern() -> None:
    assert cut("خرجت الحافلات من حرستا") is None
    assert Words("خرجت الحافلات من حرستا").word == ["خرجت", "الحافلات", "من", "حرستا"]
