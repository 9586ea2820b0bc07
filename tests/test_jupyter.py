"""Tables, results and maps in a notebook."""

from __future__ import annotations

import html
import re

import geopandas as gpd
import pandas as pd
import pytest
from exports_data import table_of

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.errors import UsageError


@pytest.fixture(scope="module")
def result():
    return gg.run(world=False)


@pytest.mark.parametrize("name", [n for n in exports.LAYERS if n != "gazetteer"])
def test_every_layer_explores_with_its_days(result, name):
    """``.explore()`` of geopandas raises on days that are no text; ours are days and are drawn."""
    table = result.layers[name]
    assert isinstance(table, gpd.GeoDataFrame)
    assert table.crs.to_epsg() == 4326
    days = [c for c in table.columns if pd.api.types.is_datetime64_dtype(table[c])]
    drawn = table[table.geometry.notna()]
    page = drawn.explore().get_root().render()
    assert len(drawn) > 0
    for column in days:
        known = drawn[column].dropna()
        if len(known):
            assert f"{known.iloc[0]:%Y-%m-%d}" in page, column


@pytest.mark.parametrize("name", ["control", "places", "events", "claims", "findings"])
def test_tables_read_back_explore_too(tmp_path, name):
    table = table_of(name, 6)
    if not isinstance(table, gpd.GeoDataFrame) or "geometry" not in table.columns:
        table = gpd.GeoDataFrame(table, geometry=[None] * len(table), crs=4326)
    back = gg.read_layer(exports.write_layer(name, table, tmp_path / f"{name}.parquet"))
    drawn = back[back.geometry.notna()]
    if len(drawn):
        assert "geo_json" in drawn.explore().get_root().render()


def test_a_lone_path_is_one_report_and_not_its_letters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.txt").write_text("Ten buses left Arbin on Saturday.", "utf-8")
    (tmp_path / "t.txt").write_text("Shells hit Douma.", "utf-8")
    for named in ("r.txt", tmp_path / "r.txt", ["r.txt"]):
        assert gg.run(reports=named, world=False).reports["path"].tolist() == ["r.txt"]


def test_a_result_tells_its_counts(result):
    page = result._repr_html_()
    counts = result.summary
    told = re.search(
        r"([\d,]+) place names in = ([\d,]+) placed \+ ([\d,]+) unplaced(?: \+ ([\d,]+) no places)?; ([\d,]+)", page
    )
    assert told is not None
    into, placed, unplaced, aside, rejected = (int((n or "0").replace(",", "")) for n in told.groups())
    assert into == placed + unplaced + aside == len(result.places)
    assert (placed, rejected) == (counts["placed"], len(result.rejected))
    assert len(page) < 3000  # a short summary
    assert html.escape(result.case.file.title) in page


def test_the_counts_of_a_hostile_title_are_text(result):
    import dataclasses

    case = dataclasses.replace(result.case, file=dataclasses.replace(result.case.file, title="<script>x</script>"))
    assert "<script>" not in dataclasses.replace(result, case=case)._repr_html_()


def test_a_map_opens_at_the_day_asked_for(result):
    page = gg.draw_map(result, date="2018-03-22")._repr_html_()
    other = gg.draw_map(result, date="2018-04-07")._repr_html_()
    assert "iframe" in page
    assert page != other
    assert gg.draw_map(result, date="2018-03-22")._repr_html_() == page


def test_a_day_that_nothing_is_of_is_told_and_one_that_is_none_refused(result, tmp_path):
    with pytest.warns(UserWarning, match="1999-01-01: nothing here is of that day: pictures are of 20"):
        gg.draw_map(result, date="1999-01-01")
    for more in ({"as_of": "2018-99-01"}, {"first": "2018-03-32"}, {"last": "x"}, {"as_of": ["2018-03-22", 20180322]}):
        with pytest.raises(UsageError, match="is no day; write it like"):
            gg.export(result, tmp_path / "q.geojson", layer="control", **more)
    assert not list(tmp_path.iterdir())
