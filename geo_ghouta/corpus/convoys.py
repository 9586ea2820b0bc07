"""Convoys of a whole corpus: departures of all reports, gathered some months at a time."""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import TYPE_CHECKING, Any

import pandas as pd
import shapely

from geo_ghouta.corpus.columns import TABLES, schema_of, to_arrow, to_frame
from geo_ghouta.corpus.extracting import open_tools
from geo_ghouta.corpus.months import by_month, in_portions, month_folders, months_of
from geo_ghouta.routes import join_convoys
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import geopandas as gpd

    from geo_ghouta.corpus.engines import Crew
    from geo_ghouta.corpus.extracting import Settings
    from geo_ghouta.corpus.months import MonthWriter

_PLACE = ("place_id", "name", "kind", "admin", "geometry")
_REACH = dt.timedelta(days=2)
"""How far departures of one night may stand apart: what is nearer to a month's edge is gathered with that month too."""


@dataclasses.dataclass(frozen=True)
class Left:
    """Departures of a batch.

    Parameters
    ----------
    rows : dict of str to pyarrow.Table
        Claims of departures, by the month of the departure.
    first : dict of str to list
        Each place as it is first told.
    points : dict of str to bytes
        The point that it is last told at.
    """

    rows: dict[str, Any]
    first: dict[str, list[Any]]
    points: dict[str, bytes]


def departures_of(claims: Any, places: Any) -> Left:
    """Find the departures in a batch's CLAIMS, and the places in its PLACES (Arrow)."""
    import pyarrow.compute as pc

    days = claims.column("date_from")
    left = claims.filter(pc.and_(pc.equal(claims.column("kind"), "departure"), pc.is_valid(days)))
    rows = by_month(left.select(departure_schema().names), months_of(left.column("date_from").combine_chunks()))
    known = places.select(_PLACE).filter(pc.is_valid(places.column("place_id")))
    first: dict[str, list[Any]] = {}
    points: dict[str, bytes] = {}
    for place_id, *told, point in zip(*(known.column(name).to_pylist() for name in _PLACE), strict=True):
        first.setdefault(place_id, told)
        if point is not None:
            points[place_id] = point
    return Left(rows, first, points)


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

    def add(self, left: Left) -> None:
        """Take what :func:`departures_of` found in a batch."""
        self._writer.put(left.rows)
        for place_id, told in left.first.items():
            self._first.setdefault(place_id, told)
        self._points.update(left.points)

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


def gather_convoys(
    folder: Path, places: gpd.GeoDataFrame, routes: gpd.GeoDataFrame, settings: Settings, crew: Crew
) -> Iterator[dict[str, Any]]:
    """Join the departures of some neighbouring months at a time with the routes.

    Parameters
    ----------
    folder : path
        Of the departures.
    places : geopandas.GeoDataFrame
        Of :class:`Departures`.
    routes : geopandas.GeoDataFrame
        ROUTES of the case.
    settings : Settings
        With the case's pictures.
    crew : Crew
        It shares the months.

    Yields
    ------
    dict of str to pyarrow.Table
        CONVOYS of some months' departures, by month.
    """
    portions = [[files for _, files in portion] for portion in in_portions(month_folders(folder))]
    calls = []
    for at, mine in enumerate(portions):
        # What departs near the edges of these months may belong together with what departs beyond them.
        before, after = portions[at - 1][-1:] if at else [], [some[0] for some in portions[at + 1 : at + 2]]
        calls.append((before + after, mine, places, routes, settings))
    yield from crew.each(_gather_months, calls)


def _gather_months(
    beyond: list[list[Path]],
    mine: list[list[Path]],
    places: gpd.GeoDataFrame,
    routes: gpd.GeoDataFrame,
    settings: Settings,
) -> dict[str, Any]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    case = open_tools(settings).case
    held, near = ([pq.ParquetFile(file).read() for files in months for file in files] for months in (mine, beyond))
    edges = pc.min_max(pa.concat_tables(held).column("date_from")).as_py()
    first, last = edges["min"], edges["max"]
    # Only what is near enough of the months beside them is made a table of the contract, which takes most of the time.
    low, high = _day_by(first, -_REACH), _day_by(last, _REACH)
    for table in near:
        days = table.column("date_from")
        held.append(table.filter(pc.and_(pc.greater_equal(days, low), pc.less_equal(days, high))))
    found = join_convoys(
        to_frame(CLAIMS, pa.concat_tables(held)), routes, places, case.pictures, extent=case.file.extent
    )
    made = to_arrow(TABLES["convoys"], found[found["date_from"].between(pd.Timestamp(first), pd.Timestamp(last))])
    return by_month(made, months_of(made.column("date_from").combine_chunks()))


def _day_by(day: dt.date, reach: dt.timedelta) -> dt.date:
    """Day that lies so far from another, within the calendar."""
    try:
        return day + reach
    except OverflowError:
        return dt.date.max if reach > dt.timedelta(0) else dt.date.min
