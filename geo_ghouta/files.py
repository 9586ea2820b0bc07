"""Safe reading and atomic writing: the only room that opens files for writing.

* Writing goes to a temporary sibling, is flushed and renamed over the target: a crash leaves the old file or the new.
* JSON is read strictly by ourselves: GDAL's sniffing lets a ``.geojson`` that holds a virtual-format text open another
  file (pyogrio 0.13). Names made from data are made safe before they become paths.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import json
import math
import os
import re
import secrets
import shutil
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from geo_ghouta.errors import FormatError, InputError, LimitError, OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 64
_TEMP_MARK = ".geo-ghouta-"
_NOT_HERE = re.compile("^(?:[a-z][a-z0-9+.-]+:/|/vsi|\\\\\\\\|//)|[\0\ud800-\udc7f\udd00-\udfff]", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_RISKY = re.compile(
    "'*(?:[\\t\\r\\n]|[\\s\\ufeff\\u00a0\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\u0000-\\u001f]*[=+\\-@＝＋－＠﹢﹣﹦﹫])"
)
_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?")
_RESERVED = {"con", "prn", "aux", "nul", *(f"com{i}" for i in range(1, 10)), *(f"lpt{i}" for i in range(1, 10))}


def local_path(path: str | os.PathLike[str]) -> Path:
    """Return a path that is certainly a local one.

    Raises
    ------
    InputError
        For an address (``https://``, ``s3://``), a GDAL virtual path (``/vsi…``), a UNC share, a NUL or half a letter.

    Examples
    --------
    >>> local_path("layers/case.toml").name
    'case.toml'
    >>> local_path("/vsicurl/http://example.invalid/a.geojson")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    geo_ghouta.errors.InputError: '/vsicurl/http://example.invalid/a.geojson': only local files are read; ...
    """
    text = os.fspath(path)
    if _NOT_HERE.search(text):
        message = f"{shown(text)!r}: only local files are read; download it first and give the file's path"
        raise InputError(message)
    return Path(text)


def shown(text: str, limit: int = 120) -> str:
    """Make text from outside safe to show in a message or label: controls and direction marks visible.

    A bidirectional override or an invisible character becomes ``<U+202E>``; Arabic letters stay as they are.

    Examples
    --------
    >>> shown("Hara" + chr(0x202E) + "sta" + chr(10))
    'Hara<U+202E>sta<U+000A>'
    """
    out = []
    for char in text[:limit]:
        kind = unicodedata.category(char)
        out.append(f"<U+{ord(char):04X}>" if kind in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} else char)
    return "".join(out) + ("…" if len(text) > limit else "")


def safe_name(text: str, fallback: str = "unnamed") -> str:
    """Turn any text into one harmless file name (no separators, no reserved names, at most 100 characters).

    Examples
    --------
    >>> safe_name("../../etc/passwd"), safe_name("con"), safe_name("حرستا 2018")
    ('etc_passwd', 'con_', 'حرستا_2018')
    """
    text = unicodedata.normalize("NFC", text)
    kept = "".join(c if unicodedata.category(c)[0] in "LNM" or c in "-_." else "_" for c in text)
    kept = re.sub(r"_+", "_", kept).strip("._ ")
    while len(kept.encode("utf-8")) > 100:
        kept = kept[:-1]
    if not kept:
        return fallback
    return f"{kept}_" if kept.split(".")[0].lower() in _RESERVED else kept


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """Read a local file whole, up to a limit.

    Raises
    ------
    InputError
        If it is missing, a folder, unreadable or not local.
    LimitError
        If it is larger than ``limit`` bytes.
    """
    place = local_path(path)
    try:
        with place.open("rb") as stream:
            data = _read_up_to(stream, limit)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        message = f"{shown(str(place))}: cannot be read ({reason}); check the path and its rights"
        raise InputError(message) from error
    if len(data) > limit:
        message = f"{shown(str(place))}: larger than the limit of {limit:,} bytes; split it, or raise the limit"
        raise LimitError(message)
    return data


def _read_up_to(stream: BinaryIO, limit: int) -> bytes:
    # In pieces: read(n) sets n bytes aside at once, and a limit may be far larger than the file.
    data = bytearray()
    while len(data) <= limit and (piece := stream.read(min(1 << 20, limit + 1 - len(data)))):
        data += piece
    return bytes(data)


def today() -> dt.date:
    """The day by this machine's clock, UTC: for remarks to the user, never for an output."""
    return dt.datetime.now(dt.UTC).date()


def own_folder(kind: str) -> Path:
    """The user's folder for "cache" or "data"; who has no home gets one that can never be made, and says why."""
    import platformdirs

    with contextlib.suppress(RuntimeError):  # a number that the system knows no user of, as containers run
        folder = Path(getattr(platformdirs, f"user_{kind}_dir")("geo-ghouta", appauthor=False))
        if folder.is_absolute():  # older versions of the library give "~/.cache" where newer ones raise
            return folder
    return Path(os.devnull) / "no home folder, set HOME" / "geo-ghouta"


def home_folder() -> Path | None:
    """The user's home, where there is one."""
    with contextlib.suppress(RuntimeError):
        return Path.home()
    return None


def sha256_of(data: bytes) -> str:
    """SHA-256 of bytes as 64 hexadecimal digits.

    Examples
    --------
    >>> sha256_of(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(data).hexdigest()


def decode(data: bytes, where: str) -> str:
    """Decode UTF-8 (or UTF-16 with a byte order mark) without changing a character.

    A UTF-8 byte order mark is kept as U+FEFF, so that offsets count from the first byte of the source.

    Raises
    ------
    FormatError
        Naming the first bad byte.

    Examples
    --------
    >>> decode("حرستا".encode(), "x.txt")
    'حرستا'
    """
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encoding = "utf-16-le" if data[:2] == b"\xff\xfe" else "utf-16-be"
    else:
        encoding = "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        message = (
            f"{where}: byte {error.start} (0x{data[error.start]:02x}) is not {encoding.upper()}; "
            "save the file as UTF-8 (old files are often windows-1256 if Arabic, windows-1251 if Cyrillic)"
        )
        raise FormatError(message) from error


def _refuse_constant(name: str) -> float:
    message = f"{name} is not JSON"
    raise ValueError(message)


_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_NO_BRACKETS = bytes(code for code in range(256) if code not in b"[]{}")
_ONE_KIND = bytes.maketrans(b"{}", b"[]")


def _too_deep(text: str, limit: int) -> bool:
    # The parser itself would hit the recursion limit first and say nothing useful. Only brackets outside of texts are
    # kept; each pass takes away the innermost pairs, so that there are as many passes as levels.
    marks = _QUOTED.sub("", text).encode("ascii", "ignore").translate(_ONE_KIND, _NO_BRACKETS)
    for _ in range(limit):
        left = marks.replace(b"[]", b"")
        if len(left) == len(marks):
            return left.count(b"[") > limit
        marks = left
    return marks.count(b"[") > 0


def parse_json(
    data: bytes | str,
    where: str,
    max_depth: int = MAX_DEPTH,
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    """Parse JSON strictly: no NaN or Infinity, no excess depth, a byte order mark allowed.

    ``pairs`` makes each object of its members, for those who look at members that stand twice (else the last counts).

    Raises
    ------
    FormatError
        Naming line and column.
    LimitError
        If nested deeper than ``max_depth``.

    Examples
    --------
    >>> parse_json(b'{"a": [1, 2]}', "x.json")
    {'a': [1, 2]}
    >>> parse_json(b'{"a": NaN}', "x.json")
    Traceback (most recent call last):
    geo_ghouta.errors.FormatError: x.json: NaN is not JSON; write null for a missing number
    """
    text = decode(data, where) if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff")
    if _too_deep(text, max_depth):
        message = f"{where}: nested more than {max_depth} levels deep, as neither a layer nor a report is; refused"
        raise LimitError(message)
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        message = (
            f"{where}: not JSON at line {error.lineno}, column {error.colno} ({error.msg}); mend or export it again"
        )
        raise FormatError(message) from error
    except (ValueError, RecursionError) as error:
        said = "a number of thousands of digits" if "int_max_str_digits" in str(error) else str(error)
        message = f"{where}: {said}; write null for a missing number"
        raise FormatError(message) from error


def read_json(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> Any:
    """Read one local JSON file strictly; see :func:`parse_json` and :func:`read_bytes` for what is refused."""
    return parse_json(read_bytes(path, limit), shown(Path(path).name))


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8") if _SURROGATE.search(value) else value
    return value


def dump_json(value: Any, indent: int | None = None) -> str:
    """Write strict JSON: NaN and infinity as null, lone surrogates replaced, letters unescaped, order kept.

    Examples
    --------
    >>> dump_json({"a": float("nan"), "b": "حرستا"})
    '{"a":null,"b":"حرستا"}'
    """
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
        text.encode("utf-8")
    except ValueError:
        # NaN or a lone surrogate somewhere (both are ValueErrors): only then is every value looked at.
        text = json.dumps(_plain(value), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    return text


def _remove_stale(folder: Path, name: str) -> None:
    # What a killed run of the same target left, with a database's journal; names are compared without glob's signs.
    begins = f".{name[:60]}{_TEMP_MARK}"
    for left in folder.iterdir():
        owner = left.name[len(begins) :].partition("-")[0] if left.name.startswith(begins) else ""
        if owner.isdigit() and not _alive(int(owner)):
            with contextlib.suppress(OSError):
                left.unlink()


def _alive(pid: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Make a folder and those above it; one that is there is fine.

    Raises
    ------
    OutputError
        If a file stands in the way or the place is read-only.
    """
    target = local_path(path)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = (
            f"{shown(str(target))}: the folder could not be made ({error.strerror or error}); choose another place"
        )
        raise OutputError(message) from error
    return target


def remove_folder(path: str | os.PathLike[str]) -> None:
    """Take away a folder of ours with all that is in it; one that is not there is fine, a link to one stays.

    Raises
    ------
    OutputError
        If it cannot be taken away.
    """
    target = local_path(path)
    if not target.is_dir() or target.is_symlink():
        return
    try:
        shutil.rmtree(target)
    except OSError as error:
        message = f"{shown(str(target))}: could not be taken away ({error.strerror or error}); check its rights"
        raise OutputError(message) from error


@contextlib.contextmanager
def atomic_path(path: str | os.PathLike[str], *, lasting: bool = True) -> Iterator[Path]:
    """Give a temporary path beside the target and rename it over the target at the end.

    For writers that want a file name (GDAL); on any error the target stays as it was. Not ``lasting`` is what need not
    outlive a power cut, since it is made again or a hash tells.

    Raises
    ------
    OutputError
        If the folder is missing or read-only, or the disk is full.
    """
    target = local_path(path)
    folder = target.parent
    if not folder.is_dir():
        message = (
            f"{shown(str(target))}: the folder {shown(str(folder))} does not exist; make it or choose another place"
        )
        raise OutputError(message)
    _remove_stale(folder, target.name)
    temporary = folder / f".{target.name[:60]}{_TEMP_MARK}{os.getpid()}-{secrets.token_hex(4)}{target.suffix}"
    try:
        yield temporary
        if temporary.exists():
            if lasting:
                with temporary.open("rb") as stream:
                    os.fsync(stream.fileno())
            temporary.replace(target)
            if lasting:
                _sync_folder(folder)
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        reason = error.strerror or str(error)
        message = f"{shown(str(target))}: could not be written ({reason}); what was there before is unchanged"
        raise OutputError(message) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    # The rename itself must reach the disk too; not every system lets a folder be opened.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def atomic_stream(path: str | os.PathLike[str], *, lasting: bool = True) -> Iterator[BinaryIO]:
    """Give a binary stream whose bytes replace the target only when the block ends without an error."""
    with atomic_path(path, lasting=lasting) as temporary, temporary.open("wb") as stream:
        yield stream


def write_bytes(path: str | os.PathLike[str], data: bytes, *, lasting: bool = True) -> Path:
    """Replace a file by these bytes, whole or not at all; see :func:`atomic_path` for ``lasting``.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes(pathlib.Path(folder) / "a.txt", b"x").read_bytes()
    b'x'
    """
    with atomic_stream(path, lasting=lasting) as stream:
        stream.write(data)
    return Path(path)


def write_text(path: str | os.PathLike[str], text: str) -> Path:
    """Replace a file by this text (UTF-8, line ends as given), whole or not at all."""
    return write_bytes(path, text.encode("utf-8", "replace"))


def inert(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run.

    Examples
    --------
    >>> inert("=1+1"), inert("  @SUM(A1)"), inert("-5.25"), inert("Harasta")
    ("'=1+1", "'  @SUM(A1)", '-5.25', 'Harasta')
    """
    return f"'{text}" if _RISKY.match(text) and not _NUMBER.fullmatch(text) else text


def ert(text: str) -> str:
    """Take back what :func:`inert` put there.

    Examples
    --------
    >>> ert(inert("=1+1")), ert(inert("'=1+1")), ert("'tis")
    ('=1+1', "'=1+1", "'tis")
    """
    return text[1:] if text.startswith("'") and _RISKY.match(text[1:]) else text
