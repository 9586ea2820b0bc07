"""The words of a still: the page's sentences from the page's own language files, and a few of our own beside them."""

from __future__ import annotations

import datetime as dt
import decimal
import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import UsageError
from geo_ghouta.maps import cells, payload

if TYPE_CHECKING:
    from geo_ghouta.maps.stills.readout import Picture, Pocket, Readout

_OWN = Path(__file__).with_name("lang")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_ARABIC = re.compile("[\u0590-\u08ff]")


def is_arabic(text: str) -> bool:
    """Whether a text holds letters of a script that runs from right to left.

    Examples
    --------
    >>> is_arabic("دوما"), is_arabic("Douma")
    (True, False)
    """
    return bool(_ARABIC.search(text))


def plural(language: str, n: int) -> str:
    """Plural form of a number, after CLDR; other languages as English.

    Examples
    --------
    >>> [plural("ar", n) for n in (0, 1, 2, 3, 11, 100)]
    ['zero', 'one', 'two', 'few', 'many', 'other']
    """
    if language != "ar":
        return "one" if n == 1 else "other"
    if n in {0, 1, 2}:
        return ("zero", "one", "two")[n]
    rest = n % 100
    return "few" if 3 <= rest <= 10 else "many" if rest >= 11 else "other"


@functools.cache
def _strings(language: str) -> dict[str, Any]:
    known = payload.languages()
    if language not in known:
        message = f"language {language!r}: there is no such file in maps/lang; known are {', '.join(sorted(known))}"
        raise UsageError(message)
    own = _OWN / f"{language}.json"
    own = own if own.is_file() else _OWN / "en.json"
    return {**known[language], "still": json.loads(own.read_text(encoding="utf-8"))}


def tied(text: str) -> str:
    """Words that no line break parts: a figure and its unit, a day and its month.

    Examples
    --------
    >>> tied("5 km") == "5" + chr(0xA0) + "km"
    True
    """
    return text.replace(" ", "\u00a0")


