"""Claims: who says that how many of whom did what, from where to where, when; every figure leads back to its words."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.claims import find_claims
from geo_ghouta.claims.lexicon import TOKEN, read_lexicon
from geo_ghouta.claims.passages import find_sentences, plain_letters
from geo_ghouta.schema import CLAIMS, MARKS, PLACES, REPORTS, Actor
from geo_ghouta.schema import vocabulary as v

GROUP = Actor("north_brigade", "North Brigade", aliases=("North Brigade", "Northern Brigade", "the Brigade"))
ARMY = Actor("government", "Government forces", kind="government", aliases=("government forces", "the army"))


def read(text: str, published: str | None = "2018-03-26", places: tuple[str, ...] = (), actors=()) -> list[dict]:
    found = read_all([{"id": "r1", "published": published, "text": text, "places": list(places)}], actors)
    return [
        {k: (None if pd.isna(x) else x) for k, x in row.items()} | {"quote": text[row["start"] : row["end"]]}
        for row in found.to_dict("records")
    ]


def figures(*args, **kwargs) -> list[dict]:
    return [r for r in read(*args, **kwargs) if r["unit"] is not None]


def brief(rows: list[dict]) -> list[tuple]:
    return [(r["kind"], r["value"], r["unit"]) for r in rows]


# --- the day of who holds what ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Zamalka was held by the North Brigade on 18 March 2018.", "2018-03-18"),
        ("On 18 March 2018 Zamalka was still controlled by the North Brigade.", "2018-03-18"),
        ("Some 300 people left Zamalka, held by the North Brigade, on 18 March 2018.", None),
    ],
)
def test_was_held_by_has_the_sentences_day_and_held_by_alone_has_not(text: str, day: str | None) -> None:
    (row,) = [r for r in read(text, places=("Zamalka",), actors=(GROUP,)) if r["kind"] == "holder"] or [None]
    assert (None if row is None or row["date_from"] is None else f"{row['date_from']:%Y-%m-%d}") == day


# --- figures ---------------------------------------------------------------------------------------------------------
def test_two_figures_in_one_sentence_stay_two():
    rows = figures("Two buses and three vans left Zamalka with twenty-four wounded.", places=("Zamalka",))
    assert brief(rows) == [("departure", 2, "buses"), ("departure", 3, "other"), ("departure", 24, "people")]
    assert {r["origin"] for r in rows} == {"Zamalka"}


def test_a_part_points_to_its_whole_and_is_not_added():
    rows = figures("Among the 1,240 evacuees were 312 gunmen.")
    assert brief(rows) == [("departure", 1240, "people"), ("departure", 312, "fighters")]
    assert rows[1]["part_of"] == rows[0]["claim_id"]
    assert rows[0]["part_of"] is None


def test_running_total_keeps_apart_from_days():
    rows = figures(
        "Under the deal 6,100 people have gone so far, over 5,200 of them on Sunday and close to 900 on Saturday."
    )
    assert [(r["value"], r["scope"]) for r in rows] == [(6100, "cumulative"), (5200, "event"), (900, "event")]
    assert [str(r["date_from"])[:10] for r in rows[1:]] == ["2018-03-25", "2018-03-24"]
    assert rows[0]["date_from"] is None


def test_rival_figures_keep_their_speakers():
    rows = figures(
        "The monitor counts some 4,200 gone since Wednesday; a ministry says over 5,100; the state agency plans for 7,500.",
        "2018-03-22",
    )
    assert [(r["value"], r["speaker"], r["modality"]) for r in rows] == [
        (4200, "monitor", "happened"),
        (5100, "ministry", "happened"),
        (7500, "state agency", "planned"),
    ]
    assert rows[0]["low"] is None
    assert rows[1]["low"] == 5100


def test_shares_and_hospitals_are_no_people():
    rows = figures("They keep 15 percent of the land; 9 of the 11 hospitals are gone.")
    assert ("territory_share", 15, "percent") in brief(rows)
    assert ("infrastructure", 9, "hospitals") in brief(rows)
    assert all(r["unit"] != "people" for r in rows)


def test_ages_and_durations_are_no_claims():
    rows = figures(
        '"We waited," said Umm R., 34. The convoy of 62 buses stood for six hours; her brother left 11 months ago.'
    )
    assert {r["value"] for r in rows} == {62}


def test_who_is_still_there_and_who_left_have_different_kinds():
    rows = figures(
        "An estimated 190,000 people, many from nearby towns, are still in Douma; 14,000 have left it.",
        places=("Douma",),
    )
    assert brief(rows) == [("population", 190000, "people"), ("departure", 14000, "people")]
    assert (rows[0]["place"], rows[0]["origin"]) == ("Douma", None)
    assert rows[1]["origin"] == "Douma"


def test_one_convoy_that_left_and_arrived_is_two_claims():
    rows = figures(
        "The column of 30 buses that left late on Sunday began arriving in Idlib on Monday afternoon.",
        places=("Idlib",),
    )
    assert [(r["kind"], r["modality"], str(r["date_from"])[:10]) for r in sorted(rows, key=lambda r: r["kind"])] == [
        ("arrival", "under_way", "2018-03-26"),
        ("departure", "happened", "2018-03-25"),
    ]


def test_buses_are_told_to_the_people_in_them():
    rows = figures("On Monday 2,310 people left Zamalka in 38 buses, an aid worker said.", places=("Zamalka",))
    assert rows[0]["buses"] == 38


# --- who says so -----------------------------------------------------------------------------------------------------
def test_unattributed_is_a_value():
    rows = figures("The state channel said 1,240 left. Another 90 people fled the town.", "2018-03-22")
    assert [r["speaker"] for r in rows] == ["state channel", None]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        (
            "More than 300 people left the town, according to the Syrian Observatory for Human Rights.",
            "Syrian Observatory for Human Rights",
        ),
        ("SOHR said 300 people left the town.", "Syrian Observatory for Human Rights"),
        (
            "The Red Cross said talks went on. It said 300 people had left the town.",
            "International Committee of the Red Cross",
        ),
        (
            "Samer Dabbagh, a spokesman for the North Brigade, confirmed that 300 fighters would leave.",
            "North Brigade spokesman",
        ),
        (
            "North Brigade spokesman Samer Dabbagh spoke on Monday. He said 300 fighters had left.",
            "North Brigade spokesman",
        ),
        (
            '"We are few. Some 300 of our men have left," said North Brigade spokesman Samer Dabbagh.',
            "North Brigade spokesman",
        ),
        (
            "Samer Dabbagh, a spokesman for the North Brigade, spoke. Some 300 people left, Mr Dabbagh said.",
            "North Brigade spokesman",
        ),
        ("Some 300 people left the town, activists told reporters in the capital.", "activists"),
        ("The regime's media office put the number of people who left at 300.", None),
        ("More are expected to leave. Some 300 people have left.", None),
        ("An AFP correspondent in the quarter saw 12 buses carrying people out.", "AFP correspondent"),
        ("The governor of the province announced that 300 people had left.", "governor of the province"),
    ],
)
def test_speaker(text, speaker):
    rows = figures(text, actors=(GROUP,))
    assert rows, text
    found = rows[-1]["speaker"]
    if text.startswith("The regime's"):
        assert found is not None
        assert "regime" not in found
    else:
        assert found == speaker


def test_attribution_span_holds_the_words():
    text = "Some 300 people left the town, a council member said on Monday."
    row = figures(text)[0]
    assert text[row["attribution_start"] : row["attribution_end"]] == "a council member said"
    assert row["speaker_text"] == "a council member"


def test_denied_is_a_modality():
    rows = figures("The army denied that 40 people had been killed.", actors=(ARMY,))
    assert (rows[0]["kind"], rows[0]["modality"], rows[0]["speaker"]) == ("casualties", "denied", "Government forces")


# --- how sure --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("Some 300 people left the town.", "happened"),
        ("Some 300 people began leaving the town.", "under_way"),
        ("Some 300 people are being evacuated from the town.", "under_way"),
        ("Some 300 people will leave the town.", "planned"),
        ("Some 300 people prepared to leave the town.", "planned"),
        ("The deal will see 300 people leave the town.", "planned"),
        ("Some 300 people are expected to leave the town.", "expected"),
        ("Some 300 people could leave the town.", "conditional"),
        ("If the deal goes through, 300 people will leave the town.", "conditional"),
        ("Some 300 people did not leave the town.", "denied"),
        ("The truce has so far seen 300 people leave the town.", "happened"),
        ("As the gunmen prepared to depart, 300 people fled the town.", "happened"),
        ("It is not true that 300 people left the town.", "denied"),
        ("It is true that 300 people left the town.", "happened"),
        ("Reports that 300 people had left the town were false.", "denied"),
        ("Reports of 300 people killed in the town are untrue, the army said.", "denied"),
        ("Plans call for 300 people to leave the town.", "planned"),
        ("The road must be cleared before 300 people leave the town.", "planned"),
        ("Before 300 people left the town, it rained.", "happened"),
        ("Under the deal, 300 people leave the town on buses.", "planned"),
        ("Under the deal, 300 people left the town.", "happened"),
        ("Under heavy fire, 300 people leave the town every day.", "happened"),
    ],
)
def test_modality(text, modality):
    assert [r["modality"] for r in figures(text)] == [modality]


# --- when ------------------------------------------------------------------------------------------------------------
def test_the_day_of_saying_is_not_the_day_of_the_event():
    row = figures("The ministry said on Monday that 300 people had left the town.")[0]
    assert (row["date_from"], row["date_basis"]) == (None, "unknown")


def test_without_a_phrase_the_day_is_unknown_and_never_that_of_publication():
    row = figures("Some 300 people left the town.")[0]
    assert (row["date_from"], row["date_to"], row["date_basis"], row["date_precision"]) == (
        None,
        None,
        "unknown",
        "unknown",
    )


def test_each_verb_keeps_its_own_date():
    rows = figures("Some 900 people were bussed out on Saturday after 500 left the town on Friday.")
    assert [str(r["date_from"])[:10] for r in rows] == ["2018-03-24", "2018-03-23"]


def test_the_date_of_the_deal_is_not_the_date_of_the_departure():
    row = figures("Some 300 people left the town under a deal reached last week.")[0]
    assert row["date_from"] is None


def test_since_is_a_running_total():
    row = figures("Some 300 people have left the town since Wednesday.")[0]
    assert (str(row["date_from"])[:10], str(row["date_to"])[:10], row["scope"]) == (
        "2018-03-21",
        "2018-03-27",
        "cumulative",
    )


def test_without_publication_a_weekday_is_unknown():
    row = figures("Some 300 people left the town on Thursday.", None)[0]
    assert (row["date_from"], row["date_basis"]) == (None, "unknown")


# --- where -----------------------------------------------------------------------------------------------------------
def test_origin_destination_and_crossing():
    row = figures(
        "Some 300 people left Arbin for Idlib on Sunday through the Wafideen crossing.",
        places=("Arbin", "Idlib", "Wafideen"),
    )[0]
    assert (row["origin"], row["destination"], row["crossing"], row["place_basis"]) == (
        "Arbin",
        "Idlib",
        "Wafideen",
        "stated",
    )
    assert row["origin_id"] == "test:Arbin"


def test_several_origins():
    row = figures("Some 300 people left from the towns of Arbin and Zamalka.", places=("Arbin", "Zamalka"))[0]
    assert row["origin"] == "Arbin|Zamalka"


@pytest.mark.parametrize(
    "text",
    [
        "Some 300 people left the Brigade-held pocket on Sunday.",
        "Some 300 people left a pocket held by the North Brigade on Sunday.",
        "The deal with the North Brigade has seen 300 people leave the pocket it controls.",
    ],
)
def test_pocket_named_by_its_holder_has_no_stated_place(text):
    row = figures(text, actors=(Actor("north_brigade", "North Brigade", aliases=("North Brigade", "Brigade")),))[0]
    assert (row["origin"], row["origin_holder"], row["place_basis"]) == (None, "north_brigade", "unknown")


def test_a_place_that_the_text_does_not_give_is_not_given():
    row = figures("In Douma talks went on. Some 300 people left on Sunday.", places=("Douma",))[0]
    assert (row["origin"], row["destination"], row["place_basis"]) == (None, None, "unknown")


# --- what is no claim ------------------------------------------------------------------------------------------------
def test_captions_link_blocks_and_headlines_are_no_claims():
    text = (
        "Ten thousand leave as 40 buses go\n\n"
        "Some 300 people left Saqba on Sunday, the army said.\n\n"
        "Some 77 men wave from a van (AP)\nSome 77 men wave from a van (AP)\n\n"
        "______________\nRead more:\n500 people flee Misraba\n_______________\n"
        "Another 200 people fled Zamalka.\n"
    )
    assert [r["value"] for r in figures(text)] == [300, 200]


def test_marks_are_believed():
    text = "Some 300 people left Saqba on Sunday.\nSome 77 men left the van in the picture."
    reports = REPORTS.table(
        [
            {
                "report_id": "r1",
                "doc_id": "a",
                "text": text,
                "published_basis": "unknown",
                "path": "a",
                "sha256": "0",
                "text_sha256": "0",
            }
        ]
    )
    marks = MARKS.table([{"report_id": "r1", "start": text.index("\n") + 1, "end": len(text), "kind": "caption"}])
    assert find_claims(reports, marks, PLACES.empty())["value"].dropna().tolist() == [300]


def test_loaded_words_stay_in_the_report():
    rows = read(
        "The regime took Saqba from the terrorists on Sunday. Rebels say 40 terrorists were killed.", places=("Saqba",)
    )
    labels = " ".join(str(r[k]) for r in rows for k in ("actor", "speaker") if r[k])
    assert not {"regime", "terrorist", "rebel"} & set(labels.replace("s ", " ").lower().split())
    assert any(r["actor_text"] in {"regime", "terrorists"} for r in rows)


def test_claims_without_a_figure():
    rows = read(
        "A deal for Saqba was reached on Friday. Government forces captured Misraba on Saturday.",
        places=("Saqba", "Misraba"),
        actors=(ARMY,),
    )
    assert [
        (r["kind"], r["place"], str(r["date_from"])[:10]) for r in rows if r["kind"] in {"agreement", "advance"}
    ] == [
        ("agreement", "Saqba", "2018-03-23"),
        ("advance", "Misraba", "2018-03-24"),
    ]


def test_text_wrapped_by_hand_is_read_over_its_lines():
    text = "Dozens of gunmen and their kin began leaving\nthe town of Saqba on Monday, a\nmonitor said. Then 40 buses left\nMisraba."
    rows = figures(text, places=("Saqba", "Misraba"))
    assert [(r["unit"], r["origin"]) for r in rows] == [("people", "Saqba"), ("buses", "Misraba")]
    headed = "Dozens of gunmen leave Saqba\n\nOn Monday 40 buses left Saqba.\nThen 30 buses left Misraba."
    assert [r["value"] for r in figures(headed, places=("Saqba", "Misraba"))] == [40, 30]


# --- properties ------------------------------------------------------------------------------------------------------
COMMON = """300 1,240 dozens hundreds people fighters buses left fled killed percent said according to the Observatory on Sunday
. , ; " ( ) Some from Saqba will not hospitals held by of and who he Mr since “ ” حرستا 😀"""
WORDS = st.sampled_from([*COMMON.split(), "more than", "\n", "\r\n"])


