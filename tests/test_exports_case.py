"""The bundled case's own layers through every format and back, and by the JSON Schemas."""

from __future__ import annotations

import json

import jsonschema
import pandas as pd
import pytest
import shapely

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.exports.shape_schemas import packaged_schema
from geo_ghouta.exports.shapes import canonical


@pytest.fixture(scope="module")
def result():
    return gg.run(world=False)


@pytest.mark.parametrize("form", exports.FORMATS)
def test_the_bundled_case_comes_back(result, tmp_path, form):
    for name, table in result.layers.items():
        key = exports.LAYERS[name].contract.key
        path = exports.write_layer(name, table, tmp_path / f"{name}{SUFFIX[form]}", actors=result.case.file.actors)
        back = exports.read_layer(path, name)
        before = table.sort_values(key).reset_index(drop=True)
        pd.testing.assert_frame_equal(
            pd.DataFrame(before.drop(columns=["geometry"])), pd.DataFrame(back.drop(columns=["geometry"]))
        )
        assert len(before) > 0
        for old, new in zip(before.geometry, back.geometry, strict=True):
            assert (old is None) == (new is None)
            if old is not None:
                assert shapely.equals_exact(canonical(old).normalize(), new.normalize(), 1e-9)


def test_the_bundled_case_keeps_the_schemas(result):
    for name, table in result.layers.items():
        data = json.loads(exports.write_layer(name, table, None, case=result.case.file.title))
        jsonschema.Draft202012Validator(packaged_schema(name)).validate(data)
        assert len(data["features"]) == len(table)


def test_no_fine_name_of_the_case_survives_redaction(result):
    tables = {**result.layers, "gazetteer": result.case.gazetteer}
    made = exports.redact_tables(tables, "town", result.case.gazetteer)
    fine = result.places[result.places["geo_precision"].isin(["site", "neighbourhood"])]
    assert len(fine) > 0
    assert not set(made["places"]["place_id"]) & set(fine["place_id"])
    assert not made["places"]["geo_precision"].isin(["site", "neighbourhood"]).any()
    for name, table in made.items():
        text = exports.write_layer(name, table, None).decode()
        for place_id in set(fine["place_id"]):
            assert f'"{place_id}"' not in text, name
    assert len(made["events"]) == len(result.events)


def test_the_models_of_geojson_pydantic_accept_every_layer(result):
    models = pytest.importorskip("geojson_pydantic", reason="pip install geojson-pydantic")
    for name, table in result.layers.items():
        data = exports.write_layer(name, table, None)
        assert len(models.FeatureCollection.model_validate_json(data).features) == len(table)
