"""Whether the words around a weekday look back or forward."""

from __future__ import annotations

import re
from collections.abc import Iterator

from geo_ghouta.dates.lexicon import WEEKDAYS
from geo_ghouta.dates.overtaken import AND_ON, WOULD_BE, overtaken
from geo_ghouta.dates.verbs import (
    ASKING,
    DETERMINERS,
    GIVING,
    GOERS,
    GOING,
    LASTED,
    MEANWHILE,
    MEETING,
    NOT_VERBS,
    SPEECH,
    TRIED,
    WIDE,
)

_REACH = 260
_NEAR_BY = 24
"""Letters before a phrase in which "by" and the like are looked for, be it on the line before."""
_STOP = re.compile(r"[.!?;\n\u061f\u061b]")
_SHORT_WORDS = "mr mrs ms dr gen col lt sgt st feb jan mar apr aug sept sep oct nov dec no vs maj capt"
_SHORT = frozenset(_SHORT_WORDS.split())
_NO_VERB = (
    r"(?!(?:an?|the|two|three|four|several|this|that|their|its|his|her|all|some|heavy|fierce|intense|ongoing|bad|poor"
    r"|lack|clashes|attacks|strikes|snipers|insecurity|fears|violence|(?!bring\b)[a-z]+ing)\b)"
)
"""What is no verb behind "agreed to" and "due to"."""
_CUES = re.compile(
    r"\b(?:(?P<future>"
    # A modal takes its verb with it: the participle of "will be evacuated" is no past tense.
    r"(?:will|won't|shall|would|could|should|may|might|must|cannot|can|wouldn't)\b(?:\s+(?:not|also|then"
    r"|likely|only|probably|now|soon|all))*"
    r"(?:\s+(?:be|have|get)(?:\s+been)?)?(?:\s+[a-z]+)?"
    r"|(?:(?:is|are|was|were)\s+(?:[a-z]+ly\s+|also\s+|now\s+|still\s+|not\s+)?)?(?:expected|due|set"
    r"|scheduled|slated|planned|poised|preparing|supposed|likely|going|about|hoping"
    r"|hopes?|hoped|plans?|planning|intends?|"
    r"intending|vows?|vowed|pledged|promised|agreed|agrees|ordered|wants?|aims?|aiming|ready|need"
    r"|needs|told|urged|asked|has|have)\s+to\s+" + _NO_VERB + r"(?:be\s+|have\s+|get\s+)?[a-z]+"
    # "agreed to a truce" and "shut due to shelling" tell of no verb to come.
    r"|(?:told|orders?|ordered|urged|asked|given|gave|gives?|allowed|forced|wants?|wanted|calls?\s+on"
    r"|called\s+on|warned)\s+(?:[a-z']+\s+){1,4}?to\s+(?:be\s+|have\s+)?[a-z]+"
    r"|expects?\s+(?:[a-z0-9',]+\s+){1,5}?to\s+(?:be\s+|have\s+)?[a-z]+"
    # "a deal for the wounded to leave on Friday", "it provides for buses to enter".
    r"|(?:calls?|called|calling|provides?|provided|providing|deal|agreement|accord)\s+for\s+(?:[a-z0-9',-]+\s+){1,6}?to\s+(?:be\s+)?[a-z]+"
    r"|(?:is|are|were|was|am|'s|'re)\s+to\s+(?:be\s+)?[a-z]+"
    r"|(?:(?:is|are|was|were)\s+(?:[a-z]+ly\s+|also\s+|now\s+|still\s+|not\s+)?)?(?:expected|due"
    r"|scheduled|planned|slated|likely|anticipated|set|foreseen)(?=\s*$|\s+(?:on|for|by"
    r"|in|at|from|as|over|during|early|late|next|this|later|mon|tue|wed|thu|fri|sat|sun|to\s+" + _NO_VERB + r"))"
    r"|(?:is|are|am|'s|'re)\s+(?:[a-z]+ly\s+|still\s+|now\s+)?(?:leaving|going|departing|meeting"
    r"|returning|moving|evacuating|travelling|traveling|heading)"
    r")|(?P<present>(?:is|are|am|'s|'re)\s+(?:[a-z]+ly\s+|still\s+|now\s+)?[a-z]+ing|(?:leave|leaves|go(?:es)?\s+to\s+the\s+polls|go"
    r"|goes|begin|begins|start|starts|resume|resumes|arrive|arrives|depart|departs|expire|expires|end|ends|"
    r"meet|meets|reopen|reopens|follow|follows|come|comes|continue|continues|happen|happens|return"
    r"|returns|convenes?|opens|flies|fly|runs|falls|moves|travels|decides|speaks|sails|gathers|takes?\s+(?:effect|hold|place)|comes?\s+into\s+(?:force|effect)))"
    r"|(?P<infinitive>to\s+(?:leave|enter|reach|start|begin|resume|arrive|depart|go|meet|move|return|hold"
    r"|hand|surrender|evacuate|take|be|open|end"
    r"|continue|travel|board|withdraw|stop|visit|vote|send|deliver|join|sign|cross|face|attend|discuss"
    r"|release|free|swap|transfer|come))"
    r"|(?P<plan>(?:(?:(?:has\s+|have\s+|had\s+)?been|was|were|is|are|be)\s+)?(?:postponed|delayed|rescheduled|put\s+(?:off|back)|deferred|(?:moved|pushed\s+back)(?=\s+to\s+[a-z]+day\b)"
    r"|brought\s+forward|extended|prolonged|stretched|renewed|rolled\s+over)\s+(?:by\s+[a-z0-9-]+\s+[a-z]+,?\s+)?(?:to|until"
    r"|till|through)|(?:(?:has\s+been|had\s+been|was|is)\s+)?(?:extended|prolonged)\s+(?:by|for)\s+[a-z0-9-]+\s+(?:more\s+)?days(?=,\s+$)|(?:have|has|had|given|'ve)\s+(?:only\s+)?(?:until|till)|(?:deadline|ultimatum)(?!\s+(?:passed|expired|lapsed|ran\s+out|went))"
    r"|enters?\s+(?:its|their|the)\s+[a-z0-9-]+\s+(?:day|week|month|year)(?=\s+(?:on|this|next)\s)"
    r"|ahead\s+of|upcoming|forthcoming|no\s+later\s+than|plan|plans|awaiting|awaits?|expects?|(?:hopes?|hoped|hoping)\s+for"
    r")|(?P<past>"
    r"(?:had|has|have|having|was|were|did|didn't|hadn't|wasn't|weren't)(?:\s+(?:not|also|already|since"
    r"|all|been))*(?:\s+[a-z]+(?:ed|en|wn|ne|nt|ft|me))?"
    r"|said|told|left|went|began|begun|came|saw|seen|took|taken|fell|fallen|fled|gave|given"
    r"|held|hit|kept|led|lost|made|met|sent|shot|"
    r"struck|swept|won|withdrew|withdrawn|brought|broke|broken|built|caught|drove|driven|found|ran|rose"
    r"|spoke|spread|stood|wrote|gone|got|became|"
    r"fought|flew|grew|knew|laid|lay|meant|paid|sat|sought|sold|spent|thought|threw|wore|bore|bought"
    r"|chose|drew|heard|hid|rode|rang|blew|tore|sank|shook|shut|"
    r"slept|stuck|told|under|overran|entered|in\s+an?\s+(?:interview|statement|speech|address|report"
    r"|briefing|tweet|post|message|call)"
    r"|(?:news|press)\s+conference|in\s+(?:comments|remarks)|(?:[a-z]+[a-z]ed)|according"
    r"))\b"
)
_WORD = re.compile(r"[a-z]+|'(?:s|re)\b")
_INSIDE = frozenset(["a", "an", "as", "at", "by", "for", "from", "of", "off", "on", "over"])
"""Words of the cues that none begins with, and that texts are full of."""
_BEGINS = frozenset(_WORD.findall(_CUES.pattern.replace("\\s", " ").replace("\\b", " "))) - _INSIDE
"""Every other word of the cues, so that none is missed; most words of a text are not among them."""
_AHEAD_TEXT = """
    will won shall would wouldn could should may might must cannot can to expected due scheduled planned slated
    likely anticipated set foreseen is are am s re leave leaves go goes begin begins start starts resume resumes
    arrive arrives depart departs expire expires end ends meet meets reopen reopens follow follows come comes
    continue continues happen happens return returns take takes deadline ultimatum ahead upcoming forthcoming
    later plan plans awaiting await hope hopes hoped hoping moves travels decides speaks sails gathers convene
    enter enters convenes expect expects opens falls fly flies runs awaits by through until till starting
    beginning before
"""
_AHEAD = frozenset(word.encode() for word in _AHEAD_TEXT.split())
"""Words of an outline without which nothing looks forward: each such cue, and ``_BY``, has one of them."""
_ARABIC_FUTURE = re.compile(
    r"\b[وف]?(?:سوف\b|س[يتن](?:(?!ار|طر|اس|دات|ين|ون|وات|نا|م[ئا]|جار|تين|وي|ادة|ول\b|رت|ئة|رة|بير)[\u0621-\u064a]{3,}"
    r"|(?:صل|تم|قع|ظل|عد|ضم|حل|بت|قف|مر)\b))"
    r"|\b[وف]?من (?:المقرر|المتوقع|المنتظر)\b|\bالمقبل|\bالقادم"
)
"""What looks ahead; "cars", "seized" and "years" begin like a verb to come."""
_BY = re.compile(
    r"\b(?:by|through|until|till|no\s+later\s+than|(?<!week\s)(?:starting|beginning)|before(?=\s+the\s))\s+(?:(?:late|early|the|on)\s+)*$"
)
_IS_FOR = (" is on ", " are on ", " is for ", " are for ")
_AT_PLACE = re.compile(r"\s+(?:in|at|to|for)\s+(?:the\s+)?[a-z-]+(?:\s+[a-z-]+)?\s+(?:on|this|next)\s+$")
_SHIFTED = ("moved", "shifted", "pushed", "brought", "put")
_TO_DAY = frozenset(("to", "back to", "forward to", "back until", "to late", "to early"))
_LEFT_TIME = ("given", "gave", "have", "has", "had")
_MAY_MONTH = re.compile(r"may(?:\s+(?:and|or|to|through|until)\b|,|\s+\d)")
_MOVED = ("extended", "prolonged", "postponed", "delayed", "rescheduled")
_BY_DAY = ("by ", "by late ", "by early ")
_ALL_THROUGH = re.compile(r"\b(?:all|halfway|midway|partway)\s+through\s+(?:the\s+)?$")
_UNTIL = re.compile(r"\b(?:until|till)\s+(?:(?:late|early|an?|the|on)\s+)*$")
_BUT_FEW = re.compile(
    r",?\s+but\s+(?:only|just|nobody|no\s+one|no|none|few|not\s+all|not\s+one)\s+(?:[a-z0-9,]+\s+){0,4}?"
    r"(?:were|was|did|had|came|left|went|could)\b"
)
_TO_DO = re.compile(r"(?:\s+(?:deadline|ultimatum|evening|morning|night|noon|midnight))?\s+to\s")
_OPEN_MODALS = ("may", "might", "could", "must", "can", "should", "would", "wouldn't")
_EVENT_BEFORE = re.compile(
    r"\b(?:under|after|since|following|despite|in\s+line\s+with|as\s+part\s+of|in|during|of)\s+$"
)
_EVENT_BEHIND = re.compile(
    r"'s\s+(?:[a-z-]+\s+){0,2}?(?:deals?|agreements?|accords?|attacks?|bombings?|raids?|strikes?|assaults?|blasts?|clash(?:es)?"
    r"|shelling|fighting|explosions?|massacres?|killings?|advance|ambush|offensive|announcement|vote)\b"
)
_EVENT_OF = re.compile(_EVENT_BEHIND.pattern.replace("'s", "", 1).replace("|announcement|vote", ""))
_BEFORE_EVENT = re.compile(r"\b(?:before|ahead\s+of|by|until|till)\s+$")
_VOTE_AHEAD = re.compile(
    r"(?:fore|head\s+of)\s+(?:an?\s+|the\s+)?(?:election|vote|ballot|poll|referendum|summit|conference)s?\s+(?:on|for)\s+$"
)
_DONE = re.compile(r"\b(?:had|has|have|was|were|left|fell|lasted|continued|held|went)\b")
_NOW = re.compile(r"\b(?:is|are|am|has|have|remains?|continues?)\b|'re\b|\b[a-z]+ing\b")
_PAST_SIMPLE = re.compile(r"\b(?:was|were|had|did|said|fell|left|went)\b|\b[a-z]{3,}ed\b")
_DAYS = [[word] for word in WEEKDAYS if word.endswith("day")]
_AHEAD_STATES = frozenset(("future", "then"))
_NEAR = re.compile(
    r"\s*(?:(?:early|late|only|again|home|out|back|here|there|in|at(?:\s+\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?:\s+local\s+time)?)?)"
    r"\s+)*(?:(?:on|by|in|since|from|before"
    r"|until|late|early|last|this)\s+)*$"
)


