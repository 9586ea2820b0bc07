"""Resolve mentions: candidates scored by prior and evidence, one referent a name and report."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geo_ghouta.cycles import uncollected
from geo_ghouta.geocoding.evidence import Named, in_place, kilometres, link
from geo_ghouta.geocoding.field import Field
from geo_ghouta.geocoding.fixes import apply_fixes
from geo_ghouta.geocoding.kinds import FITS
from geo_ghouta.geocoding.meaning import Meanings
from geo_ghouta.geocoding.rows import Filled, Ranked, Verdict, fill
from geo_ghouta.schema import tables
from geo_ghouta.schema.vocabulary import SETTLED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import geopandas as gpd
    import pandas as pd
    from numpy.typing import NDArray

    from geo_ghouta.geocoding.meaning import Sense
    from geo_ghouta.schema import Index, Match

_KNOWN_PEOPLE = 100_000
_FAMED = 500_000
_ITS_OWN = 1.0
_LAST_LISTED = 3
_TOWN_PEOPLE = 5000
_SEAT_KM = 40.0
_SEVERAL = 2
_BARE = 3
_BESIDE_KM = 60.0
_NO_CAPITAL = 0.5
_CASE_TRUST = 0.7
_MANY_OF = frozenset({"provinces", "governorates"})
_NOTHING: dict[str, float] = {}
_LISTED_GAP = re.compile(r", |,? (?:and|or|&) ")


def resolve_mentions(
    mentions: pd.DataFrame,
    reports: pd.DataFrame,
    index: Index,
    area: tuple[float, float, float, float] | None = None,
    country: str = "",
    fixes: pd.DataFrame | None = None,
) -> gpd.GeoDataFrame:
    """Put each mention on its spot, or say why not.

    Parameters
    ----------
    mentions : pandas.DataFrame
        MENTIONS.
    reports : pandas.DataFrame
        REPORTS, for the words between mentions.
    index : Index
        From ``gazetteer.open_index``.
    area : tuple of float, optional
        West, south, east, north in degrees: a point outside is ``outside`` (its geometry is kept).
    country : str
        ISO code of the country that names are first looked for in.
    fixes : pandas.DataFrame, optional
        From :func:`read_fixes`; they win over everything.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES, one row a mention in the same order. ``ambiguous``, ``not_found`` and ``not_a_place`` rows
        have no geometry; control columns are empty and ``holder_answer`` is ``not_asked``.

    Examples
    --------
    >>> from geo_ghouta.gazetteer import open_index
    >>> from geo_ghouta.schema import MENTIONS, REPORTS
    >>> report = {"report_id": "r1", "doc_id": "a", "text": "Talks in Syria.", "published_basis": "unknown",
    ...           "path": "a.txt", "sha256": "0", "text_sha256": "0"}
    >>> mention = {"mention_id": "r1:9", "report_id": "r1", "start": 9, "end": 14, "text": "Syria",
    ...            "form": "name", "key": "siria"}
    >>> places = resolve_mentions(MENTIONS.table([mention]), REPORTS.table([report]), open_index([], world=False))
    >>> places[["place_id", "resolution", "geo_precision"]].iloc[0].tolist()
    ['country/SY', 'placed', 'country']
    """
    texts = dict(zip(reports["report_id"].tolist(), reports["text"].tolist(), strict=True))
    told = {c.name: _values(mentions[c.name]) for c in tables.MENTIONS.columns}
    meanings = Meanings(index)
    by_report: dict[str, list[int]] = {}
    for n, report in enumerate(told["report_id"]):
        by_report.setdefault(report, []).append(n)
    starts = told["start"]
    filled: list[Any] = [None] * len(starts)
    with uncollected():
        for report, numbers in by_report.items():
            numbers.sort(key=starts.__getitem__)
            text = texts.get(report, "")
            _share_kinds(numbers, told, text)
            for n, answer in zip(numbers, _resolve_report(numbers, told, text, meanings, area, country), strict=True):
                filled[n] = answer
    columns: dict[str, Any] = {c: mentions[c] if c != "context" else told[c] for c in told}
    columns |= dict(zip(Filled._fields, zip(*filled, strict=True), strict=False))
    columns["geometry"] = _drawn(columns.get("geometry", ()))
    columns["holder_answer"] = ["not_asked"] * len(filled)
    places = tables.PLACES.of_columns(columns, len(filled))
    return places if fixes is None else apply_fixes(places, fixes, index, reports)


def _values(column: pd.Series[Any]) -> list[Any]:
    values = column.tolist()
    if column.hasnans:
        values = [None if gone else value for value, gone in zip(values, column.isna().tolist(), strict=True)]
    return values


def _drawn(spots: Sequence[tuple[float, float] | None]) -> NDArray[Any]:
    """Make points of longitudes and latitudes, all at once: one by one they cost a tenth of the time."""
    points = np.full(len(spots), None, dtype=object)
    placed = [spot for spot in spots if spot is not None]
    if placed:
        points[[spot is not None for spot in spots]] = shapely.points(placed)
    return points


def _resolve_report(
    numbers: list[int], told: dict[str, list[Any]], text: str, meanings: Meanings, area: Any, country: str
) -> list[Filled | None]:
    words, forms, contexts, starts = told["text"], told["form"], told["context"], told["start"]
    ends, keys, relations = told["end"], told["key"], told["relation"]
    names = []
    for row, n in enumerate(numbers):
        start, word, form, context = starts[n], words[n], forms[n], contexts[n] or ""
        meaning = meanings.of(word, context, form, text, start)
        names.append(Named(row, start, ends[n], word, form, keys[n], context, relations[n] or "", meaning))
    link(names, text)
    groups: dict[tuple[str, str], list[Named]] = {}
    hinted: dict[str, str] = {}
    for name in names:
        group = name.meaning.group
        if group and hinted.get(name.key, "site") == "site":
            hinted[name.key] = group
        groups.setdefault((name.key, group), []).append(name)
    # A bare name follows the one that the text describes: one referent a name and report. Only where the bare name
    # comes first, as in a dateline, is it the town's, whatever province of that name the text goes on to speak of.
    for spelled, group in hinted.items():
        bare = groups.pop((spelled, ""), None)
        if not bare:
            continue
        first = group == "adm" and bare[0].start < groups[spelled, group][0].start and _has_town(bare)
        # Beside "Mosul airport" a bare Mosul is the town.
        if first or (group == "site" and _has_town(bare, known=True)):
            groups[spelled, ""] = bare
        else:
            groups[spelled, group] += bare
    field = Field(groups)
    filled: list[Filled | None] = [None] * len(names)
    for (key, _), whole in groups.items():
        for members in _parted(whole, names) if len(whole) > 1 else (whole,):
            ranked = _rank(key, members, names, field, country)
            verdict = Verdict(ranked, foreign=_far_off(key, ranked[0], field)) if ranked else None
            for name in members:
                answer = fill(name, verdict, area)
                filled[name.row] = _suggested(answer, name.text, meanings.index) if verdict is None else answer
    return filled


def _share_kinds(numbers: list[int], told: dict[str, list[Any]], text: str) -> None:
    """Let "provinces" tell the kind of a whole list: "Aleppo, Hama and Homs provinces"."""
    contexts, forms = told["context"], told["form"]
    after = -1
    for n in reversed(numbers):
        if after >= 0 and contexts[after] and not contexts[n] and forms[n] == "name":
            kind = contexts[after].rpartition("; ")[2]
            if kind in _MANY_OF and _LISTED_GAP.fullmatch(text[told["end"][n] : told["start"][after]]):
                contexts[n] = kind
        after = n


def _has_town(bare: list[Named], *, known: bool = False) -> bool:
    """Whether a bare name is a town's, and if asked one that a list of the case has or that has some people."""
    towns = [m.place for n in bare for m in n.matches[:_BARE] if m.place.kind in SETTLED and m.likeness == 1.0]
    return any(not known or t.tier < _LAST_LISTED or t.population >= _TOWN_PEOPLE for t in towns)


