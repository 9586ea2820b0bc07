"""What an output carries of the run that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta import ledger

if TYPE_CHECKING:
    from geo_ghouta.pipeline import Result


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
    made = ledger.build_manifest(
        result.reports,
        result.pictures.dates,
        result.parameters,
        result.summary,
        tables=tables,
        roots=result.roots,
    )
    if result.parameters.get("redact"):
        # The hash of one name is as good as the name to somebody with a list of names.
        for rows in made.get("rows", {}).values():
            for row in rows:
                row.pop("words", None)
    return made
