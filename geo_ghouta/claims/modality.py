"""How sure a claim is: it happened, goes on, is planned, expected, proposed, hangs on an if, or is denied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.inverting import CONDITIONS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.moods import PLANS, TALKING, nearest_mood, same_reach
from geo_ghouta.claims.refuting import FALSE, WRONGLY, is_refuted

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence

_HOPES = word_set("hope hopes hoped hoping expects expect fear fears feared warns warned predicts predicted believes")
_NEAR_WILL, _NEAR_HOPE = 5, 10
_TURNS = frozenset(("but", ",", ";", "while"))
_BE = word_set("is are was were be been being am 're 's being")
_PRIOR = frozenset(("after", "since", "before", "despite", "without", "from"))
_HIMSELF = frozenset(("themselves", "himself", "herself", "itself"))
_DONE = word_set(
    """
    estimated believed thought known reported said understood presumed forced managed had able helped allowed
    compelled obliged permitted seen failed first last latest used
    """
)
_TO_LET = frozenset(("to", "will", "would", "not", "should", "must", "could", "may"))
_BEFORE_BE = word_set("insist insists insisted insisting demand demands demanded demanding ask asked urged")
_MADE = word_set("forced obliged allowed enabled compelled permitted helped let")
_BE_TO = frozenset(("is", "are"))
_DEMANDS = word_set(
    """
    demand demands demanded demanding insist insists insisted insisting condition conditions proposed proposes
    proposing proposal requested requests requesting recommended recommends
    """
)
_WANTS = frozenset(("want", "wants", "wanted", "asked", "urged", "demanded"))
_ASKING = _WANTS | _DEMANDS | {"wants"}
_AGREED_ON = frozenset(("departure", "arrival", "prisoners"))
_FORESEES = frozenset(("foresees", "envisages", "envisions", "stipulates", "provides"))
_TRYING = frozenset(("tried", "trying", "attempted", "attempting", "tries"))
_ON = word_set("on about over of for include includes included involves involve envisages foresees covers")
_AHEAD = frozenset(("will", "would", "'ll", "shall"))
_FIRST = frozenset(("after", "until", "when"))
_NOT_YET = frozenset(("has", "have", "is", "are", "leaves", "leave", "goes", "go", "departs", "depart", "withdraws"))
_NEAR = 2.5
_CLAUSES_OF = frozenset(("provision", "provisions", "clause", "condition", "conditions", "step", "stage", "phase"))
_IS_TO_BE = frozenset(("is", "was", "includes", "include", "included", "covers", "foresees", "involves"))
_TERMS = word_set("deal agreement accord plan terms arrangement truce ceasefire proposal")
_TURNING = (
    FALSE | WRONGLY | _ASKING | TALKING | _CLAUSES_OF
    | {"aimed", "aiming", "true", "ahead", "agreed", "once", "exchange", "return", "help", "let"}
    | {"helping", "letting", "neither", "rather", "instead", *_FIRST}
)  # fmt: skip
"""Without one of these no turn of phrase of a sentence makes a claim untrue, demanded or put ahead."""
_ADVERBS = word_set(
    """
    also still now already then reportedly just only all have has had been soon be being to safely
    """
)


def read_modality(sentence: Sentence, word: int, trigger: Trigger | None, first: int) -> str:
    """Tell the modality of what the word at ``word`` says.

    Parameters
    ----------
    sentence : Sentence
    word : int
        The governing word.
    trigger : Trigger or None
        None when the counted noun itself tells the kind.
    first : int
        First word of the figure, or of the clause.

    Returns
    -------
    str
        A word of ``vocabulary.MODALITIES``.
    """
    words = sentence.words
    turned = not _TURNING.isdisjoint(words)
    if turned and is_refuted(words, word, first):
        return "denied"
    mood = None
    if sentence.moods:
        mood = _in_mood(sentence, word, trigger, first)
    if turned and mood in {None, "planned", "under_way"} and _is_demanded(sentence, word):
        return "proposed"
    if mood is not None:
        return mood
    if turned and _is_ahead(sentence, word, trigger):
        return "planned"
    if trigger is None or trigger.form == "noun":
        return "happened"
    if trigger.tense == "base" and _is_agreed(words, word, first):
        return "planned"
    return _of_verb(sentence, word, trigger)


def _in_mood(sentence: Sentence, word: int, trigger: Trigger | None, first: int) -> str | None:
    """What the words that tell how sure make of it, None where none governs."""
    words = sentence.words
    mood = nearest_mood(sentence, word, trigger, first)
    if mood == "conditional" and word >= first and words[max(0, first - 2) : first] == ["than", "the"]:
        mood = None  # "more could die of disease than the 15,000 killed by bombs"
    if mood in {"planned", "expected", "denied"} and any(
        m == "conditional" and words[i] in CONDITIONS and same_reach(sentence, i, word) for i, m in sentence.moods
    ):
        return "conditional"
    if mood == "planned" and any(
        m == "proposed" and i < word and same_reach(sentence, i, word) for i, m in sentence.moods
    ):
        return "proposed"  # "proposed a truce in which 30 captives would be freed"
    if mood == "planned" and _is_hoped(words, word):
        return "expected"  # "we hope that the last 2,500 will come out"
    return mood


def _is_hoped(words: list[str], word: int) -> bool:
    """Whether "would" or "will" before a verb hangs on a hope: "had hoped that 90 buses would take out 6,000"."""
    will = next((k for k in range(word - 1, max(-1, word - _NEAR_WILL), -1) if words[k] in {"will", "would"}), -1)
    hope = next((k for k in range(will - 1, max(-1, will - _NEAR_HOPE), -1) if words[k] in _HOPES), -1)
    return hope >= 0 and words[hope + 1] not in {"to", "for"} and _TURNS.isdisjoint(words[hope:will])


def _is_ahead(sentence: Sentence, word: int, trigger: Trigger | None) -> bool:
    """Whether a turn of phrase without a word of its own for how sure puts it ahead."""
    words = sentence.words
    if (trigger is None or trigger.form == "noun") and "ahead" in words[max(0, word - 5) : word]:
        return True  # "ahead of the evacuation"
    if trigger is not None and trigger.form == "noun" and trigger.kind in _AGREED_ON:
        terms = words[max(0, word - 10) : max(0, word - 1)]
        is_one = terms[-1:] != [] and words[word - 1] == "the" and terms[-1] in _IS_TO_BE
        if is_one and not (_TERMS | _CLAUSES_OF).isdisjoint(terms):
            return True  # "another provision is the release of 500 prisoners"
        tail = words[word : word + 16]
        agreed = tail.index("agreed") if "agreed" in tail else 0
        lead = words[max(0, word - 4) : word]
        if not TALKING.isdisjoint(lead) and not {"for", "on"}.isdisjoint(lead):
            return True  # "an agreement for the evacuation of 60 injured failed"
        if agreed and not {"been", "was", "were", "is"}.isdisjoint(tail[max(0, agreed - 2) : agreed]):
            return True  # "the transfer of 1,000 sick has been agreed with the UN"
    return (
        _hangs_on_once(sentence, word)
        or _comes_first(sentence, word)
        or (bool(sentence.moods) and _is_exchanged(sentence, word))
        or _is_purpose(words, word, trigger)
    )


def _of_verb(sentence: Sentence, word: int, trigger: Trigger) -> str:
    """Modality that a verb's form and the words right before it tell: "being evacuated", "tried to go home"."""
    words = sentence.words
    tense = trigger.tense
    if trigger.kind == "staging" and tense == "ing":
        return "happened" if "had" in words[max(0, word - 3) : word] else "under_way"  # "those waiting to leave"
    before = words[word - 1] if word else ""
    # no auxiliary, no adverb: most participles stand alone
    if words[word] in {"headed", "bound"} and before in _BE_TO:
        return "under_way"  # "where the buses are headed"
    alone = before not in _BE and before not in _ADVERBS and not before.endswith(("'re", "ly"))
    if (tense in {"ing", "participle"} or before == "be") and not (alone and words[word] not in _BE):
        chain = [*_chain(words, word), words[word]]
        if "being" in chain and words[word - len(chain)] in _PRIOR:
            return "happened"  # "disappeared after being detained"
        if "being" in chain or (tense == "ing" and not _BE.isdisjoint(chain)):
            return "under_way"
        if before == "be" and not _BEFORE_BE.isdisjoint(words[max(0, word - 12) : word - 1]) and "to" not in chain:
            return "proposed"  # "insists that 300 people be let out"
        if "to" in chain and "be" in chain:
            at = word - 1
            while words[at] != "to":
                at -= 1
            return "happened" if words[at - 1] in _DONE else "planned"
    if tense == "base":
        if before == "to" and not _TRYING.isdisjoint(words[max(0, word - 4) : word]):
            return "under_way"  # "thousands tried to go home"
        if _is_to(sentence, word):
            return "planned"
        if before == "to" and words[word - 2] in TALKING:
            return "planned"  # "said that a deal to free 50 hostages was near"
        if before == "to":
            lead = words[max(0, word - 4) : word - 1]
            made = [
                k for k in range(max(0, word - 18), word - 1) if words[k] in _MADE and sentence.between(k, word) < 1.5
            ]
            thrown = made or not _HIMSELF.isdisjoint(words[max(0, word - 8) : word])  # "threw themselves in to escape"
            return "happened" if thrown or not _DONE.isdisjoint(lead) else "planned"
    elif tense == "ing" and before == "to":
        return "expected"  # "closer to retaking"
    return "happened"


