"""A village that may not be named is named nowhere: every outlet, every field, every spelling, and its spot neither."""

from __future__ import annotations

import contextlib
import html
import json
import re
import sqlite3

import pyarrow.parquet as pq
import pytest
import shapely
from click.testing import CliRunner

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.cli import main
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.exports.scrubbing import Scrubber
from geo_ghouta.files import dump_json
from geo_ghouta.ledger import verify
from geo_ghouta.outlets import check, export, redact, save_map, save_multiples, save_picture, write_rows
from geo_ghouta.reports import read_reports

SPOT = (36.4777, 33.6123)
SPELLINGS = ("Tel Sirr", "Tell as-Sirr", "تل السر", "tel-sirr", "tel_sirr", "Sirrland")
SECRET = re.compile(
    r"t[ei]ll?[\s_\-]+(?:as[\s_\-]+)?sirr|sirrland|تل[\s_]+السر|36\.4777|33\.6123|blue[\s_\-]clinic|العيادة",
    re.IGNORECASE,
)
TOML = """
title = "The road to Tel Sirr"
title_ar = "الطريق إلى تل السر"
start = 2018-03-01
end = 2018-04-30
extent = [36.2, 33.4, 36.7, 33.8]
area = [35.0, 32.0, 43.0, 38.0]
country = "SY"
ground = "government"

[[actors]]
id = "government"
label = "Government"
kind = "state"

[[actors]]
id = "tel_sirr_council"
label = "Council of Tel Sirr"
label_ar = "مجلس تل السر"
kind = "armed_group"
aliases = ["Tel Sirr council"]
colour = "#AD7629"

[[campaigns]]
id = "tel_sirr_2018"
name = "Tel Sirr, 2018"
name_ar = "تل السر 2018"
start = 2018-03-01
end = 2018-04-30
"""
PLACES = f"""name,aliases,name_ar,kind,admin,lon,lat,geo_precision,uncertainty_m,source
Tel Sirr,Tell as-Sirr|Sirrland,تل السر,village,"Quiet District, Rif Dimashq, Syria",{SPOT[0]},{SPOT[1]},town,500,own
Blue Clinic,,العيادة الزرقاء,site,"Tel Sirr, Quiet District, Rif Dimashq, Syria",36.4781,33.6127,site,50,own
Quiet District,,ناحية هادئة,adm3,"Rif Dimashq, Syria",36.51,33.66,adm3,9000,own
Rif Dimashq,,ريف دمشق,adm1,Syria,36.8,33.6,adm1,60000,own
Idlib,,إدلب,city,"Idlib, Syria",36.6339,35.9306,town,3000,own
"""
REPORT = """---
published: 2018-03-25
source: Tel Sirr Media Centre
title: Seven buses leave Tel Sirr; guns at Blue Clinic
url: https://news.invalid/tel-sirr-buses
---
The mayor of Tel Sirr said 310 people left Tell as-Sirr for Idlib on Friday in seven buses from the Blue Clinic.
Four people were killed in Tel Sirr on Saturday, the Tel Sirr council said. وصلت حافلات إلى تل السر أمس.
"""


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases") / "road"
    for name in ("control", "reports", "backdrop"):
        (folder / name).mkdir(parents=True)
    (folder / "case.toml").write_text(TOML, "utf-8")
    (folder / "places.csv").write_text(PLACES, "utf-8")
    (folder / "reports" / "01-tel-sirr-buses.md").write_text(REPORT, "utf-8")
    area = {
        "type": "Feature", "id": "tel-sirr",
        "properties": {"name": "Tel Sirr pocket", "holder": "tel_sirr_council", "status": "assessed", "besieged": True,
                       "source": "the people of Tel Sirr", "drawn_by": "Tel Sirr council", "precision_m": 300, "note": "around Tel Sirr"},
        "geometry": shapely.geometry.mapping(shapely.box(36.45, 33.59, 36.51, 33.64)),
    }  # fmt: skip
    for day, features in (("2018-03-18", [area]), ("2018-03-25", [])):
        data = {"type": "FeatureCollection", "note": "Tel Sirr on this day", "features": features}
        (folder / "control" / f"{day}.geojson").write_text(json.dumps(data), "utf-8")
    leg = {
        "type": "Feature",
        "properties": {"route_id": "tel_sirr_2018", "route_name": "Tel Sirr to Idlib", "leg": 1, "from_place": "Tel Sirr",
                       "to_place": "Idlib", "valid_from": "2018-03-20", "valid_to": "2018-03-30", "origins": "Tel Sirr",
                       "evidence": "stated", "source": "Tel Sirr Media Centre", "note": "by the Blue Clinic"},
        "geometry": {"type": "LineString", "coordinates": [SPOT, [36.4781, 33.6127], [36.5, 33.66], [36.7, 34.5], [36.6339, 35.9306]]},
    }  # fmt: skip
    (folder / "routes.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [leg]}), "utf-8")
    label = {"type": "Feature", "properties": {"name": "Tel Sirr"}, "geometry": {"type": "Point", "coordinates": SPOT}}
    road = {
        "type": "Feature", "properties": {"name": "Tel Sirr road"},
        "geometry": {"type": "LineString", "coordinates": [[36.3, 33.5], [36.6, 33.7]]},
    }  # fmt: skip
    ground = {"type": "FeatureCollection", "features": [label, road]}
    (folder / "backdrop" / "roads.geojson").write_text(json.dumps(ground), "utf-8")
    return folder


@pytest.fixture(scope="module")
def result(case):
    made = gg.run(case, [case / "reports"], world=False)
    assert {"placed"} <= set(made.places["resolution"].astype("str"))
    assert len(made.claims) >= 2
    return made


def everything(result, folder):
    """Write the result by every outlet; return what was written as text, by name of the file."""
    folder.mkdir()
    for form in (*exports.FORMATS, "pmtiles"):
        for name in exports.LAYERS:
            if name == "gazetteer" or (form == "pmtiles" and name != "events"):
                continue
            export(result, folder / f"{name}{SUFFIX[form]}", name, format=form)
    export(result, folder / "all.gpkg", "all")
    export(result, folder / "acled.csv", "events", format="acled")
    export(result, folder / "ged.csv", "events", format="ged")
    export(result, folder / "lpf.json", "places", format="lpf")
    for name in ("places", "claims"):
        for form in ("csv", "jsonl", "geojson"):
            write_rows(result, name, getattr(result, name), folder / f"rows_{name}.{form}", form)
    for language in ("en", "ar"):
        save_map(result, folder / f"map_{language}.html", language=language)
    save_multiples(result, ["2018-03-18", "2018-03-25"], folder / "days.svg")
    save_picture(result, folder / "picture.svg", date="2018-03-18")
    write_rows(result, "findings", result.findings, folder / "findings_rows.csv", "csv")
    return {path.name: text_of(path) for path in sorted(folder.rglob("*")) if path.is_file()}


def text_of(path):
    data = path.read_bytes()
    if path.suffix == ".gpkg":
        with contextlib.closing(sqlite3.connect(path)) as base:
            return "\n".join(base.iterdump())
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        return str(table.schema.metadata) + table.drop_columns(["geometry", "bbox"]).to_pandas().to_csv()
    text = data.decode("utf-8", "replace")
    return html.unescape(re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text))


