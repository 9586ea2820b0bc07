"""Place tables → one index: the case's list, lists given and added, countries and regions, the world."""

from geo_ghouta.gazetteer.added import add_list, remove_list
from geo_ghouta.gazetteer.index import JoinedIndex
from geo_ghouta.gazetteer.lists import read_places
from geo_ghouta.gazetteer.opening import info, open_index

__all__ = ["JoinedIndex", "add_list", "info", "open_index", "read_places", "remove_list"]