def forward(low: str, text: str, start: int, end: int, outline: bytes | None = None) -> str:
    """Tell whether the clause around a date phrase looks forward.

    The nearest verb before the phrase decides; a phrase that opens its sentence is decided by the first
    verb behind it.

    Parameters
    ----------
    low, text : str
        The plain copy and the untouched text.
    start, end : int
        Offsets of the phrase.
    outline : bytes, optional
        Outline of a clear text, where it is of no account whether a verb looks back or nothing tells.

    Returns
    -------
    str
        "future", "then" (forward from what was said: "would leave"), "past", or "" where nothing tells.

    Examples
    --------
    >>> words = "the last group will leave on friday, a spokesman said on thursday."
    >>> forward(words, words, words.index("friday"), words.index("friday") + 6)
    'future'
    >>> forward(words, words, words.index("thursday"), words.index("thursday") + 8)
    'past'
    """
    lo, hi = clause(low, start, end)
    if (
        outline is not None
        and not low.endswith(" for ", 0, start)
        and _AHEAD.isdisjoint(outline[min(lo, max(0, start - _NEAR_BY)) + 1 : hi + 1].split())
    ):
        return ""
    if not low[lo:hi].isascii() and _ARABIC_FUTURE.search(low, lo, hi):
        return "future"
    state = _last(low, text, lo, start)
    before = low[max(0, start - _NEAR_BY) : start]
    if before.endswith(_IS_FOR) and not low.startswith("'s ", end):
        return "future"  # "the handover is for Saturday"
    if before.endswith(("on ", "for ")) and _VOTE_AHEAD.search(before):
        return ""  # "a victory before elections on June 3": the verb tells nothing of that day
    if low.startswith("'s ", end):
        if not before.endswith("ahead of ") and _EVENT_BEFORE.search(before) and _EVENT_BEHIND.match(low, end):
            return "past"  # "will go under Tuesday's accord": what is named so has taken place
        if _BEFORE_EVENT.search(before) and state in {"", "past"} and not _DONE.search(low, lo, start):
            now = _NOW.search(low, lo, start)
            if now is not None and not _PAST_SIMPLE.search(low, lo, start):
                return "future"  # "are stocking up before Friday's truce"
    if not state and _BY.search(before):
        if _ALL_THROUGH.search(before):
            return "past"
        behind = next((cue for cue in _cues(low, end, hi) if _weigh(low, text, cue, end, -1)), None)
        if behind is not None and _weigh(low, text, behind, end, -1) == "past":
            if not _told(behind):
                return "past"  # "Through June it shrank"; "by Friday, they said" is open
            if "ing " in before[-12:]:
                return "future"  # "a pause starting on Friday was agreed"
    if (
        state in {"", "past"}
        and _BY.search(before)
        and not _DONE.search(low, lo, hi)
        and (not state or _open(low, text, lo, start, by=before.endswith(_BY_DAY)))
    ):
        return "future"
    if state == "past" and before.endswith(" for ") and not low.startswith("'s", end) and _asked(low, text, lo, start):
        return "future"  # "called a vote for Sunday"
    if state == "past" and "until " in before and _UNTIL.search(before) and _TO_DO.match(low, end):
        return "future"
    if state == "then" and _BUT_FEW.match(low, end):
        return "past"  # "200 would be moved on Friday, but only 43 were"
    if state in _AHEAD_STATES and overtaken(low, start, end):
        return "past"
    if state in _AHEAD_STATES and before.endswith(AND_ON) and _did(low, text, end, hi):
        return "past"
    if state == "past" and low.startswith(WOULD_BE, end) and not before.endswith(("on ", "for ")):
        return "then"  # "officials said Sunday would be the last day"
    return state or _first(low, text, end, hi)


