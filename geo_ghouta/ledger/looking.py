"""Where the sources of an output are looked for, what they are called, and what rests on those that no row cites."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import InputError
from geo_ghouta.files import local_path, own_folder, read_bytes, sha256_of, shown
from geo_ghouta.schema import SOURCE_KINDS, WITHHELD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Named = str | os.PathLike[str]

CASE_KINDS = frozenset({"case_file", "case_places", "routes", "backdrop"})
"""Files that lie in a case's folder: their names are so plain that they are looked for in such folders only."""
_DRAWN = frozenset({"control", "pockets", "changes", "routes"})
"""Layers that rest on drawings and on no name in a report."""
_SUBFOLDERS = ("", "reports", "control")
_NOT_FOUND = "source not found"
_NOT_KEPT = "came from standard input and cannot be read again"
_REPORTS = frozenset({"report", "report_table"})


class Folders:
    """The folders that the sources of one output may lie in.

    Parameters
    ----------
    manifest : dict
    home : pathlib.Path
        Folder of the output.
    sources : path or paths, optional
        Folders that the user named.
    also : iterable of path
        Folders of the bundled case.
    case : path, optional
        Folder of the case.
    """

    def __init__(
        self,
        manifest: dict[str, Any],
        home: Path,
        sources: Named | Iterable[Named] | None = None,
        also: Iterable[Named] = (),
        case: Named | None = None,
    ) -> None:
        used = manifest.get("parameters")
        self._used: dict[str, Any] = used if isinstance(used, dict) else {}
        self._named = sources is not None
        self._own = [] if case is None else _with_subfolders([local_path(case)])
        self._roots = _roots(sources, manifest, home)
        self._usual = [f for f in _roots(None, manifest, home) if ".." not in f.parts] if self._named else []
        self._last = _with_subfolders([Path(a) for a in also])
        self._cases = {_root(i) for i in manifest["inputs"] if i["kind"] == "case_file"} - {None}
        hashes: dict[str, set[str]] = {}
        for item in manifest["inputs"]:
            hashes.setdefault(item["path"], set()).add(item["sha256"])
        self._namesakes = {path for path, digests in hashes.items() if len(digests) > 1}
        self._held: tuple[Path, bytes] | None = None
        self.led_out: set[str] = set()
        """Paths of sources that are links out of their folder, which are not followed."""

    def look_up(self, item: dict[str, Any]) -> tuple[Path | None, bytes]:
        """Find a source: the first place where it lies. A right copy elsewhere does not speak for a changed one there.

        Only where several sources have that one path, or nobody knows the folder, any place with the right bytes will
        do.
        """
        name = item["path"]
        if not inside(name) or ".." in PurePosixPath(name).parts:
            return None, b""
        if item["kind"] == "added_list":
            return _by_hash(item["sha256"], [own_folder("data") / "lists"])
        folders = self._folders(item)
        if name.startswith(WITHHELD):
            return _by_hash(item["sha256"], folders)
        free = name in self._namesakes or (item["kind"] in {"place_list", "fixes"} and _root(item) is None)
        first: tuple[Path | None, bytes] = (None, b"")
        for folder in folders:
            place = folder / name
            if not place.is_file():
                continue
            if not self._stays(place, folder):
                self.led_out.add(name)
                continue
            try:
                data = self._read(place)
            except InputError:
                continue
            if not free or sha256_of(data) == item["sha256"]:
                return place, data
            if first[0] is None:
                first = place, data
        return first

    def _stays(self, place: Path, folder: Path) -> bool:
        """Whether a file is in its folder; a link may lead out of it into folders that the user named, nowhere else."""
        real = place.resolve()
        return any(real.is_relative_to(base.resolve()) for base in (folder, *(self._roots if self._named else ())))

    def _read(self, place: Path) -> bytes:
        # The records of one file come one behind another.
        if self._held is None or self._held[0] != place:
            self._held = place, read_bytes(place)
        return self._held[1]

    def _folders(self, item: dict[str, Any]) -> list[Path]:
        kind, root = item["kind"], _root(item)
        # Only a run on the bundled case may look there, and not for reports that the user named.
        bundled = bool(self._used.get("bundled_case"))
        mine = kind in _REPORTS and bool(self._used.get("own_reports"))
        last = self._last if bundled and not mine and not (kind in _REPORTS and self._named) else []
        if kind in CASE_KINDS:
            near = [] if root is None or (self._named and ".." in root.parts) else [root]
            told = [*self._own, *(near if not self._named else []), *self._roots, *near]
            if bundled and last:
                told = self._own
            return [folder for folder in dict.fromkeys([*told, *last]) if (folder / "case.toml").is_file()]
        if kind in SOURCE_KINDS:
            # Besides what the user named, a manifest from elsewhere may lead down from here only.
            near = _with_subfolders([] if root is None or (self._named and ".." in root.parts) else [root])
            told = [*self._roots, *near] if self._named else [*near, *self._roots]
            return list(dict.fromkeys([*told, *self._own, *last]))
        if not mine:
            # Who names the folder of moved reports has not moved the case's pictures with it.
            usual = [] if kind in _REPORTS else self._usual
            return list(dict.fromkeys([*self._own, *self._roots, *usual, *last]))
        # Reports that the user named lie in the case by chance at most: one of its own may have the same name.
        of_case = _with_subfolders([root for root in self._cases if root is not None])
        return [*(r for r in self._roots if r not in of_case), *(r for r in self._roots if r in of_case), *self._own]


def inside(name: str) -> bool:
    """Whether a path of a manifest stays where it is looked up; one from elsewhere is no reason to open anything."""
    pure = PurePosixPath(name)
    # On Windows these lead to drives, streams and hosts; elsewhere they are letters of a name ("10:30.txt").
    ways = frozenset(":\\\0" if os.name == "nt" else "\0")
    return bool(name) and not pure.is_absolute() and ways.isdisjoint(name)


