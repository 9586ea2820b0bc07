"""One index over the case's list, lists given and added, the closed list and the world."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from geo_ghouta.gazetteer.closed import TIER as CLOSED_TIER
from geo_ghouta.gazetteer.closed import capitals_shelf, closed_shelf, country_codes, country_names, spots_shelf
from geo_ghouta.gazetteer.shelf import Shelf
from geo_ghouta.names import NumberedNames, fold, like_words, plain, skeleton
from geo_ghouta.schema import Match, Place
from geo_ghouta.schema.columns import values_of
from geo_ghouta.schema.vocabulary import SETTLED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Protocol

    import geopandas as gpd

    class WorldShelf(Protocol):
        """What a shelf of the world answers."""

        path: Path

        def look_up(self, key: str) -> list[Match]:
            """Return what a plain key can mean."""
            ...

        def width(self, word: str, deep: str) -> int:
            """Words of the longest name that begins with this word."""
            ...

        def folded_width(self, deep: str) -> int:
            """Words of the longest folded key that begins with this folded word."""
            ...

        def pair(self, words: str) -> bool:
            """Whether a plain key may begin with these two words: False is certain."""
            ...

        def by_id(self, place_id: str) -> Place | None:
            """Return the place of this id."""
            ...


_SAME_KM = 6.0
_SHORT = 4
_WIDE = frozenset({"adm1", "adm2", "adm3", "region", "country", "continent", "water"})
_CACHED = 200_000
_MARK = "fulan"


class JoinedIndex:
    """Places by spelling over all shelves, the nearest list first.

    Parameters
    ----------
    shelves : sequence of Shelf
        In order of trust: the case's list, lists given, lists added.
    world : sequence
        Shelves asked last.
    added : sequence
        Lists that the user added, asked behind the given ones.
    """

    def __init__(
        self, shelves: Sequence[Shelf], world: Sequence[WorldShelf] = (), added: Sequence[WorldShelf] = ()
    ) -> None:
        self._near = list(shelves)
        self._added = list(added)
        self._world = list(world)
        self._closed = closed_shelf()
        self._spots = spots_shelf()
        self._capitals = capitals_shelf()
        self._capital_keys, _ = self._capitals.keys()
        self._shelves: list[Shelf | WorldShelf] = [*self._near, *self._added, self._closed, self._spots]
        keys = [s.keys() for s in (*self._near, self._closed, self._spots)]
        self._plain = frozenset[str]().union(*(k for k, _ in keys))
        self._folded = frozenset[str]().union(*(k for _, k in keys))
        self._first: dict[str, int] = {}
        for held in (*self._near, self._closed, self._spots, self._capitals):
            for word, width in held.widths().items():
                if width > self._first.get(word, 0):
                    self._first[word] = width
        self._built = [*self._added, *self._world]
        self._pairs = {" ".join(k.split(" ", 2)[:2]) for k in self._plain | self._capital_keys if " " in k}
        self._folded_first = {k.partition(" ")[0] for k in self._folded if " " in k}
        near = [k for s in self._near for k in s.keys()[1]]
        self._alike_first = {skeleton(k.partition(" ")[0]) for k in near if " " in k}
        self._open: dict[str, bool] = {}
        self._found: dict[str, tuple[Match, ...]] = {}
        self._widths: dict[str, int] = {}
        self._suggested: dict[str, tuple[Match, ...]] = {}

    @property
    def built(self) -> tuple[str, ...]:
        """Names of the built files of added lists and the world; other contents, or other rules, other names."""
        return tuple(shelf.path.name for shelf in self._built)

    @property
    def has_world(self) -> bool:
        """Whether places beyond the lists are known."""
        return bool(self._world)

    @functools.cached_property
    def numbered(self) -> NumberedNames:
        """The names with a number of the case's and given lists: "School No. 5"."""
        return NumberedNames({k for shelf in self._near for k in shelf.keys()[0] if " " in k})

    def look_up(self, text: str) -> tuple[Match, ...]:
        """Return every place that these words can mean, best list first; () for none.

        A place that two lists have is given once, from the list trusted more.
        """
        known = self._found.get(text)
        if known is None:
            if len(self._found) > _CACHED:
                self._found.clear()
            known = self._found[text] = tuple(self._ask(plain(text).removeprefix("the ")))
        return known

    def _ask(self, key: str) -> list[Match]:
        if not key or not self._begins(key):
            return []
        found: list[Match] = []
        deep = fold(key)
        # Most spans are in no list: they are asked of the lists' keys once and not list by list.
        for shelf in self._shelves if key in self._plain or deep in self._folded else self._added:
            there = shelf.look_up(key)
            if there:
                found += _new(there, found)
        for world in self._world:
            there = world.look_up(key)
            if there:
                found = [_peopled(m, there) for m in found] if found else found
                found += _new(there, found)
        if key in self._capital_keys:
            found += _new(self._capitals.look_up(key), found)
        if key in like_words():
            return [m for m in found if m.likeness == 1.0]  # "Parade" is no spelling of Barada
        if len(found) > 1 and found[0].likeness < 1.0 and len(deep) <= _SHORT:
            # Heze is a town of its own, and no spelling of Hezzeh: short keys meet too easily.
            found.sort(key=lambda m: m.likeness < 1.0)
        if not found:
            for shelf in self._near:
                found += shelf.resembling(deep)
                if found:
                    break
        return found

    def _begins(self, key: str) -> bool:
        """Whether some name may begin with the first two words of this key: False is certain, and cheap."""
        first, _, rest = key.partition(" ")
        if not rest:
            return True
        second = rest.partition(" ")[0]
        pair = f"{first} {second}"
        if pair in self._pairs or any(shelf.pair(pair) for shelf in self._built):
            return True
        known = self._open.get(first)
        if known is None:
            if len(self._open) > _CACHED:
                self._open.clear()
            known = self._open[first] = self._folds(first)
        return known

    def _folds(self, first: str) -> bool:
        """Whether a folded name of two words or more, or one that is alike, may begin with this word."""
        deep, _, mark = fold(f"{first} {_MARK}").rpartition(" ")
        if mark != _MARK or not deep:
            return True  # an article or a side: what the name begins with stands behind it
        if deep in self._folded_first or any(shelf.folded_width(deep) > 1 for shelf in self._built):
            return True
        return skeleton(deep) in self._alike_first

    def width(self, word: str) -> int:
        """Return how many words the longest name that begins with this word has; 0 if none does."""
        known = self._widths.get(word)
        if known is None:
            if len(self._widths) > _CACHED:
                self._widths.clear()
            key = plain(word)
            deep = fold(word)
            key, deep = key.split(" ")[0], deep.split(" ")[0]
            known = max(self._first.get(key, 0), self._first.get(deep, 0)) if key else 0
            for shelf in self._built if key else ():
                known = max(known, shelf.width(key, deep))
            self._widths[word] = known
        return known

    def by_id(self, place_id: str) -> Place | None:
        """Return the place of this id, None if no list has it."""
        for shelf in (*self._near, self._closed, self._spots, self._capitals):
            found = next((p for p in shelf.places if p.place_id == place_id), None)
            if found:
                return found
        return next((p for shelf in self._built if (p := shelf.by_id(place_id))), None)

    def suggest(self, text: str, limit: int = 3) -> tuple[Match, ...]:
        """Return places of the case's and given lists whose names are alike, best first, for a person to choose."""
        known = self._suggested.get(text)
        if known is not None:
            return known
        found: list[Match] = []
        for shelf in self._near:
            found += shelf.suggest(fold(text), limit)
        self._suggested[text] = tuple(sorted(found, key=lambda m: (-m.likeness, m.place.place_id))[:limit])
        return self._suggested[text]


