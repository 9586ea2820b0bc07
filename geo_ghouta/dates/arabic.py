"""Arabic calendar phrases: Levantine and Gulf month names, weekdays, and counted days."""

from __future__ import annotations

import re

from geo_ghouta.dates.atoms import Atom
from geo_ghouta.names.levelling import ARABIC_COUNTS

# All words in the spelling of the plain copy: hamza on alif dropped, alif maqsura as ya.
_MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            ("كانون الثاني|كانون ثاني|كانون2|كانون 2|يناير|جانفي"),
            "شباط|فبراير|فيفري",
            "اذار|مارس",
            "نيسان|ابريل|افريل",
            "ايار|مايو|ماي",
            "حزيران|يونيو|يونيه|جوان",
            "تموز|يوليو|يوليه|جويلية",
            "اب|اغسطس|اوت",
            "ايلول|سبتمبر",
            ("تشرين الاول|تشرين اول|تشرين1|تشرين 1|اكتوبر"),
            "تشرين الثاني|تشرين ثاني|تشرين2|تشرين 2|نوفمبر",
            "كانون الاول|كانون اول|كانون1|كانون 1|ديسمبر",
        ),
        1,
    )
    for name in names.split("|")
}
_WEEKDAYS = {
    "الاثنين": 0,
    "الإثنين": 0,
    "الثلاثاء": 1,
    "الاربعاء": 2,
    "الخميس": 3,
    "الجمعة": 4,
    "السبت": 5,
    "الاحد": 6,
}
_COUNTS = {
    **ARABIC_COUNTS,
    "ثمان": 8,
    "الثلاثة": 3,
    "الثلاث": 3,
    "الاربعة": 4,
    "الخمسة": 5,
    "الستة": 6,
    "السبعة": 7,
    "العشرة": 10,
}
_UNITS = {
    "ساعة": ("hour", 1),
    "ساعات": ("hour", 0),
    "يوم": ("day", 1),
    "يوما": ("day", 1),
    "يومين": ("day", 2),
    "ايام": ("day", 0),
    "اسبوع": ("week", 1),
    "اسبوعين": ("week", 2),
    "اسابيع": ("week", 0),
    "شهر": ("month", 1),
    "شهرا": ("month", 1),
    "شهرين": ("month", 2),
    "اشهر": ("month", 0),
    "شهور": ("month", 0),
    "عام": ("year", 1),
    "عاما": ("year", 1),
    "عامين": ("year", 2),
    "اعوام": ("year", 0),
    "سنة": ("year", 1),
    "سنتين": ("year", 2),
    "سنوات": ("year", 0),
    "اليومين": ("day", 2),
    "الاسبوعين": ("week", 2),
    "الشهرين": ("month", 2),
    "العامين": ("year", 2),
    "الساعات": ("hour", 0),
    "الايام": ("day", 0),
    "الاسابيع": ("week", 0),
    "الاشهر": ("month", 0),
    "الشهور": ("month", 0),
    "السنوات": ("year", 0),
    "الاعوام": ("year", 0),
    "الاسبوع": ("week", 1),
    "الشهر": ("month", 1),
    "العام": ("year", 1),
    "السنة": ("year", 1),
}
_PARTS = {
    "صباح": "morning",
    "فجر": "dawn",
    "ظهر": "noon",
    "بعد ظهر": "afternoon",
    "عصر": "afternoon",
    "مساء": "evening",
    "ليل": "night",
    "ليلة": "night",
}
_MODS = {
    "الماضي": "last",
    "الماضية": "last",
    "الماضيين": "last",
    "الماضيتين": "last",
    "الاخيرين": "last",
    "الفائت": "last",
    "المنصرم": "last",
    "المنصرمة": "last",
    "الاخيرة": "last",
    "المقبل": "next",
    "المقبلة": "next",
    "القادم": "next",
    "القادمة": "next",
    "الجاري": "this",
    "الحالي": "this",
    "الحالية": "this",
    "الجارية": "this",
    "التالي": "following",
}


def _any(words: dict[str, object] | dict[str, int] | dict[str, str] | dict[str, tuple[str, int]]) -> str:
    return "(?:" + "|".join(sorted((re.escape(w) for w in words), key=lambda w: (-len(w), w))) + ")"


