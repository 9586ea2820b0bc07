"""Web pages: words once, in order, never glued; the published day by stated precedence; what is lost is told."""

from __future__ import annotations

import datetime as dt
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import reports
from geo_ghouta.errors import InputError
from geo_ghouta.reports.pages import read_page

ARTICLE = """
<h1>Buses leave Arbin</h1><p class="byline">By Own Correspondent</p>
<figure><img src="x.jpg"><figcaption>A bus waits at the crossing by the river</figcaption></figure>
<p>More than 20 buses left the town of Arbin on Saturday with about 1,000 people on board, a monitor said.</p>
<p>The convoy waited for hours at the crossing before it set out towards the north, witnesses told the paper.</p>
<ul><li>300 people from Zamalka</li><li>200 people from Jobar</li></ul>
<p>Another 30 buses were expected on Sunday, the spokesman said, and families had packed what they could carry.</p>
<h3>Read more:</h3><ul><li><a href="/1">What the fall of Saqba means</a></li><li><a href="/2">Visit to Misraba</a></li></ul>
"""
FRAME = """<!doctype html><html><head><meta charset="utf-8"><title>Buses leave Arbin - Paper</title>{head}</head><body>
<header><nav><a href="/">Home</a></nav>{header}</header><main><article>{article}</article>
<aside><h2>Most read</h2><a href="/q">Quiz of the week</a></aside></main>
<footer>All rights reserved.</footer></body></html>"""


def page(head="", header="", article=ARTICLE):
    return read_page(FRAME.format(head=head, header=header, article=article).encode(), "page.html")


def test_nothing_of_the_article_is_lost_or_glued():
    text = page().text
    for words in ("More than 20 buses", "300 people from Zamalka", "200 people from Jobar", "Another 30 buses"):
        assert text.count(words) == 1
    assert "Quiz" not in text
    assert "rights reserved" not in text
    places = [text.index(w) for w in ("More than 20", "waited for hours", "300 people", "Another 30")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        # F157: nested blocks and lists
        (
            (
                "<div><div class='text-image'><p>Ten buses left Qabun.</p></div><div class='text-image'><ul>"
                "<li>300 from Barzeh</li><li>200 from Tishrin</li></ul></div></div>"
            ),
            ["Ten buses left Qabun.", "300 from Barzeh", "200 from Tishrin"],
        ),
        # F158: block ends are breaks
        (
            "<p>Fighters left <span>Harasta</span><span>Arbin</span></p><div>Zamalka.</div><div>Jobar next.</div>",
            ["Fighters left Harasta Arbin", "Zamalka.", "Jobar next."],
        ),
        # F160: once, in order
        (
            "<u><b>ROUTE CHANGED <a href='/x'>Convoy now leaves from Arbin</a></b></u>",
            ["ROUTE CHANGED Convoy now leaves from Arbin"],
        ),
        ("<p>Ten buses.<br>Two vans.</p><script>alert('No')</script><style>p{}</style>", ["Ten buses.", "Two vans."]),
        ("<p>In <b>Har</b>asta</p><p hidden>Not seen</p><p style='display: none'>Nor this</p>", ["In Harasta"]),
        ("<p>غادرت الحافلات <b>حر</b>ستا</p>", ["غادرت الحافلات حرستا"]),
        ("<p>Unclosed <i>one<p>Two &amp; three &lt;four&gt;", ["Unclosed one", "Two & three <four>"]),
    ],
)
def test_words_of_small_pages(html, lines):
    got = [line.removeprefix("- ") for line in read_page(html.encode(), "a.html").text.split("\n")]
    assert got == lines


TIME = '<meta property="article:published_time" content="2018-03-24T00:30:00+03:00">'
MODIFIED = (
    '<meta property="article:modified_time" content="2021-05-05"><meta name="last-modified" content="2021-05-05">'
)
LD = """<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
{"@type": "WebSite", "datePublished": "2010-01-01"},
{"@type": "NewsArticle", "datePublished": "2018-03-25T09:00:00Z", "dateModified": "2021-05-05"}]}</script>"""
META = '<meta name="pubdate" content="27 March 2018">'