def _new(matches: list[Match], known: list[Match]) -> list[Match]:
    return [m for m in matches if not any(_same(m.place, k.place) for k in known)] if known else matches


def _peopled(match: Match, there: list[Match]) -> Match:
    """Tell a listed place what the world gazetteer knows of it: its people, and for the closed list what holds it.

    Lists seldom say. A city of the closed list that stood without its people and province lost to the villages of its
    name that the world gazetteer has in that province.
    """
    place = match.place
    if place.population or place.kind in _WIDE or (place.tier == CLOSED_TIER and place.kind not in SETTLED):
        return match
    same = max((m.place for m in there if _same(m.place, place)), key=lambda p: p.population, default=None)
    if same is None or not same.population:
        return match
    if place.tier < CLOSED_TIER:
        return match._replace(place=place._replace(population=same.population))
    held = place._replace(population=same.population, admin=same.admin, within=place.within | same.within)
    return match._replace(place=held)


def _same(a: Place, b: Place) -> bool:
    if a.place_id == b.place_id:
        return True
    if (a.kind in _WIDE) != (b.kind in _WIDE):
        return False
    limit = 150.0 if a.kind in _WIDE else _SAME_KM
    return rough_km(a.lon, a.lat, b.lon, b.lat) <= limit


def rough_km(lon1: float, lat1: float, lon2: float, lat2: float) -> float:
    """Distance on a sphere in kilometres, good to half a per cent: for ranking, not for measuring.

    Examples
    --------
    >>> round(rough_km(36.3, 33.5, 36.63, 35.93))
    272
    """
    x = math.radians((lon2 - lon1 + 180.0) % 360.0 - 180.0) * math.cos(math.radians((lat1 + lat2) / 2.0))
    y = math.radians(lat2 - lat1)
    return 6371.0 * math.hypot(x, y)


