"""Breaks in a series of pictures: missing days, leaps of area, towns that change hands and back."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely

from geo_ghouta.control.asking import locate
from geo_ghouta.control.faults import listed
from geo_ghouta.control.pockets import listed_towns
from geo_ghouta.schema.bundles import picture_ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geo_ghouta.schema import Pictures

DAILY_PICTURES = 5
"""Pictures from which a series can be called daily: more than half of the steps are one day."""
RETURN_SHARE = 0.2
"""A leap has come back when the series is within this share of it where it was before."""
LEAP = 20.0
"""Steps of a daily series beyond so many times the median step, and a tenth of the area, are leaps."""
TENTH = 0.1
_LEAP_HINT = "is an area missing, doubled or another day's?"


def find_breaks(
    pictures: Pictures,
    drawn: NDArray[np.float64],
    places: gpd.GeoDataFrame,
    claims: pd.DataFrame | None,
    found: Any,
) -> None:
    """Add what breaks the series to the findings; ``drawn`` are the square kilometres of each picture."""
    dates = pictures.dates
    valid = (dates["valid_to"].isna() | (dates["valid_to"] > dates["picture_date"])).to_numpy()
    live = dates[valid].reset_index(drop=True)
    if len(live) < 2:
        return
    days = live["picture_date"]
    daily = is_daily(days)
    if daily:
        _missing(days, found)
        _unchanged(pictures, live, found)
    _leaps(live, drawn[valid], daily, found)
    _flips(pictures, live, places, claims, found)


def is_daily(days: pd.Series[Any]) -> bool:
    """Whether more than half of the steps of a series are one day."""
    return len(days) >= DAILY_PICTURES and float((days.diff().dt.days.iloc[1:] == 1).mean()) > 0.5


def missing_days(days: pd.Series[Any]) -> tuple[int, list[str]]:
    """Count the days that a series leaves out, and name them, runs of days as one.

    Examples
    --------
    >>> missing_days(pd.Series(pd.to_datetime(["2018-03-01", "2018-03-02", "2018-03-05"])))
    (2, ['2018-03-03 to 2018-03-04'])
    """
    missing = pd.date_range(days.iloc[0], days.iloc[-1], freq="D").difference(pd.DatetimeIndex(days))
    if not len(missing):
        return 0, []
    runs = np.split(missing, np.flatnonzero(np.diff(missing.to_numpy()) > np.timedelta64(1, "D")) + 1)
    names = [f"{run[0]:%Y-%m-%d}" + (f" to {run[-1]:%Y-%m-%d}" if len(run) > 1 else "") for run in runs]
    return len(missing), names


def _missing(days: pd.Series[Any], found: Any) -> None:
    count, names = missing_days(days)
    if not count:
        return
    found.add(
        "missing_days",
        "warning",
        f"{count} days of a daily series have no picture: {listed(names, 50)}",
        measured=float(count),
        unit="days",
        hint="the picture before answers for them, with its age; add the pictures if they exist",
    )


def _unchanged(pictures: Pictures, live: pd.DataFrame, found: Any) -> None:
    same = unchanged(pictures, live)
    if same:
        shows = "picture shows" if len(same) == 1 else "pictures show"
        found.add(
            "unchanged",
            "note",
            f"{len(same)} {shows} exactly what the one before shows: {listed(same, 20)}",
            measured=float(len(same)),
            unit="pictures",
            hint="nothing, if nothing moved; a copied file otherwise",
        )


def unchanged(pictures: Pictures, live: pd.DataFrame) -> list[str]:
    """Days of the pictures that show exactly what the one before them shows."""
    ids = picture_ids(pictures.areas)
    keys = zip(pictures.areas["holder"].astype("str"), shapely.to_wkb(pictures.areas.geometry.to_numpy()), strict=True)
    state: dict[str, set[tuple[str, bytes]]] = {}
    for name, key in zip(ids, keys, strict=True):
        state.setdefault(str(name), set()).add(key)
    shown = [state.get(str(name), set()) for name in picture_ids(live)]
    same = [n for n in range(1, len(shown)) if shown[n] == shown[n - 1]]
    return [f"{live['picture_date'].iloc[n]:%Y-%m-%d}" for n in same]


def _leaps(live: pd.DataFrame, total: Any, daily: bool, found: Any) -> None:
    change = np.diff(total)
    usual = float(np.median(np.abs(change[change != 0]))) if (change != 0).any() else 0.0
    for n, picture in enumerate(live.itertuples()):
        before, here = total[max(n - 1, 0)], total[n]
        after = total[n + 1] if n + 1 < len(total) else None
        base = min(before, after) if after is not None and n else 0.0
        if n and here == 0 and base > 0:
            text = f"an empty picture between pictures of {before:,.1f} and {after:,.1f} km²"
            hint = "an empty picture says that nobody holds anything: is it meant?"
            found.add("emptied", "warning", text, picture=picture, measured=0.0, unit="km²", hint=hint)
        elif base > 0 and abs(after - before) < RETURN_SHARE * abs(here - base) and abs(here - base) > TENTH * base:
            text = f"{here:,.1f} km² between {before:,.1f} and {after:,.1f} km²: a leap that comes back"
            found.add("jump", "warning", text, picture=picture, measured=float(here), unit="km²", hint=_LEAP_HINT)
        elif n and daily and abs(here - before) > max(LEAP * usual, TENTH * before):
            back = n > 1 and abs(here - total[n - 2]) < RETURN_SHARE * abs(before - total[n - 2])
            if not back:  # the way back from a leap is told with the leap
                text = f"from {before:,.1f} to {here:,.1f} km² in one step, far beyond the others of the series"
                found.add("jump", "warning", text, picture=picture, measured=float(here), unit="km²", hint=_LEAP_HINT)


def _flips(
    pictures: Pictures, live: pd.DataFrame, places: gpd.GeoDataFrame, claims: pd.DataFrame | None, found: Any
) -> None:
    towns = listed_towns(places)
    if not len(towns) or len(live) < 3:
        return
    days = live["picture_date"]
    points = np.repeat(towns["geometry"].to_numpy(), len(days))
    asked = gpd.GeoDataFrame({"date": np.tile(days, len(towns))}, geometry=points, crs="EPSG:4326")
    answers = locate(asked, pictures, edges=False)
    # A town that becomes contested has not changed hands.
    named = answers["holder"].fillna(answers["holder_answer"])
    state = named.to_numpy(dtype=object).reshape(len(towns), len(days))
    for said, town in zip(state, towns.itertuples(), strict=True):
        moved = np.flatnonzero(said[1:] != said[:-1]) + 1
        for start, end in itertools.pairwise(moved):
            left, back = days.iloc[start], days.iloc[end]
            if said[end] != said[start - 1] or _is_reported(str(town.name), days.iloc[start - 1], back, claims):
                continue
            found.add(
                "flip",
                "warning",
                f"{town.name} changes hands on {left:%Y-%m-%d} and back on {back:%Y-%m-%d}, and no report says so",
                picture=next(live.iloc[[int(start)]].itertuples()),
                geometry=town.geometry,
                hint="look at the edge near the town, or add the report that tells of it",
            )


def _is_reported(name: str, start: Any, end: Any, claims: pd.DataFrame | None) -> bool:
    if claims is None or not len(claims):
        return False
    here = (claims["place"] == name) | (claims["origin"] == name) | (claims["destination"] == name)
    then = (claims["date_from"] <= end) & (claims["date_to"] > start)
    return bool((here & then & claims["kind"].isin(["holder", "advance", "attack", "agreement", "siege"])).any())
