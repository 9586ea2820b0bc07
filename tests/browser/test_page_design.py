"""The design, line by line: its pictures remade from the bundled case at their sizes, and what must hold before it is done.

Section 20 of the design: each picture remade; boxes of words and controls do not overlap in nine states, two themes and
two languages; names are never cut; contrast from pixels and colour vision (test_page_contrast); steps, first paint and size
(bench_page and below); the whole page by keyboard (test_page_keyboard); 360 px; A4 on paper.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from map_browser import Watch, misfits, settle, show

pytestmark = pytest.mark.browser

# Name, size, link, further state: what the pictures of the design show, with the facts of the bundled case.
PICTURES = [
    ("a-2018-02-18-layers", (1400, 900), "d=2018-02-18&t=layers", {}), ("b-2018-03-12-area", (1400, 900), "d=2018-03-12&t=area", {}),
    ("c-2018-03-22-claims-pocket-card", (1400, 900), "d=2018-03-22&t=claims&s=pocket%3A2018-03-22%2F3", {}),
    ("d-2018-03-25-convoy", (1400, 900), "d=2018-03-25&t=convoys&v=7.7,34.7,36.9", {}), ("e-2018-04-14-empty", (1400, 900), "d=2018-04-14&t=claims", {}),
    ("f-phone-390", (390, 844), "d=2018-03-22", {}), ("g-phone-390-sheet", (390, 844), "d=2018-03-22&t=claims", {"sheet": "half"}),
    ("h-arabic", (1400, 900), "d=2018-03-22&t=claims&g=ar", {}), ("i-dark-town", (1400, 900), "d=2018-03-18&t=town&s=town%3Acase%2Fhammuriyah&m=dark", {}),
    ("k-swipe", (1400, 900), "d=2018-03-22&c=2018-02-18&w=0.5&t=area", {}), ("l-2018-03-26-search-unknown", (1400, 900), "d=2018-03-26", {"query": "dooma"}),
    ("n-phone-360", (360, 740), "d=2018-03-22", {}),
]  # fmt: skip
NINE = [
    "d=2018-02-18&t=layers", "d=2018-03-12&t=area", "d=2018-03-22&t=claims&s=pocket%3A2018-03-22%2F3", "d=2018-03-25&t=convoys", "d=2018-04-14",
    "d=2018-03-18&t=town&s=town%3Acase%2Fhammuriyah", "d=2018-03-22&c=2018-02-18&w=0.5", "d=2018-03-26", "d=2018-03-31&f=2018-03-22&t=convoys",
]  # fmt: skip

# Controls and words of the chrome: each inside its part, none over another, none cut.
CHROME = """() => { const out = []; const shown = (n) => n.getClientRects().length && getComputedStyle(n).visibility === 'visible';
  const name = (n) => (n.getAttribute('aria-label') || n.textContent || n.className).trim().slice(0, 30);
  const controls = [...document.querySelectorAll('.gg-bar button, .gg-bar select, .gg-bar input, .gg-tools button, .gg-tools input, .gg-tabs button, .gg-edge, .gg-close')].filter(shown);
  controls.forEach((a, i) => controls.slice(i + 1).forEach((b) => { const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const part = (n) => n.closest('[data-furniture]'); if (part(a) !== part(b)) return;
    if (p.left < q.right - 0.5 && q.left < p.right - 0.5 && p.top < q.bottom - 0.5 && q.top < p.bottom - 0.5) out.push(`${name(a)} on ${name(b)}`); }));
  for (const n of controls) { const b = n.getBoundingClientRect(); if (b.left < -0.5 || b.right > innerWidth + 0.5 || b.top < -0.5 || b.bottom > innerHeight + 0.5) out.push(`${name(n)} leaves the page`);
    if (n.scrollWidth > n.clientWidth + 1 && n.tagName === 'BUTTON') out.push(`${name(n)} is wider than its button`); }
  for (const n of document.querySelectorAll('.gg-kicker, .gg-date, .gg-sentence, .gg-note, .gg-figures td, .gg-figures th, .gg-statuses bdi, .gg-card h2, .gg-facts dd, .gg-topic h3, .gg-switchname')) {
    if (!shown(n)) continue; if (n.scrollWidth > n.clientWidth + 1 && getComputedStyle(n).display !== 'inline') out.push(`cut: ${name(n)}`);
    const small = parseFloat(getComputedStyle(n).fontSize); if (small < 11) out.push(`${small} px: ${name(n)}`); }
  for (const n of document.querySelectorAll('.gg text')) { const size = parseFloat(getComputedStyle(n).fontSize); if (shown(n) && size < 11) out.push(`${size} px: ${name(n)}`); }
  const axis = [...document.querySelectorAll('.gg-track-svg text')].filter(shown).map((n) => [n.textContent, n.getBoundingClientRect()]);
  axis.forEach(([a, p], i) => axis.slice(i + 1).forEach(([b, q]) => { if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 3 && q.top < p.bottom - 3) out.push(`bar: ${a} on ${b}`); }));
  if (document.documentElement.scrollWidth > innerWidth) out.push('the page scrolls sideways');
  return out; }"""


@pytest.fixture(scope="module")
def page(browser: Any, bundled: Path) -> Iterator[Any]:
    """One page whose window is resized for every picture."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    watch = Watch(page)
    page.goto(f"file://{bundled}")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    yield page
    context.close()
    watch.clean()


