"""Find place names in one text: longest match against an index, then a weighing of the words around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from geo_ghouta.names import fold, plain
from geo_ghouta.toponyms import arabic
from geo_ghouta.toponyms import words as lists
from geo_ghouta.toponyms.spans import MONTH, blocked
from geo_ghouta.toponyms.tokens import Words
from geo_ghouta.toponyms.weigh import WEIGHTS, Clues, clues_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.schema import Actor, Index, Match

_MAX_WORDS = 6
_CLOSED_TIER = 3
_DATELINE = re.compile(
    r"\s{0,8}(?P<place>[A-Z][A-Za-z'’.\-]{1,30}(?:[ /][A-Z][A-Za-z'’.\-]{1,30}){0,3})(?:, (?:[A-Z][A-Za-z.]{1,20} ?){1,3})?"
    r"\s?(?:,? ?[A-Z][a-z]{2,8}\.? \d{1,2}(?:, \d{4})?,?)?\s?(?:\([^()\n]{1,60}\))?\s?(?:—|–|--|-)\s"
)
_FAR = (r"(?:(?:a )?(?:few|couple of|dozen|hundred|several|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|"
        r"forty|fifty|sixty|hundreds of)|\d{1,4}(?:[.,]\d{1,3})?)[ \u00a0-]?")  # fmt: skip
_UNIT = r"(?:kms?|kilomet(?:er|re)s?|miles?|mi|met(?:er|re)s?|m|yards?|minutes)"
_POINT = r"(?:north|south|east|west)(?:[ -]?(?:east|west))?(?:ern)?"
_RELATION = re.compile(
    rf"(?<!\w)(?:{_FAR}{_UNIT}(?: \([^()]{{1,20}}\))? (?:(?:drive |further )?(?:to the )?{_POINT} of |(?:away )?from |outside (?:of )?|off )"
    rf"|(?:just |immediately )?(?:to the )?{_POINT} of "
    r"|(?:just |right )?outside (?:of )?"
    r"|(?:on |in |at |to |from |near )?(?:the )?(?:\w{1,10} )?(?:outskirts|edges?|doorsteps?|doors|gates|fringes?|periphery|vicinity|environs) of "
    r"|not far from |close to |near(?:by)? (?:to )?|within (?:\w{1,8} )?range of |in the direction of |overlooking "
    r"|(?:in )?the area around |adjacent to )"
    r"(?:the )?(?:(?:\w{1,16}(?:-held)? )?(?:town|city|village|capital|district|suburb|area|region|port|governorate|province) of )?(?:the )?$",
    re.IGNORECASE,
)
_RELATED = frozenset({"of", "from", "outside", "to", "near", "nearby", "overlooking", "around", "off"})
"""Last words of every relation: most mentions have none, and the long pattern is not tried."""
_KIND_BEFORE = re.compile(
    r"(?:^|[\s(\"“-])((?:[a-z]{3,16}|[A-Z][a-z]{2,15})) (?:of|called|named) (?:the )?(?:(?:[A-Z][\w'’-]{1,20},? |and ){0,4})$"
)
_KIND_SIDE = re.compile(r"(?:^|[\s(\"“-])([a-z]{3,16}|[A-Z][a-z]{2,15})['’]?s? $")
_KIND_AFTER = re.compile(r"^(?:['’]s)? ?([A-Za-z]{4,16})\b")
_WITHIN = re.compile(r"^(?:['’]s [a-z]{3,12} [a-z]{3,12})?,? ?(?:(?:in|of|,) (?:the )?(?:[a-z]{4,12} )?)?$")


class Mention(NamedTuple):
    """One place name in a text."""

    start: int
    end: int
    text: str
    form: str
    relation: str
    context: str
    key: str


class Candidate(NamedTuple):
    """Words that an index knows, before they are weighed."""

    first: int
    stop: int
    start: int
    end: int
    matches: tuple[Match, ...]


def find_in_text(text: str, index: Index, actors: Sequence[Actor] = (), dateline: int = 0) -> list[Mention]:
    """Find the place names of one text.

    Parameters
    ----------
    text : str
        Untouched; offsets count its characters.
    index : Index
        From ``gazetteer.open_index``.
    actors : sequence of Actor
        Groups, monitors and outlets of the case: a place's name inside theirs is no place.
    dateline : int
        End of a dateline that is known already, 0 to look for one.

    Returns
    -------
    list of Mention
        In order, without overlap.
    """
    w = Words(text)
    marks, surnames = blocked(w, index, tuple(actors))
    end_of_dateline = dateline or _dateline_end(text)
    found: list[Mention] = []
    clues = Clues(w, marks, surnames, end_of_dateline)
    for candidate in candidates(w, index, marks):
        mention = _decide(candidate, w, clues, index)
        if mention is not None:
            found.append(mention)
    if arabic.LETTER.search(text):
        found += [Mention(*hit) for hit in arabic.find(text, index, tuple(actors))]
        found.sort(key=lambda m: m.start)
    return found


def candidates(w: Words, index: Index, marks: list[str]) -> list[Candidate]:
    """Longest matches of an index in the words, left to right, unweighed; unknown names that their words tell."""
    found: list[Candidate] = []
    i, total, taken = 0, len(w), 0
    low, cap, joined = w.low, w.cap, w.joined
    while i < total:
        if not cap[i] or marks[i] == MONTH:
            i += 1
            continue
        candidate = None
        if i > taken and joined[i - 1]:
            before = low[i - 1]
            if not cap[i - 1] and (before in lists.DIRECTIONS or (before in lists.ARTICLES and _leads(w, i - 1))):
                candidate = _longest(w, index, i - 1, least=2)
        candidate = candidate or _longest(w, index, i, least=1) or _unknown(w, i, marks)
        if candidate is None:
            i += 1
            continue
        found.append(candidate)
        i = taken = candidate.stop
    return found


def _leads(w: Words, i: int) -> bool:
    # "as Salt" is no article; "as-Salt" and "al Salt" are.
    return w.low[i] in {"al", "el", "ash"} or w.text[w.end[i] : w.start[i + 1]] == "-"


def _longest(w: Words, index: Index, i: int, least: int) -> Candidate | None:
    word = w.word[i]
    if w.low[i] == "the":
        return _with_the(w, index, i)
    width = index.width(word)
    if w.low[i] in lists.ARTICLES and i + 1 < len(w) and w.joined[i]:
        width = max(width, 1 + index.width(w.word[i + 1]))
    if width < least:
        return None
    stop = i + 1
    limit = min(len(w), i + min(width, _MAX_WORDS))
    while stop < limit and w.joined[stop - 1] and (w.cap[stop] or w.low[stop] in lists.INNER or stop == i + width - 1):
        stop += 1
    text = w.text
    begin = w.start[i]
    for end in range(stop, i + least - 1, -1):
        if not w.cap[end - 1] and not _lower_tail(w, i, end):
            continue
        span = text[begin : w.end[end - 1]]
        if end > i + 1 and w.low[end - 1] in lists.ARTICLES:
            continue
        matches = index.look_up(span)
        if (
            matches
            and w.low[i] in _NO_OPENERS
            and w.text[w.end[i] : w.start[i + 1]] != "-"
            and matches[0].likeness < 1.0
        ):
            continue  # "At Harasta": only a list that has just that makes an article of it
        if matches and not (end == i + 1 and _unfit(w, i, matches)) and not _saint(w, i, end):
            return _extended(Candidate(i, end, begin, _dot(w, end - 1, matches), matches), w, index)
    return None


def _with_the(w: Words, index: Index, i: int) -> Candidate | None:
    # "The Hague" has its article in the name; "The United States" has not.
    if i + 1 < len(w) and w.joined[i] and w.cap[i + 1]:
        found = _longest(w, index, i + 1, least=1)
        if found and found.matches and found.matches[0].place.name.startswith("The "):
            return found._replace(first=i, start=w.start[i])
    return None


_NO_OPENERS = lists.ARTICLES - {"al", "el", "ash"}
_CONTRACTED = re.compile(r"['’](?:ll|re|ve|d|m|t)$")
_GENERIC_TAILS = frozenset({"province", "governorate", "city", "town", "village", "district", "region", "countryside", "state", "area",
                            "neighbourhood", "neighborhood", "county", "suburb", "of", "the", "and", "river", "valley"})  # fmt: skip


def _lower_tail(w: Words, i: int, end: int) -> bool:
    # "Wafideen camp" is listed so; in "Idlib province" the second word only tells the kind.
    return (
        w.low[end - 1] not in _GENERIC_TAILS
        and end - 1 > i
        and w.low[end - 1] not in lists.INNER
        and len(w.low[end - 1]) > 2
    )


def _saint(w: Words, i: int, end: int) -> bool:
    # "St. Mary's": a church, school or hospital, not the town.
    return w.low[i] in {"st", "ste"} and w.text[w.end[end - 1] : w.end[end - 1] + 2] in {"'s", "’s"}


_SHORT_STATE = frozenset(["ala", "ariz", "ark", "calif", "colo", "conn", "del", "fla", "ga", "ill", "ind", "kan", "ky", "la", "mass", "md", "mich", "minn", "miss", "mo", "mont", "neb", "nev", "okla", "ore", "pa", "tenn", "tex", "va", "vt", "wash", "wis", "wyo", "ont", "que", "alta", "man", "sask"])  # fmt: skip


def _dot(w: Words, last: int, matches: tuple[Match, ...]) -> int:
    # The point of "Calif." belongs to it.
    end = w.end[last]
    if w.low[last] in _SHORT_STATE and w.text[end : end + 1] == "." and matches[0].place.kind == "adm1":
        return end + 1
    return end


def _extended(c: Candidate, w: Words, index: Index) -> Candidate:
    """Take a street's or building's head into the name: "Hertford Road" is not Hertford."""
    nxt = c.stop
    if nxt >= len(w) or not w.joined[nxt - 1] or not w.cap[nxt] or w.low[nxt] in lists.ARTICLES:
        return c
    stop = nxt
    while stop < len(w) and stop - nxt < 3 and w.joined[stop - 1] and w.cap[stop]:
        if w.low[stop] in lists.STREETS and not w.word[stop].isupper():
            end = w.end[stop]
            whole = index.look_up(w.text[c.start : end])
            return Candidate(c.first, stop + 1, c.start, end, whole)
        stop += 1
    return c


def _unfit(w: Words, i: int, matches: tuple[Match, ...]) -> bool:
    """Whether one word cannot be a name by itself: too short, a common word met by folding, or a head without its tail."""
    word = w.word[i]
    low = w.low[i]
    if low in _UNKNOWN_HEADS and i + 1 < len(w) and w.joined[i] and (w.cap[i + 1] or w.low[i + 1] in lists.ARTICLES):
        return True
    if low == "duma" and i and w.low[i - 1] in {"the", "state", "russian", "russia"}:
        return True
    if low in lists.common_words() and all(m.likeness < 1.0 for m in matches):
        return True
    if low in lists.NO_PLACES or _CONTRACTED.search(low):
        return matches[0].place.tier > 0
    bare = word.replace(".", "")
    dotted = w.text[w.end[i] : w.end[i] + 1] == "."
    after_comma = w.text[max(0, w.start[i] - 2) : w.start[i]] == ", "
    if (
        len(bare) <= 5
        and matches[0].place.kind == "adm1"
        and matches[0].match == "alias"
        and (dotted or len(bare) == 2)
    ):
        # "Ky." and "SC" are states behind a comma only.
        return not after_comma and "." not in word
    if len(bare) <= 3:
        # "US", "U.K.", "DC" only in capitals; "Us", "Al", "Man" never, unless a list has just that.
        if bare.isupper():
            return not any(m.place.tier <= _CLOSED_TIER for m in matches)
        return len(bare) <= 2 or plain(word) in lists.common_words()
    if low in {"st", "ste"} or (w.low[i - 1] in {"st", "ste"} and i and w.joined[i - 1]):
        return True
    return False


_STRONG_FACILITY = frozenset(["street", "road", "avenue", "boulevard", "highway", "lane", "drive", "bridge", "square", "park", "hospital", "school", "airport", "stadium", "station", "hotel", "church", "mosque", "cathedral", "prison", "camp", "university", "college"])  # fmt: skip
_UNKNOWN_HEADS = frozenset(["tell", "tall", "tal", "tel", "kafr", "kfar", "kafar", "khirbet", "khirbat", "khan", "deir", "dayr", "beit", "bayt", "wadi", "jabal", "jebel", "ain", "ein", "ayn", "umm", "qalaat", "qalat", "maarat", "maarrat", "hosh", "hawsh", "nahr", "bir", "ras", "burj", "qasr", "tuz"])  # fmt: skip
_NAMED_KIND = re.compile(
    r"\b(?:town|village|hamlet|city|district|suburb|neighbou?rhood|settlement|locality|camp|farms?) of $", re.IGNORECASE
)


def _unknown(w: Words, i: int, marks: list[str]) -> Candidate | None:
    if marks[i] or w.low[i] in lists.GENERIC_CAPS or w.low[i] in lists.TITLES or w.low[i] in lists.ORG_HEADS:
        return None
    if i and w.joined[i - 1] and w.cap[i - 1] and (w.low[i - 1] in lists.given_names() or not w.sentence_start(i - 1)):
        return None
    stop, head = i + 1, 0
    while stop < len(w) and stop - i < 5 and w.joined[stop - 1] and not marks[stop]:
        if w.cap[stop]:
            if w.low[stop] in lists.STREETS or w.low[stop] in lists.BUILDINGS:
                head = stop + 1
            stop += 1
        elif w.low[stop] in lists.ARTICLES and stop + 1 < len(w) and w.joined[stop] and w.cap[stop + 1]:
            stop += 1
        else:
            break
    if w.low[i] in _UNKNOWN_HEADS and stop > i + 1:
        return Candidate(i, stop, w.start[i], w.end[stop - 1], ())
    before = w.text[max(0, w.start[i] - 40) : w.start[i]]
    if _NAMED_KIND.search(before):
        return Candidate(i, stop, w.start[i], w.end[stop - 1], ())
    if head > i + 1:
        return Candidate(i, head, w.start[i], w.end[head - 1], ())
    return None


def _decide(c: Candidate, w: Words, clues: Clues, index: Index) -> Mention | None:
    if not c.matches:
        return _mention(c, w, "name", clues)
    mark = clues.marks[c.first]
    country = c.matches[0].match in {"adjective", "demonym"}
    if mark == "person" and not country:
        return None
    if mark == "group":
        return _mention(c, w, "embedded", clues) if c.matches[0].place.tier <= _CLOSED_TIER else None
    state, active = clues_of(c, w, clues, index)
    if state == "no":
        return None
    if country:
        return _mention(c, w, c.matches[0].match, clues)
    if sum(WEIGHTS.get(a, 0.0) for a in active) < 0.0:
        return None
    return _mention(c, w, "embedded" if state == "embedded" else "name", clues)


def _mention(c: Candidate, w: Words, form: str, clues: Clues) -> Mention:
    text = w.text
    before = text[max(0, c.start - 90) : c.start].replace("\n", " ").replace("\u00a0", " ")
    after = text[c.end : c.end + 40].replace("\n", " ").replace("\u00a0", " ")
    relation = ""
    if form == "name":
        if c.end <= clues.dateline:
            form = "dateline"
        elif before.removesuffix(" ").removesuffix(" the").rpartition(" ")[2].lower() in _RELATED:
            related = _RELATION.search(before)
            if related:
                relation, form = related.group().strip(), "relative"
    words = text[c.start : c.end]
    return Mention(c.start, c.end, words, form, relation, _context(before, after), fold(words))


def _context(before: str, after: str) -> str:
    parts = []
    side = _KIND_BEFORE.search(before) if " of " in before or " called " in before or " named " in before else None
    side = side or _KIND_SIDE.search(before[-22:])
    if side and side.group(1).lower() in lists.ADMIN_HEADS:
        parts.append(f"{side.group(1).lower()} of")
    behind = _KIND_AFTER.search(after)
    if behind and behind.group(1).lower() in lists.ADMIN_HEADS:
        parts.append(behind.group(1).lower())
    return "; ".join(parts)


def _dateline_end(text: str) -> int:
    found = _DATELINE.match(text[:240])
    if not found or not found.group("place")[:3].isupper():
        return 0
    return found.end()
