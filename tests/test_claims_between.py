"""Claims that another sentence tells: rival counts, whose pocket, speakers' names; and facts that do not chain."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta import control
from geo_ghouta.claims import group_facts
from geo_ghouta.schema import CLAIMS, CONTROL, PICTURES, POCKETS, Actor, Pictures

GROUP = Actor("north_brigade", "North Brigade", aliases=("North Brigade", "Northern Brigade"))


def read(text: str, published: str | None = "2018-03-27", places: tuple[str, ...] = (), actors=()) -> pd.DataFrame:
    found = read_all([{"id": "r1", "published": published, "text": text, "places": list(places)}], actors)
    return found[found["unit"].notna()].reset_index(drop=True)


def days(found: pd.DataFrame) -> list[str | None]:
    return [None if pd.isna(d) else str(d)[:10] for d in found["date_from"]]


# --- facts -----------------------------------------------------------------------------------------------------------
def claim(name: str, value: float, first: str | None, last: str | None, **more: object) -> dict[str, object]:
    row: dict[str, object] = {
        "claim_id": name, "report_id": "r", "start": 0, "end": 1, "kind": "departure", "unit": "people", "scope": "event", "origin": "Saqba",
        "place_basis": "stated", "modality": "happened", "value": value, "low": value, "high": value,
        "date_basis": "unknown" if first is None else "stated", "date_precision": "unknown" if first is None else "day",
        "date_from": first, "date_to": last,
    }  # fmt: skip
    return row | more


def ids(*rows: dict[str, object]) -> list[str]:
    return group_facts(CLAIMS.table(rows)).tolist()


def test_a_week_does_not_chain_its_days():
    found = ids(
        claim("a", 1580, "2018-03-22", "2018-03-23"),
        claim("b", 3290, "2018-03-23", "2018-03-24"),
        claim("c", 4500, "2018-03-19", "2018-03-26"),
        claim("d", 4600, "2018-03-19", "2018-03-26"),
    )
    assert len(set(found)) == 3
    assert found[2] == found[3]


def test_a_running_total_is_no_days_figure():
    found = ids(
        claim("a", 900, "2018-03-24", "2018-03-25"),
        claim("b", 6400, "2018-03-24", "2018-03-25", scope="cumulative"),
        claim("c", 6100, "2018-03-23", "2018-03-27", scope="cumulative"),
    )
    assert len(set(found)) == 3


def test_overnight_meets_the_one_of_its_days_that_is_told():
    night = claim("n", 310, "2018-03-24", "2018-03-26")
    assert len(set(ids(claim("a", 300, "2018-03-25", "2018-03-26"), night))) == 1
    both = ids(claim("a", 300, "2018-03-24", "2018-03-25"), claim("b", 400, "2018-03-25", "2018-03-26"), night)
    assert len(set(both)) == 3


def test_without_day_and_place_only_named_rivals_meet():
    bare = {"origin": None, "place_basis": "unknown"}
    one = claim("a", 41000, None, None, speaker="relief group", **bare)
    two = claim("b", 5200, None, None, speaker="relief group", **bare)
    other = claim("c", 40000, None, None, speaker="UN", **bare)
    told = claim("d", 7, None, None, **bare)
    again = claim("e", 41000, None, None, **bare)
    found = ids(one, two, other, told, again)
    assert found[0] == found[2] == found[4]
    assert len({found[0], found[1], found[3]}) == 3


# --- days carried ----------------------------------------------------------------------------------------------------
def test_a_rival_count_is_of_the_day_told_just_before():
    found = read(
        "The army said 6,749 people left the pocket on Monday in 110 buses. The Shaam network said 6,768 people left in 105 buses."
    )
    assert found["value"].tolist() == [6749, 110, 6768, 105]
    assert days(found) == ["2018-03-26"] * 4


def test_a_count_without_a_verb_is_of_the_movement_told_just_before():
    found = read(
        "State TV said 1,240 people left Saqba on Monday in 30 buses. SMART counted 1,300 people in 31 buses.",
        places=("Saqba",),
    )
    assert found["kind"].tolist() == ["departure"] * 4
    assert found["origin"].tolist() == ["Saqba"] * 4
    assert found["speaker"].tolist()[2:] == ["SMART", "SMART"]
    assert days(found) == ["2018-03-26"] * 4


@pytest.mark.parametrize(
    "text",
    [
        "State TV said 1,240 people left Saqba on Monday. Activists said 1,300 people left Misraba.",
        "State TV said 1,240 people left Saqba on Monday. Activists said 9,000 people left Saqba.",
        "State TV said 1,240 people left Saqba on Monday. It said 1,300 people left by boat.",
        "State TV said 1,240 people left Saqba on Monday. Activists said 1,300 people were to leave.",
        "The last bus left Saqba on Monday. Some 5,000 people have left Saqba, activists said.",
        "State TV said 1,240 people left Saqba from Friday to Monday. Activists said 1,300 people left Saqba.",
    ],
)
def test_no_day_is_carried_to_another_event(text):
    assert days(read(text, places=("Saqba", "Misraba")))[-1] is None


def test_a_figure_put_at_counts_people_and_keeps_the_day():
    found = read(
        "On Monday 300 people left Saqba in 30 buses. The Observatory put the figure at 320.", places=("Saqba",)
    )
    assert (found.loc[2, "unit"], found.loc[2, "scope"], days(found)[2]) == ("people", "event", "2018-03-26")


def test_a_part_of_day_keeps_the_day_before_it_and_a_deals_day_stays_the_deals():
    found = read(
        "Residents began to leave Tishrin on Sunday. A reporter inside Tishrin saw about 10 buses leave in the morning, "
        "after a deal was struck late on Saturday.",
        places=("Tishrin",),
    )
    assert (days(found), found["origin"].tolist()) == (["2018-03-25"], ["Tishrin"])


def test_an_accords_day_is_not_that_of_what_is_planned():
    found = read("The ministry will send 1,960 soldiers under Tuesday's accord.", published="2020-11-12")
    assert days(found) == [None]


# --- what a part did, and of what --------------------------------------------------------------------------------------
def test_a_part_with_its_own_verb_tells_what_became_of_it():
    found = read(
        "Some 18,000 civilians have fled the west bank. Of those, 11,000 are living in 22 camps, the ministry said."
    )
    assert found.loc[1, ["kind", "value", "unit"]].tolist() == ["population", 11000, "civilians"]
    assert found.loc[1, "part_of"] == found.loc[0, "claim_id"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Up to one million people may be displaced, the UN said.", [("displacement", 1_000_000, "people")]),
        ("As many as 300 may die in the siege, doctors said.", [("casualties", 300, "people")]),
        ("Since the truce took hold, 340 aid trucks have entered the strip.", [("arrival", 340, "other")]),
        ("State TV put the number of those evacuated at 1,200.", [("departure", 1200, "people")]),
        ("One of the three hospitals in the town has shut.", [("infrastructure", 1, "hospitals"), ("infrastructure", 3, "hospitals")]),
        ("The jets dropped 1,776 munitions last week.", [("attack", 1776, "other")]),
        ("Another 694 fighters surrendered on Monday, bringing the total to 959.", [("prisoners", 694, "fighters"), ("prisoners", 959, "fighters")]),
    ],
)  # fmt: skip
def test_turns_of_phrase(text, wanted):
    found = read(text)
    assert [(r["kind"], r["value"], r["unit"]) for r in found.to_dict("records")] == wanted


# --- whose pocket ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "ground",
    [
        "the pocket that the North Brigade holds",
        "the pocket North Brigade holds",
        "the area controlled by North Brigade",
        "the pocket held by the North Brigade",
        "the North Brigade pocket",
        "North Brigade's pocket",
        "the pocket of North Brigade",
        "the enclave under the control of North Brigade",
        "the area where North Brigade is in control",
        "territory that North Brigade controls",
    ],
)
def test_whose_ground_is_left(ground):
    found = read(f"On Sunday 5,400 people left {ground}.", actors=(GROUP,))
    assert found["origin_holder"].tolist() == ["north_brigade"]
    assert found["origin"].isna().all()


def test_who_leaves_is_not_whose_ground_it_is():
    found = read("On Sunday 300 North Brigade fighters left the old town.", actors=(GROUP,))
    assert found["origin_holder"].isna().all()


def test_the_picture_of_the_day_resolves_whose_ground():
    import shapely

    day = "2018-03-25"
    found = read(
        "On Sunday 5,400 people left the pocket that North Brigade holds for Idlib.", places=("Idlib",), actors=(GROUP,)
    )
    pictures = Pictures(
        PICTURES.table([{"picture_date": day, "areas": 1, "path": "a", "sha256": "0"}]), CONTROL.empty()
    )
    pocket = {c.name: None for c in POCKETS.columns} | {
        "pocket_id": "p1", "name": "southern pocket", "picture_date": day, "holders": "north_brigade",
        "geometry": shapely.box(36.3, 33.5, 36.4, 33.6),
    }  # fmt: skip
    pockets = POCKETS.empty()
    pockets = pd.concat([pockets, type(pockets)([pocket], geometry="geometry", crs=pockets.crs)])
    pockets["picture_date"] = pd.to_datetime(pockets["picture_date"])
    done = control.resolve_holdings(found, pictures, pockets, (GROUP,))
    assert done["origin"].tolist() == ["southern pocket"]
    assert done["place_basis"].tolist() == ["control_picture"]


# --- speakers' names -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("who", "label"),
    [
        ("Shaam network", "Shaam network"),
        ("The Shaam network", "Shaam network"),
        ("Last week news agencies", "news agencies"),
        ("The outlet Zaman al-Wasl", "Zaman al-Wasl"),
        ("The Iranian agency Fars", "Fars"),
        ("A source", "unnamed source"),
        ("An agency", "unnamed agency"),
        ("The networks SMART and Step", "SMART and Step"),
        ("SMART and Step", "SMART and Step"),
        ("Press TV and the Step network", "Press TV and the Step network"),
        (
            "SANA and the Syrian Observatory for Human Rights",
            "Syrian state media and Syrian Observatory for Human Rights",
        ),
        ("The REACH initiative", "REACH initiative"),
        ("Abu Samer, an opposition activist,", "opposition activist"),
        ("The UN aid office OCHA", "OCHA"),
        ("Local officials", "local officials"),
        ("Aid workers", "aid workers"),
        ("Turkish officials", "Turkish officials"),
    ],
)
def test_labels_are_names(who, label):
    found = read(f"{who} said 300 people left the town.")
    assert found["speaker"].tolist() == [label]
    assert found.loc[0, "speaker_text"] in who


def test_nobody_who_is_denied_speaks():
    assert read("For that reason no source says that 300 people left.")["speaker"].isna().all()


def test_a_country_is_it():
    found = read(
        "The UN has brought people out. Russia has offered no corridor. Last week it said 51 people had been freed."
    )
    assert found["speaker"].tolist() == ["Russia"]


def test_an_attribution_that_lost_its_verb():
    found = read("About 30,000 townspeople came over the bridge at night, to government authorities.")
    assert found["speaker"].tolist() == ["government authorities"]


@pytest.mark.parametrize(
    "text",
    [
        "State TV said 1,240 people left Saqba on Monday. A relief group said 41,000 people had come from the valley.",
        "State TV said 1,240 people left Saqba on Monday. A relief group counted 9,000 people in the camps.",
    ],
)
def test_another_count_is_no_rival(text):
    found = read(text, places=("Saqba",))
    assert pd.isna(found.loc[1, "origin"])
    assert days(found)[1] is None


@pytest.mark.parametrize("way", ["to", "towards", "into"])
def test_the_pocket_is_not_where_the_sentence_before_went(way):
    found = read(
        f"The longest convoy went from the pocket {way} Arbin. More than 5,100 people left the southern pocket on Sunday.",
        places=("Arbin",),
    )
    left = found[found["value"] == 5100]
    assert len(left) == 1
    assert left["origin"].isna().all()


def test_the_day_of_a_plan_is_not_the_day_of_what_happened():
    found = read("About 1,200 fighters left Saqba, and 250 more will follow on Thursday.", places=("Saqba",))
    assert found["modality"].tolist() == ["happened", "planned"]
    assert days(found) == [None, "2018-03-29"]
    found = read("Some 300 left Saqba in the past two days, he said, adding that 250 more would follow on Thursday.")
    assert found["modality"].tolist() == ["happened", "planned"]
    assert days(found) == ["2018-03-25", "2018-03-29"]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Aleppo's governor, quoted by the state agency, said 60 people left Saqba.", "governor"),
        ("A statement carried by the state agency said 90 people left Saqba.", "state agency"),
        ("By the Observatory's count 80 have left Saqba.", "Syrian Observatory for Human Rights"),
        ("The ministry's tally is 80 people killed.", "ministry"),
        ("The mayor, speaking on television, said 60 people left Saqba.", "mayor"),
        (
            "Iran's foreign minister, in a call with his counterpart, said 45 people left Saqba.",
            "Iran's foreign minister",
        ),
        ("A doctor reached by phone said 80 people left Saqba.", "doctor"),
        ("According to figures compiled by the Violations Centre, 312 people died in Saqba.", "Violations Centre"),
        (
            "The defence ministry's spokesman, Major General Ivan Example, said 170 left Saqba.",
            "defence ministry spokesman",
        ),
    ],
)
def test_who_speaks_where_another_passes_it_on(text, speaker):
    assert read(text, places=("Saqba",))["speaker"].tolist() == [speaker]


def test_rescue_workers_rescue_nobody_by_counting():
    found = read("Monitors say 47 people were killed in Saqba; rescue workers say 61.", places=("Saqba",))
    assert found["kind"].tolist() == ["casualties", "casualties"]
    assert found["speaker"].tolist() == ["monitors", "rescue workers"]
