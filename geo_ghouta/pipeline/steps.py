"""The steps of the street in their order, and the walk along all of them."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import checks, control, gazetteer, geocoding, layers, reports, routes, stories, toponyms
from geo_ghouta import claims as claims_room
from geo_ghouta.cases import Case, bundled_case, open_case
from geo_ghouta.errors import UsageError
from geo_ghouta.pipeline.results import Result, refuse_faults
from geo_ghouta.reports.gathering import named_paths, named_there, warn_unread
from geo_ghouta.schema import CHANGES, FINDINGS, POCKETS, REJECTED, Reading, note_files, stack

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable

    import geopandas as gpd

    from geo_ghouta.schema import Source

    Progress = Callable[[str, int, int], None]


def read_case(
    case: Case,
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str] | None = None,
    *,
    published: str | None = None,
    strict: bool = False,
    **reading: Any,
) -> Reading:
    """Read reports (default: the case's own) and group the copies of one wire story.

    Parameters
    ----------
    case : Case
    paths : path or iterable of path, optional
        Files and folders; ``-`` is standard input.
    published : str, optional
        Day of publication for reports that state none, ``YYYY-MM-DD``.
    strict : bool
        Raise on the first report that cannot be used.
    **reading
        Further options of :func:`geo_ghouta.reports.read_reports`: ``day_order``, ``encoding``.

    Returns
    -------
    schema.Reading
        REPORTS with ``story_id``, MARKS and REJECTED.

    Raises
    ------
    UsageError
        If a named file or folder is not there.

    Examples
    --------
    >>> from geo_ghouta.cases import open_case
    >>> reading = read_case(open_case())
    >>> len(reading.reports) == reading.reports["report_id"].nunique() > 10
    True
    """
    named = named_there(paths)
    found = reports.read_reports(named or case.report_paths, published=published, strict=strict, **reading)
    table = found.reports.copy()
    table["story_id"] = stories.group_stories(table)
    return dataclasses.replace(found, reports=table)


def open_places(
    case: Case,
    extra: Iterable[str | os.PathLike[str]] = (),
    *,
    world: bool | str = "auto",
    say: Callable[[str], None] | None = None,
) -> tuple[Any, pd.DataFrame]:
    """Open the index of places: the case's list first, then lists of one's own, then the world.

    Parameters
    ----------
    case : Case
    extra : iterable of path
        Place lists of one's own.
    world : bool or "auto"
        Use the world gazetteer: "auto" if the extra ``world`` is installed.
    say : callable, optional
        Gets a line when the world index has to be built, once a machine.

    Returns
    -------
    tuple
        The index and REJECTED rows of the extra lists.
    """
    tables, faults = [case.gazetteer], []
    for path in extra:
        table, bad = gazetteer.read_places(path, area=case.file.area)
        tables.append(table)
        faults.append(bad)
    return gazetteer.open_index(tables, world=world, country=case.file.country, say=say), stack(REJECTED, faults)


def find_places(
    case: Case,
    reading: Reading,
    *,
    index: Any = None,
    fixes: Any = None,
    progress: Progress | None = None,
) -> gpd.GeoDataFrame:
    """Find every place name in the reports and put it on its spot, offline.

    Parameters
    ----------
    case : Case
    reading : schema.Reading
    index : gazetteer index, optional
        From :func:`open_places`; default the case's list and the world if it is installed.
    fixes : table, optional
        From ``geocoding.read_fixes``: decisions made by hand, which win over everything.
    progress : callable, optional
        Called with the step, the reports done and the reports in all.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES; names that could not be placed are rows too.

    Examples
    --------
    >>> from geo_ghouta.cases import open_case
    >>> case = open_case()
    >>> reading = read_case(case, [case.folder / "reports" / "15-harasta-first-day.md"])
    >>> places = find_places(case, reading, index=open_places(case, world=False)[0])
    >>> "Harasta" in set(places["name"])
    True
    """
    known = open_places(case)[0] if index is None else index
    mentions = toponyms.find_mentions(
        reading.reports, reading.marks, known, actors=case.file.actors, progress=_step(progress, "finding places")
    )
    return geocoding.resolve_mentions(
        mentions, reading.reports, known, area=case.file.area, country=case.file.country, fixes=fixes
    )


def _step(progress: Progress | None, name: str) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(name, done, total)


def look_up(
    case: Case,
    places: gpd.GeoDataFrame,
    *,
    say: Callable[[str], None],
    progress: Progress | None = None,
    **online: str,
) -> gpd.GeoDataFrame:
    """Ask an online service for the names that no list has. Only this function of the street uses the network.

    Parameters
    ----------
    case : Case
    places : geopandas.GeoDataFrame
        PLACES.
    say : callable
        Gets one line before the first request: how many names, how long, whom they are told.
    progress : callable, optional
        Called with the step, the names asked and the names to ask.
    **online
        ``provider``, ``agent``, ``contact``, and optionally ``server`` and ``key``.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES; "not found" and "failed" stay two answers.

    Raises
    ------
    UsageError
        If agent or contact is missing.
    GeocodingError
        If the service refuses.
    """
    missing = [f"--{name}" for name in ("agent", "contact") if not online.get(name)]
    if missing:
        message = (
            f"{' and '.join(missing)}: the services' rules ask for the name of your project and a way to reach you; "
            "give both, or work offline with your own place list (--gazetteer)"
        )
        raise UsageError(message)
    unknown = places.loc[places["resolution"].isin(["not_found", "failed"]), "text"]
    told = _step(progress, "asking online")
    answers = geocoding.look_up_online(unknown, country=case.file.country, say=say, progress=told, **online)  # type: ignore[arg-type]
    return geocoding.apply_answers(places, answers, case.file.area)


def find_claims(
    case: Case, reading: Reading, places: gpd.GeoDataFrame, *, progress: Progress | None = None
) -> pd.DataFrame:
    """Read the reports' claims: who says that how many of whom did what, where and when.

    Parameters
    ----------
    case : Case
    reading : schema.Reading
    places : geopandas.GeoDataFrame
        PLACES.
    progress : callable, optional
        Called with the step, the reports done and the reports in all.

    Returns
    -------
    pandas.DataFrame
        CLAIMS.

    Examples
    --------
    >>> from geo_ghouta.cases import open_case
    >>> case = open_case()
    >>> reading = read_case(case, [case.folder / "reports" / "15-harasta-first-day.md"])
    >>> claims = find_claims(case, reading, find_places(case, reading, index=open_places(case, world=False)[0]))
    >>> "departure" in set(claims["kind"])
    True
    """
    told = _step(progress, "reading claims")
    return claims_room.find_claims(reading.reports, reading.marks, places, actors=case.file.actors, progress=told)


def join_reports(
    case: Case, reading: Reading, places: gpd.GeoDataFrame, claims: pd.DataFrame, pockets: gpd.GeoDataFrame
) -> tuple[pd.DataFrame, gpd.GeoDataFrame, gpd.GeoDataFrame]:
    """Join claims and places to the control pictures and check them: all that is said of each report by itself.

    Parameters
    ----------
    case : Case
    reading : schema.Reading
    places : geopandas.GeoDataFrame
        PLACES.
    claims : pandas.DataFrame
        CLAIMS.
    pockets : geopandas.GeoDataFrame
        POCKETS of the case's pictures.

    Returns
    -------
    tuple
        CLAIMS with the pockets that actors held; PLACES with roles, days and holders; FINDINGS.
    """
    held = control.resolve_holdings(claims, case.pictures, pockets, case.file.actors, reading.reports)
    located = locate_rows(layers.assign_roles(places, held, reading.reports), case)
    checked = checks.check_claims(
        held, case.pictures, pockets, located, case.file, reports=reading.reports, gazetteer=case.gazetteer
    )
    return held, located, stack(FINDINGS, [checked, claims_room.check_arithmetic(held)])


def join(
    case: Case,
    reading: Reading,
    places: gpd.GeoDataFrame,
    claims: pd.DataFrame,
    *,
    parameters: dict[str, Any] | None = None,
    rejected: pd.DataFrame | None = None,
    roots: Iterable[str | os.PathLike[str]] = (),
    own_reports: bool = False,
    sources: Iterable[Source] = (),
    derive: bool = True,
) -> Result:
    """Join places and claims to the control pictures and routes, derive the layers and check the claims.

    Without ``derive`` pockets and changes stay empty: enough where only the pictures themselves are to be checked.
    ``sources`` are place lists and fixes, for the manifest; the case's own files and report tables are known.

    Returns
    -------
    Result

    Examples
    --------
    >>> from geo_ghouta.cases import open_case
    >>> case = open_case()
    >>> reading = read_case(case, [case.folder / "reports" / "15-harasta-first-day.md"])
    >>> places = find_places(case, reading, index=open_places(case, world=False)[0])
    >>> corrected = places[places["name"] != "Damascus"]  # rows may be changed by hand between two doors
    >>> result = join(case, reading, corrected, find_claims(case, reading, corrected))
    >>> result.summary["pictures"] == len(case.pictures.dates)
    True
    """
    pictures = case.pictures
    pockets = control.find_pockets(pictures, case.file, case.gazetteer) if derive else POCKETS.empty()
    changes = control.find_changes(pictures, case.gazetteer) if derive else CHANGES.empty()
    claims, located, findings = join_reports(case, reading, places, claims, pockets)
    claims = claims.assign(fact_id=claims_room.group_facts(claims))
    findings = stack(FINDINGS, [findings, claims_room.check_rivals(claims)])
    events = locate_rows(layers.derive_events(claims, located, pockets), case, day_column="date_from")
    convoys = routes.join_convoys(claims, case.routes, located, pictures, extent=case.file.extent)
    return Result(
        case=case,
        parameters=dict(parameters or {}),
        reports=reading.reports,
        marks=reading.marks,
        places=located,
        claims=claims,
        pockets=pockets,
        changes=changes,
        events=events,
        convoys=convoys,
        findings=findings,
        rejected=stack(REJECTED, [case.rejected, reading.rejected, *([] if rejected is None else [rejected])]),
        roots=tuple(os.fspath(r) for r in roots),
        own_reports=own_reports,
        sources=(*case.sources, *reading.tables, *sources),
    )


_CONTROL_COLUMNS = (
    "holder",
    "holder_answer",
    "area_id",
    "boundary_m",
    "near_boundary",
    "picture_date",
    "picture_age_days",
)


def locate_rows(table: gpd.GeoDataFrame, case: Case, day_column: str = "date") -> gpd.GeoDataFrame:
    """Fill the control columns of PLACES or EVENTS: who held each row's point on its day, as the pictures tell."""
    # Outside the frame that the pictures show nobody knows: that is not "nobody holds it".
    answers = control.locate(table, case.pictures, day_column=day_column, extent=case.file.extent)
    out = table.copy()
    for column in _CONTROL_COLUMNS:
        if column in out.columns:
            out[column] = answers[column]
    return out


def run(
    case: Case | str | os.PathLike[str] | None = None,
    reports: Iterable[str | os.PathLike[str]] | str | os.PathLike[str] | None = None,
    *,
    published: str | None = None,
    gazetteers: Iterable[str | os.PathLike[str]] = (),
    fixes: str | os.PathLike[str] | None = None,
    world: bool | str = "auto",
    strict: bool = False,
    as_known_on: str | dt.date | None = None,
    online: dict[str, str] | None = None,
    say: Callable[[str], None] = lambda _line: None,
    progress: Progress | None = None,
    derive: bool = True,
    **reading: Any,
) -> Result:
    """Walk the whole street: reports and control pictures in, every table out.

    Parameters
    ----------
    case : Case or path, optional
        Default the bundled case.
    reports : path or iterable of path, optional
        Default the case's own reports.
    published : str, optional
        Day of publication for reports that state none.
    gazetteers : iterable of path, optional
        Place lists of one's own.
    fixes : path, optional
        CSV of decisions made by hand.
    world : bool or "auto"
        Use the world gazetteer: "auto" if the extra ``world`` is installed.
    strict : bool
        Stop if anything would be left out, or is not as it should be (warnings too).
    as_known_on : day, optional
        Walk with the control pictures as they were known at the end of that day: what was recorded later is left out.
    online : dict, optional
        ``provider``, ``agent``, ``contact``: asks a geocoding service for names in no list. Default: nothing is asked.
    say : callable
        Gets a line before the first request.
    progress : callable, optional
        Called with the step, how much of it is done and how much there is (0 where nobody knows).
    derive : bool
        Derive pockets and changes; without them only the pictures themselves can be checked.
    **reading
        Further options of :func:`geo_ghouta.reports.read_reports`: ``day_order``, ``encoding``.

    Returns
    -------
    Result

    Raises
    ------
    InputError
        If the case cannot be used, or with ``strict`` if anything is at fault.

    Examples
    --------
    >>> result = run(world=False)
    >>> result.summary["reports"] > 10
    True
    """
    if case is None or not isinstance(case, Case):
        case = open_case(case)
    if as_known_on is not None:
        case = dataclasses.replace(case, pictures=case.pictures.known_on(as_known_on))
    if progress:
        progress("reading reports", 0, 0)
    named = named_paths(reports)
    read = read_case(case, named, published=published, strict=strict, **reading)
    warn_unread(named, read)
    lists = named_paths(gazetteers)
    noted = [*note_files("place_list", lists), *note_files("fixes", [] if fixes is None else [fixes])]
    noted += gazetteer.note_added()
    index, bad = open_places(case, lists, world=world, say=say)
    decided = None if fixes is None else geocoding.read_fixes(fixes)
    places = find_places(case, read, index=index, fixes=decided, progress=progress)
    if online:
        places = look_up(case, places, say=say, progress=progress, **online)
    found = find_claims(case, read, places, progress=progress)
    if progress:
        progress("joining to the pictures", 0, 0)
    parameters = {
        "case": case.file.title,
        "bundled_case": case.folder == bundled_case(),
        "own_reports": bool(named),
        "published": published,
        "gazetteers": [Path(p).name for p in lists],
        "fixes": None if fixes is None else Path(fixes).name,
        "world": world,
        "world_towns": gazetteer.world_inputs() if index.has_world else None,
        "online": online.get("provider") if online else None,
        **({} if as_known_on is None else {"as_known_on": str(as_known_on)}),
        **{name: value for name, value in reading.items() if value is not None},
    }
    roots = [case.folder, *named]
    result = join(
        case, read, places, found, parameters=parameters, rejected=bad, roots=roots, own_reports=bool(named),
        sources=noted, derive=derive,
    )  # fmt: skip
    if strict:
        refuse_faults(result.rejected)
    return result
