"""What an output carries of the run that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta import ledger

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from geo_ghouta.pipeline import Result


def note_sources(
    result: Result,
    tables: dict[str, Any],
    output: Path,
    *,
    whole: bool = False,
    asked: Mapping[str, Any] | None = None,
) -> Path:
    """Write ``<output>.manifest.json`` beside an output, so that ``verify`` can check it.

    Parameters
    ----------
    result : Result
    tables : dict of str to table
        What the output holds.
    output : path
    whole, asked : optional
        See :func:`manifest_of`.

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
    made = manifest_of(result, tables, whole=whole, asked=asked)
    return ledger.write_manifest(made, ledger.manifest_beside(output), [output])


_SHOWN_IN = {"routes": {"routes", "convoys"}, "backdrop": set()}
"""Kinds of sources that only some tables rest on; a drawing and a check of the case rest on both."""


def manifest_of(
    result: Result,
    tables: dict[str, Any] | None = None,
    *,
    whole: bool = False,
    asked: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Describe a run so that its outputs can be verified later: tool, inputs with hashes, parameters, counts.

    Parameters
    ----------
    result : Result
    tables : dict of str to table, optional
        Layers whose rows are noted with what they cite.
    whole : bool
        Whether the output rests on every file of the case: a drawing, or a check of all of them.
    asked : mapping, optional
        Options of the output itself, as the day that it shows; they stand among the parameters.

    Returns
    -------
    dict
        JSON values only; no path of the machine, no clock.
    """
    names = set(tables or {})
    sources = [s for s in result.sources if whole or _SHOWN_IN.get(s.kind, names) & names or s.kind not in _SHOWN_IN]
    made = ledger.build_manifest(
        result.reports,
        result.pictures.dates if result.observed is None else result.observed,
        {**result.parameters, **(asked or {})},
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
