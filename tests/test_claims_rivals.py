"""Figures of one fact that exclude one another, and what one voice tells and another denies, are findings."""

from __future__ import annotations

from typing import Any

from geo_ghouta.claims import check_rivals
from geo_ghouta.schema import CLAIMS


def row(name: str, value: float | None, **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "claim_id": name, "report_id": "r", "story_id": "s", "fact_id": "f", "start": 0, "end": 1, "kind": "departure",
        "unit": "people", "scope": "event", "origin": "Alder", "place_basis": "stated", "modality": "happened", "value": value,
        "low": value, "high": value, "qualifier": "exact", "date_basis": "stated", "date_precision": "day",
        "date_from": "2020-02-11", "date_to": "2020-02-12", "speaker": name,
    }  # fmt: skip
    if value is None:
        base |= {"unit": None, "qualifier": None}
    return base | more


def found(*rows: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    table = check_rivals(CLAIMS.table(rows))
    return list(table[["check", "verdict", "claim_id", "detail"]].itertuples(index=False, name=None))


def test_figures_of_one_story_that_differ_are_one_finding_with_all_of_them() -> None:
    told = found(row("mayor", 300), row("medic", 450), row("guard", 320, report_id="q"))
    assert told == [
        ("figures_differ", "disagrees", "medic",
         "Figures of one fact differ: 300 people (mayor), 320 people (guard) and 450 people (medic); none is preferred")
    ]  # fmt: skip


def test_what_figures_allow_is_no_conflict() -> None:
    more = row("guard", 300, low=300, high=None, qualifier="at_least")
    about = row("nurse", 460, low=None, high=None, qualifier="about")
    assert found(row("medic", 450), more, about) == []
    assert found(row("medic", 450), row("mayor", 300, date_to="2020-02-18")) == [], "a day and a week"
    assert found(row("medic", 450), row("mayor", 300, scope="cumulative")) == []
    assert found(row("medic", 450), row("buses", 9, unit="buses")) == []
    assert found(row("medic", 450), row("part", 30, part_of="medic")) == []
    assert found(row("medic", 450), row("other", 30, fact_id="g")) == []
    assert check_rivals(CLAIMS.empty()).empty


def test_copies_that_say_the_same_are_one_voice_and_plans_are_not_held_against_deeds() -> None:
    copy = row("copy", 450, speaker="medic", report_id="q")
    (told,) = found(row("medic", 450), copy, row("mayor", 300))
    assert told[3].count("medic") == 1
    assert found(row("medic", 450), row("mayor", 300, modality="planned"), row("guard", 450)) == []


def test_what_one_tells_and_another_denies_is_told_and_one_voice_does_not_contradict_itself() -> None:
    denied = row("army", None, modality="denied")
    assert [one[:3] for one in found(row("medic", 450), denied)] == [("denied", "disagrees", "army")]
    assert found(row("medic", 450), denied | {"speaker": "medic"}) == []


def test_who_denies_without_a_figure_denies_all_of_that_place_and_day() -> None:
    nobody = row("army", None, modality="denied", fact_id="g")
    told = ("denied", "disagrees", "army", "medic tells of it, army denies it; neither is preferred")
    assert found(row("medic", 450), nobody) == [told]
    assert found(row("medic", 450), row("buses", 9, unit="buses", fact_id="h"), nobody) == [told]
    for other in (
        {"origin": "Birch"}, {"kind": "arrival"}, {"date_from": "2020-02-10", "date_to": "2020-02-11"},
        {"speaker": "army"}, {"modality": "planned"}, {"scope": "cumulative"},
    ):  # fmt: skip
        assert found(row("medic", 450) | other, nobody) == [], other
    undated = {"date_from": None, "date_to": None, "date_basis": "unknown", "date_precision": "unknown"}
    assert found(row("medic", 450) | undated, nobody | undated) == [], "of some day each"
    lower = row("army", 450, modality="denied", fact_id="g")
    assert found(row("medic", 300), lower) == [], "a figure that is denied is not all of them"
