"""Words that mostly tell a kind and here do not: "on board", "reached a deal", "leaves others still inside"."""

from __future__ import annotations

from geo_ghouta.claims.lexicon import word_set

CLOSED = word_set(
    """
    the a an to in on by from into at its their his her our over with that up out off back down around for of
    after before as and or but since during while this these those some all more about nearly almost at through
    toward towards across via under inside near no not many several other another any every each northern
    southern eastern western north south east west northwest northeast southwest southeast last earlier late
    early yesterday today it them him us he she they who which also alongside only because if when so between
    against among without within overnight
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
_LEAVE = frozenset(("leave", "leaves", "left", "leaving"))
_LEAVE_ENDS = word_set("from to on in at after before under with as when which who that , ; . said and")
_STATES_LEFT = word_set(
    """
    inside behind missing without homeless dead wounded injured stranded trapped hungry destitute malnourished
    """
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
_NEWS = word_set("accounts account reports report word calls news complaints testimony threats permission information")
_COUNTS = frozenset(("number", "numbers", "total", "toll", "tally", "figure", "count"))
_ABOUT = word_set("about around some nearly almost over more than as many to up at least a")
_NOWHERE = word_set(
    """
    charge need intensive danger talks control favour favor place fact order least risk war short custody prison good
    bad critical serious stable poor touch doubt dire desperate
    """
)
_GOING = word_set(
    "were was are is been began begun started of from before after people families by civilians kept without"
)
_WAS = frozenset(("was", "is", "were", "are", "that", "they", "he", "she"))


def is_idle(words: list[str], i: int) -> bool:
    """Whether a word that mostly tells a kind does not: "on board", "brings the total to"."""
    word = words[i]
    if word in {"agreed", "agrees"}:
        return i > 0 and words[i - 1] in _ONE_VOICE and (not words[i + 1 :] or words[i + 1] in _CONCURRED)
    if word == "rescue":
        return words[i + 1 : i + 2] != [] and words[i + 1] in _RESCUERS
    if word in {"house", "houses", "host"}:
        return i > 0 and words[i - 1] in _DETERMINERS  # "her house"
    if word == "home":
        return i > 0 and words[i - 1] in {
            "come",
            "came",
            "go",
            "went",
            "gone",
            "return",
            "returned",
            "way",
            "back",
            "going",
            "coming",
        }
    if word in {"hold", "holds", "held", "holding"} and words[i + 1 : i + 2] and words[i + 1] in _HELD_WHAT:
        return True
    if word == "held" and (not words[i + 1 :] or words[i + 1] in {",", ".", ";"}):
        return words[i - 1 : i] in (["has"], ["have"], ["had"])  # "if the roof has held,"
    if word in {"screening", "questioning", "training", "searching", "treatment"}:
        return i > 0 and words[i - 1] in {"for", "of", "the", "under"}
    if word.startswith("receiv"):
        return not _NEWS.isdisjoint(words[i + 1 : i + 4])
    if word in {"hold", "root", "shape"}:
        return i > 0 and words[i - 1].startswith(("tak", "took"))  # "the truce took hold"
    if word.startswith("remain"):
        return words[i + 1 : i + 2] in (["missing"], ["unaccounted"], ["wounded"], ["hospitalised"])
    if word == "board":
        return i > 0 and words[i - 1] == "on"
    if word.startswith("carr"):
        return not _DEEDS.isdisjoint(words[i + 2 : i + 6])
    if word in {"been", "are", "were"}:
        if not _GROUPS.isdisjoint(words[i + 2 : i + 6]):
            return True
        return words[i + 2 : i + 3] == [] or words[i + 2][0].isdigit() or words[i + 2] in _NOWHERE
    if word == "crossing":
        return i == 0 or words[i - 1] not in _GOING
    if word.startswith("return"):
        return i > 0 and words[i - 1] == "in"
    if word == "exchange":
        return words[i - 1 : i] == ["in"]
    if word in {"go", "goes", "gone", "going", "went"}:
        onward = words[i + 1 : i + 2]
        if onward == ["to"]:
            return word == "going" or not _NO_WAY.isdisjoint(words[i + 2 : i + 4])
        if words[i + 1 : i + 3] == ["on", "to"] and words[i + 3 : i + 4] and words[i + 3] not in _WENT_ON:
            return False  # "went on to Egypt"
        return onward in (["through"], ["ahead"], ["into"]) or (
            onward == ["on"] and not (words[i + 2 : i + 3] and words[i + 2] in _WHEN)
        )
    if word in _LEAVE:
        if words[max(0, i - 2) : i - 1] in (["what"], ["all"], ["whatever"]) and words[i - 1] in _WAS:
            return True  # "what was left of their homes"; but "5,200 people in all had left Harasta"
        return _left_in_a_state(words, i)
    if word in {"let", "lets", "letting"} and words[i + 1 : i + 2] not in (["go"], ["out"], ["in"], ["through"]):
        return _PASSED.isdisjoint(words[i + 2 : i + 9])
    if word == "march":
        return any(w[:1].isdigit() for w in (*words[max(0, i - 1) : i], *words[i + 1 : i + 2])) or (
            i > 0 and words[i - 1] in _MONTHLY
        )
    if word.startswith("drop"):
        return not _GIVEN.isdisjoint(words[i + 1 : i + 8])
    if word.startswith("hand"):
        return not _NOT_CAPTIVE.isdisjoint(words[i + 2 : i + 7]) and _CAPTIVE.isdisjoint(words[i + 2 : i + 7])
    if word == "reached" and words[i + 1 : i + 3] in (["by", "phone"], ["by", "telephone"], ["by", "skype"]):
        return True
    if word.startswith("reach"):
        if words[i + 1 : i + 2] and not _COUNTS.isdisjoint(words[max(0, i - 12) : i]) and _is_amount(words, i + 1):
            return True  # "the number of people on the move could reach 50,000"
        return bool(
            {"deal", "agreement", "understanding", "accord", "truce", "ceasefire", "compromise", "within", "consensus"}
            & set(words[max(0, i - 4) : i])
        ) or bool({"deal", "agreement", "understanding", "accord", "truce"} & set(words[i + 1 : i + 4]))
    if word == "out":
        return (
            i == 0
            or words[i - 1][0].isdigit()
            or words[i - 1] in {"run", "ran", "running", "carried", "put"}
            or words[i + 2 : i + 3] in (["service"], ["action"], ["order"], ["reach"], ["fear"], ["control"])
        )
    if word.startswith(("bring", "brought", "tak", "took")):
        return bool(
            {
                "total",
                "number",
                "toll",
                "figure",
                "count",
                "tally",
                "losses",
                "deaths",
                "place",
                "part",
                "effect",
                "hold",
            }
            & set(words[i + 1 : i + 4])
        )
    return False


def _left_in_a_state(words: list[str], i: int) -> bool:
    """Whether "leave" tells in what state it leaves somebody: "leaves other fighters still inside", "left 20 dead"."""
    if words[i + 1 : i + 2] and words[i + 1] in _LEAVE_ENDS:
        return False  # "170,000 are left, without heat"
    for k in range(i + 2, min(i + 12, len(words))):
        word = words[k]
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
    return words[at][:1].isdigit()
