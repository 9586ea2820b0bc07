"""Who is quoted: contradicted sources, insertions before the verb of saying, second counts, labels, link blocks."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta.claims.layout import find_paragraphs
from geo_ghouta.numbers import find_numbers
from geo_ghouta.reports.marking import mark_text


def read(text: str) -> pd.DataFrame:
    return read_all([{"id": "r1", "published": "1995-07-20", "text": text, "places": ["Srebrenica", "Tuzla"]}])


def told(text: str, *columns: str) -> list[tuple[object, ...]]:
    table = read(text)
    return [
        tuple(None if pd.isna(v) else v for v in row) for row in table[list(columns)].itertuples(index=False, name=None)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The soldiers never left Srebrenica, as state radio had claimed.",
        "No buses left Srebrenica on Monday, as the army had announced.",
        "Contrary to what the army said, 300 people left Srebrenica.",
        "Not 900, as the army had reported, but 300 people left Srebrenica.",
    ],
)
def test_who_said_the_contrary_is_not_quoted(text):
    found = told(text, "speaker")
    assert found
    assert {s for (s,) in found} == {None}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("No fewer than 300 people left Srebrenica, as the Red Cross had reported.", "Red Cross"),
        ("Some 300 people left Srebrenica, as the Red Cross had reported.", "Red Cross"),
        ("The buses did not leave Srebrenica, as the mayor acknowledged.", "mayor"),
        ("The buses did not leave Srebrenica, the mayor said.", "mayor"),
        ("Dutch intelligence, by contrast, believes that 300 people left Srebrenica.", "Dutch intelligence"),
        ("The mayor, however, said that 300 people had left Srebrenica.", "mayor"),
        ("The mayor, for his part, has said that 300 people had left Srebrenica.", "mayor"),
        ("The mayor, in turn, denied that 300 people had left Srebrenica.", "mayor"),
        ("The Red Cross, meanwhile, registered 300 arrivals from Srebrenica.", "Red Cross"),
        ("The envoy, on the other hand, said 300 people had left Srebrenica.", "envoy"),
        ("On Monday, however, the mayor said 300 people had left Srebrenica.", "mayor"),
        ("The mayor had hoped that 90 buses would leave Srebrenica.", "mayor"),
        ("An aide to Tuzla's mayor said 300 people had come from Srebrenica.", "aide to Tuzla's mayor"),
        ("President Doric's adviser said 300 people had left Srebrenica.", "adviser"),
        (
            "Some 300 people left Srebrenica, said Colonel General Ivan Doric, who leads the corps.",
            "General Ivan Doric",
        ),
        ("Harbour chief Captain Ivan Doric said 30 people died in Srebrenica.", "Harbour chief"),
        ("General Ivan Doric, commander of the corps, said 300 people left Srebrenica.", "commander of the corps"),
        ("Some 300 people left Srebrenica, said Ana Doric, a nurse who runs a clinic in a mill.", "who runs a clinic"),
        ("The satellite firm Geolook said 300 graves had been dug near Srebrenica.", "Geolook"),
        ("Tass said 300 people had left Srebrenica.", "TASS"),
        ("Unicef said 300 people had left Srebrenica.", "UNICEF"),
    ],
)
def test_who_is_quoted(text, wanted):
    speakers = {s for (s,) in told(text, "speaker")}
    assert len(speakers) == 1
    assert wanted in str(speakers.pop())


def test_a_label_ends_at_a_whole_word_of_sense():
    (speaker,) = {s for (s,) in told("Survivors of the raid who reached Tuzla said 40 people had died.", "speaker")} - {
        None
    }
    assert speaker == "survivors of the raid"


def test_what_is_hoped_for_is_expected_of_all_that_it_counts():
    text = "The mayor had hoped that 90 buses would take out 6,000 people from Srebrenica."
    assert told(text, "value", "modality") == [(90, "expected"), (6000, "expected")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Ten buses left Srebrenica on Monday, the UN said. The agency Tass gave the number of buses as eight.",
            [("departure", 10, "buses", "United Nations"), ("departure", 8, "buses", "TASS")],
        ),
        (
            "Ten buses with 500 people left Srebrenica, the UN said. The mayor gave the number of buses as eight.",
            [
                ("departure", 10, "buses", "United Nations"),
                ("departure", 500, "people", "United Nations"),
                ("departure", 8, "buses", "mayor"),
            ],
        ),
        (
            "A reporter saw five buses leave Srebrenica; the town council counted twelve.",
            [("departure", 5, "buses", "reporter"), ("departure", 12, "buses", "town council")],
        ),
    ],
)
def test_a_second_count_is_of_the_same(text, wanted):
    assert told(text, "kind", "value", "unit", "speaker") == wanted


def test_small_words_that_close_a_count_are_figures():
    assert [n.value for n in find_numbers("The mayor put the toll at nine.")] == [9]
    assert [n.value for n in find_numbers("The council counted twelve, the mayor seven.")] == [12]
    assert find_numbers("They counted on him, and met at ten.") == []


def test_a_speaker_is_not_who_was_hit():
    text = "Shells fell on Srebrenica, killing four people and wounding twelve, residents said."
    assert told(text, "value", "actor", "speaker") == [(v, None, "residents") for v in (None, 4, 12)]
    text = "The mayor put the dead in Srebrenica at 40, residents at 60."
    assert told(text, "value", "actor") == [(40, None), (60, None)]


STORY = "Shells fell on Srebrenica on Monday, residents said.\nSix people were killed there.\n"


@pytest.mark.parametrize(
    "block",
    [
        "\nAlso on our site\nTen pictures of the road to Tuzla\nLive: 25,000 now out of the enclave",
        "\nMore from the region\n\nWhy 300 people went back to Tuzla\n25,000 now out of the enclave",
        "\nIn other news\n25,000 now out of the enclave, says UN\n",
        "\nDon't miss\n25,000 now out of the enclave, says UN\n",
        "\nEditor's picks:\n25,000 now out of the enclave, says UN\n",
        "\nYou may also like\n25,000 now out of the enclave, says UN\n",
        "\n**Most read**\n25,000 now out of the enclave, says UN\n",
        "\nKeep reading\n- 25,000 now out of the enclave, says UN\n- Who guards Tuzla?\n",
    ],
)
def test_heads_of_other_stories_and_the_titles_below_are_no_text(block):
    text = STORY + block
    assert "25,000" not in "".join(text[s:e] for s, e in find_paragraphs(text, []))
    marked = [text[s:e] for s, e, kind in mark_text(text) if kind == "link_block"]
    assert any("25,000" in m for m in marked)


@pytest.mark.parametrize(
    "prose",
    [
        "\nMore from the governor\nThe governor said on Monday that 25,000 had left the enclave.\n",
        "\nAlso in the north\nSome 25,000 left the enclave. Nobody stopped them.\n",
        "\nAlso on Monday\n25,000 left the enclave, the UN said.\n",
    ],
)
def test_a_heading_over_sentences_heads_no_other_stories(prose):
    text = STORY + prose
    assert "25,000" in "".join(text[s:e] for s, e in find_paragraphs(text, []))
    assert not any("25,000" in text[s:e] for s, e, _ in mark_text(text))