def _is_agreed(words: list[str], word: int, first: int) -> bool:
    """Whether a present tense tells terms or what is waited for: "under the deal, 300 leave", "before 300 leave"."""
    if words[word].endswith("s"):
        return False
    if first and words[first - 1] == "before" and first <= word:
        return True
    low = max(0, first - 12)
    if "that" in words[low:first] and words[words.index("that", low) - 1] in _FORESEES:
        return True  # "the plan foresees that 3,000 people leave"
    if "under" not in words[low:first]:
        return False
    for at in range(low, first):
        if words[at] == "under" and not _TERMS.isdisjoint(words[at + 1 : at + 5]):
            return words[at + 1] in {"the", "a", "this", "that", "its", "their"}
    return False


def _is_demanded(sentence: Sentence, word: int) -> bool:
    """Whether somebody demands it: "demanded that the wounded be let out", "demands that some be allowed in"."""
    words = sentence.words
    if _ASKING.isdisjoint(words[max(0, word - 16) : word]):
        return False
    if words[word].endswith("ed") or words[word] == "let":
        asked = [k for k in range(max(0, word - 6), word) if words[k] in {"want", "wants", "wanted"}]
        if asked and {"to", "that", ",", "and", "who"}.isdisjoint(words[asked[-1] : word]):
            return True  # "wants 15,000 people let out"
    for at in range(max(0, word - 12), word - 2):
        if words[at] in _WANTS and words[at + 1] != "to" and words[word - 2 : word] == ["to", "be"]:
            return "," not in words[at:word]  # "wants 80 buses to be sent"
    for at in range(max(0, word - 16), word - 2):
        if words[at + 1] == "that" and words[at] in _DEMANDS:
            chain = words[at + 2 : word]
            return "be" in chain or (sentence.between(at + 2, word) < 1.0 and words[word - 1] != "to")
    return False


