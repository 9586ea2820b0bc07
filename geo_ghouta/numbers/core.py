"""One number as it is read, before what softens it and what it counts are looked for."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(slots=True)
class Core:
    """One number without its qualifier and unit."""

    start: int
    end: int
    value: float | None
    low: float | None = None
    high: float | None = None
    vague: bool = False
    fraction: bool = False
    written: bool = False
    scale: float = 1.0
    decimal: bool = False
    rough: bool = False
