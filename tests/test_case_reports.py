"""The bundled case's dispatches: complete front matter, our own words, and every convoy of the chronology."""

from __future__ import annotations

import datetime as dt
import difflib
import re
from pathlib import Path

import pytest
import yaml

from geo_ghouta.reports.marking import mark_text

FIGURE = re.compile(r"\d+(?:,\d{3})*")
FOLDER = Path(__file__).resolve().parent.parent / "layers" / "reports"


def read(path: Path) -> tuple[dict, str]:
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(head), body.strip()


REPORTS = {path.stem: read(path) for path in sorted(FOLDER.glob("*.md"))}


def test_enough_of_them_and_of_news_length():
    assert len(REPORTS) >= 18
    for slug, (_, body) in REPORTS.items():
        assert 90 <= len(body.split()) <= 350, slug
        assert re.fullmatch(r"\d\d-[a-z0-9-]+", slug)


def test_front_matter_is_complete():
    sources, undated = set(), []
    for slug, (head, _) in REPORTS.items():
        assert set(head) <= {"published", "source", "title", "source_note"}, slug
        assert len(head["source_note"]) > 20, slug
        assert head["title"], slug
        sources.add(head["source"])
        if "published" not in head:
            undated.append(slug)
            continue
        assert isinstance(head["published"], dt.date), slug
        assert dt.date(2017, 2, 18) <= head["published"] <= dt.date(2018, 4, 16), slug
    assert undated == ["27-road-note"]
    assert 3 <= len(sources) <= 5


def test_files_stand_in_order_of_publication():
    days = [
        head["published"] for slug, (head, _) in REPORTS.items() if "published" in head and slug != "28-arabic-names"
    ]
    assert days == sorted(days)


@pytest.mark.parametrize(
    ("slug", "figures"),
    [
        ("03-barzeh-first-batch", ["1,500", "8,000", "10,000", "40 buses"]),
        ("04-barzeh-and-tishrin", ["1,000"]),
        ("05-qabun-begins", ["1,500", "2,289", "30 buses", "10 buses"]),
        ("06-qabun-last-bus", ["1,200", "500 fighters", "25 buses", "3,200", "2,750"]),
        ("07-barzeh-last-batch", ["fourth and last", "Jarabulus"]),
        ("15-harasta-first-day", ["1,580", "413", "30 buses", "40 buses", "20 percent", "19 of the 20"]),
        (
            "17-harasta-second-day",
            ["3,290", "3,124", "3,034", "1,072", "45 buses", "57 buses", "59 buses", "1,908", "90 percent"],
        ),
        ("18-arbin-first-convoy", ["981", "17 buses"]),
        ("19-largest-convoy", ["5,400", "5,314", "81 buses", "84 buses", "90 per cent"]),
        ("20-shelters", ["6,749", "6,768", "110 buses", "105 buses", "50,722"]),
        ("21-coast-road", ["6,432", "1,521", "100 buses", "3,241", "3,252", "3,014", "57 buses", "55 buses"]),
        (
            "22-last-days-of-the-south",
            [
                "2,196",
                "37 buses",
                "3,596",
                "69 buses",
                "3,337",
                "66 buses",
                "5,290",
                "1,374",
                "89 buses",
                "1,700",
                "38 buses",
            ],
        ),
        ("23-douma-first-convoy", ["1,089", "1,100", "24 buses", "41,000", "5,200", "49,414"]),
        ("24-douma-deal", ["40 buses", "Abu al-Zandin"]),
        ("25-flag-over-douma", ["3,792", "about 85 buses", "13,500"]),
        ("26-two-end-dates", ["26,880", "12,660", "66,000", "April 12", "April 14"]),
    ],
)
def test_every_convoy_of_the_chronology_is_told(slug, figures):
    body = REPORTS[slug][1]
    assert [figure for figure in figures if figure not in body] == []


def test_conflicts_are_kept():
    assert "denied that Misraba had been captured" in REPORTS["12-three-pockets"][1]
    assert "80 per cent" in REPORTS["13-hammuriyah"][1]
    whole = "\n".join(body for _, body in REPORTS.values())
    for share in (
        "25 per cent",
        "over a third",
        "40 percent",
        "50 percent",
        "60 per cent",
        "two thirds",
        "70 per cent",
        "20 percent",
        "90 per cent",
    ):
        assert share in whole


def test_the_pair_is_one_story_edited_twice():
    first, second = (REPORTS[slug][1] for slug in ("15-harasta-first-day", "16-harasta-first-day-second-desk"))
    assert first != second
    assert difflib.SequenceMatcher(None, first.split(), second.split(), autojunk=False).ratio() > 0.85
    captions = [line for line in second.splitlines() if line.endswith("(Photo: agency)")]
    assert len(captions) == 3
    assert captions[0] == captions[1]
    marked = [second[start:end] for start, end, kind in mark_text(second) if kind == "caption"]
    assert marked == captions


def test_every_figure_stands_in_a_source(shared):
    """A figure that neither the chronology nor the four real reports carry has no place in a dispatch."""
    known = {"3500", "2700"}  # sums that 06-qabun-last-bus works out from figures it names
    for path in [shared / "reference" / "chronology.md", *sorted((shared / "seeds").glob("*.txt"))]:
        text = path.read_text(encoding="utf-8")
        known |= {figure.replace(",", "") for figure in FIGURE.findall(text)}
    asked = 0
    for slug, (head, body) in REPORTS.items():
        for figure in FIGURE.findall(head["title"] + "\n" + body):
            asked += 1
            assert figure.replace(",", "") in known, (slug, figure)
    assert asked > 150


def test_a_link_block_and_arabic_names_are_there():
    assert "\nRead more:\n" in REPORTS["19-largest-convoy"][1]
    for name in ("الغوطة الشرقية", "قلعة المضيق", "دوما", "حرستا", "القابون"):
        assert name in REPORTS["28-arabic-names"][1]


def test_weekdays_fit_the_calendar():
    months = {
        m: i
        for i, m in enumerate(
            [
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            1,
        )
    }
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    found = 0
    for slug, (head, body) in REPORTS.items():
        for weekday, month, day in re.findall(rf"\b({'|'.join(days)}), ({'|'.join(months)}) (\d+)\b", body):
            found += 1
            date = dt.date(head["published"].year, months[month], int(day))
            assert days[date.weekday()] == weekday, (slug, weekday, month, day)
    assert found >= 3


def test_wording_is_neutral():
    for slug, (head, body) in REPORTS.items():
        assert not re.search(r"\b(regime|terrorists?|rebels?|liberat\w+)\b", body + head["title"], re.IGNORECASE), slug


def test_no_nine_words_of_the_real_reports(shared):
    seeds = sorted((shared / "seeds").glob("*.txt"))
    assert seeds

    def grams(path: Path) -> set[tuple[str, ...]]:
        words = re.findall(r"[a-z0-9]+", path.read_text(encoding="utf-8").lower())
        return {tuple(words[i : i + 9]) for i in range(len(words) - 8)}

    theirs = set().union(*map(grams, seeds))
    for path in [
        *FOLDER.glob("*.md"),
        FOLDER.parent / "README.md",
        FOLDER.parent / "places.csv",
        FOLDER.parent / "routes.geojson",
    ]:
        assert not grams(path) & theirs, path.name
