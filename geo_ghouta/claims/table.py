"""From reports, marks and places to the CLAIMS table."""

from __future__ import annotations

import dataclasses
import operator
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta.claims.lexicon import read_lexicon
from geo_ghouta.claims.reading import Named, read_report
from geo_ghouta.claims.telling_apart import tell_apart
from geo_ghouta.cycles import uncollected
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import geopandas as gpd

    from geo_ghouta.claims.drafts import Draft
    from geo_ghouta.claims.spots import Spot
    from geo_ghouta.schema import Actor

_COLUMNS = (
    "claim_id", "report_id", "start", "end", "kind", "value", "low", "high", "qualifier", "unit", "scope",
    "modality", "actor", "actor_text", "speaker", "speaker_text", "outlet", "attribution_start", "attribution_end",
    "origin", "origin_id", "origin_holder", "crossing", "destination", "destination_id",
    "place", "place_id", "place_basis", "buses",
    "date_from", "date_to", "date_text", "date_basis", "date_precision",
    "part_of", "counted", "story_id",
)  # fmt: skip
_DAYS = ("date_from", "date_to")
_MENTIONED = (
    "start", "end", "report_id", "text", "name", "place_id", "kind", "relation", "form", "resolution",
)  # fmt: skip
_NO_PLACE = frozenset(("adjective", "demonym", "embedded", "dateline"))
_NOWHERE = (None, None)


