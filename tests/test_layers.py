"""Layers: roles and days of mentions, events for the map, days in and out, counts that add up."""

from __future__ import annotations

import random
import time

import pandas as pd
import pytest
import shapely

import geo_ghouta as gg
from geo_ghouta import layers
from geo_ghouta.errors import UsageError
from geo_ghouta.schema import CLAIMS, CONTROL, PLACES, POCKETS, REJECTED, REPORTS

REPORT = {
    "report_id": "r1", "doc_id": "a.txt", "text": "x" * 200, "published": "2018-03-25", "published_basis": "option", "path": "a.txt",
    "sha256": "0", "text_sha256": "0",
}  # fmt: skip


def mention(start, place_id, lon=36.36, lat=33.56, **changes):
    """A placed mention of report r1."""
    return {
        "mention_id": f"r1-{start}", "report_id": "r1", "start": start, "end": start + 5, "text": "x" * 5, "form": "name", "key": "x",
        "resolution": "placed", "place_id": place_id, "name": place_id, "match": "exact", "geo_precision": "town",
        "uncertainty_m": 1000, "holder_answer": "not_asked", "geometry": shapely.Point(lon, lat), **changes,
    }  # fmt: skip


def claim(number, **changes):
    """A departure from Harasta on 22 March."""
    return {
        "claim_id": f"c{number}", "report_id": "r1", "start": 20 + number, "end": 30 + number, "kind": "departure", "value": 100,
        "unit": "people", "modality": "happened", "origin": "Harasta", "origin_id": "harasta", "place_basis": "stated",
        "date_from": "2018-03-22", "date_to": "2018-03-23", "date_basis": "weekday", "date_precision": "day", "story_id": "s1",
        **changes,
    }  # fmt: skip


def test_a_mention_takes_role_and_day_from_the_nearest_claim():
    places = PLACES.table([mention(10, "harasta"), mention(90, "harasta"), mention(50, "idlib"), mention(70, "douma")])
    claims = CLAIMS.table(
        [
            claim(1, destination="Idlib", destination_id="idlib"),
            claim(65, date_from="2018-03-24", date_to="2018-03-25"),
            claim(7, kind="attack", origin=None, origin_id=None, place="Douma", place_id="douma", date_from=None, date_to=None, date_basis="unknown"),
        ]
    )  # fmt: skip
    out = layers.assign_roles(places, claims, REPORTS.table([REPORT]))
    assert out["role"].tolist() == ["origin", "origin", "destination", "event"]
    assert [d.date().isoformat() for d in out["date"]] == ["2018-03-22", "2018-03-24", "2018-03-22", "2018-03-25"]
    assert out["date_basis"].tolist() == ["weekday", "weekday", "weekday", "published"]


def test_no_day_anywhere_is_unknown_not_today():
    out = layers.assign_roles(
        PLACES.table([mention(10, "harasta")]),
        CLAIMS.empty(),
        REPORTS.table([{**REPORT, "published": None, "published_basis": "unknown"}]),
    )
    assert out["date"].isna().all()
    assert out["date_basis"].tolist() == ["unknown"]


def test_claims_of_one_place_and_day_make_one_event_and_stay_apart_in_it():
    claims = CLAIMS.table(
        [
            claim(1, speaker="state_media", modality="planned"),
            claim(2, speaker="monitor", value=120, story_id="s2"),
            claim(3, kind="arrival", destination="Idlib", destination_id="idlib"),
            claim(4, kind="other"),
            claim(5, origin=None, origin_id=None),
        ]
    )
    places = PLACES.table([mention(10, "harasta"), mention(40, "idlib", 36.6, 35.9)])
    events = layers.derive_events(claims, places)
    assert events["kind"].tolist() == ["arrival", "departure"]
    left = events.iloc[1]
    assert (left["claims"], left["stories"], left["claim_ids"], left["modality"]) == (2, 2, "c1|c2", "happened")
    assert left["speakers"] == "monitor|state_media"
    assert events.iloc[0].geometry.y == pytest.approx(35.9)


def test_a_claim_about_several_places_has_an_event_at_each_and_one_point():
    both = claim(
        1, kind="advance", origin=None, origin_id=None, place="Mesraba|Nowhere|Arbin", place_id="mesraba|arbin"
    )
    places = PLACES.table([mention(10, "arbin", name="Arbin"), mention(40, "mesraba", 36.42, 33.54, name="Mesraba")])
    events = layers.derive_events(CLAIMS.table([both]), places)
    assert events[["event_id", "place", "claims", "claim_ids"]].to_numpy().tolist() == [
        ["advance/arbin/2018-03-22..2018-03-23", "Arbin", 1, "c1"],
        ["advance/mesraba/2018-03-22..2018-03-23", "Mesraba", 1, "c1"],
    ]
    points = layers.claim_points(CLAIMS.table([both]), places)
    assert points.geometry.iloc[0].equals(shapely.Point(36.42, 33.54))
    lost = layers.claim_points(CLAIMS.table([{**both, "place": "Zamalka|Arbin", "place_id": "zamalka|arbin"}]), places)
    assert lost.geometry.iloc[0].equals(shapely.Point(36.36, 33.56))
    roles = layers.assign_roles(places, CLAIMS.table([both]), REPORTS.table([REPORT]))
    assert roles["role"].tolist() == ["event", "event"]