def _parted(members: list[Named], names: list[Named]) -> list[list[Named]]:
    """Part the mentions of one name where the text says that they are several places: "Duma in X and Duma in Y"."""
    if len(members) < _SEVERAL:
        return [members]
    members = sorted(members, key=lambda name: name.start)
    told = [_meant(name, names) if name.inside or name.near else frozenset() for name in members]
    known = [t for t in told if t]
    if len(known) < _SEVERAL or frozenset.intersection(*known):
        return [members]
    parts: list[tuple[frozenset[str], list[Named]]] = []
    last = -1
    for name, places in zip(members, told, strict=True):
        if places:
            same = [n for n, (p, _) in enumerate(parts) if p and p & places]
            if same:
                last = same[0]
            else:
                parts.append((places, []))
                last = len(parts) - 1
        elif last < 0:
            parts.append((places, []))  # before the text says which: the name by itself
            last = 0
        parts[last][1].append(name)
    return [part for _, part in parts]


def _meant(name: Named, names: list[Named]) -> frozenset[str]:
    """Ids of the places that the words beside a name leave: those within a container, or the one nearest."""
    held = [
        m.place.place_id
        for m in name.matches
        if any(in_place(m.place, k.place) for n in name.inside for k in names[n].matches)
    ]
    if held or not name.near or not name.matches:
        return frozenset(held)
    there = [k.place for n in name.near for k in names[n].matches[:1]]
    if not there:
        return frozenset()
    far, nearest = min((min(kilometres(m.place, p) for p in there), m.place.place_id) for m in name.matches)
    return frozenset([nearest]) if far < _BESIDE_KM else frozenset()


