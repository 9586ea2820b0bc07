"""GeoJSON: RFC 7946 rule by rule, our JSON Schemas, days that no time zone moves, the same bytes every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pandas as pd
import pytest
import shapely
from exports_data import ACTORS, content_of, table_of

from geo_ghouta import exports
from geo_ghouta.errors import ContractError, FormatError, InputError, OutputError, UsageError
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.exports.shape_schemas import packaged_schema
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.schema import CONTROL, EVENTS, FINDINGS

LAYERS = sorted(exports.LAYERS)


def strict(data):
    def refuse(word):
        raise AssertionError(word)

    def once(pairs):
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names))
        return dict(pairs)

    return json.loads(data, parse_constant=refuse, object_pairs_hook=once)


def control(shape, **values):
    row = {
        "area_id": "a", "holder": "x", "status": "assessed", "valid_from": "2018-03-18", "source": "own",
        "drawn_by": "me", "precision_m": 100, "geometry": shape,
    } | values  # fmt: skip
    return CONTROL.table([row])


def positions(value):
    if isinstance(value[0], int | float):
        yield value
    else:
        for item in value:
            yield from positions(item)


def check_rfc7946(data):
    collection = strict(data)
    assert collection["type"] == "FeatureCollection"
    assert "crs" not in collection
    assert not {"coordinates", "geometries", "geometry", "properties"} & set(collection)
    everything = []
    for feature in collection["features"]:
        assert feature["type"] == "Feature"
        assert isinstance(feature["id"], str)
        assert isinstance(feature["properties"], dict)
        geometry = feature["geometry"]
        if geometry is None:
            continue
        found = list(positions(geometry["coordinates"]))
        everything += found
        for position in found:
            assert len(position) == 2
            assert -180 <= position[0] <= 180
            assert -90 <= position[1] <= 90
            assert all(round(n, 7) == n for n in position)
        areas = {"Polygon": [geometry["coordinates"]], "MultiPolygon": geometry["coordinates"]}
        for rings in areas.get(geometry["type"], []):
            for number, ring in enumerate(rings):
                assert len(ring) >= 4
                assert ring[0] == ring[-1]
                assert shapely.LinearRing(ring).is_ccw == (number == 0)
        if geometry["type"] == "LineString":
            assert len(geometry["coordinates"]) >= 2
    ids = [f["id"] for f in collection["features"]]
    assert ids == sorted(set(ids))
    if everything:
        west, south, east, north = collection["bbox"]
        assert south == min(p[1] for p in everything)
        assert north == max(p[1] for p in everything)
        if west <= east:
            assert (west, east) == (min(p[0] for p in everything), max(p[0] for p in everything))
    else:
        assert "bbox" not in collection
    return collection


@pytest.mark.parametrize("name", LAYERS)
def test_every_layer_keeps_rfc_7946_and_its_schema(name):
    for table in (table_of(name), exports.LAYERS[name].contract.empty()):
        collection = check_rfc7946(exports.write_layer(name, table, None, case="Case"))
        jsonschema.Draft202012Validator(packaged_schema(name)).validate(collection)


@pytest.mark.parametrize("name", LAYERS)
def test_the_packaged_schemas_are_the_contracts(name):
    assert packaged_schema(name) == exports.json_schema(name), "run python -m geo_ghouta.exports.shape_schemas"
    jsonschema.Draft202012Validator.check_schema(packaged_schema(name))


def test_the_schema_refuses_what_breaks_the_contract():
    good = strict(exports.write_layer("control", control(shapely.box(36, 33, 37, 34)), None))
    validator = jsonschema.Draft202012Validator(packaged_schema("control"))
    validator.validate(good)
    for member, value in (("holder", None), ("status", "sure"), ("valid_from", "22.3.2018"), ("precision_m", "100")):
        bad = json.loads(json.dumps(good))
        bad["features"][0]["properties"][member] = value
        assert not validator.is_valid(bad), member
    bad = json.loads(json.dumps(good))
    bad["crs"] = {}
    assert not validator.is_valid(bad)


def test_days_and_time():
    # the contract's span is half-open; start and end name the last day included
    table = control(shapely.box(36, 33, 37, 34), valid_to="2018-03-24")
    (feature,) = strict(exports.write_layer("control", table, None))["features"]
    assert feature["time"] == {"interval": ["2018-03-18", "2018-03-23"]}
    values = feature["properties"]
    assert [values[k] for k in ("valid_from", "valid_to", "start", "end")] == [
        "2018-03-18", "2018-03-24", "2018-03-18", "2018-03-23",
    ]  # fmt: skip
    (open_end,) = strict(exports.write_layer("control", control(shapely.box(36, 33, 37, 34)), None))["features"]
    assert open_end["time"] == {"interval": ["2018-03-18", ".."]}
    assert open_end["properties"]["end"] is None
    (day,) = strict(exports.write_layer("control", table.assign(valid_to=pd.Timestamp("2018-03-19")), None))["features"]
    assert day["time"] == {"date": "2018-03-18"}


def test_an_area_across_180_degrees_is_cut():
    # F086
    ring = [(-178.2, -16.5), (178.9, -16.1), (178.4, -17.6), (-177.9, -17.8)]
    collection = check_rfc7946(exports.write_layer("control", control(shapely.Polygon(ring)), None))
    (feature,) = collection["features"]
    parts = [shapely.Polygon(p[0]) for p in feature["geometry"]["coordinates"]]
    assert feature["geometry"]["type"] == "MultiPolygon"
    assert sorted(round(p.bounds[2] - p.bounds[0], 1) for p in parts) == [1.6, 2.1]
    assert any(p.contains(shapely.Point(179.9, -17)) for p in parts)
    assert not any(p.contains(shapely.Point(0, -17)) for p in parts)
    assert collection["bbox"] == [178.4, -17.8, -177.9, -16.1]


@pytest.mark.parametrize(
    ("shape", "kind", "length"),
    [
        (shapely.LineString([(179, 10), (-179, 12)]), "MultiLineString", 2),
        (shapely.LineString([(170, 10), (185, 12)]), "MultiLineString", 2),
        (shapely.LineString([(36.1, 33), (36.2, 34)]), "LineString", 2),
        (shapely.Point(190, 5), "Point", 2),
    ],
)
def test_lines_and_points_across_180_degrees(shape, kind, length):
    made = canonical(shape)
    assert made.geom_type == kind
    assert made.bounds[0] >= -180
    assert made.bounds[2] <= 180
    if kind == "MultiLineString":
        assert len(made.geoms) == length


def test_rings_are_turned_and_closed():
    # F072: ring order is mended on export, and never stops a run
    clockwise = shapely.Polygon([(36.3, 33.5), (36.3, 33.6), (36.4, 33.6), (36.4, 33.5)])
    check_rfc7946(exports.write_layer("control", control(clockwise), None))


def test_height_is_dropped_and_slivers_survive():
    solid = shapely.Polygon([(36, 33, 5), (36.1, 33, 5), (36.1, 33.1, 5)])
    check_rfc7946(exports.write_layer("control", control(solid), None))
    thin = shapely.Polygon([(36, 33), (36.1, 33.00000001), (36.2, 33), (36.1, 33.1)])
    spiked = shapely.Polygon([(36, 33), (36.1, 33), (36.1, 33.1), (36.05, 33.00000004), (36.0500000001, 33.00000004)])
    for shape in (thin, spiked):
        assert canonical(shape).is_valid


def test_no_number_is_nan():
    # F046
    table = table_of("events", 1)
    table["distance"] = float("inf")
    table["count_of"] = float("nan")
    (feature,) = strict(exports.write_layer("events", table, None))["features"]
    assert feature["properties"]["distance"] is None
    assert feature["properties"]["count_of"] is None
    assert b"inf" not in exports.write_layer("events", table, None, format="csv").split(b"\n")[1]


def test_clock_times_of_own_columns_are_kept():
    # F049, F060
    table = table_of("events", 1)
    table["seen"] = pd.to_datetime(["2018-03-22T12:30:00"])
    table["zoned"] = pd.to_datetime(["2018-03-22T00:00:00+02:00"])
    table["clock"] = "12:30"
    (feature,) = strict(exports.write_layer("events", table, None))["features"]
    values = feature["properties"]
    assert (values["seen"], values["zoned"], values["clock"]) == (
        "2018-03-22T12:30:00",
        "2018-03-22T00:00:00+02:00",
        "12:30",
    )


def test_a_table_in_another_crs_is_refused():
    table = control(shapely.box(36, 33, 37, 34)).to_crs(32637)
    with pytest.raises(ContractError, match="EPSG:4326"):
        exports.write_layer("control", table, None)


def test_foreign_order_changes_nothing():
    table = table_of("events")
    again = table.sample(frac=1, random_state=3)
    for form in ("geojson", "csv", "kml", "topojson", "jsonl", "parquet"):
        assert exports.write_layer("events", table, None, format=form) == exports.write_layer(
            "events", again, None, format=form
        )


MANY = """
import sys, pathlib
sys.path.insert(0, {tests!r})
from exports_data import ACTORS, content_of, table_of
from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX
for form in exports.FORMATS:
    for name in ("control", "events", "places", "findings"):
        exports.write_layer(name, table_of(name), pathlib.Path(sys.argv[1]) / (name + SUFFIX[form]), actors=ACTORS)
