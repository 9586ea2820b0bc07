"""The manifest of a run: tool, parameters, inputs and outputs with their hashes, counts, and what each row cites.

It holds no folder of the user's, no host, no user and no clock: the same run gives the same bytes.
"""

from __future__ import annotations

import datetime as dt
import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import FormatError
from geo_ghouta.files import dump_json, local_path, parse_json, read_bytes, sha256_of, shown, write_text
from geo_ghouta.schema import file_hash, tellable
from geo_ghouta.seals import seal_manifest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from geo_ghouta.schema import Source

FORM = "geo-ghouta manifest 1"
_REPORT = ("report_id", "doc_id", "path", "record", "sha256", "text_sha256", "published", "published_basis", "source")
_CITED = frozenset(
    {
        "report_id", "start", "end", "claim_ids", "claim_id", "picture_id", "picture_date", "path", "crossed",
        "date_from",
    }
)  # fmt: skip
"""Columns by which a row says what it rests on."""
_FURTHER = ("from_date", "to_date", "base_date")
"""Days of the further pictures that a row is measured on."""
_QUOTE_DIGITS = 16


def build_manifest(
    reports: pd.DataFrame,
    pictures: pd.DataFrame | None = None,
    parameters: Mapping[str, Any] | None = None,
    counts: Mapping[str, int] | None = None,
    *,
    tables: Mapping[str, Any] | None = None,
    roots: Iterable[str | os.PathLike[str]] = (),
    sources: Iterable[Source] = (),
    at: dt.datetime | None = None,
) -> dict[str, Any]:
    """Describe a run so that it can be checked later.

    Parameters
    ----------
    reports : pandas.DataFrame
        REPORTS.
    pictures : pandas.DataFrame, optional
        PICTURES.
    parameters : mapping, optional
        Options of the run; an absolute path in them is cut to its name.
    counts : mapping, optional
        What went in and where it went.
    tables : mapping of str to table, optional
        Layers by name: what each row cites is noted, with a hash of its words and not the words.
    roots : iterable of path, optional
        Folders that the sources lie in, as the user named them; absolute ones are not noted.
    sources : iterable of Source
        Files that the run rests on besides reports and pictures.
    at : datetime.datetime, optional
        Time of the run, only if it should be told.

    Returns
    -------
    dict
        JSON values only.

    Examples
    --------
    >>> from geo_ghouta.schema import REPORTS
    >>> build_manifest(REPORTS.empty(), counts={"reports": 0})["counts"]
    {'reports': 0}
    """
    inputs = [{"kind": "report", **_row(row, _REPORT)} for row in reports.to_dict("records")]
    if pictures is not None:
        names = ("picture_id", "picture_date", "path", "sha256")
        inputs += [{"kind": "control_picture", **_row(row, names)} for row in pictures.to_dict("records")]
    inputs += source_rows(sources)
    made: dict[str, Any] = {"form": FORM, "tool": {"name": "geo-ghouta", "version": _version()}}
    if at is not None:
        made["at"] = at.isoformat()
    made["parameters"] = {str(k): _harmless(v) for k, v in sorted((parameters or {}).items())}
    made["counts"] = {str(k): int(v) for k, v in (counts or {}).items()}
    made["roots"] = sorted({told for told in map(tellable, roots) if told is not None})
    made["inputs"] = sorted(inputs, key=_input_order)
    if tables is not None:
        made["rows"] = {name: cited_rows(table, reports, pictures) for name, table in tables.items()}
    made["outputs"] = []
    return made


def source_rows(sources: Iterable[Source]) -> list[dict[str, Any]]:
    """Tell files that a run rests on as inputs of a manifest: kind, path, folder, size, hash; each once."""
    rows: dict[Source, dict[str, Any]] = {}
    for source in sources:
        row: dict[str, Any] = {"kind": source.kind, "path": source.path}
        if source.root is not None:
            row["root"] = source.root
        row |= {"bytes": source.size, "sha256": source.sha256}
        if source.kind == "report_table":
            row["reports"] = list(source.tells_of)
        rows[source] = row
    return sorted(rows.values(), key=lambda row: (_input_order(row), row.get("root", "")))


def cited_rows(table: Any, reports: pd.DataFrame, pictures: pd.DataFrame | None = None) -> list[dict[str, Any]]:
    """Note what each row cites: its id, and report, offsets and a hash of the words, or the claims or picture.

    A convoy cites the picture of its day, for whose ground it crossed was read there.
    """
    texts = dict(zip(reports["report_id"], reports["text"], strict=True))
    key = next((c for c in table.columns if str(c).endswith("_id") and c != "report_id" and table[c].is_unique), None)
    out = []
    # Only what is asked for: to make rows of all columns of a wide table costs far more.
    columns = {c: table[c].astype("object").tolist() for c in table.columns if c in _CITED or c in _FURTHER or c == key}
    for number in range(len(table)):
        row = {c: values[number] for c, values in columns.items()}
        cited: dict[str, Any] = {"id": str(row[key]) if key and not pd.isna(row[key]) else f"row {number}"}
        report_id = _value(row.get("report_id"))
        if report_id is not None and not pd.isna(row.get("start")) and not pd.isna(row.get("end")):
            start, end = int(row["start"]), int(row["end"])
            words = texts.get(report_id, "")[start:end]
            cited |= {"report_id": report_id, "start": start, "end": end, "words": words_hash(words)}
        for column in ("claim_ids", "claim_id"):
            if column in row and column != key and _value(row[column]) is not None:
                cited["claims"] = str(row[column]).split("|")
        picture = _value(row.get("picture_id")) or _value(row.get("picture_date"))
        if picture is not None:
            cited["picture"] = str(picture)
        if picture is None and _value(row.get("crossed")) is not None:
            cited.update(_drawn_on(row["date_from"], pictures))
        further = [str(day) for c in _FURTHER if (day := _value(row.get(c))) is not None and str(day) != picture]
        if further:
            cited["pictures"] = further
        if str(row.get("path")).startswith("control/"):
            cited["file"] = str(row["path"])
        out.append(cited)
    return out


