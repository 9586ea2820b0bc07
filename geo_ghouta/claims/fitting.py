"""Which kinds of things go together with what is counted: people are killed, homes destroyed, villages taken."""

from __future__ import annotations

from geo_ghouta.claims.counted import (
    BUILT,
    GOODS,
    LAND,
    MOVABLE,
    MOVING,
    MUNITIONS,
    PEOPLE,
    RESIDENTS,
    SETTLEMENTS,
    TARGETS,
    VEHICLES,
)
from geo_ghouta.claims.lexicon import Trigger, word_set

DEAD = frozenset(("bodies", "body", "corpses", "remains"))
_DIGGING = ("pull", "rescue", "dig", "dug", "sav", "recover", "brought", "bring", "free", "tak", "took", "carr")
_OUT_OF = frozenset(("from", "out", "under", "beneath"))
_RUINS = word_set("rubble ruins ruin debris wreckage wreck collapsed")
_INDOORS = word_set(
    "theatre theater building buildings house houses school hospital home homes cellar basement block blocks car mine"
)
_CAPTIVES = frozenset(("hostages", "prisoners", "detainees", "captives"))
_STORES = frozenset(("ammunition", "cartridges", "bullets", "explosives"))
_STILL_HELD = ("unaccounted", "missing", "treat")
_FREED = ("tak", "com", "came", "walk", "emerg")
_LOST = frozenset(("dead", "deaths", "casualties", "fatalities"))
_HOLDING = frozenset(("holding", "held", "holds", "hold"))
_SIEGE_REACH = 12
_UNDER = (["siege"], ["blockade"], ["bombardment"], ["fire"])
_UNIT_TRIGGERS = {
    "casualties": word_set("dead wounded injured killed deaths death casualties bodies fatalities corpses"),
    "population": word_set("residents inhabitants resident souls townspeople"),
    "departure": word_set("evacuees evacuee"),
    "displacement": word_set("refugees refugee displaced idps homeless"),
    "prisoners": word_set("prisoners prisoner detainees detainee captives captive hostages hostage pows"),
    "attack": MUNITIONS,
}
_STRUCK = BUILT | VEHICLES | SETTLEMENTS
_ATTACKED = MUNITIONS | TARGETS | VEHICLES | SETTLEMENTS
_HOMES = BUILT - {"home"}
_TELLING = frozenset().union(*_UNIT_TRIGGERS.values())
"""Nouns that tell a kind by themselves."""


def is_dug_out(words: list[str], at: int) -> bool:
    """Whether somebody, alive or dead, is got out of a ruin by the verb at ``at``: no departure from the town.

    Examples
    --------
    >>> is_dug_out("pulled two men from the rubble".split(), 0), is_dug_out("pulled out of the town".split(), 0)
    (True, False)
    """
    if not words[at].startswith(_DIGGING):
        return False
    tail = words[at + 1 : at + 12]
    for end, word in enumerate(tail):
        if word in {".", ";", ","}:
            tail = tail[:end]
            break
    if not DEAD.isdisjoint(tail) or not DEAD.isdisjoint(words[max(0, at - 4) : at]):
        return True
    lead = next((k for k, w in enumerate(tail) if w in _OUT_OF), len(tail))
    ruin = tail[lead : lead + 7]
    return not _RUINS.isdisjoint(ruin) or (words[at].startswith("pull") and not _INDOORS.isdisjoint(ruin[:5]))


def besieges(words: list[str], end: int) -> bool:
    """Whether a place is held under siege, and not held: "has held the town under siege since June"."""
    tail = words[end : end + _SIEGE_REACH]
    return any(w == "under" and tail[k + 1 : k + 2] in _UNDER for k, w in enumerate(tail)) and "," not in tail[:1]


