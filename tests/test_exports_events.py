"""Event tables, Linked Places, and redaction that leaves no fine name, id or point in anything that is written."""

from __future__ import annotations

import csv
import io
import json

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from geo_ghouta import exports
from geo_ghouta.errors import UsageError
from geo_ghouta.exports.event_tables import ACLED_PRECISION, ACLED_TYPES, GED_PRECISION
from geo_ghouta.schema import CLAIMS, CONVOYS, EVENTS, FINDINGS, GAZETTEER, PLACES, POCKETS, REPORTS, ROUTES
from geo_ghouta.schema.vocabulary import CLAIM_KINDS, GEO_PRECISIONS

SCHOOL, QUARTER, TOWN, CITY = (
    shapely.Point(36.3512, 33.5587), shapely.Point(36.34, 33.52), shapely.Point(36.365, 33.5586), shapely.Point(36.3, 33.51)
)  # fmt: skip
SPOTS = {
    "case/red-school": ("Red School", "المدرسة الحمراء", "site", "site", "Harasta, Rif Dimashq, Syria", SCHOOL, 50),
    "case/east-quarter": ("East Quarter", "الحي الشرقي", "neighbourhood", "neighbourhood", "Nowhere, Rif Dimashq, Syria", QUARTER, 500),
    "case/harasta": ("Harasta", "حرستا", "town", "town", "Rif Dimashq, Syria", TOWN, 1500),
    "case/rif-dimashq": ("Rif Dimashq", "ريف دمشق", "adm1", "adm1", "Syria", CITY, 40_000),
}  # fmt: skip
SECRETS = (
    "Red School",
    "المدرسة الحمراء",
    "red-school",
    "East Quarter",
    "الحي الشرقي",
    "east-quarter",
    "the red school",
    "36.3512",
    "36.34,",
)


def places():
    rows = []
    for number, (place_id, (name, arabic, kind, precision, admin, point, radius)) in enumerate(SPOTS.items()):
        rows.append(
            {
                "mention_id": f"r1:{number}", "report_id": "r1", "start": number, "end": number + 5,
                "text": "the red school" if kind == "site" else name, "form": "name", "key": name.lower(), "place_id": place_id,
                "context": f"the {name}", "resolution": "placed", "name": name, "name_ar": arabic, "kind": kind, "admin": admin,
                "match": "exact", "score": 1, "geo_precision": precision, "uncertainty_m": radius, "date": f"2018-03-{22 + number}",
                "candidates": json.dumps([{"name": name}]), "evidence": f"near {name}", "boundary_m": 5.0, "geometry": point,
            }
        )  # fmt: skip
    return PLACES.table(rows)


def gazetteer():
    return GAZETTEER.table(
        [
            {"place_id": i, "name": n, "name_ar": a, "kind": k, "admin": ad, "geo_precision": p, "uncertainty_m": u,
             "gazetteer": "case", "geometry": g}
            for i, (n, a, k, p, ad, g, u) in SPOTS.items()
        ]
    )  # fmt: skip


def claim(number, kind="departure", **values):
    return {
        "claim_id": f"r1-{kind}-{number}", "report_id": "r1", "start": number, "end": number + 5, "kind": kind,
        "modality": "happened", "place_basis": "stated", "date_basis": "stated", "date_precision": "day",
    } | values  # fmt: skip


def claims():
    return CLAIMS.table(
        [
            claim(0, origin="Red School", origin_id="case/red-school", crossing="Red School Gate", actor="group_a",
                  actor_text="men of the Red School", speaker="monitor", outlet="Paper", value=400.0),
            claim(1, actor="group_a", origin="Harasta", origin_id="case/harasta", outlet="Other", destination="East Quarter",
                  destination_id="case/east-quarter"),
            claim(2, "casualties", place="Harasta", place_id="case/harasta", low=3.0, high=7.0, scope="day", actor="group_b"),
            claim(3, "casualties", place="Harasta", place_id="case/harasta", value=1600.0, low=1600.0, scope="cumulative"),
            claim(4, "departure", modality="planned", place="Harasta", place_id="case/harasta"),
        ]
    )  # fmt: skip


def event(event_id, kind, place_id, ids, **values):
    name, _, _, precision, _, point, radius = SPOTS[place_id]
    return {
        "event_id": event_id, "kind": kind, "date_from": "2018-03-22", "date_to": "2018-03-23", "date_basis": "stated",
        "place": name, "place_id": place_id, "geo_precision": precision, "uncertainty_m": radius, "modality": "happened",
        "claims": 1, "stories": 1, "claim_ids": "|".join(ids), "derived": True, "geometry": point,
    } | values  # fmt: skip


