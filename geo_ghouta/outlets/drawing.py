"""A result's maps and pictures."""

from __future__ import annotations

import datetime as dt
import urllib.parse
import warnings
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import maps
from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown, write_text
from geo_ghouta.outlets.manifests import manifest_of, note_sources
from geo_ghouta.outlets.telling import far_day

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from geo_ghouta.pipeline import Result


def map_input(result: Result, **options: Any) -> maps.MapInput:
    """Unpack a result for the map.

    Parameters
    ----------
    result : Result
    **options
        Options of :class:`geo_ghouta.maps.MapInput`: ``date``, ``language``, ``quotes`` and so on.
    """
    case = result.case
    asked = {name: options[name] for name in ("date", "hidden", "quotes") if options.get(name)}
    if options.get("date") is None and result.own_reports:
        # Reports that the user named are what they want to see: the last day that they tell of, for the one that the
        # latest came out on may have no claim; a plan for a later day is not where to begin.
        days = result.reports["published"].dropna()
        told = result.claims["date_from"].dropna()
        told = told[told <= days.max()] if len(days) else told[:0]
        options["date"] = (told if len(told) else days).max().date() if len(days) else None
    return maps.MapInput(
        casefile=case.file,
        pictures=case.pictures,
        pockets=result.pockets,
        changes=result.changes,
        gazetteer=case.gazetteer,
        places=result.places,
        events=result.events,
        convoys=result.convoys,
        routes=case.routes,
        claims=result.claims,
        findings=result.findings,
        reports=result.reports,
        backdrop=case.backdrop,
        ledger=manifest_of(result, _cited(result, options.get("hidden") or ()), whole=True, asked=asked),
        **options,
    )


def _cited(result: Result, hidden: Iterable[str]) -> dict[str, Any]:
    """The rows that a page shows and that rest on reports, so that ``verify`` of the page alone can name each."""
    left_out = set(hidden)
    tables = {"claims": result.claims, "events": result.events, "convoys": result.convoys}
    return {name: table for name, table in tables.items() if name not in left_out}


def save_map(
    result: Result,
    path: str | os.PathLike[str] = "ghouta.html",
    *,
    say: Callable[[str], None] | None = None,
    **options: Any,
) -> Path:
    """Write one HTML map that needs no network.

    Parameters
    ----------
    result : Result
    path : path
        Replaced whole or not at all.
    say : callable, optional
        Gets what should be told before the map is handed on: colours hard to tell apart, a page too heavy for phones.
    **options
        ``date`` (day it opens at), ``language`` ("en" or "ar"), ``quotes`` (whole quotes inside).

    Returns
    -------
    pathlib.Path

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is unchanged.

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_map(result, pathlib.Path(folder) / "map.html", date="2018-03-22")
    ...     path.read_text("utf-8").startswith("<!DOCTYPE html>")
    True
    """
    return maps.save_page(map_input(result, **options), path, say=say)


def save_embed(result: Result, page: Path) -> Path:
    """Write the iframe snippet that puts a page into another one, beside it as ``NAME.embed.html``."""
    snippet = maps.embed_snippet(page.name, result.case.file.title)
    return write_text(page.with_suffix(".embed.html"), snippet + "\n")


def find_tiles(name: str) -> dict[str, str]:
    """Look up online tiles by their xyzservices name.

    Parameters
    ----------
    name : str
        Like ``Esri.WorldGrayCanvas``.

    Returns
    -------
    dict
        ``url``, ``attribution`` and ``host``: whom a reader of the map will ask.

    Raises
    ------
    UsageError
        If there is no such provider, it wants a key, or xyzservices is not installed.
    """
    try:
        import xyzservices.providers as known
    except ImportError as error:
        message = "--tiles wants the extra 'tiles': pip install 'geo-ghouta[tiles]'"
        raise UsageError(message) from error
    try:
        provider = known.query_name(name)
    except ValueError as error:
        message = f"tiles {shown(name)!r}: no such provider; names are those of xyzservices, like Esri.WorldGrayCanvas"
        raise UsageError(message) from error
    if provider.requires_token():
        message = f"tiles {shown(name)!r}: the provider wants a key of yours; choose one that wants none"
        raise UsageError(message)
    url = provider.build_url(scale_factor="")
    host = str(urllib.parse.urlsplit(url).hostname).replace("{s}.", "")
    return {"url": url, "attribution": provider.get("attribution", name), "host": host}


def draw_map(result: Result, date: Any = None, **options: Any) -> Any:
    """Draw the map for Jupyter; a table stands in where scripts are not trusted.

    Parameters
    ----------
    result : Result
    date : day, optional
        Day that the map opens at; one that nothing here is of is told by a warning.

    Returns
    -------
    object with ``_repr_html_``

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> "iframe" in draw_map(result, date="2018-03-22")._repr_html_()
    True
    """
    if date is not None and (told := far_day(result, date)):
        warnings.warn(f"date {told}", stacklevel=2)
    return maps.draw_map(map_input(result, date=date, **options))


def save_picture(result: Result, path: str | os.PathLike[str], **options: Any) -> Path:
    """Draw one day as a picture (``.png``, ``.svg``, ``.pdf``), without a browser, its manifest beside it.

    Parameters
    ----------
    result : Result
    path : path
        Replaced whole or not at all.
    **options
        ``date``, ``language``, ``theme`` and ``size`` of :func:`geo_ghouta.maps.stills.save_picture`.

    Returns
    -------
    pathlib.Path

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_picture(result, pathlib.Path(folder) / "map.svg", date="2018-03-22")
    ...     "<svg" in path.read_text("utf-8")
    True
    """
    from geo_ghouta.maps import stills

    given = map_input(result)
    drawn = stills.save_picture(given, path, **options)
    day = stills.shown_day(given, options.get("date"))
    note_sources(result, _shown_on(result, given, [day]), drawn, whole=True, asked={**options, "date": day})
    return drawn


def save_multiples(result: Result, dates: Sequence[Any], path: str | os.PathLike[str], **options: Any) -> Path:
    """Draw several days as small maps that print on A4 (``.html``, ``.pdf``, ``.svg``, ``.png``), a manifest beside.

    Parameters
    ----------
    result : Result
    dates : sequence of day
    path : path
        Replaced whole or not at all.
    **options
        ``language`` and ``theme`` of :func:`geo_ghouta.maps.stills.save_multiples`.

    Returns
    -------
    pathlib.Path
    """
    from geo_ghouta.maps import stills

    days = [day if isinstance(day, dt.date) else dt.date.fromisoformat(str(day)) for day in dates]
    given = map_input(result)
    drawn = stills.save_multiples(given, days, path, **options)
    note_sources(result, _shown_on(result, given, days), drawn, whole=True, asked={**options, "dates": days})
    return drawn


def _shown_on(result: Result, given: maps.MapInput, days: Sequence[dt.date]) -> dict[str, Any]:
    """The rows that pictures of these days show."""
    from geo_ghouta.maps import stills

    drawn = [pd.Timestamp(day) for day in stills.pictures_behind(given, days)]
    areas, pockets, convoys = result.pictures.areas, result.pockets, result.convoys
    return {
        "control": areas[areas["valid_from"].isin(drawn)],
        "pockets": pockets[pockets["picture_date"].isin(drawn)],
        "convoys": convoys[convoys["date_from"].isin([pd.Timestamp(day) for day in days])],
    }
