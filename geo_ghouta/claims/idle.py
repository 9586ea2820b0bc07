"""Words that mostly tell a kind and here do not: "on board", "reached a deal", "leaves others still inside"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.lexicon import word_set

if TYPE_CHECKING:
    from collections.abc import Callable

CLOSED = word_set(
    """
    the a an to in on by from into at its their his her our over with that up out off back down around for of
    after before as and or but since during while this these those some all more about nearly almost at through
    toward towards across via under inside near no not many several other another any every each northern
    southern eastern western north south east west northwest northeast southwest southeast last earlier late
    early yesterday today it them him us he she they who which also alongside only because if when so between
    against among without within overnight there here
    """
)
_ONE_VOICE = word_set(
    "spokesman spokeswoman spokesperson official analyst observer doctor lawyer witness resident he she"
)
_RESCUERS = word_set("worker workers team teams crew crews service services volunteers squad squads officials boats")
_CONCURRED = word_set("that with . , ;")
_DEEDS = word_set(
    "attack attacks strike strikes raid raids operation operations search searches assault killings bombing"
)
_GROUPS = word_set("batch convoy group wave column bus buses")
_WHEN = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday foot board their the buses
    january february march april may june july august september october november december
    """
)
_HELD_WHAT = word_set("off talks negotiations elections meetings meeting hands funerals on")
_GIVEN = word_set("food aid leaflets supplies medicine parcels rations water charges")
_PASSED = frozenset(("through", "out"))
_NO_WAY = word_set("war court trial polls work sleep bed waste ground hell great school press church")
_MONTHLY = word_set("in since by until of last mid late early through next this")
_LEAVE_ENDS = word_set("from to on in at after before under with as when which who that , ; . said and")
_STATES_LEFT = word_set(
    """
    inside behind missing without homeless dead wounded injured stranded trapped hungry destitute malnourished
    """
)
_STRIKES = word_set(
    """
    strike strikes airstrike airstrikes raid raids attack attacks bomb bombs bombing bombings bombardment shelling
    shell shells explosion explosions blast blasts rocket rockets missile missiles fighting clashes battle battles
    assault fire war drone drones mine mines earthquake
    """
)
_UPON = frozenset(("on", "in", "at", "near", "outside", "of", "against"))
"""Between a strike and what it hit."""
_HAVE = frozenset(("has", "have", "had", "also", "reportedly", "alone", "already"))
_STRUCK_WIDTH, _OWN_WORDS = 7, 4
_OPENS = frozenset((",", ";", ".", "that", "when", "and", "but", "said", "says", "as", ":", "–", "—"))
_BESIDE = word_set(
    "in of by from after under during before with since despite amid to at on near for fleeing escaping over"
)
_NOT_CAPTIVE = word_set(
    """
    weapons weapon arms stronghold strongholds territory control district districts town towns city cities village
    villages positions position posts tanks artillery neighbourhood neighbourhoods area areas maps keys land base
    bases checkpoints checkpoint rifles ammunition crossing crossings airport hospital buildings
    """
)
_CAPTIVE = word_set("prisoners prisoner captives captive hostages detainees soldiers bodies people men women")
_DETERMINERS = word_set("a the her his my our their its this that one each every 's no any another")
_WENT_ON = word_set(
    """
    stay say live become kill win attack tell take make capture seize add describe warn lead hold study work serve be
    """
)
_NEWS = word_set(
    "accounts account reports report word calls news complaints testimony threats permission information requests"
)
_HELP = word_set("aid help treatment medical compensation cash money food support care training parcels vaccines")
_SHOT_WHAT = frozenset(("at", "up", "video", "footage", "film", "pictures"))
_WERE = frozenset(("was", "were", "been"))
_DEATH_WHAT = frozenset(("sentence", "sentences", "penalty", "row", "threats", "camp", "trap", "squads"))
_COUNTS = frozenset(("number", "numbers", "total", "toll", "tally", "figure", "count"))
_ABOUT = word_set("about around some nearly almost over more than as many to up at least a")
_AMOUNTS = word_set("half one two three four five six seven eight nine ten twelve hundreds thousands tens dozens")
_NOWHERE = word_set(
    """
    charge need intensive danger talks control favour favor place fact order least risk war short custody prison good
    bad stable poor touch doubt dire desperate
    """
)
_GOING = word_set(
    "were was are is been began begun started of from before after people families by civilians kept without"
)
_WAS = frozenset(("was", "is", "were", "are", "that", "they", "he", "she"))
_HOMEWARD = word_set("come came go went gone return returned way back going coming")
_HELD_ENDS = frozenset((",", ".", ";", ""))
_HAVE = frozenset(("has", "have", "had"))
_UNDER = frozenset(("for", "of", "the", "under"))
_REMAINING = frozenset(("missing", "unaccounted", "wounded", "hospitalised"))
_ONWARD = frozenset(("through", "ahead", "into"))
_ALL = frozenset(("what", "all", "whatever"))
_LET_THROUGH = frozenset(("go", "out", "in", "through"))
_DEALS = frozenset(("deal", "agreement", "understanding", "accord", "truce"))
_DEALS_BEFORE = _DEALS | {"ceasefire", "compromise", "within", "consensus"}
_WHOLES = frozenset(("population", "total"))
_ON_THE_WAY = word_set("bus buses coaches crossing border checkpoint roundabout")
_RUN = frozenset(("run", "ran", "running", "carried", "put"))
_OUT_OF = frozenset(("service", "action", "order", "reach", "fear", "control"))
_DEALS_OPENED = word_set("talks negotiations investigation inquiry probe case door doors")
_TOTALS = word_set("total number toll figure count tally losses deaths place part effect hold")


