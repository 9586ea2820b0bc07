"""Failures of other tools in the field, one test each: dates, figures, double counting, false precision, who said it."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.claims import check_arithmetic, group_facts
from geo_ghouta.dates import find_dates
from geo_ghouta.numbers import find_numbers
from geo_ghouta.stories import group_stories


def spans(text: str, published: str) -> list[tuple[str, str | None, str | None]]:
    return [
        (d.text, d.date_from and d.date_from.isoformat(), d.date_to and d.date_to.isoformat())
        for d in find_dates(text, published)
    ]


def figures(text: str) -> list[tuple[str, float | None, str]]:
    return [(n.text, n.value, n.unit) for n in find_numbers(text)]


def read(text: str, published: str = "2018-03-26", places: tuple[str, ...] = ("Saqba", "Jisreen")) -> pd.DataFrame:
    return read_all([{"id": "r", "published": published, "text": text, "places": list(places)}])


def rows(found: pd.DataFrame, *columns: str) -> list[tuple[object, ...]]:
    return [
        tuple(None if pd.isna(v) else str(v)[:10] if c.startswith("date_") else v for c, v in zip(columns, row, strict=True))
        for row in found[list(columns)].itertuples(index=False)
    ]  # fmt: skip


# --- dates -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "published", "days"),
    [
        pytest.param(
            "The first men boarded at Saqba on Thursday.", "2018-03-22",
            [("Thursday", "2018-03-22", "2018-03-23")], id="F129-weekday-of-publication",
        ),
        pytest.param(
            "The buses went late on Sunday, two days after a truce on Friday and a trial run on Saturday; others follow on Monday.",
            "2018-03-26",
            [("late on Sunday", "2018-03-25", "2018-03-26"), ("Friday", "2018-03-23", "2018-03-24"),
             ("Saturday", "2018-03-24", "2018-03-25"), ("Monday", "2018-03-26", "2018-03-27")], id="F130-other-weekdays",
        ),
        pytest.param(
            "A lorry came back from Saqba on Sunday.", "2018-01-03",
            [("Sunday", "2017-12-31", "2018-01-01")], id="F131-new-year",
        ),
        pytest.param(
            "Last Thursday twenty families went; their neighbours go next Monday.", "2018-03-22",
            [("Last Thursday", "2018-03-15", "2018-03-16"), ("next Monday", "2018-03-26", "2018-03-27")],
            id="F132-last-and-next",
        ),
        pytest.param(
            "Saqba may yet hold out. What was first said in May 2017 may be said again.", "2018-03-26",
            [("May 2017", "2017-05-01", "2017-06-01")], id="F136-may-the-verb",
        ),
        pytest.param(
            "Of 1,360 on the list 415 were armed; 41 buses came; 7 of 12 mills stood still; 20 percent is left. Have they sat?",
            "2018-03-22", [], id="F137-plain-numbers",
        ),
        pytest.param(
            "Juliet Aprile of the monograph room told Augusta to decide at the Sundown market.", "2018-03-22",
            [], id="F138-parts-of-words",
        ),
        pytest.param(
            "وصلت ٣١ حافلة إلى سقبا في ١٩ آذار ٢٠١٨، بعد اتفاق ١٤ كانون الثاني ٢٠١٨.", "2018-03-22",
            [("١٩ آذار ٢٠١٨", "2018-03-19", "2018-03-20"), ("١٤ كانون الثاني ٢٠١٨", "2018-01-14", "2018-01-15")],
            id="F141-arabic-digits-and-months",
        ),
    ],
)  # fmt: skip
def test_days(text, published, days):
    assert [d for d in spans(text, published) if d[1]] == days
    assert all(text[d.start : d.end] == d.text for d in find_dates(text, published))


def test_a_plan_for_next_monday_is_no_past_event():
    # F132
    found = read("Last Thursday 20 families left Saqba; 30 families will leave Saqba next Monday.", "2018-03-22")
    assert rows(found, "modality", "date_from", "date_to") == [
        ("happened", "2018-03-15", "2018-03-16"),
        ("planned", "2018-03-26", "2018-03-27"),
    ]


# --- figures ---------------------------------------------------------------------------------------------------------
def test_arabic_digits_are_figures():
    # F141
    assert figures("وصلت ٣١ حافلة إلى سقبا في ١٩ آذار ٢٠١٨.") == [("٣١", 31, "buses")]


def test_two_figures_are_never_joined():
    # F143
    text = "Three buses and four vans left Jisreen with thirty-six wounded."
    assert figures(text) == [("Three", 3, "buses"), ("four", 4, "other"), ("thirty-six", 36, "people")]
    assert rows(read(text), "kind", "value", "unit", "origin") == [
        ("departure", 3, "buses", "Jisreen"),
        ("departure", 4, "other", "Jisreen"),
        ("departure", 36, "people", "Jisreen"),
    ]


def test_a_part_stands_within_its_whole():
    # F146
    text = "Among the 1,360 evacuees were 415 gunmen; of those who left, 120 were children."
    whole, *parts = find_numbers(text)
    assert (whole.value, whole.part_of) == (1360, None)
    assert [(n.value, n.part_of) for n in parts] == [(n, (whole.start, whole.end)) for n in (415, 120)]
    found = read(text)
    assert rows(found, "value", "unit") == [(1360, "people"), (415, "fighters"), (120, "people")]
    assert rows(found, "part_of") == [(None,), (found["claim_id"][0],), (found["claim_id"][0],)]


def test_a_running_total_stands_apart_from_its_days():
    # F147
    text = "Under the deal 7,300 people have left so far, over 6,100 of them on Sunday and close to 1,200 on Saturday."
    found = read(text)
    figure = found[found["value"].notna()]
    assert rows(figure, "value", "low", "high", "scope", "date_from") == [
        (7300, 7300, 7300, "cumulative", None),
        (6100, 6100, None, "event", "2018-03-25"),
        (1200, None, 1200, "event", "2018-03-24"),
    ]
    assert set(figure["part_of"].dropna()) == {figure["claim_id"].iloc[0]}
    assert group_facts(found).nunique() == len(found)
    sums = check_arithmetic(found)
    assert rows(sums[sums["check"] == "sum_of_days"], "verdict", "claimed", "measured") == [("agrees", 7300, 7300)]


def test_rival_figures_are_all_kept_with_who_gave_them():
    # F148
    text = "The monitor counts some 3,900 gone since Wednesday; a ministry says over 4,700; the state agency plans for 8,200."
    assert rows(read(text, "2018-03-22"), "value", "low", "high", "qualifier", "speaker", "modality") == [
        (3900, None, None, "about", "monitor", "happened"),
        (4700, 4700, None, "at_least", "ministry", "happened"),
        (8200, 8200, 8200, "exact", "state agency", "planned"),
    ]


def test_shares_and_counts_of_things_are_not_people():
    # F149
    text = "They keep 20 percent (20 per cent, 20%) of the land; 7 of the 12 bakeries are gone."
    assert figures(text) == [
        ("20 percent", 20, "percent"), ("20 per cent", 20, "percent"), ("20%", 20, "percent"), ("7", 7, "other"), ("12", 12, "other"),
    ]  # fmt: skip
    seven, twelve = find_numbers(text)[-2:]
    assert seven.part_of == (twelve.start, twelve.end)
    assert set(read(text)["unit"]) == {"percent", "other"}


def test_ages_and_hours_are_not_counts():
    # F150
    text = "“We stood there,” said Abu N., 41. The convoy of 53 buses waited for five hours; his sister left nine months ago."
    assert figures(text) == [("53", 53, "buses")]
    found = read(text)
    assert rows(found[found["unit"].notna()], "value", "unit") == [(53, "buses")]


def test_who_left_who_is_there_and_who_came_are_told_apart():
    # F154
    found = read(
        "An estimated 210,000 people, many from nearby towns, are still in Saqba; 13,000 have left it. "
        "Some 400 people arrived in Jisreen on Sunday."
    )
    assert rows(found, "kind", "value", "origin", "destination", "place") == [
        ("population", 210_000, None, None, "Saqba"),
        ("departure", 13_000, "Saqba", None, None),
        ("arrival", 400, None, "Jisreen", None),
    ]


# --- counted once ----------------------------------------------------------------------------------------------------
def test_neighbouring_towns_on_one_day_are_two_events():
    # F161
    found = read("On Monday buses left Saqba. On Monday buses left Jisreen.")
    assert rows(found, "kind", "origin", "date_from") == [
        ("departure", "Saqba", "2018-03-26"),
        ("departure", "Jisreen", "2018-03-26"),
    ]
    assert group_facts(found).nunique() == 2


def test_doubles_are_linked_and_kept():
    # F162
    texts = [
        ("a", "2018-03-22", "Among the 1,360 evacuees from Saqba were 415 gunmen."),
        (
            "b",
            "2018-03-22",
            "The state channel put it at 1,360 people leaving Saqba on Thursday, 415 of them fighters.",
        ),
        ("c", "2018-03-23", "On Friday a second group of 1,700 left Saqba."),
    ]
    found = read_all([{"id": n, "published": p, "text": t, "places": ["Saqba"]} for n, p, t in texts])
    found["fact_id"] = group_facts(found)
    assert rows(found, "report_id", "value") == [("a", 1360), ("a", 415), ("b", 1360), ("b", 415), ("c", 1700)]
    people, armed, people_again, armed_again, second = found["fact_id"]
    assert (people, armed) == (people_again, armed_again)
    assert len({people, armed, second}) == 3


def test_one_agency_text_in_two_outlets_is_one_source():
    # F163
    texts = [
        "Several hundred opposition men set off from Saqba on Thursday. The regime's push widened from Feb. 18.",
        "Several hundred rebel men set off from Saqba. The government's push widened from February 18.",
    ]
    assert group_stories(pd.DataFrame({"report_id": ["a", "b"], "text": texts})).nunique() == 1


# --- who said it -----------------------------------------------------------------------------------------------------
def test_each_figure_keeps_who_gave_it():
    # F166
    found = read(
        "The state channel said 1,360 left. A spokesman agreed. Doctors called it a banishment. On the next day 210 left."
    )
    assert rows(found, "kind", "value", "speaker") == [("departure", 1360, "state channel"), ("departure", 210, None)]
    assert found["attribution_start"].notna().tolist() == [True, False]


# --- no more precise than told ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    head = "---\npublished: 2018-03-26\n---\n"
    days = ("Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
    went = " ".join(f"On {day} {110 + 130 * n} people left Harasta." for n, day in enumerate(days))
    (folder / "wide.md").write_text(head + "Shells fell across Rif Dimashq and over northwest Syria.\n", "utf-8")
    (folder / "town.md").write_text(head + went + "\n", "utf-8")
    return gg.run(None, [folder], world=False)


def test_wide_areas_are_marked_wide(run):
    # F104
    wide = run.places[~run.places["geo_precision"].isin(["town"])]
    assert rows(wide, "name", "geo_precision") == [("Rif Dimashq", "adm1"), ("northwest Syria", "region")]
    assert (wide["uncertainty_m"] >= 50_000).all()
    events = run.layers["events"]
    assert events[~events["geo_precision"].isin(["town", "neighbourhood", "site"])]["holder"].isna().all()


def test_no_point_is_moved_to_be_seen(run, tmp_path):
    # F105
    events = run.layers["events"]
    at_town = events[events["place"] == "Harasta"]
    assert len(at_town) == 5
    spot = run.case.gazetteer.set_index("place_id").loc[at_town["place_id"].iloc[0]].geometry
    path = exports.write_layer("events", events, tmp_path / "events.geojson")
    back = exports.read_layer(path, "events")
    assert {g.wkb for g in back[back["place"] == "Harasta"].geometry} == {spot.wkb}