def test_the_village_is_told_where_nothing_is_redacted(result, tmp_path):
    texts = everything(result, tmp_path / "open")
    told = {name for name, text in texts.items() if SECRET.search(text)}
    assert len(told) > 40
    assert {
        "map_en.html",
        "claims.geojson",
        "control.kml",
        "all.gpkg",
        "events.parquet",
        "lpf.json",
        "picture.svg",
    } <= told


def test_the_village_is_named_nowhere(result, tmp_path):
    texts = everything(redact(result, "adm3"), tmp_path / "closed")
    for name, text in texts.items():
        found = SECRET.search(text)
        assert found is None, f"{name}: …{text[max(0, found.start() - 120) : found.end() + 60]}…"
    assert "Quiet District" in texts["events.geojson"]  # and what may be told is told


def test_counts_and_figures_stay(result):
    made = redact(result, "adm3")
    for name in ("places", "claims", "events", "convoys", "findings", "pockets"):
        assert len(getattr(made, name)) == len(getattr(result, name)), name
    assert made.claims["value"].tolist() == result.claims["value"].tolist()
    assert made.summary == result.summary
    assert made.pictures.areas.geometry.iloc[0].equals(result.pictures.areas.geometry.iloc[0])  # ground, no spot
    assert set(made.pictures.areas["holder"]) <= {a.id for a in made.case.file.actors}


