"""What changed between any two pictures: the pictures' common faces, so that the page only has to add up.

All edges of all pictures are noded into one arrangement; each face has an area and, per picture, what it was.
Held in one picture and not drawn in another is lost; the page sums faces and so needs no geometry of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from geo_ghouta import measure

MAX_PICTURES = 60
MAX_VERTICES = 60_000
_CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def build(pictures: list[tuple[int, list[dict[str, Any]]]]) -> dict[str, Any]:
    """Cut all pictures into common faces.

    Parameters
    ----------
    pictures : list of (day, rows of CONTROL)
        In order of days.

    Returns
    -------
    dict
        ``keys`` (letter to ``[holder, status]``), ``days`` and ``faces``: rows of km² and a word of one letter a
        picture, ``-`` where nothing is drawn; rows with the same word are summed. Empty for series too long for it.

    Examples
    --------
    >>> import shapely
    >>> row = {"holder": "a", "status": "assessed", "geometry": shapely.box(36.0, 33.0, 36.1, 33.1)}
    >>> half = {**row, "geometry": shapely.box(36.0, 33.0, 36.05, 33.1)}
    >>> [(round(km2), word) for km2, word in build([(0, [row]), (1, [half])])["faces"]]
    [(52, 'A-'), (52, 'AA')]
    """
    days = [day for day, _ in pictures]
    areas = [(at, row) for at, (_, rows) in enumerate(pictures) for row in rows]
    if not areas or len(days) > MAX_PICTURES:
        return {}
    shapes = np.array([row["geometry"] for _, row in areas], dtype=object)
    if shapely.get_num_coordinates(shapes).sum() > MAX_VERTICES:
        return {}
    # A grid of a hundredth of a metre, so that edges drawn over one another are one.
    edges = shapely.unary_union(shapely.boundary(shapes), grid_size=1e-7)
    found = [f for f in shapely.get_parts(shapely.polygonize(shapely.get_parts([edges]))) if f.area > 0]
    if not found:
        return {}
    tree = shapely.STRtree(shapely.point_on_surface(np.array(found, dtype=object)))
    words = [["-"] * len(days) for _ in found]
    keys: dict[tuple[str, str], str] = {}
    for (at, row), shape in zip(areas, shapes, strict=True):
        pair = (str(row["holder"]), str(row["status"]))
        if pair not in keys and len(keys) == len(_CODES):
            return {}
        letter = keys.setdefault(pair, _CODES[len(keys)] if len(keys) < len(_CODES) else "")
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