def _is_to(sentence: Sentence, word: int) -> bool:
    """Whether a verb is a second one behind "is to": "is to last two days and let 1,500 fighters leave"."""
    words = sentence.words
    low = max(0, word - 16)
    if "to" not in words[low:word]:
        return False
    opened = [k for k in range(low, word - 1) if words[k] in _BE_TO and words[k + 1] == "to"]
    return any(sentence.between(k, word) < 2.0 for k in opened)


def _hangs_on_once(sentence: Sentence, word: int) -> bool:
    """Whether it is still to come: "would take over once the fighters left"."""
    words = sentence.words
    if "once" not in words[:word]:
        return False
    low, high = sentence.clause(word)
    if "once" not in words[max(0, low - 1) : word]:
        return False
    others = words[:low] + words[high:]
    return not _AHEAD.isdisjoint(others)


def _comes_first(sentence: Sentence, word: int) -> bool:
    """Whether it must come first: "will begin only after all have left", "would not stop until they are freed"."""
    words = sentence.words
    low = sentence.clause(word)[0]
    far = low - 2 - (4 if words[low] == "who" else 0)  # "after all who reject it leave"
    opened = next((k for k in range(word, max(-1, far), -1) if words[k] in _FIRST), -1)
    if opened <= 0 or sentence.between(opened + 1, word) >= (2.6 if "who" in words[opened:word] else 1.0):
        return False
    if _NOT_YET.isdisjoint(words[opened + 1 : word + 1]) and words[opened - 1] != "only":
        return False  # "talks will go on after 300 people left": they did
    if not {"had", "were", "was", "did"}.isdisjoint(words[opened + 1 : word]):
        return False
    return any(w in _AHEAD and sentence.between(k, opened - 1) < _NEAR for k, w in enumerate(words[:opened]))


def _is_exchanged(sentence: Sentence, word: int) -> bool:
    """Whether it is the other half of what is agreed to: "agree to leave in return for safe passage"."""
    words = sentence.words
    if "for" not in words[max(0, word - 5) : word]:
        return False
    for at in range(max(0, word - 5), word - 2):
        if words[at] == "in" and words[at + 1] in {"exchange", "return"} and words[at + 2] == "for":
            return any(i < at and m in PLANS and same_reach(sentence, i, at) for i, m in sentence.moods)
    return False


def _is_purpose(words: list[str], word: int, trigger: Trigger | None) -> bool:
    """Whether it is what something is done for: "to help the army capture the rest", "talks on evacuating X"."""
    if trigger is None or trigger.form == "noun":
        return False
    before = words[max(0, word - 7) : word]
    if trigger.tense == "base" and before[-1:] != ["to"]:
        helped = next((k for k, w in enumerate(before) if w in {"help", "let", "helping", "letting"}), -1)
        if helped > 0 and before[helped] == "let" and before[helped - 1] not in _TO_LET:
            return False  # "a truce that has let 300 people leave"
        return helped >= 0 and "," not in before[helped:]
    if trigger.tense == "ing" and before[-2:] in (["aimed", "at"], ["aiming", "at"]):
        return True  # "a truce aimed at evacuating 300 people"
    if trigger.tense == "ing" and before[-1:] and before[-1] in _ON:
        return not TALKING.isdisjoint(before)
    return False


def _chain(words: list[str], word: int) -> list[str]:
    """Auxiliaries and adverbs directly before a verb."""
    chain: list[str] = []
    at = word - 1
    while (
        at >= 0 and len(chain) < 5 and (words[at] in _BE or words[at] in _ADVERBS or words[at].endswith(("'re", "ly")))
    ):
        chain.append(words[at])
        at -= 1
    return chain
