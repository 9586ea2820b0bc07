"""geo-ghouta: map sieges and evacuations from news reports and hand-drawn control areas.

Every figure leads back to its words, claims are never mixed up with facts, what is unknown says so,
nothing is lost in silence, and nothing leaves the machine unasked.

The names below are loaded when first used, so that ``import geo_ghouta`` costs nothing.

Examples
--------
>>> import geo_ghouta as gg
>>> case = gg.open_case()
>>> case.file.ground
'government'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "Case": "cases",
    "Result": "pipeline",
    "check": "outlets",
    "draw_map": "outlets",
    "export": "outlets",
    "find_claims": "pipeline",
    "find_dates": "dates",
    "find_numbers": "numbers",
    "find_places": "pipeline",
    "join": "pipeline",
    "new_case": "cases",
    "open_case": "cases",
    "read_case": "pipeline",
    "read_layer": "exports",
    "run": "pipeline",
    "save_map": "outlets",
    "verify": "ledger",
}

if TYPE_CHECKING:
    from geo_ghouta.cases import Case, new_case, open_case
    from geo_ghouta.dates import find_dates
    from geo_ghouta.exports import read_layer
    from geo_ghouta.ledger import verify
    from geo_ghouta.numbers import find_numbers
    from geo_ghouta.outlets import check, draw_map, export, save_map
    from geo_ghouta.pipeline import Result, find_claims, find_places, join, read_case, run

__all__ = [
    "Case",
    "Result",
    "check",
    "draw_map",
    "export",
    "find_claims",
    "find_dates",
    "find_numbers",
    "find_places",
    "join",
    "new_case",
    "open_case",
    "read_case",
    "read_layer",
    "run",
    "save_map",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"geo_ghouta.{_HOME[name]}"), name)
    message = f"module 'geo_ghouta' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
