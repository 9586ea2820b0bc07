"""How sure a claim is: it happened, goes on, is planned, expected, proposed, hangs on an if, or is denied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo_ghouta.claims.inverting import CONDITIONS
from geo_ghouta.claims.lexicon import word_set
from geo_ghouta.claims.outcomes import hinders_nobody
from geo_ghouta.claims.refuting import AWAITED, FALSE, WRONGLY, is_awaited, is_refuted

if TYPE_CHECKING:
    from geo_ghouta.claims.lexicon import Trigger
    from geo_ghouta.claims.passages import Sentence

PLANS = frozenset(("planned", "expected", "proposed", "conditional"))
"""Modalities that keep apart from what took place."""
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
_GOES_ON = frozenset(("it", "they", "completed", "confirmed", "carried", "all", "successful"))
_BEFORE_BE = word_set("insist insists insisted insisting demand demands demanded demanding ask asked urged")
_MADE = word_set("forced obliged allowed enabled compelled permitted helped let")
_BE_TO = frozenset(("is", "are"))
_NOUN_LEADS = frozenset(("the", "its", "their", "a"))
_BEGINNING = frozenset(("start", "beginning", "begin"))
_HAS = frozenset(("has", "have", "had"))
_BEGUN = frozenset(("began", "begun", "started", "begins", "starts", "resumed"))
_DEMANDS = word_set(
    """
    demand demands demanded demanding insist insists insisted insisting condition conditions proposed proposes
    proposing proposal requested requests requesting recommended recommends
    """
)
_WANTS = frozenset(("want", "wants", "wanted", "asked", "urged", "demanded"))
_ASKING = _WANTS | _DEMANDS | {"wants"}
_AGREED_ON = frozenset(("departure", "arrival", "prisoners"))
_ABLE = frozenset(("confirm", "verify", "count", "see", "hear", "find", "identify", "recognise"))
_FORESEES = frozenset(("foresees", "envisages", "envisions", "stipulates", "provides"))
_SPOKEN = frozenset(("said", "says", "saying", "hoped", "added"))
_DASHES = frozenset(("-", "–", "—", ","))
_SENSED = frozenset(("heard", "seen"))
_NONE = frozenset(("none", "neither"))
_TURNED_DOWN = frozenset(("turned", "rejected", "refused", "declined", "dismissed", "spurned", "ignored"))
_TRYING = frozenset(("tried", "trying", "attempted", "attempting", "tries"))
_ON = word_set("on about over of for include includes included involves involve envisages foresees covers")
_AHEAD = frozenset(("will", "would", "'ll", "shall"))
_FIRST = frozenset(("after", "until", "when"))
_NOT_YET = frozenset(("has", "have", "is", "are", "leaves", "leave", "goes", "go", "departs", "depart", "withdraws"))
_NEAR = 2.5
_TALKING = word_set("talks negotiations negotiation discussions deal agreement accord plan plans proposal")
_CLAUSES_OF = frozenset(("provision", "provisions", "clause", "condition", "conditions", "step", "stage", "phase"))
_IS_TO_BE = frozenset(("is", "was", "includes", "include", "included", "covers", "foresees", "involves"))
_TERMS = word_set("deal agreement accord plan terms arrangement truce ceasefire proposal")
_TURNING = (
    FALSE | WRONGLY | _ASKING | _TALKING | _CLAUSES_OF
    | {"aimed", "aiming", "true", "ahead", "agreed", "once", "exchange", "return", "help", "let"}
    | {"helping", "letting", *_FIRST}
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
    mood = _nearest(sentence, word, trigger, first)
    if mood == "conditional" and word >= first and words[max(0, first - 2) : first] == ["than", "the"]:
        mood = None  # "more could die of disease than the 15,000 killed by bombs"
    if mood in {"planned", "expected", "denied"} and any(
        m == "conditional" and words[i] in CONDITIONS and _same_reach(sentence, i, word) for i, m in sentence.moods
    ):
        return "conditional"
    if mood == "planned" and any(
        m == "proposed" and i < word and _same_reach(sentence, i, word) for i, m in sentence.moods
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
        if not _TALKING.isdisjoint(lead) and not {"for", "on"}.isdisjoint(lead):
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
        if before == "to" and words[word - 2] in _TALKING:
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
    opened = next((k for k in range(word, max(-1, low - 2), -1) if words[k] in _FIRST), -1)
    if opened <= 0 or sentence.between(opened + 1, word) >= 1.0:
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
            return any(i < at and m in PLANS and _same_reach(sentence, i, at) for i, m in sentence.moods)
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
        return not _TALKING.isdisjoint(before)
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


def _in_aside(words: list[str], at: int) -> bool:
    """Whether a word stands in a relative clause that a comma opens."""
    opened = next((k for k in range(at - 1, max(0, at - 9), -1) if words[k] == ","), -1)
    return opened > 0 and words[opened + 1] in {"which", "who", "whose"}


def _is_own(words: list[str], noun: int, mood: int) -> bool:
    """Whether another speech or an aside ends between a noun and a word that tells how sure."""
    between = words[noun:mood]
    return not _SPOKEN.isdisjoint(between) or ("home" in between[:1] and bool(_DASHES.intersection(between)))


def _same_reach(sentence: Sentence, one: int, two: int) -> bool:
    return sentence.between(one, two) <= 6.5


def _nearest(sentence: Sentence, word: int, trigger: Trigger | None, first: int) -> str | None:
    """The mood word that governs: in the same clause, before the verb (behind it for nouns), the nearest."""
    if not sentence.moods:
        return None
    words = sentence.words
    best, lowest = None, 1e9
    noun = trigger is None or trigger.form == "noun"
    verbs = [
        at
        for at, t in sentence.triggers
        if t.form != "noun" and at != word and not (t.weak and first < at <= first + 2)
    ]
    for at, mood in sentence.moods:
        if at == word:
            continue
        gap = word - at
        if gap < 0 and not (noun and -gap <= 8 and mood not in {"denied"}):
            continue
        if gap < 0 and not {"since", "it", "who", "which", "that"}.isdisjoint(words[word:at]):
            continue
        if at > word and mood == "conditional" and words[at] == "if":
            if (
                noun
                and words[at - 1] == ","
                and at - word <= 12
                and words[at + 1 : at + 2]
                and words[at + 1] in _GOES_ON
            ):
                return "conditional"  # "the evacuation from X, if it goes through, ..."
            continue
        wall = sentence.between(at, word)
        if words[at] == "if" and at < word and "," in words[at:word] and _in_aside(words, at):
            continue  # "the monitor, which cannot say if gas was used, counted 11 deaths"
        if gap > 0 and words[at] in AWAITED and is_awaited(words, at):
            continue
        if mood == "conditional" and words[at] in CONDITIONS:
            wall = max(0.0, wall - 1.0)
        if wall > (2.4 if mood == "conditional" or gap < 0 else 0.95):
            continue
        if words[at] == "must" and words[at + 1 : at + 2] in (["have"], ["be"]) and words[at - 1] == "there":
            continue  # "there must be 300 of us": a guess
        if words[at] == "could" and words[at + 1 : at + 2] in (["finally"], ["eventually"]):
            continue  # "could finally leave": they did
        if words[at] == "prevented" and "from" not in words[at:word]:
            continue  # "prevented 500 people from leaving"
        if gap > 0 and hinders_nobody(words, at, word):
            continue  # "nothing could stop 700 people from leaving"
        if (
            words[at] in {"could", "can"}
            and not _ABLE.isdisjoint(words[at + 1 : at + 2 + (words[at + 1 : at + 2] == ["only"])])
            # "the talks could see 500 people leave" is a prospect, and nobody looks on
            and not (words[at + 1] == "see" and at and words[at - 1] in _TALKING)
        ):
            continue  # "could confirm only 34": they did
        if words[at] in {"could", "can"} and not _SENSED.isdisjoint(words[at + 1 : at + 4]):
            continue  # "shots could still be heard"
        if mood == "proposed" and not _TURNED_DOWN.isdisjoint(words[max(0, at - 4) : at]):
            continue  # "turned down the offer and went on to X"
        if words[at] in {"could", "can"} and words[at + 1 : at + 2] == ["not"]:
            continue  # "could not be brought out": the "not" tells
        if words[at] == "closer" and not "".join(words[at + 2 : at + 3]).endswith("ing"):
            continue  # "is closer to 17,000"
        if gap > 0 and mood == "conditional" and words[word - 1] in {"who", "which"}:
            continue  # "if they take in the 160 who left": they did leave
        if gap < 0 and mood in PLANS and _is_own(words, word, at):
            continue  # "spoke of 37,500 refugees and said he hoped it would end", "- home to 700 people - will be next"
        if gap < 0 and any(words[k : k + 2] == [",", "and"] for k in range(word, at)):
            continue  # "... in exchange for 150 prisoners, and the pause could be extended"
        if mood == "under_way" and at and words[at] in _BEGINNING and words[at - 1] in _NOUN_LEADS:
            continue  # "since the start of the operation 900 have left"
        if (
            gap < 0
            and mood in PLANS
            and words[at - 1] == "and"
            and not _HAS.isdisjoint(words[max(0, first - 3) : first])
        ):
            continue  # "has 48 beds and will get another 20"
        if mood == "under_way" and words[at - 1] == "to" and at:
            continue  # "are to begin leaving"
        if mood == "under_way" and words[at] in _BEGUN and "since" in words[max(0, at - 4) : at]:
            continue  # "since the pause began"
        if (
            mood == "under_way" and not noun and gap > 0 and words[at] in _BEGUN
            and not words[word].endswith("ing") and "to" not in words[at + 1 : word]
        ):  # fmt: skip
            continue  # "the battle began in June and has killed 1,000"
        none_of = words[at] in _NONE and words[at + 1 : at + 2] == ["of"] and at < first <= at + 4
        # "none of the 30 lorries has come in"
        if mood == "denied" and not (none_of or 0 < gap <= 4 or (at == first - 1 and words[at] == "no")):
            continue
        if mood == "proposed" and words[at][:5] == "oppos" and not 0 < gap <= 4:
            continue  # "opposed to a deal": nobody denies it
        if mood == "denied" and words[at - 2 : at - 1] == ["who"]:
            continue  # "37 people who were not soldiers have been killed"
        if mood == "denied" and words[at] == "not" and at and words[at - 1] in {"may", "might"}:
            continue  # "may not end": open, not denied
        # a verb in between that is no infinitive takes the mood word for itself
        low, high = (at, word) if at < word else (word, at)
        taken = sum(1 for v in verbs if low < v < high and words[v - 1] != "to" and not words[v].endswith("ing"))
        cost = abs(gap) * 0.1 + wall + 1.5 * taken + (1.0 if gap < 0 else 0.0)
        phrase_to = words[at + 1 : at + 2] == ["to"]
        if (
            phrase_to
            and any(at < v < word for v in verbs)
            and not any(w in {"and", "or"} for w in words[at + 2 : word])
            and not (at + 2 in verbs and at + 2 < first <= at + 5 and word >= first)  # "ready to move 400 out"
        ):
            continue
        if taken and mood in {"planned", "under_way", "expected", "proposed"} and words[at] not in {"will", "would"}:
            continue
        if cost < lowest:
            best, lowest = mood, cost
    return best