def kind_for(trigger: Trigger, word: str, unit: str, nouns: set[str]) -> str | None:
    """Kind that a trigger means for what is counted, None when the two do not go together.

    Examples
    --------
    >>> kind_for(Trigger("advance", "act", "participle", 1), "captured", "fighters", {"soldiers"})
    'prisoners'
    """
    kind = trigger.kind
    if unit in PEOPLE:
        return _kind_of_people(trigger, kind, word, unit, nouns)
    people = unit == "other" and not nouns.isdisjoint(MOVABLE) and nouns.isdisjoint(SETTLEMENTS)
    if kind == "casualties" and word == "fallen" and nouns & SETTLEMENTS:
        return "advance"  # "seven districts have fallen"
    if kind == "population" and word.startswith("defend"):
        return None
    if kind == "prisoners" and nouns & DEAD:
        return "casualties"  # "three bodies were handed over"
    if kind in MOVING and nouns & DEAD:
        return None  # "pulled 137 bodies from the rubble"
    on_wheels = unit == "other" and bool(nouns & VEHICLES)
    if unit == "buses" and kind in {"infrastructure", "attack"} and trigger.form == "act":
        # "five buses were set alight", but "fired on a column of 30 buses"
        return "attack" if word.startswith("fir") else "infrastructure"
    if unit == "other" and nouns & GOODS and not nouns & _STRUCK:
        goes = kind in MOVING and kind != "displacement"
        if kind == "departure" and word.startswith(("bring", "brought")):
            return "arrival"  # "an airlift brought 140 tonnes"
        if kind == "advance" and trigger.weak and word.startswith(("took", "tak")):
            return "departure"  # "lorries took 40 tonnes of flour to X"
        if word.startswith("collect"):
            return None  # "collected 40 tonnes of arms"
        if kind == "population":
            return "staging"  # "100 tonnes of supplies are stuck in X"
        if kind == "attack" and word.startswith("drop"):
            return "arrival"  # "planes dropped 9,000 rations": out of the air
        return kind if goes else "arrival" if kind == "advance" and trigger.form == "move" else None
    if unit == "percent" and kind == "prisoners" and nouns & LAND and word.startswith("free") and not nouns & RESIDENTS:
        return "territory_share"  # "40 percent of the sector had been freed"
    if unit == "percent" and kind == "prisoners" and trigger.form == "move" and "people" in nouns:
        return "prisoners"  # "half of the 900 men had laid down their arms"
    if unit == "percent" and nouns & _CAPTIVES and kind in {"advance", "holder", "population", "prisoners"}:
        return "prisoners"  # "65 percent of the hostages seized on 7 October are still held"
    if unit == "percent" and word in {"loss", "losses"} and not nouns & (RESIDENTS | BUILT):
        return "territory_share"  # "the loss of around a third"
    if unit == "percent":
        if nouns & _HOMES and word in {"gone", "lost", "left"}:
            return "infrastructure"  # "eighty per cent of the homes are gone"
        if kind in {"holder", "advance", "departure"} and nouns & LAND and not nouns & RESIDENTS:
            return "territory_share"
        if kind in {"holder", "advance"}:
            return "territory_share" if not nouns & BUILT else None
        if kind == "population" and nouns & BUILT and not nouns & RESIDENTS:
            return "infrastructure"  # "70 per cent of homes cannot be lived in"
        if kind == "arrival" and {"those", "who"} <= nouns:
            return kind  # "three quarters of those who arrived"
        if kind == "attack" and trigger.form == "act" and nouns & BUILT:
            return "infrastructure"  # "half of the houses were hit"
        if kind in {"displacement", "departure", "casualties", "population", "infrastructure"} and (
            not nouns & LAND or nouns & RESIDENTS
        ):
            return kind
        return "infrastructure" if kind == "infrastructure" else None
    if unit == "pockets":
        return None
    if unit == "hospitals" or (unit == "other" and nouns & BUILT and kind in {"infrastructure", "attack"}):
        return "infrastructure" if kind in {"infrastructure", "attack", "advance"} else None
    if unit == "km2":
        return {"advance": "advance", "holder": "territory_share"}.get(kind)
    if kind == "displacement" and (on_wheels or unit == "buses"):
        return "arrival" if word.startswith("cross") else "departure"
    if kind in MOVING:
        if unit in {"buses", "groups"} or people:
            return kind
        return None
    if kind == "advance":
        if unit == "other" and nouns & SETTLEMENTS:
            return "advance"
        if unit == "buses" and trigger.weak and word in {"took", "taken"}:
            return "departure"  # "by dusk nine buses had taken 400 people to X"
        if not people:
            return "arrival" if unit in {"buses"} and trigger.form == "move" else None
        if word.startswith(("took", "tak")) and trigger.weak:
            return "departure"
        if trigger.form == "act":
            if on_wheels:
                return "other" if word.startswith(("captur", "seiz")) else None  # "captured 20 lorries"
            return "prisoners" if word.startswith(("captur", "seiz")) else None
        return "arrival"
    if kind == "holder":
        if people and not on_wheels and word in _HOLDING:
            return "prisoners"
        return "holder" if unit == "other" and nouns & SETTLEMENTS else None
    if kind == "other" and unit == "buses":
        return "departure"  # "sent 15 buses"
    if kind == "other":
        return kind if people or unit in {"buses", "groups"} else None
    if kind == "population" and (on_wheels or unit == "buses"):
        return "staging"  # "sixty buses were stuck in the snow"
    if on_wheels and kind not in {"infrastructure", "attack"}:
        return None
    if kind == "prisoners" and unit == "other" and nouns & SETTLEMENTS and word.startswith("free"):
        return "advance"  # "to free six more villages"
    if kind in {"casualties", "population", "siege", "prisoners"}:
        return (
            kind
            if people
            or (unit == "other" and kind == "casualties" and nouns & {"deaths", "bodies", "casualties", "lives"})
            else None
        )
    if kind == "infrastructure":
        return kind if unit == "other" and nouns & _STRUCK else None
    if kind == "attack":
        return kind if unit == "other" and nouns & _ATTACKED else None
    return None


