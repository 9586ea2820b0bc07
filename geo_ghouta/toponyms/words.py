"""Word lists that tell places from what only looks like one; all lower case, kept in ``data/``."""

from __future__ import annotations

import functools
import importlib.resources

from geo_ghouta.names import like_words


def _read(name: str) -> str:
    return importlib.resources.files("geo_ghouta.toponyms").joinpath("data", name).read_text("utf-8")


def _sections(text: str) -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            section += line.split()
    return {name: frozenset(words) for name, words in found.items()}


_LISTS = _sections(_read("words.txt"))
ARTICLES = _LISTS["articles"]
"""Spellings of the Arabic article that a name may begin with in lower case."""
PARTICLES = _LISTS["particles"]
"""Words inside a person's or group's name that may be in lower case."""
INNER = _LISTS["inner"]
"""Words inside a place's name that may be in lower case."""
DIRECTIONS = _LISTS["directions"]
"""Words before a place's name that take a part of it."""
TITLES = _LISTS["titles"]
"""Words before a person's name; "chief", "leader" and their like also in lower case."""
SAYING = _LISTS["saying"]
"""What persons do and small towns do not."""
ORG_HEADS = _LISTS["org_heads"]
"""A place's name before one of these is part of an organisation's or a thing's name."""
FACILITY_HEADS = _LISTS["facility_heads"]
"""A capitalised one of these after a name belongs to the name and it stays a place."""
LOCATIVE = _LISTS["locative"]
"""Words right before a place."""
MONTHS = _LISTS["months"]
"""Months, days and their abbreviations."""
ARAB_MONTHS = _LISTS["arab_months"]
"""Months of the Syrian calendar, which are places' names too."""
ARAB_MONTH_TAIL = _LISTS["arab_month_tail"]
"""Their second words."""
GROUP_HEADS = _LISTS["group_heads"]
"""First words of armed groups' and parties' names."""
OUTLET_WORDS = _LISTS["outlet_words"]
"""Agencies and stations."""
OUTLETS_OR_PLACES = _LISTS["outlets_or_places"]
"""Agencies and stations whose name is also a place's: one of :data:`OUTLET_SIGNS` beside it tells."""
OUTLET_SIGNS = _LISTS["outlet_signs"]
"""What agencies and stations do or are."""
TRANSLITERATED = frozenset(code.upper() for code in _LISTS["transliterated"])
"""Countries whose names are transliterated; elsewhere towns are named like persons and things."""
BUILDING_KINDS = _LISTS["building_kinds"]
"""Words that before a building's head are no name: "Secondary School"."""
SITE_AFTER = _LISTS["site_after"]
"""What makes a place of a name that might be a person's: "the Abu X camp"."""
SEATS = frozenset(name.replace("_", " ") for name in _LISTS["seats"])
"""Seats that stand for a government or a market when nothing says that one is in or near them."""
STREETS = _LISTS["streets"]
"""Heads of a street's name."""
BUILDINGS = _LISTS["buildings"]
"""Heads of a building's or a site's name."""
NO_PLACES = _LISTS["no_places"]
"""Words that news means otherwise whenever they stand alone with a capital."""
GENERIC_CAPS = _LISTS["generic_caps"]
"""Capitalised words that may stand beside a place's name without making a person of it."""
PEOPLES = _LISTS["peoples"]
"""Faiths and peoples, written without an apostrophe: "the Shi'ite villages" names no village."""
ARABIC_STOP = _LISTS["arabic_stop"]
"""Frequent Arabic words that are some town's name somewhere."""
GENERIC_TAILS = _LISTS["generic_tails"]
"""Words that only tell a kind when they end a name in lower case."""
HOMED = {name.replace("_", " "): town for name, _, town in (entry.partition(":") for entry in _LISTS["homed"])}
"""What many towns have and one is known for: it is meant only where that town is named."""
SHORT_STATES = _LISTS["short_states"]
"""Shortened states and provinces whose point belongs to them."""
WAY_TO, BLOW_ON, BOUND_FOR, PART_OF = (_LISTS[n] for n in ("way_to", "blow_on", "bound_for", "part_of"))
"""What "to", "on", "for" and "of" hang on when a place follows."""
KINDS = _LISTS["kinds"]
"""What tells that the name before it is a place's."""
MEN = _LISTS["men"]
"""What makes a group or a people of the name before it."""
UNKNOWN_HEADS = _LISTS["unknown_heads"]
"""First words that make a name of what follows, known or not."""
ARABIC_LEADING = _LISTS["arabic_leading"]
"""Words right before a place; a name of three letters is believed only behind one, or beside another place."""
ARABIC_GIVEN = _LISTS["arabic_given"]
"""Arabic given names: what follows is more likely a family's name than a far town's."""
ARABIC_NAMED = _LISTS["arabic_named"]
"""Words that a place's name follows: town, village, quarter."""
ARABIC_MANY = _LISTS["arabic_many"]
"""The same for two or more places."""
ARABIC_PLAIN = _LISTS["arabic_plain"]
"""What follows them and is no name: small, near, whole."""
ARABIC_HEADS = _LISTS["arabic_heads"]
"""First words of names of two words."""
COMPASS = _LISTS["compass"]
"""Words that take a part of a place when they have a capital."""
ADMIN_HEADS: dict[str, str] = {
    **dict.fromkeys(["county", "district", "parish", "counties"], "adm2"),
    **dict.fromkeys(
        [
            "province",
            "governorate",
            "state",
            "region",
            "prefecture",
            "oblast",
            "countryside",
            "territory",
            "canton",
            "provinces",
            "governorates",
            "states",
            "regions",
        ],
        "adm1",
    ),
    **dict.fromkeys(["city", "cities", "port"], "city"),
    **dict.fromkeys(["town", "towns"], "town"),
    **dict.fromkeys(["village", "hamlet", "villages", "localities", "locality"], "village"),
    **dict.fromkeys(["township", "municipality", "subdistrict"], "adm3"),
    **dict.fromkeys(
        [
            "borough",
            "neighbourhood",
            "neighborhood",
            "quarter",
            "suburb",
            "districts",
            "neighbourhoods",
            "neighborhoods",
            "suburbs",
        ],
        "district",
    ),
    **dict.fromkeys(["camp"], "camp"),
    **dict.fromkeys(["capital"], "capital"),
    **dict.fromkeys(["area", "stronghold", "bastion", "front"], ""),
    **dict.fromkeys(["enclave", "pocket", "island", "pockets", "peninsula", "mountain"], "region"),
    **dict.fromkeys(["crossing"], "crossing"),
    **dict.fromkeys(["river"], "water"),
    **dict.fromkeys(["dam"], "site"),
    **dict.fromkeys(["airport", "base", "airbase"], "base"),
    **dict.fromkeys(["kingdom", "republic", "country", "nation"], "country"),
}
"""Words beside a name that tell its kind."""


