"""Odd layers through the import: each gives the right area and names what was odd, or one clear line; nothing is lost."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import shapely
from control_fixture import write

from geo_ghouta import control
from geo_ghouta.measure import area_km2
from geo_ghouta.schema import GAZETTEER, CaseFile

DAY = "2018-03-18"


def ring(x: float = 36.3, y: float = 33.5, w: float = 0.1) -> list[list[float]]:
    return [[x, y], [x + w, y], [x + w, y + w], [x, y + w], [x, y]]


def poly(*rings: Any) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def layer(*features: Any, **members: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", **members, "features": list(features)}


def crs(name: Any) -> dict[str, Any]:
    return {"type": "name", "properties": {"name": name}}


BOX = feature(poly(ring()))
NEXT = feature(poly(ring(36.5)))
SIZE = area_km2(shapely.box(36.3, 33.5, 36.4, 33.6))
METRES = [[250000, 3710000], [252000, 3710000], [252000, 3712000], [250000, 3712000], [250000, 3710000]]
KML = (
    "<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>36.3,33.5 36.4,33.5 36.4,33.6 36.3,33.6 36.3,33.5"
    "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
)


def packed(kind: str) -> bytes:
    if kind == "gzip":
        return gzip.compress(json.dumps(layer(BOX)).encode(), mtime=0)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.geojson", json.dumps(layer(BOX)))
    return stream.getvalue()


def take(tmp_path: Path, data: Any, suffix: str = ".geojson", **options: Any) -> tuple[Any, Any]:
    raw = data if isinstance(data, bytes) else (data if isinstance(data, str) else json.dumps(data)).encode()
    path = tmp_path / f"layer_{DAY}{suffix}"
    path.write_bytes(raw)
    return control.import_layers([path], **{"holder": "constant:x", **options})


READ: dict[str, tuple[Any, float, str, str]] = {
    # what: data, square kilometres in parts of SIZE, check told ("" for none), words told
    "wrapped": ({"value": layer(BOX)}, 1, "wrapped", "'value'"),
    "wrapped beside other members": ({"status": "ok", "count": 1, "data": layer(BOX)}, 1, "wrapped", "'data'"),
    "wrapped three deep": ({"a": {"b": {"c": layer(BOX)}}}, 1, "wrapped", "'c'"),
    "wrapped as text": ({"geojson": json.dumps(layer(BOX))}, 1, "wrapped", "'geojson'"),
    "several collections": ({"north": layer(BOX), "south": layer(NEXT)}, 2, "wrapped", "2 collections"),
    "a list of collections": ([layer(BOX), layer(NEXT)], 2, "bare_list", "2 collections"),
    "a bare list of features": ([BOX, NEXT], 2, "bare_list", "bare list of features"),
    "a bare feature": (BOX, 1, "", ""),
    "a bare polygon": (poly(ring()), 1, "", ""),
    "a bare geometry collection": (
        {"type": "GeometryCollection", "geometries": [poly(ring()), {"type": "Point", "coordinates": [36, 33]}]},
        1,
        "set_aside",
        "1 Point",
    ),
    "no type at all": ({"features": [{"geometry": poly(ring()), "properties": {}}]}, 1, "typeless", "say no type"),
    "no properties": ({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": poly(ring())}]}, 1, "", ""),
    "properties as a list": (layer({"type": "Feature", "properties": [1], "geometry": poly(ring())}), 1, "", ""),
    "an open ring": (layer(feature(poly(ring()[:-1]))), 1, "open_ring", "closed"),
    "doubled corners": (layer(feature(poly([p for p in ring() for _ in range(2)]))), 1, "", ""),
    "clockwise": (layer(feature(poly(ring()[::-1]))), 1, "ring_order", "turned"),
    "heights and measures": (layer(feature(poly([[x, y, 0, 5] for x, y in ring()]))), 1, "heights", "dropped"),
    "heights that are null": (layer(feature(poly([[x, y, None] for x, y in ring()]))), 1, "heights", "dropped"),
    "numbers as text": (layer(feature(poly([[str(x), str(y)] for x, y in ring()]))), 1, "text_numbers", "numbers"),
    "byte order mark": ("\ufeff" + json.dumps(layer(BOX)), 1, "", ""),
    "UTF-16": (json.dumps(layer(BOX)).encode("utf-16"), 1, "", ""),
    "a feature a line": (f"{json.dumps(BOX)}\n{json.dumps(NEXT)}\n", 2, "lines", "2 lines"),
    "a text sequence": (f"\x1e{json.dumps(BOX)}\n\x1e{json.dumps(NEXT)}\n", 2, "lines", "2 records"),
    "one broken line": (f"{json.dumps(BOX)}\n{json.dumps(NEXT)}\n" + json.dumps(BOX)[:40], 2, "lines", "not JSON"),
    "a null geometry": (layer(feature(None), BOX), 1, "no_geometry", "have no geometry: 1"),
    "empty coordinates": (
        layer(feature({"type": "Polygon", "coordinates": []}), feature({"type": "MultiPolygon", "coordinates": [[]]}), BOX),
        1,
        "no_geometry",
        "have no geometry: 1, 2",
    ),
    "a bad part among good ones": (
        layer(feature({"type": "MultiPolygon", "coordinates": [[ring()], [[[1, 1], [1, 1], [1, 1], [1, 1]]]]})),
        1,
        "short_ring",
        "fewer than 3 corners",
    ),
    "what is no feature": (layer(BOX, None, 3, "x", []), 1, "not_a_feature", "no Feature"),
    "a line and a point": (
        layer(BOX, feature({"type": "LineString", "coordinates": ring()}), feature({"type": "Point", "coordinates": [36, 33]})),
        1,
        "set_aside",
        "1 LineString, 1 Point",
    ),
    "metres, stated": (layer(feature(poly(METRES)), crs=crs("EPSG:32637")), 4 / SIZE, "reprojected", "EPSG:32637"),
    "metres, as an urn": (layer(feature(poly(METRES)), crs=crs("urn:ogc:def:crs:EPSG::32637")), 4 / SIZE, "reprojected", "32637"),
    "metres, as a code": (
        layer(feature(poly(METRES)), crs={"type": "EPSG", "properties": {"code": 32637}}), 4 / SIZE, "reprojected", "32637",
    ),
    "metres beside degrees": (layer(BOX, feature(poly(METRES))), 1, "crs_missing", "no CRS is stated"),
    "longitudes to 360": (layer(feature(poly(ring(336.3)))), 1, "beyond_180", "336.4"),
    "three times the same": (layer(BOX, BOX, BOX), 1, "double_area", "3 overlaps"),
    "a bow tie": (
        layer(feature(poly([[36.3, 33.5], [36.4, 33.6], [36.4, 33.5], [36.3, 33.6], [36.3, 33.5]]))), 0.5, "invalid_ring",
        "make_valid (structure)",
    ),
    "a hole outside": (layer(feature(poly(ring(), ring(37, 33.5, 0.05)))), 1.25, "invalid_ring", "taken as ground"),
    "KML under another name": (f"<?xml version='1.0'?><kml>{KML}</kml>", 1, "", ""),
    "the obsolete crs in degrees": (layer(BOX, crs=crs("urn:ogc:def:crs:OGC:1.3:CRS84")), 1, "", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", READ)
def test_odd_layers_are_read_and_told(what: str, tmp_path: Path) -> None:
    data, size, check, words = READ[what]
    pictures, decisions = take(tmp_path, data)
    assert pictures.dates["picture_id"].tolist() == [DAY]
    assert control.areas_over_time(pictures)["total_km2"].iloc[0] == pytest.approx(size * SIZE, rel=5e-3)
    rest = decisions[~decisions["check"].isin(["read", "holder", "no_source", "no_precision", "series"])]
    if check:
        told = rest[rest["check"] == check]
        assert (told["problem"] + " " + told["found"].fillna("")).str.contains(words, regex=False).any(), rest[
            "problem"
        ].tolist()
    else:
        assert rest["problem"].tolist() == []
    # Written as a case's picture and read again it is the same: nothing is lost on the way.
    folder = tmp_path / "case"
    control.write_pictures(pictures, folder / "control")
    control.found_case(pictures, folder)
    from geo_ghouta.cases import open_case

    again = open_case(folder)
    assert not len(again.rejected), again.rejected["problem"].tolist()
    assert control.areas_over_time(again.pictures)["total_km2"].iloc[0] == pytest.approx(size * SIZE, rel=5e-3)


REFUSED: dict[str, tuple[Any, str, str]] = {
    # what: data, suffix, words of the one line
    "nothing": ("", ".geojson", "an empty file"),
    "blanks": (" \n\t", ".geojson", "an empty file"),
    "an empty object": ("{}", ".geojson", "JSON of another kind"),
    "an empty list": ("[]", ".geojson", "a list"),
    "null": ("null", ".geojson", "null"),
    "features that are no list": ({"type": "FeatureCollection", "features": {"0": BOX}}, ".geojson", "no list of features"),
    "no features at all, no type": ('{"features": []}', ".geojson", "a list"),
    "gzip": (packed("gzip"), ".geojson.gz", "a gzip archive"),
    "gzip under another name": (packed("gzip"), ".geojson", "a gzip archive"),
    "zip": (packed("zip"), ".zip", "a zip archive"),
    "zip under another name": (packed("zip"), ".geojson", "a zip archive"),
    "a virtual format": ("<OGRVRTDataSource><OGRVRTLayer name='a'/></OGRVRTDataSource>", ".geojson", "virtual format"),
    "a web page": ("<!DOCTYPE html><html></html>", ".geojson", "a web page"),
    "other XML": ("<gpx></gpx>", ".gpx", "XML"),
    "a pointer": ("version https://git-lfs.github.com/spec/v1\nsize 1\n", ".geojson", "pointer"),
    "a call": (f"show({json.dumps(layer(BOX))})", ".geojson", "JavaScript"),
    "a variable": (f"var a = {json.dumps(layer(BOX))};", ".js", "JavaScript"),
    "a comment": (f"// made by hand\n{json.dumps(layer(BOX))}", ".geojson", "a comment"),
    "a database": (b"SQLite format 3\x00", ".gpkg", "GeoPackage"),
    "a shapefile": (b"\x00\x00\x27\x0a\x00", ".shp", "a shapefile"),
    "TopoJSON": ({"type": "Topology", "objects": {}, "arcs": []}, ".json", "TopoJSON"),
    "Esri JSON": (
        {"geometryType": "esriGeometryPolygon", "spatialReference": {"wkid": 4326}, "features": []}, ".json", "Esri JSON",
    ),
    "a table": ("name,lat,lon\nOld Mill,30,40\n", ".geojson", "begins with 'name,lat,lon'; expected GeoJSON"),
    "NaN": (json.dumps(layer(BOX)).replace("36.4", "NaN"), ".geojson", "NaN is not JSON"),
    "a comma too many": (json.dumps(layer(BOX))[:-1] + ",}", ".geojson", "not JSON at line 1"),
    "cut off": (json.dumps(layer(BOX))[:-30], ".geojson", "not JSON at line 1"),
    "other letters": (json.dumps(layer(feature(poly(ring()), a="Область")), ensure_ascii=False).encode("cp1251"), ".geojson", "not UTF-8"),
    "far too deep": ("[" * 100_000 + "]" * 100_000, ".geojson", "levels deep"),
    "thousands of digits": (json.dumps(layer(BOX)).replace("36.4", "9" * 5000), ".geojson", "thousands of digits"),
    "an unknown CRS": (layer(feature(poly(METRES)), crs=crs("EPSG:999999")), ".geojson", "'EPSG:999999' is not known"),
    "a linked CRS": (
        layer(feature(poly(METRES)), crs={"type": "link", "properties": {"href": "http://example.invalid/a"}}),
        ".geojson",
        "--crs EPSG:NUMBER",
    ),
    "collections in different CRS": (
        {"a": layer(BOX), "b": layer(feature(poly(METRES)), crs=crs("EPSG:32637"))}, ".geojson", "different coordinate systems",
    ),
    "links only": ("<kml><NetworkLink><Link><href>http://example.invalid/a.kml</href></Link></NetworkLink></kml>", ".kml", "no placemark"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_layer_is_refused_in_one_line(what: str, tmp_path: Path) -> None:
    data, suffix, words = REFUSED[what]
    pictures, decisions = take(tmp_path, data, suffix)
    assert pictures.dates.empty
    errors = decisions[(decisions["severity"] == "error") & (decisions["path"] != "(all)")]
    assert len(errors) == 1
    assert words in errors["problem"].iloc[0]
    assert "\n" not in errors["problem"].iloc[0]


UNUSABLE: dict[str, tuple[Any, str]] = {
    "metres without a CRS": (poly(METRES), "no CRS is stated"),
    "latitude beyond 90": (poly([[33.5, 136.3], [33.6, 136.3], [33.6, 136.4], [33.5, 136.3]]), "latitude beyond 90"),
    "round the pole": (poly([[-180, 80], [-90, 80], [0, 80], [90, 80], [180, 80], [-180, 80]]), "round the pole"),
    "infinite": ({"type": "Polygon", "coordinates": [[[36.3, 33.5], [1e400, 33.5], [36.4, 33.6], [36.3, 33.5]]]}, "finite"),
    "decimal commas": (poly([["36,3", "33,5"], ["36,4", "33,5"], ["36,4", "33,6"], ["36,3", "33,5"]]), "no number"),
    "positions as objects": (poly([{"lng": 36.3, "lat": 33.5}] * 4), "nested"),
    "one level too few": ({"type": "Polygon", "coordinates": ring()}, "nested"),
    "one level too many": ({"type": "Polygon", "coordinates": [[ring()]]}, "nested"),
    "a curve": ({"type": "CurvePolygon", "coordinates": [ring()]}, "no geometry that we know"),
    "WKT": ("POLYGON((36.3 33.5, 36.4 33.5, 36.4 33.6, 36.3 33.5))", "no geometry that we know"),
    "a hole larger than its ring": (poly(ring(36.35, 33.55, 0.02), ring()), "nothing is left"),
    "smaller than can be written": (poly(ring(36.3, 33.5, 1e-9)), "nothing is left"),
    "closed lines": ({"type": "LineString", "coordinates": ring()}, "set aside"),
    "a layer in a property": (None, "no geometry"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNUSABLE)
def test_an_area_that_cannot_be_used_is_named_and_makes_no_empty_picture(what: str, tmp_path: Path) -> None:
    geometry, words = UNUSABLE[what]
    data = json.dumps(layer(feature(geometry, layer=layer(BOX)))).replace("Infinity", "1e400")
    pictures, decisions = take(tmp_path, data)
    assert pictures.dates.empty
    rows = decisions[decisions["problem"].str.contains(words, regex=False)]
    assert len(rows) == 1
    assert "no_area_left" in decisions["check"].tolist()
    if what == "a layer in a property":
        assert "property layer" in rows["hint"].iloc[0]
    if what == "closed lines":
        assert "make areas of them" in rows["hint"].iloc[0]


def test_the_belt_round_the_globe_is_not_taken_the_short_way(tmp_path: Path) -> None:
    belt = poly([[-180, -10], [180, -10], [180, 10], [-180, 10], [-180, -10]])
    pictures, _ = take(tmp_path, layer(feature(belt)))
    assert pictures.areas.geometry.iloc[0].bounds == (-180, -10, 180, 10)


def test_members_that_hold_collections_tell_the_holder(tmp_path: Path) -> None:
    pictures, _ = take(tmp_path, {"north group": layer(BOX), "south group": layer(NEXT)}, holder="property:layer")
    assert pictures.areas["holder"].tolist() == ["north_group", "south_group"]


def test_a_crs_that_cannot_be_read_gives_way_to_the_one_that_is_named(tmp_path: Path) -> None:
    pictures, decisions = take(tmp_path, layer(feature(poly(METRES)), crs=crs("some grid")), crs="EPSG:32637")
    assert area_km2(pictures.areas.geometry.iloc[0]) == pytest.approx(4, rel=1e-2)
    assert "read as EPSG:32637" in decisions.loc[decisions["check"] == "crs", "problem"].iloc[0]


@pytest.mark.parametrize("others", [1, 5])
def test_swapped_axes_are_told_among_the_others(others: int, tmp_path: Path) -> None:
    turned = [[y, x] for x, y in ring()]
    data = layer(*(feature(poly(ring(36.3 + n / 5))) for n in range(others)), feature(poly(turned), name="turned"))
    _, decisions = take(tmp_path, data)
    told = decisions[decisions["check"] == "swapped_axes"]
    assert told["row"].tolist() == [f"feature {others + 1}"]
    # What was found, which reading is taken, what to do next.
    assert "with the two exchanged inside; taken as written" in told["problem"].iloc[0]
    assert "exchange the two numbers of every position" in told["hint"].iloc[0]


def test_a_series_names_its_missing_and_its_unchanged_days(tmp_path: Path) -> None:
    files = {
        f"layer_2018030{n}.geojson": layer(feature(poly(ring(36.3 + (0 if n in {3, 4} else n) / 100))))
        for n in (1, 2, 3, 4, 7, 8, 9)
    }
    pictures, decisions = control.import_layers(write(tmp_path / "in", files), holder="constant:x")
    told = decisions.set_index("check")["problem"]
    assert told["missing_days"].endswith("2018-03-05 to 2018-03-06")
    assert told["unchanged"].endswith("2018-03-04")
    case = CaseFile("t", dt.date(2018, 3, 1), dt.date(2018, 3, 9), (36, 33, 37, 34), (36, 33, 37, 34))
    found = control.validate(pictures, case, GAZETTEER.empty(), rejected=decisions)
    assert sorted(found["check"][found["check"].isin(["missing_days", "unchanged"])]) == ["missing_days", "unchanged"]


def test_a_ring_of_ten_million_corners_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / f"{DAY}.geojson"
    with path.open("w") as stream:
        stream.write('{"type":"Polygon","coordinates":[[')
        for _ in range(100):
            stream.write("[36.3,33.5]," * 100_000)
        stream.write("[36.3,33.5]]]}")
    _, decisions = control.import_layers([path], holder="constant:x")
    assert "limit" in decisions.loc[decisions["severity"] == "error", "problem"].iloc[0]


def test_colours_tell_holders_however_short_they_are_written(tmp_path: Path) -> None:
    data = layer(*(feature(poly(ring(36.3 + n)), fill=hue) for n, hue in enumerate(("#FF0000", "#f00", "#00F"))))
    pictures, _ = take(tmp_path, data, holder="property:fill")
    assert pictures.areas["holder"].tolist() == ["colour_ff0000", "colour_ff0000", "colour_0000ff"]
