"""Read the sources of a corpus again, as a stream: a changed, new or missing report is found, and a changed output."""

from __future__ import annotations

import contextlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from geo_ghouta.addresses import is_address
from geo_ghouta.cases import bundled_case
from geo_ghouta.corpus.months import month_folders
from geo_ghouta.corpus.shelf import BY_MONTH, MANIFEST
from geo_ghouta.corpus.splitting import Intake
from geo_ghouta.corpus.telling import as_run, read_told, tables_of
from geo_ghouta.errors import GhoutaError, InputError, counted
from geo_ghouta.files import sha256_of, shown
from geo_ghouta.ledger.looking import Folders, label_of, problem_of
from geo_ghouta.reports import read_batch
from geo_ghouta.reports.gathering import named_paths
from geo_ghouta.schema import FINDINGS, file_hash
from geo_ghouta.seals import is_manifest_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

_SAME = ("doc_id", "published", "published_basis", "source", "title", "url", "text_sha256")
"""What must be as it was: what a row tells of its report besides file and number."""
_BATCH = 500
_NAMED = 1000
"""Reports whose rows are named each; of more only the counts are told, so that memory stays bounded."""
_Key = tuple[str, int | None]
_Words = tuple[Any, ...]


def verify_corpus(
    folder: str | os.PathLike[str],
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    also: Iterable[str | os.PathLike[str]] = (),
    case: str | os.PathLike[str] | None = None,
) -> Any:
    """Check that a corpus still rests on its sources, in bounded memory.

    Parameters
    ----------
    folder : path
        Of a corpus.
    sources : path or paths, optional
        Folders that its inputs lie in, under their names; default the current folder, then the one around the corpus.
    also : iterable of path, optional
        Inputs looked for last, such as the reports of the bundled case.
    case : path, optional
        Folder of the case that it was built with, looked into first.

    Returns
    -------
    geopandas.GeoDataFrame
        FINDINGS with severity "error": one a report that is changed, gone or new, with how many rows rest on it; one
        an input that is not there; one a report table, place list or file of the case that is changed or not there;
        one an output that is not as it was written, or that lies among the tables and is of no run; one a manifest
        that was changed. Empty when everything stands.

    Raises
    ------
    InputError
        If the folder is no corpus, was not finished, or its manifest is damaged.
    """
    place = Path(folder)
    manifest = read_told(place)
    if manifest.get("complete") is not True:
        message = f"{shown(str(place))}: is not finished; run the same 'geo-ghouta corpus' command again, then verify"
        raise InputError(message)
    named = None if sources is None else [Path(one) for one in named_paths(sources)]
    roots = named if named is not None else [Path(), place.resolve().parent]
    beside = [*(Path(one) for one in also), bundled_case()]
    last = [] if named is not None else beside[:-1]
    faults: list[dict[str, Any]] = []
    inputs: list[tuple[str, dict[str, Any]]] = []
    for told in manifest["inputs"]:
        label = str(told["input"])
        # An address stands in the manifest, which may come from anybody; the user has named none, so none is asked.
        there = [one for one in last if _may_be(one, told, manifest["parameters"])]
        found = _find(PurePosixPath(label).name if is_address(label) else label, roots, there)
        if found is None:
            many = counted(told["placed"] + told["unplaced"], "report")
            detail = f"input {shown(label)}: not found; {many} rest{'s' if many.startswith('1 ') else ''} on it"
            hint = "download it, and name the folder" if is_address(label) else "name the folder"
            faults.append(_fault(detail, f"{hint} that it lies in with --sources", label))
        else:
            inputs.append((found, told))
    outputs = [*_outputs(place, manifest["outputs"]), *_strangers(place, manifest["outputs"])]
    touched = [fault for fault in outputs if str(fault["path"]).startswith("reports/")]
    if touched:
        detail = f"the sources were not compared: {touched[0]['path']}, which tells what was read, is not as it was"
        faults.append(_fault(detail, "restore it, then verify again", str(touched[0]["path"])))
    elif not faults:
        with _damage_told(faults):
            faults += _changed(place, manifest["parameters"], inputs)
    faults += _changed_sources(manifest, Folders(as_run(manifest), place.resolve().parent, named, beside, case))
    faults += outputs
    if is_manifest_whole(manifest) is False:
        detail = f"{MANIFEST}: changed since it was written, so that nothing in it is sure"
        faults.append(_fault(detail, "restore it, or run the same 'geo-ghouta corpus' command again", MANIFEST))
    rows = [{"finding_id": f"verify/{number:06}", **fault} for number, fault in enumerate(faults, 1)]
    return FINDINGS.table(rows)