folder = pathlib.Path(sys.argv[1])
exports.write_layer("control", table_of("control"), folder / "control.pmtiles")
for form in ("acled", "ged"):
    tables = (table_of("events", 40), table_of("claims"), table_of("places"))
    (folder / (form + ".txt")).write_bytes(exports.write_event_table(form, *tables))
exports.write_linked_places(table_of("places", 40), folder / "places.lpf")
exports.write_layers({{n: table_of(n) for n in ("control", "events", "claims")}}, folder / "all.gpkg", actors=ACTORS)
exports.write_layers({{n: table_of(n) for n in ("control", "events", "claims")}}, folder / "all.kml", actors=ACTORS)
tables = {{n: table_of(n, 40) for n in exports.LAYERS}}
for name, table in exports.redact_tables(tables, "adm3", tables["gazetteer"]).items():
    exports.write_layer(name, table, folder / ("redacted_" + name + ".geojson"))
"""


def test_two_hash_seeds_zones_and_locales_give_the_same_bytes(tmp_path):
    # F026 too: a zone west or east of Greenwich moves no day
    tests = str(Path(__file__).parent)
    # The first two are two runs in the same surroundings.
    settings = ({"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"}, {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
                {"PYTHONHASHSEED": "2", "TZ": "America/New_York", "LC_ALL": "C"},
                {"PYTHONHASHSEED": "3", "TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8"})  # fmt: skip
    for number, setting in enumerate(settings):
        (tmp_path / str(number)).mkdir()
        subprocess.run(
            [sys.executable, "-c", MANY.format(tests=tests), str(tmp_path / str(number))],
            env={**os.environ, **setting},
            check=True,
        )
    names = sorted(p.name for p in (tmp_path / "0").iterdir())
    assert len(names) == 4 * len(exports.FORMATS) + 6 + len(exports.LAYERS)
    for name in names:
        first = content_of(tmp_path / "0" / name)
        for other in ("1", "2", "3"):
            assert content_of(tmp_path / other / name) == first, name
    assert b'"end":"1969-12-30"' in (tmp_path / "0" / "events.geojson").read_bytes()


def test_mixed_geometries_are_split_only_where_they_must_be(tmp_path):
    # F069
    rows = [
        {"finding_id": str(i), "check": "c", "severity": "note", "detail": "d", "geometry": shape}
        for i, shape in enumerate(
            [
                shapely.Point(36.3, 33.5),
                shapely.LineString([(36.36, 33.56), (36.63, 35.93)]),
                shapely.box(36.3, 33.5, 36.32, 33.52),
                None,
            ]
        )
    ]
    table = FINDINGS.table(rows)
    kinds = [
        f["geometry"] and f["geometry"]["type"]
        for f in strict(exports.write_layer("findings", table, None))["features"]
    ]
    assert kinds == ["Point", "LineString", "Polygon", None]
    from geo_ghouta.exports.binary import table_names

    path = exports.write_layer("findings", table, tmp_path / "f.gpkg")
    assert table_names(path) == ["findings_areas", "findings_lines", "findings_points", "layer_styles"]
    assert exports.read_layer(path, "findings")["finding_id"].tolist() == ["0", "1", "2", "3"]


@pytest.mark.parametrize("suffix", ["geojson", "gpkg", "fgb", "kml", "topojson", "parquet", "csv", "jsonl", "geojsonl"])
@pytest.mark.parametrize(
    "data",
    [
        b"<OGRVRTDataSource><OGRVRTLayer name='x'><SrcDataSource>other.kml</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>",
        b"",
        b"\x00\x01\x02",
        b"{}",
        b'{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":["1","2"]}}]}',
        b'<!DOCTYPE k [<!ENTITY a "b">]><kml>&a;</kml>',
        b"[" * 100_000,
        b"SQLite format 3\x00" + b"\x00" * 100,
        b"fgb\x03fgb\x00" + b"\xff" * 40,
    ],
)
def test_reading_what_we_did_not_write(tmp_path, suffix, data):
    # F173, F057: no other file is opened, one clear error
    path = tmp_path / f"events.{suffix}"
    path.write_bytes(data)
    try:
        back = exports.read_layer(path, "events")
    except InputError:
        return
    assert len(back) == 0


def test_text_coordinates_are_an_error(tmp_path):
    path = exports.write_layer("events", table_of("events", 1), tmp_path / "events.geojson")
    path.write_text(
        re.sub(r'"coordinates":\[([-\d.]+),', r'"coordinates":["\1",', path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )
    with pytest.raises(FormatError, match="is text; write it as a number"):
        exports.read_layer(path)


@pytest.mark.parametrize(
    "path", ["https://example.invalid/a.geojson", "/vsicurl/http://127.0.0.1:9/a.geojson", "s3://b/a.gpkg"]
)
def test_addresses_are_neither_read_nor_written(path):
    # F174
    for act in (lambda: exports.read_layer(path), lambda: exports.write_layer("events", EVENTS.empty(), path)):
        with pytest.raises(ValueError, match="only local files"):
            act()


def test_layer_names_are_no_paths(tmp_path):
    # F171
    for name in ("../../evil", "/outside", "control/../../x"):
        with pytest.raises(UsageError, match="no such layer"):
            exports.write_layers({name: EVENTS.empty()}, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OutputError, match="folder"):
        exports.write_layer("events", EVENTS.empty(), tmp_path / "no" / "a.geojson")


def test_a_folder_of_layers_and_wrong_targets(tmp_path):
    tables = {"control": table_of("control"), "events": table_of("events")}
    written = exports.write_layers(tables, tmp_path / "out")
    assert [p.name for p in written] == ["control.geojson", "events.geojson"]
    assert [p.name for p in exports.write_layers(tables, tmp_path / "out", "fgb")] == ["control.fgb", "events.fgb"]
    with pytest.raises(UsageError, match="holds one layer"):
        exports.write_layers(tables, tmp_path / "a.geojson")
    with pytest.raises(UsageError, match="no format is known"):
        exports.write_layer("events", tables["events"], tmp_path / "a.xyz")
    with pytest.raises(UsageError, match="not known"):
        exports.write_layer("events", tables["events"], tmp_path / "a.csv", format="shp")
    with pytest.raises(UsageError, match="no stream"):
        exports.write_layer("events", tables["events"], None, format="gpkg")
    assert exports.write_layer("events", tables["events"], tmp_path / "a.json").name == "a.json"
    assert set(SUFFIX) == {*exports.FORMATS, "pmtiles"}
    assert ACTORS