class Wording:
    """Words, numbers and dates in one language.

    Parameters
    ----------
    language : str
        Name of a file in ``maps/lang``.

    Raises
    ------
    UsageError
        For a language that does not exist.

    Examples
    --------
    >>> say = Wording("en")
    >>> say.km2(5.72), say.percent(0.194), say.day(dt.date(2018, 3, 22))
    ('5.7\\xa0km²', '19\\xa0%', '22 March 2018')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.strings = _strings(language)

    @property
    def rtl(self) -> bool:
        """Whether the language runs from right to left."""
        return bool(self.strings["dir"] == "rtl")

    def find(self, key: str) -> Any:
        """What a language file holds under a dotted key, or None."""
        at: Any = self.strings
        for part in key.split("."):
            at = at.get(part) if isinstance(at, dict) else None
        return at

    def t(self, key: str, **values: Any) -> str:
        """The sentence of a key, its ``{places}`` filled; with ``n`` the plural form is chosen by it."""
        found = self.find(key)
        if isinstance(found, dict):
            found = found.get(plural(self.language, int(values.get("n", 0))), found.get("other"))
        if not isinstance(found, str):
            return key

        def put(seen: re.Match[str]) -> str:
            name = seen[1]
            if name == "n" and isinstance(values.get("n"), int):
                return self.number(values["n"])
            if name in {"N", "NN"}:
                word = self.in_words(int(values.get("n", 0)))
                return word if name == "N" else word.lower()
            return str(values[name]) if name in values else seen[0]

        return _PLACEHOLDER.sub(put, found)

    def in_words(self, n: int) -> str:
        """Numbers one to ten in words."""
        words = self.strings.get("numbers") or []
        return str(words[n]) if 0 <= n < len(words) else self.number(n)

    def number(self, value: float | None, digits: int = 0) -> str:
        """A number with thousands by comma and the true minus sign; "–" where there is none.

        Halves are rounded up as browsers do.

        Examples
        --------
        >>> Wording("en").number(1907.5), Wording("en").number(-0.04, 1), Wording("en").number(None)
        ('1,908', '0.0', '–')
        """
        if value is None:
            return "–"
        step = decimal.Decimal(1).scaleb(-digits)
        rounded = decimal.Decimal(float(value)).quantize(step, rounding=decimal.ROUND_HALF_UP)
        return ("\u2212" if rounded < 0 else "") + f"{abs(rounded):,}"

    def area(self, value: float | None, lt: str = "figures.below") -> str:
        """Square kilometres with one decimal; from ten thousand on that would be false precision.

        Examples
        --------
        >>> Wording("en").area(5.66), Wording("en").area(110420.6)
        ('5.7', '110,421')
        """
        return self.rounded(value, 0 if value is not None and abs(value) >= 9999.5 else 1, lt)

    def rounded(self, value: float | None, digits: int, lt: str = "figures.below") -> str:
        """A number of which what would round to nothing is told as less than the least: it is not nothing.

        Examples
        --------
        >>> Wording("en").rounded(0.04, 1), Wording("en").rounded(0.0, 1), Wording("en").rounded(0.06, 1)
        ('< 0.1', '0.0', '0.1')
        """
        least = 10.0**-digits
        if value is not None and 0 < value < least / 2:
            return self.t(lt, x=self.number(least, digits))
        return self.number(value, digits)

    def km2(self, value: float) -> str:
        """An area with its unit."""
        return tied(self.t("unit.km2", x=self.area(value)))

    def km2_said(self, value: float, *, whole: bool = False) -> str:
        """An area in a sentence; with ``whole`` large ones have no decimal.

        Examples
        --------
        >>> Wording("en").km2_said(0.04), Wording("en").km2_said(105.8, whole=True)
        ('less\\xa0than\\xa00.1\\xa0km²', '106\\xa0km²')
        """
        x = self.number(value) if whole and value >= 0.95 else self.area(value, "figures.less_than")
        return tied(self.t("unit.km2", x=x if value else self.number(0)))

    def percent(self, share: float | None, lt: str = "figures.below") -> str:
        """A share of 1 in per cent; "–" where there is none."""
        return "–" if share is None else tied(self.t("unit.percent", x=self.rounded(share * 100, 0, lt)))

    def metres(self, metres: float) -> str:
        """A length on the ground."""
        if metres < 1000:
            return tied(self.t("unit.m", x=self.number(metres)))
        return tied(self.t("unit.km", x=self.number(metres / 1000, 0 if metres % 1000 == 0 else 1)))

    def day(self, day: dt.date, form: str = "long") -> str:
        """A day: ``long`` with its year, ``day_month`` without, ``short`` with the month's short name."""
        months = self.strings["months_short" if form == "short" else "months"]
        plain = self.t("date.day_month", day=day.day, month=months[day.month - 1])
        return self.t("date.with_year", date=plain, year=day.year) if form == "long" else plain

    def day_near(self, day: dt.date, other: dt.date) -> str:
        """A day without its year where the year is that of the day beside it."""
        return self.day(day, "day_month" if day.year == other.year else "long")

    def weekday(self, day: dt.date) -> str:
        """Name of the weekday; the files begin with Sunday."""
        return str(self.strings["weekdays"][(day.weekday() + 1) % 7])

    def of(self, name: Any, arabic: Any) -> str:
        """A name of the case in this language."""
        first = next(iter(cells.many(arabic)), "")
        chosen = first if self.rtl and first else cells.text(name)
        return " ".join((chosen or first or "").split())

    def counts(self, low: float | None, high: float | None, *, open_end: bool = False) -> str:
        """A range of counts in words: "1,580 to more than 1,900"; "" where there is none."""
        low, high = (high if low is None else low), (low if high is None else high)
        if low is None or high is None:
            return ""
        if low == high:
            return self.t("figures.more_than", a=self.number(low)) if open_end else self.number(low)
        key = "figures.to_more_than" if open_end else "figures.to"
        return self.t(key, a=self.number(low), b=self.number(high))


def sentence(say: Wording, readout: Readout, day: dt.date) -> str:
    """The words of a day in one line; see :func:`sentences`."""
    return " ".join(sentences(say, readout, day))


