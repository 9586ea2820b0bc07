"""Words beside a name that tell a kind of place, and which kinds fit them."""

from __future__ import annotations

KIND_OF = {
    "province": "adm1",
    "governorate": "adm1",
    "state": "adm1",
    "county": "adm2",
    "region": "adm1",
    "city": "city",
    "town": "town",
    "village": "village",
    "district": "district",
    "neighbourhood": "district",
    "neighborhood": "district",
    "quarter": "district",
    "suburb": "district",
    "camp": "camp",
    "hamlet": "village",
    "capital": "capital",
    "enclave": "region",
    "crossing": "crossing",
    "river": "water",
    "dam": "site",
    "island": "region",
    "airport": "base",
    "airbase": "base",
    "base": "base",
    "countryside": "adm1",
    "port": "city",
    "prefecture": "adm1",
    "oblast": "adm1",
    "locality": "village",
    "subdistrict": "adm3",
    "country": "country",
    "pocket": "region",
}
"""Word → kind."""
PLURALS = {"cities": "city", "counties": "county", "localities": "locality", "countries": "country"}
"""Plurals that do more than add an s."""
FITS = {
    "city": {"city", "capital", "town"},
    "town": {"town", "city", "village", "district"},
    "village": {"village", "town"},
    "district": {"district", "neighbourhood", "adm2", "adm3", "town"},
    "adm1": {"adm1", "region"},
    "adm2": {"adm2", "adm1"},
    "adm3": {"adm3", "adm2"},
    "capital": {"capital", "city"},
    "camp": {"camp", "district", "town"},
    "region": {"region", "adm1"},
    "crossing": {"crossing", "site"},
    "water": {"water"},
    "site": {"site"},
    "base": {"base", "site"},
    "country": {"country"},
}
"""Kind told → kinds that a gazetteer may have for it."""
COMPASS = frozenset(
    {"north", "south", "east", "west", "central"}
    | {a + b for a in ("north", "south") for b in ("east", "west")}
    | {a + "ern" for a in ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")}
)
"""Words that take a part of a place."""