_STEMS = ("", "حادي", "ثاني", "ثالث", "رابع", "خامس", "سادس", "سابع", "ثامن", "تاسع")
_DAYS: dict[str, int] = {
    "الاول": 1,
    **{f"ال{stem}": place for place, stem in enumerate(_STEMS) if place > 1},
    "العاشر": 10,
    **{f"ال{stem} عشر": 10 + place for place, stem in enumerate(_STEMS) if place},
    **{
        (f"ال{stem} وال{ten}" if stem else f"ال{ten}") + ending: size + place
        for ten, size in (("عشر", 20), ("ثلاث", 30))
        for place, stem in enumerate(_STEMS[: 10 if size == 20 else 2])
        for ending in ("ين", "ون")
    },
}
"""Days told by words: "the twenty-sixth of"."""
_MARKS = "[\u064b-\u0652]*"
_B = r"(?<![\u0621-\u064a])"
_B_AND = r"(?:(?<![\u0621-\u064a])|(?<=[^\u0621-\u064a]\u0648))"
"""Where a day begins, be it behind "and" without a blank."""
_E = _MARKS + r"(?![\u0621-\u064a])"
_WD, _MO, _PA, _MD, _UN = _any(_WEEKDAYS), _any(_MONTHS), _any(_PARTS), _any(_MODS), _any(_UNITS)
_SINCE = (
    r"(?:[وف]?(?P<since{0}>منذ)\s+(?:(?:بدء|بداية|انطلاق|انطلاقة|اندلاع|انهيار|سقوط)\s+(?:[\u0621-\u064a]+\s+){{1,3}}?"
    r"(?:في\s+|يوم\s+|قبل\s+)?)?)?"
)
"""Since a day, or since what began on it: "منذ بدء الهجوم في 19 شباط"."""


def _in_year(group: str) -> str:
    """Pattern behind a month: its second name, and the year by number or by words ("of last year")."""
    return (
        rf"(?:\s*[/(\s]\s*{_MO}\)?)?(?:\s*[،,]?\s*(?:من\s+)?(?:عام\s+|سنة\s+|العام\s+)?(?P<year{group}>(?:19|20)\d\d)(?!\d)"
        rf"|\s+(?:من\s+)?(?:العام|السنة)\s+(?P<of{group}>{_MD}){_E})?"
    )


