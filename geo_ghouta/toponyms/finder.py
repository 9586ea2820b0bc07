"""Find place names in one text: longest match against an index, then a weighing of the words around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo_ghouta.names import fold
from geo_ghouta.toponyms import arabic
from geo_ghouta.toponyms import words as lists
from geo_ghouta.toponyms.around import context_of, dateline_of, relation_of, tells_before, tells_behind
from geo_ghouta.toponyms.late import Told
from geo_ghouta.toponyms.lone import Lone
from geo_ghouta.toponyms.matching import Candidate, candidates, unknown
from geo_ghouta.toponyms.spans import blocked
from geo_ghouta.toponyms.tokens import Words
from geo_ghouta.toponyms.weigh import WEIGHTS, Clues, clues_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.schema import Actor, Index

_CLOSED_TIER, _LISTED_TIER = 3, 2
_HERE_DEGREES = 1.0
_NO_PLACE = frozenset({"person", "group"})
_OWNS = frozenset({"'s ", "’s "})
_PLACES = frozenset({"name", "relative", "dateline"})
_WITHIN = frozenset({"locative", "kind_word", "contained"})

_SITES = frozenset(
    {"hospital", "airport", "airbase", "prison", "stadium", "mosque", "camp", "dam", "barracks", "refinery", "crossing"}
)


class Mention(NamedTuple):
    """One place name in a text."""

    start: int
    end: int
    text: str
    form: str
    relation: str
    context: str
    key: str


def find_in_text(
    text: str, index: Index, actors: Sequence[Actor] = (), dateline: tuple[int, int] = (0, 0)
) -> list[Mention]:
    """Find the place names of one text.

    Parameters
    ----------
    text : str
        Untouched; offsets count its characters.
    index : Index
        From ``gazetteer.open_index``.
    actors : sequence of Actor
        Groups, monitors and outlets of the case: a place's name inside theirs is no place.
    dateline : tuple of int
        Start and end of a dateline that is known already, (0, 0) to look for one.

    Returns
    -------
    list of Mention
        In order, without overlap.
    """
    w = Words(text)
    marks, surnames = blocked(w, index, tuple(actors))
    found: list[Mention] = []
    clues = Clues(w, marks, surnames, dateline if dateline[1] else dateline_of(text))
    told = Told()
    kept: list[Candidate] = []
    for candidate in candidates(w, index, marks):
        mention = _decide(candidate, w, clues, index, told)
        if mention is not None and candidate.matches:
            told.add(candidate)
        if mention is None and candidate.matches:
            # No town, but perhaps a building of that name: "Kamal Adwan Hospital".
            building = unknown(w, candidate.first, marks)
            if building and building.stop > candidate.stop and w.low[building.stop - 1] in _SITES:
                mention = _mention(building, w, "name", clues)
        if mention is not None and (not found or mention.start >= found[-1].end):
            found.append(mention)
            if mention.form in _PLACES:
                kept.append(candidate)
    refused = told.refused()
    if refused:
        found = [m for m in found if m.start not in refused]
    home = told.at_home(WEIGHTS["at_home"])
    sure = [c for c in kept if c.start not in refused] + home
    late = home + Lone(w, clues, index).find(sure, told.counts, told.played(world=index.has_world))
    if late:
        found = _joined(found, [_mention(_part(c, w, clues), w, "name", clues) for c in late])
    if index.numbered:
        named = _numbered(text, index)
        if named:
            found = _joined(named, found)
    if not w.ascii and arabic.LETTER.search(text):
        found += [Mention(*hit) for hit in arabic.find(text, index, tuple(actors))]
        found.sort(key=lambda m: m.start)
    return found


def _numbered(text: str, index: Index) -> list[Mention]:
    """Names of the case's own lists that hold a number, with a capital somewhere: "School No. 5"."""
    found = []
    for start, end in index.numbered.find(text):
        name = text[start:end]
        matches = index.look_up(name)
        if name != name.lower() and matches and matches[0].place.tier <= _LISTED_TIER:
            found.append(Mention(start, end, name, "name", "", "", fold(name)))
    return found


