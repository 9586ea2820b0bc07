"""Where a claim lies that does not move: the nearest place of its words, with those listed beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.anaphors import place_noun, told_of_town
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.spots import COMMAS, IN, TO, WIDE, Spot, Where, narrower

if TYPE_CHECKING:
    from geo_ghouta.claims.passages import Sentence

NEXT = 2
"""Words from a figure to the place right behind it."""
_STANDING_IN = frozenset(("in", "inside", "at", "there"))
FROM_OR_TO = TO | {"from", "out"}
_PREPS = frozenset(("from", "out")) | TO | frozenset(("via", "through", "across", "past", "beyond")) | IN
LISTING = COMMAS | word_set(
    "the town towns neighbouring neighboring nearby district of village villages neighbourhood districts"
)
"""Words between two places of one list: "Arbin and the nearby town of Zamalka"."""


def read_standing(
    sentence: Sentence, spots: list[Spot], word: int, length: int, figure: tuple[int, int], where: Where
) -> None:
    """Tell the place of a claim that does not move: the nearest one with "in", "of", "on" before it.

    Parameters
    ----------
    sentence : Sentence
    spots : list of Spot
        Places named in it, in order.
    word, length : int
        The governing word, and how many words it has.
    figure : (int, int)
        Words of the figure, half-open.
    where : Where
        Told the place.
    """
    words = sentence.words
    begin = max(word + length, figure[1]) if word >= figure[0] else figure[1]
    here = words[begin : begin + 3]
    for at in () if _STANDING_IN.isdisjoint(here) else range(begin, min(begin + 3, len(words))):
        if (
            words[at] in {"in", "inside", "at"}
            and (meant := place_noun(words, at + 1))
            and not any(s.first in range(at, at + 6) for s in spots)
        ):
            where.standing, where.noun = True, meant  # "remain in the town": one named before
            return
        if words[at] == "there":
            named = [s for s in spots if s.last <= at and s.kind != "country"]
            where.place, where.standing = named[-1:], not named
            return
    noun = told_of_town(words, spots, figure)
    if noun:
        where.standing, where.noun = True, noun
        return
    if not spots:
        return
    best, lowest = None, 4.5
    behind, walls = min(figure[1], len(words) - 1), sentence.walls
    verbs = [p for p, t in sentence.triggers if t.form != "noun" and p not in sentence.attributive]
    for spot in spots:
        gap = min(abs(spot.first - figure[1]), abs(spot.first - word), abs(figure[0] - spot.last))
        wall = min(abs(walls[spot.first] - walls[behind]), abs(walls[spot.first] - walls[word]))
        cost = 0.12 * gap + wall
        if 0 < spot.first - figure[1] <= NEXT and words[figure[1]] in IN:
            cost -= 1.0  # "nine died in X and 12 in Y"
        if cost >= lowest:
            continue  # what follows only adds to it
        at = spot.first - 1
        far = max(at - 5, -1)
        while at > far and words[at] not in _PREPS:
            at -= 1
        prep = words[at] if at > far else ""
        cost += 0.0 if prep in IN else 0.8 if prep else 1.0
        if prep in FROM_OR_TO:
            cost += 1.5
        if spot.relation:
            cost += 2.5
        if spot.kind == "country" and prep not in IN:
            cost += 2.0
        low, high = (word, spot.first) if word < spot.first else (spot.last, word)
        crossed = 0
        for verb in verbs:
            if low < verb < high:
                crossed += 1
        cost += 2.0 * crossed
        if cost < lowest:
            best, lowest = spot, cost
    if best is not None:
        where.place += listed_with(words, spots, narrower(words, spots, best))


def listed_with(words: list[str], spots: list[Spot], one: Spot) -> list[Spot]:
    """A place with those that are listed with it, "in X, Y and Z"; alone in "in X, a town in Y"."""
    if one.relation or one.kind == "country" or len(spots) == 1:
        return [one]
    chain, joint = [one], False
    at = next(k for k, spot in enumerate(spots) if spot is one)
    for spot in reversed(spots[:at]):  # "the deals for X, Y and Z brought": the nearest is the last
        if not _is_listed(words, spot, chain[0]):
            break
        joint = joint or "and" in words[spot.last : chain[0].first]
        chain.insert(0, spot)
    for spot in spots[at + 1 :]:
        if spot.first < chain[-1].last:
            continue
        if joint or not _is_listed(words, spot, chain[-1]):
            break
        joint = "and" in words[chain[-1].last : spot.first]
        chain.append(spot)
    return chain if joint else [one]


def _is_listed(words: list[str], spot: Spot, beside: Spot) -> bool:
    """Whether only words of a list stand between two places."""
    first, second = (spot, beside) if spot.first < beside.first else (beside, spot)
    between = words[first.last : second.first]
    if spot.relation or spot.kind == "country" or not between:
        return False
    if between == [","] and first.kind in WIDE and second.kind not in WIDE and first.first < NEXT + 2:
        return False  # "In northern X, Y and Z signed"
    return LISTING.issuperset(between) and not COMMAS.isdisjoint(between)