def sized(page: Any, size: tuple[int, int]) -> None:
    if page.viewport_size != {"width": size[0], "height": size[1]}:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(120)


@pytest.mark.parametrize(("name", "size", "fragment", "more"), PICTURES, ids=[p[0] for p in PICTURES])
def test_pictures_of_the_design_are_remade(
    page: Any, shots: Path, name: str, size: tuple[int, int], fragment: str, more: dict[str, Any]
) -> None:
    from PIL import Image

    sized(page, size)
    show(page, fragment, **more)
    path = shots / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        assert picture.size == size
    assert misfits(page) == []
    assert page.evaluate(CHROME) == []
    text = page.inner_text(".gg-title")
    assert re.search(r"20\d\d", text)


WANTED = {
    "a-2018-02-18-layers": [(".gg-sentence", "One area"), (".gg-body", "How to read"), (".gg-key", "Hayat Tahrir al-Sham")],
    "b-2018-03-12-area": [(".gg-sentence", "Three pockets"), (".gg-areatable", "18 Feb")],
    "c-2018-03-22-claims-pocket-card": [(".gg-card", "Harasta"), (".gg-card", "km²"), (".gg-body", "claims from")],
    "d-2018-03-25-convoy": [(".gg-notes", "days old"), (".gg-body", "Convoys")],
    "e-2018-04-14-empty": [(".gg-sentence", "No area held."), (".gg-total", "0.0")],
    "k-swipe": [(".gg-sentence", "lost"), (".gg-key", "Change")],
    "l-2018-03-26-search-unknown": [(".gg-body", "Douma"), (".gg-key", "unknown")],
}  # fmt: skip


