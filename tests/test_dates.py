"""Dates: days of publication in every form, how exact a span is and why, what it tells by name, and properties."""

from __future__ import annotations

import datetime as dt

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.dates import find_dates
from geo_ghouta.errors import UsageError
from geo_ghouta.schema import vocabulary


def test_day_first_decides_what_is_ambiguous() -> None:
    assert find_dates("on 15/4/2018")[0].date_from == dt.date(2018, 4, 15)
    assert find_dates("on 2/5/2018")[0].basis == "unknown"
    assert find_dates("on 2/5/2018", day_first=True)[0].date_from == dt.date(2018, 5, 2)
    assert find_dates("on 2/5/2018", day_first=False)[0].date_from == dt.date(2018, 2, 5)
    assert find_dates("on 2018-05-02", day_first=False)[0].date_from == dt.date(2018, 5, 2)


@pytest.mark.parametrize(
    "published",
    [
        "2018-03-22",
        "2018-03-22T23:59:00+09:00",
        dt.date(2018, 3, 22),
        dt.datetime(2018, 3, 22, 23, 59, tzinfo=dt.UTC),
        pd.Timestamp("2018-03-22 00:30", tz="Asia/Damascus"),
        pd.Timestamp("2018-03-22"),
    ],
)
def test_published_in_every_form(published: object) -> None:
    assert find_dates("It fell on Thursday.", published)[0].date_from == dt.date(2018, 3, 22)


@pytest.mark.parametrize("published", [None, "", pd.NaT, pd.NA, float("nan")])
def test_no_day_of_publication_is_unknown(published: object) -> None:
    (span,) = find_dates("It fell on Thursday.", published)
    assert (span.date_from, span.date_to, span.precision, span.basis) == (None, None, "unknown", "unknown")
    assert "no day of publication" in span.rule


def test_published_that_is_no_day() -> None:
    with pytest.raises(UsageError, match="expected a date or a text like 2018-03-22"):
        find_dates("Thursday", "22 March")


@pytest.mark.parametrize(
    ("text", "precision", "basis", "part"),
    [
        ("on Thursday", "day", "weekday", None),
        ("late on Sunday", "part_of_day", "weekday", "late"),
        ("on Sunday night", "part_of_day", "weekday", "night"),
        ("overnight", "part_of_day", "relative", "overnight"),
        ("today", "day", "relative", None),
        ("last week", "week", "relative", None),
        ("a month ago", "month", "relative", None),
        ("two years ago", "year", "relative", None),
        ("three days ago", "day", "relative", None),
        ("since Wednesday", "period", "weekday", None),
        ("in recent days", "period", "relative", None),
        ("on Feb. 18", "day", "stated", None),
        ("in March 2011", "month", "stated", None),
        ("in early March 2011", "month", "stated", "early"),
        ("in 2011", "year", "stated", None),
        ("from Friday to Sunday", "period", "weekday", None),
    ],
)
def test_precision_basis_and_part(text: str, precision: str, basis: str, part: str | None) -> None:
    (span,) = find_dates(text, "2018-03-26")
    assert (span.precision, span.basis, span.part) == (precision, basis, part)


def test_a_span_answers_by_attribute_and_by_name() -> None:
    (span,) = find_dates("It fell on Thursday.", "2018-03-22")
    assert span["date_from"] == span.date_from == dt.date(2018, 3, 22)
    assert dict(span)["basis"] == "weekday"
    assert span.get("nothing") is None
    assert "Thursday -> 2018-03-22" in span.rule
    with pytest.raises(KeyError):
        span["nothing"]


@pytest.mark.parametrize(
    ("published", "text", "day"),
    [
        ("2022-04-22", "Envoys demanded a pause over the feast, April 24.", "2022-04-24"),
        ("2022-04-22", "A pause over the feast, April 24, was demanded by envoys.", "2022-04-24"),
        ("2022-04-22", "Envoys called for a pause on April 24.", "2022-04-24"),
        ("2022-04-22", "More buses on April 26, officials said.", "2022-04-26"),
        ("2022-04-22", "The April 24 vote is near.", "2022-04-24"),
        ("2022-03-20", "The council announced a vote for May 15.", "2022-05-15"),
        ("2022-12-30", "Both sides backed a truce for Jan. 7.", "2023-01-07"),
        # A verb of the past that stands on the day keeps it there, as does what is named after it.
        ("2022-04-22", "Envoys demanded on April 24 that guns fall silent.", "2021-04-24"),
        ("2022-04-22", "Buses left the town on April 24.", "2021-04-24"),
        ("2022-04-22", "On April 24 the council said no.", "2021-04-24"),
        ("2018-03-22", "The May 4 deal is dead.", "2017-05-04"),
        ("2018-03-22", "Nine houses fell since April 4.", "2017-04-04"),
        ("2018-03-22", "Envoys announced in Doha on May 4 a halt.", "2017-05-04"),
        ("2022-04-22", "Envoys demanded a pause over the feast, August 24.", "2021-08-24"),
    ],
)
def test_a_day_without_a_year_that_is_near_at_hand_is_the_coming_one(published: str, text: str, day: str) -> None:
    (span,) = find_dates(text, published)
    assert (str(span.date_from), span.basis) == (day, "stated")


