"""What commands say: messages to stderr, data to stdout, one line a problem, the most important line last."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import sys
import traceback
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from geo_ghouta.errors import (
    GhoutaError,
    UsageError,
    VerificationError,
    counted,
    is_disk_full,
)
from geo_ghouta.files import dump_json, home_folder, read_bytes, shown, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from geo_ghouta.cli.progress import Bar

DONE, ERROR, USAGE, PARTIAL, CHANGED, INTERRUPTED = 0, 1, 2, 3, 4, 130
EXIT_CODES = """\b
Exit codes:
  0    done
  1    an input could not be used, or an output could not be written
  2    wrong option or argument
  3    done, but something was left out (listed on stderr)
  4    verify: a source changed, or was not found to be checked
  130  interrupted
"""
_LISTED = 10
_NAMED = 6
_FEW = 5
_LIKE_FILES = 3
LOG_HEAD = "geo-ghouta log"


@dataclasses.dataclass
class Console:
    """Where a command's words go.

    Parameters
    ----------
    quiet : bool
        Say nothing on success.
    debug : bool
        Show the trace of an error.
    json : bool
        End with a summary in JSON on stderr.
    log_file : Path, optional
        Everything said, and the trace of an error, goes into this file too.
    closing : str
        What is said beside the last lines, where it is not overlooked.
    """

    quiet: bool = False
    debug: bool = False
    json: bool = False
    log_file: Path | None = None
    bar: Bar | None = None
    closing: str = ""
    lines: list[str] = dataclasses.field(default_factory=list)

    def say(self, message: str) -> None:
        """Write one line to stderr, unless quiet."""
        self.lines.append(message)
        if not self.quiet:
            self._write(message)

    def warn(self, message: str) -> None:
        """Write one line to stderr even when quiet: something was lost or needs a look."""
        self.lines.append(message)
        self._write(message)

    def _write(self, message: str) -> None:
        if self.bar is not None and self.bar.said(message):
            return
        # Who closed the reading end of stderr (2>&1 | head) wants no more words, but the work still done.
        with contextlib.suppress(BrokenPipeError):
            click.echo(message, err=True)

    def step(self, name: str, done: int, total: int) -> None:
        """Move the bar: a step of the work, how much of it is done and how much there is (0 where nobody knows).

        There is a bar on a terminal only, and none with ``--quiet`` or ``--json``.
        """
        if self.bar is None:
            # Where stderr was closed there is none at all.
            if self.quiet or self.json or not (sys.stderr and sys.stderr.isatty()) or os.environ.get("TERM") == "dumb":
                return
            from geo_ghouta.cli.progress import Bar

            self.bar = Bar()
        self.bar.move(name, done, total)

    def done(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None

    def summarise(self, summary: dict[str, Any]) -> None:
        """End with a summary in JSON on stderr, if that was asked for."""
        if self.json:
            self.warn(dump_json(summary))

    def write_log(self, code: int, trace: str = "") -> None:
        """Write everything said into the log file, if one was asked for."""
        if self.log_file is None:
            return
        try:
            check_log(self.log_file)  # the run itself may have written a file of that name
            text = "\n".join([LOG_HEAD, *self.lines, *([trace.rstrip()] if trace else []), f"exit code {code}"])
            text = impersonal(text)  # a log is sent to others
            write_text(self.log_file, text.encode("utf-8", "replace").decode() + "\n")
        except GhoutaError as error:
            self._write(f"error: no log was written: {error}")

    def tell_rejected(self, rejected: pd.DataFrame, most: int | None = None, more: str = "") -> int:
        """List what was left out or repaired, many like problems in one line; return the exit code.

        Of more lines than ``most`` a severity the rest is only counted, and ``more`` says where they are.
        """
        errors = 0
        for severity in ("note", "warning", "error"):
            rows = rejected[rejected["severity"].astype("str") == severity]
            errors += len(rows) if severity == "error" else 0
            write = self.warn if severity == "error" else self.say
            word, lines = "left out" if severity == "error" else severity, _grouped(rows)
            for line in lines[:most]:
                write(f"{word}: {line}")
            if most is not None and len(lines) > most:
                write(f"{word}: {counted(len(lines) - most, 'more problem')}; {more}")
        return PARTIAL if errors else DONE

    def finish(self, summary: dict[str, Any], files: list[Path], last: str) -> None:
        """Say what was read, placed and written; the most important line last."""
        sizes = {path: path.stat().st_size for path in files if path.is_file()}
        if self.json:
            listed = [{"path": str(p), "bytes": sizes.get(p)} for p in files]
            self.summarise({**summary, "files": listed})
            return
        self.say(sentence(summary))
        if self.closing:
            self.say(self.closing)
        for path in files:
            last = f"{last} {shown(str(path))}" + (f" ({size_text(sizes[path])})" if path in sizes else "")
        self.say(last)


def impersonal(text: str) -> str:
    """Take out of a text what names its user and their machine.

    The home folder becomes ``~``, the user in another path ``<user>``, the machine ``<host>``.

    Examples
    --------
    >>> impersonal(f"wrote {Path.home()}/a.html")
    'wrote ~/a.html'
    """
    import getpass
    import socket

    home = str(home_folder() or "")
    if len(home) > 1:
        text = text.replace(home, "~")
    with contextlib.suppress(OSError, KeyError):  # a process may run as nobody
        text = re.sub(rf"(?<=[/\\]){re.escape(getpass.getuser())}(?![\w.-])", "<user>", text)
    host = socket.gethostname()
    return re.sub(rf"(?<![\w.-]){re.escape(host)}(?![\w-])", "<host>", text) if len(host) > 1 else text


def size_text(size: int) -> str:
    """Size in words.

    Examples
    --------
    >>> size_text(512_000)
    '512 kB'
    """
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1e3))} kB"


def sentence(summary: dict[str, Any]) -> str:
    """Sum up a run in one line.

    Examples
    --------
    >>> sentence({"reports": 2, "reports_without_day": 1, "stories": 1, "mentions": 5, "placed": 4, "unplaced": 1,
    ...     "not_a_place": 0, "rejected": 0, "claims": 3, "claims_with_day": 2, "pictures": 1})
    'read 2 reports (1 without a day, 1 story); 5 place names = 4 placed + 1 unplaced; 3 claims (2 dated); 1 picture; 0 left out'
    """  # noqa: E501
    without = summary.get("reports_without_day", 0)
    dated = f"{without} without a day, " if without else ""
    aside = summary.get("not_a_place", 0)
    more = f" + {aside} no places" if aside else ""
    return (
        f"read {counted(summary['reports'], 'report')} ({dated}{counted(summary['stories'], 'story', 'stories')}); "
        f"{counted(summary['mentions'], 'place name')} = {summary['placed']} placed + {summary['unplaced']} unplaced"
        f"{more}; {counted(summary['claims'], 'claim')} ({summary['claims_with_day']} dated); "
        f"{counted(summary['pictures'], 'picture')}; {summary['rejected']} left out"
    )


def _grouped(rows: pd.DataFrame) -> list[str]:
    import pandas as pd

    lines = []
    for told, group in rows.groupby("problem", sort=True):
        files = sorted({str(path) for path in group["path"]})
        if len(files) > _LIKE_FILES:
            named = ", ".join(shown(name, 80) for name in files[:_LIKE_FILES])
            hint = "" if pd.isna(group.iloc[0]["hint"]) else f"; {group.iloc[0]['hint']}"
            lines.append(f"{len(group)} × {told} in {named} and {len(files) - _LIKE_FILES} more files{hint}")
            rows = rows.drop(group.index)
    for (path, problem), group in rows.groupby(["path", "problem"], sort=True, dropna=False):
        first = group.iloc[0]
        where = [f"row {r}" if str(r).isdigit() else str(r) for r in group["row"] if not pd.isna(r)]
        place = f", {', '.join(where[:_LISTED])}" + (", …" if len(where) > _LISTED else "") if where else ""
        many = f"{len(group)} × " if len(group) > 1 else ""
        parts = [f"{shown(str(path), 300)}{place}: {many}{problem}"]
        if not pd.isna(first["found"]):
            parts.append(f"found {shown(str(first['found']))}")
        if not pd.isna(first["expected"]):
            parts.append(f"expected {first['expected']}")
        if not pd.isna(first["hint"]):
            parts.append(str(first["hint"]))
        lines.append("; ".join(parts))
    return lines


def misfit(names: dict[str, Any], title: str, own: bool) -> str:
    """Say that the names of reports do not lie where the case lies, or "".

    Parameters
    ----------
    names : dict
        ``mentions``, ``placed``, ``unplaced`` and ``not_a_place``.
    title : str
        Of the case.
    own : bool
        Whether the user named the case.

    Examples
    --------
    >>> misfit({"mentions": 136, "placed": 55, "unplaced": 63, "not_a_place": 18}, "Eastern Ghouta", own=False)
    'warning: 63 of 118 place names have no spot in "Eastern Ghouta", the bundled case: are the reports of another place? Name its case with --case DIR (geo-ghouta new DIR makes one)'
    >>> misfit({"mentions": 40, "placed": 37, "unplaced": 3, "not_a_place": 0}, "Eastern Ghouta", own=False)
    ''
    """  # noqa: E501
    asked = names.get("placed", 0) + names.get("unplaced", 0)
    lost = names.get("unplaced", 0)
    if lost < _FEW or lost * 3 < asked:
        return ""
    said = f'warning: {lost:,} of {counted(asked, "place name")} have no spot in "{shown(title, 80)}"'
    if own:
        return f"{said}: are the reports of another place? Else widen 'area' in case.toml or add to places.csv"
    return (
        f"{said}, the bundled case: are the reports of another place? Name its case with --case DIR "
        "(geo-ghouta new DIR makes one)"
    )


def tell_unplaced(console: Console, places: pd.DataFrame) -> None:
    """Say which names have no spot, a line for each kind of answer."""
    words = {
        "ambiguous": "ambiguous (see column candidates)",
        "not_found": "not found in any gazetteer",
        "outside": "outside your area",
        "failed": "look-up failed",
    }
    answers = places["resolution"].astype("str")
    for resolution, said in words.items():
        rows = places["text"][answers == resolution]
        if len(rows):
            names = sorted({shown(str(t), 40) for t in rows})
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            often = f" ({counted(len(rows), 'mention')})" if len(rows) > len(names) else ""
            console.say(f"{counted(len(names), 'name')}{often} {said}: {', '.join(names[:_NAMED])}{more}")
    if (answers == "outside").any() and not (answers == "placed").any():
        console.say(
            "no name lies in this case's area: if the reports are of another siege, 'geo-ghouta new DIR' makes a case "
            "of it; if they are not, widen 'area' in case.toml"
        )


def exit_code_of(error: GhoutaError) -> int:
    """Exit code that an error ends a command with.

    Examples
    --------
    >>> exit_code_of(UsageError("x")), exit_code_of(VerificationError("x"))
    (2, 4)
    """
    if isinstance(error, UsageError):
        return USAGE
    if isinstance(error, VerificationError):
        return CHANGED
    return ERROR


def check_log(path: Path) -> None:
    """Refuse a log file that would replace something else than an earlier log.

    Raises
    ------
    UsageError
        If a file of that name is no log of ours, or its folder does not exist.
    """
    if not path.parent.is_dir():
        message = f"--log-file {shown(str(path))}: the folder does not exist; make it first or choose another place"
        raise UsageError(message)
    if path.is_dir() or (path.exists() and not read_bytes(path).startswith(LOG_HEAD.encode())):
        message = f"--log-file {shown(str(path))}: is no log of geo-ghouta and is not replaced; give another name"
        raise UsageError(message)


class Command(click.Command):
    """A command that ends in one clear line instead of a trace."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options; with ``--json`` a wrong one ends in JSON as every other error does."""
        given = list(args)  # click takes them out of its list
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            if "--json" not in given:
                raise
            _end_usage(error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; turn our errors into a line and an exit code, and close the log."""
        console = ctx.ensure_object(Console)
        code, trace = DONE, ""
        try:
            with _warnings_said(console):
                return super().invoke(ctx)
        except (SystemExit, click.exceptions.Exit) as end:
            code = getattr(end, "exit_code", None) or getattr(end, "code", None) or DONE
            raise
        except (click.ClickException, click.Abort) as error:
            code = USAGE
            if console.json and isinstance(error, click.UsageError):
                _end_usage(error)
            raise
        except BrokenPipeError:
            # The reader (head, less) has gone: nothing to say, and nothing more to flush.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(DONE)
        except KeyboardInterrupt:
            code = INTERRUPTED
            console.done()
            console.warn("interrupted: outputs are as they were before; run the same command again to go on")
            console.summarise({"error": "interrupted", "exit_code": code})
            ctx.exit(code)
        except Exception as error:
            trace = traceback.format_exc()
            console.done()
            if console.debug:
                code = ERROR
                raise
            code = _tell_error(console, error)
            ctx.exit(code)
        finally:
            console.done()
            console.write_log(code, trace)


@contextlib.contextmanager
def _warnings_said(console: Console) -> Iterator[None]:
    """Say Python's warnings as lines of ours: their own form shows a place in the code, and misses the log."""

    def said(message: Warning | str, *_where: object, **_more: object) -> None:
        told = str(message)
        console.warn(told if told.startswith("note: ") else f"warning: {told}")

    with warnings.catch_warnings():
        warnings.showwarning = said
        yield


def _end_usage(error: click.UsageError) -> NoReturn:
    """Say a wrong option in click's words and in JSON, and end."""
    error.show()
    with contextlib.suppress(BrokenPipeError):
        click.echo(dump_json({"error": error.format_message(), "exit_code": USAGE}), err=True)
    raise click.exceptions.Exit(USAGE) from error


def _tell_error(console: Console, error: Exception) -> int:
    """Say an error in one line and give the exit code."""
    code, hint = ERROR, ""
    if isinstance(error, GhoutaError):
        for fault in getattr(error, "faults", [])[1:_LISTED]:
            console.warn(f"also: {fault}")
        code, said = exit_code_of(error), str(error)
    elif isinstance(error, MemoryError):
        said = "out of memory; give fewer reports at a time"
    elif isinstance(error, OSError) and is_disk_full(error):
        # Our own files are told by name: this is where the output is led to, or a temporary file of a library.
        said = (
            f"standard output or a temporary file could not be written ({error.strerror}); make room and run it again"
        )
    else:
        # A fault of ours, not of the input: one line for the user, the trace for who mends it.
        said = f"a fault inside geo-ghouta ({type(error).__name__}: {shown(str(error))}); nothing was written"
        hint = ". Run it again with --debug and send us the trace"
    console.warn(f"error: {said}{hint}")
    console.summarise({"error": said, "exit_code": code})
    return code
