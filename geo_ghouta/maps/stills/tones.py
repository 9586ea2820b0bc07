"""Colours and sizes of a still by theme. Those of the page are read from its own style, so that both stay one."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path

from geo_ghouta.errors import UsageError
from geo_ghouta.maps.colours import Hue

THEMES = ("light", "dark", "print")
_TOKENS = Path(__file__).parents[1] / "page" / "tokens.css"
_BLOCK = re.compile(r"^\.gg(\[data-theme=\"dark\"\])?\s*\{([^}]*)\}", re.MULTILINE)
_TOKEN = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_RGB = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)")
_PRINT = {
    "paper": "#FFFFFF", "ink": "#111111", "ink2": "#333333", "ink3": "#4A4A4A", "rule": "#BEBEBE", "rule2": "#999999",
    "conflict": "#111111", "map-ink": "#111111", "orchards": "#F4F4F4", "high1": "#F1F1F1", "high2": "#EBEBEB",
    "high3": "#E3E3E3", "builtup": "rgb(0 0 0 / 9%)", "sea": "#E4E4E4", "river": "#B4B4B4", "border": "#8C8C8C",
    "abroad": "#EFEFEF", "ground-name": "#4A4A4A", "water-name": "#4A4A4A", "motorway-case": "#C6C6C6",
    "motorway": "#FFFFFF", "road": "#D6D6D6", "road-over": "rgb(255 255 255 / 30%)", "inside": "#FFFFFF",
    "band": "42%", "selected": "#F0F0F0",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Tones:
    """Colours of one theme.

    Parameters
    ----------
    theme : str
    named : dict of str to str
        Tokens such as ``paper``, ``ink``, ``river``; ``#rrggbb``.
    clear : dict of str to float
        Opacity of the tokens that let the ground show through.
    """

    theme: str
    named: dict[str, str]
    clear: dict[str, float]

    def __getitem__(self, name: str) -> str:
        return self.named[name]

    def fill(self, hue: Hue) -> str:
        """Colour of an area."""
        return {"light": hue.light, "dark": hue.dark, "print": hue.print}[self.theme]

    def text(self, hue: Hue) -> str:
        """Colour of a holder's name on paper."""
        return {"light": hue.text, "dark": hue.text_dark, "print": self["ink"]}[self.theme]

    def halo(self, hue: Hue) -> str:
        """Halo of a name inside an area."""
        return {"light": hue.halo, "dark": "#191B1E", "print": "#2E2E2E"}[self.theme]


@functools.cache
def tones(theme: str) -> Tones:
    """Colours of a theme.

    Raises
    ------
    UsageError
        For a theme that does not exist.

    Examples
    --------
    >>> tones("light")["paper"], tones("dark")["paper"], tones("print")["paper"]
    ('#F8F6F1', '#191B1E', '#FFFFFF')
    """
    if theme not in THEMES:
        message = f"theme {theme!r}: expected one of {', '.join(THEMES)}"
        raise UsageError(message)
    found = dict(_PRINT) if theme == "print" else _page_tokens(dark=theme == "dark")
    named, clear = {}, {}
    for name, value in found.items():
        seen = _RGB.fullmatch(value)
        if seen:
            named[name] = "#" + "".join(f"{int(seen[i]):02X}" for i in (1, 2, 3))
            clear[name] = float(seen[4]) / 100
        elif value.endswith("%"):
            clear[name] = float(value[:-1]) / 100
        elif value.startswith("#"):
            digits = value[1:]
            named[name] = "#" + (digits if len(digits) == 6 else "".join(c * 2 for c in digits)).upper()
    return Tones(theme, named, clear)


def _page_tokens(*, dark: bool) -> dict[str, str]:
    css = _TOKENS.read_text(encoding="utf-8")
    out: dict[str, str] = {}
    for is_dark, body in _BLOCK.findall(css):
        if dark or not is_dark:
            out |= {name: value.strip() for name, value in _TOKEN.findall(body)}
    return out


@dataclasses.dataclass(frozen=True)
class Style:
    """How large things are on one map; px.

    Parameters
    ----------
    tones : Tones
    callout, second, place, town, ground : float
        Sizes of type: a pocket's name, its second line, places, large towns, names of the ground.
    front, edge : float
        Widths of the front line and of the edge between two holders.
    pattern : float
        Scale of the patterns.
    halo : float
    dot : float
        Radius of a place's dot.
    two_scripts : bool
        Whether large towns are named in both scripts.
    least_rank : int
        Places of a larger rank stay without a name.
    roads : float
        Scale of the widths of roads.
    calm : float
        Zoom levels by which names come later than on the page, since nobody zooms into a still.
    keep_dots : bool
        Whether a larger place that has no room for its name keeps its dot.
    """

    tones: Tones
    callout: float = 14
    second: float = 12.5
    place: float = 12
    town: float = 14
    ground: float = 15
    front: float = 2.25
    edge: float = 1.25
    pattern: float = 1.0
    halo: float = 3.2
    dot: float = 2.9
    two_scripts: bool = True
    least_rank: int = 9
    roads: float = 1.0
    calm: float = 0.4
    keep_dots: bool = True


def small(colours: Tones) -> Style:
    """Sizes for one map of several on a sheet.

    Examples
    --------
    >>> small(tones("print")).least_rank
    2
    """
    return Style(
        colours,
        10.4,
        9.5,
        9.4,
        10.4,
        10.5,
        1.5,
        0.9,
        0.7,
        2.4,
        2.0,
        two_scripts=False,
        least_rank=2,
        roads=0.5,
        keep_dots=False,
    )
