"""One error tree; every error that a user can meet is a leaf of it.

::

    GhoutaError
    ├── UsageError        (ValueError)    a wrong option or argument; exit code 2
    ├── InputError        (ValueError)    a file or row that cannot be used
    │   ├── FormatError                   not the format that it should be (JSON, CSV, ...)
    │   ├── ContractError                 a table that breaks its contract in schema.py
    │   └── LimitError                    larger or deeper than we accept
    ├── OutputError       (OSError)       could not be written; the old file is intact
    ├── GeocodingError    (RuntimeError)  an online look-up failed (which is not "not found")
    └── VerificationError (AssertionError)  a source no longer holds the words that a row cites

A message says what was wrong, where, what was expected and what to do next, in one line.
"""

from __future__ import annotations

import errno

_KINDS = {"dict": "an object", "list": "a list", "tuple": "a list", "ndarray": "a list", "str": "text",
          "bytes": "bytes", "NoneType": "null", "bool": "true or false", "int": "a number", "float": "a number",
          "Decimal": "a number", "date": "a day", "datetime": "a time", "Timestamp": "a time", "time": "a time of day",
          "timedelta": "a duration"}  # fmt: skip


def is_disk_full(error: BaseException | None) -> bool:
    """Whether there is no room left, on the disk or in what its user may fill of it.

    Examples
    --------
    >>> is_disk_full(OSError(errno.ENOSPC, "No space left on device")), is_disk_full(ValueError("no number"))
    (True, False)
    """
    return isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}


class GhoutaError(Exception):
    """Root of all errors raised on purpose by geo_ghouta."""


class UsageError(GhoutaError, ValueError):
    """An option or argument that cannot be used."""


class InputError(GhoutaError, ValueError):
    """An input file or row that cannot be used."""


class FormatError(InputError):
    """A file that is not the format it should be."""


class ContractError(InputError):
    """A table that breaks its contract; the message lists every fault.

    Parameters
    ----------
    message : str
        One line.
    faults : list of str, optional
        Every fault found, one line each.
    """

    def __init__(self, message: str, faults: list[str] | None = None) -> None:
        super().__init__(message)
        self.faults: list[str] = list(faults or [])


class LimitError(InputError):
    """Input larger or deeper than we accept."""


class OutputError(GhoutaError, OSError):
    """An output that could not be written; what was there before is intact."""


class GeocodingError(GhoutaError, RuntimeError):
    """An online look-up that failed. A name that is not found is no error."""


class VerificationError(GhoutaError, AssertionError):
    """A source that no longer holds the words that a row cites."""


def require_text(text: object, who: str) -> None:
    """Refuse what is no text by name: None of an empty cell and undecoded bytes are the usual ones.

    Raises
    ------
    UsageError

    Examples
    --------
    >>> require_text(b"80 people", "find_numbers")
    Traceback (most recent call last):
    geo_ghouta.errors.UsageError: find_numbers: the text is bytes, expected str; decode it, or leave empty cells out
    """
    if not isinstance(text, str):
        message = f"{who}: the text is {type(text).__name__}, expected str; decode it, or leave empty cells out"
        raise UsageError(message)


def kind_in_words(value: object) -> str:
    """Say what a value is in the words of a message, with the article that it takes.

    Examples
    --------
    >>> kind_in_words(5), kind_in_words({}), kind_in_words(False), kind_in_words(1j), kind_in_words(iter(()))
    ('a number', 'an object', 'true or false', 'a complex', 'a tuple_iterator')
    """
    name = type(value).__name__
    return _KINDS.get(name) or with_article(name)


def with_article(word: str) -> str:
    """Put "a" or "an" before a word, by its first letter.

    Examples
    --------
    >>> with_article("airport"), with_article("city")
    ('an airport', 'a city')
    """
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"


def counted(number: int, one: str, many: str = "") -> str:
    """Number and noun that fit.

    Examples
    --------
    >>> counted(1, "report"), counted(2_000, "story", "stories")
    ('1 report', '2,000 stories')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def more_faults(number: int) -> str:
    """Say behind the first of several faults how many more there are, or nothing.

    Examples
    --------
    >>> more_faults(0), more_faults(1), more_faults(2)
    ('', ' (and 1 more fault)', ' (and 2 more faults)')
    """
    return f" (and {counted(number, 'more fault')})" if number else ""
