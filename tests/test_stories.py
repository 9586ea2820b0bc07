"""Copies of one wire story are one source; what an outlet changed can be shown."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import stories
from geo_ghouta.errors import LimitError
from geo_ghouta.stories import compare, group_sketches, group_stories, sketch

AGENCY = """Rescue boats carried families across the river before dawn, the harbour master said.
About 340 people had slept in the grain store since the shelling of the mill road began.
Rebel fighters kept the north bank, and the regime's guns stood on the ridge above the ferry.
A council member said the bread would last until the weekend and no longer than that.
Nobody could say when the next boats would come, or who would be let on them."""
EDITED = """Rescue boats carried families across the river before dawn, the harbour master said.
The ferry landing at low water (AP)
The ferry landing at low water (AP)
About 340 people had slept in the grain store since the shelling of the mill road began.
Opposition fighters kept the north bank, and the government's guns stood on the ridge above the ferry.
A council member said the bread would last until the weekend.
Nobody could say when the next boats would come, or who would be let on them."""
OTHER = """Rescue boats came back empty in the evening because the north bank was under fire.
The harbour master said 120 people were still waiting at the landing and would be fetched on Monday.
Flour was rationed in the market hall, where a sack now costs four times what it did in spring."""


def table(*texts: str, ids: list[str] | None = None) -> pd.DataFrame:
    return pd.DataFrame({"report_id": ids or [f"r{i}" for i in range(len(texts))], "text": list(texts)})


def test_edited_copy_is_the_same_story_and_the_next_report_is_not():
    assert group_stories(table(AGENCY, OTHER, EDITED)).tolist() == ["s0", "s1", "s0"]


def test_half_of_a_story_is_still_that_story():
    half = "\n".join(AGENCY.splitlines()[:3])
    assert group_stories(table(AGENCY, half)).nunique() == 1


def test_short_copies_with_words_exchanged_are_one():
    one = "Several hundred opposition men started out from Harasta on Thursday. The regime's push grew from Feb. 18."
    two = "Several hundred rebel men started out from Harasta. The government's push grew from February 18."
    assert group_stories(table(one, two)).nunique() == 1


def test_same_event_in_other_words_is_another_story():
    one = "Among the 1,240 evacuees from Harasta were 312 gunmen."
    two = "The state channel put it at 1,240 people leaving Harasta on Thursday, 312 of them fighters."
    three = "On Friday a second group of 1,500 left Harasta."
    assert group_stories(table(one, two, three)).nunique() == 3


def test_reports_without_words_are_stories_of_their_own():
    assert group_stories(table("", "", "- - -")).nunique() == 3


def test_index_is_kept_and_the_id_is_the_smallest():
    reports = table(EDITED, OTHER, AGENCY, ids=["r9", "r5", "r2"])
    reports.index = pd.Index([7, 3, 11])
    grouped = group_stories(reports)
    assert grouped.to_dict() == {7: "s2", 3: "s5", 11: "s2"}
    assert str(grouped.dtype) == "str"


def test_no_reports_no_stories():
    assert group_stories(table()).empty


@given(
    st.permutations(
        list(zip(["r1", "r2", "r3", "r4", "r5"], [AGENCY, EDITED, OTHER, OTHER + " More.", "x"], strict=True))
    )
)
def test_order_of_rows_means_nothing(rows):
    reports = table(*[t for _, t in rows], ids=[i for i, _ in rows])
    found = dict(zip(reports["report_id"], group_stories(reports), strict=True))
    assert found == {"r1": "s1", "r2": "s1", "r3": "s3", "r4": "s3", "r5": "s5"}


def test_many_copies_become_one_story():
    copies = [AGENCY.replace("340", str(300 + i)) for i in range(60)]
    assert group_stories(table(*copies, OTHER)).nunique() == 2


def asked(count: int, kind: str) -> tuple[int, int]:
    """Most memory in bytes and texts asked for in full, while so many reports are grouped."""
    stem = " ".join(f"word{n}" for n in range(90))
    made = {
        "apart": lambda n: " ".join(f"word{n}x{k}" for k in range(90)),
        "copies": lambda n: f"{stem} Said outlet {n}, which adds {n} words of its own.",
        "a fifth": lambda n: f"{stem} {n // 2}" if n % 5 == 0 else " ".join(f"word{n}x{k}" for k in range(90)),
        "one form": lambda n: f"{stem} {' '.join(f'{stem[:40]} {n}{k} people left.' for k in range(9))}",
    }[kind]
    sketches = [sketch(made(n)) for n in range(count)]
    kept, ids, full = np.array([one for one, _ in sketches]), [f"r{n:07d}" for n in range(count)], []

    def shingles(at: int) -> Any:
        full.append(at)
        return sketches[at][1]

    tracemalloc.start()
    try:
        group_sketches(ids, kept, shingles)
        return tracemalloc.get_traced_memory()[1], len(full)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", ["apart", "copies", "a fifth", "one form"])
@pytest.mark.parametrize("shard", [stories._SHARD, 8_000])
def test_memory_and_work_grow_no_faster_than_the_reports(monkeypatch, kind, shard):
    # Small parts too, as there are of a big corpus: what one holds at a time is then no more than another does.
    monkeypatch.setattr(stories, "_SHARD", shard)
    monkeypatch.setattr(stories, "_PAIRS", 50)
    monkeypatch.setattr(stories, "_AT_ONCE", 100)
    (few, pairs), (many, more) = asked(250, kind), asked(1000, kind)
    assert many <= 4 * 1.15 * few
    assert more <= 4 * 1.15 * pairs + 50
    assert many / 1000 < 16 * 8 * stories.SKETCH


def test_memory_that_grows_faster_would_be_seen(monkeypatch):
    def every_pair(kept, _order):
        return iter([(one, two) for one in range(len(kept)) for two in range(one)])

    monkeypatch.setattr(stories, "_likely", every_pair)
    (few, _), (many, _) = asked(100, "copies"), asked(400, "copies")
    assert many > 4 * 1.15 * few


def test_seeds_one_and_two_are_one_story(shared):
    texts = [p.read_text(encoding="utf-8") for p in sorted((shared / "seeds").glob("*.txt"))]
    assert group_stories(table(*texts)).tolist() == ["s0", "s0", "s2", "s3"]


FORM = (
    "Daily bulletin. The observers in {} recorded {} breaches of the truce on {} May. Shelling was heard near {} and {} "
    "people were hurt. Aid groups brought {} tonnes of flour to the town. {} people left through the northern gate "
    "with the Red Crescent, the mission said in its daily bulletin. It called on all sides to keep the truce and to "
    "let the sick leave. The mission will publish its next bulletin tomorrow at noon."
)


def test_bulletins_of_one_form_are_no_copies():
    days = [
        FORM.format("Homs", 12, 3, "Rastan", 4, 30, 250),
        FORM.format("Aleppo", 7, 4, "Azaz", 19, 12, 900),
        FORM.format("Daraa", 31, 5, "Nawa", 2, 44, 61),
    ]
    copies = [days[0].replace("Aid groups", "Agencies"), days[0].replace("250 people", "260 people")]
    table = pd.DataFrame({"report_id": ["r1", "r2", "r3", "r4", "r5"], "text": days + copies})
    assert group_stories(table).tolist() == ["s1", "s2", "s3", "s1", "s1"]


ENGLISH = "Loyal forces took {} from rebels on {}, the channel said. At least {} people were wounded in {}."
ARABIC = "غادر {} شخصا حي {} يوم {} باتجاه الريف الغربي بحسب ما أفاد به الهلال الأحمر في بيان له مساء"


def filled() -> list[str]:
    towns, days = ("Alder", "Birch", "Cedar", "Elm"), ("Monday", "Tuesday", "Friday")
    english = [ENGLISH.format(towns[n % 4], days[n % 3], 11 + n, towns[(n + 1 + n // 4) % 4]) for n in range(24)]
    quarters, arabic_days = ("السوق", "النهر", "الجسر"), ("الخميس", "الجمعة")
    return [*english, *(ARABIC.format(20 + n, quarters[n % 3], arabic_days[n % 2]) for n in range(24))]


def test_short_updates_of_one_form_are_no_copies():
    assert group_stories(table(*filled())).nunique() == 48


def test_short_updates_that_differ_in_names_alone_are_no_copies():
    one = "Loyal forces entered the town of Alder late in the evening and nobody there was hurt, the channel said."
    assert group_stories(table(one, one.replace("Alder", "Birch"))).nunique() == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Loyal forces", "Loyal troops"),
        (" on Monday", ""),
        (", the channel said", ", the state channel said late on Tuesday"),
        ("from rebels", "from opposition fighters"),
        ("At least 11", "11"),
    ],
)
def test_short_copies_with_edits_stay_one_story(old, new):
    one = ENGLISH.format("Alder", "Monday", 11, "Birch")
    assert old in one
    assert group_stories(table(one, one.replace(old, new))).nunique() == 1


def test_a_corpus_keeps_short_updates_apart_too():
    made = [sketch(t) for t in filled()]
    ids = [f"r{n:02}" for n in range(len(made))]
    assert len(set(group_sketches(ids, np.array([m[0] for m in made]), lambda at: made[at][1]))) == 48


def test_compare_names_the_words_exchanged():
    found = {(d.kind, d.text_a, d.text_b) for d in compare(AGENCY, EDITED)}
    assert ("replaced", "Rebel", "Opposition") in found
    assert ("replaced", "regime's", "government's") in found
    assert ("left_out", "and no longer than that", "") in found


@given(st.text(alphabet="ab c.\n’é", max_size=80), st.text(alphabet="ab c.\n’é", max_size=80))
def test_differences_rebuild_the_second_text_from_the_first(one, two):
    differences = compare(one, two)
    for d in differences:
        assert one[d.start_a : d.end_a] == d.text_a
        assert two[d.start_b : d.end_b] == d.text_b
        assert d.text_a or d.text_b

    def words(t):
        return [w.casefold() for w in stories._WORD.findall(t)]

    rebuilt, here = [], 0
    for d in differences:
        rebuilt += words(one[here : d.start_a]) + words(d.text_b)
        here = d.end_a
    assert rebuilt + words(one[here:]) == words(two)


def test_compare_refuses_what_would_never_end():
    long = "a " * (stories.MAX_WORDS + 1)
    with pytest.raises(LimitError, match="compare shorter parts"):
        compare("x " + long + "y", "z")
    assert compare(long, long) == []


def test_the_outlet_and_day_of_front_matter_make_no_other_story():
    form = "---\nsource: {}\npublished: {}\n---\nAbout 300 people left Harasta for Idlib on Thursday, a medic said."
    heads = [("North Wire", "2018-03-22"), ("Second Desk", "2018-03-23")]
    texts = [form.format(*head) for head in heads]
    assert len(set(group_stories(pd.DataFrame({"report_id": ["r1", "r2"], "text": texts})))) == 1
    texts[1] = texts[1].replace("300", "420")
    assert len(set(group_stories(pd.DataFrame({"report_id": ["r1", "r2"], "text": texts})))) == 2