@pytest.mark.parametrize(
    "text", ["on Sunday night and Monday morning", "late on Sunday and early on Monday", "Sunday evening and on Monday morning"]
)  # fmt: skip
def test_the_end_of_a_day_and_the_beginning_of_the_next_are_one_night(text: str) -> None:
    (span,) = find_dates(f"Forty families left {text}.", "2022-05-18")
    assert (span.date_from, span.date_to) == (dt.date(2022, 5, 15), dt.date(2022, 5, 17))
    assert (span.precision, span.basis, span.part) == ("part_of_day", "weekday", "overnight")
    assert len(find_dates("They left on Sunday night and Tuesday morning.", "2022-05-18")) == 2


_PIECES = st.sampled_from(
    [
        *[
            "Thursday",
            "March",
            "May",
            "18",
            "22,",
            "2018",
            "last",
            "next",
            "this",
            "week",
            "month",
            "ago",
            "since",
            "the",
            "following",
            "day",
            "later",
            "from",
            "to",
            "between",
            "and",
            "will",
            "left",
            "said",
            "on",
            "in",
            "late",
            "early",
            "overnight",
            "night",
            ".",
            ",",
            ";",
            "\n",
            "-",
            "–",
            "05/04/2018",
            "2018-02-30",
            "31",
            "February",
            "29",
            "since",
            "2013",
            "1990s",
            "three",
            "a",
            "days",
            "٢٢",
            "آذار",
            "يوم",
            "الخميس",
            "منذ",
            "كانون",
            "2",
            "İ",
            "ß",
            "yesterday",
            "weekend",
            "before",
            "after",
            "of",
            "Feb.",
            "half",
            "year",
            "Sat.",
            "9999-12-31",
        ]
    ]
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=24).map(" ".join))
_DAYS = st.one_of(st.none(), st.dates(), st.sampled_from([dt.date.min, dt.date.max]))


@given(text=_TEXTS, published=_DAYS)
def test_any_text_keeps_the_contract(text: str, published: dt.date | None) -> None:
    end = 0
    for span in find_dates(text, published):
        assert text[span.start : span.end] == span.text
        assert end <= span.start < span.end
        end = span.end
        assert span.precision in vocabulary.DATE_PRECISIONS
        assert span.basis in vocabulary.DATE_BASES
        assert span.rule
        if span.date_from is None or span.date_to is None:
            assert span.date_from is span.date_to is None
            assert span.precision == span.basis == "unknown"
        else:
            assert span.date_from < span.date_to
            assert span.precision != "unknown"


@given(text=_TEXTS, published=_DAYS)
def test_words_before_only_shift_offsets(text: str, published: dt.date | None) -> None:
    lead = "The town is quiet, says nobody. \n\n"
    assert [(s.start + len(lead), s.end + len(lead), s.date_from, s.date_to) for s in find_dates(text, published)] == [
        (s.start, s.end, s.date_from, s.date_to) for s in find_dates(lead + text, published)
    ]


@given(published=st.dates(dt.date(1990, 1, 1), dt.date(2030, 1, 1)), weekday=st.integers(0, 6))
def test_a_weekday_is_never_a_week_off(published: dt.date, weekday: int) -> None:
    name = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[weekday]
    (past,) = find_dates(f"They left on {name}.", published)
    (plan,) = find_dates(f"They will leave on {name}.", published)
    (last,) = find_dates(f"They left last {name}.", published)
    (following,) = find_dates(f"They go next {name}.", published)
    days = [s.date_from for s in (past, plan, last, following)]
    assert all(d is not None and d.weekday() == weekday for d in days)
    gaps = [(d - published).days for d in days if d]
    assert -6 <= gaps[0] <= 0 <= gaps[1] <= 6
    assert -7 <= gaps[2] <= -1
    assert 1 <= gaps[3] <= 7


@pytest.mark.parametrize(
    "text",
    ["a" * 50_000, "1,1,1," * 10_000, "((((" * 12_500, "March 1 " * 6_000, "last " * 10_000, "had " * 12_000, " " * 50_000,
     "between 1 and " * 4_000, "2018-" * 10_000, "ا" * 50_000, "three days " * 5_000],
    ids=lambda t: t[:8],
)  # fmt: skip
def test_hostile_text_ends_soon(text: str) -> None:
    """A pattern that blew up would not come back."""
    assert all(text[s.start : s.end] == s.text for s in find_dates(text, "2018-03-22"))


def test_the_four_reports(shared) -> None:
    """The real reports: no day after publication but plans, none a week off, none invented."""
    seeds = shared / "seeds"
    if not (seeds / "reports.csv").is_file():
        pytest.skip("the four reports are not there")
    rows = pd.read_csv(seeds / "reports.csv")
    for row in rows.itertuples():
        text = (seeds / row.file).read_text(encoding="utf-8")
        published = dt.date.fromisoformat(row.published)
        spans = find_dates(text, published)
        assert len(spans) >= 7
        for span in spans:
            assert text[span.start : span.end] == span.text
            assert span.date_from is not None, span
            if span.basis == "weekday":
                assert -6 <= (span.date_from - published).days <= 0, span


@pytest.mark.parametrize("published", ["9999-12-31", "0001-01-01"])
def test_phrases_at_the_ends_of_the_calendar_are_unknown_and_no_error(published):
    for text in ("since Friday", "since last week", "since March", "since 2 May 2018", "tomorrow", "last year"):
        for found in find_dates(text, published):
            assert text[found.start : found.end]


@pytest.mark.parametrize("text", [None, b"80 people left on Friday", 80])
def test_what_is_no_text_is_refused_by_name(text):
    with pytest.raises(UsageError, match=f"find_dates: the text is {type(text).__name__}, expected str"):
        find_dates(text)
