"""Pictures put in order: one a day or an explicit order, ids, and what is left out."""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Any

import numpy as np

from geo_ghouta.control.faults import Faults
from geo_ghouta.schema import CONTROL, PICTURES, Pictures
from geo_ghouta.schema.bundles import chain


@dataclasses.dataclass(frozen=True)
class Sheet:
    """One picture as read, before pictures are put in order."""

    path: str
    sha256: str
    date: dt.date
    order: int | None
    recorded: dt.date | None
    note: str | None
    rows: list[dict[str, Any]]


def assemble(sheets: list[Sheet], until: dt.date | None, faults: Faults) -> Pictures:
    """Put pictures in order: ids, one picture a day or an explicit order, each valid to the next one's day."""
    kept: list[tuple[Sheet, str]] = []
    for day in sorted({s.date for s in sheets}):
        same = sorted((s for s in sheets if s.date == day), key=lambda s: (s.order or 1, s.recorded or s.date, s.path))
        taken: dict[tuple[int, dt.date], Sheet] = {}
        for sheet in same:
            if sheet.recorded is not None and sheet.recorded < sheet.date:
                faults.add(
                    "recorded",
                    "warning",
                    sheet.path,
                    None,
                    f"recorded {sheet.recorded}, before the day it shows",
                    found=sheet.recorded,
                    expected=f"{sheet.date} or later",
                    hint="mend recorded",
                )
            key = (sheet.order or 1, sheet.recorded or sheet.date)
            rival = taken.get(key)
            if rival is not None:
                alike = rival.sha256 == sheet.sha256
                faults.add(
                    "second_picture",
                    "note" if alike else "error",
                    sheet.path,
                    None,
                    f"{'the same bytes as' if alike else f'a second picture of {day} beside'} {rival.path}; left out",
                    found=sheet.path,
                    expected="one picture a day, or order 1, 2, ... in each",
                    hint="remove one" if alike else "add the member order (or recorded) to both",
                )
                continue
            again = any(order == key[0] for order, _ in taken)
            taken[key] = sheet
            name = f"{day}" + (f".{key[0]}" if key[0] > 1 else "") + (f"@{key[1]}" if again else "")
            kept.append((sheet, name))
    dates, areas = [], []
    for sheet, name in kept:
        dates.append(
            {
                "picture_date": sheet.date,
                "recorded": sheet.recorded,
                "areas": len(sheet.rows),
                "note": sheet.note,
                "path": sheet.path,
                "sha256": sheet.sha256,
                "picture_id": name,
                "order": sheet.order or 1,
            }
        )
        areas += [
            {
                **{k: v for k, v in row.items() if k in CONTROL.names},
                "area_id": f"{name}/{row['_id']}",
                "valid_from": sheet.date,
                "recorded": sheet.recorded,
                "picture_id": name,
            }
            for row in sheet.rows
        ]
    made = chain(PICTURES.table(dates), CONTROL.table(areas), np.datetime64(until) if until else None)
    return Pictures(PICTURES.check(made.dates), CONTROL.check(made.areas))
