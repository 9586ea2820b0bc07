"""Finding place names: context rules, offsets, Arabic script; the toponym kinds of the field cases."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta.gazetteer import open_index, read_places
from geo_ghouta.schema import MARKS, REPORTS, read_casefile
from geo_ghouta.toponyms import find_in_text, find_mentions


@pytest.fixture(scope="module")
def index(request):
    layers = request.config.rootpath / "layers"
    return open_index([read_places(layers / "places.csv")[0]], world=False, country="SY")


@pytest.fixture(scope="module")
def actors(request):
    return read_casefile(request.config.rootpath / "layers" / "case.toml").actors


@pytest.fixture(scope="module")
def find(index, actors):
    def run(text, forms=("name", "relative", "dateline")):
        found = find_in_text(text, index, actors)
        for m in found:
            assert text[m.start : m.end] == m.text
        return [m.text for m in found if m.form in forms]

    return run


@pytest.fixture(scope="module")
def forms(index, actors):
    return lambda text: {m.text: m.form for m in find_in_text(text, index, actors)}


# --- the kinds of the field cases, by their number


def test_f106_adjectives_are_marked_and_no_places(forms):
    found = forms(
        "Syrian TV showed Russian military police; a Britain-based monitor said Iranian fighters left Harasta."
    )
    assert found == {
        "Syrian": "adjective",
        "Russian": "adjective",
        "Britain": "name",
        "Iranian": "adjective",
        "Harasta": "name",
    }
    assert forms("Syrians fled; European carriers stayed.") == {"Syrians": "demonym", "European": "adjective"}


def test_f107_abbreviations_and_words_of_two_letters_are_none(find):
    text = "Dr. S. Haddad, M.S., of the U.N. said 3 p.m. buses would go to Al-Bab or as far as Al."
    assert find(text) == ["Al-Bab"]


def test_f108_kind_words_are_told_apart(index, actors):
    text = "All three convoys headed to Idlib province; one stopped in Idlib city."
    assert [(m.text, m.context) for m in find_in_text(text, index, actors)] == [
        ("Idlib", "province"),
        ("Idlib", "city"),
    ]


def test_f110_a_month_is_no_district(find):
    text = "Deals covered the Damascus districts of Barzeh and Tishrin. The Tishrin Dam was not affected. Talks began in Tishrin al-Thani."
    assert find(text) == ["Damascus", "Barzeh", "Tishrin", "Tishrin Dam"]
    assert find("It was signed in Tishrin al-Awwal, in May, on a Friday in March.") == []


def test_f111_look_alike_names(find):
    text = "Hamas condemned the strike near Hama. The Russian Duma debated Douma. Irbin, also written Arbeen, was quiet. Homs, not hummus."
    assert find(text) == ["Hama", "Douma", "Irbin", "Arbeen", "Homs"]


def test_f113_places_in_organisations_are_embedded(forms):
    found = forms(
        "The Aleppo Media Centre and Damascus University staff said shells fell on Kafr Batna, the Homs Liberation Brigade too."
    )
    assert found == {"Aleppo": "embedded", "Damascus": "embedded", "Kafr Batna": "name", "Homs": "embedded"}


def test_f114_a_dateline_is_one(forms):
    assert forms("BEIRUT (Wire) — Buses carrying fighters left Zamalka on Saturday.\n") == {
        "BEIRUT": "dateline",
        "Zamalka": "name",
    }
    assert forms("DAMASCUS, Syria (Wire) - Buses left Zamalka.")["DAMASCUS"] == "dateline"


def test_f116_headlines_in_capitals_and_title_case(find):
    text = "REBELS LEAVE HARASTA AS AL-BAB WAITS\nFighters Leave East Harasta And Kafr Batna"
    assert find(text) == ["HARASTA", "AL-BAB", "Harasta", "Kafr Batna"]
    assert find("they left harasta") == []


def test_f117_diacritics_and_marks(find):
    text = "They left Ḥarastā, 'Arbīn, ʿAyn Tarma and Ain-Terma, Jubar and Jobar, Douma/Duma."
    assert find(text) == ["Ḥarastā", "Arbīn", "ʿAyn Tarma", "Ain-Terma", "Jubar", "Jobar", "Douma", "Duma"]


def test_f120_possessives_brackets_and_slashes(find):
    text = "Harasta's residents and Arbin’s fighters met on the Harasta-Arbin road (Zamalka/Jobar side)."
    assert find(text) == ["Harasta", "Arbin", "Harasta", "Arbin", "Zamalka", "Jobar"]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("A rocket fell 10 km east of Damascus.", "10 km east of"),
        ("They camped on the outskirts of Damascus.", "on the outskirts of"),
        ("They camped on the doorstep of Damascus.", "on the doorstep of"),
        ("They waited just outside Harasta.", "just outside"),
        ("They waited near Harasta.", "near"),
        ("A post five miles north of the town of Harasta fell.", "five miles north of the town of"),
        ("Shells fell close to Harasta.", "close to"),
    ],
)
def test_f121_relations_are_told(index, text, relation):
    mention = find_in_text(text, index)[0]
    assert (mention.form, mention.relation) == ("relative", relation)


@pytest.mark.parametrize(
    "text",
    [
        "They met in Harasta.",
        "They fled from Harasta.",
        "The east of Harasta burned.",
        "Troops left Sham from Harasta.",
    ],
)
def test_what_lies_in_a_place_is_not_near_it(index, text):
    forms = {m.text: m.form for m in find_in_text(text, index)}
    assert forms["Harasta"] == ("relative" if "east of" in text else "name")


def test_f123_one_unknown_name_spoils_nothing(find):
    assert find("Forces took Tell al-Zarqan'ir after leaving Harasta, Arbin and Saqba.") == [
        "Tell al-Zarqan'ir",
        "Harasta",
        "Arbin",
        "Saqba",
    ]
    assert find("Shelling hit the hamlet of Tell Nowhere on Monday.") == ["Tell Nowhere"]


def test_f125_long_country_names(find):
    text = "The United Kingdom and the United States spoke; the United Arab Emirates abstained."
    assert find(text) == ["United Kingdom", "United States", "United Arab Emirates"]


def test_f100_both_scripts(find):
    assert find("انطلقت الحافلات من حرستا إلى إدلب. The buses left Harasta.") == ["حرستا", "إدلب", "Harasta"]


# --- persons, groups, outlets


@pytest.mark.parametrize(
    "text",
    [
        '"It fell," said Mr Al Rahman.',
        "Jordan Smith spoke first.",
        "Paris Jackson sang.",
        "President Bashar Assad spoke to Col. Ahmad Homsi.",
        "Spokesman Wael Idlib and General Hamza Halab shook hands. Idlib laughed; Halab said nothing.",
        "Abu Harasta, 41, was a baker.",
        "Ahrar al-Sham and Faylaq al-Rahman signed; Jaish al-Islam did not. Al Watan reported it.",
        "Failaq ar-Rahman left. Hay'at Tahrir al-Sham stayed.",
        "Hamas, the Taliban and Hezbollah denied it.",
        "I'll wait. Read more: Nice weather in May.",
    ],
)
def test_persons_groups_outlets_and_words_are_no_places(find, text):
    assert find(text) == []


def test_a_place_is_one_beside_a_person_of_its_name(find):
    assert find("Omar Harasta left. HARASTA WAS EMPTY. In Harasta nothing moved.") == ["HARASTA", "Harasta"]


# --- offsets


@pytest.mark.parametrize(
    ("text", "found", "context"),
    [
        ("The buses reached northwest Syria at noon.", ["Syria"], "northwest part"),
        ("Shells fell in north-western Syria again.", ["Syria"], "northwestern part"),
        ("They left eastern Ghouta for good.", ["eastern Ghouta"], None),
        ("A vote in South Lebanon was put off.", ["South Lebanon"], None),
    ],
)
def test_a_small_point_of_the_compass_tells_the_part(index, actors, text, found, context):
    mentions = find_in_text(text, index, actors)
    assert [m.text for m in mentions] == found
    assert (mentions[0].context or None) == context


@pytest.mark.parametrize(
    "text",
    [
        "Maria lost two sons.",
        "Casa was a word of theirs.",
        "Parade ground drills went on.",
        "Derek and Ezra kept the shop.",
        "Haze hung over the road.",
        "Even so, they stayed.",
        "Swaida24 counted nine.",
        "Chief Nnia spoke last.",
        "According to Al Mayadeen, talks went on.",
        "The agency Fars and Al-Alam showed calm streets.",
    ],
)
def test_words_that_only_fold_to_a_town_and_outlets_are_no_places(find, text):
    assert find(text) == []


def test_a_station_s_name_is_a_place_where_nothing_tells_the_station(find):
    assert find("Fighters crossed the river at al-Mayadin and slept.") == ["al-Mayadin"]


def test_a_village_in_no_list_is_found_in_a_text_about_its_country(find):
    told = "Shelling hit Harasta, Zamalka and Arbin. "
    assert find(told + "Two children died in Zarbuliya, doctors said.")[-1] == "Zarbuliya"
    assert find(told + "It was debated in Parliament, lawmakers said.") == ["Harasta", "Zamalka", "Arbin"]


def test_a_small_town_is_believed_in_the_country_told(world_cache):
    index = open_index([], cache_dir=world_cache)
    text = "The patrol found 112 people off Zuwara"
    assert [m.text for m in find_in_text(f"{text}.", index)] == []
    found = [m.text for m in find_in_text(f"{text}, police in Tripoli said. Libya wants help.", index)]
    assert found == ["Zuwara", "Tripoli", "Libya"]


def test_soft_hyphens_spaces_and_line_ends(find):
    text = "They left Hara\u00adsta and Kafr\u00a0Batna; after a long night on the road they reached Deir\nez-Zor."
    assert find(text) == ["Hara\u00adsta", "Kafr\u00a0Batna", "Deir\nez-Zor"]


def test_names_do_not_run_over_a_short_line(find):
    assert find("Kafr\nBatna") == []


def test_numbered_tishrin_is_a_month_and_a_country_may_be_a_given_name(find):
    assert find("On 5 Tishrin II and in Tishrin I 2017 they left Tishrin.") == ["Tishrin"]
    assert find("Israel Katz spoke of Israel.") == ["Israel"]


def test_a_surname_speaks_and_a_town_is_shelled(find):
    assert find("Samir Douma, a nurse, left. Shells hit Douma and Harasta. Douma said so.") == ["Douma", "Harasta"]


def test_and_stands_before_a_first_word_of_two_letters(tmp_path):
    file = tmp_path / "own.csv"
    file.write_text("name,name_ar,lon,lat\nUmm Zayt,أم زيت,36.4,33.5\n", encoding="utf-8")
    index = open_index([read_places(file)[0]], world=False)
    text = "غادروا حمص وأم زيت"
    assert [text[m.start : m.end] for m in find_in_text(text, index)] == ["أم زيت"]


def test_the_capital_is_no_name(find):
    assert find("عاد إلى العاصمة في سوريا ووقع القصف على دوما") == ["سوريا", "دوما"]


def test_arabic_months_are_no_quarter(find):
    assert find("في تشرين الثاني وصلت الحافلات من برزة وتشرين") == ["برزة", "تشرين"]
    assert find("منذ تشرين الأول غادروا حرستا") == ["حرستا"]


def test_every_apostrophe_ends_a_name_before_its_s(find):
    for mark in "'’‘`´ʼ′＇":
        assert find(f"Harasta{mark}s streets and Douma{mark}s market") == ["Harasta", "Douma"], hex(ord(mark))


def test_bodies_named_after_places(forms):
    found = forms("The Idlib Martyrs' Brigade left. The Homs Center wrote of it. Aleppo Centre for Media agreed.")
    assert found == {"Idlib": "embedded", "Homs": "embedded", "Aleppo": "embedded"}
    assert forms("They met in the Homs city centre; the Hama center was quiet.") == {"Homs": "name", "Hama": "name"}


def test_arabic_clitics_article_and_marks(find):
    text = "وحرستا فدوما بالقابون للقابون لعربين كحمص والغوطة الشرقية دُومَا"
    assert find(text) == ["حرستا", "دوما", "القابون", "لقابون", "عربين", "حمص", "الغوطة الشرقية", "دُومَا"]


def test_arabic_groups_persons_and_relations(index, actors):
    text = "قال جيش الإسلام إن القصف وقع شرق دمشق وقرب حرستا وقتل السيد حمص."
    found = [(m.text, m.form, m.relation) for m in find_in_text(text, index, actors)]
    assert found == [("دمشق", "relative", "east of"), ("حرستا", "relative", "near")]


def test_arabic_words_that_are_also_names_need_a_word_before(find):
    assert find("دمّر القصف الباب وسار على القدم دوماً وهو في الميدان دومًا") == ["الميدان"]
    assert find("وصلوا إلى الباب ثم إلى دوما") == ["الباب", "دوما"]
    assert find("خرجوا من برزة وتشرين والقدم") == ["برزة", "تشرين", "القدم"]


def test_arabic_family_names_are_no_far_towns(world_cache):
    index = open_index([], cache_dir=world_cache)
    assert [m.text for m in find_in_text("قال حسن نصر الله في بيروت", index)] == ["بيروت"]


def test_tanwin_makes_an_adverb(find):
    assert find("كان دوماً هناك") == []


def test_front_matter_is_not_read_and_captions_are(index):
    text = "---\ntitle: Homs\n---\nThey left Harasta.\nBuses near Arbin (AP)"
    report = {
        "report_id": "r1",
        "doc_id": "a",
        "text": text,
        "published_basis": "unknown",
        "path": "a",
        "sha256": "0",
        "text_sha256": "0",
    }
    marks = MARKS.table([
        {"report_id": "r1", "start": 0, "end": 20, "kind": "front_matter"},
        {"report_id": "r1", "start": text.index("Buses"), "end": len(text), "kind": "caption"},
    ])  # fmt: skip
    found = find_mentions(REPORTS.table([report]), marks, index)
    assert found["text"].tolist() == ["Harasta", "Arbin"]
    assert found["mention_id"].is_unique
    assert (found["key"] == ["harasta", "arbin"]).all()


def test_no_reports_give_an_empty_table(index):
    assert find_mentions(REPORTS.empty(), None, index).empty


@given(st.text(max_size=200))
def test_any_text_gives_spans_in_order_and_without_overlap(index, text):
    found = find_in_text(text, index)
    assert all(text[m.start : m.end] == m.text and m.text for m in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


WORDS = ["Harasta", "al-", "Al", "Bab", "the", "The", "of", "Mr", "St.", "Damascus", ",", ".", "-", "'s", "\n", "دوما", "و", "University", "said",
         "10 km east of", "Ḥ", "\u00ad", "(", "Road", "U.S.", "Tell"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from([" ", "", "  "]))
def test_any_mixture_of_words_gives_spans_in_order(index, words, gap):
    text = gap.join(words)
    found = find_in_text(text, index)
    assert all(text[m.start : m.end] == m.text for m in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


@pytest.mark.parametrize(
    "text",
    ["a" * 50_000, "A" * 50_000, "1,1,1," * 10_000, "(" * 50_000, "Al-" * 16_000, "A. " * 16_000, "the city of " * 5_000, "east of " * 8_000,
     "Abu " * 12_000, "Mr " * 16_000, "Harasta, " * 8_000, "ا" * 50_000, "ال" * 25_000, "Al " * 16_000, "X" + ", X" * 16_000, "’s" * 25_000],
)  # fmt: skip
def test_hostile_text_is_read_in_linear_time(index, actors, text):
    find_in_text(text, index, actors)


def test_the_same_text_gives_the_same_mentions(index, actors):
    text = "Buses left Harasta, Arbin and Zamalka for Idlib. " * 20
    assert find_in_text(text, index, actors) == find_in_text(text, index, actors)
