"""Place tables → one index: the case's list, lists given and added, countries and regions, the world."""

from geo_ghouta.gazetteer.added import add_list, note_added, remove_list
from geo_ghouta.gazetteer.index import JoinedIndex
from geo_ghouta.gazetteer.lists import read_places
from geo_ghouta.gazetteer.opening import info, open_index
from geo_ghouta.gazetteer.world import inputs as world_inputs

__all__ = [
    "JoinedIndex",
    "add_list",
    "info",
    "note_added",
    "open_index",
    "read_places",
    "remove_list",
    "world_inputs",
]
