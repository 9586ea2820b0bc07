"""Long daily series for tests and measurements of the map: made ones, and folders of one file a day."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path

import numpy as np
import shapely

from geo_ghouta.maps import MapInput
from geo_ghouta.schema import CONTROL, PICTURES, Actor, CaseFile, Pictures

START = dt.date(2022, 2, 24)


def made(days: int, corners: int = 2_400, moved: int = 16) -> dict[dt.date, shapely.MultiPolygon]:
    """One holder in five parts; every day a stretch of corners is pushed, and stays where it was pushed to.

    With 769 days there are as many different corners (15,000) as in a real series of that length.
    """
    random = np.random.default_rng(7)
    around = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    reach = 3 + 0.2 * np.sin(9 * around) + 0.03 * np.sin(61 * around)
    ring = np.round(np.column_stack([36 + 1.3 * reach * np.cos(around), 48 + 0.8 * reach * np.sin(around)]), 6)
    islands = [
        shapely.Polygon(np.round(np.column_stack([30.5 + 0.2 * np.cos(around[::20]), 44.5 + n + 0.2 * np.sin(around[::20])]), 6))
        for n in range(4)
    ]  # fmt: skip
    out = {}
    for number in range(days):
        if number:
            at = (int(random.integers(corners)) + np.arange(moved)) % corners
            push = 0.01 * np.sin(np.linspace(0, np.pi, moved))[:, None] * random.uniform(0.3, 1.0)
            centre = np.array([36.0, 48.0])
            ring = ring.copy()
            ring[at] = np.round(ring[at] + (centre - ring[at]) * push, 6)
        out[START + dt.timedelta(days=number)] = shapely.MultiPolygon([shapely.Polygon(ring), *islands])
    return out


def read(folder: Path) -> dict[dt.date, shapely.MultiPolygon]:
    """A folder of GeoJSON files with the day in their names."""
    out = {}
    for path in sorted(folder.glob("*.geojson")):
        found = re.search(r"(\d{4})-?(\d{2})-?(\d{2})", path.stem)
        assert found, path.name
        features = json.loads(path.read_text(encoding="utf-8"))["features"]
        shapes = [shapely.from_geojson(json.dumps(f["geometry"])) for f in features]
        out[dt.date(*map(int, found.groups()))] = shapely.MultiPolygon(
            [p for s in shapes for p in shapely.get_parts(s)]
        )
    return out


def as_input(series: dict[dt.date, shapely.MultiPolygon]) -> MapInput:
    """A case of one holder with a picture for each day and nothing else."""
    days = sorted(series)
    following = [*days[1:], None]
    areas = [
        {"area_id": f"{day}/1", "holder": "side", "status": "assessed", "valid_from": day, "valid_to": until, "source": "made", "drawn_by": "test",
         "precision_m": 500.0, "geometry": series[day]}
        for day, until in zip(days, following, strict=True)
    ]  # fmt: skip
    dates = [{"picture_date": day, "areas": 1, "path": f"{day}.geojson", "sha256": "0" * 64} for day in days]
    west, south, east, north = shapely.total_bounds(np.array(list(series.values()), dtype=object)).tolist()
    extent = (west - 0.1, south - 0.1, east + 0.1, north + 0.1)
    case = CaseFile("A long series", days[0], days[-1], extent, extent, actors=(Actor("side", "One side"),))
    return MapInput(case, Pictures(PICTURES.table(dates), CONTROL.table(areas)))


RINGS = """([from, to]) => { const m = geoGhouta.model; return m.pictures.slice(from, to).map((p) => [p.day, p.shapes.map((g) => m.shapes.lines(g).map((ring) => Array.from(m.shapes.coordinates(ring))))]); }"""
"""Pictures of a page as it decoded them: day, then the rings of every area as flat lists of longitude and latitude."""


def same(rings: list[list[float]], drawn: shapely.MultiPolygon, tolerance: float = 1e-5) -> bool:
    """Whether decoded rings are the drawn ones, corner by corner, wherever a ring begins and whichever way it runs."""

    def key(xy: np.ndarray) -> np.ndarray:
        xy = xy[:-1] if np.allclose(xy[0], xy[-1], atol=1e-9) else xy
        best = np.roll(xy, -int(np.lexsort((xy[:, 1].round(5), xy[:, 0].round(5)))[0]), axis=0)
        return best if best[1, 1] > best[-1, 1] else np.vstack([best[:1], best[1:][::-1]])

    wanted = [key(shapely.get_coordinates(r)) for p in shapely.get_parts(drawn) for r in (p.exterior, *p.interiors)]
    got = [key(np.array(r).reshape(-1, 2)) for r in rings]
    if len(wanted) != len(got):
        return False
    return all(any(len(a) == len(b) and np.abs(a - b).max() <= tolerance for b in got) for a in wanted)
