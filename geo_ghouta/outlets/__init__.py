"""What leaves the house: a result's maps, pictures, exports, tables and findings.

The rooms ``maps``, ``exports`` and ``ledger`` take tables; here a :class:`~geo_ghouta.pipeline.Result` is
unpacked for them.
"""

from geo_ghouta.outlets.drawing import (
    draw_map,
    find_tiles,
    map_input,
    map_notes,
    save_embed,
    save_map,
    save_multiples,
    save_picture,
)
from geo_ghouta.outlets.manifests import manifest_of
from geo_ghouta.outlets.telling import figure_text, show_claims, show_findings
from geo_ghouta.outlets.writing import check, check_target, export, redact, write_rows

__all__ = [
    "check",
    "check_target",
    "draw_map",
    "export",
    "figure_text",
    "find_tiles",
    "manifest_of",
    "map_input",
    "map_notes",
    "redact",
    "save_embed",
    "save_map",
    "save_multiples",
    "save_picture",
    "show_claims",
    "show_findings",
    "write_rows",
]
