"""What was asked online and answered, kept for good; and the pace that all processes of this machine keep.

Small SQLite files: one holds answers, committed one by one, so a killed run loses nothing; one holds the time of
the last request, committed before it is sent; and one is only a lock, that the system lets go when a process dies.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
import warnings
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo_ghouta.errors import OutputError
from geo_ghouta.files import make_folder, own_folder, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATIENCE_S = 900.0
_VERSION = 2


def cache_folder() -> Path:
    """Folder of this user's look-ups; nothing is made."""
    return own_folder("cache")


def _open(path: Path, schema: str) -> sqlite3.Connection:
    make_folder(path.parent)
    for attempt in (1, 2):
        connection = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
        try:
            if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("quick_check")  # noqa: TRY301
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in {0, _VERSION}:
                raise sqlite3.DatabaseError(f"version {version}")  # noqa: TRY301
            connection.execute(schema)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.OperationalError as error:
            connection.close()
            message = f"{shown(str(path))}: the cache cannot be used ({error}); choose another folder"
            raise OutputError(message) from error
        except sqlite3.DatabaseError as error:
            connection.close()
            if attempt == 2:
                message = f"{shown(str(path))}: the cache cannot be used ({error}); choose another folder"
                raise OutputError(message) from error
            warnings.warn(f"{shown(str(path))}: damaged ({error}); set aside as {path.name}.damaged", stacklevel=4)
            with contextlib.suppress(OSError):
                path.replace(path.with_name(path.name + ".damaged"))
        else:
            return connection
    raise AssertionError


def _crc(*fields: object) -> int:
    # SQLite checks its pages' shape, not what stands in them: one flipped bit would be another coordinate.
    return zlib.crc32("\0".join(map(str, fields)).encode("utf-8", "replace"))


class Answers:
    """Answers of online providers by provider, server and question.

    Parameters
    ----------
    folder : path
    """

    def __init__(self, folder: Path) -> None:
        self._db = _open(
            folder / "online.sqlite",
            "CREATE TABLE IF NOT EXISTS answers (provider TEXT, server TEXT, question TEXT, outcome TEXT, answer TEXT, "
            "attribution TEXT, day TEXT, crc INTEGER, PRIMARY KEY (provider, server, question))",
        )

    def get(self, provider: str, server: str, question: str) -> tuple[str, dict[str, Any], str, str] | None:
        """Return (outcome, answer, attribution, day), or None if it was never answered."""
        key = (provider, server, question)
        try:
            row = self._db.execute(
                "SELECT outcome, answer, attribution, day, crc FROM answers "
                "WHERE provider=? AND server=? AND question=?",
                key,
            ).fetchone()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return None  # a page that is damaged in a place where no check looks: asked anew
        if row is None or row[4] != _crc(*key, *row[:4]):
            return None
        return row[0], json.loads(row[1]), row[2], row[3]

    def put(
        self,
        provider: str,
        server: str,
        question: str,
        outcome: str,
        answer: dict[str, Any],
        attribution: str,
        day: str,
    ) -> None:
        """Keep one answer; it is on the disk when this returns."""
        row = (
            provider,
            server,
            question,
            outcome,
            json.dumps(answer, ensure_ascii=False, sort_keys=True),
            attribution,
            day,
        )
        try:
            self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, _crc(*row)))
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            warnings.warn(f"the cache is damaged ({error}); this answer is not kept", stacklevel=2)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


class Pace:
    """At most one request in ``gap_s`` seconds over all processes that share the folder, whichever server they ask.

    Parameters
    ----------
    folder : path
    gap_s : float
        Seconds from the end of one request to the start of the next.
    sleep : callable
        For tests.
    """

    def __init__(self, folder: Path, gap_s: float, sleep: Callable[[float], None] = time.sleep) -> None:
        schema = "CREATE TABLE IF NOT EXISTS pace (server TEXT PRIMARY KEY, at REAL)"
        self._db = _open(folder / "pace.sqlite", schema)  # only the lock
        # Times lie apart from the lock, so that they are on the disk at once: a killed run's request counts too.
        self._times = _open(folder / "paced.sqlite", schema)
        self._gap = gap_s
        self._sleep = sleep

    @contextlib.contextmanager
    def turn(self, server: str) -> Iterator[Callable[[], None]]:
        """Hold the machine's one turn; the function given waits for the gap and notes the start of a request."""
        self._db.execute("BEGIN EXCLUSIVE")

        def start() -> None:
            last = self._times.execute("SELECT MAX(at) FROM pace").fetchone()[0]
            now = time.time()
            if last is not None and now - self._gap < last <= now:
                self._sleep(last + self._gap - now)
            elif last is not None and last > now:
                self._sleep(self._gap)  # the clock was set back
                self._times.execute("DELETE FROM pace")
            note()
            started.append(server)

        def note() -> None:
            self._times.execute("INSERT OR REPLACE INTO pace VALUES (?, ?)", (server, time.time()))

        started: list[str] = []
        try:
            yield start
        finally:
            if started:
                note()  # from its end: no jitter on the way brings two requests nearer than the gap
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()
        self._times.close()
