"""A Chromium for tests of the page: found, started once, asked to fetch nothing."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from once import once

from geo_ghouta import maps

HINT = "no Chromium found: install one (apt install chromium-headless-shell), or set GEO_GHOUTA_CHROMIUM to its path"


def find_chromium() -> str | None:
    """Path of a browser: the variable, a system one, or None for playwright's own."""
    named = os.environ.get("GEO_GHOUTA_CHROMIUM")
    if named:
        return named
    # The first one opens no windows of its own; a page takes it less than half as long.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"):
        found = shutil.which(name) or (f"/usr/bin/{name}" if Path(f"/usr/bin/{name}").exists() else None)
        if found:
            return found
    return None


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One headless Chromium for all tests; playwright talks to it over a pipe."""
    import pytest_socket

    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        _missing("playwright is not installed; pip install playwright")
    pytest_socket.enable_socket()
    try:
        with sync_playwright() as play:
            try:
                started = play.chromium.launch(
                    executable_path=find_chromium(),
                    args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
                )
            except Error as error:
                _missing(f"{HINT} ({str(error).splitlines()[0]})")
            yield started
            started.close()
    finally:
        pytest_socket.disable_socket(allow_unix_socket=True)


def _missing(reason: str) -> None:
    if os.environ.get("GEO_GHOUTA_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def find_axe() -> str | None:
    """Script of axe-core, a tool of developers: named by a variable, or installed by npm beside its package.json."""
    named = os.environ.get("GEO_GHOUTA_AXE")
    local = Path(__file__).resolve().parent / "browser" / "node_modules" / "axe-core" / "axe.min.js"
    path = Path(named) if named else local
    return path.read_text(encoding="utf-8") if path.exists() else None


class Watch:
    """What a page did that it should not: requests, errors, dialogs."""

    def __init__(self, page: Any) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on(
            "request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else self.requests.append(r.url)
        )
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type in {"error", "warning"} else None)
        page.on("dialog", lambda d: (self.errors.append(f"dialog {d.message}"), d.dismiss()))

    def clean(self) -> None:
        assert self.requests == []
        assert self.errors == []


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the invented case."""
    return maps.save_page(map_fixture.build(), tmp_path_factory.mktemp("pages") / "case.html")


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the bundled case, made as the first command makes it."""
    from geo_ghouta import pipeline
    from geo_ghouta.outlets import save_map

    def make(path: Path) -> None:
        save_map(pipeline.run(Path(__file__).resolve().parent.parent / "layers", world=False), path)

    return once(tmp_path_factory, "ghouta.html", make)


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder where screenshots are kept: the one of the variable, else one of this run."""
    named = os.environ.get("GEO_GHOUTA_SHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def opened(browser: Any, saved: Path) -> Iterator[Callable[..., Any]]:
    """A function that opens a page and waits until it is ready; asks at the end that nothing went wrong."""
    contexts, watches = [], []

    def work(
        fragment: str = "",
        *,
        path: Path | None = None,
        width: int = 1400,
        height: int = 900,
        watch: bool = True,
        **more: Any,
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        if watch:
            watches.append(Watch(page))
        page.goto(f"file://{path or saved}" + (f"#{fragment}" if fragment else ""))
        page.wait_for_selector("[data-ready=true]")
        settle(page)
        return page

    yield work
    for context in contexts:
        context.close()
    for watch in watches:
        watch.clean()


def settle(page: Any) -> None:
    """Wait until names and panel have followed the clock."""
    page.wait_for_timeout(60)
    page.evaluate(
        "() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 200 }), { timeout: 200 }))"
    )
    page.evaluate("() => { geoGhouta.labels.arrange(); geoGhouta.panel.draw(); }")


SHOW = """(fragment) => { const g = geoGhouta; const asked = g.link.read(`#${fragment}`, Object.keys(g.model.languages));
  g.card.close();
  g.store.set({ from: null, vs: null, sel: null, query: '', hover: null, keyOpen: false, drawer: false, sheet: 'peek', theme: 'light', lang: 'en', tab: 'claims',
    layers: { areas: true, lost: true, front: true, precision: false, convoys: true, events: true, places: true, ground: true }, ...asked.patch });
  g.view.moved = false;
  if (asked.view) { g.view.map.setView([asked.view.lat, asked.view.lng], asked.view.zoom, { animate: false }); g.view.moved = true; } else g.fitDay();
  g.drawAll(); g.labels.arrange(); }"""


def show(page: Any, fragment: str, **more: Any) -> None:
    """Bring an open page into the state of a link (and more of its state), without loading it anew."""
    page.evaluate(SHOW, fragment)
    if more:
        page.evaluate("(patch) => geoGhouta.store.set(patch)", more)
    settle(page)


def state(page: Any, name: str) -> Any:
    """One value of the page's state."""
    return page.evaluate(f"geoGhouta.state.{name}")


def day_of(page: Any) -> str:
    """The day in the date field."""
    return str(page.input_value(".gg-day"))


def overlap(a: list[float], b: list[float], slack: float = 0.5) -> bool:
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


TEXTS = """() => { const root = document.querySelector('.gg');
  const names = [...document.querySelectorAll('.gg-names text')].map((t) => [t.textContent, t.getBoundingClientRect()]);
  const parts = [...document.querySelectorAll('[data-furniture]')].filter((n) => n.getClientRects().length && !n.classList.contains('gg-scale'))
    .map((n) => [n.className, n.getBoundingClientRect()]);
  const plain = ([name, b]) => [String(name), [b.left, b.top, b.right, b.bottom]];
  return [names.map(plain), parts.map(plain), [root.clientWidth, root.clientHeight]]; }"""


def misfits(page: Any) -> list[str]:
    names, parts, (width, height) = page.evaluate(TEXTS)
    out = []
    for (a, one), (b, two) in itertools.combinations(names, 2):
        # Lines of one label touch; the boxes of fonts are taller than their letters.
        if overlap([one[0], one[1] + 2, one[2], one[3] - 4], [two[0], two[1] + 2, two[2], two[3] - 4], 1):
            out.append(f"name {a!r} on name {b!r}")
    for (a, one), (b, two) in itertools.product(names, parts):
        if overlap(one, two, 1):
            out.append(f"name {a!r} on {b}")
    for (a, one), (b, two) in itertools.combinations(parts, 2):
        if overlap(one, two, 1):
            out.append(f"{a} on {b}")
    out += [f"name {a!r} cut" for a, box in names if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height]
    return out