def idle_test(word: str) -> Callable[[list[str], int], bool] | None:
    """The test whether a word that mostly tells a kind does not: "on board", "brings the total to"; None without one.

    It is asked with the words of a sentence and the position of the word.
    """
    found = _TESTS.get(word)
    if found is None:
        found = next((test for stem, test in _STEMS if word.startswith(stem)), None)
    return found


_LACKED = word_set(
    "water power electricity food heat heating gas fuel medicine medicines care shelter shelters homes home roof roofs "
    "aid supplies bread light internet phone communications services help hospital hospitals doctors housing pay any "
    "parents school schools milk clothes access vital basic essential running adequate proper means work jobs"
)
_WAS = frozenset(("was", "were", "been", "be"))
_DROPPED = _GIVEN | word_set("leaflet plan plans case cases demand demands idea proposal proposals")
_AROUND = word_set(
    "area areas village villages town towns district districts countryside region regions neighbourhoods suburbs "
    "neighborhoods hills fields country roads streets provinces governorates communities"
)


def _agreed(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] in _ONE_VOICE and (i + 1 == len(words) or words[i + 1] in _CONCURRED)


def _rescue(words: list[str], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1] in _RESCUERS


def _house(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] in _DETERMINERS  # "her house"


def _chief(words: list[str], i: int) -> bool:
    return _house(words, i) or words[i + 1 : i + 2] == ["of"]  # "the head", "A. B., head of X": nobody goes


def _forces(words: list[str], i: int) -> bool:
    return words[i + 1 : i + 2] == ["from"]  # "forces from X retook Y": whom they forced would stand between


def _home(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] in _HOMEWARD


def _hold(words: list[str], i: int) -> bool:
    word = words[i]
    behind = words[i + 1] if i + 1 < len(words) else ""
    if behind in _HELD_WHAT:
        return True
    if word == "held" and behind in _HELD_ENDS:
        return i > 0 and words[i - 1] in _HAVE  # "if the roof has held,"
    return word == "hold" and _taken(words, i)


def _taken(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1].startswith(("tak", "took"))  # "the truce took hold"


def _screening(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] in _UNDER


def _receive(words: list[str], i: int) -> bool:
    if not _HELP.isdisjoint(words[i + 1 : i + 2]):
        return True  # "400 families received aid"; but "the town received 40 tonnes of aid"
    return not _NEWS.isdisjoint(words[i + 1 : i + 4])


def _remain(words: list[str], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1] in _REMAINING


def _board(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] == "on"


def _carry(words: list[str], i: int) -> bool:
    return not _DEEDS.isdisjoint(words[i + 2 : i + 6])


