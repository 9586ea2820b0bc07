"""``geo-ghouta corpus``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from geo_ghouta.addresses import is_address, not_there, plain_path
from geo_ghouta.cli import options
from geo_ghouta.cli.console import PARTIAL, Command, Console, misfit
from geo_ghouta.errors import UsageError, counted
from geo_ghouta.files import shown

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

_LOOKED_AT = 20_000
"""Rows of what was left out that are looked at for the lines on the screen."""
_KINDS = 10


@click.command("corpus", short_help="Read any number of reports into tables by month.", cls=Command)
@click.argument("paths", nargs=-1, required=True)
@options.case
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), metavar="DIR",
              help="Folder to write; one of an earlier run is taken up where it stopped.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes of this machine.")
@click.option(
    "--scheduler",
    default=None,
    metavar="ADDRESS",
    help="Dask scheduler that does the work, tcp://host:port; 2 minutes without an answer of any worker end the run.",
)
@click.option("--batch", type=click.IntRange(min=1, max=100_000), default=500, show_default=True,
              help="Reports worked on at a time; smaller takes less memory.")  # fmt: skip
@click.option("--published", type=options.Day(), default=None,
              help="Day of publication for reports that state none, YYYY-MM-DD.")  # fmt: skip
@click.option("--day-order", type=click.Choice(["day_first", "month_first"]), default=None,
              help="Order of 02/05/2018 where a file does not decide it.")  # fmt: skip
@click.option("--encoding", default=None, help="Encoding of files that are not UTF-8, such as windows-1256.")
@click.option("--gazetteer", "gazetteers", multiple=True, metavar="FILE",
              type=options.Named(dir_okay=False),
              help="A place list of your own; repeatable.")  # fmt: skip
@click.option("--world/--no-world", "world", default=None, help="Use the world gazetteer (default: if installed).")
@click.option("--map/--no-map", "page", default=True, show_default=True, help="Draw the events as map.html.")
@click.option("--page-budget", type=click.FloatRange(min=0.1), default=5.0, show_default=True, metavar="MB",
              help="Largest size of that page; the events told by most stories come first.")  # fmt: skip
@options.manners
@click.pass_obj
def command(
    console: Console,
    paths: tuple[str, ...],
    case_folder: Path | None,
    output: Path,
    workers: int,
    scheduler: str | None,
    batch: int,
    published: dt.date | None,
    day_order: str | None,
    encoding: str | None,
    gazetteers: tuple[Path, ...],
    world: bool | None,
    page: bool,
    page_budget: float,
) -> None:
    """Read any number of reports into tables by month, and go on where an earlier run stopped.

    PATHS are JSON Lines, CSV or Parquet files, folders and zips; s3://... and the like need the extra 'cluster'.
    DIR holds reports, places, claims, events, convoys, facts and findings as (Geo)Parquet by month, rejected.parquet,
    summary.json and map.html.

    \b
    Example:
      geo-ghouta corpus archive.jsonl more_reports/ -o corpus/ --workers 2
    """
    for path in paths:
        if not is_address(path) and not _exists(plain_path(path)):
            raise UsageError(not_there(plain_path(path)))
    console.say("reading …")
    from geo_ghouta.cases import open_case
    from geo_ghouta.corpus import build_corpus, read_rejected

    made = build_corpus(
        paths,
        output,
        case=case_folder,
        published=published.isoformat() if published else None,
        gazetteers=gazetteers,
        world="auto" if world is None else world,
        encoding=encoding,
        day_order=day_order,
        workers=workers,
        scheduler=scheduler,
        batch=batch,
        page=page,
        page_budget_mb=page_budget,
        progress=_progress(console),
    )
    console.done()
    for line in made.told:
        console.say(line)
    listed = output / "rejected.parquet"
    code = console.tell_rejected(read_rejected(output, _LOOKED_AT), _KINDS, f"see {shown(str(listed))}")
    total = made.summary
    if total["rejected"]:
        console.warn(f"left out: {counted(total['rejected'], 'record')} in all, listed in {shown(str(listed))}")
    if console.json:
        console.finish(total, made.files, "")
    else:
        made_of = (("story", "stories"), ("event", "events"), ("convoy", "convoys"), ("fact", "facts"))
        many = "; ".join(counted(total[column], one, column) for one, column in made_of)
        names = total["names"]
        console.say(
            f"read {counted(total['in'], 'report')} = {total['placed']:,} placed + {total['unplaced']:,} unplaced + "
            f"{total['rejected']:,} rejected; {counted(names['mentions'], 'place name')} = "
            f"{names['placed']:,} placed + {names['unplaced']:,} unplaced + {names['not_a_place']:,} no places; "
            f"{counted(total['claims']['claims'], 'claim')}; {many}; "
            f"{counted(total['findings']['disagrees'], 'disagreement')} with the pictures or among claims"
        )
        if told := misfit(total["names"], open_case(case_folder).file.title, own=case_folder is not None):
            console.say(told)
        console.say(f"wrote {shown(str(output))}: {', '.join(path.name for path in made.files)}")
    sys.exit(PARTIAL if total["rejected"] else code)


def _exists(path: str) -> bool:
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):  # a name too long for any file, or a folder that may not be looked into
        return False


def _progress(console: Console) -> Callable[[int, int], None]:
    """Count on stderr: a bar on a terminal, else a line each time that the number of reports has grown by a fifth."""
    state = {"done": 0, "next": 500}
    console.step("reading reports", 0, 0)

    def tell(new: int, again: int) -> None:
        state["done"] += new + again
        if console.bar is not None:
            console.step("reading reports", state["done"], 0)
        elif state["done"] >= state["next"]:
            state["next"] = max(state["next"] + 500, int(state["done"] * 1.2))
            console.say(f"{state['done']:,} reports …")

    return tell
