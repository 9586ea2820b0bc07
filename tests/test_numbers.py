"""Numbers: parts and wholes, running totals, what a span tells, and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.errors import UsageError
from geo_ghouta.numbers import NumberSpan, find_numbers
from geo_ghouta.schema import vocabulary


def _by_text(text: str) -> dict[str, NumberSpan]:
    return {n.text: n for n in find_numbers(text)}


def test_two_numbers_are_not_joined() -> None:
    found = find_numbers("Two buses and three vans went from Zamalka with twenty-four hurt.")
    assert [(n.value, n.unit, n.unit_text) for n in found] == [
        (2, "buses", "buses"),
        (3, "other", "vans"),
        (24, "people", None),
    ]


def test_a_part_points_at_its_whole() -> None:
    text = "Among the 1,240 evacuees were 312 gunmen; of those who went, 90 were children."
    found = _by_text(text)
    whole = (found["1,240"].start, found["1,240"].end)
    assert found["312"].part_of == whole
    assert found["312"].unit == "fighters"
    assert found["90"].part_of == whole
    assert found["1,240"].part_of is None


def test_parts_of_a_running_total() -> None:
    found = _by_text(
        "Under the deal 6,100 people have gone so far, over 5,200 of them on Sunday and close to 900 on Saturday."
    )
    whole = found["6,100"]
    assert whole.cumulative
    for part in ("over 5,200", "close to 900"):
        assert found[part].part_of == (whole.start, whole.end)
        assert found[part].unit == "people"
    assert (found["over 5,200"].low, found["close to 900"].high) == (5200, 900)


def test_sources_keep_their_own_figures() -> None:
    text = "One monitor counts some 4,200 gone since Wednesday; a ministry says over 5,100; the agency plans for 7,500."
    found = [n for n in find_numbers(text) if n.unit == "people" and n.value != 1]
    assert [(n.value, n.qualifier) for n in found] == [(4200, "about"), (5100, "at_least"), (7500, "exact")]


def test_shares_and_parts_of_things_are_no_people() -> None:
    found = find_numbers("They keep 15 percent (15 per cent, 15%) of the land; 9 of the 11 clinics are shut.")
    assert [(n.value, n.unit) for n in found] == [(15, "percent")] * 3 + [(9, "other"), (11, "other")]
    assert found[3].part_of == (found[4].start, found[4].end)


def test_ages_and_times_are_left_out() -> None:
    text = (
        '"We stood there," said Umm R., 34. The row of 62 buses waited for six hours; her brother went 11 months ago.'
    )
    assert [(n.value, n.unit) for n in find_numbers(text)] == [(62, "buses")]


@pytest.mark.parametrize(
    ("text", "cumulative"),
    [
        ("So far 400 people have left.", True),
        ("A total of 400 people left.", True),
        ("400 people have left since Wednesday.", True),
        ("That brings the total to 400 people.", True),
        ("400 people left on Sunday.", False),
    ],
)
def test_running_totals_are_told(text: str, cumulative: bool) -> None:
    assert find_numbers(text)[0].cumulative is cumulative


def test_a_span_answers_by_attribute_and_by_name() -> None:
    (span,) = find_numbers("More than 80 people left.")
    assert span["value"] == span.value == 80
    assert isinstance(span.value, int)
    assert dict(span)["unit"] == "people"
    assert (span.unit_text, span.unit_start, span.unit_end) == ("people", 13, 19)
    with pytest.raises(KeyError):
        span["nothing"]


_PIECES = st.sampled_from(
    [
        "1,580",
        "12",
        "2.5",
        "million",
        "one",
        "two",
        "hundred",
        "and",
        "thousand",
        "dozen",
        "dozens",
        "of",
        "more",
        "than",
        "nearly",
        "some",
        "between",
        "from",
        "to",
        "-",
        "–",
        "%",
        "percent",
        "people",
        "fighters",
        "buses",
        "the",
        "them",
        "among",
        "were",
        "including",
        ",",
        ".",
        ";",
        "(",
        ")",
        "\n",
        "half",
        "a",
        "third",
        "in",
        "March",
        "2018",
        "10:30",
        "$5",
        "km",
        "34",
        "year-old",
        "aged",
        "٤٧",
        "حافلة",
        "ألف",
        "İ",
        "1.580",
        "1\xa0580",
        "00963",
        "-strong",
        "+",
        "²",
        "or",
        "99999999999999999999",
    ]
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=24).map(" ".join))


@given(text=_TEXTS)
def test_any_text_keeps_the_contract(text: str) -> None:
    found = find_numbers(text)
    places = {(n.start, n.end) for n in found}
    end = 0
    for span in found:
        assert text[span.start : span.end] == span.text
        assert end <= span.start < span.end
        end = span.end
        assert span.unit in vocabulary.UNITS
        assert span.qualifier in vocabulary.QUALIFIERS
        assert span.value is not None or (span.low is not None and span.high is not None)
        if span.low is not None and span.high is not None:
            assert span.low <= span.high
        if span.unit_start is not None:
            assert text[span.unit_start : span.unit_end] == span.unit_text
        if span.part_of is not None:
            assert span.part_of in places - {(span.start, span.end)}


@given(text=_TEXTS)
def test_words_before_only_shift_offsets(text: str) -> None:
    lead = "The town is quiet, says nobody. \n\n"
    assert [(s.start + len(lead), s.end + len(lead), s.value, s.low, s.high, s.unit) for s in find_numbers(text)] == [
        (s.start, s.end, s.value, s.low, s.high, s.unit) for s in find_numbers(lead + text)
    ]


@pytest.mark.parametrize(
    "text",
    ["a" * 50_000, "1,1,1," * 10_000, "((((" * 12_500, "one hundred and " * 3_000, "two " * 12_000, "1 " * 25_000, "5-" * 25_000,
     "more than " * 5_000, "1.000." * 8_000, "5 of the " * 5_000, "1" * 50_000, "٣ " * 20_000, "hundreds of " * 4_000],
    ids=lambda t: t[:8],
)  # fmt: skip
def test_hostile_text_ends_soon(text: str) -> None:
    """A pattern that blew up would not come back."""
    assert all(text[s.start : s.end] == s.text for s in find_numbers(text))


def test_the_four_reports(shared) -> None:
    """The real reports: the figures that the issue names."""
    seeds = shared / "seeds"
    if not (seeds / "reports.csv").is_file():
        pytest.skip("the four reports are not there")
    texts = {p.name[:3]: p.read_text(encoding="utf-8") for p in sorted(seeds.glob("*.txt"))}
    third = [(n.value, n.unit) for n in find_numbers(texts["002"])]
    for figure in [
        (7000, "fighters"),
        (7000, "people"),
        (30000, "people"),
        (6400, "people"),
        (5400, "people"),
        (90, "percent"),
    ]:
        assert figure in third
    first = find_numbers(texts["000"])
    assert [(n.value, n.unit) for n in first if n.value in {413, 1580, 1500, 6000, 20, 18}] == [
        (1580, "people"), (413, "fighters"), (20, "hospitals"), (20, "percent"), (18, "prisoners"), (1500, "fighters"),
        (6000, "civilians"),
    ]  # fmt: skip
    assert not [
        n
        for name in sorted(texts)
        for n in find_numbers(texts[name])
        if n.value in {30, 10, 2011} and n.unit == "people"
    ]


@pytest.mark.parametrize("text", [None, b"80 people left on Friday", 80])
def test_what_is_no_text_is_refused_by_name(text):
    with pytest.raises(UsageError, match=f"find_numbers: the text is {type(text).__name__}, expected str"):
        find_numbers(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("On Monday 40 Serb and 50 Croat soldiers were killed.", [40, 50]),
        ("Nine survived and two later died.", [9, 2]),
        ("Six of them did not reach it; four did not come back.", [6, 4]),
        ("Half of the flats are damaged, and a quarter will be pulled down.", [50, 25]),
        ("Nine foreign advisers left.", [9]),
        ("They took about a third.", [pytest.approx(100 / 3)]),
        ("A third was shot, and a quarter of an hour later a fourth.", []),
    ],
)
def test_counts_that_little_tells(text: str, wanted: list[float]) -> None:
    assert [n.value for n in find_numbers(text)] == wanted


def test_civilian_deaths_are_civilians() -> None:
    assert [n.unit for n in find_numbers("They admit 40 civilian deaths and 90 deaths in all.")] == [
        "civilians",
        "people",
    ]


def test_words_behind_a_day_soften_the_count() -> None:
    found = find_numbers("On June 1 at least 160 died; on June 2 some 300, perhaps 350, left.")
    assert [(n.value, n.low, n.high, n.qualifier) for n in found] == [
        (160, 160, None, "at_least"),
        (None, 300, 350, "about"),
    ]
