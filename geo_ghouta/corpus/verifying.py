"""Read the sources of a corpus again, as a stream: a changed, new or missing report is found, and a changed output."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from geo_ghouta.addresses import is_address
from geo_ghouta.corpus.months import month_folders
from geo_ghouta.corpus.shelf import KIND, MANIFEST
from geo_ghouta.corpus.splitting import Intake
from geo_ghouta.errors import GhoutaError, InputError
from geo_ghouta.files import read_bytes, shown
from geo_ghouta.ledger import prov_json
from geo_ghouta.ledger.manifest import file_hash
from geo_ghouta.reports import read_batch
from geo_ghouta.schema import FINDINGS

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

_SAME = ("doc_id", "published", "published_basis", "source", "title", "url", "text_sha256")
"""What must be as it was: what a row tells of its report besides file and number."""
_BATCH = 500
_NAMED = 1000
"""Reports whose rows are named each; of more only the counts are told, so that memory stays bounded."""
PROV = "prov.json"
"""File of a corpus that tells its run as W3C PROV-JSON."""
_Key = tuple[str, int | None]
_Words = tuple[Any, ...]


def is_corpus(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is one that :func:`geo_ghouta.corpus.build_corpus` wrote.

    Examples
    --------
    >>> is_corpus(".")
    False
    """
    try:
        return bool(_manifest(Path(folder)))
    except InputError:
        return False


def verify_corpus(
    folder: str | os.PathLike[str],
    sources: str | os.PathLike[str] | None = None,
    also: Iterable[str | os.PathLike[str]] = (),
) -> Any:
    """Check that a corpus still rests on its sources, in bounded memory.

    Parameters
    ----------
    folder : path
        Of a corpus.
    sources : path, optional
        Folder that its inputs lie in, under their names; default the current folder, then the one around the corpus.
    also : iterable of path, optional
        Inputs looked for last, such as the reports of the bundled case.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS with severity "error": one a report that is changed, gone or new, with how many rows rest on it; one
        an input that is not there; one an output that is not as it was written. Empty when everything stands.

    Raises
    ------
    InputError
        If the folder is no corpus, or was not finished.
    """
    place = Path(folder)
    manifest = _manifest(place)
    if not manifest.get("complete"):
        message = f"{shown(str(place))}: is not finished; run the same 'geo-ghouta corpus' command again, then verify"
        raise InputError(message)
    roots = [Path(sources)] if sources is not None else [Path(), place.resolve().parent]
    last = [] if sources is not None else [Path(one) for one in also]
    faults: list[dict[str, Any]] = []
    inputs = []
    for told in manifest["inputs"]:
        label = str(told["input"])
        # An address stands in the manifest, which may come from anybody; the user has named none, so none is asked.
        found = _find(PurePosixPath(label).name if is_address(label) else label, roots, last)
        if found is None:
            detail = f"input {label}: not found; {told['placed'] + told['unplaced']:,} reports rest on it"
            hint = "download it, and name the folder" if is_address(label) else "name the folder"
            faults.append(_fault(detail, f"{hint} that it lies in with --sources", label))
        else:
            inputs.append(found)
    if not faults:
        faults += _changed(place, manifest.get("parameters", {}), inputs)
    faults += _outputs(place, manifest.get("outputs", []))
    rows = [{"finding_id": f"verify/{number:06}", **fault} for number, fault in enumerate(faults, 1)]
    return FINDINGS.table(rows)


def _fault(detail: str, hint: str, path: str, feature: str | None = None) -> dict[str, Any]:
    told = {"detail": detail, "hint": hint, "path": shown(path), "feature": feature}
    return {"check": "verify", "severity": "error", **told}


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        told = json.loads(read_bytes(folder / MANIFEST)) if folder.is_dir() else None
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("kind") != KIND or not isinstance(told.get("inputs"), list):
        message = f"{shown(str(folder))}: no corpus; give a folder that 'geo-ghouta corpus' wrote"
        raise InputError(message)
    return told


def _find(label: str, roots: list[Path], last: list[Path]) -> str | None:
    pure = PurePosixPath(label)
    if pure.is_absolute() or ".." in pure.parts or not pure.name:
        return None  # a manifest from elsewhere is no reason to open anything
    for root in roots:
        if (root / label).exists():
            return str(root / label)
        if root.resolve().name == label and root.exists():
            return str(root)
    return next((str(place) for place in last if place.name == label and place.exists()), None)


