"""Names in no list that stand where only a place stands: behind "in", in a line with places, before a kind word.

World gazetteers have few of the villages, quarters and crossings that reports of a war name. Whoever reads
"they took A, B and the C crossing" knows that all three are places; so does this, and says "not found" of
those that no list has, instead of passing over them.
"""

from __future__ import annotations

import bisect
import re
from typing import TYPE_CHECKING

from geo_ghouta.toponyms import words as lists
from geo_ghouta.toponyms.matching import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from geo_ghouta.schema import Index
    from geo_ghouta.toponyms.tokens import Words
    from geo_ghouta.toponyms.weigh import Clues

_SHORTEST = 4
_WORDS = 4
_IN = frozenset({"in", "near", "outside", "around", "inside", "towards", "toward"})
_LEFT = ("from", "into", "reach", "reached", "reaching", "enter", "entered", "entering", "left", "leave", "leaving")
_STRUCK = ("bombed", "shelled", "stormed", "overran", "recaptured", "retook", "besieged", "struck", "hit", "hits")
_OUT = frozenset({*_LEFT, *_STRUCK})
_HEADS = frozenset({"mount", "camp", "fort", "port", "lake"})
_KIND_OR_DOUBLE = lists.KINDS | lists.DOUBLE
_HELD = re.compile(r", ([A-Z][\w'’-]{2,20}(?: [A-Z][\w'’-]{2,20})?)")
_ENGLISH_ENDS = (
    *("ism", "tion", "sion", "ment", "ity", "ness", "ship", "ics", "ing", "ese", "ish", "ian", "ians", "day"),
    *("gram", "book", "tube", "law", "ence", "ance", "ers", "ists", "ites", "crats"),
)
_HANGING = {"to": lists.WAY_TO, "on": lists.BLOW_ON, "for": lists.BOUND_FOR, "of": lists.PART_OF}
_LEADING = lists.LOCATIVE | _HANGING.keys()
_REACH = {"to": 4, "on": 1, "for": 5, "of": 1}
_AND = frozenset({" and ", ", and ", " or ", ", or ", " & ", " and the ", ", and the "})
_ANDS = frozenset({"and", "or", "the"})
_PARTING = frozenset({", ", " & "})
_HOLDING = frozenset({"and", "of", "took", "taken", "lost", "held", "freed", "cleared", "between", "both", "including"})
_STOPS = re.compile(r",? (?:and|or) |[,.;:)]")