def _did(low: str, text: str, end: int, hi: int) -> bool:
    """Whether a verb of the past stands close behind: "vowed to stay, and on Friday left"."""
    cue = next(_cues(low, end, min(hi, end + 28)), None)
    if cue is None or "," in low[end : cue.start()] or cue.group() in SPEECH:
        return False
    return _weigh(low, text, cue, end, -1) == "past"


def untied(low: str, text: str, start: int, end: int) -> bool:
    """Tell whether no verb of the past that stands beside a date places it: "demanded a truce over Easter, April 24".

    Parameters
    ----------
    low, text : str
        The plain copy and the untouched text.
    start, end : int
        Offsets of the phrase, whose clause looks back.

    Examples
    --------
    >>> words = "they demanded a truce for april 24. they voted on april 24."
    >>> [untied(words, words, at, at + 8) for at in (26, 50)]
    [True, False]
    """
    lo, hi = clause(low, start, end)
    told = [cue for cue in _cues(low, lo, start) if _weigh(low, text, cue, lo, start) == "past"]
    if told:
        return told[-1].group().split()[-1] in ASKING and not _NEAR.match(low, told[-1].end(), start)
    if not _WORD.search(low, lo, max(lo, start - len("on "))):
        return False  # "On April 24 the council said"
    behind = next((cue for cue in _cues(low, end, hi) if _weigh(low, text, cue, end, -1) == "past"), None)
    return behind is not None and behind.group().split()[-1] in ASKING