@pytest.mark.parametrize(
    ("head", "header", "day", "basis"),
    [
        (META + LD + TIME + MODIFIED, "", "2018-03-24", "article:published_time"),
        (META + LD + MODIFIED, '<time datetime="2018-03-26">26</time>', "2018-03-25", "JSON-LD datePublished"),
        (META + MODIFIED, '<time datetime="2018-03-26">26</time>', "2018-03-26", "<time>"),
        (META + MODIFIED, '<time class="updated" datetime="2021-05-05">5</time>', "2018-03-27", "<meta> date"),
        (MODIFIED, '<time itemprop="dateModified" datetime="2021-05-05">5</time>', None, ""),
        ("", '<time datetime="2018-03-26">a</time><time datetime="2018-03-27">b</time>', None, ""),
        ("", '<time datetime="2018-03-26">a</time><time itemprop="datePublished" datetime="2018-03-27">b</time>',
         "2018-03-27", "<time>"),
        ('<meta name="date" content="02/05/2018">', "", None, ""),
        ('<script type="application/ld+json">{"datePublished": </script>', "", None, ""),
        ('<script type="application/ld+json">' + "[" * 5000 + "</script>", "", None, ""),
        ("", "Published 24 March 2018", None, ""),
    ],
)  # fmt: skip
def test_the_published_day(head, header, day, basis):
    made = page(head, header)
    assert made.published == (dt.date.fromisoformat(day) if day else None)
    assert made.published_from == basis


def test_what_the_page_says_of_itself():
    head = (
        '<meta property="og:title" content="Buses &amp; more"><meta property="og:site_name" content="The Paper">'
        '<link rel="canonical" href="https://paper.invalid/a">'
    )
    made = page(head)
    assert (made.title, made.source, made.url) == ("Buses & more", "The Paper", "https://paper.invalid/a")
    plain = page()
    assert (plain.title, plain.source, plain.url) == ("Buses leave Arbin", None, None)


def test_marks_of_a_page(tmp_path):
    (tmp_path / "a.html").write_text(FRAME.format(head="", header="", article=ARTICLE), encoding="utf-8")
    reading = reports.read_reports([tmp_path])
    text = reading.reports["text"].iloc[0]
    marked = {k: text[s:e] for s, e, k in zip(*(reading.marks[c] for c in ("start", "end", "kind")), strict=True)}
    assert marked.get("title", "Buses leave Arbin") == "Buses leave Arbin"
    hidden = " ".join(marked.values())
    assert "20 buses" not in hidden
    assert "people from" not in hidden
    rest = text
    for span in marked.values():
        rest = rest.replace(span, "")
    for words in ("A bus waits", "What the fall", "Own Correspondent"):
        assert words not in rest


def test_a_poor_extraction_is_told(tmp_path, monkeypatch):
    trafilatura = importlib.import_module("trafilatura")
    monkeypatch.setattr(trafilatura, "extract", lambda *_, **__: "More than 20 buses left the town of Arbin")
    body = "<html><body>" + "".join(f"<p>Line {i} tells of the buses that left.</p>" for i in range(40)) + ARTICLE
    (tmp_path / "a.html").write_text(body, encoding="utf-8")
    rejected = reports.read_reports([tmp_path]).rejected
    assert "of the visible words kept" in rejected["problem"].iloc[0]
    assert rejected["severity"].tolist() == ["warning"]


def test_reordered_words_are_not_taken(monkeypatch):
    trafilatura = importlib.import_module("trafilatura")
    monkeypatch.setattr(
        trafilatura, "extract", lambda *_, **__: "Jobar Zamalka from people 200 buses 20 than More twice twice"
    )
    made = page()
    assert "More than 20 buses left the town of Arbin" in made.text
    assert any("order" in note for note in made.notes)


@pytest.mark.parametrize("encoding", ["windows-1256", "iso-8859-6", "utf-16"])
def test_stated_encodings(encoding):
    html = f"<meta charset='{encoding}'><p>غادرت عشر حافلات مدينة حرستا يوم الخميس</p>"
    assert read_page(html.encode(encoding), "a.html").text == "غادرت عشر حافلات مدينة حرستا يوم الخميس"


@pytest.mark.parametrize(
    "html",
    [
        "<p></p>",
        "",
        "<script>x()</script>",
        "<!--" * 5000,
        "<meta charset='klingon'><p>x</p>",
        "<html><body><img></body></html>",
    ],
)
def test_pages_without_words(html):
    with pytest.raises(InputError):
        read_page(html.encode(), "a.html")


@pytest.mark.parametrize(
    "mark", ["<div>", "<a href=x>", "<!--", "<![CDATA[", "&amp;", "<p ", "((((", "<table><tr><td>", "<script>"]
)
def test_hostile_pages_end(mark):
    try:
        made = read_page(("<p>Ten buses left Arbin.</p>" + mark * 20_000).encode(), "a.html")
    except InputError:
        return
    assert "Ten buses left Arbin." in made.text


@given(st.text(alphabet="<>/pdivabr \"'=&;!-é\n", max_size=200))
def test_any_markup(text):
    try:
        read_page(text.encode(), "a.html")
    except InputError:
        return
