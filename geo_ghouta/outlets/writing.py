"""A result's layers and rows as files, streams and database tables."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import control, exports, geocoding, layers, ledger
from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown, write_bytes
from geo_ghouta.outlets.manifests import manifest_of
from geo_ghouta.outlets.telling import findings_text, to_stdout
from geo_ghouta.schema import FINDINGS, WITHHELD, read_day

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import geopandas as gpd

    from geo_ghouta.pipeline import Result
    from geo_ghouta.schema import Source

TEXT_FORMATS = ("geojson", "geojsonseq", "jsonl", "csv", "topojson", "kml", "acled", "ged", "lpf")
DATABASES = ("postgresql://", "postgres://")
TABLE_OF = {"acled": "events", "ged": "events", "lpf": "places"}
"""Formats that are made from one layer only."""


def redact(result: Result, level: str) -> Result:
    """Coarsen a result so that nothing in it names a spot more finely than the level.

    Parameters
    ----------
    result : Result
    level : str
        ``"none"``, ``"town"`` (no site, no neighbourhood) or ``"adm3"`` (no town either).

    Returns
    -------
    Result
        Every table coarsened; title, campaigns, actors, drawn ground and parameters cleaned of names too. Reports keep
        their text, which must not be written with it. A source whose file name tells a spot is called by its id, and
        ``verify`` finds it by its hash.

    Raises
    ------
    UsageError
        For another level.

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> coarse = redact(result, "adm3")
    >>> "Harasta" in set(result.places["name"]), "Harasta" in set(coarse.places["name"])
    (True, False)
    """
    case = result.case
    names = ("places", "claims", "pockets", "changes", "events", "convoys", "findings", "reports")
    tables = {name: getattr(result, name) for name in names}
    tables |= {"control": case.pictures.areas, "routes": case.routes, "gazetteer": case.gazetteer}
    made = exports.redact_tables(tables, level, case.gazetteer)
    if level == "none":
        return result
    scrub = exports.scrubber(result.places, case.gazetteer, level)
    dates = case.pictures.dates.copy()
    dates["path"] = exports.withheld_paths(dates["path"], dates["picture_id"], scrub)
    for column in ("note", "picture_id"):
        dates[column] = dates[column].map(scrub.text).astype(dates[column].dtype)
    coarse = dataclasses.replace(
        case,
        file=_clean(case.file, scrub),
        pictures=dataclasses.replace(case.pictures, areas=made.pop("control"), dates=dates),
        routes=made.pop("routes"),
        gazetteer=made.pop("gazetteer"),
        backdrop={name: _clean_ground(ground, scrub) for name, ground in case.backdrop.items()},
    )
    parameters = {**_clean(result.parameters, scrub), "redact": level}
    roots = tuple(root for root in result.roots if scrub.text(root) == root)
    sources = tuple(_clean_source(source, number, scrub) for number, source in enumerate(result.sources, 1))
    return dataclasses.replace(result, case=coarse, parameters=parameters, roots=roots, sources=sources, **made)


def _clean_source(source: Source, number: int, scrub: Any) -> Source:
    """Withhold the name of a file that tells a spot; ``verify`` finds it by its hash, as it does reports."""
    root = source.root if source.root is not None and scrub.text(source.root) == source.root else None
    path = source.path if scrub.text(source.path) == source.path else f"{WITHHELD}{source.kind}-{number}"
    return dataclasses.replace(source, path=path, root=root)


def _clean(value: Any, scrub: Any) -> Any:
    """Clean every text in nested options, a case file, its actors and campaigns."""
    if isinstance(value, str):
        return scrub.text(value)
    if isinstance(value, list | tuple):
        return type(value)(_clean(v, scrub) for v in value)
    if isinstance(value, dict):
        return {k: _clean(v, scrub) for k, v in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: _clean(getattr(value, f.name), scrub) for f in dataclasses.fields(value)}
        return dataclasses.replace(value, **fields)
    return value


def _clean_ground(ground: gpd.GeoDataFrame, scrub: Any) -> gpd.GeoDataFrame:
    """Clean the drawn ground: a label at a spot goes, a road or a quarter loses its name."""
    out = ground.copy()
    texts = [c for c in out.columns if c != "geometry" and out[c].map(lambda v: isinstance(v, str)).any()]
    told = pd.Series(data=False, index=out.index)
    for column in texts:
        cleaned = out[column].map(scrub.text)
        told |= (cleaned != out[column]) & out[column].notna()
        out[column] = cleaned
    return out[~(told & out.geometry.geom_type.isin(["Point", "MultiPoint"]))]


def check(result: Result, *, control_only: bool = False) -> gpd.GeoDataFrame:
    """Findings on the case's own files and, unless ``control_only``, on the reports' claims.

    Every finding that can be seen on a map has a geometry: its own, else the ground that was measured, else the
    place of its claim.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS.

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> findings = check(result)
    >>> set(findings["severity"].dropna()) <= {"note", "warning", "error"}
    True
    """
    case = result.case
    rejected = case.rejected
    if control_only:
        rejected = rejected[rejected["path"].astype("str").str.startswith("control/")]
    drawn = control.validate(case.pictures, case.file, case.gazetteer, result.claims, rejected=rejected)
    tables = [drawn] if control_only else [result.findings, drawn]
    found = pd.concat(tables, ignore_index=True)
    claims = layers.claim_points(result.claims, result.places, result.pockets)
    return FINDINGS.check(_with_words(layers.findings_on_ground(found, claims, result.pockets), result))


def _with_words(findings: gpd.GeoDataFrame, result: Result) -> gpd.GeoDataFrame:
    """Say which words of which report a finding is about, where it names a claim and no file of the case."""
    names = dict(zip(result.reports["report_id"], result.reports["doc_id"], strict=True))
    columns = ("claim_id", "report_id", "start", "end", "speaker")
    spots = {
        claim: (names[report], f"characters {start}–{end}" + ("" if pd.isna(speaker) else f", {speaker}"))
        for claim, report, start, end, speaker in zip(*(result.claims[c] for c in columns), strict=True)
    }
    out = findings.copy()
    known = out["claim_id"].isin(list(spots)) & out["path"].isna()
    out.loc[known, "path"] = [spots[claim][0] for claim in out.loc[known, "claim_id"]]
    out.loc[known, "feature"] = [spots[claim][1] for claim in out.loc[known, "claim_id"]]
    return out


def check_target(output: str | None, names: Sequence[str], form: str | None) -> Path | None:
    """Check where an export goes before any work is done.

    Parameters
    ----------
    output : str or None
        What the user named; None or "-" is standard output.
    names : sequence of str
        Layers wanted.
    form : str or None
        Format, if stated.

    Raises
    ------
    UsageError
        If the folder does not exist, the suffix tells no format or another than is asked for, a folder stands where a
        file should be, or a binary format should go to stdout.

    Examples
    --------
    >>> check_target(None, ["control"], "geojson") is None
    True
    """
    if form in TABLE_OF and tuple(names) != (TABLE_OF[form],):
        message = f"{form} is made from one layer; give --layer {TABLE_OF[form]}"
        raise UsageError(message)
    several = len(names) > 1 or "all" in names
    if output in {None, "-"}:
        chosen = form or "geojson"
        if chosen not in TEXT_FORMATS:
            message = f"{chosen} is no text and cannot go to stdout; give a file with -o"
            raise UsageError(message)
        if several:
            message = "several layers do not fit one stream; give a folder or a .gpkg file with -o"
            raise UsageError(message)
        return None
    target = Path(output or "")
    if not target.parent.is_dir():
        why = "is a file; choose another place" if target.parent.exists() else "does not exist; make it first"
        message = f"{shown(str(target))}: the folder {shown(str(target.parent))} {why}"
        raise UsageError(message)
    if target.is_dir():
        # A folder takes one file a layer; one that is called like a file is more likely a slip.
        if form in TABLE_OF or target.suffix.lower() in exports.SUFFIXES:
            message = f"{shown(str(target))}: is a folder; give a file name"
            raise UsageError(message)
    elif form is None and target.suffix:
        exports.format_of(target)
    elif form is not None:
        exports.check_suffix(target, form)
    return target


def export(
    result: Result,
    path: str | os.PathLike[str] | None,
    layer: str | Sequence[str] = "control",
    *,
    as_of: Any = (),
    first: Any = None,
    last: Any = None,
    format: str | None = None,  # noqa: A002 - the word users know from other exporters
    quotes: bool = False,
    told: bool = False,
) -> Any:
    """Write layers of a result.

    Parameters
    ----------
    result : Result
    path : path or None
        A file, a folder for several layers, ``postgresql://user@host/name`` for a PostGIS database (all layers or
        none are written, the same rows again change nothing), or None for standard output.
    layer : str or sequence of str
        Layers by name, or "all".
    as_of : day or sequence of days
        Keep what holds on any of these days.
    first, last : day, optional
        Keep what holds within these days, the last day included.
    format : str, optional
        Default: from the suffix, else GeoJSON.
    quotes : bool
        Put whole quotes into layers that rest on words.
    told : bool
        Return counts by layer too.

    Returns
    -------
    list of pathlib.Path, or that and a dict of counts

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> import tempfile, pathlib
    >>> from geo_ghouta.exports import read_layer
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (path,) = export(result, pathlib.Path(folder) / "control.geojson", "control", as_of="2018-03-22")
    ...     sorted(p.name for p in pathlib.Path(folder).iterdir()), len(read_layer(path))
    (['control.geojson', 'control.geojson.manifest.json'], 5)
    """
    names = [layer] if isinstance(layer, str) else list(layer)
    chosen = layers.choose_layers(result.layers, names)
    days = list(as_of) if isinstance(as_of, list | tuple) else [as_of]
    for day in (*days, first, last):
        if day is not None:
            read_day(day)  # refused before anything is written, also where no layer has days
    tiles = (format or (Path(path).suffix.lower().lstrip(".") if path is not None else "")) == "pmtiles"
    tables, told_too = {}, {}
    for name, table in chosen.items():
        if days:
            kept = pd.Index([])
            for day in days:
                kept = kept.union(layers.between_days(table, day, day).index, sort=False)
            table = table.loc[table.index.isin(kept)]
        elif first is not None or last is not None:
            table = layers.between_days(table, first, last)
        tables[name] = ledger.add_quotes(table, result.reports) if quotes and "report_id" in table.columns else table
        if tiles and tables[name].geometry.isna().any():
            # Nothing is lost in silence: what has no place is in no tile, and the counts say so.
            told_too[f"{name} without a spot, in no tile"] = int(tables[name].geometry.isna().sum())
            tables[name] = tables[name][tables[name].geometry.notna()]
    if tiles and len(tables) > 1:
        # A layer without one shape makes no tiles; it is counted above and must not stop the others.
        tables = {name: table for name, table in tables.items() if len(table)} or tables
    counts = {**{name: len(table) for name, table in tables.items()}, **told_too}
    if str(path).startswith(DATABASES):
        exports.write_database(tables, str(path), case=result.case.file.title, schema=database_schema(result))
        files = []
    else:
        asked = {"as_of": days, "from": first, "to": last}
        files = _write(result, tables, path, format, {name: day for name, day in asked.items() if day})
    return (files, counts) if told else files


def _write(result: Result, tables: dict[str, Any], path: Any, form: str | None, asked: dict[str, Any]) -> list[Path]:
    meta: dict[str, Any] = {"case": result.case.file.title, "actors": result.case.file.actors}
    manifest = manifest_of(result, tables, asked=asked)
    if form in TABLE_OF:
        return _write_table(result, tables[TABLE_OF[form]], path, form, manifest)
    if path is None:
        name, table = next(iter(tables.items()))
        to_stdout(exports.write_layer(name, table, None, format=form or "geojson", **meta))
        return []
    target = Path(path)
    if len(tables) == 1 and target.suffix and not target.is_dir():
        name, table = next(iter(tables.items()))
        written = [exports.write_layer(name, table, target, format=form, **meta)]
        ledger.write_manifest(manifest, ledger.manifest_beside(target), written)
        return written
    written = exports.write_layers(tables, target, format=form, **meta)
    goal = target / "manifest.json" if target.is_dir() else ledger.manifest_beside(target)
    ledger.write_manifest(manifest, goal, written)
    return list(written)


def _write_table(result: Result, table: Any, path: Any, form: str, manifest: dict[str, Any]) -> list[Path]:
    if form == "lpf":
        data = exports.write_linked_places(table, None, result.case.file.title)
    else:
        data = exports.write_event_table(form, table, result.claims, result.places)
    if path is None:
        to_stdout(data)
        return []
    written = write_bytes(path, data)
    ledger.write_manifest(manifest, ledger.manifest_beside(written), [written])
    return [written]


def database_schema(result: Result) -> str:
    """Schema of a database that a result goes into: a coarsened one never stands beside exact rows.

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> database_schema(result), database_schema(redact(result, "town"))
    ('geo_ghouta', 'geo_ghouta_town')
    """
    level = result.parameters.get("redact", "none")
    return exports.SCHEMA if level == "none" else f"{exports.SCHEMA}_{level}"


_ROWS = {
    ".txt": "text",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".geojson": "geojson",
    ".json": "geojson",
}


def rows_format(path: Path | None, form: str | None) -> str:
    """Tell the form of a table of rows: as asked, else by the suffix, else CSV.

    Raises
    ------
    UsageError
        If the suffix tells no format, or another than is asked for.

    Examples
    --------
    >>> rows_format(None, None), rows_format(Path("places.jsonl"), None)
    ('csv', 'jsonl')
    """
    if path is None or str(path) == "-":
        return form or "csv"
    if form == "table":
        message = f"{shown(str(path))}: a table is only shown on the terminal; give --format csv or jsonl"
        raise UsageError(message)
    told = _ROWS.get(path.suffix.lower(), "")
    if form is None and not told:
        message = f"{shown(str(path))}: no format known by the suffix {path.suffix!r}; name one with --format"
        raise UsageError(message)
    if form not in {None, "text"}:
        exports.check_suffix(path, str(form))
    return form or told


def write_rows(
    result: Result,
    name: str,
    table: pd.DataFrame,
    path: Path | None,
    form: str | None,
    *,
    quotes: bool = False,
    fixes: bool = False,
) -> list[Path]:
    """Write a table of rows as CSV, JSON lines or GeoJSON, to a file or to standard output.

    With ``fixes`` the CSV is the table of names to decide by hand, ready for ``--fixes``.

    Raises
    ------
    UsageError
        If the suffix tells no format.

    Examples
    --------
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (path,) = write_rows(result, "claims", result.claims, pathlib.Path(folder) / "claims.csv", None)
    ...     path.read_text("utf-8").startswith("doc_id,")
    True
    """
    form = rows_format(path, form)
    if path is not None and str(path) == "-":
        path = None
    if name == "findings" and form == "text":
        data = findings_text(table)
    elif name == "findings":
        data = exports.write_layer(name, table, None, format=form, case=result.case.file.title)
    elif form == "geojson":
        shaped = layers.claim_points(table, result.places, result.pockets) if name == "claims" else table
        data = exports.write_layer(name, shaped, None, format="geojson", case=result.case.file.title)
    else:
        to_fix = fixes and form == "csv"
        rows = geocoding.unresolved(table) if to_fix else exports.flat_rows(name, table, result.reports, quotes=quotes)
        data = exports.rows_to_csv(rows) if form == "csv" else exports.rows_to_jsonl(rows)
    if path is None:
        to_stdout(data)
        return []
    return [write_bytes(path, data)]
