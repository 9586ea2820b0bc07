"""What nobody claims to have happened: left open, hanging on a condition, called off."""

from __future__ import annotations

import pandas as pd
import pytest
from claim_scoring import read_all


def read(text: str) -> list[tuple[object, object]]:
    """Modality and speaker of each claim with a unit."""
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    found = found[found["unit"].notna()]
    return [(m, None if pd.isna(s) else s) for m, s in zip(found["modality"], found["speaker"], strict=True)]


@pytest.mark.parametrize(
    "text",
    [
        "The Kremlin did not confirm that 700 fighters left Saqba.",
        "The Kremlin could not confirm that 700 fighters had left Saqba.",
        "The Kremlin did not confirm that 700 fighters would leave Saqba.",
        "The ministry refused to say whether 700 fighters had left Saqba.",
        "The defence ministry declined to confirm that 70 people were killed in Saqba.",
        "The army would neither confirm nor deny that 70 people had been detained in Saqba.",
        "The UN was unable to confirm reports that 70 people were killed in Saqba.",
        "The Red Cross said it could not confirm that 70 people had left Saqba.",
        "The army has not confirmed the departure of 700 fighters from Saqba.",
        "The army did not deny that 70 soldiers were killed in Saqba.",
        "The ministry gave no confirmation of the evacuation of 70 people from Saqba.",
        "It could not be independently verified that 70 people had left Saqba.",
        "It was not clear whether 70 people had left Saqba.",
        "It is unclear if 70 people have left Saqba.",
        "It was not immediately known whether the 70 people had arrived in Saqba.",
        "There was no confirmation that 70 people left Saqba.",
        "The claim that 70 people left Saqba could not be independently verified.",
        "Reports of 70 deaths in Saqba have not been confirmed.",
        "Whether 70 people left Saqba is not known.",
        "Unconfirmed reports said that 70 people had left Saqba.",
        "The ministry did not say how many of the 70 fighters had left.",
    ],
)
def test_what_is_left_open_is_nobodys_claim(text):
    assert read(text) == [("conditional", None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Reuters could not verify the claim by state media that 70 people left Saqba.", ("happened", "state media")),
        (
            "The Observatory could only confirm that 70 people were killed in Saqba.",
            ("happened", "Syrian Observatory for Human Rights"),
        ),
        ("UNICEF confirmed that 70 children were killed in Saqba.", ("happened", "UNICEF")),
        ("The UN said it was unclear whether 70 people had left Saqba.", ("conditional", "United Nations")),
        ("The Kremlin has not commented on reports that 70 people had left Saqba.", ("happened", None)),
        ("Nobody knows whether the 70 people inside will be allowed to leave.", ("planned", None)),
        ("A spokesman did not say how 70 people had died in Saqba.", ("happened", None)),
        ("The army has not confirmed the strike, which killed 70 people in Saqba.", ("happened", None)),
    ],
)
def test_what_somebody_claims_stays_his(text, wanted):
    assert read(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "Should talks succeed, 700 people would leave Saqba.",
        "Should the deal hold, the Red Cross said, 700 people would leave Saqba.",
        "Were the deal to collapse, 700 people would be trapped in Saqba.",
        "Had the talks succeeded, 700 people would have left Saqba.",
        "700 people would leave Saqba should talks succeed, the governor said.",
    ],
)
def test_a_condition_needs_no_if(text):
    assert [modality for modality, _ in read(text)] == ["conditional"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The governor said that 700 people should leave Saqba at once.", "proposed"),
        ("The evacuation of 700 people from Saqba was called off.", "denied"),
        ("A convoy carrying 700 people from Saqba was cancelled on Sunday.", "denied"),
        ("The army called off the evacuation of 700 people from Saqba.", "denied"),
        ("700 fighters had been due to leave Saqba but did not.", "denied"),
        ("About 700 people were supposed to leave Saqba on Sunday but stayed.", "denied"),
        ("The evacuation of 700 people from Saqba failed to materialise.", "denied"),
        ("A planned evacuation of 70 wounded from Saqba did not take place.", "denied"),
        ("The exchange of 70 prisoners fell through.", "denied"),
        ("The evacuation of 700 people from Saqba was suspended on Friday.", "planned"),
        ("The departure of 30 buses from Saqba has stalled.", "planned"),
        ("The mayor halted the departure of 30 buses from Saqba.", "planned"),
        ("A militia blocked the evacuation of 700 people from Saqba.", "denied"),
        ("Shelling prevented the evacuation of 70 patients from Saqba.", "denied"),
        ("Some 700 people were barred from leaving Saqba.", "denied"),
        ("Buses which were to take 700 people out of Saqba on Friday never came.", "denied"),
        ("State media falsely reported that 700 people had left Saqba.", "denied"),
        ("It was wrongly claimed that 70 people had been killed in Saqba.", "denied"),
        ("An attempt to take 70 people from Saqba was blocked on Sunday.", "denied"),
        ("A plan to take 70 people out of Saqba was suspended on Sunday.", "planned"),
        ("Buses that were to take 700 people out of Saqba on Sunday turned back.", "denied"),
        ("Buses that took 700 people out of Saqba on Sunday turned back.", "happened"),
        ("Hardly 700 people left Saqba.", "happened"),
        ("The evacuation of 700 people was suspended on Saturday but resumed on Sunday.", "happened"),
        ("After 700 people left Saqba, the evacuation was suspended.", "happened"),
        ("The departure of 700 fighters from Saqba was postponed.", "planned"),
        ("The evacuation of 700 people was cancelled on Saturday but went ahead on Sunday.", "happened"),
    ],
)
def test_what_came_to_nothing_did_not_happen(text, wanted):
    assert [modality for modality, _ in read(text)] == [wanted]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The evacuation of 700 people from Saqba was halted on Monday.", None),
        ("The evacuation of 700 people from Saqba was delayed on Monday.", None),
        ("The army postponed the evacuation of 700 people from Saqba on Monday.", None),
        ("The departure of 700 fighters from Saqba was suspended in the morning.", None),
        ("Evacuations from Saqba were stopped on Monday.", None),
        ("On Monday the evacuation of 700 people from Saqba was put off until Thursday.", "2016-12-22"),
        ("The evacuation of 700 people from Saqba was postponed to Thursday.", "2016-12-22"),
        ("The evacuation of 700 people from Saqba was suspended on Monday and is to resume on Thursday.", "2016-12-22"),
        ("The evacuation of 700 people from Saqba, planned for Friday, was postponed on Thursday.", "2016-12-16"),
        ("The evacuation of 700 people from Saqba planned for Friday was postponed on Monday.", "2016-12-23"),
        ("The evacuation of 700 people from Saqba was blocked on Monday.", "2016-12-19"),
        ("The evacuation of 700 people from Saqba began on Monday.", "2016-12-19"),
        ("Buses that were to take 700 people out of Saqba on Sunday turned back.", "2016-12-18"),
    ],
)
def test_the_day_on_which_something_is_put_off_is_not_the_day_that_it_is_for(text, day):
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    days = found[found["kind"] == "departure"]["date_from"]
    assert [None if pd.isna(d) else f"{d:%Y-%m-%d}" for d in days] == [day]