def events():
    return EVENTS.table(
        [
            event("departure/case/red-school/2018-03-22", "departure", "case/red-school", ["r1-departure-0"]),
            event("departure/case/harasta/2018-03-22", "departure", "case/harasta", ["r1-departure-1", "r1-departure-0"], stories=2),
            event("casualties/case/harasta/2018-03", "casualties", "case/harasta", ["r1-casualties-2", "r1-casualties-3"],
                  date_from="2018-03-01", date_to="2018-04-01"),
            event("departure/case/harasta/planned", "departure", "case/harasta", ["r1-departure-4"], modality="planned"),
            event("siege/case/rif-dimashq/undated", "siege", "case/rif-dimashq", [], date_from=None, date_to=None),
        ]
    )  # fmt: skip


def test_acled_like_rows():
    table = exports.event_table("acled", events(), claims(), places())
    assert len(table) == 4  # plans are no events
    assert table["derived"].all()
    assert set(table["notice"]) == {"derived from claims in news reports by geo-ghouta; not ACLED data"}
    rows = table.set_index("event_id_cnty")
    one = rows.loc["departure/case/harasta/2018-03-22"]
    assert (one["event_date"], one["year"], one["time_precision"], one["geo_precision"]) == ("2018-03-22", 2018, 1, 1)
    assert (one["country"], one["admin1"], one["location"]) == ("Syria", "Rif Dimashq", "Harasta")
    assert (one["event_type"], one["sub_event_type"], one["actor1"], one["source"]) == (
        "Strategic developments", "Other", "group_a", "Other; Paper; monitor",
    )  # fmt: skip
    month = rows.loc["casualties/case/harasta/2018-03"]
    assert (month["time_precision"], month["fatalities"]) == (3, 3)  # the running total belongs to no event
    assert pd.isna(month["event_type"])
    siege = rows.loc["siege/case/rif-dimashq/undated"]
    assert (pd.isna(siege["event_date"]), siege["time_precision"], siege["geo_precision"]) == (True, 3, 3)
    assert pd.isna(rows.loc["departure/case/harasta/2018-03-22", "fatalities"])  # not told is not zero


@pytest.mark.parametrize(
    ("rows", "dead"),
    [
        ([{"value": 47.0, "counted": "wounded"}], (None, None)),  # a ward of wounded is no death
        ([{"value": 2.0}, {"value": 10.0, "counted": "wounded"}, {"value": 40.0, "counted": "missing"}], (2, 2)),
        ([{"value": 15.0, "counted": "casualties"}], (None, None)),
        ([{"value": 15.0}, {"value": 4.0, "counted": "children", "part_of": "r1-casualties-0"}], (15, 15)),
        ([{"value": 2.0, "counted": "women"}, {"value": 4.0, "counted": "children"}], (4, 4)),
        ([{"value": 12.0}, {"low": 15.0, "high": 20.0}], (12, 20)),
    ],
)
def test_only_the_dead_are_fatalities(rows, dead):
    at = {"place": "Harasta", "place_id": "case/harasta"}
    told = CLAIMS.table([claim(n, "casualties", **at, **row) for n, row in enumerate(rows)])
    told["unit"] = "people"
    one = EVENTS.table(
        [event("casualties/case/harasta/2018-03-22", "casualties", "case/harasta", list(told["claim_id"]))]
    )
    ged = exports.event_table("ged", one, told, places()).iloc[0]
    acled = exports.event_table("acled", one, told, places()).iloc[0]
    assert (ged["low"], ged["high"]) == dead or (dead == (None, None) and pd.isna(ged[["low", "high"]]).all())
    assert acled["fatalities"] == dead[0] or (dead[0] is None and pd.isna(acled["fatalities"]))


def test_ged_like_rows():
    rows = exports.event_table("ged", events(), claims(), places()).set_index("id")
    month = rows.loc["casualties/case/harasta/2018-03"]
    assert (month["date_start"], month["date_end"], month["date_prec"]) == ("2018-03-01", "2018-03-31", 4)
    assert (month["best"], month["low"], month["high"], month["where_prec"]) == (3, 3, 7, 1)
    siege = rows.loc["siege/case/rif-dimashq/undated"]
    assert (siege["where_prec"], siege["date_prec"], siege["event_clarity"]) == (4, 5, 2)
    assert rows.loc["departure/case/harasta/2018-03-22", "number_of_sources"] == 2
    assert rows.loc["departure/case/harasta/2018-03-22", "geom_wkt"] == "POINT (36.365 33.5586)"


