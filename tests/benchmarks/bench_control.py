"""The as-of join beside a plain sjoin per date.

Run from the checkout: ``python tests/benchmarks/bench_control.py [POINTS] [PICTURES] [FOLDER]``. Without a folder
of real daily layers a made front line is used (5 parts and about 2,900 corners a picture, a bulge wandering along it).
"""

from __future__ import annotations

import datetime as dt
import resource
import sys
import time

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely

from geo_ghouta import control
from geo_ghouta.schema import CONTROL, PICTURES, Pictures
from geo_ghouta.schema.bundles import chain

START = dt.date(2022, 2, 24)


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")


def made_pictures(count: int) -> Pictures:
    """Make daily pictures of one holder in five parts."""
    dates, areas = [], []
    around = np.linspace(0, 2 * np.pi, 2_400, endpoint=False)
    for number in range(count):
        day = START + dt.timedelta(days=number)
        reach = (
            3 + 0.2 * np.sin(9 * around) + 0.03 * np.sin(61 * around) + 0.2 * np.exp(-40 * (around - number % 6) ** 2)
        )
        parts = [
            shapely.Polygon(np.column_stack([36 + 1.3 * reach * np.cos(around), 48 + 0.8 * reach * np.sin(around)]))
        ]
        for island in range(4):
            ring = np.column_stack([30.5 + 0.2 * np.cos(around[::20]), 44.5 + island + 0.2 * np.sin(around[::20])])
            parts.append(shapely.Polygon(ring))
        dates.append({"picture_date": day, "areas": 1, "path": f"{day}.geojson", "sha256": "0" * 64})
        areas.append(
            {
                "area_id": f"{day}/1", "holder": "x", "status": "assessed", "valid_from": day, "source": "made",
                "drawn_by": "benchmark", "precision_m": 500.0, "geometry": shapely.MultiPolygon(parts),
            }
        )  # fmt: skip
    return chain(PICTURES.table(dates), CONTROL.table(areas))


def made_points(count: int, pictures: Pictures) -> gpd.GeoDataFrame:
    """Scatter points over the pictures' box and days."""
    rng = np.random.default_rng(1)
    west, south, east, north = shapely.total_bounds(pictures.areas.geometry.to_numpy())
    days = pictures.dates["picture_date"].to_numpy()[rng.integers(0, len(pictures.dates), count)]
    shapes = shapely.points(rng.uniform(west, east, count), rng.uniform(south, north, count))
    return gpd.GeoDataFrame({"date": days}, geometry=shapes, crs="EPSG:4326")


def plain(points: gpd.GeoDataFrame, pictures: Pictures) -> pd.Series:
    """Join date by date with geopandas.sjoin, as the manuals do."""
    out = []
    for day in pictures.dates["picture_date"]:
        mine = points[points["date"] == day]
        layer = pictures.areas.loc[pictures.areas["valid_from"] == day, ["holder", "geometry"]]
        out.append(gpd.sjoin(mine, layer, how="left")["holder"])
    return pd.concat(out).groupby(level=0).first().reindex(points.index)


def main() -> None:
    """Time both and compare their answers."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    days = int(sys.argv[2]) if len(sys.argv) > 2 else 769
    if len(sys.argv) > 3:
        pictures, _ = control.import_layers(sys.argv[3], holder="constant:x")
    else:
        pictures = made_pictures(days)
    points = made_points(count, pictures)
    say(f"{count:,} points, {len(pictures.dates)} pictures, "
          f"{shapely.get_num_coordinates(pictures.areas.geometry.to_numpy()).sum():,} corners")  # fmt: skip
    start = time.perf_counter()
    full = control.locate(points, pictures)
    took_full = time.perf_counter() - start
    start = time.perf_counter()
    bare = control.locate(points, pictures, edges=False)
    took_bare = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    say(f"locate, holder and metres to the edge: {took_full:6.1f} s")
    say(f"locate, holder only:                   {took_bare:6.1f} s (peak memory so far {peak:.2f} GB)")
    start = time.perf_counter()
    other = plain(points, pictures)
    took_plain = time.perf_counter() - start
    differ = int((other.fillna("") != bare["holder"].fillna("")).sum())
    say(f"sjoin date by date, holder only:       {took_plain:6.1f} s ({took_plain / took_bare:.1f} times as long)")
    say(f"answers that differ: {differ}; held: {int((full['holder_answer'] == 'held').sum()):,}")


if __name__ == "__main__":
    main()
