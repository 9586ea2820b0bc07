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
