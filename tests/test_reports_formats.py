"""Files that are no text whatever their name, bytes of old encodings, and languages that are not read."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from geo_ghouta import corpus
from geo_ghouta.reports import read_reports
from geo_ghouta.reports.formats import foreign_format
from geo_ghouta.reports.letters import unread_language

RUSSIAN = "Колонна из двенадцати автобусов вышла из города утром, сообщил совет."
ARABIC = "غادرت حافلات حرستا ظهر الخميس وعلى متنها مئات المدنيين"
PLAIN_PDF = b"%PDF-1.4\n5 0 obj\n<< /Length 44 >>\nstream\nBT (44 people displaced) Tj ET\nendstream\nendobj\n"


def packed(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_XML", ".xml"), text)
    return buffer.getvalue()


FOREIGN = {
    "a PDF of plain letters": (PLAIN_PDF, "a PDF"),
    "a PDF behind a byte order mark": (b"\xef\xbb\xbf\r\n" + PLAIN_PDF, "a PDF"),
    "a zip": (packed(a="Ten buses left."), "a zip archive"),
    "a Word document": (packed(**{"[Content_Types]_XML": "<x/>", "word__document_XML": "<x/>"}), "a Word document"),
    "a workbook": (packed(**{"[Content_Types]_XML": "<x/>", "xl__workbook_XML": "<x/>"}), "an Excel workbook"),
    "an old Word document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"Ten buses", "an old Office document"),
    "RTF": (b"{\\rtf1\\ansi Ten buses left Arbin.}", "an RTF document"),
    "gzip": (gzip.compress(b"Ten buses left Arbin."), "a gzip archive"),
    "PNG": (b"\x89PNG\r\n\x1a\nx", "an image (PNG)"),
    "JPEG": (b"\xff\xd8\xff\xe0x", "an image (JPEG)"),
    "GIF": (b"GIF89a 12 people", "an image (GIF)"),
}


@pytest.mark.parametrize("name", ["r.txt", "r.md", "r.html", "r.jsonl", "r.csv", "r.parquet"])
@pytest.mark.parametrize("kind", FOREIGN)
def test_known_formats_are_refused_by_their_bytes(tmp_path, kind, name):
    data, what = FOREIGN[kind]
    (tmp_path / name).write_bytes(data)
    reading = read_reports([tmp_path])
    assert len(reading.reports) == 0
    row = reading.rejected.iloc[0]
    assert row["severity"] == "error"
    assert f"this is {what}" in row["problem"]
    assert row["hint"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x7fELF\x02\x01\x01" + bytes(range(256)), "this is a program and no text, though its name ends in .md"),
        (b"\x01\x02\x03\xd0\x00\xfe\x11" * 40, "not text (binary"),
        ("Из города выехали автобусы.".encode("cp1251"), "is not UTF-8; save the file as UTF-8, or name its encoding"),
    ],
)
def test_what_is_no_text_is_told_as_that_and_not_as_another_encoding(tmp_path, data, said):
    (tmp_path / "a.md").write_bytes(data)
    (row,) = read_reports([tmp_path / "a.md"]).rejected.to_dict("records")
    assert said in f"{row['problem']}; {row['hint']}"


def test_a_pdf_on_standard_input_is_refused():
    reading = read_reports(["-"], stdin=PLAIN_PDF)
    assert len(reading.reports) == 0
    assert "a PDF" in reading.rejected["problem"].iloc[0]


@pytest.mark.parametrize("name", ["r.txt", "r.jsonl", "r.csv"])
def test_a_corpus_refuses_them_too(tmp_path, name):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(PLAIN_PDF)
    (tmp_path / "in" / "good.txt").write_text("Ten buses left Arbin.", encoding="utf-8")
    made = corpus.build_corpus([str(tmp_path / "in")], tmp_path / "out", page=False, world=False)
    assert (made.summary["in"], made.summary["rejected"]) == (2, 1)
    assert "a PDF" in " ".join(corpus.read_rejected(tmp_path / "out", 10)["problem"])


@pytest.mark.parametrize(
    "text", ["PK is no zip", "BM said 12 people left", "%PDF is a format", "MM and II", "GIF files"]
)
def test_words_that_look_like_a_format_are_read(text):
    assert foreign_format(text.encode()) == ("", "")


@pytest.mark.parametrize(
    ("text", "code"),
    [(RUSSIAN, "windows-1251"), (ARABIC, "windows-1256"), ("Trente familles évacuées près de Fès", "windows-1252"),
     ("Колона з дев'яти автобусів виїхала", "windows-1251"), ("حرستا", "windows-1256")],
)  # fmt: skip
def test_the_hint_names_the_encoding_that_fits(tmp_path, text, code):
    (tmp_path / "r.txt").write_bytes(text.encode(code))
    problem = read_reports([tmp_path]).rejected["problem"].iloc[0]
    assert f"--encoding {code}" in problem
    assert problem.count("windows-") == 1


def test_one_damaged_byte_is_no_other_encoding(tmp_path):
    (tmp_path / "r.txt").write_bytes(ARABIC.encode() + b"\xff" + ARABIC.encode())
    problem = read_reports([tmp_path]).rejected["problem"].iloc[0]
    assert "damaged" in problem
    assert "--encoding" not in problem


def test_a_wrong_encoding_is_told(tmp_path):
    (tmp_path / "r.txt").write_bytes(RUSSIAN.encode("windows-1251"))
    warned = read_reports([tmp_path], encoding="windows-1256").rejected
    assert "windows-1251" in " ".join(warned["hint"].dropna())
    (tmp_path / "r.txt").write_bytes(ARABIC.encode("windows-1256"))
    assert len(read_reports([tmp_path], encoding="windows-1256").rejected) == 0


OTHER_LANGUAGES = {
    "Russian": (RUSSIAN, "Cyrillic"),
    "Hebrew": ("שיירה של שנים עשר אוטובוסים יצאה מהעיר בבוקר", "Hebrew"),
    "French": (
        (
            "Les familles ont quitté la ville dans des bus, selon le conseil local, et la route est restée fermée pour "
            "les habitants du quartier pendant deux jours, a dit une source, sans donner le nombre des blessés."
        ),
        "Latin",
    ),
    "Turkish": (
        (
            "Otobüsler sabah şehirden ayrıldı ve kuzeye doğru yola çıktı, yerel meclis bir açıklama yaptı; yüzlerce kişi "
            "için yardım gönderildi, yol iki gün boyunca kapalı kaldı, yaralılar hastaneye götürüldü, sayı verilmedi."
        ),
        "Latin",
    ),
    "Persian": (
        (
            "اتوبوس‌ها صبح از شهر بیرون رفتند و چند صد نفر را به سوی شمال بردند، شورای محلی گفت که پس از گفتگو با گروه‌ها "
            "راه باز شد و پزشکان به چادرها رسیدند و گزارش پایان یافت"
        ),
        "Arabic",
    ),
}


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_an_unread_language_is_told_once_a_report(tmp_path, language):
    text, letters = OTHER_LANGUAGES[language]
    (tmp_path / "r.txt").write_text(text, encoding="utf-8")
    reading = read_reports([tmp_path])
    assert len(reading.reports) == 1
    assert reading.rejected["severity"].tolist() == ["warning"]
    assert letters in reading.rejected["problem"].iloc[0]
    assert "only English and Arabic" in reading.rejected["problem"].iloc[0]


@pytest.mark.parametrize(
    "text",
    [
        "Ten buses left Arbin.",
        ARABIC,
        "غادر مقاتلو چوبر و گروه صغير المدينة إلى الشمال، وقال المجلس المحلي إن الحافلات وصلت إلى المعبر في المساء.",
        (
            "Harasta Douma Arbin Zamalka Saqba Kafr Batna Hazzeh Ain Tarma Jobar Misraba Madira Beit Sawa Hammuriyeh "
            "Jisrein Hawsh Nasri Shaffouniya Rayhan Utaya Nashabiyah Marj Sultan Harran Awamid Adra Dumayr Barzeh Qabun"
        ),
        "The mayor of Київ said that ten buses left.",
    ],
)
def test_english_and_arabic_are_not_suspected(text):
    assert unread_language(text) == ""


def test_the_bundled_reports_are_not_suspected():
    import geo_ghouta as gg

    problems = gg.read_case(gg.open_case()).rejected["problem"].tolist()
    assert not [p for p in problems if "only English" in p]
