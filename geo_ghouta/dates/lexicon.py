"""Words of the calendar, and the text in which they are looked for.

Patterns run over a *plain* copy of the text: lower case, Western digits, ordinary blanks, hyphens and
apostrophes. Every change is one character for one character, so an offset in the copy is an offset in
the untouched text.
"""

from __future__ import annotations

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
FULL_MONTHS = frozenset(name for name in MONTHS if len(name) > 4 or name in {"may", "june", "july"})
SHY_MONTHS = frozenset({"may", "march", "april", "june", "august"})
"""Months that are also a verb or a given name: alone they need a plain 'in', 'since', 'last' before them."""

WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu", "friday fri",
            "saturday sat", "sunday sun",
        )
    )
    for name in names.split()
}  # fmt: skip
SHORT_WEEKDAYS = frozenset({"mon", "wed", "sat", "sun", "thu", "tue", "fri", "weds", "thur", "tues", "thurs"})
SEASONS = {"spring": (3, 6), "summer": (6, 9), "autumn": (9, 12), "fall": (9, 12), "winter": (12, 3)}

UNITS = {
    "hour": "hour", "hours": "hour", "day": "day", "days": "day", "week": "week", "weeks": "week",
    "fortnight": "fortnight", "fortnights": "fortnight", "month": "month", "months": "month", "year": "year",
    "years": "year", "decade": "decade", "decades": "decade", "weekend": "weekend", "night": "night",
    "nights": "nights", "morning": "morning", "afternoon": "afternoon", "evening": "evening",
}  # fmt: skip
COUNTS: dict[str, int] = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90, "a couple of": 2, "couple of": 2, "the": 1,
}  # fmt: skip
FEW = frozenset({"few", "a few", "several", "some", "many", "the few", "recent", ""})
ORDINALS: dict[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
    "twenty-first": 21, "twenty-second": 22, "twenty-third": 23, "twenty-fourth": 24, "twenty-fifth": 25,
    "twenty-sixth": 26, "twenty-seventh": 27, "twenty-eighth": 28, "twenty-ninth": 29, "thirty-first": 31,
}  # fmt: skip

_BLANKS = "\u00a0\u2009\u202f\u2007"


def plain(low: str) -> str:
    """Return the copy of a levelled text that patterns run over, as long as the text itself.

    Examples
    --------
    >>> plain("late\u00a0on 22 march")
    'late on 22 march'
    """
    if not low.isascii():
        for blank in _BLANKS:
            low = low.replace(blank, " ")
        low = low.replace("\u0649", "\u064a")
    return low