def test_who_speaks_is_withheld_whole_and_gets_no_other_name(result):
    made = redact(result, "adm3")
    assert "Tel Sirr Media Centre" in set(result.claims["outlet"])
    assert set(made.claims["outlet"]) == {"[withheld]"}
    assert set(made.reports["source"]) == {"[withheld]"}
    for name in ("claims", "reports", "events", "convoys", "routes", "findings"):
        table = made.case.routes if name == "routes" else getattr(made, name)
        text = table.drop(columns=["geometry", "text"], errors="ignore").astype("object").to_csv()
        assert "Quiet District Media" not in text, name
        assert "mayor of Quiet" not in text, name
    assert "Quiet District" in set(made.places["name"])  # a place still gets its container


def test_who_speaks_without_a_place_in_the_name_is_told():
    scrub = Scrubber({}, {"Tel Sirr": ("Quiet District", None)})
    assert scrub.whole("Red Crescent|Tel Sirr council|a monitor") == "Red Crescent|[withheld]|a monitor"
    known = scrub.withholding(["Tel Sirr council", "a monitor"])
    assert known.text("Fire in Tel Sirr, the Tel Sirr council said") == "Fire in Quiet District, the [withheld] said"


def test_a_line_points_to_no_spot(result):
    """No vertex lies near the village, and the line still begins at its district and ends where it ended."""
    made = redact(result, "adm3")
    for shape in (made.routes.geometry.iloc[0], *(g for g in made.convoys.geometry if g is not None)):
        vertices = shapely.get_coordinates(shape)
        assert min(abs(x - SPOT[0]) + abs(y - SPOT[1]) for x, y in vertices[1:]) > 0.25
        assert vertices[0].tolist() == [36.51, 33.66]


def test_town_level_keeps_the_village_and_hides_the_clinic(result, tmp_path):
    made = redact(result, "town")
    path = tmp_path / "m.html"
    save_map(made, path)
    text = text_of(path)
    assert "Tel Sirr" in text
    assert "Blue Clinic" not in text
    assert "blue-clinic" not in text


def test_a_withheld_source_is_verified_by_its_hash(result, case, tmp_path):
    (path,) = export(redact(result, "adm3"), tmp_path / "e.geojson", "claims")
    manifest = json.loads((tmp_path / "e.geojson.manifest.json").read_text("utf-8"))
    (report,) = [i for i in manifest["inputs"] if i["kind"] == "report"]
    assert report["path"] == f"withheld/{report['report_id']}"
    assert manifest["rows"]["claims"]
    assert not any("words" in row for row in manifest["rows"]["claims"])  # the hash of a name is as good as the name
    reader = lambda p: read_reports([p]).reports  # noqa: E731
    assert len(verify(path, case, reader=reader)) == 0
    source = case / "reports" / "01-tel-sirr-buses.md"
    before = source.read_bytes()
    source.write_bytes(before + b" ")
    try:
        faults = verify(path, case, reader=reader)
        assert "not found or changed (its name is withheld)" in faults["detail"].iloc[0]
        assert len(faults) > 1  # with the rows that rest on it
    finally:
        source.write_bytes(before)