def _open(low: str, text: str, lo: int, start: int, *, by: bool) -> bool:
    """Whether what is told as past goes on to a day: "closed the pass until Friday", but not "raged until Friday"."""
    if by:
        return _asked(low, text, lo, start)
    told = [cue for cue in _cues(low, lo, start) if _weigh(low, text, cue, lo, start) == "past"]
    return not told or told[-1].group().split()[-1] not in LASTED


def _told(cue: re.Match[str]) -> bool:
    """Whether a verb tells what is said or asked for, which may be to come."""
    word = cue.group().split()[-1]
    return word in ASKING or word in GIVING


def _asked(low: str, text: str, lo: int, start: int) -> bool:
    """Whether the last verb of the past before a day asks for something: "demanded a pullout by Friday"."""
    told = [cue for cue in _cues(low, lo, start) if _weigh(low, text, cue, lo, start) == "past"]
    if not told or told[-1].group().startswith(("had ", "hadn't ")):
        return not told
    return _told(told[-1])


def of_event(low: str, end: int) -> bool:
    """Whether a date names what has taken place: "the April 4 attack"."""
    return _EVENT_OF.match(low, end) is not None


def clause(low: str, start: int, end: int) -> tuple[int, int]:
    """Offsets of the sentence around a span, no further than ``_REACH`` off."""
    lo = max(0, start - _REACH)
    for at in reversed([stop.start() for stop in _STOP.finditer(low, lo, start)]):
        if _ends(low, at):
            lo = at + 1
            break
    hi = min(len(low), end + _REACH)
    for stop in _STOP.finditer(low, end, hi):
        if _ends(low, stop.start()):
            return lo, stop.start()
    return lo, hi