def find_claims(
    reports: pd.DataFrame,
    marks: pd.DataFrame,
    places: gpd.GeoDataFrame,
    actors: tuple[Actor, ...] = (),
    progress: Callable[[int, int], None] | None = None,
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
    progress : callable, optional
        Called with the reports done and the reports in all.

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
    >>> found.loc[0, ["kind", "qualifier", "unit", "speaker"]].tolist(), int(found.loc[0, "value"])
    (['departure', 'at_least', 'people', 'state media'], 300)
    >>> found.loc[0, "date_from"].date().isoformat()
    '2018-03-25'
    """
    lexicon = read_lexicon(tuple(actors))
    mentions = pd.DataFrame(places)  # a table with shapes looks for them whenever it is asked for a column
    told = {c: _plain(mentions[c]) for c in _MENTIONED}
    away = _elsewhere(told)
    # Word lists take a while to build: others than the case's own are built only where a report is from elsewhere.
    elsewhere = read_lexicon(tuple(_without_plain_words(a) for a in actors)) if away else lexicon
    outside = _spans_of(marks)
    named = _named_of(told)
    rows: list[tuple[Any, ...]] = []
    read = [_plain(reports[c]) for c in ("report_id", "text", "source", "story_id")]
    with uncollected():
        for done, (report_id, text, source, story_id, published) in enumerate(
            zip(*read, reports["published"].tolist(), strict=True)
        ):
            if progress:
                progress(done, len(reports))
            day = None if pd.isna(published) else pd.Timestamp(published).date()
            words = elsewhere if report_id in away else lexicon
            drafts = read_report(text, day, outside.get(report_id, []), named.get(report_id, []), words)
            rows += _rows(report_id, text, drafts, source, story_id)
    # whole columns and not a dictionary a row: half the time for a corpus
    columns: dict[str, Any] = dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True)) if rows else {}
    for name in _DAYS if rows else ():
        columns[name] = pd.Series(np.array(columns[name], dtype="datetime64[s]"))  # days as such: nothing to parse
    checked: pd.DataFrame = CLAIMS.of_columns(columns, len(rows))
    return checked


def _plain(column: pd.Series) -> list[Any]:
    """A column as a list, None where nothing is known: rows of Arrow columns take five times as long to walk over."""
    values: list[Any] = column.array.to_numpy(dtype="object", na_value=None).tolist()
    return values


def _without_plain_words(actor: Actor) -> Actor:
    """An actor by its proper names only: in a report from elsewhere "the army" is another army."""
    return dataclasses.replace(actor, aliases=tuple(a for a in actor.aliases if not a.islower()))


def _elsewhere(told: dict[str, list[Any]]) -> set[str]:
    """Reports that name places, and none of them in the case's area."""
    outside: set[str] = set()
    placed: set[str] = set()
    for report_id, kind, resolution in zip(told["report_id"], told["kind"], told["resolution"], strict=True):
        if kind == "country":
            continue
        if resolution == "placed":
            placed.add(report_id)
        elif resolution == "outside":
            outside.add(report_id)
    return outside - placed


def _spans_of(marks: pd.DataFrame) -> dict[str, list[tuple[int, int]]]:
    spans: dict[str, list[tuple[int, int]]] = {}
    for report_id, start, end in zip(*(marks[c].tolist() for c in ("report_id", "start", "end")), strict=True):
        spans.setdefault(report_id, []).append((int(start), int(end)))
    return {k: sorted(v) for k, v in spans.items()}


def _named_of(told: dict[str, list[Any]]) -> dict[str, list[Named]]:
    named: dict[str, list[Named]] = {}
    for start, end, report_id, text, name, place_id, kind, relation, form, resolution in zip(
        *told.values(), strict=True
    ):
        if form in _NO_PLACE or resolution == "not_a_place":
            continue
        one = Named(int(start), int(end), text if name is None else name, place_id, kind or "", relation or "")
        if report_id in named:
            named[report_id].append(one)
        else:
            named[report_id] = [one]
    return {k: sorted(v, key=operator.attrgetter("start", "end")) for k, v in named.items()}


def _rows(
    report_id: str, text: str, drafts: list[Draft], source: str | None, story_id: str | None
) -> list[tuple[Any, ...]]:
    """One tuple a claim, in the order of ``_COLUMNS``."""
    ids: dict[int, str] = {}
    kept: dict[str, Draft] = {}
    for draft in sorted(drafts, key=operator.attrgetter("start", "end", "kind")):
        name = f"{report_id}-{draft.kind}-{draft.start}"
        if name not in kept:
            kept[name] = draft
            ids[id(draft)] = name
    return [_row(name, report_id, text, draft, source, story_id, ids) for name, draft in kept.items()]


def _row(
    name: str, report_id: str, text: str, draft: Draft, source: str | None, story_id: str | None, ids: dict[int, str]
) -> tuple[Any, ...]:
    when = draft.when
    first, last = draft.attribution or (None, None)
    origin, origin_id = _place(draft.origin) if draft.origin else _NOWHERE
    destination, destination_id = _place(draft.destination) if draft.destination else _NOWHERE
    crossing, _ = _place(draft.crossing) if draft.crossing else _NOWHERE
    place, place_id = _place(draft.place) if draft.place else _NOWHERE
    return (
        name, report_id, draft.start, draft.end, draft.kind, draft.value, draft.low, draft.high, draft.qualifier,
        draft.unit, draft.scope, draft.modality, draft.actor,
        draft.actor_text, draft.speaker, draft.speaker_text,
        source, first, last, origin, origin_id, draft.holder if origin is None else None,
        crossing, destination, destination_id, place, place_id,
        "stated" if origin or destination or crossing or place else "unknown", draft.buses,
        when.date_from, when.date_to, when.text, when.basis, when.precision,
        None if draft.part_of is None else ids.get(id(draft.part_of)),
        tell_apart(text, draft.start, draft.end, draft.unit), story_id,
    )  # fmt: skip


def _place(spots: Sequence[Spot]) -> tuple[str | None, str | None]:
    """Names and ids of the places of one role."""
    if len(spots) == 1:
        one = spots[0]
        return (f"{one.relation} {one.name}".strip() if one.relation else one.name) or None, one.place_id or None
    names = dict.fromkeys(f"{s.relation} {s.name}".strip() if s.relation else s.name for s in spots)
    ids = dict.fromkeys(s.place_id for s in spots if s.place_id is not None)
    return "|".join(names) or None, "|".join(ids) or None
