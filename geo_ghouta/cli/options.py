"""Options that more than one command has; each stands here once."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from geo_ghouta.addresses import case_folder, no_case, not_there
from geo_ghouta.cli.console import Console, check_log
from geo_ghouta.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from geo_ghouta.pipeline import Result


class Day(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments here
    """A day written YYYY-MM-DD."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        """Read the day or say what was expected."""
        if isinstance(value, dt.date):
            return value
        try:
            return dt.date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is no day; write it YYYY-MM-DD, for example 2018-03-22", param, ctx)


class Named(click.Path):
    """A file or folder that must be there; where it is not, the way out is said too."""

    def __init__(self, **asked: Any) -> None:
        super().__init__(path_type=Path, exists=True, **asked)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Find the path or say what was expected."""
        if not os.path.lexists(value):
            self.fail(not_there(str(value)), param, ctx)
        return super().convert(value, param, ctx)


class CaseFolder(click.Path):
    """The folder of a case; its ``case.toml`` stands for it."""

    def __init__(self, *, there: bool = False) -> None:
        super().__init__(path_type=Path)
        self.there = there

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Find the folder or say what was expected."""
        place = case_folder(str(super().convert(value, param, ctx)))
        if not place.is_dir() and (self.there or place.exists()):
            self.fail(no_case(place), param, ctx)
        return place


def _writable(_ctx: click.Context, _param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and str(value) != "-":
        if not value.parent.is_dir():
            message = f"the folder {str(value.parent)!r} does not exist; make it first or choose another place"
            raise click.BadParameter(message)
        if value.is_dir():
            message = f"{str(value)!r} is a folder; give a file name"
            raise click.BadParameter(message)
    return value


def _common(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    console = ctx.ensure_object(Console)
    if value and param.name is not None:
        setattr(console, param.name.removesuffix("_summary"), True)
    return value


def _logged(ctx: click.Context, _param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None:
        try:
            check_log(value)
        except UsageError as error:
            raise click.BadParameter(str(error)) from error
        ctx.ensure_object(Console).log_file = value
    return value


def _apply(function: Callable[..., Any], options: list[Callable[..., Any]]) -> Callable[..., Any]:
    for option in reversed(options):
        function = option(function)
    return function


def manners(function: Callable[..., Any]) -> Callable[..., Any]:
    """--quiet, --json, --debug, --log-file."""
    return _apply(
        function,
        [
            click.option("--quiet", "-q", is_flag=True, expose_value=False, callback=_common,
                         help="Say nothing on success."),
            click.option("--json", "json_summary", is_flag=True, expose_value=False, callback=_common,
                         help="End with a summary in JSON on stderr."),
            click.option("--debug", is_flag=True, expose_value=False, callback=_common,
                         help="Show the trace of an error."),
            click.option("--log-file", type=click.Path(path_type=Path), default=None, metavar="FILE",
                         expose_value=False, callback=_logged,
                         help="Write all that is said, and the trace of an error, to this file too."),
        ],
    )  # fmt: skip


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    """--case."""
    return click.option(
        "--case", "case_folder", type=CaseFolder(), default=None, metavar="DIR",
        help="Case folder (default: the bundled case).",
    )(function)  # fmt: skip


def reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """REPORTS and everything about reading them."""
    return _apply(
        function,
        [
            click.argument("reports", nargs=-1, type=click.Path(path_type=Path)),
            case,
            click.option("--published", type=Day(), default=None,
                         help="Day of publication, YYYY-MM-DD; beats front matter and page data, not reports.csv."),
            click.option("--gazetteer", "gazetteers", multiple=True, metavar="FILE",
                         type=Named(dir_okay=False),
                         help="A place list of your own (CSV, GeoJSON or GeoNames dump); repeatable."),
            click.option("--fixes", default=None, metavar="FILE",
                         type=Named(dir_okay=False),
                         help="CSV of decisions by hand: name or span to place, or 'not a place'."),
            click.option("--world/--no-world", "world", default=None,
                         help="Use the world gazetteer (default: if installed)."),
            click.option("--strict", is_flag=True, help="Stop if anything is left out or at fault, warnings too."),
            click.option("--as-known-on", type=Day(), default=None,
                         help="Only control pictures that were known on this day; what was recorded later is left "
                              "out."),
            click.option("--day-order", type=click.Choice(["day_first", "month_first"]), default=None,
                         help="Order of 02/05/2018 where a file does not decide it."),
            click.option("--encoding", default=None,
                         help="Encoding of files that are not UTF-8, such as windows-1256."),
            click.option("--online", default=None, metavar="PROVIDER",
                         help="Ask this geopy provider for names in no list (nominatim, photon, geonames, arcgis ...); "
                              "needs --agent and --contact. Without it nothing leaves this machine."),
            click.option("--agent", default=None, help="Name of your project, told to the provider."),
            click.option("--contact", default=None, help="Your e-mail or web address, told to the provider."),
            click.option("--server", default=None, help="Own server instead of the provider's public one."),
            click.option("--key", default=None, envvar="GEO_GHOUTA_KEY", help="Key or user name, where it wants one."),
        ],
    )  # fmt: skip


def output(default: str | None = None, text: str = "File to write.") -> Callable[..., Any]:
    """-o."""
    return click.option(
        "--output", "-o", type=click.Path(path_type=Path), default=default, metavar="FILE", callback=_writable,
        show_default=default is not None, help=text,
    )  # fmt: skip


def quotes(function: Callable[..., Any]) -> Callable[..., Any]:
    """--quotes."""
    return click.option(
        "--quotes", is_flag=True, help="Put whole quotes into the output (they belong to their publishers)."
    )(function)


def redact(function: Callable[..., Any]) -> Callable[..., Any]:
    """--redact."""
    return click.option(
        "--redact", type=click.Choice(["none", "town", "adm3"]), default="none", show_default=True,
        help="Coarsen every place: town leaves out sites and neighbourhoods, adm3 towns too.",
    )(function)  # fmt: skip


def redacted(result: Result, level: str, *, quotes: bool) -> Result:
    """Coarsen a result as asked; quotes would name what was coarsened.

    Raises
    ------
    UsageError
        If quotes are wanted too.
    """
    if level == "none":
        return result
    if quotes:
        message = f"--quotes and --redact {level}: a quote names what redaction withholds; give one of them"
        raise UsageError(message)
    from geo_ghouta.outlets import redact as coarsen

    return coarsen(result, level)