def sentences(say: Wording, readout: Readout, day: dt.date) -> list[str]:
    """The sentence of a day and at most one addition. Four answers do not look alike: empty, none, unknown, old."""
    picture = readout.at(day)
    if picture is None:
        return [_no_picture(say, readout, day)]
    n, age = len(picture.pockets), (day - picture.day).days
    kind = "" if picture.enclosed else "_areas"
    out = []
    if not picture.total:
        out.append(_nothing_held(say, readout, picture, day))
    elif age > 0:
        out.append(say.t(f"summary.old{kind}", n=n, km2=say.km2_said(picture.total, whole=True)))
    elif picture is picture.base:
        groups = _holders_in_words(say, readout, picture)
        out.append(say.t("summary.base", n=n, km2=say.km2_said(picture.total, whole=True), groups=groups))
    else:
        date = tied(say.day_near((picture.base or picture).day, day))
        km2 = say.km2_said(picture.total, whole=True)
        percent = say.percent(picture.share, "figures.less_than")
        out.append(say.t(f"summary.plain{kind}", n=n, km2=km2, percent=percent, date=date))
    contested, unknown = say.km2_said(picture.contested), say.km2_said(picture.unknown)
    if picture.contested and picture.unknown:
        out.append(say.t("summary.both", a=contested, b=unknown))
    elif picture.contested:
        out.append(say.t("summary.contested", km2=contested))
    elif picture.unknown:
        out.append(say.t("summary.unknown", km2=unknown))
    elif picture is picture.base and not age and picture.total and isinstance(say.find("summary.base_second"), str):
        out.append(say.t("summary.base_second"))
    return out


def _holders_in_words(say: Wording, readout: Readout, picture: Picture) -> str:
    """Who holds the ground of a first picture: one by its name, several by their number."""
    kinds = {readout.actors[h].kind for h in picture.by_holder}
    if "mixed" in kinds:
        return say.t("summary.several_groups")
    if len(picture.by_holder) == 1:
        return readout.name_of(next(iter(picture.by_holder)), say.language)
    return say.t("summary.groups" if kinds == {"armed_group"} else "summary.sides", n=len(picture.by_holder))


def _no_picture(say: Wording, readout: Readout, day: dt.date) -> str:
    if not readout.pictures:
        return say.t("summary.nothing")
    if readout.until is not None and day >= readout.until:
        return say.t("summary.over", date=tied(say.day(readout.until - dt.timedelta(days=1))))
    return say.t("summary.not_yet", date=tied(say.day(readout.pictures[0].day)))


def _nothing_held(say: Wording, readout: Readout, picture: Picture, day: dt.date) -> str:
    before = next((p for p in reversed(readout.pictures[: picture.index]) if p.total), None)
    if before is None:
        return say.t("summary.empty")
    values = {"km2": say.km2_said(before.total), "date": tied(say.day_near(before.day, day))}
    only: Pocket | None = before.pockets[0] if len(before.pockets) == 1 else None
    # Only what the drawer named is said to be lost: of a town in an unnamed area more may have been held before.
    if only is None or not only.name or before.unnamed(only) or only.name.startswith("held by "):
        return say.t("summary.empty_after", **values)
    place = next((town for town in only.towns if only.name == f"{town} pocket"), only.name)
    return say.t("summary.empty_place", place=place_name(say, readout, place), **values)


def place_name(say: Wording, readout: Readout, name: str) -> str:
    """A place in this language, by its name in the case's list; "|" stands between several."""
    if "|" in name:
        several = [place_name(say, readout, n.strip()) for n in dict.fromkeys(name.split("|"))]
        if say.rtl:
            return functools.reduce(lambda a, b: say.t("list.last", a=a, b=b), several)
        most = say.t("list.between").join(several[:-1])
        return say.t("list.last", a=most, b=several[-1]) if most else several[-1]
    table = readout.given.gazetteer
    if say.rtl and table is not None:
        seen = table.loc[table["name"] == name, "name_ar"]
        if len(seen):
            return say.of(name, seen.iloc[0])
    return say.of(name, None)


def notes(say: Wording, readout: Readout, day: dt.date) -> list[tuple[str, bool]]:
    """What stands below the sentence: the picture's day and age, and its precision; True is a warning."""
    picture = readout.at(day)
    weekday = say.weekday(day)
    if picture is None:
        return [(say.t("notes.weekday", weekday=weekday), False)]
    age = (day - picture.day).days
    if age:
        seen = f"{say.t('notes.weekday_picture', weekday=weekday)} {say.day_near(picture.day, day)}."
        return [(seen, False), (say.t("notes.age", n=age), True)]
    out = [(say.t("notes.same_day", weekday=weekday), False)]
    if picture.precision:
        metres, kind = picture.precision
        out.append((say.t(f"notes.precision{kind}", m=say.metres(metres)), False))
    return out