def _rank(key: str, members: list[Named], names: list[Named], field: Field, country: str) -> Ranked:
    senses, hints, destination = _together(members)
    beside, inside = members[0].near, members[0].inside
    if inside or len(members) > 1:
        beside = [n for name in members for n in name.near]
        # "south Lebanon, southern Lebanon" is no town of Lebanon in Lebanon.
        inside = [
            n
            for name in members
            for n in name.inside
            if not (names[n].text == name.text and "part" in names[n].context)
        ]
    only = len(senses) == 1
    capital = not only and any(s.place.kind == "capital" and s.match.match == "exact" for s in senses)
    votes, own = field.votes, field.own.get(key, _NOTHING)
    ranked = []
    for sense in senses:
        m, place, score = sense.match, sense.place, sense.prior
        if capital and m.likeness < 1.0 and place.tier > _LAST_LISTED:
            score -= _NO_CAPITAL  # "Doha" is rather Qatar's than Ad Dawhah
        why = [sense.listed]
        contained = [n for n in inside if any(in_place(place, k.place) for k in names[n].matches)] if inside else []
        if contained:
            score += 1.2
            why.append(f"in {names[contained[0]].text}")
        if beside:
            near = min((kilometres(place, k.place) for n in beside for k in names[n].matches[:3]), default=9e9)
            if near < 60.0:
                score += 0.8 * math.exp(-near / 40.0)
                why.append("near the place named beside it")
        if hints:
            fits = any(place.kind in FITS.get(h, {h}) for h in hints)
            score += 0.4 if fits else -0.1
            if fits:
                why.append("kind word")
        if destination and place.kind == "adm1":
            score += 0.5
            why.append("bare name as a destination: the governorate, perhaps the city")
        if place.kind != "country":
            held = sense.country
            share = field.part(votes[held] - own.get(held, 0.0)) if held in votes else 0.0
            if share > 0.0:
                score += 0.7 * share
                why.append("country named in the report")
            if only:
                # Without a rival the score decides nothing: whether anything is close is all that is told.
                close = field.close(key, sense)
            else:
                if place.tier == 0:
                    # The case's list is first, unless the report plays elsewhere.
                    score += _CASE_TRUST * (1.0 if field.alone(key) else 0.3 + 0.7 * min(1.0, 2.5 * share))
                state = field.part(
                    max([votes[h] - own.get(h, 0.0) for h in sense.divisions if h in votes], default=0.0)
                )
                if state > 0.05:
                    score += 0.9 * min(1.0, 2.0 * state)
                    why.append("division named in the report")
                near_by, close = field.near(key, sense)
                if near_by > 0.0:
                    score += (0.3 if place.tier == 0 else 0.5) * min(1.0, near_by)
            if close:
                why.append("near the report's other places")
        if country and place.country == country:
            score += 0.15
        if place.tier > 3 and place.population:
            why.append("population")
        ranked.append((score, m, why))
    if only:
        return ranked
    ranked.sort(key=lambda r: (-r[0], r[1].place.tier, r[1].place.place_id))
    return _seat_first(ranked) if len(ranked) > 1 and not hints else ranked