def test_a_figure_for_several_places_together_is_no_ones_own():
    both = claim(2, "casualties", place="Harasta|East Quarter", place_id="case/harasta|case/east-quarter", value=60.0)
    one = claim(3, "casualties", place="Harasta", place_id="case/harasta", value=4.0)
    ids = ["r1-casualties-2", "r1-casualties-3"]
    happened = EVENTS.table(
        [
            event("casualties/case/east-quarter/2018-03-22", "casualties", "case/east-quarter", ids[:1]),
            event("casualties/case/harasta/2018-03-22", "casualties", "case/harasta", ids),
        ]
    )
    rows = exports.event_table("ged", happened, CLAIMS.table([both, one]), places()).set_index("id")
    assert pd.isna(rows.loc["casualties/case/east-quarter/2018-03-22", "best"])
    assert (rows["claim_ids"].iloc[1], rows["best"].iloc[1], rows["high"].iloc[1]) == ("|".join(ids), 4, 4)


def test_every_word_of_ours_has_its_code():
    assert set(ACLED_PRECISION) == set(GED_PRECISION) == set(GEO_PRECISIONS) - {"unknown"}
    assert set(ACLED_TYPES) <= set(CLAIM_KINDS)


def test_event_tables_as_csv():
    data = exports.write_event_table("acled", events(), claims(), places())
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert [r["event_date"] for r in rows] == ["2018-03-01", "2018-03-22", "2018-03-22", ""]
    assert [r["year"] for r in rows] == ["2018", "2018", "2018", ""]
    assert len(exports.event_table("ged", EVENTS.empty(), CLAIMS.empty(), PLACES.empty())) == 0
    with pytest.raises(UsageError, match="use one of acled, ged"):
        exports.event_table("gdelt", events(), claims(), places())


def test_linked_places(tmp_path):
    twice = PLACES.check(
        pd.concat(
            [places(), places().iloc[[2]].assign(mention_id="r2:0", text="Harastah", date=pd.Timestamp("2017-01-01"))]
        )
    )
    path = exports.write_linked_places(twice, tmp_path / "places.json", case="Case")
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["@context"].startswith("https://")
    (harasta,) = [f for f in data["features"] if f["properties"]["title"] == "Harasta"]
    assert harasta["@id"] == "urn:geo-ghouta:place:case/harasta"
    assert {(n["toponym"], n.get("lang")) for n in harasta["names"]} == {
        ("Harasta", "en"),
        ("حرستا", "ar"),
        ("Harastah", None),
    }
    assert harasta["when"]["timespans"] == [{"start": {"in": "2017-01-01"}, "end": {"in": "2018-03-24"}}]
    assert harasta["geometry"] == {"type": "Point", "coordinates": [36.365, 33.5586], "certainty": "certain"}
    assert all(set(f) >= {"@id", "type", "properties", "names", "geometry"} for f in data["features"])


# Redaction ----------------------------------------------------------------------------------------------------------


def everything():
    line = shapely.LineString([SCHOOL, (36.4, 33.6), (36.6, 35.9)])
    located = gpd.GeoDataFrame(claims(), geometry=gpd.GeoSeries([SCHOOL, TOWN, TOWN, TOWN, TOWN], crs=4326))
    report = {"report_id": "r1", "doc_id": "a.txt", "text": "-", "title": "Shots at the Red School", "url": "http://x.invalid/red-school",
              "published_basis": "unknown", "path": "a.txt", "sha256": "0", "text_sha256": "0"}  # fmt: skip
    return {
        "places": places(),
        "claims": located.assign(quote="at the Red School they"),
        "events": events(),
        "gazetteer": gazetteer(),
        "reports": REPORTS.table([report]),
        "routes": ROUTES.table(
            [{"leg_id": "1", "route_id": "1", "leg": 1, "from_place": "Red School", "to_place": "Idlib", "valid_from": "2018-03-22",
              "valid_to": "2018-03-23", "evidence": "stated", "length_km": 1, "schematic": True, "geometry": line}]
        ),
        "convoys": CONVOYS.table(
            [{"convoy_id": "2018-03-22/Red School", "date_from": "2018-03-22", "date_to": "2018-03-23", "origin": "Red School",
              "origin_id": "case/red-school", "crossing": "Red School Gate", "modality": "happened", "claim_ids": "r1-departure-0",
              "stories": 1, "derived": True, "geometry": line}]
        ),
        "pockets": POCKETS.table(
            [{"pocket_id": "p", "picture_date": "2018-03-22", "name": "Red School pocket", "holders": "group_a", "statuses": "assessed",
              "area_km2": 1, "perimeter_km": 1, "towns": "Harasta|Red School|East Quarter", "derived": True,
              "geometry": shapely.box(36, 33, 37, 34)}]
        ),
        "findings": FINDINGS.table(
            [{"finding_id": "f", "check": "c", "verdict": "agrees", "detail": "The red school lies inside; Harasta too", "geometry": SCHOOL}]
        ),
    }  # fmt: skip


