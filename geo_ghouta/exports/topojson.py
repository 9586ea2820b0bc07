"""TopoJSON: borders that areas share are written once, so that simplifying cannot tear them apart.

No quantisation: positions are absolute, to 7 decimals, so a layer reads back as it was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.errors import FormatError
from geo_ghouta.exports.geojson import _only_numbers, columns_of, generator, properties_of, time_of
from geo_ghouta.exports.prepared import Prepared, finish
from geo_ghouta.exports.shapes import bbox_of
from geo_ghouta.files import dump_json, parse_json, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from geo_ghouta.exports.arrow import Pick

_Point = tuple[float, float]
_KINDS: dict[str, Any] = {
    "Point": shapely.Point,
    "LineString": shapely.LineString,
    "MultiPoint": shapely.MultiPoint,
    "MultiLineString": shapely.MultiLineString,
}


class _Arcs:
    """Arcs of a topology: lines are cut where they meet others, and each piece is kept once."""

    def __init__(self, lines: list[list[_Point]]) -> None:
        beside: dict[_Point, frozenset[_Point]] = {}
        self.nodes: set[_Point] = set()
        for line in lines:
            ring = line[0] == line[-1]
            if not ring:
                self.nodes |= {line[0], line[-1]}
            for at in range(len(line) - 1 if ring else len(line)):
                before = line[at - 1] if at else line[-2] if ring else line[0]
                after = line[at + 1] if at + 1 < len(line) else line[at]
                around = frozenset((before, after))
                # A point whose neighbours differ from line to line is where arcs must be cut.
                if beside.setdefault(line[at], around) != around:
                    self.nodes.add(line[at])
        self.arcs: list[list[_Point]] = []
        self._known: dict[tuple[_Point, ...], int] = {}

    def of(self, line: list[_Point]) -> list[int]:
        """Numbers of the arcs of a line; ~number is the arc backwards."""
        if line[0] == line[-1] and line[0] not in self.nodes:
            inside = next((i for i, p in enumerate(line[:-1]) if p in self.nodes), None)
            if inside is None:
                # A ring that meets no other starts at its least point, so that a copy of it finds the same arc.
                inside = min(range(len(line) - 1), key=lambda i: line[i])
            line = [*line[inside:-1], *line[:inside], line[inside]]
        numbers, begin = [], 0
        for at in range(1, len(line)):
            if line[at] in self.nodes or at == len(line) - 1:
                numbers.append(self._number(tuple(line[begin : at + 1])))
                begin = at
        return numbers

    def _number(self, arc: tuple[_Point, ...]) -> int:
        if arc in self._known:
            return self._known[arc]
        back = arc[::-1]
        if back in self._known:
            return ~self._known[back]
        self._known[arc] = len(self.arcs)
        self.arcs.append(list(arc))
        return self._known[arc]


def topojson(layers: Sequence[Prepared], case: str = "") -> str:
    """Write layers as the objects of one topology."""
    lines = [line for made in layers for shape in made.shapes if shape is not None for line in _lines(shape)]
    arcs = _Arcs(lines)
    objects = {}
    for made in layers:
        geometries = []
        for key, row, shape, span in zip(made.ids(), made.rows, made.shapes, made.spans(), strict=True):
            entry: dict[str, Any] = {"type": None} if shape is None else _object(shape, arcs)
            entry["id"] = key
            if made.layer.first and span[0] is not None:
                entry["time"] = time_of(*span)
            entry["properties"] = properties_of(made, made.names, row, span)
            geometries.append(entry)
        objects[made.layer.name] = {"type": "GeometryCollection", "geometries": geometries}
    head: dict[str, Any] = {"type": "Topology", **({"case": case} if case else {}), "generator": generator()}
    box = bbox_of([s for made in layers for s in made.shapes])
    if box is not None:
        head["bbox"] = box
    return dump_json({**head, "objects": objects, "arcs": arcs.arcs}) + "\n"


def _xy(shape: BaseGeometry) -> list[_Point]:
    return [(x, y) for x, y in shapely.get_coordinates(shape).tolist()]


def _lines(shape: BaseGeometry) -> list[list[_Point]]:
    if shape.geom_type in {"Point", "MultiPoint"}:
        return []
    if shape.geom_type == "LineString":
        return [_xy(shape)]
    if shape.geom_type == "Polygon":
        return [_xy(ring) for ring in (shape.exterior, *shape.interiors)]  # type: ignore[attr-defined]
    return [line for part in shapely.get_parts(shape) for line in _lines(part)]


def _object(shape: BaseGeometry, arcs: _Arcs) -> dict[str, Any]:
    kind = shape.geom_type
    if kind == "GeometryCollection":
        return {"type": kind, "geometries": [_object(part, arcs) for part in shapely.get_parts(shape)]}
    if kind in {"Point", "MultiPoint"}:
        points = [list(p) for p in _xy(shape)]
        return {"type": kind, "coordinates": points[0] if kind == "Point" else points}
    if kind == "LineString":
        return {"type": kind, "arcs": arcs.of(_xy(shape))}
    parts = [[arcs.of(line) for line in _lines(part)] for part in shapely.get_parts(shape)]
    if kind == "MultiLineString":
        return {"type": kind, "arcs": [part[0] for part in parts]}
    return {"type": kind, "arcs": parts[0] if kind == "Polygon" else parts}


def read_topojson(text: str, where: str, wanted: str | None, pick: Pick) -> Any:
    """Read a layer of a topology that we wrote.

    Raises
    ------
    FormatError
        If it is no topology, or the layer is not in it.
    """
    data = parse_json(text, where)
    objects = data.get("objects") if isinstance(data, dict) else None
    if not isinstance(objects, dict) or data.get("type") != "Topology" or "transform" in data:
        message = f"{where}: no TopoJSON as geo-ghouta writes it; export the layer again"
        raise FormatError(message)
    name = wanted or (next(iter(objects)) if len(objects) == 1 else where)
    layer = pick(set(), name)
    if layer.name not in objects:
        message = f"{where}: no layer {layer.name!r} (found {', '.join(shown(o, 30) for o in sorted(objects)[:8])})"
        raise FormatError(message)
    try:
        arcs = data["arcs"]
        _only_numbers(arcs, where)
        found = objects[layer.name]["geometries"]
        shapes = [_shape(entry, arcs) for entry in found]
        rows = [dict(entry["properties"]) for entry in found]
    except FormatError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, shapely.errors.ShapelyError) as error:
        message = f"{where}: layer {layer.name} cannot be read ({shown(str(error), 60)}); export it again"
        raise FormatError(message) from error
    return finish(layer, columns_of(rows), shapes)


def _shape(entry: dict[str, Any], arcs: list[Any]) -> BaseGeometry | None:
    kind = entry["type"]
    if kind is None:
        return None
    if kind == "GeometryCollection":
        return shapely.GeometryCollection([_shape(g, arcs) for g in entry["geometries"]])

    def line(numbers: list[int]) -> list[Any]:
        points: list[Any] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    if kind in {"Point", "MultiPoint"}:
        made = _KINDS[kind](entry["coordinates"])
    elif kind == "LineString":
        made = _KINDS[kind](line(entry["arcs"]))
    elif kind == "MultiLineString":
        made = _KINDS[kind]([line(a) for a in entry["arcs"]])
    elif kind == "Polygon":
        rings = [line(a) for a in entry["arcs"]]
        made = shapely.Polygon(rings[0], rings[1:])
    else:
        parts = [[line(a) for a in part] for part in entry["arcs"]]
        made = shapely.MultiPolygon([(rings[0], rings[1:]) for rings in parts])
    result: BaseGeometry = made
    return result
