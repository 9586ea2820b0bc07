"""The map where notebooks are read: executed notebooks converted by nbconvert, JupyterLab's outputs, VS Code's window.

JupyterLab puts the HTML of a trusted output into its page as it is; of one that is not trusted it keeps text, tables and
pictures. VS Code puts outputs into a sandboxed frame under a policy of its own, and in a restricted window shows
only what is always safe: pictures and plain text. These rules are brought about here without the programs themselves.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import map_fixture
import pytest
from map_browser import Watch

from geo_ghouta import maps

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
BOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))

# The policy of VS Code's window for notebook outputs (backLayerWebView.ts), its own hosts left out.
VSCODE = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src https: http: data:; "
    "font-src https:; connect-src https:; child-src https: data:"
)


@pytest.fixture(scope="module")
def converted(executed: Callable[[str], Any], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A function that turns an executed notebook into HTML as ``jupyter nbconvert --to html`` does, without its CDN."""
    from nbconvert import HTMLExporter

    folder = tmp_path_factory.mktemp("converted")

    def work(name: str, sanitized: bool = False) -> Path:
        exporter = HTMLExporter(
            require_js_url="", mathjax_url="", jquery_url="", mermaid_js_url="", sanitize_html=sanitized
        )
        text, _ = exporter.from_notebook_node(executed(name))
        path = folder / f"{name}-{sanitized}.html"
        path.write_text(text, encoding="utf-8")
        return path

    return work