def _are(words: list[str], i: int) -> bool:
    if not _GROUPS.isdisjoint(words[i + 2 : i + 6]):
        return True
    at = i + 2 + (words[i + 2 : i + 3] == ["a"])  # "were in a critical condition"
    return at >= len(words) or words[at][0].isdigit() or words[at] in _NOWHERE


def _crossing(words: list[str], i: int) -> bool:
    return i == 0 or words[i - 1] not in _GOING


def _return(words: list[str], i: int) -> bool:
    return i > 0 and words[i - 1] == "in"


def _go(words: list[str], i: int) -> bool:
    onward = words[i + 1] if i + 1 < len(words) else ""
    if onward == "to":
        return words[i] == "going" or not _NO_WAY.isdisjoint(words[i + 2 : i + 4])
    if onward == "on":
        if words[i + 2 : i + 3] == ["to"] and words[i + 3 : i + 4] and words[i + 3] not in _WENT_ON:
            return False  # "went on to Egypt"
        return not (words[i + 2 : i + 3] and words[i + 2] in _WHEN)
    return onward in _ONWARD


def _leave(words: list[str], i: int) -> bool:
    if i > 1 and words[i - 2] in _ALL and words[i - 1] in _WAS:
        return True  # "what was left of their homes"; but "5,200 people in all had left Harasta"
    return _left_in_a_state(words, i) or _struck(words, i)


def _struck(words: list[str], i: int) -> bool:
    """Whether what strikes is the subject: "shelling left the quarter in ruins", "a strike on Zamalka left 15 hurt"."""
    at = i - 1
    while at > 0 and words[at] in _HAVE:
        at -= 1
    # What was struck may stand between: "a strike on the market of Zamalka".
    low = max(0, at - _STRUCK_WIDTH)
    at = next((k for k in range(at, low - 1, -1) if words[k] in _STRIKES and (k == at or words[k + 1] in _UPON)), -1)
    if at < 0 or any(w[0].isdigit() or w in _OPENS for w in words[at:i]):
        return False
    # It is the subject where its clause begins with it: not "survivors of the attack".
    first = next((k for k in range(at - 1, max(-1, at - 5), -1) if words[k] in _OPENS), -1)
    own = words[first + 1 : at]
    return (first >= 0 or at < _OWN_WORDS) and len(own) < _OWN_WORDS and _BESIDE.isdisjoint(own)


def _let(words: list[str], i: int) -> bool:
    return (i + 1 == len(words) or words[i + 1] not in _LET_THROUGH) and _PASSED.isdisjoint(words[i + 2 : i + 9])


def _march(words: list[str], i: int) -> bool:
    beside = (*words[max(0, i - 1) : i], *words[i + 1 : i + 2])
    return any(w[:1].isdigit() for w in beside) or (i > 0 and words[i - 1] in _MONTHLY)


def _drop(words: list[str], i: int) -> bool:
    if words[i - 1] in _WAS and not _DROPPED.isdisjoint(words[max(0, i - 12) : i]):
        return True  # "plans to evacuate 300 people were dropped", "leaflets were dropped on X"
    return not _GIVEN.isdisjoint(words[i + 1 : i + 8])


def _hand(words: list[str], i: int) -> bool:
    what = words[i + 2 : i + 7]
    return not _NOT_CAPTIVE.isdisjoint(what) and _CAPTIVE.isdisjoint(what)


def _reach(words: list[str], i: int) -> bool:
    if words[i] == "reached" and words[i + 1 : i + 3] in (["by", "phone"], ["by", "telephone"], ["by", "skype"]):
        return True
    if words[i + 1 : i + 2] and not _COUNTS.isdisjoint(words[max(0, i - 12) : i]) and _is_amount(words, i + 1):
        return True  # "the number of people on the move could reach 50,000"
    return not _DEALS_BEFORE.isdisjoint(words[max(0, i - 4) : i]) or not _DEALS.isdisjoint(words[i + 1 : i + 4])


