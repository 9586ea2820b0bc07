"""Read the sources of an output again: one changed byte is found, and named with every row that rests on it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from geo_ghouta.errors import FormatError, InputError, VerificationError
from geo_ghouta.files import decode, local_path, parse_json, read_bytes, sha256_of, shown
from geo_ghouta.ledger.looking import Folders, depending, inside, label_of, problem_of
from geo_ghouta.ledger.manifest import checked, manifest_beside, read_manifest, words_hash
from geo_ghouta.schema import FINDINGS, SOURCE_KINDS, file_hash
from geo_ghouta.seals import is_manifest_whole, is_page_whole

_BLOCK = re.compile(r'<script type="application/json"[^<>]{0,200}>([^<]*)</script>')
STANDS = "its own words still stand there"
GONE = "its words no longer stand there"
NO_SEAL = "{} has no seal (an older version or another program wrote it): a change of itself cannot be found"
_UNWRITABLE = re.compile("[\\ud800-\\udfff\\x00]")


def verify(
    output: str | os.PathLike[str],
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    reader: Callable[[Path], Any] | None = None,
    also: Iterable[str | os.PathLike[str]] = (),
    case: str | os.PathLike[str] | None = None,
) -> Any:
    """Check that an output still rests on its sources.

    Parameters
    ----------
    output : path
        An export with ``<file>.manifest.json`` beside it, a folder with ``manifest.json``, a map that carries its
        manifest, or a manifest.
    sources : path or paths, optional
        Folders that the sources lie in; by default the folders that the manifest names, seen from the current
        folder, then the current folder and the output's own, each with its ``reports`` and ``control``.
    reader : callable, optional
        Path to REPORTS: reads a changed file of many reports again, so that only its changed ones are named.
    also : iterable of path, optional
        Folders of the bundled case, looked into last for runs that used it; with ``sources`` for its own files only.
    case : path, optional
        Folder of the case that the output was made of, looked into first.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS with severity "error": one a changed or missing source, and one a row that rests on it
        (``feature``); one a manifest or page that is not as it was written. Empty when everything stands.

    Raises
    ------
    InputError
        If the output carries no manifest.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from geo_ghouta.ledger.manifest import build_manifest, write_manifest
    >>> from geo_ghouta.reports import read_reports
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     source = pathlib.Path(folder) / "a.txt"
    ...     _ = source.write_text("Ten buses left.", "utf-8")
    ...     made = build_manifest(read_reports([source]).reports)
    ...     noted = write_manifest(made, pathlib.Path(folder) / "manifest.json")
    ...     before = len(verify(noted, folder))
    ...     _ = source.write_text("Two buses left.", "utf-8")
    ...     before, verify(noted, folder)["detail"].str.contains("source changed").tolist()
    (0, [True])
    """
    place = local_path(output)
    manifest, carrier = _find_manifest(place)
    home = carrier.parent
    shelf = Folders(manifest, home, sources, also, case)
    faults: list[dict[str, Any]] = []
    if _is_whole(manifest, carrier) is False:
        name = shown(carrier.name)
        detail = f"{name}: changed since it was written, so that nothing in it is sure"
        faults.append({"detail": detail, "hint": "restore it, or make it again", "feature": None, "path": name})
    for item in manifest["inputs"]:
        _check_input(item, shelf, manifest, faults, reader)
    _check_outputs(manifest, home, place, faults)
    rows = [
        {"finding_id": f"verify/{number:06}", "check": "verify", "severity": "error", **fault}
        for number, fault in enumerate(faults, 1)
    ]
    return FINDINGS.table(rows)


def raise_faults(faults: Any) -> None:
    """Raise if :func:`verify` found anything.

    Raises
    ------
    VerificationError
        Naming the first and the number of the rest.
    """
    if len(faults):
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        message = f"{faults['detail'].iloc[0]}{more}"
        raise VerificationError(message)


def manifest_in(output: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the manifest that an output carries or that lies beside it.

    Parameters
    ----------
    output : path
        As for :func:`verify`. A page that carries its own manifest is noted as that run's output, with its hash.

    Returns
    -------
    dict
        See :func:`geo_ghouta.ledger.build_manifest`.

    Raises
    ------
    InputError
        If the output carries no manifest.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from geo_ghouta.ledger.manifest import build_manifest, write_manifest
    >>> from geo_ghouta.schema import REPORTS
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     noted = write_manifest(build_manifest(REPORTS.empty()), pathlib.Path(folder) / "manifest.json")
    ...     manifest_in(noted)["inputs"]
    []
    """
    place = local_path(output)
    manifest, _ = _find_manifest(place)
    if place.is_file() and not manifest.get("outputs") and not place.name.endswith("manifest.json"):
        size, digest = file_hash(place)
        manifest = {**manifest, "outputs": [{"path": place.name, "bytes": size, "sha256": digest}]}
    return manifest


