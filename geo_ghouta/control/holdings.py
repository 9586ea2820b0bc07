"""Give a movement its origin where the text names only who held the ground: "the pocket that X holds"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.names import fold_group
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import geopandas as gpd

    from geo_ghouta.schema import Pictures
    from geo_ghouta.schema.casefile import Actor

MOVES = ("departure", "displacement", "staging")
_TO_COME = ("planned", "expected", "proposed", "conditional")
_NO_HOLDERS = ("media", "monitor", "aid", "civilian", "coalition", "mixed", "other")


def resolve_holdings(
    claims: pd.DataFrame,
    pictures: Pictures,
    pockets: gpd.GeoDataFrame,
    actors: Iterable[Actor],
    reports: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Fill the origin of movements whose text names a holder of ground, but no place.

    Conservative: only a departure, displacement or staging without origin and place, whose ``origin_holder``, or else
    whose actor (or the report's word for it), is an actor of the case that holds exactly one pocket in the picture
    of its day, or, where it holds none any more that day, in the picture of the day before. The day must be told to
    two days; where the text itself names the holder ("the pocket that X holds"), the first day of a longer span
    counts too, and for what is still to come without a day the day of publication: it leaves what is held as the
    report is written. The origin becomes the pocket's name and ``place_basis`` becomes ``control_picture``, so that
    nobody takes it for the report's own word.

    Parameters
    ----------
    claims : pandas.DataFrame
        CLAIMS.
    pictures : schema.Pictures
    pockets : geopandas.GeoDataFrame
        POCKETS of those pictures.
    actors : iterable of schema.Actor
    reports : pandas.DataFrame, optional
        REPORTS, for their days of publication.

    Returns
    -------
    pandas.DataFrame
        CLAIMS, rows and index as given.

    Examples
    --------
    >>> from geo_ghouta.schema import CONTROL, PICTURES, POCKETS, Pictures
    >>> resolve_holdings(CLAIMS.empty(), Pictures(PICTURES.empty(), CONTROL.empty()), POCKETS.empty(), []).empty
    True
    """
    out = claims.copy()
    names = _names(actors)
    days = (out["date_to"] - out["date_from"]).dt.days
    named = out["origin_holder"].notna()
    asked = out["date_from"].copy()
    if reports is not None:
        coming = named & asked.isna() & out["date_to"].isna() & out["modality"].isin(_TO_COME)
        published = dict(zip(reports["report_id"], reports["published"], strict=True))
        for index in out.index[coming]:
            asked.at[index] = published.get(out.at[index, "report_id"], pd.NaT)
    open_rows = (
        out["kind"].isin(MOVES) & out["origin"].isna() & out["origin_id"].isna() & out["place"].isna()
        & ((out["place_basis"] == "unknown") | named) & asked.notna() & ((days <= 2) | named)
    )  # fmt: skip
    known: dict[tuple[str, object], str | None] = {}
    for index in out.index[open_rows]:
        actor = _actor(out.loc[index], names)
        day = asked.at[index]
        if actor is not None and (actor, day) not in known:
            known[actor, day] = _pocket_of(actor, day, pictures, pockets)
        name = None if actor is None else known[actor, day]
        if name is not None:
            out.at[index, "origin"] = name
            out.at[index, "place_basis"] = "control_picture"
    checked: pd.DataFrame = CLAIMS.check(out)
    return checked


def _names(actors: Iterable[Actor]) -> dict[str, str]:
    names: dict[str, str] = {}
    for actor in actors:
        if actor.kind not in _NO_HOLDERS:
            for spelling in (actor.label, actor.label_ar, *actor.aliases):
                names.setdefault(fold_group(spelling), actor.id)
            names[actor.id] = actor.id
    names.pop("", None)
    return names


def _actor(row: Any, names: dict[str, str]) -> str | None:
    if pd.notna(row["origin_holder"]):  # "the pocket that X holds": whoever goes, X's ground is left
        return names.get(str(row["origin_holder"]))
    if pd.notna(row["actor"]):
        return names.get(str(row["actor"]))
    return None if pd.isna(row["actor_text"]) else names.get(fold_group(str(row["actor_text"])))


def _pocket_of(actor: str, day: Any, pictures: Pictures, pockets: gpd.GeoDataFrame) -> str | None:
    for asked in (day, day - pd.Timedelta(days=1)):
        picture = pictures.on(asked)
        if not len(picture.dates):
            return None
        shown = pockets[pockets["picture_date"] == picture.dates["picture_date"].iloc[0]]
        mine = shown[[actor in str(holders).split("|") for holders in shown["holders"]]]
        if len(mine) > 1 or (len(mine) == 1 and mine["holders"].iloc[0] != actor):
            return None  # several pockets, or one that it shares: which part is meant is not known
        if len(mine) == 1:
            return str(mine["name"].iloc[0])
    return None
