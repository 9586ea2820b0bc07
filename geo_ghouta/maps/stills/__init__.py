"""Stills: pictures of a day, several days on one sheet, and a small SVG for readers where no script runs.

A picture is composed as a :class:`~geo_ghouta.maps.stills.sheet.Sheet` of marks and then painted: SVG by ourselves,
PNG and PDF by matplotlib (extra ``geo-ghouta[picture]``). Colours and words are those of the page.
"""

from geo_ghouta.maps.stills.fallback import png_fallback, svg_fallback
from geo_ghouta.maps.stills.multiples import save_multiples
from geo_ghouta.maps.stills.picture import check_path, save_picture, shown_day
from geo_ghouta.maps.stills.readout import pictures_behind

__all__ = [
    "check_path",
    "pictures_behind",
    "png_fallback",
    "save_multiples",
    "save_picture",
    "shown_day",
    "svg_fallback",
]
