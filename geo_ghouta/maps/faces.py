"""What changed between any two pictures: the pictures' common faces, so that the page only has to add up.

All edges of all pictures are noded into one arrangement; each face has an area and, per picture, what it was.
Held in one picture and not drawn in another is lost; the page sums faces and so needs no geometry of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta import measure
from geo_ghouta.maps import cells

if TYPE_CHECKING:
    from geo_ghouta.schema import Pictures

MAX_PICTURES = 60
MAX_VERTICES = 60_000
_CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def build(pictures: Pictures) -> dict[str, Any]:
    """Cut all pictures into common faces.

    Parameters
    ----------
    pictures : Pictures

    Returns
    -------
    dict
        ``keys`` (letter to ``[holder, status]``), ``days`` and ``faces``: rows of km² and a word of one letter a
        picture, ``-`` where nothing is drawn; rows with the same word are summed. Empty for series too long for it.

    Examples
    --------
    >>> from geo_ghouta.schema import CONTROL, PICTURES, Pictures
    >>> build(Pictures(PICTURES.empty(), CONTROL.empty()))
    {}
    """
    days = sorted({cells.day_number(d) or 0 for d in pictures.dates["picture_date"]})
    areas = pictures.areas
    if not days or not len(areas) or len(days) > MAX_PICTURES:
        return {}
    shapes = np.array(areas.geometry.to_list(), dtype=object)
    if shapely.get_num_coordinates(shapes).sum() > MAX_VERTICES:
        return {}
    # One tenth of a metre: the grid of the page's own topology, so that shared edges stay shared.
    edges = shapely.unary_union(shapely.boundary(shapes), grid_size=1e-7)
    found = [f for f in shapely.get_parts(shapely.polygonize(shapely.get_parts([edges]))) if f.area > 0]
    if not found:
        return {}
    points = shapely.point_on_surface(np.array(found, dtype=object))
    tree = shapely.STRtree(points)
    words = [["-"] * len(days) for _ in found]
    keys: dict[tuple[str, str], str] = {}
    column = {day: i for i, day in enumerate(days)}
    for shape, holder, status, start in zip(
        shapes, areas["holder"], areas["status"], areas["valid_from"], strict=True
    ):
        letter = keys.setdefault((str(holder), str(status)), _CODES[len(keys) % len(_CODES)])
        at = column.get(cells.day_number(start) or 0)
        if at is None or len(keys) > len(_CODES):
            continue
        for index in tree.query(shape, predicate="intersects"):
            words[int(index)][at] = letter
    total: dict[str, float] = {}
    for face, word in zip(found, words, strict=True):
        name = "".join(word)
        total[name] = total.get(name, 0.0) + measure.area_km2(face)
    total.pop("-" * len(days), None)
    return {
        "keys": {letter: list(pair) for pair, letter in keys.items()},
        "days": days,
        "faces": [[round(total[name], 4), name] for name in sorted(total)],
    }
