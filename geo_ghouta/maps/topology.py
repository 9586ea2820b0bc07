"""Areas and lines as TopoJSON: every stretch of line stands once, however many areas and days share it.

A series of daily control pictures repeats most of its edges from day to day (of 2.26 million coordinates of
one real series 15,113 were distinct), so arcs are cut where any two rings of *any* day part and are written
once. Coordinates are rounded to a grid of ``quantum`` degrees; 1e-6 is a tenth of a metre, which merges nothing.

Source of method: the TopoJSON 1.0 specification (M. Bostock), with junctions found as vertices that have more
than one pair of neighbours.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

GROUND_QUANTUM = 1e-5
"""Grid of the ground and of routes, in degrees: about a metre; areas have the finer default."""
_SHIFT = 31


@dataclasses.dataclass
class _Piece:
    """One ring or line: where it stands in the shared list of vertices."""

    start: int
    end: int
    closed: bool


def build(objects: Mapping[str, Sequence[BaseGeometry | None]], quantum: float = 1e-6) -> dict[str, Any]:
    """Build a TopoJSON topology whose objects are geometry collections with shared arcs.

    Parameters
    ----------
    objects : mapping of str to sequence of shapely geometry
        EPSG:4326. Polygons, lines and their multi-parts; None and empty ones become null geometries.
    quantum : float
        Grid in degrees to which coordinates are rounded.

    Returns
    -------
    dict
        ``{"type": "Topology", "transform": ..., "objects": ..., "arcs": ...}`` of plain numbers. Two areas that
        share an edge vertex by vertex share its arcs.

    Examples
    --------
    >>> import shapely
    >>> topology = build({"day": [shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)]}, quantum=0.5)
    >>> len(topology["arcs"]), topology["objects"]["day"]["type"]
    (3, 'GeometryCollection')
    """
    coordinates: list[NDArray[np.float64]] = []
    pieces: list[_Piece] = []
    shapes: dict[str, list[Any]] = {}
    for name, geometries in objects.items():
        shapes[name] = [_collect(geometry, coordinates, pieces) for geometry in geometries]
    if not pieces:
        origin, grid = np.zeros(2), np.zeros((0, 2), dtype=np.int64)
    else:
        raw = np.concatenate(coordinates)
        origin = np.floor(raw.min(axis=0) / quantum) * quantum
        grid = np.rint((raw - origin) / quantum).astype(np.int64)
    arcs, references = _cut(grid, pieces)
    return {
        "type": "Topology",
        "transform": {"scale": [quantum, quantum], "translate": [round(float(v), 9) for v in origin]},
        "objects": {
            name: {"type": "GeometryCollection", "geometries": [_refer(s, references) for s in shaped]}
            for name, shaped in shapes.items()
        },
        "arcs": arcs,
    }


def corners(topology: dict[str, Any]) -> int:
    """How many corners the arcs of a topology hold."""
    return sum(map(len, topology["arcs"]))


_STRETCH = 2_000


def thinned(topology: dict[str, Any], tolerance: float = GROUND_QUANTUM) -> dict[str, Any]:
    """Leave out corners that lie within a tolerance of the straight line between their neighbours.

    Arcs are thinned one by one with their ends kept, so what two areas share stays shared.

    Parameters
    ----------
    topology : dict
        As :func:`build` makes it.
    tolerance : float
        Degrees; 1e-5 is about a metre.

    Returns
    -------
    dict
        A topology of the same objects with fewer corners.

    Examples
    --------
    >>> import shapely
    >>> bent = shapely.Polygon([(0, 0), (1, 0.000004), (2, 0), (2, 1), (0, 1)])
    >>> full = build({"day": [bent]})
    >>> corners(full), corners(thinned(full))
    (6, 5)
    """
    scale = topology["transform"]["scale"][0]
    arcs = []
    for arc in topology["arcs"]:
        points = np.cumsum(np.array(arc, dtype=np.int64), axis=0)
        # In stretches: on a saw of very many teeth the whole line at once takes squared time, and then GEOS its stack.
        stretches = [shapely.LineString(points[n : n + _STRETCH + 1]) for n in range(0, len(points) - 1, _STRETCH)]
        lines = [shapely.get_coordinates(line) for line in shapely.simplify(stretches, tolerance / scale)]
        kept = np.vstack([lines[0], *(line[1:] for line in lines[1:])])
        closed = bool((points[0] == points[-1]).all())
        if len(kept) < (4 if closed else 2):
            arcs.append(arc)
            continue
        whole = np.rint(kept).astype(np.int64)
        arcs.append(np.vstack([whole[:1], np.diff(whole, axis=0)]).tolist())
    return {**topology, "arcs": arcs}


def _collect(geometry: Any, out: list[NDArray[np.float64]], pieces: list[_Piece]) -> Any:
    """Put a geometry's rings and lines into the shared list; return its shape with piece numbers for arcs."""
    if geometry is None or geometry.is_empty:
        return None

    def piece(line: BaseGeometry, closed: bool) -> int:
        xy = shapely.get_coordinates(line)
        if closed:
            xy = xy[:-1]
        start = pieces[-1].end if pieces else 0
        out.append(xy)
        pieces.append(_Piece(start, start + len(xy), closed))
        return len(pieces) - 1

    def rings(polygon: Any) -> list[int]:
        return [piece(polygon.exterior, True), *(piece(hole, True) for hole in polygon.interiors)]

    kind = geometry.geom_type
    if kind == "Polygon":
        return (kind, rings(geometry))
    if kind == "MultiPolygon":
        return (kind, [rings(part) for part in geometry.geoms])
    if kind in {"LineString", "LinearRing"}:
        return ("LineString", [piece(geometry, False)])
    if kind == "MultiLineString":
        return (kind, [piece(part, False) for part in geometry.geoms])
    parts = [p for p in shapely.get_parts(geometry) if p.geom_type in {"Polygon", "MultiPolygon"}]
    return _collect(shapely.MultiPolygon([q for p in parts for q in shapely.get_parts(p)]), out, pieces)


