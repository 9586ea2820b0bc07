"""The closed word lists that columns may hold; the words themselves are part of the format."""

from __future__ import annotations

CLAIM_KINDS = (
    "departure", "arrival", "staging", "displacement", "territory_share", "pocket_count", "holder", "advance",
    "casualties", "population", "prisoners", "agreement", "negotiation", "infrastructure", "siege", "attack", "other",
)  # fmt: skip
UNITS = (
    "people",
    "fighters",
    "civilians",
    "prisoners",
    "buses",
    "groups",
    "percent",
    "pockets",
    "km2",
    "hospitals",
    "other",
)
SCOPES = ("event", "day", "cumulative")
QUALIFIERS = ("exact", "at_least", "at_most", "about", "vague")
MODALITIES = ("happened", "under_way", "planned", "expected", "proposed", "conditional", "denied")
DATE_BASES = ("stated", "weekday", "relative", "published", "unknown")
DATE_PRECISIONS = ("part_of_day", "day", "week", "month", "year", "period", "unknown")
PLACE_BASES = ("stated", "control_picture", "unknown")
STATUSES = ("assessed", "claimed", "contested", "unknown")
COUNTED = ("assessed", "claimed")
"""Statuses of ground that counts as held; contested and unknown ground is told beside it."""
NOT_TOLD = "not told"
"""Stands for a source or a drawer that nobody named: a statement about the table, never the name of a source."""
EVIDENCE = ("stated", "inferred", "unknown")
VERDICTS = ("agrees", "disagrees", "untestable")
SEVERITIES = ("error", "warning", "note")
GEO_PRECISIONS = (
    "site", "neighbourhood", "town", "near_town", "adm3", "adm2", "adm1", "region", "line", "country", "unknown",
)  # fmt: skip
MATCHES = ("exact", "alias", "fuzzy", "context", "online", "by_hand", "none")
RESOLUTIONS = ("placed", "ambiguous", "not_found", "outside", "failed", "not_a_place")
MENTION_FORMS = ("name", "adjective", "demonym", "relative", "embedded", "dateline", "implicit")
ROLES = ("event", "origin", "destination", "mentioned")
CHANGE_KINDS = ("gained", "lost", "changed_hands", "unsettled")
PUBLISHED_BASES = ("manifest", "option", "front_matter", "page_metadata", "record", "unknown")
MARK_KINDS = ("front_matter", "title", "dateline", "byline", "caption", "link_block", "repeat", "boilerplate")
"""Spans of a report that are no running text: claims are not read there."""

PLACE_KINDS = (
    "site", "crossing", "camp", "base", "neighbourhood", "district", "village", "town", "city", "capital",
    "adm3", "adm2", "adm1", "region", "country", "continent", "water", "road", "other",
)  # fmt: skip
"""Kinds of place in a place list; ``district`` is a part of a city, ``adm1`` a governorate."""
SETTLED = frozenset({"village", "town", "city", "capital"})
"""Kinds of place that are towns of their own: neither a part of one nor an area that holds some."""
