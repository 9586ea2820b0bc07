"""Control pictures: read, ask, compare and check who held what, day by day.

A picture is the whole hand-drawn state of one day; an empty one is a statement. ``read_pictures`` reads a case's
own, ``import_layers`` other people's. "No picture for that day", "a picture in which nobody holds it" and "unknown"
are three different answers everywhere. What imports, checks and writes pictures is fetched when it is asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from geo_ghouta.control.asking import as_of, locate
from geo_ghouta.control.comparing import areas_over_time, find_changes, held_spans, town_history
from geo_ghouta.control.holdings import resolve_holdings
from geo_ghouta.control.pockets import find_pockets
from geo_ghouta.control.reading import read_pictures

if TYPE_CHECKING:
    from geo_ghouta.control.founding import found_case, unfitting
    from geo_ghouta.control.frames import between, frames_between
    from geo_ghouta.control.importing import holder_table, import_layers
    from geo_ghouta.control.standing import keep_standing
    from geo_ghouta.control.validating import validate
    from geo_ghouta.control.writing import keep_holder_table, write_decisions, write_holder_table, write_pictures

_HOME = {
    "between": "frames",
    "found_case": "founding",
    "frames_between": "frames",
    "holder_table": "importing",
    "import_layers": "importing",
    "keep_holder_table": "writing",
    "keep_standing": "standing",
    "unfitting": "founding",
    "validate": "validating",
    "write_decisions": "writing",
    "write_holder_table": "writing",
    "write_pictures": "writing",
}

__all__ = [
    "areas_over_time",
    "as_of",
    "between",
    "find_changes",
    "find_pockets",
    "found_case",
    "frames_between",
    "held_spans",
    "holder_table",
    "import_layers",
    "keep_holder_table",
    "keep_standing",
    "locate",
    "read_pictures",
    "resolve_holdings",
    "town_history",
    "unfitting",
    "validate",
    "write_decisions",
    "write_holder_table",
    "write_pictures",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"geo_ghouta.control.{_HOME[name]}"), name)
    message = f"module 'geo_ghouta.control' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
