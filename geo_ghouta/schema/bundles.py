"""Tables that belong together and travel together."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import geopandas as gpd
    import pandas as pd


@dataclasses.dataclass(frozen=True)
class Reading:
    """What came of reading reports.

    Parameters
    ----------
    reports : pandas.DataFrame
        REPORTS.
    marks : pandas.DataFrame
        MARKS.
    rejected : pandas.DataFrame
        REJECTED.
    """

    reports: pd.DataFrame
    marks: pd.DataFrame
    rejected: pd.DataFrame


@dataclasses.dataclass(frozen=True)
class Pictures:
    """Control pictures: the index of dates and the areas, since an empty picture has no area.

    Parameters
    ----------
    dates : pandas.DataFrame
        PICTURES, one row a picture, sorted by day.
    areas : geopandas.GeoDataFrame
        CONTROL, every area of every picture.
    """

    dates: pd.DataFrame
    areas: gpd.GeoDataFrame
