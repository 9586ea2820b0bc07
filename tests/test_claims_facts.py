"""Claims side by side: which are of one fact, whether their figures add up, and the four reports as a whole."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from claim_scoring import read_all

from geo_ghouta.claims import check_arithmetic, group_facts
from geo_ghouta.schema import CLAIMS


# --- facts and arithmetic --------------------------------------------------------------------------------------------
def facts(text: str, **kwargs) -> pd.DataFrame:
    found = read_all(
        [{"id": "r1", "published": "2018-03-26", "text": text, "places": list(kwargs.get("places", ()))}],
        kwargs.get("actors", ()),
    )
    return found.assign(fact_id=group_facts(found))


def test_two_sources_for_one_day_meet_and_stay_side_by_side():
    found = facts(
        "State media said 1,240 people left Saqba on Sunday. Activists said 1,900 people left Saqba on Sunday.",
        places=("Saqba",),
    )
    assert found["fact_id"].nunique() == 1
    assert found["value"].tolist() == [1240, 1900]


def test_other_town_other_day_other_unit_and_plan_are_other_facts():
    found = facts(
        "Some 100 people left Saqba on Sunday. Some 100 people left Misraba on Sunday. Some 100 people left Saqba on Saturday. "
        "Some 100 fighters left Saqba on Sunday. Some 100 people were due to leave Saqba on Sunday.",
        places=("Saqba", "Misraba"),
    )
    assert found["fact_id"].nunique() == 5


def test_towns_two_kilometres_apart_stay_two_events():
    found = facts("On Monday buses left Arbin. On Monday buses left Zamalka.", places=("Arbin", "Zamalka"))
    assert found["origin"].tolist() == ["Arbin", "Zamalka"]
    assert found["fact_id"].nunique() == 2


def test_one_figure_in_two_wordings_is_one_fact_and_the_next_day_another():
    texts = [
        "Among the 1,240 evacuees from Harasta were 312 gunmen.",
        "The state channel put it at 1,240 people leaving Harasta on Thursday, 312 of them fighters.",
        "On Friday a second group of 1,500 left Harasta.",
    ]
    rows = [
        {"id": f"r{n}", "published": f"2018-03-2{2 + (n == 2)}", "text": t, "places": ["Harasta"]}
        for n, t in enumerate(texts)
    ]
    found = read_all(rows)
    found = found.assign(fact_id=group_facts(found))
    wholes = found[found["unit"] == "people"]
    assert wholes["value"].tolist() == [1240, 1240, 1500]
    assert wholes["fact_id"].tolist()[0] == wholes["fact_id"].tolist()[1] != wholes["fact_id"].tolist()[2]
    assert found.loc[found["value"] == 312, "fact_id"].nunique() == 1


def test_arithmetic_of_a_running_total():
    text = (
        "More than 5,200 people left Saqba late on Sunday, after nearly 900 people left Saqba on Saturday. "
        "The deal has so far seen 6,100 people leave Saqba. Among the 1,240 evacuees were 312 gunmen."
    )
    found = check_arithmetic(facts(text, places=("Saqba",)))
    verdicts = dict(zip(found["check"], found["verdict"], strict=True))
    assert verdicts == {"sum_of_days": "agrees", "part_of_whole": "agrees"}
    total = found[found["check"] == "sum_of_days"].iloc[0]
    assert (total["claimed"], total["measured"]) == (6100, 6100)


def test_a_part_larger_than_its_whole_disagrees():
    base = {"report_id": "r", "kind": "departure", "scope": "event", "modality": "happened", "place_basis": "unknown", "date_basis": "unknown",
            "date_precision": "unknown", "qualifier": "exact", "end": 9}  # fmt: skip
    whole = base | {"claim_id": "a", "start": 0, "value": 100, "low": 100, "high": 100, "unit": "people"}
    part = base | {
        "claim_id": "b",
        "start": 5,
        "value": 312,
        "low": 312,
        "high": 312,
        "unit": "fighters",
        "part_of": "a",
    }
    assert check_arithmetic(CLAIMS.table([whole, part]))["verdict"].tolist() == ["disagrees"]


def test_too_many_people_for_the_buses():
    found = check_arithmetic(facts("Some 3,000 people left Saqba in 10 buses on Sunday.", places=("Saqba",)))
    assert found["verdict"].tolist() == ["disagrees"]


def test_no_claims_no_findings():
    assert check_arithmetic(CLAIMS.empty()).empty
    assert group_facts(CLAIMS.empty()).empty


# --- the four reports ------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def seeds(shared, layers):
    import csv

    from geo_ghouta.schema import read_casefile

    folder = shared / "seeds"
    rows = list(csv.DictReader((folder / "reports.csv").read_text(encoding="utf-8").splitlines()))
    names = [
        "Harasta",
        "Douma",
        "Eastern Ghouta",
        "eastern Ghouta",
        "Arbin",
        "Zamalka",
        "Jobar",
        "Barzeh",
        "Tishrin",
        "Qabun",
        "Idlib",
    ]
    texts = [
        {
            "id": f"r{n}",
            "published": r["published"],
            "text": (folder / r["file"]).read_text(encoding="utf-8"),
            "places": names,
        }
        for n, r in enumerate(rows)
    ]
    return read_all(texts, read_casefile(layers / "case.toml").actors), texts


def test_faylaq_pocket_in_total(seeds):
    found, _ = seeds
    pocket = found[
        (found["kind"] == "departure") & (found["origin_holder"] == "faylaq_al_rahman") & (found["report_id"] == "r2")
    ]
    totals = pocket[
        (pocket["unit"] == "people") & (pocket["scope"] == "cumulative") & (pocket["modality"] != "happened")
    ]
    assert {(r.value, r.speaker) for r in totals.itertuples()} == {
        (7000.0, "state media"),
        (30000.0, "Faylaq al-Rahman spokesman"),
    }
    fighters = pocket[(pocket["unit"] == "fighters")]
    assert [(r.value, r.speaker) for r in fighters.itertuples()] == [(7000.0, "Faylaq al-Rahman spokesman")]
    grouped = found.assign(fact_id=group_facts(found)).loc[pocket.index]
    assert set(grouped.loc[fighters.index, "fact_id"]).isdisjoint(grouped.loc[totals.index, "fact_id"])
    assert grouped.loc[totals.index, "fact_id"].nunique() == 1


def test_harasta_plan_stays_apart_from_what_left(seeds):
    found, _ = seeds
    first = found[(found["report_id"] == "r0") & (found["kind"] == "departure")].assign(fact_id=group_facts(found))
    plan = first[first["modality"] == "planned"].dropna(subset=["value"])
    assert sorted(plan["value"]) == [1500, 6000]
    assert set(plan["fact_id"]).isdisjoint(first.loc[first["modality"] == "happened", "fact_id"])


def test_arithmetic_of_the_third_report(seeds):
    found, _ = seeds
    findings = check_arithmetic(found)
    sums = findings[findings["check"] == "sum_of_days"]
    assert [(r.claimed, r.measured, r.verdict) for r in sums.itertuples()] == [(6400.0, 6400.0, "agrees")]
    parts = findings[(findings["check"] == "part_of_whole") & (findings["claimed"] == 413)]
    assert set(parts["verdict"]) == {"agrees"}


def test_every_quote_of_the_four_reports_is_in_place(seeds):
    found, texts = seeds
    text = {t["id"]: t["text"] for t in texts}
    assert len(found) > 100
    for row in found.itertuples():
        assert text[row.report_id][row.start : row.end].strip()
    captions = found[
        (found["report_id"] == "r1") & found["start"].between(text["r1"].index("(AP)") - 130, text["r1"].index("(AP)"))
    ]
    assert captions.empty


@pytest.mark.parametrize(
    "kind",
    ["number_conflate", "number_part_of", "number_cumulative", "number_conflict", "attribution", "displaced_wording"],
)
def test_field_cases_are_read_without_loss(shared, kind):
    cases = [
        json.loads(line) for line in (shared / "cases" / "field_cases.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    texts = [
        {"id": c["id"], "published": c["input"].get("date"), "text": c["input"]["text"]}
        for c in cases
        if c["kind"] == kind
    ]
    assert texts
    found = read_all(texts)
    assert (found["unit"].notna().groupby(found["report_id"]).sum() >= 1).all()
    assert set(found["report_id"]) == {t["id"] for t in texts}
