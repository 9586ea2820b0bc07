"""Web pages: their main text, the share of visible words that it keeps, and what the page says of itself."""

from __future__ import annotations

import bisect
import copy
import dataclasses
import datetime as dt
import importlib
import json
import re
from collections.abc import Callable
from typing import Any

from geo_ghouta.errors import FormatError
from geo_ghouta.reports.days import read_days

KEPT_SHARE = 0.6
"""Below this share of visible words kept, reading warns."""

_TRAFILATURA_LIMIT = 5_000_000
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "html", "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
_UNSEEN = frozenset({
    "script", "style", "noscript", "template", "head", "svg", "math", "iframe", "object", "canvas", "select", "button",
    "input", "textarea",
})  # fmt: skip
_FURNITURE = frozenset({"nav", "footer", "aside", "form"})
_META_DAYS = (
    ("article:published_time", "og:article:published_time", "og:published_time"),
    ("datepublished", "date", "dc.date", "dc.date.issued", "dcterms.date", "dcterms.issued", "dcterms.created",
     "pubdate", "publishdate", "publish-date", "publish_date", "publication_date", "publicationdate", "sailthru.date",
     "parsely-pub-date", "cxenseparse:recs:publishtime", "citation_publication_date"),
)  # fmt: skip
_WORD = re.compile(r"\w+")
_ARTICLE = re.compile("Article|Report|BlogPosting|NewsMedia")


@dataclasses.dataclass(frozen=True)
class Page:
    """What a page holds: main text, share of visible words kept, notes on the reading, and its own metadata."""

    text: str
    kept: float
    notes: tuple[str, ...]
    published: dt.date | None
    published_from: str
    title: str | None
    source: str | None
    url: str | None
    known: dict[str, str]
    """Lines whose markup says what they are: captions, links to other pages, times."""


def read_page(data: bytes, where: str, encoding: str | None = None) -> Page:
    """Read one page; nothing that it links to is opened.

    The text is trafilatura's where that keeps the words in their order; otherwise all visible text outside
    navigation, footers and boxes. ``kept`` is the share of those words that the text holds. The day is the page's
    published one, in this order: ``article:published_time``, JSON-LD ``datePublished``, ``<time>``, other
    ``<meta>`` dates. A modified date is never taken.

    Raises
    ------
    FormatError
        If it cannot be parsed or shows no words.

    Examples
    --------
    >>> read_page(b"<p>Ten buses left.</p><div>More came.</div>", "a.html").text
    'Ten buses left.\\nMore came.'
    """
    tree = _tree(data, where, encoding)
    notes: list[str] = []
    visible = "\n".join(_lines(tree, frozenset()))
    if not _WORD.search(visible):
        message = f"{where}: shows no words (perhaps a page that a script fills); save the page's text instead"
        raise FormatError(message)
    article = _main(tree)
    plain = "\n".join(_lines(article, _FURNITURE)) or visible
    text = "\n".join(line for raw in _extracted(tree, len(data)).split("\n") if (line := raw.strip()))
    if text and not _in_order(text, visible):
        notes.append("trafilatura changed the order of words; the visible text was taken")
        text = ""
    elif not text:
        notes.append("no article was recognised; the visible text was taken")
    words = len(_WORD.findall("\n".join(_lines(tree, _FURNITURE)) or visible))
    # Only where the page itself marks its article is less than it a loss; else it may be a page of teasers.
    if text and article is not tree and len(_WORD.findall(text)) < KEPT_SHARE * len(_WORD.findall(plain)):
        notes.append("trafilatura kept less than the article shows; the visible text was taken")
        text = ""
    text = text or plain
    day, basis, problem = _published(tree)
    if problem:
        notes.append(problem)
    return Page(
        text=text,
        kept=min(1.0, len(_WORD.findall(text)) / words),
        notes=tuple(notes),
        published=day,
        published_from=basis,
        title=_meta(tree, ("og:title",)) or _first(tree, "h1") or _first(tree, "title"),
        source=_meta(tree, ("og:site_name", "application-name", "publisher", "dc.publisher")),
        url=_canonical(tree),
        known=_known_lines(tree),
    )


