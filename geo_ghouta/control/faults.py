"""Faults found in files: gathered as they are met, told as one REJECTED table."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.files import shown
from geo_ghouta.schema import REJECTED

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclasses.dataclass
class Faults:
    """A list of faults of one or many files.

    Parameters
    ----------
    rows : list of dict
        What REJECTED holds, the kind of fault (``check``) and where it lies (``lon``, ``lat``, None for nowhere).
    """

    rows: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def add(
        self,
        check: str,
        severity: str,
        path: str,
        row: str | None,
        problem: str,
        *,
        found: object = None,
        expected: str | None = None,
        hint: str | None = None,
        at: tuple[float, float] | None = None,
    ) -> None:
        """Add one fault: ``error`` means left out, ``warning`` used all the same, ``note`` repaired or told."""
        self.rows.append(
            {
                "path": path,
                "row": row,
                "problem": problem,
                "found": None if found is None else shown(str(found), 80),
                "expected": expected,
                "hint": hint,
                "severity": severity,
                "check": check,
                "lon": None if at is None else at[0],
                "lat": None if at is None else at[1],
            }
        )

    def table(self) -> pd.DataFrame:
        """REJECTED, behind it ``check`` (the kind of fault), ``lon`` and ``lat`` (where it lies, in degrees)."""
        plain = REJECTED.table([{k: v for k, v in row.items() if k in REJECTED.names} for row in self.rows])
        plain["check"] = pd.array([row["check"] for row in self.rows], dtype="str")
        for axis in ("lon", "lat"):
            plain[axis] = pd.array([row[axis] for row in self.rows], dtype="Float64")
        checked: pd.DataFrame = REJECTED.check(plain)
        return checked


def listed(values: Sequence[object], limit: int = 6) -> str:
    """Write a list for a message, the rest as a number.

    Examples
    --------
    >>> listed([1, 2, 3], limit=2)
    '1, 2 and 1 more'
    """
    head = ", ".join(shown(str(v), 60) for v in values[:limit])
    return head + (f" and {len(values) - limit} more" if len(values) > limit else "")
