"""How often the interpreter looks for circles of objects: seldom where rows and tables, which hold none, are made."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SELDOM = (50_000, 20, 20)
"""Thresholds for :func:`gc.set_threshold`; at the usual 700 objects the search takes an eighth of a corpus's time."""


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Leave circles alone for a while: for loops that make many objects, none of them in a circle.

    Examples
    --------
    >>> with uncollected():
    ...     rows = [{"n": n} for n in range(10_000)]
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextlib.contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for circles seldom for a while, and as before afterwards; bounded where something does make circles.

    Examples
    --------
    >>> import gc
    >>> before = gc.get_threshold()
    >>> with seldom_collected():
    ...     inside = gc.get_threshold()
    >>> inside == SELDOM, gc.get_threshold() == before
    (True, True)
    """
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


__all__ = ["SELDOM", "seldom_collected", "uncollected"]
