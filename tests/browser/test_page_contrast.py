"""Contrast measured on pixels: every word over what really lies under it, every area against the ground and its neighbours.

Words are photographed twice, with and without their letters; what is left in the second
picture, under the letters and a pixel around them, is their ground: paper, a row, a halo over an area.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import colour_vision as vision
import numpy as np
import pytest
from map_browser import Watch, settle, show

pytestmark = pytest.mark.browser

WORDS = """() => { const out = []; const root = document.querySelector('.gg'); const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const colour = (s) => { const m = s.match(/[\\d.]+/g).map(Number); return [m[0], m[1], m[2], m.length > 3 ? m[3] : 1]; };
  const add = (text, node, rect, value) => {
    let box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom }; let alpha = 1;
    for (let p = node; p && p !== document.body; p = p.parentElement) {
      const s = getComputedStyle(p); alpha *= Number(s.opacity);
      if (s.visibility !== 'visible' || s.display === 'none') return;
      if (!(p instanceof SVGElement) && s.overflowX !== 'visible') { const b = p.getBoundingClientRect();
        box = { left: Math.max(box.left, b.left), top: Math.max(box.top, b.top), right: Math.min(box.right, b.right), bottom: Math.min(box.bottom, b.bottom) }; }
    }
    if (box.right - box.left < 5 || box.bottom - box.top < 6 || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const part = (n) => n && n.closest('[data-furniture], .gg-main, .gg-swipe');
    if (!node.closest('.gg-names') && part(top) !== part(node)) return;
    const c = colour(value);
    out.push({ text: text.trim().slice(0, 40), cls: String(node.getAttribute('class') || node.tagName), box: [box.left, box.top, box.right, box.bottom], rgb: c.slice(0, 3), alpha: alpha * c[3] });
  };
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const p = n.parentElement;
    if (!/[\\p{L}\\p{N}]/u.test(n.textContent) || p.closest('.gg-hidden, .gg-skip, defs, option, noscript')) continue;
    const style = getComputedStyle(p); const range = document.createRange(); range.selectNodeContents(n);
    for (const r of range.getClientRects()) add(n.textContent, p, r, p instanceof SVGElement ? style.fill : style.color);
  }
  for (const n of root.querySelectorAll('input, select')) {
    const empty = n.tagName === 'INPUT' && !n.value;
    add(n.value || n.placeholder || '', n, n.getBoundingClientRect(), getComputedStyle(n, empty ? '::placeholder' : null).color);
  }
  return out; }"""

HIDE = """() => { const sheet = document.styleSheets[0];
  const at = sheet.insertRule('.gg text { fill: transparent !important; }', sheet.cssRules.length);
  sheet.insertRule('.gg, .gg * { -webkit-text-fill-color: transparent !important; caret-color: transparent !important; }', sheet.cssRules.length); return at; }"""
UNHIDE = "(at) => { const sheet = document.styleSheets[0]; sheet.deleteRule(at + 1); sheet.deleteRule(at); }"

FRAGMENTS = [
    "d=2018-02-18&t=layers", "d=2018-03-12&t=area", "d=2018-03-22&t=claims&s=pocket%3A2018-03-22%2F3", "d=2018-03-25&t=convoys", "d=2018-04-14",
    "d=2018-03-18&t=town&s=town%3Acase%2Fhammuriyah", "d=2018-03-22&c=2018-02-18&w=0.5&t=area", "d=2018-03-26&v=13.5,33.52,36.38",
    "d=2017-03-01", "d=2018-03-31&f=2018-03-22&t=claims",
]  # fmt: skip


def picture(page: Any) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=float)


def grown(mask: np.ndarray, by: int) -> np.ndarray:
    """A mask and everything up to some pixels around it."""
    out = mask.copy()
    for _ in range(by):
        padded = np.pad(out, 1)
        out = padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
    return out


def pale(page: Any) -> tuple[list[str], int]:
    """Words with less than 4.5:1, and how many words were measured."""
    words = page.evaluate(WORDS)
    with_letters = picture(page)
    at = page.evaluate(HIDE)
    without = picture(page)
    page.evaluate(UNHIDE, at)
    out, measured = [], 0
    for word in words:
        x0, y0, x1, y1 = (round(v) for v in word["box"])
        before, ground = with_letters[y0:y1, x0:x1], without[y0:y1, x0:x1]
        letters = (np.abs(before - ground) > 30).any(axis=2)
        if letters.sum() < 4:
            out.append(f"{word['text']!r} ({word['cls']}) cannot be seen")
            continue
        measured += 1
        under = ground[grown(letters, 1)]
        alpha = word["alpha"]
        ink = np.array(word["rgb"]) * alpha + under * (1 - alpha)
        # A few pixels of a neighbour's edge or leader are no ground.
        least = float(np.percentile(vision.contrast(ink, under), 10))
        if least < 4.5:
            out.append(f"{word['text']!r} ({word['cls']}) {least:.1f}")
    return out, measured


@pytest.fixture(scope="module")
def page(browser: Any, bundled: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    watch = Watch(page)
    page.goto(f"file://{bundled}")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    yield page
    context.close()
    watch.clean()


def test_the_measure_finds_pale_words(page: Any) -> None:
    show(page, "d=2018-03-22&t=claims")
    page.evaluate(
        "() => { document.querySelector('.gg-sentence').style.color = '#999'; document.querySelector('.gg-names text').style.fill = '#eee'; }"
    )
    found, _ = pale(page)
    page.evaluate("() => { document.querySelector('.gg-sentence').style.color = ''; geoGhouta.labels.arrange(); }")
    assert any("gg-sentence" in f or "BDI" in f.upper() for f in found)
    assert any("gg-name" in f for f in found)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_word_has_four_and_a_half_to_one(page: Any, theme: str, language: str) -> None:
    bad, total = {}, 0
    for fragment in (
        FRAGMENTS if (theme, language) == ("light", "en") else [*FRAGMENTS[::3], FRAGMENTS[5], FRAGMENTS[6]]
    ):
        show(page, f"{fragment}&m={theme}&g={language}")
        found, measured = pale(page)
        total += measured
        if found:
            bad[fragment] = found
    show(page, f"d=2018-03-22&m={theme}&g={language}", query="dou")
    found, measured = pale(page)
    if found:
        bad["search"] = found
    assert bad == {}
    assert total > 200


INSIDE = """() => { const g = geoGhouta; const [dx, dy] = g.view.offset(); const frame = g.view.container.getBoundingClientRect(); const free = g.view.free();
  const out = { fills: [], edges: [], ground: [] }; const svg = document.querySelector('.gg-drawing').ownerSVGElement; const paths = [...document.querySelectorAll('.gg-drawing .gg-area')];
  const inside = (path, x, y) => { const p = svg.createSVGPoint(); p.x = x; p.y = y; return path.isPointInFill(p); };
  const screen = (x, y) => [x + dx + frame.left, y + dy + frame.top];
  const deep = (path, x, y) => [[0, 0], [6, 0], [-6, 0], [0, 6], [0, -6]].every(([a, b]) => inside(path, x + a, y + b));
  for (let y = free.top; y < free.bottom; y += 5) for (let x = free.left; x < free.right; x += 5) {
    const [px, py] = [x - dx, y - dy];
    const hit = paths.find((p) => deep(p, px, py));
    if (hit) out.fills.push([hit.getAttribute('class'), ...screen(px, py)]);
    else if (!paths.some((p) => [[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]].some(([a, b]) => inside(p, px + a, py + b)))) out.ground.push(screen(px, py));
  }
  const edge = document.querySelector('.gg-edges'); const length = edge.getTotalLength ? edge.getTotalLength() : 0;
  for (let at = 4; at < length; at += 6) { const p = edge.getPointAtLength(at); const q = edge.getPointAtLength(at + 0.5); const n = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    out.edges.push([...screen(p.x, p.y), -(q.y - p.y) / n, (q.x - p.x) / n]); }
  return out; }"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_areas_have_three_to_one_on_the_ground_and_a_line_between_them(page: Any, theme: str) -> None:
    show(page, f"d=2018-02-18&m={theme}&l=11101111")
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = 'none'; }"
    )
    found = page.evaluate(INSIDE)
    shot = picture(page)
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = ''; }"
    )

    def at(x: float, y: float) -> np.ndarray:
        return shot[round(y), round(x)]

    paper = vision.rgb("#f8f6f1" if theme == "light" else "#191b1e")
    ground = np.median([at(*p) for p in found["ground"]], axis=0)
    assert vision.contrast(ground, paper) < 1.1, "open land is paper or one of its tints"
    fills: dict[str, list[np.ndarray]] = {}
    for cls, x, y in found["fills"]:
        fills.setdefault(cls, []).append(at(x, y))
    assert len(fills) == 4
    for cls, pixels in fills.items():
        on_paper = vision.contrast(np.array(pixels), paper)
        assert np.median(on_paper) >= 3, cls
        # Under built-up land and roads the least that the design allows, and seldom.
        assert np.percentile(on_paper, 10) >= 2.4, cls
    # Between two holders runs a line of paper: three to one to the fills on its two sides.
    ratios = []
    for x, y, nx, ny in found["edges"]:
        line = max(
            (at(x + nx * s, y + ny * s) for s in (-0.5, -0.25, 0, 0.25, 0.5)),
            key=lambda c: -float(np.abs(c - paper).sum()),
        )
        sides = [at(x + nx * s, y + ny * s) for s in (-4, 4)]
        ratios.append(min(float(vision.contrast(line, side)) for side in sides))
    assert len(ratios) > 30
    assert np.median(ratios) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_holders_are_told_apart_on_the_screen_by_everybody(page: Any, shots: Path, theme: str) -> None:
    from PIL import Image

    show(page, f"d=2018-02-18&m={theme}")
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = 'none'; }"
    )
    found = page.evaluate(INSIDE)
    shot = picture(page)
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = ''; }"
    )
    settle(page)
    whole = picture(page)
    fills: dict[str, list[np.ndarray]] = {}
    for cls, x, y in found["fills"]:
        fills.setdefault(cls, []).append(shot[round(y), round(x)])
    tones = np.array([np.median(p, axis=0) for p in fills.values()])
    for kind, least in {"normal": 15, "protanopia": 9, "deuteranopia": 9, "tritanopia": 9, "grey": 5.5}.items():
        labs = vision.lab(vision.seen(tones, kind))
        gaps = [vision.difference(labs[i], labs[j]) for i in range(len(labs)) for j in range(i)]
        assert min(gaps) >= least, (kind, gaps)
        if kind == "grey":
            assert min(abs(labs[i][0] - labs[j][0]) for i in range(len(labs)) for j in range(i)) >= 7.4
        Image.fromarray(np.clip(vision.seen(whole, kind), 0, 255).astype("uint8")).save(
            shots / f"v-colour-vision-{theme}-{kind}.png"
        )
