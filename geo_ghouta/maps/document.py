"""The page itself: one HTML file that asks nobody for anything.

Leaflet and our own script, style and words stand in the file; a Content-Security-Policy of their hashes forbids
every other script, style and request. Data stand in one JSON block in which ``<``, ``>`` and ``&`` are written as
escapes, so no text can end the block; the script puts text on the page by ``textContent`` only.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta import files
from geo_ghouta.errors import InputError, LimitError
from geo_ghouta.maps import cells, payload
from geo_ghouta.seals import PAGE_MARK, seal_page

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from geo_ghouta.maps.model import MapInput

PAGE = Path(__file__).with_name("page")
SOFT_LIMIT = 8_000_000
HARD_LIMIT = 80_000_000
"""Characters of data from which a page is said to be heavy, and from which none is written."""
PACKED_FROM = 150_000
"""Characters of data from which shapes are deflated; browsers inflate with ``DecompressionStream``."""
PACKED = (
    "control", "ground", "places", "pictures", "pockets", "changes", "faces", "routes", "legs", "languages", "events",
    "findings", "convoys",
)  # fmt: skip
"""What is packed: shapes and lists; quotes of reports and the ledger stay readable in the file."""

SCRIPTS = (
    "core", "inflate", "days", "words", "topology", "data", "faces", "store", "link", "shapes", "patterns", "view",
    "ground", "areas", "convoys", "convoy-names", "events", "faults", "grid", "labels", "callouts", "summary", "title",
    "key", "track", "bar", "axis", "topics", "panel", "tab-claims", "tab-convoys", "tab-area", "tab-town", "tab-layers",
    "search", "card", "cards", "card-convoy", "card-ground", "compare", "sheet", "keyboard", "print", "main",
)  # fmt: skip
STYLES = ("tokens", "layout", "map", "bar", "panel", "phone", "print")


def script_text() -> str:
    """Our own script: the files of ``maps/page`` in their order, in one strict function.

    Names and line breaks stay as written, so that who opens the page can read it; lines that are only a comment
    stay in the files, for a tenth of the page would be comments.
    """
    lines = [line for name in SCRIPTS for line in (PAGE / f"{name}.js").read_text(encoding="utf-8").splitlines()]
    kept = [line for line in lines if not line.lstrip().startswith("//")]
    return '(() => {\n"use strict";\n' + "\n".join(kept) + "\n})();\n"


def style_text() -> str:
    """Our own style: the files of ``maps/page`` in their order."""
    return "\n".join((PAGE / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def leaflet() -> tuple[str, str]:
    """Leaflet's script and style as installed by XStatic-Leaflet.

    Pointers to source maps are dropped (a browser would fetch them), and so are the rules that load pictures of
    markers and buttons that the page does not use.
    """
    folder = resources.files("xstatic.pkg.leaflet") / "data"
    script = (folder / "leaflet.js").read_text(encoding="utf-8")
    style = (folder / "leaflet.css").read_text(encoding="utf-8")
    script = re.sub(r"^//# sourceMappingURL=.*$", "", script, flags=re.MULTILINE)
    style = re.sub(r"(?:background-image|behavior)\s*:[^;}]*url\([^)]*\)[^;}]*;?", "", style)
    return script, style


def strict_json(value: Any) -> str:
    """JSON of plain values, quickly; what is not plain (a NaN, half a surrogate pair) goes the careful way."""
    try:
        whole = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        whole.encode("utf-8")
    except ValueError:
        return files.dump_json(value)
    return whole


def data_block(data: Any) -> str:
    """JSON that may stand inside a script element: no character of it can end or open markup.

    Examples
    --------
    >>> "<" in data_block({"a": "</script>&"}), len(data_block({"a": "<"}))
    (False, 14)
    """
    return _harmless(strict_json(data))


def _harmless(whole: str) -> str:
    for char in "<>&\u2028\u2029":
        whole = whole.replace(char, f"\\u{ord(char):04x}")
    return whole


def packed(data: dict[str, Any]) -> str:
    """The data block; shapes deflated in base64 when it is long."""
    return _packed({name: strict_json(part) for name, part in data.items()})


def _packed(parts: dict[str, str]) -> str:
    def whole(names: list[str]) -> str:
        return "{" + ",".join(f"{json.dumps(name)}:{parts[name]}" for name in names) + "}"

    if sum(map(len, parts.values())) < PACKED_FROM:
        return _harmless(whole(list(parts)))
    # Claims without their quotes hold figures and names, no words of a report.
    tight = {*PACKED, *(() if '"quote":' in parts.get("claims", "") else ("claims",))}
    shapes = whole([name for name in parts if name in tight])
    squeezed = base64.b64encode(zlib.compress(shapes.encode("utf-8"), 9)).decode("ascii")
    words = whole([name for name in parts if name not in tight])
    return _harmless(f'{{"packed":"{squeezed}",{words[1:]}')


def weigh(data: dict[str, Any]) -> list[tuple[str, int]]:
    """Parts of the data with their size in characters, the largest first."""
    return _weighed({name: strict_json(part) for name, part in data.items()})


def _weighed(parts: dict[str, str]) -> list[tuple[str, int]]:
    return sorted(((name, len(part)) for name, part in parts.items()), key=lambda item: (-item[1], item[0]))


def heavy(data: dict[str, Any]) -> str:
    """One line that says which parts make the data heavy and how to cut them; "" for a page of usual size.

    Examples
    --------
    >>> heavy({"claims": "x" * 9_000_000})
    'the page holds 9.0 MB of data, more than the 8 MB that a phone opens well; largest: claims 9.0 MB; leave some out with hidden=(...) or without quotes'
    """  # noqa: E501 - the message is one line
    return _heavy(weigh(data))


def _heavy(parts: list[tuple[str, int]]) -> str:
    total = sum(size for _, size in parts)
    if total <= SOFT_LIMIT:
        return ""
    largest = ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in parts[:3])
    return (
        f"the page holds {total / 1e6:.1f} MB of data, more than the {SOFT_LIMIT / 1e6:.0f} MB that a phone opens "
        f"well; largest: {largest}; leave some out with hidden=(...) or without quotes"
    )


def notes(given: MapInput) -> list[str]:
    """What should be told before a map is handed on: colours hard to tell apart, a page too heavy for phones.

    Parameters
    ----------
    given : MapInput

    Returns
    -------
    list of str
        One line each; empty when all is well.
    """
    return _notes(payload.build(given))


def _notes(data: dict[str, Any]) -> list[str]:
    return [*data["warnings"], *filter(None, [bare(data), heavy(data)])]


def bare(data: dict[str, Any]) -> str:
    """One line when there is nothing to show but the ground; "" otherwise.

    Examples
    --------
    >>> bare({"pictures": [], "claims": [], "events": [], "convoys": [], "legs": []})
    'no events, no pictures and no claims: the map shows the ground alone; give reports or put pictures in control/'
    """
    if any(data[name] for name in ("pictures", "claims", "events", "convoys", "legs")):
        return ""
    told = "no events, no pictures and no claims: the map shows the ground alone"
    return f"{told}; give reports or put pictures in control/"


def _hash(content: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii") + "'"


def page_html(given: MapInput) -> str:
    """Write the page as one string.

    Parameters
    ----------
    given : MapInput

    Returns
    -------
    str
        HTML, the same bytes for the same input.

    Raises
    ------
    InputError
        If a colour, word or geometry cannot be shown at all.
    UsageError
        For a language, theme or layer that does not exist.
    LimitError
        If the data are more than any browser opens.
    """
    return assemble(payload.build(given), given)


def assemble(data: dict[str, Any], given: MapInput) -> str:
    """Put data, script and style together; see :func:`page_html`."""
    parts = {name: strict_json(part) for name, part in data.items()}
    if sum(map(len, parts.values())) > HARD_LIMIT:
        message = _heavy(_weighed(parts)) + "; nothing was written"
        raise LimitError(message)
    scripts = [*leaflet()[:1], script_text()]
    styles = [leaflet()[1], style_text()]
    if any("</script" in s.lower() for s in scripts):
        message = "a script of the page holds the words that end it; report this as a fault of geo-ghouta"
        raise InputError(message)
    images = "data:"
    tiles = given.tiles
    if tiles:
        images += " " + _origin(tiles.get("url", ""))
    policy = "; ".join(
        (
            "default-src 'none'",
            "script-src " + " ".join(_hash(s) for s in scripts),
            "style-src " + " ".join(_hash(s) for s in styles),
            f"img-src {images}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    language = given.language
    words = data["languages"][language]
    title = title_of(given)
    head = [
        "<!DOCTYPE html>",
        f'<html lang="{html.escape(language)}" dir="{words["dir"]}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="generator" content="geo-ghouta">',
        PAGE_MARK,
        '<link rel="icon" href="data:,">',
        f"<title>{html.escape(title)}</title>",
        *(f"<style>{s}</style>" for s in styles),
        "</head>",
        '<body class="gg-page">',
        '<div id="gg" class="gg"></div>',
        f"<noscript>{fallback(data, words, title, words['no_script'])}</noscript>",
        f'<script type="application/json" id="gg-data">{_packed(parts)}</script>',
        *(f"<script>{s}</script>" for s in scripts),
        "</body>",
        "</html>",
        "",
    ]
    return seal_page("\n".join(head))


def _origin(url: str) -> str:
    match = re.match(r"(https?)://(?:\{s\}|[a-z0-9*-]+)((?:\.[a-z0-9-]+)+)(?::\d+)?/", url, re.IGNORECASE)
    if not match:
        message = f"tiles: {files.shown(url)!r} is no http(s) address of tiles; choose a name that xyzservices knows"
        raise InputError(message)
    host = url.split("/")[2]
    return f"{match.group(1)}://" + (f"*{match.group(2)}" if "{s}" in host else host)


def title_of(given: MapInput) -> str:
    """Title of the case in the page's language, made safe to show."""
    case = given.casefile
    return cells.clean(case.title_ar if given.language == "ar" and case.title_ar else case.title)


