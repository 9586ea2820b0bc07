"""Tables that belong together and travel together."""

from __future__ import annotations

import dataclasses
import functools
import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    import geopandas as gpd
    import pandas as pd

    from geo_ghouta.schema.sources import Source


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
    tables : tuple of Source
        Tables beside the reports that told their days, sources and titles, with the reports that each tells of.
    """

    reports: pd.DataFrame
    marks: pd.DataFrame
    rejected: pd.DataFrame
    tables: tuple[Source, ...] = ()


@dataclasses.dataclass(frozen=True)
class Pictures:
    """Control pictures: the index of dates and the areas, since an empty picture has no area.

    Parameters
    ----------
    dates : pandas.DataFrame
        PICTURES, one row a picture, sorted by day (then order, then the day it became known).
    areas : geopandas.GeoDataFrame
        CONTROL, every area of every picture.
    """

    dates: pd.DataFrame
    areas: gpd.GeoDataFrame
    _answers: dict[int, Pictures] = dataclasses.field(default_factory=dict, init=False, repr=False, compare=False)
    """Pictures that have answered, by row of ``dates``: many days ask for one. Tables are replaced, never changed."""

    def on(self, day: object, known_on: object = None) -> Pictures:
        """Return the one picture that answers for a day, or none: two tables of at most one picture.

        The latest picture up to and including the day answers, unless its ``valid_to`` has been reached.

        Parameters
        ----------
        day : day
            Anything that pandas reads as a day.
        known_on : day, optional
            Answer from what was known at the end of that day: pictures ``recorded`` later do not count.

        Returns
        -------
        Pictures
            ``dates`` is empty where no picture answers; ``areas`` is empty for an empty picture too.

        Raises
        ------
        UsageError
            If it is no day.

        Examples
        --------
        >>> from geo_ghouta.schema import CONTROL, PICTURES
        >>> rows = [{"picture_date": "2018-02-18", "areas": 0, "path": "a", "sha256": "0"}]
        >>> two = Pictures(PICTURES.table(rows), CONTROL.empty())
        >>> len(two.on("2018-03-01").dates), len(two.on("2018-02-17").dates)
        (1, 0)
        """
        if known_on is not None:
            return self.known_on(known_on).on(day)
        at = self.row_on(day)
        if at not in self._answers:
            names, rows = self._rows
            chosen = self.dates.iloc[at : at + 1] if at >= 0 else self.dates.iloc[:0]
            self._answers[at] = Pictures(chosen, self.areas.iloc[rows.get(names[at], []) if at >= 0 else []])
        answer = self._answers[at]
        # Views that are copied when written to: who works on an answer does not change the next one.
        return Pictures(answer.dates.copy(deep=False), answer.areas.copy(deep=False))

    def row_on(self, day: object) -> int:
        """Row in ``dates`` of the picture that answers for a day, as :meth:`on` gives it; -1 where none does."""
        asked = read_day(day).to_datetime64()
        since, until, endless = self._spans
        fits = np.flatnonzero((since <= asked) & (endless | (until > asked)))
        # Several pictures of one day stand in their order; the last one is the day's end.
        return int(fits[-1]) if len(fits) else -1

    @functools.cached_property
    def _spans(self) -> tuple[Any, Any, Any]:
        since, until = (self.dates[name].to_numpy() for name in ("picture_date", "valid_to"))
        return since, until, np.isnat(until)

    @functools.cached_property
    def _rows(self) -> tuple[list[str], dict[str, list[int]]]:
        """Id of each picture, and the rows of its areas."""
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(picture_ids(self.areas).tolist()):
            rows.setdefault(name, []).append(row)
        return picture_ids(self.dates).tolist(), rows

    def __getstate__(self) -> dict[str, object]:
        # Answers are not sent to other processes: they are made anew where they are asked for.
        return {"dates": self.dates, "areas": self.areas, "_answers": {}}

    def known_on(self, day: object) -> Pictures:
        """Return the pictures as they were known at the end of a day, with ``valid_to`` as it then was.

        A picture without ``recorded`` counts as known from the day that it shows. Where a picture was redrawn
        later under the same day and order, the version known by then answers.
        """
        import pandas as pd

        asked = read_day(day)
        learned = self.dates["recorded"].fillna(self.dates["picture_date"])
        kept = self.dates[learned <= asked]
        until = self.dates["valid_to"].iloc[-1] if len(self.dates) else pd.NaT
        return chain(kept, self.areas[picture_ids(self.areas).isin(picture_ids(kept))], until)


def read_day(day: object) -> pd.Timestamp:
    """Read a day as pandas does; with a zone, the day that the clock there shows.

    Raises
    ------
    UsageError
        If it is none.

    Examples
    --------
    >>> read_day("2016-99-01")
    Traceback (most recent call last):
    geo_ghouta.errors.UsageError: '2016-99-01' is no day; write it like 2018-03-22
    """
    import pandas as pd

    try:
        # A bare number would be nanoseconds since 1970: 20180322 is meant otherwise.
        stamp = pd.NaT if isinstance(day, numbers.Real) else pd.Timestamp(day)  # type: ignore[arg-type]
    except (ValueError, TypeError, OverflowError):
        stamp = pd.NaT
    if pd.isna(stamp):
        message = f"{shown(str(day), 40)!r} is no day; write it like 2018-03-22"
        raise UsageError(message)
    return stamp.tz_localize(None).normalize()


def picture_ids(table: pd.DataFrame) -> pd.Series[str]:
    """Return the picture that each row of PICTURES or CONTROL belongs to; its day where no id is given."""
    given = table["picture_id"] if "picture_id" in table.columns else None
    if given is not None and not given.isna().any():
        return given
    day = table["picture_date"] if "picture_date" in table.columns else table["valid_from"]
    days = day.dt.strftime("%Y-%m-%d").astype("str")
    return days if given is None else given.fillna(days)


def chain(dates: pd.DataFrame, areas: gpd.GeoDataFrame, until: object = None) -> Pictures:
    """Sort pictures and let each be valid to the next one's day; the last one until ``until``.

    A version that was redrawn (same day and order, later ``recorded``) and a picture that a later one of the same
    day replaces are valid for no day: ``valid_to`` is their own day.
    """
    import pandas as pd

    dates = dates.copy()
    dates["_id"] = picture_ids(dates)
    if "order" not in dates.columns:
        dates["order"] = 1
    learned = dates["recorded"].fillna(dates["picture_date"])
    dates = dates.assign(_learned=learned).sort_values(["picture_date", "order", "_learned", "_id"], kind="stable")
    current = ~dates.duplicated(["picture_date", "order"], keep="last")
    following = dates.loc[current, "picture_date"].shift(-1)
    last = pd.Timestamp(until) if until is not None and not pd.isna(until) else pd.NaT  # type: ignore[call-overload,arg-type]
    if len(following):
        following.iloc[-1] = last
    dates["valid_to"] = dates["picture_date"].where(~current, following.reindex(dates.index)).astype("datetime64[s]")
    areas = areas.copy()
    ends = dict(zip(dates["_id"], dates["valid_to"], strict=True))
    areas["valid_to"] = pd.Series([ends.get(n, pd.NaT) for n in picture_ids(areas)], areas.index, "datetime64[s]")
    return Pictures(dates.drop(columns=["_id", "_learned"]).reset_index(drop=True), areas)
