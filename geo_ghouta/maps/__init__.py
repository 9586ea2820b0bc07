"""Maps: tables in, one self-contained page out; also an element for anyone's folium map, and for notebooks.

The page is made of readable files beside this one: ``page/*.js``, ``page/*.css`` and ``lang/*.json``.
"""

from geo_ghouta.maps.document import notes, page_html, save_page
from geo_ghouta.maps.element import control_map
from geo_ghouta.maps.model import MapInput
from geo_ghouta.maps.notebook import Drawing, draw_map, embed_snippet

__all__ = ["Drawing", "MapInput", "control_map", "draw_map", "embed_snippet", "notes", "page_html", "save_page"]
