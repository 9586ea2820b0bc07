"""A built shelf in one file: an open-addressed table of spellings and columns of places, read through a memory map.

Nothing is parsed when it is opened: a look-up hashes the spelling, walks the table and decodes the few
rows it meets. The file says what it was built from and holds a checksum of itself.
"""

from __future__ import annotations

import array
import bisect
import json
import mmap
import sys
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from geo_ghouta.errors import FormatError
from geo_ghouta.files import atomic_stream, shown
from geo_ghouta.gazetteer.closed import country_names
from geo_ghouta.gazetteer.index import containers
from geo_ghouta.gazetteer.lists import PRECISION
from geo_ghouta.names import fold, plain
from geo_ghouta.schema import Match, Place
from geo_ghouta.schema import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

MAGIC = b"GHOUTAIX"
LAYOUT = 6
EXACT, ALIAS, DISTANT, FOLDED = 0, 1, 2, 3
_PAIR_MASK = (1 << 22) - 1
_PLAIN = 5
_MOST = 30
"""Namesakes told at most, the most peopled first: the fifty small Washingtons change no answer."""
_FLAGS = {EXACT: ("exact", 1.0), ALIAS: ("alias", 1.0), DISTANT: ("alias", 0.8), FOLDED: ("alias", 0.9)}
_SECTIONS = (
    ("slots", "I"),
    ("key_at", "I"),
    ("post_at", "I"),
    ("posts", "I"),
    ("width", "B"),
    ("lon", "d"),
    ("lat", "d"),
    ("people", "I"),
    ("kind", "B"),
    ("country", "H"),
    ("adm1", "i"),
    ("adm2", "i"),
    ("name_at", "I"),
    ("keys", "B"),
    ("names", "B"),
    ("pairs", "B"),
)


_PROBES = "Muadamiyat al-Sham|Qaboun|Deir ez-Zor|'Ayn Tarma|Khan Shaykhun|Jobbar|Hammouriyeh|Outaya|Thaqafah|Djebel"
_PROBES += "|Suwayda|Mulayhah|Abiad|Anbar|Jeb Nile|Tell Sharqiyah"


def rules() -> str:
    """Mark of the layout and of the folding that a built file depends on."""
    folded = "|".join(fold(p) for p in _PROBES.split("|"))
    return f"layout {LAYOUT}, folding {zlib.crc32(folded.encode()):08x}"


class Entry(NamedTuple):
    """One place to be written."""

    place_id: str
    name: str
    name_ar: str
    kind: str
    country: str
    lon: float
    lat: float
    population: int
    adm1: int
    adm2: int
    source: str = ""
    admin: str = ""
    geo_precision: str = ""
    uncertainty_m: float = 0.0