@pytest.fixture
def reader(browser: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a file and notes what it asks for; nothing may be asked for and nothing may fail."""
    contexts, watches = [], []

    def work(path: Path | None = None, content: str = "", **more: Any) -> Any:
        context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        watches.append(Watch(page))
        if path:
            page.goto(f"file://{path}")
        else:
            page.set_content(content)
        return page

    yield work
    for context in contexts:
        context.close()
    for watch in watches:
        # What Chromium says of the sandbox that VS Code gives its window is not about the map.
        watch.errors = [e for e in watch.errors if "allow-scripts and allow-same-origin" not in e]
        watch.clean()


def frame_with_map(page: Any) -> Any:
    """The first frame with a map, ready and seen."""
    frames = page.locator("iframe")
    assert frames.count() >= 1
    frames.first.scroll_into_view_if_needed()
    frame = page.frame_locator("iframe").first
    frame.locator("[data-ready=true]").wait_for()
    return frame


@pytest.mark.loopback
@pytest.mark.parametrize("name", [b.stem for b in BOOKS])
def test_executed_notebooks_converted_to_html_show_their_maps(
    converted: Callable[..., Path], reader: Callable[..., Any], shots: Path, name: str
) -> None:
    page = reader(converted(name))
    frame = frame_with_map(page)
    assert frame.locator(".gg-date span").first.inner_text()
    assert frame.locator(".gg-sentence").inner_text()
    box = page.locator("iframe").first.bounding_box()
    assert box["width"] > 500
    assert box["height"] > 300
    for number in range(page.locator("iframe").count()):
        inner = page.frame_locator("iframe").nth(number)
        page.locator("iframe").nth(number).scroll_into_view_if_needed()
        inner.locator("[data-ready=true]").wait_for()
        before = inner.locator(".gg-day").input_value()
        inner.locator(".gg-next").click()
        assert inner.locator(".gg-day").input_value() != before, "the clock runs inside the frame"
    page.screenshot(path=shots / f"notebook-{name}.png")


@pytest.mark.loopback
def test_a_converted_notebook_without_scripts_still_shows_a_picture(
    converted: Callable[..., Path], reader: Callable[..., Any]
) -> None:
    page = reader(converted(BOOKS[1].stem, sanitized=True), java_script_enabled=False)
    assert page.locator("iframe").count() == 0, "a cleaned page has no frame"
    # The table of the pictures stays, whatever was taken out around it.
    assert "km²" in page.locator("body").inner_text()
    plain = reader(converted(BOOKS[1].stem), java_script_enabled=False)
    image = plain.locator("img[src^='data:image/svg+xml']").first
    assert image.bounding_box()["width"] > 300


@pytest.mark.loopback
def test_outputs_of_executed_notebooks_suit_every_viewer(executed: Callable[[str], Any]) -> None:
    for book in BOOKS:
        data = [
            out["data"]
            for cell in executed(book.stem).cells
            for out in cell.get("outputs", [])
            if "iframe" in out.get("data", {}).get("text/html", "")
        ]
        assert data, book.stem
        for bundle in data:
            assert {"text/html", "image/svg+xml", "image/png", "text/plain"} <= set(bundle)
            assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
            assert "km²" in bundle["text/plain"]


@pytest.fixture(scope="module")
def bundle() -> dict[str, str]:
    return maps.draw_map(map_fixture.build())._repr_mimebundle_()


def test_jupyterlab_trusted(reader: Callable[..., Any], bundle: dict[str, str]) -> None:
    page = reader(
        content="<div class='jp-OutputArea-output jp-RenderedHTMLCommon' style='overflow:auto;width:900px'></div>"
    )
    page.evaluate("(text) => { document.querySelector('div').innerHTML = text; }", bundle["text/html"])
    frame = frame_with_map(page)
    assert frame.locator(".gg-date span").first.inner_text() == "18 February 2018"
    assert page.locator("div iframe").bounding_box()["width"] == pytest.approx(900, abs=2)
    # The frame lies over the still of the same day: no map stands twice.
    still, over = page.locator("img").bounding_box(), page.locator("iframe").bounding_box()
    assert over["y"] <= still["y"]
    assert over["y"] + over["height"] >= still["y"] + still["height"]


CLEANED = """(text) => { const page = new DOMParser().parseFromString(text, 'text/html');
  for (const n of page.querySelectorAll('script, iframe, object, embed, style, link, form')) n.remove();
  for (const n of page.querySelectorAll('*')) for (const a of [...n.attributes]) if (/^on|^style$|^srcdoc$/.test(a.name)) n.removeAttribute(a.name);
  document.querySelector('div').append(...page.body.childNodes); }"""


def test_jupyterlab_not_trusted(reader: Callable[..., Any], bundle: dict[str, str]) -> None:
    page = reader(content="<div></div>")
    page.evaluate(CLEANED, bundle["text/html"])
    assert page.locator("iframe").count() == 0
    image = page.locator("img")
    assert image.bounding_box()["width"] > 400
    assert page.evaluate("document.querySelector('img').naturalWidth") > 0
    assert image.get_attribute("alt")
    summary = page.locator("summary")
    assert "trust" in summary.inner_text().lower(), "it says how to see the map"
    summary.click()
    assert "2018-04-14" in page.locator("table").inner_text()
    assert "No area held" in page.locator("table").inner_text()


def vscode(output: str) -> str:
    """A window of VS Code: a sandboxed frame whose page puts outputs in under its policy."""
    text = json.dumps(output).replace("</", "<\\/")
    inner = (
        f'<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy" content="{VSCODE}"></head><body><div id="container"></div>'
        f"<script>document.getElementById('container').innerHTML = {text};</script></body></html>"
    )
    return f'<iframe sandbox="allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-downloads" style="width:1100px;height:800px" srcdoc="{html.escape(inner)}"></iframe>'


def test_vscode_trusted(reader: Callable[..., Any], bundle: dict[str, str]) -> None:
    page = reader(content=vscode(bundle["text/html"]))
    frame = page.frame_locator("iframe").frame_locator("iframe")
    frame.locator("[data-ready=true]").wait_for()
    assert frame.locator(".gg-area").count() == 4
    before = frame.locator(".gg-day").input_value()
    frame.locator(".gg-next").click()
    assert frame.locator(".gg-day").input_value() > before


def test_vscode_restricted(reader: Callable[..., Any], bundle: dict[str, str]) -> None:
    # Only what is always safe: no HTML and no SVG, a PNG or plain text.
    page = reader(
        content=vscode(
            f'<img src="data:image/png;base64,{bundle["image/png"]}"><pre>{html.escape(bundle["text/plain"])}</pre>'
        )
    )
    frame = page.frame_locator("iframe")
    frame.locator("img").wait_for()
    assert frame.locator("img").evaluate("(n) => n.naturalWidth") == 1440
    assert "2018-03-22" in frame.locator("pre").inner_text()