def _fault(detail: str, hint: str, path: str, feature: str | None = None) -> dict[str, Any]:
    told = {"detail": detail, "hint": hint, "path": shown(path), "feature": feature}
    return {"check": "verify", "severity": "error", **told}


@contextlib.contextmanager
def _damage_told(faults: list[dict[str, Any]]) -> Iterator[None]:
    """Tell tables that cannot be read: their hash may be right all the same, where a manifest is from anybody."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, EOFError) as error:
        detail = f"the sources were not compared: a table cannot be read ({shown(str(error), 80)})"
        faults.append(_fault(detail, "run the same 'geo-ghouta corpus' command again", "reports"))


def _is_there(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:  # a name too long for any file, or a folder that may not be looked into
        return False


def _find(label: str, roots: list[Path], last: list[Path]) -> str | None:
    pure = PurePosixPath(label)
    if pure.is_absolute() or ".." in pure.parts or not pure.name:
        return None  # a manifest from elsewhere is no reason to open anything
    for root in roots:
        if _is_there(root / label):
            return str(root / label)
        if shown(root.resolve().name, 300) == label and root.exists():
            return str(root)
        # A name with signs that nobody sees, or in another encoding, stands in the manifest as it is shown.
        with contextlib.suppress(OSError, ValueError):
            for place in (root / label).parent.iterdir() if "<U+" in pure.name else ():
                if shown(place.name, 300) == pure.name:
                    return str(place)
    return next((str(place) for place in last if place.name == label and place.exists()), None)


def _may_be(place: Path, told: dict[str, Any], parameters: dict[str, Any]) -> bool:
    """Whether a place that nobody named may be an input: the bundled reports only where they are what was read."""
    if not place.is_relative_to(bundled_case()) or place.name != told["input"] or "sha256" not in told:
        return True
    intake = Intake(str(place))
    for _ in intake.batches(_BATCH, order=parameters.get("day_order"), encoding=parameters.get("encoding")):
        pass
    return bool(intake.digest == told["sha256"])


def _changed_sources(manifest: dict[str, Any], folders: Folders) -> Iterator[dict[str, Any]]:
    total = sum(told["placed"] + told["unplaced"] for told in manifest["inputs"])
    for item in as_run(manifest)["inputs"]:
        place, data = folders.look_up(item)
        if place is not None and sha256_of(data) == item["sha256"]:
            continue
        problem, hint = problem_of(item, place, led_out=item["path"] in folders.led_out)
        rest = f"{counted(total, 'report')} may rest on it"
        rest = "no row rests on it, map.html does" if item["kind"] == "backdrop" else rest
        yield _fault(f"{label_of(item)}: {problem}; {rest}", hint, item["path"])


def _changed_tables(told: dict[str, Any], intake: Intake) -> Iterator[dict[str, Any]]:
    """Compare the tables that tell of an input's reports to those that did when it was read."""
    before = {str(table["path"]): table for table in told.get("tables", ())}
    now = {str(table["path"]): table for table in tables_of(intake)}
    for path, table in before.items():
        if path not in now or now[path]["sha256"] != table["sha256"]:
            what = "source changed" if path in now else "source not found"
            rest = f"{counted(int(table['files']), 'report file')} of {told['input']} rest on it"
            yield _fault(f"report table {shown(path)}: {what}; {rest}", "restore it, or build the corpus again", path)
    for path in now.keys() - before.keys() if "tables" in told else ():
        detail = f"report table {shown(path)}: was not there when {told['input']} was read"
        yield _fault(detail, "build the corpus again", path)


def _changed(
    folder: Path, parameters: dict[str, Any], inputs: list[tuple[str, dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    wanted = _written(folder)
    extra: set[_Key] = set()
    seen: set[Path] = set()
    order, encoding = parameters.get("day_order"), parameters.get("encoding")
    for name, input_told in sorted(inputs, key=lambda pair: pair[0]):
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
        yield from _changed_tables(input_told, intake)
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
        name = str(output["path"])
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


def _strangers(folder: Path, told: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Files among the tables that no run wrote: who reads the folder as one table reads their rows too."""
    known = {str(output["path"]) for output in told}
    for name in BY_MONTH:
        for place in sorted((folder / name).rglob("*")):
            path = place.relative_to(folder).as_posix()
            # Readers of whole folders pass over names that begin with a dot or a line.
            if place.is_file() and path not in known and not place.name.startswith((".", "_")):
                yield _fault(f"output {shown(path)}: was not there when the corpus was written", "take it away", path)
