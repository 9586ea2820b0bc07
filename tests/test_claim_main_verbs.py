"""The verb that a figure hangs on where other verbs stand between, and who speaks before an aside."""

from __future__ import annotations

import pytest
from claim_scoring import cells, read_all

PLACES = ("Zepa", "Tuzla", "Srebrenica")
COLUMNS = ["kind", "value", "origin", "destination"]


def rows(text: str, columns: list[str]) -> list[tuple[object, ...]]:
    named = [p for p in PLACES if p in text]
    found = read_all([{"id": "r1", "published": "1995-07-20", "text": text, "places": named}])
    return cells(found[found["unit"].notna()], *columns)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "About 8,000 people who did not wish to stay after the return of the army have left Zepa for Tuzla.",
            [("departure", 8000, "Zepa", "Tuzla")],
        ),
        ("About 800 people who did not want to live in Zepa stayed.", [("population", 800, None, None)]),
        ("Twenty buses carrying Zepa residents had departed from Tuzla.", [("departure", 20, "Tuzla", None)]),
        ("Twenty buses carrying residents of Zepa left on Friday.", [("departure", 20, "Zepa", None)]),
        ("Some 300 residents of Zepa left Srebrenica for Tuzla.", [("departure", 300, "Srebrenica", "Tuzla")]),
        (
            "Twenty buses carrying Zepa residents who had escaped the town arrived on Friday in Tuzla.",
            [("arrival", 20, None, "Tuzla")],
        ),
        ("Twenty buses carrying residents left Zepa.", [("departure", 20, "Zepa", None)]),
    ],
)
def test_the_main_verb_tells_what_became_of_them(text: str, wanted: list[tuple[object, ...]]) -> None:
    assert rows(text, COLUMNS) == wanted


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Ada Brix, of the civil defence in Tuzla, told Radio Tuzla that 40 people were killed.", "Ada Brix"),
        ("Ada Brix, of the civil defence, said 40 people were killed.", "Ada Brix"),
        ("The ministry officially announced that 40 people were killed.", "ministry"),
        ("The town, of the three the worst hit, lost 40 people.", None),
    ],
)
def test_who_speaks_before_an_aside(text: str, speaker: str | None) -> None:
    assert rows(text, ["speaker"]) == [(speaker,)]


def kinds(text: str) -> list[object]:
    found = read_all([{"id": "r1", "published": "1995-07-20", "text": text, "places": ["Zepa", "Tuzla"]}])
    return found["kind"].tolist()


@pytest.mark.parametrize(
    "text",
    [
        "The strike left 15 casualties in Zepa.",
        "Shelling left Zepa in ruins.",
        "A doctor said an overnight air raid had left Zepa without bread.",
        "The attack on the market in Zepa left many casualties.",
    ],
)
def test_what_strikes_leaves_no_town(text: str) -> None:
    assert "departure" not in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Residents hit by the shelling left Zepa.",
        "Those wounded in the strike left Zepa by bus.",
        "Survivors of the attack left Zepa.",
        "After days of shelling they left Zepa.",
        "People fleeing the war left Zepa on Sunday.",
    ],
)
def test_who_was_struck_may_leave(text: str) -> None:
    assert "departure" in kinds(text)
