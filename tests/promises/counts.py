"""How often each promise is tried: in CI, and in full by ``python -m tests.promises``."""

from __future__ import annotations

import os
import re

FULL = os.environ.get("GEO_GHOUTA_FULL", "") not in {"", "0"}

COUNTS: dict[str, dict[str, tuple[int, int]]] = {
    "S1": {"hostile texts in every sink of a page": (65, 65), "texts alone on a page": (2, 65), "texts in an SVG": (65, 65),
           "texts alone in an SVG": (4, 65)},
    "S2": {"planted scripts": (12, 12)},
    "S3": {"openings of pages": (6, 24)},
    "S4": {"hostile addresses": (24, 24)},
    "S5": {"files that point elsewhere": (60, 60)},
    "S6": {"hostile names": (30, 30), "runs with a hostile name in every field": (2, 30)},
    "S7": {"bombs": (22, 23), "positions of a ring": (150_000, 10_000_000), "bombs of a corpus and in manifests": (31, 31)},
    "S8": {"cells": (5_000, 100_000), "tables opened by LibreOffice": (0, 10)},
    "S9": {"deceiving characters": (230, 230)},
    "S10": {"outputs": (25, 100)},
    "R1": {"reports": (1_000, 100_000), "mutated layers": (400, 20_000), "mutated case files": (60, 3_000),
           "grammar-made inputs": (600, 5_000), "guided inputs": (300, 20_000)},
    "R2": {"settings": (2, 12)},
    "R3": {"kills of exporters, map and pictures": (8, 200), "kills of a corpus run": (2, 25),
           "kills of a whole group of processes": (2, 24), "kills of one of two processes": (2, 20)},
    "R4": {"writers on a full disk": (22, 22), "writers in a read-only folder": (22, 22), "closed pipes": (6, 6),
           "disks that fill in the middle of a corpus run": (3, 24)},
    "R5": {"damaged caches": (24, 400)},
    "R6": {"names of each of 4 processes": (25, 500)},
    "R7": {"kills": (1, 20)},
    "R8": {"requests by several processes": (3, 40)},
    "R9": {"reports": (100, 10_000)},
    "R10": {"days in four zones of Python": (16, 16), "days in four zones of a browser": (8, 18)},
    "R11": {"exported files": (20, 60)},
    "R12": {"runs": (8, 60), "inputs of mixed formats": (18, 140)},
    "R13": {"quotes": (500, 5_000), "changed characters": (15, 300)},
    "R14": {"tables": (6, 6)},
    "R15": {"commands": (20, 20)},
}  # fmt: skip
"""By promise: what is tried, and how often in CI and in full."""


def promise_of(name: str) -> str:
    """Id in the name of a test, or "".

    >>> promise_of("test_R3_atomic_writes[geojson]"), promise_of("test_house")
    ('R3', '')
    """
    found = re.match(r"test_([SR]\d+)_", name)
    return found.group(1) if found else ""


class Trial:
    """What one test of a promise has tried and what went wrong."""

    def __init__(self, promise: str) -> None:
        self.promise = promise
        self.numbers: dict[str, int] = {}
        self.failures: list[str] = []

    def count(self, what: str) -> int:
        """How often to try it in this run."""
        self.numbers[what] = COUNTS[self.promise][what][FULL]
        return self.numbers[what]

    def tell(self, what: str, number: int) -> None:
        """Say how much was tried in the end; less than was meant is a failure."""
        low = COUNTS[self.promise][what][FULL]
        self.numbers[what] = number
        if number < low:
            self.failures.append(f"{what}: {number} tried of {low}")

    def end(self) -> None:
        """Fail if anything went wrong."""
        assert self.failures == [], f"{len(self.failures)} failures, the first ones:\n" + "\n".join(self.failures[:8])