DOUBLE = frozenset({"air", "refugee", "border", "oil", "gas", "military", "naval"})
"""First words of a kind of two words: "air base", "border crossing"."""
_BARE = str.maketrans("", "", "'’‘ʻʹ`´′")


def people(low: str) -> bool:
    """Whether a word is a faith's or a people's, with an apostrophe or without.

    Examples
    --------
    >>> people("shi'ite"), people("mosul")
    (True, False)
    """
    return low.translate(_BARE) in PEOPLES


@functools.cache
def given_names() -> frozenset[str]:
    """Given names of many countries (in part from the lists of the Faker project, MIT)."""
    return frozenset(_read("given_names.txt").split())


@functools.cache
def common_words() -> frozenset[str]:
    """English words that are also the name of some town in the world."""
    return frozenset(_read("common_words.txt").split())


@functools.cache
def all_surnames() -> frozenset[str]:
    """Frequent surnames, known as towns or not (from the Faker project, MIT)."""
    return frozenset(_read("all_surnames.txt").split())


@functools.cache
def surnames() -> frozenset[str]:
    """Frequent surnames that are also the name of some town in the world (from the Faker project, MIT)."""
    return frozenset(_read("surnames.txt").split())


@functools.cache
def doubtful() -> frozenset[str]:
    """English words and persons' names, given and family: what may be meant otherwise."""
    return common_words() | given_names() | surnames()


@functools.cache
def things() -> frozenset[str]:
    """Words of all these lists, and frequent capitalised nouns, without the names of persons."""
    others = {name: found for name, found in _LISTS.items() if name not in _OF_PLACES}
    whole = {word for found in others.values() for word in found}
    return frozenset(whole | common_words() | like_words())


@functools.cache
def known_otherwise() -> frozenset[str]:
    """Whatever cannot be a village that no list has: words, things and persons."""
    return frozenset(things() | given_names() | all_surnames() | surnames())


_OF_PLACES = frozenset(
    {
        "way_to",
        "blow_on",
        "bound_for",
        "part_of",
        "kinds",
        "articles",
        "inner",
        "locative",
        "unknown_heads",
        "transliterated",
    }
)