@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_any_text_gives_spans_inside_it_and_words_of_the_vocabulary(text):
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text, "places": ["Saqba"]}], (GROUP,))
    CLAIMS.check(found)
    assert ((found["start"] >= 0) & (found["start"] < found["end"]) & (found["end"] <= len(text))).all()
    assert set(found["kind"]) <= set(v.CLAIM_KINDS)
    quoted = found.dropna(subset=["attribution_start"])
    assert (quoted["attribution_start"] < quoted["attribution_end"]).all()
    for start, end, words in zip(
        quoted["attribution_start"], quoted["attribution_end"], quoted["speaker_text"], strict=True
    ):
        assert words in text
        assert text[start:end].strip()


@pytest.mark.parametrize(
    "piece", ["a", "1,1,1,", "((((", "- - - -", "said ", "300 people left ", "“", "of 3 ", ".", ". ", "?!", "’", "İ"]
)
def test_hostile_text_ends(piece):
    text = piece * (50_000 // len(piece))
    found = read_all([{"id": "r1", "published": "2018-03-26", "text": text}])
    assert (found["end"] <= len(text)).all()


@pytest.mark.parametrize(
    "text",
    ["Some 500 people left the town, 300 of them", "The toll is 1,240, a third of whom", "40 left, said president Dr"],
)
def test_a_text_that_breaks_off_is_read(text):
    assert not read_all([{"id": "r1", "published": "2018-03-26", "text": text}]).empty


@given(st.text("ab.’'-_1 2,éا“\n\t!", max_size=60))
def test_words_do_not_hang_on_how_a_text_is_cut(text):
    low = plain_letters(text)
    for one in find_sentences(text, [], read_lexicon()):
        assert one.words == TOKEN.findall(low[one.start : one.end])
        assert one.words == [low[s : one.end_of(k)] for k, s in enumerate(one.starts)]


def test_order_of_reports_changes_no_row():
    texts = [
        {"id": f"r{i}", "published": "2018-03-26", "text": f"Some {300 + i} people left the town on Sunday."}
        for i in range(4)
    ]
    one, two = read_all(texts), read_all(texts[::-1])
    pd.testing.assert_frame_equal(one, two.sort_values("claim_id").reset_index(drop=True))


def test_offsets_hold_with_windows_line_ends_a_byte_order_mark_and_emoji():
    text = "\ufeffحرستا 😀\r\nSome 300 people left Harasta’s north gate on Sunday.\r\n"
    row = figures(text, places=("Harasta",))[0]
    assert row["quote"] == "Some 300 people"
