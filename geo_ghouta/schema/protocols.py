"""What one room may ask of another's object without importing the room."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Place(NamedTuple):
    """One entry of a gazetteer.

    Parameters
    ----------
    place_id : str
        List and name, or the source's own lasting id.
    name, name_ar : str
        Name shown; Arabic name or "".
    kind : str
        One of ``vocabulary.PLACE_KINDS``.
    admin : str
        Containers, smallest first, comma between.
    lon, lat : float
        EPSG:4326, degrees.
    geo_precision : str
        What the point stands for.
    uncertainty_m : float
        Radius that holds the true spot, metres.
    population : int
        People; 0 is unknown.
    country : str
        ISO 3166 code of two letters, "" if unknown.
    gazetteer, source : str
        Which list, and where its point comes from.
    rank : int
        0 the most important of its list, larger is less.
    tier : int
        0 the case's list, 1 lists given, 2 lists added, 3 countries and regions, 4 the world.
    within : frozenset of str
        ``place_id`` and folded names of its containers, for "X in Y".
    """

    place_id: str
    name: str
    name_ar: str
    kind: str
    admin: str
    lon: float
    lat: float
    geo_precision: str
    uncertainty_m: float
    population: int = 0
    country: str = ""
    gazetteer: str = ""
    source: str = ""
    rank: int = 4
    tier: int = 4
    within: frozenset[str] = frozenset()


class Match(NamedTuple):
    """A place that a spelling could mean, and how the spelling met it."""

    place: Place
    match: str
    """``exact`` the name itself, ``alias`` a listed or folded spelling, ``fuzzy``, ``adjective`` or ``demonym``."""
    likeness: float


class Spans(Protocol):
    """Names that are found in a text by themselves."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        ...

    def find(self, text: str) -> list[tuple[int, int]]:
        """Return start and end of each name, in order, none over another."""
        ...


class Index(Protocol):
    """Places by spelling: what finding and placing names ask of a gazetteer."""

    @property
    def has_world(self) -> bool:
        """Whether places beyond the lists are known: without them a name in no list may be any town."""
        ...

    @property
    def numbered(self) -> Spans:
        """What finds names with a number of the case's and given lists: "School No. 5"; false where none has one."""
        ...

    def look_up(self, text: str) -> tuple[Match, ...]:
        """Return every place that these words can mean, best list first; () for none."""
        ...

    def width(self, word: str) -> int:
        """Return how many words the longest name that begins with this word has; 0 if none does."""
        ...

    def by_id(self, place_id: str) -> Place | None:
        """Return the place of this id, None if no list has it."""
        ...

    def suggest(self, text: str, limit: int = 3) -> tuple[Match, ...]:
        """Return places of the case's and given lists whose names are alike, best first, for a person to choose."""
        ...
