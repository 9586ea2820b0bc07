"""What a corpus tells of its run: the manifest, read back with care, and the same as W3C PROV-JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.cases import bundled_case
from geo_ghouta.corpus.shelf import KIND, MANIFEST
from geo_ghouta.errors import InputError
from geo_ghouta.files import read_json, shown
from geo_ghouta.ledger import NO_SEAL, build_manifest, prov_json, unchecked
from geo_ghouta.ledger.manifest import checked
from geo_ghouta.schema import REPORTS, file_hash
from geo_ghouta.seals import is_manifest_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from geo_ghouta.cases import Case
    from geo_ghouta.corpus.splitting import Intake
    from geo_ghouta.schema import Source

PROV = "prov.json"
"""File of a corpus that tells its run as W3C PROV-JSON."""
_WORDS = (str, type(None))
_ORDERS = ("day_first", "month_first")


def is_corpus(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is one that :func:`geo_ghouta.corpus.build_corpus` wrote, unharmed or not.

    Examples
    --------
    >>> is_corpus(".")
    False
    """
    return _of_ours(Path(folder)) is not None


def _of_ours(folder: Path) -> dict[str, Any] | None:
    try:
        told = read_json(folder / MANIFEST) if folder.is_dir() else None
    except InputError:
        return None
    return told if isinstance(told, dict) and told.get("kind") == KIND else None


def read_told(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the manifest of a corpus; what is asked of it later is there and of the kind that it must be.

    Raises
    ------
    InputError
        If the folder is no corpus, or its manifest is not as we write it: it may come from anybody.
    """
    told = _of_ours(Path(folder))
    if told is None:
        message = f"{shown(str(folder))}: no corpus; give a folder that 'geo-ghouta corpus' wrote"
        raise InputError(message)
    if wrong := _misshapen(told):
        message = (
            f"{shown(str(folder))}: its {MANIFEST} is damaged ({wrong} is not as it was written); restore it, or run "
            "the same 'geo-ghouta corpus' command again"
        )
        raise InputError(message)
    return told


def _misshapen(told: dict[str, Any]) -> str:
    """Part of a manifest that is not of the kind it must be, or ""."""
    used = told.setdefault("parameters", {})
    if not isinstance(used, dict) or used.get("day_order") not in (None, *_ORDERS):
        return "'parameters'"
    if not all(isinstance(used.get(name), _WORDS) for name in ("encoding", "published", "source")):
        return "'parameters'"
    if not _rows(told.get("inputs"), {"input": str, "placed": int, "unplaced": int}):
        return "'inputs'"
    tables = [item.get("tables", []) for item in told["inputs"]]
    if not all(_rows(rows, {"path": str, "sha256": str, "files": int}) for rows in tables):
        return "'inputs'"
    return "" if _rows(told.setdefault("outputs", []), {"path": str, "sha256": str}) else "'outputs'"


def _rows(found: Any, kinds: dict[str, type]) -> bool:
    return isinstance(found, list) and all(
        isinstance(row, dict) and all(isinstance(row.get(name), kind) for name, kind in kinds.items()) for row in found
    )


def as_run(manifest: dict[str, Any]) -> dict[str, Any]:
    """What a corpus rests on besides its inputs, in the form of any run's manifest."""
    items = manifest.get("rests_on")
    used = {"bundled_case": manifest.get("bundled_case")}
    run = checked({"inputs": items if isinstance(items, list) else [], "parameters": used}, MANIFEST)
    return {**run, "roots": [i["root"] for i in run["inputs"] if i["kind"] == "case_file" and i.get("root")]}


def corpus_prov(told: dict[str, Any]) -> dict[str, Any]:
    """Tell the run of a corpus as PROV-JSON: each input and output one entity, a folder with the hash of its files.

    Parameters
    ----------
    told : dict
        ``tool``, ``parameters``, ``inputs`` and ``outputs``, as in the manifest.

    Returns
    -------
    dict
        See :func:`geo_ghouta.ledger.prov_json`.
    """
    inputs = [{"kind": "input", "path": str(i["input"]), "sha256": str(i["sha256"])} for i in told["inputs"]]
    inputs += [
        {"kind": "report_table", **{name: table[name] for name in ("path", "bytes", "sha256")}}
        for i in told["inputs"]
        for table in i.get("tables", ())
    ]
    inputs += told.get("rests_on", [])
    outputs = [item for item in told["outputs"] if item["path"] != PROV]
    parameters = {k: " ".join(v) if isinstance(v, list) else v for k, v in told["parameters"].items()}
    return prov_json({"tool": told["tool"], "parameters": parameters, "inputs": inputs, "outputs": outputs})


def prov_of_corpus(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Tell the run behind a finished corpus as PROV-JSON.

    Raises
    ------
    InputError
        If the folder is no corpus, was not finished, or was built by a version that noted no hashes of its inputs.
    """
    told = read_told(folder)
    try:
        if told.get("complete") is True:
            return corpus_prov(told)
    except (KeyError, TypeError, AttributeError):
        pass
    message = (
        f"{shown(str(folder))}: does not tell the hashes of its inputs; run the same 'geo-ghouta corpus' command again"
    )
    raise InputError(message)


def rests_on(case: Case, sources: list[Source]) -> dict[str, Any]:
    """Tell what every row of a corpus may rest on besides its inputs: files of the case, pictures, place lists.

    Parameters
    ----------
    case : Case
    sources : list of Source

    Returns
    -------
    dict
        ``bundled_case`` and ``rests_on``, for the manifest.
    """
    made = build_manifest(REPORTS.empty(), case.pictures.dates, sources=sources)
    return {"bundled_case": case.folder == bundled_case(), "rests_on": made["inputs"]}


def tables_of(intake: Intake) -> list[dict[str, Any]]:
    """Tables that told of the reports of an input that was read: path, bytes, SHA-256 and of how many files."""
    files: dict[tuple[str, int, str], set[str]] = {}
    for table in intake.troubles.tables:
        files.setdefault((table.path, table.size, table.sha256), set()).update(table.tells_of)
    return [
        {"path": path, "bytes": size, "sha256": digest, "files": len(told)}
        for (path, size, digest), told in sorted(files.items())
    ]


def unchecked_corpus(folder: str | os.PathLike[str]) -> list[str]:
    """Say what a corpus's manifest does not hold and so cannot be checked.

    Raises
    ------
    InputError
        If the folder is no corpus.
    """
    told = read_told(folder)
    older = [] if "rests_on" in told else unchecked({**as_run(told), "parameters": {}})
    return [*older, *([NO_SEAL.format(MANIFEST)] if is_manifest_whole(told) is None else [])]


def list_outputs(folder: Path, files: Iterable[Path]) -> list[dict[str, str]]:
    """Hash what a run wrote, for the manifest.

    Parameters
    ----------
    folder : pathlib.Path
    files : iterable of pathlib.Path
        Files and folders in it.

    Returns
    -------
    list of dict
        ``path`` seen from the folder, and ``sha256``.
    """
    every = [file for one in files for file in (sorted(one.rglob("*.parquet")) if one.is_dir() else [one])]
    return [{"path": file.relative_to(folder).as_posix(), "sha256": file_hash(file)[1]} for file in every]