class WorldShelf:
    """Places of a built file; see :mod:`geo_ghouta.gazetteer.worldfile`.

    Parameters
    ----------
    path : path
    tier : int
        Trust, as in ``schema.Place``.

    Raises
    ------
    FormatError
        If the file is damaged, of another layout, or of a machine with the other byte order.
    """

    def __init__(self, path: Path, tier: int = 4) -> None:
        self.path = path
        self.tier = tier
        try:
            with path.open("rb") as stream:
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            message = f"{shown(str(path))}: cannot be read ({error}); it is rebuilt"
            raise FormatError(message) from error
        view = memoryview(self._map)
        self.header = _header(view, path)
        at = self.header["start"]
        body = view[at:]
        if zlib.crc32(body) != self.header["crc"] or len(body) != self.header["size"]:
            message = f"{shown(str(path))}: damaged (its checksum differs); it is rebuilt"
            raise FormatError(message)
        self._s: dict[str, Any] = {}
        for (name, code), size in zip(_SECTIONS, self.header["sizes"], strict=True):
            part: Any = view[at : at + size]
            self._s[name] = part if code == "B" else part.cast(code)
            at += size + (-size) % 8
        self._mask = len(self._s["slots"]) - 1
        self._slots, self._key_at, self._keys = self._s["slots"], self._s["key_at"], self._s["keys"]
        self._pairs = self._s["pairs"]
        self._name_at, self._names = self._s["name_at"], self._s["names"]
        self._countries: list[str] = self.header["countries"]
        self._places: dict[int, Place] = {}
        self._held: dict[tuple[int, int, str], tuple[str, frozenset[str]]] = {}
        self._holding: dict[int, tuple[str, str, str]] = {}
        self.gazetteer: str = self.header["gazetteer"]

    def __len__(self) -> int:
        return len(self._s["people"])

    def _find(self, key: str) -> int:
        data = key.encode("utf-8", "replace")
        slot = zlib.crc32(data) & self._mask
        slots, key_at, keys = self._slots, self._key_at, self._keys
        while True:
            number = slots[slot]
            if number == 0:
                return -1
            number -= 1
            if keys[key_at[number] : key_at[number + 1]] == data:
                return int(number)
            slot = (slot + 1) & self._mask

    def width(self, word: str, deep: str) -> int:
        """Words of the longest name that begins with this word."""
        first = self._find(word)
        width = int(self._s["width"][first]) if first >= 0 else 0
        second = self._find("~" + deep)
        return max(width, int(self._s["width"][second])) if second >= 0 else width

    def folded_width(self, deep: str) -> int:
        """Words of the longest folded key that begins with this folded word."""
        found = self._find("~" + deep)
        return int(self._s["width"][found]) if found >= 0 else 0

    def pair(self, words: str) -> bool:
        """Whether a plain key may begin with these two words: False is certain."""
        bit = zlib.crc32(words.encode("utf-8", "replace")) & _PAIR_MASK
        return bool(self._pairs[bit >> 3] >> (bit & 7) & 1)

    def look_up(self, key: str) -> list[Match]:
        """Return what a plain key can mean here, the most peopled first."""
        found = self._matches(key)
        folded = self._matches("~" + fold(key))
        if not found or not folded:
            return found or folded
        # Karama in Australia is spelled so; al-Karamah in Syria may be meant all the same.
        known = {m.place.place_id for m in found}
        return found + [m for m in folded if m.place.place_id not in known]

    def _matches(self, key: str) -> list[Match]:
        number = self._find(key)
        if number < 0:
            return []
        post_at, posts = self._s["post_at"], self._s["posts"]
        found = []
        for post in posts[post_at[number] : min(post_at[number] + _MOST, post_at[number + 1])]:
            match, likeness = _FLAGS[post & 3]
            found.append(Match(self.place(post >> 2), match, likeness))
        return found

    def by_id(self, place_id: str) -> Place | None:
        """Return the place of this id: a search through the whole file, for the few fixes made by hand."""
        sought = place_id.encode("utf-8", "replace") + b"\t"
        names = bytes(self._names)
        at = names.find(sought)
        while at >= 0:
            number = bisect.bisect_right(self._name_at, at) - 1
            if self._name_at[number] == at:
                return self.place(number)
            at = names.find(sought, at + 1)
        return None

    def place(self, number: int) -> Place:
        """Return one place by its row."""
        known = self._places.get(number)
        if known is not None:
            return known
        s = self._s
        kind = v.PLACE_KINDS[s["kind"][number]]
        country = self._countries[s["country"][number]]
        text = self._text(number)
        place_id, name, name_ar, source = text[:4]
        admin, within = self._holders(s["adm1"][number], s["adm2"][number], number, country)
        precision, radius = PRECISION[kind]
        if len(text) > _PLAIN:
            # A list of one's own says more than the kind does.
            own, precision, radius = text[5], text[6] or precision, float(text[7]) or radius
            admin = own or admin
            within |= containers(own, country)
        made = Place(
            place_id=place_id,
            name=name,
            name_ar=name_ar,
            kind=kind,
            admin=admin,
            lon=s["lon"][number],
            lat=s["lat"][number],
            geo_precision=precision,
            uncertainty_m=radius,
            population=s["people"][number],
            country=country,
            gazetteer=self.gazetteer,
            source=source or self.header["source"],
            tier=self.tier,
            within=within,
        )
        self._places[number] = made
        return made

    def _holders(self, adm1: int, adm2: int, number: int, country: str) -> tuple[str, frozenset[str]]:
        key = (adm1 if adm1 != number else -1, adm2 if adm2 != number else -1, country)
        known = self._held.get(key)
        if known is not None:
            return known
        named = country_names().get(country, country)
        within = {f"country/{country}", plain(named)} if country else set()
        admin = []
        for holder in (key[1], key[0]):
            if holder >= 0:
                held = self._holding.get(holder)
                if held is None:
                    text = self._text(holder)
                    held = self._holding[holder] = (text[0], text[1], text[4])
                admin.append(held[1])
                within.add(held[0])
                within.add(held[2])
        if country:
            admin.append(named)
        made = self._held[key] = (", ".join(admin), frozenset(w for w in within if w))
        return made

    def _text(self, number: int) -> list[str]:
        # Id, name, Arabic name, source, and the plain key of what holds other places.
        at = self._name_at
        return str(self._names[at[number] : at[number + 1]], "utf-8").split("\t")

    def close(self) -> None:
        """Let go of the file."""
        for section in self._s.values():
            section.release()
        self._s.clear()
        del self._slots, self._key_at, self._keys, self._name_at, self._names, self._pairs
        self._map.close()