def test_events_do_not_depend_on_the_order_of_claims():
    rows = [
        claim(n, kind=k, date_from=d, date_to=None)
        for n, (k, d) in enumerate([("attack", None), ("departure", "2018-03-22"), ("siege", "2018-03-01")], 1)
    ]
    rows = [{**r, "place": "Harasta", "place_id": "harasta"} for r in rows]
    places = PLACES.table([mention(10, "harasta")])
    one = layers.derive_events(CLAIMS.table(rows), places)
    two = layers.derive_events(CLAIMS.table(rows[::-1]), places)
    assert one["event_id"].tolist() == two["event_id"].tolist()
    assert one["kind"].tolist()[-1] == "attack"


def test_a_pocket_that_a_group_holds_can_be_the_place():
    pocket = {
        "pocket_id": "2018-03-23/2", "picture_date": "2018-03-23", "name": "South", "holders": "f", "statuses": "assessed",
        "area_km2": 11.0, "perimeter_km": 15.0, "derived": True, "geometry": shapely.box(36.3, 33.5, 36.4, 33.55),
    }  # fmt: skip
    claims = CLAIMS.table([claim(1, origin="South", origin_id="2018-03-23/2", place_basis="control_picture")])
    events = layers.derive_events(claims, PLACES.empty(), POCKETS.table([pocket]))
    assert events.iloc[0]["geo_precision"] == "region"
    assert events.iloc[0]["uncertainty_m"] == pytest.approx(1871, abs=5)


def test_the_finer_of_two_points_stands_for_a_place():
    near = mention(10, "damascus", 36.4, 33.5, geo_precision="near_town", uncertainty_m=10_000)
    places = PLACES.table([near, mention(40, "damascus", 36.29, 33.51)])
    events = layers.derive_events(CLAIMS.table([claim(1, origin="Damascus", origin_id="damascus")]), places)
    assert events.iloc[0].geometry.x == pytest.approx(36.29)


