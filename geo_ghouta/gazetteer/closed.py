"""The closed list that is always there: countries with their adjectives, regions, seas and first-level divisions.

The tables lie in ``data/``; names and points are facts gathered by hand, rounded as gazetteers give them.
"""

from __future__ import annotations

import csv
import functools
import importlib.resources
import io
from typing import TYPE_CHECKING

from geo_ghouta.gazetteer.lists import PRECISION
from geo_ghouta.gazetteer.shelf import Shelf
from geo_ghouta.names import plain
from geo_ghouta.schema import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = "geo-ghouta closed list"
TIER = 3
CAPITALS_SOURCE = "GeoNames (CC BY 4.0), capitals"
CAPITALS_TIER = 4
"""As the world's towns: what a text says decides between London and its namesakes."""


def rows_of(name: str) -> list[dict[str, str]]:
    """Rows of one packaged table."""
    text = importlib.resources.files("geo_ghouta.gazetteer").joinpath("data", name).read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def _cells(row: dict[str, str], key: str) -> list[str]:
    return [c for c in (row.get(key) or "").split("|") if c]


def _spellings(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield row["name"], "exact"
    for key, match in (
        ("aliases", "alias"),
        ("name_ar", "alias"),
        ("adjectives", "adjective"),
        ("demonyms", "demonym"),
    ):
        for cell in _cells(row, key):
            yield cell, match


@functools.cache
def country_names() -> dict[str, str]:
    """ISO code → name.

    Examples
    --------
    >>> country_names()["SY"]
    'Syria'
    """
    return {row["iso"]: row["name"] for row in rows_of("countries.csv")}


@functools.cache
def country_codes() -> dict[str, str]:
    """Plain key of every name of a country → ISO code.

    Examples
    --------
    >>> country_codes()["syrian arab republic"]
    'SY'
    """
    found: dict[str, str] = {}
    for row in rows_of("countries.csv"):
        for text in (row["name"], *_cells(row, "aliases"), *_cells(row, "name_ar")):
            found.setdefault(plain(text).removeprefix("the "), row["iso"])
    return found


@functools.cache
def state_ids() -> dict[str, str]:
    """ISO 3166-2 code → place_id of the first-level divisions of the closed list."""
    return {row["code"]: f"adm1/{row['code']}" for row in rows_of("divisions.csv")}


@functools.cache
def closed_shelf() -> Shelf:
    """Shelf of countries, regions and well-known divisions."""
    shelf = Shelf(folded=False)
    for row in rows_of("countries.csv"):
        shelf.add(_place(row, f"country/{row['iso']}", "country", row["iso"]), _spellings(row))
    for row in rows_of("regions.csv"):
        slug = plain(row["name"]).replace(" ", "-")
        shelf.add(_place(row, f"region/{slug}", row["kind"], row["country"]), _spellings(row))
    for row in rows_of("divisions.csv"):
        country = row["code"][:2]
        shelf.add(_place(row, f"adm1/{row['code']}", "adm1", country), _spellings(row))
    return shelf


@functools.cache
def spots_shelf() -> Shelf:
    """Shelf of what news names and world gazetteers lack: camps, crossings, bases, quarters, renamed towns."""
    shelf = Shelf()
    for row in rows_of("spots.csv"):
        slug = plain(row["name"]).replace(" ", "-")
        shelf.add(_place(row, f"spot/{row['country'].lower()}-{slug}", row["kind"], row["country"]), _spellings(row))
    return shelf


@functools.cache
def capitals_shelf() -> Shelf:
    """Shelf of capitals and of the seats of talks and courts: reports name them, with the world's towns or without."""
    shelf = Shelf(folded=False)
    for row in rows_of("capitals.csv"):
        place = _place(row, row["place_id"], row["kind"], row["country"])
        place = place._replace(population=int(row["population"]), tier=CAPITALS_TIER, source=CAPITALS_SOURCE)
        shelf.add(place, _spellings(row))
    return shelf


def _place(row: dict[str, str], place_id: str, kind: str, country: str) -> Place:
    precision, radius = PRECISION[kind]
    holder = country_names().get(country, "") if kind != "country" else ""
    return Place(
        place_id=place_id,
        name=row["name"],
        name_ar=(_cells(row, "name_ar") or [""])[0],
        kind=kind,
        admin=holder,
        lon=float(row["lon"]),
        lat=float(row["lat"]),
        geo_precision=precision,
        uncertainty_m=radius,
        population=0,
        country=country,
        gazetteer="countries and regions",
        source=SOURCE,
        tier=TIER,
        within=frozenset({f"country/{country}", plain(holder)}) if holder else frozenset(),
    )
