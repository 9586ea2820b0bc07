"""Lists that the user added for good: copied to the data folder, built into the cache when first asked."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import FormatError, InputError, UsageError
from geo_ghouta.files import make_folder, own_folder, read_bytes, safe_name, sha256_of, shown, write_bytes
from geo_ghouta.gazetteer.index import country_of
from geo_ghouta.gazetteer.lists import read_places
from geo_ghouta.gazetteer.worldfile import ALIAS, EXACT, FOLDED, Entry, WorldShelf, rules, write_world
from geo_ghouta.names import fold, plain
from geo_ghouta.schema import WITHHELD, note_files

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    import geopandas as gpd

    from geo_ghouta.schema import Source

TIER = 2
_MAX_BYTES = 512 * 1024 * 1024
_ENDINGS = frozenset({".csv", ".geojson", ".json", ".txt", ".tsv"})


def data_folder() -> Path:
    """Folder of the lists that this user added; nothing is made."""
    return own_folder("data") / "lists"


def add_list(
    path: str | os.PathLike[str], name: str | None = None, data_dir: Path | None = None
) -> tuple[Path, gpd.GeoDataFrame, pd.DataFrame]:
    """Add a place list for every later run: a GeoNames dump, a CSV or a GeoJSON.

    Parameters
    ----------
    path : path
        See :func:`geo_ghouta.gazetteer.read_places` for the formats.
    name : str, optional
        Name of the list; the file's name if not given. A list of that name is replaced.
    data_dir : path, optional
        Folder of added lists; the user's data folder if not given.

    Returns
    -------
    tuple
        Where the copy lies, GAZETTEER, and REJECTED with the rows that were left out.

    Raises
    ------
    InputError
        If no row of it can be used.
    """
    file = Path(path)
    places, rejected = read_places(path, name)
    if places.empty:
        first = rejected["problem"].iloc[0] if len(rejected) else "it has no rows"
        message = f"{shown(file.name)}: no usable place ({first}); mend the list"
        raise InputError(message)
    folder = make_folder(data_dir or data_folder())
    stem = safe_name(name or file.stem)
    for old in _files(folder):
        if old.stem == stem:
            old.unlink()
    target = folder / f"{stem}{file.suffix.lower()}"
    write_bytes(target, read_bytes(path, _MAX_BYTES))
    return target, places, rejected


def remove_list(name: str, data_dir: Path | None = None) -> Path:
    """Take an added list away.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    files = _files(data_dir or data_folder())
    for file in files:
        if file.stem == safe_name(name):
            file.unlink()
            return file
    known = ", ".join(f.stem for f in files) or "none"
    message = f"no added list {shown(name)!r}; there are: {known}"
    raise UsageError(message)


def _files(folder: Path) -> list[Path]:
    return (
        sorted(f for f in folder.glob("*") if f.suffix in _ENDINGS and not f.name.startswith("."))
        if folder.is_dir()
        else []
    )


def note_added(data_dir: Path | None = None) -> list[Source]:
    """Note every added list by its hash; what the user calls it stays their own affair."""
    noted = note_files("added_list", _files(data_dir or data_folder()))
    return [
        dataclasses.replace(source, path=f"{WITHHELD}added-list-{number}", root=None)
        for number, source in enumerate(noted, 1)
    ]


def added_shelves(cache: Path, data_dir: Path | None, set_aside: Callable[[Path, str], None]) -> list[WorldShelf]:
    """Open every added list, building what is new or damaged."""
    shelves = []
    for file in _files(data_dir or data_folder()):
        key = sha256_of(read_bytes(file, _MAX_BYTES) + rules().encode())[:16]
        built = cache / f"list-{safe_name(file.stem)}-{key}.bin"
        shelf = None
        if built.is_file():
            try:
                shelf = WorldShelf(built, TIER)
            except FormatError as error:
                set_aside(built, str(error))
        if shelf is None:
            make_folder(cache)
            _build(file, built)
            for old in sorted(cache.glob(f"list-{safe_name(file.stem)}-*.bin")):
                if old != built and len(old.stem) == len(built.stem):
                    with contextlib.suppress(OSError):
                        old.unlink()
            shelf = WorldShelf(built, TIER)
        shelves.append(shelf)
    return shelves


def _build(file: Path, built: Path) -> None:
    places, _ = read_places(file)
    entries: list[Entry] = []
    keys: dict[str, list[int]] = {}
    widths: dict[str, int] = {}

    def put(key: str, row: int, flag: int) -> None:
        numbers = keys.setdefault(key, [])
        if all(n >> 2 != row for n in numbers):
            numbers.append(row * 4 + flag)
        words = key.split(" ")
        widths[words[0]] = max(widths.get(words[0], 0), len(words))

    frame = places.astype({c: "object" for c in places.columns if c != "geometry"})
    records: list[dict[str, Any]] = frame.where(frame.notna(), None).to_dict("records")
    for row, (record, x, y) in enumerate(
        zip(records, places.geometry.x.tolist(), places.geometry.y.tolist(), strict=True)
    ):
        admin = record["admin"] or ""
        code = admin if len(admin) == len("SY") and admin.isupper() else ""
        country = code or country_of(admin)
        arabic = (record["name_ar"] or "").split("|")
        entries.append(
            Entry(
                record["place_id"],
                record["name"],
                arabic[0],
                record["kind"],
                country,
                x,
                y,
                int(record["population"] or 0),
                -1,
                -1,
                record["source"] or "",
                "" if code else admin,
                record["geo_precision"] or "",
                float(record["uncertainty_m"] or 0.0),
            )
        )
        for text, flag in [
            (record["name"], EXACT),
            *((a, ALIAS) for a in (record["aliases"] or "").split("|")),
            *((a, ALIAS) for a in arabic),
        ]:
            key = plain(text)
            if key:
                put(key, row, flag)
                deep = fold(text)
                if len(deep) >= 4:
                    put("~" + deep, row, FOLDED)
    about = {"inputs": file.name, "gazetteer": file.stem, "source": file.name}
    write_world(built, entries, keys, widths, about)
