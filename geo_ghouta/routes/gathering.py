"""Which departure claims are about one convoy: the same day, and origins that are one place told in several ways."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta.names import fold
from geo_ghouta.schema.columns import values_of
from geo_ghouta.schema.counted import counts_lots

if TYPE_CHECKING:
    import geopandas as gpd

LEFT_OUT = ("denied", "conditional", "proposed")
_WIDE = ("region", "country", "adm1", "adm2", "adm3", "capital", "city")
"""Kinds of place that a convoy's true origin may lie in."""
COUNTED_UNITS = ("people", "fighters", "civilians", "prisoners")
USED = (
    "claim_id", "report_id", "story_id", "speaker", "outlet", "unit", "value", "low", "high", "buses", "part_of",
    "counted", "modality", "origin", "origin_id", "destination", "crossing", "date_from", "date_to",
)  # fmt: skip
"""Columns of CLAIMS that convoys are made of."""


@dataclasses.dataclass(eq=False)
class Gathering:
    """Claims about what left one origin on one day.

    Parameters
    ----------
    day : pandas.Timestamp
    nights : int
        1, or 2 for a night that the report does not date more closely.
    names : dict of str to str
        Folded name of each origin and the name as written.
    claims : list of dict
        Columns ``USED`` of CLAIMS, None where one is missing: many small tables would cost far more.
    crossing : str or None
        The exit that a report names in place of the origin.
    """

    day: Any
    nights: int
    names: dict[str, str]
    claims: list[dict[str, Any]]
    crossing: str | None = None


class Atlas:
    """What is known of places and live routes: ids, what lies in what, where a route begins and leaves."""

    def __init__(self, places: gpd.GeoDataFrame, routes: gpd.GeoDataFrame) -> None:
        known = places[places["place_id"].notna() & places["name"].notna()].drop_duplicates("place_id")
        self.ids: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.inside: dict[str, set[str]] = {}
        for row in known.sort_values("place_id")[["place_id", "name", "kind", "admin"]].to_dict("records"):
            key = fold(str(row["name"]))
            self.ids.setdefault(key, str(row["place_id"]))
            self.kinds.setdefault(key, "" if pd.isna(row["kind"]) else str(row["kind"]))
            admin = "" if pd.isna(row["admin"]) else str(row["admin"])
            self.inside.setdefault(key, {fold(name) for name in admin.split(",") if name.strip()})
        self._heads: dict[Any, list[tuple[str, str, set[str]]]] = {}
        legs = routes.sort_values(["route_id", "leg"], kind="stable")
        self._legs = records(legs, ("route_id", "valid_from", "valid_to", "from_place", "to_place", "origins"))

    def heads(self, day: Any) -> list[tuple[str, str, set[str]]]:
        """Routes live on a day: where each begins, the end of its first leg (folded), and all its origins (folded)."""
        if day in self._heads:
            return self._heads[day]
        out = []
        seen = set()
        for leg in self._legs:
            since, until = leg["valid_from"], leg["valid_to"]
            if since is None or until is None or not since <= day < until or leg["route_id"] in seen:
                continue
            seen.add(leg["route_id"])
            origins = {fold(name) for name in [str(leg["from_place"]), *(leg["origins"] or "").split("|")] if name}
            out.append((str(leg["from_place"]), fold(str(leg["to_place"])), origins))
        self._heads[day] = out
        return out

    def lies_in(self, fine: str, wide: str, day: Any) -> bool:
        """Whether one origin is a place in the other: by the place list, or since one route serves both."""
        if fine == wide or self.kinds.get(wide) not in _WIDE:
            return False
        if wide in self.inside.get(fine, set()):
            return True
        narrow = self.kinds.get(fine) not in _WIDE
        return narrow and any({fine, wide} <= origins for _, _, origins in self.heads(day))


