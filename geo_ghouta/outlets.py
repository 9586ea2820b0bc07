"""What leaves the house: a result's maps, exports, tables and findings.

The rooms ``maps``, ``exports`` and ``ledger`` take tables; here a :class:`~geo_ghouta.pipeline.Result` is
unpacked for them.
"""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import control, exports, geocoding, layers, ledger, maps
from geo_ghouta.errors import UsageError
from geo_ghouta.files import dump_json, shown, write_bytes, write_text
from geo_ghouta.schema import FINDINGS

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import geopandas as gpd

    from geo_ghouta.pipeline import Result

TEXT_FORMATS = ("geojson", "geojsonseq", "csv", "topojson", "kml")


def map_input(result: Result, **options: Any) -> maps.MapInput:
    """Unpack a result for the map.

    Parameters
    ----------
    result : Result
    **options
        Options of :class:`geo_ghouta.maps.MapInput`: ``date``, ``language``, ``quotes`` and so on.
    """
    case = result.case
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
        ledger=manifest_of(result),
        **options,
    )


def manifest_of(result: Result, tables: dict[str, Any] | None = None) -> dict[str, Any]:
    """Describe a run so that its outputs can be verified later: tool, inputs with hashes, parameters, counts.

    Parameters
    ----------
    result : Result
    tables : dict of str to table, optional
        Layers whose rows are noted with what they cite.

    Returns
    -------
    dict
        JSON values only; no path of the machine, no clock.
    """
    return ledger.build_manifest(
        result.reports,
        result.pictures.dates,
        result.parameters,
        result.summary,
        tables=tables,
        roots=result.roots,
    )


def save_map(result: Result, path: str | os.PathLike[str] = "ghouta.html", **options: Any) -> Path:
    """Write one HTML map that needs no network.

    Parameters
    ----------
    result : Result
    path : path
        Replaced whole or not at all.
    **options
        ``date`` (day it opens at), ``language`` ("en" or "ar"), ``quotes`` (whole quotes inside).

    Returns
    -------
    pathlib.Path

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is unchanged.
    """
    return maps.save_page(map_input(result, **options), path)


def draw_map(result: Result, date: Any = None, **options: Any) -> Any:
    """Draw the map for Jupyter; a table stands in where scripts are not trusted.

    Parameters
    ----------
    result : Result
    date : day, optional
        Day that the map opens at.

    Returns
    -------
    object with ``_repr_html_``
    """
    return maps.draw_map(map_input(result, date=date, **options))


def save_picture(result: Result, path: str | os.PathLike[str], **options: Any) -> Path:
    """Draw one day as a picture (``.png``, ``.svg``, ``.pdf``), without a browser.

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
    """
    from geo_ghouta.maps import stills

    return stills.save_picture(map_input(result), path, **options)


def save_multiples(result: Result, dates: Sequence[Any], path: str | os.PathLike[str], **options: Any) -> Path:
    """Draw several days as small maps that print on A4 (``.html``, ``.pdf``, ``.svg``, ``.png``).

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
    return stills.save_multiples(map_input(result), days, path, **options)


def check(result: Result, *, control_only: bool = False) -> gpd.GeoDataFrame:
    """Findings on the case's own files and, unless ``control_only``, on the reports' claims.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS.
    """
    case = result.case
    drawn = control.validate(case.pictures, case.file, case.gazetteer, result.claims)
    tables = [drawn] if control_only else [result.findings, drawn]
    return FINDINGS.check(pd.concat(tables, ignore_index=True))


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
        If the folder does not exist, the suffix tells no format, or a binary format should go to stdout.

    Examples
    --------
    >>> check_target(None, ["control"], "geojson") is None
    True
    """
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
        message = f"{shown(str(target))}: the folder {shown(str(target.parent))} does not exist; make it first"
        raise UsageError(message)
    if form is None and target.suffix:
        exports.format_of(target)
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
        A file, a folder for several layers, or None for standard output.
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
    """
    names = [layer] if isinstance(layer, str) else list(layer)
    chosen = layers.choose_layers(result.layers, names)
    days = list(as_of) if isinstance(as_of, list | tuple) else [as_of]
    tables = {}
    for name, table in chosen.items():
        if days:
            kept = pd.Index([])
            for day in days:
                kept = kept.union(layers.between_days(table, day, day).index, sort=False)
            table = table.loc[table.index.isin(kept)]
        elif first is not None or last is not None:
            table = layers.between_days(table, first, last)
        tables[name] = ledger.add_quotes(table, result.reports) if quotes and "report_id" in table.columns else table
    counts = {name: len(table) for name, table in tables.items()}
    files = _write(result, tables, path, format)
    return (files, counts) if told else files


def _write(result: Result, tables: dict[str, Any], path: Any, form: str | None) -> list[Path]:
    meta: dict[str, Any] = {"case": result.case.file.title, "actors": result.case.file.actors}
    manifest = manifest_of(result, tables)
    if path is None:
        name, table = next(iter(tables.items()))
        _to_stdout(exports.write_layer(name, table, None, format=form or "geojson", **meta))
        return []
    target = Path(path)
    if len(tables) == 1 and target.suffix:
        name, table = next(iter(tables.items()))
        written = [exports.write_layer(name, table, target, format=form, **meta)]
        ledger.write_manifest(manifest, target.with_name(f"{target.name}.manifest.json"), written)
        return written
    written = exports.write_layers(tables, target, format=form, **meta)
    goal = target / "manifest.json" if target.is_dir() else target.with_name(f"{target.name}.manifest.json")
    ledger.write_manifest(manifest, goal, written)
    return list(written)


def _to_stdout(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


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
    """
    suffixes = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".geojson": "geojson", ".json": "geojson"}
    if path is not None and str(path) == "-":
        path = None
    if form is None:
        form = "csv" if path is None else suffixes.get(path.suffix.lower(), "")
        if path is not None and not form:
            message = f"{shown(str(path))}: no format known by the suffix {path.suffix!r}; name one with --format"
            raise UsageError(message)
    if form == "geojson":
        shaped = layers.claim_points(table, result.places, result.pockets) if name == "claims" else table
        data = exports.write_layer(name, shaped, None, format="geojson", case=result.case.file.title)
    else:
        to_fix = fixes and form == "csv"
        rows = geocoding.unresolved(table) if to_fix else exports.flat_rows(name, table, result.reports, quotes=quotes)
        data = exports.rows_to_csv(rows) if form == "csv" else exports.rows_to_jsonl(rows)
    if path is None:
        _to_stdout(data)
        return []
    return [write_bytes(path, data)]