_SCAN = re.compile(
    "(?:"
    # 22 March 2018, with a weekday and a second month name
    + _B_AND
    + _SINCE.format(1)
    + r"(?:بين\s+|من\s+)?(?:(?P<day0>\d{1,2})\s*(?:-|و\s?|الي\s+"
    r"|حتي\s+)\s*)?(?:(?P<day>(?<!\d)\d{1,2})\s+(?:من\s+)?"
    # "the first half of October" and "the first week of October" are no first of October
    r"|(?<!النصف )(?<!الاسبوع )(?<!الثلث )(?<!الربع )(?P<dayword>"
    + _any(_DAYS)
    + r")\s+من\s+)(?:شهر\s+)?(?P<month>"
    + _MO
    + ")"
    + _E
    + _in_year("")
    + "|"
    + _B
    + _SINCE.format(2)
    + r"(?:(?P<edge>مطلع|اوائل|اواخر|منتصف|نهاية|بداية)\s+)?(?P<lead>في\s+|خلال\s+|حتي\s+"
    r"|شهر\s+"
    r"|ب)?(?:شهر\s+)?(?P<month2>"
    + _MO
    + ")"
    + _E
    + _in_year("2")
    + "|"
    + _B
    + r"[وف]?"
    + _SINCE.format(3)
    + r"(?:(?P<part>"
    + _PA
    + r")\s+)?(?:(?:يوم"
    r"|نهار)\s+)?(?P<weekday>[وفبل]?"
    + _WD
    + ")"
    + _E
    + r"(?(part)(?:\s*(?:-|ال[يى])?\s*(?P<into>"
    + _WD
    + ")"
    + _E
    + ")?)"
    + r"(?:\s+(?P<mod>"
    + _MD
    + ")"
    + _E
    + ")?"
    + "|"
    + _B
    + _SINCE.format(4)
    + r"(?:(?P<part2>"
    + _PA
    + r")\s+)?(?P<word>[وف]?(?:اول\s+(?:من\s+)?امس"
    r"|امس\s+الاول|امس|البارحة|بعد\s+غد|غدا|غد|اليوم|الليلة\s+الماضية|الليلة))"
    + _E
    + r"(?:\s+(?P<after>التالي|نفسه|ذاته)"
    + _E
    + r"|\s+"
    + _WD
    + _E
    + ")?"
    + "|"
    + _B
    + r"(?P<way>[وف]?(?:قبل|منذ))\s+(?:نحو\s+|حوالي\s+"
    r"|اكثر من\s+)?(?:(?P<count>\d{1,3}|"
    + _any(_COUNTS)
    + r")\s+)?(?P<unit>"
    + _UN
    + ")"
    + _E
    + "|"
    + _B
    + r"(?:في\s+وقت\s+(?P<earlier>سابق|لاحق)\s+(?:من\s+)?)?(?P<this>هذا|هذه)\s+(?P<unit2>الاسبوع|الشهر"
    r"|العام|السنة)"
    + _E
    + "|"
    + _B
    + r"(?:(?P<day8>(?<!\d)\d{1,2})\s+من\s+)?(?P<unit3>"
    + _UN
    + r")"
    + _E
    + r"\s+(?:(?:ال-?\u0640?\s?)?(?P<count3>\d{1,3}|"
    + _any(_COUNTS)
    + r")\s+)?(?P<mod3>"
    + _MD
    + ")"
    + _E
    + "|"
    + _B
    + _SINCE.format(5)
    + r"(?:عام|سنة|العام)\s+(?P<year4>(?:19|20)\d\d)(?!\d)"
    + "|"
    + _B
    + r"(?:(?P<since6>منذ)\s+)?(?P<edge6>بداية|مطلع|اول|نهاية|منتصف|اواخر|اوائل)\s+"
    r"(?:هذا\s+|هذه\s+)?(?P<unit6>الاسبوع|الشهر|العام|السنة)"
    + _E
    + r"(?:\s+(?P<mod6>"
    + _MD
    + ")"
    + _E
    + ")?|"
    + _B
    + r"ال(?:\u0640?\s?)(?P<count7>\d{1,3})\s+(?P<unit7>ساعة|يوما)\s+(?P<mod7>"
    + _MD
    + ")"
    + _E
    + ")"
)
_RUN = re.compile("(?:\\d[\\d\\s/(-]{0,12})?[\u0621-\u064a][^a-z\n]*")
"""Stretches without Latin letters, with a day's digits before them: the rest of a text holds no Arabic phrase."""
_SHY = frozenset({"اب", "مارس", "ماي", "اوت", "جوان"})
_SUDDEN = re.compile(
    _B
    + "[وف]?(?:انفجر|انفجرت|اغتيل|اغتال|اعتقل|اعتقلت|اعتقلوا|خطف|خطفت|اختطف|اختطفت|غادر|غادرت|غادروا|وصل|وصلت|وصلوا|وقع"
    "|وقعت|اندلع|اندلعت|بدا|بدات|انطلق|انطلقت|سقط|سقطت|قتل|قتلت|قتلوا|اصيب|اصيبت|توفي|توفيت|استشهد|اعلن|اعلنت|دخل|دخلت"
    "|خرج|خرجت|عاد|عادت|فجر|هاجم|هاجمت|استهدف|استهدفت|افرج|اطلق|انتهي|انتهت|تحطم|تحطمت|انسحب|انسحبت)"
    + _MARKS
    + "(?![\u0621-\u064a])[^.\u060c\u061b\n:]*$"
)
"""What happens at once, so that "since three days" behind it is three days ago, unlike behind what goes on."""
_OFFSETS = {
    "اول امس": -2,
    "امس الاول": -2,
    "امس": -1,
    "البارحة": -1,
    "بعد غد": 2,
    "غدا": 1,
    "غد": 1,
    "اليوم": 0,
    "الليلة": 0,
    "الليلة الماضية": -1,
}


def arabic_atoms(low: str) -> list[Atom]:
    """Return the Arabic calendar phrases of a plain copy, in order.

    Examples
    --------
    >>> [a.kind for a in arabic_atoms("غادرت الحافلات يوم الخميس الماضي")]
    ['weekday']
    """
    out: list[Atom] = []
    for run in _RUN.finditer(low):
        for hit in _SCAN.finditer(low, *run.span()):
            made = _made(hit)
            if made and made[0].kind == "day" and out and out[-1].kind == "weekday" and not out[-1].mod:
                before = out[-1]
                if _TIED.fullmatch(low, before.end, made[0].start):  # "Sunday 26 October" is one day
                    made[0].start, made[0].part, made[0].since = before.start, before.part, before.since
                    out.pop()
            out += made
    return out


_TIED = re.compile(r"\s*[\u060c,(]?\s*")


def _of_year(word: str | None) -> str:
    mod = _MODS.get(word or "", "")
    return f"{mod} year" if mod in {"last", "this", "next"} else ""


def _strip(word: str, known: dict[str, int]) -> str:
    word = " ".join(word.split()).replace("اول من", "اول")
    return word if word in known else word[1:]