def _find_manifest(place: Path) -> tuple[dict[str, Any], Path]:
    if place.is_dir():
        for candidate in (place / "manifest.json", manifest_beside(place)):
            if candidate.is_file():
                return read_manifest(candidate), candidate
    elif place.name.endswith("manifest.json"):
        return read_manifest(place), place
    else:
        beside = manifest_beside(place)
        if beside.is_file():
            return read_manifest(beside), beside
        inside = place.parent / "manifest.json"
        if inside.is_file() and any(o.get("path") == place.name for o in read_manifest(inside).get("outputs", [])):
            return read_manifest(inside), inside
        found = _embedded(place)
        if found is not None:
            return found, place
    message = f"{shown(str(place))}: carries no manifest of its sources; write it again and keep the .manifest.json"
    raise InputError(message)


def _is_whole(manifest: dict[str, Any], carrier: Path) -> bool | None:
    """Whether a manifest, or the page that carries it, is as it was written; None where it has no seal."""
    if carrier.suffix.lower() in {".html", ".htm"}:
        return is_page_whole(read_bytes(carrier))
    return is_manifest_whole(manifest)


def unsealed(output: str | os.PathLike[str]) -> list[str]:
    """Say that a manifest or page has no seal, where that is so.

    Raises
    ------
    InputError
        If the output carries no manifest.
    """
    manifest, carrier = _find_manifest(local_path(output))
    return [NO_SEAL.format(shown(carrier.name))] if _is_whole(manifest, carrier) is None else []


def _embedded(place: Path) -> dict[str, Any] | None:
    """Manifest inside a page's or a JSON output's own data."""
    if place.suffix.lower() not in {".html", ".htm", ".json", ".geojson"}:
        return None
    text = decode(read_bytes(place), shown(place.name))
    blocks = _BLOCK.findall(text) if place.suffix.lower() in {".html", ".htm"} else [text]
    for block in blocks:
        try:
            data = parse_json(block, shown(place.name))
        except InputError:
            continue
        for key in ("ledger", "manifest"):
            if isinstance(data, dict) and isinstance(data.get(key), dict):
                return checked(data[key], shown(place.name))
    return None


def _check_input(
    item: dict[str, Any], shelf: Folders, manifest: dict[str, Any], faults: list[dict[str, Any]], reader: Any
) -> None:
    place, data = shelf.look_up(item)
    if place is not None and sha256_of(data) == item["sha256"]:
        return
    problem, hint = problem_of(item, place, led_out=item["path"] in shelf.led_out)
    record = item.get("record") is not None and reader is not None
    if place is not None and record and _same_record(item, place, reader):
        return
    label = label_of(item)
    fault = {"hint": hint, "path": shown(item["path"])}
    if item["kind"] in SOURCE_KINDS and item["kind"] != "report_table":
        faults.append({"detail": f"{label}: {problem}; {depending(item, manifest)}", "feature": None, **fault})
        return
    faults.append({"detail": f"{label}: {problem}", "feature": None, **fault})
    text = _text(item, data) if place is not None else None
    for layer, row in _resting(item, manifest):
        name = shown(str(row.get("id")))
        words = "" if item["kind"] in {"report_table", "control_picture"} else _words(row, text)
        detail = f"{layer} {name} rests on {label}{words}"
        faults.append({"detail": detail, "feature": name, "claim_id": name if layer == "claims" else None, **fault})


