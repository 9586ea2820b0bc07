"""Run the street for a command: what the verbs that read reports share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from pathlib import Path

    from geo_ghouta.cli.console import Console
    from geo_ghouta.pipeline import Result


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
    **reading: str | None,
) -> Result:
    """Check the inputs, say that work begins, run."""
    for path in reports:
        if str(path) != "-" and not path.exists():
            message = f"{shown(str(path))}: no such file or folder; check the path"
            raise UsageError(message)
    console.say("reading …")
    from geo_ghouta.pipeline import run

    return run(
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
        **reading,
    )


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