def _tree(data: bytes, where: str, encoding: str | None) -> Any:
    lxml_html: Any = importlib.import_module("lxml.html")
    etree: Any = importlib.import_module("lxml.etree")
    if encoding is None:
        encoding = _stated_encoding(data)
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        message = f"{where}: not {encoding} ({error}); name the encoding that the page was saved in"
        raise FormatError(message) from error
    text = re.sub("[\\x00\\ud800-\\udfff]", "\ufffd", text.removeprefix("\ufeff"))
    text = re.sub(r"^\s{0,99}<\?xml[^>]{0,200}\?>", "", text)
    # Without a network and without entities: the parser is told both.
    parser = lxml_html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        tree = lxml_html.document_fromstring(text.encode(), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        message = f"{where}: not a page that can be read ({error}); save it again as HTML or text"
        raise FormatError(message) from error
    for element in [e for e in tree.iter() if isinstance(e.tag, str) and _is_hidden(e) and e is not tree]:
        if element.getparent() is not None:
            element.drop_tree()
    _part_words(tree)
    return tree


def _stated_encoding(data: bytes) -> str:
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return name
    found = re.search(rb"charset\s{0,3}=\s{0,3}[\"']?([A-Za-z0-9_-]{2,30})", data[:4096])
    name = found[1].decode("ascii").lower() if found else "utf-8"
    # What browsers do: the old name of Latin-1 means its Windows superset.
    return "windows-1252" if name in {"iso-8859-1", "latin1", "latin-1", "ascii"} else name


def _part_words(tree: Any) -> None:
    # <span>Harasta</span><span>Arbin</span> would glue two names: a capital or sentence that starts a new
    # element right behind a small letter or a full stop gets a blank.
    last = " "
    for element, place in _texts(tree):
        text = getattr(element, place)
        if element.tag in _BLOCKS:
            last = " "
        if text and (last.islower() or last in ".!?؟") and text[0].isupper():
            setattr(element, place, " " + text)
        if text:
            last = text[-1]


def _texts(tree: Any) -> Any:
    etree: Any = importlib.import_module("lxml.etree")
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        yield element, "text" if event == "start" else "tail"


def _lines(tree: Any, skipped: frozenset[str]) -> list[str]:
    etree: Any = importlib.import_module("lxml.etree")
    pieces: list[str] = []
    depth = 0
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        hidden = tag in _UNSEEN or tag in skipped or _is_hidden(element)
        if event == "start":
            depth += hidden
            if tag in _BLOCKS:
                pieces.append("\n")
            if not depth and element.text:
                pieces.append(re.sub(r"\s+", " ", element.text))
        else:
            depth -= hidden
            if tag in _BLOCKS:
                pieces.append("\n")
            if not depth and element.tail and element is not tree:
                pieces.append(re.sub(r"\s+", " ", element.tail))
    lines = (re.sub(r" {2,}", " ", line).strip(" ") for line in "".join(pieces).split("\n"))
    return [line for line in lines if line]


def _is_hidden(element: Any) -> bool:
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    style = element.get("style")
    return bool(style and re.search(r"display\s{0,3}:\s{0,3}none", style, re.IGNORECASE))


def _known_lines(tree: Any) -> dict[str, str]:
    known: dict[str, str] = {}
    for tag, kind in (("figcaption", "caption"), ("time", "boilerplate")):
        for element in tree.iter(tag):
            known |= dict.fromkeys(_lines(element, frozenset()), kind)
    for element in tree.iter("li", "p", "h2", "h3", "h4", "h5", "h6", "div"):
        links = element.findall(".//a")
        words = re.sub(r"\s+", " ", element.text_content()).strip()
        if len(links) == 1 and words and re.sub(r"\s+", " ", links[0].text_content()).strip() == words:
            known.setdefault(words, "link_block")
    return known


def _main(tree: Any) -> Any:
    # The article with the most words; a page of teasers has many small ones, then the body it is.
    whole = len(_WORD.findall(" ".join(_lines(tree, _FURNITURE))))
    best, most = tree, 0
    for element in [*tree.iter("article", "main")][:50]:
        count = len(_WORD.findall(" ".join(_lines(element, _FURNITURE))))
        if count > most:
            best, most = element, count
    return best if most >= 0.5 * whole else tree


def _extracted(tree: Any, size: int) -> str:
    if size > _TRAFILATURA_LIMIT:
        return ""
    trafilatura: Any = importlib.import_module("trafilatura")
    text = trafilatura.extract(
        copy.deepcopy(tree), output_format="txt", include_comments=False, include_tables=True, favor_recall=True,
        include_formatting=False, include_links=False, deduplicate=False, with_metadata=False,
    )  # fmt: skip
    return text or ""


def _in_order(text: str, visible: str) -> bool:
    """Whether the words of a text stand in the visible text in the same order, each at most as often."""
    words = _WORD.findall(visible)
    at, missed, total = 0, 0, 0
    places: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        places.setdefault(word, []).append(index)
    for word in _WORD.findall(text):
        total += 1
        spots = places.get(word, [])
        next_spot = bisect.bisect_left(spots, at)
        if next_spot == len(spots):
            missed += 1
        else:
            at = spots[next_spot] + 1
    return missed <= 0.02 * total


def _published(tree: Any) -> tuple[dt.date | None, str, str]:
    steps: tuple[tuple[str, Callable[[], list[str]]], ...] = (
        ("article:published_time", lambda: _metas(tree, _META_DAYS[0])),
        ("JSON-LD datePublished", lambda: _json_ld(tree)),
        ("<time>", lambda: _times(tree)),
        ("<meta> date", lambda: _metas(tree, _META_DAYS[1])),
    )
    problem = ""
    for basis, find in steps:
        found = list(dict.fromkeys(find()))
        days = {day for day, _ in read_days(found) if day}
        if len(days) == 1:
            return days.pop(), basis, ""
        if len(days) > 1:
            problem = f"{basis}: {len(days)} different days, none taken"
        elif found and not problem:
            problem = f"{basis}: {found[0][:40]!r} is no day that can be read"
    return None, "", problem


def _metas(tree: Any, names: tuple[str, ...]) -> list[str]:
    values: dict[str, str] = {}
    for element in tree.iter("meta"):
        key = (element.get("property") or element.get("name") or element.get("itemprop") or "").strip().lower()
        if key in names and (element.get("content") or "").strip():
            values.setdefault(key, element.get("content").strip())
    return [values[n] for n in names if n in values][:1]


def _meta(tree: Any, names: tuple[str, ...]) -> str | None:
    return next(iter(_metas(tree, names)), None)


def _json_ld(tree: Any) -> list[str]:
    days: list[str] = []
    for element in tree.iter("script"):
        if (element.get("type") or "").lower().split(";")[0].strip() != "application/ld+json":
            continue
        try:
            data = json.loads(element.text_content()[:1_000_000])
        except (ValueError, RecursionError):
            continue
        top = data if isinstance(data, list) else [data]
        top = [
            i
            for t in top
            if isinstance(t, dict)
            for i in (t, *(g for g in _listed(t.get("@graph")) if isinstance(g, dict)))
        ]
        dated = [i for i in top if isinstance(i.get("datePublished"), str)]
        # A site or a list of teasers may be dated too: where an article is among them, it alone speaks.
        articles = [i for i in dated if _ARTICLE.search(str(i.get("@type")))]
        days += [i["datePublished"] for i in articles or dated]
    return days


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _times(tree: Any) -> list[str]:
    plain, marked = [], []
    for element in tree.iter("time"):
        value = (element.get("datetime") or "").strip()
        told = " ".join((element.get("itemprop") or "", element.get("class") or "")).lower()
        if not value or re.search(r"modif|updat|edit", told):
            continue
        plain.append(value)
        if "datepublished" in told or "pubdate" in element.attrib or "published" in told:
            marked.append(value)
    return marked or plain


def _first(tree: Any, tag: str) -> str | None:
    for element in tree.iter(tag):
        text = re.sub(r"\s+", " ", element.text_content()).strip()
        if text:
            return text[:500]
    return None


def _canonical(tree: Any) -> str | None:
    for element in tree.iter("link"):
        if (element.get("rel") or "").lower() == "canonical" and element.get("href"):
            return str(element.get("href"))[:2000]
    return _meta(tree, ("og:url",))