def held_lines(data: dict[str, Any], words: dict[str, Any]) -> list[tuple[str, str]]:
    """Day and who held how much, for readers whose viewer runs no script."""
    from geo_ghouta.maps.stills.wording import Wording

    say = Wording(data["options"]["language"])
    actors = {a["id"]: a["label"]["ar" if words["dir"] == "rtl" else "en"] for a in data["actors"]}
    out = []
    for picture in data["pictures"]:
        held: dict[str, float] = {}
        for area in picture["areas"]:
            if area["status"] in {"assessed", "claimed"}:
                held[area["holder"]] = held.get(area["holder"], 0.0) + area["km2"]
        sizes = [f"{actors[h]} {say.km2(km2)}" for h, km2 in held.items()]
        told = words["list"]["between"].join(sizes) or words["none_held"]
        out.append((_iso(picture["day"]), told))
    return out


def fallback(data: dict[str, Any], words: dict[str, Any], title: str, told_before: str = "") -> str:
    """A table of the pictures as HTML without script or style, below a sentence if there is one."""
    lines = held_lines(data, words)
    rows = "".join(f"<tr><th><bdi>{day}</bdi></th><td>{html.escape(told)}</td></tr>" for day, told in lines)
    said = f"<p>{html.escape(told_before)}</p>" if told_before else ""
    table = f"<table>{rows}</table>" if rows else f"<p>{html.escape(words['summary']['nothing'])}</p>"
    return f"<h1>{html.escape(title)}</h1>{said}{table}"


def _iso(number: int) -> str:
    import datetime as dt

    return (dt.date(1970, 1, 1) + dt.timedelta(days=number)).isoformat()


def save_page(given: MapInput, path: str | os.PathLike[str], *, say: Callable[[str], None] | None = None) -> Path:
    """Write the page to a file, whole or not at all.

    Parameters
    ----------
    given : MapInput
    path : path
    say : callable, optional
        Gets each of :func:`notes` before the page is written.

    Returns
    -------
    pathlib.Path
        Where it was written.

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is unchanged.
    """
    data = payload.build(given)
    if say is not None:
        for note in _notes(data):
            say(note)
    return files.write_text(path, assemble(data, given))
