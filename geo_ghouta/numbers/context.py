"""Signs around a number that it is no count: an age, a time, money, a part of a name."""

from __future__ import annotations

import re

from geo_ghouta.numbers import arabic
from geo_ghouta.numbers.ages import FOLK, IS, is_old, of_persons, of_that_age
from geo_ghouta.numbers.lexicon import MODIFIERS, NOUNS, SMALL, TENS
from geo_ghouta.numbers.nouns import TOKEN, noun
from geo_ghouta.numbers.words import first_behind, tree

_MONTHS = """
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sept sep oct nov dec
"""
_MONTH = tree(_MONTHS.split())
_TIME = (
    r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|weekends?|fortnights?|months?|years?|decades?"
    r"|century|centuries|nights?|mornings?|evenings?)"
)

PERCENT = re.compile(
    arabic.PERCENT.pattern.replace("words", "arabic")
    + r"|(?:\s*(?P<sign>[%\u066a]|pct\b|pc\b)|[\s-]+(?P<words>percent\b|per\s+cent\b|percentage\s+points?\b|pct\b))"
)

AGE_BEHIND = re.compile(r"[\s-]+years?(?:[\s-]+|\s+and\s+\w+\s+months?\s+)old\b|[\s-]+years?\s+of\s+age\b")
NO_COUNT = re.compile(
    r"(?:st|nd|rd|th)\b"
    r"|[\s-]*(?:(?:more|full|long|straight|consecutive|successive|whole|other|further|additional|bloody"
    r"|brutal|difficult|and\s+a\s+half|half|short|working|calendar|winter|tough|hard|crucial|critical"
    r"|harrowing|such|or\s+so|or\s+more)[\s-]+){0,2}" + _TIME + r"\b"
    r"|(?:\s*-\s*|\s*)(?:km|kilomet(?:er|re)s?|kms|miles?|metres?|meters?|feet|foot|ft|yards?|inch(?:es)?"
    r"|centimet(?:er|re)s?|cm|mm|millimet(?:er|re)s?|nautical|m|mi|kmh|kph|mph|knots)\b(?!-\d)(?!\s*(?:2|\u00b2|square))"
    r"|\s*(?:\u00b0|\u2032|'|\"|\u00ba|degrees?\b)(?!\w)"
    r"|\s*(?:a\.m\.?|p\.m\.?|am|pm|gmt|utc|o'clock|h\b|hrs\b|local\s+time|noon\b|bst|est|edt|cet|eet)(?!\w)"
    r"|:\d\d"
    r"|\s*-?\s*(?:dollars?|euros?|pounds?\s+(?:sterling|a\b|of\s+aid)|pounds?\b|lira\b|liras\b|usd\b"
    r"|eur\b|gbp\b|cents?\b|rubles?|roubles?|shekels?|dinars?|riyals?|hryvnias?|francs?|yen|yuan|[$\u20ac\u00a3])"
    r"|\s*(?:kg|kgs|kilos?|kilograms?|grams?|lbs?|watts?|mw|kw|volts?|megawatts?|gb|mb)\b"
    r"|\s+(?:syrian|turkish|iraqi|egyptian|lebanese|british|us|u\.s\.|american|ukrainian|russian|sudanese"
    r"|israeli)\s+(?:pounds?|liras?|dinars?|dollars?|shekels?|roubles?|rubles?|hryvnias?)\b"
    r"|\s+(?:syp|try|uah|rub|ils|sdg|iqd)\b|\s+times\b"
    r"|\s*-?\s*(?:caliber|calibre)"
    r"|\s+(?:من\s+)?(?:شهر\s+)?(?:" + "|".join(arabic.MONTHS) + r")(?!\w)"
    r"|\s+block\b"
    r"|\s*/\s*\d"
    r"|\s+(?:in\s+the\s+morning|in\s+the\s+afternoon)\b"
)
_OF_TIMES = re.compile(
    r"\s(?:out\s)?of\s(?:(?:the|his|her|its|their|those|these|our|my)\s)?(?:last\s|past\s|first\s|next\s)?(?:\d{1,3}|"
    + tree([*SMALL, *TENS])
    + r")\s(?:hours|days|weeks|months|years|nights|decades)\b(?!['\u2019-])"
)
"""Behind a number that counts some of so many days: "13 of his 20 years"."""
_MEASURES = "second minute hour day week month year decade night dollar euro pound cent"
_MEASURED = re.compile(f" (?:{tree(w + s for w in _MEASURES.split() for s in ('', 's'))})\\b")
"""The most common of ``NO_COUNT``: nothing else need be asked of a number before them."""
MONTH_BEHIND = re.compile(r"\.?(?:\s+|[/-])(?:of\s+)?(?P<month>" + _MONTH + r")\b\.?(?:[\s,.;:)/'-]|$)")
_NAMED = re.compile(
    r"(?<![\w-])(?:resolutions?|articles?|chapters?|routes?|highways?|flights?|pages?|sections?|numbers?"
    r"|no\.?|nos\.?|phases?|levels?|units?|battalions?|brigades?|divisions?|"
    r"corps|channels?|rooms?|gates?|camps?|zones?|sectors?|points?|article|paragraphs?|rules?|buildings?"
    r"|blocks?|floors?|stages?|parts?|chapter|volumes?|version|v|windows|area|"
    r"week|month|year|tel|phone|call|fax|mig|bm|ak|su|covid|type|mark|model|apartment|flat|house|street"
    r"|road|psalm|verse"
    r"|rounds?|batch|episode|season|day|group|level|ward|school|hospital|checkpoint|size|age|aged|ages|pier"
    r"|platform|table|figure|fig\.|annex|appendix|category|grade|class|line|step|item|option|radio|bbc"
    r"|minus|footnote|hill|height|ridge|exit|terminal|district|base|outpost|kilomet(?:re|er)|elevation|unscr|resolution"
    r"|france|press|studio|photo|image|slide|picture|video|id|"
    r"(?:page|photo|image|slide|picture|video|part|figure)\s+\d{1,4}\s+of)\s+(?:\u2116\s*)?$"
)
_AGED = re.compile(
    r"(?<![\w-])(?:age[ds]?\s+\d{1,2}(?:\s*,\s*\d{1,2})*\s*,?\s*(?:and|to|or|-)|(?:he|she|i|who)(?:\s+is"
    r"|\s+was|'s|'m|\s+am)(?:\s+(?:only|just|now|about))?|aged?|ages|aged\s+(?:between|from|just|only"
    r"|about|around|under|over)|(?:(?:people|those|men|males|women|children|boys|girls|anyone|is|was|are"
    r"|aged|child|infants)\s+(?:under|over|below|above|nearly|almost|about))|(?:age|ages)\s+of|turned"
    r"|(?:older|younger)\s+than|turning|in\s+(?:his|her|their|my)(?:\s+(?:early|mid|late))?(?:-|\s)?)\s*$"
)
_YEAR_RIGHT = re.compile(
    r"\s+(?:were|have|had|are|people|left|died|killed|wounded|more|fled|of|dead|injured|remain|others|gone)\b"
)
_UNDER_AGE = re.compile(
    r"(?<![\w-])(?:children|child|people|boys|girls|men|women|those|is|was|are|were|anyone|them|whom|males|minors|aged"
    r"|the|or|and)\s+(?:under|over|below|above)(?:\s+the\s+age\s+of)?\s+$"
)
_YEAR_LEFT = re.compile(
    r"(?<![\w-])(?:in|since|of|during|until|till|by|from|to|through|between|and|before|after|year|early"
    r"|late|mid|mid-|spring|summer|autumn|winter|fall|"
    + _MONTH
    + r"|\d{1,2}(?:st|nd|rd|th)?,?|the|back\s+in|around|for|a|its|في|عام|العام|سنة|منذ|"
    + "|".join([*arabic.MONTHS, "الاول", "الثاني"])
    + r")[.,]?\s*$"
)
_DATE_LEFT = re.compile(
    r"(?:كانون|تشرين)\s+$|"
    r"(?<!\w)(?:" + _MONTH + r")\.?,?\s+(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?(?:,|\s*(?:-|to|and|through))?\s*)?$"
)
_WEEKDAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_AGED_TEXT = """
    aged age ages and to or is was 's 'm am only just now about between from around under over below above nearly
    almost of than turned turning his her their my early mid late who
"""
_AGED_ENDS = frozenset(_AGED_TEXT.split())
"""Last words of what ``_AGED`` finds; with those of the next two, most searches need not be made."""
_AGE_LAST_TEXT = "was is of at other second eldest oldest youngest elder about only just older younger"
_AGE_LAST = frozenset(_AGE_LAST_TEXT.split())
_UNDER_ENDS = frozenset(("under", "over", "below", "above", "of"))
_NAMED_TEXT = """
    resolution article chapter route highway flight page section number phase level unit battalion brigade division
    channel room gate camp zone sector point paragraph rule building block floor stage part round volume version week
    month year type batch mark model apartment flat house street road psalm verse episode season day group ward school
    hospital checkpoint size age pier
    hill height ridge exit terminal district base outpost kilometre kilometer
    platform table figure annex appendix category grade class line step item option
    photo image slide picture video radio
"""
_NAMED_MORE = """
    elevation unscr minus footnote footnotes
    no. no nos nos. corps v windows area tel phone call fax mig bm ak su covid aged fig. bbc france press studio id of
"""
_NAMED_ENDS = frozenset([w + s for w in _NAMED_TEXT.split() for s in ("", "s")] + _NAMED_MORE.split())
_MONTH_NEAR = re.compile(r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|كانون|تشرين")


_DAY_TOLD = re.compile(r"\d(?:st|nd|rd|th)?\s$")


def _day_left(low: str, text: str, start: int, end: int) -> bool:
    """Whether a month stands before: "May 13"; in "on 14 May 13 buses came" it has its day."""
    found = _DATE_LEFT.search(low, max(0, start - 20), start)
    if found is None:
        return False
    at = found.start()
    return not (_DAY_TOLD.search(low, max(0, at - 5), at) and _counts(low, text, end))


def _counts(low: str, text: str, end: int) -> bool:
    found = noun(low, text, end)
    return found is not None and found[0] != "time"


def _counts_people(low: str, text: str, end: int) -> bool:
    """Whether people or buses are counted, which no numbered name goes before: "schools house 12,000 refugees"."""
    found = noun(low, text, end)
    return found is not None and found[0] in FOLK and found[1] - end <= 24


_NTH_OF = re.compile(
    r"(?<!the )(?<!a )\b(?:group|phase|stage|round|day|batch|wave|step|convoy|bus|bulletin|episode|unit)\s+"
    r"\d{1,3}\s+of\s$"
)
"""Before the number of all parts: "Group 4 of 12 left"."""


def measured(low: str, end: int) -> bool:
    """Tell whether a time or money stands right behind: most numbers that are no counts are known by that."""
    return _MEASURED.match(low, end) is not None


_ASKED = _AGED_ENDS | _NAMED_ENDS | _AGE_LAST | _UNDER_ENDS
"""Plain last words before a number that any of these searches looks for."""
_DATED = frozenset(("the", "to", "and", "through", *_MONTHS.split()))
"""Plain words that a date's number may stand behind."""


def no_count(
    low: str, text: str, start: int, end: int, value: float, digits: bool, last: str = "", *, known: bool = False
) -> bool:
    """Tell whether a number is an age, a duration, a date, a time, a length, money or a name's part.

    ``last`` is what ``word_before`` tells; ``known`` that a noun stands behind which none of this can be.
    """
    if known and last and last not in _ASKED:
        return digits and _no_plain_count(low, text, start, end, value, last)
    quoted = low[end : end + 1] in {'"', "'"} and low.count(low[end], max(0, start - 80), start) % 2 == 1
    if low.startswith((" of ", " out of "), end) and _OF_TIMES.match(low, end):
        return True
    if (
        (not quoted and NO_COUNT.match(low, end))
        or (first_behind(low, end) in "y" and AGE_BEHIND.match(low, end))
        or _day_of_month(low, text, end, value)
    ):
        return True
    tail = low[max(0, start - 16) : start].split()
    last = tail[-1] if tail else ""
    if last > "\u0600" and last.removeprefix("و") in arabic.NAMED:
        return True
    if (
        value < 111
        and end - start < 16
        and (last in _AGED_ENDS or last[-1:] in "-'" or last[-2:] in {"'s", "'m"})
        and _AGED.search(low, max(0, start - 30), start)
        and not _counts(low, text, end)
    ) or (
        (last.lstrip("(\"'\u201c[") in _NAMED_ENDS or last.isdigit() or "-" in last or "/" in last or "\u2116" in last)
        and _NAMED.search(low, max(0, start - 16), start)
        and "," not in low[start:end]
        and not (last == "number" and _NUMBERS.search(low, max(0, start - 24), start))
        and not (value >= 100 and _counts_people(low, text, end))
        and not (last in _PERIODS and _THAT_PERIOD.search(low, max(0, start - 24), start))
        and not (
            last in _PLACES
            and low[start - 1 : start] == " "
            and text[start - 1 - len(last)].islower()
            and (
                _counts(low, text, end)
                or _PLURAL_VERB.match(low, end)
                or low.startswith(" of the ", end)
                or (last == "house" and _HOUSING.search(low, max(0, start - 20), start))
            )
        )
    ):
        return True
    if last in IS and value < 111 and end - start <= 3 and is_old(low, start, end):
        return True
    if last in _AGE_LAST and of_persons(low, start, end, value):
        return True
    if value < 111 and last == "of" and of_that_age(low, start) and not _counts(low, text, end):
        return True
    if (
        value <= 100
        and last in _UNDER_ENDS
        and _UNDER_AGE.search(low, max(0, start - 40), start)
        and not low.startswith(_HARMED, end)
        and not noun(low, text, end)
    ):
        return True
    if not digits:
        return False
    if last in _TALKS and value <= 25 and not _counts(low, text, end) and not _PLURAL_VERB.match(low, end):
        return True
    if last == "of" and (text.endswith("Group of ", 0, start) or _NTH_OF.search(low, max(0, start - 26), start)):
        return True
    if (
        last == "at"
        and value < 111
        and low.startswith((", he ", ", she ", " he ", " she "), end)
        and _NEW.search(low, max(0, start - 12), start)
    ):
        return True  # "At 35, he leads the group"
    if last == "at" and value <= 24 and _CLOCK.search(low, max(0, start - 14), start) and not _counts(low, text, end):
        return True
    if last in _SUMS or (end - start == 1 and _of_model(text, start)):
        return True
    before = low[start - 1] if start else "\n"
    if (
        (before.isalpha() and not "\u0600" <= before <= "\u06ff")
        or before in "$\u20ac\u00a3#_.@&="
        or (before in "/:" and start > 1 and low[start - 2].isdigit())
    ):
        return True
    if before == "-" and start > 1 and low[start - 2].isalpha():
        return True
    if before in "-/" and start > 1 and low[start - 2].isdigit():
        return True
    if before.isspace() and start > 1 and low[start - 2] in "$\u20ac\u00a3":
        return True
    behind = low[end : end + 2]
    if behind[:1].isalpha() and behind[:1] not in "\u0600":
        return True
    if behind[:1] in "/-" and behind[1:].isdigit():
        return True
    whole = end - start
    if (low[start] == "0" and whole > 1 and low[start + 1].isdigit()) or (
        whole > 7 and low[start:end].isdigit() and not _counts(low, text, end)
    ):
        return True
    if whole <= 2 and _LISTED.match(low, end) and not _counts(low, text, end):
        opened = low[max(0, start - 24) : start].rstrip()[-1:]
        if (
            opened in {"(", "["}
            or (low[end] == ")" and "(" not in low[max(0, start - 40) : start])
            or (low[end] == "." and opened in {".", "!", "?", ")", ""})
        ):
            return True
    if whole == 4 and low[start:end].isdigit() and 1500 <= value <= 2099 and _year(low, text, start, end):
        return True
    if (
        value <= 31
        and not low[start + 2 : start + 3].isdigit()
        and _MONTH_NEAR.search(low, max(0, start - 20), start)
        and _day_left(low, text, start, end)
        # "since 1 December, 23 of them", "on 5 March, 12 people died": a count behind its comma
        and not (
            low[start - 2 : start] == ", "
            and (_counts(low, text, end) or low.startswith(" of ", end) or _PLURAL_VERB.match(low, end))
        )
    ):
        return True
    if (
        ((behind[:1] in ".)" and behind[1:].isspace()) or (behind[:1] in ".)" and not behind[1:]))
        and value < 100
        and (start == 0 or low[max(0, start - 60) : start].rstrip(" \t(")[-1:] in {"", "\n"})
    ):
        return True
    if "." in low[start:end] and _FINE.search(low, start, end) and not _GROUPED.fullmatch(low, start, end):
        return True
    if _ADDRESS.match(text, end) and not _counts(low, text, end):
        return True
    if (
        tail
        and "," not in low[start:end]
        and text[max(0, start - 16) : start].rsplit(maxsplit=1)[-1][0].isupper()
        and _PART_OF_NAME.search(text, max(0, start - 32), start)
        and not _counts(low, text, end)
        and not (
            last in _WEEKDAYS and low[end : end + 1] == " " and low[end + 1 : end + 2].isalpha()
        )  # "on Friday 12 more died"
        and not (_PLURAL_VERB.match(low, end) and _WHERE_OR_WHEN.search(low, max(0, start - 40), start))
    ):
        return True
    return _age(low, text, start, end, value)


def _no_plain_count(low: str, text: str, start: int, end: int, value: float, last: str) -> bool:
    """What is left to ask of digits between two plain words."""
    whole = end - start
    if whole == 1 and _of_model(text, start):
        return True
    if (low[start] == "0" and whole > 1 and low[start + 1].isdigit()) or (
        whole > 7 and low[start:end].isdigit() and not _counts(low, text, end)
    ):
        return True
    if whole == 4 and low[start:end].isdigit() and 1500 <= value <= 2099 and _year(low, text, start, end):
        return True
    if value <= 31 and last in _DATED and not low[start + 2 : start + 3].isdigit() and _day_left(low, text, start, end):
        return True
    if "." in low[start:end] and _FINE.search(low, start, end) and not _GROUPED.fullmatch(low, start, end):
        return True
    if text[end + 1].isupper() and _ADDRESS.match(text, end) and not _counts(low, text, end):
        return True
    return (
        text[start - 1 - len(last)].isupper()
        and "," not in low[start:end]
        and _PART_OF_NAME.search(text, max(0, start - 32), start) is not None
        and not _counts(low, text, end)
    )


def ends_measured(low: str, end: int) -> bool:
    """Whether the number behind "to" is money, a length or a time: "rose from 50 to 400 pounds"."""
    other = _TO_NUMBER.match(low, end)
    return other is not None and (NO_COUNT.match(low, other.end()) is not None or measured(low, other.end()))


def _of_model(text: str, start: int) -> bool:
    """Whether one digit ends the name of a thing: "eight Leopard 2 tanks", "the Geneva 2 talks"."""
    if start < 3 or not text[start - 2].islower():
        return False
    found = _MODEL.search(text, max(0, start - 28), start)
    return found is not None and found.group().split()[1].lower() not in _WEEKDAYS


def _day_of_month(low: str, text: str, end: int, value: float) -> bool:
    """Whether a month stands behind: "12 March"; "300 may die" and "12 may die" count."""
    if value > 31 or first_behind(low, end) not in "jfmasond./":
        return False
    found = MONTH_BEHIND.match(low, end)
    if found is None:
        return False
    return low[found.start("month") : found.end("month")] != "may" or text[found.start("month")].isupper()


def _year(low: str, text: str, start: int, end: int) -> bool:
    if _YEAR_LEFT.search(low, max(0, start - 14), start):
        follow = TOKEN.match(low, end + 1) if low[end : end + 1] == " " else None
        return not (
            follow
            and follow.group() in NOUNS
            and NOUNS[follow.group()] in {"people", "fighters", "civilians", "prisoners", "buses"}
            and follow.group() not in MODIFIERS
        )
    return noun(low, text, end) is None and not _YEAR_RIGHT.match(low, end)


_FINE = re.compile(r"\.\d{3,}")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
AGE_END = re.compile(r"\s*(?:[,.;)\"\u201d\u2014]|$|\s(?:said|says|told|who|from|-)\b)")
_ADDRESS = re.compile(
    r"\s+(?:[NSEW]\.?\s+)?(?:[A-Z][\w.'-]*\s+){1,3}(?:St|Street|Ave|Avenue|Road|Rd|Drive|Dr|Lane|Ln"
    r"|Blvd"
    r"|Boulevard|Way|Court|Ct|Cir|Circle|Highway|Route|Ulitsa)\b"
)
_PERIODS = frozenset(("day", "week", "month", "year"))
_THAT_PERIOD = re.compile(
    r"\b(?:next|following|same|that|last|first"
    r"|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)|previous|(?:in|of|over) the)\s\w+\s$"
)
_PLURAL_VERB = re.compile(r"\s+(?:were|have|are|had|left|died|fled|remain|boarded|arrived|perished|drowned)\b")
_WHERE_OR_WHEN = re.compile(r"\b(?:in|from|on|at|near|inside|by|since|around|last|across)\s(?:[a-z'\u2019-]+\s){1,2}$")
"""What stands before a bare figure that counts: "In Saqba 210 were hurt", "On Sunday 210 left"; no "flight 210"."""
_PART_OF_NAME = re.compile(
    r"(?:[a-z,\"'\u2019]\s|[A-Z][a-z]+\s)(?!Some |Over |About |Around |Nearly |Almost |Only |Just |Another |Killed |At "
    r"|The |And |In |Of |But |Up )[A-Z][A-Za-z]+\s$"
)
_HOUSING = re.compile(
    r"\b(?:can|could|(?:able|used|meant|built|hopes?|plans?)\sto|will|would|must|may|now|they)\shouse\s$"
)
_PLACES_TEXT = """
    hospital school house camp building street road area zone sector block ward apartment gate checkpoint group unit
    district base outpost hill height ridge terminal exit batch
"""
_PLACES = frozenset(_PLACES_TEXT.split())
"""Words of numbered names that name no number where they are written small: "in the hospital 40 people died"."""
_NUMBERS = re.compile(r"\b(?:now|they|who|that|which|would|could|may|might|to|dead|wounded|[a-z]{3,}s)\snumber\s$")
"""The verb: "the dead now number 310"."""
_TO_NUMBER = re.compile(r"\s(?:to|or)\s\d+(?:[.,]\d+)*(?=\s)")
_MODEL = re.compile(r"\b(?i:the|an?|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|\d+)\s[A-Z][a-z]+\s$")
_HARMED = (" hurt", " killed", " wounded", " injured", " dead", " missing", " died")
_TALKS = frozenset(("geneva", "astana", "sochi", "vienna", "minsk", "brussels", "nur-sultan"))
"""Rounds of talks are named by their town: "Geneva 4 ended"."""
_NEW = re.compile(r"(?:^|[.!?\"]\s*|\n\s*|\b(?:and|but)\s)at\s+$")
_CLOCK = re.compile(
    r"(?:day|tomorrow|night|morning|evening|\b(?:leaves?|left|departed|began|begins?|start(?:ed|s)?|ended|ends|arrived"
    r"|opened|opens|closed|closes|resumed?|set\soff))\sat\s$"
)
_SUMS = frozenset(("eur", "usd", "gbp", "syp", "iqd", "uah", "rub", "ils", "euros", "dollars"))
_TWO_AGES = re.compile(r",?\s+and\s+\d{1,2}(?=[,.;]|\s(?:was|were|are|died|had|who)\b)")
_PERSONS = re.compile(
    r"\b(?:brothers|sisters|sons|daughters|boys|girls|children|twins|siblings|cousins|grandchildren|kids),\s$"
)
_AGE_BEFORE = re.compile(_PERSONS.pattern[:-1] + r"\d{1,2}\sand\s$")
_AGED_ONES = re.compile(r"\bage[ds]?\s\d{1,2}(?:,\s\d{1,2})*,\s$")
_MORE_AGES = re.compile(r"(?:,\s\d{1,2})*,?\sand\s\d{1,2}(?=[,.;]|\s(?:is|was|are|were|have|had|died|who)\b)")
_COMMA = re.compile(r"[a-z],\s$")
_LISTED = re.compile(r"[)\]]|\.(?=\s|$)")
_NAME = re.compile(r"(?:\b[^\W\d_a-z][\w'.-]*|\.)\s*(?:,|\()\s*$")


def _age(low: str, text: str, start: int, end: int, value: float) -> bool:
    if not 0 < value < 111 or end - start > 3 or value != int(value):
        return False
    behind = low[start - 2 : start] == ", " and _TWO_AGES.match(low, end)
    before = low[max(0, start - 5) : start] == " and " and _AGE_BEFORE.search(low, max(0, start - 26), start)
    if (behind and _PERSONS.search(low, max(0, start - 18), start)) or before:
        return True  # "two brothers, 8 and 11, died"
    listed = low[start - 2 : start] == ", " and _AGED_ONES.search(low, max(0, start - 26), start)
    if listed and _MORE_AGES.match(low, end):
        return True  # "three sons, aged 4, 6 and 9, are ill"
    if not AGE_END.match(low, end):
        return False
    if _NAME.search(text, max(0, start - 40), start):
        return True
    # "the man, 34, walked": a number alone between commas.
    return bool(_COMMA.search(low, max(0, start - 4), start)) and low[end : end + 1] in {",", "."}
