"""Cases: a folder of places, pictures, routes, ground and reports, opened and checked."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.resources
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta import control, gazetteer, routes
from geo_ghouta.addresses import case_folder, no_case
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import make_folder, read_json, shown, write_bytes
from geo_ghouta.schema import GAZETTEER, REJECTED, ROUTES, CaseFile, Pictures, Source, note_file, read_casefile, stack

if TYPE_CHECKING:
    import os

    import geopandas as gpd
    import pandas as pd

REPORT_FOLDER = "reports"


@dataclasses.dataclass(frozen=True)
class Case:
    """A case folder, read and checked.

    Parameters
    ----------
    folder : pathlib.Path
    file : schema.CaseFile
        What ``case.toml`` says.
    gazetteer : geopandas.GeoDataFrame
        GAZETTEER of ``places.csv``.
    pictures : schema.Pictures
        Control pictures.
    routes : geopandas.GeoDataFrame
        ROUTES.
    backdrop : dict of str to geopandas.GeoDataFrame
        The drawn ground by file name.
    rejected : pandas.DataFrame
        REJECTED rows of the case's own files.
    sources : tuple of schema.Source
        The files that were read for it, but for the pictures, with their hashes.

    Examples
    --------
    >>> case = open_case()
    >>> case.file.extent[0] < case.file.extent[2], case.gazetteer.crs.to_epsg()
    (True, 4326)
    """

    folder: Path
    file: CaseFile
    gazetteer: gpd.GeoDataFrame
    pictures: Pictures
    routes: gpd.GeoDataFrame
    backdrop: dict[str, gpd.GeoDataFrame]
    rejected: pd.DataFrame
    sources: tuple[Source, ...] = ()

    @property
    def report_paths(self) -> list[Path]:
        """The case's own reports: its folder ``reports``, or nothing if there is none."""
        folder = self.folder / REPORT_FOLDER
        return [folder] if folder.is_dir() else []


def bundled_case() -> Path:
    """Folder of the bundled case: inside the installed package, or beside it in a checkout.

    Examples
    --------
    >>> (bundled_case() / "case.toml").is_file()
    True
    """
    package = Path(str(importlib.resources.files("geo_ghouta")))
    for folder in (package / "_case", package.parent / "layers"):
        if (folder / "case.toml").is_file():
            return folder
    message = (
        "the bundled case is missing from this installation; reinstall geo-ghouta, or name your own with --case DIR"
    )
    raise InputError(message)


def open_case(folder: str | os.PathLike[str] | None = None) -> Case:
    """Open a case folder: ``case.toml``, ``places.csv``, ``control/``, ``routes.geojson`` and ``backdrop/``.

    Only ``case.toml`` must be there. Faulty rows and features are left out and listed in ``rejected``.

    Parameters
    ----------
    folder : path, optional
        The case, or its ``case.toml``; default the bundled one.

    Raises
    ------
    InputError
        If the folder or its ``case.toml`` is missing or cannot be used.

    Examples
    --------
    >>> case = open_case()
    >>> len(case.pictures.dates) >= 14
    True
    """
    home = bundled_case() if folder is None else case_folder(folder)
    if not home.is_dir():
        raise InputError(no_case(home))
    if not (home / "case.toml").is_file():
        message = f"{shown(str(home))}: has no case.toml, so it is no case; make one with 'geo-ghouta new DIR'"
        raise InputError(message)
    noted = _note(home)
    casefile = read_casefile(home / "case.toml")
    faults = []
    if (home / "places.csv").is_file():
        own, bad = gazetteer.read_places(home / "places.csv", "case", casefile.area, own=True)
        faults.append(bad)
    else:
        own = GAZETTEER.empty()
    pictures, bad = control.read_pictures(home / "control", casefile)
    faults.append(bad)
    if (home / "routes.geojson").is_file():
        legs, bad = routes.read_routes(home / "routes.geojson")
        faults += [bad, routes.unknown_names(legs, own, "routes.geojson")]
    else:
        legs = ROUTES.empty()
    backdrop, bad = _read_backdrop(home / "backdrop")
    faults.append(bad)
    return Case(home, casefile, own, pictures, legs, backdrop, stack(REJECTED, faults), noted)


def _note(home: Path) -> tuple[Source, ...]:
    """Note the case's files just before they are read; one that cannot be read is left to its reader."""
    kinds = {"case.toml": "case_file", "places.csv": "case_places", "routes.geojson": "routes"}
    kinds |= {f"backdrop/{path.name}": "backdrop" for path in sorted((home / "backdrop").glob("*.geojson"))}
    noted = []
    for path, kind in kinds.items():
        with contextlib.suppress(InputError):
            noted.append(note_file(kind, home / path, path, home))
    return tuple(noted)


def _read_backdrop(folder: Path) -> tuple[dict[str, gpd.GeoDataFrame], pd.DataFrame]:
    import geopandas as gpd

    found, faults = {}, []
    for path in sorted(folder.glob("*.geojson")) if folder.is_dir() else []:
        try:
            data = read_json(path)
            found[path.stem] = gpd.GeoDataFrame.from_features(data["features"], crs="EPSG:4326")
        except (InputError, KeyError, TypeError, ValueError) as error:
            reason = str(error) if isinstance(error, InputError) else "no FeatureCollection with features"
            faults.append(
                {
                    "path": f"backdrop/{path.name}",
                    "problem": reason,
                    "expected": "a GeoJSON FeatureCollection",
                    "hint": "the map is drawn without it",
                    "severity": "warning",
                }
            )
    return found, REJECTED.table(faults)


def new_case(folder: str | os.PathLike[str]) -> Path:
    """Make a new case that maps at once: one report, one place list, two pictures, one route, all to be replaced.

    Raises
    ------
    UsageError
        If the folder exists and is not empty.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     case = open_case(new_case(f"{folder}/mine"))
    ...     len(case.rejected), len(case.pictures.dates)
    (0, 2)
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        message = f"{shown(str(target))}: exists and is not empty; choose a new folder, nothing was written"
        raise UsageError(message)
    model = Path(str(importlib.resources.files("geo_ghouta"))) / "new_case"
    for source in sorted(p for p in model.rglob("*") if p.is_file() and p.suffix != ".pyc"):
        goal = target / source.relative_to(model)
        make_folder(goal.parent)
        write_bytes(goal, source.read_bytes())
    return target