def _ends(low: str, at: int) -> bool:
    """Tell whether a sign ends a sentence; the points of "Feb. 18", "U.N." and "3.5" do not."""
    if low[at] != ".":
        return True
    behind = low[at + 1 : at + 2]
    if behind and not behind.isspace() and behind not in "\"'\u201d)":
        return False
    word = low[max(0, at - 6) : at].split()[-1:]
    return not word or not (word[0] in _SHORT or (len(word[0]) == 1 and word[0].isalpha()) or "." in word[0])


def _cues(low: str, lo: int, hi: int) -> Iterator[re.Match[str]]:
    """What ``_CUES.finditer`` finds, tried only at words that can begin a cue: many times as fast."""
    at = start = lo
    for token in low[lo:hi].split(" "):
        end = start + len(token)
        if token in _BEGINS or (token[-2:] == "ed" and token.isalpha()):
            if start >= at:
                cue = _CUES.match(low, start, hi)
                if cue is not None:
                    at = cue.end()
                    yield cue
        elif token and not token.isalpha():
            for word in _WORD.finditer(low, start, end):
                if word.start() >= at and (word.group() in _BEGINS or word.group().endswith("ed")):
                    cue = _CUES.match(low, word.start(), hi)
                    if cue is not None:
                        at = cue.end()
                        yield cue
        start = end + 1


