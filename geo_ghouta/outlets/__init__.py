"""What leaves the house: a result's maps, pictures, exports, tables and findings.

The rooms ``maps``, ``exports`` and ``ledger`` take tables; here a :class:`~geo_ghouta.pipeline.Result` is
unpacked for them. Each name is fetched when it is asked for: whoever draws a map does not pay for the exports.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

_HOME = {
    "check": "writing",
    "check_target": "writing",
    "database_schema": "writing",
    "draw_map": "drawing",
    "export": "writing",
    "far_day": "telling",
    "figure_text": "telling",
    "find_tiles": "drawing",
    "manifest_of": "manifests",
    "map_input": "drawing",
    "note_sources": "manifests",
    "redact": "writing",
    "rows_format": "writing",
    "save_embed": "drawing",
    "save_map": "drawing",
    "save_multiples": "drawing",
    "save_picture": "drawing",
    "show_claims": "telling",
    "show_findings": "telling",
    "write_rows": "writing",
}

if TYPE_CHECKING:
    from geo_ghouta.outlets.drawing import (
        draw_map,
        find_tiles,
        map_input,
        save_embed,
        save_map,
        save_multiples,
        save_picture,
    )
    from geo_ghouta.outlets.manifests import manifest_of, note_sources
    from geo_ghouta.outlets.telling import far_day, figure_text, show_claims, show_findings
    from geo_ghouta.outlets.writing import check, check_target, database_schema, export, redact, rows_format, write_rows

__all__ = [
    "check",
    "check_target",
    "database_schema",
    "draw_map",
    "export",
    "far_day",
    "figure_text",
    "find_tiles",
    "manifest_of",
    "map_input",
    "note_sources",
    "redact",
    "rows_format",
    "save_embed",
    "save_map",
    "save_multiples",
    "save_picture",
    "show_claims",
    "show_findings",
    "write_rows",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"geo_ghouta.outlets.{_HOME[name]}"), name)
    message = f"module 'geo_ghouta.outlets' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
