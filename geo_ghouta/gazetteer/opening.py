"""Open the index that finding and placing names ask; built shelves lie in the user's cache folder."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta.errors import FormatError, OutputError, UsageError
from geo_ghouta.files import make_folder, own_folder, sha256_of
from geo_ghouta.gazetteer import world as worlds
from geo_ghouta.gazetteer.added import added_shelves
from geo_ghouta.gazetteer.closed import capitals_shelf, closed_shelf, spots_shelf
from geo_ghouta.gazetteer.index import JoinedIndex, shelf_of
from geo_ghouta.gazetteer.worldfile import WorldShelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import geopandas as gpd
    import pandas as pd

_PATIENCE_S = 600.0
_KEPT = 3


def open_index(
    tables: Sequence[gpd.GeoDataFrame] = (),
    world: bool | str = "auto",
    country: str = "",
    cache_dir: Path | None = None,
    data_dir: Path | None = None,
    say: Callable[[str], None] | None = None,
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

    data_dir : path, optional
        Folder of lists added with :func:`add_list`; the user's data folder if not given.
    say : callable, optional
        Gets one line before the world is built for the first time; standard error if not given.

    Returns
    -------
    JoinedIndex

    Raises
    ------
    UsageError
        If the world is asked for and the extra is not installed.
    """
    shelves = [shelf_of(table, 0 if n == 0 else 1, country if n == 0 else "") for n, table in enumerate(tables)]
    folder = cache_dir or cache_folder()
    added = added_shelves(folder, data_dir, set_aside)
    wide: list[WorldShelf] = []
    if world is True and not worlds.installed():
        message = "the world's towns need an extra: pip install 'geo-ghouta[world]', or leave the world out"
        raise UsageError(message)
    if world and worlds.installed():
        try:
            wide.append(_world_shelf(folder, say or _tell))
        except OutputError as error:
            if world is True:
                raise
            warnings.warn(f"{error}; going on without the world's towns", stacklevel=2)
    return JoinedIndex(shelves, wide, added)


def info(cache_dir: Path | None = None, data_dir: Path | None = None) -> pd.DataFrame:
    """Tell what an index is made of on this machine.

    Returns
    -------
    pandas.DataFrame
        ``list, places, state, path, bytes``: the closed list, added lists and the world.

    Examples
    --------
    >>> info()["list"].iloc[0]
    'countries and regions'
    """
    import pandas as pd

    folder = cache_dir or cache_folder()
    known = sum(len(shelf().places) for shelf in (closed_shelf, spots_shelf, capitals_shelf))
    rows = [{"list": "countries and regions", "places": known, "state": "always there", "path": "", "bytes": 0}]
    rows += [
        {"list": s.gazetteer, "places": len(s), "state": "added", "path": str(s.path), "bytes": s.path.stat().st_size}
        for s in added_shelves(folder, data_dir, set_aside)
    ]
    path = world_path(folder)
    if not worlds.installed():
        rows.append(
            {
                "list": "world",
                "places": 0,
                "state": "not installed: pip install 'geo-ghouta[world]'",
                "path": "",
                "bytes": 0,
            }
        )
    elif path.is_file():
        shelf = _world_shelf(folder, _tell)
        rows.append(
            {
                "list": "world",
                "places": len(shelf),
                "state": f"built from {worlds.inputs()}",
                "path": str(path),
                "bytes": path.stat().st_size,
            }
        )
    else:
        rows.append(
            {"list": "world", "places": 0, "state": "installed, built at the first use", "path": str(path), "bytes": 0}
        )
    return pd.DataFrame(rows)


def world_path(folder: Path) -> Path:
    """Where the world's built shelf lies, or will."""
    return folder / f"world-{sha256_of(worlds.inputs().encode())[:16]}.bin"


def cache_folder() -> Path:
    """Folder of this user's built indexes and look-ups; nothing is made."""
    return own_folder("cache")


def _tell(line: str) -> None:
    if sys.stderr is not None:  # it may have been closed
        sys.stderr.write(line + "\n")


def _world_shelf(folder: Path, say: Callable[[str], None]) -> WorldShelf:
    path = world_path(folder)
    found = _built(path)
    if found is not None:
        return found
    make_folder(folder)
    with _alone(folder):
        found = _built(path)  # another process may have built it while this one waited
        if found is not None:
            return found
        say("building the index of the world's places, once, about 15 s ...")
        _build_apart(path)
        _tidy(folder)
    return WorldShelf(path)


def _tidy(folder: Path) -> None:
    """Keep the newest built files only, but more than one: another version of this package may be in use too."""
    with contextlib.suppress(OSError):
        built = sorted(folder.glob("world-*.bin"), key=lambda p: (p.stat().st_mtime_ns, p.name), reverse=True)
        for old in built[_KEPT:]:
            old.unlink(missing_ok=True)


def _built(path: Path) -> WorldShelf | None:
    if not path.is_file():
        return None
    try:
        return WorldShelf(path)
    except FormatError as error:
        set_aside(path, str(error))
        return None


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process of this machine build at a time; the system lets go of the lock when a process dies."""
    with contextlib.ExitStack() as held:
        # A folder without locks (some network drives) builds twice at worst: the file is put in place whole.
        with contextlib.suppress(sqlite3.Error):
            connection = sqlite3.connect(folder / "building.lock", timeout=_PATIENCE_S, isolation_level=None)
            held.callback(connection.close)
            connection.execute("BEGIN EXCLUSIVE")
        yield


def _build_apart(path: Path) -> None:
    """Build in a process of its own: the parsed data are large, and this process would keep the memory."""
    code = (
        "import sys; from pathlib import Path; from geo_ghouta.gazetteer.world import build; build(Path(sys.argv[1]))"
    )
    try:
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(command, capture_output=True, check=False, timeout=600)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        done = None
    if done is None or done.returncode != 0 or not path.is_file():
        worlds.build(path)


def set_aside(path: Path, why: str) -> None:
    """Put a damaged cache file out of the way, with a warning, so that a fresh one can be built."""
    warnings.warn(f"{why} (set aside as {path.name}.damaged)", stacklevel=3)
    with contextlib.suppress(OSError):
        path.replace(path.with_name(path.name + ".damaged"))
