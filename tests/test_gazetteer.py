"""Reading place lists, joining them to one index, building and keeping the world's."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import threading

import pytest
import shapely

from geo_ghouta.errors import FormatError, InputError, UsageError
from geo_ghouta.gazetteer import add_list, info, open_index, opening, read_places, remove_list
from geo_ghouta.gazetteer.closed import country_names
from geo_ghouta.gazetteer.worldfile import ALIAS, EXACT, Entry, WorldShelf, write_world

DUMP = "\t".join(
    ["169389", "Idlib", "Idlib", "Edlib,Idleb,إدلب,IDL", "35.93062", "36.63393", "P", "PPLA", "SY", "", "ID", "", "", "",
     "128840", "", "447", "Asia/Damascus", "2019-01-01"]
)  # fmt: skip


@pytest.fixture
def write(tmp_path):
    def make(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def test_the_bundled_list_reads_without_a_wrong_row(layers):
    places, rejected = read_places(layers / "places.csv")
    assert len(places) > 300
    assert rejected.empty
    assert places["place_id"].is_unique
    assert places.crs.to_epsg() == 4326


def test_missing_optional_columns_are_fine(write):
    places, rejected = read_places(write("own.csv", "name,lon,lat\nHarasta,36.365,33.559\n"))
    row = places.iloc[0]
    assert (row["place_id"], row["kind"], row["geo_precision"], row["uncertainty_m"]) == (
        "own/harasta",
        "town",
        "town",
        2000.0,
    )
    assert row["aliases"] is None or row.isna()["aliases"]
    assert rejected.empty


@pytest.mark.parametrize(
    ("header", "ok"),
    [
        ("name,along_route_km,latitude,long", True),
        ("name,prominence,y,x", True),
        ("name,n,lat,lng", True),
        ("name,n,Latitude,Longitude", True),
        ("name,y,latitude,long", False),
        ("name,lat,longitude,lng", False),
        ("name,n,north,east", False),
    ],
)
def test_columns_go_by_exact_names_and_doubt_is_an_error(write, header, ok):
    path = write("own.csv", f"{header}\nHarasta,12,33.5586,36.365\n")
    if ok:
        places, _ = read_places(path)
        assert places.geometry.iloc[0].equals(shapely.Point(36.365, 33.5586))
    else:
        with pytest.raises(FormatError, match=r"latitude|longitude"):
            read_places(path)


def test_the_plainest_name_wins_over_a_second_column(write):
    places, _ = read_places(write("own.csv", "name,lat,latitude,lon\nHarasta,33.5,99,36.3\n"))
    assert places.geometry.iloc[0].y == 33.5


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("Unknown Farm,0,0", "0,0 means missing"),
        ("Nowhere,95,36", "wrong lat"),
        ("Nowhere,33.5,236", "wrong lon"),
        ('Nowhere,"33,5",36', "wrong lat"),
        ("Nowhere,,36", "no lat"),
        (",33.5,36", "no name"),
        ("Nowhere,nan,36", "wrong lat"),
        ("Nowhere,1e1,36", "wrong lat"),
    ],
)
def test_a_wrong_row_is_named_and_left_out(write, row, problem):
    places, rejected = read_places(write("own.csv", f"name,lat,lon\nHarasta,33.5586,36.365\n{row}\n"))
    assert places["name"].tolist() == ["Harasta"]
    assert rejected["row"].tolist() == ["line 3"]
    assert problem in rejected["problem"].iloc[0]
    assert rejected["severity"].tolist() == ["error"]


def test_zero_zero_with_a_flag_is_meant(write):
    places, _ = read_places(write("own.csv", "name,lat,lon,zero_ok\nNull Buoy,0,0,yes\n"))
    assert places.geometry.iloc[0].equals(shapely.Point(0, 0))


def test_an_unknown_kind_is_told_and_used(write):
    places, rejected = read_places(write("own.csv", "name,kind,lat,lon\nA,bakery,33,36\nB,suburb,33,36\n"))
    assert places["kind"].tolist() == ["other", "district"]
    assert rejected["severity"].tolist() == ["warning"]


def test_geojson_points_and_what_are_none(write):
    features = (
        '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Arbin","kind":"town"},"geometry":'
        '{"type":"Point","coordinates":[36.367,33.54]}},{"type":"Feature","properties":{"name":"Road"},"geometry":'
        '{"type":"LineString","coordinates":[[0,0],[1,1]]}}]}'
    )
    places, rejected = read_places(write("own.geojson", features))
    assert places["name"].tolist() == ["Arbin"]
    assert rejected["row"].tolist() == ["feature 2"]


def test_a_geonames_dump(write):
    places, rejected = read_places(write("SY.txt", DUMP + "\nbad line\n"))
    row = places.iloc[0]
    assert (row["place_id"], row["kind"], row["name_ar"], row["population"]) == (
        "geonames/169389",
        "city",
        "إدلب",
        128840,
    )
    assert "Idleb" in row["aliases"].split("|")
    assert rejected["found"].tolist() == ["1 columns"]


@pytest.mark.parametrize(("name", "text"), [("a.csv", ""), ("a.csv", "town,lat,lon\nx,1,1\n"), ("a.txt", "no\ttabs"), ("a.xyz", "x"),
                                           ("a.geojson", "[]"), ("a.geojson", '{"features": 1}')])  # fmt: skip
def test_what_is_no_place_list_is_refused_in_one_line(write, name, text):
    with pytest.raises(FormatError) as caught:
        read_places(write(name, text))
    assert "\n" not in str(caught.value)


def test_namesakes_in_one_list_keep_their_own_ids(write):
    places, _ = read_places(write("own.csv", "name,lat,lon\nDouma,33.57,36.4\nDouma,32.85,36.77\n"))
    assert places["place_id"].tolist() == ["own/douma", "own/douma-2"]


def test_countries_regions_and_continents_are_always_there():
    index = open_index([], world=False)
    for text, place_id in [("Syria", "country/SY"), ("the United Kingdom", "country/GB"), ("Middle East", "region/middle-east"), ("Europe", "region/europe"),
                           ("سوريا", "country/SY"), ("U.S.", "country/US"), ("Gaza Strip", "region/gaza-strip")]:  # fmt: skip
        assert index.look_up(text)[0].place.place_id == place_id
    assert index.look_up("Syrian")[0].match == "adjective"
    assert index.look_up("Syrians")[0].match == "demonym"
    assert index.look_up("Atlantis of Nowhere") == ()
    assert index.look_up("") == ()
    assert len(country_names()) >= 195


def test_the_case_comes_before_given_lists_and_these_before_the_closed_list(write):
    case, _ = read_places(write("case.csv", "name,lat,lon\nGaza Strip,33.1,36.1\n"))
    given, _ = read_places(write("given.csv", "name,lat,lon\nGaza Strip,34.1,36.1\nSaqba,33.5,36.4\n"))
    index = open_index([case, given], world=False)
    assert [m.place.tier for m in index.look_up("Gaza Strip")][:2] == [0, 1]
    assert index.look_up("Saqba")[0].place.gazetteer == "given"


def test_one_place_in_two_lists_is_one_candidate(write):
    case, _ = read_places(write("case.csv", "name,lat,lon\nSaqba,33.519,36.383\n"))
    given, _ = read_places(write("given.csv", "name,lat,lon\nSaqba,33.515,36.392\n"))
    assert len(open_index([case, given], world=False).look_up("Saqba")) == 1


def test_suggestions_are_for_a_person_to_choose(layers):
    index = open_index([read_places(layers / "places.csv")[0]], world=False)
    assert "Harasta" in [m.place.name for m in index.suggest("Harrastan")]
    assert index.look_up("Harrastan") == ()


def test_added_lists_are_kept_built_and_taken_away(write, tmp_path):
    cache, data = tmp_path / "cache", tmp_path / "data"
    path, places, rejected = add_list(write("SY.txt", DUMP + "\n"), data_dir=data)
    assert path.parent == data
    assert len(places) == 1
    assert rejected.empty
    for _ in range(2):
        index = open_index([], world=False, cache_dir=cache, data_dir=data)
        assert index.look_up("Idleb")[0].place.place_id == "geonames/169389"
    assert info(cache, data)["list"].tolist()[1] == "SY"
    assert len(list(cache.glob("list-SY-*.bin"))) == 1
    remove_list("SY", data)
    assert open_index([], world=False, cache_dir=cache, data_dir=data).look_up("Idleb") == ()
    with pytest.raises(UsageError, match="no added list"):
        remove_list("SY", data)


def test_an_added_list_keeps_what_it_says_of_a_place(write, tmp_path):
    cache, data = tmp_path / "cache", tmp_path / "data"
    text = "name,kind,admin,lon,lat,geo_precision,uncertainty_m,source\n"
    text += 'Ward Post,site,"Marj, Rif Dimashq, Syria",36.47,33.49,neighbourhood,120,gps\nPlainville,,,36.5,33.5,,,\n'
    add_list(write("own.csv", text), data_dir=data)
    index = open_index([], world=False, cache_dir=cache, data_dir=data)
    post, plain = index.look_up("Ward Post")[0].place, index.look_up("Plainville")[0].place
    assert (post.admin, post.country, post.geo_precision, post.uncertainty_m, post.source) == (
        "Marj, Rif Dimashq, Syria", "SY", "neighbourhood", 120.0, "gps")  # fmt: skip
    assert {"country/SY", "rif dimashq"} <= post.within
    assert index.by_id("own/ward-post") == post
    assert index.by_id("country/SY").name == "Syria"
    assert index.by_id("own/nowhere") is None
    assert (plain.admin, plain.geo_precision, plain.uncertainty_m) == ("", "town", 2000.0)


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t"), ("a.txt", "\t")])
def test_semicolons_tabs_capitals_and_decimal_commas_are_read(write, name, mark):
    text = (
        "\ufeff"
        + mark.join(["Name", "Aliases", "LON", "Lat"])
        + "\r\n"
        + mark.join(["Ayta", "Aita|Eita", "36,47", "33.49"])
        + "\r\n"
    )
    places, rejected = read_places(write(name, text))
    assert rejected.empty
    assert (places["name"].item(), places["aliases"].item()) == ("Ayta", "Aita|Eita")
    assert places.geometry.item().equals(shapely.Point(36.47, 33.49))


def test_a_shape_that_is_no_point_is_called_so(write):
    text = '{"type":"FeatureCollection","features":[{"properties":{"name":"Field"},"geometry":{"type":"Polygon","coordinates":[]}}]}'
    _, rejected = read_places(write("own.geojson", text))
    assert rejected[["problem", "found"]].iloc[0].tolist() == ["Field: not a point", "Polygon"]


def test_a_list_without_a_usable_row_is_not_added(write, tmp_path):
    with pytest.raises(InputError, match="no usable place"):
        add_list(write("own.csv", "name,lat,lon\nFarm,0,0\n"), data_dir=tmp_path / "data")
    assert not (tmp_path / "data").exists()


def damage(data, how):
    if how == "cut":
        return data[: len(data) // 2]
    if how == "flip":
        return data[:-5] + bytes([data[-5] ^ 1]) + data[-4:]
    if how == "foreign":
        return b"something else entirely" * 20
    if how == "version":
        return data.replace(b'"layout": ', b'"layout": 9', 1)
    return b""


@pytest.mark.parametrize("how", ["cut", "flip", "foreign", "version", "empty"])
def test_a_damaged_built_list_is_set_aside_and_built_anew(write, tmp_path, how):
    cache, data = tmp_path / "cache", tmp_path / "data"
    add_list(write("SY.txt", DUMP + "\n"), data_dir=data)
    fresh = open_index([], world=False, cache_dir=cache, data_dir=data).look_up("Idlib")
    built = next(cache.glob("list-*.bin"))
    built.write_bytes(damage(built.read_bytes(), how))
    with pytest.warns(UserWarning, match="set aside"):
        again = open_index([], world=False, cache_dir=cache, data_dir=data).look_up("Idlib")
    assert again == fresh
    assert built.with_name(built.name + ".damaged").exists()


def test_a_changed_list_is_built_anew(write, tmp_path):
    cache, data = tmp_path / "cache", tmp_path / "data"
    add_list(write("own.csv", "name,lat,lon\nZarbuliya,33.5,36.4\n"), data_dir=data)
    open_index([], world=False, cache_dir=cache, data_dir=data)
    add_list(write("own.csv", "name,lat,lon\nDolmashi,33.5,36.4\n"), data_dir=data)
    index = open_index([], world=False, cache_dir=cache, data_dir=data)
    assert index.look_up("Dolmashi")
    assert not index.look_up("Zarbuliya")
    assert len(list(cache.glob("list-own-*.bin"))) == 1


def _ask_in_a_process(arguments):
    cache, data = arguments
    return open_index([], world=False, cache_dir=cache, data_dir=data).look_up("Saqba")[0].place.place_id


def test_four_processes_share_one_cache(write, tmp_path):
    cache, data = tmp_path / "cache", tmp_path / "data"
    add_list(write("own.csv", "name,lat,lon\nSaqba,33.5,36.4\n"), data_dir=data)
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert set(pool.map(_ask_in_a_process, [(cache, data)] * 8)) == {"own/saqba"}


def test_a_built_file_gives_back_what_was_put_in(tmp_path):
    entries = [
        Entry("x/1", "Paris", "باريس", "city", "FR", 2.35, 48.85, 2_000_000, 2, -1),
        Entry("x/2", "Paris", "", "town", "US", -95.55, 33.66, 24_000, -1, -1, "own"),
        Entry("x/3", "Île-de-France", "", "adm1", "FR", 2.5, 48.7, 0, -1, -1),
    ]
    write_world(tmp_path / "w.bin", entries, {"paris": [1 * 4 + EXACT, 0 * 4 + EXACT], "lutetia": [0 * 4 + ALIAS]}, {"paris": 1, "lutetia": 1},
                {"inputs": "t", "gazetteer": "t", "source": "t"})  # fmt: skip
    shelf = WorldShelf(tmp_path / "w.bin")
    assert [m.place.place_id for m in shelf.look_up("paris")] == ["x/1", "x/2"], "the most peopled first"
    place = shelf.look_up("lutetia")[0].place
    assert (place.name_ar, place.admin, place.lon, place.lat) == ("باريس", "Île-de-France, France", 2.35, 48.85)
    assert {"x/3", "country/FR"} <= place.within
    assert shelf.look_up("london") == []
    assert (shelf.width("paris", "paris"), shelf.width("rome", "rome")) == (1, 0)
    shelf.close()


def test_the_world_knows_towns_divisions_and_their_holders(world_cache):
    index = open_index([], cache_dir=world_cache)
    assert index.has_world
    paris = index.look_up("Paris")
    assert {"FR", "US"} <= {m.place.country for m in paris}
    mosul = index.look_up("Mosul")[0].place
    assert mosul.country == "IQ"
    assert index.look_up("Mossoul")
    assert index.look_up("Fallujah")[0].place.country == "IQ"
    assert index.look_up("Linn County")[0].place.kind == "adm2"
    texas = next(m.place for m in paris if m.place.country == "US" and "Texas" in m.place.admin)
    assert "adm1/US-TX" in texas.within
    assert any(m.place.kind == "capital" for m in index.look_up("Kabul"))


def test_a_second_opening_reads_the_same_file(world_cache):
    before = {p.name: p.stat().st_mtime_ns for p in world_cache.glob("world-*.bin")}
    assert 1 <= len(before) <= 3
    open_index([], cache_dir=world_cache)
    assert {p.name: p.stat().st_mtime_ns for p in world_cache.glob("world-*.bin")} == before


def test_two_openings_of_an_empty_cache_build_once(world_cache, tmp_path, monkeypatch):
    open_index([], cache_dir=world_cache)
    built, started = [], threading.Event()

    def build(path):
        built.append(path)
        started.wait(0.3)  # long enough for the other to come
        shutil.copy(world_cache / path.name, path)

    monkeypatch.setattr(opening, "_build_apart", build)
    for age in range(4):
        left = tmp_path / f"world-of-version-{age}.bin"
        left.write_bytes(b"old")
        os.utime(left, (1_000_000 - age, 1_000_000 - age))
    said = []
    both = [threading.Thread(target=open_index, kwargs={"cache_dir": tmp_path, "say": said.append}) for _ in "ab"]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert (len(built), len(said)) == (1, 1)
    kept = {p.name for p in tmp_path.glob("world-*.bin")} - {built[0].name}
    assert kept == {"world-of-version-0.bin", "world-of-version-1.bin"}, "other versions in use keep theirs"
    assert open_index([], cache_dir=tmp_path).look_up("Mosul")


def test_the_world_can_be_left_out():
    assert not open_index([], world=False).has_world


@pytest.mark.parametrize(("given", "read"), [("city", "town"), ("Quarter", "neighbourhood"), ("whatever", "town")])
def test_an_unknown_word_of_precision_keeps_the_row_and_names_the_words_and_the_nearest(write, given, read):
    text = f"name,kind,lon,lat,geo_precision\nAyta,town,36.47,33.49,{given}\nBruna,town,36.5,33.5,TOWN\n"
    places, rejected = read_places(write("own.csv", text))
    assert places[["name", "geo_precision"]].values.tolist() == [["Ayta", read], ["Bruna", "town"]]
    assert rejected["severity"].tolist() == ["warning"]
    told = rejected.iloc[0]
    assert (told["found"], told["problem"]) == (given, f"Ayta: unknown geo_precision, read as '{read}'")
    assert "near_town" in told["expected"]
    assert told["hint"].startswith(f"write {read}")