def area(name, first, last):
    """A control area valid from one day to the other."""
    return {
        "area_id": name, "holder": "x", "status": "assessed", "valid_from": first, "valid_to": last, "source": "s", "drawn_by": "d",
        "precision_m": 300, "geometry": shapely.box(36, 33, 36.1, 33.1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("first", "last", "names"),
    [
        ("2018-03-12", "2018-03-12", ["a"]),
        ("2018-03-17", "2018-03-17", ["a"]),
        ("2018-03-18", "2018-03-18", ["b"]),
        ("2018-03-17", "2018-03-18", ["a", "b"]),
        ("2018-03-11", "2018-03-11", []),
        (None, "2018-03-12", ["a"]),
        ("2030-01-01", None, ["b"]),
    ],
)
def test_spans_are_half_open_and_the_last_one_stays_open(first, last, names):
    table = CONTROL.table([area("a", "2018-03-12", "2018-03-18"), area("b", "2018-03-18", None)])
    assert layers.between_days(table, first, last)["area_id"].tolist() == names


def test_days_may_be_before_1970_and_on_29_february():
    table = CONTROL.table([area("a", "1968-02-29", "1968-03-01")])
    assert len(layers.between_days(table, "1968-02-29", "1968-02-29")) == 1
    assert len(layers.between_days(table, "1968-03-01", None)) == 0


def test_layers_come_in_drawing_order_and_wrong_names_are_told():
    tables = dict.fromkeys(layers.LAYERS, 1)
    assert list(layers.choose_layers(tables, ["events", "control"])) == ["control", "events"]
    assert list(layers.choose_layers(tables, ["all"])) == list(layers.LAYERS)
    with pytest.raises(UsageError, match=r"roads.*choose from control"):
        layers.choose_layers(tables, ["roads"])


def test_R12_counts_add_up():
    rows = [
        mention(1, "a"),
        mention(9, "a", resolution="ambiguous", geometry=None),
        mention(20, "a", resolution="not_a_place", geometry=None),
    ]
    fault = {"path": "x", "problem": "p", "severity": "error"}
    counts = layers.counts_of(
        PLACES.table(rows), CLAIMS.table([claim(1)]), REJECTED.table([fault, {**fault, "severity": "note"}])
    )
    assert counts["mentions"] == counts["placed"] + counts["unplaced"] + counts["not_a_place"] == 3
    assert counts["rejected"] == 1
    assert counts["claims_with_place"] == 1


def test_facts_with_different_figures_are_conflicts_and_equal_ones_are_not():
    rows = [claim(1, fact_id="f"), claim(2, fact_id="f", value=120), claim(3, fact_id="g"), claim(4, fact_id="g")]
    assert layers.conflicts_of(CLAIMS.table(rows)) == {"f": ["c1", "c2"]}


def test_a_claim_without_a_place_keeps_its_row_without_a_point():
    table = CLAIMS.table([claim(1), claim(2, origin=None, origin_id=None)])
    out = layers.claim_points(table, PLACES.table([mention(10, "harasta")]))
    assert out.geometry.isna().tolist() == [False, True]
    assert out["claim_id"].tolist() == ["c1", "c2"]


def test_tables_without_days_are_left_alone():
    table = pd.DataFrame({"a": [1]})
    assert layers.between_days(table, "2018-01-01", "2018-01-02") is table


@pytest.fixture(scope="module")
def result_of_findings():
    result = gg.run(world=False)
    return result, result.findings


def test_findings_lie_on_their_ground_or_at_their_claim(result_of_findings):
    """A layer of findings that cannot be seen on a map helps nobody; what has no place stays without one."""
    result, plain = result_of_findings
    told = result.layers["findings"]
    assert told["finding_id"].tolist() == plain["finding_id"].tolist()
    own = plain.geometry.notna()
    assert own.sum() < told.geometry.notna().sum()
    assert told.geometry[own].geom_equals(plain.geometry[own]).all()
    days = set(result.pockets["picture_date"].dropna())
    measured = told[told["check"].eq("territory_share") & told["verdict"].ne("untestable") & ~own]
    measured = measured[measured["picture_date"].isin(days)]
    assert len(measured)
    for shape, day in zip(measured.geometry, measured["picture_date"], strict=True):
        ground = result.pockets[result.pockets["picture_date"] == day].union_all()
        assert shape.symmetric_difference(ground).area < 1e-12
    claims = result.layers["claims"].set_index("claim_id").geometry
    spots = told[~own & told.geom_type.eq("Point")]
    assert len(spots)
    assert all(shape.equals(claims[claim]) for shape, claim in zip(spots.geometry, spots["claim_id"], strict=True))


@pytest.mark.parametrize("suffix", ["gpkg", "fgb", "parquet", "kml", "topojson", "csv", "jsonl"])
def test_findings_of_several_kinds_of_shape_come_back_untold(result_of_findings, tmp_path, suffix):
    """A GeoPackage keeps points and areas apart; who reads the file back need not know."""
    result, _ = result_of_findings
    (path,) = gg.export(result, tmp_path / f"f.{suffix}", layer="findings")
    back = gg.read_layer(path).set_index("finding_id").geometry
    told = result.layers["findings"].set_index("finding_id").geometry
    assert len(back) == len(told)
    assert back.notna().sum() == told.notna().sum()
    for key, shape in told.dropna().items():
        assert back[key].symmetric_difference(shape).area < 1e-9


def test_nearest_claim_is_the_same_one_that_a_comparison_of_each_with_each_finds():
    # Many claims of few places, some at one letter, some as far before a mention as others behind it.
    draw = random.Random(4)
    columns = [("origin_id", "origin"), ("destination_id", "destination"), ("place_id", "event")]
    rows = [
        {"start": draw.randrange(0, 60, 2), "origin_id": None, draw.choice(columns)[0]: draw.choice("ab"), "date_from": f"2018-03-{1 + n % 28:02d}"}
        for n in range(80)
    ]  # fmt: skip
    claims = CLAIMS.table(
        [claim(n, **(row | {"end": row["start"] + 9, "date_to": None})) for n, row in enumerate(rows)]
    )
    places = PLACES.table(
        [mention(start, place, mention_id=f"{place}{start}") for start in range(64) for place in "ab"]
    )
    out = layers.assign_roles(places, claims, REPORTS.table([REPORT]))
    for start, place, role, day in zip(out["start"], out["place_id"], out["role"], out["date"], strict=True):
        near = [
            (abs(r["start"] - start), r["start"], name, r["date_from"])
            for r in rows
            for c, name in columns
            if r.get(c) == place
        ]
        best = min(near, key=lambda found: found[:3])
        assert (role, day.date().isoformat()) == best[2:]


def test_claims_of_one_long_report_cost_no_comparison_of_each_with_each():
    def took(count):
        places = PLACES.table([mention(20 * n, "harasta") for n in range(count)])
        claims = CLAIMS.table([claim(20 * n) for n in range(count)])
        begun = time.process_time()
        layers.assign_roles(places, claims, REPORTS.table([REPORT]))
        return time.process_time() - begun

    took(100)
    # Ten times the claims in well below a hundred times the time.
    assert took(5000) < 30 * max(took(500), 0.02)
