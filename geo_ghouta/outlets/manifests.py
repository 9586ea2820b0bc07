"""What an output carries of the run that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta import ledger

if TYPE_CHECKING:
    from pathlib import Path

    from geo_ghouta.pipeline import Result


def note_sources(result: Result, tables: dict[str, Any], output: Path) -> Path:
    """Write ``<output>.manifest.json`` beside a table of rows, so that ``verify`` can check it.

    Parameters
    ----------
    result : Result
    tables : dict of str to table
        What the output holds.
    output : path

    Returns
    -------
    pathlib.Path
        The manifest.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from geo_ghouta.cases import bundled_case
    >>> from geo_ghouta.pipeline import run
    >>> result = run(None, [bundled_case() / "reports" / "15-harasta-first-day.md"], world=False)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     output = pathlib.Path(folder) / "claims.csv"
    ...     _ = output.write_text("rows", "utf-8")
    ...     note_sources(result, {"claims": result.claims}, output).name
    'claims.csv.manifest.json'
    """
    return ledger.write_manifest(
        manifest_of(result, tables), output.with_name(f"{output.name}.manifest.json"), [output]
    )


_SHOWN_IN = {"routes": {"routes", "convoys"}, "backdrop": set()}
"""Kinds of sources that only some tables rest on; a map draws both."""


def manifest_of(result: Result, tables: dict[str, Any] | None = None, *, drawn: bool = False) -> dict[str, Any]:
    """Describe a run so that its outputs can be verified later: tool, inputs with hashes, parameters, counts.

    Parameters
    ----------
    result : Result
    tables : dict of str to table, optional
        Layers whose rows are noted with what they cite.
    drawn : bool
        Whether the output is drawn: what only a map shows is noted then too.

    Returns
    -------
    dict
        JSON values only; no path of the machine, no clock.
    """
    names = set(tables or {})
    sources = [s for s in result.sources if drawn or _SHOWN_IN.get(s.kind, names) & names or s.kind not in _SHOWN_IN]
    made = ledger.build_manifest(
        result.reports,
        result.pictures.dates if result.observed is None else result.observed,
        result.parameters,
        result.summary,
        tables=tables,
        roots=result.roots,
        sources=sources,
    )
    if result.parameters.get("redact"):
        # The hash of one name is as good as the name to somebody with a list of names.
        for rows in made.get("rows", {}).values():
            for row in rows:
                row.pop("words", None)
    return made