def _together(members: list[Named]) -> tuple[Collection[Sense], Collection[str], bool]:
    """What the mentions of one name can mean, the kinds that are told, and whether one is a destination."""
    first = members[0].meaning
    if len(members) == 1 or all(name.meaning is first for name in members):
        return first.senses, first.hints, first.destination
    senses = {s.place.place_id: s for name in members for s in reversed(name.meaning.senses)}
    hints = {h for name in members for h in name.meaning.hints}
    return senses.values(), hints, any(name.meaning.destination for name in members)


def _seat_first(ranked: Ranked) -> Ranked:
    """Take the town before the world's division that is called after it: a bare name is rather the town's."""
    best = ranked[0][1].place
    if best.kind not in {"adm1", "adm2"} or best.tier <= _LAST_LISTED or ranked[0][1].match == "context":
        return ranked
    for n, (_, m, why) in enumerate(ranked[1:], 1):
        if m.place.kind in SETTLED and m.place.country == best.country and kilometres(m.place, best) < _SEAT_KM:
            return [(ranked[0][0], m, why), *ranked[:n], *ranked[n + 1 :]]
    return ranked


def _suggested(answer: Filled, text: str, index: Index) -> Filled:
    """Put names that look alike where the candidates would be, for a person to choose from."""
    alike = index.suggest(text)
    if not alike:
        return answer
    rows = [
        {"place_id": m.place.place_id, "name": m.place.name, "admin": m.place.admin, "alike": round(m.likeness, 2)}
        for m in alike
    ]
    names = ", ".join(dict.fromkeys(m.place.name for m in alike))
    return answer._replace(
        candidates=json.dumps(rows, ensure_ascii=False), evidence=f"no list has this name; alike: {names}"
    )


def _far_off(key: str, best: tuple[float, Match, list[str]], field: Field) -> bool:
    """Whether the best there is is only a small namesake in a country that the report does not speak of."""
    place = best[1].place
    spot = place.place_id.startswith("spot/")
    if place.tier <= _LAST_LISTED and not spot:
        return False
    if any(w.startswith(("in ", "near the place named")) for w in best[2]):
        return False  # the words beside it tell where it is
    small = place.population < (_KNOWN_PEOPLE if place.kind not in {"adm1", "adm2"} else 5 * _KNOWN_PEOPLE)
    small = small or best[1].likeness < 1.0  # "Anaba" is no spelling of far Annaba
    # A metropolis may be meant anywhere, but by its own name: "al-Mashhad" of Aleppo is not Iran's Mashhad.
    if place.population >= _FAMED and best[1].likeness >= _ITS_OWN:
        return False
    return field.foreign(key, place, large=not small, spot=spot)