def show_claims(result: Result) -> None:
    """Print the claims as a table that can be read in a terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("report", "kind", "figure", "who", "from → to", "day", "modality", "says"):
        table.add_column(heading, justify="right" if heading == "figure" else "left", overflow="fold")
    names = dict(zip(result.reports["report_id"], result.reports["doc_id"], strict=True))
    for claim in result.claims.to_dict("records"):
        moved = " → ".join(x for x in (_text(claim["origin"]), _text(claim["destination"])) if x)
        day = "" if pd.isna(claim["date_from"]) else claim["date_from"].date().isoformat()
        if day and (claim["date_to"] - claim["date_from"]).days > 1:
            day += "–" + (claim["date_to"] - pd.Timedelta(days=1)).date().isoformat()
        table.add_row(
            shown(Path(names[claim["report_id"]]).name, 24),
            claim["kind"],
            figure_text(claim),
            _text(claim["actor"]),
            moved or _text(claim["place"]),
            day or "unknown",
            claim["modality"],
            _text(claim["speaker"]) or "(outlet)",
        )
    Console(file=sys.stdout, highlight=False, markup=False).print(table)


def _text(value: Any) -> str:
    return "" if value is None or pd.isna(value) else shown(str(value), 40)


def figure_text(claim: dict[Any, Any]) -> str:
    """Figure of a claim in a few characters: ``> 1,900 people``, ``24–99 buses``.

    Examples
    --------
    >>> figure_text({"value": 1900.0, "low": 1900.0, "high": None, "qualifier": "at_least", "unit": "people"})
    '≥ 1,900 people'
    """
    value, low, high = (None if pd.isna(claim[c]) else float(claim[c]) for c in ("value", "low", "high"))
    unit = "" if claim["unit"] is None or pd.isna(claim["unit"]) else str(claim["unit"])
    signs = {"at_least": "≥ ", "at_most": "≤ ", "about": "~ "}
    if value is None and low is None and high is None:
        return ""
    if value is not None:
        sign = signs.get("" if pd.isna(claim["qualifier"]) else str(claim["qualifier"]), "")
        return f"{sign}{value:,.10g} {unit}".strip()
    return f"{'' if low is None else f'{low:,.10g}'}–{'' if high is None else f'{high:,.10g}'} {unit}".strip()


def show_findings(findings: pd.DataFrame) -> None:
    """Print findings, one line each: verdict or severity, check, sentence, what to do."""
    lines = []
    for row in findings.to_dict("records"):
        head = row["severity"] if pd.isna(row["verdict"]) else row["verdict"]
        where = (
            ""
            if pd.isna(row["path"])
            else f" {row['path']}" + ("" if pd.isna(row["feature"]) else f" {row['feature']}")
        )
        hint = "" if pd.isna(row["hint"]) else f" → {row['hint']}"
        lines.append(shown(f"{head:10} {row['check']}:{where} {row['detail']}{hint}", 2000))
    _to_stdout(("\n".join(lines) + ("\n" if lines else "")).encode("utf-8", "replace"))


def write_summary(result: Result, path: Path) -> Path:
    """Write the counts of a run as JSON."""
    return write_text(path, dump_json(result.summary, indent=1) + "\n")


__all__ = [
    "check",
    "check_target",
    "draw_map",
    "export",
    "figure_text",
    "manifest_of",
    "map_input",
    "save_map",
    "save_multiples",
    "save_picture",
    "show_claims",
    "show_findings",
    "write_rows",
    "write_summary",
]
