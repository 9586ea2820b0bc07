"""Open the index that finding and placing names ask; built shelves lie in the user's cache folder."""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta.errors import FormatError, OutputError, UsageError
from geo_ghouta.files import sha256_of, shown
from geo_ghouta.gazetteer import world as worlds
from geo_ghouta.gazetteer.index import JoinedIndex, shelf_of
from geo_ghouta.gazetteer.worldfile import WorldShelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    import geopandas as gpd


def open_index(
    tables: Sequence[gpd.GeoDataFrame] = (),
    world: bool | str = "auto",
    country: str = "",
    cache_dir: Path | None = None,
) -> JoinedIndex:
    """Join place lists to one index.

    Parameters
    ----------
    tables : sequence of geopandas.GeoDataFrame
        GAZETTEER tables, the case's list first.
    world : "auto", True or False
        Whether to know the world's towns: "auto" where the extra ``geo-ghouta[world]`` is installed.
        The first time it is built (half a minute); then it is mapped from the cache in a moment.
    country : str
        ISO code for rows of the case's list that name no country.
    cache_dir : path, optional
        Folder of built indexes; the user's cache folder if not given.

    Returns
    -------
    JoinedIndex

    Raises
    ------
    UsageError
        If the world is asked for and the extra is not installed.
    """
    shelves = [shelf_of(table, 0 if n == 0 else 1, country if n == 0 else "") for n, table in enumerate(tables)]
    wide: list[WorldShelf] = []
    if world is True and not worlds.installed():
        message = "the world's towns need an extra: pip install 'geo-ghouta[world]', or leave the world out"
        raise UsageError(message)
    if world and worlds.installed():
        wide.append(_world_shelf(cache_dir or cache_folder()))
    return JoinedIndex(shelves, wide)


def cache_folder() -> Path:
    """Folder of this user's built indexes and look-ups; nothing is made."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("geo-ghouta", appauthor=False))


def _world_shelf(folder: Path) -> WorldShelf:
    key = sha256_of(worlds.inputs().encode())[:16]
    path = folder / f"world-{key}.bin"
    if path.is_file():
        try:
            return WorldShelf(path)
        except FormatError as error:
            set_aside(path, str(error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        worlds.build(path)
    except OSError as error:
        if isinstance(error, OutputError) or not folder.is_dir():
            message = f"{shown(str(folder))}: the place index cannot be written there ({error}); set another cache folder"
            raise OutputError(message) from error
        raise
    for old in sorted(folder.glob("world-*.bin")):
        if old != path:
            with contextlib.suppress(OSError):
                old.unlink()
    return WorldShelf(path)


def set_aside(path: Path, why: str) -> None:
    """Put a damaged cache file out of the way, with a warning, so that a fresh one can be built."""
    warnings.warn(f"{why} (set aside as {path.name}.damaged)", stacklevel=3)
    with contextlib.suppress(OSError):
        path.replace(path.with_name(path.name + ".damaged"))
