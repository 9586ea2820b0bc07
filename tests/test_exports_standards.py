"""What we write, held against the standards' own schemas, or their rules in our words where no package carries them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import jsonschema
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely
from exports_data import ACTORS, table_of
from lxml import etree

from geo_ghouta import exports
from geo_ghouta.schema import CLAIMS, PLACES

LAYERS = tuple(exports.LAYERS)


# KML: the OGC's schema, which the package fastkml carries ----------------------------------------------------------


@pytest.fixture(scope="module")
def ogc_kml():
    spec = importlib.util.find_spec("fastkml")
    if spec is None or spec.origin is None:
        pytest.skip("the OGC's KML schema comes with fastkml: pip install fastkml")
    place = Path(spec.origin).parent / "schema" / "ogckml22.xsd"
    return etree.XMLSchema(etree.parse(str(place), etree.XMLParser(no_network=True)))


@pytest.mark.parametrize("name", LAYERS)
def test_kml_keeps_the_ogc_schema(ogc_kml, name):
    for rows in (0, 30):
        data = exports.write_layer(name, table_of(name, rows), None, format="kml", actors=ACTORS)
        ogc_kml.assertValid(etree.fromstring(data))


def test_the_ogc_schema_would_find_a_fault(ogc_kml):
    data = exports.write_layer("events", table_of("events"), None, format="kml", actors=ACTORS)
    for good, bad in (
        ("when>", "When>"),
        ("<coordinates>", "<coordinates/><coordinates>"),
        ("<color>", "<color>x"),
        ("styleUrl", "url"),
    ):
        assert good in data.decode()
        broken = data.decode().replace(good, bad)
        assert not ogc_kml.validate(etree.fromstring(broken.encode())), bad


# GeoParquet 1.1: the file metadata's rules -------------------------------------------------------------------------

CORNER = {
    name: {"type": "array", "prefixItems": [{"const": "bbox"}, {"const": name}], "minItems": 2, "maxItems": 2}
    for name in ("xmin", "ymin", "xmax", "ymax")
}
GEO = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["version", "primary_column", "columns"],
    "properties": {
        "version": {"const": "1.1.0"},
        "primary_column": {"type": "string", "minLength": 1},
        "columns": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "object",
                "required": ["encoding", "geometry_types"],
                "properties": {
                    "encoding": {"enum": ["WKB", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon"]},
                    "geometry_types": {
                        "type": "array",
                        "uniqueItems": True,
                        "items": {"enum": [f"{m}{k}{z}" for k in ("Point", "LineString", "Polygon") for m in ("", "Multi") for z in ("", " Z")]
                                  + ["GeometryCollection", "GeometryCollection Z"]},
                    },
                    "crs": {"type": ["object", "null"]},
                    "orientation": {"const": "counterclockwise"},
                    "edges": {"enum": ["planar", "spherical"]},
                    "bbox": {"type": "array", "items": {"type": "number"}, "oneOf": [{"minItems": 4, "maxItems": 4}, {"minItems": 6, "maxItems": 6}]},
                    "epoch": {"type": "number"},
                    "covering": {
                        "type": "object",
                        "required": ["bbox"],
                        "properties": {"bbox": {"type": "object", "required": list(CORNER), "properties": CORNER}},
                    },
                },
            },
        },
    },
}  # fmt: skip
"""Version 1.1 of the specification, in our words; a column without ``crs`` is OGC:CRS84, longitude first."""


@pytest.mark.parametrize("name", LAYERS)
def test_geoparquet_metadata_keep_the_rules(name, tmp_path):
    jsonschema.Draft202012Validator.check_schema(GEO)
    for rows in (0, 20):
        path = exports.write_layer(name, table_of(name, rows), tmp_path / f"{name}{rows}.parquet")
        table = pq.read_table(path)
        geo = json.loads(table.schema.metadata[b"geo"])
        jsonschema.Draft202012Validator(GEO).validate(geo)
        column = geo["columns"][geo["primary_column"]]
        assert geo["primary_column"] in table.column_names
        assert pa.types.is_binary(table.schema.field(geo["primary_column"]).type)
        box = table.schema.field("bbox").type
        assert [box.field(n).name for n in range(box.num_fields)] == list(CORNER)
        shapes = shapely.from_wkb(table.column("geometry").to_pylist())
        kinds = {s.geom_type for s in shapes if s is not None}
        assert kinds == set(column["geometry_types"])
        for shape, told in zip(shapes, table.column("bbox").to_pylist(), strict=True):
            assert (None if told is None else tuple(told.values())) == (None if shape is None else shape.bounds)
            if shape is not None and shape.geom_type == "Polygon":
                assert shape.exterior.is_ccw


# JSON-FG: the member "time" ---------------------------------------------------------------------------------------

DAY = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"
TIME = {
    "type": "object",
    "minProperties": 1,
    "properties": {
        "date": {"type": "string", "pattern": DAY},
        "timestamp": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"},
        "interval": {"type": "array", "minItems": 2, "maxItems": 2,
                     "items": {"anyOf": [{"type": "string", "pattern": DAY}, {"const": ".."}]}},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_time_is_json_fgs_and_agrees_with_the_flat_days(name):
    layer = exports.LAYERS[name]
    for feature in json.loads(exports.write_layer(name, table_of(name, 30), None))["features"]:
        days = [feature["properties"].get(n) for n in (layer.start, layer.end)] if layer.first else [None, None]
        if days[0] is None:
            assert "time" not in feature
            continue
        jsonschema.Draft202012Validator(TIME).validate(feature["time"])
        told = feature["time"]
        assert (
            [told["date"]] * 2 == days
            if "date" in told
            else [None if d == ".." else d for d in told["interval"]] == days
        )


# Linked Places ----------------------------------------------------------------------------------------------------

SPAN = {
    "type": "object",
    "minProperties": 1,
    "properties": {"in": {"type": "string", "pattern": DAY}},
    "additionalProperties": False,
}
LPF = {
    "type": "object",
    "required": ["@context", "type", "features"],
    "properties": {
        "type": {"const": "FeatureCollection"},
        "@context": {"const": "https://raw.githubusercontent.com/LinkedPasts/linked-places/master/linkedplaces-context-v1.1.jsonld"},
        "features": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["@id", "type", "properties", "names"],
                "properties": {
                    "@id": {"type": "string", "pattern": r"^[a-z]+:\S+$"},
                    "type": {"const": "Feature"},
                    "properties": {"type": "object", "required": ["title"]},
                    "names": {"type": "array", "minItems": 1,
                              "items": {"type": "object", "required": ["toponym"], "properties": {"toponym": {"type": "string", "minLength": 1},
                                        "lang": {"pattern": "^[a-z]{2}$"}}}},
                    "geometry": {"type": "object", "required": ["type", "coordinates"],
                                 "properties": {"certainty": {"enum": ["certain", "less-certain", "uncertain"]}}},
                    "types": {"type": "array", "items": {"type": "object", "required": ["identifier", "label"]}},
                    "when": {"type": "object", "required": ["timespans"],
                             "properties": {"timespans": {"type": "array", "minItems": 1, "items": {
                                 "type": "object", "required": ["start"], "properties": {"start": SPAN, "end": SPAN}}}}},
                },
            },
        },
    },
}  # fmt: skip
"""The shape of Linked Places 1.1, in our words."""


def test_linked_places_keep_the_formats_shape():
    data = json.loads(exports.write_linked_places(table_of("places", 60), None, case="Case"))
    assert len(data["features"]) > 5
    jsonschema.Draft202012Validator(LPF).validate(data)
    assert any("when" in f for f in data["features"])


# Event tables -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "codes"), [("acled", {1, 2, 3}), ("ged", {1, 2, 3, 4, 5, 6, 7})])
def test_precision_codes_of_any_event_are_the_projects(form, codes):
    table = exports.event_table(form, table_of("events", 60), CLAIMS.empty(), PLACES.empty())
    column = {"acled": "geo_precision", "ged": "where_prec"}[form]
    assert len(table) > 0
    assert set(table[column].dropna().astype(int)) <= codes
    assert table["notice"].str.startswith("derived from claims in news reports by geo-ghouta; not ").all()
