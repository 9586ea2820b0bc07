"""Turns of phrase that tell what a figure counts without a verb of movement or war: "who numbered about 600"."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from geo_ghouta.claims.counted import MOVING, PEOPLE, RESIDENTS, SETTLEMENTS
from geo_ghouta.claims.fitting import kind_for
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.main_verbs import Reading
from geo_ghouta.claims.nouns import UNIT_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo_ghouta.claims.drafts import Draft, Scene

_FEW = 12
_ABOARD = frozenset(("board", "aboard"))
_MINE = frozenset(("my", "our", "her", "his"))
_IN_ONE = frozenset(("in", "on", "at", "from", "of", "to", "into"))
_CAMPS = word_set("camp camps shelter shelters school schools stadium hall site")
_NUMBER = frozenset(("number", "numbers", "numbered", "numbering"))
_NOT_A_VERB = word_set("the a an of in this that any some its their large small total same great what no whose")
_HELD = word_set("talks evacuation evacuations negotiations discussions voting elections mediation")
_WHEELS = {"trucks": "other", "lorries": "other", "vehicles": "other", "buses": "buses", "coaches": "buses"}
_PERSONS = word_set("people persons wounded patients refugees evacuees men displaced dead captives prisoners others")
_LENGTHS = frozenset(("metres", "meters", "kilometres", "kilometers", "km", "miles", "yards", "feet"))
_TALKED_TO = frozenset(("with", "to"))
_ROUNDS = frozenset(("rounds", "round"))
_TALKED = tuple([w, p] for w in ("spoke", "spoken", "talked", "met") for p in ("with", "to"))
_SOFT = word_set(
    "another further about around some nearly almost only more than over at least up to an estimated roughly fewer just"
)
_CHANGE = word_set("increase rise drop fall decrease decline reduction jump surge standard level minimum target")
_ROOM = frozenset(("built", "designed", "room", "space", "ready", "capacity", "meant", "prepared", "planned"))
_RATED = frozenset(("funded", "complete", "completed", "full", "covered", "lower", "higher", "more", "less"))
_HARMED = frozenset(("dead", "wounded", "injured", "casualties", "fatalities"))
_PUT = frozenset(("put", "puts", "putting", "places", "placed"))
_REPORTED = word_set(
    "acknowledges acknowledged spoken speaks speak spoke put puts counted counts recorded reported estimated estimates "
    "gave cited admit admits admitted concede conceded"
)
_GIVE = frozenset(("gave", "gives", "give", "giving", "given"))
_TOTAL = frozenset(("number", "total", "figure", "count", "toll"))
_COUNTED = _GIVE | {"counted", "counts", "saw"}
_PERSONAL = frozenset(("us", "me", "him", "her", "them"))
_WHO = frozenset(("who", "those"))
_PRICES = frozenset(("price", "prices", "rent", "rents"))
_TOWNS = frozenset(("town", "city", "village", "township"))
_WERE = frozenset(("were", "are", "been", "only", "just", "about", "some", "around"))
_INJURIES = frozenset(("wounds", "injuries", "burns", "fractures"))
_SAY = frozenset(("says", "said", "claims", "claimed", "claim", "reports", "reported", "report"))
_ARE = frozenset(("are", "were"))
_WE = frozenset(("we", "there"))
_HERE = frozenset(("in", "inside", "at", "on", "here", "there"))
_INSIDE = frozenset(("in", "inside", "at", "on", "still", "left", "here", "there"))
_LED = frozenset(("first", "second", "third", "last", "latest", "final", "next"))
_LOTS = word_set("group convoy batch wave bus buses contingent column")


def is_no_claim(words: list[str], first: int, last: int, unit: str, *, bare: bool) -> bool:
    """Whether a figure measures and counts nobody: "an increase of 53 per cent", "is 61 per cent funded"."""
    room = first - 1
    while room > 0 and words[room] in _SOFT:
        room -= 1
    opener = words[max(0, room)]
    if opener == "for":
        if words[max(0, room - 1)] in _ROOM:
            return True  # "a camp built for 30,000", "room for another 20,000"
    elif opener == "interviewed" or (opener in _TALKED_TO and words[max(0, room - 1) : room + 1] in _TALKED):
        return True  # "spoke with 11 people who had fled": those asked
    prior, second = words[max(0, first - 1)], words[max(0, first - 2)]
    noun, behind = words[last - 1], words[last] if last < len(words) else ""
    if prior == "of":
        if second in RESIDENTS and noun in SETTLEMENTS:
            return True  # "residents of 20 districts": where they live
        if second in _CHANGE and (bare or unit == "percent"):
            return True
    elif prior == "by" and second in _LENGTHS:
        return True  # "a strip 500 metres by 200"
    if noun in _ROUNDS and behind == "of" and words[last + 1] in _HELD:
        return True  # "two rounds of talks"
    if bare:
        if prior == "all" and second == "for":
            return True  # "wants a tribunal for all 2,400"
        if behind == "than" and noun in _RATED:
            return True
        if "than" in words[first + 2 : first + 3] and words[first + 1] in _RATED and words[first] != "no":
            return True  # "900 people, 300 more than on Sunday"
    if unit == "percent" and prior == "by" and not _PRICES.isdisjoint(words[:first]):
        return True  # "the price of bread rose by half"
    return unit == "percent" and behind in _RATED


def who_speaks(said: Sequence[tuple[int, int]], first: int, value: float | None) -> bool:
    """Whether the counted are those who are quoted: "two doctors told X", "one man who got through said"."""
    if value is None or value > _FEW:
        return False
    return any(low <= first <= low + 1 < high for low, high in said)


def numbered(scene: Scene, first: int, unit: str) -> tuple[Reading, str] | None:
    """What those are who "number" so many, with their unit: "the militants, who numbered around 6,000"."""
    words = scene.sentence.words
    at = first - 1
    while at > 0 and words[at] in _SOFT:
        at -= 1
    if at > 0 and words[at] in _ARE and words[at - 1] in _WE:
        if _we_are(words[at - 1], words[first + 1 : first + 5]):
            return Reading("population", first, None, 0.0), unit if unit in PEOPLE else "people"
        return None
    if at < 1 or words[at] not in _NUMBER or words[at - 1] in _NOT_A_VERB:
        return None
    before = words[max(0, at - 18) : at]
    if words[at - 1] in _HARMED:
        return Reading("casualties", first, None, 0.0), "people"  # "the dead number 14"
    found = next((UNIT_OF[w] for w in reversed(before) if w in UNIT_OF), unit if unit in PEOPLE else "people")
    for k, trigger in scene.sentence.triggers:
        if at - 18 <= k < at and trigger.form != "noun" and "those" in words[max(0, k - 3) : k]:
            kind = kind_for(trigger, words[k], found, {"people"})
            if kind is not None:
                return Reading(kind, k, trigger, 0.0), found  # "those killed by the raid number 37"
    return Reading("population", first, None, 0.0), found


def _we_are(who: str, behind: list[str]) -> bool:
    """Whether people tell how many they are somewhere: "we were about 80 in our hall", "there were ten of us"."""
    return behind[:2] == ["of", "us"] or (who == "we" and not _HERE.isdisjoint(behind))


def put_at(words: list[str], first: int) -> str | None:
    """Unit of those whose number somebody puts at so much: "put civilians killed by shelling at 93"."""
    first -= words[max(0, first - 1)] in {'"', "“"}
    if words[max(0, first - 1)] in {"counted", "counts"}:  # "five buses left; the council counted twelve"
        walls = [k for k in range(first - 2, max(0, first - 12), -1) if words[k] in {";", ",", "while"}]
        return _unit_of(words[: walls[0]][::-1]) if walls else None
    if words[max(0, first - 1)] == "as":
        return _unit_of(_given_as(words, first))
    if words[max(0, first - 1)] != "at":
        return None
    opened = next((k for k in range(first - 2, max(-1, first - 17), -1) if words[k] in _PUT), -1)
    if opened < 0:
        return None
    counted = words[opened + 1 : words.index("at", opened)]  # "put the dead at 40, residents at 60": no residents
    return next((UNIT_OF[w] for w in counted if w in UNIT_OF), None)


def _unit_of(words: list[str]) -> str | None:
    """Unit of the first word that names people or vehicles."""
    return next((UNIT_OF.get(w) or _WHEELS[w] for w in words if w in UNIT_OF or w in _WHEELS), None)


def _given_as(words: list[str], first: int) -> list[str]:
    """The words for what somebody gives the number of: "gave the number of buses as eight"."""
    for k in range(first - 2, max(0, first - 14), -1):
        if words[k] in _TOTAL and words[k - 1] == "the" and words[max(0, k - 2)] in _GIVE:
            return words[k + 1 : first - 1] or [words[k]]
    return []


def put_reading(scene: Scene, first: int) -> tuple[Reading, str] | None:
    """What those are who are put at so many: "put the wounded in the bunkers at over 500"."""
    words = scene.sentence.words
    at = first - 1 - (words[max(0, first - 1)] in {'"', "“"})
    if at < 2 or words[at] != "at":
        return None
    opened = next((k for k in range(at - 1, max(-1, at - 16), -1) if words[k] in _PUT), -1)
    if opened < 0 or words[opened + 1] == "it":
        return None
    if "number" in words[opened:at]:
        return _of_those_who(scene, opened, at)
    counted = words[opened + 1 : words.index("at", opened)]
    unit = next((UNIT_OF[w] for w in counted if w in UNIT_OF), "people")
    for k, trigger in scene.sentence.triggers:
        if opened < k < at and words[k - 1] in {"the", "its", "their", "those"}:
            kind = kind_for(trigger, words[k], unit, {words[k]})
            if kind is not None:
                return Reading(kind, k, trigger, 0.0), unit
    return None


def _of_those_who(scene: Scene, low: int, high: int) -> tuple[Reading, str] | None:
    """What those did whose number is put at so much: "put the number of those who had left at 5,000"."""
    words = scene.sentence.words
    if not _ABOARD.isdisjoint(words[low:high]):
        return Reading("departure", high + 1, None, 0.0), "people"  # "put the number on board at 720"
    if "those" not in words[low:high]:
        return None
    for k, trigger in scene.sentence.triggers:
        if low < k < high and trigger.form != "noun" and not _WHO.isdisjoint(words[max(low, k - 4) : k]):
            kind = kind_for(trigger, words[k], "people", {"people"})
            if kind is not None:
                return Reading(kind, k, trigger, 0.0), "people"
    return None


def number_behind(scene: Scene, first: int, last: int, unit: str) -> Reading | None:
    """What happened to those whose number is told in front: "bringing to 181,000 the number displaced"."""
    sentence = scene.sentence
    words = sentence.words
    if words[max(0, first - 1)] not in {"to", "at"} or words[last : last + 2] != ["the", "number"]:
        return None
    for at, trigger in sentence.triggers:
        if last + 2 <= at <= last + 6:
            kind = kind_for(trigger, words[at], unit if unit in PEOPLE else "people", {"people"})
            if kind is not None:
                return Reading(kind, at, trigger, 0.0)
    return None


def there_were(scene: Scene, first: int, last: int) -> tuple[Reading, str] | None:
    """Who or what there was of what was counted just before: "2,000 fighters are left. In May there were 6,000"."""
    words = scene.sentence.words
    lead = words[max(0, first - 4) : first]
    if lead[-1:] == ["of"] and not _TOWNS.isdisjoint(lead[-2:-1]) and (last == len(words) or not words[last].isalnum()):
        return Reading("population", first, None, 0.0), "people"  # "once a town of 50,000"
    if "there" not in lead or lead[-1] not in _WERE or scene.before is None or scene.drafts:
        return None
    if words[last : last + 1] not in ([], ["."], [","], [";"]):
        return None
    told = [d.unit for d in scene.before.drafts if d.unit in PEOPLE or d.unit == "hospitals"]
    if not told:
        return None
    kind = "infrastructure" if told[-1] == "hospitals" else "population"
    return Reading(kind, first, None, 0.0), told[-1]


def injured(words: list[str], first: int, last: int) -> Reading | None:
    """What a bare figure has: "32 had bullet wounds", "a further 15 had burns"."""
    if words[last : last + 1] in (["had"], ["have"]) and not _INJURIES.isdisjoint(words[last + 1 : last + 4]):
        return Reading("casualties", first, None, 0.0)
    return None


def rival_of(scene: Scene, first: int, last: int) -> Draft | None:
    """The figure just before that a bare one corrects: "..., the ministry counted 13,000", "had spoken of 600"."""
    words = scene.sentence.words
    lead = words[max(0, first - 4) : first]
    put = words[max(0, first - 1)] == "at" and not _PUT.isdisjoint(words[max(0, first - 7) : first])
    end = words[last : last + 1] in ([], ["."], [","], [";"])
    flat = lead[-1:] != [] and lead[-1] in _SAY and end
    flat = flat or (end and lead[-2:] in (["it", "was"], ["they", "were"]) and not _SAY.isdisjoint(lead))
    given = _given_as(words, first) if lead[-1:] == ["as"] else []
    if (_REPORTED.isdisjoint(lead) and not put and not flat and not given) or "it" in words[last : last + 2]:
        return None
    if given:
        unit = _unit_of(given)
        told = scene.drafts or (scene.before.drafts if scene.before is not None else [])
        return next((d for d in reversed(told) if unit is None or d.unit == unit), None)
    here = scene.drafts or (scene.before.drafts if scene.before is not None else [])
    folk = [d for d in here if d.unit in PEOPLE and d.part_of is None]
    wheels = [d for d in scene.drafts if d.unit in {"buses", "other"} and d.kind in {"arrival", "departure"}]
    return folk[-1] if folk else (wheels[-1] if wheels and not _COUNTED.isdisjoint(lead) else None)


def share_before(scene: Scene) -> Draft | None:
    """The share told just before, in the sentence or the one before it."""
    told = scene.drafts or (scene.before.drafts if scene.before is not None else [])
    return next((d for d in reversed(told) if d.unit == "percent" and d.part_of is None), None)


def is_split(words: list[str], last: int, parts: list[int]) -> bool:
    """Whether only the part behind a whole has a verb: "2.3 million people, 1.7 million of whom are displaced"."""
    if not parts or last + 1 not in parts or words[last : last + 1] != [","]:
        return False
    tail = words[last + 1 : last + 16]
    return "of" in tail[:6] and "," not in tail  # "264 soldiers, 53 of them wounded, had left": the whole's verb


def there_is(words: list[str], first: int, last: int, *, verbless: bool) -> bool:
    """Whether people are just told to be somewhere: "there were 4,000 civilians in X", "21,252 people in camps"."""
    at = first - 1
    while at > 0 and words[at] in _SOFT:
        at -= 1
    if at > 0 and words[at] in {"were", "are"} and words[last : last + 2] == ["of", "us"]:
        return "there" in words[max(0, at - 2) : at]
    beside = words[last : last + 1] == ["with"] and not _PERSONAL.isdisjoint(words[last + 1 : last + 2])
    placed = beside or not _INSIDE.isdisjoint(words[last : last + 2]) or words[last : last + 1] in ([], ["."])
    if at > 0 and words[at] in {"were", "are", "was", "is", "remain"} and "there" in words[max(0, at - 2) : at]:
        return placed
    if words[last : last + 2] == ["in", "need"]:
        return False
    return verbless and words[last : last + 1] != [] and words[last] in _INSIDE


def stands(words: list[str], first: int) -> bool:
    """Whether "there were" or "we are" goes before a figure."""
    at = first - 1
    while at > 0 and words[at] in _SOFT:
        at -= 1
    if at < 1:
        return False
    if words[at] == "are":
        return words[at - 1] in {"we", "there"}
    return words[at] == "were" and words[at - 1] == "there"


def in_a_group(words: list[str], last: int) -> bool:
    """Whether the counted are what a convoy holds: "1,000 people were in the first group"."""
    last += words[last : last + 1] == [","]
    if words[last - 1] == "," and "," in words[last : last + 6]:
        last = words.index(",", last) + 1  # "150 people, most of them gunmen, were on the last convoy"
    tail = words[last : last + 6]
    if tail[:3] in (["are", "in", "the"], ["were", "in", "the"]) and tail[3:4] in (["column"], ["convoy"]):
        return True
    if tail[:2] == ["in", "the"] and not _LED.isdisjoint(tail[2:4]) and not _LOTS.isdisjoint(tail[3:5]):
        return True  # "there are 303 people in the first group"
    return (
        tail[:1] != []
        and tail[0] in {"were", "are", "was"}
        and ("in" in tail[1:3] or "on" in tail[1:2])
        and not _LED.isdisjoint(tail)
        and not _LOTS.isdisjoint(words[last : last + 7])
    )


def beside_wheels(wheels: Draft, words: list[str], reading: Reading, first: int, unit: str, *, apart: bool) -> Reading:
    """The reading of a figure told beside vehicles, the claim before it: it goes where they go.

    ``apart`` tells that the figure has no noun of its own, or is a part of what was counted.
    """
    on = words[reading.word] in {"went", "gone", "go"} and apart and unit not in PEOPLE
    if on and wheels.kind == "arrival" and wheels.unit == unit:
        return dataclasses.replace(reading, kind="arrival")  # "of 340 lorries that came in, 65 went to the north"
    beside = words[reading.word] == "carrying" and reading.word < first and wheels.unit in {"buses", "other"}
    if beside and wheels.kind in {"arrival", "staging"}:
        # "a column of 100 cars reached the city, carrying 400 people": they arrived too
        return dataclasses.replace(reading, kind=wheels.kind)
    return reading


def wheels_meant(scene: Scene, first: int, value: float | None) -> str | None:
    """Unit of a bare figure that means the vehicles told of just before: "trucks were held up; only 12 got through"."""
    told = scene.drafts or (scene.before.drafts if scene.before is not None else [])
    led = [d for d in told if d.unit in {*PEOPLE, "buses", "other"} and d.part_of is None]
    if led and led[-1].unit in {"buses", "other"} and led[-1].kind in MOVING and value is not None:
        size = led[-1].value
        if size is not None and value <= size:
            return led[-1].unit  # "saw seven buses go. Five of them arrived"
    known = next((d.value for d in reversed(told) if d.unit in {"buses", "other"} and d.value is not None), 100.0)
    if value is None or value > 10 * known:
        return None  # "twelve buses came. We expect 3,000 more"
    before = scene.before.sentence.words[-60:] if scene.before is not None else []
    if scene.before is not None and scene.before.before is not None and not scene.before.drafts:
        before = scene.before.before.sentence.words[-60:] + before
    for words in (scene.sentence.words[max(0, first - 30) : first], before):
        for word in reversed(words):
            if word in _WHEELS:
                return _WHEELS[word]
            if word in UNIT_OF or word in _PERSONS:
                return None
    return None


def is_camp(scene: Scene, word: int, first: int) -> bool:
    """Whether "it holds 9,000" tells of a camp named in the sentence before, where nobody is a captive."""
    words = scene.sentence.words
    if words[word] not in {"holds", "held", "houses", "hosts"} or word > first or words[0] not in {"it", "they"}:
        return False
    return scene.before is not None and not _CAMPS.isdisjoint(scene.before.sentence.words)


def is_single(scene: Scene, number: Any, reading: Reading | None, span: tuple[int, int], unit: str, whole: Any) -> bool:
    """Whether a figure counts one that is an event or somebody's kin: "one strike killed 90", "they took my two sons".

    Parameters
    ----------
    scene : Scene
    number : NumberSpan
    reading : Reading or None
    span : (int, int)
        Words of the figure with its noun, half-open.
    unit : str
    whole : NumberSpan or None
        What the figure is a part of.
    """
    sentence = scene.sentence
    words = sentence.words
    first, last = span
    prior = words[max(0, first - 1)]
    if reading is not None and prior in _MINE:
        few = number.value is not None and number.value <= _FEW and prior in {"my", "his", "her"}
        if few and reading.kind == "population":
            return True  # "my brother and his five children are still there"
        if reading.kind == "departure" and prior != "his" and words[reading.word] in {"took", "take", "taken"}:
            return True  # "they took my two sons"
    if number.value != 1:
        return False
    if reading is not None and reading.kind == "attack":
        return True  # "one strike killed 90": an event and no count
    if number.qualifier == "exact" and (reading is None or reading.trigger is None):
        gone = [at for at, t in sentence.triggers if at > last and t.kind == "infrastructure" and t.form != "noun"]
        lost = gone[0] if gone else -1
        if whole is None or unit != "hospitals":
            return True
        if not whole.value and (lost < 0 or sentence.between(last, lost) >= 1.0):
            return True  # "in one hospital"; but "one of the three hospitals has shut"
    return unit == "other" and prior in _IN_ONE  # "found mines in one street"
