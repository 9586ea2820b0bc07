"""Where words may stand: which boxes are taken, and what lies under each cell of a coarse grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from geo_ghouta.maps.stills.sheet import Box, apart, grown

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.maps.stills.metrics import Block

CELL = 5.0
GROUND, ASSESSED, CLAIMED, OPEN, LOST = range(5)
SIDES = ("e", "w", "n", "s", "ne", "se", "nw", "sw")
Spot = tuple[Box, str]


class Room:
    """The free room of one map.

    Parameters
    ----------
    window : Box
        Px that names may use.
    """

    def __init__(self, window: Box) -> None:
        self.window = window
        self.boxes: list[Box] = []
        columns = int((window[2] - window[0]) // CELL) + 1
        rows = int((window[3] - window[1]) // CELL) + 1
        self.under = np.zeros((rows, columns), dtype=np.uint8)
        self.owner = np.zeros((rows, columns), dtype=np.int16)
        self.taken = np.zeros((rows, columns), dtype=bool)
        self.xs = window[0] + (np.arange(columns) + 0.5) * CELL
        self.ys = window[1] + (np.arange(rows) + 0.5) * CELL

    def take(self, box: Box, margin: float = 0.0) -> None:
        """Keep a box free of further names."""
        self.boxes.append(grown(box, margin))

    def _cells(self, box: Box) -> tuple[slice, slice]:
        left, top = self.window[:2]
        columns = slice(max(0, int((box[0] - left) // CELL)), max(0, int((box[2] - left) // CELL) + 1))
        rows = slice(max(0, int((box[1] - top) // CELL)), max(0, int((box[3] - top) // CELL) + 1))
        return rows, columns

    def fill(self, shape: BaseGeometry, value: int, owner: int = 0) -> None:
        """Note what lies under the cells of a polygon, and whose it is."""
        if shape.is_empty:
            return
        rows, columns = self._cells(shape.bounds)
        x, y = np.meshgrid(self.xs[columns], self.ys[rows])
        shapely.prepare(shape)
        inside = shapely.contains_xy(shape, x, y)
        self.under[rows, columns][inside] = value
        self.owner[rows, columns][inside] = owner

    def strike(self, line: BaseGeometry, wide: float) -> None:
        """Take the cells along a line."""
        # Never thinner than the cells, or it would slip between their middles.
        shape = line.buffer(max(wide, CELL * 0.75))
        if shape.is_empty:
            return
        rows, columns = self._cells(shape.bounds)
        x, y = np.meshgrid(self.xs[columns], self.ys[rows])
        self.taken[rows, columns] |= shapely.contains_xy(shape, x, y)

    def free(self, box: Box, margin: float = 5.0, apart_from: Box | None = None) -> bool:
        """Whether a box lies in the window and touches nothing that is taken."""
        left, top, right, bottom = self.window
        if box[0] < left + margin or box[1] < top + margin or box[2] > right - margin or box[3] > bottom - margin:
            return False
        if any(not apart(box, other) for other in self.boxes if other is not apart_from):
            return False
        return not self.taken[self._cells(box)].any()

    def mix(self, box: Box) -> list[float]:
        """Share of a box over ground, assessed, claimed, open and lost."""
        part = self.under[self._cells(box)]
        counts = np.bincount(part.ravel(), minlength=5)
        return [float(c) / max(1, part.size) for c in counts]

    def share(self, box: Box, owner: int) -> float:
        """Share of a box that lies over ground of one owner."""
        part = self.owner[self._cells(box)]
        return float((part == owner).mean()) if part.size else 0.0

    def beside(
        self,
        block: Block,
        x: float,
        y: float,
        gap: float,
        cost: Callable[[Box], float] | None = None,
        sides: tuple[str, ...] = SIDES,
        apart_from: Box | None = None,
    ) -> Spot | None:
        """The cheapest free position of a block around a point, with its anchor; None where there is none."""
        best: tuple[float, Spot] | None = None
        for number, side in enumerate(sides):
            box, anchor = _spot(block, x, y, side, gap)
            if not self.free(box, apart_from=apart_from):
                continue
            price = number * 0.6 + (cost(box) if cost else 0.0)
            if best is None or price < best[0]:
                best = (price, (box, anchor))
        return best[1] if best else None


def _spot(block: Block, x: float, y: float, side: str, gap: float) -> Spot:
    width, height = block.width, block.height
    left, top, anchor = {
        "e": (x + gap, y - height / 2, "left"),
        "w": (x - gap - width, y - height / 2, "right"),
        "n": (x - width / 2, y - gap - height, "middle"),
        "s": (x - width / 2, y + gap, "middle"),
        "ne": (x + gap * 0.7, y - gap * 0.5 - height, "left"),
        "se": (x + gap * 0.7, y + gap * 0.5, "left"),
        "nw": (x - gap * 0.7 - width, y - gap * 0.5 - height, "right"),
        "sw": (x - gap * 0.7 - width, y + gap * 0.5, "right"),
    }[side]
    return (left, top, left + width, top + height), anchor