def _out(words: list[str], i: int) -> bool:
    before = words[i - 1]
    if words[i + 1 : i + 2] == ["of"] and not _WHOLES.isdisjoint(words[i + 2 : i + 6]):
        return True  # "100,000 remain, out of a pre-war population of 430,000"
    return (
        i == 0 or before[0].isdigit() or before in _RUN or (i + 2 < len(words) and words[i + 2] in _OUT_OF)
    )  # fmt: skip


def _shot(words: list[str], i: int) -> bool:
    if i and words[i - 1] in _WERE and words[i + 1 : i + 2] == ["at"]:
        return False  # "60 people were shot at that bridge"
    return i + 1 < len(words) and words[i + 1] in _SHOT_WHAT


def _muster(words: list[str], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1].startswith("point")  # "parcels were handed out at the muster points"


def _spend(words: list[str], i: int) -> bool:
    return _ON_THE_WAY.isdisjoint(words[i + 3 : i + 10])  # "spent the night in the open" tells of no convoy


def _free(words: list[str], i: int) -> bool:
    return words[i + 1 : i + 2] == ["up"]  # "would free up 8,000 soldiers": nobody was held


def _opened(words: list[str], i: int) -> bool:
    return words[i + 1 : i + 2] == ["fire"] or not _DEALS_OPENED.isdisjoint(words[i + 1 : i + 4])


def _death(words: list[str], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1] in _DEATH_WHAT


def _take(words: list[str], i: int) -> bool:
    return not _TOTALS.isdisjoint(words[i + 1 : i + 4])


def _left_in_a_state(words: list[str], i: int) -> bool:
    """Whether "leave" tells in what state it leaves somebody: "leaves other fighters still inside", "left 20 dead"."""
    if words[i + 1 : i + 2] and words[i + 1] in _LEAVE_ENDS:
        return False  # "170,000 are left, without heat"
    for k in range(i + 2, min(i + 12, len(words))):
        word = words[k]
        if word == "without" and _LACKED.isdisjoint(words[k + 1 : k + 5]):
            continue  # "left the town without a permit"
        if word in _STATES_LEFT:
            behind = words[k + 1] if k + 1 < len(words) else "."
            return not behind[0].isalnum() or behind in CLOSED or word in {"without", "inside", "behind"}
        if word in _LEAVE_ENDS:
            return False
    return False


def _is_amount(words: list[str], at: int) -> bool:
    """Whether a number stands here, softened or not: "over 50,000"."""
    while at < len(words) - 1 and words[at] in _ABOUT:
        at += 1
    return words[at][:1].isdigit() or words[at] in _AMOUNTS


def _surrounding(words: list[str], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1] in _AROUND


_TESTS = {
    "surrounding": _surrounding,
    "muster": _muster,
    **dict.fromkeys(("spend", "spent", "spending"), _spend),
    **dict.fromkeys(("agreed", "agrees"), _agreed),
    "rescue": _rescue,
    "forces": _forces,
    **dict.fromkeys(("house", "houses", "host"), _house),
    **dict.fromkeys(("head", "heads"), _chief),
    "home": _home,
    **dict.fromkeys(("hold", "holds", "held", "holding"), _hold),
    **dict.fromkeys(("root", "shape"), _taken),
    **dict.fromkeys(("screening", "questioning", "training", "searching", "treatment"), _screening),
    "board": _board,
    **dict.fromkeys(("been", "are", "were"), _are),
    "crossing": _crossing,
    "exchange": _return,
    **dict.fromkeys(("go", "goes", "gone", "going", "went"), _go),
    **dict.fromkeys(("leave", "leaves", "left", "leaving"), _leave),
    **dict.fromkeys(("let", "lets", "letting"), _let),
    "march": _march,
    "out": _out,
    **dict.fromkeys(("shot", "shooting", "shoot", "shoots"), _shot),
    "death": _death,
    **dict.fromkeys(("free", "frees", "freed", "freeing"), _free),
    "opened": _opened,
}
_STEMS = (
    ("receiv", _receive), ("remain", _remain), ("carr", _carry), ("return", _return), ("drop", _drop), ("hand", _hand),
    ("reach", _reach), ("bring", _take), ("brought", _take), ("tak", _take), ("took", _take),
)  # fmt: skip