def label_of(item: dict[str, Any]) -> str:
    """What a source is called: its kind and its name."""
    path = str(item["path"])
    if item["kind"] in SOURCE_KINDS:
        name = "" if path.startswith(WITHHELD) else f" {shown(path)}"
        return f"{SOURCE_KINDS[item['kind']]}{name}"
    name = shown(str(item.get("doc_id") or path))
    return f"report {shown(str(item['report_id']))} ({name})" if item.get("report_id") else f"picture {name}"


def problem_of(item: dict[str, Any], place: Path | None, *, led_out: bool = False) -> tuple[str, str]:
    """Say what is wrong with a source that is not as it was, and the way out: changed, a link, or not found."""
    if item["path"] == "-":
        return _NOT_KEPT, "keep the text in a file and run again"
    if place is not None:
        return "source changed", "restore the file, or run again and compare"
    if led_out:
        hint = "name the folder that it leads to with --sources as well, or put the file itself there"
        return f"{_NOT_FOUND} (a link out of its folder is not followed unasked)", hint
    gone = " or changed (its name is withheld)" if item["path"].startswith(WITHHELD) else ""
    case = item["kind"] in CASE_KINDS
    return f"{_NOT_FOUND}{gone}", f"name the folder it lies in with {'--case' if case else '--sources'}"


def is_unread(detail: str) -> bool:
    """Whether a fault of a source tells that it could not be read, so that nobody can say that it changed.

    Examples
    --------
    >>> is_unread("report r1 (a.txt): source not found"), is_unread("report r1 (a.txt): source changed")
    (True, False)
    """
    return f": {_NOT_FOUND}" in detail or detail.endswith(f": {_NOT_KEPT}")


def depending(item: dict[str, Any], manifest: Mapping[str, Any]) -> str:
    """Say how many rows may rest on a file that no single row cites.

    Examples
    --------
    >>> rows = {"claims": [{"id": "a"}, {"id": "b"}], "convoys": [{"id": "c"}]}
    >>> depending({"kind": "place_list"}, {"rows": rows}), depending({"kind": "routes"}, {"rows": rows})
    ('every row may rest on it: claims (2), convoys (1)', 'rows that may rest on it: convoys (1)')
    """
    rows = manifest.get("rows", {})
    if item["kind"] == "backdrop":
        return "no row rests on it, the drawing does"
    resting = {name: table for name, table in rows.items() if _may_rest(str(name), item["kind"])}
    told = ", ".join(f"{shown(str(name))} ({len(table):,})" for name, table in resting.items())
    if not told:
        return "no row rests on it" if rows else "the output may rest on it"
    return f"{'every row may' if len(resting) == len(rows) else 'rows that may'} rest on it: {told}"


def _may_rest(layer: str, kind: str) -> bool:
    """Whether rows of a layer may be others when a file of this kind changes; of an unknown layer they may."""
    if kind == "routes":
        return layer in {"routes", "convoys"}
    # Names are found in reports by place lists and fixes; what is drawn is called by the case's own list alone.
    drawn = {"place_list": _DRAWN, "added_list": _DRAWN, "fixes": _DRAWN, "case_places": {"control", "routes"}}
    return layer not in drawn.get(kind, ())


def unchecked(manifest: Mapping[str, Any]) -> list[str]:
    """Say what a manifest does not hold and so cannot be checked.

    Examples
    --------
    >>> unchecked({"inputs": [{"kind": "case_file"}], "parameters": {"online": "nominatim"}})
    ['names were asked online of nominatim; its answers cannot be read again']
    """
    told = []
    kinds = {item.get("kind") for item in manifest.get("inputs", ())}
    used = manifest.get("parameters")
    used = used if isinstance(used, dict) else {}
    if not kinds & SOURCE_KINDS.keys():
        lists = [str(name) for name in used.get("gazetteers") or []] if isinstance(used.get("gazetteers"), list) else []
        lists += [str(used["fixes"])] if used.get("fixes") else []
        named = f" ({', '.join(shown(name) for name in lists)})" if lists else ""
        told.append(
            "written by an older version: it holds no hash of reports.csv, of place lists and fixes"
            f"{named}, nor of the case's own files but its pictures, so these cannot be checked; run again to note them"
        )
    if used.get("online"):
        told.append(f"names were asked online of {shown(str(used['online']))}; its answers cannot be read again")
    return told


def _root(item: Mapping[str, Any]) -> Path | None:
    root = item.get("root")
    return Path(root) if isinstance(root, str) and inside(root) else None


def _roots(sources: Named | Iterable[Named] | None, manifest: dict[str, Any], home: Path) -> list[Path]:
    if sources is not None:
        given = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
        bases = [local_path(s) for s in given]
    else:
        bases = [Path(str(r)) for r in manifest.get("roots", []) if isinstance(r, str) and inside(r)] + [Path(), home]
    return _with_subfolders([base.parent if base.is_file() else base for base in bases])


def _with_subfolders(folders: list[Path]) -> list[Path]:
    return list(dict.fromkeys(folder / sub for folder in folders for sub in _SUBFOLDERS))


def _by_hash(wanted: str, roots: list[Path]) -> tuple[Path | None, bytes]:
    """Find a source whose name an output does not tell, among the files of the folders."""
    for root in roots:
        for place in sorted(root.iterdir()) if root.is_dir() else []:
            if place.is_file():
                try:
                    data = read_bytes(place)
                except InputError:
                    continue
                if sha256_of(data) == wanted:
                    return place, data
    return None, b""
