"""What we write reads back with the same columns, types, days, text and geometry, in every format."""

from __future__ import annotations

import geopandas as gpd
import pandas as pd
import pytest
import shapely
from exports_data import ACTORS, table_of
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.schema import CLAIMS, EVENTS

LAYERS = sorted(exports.LAYERS)


def same(before, after, key):
    before = before.sort_values(key).reset_index(drop=True)
    plain = pd.DataFrame(before.drop(columns=["geometry"], errors="ignore"))
    back = pd.DataFrame(after.drop(columns=["geometry"]))
    assert list(back.columns) == list(plain.columns)
    pd.testing.assert_frame_equal(plain, back)
    assert after.crs.to_epsg() == 4326
    shapes = before["geometry"] if "geometry" in before.columns else [None] * len(before)
    for old, new in zip(shapes, after.geometry, strict=True):
        if old is None or pd.isna(old):
            assert new is None
            continue
        assert new.geom_type == canonical(old).geom_type
        assert shapely.equals_exact(canonical(old).normalize(), new.normalize(), 1e-9)
        assert shapely.hausdorff_distance(old, new) < 1e-7


@pytest.mark.parametrize("form", exports.FORMATS)
@pytest.mark.parametrize("name", LAYERS)
def test_every_layer_in_every_format(tmp_path, name, form):
    table = table_of(name)
    path = exports.write_layer(name, table, tmp_path / f"{name}{SUFFIX[form]}", actors=ACTORS, case="Case <1>")
    back = exports.read_layer(path, name)
    if form == "csv":  # an empty cell is a missing value
        table = table.replace("", None)
    same(table, back, exports.LAYERS[name].contract.key)


@pytest.mark.parametrize("form", exports.FORMATS)
@pytest.mark.parametrize("name", LAYERS)
def test_empty_layers(tmp_path, name, form):
    path = exports.write_layer(name, exports.LAYERS[name].contract.empty(), tmp_path / f"{name}{SUFFIX[form]}")
    back = exports.read_layer(path, name)
    assert len(back) == 0
    assert list(back.columns)[: len(exports.LAYERS[name].contract.names)] == exports.LAYERS[name].contract.names
    pd.testing.assert_series_equal(
        back.dtypes.drop("geometry"), exports.LAYERS[name].contract.empty().dtypes.drop("geometry", errors="ignore")
    )


@pytest.mark.parametrize("form", ["gpkg", "kml", "topojson"])
def test_all_layers_in_one_file(tmp_path, form):
    tables = {name: table_of(name) for name in LAYERS}
    (path,) = exports.write_layers(tables, tmp_path / f"all.{form}", actors=ACTORS)
    for name in LAYERS:
        same(tables[name], exports.read_layer(path, name), exports.LAYERS[name].contract.key)


@pytest.mark.parametrize("form", exports.FORMATS)
def test_columns_of_ones_own_come_back(tmp_path, form):
    table = table_of("events", 4)
    table["my_note"] = ["=1+1", "007", None, "حرستا"]
    table["my_count"] = pd.array([1, None, 3, 4], dtype="Int64")
    table["my_share"] = [0.5, 1.25, None, 2.5]
    back = exports.read_layer(exports.write_layer("events", table, tmp_path / f"events{SUFFIX[form]}"))
    ordered = table.sort_values("event_id").reset_index(drop=True)
    assert back["my_note"].fillna("").tolist() == ordered["my_note"].fillna("").tolist()
    assert pd.to_numeric(back["my_count"]).fillna(-1).tolist() == ordered["my_count"].fillna(-1).tolist()
    assert pd.to_numeric(back["my_share"]).fillna(-1).tolist() == ordered["my_share"].fillna(-1).tolist()


def test_claims_with_and_without_points(tmp_path):
    claims = table_of("claims", 4)
    located = gpd.GeoDataFrame(
        claims, geometry=gpd.GeoSeries([shapely.Point(36.3, 33.5), None, None, shapely.Point(36.4, 33.6)], crs=4326)
    )
    for form in exports.FORMATS:
        back = exports.read_layer(exports.write_layer("claims", located, tmp_path / f"claims{SUFFIX[form]}"))
        same(located, back, "claim_id")


@settings(max_examples=15)
@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=8)), min_size=1, max_size=4), st.dates())
def test_any_text_and_day(tmp_path_factory, texts, day):
    rows = [
        {
            "event_id": f"{i}{key}", "kind": "departure", "date_from": day, "date_basis": "stated", "place": text or "x",
            "place_id": key or "x", "geo_precision": "town", "modality": "happened", "claims": i, "stories": 1,
            "claim_ids": text or "x", "derived": True, "geometry": shapely.Point(36.3, 33.5),
        }
        for i, (text, key) in enumerate(texts)
    ]  # fmt: skip
    table = EVENTS.table(rows)
    folder = tmp_path_factory.mktemp("any")
    clean = table.copy()
    for column in ("event_id", "place", "place_id", "claim_ids"):
        clean[column] = clean[column].str.replace("\x00", "\ufffd")
    for form in exports.FORMATS:
        back = exports.read_layer(exports.write_layer("events", table, folder / f"events{SUFFIX[form]}"))
        want = clean
        if form == "kml":  # XML can hold no control characters, and one line end
            want = clean.copy()
            for column in ("event_id", "place", "place_id", "claim_ids"):
                want[column] = want[column].str.replace(
                    "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", regex=True
                )
        same(want, back, "event_id")


def test_claims_contract_stands_in_front(tmp_path):
    path = exports.write_layer("claims", table_of("claims"), tmp_path / "claims.geojson")
    assert list(exports.read_layer(path).columns)[: len(CLAIMS.names)] == CLAIMS.names
