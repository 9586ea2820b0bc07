"""Names that no list has: recorded where only a place can stand, and never made of persons, groups and things."""

from __future__ import annotations

import pytest

from geo_ghouta.gazetteer import open_index, read_places
from geo_ghouta.geocoding import resolve_mentions
from geo_ghouta.schema import REPORTS
from geo_ghouta.toponyms import find_in_text, find_mentions

TOLD = "Iraqi troops entered Mosul, Ramadi and Kirkuk. "
FORMS = frozenset({"name", "relative", "dateline"})


@pytest.fixture(scope="module")
def bare():
    return open_index([], world=False)


@pytest.fixture(scope="module")
def world(world_cache):
    return open_index([], cache_dir=world_cache)


def names(text, index):
    found = find_in_text(text, index)
    assert all(text[m.start : m.end] == m.text for m in found)
    return [m.text for m in found if m.form in FORMS]


BESIDE = [
    ("They took Zarbuliya, Mosul and Khorbandi on Sunday.", ["Zarbuliya", "Mosul", "Khorbandi"]),
    ("Shells fell on Mosul, Zarbuliya and Dolmashi.", ["Mosul", "Zarbuliya", "Dolmashi"]),
    ("The Zarbuliya and Dolmashi districts of Mosul burned.", ["Zarbuliya", "Dolmashi", "Mosul"]),
    ("Buses took the road to Zarbuliya.", ["Zarbuliya"]),
    ("A raid on Zarbuliya killed two.", ["Zarbuliya"]),
    ("The people of Zarbuliya waited.", ["Zarbuliya"]),
    ("Trucks left through the Zarbuliya crossing.", ["Zarbuliya"]),
    ("They held al-Zarbuliya al-Thaniyah.", []),
    ("They fled from al-Zarbuliya.", ["al-Zarbuliya"]),
    ("Soldiers stormed Hayy al-Dolmashi.", ["Hayy al-Dolmashi"]),
    ("Families reached Zarbuliya. By noon Zarbuliya was empty.", ["Zarbuliya", "Zarbuliya"]),
]


@pytest.mark.parametrize(("text", "found"), BESIDE)
def test_a_name_in_no_list_is_seen_by_what_stands_beside_it(world, text, found):
    assert names(TOLD + text, world)[3:] == found


NONE = [
    "Talks with Zarbulov went on; the order came from Zarbulov, who said little.",
    "They bought it from Zarbulov fighters.",
    "In Mosul, Zarbulov told reporters that he was tired.",
    "He spoke to Zarbulov on Friday.",
    "It was debated in Parliament and posted on Telegram.",
    "Colonel Zarbulov left Mosul. An aide handed papers to Zarbulov near noon.",
    "They handed two men to the Red Cross.",
    "The work costs US$ 4 million a week.",
    "WASH: pumps were mended in October.",
]


@pytest.mark.parametrize("text", NONE)
def test_persons_groups_and_things_are_no_places(world, bare, text):
    assert set(names(TOLD + text, world)[3:]) <= {"Mosul"}
    assert set(names("Iraq is tired. " + text, bare)[1:]) <= {"Mosul"}


def test_the_longer_arabic_name_is_not_cut(world):
    text = TOLD + "They cleared Bab al-Zarbuli and the Grand al-Zarbuli Mosque."
    assert names(text, world)[3:] == ["Bab al-Zarbuli", "Grand al-Zarbuli Mosque"]


NO_WORLD = [
    ("GORINDAM, Netherlands (Wire) - Two boats sank.", ["GORINDAM", "Netherlands"]),
    ("Boats sink in harbour\n\nGORINDAM (Wire) — Two boats sank.", ["GORINDAM"]),
    ("The train from Zwartdorp to Veldhaven was late.", ["Zwartdorp", "Veldhaven"]),
    ("Nobody in Zwartdorp slept. Zwartdorp is small.", ["Zwartdorp", "Zwartdorp"]),
    ("They met in the town of Zwartdorp.", ["Zwartdorp"]),
    ("Ministers met in Cairo, Ankara and Geneva.", ["Cairo", "Ankara", "Geneva"]),
    ("Washington spoke to Moscow.", ["Washington", "Moscow"]),
]


