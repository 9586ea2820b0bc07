"""axe-core over the page in all its states: nothing serious, nothing critical.

axe-core is a tool of developers and comes from npm: ``npm install --prefix tests/browser``, or GEO_GHOUTA_AXE names its file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from map_browser import find_axe, settle, show

pytestmark = pytest.mark.browser

RUN = """() => axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then((r) => r.violations.flatMap((v) => v.nodes.map((n) => [v.impact, v.id, n.html.slice(0, 160), n.failureSummary.slice(0, 300)])))"""

DESKTOP = {
    "as it opens": "", "claims": "d=2018-03-22&t=claims", "pocket card": "d=2018-03-22&t=claims&s=pocket%3A2018-03-22%2F3",
    "convoy card": "d=2018-03-25&t=convoys&v=8.2,34.6,36.8", "chart and table": "d=2018-03-12&t=area", "town": "d=2018-03-18&t=town&s=town%3Acase%2Fhammuriyah",
    "layers": "d=2018-02-18&t=layers", "compared": "d=2018-03-22&c=2018-02-18&w=0.5&t=area", "range": "d=2018-03-31&f=2018-03-22&t=convoys",
    "nothing held": "d=2018-04-14", "before the first picture": "d=2017-01-01", "older picture": "d=2018-03-25&t=claims", "unknown ground": "d=2018-03-26",
}  # fmt: skip


@pytest.fixture(scope="module")
def code() -> str:
    found = find_axe()
    if found is None:
        reason = (
            "axe-core is not there: npm install --prefix tests/browser, or set GEO_GHOUTA_AXE to the path of axe.min.js"
        )
        # Where browser tests are a must, so is this one.
        if os.environ.get("GEO_GHOUTA_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def pages(browser: Any, bundled: Path, code: str) -> Iterator[dict[str, Any]]:
    """The bundled page in a window and in a phone's; the policy is set aside for the tool, for nothing else."""
    out, contexts = {}, []
    for name, size in {
        "desktop": (1400, 900),
        "tablet": (900, 1000),
        "phone": (390, 844),
        "narrow": (360, 740),
    }.items():
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            bypass_csp=True,
            has_touch=name in {"phone", "narrow"},
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(f"file://{bundled}")
        page.wait_for_selector("[data-ready=true]")
        page.evaluate(code)
        settle(page)
        out[name] = page
    yield out
    for context in contexts:
        context.close()


def serious(page: Any) -> list[Any]:
    """Findings that count; the rule's name and what was found."""
    return [v for v in page.evaluate(RUN) if v[0] in {"serious", "critical"}]


def test_the_tool_finds_what_is_wrong(pages: dict[str, Any]) -> None:
    # A check that never finds anything is none: a control without a name and pale text are planted, found, and removed.
    page = pages["desktop"]
    page.evaluate(
        """() => { const b = document.createElement('button'); const p = document.createElement('p'); p.textContent = 'pale'; p.style.color = '#ddd';
          b.id = 'planted-b'; p.id = 'planted-p'; document.querySelector('.gg-body').prepend(b, p); }"""
    )
    found = {v[1] for v in serious(page)}
    page.evaluate("() => { for (const id of ['planted-b', 'planted-p']) document.getElementById(id).remove(); }")
    assert {"button-name", "color-contrast"} <= found


@pytest.mark.parametrize("look", ["g=en&m=light", "g=ar&m=dark", "g=en&m=dark"])
def test_nothing_serious_in_a_window(pages: dict[str, Any], look: str) -> None:
    page = pages["desktop"]
    found = {}
    for name, fragment in DESKTOP.items() if "g=ar" in look or "light" in look else list(DESKTOP.items())[:7]:
        show(page, "&".join(filter(None, [fragment, look])))
        if name == "convoy card":
            page.evaluate(
                "() => { const g = geoGhouta; g.select({ kind: 'convoy', id: g.convoyMarks[0].convoy.id }); }"
            )
            assert page.is_visible(".gg-card")
        found[name] = serious(page)
    show(page, f"d=2018-03-22&{look}", query="dou")
    assert page.locator(".gg-hit").count() > 2
    found["search"] = serious(page)
    show(page, f"d=2018-03-22&{look}")
    page.evaluate("document.querySelectorAll('.gg-claim[data-claim]')[1].click()")
    page.focus("#gg-handle")
    found["claim opened"] = serious(page)
    page.evaluate("geoGhouta.store.set({playing: true}); geoGhouta.bar.draw()")
    found["playing"] = serious(page)
    page.evaluate("geoGhouta.store.set({playing: false})")
    assert {name: list_ for name, list_ in found.items() if list_} == {}


@pytest.mark.parametrize(
    ("size", "look"),
    [("tablet", "g=en&m=light"), ("phone", "g=en&m=light"), ("phone", "g=ar&m=dark"), ("narrow", "g=ar&m=light")],
)
def test_nothing_serious_on_small_screens(pages: dict[str, Any], size: str, look: str) -> None:
    page = pages[size]
    found = {}
    for fragment in ["", "d=2018-03-22", "d=2018-03-25&t=convoys", "d=2018-03-22&c=2018-02-18&w=0.5", "d=2018-04-14"]:
        show(page, "&".join(filter(None, [fragment, look])))
        found[fragment] = serious(page)
    for sheet in ["half", "full"]:
        for tab in ["claims", "area", "town", "layers"]:
            show(page, f"d=2018-03-22&t={tab}&{look}", sheet=sheet, drawer=True)
            found[f"{sheet}/{tab}"] = serious(page)
        if size == "tablet":
            break
    show(page, f"d=2018-03-22&{look}", keyOpen=True)
    found["key"] = serious(page)
    show(page, f"d=2018-03-22&s=pocket%3A2018-03-22%2F1&{look}")
    assert page.is_visible(".gg-card")
    found["card"] = serious(page)
    assert {name: list_ for name, list_ in found.items() if list_} == {}


def test_nothing_serious_in_small_maps_and_in_the_embedded_page(browser: Any, code: str, tmp_path: Path) -> None:
    import map_fixture

    from geo_ghouta import maps
    from geo_ghouta.maps import stills

    given = map_fixture.build()
    several = tmp_path / "several.html"
    stills.save_multiples(given, ["2018-02-18", "2018-03-12", "2018-03-22"], several)
    embedded = maps.save_page(map_fixture.build(embed=True), tmp_path / "embedded.html")
    context = browser.new_context(viewport={"width": 1000, "height": 800}, bypass_csp=True, reduced_motion="reduce")
    for path in (several, embedded):
        page = context.new_page()
        page.goto(f"file://{path}")
        page.evaluate(code)
        assert serious(page) == [], path.name
    context.close()
