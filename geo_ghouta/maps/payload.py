"""The data of the page: tables of the case as one plain dictionary, areas and lines as two topologies."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta import measure
from geo_ghouta.errors import UsageError
from geo_ghouta.maps import cells, colours, faces, said, topology
from geo_ghouta.schema import Actor
from geo_ghouta.schema.bundles import picture_ids

if TYPE_CHECKING:
    import datetime as dt

    import pandas as pd
    from numpy.typing import NDArray

    from geo_ghouta.maps.model import MapInput

LANGUAGES = Path(__file__).with_name("lang")
LAYERS = ("areas", "convoys", "events", "claims", "places", "ground")
HELD = {"assessed", "claimed"}
CORNER_BUDGET = 400_000
"""Corners of areas that a page opens well within three seconds on two cores; beyond it some are left out."""


def build(given: MapInput) -> dict[str, Any]:
    """Gather everything that the page needs.

    Parameters
    ----------
    given : MapInput

    Returns
    -------
    dict
        Plain values only. Days are numbers since 1970-01-01, spans half-open, areas in km².

    Raises
    ------
    UsageError
        For a language, theme or layer that does not exist.
    """
    _check(given.language, given.theme, given.hidden)
    hidden = set(given.hidden)
    case = given.casefile
    shown = [] if "areas" in hidden else _shown(given)
    holders = _holders(given)
    hues, warnings = colours.hues(holders)
    claims = [] if "claims" in hidden else list(said.claims(given))
    kept = {c["id"] for c in claims}
    control, lightened = _control(shown)
    data: dict[str, Any] = {
        "format": 1,
        "case": {
            "title": _two(case.title, case.title_ar),
            "start": cells.day_number(case.start),
            "end": cells.day_number(case.end),
            "until": _until(given),
            "extent": list(case.extent),
            "ground": case.ground,
            "campaigns": [
                {
                    "id": c.id,
                    "name": _two(c.name, c.name_ar),
                    "start": cells.day_number(c.start),
                    "end": cells.day_number(c.end),
                }
                for c in case.campaigns
            ],
        },
        "actors": [_actor(a) for a in [*case.actors, *(h for h in holders if case.actor(h.id) is None)]],
        "holders": [h.id for h in holders],
        "hues": colours.as_rows(hues),
        "pictures": _pictures(shown),
        "control": control,
        "pockets": list(_pockets(given, shown)),
        "changes": [] if "areas" in hidden else list(_changes(given)),
        "faces": {} if "areas" in hidden else faces.build([(day, members) for day, _, members in shown]),
        "places": [] if "places" in hidden else list(_places(given)),
        "claims": claims,
        "findings": [] if "claims" in hidden else list(said.findings(given, kept)),
        "reports": {} if "claims" in hidden else said.reports(given),
        **said.moves(given, hidden),
        "ground": _ground(given) if "ground" not in hidden else {"topology": topology.build({}), "features": {}},
        "credits": [] if "ground" in hidden else _credits(given),
        "warnings": [*warnings, *lightened],
        "options": {
            "date": cells.day_number(as_date(given.date)),
            "language": given.language,
            "theme": given.theme,
            "embed": given.embed,
            "tiles": {k: cells.clean(str(v)) for k, v in given.tiles.items()} if given.tiles else None,
        },
        "languages": languages(),
        "totals": dict(given.totals) if given.totals else None,
        "ledger": dict(given.ledger) if given.ledger else None,
    }
    return data


def as_date(day: Any) -> dt.date | None:
    """A day as users write it: a date, a timestamp, or text like ``2018-03-22``; None stays None.

    Raises
    ------
    UsageError
        For anything that is no day.

    Examples
    --------
    >>> as_date("2018-03-22")
    datetime.date(2018, 3, 22)
    """
    import pandas as pd

    if day is None:
        return None
    try:
        return pd.Timestamp(day).date()
    except (TypeError, ValueError) as error:
        message = f"date {day!r}: expected a day like 2018-03-22"
        raise UsageError(message) from error


def _check(language: str, theme: str, hidden: tuple[str, ...]) -> None:
    known = sorted(p.stem for p in LANGUAGES.glob("*.json"))
    if language not in known:
        message = f"language {language!r}: there is no such file in maps/lang; known are {', '.join(known)}"
        raise UsageError(message)
    if theme not in {"auto", "light", "dark"}:
        message = f"theme {theme!r}: expected auto, light or dark"
        raise UsageError(message)
    foreign = [layer for layer in hidden if layer not in LAYERS]
    if foreign:
        message = f"hidden layer {foreign[0]!r}: there is no such layer; known are {', '.join(LAYERS)}"
        raise UsageError(message)


def languages() -> dict[str, Any]:
    """All words of the interface, by language."""
    return {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in sorted(LANGUAGES.glob("*.json"))}


def _two(english: str, arabic: str) -> dict[str, str]:
    return {"en": cells.clean(english), "ar": cells.clean(arabic or english)}


def _actor(actor: Actor) -> dict[str, Any]:
    return {
        "id": actor.id,
        "label": _two(actor.label, actor.label_ar),
        "kind": actor.kind,
        "aliases": [cells.clean(a) for a in actor.aliases],
    }


def _holders(given: MapInput) -> list[Actor]:
    """Actors that hold an area, in the order of the case file; an id that the case does not know comes last."""
    found = {str(h) for h in given.pictures.areas["holder"].dropna()}
    known = [a for a in given.casefile.actors if a.id in found]
    return known + [Actor(h, plain_label(h)) for h in sorted(found - {a.id for a in known})]


def plain_label(holder: str) -> str:
    """A holder that is no actor of the case, by its id; an id of plain letters as a name.

    Examples
    --------
    >>> plain_label("river_brigade"), plain_label("Force B-2")
    ('River brigade', 'Force B-2')
    """
    return holder.replace("_", " ").capitalize() if re.fullmatch("[a-z][a-z0-9_]*", holder) else holder


def _until(given: MapInput) -> int | None:
    """Day from which no picture answers any more."""
    dates = given.pictures.dates
    return cells.day_number(dates["valid_to"].iloc[-1]) if len(dates) else cells.day_number(given.casefile.until)


def _shown(given: MapInput) -> list[tuple[int, dict[str, Any], list[dict[str, Any]]]]:
    """Pictures that answer for a day, each with its areas: the last of a day, in its latest version."""
    members: dict[str, list[dict[str, Any]]] = {}
    for name, row in zip(picture_ids(given.pictures.areas), cells.rows(given.pictures.areas), strict=True):
        members.setdefault(str(name), []).append(row)
    by_day: dict[int, tuple[dict[str, Any], list[dict[str, Any]]]] = {}
    for name, row in zip(picture_ids(given.pictures.dates), cells.rows(given.pictures.dates), strict=True):
        by_day[cells.day_number(row["picture_date"]) or 0] = (row, members.get(str(name), []))
    return [(day, *by_day[day]) for day in sorted(by_day)]


def _pictures(shown: list[tuple[int, dict[str, Any], list[dict[str, Any]]]]) -> list[dict[str, Any]]:
    # All parts are measured in one call: a series of daily pictures has thousands.
    parts = [shapely.get_parts(m["geometry"]) for _, _, members in shown for m in members]
    sizes = measure.areas_km2(np.concatenate(parts)) if parts else np.array([])
    cuts = np.cumsum([0, *(len(p) for p in parts)])
    by_area = iter([sizes[a:b] for a, b in itertools.pairwise(cuts)])
    return [
        cells.sparse({"day": day, "note": cells.text(row.get("note"))})
        | {"areas": [cells.sparse(_area(m, next(by_area))) | {"holder": str(m["holder"])} for m in members]}
        for day, row, members in shown
    ]


def _area(row: dict[str, Any], km2: NDArray[np.float64]) -> dict[str, Any]:
    sizes = [round(float(size), 3) for size in km2]
    return {
        "id": cells.text(row["area_id"]),
        "name": cells.text(row.get("name")),
        "status": str(row["status"]),
        "besieged": cells.truth(row.get("besieged")),
        "km2": round(sum(sizes), 3),
        "precision": cells.number(row.get("precision_m"), 0),
        "assumed": cells.truth(row.get("precision_assumed")) or None,
        "source": cells.told(row.get("source")),
        "by": cells.told(row.get("drawn_by")),
        "note": cells.text(row.get("note")),
        "sizes": sizes if len(sizes) > 1 else None,
    }


def _pockets(given: MapInput, shown: list[tuple[int, dict[str, Any], list[dict[str, Any]]]]) -> Any:
    """Pockets, each with the parts of areas that lie in it, so that its outline needs no geometry of its own."""
    if given.pockets is None or not len(given.pockets) or not shown:
        return
    members: dict[int, list[tuple[int, int, Any, bool]]] = {}
    for day, _, areas in shown:
        for number, row in enumerate(areas):
            for part, polygon in enumerate(shapely.get_parts(row["geometry"])):
                members.setdefault(day, []).append((number, part, polygon, str(row["status"]) in HELD))
    for row in cells.rows(given.pockets):
        day = cells.day_number(row["picture_date"]) or 0
        found = members.get(day, [])
        points = np.array([shapely.point_on_surface(m[2]) for m in found], dtype=object)
        inside: Any = shapely.intersects(row["geometry"], points) if found else []
        kept = [m for m, yes in zip(found, inside, strict=True) if yes]
        if not any(held for *_, held in kept):
            continue
        # Contested and unknown ground is told beside a pocket, not counted in it: the table of pockets says how much.
        sizes = [(measure.area_km2(polygon), held) for _, _, polygon, held in kept]
        yield cells.sparse(
            {
                "id": cells.text(row["pocket_id"]),
                "name": cells.text(row["name"]),
                "statuses": cells.many(row["statuses"]),
                "contested": cells.number(row.get("contested_km2"), 3) or None,
                "unknown": cells.number(row.get("unknown_km2"), 3) or None,
                "km": cells.number(row["perimeter_km"], 2),
                "towns": cells.many(row["towns"]),
                "neighbours": [
                    {"id": str(n.get("pocket_id")), "name": str(n.get("name")), "km": cells.number(n.get("gap_km"), 2)}
                    for n in cells.parsed(row["neighbours"])
                    if isinstance(n, dict)
                ],
            }
        ) | {
            "day": day,
            "km2": round(sum(km2 for km2, held in sizes if held), 3),
            "holders": cells.many(row["holders"]),
            "parts": [[m[0], m[1]] for m in kept],
        }


def _in_doubt(row: dict[str, Any]) -> bool:
    return bool({cells.text(row.get("status_before")), cells.text(row.get("status_after"))} & {"contested", "unknown"})


def _changes(given: MapInput) -> Any:
    for row in cells.rows(given.changes):
        yield cells.sparse(
            {
                "from": cells.day_number(row["from_date"]),
                "to": cells.day_number(row["to_date"]),
                # On the page only held ground is lost or gained, as in the pictures.
                "kind": "unsettled" if _in_doubt(row) else str(row["kind"]),
                "was": cells.text(row.get("status_before")),
                "now": cells.text(row.get("status_after")),
                "before": cells.text(row["holder_before"]),
                "after": cells.text(row["holder_after"]),
                "km2": cells.number(row["area_km2"], 3),
                "towns": cells.many(row["towns"]),
            }
        )


def _places(given: MapInput) -> Any:
    for row in cells.rows(given.gazetteer):
        yield cells.sparse(
            {
                "id": cells.text(row["place_id"]),
                "name": cells.text(row["name"]),
                "ar": next(iter(cells.many(row["name_ar"])), None),
                "aliases": [a for a in cells.many(row["aliases"]) if a != row["name"]] + cells.many(row["name_ar"])[1:],
                "kind": str(row["kind"]),
                "admin": cells.text(row["admin"]),
                "precision": str(row["geo_precision"]),
                "radius": cells.number(row["uncertainty_m"], 0),
                "rank": cells.number(row["rank"]),
                "zoom": cells.number(row["min_zoom"]),
            }
        ) | {"at": [round(row["geometry"].x, 5), round(row["geometry"].y, 5)]}


def _control(shown: list[tuple[int, dict[str, Any], list[dict[str, Any]]]]) -> tuple[dict[str, Any], list[str]]:
    """The areas of all pictures as one topology, and what was done to make it light enough."""
    built = topology.build({str(day): [m["geometry"] for m in members] for day, _, members in shown})
    before = topology.corners(built)
    if before <= CORNER_BUDGET:
        return built, []
    lighter = topology.thinned(built)
    told = (
        f"control: {before:,} corners are more than the {CORNER_BUDGET:,} that a page opens well; corners within a "
        f"metre of a straight line are left out on the map, {topology.corners(lighter):,} remain; figures are of the "
        "areas as given"
    )
    return lighter, [told]


def _credits(given: MapInput) -> list[str]:
    """Who drew the ground or where it comes from, each once."""
    said = {str(v) for frame in given.backdrop.values() if "source" in frame.columns for v in frame["source"].dropna()}
    return sorted(cells.clean(s) for s in said)


def _ground(given: MapInput) -> dict[str, Any]:
    features: dict[str, list[dict[str, Any]]] = {}
    shapes: dict[str, list[Any]] = {}
    for name in sorted(given.backdrop):
        frame: pd.DataFrame = given.backdrop[name]
        for row in cells.rows(frame):
            geometry = row["geometry"]
            if geometry is None or geometry.is_empty:
                continue
            entry = cells.sparse(
                {
                    "name": cells.text(row.get("name")),
                    "ar": cells.text(row.get("name_ar")),
                    "kind": cells.text(row.get("kind")),
                    "zoom": cells.number(row.get("min_zoom")),
                    "until": cells.number(row.get("max_zoom")),
                    "class": cells.text(row.get("class")),
                }
            )
            if geometry.geom_type == "Point":
                entry["at"] = [round(geometry.x, 5), round(geometry.y, 5)]
                geometry = None
            features.setdefault(name, []).append(entry)
            shapes.setdefault(name, []).append(geometry)
    return {"topology": topology.build(shapes, topology.GROUND_QUANTUM), "features": features}
