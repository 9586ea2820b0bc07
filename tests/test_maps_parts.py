"""What the page is made of: topology, colours, rules of the scripts, languages, text as it is shown."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import map_fixture
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geo_ghouta import maps
from geo_ghouta.maps import cells, colours, document, payload, topology
from geo_ghouta.schema import Actor

PAGE = Path(document.__file__).with_name("page")
LANG = Path(document.__file__).with_name("lang")


def test_neighbours_share_arcs_and_days_share_arcs() -> None:
    data = payload.build(map_fixture.build())
    used: dict[int, int] = {}
    for collection in data["control"]["objects"].values():
        for geometry in collection["geometries"]:
            for number in np.ravel([n for part in _lists(geometry["arcs"]) for n in part]):
                arc = ~number if number < 0 else number
                used[int(arc)] = used.get(int(arc), 0) + 1
    assert len(used) == len(data["control"]["arcs"])
    assert sum(n > 1 for n in used.values()) > len(used) / 2


def _lists(arcs: Any) -> list[list[int]]:
    return [arcs] if isinstance(arcs[0], int) else [part for inner in arcs for part in _lists(inner)]


coordinate = st.integers(min_value=0, max_value=40)


@given(st.lists(st.tuples(coordinate, coordinate, coordinate, coordinate), min_size=1, max_size=12))
def test_topology_round_trip(boxes: list[tuple[int, int, int, int]]) -> None:
    shapes = [shapely.box(min(a, c), min(b, d), max(a, c) + 1, max(b, d) + 1) for a, b, c, d in boxes]
    whole = shapely.unary_union(shapes)
    built = topology.build({"parts": shapes, "whole": [whole, None]}, quantum=1)
    back = topology.decode(built, "parts")
    assert all(a.normalize().equals(b.normalize()) for a, b in zip(back, shapes, strict=True))
    again, nothing = topology.decode(built, "whole")
    assert nothing is None
    assert again.normalize().equals(whole.normalize())


def test_gaps_of_pockets_survive_the_grid() -> None:
    left, right = shapely.box(36.3, 33.5, 36.31, 33.51), shapely.box(36.3121, 33.5, 36.32, 33.51)
    one, two = topology.decode(topology.build({"d": [left, right]}), "d")
    assert one.distance(two) == pytest.approx(0.0021, abs=2e-6)


def test_daily_series_stays_small(shared: Path) -> None:
    folder = shared / "control" / "daily"
    days: dict[str, list[Any]] = {}
    for path in sorted(folder.glob("*.geojson")):
        features = json.loads(path.read_text(encoding="utf-8"))["features"]
        days[path.stem] = [shapely.from_geojson(json.dumps(f["geometry"])) for f in features]
    built = topology.build(days)
    assert len(json.dumps(built, separators=(",", ":"))) < 400_000
    for day, shapes in days.items():
        for one, two in zip(topology.decode(built, day), shapes, strict=True):
            assert one.normalize().equals_exact(two.normalize(), 1e-5)


def test_house_colours_can_be_told_apart() -> None:
    actors = [Actor(f"a{i}", f"A{i}") for i in range(5)]
    given_hues, notes = colours.hues(actors)
    assert notes == []
    light = sorted(colours.lightness(h.light) for h in given_hues.values())
    assert min(b - a for a, b in itertools.pairwise(light)) >= 7.5
    for hue in given_hues.values():
        assert colours.contrast(hue.light, colours.PAPER["light"]) >= 3
        assert colours.contrast(hue.dark, colours.PAPER["dark"]) >= 3
        assert colours.contrast(hue.text, colours.PAPER["light"]) >= 4.5
        assert colours.contrast(hue.text_dark, colours.PAPER["dark"]) >= 4.5


def test_beyond_six_holders_a_letter_tells() -> None:
    given_hues, _ = colours.hues([Actor(f"a{i}", f"A{i}") for i in range(8)])
    # The sixth house colour is as light as the first, so in grey it needs its letter too.
    assert [given_hues[f"a{i}"].letter for i in range(8)] == ["", "", "", "", "", "A", "B", "C"]


def test_own_colours_that_clash_are_named() -> None:
    _, notes = colours.hues([Actor("pale", "Pale", colour="#FFEE99"), Actor("one", "One", colour="#AD7629"),
                             Actor("two", "Two", colour="#2F8F2F")])  # fmt: skip
    assert any("pale" in n and "expected 3 or more" in n for n in notes)
    assert any("one and two" in n for n in notes)


def test_a_bad_colour_never_reaches_the_page() -> None:
    bad = [Actor("a", "A", colour='red" onmouseover="x'), Actor("b", "B", colour="url(javascript:1)")]
    given_hues, _ = colours.hues(bad)
    assert [h.light for h in given_hues.values()] == [p.light for p in colours.PALETTE[:2]]


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda p: p.name)
def test_scripts_put_no_text_into_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    banned = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|createContextualFragment"
    assert not re.findall(banned, text)
    assert not re.findall(r"setAttribute\(\s*[\"'](?:style|on\w+)", text)
    assert not re.findall(r"\bstyle:\s*[`\"']", text)
    assert not re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|importScripts|\bimport\(", text)
    assert not re.findall(r"new Date\b|Date\.(now|parse|UTC)", text)
    assert text.count("\n") <= 450
    assert text.startswith("// ")


def test_every_file_of_the_page_is_in_the_page() -> None:
    assert sorted(document.SCRIPTS) == sorted(p.stem for p in PAGE.glob("*.js"))
    assert sorted(document.STYLES) == sorted(p.stem for p in PAGE.glob("*.css"))


def keys_of(tree: Any, before: str = "") -> set[str]:
    plural = {"zero", "one", "two", "few", "many", "other"}
    if not isinstance(tree, dict) or (tree and set(tree) <= plural and "other" in tree and "any" not in tree):
        return {before}
    return {k for name, value in tree.items() for k in keys_of(value, f"{before}.{name}" if before else name)}


def test_languages_have_the_same_words() -> None:
    all_words = {p.stem: keys_of(json.loads(p.read_text(encoding="utf-8"))) for p in LANG.glob("*.json")}
    assert set(all_words) >= {"en", "ar"}
    for name, words in all_words.items():
        assert words == all_words["en"], (name, sorted(words ^ all_words["en"]))


def test_every_word_that_the_scripts_ask_for_exists() -> None:
    words = json.loads((LANG / "en.json").read_text(encoding="utf-8"))
    text = "".join(p.read_text(encoding="utf-8") for p in PAGE.glob("*.js"))
    asked = set(re.findall(r"""\b(?:w|GG\.words)\.t\(\s*["']([a-z_0-9.]+)["']""", text))
    asked |= set(re.findall(r"""item\(["']([a-z_]+\.[a-z_]+)["']""", text))
    assert len(asked) > 100
    missing = []
    for key in sorted(asked):
        found: Any = words
        for part in key.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if found is None:
            missing.append(key)
    assert missing == []


def test_neutral_words_only() -> None:
    for path in LANG.glob("*.json"):
        text = path.read_text(encoding="utf-8").lower()
        assert not re.findall(r"regime|terrorist|rebel|liberat|cleans|\bfell\b", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("5 < 7 & \"ok\"", "5 < 7 & \"ok\""),
        ("Du\u0338ma, Ḥarastā, حَرَسْتا", "Du\u0338ma, Ḥarastā, حَرَسْتا"),
        ("a\u202egnp.exe", "a<U+202E>gnp.exe"),
        ("Za\u200bmalka \u2066Arbin", "Za<U+200B>malka <U+2066>Arbin"),
        ("half \ud83d and \0", "half \ufffd and \ufffd"),
        ("one\r\ntwo", "one\ntwo"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)  # fmt: skip
def test_text_is_shown_as_it_is_and_tricks_are_seen(text: str, shown: str) -> None:
    assert cells.clean(text) == shown


def test_script_is_one_valid_program() -> None:
    import shutil

    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; the browser tests read the script too")
    told = subprocess.run(
        [node, "--check", "-"], input=document.script_text(), text=True, capture_output=True, check=False
    )
    assert told.returncode == 0, told.stderr[:500]


def test_too_many_corners_are_thinned_by_less_than_a_metre_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    around = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    ring = np.column_stack([36.4 + 0.01 * np.cos(around), 33.5 + 0.01 * np.sin(around)])
    left, right = (
        shapely.Polygon(ring),
        shapely.Polygon(ring).symmetric_difference(shapely.box(36.38, 33.48, 36.42, 33.52)),
    )
    full = topology.build({"day": [left, right]})
    light = topology.thinned(full)
    assert topology.corners(light) < topology.corners(full) / 3
    one, two = topology.decode(light, "day")
    assert one.is_valid
    assert two.is_valid
    assert shapely.hausdorff_distance(one, left) <= 1.1e-5
    # What two areas share stays shared: no gap and no overlap between them.
    assert one.intersection(two).area == pytest.approx(0, abs=1e-15)
    assert one.union(two).area == pytest.approx(one.area + two.area)

    source = map_fixture.build()
    before = payload.build(source)
    assert not any(w.startswith("control:") for w in before["warnings"])
    monkeypatch.setattr(payload, "CORNER_BUDGET", 100)
    after = payload.build(source)
    assert [p["areas"] for p in after["pictures"]] == [p["areas"] for p in before["pictures"]], (
        "figures are of what was given"
    )
    assert any("corners are more than the 100" in note for note in maps.notes(source))
    for day in before["control"]["objects"]:
        pairs = zip(topology.decode(before["control"], day), topology.decode(after["control"], day), strict=True)
        assert all(shapely.hausdorff_distance(a, b) <= 1.1e-5 for a, b in pairs)