def gather(claims: pd.DataFrame, atlas: Atlas) -> list[Gathering]:
    """Put departure claims together that are about one convoy, in the order of day and origin.

    One convoy is what left one origin on one day or night. Origins are one where they share a place; where one is the
    exit that a route of that day leaves by (its first leg's end), it stands for the route's start. A claim about a
    wider place ("Damascus"), or about a night of two days, joins the one convoy that it fits, if their counts do not
    speak against it; where it fits several, it stays by itself. A part goes with its whole, whatever its own words
    name. A count of convoys ("nine convoys left the city") tells of those that are there, with each of which it is
    listed; only where there is none it stands for the departure of its day.
    """
    used = records(_departures(_with_riders(claims)), USED)
    found: list[Gathering] = []
    members: dict[int, list[int]] = {}
    by_name: dict[tuple[Any, int, str], int] = {}
    own, parts = _with_wholes(used)
    for number, claim in own:
        names, crossing = _origins(claim, atlas)
        day = claim["date_from"]
        nights = int((claim["date_to"] - day).days)
        keys = [(day, nights, name) for name in names]
        twin = next(
            (by_name[key] for key in keys if key in by_name and key[2] in found[by_name[key]].names), len(found)
        )
        if twin == len(found):
            found.append(Gathering(day, nights, names, [], crossing))
        else:
            known = found[twin]
            known.names = {key: name for key, name in known.names.items() if key in names}
            known.crossing = known.crossing or crossing
        members.setdefault(twin, []).append(number)
        by_name.update((key, twin) for key in keys if key not in by_name)
    for twin, numbers in members.items():
        found[twin].claims = sorted((m for n in numbers for m in (used[n], *parts.get(n, ()))), key=_in_order)
    counts = [gathering for gathering in found if _only_counts(gathering)]
    found = [gathering for gathering in found if not _only_counts(gathering)]
    found = _joined(found, *_nights(found))
    found = _joined(found, *_wider(found, atlas))
    found = _listed_with(found, counts, atlas)
    return sorted(found, key=lambda g: (g.day, g.nights, "|".join(g.names.values())))


def _in_order(claim: dict[str, Any]) -> tuple[Any, str]:
    return claim["date_from"], claim["claim_id"]


def _with_wholes(
    used: list[dict[str, Any]],
) -> tuple[list[tuple[int, dict[str, Any]]], dict[int, list[dict[str, Any]]]]:
    """Claims that stand by themselves, with their numbers, and by number of a whole the parts told of it."""
    at = {claim["claim_id"]: number for number, claim in enumerate(used)}
    own: list[tuple[int, dict[str, Any]]] = []
    parts: dict[int, list[dict[str, Any]]] = {}
    for number, claim in enumerate(used):
        whole, passed = number, {number}
        while (above := at.get(used[whole]["part_of"])) is not None and above not in passed:
            passed.add(above)
            whole = above
        if whole == number or above in passed:  # parts of one another are no parts
            own.append((number, claim))
        else:
            parts.setdefault(whole, []).append(claim)
    return own, parts


def _only_counts(gathering: Gathering) -> bool:
    return all(counts_lots(claim["unit"], claim["counted"]) for claim in gathering.claims)


def _listed_with(found: list[Gathering], counts: list[Gathering], atlas: Atlas) -> list[Gathering]:
    """List counts of convoys with the convoys of their days that left their origin or a place in it."""
    by_day: dict[Any, list[Gathering]] = {}
    for gathering in found:
        by_day.setdefault(gathering.day, []).append(gathering)
    alone = []
    for count in counts:
        days = (count.day + pd.Timedelta(days=n) for n in range(count.nights))
        meant = [one for day in days for one in by_day.get(day, ()) if _left_from(one, count, atlas)]
        for one in meant:
            one.claims = [*one.claims, *count.claims]
        if not meant:
            alone.append(count)
    return [*found, *alone]


def _left_from(one: Gathering, count: Gathering, atlas: Atlas) -> bool:
    return all(
        wide in one.names or any(atlas.lies_in(fine, wide, one.day) for fine in one.names) for wide in count.names
    )


def _with_riders(claims: pd.DataFrame) -> pd.DataFrame:
    """Read "seven buses carried 300" as one convoy: who rode in the buses is no part of them, and left from one place.

    The claim of the riders gets the number of buses, and that of the buses what only the riders' tells.
    """
    riders = claims[(claims["kind"] == "departure") & claims["part_of"].notna() & claims["unit"].isin(COUNTED_UNITS)]
    buses = claims[claims["claim_id"].isin(riders["part_of"]) & (claims["unit"] == "buses")]
    if not len(buses):
        return claims
    told = {bus["claim_id"]: bus for bus in records(buses, ("claim_id", "value", "origin", "origin_id"))}
    changed = {name: claims[name].astype("object").tolist() for name in ("part_of", "buses", "origin", "origin_id")}
    rows = dict(zip(claims["claim_id"], range(len(claims)), strict=True))
    for rider in records(riders, ("claim_id", "part_of", "buses", "origin", "origin_id")):
        bus = told.get(rider["part_of"])
        if bus is None:
            continue
        at, of = rows[rider["claim_id"]], rows[bus["claim_id"]]
        changed["part_of"][at] = None
        if rider["buses"] is None and bus["value"] is not None:
            changed["buses"][at] = int(bus["value"])
        if bus["origin"] is None and bus["origin_id"] is None:
            changed["origin"][of], changed["origin_id"][of] = rider["origin"], rider["origin_id"]
    return claims.assign(
        **{name: pd.Series(values, index=claims.index, dtype=claims[name].dtype) for name, values in changed.items()}
    )


