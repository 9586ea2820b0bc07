"""Colours of the page as values: readable words, areas told apart in grey and without a sense of red, green or blue."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import colour_vision as vision
import numpy as np
import pytest

from geo_ghouta.cases import open_case
from geo_ghouta.maps import colours
from geo_ghouta.schema import Actor

TOKENS = Path(colours.__file__).with_name("page") / "tokens.css"
KINDS = ("normal", "protanopia", "deuteranopia", "tritanopia", "grey")
LEAST = {"normal": 15.0, "protanopia": 9.0, "deuteranopia": 9.0, "tritanopia": 9.0, "grey": 5.5}
"""Least CIEDE2000 between two fills; in grey it is a difference of lightness only, where 5.5 is 7.5 L* and more."""


def tokens(theme: str) -> dict[str, str]:
    """Properties of one theme whose value is ``#rrggbb``."""
    css = TOKENS.read_text(encoding="utf-8")
    light = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6}|#[0-9a-f]{3})\b", css.split('.gg[data-theme="dark"]')[0]))
    dark = css.split('.gg[data-theme="dark"] {')[1].split("}")[0]
    given = {**light, **(dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", dark)) if theme == "dark" else {})}
    return {k: "#" + "".join(c * 2 for c in v[1:]) if len(v) == 4 else v for k, v in given.items()}


def ratio(one: str, other: str) -> float:
    return float(vision.contrast(vision.rgb(one), vision.rgb(other)))


def test_measures_of_colour_are_those_of_their_sources() -> None:
    # Test data of Sharma, Wu and Dalal (2005), table 1; white and black of WCAG; white stays white in every simulation.
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for one, other, wanted in pairs:
        assert vision.difference(np.array(one), np.array(other)) == pytest.approx(wanted, abs=1e-4)
    assert ratio("#ffffff", "#000000") == pytest.approx(21)
    white = np.array([255.0, 255.0, 255.0])
    for kind in KINDS:
        assert vision.seen(white, kind) == pytest.approx(white, abs=0.6)
    assert colours.contrast("#1F5E90", "#F8F6F1") == pytest.approx(ratio("#1F5E90", "#F8F6F1"), rel=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_are_readable_on_every_ground_that_they_stand_on(theme: str) -> None:
    t = tokens(theme)
    grounds = ("paper", "selected")
    for name in ("ink", "ink2", "ink3", "conflict", "agree"):
        for ground in grounds:
            assert ratio(t[name], t[ground]) >= 4.5, (theme, name, ground)
    # Names of ground and water have a halo of paper.
    for name in ("ground-name", "water-name", "ink"):
        assert ratio(t[name], t["paper"]) >= 4.5, (theme, name)
    # Inverted: the flag, the play button, the pressed button.
    assert ratio(t["paper"], t["ink"]) >= 4.5
    # Marks and rings: what is no text needs 3.
    for name in ("focus", "map-ink", "ink3"):
        for ground in grounds:
            assert ratio(t[name], t[ground]) >= 3, (theme, name, ground)


@pytest.mark.parametrize("hue", colours.PALETTE, ids=lambda h: h.light)
def test_fills_stand_out_and_their_words_are_readable(hue: colours.Hue) -> None:
    light, dark = tokens("light"), tokens("dark")
    for ground in ("paper", "orchards", "high1", "high2"):
        assert ratio(hue.light, light[ground]) >= 3
        assert ratio(hue.dark, dark[ground]) >= 3
    for ground in ("paper", "selected"):
        assert ratio(hue.text, light[ground]) >= 4.5
        assert ratio(hue.text_dark, dark[ground]) >= 4.5
    assert ratio("#ffffff", hue.halo) >= 4.5
    assert ratio("#ffffff", dark["paper"]) >= 4.5
    assert ratio(hue.print, "#ffffff") >= 3


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("kind", KINDS)
def test_holders_of_the_bundled_case_are_told_apart_by_everybody(layers: Path, theme: str, kind: str) -> None:
    case = open_case(layers).file
    holders = [a for a in case.actors if a.colour]
    hues, notes = colours.hues(holders)
    assert notes == []
    assert len(holders) == 5
    assert {h.letter for h in hues.values()} == {""}, "lightness alone tells them apart, so no letter is needed"
    fills = vision.lab(vision.seen(np.array([vision.rgb(getattr(h, theme)) for h in hues.values()]), kind))
    least = LEAST["grey" if theme == "print" else kind]
    for one, other in itertools.combinations(fills, 2):
        assert vision.difference(one, other) >= least
        if kind in {"normal", "grey"}:
            assert abs(one[0] - other[0]) >= colours.APART


@pytest.mark.parametrize("count", range(1, 13))
def test_any_number_of_holders_is_told_apart_in_grey_by_lightness_or_letter(count: int) -> None:
    hues, notes = colours.hues([Actor(f"a{i}", f"Actor {i}") for i in range(count)])
    assert notes == []
    for one, other in itertools.combinations(hues.values(), 2):
        for theme in ("light", "dark", "print"):
            gap = abs(colours.lightness(getattr(one, theme)) - colours.lightness(getattr(other, theme)))
            assert gap >= colours.APART or one.letter != other.letter, (one, other, theme)


def test_own_colours_as_light_as_each_other_get_letters_and_a_warning() -> None:
    hues, notes = colours.hues([Actor("one", "One", colour="#AD7629"), Actor("two", "Two", colour="#2F8F2F")])
    assert [h.letter for h in hues.values()] == ["", "A"]
    assert len(notes) == 1
    assert "one and two" in notes[0]
    named, _ = colours.hues([Actor("one", "One", colour="#AD7629"), Actor("two", "Two", colour="#2F8F2F", pattern="T")])
    assert [h.letter for h in named.values()] == ["", "T"]