def _last(low: str, text: str, lo: int, start: int) -> str:
    state = ""
    for cue in _cues(low, lo, start):
        verdict = _weigh(low, text, cue, lo, start)
        if verdict == "maybe":
            # "Army to enter town on Saturday", but "began to leave on Saturday".
            verdict = "" if state else "future"
        if not verdict:
            continue
        if (
            state in {"future", "then"}
            and verdict == "past"
            and cue.group().endswith("ed")
            and cue.group() not in SPEECH
            and not _NEAR.match(low, cue.end(), start)
            and low[max(0, cue.start() - 12) : cue.start()].split()[-1:] not in _DAYS
        ):
            # "will leave the district captured ..." does not stop looking forward; "captured on Friday" does,
            # as does the verb behind another day: "envoys due to meet on Monday arrived in Rome on Friday".
            continue
        state = verdict
    return state


def _first(low: str, text: str, end: int, hi: int) -> str:
    for cue in _cues(low, end, hi):
        verdict = _weigh(low, text, cue, end, -1)
        if verdict and verdict != "maybe":
            return verdict
    return ""


_LIMITS = frozenset(("deadline", "ultimatum"))
_RAN_OUT = re.compile(
    r"\s(?:[^.;,]|\.(?=m\b|\d)|(?<=[ap]\.m)\.){0,40}?\b(?:passed|expired|lapsed|elapsed|ran\s+out|came\s+and\s+went)\b(?!\s+to\b)"
)


def _weigh(low: str, text: str, cue: re.Match[str], lo: int, start: int) -> str:
    words, kind = cue.group(), cue.lastgroup
    before = low[max(lo, cue.start() - 24) : cue.start()].split()
    if kind == "future":
        if words.startswith("may") and text[cue.start()] == "M" and (before or _MAY_MONTH.match(low, cue.start())):
            return ""
        if " have" in words and words.startswith(_OPEN_MODALS):
            return "past"  # "may have died on Friday"
        if words.startswith(("could not ", "couldn't ")) and not low.startswith((" until", " before"), cue.end()):
            return "past"  # "the buses could not enter on Friday"
        if before[-2:] in (["had", "been"], ["has", "been"]) or before[-1:] == ["had"]:
            return "past"
        if "supposed" in words and words.startswith(("was", "were")):
            return "past"  # "was supposed to leave on Wednesday" tells what did not come
        return (
            "then"
            if words.startswith(("would", "was", "were", "wouldn")) or before[-1:] in (["was"], ["were"])
            else "future"
        )
    if kind == "infinitive":
        return "" if before and before[-1] in TRIED else "maybe"
    if (
        kind == "past"
        and words.endswith(_MOVED)
        and low.startswith((" to ", " until ", " till ", " through "), cue.end())
    ):
        return "future"  # "had been extended to Saturday"
    if kind == "past" and words.endswith(_SHIFTED) and low[cue.end() : max(start, 0)].strip() in _TO_DAY:
        return "future"  # "has been moved to Saturday"
    if kind == "past" and words.endswith(_LEFT_TIME) and low.startswith((" until ", " till "), cue.end()):
        return "future"  # "were given until Saturday"
    if kind == "plan" and words in _LIMITS and _RAN_OUT.match(low, cue.end()):
        return "past"  # "the deadline of Sunday at 1 p.m. passed"
    if kind == "plan":
        return "" if words.startswith("plan") and before and before[-1] in WIDE else "future"
    if kind == "present":
        # "more go on Monday" is a plan; "as they leave the town on Monday" is a caption's present tense.
        near = start >= 0 and (
            _NEAR.match(low, cue.end(), start)
            or (
                (words in MEETING or (words in GOING and before[-1:] and before[-1] in GOERS))
                and not MEANWHILE.intersection(before)
                and _AT_PLACE.match(low, cue.end(), start)
            )
        )
        noun = before and before[-1] in DETERMINERS
        return "future" if near and not noun else ""
    if " " in words:
        return "past"
    if words in NOT_VERBS or words == "under":
        return ""
    if words.endswith("ed") and words not in SPEECH:
        at = cue.start()
        if (at and low[at - 1] == "-") or (before and before[-1] in WIDE):
            return ""
    return "past"