class Lone:
    """Looks for names in no list, once the certain names of a text are known.

    Parameters
    ----------
    w : Words
    clues : Clues
    index : Index
    """

    def __init__(self, w: Words, clues: Clues, index: Index) -> None:
        self.w, self.clues, self.index = w, clues, index
        self._speakers: set[str] | None = None

    def find(self, kept: Sequence[Candidate], counts: dict[str, int], played: bool) -> list[Candidate]:
        """Return the names beside the certain ones and behind "in", "near" and their like.

        Parameters
        ----------
        kept : sequence of Candidate
            The places found so far, in order.
        counts : dict
            Country → its certain names.
        played : bool
            Whether the text is about lands that no list has in full.
        """
        found = [*self._behind(played), *self._before_kind(played)]
        found += self._beside([*kept, *found], counts, played)
        found += self._dateline()
        if found:
            taken = {n for c in [*kept, *found] for n in range(c.first, c.stop)}
            found += self._again(found, taken)
        best: dict[int, Candidate] = {}
        for c in found:
            if c.first not in best or c.stop > best[c.first].stop:
                best[c.first] = c
        return list(best.values())

    def _behind(self, played: bool) -> Iterator[Candidate]:
        """Names behind a word of place: "to X, Germany"; "in Xabad", in a text about lands that no list has in full."""
        w = self.w
        low, cap, joined = w.low, w.cap, w.joined
        sure = played or not self.index.has_world
        look_up = self.index.look_up
        for n in w.caps:
            # The word before the name, which may begin with a small article.
            i = n - 1
            if i > 0 and not cap[i] and low[i] in lists.ARTICLES and joined[i]:
                i -= 1
            word = low[i]
            if word not in _LEADING or i < 0 or not joined[i]:
                continue
            if cap[i] and not w.sentence_start(i):
                continue
            first = i + 1
            lone = first == n and not (joined[n] and (cap[n + 1] or low[n + 1] in lists.ARTICLES))
            if lone and low[n] not in lists.ARTICLES and look_up(w.word[n]):
                continue  # one word, as most are, and some list has it
            stop = self._name(first, person=not (word in _IN and w.low[first] in lists.ARTICLES))
            if not stop or (stop == i + 2 and look_up(w.word[first])):
                continue
            long = (stop - first > 1 or self._foreign(first)) and word in lists.LOCATIVE
            hung = word in _OUT or self._said(i)
            if not (sure and word in _IN) and not (played and (long or hung)) and not self._way(i, stop):
                held = _HELD.match(w.text, w.end[stop - 1])
                kinds = self.index.look_up(held.group(1)) if held else ()
                if not any(m.place.kind in {"country", "adm1"} for m in kinds):
                    continue
            yield self._candidate(first, stop)

    def _said(self, i: int) -> bool:
        """Whether "to", "on", "of" or "for" hangs on a word that wants a place: "the road to", "a raid on"."""
        w = self.w
        wanted = _HANGING.get(w.low[i])
        return wanted is not None and any(w.low[k] in wanted for k in range(max(0, i - _REACH[w.low[i]]), i))

    def _before_kind(self, played: bool) -> Iterator[Candidate]:
        """Names before a word that tells a kind of place: "the X crossing", "X mountain"."""
        if not played and self.index.has_world:
            return
        w = self.w
        low, cap, joined = w.low, w.cap, w.joined
        for n in w.caps:
            i = n + 1
            if not joined[n] or cap[i] or low[i] not in _KIND_OR_DOUBLE or not self._kind(i):
                continue
            begin = self._begin(i)
            if w.sentence_start(begin) and not self._foreign(begin):
                continue
            if self._name(begin) == i:
                yield self._candidate(begin, i)

    def _kind(self, i: int) -> bool:
        """Whether a word tells a kind of place, alone or with the next: "crossing", "air base"."""
        low = self.w.low
        if low[i] in lists.KINDS:
            return True
        return low[i] in lists.DOUBLE and i + 1 < len(low) and (low[i + 1] in lists.KINDS or low[i + 1] == "field")

    def _way(self, i: int, stop: int) -> bool:
        """Whether it is one end of "from X to Y", without the world's towns."""
        if self.index.has_world:
            return False
        w = self.w
        if w.low[i] == "from":
            return stop < len(w.low) and w.low[stop] == "to" and w.text[w.end[stop - 1] : w.start[stop]] == " "
        if w.low[i] != "to":
            return False
        k = i - 1
        while k > 0 and i - k <= _WORDS + 1 and (w.cap[k] or w.low[k] in lists.ARTICLES):
            k -= 1
        return w.low[k] == "from" and k < i - 1

    def _foreign(self, first: int) -> bool:
        """Whether it looks transliterated: an article, or a word that begins Arabic names."""
        return self.w.low[first] in lists.ARTICLES or self.w.low[first] in lists.UNKNOWN_HEADS

    def _beside(self, kept: Sequence[Candidate], counts: dict[str, int], played: bool) -> Iterator[Candidate]:
        """Names in one line with a town: "A, B and C"."""
        w = self.w
        known = [c for c in kept if (self._town(c, counts) if c.matches else played)]
        taken = {n for c in kept for n in range(c.first, c.stop)}
        for c in known:
            stop = c.stop
            while True:  # rightwards
                first, comma = self._next(stop)
                if not first or (first in taken and w.low[first] not in lists.ARTICLES):
                    break
                end = self._name(first, taken, person=not self._at_home(first, counts))
                if not end or (comma and not self._goes_on(c, end)):
                    break
                yield self._candidate(first, end)
                taken.update(range(first, end))
                stop = end
            first = c.first
            while True:  # leftwards
                begin, end = self._before(first)
                if not end or self._name(begin, taken, person=not self._at_home(begin, counts)) != end:
                    break
                yield self._candidate(begin, end)
                taken.update(range(begin, end))
                first = begin

    def _at_home(self, first: int, counts: dict[str, int]) -> bool:
        """Whether the word is a town's name in a country that the text speaks of: "Salqin and Dana"."""
        found = self.index.look_up(self.w.word[first])[:6] if self.w.cap[first] else ()
        return any(m.place.country in lists.TRANSLITERATED and counts.get(m.place.country) for m in found)

    def _town(self, c: Candidate, counts: dict[str, int]) -> bool:
        place = c.matches[0].place
        if place.kind in {"country", "continent", "water"} or c.matches[0].match in {"adjective", "demonym"}:
            return False
        if place.tier <= 2:
            return True
        return any(m.place.country in lists.TRANSLITERATED and counts.get(m.place.country) for m in c.matches[:6])

    def _next(self, stop: int) -> tuple[int, bool]:
        """First word of what follows in a line, and whether only a comma stands between; (0, False) for none."""
        w = self.w
        if stop < len(w.low) and w.joined[stop - 1] and w.low[stop] in lists.KINDS and not w.cap[stop]:
            stop += 1
        if stop >= len(w.low):
            return 0, False
        gap = w.text[w.end[stop - 1] : w.start[stop]]
        if w.low[stop] not in _ANDS:
            return (stop, gap == ", ") if gap in _PARTING else (0, False)
        ahead = stop
        while ahead < len(w.low) and ahead - stop < 2 and w.low[ahead] in {"and", "or", "the"}:
            ahead += 1
        if ahead < len(w.low) and w.text[w.end[stop - 1] : w.start[ahead]] in _AND:
            return ahead, False
        return 0, False

    def _goes_on(self, c: Candidate, end: int) -> bool:
        """Whether the line goes on or ends behind a name that only a comma parts: "In A, B said" is none."""
        w = self.w
        begin = c.first - 1
        if begin >= 0 and w.low[begin] in lists.LOCATIVE and w.cap[begin]:
            return False
        return bool(_STOPS.match(w.text, w.end[end - 1]))

    def _before(self, first: int) -> tuple[int, int]:
        """Words that stand in a line before a place; (0, 0) for none."""
        w = self.w
        if not first or (w.low[first - 1] not in _ANDS and w.text[w.end[first - 1] : w.start[first]] not in _PARTING):
            return 0, 0
        at = first
        while at > 0 and first - at < 2 and w.low[at - 1] in _ANDS and not w.cap[at - 1]:
            at -= 1
        if at == 0:
            return 0, 0
        gap = w.text[w.end[at - 1] : w.start[first]]
        if gap not in _AND and gap != ", ":
            return 0, 0
        if not w.cap[at - 1]:
            return 0, 0
        begin = self._begin(at)
        if w.sentence_start(begin) and not self._foreign(begin):
            return 0, 0
        if gap == ", " and not self._listed(begin):
            return 0, 0
        return begin, at

    def _begin(self, stop: int) -> int:
        """First word of the run of capitals and articles that ends before this word."""
        w = self.w
        begin = stop - 1
        while begin > 0 and stop - begin < _WORDS and w.joined[begin - 1] and w.low[begin - 1] != "the":
            if not w.cap[begin - 1] and (w.low[begin - 1] not in lists.ARTICLES or w.text[w.end[begin - 1]] != "-"):
                break
            begin -= 1
        return begin

    def _listed(self, begin: int) -> bool:
        """Whether a word of place, a comma or "and" stands before."""
        w = self.w
        if not begin:
            return False
        gap = w.text[w.end[begin - 1] : w.start[begin]]
        return gap == ", " or (gap == " " and (w.low[begin - 1] in lists.LOCATIVE or w.low[begin - 1] in _HOLDING))

    def _dateline(self) -> Iterator[Candidate]:
        """The place of a dateline, known or not."""
        w, (begin, end) = self.w, self.clues.dateline
        if not end:
            return
        first = bisect.bisect_left(w.start, begin)
        stop = first
        while (
            stop < len(w.low)
            and w.word[stop].isupper()
            and w.end[stop] <= end
            and (stop == first or w.joined[stop - 1])
        ):
            stop += 1
        if stop == first or any(self.clues.marks[first:stop]) or len(w.word[first]) < _SHORTEST:
            return
        if w.low[first] not in lists.known_otherwise():
            yield self._candidate(first, stop)

    def _again(self, found: Sequence[Candidate], taken: set[int]) -> Iterator[Candidate]:
        """The same names elsewhere in the text, where the words beside them tell nothing."""
        w = self.w
        low = w.low
        # By their last words, which have a capital wherever the name is meant.
        tails: dict[str, set[tuple[str, ...]]] = {}
        for c in found:
            if not c.matches:
                tails.setdefault(low[c.stop - 1], set()).add(tuple(low[c.first : c.stop]))
        if not tails:
            return
        longest: dict[int, int] = {}
        for last in w.caps:
            for name in tails.get(low[last], ()):
                i = last + 1 - len(name)
                if i >= 0 and tuple(low[i : last + 1]) == name and all(w.joined[i:last]):
                    longest[i] = max(longest.get(i, 0), last + 1)
        for i, stop in sorted(longest.items()):
            spoken = any(n in taken or self.clues.marks[n] for n in range(i, stop))
            longer = stop < len(w.low) and w.joined[stop - 1] and (w.cap[stop] or self._owned(stop))
            before = i > 0 and w.joined[i - 1] and w.cap[i - 1] and not w.sentence_start(i)
            if not spoken and not longer and not (before and low[i - 1] not in lists.DIRECTIONS):
                yield self._candidate(i, stop)

    def _candidate(self, first: int, stop: int) -> Candidate:
        return Candidate(first, stop, self.w.start[first], self.w.end[stop - 1], ())

    def _name(self, first: int, taken: frozenset[int] | set[int] = frozenset(), *, person: bool = True) -> int:
        """Return the end of the name that begins at this word, 0 if it is none or may be a person's or group's."""
        w = self.w
        total = len(w.low)
        stop, long = first, False
        while stop < total and stop - first < _WORDS and (stop == first or w.joined[stop - 1]):
            article = w.low[stop] in lists.ARTICLES
            if (
                article
                and stop + 1 < total
                and w.cap[stop + 1]
                and w.text[w.end[stop] : w.start[stop + 1]] in {"-", " "}
            ):
                if not w.cap[stop] and w.text[w.end[stop]] != "-" and w.low[stop] not in {"al", "el"}:
                    break
                stop += 1
                continue
            if not w.cap[stop]:
                break
            if stop in taken or not self._fit(stop, alone=stop == first, person=person):
                return 0
            long = long or len(w.word[stop]) >= _SHORTEST
            stop += 1
        if not long or not w.cap[stop - 1] or (stop < total and w.joined[stop - 1] and w.cap[stop]):
            return 0
        after = w.text[w.end[stop - 1] : w.end[stop - 1] + 1]
        if after.isdigit() or (stop < total and w.joined[stop - 1] and self._owned(stop)):
            return 0
        return stop

    def _owned(self, nxt: int) -> bool:
        # "Wagner fighters", "the Brigade's" and "X said" make a group or a person of it.
        low = self.w.low[nxt]
        return low in lists.SAYING or low in lists.MEN or (self.w.cap[nxt] and low in lists.ORG_HEADS)

    def _fit(self, n: int, *, alone: bool, person: bool) -> bool:
        w, clues = self.w, self.clues
        word, low = w.word[n], w.low[n]
        if clues.marks[n] or not word[1:].islower() or low.endswith(_ENGLISH_ENDS) or lists.people(low):
            return False
        ahead = n + 1 < len(w.low) and w.joined[n] and w.cap[n + 1]
        if (low in lists.UNKNOWN_HEADS and not alone) or (low in _HEADS and ahead):
            return True
        # "in al-Rashad" is no person's name whatever the word.
        if (
            low in (lists.known_otherwise() if person else lists.things())
            or low in clues.lower
            or low in clues.surnames
            or low in lists.MEN
        ):
            return False
        if self._speakers is None:
            # Whatever also stands without a capital has been refused above.
            self._speakers = {w.low[i] for i in w.caps if i + 1 < len(w.low) and w.low[i + 1] in lists.SAYING}
        return low not in self._speakers
