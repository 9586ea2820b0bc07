"""The page as a file: policy, escaping, determinism, payload, size, and what notebooks and folium are given."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import map_fixture
import pytest

from geo_ghouta import maps
from geo_ghouta.errors import LimitError, UsageError
from geo_ghouta.maps import cells, document, payload, said, topology

NASTY = "</script><script>window.PWN=1</script><!--<script>&amp;'\"`${window.PWN=1}\\u0041\u2028\u2029"


@pytest.fixture(scope="module")
def page() -> str:
    return maps.page_html(map_fixture.build())


def block_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="gg-data">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found.group(1))
    if "packed" in data:
        data |= json.loads(zlib.decompress(base64.b64decode(data.pop("packed"))))
    return data


def policy_of(text: str) -> dict[str, list[str]]:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert found
    rules = found.group(1).replace("&#x27;", "'").split("; ")
    return {rule.split()[0]: rule.split()[1:] for rule in rules}


def hash_of(content: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


@pytest.mark.parametrize(
    ("words", "qualifier", "within"),
    [
        ("At least 33 people", "at_least", True),
        ("more than 33 people", "at_least", None),
        ("no more than 700", "at_most", True),
        ("less than half", "at_most", None),
        ("Nearly 20,000 people", "at_most", None),
        ("ما لا يقل عن 40 شخصا", "at_least", True),
        ("40 شخصا على الأقل", "at_least", True),
        ("أكثر من 1500 شخص", "at_least", None),
        ("ما يزيد عن 1500 شخص", "at_least", None),
        ("about 40 people", "about", None),
    ],
)
def test_a_bound_says_whether_the_figure_meets_it(words: str, qualifier: str, within: bool | None) -> None:
    assert said.within(words, qualifier) is within


def test_policy_names_every_script_and_style_and_nothing_else(page: str) -> None:
    rules = policy_of(page)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == [hash_of(s) for s in scripts]
    assert rules["style-src"] == [hash_of(s) for s in styles]
    assert rules["img-src"] == ["data:"]
    assert "unsafe" not in str(rules)
    assert len(scripts) == 2


def test_page_names_no_address_that_a_browser_would_fetch(page: str) -> None:
    outside = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)[^\"]*\"", outside)
    styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    assert "url(" not in styles
    assert "@import" not in styles
    assert "sourceMappingURL" not in page


def test_no_style_attribute_and_no_handler_stand_in_the_page(page: str) -> None:
    markup = re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    assert " style=" not in markup
    assert not re.search(r"\son\w+=", markup)


def test_hostile_text_cannot_end_the_data_block() -> None:
    text = maps.page_html(map_fixture.build(hostile=NASTY))
    raw = re.search(r'id="gg-data">(.*?)</script>', text, re.DOTALL)
    assert raw
    assert not set("<>&\u2028\u2029") & set(raw.group(1))
    assert text.count("<script") == 3
    data = block_of(text)
    assert data["case"]["title"]["en"].endswith(cells.clean(NASTY))
    assert "<title>Four valleys · control and convoys&lt;/script&gt;" in text


def test_same_input_same_bytes_in_another_process_and_hash_seed(tmp_path: Path, page: str) -> None:
    code = "import map_fixture, sys; from geo_ghouta import maps; maps.save_page(map_fixture.build(), sys.argv[1])"
    for seed, zone in [("1", "Pacific/Kiritimati"), ("2", "America/Los_Angeles")]:
        target = tmp_path / f"{seed}.html"
        env = {"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(Path(__file__).parent), "PATH": "/usr/bin:/bin"}
        subprocess.run([sys.executable, "-W", "ignore", "-c", code, str(target)], check=True, env=env)
        assert target.read_text(encoding="utf-8") == page


def test_page_says_nothing_of_the_machine_that_made_it(page: str) -> None:
    import getpass
    import os

    home = os.path.expanduser("~")  # noqa: PTH111
    assert home == "/" or f"{home}/" not in page
    assert str(Path.cwd()) not in page
    assert f"/{getpass.getuser()}/" not in page


def test_words_of_reports_stay_out_unless_asked_for() -> None:
    words = "The first of the buses went north"
    assert words not in maps.page_html(map_fixture.build())
    asked = block_of(maps.page_html(map_fixture.build(quotes=True)))
    assert asked["claims"][0]["quote"] == words[:24]


@pytest.mark.parametrize("layer", payload.LAYERS)
def test_a_hidden_layer_leaves_no_data(layer: str) -> None:
    marks = {
        "areas": "two dispatches of that week", "convoys": "north/", "events": "staging/2018-03-22", "claims": "Valley Observatory",
        "places": "السبخة", "ground": "Long River",
    }  # fmt: skip
    everything = json.dumps(payload.build(map_fixture.build()), ensure_ascii=False)
    without = payload.build(map_fixture.build(hidden=(layer,)))
    assert marks[layer] in everything or layer == "convoys"
    kept = json.dumps(without, ensure_ascii=False)
    assert marks[layer] not in kept or layer == "convoys"
    if layer == "convoys":
        assert without["convoys"] == []
        assert without["legs"] == []


def test_wrong_options_say_what_is_known() -> None:
    with pytest.raises(UsageError, match=r"language 'xx'.*known are ar, en"):
        maps.page_html(map_fixture.build(language="xx"))
    with pytest.raises(UsageError, match="expected a day like"):
        maps.page_html(map_fixture.build(date="last Tuesday"))
    with pytest.raises(UsageError, match="expected auto, light or dark"):
        maps.page_html(map_fixture.build(theme="pink"))
    with pytest.raises(UsageError, match="hidden layer 'roads'"):
        maps.page_html(map_fixture.build(hidden=("roads",)))


def test_tiles_open_the_policy_for_their_host_only() -> None:
    tiles = {"url": "https://{s}.tiles.example.org/{z}/{x}/{y}.png", "attribution": "Example"}
    rules = policy_of(maps.page_html(map_fixture.build(tiles=tiles)))
    assert rules["img-src"] == ["data:", "https://*.tiles.example.org"]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://x'; script-src *", "//host/{z}", "ftp://h.example/{z}/"]
)
def test_tiles_from_no_web_address_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="tiles"):
        maps.page_html(map_fixture.build(tiles={"url": url}))


def test_payload_measures_what_was_drawn() -> None:
    source = map_fixture.build()
    data = payload.build(source)
    assert [p["day"] for p in data["pictures"]] == sorted(p["day"] for p in data["pictures"])
    assert data["pictures"][-1]["areas"] == []
    areas = [a for p in data["pictures"] for a in p["areas"]]
    assert len(areas) == len(source.pictures.areas)
    held = sum(a["km2"] for a in data["pictures"][0]["areas"])
    faces = data["faces"]
    at_first = sum(km2 for km2, word in faces["faces"] if word[0] != "-")
    assert at_first == pytest.approx(held, abs=0.003)
    lost = sum(
        km2 for km2, word in faces["faces"] if word[0] != "-" and faces["keys"][word[0]][1] != "x" and word[1] == "-"
    )
    changes = source.changes[source.changes["from_date"] == map_fixture.day("2018-02-18")]["area_km2"].sum()
    assert lost == pytest.approx(float(changes), rel=1e-4)


def test_each_pocket_knows_its_parts() -> None:
    data = payload.build(map_fixture.build())
    for pocket in data["pockets"]:
        picture = next(p for p in data["pictures"] if p["day"] == pocket["day"])
        holders = {picture["areas"][area]["holder"] for area, _ in pocket["parts"]}
        assert holders == set(pocket["holders"])


def test_every_day_decodes_to_what_was_drawn() -> None:
    source = map_fixture.build()
    data = block_of(maps.page_html(source))
    for day, rows in source.pictures.areas.groupby("valid_from"):
        back = topology.decode(data["control"], str(cells.day_number(day)))
        assert len(back) == len(rows)
        for one, two in zip(back, rows.geometry, strict=True):
            assert one.normalize().equals_exact(two.normalize(), 1e-6)


def test_field_cases_of_text_keep_every_character(shared: Path) -> None:
    lines = (shared / "cases" / "field_cases.jsonl").read_text(encoding="utf-8").splitlines()
    tested = 0
    for case in map(json.loads, lines):
        if case["kind"].startswith(("render_xss", "render_escape", "bidi", "render_rtl")) and "text" in case["input"]:
            text = case["input"]["text"]
            data = block_of(maps.page_html(map_fixture.build(hostile=text)))
            assert data["case"]["title"]["en"] == "Four valleys · control and convoys" + cells.clean(text)
            tested += 1
    assert tested >= 8


def test_notebook_output_has_figures_without_script() -> None:
    from geo_ghouta.maps import Drawing

    shown = maps.draw_map(map_fixture.build())
    assert isinstance(shown, Drawing)
    text = shown._repr_html_()
    assert 'sandbox="allow-scripts allow-popups"' in text
    outside = re.sub(r"<iframe.*?</iframe>", "", text, flags=re.DOTALL)
    assert "<table>" in outside
    assert 'src="data:image/svg+xml;base64,' in outside
    assert "2018-03-22" in outside
    assert "<script" not in outside
    plain = shown._repr_mimebundle_()["text/plain"]
    assert "2018-04-14  No area held" in plain


def test_notebook_output_has_a_picture_for_every_kind_of_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    drawing = maps.draw_map(map_fixture.build())
    bundle = drawing._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/svg+xml", "image/png", "text/plain"}
    png = base64.b64decode(bundle["image/png"])
    assert png.startswith(b"\x89PNG")
    assert len(png) < 400_000
    assert bundle == drawing._repr_mimebundle_(), "the same twice"
    # Without the extra the other three are enough, and nothing fails.
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert set(drawing._repr_mimebundle_()) == {"text/html", "image/svg+xml", "text/plain"}


def test_element_is_the_same_twice_and_asks_folium_for_nothing_unsafe() -> None:
    import folium

    def render() -> str:
        inner = folium.Map(tiles=None)
        maps.control_map(map_fixture.build(hostile=NASTY)).add_to(inner)
        return inner.get_root().render()

    text = render()
    names = re.findall(r"geo_ghouta_[0-9a-f]{16}", text)
    assert names
    assert set(names) == set(re.findall(r"geo_ghouta_[0-9a-f]{16}", render()))
    assert "</script><script>window.PWN" not in text
    assert "bindPopup" not in text
    assert "bindTooltip" not in text


def test_a_long_series_is_packed_but_words_stay_readable() -> None:
    data = payload.build(map_fixture.build(quotes=True))
    data["places"] = [{**data["places"][0], "id": f"case/{n}"} for n in range(4000)]
    block = document.packed(data)
    assert len(block) < len(document.data_block(data)) / 3
    rest = json.loads(block)
    assert "places" not in rest
    assert [c["quote"] for c in rest["claims"]] == [c["quote"] for c in data["claims"]], (
        "quotes are read without a script"
    )
    bare = payload.build(map_fixture.build())
    bare["places"] = data["places"]
    tight = json.loads(document.packed(bare))
    assert "claims" not in tight, "without quotes claims are figures and names"
    assert json.loads(zlib.decompress(base64.b64decode(tight["packed"])))["claims"] == bare["claims"]
    inflated = json.loads(zlib.decompress(base64.b64decode(rest["packed"])))
    assert inflated["places"] == data["places"]


def test_a_heavy_page_names_its_parts_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    source = map_fixture.build()
    assert maps.notes(source) == []
    monkeypatch.setattr(document, "SOFT_LIMIT", 10_000)
    assert maps.notes(source)[0].startswith("the page holds 0.1 MB of data")
    monkeypatch.setattr(document, "HARD_LIMIT", 20_000)
    with pytest.raises(LimitError, match=r"largest: languages .*hidden=.*nothing was written"):
        maps.page_html(source)


def test_page_size_stays_within_the_budget(root: Path) -> None:
    from geo_ghouta import cases, control

    case = cases.open_case(root / "layers")
    pockets = control.find_pockets(case.pictures, case.file, case.gazetteer)
    changes = control.find_changes(case.pictures, case.gazetteer)
    text = maps.page_html(
        maps.MapInput(
            case.file, case.pictures, pockets, changes, case.gazetteer, routes=case.routes, backdrop=case.backdrop
        )
    )
    assert len(text.encode("utf-8")) < 700_000


def test_a_drawing_goes_onto_a_folium_map_as_the_element_does() -> None:
    import folium

    drawing = maps.draw_map(map_fixture.build())
    one, two = folium.Map(tiles=None), folium.Map(tiles=None)
    folium.Marker([33.5, 36.3]).add_to(one)
    added = drawing.add_to(one, fit=False)
    assert added.get_name() in one._children
    assert len(one._children) == 2
    assert maps.control_map(map_fixture.build(), fit=False).add_to(two).get_name() == added.get_name()