def _cut(grid: NDArray[np.int64], pieces: list[_Piece]) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Cut all pieces at junctions; return delta-coded arcs and, for each piece, its arc references."""
    if not pieces:
        return [], []
    _, vertex = np.unique((grid[:, 0] << _SHIFT) | grid[:, 1], return_inverse=True)
    vertex = vertex.astype(np.int64)
    # Rounding may put neighbours on one spot: keep the first of each run within a piece.
    lines = [_without_repeats(vertex[p.start : p.end], p.closed) for p in pieces]
    position = np.zeros((int(vertex.max()) + 1, 2), dtype=np.int64)
    position[vertex] = grid
    junction = _junctions(lines, pieces, len(position))
    known: dict[tuple[int, int], int] = {}
    arcs: list[list[list[int]]] = []

    def refer(chain: NDArray[np.int64]) -> int:
        # Between junctions a chain is settled by its first step, so two numbers are key enough; a closed
        # chain without junctions starts at its smallest vertex and both directions are tried.
        forward = (int(chain[0]), int(chain[1]))
        if forward in known:
            return known[forward]
        backward = (int(chain[-1]), int(chain[-2]))
        number = len(arcs)
        known[forward] = number
        known.setdefault(backward, ~number)
        points = position[chain]
        steps = np.vstack([points[:1], np.diff(points, axis=0)])
        arcs.append(steps.tolist())
        return number

    references: list[list[int]] = []
    for line, piece in zip(lines, pieces, strict=True):
        cuts = np.flatnonzero(junction[line])
        if piece.closed:
            if not len(cuts):
                first = int(np.argmin(line))
                rolled = np.roll(line, -first)
                references.append([refer(np.append(rolled, rolled[0]))])
                continue
            rolled = np.roll(line, -int(cuts[0]))
            cuts = np.append(cuts - cuts[0], len(line))
            line = np.append(rolled, rolled[0])
        references.append([refer(line[a : b + 1]) for a, b in itertools.pairwise(cuts)])
    return arcs, references


def _without_repeats(line: NDArray[np.int64], closed: bool) -> NDArray[np.int64]:
    keep = np.ones(len(line), dtype=bool)
    keep[1:] = line[1:] != line[:-1]
    kept = line[keep]
    while closed and len(kept) > 1 and kept[0] == kept[-1]:
        kept = kept[:-1]
    if not closed and len(kept) == 1:
        kept = np.append(kept, kept)
    if closed and len(kept) == 1:
        kept = np.append(kept, kept)
    return kept


def _junctions(lines: list[NDArray[np.int64]], pieces: list[_Piece], count: int) -> NDArray[np.bool_]:
    """Mark vertices at which two pieces part: those with more than one pair of neighbours, and ends of lines."""
    before, after, here = [], [], []
    ends: list[int] = []
    for line, piece in zip(lines, pieces, strict=True):
        if piece.closed:
            before.append(np.roll(line, 1))
            after.append(np.roll(line, -1))
            here.append(line)
        else:
            before.append(line[:-2])
            after.append(line[2:])
            here.append(line[1:-1])
            ends += [int(line[0]), int(line[-1])]
    low = np.minimum(np.concatenate(before), np.concatenate(after))
    high = np.maximum(np.concatenate(before), np.concatenate(after))
    middle = np.concatenate(here)
    order = np.lexsort((high, low, middle))
    low, high, middle = low[order], high[order], middle[order]
    junction = np.zeros(count, dtype=bool)
    if len(middle) > 1:
        differs = (middle[1:] == middle[:-1]) & ((low[1:] != low[:-1]) | (high[1:] != high[:-1]))
        junction[middle[1:][differs]] = True
    # A vertex that a ring passes twice with the same pair of neighbours (a spike) also ends a chain.
    junction[middle[low == high]] = True
    junction[ends] = True
    return junction


def _refer(shape: Any, references: list[list[int]]) -> dict[str, Any]:
    if shape is None:
        return {"type": None}
    kind, content = shape
    if kind == "Polygon":
        return {"type": kind, "arcs": [references[i] for i in content]}
    if kind == "MultiPolygon":
        return {"type": kind, "arcs": [[references[i] for i in rings] for rings in content]}
    if kind == "LineString":
        return {"type": kind, "arcs": references[content[0]]}
    return {"type": kind, "arcs": [references[i] for i in content]}


def decode(topology: dict[str, Any], name: str) -> list[Any]:
    """Turn an object of a topology back into shapely geometries (None where it was null).

    Examples
    --------
    >>> import shapely
    >>> square = shapely.box(36.3, 33.5, 36.4, 33.6)
    >>> decode(build({"day": [square]}), "day")[0].equals(square)
    True
    """
    scale = np.array(topology["transform"]["scale"])
    origin = np.array(topology["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + origin for arc in topology["arcs"]]

    def line(numbers: list[int]) -> NDArray[np.float64]:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        return np.vstack([parts[0], *(p[1:] for p in parts[1:])])

    out: list[Any] = []
    for geometry in topology["objects"][name]["geometries"]:
        kind, content = geometry["type"], geometry.get("arcs")
        if kind is None:
            out.append(None)
        elif kind == "Polygon":
            out.append(shapely.Polygon(line(content[0]), [line(r) for r in content[1:]]))
        elif kind == "MultiPolygon":
            out.append(shapely.MultiPolygon([(line(p[0]), [line(r) for r in p[1:]]) for p in content]))
        elif kind == "LineString":
            out.append(shapely.LineString(line(content)))
        else:
            out.append(shapely.MultiLineString([line(part) for part in content]))
    return out