def _departures(claims: pd.DataFrame) -> pd.DataFrame:
    nights = (claims["date_to"] - claims["date_from"]).dt.days
    fits = (
        (claims["kind"] == "departure")
        & ~claims["modality"].isin(LEFT_OUT)
        & (claims["scope"].fillna("event") != "cumulative")
        & (claims["origin"].notna() | claims["origin_id"].notna())
        & nights.between(1, 2)
    )
    return claims[fits].sort_values(["date_from", "claim_id"], kind="stable")


def records(table: pd.DataFrame, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Rows of some columns as dictionaries of plain values, None where one is missing."""
    columns = (values_of(table[name]) for name in names)
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _origins(claim: dict[str, Any], atlas: Atlas) -> tuple[dict[str, str], str | None]:
    written = claim["origin_id"] if claim["origin"] is None else claim["origin"]
    names = {fold(name): name for name in str(written).split("|") if name}
    # "Barzeh in Damascus": the container tells where the place is, nobody left from all of it. A city that is called
    # like its governorate contains nothing by that, least of all itself.
    wide = {key for key in names for other in names if other != key and key in atlas.inside.get(other, set())}
    names = {key: name for key, name in names.items() if key not in wide}
    heads = atlas.heads(claim["date_from"])
    served = set().union(*(origins for _, _, origins in heads)) if heads else set()
    crossing = None
    for key, name in list(names.items()):
        starts = {begin for begin, leaves, _ in heads if leaves == key}
        if key not in served and len(starts) == 1:
            crossing, begin = name, starts.pop()
            names.pop(key)
            names[fold(begin)] = begin
    return names, crossing


_Near = Callable[[Gathering], Iterable[int]]
"""Numbers of the gatherings that one may be a part of: only those are looked at, since a corpus has many a day."""
_Fits = Callable[[Gathering, Gathering], bool]


def _joined(found: list[Gathering], near: _Near, fits: _Fits) -> list[Gathering]:
    """Join each gathering to the one that it fits; where it fits several or none it stays."""
    gone: set[int] = set()
    for number, one in enumerate(found):
        into = [found[n] for n in near(one) if n != number and n not in gone and fits(one, found[n])]
        if len(into) == 1:
            target = into[0]
            target.claims = [*target.claims, *one.claims]
            target.crossing = target.crossing or one.crossing
            gone.add(number)
    return [g for number, g in enumerate(found) if number not in gone]


def _nights(found: list[Gathering]) -> tuple[_Near, _Fits]:
    """A night of two days joins what left one of its origins on one of them."""
    by_name: dict[tuple[Any, str], list[int]] = {}
    for number, gathering in enumerate(found):
        if gathering.nights == 1:
            for name in gathering.names:
                by_name.setdefault((gathering.day, name), []).append(number)

    def near(one: Gathering) -> Iterable[int]:
        if one.nights == 1:
            return ()
        days = (one.day, one.day + pd.Timedelta(days=1))
        return {n: None for day in days for name in one.names for n in by_name.get((day, name), ())}

    def fits(one: Gathering, other: Gathering) -> bool:
        return all(_meet(*(_range(g.claims, units) for g in (one, other))) for units in (COUNTED_UNITS, ("buses",)))

    return near, fits


def _wider(found: list[Gathering], atlas: Atlas) -> tuple[_Near, _Fits]:
    """What left a wider place joins what left a place in it on that day."""
    by_day: dict[Any, list[int]] = {}
    for number, gathering in enumerate(found):
        by_day.setdefault(gathering.day, []).append(number)

    def near(one: Gathering) -> Iterable[int]:
        return by_day[one.day] if all(atlas.kinds.get(name) in _WIDE for name in one.names) else ()

    def fits(one: Gathering, other: Gathering) -> bool:
        if not all(any(atlas.lies_in(fine, wide, one.day) for fine in other.names) for wide in one.names):
            return False
        # Two counts of people may be two convoys' or one's: they are not put together on a guess.
        people = (_range(g.claims, COUNTED_UNITS) for g in (one, other))
        return any(np.isnan(low) for low, _ in people) and _meet(*(_range(g.claims, ("buses",)) for g in (one, other)))

    return near, fits


def _range(claims: list[dict[str, Any]], units: tuple[str, ...]) -> tuple[float, float]:
    rows = [
        claim for claim in claims if claim["unit"] in units and claim["part_of"] is None and claim["counted"] is None
    ]
    told = [claim[name] for claim in rows for name in ("low", "value", "high")]
    if units == ("buses",):
        told += [claim["buses"] for claim in claims]
    figures = [float(figure) for figure in told if figure is not None]
    return (min(figures), max(figures)) if figures else (float("nan"), float("nan"))


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two ranges share a figure; one that is not known speaks against nothing."""
    if np.isnan(one[0]) or np.isnan(other[0]):
        return True
    return one[0] <= other[1] and other[0] <= one[1]