def written(tables):
    out = b""
    for name, table in tables.items():
        if name == "reports":
            out += table.drop(columns=["text"]).to_csv().encode()
        else:
            out += exports.write_layer(name, table, None) + exports.write_layer(name, table, None, format="csv")
    out += exports.write_event_table("acled", tables["events"], tables["claims"], tables["places"])
    return out.decode() + json.dumps(exports.linked_places(tables["places"]), ensure_ascii=False)


def test_no_spot_is_named_anywhere():
    plain = written(everything())
    assert all(secret in plain or secret.lower() in plain.lower() for secret in SECRETS)
    made = exports.redact_tables(everything(), "town", gazetteer())
    text = written(made)
    for secret in SECRETS:
        assert secret.lower() not in text.lower(), secret
    assert "Harasta" in text
    assert set(made) == set(everything())
    for name in ("places", "events", "claims", "routes", "convoys", "findings"):
        assert len(made[name]) == len(everything()[name])


def test_a_town_stands_for_its_school():
    made = exports.redact_tables(everything(), "town", gazetteer())
    school = made["places"].iloc[0]
    assert (school["name"], school["place_id"], school["geo_precision"], school["uncertainty_m"]) == (
        "Harasta",
        "case/harasta",
        "town",
        1500,
    )
    assert school["geometry"].equals(TOWN)
    assert school["text"] == "[withheld]"
    assert school[["candidates", "evidence", "context", "boundary_m"]].isna().all()
    assert sorted(made["events"]["event_id"])[1:3] == [
        "departure/case/harasta/2018-03-22",
        "departure/case/harasta/2018-03-22#2",
    ]
    assert made["claims"]["origin"].tolist()[:2] == ["Harasta", "Harasta"]
    assert made["claims"]["origin_id"].tolist()[0] == "case/harasta"
    assert made["claims"]["crossing"].tolist()[0] == "[withheld]"
    assert "quote" not in made["claims"].columns
    assert made["pockets"]["towns"].tolist() == ["Harasta|Rif Dimashq"]
    assert made["gazetteer"]["place_id"].tolist() == ["case/harasta", "case/rif-dimashq"]
    assert shapely.get_coordinates(made["routes"].geometry.iloc[0])[0].tolist() == [TOWN.x, TOWN.y]
    assert made["findings"].geometry.iloc[0].equals(TOWN)
    quarter = made["places"].iloc[1]
    assert (quarter["name"], quarter["geo_precision"]) == ("Rif Dimashq", "adm1")  # its town is on no list
    bare = exports.redact_tables(everything(), "town")["places"].iloc[1]  # no list at all: a grid cell stands in
    assert bare["geometry"].equals(shapely.Point(36.325, 33.525))
    assert (bare["name"], bare["uncertainty_m"] > 3000) == ("Rif Dimashq", True)


def test_a_fine_place_among_several_is_hidden():
    both = claim(1, "attack", place="Harasta|Red School", place_id="case/harasta|case/red-school")
    mixed = claim(3, "attack", place="Somewhere|Harasta|Red School", place_id="case/harasta|case/red-school")
    tables = {**everything(), "claims": CLAIMS.table([both, mixed])}
    told = exports.redact_tables(tables, "town", gazetteer())["claims"]
    assert told["place"].tolist() == ["Harasta", "Harasta"]
    assert not any(secret in told.to_csv() for secret in SECRETS)


def test_levels():
    tables = everything()
    assert exports.redact_tables(tables, "none")["places"] is tables["places"]
    made = exports.redact_tables(everything(), "adm3", gazetteer())
    text = written(made)
    assert "Harasta" not in text
    assert "حرستا" not in text
    assert "33.5586" not in text
    assert made["places"]["name"].tolist() == ["Rif Dimashq"] * 4
    with pytest.raises(UsageError, match="no such level"):
        exports.redact_tables(tables, "street")
    bare = exports.redact_tables({"places": places()}, "town")["places"]
    assert "Red School" not in exports.write_layer("places", bare, None).decode()


def test_names_that_no_list_knows_are_withheld():
    lost = (
        places()
        .iloc[[0]]
        .assign(place_id=None, name=None, name_ar=None, resolution="not_found", geo_precision="unknown", match="none")
    )
    lost = PLACES.check(lost.set_geometry(gpd.GeoSeries([None], index=lost.index, crs=4326)))
    (row,) = exports.redact_tables({"places": lost}, "town", gazetteer())["places"].to_dict("records")
    assert (row["text"], row["key"]) == ("[withheld]", "[withheld]")
    assert pd.isna(row["context"])
    assert pd.isna(row["candidates"])


def test_tables_are_not_changed_in_place():
    tables = everything()
    before = {name: table.copy() for name, table in tables.items()}
    exports.redact_tables(tables, "adm3", gazetteer())
    for name, table in tables.items():
        pd.testing.assert_frame_equal(pd.DataFrame(table), pd.DataFrame(before[name]))