@functools.lru_cache(maxsize=65536)
def containers(admin: str, country: str) -> frozenset[str]:
    """Keys of what a place lies in, from its ``admin`` words and its country.

    Examples
    --------
    >>> sorted(containers("Duma District, Rif Dimashq, Syria", ""))
    ['country/SY', 'duma', 'duma district', 'rif dimashk', 'rif dimashq', 'siria', 'syria']
    """
    keys: set[str] = set()
    for part in admin.split(","):
        key = plain(part)
        if not key:
            continue
        bare = key.removesuffix(" district").removesuffix(" governorate").removesuffix(" province")
        keys |= {key, bare, fold(bare)}
        code = country_codes().get(key)
        if code:
            keys.add(f"country/{code}")
    if country:
        keys |= {f"country/{country}", plain(country_names().get(country, ""))}
    return frozenset(k for k in keys if k)


def country_of(admin: str) -> str:
    """ISO code of the country that the containers name, "" for none."""
    codes = country_codes()
    return next((codes[k] for part in reversed(admin.split(",")) if (k := plain(part)) in codes), "")


_SIDES = {
    a + b: f"{a}{b}ern"
    for a, b in [(x, y) for x in ("", "north", "south") for y in ("east", "west")] + [("north", ""), ("south", "")]
}
_SIDES |= {long: short for short, long in _SIDES.items()}


def _other_side(name: str) -> str:
    """Return "Western Mosul" for "West Mosul" and the other way about; "" for a name of no side."""
    first, _, rest = name.partition(" ")
    side = _SIDES.get(first.lower(), "") if rest else ""
    return f"{side.capitalize()} {rest}" if side else ""


def shelf_of(table: gpd.GeoDataFrame, tier: int, country: str = "") -> Shelf:
    """Put a GAZETTEER table on a shelf.

    Parameters
    ----------
    table : geopandas.GeoDataFrame
        GAZETTEER.
    tier : int
        0 the case's list, 1 lists given, 2 lists added.
    country : str
        ISO code for rows whose ``admin`` names no country.
    """
    shelf = Shelf()
    listed: set[str] = set()
    told = {str(name): values_of(table[name]) for name in table.columns if name != "geometry"}
    lons, lats = table.geometry.x.tolist(), table.geometry.y.tolist()
    # A list that names countries and leaves one out means it; only a list without any is taken to lie in one country.
    if any(country_of(admin) for admin in told["admin"] if admin):
        country = ""
    rows = [dict(zip(told, values, strict=True)) for values in zip(*told.values(), strict=True)]
    for row in rows:
        listed.update(plain(n) for n in (row["name"], *(row["aliases"] or "").split("|")))
    for row, lon, lat in zip(rows, lons, lats, strict=True):
        admin = row["admin"] or ""
        code = country_of(admin) or country
        arabic = (row["name_ar"] or "").split("|")
        place = Place(
            place_id=row["place_id"],
            name=row["name"],
            name_ar=arabic[0],
            kind=row["kind"],
            admin=admin,
            lon=lon,
            lat=lat,
            geo_precision=row["geo_precision"],
            uncertainty_m=float(row["uncertainty_m"]),
            population=int(row["population"] or 0),
            country=code,
            gazetteer=row["gazetteer"],
            source=row["source"] or "",
            rank=4 if row["rank"] is None else int(row["rank"]),
            tier=tier,
            within=containers(admin, code),
        )
        aliases = [a.strip() for a in (row["aliases"] or "").split("|")]
        aliases += [side for n in (row["name"], *aliases) if (side := _other_side(n)) and plain(side) not in listed]
        names = [(row["name"], "exact"), *((a, "alias") for a in aliases), *((a, "exact") for a in arabic)]
        shelf.add(place, [(n, m) for n, m in names if n])
    return shelf
