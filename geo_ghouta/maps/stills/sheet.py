"""A sheet of paper as a list of marks in CSS pixels: what the painters for SVG, PNG and PDF have in common.

x grows to the right, y downwards, the origin is the top left corner. Marks are painted in their order.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

MM = 96 / 25.4
"""CSS pixels in a millimetre."""
A4 = (210 * MM, 297 * MM)
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


TILES = {
    "claimed": (9.0, 45), "contested": (12.0, 0), "unknown": (8.0, 30), "lost": (6.5, -45), "gained": (9.0, 0),
}  # fmt: skip
"""Side in px and turn in degrees of the tile of each pattern."""
SIGNS = {"lost", "gained"}
"""Patterns that are laid over what is there."""


@dataclasses.dataclass(frozen=True)
class Pattern:
    """A fill that tells a status: ``claimed``, ``contested``, ``unknown``, or a change: ``lost``, ``gained``.

    Parameters
    ----------
    kind : str
    hue, paper : str
        Colours; ``lost`` and ``gained`` leave what lies below as it is, and the signs of ``gained`` are paper.
    scale : float
        1 on screens, less in small maps.
    """

    kind: str
    hue: str
    paper: str
    scale: float = 1.0


@dataclasses.dataclass(frozen=True)
class Shape:
    """Rings or lines with one fill and one stroke; lengths in px."""

    rings: tuple[NDArray[np.float64], ...]
    closed: bool = True
    fill: str | None = None
    pattern: Pattern | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: str = "butt"


@dataclasses.dataclass(frozen=True)
class Dot:
    """A disc, or a square of the same width."""

    x: float
    y: float
    radius: float
    fill: str
    stroke: str | None = None
    width: float = 1.0
    square: bool = False


@dataclasses.dataclass(frozen=True)
class Words:
    """One line of text; ``x`` is its left end, middle or right end by ``anchor``, ``y`` its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    italic: bool = False
    anchor: str = "left"
    halo: str | None = None
    halo_width: float = 0.0
    spacing: float = 0.0
    rtl: bool = False


Mark = Shape | Dot | Words


@dataclasses.dataclass
class Sheet:
    """One page.

    Parameters
    ----------
    width, height : float
        CSS px.
    paper : str
        Colour below everything.
    title, language : str
        For readers that hear the picture.
    """

    width: float
    height: float
    paper: str
    title: str
    language: str = "en"
    marks: list[Mark] = dataclasses.field(default_factory=list)

    def shape(self, geometry: BaseGeometry | None, **style: Any) -> None:
        """Draw a geometry that is in px already; an empty one draws nothing."""
        if geometry is None or geometry.is_empty:
            return
        kinds = {True: [], False: []}  # type: dict[bool, list[NDArray[np.float64]]]
        for part in shapely.get_parts(geometry):
            if part.geom_type == "Polygon":
                kinds[True] += [shapely.get_coordinates(ring) for ring in (part.exterior, *part.interiors)]
            elif part.geom_type in {"LineString", "LinearRing"}:
                kinds[False].append(shapely.get_coordinates(part))
            elif part.geom_type in {"MultiPolygon", "MultiLineString", "GeometryCollection"}:
                self.shape(part, **style)
        for closed, rings in kinds.items():
            if rings:
                self.marks.append(Shape(tuple(rings), closed, **style))

    def path(self, points: Sequence[Sequence[float]], closed: bool = False, **style: Any) -> None:
        """Draw one line or ring."""
        self.marks.append(Shape((np.asarray(points, dtype=float),), closed, **style))

    def rectangle(self, box: Box, **style: Any) -> None:
        """Draw a rectangle."""
        left, top, right, bottom = box
        self.path([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True, **style)

    def rule(self, x1: float, y: float, x2: float, colour: str, width: float = 1.0) -> None:
        """Draw a horizontal rule whose upper edge is ``y``."""
        self.rectangle((x1, y, x2, y + width), fill=colour)

    def dot(self, *args: Any, **style: Any) -> None:
        """Draw a :class:`Dot`."""
        self.marks.append(Dot(*args, **style))

    def words(self, *args: Any, **style: Any) -> None:
        """Write a line of :class:`Words`; an empty one writes nothing."""
        mark = Words(*args, **style)
        if mark.text:
            self.marks.append(mark)


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes do not overlap.

    Examples
    --------
    >>> apart((0, 0, 10, 10), (10, 0, 20, 10)), apart((0, 0, 10, 10), (5, 5, 6, 6))
    (True, False)
    """
    return one[0] >= other[2] or one[2] <= other[0] or one[1] >= other[3] or one[3] <= other[1]


def grown(box: Box, by: float) -> Box:
    """A box with a margin around it."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
