"""Colours of holders: the case's own where they can be told apart, else the house palette in its order.

Lightness carries the order (neighbours at least 7.6 L* apart), so holders stay distinguishable in grey and to
readers who see no difference of hue. Contrast is the ratio of WCAG 2.2, lightness is L* of CIE 1976.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.schema import Actor

PAPER = {"light": "#F8F6F1", "dark": "#191B1E"}
APART = 7.5
"""Least difference of L* by which two fills are told apart in grey."""
GROUNDS = ("#F8F6F1", "#F3F3EA", "#F4F1E9", "#F0ECE2")
"""Paper, orchards and the first two tints of high ground, on which a fill must keep 3:1."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclasses.dataclass(frozen=True)
class Hue:
    """One holder's colours: fill in light, dark and print; text on paper in both; halo of names inside."""

    light: str
    dark: str
    print: str
    text: str
    text_dark: str
    halo: str
    letter: str = ""


PALETTE = (
    Hue("#AD7629", "#F3C170", "#939393", "#7A5112", "#EBB964", "#6B4508"),
    Hue("#1F5E90", "#62A3DB", "#656565", "#1F5E90", "#7DB4E2", "#143F66"),
    Hue("#772654", "#BD719A", "#494949", "#772654", "#D493B6", "#4E1438"),
    Hue("#073532", "#298179", "#2C2C2C", "#073532", "#6DB5AB", "#04221E"),
    Hue("#756D61", "#B9B2A8", "#7B7B7B", "#5C564D", "#C5BFB5", "#46423B"),
    Hue("#1B8F96", "#84D7DD", "#7F7F7F", "#0F6A70", "#84D7DD", "#073F43"),
)


def _linear(colour: str) -> tuple[float, float, float]:
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 black to 1 white.

    Examples
    --------
    >>> luminance("#FFFFFF"), luminance("#000000")
    (1.0, 0.0)
    """
    red, green, blue = _linear(colour)
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 9)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21.

    Examples
    --------
    >>> round(contrast("#F8F6F1", "#1F5E90"), 1)
    6.3
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str) -> float:
    """Lightness L*, 0 to 100.

    Examples
    --------
    >>> round(lightness("#AD7629"))
    54
    """
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def _toned(colour: str, share: float, towards: int) -> str:
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * (1 - share) + towards * share):02X}" for i in (1, 3, 5))


def _readable(colour: str, paper: str, least: float) -> str:
    """Move a colour towards black (or white on dark paper) until text in it is readable."""
    towards = 0 if luminance(paper) > 0.5 else 255
    toned = next((t for step in range(20) if contrast(t := _toned(colour, step / 20, towards), paper) >= least), None)
    return toned or ("#000000" if towards == 0 else "#FFFFFF")


def hues(holders: Sequence[Actor]) -> tuple[dict[str, Hue], list[str]]:
    """Give every holder its colours, and say in words which pairs are hard to tell apart.

    Parameters
    ----------
    holders : sequence of Actor
        In the order of the case file.

    Returns
    -------
    dict of str to Hue
        By actor id. Who could be taken for an earlier holder in grey (in light, dark or print) gets a letter, and so
        does every colour that comes again, beyond six holders.
    list of str
        Warnings, one line each.

    Examples
    --------
    >>> from geo_ghouta.schema import Actor
    >>> given, notes = hues([Actor("a", "A"), Actor("b", "B", colour="#FFEE00")])
    >>> given["a"].light, len(notes)
    ('#AD7629', 1)
    """
    out: dict[str, Hue] = {}
    taken = {a.colour.upper() for a in holders}
    free = [h for h in PALETTE if h.light not in taken] or list(PALETTE)
    plain = 0
    for actor in holders:
        own = actor.colour.upper() if _HEX.fullmatch(actor.colour) else ""
        if own:
            out[actor.id] = _own(own, actor)
        else:
            out[actor.id] = free[plain % len(free)]
            plain += 1
        if actor.pattern:
            out[actor.id] = dataclasses.replace(out[actor.id], letter=actor.pattern[:2])
    return _lettered(out), _warnings(holders, out)


def _lettered(given: dict[str, Hue]) -> dict[str, Hue]:
    """Give a letter to each holder whose fill is as light as that of an earlier one, so that grey tells them apart."""
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    out: dict[str, Hue] = {}
    for key, hue in given.items():
        close = any(_gap(hue, other) < APART and hue.letter == other.letter for other in out.values())
        out[key] = dataclasses.replace(hue, letter=next(letters, "")) if close else hue
    return out


def _gap(one: Hue, other: Hue) -> float:
    """Least difference of L* of two holders' fills, in light, dark and print."""
    tones = ((one.light, other.light), (one.dark, other.dark), (one.print, other.print))
    return min(abs(lightness(a) - lightness(b)) for a, b in tones)


def _own(own: str, actor: Actor) -> Hue:
    base = next((h for h in PALETTE if h.light == own), None)
    dark = actor.colour_dark.upper() if _HEX.fullmatch(actor.colour_dark) else ""
    grey = actor.colour_print.upper() if _HEX.fullmatch(actor.colour_print) else ""
    level = round(255 * (luminance(own) ** (1 / 2.2)))
    hue = base or Hue(
        own,
        _readable(dark or own, PAPER["dark"], 3.6),
        f"#{level:02X}{level:02X}{level:02X}",
        _readable(own, PAPER["light"], 4.6),
        _readable(dark or own, PAPER["dark"], 6.0),
        _readable(own, "#FFFFFF", 7.5),
    )
    return dataclasses.replace(hue, dark=dark or hue.dark, print=grey or hue.print)


def _warnings(holders: Sequence[Actor], given: dict[str, Hue]) -> list[str]:
    notes = []
    for actor in holders:
        worst = min(contrast(given[actor.id].light, ground) for ground in GROUNDS)
        if worst < 3:
            notes.append(
                f"case.toml, actor {actor.id}: colour {given[actor.id].light} has a contrast of {worst:.1f} on the "
                "ground, expected 3 or more; choose a darker one"
            )
    for one, other in itertools.combinations(holders, 2):
        gap = abs(lightness(given[one.id].light) - lightness(given[other.id].light))
        house = not one.colour and not other.colour
        if gap < APART and not house and given[one.id].letter == given[other.id].letter:
            notes.append(
                f"case.toml, actors {one.id} and {other.id}: their colours are {gap:.1f} L* apart, expected 7.5 or "
                "more so that they differ in grey; make one lighter"
            )
    return notes


def as_rows(given: dict[str, Hue]) -> dict[str, dict[str, Any]]:
    """Colours as plain dictionaries for the page."""
    return {key: dataclasses.asdict(hue) for key, hue in given.items()}