def _changed(folder: Path, parameters: dict[str, Any], inputs: list[str]) -> Iterator[dict[str, Any]]:
    wanted = _written(folder)
    extra: set[_Key] = set()
    seen: set[Path] = set()
    order, encoding = parameters.get("day_order"), parameters.get("encoding")
    for name in sorted(inputs):
        intake = Intake(name)
        for batch in intake.batches(_BATCH, order=order, encoding=encoding, seen=seen, apart=folder):
            reading = read_batch(
                batch, published=parameters.get("published"), source=parameters.get("source"), encoding=encoding
            )
            for key, words in _told(reading.reports):
                # What an input holds twice was read twice: each time one of them is found again.
                waiting = wanted.get(key, {}).get(words)
                if waiting:
                    waiting.pop()
                else:
                    extra.add(key)
    hint = "restore it, or build the corpus again and compare"
    lost = [(key, report) for key, mine in wanted.items() for reports in mine.values() for report in reports]
    resting = _resting(folder, [report for _, report in lost]) if lost else {}
    named = 0
    for (path, record), report in sorted(lost, key=lambda item: item[1]):
        where = f"{path}, record {record}" if record is not None else path
        what = "changed" if (path, record) in extra else "not found"
        places, claims = resting[report]
        detail = f"report {report} ({where}): {what}; {len(places):,} places and {len(claims):,} claims rest on it"
        if named < _NAMED and (places or claims):
            named += 1
            detail += f": {', '.join(shown(row) for row in [*places, *claims])}"
        yield _fault(detail, hint, path, report)
    for path, record in sorted(extra - {key for key, _ in lost}, key=str):
        where = f"{path}, record {record}" if record is not None else path
        yield _fault(f"{where}: a report that the corpus does not hold", hint, path)


def _written(folder: Path) -> dict[_Key, dict[_Words, list[str]]]:
    """What the corpus tells of each report, by file and number: the reports that it is told of."""
    import pyarrow.parquet as pq

    found: dict[_Key, dict[_Words, list[str]]] = {}
    for _, files in month_folders(folder / "reports"):
        for file in files:
            table = pq.ParquetFile(file).read(["report_id", "path", "record", *_SAME])
            frame = table.to_pandas(date_as_object=False)
            for (key, words), report in zip(_told(frame), frame["report_id"], strict=True):
                found.setdefault(key, {}).setdefault(words, []).append(report)
    return found


def _told(reports: Any) -> Iterator[tuple[_Key, _Words]]:
    plain = {name: _list(reports[name]) for name in ("path", "record", *_SAME)}
    plain["published"] = [None if day is None else str(day)[:10] for day in plain["published"]]
    plain["record"] = [None if record is None else int(record) for record in plain["record"]]
    keys = zip(plain["path"], plain["record"], strict=True)
    yield from zip(keys, zip(*(plain[name] for name in _SAME), strict=True), strict=True)


def _list(column: Any) -> list[Any]:
    values: list[Any] = column.astype("object").where(column.notna(), None).tolist()
    return values


def _resting(folder: Path, reports: list[str]) -> dict[str, tuple[list[str], list[str]]]:
    """Ids of the places and of the claims that rest on each of the reports."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    asked = pa.array(reports, type=pa.string())
    found: dict[str, tuple[list[str], list[str]]] = {report: ([], []) for report in reports}
    for which, (name, own) in enumerate((("places", "mention_id"), ("claims", "claim_id"))):
        for _, files in month_folders(folder / name):
            for file in files:
                table = pq.ParquetFile(file).read(["report_id", own])
                mine = table.filter(pc.is_in(table.column("report_id"), value_set=asked))
                for report, row in zip(*(mine.column(n).to_pylist() for n in ("report_id", own)), strict=True):
                    found[report][which].append(row)
    return found


def _outputs(folder: Path, told: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for output in told:
        name = str(output.get("path"))
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts:
            continue  # a manifest from elsewhere is no reason to open anything
        try:
            same = file_hash(folder / name)[1] == output.get("sha256")
        except (GhoutaError, OSError):
            yield _fault(f"output {shown(name)}: not found", "build the corpus again", name)
            continue
        if not same:
            detail = f"output {shown(name)}: changed since it was written"
            yield _fault(detail, "build the corpus again, or keep the change apart", name)


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
    told = _manifest(Path(folder))
    try:
        if told.get("complete") is True:
            return corpus_prov(told)
    except (KeyError, TypeError, AttributeError):
        pass
    message = (
        f"{shown(str(folder))}: does not tell the hashes of its inputs; run the same 'geo-ghouta corpus' command again"
    )
    raise InputError(message)


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