def _kind_of_people(trigger: Trigger, kind: str, word: str, unit: str, nouns: set[str]) -> str | None:
    """Kind that a trigger means for people."""
    form = trigger.form
    if kind in MOVING:
        if unit == "prisoners" and kind in {"departure", "arrival"} and (form == "act" or word.startswith(_FREED)):
            return "prisoners"  # captives who are taken somewhere have not left; "24 hostages came out"
        return kind if nouns.isdisjoint(DEAD) else None  # "pulled 137 bodies from the rubble"
    if kind == "prisoners":
        return kind if nouns.isdisjoint(DEAD) else "casualties"  # "three bodies were handed over"
    if kind == "population" and not nouns.isdisjoint(DEAD):
        return "casualties"  # "70 bodies are still inside"
    if kind == "population":
        return None if word.startswith("defend") and unit != "fighters" else kind
    if kind == "siege" and form == "noun" and not nouns.isdisjoint(_UNIT_TRIGGERS["population"]):
        return "population"  # "a siege on the town's 9,000 residents": how many live there
    if kind == "casualties" and unit == "prisoners" and word.startswith(_STILL_HELD):
        return unit  # "90 hostages are unaccounted for", "captives were treated in a hospital"
    if kind in {"casualties", "siege", "other"}:
        return kind
    if kind == "infrastructure" and word == "without":
        return kind  # "50,000 people were without power"
    if kind == "attack":
        return "casualties" if form == "act" and word.startswith(("hit", "str", "target")) else None
    if kind == "advance":
        if not nouns.isdisjoint(_LOST):
            return None  # "took the hill at a cost of 27 dead"
        if word.startswith(("took", "tak")) and trigger.weak:
            return "prisoners" if unit in {"fighters", "prisoners"} else "departure"
        if form == "act":
            return "prisoners" if word.startswith(("captur", "seiz")) else None
        if unit != "fighters" and word.startswith(("break", "broke")):
            return "other"  # "300 protesters broke into the building"
        return "advance" if unit == "fighters" else "arrival"
    if kind == "holder":
        return "prisoners" if unit == "prisoners" or word in _HOLDING else None
    return None


def own_kind(unit: str, nouns: set[str]) -> tuple[str, float] | None:
    """Kind that the counted noun itself tells, with its cost."""
    if unit == "pockets":
        return "pocket_count", 0.0
    if unit == "hospitals":
        return "infrastructure", 2.0
    if unit == "percent":
        if nouns & BUILT:
            return None
        if nouns & LAND and not nouns & RESIDENTS:
            return "territory_share", 1.5
        return None
    if unit == "km2":
        return "territory_share", 6.0
    if unit in PEOPLE and {"<whole>", "<owned>"} <= nouns:
        return "population", 0.1  # "half of the region's 150,000 people"
    if nouns.isdisjoint(_TELLING):
        return None
    for kind, own in _UNIT_TRIGGERS.items():
        if nouns & own and not nouns & _STORES:
            return kind, 0.1 if "<whole>" in nouns and kind == "population" else 2.6
    return None