@pytest.mark.parametrize("name", list(WANTED))
def test_each_picture_tells_what_it_is_for(page: Any, name: str) -> None:
    _, size, fragment, more = next(p for p in PICTURES if p[0] == name)
    sized(page, size)
    show(page, fragment, **more)
    for selector, words in WANTED[name]:
        assert words.lower() in page.inner_text(selector).lower(), (selector, words)


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844), (360, 740), (820, 1000), (1100, 760)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_nothing_overlaps_or_is_cut_in_nine_states(
    page: Any, shots: Path, width: int, height: int, language: str
) -> None:
    sized(page, (width, height))
    bad = {}
    for number, (fragment, theme) in enumerate(itertools.product(NINE, ["light", "dark"])):
        # Themes change no box, so on the small sizes they take turns.
        if width not in {1400, 390} and number % 2 != (number // 2) % 2:
            continue
        show(page, f"{fragment}&g={language}&m={theme}")
        found = misfits(page) + page.evaluate(CHROME)
        if page.get_attribute(".gg", "data-fold") == "key":
            # In a small window the card stands over the panel, so that the pockets stay in sight.
            found = [f for f in found if not f.startswith("gg-panel on gg-card")]
        if found:
            bad[f"{fragment} {theme}"] = found
        if width in {1400, 390}:
            page.screenshot(path=shots / f"state-{number // 2}-{width}-{language}-{theme}.png")
    assert bad == {}


def test_every_stop_of_the_bundled_case_is_clear(page: Any) -> None:
    sized(page, (1400, 900))
    show(page, "d=2018-03-22")
    bad = {}
    for stop in page.evaluate("geoGhouta.model.stops"):
        page.evaluate("(day) => geoGhouta.store.set({ day })", stop)
        settle(page)
        found = misfits(page)
        if found:
            bad[page.input_value(".gg-day")] = found
    assert bad == {}


def test_the_bundled_page_is_light(bundled: Path) -> None:
    assert bundled.stat().st_size <= 700_000


def test_a4_on_paper(browser: Any, bundled: Path, shots: Path) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"file://{bundled}#d=2018-03-22")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    page.emulate_media(media="print")
    page.evaluate("geoGhouta.print.begin()")
    page.wait_for_timeout(120)
    width = page.evaluate("document.querySelector('.gg').getBoundingClientRect().width")
    assert width == pytest.approx(186 / 25.4 * 96, abs=2), "A4 with margins of 12 mm"
    gone = ".gg-controls, .gg-tools, .gg-tabs, .gg-edges-bar, .gg-card, .gg-scale"
    assert page.evaluate(f"[...document.querySelectorAll('{gone}')].every((n) => !n.getClientRects().length)")
    order = page.evaluate(
        "['.gg-title', '.gg-main', '.gg-key', '.gg-bar', '.gg-panel', '.gg-printfoot'].map((s) => document.querySelector(s).getBoundingClientRect().top)"
    )
    assert order == sorted(order)
    assert "d=2018-03-22" in page.inner_text(".gg-printfoot")
    # The print column is grey, so that a black and white printer loses nothing.
    tones = page.evaluate(
        "[...document.querySelectorAll('.gg-drawing .gg-area.gg-is-assessed')].map((n) => getComputedStyle(n).fill)"
    )
    assert tones
    assert all(len(set(re.findall(r"\d+", tone))) == 1 for tone in tones)
    page.pdf(path=shots / "print-page.pdf", format="A4", print_background=True, prefer_css_page_size=True)
    context.close()


def test_small_multiples_on_a4(bundled: Path, shots: Path, root: Path) -> None:
    from geo_ghouta import outlets, pipeline

    result = pipeline.run(root / "layers", world=False)
    days = ["2018-02-18", "2018-03-04", "2018-03-12", "2018-03-22", "2018-03-26", "2018-04-07"]
    for suffix in ("pdf", "png"):
        path = outlets.save_multiples(result, days, shots / f"j-print-multiples-a4.{suffix}")
        assert path.stat().st_size > 10_000


def test_with_the_colours_of_the_readers_system_patterns_stay_and_fills_become_outlines(
    browser: Any, bundled: Path, shots: Path
) -> None:
    context = browser.new_context(
        viewport={"width": 1400, "height": 900}, reduced_motion="reduce", forced_colors="active"
    )
    page = context.new_page()
    page.goto(f"file://{bundled}#d=2018-03-22")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    looks = page.evaluate(
        """() => { const get = (s, p) => getComputedStyle(document.querySelector(s))[p]; const probe = document.createElement('i'); document.body.append(probe);
          probe.style.color = 'Canvas'; const canvas = getComputedStyle(probe).color; probe.style.color = 'CanvasText'; const text = getComputedStyle(probe).color; probe.remove();
          return { canvas, text, fill: get('.gg-drawing .gg-is-assessed', 'fill'), claimed: get('.gg-drawing .gg-is-claimed', 'fill'), front: get('.gg-front', 'stroke'),
            inside: get('.gg-name.gg-inside', 'fill'), halo: get('.gg-name.gg-inside', 'stroke') }; }"""
    )
    assert looks["fill"] == looks["halo"] == looks["canvas"]
    assert looks["front"] == looks["inside"] == looks["text"]
    assert "url(" in looks["claimed"]
    names = page.evaluate("[...document.querySelectorAll('.gg-names text')].map((t) => t.textContent)")
    assert any("Faylaq al-Rahman" in n for n in names), "every area is named"
    page.screenshot(path=shots / "forced-colours.png")
    context.close()
