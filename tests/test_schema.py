"""Table contracts gather every fault and tell them at once."""

from __future__ import annotations

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from geo_ghouta import schema
from geo_ghouta.errors import ContractError
from geo_ghouta.schema import vocabulary

AREA = {
    "area_id": "2018-03-22/a", "holder": "x", "status": "assessed", "valid_from": "2018-03-22", "source": "s", "drawn_by": "d",
    "precision_m": 300, "geometry": shapely.box(36, 33, 36.1, 33.1),
}  # fmt: skip


def test_every_contract_makes_an_empty_table_with_its_columns():
    for contract in schema.ALL:
        table = contract.empty()
        assert list(table.columns) == contract.names
        assert len(table) == 0
        contract.check(table)


def test_dtypes_and_missing_values_are_as_promised():
    table = schema.CONTROL.table([AREA])
    assert str(table["precision_m"].dtype) == "Float64"
    assert table["valid_from"].iloc[0] == pd.Timestamp("2018-03-22")
    assert table["note"].isna().all()
    assert table["valid_to"].isna().all()
    assert table.crs.to_epsg() == 4326


def test_every_fault_is_told_at_once():
    rows = [{**AREA, "status": "sure", "source": None}, {**AREA, "holder": None}]
    with pytest.raises(ContractError) as caught:
        schema.CONTROL.table(rows)
    text = "\n".join(caught.value.faults)
    assert "'sure'; expected one of assessed, claimed, contested, unknown" in text
    assert "'source': no value in rows '0'" in text
    assert "'holder': no value in rows '1'" in text
    assert "not unique" in text
    assert "(and 3 more faults)" in str(caught.value)


def test_other_projections_are_refused_not_warned_about():
    table = schema.CONTROL.table([AREA])
    with pytest.raises(ContractError, match="expected EPSG:4326"):
        schema.CONTROL.check(table.to_crs("EPSG:32637"))
    bare = gpd.GeoDataFrame(pd.DataFrame(table.drop(columns="geometry")), geometry=[AREA["geometry"]])
    with pytest.raises(ContractError, match="no stated CRS"):
        schema.CONTROL.check(bare)


def test_wrong_geometry_type_and_unknown_column_are_named():
    with pytest.raises(ContractError, match="'Point'; expected Polygon"):
        schema.CONTROL.table([{**AREA, "geometry": shapely.Point(0, 0)}])
    with pytest.raises(ContractError, match="unknown columns colour"):
        schema.CONTROL.table([{**AREA, "colour": "red"}])


def test_days_have_no_zone_and_no_clock():
    table = schema.CONTROL.table([{**AREA, "valid_from": "2018-03-22 23:59"}])
    assert table["valid_from"].iloc[0] == pd.Timestamp("2018-03-22")
    with pytest.raises(ContractError, match="no time zone"):
        schema.CONTROL.table([{**AREA, "valid_from": pd.Timestamp("2018-03-22", tz="Asia/Damascus")}])


def test_far_days_are_days():
    assert schema.CONTROL.table([{**AREA, "valid_to": "9999-12-31"}])["valid_to"].iloc[0].year == 9999


def test_extra_columns_stay_behind_the_contract():
    table = schema.CONTROL.table([AREA]).assign(own="x")
    assert list(schema.CONTROL.check(table).columns)[-1] == "own"


def test_closed_lists_hold_no_loaded_word():
    for value in vars(vocabulary).values():
        if isinstance(value, tuple):
            assert not {"regime", "terrorist", "rebel"} & set(value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ('title = "x"', "start: expected a day"),
        ('title = "x"\nstart = 2018-03-02\nend = 2018-03-01\nextent = [36, 33, 37, 34]', "end: 2018-03-01 is before"),
        ('title = "x"\nstart = 2018-03-01\nend = 2018-03-02\nextent = [33.4, 36.2, 33.3, 36.6]', "axes swapped"),
        ('title = "x"\nstart = 2018-03-01\nend = 2018-03-02\nextent = [36, 33, 37, 34]\nground = "gov"', "none of the actors"),
        ('title = "x"\nstart = 2018-03-01\nend = 2018-03-02\nextent = [36, 33, 37, 34]\nclour = 1', "clour: no such setting"),
        ('title = "x"\nstart = 2018-03-01\nend = 2018-03-02\nextent = [36, 33, 37, 34]\n[[actors]]\nid = "a"\nlabel = "The Rebels"', "loaded word"),
        ('title = "x"\nstart = 2018-03-01\nend = 2018-03-02\nextent = [36, 33, 37, 34]\n[[actors]]\nid = "A b"\nlabel = "x"\ncolour = "red"', "not #rrggbb"),
    ],
)  # fmt: skip
def test_case_file_faults_are_named(tmp_path, change, words):
    path = tmp_path / "case.toml"
    path.write_text(change, "utf-8")
    with pytest.raises(ContractError) as caught:
        schema.read_casefile(path)
    assert words in "\n".join(caught.value.faults)


def test_bundled_case_file_is_clean(layers):
    case = schema.read_casefile(layers / "case.toml")
    assert case.ground == "government"
    assert case.actor("faylaq_al_rahman").label_ar
    assert case.actor("nobody") is None


def test_an_answer_that_is_written_to_does_not_change_the_next_one():
    day = {"picture_date": "2018-03-22", "areas": 1, "path": "a", "sha256": "0"}
    pictures = schema.Pictures(schema.PICTURES.table([day]), schema.CONTROL.table([AREA]))
    first = pictures.on("2018-03-23").areas
    first["holder"] = "y"
    first.loc[0, "status"] = "unknown"
    assert pictures.on("2018-03-23").areas[["holder", "status"]].to_numpy().tolist() == [["x", "assessed"]]