def test_findings_are_checked_by_the_full_names_and_told_by_the_coarse(result):
    import dataclasses

    plain = check(result)
    told = redact(dataclasses.replace(result, findings=plain), "adm3").findings
    assert len(told) == len(plain)
    assert SECRET.search(
        dump_json(plain.drop(columns="geometry").astype("object").where(lambda t: t.notna(), None).to_dict("records"))
    )
    text = dump_json(told.drop(columns="geometry").astype("object").where(lambda t: t.notna(), None).to_dict("records"))
    assert not SECRET.search(text)


VERBS = [
    ["map", "-o", "m.html"],
    ["map", "-o", "e.html", "--embed"],
    ["map", "-o", "f.html", "--findings"],
    ["map", "--multiples", "2018-03-18", "-o", "days.html"],
    ["picture", "-o", "p.svg", "--date", "2018-03-18"],
    ["export", "--layer", "all", "-o", "folder"],
    ["export", "--layer", "claims"],
    ["places", "--format", "csv"],
    ["places", "--unresolved"],
    ["places", "-o", "p.geojson"],
    ["claims", "--format", "table"],
    ["claims", "-o", "c.jsonl"],
    ["check"],
    ["check", "-o", "f.geojson"],
    ["check", "-o", "f.csv"],
]


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_no_verb_names_the_village(case, tmp_path, monkeypatch, words):
    """What a verb writes and prints as data; its messages on stderr speak to who has the reports."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [*words, "--case", str(case), "--redact", "adm3", "--no-world"])
    assert done.exit_code in {0, 3}, done.output
    texts = {"stdout": done.stdout, **{p.name: text_of(p) for p in sorted(tmp_path.rglob("*")) if p.is_file()}}
    assert len(texts) > 1 or done.stdout
    for name, text in texts.items():
        found = SECRET.search(text)
        assert found is None, f"{name}: …{text[max(0, found.start() - 120) : found.end() + 60]}…"


def test_every_verb_that_writes_places_can_coarsen_them():
    writing = {name for name, verb in main.commands.items() if "reports" in {p.name for p in verb.params}}
    assert writing == {words[0] for words in VERBS}
    for name in writing:
        assert "redact" in {p.name for p in main.commands[name].params}, name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Tel Sirr", "Quiet District"),
        ("TEL SIRR burns", "Quiet District burns"),
        ("01-tel-sirr-buses.md", "01-Quiet District-buses.md"),
        ("tel_sirr_2018", "Quiet District_2018"),
        ("in Tall Sirr, near", "in Quiet District, near"),  # a transliteration that no list has
        ("Tel Sirr's mayor", "Quiet District's mayor"),
        ("وتل السر", "وناحية هادئة"),
        ("بتل السر", "بناحية هادئة"),
        ("Hotel Sirrah", "Hotel Sirrah"),
        ("Hosh Tel Sirr", "Hosh Tel Sirr"),  # another place, which may be told
        ("the tel of sirr", "the tel of sirr"),
        ("", ""),
    ],
)
def test_spellings(text, told):
    scrub = Scrubber({}, {"Tel Sirr": ("Quiet District", "ناحية هادئة"), "تل السر": ("Quiet District", "ناحية هادئة")},
                     {exports.scrubbing.fold_once("Hosh Tel Sirr")})  # fmt: skip
    assert scrub.text(text) == told


def test_hostile_texts_are_scrubbed_in_linear_time():
    scrub = Scrubber({"case/a": "case/b"}, {"Tel Sirr": ("Quiet District", None)}, {"hosh"})
    for text in ("a" * 50_000, "Tel " * 50_000, "Tel Sirr-" * 20_000, "((((" * 50_000, "ب" * 50_000):
        assert "Sirr" not in scrub.text(text)
