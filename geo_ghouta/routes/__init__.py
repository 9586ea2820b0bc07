"""Routes of convoys: legs with their evidence, joined to the departures that reports tell of.

Reads ``routes.geojson`` of a case, and makes CONVOYS of departure claims: one of a day and an origin, every count
that was given between a low and a high, the route drawn for that day and origin, and whose ground it crossed as it
was held on that day.
"""

from geo_ghouta.routes.convoys import find_crossings, join_convoys
from geo_ghouta.routes.naming import unknown_names
from geo_ghouta.routes.reading import read_routes

__all__ = ["find_crossings", "join_convoys", "read_routes", "unknown_names"]