def _joined(found: list[Mention], late: list[Mention]) -> list[Mention]:
    """Put what came late between what was there; where two overlap, what was there stays."""
    found = sorted(found + late, key=lambda m: (m.start, -m.end))
    first = {id(m) for m in late}
    kept: list[Mention] = []
    for m in found:
        if kept and m.start < kept[-1].end:
            if id(kept[-1]) in first and id(m) not in first:
                kept[-1] = m
            continue
        kept.append(m)
    return kept


def _decide(c: Candidate, w: Words, clues: Clues, index: Index, told: Told) -> Mention | None:
    mark = clues.marks[c.first]
    if not c.matches:
        return None if mark in _NO_PLACE else _mention(c, w, "name", clues)
    country = c.matches[0].match in {"adjective", "demonym"}
    if mark == "person" and not country:
        return None
    listed = c.matches[0].place.tier <= _LISTED_TIER and c.matches[0].likeness == 1.0
    if mark == "group" and not (listed and not clues.marks[c.stop - 1]):  # "Red Crescent Hospital"
        return _mention(c, w, "embedded", clues) if c.matches[0].place.tier <= _CLOSED_TIER else None
    name = " ".join(w.low[c.first : c.stop])
    home = lists.HOMED.get(name)
    if home and not (home in w.low or (listed and _here(c, w, index))):
        return None
    state, active = clues_of(c, w, clues, index)
    if state == "no":
        return None
    if country:
        return _mention(c, w, c.matches[0].match, clues)
    weight = sum([WEIGHTS[a] for a in active])
    if weight < 0.0:
        if not state:
            told.wait(weight, c, active)
        return None
    seat = name.removeprefix("the ") in lists.SEATS and not _WITHIN.intersection(active)
    if state == "embedded" or seat:
        return _mention(c, w, "embedded", clues)
    return _mention(_part(c, w, clues), w, "name", clues)


def _here(c: Candidate, w: Words, index: Index) -> bool:
    """Whether what a list has is not told of another town: "the Old City of X", "X's Old City"."""
    first, stop = c.first, c.stop
    owner = ""
    if stop + 1 < len(w.low) and w.low[stop] == "of" and w.cap[stop + 1]:
        last = stop + 2
        while last < len(w.low) and w.joined[last - 1] and w.cap[last]:
            last += 1
        names = [w.text[w.start[stop + 1] : w.end[k - 1]] for k in range(last, stop + 1, -1)]
        owner = next((name for name in names if index.look_up(name)), "")
    elif first and w.text[w.end[first - 1] : c.start] in _OWNS:
        owner = w.word[first - 1]
    towns = index.look_up(owner) if owner else ()
    spot = c.matches[0].place
    return not towns or any(
        abs(m.place.lon - spot.lon) < _HERE_DEGREES and abs(m.place.lat - spot.lat) < _HERE_DEGREES for m in towns
    )


def _part(c: Candidate, w: Words, clues: Clues) -> Candidate:
    """Take a capitalised point of the compass into the name: "South Lebanon" is a part of Lebanon."""
    before = c.first - 1
    if before < 0 or not w.cap[before] or w.low[before] not in lists.COMPASS or not w.joined[before]:
        return c
    if (
        w.sentence_start(before)
        or clues.title_line(c.start)
        or w.low[c.first] in lists.COMPASS
        or w.text[c.start - 1] == "-"
    ):
        return c
    return c._replace(first=before, start=w.start[before])


def _mention(c: Candidate, w: Words, form: str, clues: Clues) -> Mention:
    text = w.text
    relation = before = after = context = ""
    if tells_before(w, c.first, c.start):
        before = text[max(0, c.start - 90) : c.start].replace("\n", " ").replace("\u00a0", " ")
    if tells_behind(w, c.stop, c.end):
        after = text[c.end : c.end + 40].replace("\n", " ").replace("\u00a0", " ")
    if form == "name":
        if clues.in_dateline(c.start, c.end):
            form = "dateline"
        elif before and (relation := relation_of(before)):
            form = "relative"
    words = text[c.start : c.end]
    if before or after:
        context = context_of(before, after, w.low[c.first - 1] if c.first else "")
    if c.part and form == "name":
        part = f"{c.part} part"
        return Mention(
            c.start, c.end, words, form, "", f"{part}; {context}" if context else part, fold(f"{c.part} {words}")
        )
    return Mention(c.start, c.end, words, form, relation, context, fold(words))
