"""Claims against what is drawn: the three verdicts, the figures, and how far the drawing would have to move."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import shapely
from checks_fixture import CASE, check, claim, drawn_pictures, report, share
from control_fixture import box, feature, places, read, series

from geo_ghouta import checks, control
from geo_ghouta.schema import CLAIMS, GAZETTEER, PLACES, POCKETS, Pictures, read_casefile


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Pictures:
    return drawn_pictures(tmp_path_factory.mktemp("checks"))


# --- shares -----------------------------------------------------------------------------------------------------------


def test_a_share_of_the_campaigns_first_picture(pictures: Pictures) -> None:
    text = "The opposition holds 21 percent of the ground."
    found = check(pictures, text, [share(text, "21 percent", value=21, low=21, high=21)]).iloc[0]
    assert found["verdict"] == "agrees"
    assert found["measured"] == pytest.approx(21.0, abs=0.8)
    assert found["claimed"] == 21
    assert found["picture_date"] == pd.Timestamp("2018-03-20")
    for words in ("2018-03-20, 1 day before", "2018-03-01", "the report's day"):
        assert words in found["detail"]
    assert re.search(r"\d+\.\d of the \d+\.\d km²", found["detail"])


def test_a_share_far_off_disagrees_and_says_how_far_the_drawing_would_have_to_move(pictures: Pictures) -> None:
    text = "The opposition holds 60 percent of the ground."
    found = check(pictures, text, [share(text, "60 percent", value=60, low=60, high=60)]).iloc[0]
    assert found["verdict"] == "disagrees"
    miss = 60 - found["measured"]
    assert miss > found["tolerance"]
    metres = float(found["detail"].split("move by ")[1].split(" m")[0])
    assert metres == pytest.approx(200 * miss / found["tolerance"], rel=0.02)


def test_the_tolerance_is_precision_times_the_length_of_the_edges(pictures: Pictures) -> None:
    text = "The opposition holds 21 percent."
    found = check(pictures, text, [share(text, "21 percent", value=21, low=21, high=21)]).iloc[0]
    pockets = control.find_pockets(pictures, CASE, places())
    now, base = (pockets[pockets["picture_date"] == day] for day in ("2018-03-20", "2018-03-01"))
    assert found["tolerance"] == pytest.approx(100 * now["perimeter_km"].sum() * 0.2 / base["area_km2"].sum(), rel=1e-6)


def test_the_grounds_holder_has_what_is_left(pictures: Pictures) -> None:
    text = "Three weeks after they set out, government forces hold more than 70 per cent of the opposition stronghold."
    found = check(pictures, text, [share(text, "more than 70 per cent", value=70, low=70, actor="opposition")]).iloc[0]
    assert found["verdict"] == "agrees"
    assert found["measured"] == pytest.approx(79.0, abs=0.8)
    assert "Government forces" in found["detail"]


def test_the_actor_of_the_claim_counts_where_the_sentence_names_none(pictures: Pictures) -> None:
    text = "Some 70 percent is theirs now."
    found = check(pictures, text, [share(text, "70 percent", value=70, low=70, high=70, actor="government")]).iloc[0]
    assert found["measured"] == pytest.approx(79.0, abs=0.8)


def test_held_by_names_who_holds(pictures: Pictures) -> None:
    text = "The army says 20 percent is still held by South Group."
    found = check(pictures, text, [share(text, "20 percent", value=20, low=20, high=20)]).iloc[0]
    assert found["measured"] == 0.0
    assert found["verdict"] == "disagrees"


def test_what_was_lost_is_counted_as_lost(pictures: Pictures) -> None:
    text = "The opposition has lost 79 percent of its ground."
    found = check(pictures, text, [share(text, "79 percent", value=79, low=79, high=79)]).iloc[0]
    assert found["measured"] == pytest.approx(79.0, abs=0.8)
    assert found["verdict"] == "agrees"


def test_a_base_in_the_sentence_is_counted_back(pictures: Pictures) -> None:
    text = "They hold 23 percent of what they held two weeks ago."
    found = check(pictures, text, [share(text, "23 percent", value=23, low=23, high=23, date_text="two weeks ago", date_from="2018-03-05",
                                         date_to="2018-03-12", date_basis="relative")]).iloc[0]  # fmt: skip
    assert "two weeks ago, that is 2018-03-07" in found["detail"]
    assert "held on 2018-03-07" in found["detail"]
    early = check(
        pictures, "They hold 23 percent of what they held two months ago.", [share(text, "23 percent", value=23)]
    ).iloc[0]
    assert early["verdict"] == "untestable"
    assert "no picture answers for the base" in early["detail"]


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ({"value": 21, "low": 21, "high": 21}, "agrees"),
        ({"value": 20, "low": 20, "high": None}, "agrees"),
        ({"value": 80, "low": None, "high": 80}, "agrees"),
        ({"value": None, "low": 10, "high": 30}, "agrees"),
        ({"value": 20, "low": None, "high": None}, "agrees"),
        ({"value": 50, "low": 50, "high": None}, "disagrees"),
        ({"value": 5, "low": None, "high": 5}, "disagrees"),
        ({"value": None, "low": None, "high": None}, "untestable"),
    ],
)
def test_bounds_are_bounds(figures: dict[str, Any], verdict: str, pictures: Pictures) -> None:
    text = "The opposition holds a part of the ground."
    assert check(pictures, text, [share(text, "a part", **figures)])["verdict"].tolist() == [verdict]


@pytest.mark.parametrize(
    ("more", "published", "why"),
    [
        ({}, None, "neither the claim nor its report has a day"),
        ({}, "2019-03-21", "lies in no campaign"),
        ({"modality": "planned"}, "2018-03-21", "what is planned"),
        ({"modality": "denied"}, "2018-03-21", "what is denied"),
        ({"place": "Alder", "place_id": "t/alder"}, "2018-03-21", "no outline of Alder"),
    ],
)
def test_untestable_says_why(more: dict[str, Any], published: str | None, why: str, pictures: Pictures) -> None:
    text = "The opposition holds 21 percent."
    found = check(pictures, text, [share(text, "21 percent", value=21, low=21, high=21, **more)], published).iloc[0]
    assert found["verdict"] == "untestable"
    assert why in found["detail"]


def test_without_reports_only_claims_with_a_day_are_tried(pictures: Pictures) -> None:
    text = "The opposition holds 21 percent."
    dated = share(
        text,
        "21 percent",
        claim_id="dated",
        value=21,
        low=21,
        high=21,
        date_from="2018-03-21",
        date_to="2018-03-22",
        date_basis="stated",
    )
    undated = share(text, "21 percent", claim_id="undated", value=21, low=21, high=21)
    pockets = control.find_pockets(pictures, CASE, places())
    found = checks.check_claims(CLAIMS.table([dated, undated]), pictures, pockets, PLACES.empty(), CASE)
    assert dict(zip(found["claim_id"], found["verdict"], strict=True)) == {"dated": "agrees", "undated": "untestable"}


# --- areas and numbers of pockets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("km2", "verdict"), [(35.0, "agrees"), (39.0, "agrees"), (60.0, "disagrees")])
def test_an_area_in_square_kilometres(km2: float, verdict: str, pictures: Pictures) -> None:
    text = f"What is left measures {km2:g} square kilometres."
    row = claim(text, f"{km2:g} square kilometres", "territory_share", unit="km2", value=km2, low=km2, high=km2)
    found = check(pictures, text, [row]).iloc[0]
    assert (found["check"], found["verdict"], found["unit"]) == ("area", verdict, "km²")


@pytest.mark.parametrize(("count", "verdict"), [(2, "agrees"), (3, "disagrees"), (1, "disagrees")])
def test_a_number_of_pockets(count: int, verdict: str, pictures: Pictures) -> None:
    text = f"They are down to {count} pockets."
    row = claim(text, f"{count} pockets", "pocket_count", unit="pockets", value=count, low=count, high=count)
    found = check(pictures, text, [row]).iloc[0]
    assert found["verdict"] == verdict
    assert found["measured"] == 2
    assert ("apart" in found["detail"]) == (count == 1)


def test_a_count_of_a_span_agrees_if_any_day_of_it_does(pictures: Pictures) -> None:
    text = "On March 2, they began a push to pin them into 2 pockets."
    row = claim(text, "2 pockets", "pocket_count", unit="pockets", value=2, low=2, high=2)
    found = check(pictures, text, [row], published="2018-04-25").iloc[0]
    assert found["verdict"] == "agrees"
    assert "any day from 2018-03-02" in found["detail"]
    assert found["picture_date"] == pd.Timestamp("2018-03-20"), "the latest picture that agrees"


@pytest.mark.parametrize(
    ("text", "quote", "value", "verdict"),
    [
        ("All told, 79 percent of the enclave has been retaken.", "79 percent", 79, "agrees"),
        ("They said they had won back 80 percent of the town.", "80 percent", 80, "untestable"),
        ("It gave 50 percent of the figure that others use.", "50 percent", 50, "untestable"),
    ],
)
def test_shares_retaken_and_shares_of_something_else(
    text: str, quote: str, value: float, verdict: str, pictures: Pictures
) -> None:
    found = check(pictures, text, [share(text, quote, value=value, low=value, high=value)])
    assert found["verdict"].tolist() == [verdict], found["detail"].iloc[0]


@pytest.mark.parametrize(
    ("text", "quote", "count"),
    [
        ("The other two pockets are quiet.", "two pockets", 2),
        ("There is one enclave now, with Elm in it.", "one enclave", 1),
    ],
)
def test_counts_of_some_pockets_only_are_untestable(text: str, quote: str, count: int, pictures: Pictures) -> None:
    row = claim(text, quote, "pocket_count", unit="pockets", value=count, low=count, high=count)
    found = check(pictures, text, [row])
    assert found["verdict"].tolist() == ["untestable"], found["detail"].iloc[0]


# --- holders ----------------------------------------------------------------------------------------------------------


def holder(text: str, town: str, **more: Any) -> dict[str, Any]:
    return claim(text, town, "holder", place=town, place_id=f"t/{town.lower()}", place_basis="stated", **more)


@pytest.mark.parametrize(
    ("town", "actor", "verdict"),
    [
        ("Alder", "north_group", "agrees"),
        ("Alder", "south_group", "disagrees"),
        ("Alder", None, "agrees"),
        ("Alder", "opposition", "agrees"),
        ("Alder", "government", "disagrees"),
        ("Cedar", "government", "agrees"),
        ("Cedar", "south_group", "disagrees"),
        ("Elm", "north_group", "agrees"),
    ],
)
def test_who_holds_a_town(town: str, actor: str | None, verdict: str, pictures: Pictures) -> None:
    text = f"{town} is in their hands."
    found = check(pictures, text, [holder(text, town, actor=actor)])
    found = found[found["check"] == "holder"].iloc[0]
    assert found["verdict"] == verdict, found["detail"]
    if verdict == "disagrees":
        assert found["measured"] > found["tolerance"]
        assert "would have to move by" in found["detail"]


def test_a_town_at_the_edge_is_untestable_unless_it_agrees(pictures: Pictures) -> None:
    spot = GAZETTEER.table([{**places().iloc[0].to_dict(), "geometry": shapely.Point(36.33, 33.5645)}])
    text = "Alder is in their hands."
    found = check(pictures, text, [holder(text, "Alder", actor="north_group")], gazetteer=spot).iloc[0]
    assert found["verdict"] == "untestable"
    assert found["measured"] == pytest.approx(55, abs=5)


@pytest.mark.parametrize(
    ("published", "why"),
    [("2018-02-01", "no picture answers for 2018-02-01"), (None, "neither the claim nor its report has a day")],
)
def test_a_holder_without_a_picture_is_untestable(published: str | None, why: str, pictures: Pictures) -> None:
    text = "Alder is in their hands."
    found = check(pictures, text, [holder(text, "Alder")], published).iloc[0]
    assert (found["verdict"], why in found["detail"]) == ("untestable", True)


def test_places_that_no_point_stands_for_and_places_outside(pictures: Pictures) -> None:
    rows = places()
    rows.loc[0, "kind"] = "region"
    rows.loc[1, "geometry"] = shapely.Point(38.0, 35.0)
    text = "Alder and Birch are in their hands."
    found = check(
        pictures, text, [holder(text, "Alder", claim_id="a"), holder(text, "Birch", claim_id="b")], gazetteer=rows
    )
    assert found["verdict"].tolist() == ["untestable", "untestable"]
    assert "region" in found["detail"].iloc[0]
    assert "outside what the pictures show" in found["detail"].iloc[1]


def test_each_of_several_places_is_tried(pictures: Pictures) -> None:
    text = "Alder and Cedar are in their hands."
    both = {**holder(text, "Alder", actor="north_group"), "place": "Alder|Cedar", "place_id": "t/alder|t/cedar"}
    found = check(pictures, text, [both])
    assert [(v, d.split(" held by")[0]) for v, d in zip(found["verdict"], found["detail"], strict=True)] == [
        ("agrees", "Claimed: Alder"),
        ("disagrees", "Claimed: Cedar"),
    ]
    assert found["finding_id"].is_unique


def test_an_empty_picture_answers_too(pictures: Pictures) -> None:
    text = "Alder is in their hands."
    found = check(pictures, text, [holder(text, "Alder")], published="2018-04-21").iloc[0]
    assert found["verdict"] == "disagrees"
    assert "nothing is drawn that day" in found["detail"]


# --- no claims, and the case ------------------------------------------------------------------------------------------


def test_no_claims_no_findings(pictures: Pictures) -> None:
    assert checks.check_claims(CLAIMS.empty(), pictures, POCKETS.empty(), PLACES.empty(), CASE).empty


def bundled(layers: Path) -> tuple[Any, Any, Any]:
    case = read_casefile(layers / "case.toml")
    pictures, _ = control.read_pictures(layers / "control", case)
    spots = [{"place_id": "t/douma", "name": "Douma", "kind": "city", "geo_precision": "town", "uncertainty_m": 2000.0, "gazetteer": "t",
              "geometry": shapely.Point(36.4027, 33.57175)}]  # fmt: skip
    return case, pictures, GAZETTEER.table(spots)


def test_the_bundled_case_bears_out_three_pockets_and_douma_in_the_last(layers: Path) -> None:
    case, pictures, towns = bundled(layers)
    pockets = control.find_pockets(pictures, case, towns)
    text = "Three pockets are left. Douma is held by Jaish al-Islam."
    rows = [
        claim(text, "Three pockets", "pocket_count", unit="pockets", value=3, low=3, high=3),
        claim(text, "Douma", "holder", "h", actor="jaish_al_islam", place="Douma", place_id="t/douma"),
    ]
    for day, verdicts in (("2018-03-22", ["agrees", "agrees"]), ("2018-04-02", ["disagrees", "agrees"])):
        found = checks.check_claims(
            CLAIMS.table(rows), pictures, pockets, PLACES.empty(), case, reports=report(text, day), gazetteer=towns
        )
        assert found["verdict"].tolist() == verdicts, found["detail"].tolist()


def test_the_bundled_case_is_not_bent_to_agree_with_shares(layers: Path) -> None:
    case, pictures, towns = bundled(layers)
    pockets = control.find_pockets(pictures, case, towns)
    for day, text, quote, ground in (
        ("2018-03-22", "Opposition groups hold a fifth, 20 percent, of it.", "20 percent", False),
        ("2018-03-26", "Government troops hold more than 90 percent of it.", "more than 90 percent", True),
    ):
        value = 90 if ground else 20
        row = share(text, quote, value=value, low=value, high=None if ground else value)
        found = checks.check_claims(
            CLAIMS.table([row]), pictures, pockets, PLACES.empty(), case, reports=report(text, day)
        ).iloc[0]
        areas = control.areas_over_time(pictures).groupby("picture_date")[["total_km2", "drawn_km2"]].first()
        base = areas.loc["2018-02-18", "total_km2"]
        # What is contested or unknown is held by neither side.
        left = 100 * areas.loc[day, "drawn_km2" if ground else "total_km2"] / base
        assert found["measured"] == pytest.approx(100 - left if ground else left)
        miss = max(0.0, 90 - found["measured"]) if ground else abs(20 - found["measured"])
        assert (found["verdict"] == "agrees") == (miss <= found["tolerance"])


# --- contested and unknown ground -------------------------------------------------------------------------------------


def doubtful(folder: Path, status: str) -> Pictures:
    """The clean series, and on 20 March the north-western quarter held, the east beside it in doubt."""
    files = series()
    files["2018-03-20.geojson"] = {
        "type": "FeatureCollection",
        "features": [
            feature("north", "north_group", box(36.30, 33.565, 36.36, 33.60)),
            feature("doubt", "north_group", box(36.36, 33.565, 36.42, 33.60), status=status),
        ],
    }
    return read(folder, files)[0]


@pytest.mark.parametrize("status", ["contested", "unknown"])
def test_doubtful_ground_is_in_no_share_and_told_beside_it(status: str, tmp_path: Path) -> None:
    made = doubtful(tmp_path, status)
    areas = control.areas_over_time(made).groupby("picture_date").first()
    base, now = areas.loc["2018-03-01"], areas.loc["2018-03-20"]
    for text, quote, expected in (
        ("The opposition holds 20 percent.", "20 percent", now["total_km2"]),
        ("Government forces hold 60 percent.", "60 percent", base["total_km2"] - now["drawn_km2"]),
        ("The opposition lost 60 percent.", "60 percent", base["total_km2"] - now["drawn_km2"]),
    ):
        found = check(made, text, [share(text, quote, value=20, low=20, high=20)]).iloc[0]
        assert found["measured"] == pytest.approx(100 * expected / base["total_km2"], rel=1e-3), text
        assert re.search(rf"another \d+\.\d km² {status}", found["detail"]), found["detail"]


def test_an_area_is_what_is_held(tmp_path: Path) -> None:
    made = doubtful(tmp_path, "contested")
    text = "The opposition holds 22 square kilometres."
    found = check(made, text, [claim(text, "22 square kilometres", "territory_share", unit="km2", value=22, low=22, high=22)]).iloc[0]  # fmt: skip
    assert found["measured"] == pytest.approx(control.areas_over_time(made)["total_km2"].iloc[-1])
    assert "km² contested" in found["detail"]


@pytest.mark.parametrize("actor", ["north_group", "government", "opposition"])
@pytest.mark.parametrize("status", ["contested", "unknown"])
def test_who_holds_a_place_in_doubtful_ground_cannot_be_tested(status: str, actor: str, tmp_path: Path) -> None:
    made = doubtful(tmp_path, status)
    text = "Birch is theirs."
    row = claim(text, "Birch", "holder", actor=actor, place="Birch", place_id="t/birch")
    found = check(made, text, [row]).iloc[0]
    assert found["verdict"] == "untestable"
    assert f"has {status} ground, drawn for North Group, there" in found["detail"]


def test_doubtful_ground_is_no_pocket_of_its_own(tmp_path: Path) -> None:
    made = doubtful(tmp_path, "contested")
    text = "One pocket is left."
    found = check(made, text, [claim(text, "One pocket", "pocket_count", unit="pockets", value=1, low=1, high=1)]).iloc[
        0
    ]
    assert (found["verdict"], found["measured"]) == ("agrees", 1.0)