def _drawn_on(day: Any, pictures: pd.DataFrame | None) -> dict[str, str]:
    """The picture that answers for a day: the latest one until then."""
    if pictures is None or pd.isna(day):
        return {}
    until = pictures.loc[pictures["picture_date"] <= day, "picture_date"]
    return {} if until.empty else {"picture": str(_value(until.max()))}


def words_hash(words: str) -> str:
    """Short hash of words, to compare them without holding them."""
    return sha256_of(words.encode("utf-8", "replace"))[:_QUOTE_DIGITS]


def write_manifest(
    manifest: Mapping[str, Any], path: str | os.PathLike[str], outputs: Iterable[str | os.PathLike[str]] = ()
) -> Path:
    """Write a manifest beside its outputs, with their hashes, and sealed.

    Parameters
    ----------
    manifest : mapping
        From :func:`build_manifest`.
    path : path
        Where to; paths of the outputs are noted relative to its folder.
    outputs : iterable of path
        Files that the run wrote.

    Returns
    -------
    pathlib.Path
    """
    target = local_path(path)
    noted = []
    for output in sorted(Path(o) for o in outputs):
        size, digest = file_hash(output)
        inside = output.resolve().is_relative_to(target.parent.resolve())
        name = output.resolve().relative_to(target.parent.resolve()).as_posix() if inside else output.name
        noted.append({"path": name, "bytes": size, "sha256": digest})
    return write_text(target, dump_json(seal_manifest({**manifest, "outputs": noted}), indent=1) + "\n")


def manifest_beside(output: Path) -> Path:
    """Where the manifest of a file lies: beside it, called like it.

    Examples
    --------
    >>> manifest_beside(Path("claims.csv")).name
    'claims.csv.manifest.json'
    """
    return output.with_name(f"{output.name}.manifest.json")


def read_manifest(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a manifest and check its form.

    Raises
    ------
    FormatError
        If it is none.
    """
    return checked(parse_json(read_bytes(path), shown(Path(path).name)), shown(Path(path).name))


def checked(data: Any, where: str) -> dict[str, Any]:
    """Return the data if it has the form of a manifest."""
    inputs = data.get("inputs") if isinstance(data, dict) else None
    fine = isinstance(inputs, list) and all(
        isinstance(i, dict) and isinstance(i.get("path"), str) and isinstance(i.get("sha256"), str) for i in inputs
    )
    # What a manifest leaves out or tells wrongly is no kind of ours; it is checked as any report.
    for item in inputs if fine and isinstance(inputs, list) else []:
        item["kind"] = str(item.get("kind", "report"))
    lists = fine and all(isinstance(data.get(k, []), list) for k in ("outputs", "roots"))
    rows = data.get("rows", {}) if lists else None
    if not isinstance(rows, dict) or not all(
        isinstance(r, list) and all(isinstance(c, dict) for c in r) for r in rows.values()
    ):
        message = f"{where}: no manifest of geo-ghouta; expected a list 'inputs' with path and sha256"
        raise FormatError(message)
    return dict(data)


def _version() -> str:
    try:
        return version("geo-ghouta")
    except PackageNotFoundError:
        return "unknown"


def _input_order(item: dict[str, Any]) -> tuple[Any, ...]:
    return item["kind"], item["path"] or "", item.get("record") or 0, str(item.get("report_id")), item["sha256"] or ""


def _row(row: Mapping[Any, Any], names: tuple[str, ...]) -> dict[str, Any]:
    made = {name: _value(row.get(name)) for name in names}
    if isinstance(made.get("path"), str) and _absolute(made["path"]):
        made["path"] = PurePosixPath(made["path"].replace("\\", "/")).name
    return made


def _value(value: Any) -> Any:
    if value is None or pd.isna(value):
        return None
    if isinstance(value, pd.Timestamp | dt.datetime | dt.date):
        return value.isoformat()[:10]
    return value.item() if hasattr(value, "item") else value


def _absolute(text: str) -> bool:
    return PurePosixPath(text).is_absolute() or PureWindowsPath(text).is_absolute() or text.startswith("~")


def _harmless(value: Any) -> Any:
    """Turn an option into JSON without a folder of the user's."""
    if isinstance(value, dict):
        return {str(k): _harmless(v) for k, v in sorted(value.items(), key=lambda kv: str(kv[0]))}
    if isinstance(value, list | tuple):
        return [_harmless(v) for v in value]
    if isinstance(value, set | frozenset):
        return sorted((_harmless(v) for v in value), key=str)
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float):
        return value
    text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    return PurePosixPath(text.replace("\\", "/")).name if _absolute(text) else text
