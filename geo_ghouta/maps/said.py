"""What reports say, as rows for the page: claims, findings, reports, convoys with their legs, events."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.maps import cells, topology
from geo_ghouta.schema.counted import group_and_lot
from geo_ghouta.sentences import sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo_ghouta.maps.model import MapInput


_COUNTED = re.compile(r"\S.*[\s-]([^\W\d_]{2,24})", re.DOTALL)
_NUMBERS = (
    "hundred hundreds thousand thousands million millions dozen dozens score scores two three four five six seven "
    "eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety more least others of them "
    "ألف آلاف ألفا مئة مائة مئات مليون عشرات منهم منها"
)
_NUMBER_WORDS = frozenset(_NUMBERS.split())
_INCLUSIVE = re.compile(
    r"\b(?:at least|at most|no (?:more|fewer|less) than|not (?:more|fewer|less) than|up to|or (?:more|fewer|less)"
    r"|as (?:many|much) as|(?:minimum|maximum) of)\b"
    r"|على ال[أا](?:قل|كثر)|ل[ام] [يت](?:قل|زيد|تجاوز)|[كب]حد |حتى ",
    re.IGNORECASE,
)
"""Words of a bound that the figure itself still meets: "at least 33" may be 33, "more than 33" may not."""
_PLAIN = {"scope": "event", "qualifier": "exact"}
"""What the page takes for granted, and most claims are."""


def claims(given: MapInput) -> Iterator[dict[str, Any]]:
    """Claims, with their words, and those of the sentence around them, only where the user asked for quotes."""
    texts = (
        dict(zip(given.reports["report_id"], given.reports["text"], strict=True)) if given.reports is not None else {}
    )
    names = (
        "kind", "unit", "scope", "qualifier", "modality", "actor", "speaker", "outlet", "origin", "origin_id",
        "crossing", "destination", "destination_id", "place", "place_id", "date_text", "date_basis", "part_of",
        "story_id", "fact_id",
    )  # fmt: skip
    for row in cells.rows(given.claims):
        quote = noun = met = around = attributed = None
        group, lot = group_and_lot(cells.text(row.get("counted")) or "")
        text = texts.get(row["report_id"])
        if text is not None:
            words = text[int(row["start"]) : int(row["end"])]
            met = within(words, cells.text(row["qualifier"]))
            noun = counted_noun(words) if row["unit"] == "other" else None
            if given.quotes:
                quote = cells.clean(words)
                around, attributed = surroundings(text, row)
        yield cells.sparse(
            {
                "id": cells.text(row["claim_id"]),
                "report": cells.text(row["report_id"]),
                **{name: told for name in names if (told := cells.text(row.get(name))) != _PLAIN.get(name)},
                "value": cells.number(row["value"]),
                "low": cells.number(row["low"]),
                "high": cells.number(row["high"]),
                "buses": cells.number(row["buses"]),
                "from": cells.day_number(row["date_from"]),
                "to": cells.day_number(row["date_to"]),
                "span": [int(row["start"]), int(row["end"])],
                "noun": noun,
                "groups": group.split("|") if group and row["unit"] != "other" else None,  # else the noun, told above
                "lot": lot or None,
                "with": met,
                "quote": quote,
                "around": around,
                "attributed": attributed,
            }
        )


def surroundings(text: str, row: Any) -> tuple[list[str] | None, str | None]:
    """The sentence before and behind a claim's words, and the one that names its speaker if that is another.

    Examples
    --------
    >>> surroundings("Eight buses left, he said.", {"start": 0, "end": 11})
    (['', ' left, he said.'], None)
    >>> text = "The council spoke on Monday. It gave 300 dead."
    >>> surroundings(text, {"start": 37, "end": 45, "attribution_start": 4, "attribution_end": 11})
    (['It gave ', '.'], 'The council spoke on Monday.')
    """
    start, end = int(row["start"]), int(row["end"])
    low, high = sentence_of(text, start, end)
    around = [cells.clean(text[low:start]), cells.clean(text[end:high])]
    first, last = (cells.number(row.get(name)) for name in ("attribution_start", "attribution_end"))
    attributed = None
    if first is not None and last is not None and not (low <= first and last <= high):
        low, high = sentence_of(text, int(first), int(last))
        attributed = cells.clean(text[low:high])
    return (around if any(around) else None), attributed


def within(words: str, qualifier: str | None) -> bool | None:
    """Whether a bound holds the figure itself; None where it does not, and for what is no bound.

    Examples
    --------
    >>> within("at least 33 people", "at_least"), within("more than 33 people", "at_least")
    (True, None)
    """
    return True if qualifier in {"at_least", "at_most"} and _INCLUSIVE.search(words) else None


def counted_noun(words: str) -> str | None:
    """The noun behind a figure, as the report has it, where the figure's words hold one.

    Examples
    --------
    >>> counted_noun("Some 6,500 cars"), counted_noun("five damaged bridges"), counted_noun("570")
    ('cars', 'bridges', None)
    >>> counted_noun("Five thousand"), counted_noun("ست مركبات")
    (None, 'مركبات')
    """
    found = _COUNTED.fullmatch(words)
    return None if found is None or found[1].lower() in _NUMBER_WORDS else found[1]


def findings(given: MapInput, kept: set[str]) -> Iterator[dict[str, Any]]:
    """Findings about the case and about the claims that are kept."""
    for row in cells.rows(given.findings):
        if row.get("claim_id") is not None and cells.text(row["claim_id"]) not in kept | {None}:
            continue
        yield cells.sparse(
            {
                "id": cells.text(row["finding_id"]),
                "check": cells.text(row["check"]),
                "verdict": cells.text(row["verdict"]),
                "severity": cells.text(row["severity"]),
                "claimed": cells.number(row["claimed"]),
                "measured": cells.number(row["measured"]),
                "unit": cells.text(row["unit"]),
                "detail": cells.text(row["detail"]),
                "hint": cells.text(row["hint"]),
                "claim": cells.text(row["claim_id"]),
                "day": cells.day_number(row["day"]),
                "picture": cells.day_number(row["picture_date"]),
                "feature": cells.text(row["feature"]),
                "at": _spot(row),
            }
        )


def _spot(row: dict[str, Any]) -> list[float] | None:
    """Where a finding about the drawing itself is marked; one about a claim has its place with the claim."""
    shape = row.get("geometry")
    of_drawing = cells.text(row["claim_id"]) is None and cells.text(row["severity"]) is not None
    if not of_drawing or shape is None or shape.is_empty:
        return None
    spot = shape.representative_point()
    return [round(float(spot.x), 6), round(float(spot.y), 6)]


def reports(given: MapInput) -> dict[str, Any]:
    """Reports by id: source, title, day and address, never the text."""
    return {
        str(row["report_id"]): cells.sparse(
            {
                "source": cells.text(row["source"]),
                "title": cells.text(row["title"]),
                "published": cells.day_number(row["published"]),
                "story": cells.text(row["story_id"]),
                "url": cells.text(row["url"]),
                "name": cells.text(row["doc_id"]),
            }
        )
        for row in cells.rows(given.reports)
    }


def moves(given: MapInput, hidden: set[str]) -> dict[str, Any]:
    """Convoys, the legs they took, and events."""
    legs: list[dict[str, Any]] = []
    lines: list[Any] = []
    numbers: dict[str, int] = {}
    for row in cells.rows(None if "convoys" in hidden else given.routes):
        numbers[str(row["leg_id"])] = len(legs)
        lines.append(row["geometry"])
        legs.append(
            cells.sparse(
                {
                    "route": cells.text(row["route_id"]),
                    "leg": cells.number(row["leg"]),
                    "name": cells.text(row["route_name"]),
                    "from": cells.text(row["from_place"]),
                    "to": cells.text(row["to_place"]),
                    "evidence": str(row["evidence"]),
                    "source": cells.text(row["source"]),
                    "note": cells.text(row["note"]),
                    "km": cells.number(row["length_km"], 1),
                    "start": cells.day_number(row["valid_from"]),
                    "end": cells.day_number(row["valid_to"]),
                }
            )
        )
    convoys = [] if "convoys" in hidden else [_convoy(row, numbers) for row in cells.rows(given.convoys)]
    events = [] if "events" in hidden else [_event(row) for row in cells.rows(given.events)]
    return {
        "convoys": convoys,
        "legs": legs,
        "routes": topology.build({"legs": lines}, topology.GROUND_QUANTUM),
        "events": events,
    }


def _convoy(row: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    figures = {name: cells.number(row[name]) for name in ("people_low", "people_high", "buses_low", "buses_high")}
    return cells.sparse(
        {
            "id": cells.text(row["convoy_id"]),
            "from": cells.day_number(row["date_from"]),
            "to": cells.day_number(row["date_to"]),
            "origin": cells.text(row["origin"]),
            "origin_id": cells.text(row["origin_id"]),
            "crossing": cells.text(row["crossing"]),
            "destination": cells.text(row["destination"]),
            "route": cells.text(row["route_id"]),
            # Which of the legs it goes; without them, as in a table from elsewhere, the whole of its route.
            "legs": [numbers[leg] for leg in cells.many(row.get("leg_ids")) if leg in numbers],
            **figures,
            "open": cells.truth(row["people_open"]),
            "modality": str(row["modality"]),
            "claims": cells.many(row["claim_ids"]),
            "stories": cells.number(row["stories"]),
            "km": cells.number(row["length_km"], 1),
            "crossed": cells.parsed(row["crossed"]),
            "speakers": [_count(s) for s in cells.parsed(row.get("by_speaker")) if isinstance(s, dict)],
        }
    )


def _count(said: dict[str, Any]) -> dict[str, Any]:
    """What one speaker counted of a convoy."""
    figures = {name: cells.number(said.get(name)) for name in ("people_low", "people_high", "buses_low", "buses_high")}
    return cells.sparse(
        {"who": cells.text(said.get("speaker")), **figures, "open": cells.truth(said.get("people_open"))}
    )


def _event(row: dict[str, Any]) -> dict[str, Any]:
    return cells.sparse(
        {
            "id": cells.text(row["event_id"]),
            "kind": str(row["kind"]),
            "from": cells.day_number(row["date_from"]),
            "to": cells.day_number(row["date_to"]),
            "basis": str(row["date_basis"]),
            "place": cells.text(row["place"]),
            "place_id": cells.text(row["place_id"]),
            "precision": str(row["geo_precision"]),
            "modality": str(row["modality"]),
            "stories": cells.number(row["stories"]),
            "speakers": cells.many(row["speakers"]),
            "claims": cells.many(row["claim_ids"]),
        }
    ) | {"at": [round(row["geometry"].x, 5), round(row["geometry"].y, 5)]}
