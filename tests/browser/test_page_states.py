"""The bundled case from state to state: links bring back what they were copied from, pictures leave nothing behind."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from map_browser import Watch, settle, show

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]

KEPT = ("day", "from", "vs", "split", "layers", "tab", "sel", "lang", "theme")

# Each state is made, its address is copied, the page is taken elsewhere, and the address is followed as a reader would.
ROUND = """async ([seed, count, kept]) => { const g = geoGhouta; const m = g.model; let s = seed; const random = (n) => { s = (s * 1103515245 + 12345) % 2147483648; return s % n; };
  const pick = (list) => list[random(list.length)]; const bad = []; const tick = () => new Promise((r) => setTimeout(r, 0));
  const things = [...m.pockets.map((p) => ['pocket', p.id]), ...m.convoys.map((c) => ['convoy', c.id]), ...m.places.slice(0, 200).map((p) => ['town', p.id]), ...m.datedEvents.map((e) => ['event', e.id])];
  const plain = { from: null, vs: null, sel: null, tab: 'claims', theme: 'light', lang: 'en', split: 0.5, layers: { areas: true, lost: true, front: true, precision: false, convoys: true, events: true, places: true, ground: true } };
  for (let i = 0; i < count; i += 1) {
    const late = random(m.stops.length); const kind = random(4); const [what, id] = pick(things);
    const wanted = { ...plain, day: m.stops[late] + random(2), tab: pick(['claims', 'convoys', 'area', 'town', 'layers']), lang: pick(['en', 'ar']), theme: pick(['light', 'dark']),
      layers: Object.fromEntries(Object.keys(plain.layers).map((name) => [name, random(3) > 0])) };
    if (kind === 1) wanted.from = m.stops[random(late + 1)];
    if (kind === 2) { wanted.vs = m.stops[random(late + 1)]; wanted.split = (5 + random(90)) / 100; }
    if (kind === 3) wanted.sel = { kind: what, id };
    g.store.set(wanted);
    g.view.map.setView([33.3 + random(600) / 1000, 36.1 + random(600) / 1000], 9 + random(500) / 100, { animate: false });
    const before = JSON.parse(JSON.stringify(Object.fromEntries(kept.map((k) => [k, g.state[k]])))); const view = g.view.now();
    const address = g.address().split('#')[1];
    g.store.set({ ...plain, day: m.first }); g.fitDay();
    await new Promise((done) => { addEventListener('hashchange', () => setTimeout(done, 0), { once: true }); location.hash = address; });
    const after = Object.fromEntries(kept.map((k) => [k, g.state[k]])); const now = g.view.now();
    for (const k of kept) if (k !== 'split' || before.vs !== null) if (JSON.stringify(before[k]) !== JSON.stringify(after[k])) bad.push([i, k, before[k], after[k], address]);
    if (Math.abs(view.lat - now.lat) > 2e-5 || Math.abs(view.lng - now.lng) > 2e-5 || Math.abs(view.zoom - now.zoom) > 1e-3) bad.push([i, 'view', view, now]);
    await tick();
  }
  return bad; }"""


@pytest.fixture(scope="module")
def page(browser: Any, bundled: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    watch = Watch(page)
    page.goto(f"file://{bundled}")
    page.wait_for_selector("[data-ready=true]")
    settle(page)
    yield page
    context.close()
    watch.clean()


def test_a_hundred_states_of_the_bundled_case_survive_their_links(page: Any) -> None:
    assert page.evaluate(ROUND, [11, 100, list(KEPT)]) == []


def test_the_address_bar_follows_and_a_new_page_opens_the_same(page: Any, opened: Opened, bundled: Path) -> None:
    show(page, "d=2018-03-22&t=area&g=ar&m=dark&l=11011011&v=11.500,33.54000,36.41000&s=town%3Acase%2Fdouma")
    page.wait_for_timeout(350)
    fragment = page.evaluate("location.hash").lstrip("#")
    again = opened(fragment, path=bundled)
    read = "(keys) => Object.fromEntries(keys.map((k) => [k, geoGhouta.state[k]]))"
    assert again.evaluate(read, list(KEPT)) == page.evaluate(read, list(KEPT))
    for part in [".gg-date", ".gg-sentence", ".gg-notes", ".gg-key", ".gg-body"]:
        assert again.inner_text(part) == page.inner_text(part), part


# Points deep inside what another picture drew and well outside of what this one draws.
SPOTS = """([earlier]) => { const g = geoGhouta; const m = g.model; const [dx, dy] = g.view.offset(); const frame = g.view.container.getBoundingClientRect(); const free = g.view.free();
  const now = g.current().picture; const before = m.pictures[earlier]; const out = [];
  const inside = (p, x, y) => { const at = g.view.map.containerPointToLatLng([x, y]); return p.shapes.some((s) => m.shapes.contains(s, at.lng, at.lat)); };
  for (let y = free.top; y < free.bottom; y += 9) for (let x = free.left; x < free.right; x += 9) {
    if (inside(before, x, y) && ![[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5]].some(([a, b]) => inside(now, x + a, y + b))) out.push([x + frame.left, y + frame.top]); }
  return out; }"""


def test_shrinking_areas_of_the_bundled_case_leave_no_pixel_behind(page: Any) -> None:
    from PIL import Image

    show(page, "d=2018-02-18&l=10101101")
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = 'none'; }"
    )
    fills = page.evaluate(
        "[...document.querySelectorAll('.gg-drawing .gg-area')].map((n) => getComputedStyle(n).fill.match(/\\d+/g).map(Number))"
    )
    pictures = page.evaluate("geoGhouta.model.pictures.map((p) => p.day)")
    campaign = page.evaluate("geoGhouta.model.pictures.map((p) => p.base.day)")
    first = campaign.index(campaign[-1])
    tried = 0
    order = [*range(first + 1, len(pictures)), *range(len(pictures) - 2, first, -3)]
    for number in order:
        page.evaluate("(day) => geoGhouta.store.set({ day })", pictures[number])
        settle(page)
        spots = page.evaluate(SPOTS, [first])
        shot = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=int)
        for x, y in spots:
            pixel = shot[round(y), round(x)]
            # Under built-up land and roads a fill is a little darker or lighter than its colour.
            assert min(np.abs(pixel - np.array(f)).max() for f in fills) > 40, (pictures[number], x, y, pixel.tolist())
        tried += len(spots)
    page.evaluate(
        "() => { for (const p of ['names', 'marks', 'convoys']) geoGhouta.view.groups[p].style.display = ''; }"
    )
    assert tried > 500


def test_a_picture_in_which_nobody_holds_anything_says_so_everywhere(page: Any) -> None:
    show(page, "d=2018-03-22&s=pocket%3A2018-03-22%2F1")
    show(page, "d=2018-04-14")
    assert page.inner_text(".gg-sentence").startswith("No area held.")
    assert page.locator(".gg-drawing .gg-area").count() == 0
    assert not page.is_visible(".gg-card")
    assert "No area held" in page.get_attribute("#gg-handle", "aria-valuetext")
    assert page.inner_text(".gg-total td >> nth=2") == "0.0"
    assert not page.evaluate("geoGhouta.roving.list.some((o) => o.kind === 'pocket')")
    show(page, "d=2018-04-14&g=ar")
    assert page.inner_text(".gg-sentence")
    assert page.inner_text(".gg-total td >> nth=2") == "0.0"


def test_holders_as_light_as_one_another_have_letters_in_areas_and_key(opened: Opened, tmp_path: Path) -> None:
    import datetime as dt

    import shapely

    from geo_ghouta import maps
    from geo_ghouta.schema import CONTROL, PICTURES, Actor, CaseFile, Pictures

    actors = tuple(Actor(f"side{n}", f"Side {n}") for n in range(8))
    rows = [
        {"area_id": f"2018-03-22/{n}", "holder": a.id, "status": "assessed", "valid_from": "2018-03-22", "source": "x", "drawn_by": "x", "precision_m": 100.0,
         "geometry": shapely.box(36.3 + 0.03 * n, 33.5, 36.32 + 0.03 * n, 33.52)}
        for n, a in enumerate(actors)
    ]  # fmt: skip
    dates = PICTURES.table([{"picture_date": "2018-03-22", "areas": 8, "path": "x", "sha256": "0"}])
    day = dt.date(2018, 3, 22)
    case = CaseFile("Eight sides", day, day, (36.2, 33.4, 36.6, 33.6), (36.0, 33.0, 37.0, 34.0), actors=actors)
    path = maps.save_page(maps.MapInput(case, Pictures(dates, CONTROL.table(rows))), tmp_path / "eight.html")
    page = opened(path=path)
    texts = "(s) => [...document.querySelectorAll(s)].map((n) => n.textContent)"
    assert page.evaluate(texts, ".gg-letters .gg-lettertext") == ["A", "B", "C"]
    assert page.evaluate(texts, ".gg-key .gg-lettertext") == ["A", "B", "C"]
    box = page.locator(".gg-letters .gg-lettertext").first.bounding_box()
    assert box["width"] > 4