def _made(hit: re.Match[str]) -> list[Atom]:
    start, end = hit.span()
    if hit["day"] or hit["dayword"]:
        year = int(hit["year"]) if hit["year"] else None
        month, day = _MONTHS[hit["month"]], int(hit["day"]) if hit["day"] else _DAYS[hit["dayword"]]
        first = hit.start("since1") if hit["since1"] else hit.start("day" if hit["day"] else "dayword")
        atom = Atom(first, end, "day", year, month, day, mod=_of_year(hit["of"]), since=bool(hit["since1"]))
        if hit["day0"]:
            low = Atom(hit.start("day0"), hit.end("day0"), "day", year, month, int(hit["day0"]))
            return [Atom(start, end, "range", low=low, high=atom)] if low.day < day else [atom]
        return [atom]
    if hit["month2"]:
        lead = bool(hit["lead"] or hit["edge"] or hit["since2"])
        if (not hit["year2"] and not lead) or (hit["month2"] in _SHY and not (hit["year2"] or hit["edge"])):
            return []
        first = hit.start("since2") if hit["since2"] else hit.start("edge") if hit["edge"] else hit.start("month2")
        return [
            Atom(
                first,
                end,
                "month",
                int(hit["year2"]) if hit["year2"] else None,
                _MONTHS[hit["month2"]],
                mod=_of_year(hit["of2"]),
                since=bool(hit["since2"]),
            )
        ]
    if hit["weekday"]:
        atom = Atom(
            start, end, "weekday", weekday=_WEEKDAYS[_strip(hit["weekday"], _WEEKDAYS)], since=bool(hit["since3"])
        )
        atom.part = _PARTS[hit["part"]] if hit["part"] else None
        if hit["into"]:
            if atom.part != "night" or (_WEEKDAYS[hit["into"]] - atom.weekday) % 7 != 1:
                atom.end = hit.end("weekday")
            else:
                atom.part = "overnight"  # "the night Wednesday Thursday": from one into the other
        atom.mod = _MODS.get(hit["mod"] or "", "")
        return [atom]
    if hit["word"]:
        word = _strip(hit["word"], _OFFSETS)
        if hit["after"]:
            return [Atom(start, end, "anchor", count=1 if hit["after"] == "التالي" else 0, unit="day")]
        part = _PARTS[hit["part2"]] if hit["part2"] else "night" if word.startswith("الليلة") else None
        return [Atom(start, end, "offset", count=_OFFSETS[word], part=part, since=bool(hit["since4"]))]
    if hit["way"]:
        unit, fixed = _UNITS[hit["unit"]]
        number = _count(hit["count"]) if hit["count"] else fixed
        if not number or hit["unit"].startswith("ال"):
            return []
        lasting = hit["way"].endswith("منذ") and not _SUDDEN.search(hit.string, max(0, start - 70), start)
        return [Atom(start, end, "past" if lasting else "ago", count=number, unit=unit)]
    if hit["this"]:
        part = {"سابق": "earlier", "لاحق": "later"}.get(hit["earlier"] or "")
        return [Atom(start, end, "unit", count=0, unit=_UNITS[hit["unit2"]][0], part=part)]
    if hit["mod3"]:
        unit, fixed = _UNITS[hit["unit3"]]
        mod = _MODS[hit["mod3"]]
        told = _count(hit["count3"]) if hit["count3"] else None
        if not hit["unit3"].startswith("ال"):
            return []
        if hit["day8"]:
            if unit == "month" and not hit["count3"] and mod in {"last", "this", "next"}:
                return [Atom(start, end, "ordinal", day=int(hit["day8"]), mod=mod)]
            start = hit.start("unit3")
        if fixed == 2 and told is None:  # "the last two days"
            kind = {"last": "past", "next": "coming"}.get(mod)
            return [] if kind is None else [Atom(start, end, kind, count=2, unit=unit)]
        if fixed and told is None:
            step = {"last": -1, "next": 1, "this": 0}.get(mod)
            return [] if step is None else [Atom(start, end, "unit", count=step, unit=unit)]
        if mod == "last":
            return [Atom(start, end, "past", count=told, unit=unit) if told else Atom(start, end, "recent", unit=unit)]
        return [Atom(start, end, "coming", count=told, unit=unit)] if mod == "next" else []
    if hit["unit6"]:
        mod = _MODS.get(hit["mod6"] or "", "this")
        step = {"last": -1, "next": 1, "this": 0}.get(mod)
        if step is None:
            return []
        part = {"نهاية": "end", "اواخر": "end", "منتصف": "middle"}.get(hit["edge6"], "start")
        return [
            Atom(start, end, "unit", count=step, unit=_UNITS[hit["unit6"]][0], part=part, since=bool(hit["since6"]))
        ]
    if hit["unit7"]:
        kind = {"last": "past", "next": "coming"}.get(_MODS[hit["mod7"]])
        number, unit = int(hit["count7"]), _UNITS[hit["unit7"]][0]
        return [] if kind is None or not number else [Atom(start, end, kind, count=number, unit=unit)]
    if hit["year4"]:
        first = hit.start("since5") if hit["since5"] else start
        return [Atom(first, end, "year", int(hit["year4"]), since=bool(hit["since5"]))]
    return []


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word]
