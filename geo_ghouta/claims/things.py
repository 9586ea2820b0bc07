"""Things and shares that a sentence counts without a verb of movement or war: "removed 65 mines", "98 beds"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.counted import GOODS, MOVING, PEOPLE, SETTLEMENTS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.main_verbs import Reading

if TYPE_CHECKING:
    from geo_ghouta.claims.drafts import Scene
    from geo_ghouta.claims.passages import Sentence

_UNCOUNTED = word_set(
    """
    halves sides side parts part ways things thing reasons occasions times directions axes fronts stages phases steps
    rounds points questions options kinds types sorts conditions demands clauses sources meetings stories pictures
    photos videos reports books parties sections issues minds lines ends levels degrees months decades pages articles
    points items paths views versions copies names words letters languages statements attempts tries others
    sessions resolutions summits calls visits goals aims causes agreements deals talks elections governments states
    countries nations provinces governorates regions powers brothers channels stops stages tiers ranks thirds quarters
    counts figures numbers claims accounts estimates answers facts ideas problems factors criteria principles proposals
    plans scenarios deadlines dates elements categories places spots examples purposes signs senses cases chances
    matters roles efforts events moments turns wishes hopes tasks ministries languages religions faiths
    """
)
"""Nouns of phrases such as "from two sides", "in three stages", which count nothing that anybody did."""
_DEFINITE = word_set("the these those both its their our his her all your any every such")
_FEW = 12
_SCORE = 20
_FACILITIES = word_set(
    """
    beds wards clinics bakeries stations wells pumps generators shelters camps sites centres centers schools mosques
    churches bridges roads streets tunnels shafts pipes pipelines lines plants warehouses markets shops kitchens
    homes houses buildings flats apartments blocks facilities towers substations transformers
    hospitals theatres crossings checkpoints turbines trenches
    """
)
_BY_NAME = frozenset((",", "-", "–", "—", "("))
_PLACES = word_set(
    "prisons jails corridors corridor camps schools sites shelters roads routes locations crossings points gates bases"
)
_GIVEN = word_set(
    "delivered deliver delivers delivering unloaded unload unloads unloading received receive receives airdropped"
)
_DROPPED = frozenset(("dropped", "drop", "drops", "dropping", "parachuted"))
_HANDED = word_set(
    "give gives gave given provide provides provided distribute distributed serve serves served supplied"
)
_WAYS_OUT = frozenset(("passage", "corridor", "over", "order", "orders", ";", "and", "said", "who"))
_SHELLED = word_set(
    """
    shelling shelled bombing bombed bombardment bombarding bombarded airstrikes strikes raids hit hitting struck
    striking pounded pounding targeted targeting attacked attacking attacks fighting clashes battles
    """
)
_SEEN = word_set("with carrying of and")
_HELD_STEMS = (
    "control", "hold", "held", "hand", "captur", "seiz", "retak", "retook", "tak", "took", "lose", "losing", "lost",
    "fall", "fell", "liberat", "free", "clear", "advanc", "gain", "regain", "recaptur", "grip", "rul", "govern",
    "occup", "secur", "overr", "recover", "reclaim", "conquer", "push", "front", "offensive", "territor", "besieg",
    "remain", "still", "keep", "kept", "confin", "sway", "wrest", "won", "win", "encircl", "surround",
    "cut", "split", "divid",
)  # fmt: skip
"""How words begin that make a share of some ground one that somebody holds, takes or loses."""
_HELD_ENDS = ("-held", "-controlled", "-run")
_SOFT = frozenset(("about", "around", "some", "nearly", "almost", "over", "more", "than", "only", "just", "a", "the"))
_DWELL = word_set("in has have had remain remains remained stay stays stayed live lives lived left now there inside")
_EMPTIED = ("empti", "empty", "depopulat")
_WALL = 2.0
_REACH = 10
_ON = frozenset(("aboard", "board"))
_BE = frozenset(("were", "are", "was", "is"))
_FIGHTING = word_set("fighters militants rebels gunmen soldiers troops civilians defenders insurgents jihadists them")
_CONVOYS = word_set("convoy convoys batch column group wave")
_SHARED = {
    **dict.fromkeys(word_set("arrivals newcomers returnees"), "arrival"),
    **dict.fromkeys(word_set("evacuees departures"), "departure"),
    **dict.fromkeys(word_set("refugees displaced"), "displacement"),
    **dict.fromkeys(word_set("dead deaths victims casualties wounded injured fatalities killed"), "casualties"),
    **dict.fromkeys(word_set("residents inhabitants population people citizens"), "population"),
    **dict.fromkeys(
        word_set("buildings homes houses housing hospitals schools flats wells roads network grid"), "infrastructure"
    ),
    **dict.fromkeys(word_set("shops bakeries markets clinics factories"), "infrastructure"),
    **dict.fromkeys(word_set("prisoners hostages captives detainees"), "prisoners"),
}
"""Kinds of groups of which a share is told: "30 percent of the arrivals were children"."""
_INSIDE = frozenset(("in", "on", "aboard"))
_LOADED = 6
_CONTAINED = frozenset(("contain", "contains", "contained"))
_SUMMED = frozenset(("a", "total", "of", "about", "around", "some", "nearly", "almost", "over", "more", "than"))
_PLACED = word_set("in from through at of inside across around near between to into on")


def read_untold(scene: Scene, first: int, last: int, value: float | None, unit: str, nouns: set[str]) -> Reading | None:
    """What a figure with a noun tells that no word of the sentence governs; None when it counts nothing."""
    if unit == "percent":
        return read_share(scene, first, last)
    words = scene.sentence.words
    aboard = unit in PEOPLE and words[max(0, first - 1)] in _BE and not _ON.isdisjoint(words[max(0, first - 3) : first])
    if aboard:
        return Reading("departure", first, None, 0.0)  # "aboard were 900 people"
    before = next((k for k in range(first - 1, max(-1, first - _LOADED), -1) if words[k] not in _SUMMED), -1)
    if unit in PEOPLE and before >= 0 and words[before] in _CONTAINED:  # "the town contains 40,000 civilians"
        wheels = any(d.unit == "buses" for d in scene.drafts) or "buses" in words[max(0, before - 3) : before]
        return Reading("departure" if wheels else "population", first, None, 0.0)
    if unit in PEOPLE and "where" in words[max(0, first - 2) : first]:
        return Reading("population", first, None, 0.0)  # "a shelter where 400 people were asleep"
    if unit in PEOPLE and words[max(0, first - 1)] in _BE and not _PLACED.isdisjoint(words[max(0, first - 8) : first]):
        return Reading("population", first, None, 0.0)  # "in the works were 1,000 civilians"
    if unit == "buses" and not _CONVOYS.isdisjoint(words[max(0, first - 4) : first]):
        return Reading("departure", first, None, 0.0)  # "a second convoy, of 15 buses, is to follow"
    if unit == "other":
        return read_thing(scene, first, last, value, nouns)
    return Reading("other", first, None, 9.0)


def read_thing(scene: Scene, first: int, last: int, value: float | None, nouns: set[str]) -> Reading | None:
    """What a figure with a noun of its own tells, where no verb of movement or war governs it.

    Parameters
    ----------
    scene : Scene
    first, last : int
        Words of the figure with its noun, half-open.
    value : float or None
    nouns : set of str
        Words of the figure's noun phrase.

    Returns
    -------
    Reading or None
        None for what counts nothing: "from two sides", "the two villages", "X and Y, two villages in the north".
    """
    sentence = scene.sentence
    words = sentence.words
    noun = words[last - 1]
    if (noun in _UNCOUNTED and (value is None or value <= _SCORE)) or value == 1:
        return None
    before = words[max(0, first - 1)] if first else ""
    if value is not None and value <= _FEW and before in _DEFINITE and not {"remaining", "last"} & nouns:
        return None
    placed = before in _PLACED or (before == "of" and words[first - 2] == "out")
    if value is not None and value <= _FEW and placed and nouns & (SETTLEMENTS | _PLACES):
        return None  # "in four districts", "out of two prisons": where it was
    if is_by_name(scene, first, nouns):
        return None
    low, high = max(0, first - _REACH), min(len(words), last + _REACH)
    near = [
        k
        for k in range(low, high)
        if not first <= k < last and sentence.between(k, first if k < first else last - 1) < _WALL
    ]
    told = {words[k] for k in near}
    if not told.isdisjoint(_GIVEN) or (nouns & GOODS and not _DROPPED.isdisjoint(told)):
        return Reading("arrival", first, None, 0.0)  # "delivered 36,800 meals"
    if nouns & SETTLEMENTS and not told.isdisjoint(_SHELLED):
        return Reading("attack", first, None, 0.0)  # "shelling on the remaining six districts"
    if noun in {"graves", "tombs"}:
        return Reading("casualties", first, None, 0.0)
    if nouns & _FACILITIES:
        return Reading("infrastructure", first, None, 0.0)
    return Reading("other", first, None, 0.0)


def is_by_name(scene: Scene, first: int, nouns: set[str]) -> bool:
    """Whether a figure only tells what the places before it are: "X and Y, two villages in the north"."""
    if first == 0 or scene.sentence.words[first - 1] not in _BY_NAME or nouns.isdisjoint(SETTLEMENTS):
        return False
    return any(s.last == first - 1 for s in scene.spots)


def read_share(scene: Scene, first: int, last: int) -> Reading | None:
    """What a share of a group tells that no verb of movement or war governs: "30 percent of the arrivals were ill"."""
    words = scene.sentence.words
    counted = words[last : last + 1] == ["of"] or ("in" in words[first:last] and words[last : last + 1] != [])
    if not counted:  # "30 percent of the arrivals", "one in four patients"
        return None
    behind = words[last + 1 : last + 5]
    kind = next((_SHARED[w] for w in behind if w in _SHARED), "other")
    if "capacity" in behind:
        return Reading("infrastructure", first, None, 0.0)  # "two plants run at 40 percent of their capacity"
    if kind == "population" and _BE.isdisjoint(words[last + 2 : last + 9]):
        return Reading("other", first, None, 0.0)  # "half of the residents depend on wells": no count of who is there
    if not _BE.isdisjoint(words[last + 2 : last + 6]) and not _FIGHTING.isdisjoint(behind):
        return Reading("population", first, None, 0.0)  # "90 percent of the fighters were local men"
    return Reading(kind, first, None, 0.0)


def gave_to(words: list[str], first: int) -> bool:
    """Whether the counted were only given something: "has given hot meals to 31,000 people in X"."""
    lead = words[max(0, first - _REACH) : first - 1]
    given = next((k for k in range(len(lead) - 1, -1, -1) if lead[k] in _HANDED), -1)
    return words[max(0, first - 1)] == "to" and given >= 0 and _WAYS_OUT.isdisjoint(lead[given:])


def lives_so(sentence: Sentence, last: int, reading: Reading) -> bool:
    """Whether a share of a population tells how it fares and not that it is there: "half of the people use wells"."""
    if reading.kind != "population" or (reading.trigger is not None and reading.trigger.form != "noun"):
        return False
    tail = sentence.words[last : last + 12]
    if not _BE.isdisjoint(tail) or not _DWELL.isdisjoint(tail):
        return False
    return not any(k >= last and t.form != "noun" for k, t in sentence.triggers)


def ground_share(words: list[str], first: int) -> str:
    """Kind of a share of some ground that no verb governs: one that is held or taken, emptied, or anything else."""
    if any(w.startswith(_EMPTIED) for w in words[max(0, first - 4) : first]):
        return "displacement"
    lead = [w for w in words[max(0, first - 4) : first] if w not in _SOFT]
    if lead and lead[-1] in {"has", "have", "had", "in"}:
        return "territory_share"  # "the rebels have about a third of the town", "fight on in a tenth of it"
    if "land" in words[first + 1 : first + 6]:
        return "territory_share"
    held = any(w.startswith(_HELD_STEMS) or w.endswith(_HELD_ENDS) for w in words)
    return "territory_share" if held else "other"


def loads(scene: Scene, first: int, unit: str) -> bool:
    """Whether the counted are what the vehicles just counted hold: "19 trucks with 361 tonnes of flour"."""
    words = scene.sentence.words
    if not scene.drafts or unit in PEOPLE or words[max(0, first - 1)] not in {"with", "carrying"}:
        return False
    near = scene.drafts[-1]
    return near.unit in {"buses", "other"} and 0 < first - near.anchor <= 6


def holds(scene: Scene, first: int, unit: str) -> bool:
    """Whether the counted are the buses of those just counted: "listed 812 evacuees in 19 buses"."""
    if unit != "buses" or not scene.drafts or scene.sentence.words[max(0, first - 1)] not in _INSIDE:
        return False
    near = scene.drafts[-1]
    return near.kind in MOVING and near.unit in PEOPLE and 0 < first - near.anchor <= _LOADED