def test_who_calls_something_off_says_nothing():
    assert read("The army called off the evacuation of 700 people from Saqba.") == [("denied", None)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Evacuations from Saqba have been stopped.", ("departure", "planned")),
        ("The mayor announced a halt to evacuations from Saqba.", ("departure", "planned")),
        ("The accord on Saqba collapsed.", ("agreement", "denied")),
        ("The ceasefire in Saqba did not hold.", ("agreement", "denied")),
        ("The truce in Saqba broke down on Sunday.", ("agreement", "denied")),
        ("The ceasefire in Saqba has not collapsed.", ("agreement", "happened")),
        ("The ceasefire in Saqba could collapse.", ("agreement", "conditional")),
        ("No group said that the deal on Saqba was dead.", ("agreement", "conditional")),
    ],
)
def test_what_is_held_up_or_broken_is_no_new_event(text, wanted):
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    assert list(zip(found["kind"], found["modality"], strict=True)) == [wanted]


def test_who_is_opposed_denies_nothing():
    text = "Within the brigade several officers were opposed to the deal for Saqba."
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    assert found["modality"].tolist() == ["proposed"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('"Seventy people were killed," Ahmed Karim, 45, told a reporter.', "Ahmed Karim"),
        ('"Seventy people were killed," said Ahmed Karim, aged 45.', "Ahmed Karim"),
        ("Samira Haddad, a 45-year-old teacher, said 70 people were killed in Saqba.", "teacher"),
        ("A 22-year-old fighter said 70 people were killed in Saqba.", "22-year-old fighter"),
    ],
)
def test_an_age_is_no_part_of_a_name(text, wanted):
    assert read(text) == [("happened", wanted)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Saqba was to see 700 fighters leave on Friday.", [("planned", None)]),
        (
            "Kyiv denied that 70 soldiers had surrendered in Saqba. Moscow said 90 had.",
            [("denied", "Ukrainian government"), ("happened", "Russian government")],
        ),
        (
            (
                "If the truce holds, 700 people will leave Saqba on Monday, the governor said. "
                "It was unclear whether 70 fighters would join them."
            ),
            [("conditional", "governor"), ("planned", None)],
        ),
        ("Neither side has confirmed that 70 soldiers were killed in Saqba.", [("conditional", None)]),
        ("A planned exchange of 70 prisoners was postponed after shelling, the mayor said.", [("planned", "mayor")]),
        (
            "The health ministry said 70 people were killed in Saqba; the mayor said he was unable to verify the number.",
            [("happened", "health ministry")],
        ),
        ("The mayor said 70 fighters had left Saqba, not 200.", [("happened", "mayor"), ("denied", "mayor")]),
        ("Neither side said when the 700 patients would leave Saqba.", [("planned", None)]),
        (
            "The mayor had hoped to evacuate 700 people from Saqba on Sunday but the plan failed, the governor said.",
            [("denied", "governor")],
        ),
        ("The release of 70 hostages from Saqba was called off, the governor said.", [("denied", "governor")]),
        (
            "Without confirming that 70 civilians had died, the coalition said it was looking into a strike in Saqba.",
            [("conditional", None)],
        ),
        ("Should the corridor open, up to 700 people could leave Saqba, the mayor said.", [("conditional", "mayor")]),
        (
            "Some 400 people left Saqba on Sunday, state media said. The mayor, speaking to a radio, said it was 550.",
            [("happened", "state media"), ("happened", "mayor")],
        ),
    ],
)
def test_small_reports_of_other_sieges(text, wanted):
    assert read(text) == wanted


def test_a_denial_is_of_what_another_voice_told_in_the_same_sentence():
    text = (
        "Some 40 people left Saqba on Sunday. State media said 70 civilians were killed there; "
        "the governor rejected the claim."
    )
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    (denied,) = found[found["modality"] == "denied"].to_dict("records")
    assert (denied["kind"], denied["speaker"]) == ("casualties", "governor")


def test_who_falsely_reports_something_does_not_deny_it():
    assert read("State media falsely reported that 700 people had left Saqba.") == [("denied", None)]


def test_who_was_awaited_and_left_did_leave():
    assert read("Only 40 of the 600 people expected left Saqba.")[0] == ("happened", None)


def test_what_never_came_was_to_come_before_the_report():
    text = "A convoy that was to carry 700 people from Saqba on Sunday never left."
    found = read_all([{"id": "r1", "published": "2016-12-20", "text": text, "places": ["Saqba"]}])
    assert [(row["modality"], str(row["date_from"])[:10]) for row in found.to_dict("records")] == [
        ("denied", "2016-12-18")
    ]
