"""From reports, marks and places to the CLAIMS table."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import operator
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.claims.lexicon import read_lexicon
from geo_ghouta.claims.reading import Named, read_report
from geo_ghouta.schema import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    "part_of", "story_id",
)  # fmt: skip
_NO_PLACE = frozenset(("adjective", "demonym", "embedded", "dateline"))


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
    away = _elsewhere(places)
    # Word lists take a while to build: others than the case's own are built only where a report is from elsewhere.
    elsewhere = read_lexicon(tuple(_without_plain_words(a) for a in actors)) if away else lexicon
    outside = _spans_of(marks)
    named = _named_of(places)
    rows: list[tuple[Any, ...]] = []
    columns = ["report_id", "text", "published", "source", "story_id"]
    read = reports[columns].astype("object").to_numpy().tolist()
    with _uncollected():
        for done, (report_id, text, published, source, story_id) in enumerate(read):
            if progress:
                progress(done, len(read))
            day = None if pd.isna(published) else pd.Timestamp(published).date()
            words = elsewhere if report_id in away else lexicon
            drafts = read_report(text, day, outside.get(report_id, []), named.get(report_id, []), words)
            rows += _rows(
                report_id, drafts, None if pd.isna(source) else source, None if pd.isna(story_id) else story_id
            )
    if not rows:
        empty: pd.DataFrame = CLAIMS.empty()
        return empty
    # whole columns and not a dictionary a row: half the time for a corpus
    frame = pd.DataFrame(
        {
            name: pd.Series(values, dtype="object")
            for name, values in zip(_COLUMNS, zip(*rows, strict=True), strict=True)
        }
    )
    checked: pd.DataFrame = CLAIMS.check(frame)
    return checked


def _without_plain_words(actor: Actor) -> Actor:
    """An actor by its proper names only: in a report from elsewhere "the army" is another army."""
    return dataclasses.replace(actor, aliases=tuple(a for a in actor.aliases if not a.islower()))


def _elsewhere(places: gpd.GeoDataFrame) -> set[str]:
    """Reports that name places, and none of them in the case's area."""
    told = places.loc[places["kind"].ne("country").fillna(value=True), ["report_id", "resolution"]]
    return set(told.loc[told["resolution"] == "outside", "report_id"]) - set(
        told.loc[told["resolution"] == "placed", "report_id"]
    )


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Leave reference cycles alone: what is made while reading has none, and looking for them costs a tenth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _spans_of(marks: pd.DataFrame) -> dict[str, list[tuple[int, int]]]:
    spans: dict[str, list[tuple[int, int]]] = {}
    for report_id, start, end in marks[["report_id", "start", "end"]].itertuples(index=False, name=None):
        spans.setdefault(report_id, []).append((int(start), int(end)))
    return {k: sorted(v) for k, v in spans.items()}


def _named_of(places: gpd.GeoDataFrame) -> dict[str, list[Named]]:
    named: dict[str, list[Named]] = {}
    columns = ["report_id", "text", "name", "place_id", "kind", "relation", "form", "resolution"]
    # plain lists: to walk over Arrow columns row by row costs five times as much
    told = [places[c].array.to_numpy(dtype="object", na_value=None).tolist() for c in columns]
    spans = [places[c].to_numpy(dtype="int64").tolist() for c in ("start", "end")]
    for start, end, report_id, text, name, place_id, kind, relation, form, resolution in zip(
        *spans, *told, strict=True
    ):
        if form in _NO_PLACE or resolution == "not_a_place":
            continue
        one = Named(start, end, text if name is None else name, place_id, kind or "", relation or "")
        if report_id in named:
            named[report_id].append(one)
        else:
            named[report_id] = [one]
    return {k: sorted(v, key=operator.attrgetter("start", "end")) for k, v in named.items()}


def _rows(report_id: str, drafts: list[Draft], source: str | None, story_id: str | None) -> list[tuple[Any, ...]]:
    """One tuple a claim, in the order of ``_COLUMNS``."""
    ids: dict[int, str] = {}
    kept: dict[str, Draft] = {}
    for draft in sorted(drafts, key=operator.attrgetter("start", "end", "kind")):
        name = f"{report_id}-{draft.kind}-{draft.start}"
        if name not in kept:
            kept[name] = draft
            ids[id(draft)] = name
    return [_row(name, report_id, draft, source, story_id, ids) for name, draft in kept.items()]


def _row(
    name: str, report_id: str, draft: Draft, source: str | None, story_id: str | None, ids: dict[int, str]
) -> tuple[Any, ...]:
    when = draft.when
    first, last = draft.attribution or (None, None)
    origin, destination = _names(draft.origin), _names(draft.destination)
    crossing, place = _names(draft.crossing), _names(draft.place)
    return (
        name, report_id, draft.start, draft.end, draft.kind, draft.value, draft.low, draft.high, draft.qualifier,
        draft.unit, draft.scope, draft.modality, draft.actor, draft.actor_text, draft.speaker, draft.speaker_text,
        source, first, last, origin, _ids(draft.origin), draft.holder if origin is None else None,
        crossing, destination, _ids(draft.destination), place, _ids(draft.place),
        "stated" if origin or destination or crossing or place else "unknown", draft.buses,
        when.date_from, when.date_to, when.text, when.basis, when.precision,
        ids.get(id(draft.part_of)) if draft.part_of is not None else None, story_id,
    )  # fmt: skip


def _names(spots: Sequence[Spot]) -> str | None:
    if not spots:
        return None
    if len(spots) == 1:
        one = spots[0]
        return (f"{one.relation} {one.name}".strip() if one.relation else one.name) or None
    names = dict.fromkeys(f"{s.relation} {s.name}".strip() if s.relation else s.name for s in spots)
    return "|".join(names) or None


def _ids(spots: Sequence[Spot]) -> str | None:
    if not spots:
        return None
    if len(spots) == 1:
        return spots[0].place_id or None
    return "|".join(dict.fromkeys(s.place_id for s in spots if s.place_id is not None)) or None