def _header(view: memoryview, path: Path) -> dict[str, Any]:
    problem = "no index of ours"
    if bytes(view[:8]) == MAGIC:
        size = int.from_bytes(view[8:16], "little")
        try:
            header: dict[str, Any] = json.loads(bytes(view[16 : 16 + size]))
        except (ValueError, UnicodeDecodeError):
            problem = "damaged"
        else:
            if header.get("layout") == LAYOUT and header.get("order") == sys.byteorder:
                header["start"] = 16 + size
                return header
            problem = "of another version or machine"
    message = f"{shown(str(path))}: {problem}; it is rebuilt"
    raise FormatError(message)


def _pairs_of(keys: Iterable[str]) -> bytearray:
    # Most spans of two words that a text asks for begin no name: one bit tells, and nothing is folded or searched.
    bits = bytearray((_PAIR_MASK + 1) // 8)
    for key in keys:
        first, _, rest = key.partition(" ")
        if rest and key[0] != "~":
            bit = zlib.crc32(f"{first} {rest.partition(' ')[0]}".encode("utf-8", "replace")) & _PAIR_MASK
            bits[bit >> 3] |= 1 << (bit & 7)
    return bits


def write_world(
    path: Path, entries: Sequence[Entry], keys: dict[str, list[int]], widths: dict[str, int], about: dict[str, Any]
) -> None:
    """Write a built shelf, whole or not at all.

    Parameters
    ----------
    path : path
    entries : sequence of Entry
        ``adm1`` and ``adm2`` are rows of this sequence, -1 for none.
    keys : dict
        Plain key (or "~" and a folded key) → ``row * 4 + flag``.
    widths : dict
        First word of a key → words of the longest key that begins with it.
    about : dict
        ``inputs`` (what it was built from), ``gazetteer``, ``source``.
    """
    for word in widths:
        keys.setdefault(word, [])
    size = 1 << max(4, (2 * len(keys)).bit_length())
    slots = array.array("I", bytes(4 * size))
    key_at, post_at, posts = array.array("I", [0]), array.array("I", [0]), array.array("I")
    width, blob = bytearray(), bytearray()
    for number, (key, numbers) in enumerate(keys.items()):
        data = key.encode("utf-8", "replace")
        slot = zlib.crc32(data) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number + 1
        blob += data
        key_at.append(len(blob))
        posts.extend(sorted(numbers, key=lambda n: (n & 3, -entries[n >> 2].population, n)))
        post_at.append(len(posts))
        width.append(min(255, widths.get(key, 0)))
    countries = sorted({e.country for e in entries})
    place = {c: n for n, c in enumerate(countries)}
    names, name_at = bytearray(), array.array("I", [0])
    holders = {row for e in entries for row in (e.adm1, e.adm2)}
    for row, e in enumerate(entries):
        cells: tuple[str, ...] = (e.place_id, e.name, e.name_ar, e.source, plain(e.name) if row in holders else "")
        own = PRECISION[e.kind] != (e.geo_precision or PRECISION[e.kind][0], e.uncertainty_m or PRECISION[e.kind][1])
        if e.admin or own:
            cells = (*cells, e.admin, e.geo_precision, repr(e.uncertainty_m))
        names += "\t".join(x.replace("\t", " ") for x in cells).encode("utf-8", "replace")
        name_at.append(len(names))
    kinds = {k: n for n, k in enumerate(v.PLACE_KINDS)}
    sections: dict[str, Any] = {
        "slots": slots,
        "key_at": key_at,
        "post_at": post_at,
        "posts": posts,
        "width": width,
        "lon": array.array("d", (e.lon for e in entries)),
        "lat": array.array("d", (e.lat for e in entries)),
        "people": array.array("I", (min(e.population, 2**32 - 1) for e in entries)),
        "kind": bytearray(kinds[e.kind] for e in entries),
        "country": array.array("H", (place[e.country] for e in entries)),
        "adm1": array.array("i", (e.adm1 for e in entries)),
        "adm2": array.array("i", (e.adm2 for e in entries)),
        "name_at": name_at,
        "keys": blob,
        "names": names,
        "pairs": _pairs_of(keys),
    }
    body = bytearray()
    sizes = []
    for name, _ in _SECTIONS:
        data = bytes(sections[name])
        sizes.append(len(data))
        body += data + bytes((-len(data)) % 8)
    header = json.dumps(
        {
            **about,
            "layout": LAYOUT,
            "order": sys.byteorder,
            "sizes": sizes,
            "size": len(body),
            "crc": zlib.crc32(body),
            "countries": countries,
        },
        sort_keys=True,
    ).encode()
    header += b" " * ((-len(header)) % 8)
    with atomic_stream(path) as stream:
        stream.write(MAGIC + len(header).to_bytes(8, "little") + header)
        stream.write(body)