@pytest.mark.parametrize(("text", "found"), NO_WORLD)
def test_without_the_world_nothing_is_lost_in_silence(bare, text, found):
    assert names(text, bare) == found


def test_a_name_in_no_list_becomes_a_row_that_says_so(bare):
    text = "Nobody in Zwartdorp slept; ministers met in Cairo."
    report = {"report_id": "r", "doc_id": "r", "text": text, "published_basis": "unknown", "path": "a", "sha256": "0", "text_sha256": "0"}  # fmt: skip
    table = REPORTS.table([report])
    places = resolve_mentions(find_mentions(table, None, bare), table, bare)
    assert places[["text", "resolution"]].values.tolist() == [["Zwartdorp", "not_found"], ["Cairo", "placed"]]
    assert places["place_id"].tolist()[1] == "geonames/360630"


def test_capitals_are_the_same_place_with_and_without_the_world(bare, world):
    for name in ("Cairo", "London", "واشنطن", "القاهرة", "Sana'a", "Kiev"):
        (here,) = [m.place for m in bare.look_up(name) if m.place.place_id.startswith("geonames/")]
        assert here.place_id in {m.place.place_id for m in world.look_up(name)}, name


@pytest.mark.parametrize("text", ["to Aaaa and " * 3000, "in al-" * 8000, "Aaaa, " * 8000, "from Aaaa to " * 4000])
def test_long_lines_of_names_are_read_in_linear_time(bare, text):
    find_in_text("Iraq and Syria. " + text, bare)


ARABIC = [
    ("قصفت القوات بلدات زربولية ودلماشي وسراقب.", ["زربولية", "دلماشي", "سراقب"]),
    ("خرجت العائلات من مخيم زربولية قرب الموصل.", ["زربولية", "الموصل"]),
    ("انفجرت عبوة في حي كرم زربولية في حلب.", ["كرم زربولية", "حلب"]),
    ("وصلت القافلة في سوريا إلى عفرين وأعزاز والباب.", ["سوريا", "عفرين", "أعزاز", "الباب"]),
    ("سقطت قذيفة على بلدة صغيرة قرب حلب.", ["حلب"]),
    ("قال مسؤول عسكري سوري في دمشق إن الطريق مفتوح.", ["دمشق"]),
    ("نقلوا الجرحى إلى مدينة أخرى.", []),
]


@pytest.mark.parametrize(("text", "found"), ARABIC)
def test_arabic_words_of_kind_tell_a_name(world, text, found):
    assert names(text, world) == found


def test_a_dump_of_every_village_makes_no_places_of_persons(tmp_path, request):
    villages = ["Maryam", "Rami", "Ibrahim", "Ash Shaykh", "Khirbat Rami", "Zarbuliya"]
    rows = [
        f"{n}\t{name}\t{name}\t\t35.{n}\t37.{n}\tP\tPPL\tSY\t\t\t\t\t\t0\t\t\tAsia/Damascus\t2024-01-01"
        for n, name in enumerate(villages, 100)
    ]
    (tmp_path / "SY.txt").write_text("\n".join(rows) + "\n", "utf-8")
    case = request.config.rootpath / "layers" / "places.csv"
    index = open_index([read_places(f)[0] for f in (case, tmp_path / "SY.txt")], world=False)
    text = 'Syria waits. "Ibrahim was here," Rami said. Maryam spoke to Sheikh Nasser. They left Khirbat Rami and Zarbuliya.'
    assert names(text, index) == ["Syria", "Khirbat Rami", "Zarbuliya"]
    assert names("They live in Maryam, near the village of Rami.", index) == ["Maryam", "Rami"]
