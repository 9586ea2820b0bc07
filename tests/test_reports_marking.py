"""Marks: what is no running text is marked, and no sentence of the report is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.reports import mark_text
from geo_ghouta.schema.vocabulary import MARK_KINDS

PROSE = "On Monday some 2,300 people left Zamalka, the committee said in the evening."
MORE = "A second convoy of 40 buses was to follow at night, according to a monitor."


def marked(text, **kwargs):
    return [(kind, text[start:end]) for start, end, kind in mark_text(text, **kwargs)]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        # F156
        (
            "______________\nRead more:\nOpinion: what the fall of Saqba means\nHead of state seen in Misraba\n"
            "_______________\n" + PROSE,
            [("link_block", ("______________\nRead more:\nOpinion: what the fall of Saqba means\n"
                            "Head of state seen in Misraba\n_______________"))],
        ),
        (PROSE + "\n\nRead more:\nWhat the fall of Saqba means\nWho holds Jobar now?\n\n" + MORE,
         [("link_block", "Read more:\nWhat the fall of Saqba means\nWho holds Jobar now?")]),
        (PROSE + "\nRead more: What the fall of Saqba means\n" + MORE,
         [("link_block", "Read more: What the fall of Saqba means")]),
        (PROSE + "\nRELATED STORIES\n* Buses reach the north\n* Talks stall again\n\n" + MORE,
         [("link_block", "RELATED STORIES\n* Buses reach the north\n* Talks stall again")]),
        (PROSE + "\nاقرأ أيضا: ماذا بعد حرستا\n" + MORE, [("link_block", "اقرأ أيضا: ماذا بعد حرستا")]),
        (PROSE + "\nBuses wait at a crossing by the river (AP)\n" + MORE,
         [("caption", "Buses wait at a crossing by the river (AP)")]),
        (PROSE + "\nBuses wait at a crossing. (Own Name/AFP)\n" + MORE, [("caption", "Buses wait at a crossing. (Own Name/AFP)")]),
        (PROSE + "\nBuses wait [File photo: Reuters]\n" + MORE, [("caption", "Buses wait [File photo: Reuters]")]),
        (PROSE + "\nFILE - Buses wait at a crossing.\n" + MORE, [("caption", "FILE - Buses wait at a crossing.")]),
        (PROSE + "\nA bus in the snow at the last crossing\nA bus in the snow at the last crossing\n" + MORE,
         [("caption", "A bus in the snow at the last crossing")] * 2),
        (PROSE + "\n" + MORE + "\n" + PROSE, [("repeat", PROSE)]),
        ("Buses leave Zamalka after a deal\n\n" + PROSE, [("title", "Buses leave Zamalka after a deal")]),
        ("# Buses leave\n\n" + PROSE, [("title", "# Buses leave")]),
        ("BEIRUT (Agency) — " + PROSE, [("dateline", "BEIRUT (Agency) —")]),
        ("BEIRUT, March 22 (Agency) - " + PROSE, [("dateline", "BEIRUT, March 22 (Agency) -")]),
        ("DAMASCUS, Syria -- " + PROSE, [("dateline", "DAMASCUS, Syria --")]),
        ("Beirut (AFP) - " + PROSE, [("dateline", "Beirut (AFP) -")]),
        ("بيروت (رويترز) - غادرت الحافلات مدينة حرستا.", [("dateline", "بيروت (رويترز) -")]),
        ("By Own Correspondent\n" + PROSE, [("byline", "By Own Correspondent")]),
        (PROSE + "\n(Reporting by A. Nother in Beirut; editing by S. Omeone)",
         [("byline", "(Reporting by A. Nother in Beirut; editing by S. Omeone)")]),
        (PROSE + "\nSign up for our morning letter\nHave your say\n© 2018 The Paper",
         [("boilerplate", "Sign up for our morning letter"), ("boilerplate", "Have your say"),
          ("boilerplate", "© 2018 The Paper")]),
    ],
)  # fmt: skip
def test_what_is_marked(text, marks):
    assert marked(text) == marks


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        PROSE + "\n" + MORE,
        "Ten buses left Qabun.\n300 from Barzeh\n200 from Tishrin",
        "- 300 from Barzeh\n- 200 from Tishrin\n\nMore were to follow.",
        "By Monday, all buses had left.\n" + PROSE,
        "From Harasta they went north.\n" + PROSE,
        "Related talks went on in Homs.\n" + PROSE,
        "Harasta – the town in the west of the pocket – was empty.",
        "The coalition (SNC) said so.\nHe spoke for Ahrar al-Sham (the Free Men of the Levant)",
        "Watch towers stood along the road.\n" + PROSE,
        "Share prices fell.\nPrinting presses stopped.\nFollowers waited.",
        "More from the pocket left on Sunday.",
        "Buses left\nHarasta on Thursday with more\nthan 400 on board, the state\nchannel said. Others waited\nin the street.",
        "He said no.\nHe said no.\nNo.",
        "ACLED: data",
        "",
        "\n\n",
    ],
)
def test_what_is_not_marked(text):
    assert marked(text) == []


@pytest.mark.parametrize(
    "block",
    [
        "Related:\n- 300 people killed in Zamalka.\n- 5,000 fighters leave Saqba on Friday\n* What we know",
        "**Read more**\n\n- 300 people killed in Zamalka.\n\n- 5,000 fighters leave Saqba.",
        "Related stories\n1. Army says 300 killed.\n2. Buses leave.",
        "Also on our site\n• 300 people were killed on Monday.\n• Talks go on.",
    ],
)
def test_titles_in_bullets_may_end_like_sentences(block):
    assert marked(f"{PROSE}\n\n{block}\n\n{MORE}") == [("link_block", block)]


def test_a_known_title_is_marked_where_it_stands():
    text = "The Paper\nBuses leave Zamalka. All of them.\n\n" + PROSE
    assert ("title", "Buses leave Zamalka. All of them.") in marked(text, title="Buses leave  Zamalka. All of them.")


def test_offsets_count_in_the_untouched_text():
    text = "\ufeff---\r\na: b\r\n---\r\n  Buses leave Zamalka today  \r\n\r\n" + PROSE + "\r\n"
    assert marked(text, front_end=text.index("  Buses")) == [
        ("front_matter", "\ufeff---\r\na: b\r\n---\r\n"),
        ("title", "Buses leave Zamalka today"),
    ]


@pytest.mark.parametrize(
    "unit", ["a", "1,1,1,", "((((", "BEIRUT ", "By A ", "_ ", "(AP/", "Read more: ", "x\n", "Aa\n\n", "\u2028"]
)
def test_hostile_text_ends(unit):
    marks = mark_text(unit * 50_000)  # a quadratic pattern takes minutes
    assert marks == sorted(marks)


@given(st.text(alphabet="abA \n\r():-_*#—.Read morehByAP©", max_size=300), st.none() | st.text(max_size=20))
def test_marks_are_sorted_spans_that_do_not_overlap(text, title):
    last = 0
    for start, end, kind in mark_text(text, title):
        assert last <= start < end <= len(text)
        assert kind in MARK_KINDS
        assert text[start:end].strip()
        last = end
