"""Maps: tables in, one self-contained page out; also an element for anyone's folium map.

The page is made of readable files beside this one: ``page/*.js``, ``page/*.css`` and ``lang/*.json``.
"""

from geo_ghouta.maps.document import page_html, save_page
from geo_ghouta.maps.model import MapInput

__all__ = ["MapInput", "page_html", "save_page"]
