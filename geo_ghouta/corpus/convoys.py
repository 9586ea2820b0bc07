"""Convoys of a whole corpus: departures of all reports, gathered a month at a time."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.corpus.columns import TABLES, schema_of, to_arrow, to_frame
from geo_ghouta.corpus.months import month_folders, months_of
from geo_ghouta.routes import join_convoys
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import geopandas as gpd

    from geo_ghouta.cases import Case
    from geo_ghouta.corpus.months import MonthWriter

_PLACE = ("place_id", "name", "kind", "admin", "geometry")
_REACH = pd.Timedelta(days=2)
"""How far departures of one night may stand apart: what is nearer to a month's edge is gathered with that month too."""


class Departures:
    """Claims of departures and the places of all reports, kept while the batches pass.

    Parameters
    ----------
    writer : MonthWriter
        With :func:`departure_schema`; by the month of the departure.
    """

    def __init__(self, writer: MonthWriter) -> None:
        self._writer = writer
        self._first: dict[str, list[Any]] = {}
        self._points: dict[str, bytes] = {}

    def add(self, claims: Any, places: Any) -> None:
        """Take a batch's CLAIMS and PLACES (Arrow)."""
        import pyarrow.compute as pc

        days = claims.column("date_from")
        left = claims.filter(pc.and_(pc.equal(claims.column("kind"), "departure"), pc.is_valid(days)))
        self._writer.add(left.select(self._writer.schema.names), months_of(left.column("date_from").combine_chunks()))
        known = places.select(_PLACE).filter(pc.is_valid(places.column("place_id")))
        for place_id, *told, point in zip(*(known.column(name).to_pylist() for name in _PLACE), strict=True):
            self._first.setdefault(place_id, told)
            if point is not None:
                self._points[place_id] = point

    @property
    def places(self) -> gpd.GeoDataFrame:
        """Every place once: as it is first told, at the point that it is last told at."""
        import geopandas as gpd

        rows = [[place_id, *told] for place_id, told in self._first.items()]
        frame = pd.DataFrame(rows, columns=list(_PLACE[:-1]))
        shapes = shapely.from_wkb([self._points.get(place_id) for place_id in self._first])
        return gpd.GeoDataFrame(frame, geometry=list(shapes), crs="EPSG:4326")


def departure_schema() -> Any:
    """Arrow schema of the departures: the columns of CLAIMS without its point."""
    schema = schema_of(TABLES["claims"])
    return schema.remove(schema.get_field_index("geometry")).remove_metadata()


def gather_convoys(folder: Path, places: gpd.GeoDataFrame, case: Case) -> Iterator[Any]:
    """Join the departures of each month with the routes.

    Parameters
    ----------
    folder : path
        Of the departures.
    places : geopandas.GeoDataFrame
        Of :class:`Departures`.
    case : Case

    Yields
    ------
    pyarrow.Table
        CONVOYS of a month.
    """
    months = [files for _, files in month_folders(folder)]
    # A month stands between its neighbours: three at a time are in memory, and each is read once.
    read = functools.lru_cache(maxsize=3)(lambda at: _read(months[at]))
    for number in range(len(months)):
        near = [read(at) for at in (number - 1, number, number + 1) if 0 <= at < len(months)]
        mine = near[min(number, 1)]
        first, last = mine["date_from"].min(), mine["date_from"].max()
        around = pd.concat(near, ignore_index=True)
        around = around[around["date_from"].between(first - _REACH, last + _REACH)]
        found = join_convoys(around, case.routes, places, case.pictures, extent=case.file.extent)
        yield to_arrow(TABLES["convoys"], found[found["date_from"].between(first, last)])


def _read(files: list[Path]) -> pd.DataFrame:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.concat_tables([pq.ParquetFile(file).read() for file in files])
    frame: pd.DataFrame = to_frame(CLAIMS, table)
    return frame
