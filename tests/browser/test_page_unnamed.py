"""An area to which its drawer gave no name: it is told by what lies in it, and no town is said to be lost with it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shapely
from map_browser import show

from geo_ghouta import pipeline
from geo_ghouta.maps import stills
from geo_ghouta.outlets import map_input, save_map

pytestmark = pytest.mark.browser
Opened = Callable[..., Any]
CASE = """title = "A city on a river"
start = 2017-06-01
end = 2017-07-20
extent = [43.0, 36.25, 43.3, 36.45]
area = [40.0, 34.0, 46.0, 38.0]
ground = "army"
[[actors]]
id = "besieged"
label = "Besieged group"
[[actors]]
id = "army"
label = "Army"
"""
LAST = {
    # What the drawer wrote beside the last area, what it is called, what is said when it has gone.
    None: ("Area with Westbank", "No area held. The last 2.8 km² were lost after 5 July."),
    "Westbank": ("Westbank pocket", "No area held. Westbank, the last 2.8 km², was lost after 5 July."),
    "Old wall": ("Old wall", "No area held. Old wall, the last 2.8 km², was lost after 5 July."),
}


def _case(folder: Path, name: str | None) -> Any:
    (folder / "control").mkdir()
    (folder / "case.toml").write_text(CASE, "utf-8")
    (folder / "places.csv").write_text("name,name_ar,kind,lon,lat\nWestbank,الضفة,city,43.13,36.34\n", "utf-8")
    for day, half in (("2017-06-20", 0.02), ("2017-07-05", 0.01), ("2017-07-10", 0)):
        properties = {"holder": "besieged", "status": "assessed", "source": "x", "drawn_by": "me", "precision_m": 200}
        if name:
            properties["name"] = name
        shape = shapely.box(43.13 - half, 36.34 - half * 0.7, 43.13 + half, 36.34 + half * 0.7)
        area = {"type": "Feature", "id": "a", "properties": properties, "geometry": shapely.geometry.mapping(shape)}
        text = json.dumps({"type": "FeatureCollection", "features": [area] if half else []})
        (folder / "control" / f"{day}.geojson").write_text(text, "utf-8")
    return pipeline.run(folder, world=False)


@pytest.mark.parametrize("name", LAST)
def test_only_what_the_drawer_named_has_a_name(name: str | None, opened: Opened, tmp_path: Path) -> None:
    title, lost = LAST[name]
    result = _case(tmp_path, name)
    page = opened("d=2017-07-05", path=save_map(result, tmp_path / "page.html"))
    assert title in page.locator(".gg-names text").all_text_contents()
    show(page, "d=2017-07-05&s=pocket%3A2017-07-05%2F1")
    assert page.inner_text(".gg-card").startswith(title)
    if name != "Old wall":
        show(page, "d=2017-07-05&g=ar")
        arabic = "منطقة فيها الضفة" if name is None else "جيب الضفة"
        assert arabic in page.locator(".gg-names text").all_text_contents()
    show(page, "d=2017-07-10")
    assert page.inner_text(".gg-sentence").replace("\xa0", " ") == lost
    given = map_input(result)
    drawn, empty = (stills.svg_fallback(given, dt.date(2017, 7, day)).replace("\xa0", " ") for day in (5, 10))
    assert f">{title}<" in drawn
    assert lost.replace("No area held. ", "") in empty
