"""Read reports of many formats, keep their text untouched, and mark what is no running text.

Nothing is fetched and nothing is guessed: a report without a stated day of publication is undated.
"""

from geo_ghouta.reports.marking import mark_text
from geo_ghouta.reports.reading import SUFFIXES, read_reports

__all__ = ["SUFFIXES", "mark_text", "read_reports"]