def _same_record(item: dict[str, Any], place: Path, reader: Callable[[Path], Any]) -> bool:
    """Whether a report of a changed file of many is the same as it was."""
    try:
        again = reader(place)
    except InputError:
        return False
    table = getattr(again, "reports", again)
    return any(
        doc_id == item.get("doc_id") and digest == item.get("text_sha256")
        for doc_id, digest in zip(table["doc_id"], table["text_sha256"], strict=True)
    )


def _text(item: dict[str, Any], data: bytes) -> str | None:
    if Path(item["path"]).suffix.lower() not in {".txt", ".md"}:
        return None
    try:
        return _UNWRITABLE.sub("\ufffd", decode(data, item["path"]))
    except FormatError:
        return None


def _words(row: dict[str, Any], text: str | None) -> str:
    start, end, held = row.get("start"), row.get("end"), row.get("words")
    if not isinstance(start, int) or not isinstance(end, int):
        return ""
    if text is None or not isinstance(held, str):
        return f" at {start}-{end}"
    if words_hash(text[start:end]) == held:
        return f" at {start}-{end}; {STANDS}"
    return f" at {start}-{end}; {GONE}"


def _resting(item: dict[str, Any], manifest: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    reports = [item.get("report_id")]
    if item["kind"] == "report_table":
        reports = item["reports"] if isinstance(item.get("reports"), list) else []
    known = [str(report) for report in reports if report is not None]
    picture = {str(item[k]) for k in ("picture_id", "picture_date") if item.get(k)}
    out = []
    for layer, rows in manifest.get("rows", {}).items():
        for row in rows:
            if item["kind"] == "report_table" or known:
                claims = row.get("claims") if isinstance(row.get("claims"), list) else []
                rests = row.get("report_id") in known or any(_of_report(str(c), r) for c in claims for r in known)
            else:
                further = row.get("pictures") if isinstance(row.get("pictures"), list) else []
                rests = bool(picture.intersection(map(str, (row.get("picture"), *further))))
                rests |= row.get("file") == item["path"]
            if rests:
                out.append((str(layer), row))
    return out


def _of_report(claim_id: str, report_id: str) -> bool:
    # A claim's id begins with its report's; "r12" must not answer for "r12-2".
    rest = claim_id.removeprefix(report_id)
    return rest != claim_id and not re.match(r"[0-9a-f]|-\d", rest)


def _check_outputs(manifest: dict[str, Any], home: Path, place: Path, faults: list[dict[str, Any]]) -> None:
    listed = [o for o in manifest.get("outputs", []) if isinstance(o, dict) and isinstance(o.get("path"), str)]
    listed = [o for o in listed if inside(o["path"])]
    lone = place.is_file() and not place.name.endswith("manifest.json")
    beside = lone and manifest_beside(place).is_file()
    if lone and not beside:
        # Of a folder's manifest only this one is asked for; a page's own has no outputs.
        listed = [o for o in listed if (home / o["path"]).resolve() == place.resolve()]
    elif beside and not any(o["path"] == place.name for o in listed):
        # Renamed with its manifest, or the manifest was changed: then only the bytes tell what it is.
        if not any(o.get("sha256") == file_hash(place)[1] for o in listed):
            name = shown(place.name)
            detail = f"output {name}: its manifest does not name it, and no output of these bytes"
            faults.append({"detail": detail, "hint": "export it again", "path": name})
        return
    for output in listed:
        name = shown(output["path"])
        try:
            same = file_hash(home / output["path"])[1] == output.get("sha256")
        except InputError:
            faults.append({"detail": f"output {name}: not found", "hint": "export it again", "path": name})
            continue
        if not same:
            detail = f"output {name}: changed since it was written"
            faults.append({"detail": detail, "hint": "export it again, or keep the change apart", "path": name})


__all__ = ["NO_SEAL", "manifest_in", "raise_faults", "unsealed", "verify"]
