"""From reports, marks and places to the CLAIMS table."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.claims.lexicon import read_lexicon
from geo_ghouta.claims.reading import Named, read_report
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    import geopandas as gpd

    from geo_ghouta.claims.drafts import Draft
    from geo_ghouta.claims.movement import Spot
    from geo_ghouta.schema import Actor

_NO_PLACE = frozenset(("adjective", "demonym", "embedded", "dateline"))


def find_claims(
    reports: pd.DataFrame, marks: pd.DataFrame, places: gpd.GeoDataFrame, actors: tuple[Actor, ...] = ()
) -> pd.DataFrame:
    """Read who says that how many of whom did what, from where to where, when.

    Parameters
    ----------
    reports : pandas.DataFrame
        REPORTS; ``published`` NA leaves dates that need it unknown.
    marks : pandas.DataFrame
        MARKS; nothing is read there.
    places : geopandas.GeoDataFrame
        PLACES: mentions with what they were resolved to. Only mentions are used; a claim without one has no place.
    actors : tuple of Actor
        Of the case, with their aliases.

    Returns
    -------
    pandas.DataFrame
        CLAIMS in order of report and offset, ``fact_id`` still missing (see ``group_facts``). ``start`` and ``end``
        span the figure with its noun, or the clause of a claim without a figure. ``origin_holder`` names the actor
        whose pocket is left where the text names the holder and not the place; ``place_basis`` is then "unknown"
        until a control picture resolves it.

    Examples
    --------
    >>> from geo_ghouta.schema import MARKS, PLACES, REPORTS
    >>> text = "More than 300 people left the old city on Sunday, state media said."
    >>> row = dict(report_id="r1", doc_id="a", text=text, published="2018-03-26", published_basis="option",
    ...            path="a.txt", sha256="0", text_sha256="0")
    >>> found = find_claims(REPORTS.table([row]), MARKS.empty(), PLACES.empty())
    >>> found.loc[0, ["kind", "value", "qualifier", "unit", "speaker"]].tolist()
    ['departure', 300.0, 'at_least', 'people', 'state media']
    >>> found.loc[0, "date_from"].date().isoformat()
    '2018-03-25'
    """
    lexicon = read_lexicon(tuple(actors))
    outside = _spans_of(marks)
    named = _named_of(places)
    rows: list[dict[str, Any]] = []
    columns = ["report_id", "text", "published", "source", "story_id"]
    for report_id, text, published, source, story_id in reports[columns].itertuples(index=False, name=None):
        day = None if pd.isna(published) else published.date()
        drafts = read_report(text, day, outside.get(report_id, []), named.get(report_id, []), lexicon)
        rows += _rows(report_id, drafts, source, story_id)
    return CLAIMS.table(rows)


def _spans_of(marks: pd.DataFrame) -> dict[str, list[tuple[int, int]]]:
    spans: dict[str, list[tuple[int, int]]] = {}
    for report_id, start, end in marks[["report_id", "start", "end"]].itertuples(index=False, name=None):
        spans.setdefault(report_id, []).append((int(start), int(end)))
    return {k: sorted(v) for k, v in spans.items()}


def _named_of(places: gpd.GeoDataFrame) -> dict[str, list[Named]]:
    named: dict[str, list[Named]] = {}
    columns = ["report_id", "start", "end", "text", "name", "place_id", "kind", "relation", "form", "resolution"]
    for report_id, start, end, text, name, place_id, kind, relation, form, resolution in places[columns].itertuples(
        index=False, name=None
    ):
        if form in _NO_PLACE or resolution == "not_a_place":
            continue
        moved = "" if pd.isna(relation) else relation
        named.setdefault(report_id, []).append(
            Named(
                int(start),
                int(end),
                text if pd.isna(name) else name,
                None if pd.isna(place_id) else place_id,
                "" if pd.isna(kind) else kind,
                moved,
            )
        )
    return {k: sorted(v, key=lambda n: (n.start, n.end)) for k, v in named.items()}


def _rows(report_id: str, drafts: list[Draft], source: Any, story_id: Any) -> list[dict[str, Any]]:
    drafts = sorted(drafts, key=lambda d: (d.start, d.end, d.kind))
    ids: dict[int, str] = {}
    taken: set[str] = set()
    kept = []
    for draft in drafts:
        name = f"{report_id}-{draft.kind}-{draft.start}"
        if name in taken:
            continue
        taken.add(name)
        ids[id(draft)] = name
        kept.append(draft)
    rows = []
    for draft in kept:
        when = draft.when
        attribution = draft.attribution or (None, None)
        stated = draft.origin or draft.destination or draft.crossing or draft.place
        rows.append(
            {
                "claim_id": ids[id(draft)],
                "report_id": report_id,
                "start": draft.start,
                "end": draft.end,
                "kind": draft.kind,
                "value": draft.value,
                "low": draft.low,
                "high": draft.high,
                "qualifier": draft.qualifier,
                "unit": draft.unit,
                "scope": draft.scope,
                "modality": draft.modality,
                "actor": draft.actor,
                "actor_text": draft.actor_text,
                "speaker": draft.speaker,
                "speaker_text": draft.speaker_text,
                "outlet": None if pd.isna(source) else source,
                "attribution_start": attribution[0],
                "attribution_end": attribution[1],
                "origin": _names(draft.origin),
                "origin_id": _ids(draft.origin),
                "origin_holder": draft.holder if not draft.origin else None,
                "crossing": _names(draft.crossing),
                "destination": _names(draft.destination),
                "destination_id": _ids(draft.destination),
                "place": _names(draft.place),
                "place_id": _ids(draft.place),
                "place_basis": "stated" if stated else "unknown",
                "buses": draft.buses,
                "date_from": _day(when.date_from),
                "date_to": _day(when.date_to),
                "date_text": when.text,
                "date_basis": when.basis,
                "date_precision": when.precision,
                "part_of": ids.get(id(draft.part_of)) if draft.part_of is not None else None,
                "story_id": None if pd.isna(story_id) else story_id,
            }
        )
    return rows


def _day(day: dt.date | None) -> pd.Timestamp | None:
    return None if day is None else pd.Timestamp(day)


def _names(spots: list[Spot]) -> str | None:
    names = dict.fromkeys(f"{s.relation} {s.name}".strip() if s.relation else s.name for s in spots)
    return "|".join(names) or None


def _ids(spots: list[Spot]) -> str | None:
    return "|".join(dict.fromkeys(s.place_id for s in spots if s.place_id is not None)) or None
