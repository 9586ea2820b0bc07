"""Mentions → places: the gazetteer first, by hand above all, online only when asked."""

from geo_ghouta.geocoding.fixes import apply_fixes, read_fixes, unresolved
from geo_ghouta.geocoding.online import apply_answers, look_up_online
from geo_ghouta.geocoding.resolving import resolve_mentions

__all__ = ["apply_answers", "apply_fixes", "look_up_online", "read_fixes", "resolve_mentions", "unresolved"]
